"""A game that two omissions decided: the exact facts that a judgement of it has to rest on."""

from __future__ import annotations

from pathlib import Path

from tracker.analysis.ask_chances import sure_asks
from tracker.analysis.asks import asks
from tracker.analysis.audit import audit
from tracker.answers import certain
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.inference.follow import follow
from tracker.notation import record_files

GAME = Path(__file__).parent / "games" / "decided-by-one-ask.lit"


def game() -> Record:
    return record_files.load(GAME)


def test_the_claim_that_would_have_won_was_proven_for_a_teammate_only() -> None:
    record = game()
    verdicts = {}
    for seat in ("Ann", "Carl", "Eve"):
        with deduce(record, view=seat, at=143) as deduction:
            team = record.table.team_of[seat]
            verdicts[seat] = deduction.claim("low spades", team).verdict
    assert verdicts["Ann"] == "proven"
    assert verdicts["Eve"] == "owned"
    (missed,) = certain(audit(record).missed)
    assert (missed.seat, missed.book, missed.start, missed.end) == ("Ann", "low spades", 140, 148)


def test_the_player_at_turn_had_no_ask_that_could_hit() -> None:
    odds = certain(asks(game(), view="Eve", at=143))
    assert odds
    assert all(ask.yes == 0 for ask in odds)


def test_a_joker_was_sure_and_not_asked_for() -> None:
    record = game()
    passed_up = [
        moment.state.at + 1
        for moment, event in zip(follow(record, views=["Carl"]), record.events, strict=False)
        if isinstance(event, Ask)
        and event.asker == "Carl"
        and ("Dora", "RJ") in sure_asks(moment.deductions["Carl"])
        and event.card != "RJ"
    ]
    assert passed_up == [43, 44, 45, 56, 57, 58, 59, 61, 71, 72, 73, 75, 76, 77, 88, 89, 90, 91]
