"""Verifying a certificate against a record: by tables and counting, without SAT.

One question to ``consistency`` finds out whether the causes force the conclusion, and one question
for each cause, whether it can be left out. To find out whether a *smaller* set of causes would do,
all sets with one cause fewer are tried, if they are few. (Sets that are smaller still need not be:
what they prove is proven with any further cause, too.) Where they are many, the verification says
that it did not check this.

A record with open gaps has no certificate: each way to fill them has its own explanation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb

from tracker.answers import Answer, json_keys
from tracker.counting import count
from tracker.errors import RecordError, TrackerError, UndecidedError
from tracker.explain.certificate import NO_GAPS, Certificate, Document, digest, read
from tracker.explain.consistency import is_possible
from tracker.explain.evidence import all_evidence
from tracker.explain.explanation import Question
from tracker.explain.limits import MOST_SETS
from tracker.game.events import Seat
from tracker.game.record import Hand, Record, has_gaps, require_record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Cause, Clause, HandCause, SizeCause, cause_to_json
from tracker.knowledge.views import View, knowledge, told_hands, view_with, whole_hands
from tracker.messages import require_kind


@json_keys(
    "ok",
    "problems",
    "record=certificate.record",
    "view=certificate.view",
    "at=certificate.at",
    "conclusion=certificate.conclusion.parts",
    "text",
    "verdict=certificate.verdict",
    "because=certificate.because",
    "smallest",
)
@dataclass(frozen=True, repr=False)
class Verification(Answer):
    """The content of a certificate, and whether it holds.

    Keys:
        ok: Whether it holds.
        problems: What is wrong with it, in words.
        record, conclusion, verdict, because: What it says, as the JSON of ``tracker why`` has it.
        text: The conclusion in words.
        smallest: Whether it was checked that no smaller set of causes does.
    """

    certificate: Certificate
    problems: tuple[str, ...]
    """What is wrong with the certificate; empty where it holds."""
    smallest: bool = False
    """Whether it was checked that no smaller set of causes would do."""


def verify(document: Document, record: Record) -> tuple[str, ...]:
    """Check a certificate against a record.

    Args:
        document: the certificate, from ``loads``.
        record: the record.

    Returns:
        What is wrong with it, in words; empty where it holds.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    require_kind(document, Mapping, "certificate (expected what tracker.certificate gives)")
    return verification(document, record).problems


def verification(document: Document, record: Record) -> Verification:
    """The content of a certificate, whether it holds, and what of it could be checked.

    Args:
        document: the certificate, from ``loads``.
        record: the record.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    require_record(record)
    claimed = read(document)
    problem = "the certificate is of another record, or the record was changed since"
    try:
        if has_gaps(record, claimed.at):
            raise RecordError(NO_GAPS)
        if claimed.record == digest(record):
            return _Case(claimed, record).verified()
    except UndecidedError as error:
        problem = f"it cannot be checked: {error}"
    except TrackerError as error:
        problem = str(error)
    return Verification(claimed, (problem,))


class _Case:
    """A certificate together with the facts of its record.

    Args:
        claimed: the content of the certificate.
        record: the record.

    Raises:
        RecordError: where it names a view, a moment, a card or a seat that the record lacks.
        MissingHandError: where the record does not fix a dealt hand that its view knows.
        UndecidedError: where that was not found out.
    """

    def __init__(self, claimed: Certificate, record: Record) -> None:
        self._claimed = claimed
        view = _counted_view(record, claimed.view)
        self._known = knowledge(record, view.hands, claimed.at)
        state = replay_of(record).state(claimed.at)
        self._question = Question(claimed.conclusion, state)
        self._facts = all_evidence(self._known, state).by_cause()
        cases = self._question.denied, self._question.affirmed
        self._supposed, self._opposite = cases if claimed.verdict == "proven" else cases[::-1]
        """The causes are said to leave no deal that fits the one, and some that fits the other."""

    def verified(self) -> Verification:
        """Whether the certificate holds.

        Raises:
            UndecidedError: where the tables get too large.
        """
        problems = tuple(self._problems())
        is_tried = self._claimed.smallest and not problems
        smaller = self._smaller() if is_tried else None
        if smaller:
            problems = (f"a smaller set of causes would do: {', '.join(map(_as_json, smaller))}",)
        return Verification(self._claimed, problems, smallest=smaller == ())

    def _problems(self) -> Iterator[str]:
        """What is wrong with the certificate: above all with its causes, too few or too many."""
        claimed, question = self._claimed, self._question
        unknown = [cause for cause in claimed.because if cause not in self._facts]
        if unknown:
            yield f"the record does not say {_as_json(unknown[0])} by then"
        elif question.publicly_false or not question.hidden:
            if question.publicly_false != (claimed.verdict == "refuted"):
                yield f"it is not {claimed.verdict}: the cards have publicly moved"
            elif claimed.because:
                yield "no cause is needed: the cards have publicly moved"
        elif self._is_left(claimed.because, self._supposed):
            yield f"the causes do not make the conclusion {claimed.verdict}"
        else:
            if not self._is_left(claimed.because, self._opposite):
                yield "the causes contradict each other"
            for left_out in claimed.because:
                rest = [cause for cause in claimed.because if cause != left_out]
                if not self._is_left(rest, self._supposed):
                    yield f"{left_out!r} can be left out"

    def _smaller(self) -> tuple[Cause, ...] | None:
        """A smaller set of causes that proves the conclusion.

        Returns:
            An empty set where there is none, None where there are too many sets to try.
        """
        of_now = not any(isinstance(cause, SizeCause) for cause in self._claimed.because)
        of_now = of_now and None not in self._question.state.sizes.values()
        other = SizeCause if of_now else HandCause  # sizes are of now, or of the deal: not both
        causes = [cause for cause in self._facts if not isinstance(cause, other)]
        size = len(self._claimed.because) - 1
        if size < 1:  # one cause cannot be left out: that has been checked
            return ()
        if comb(len(causes), size) > MOST_SETS:
            return None
        sets = combinations(causes, size)
        return next((some for some in sets if not self._is_left(some, self._supposed)), ())

    def _is_left(self, causes: Iterable[Cause], supposed: Iterable[Clause]) -> bool:
        """Whether a deal fits some causes, and what is supposed."""
        facts = [fact for cause in causes for fact in self._facts[cause]]
        return is_possible(self._known.seats, self._known.books, [*facts, *supposed])


def _counted_view(record: Record, name: str) -> View:
    """The view of a certificate, with the hands that it needs found by counting.

    Raises:
        RecordError: where the name is not how a view is written.
    """
    view = view_with(record, name, _counted_hands, told_hands)
    if view.name != name:
        raise RecordError(f"{name!r} is not how a view is written")
    return view


def _counted_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, found by counting.

    Raises:
        UndecidedError: beyond the budget of counting.
    """
    hands = told_hands(record)
    posterior = count(knowledge(record, hands))
    holders = posterior.marginals() if posterior.count else {}
    certain = ((card, next(iter(seats))) for card, seats in holders.items() if len(seats) == 1)
    return whole_hands(record, certain)


def _as_json(cause: Cause) -> str:
    """A cause as the certificate writes it."""
    return json.dumps(cause_to_json(cause), ensure_ascii=False)
