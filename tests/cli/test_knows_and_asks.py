"""The JSON of ``knows`` and ``asks`` is the library's, and has the keys that others build on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run, run_json
from tracker.analysis import mutual_knowledge
from tracker.analysis.shares import exact_share
from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.game.events import Ask
from tracker.inference.epistemic import ChainVerdict
from tracker.render.registry import as_text

PAGAT = SAMPLES / "pagat-six.lit"


def test_a_chain_that_is_not_decided_is_not_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutual_knowledge, "chain_verdict", lambda *_: ChainVerdict(None, ()))
    command = ("knows", PAGAT, "--chain", "Marta,Priya", "--book", "low spades", "--at", "60")
    assert run(*command).exit_code == 2
    assert run_json(*command, status=2)["decided"] is False


def test_what_of_others_is_not_decided_is_told_as_such() -> None:
    known = mutual_knowledge.knows_of_others(tracker.load(PAGAT), view="Marta", at=60)
    place, book = next((n, book) for n, book in enumerate(known.books) if book.proves == "open")
    told = []
    for decided in (True, False):
        (first, *rest) = (proof for proof in book.seats if proof.proves == "open")
        undecided = replace(book, seats=(replace(first, decided=decided), *rest))
        books = (*known.books[:place], undecided, *known.books[place + 1 :])
        told.append(str(replace(known, books=books)))
    assert ["open?" in text for text in told] == [False, True]
    assert [text.count("neither shown nor refuted") for text in told] == [0, 1]


def test_what_is_nearly_certain_is_not_shown_as_certain() -> None:
    record = tracker.load(PAGAT)
    ask = next(event for event in record.events if isinstance(event, Ask))
    options = tuple(
        TurnOption(ask, chance, True, "Tom", (), exact_share(Fraction(1)))
        for chance in (0.997, 0.003, 1.0)
    )
    text = as_text(TurnOptions(record, "Marta", 0, options), 100)
    lines = [line for line in text.splitlines() if " asks " in line]
    assert [line.split()[5] for line in lines] == [">99", "<1", "100"]
