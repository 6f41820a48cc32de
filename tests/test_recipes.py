"""The recipes of ``docs/contributing.md`` are true: what a new rule, event or command touches.

A recipe is a numbered list that names modules; the tests hold the modules of the package to it.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import tracker
from tests.doc_pages import ROOT, name_of
from tests.test_structure import modules, read
from tracker.archive.rows import event_columns
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    HandSizes,
    Now,
    Pass,
    Show,
)
from tracker.game.rules import VALUES
from tracker.notation.statements import usage
from tracker.notation.text import loads

MOST: Final = {"Add a rule": 5, "Add an event": 6, "Add a command": 2, "Add an answer": 3}
"""How many modules of the package a recipe may name besides ``tracker/__init__.py``."""
_MODULE: Final = re.compile(r"`(tracker/[\w/]+\.py)`")
_PLAYS_BY_THE_RULES: Final = ("tracker/play/", "tracker/notation/foreign/")
"""Packages that play games or read those of others: they use rules as any program would."""
_NOT_YET: Final = {
    "tracker/render/page/game_data.py",
}
"""Modules with a match over events that could be answered from their fields."""


def recipe(heading: str) -> str:
    """The numbered list under a heading of the page."""
    text = read(ROOT / "docs" / "contributing.md")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return "\n".join(re.findall(r"(?m)^\d\. .*(?:\n   .*)*", section))


@pytest.mark.parametrize("heading", MOST)
def test_a_recipe_is_short_and_names_what_there_is(heading: str) -> None:
    named = set(_MODULE.findall(recipe(heading))) - {"tracker/__init__.py"}
    assert named
    assert all((ROOT / name).is_file() for name in named)
    if heading != "Add a rule":  # of whose modules a rule takes some
        assert len(named) <= MOST[heading]


# -- a rule ---------------------------------------------------------------------------------------


def know_rule(key: str) -> list[str]:
    """The modules that mention a rule: read its value, or have its name."""
    mentioned = ["tracker/game/rules.py", "tracker/render/rule_words.py"]
    for path in modules("tracker"):
        nodes = ast.walk(ast.parse(read(path)))
        if name_of(path) not in mentioned and any(_mentions(node, key) for node in nodes):
            mentioned.append(name_of(path))
    return [name for name in mentioned if not name.startswith(_PLAYS_BY_THE_RULES)]


def _mentions(node: ast.AST, key: str) -> bool:
    if isinstance(node, ast.Attribute) and node.attr == key.replace("-", "_"):
        return ast.unparse(node.value).split(".")[-1] == "rules"
    return "-" in key and isinstance(node, ast.Constant) and node.value == key


@pytest.mark.parametrize("key", VALUES)
def test_a_rule_is_known_to_few_modules(key: str) -> None:
    assert len(know_rule(key)) <= MOST["Add a rule"], know_rule(key)


@pytest.mark.parametrize(
    "key", [*("own-card-asks", "must-claim", "reveal", "challenge"), *("claims", "first-turn")]
)
def test_the_recipe_names_the_modules_that_know_a_rule(key: str) -> None:
    others = {"tracker/entry/completion.py"}  # offers a challenge only where there are some
    assert set(know_rule(key)) - others <= set(_MODULE.findall(recipe("Add a rule")))


# -- an event -------------------------------------------------------------------------------------

EXAMPLES: Final[tuple[Event, ...]] = (
    Ask("Ann", "Bob", "2H", "no"),
    Claim("Ann", "reds", (("2H", "Ann"), ("3H", "Carl")), "correct"),
    *(Pass("Ann", "Carl"), HandSize("Ann", 2), Show("Ann", ("2H",)), Decline("Ann")),
    *(Challenge("Ann", "reds"), Award("reds", "Ann"), Give("Ann", "Bob", "2H")),
    *(HandSizes((("Ann", 2), ("Carl", 1))), Now("Ann", ("2H",))),
)
TABLE: Final = "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
SEATS: Final = "seats: Ann Bob Carl Dora\n"


def exhaustive_matches() -> set[str]:
    """The modules in which a ``match`` over events must name each kind: it ends in assert_never."""
    return {
        name_of(path)
        for path in modules("tracker")
        if re.search(r"case _:\n\s+assert_never\(event\)", read(path))
    }


def test_the_recipe_names_the_modules_that_must_know_every_event() -> None:
    """Where only the cards of an event are wanted, ``events.cards_in`` has them for every kind."""
    named = set(_MODULE.findall(recipe("Add an event")))
    assert exhaustive_matches() - _NOT_YET < named


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.kind)
def test_what_follows_from_the_class_of_an_event(event: Event) -> None:
    """Statement, usage, columns and export need nothing but the class and its fields."""
    statement = re.sub(r"\{\w+\}", "", type(event).statement).split()
    record = loads(f"{TABLE}{SEATS}").with_events((event,))
    assert all(word.strip(":") in usage(type(event)) for word in statement)
    assert loads(str(record)).events == (event,)
    assert set(event_columns(event, record.deck)) == {"target", "card", "book", "result"}
    assert type(event).__name__ in tracker.__all__


@pytest.mark.long
def test_a_new_event_is_a_type_error_in_the_modules_of_the_recipe(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    shutil.copytree(ROOT / "tracker", tmp_path / "tracker")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    events = tmp_path / "tracker" / "game" / "events.py"
    new = '@dataclass(frozen=True)\nclass Nudge(BaseEvent):\n    statement = "{seat} nudges"\n'
    union = "PlainEvent: TypeAlias = (\n"
    nudged = f"{new}    seat: Seat\n\n\n{union}    Nudge | "
    events.write_text(read(events).replace(union, nudged))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "-p", "tracker"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    wrong = set(re.findall(r"(?m)^(tracker/[\w/]+\.py):\d+: error", checked.stdout))
    assert wrong == exhaustive_matches(), checked.stdout
