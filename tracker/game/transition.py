"""From one public state to the next: what an event changes for all to see.

No event is refused: a record says what happened, allowed or not. What was not allowed is listed by
``tracker.game.legality``. Whose turn it is after an event is decided in ``tracker.game.turns``.

Example: ``apply(state, Ask("Ann", "Bob", "5H", "yes"))`` is a state in which Ann publicly holds the
5H, and Bob has one card less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias, assert_never

from tracker.errors import GapError, WrongTypeError
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    BaseEvent,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Holdings,
    Missing,
    Now,
    Outcome,
    Pass,
    PlainEvent,
    Seat,
    Show,
)
from tracker.game.rules import Rules
from tracker.game.state import (
    Forced,
    Situation,
    State,
    changed,
    initial_state,
    settled,
)
from tracker.game.table import Table, Team
from tracker.game.turns import courses, is_lax, named_team, steps, with_forced_end


def first_state(table: Table) -> State:
    """The public state before the first event."""
    state = initial_state(table)
    return changed(state, forced=_forced_claims(state))


def apply(state: State, event: Event) -> State:
    """The public state after one more event, legal or not.

    Raises:
        WrongTypeError: for what is no event.
        GapError: for a gap: what is public after it depends on how it is filled.
    """
    if not isinstance(event, BaseEvent):
        raise WrongTypeError(f"not an event: {event!r}")
    if isinstance(event, Gap | Missing):
        raise GapError(
            state.at + 1,
            f"event {state.at + 1} is a gap ('?' or '...'): this question is not answered for "
            "records with gaps",
        )
    after = complete_sizes(_with_cards_moved(_with_able_hand(state, event), event))
    after = in_situations(after, situations_after(state, event))
    return changed(
        after, forced=_forced_claims(after), at=state.at + 1, awaited=_awaited(state, event)
    )


def _awaited(state: State, event: PlainEvent) -> Ask | None:
    """The ask of which only the next event at the table tells if the asker held the card."""
    if isinstance(event, NOTES):
        return state.awaited
    return event if isinstance(event, Ask) and _may_be_surrender(state, event) else None


def _with_able_hand(state: State, event: PlainEvent) -> State:
    """The state after an event has said outright that a hand of unknown size is not empty.

    Who is asked has a card, and keeps it where the answer is no. So has who gets
    the turn in a pass.
    """
    match event:
        case Ask(target=seat, answer="no"):
            is_said = state.is_open(event.card)
        case Pass(receiver=seat):
            is_said = not is_lax(state) and bool(steps(state, event))
        case _:
            return state
    if event.irregular or not is_said or state.sizes[seat] is not None:
        return state
    return changed(state, able=state.able | {seat})


def _with_cards_moved(state: State, event: PlainEvent) -> State:
    """The state with the cards, hand sizes and score after an event."""
    match event:
        case Ask():
            return _ask(state, event)
        case Claim():
            return _claim(state, event)
        case HandSize():
            return _with_stated_sizes(state, {event.seat: event.size})
        case Show():
            return _locate(state, tuple((card, event.seat) for card in event.cards))
        case Award():
            winner = None if event.seat is None else state.table.team_of[event.seat]
            return _close(state, event.book, winner, event.shown, state.table.seats)
        case Give():
            return _move(state, event.card, event.giver, event.receiver)
        case HandSizes():
            return _with_stated_sizes(state, dict(event.sizes))
        case Pass() | Challenge() | Decline() | Now():
            return state
        case _:
            assert_never(event)


# -- cards that move ------------------------------------------------------------------------------


def _ask(state: State, ask: Ask) -> State:
    """A yes moves the card to the asker, and a surrender to the player asked."""
    if ask.asker in state.table.opponents_of[ask.target]:
        state = changed(state, last_asker={**state.last_asker, ask.target: ask.asker})
    moved = transfer_of(ask)
    return state if moved is None else _move(state, *moved)


def transfer_of(event: Event) -> tuple[Card, Seat, Seat] | None:
    """The card that an event moves, from whom and to whom; None where it moves none."""
    match event:
        case Ask(asker=asker, target=target, card=card, answer="yes"):
            return card, target, asker
        case Ask(asker=asker, target=target, card=card, answer="surrender"):
            return card, asker, target
        case Give(giver=giver, receiver=receiver, card=card):
            return card, giver, receiver
        case _:
            return None


def _may_be_surrender(state: State, ask: Ask) -> bool:
    """Whether only the next event tells if the asker held the card (rulings, 7)."""
    is_plain_no = ask.answer == "no" and not ask.irregular
    return is_plain_no and may_surrender(state.table.rules) and state.is_open(ask.card)


NOTES: Final = (HandSizes, Now)
"""Kinds of events that did not happen at the table: notes of whoever wrote the game down."""


def is_gift_after(ask: Ask, event: Event) -> bool:
    """Whether an event gives up the card that its giver has just asked for (``surrender``)."""
    gift = (ask.asker, ask.target, ask.card)
    return isinstance(event, Give) and (event.giver, event.receiver, event.card) == gift


def _move(state: State, card: Card, giver: Seat, receiver: Seat) -> State:
    if not state.is_open(card):
        return state
    changes = {giver: -1, receiver: 1} if giver != receiver else {}
    return changed(_resize(state, changes), located={**state.located, card: receiver})


def _resize(state: State, changes: Mapping[Seat, int]) -> State:
    """The state after hands have got more or fewer cards, by seat."""
    sizes, balance = dict(state.sizes), dict(state.balance)
    for seat, change in changes.items():
        size = sizes[seat]
        most = balance[seat] if size is None else size
        # A record that breaks the rules can take more from a hand than it holds: it takes all.
        change = max(change, -most)
        sizes[seat] = None if size is None else size + change
        balance[seat] += change
    losers = {seat for seat, change in changes.items() if change < 0}
    return changed(state, sizes=sizes, balance=balance, able=state.able - losers)


def _with_stated_sizes(state: State, stated: Mapping[Seat, int]) -> State:
    """The state after the sizes of some hands were stated.

    What is stated holds from there on. Where it cannot be, for all to see, the balance follows it:
    hidden cards dealt to the seat are all that can lie between them.
    """
    balance = {
        seat: min(max(state.balance[seat], size), size + len(state.hidden))
        for seat, size in stated.items()
    }
    return changed(state, sizes={**state.sizes, **stated}, balance={**state.balance, **balance})


def _locate(state: State, holdings: Holdings) -> State:
    """The state after everyone has seen where some cards are."""
    seen = {card: seat for card, seat in holdings if state.is_open(card)}
    return changed(state, located={**state.located, **seen})


# -- half-suits that are settled ------------------------------------------------------------------

ClaimResult: TypeAlias = Literal["claimant", "others", "nobody", "stays"]
"""What becomes of a claimed half-suit: the claimant's team scores it, the other team does, nobody
does, or it stays in play."""


def outcome_by(shown: Holdings, claim: Claim, team: Team) -> Outcome:
    """The outcome that the cards shown after a claim make; it may have been cancelled all the same.

    Args:
        shown: who had which card.
        claim: the claim.
        team: the team that it names.
    """
    if any(seat not in team for _, seat in shown):
        return "opponents"
    return "correct" if dict(shown) == dict(claim.holdings) else "split"


def claim_result(rules: Rules, outcome: Outcome, *, of_other_team: bool = False) -> ClaimResult:
    """Who scores a half-suit after a claim.

    Args:
        rules: the rules in force.
        outcome: the outcome of the claim.
        of_other_team: whether the claim names cards in the hands of the other team.
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


