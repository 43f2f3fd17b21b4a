"""Signatures of the compiled classes with their types, from the stub that the wheel carries."""

import ast
from pathlib import Path

import holotable

STUB = ast.parse((Path(holotable.__file__).parent / "_native.pyi").read_text())


def declared() -> dict[str, ast.FunctionDef]:
    """Every function and method of the stub by its name; classes by what makes them."""
    found = {}
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    name = node.name if item.name == "__new__" else f"{node.name}.{item.name}"
                    found[name] = item
    return found


DECLARED = declared()


def signature(node: ast.FunctionDef) -> tuple[str, str | None]:
    """Arguments in brackets, and what is given back."""
    arguments = node.args
    if arguments.args and arguments.args[0].arg in ("self", "cls"):
        arguments.args = arguments.args[1:]
    return f"({ast.unparse(arguments)})", node.returns and ast.unparse(node.returns)


def on_signature(_app, kind, name, _thing, _options, given, returns):
    """Sphinx asks for each name that it documents."""
    node = DECLARED.get(name.removeprefix("holotable.").removeprefix("_native."))
    if node is None or kind in ("attribute", "property"):
        return given, returns
    arguments, back = signature(node)
    return arguments, None if kind == "class" else back


def setup(app):
    """Listens to autodoc."""
    app.connect("autodoc-process-signature", on_signature)
