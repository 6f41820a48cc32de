"""When an event can have happened by the rules on turns, what that takes, and who is next.

A pass may be left out of a record, and after claims that show nothing nobody may know who is out of
cards. So an event is looked at in every *situation* that the record can have led to. A ``Step`` is
one way in which it can have happened: a condition on the hands (``tracker.game.conditions``), and
the situation that follows. The conditions of all steps together are what the event says about turns
and hands. An event without a step broke a rule.

Two functions know the kinds of events: ``_legal_moments`` says when one is legal, ``_after`` whose
turn it is then. A rule on turns belongs into one of them.

Example: it is Bob's turn, and Dora, of his team, claims. Either Bob is out and passed the turn to
her, and now it is hers; or, under ``endgame=any-player``, the other team is out, and it is still
Bob's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from typing import Final, NamedTuple, TypeAlias, assert_never

from tracker.game.conditions import ALWAYS, NEVER, Condition, Ways, any_of, both, is_absurd
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    OtherTeamClaim,
    Pass,
    PlainEvent,
    Seat,
    Show,
)
from tracker.game.rules import Rules
from tracker.game.state import Forced, Situation, State, changed
from tracker.game.table import Table, Team

Step: TypeAlias = tuple[Condition, Situation]
"""What a way to go on takes, and the situation that it leads to."""

Moments: TypeAlias = Callable[[State, Situation, PlainEvent], Iterable[Step]]
"""Gives the situations that an event can happen in, starting from one, and what each takes."""

_KEPT: Final = "_steps"
"""The attribute of a state that the last event asked about is kept in, with its steps."""
MOST_STEPS: Final = 20_000
"""Where there are more steps, what they take is forgotten: the record then says a little less."""


def steps(state: State, event: PlainEvent) -> tuple[Step, ...]:
    """Every way in which an event can have happened by the rules on turns.

    Args:
        state: the state before it.
        event: the event.

    Returns:
        For each way all that it takes beyond what the record has said before, and the situation
        after it.
    """
    kept = vars(state).get(_KEPT)  # asked for by the rules, by the facts and by the next state
    if kept is None or kept[0] is not event:
        kept = vars(state)[_KEPT] = event, _all_steps(state, event, _legal_moments)
    of_event: tuple[Step, ...] = kept[1]
    return of_event


def steps_breaking_rules(state: State, event: PlainEvent) -> tuple[Step, ...]:
    """Every way to go on after an event that need not have kept to the rules."""
    possible = _all_steps(state, event, _any_moments)
    # Where so many rules were broken that both teams are out, no end of the game comes about.
    return possible or tuple(((), _after(state, before, event)) for before in state.situations)


class Course(NamedTuple):
    """One way in which an event can have happened."""

    before: Situation
    acting: Situation
    """The situation in which it happened, perhaps after a pass that was left out."""
    after: Situation


def courses(state: State, event: Event) -> list[Course]:
    """Every way in which an event can have happened, legal if it can have been; none of a gap."""
    if isinstance(event, Gap | Missing):
        return []

    def ways_by(moments: Moments) -> list[Course]:
        return [
            Course(situation, now, _after(state, now, event))
            for situation in state.situations
            for _, now in moments(state, situation, event)
        ]

    legal = [] if event.irregular else ways_by(_legal_moments)
    return legal or ways_by(_any_moments)


def _all_steps(state: State, event: PlainEvent, moments: Moments) -> tuple[Step, ...]:
    """All the steps from the situations of a state; of too many it is forgotten what they take.

    Steps whose conditions contradict themselves are left out where there is any other: a situation
    that cannot be would stay, and may come to look possible once what contradicts it is forgotten.
    """
    all_steps = tuple(islice(_steps_from(state, state.situations, event, moments), MOST_STEPS + 1))
    if len(all_steps) <= MOST_STEPS:
        return tuple(step for step in all_steps if not is_absurd(step[0])) or all_steps
    kinds = dict.fromkeys(changed(situation, given=()) for situation in state.situations)
    return tuple(
        dict.fromkeys(((), after) for _, after in _steps_from(state, kinds, event, moments))
    )


def _steps_from(
    state: State, situations: Iterable[Situation], event: PlainEvent, moments: Moments
) -> Iterator[Step]:
    """The steps from some situations, one after the other."""
    for situation in situations:
        for extra, now in moments(state, situation, event):
            after = _after(state, now, event)
            for condition in both((situation.given,), (extra,)):
                yield condition, after


def may_force_claims(rules: Rules) -> bool:
    """Whether a team can have to claim: by a challenge, or at the end of the game."""
    return "yes" in (rules.challenge, rules.forced_claims)


def ways(state: State, event: PlainEvent) -> Ways:
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

    def waits(situation: Situation) -> Ways:
        if situation.choosers:
            return _has_turn(state, situation, seat)
        return ALWAYS if situation.to_move == (seat,) else NEVER

    return any_of(both((situation.given,), waits(situation)) for situation in state.situations)


# -- when an event is legal, and whose turn it is then --------------------------------------------


def _legal_moments(state: State, situation: Situation, event: PlainEvent) -> Iterator[Step]:
    """The situations in which an event is legal: a pass was left out, or the forced end came."""
    if situation.over and not isinstance(event, HandSize | HandSizes | Now):
        return
    match event:
        case Ask():
            if situation.forced is None:
                yield from _each(_has_turn(state, situation, event.asker), situation)
        case Pass():
            yield from _each(_may_pass(state, situation, event), situation)
        case HandSize() if state.may_be_over:
            yield from _each(state.size_ways(situation, event.seat, event.size), situation)
        case HandSize() | Show() | HandSizes() | Now():
            yield (), situation
        case Claim() | Challenge() | Decline() | Award() | Give():
            for condition, now in with_forced_end(state, situation):
                for extra, turn in _legal_actions(state, now, event):
                    yield from _each(both((condition,), (extra,)), turn)
        case _:
            assert_never(event)


def _legal_actions(
    state: State, situation: Situation, event: Claim | Challenge | Decline | Award | Give
) -> Iterator[Step]:
    """The situations in which an event is legal, where it is settled if the forced end has come."""
    forced = situation.forced
    match event:
        case Claim() if forced is None:
            yield from _free_claim(state, situation, event)
        case Claim():
            if forced is not None and _is_due(state, forced, event):
                yield (), situation
        case Challenge():
            if forced is None and state.table.rules.challenge == "yes":
                yield (), situation
        case Decline():
            if forced is not None and forced.chances[:1] == (event.seat,):
                yield (), situation
        case Award() | Give():
            yield (), situation
        case _:
            assert_never(event)


def _is_due(state: State, forced: Forced, claim: Claim) -> bool:
    """Whether a claim is one of those that must be made.

    A team has to claim its own cards, and the last claims of a game are not cancelled.
    """
    if forced.next_up != claim.claimant or claim.book not in forced.books:
        return False
    own_cards = named_team(state.table, claim) == forced.team
    if forced.challenger is not None:
        return own_cards or not forced.chances
    return own_cards and claim.outcome != "cancelled"


def _any_moments(state: State, situation: Situation, event: PlainEvent) -> Iterable[Step]:
    """The situations that an event can happen in, legal or not: has the forced end come?"""
    if isinstance(event, HandSize | Show | HandSizes | Now):
        return [((), situation)]
    return with_forced_end(state, situation, in_order=not isinstance(event, Ask | Pass))


def _after(state: State, situation: Situation, event: PlainEvent) -> Situation:
    """The situation after an event, legal or not."""
    forced = situation.forced
    match event:
        case Ask():
            return _turn_of(situation, event.asker if event.answer == "yes" else event.target)
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
        case HandSize() | Show() | Give() | HandSizes() | Now():
            return situation
        case _:
            assert_never(event)


def _each(conditions: Ways, situation: Situation) -> Iterator[Step]:
    """One situation with each of the conditions that allow it."""
    for condition in conditions:
        yield condition, situation


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
    """A situation, with the turn at one seat."""
    return changed(situation, to_move=(seat,), choosers=())


# -- claims ---------------------------------------------------------------------------------------


def _free_claim(state: State, situation: Situation, claim: Claim) -> Iterator[Step]:
    """The situations in which a claim is legal that nobody has to make."""
    table, rules = state.table, state.table.rules
    if rules.claims == "any-time":
        yield (), situation
        return
    team = table.team_of[claim.claimant]
    for seat in team if rules.claims == "team-turn" else (claim.claimant,):
        yield from _each(_has_turn(state, situation, seat), _turn_of(situation, seat))
    if claim.outcome in ("cancelled", "opponents"):
        yield (), situation  # out of turn, and penalised
    elif rules.endgame == "any-player":
        yield from _each(state.out(table.other_team(team)), situation)


def named_team(table: Table, claim: Claim) -> Team:
    """The team in whose hands a claim names the cards: the other one only if all are named there.

    A challenger's claim, which names the cards of the team that declined, is not looked at.
    """
    if isinstance(claim, OtherTeamClaim):
        return table.opponents_of[claim.claimant]
    seats = {seat for _, seat in claim.holdings}
    teams = table.claimable_by(claim.claimant)
    return next((team for team in teams if seats <= set(team)), teams[0])


def _claimed(state: State, situation: Situation, claim: Claim) -> Situation:
    """The situation after a claim."""
    after = _turn_after(state, situation, claim)
    forced = situation.forced
    if forced is None or claim.book not in forced.books:
        return after
    if forced.challenger is not None:
        return changed(after, forced=None)
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
    return changed(before, to_move=team, choosers=tuple(choosers))


# -- challenges and forced claims -----------------------------------------------------------------


def _challenged(state: State, situation: Situation, challenge: Challenge) -> Situation:
    table = state.table
    team = table.opponents_of[challenge.challenger]
    once = tuple(seat for seat in table.from_left_of(challenge.challenger) if seat in team)
    forced = Forced(team, (challenge.book,), once * 2, challenge.challenger)
    return changed(situation, forced=forced)


def _chance_taken(situation: Situation, forced: Forced) -> Situation:
    """One chance to claim or decline is used; after the end's last one nothing is left to do."""
    chances = forced.chances[1:]
    over = not chances and forced.challenger is None
    return changed(situation, forced=changed(forced, chances=chances), over=over)


