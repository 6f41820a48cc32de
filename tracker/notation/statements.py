"""One event and its statement: reading the one from the other, and writing it.

The class of an event has its statement with the fields in braces, such as
``{asker} asks {target} {card}: {answer}``. Writing fills in the fields. Reading takes the verb,
then gives each word behind it to the field that stands in its place; what is not one word for one
field (cards, half-suits, holdings) has a reader of its own in ``_READERS``. Each value is read by
``read_part``, which knows what nobody remembers (``tracker.notation.gaps``), and written by
``_written``, whatever event it is of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final

from tracker.errors import RecordError
from tracker.game.events import (
    KINDS,
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    HandSizes,
    Holdings,
    Missing,
    Now,
    Open,
    OtherTeamClaim,
    PlainEvent,
    Show,
    UnsureAsk,
    own_fields,
)
from tracker.game.record import Record
from tracker.messages import counted, did_you_mean, quote
from tracker.notation.gaps import (
    UNKNOWN,
    begins_stretch,
    format_missing,
    format_open,
    make_event,
    read_missing,
    read_part,
    read_phrases,
    says_stretch,
    with_alternatives,
)
from tracker.notation.holdings import format_holdings, read_holdings
from tracker.notation.names import NOBODY, Names
from tracker.notation.problems import BLANKS, MISSING, Span, joined, split_at
from tracker.notation.source import Statement

AWARD: Final = "award"
"""The word that an award begins with; all other statements begin with a seat and a verb."""
SHORT_ASK: Final = ">"
"""What may stand for the verb ``asks``."""
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
OPTIONAL_FIELDS: Final[Mapping[type[PlainEvent], tuple[str, ...]]] = {
    kind: tuple(own.name for own in fields(kind) if own.name in types and own.default is None)
    for kind, types in FIELD_TYPES.items()
}
"""Those of these fields that an event need not have: they are None then."""
_SHOWN: Final = "shown"
"""The field that a claim or an award may have; it follows behind a semicolon."""
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
_NUMBER: Final = re.compile(r"(\d{1,5}[.)]?)\s+(?=\S)")
"""The number before a statement, where a program has numbered them."""


# -- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a statement of a known kind."""

    kind: type[PlainEvent]
    actor: Span
    rest: list[Span]
    """The tokens behind the verb."""
    shown: list[Span] | None
    """The tokens behind the semicolon; None where there is no semicolon."""
    end: Span


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
    span = _unnumbered(statement.span, names)
    irregular = span.text.endswith("!")
    bare = span.part(0, -1) if irregular else span
    marks = {
        "irregular": irregular,
        "above": statement.above,
        "comment": statement.comment,
        "line": span.line,
    }
    if says_stretch(bare, names):
        return read_missing(bare, names, marks)
    note = _read_note(bare, names, marks)
    if note is not None:
        return note
    parts = _parts(bare, names)
    if parts is None:
        return Decline("")
    return _READERS.get(parts.kind, _read_words)(parts, names, marks)


def _unnumbered(span: Span, names: Names) -> Span:
    """A statement without the number that a program printed before it: ``12. Ann asks …``."""
    match = _NUMBER.match(span.text)
    if match is None or names.is_seat_name(match[1]) or names.is_seat_name(match[0].strip(BLANKS)):
        return span
    return span.part(match.end())


def _read_note(span: Span, names: Names, marks: Mapping[str, Any]) -> Event | None:
    """The note ``hands: …`` or ``now SEAT: …`` that a statement is; None where it is none."""
    head, colon, _ = span.text.partition(":")
    if not colon or not head.lower().startswith((HANDS, NOW)):
        return None
    words = Span(head).words()
    body = span.part(len(head) + 1)
    if len(words) == 1 and words[0].word == HANDS:
        return HandSizes(_read_sizes(body, names), **marks)
    is_now = len(words) == 2 and words[0].word == NOW
    if is_now and (not is_verb(words[1].word) or names.is_seat_name(words[1].text)):
        start = head.index(words[1].text, len(words[0].text))
        cards = names.with_spoken_cards(body.words())
        whole = not (cards and begins_stretch(cards[-1]))
        seat = names.value("Seat", span.part(start, start + len(words[1].text)))
        return Now(seat, names.cards(cards if whole else cards[:-1]), whole, **marks)
    return None


