"""What can happen at the table: one frozen class for each statement of the notation.

An event is *data about what was said and seen*. Whether the rules allow it is decided in
``tracker.game.legality``, what it says of the deal in ``tracker.knowledge.gather``.

The first field of an event is the seat that acts; an ``Award`` is the table's, and ``HandSizes``
and ``Now`` are notes of whoever wrote the game down.

What nobody remembers is a *gap*: a ``Gap`` is a statement with parts left open, ``Missing`` a
stretch in which statements are missing. Only the notation and ``tracker.inference.completions``
know gaps; everything else works on a ``PlainEvent``.

Example: ``Ask("Ann", "Bob", "5H", "no")`` is the statement ``Ann asks Bob 5H: no``; with the answer
forgotten it is ``Gap(Ask, ("Ann", "Bob", "5H", Open()))``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal, TypeAlias, get_args

from tracker import wiring
from tracker.answers import brief
from tracker.errors import RecordError, WrongTypeError
from tracker.game.cards import Card
from tracker.messages import gathered, require_tuple

Seat: TypeAlias = str

AskAnswer: TypeAlias = Literal["yes", "no", "surrender"]
"""``surrender``: the asker held the card and, under ``own-card-asks=surrender``, gave it up."""

Outcome: TypeAlias = Literal["correct", "split", "opponents", "cancelled"]

Holdings: TypeAlias = tuple[tuple[Card, Seat], ...]
"""Who holds each card of a half-suit, in deck order."""


def by_seat(places: Iterable[tuple[Card, Seat]]) -> dict[Seat, list[Card]]:
    """The cards of each seat that has any, both in the order in which they come."""
    return gathered((seat, card) for card, seat in places)


ANSWERS: Final[tuple[AskAnswer, ...]] = get_args(AskAnswer)
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)


@dataclass(frozen=True, kw_only=True, repr=False)
class BaseEvent:
    """What happened, and what it looked like in the file."""

    # Equality, hash and ``repr`` are written once for all kinds of events, by hand: when
    # dataclasses write them for each kind, a short command takes 2% longer.

    kind: ClassVar[str] = ""
    """Its name in JSON."""
    statement: ClassVar[str] = ""
    """Its statement in the notation, with the names of its fields in braces."""

    irregular: bool = False
    """Marked `` !``: its legality says nothing about any hand."""
    above: tuple[str, ...] = field(default=(), repr=False)
    """The comment lines above it, without ``#``; ``""`` is an empty line."""
    comment: str = field(default="", repr=False)
    """The comment beside it, without ``#``."""
    line: int | None = field(default=None, compare=False, repr=False)
    """The line of the file it stands in, from 1; None for an event made by a program."""
    log_event: int | None = field(default=None, compare=False, repr=False)
    """The number of the event that it was in the log of another program, from 1."""

    def __repr__(self) -> str:
        """How to make it: ``Ask(asker='Ann', target='Bob', card='5H', answer='no')``."""
        shown = {
            "irregular": self.irregular,
            **{n: getattr(self, n) for n in own_fields(type(self))},
        }
        values = ", ".join(f"{n}={v!r}" for n, v in shown.items())
        return brief(f"{type(self).__name__}({values})")

    def __str__(self) -> str:
        """The statement of the notation, such as ``Ann asks Bob 5H: no``."""
        return str(wiring.notation().format_event(self))


@dataclass(frozen=True, repr=False)
class Ask(BaseEvent):
    """A player asks an opponent for a card: ``A asks B CARD: yes``.

    A ``yes`` moves the card to the asker, who goes on.

    Example: ``Ask("Ann", "Bob", "5H", "no")``.

    Raises:
        RecordError: where the answer is none of ``ANSWERS``.
    """

    kind = "ask"
    statement = "{asker} asks {target} {card}: {answer}"

    asker: Seat
    target: Seat
    card: Card
    answer: AskAnswer

    def __post_init__(self) -> None:
        if self.answer not in ANSWERS:
            raise _wrong_value(self.answer, "an answer", ANSWERS)


@dataclass(frozen=True, repr=False)
class Claim(BaseEvent):
    """A player claims a half-suit: ``A claims BOOK: HOLDINGS: OUTCOME; shown HOLDINGS``.

    Example: ``Claim("Ann", "reds", (("2H", "Ann"), ("3H", "Carl")), "correct")``.

    Raises:
        RecordError: where the outcome is none of ``OUTCOMES``.
        WrongTypeError: where the holdings are no tuple.
    """

    kind = "claim"
    statement = "{claimant} claims {book}: {holdings}: {outcome}"

    claimant: Seat
    book: str
    holdings: Holdings
    """What the claimant *said*: true only where the outcome is ``correct``. Empty in a completion
    of a record with gaps, where nobody remembers it."""
    outcome: Outcome
    shown: Holdings | None = None
    """Where the cards *were*, as shown after the claim; None where nothing was shown."""

    def __post_init__(self) -> None:
        require_tuple(self.holdings, tuple, "holdings")
        if self.shown is not None:
            require_tuple(self.shown, tuple, "holdings")
        if self.outcome not in OUTCOMES:
            raise _wrong_value(self.outcome, "an outcome", OUTCOMES)


