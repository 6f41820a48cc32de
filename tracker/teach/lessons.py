"""Lessons: puzzles for a class, the short codes in which answers come back, and who missed what.

No server is needed: a pupil's page writes a code, which is sent, dictated or copied from a screen.
It has a name, a colon, and letters and digits that stand for one number, with these digits from the
first puzzle to the last:

    which answer was given first (0: none), and how many hints were taken before.

How many answers a puzzle has, and so the base of its digit, is said by its ``AnswerSpace``. Before
the number stands the key of the lesson, after it a check (CRC-32) of the name, the key and the
number: so a code that was damaged, made up, or is of another lesson, is not taken for an answer.

Example: ``Maya:7KQ2 0C4M9 XR81TB`` without the blanks: lesson 7KQ2, the answers 0C4M9, the check.
"""

from __future__ import annotations

import random
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from math import prod
from operator import itemgetter
from typing import Final

from tracker.answers import Answer
from tracker.errors import TrackerError
from tracker.game.cards import Card
from tracker.game.events import by_seat
from tracker.game.lookup import folded
from tracker.teach.finding import in_turn, piles
from tracker.teach.grading import missed_technique
from tracker.teach.logbook import puzzle_key
from tracker.teach.marking import RUNGS, open_task
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import NONE, UNKNOWN, Task

