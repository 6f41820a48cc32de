"""Lessons: puzzles for a class, the lines in which answers come back, and who missed what.

No server is needed: a pupil's page writes a line that can be read, sent, dictated or copied:

    Maya: 1=Bob 2=unknown 3=Ann,Carl+1 4=- K

That is a name; for each puzzle the answer that was given first (``-``: none), with the hints taken
before; and a letter that checks the answers, and that they are of this lesson. A line is read as
people type it: case, blanks and what stands around it do not matter, and the name may be missing.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Final, TypeAlias

from tracker.answers import Answer, json_keys
from tracker.errors import TrackerError
from tracker.game.lookup import folded
from tracker.teach.finding import in_turn
from tracker.teach.grading import missed_technique
from tracker.teach.logbook import puzzle_key
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Choice, Task

COUNT: Final = 10
"""The number of puzzles of a lesson, unless it is said."""
LONGEST_NAME: Final = 16
KEY_LETTERS: Final = 8
LETTERS: Final = "ABCDEFGHJKLMNPQRSTVWXYZ"
"""The letters that check a line: a prime number of them, without those that are read as others."""
_FACTOR: Final = 5
"""Powers of it give all numbers but 0 before the first comes again: so no two neighbours that are
swapped, and no letter that is another, give the same check, unless they are alike modulo 23."""
_NUMBER: Final = re.compile(r"(?<![\w=+])([1-9]\d?)\s*=\s*")
_HINTS: Final = re.compile(r"\s*\+\s*([0-4])$")
_BEFORE_NAME: Final = re.compile(r"[\]>]\s*|[:;,]\s+|\s[-–—]\s")
"""What may stand between the noise of a chat and a name."""
_UNANSWERED: Final = "-"


# -- which puzzles --------------------------------------------------------------------------------


def minutes_for(puzzle: Puzzle) -> float:
    """About how long a puzzle takes: a rule of thumb, which has not been measured on people."""
    return 1 + (puzzle.level or 3) / 2 + len(puzzle.shows) / 10


def choose_for_lesson(
    puzzles: Iterable[Puzzle], count: int | None, minutes: float | None, rng: random.Random
) -> tuple[Puzzle, ...]:
    """Puzzles of all levels and themes in turn, the easiest first; of each game one, if that does.

    Args:
        puzzles: those that there are, with their labels.
        count: how many; None: as many as fit the time, or else ``COUNT``.
        minutes: the time there is for all; None: as long as it takes.
        rng: the source of chance.
    """
    pool = list(puzzles)
    most = COUNT if count is None and minutes is None else count
    chosen: list[Puzzle] = []
    alike = (lambda each: (each.level, each.theme)), (lambda each: each.question.kind)
    for puzzle in _games_apart(in_turn(rng.sample(pool, len(pool)), *alike)):
        fits = minutes is None or sum(map(minutes_for, [*chosen, puzzle])) <= minutes
        if fits and (most is None or len(chosen) < most):
            chosen.append(puzzle)
    return tuple(sorted(chosen, key=lambda puzzle: (puzzle.level or 0, len(puzzle.shows))))


def _games_apart(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles in their order: first one of each game, then each game's second, and so on.

    Two puzzles that were found in one game may turn on the same events.
    """
    before: Counter[str] = Counter()
    rounds: list[tuple[int, Puzzle]] = []
    for puzzle in puzzles:
        game = dict(puzzle.record.tags).get("source", "")
        rounds.append((before[game], puzzle))
        before[game] += bool(game)
    return [puzzle for _, puzzle in sorted(rounds, key=itemgetter(0))]


