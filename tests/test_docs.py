"""The documentation is true: its examples run, its links lead somewhere, nothing is missing.

What a block of a page means is in ``tests.doc_pages``.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import tracker
from tests import ROOT
from tests.doc_pages import PAGES, Session, blocks, execute, name_of, page_folder, run_page
from tests.gap_referee import EVENING
from tests.reference_docs import (
    CALLS,
    COMMANDS_PAGE,
    EXPLAINED_KEYS,
    JSON_OF,
    LIBRARY_PAGE,
    json_keys,
    made,
)
from tracker.cli.main import COMMANDS, load_command
from tracker.game import legality
from tracker.game.rules import PRESETS, VALUES

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_PATH = re.compile(r"(?<![\w/.])(?:tracker|tests|docs|samples)/[\w./-]*[\w/]")
_CODE = re.compile(r"`([^`]+)`")

_FIRST = "samples/examples/1-the-five-of-hearts.lit"
_ASKED = (
    *(f"{name} samples/pagat-six.lit --at 40" for name in ("claims", "deals", "asks", "turns")),
    *("show samples/pagat-six.lit --at 40 --odds", "knows samples/pagat-six.lit"),
    *("audit samples/pagat-six.lit", "gaps gaps.lit", "audit gaps.lit", "knows gaps.lit"),
    *(f"why {_FIRST} 5H Doug --as Ann --at 1 --since", f"timeline {_FIRST}", f"review {_FIRST}"),
    *(
        f"audit {_FIRST} --event 3",
        "check samples/broken/contradiction.lit",
        "signals samples/pagat-six.lit",
    ),
    *("knows samples/pagat-six.lit --as Tom --at 40", f"asks {_FIRST} --event 1"),
    *("rules pagat", "rules --diff pagat india-52", f"stats {_FIRST} --level review"),
)
"""Commands that together write nearly all the keys there are."""
_NAMES = {"public", "yes", "no", *VALUES}
_GAPS = EVENING.replace("5S: ?", "5S: yes")

every_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


@every_page
def test_every_example_is_true(page: Path, tmp_path: Path) -> None:
    run_page(page, tmp_path)


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


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    reached = {(index.parent / target.partition("#")[0]).resolve() for target in _links(index)}
    unlinked = [name_of(page) for page in PAGES[1:] if page != index and page not in reached]
    assert not unlinked, f"docs/index.md does not link to {', '.join(unlinked)}"


@pytest.mark.parametrize("page", [COMMANDS_PAGE, LIBRARY_PAGE], ids=name_of)
def test_a_made_page_says_what_the_program_says(page: Path) -> None:
    assert page.read_text(encoding="utf-8") == made(page), "run python -m tests.reference_docs"


def test_every_command_and_every_public_name_has_its_place_on_a_made_page() -> None:
    assert {f"tracker {name}" for name in COMMANDS} <= _sections("reference/commands.md").keys()
    assert sorted(" ".join(CALLS.values()).split()) == tracker.__all__


def test_every_option_and_key_has_words_of_its_own() -> None:
    options = [
        f"{name} {option.opts[-1]}"
        for name in COMMANDS
        for option in load_command(name).params
        if isinstance(option, click.Option) and not option.help
    ]
    keys = [
        key
        for name in JSON_OF
        for key, said in json_keys(name).items()
        if not said and "." not in key
    ]
    assert not [*options, *keys]


@pytest.mark.parametrize("line", _ASKED)
def test_every_json_key_is_documented(line: str, tmp_path: Path) -> None:
    """Of keys that are words of the format; cards, seats and views are not."""
    with page_folder(tmp_path):
        Path("gaps.lit").write_text(_GAPS, encoding="utf-8")
        printed = "\n".join(execute(f"tracker {line} --json")[0])
    name = line.split()[0]
    words = " ".join(map(" ".join, json_keys(name).items()))
    if "`tracker why`" in words:
        words += " ".join(map(" ".join, json_keys("why").items()))
    said = set(re.findall(r"[a-z_]+", words))
    document = json.loads(printed[printed.index("{") :])
    missing = {key for key in _fixed_keys(document) if key not in said | EXPLAINED_KEYS | _NAMES}
    assert not missing, f"tracker {name}: no word of the keys {', '.join(sorted(missing))}"


def test_every_rule_and_value_is_documented() -> None:
    sections = _sections("reference/rules.md")
    for key, values in VALUES.items():
        section = sections.get(key)
        assert section is not None, f"rules.md has no section '{key}'"
        missing = [value for value in values if value not in _CODE.findall(section)]
        assert not missing, f"rules.md, {key}: no word of {', '.join(missing)}"


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
            if re.fullmatch("[a-z_]+", key):
                yield key
            yield from _fixed_keys(value)
    elif isinstance(document, list):
        for item in document:
            yield from _fixed_keys(item)
