"""The JSON of ``knows`` and ``asks`` is the library's, and has the keys that others build on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import tracker
from tests.cli.running import run, run_json
from tracker.analysis import mutual_knowledge
from tracker.analysis.shares import exact_share
from tracker.analysis.turn_options import TurnOption, TurnOptions
from tracker.answers import certain
from tracker.game.events import Ask
from tracker.game.replay import replay_of
from tracker.inference.epistemic import ChainVerdict
from tracker.render.registry import as_text

SAMPLES = Path(__file__).parents[2] / "samples"
PAGAT = SAMPLES / "pagat-six.lit"


def test_what_all_deals_drawn_at_random_have_is_not_called_sure() -> None:
    exact = tracker.asks(tracker.load("samples/pagat-six.lit"), at=40)
    drawn = replace(exact, exact=False)
    seen = replay_of(exact.record).state(40).located
    nowhere = [ask for ask in certain(exact) if ask.yes == 1 and seen.get(ask.card) != ask.target]
    assert nowhere
    assert "it can be nowhere else" in str(replace(exact, asks=tuple(nowhere)))
    told = str(replace(drawn, asks=tuple(nowhere)))
    assert "a yes in all of the deals drawn at random" in told
    assert "nowhere else" not in told


def test_knows_has_what_the_library_has() -> None:
    document, found = (
        run_json("knows", PAGAT, "--at", "100"),
        tracker.knows(tracker.load(PAGAT), at=100),
    )
    assert (document["at"], document["events"]) == (100, len(found.record.events))
    assert len(document["books"]) == len(found.books)
    for shown, one in zip(document["books"], found.books, strict=True):
        assert (shown["book"], shown["team"]) == (one.book, "+".join(one.team))
        assert shown["provable"] == {
            view: [[span.start, span.end] for span in spans] for view, spans in one.spans.items()
        }
        assert shown["settled"] == (one.ending and one.ending.event)
        assert (shown["ended"] is None) == (one.ending is None)


@pytest.mark.parametrize("at", [70, 109])
def test_asks_has_what_the_library_has(at: int) -> None:
    document = run_json("asks", PAGAT, "--at", str(at))
    found = tracker.asks(tracker.load(PAGAT), at=at)
    assert (document["view"], document["at"], document["exact"]) == (found.seat, at, True)
    for shown, one in zip(document["asks"], certain(found), strict=True):
        assert (shown["target"], shown["card"]) == (one.target, one.card)
        assert isinstance(one.yes, Fraction)
        assert shown["yes"] == float(one.yes)
        assert (shown["margin"], shown["error"]) == (one.margin, one.error)
        assert shown["bits"] == {"public": one.bits.public}
        assert shown["proves"] == {"yes": [*one.proves.yes], "no": [*one.proves.no]}
    assert min(one["error"] for one in document["asks"]) == 0


def test_what_a_seat_knows_of_others_has_what_the_library_has() -> None:
    document = run_json("knows", PAGAT, "--as", "tom", "--at", "40")
    found = tracker.knows_of_others(tracker.load(PAGAT), view="Tom", at=40)
    assert (document["view"], document["at"]) == ("Tom", 40)
    for shown, about in zip(document["books"], found.books, strict=True):
        assert (shown["book"], shown["team"]) == (about.book, "+".join(about.team))
        assert shown["pooled"]["proves"] == about.proves
        assert list(shown["seats"]) == list(about.team)
        for one in about.seats:
            seat = shown["seats"][one.seat]
            assert (seat["proves"], seat["decided"]) == (one.proves, one.decided)
            assert not {"probability", "exact"} & seat.keys()
            assert ("could_not" in seat) == (one.proves == "open")


def test_a_chain_that_is_not_decided_is_not_a_no(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutual_knowledge, "chain_verdict", lambda *_: ChainVerdict(None, ()))
    command = ("knows", PAGAT, "--chain", "Marta,Priya", "--book", "low spades", "--at", "60")
    assert run(*command).exit_code == 2
    assert run_json(*command, status=2)["decided"] is False


def test_what_is_nearly_certain_is_not_shown_as_certain() -> None:
    record = tracker.load(PAGAT)
    ask = next(event for event in record.events if isinstance(event, Ask))
    options = tuple(
        TurnOption(ask, chance, exact, "Tom", (), exact_share(Fraction(1)))
        for chance, exact in ((0.997, True), (0.003, True), (0.5, False), (1.0, True))
    )
    text = as_text(TurnOptions(record, "Marta", 0, options), 100)
    lines = [line for line in text.splitlines() if " asks " in line]
    assert [line.split()[5] for line in lines] == [">99", "<1", "~50", "100"]