COUNT: Final = 10
"""The number of puzzles of a lesson, unless it is said."""
LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of codes (Crockford's base 32): no I, L, O, U, which are read as other letters."""
LONGEST_CODE: Final = 60
"""The most characters of a code, name included: a name is cut to what is left of them."""
LONGEST_NAME: Final = 16
KEY_LETTERS: Final = 4
CHECK_LETTERS: Final = 6
HINTS: Final = len(RUNGS) + 1
"""How many numbers of hints there are: from none to all rungs of the ladder."""
_MISREAD: Final = str.maketrans("OIL", "011", "-")
_CODE: Final = re.compile(r"([^\s:]+):([0-9A-Za-z-]+)")


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
    pool = rng.sample(pool, len(pool))
    alike = piles(pool, lambda puzzle: (puzzle.level, puzzle.theme))
    mixed = [in_turn(piles(pile, lambda puzzle: puzzle.question.kind)) for pile in alike]
    most = COUNT if count is None and minutes is None else count
    chosen: list[Puzzle] = []
    for puzzle in _games_apart(in_turn(mixed)):
        fits = minutes is None or sum(map(minutes_for, [*chosen, puzzle])) <= minutes
        if fits and (most is None or len(chosen) < most):
            chosen.append(puzzle)
    return tuple(sorted(chosen, key=_hardness))


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


def _hardness(puzzle: Puzzle) -> tuple[int, int]:
    """Level; then how much is to be read."""
    return puzzle.level or 0, len(puzzle.shows)


# -- a lesson -------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Lesson(Answer):
    """The puzzles of a lesson, in their order."""

    title: str
    puzzles: tuple[Puzzle, ...]
    address: str | None = None
    """Where the page will be, for the QR code."""
    files: tuple[str, ...] = ()
    """The files that were written."""

    @cached_property
    def key(self) -> str:
        """What tells its codes from those of other lessons."""
        digest = sha256(" ".join(map(puzzle_key, self.puzzles)).encode()).digest()
        return _letters(int.from_bytes(digest[:4], "big"), KEY_LETTERS)

    @property
    def minutes(self) -> float:
        """About how long it takes."""
        return sum(map(minutes_for, self.puzzles))

    @cached_property
    def spaces(self) -> tuple[AnswerSpace, ...]:
        """The answers there are to each puzzle."""
        return tuple(map(_space_of, self.puzzles))

    @cached_property
    def code_letters(self) -> int:
        """How many letters a code has after the name."""
        states = prod((space.size + 1) * HINTS for space in self.spaces)
        return KEY_LETTERS + _places(states) + CHECK_LETTERS

    @property
    def name_letters(self) -> int:
        """How long a pupil's name may be."""
        return max(min(LONGEST_CODE - self.code_letters - 1, LONGEST_NAME), 1)


def _space_of(puzzle: Puzzle) -> AnswerSpace:
    with open_task(puzzle) as task:
        return answer_space(task)


# -- the answers that can be given ----------------------------------------------------------------


@dataclass(frozen=True)
class AnswerSpace:
    """The answers to a puzzle that can be clicked, numbered from 1.

    One of some words; or any of some (then the number is 1 and a bit for each that is chosen); or a
    seat and a card, 1 being none; or a seat for each card, 1 being that it can't be known; or a
    seat for as many cards as one likes, 1 being none.
    """

    words: tuple[str, ...]
    """The words; for a seat and a card, and for a seat for each card, the seats."""
    cards: tuple[Card, ...] = ()
    any_of: bool = False
    """Whether several words may be chosen."""
    each: bool = False
    """Whether each card gets a seat."""
    optional: bool = False
    """Whether only those cards get a seat that are marked."""
    joint: str = " "
    """What stands between several words."""

    @property
    def size(self) -> int:
        """How many answers there are."""
        if self.any_of:
            return 1 << len(self.words)
        if self.optional:
            marks: int = (len(self.words) + 1) ** len(self.cards)
            return marks
        if self.each:
            namings: int = len(self.words) ** len(self.cards)
            return 1 + namings
        return 1 + len(self.words) * len(self.cards) if self.cards else len(self.words)

    def answer(self, number: int) -> str:
        """An answer as it is typed, by its number."""
        rest = number - 1
        if self.any_of:
            chosen = (word for bit, word in enumerate(self.words) if rest >> bit & 1)
            return self.joint.join(chosen) or NONE
        if self.optional:
            return self._naming(rest) or NONE
        if not self.cards:
            return self.words[rest]
        if rest == 0:
            return UNKNOWN if self.each else NONE
        if self.each:
            return self._naming(rest - 1)
        seat, card = divmod(rest - 1, len(self.cards))
        return f"{self.words[seat]} {self.cards[card]}"

    def _naming(self, number: int) -> str:
        """The seat of each card: the digits of a number, that of the last card last.

        Where cards may be left out, the digit 0 leaves one out.
        """
        seats = (None, *self.words) if self.optional else self.words
        places: list[tuple[Card, str]] = []
        for card in reversed(self.cards):
            number, digit = divmod(number, len(seats))
            seat = seats[digit]
            if seat is not None:
                places.insert(0, (card, seat))
        held = by_seat(places)
        return ", ".join(f"{seat} {' '.join(cards)}" for seat, cards in held.items())


def answer_space(task: Task) -> AnswerSpace:
    """The answers that can be clicked to a task."""
    kind = task.question.kind
    if task.kind.shape == "any":
        joint = ", " if kind == "claims" else " "
        return AnswerSpace(tuple(task.options), any_of=True, joint=joint)
    if len(task.kind.fields) == 1:
        return AnswerSpace((*task.options, *filter(None, [task.kind.empty])))
    seats, cards = task.words("seat"), task.words("card")
    return AnswerSpace(seats, cards, each=kind == "claim", optional=kind == "follows")


# -- codes ----------------------------------------------------------------------------------------


class CodeError(TrackerError):
    """A code that is no pupil's answer to a lesson."""


@dataclass(frozen=True)
class CodedAnswers:
    """What a code says."""

    name: str
    answers: tuple[tuple[str | None, int], ...]
    """For each puzzle the answer, as it is typed (None: none was given), and the hints taken."""


def codes_in(text: str) -> list[str]:
    """All that looks like a code in a line of text, whatever stands around it."""
    return [match[0] for match in _CODE.finditer(text) if len(match[2]) > CHECK_LETTERS]


def read_code(code: str, lesson: Lesson) -> CodedAnswers:
    """What a code says.

    Raises:
        CodeError: where it is damaged, made up, or of another lesson.
    """
    match = _CODE.fullmatch(unicodedata.normalize("NFC", code.strip()))
    if match is None:
        raise CodeError("no code (expected NAME:LETTERS)")
    name, letters = match[1], match[2].upper().translate(_MISREAD)
    body, check = letters[:-CHECK_LETTERS], letters[-CHECK_LETTERS:]
    if len(letters) != lesson.code_letters and check != code_check(name, body):
        wanted = lesson.code_letters
        raise CodeError(f"cut off or damaged ({len(letters)} letters, expected {wanted})")
    if check != code_check(name, body):
        raise CodeError("damaged, or the name is not that of the code: its check is wrong")
    if len(letters) != lesson.code_letters or body[:KEY_LETTERS] != lesson.key:
        raise CodeError(f"of another lesson ({body[:KEY_LETTERS]}, expected {lesson.key})")
    return CodedAnswers(name, _answers(_number(body[KEY_LETTERS:]), lesson.spaces))


def _answers(number: int, spaces: Sequence[AnswerSpace]) -> tuple[tuple[str | None, int], ...]:
    """The answers that the digits of a number stand for.

    Raises:
        CodeError: where the number is greater than any that a page writes.
    """
    answers: list[tuple[str | None, int]] = []
    for space in reversed(spaces):
        number, hints = divmod(number, HINTS)
        number, digit = divmod(number, space.size + 1)
        answers.append((space.answer(digit) if digit else None, hints))
    if number:
        raise CodeError("no page writes such a code: its number is too great")
    return tuple(reversed(answers))


def code_check(name: str, body: str) -> str:
    """The letters that check a name and the letters before them."""
    return _letters(zlib.crc32(f"{name}:{body}".encode()), CHECK_LETTERS)


def _letters(number: int, places: int) -> str:
    """The last digits of a number, in letters."""
    return "".join(LETTERS[number >> 5 * place & 31] for place in reversed(range(places)))


def _places(states: int) -> int:
    """How many letters tell so many states apart."""
    return -(-(states - 1).bit_length() // 5)


def _number(letters: str) -> int:
    """The number that letters stand for.

    Raises:
        CodeError: where one of them is no digit.
    """
    number = 0
    for letter in letters:
        digit = LETTERS.find(letter)
        if digit < 0:
            raise CodeError(f"damaged: {letter} stands in no code")
        number = number * 32 + digit
    return number


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
class BadCode:
    """A line that counts for nobody."""

    source: str
    line: int
    text: str
    reason: str


@dataclass(frozen=True, repr=False)
class ClassAnswers(Answer):
    """The answers of a class to a lesson."""

    lesson: Lesson
    right: tuple[str, ...]
    """The right answer to each puzzle."""
    pupils: tuple[Pupil, ...]
    bad: tuple[BadCode, ...]
    """Lines without a code that counts: damaged, made up, of another lesson, or repeated."""


def collect(lesson: Lesson, lines: Iterable[tuple[str, int, str]]) -> ClassAnswers:
    """The answers of a class. Of several codes with one name the first counts.

    Args:
        lesson: the lesson.
        lines: lines of text, each with the name of its source and its number there.
    """
    coded: dict[str, CodedAnswers] = {}
    bad: list[BadCode] = []
    for source, number, text in lines:
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        codes = codes_in(text) or [text.strip()]
        for code in codes:
            try:
                answers = read_code(code, lesson)
            except CodeError as error:
                bad.append(BadCode(source, number, code, str(error)))
                continue
            if answers.name in coded:
                again = "the same code" if coded[answers.name] == answers else "another code"
                reason = f"{again} of {answers.name}: the first counts"
                bad.append(BadCode(source, number, code, reason))
            coded.setdefault(answers.name, answers)
    return _judged(lesson, list(coded.values()), tuple(bad))


def _judged(
    lesson: Lesson, coded: Sequence[CodedAnswers], bad: tuple[BadCode, ...]
) -> ClassAnswers:
    """The answers of all pupils, marked puzzle by puzzle."""
    columns: list[list[PupilAnswer]] = []
    right: list[str] = []
    for number, puzzle in enumerate(lesson.puzzles, start=1):
        with open_task(puzzle) as task:
            marks = _Marks(task, number)
            columns.append([marks.of(*answers.answers[number - 1]) for answers in coded])
            right.append(task.text(task.right()[0]))
    pupils = (
        Pupil(answers.name, tuple(column[place] for column in columns))
        for place, answers in enumerate(coded)
    )
    in_order = sorted(pupils, key=lambda pupil: folded(pupil.name))
    return ClassAnswers(lesson, tuple(right), tuple(in_order), bad)


class _Marks:
    """Marks the answers to a puzzle, each that comes again only once.

    Args:
        task: the puzzle's task.
        number: the number of the puzzle.
    """

    def __init__(self, task: Task, number: int) -> None:
        self._task = task
        self._number = number
        self._judged: dict[str, tuple[bool, str | None]] = {}

    def of(self, answer: str | None, hints: int) -> PupilAnswer:
        """A pupil's answer, marked."""
        if answer is None:
            return PupilAnswer(self._number, None, False, hints, None)
        if answer not in self._judged:
            value = self._task.parse(answer)
            right = value in self._task.right()
            missed = None if right else missed_technique(self._task, value)
            self._judged[answer] = right, missed
        right, missed = self._judged[answer]
        return PupilAnswer(self._number, answer, right, hints, missed)


# -- a class's answers as a table ----------------------------------------------------------------

COLUMNS: Final = (
    "pupil", "puzzle", "theme", "level", "answer", "right", "hints", "missed", "key"
)  # fmt: skip
"""The columns of a class's answers as CSV; ``key`` names the puzzle in all lessons."""


def class_rows(answers: ClassAnswers) -> Iterator[tuple[object, ...]]:
    """A row of ``COLUMNS`` for each pupil and puzzle."""
    keys = tuple(map(puzzle_key, answers.lesson.puzzles))
    for pupil in answers.pupils:
        for puzzle, answer, key in zip(answers.lesson.puzzles, pupil.answers, keys, strict=True):
            marks = (answer.answer, int(answer.right), answer.hints, answer.missed, key)
            yield pupil.name, answer.puzzle, puzzle.theme, puzzle.level, *marks
