"""From one public state to the next: what an event changes for all to see.

No event is refused: a record says what happened, allowed or not. What was not allowed is listed by
``tracker.game.legality``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tracker.game.cards import Card
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
    Pass,
    Seat,
    Show,
)
from tracker.game.sizes import complete_sizes, unannounced
from tracker.game.state import BookState, Forced, State, initial_state
from tracker.game.table import Table, Team


def first_state(table: Table) -> State:
    """The public state before the first event."""
    return _begin_forced_claims(initial_state(table))


def apply(state: State, event: Event) -> State:
    """The public state after one more event, legal or not."""
    match event:
        case Ask():
            after = _ask(state, event)
        case Claim():
            after = _claim(state, event)
        case Pass():
            after = replace(state, to_move=(event.receiver,))
        case HandSize():
            after = replace(state, sizes={**state.sizes, event.seat: event.size})
        case Show():
            after = _locate(state, tuple((card, event.seat) for card in event.cards))
        case Challenge():
            after = _challenge(state, event)
        case Decline():
            after = _take_chance(state)
        case Award():
            after = _award(state, event)
        case Give():
            after = _move(state, event.card, event.giver, event.receiver)
        case _:
            raise TypeError(f"not an event: {event!r}")
    after = _begin_forced_claims(complete_sizes(after))
    return replace(
        after,
        at=state.at + 1,
        unannounced=unannounced(state, event, after),
        awaited=event if isinstance(event, Ask) and _waits(state, event) else None,
    )


def is_gift_after(ask: Ask, event: Event) -> bool:
    """Whether an event gives up the card that its giver has just asked for (``surrender``)."""
    gift = (ask.asker, ask.target, ask.card)
    return isinstance(event, Give) and (event.giver, event.receiver, event.card) == gift


def _waits(state: State, ask: Ask) -> bool:
    """Whether only the next statement tells if the asker held the card asked for."""
    surrenders = state.table.rules.own_card_asks == "surrender"
    return surrenders and ask.answer == "no" and not ask.irregular and state.is_open(ask.card)


def _ask(state: State, ask: Ask) -> State:
    if ask.asker in state.table.opponents_of[ask.target]:
        state = replace(state, last_asker={**state.last_asker, ask.target: ask.asker})
    if ask.answer == "yes":
        moved = _move(state, ask.card, ask.target, ask.asker)
        return replace(moved, to_move=(ask.asker,))
    if ask.answer == "surrender":
        state = _move(state, ask.card, ask.asker, ask.target)
    return replace(state, to_move=(ask.target,))


def _move(state: State, card: Card, giver: Seat, receiver: Seat) -> State:
    if not state.is_open(card):
        return state
    changes = {giver: -1, receiver: 1} if giver != receiver else {}
    return replace(_resize(state, changes), located={**state.located, card: receiver})


def _resize(state: State, changes: Mapping[Seat, int]) -> State:
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


def _claim(state: State, claim: Claim) -> State:
    claimants = state.table.team_of[claim.claimant]
    winner, closes = _result(state, claim)
    after = _settle(state, claim, winner) if closes else _stays(state, claim)
    if claim.outcome == "opponents" and not closes:
        after = _add_points(after, claimants, -1)
    after = replace(after, to_move=_turn_after(state, claim, after))
    if state.forced is None:
        return after
    return _after_forced_claim(after, state.forced, claim)


def _result(state: State, claim: Claim) -> tuple[Team | None, bool]:
    """Which team scores the half-suit, and whether it leaves play."""
    rules = state.table.rules
    claimants = state.table.team_of[claim.claimant]
    others = state.table.other_team(claimants)
    if claim.outcome == "correct":
        return claimants, True
    if claim.outcome == "cancelled":
        return None, True
    if claimed_team(state, claim) != claimants:
        return others, True
    if claim.outcome == "split":
        return (others if rules.wrong_split == "opponents" else None), rules.wrong_split != "stays"
    gains = rules.opponent_holds == "opponents"
    return (others if gains else None), gains


def _settle(state: State, claim: Claim, winner: Team | None) -> State:
    known = claim.holdings if claim.outcome == "correct" else claim.shown
    holders = state.table.seats
    if claim.outcome in ("split", "cancelled"):
        holders = claimed_team(state, claim)
    return _close(state, claim.book, winner, known, holders)


def _stays(state: State, claim: Claim) -> State:
    return state if claim.shown is None else _locate(state, claim.shown)


def _close(
    state: State, name: str, winner: Team | None, known: Holdings | None, holders: Team
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


def _turn_after(before: State, claim: Claim, after: State) -> tuple[Seat, ...]:
    """Who has the turn after a claim."""
    rules, team = before.table.rules, before.table.team_of[claim.claimant]
    unchanged = before.to_move
    if _takes_the_turn(before, claim):
        unchanged = (claim.claimant,)
    if claim.outcome != "correct":
        if rules.turn_after_wrong_claim == "unchanged":
            return unchanged
        return _with_cards(after, before.table.other_team(team)) or unchanged
    if rules.turn_after_claim == "claimant":
        return (claim.claimant,)
    if rules.turn_after_claim == "team-chooses":
        return _with_cards(after, team) or unchanged
    return unchanged


def _takes_the_turn(before: State, claim: Claim) -> bool:
    """Whether a claim shows that the turn was the claimant's, where several could have it."""
    free = before.table.rules.claims == "any-time" or before.forced is not None
    out_of_turn = claim.outcome == "cancelled"
    return not free and not out_of_turn and claim.claimant in before.movers()


