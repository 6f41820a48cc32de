"""Certificates: the causes of a conclusion as a document that others can check.

A certificate says: these causes force this conclusion, and leaving out any one does not. It names
the record by a digest of its canonical text, the view and the moment, so that an arbiter can check
it against the record alone. ``verify`` does so by tables and counting (``consistency``, and
``tracker.counting`` for a hand that only the whole record fixes); no SAT solver has a part in it.

Example::

    {"format": "literature-tracker certificate", "version": 1,
     "record": "sha256:…", "view": "Ann", "at": 12,
     "conclusion": [{"card": "5H", "seat": "Doug", "holds": true}], "verdict": "proven",
     "because": [{"event": 12}, {"own": "2H", "seat": "Ann"}, …], "smallest": true}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from tracker.counting import count
from tracker.errors import TrackerError
from tracker.explain.causes import Facts, facts_by_cause
from tracker.explain.conclusion import Conclusion, Question
from tracker.explain.consistency import is_possible
from tracker.explain.explanation import Explanation, cause_from_json, cause_to_json
from tracker.explain.grounds import everything
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.inference.hands import view_of, whole_hands
from tracker.inference.sums import TooLargeError
from tracker.knowledge.facts import Cause, Clause, Knowledge, Literal
from tracker.knowledge.views import knowledge
from tracker.notation import text

FORMAT: Final = "literature-tracker certificate"
VERSION: Final = 1

Document = Mapping[str, Any]


class CertificateError(TrackerError):
    """A text that is not a certificate."""


def digest(record: Record) -> str:
    """What names a record: the SHA-256 of its canonical text."""
    return "sha256:" + sha256(text.dumps(record).encode()).hexdigest()


def certificate(explanation: Explanation, record: Record) -> dict[str, Any]:
    """The certificate of a conclusion that is proven or refuted.

    Args:
        explanation: the conclusion and its causes.
        record: the game it was explained in.

    Raises:
        CertificateError: where the conclusion is open.
    """
    if explanation.verdict == "open":
        raise CertificateError("an open conclusion has no certificate")
    return {
        "format": FORMAT,
        "version": VERSION,
        "record": digest(record),
        "view": explanation.view,
        "at": explanation.at,
        "conclusion": [part._asdict() for part in explanation.conclusion.parts],
        "verdict": explanation.verdict,
        "because": [cause_to_json(cause) for cause in explanation.because],
        "smallest": explanation.smallest,
    }


def dumps(document: Document) -> str:
    """A certificate as text."""
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def loads(source: str) -> Document:
    """A certificate from text.

    Raises:
        CertificateError: where it is none, or one of another version.
    """
    try:
        document = json.loads(source)
    except ValueError as error:
        raise CertificateError(f"not a certificate: {error}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CertificateError(f"not a certificate: its 'format' is not {FORMAT!r}")
    if document.get("version") != VERSION:
        found = document.get("version")
        raise CertificateError(f"a certificate of version {found!r} (expected {VERSION})")
    return document


def verify(document: Document, record: Record) -> tuple[str, ...]:
    """Check a certificate against a record.

    That the causes are as few as can be ("smallest") is not checked, only that none can be left
    out.

    Args:
        document: the certificate, from ``loads``.
        record: the record.

    Returns:
        What is wrong with it; nothing where it holds.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    try:
        claimed = _Claimed(document)
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"not a certificate: {error!r}") from error
    return tuple(_problems(claimed, record))


class _Claimed:
    """What a certificate says."""

    def __init__(self, document: Document) -> None:
        self.record = str(document["record"])
        self.view = str(document["view"])
        self.at = int(document["at"])
        self.conclusion = Conclusion(
            tuple(
                Literal(str(part["card"]), str(part["seat"]), bool(part["holds"]))
                for part in document["conclusion"]
            )
        )
        self.verdict = str(document["verdict"])
        self.because: tuple[Cause, ...] = tuple(map(cause_from_json, document["because"]))
        if self.verdict not in ("proven", "refuted"):
            raise ValueError(f"the verdict {self.verdict!r} is neither 'proven' nor 'refuted'")


def _problems(claimed: _Claimed, record: Record) -> Iterator[str]:
    if claimed.record != digest(record):
        yield "the certificate is of another record, or the record was changed since"
        return
    try:
        view = view_of(record, claimed.view, fixed=_counted_hands)
        known = knowledge(record, view.hands, claimed.at)
        question = Question(claimed.conclusion, replay_of(record).state(claimed.at))
    except TrackerError as error:
        yield str(error)
        return
    facts = facts_by_cause(everything(known, question.state))
    strange = [cause for cause in claimed.because if cause not in facts]
    if strange or len(set(claimed.because)) < len(claimed.because):
        yield f"the record does not say {strange[0]!r}" if strange else "a cause stands there twice"
        return
    try:
        yield from _reasoning(claimed, question, known, facts)
    except TooLargeError:
        yield "it cannot be checked: there are too many ways to divide the cards"


def _counted_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, by counting."""
    chances = count(knowledge(record, record.hands)).marginals()
    certain = ((card, next(iter(seats))) for card, seats in chances.items() if len(seats) == 1)
    return whole_hands(record, certain)


def _reasoning(
    claimed: _Claimed, question: Question, known: Knowledge, facts: Facts
) -> Iterator[str]:
    refuted = claimed.verdict == "refuted"
    if question.publicly_false or not question.hidden:
        if question.publicly_false != refuted:
            yield f"it is not {claimed.verdict}: the cards have publicly moved"
        elif claimed.because:
            yield "no cause is needed: the cards have publicly moved"
        return
    supposed, opposite = question.denied, question.affirmed
    if refuted:
        supposed, opposite = opposite, supposed
    check = _Check(known, facts)
    if check.is_possible(claimed.because, supposed):
        yield f"the causes do not make the conclusion {claimed.verdict}"
        return
    if not check.is_possible(claimed.because, opposite):
        yield "the causes contradict each other"
    for left_out in claimed.because:
        rest = tuple(cause for cause in claimed.because if cause != left_out)
        if not check.is_possible(rest, supposed):
            yield f"{left_out!r} can be left out"


class _Check:
    """Whether causes and a supposition leave a deal, by tables."""

    def __init__(self, known: Knowledge, facts: Facts) -> None:
        self._known = known
        self._facts = facts

    def is_possible(self, causes: tuple[Cause, ...], supposed: tuple[Clause, ...]) -> bool:
        said = [fact for cause in causes for fact in self._facts[cause]]
        return is_possible(self._known.seats, self._known.books, [*said, *supposed])
