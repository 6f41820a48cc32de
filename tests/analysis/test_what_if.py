"""Both answers to an ask, against every deal of tiny games, and on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import log2
from pathlib import Path

import pytest

from tests.brute import consistent_deals
from tests.cli.running import run, run_json
from tests.marks import first, some
from tests.strategies import seed_games
from tracker.analysis.asks import AnswerNews, WhatIf, other_answer, what_if
from tracker.analysis.timeline import timeline
from tracker.analysis.view_history import view_history
from tracker.errors import RecordError
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge
from tracker.notation.record_files import load, loads

PAGAT = Path(__file__).parents[2] / "samples" / "pagat-six.lit"


def certain(record: Record, deals: Sequence[Deal]) -> dict[str, Seat]:
    """The cards in play that are at one place in all of some deals, at the end of a record."""
    state = states(record)[-1]
    found = {}
    for card in record.table.cards:
        seats = {state.located.get(card, deal[card]) for deal in deals}
        if state.is_open(card) and len(seats) == 1:
            found[card] = seats.pop()
    return found


def check(found: WhatIf, hands: tuple[Hand, ...]) -> int:
    """Both answers as they follow from all deals; how many there are to compare."""
    ask, record = found.ask, found.record
    start = record.with_events(record.events[: found.event - 1])
    before = consistent_deals(knowledge(start, hands))
    known = certain(start, before)
    compared = 0
    for answer in ("yes", "no"):
        told = replace(ask, answer=answer)
        after = start.with_events((*start.events, told))
        left = [deal for deal in before if knowledge(after, hands).fits(deal)]
        news = found.views[hands[0].seat if hands else "public"][answer]
        if not left:
            assert news is None, (answer, ask)
            continue
        assert news is not None
        compared += 1
        assert news.exact
        assert news.bits == pytest.approx(log2(len(before) / len(left)), abs=1e-9)
        expected = {card: seat for card, seat in certain(after, left).items() if card not in known}
        if answer == "yes":
            expected.pop(ask.card, None)
        assert dict(news.placed) == expected
    return compared


@pytest.mark.parametrize(
    "fixed",
    first(1, [{}, {"own-card-asks": "surrender"}, {"must-claim": "yes"}, {"reveal": "nothing"}]),
)
def test_both_answers_are_what_all_deals_say(fixed: dict[str, str]) -> None:
    compared = placed = 0
    for record in seed_games(seed=31, count=some(24), max_deals=60, fixed=fixed):
        for event, ask in list(enumerate(record.events, start=1))[:8]:
            if not isinstance(ask, Ask) or ask.answer not in ("yes", "no"):
                continue
            for hands in ((), *((hand,) for hand in record.hands if hand.seat == ask.asker)):
                found = what_if(record, event, view=hands[0].seat if hands else None)
                compared += check(found, hands)
                placed += sum(
                    len(news.placed)
                    for one in found.views.values()
                    for news in one.values()
                    if news
                )
    assert compared > some(30)
    assert placed > some(10)


def test_the_history_has_the_answer_that_was_not_given() -> None:
    """Of the public's view all asks, of a seat's its own: each as ``what_if`` has it."""
    record = load(PAGAT).with_events(load(PAGAT).events[:45])
    for view in ("public", "Priya"):
        found = view_history(record, view).others
        asks = {n: one for n, one in enumerate(record.events, 1) if isinstance(one, Ask)}
        assert set(found) == {n for n, one in asks.items() if view in ("public", one.asker)}
        for event in list(found)[::4]:
            alone = what_if(record, event, view=view).views[view][other_answer(asks[event])]
            assert same(found[event], alone)


def same(one: AnswerNews | None, other: AnswerNews | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.placed, one.exact) == (other.placed, other.exact) and one.bits == pytest.approx(
        other.bits, abs=1e-9
    )


@pytest.mark.parametrize("event", [0, 1, 26])
def test_an_event_that_is_no_ask_has_no_other_answer(event: int) -> None:
    with pytest.raises(RecordError, match=f"event {event} is no ask that was answered"):
        what_if(load(PAGAT), event)


def test_what_is_no_ask_has_none_to_show() -> None:
    with pytest.raises(TypeError, match="event 26 is no ask: Marta claims high spades"):
        _ = WhatIf(load(PAGAT), 26, {}).ask


def test_on_the_command_line() -> None:
    document = run_json("asks", PAGAT, "--event", "14")
    assert document["text"] == "Yusuf asks Marta KD: no"
    assert list(document["views"]) == ["public", "Yusuf"]
    answers: dict[AskAnswer, dict[str, object]] = document["views"]["Yusuf"]
    assert set(answers) == {"yes", "no"}
    said = run("asks", PAGAT, "--event", "14").stdout
    assert "Event 14: Yusuf asks Marta KD: no" in said
    assert "no *" in said
    assert "Marta" in run("asks", PAGAT, "--event", "14", "--as", "marta").stdout
    result = run("asks", PAGAT, "--event", "14", "--at", "14")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
    assert "no ask that was answered with yes or no" in run("asks", PAGAT, "--event", "1").stderr


@pytest.mark.parametrize("mark", ["", " !"])
def test_an_ask_out_of_turn_tells_what_its_answer_tells(mark: str) -> None:
    asked = "\n\nAnn asks Bob 5H: no\nAnn asks Bob 6H: yes"
    record = loads(f"rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann{asked}{mark}\n")
    given = what_if(record, 2).views["public"]["yes"]
    assert given is not None
    assert given.bits == pytest.approx(timeline(record).events[1].gains["public"].bits)
