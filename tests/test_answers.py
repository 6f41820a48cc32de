"""Every answer speaks: its text, its line, its HTML and its JSON, each as the command has it."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import isabstract
from math import nan
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Final, TypeVar
from xml.etree import ElementTree

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run
from tracker.analysis.auditor import Missed
from tracker.analysis.knows import Stretch
from tracker.answers import LONGEST, Answer, AnswerList, Case, Depends
from tracker.render.json_form import plain
from tracker.render.registry import ANSWERS
from tracker.render.rule_words import RuleDifference, RuleSet
from tracker.teach.finding import FoundPuzzles

Kind = TypeVar("Kind")
PAGAT: Final = str(SAMPLES / "pagat-six.lit")
SKAT: Final = str(SAMPLES / "skat-four.lit")
SHORT: Final = str(SAMPLES / "examples" / "1-the-five-of-hearts.lit")
BROKEN: Final = str(SAMPLES / "broken" / "contradiction.lit")
AT: Final = ("--at", "60")


@cache
def record(path: str = PAGAT) -> tracker.Record:
    return tracker.load(path)


ASKED: Final[dict[str, tuple[Callable[[], Any], tuple[str, ...]]]] = {
    "asks": (lambda: tracker.asks(record(), at=60), ("asks", PAGAT, *AT)),
    "what_if": (lambda: tracker.what_if(record(), 14), ("asks", PAGAT, "--event", "14")),
    "turns": (lambda: tracker.turns(record(), at=60), ("turns", PAGAT, *AT)),
    "board": (lambda: tracker.board(record(), at=60, odds=True), ("show", PAGAT, *AT, "--odds")),
    "deduce": (lambda: tracker.deduce(record(), view=None, at=60), ("show", PAGAT, *AT)),
    "odds": (lambda: tracker.odds(record(), at=60), ("deals", PAGAT, *AT)),
    "listing": (
        lambda: tracker.odds(record(), at=60).listing(2),
        ("deals", PAGAT, *AT, "--list", "2"),
    ),
    "claims": (lambda: tracker.claims(record(), at=60), ("claims", PAGAT, *AT)),
    "why": (
        lambda: tracker.why(record(), "6H", "Priya", at=112),
        ("why", PAGAT, "6H", "Priya", "--at", "112"),
    ),
    "consequences": (
        lambda: tracker.consequences(record(), at=112),
        ("why", PAGAT, "--all", "--at", "112"),
    ),
    "knows": (lambda: tracker.knows(record(), at=60), ("knows", PAGAT, *AT)),
    "knows_of_others": (
        lambda: tracker.knows_of_others(record(), view="Marta", at=100),
        ("knows", PAGAT, "--as", "Marta", "--at", "100"),
    ),
    "knows_chain": (
        lambda: tracker.knows_chain(record(), ["Marta", "Priya"], "low spades", at=60),
        ("knows", PAGAT, "--chain", "Marta,Priya", "--book", "low spades", *AT),
    ),
    "timeline": (
        lambda: tracker.timeline(record(SHORT), views=["Ann"]),
        ("timeline", SHORT, "--as", "Ann"),
    ),
    "signals": (lambda: tracker.signals(record(), at=60), ("signals", PAGAT, *AT)),
    "audit": (lambda: tracker.audit(record(), players=True), ("audit", PAGAT, "--players")),
    "rule": (lambda: tracker.rule(record(), 26), ("audit", PAGAT, "--event", "26")),
    "missed_proofs": (
        lambda: tracker.missed_proofs(tracker.audit(tracker.load(SKAT))),
        ("audit", SKAT, "--missed"),
    ),
    "report": (lambda: tracker.report(record(SHORT)), ("report", SHORT)),
    "review": (lambda: tracker.review(record(SHORT)), ("review", SHORT)),
    "rules": (lambda: RuleSet("pagat", record().rules), ("rules", "pagat")),
    "differ": (
        lambda: RuleDifference(RuleSet("pagat", record().rules), RuleSet("pagat", record().rules)),
        ("rules", "--diff", "pagat", "pagat"),
    ),
}
"""For each answer, how the library gives it and how the command line does."""


@cache
def asked(name: str) -> Any:
    """An answer, made once for all tests."""
    return ASKED[name][0]()


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_is_what_its_command_prints(name: str) -> None:
    answer, arguments = asked(name), ASKED[name][1]
    printed = run(*arguments)
    assert str(answer) == printed.stdout.rstrip("\n")
    assert not printed.stdout.endswith("\n\n")
    assert printed.exit_code == answer.exit_status
    assert answer.to_json() == json.loads(run(*arguments, "--json").stdout)


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_in_one_line_and_in_a_notebook(name: str) -> None:
    answer = asked(name)
    assert repr(answer).startswith(f"<{type(answer).__name__}: ")
    assert len(repr(answer)) <= LONGEST
    assert "\n" not in repr(answer)
    html = answer._repr_html_()
    assert "\x1b" not in html
    ElementTree.fromstring(f"<div>{html}</div>")  # well-formed: what is opened is closed


def test_problems_speak() -> None:
    problems = tracker.check(record(BROKEN))
    assert len(problems) == len(problems.to_json()["problems"]) > 0
    assert problems.to_json() == json.loads(run("check", BROKEN, "--json").stdout)
    assert "contradiction" in str(problems)
    assert problems.exit_status == 3
    assert "no problem" in str(tracker.check(record()))


def test_gaps_speak(tmp_path: Path) -> None:
    forgotten = tracker.dumps(record()).replace("Marta asks Tom", "Marta asks ?", 1)
    path = tmp_path / "gaps.lit"
    path.write_text(forgotten)
    answer = tracker.gaps(tracker.loads(forgotten))
    printed = run("gaps", str(path))
    assert printed.exit_code == answer.exit_status
    assert repr(answer) == f"<Gaps: {printed.stdout.splitlines()[0]}>"
    assert json.loads(run("gaps", str(path), "--json").stdout)["gaps"][0]["open"] == ["target"]
    assert str(tracker.gaps(record())) == "Nothing is open: the record has no gaps."


def test_other_answers_speak() -> None:
    explanation = tracker.why(record(), "6H", "Priya", at=112)
    (puzzle, *_) = tracker.mistakes(tracker.load(SAMPLES / "quartets-four.lit"), "Leni")
    certified = tracker.certificate(explanation)
    assert tracker.verify(certified, record()) == ()
    for answer in (record(), puzzle, tracker.mark(puzzle, "?"), FoundPuzzles(())):
        assert len(repr(answer)) <= LONGEST
        assert str(answer)
        ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")
        json.dumps(answer.to_json())


def kinds_of(base: type[Kind]) -> set[type[Kind]]:
    """A class of the package, and all classes of its kind that there are."""
    for module in walk_packages(tracker.__path__, "tracker."):
        import_module(module.name)
    kinds, more = {base}, {base}
    while more:
        more = {kind for each in more for kind in each.__subclasses__()}
        kinds |= more
    return kinds


def answers() -> set[type[Answer]]:
    """Every kind of answer that there is, but for classes of which there are only kinds."""
    return {kind for kind in kinds_of(Answer) if not isabstract(kind)} - {Answer, AnswerList}


def test_every_kind_of_answer_is_registered_and_none_else() -> None:
    names = {f"{kind.__module__}.{kind.__qualname__}" for kind in answers()}
    assert names == set(ANSWERS)
    for home in ANSWERS.values():
        module, _, name = home.partition(":")
        assert getattr(import_module(module), name)


def test_no_answer_has_a_repr_of_its_own() -> None:
    """A dataclass makes one unless it is told not to."""
    assert [kind for kind in answers() if kind.__repr__ is not Answer.__repr__] == []


def test_hostile_names_stay_data() -> None:
    text = "title: \x1b[31m<b>red</b>\nseats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 5H: no\n"
    try:
        hostile = tracker.loads(text)
    except tracker.NotationError:
        hostile = tracker.loads(text.replace("\x1b", ""))
    assert "\x1b" not in repr(hostile)
    assert "\x1b" not in str(hostile)
    assert "<b>" not in hostile._repr_html_()


def test_values_as_plain_data() -> None:
    when = ({"event": 1, "answer": "yes"},)
    both = Depends((Case(3, when), Case(None, ())))
    cases = [{"value": 3, "when": [*when]}, {"value": None, "when": []}]
    values = [Fraction(1, 4), nan, True, None, {1: (2, "x")}, both]
    assert plain(values) == [0.25, None, True, None, {"1": [2, "x"]}, {"depends": cases}]
    item = {"seat": "Ann", "book": "reds", "from": 1, "to": 2}
    assert plain(Case(Missed("Ann", "reds", 1, 2), when)) == {**item, "when": [*when]}
    assert plain(Case(Stretch(1, 2), when)) == {"value": [1, 2], "when": [*when]}
