"""Finding puzzles: which positions of a game are worth posing, and choosing among those found.

Some of the candidates of a game are drawn, explained and graded. A position is worth posing if

* there is one right answer;
* it does not follow from the last event alone, nor is it told outright: but that nothing follows
  from what is told is worth asking;
* no step of the proof works out what is in the view's own hand;
* nothing trivial gives it away: no longer way does without the technique of the proof, and in a
  question for claims no half-suit lies open beside the one that is to be found;
* where that is wanted (``tight``), every event that the proof cites is needed: without it the
  answer would be open. Else another proof may do without that event;
* whoever reads only the events shown has the same answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, TypeVar

from tracker.analysis.each_filling import only_completion
from tracker.answers import AnswerList, Brief, json_keys
from tracker.explain import Explanation
from tracker.explain.explanation import Question, Step
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.inference.hands import known_views
from tracker.inference.possible_holders import has_deal
from tracker.knowledge.facts import EventCause
from tracker.knowledge.views import View
from tracker.teach.candidates import Candidate, candidates
from tracker.teach.grading import THEMES, Grade, grade
from tracker.teach.puzzle import Puzzle, labelled, pose
from tracker.teach.task import Task

_Item = TypeVar("_Item")

DRAWN: Final = 10
"""How many candidates of a game are explained."""
VIEWS: Final = 3
"""In how many views a game is followed."""
UNKNOWN_SHARE: Final = 0.2
"""The share of puzzles that are to have the answer that it can't be known."""


@json_keys(
    "file",
    "puzzle=saved",
    "at=puzzle.at",
    "as=puzzle.view.name",
    "question",
    "answer",
    "unknown",
    "level=grade.level",
    "theme=grade.theme",
    "causes",
    "events=grade.events",
    "shown=puzzle.shows",
    "steps",
)
@dataclass(frozen=True, repr=False)
class FoundPuzzle(Brief):
    """A puzzle that was found and graded."""

    puzzle: Puzzle
    """With level and theme in its header."""
    answer: str
    grade: Grade
    unknown: bool
    """Whether the answer is that it can't be known."""
    file: str = ""
    """The name of the source it was found in."""
    saved: str | None = None
    """The file it was written to."""


@dataclass(frozen=True, repr=False)
class FoundPuzzles(AnswerList[FoundPuzzle], field="puzzles"):
    """Puzzles that are worth posing.

    Keys:
        puzzles.file, puzzles.puzzle: The game, and the puzzle that was written, or null.
        puzzles.at, puzzles.as, puzzles.question, puzzles.answer: The moment, the view, what is
            asked, and the answer.
        puzzles.unknown: Whether the answer is that it cannot be known.
        puzzles.level, puzzles.theme: From 1 to 5; the technique that it takes.
        puzzles.causes, puzzles.steps, puzzles.events: How many causes and steps the proofs have;
            the events that they cite.
        puzzles.shown: Events that are enough to read.
    """

    puzzles: tuple[FoundPuzzle, ...]


def find_puzzles(
    record: Record,
    *,
    rng: random.Random | None = None,
    drawn: int = DRAWN,
    views: Sequence[View] | None = None,
    tight: bool = False,
    beyond: str | None = None,
    within: str | None = None,
) -> list[FoundPuzzle]:
    """The positions of one game that are worth posing, of some that are drawn, in their order.

    Args:
        record: the game.
        rng: the source of chance; None: one that draws the same each time.
        drawn: how many candidates are looked at.
        views: whose eyes; None: some of the views whose hands are known, drawn.
        tight: whether every event that a proof cites must be needed.
        beyond: a theme: look only for what needs a harder technique; None: for everything.
        within: a theme: look only for what needs no harder technique; None: for everything.

    Raises:
        ContradictionError: where no deal fits the record.
        GapError: where a gap can be filled in several ways.
    """
    record = only_completion(record)
    rng = rng or random.Random(1)
    if views is None:
        known = known_views(record)
        views = rng.sample(known, min(VIEWS, len(known)))
    puzzles: dict[tuple[int, str], FoundPuzzle] = {}
    for candidate in _drawn(list(candidates(record, views, beyond, within)), rng, drawn):
        question, view, at = candidate.question, candidate.view, candidate.at
        with Task(pose(record, view, question, question.event or at)) as task:
            puzzle = worth_posing(task, tight=tight)
        if puzzle is not None:
            puzzles.setdefault((at, view.name), puzzle)  # one question at a time is enough
    return list(puzzles.values())


def _drawn(pool: Sequence[Candidate], rng: random.Random, number: int) -> list[Candidate]:
    """Some candidates, of the kinds of questions and answers in turn, by their moments."""
    mixed = in_turn(rng.sample(pool, len(pool)), lambda each: (each.question.kind, each.decided))
    return sorted(mixed[:number], key=lambda candidate: candidate.at)


# -- what is worth posing -------------------------------------------------------------------------