def _with_cards(state: State, team: Team) -> tuple[Seat, ...]:
    return tuple(seat for seat in team if state.may_hold_cards(seat))


def _award(state: State, award: Award) -> State:
    winner = None if award.seat is None else state.table.team_of[award.seat]
    after = _close(state, award.book, winner, award.shown, state.table.seats)
    return after if after.forced is None else _excuse(after, after.forced)


def _excuse(state: State, forced: Forced) -> State:
    """What the table settled need not be claimed any more."""
    books = tuple(name for name in forced.books if state.books[name].status == "open")
    return replace(state, forced=replace(forced, books=books) if books else None)


# -- challenges and forced claims -----------------------------------------------------------------


def _challenge(state: State, challenge: Challenge) -> State:
    table = state.table
    team = table.opponents_of[challenge.challenger]
    once = tuple(seat for seat in table.from_left_of(challenge.challenger) if seat in team)
    return replace(state, forced=Forced(team, (challenge.book,), once * 2, challenge.challenger))


def _begin_forced_claims(state: State) -> State:
    """Under ``forced-claims``, a team whose opponents are out must claim what is left."""
    table = state.table
    if table.rules.forced_claims == "no" or state.forced is not None or state.over:
        return state
    out = [team for team in table.teams if state.is_out(team)]
    if len(out) != 1:
        return state
    team, books = table.other_team(out[0]), state.open_books()
    first = state.to_move[0]
    order = (first, *table.from_left_of(first)[:-1])
    once = tuple(seat for seat in order if seat in team)
    return replace(state, forced=Forced(team, books, once * (2 * len(books))))


def _after_forced_claim(state: State, forced: Forced, claim: Claim) -> State:
    if claim.book not in forced.books:
        return state
    if forced.challenger is not None:
        return replace(state, forced=None)
    return _take_chance(state)


def _take_chance(state: State) -> State:
    """One chance to claim or decline is used; at the end's last one, the rest is forfeited."""
    forced = state.forced
    if forced is None:
        return state
    chances = forced.chances[1:]
    if state.over:
        return replace(state, forced=None)
    if chances or forced.challenger is not None:
        return replace(state, forced=replace(forced, chances=chances))
    others = state.table.other_team(forced.team)
    for name in state.open_books():
        state = _close(state, name, others, None, forced.team)
    return replace(state, forced=None)
