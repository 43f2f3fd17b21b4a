"""The site: Sphinx on Markdown, with the pages of the repository taken in where they are and links put right."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import links
import signatures
from pygments.lexers.rust import RustLexer

project = "holotable"
author = "The developers of holotable"
copyright = author  # noqa: A001
release = version = installed("holotable")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["generated/*.md"]
source_suffix = {".md": "markdown"}

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "undoc-members": False}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_mock_imports = [
    "torch",
    "onnx",
    "onnxruntime",
    "stable_baselines3",
    "sb3_contrib",
    "pyspiel",
    "safetensors",
    "ray",
    "minari",
]
napoleon_google_docstring = True
napoleon_use_ivar = True
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "holotable"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "source_repository": links.REPOSITORY,
    "source_branch": "main",
    "source_directory": "python/docs/",
}
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True
pygments_style = "friendly"
pygments_dark_style = "monokai"


def setup(app):
    """What this site adds to Sphinx."""
    links.setup(app)
    signatures.setup(app)
    # Examples that rustdoc must not compile by themselves.
    app.add_lexer("rust,ignore", RustLexer)
