"""The rules on one screen, for who has never seen the game: six lines, an example, and the answers.

Each line is in the words of the rules that a record is played by.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tracker.game.ask_rules import may_ask_for_own
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.messages import counted
from tracker.notation.text import format_event
from tracker.render.phrases import listed
from tracker.render.rule_words import rules_in_short

ANSWERS: Final = (
    "Proven is what is so in every deal that fits what was seen; a guess is so in some of them; "
    "what is refuted is so in none."
)
"""What the words for answers mean."""
LEGEND: Final = (
    "“Ann > Bob 5H no” is short for: Ann asks Bob for the 5H, and the answer is no. On the board "
    "■ is a card of your own, ● a card that all saw there, and · a place where you see that the "
    "card is not. With each name stands how many cards that player holds."
)
"""What the signs of a puzzle mean."""


def primer(record: Record) -> tuple[str, ...]:
    """How a game is played by a record's rules, in six lines."""
    rules = rules_in_short(record.rules)
    first, second = (listed(team) for team in record.table.teams)
    book, *others = record.deck.books
    return (
        f"{first} play against {second}. All cards are dealt out, and nobody sees other hands.",
        f"The cards are split into {counted(len(others) + 1, 'half-suit')}. One is the "
        f"{book.name}: {' '.join(book.cards)}. The team that wins more of them wins.{rules.points}",
        f"In your turn you ask one opponent for one card. {rules.may_ask}",
        "Yes: the card is handed over for all to see, and you ask again. No: the turn goes to who "
        "was asked.",
        f"{rules.may_claim} you may claim a half-suit for your team: you name who holds "
        f"each of its cards. {rules.is_shown}",
        rules.sizes,
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
    numbers: dict[str, list[int]] = {}
    for number, record in enumerate(records, start=1):
        for text in (*primer(record), primer_example(record)):
            numbers.setdefault(text, []).append(number)
    return [
        text if len(of) == len(records) else f"{text} (puzzle {', '.join(map(str, of))})"
        for text, of in numbers.items()
    ]
