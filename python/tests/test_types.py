"""The stubs say what the native module has, no more and no less, and everything is documented."""

import ast
import inspect
from pathlib import Path

import holotable as ht
from holotable import _native

STUB = ast.parse((Path(ht.__file__).parent / "_native.pyi").read_text())


def test_the_stub_names_what_there_is():
    declared = {node.name: node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert set(declared) == {name for name in vars(_native) if not name.startswith("__")}
    for name, node in declared.items():
        there = getattr(_native, name)
        if isinstance(node, ast.FunctionDef):
            assert arguments(node) == list(inspect.signature(there).parameters), name
        elif not issubclass(there, Exception):
            check_class(there, node)


def check_class(there, node):
    methods = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
    generated = {"__module__", "__doc__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__str__", "__repr__"}
    assert set(methods) - {"__new__"} == set(vars(there)) - generated - {"__new__"}, there
    for name, item in methods.items():
        if isinstance(vars(there).get(name), property) or any(getattr(d, "id", "") == "property" for d in item.decorator_list):
            assert inspect.isdatadescriptor(vars(there)[name]), name
        elif not name.startswith("__"):
            assert arguments(item) == list(inspect.signature(getattr(there, name)).parameters), f"{there}.{name}"
    if "__new__" in methods:
        assert arguments(methods["__new__"])[1:] == list(inspect.signature(there).parameters), there


def arguments(node):
    a = node.args
    names = [arg.arg for arg in a.posonlyargs + a.args + a.kwonlyargs]
    return names + ([a.kwarg.arg] if a.kwarg else [])


def test_the_package_is_typed_and_documented():
    folder = Path(ht.__file__).parent
    assert (folder / "py.typed").exists()
    for node in ast.walk(STUB):
        if isinstance(node, ast.ClassDef) and node.name in ("Game", "State", "Agent"):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    said = inspect.getdoc(getattr(getattr(_native, node.name), item.name))
                    assert said and said == ast.get_docstring(item), f"{node.name}.{item.name}"
            assert inspect.getdoc(getattr(_native, node.name)) == ast.get_docstring(node)
    for name in ht.__all__:
        assert getattr(ht, name).__doc__, name