def worth_posing(task: Task, *, tight: bool = False) -> FoundPuzzle | None:
    """The puzzle of a task, graded; None where it is not worth posing.

    Args:
        task: the task.
        tight: whether every event that a proof cites must be needed.
    """
    graded, proofs = grade(task), task.proofs()
    is_told = graded.theme == THEMES[0]
    steps = [step for proof in proofs for step in proof.steps]
    is_worth_it = (
        len(task.right()) == 1
        and not {task.puzzle.at} >= set(graded.events)
        and (task.is_open if is_told else graded.is_needed)
        and (task.question.kind != "claims" or all(proof.because for proof in proofs))
        and not any(is_about_oneself(step, task) for step in steps)
        and (not tight or all(is_tight(task, proof) for proof in proofs))
        and task.reads_the_same(graded.shown)
    )
    return _labelled(task, graded) if is_worth_it else None


def graded_puzzle(puzzle: Puzzle) -> FoundPuzzle:
    """A puzzle, worth posing or not, with its answer, its grade and the labels of that grade.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """
    with Task(puzzle) as task:
        return _labelled(task, grade(task))


def _labelled(task: Task, graded: Grade) -> FoundPuzzle:
    puzzle = labelled(task.puzzle, graded.level, graded.theme, graded.shown)
    return FoundPuzzle(puzzle, task.text(task.right()[0]), graded, task.is_unknown)


def is_about_oneself(step: Step, task: Task) -> bool:
    """Whether a step works out what is, or is not, in a hand that the view sees anyway."""
    seats = task.puzzle.view.seats
    worked_out = step.technique not in (THEMES[0], THEMES[-1])
    return (
        worked_out
        and bool(step.conclusion)
        and all(literal.seat in seats for literal in step.conclusion)
    )


def is_tight(task: Task, proof: Explanation) -> bool:
    """Whether the conclusion of a proof would be open without any one of the events it cites."""
    known = task.deduction.knowledge
    question = Question(proof.conclusion, task.deduction.state)
    otherwise = question.denied if proof.verdict == "proven" else question.affirmed
    events = {cause for cause in proof.because if isinstance(cause, EventCause)}
    fewer = (tuple(fact for fact in known.facts if fact.cause != event) for event in events)
    return all(has_deal(replace(known, facts=facts).with_facts(otherwise)) for facts in fewer)


# -- choosing -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """Which puzzles are wanted: whatever is None may be anything."""

    level: int | None = None
    theme: str | None = None
    rules: Rules | None = None
    seats: int | None = None
    most_events: int | None = None
    """The most events that are shown."""

    def takes(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle, with its labels, is one of them."""
        return (
            self.level in (None, puzzle.level)
            and self.theme in (None, puzzle.theme)
            and self.takes_game(puzzle.record)
            and (self.most_events is None or len(puzzle.shows) <= self.most_events)
        )

    def takes_game(self, record: Record) -> bool:
        """Whether the game of a puzzle is of the wanted rules, with as many players."""
        return self.rules in (None, record.rules) and self.seats in (None, len(record.seats))


def choose(
    puzzles: Iterable[FoundPuzzle], count: int, rng: random.Random, share: float = UNKNOWN_SHARE
) -> list[FoundPuzzle]:
    """So many of some puzzles, levels and themes in turn, the easiest first.

    Args:
        puzzles: the puzzles.
        count: how many are wanted; fewer come where there are not so many.
        rng: the source of chance.
        share: the share that is to have the answer that it can't be known. Where there are too few
            others, it becomes greater.
    """
    pool = list(puzzles)
    pool = rng.sample(pool, len(pool))
    unknown, others = ([each for each in pool if each.unknown == so] for so in (True, False))
    first = _varied(unknown)[: round(count * share)]
    left = [puzzle for puzzle in unknown if puzzle not in first]
    chosen = [*first, *_varied(others), *_varied(left)][:count]
    return sorted(chosen, key=lambda puzzle: (puzzle.grade.level, puzzle.grade.load))


def _varied(pool: Iterable[FoundPuzzle]) -> list[FoundPuzzle]:
    """Puzzles of each level and theme in turn; there of each kind of question."""
    return in_turn(
        pool,
        lambda each: (each.grade.level, each.grade.theme),
        lambda each: each.puzzle.question.kind,
    )


def in_turn(items: Iterable[_Item], *keys: Callable[[_Item], object]) -> list[_Item]:
    """One item of each group in turn, those of the smallest group first.

    Args:
        items: the items.
        keys: what the items of a group have in common; the second says it of groups within a group.
    """
    if not keys:
        return list(items)
    groups: dict[object, list[_Item]] = {}
    for item in items:
        groups.setdefault(keys[0](item), []).append(item)
    stacks = (in_turn(group, *keys[1:]) for group in sorted(groups.values(), key=len))
    return [item for dealt in zip_longest(*stacks) for item in dealt if item is not None]
