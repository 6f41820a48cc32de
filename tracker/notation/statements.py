"""One event and its statement: reading the one from the other, and writing it.

``_STATEMENTS`` has the statement of each kind of event with the fields of its class in braces, such
as ``{asker} asks {target} {card}: {answer}``. Writing fills in the fields. Reading takes the verb,
then gives each word behind it to the field that stands in its place; what is not one word for one
field (cards, half-suits, holdings) has a reader of its own in ``_READERS``. Each value is read by
``Names.value`` and written by ``_written``, whatever event it is of.
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
    Give,
    HandSize,
    Holdings,
    Pass,
    Show,
    own_fields,
)
from tracker.game.record import Record
from tracker.messages import counted, did_you_mean, quote
from tracker.notation.holdings import format_holdings, read_holdings
from tracker.notation.lines import Statement
from tracker.notation.names import Names
from tracker.notation.seat_names import NOBODY
from tracker.notation.span import MISSING, Span, joined, split_at

_STATEMENTS: Final[Mapping[type[Event], str]] = {
    Ask: "{asker} asks {target} {card}: {answer}",
    Claim: "{claimant} claims {book}: {holdings}: {outcome}",
    Pass: "{passer} passes to {receiver}",
    HandSize: "{seat} has {size}",
    Show: "{seat} shows {cards}",
    Challenge: "{challenger} challenges {book}",
    Decline: "{seat} declines",
    Award: "award {book} to {seat}",
    Give: "{giver} gives {receiver} {card}",
}
"""Where a claim or an award has ``shown``, that follows behind a semicolon."""
AWARD: Final = "award"
"""The word that an award begins with; all other statements begin with a seat and a verb."""
SHORT_ASK: Final = ">"
"""What may stand for the verb ``asks``."""
VERBS: Final[Mapping[str, type[Event]]] = MappingProxyType(
    {statement.split()[1]: kind for kind, statement in _STATEMENTS.items() if kind is not Award}
)
"""The verbs, each with the kind of event that it makes."""
FIELD_TYPES: Final[Mapping[type[Event], Mapping[str, str]]] = {
    kind: {own.name: str(own.type) for own in fields(kind) if own.name in own_fields(kind)}
    for kind in KINDS
}
"""The fields that only events of a kind have, with their types as the class declares them."""
OPTIONAL_FIELDS: Final[Mapping[type[Event], tuple[str, ...]]] = {
    kind: tuple(own.name for own in fields(kind) if own.name in types and own.default is None)
    for kind, types in FIELD_TYPES.items()
}
"""Those of these fields that an event need not have: they are None then."""
_SHOWN: Final = "shown"


# -- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of a statement of a known kind."""

    kind: type[Event]
    actor: Span
    rest: list[Span]
    """The tokens behind the verb."""
    shown: list[Span] | None
    """The tokens behind the semicolon; None where there is no semicolon."""
    end: Span


def is_verb(word: str) -> bool:
    """Whether a word, in lower case, makes an event of what follows a seat."""
    return word in VERBS or word == SHORT_ASK


def read_event(statement: Statement, names: Names) -> Event:
    """The event that a statement means; it means nothing where problems were noted.

    Args:
        statement: the statement.
        names: what words mean, and where to note problems.
    """
    span = statement.span
    irregular = span.text.endswith("!")
    parts = _parts(span.part(0, -1) if irregular else span, names)
    marks = {
        "irregular": irregular,
        "above": statement.above,
        "comment": statement.comment,
        "line": span.line,
    }
    return _READERS.get(parts.kind, _read_words)(parts, names, marks)


def _parts(span: Span, names: Names) -> _Parts:
    """Takes a statement to pieces; its kind is ``Event`` where it has no verb."""
    main, *behind = split_at(span.tokens(), ";")
    for extra in behind[1:]:
        names.problems.add(extra[0] if extra else span.end(), "a second ';' has no meaning here")
    shown = behind[0] if behind else None
    second = main[1].word if len(main) > 1 else ""
    if main and main[0].word == AWARD and not is_verb(second):
        return _Parts(Award, main[0], main[1:], shown, span.end())
    kind = VERBS.get("asks" if second == SHORT_ASK else second)
    if kind is None:
        _report_no_verb(main, span, names)
        return _Parts(Event, span, [], None, span.end())
    if shown is not None and kind is not Claim:
        message = "only a claim or an award has '; shown HOLDINGS' behind it"
        names.problems.add(span.end(), message)
    return _Parts(kind, main[0], main[2:], shown, span.end())


