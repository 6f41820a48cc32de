"""Marking answers, giving hints, and keeping count while somebody solves a puzzle.

An answer is right or wrong; what shows it is a proof, or deals where nothing can be proven. Hints
form a ladder in which each says more than the one before: the events that matter, the question to
ask of them, the first step of the proof, all of its steps. Where the answer is that something can't
be known, the proofs are of what can be.

Example::

    with Trial(puzzle) as trial:
        trial.hint()                    # "events": hints(trial.task).events are to be told
        trial.answer("Bob").right       # False: one more try
        trial.answer("Carl").right      # True
        trial.attempt.score             # 0.0: the first answer counts
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from tracker.answers import Answer, json_keys
from tracker.errors import WrongTypeError
from tracker.explain import Explanation
from tracker.explain.evidence import in_order
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.knowledge.facts import Cause, EventCause, HandCause, SizeCause
from tracker.sat.solver import SolverHolder
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Choice, ExampleDeal, Option, Task


@json_keys("right", "answer", "given", "note", "parts", "refutation", "because", "deals", "proofs")
@dataclass(frozen=True, repr=False)
class MarkedAnswer(Answer):
    """An answer, marked.

    Keys:
        right, answer, given: Whether it is right; a right answer; what was answered.
        note, parts: Why, in words; each part of the answer: ``text``, ``right``.
        refutation: Hands of now in which the answer is false, though they fit all that was seen; or
            null.
        because, proofs: Causes; and proofs, each as of ``tracker why``.
        deals: Deals that disagree, where nothing is certain: ``hands`` now, ``dealt``, and
            ``tell_tale``, the cards in question.
    """

    puzzle: Puzzle
    given: str
    """What was answered, as it is written."""
    answer: str
    """A right answer."""
    right: bool
    note: str = ""
    """What is wrong, in a sentence."""
    parts: tuple[Option, ...] = ()
    """The parts of a wrong answer that has any, each right or not."""
    deals: tuple[ExampleDeal, ...] = ()
    """Deals that are consistent with all that the view knows. A wrong answer is false in the first;
    two disagree, where nothing is certain. For a right answer they show what no proof can: that
    something may be, or can't be known."""
    proofs: tuple[Explanation, ...] = ()
    """Proofs of a right answer; of what is otherwise than a wrong one says."""

    @property
    def refutation(self) -> ExampleDeal | None:
        """A deal in which a wrong answer is false; None where there is none."""
        return None if self.right or not self.deals else self.deals[0]

    @property
    def because(self) -> tuple[Cause, ...]:
        """All the causes of the proofs."""
        return in_order({cause for proof in self.proofs for cause in proof.because})


def mark(puzzle: Puzzle | Record, answer: str) -> MarkedAnswer:
    """Mark one answer to a puzzle.

    Args:
        puzzle: the puzzle, or the record that is one.
        answer: as a person types it: ``Carl``, ``unknown``, ``Ann 2H, Carl rest`` …

    Raises:
        WrongTypeError: for what is no puzzle, or no text.
        RecordError: where the record is no puzzle, or the answer means nothing.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where no deal is consistent with the view.
    """
    if not isinstance(answer, str):
        raise WrongTypeError(f"{answer!r} is no answer (expected a string)")
    with Task(puzzle) as task:
        return mark_choice(task, task.parse(answer))


def solve(puzzle: Puzzle | Record) -> tuple[str, ...]:
    """The right answers to a puzzle, best first.

    Raises:
        WrongTypeError: for what is no puzzle.
        RecordError: where the record is no puzzle.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where no deal is consistent with the view.
    """
    with Task(puzzle) as task:
        return tuple(map(task.text, task.right()))


def mark_choice(task: Task, choice: Choice) -> MarkedAnswer:
    """Mark an answer, by the options that it chooses."""
    right, given = task.right(), task.text(choice)
    if choice in right:
        examples = task.examples()
        proofs = () if examples else task.proofs()
        return MarkedAnswer(task.puzzle, given, given, True, deals=examples, proofs=proofs)
    reasons = task.reasons(choice)
    notes = "; ".join(reason.note for reason in reasons)
    deals = tuple(deal for reason in reasons for deal in reason.deals)
    if not right[0] and len(deals) < 2:
        before = [deal.deal for deal in deals]
        deals += tuple(deal for deal in task.examples() if deal.deal not in before)
    return MarkedAnswer(
        task.puzzle,
        given,
        task.text(right[0]),
        False,
        note=f"{notes[:1].upper()}{notes[1:]}.",
        parts=task.parts(choice),
        deals=deals,
        proofs=tuple(reason.proof for reason in reasons if reason.proof),
    )


