"""From the pieces of a header to what they mean, whichever form they come from.

The readers of both forms fill in ``HeaderParts``. Here the pieces are judged, one by one and
against each other, and become the header of a ``Record``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Hand, Record, Settled
from tracker.game.table import TABLE_SIZES, Table
from tracker.messages import counted, quote
from tracker.notation.names import Names, seat_name_problem
from tracker.notation.problems import Problems, Span
from tracker.notation.rules_and_deck import BookParts, RulesParts, read_deck, read_rules


@dataclass(frozen=True)
class HandParts:
    """``hand SEAT: CARD …``."""

    seat: Span
    cards: Sequence[Span]
    whole: bool


@dataclass(frozen=True)
class SettledParts:
    """``settled: BOOK SEAT``."""

    book: Span
    seat: Span | None
    """None for nobody."""


@dataclass(frozen=True)
class SeatsParts:
    """``seats:``, ``teams:`` or ``sizes:``, with the place of the whole."""

    at: Span
    groups: Sequence[Sequence[Span]]
    """The seats as one group; the two teams; or a seat and its number for each group."""


@dataclass
class HeaderParts:
    """What a header says, as pieces of the input still to be judged."""

    at: Span
    """Where to note that something is missing."""
    tags: tuple[tuple[str, str], ...] = ()
    rules: RulesParts | None = None
    books: Sequence[BookParts] = ()
    seats: SeatsParts | None = None
    teams: SeatsParts | None = None
    dealer: Span | None = None
    sizes: SeatsParts | None = None
    hands: Sequence[HandParts] = ()
    settled: Sequence[SettledParts] = ()
    turn: Span | None = None
    lax: bool = True
    """Whether short forms, prefixes and any case will do."""


def read_header(parts: HeaderParts, problems: Problems) -> tuple[Record, Names]:
    """Judges the parts of a header.

    Args:
        parts: the parts.
        problems: where to note what is wrong with them.

    Returns:
        The record without events and comments, and the names of its seats and cards, both as far as
        the header tells.
    """
    rules = read_rules(parts.rules or RulesParts(parts.at), problems, lax=parts.lax)
    books, deck = read_deck(parts.books, rules, problems, lax=parts.lax)
    before = len(problems)
    names = Names(problems, _seats(parts, problems), deck, lax=parts.lax)
    record = Record(
        seats=names.seats or (),
        rules=rules.rules,
        preset=rules.preset,
        books=books,
        tags=parts.tags,
        teams=_teams(parts.teams, names),
        dealer=names.seat(parts.dealer) if parts.dealer else None,
        sizes=_sizes(parts.sizes, names),
        settled=_settled(parts.settled, names),
        turn=names.seat(parts.turn) if parts.turn else None,
    )
    sound = deck is not None and len(problems) == before and not _has_blank(record)
    table = _table(record, parts, problems) if sound else None
    return replace(record, hands=_hands(parts.hands, names, table)), names


def _has_blank(record: Record) -> bool:
    """Whether an empty name stands in for a seat or a book that was missing."""
    seats = [record.dealer, record.turn, *(entry.seat for entry in record.settled)]
    teams = [seat for team in record.teams or () for seat in team]
    return "" in (*seats, *teams, *(entry.book for entry in record.settled))


def _table(record: Record, parts: HeaderParts, problems: Problems) -> Table | None:
    """The table, if the parts that are sound in themselves also go together."""
    try:
        return record.table
    except RecordError as error:
        first_settled = parts.settled[0].book if parts.settled else None
        at = parts.sizes.at if parts.sizes else first_settled
        problems.add(at or (parts.seats.at if parts.seats else parts.at), str(error))
        return None


# -- seats ----------------------------------------------------------------------------------------


def _seats(parts: HeaderParts, problems: Problems) -> tuple[Seat, ...] | None:
    """The seats; None where they are missing or anything is wrong with them."""
    if parts.seats is None:
        problems.add(parts.at, "the record has no seats (expected 'seats: NAME …')")
        return None
    before = len(problems)
    (spans,) = parts.seats.groups
    seen: set[str] = set()
    for span in spans:
        problem = seat_name_problem(span.text)
        if problem is not None:
            problems.add(span, problem)
        # Names that differ only in how an accent is encoded look the same.
        name = unicodedata.normalize("NFC", span.text)
        if name in seen:
            problems.add(span, f"{quote(span.text)} stands twice in the seats")
        seen.add(name)
    if len(spans) not in TABLE_SIZES:
        expected = ", ".join(map(str, TABLE_SIZES))
        problems.add(parts.seats.at, f"found {counted(len(spans), 'seat')} (expected {expected})")
    return tuple(span.text for span in spans) if len(problems) == before else None


def _teams(
    parts: SeatsParts | None, names: Names
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]] | None:
    """The two teams as they were given; reports those that are no halves of the table."""
    if parts is None:
        return None
    if len(parts.groups) != 2:
        number = counted(len(parts.groups), "team")
        names.problems.add(parts.at, f"found {number} (expected two, as in 'A C E / B D F')")
        return None
    seen: set[Seat] = set()
    first, second = (tuple(_once(span, seen, names) for span in team) for team in parts.groups)
    if names.seats is None or "" in seen:
        return first, second
    left = [seat for seat in names.seats if seat not in seen]
    if left:
        names.problems.add(parts.at, f"no team has {', '.join(left)} (expected every seat)")
    elif len(first) != len(second):
        half = len(names.seats) // 2
        sizes = f"teams of {len(first)} and {len(second)} seats"
        names.problems.add(parts.at, f"{sizes} (expected {half} and {half})")
    return first, second


def _sizes(parts: SeatsParts | None, names: Names) -> tuple[tuple[Seat, int], ...] | None:
    """The hand sizes that were given, in the order of the seats."""
    if parts is None:
        return None
    seen: set[Seat] = set()
    sizes = {_once(seat, seen, names): names.size(size) for seat, size in parts.groups}
    return tuple((seat, sizes[seat]) for seat in names.seats or () if seat in sizes)


def _once(span: Span, seen: set[Seat], names: Names) -> Seat:
    """A seat that may stand only once in its line.

    Args:
        span: the word.
        seen: the seats before it; it is added.
        names: what words mean.
    """
    seat = names.seat(span)
    if seat and seat in seen:
        names.problems.add(span, f"{quote(span.text)} stands twice here")
    seen.add(seat)
    return seat


# -- half-suits won and hands ---------------------------------------------------------------------


def _settled(entries: Sequence[SettledParts], names: Names) -> tuple[Settled, ...]:
    """The half-suits won before the record starts; reports those that stand twice."""
    settled = []
    seen: set[str] = set()
    for parts in entries:
        if names.problems.stop():
            break
        book, seat = _winner(parts, names)
        if book and book in seen:
            names.problems.add(parts.book, f"{quote(parts.book.text)} is settled twice")
        seen.add(book)
        settled.append(Settled(book, seat))
    return tuple(settled)


def _winner(parts: SettledParts, names: Names) -> tuple[str, Seat | None]:
    """A half-suit and who has it."""
    if parts.seat is None:
        return names.book(parts.book), None
    if names.book_meant(f"{parts.book.text} {parts.seat.text}"):
        message = "expected a seat or 'nobody' behind the book"
        names.problems.add(parts.seat.end(), message)
        return "", ""
    return names.book(parts.book), names.seat(parts.seat)


def _hands(entries: Sequence[HandParts], names: Names, table: Table | None) -> tuple[Hand, ...]:
    """The dealt hands, by seat; reports second ones of a seat and sizes that do not fit.

    Args:
        entries: the hands.
        names: what words mean.
        table: the table; None where the header does not make one.
    """
    holder: dict[Card, Seat] = {}
    hands: dict[Seat, Hand] = {}
    for entry in entries:
        if names.problems.stop():
            break
        parts = replace(entry, cards=names.with_spoken_cards([*entry.cards]))
        # Without seats, hands can only be judged for their cards.
        seat = names.seat(parts.seat) if names.seats else ""
        if seat and seat in hands:
            message = f"the hand of {seat} stands twice in the header"
            names.problems.add(parts.seat, message)
        cards = _hand_cards(parts, seat, holder, names, table)
        if table is not None and seat:
            _judge_size(parts, seat, table.sizes[seat], names.problems)
        hands.setdefault(seat, Hand(seat, cards, parts.whole))
    return tuple(hands[seat] for seat in names.seats or () if seat in hands)


def _hand_cards(
    parts: HandParts,
    seat: Seat,
    holder: dict[Card, Seat],
    names: Names,
    table: Table | None,
) -> tuple[Card, ...]:
    """The cards of a hand, in deck order; reports those of other hands or not in play.

    Args:
        parts: the hand.
        seat: whose it is; empty where that is not known.
        holder: whose the cards of the hands before are; those of this one are added.
        names: what words mean.
        table: the table; None where the header does not make one.
    """
    cards = []
    for span in parts.cards:
        card = names.card(span)
        if not card:
            continue
        if seat and card in holder:
            _report_second(span, seat, holder[card], names.problems)
        elif table is not None and table.deck.book_of[card].name in table.settled:
            book = table.deck.book_of[card].name
            names.problems.add(span, f"{quote(span.text)} is not in play: {book} is settled")
        if seat:
            holder.setdefault(card, seat)
        cards.append(card)
    return names.deck.in_order(cards) if names.deck is not None else tuple(cards)


def _report_second(span: Span, seat: Seat, holder: Seat, problems: Problems) -> None:
    """Reports a card that stands in a hand before, or before it in its own hand."""
    where = "stands twice in this hand"
    if seat != holder:
        where = f"stands in both the hands of {holder} and {seat}"
    problems.add(span, f"{quote(span.text)} {where}")


def _judge_size(parts: HandParts, seat: Seat, size: int, problems: Problems) -> None:
    """Reports a hand that has more cards than its seat was dealt, or a whole one with fewer."""
    number = len(parts.cards)
    if parts.whole and number != size:
        expected = f"expected {size}" + (", or '...' at its end" if number < size else "")
    elif number > size:
        expected = f"expected at most {size}"
    else:
        return
    problems.add(parts.seat, f"the hand of {seat} has {counted(number, 'card')} ({expected})")
