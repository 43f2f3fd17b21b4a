"""Links of Markdown files that were written to be read where they lie: to the page of the site that shows the file, else to the
repository."""

import re
from pathlib import Path
from posixpath import normpath

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = "https://github.com/holotable/holotable"
DOCS = "python/docs"

# The page that shows a file, or a part of one: the file and the heading, as links name it.
PAGES = {
    "README.md": "index",
    "CHANGELOG.md": "changelog",
    "agents/README.md": "agents",
    "agents/README.md#answers-in-words": "language_models",
    "agents/README.md#looking-at-runs": "training",
    "agents/ARENA.md": "arena",
    "agents/TRUST.md": "trust",
    "agents/PROGRAMS.md": "language_models",
    "env/README.md": "extending",
    "env/README.md#speed": "benchmarks",
    "python/README.md": "environments",
    "python/bench_train/README.md": "benchmarks",
    "checkpoints/dark_side_rising/CARD.md": "games/dark_side_rising/results",
    "checkpoints/dark_side_rising_alone/CARD.md": "games/dark_side_rising/results",
    "checkpoints/rebellion_combat/CARD.md": "games/rebellion_combat/results",
    "checkpoints/rebellion_combat_alone/CARD.md": "games/rebellion_combat/results",
    "checkpoints/conflict/CARD.md": "games/conflict/results",
    "checkpoints/conflict_alone/CARD.md": "games/conflict/results",
    "checkpoints/risk/CARD.md": "games/risk/results",
    "checkpoints/risk_alone/CARD.md": "games/risk/results",
    "checkpoints/rebellion/CARD.md": "games/rebellion/results",
    "checkpoints/rebellion_alone/CARD.md": "games/rebellion/results",
    "checkpoints/rebellion_team/CARD.md": "games/rebellion/results",
    **{
        f"env/games/src/{game}/{file}.md": f"games/{game}{page}"
        for game in ("dark_side_rising", "rebellion_combat", "conflict", "risk", "rebellion")
        for file, page in (("README", ""), ("RULINGS", "/rulings"), ("rules", ""))
    },
    **{
        f"env/games/tests/golden/{game}-layout.md": f"games/{game}/layout"
        for game in ("dark_side_rising", "rebellion_combat", "conflict", "risk", "rebellion")
    },
}

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#|/)([^)\s#]*)(#[^)\s]*)?(?=\))")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
IMAGE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n", re.M)


def put_right(text: str, file: str, page: str) -> str:
    """The text of a file of the repository with its links as `page` needs them."""

    def target(found: re.Match) -> str:
        path, anchor = found[1] or "", found[2] or ""
        named = normpath(f"{Path(file).parent.as_posix()}/{path}")
        shown = PAGES.get(named + anchor) or PAGES.get(named)
        if shown is None:
            if not (ROOT / named).exists():
                raise FileNotFoundError(f"{file} links to {path}, which is not there")
            kind = "tree" if (ROOT / named).is_dir() else "blob"
            return f"{REPOSITORY}/{kind}/main/{named}{anchor}"
        # Rulings are named one by one; headings may have another place here.
        ruling = f"#{scope(named)}{anchor[1:]}" if named.endswith("RULINGS.md") and anchor else ""
        return f"{'../' * page.count('/')}{shown}.md{ruling}"

    return LINK.sub(target, ANCHOR.sub(rf"[]{{#{scope(file)}\1}}", IMAGE.sub("", text)))


def scope(file: str) -> str:
    """What stands before the name of an anchor in a file of a game: several have a ruling R7."""
    return Path(file).parent.name.replace("_", "-") + "-"


def on_include(app, path, _name, content):
    """Every part of the repository that a page takes in."""
    file = (Path(app.srcdir) / path).resolve()
    if file.is_relative_to(ROOT / DOCS):
        return
    content[0] = put_right(content[0], file.relative_to(ROOT).as_posix(), app.env.docname)


def on_source(app, page, content):
    """The pages themselves, where they link into the repository."""
    content[0] = re.sub(
        r"(?<=\]\()(?:\.\./){2,}([^)\s]+)(?=\))", lambda found: f"{REPOSITORY}/tree/main/{found[1]}", content[0]
    )


def setup(app):
    """Listens to what is read."""
    app.connect("include-read", on_include)
    app.connect("source-read", on_source)
