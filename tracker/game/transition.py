"""From one public state to the next: what an event changes for all to see.

No event is refused: a record says what happened, allowed or not. What was not allowed is listed by
``tracker.game.legality``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from tracker.game.cards import Card
from tracker.game.conditions import Condition, weakest
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Holdings,
    Outcome,
    Pass,
    Seat,
    Show,
)
from tracker.game.rules import Rules
from tracker.game.state import BookState, Forced, Situation, State, initial_state
from tracker.game.table import Table, Team
from tracker.game.turns import broken, steps, with_forced_end


def first_state(table: Table) -> State:
    """The public state before the first event."""
    return _with_forced_claims(initial_state(table))


def apply(state: State, event: Event) -> State:
    """The public state after one more event, legal or not."""
    match event:
        case Ask():
            after = _ask(state, event)
        case Claim():
            after = _claim(state, event)
        case HandSize():
            after = replace(state, sizes={**state.sizes, event.seat: event.size})
        case Show():
            after = _locate(state, tuple((card, event.seat) for card in event.cards))
        case Award():
            after = _award(state, event)
        case Give():
            after = _move(state, event.card, event.giver, event.receiver)
        case Pass() | Challenge() | Decline():
            after = state
        case _:
            raise TypeError(f"not an event: {event!r}")
    after = _forfeit(complete_sizes(after), situations_after(state, event))
    return replace(
        _with_forced_claims(after),
        at=state.at + 1,
        awaited=event if isinstance(event, Ask) and _waits(state, event) else None,
    )


def _forfeit(state: State, situations: tuple[Situation, ...]) -> State:
    """With the situations that an event led to; the last chance gone, the rest is forfeited."""
    situations = still_possible(state, situations)
    forced = situations[0].forced
    if forced is not None and all(situation.over for situation in situations):
        for name in state.open_books():
            state = _close(state, name, state.table.other_team(forced.team), None, forced.team)
    if state.over:
        situations = tuple(replace(one, forced=None) for one in situations)
    return replace(complete_sizes(state), situations=situations)


def _with_forced_claims(state: State) -> State:
    """With the forced claims that are under way for all to see, in whatever order they come."""
    found = (
        after.forced
        for situation in state.situations
        if not state.over
        for _, after in with_forced_end(state, situation)
    )
    forced = next(found, None)
    if forced is not None and None in found:  # looks no further than it has to: there can be many
        forced = None
    return replace(state, forced=forced)


def is_gift_after(ask: Ask, event: Event) -> bool:
    """Whether an event gives up the card that its giver has just asked for (``surrender``)."""
    gift = (ask.asker, ask.target, ask.card)
    return isinstance(event, Give) and (event.giver, event.receiver, event.card) == gift


def _waits(state: State, ask: Ask) -> bool:
    """Whether only the next statement tells if the asker held the card asked for."""
    surrenders = state.table.rules.own_card_asks == "surrender"
    return surrenders and ask.answer == "no" and not ask.irregular and state.is_open(ask.card)


def _ask(state: State, ask: Ask) -> State:
    """A yes moves the card and the turn stays; a no or a surrender hands the turn over."""
    if ask.asker in state.table.opponents_of[ask.target]:
        state = replace(state, last_asker={**state.last_asker, ask.target: ask.asker})
    if ask.answer == "yes":
        return _move(state, ask.card, ask.target, ask.asker)
    if ask.answer == "surrender":
        return _move(state, ask.card, ask.asker, ask.target)
    return state


def _move(state: State, card: Card, giver: Seat, receiver: Seat) -> State:
    if not state.is_open(card):
        return state
    changes = {giver: -1, receiver: 1} if giver != receiver else {}
    return replace(_resize(state, changes), located={**state.located, card: receiver})


def _resize(state: State, changes: Mapping[Seat, int]) -> State:
    """The hands with more or fewer cards, by seat."""
    sizes, balance = dict(state.sizes), dict(state.balance)
    for seat, change in changes.items():
        size = sizes[seat]
        # A record that breaks the rules can take more from a hand than it holds.
        sizes[seat] = None if size is None else max(size + change, 0)
        balance[seat] += change
    return replace(state, sizes=sizes, balance=balance)


def _locate(state: State, holdings: Holdings) -> State:
    seen = {card: seat for card, seat in holdings if state.is_open(card)}
    return replace(state, located={**state.located, **seen})


# -- claims -------------------------------------------------------------------------------------


def claimed_team(state: State, claim: Claim) -> Team:
    """The team in whose hands a claim names the cards.

    It is the claimant's, but for a challenger who names the cards of a team that declined.
    """
    forced = state.forced
    if forced is not None and _is_challengers_naming(forced, claim):
        return forced.team
    return state.table.team_of[claim.claimant]


def _is_challengers_naming(forced: Forced, claim: Claim) -> bool:
    return forced.challenger == claim.claimant and claim.book in forced.books and not forced.chances


ClaimResult: TypeAlias = Literal["claimant", "others", "nobody", "stays"]
"""What becomes of a claimed half-suit: the claimant's team scores it, the other team does, nobody
does, or it stays in play."""


def claim_result(rules: Rules, outcome: Outcome, *, of_other_team: bool = False) -> ClaimResult:
    """Who scores a half-suit after a claim.

    Args:
        rules: the rules in force.
        outcome: the outcome of the claim.
        of_other_team: whether the claim names cards in the hands of the other team, as a
            challenger's does.
    """
    if outcome == "correct":
        return "claimant"
    if outcome == "cancelled":
        return "nobody"
    if of_other_team:
        return "others"
    if outcome == "opponents":
        return "others" if rules.opponent_holds == "opponents" else "stays"
    if rules.wrong_split == "stays":
        return "stays"
    return "others" if rules.wrong_split == "opponents" else "nobody"


def _claim(state: State, claim: Claim) -> State:
    """A claim settles its half-suit, or leaves it in play and may cost a point."""
    claimants = state.table.team_of[claim.claimant]
    others = state.table.other_team(claimants)
    of_other_team = claimed_team(state, claim) == others
    match claim_result(state.table.rules, claim.outcome, of_other_team=of_other_team):
        case "claimant":
            return _settle(state, claim, claimants)
        case "others":
            return _settle(state, claim, others)
        case "nobody":
            return _settle(state, claim, None)
        case "stays":
            after = _locate(state, claim.shown or ())
            return _add_points(after, claimants, -1) if claim.outcome == "opponents" else after


def _settle(state: State, claim: Claim, winner: Team | None) -> State:
    known = claim.holdings if claim.outcome == "correct" else claim.shown
    holders: tuple[Seat, ...] = state.table.seats
    if claim.outcome in ("split", "cancelled"):
        holders = claimed_team(state, claim)
    return _close(state, claim.book, winner, known, holders)


def _close(
    state: State, name: str, winner: Team | None, known: Holdings | None, holders: tuple[Seat, ...]
) -> State:
    """Take a half-suit out of play.

    Args:
        state: the state before.
        name: the half-suit.
        winner: the team that scores it; none: nobody.
        known: where its cards were; none where they were not shown.
        holders: the seats that can have held those not shown.
    """
    if state.books[name].status != "open":
        return state
    cards = state.table.deck.by_name[name].cards
    places = {card: state.located[card] for card in cards if card in state.located}
    places |= dict(known or ())
    unseen = tuple(card for card in cards if card not in places)
    losses = {
        seat: -sum(holder == seat for holder in places.values()) for seat in state.table.seats
    }
    after = _resize(state, losses)
    unsure = holders if unseen else ()
    sizes = {seat: None if n and seat in unsure else n for seat, n in after.sizes.items()}
    won = BookState("cancelled") if winner is None else BookState("won", winner)
    after = replace(
        after,
        sizes=sizes,
        hidden=state.hidden + unseen,
        books={**state.books, name: won},
        located={card: seat for card, seat in state.located.items() if card not in cards},
    )
    return after if winner is None else _add_points(after, winner, state.table.book_points(name))


def _add_points(state: State, team: Team, points: int) -> State:
    return replace(state, score={**state.score, team: state.score[team] + points})


def _award(state: State, award: Award) -> State:
    winner = None if award.seat is None else state.table.team_of[award.seat]
    return _close(state, award.book, winner, award.shown, state.table.seats)


# -- hand sizes that everyone can work out --------------------------------------------------------
#
# Hand sizes that everyone can work out.


def complete_sizes(state: State) -> State:
    """Where one size alone is unknown, the cards in play give it."""
    unknown = [seat for seat, size in state.sizes.items() if size is None]
    if not unknown:
        return state
    in_play = sum(len(state.table.deck.by_name[name].cards) for name in state.open_books())
    if in_play == 0:
        return replace(state, sizes=dict.fromkeys(state.sizes, 0))
    if len(unknown) > 1:
        return state
    rest = in_play - sum(size for size in state.sizes.values() if size is not None)
    return replace(state, sizes={**state.sizes, unknown[0]: max(rest, 0)})


# -- the situations that an event leads to, merged and as few as can be ---------------------------
#
# The situations that an event leads to, merged and as few as can be.
#
# Situations that differ only in what they take are one where they come down to the same. What all
# of them take has been said by the events so far and need not be kept; of many, what they take is
# forgotten: then the record says a little less, and nothing that is not so.

MOST: Final = 200
"""So many ways to go on are kept apart."""


def situations_after(state: State, event: Event) -> tuple[Situation, ...]:
    """The situations that an event leads to: those in which it was legal, else all."""
    found = () if event.irregular else steps(state, event)
    found = found or broken(state, event)
    return tuple(replace(after, given=condition) for condition, after in found)


def still_possible(state: State, situations: Iterable[Situation]) -> tuple[Situation, ...]:
    """Those of some situations that public hand sizes leave, merged.

    Args:
        state: the state after the event, with its hand sizes.
        situations: what the event led to.
    """
    by_kind: dict[Situation, list[Condition]] = {}
    for one in situations:
        by_kind.setdefault(replace(one, given=()), []).append(one.given)
    left = {
        kind: weakest(_left(state, condition) for condition in found if _may_be(state, condition))
        for kind, found in by_kind.items()
    }
    left = {kind: found for kind, found in left.items() if found}
    if len(left) <= 1 or sum(map(len, left.values())) > MOST:
        return tuple(left or by_kind)
    common = set.intersection(*(set(one) for found in left.values() for one in found))
    return tuple(
        replace(kind, given=tuple(bound for bound in condition if bound not in common))
        for kind, found in left.items()
        for condition in found
    )


def _may_be(state: State, condition: Condition) -> bool:
    return all(state.told(bound) is not False for bound in condition)


def _left(state: State, condition: Condition) -> Condition:
    """A condition without what public sizes tell."""
    return tuple(bound for bound in condition if state.told(bound) is None)