def _read_sizes(body: Span, names: Names) -> tuple[tuple[str, int], ...]:
    """Seats, each with a number of cards, in the order of the seats."""
    words = body.words()
    if not words or len(words) % 2:
        names.problems.add(body.end(), f"expected a seat and a number (as in '{usage(HandSizes)}')")
        return ()
    sizes: dict[str, int] = {}
    for seat, size in zip(words[::2], words[1::2], strict=True):
        name = names.value("Seat", seat)
        if name and name in sizes:
            names.problems.add(seat, f"{quote(seat.text)} stands twice here")
        sizes[name] = names.value("int", size)
    seats = names.seats or ()
    return tuple((seat, sizes[seat]) for seat in seats if seat in sizes)


def _parts(span: Span, names: Names) -> _Parts | None:
    """Takes a statement to pieces; None where it has no verb, which is reported."""
    main, *behind = split_at(with_alternatives(names.with_spoken_cards(span.tokens()), names), ";")
    for extra in behind[1:]:
        names.problems.add(extra[0] if extra else span.end(), "a second ';' has no meaning here")
    shown = behind[0] if behind else None
    second = main[1].word if len(main) > 1 else ""
    if main and main[0].word == AWARD and not is_verb(second):
        return _Parts(Award, main[0], main[1:], shown, span.end())
    kind = VERBS.get("asks" if second == SHORT_ASK else second)
    if kind is None:
        _report_no_verb(main, span, names)
        return None
    if shown is not None and kind is not Claim:
        message = "only a claim or an award has '; shown HOLDINGS' behind it"
        names.problems.add(span.end(), message)
    return _Parts(kind, main[0], main[2:], shown, span.end())


def _report_no_verb(main: list[Span], span: Span, names: Names) -> None:
    """Reports a statement whose second word is no verb, with the nearest verb."""
    if len(main) < 2:
        expected = f"expected such as '{usage(Ask)}'"
        names.problems.add(span, f"{quote(span.text)} is not a statement ({expected})")
        return
    hint = did_you_mean(main[1].text, VERBS)
    known = ", ".join(VERBS)
    names.problems.add(main[1], f"{quote(main[1].text)} is not a verb (expected {known}){hint}")


