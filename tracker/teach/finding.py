"""Finding positions worth posing in games.

A game is followed once in the views of all whose hands are known. Wherever something becomes
certain that nobody was told (a card's place, a claim, an ask, that a seat lacks a card), or where
nothing does though much is known, there is a candidate. Some are drawn, explained and graded, and
kept if

* there is one right answer;
* it does not follow from the last event alone, nor is it simply said;
* no step of the proof works out what is in one's own hand;
* nothing trivial beside it gives it away: no longer way does without the technique that its proof
  takes (``mastery``), and no half-suit that lies open stands beside the one that is to be found;
* where that is wanted (``tight``), no event that the proof cites can be spared: without it the
  answer would be open. Else another proof may go without it.

What the cheap propagator finds is never of level 4 or 5 (``grading``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

from tracker.explain import Explanation
from tracker.explain.steps.step import Step
from tracker.game.cards import Card
from tracker.game.events import Claim, Seat
from tracker.game.record import Record
from tracker.inference.deduction import Deduction
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_views
from tracker.inference.possible_holders import has_deal
from tracker.knowledge.facts import Clause, EventCause, Fact, HeaderCause, Knowledge, Literal
from tracker.knowledge.views import View
from tracker.teach.grading import THEMES, Grade, Mastery, grade, needs
from tracker.teach.position import OpenPuzzle
from tracker.teach.puzzle import AskedFor, Puzzle, labelled, pose
from tracker.teach.task import Task
from tracker.teach.tasks import task_of

FIRST: Final = 6
"""No puzzle after fewer events: there is nothing to think about."""
DRAWN: Final = 10
"""Candidates of a game that are explained."""
VIEWS: Final = 3
"""Views in which a game is followed."""
_SUPPOSED: Final = HeaderCause("supposed")
UNKNOWN_SHARE: Final = 0.2
"""How many of the puzzles are to have the answer that it can't be known."""


@dataclass(frozen=True)
class FoundPuzzle:
    """A puzzle that is worth posing."""

    puzzle: Puzzle
    """With level and theme in its header."""
    answer: str
    grade: Grade
    unknown: bool
    """Whether the answer is that it can't be known."""


@dataclass(frozen=True)
class _Candidate:
    """A position that may be worth posing."""

    question: AskedFor
    view: View
    at: int