def for_training(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Puzzles level by level, those of one game in a level not one after the other if possible."""
    levels = groupby(puzzles, key=lambda puzzle: puzzle.level)
    return [puzzle for _, of_level in levels for puzzle in _games_apart(of_level)]


# -- a lesson -------------------------------------------------------------------------------------


@json_keys("key", "title", "address", "files", "minutes", "puzzles")
@dataclass(frozen=True, repr=False)
class Lesson(Answer):
    """The puzzles of a lesson, in their order.

    Keys:
        key: What tells this lesson from others.
        title, address, files, minutes: The heading; where the page will be; what was written; how
            long it takes by rule of thumb.
        puzzles: Each with ``number``, ``question``, ``level``, ``theme``, ``shown``.
    """

    title: str
    puzzles: tuple[Puzzle, ...]
    address: str | None = None
    """Where the page will be, for the QR code."""
    files: tuple[str, ...] = ()
    """The files that were written."""
    date: str = ""
    """The day it was made."""

    @cached_property
    def key(self) -> str:
        """What tells it from other lessons."""
        return sha256(" ".join(map(puzzle_key, self.puzzles)).encode()).hexdigest()[:KEY_LETTERS]

    @property
    def minutes(self) -> float:
        """About how long it takes."""
        return sum(map(minutes_for, self.puzzles))


# -- lines ----------------------------------------------------------------------------------------


class LineError(TrackerError):
    """A line that is no pupil's answer to a lesson."""


Given: TypeAlias = tuple[Choice | None, int]
"""An answer (None: none was given), and the hints taken before."""


def written_answer(task: Task, choice: Choice | None, hints: int) -> str:
    """An answer as it stands in a line."""
    text = _UNANSWERED if choice is None else task.text(choice).replace(task.kind.joint, ",")
    return f"{text}+{hints}" if hints else text


def check_letter(key: str, answers: Iterable[str]) -> str:
    """The letter that checks the answers to a lesson.

    Args:
        key: what tells the lesson from others.
        answers: the answers as ``written_answer`` has them, in the order of the puzzles.
    """
    numbered = (f"{number}={answer}" for number, answer in enumerate(answers, start=1))
    check = 0
    for character in f"{key} {' '.join(numbered)}":
        check = (check * _FACTOR + ord(character)) % len(LETTERS)
    return LETTERS[check]


def read_line(text: str, lesson: Lesson, tasks: Sequence[Task]) -> tuple[str, tuple[Given, ...]]:
    """What a pupil's line says.

    Args:
        text: the line, as it was typed; at least one answer stands in it.
        lesson: the lesson.
        tasks: the open tasks of its puzzles.

    Returns:
        The name (nothing, where no name stands there), and what was given to each puzzle.

    Raises:
        LineError: where it is incomplete, mistyped, or of another lesson.
    """
    name, *parts = _NUMBER.split(text)
    numbers, typed = [int(number) for number in parts[::2]], parts[1::2]
    if len({*numbers}) < len(numbers) or max(numbers) > len(tasks):
        raise LineError(f"a number twice, or not of 1 to {len(tasks)}: is it of another lesson?")
    last, words = numbers[-1], typed.pop().split()
    answers = {
        number: _answer(tasks[number - 1], number, given)
        for number, given in zip(numbers, typed, strict=False)
    }
    for end in range(len(words) - 1, 0, -1):  # a seat may be called like a letter
        with suppress(LineError):
            answers[last] = _answer(tasks[last - 1], last, " ".join(words[:end]))
            every = tuple(answers.get(number, (None, 0)) for number in range(1, len(tasks) + 1))
            written = map(written_answer, tasks, *zip(*every, strict=True))
            if check_letter(lesson.key, written) == words[end].upper():
                return _name_before(name), every
    _answer(tasks[last - 1], last, " ".join(words[:-1] or words))  # says what is wrong with it
    raise LineError("cut off, mistyped, or of another lesson: its last letter does not fit")


def _answer(task: Task, number: int, typed: str) -> Given:
    """What an answer in a line chooses, and the hints that were taken.

    Raises:
        LineError: where it means nothing.
    """
    typed = typed.strip(" ,;.\t")
    hints = _HINTS.search(typed)
    words = _HINTS.sub("", typed).strip()
    try:
        choice = None if words in ("", "-", "–", "—") else task.parse(words)
    except TrackerError as error:
        raise LineError(f"puzzle {number}: {error}") from None
    return choice, int(hints[1]) if hints else 0


def _name_before(text: str) -> str:
    """The name that stands before the answers, after the noise of a chat."""
    return _BEFORE_NAME.split(text.rstrip(" :=,-\t"))[-1].strip()[:LONGEST_NAME]


# -- a class's answers ----------------------------------------------------------------------------


@dataclass(frozen=True)
class PupilAnswer:
    """What a pupil answered first to a puzzle."""

    puzzle: int
    """Its number, from 1."""
    answer: str | None
    """None: nothing was answered."""
    right: bool
    hints: int
    missed: str | None
    """The technique that a wrong answer suggests was missed, or ``GUESS`` or ``RULED_OUT``."""


@json_keys("name", "right", "answers")
@dataclass(frozen=True)
class Pupil:
    """A pupil's answers."""

    name: str
    answers: tuple[PupilAnswer, ...]

    @property
    def right(self) -> int:
        """How many are right."""
        return sum(answer.right for answer in self.answers)


@dataclass(frozen=True)
class BadLine:
    """A line that counts for nobody."""

    source: str
    line: int
    text: str
    reason: str


@json_keys("lesson=lesson.key", "puzzles", "pupils", "bad")
@dataclass(frozen=True, repr=False)
class ClassAnswers(Answer):
    """The answers of a class to a lesson.

    Keys:
        lesson: The key of the lesson.
        puzzles: ``number``, ``question``, ``level``, ``theme``, ``answer``, and how many had it
            ``right``.
        pupils: ``name``, ``right``, and ``answers``: ``puzzle``, ``answer`` or null, ``right``,
            ``hints``, ``missed`` (the technique that a wrong answer suggests).
        bad: Lines that do not count: ``source``, ``line``, ``text``, ``reason``.
    """

    lesson: Lesson
    right: tuple[str, ...]
    """The right answer to each puzzle."""
    pupils: tuple[Pupil, ...]
    bad: tuple[BadLine, ...]
    """Lines with answers that do not count: mistyped, of another lesson, or repeated."""


def collect(lesson: Lesson, lines: Iterable[tuple[str, int, str]]) -> ClassAnswers:
    """The answers of a class. Of several lines with one name the first counts.

    Lines in which no answer stands are the talk of a chat; they are passed over.

    Args:
        lesson: the lesson.
        lines: lines of text, each with the name of its source and its number there.
    """
    read: dict[str, tuple[str, tuple[Given, ...]]] = {}
    bad: list[BadLine] = []
    with ExitStack() as stack:
        tasks = [stack.enter_context(Task(puzzle)) for puzzle in lesson.puzzles]
        for source, number, text in lines:
            composed = unicodedata.normalize("NFC", text)
            if not _NUMBER.search(composed):
                continue
            try:
                said, given = read_line(composed, lesson, tasks)
                name = said or f"line {number}"
                _, before = read.setdefault(folded(name), (name, given))
                if before is not given:
                    again = "the same" if before == given else "other answers"
                    raise LineError(f"{again} of {name}: the first counts")
            except LineError as error:
                bad.append(BadLine(source, number, text.strip(), str(error)))
        right = tuple(task.text(task.right()[0]) for task in tasks)
        judged = cache(partial(_judged, tasks))
        pupils = (
            Pupil(name, tuple(judged(number, *each) for number, each in enumerate(given, start=1)))
            for _, (name, given) in sorted(read.items())
        )
        return ClassAnswers(lesson, right, tuple(pupils), tuple(bad))


def _judged(tasks: Sequence[Task], number: int, choice: Choice | None, hints: int) -> PupilAnswer:
    """What an answer to a puzzle after some hints is worth, and what it suggests."""
    task = tasks[number - 1]
    right = choice in task.right()
    missed = None if choice is None or right else missed_technique(task, choice)
    text = None if choice is None else task.text(choice)
    return PupilAnswer(number, text, right, hints, missed)
