"""The rules and the deck of a header: a preset, the keys that are changed, and the books of a deck.

A deck is one of the rules' own, or custom and spelled out book by book. Where the header is too
broken to tell which deck is meant there is none, and readers judge no card by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.errors import RecordError
from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.lookup import folded
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.messages import quote
from tracker.notation.names import Names, has_only_letters
from tracker.notation.problems import MISSING, Problems, Span
from tracker.notation.statements import VERBS

DEFAULT_PRESET: Final = "pagat"
_YES_NO: Final = {"y": "yes", "n": "no"}


@dataclass(frozen=True)
class RulesParts:
    """``rules: PRESET, KEY=VALUE …``."""

    at: Span
    """Where to note that the values do not go together."""
    preset: Span | None = None
    overrides: Sequence[tuple[Span, Span]] = ()
    """Keys and values."""


@dataclass(frozen=True)
class HeaderRules:
    """The rules of a header, as far as they could be read."""

    preset: str
    rules: Rules
    deck_known: bool
    """Whether it is certain which deck is meant."""
    deck_at: Span
    """The value of the key ``deck``, which the rules of every custom deck have."""


def read_rules(parts: RulesParts, problems: Problems, *, lax: bool) -> HeaderRules:
    """The rules in force.

    Args:
        parts: the preset and the changes.
        problems: where to note what means nothing.
        lax: whether any case and short forms will do.
    """
    preset = _preset(parts.preset, problems, lax=lax)
    places = _keys(parts.overrides, problems, lax=lax)
    values = {key: _value(key, span, problems, lax=lax) for key, span in places.items()}
    sound = {key: value for key, value in values.items() if value}
    base = PRESETS[preset or DEFAULT_PRESET]
    try:
        rules = base.with_values(sound)
    except RecordError as error:
        problems.add(parts.at, str(error))
        # Of rules that do not go together only the deck is kept.
        rules = Rules().with_values({"deck": sound.get("deck", base.deck)})
    return HeaderRules(
        preset or DEFAULT_PRESET,
        rules,
        deck_known="deck" in sound if "deck" in places else preset is not None,
        deck_at=places.get("deck", MISSING),
    )


def _preset(span: Span | None, problems: Problems, *, lax: bool) -> str | None:
    """The preset named, or the default; reports one that is unknown: it is None."""
    if span is None:
        return DEFAULT_PRESET
    name = span.word if lax else span.text
    if name in PRESETS:
        return name
    known = (*PRESETS, *VALUES)
    problems.unknown(span, "a preset", f"expected {', '.join(PRESETS)}", known)
    return None


def _keys(
    overrides: Iterable[tuple[Span, Span]], problems: Problems, *, lax: bool
) -> dict[str, Span]:
    """The values by their keys; reports unknown keys and those that are set twice."""
    places: dict[str, Span] = {}
    for span, value in overrides:
        key = span.word.replace("_", "-") if lax else span.text
        if key not in VALUES:
            expected = f"expected one of {', '.join(VALUES)}"
            problems.unknown(span, "a rule", expected, VALUES)
        elif key in places:
            problems.add(span, f"{quote(span.text)} is set twice in this line")
        else:
            places[key] = value
    return places


def _value(key: str, span: Span, problems: Problems, *, lax: bool) -> str:
    """The value that a rule is given; reports one that the rule cannot have: it is empty."""
    value = span.text
    if lax:
        value = span.word.replace("_", "-")
        value = _YES_NO.get(value, value) if "yes" in VALUES[key] else value
    if value in VALUES[key]:
        return value
    expected = f"expected {', '.join(VALUES[key])}"
    problems.unknown(span, f"a value of {key}", expected, VALUES[key])
    return ""


# -- the deck -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookParts:
    """``book NAME: CARD …``."""

    name: Span
    cards: Sequence[Span]


def read_deck(
    books: Sequence[BookParts], header: HeaderRules, problems: Problems, *, lax: bool
) -> tuple[tuple[Book, ...], Deck | None]:
    """The books of a custom deck, and the deck.

    Args:
        books: the books that the header spells out.
        header: the rules of the header.
        problems: where to note what is wrong with the books.
        lax: whether short forms of cards will do.

    Returns:
        No books for a deck of the rules; None for the deck where it is not certain which is meant.
    """
    is_custom = header.rules.deck == "custom"
    if not books and not is_custom:
        return (), DECKS[header.rules.deck] if header.deck_known else None
    before = len(problems)
    if not books:
        message = "deck=custom needs its books (expected 'book NAME: CARD …')"
        problems.add(header.deck_at, message)
    elif not is_custom and header.deck_known:
        message = "a book needs a custom deck (expected deck=custom in the rules)"
        problems.add(books[0].name, message)
    _judge_names(books, problems)
    # No deck is known yet, so that any card will do.
    read = _read_books(books, Names(problems, None, None, lax=lax))
    sound = len(problems) == before and header.deck_known and all(b.name.line for b in books)
    return read, Deck("custom", read) if sound else None


def _judge_names(books: Sequence[BookParts], problems: Problems) -> None:
    """Reports names of books that stand twice, are no words or begin like an event."""
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
    """The books of a custom deck; reports those without cards, and cards that stand in two."""
    book_of: dict[Card, str] = {}
    read = []
    for book in books:
        name = book.name.text
        if not book.cards:
            names.problems.add(book.name, f"the book {quote(name)} has no cards")
        cards = []
        for span in book.cards:
            card = names.card(span)
            if card and card in book_of:
                first = quote(book_of[card])
                names.problems.add(span, f"{quote(span.text)} stands in {first} already")
            book_of.setdefault(card, name)
            cards.append(card)
        read.append(Book(name, tuple(cards)))
    return tuple(read)