def claimed_team(state: State, claim: Claim) -> Team:
    """The team in whose hands a claim names the cards.

    It is the claimant's, but for a challenger who names the cards of a team that declined, and
    for a claim that names only the other team, where the rules let it (``claim-other-team``).
    """
    forced = state.forced
    if (
        forced is not None
        and forced.challenger == claim.claimant
        and claim.book in forced.books
        and not forced.chances
    ):
        return forced.team
    return named_team(state.table, claim)


def _claim(state: State, claim: Claim) -> State:
    """A claim settles its half-suit, or leaves it in play and may cost a point."""
    claimants, named = state.table.team_of[claim.claimant], claimed_team(state, claim)
    others = state.table.other_team(claimants)
    result = claim_result(state.table.rules, claim.outcome, of_other_team=named == others)
    if result == "stays":
        after = _locate(state, claim.shown or ())
        return _add_points(after, claimants, -1) if claim.outcome == "opponents" else after
    winner = {"claimant": claimants, "others": others, "nobody": None}[result]
    known = (claim.holdings or None) if claim.outcome == "correct" else claim.shown
    holders = state.table.seats if claim.outcome == "opponents" or known else named
    return _close(state, claim.book, winner, known, holders)


def _close(
    state: State,
    name: str,
    winner: Team | None,
    known: Holdings | None,
    holders: tuple[Seat, ...],
) -> State:
    """Take a half-suit out of play.

    Args:
        state: the state before.
        name: the half-suit.
        winner: the team that scores it; None: nobody.
        known: where its cards were; None where they were not shown.
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
    after = changed(
        after,
        sizes=sizes,
        able=after.able.difference(unsure),
        hidden=state.hidden + unseen,
        books={**state.books, name: settled(winner)},
        located={card: seat for card, seat in state.located.items() if card not in cards},
    )
    return after if winner is None else _add_points(after, winner, state.table.book_points(name))


def _add_points(state: State, team: Team, points: int) -> State:
    return changed(state, score={**state.score, team: state.score[team] + points})


def complete_sizes(state: State) -> State:
    """The state with all hand sizes that everyone can work out.

    Where nothing is in play, all hands are empty; where one size alone is unknown, the others and
    the number of cards in play give it, but where a record that breaks the rules leaves a number
    that it cannot be.
    """
    unknown = [seat for seat, size in state.sizes.items() if size is None]
    if not unknown:
        return state
    in_play = sum(len(state.table.deck.by_name[name].cards) for name in state.open_books())
    if in_play == 0:
        return changed(state, sizes=dict.fromkeys(state.sizes, 0))
    if len(unknown) > 1 or state.perhaps_settled:
        return state
    rest = in_play - sum(size for size in state.sizes.values() if size is not None)
    most = state.balance[unknown[0]]
    least = 0 if state.section else max(most - len(state.hidden), 0)
    if not least <= rest <= most:
        return state
    return changed(state, sizes={**state.sizes, unknown[0]: rest})


# -- missing stretches ----------------------------------------------------------------------------


def past_stretch(state: State, *, only_asks: bool = False, weaker: bool = False) -> State:
    """The public state after a missing stretch: a new section of the game begins.

    Only what was settled goes on. No card has a known place, and no hand a known size.

    Args:
        state: the state before it.
        only_asks: whether no half-suit can have been settled in it.
        weaker: whether more is known of it than is said here.
    """
    if state.over:
        return changed(state, at=state.at + 1)
    cards = state.cards
    return changed(
        state,
        at=state.at + 1,
        situations=_situations_past_stretch(state),
        located={},
        sizes=dict.fromkeys(state.sizes),
        balance=dict.fromkeys(state.balance, len(cards)),
        hidden=(),
        able=frozenset(),
        last_asker={},
        forced=None,
        awaited=None,
        section=state.at + 1,
        weaker=state.weaker or weaker,
        perhaps_settled=state.perhaps_settled if only_asks else state.open_books(),
    )


def _situations_past_stretch(state: State) -> tuple[Situation, ...]:
    """Whose turn it may be after a stretch in which anything may have happened.

    It may be anyone's, with cards or without, or one of a team may have to be chosen. Where nothing
    happened, forced claims that were under way go on.
    """
    rules, table = state.table.rules, state.table
    before = (changed(situation, forced=None) for situation in state.situations)
    choices: tuple[Situation, ...] = ()
    if rules.turn_after_claim == "team-chooses" or rules.turn_after_wrong_claim == "opponents":
        choices = tuple(Situation(team, choosers=table.seats) for team in table.teams)
    turns = (Situation((seat,)) for seat in table.seats)
    return tuple(dict.fromkeys((*state.situations, *before, *turns, *choices)))


# -- the situations that an event leads to --------------------------------------------------------


def situations_after(state: State, event: PlainEvent) -> tuple[Situation, ...]:
    """The situations that an event leads to: those in which it was legal, else all."""
    return tuple(dict.fromkeys(step.after for step in courses(state, event)))


def in_situations(state: State, situations: Iterable[Situation]) -> State:
    """The state with the situations that an event led to.

    Once the last chance of forced claims is used, what is left in play goes to the opponents.
    """
    left = tuple(situations)
    forced = left[0].forced
    if forced is not None and all(situation.over for situation in left):
        for name in state.open_books():
            state = _close(state, name, state.table.other_team(forced.team), None, forced.team)
    if state.over:
        left = tuple(changed(situation, forced=None) for situation in left)
    return changed(complete_sizes(state), situations=left)


def _forced_claims(state: State) -> Forced | None:
    """The forced claims that are under way for all to see.

    Where the hands decide who begins, they are those of one order that is possible.
    """
    forced = (
        after.forced
        for situation in state.situations
        if not state.over
        for after, _ in with_forced_end(state, situation)
    )
    first = next(forced, None)
    # It is looked no further than it has to be: there can be many.
    return None if None in forced else first
