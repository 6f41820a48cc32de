"""The record of a game: header and events, as written down.

A ``Record`` keeps what the file says (so that it can be written back); what it *means* is its
``table`` and, event by event, the states of ``tracker.game.replay``. What ``Record.then`` needs of
the layers above (reading a statement, replaying) is imported when it is first used.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib import import_module
from typing import TypeVar

from tracker import wiring
from tracker.answers import Answer, Brief, json_keys
from tracker.budget import ANSWER_WORK, Budget, charged_to
from tracker.errors import RecordError, WrongTypeError
from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.events import BaseEvent, Claim, Event, Gap, Missing, Seat
from tracker.game.rules import Rules
from tracker.game.table import Table, make_table
from tracker.messages import require_kind, require_tuple

Kind = TypeVar("Kind", bound=BaseEvent)


@dataclass(frozen=True, repr=False)
class Hand(Brief):
    """``hand SEAT: CARD …``: the dealt hand of a seat, or with ``...`` a part of it."""

    seat: Seat
    cards: tuple[Card, ...]
    """In deck order."""
    whole: bool = True
    lacks: tuple[Card, ...] = field(default=(), repr=False)
    """Of a part: cards that are known not to be in the hand, as ``now`` statements tell it."""

    def __post_init__(self) -> None:
        """A hand of anything else would break later, where nobody expects it.

        Raises:
            WrongTypeError: where the seat is no text, or the cards are no tuple of texts.
        """
        require_kind(self.seat, str, "seat (expected a string)")
        require_tuple(self.cards, str, "cards")
        require_tuple(self.lacks, str, "cards")


@dataclass(frozen=True)
class Settled:
    """``settled: BOOK SEAT``: a book won by that seat's team before the record starts."""

    book: str
    seat: Seat | None
    """None: cancelled."""


@dataclass(frozen=True)
class HeaderComment:
    """Comments that stand at a line of the header."""

    line: str
    """The line they belong to, as its text before the colon: ``rules``, ``hand Ann`` …"""
    above: tuple[str, ...] = ()
    """Comment lines above it, without ``#``; ``""`` is an empty line."""
    beside: str = ""
    """The comment beside it, without ``#``."""


@json_keys("*=document")
@dataclass(frozen=True, repr=False)
class Record(Answer):
    """A game as it was written down.

    Equality ignores where in a file the lines stood. The fields after ``seats`` may be left out.

    Raises:
        RecordError: (from ``table``) where the header does not make a table.
    """

    seats: tuple[Seat, ...]
    rules: Rules = Rules()
    preset: str = "pagat"
    """The preset that ``rules`` was written as a change of."""
    books: tuple[Book, ...] = ()
    """The half-suits of a custom deck."""
    tags: tuple[tuple[str, str], ...] = ()
    """Free text by tag: title, date, place, source."""
    teams: tuple[tuple[Seat, ...], tuple[Seat, ...]] | None = None
    """Only where the header gives them."""
    dealer: Seat | None = None
    sizes: tuple[tuple[Seat, int], ...] | None = None
    """Hand sizes at the start, only where the header gives them."""
    hands: tuple[Hand, ...] = ()
    settled: tuple[Settled, ...] = ()
    turn: Seat | None = None
    """Whose turn it is at the start, only where the header gives it."""
    events: tuple[Event, ...] = ()
    header_comments: tuple[HeaderComment, ...] = ()
    closing: tuple[str, ...] = ()
    """Comment lines after the last statement."""

    @cached_property
    def deck(self) -> Deck:
        """The deck: the rules' own, or the header's books."""
        if self.rules.deck == "custom":
            return Deck("custom", self.books)
        return DECKS[self.rules.deck]

    @cached_property
    def table(self) -> Table:
        """What the header means."""
        return make_table(
            self.seats,
            self.deck,
            self.rules,
            teams=self.teams,
            dealer=self.dealer,
            sizes=dict(self.sizes) if self.sizes is not None else None,
            settled={entry.book: entry.seat for entry in self.settled},
            turn=self.turn,
        )

    def hand_of(self, seat: Seat) -> Hand | None:
        """The header's hand of a seat, whole or in part."""
        return next((hand for hand in self.hands if hand.seat == seat), None)

    def numbered(self, kind: type[Kind]) -> dict[int, Kind]:
        """The events of a kind by their numbers, in order."""
        events = enumerate(self.events, start=1)
        return {number: event for number, event in events if isinstance(event, kind)}

    def moment(self, at: int | None) -> int:
        """A moment as the number of events before it.

        Args:
            at: after that many events; None: the end.

        Raises:
            RecordError: where the record has no such moment.
            WrongTypeError: for what is no number.
        """
        if at is None:
            return len(self.events)
        if not isinstance(at, int) or isinstance(at, bool):
            raise WrongTypeError(f"{at!r} is no moment (expected a number of events)")
        if not 0 <= at <= len(self.events):
            raise RecordError(f"there is no moment {at} (expected 0 to {len(self.events)} events)")
        return at

    def then(self, event: Event | str) -> Record:
        """The record with one more event at its end; this record is not changed.

        The event is judged by what everyone at the table can see. Whether any deal is left in
        which it can have happened is not looked at: ``tracker.check`` does that.

        Args:
            event: what happens next: a value such as ``Ask("Ann", "Bob", "5H", "no")``, or one
                statement of the notation, ``"Ann asks Bob 5H: no"``. Names may be typed as people
                type them (``ann``, ``10♥``, ``LH``). Marked irregular, it may break any rule.

        Raises:
            WrongTypeError: for what is no event and no text.
            NotationError: for a text that is not one event, with its problems and their columns.
            RecordError: for a value that says what no statement of the game can say, such as a
                seat, a card or a half-suit that is not in it.
            IllegalEventError: where it breaks a rule; it says which and why.
        """
        if isinstance(event, str):
            event = wiring.notation().parse_event(event, self)
        else:
            event = wiring.json_form().read_again(event, self)
        longer: Record = import_module("tracker.game.replay").played_on(self, event)
        return longer

    def with_events(self, events: tuple[Event, ...]) -> Record:
        """The header of this record with other events, which are not judged."""
        return replace(self, events=events)


def claims_known(record: Record) -> str:
    """Which events are claims, for a message about one that is none."""
    claims = ", ".join(map(str, record.numbered(Claim)))
    return f"its claims are events {claims}" if claims else "it has no claims"


def require_record(record: object) -> None:
    """Go on with a record, and with nothing else.

    Raises:
        WrongTypeError: for anything else, such as the name of a file.
    """
    require_kind(record, Record, "record (expected what tracker.load gives)")


def gap_numbers(record: Record, at: int | None = None) -> tuple[int, ...]:
    """The numbers of the events that are gaps, among the first ``at``; None: among all."""
    require_record(record)
    events = enumerate(record.events[:at], start=1)
    return tuple(number for number, event in events if isinstance(event, Gap | Missing))


def has_gaps(record: Record, at: int | None = None) -> bool:
    """Whether anything is left open in the first ``at`` events; None: in all."""
    return bool(gap_numbers(record, at))


def answer_account(record: Record) -> AbstractContextManager[None]:
    """The account of all that is answered about one record; one without gaps needs none.

    Whoever answers for many records, or for somebody who waits, works within it: once it is spent,
    what hangs on the gaps is undecided.
    """
    return charged_to(Budget(ANSWER_WORK)) if has_gaps(record) else nullcontext()
