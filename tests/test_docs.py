"""The documentation is true: its examples run, its links lead somewhere, nothing is missing.

What a block of a page means is in ``tests.doc_pages``.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import tracker
from tests.cli.running import GAME, run_json, written
from tests.doc_pages import (
    PAGES,
    ROOT,
    Session,
    blocks,
    execute,
    matches,
    name_of,
    page_folder,
)
from tracker.cli.main import COMMANDS, load_command
from tracker.game import legality
from tracker.game.rules import PRESETS, VALUES

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_PATH = re.compile(r"(?<![\w/.])(?:tracker|tests|docs|samples)/[\w./-]*[\w/]")
_CODE = re.compile(r"`([^`]+)`")

_TERMS = {
    *("budget", "cache", "certificate", "clause", "counterexample", "Hall set"),
    *("literal", "minimal unsatisfiable subset", "posterior", "propagation", "repair", "share"),
    *("view", "witness"),
}
"""Terms that the code takes from its field, and the glossary explains."""

every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@every_page
def test_every_example_is_true(page: Path, tmp_path: Path) -> None:
    session = Session()
    with page_folder(tmp_path):
        for block in blocks(page):
            session.run(block)


def test_every_command_of_the_readme_runs(tmp_path: Path) -> None:
    readme, *_ = PAGES
    session, ran = Session(), []
    with page_folder(tmp_path):
        for block in blocks(readme):
            if block.kind == "lit":
                session.run(block)
            lines = block.lines if block.kind == "sh" else ()
            commands = [line.partition("#")[0].strip() for line in lines]
            ran += [line for line in commands if line.startswith("tracker ")]
        ran.remove("tracker train")  # which asks, and waits for answers
        assert {command: execute(command)[1] for command in ran} == dict.fromkeys(ran, 0)
    assert len(ran) > 5


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = [target for target in _links(page) if not _exists(page, target)]
    assert not broken, f"{name_of(page)} links to {', '.join(broken)}"


@every_page
def test_every_path_exists(page: Path) -> None:
    mentioned = set(_PATH.findall(page.read_text(encoding="utf-8")))
    missing = sorted(path for path in mentioned if not (ROOT / path).exists())
    assert not missing, f"{name_of(page)} mentions {', '.join(missing)}"


def test_the_page_on_counting_names_modules_that_exist() -> None:
    named = re.findall(r"`([\w/]+\.py)`", _text("explanation/counting.md"))
    places = [ROOT / "tracker" / "counting" / name for name in named if "tests/" not in name]
    assert len(places) > 10
    assert not [place for place in places if not place.is_file()]


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    reached = {(index.parent / target.partition("#")[0]).resolve() for target in _links(index)}
    unlinked = [name_of(page) for page in PAGES[1:] if page != index and page not in reached]
    assert not unlinked, f"docs/index.md does not link to {', '.join(unlinked)}"


def test_every_command_and_option_is_documented() -> None:
    sections = _sections("reference/commands.md")
    for name in COMMANDS:
        section = sections.get(f"tracker {name}")
        assert section is not None, f"commands.md has no section 'tracker {name}'"
        command: click.Command = load_command(name)
        options = [opt for p in command.params if isinstance(p, click.Option) for opt in p.opts]
        said = {word for code in _CODE.findall(section) for word in re.findall(r"[\w-]+", code)}
        missing = [option for option in options if option not in said]
        assert not missing, f"commands.md, tracker {name}: no word of {', '.join(missing)}"


@pytest.mark.parametrize("name", ["show", "claims", "deals", "check"])
def test_every_json_key_is_documented(name: str, tmp_path: Path) -> None:
    document = run_json(name, written(tmp_path, GAME))
    said = set(_CODE.findall(_sections("reference/commands.md")[f"tracker {name}"]))
    missing = [key for key in _fixed_keys(document) if key not in said]
    assert not missing, f"commands.md, tracker {name}: no word of the keys {', '.join(missing)}"


def test_every_rule_and_value_is_documented() -> None:
    sections = _sections("reference/rules.md")
    for key, values in VALUES.items():
        section = sections.get(key)
        assert section is not None, f"rules.md has no section '{key}'"
        missing = [value for value in values if value not in _CODE.findall(section)]
        assert not missing, f"rules.md, {key}: no word of {', '.join(missing)}"


def test_every_rule_names_the_tests_that_play_it() -> None:
    """They exist: pytest collects each by its name."""
    section = _sections("reference/rules.md")["The test of each rule"]
    rows = [_CODE.findall(line) for line in section.split("\n") if line.startswith("| `")]
    assert {key for key, *tests in rows if tests} == set(VALUES)
    names = [test for _, *tests in rows for test in tests]
    collected = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "", *names],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert collected.returncode == 0, collected.stdout + collected.stderr


def test_the_glossary_has_the_terms_of_the_field_with_references() -> None:
    field = _sections("reference/glossary.md")["The field"]
    rows = re.findall(r"(?m)^\| \*\*([\w -]+)\*\*.* \| (.+) \|$", field)
    terms = {term for term, reference in rows if reference.strip()}
    assert len(terms) == len(rows)
    assert terms >= _TERMS


def test_every_preset_is_documented_as_it_is() -> None:
    presets = _sections("reference/rules.md")["Presets"]
    rows = {codes[0]: codes[1:] for line in presets.split("\n") if (codes := _CODE.findall(line))}
    for name, rules in PRESETS.items():
        wanted = [f"{key}={value}" for key, value in rules.overrides(PRESETS["pagat"]).items()]
        assert rows.get(name) == wanted, f"rules.md, preset {name}: expected {' '.join(wanted)}"


def test_every_problem_code_is_documented() -> None:
    codes = set(re.findall(r'Violation\(\s*"([a-z-]+)"', inspect.getsource(legality)))
    said = set(_CODE.findall(_text("reference/problems.md")))
    missing = sorted({*codes, "contradiction", "notation"} - said)
    assert codes
    assert not missing, f"problems.md has no word of {', '.join(missing)}"


def test_every_public_name_is_documented() -> None:
    said = set(re.findall(r"\w+", " ".join(_CODE.findall(_text("reference/library.md")))))
    missing = [name for name in tracker.__all__ if name not in said]
    assert not missing, f"library.md has no word of {', '.join(missing)}"


@pytest.mark.parametrize(
    ("expected", "printed", "well"),
    [
        ("a b", "a b", True),
        ("a", "a b", False),
        ("a …", "a b c", True),
        ("… c", "a b c", True),
        ("… b", "a b c", False),
        ("… b …", "a b c", True),
        ("a … a", "a", False),
        ("a … c … e", "a b c d e", True),
        ("a … d … c", "a b c d e", False),
        ("… c", "c a c", True),
    ],
)
def test_an_ellipsis_stands_for_any_lines(expected: str, printed: str, well: bool) -> None:
    assert matches(expected.split(), printed.split()) == well


# -- reading pages --------------------------------------------------------------------------------


def _text(name: str) -> str:
    return _prose(ROOT / "docs" / name)


def _prose(page: Path) -> str:
    """A page without its blocks."""
    return re.sub(r"(?ms)^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"))


def _sections(name: str) -> dict[str, str]:
    """The sections of a page by their headings of the second level, as plain text."""
    parts = re.split(r"(?m)^## (.*)$", _text(name))
    return {
        head.replace("`", ""): text for head, text in zip(parts[1::2], parts[2::2], strict=True)
    }


def _links(page: Path) -> Iterator[str]:
    return (link for link in _LINK.findall(_prose(page)) if "://" not in link)


def _exists(page: Path, target: str) -> bool:
    path, mark, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        return False
    return not mark or anchor in _anchors(file)


def _anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    heads = re.findall(r"(?m)^#+ (.*)$", _prose(page))
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def _fixed_keys(document: object) -> Iterator[str]:
    """The keys of a document that are words of the format, not cards, books or seats."""
    if isinstance(document, dict):
        for key, value in document.items():
            if re.fullmatch("[a-z]+", key):
                yield key
            yield from _fixed_keys(value)
    elif isinstance(document, list):
        for item in document:
            yield from _fixed_keys(item)
