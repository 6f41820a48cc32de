"""Whose turn an event can have been: situations before it, conditions on hands, situations after.

A pass may be left out, and after claims that show nothing nobody may know who is out of cards. So
an event is looked at in every situation that the record can have led to: in which it can have
happened, what that takes (``tracker.game.conditions``), and where it leads. What all the ways have
in common is what the event says about turns and hands; no way, and it broke a rule.

Example: it is Bob's turn, and Dora, of his team, claims. Either Bob is out and passed the turn to
her, and now it is hers; or, under ``endgame=any-player``, the other team is out, and it is still
Bob's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final, TypeAlias

from tracker.game.conditions import ALWAYS, NEVER, Condition, Ways, any_of, both
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Pass,
    Seat,
    Show,
)
from tracker.game.state import Forced, Situation, State
from tracker.game.table import Team

Step: TypeAlias = tuple[Condition, Situation]
"""What a way to go on takes, and the situation after it."""

MANY: Final = 20_000
"""Of more ways to go on it is forgotten what they take: the record says a little less then."""


def steps(state: State, event: Event) -> tuple[Step, ...]:
    """Every way in which an event can have happened by the rules on turns.

    Args:
        state: the state before it.
        event: the event.

    Returns:
        For each, all that it takes beyond what was said before, and the situation after it.
    """
    found = tuple(islice(_steps_from(state, state.situations, event), MANY + 1))
    return found if len(found) <= MANY else _coarse(_steps_from(state, _kinds(state), event))


def _steps_from(state: State, situations: Iterable[Situation], event: Event) -> Iterator[Step]:
    """Every way in which an event can have happened in some situations."""
    for situation in situations:
        if not situation.over or isinstance(event, HandSize):
            for extra, after in _steps(state, situation, event):
                for condition in both((situation.given,), (extra,)):
                    yield condition, after


def _kinds(state: State) -> Iterable[Situation]:
    """The situations, without what they take."""
    return dict.fromkeys(replace(situation, given=()) for situation in state.situations)


def _coarse(found: Iterable[Step]) -> tuple[Step, ...]:
    """Ways to go on, without what they take."""
    return tuple(dict.fromkeys(((), after) for _, after in found))


def ways(state: State, event: Event) -> Ways:
    """What it takes that an event can have happened by the rules on turns."""
    return any_of((condition,) for condition, _ in steps(state, event))


def turn_ways(state: State, seat: Seat) -> Ways:
    """What it takes that a seat can go on where no claims are forced."""
    return any_of(
        both((situation.given,), _has_turn(state, situation, seat))
        for situation in state.situations
        if situation.forced is None
    )


def waiting_ways(state: State, seat: Seat) -> Ways:
    """What it takes that a seat has the turn, with cards or without, or can be chosen for it."""
    return any_of(
        both(
            (situation.given,),
            _has_turn(state, situation, seat)
            if situation.choosers
            else (ALWAYS if situation.to_move == (seat,) else NEVER),
        )
        for situation in state.situations
    )


def broken(state: State, event: Event) -> tuple[Step, ...]:
    """Every way to go on after an event that need not have kept to the rules."""
    found = tuple(islice(_broken_from(state, state.situations, event), MANY + 1))
    if len(found) > MANY:
        found = _coarse(_broken_from(state, _kinds(state), event))
    # Where so many rules were broken that both teams are out, no end of the game comes about.
    return found or tuple(((), _anyhow(state, one, event)) for one in state.situations)


def _broken_from(state: State, situations: Iterable[Situation], event: Event) -> Iterator[Step]:
    """Every way to go on from some situations after an event that need not keep to the rules."""
    for situation in situations:
        for extra, now in _before(state, situation, event):
            for condition in both((situation.given,), (extra,)):
                yield condition, _anyhow(state, now, event)


def _before(state: State, situation: Situation, event: Event) -> Iterator[Step]:
    """The situation that an event happens in: has the forced end come?"""
    if isinstance(event, HandSize | Show):
        yield (), situation
    else:
        yield from with_forced_end(state, situation)


def _steps(state: State, situation: Situation, event: Event) -> Iterator[Step]:
    """The ways in which an event can have happened in a situation."""
    match event:
        case Ask():
            if situation.forced is None:
                yield from _each(_has_turn(state, situation, event.asker), _asked(situation, event))
        case Pass():
            after = _turn_of(situation, event.receiver)
            yield from _each(_may_pass(state, situation, event), after)
        case Claim() | Challenge() | Decline() | Award() | Give():
            for condition, now in _before(state, situation, event):
                for extra, after in _acted(state, now, event):
                    yield from _each(both((condition,), (extra,)), after)
        case _:
            yield (), situation


def _acted(state: State, situation: Situation, event: Event) -> Iterator[Step]:
    """The same for what a forced end changes, in a situation that says whether it has come."""
    forced = situation.forced
    match event:
        case Claim() if forced is None:
            for condition, turn in _free_claim(state, situation, event):
                yield condition, _claimed(state, turn, event)
        case Claim():
            if forced and forced.next_up == event.claimant and event.book in forced.books:
                yield (), _claimed(state, situation, event)
        case Challenge():
            if forced is None and state.table.rules.challenge == "yes":
                yield (), _challenged(state, situation, event)
        case Decline():
            if forced is not None and forced.chances[:1] == (event.seat,):
                yield (), _chance_taken(situation, forced)
        case Award():
            yield (), _excused(situation, event.book)
        case _:
            yield (), situation


def _each(found: Ways, after: Situation) -> Iterator[Step]:
    for condition in found:
        yield condition, after


def _anyhow(state: State, situation: Situation, event: Event) -> Situation:
    """The situation after an event that is irregular, or breaks a rule."""
    forced = situation.forced
    match event:
        case Ask():
            return _asked(situation, event)
        case Pass():
            return _turn_of(situation, event.receiver)
        case Claim():
            return _claimed(state, situation, event)
        case Challenge():
            return _challenged(state, situation, event)
        case Decline():
            return situation if forced is None else _chance_taken(situation, forced)
        case Award():
            return _excused(situation, event.book)
        case _:
            return situation


# -- the turn -------------------------------------------------------------------------------------


def _has_turn(state: State, situation: Situation, seat: Seat) -> Ways:
    """What it takes that a seat can go on: its turn, or passed to it in a pass left out."""
    if situation.choosers:
        return _can_be_chosen(state, situation, seat)
    holder = situation.to_move[0]
    return ALWAYS if seat == holder else both(_can_be_passed(state, holder, seat), state.able(seat))


def _can_be_chosen(state: State, situation: Situation, seat: Seat) -> Ways:
    """Of those of whom one goes on, whoever has cards; where none has, of the others."""
    if seat in situation.to_move:
        return state.able(seat)
    return both(state.out(situation.to_move), state.able(seat))


def _can_be_passed(state: State, holder: Seat, receiver: Seat) -> Ways:
    """What it takes that a seat without cards gives the turn to another."""
    team = state.table.team_of[holder]
    if receiver == holder:
        return NEVER
    return state.out((holder,) if receiver in team else team)


def _may_pass(state: State, situation: Situation, event: Pass) -> Ways:
    """What it takes that a pass can be said (rulings, 5)."""
    if situation.forced is not None:
        return NEVER
    if situation.choosers:
        if event.passer not in situation.choosers:
            return NEVER
        return _can_be_chosen(state, situation, event.receiver)
    holder = situation.to_move[0]
    if event.passer not in _passers(state, holder):
        return NEVER
    return both(_can_be_passed(state, holder, event.receiver), state.able(event.receiver))


def _passers(state: State, holder: Seat) -> tuple[Seat, ...]:
    """Who can say to whom the turn of a seat without cards goes.

    A record that starts in mid-game does not tell who asked that seat last: any opponent may have.
    """
    if state.table.rules.out_of_cards == "player-chooses":
        return (holder,)
    last = state.last_asker.get(holder)
    return (holder, *(state.table.opponents_of[holder] if last is None else (last,)))


def _turn_of(situation: Situation, seat: Seat) -> Situation:
    return replace(situation, to_move=(seat,), choosers=())


def _asked(situation: Situation, ask: Ask) -> Situation:
    return _turn_of(situation, ask.asker if ask.answer == "yes" else ask.target)


# -- claims ---------------------------------------------------------------------------------------


def _free_claim(state: State, situation: Situation, claim: Claim) -> Iterator[Step]:
    """Ways to make a claim that nobody has to make; the turn as it was then."""
    rules = state.table.rules
    if rules.claims == "any-time":
        yield (), situation
        return
    taken = _turn_of(situation, claim.claimant)
    yield from _each(_has_turn(state, situation, claim.claimant), taken)
    if claim.outcome in ("cancelled", "opponents"):
        yield (), situation  # out of turn, and penalised
    elif rules.endgame == "any-player":
        opponents = state.table.opponents_of[claim.claimant]
        yield from _each(state.out(opponents), situation)


def _claimed(state: State, situation: Situation, claim: Claim) -> Situation:
    """The situation after a claim; before it the turn was as this one has it."""
    after = _turn_after(state, situation, claim)
    forced = situation.forced
    if forced is None or claim.book not in forced.books:
        return after
    if forced.challenger is not None:
        return replace(after, forced=None)
    return _chance_taken(after, forced)


def _turn_after(state: State, situation: Situation, claim: Claim) -> Situation:
    """The situation with whoever goes on after a claim."""
    rules, team = state.table.rules, state.table.team_of[claim.claimant]
    if claim.outcome != "correct":
        if rules.turn_after_wrong_claim == "unchanged":
            return situation
        return _choice(situation, state.table.other_team(team), claim.claimant)
    if rules.turn_after_claim == "claimant":
        return _turn_of(situation, claim.claimant)
    if rules.turn_after_claim == "team-chooses":
        return _choice(situation, team, claim.claimant)
    return situation


def _choice(before: Situation, team: Team, claimant: Seat) -> Situation:
    """A team chooses who goes on: it may say so, or whoever had the turn (rulings, 5)."""
    choosers = dict.fromkeys((*team, claimant, *before.to_move))
    return replace(before, to_move=team, choosers=tuple(choosers))


# -- challenges and forced claims -----------------------------------------------------------------


def _challenged(state: State, situation: Situation, challenge: Challenge) -> Situation:
    table = state.table
    team = table.opponents_of[challenge.challenger]
    once = tuple(seat for seat in table.from_left_of(challenge.challenger) if seat in team)
    forced = Forced(team, (challenge.book,), once * 2, challenge.challenger)
    return replace(situation, forced=forced)


def _chance_taken(situation: Situation, forced: Forced) -> Situation:
    """One chance to claim or decline is used; after the end's last one nothing is left to do."""
    chances = forced.chances[1:]
    over = not chances and forced.challenger is None
    return replace(situation, forced=replace(forced, chances=chances), over=over)