def _read_words(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """An event whose statement has one word for each field."""
    actor, _, *places = _PLACES[parts.kind]
    words = [token for token in parts.rest if token.text not in ":,"]
    if len(words) != len(places):
        words = read_phrases(words, parts.kind, names)
    if len(words) != len(places):
        _report_length(words, len(places), parts, names)
        words = [MISSING] * len(places)
    values = {}
    for place, word in zip((actor, *places), (parts.actor, *words), strict=True):
        type_ = FIELD_TYPES[parts.kind].get(place)
        if type_ is not None:
            values[place] = read_part(type_, word, names)
        elif word.word != place:
            message = f"{quote(word.text)} is not '{place}' (expected '{usage(parts.kind)}')"
            names.problems.add(word, message)
    return make_event(parts.kind, values, marks)


_PLACES: Final[Mapping[type[PlainEvent], list[str]]] = {
    kind: re.sub(r"[{}:]", "", kind.statement).split()
    for kind in KINDS
    if kind not in (HandSizes, Now)
}
"""What stands in the places of each statement: the names of fields, and the words between them."""


def _report_length(words: list[Span], expected: int, parts: _Parts, names: Names) -> None:
    """Reports a statement with too few words, or too many."""
    hint = f"expected '{usage(parts.kind)}'"
    if len(words) < expected:
        names.problems.add(parts.end, f"the statement ends too early ({hint})")
    else:
        extra = words[expected]
        names.problems.add(extra, f"{quote(extra.text)} is one word too many ({hint})")


def _read_claim(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """A claim: half-suit, holdings and outcome, parted by colons, and the cards shown."""
    runs = split_at(parts.rest, ":")
    claimant = read_part("Seat", parts.actor, names)
    if len(runs) != 3:
        at = runs[3][0] if len(runs) > 3 and runs[3] else parts.end
        message = f"found {counted(len(runs) - 1, 'colon')} (expected two: '{usage(Claim)}')"
        names.problems.add(at, message)
        return Claim(claimant, "", (), "correct", **marks)
    book = read_part("str", joined(runs[0], parts.end), names)
    outcome = read_part("Outcome", _one_part(runs[2], Claim, parts, names), names)
    values = {"claimant": claimant, "book": book, "outcome": outcome, "shown": None}
    naming: Holdings | Open = Open()
    if not _is_forgotten(runs[1], Claim, names):
        at = runs[1][0] if runs[1] else parts.end
        if isinstance(book, Open):
            message = "cards can be named only of a half-suit that is known (expected '?' here)"
            names.problems.add(at, message)
        else:
            naming = read_holdings(runs[1], book, names, at)
    if isinstance(book, Open) and parts.shown is not None:
        names.problems.add(parts.end, "cards can be shown only of a half-suit that is known")
    elif not isinstance(book, Open):
        values["shown"] = _read_shown(parts, book, names)
    return make_event(Claim, {**values, "holdings": naming}, marks)


def _one_part(words: list[Span], kind: type[PlainEvent], parts: _Parts, names: Names) -> Span:
    """Words that are one part of a statement, with common speech for ``?`` as that."""
    phrases = read_phrases(words, kind, names) if words and kind is not Ask else words
    return joined(phrases, parts.end)


def _is_forgotten(words: list[Span], kind: type[PlainEvent], names: Names) -> bool:
    """Whether words are ``?`` or what people say for it."""
    phrases = read_phrases(words, kind, names) if words else []
    return len(phrases) == 1 and phrases[0].text == UNKNOWN


def _read_award(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """An award of a half-suit to a seat or to nobody, and the cards shown."""
    if len(parts.rest) < 2 or parts.rest[-2].word != "to":
        message = f"no 'to' stands before the last word (expected '{usage(Award)}')"
        names.problems.add(parts.end, message)
        return Award("", None, **marks)
    *words, _, receiver = parts.rest
    book = read_part("str", joined(words, parts.actor.end()), names)
    seat = read_part("Seat | None", receiver, names)
    shown = None
    if not isinstance(book, Open):
        shown = _read_shown(parts, book, names)
    elif parts.shown is not None:
        names.problems.add(parts.end, "cards can be shown only of a half-suit that is known")
    return make_event(Award, {"book": book, "seat": seat, "shown": shown}, marks)


def _read_shown(parts: _Parts, book: str, names: Names) -> Holdings | None:
    """The holdings behind ``; shown``; None where no semicolon stands there."""
    if parts.shown is None:
        return None
    if not parts.shown or parts.shown[0].word != _SHOWN:
        at = parts.shown[0] if parts.shown else parts.end
        names.problems.unknown(at, f"'{_SHOWN}'", "expected '; shown HOLDINGS'", ())
        return None
    return read_holdings(parts.shown[1:], book, names, parts.shown[0])


def _read_show(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """Cards that everyone saw: one at least."""
    cards = [token for token in parts.rest if token.text != ","]
    if not cards:
        _report_length(cards, 1, parts, names)
    seat = read_part("Seat", parts.actor, names)
    if any(card.text == UNKNOWN or "/" in card.text for card in cards):
        shown = tuple(read_part("Card", card, names) for card in cards)
        return make_event(Show, {"seat": seat, "cards": shown}, marks)
    return make_event(Show, {"seat": seat, "cards": names.cards(cards)}, marks)


def _read_challenge(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """A challenge: all words behind the verb are the half-suit."""
    book = read_part("str", joined(parts.rest, parts.end), names)
    values = {"challenger": read_part("Seat", parts.actor, names), "book": book}
    return make_event(Challenge, values, marks)


_READERS: Final[Mapping[type[PlainEvent], Callable[[_Parts, Names, Mapping[str, Any]], Event]]] = {
    Claim: _read_claim,
    Show: _read_show,
    Challenge: _read_challenge,
    Award: _read_award,
}
"""The readers of the statements that do not have one word for each field."""


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
        return format_missing(event)
    if isinstance(event, HandSizes):
        return " ".join([f"{HANDS}:", *(f"{seat} {size}" for seat, size in event.sizes)])
    if isinstance(event, Now):
        cards = record.deck.in_order(event.cards) if record else event.cards
        return " ".join([f"{NOW} {event.seat}:", *cards, *([] if event.whole else ["..."])])
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
    shown = f"; {_SHOWN} {texts[_SHOWN]}" if values.get(_SHOWN) is not None else ""
    return kind.statement.format_map(texts) + shown


def fields_of(event: PlainEvent | Gap) -> dict[str, Any]:
    """The values of the fields that only events of its kind have, by name."""
    if isinstance(event, Gap):
        return dict(zip(own_fields(event.of), event.values, strict=True))
    return {name: getattr(event, name) for name in own_fields(type(event))}


def _written(value: Any, type_: str, record: Record | None) -> str:
    """The value of a field as the notation writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, Open):
        return format_open(value, type_, record)
    if value is None:
        return NOBODY
    if type_.startswith("Holdings"):
        if not value:
            return UNKNOWN
        return format_holdings(value, record.seats if record else ())
    if isinstance(value, tuple):
        return " ".join(_written(item, "", record) for item in value)
    return str(value)
