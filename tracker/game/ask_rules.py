"""What a seat may ask for, by the cards in its hand, and what the answer can be.

A player must hold a card of the half-suit in order to ask for another one of it. Whether they may
ask for a card that they hold, and what it costs, is the rule ``own-card-asks``. Everything that
lists, judges or plays asks decides it here.

Example: whoever holds the 2H and no other low heart may ask for the five others, and under
``own-card-asks=bluff`` for the 2H, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from tracker.game.cards import Book, Card
from tracker.game.events import AskAnswer
from tracker.game.rules import Rules
from tracker.game.state import State
from tracker.game.table import Table


def cards_to_ask(table: Table, book: str, holds: Set[Card], may_hold: Set[Card]) -> Iterator[Card]:
    """The cards of a half-suit that a seat may ask for, by its own hand, in deck order.

    Args:
        table: the table with its rules.
        book: the half-suit.
        holds: the cards that the seat surely holds.
        may_hold: the cards that it holds or may hold.
    """
    half_suit = table.deck.by_name[book]
    own_too = may_ask_for_own(table.rules)
    for card in half_suit.cards:
        if own_too or card not in holds:
            entitling = entitling_cards(table.rules, half_suit, card)
            if not may_hold.isdisjoint(entitling):
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
    return "surrender" if holds and may_surrender(rules) else "no"


def may_hold_asked_card(rules: Rules, answer: AskAnswer) -> bool:
    """Whether the asker of a legal ask may hold the card, once the ask is answered.

    Under ``own-card-asks=surrender`` a plain ``no`` leaves that open until the next event, which
    may be the gift of the card. A ``yes`` says that the asker lacked it.
    """
    if rules.own_card_asks == "bluff" or answer == "surrender":
        return True
    return may_surrender(rules) and answer == "no"


def may_ask_for_own(rules: Rules) -> bool:
    """Whether a player may ask for a card that they hold."""
    return rules.own_card_asks != "forbidden"


def may_surrender(rules: Rules) -> bool:
    """Whether a player may ask for a card that they hold, and then gives it up."""
    return rules.own_card_asks == "surrender"


def entitling_cards(rules: Rules, book: Book, card: Card) -> Iterator[Card]:
    """The cards one of which a player must hold in order to ask for a card of the half-suit."""
    own_too = may_ask_for_own(rules)
    return (other for other in book.cards if own_too or other != card)
