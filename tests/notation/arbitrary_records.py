"""Hypothesis strategies for arbitrary well-formed records.

Well-formed means that the notation can say it, not that it is a possible game: cards are asked for
at random, and hand sizes are announced that nobody has.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from tracker.game.cards import ALL_CARDS, Book, Card, Deck
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
    Holdings,
    Pass,
    Seat,
    Show,
)
from tracker.game.record import Hand, HeaderComment, Record, Settled
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.game.table import TABLE_SIZES
from tracker.notation.text import canonical, header_lines

# Names that look like words of the notation, like cards or like each other, and from many scripts.
AWKWARD_NAMES: Final = (
    *(
        "Ann",
        "ann",
        "An",
        "Anna",
        "rest",
        "to",
        "asks",
        "award",
        "book",
        "hand",
        "title",
        "nobodys",
    ),
    *("5H", "RJ", "10", "yes", "no", "...", "-", "_", "O.-_", "shown", "claims", "low", "dealer"),
    *("Zoë", "Zo", "Zoe\u0308a", "Ёлка", "अनीता", "王", "مريم", "ΣΊΣΥΦΟΣ", "straße", "ⅷ", "x" * 60),
)
ANSWERS: Final[tuple[AskAnswer, ...]] = ("yes", "no", "surrender")
_WORDS: Final = (
    "low",
    "hearts",
    "LH",
    "to",
    "rest",
    "nobody",
    "Rot-1",
    "b_2",
    "अनीता",
    "5H",
    "award",
)
_UNWRITABLE: Final = "\n\r\0"

texts: Final = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters=_UNWRITABLE), max_size=12
)
comment_lines: Final = st.lists(
    st.sampled_from(["", " ", "a note", "#", "# ", "  set in", "\x1b[31m", "[bold]"]) | texts,
    max_size=4,
).map(tuple)
seat_names: Final = st.sampled_from(AWKWARD_NAMES) | st.from_regex(
    r"[\w.-]{1,8}", fullmatch=True
).filter(lambda name: name.lower() != "nobody")


def _look(name: str) -> str:
    """What a name looks like, however its accents are encoded."""
    return unicodedata.normalize("NFC", name)


@st.composite
def rules(draw: DrawFn, preset: str, *, custom: bool) -> Rules:
    """Rules as a change of a preset."""
    keys = draw(st.lists(st.sampled_from(sorted(VALUES)), unique=True, max_size=5))
    values = {key: draw(st.sampled_from(VALUES[key])) for key in keys}
    values["deck"] = "custom" if custom else values.get("deck", PRESETS[preset].deck)
    if values["deck"] == "custom" and not custom:
        values["deck"] = "no8"
    if values["deck"] == "quartets52":
        values["high-points"] = "1"
    return PRESETS[preset].with_values(values)


@st.composite
def custom_books(draw: DrawFn) -> tuple[Book, ...]:
    """Any partition of some cards into books."""
    cards = draw(st.permutations(sorted(ALL_CARDS)))[: draw(st.integers(1, len(ALL_CARDS)))]
    name = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=3).map(" ".join)
    count = draw(st.integers(1, min(6, len(cards))))
    unique = st.lists(name, unique_by=str.lower, min_size=count, max_size=count)
    names = draw(unique)
    return tuple(Book(name, tuple(cards[i::count])) for i, name in enumerate(names))


@st.composite
def headers(draw: DrawFn) -> Record:
    """Records without events."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    books = draw(st.just(()) | custom_books())
    size = draw(st.sampled_from(TABLE_SIZES))
    seats = tuple(draw(st.lists(seat_names, unique_by=_look, min_size=size, max_size=size)))
    record = Record(
        seats=seats,
        rules=draw(rules(preset, custom=bool(books))),
        preset=preset,
        books=books,
        tags=draw(tags()),
        teams=draw(st.none() | teams(seats)),
        dealer=draw(st.none() | st.sampled_from(seats)),
        turn=draw(st.none() | st.sampled_from(seats)),
    )
    record = replace(record, settled=draw(settled(record)))
    record = replace(record, sizes=draw(sizes(record)))
    return replace(record, hands=draw(hands(record)))


@st.composite
def tags(draw: DrawFn) -> tuple[tuple[str, str], ...]:
    text = texts.map(lambda text: text.replace("#", "").strip())
    tags = ("title", "date", "place", "source", "as", "question", "level", "theme", "shows")
    chosen = [(tag, draw(st.none() | text)) for tag in tags]
    return tuple((tag, text) for tag, text in chosen if text is not None)