def _report_no_verb(main: list[Span], span: Span, names: Names) -> None:
    """Reports a statement whose second word is no verb, with the nearest verb."""
    if len(main) < 2:
        expected = f"expected such as '{Ask.usage}'"
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
        _report_length(words, len(places), parts, names)
        words = [MISSING] * len(places)
    values = {}
    for place, word in zip((actor, *places), (parts.actor, *words), strict=True):
        type_ = FIELD_TYPES[parts.kind].get(place)
        if type_ is not None:
            values[place] = names.value(type_, word)
        elif word.word != place:
            message = f"{quote(word.text)} is not '{place}' (expected '{parts.kind.usage}')"
            names.problems.add(word, message)
    return parts.kind(**values, **marks)


_PLACES: Final[Mapping[type[Event], list[str]]] = {
    kind: re.sub(r"[{}:]", "", statement).split() for kind, statement in _STATEMENTS.items()
}
"""What stands in the places of each statement: the names of fields, and the words between them."""


def _report_length(words: list[Span], expected: int, parts: _Parts, names: Names) -> None:
    """Reports a statement with too few words, or too many."""
    usage = f"expected '{parts.kind.usage}'"
    if len(words) < expected:
        names.problems.add(parts.end, f"the statement ends too early ({usage})")
    else:
        extra = words[expected]
        names.problems.add(extra, f"{quote(extra.text)} is one word too many ({usage})")


def _read_claim(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """A claim: half-suit, holdings and outcome, parted by colons, and the cards shown."""
    runs = split_at(parts.rest, ":")
    claimant = names.value("Seat", parts.actor)
    if len(runs) != 3:
        at = runs[3][0] if len(runs) > 3 and runs[3] else parts.end
        message = f"found {counted(len(runs) - 1, 'colon')} (expected two: '{Claim.usage}')"
        names.problems.add(at, message)
        return Claim(claimant, "", (), "correct", **marks)
    book = names.value("str", joined(runs[0], parts.end))
    holdings = read_holdings(runs[1], book, names, runs[1][0] if runs[1] else parts.end)
    outcome = names.value("Outcome", joined(runs[2], parts.end))
    return Claim(claimant, book, holdings, outcome, _read_shown(parts, book, names), **marks)


def _read_award(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """An award of a half-suit to a seat or to nobody, and the cards shown."""
    if len(parts.rest) < 2 or parts.rest[-2].word != "to":
        message = f"no 'to' stands before the last word (expected '{Award.usage}')"
        names.problems.add(parts.end, message)
        return Award("", None, **marks)
    *words, _, receiver = parts.rest
    book = names.value("str", joined(words, parts.actor.end()))
    seat = names.value("Seat | None", receiver)
    return Award(book, seat, _read_shown(parts, book, names), **marks)


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
    return Show(names.value("Seat", parts.actor), names.cards(cards), **marks)


def _read_challenge(parts: _Parts, names: Names, marks: Mapping[str, Any]) -> Event:
    """A challenge: all words behind the verb are the half-suit."""
    book = names.value("str", joined(parts.rest, parts.end))
    return Challenge(names.value("Seat", parts.actor), book, **marks)


_READERS: Final[Mapping[type[Event], Callable[[_Parts, Names, Mapping[str, Any]], Event]]] = {
    Event: lambda parts, names, marks: Event(**marks),
    Claim: _read_claim,
    Show: _read_show,
    Challenge: _read_challenge,
    Award: _read_award,
}
"""The readers of the statements that do not have one word for each field."""


# -- writing --------------------------------------------------------------------------------------


def format_event(event: Event, record: Record) -> str:
    """The canonical text of one event, without its comments.

    Args:
        event: the event.
        record: the record that it is of, for the order of the seats.

    Raises:
        RecordError: for an event of a kind that the notation does not have.
    """
    kind = type(event)
    if kind not in _STATEMENTS:
        raise RecordError(f"{event!r} has no text in the notation")
    values = {
        name: _written(getattr(event, name), type_, record)
        for name, type_ in FIELD_TYPES[kind].items()
    }
    shown = f"; {_SHOWN} {values[_SHOWN]}" if getattr(event, _SHOWN, None) is not None else ""
    return _STATEMENTS[kind].format_map(values) + shown + (" !" if event.irregular else "")


def _written(value: Any, type_: str, record: Record) -> str:
    """The value of a field as the notation writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return NOBODY
    if type_.startswith("Holdings"):
        return format_holdings(value, record.seats)
    return " ".join(value) if isinstance(value, tuple) else str(value)