@dataclass(frozen=True, repr=False)
class Pass(BaseEvent):
    """The turn goes from one player to another, whoever chose the other: ``A passes to B``.

    Example: ``Pass("Ann", "Carl")``.
    """

    kind = "pass"
    statement = "{passer} passes to {receiver}"

    passer: Seat
    receiver: Seat


@dataclass(frozen=True, repr=False)
class HandSize(BaseEvent):
    """A player's hand is so many cards now: ``A has N``.

    Example: ``HandSize("Ann", 5)``.

    Raises:
        WrongTypeError: where the size is no number.
        RecordError: where it is negative.
    """

    kind = "hand-size"
    statement = "{seat} has {size}"

    seat: Seat
    size: int

    def __post_init__(self) -> None:
        _require_size(self.size)


@dataclass(frozen=True, repr=False)
class Show(BaseEvent):
    """Everyone saw that a player holds some cards: ``A shows CARD …``.

    Example: ``Show("Ann", ("5H", "6H"))``.

    Raises:
        WrongTypeError: where the cards are no tuple.
    """

    kind = "show"
    statement = "{seat} shows {cards}"

    seat: Seat
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        require_tuple(self.cards, str, "cards")


@dataclass(frozen=True, repr=False)
class Challenge(BaseEvent):
    """A half-suit becomes a forced claim of the other team: ``A challenges BOOK``.

    Example: ``Challenge("Ann", "low hearts")``.
    """

    kind = "challenge"
    statement = "{challenger} challenges {book}"

    challenger: Seat
    book: str


@dataclass(frozen=True, repr=False)
class Decline(BaseEvent):
    """A player does not make a forced claim: ``A declines``.

    Example: ``Decline("Ann")``.
    """

    kind = "decline"
    statement = "{seat} declines"

    seat: Seat


@dataclass(frozen=True, repr=False)
class Award(BaseEvent):
    """The table settles a half-suit without a claim: ``award BOOK to A``, ``… to nobody``.

    Example: ``Award("low hearts", "Ann")``.

    Raises:
        WrongTypeError: where the holdings shown are no tuple.
    """

    kind = "award"
    statement = "award {book} to {seat}"

    book: str
    seat: Seat | None
    """A seat of the team that gets it; None where it is thrown in."""
    shown: Holdings | None = None
    """Where the cards were; None where nothing was shown."""

    def __post_init__(self) -> None:
        if self.shown is not None:
            require_tuple(self.shown, tuple, "holdings")


@dataclass(frozen=True, repr=False)
class Give(BaseEvent):
    """The table moves a card in public: ``A gives B CARD``.

    Example: ``Give("Ann", "Bob", "5H")``.
    """

    kind = "give"
    statement = "{giver} gives {receiver} {card}"

    giver: Seat
    receiver: Seat
    card: Card


@dataclass(frozen=True, repr=False)
class HandSizes(BaseEvent):
    """So many cards were in these hands at this place of the record: ``hands: A N B N …``.

    Unlike a ``HandSize`` it is no answer of a player's, and no rule says who may give it.

    Example: ``HandSizes((("Ann", 5), ("Bob", 6)))``.

    Raises:
        WrongTypeError: where a size is no number.
        RecordError: where one is negative, or a seat has two.
    """

    kind = "hand-sizes"
    statement = "hands: {sizes}"

    sizes: tuple[tuple[Seat, int], ...]
    """In the order of the seats."""

    def __post_init__(self) -> None:
        for _, size in self.sizes:
            _require_size(size)
        if len(dict(self.sizes)) < len(self.sizes):
            raise RecordError(f"{self.sizes!r} is not a size for each seat")


@dataclass(frozen=True, repr=False)
class Now(BaseEvent):
    """These cards were in a hand at this place of the record: ``now A: CARD …``.

    Like ``hand SEAT`` in the header it is known to the reader and to that seat only.

    Example: ``Now("Ann", ("2C", "3C"))``; with ``whole=False`` Ann may have held more.
    """

    kind = "now"
    statement = "now {seat}: {cards}"

    seat: Seat
    cards: tuple[Card, ...]
    whole: bool = True

    def __post_init__(self) -> None:
        require_tuple(self.cards, str, "cards")


PlainEvent: TypeAlias = (
    Ask | Claim | Pass | HandSize | Show | Challenge | Decline | Award | Give | HandSizes | Now
)
"""Any event of which all is known. A ``match`` over all of them ends with ``case _:
assert_never(event)``, so that a type checker finds each place that a new kind of event wants."""

KINDS: Final[tuple[type[PlainEvent], ...]] = get_args(PlainEvent)
"""Every kind of event of which all is known, in the order in which they are listed."""
_COMMON: Final = frozenset(common.name for common in fields(BaseEvent))


