"""One event and its statement: the templates by which the one is read and the other written.

The class of an event has its statement with the fields in braces, such as
``{asker} asks {target} {card}: {answer}``. Writing fills in the fields. Reading takes the verb, and
gives each field the words in its place (its *slot*): ``slots_by_place`` does so for the notation,
``tracker.notation.sentences`` for what people say. What the words of a slot mean is told by the
type of the field, whatever event it is of. While a line is still typed, ``begun_statements`` tells
in which place it ends, and so what may come next.

What nobody remembers is ``?``, values with ``/`` between them, or, where a card would stand, the
name of a half-suit; ``...`` stands for missing statements.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise, zip_longest
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tracker.errors import RecordError
from tracker.game.events import (
    KINDS,
    Ask,
    Award,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSizes,
    Missing,
    Now,
    Open,
    OtherTeamClaim,
    PlainEvent,
    UnsureAsk,
    is_open,
    own_fields,
)
from tracker.game.record import Record
from tracker.messages import did_you_mean, quote
from tracker.notation.holdings import format_holdings, read_holdings
from tracker.notation.names import ANSWERS, NOBODY, PLAIN_TYPES, UNKNOWN, Names
from tracker.notation.problems import BLANKS, MISSING, Span, joined, split_at
from tracker.notation.source import Statement
from tracker.notation.words import (
    PHRASE_WORDS,
    book_part,
    joined_parts,
    require_clear_alternatives,
    spoken_cards,
    unknown_part,
    with_alternatives,
    with_unknown,
)

AWARD: Final = "award"
"""The word that an award begins with; all other statements begin with a seat and a verb."""
SHORT_ASK: Final = ">"
"""What may stand for the verb ``asks``."""
_FORMS: Final = {"asks": ("asks", SHORT_ASK, "ask", "asked")}
"""What may stand for a word of a statement; the last two only while it is still typed."""
HANDS: Final = "hands"
NOW: Final = "now"
"""The words that the two kinds of notes begin with."""
VERBS: Final[Mapping[str, type[PlainEvent]]] = MappingProxyType(
    {kind.statement.split()[1]: kind for kind in KINDS if kind not in (Award, HandSizes, Now)}
)
"""The verbs, each with the kind of event that it makes."""
FIELD_TYPES: Final[Mapping[type[PlainEvent], Mapping[str, str]]] = {
    kind: {own.name: str(own.type) for own in fields(kind) if own.name in own_fields(kind)}
    for kind in KINDS
}
"""The fields that only events of a kind have, with their types as the class declares them."""
SIZES_TYPE: Final = FIELD_TYPES[HandSizes]["sizes"]
"""The type of the hand sizes that a note gives."""
_LONG: Final = ("str", "Holdings", "Outcome", "tuple[Card, ...]", SIZES_TYPE)
"""The types of which a value may have several words: all up to what stands behind it."""
_HAS_LONG: Final = {kind for kind in KINDS if {*_LONG} & {*FIELD_TYPES[kind].values()}}
_PLACES: Final[Mapping[type[PlainEvent], list[str]]] = {
    kind: re.findall(r"\w+|:" if kind in _HAS_LONG else r"\w+", kind.statement) for kind in KINDS
}
"""What stands in the places of each statement: the names of fields, and the words and colons
between them. Where every field has one word, colons and commas may stand anywhere."""
_SHOWN: Final = "shown"
"""The field that a claim or an award may have; it follows behind a semicolon."""
_STRETCH: Final = ("..", "…")
"""What a missing stretch begins with."""
_PLACEHOLDERS: Final = {
    "card": "CARD",
    "cards": "CARD …",
    "book": "BOOK",
    "holdings": "HOLDINGS",
    "outcome": "OUTCOME",
    "size": "N",
    "sizes": "A N B N …",
    "answer": "yes",
}
"""What stands for a field where a statement is explained; for seats that is A, then B."""
_NUMBERED: Final = re.compile(
    r"(\d{1,5}[.)]?)\s+(?!(?:of|more|cards?|asks?|questions?)\s)(?=\S)", re.IGNORECASE
)
"""The number before a statement, where a program has numbered them; not that of ``2 asks``."""
_NUMBERS: Final = {
    word: n for n, word in enumerate(["one", "two", "three", "four", "five", "six"], 1)
}
_MISSING: Final = re.compile(
    r"(?:\.{2,}|…)\s*(?:(?:a few|some|several)\s+(?=asks))?"
    r"(?:(?P<number>(?!ask|are|is|miss)\w+)\s+)?(?P<asks>asks?)?"
    r"(?:\s*(?:(?:is|are)\s+)?missing)?",
    re.IGNORECASE,
)
_DOTS_BEHIND: Final = re.compile(r"(.*[^.…])(?:\.{2,}|…)")
_PLAIN_NAME: Final = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)*")


# -- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Slots:
    """The words of a statement of a known kind, in the places of its fields."""

    kind: type[PlainEvent]
    words: Mapping[str, Sequence[Span]]
    """By field; an optional field may be left out."""
    end: Span
    """Behind the last word: where something is missing."""


def is_verb(word: str) -> bool:
    """Whether a word, in lower case, makes an event of what follows a seat."""
    return word in VERBS or word == SHORT_ASK


def usage(kind: type[Event]) -> str:
    """The statement of a kind of event as help shows it, such as ``A asks B CARD: yes``."""
    seats = iter("AB")
    return re.sub(
        r"\{(\w+)\}",
        lambda place: _PLACEHOLDERS.get(place[1]) or next(seats),
        kind.statement,
    )


def read_event(statement: Statement, names: Names) -> Event:
    """The event that a statement means; it means nothing where problems were noted.

    Args:
        statement: the statement.
        names: what words mean, and where to note problems.
    """
    span = unnumbered(statement.span, names)
    irregular = span.text.endswith("!")
    bare = span.part(0, -1) if irregular else span
    marks = marks_of(statement, irregular=irregular)
    if _says_stretch(bare, names):
        return _missing(bare, names, marks)
    slots = slots_by_place(bare.tokens(), bare, names)
    return made(slots, names, marks) if slots else Decline("")


def marks_of(statement: Statement, *, irregular: bool) -> dict[str, Any]:
    """What an event has besides its own fields."""
    return {
        "irregular": irregular,
        "above": statement.above,
        "comment": statement.comment,
        "line": statement.span.line,
    }


def unnumbered(span: Span, names: Names) -> Span:
    """A statement without the number that a program printed before it: ``12. Ann asks …``."""
    match = _NUMBERED.match(span.text)
    if match is None or names.is_seat_name(match[1]) or names.is_seat_name(match[0].strip(BLANKS)):
        return span
    return span.part(match.end())


def made(slots: Slots, names: Names, marks: Mapping[str, Any]) -> Event:
    """The event of some words, each read by the type of its field: a gap where any is open."""
    values: dict[str, Any] = {}
    for name, type_ in FIELD_TYPES[slots.kind].items():
        words = slots.words.get(name)
        if words is None:
            values[name] = None
        elif type_ in PLAIN_TYPES and slots.kind is not Now:
            words = with_unknown(words, names) if type_ == "Outcome" else words
            values[name] = names.value(type_, joined(words, slots.end))
        elif type_.startswith("Holdings"):
            values[name] = _naming(name, words, values["book"], slots.end, names)
        elif type_ == SIZES_TYPE:
            values[name] = read_sizes(words, slots.end, names)
        elif type_ == "tuple[Card, ...]":
            values[name] = _cards(words, slots, names)
        elif type_ == "bool":
            values[name] = not words
        else:
            values[name] = names.seat(*words)
    if not any(map(is_open, values.values())):
        return slots.kind(**values, **marks)
    return Gap(slots.kind, tuple(values.values()), **marks)


def _naming(name: str, words: Sequence[Span], book: Any, end: Span, names: Names) -> Any:
    """The holdings that words tell; open where they say that nobody remembers."""
    at = words[0] if words else end
    if name == _SHOWN and isinstance(book, Open):
        names.problems.add(end, "cards can be shown only of a half-suit that is known")
        return None
    if name == _SHOWN:
        return read_holdings(words[1:], book, names, at)
    unknown = unknown_part(words, names) if words else None
    if unknown is not None and unknown[1] == len(words):
        return Open()
    if isinstance(book, Open):
        message = "cards can be named only of a half-suit that is known (expected '?' here)"
        names.problems.add(at, message)
        return Open()
    return read_holdings(words, book, names, at)


def read_sizes(words: Sequence[Span], end: Span, names: Names) -> tuple[tuple[str, int], ...]:
    """Seats, each with a number of cards, in the order of the seats.

    Args:
        words: the seats and numbers.
        end: behind the last of them.
        names: what words mean, and where to note problems.
    """
    sizes: dict[str, int] = {}
    missing = end if words else MISSING  # one of the two is enough to report
    for seat, size in zip_longest(words[::2] or [end], words[1::2], fillvalue=missing):
        name = names.seat(seat)
        if name and name in sizes:
            names.problems.add(seat, f"{quote(seat.text)} stands twice here")
        sizes[name] = names.size(size)
    return tuple((seat, sizes[seat]) for seat in names.seats or () if seat in sizes)


def _cards(words: Sequence[Span], slots: Slots, names: Names) -> tuple[Any, ...]:
    """Cards, of which each may be open, unless it is a note that tells them."""
    if not words and slots.kind is not Now:
        expected = f"expected '{usage(slots.kind)}'"
        names.problems.add(slots.end, f"the statement ends too early ({expected})")
    is_open = slots.kind is not Now and any(map(names.may_be_open, words))
    return names.cards(words, may_be_open=is_open)


# -- the words of a statement by their places -----------------------------------------------------


def _says_stretch(span: Span, names: Names) -> bool:
    """Whether a statement is a missing stretch, and not one about a player called ``...``."""
    if not span.text.startswith(_STRETCH):
        return False
    players = span.words()[0].text.split("/")
    is_player = any(map(names.is_seat_name, players))
    return not is_player or _MISSING.fullmatch(span.text) is not None


def _missing(span: Span, names: Names, marks: Mapping[str, Any]) -> Event:
    """The missing stretch that a statement means."""
    match = _MISSING.fullmatch(span.text)
    word = (match["number"] or "").lower() if match else ""
    number = _NUMBERS.get(word, int(word) if word.isdecimal() and len(word) <= 3 else None)
    is_sound = match is not None and (not word or (number is not None and match["asks"]))
    if match is None or not is_sound or number == 0:
        expected = "expected '...', '... 2 asks' or '... asks'"
        names.problems.add(span, f"{quote(span.text)} is no missing stretch ({expected})")
        return Missing(**marks)
    return Missing(number, only_asks=bool(match["asks"]), **marks)


def slots_by_place(tokens: list[Span], span: Span, names: Names) -> Slots | None:
    """The words of a statement in the notation; None where it has no verb, which is reported.

    Args:
        tokens: its words and marks.
        span: the whole statement.
        names: what words mean, and where to note problems.
    """
    if _kind(tokens, names) is Now:
        tokens = _with_dots_apart(tokens)
    main, *behind = split_at(with_alternatives(spoken_cards(tokens, names), names), ";")
    for extra in behind[1:]:
        names.problems.add(extra[0] if extra else span.end(), "a second ';' has no meaning here")
    kind, end = _kind(main, names), span.end()
    if kind is None:
        _report_no_verb(main, span, names)
        return None
    words = _judged(kind, _with_phrases(kind, main, names), end, names)
    require_clear_alternatives(tokens, words.get("cards", ()), names)
    if kind is Now:
        more = [card for card in words["cards"][-1:] if card.text.startswith(_STRETCH)]
        words |= {"cards": words["cards"][: -len(more) or None], "whole": more}
    if behind and _SHOWN not in FIELD_TYPES[kind]:
        names.problems.add(end, "only a claim or an award has '; shown HOLDINGS' behind it")
    elif behind and (not behind[0] or behind[0][0].word != _SHOWN):
        at = behind[0][0] if behind[0] else end
        names.problems.unknown(at, f"'{_SHOWN}'", "expected '; shown HOLDINGS'", ())
    elif behind:
        words[_SHOWN] = behind[0]
    return Slots(kind, words, end)


def _kind(words: Sequence[Span], names: Names) -> type[PlainEvent] | None:
    """The kind of event that words tell of: by their first one, or by the verb behind a seat."""
    first, second, third = [*(word.word for word in words[:3]), "", "", ""][:3]
    if first == AWARD and not is_verb(second):
        return Award
    if first == HANDS and second == ":":
        return HandSizes
    if first == NOW and third == ":" and (not is_verb(second) or names.is_seat_name(words[1].text)):
        return Now
    return VERBS.get("asks" if second == SHORT_ASK else second)


def _with_dots_apart(words: list[Span]) -> list[Span]:
    """The words, with a ``...`` that stands close to the last card as a word of its own."""
    *before, last = words
    match = _DOTS_BEHIND.fullmatch(last.text)
    return [*before, last.part(0, match.end(1)), last.part(match.end(1))] if match else words


def _report_no_verb(main: list[Span], span: Span, names: Names) -> None:
    """Reports a statement whose second word is no verb, with the nearest verb."""
    if len(main) < 2:
        expected = f"expected such as '{usage(Ask)}'"
        names.problems.add(span, f"{quote(span.text)} is not a statement ({expected})")
        return
    hint = did_you_mean(main[1].text.replace("declare", "claim"), VERBS)  # not 'declines'
    known = ", ".join(VERBS)
    names.problems.add(main[1], f"{quote(main[1].text)} is not a verb (expected {known}){hint}")


def _with_phrases(kind: type[PlainEvent], words: list[Span], names: Names) -> list[Span]:
    """Words with what is open as one each, if they are not as many as the statement has places.

    Of an ask without an answer that is open; its last word may be that of a half-suit.
    """
    plain = [word for word in words if word.text not in (":", ",")]
    is_whole = len(plain) == len(_PLACES[kind]) and (kind is not Ask or plain[-1].word in ANSWERS)
    if kind in _HAS_LONG or is_whole:
        return words
    rest = with_unknown(plain[2:], names)
    if kind in (Ask, Give):
        rest[1:] = joined_parts(rest[1:], [lambda behind: book_part(behind, names)])
    if kind is Ask and len(rest) == 2:
        rest.append(rest[1].end().saying(UNKNOWN))
    return [*plain[:2], *rest]


def _judged(
    kind: type[PlainEvent], words: Sequence[Span], end: Span, names: Names
) -> dict[str, Sequence[Span]]:
    """The words of a statement by field; reports what is missing, or too much."""
    found, place, rest = _placed(kind, words)
    if not place and not rest:
        return found
    hint = f"expected '{usage(kind)}'"
    if not place:
        extra = _extra(kind, words, rest, names)
        names.problems.add(extra, f"{quote(extra.text)} is one word too many ({hint})")
    elif rest:
        names.problems.add(rest[0], f"{quote(rest[0].text)} is not {quote(place)} ({hint})")
    elif place in FIELD_TYPES[kind]:
        names.problems.add(end, f"the statement ends too early ({hint})")
    else:
        names.problems.add(end, f"no {quote(place)} stands here ({hint})")
    missing = {field: [MISSING] for field in FIELD_TYPES[kind] if field != _SHOWN}
    actor = [] if kind is Award else [*found][:1]
    return missing | {field: found[field] for field in actor}


def _extra(
    kind: type[PlainEvent], words: Sequence[Span], rest: Sequence[Span], names: Names
) -> Span:
    """The word without which the others make a statement; else the first behind them."""
    for word in words if len(rest) == 1 else ():
        own = names.apart()
        found, place, behind = _placed(kind, [other for other in words if other is not word])
        if not place and not behind:
            made(Slots(kind, found, word), own, {})
            if not len(own.problems):
                return word
    return rest[0]


def _placed(
    kind: type[PlainEvent], words: Sequence[Span]
) -> tuple[dict[str, Sequence[Span]], str, Sequence[Span]]:
    """The words of a statement by the fields in whose places they stand.

    Args:
        kind: the kind of event.
        words: the words and marks.

    Returns:
        The words of each field; the place in which the statement ends too early, empty where it
        does not; and the words from there on, which are none of that place.
    """
    types = FIELD_TYPES[kind]
    found: dict[str, Sequence[Span]] = {}
    rest = [word for word in words if kind in _HAS_LONG or word.text not in (":", ",")]
    for place, following in pairwise([*_PLACES[kind], ""]):
        length = 1
        if types.get(place) in _LONG:
            ends = [at for at, word in enumerate(rest) if word.word == following]
            # The name of a half-suit may have the word that stands behind it, and so may a seat.
            order = ends if following == ":" else sorted(ends, key=lambda at: at != len(rest) - 2)
            length = next(iter(order), len(rest))
        elif not rest or (place not in types and rest[0].word not in _FORMS.get(place, (place,))):
            return found, place, rest
        if place in types:
            is_list = types[place].startswith("tuple")
            found[place] = [word for word in rest[:length] if not (is_list and word.text == ",")]
        rest = rest[length:]
    return found, "", rest


# -- statements that are still typed --------------------------------------------------------------


class Begun(NamedTuple):
    """A statement of which only the beginning stands there."""

    kind: type[PlainEvent]
    values: Mapping[str, Any]
    """What its first words say, by field."""
    place: str
    """Where it ends: a field, or a word of the statement."""
    said: Sequence[str]
    """The words that stand there already, from that place on."""

    @property
    def actor(self) -> Any:
        """The value of its first field."""
        return next(iter(self.values.values()), None)


def begun_statements(words: Sequence[Span], names: Names) -> Iterator[Begun]:
    """The statements that begin with some words and marks, each in every place it may end in.

    Args:
        words: the words and marks; all of them are whole.
        names: what words mean.
    """
    for kind in (*VERBS.values(), Award):
        found, last, rest = _placed(kind, words)
        values: dict[str, Any] = {}
        for place, there in (*found.items(), (last, rest)):
            type_ = FIELD_TYPES[kind].get(place, "")
            # What may stand in the place of a half-suit may go on behind it, as a whole claim does.
            is_open_ended = type_ in _LONG and place in ("book", *[*found][-1:])
            if place.isalpha() and (place == last or is_open_ended):
                behind = (word for word in words if there and word.column >= there[0].column)
                said = [word.text for word in behind if word.text not in (":", ",")]
                yield Begun(kind, {**values}, place, said)
            if not type_ or type_.startswith(("Holdings", "tuple")):
                continue
            own = names.apart()
            values[place] = own.value(type_, joined(there, MISSING))
            if len(own.problems) or is_open(values[place]):
                break


# -- writing --------------------------------------------------------------------------------------


def format_event(event: Event, record: Record | None = None) -> str:
    """The canonical text of one event, without its comments.

    Args:
        event: the event.
        record: the record that it is of, for the order of the seats; None for that of the event.

    Raises:
        RecordError: for an event of a kind that the notation does not have.
    """
    return _format(event, record) + (" !" if event.irregular else "")


def _format(event: Event, record: Record | None) -> str:
    """The text of one event, without the mark of an irregular one."""
    if isinstance(event, Missing):
        number = "" if event.asks is None else f" {event.asks}"
        return f"...{number} {'ask' if event.asks == 1 else 'asks'}" if event.only_asks else "..."
    if isinstance(event, UnsureAsk):
        event = Gap(Ask, (event.asker, event.target, Open(event.cards), event.answer))
    kind = event.of if isinstance(event, Gap) else type(event)
    if kind is OtherTeamClaim:
        kind = Claim  # of which the naming is forgotten
    if kind not in KINDS:
        raise RecordError(f"{event!r} has no text in the notation")
    values = fields_of(event)
    texts = {
        name: _written(values[name], type_, record) for name, type_ in FIELD_TYPES[kind].items()
    }
    behind = f"; {_SHOWN} {texts[_SHOWN]}" if values.get(_SHOWN) is not None else ""
    behind = behind if values.get("whole", True) else " ..."
    return kind.statement.format_map(texts).rstrip() + behind


def fields_of(event: PlainEvent | Gap) -> dict[str, Any]:
    """The values of the fields that only events of its kind have, by name."""
    if isinstance(event, Gap):
        return dict(zip(own_fields(event.of), event.values, strict=True))
    return {name: getattr(event, name) for name in own_fields(type(event))}


def written_field(event: Event, name: str, record: Record) -> str:
    """A field of an event as the notation writes it.

    Args:
        event: the event, or a gap.
        name: one of the fields that only events of its kind have.
        record: the record that it is of.
    """
    of = event.of if isinstance(event, Gap) else type(event)
    kind = next(kind for kind in KINDS if issubclass(of, kind))
    value = event.value(name) if isinstance(event, Gap) else getattr(event, name)
    return _written(value, FIELD_TYPES[kind][name], record)


def _written(value: Any, type_: str, record: Record | None) -> str:
    """The value of a field as the notation writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Open):
        return _written_open(value, type_, record)
    if value is None:
        return NOBODY
    if type_.startswith("Holdings"):
        if not value:
            return UNKNOWN
        return format_holdings(value, record.seats if record else ())
    if type_ == SIZES_TYPE:
        return " ".join(f"{seat} {size}" for seat, size in value)
    if isinstance(value, tuple):
        return " ".join(_written(item, "", record) for item in value)
    return str(value)


def _written_open(part: Open, type_: str, record: Record | None) -> str:
    """An open part: ``?``, the alternatives, or the half-suit that they all are."""
    if part.values is None:
        return UNKNOWN
    for book in record.deck.books if type_ == "Card" and record is not None else ():
        is_plain = _PLAIN_NAME.fullmatch(book.name) and not (
            {*book.name.lower().split()} & PHRASE_WORDS
        )
        if book.cards == part.values and is_plain:
            return book.name
    return "/".join(NOBODY if value is None else str(value) for value in part.values)
