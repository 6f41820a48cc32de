"""Replay and legality against the referee on whole decks; on tiny ones by ``tests.play`` (show)."""

from __future__ import annotations

from hypothesis import given, settings

from tests.marks import some
from tests.referee import Referee
from tests.strategies import full_games
from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.play.game import dealt


def compare_with_referee(record: Record) -> None:
    """Play a record both ways; every public state must be the same."""
    referee = Referee(record, dealt(record))
    replayed = states(record)
    compare(replayed[0], referee)
    for state, event in zip(replayed[1:], record.events, strict=True):
        referee.play(event)
        compare(state, referee)


def compare(state: State, referee: Referee) -> None:
    turn, hidden = set(state.to_move), bool(state.hidden)
    assert turn == referee.turn or (hidden and turn > referee.turn), (state.at, turn, referee.turn)
    assert state.score == referee.score, state.at
    assert state.sizes == {seat: referee.size(seat) for seat in referee.seats}, state.at
    assert state.located == referee.seen, state.at
    assert all(referee.hands[seat] for seat in state.able), state.at
    for name, book in state.books.items():
        assert (book.status == "open") == (name not in referee.settled), state.at
        assert book.team == referee.settled.get(name), state.at
    compare_duty(state, referee)


def compare_duty(state: State, referee: Referee) -> None:
    """What all can see is so; what is so can be seen while nothing is hidden."""
    duties = {spot.duty for spot in referee.spots}
    if state.forced is None:
        assert None in duties or state.hidden, state.at
        return
    ways = {(duty.chances, duty.challenger) for duty in duties if duty is not None}
    assert None not in duties, state.at
    assert (state.forced.chances, state.forced.challenger) in ways or state.hidden, state.at


def assert_legal(record: Record) -> None:
    """Only what is marked irregular breaks a rule."""
    for state, event in zip(states(record), record.events, strict=False):
        if not event.irregular:
            assert violations(state, event) == (), (state.at, event)


def judge(record: Record) -> None:
    """A game is played as the referee plays it, and by the rules."""
    compare_with_referee(record)
    assert_legal(record)


@given(full_games())
@settings(max_examples=some(12), deadline=None)
def test_full_games(record: Record) -> None:
    judge(record)


@given(full_games(presets=True))
@settings(max_examples=some(15), deadline=None)
def test_presets(record: Record) -> None:
    judge(record)
