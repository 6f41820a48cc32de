"""The tree keeps its structure: names, words, sizes and imports, as far as a program can tell.

Each rule is a function that gives what breaks it, so that it is also tried on a few lines that do.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from tests.conftest import POSIX_ONLY
from tests.doc_pages import PAGES, ROOT, name_of

PRIVATE_WORDS: Final = re.compile(
    r"(?i)(?<![a-z])(purses?|efforts?|heirs?|prospects?|provers?|doubts?)(?![a-z])"
)
"""Words that only this program's authors would understand; the glossary has the field's."""
MANY_NAMES: Final = {"found": 4, "one": 2, "said": 2, "told": 20}
"""Names that tell nothing of a value, and in how many functions each may still stand."""
SHORT_LINES: Final = 70
MOST_SHORT: Final = 20
"""How many modules may be shorter than that."""
MOST_MODULES: Final = 230
MOST_FORMS: Final = 2
"""How often the command line may ask whether to print JSON: where answers are delivered."""
MOST_ASK_RULES: Final = 5
"""How many modules may know ``own_card_asks``, the rule on which most depends."""


def modules(top: str) -> list[Path]:
    """The modules of a package, in order."""
    return sorted((ROOT / top).rglob("*.py"))


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


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


def names_bound(text: str) -> Iterator[str]:
    """The names that a module gives to values, once for each function, class or argument list."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            yield node.name
            yield from _values(node)
        elif isinstance(node, ast.arg):
            yield node.arg


def _values(scope: ast.AST) -> set[str]:
    """The names of the values of a function or class."""
    names = (node for node in ast.walk(scope) if isinstance(node, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}


def private_words(text: str) -> Iterator[str]:
    """The private words in the names and docstrings of a module."""
    for words in (*docstrings(text), *names_bound(text)):
        yield from PRIVATE_WORDS.findall(words)


def begins_like_another(text: str) -> Iterator[str]:
    """The docstrings that say only in what they differ from a neighbour's."""
    return (words for words in docstrings(text) if words.lstrip().startswith("The same"))


def repeated(paths: Iterable[Path]) -> list[str]:
    """The basenames that several files have."""
    special = ("__init__.py", "__main__.py", "conftest.py")
    counts = Counter(path.name for path in paths if path.name not in special)
    return [name for name, count in counts.items() if count > 1]


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


# -- the tree -------------------------------------------------------------------------------------


def test_no_docstring_begins_with_the_same() -> None:
    assert not _broken(begins_like_another)


def test_no_private_words() -> None:
    assert not _broken(private_words)
    pages = {name_of(page): PRIVATE_WORDS.findall(read(page)) for page in PAGES}
    assert not {name: words for name, words in pages.items() if words}


def test_names_that_tell_nothing_are_rare() -> None:
    bound = Counter(name for path in modules("tracker") for name in names_bound(read(path)))
    assert not {name: bound[name] for name, most in MANY_NAMES.items() if bound[name] > most}


@pytest.mark.parametrize("top", ["tracker", "tests"])
def test_a_basename_stands_for_one_file(top: str) -> None:
    assert not repeated(modules(top))


def test_the_tree_does_not_grow_by_small_modules() -> None:
    paths = modules("tracker")
    short = [path for path in paths if len(read(path).splitlines()) < SHORT_LINES]
    assert len([path for path in short if path.name != "__init__.py"]) <= MOST_SHORT
    assert len(paths) <= MOST_MODULES


def test_what_is_printed_is_decided_in_one_place() -> None:
    asked = [read(path).count("if as_json") for path in (ROOT / "tracker" / "cli").glob("*.py")]
    assert sum(asked) <= MOST_FORMS


def test_few_modules_know_who_may_ask_for_their_own_card() -> None:
    know = [name_of(path) for path in modules("tracker") if "own_card_asks" in read(path)]
    assert len(know) <= MOST_ASK_RULES, know


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


def test_the_tests_left_out_on_windows_exist() -> None:
    assert all((ROOT / "tests" / name).is_file() for name in POSIX_ONLY)


def test_every_test_checks_something() -> None:
    assert not list(without_a_check(map(read, modules("tests"))))


def _broken(rule: object) -> list[str]:
    assert callable(rule)
    return [
        f"{name_of(path)}: {words}" for path in modules("tracker") for words in rule(read(path))
    ]


# -- the rules ------------------------------------------------------------------------------------


def test_words_are_found_in_names_and_docstrings() -> None:
    text = '''\
        """What the purse pays for."""
        class Efforts: ...
        def give(prospects): doubt = 1
        no_doubt_left = "effort"
    '''
    assert sorted(private_words(dedent(text))) == ["Efforts", "doubt", "prospects", "purse"]
    assert list(begins_like_another('"""The same for others."""')) == ["The same for others."]
    assert not list(begins_like_another('"""Sums of the same columns."""'))


def test_a_repeated_basename_is_found() -> None:
    paths = [Path(path) for path in ("a/one.py", "b/one.py", "a/__init__.py", "b/__init__.py")]
    assert repeated(paths) == ["one.py"]


def test_a_circle_is_found_wherever_the_imports_stand() -> None:
    inside = "def late():\n    from tracker.b import thing\n"
    assert circle({"tracker.a": inside, "tracker.b": "from tracker import a\n"})
    assert not circle({"tracker.a": inside, "tracker.b": "from tracker import c\n"})
    assert circle({"tracker.a": "from tracker import a\n"})


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
