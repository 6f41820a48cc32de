"""When an event can have happened by the rules on turns, and who is next.

A pass may be left out of a record, and after claims that show nothing nobody may know who is out of
cards. So an event is looked at in every *situation* that the record can have led to. A ``Course``
is one way in which it can have happened, as far as the hand sizes that everyone knows tell: a hand
of unknown size may be empty, or not. An event without a course broke a rule.

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


class Course(NamedTuple):
    """One way in which an event can have happened."""

    before: Situation
    acting: Situation
    """The situation in which it happened, perhaps after a pass that was left out."""
    after: Situation
    is_end: bool
    """Whether it takes that the team which is not to act is out of cards, so that asking ended."""


Moments: TypeAlias = Callable[[State, Situation, PlainEvent], Iterable["Moment"]]
"""Gives the situations that an event can happen in, starting from one."""

Moment: TypeAlias = tuple[Situation, bool]
"""A situation that an event can happen in, and whether it takes that one team is out."""

_KEPT: Final = "_steps"
"""The attribute of a state that the last event asked about is kept in, with its steps."""


def steps(state: State, event: Event) -> tuple[Course, ...]:
    """Every way in which an event can have happened by the rules on turns; none of a gap.

    Args:
        state: the state before it.
        event: the event.
    """
    kept = vars(state).get(_KEPT)  # asked for by the rules, by the facts and by the next state
    if kept is None or kept[0] is not event:
        kept = vars(state)[_KEPT] = event, _all_steps(state, event, _legal_moments)
    of_event: tuple[Course, ...] = kept[1]
    return of_event


def steps_breaking_rules(state: State, event: Event) -> tuple[Course, ...]:
    """Every way to go on after an event that need not have kept to the rules."""
    # Where so many rules were broken that both teams are out, no end of the game comes about.
    return _all_steps(state, event, _any_moments) or _all_steps(state, event, _as_it_is)


def courses(state: State, event: Event) -> tuple[Course, ...]:
    """Every way in which an event can have happened, legal if it can have been; none of a gap."""
    legal = () if event.irregular else steps(state, event)
    return legal or steps_breaking_rules(state, event)


def _all_steps(state: State, event: Event, moments: Moments) -> tuple[Course, ...]:
    """All the steps from the situations of a state."""
    if isinstance(event, Gap | Missing):
        return ()
    return tuple(
        Course(situation, now, _after(state, now, event), is_end)
        for situation in state.situations
        for now, is_end in moments(state, situation, event)
    )


def may_force_claims(rules: Rules) -> bool:
    """Whether a team can have to claim: by a challenge, or at the end of the game."""
    return "yes" in (rules.challenge, rules.forced_claims)


def is_lax(state: State) -> bool:
    """Whether little is known of whose turn it is: claims may be forced, or all may be over."""
    return bool(state.perhaps_settled) and may_force_claims(state.table.rules)


def may_have_turn(state: State, seat: Seat) -> bool:
    """Whether a seat can go on where no claims are forced."""
    return any(
        _has_turn(state, situation, seat)
        for situation in state.situations
        if situation.forced is None
    )


# -- when an event is legal, and whose turn it is then --------------------------------------------


def _legal_moments(state: State, situation: Situation, event: PlainEvent) -> Iterator[Moment]:
    """The situations in which an event is legal: a pass was left out, or the forced end came."""
    if situation.over and not isinstance(event, HandSize | HandSizes | Now):
        return
    match event:
        case Ask():
            if situation.forced is None and _has_turn(state, situation, event.asker):
                yield situation, False
        case Pass():
            if _may_pass(state, situation, event):
                yield situation, False
        case HandSize() if event.size and situation.over and state.may_be_over:
            pass  # a hand with cards says that there were chances left
        case HandSize() | Show() | HandSizes() | Now():
            yield situation, False
        case Claim() | Challenge() | Decline() | Award() | Give():
            for now, _ in with_forced_end(state, situation):
                yield from _legal_actions(state, now, event)
        case _:
            assert_never(event)


def _legal_actions(
    state: State, situation: Situation, event: Claim | Challenge | Decline | Award | Give
) -> Iterator[Moment]:
    """The situations in which an event is legal, where it is settled if the forced end has come."""
    forced = situation.forced
    at_end = forced is not None and forced.challenger is None
    if isinstance(event, Claim | Decline) and has_come_back(state, forced):
        return
    match event:
        case Claim() if forced is None:
            yield from _free_claim(state, situation, event)
        case Claim():
            if forced is not None and _is_due(state, forced, event):
                yield situation, at_end
        case Challenge():
            if forced is None and state.table.rules.challenge == "yes":
                yield situation, False
        case Decline():
            if forced is not None and forced.chances[:1] == (event.seat,):
                yield situation, at_end
        case Award() | Give():
            yield situation, at_end
        case _:
            assert_never(event)


def has_come_back(state: State, forced: Forced | None) -> bool:
    """Whether in a forced end all see that the other team has cards again: the table moved one."""
    if forced is None or forced.challenger is not None:
        return False
    return not state.may_all_be_out(state.table.opponents_of[forced.team[0]])


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


def _as_it_is(state: State, situation: Situation, event: PlainEvent) -> Iterable[Moment]:
    """The situation before an event, whatever it may be."""
    return [(situation, False)]


def _any_moments(state: State, situation: Situation, event: PlainEvent) -> Iterable[Moment]:
    """The situations that an event can happen in, legal or not: has the forced end come?"""
    if isinstance(event, HandSize | Show | HandSizes | Now):
        return [(situation, False)]
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


# -- the turn -------------------------------------------------------------------------------------


def _has_turn(state: State, situation: Situation, seat: Seat) -> bool:
    """Whether a seat can go on: its turn, or passed to it in a pass left out."""
    if situation.choosers:
        return _can_be_chosen(state, situation, seat)
    holder = situation.to_move[0]
    return seat == holder or _can_be_passed(state, holder, seat)


def _can_be_chosen(state: State, situation: Situation, seat: Seat) -> bool:
    """Of those of whom one goes on, whoever has cards; where none has, of the others."""
    if not state.may_hold_cards(seat):
        return False
    return seat in situation.to_move or state.may_all_be_out(situation.to_move)


def _can_be_passed(state: State, holder: Seat, receiver: Seat) -> bool:
    """Whether a seat that may be without cards can give the turn to another."""
    if receiver == holder or not state.may_hold_cards(receiver):
        return False
    team = state.table.team_of[holder]
    return state.may_all_be_out((holder,) if receiver in team else team)


def _may_pass(state: State, situation: Situation, event: Pass) -> bool:
    """Whether a pass can be said (rulings, 5)."""
    if situation.forced is not None:
        return False
    if situation.choosers:
        is_chosen = _can_be_chosen(state, situation, event.receiver)
        return event.passer in situation.choosers and is_chosen
    holder = situation.to_move[0]
    may_say = event.passer in _passers(state, holder)
    return may_say and _can_be_passed(state, holder, event.receiver)


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


def _free_claim(state: State, situation: Situation, claim: Claim) -> Iterator[Moment]:
    """The situations in which a claim is legal that nobody has to make."""
    table, rules = state.table, state.table.rules
    if rules.claims == "any-time":
        yield situation, False
        return
    team = table.team_of[claim.claimant]
    for seat in team if rules.claims == "team-turn" else (claim.claimant,):
        if _has_turn(state, situation, seat):
            yield _turn_of(situation, seat), False
    if claim.outcome in ("cancelled", "opponents"):
        yield situation, False  # out of turn, and penalised
    elif rules.endgame == "any-player" and state.may_all_be_out(table.other_team(team)):
        yield situation, True


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


def with_forced_end(
    state: State, situation: Situation, *, in_order: bool = True
) -> Iterator[Moment]:
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
            yield changed(situation, forced=_begun_again(state, forced, seat)), True
        return
    if table.rules.forced_claims == "no" or forced is not None or state.over:
        yield situation, False
        return
    if not any(map(state.is_out, table.teams)):
        yield situation, False
    for team in table.teams:
        if state.is_out(team) or not state.may_all_be_out(table.other_team(team)):
            continue
        for seat in _beginners(state, situation, team) if in_order else team:
            yield changed(situation, forced=_last_claims(state, team, seat)), True


def _begun_again(state: State, forced: Forced, first: Seat) -> Forced:
    """A forced end that goes on with one of the team; the number of chances left is the same."""
    order = _clockwise(state, first, forced.team)
    return changed(forced, chances=tuple(islice(cycle(order), len(forced.chances))))


def _beginners(state: State, situation: Situation, team: Team) -> Iterator[Seat]:
    """Who of a team can begin the forced end, the other being out (rulings, 3 and 8)."""
    holder = situation.to_move[0]
    if not situation.choosers and holder in team:
        # Without cards, they claim first as it is their turn, or choose a teammate who does.
        for seat in _clockwise(state, holder, team):
            if seat == holder or _can_be_passed(state, holder, seat):
                yield seat
    elif situation.to_move == team:
        for i, seat in enumerate(team):  # nobody spoke of a choice: the first with cards
            if state.may_hold_cards(seat) and state.may_all_be_out(team[:i]):
                yield seat
    else:
        yield from filter(state.may_hold_cards, _clockwise(state, holder, team))


def _last_claims(state: State, team: Team, first: Seat) -> Forced:
    """What is left, to be claimed by a team from one seat on."""
    books = state.open_books()
    return Forced(team, books, _clockwise(state, first, team) * (2 * len(books)))


def _clockwise(state: State, first: Seat, team: Team) -> tuple[Seat, ...]:
    order = (first, *state.table.from_left_of(first)[:-1])
    return tuple(seat for seat in order if seat in team)
