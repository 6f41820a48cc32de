"""Wrong answers to puzzles, and whether what refutes them does so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tests.referee import accepted
from tracker.game.events import Claim
from tracker.game.replay import replay_of
from tracker.teach.marking import MarkedAnswer, mark, solve
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import NONE, UNKNOWN, Choice, ExampleDeal, Task

MOST: Final = 60
"""The most answers that are tried of one puzzle."""


def some_wrong_answer(puzzle: Puzzle) -> str:
    """An answer that is wrong, and about cards if one can be, not 'unknown' or 'none'."""
    right = solve(puzzle)
    with Task(puzzle) as task:
        given = [task.text(choice) for choice in every_answer(task, MOST)]
    wrong = [one for one in given if one not in right]
    return next((one for one in wrong if one not in (UNKNOWN, NONE)), wrong[0])


def every_answer(task: Task, most: int) -> Iterator[Choice]:
    """The answers that can be clicked: all, or so many at equal distances.

    Of several words those of none, of one, of two, and of all.
    """
    options = list(task.options)
    if task.kind.empty:
        yield frozenset()
    if task.kind.shape != "each":
        sizes = (1,) if task.kind.shape == "one" else (1, 2, len(options))
        some = [frozenset(each) for size in sizes for each in combinations(options, size)]
        yield from some[:: max(len(some) // most, 1)]
        return
    seats: tuple[str | None, ...] = task.words("seat")
    if task.question.kind == "follows":
        seats = (None, *seats)
    cards = task.words("card")
    count = len(seats) ** len(cards)
    for number in range(0, count, max(count // most, 1)):
        digits = [number // len(seats) ** place % len(seats) for place in range(len(cards))]
        named = [(card, seats[digit]) for card, digit in zip(cards, digits, strict=True)]
        placed = frozenset(f"{card} {seat}" for card, seat in named if seat)
        if placed:
            yield placed


def check_deal(puzzle: Puzzle, deal: ExampleDeal) -> None:
    """The deal can have been played, as the referee has it; the hands are those of that moment."""
    record = puzzle.record.with_events(puzzle.record.events[: puzzle.at])
    assert accepted(record, deal.deal) == puzzle.at
    for hand in puzzle.view.hands:
        assert {card for card, seat in deal.deal.items() if seat == hand.seat} == set(hand.cards)
    state = replay_of(puzzle.record).state(puzzle.at)
    for seat, cards in deal.hands.items():
        assert state.sizes[seat] in (None, len(cards))
        for card in cards:
            assert state.located.get(card, deal.deal[card]) == seat
    told = {card for cards in deal.hands.values() for card in cards}
    assert set(deal.tell_tale) <= told


def check_mark(found: MarkedAnswer) -> None:
    """Every deal of a mark is legal, and the first shows that a wrong answer is false."""
    puzzle = found.puzzle
    for deal in found.deals:
        check_deal(puzzle, deal)
    if not found.right and found.deals:
        assert is_false_in(puzzle, found.given, found.deals[0])


def is_false_in(puzzle: Puzzle, answer: str, deal: ExampleDeal) -> bool:
    """Whether a deal shows that a wrong answer is false."""
    place = {card: seat for seat, cards in deal.hands.items() for card in cards}
    asked = puzzle.question
    match asked.kind:
        case "where":
            return place[asked.card or ""] != answer
        case "who":
            outside = place[asked.card or ""] not in answer.split()
            return outside or not set(answer.split()) <= set(solve(puzzle)[0].split())
        case "can":
            return (place[asked.card or ""] == asked.seat) == (answer == "no")
        case "follows" if answer == "none":
            return False  # it says of no card where it is: what it misses is proven
        case "claim" | "follows":
            parts = [part.split() for part in answer.split(", ")]
            return any(place[card] != seat for seat, *cards in parts for card in cards)
        case "claims":
            return True  # of two deals that disagree: see the tests of marking
        case "asks":
            seat, card = answer.split()
            return place[card] != seat
        case _:
            claim = puzzle.record.events[puzzle.at]
            assert isinstance(claim, Claim)
            so = all(place[card] == seat for card, seat in claim.holdings)
            return answer != "guess" and so == (answer == "refuted")


def mark_wrong(puzzle: Puzzle) -> MarkedAnswer:
    """Some wrong answer, marked and checked."""
    found = mark(puzzle, some_wrong_answer(puzzle))
    assert not found.right
    assert found.deals or found.proofs
    check_mark(found)
    return found