# -- gaps -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Open:
    """A part of a statement that nobody remembers: one of some values, or any."""

    values: tuple[Any, ...] | None = None
    """None: any value that the part can have."""


@dataclass(frozen=True, repr=False)
class Gap(BaseEvent):
    """A statement with parts that nobody remembers: ``A asks B 6H/7H: ?``.

    Example: ``Gap(Ask, ("Ann", "Bob", Open(("6H", "7H")), Open()))``.
    """

    kind = "gap"

    of: type[PlainEvent]
    """The kind of event that it is."""
    values: tuple[Any, ...]
    """The value of each of ``own_fields(of)``; an ``Open`` where it is forgotten. Of cards shown,
    each one may be open."""

    @property
    def open_fields(self) -> tuple[str, ...]:
        """The fields that are open, wholly or in part."""
        fields = zip(own_fields(self.of), self.values, strict=True)
        return tuple(name for name, value in fields if is_open(value))

    def value(self, name: str) -> Any:
        """The value of one of the fields, perhaps an ``Open``."""
        return self.values[own_fields(self.of).index(name)]


@dataclass(frozen=True, repr=False)
class UnsureAsk(Ask):
    """An ask that was answered no, for one of some cards of a half-suit: no more is known of it.

    It stands in the completions of a record with gaps; the notation has a ``Gap`` for it.

    Example: ``UnsureAsk("Ann", "Bob", "6H", "no", ("6H", "7H"))``.
    """

    cards: tuple[Card, ...]
    """The cards that it may have been for; ``card`` is the first of them."""


@dataclass(frozen=True, repr=False)
class OtherTeamClaim(Claim):
    """A claim of cards of the other team, whose naming nobody remembers (``claim-other-team``).

    It stands in the completions of a record with gaps; the notation has a ``Gap`` for it.

    Example: ``OtherTeamClaim("Ann", "reds", (), "split")``.
    """


@dataclass(frozen=True, repr=False)
class Missing(BaseEvent):
    """A stretch in which statements are missing: ``...``, ``... 2 asks`` or ``... asks``.

    Example: ``Missing(2, only_asks=True)``: exactly two asks, with whatever passes and
    announcements go with them.

    Raises:
        RecordError: for a number of asks where it may be something else that is missing.
    """

    kind = "missing"

    asks: int | None = None
    """How many asks are missing; None: any number."""
    only_asks: bool = False
    """Whether nothing but asks, passes and announcements is missing."""

    def __post_init__(self) -> None:
        if self.asks is not None and (not self.only_asks or self.asks < 1):
            expected = "expected 1 or more, with only_asks"
            raise RecordError(f"{self.asks} is not a number of missing asks ({expected})")


Event: TypeAlias = PlainEvent | Gap | Missing
"""Any event, gaps included."""


def is_stretch(event: Event) -> bool:
    """Whether a missing stretch stands there that is not filled in ask by ask."""
    return isinstance(event, Missing) and event.asks is None


def is_open(value: object) -> bool:
    """Whether a value of a gap is open, wholly or in part."""
    if isinstance(value, tuple):
        return any(isinstance(item, Open) for item in value)
    return isinstance(value, Open)


def own_fields(kind: type[BaseEvent]) -> tuple[str, ...]:
    """The fields that only events of a kind have, in order."""
    if kind not in _OWN_FIELDS:
        _OWN_FIELDS[kind] = tuple(own.name for own in fields(kind) if own.name not in _COMMON)
    return _OWN_FIELDS[kind]


_OWN_FIELDS: Final[dict[type[BaseEvent], tuple[str, ...]]] = {}
"""What ``own_fields`` has worked out."""


def actor(event: Event) -> Seat | None:
    """The seat that acts in an event: its first field; None where no seat acts, or it is open."""
    if isinstance(event, Award | HandSizes | Now | Missing):
        return None
    if isinstance(event, Gap):
        first = None if event.of in (Award, HandSizes, Now) else event.values[0]
        return first if isinstance(first, str) else None
    seat: Seat = getattr(event, own_fields(type(event))[0])
    return seat


def cards_in(event: Event) -> tuple[Card, ...]:
    """The cards that an event names in its fields, but for holdings: of most kinds none."""
    card: Card | None = getattr(event, "card", None)
    cards: tuple[Card, ...] = getattr(event, "cards", ())
    return cards if card is None else (card,)


def _require_size(size: object) -> None:
    """Go on with a number of cards that a hand can have.

    Raises:
        WrongTypeError: where it is no number.
        RecordError: where it is negative.
    """
    if not isinstance(size, int) or isinstance(size, bool):
        raise WrongTypeError(f"{size!r} is not a number of cards")
    if size < 0:
        raise RecordError(f"{size} is not a number of cards (expected 0 or more)")


def _wrong_value(value: object, what: str, expected: tuple[str, ...]) -> RecordError:
    """The error for a value that is not among those a field may have."""
    return RecordError(f"{value!r} is not {what} (expected {', '.join(expected)})")
