"""Certificates: the causes of a conclusion, as a document that others can check.

A certificate says: these causes force this conclusion, and without any one of them they do not. It
names the record by a digest of its canonical text, the view and the moment; so an arbiter can check
it against the record alone (``tracker.explain.verification``).

Of a record with gaps it says so of every way to fill them: ``{"gap": 3}`` is all that event 3 tells
in whatever way it is filled.

``certificate.schema.json`` describes the document, which is read as strictly as that: no key stands
twice, none is unknown, and every value has its type. What a person sees in it is what is checked.

Example::

    {"format": "literature-tracker certificate", "version": 1,
     "record": "sha256:…", "view": "Ann", "at": 12,
     "conclusion": [{"card": "5H", "seat": "Doug", "holds": true}], "verdict": "proven",
     "because": [{"event": 12}, {"own": "2H", "seat": "Ann"}, …], "smallest": true}
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypeVar

from tracker.budget import WHY_SECONDS
from tracker.errors import NotationError, TrackerError
from tracker.explain.explanation import Conclusion, Explanation
from tracker.game.events import is_stretch
from tracker.game.record import Record, has_gaps
from tracker.knowledge.facts import (
    Cause,
    EventCause,
    GapCause,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SignalCause,
    SizeCause,
    cause_to_json,
)
from tracker.messages import quote, require_kind
from tracker.notation import text
from tracker.notation.json_document import Node, read_document
from tracker.notation.problems import Problems

FORMAT: Final = "literature-tracker certificate"
VERSION: Final = 1
VERDICTS: Final = ("proven", "refuted")
CAUSES: Final = {
    "event": ("event",),
    "gap": ("gap",),
    "size": ("size",),
    "hand": ("hand",),
    "own": ("own", "seat"),
    "header": ("header",),
}
"""The kinds of cause by their first key, each with all its keys."""
_KEYS: Final = (
    *("format", "version", "record", "view", "at"),
    *("conclusion", "verdict", "because", "smallest"),
)
_DIGEST: Final = re.compile("sha256:[0-9a-f]{64}")
_SOURCE: Final = "certificate"

Document: TypeAlias = Mapping[str, Any]
"""A certificate as JSON data."""
ItemT = TypeVar("ItemT")


class CertificateError(TrackerError):
    """A text that is not a certificate."""


@dataclass(frozen=True)
class Certificate:
    """The content of a certificate."""

    record: str
    """The digest of the record."""
    view: str
    at: int
    conclusion: Conclusion
    verdict: str
    because: tuple[Cause, ...]
    smallest: bool


def digest(record: Record) -> str:
    """The SHA-256 of a record's canonical text, which identifies the record."""
    return "sha256:" + sha256(text.dumps(record).encode()).hexdigest()


def certificate(explanation: Explanation, *, limit: float | None = WHY_SECONDS) -> dict[str, Any]:
    """The certificate of a conclusion that is proven or refuted.

    Args:
        explanation: the conclusion, its causes, and the game it was explained in.
        limit: seconds for the search for the causes that have closed gaps, where the rest of the
            record closes all; None: no limit.

    Raises:
        CertificateError: where the conclusion is open, or depends on what is only assumed, or
            where the search for its causes ended too early; or past a missing stretch.
    """
    require_kind(explanation, Explanation, "explanation (expected what tracker.why gives)")
    if explanation.verdict not in VERDICTS:
        raise CertificateError(f"a conclusion that is {explanation.verdict} has no certificate")
    explanation = _across_gaps(explanation, limit)
    if not explanation.minimal and not explanation.unsure:
        raise CertificateError(
            "the time ended before it was tried which causes can be left out (more: --limit)"
        )
    if any(isinstance(cause, SignalCause) for cause in explanation.because):
        raise CertificateError("a conclusion that leans on a convention has no certificate")
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": digest(explanation.record),
        "view": explanation.view,
        "at": explanation.at,
        "conclusion": [part._asdict() for part in explanation.conclusion.parts],
        "verdict": explanation.verdict,
        "because": [cause_to_json(cause) for cause in explanation.because],
        "smallest": explanation.smallest,
    }


def _across_gaps(explanation: Explanation, limit: float | None) -> Explanation:
    """An explanation with causes that do in every way to fill the gaps, where the record has any.

    Raises:
        CertificateError: where they were not found.
    """
    record, at = explanation.origin or (explanation.record, explanation.at)
    if any(map(is_stretch, record.events[:at])):
        raise CertificateError("a conclusion past a missing stretch has no certificate")
    if record is explanation.record or not has_gaps(record, at):
        return explanation
    from tracker.explain.gap_why import with_causes_across_gaps  # most records have no gaps

    return with_causes_across_gaps(explanation, record, at, limit)


