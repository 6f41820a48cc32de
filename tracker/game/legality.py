"""Legality: which rules an event breaks, as far as the public state can tell.

``violations`` holds the logic; ``is_legal`` is one line on it. What only the hidden hands could
tell (that an asker held no other card of the half-suit, say) is for deduction, which finds that no
deal is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from tracker.game.cards import Book, Card
from tracker.game.events import (
    Ask,
    AskAnswer,
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
    actor,
)
from tracker.game.rules import Rules
from tracker.game.state import State
from tracker.game.table import Table
from tracker.game.transition import claimed_team, is_gift_after
from tracker.game.turns import steps, turn_ways


@dataclass(frozen=True)
class Violation:
    """A rule that an event breaks."""

    code: str
    """Stable name of the rule, such as ``turn`` or ``teammate``."""
    message: str
    """What is wrong, in players' words."""


def violations(state: State, event: Event) -> tuple[Violation, ...]:
    """Every rule that an event breaks in a state.

    Args:
        state: the public state before the event.
        event: any event, marked irregular or not.

    Returns:
        The violations; none where the event is legal, as far as the public state tells.
    """
    return tuple(_violations(state, event))


def is_legal(state: State, event: Event) -> bool:
    """Whether an event breaks no rule that the public state can tell of."""
    return not violations(state, event)


def _violations(state: State, event: Event) -> Iterator[Violation]:
    """All the violations, one after the other."""
    if state.over and not isinstance(event, HandSize):
        yield Violation("game-over", "the game is over: every book is settled")
        return
    in_place = bool(steps(state, event))
    if not in_place:
        yield from _out_of_place(state, event)
    yield from _beside_the_turn(state, event)


def _beside_the_turn(state: State, event: Event) -> Iterator[Violation]:
    """What breaks a rule, whoever's turn it is."""
    yield from _gift_due(state, event)
    match event:
        case Ask():
            yield from _ask(state, event)
        case Claim():
            yield from _claim(state, event)
        case HandSize():
            yield from _hand_size(state, event)
        case Show():
            yield from _in_play(state, event.cards)
            yield from _places(state, [(card, event.seat) for card in event.cards])
        case Give():
            yield from _in_play(state, (event.card,))
            yield from _places(state, [(event.card, event.giver)])
        case Challenge():
            yield from _open_book(state, event.book)
        case Award():
            yield from _open_book(state, event.book)
            yield from _places(state, event.shown or ())


def _out_of_place(state: State, event: Event) -> Iterator[Violation]:
    """Why the rules on turns leave no way for an event to have happened."""
    found = tuple(_misplaced(state, event))
    yield from found
    if not found:
        yield Violation("turn", f"{_whose_turn(state)}, and this cannot come now")


def _misplaced(state: State, event: Event) -> Iterator[Violation]:
    """What breaks the rules on turns, and on when which event can happen."""
    yield from _forced(state, event)
    match event:
        case Ask():
            yield from _turn(state, event.asker)
        case Claim() if state.forced is None:
            yield from _turn(state, event.claimant)
        case Pass():
            yield from _pass(state, event)
        case Challenge():
            yield from _challenge(state)
        case Decline():
            yield from _decline(state, event)


def _gift_due(state: State, event: Event) -> Iterator[Violation]:
    """A card that its owner asked for, for all to see, goes over at once."""
    ask = state.awaited
    if ask is None or state.located.get(ask.card) != ask.asker or is_gift_after(ask, event):
        return
    gift = f"{ask.asker} gives {ask.target} {ask.card}"
    yield Violation("surrender", f"{ask.asker} asked for the {ask.card} and holds it: '{gift}'")


def _in_play(state: State, cards: tuple[str, ...]) -> Iterator[Violation]:
    for card in cards:
        if not state.is_open(card):
            yield Violation("closed-book", f"{card} is no longer in play")


def _open_book(state: State, book: str) -> Iterator[Violation]:
    if state.books[book].status != "open":
        yield Violation("closed-book", f"{book} is already settled")


def _places(state: State, holdings: Iterable[tuple[Card, Seat]]) -> Iterator[Violation]:
    for card, seat in holdings:
        holder = state.located.get(card, seat)
        if holder != seat:
            yield Violation("holder", f"{holder} is known to hold the {card}, not {seat}")


def _turn(state: State, seat: Seat) -> Iterator[Violation]:
    if seat in state.movers():
        return
    yield Violation("turn", f"{_whose_turn(state)}, not {seat}'s")


def _whose_turn(state: State) -> str:
    turn = state.turn
    return f"it is {turn}'s turn" if turn else f"it is the turn of {' or '.join(state.to_move)}"


# -- asks -----------------------------------------------------------------------------------------