def _excused(situation: Situation, book: str) -> Situation:
    """What the table settled need not be claimed any more."""
    if situation.forced is None:
        return situation
    books = tuple(name for name in situation.forced.books if name != book)
    forced = changed(situation.forced, books=books) if books else None
    return changed(situation, forced=forced)


def with_forced_end(state: State, situation: Situation, *, in_order: bool = True) -> Iterator[Step]:
    """The situation as it is, and as it is where a team is out and the other one must claim.

    Args:
        state: the public state.
        situation: one of its situations.
        in_order: whether the order of a forced end is kept; else whoever of the team claims or
            declines next is the one to do so (rulings, 9).
    """
    table, forced = state.table, situation.forced
    if forced is not None and forced.challenger is None and not in_order:
        for seat in forced.team:
            yield (), changed(situation, forced=_begun_again(state, forced, seat))
        return
    if table.rules.forced_claims == "no" or forced is not None or state.over:
        yield (), situation
        return
    for condition in state.asking_goes_on:
        yield condition, situation
    for team in table.teams:
        out = state.teams_out[table.other_team(team)]
        anybody = [(seat, ALWAYS) for seat in team]
        for seat, chosen in _beginners(state, situation, team) if in_order else anybody:
            for condition in both(out, chosen):
                yield condition, changed(situation, forced=_last_claims(state, team, seat))


def _begun_again(state: State, forced: Forced, first: Seat) -> Forced:
    """A forced end that goes on with one of the team; the number of chances left is the same."""
    order = _clockwise(state, first, forced.team)
    return changed(forced, chances=tuple(islice(cycle(order), len(forced.chances))))


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
