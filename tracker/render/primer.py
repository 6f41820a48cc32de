"""The rules on one screen, for who has never seen the game: six lines, an example, and the answers.

Each line is in the words of the rules that a record is played by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.game.ask_rules import may_ask_for_own
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.messages import counted, gathered
from tracker.notation.text import format_event
from tracker.render.phrases import listed

ANSWERS: Final = (
    "Proven is what is so in every deal of the cards that fits what was seen and your own hand; a "
    "guess is so in some of them, but not in all; what is refuted is so in none."
)
"""What the words for answers mean."""
LEGEND: Final = (
    "“Ann > Bob 5H no” is short for: Ann asks Bob for the 5H, and the answer is no. On the board "
    "● is a card that all saw there, as it moved; ■ a card of your own that has not moved; and · a "
    "place where the card is not, as you see it elsewhere or your own hand lacks it. With each "
    "name stands how many cards that player holds now. “Seen” are cards with ●, “Gone” half-suits "
    "that were claimed, with the team that won them; “rest” are all other cards of a half-suit."
)
"""What the signs of a puzzle mean."""
_MAY_ASK: Final[Mapping[str, str]] = {
    "forbidden": "You must hold another card of its half-suit, and not that card.",
    "bluff": "You must hold a card of its half-suit; it may be that card itself.",
    "surrender": "You must hold a card of its half-suit. If it is that card itself, it goes to the "
    "opponent, and so does the turn.",
}
_MAY_CLAIM: Final[Mapping[str, str]] = {
    "own-turn": "In your turn",
    "any-time": "At any time",
    "team-turn": "While your team has the turn",
}
_IS_SHOWN: Final[Mapping[str, str]] = {
    "all": "Then everyone sees where they were.",
    "nothing": "Nobody shows them: only how it came out is told.",
}
_SIZES: Final[Mapping[str, str]] = {
    "public": "How many cards each player holds is known to all: so hands can be counted.",
    "empty-only": "How many cards somebody holds need not be said, but whether it is any.",
}
_POINTS: Final[Mapping[str, str]] = {"1": "", "2": " A high one counts twice."}


def primer(record: Record) -> tuple[str, ...]:
    """How a game is played by a record's rules, in six lines."""
    rules = record.rules
    first, second = (listed(team) for team in record.table.teams)
    book, *others = record.deck.books
    another = f"; another is the {others[0].name}: {' '.join(others[0].cards)}" if others else ""
    return (
        f"{first} play against {second}. All cards are dealt out, and nobody sees other hands.",
        f"The cards are split into {counted(len(others) + 1, 'half-suit')}. One is the "
        f"{book.name}: {' '.join(book.cards)}{another}. The team that wins more of them wins."
        f"{_POINTS[rules.high_points]}",
        f"In your turn you ask one opponent for one card. {_MAY_ASK[rules.own_card_asks]}",
        "The answer must be true. Yes: the card is handed over for all to see, and you ask again. "
        "No: the turn goes to who was asked.",
        f"{_MAY_CLAIM[rules.claims]} you may claim a half-suit that is all with your team: you "
        f"name who holds each card. {_IS_SHOWN[rules.reveal]}",
        _SIZES[rules.hand_sizes],
    )


def primer_example(record: Record) -> str:
    """What one ask tells, by a record's rules and with its players."""
    asker = record.seats[0]
    target, book = record.table.opponents_of[asker][0], record.deck.books[0]
    card = book.cards[len(book.cards) // 2]
    another = f"{asker} holds another card of the {book.name}"
    if not may_ask_for_own(record.rules):
        ask = Ask(asker, target, card, "no")
        tells = f"neither {asker} nor {target} holds the {card}, and that {another}"
    else:
        ask = Ask(asker, target, card, "yes")
        tells = f"{target} held the {card}, {asker} holds it now, and {another}"
    return f"An example: “{format_event(ask, record)}” tells everyone that {tells}."


def how_to_play(records: Sequence[Record]) -> list[str]:
    """All that stands before the first puzzle of some: the rules, and how puzzles are read."""
    return [*primers(records), ANSWERS, LEGEND]


def primers(records: Sequence[Record]) -> list[str]:
    """The lines of all records' rules, each once; those of some alone say of which.

    Args:
        records: the records, in the order of their numbers.
    """
    numbers = gathered(
        (text, number)
        for number, record in enumerate(records, start=1)
        for text in (*primer(record), primer_example(record))
    )
    return [
        text if len(of) == len(records) else f"{text} (puzzle {', '.join(map(str, of))})"
        for text, of in numbers.items()
    ]