def _ask(state: State, ask: Ask) -> Iterator[Violation]:
    """The rules that an ask breaks."""
    if ask.target not in state.table.opponents_of[ask.asker]:
        whom = "themselves" if ask.target == ask.asker else f"{ask.target}, a teammate"
        yield Violation("teammate", f"{ask.asker} asks {whom}: only opponents can be asked")
    for seat in dict.fromkeys((ask.asker, ask.target)):
        if not state.may_hold_cards(seat):
            yield Violation("empty-hand", f"{seat} has no cards")
    if not state.is_open(ask.card):
        yield from _in_play(state, (ask.card,))
        return
    yield from _asker_holdings(state, ask)
    yield from _answer(state, ask)
    yield from _must_claim(state, ask)


def _asker_holdings(state: State, ask: Ask) -> Iterator[Violation]:
    """The asker must hold a card of the half-suit, and must not hold the one asked for."""
    rules, book = state.table.rules, state.table.deck.book_of[ask.card]
    if not _may_ask_for_own(rules) and state.located.get(ask.card) == ask.asker:
        yield Violation("own-card", f"{ask.asker} asks for the {ask.card} and is known to hold it")
    may_hold = {card for card in book.cards if state.located.get(card, ask.asker) == ask.asker}
    if may_hold.isdisjoint(_entitling(rules, book, ask.card)):
        yield Violation(
            "no-card-of-book", f"{ask.asker} is known to hold no other card of {book.name}"
        )


def _answer(state: State, ask: Ask) -> Iterator[Violation]:
    """What everyone can see of an answer: who surrenders, who gives what they cannot have."""
    holder = state.located.get(ask.card)
    if ask.answer == "surrender" and refusal(state.table.rules, holds=True) != "surrender":
        yield Violation("surrender", "a card is surrendered only under own-card-asks=surrender")
    giver = ask.asker if ask.answer == "surrender" else ask.target
    if ask.answer != "no" and holder is not None and holder != giver:
        yield Violation("answer", f"{giver} cannot give the {ask.card}: {holder} holds it")
    if ask.answer == "no" and holder == ask.target:
        yield Violation("answer", f"{ask.target} says no and is known to hold the {ask.card}")


def _must_claim(state: State, ask: Ask) -> Iterator[Violation]:
    """Who publicly holds a whole half-suit has to claim it before asking."""
    holds = {card for card, seat in state.located.items() if seat == ask.asker}
    for name in must_claim_first(state, holds):
        yield Violation("must-claim", f"{ask.asker} holds all of {name} and must claim it first")


# -- what a seat may ask for, by its own hand -----------------------------------------------------


def possible_asks(state: State, seat: Seat, holds: Set[Card], may_hold: Set[Card]) -> Iterator[Ask]:
    """The asks that a seat may make, as far as it can tell from its hand and from what all can see.

    Args:
        state: the public state.
        seat: the asker.
        holds: the cards that the asker surely holds.
        may_hold: the cards that the asker holds or may hold. Where this is more than ``holds``,
            some of the asks may turn out to be illegal.

    Yields:
        The asks in deck order, then by the seat asked; each with an answer that it can get.
    """
    if state.over or not turn_ways(state, seat) or must_claim_first(state, holds):
        return
    for name in state.open_books():
        for card in cards_to_ask(state.table, name, holds, may_hold):
            for target in state.table.opponents_of[seat]:
                has_it = state.located.get(card) == target
                ask = Ask(seat, target, card, "yes" if has_it else "no")
                if not any(_beside_the_turn(state, ask)):
                    yield ask


def cards_to_ask(table: Table, book: str, holds: Set[Card], may_hold: Set[Card]) -> Iterator[Card]:
    """The cards of a half-suit that a seat may ask for, by its own hand, in deck order.

    Args:
        table: the table with its rules.
        book: the half-suit.
        holds: the cards that the seat surely holds.
        may_hold: the cards that it holds or may hold.
    """
    half_suit = table.deck.by_name[book]
    own_too = _may_ask_for_own(table.rules)
    for card in half_suit.cards:
        if (own_too or card not in holds) and any(
            other in may_hold for other in _entitling(table.rules, half_suit, card)
        ):
            yield card


def must_claim_first(state: State, holds: Set[Card]) -> tuple[str, ...]:
    """The half-suits that a seat must claim before it may ask (``must-claim``).

    Args:
        state: the public state.
        holds: the cards that the seat holds.
    """
    if state.table.rules.must_claim == "no":
        return ()
    by_name = state.table.deck.by_name
    return tuple(name for name in state.open_books() if holds >= set(by_name[name].cards))


def answers(rules: Rules, *, holds: bool) -> tuple[AskAnswer, ...]:
    """The answers that a legal ask can get.

    Args:
        rules: the rules in force.
        holds: whether the asker holds the card it asks for.
    """
    return (refusal(rules, holds=True),) if holds else ("yes", "no")


def refusal(rules: Rules, *, holds: bool) -> AskAnswer:
    """The answer of an ask that does not get the card.

    Args:
        rules: the rules in force.
        holds: whether the asker holds the card it asks for.
    """
    return "surrender" if holds and rules.own_card_asks == "surrender" else "no"