def mark_right(task: Task) -> MarkedAnswer:
    """Mark a right answer, the best where there are several."""
    return mark_choice(task, task.right()[0])


# -- hints ----------------------------------------------------------------------------------------

RUNGS: Final = ("events", "question", "first step", "steps")
"""The ladder of hints, from the bottom: each rung says more than the one before."""


@dataclass(frozen=True)
class Hints:
    """All that the hints for a task say, rung by rung."""

    events: tuple[int, ...]
    """The events that matter."""
    hands: tuple[Seat, ...]
    """The seats whose hands have to be counted."""
    first: tuple[Explanation, int] | None
    """A proof, and the place of the step in it that comes first; the question is the one that leads
    to this step. None: nothing has to be worked out."""
    proofs: tuple[Explanation, ...]
    """All proofs."""


def hints(task: Task) -> Hints:
    """The hints for a task."""
    proofs = task.proofs()
    causes = [cause for proof in proofs for cause in proof.because]
    events = {cause.number for cause in causes if isinstance(cause, EventCause)}
    counted = {cause.seat for cause in causes if isinstance(cause, HandCause | SizeCause)}
    hands = tuple(seat for seat in task.record.seats if seat in counted)
    first = _first_to_tell(proofs, task.puzzle.view.seats)
    return Hints(tuple(sorted(events)), hands, first, proofs)


def _first_to_tell(
    proofs: Iterable[Explanation], own: Collection[Seat]
) -> tuple[Explanation, int] | None:
    """The first step that one's own hand does not show, with its proof; else the first there is."""
    steps = [(proof, place) for proof in proofs for place in range(len(proof.steps))]

    def is_plain(proof: Explanation, place: int) -> bool:
        """Whether a step says what is in one's own hand, or what follows from it alone."""
        step = proof.steps[place]
        from_hands = all(isinstance(given.source, HandCause) for given in step.given)
        return from_hands or all(literal.seat in own for literal in step.conclusion)

    return next((each for each in steps if not is_plain(*each)), steps[0] if steps else None)


# -- somebody solves a puzzle ---------------------------------------------------------------------

TRIES: Final = 2
"""After so many wrong answers the right one may be shown."""


@dataclass(frozen=True)
class Attempt:
    """How it went, or has gone so far, when somebody solved a puzzle."""

    puzzle: Puzzle
    right: bool = False
    """Whether the last answer was right."""
    tries: int = 0
    """How many answers were given."""
    hints: int = 0
    """How many hints were taken, the last rung counted once."""

    @property
    def over(self) -> bool:
        """Whether the answer may be shown."""
        return self.right or self.tries >= TRIES

    @property
    def score(self) -> float:
        """From 0 to 1: only the first answer counts, and each hint before it costs a fifth."""
        at_once = self.right and self.tries == 1
        return 1 - self.hints / (len(RUNGS) + 1) if at_once else 0.0


class Trial(SolverHolder):
    """One puzzle while it is being solved.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.task = Task(puzzle)
        self.attempt = Attempt(puzzle)
        """How it has gone so far."""

    def answer(self, text: str) -> MarkedAnswer:
        """Mark an answer.

        Raises:
            RecordError: where it means nothing; that is no try.
        """
        mark = mark_choice(self.task, self.task.parse(text))
        self.attempt = replace(self.attempt, right=mark.right, tries=self.attempt.tries + 1)
        return mark

    def give_up(self) -> MarkedAnswer:
        """The right answer; whatever was answered before no longer counts as right or wrong."""
        self.attempt = replace(self.attempt, right=False)
        return mark_right(self.task)

    def hint(self) -> str:
        """Take the next hint: the one of ``RUNGS`` to tell; after the last, it comes again."""
        before = self.attempt.hints
        self.attempt = replace(self.attempt, hints=min(before + 1, len(RUNGS)))
        return RUNGS[min(before, len(RUNGS) - 1)]
