"""The JSON of ``knows`` and ``asks`` is the library's, and has the keys that others build on."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tracker
from tests import SAMPLES
from tests.cli.running import run, run_json
from tracker.analysis import mutual_knowledge
from tracker.inference.epistemic import ChainVerdict

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
