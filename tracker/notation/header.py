"""From the pieces of a header to what they mean, whichever form they come from.

The readers of both forms fill in ``HeaderParts``; here the pieces are judged, one by one and
against each other, and become the header of a ``Record``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Hand, Record, Settled
from tracker.game.table import TABLE_SIZES, Table, make_table
from tracker.messages import counted, quote
from tracker.notation.deck_lines import BookParts, RulesReader, read_deck
from tracker.notation.names import Names, seat_name_problem
from tracker.notation.problems import Problems
from tracker.notation.span import Span


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
    """None: nobody."""


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
    rules_at: Span | None = None
    preset: Span | None = None
    overrides: Sequence[tuple[Span, Span]] = ()
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


@dataclass
class HeaderReader:
    """Judges the parts of a header.

    After ``read``, ``names`` knows the seats and the deck, as far as the header tells.
    """

    parts: HeaderParts
    problems: Problems
    names: Names = field(init=False)

    def read(self) -> Record:
        """The record without events and comments."""
        parts = self.parts
        rules_reader = RulesReader(self.problems, lax=parts.lax)
        at = parts.rules_at or parts.at
        rules = rules_reader.read(parts.preset, parts.overrides, at)
        books, deck = read_deck(parts.books, rules_reader, rules)
        before = len(self.problems)
        self.names = Names(self.problems, self._seats(), deck, lax=parts.lax)
        record = Record(
            seats=self.names.seats or (),
            rules=rules,
            preset=rules_reader.preset,
            books=books,
            tags=parts.tags,
            teams=self._teams(),
            dealer=self.names.seat(parts.dealer) if parts.dealer else None,
            sizes=self._sizes(),
            settled=self._settled(),
            turn=self.names.seat(parts.turn) if parts.turn else None,
        )
        sound = deck is not None and len(self.problems) == before and not _has_gap(record)
        return replace(record, hands=self._hands(self._table(record) if sound else None))

    def _seats(self) -> tuple[Seat, ...] | None:
        """The seats; none where they are missing or anything is wrong with them."""
        parts, before = self.parts.seats, len(self.problems)
        if parts is None:
            self.problems.add(self.parts.at, "the record has no seats (expected 'seats: NAME …')")
            return None
        (spans,) = parts.groups
        seen: set[str] = set()
        for span in spans:
            self._judge_seat_name(span)
            # Names that differ only in how an accent is encoded look the same.
            name = unicodedata.normalize("NFC", span.text)
            if name in seen:
                self.problems.add(span, f"{quote(span.text)} stands twice in the seats")
            seen.add(name)
        if len(spans) not in TABLE_SIZES:
            expected = ", ".join(map(str, TABLE_SIZES))
            self.problems.add(
                parts.at, f"found {counted(len(spans), 'seat')} (expected {expected})"
            )
        sound = len(self.problems) == before
        return tuple(span.text for span in spans) if sound else None

    def _judge_seat_name(self, span: Span) -> None:
        problem = seat_name_problem(span.text)
        if problem is not None:
            self.problems.add(span, problem)

    def _teams(self) -> tuple[tuple[Seat, ...], tuple[Seat, ...]] | None:
        """The two teams as they were given; reports those that are no halves of the table."""
        parts = self.parts.teams
        if parts is None:
            return None
        if len(parts.groups) != 2:
            found = counted(len(parts.groups), "team")
            self.problems.add(parts.at, f"found {found} (expected two, as in 'A C E / B D F')")
            return None
        seen: set[Seat] = set()
        first, second = (tuple(self._once(span, seen) for span in g) for g in parts.groups)
        left = [seat for seat in self.names.seats or () if seat not in seen]
        if self.names.seats is None or "" in seen:
            return first, second
        if left:
            self.problems.add(parts.at, f"no team has {', '.join(left)} (expected every seat)")
        elif len(first) != len(second):
            half = len(self.names.seats) // 2
            self.problems.add(
                parts.at,
                f"teams of {len(first)} and {len(second)} seats (expected {half} and {half})",
            )
        return first, second

    def _once(self, span: Span, seen: set[Seat]) -> Seat:
        """A seat that may stand only once in its line."""
        seat = self.names.seat(span)
        if seat and seat in seen:
            self.problems.add(span, f"{quote(span.text)} stands twice here")
        seen.add(seat)
        return seat

    def _sizes(self) -> tuple[tuple[Seat, int], ...] | None:
        """The hand sizes that were given, in the order of the seats."""
        if self.parts.sizes is None:
            return None
        seen: set[Seat] = set()
        sizes = {
            self._once(seat, seen): self.names.size(size) for seat, size in self.parts.sizes.groups
        }
        order = self.names.seats or ()
        return tuple((seat, sizes[seat]) for seat in order if seat in sizes)

    def _settled(self) -> tuple[Settled, ...]:
        """The half-suits won before the record starts; reports those that stand twice."""
        settled = []
        seen: set[str] = set()
        for parts in self.parts.settled:
            if self.problems.stop():
                break
            book, seat = self._winner(parts)
            if book and book in seen:
                self.problems.add(parts.book, f"{quote(parts.book.text)} is settled twice")
            seen.add(book)
            settled.append(Settled(book, seat))
        return tuple(settled)

    def _winner(self, parts: SettledParts) -> tuple[str, Seat | None]:
        """A book and who has it."""
        if parts.seat is None:
            return self.names.book(parts.book), None
        if self.names.is_book(f"{parts.book.text} {parts.seat.text}"):
            self.problems.add(parts.seat.end(), "expected a seat or 'nobody' behind the book")
            return "", ""
        return self.names.book(parts.book), self.names.seat(parts.seat)

    def _table(self, record: Record) -> Table | None:
        """The table, if the parts that are sound in themselves also go together."""
        parts = self.parts
        try:
            return make_table(
                record.seats,
                self.names.deck or record.deck,
                record.rules,
                teams=record.teams,
                dealer=record.dealer,
                sizes=dict(record.sizes) if record.sizes is not None else None,
                settled={entry.book: entry.seat for entry in record.settled},
                turn=record.turn,
            )
        except RecordError as error:
            first_settled = parts.settled[0].book if parts.settled else None
            at = parts.sizes.at if parts.sizes else first_settled
            self.problems.add(at or (parts.seats.at if parts.seats else parts.at), str(error))
            return None

    def _hands(self, table: Table | None) -> tuple[Hand, ...]:
        """The dealt hands, by seat; reports second ones of a seat and sizes that do not fit."""
        holder: dict[Card, Seat] = {}
        hands: dict[Seat, Hand] = {}
        for parts in self.parts.hands:
            if self.problems.stop():
                break
            # Without seats, hands can only be judged for their cards.
            seat = self.names.seat(parts.seat) if self.names.seats else ""
            if seat and seat in hands:
                self.problems.add(parts.seat, f"the hand of {seat} stands twice in the header")
            cards = self._hand_cards(parts, seat, holder, table)
            if table is not None and seat:
                self._judge_size(parts, seat, table.sizes[seat])
            hands.setdefault(seat, Hand(seat, cards, parts.whole))
        order = self.names.seats or ()
        return tuple(hands[seat] for seat in order if seat in hands)

    def _hand_cards(
        self, parts: HandParts, seat: Seat, holder: dict[Card, Seat], table: Table | None
    ) -> tuple[Card, ...]:
        """The cards of a hand, in deck order; reports those of other hands or not in play."""
        found = []
        for span in parts.cards:
            card = self.names.card(span)
            if not card:
                continue
            if seat and card in holder:
                self._report_second(span, seat, holder[card])
            elif table is not None and table.deck.book_of[card].name in table.settled:
                book = table.deck.book_of[card].name
                self.problems.add(span, f"{quote(span.text)} is not in play: {book} is settled")
            if seat:
                holder.setdefault(card, seat)
            found.append(card)
        deck = self.names.deck
        return deck.in_order(found) if deck is not None else tuple(found)

    def _report_second(self, span: Span, seat: Seat, holder: Seat) -> None:
        where = "this hand" if seat == holder else f"the hands of {holder} and {seat}"
        said = "stands twice in" if seat == holder else "stands in both"
        self.problems.add(span, f"{quote(span.text)} {said} {where}")

    def _judge_size(self, parts: HandParts, seat: Seat, size: int) -> None:
        """Report a hand that has more cards than its seat was dealt, or a whole one with fewer."""
        found = len(parts.cards)
        if parts.whole and found != size:
            expected = f"expected {size}" + (", or '...' at its end" if found < size else "")
        elif found > size:
            expected = f"expected at most {size}"
        else:
            return
        self.problems.add(
            parts.seat, f"the hand of {seat} has {counted(found, 'card')} ({expected})"
        )


def _has_gap(record: Record) -> bool:
    """Whether a seat or a book stands in for one that was missing."""
    seats = [record.dealer, record.turn, *(entry.seat for entry in record.settled)]
    teams = [seat for team in record.teams or () for seat in team]
    return "" in (*seats, *teams, *(entry.book for entry in record.settled))
