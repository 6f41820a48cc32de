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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

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
from tracker.messages import require_kind
from tracker.notation import text
from tracker.notation.json_document import parse
from tracker.notation.json_schema import check_shape, load_schema
from tracker.notation.problems import Problems

FORMAT: Final = "literature-tracker certificate"
VERSION: Final = 1
VERDICTS: Final = ("proven", "refuted")
CAUSES: Final[Mapping[str, Callable[..., Cause]]] = {
    "event": EventCause,
    "gap": GapCause,
    "size": SizeCause,
    "hand": HandCause,
    "own": OwnCause,
    "header": HeaderCause,
}
"""The kinds of cause by their first key; other keys of theirs come later in the alphabet."""
_SOURCE: Final = "certificate"

Document: TypeAlias = Mapping[str, Any]
"""A certificate as JSON data."""


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
    try:
        document: Document = parse(source, _SOURCE)
    except NotationError as error:
        raise CertificateError(f"not a certificate: {error}") from error
    read(document)
    return document


def read(document: Document) -> Certificate:
    """The content of a certificate.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    problems = Problems(_SOURCE)
    check_shape(document, load_schema("tracker.explain", "certificate.schema.json"), problems)
    try:
        problems.raise_any()
    except NotationError as error:
        raise CertificateError(f"not a certificate: {error}") from error
    return Certificate(
        record=document["record"],
        view=document["view"],
        at=document["at"],
        conclusion=Conclusion(tuple(Literal(**part) for part in document["conclusion"])),
        verdict=document["verdict"],
        because=tuple(map(_cause, document["because"])),
        smallest=document["smallest"],
    )


def _cause(data: Document) -> Cause:
    """A cause, from what ``cause_to_json`` writes."""
    kind = next(kind for kind in CAUSES if kind in data)
    return CAUSES[kind](*(data[key] for key in sorted(data)))