def dumps(document: Document) -> str:
    """A certificate as text."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def loads(source: str | bytes) -> Document:
    """A certificate from its text.

    Raises:
        CertificateError: where the text is no certificate, or one of another version; its message
            has all problems.
    """
    problems = Problems(_SOURCE)
    try:
        data = read_document(source, problems).value
        _read(data, problems)
    except NotationError as error:
        raise CertificateError(f"not a certificate: {error}") from error
    assert isinstance(data, dict)  # else that was a problem
    return data


def read(document: Document) -> Certificate:
    """The content of a certificate.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    try:
        return _read(document, Problems(_SOURCE))
    except NotationError as error:
        raise CertificateError(f"not a certificate: {error}") from error


# -- reading, as strict as the schema -------------------------------------------------------------


def _read(data: object, problems: Problems) -> Certificate:
    """The certificate that some data are.

    Raises:
        NotationError: where they are no certificate; with all their problems.
    """
    document = Node(data, "", problems)
    _require_format(document)
    entries = document.fields(_KEYS)
    problems.raise_any()
    certified = Certificate(
        record=_digest(entries["record"]),
        view=entries["view"].text().text,
        at=_number(entries["at"], 0),
        conclusion=Conclusion(_distinct(entries["conclusion"], _literal, "statement", least=1)),
        verdict=_verdict(entries["verdict"]),
        because=_distinct(entries["because"], _cause, "cause"),
        smallest=entries["smallest"].flag(),
    )
    problems.raise_any()
    return certified


def _require_format(document: Node) -> None:
    """Refuse another kind of document before anything else is looked at.

    Raises:
        NotationError: where it is not a certificate of this version.
    """
    entries = document.entries()
    for key, expected in (("format", FORMAT), ("version", VERSION)):
        node = entries.get(key)
        if node is not None and (type(node.value), node.value) != (type(expected), expected):
            value = quote(str(node.value))
            document.problems.add(node.span, f"found {value} (expected {expected!r})")
    document.problems.raise_any()


def _digest(node: Node) -> str:
    span = node.text()
    if not _DIGEST.fullmatch(span.text):
        expected = "expected 'sha256:' and 64 digits"
        node.problems.add(span, f"{quote(span.text)} is no digest ({expected})")
    return span.text


def _verdict(node: Node) -> str:
    span = node.text()
    if span.text not in VERDICTS:
        expected = f"expected {' or '.join(VERDICTS)}"
        node.problems.unknown(span, "a verdict that can be certified", expected, VERDICTS)
    return span.text


def _number(node: Node, least: int) -> int:
    """A whole number that is not too small."""
    span = node.number()
    number = int(span.text or least)
    if number < least:
        node.problems.add(span, f"found {number} (expected {least} or more)")
    return number


def _distinct(
    node: Node, reader: Callable[[Node], ItemT], noun: str, least: int = 0
) -> tuple[ItemT, ...]:
    """The items of an array, none of them twice.

    Args:
        node: the array.
        reader: it reads one item.
        noun: the name of an item in problems.
        least: how many items there are at least.
    """
    items: dict[ItemT, None] = {}
    for place in node.items():
        item = reader(place)
        if item in items:
            node.problems.add(place.span, f"this {noun} stands there twice")
        items[item] = None
    if isinstance(node.value, list) and len(items) < least:
        node.problems.add(node.span, f"an empty array (expected at least one {noun})")
    return tuple(items)


def _literal(node: Node) -> Literal:
    """A statement; any, where there was a problem."""
    entries = node.fields(("card", "seat", "holds"))
    if not entries:
        return Literal("", "", False)
    card, seat = entries["card"].text().text, entries["seat"].text().text
    return Literal(card, seat, entries["holds"].flag())


def _cause(node: Node) -> Cause:
    """A cause, as ``cause_to_json`` writes it; any, where there was a problem."""
    kind = next((kind for kind in CAUSES if kind in node.entries()), None)
    if kind is None:
        if isinstance(node.value, dict):
            kinds = ", ".join(CAUSES)
            node.problems.add(node.span, f"this is no kind of cause (expected one of {kinds})")
        return HeaderCause("")
    entries = node.fields(CAUSES[kind])
    if kind == "event":
        return EventCause(_number(entries["event"], 1))
    if kind == "gap":
        return GapCause(_number(entries["gap"], 1))
    texts = [entry.text().text for entry in entries.values()]
    if kind == "own":
        return OwnCause(*texts) if entries else HeaderCause("")
    if kind == "hand":
        return HandCause(texts[0])
    return SizeCause(texts[0]) if kind == "size" else HeaderCause(texts[0])
