"""What a word means in a game: which seat, which card, which half-suit.

People type ``marta``, ``mar``, ``10♥`` or ``LH``. Whatever takes a name from a person, a record, a
command or a program asks here, so that the same words mean the same everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from tracker.errors import RecordError, WrongTypeError
from tracker.game.cards import ALL_CARDS, DECKS, SUIT_NAMES, SUITS, Card, Deck, deck_contents
from tracker.game.events import Seat
from tracker.game.rules import presets_that_have
from tracker.game.table import Table, Team
from tracker.messages import did_you_mean, quote

_SUIT_SIGNS: Final = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_LETTERS: Final = str.maketrans(
    {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
    | {"T": "10", "\ufe0f": None, "\ufe0e": None}  # the selectors of coloured and plain signs
)


def word_table(rows: str) -> Mapping[str, str]:
    """``meaning: word word …`` for each row, as the meaning of each word."""
    meanings = {}
    for row in rows.strip().split("\n"):
        meaning, words = row.split(":")
        meanings.update(dict.fromkeys(words.split(), meaning.strip()))
    return meanings


RANK_WORDS: Final = word_table("""
    2: 2 two deuce
    3: 3 three
    4: 4 four
    5: 5 five
    6: 6 six
    7: 7 seven
    8: 8 eight
    9: 9 nine
    10: 10 ten
    J: j jack knave
    Q: q queen
    K: k king
    A: a ace
""")
SUIT_WORDS: Final = word_table("""
    C: club clubs ♣
    D: diamond diamonds ♦
    H: heart hearts ♥
    S: spade spades ♠
""")
"""What people say for ranks and suits, in lower case."""


_JOKER_WORDS: Final = {("red", "joker"): "RJ", ("black", "joker"): "BJ"}


def spoken_card(words: Sequence[str]) -> tuple[Card, int] | None:
    """The card that words begin with, and how many they are: ``five of hearts``, ``red joker``."""
    first, second, third = (word.lower() for word in (*words[:3], "", "", "")[:3])
    if joker := _JOKER_WORDS.get((first, second)):
        return joker, 2
    rank, suit = RANK_WORDS.get(first), SUIT_WORDS.get(third)
    return (f"{rank}{suit}", 3) if second == "of" and rank and suit else None


# -- what is meant --------------------------------------------------------------------------------


def seats_like(word: str, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats that a word may mean.

    The seat of just that name; else those of that name in another case; else those whose names
    begin so.
    """
    if word in seats:
        return (word,)
    key = folded(word)
    if not key:
        return ()
    by_key = [(seat, folded(seat)) for seat in seats]
    same = tuple(seat for seat, name in by_key if name == key)
    return same or tuple(seat for seat, name in by_key if name.startswith(key))


def find_seat(word: object, seats: Sequence[Seat]) -> Seat:
    """The one seat that a word means: its name, in any case, or a unique beginning of it.

    Raises:
        WrongTypeError: where it is no text.
        RecordError: where it means none, or several.
    """
    name = _text(word, "a seat")
    like = seats_like(name, seats)
    if len(like) == 1:
        return like[0]
    if like:
        raise RecordError(f"{quote(name)} could be {' or '.join(like)} (expected one seat)")
    hint = did_you_mean(name, seats)
    raise RecordError(f"{quote(name)} is not a seat (expected one of {', '.join(seats)}){hint}")


TeamLike: TypeAlias = "Team | Sequence[Seat] | str"
"""What names a team: its seats, ``"A+C+E"``, or one of its seats."""


def card_and_seat(first: str, second: str, seats: Sequence[Seat]) -> tuple[str, str]:
    """The word for a card and the word for a seat, in whichever order they were typed."""
    named = first in seats and second not in seats
    alike = card_form(first) is None and card_form(second) is not None
    return (second, first) if named or alike else (first, second)


def find_team(wanted: TeamLike, table: Table) -> Team:
    """The team that is meant.

    Raises:
        WrongTypeError: where it is neither text nor seats.
        RecordError: where it means no team.
    """
    if wanted in table.teams:
        return table.team_of[wanted[0]]
    names = wanted.split("+") if isinstance(wanted, str) else wanted
    if not isinstance(names, Sequence):
        raise WrongTypeError(f"{wanted!r} is no team (expected 'A+C', or a seat of it)")
    seats = {find_seat(name, table.seats) for name in names}
    for team in table.teams:
        if seats == set(team) or (len(seats) == 1 and seats < set(team)):
            return team
    known = " or ".join(map(str, table.teams))
    named = "+".join(seat for seat in table.seats if seat in seats)
    raise RecordError(f"{quote(named)} is no team (expected {known}, or one seat of it)")


def find_card(word: object, deck: Deck) -> Card:
    """The card of a deck that a word means, in any form that the notation reads.

    Raises:
        WrongTypeError: where it is no text.
        RecordError: where it means none.
    """
    name = _text(word, "a card")
    card = card_form(name)
    if card is not None and card in deck.position:
        return card
    hint = presets_with(card, deck) or did_you_mean(name, deck.cards)
    raise RecordError(f"{quote(name)} is not a card of this deck ({deck_contents(deck)}){hint}")


def presets_with(card: Card | None, deck: Deck) -> str:
    """Which presets have a card that a named deck has not, for an error; else nothing."""
    if deck not in DECKS.values():
        return ""
    names = presets_that_have(card)
    return f"; it is in the decks of the presets {', '.join(names)}" if names else ""


def find_book(word: object, deck: Deck) -> str:
    """The name of the half-suit that words mean: in any case, or ``LH`` for ``low hearts``.

    Raises:
        WrongTypeError: where it is no text.
        RecordError: where they mean none.
    """
    name = _text(word, "a book")
    book = name if name in deck.by_name else book_forms(deck).get(folded(name))
    if book is None:
        hint = did_you_mean(name, deck.by_name)
        raise RecordError(f"{quote(name)} is not a book (expected {', '.join(deck.by_name)}){hint}")
    return book


def _text(word: object, what: str) -> str:
    if not isinstance(word, str):
        raise WrongTypeError(f"{word!r} is not {what} (expected a string)")
    return word


# -- forms ----------------------------------------------------------------------------------------


def folded(name: str) -> str:
    """A name for comparison: without case, and one form for each accented letter."""
    return name.lower() if name.isascii() else unicodedata.normalize("NFC", name).casefold()


def card_form(text: str) -> Card | None:
    """The card that a word means, of whatever deck: ``10H``, ``TH``, ``10♥``, ``♥10``, ``h10``."""
    if text in ALL_CARDS:
        return text
    card = text.upper().translate(_LETTERS)
    if card[:1] in SUITS:
        card = card[1:] + card[0]
    return card if card in ALL_CARDS else None


def book_forms(deck: Deck) -> Mapping[str, str]:
    """The half-suits of a deck by what may be written for them, without case."""
    short = {}
    for book in deck.books:
        half, _, suit = book.name.partition(" ")
        if half in ("low", "high") and suit in SUIT_NAMES.values():
            short[half[0] + suit[0]] = book.name
    return short | {folded(book.name): book.name for book in deck.books}