def find_puzzles(
    record: Record,
    rng: random.Random,
    *,
    drawn: int = DRAWN,
    views: Sequence[View] | None = None,
    title: str | None = None,
    tight: bool = False,
    beyond: str | None = None,
) -> list[FoundPuzzle]:
    """The positions of one game that are worth posing, of some that are drawn, in their order.

    Args:
        record: the game.
        rng: the source of chance.
        drawn: how many candidates are looked at.
        views: in whose eyes; none: some of those whose hands are known, drawn.
        title: what the puzzles are called.
        tight: whether no event that a proof cites may be spared.
        beyond: a theme: look only at what needs a harder technique.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    if views is None:
        known = known_views(record)
        views = rng.sample(known, min(VIEWS, len(known)))
    found: dict[tuple[int, str], FoundPuzzle] = {}
    for one in _drawn(list(_candidates(record, views, beyond)), rng, drawn):
        end = one.question.event or one.at
        with OpenPuzzle(pose(record, one.view, one.question, end, title)) as position:
            worth = judge(task_of(position), tight=tight)
        if worth is not None:
            found.setdefault((one.at, one.view.name), worth)  # one question at a time is enough
    return list(found.values())


def _drawn(candidates: Sequence[_Candidate], rng: random.Random, drawn: int) -> list[_Candidate]:
    """Some of the candidates, of the kinds of questions in turn, in the order of their moments."""
    by_kind: dict[str, list[_Candidate]] = {}
    for one in rng.sample(candidates, len(candidates)):
        by_kind.setdefault(one.question.kind, []).append(one)
    stacks = rng.sample(list(by_kind.values()), len(by_kind))
    chosen: list[_Candidate] = []
    while any(stacks) and len(chosen) < drawn:
        chosen += [pile.pop() for pile in stacks if pile]
    return sorted(chosen[:drawn], key=lambda one: one.at)


# -- what is worth posing -------------------------------------------------------------------------


def judge(task: Task[Any], *, tight: bool = False) -> FoundPuzzle | None:
    """The puzzle of an open task, graded, if it is worth posing.

    Args:
        task: the open task.
        tight: whether no event that a proof cites may be spared.
    """
    right = task.right()
    if len(right) != 1:
        return None
    graded = grade(task)
    last = task.position.puzzle.at
    if graded.theme == THEMES[0] or set(graded.events) <= {last}:
        return None
    if not needs(task, graded.theme):
        return None
    proofs = task.proofs()
    if task.question.kind == "claims" and not all(proof.because for proof in proofs):
        return None
    if any(is_about_oneself(step, task) for proof in proofs for step in proof.steps):
        return None
    if tight and not all(is_tight(task, proof) for proof in proofs):
        return None
    return _found(task, graded)


def is_about_oneself(step: Step, task: Task[Any]) -> bool:
    """Whether a step works out what is, or is not, in a hand that the view sees anyway."""
    seats = task.position.puzzle.view.seats
    worked_out = step.rule in ("one-of", "only-seat", "one-each", "hand", "hands")
    return worked_out and all(literal.seat in seats for literal in step.conclusion)


def _found(task: Task[Any], graded: Grade) -> FoundPuzzle:
    """The puzzle of a task, labelled as it was graded."""
    puzzle = labelled(task.position.puzzle, graded.level, graded.theme)
    return FoundPuzzle(puzzle, task.text(task.right()[0]), graded, task.is_unknown)


def graded_puzzle(puzzle: Puzzle) -> FoundPuzzle:
    """A puzzle as it is, with its answer and its grade; its labels become what they should be.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """
    with OpenPuzzle(puzzle) as position:
        task = task_of(position)
        return _found(task, grade(task))


def is_tight(task: Task[Any], proof: Explanation) -> bool:
    """Whether what a proof concludes would be open without any one of the events it cites."""
    known, located = task.deduction.knowledge, task.deduction.state.located
    parts = [part for part in proof.conclusion.parts if part.card not in located]
    if proof.verdict == "proven":
        denied = tuple(Literal(card, seat, not holds) for card, seat, holds in parts)
        supposed = [Clause(denied, _SUPPOSED)]
    else:
        supposed = [Clause((part,), _SUPPOSED) for part in parts]
    events = {cause for cause in proof.because if isinstance(cause, EventCause)}
    return all(
        has_deal(replace(known, facts=_without(known, event)).with_facts(supposed))
        for event in events
    )


def _without(known: Knowledge, event: EventCause) -> tuple[Fact, ...]:
    return tuple(fact for fact in known.facts if fact.cause != event)


# -- candidates -----------------------------------------------------------------------------------


def _candidates(record: Record, views: Sequence[View], beyond: str | None) -> Iterator[_Candidate]:
    """What may be worth posing, moment by moment."""
    easier = 0 if beyond is None else THEMES.index(beyond) + 1
    watchers = [_Watcher(record, view, easier) for view in views]
    for moment in follow(record, views):
        for watcher in watchers:
            yield from watcher.look(moment)


class _Watcher:
    """Looks for candidates in one view's way through a game."""

    def __init__(self, record: Record, view: View, easier: int) -> None:
        self._record = record
        self._easier = easier
        """So many techniques must not suffice."""
        self._view = view
        self._holders: dict[Card, tuple[Seat, ...]] = {}
        self._claimable: dict[str, str] = {}
        """Half-suits that were proven, or owned, at the last moment looked at."""
        self._sure: frozenset[Card] = frozenset()

    def look(self, moment: Moment) -> Iterator[_Candidate]:
        """The candidates of the next moment."""
        deduction = moment.deductions[self._view.name]
        at, holders = moment.state.at, deduction.all_holders()
        before, self._holders = self._holders, holders
        if at < FIRST or moment.state.over:
            return
        if holders == before and not self._may_rule(at):
            return
        said = _said(deduction)
        asked = [
            (question, literals)
            for question, literals in self._questions(deduction, before)
            if not all(_is_said(literal, said) for literal in literals)
        ]
        if not asked:
            return
        mastery = Mastery(deduction, self._easier) if self._easier else None
        for question, literals in asked:
            if mastery is None or not mastery.decides(literals):
                yield _Candidate(question, self._view, at)

    def _may_rule(self, at: int) -> bool:
        return at < len(self._record.events) and isinstance(self._record.events[at], Claim)

    def _questions(
        self, deduction: Deduction, before: dict[Card, tuple[Seat, ...]]
    ) -> Iterator[tuple[AskedFor, list[Literal]]]:
        """Questions that something new has an answer to, each with what has to be found out."""
        located = deduction.state.located
        for card, seats in self._holders.items():
            old = before.get(card, ())
            if card in located or old == seats or len(old) < 2:
                continue
            if len(seats) == 1:
                yield AskedFor("where", card=card), [Literal(card, seats[0], True)]
                continue
            gone = [seat for seat in old if seat not in seats]
            lacks = [Literal(card, seat, False) for seat in gone]
            yield AskedFor("can", card=card, seat=gone[0]), lacks[:1]
            if len(seats) <= len(self._record.seats) // 2:
                yield AskedFor("can", card=card, seat=seats[0]), lacks
                yield AskedFor("where", card=card), lacks
                yield AskedFor("who", card=card), lacks
        yield from self._claims(deduction)
        yield from self._asks(deduction)
        yield from self._ruling(deduction)

    def _claims(self, deduction: Deduction) -> Iterator[tuple[AskedFor, list[Literal]]]:
        """Claims that have just become provable; some that the team must hold and cannot name."""
        located = deduction.state.located
        before, self._claimable = self._claimable, {}
        for verdict in deduction.claims():
            hidden = [
                Literal(card, seat, True)
                for card, seat in verdict.holdings or ()
                if card not in located
            ]
            if verdict.verdict not in ("proven", "owned"):
                continue
            self._claimable[verdict.book] = verdict.verdict
            if before.get(verdict.book) == verdict.verdict:
                continue
            if verdict.verdict == "proven" and hidden:
                yield AskedFor("claim", book=verdict.book), hidden
                if self._view.seats:
                    yield AskedFor("claims"), hidden
            if verdict.verdict == "owned":
                yield AskedFor("claim", book=verdict.book), self._unsure(verdict.book)

    def _unsure(self, book: str) -> list[Literal]:
        """Who is known to lack cards of a half-suit that cannot be named."""
        cards = self._record.deck.by_name[book].cards
        return [
            Literal(card, seat, False)
            for card in cards
            for seat in self._record.seats
            if len(self._holders[card]) > 1 and seat not in self._holders[card]
        ]

    def _asks(self, deduction: Deduction) -> Iterator[tuple[AskedFor, list[Literal]]]:
        """The one ask that is sure, where it is for a card that nobody saw move."""
        if len(self._view.seats) != 1:
            return
        (seat,) = self._view.seats
        table, state = deduction.record.table, deduction.state
        opponents = table.opponents_of[seat]
        forced = deduction.forced()
        own = {table.deck.book_of[card].name for card, at in forced.items() if at == seat}
        sure = {
            card: at
            for card, at in forced.items()
            if at in opponents and table.deck.book_of[card].name in own
        }
        new = [card for card in sure if card not in state.located and card not in self._sure]
        if len(sure) == 1 and new:
            yield AskedFor("asks"), [Literal(new[0], sure[new[0]], True)]
        self._sure = frozenset(sure)

    def _ruling(self, deduction: Deduction) -> Iterator[tuple[AskedFor, list[Literal]]]:
        """The claim that comes next, where it is the view's own: its puzzle ends with it."""
        at = deduction.at
        event = self._record.events[at] if at < len(self._record.events) else None
        if isinstance(event, Claim) and self._view.seats == (event.claimant,):
            literals = [Literal(card, seat, True) for card, seat in event.holdings]
            hidden = [one for one in literals if one.card not in deduction.state.located]
            if hidden and deduction.state.books[event.book].status == "open":
                yield AskedFor("ruling", event=at + 1), hidden


