"""What the app shows before its engine is there: documents that are worked out when it is built.

The rules, in words; and a sample game with its boards and its review. They are what the engine
would answer, so nothing of the app needs to know where they came from.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from tracker.answers import InSteps
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.render.app_answers import MOST_MOMENTS, moments, opened, reviewed
from tracker.render.json_form import Json
from tracker.render.primer import ANSWERS, primer, primer_example
from tracker.render.rule_words import WORDS

SEATS: Final = ("Ann", "Bob", "Carl", "Dora", "Eve", "Finn")
"""Who plays in the examples."""


def rules_document() -> Json:
    """The presets, what they mean, and every rule with the values that it can have."""
    return {
        "presets": {name: _preset(rules) for name, rules in PRESETS.items()},
        "keys": {
            key: [{"value": value, "meaning": WORDS[key][value].meaning} for value in values]
            for key, values in VALUES.items()
        },
        "decks": {
            name: [{"name": book.name, "cards": list(book.cards)} for book in deck.books]
            for name, deck in DECKS.items()
        },
        "answers": ANSWERS,
    }


def _preset(rules: Rules) -> Json:
    """How a game is played by some rules: what they are, six lines, an example."""
    record = Record(SEATS, rules, dealer=SEATS[0])
    lines, example = list(primer(record)), primer_example(record)
    cards = list(record.table.cards)
    return {"values": rules.items(), "primer": lines, "example": example, "cards": cards}


def sample_document() -> Json:
    """A sample game: as it is opened, its boards in everyone's eyes, and its review."""
    text = (files("tracker") / "render" / "app" / "sample.lit").read_text(encoding="utf-8")
    review = InSteps(reviewed(text))
    list(review)
    boards = moments(text, "public", 0, MOST_MOMENTS)
    return {"game": opened(text), "boards": boards, "review": review.result}
