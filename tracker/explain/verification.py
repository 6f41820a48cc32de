"""Verifying a certificate against a record: by tables and counting, with no SAT in it.

That the causes force the conclusion is one question to ``consistency``; that none can be left out
is one for each. That no *smaller* set of causes would do is as many questions as there are sets
with one cause fewer; it is checked where these are few, and else it is said that it was not.
(Smaller sets still need no look: what they prove, they prove with one more cause.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from tracker.answers import Answer
from tracker.counting import beyond_budget, count
from tracker.errors import RecordError, TrackerError, UndecidedError
from tracker.explain.certificate import Certificate, Document, digest, read
from tracker.explain.consistency import is_possible
from tracker.explain.explanation import Question
from tracker.explain.smallest.causes import everything, facts_by_cause
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Cause, Clause, HandCause, SizeCause
from tracker.knowledge.views import knowledge, view_with, whole_hands

MOST_SETS: Final = 2000
"""The most sets of causes that are tried to see whether a smaller one would do."""


@dataclass(frozen=True, repr=False)
class Verification(Answer):
    """What a certificate says, and whether it holds."""

    certificate: Certificate
    problems: tuple[str, ...]
    """What is wrong with it; nothing where it holds."""
    smallest: bool = False
    """Whether it was checked that no smaller set of causes would do."""


def verify(document: Document, record: Record) -> tuple[str, ...]:
    """Check a certificate against a record.

    Args:
        document: the certificate, from ``loads``.
        record: the record.

    Returns:
        What is wrong with it; nothing where it holds.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    return verification(document, record).problems


def verification(document: Document, record: Record) -> Verification:
    """What a certificate says, whether it holds, and what of it could be checked.

    Args:
        document: the certificate, from ``loads``.
        record: the record.

    Raises:
        CertificateError: where a part of it is missing or is not what it should be.
    """
    claimed = read(document)
    if claimed.record != digest(record):
        said = "the certificate is of another record, or the record was changed since"
        return Verification(claimed, (said,))
    try:
        return _Case(claimed, record).verified()
    except UndecidedError as error:
        return Verification(claimed, (f"it cannot be checked: {error}",))
    except TrackerError as error:
        return Verification(claimed, (str(error),))


class _Case:
    """A certificate beside the record that it is of.

    Args:
        claimed: what it says.
        record: the record.

    Raises:
        RecordError: where it names a view, a moment, a card or a seat that the record has not.
        MissingHandError: where the record does not tell what its view holds.
    """

    def __init__(self, claimed: Certificate, record: Record) -> None:
        self._claimed = claimed
        view = view_with(record, claimed.view, _counted_hands)
        if claimed.view != view.name:
            raise RecordError(f"{claimed.view!r} is not how a view is written")
        self._known = knowledge(record, view.hands, claimed.at)
        state = replay_of(record).state(claimed.at)
        self._question = Question(claimed.conclusion, state)
        self._facts = facts_by_cause(everything(self._known, state))
        supposed, opposite = self._question.denied, self._question.affirmed
        if claimed.verdict == "refuted":
            supposed, opposite = opposite, supposed
        self._supposed: tuple[Clause, ...] = supposed
        """What the causes are said to leave no deal for."""
        self._opposite: tuple[Clause, ...] = opposite

    def verified(self) -> Verification:
        """Whether it holds.

        Raises:
            UndecidedError: where the tables get too large.
        """
        problems = tuple(self._problems())
        if problems or not self._claimed.smallest:
            return Verification(self._claimed, problems)
        smaller = self._smaller()
        if smaller:
            named = ", ".join(map(repr, smaller))
            return Verification(self._claimed, (f"a smaller set of causes would do: {named}",))
        return Verification(self._claimed, (), smallest=smaller is not None)

    def _problems(self) -> Iterator[str]:
        """What is wrong with what it says."""
        claimed, question = self._claimed, self._question
        strange = [cause for cause in claimed.because if cause not in self._facts]
        if strange:
            yield f"the record does not say {strange[0]!r}"
        elif question.publicly_false or not question.hidden:
            if question.publicly_false != (claimed.verdict == "refuted"):
                yield f"it is not {claimed.verdict}: the cards have publicly moved"
            elif claimed.because:
                yield "no cause is needed: the cards have publicly moved"
        else:
            yield from self._reasoning()

    def _reasoning(self) -> Iterator[str]:
        """What is wrong with its reasoning: too little, too much, or a contradiction."""
        because = self._claimed.because
        if self._fits(because, self._supposed):
            yield f"the causes do not make the conclusion {self._claimed.verdict}"
            return
        if not self._fits(because, self._opposite):
            yield "the causes contradict each other"
        for left_out in because:
            rest = tuple(cause for cause in because if cause != left_out)
            if not self._fits(rest, self._supposed):
                yield f"{left_out!r} can be left out"

    def _smaller(self) -> tuple[Cause, ...] | None:
        """A smaller set that proves the same; an empty one where there is none.

        Returns:
            None where there are too many sets to try.
        """
        size = len(self._claimed.because) - 1
        if size < 1:  # one cause cannot be left out: that has been checked
            return ()
        of_now = not any(isinstance(cause, SizeCause) for cause in self._claimed.because)
        of_now = of_now and None not in self._question.state.sizes.values()
        other = SizeCause if of_now else HandCause  # sizes are of now, or of the deal: not both
        causes = [cause for cause in self._facts if not isinstance(cause, other)]
        if comb(len(causes), size) > MOST_SETS:
            return None
        sets = combinations(causes, size)
        return next((some for some in sets if not self._fits(some, self._supposed)), ())

    def _fits(self, causes: Sequence[Cause], supposed: Sequence[Clause]) -> bool:
        """Whether causes and what is supposed leave a deal."""
        said = [fact for cause in causes for fact in self._facts[cause]]
        return is_possible(self._known.seats, self._known.books, [*said, *supposed])


def _counted_hands(record: Record) -> dict[Seat, Hand]:
    """The dealt hands that the whole record fixes, by counting.

    Raises:
        UndecidedError: where counting is not exact.
    """
    posterior = count(knowledge(record, record.hands))
    if not posterior.exact:  # an estimate proves nothing
        raise beyond_budget(posterior.status)
    chances = posterior.marginals()
    certain = ((card, next(iter(seats))) for card, seats in chances.items() if len(seats) == 1)
    return whole_hands(record, certain)