def may_hold_asked_card(rules: Rules, answer: AskAnswer) -> bool:
    """Whether the asker of a legal ask may hold the card, once the ask is answered.

    Under ``own-card-asks=surrender`` a plain ``no`` leaves that open until the next event, which
    may be the gift of the card. A ``yes`` says that the asker lacked it.
    """
    if rules.own_card_asks == "bluff" or answer == "surrender":
        return True
    return rules.own_card_asks == "surrender" and answer == "no"


def _may_ask_for_own(rules: Rules) -> bool:
    """Whether a player may ask for a card that they hold."""
    return rules.own_card_asks != "forbidden"


def _entitling(rules: Rules, book: Book, card: Card) -> Iterator[Card]:
    """The cards one of which a player must hold in order to ask for a card of the half-suit."""
    own_too = _may_ask_for_own(rules)
    return (other for other in book.cards if own_too or other != card)


# -- claims ---------------------------------------------------------------------------------------


def _claim(state: State, claim: Claim) -> Iterator[Violation]:
    """The rules that a claim breaks."""
    yield from _open_book(state, claim.book)
    team = claimed_team(state, claim)
    outsiders = dict.fromkeys(seat for _, seat in claim.holdings if seat not in team)
    if outsiders:
        yield Violation("naming", f"a claim names {' '.join(team)} only, not {' '.join(outsiders)}")
    yield from _shown(state, claim)
    true = claim.holdings if claim.outcome == "correct" else claim.shown
    yield from _places(state, true or ())


def _shown(state: State, claim: Claim) -> Iterator[Violation]:
    """Cards shown must be allowed, and must make the claim what its outcome says."""
    if claim.shown is None:
        return
    if state.table.rules.reveal == "nothing":
        yield Violation("reveal", "under reveal=nothing nobody shows cards after a claim")
    team = claimed_team(state, claim)
    if any(seat not in team for _, seat in claim.shown):
        found = "opponents"
    elif dict(claim.shown) == dict(claim.holdings):
        found = "correct"
    else:
        found = "split"
    if claim.outcome != found and not (claim.outcome == "cancelled" and found != "opponents"):
        yield Violation(
            "outcome", f"the cards shown make the claim {found!r}, not {claim.outcome!r}"
        )


# -- the rest -------------------------------------------------------------------------------------


def _pass(state: State, event: Pass) -> Iterator[Violation]:
    """The rules that a pass breaks."""
    if not state.may_hold_cards(event.receiver):
        yield Violation("empty-hand", f"{event.receiver} has no cards")
    if any(situation.choosers for situation in state.situations):
        yield from _choice(state, event)
        return
    yield from _turn(state, event.passer)
    if state.sizes[event.passer]:
        yield Violation("pass", f"{event.passer} still has cards and cannot pass the turn")
    if event.receiver not in state.table.team_of[event.passer] and not _team_may_be_out(
        state, event.passer
    ):
        yield Violation("pass", f"{event.receiver} is an opponent, and a teammate has cards")


def _choice(state: State, event: Pass) -> Iterator[Violation]:
    """A team chooses who goes on; the opponents only where it turns out to have no cards."""
    choosers = {seat for situation in state.situations for seat in situation.choosers}
    if event.passer not in choosers:
        yield Violation("turn", f"the turn is not {event.passer}'s to give")
    if event.receiver not in state.to_move:
        yield Violation("turn", f"the turn goes to {' or '.join(state.to_move)}")


def _team_may_be_out(state: State, seat: Seat) -> bool:
    return all(not state.sizes[other] for other in state.table.team_of[seat])


def _hand_size(state: State, event: HandSize) -> Iterator[Violation]:
    """A size must be the one that is known, and one that the rules let a player say."""
    known = state.sizes[event.seat]
    if known is not None and known != event.size:
        yield Violation("hand-size", f"{event.seat} has {known} cards, not {event.size}")
    rules = state.table.rules
    announced = rules.announce_last == "yes" and event.size == 1
    if rules.hand_sizes == "empty-only" and event.size > 0 and not announced:
        yield Violation(
            "hand-size", "under hand-sizes=empty-only a player says only whether they have cards"
        )


def _challenge(state: State) -> Iterator[Violation]:
    if state.table.rules.challenge == "no":
        yield Violation("challenge", "these rules know no challenge (challenge=no)")


def _decline(state: State, event: Decline) -> Iterator[Violation]:
    if state.forced is None or not state.forced.chances:
        yield Violation("decline", f"{event.seat} has no claim to decline")


def _forced(state: State, event: Event) -> Iterator[Violation]:
    """What is allowed while a team must claim."""
    forced = state.forced
    if forced is None or isinstance(event, HandSize | Show | Award | Give):
        return
    books = ", ".join(forced.books)
    if not isinstance(event, Claim | Decline):
        yield Violation("forced-claim", f"{' or '.join(forced.team)} must claim {books} first")
        return
    if isinstance(event, Claim) and event.book not in forced.books:
        yield Violation("forced-claim", f"the claim must be of {books}")
    if actor(event) != forced.next_up:
        yield Violation(
            "forced-claim", f"it is for {forced.next_up} to claim or decline, not {actor(event)}"
        )