def _said(deduction: Deduction) -> set[Literal]:
    """What the view's own hand and single events simply say."""
    facts = deduction.knowledge.facts
    plain = (fact for fact in facts if isinstance(fact, Clause) and len(fact.literals) == 1)
    return {fact.literals[0] for fact in plain}


def _is_said(literal: Literal, said: set[Literal]) -> bool:
    card, seat, holds = literal
    if literal in said:
        return True
    return not holds and any(one.card == card and one.holds and one.seat != seat for one in said)


# -- choosing -------------------------------------------------------------------------------------


def choose(
    found: Iterable[FoundPuzzle], count: int, rng: random.Random, share: float = UNKNOWN_SHARE
) -> list[FoundPuzzle]:
    """So many of some puzzles: levels and themes in turn, and a fifth that can't be known.

    Args:
        found: the puzzles.
        count: how many.
        rng: the source of chance.
        share: how many of them are to have the answer that it can't be known.
    """
    pool = list(found)
    pool = rng.sample(pool, len(pool))
    wanted = round(count * share)
    open_ones = [one for one in pool if one.unknown]
    others = [one for one in pool if not one.unknown]
    chosen = _in_turn(open_ones, wanted)
    chosen += _in_turn(others, count - len(chosen))
    # Where there are too few others, more that can't be known are better than fewer puzzles.
    left = [one for one in open_ones if one not in chosen]
    chosen += _in_turn(left, count - len(chosen))
    return sorted(chosen, key=lambda one: (one.grade.level, one.grade.load))


def _in_turn(pool: Sequence[FoundPuzzle], count: int) -> list[FoundPuzzle]:
    """Of each level and theme in turn, the rarest first; of those, of each kind of question."""
    themes = piles(pool, lambda one: (one.grade.level, one.grade.theme))
    mixed = [_dealt(piles(pile, lambda one: one.puzzle.question.kind)) for pile in themes]
    return _dealt(mixed)[:count]


def piles(
    pool: Iterable[FoundPuzzle], key: Callable[[FoundPuzzle], object]
) -> list[list[FoundPuzzle]]:
    """Puzzles that have something in common, the smallest pile first.

    Args:
        pool: the puzzles.
        key: what they may have in common.
    """
    found: dict[object, list[FoundPuzzle]] = {}
    for one in pool:
        found.setdefault(key(one), []).append(one)
    return sorted(found.values(), key=len)


def _dealt(stacks: Iterable[Sequence[FoundPuzzle]]) -> list[FoundPuzzle]:
    """One of each stack in turn, until all are dealt."""
    rounds = zip_longest(*stacks)
    return [one for dealt in rounds for one in dealt if one is not None]