def _excused(situation: Situation, book: str) -> Situation:
    """What the table settled need not be claimed any more."""
    if situation.forced is None:
        return situation
    books = tuple(name for name in situation.forced.books if name != book)
    forced = replace(situation.forced, books=books) if books else None
    return replace(situation, forced=forced)


def with_forced_end(state: State, situation: Situation) -> Iterator[Step]:
    """The situation as it is, and as it is where a team is out and the other one must claim."""
    table = state.table
    if table.rules.forced_claims == "no" or situation.forced is not None or state.over:
        yield (), situation
        return
    for condition in state.asking_goes_on:
        yield condition, situation
    for team in table.teams:
        out = state.teams_out[table.other_team(team)]
        for seat, chosen in _beginners(state, situation, team):
            for condition in both(out, chosen):
                yield condition, replace(situation, forced=_last_claims(state, team, seat))


def _beginners(state: State, situation: Situation, team: Team) -> Iterator[tuple[Seat, Ways]]:
    """Who of a team can begin the forced end, the other being out (rulings, 3 and 8)."""
    holder = situation.to_move[0]
    if not situation.choosers and holder in team:
        # Without cards, they claim first as it is their turn, or choose a teammate who does.
        for seat in _clockwise(state, holder, team):
            yield seat, ALWAYS if seat == holder else both(state.out((holder,)), state.able(seat))
    elif situation.to_move == team:
        for i, seat in enumerate(team):  # nobody spoke of a choice: the first with cards
            yield seat, both(state.out(team[:i]), state.able(seat))
    else:
        for seat in _clockwise(state, holder, team):
            yield seat, state.able(seat)


def _last_claims(state: State, team: Team, first: Seat) -> Forced:
    """What is left, to be claimed by a team from one seat on."""
    books = state.open_books()
    return Forced(team, books, _clockwise(state, first, team) * (2 * len(books)))


def _clockwise(state: State, first: Seat, team: Team) -> tuple[Seat, ...]:
    order = (first, *state.table.from_left_of(first)[:-1])
    return tuple(seat for seat in order if seat in team)
