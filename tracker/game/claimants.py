"""Who could have claimed at each moment of a record, told by what came after.

A pass may be left out of a record, and a choice of who goes on may be left open. At such a moment
several players may be about to get the turn. The events that follow tell who did get it. So a
moment is looked at in every *course*: a way in which the whole rest of the record can have
happened by the rules on turns. A seat could have claimed if it could in all of them.

Example: Bob claims and has no cards left. Then Dora, of his team, asks. Bob could have claimed
again before he passed the turn, and Dora could have claimed before she asked; Fay, their teammate,
could not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from tracker.game.events import Ask, Claim, Decline, Event, HandSize, Pass, Seat, Show
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.rules import Rules
from tracker.game.state import Situation, State
from tracker.game.table import Team
from tracker.game.turns import Course, courses, with_forced_end

Claims: TypeAlias = frozenset[tuple[Seat, str, Team]]
"""Seats, each with a half-suit that it could have claimed, and the team to name as its holders."""


def claimants(record: Record) -> Sequence[Claims]:
    """Who could have claimed what, by the rules on turns, at each moment of a record.

    Args:
        record: the game.

    Returns:
        For the moment before each event, and for the one after the last.
    """
    moments = states(record)
    after = {
        _kind(situation): _last(moments[-1], situation) for situation in moments[-1].situations
    }
    could = [frozenset.intersection(*after.values())]
    for state, event, following in reversed(
        list(zip(moments, record.events, moments[1:], strict=False))
    ):
        after = _before(state, event, following, after)
        could.append(frozenset.intersection(*after.values()))
    return could[::-1]


def _before(
    state: State, event: Event, following: State, after: dict[Situation, Claims]
) -> dict[Situation, Claims]:
    """The claims that could have been made before an event, in each situation that it leaves.

    Args:
        state: the state before the event.
        event: the event.
        following: the state after it.
        after: the situations after it from which the rest of the record can have happened, each
            with the claims that could have been made then.
    """
    claims_in: dict[Situation, Claims] = {}
    for course in courses(state, event):
        later = after.get(_kind(course.after, over=following.over))
        if later is not None:
            kind, claims = _kind(course.before), _in_course(state, course, event, later)
            claims_in[kind] = claims_in.get(kind, claims) & claims
    return claims_in or {
        _kind(situation): _last(state, situation) for situation in state.situations
    }


def _in_course(state: State, course: Course, event: Event, later: Claims) -> Claims:
    """The claims that could have been made before an event, in one course of it.

    Args:
        state: the state before the event.
        course: the course.
        event: the event.
        later: the claims that could have been made after it.
    """
    acting = course.acting
    if isinstance(event, HandSize | Show):  # nobody got the turn by it, or lost it
        return _last(state, course.before) | {c for c in later if c[1] in state.open_books()}
    if course.before.forced is not None or acting.forced is None:
        claims = _claims_in(state, course.before)
    elif isinstance(event, Ask | Pass):  # irregular: it does not tell who was to begin
        claims = _last(state, course.before)
    else:
        claims = _claims_in(state, acting)
    if isinstance(event, Ask | Claim) and acting.forced is None:
        claims |= _free_claims(state, _in_turn(state, acting, event))
    return claims


def _in_turn(state: State, acting: Situation, event: Ask | Claim) -> tuple[Seat, ...]:
    """Who could have claimed another half-suit when somebody asked or claimed in turn."""
    if event.irregular:
        return ()
    seats = _with_turn(state, event.asker if isinstance(event, Ask) else event.claimant)
    if isinstance(event, Ask) or event.outcome in ("correct", "split"):
        return seats
    # Else it may have been a claim out of turn, which is penalised.
    return seats if not acting.choosers and acting.to_move[0] in seats else ()


def _with_turn(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Who may claim when it is a seat's turn."""
    return state.table.team_of[seat] if state.table.rules.claims == "team-turn" else (seat,)


def _last(state: State, situation: Situation) -> Claims:
    """The claims that could be made in a situation of which nothing tells how it went on."""
    ends = [_claims_in(state, now) for now, _ in with_forced_end(state, situation)]
    return frozenset.intersection(*ends) if ends else frozenset()


def _claims_in(state: State, situation: Situation) -> Claims:
    """The claims that the rules allow in a situation, where it is settled who has the turn."""
    forced = situation.forced
    if situation.over:
        return frozenset()
    if forced is not None:
        return frozenset(
            (seat, book, forced.team) for seat in forced.chances[:1] for book in forced.books
        )
    return _free_claims(state, _free(state, situation))


def _free_claims(state: State, seats: Iterable[Seat]) -> Claims:
    """Every claim that some seats can make where no claims are forced."""
    return frozenset(
        (seat, book, team)
        for seat in seats
        for book in state.open_books()
        for team in state.table.claimable_by(seat)
    )


def _free(state: State, situation: Situation) -> Iterator[Seat]:
    """The seats that may claim where no claims are forced."""
    rules = state.table.rules
    if may_claim_any_time(rules):
        yield from state.table.seats
        return
    if not situation.choosers:
        yield from _with_turn(state, situation.to_move[0])
    if rules.endgame == "any-player":
        for team in state.table.teams:
            if state.is_out(state.table.other_team(team)):
                yield from team


def _kind(situation: Situation, *, over: bool = False) -> Situation:
    """A situation, without forced claims where the game is over."""
    return replace(situation, forced=None) if over else situation


# -- claiming, or leaving it ----------------------------------------------------------------------
#
# While players ask, anyone may wait: each ask tells something. Once a team has no cards, or was
# challenged, what is left has to be claimed: a player can only leave it to a teammate.
#
# Example: under the default rules (``endgame=alone``) Bob, whose turn it is when the other team is
# out, has to claim all that is left; he can leave it to Dora only if he has no cards himself.


def may_claim_any_time(rules: Rules) -> bool:
    """Whether anybody may claim at any time."""
    return rules.claims == "any-time"


def is_asking_over(state: State) -> bool:
    """Whether claims have to be made: a team is out of cards for all to see, or was challenged."""
    return state.forced is not None or any(map(state.is_out, state.table.teams))


def may_wait(state: State, seat: Seat) -> bool:
    """Whether a seat need not make a claim that it could make.

    Args:
        state: the public state before the claim.
        seat: the claimant.
    """
    return not is_asking_over(state) or bool(may_leave_to(state, seat))


def may_leave_to(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The teammates to whom a seat may leave a claim, in seat order.

    Args:
        state: the public state before the claim.
        seat: the claimant.
    """
    mates = [mate for mate in state.table.team_of[seat] if mate != seat]
    return tuple(mate for mate in mates if _may_leave_to(state, seat, mate))


def _may_leave_to(state: State, seat: Seat, mate: Seat) -> bool:
    """Whether a seat may leave a claim to one teammate."""
    rules = state.table.rules
    if state.forced is not None:
        return mate in state.forced.chances[1:] and is_legal(state, Decline(seat))
    if rules.claims != "own-turn":
        return True
    if not is_asking_over(state):
        return state.may_hold_cards(mate)  # who has none never has the turn again
    return rules.endgame == "any-player" or is_legal(state, Pass(seat, mate))
