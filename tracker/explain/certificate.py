"""Certificates: the causes of a conclusion, as a document that others can check.

A certificate says: these causes force this conclusion, and without any one of them they do not. It
names the record by a digest of its canonical text, the view and the moment; so an arbiter can check
it against the record alone (``tracker.explain.verification``).

It is the document that ``tracker why --json`` prints. Of a record with gaps there is none: each way
to fill them has its own explanation.

``certificate.schema.json`` describes the document, which is read as strictly as that: no key stands
twice, none is unknown, and every value has its type. The conclusion and its causes are checked; the
steps and other keys only tell them.

Example::

    {"record": "sha256:…", "view": "Ann", "at": 12,
     "conclusion": {"card": "5H", "seat": "Doug", "holds": true}, "verdict": "proven",
     "because": [{"event": 12}, {"own": "2H", "seat": "Ann"}, …], "smallest": true, "steps": […]}
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, TypeAlias

from tracker.errors import NotationError, TrackerError
from tracker.explain.explanation import Conclusion, Explanation
from tracker.game.record import Record, has_gaps
from tracker.knowledge.facts import (
    Cause,
    EventCause,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SizeCause,
)
from tracker.messages import require_kind
from tracker.notation import text
from tracker.notation.json_document import parse
from tracker.notation.json_schema import check_shape, load_schema
from tracker.notation.problems import Problems

NO_GAPS: Final = "a record with gaps has no certificate: each way to fill them has its own reasons"
"""Why no certificate is made, or taken."""
VERDICTS: Final = ("proven", "refuted")
CAUSES: Final[Mapping[str, Callable[..., Cause]]] = {
    "event": EventCause,
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


def certificate(explanation: Explanation) -> dict[str, Any]:
    """The certificate of a conclusion that is proven or refuted: what ``why --json`` prints.

    Args:
        explanation: the conclusion, its causes, and the game it was explained in.

    Raises:
        CertificateError: where the conclusion is open, or depends on how gaps are filled; or where
            the search for its causes ended too early.
    """
    require_kind(explanation, Explanation, "explanation (expected what tracker.why gives)")
    if explanation.verdict not in VERDICTS:
        raise CertificateError(f"a conclusion that is {explanation.verdict} has no certificate")
    if has_gaps(*(explanation.origin or (explanation.record, explanation.at))):
        raise CertificateError(NO_GAPS)
    if not explanation.minimal:
        raise CertificateError(
            "the search ended before it was tried which causes can be left out (more: --limit)"
        )
    document: dict[str, Any] = explanation.to_json()
    return document


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
        conclusion=_conclusion(document["conclusion"]),
        verdict=document["verdict"],
        because=tuple(map(_cause, document["because"])),
        smallest=document["smallest"],
    )


def _conclusion(data: Document) -> Conclusion:
    """A statement; or those of a claim, with its half-suit."""
    parts = data.get("parts", [data])
    return Conclusion(tuple(Literal(**part) for part in parts), data.get("book"))


def _cause(data: Document) -> Cause:
    """A cause, from what ``cause_to_json`` writes."""
    kind = next(kind for kind in CAUSES if kind in data)
    return CAUSES[kind](*(data[key] for key in sorted(data)))
