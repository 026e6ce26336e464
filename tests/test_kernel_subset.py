"""Kernels keep to the part of Python that means the same compiled and interpreted.

Compiled ``x**3`` differs from the interpreted one in the last bit; exceptions, strings and
allocations cost a shot its speed and bar the kernels from other devices.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "poolenv"

FORBIDDEN_NODES: dict[type[ast.AST], str] = {
    ast.Pow: "power operator",
    ast.Raise: "exception",
    ast.Assert: "exception",
    ast.Try: "exception",
    ast.With: "context",
    ast.Lambda: "closure",
    ast.FunctionDef: "closure",
    ast.List: "allocation",
    ast.Dict: "allocation",
    ast.Set: "allocation",
    ast.ListComp: "allocation",
    ast.SetComp: "allocation",
    ast.DictComp: "allocation",
    ast.GeneratorExp: "generator",
    ast.Yield: "generator",
    ast.JoinedStr: "string",
}
ALLOCATING = frozenset(
    "zeros empty ones full array asarray arange linspace zeros_like empty_like ones_like full_like "
    "concatenate stack vstack hstack copy astype dot cross sort argsort where nonzero".split()
)


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether the function is decorated with ``@kernel``."""
    return any(isinstance(d, ast.Name) and d.id == "kernel" for d in function.decorator_list)


def breaches(source: str) -> Iterator[str]:
    """What the kernels of a module do that kernels do not do, with the line."""
    for function in ast.walk(ast.parse(source)):
        if not (isinstance(function, ast.FunctionDef) and is_kernel(function)):
            continue
        body = function.body[1:] if ast.get_docstring(function) else function.body
        for node in (n for statement in body for n in ast.walk(statement)):
            what = FORBIDDEN_NODES.get(type(node))
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                what = "string"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                what = "allocation" if node.func.attr in ALLOCATING else what
            if what:
                line = getattr(node, "lineno", function.lineno)
                yield f"{function.name}:{line} {what}"


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_kernels_keep_to_the_subset(path: Path) -> None:
    assert list(breaches(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("return x**3", "power operator"),
        ("x **= 2", "power operator"),
        ("raise ValueError", "exception"),
        ("assert x > 0", "exception"),
        ("y = [x]", "allocation"),
        ("y = np.zeros(3)", "allocation"),
        ("y = x.copy()", "allocation"),
        ("y = sum(z for z in x)", "generator"),
        ("y = 'text'", "string"),
        ("f = lambda: x", "closure"),
        ("def f(): return x", "closure"),
    ],
)
def test_the_checker_finds(statement: str, what: str) -> None:
    in_kernel = f"@kernel\ndef f(x):\n    '''Docstring.'''\n    {statement}"
    assert [breach.split(" ", 1)[1] for breach in breaches(in_kernel)] == [what]
    assert list(breaches(in_kernel.removeprefix("@kernel\n"))) == []


def test_the_package_has_kernels() -> None:
    sources = [ast.parse(path.read_text(encoding="utf-8")) for path in MODULES]
    functions = [n for tree in sources for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    assert sum(map(is_kernel, functions)) > 10


def calls_of_private_kernels(sources: dict[str, str]) -> list[str]:
    """Places outside kernels that call a private kernel: it has no door to Python."""
    trees = {name: ast.parse(source) for name, source in sources.items()}
    private = {
        function.name
        for tree in trees.values()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and is_kernel(function)
        and function.name.startswith("_")
    }
    found = []
    for name, tree in trees.items():
        own = {f.name for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) and is_kernel(f)}
        inside = {
            id(node)
            for f in ast.walk(tree)
            if isinstance(f, ast.FunctionDef) and is_kernel(f)
            for node in ast.walk(f)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                found += [f"{name} imports {a.name}" for a in node.names if a.name in private]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id in private & own and id(node) not in inside:
                    found.append(f"{name}:{node.lineno} calls {node.func.id}")
    return found


def test_private_kernels_are_called_by_kernels_only():
    root = PACKAGE.parent
    places = [
        p for f in ("poolenv", "agents", "experiments", "tests") for p in (root / f).rglob("*.py")
    ]
    assert calls_of_private_kernels({str(p): p.read_text(encoding="utf-8") for p in places}) == []


def test_a_call_of_a_private_kernel_is_found():
    source = "@kernel\ndef _x(a):\n    return a\n\ndef f():\n    return _x(1)\n"
    assert calls_of_private_kernels({"m": source}) == ["m:6 calls _x"]
