"""No circle of imports within a package; ``lint-imports`` holds the layers between them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests import ROOT
from tests.doc_pages import name_of


def imports(text: str) -> Iterator[str]:
    """What a module imports, as dotted names of modules or of what is in them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize(
    "package", sorted({path.parent for path in (ROOT / "tracker").rglob("*.py")}), ids=name_of
)
def test_no_circle_of_imports_in_a_package(package: Path) -> None:
    """Modules do not import each other or themselves, wherever in them."""
    texts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in package.glob("*.py")
        if path.name != "__init__.py"
    }
    graph = {name: texts.keys() & {*imports(text)} for name, text in texts.items()}
    order = list(TopologicalSorter(graph).static_order())  # it raises where there is a circle
    assert set(order) == set(texts)