@st.composite
def teams(draw: DrawFn, seats: Sequence[Seat]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    mixed = draw(st.permutations(seats))
    half = len(mixed) // 2
    return tuple(mixed[:half]), tuple(mixed[half:])


@st.composite
def settled(draw: DrawFn, record: Record) -> tuple[Settled, ...]:
    names = st.sampled_from([book.name for book in record.deck.books])
    chosen = draw(st.lists(names, unique=True, max_size=2))
    return tuple(Settled(name, draw(st.none() | st.sampled_from(record.seats))) for name in chosen)


def _in_play(record: Record) -> list[Card]:
    gone = {entry.book for entry in record.settled}
    return [card for card in record.deck.cards if record.deck.book_of[card].name not in gone]


@st.composite
def sizes(draw: DrawFn, record: Record) -> tuple[tuple[Seat, int], ...] | None:
    """Hand sizes that add up; none where the rules may give them."""
    in_play = len(_in_play(record))
    even = in_play % len(record.seats) == 0 or record.dealer is not None
    if not record.settled and even and draw(st.booleans()):
        return None
    cuts = sorted(
        draw(
            st.lists(
                st.integers(0, in_play),
                min_size=len(record.seats) - 1,
                max_size=len(record.seats) - 1,
            )
        )
    )
    ends = [0, *cuts, in_play]
    pairs = pairwise(ends)
    return tuple((seat, b - a) for seat, (a, b) in zip(record.seats, pairs, strict=True))


@st.composite
def hands(draw: DrawFn, record: Record) -> tuple[Hand, ...]:
    """Hands of a deal, whole or in part, of some of the seats."""
    cards = draw(st.permutations(_in_play(record)))
    found = []
    for seat in record.seats:
        size = record.table.sizes[seat]
        hand, cards = cards[:size], cards[size:]
        kind = draw(st.sampled_from(["none", "none", "whole", "part"]))
        if kind == "part":
            hand = hand[: draw(st.integers(0, size))]
        if kind != "none":
            found.append(Hand(seat, record.deck.in_order(hand), whole=kind == "whole"))
    return tuple(found)


@st.composite
def holdings(draw: DrawFn, book: Book, seats: Sequence[Seat]) -> Holdings:
    holders = draw(st.lists(st.sampled_from(seats), min_size=1, max_size=3))
    return tuple((card, draw(st.sampled_from(holders))) for card in book.cards)


@st.composite
def plain_events(draw: DrawFn, seats: Sequence[Seat], deck: Deck) -> Event:
    """Events of all kinds, without comments."""
    seat, other = draw(st.sampled_from(seats)), draw(st.sampled_from(seats))
    card = draw(st.sampled_from(deck.cards))
    book = draw(st.sampled_from(deck.books))
    shown = draw(st.none() | holdings(book, seats))
    cards = tuple(draw(st.lists(st.sampled_from(deck.cards), unique=True, min_size=1, max_size=4)))
    made: list[SearchStrategy[Event]] = [
        st.sampled_from(ANSWERS).map(lambda a: Ask(seat, other, card, a)),
        st.builds(
            Claim,
            st.just(seat),
            st.just(book.name),
            holdings(book, seats),
            st.sampled_from(["correct", "split", "opponents", "cancelled"]),
            st.just(shown),
        ),
        st.just(Pass(seat, other)),
        st.integers(0, len(deck.cards)).map(lambda size: HandSize(seat, size)),
        st.just(Show(seat, cards)),
        st.just(Challenge(seat, book.name)),
        st.just(Decline(seat)),
        st.sampled_from([seat, None]).map(lambda winner: Award(book.name, winner, shown)),
        st.just(Give(seat, other, card)),
    ]
    return draw(st.one_of(made))


@st.composite
def events(draw: DrawFn, seats: Sequence[Seat], deck: Deck) -> Event:
    event = draw(plain_events(seats, deck))
    return replace(
        event,
        irregular=draw(st.booleans()),
        above=draw(st.just(()) | comment_lines),
        comment=draw(st.just("") | texts),
    )


@st.composite
def records(draw: DrawFn) -> Record:
    """Records with everything in them, comments tidied as reading leaves them."""
    header = draw(headers())
    happened = draw(st.lists(events(header.seats, header.deck), max_size=8))
    comments = [
        HeaderComment(line, draw(comment_lines), draw(st.just("") | texts))
        for line in header_lines(header)
        if draw(st.booleans())
    ]
    return canonical(
        replace(
            header,
            events=tuple(happened),
            header_comments=tuple(comments),
            closing=draw(comment_lines),
        )
    )
