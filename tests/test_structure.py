"""The tree keeps its structure: names, words, sizes and imports, as far as a program can tell.

Each rule is a function that gives what breaks it, so that it is also tried on a few lines that do.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from tests.conftest import POSIX_ONLY
from tests.doc_pages import ROOT, name_of


def modules(top: str) -> list[Path]:
    """The modules of a package, in order."""
    return sorted((ROOT / top).rglob("*.py"))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


_FILE: Final = re.compile(
    r"(?<![\w/.:-])[\w./-]*\w\.(?:md|rst|txt|py|json|js|html|css|toml|cfg|ini|ya?ml|csv)\b"
)
"""A file in a sentence. Records (``game.lit``) are not looked for: those are the reader's own."""


def docstrings(text: str) -> Iterator[str]:
    """The texts that stand for themselves: of modules, classes, functions, fields, constants."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def modules_named(text: str) -> Iterator[str]:
    """The modules of tracker that the docstrings of a module name, with all their packages."""
    for words in docstrings(text):
        yield from re.findall(r"``(tracker(?:\.\w+)+)``", words)


def modules_listed(text: str) -> Iterator[str]:
    """The modules that the docstring of a package lists by their own names."""
    words = ast.get_docstring(ast.parse(text)) or ""
    for bullet in re.findall(r"^\* ((?:``\w+``(?:, )?)+):", words, re.MULTILINE):
        yield from re.findall(r"\w+", bullet)


def imports(text: str) -> Iterator[str]:
    """What a module imports, as dotted names of modules or of what is in them."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def circle(texts: Mapping[str, str]) -> list[str]:
    """Modules that import each other or themselves, wherever in them; nothing if none do.

    Args:
        texts: the texts of modules by their dotted names.
    """
    graph = {name: texts.keys() & {*imports(text)} for name, text in texts.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def without_a_check(texts: Iterable[str]) -> Iterator[str]:
    """The tests that can only fail by an exception: neither they nor what they call asserts."""
    functions: dict[str, list[ast.FunctionDef]] = defaultdict(list)
    for text in texts:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                functions[node.name].append(node)
    checking = {name for name, nodes in functions.items() if any(map(_asserts, nodes))}
    while more := {
        name
        for name, nodes in functions.items()
        if name not in checking and any(_calls(node) & checking for node in nodes)
    }:
        checking |= more
    yield from sorted(
        name for name in functions if name.startswith("test_") and name not in checking
    )


def _asserts(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(function)) or bool(
        _calls(function) & {"raises", "warns", "fail"}
    )


def _calls(function: ast.FunctionDef) -> set[str]:
    """The names of the functions and methods that a function calls or hands on."""
    nodes = list(ast.walk(function))
    names = {node.id for node in nodes if isinstance(node, ast.Name)}
    return names | {node.attr for node in nodes if isinstance(node, ast.Attribute)}


def files_lost(text: str, folder: Path) -> Iterator[str]:
    """The files that comments and docstrings speak of and that are not in the tree.

    Args:
        text: the text of a module.
        folder: where the module stands: files are named from there, or from the root of the tree.
    """
    for words in (*_comments(text), *docstrings(text)):
        for name in _FILE.findall(words):
            if not (_is_in_tree(ROOT / name) or _is_in_tree(folder / name)):
                yield name


def _is_in_tree(path: Path) -> bool:
    return path.is_file() and path.resolve().is_relative_to(ROOT)


def _comments(text: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def modules_in_strings(text: str) -> Iterator[str]:
    """The modules of tracker that a string names, so that they may be imported by it later."""
    tree = ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield from re.findall(r"^(tracker(?:\.\w+)+)(?::\w+)?$", node.value)


def layers() -> list[str]:
    """The layers of the linter's contract, the highest first, each as a pattern."""
    settings = tomllib.loads(read(ROOT / "pyproject.toml"))["tool"]["importlinter"]
    (contract,) = (each for each in settings["contracts"] if each["type"] == "layers")
    return [*contract["layers"]]


def arrows_upwards(module: str, text: str) -> list[str]:
    """The modules above its own layer, or beside it, that strings in a module name."""
    place = {
        name: number
        for number, layer in enumerate(layers())
        for name in layer.replace(
            "tracker.knowledge", "tracker.knowledge | tracker.notation"
        ).split(" | ")
    }

    def layer_of(name: str) -> int:
        return next((n for top, n in place.items() if f"{name}.".startswith(f"{top}.")), len(place))

    return [to for to in modules_in_strings(text) if layer_of(to) < layer_of(module)]


# -- the tree -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "package",
    sorted({path.parent for path in modules("tracker")}),
    ids=name_of,
)
def test_no_circle_of_imports_in_a_package(package: Path) -> None:
    texts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): read(path)
        for path in package.glob("*.py")
        if path.name != "__init__.py"
    }
    assert not circle(texts)


