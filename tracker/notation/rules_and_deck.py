"""The deck of a header: one of the rules' own, or spelled out book by book."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.errors import RecordError
from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.lookup import folded
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.messages import quote
from tracker.notation.names import VERBS, Names, has_only_letters
from tracker.notation.problems import Problems
from tracker.notation.span import MISSING, Span


@dataclass(frozen=True)
class BookParts:
    """``book NAME: CARD …``."""

    name: Span
    cards: Sequence[Span]


def read_deck(
    books: Sequence[BookParts], reader: RulesReader, rules: Rules
) -> tuple[tuple[Book, ...], Deck | None]:
    """The books of a custom deck, and the deck.

    Args:
        books: the books that the header spells out.
        reader: the reader that read the rules; problems are noted where it notes them.
        rules: the rules it gave.

    Returns:
        No books for a deck of the rules; no deck where it is not certain which is meant.
    """
    if not books and rules.deck != "custom":
        return (), DECKS[rules.deck] if reader.deck_known else None
    problems = reader.problems
    before = len(problems)
    if not books:
        problems.add(reader.deck_at, "deck=custom needs its books (expected 'book NAME: CARD …')")
    elif rules.deck != "custom" and reader.deck_known:
        problems.add(
            books[0].name, "a book needs a custom deck (expected deck=custom in the rules)"
        )
    _judge_names(books, problems)
    # No deck is known yet, so that any card will do.
    found = _read_books(books, Names(problems, None, None, lax=reader.lax))
    sound = len(problems) == before and reader.deck_known and all(b.name.line for b in books)
    return found, Deck("custom", found) if sound else None


def _judge_names(books: Sequence[BookParts], problems: Problems) -> None:
    """Report names of books that stand twice, are no words or begin like an event."""
    seen: set[str] = set()
    for name in (book.name for book in books):
        if folded(name.text) in seen:
            problems.add(name, f"{quote(name.text)} names two books")
        seen.add(folded(name.text))
        words = name.text.split(" ")
        if not all(has_only_letters(word, "-_") for word in words):
            expected = "expected words of letters, digits, '-', '_'"
            problems.add(name, f"{quote(name.text)} cannot name a book ({expected})")
        elif words[0].lower() in VERBS:
            problems.add(name, f"{quote(name.text)} cannot name a book: it begins like an event")


def _read_books(books: Sequence[BookParts], names: Names) -> tuple[Book, ...]:
    """The books of a custom deck; reports those that have no cards."""
    holder: dict[Card, str] = {}
    found = []
    for book in books:
        if not book.cards:
            names.problems.add(book.name, f"the book {quote(book.name.text)} has no cards")
        cards = tuple(_card(span, book.name.text, holder, names) for span in book.cards)
        found.append(Book(book.name.text, cards))
    return tuple(found)


def _card(span: Span, book: str, holder: dict[Card, str], names: Names) -> Card:
    card = names.card(span)
    if card and card in holder:
        names.problems.add(span, f"{quote(span.text)} stands in {quote(holder[card])} already")
    holder.setdefault(card, book)
    return card


# -- the rules of a header: a preset and the keys that are changed --------------------------------
#
# The rules of a header: a preset and the keys that are changed.

DEFAULT_PRESET: Final = "pagat"
_YES_NO: Final = {"y": "yes", "n": "no"}


class RulesReader:
    """Reads a preset and its overrides.

    Args:
        problems: where to note what means nothing.
        lax: whether any case and short forms will do.
    """

    def __init__(self, problems: Problems, *, lax: bool = True) -> None:
        self.problems = problems
        self.lax = lax
        self.preset = DEFAULT_PRESET
        self.deck_known = True
        """Whether it is certain which deck is meant."""
        self.deck_at = MISSING
        """The value of an override of ``deck``, which a custom deck always has."""

    def read(self, preset: Span | None, overrides: Sequence[tuple[Span, Span]], at: Span) -> Rules:
        """The rules in force.

        Args:
            preset: the name of the preset, if one is given.
            overrides: keys and values.
            at: where to note that the values do not go together.
        """
        if preset is not None:
            self._read_preset(preset)
        values: dict[str, str] = {}
        for key_at, value_at in overrides:
            key = self._key(key_at)
            if key in values:
                self.problems.add(key_at, f"{quote(key_at.text)} is set twice in this line")
            elif key:
                values[key] = self._value(key, value_at)
        return self._rules({key: value for key, value in values.items() if value}, at)

    def _rules(self, values: dict[str, str], at: Span) -> Rules:
        """The preset with other values; where these do not go together, only with their deck."""
        try:
            return PRESETS[self.preset].with_values(values)
        except RecordError as error:
            self.problems.add(at, str(error))
            return Rules(deck=PRESETS[self.preset].deck).with_values(
                {"deck": values["deck"]} if "deck" in values else {}
            )

    def _read_preset(self, span: Span) -> None:
        """Take the preset named; reports one that is unknown: then the deck is unknown, too."""
        name = span.word if self.lax else span.text
        if name in PRESETS:
            self.preset = name
        else:
            expected = f"expected {', '.join(PRESETS)}"
            self.problems.unknown(span, "a preset", expected, (*PRESETS, *VALUES))
            self.deck_known = False

    def _key(self, span: Span) -> str:
        key = span.word.replace("_", "-") if self.lax else span.text
        if key not in VALUES:
            self.problems.unknown(span, "a rule", f"expected one of {', '.join(VALUES)}", VALUES)
            return ""
        return key

    def _value(self, key: str, span: Span) -> str:
        """The value that a rule is given; reports one it cannot have. A deck's place is noted."""
        value = self._short(key, span.word) if self.lax else span.text
        if key == "deck":
            self.deck_at = span
            self.deck_known = value in VALUES[key]
        if value in VALUES[key]:
            return value
        expected = f"expected {', '.join(VALUES[key])}"
        self.problems.unknown(span, f"a value of {key}", expected, VALUES[key])
        return ""

    def _short(self, key: str, word: str) -> str:
        word = word.replace("_", "-")
        return _YES_NO.get(word, word) if "yes" in VALUES[key] else word
