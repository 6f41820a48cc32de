"""The source keeps the rules of style that no linter knows.

What a rule finds is worked out from the text of a module, so that each is also tried on a few lines
that break it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Final

from tests.doc_pages import ROOT, name_of

LONG: Final = 8
"""Lines from which on a function has a docstring."""
_FILE: Final = re.compile(
    r"(?<![\w/.:-])[\w./-]*\w\.(?:md|rst|txt|py|json|js|html|css|toml|cfg|ini|ya?ml|csv)\b"
)
"""A file in a sentence. Records (``game.lit``) are not looked for: those are the reader's own."""


def modules() -> Iterator[Path]:
    """The modules of the package: all keep the rules."""
    yield from sorted((ROOT / "tracker").rglob("*.py"))


def undocumented(text: str) -> Iterator[str]:
    """The long functions without a docstring, closures included; magic methods need none."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            magic = node.name.startswith("__") and node.name.endswith("__")
            if length >= LONG and not magic and not ast.get_docstring(node):
                yield f"{node.name} (line {node.lineno})"


def public_classes(text: str) -> Iterator[str]:
    """The names of the classes that others may use."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def files_lost(text: str, folder: Path) -> Iterator[str]:
    """The files that comments and docstrings speak of and that are not in the tree.

    Args:
        text: the text of a module.
        folder: where the module stands: files are named from there, or from the root of the tree.
    """
    for words in (*_comments(text), *_docstrings(text)):
        for name in _FILE.findall(words):
            if not (_is_in_tree(ROOT / name) or _is_in_tree(folder / name)):
                yield name


def _is_in_tree(path: Path) -> bool:
    return path.is_file() and path.resolve().is_relative_to(ROOT)


def _comments(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def _docstrings(text: str) -> Iterator[str]:
    """The texts that stand for themselves: of modules, classes, functions, fields, constants."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


# -- the tree -------------------------------------------------------------------------------------


def test_every_long_function_has_a_docstring() -> None:
    found = [f"{name_of(path)}: {one}" for path in modules() for one in undocumented(_read(path))]
    assert not found, "no docstring: " + ", ".join(found)


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for path in modules():
        for name in public_classes(_read(path)):
            places[name].append(name_of(path))
    found = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert not found


def test_no_comment_speaks_of_a_file_outside_the_tree() -> None:
    found = [
        f"{name_of(path)}: {name}"
        for path in modules()
        for name in files_lost(_read(path), path.parent)
    ]
    assert not found, "not in the tree: " + ", ".join(found)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# -- the rules ------------------------------------------------------------------------------------

_BODY: Final = "\n".join(f"    step({number})" for number in range(LONG - 1))


def test_a_long_function_is_found_wherever_it_stands() -> None:
    long = f"def _long():\n{_BODY}\n"
    inside = "class Game:\n    def play(self):\n" + "".join(
        f"        {line}\n" for line in ["@click.command()", *long.splitlines()]
    )
    assert list(undocumented(long)) == ["_long (line 1)"]
    assert list(undocumented(inside)) == ["play (line 2)", "_long (line 4)"]


def test_short_documented_and_magic_functions_pass() -> None:
    short = f"def _short():\n{_BODY.removesuffix(f'    step({LONG - 2})')}"
    documented = f'def _long():\n    """What it does."""\n{_BODY}\n'
    magic = f"def __init__(self):\n{_BODY}\n"
    assert not [*undocumented(short), *undocumented(documented), *undocumented(magic)]


def test_only_public_classes_of_a_module_count() -> None:
    text = "class Table:\n    class Row: ...\nclass _Cell: ...\n"
    assert list(public_classes(text)) == ["Table"]


def test_a_file_outside_the_tree_is_found_wherever_it_is_named() -> None:
    text = dedent('''\
        """As in rules.md of the game, and ../shared/design.md."""
        LIMIT = 3  # see plans/limits.txt
        """As /etc/limits.toml has it."""
        name = "data.json"
    ''')
    lost = ["plans/limits.txt", "rules.md", "../shared/design.md", "/etc/limits.toml"]
    assert list(files_lost(text, ROOT / "tracker")) == lost


def test_files_of_the_tree_records_and_addresses_pass() -> None:
    text = dedent('''\
        """As docs/reference/rules.md says; record.schema.json describes ``game.lit``."""
        # https://example.org/rules.html
    ''')
    assert not list(files_lost(text, ROOT / "tracker" / "notation"))