def test_no_string_is_an_arrow_upwards() -> None:
    """What is imported later by its name is imported, too."""
    found = {
        name_of(path): arrows_upwards(
            name_of(path).removesuffix(".py").replace("/", "."), read(path)
        )
        for path in modules("tracker")
        if path != ROOT / "tracker" / "__init__.py"
    }
    assert not {name: arrows for name, arrows in found.items() if arrows}


def test_the_tests_left_out_on_windows_exist() -> None:
    assert all((ROOT / "tests" / name).is_file() for name in POSIX_ONLY)


def test_every_test_checks_something() -> None:
    assert not list(without_a_check(map(read, modules("tests"))))


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for path in modules("tracker"):
        for name in re.findall(r"(?m)^class ([A-Z]\w*)", read(path)):
            places[name].append(name_of(path))
    found = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert not found


def test_no_comment_speaks_of_a_file_outside_the_tree() -> None:
    found = [
        f"{name_of(path)}: {name}"
        for path in modules("tracker")
        for name in files_lost(read(path), path.parent)
    ]
    assert not found, "not in the tree: " + ", ".join(found)


# -- the rules ------------------------------------------------------------------------------------


def test_a_circle_is_found_wherever_the_imports_stand() -> None:
    inside = "def late():\n    from tracker.b import thing\n"
    assert circle({"tracker.a": inside, "tracker.b": "from tracker import a\n"})
    assert not circle({"tracker.a": inside, "tracker.b": "from tracker import c\n"})
    assert circle({"tracker.a": "from tracker import a\n"})


def test_an_arrow_in_a_string_is_found() -> None:
    text = '"""Of ``tracker.render.grid``."""\nHOME = "tracker.render.grid:BOARD"\n'
    assert arrows_upwards("tracker.analysis.odds", text) == ["tracker.render.grid"]
    assert not arrows_upwards("tracker.cli.runner", text)


def test_a_test_that_checks_nothing_is_found() -> None:
    text = """\
        def check(x): assert x
        def passed_on(x): check(x)
        def test_well(): passed_on(1)
        def test_raising():
            with pytest.raises(ValueError): int("x")
        def test_nothing(): print(1)
    """
    assert list(without_a_check([dedent(text)])) == ["test_nothing"]


def test_what_docstrings_point_to_is_there() -> None:
    for path in modules("tracker"):
        for name in modules_named(read(path)):
            home, _, last = name.rpartition(".")
            assert find_spec(home), f"{path.name}: {name}"
            assert hasattr(import_module(home), last) or find_spec(name), f"{path.name}: {name}"


def test_packages_list_modules_that_are_there() -> None:
    listed = 0
    for path in modules("tracker"):
        if path.name != "__init__.py":
            continue
        for name in modules_listed(read(path)):
            listed += 1
            home = path.parent / name
            assert home.is_dir() or home.with_suffix(".py").is_file(), f"{path.parent.name}: {name}"
    assert listed > 10


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
