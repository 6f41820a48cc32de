"""Every puzzle of the pack, and its wrong answers, by engines that share nothing with finding.

The answers are counted: no solver, and none of the package's judgement (``by_counting``). The deals
that refute wrong answers are played by the referee of the tests, event by event. Of all that a
wrong answer says, what cannot be has a proof that it is not, what need not be a deal in which it is
not; what it leaves out has a proof, or a deal in which it is so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from tests.teach.by_counting import Counted
from tests.teach.refuting import check_mark, every_answer
from tracker.explain import Explanation
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.teach.marking import MarkedAnswer, mark_choice
from tracker.teach.pack import shipped
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import Choice, ExampleDeal, Task

PACK = shipped()
MOST: int = 60
"""The most wrong answers that are tried of one puzzle."""


class Reasons:
    """What is said of a wrong answer, held against what counting says.

    Args:
        task: the task.
        found: the mark of the answer.
        counted: the position, counted.
    """

    def __init__(self, task: Task, found: MarkedAnswer, counted: Counted) -> None:
        self._task = task
        self._deals = found.deals
        self._proofs = found.proofs
        self._counted = counted
        assert all(map(self._is_so, found.proofs))

    def _is_so(self, proof: Explanation) -> bool:
        """Whether a proof concludes what is so."""
        parts = proof.conclusion.parts
        if not parts[0].holds:
            return parts[0].seat not in self._counted.holders(parts[0].card)
        wanted = {"proven": 1, "refuted": 0}[proof.verdict]
        return self._counted.naming(tuple((card, seat) for card, seat, _ in parts)) == wanted

    def _concludes(self, places: set[tuple[Card, Seat]], verdict: str) -> bool:
        """Whether a proof says that some cards are all in places, or are not."""
        for proof in self._proofs:
            same = {part[:2] for part in proof.conclusion.parts} == places
            so = proof.verdict if proof.conclusion.parts[0].holds else "refuted"
            if same and so == verdict:
                return True
        return False

    def refute(self, choice: Choice) -> bool:
        """Whether everything that is wrong with an answer has its reason."""
        right, asked = self._task.right()[0], self._task.question
        match asked.kind:
            case "claims":
                extra = all(self._speak_against(book) for book in choice - right)
                return extra and all(map(self._prove, right - choice))
            case "ruling":
                naming = {part[:2] for part in self._task.proofs()[0].conclusion.parts}
                (verdict,) = right
                if verdict != "guess":
                    return self._concludes(naming, verdict)
                parts = self._task.options["guess"].says.parts
                return self._decide({part[:2] for part in parts}, so=choice == {"proven"})
            case "claim":
                given, wanted = (set(map(place_of, each)) for each in (choice, right))
                named = not given or any(self._decide({place}, so=True) for place in given)
                return named and (not wanted or self._concludes(wanted, "proven"))
            case "can":
                place = {(asked.card or "", asked.seat or "")}
                return self._decide(place, so=choice == {"yes"})
            case "asks":
                asks = [option.split() for option in self._task.options]
                places = {f"{seat} {card}": (card, seat) for seat, card in asks}
                left_out = set() if choice else set(list(right)[:1])
            case "follows":
                places = {option: place_of(option) for option in self._task.options}
                left_out = set(right - choice)
            case _:
                places = {seat: (asked.card or "", seat) for seat in self._task.options}
                left_out = set(right - choice)
        right_ones = set().union(*self._task.right())
        wrong = all(self._decide({places[each]}, so=True) for each in choice - right_ones)
        return wrong and all(self._show({places[each]}) for each in left_out)

    def _decide(self, places: set[tuple[Card, Seat]], *, so: bool) -> bool:
        """Whether there is a reason against it that cards are (or are not) in places.

        What is certain has a proof; what is not has a deal.
        """
        chance = self._counted.naming(tuple(sorted(places)))
        if chance in (0, 1):
            return bool(chance) != so and self._concludes(places, "proven" if chance else "refuted")
        return any(_is_in(places, deal) != so for deal in self._deals)

    def _show(self, places: set[tuple[Card, Seat]]) -> bool:
        """Whether it is shown that cards are in places, or may be."""
        if self._counted.naming(tuple(sorted(places))) == 1:
            return self._concludes(places, "proven")
        return any(_is_in(places, deal) for deal in self._deals)

    def _prove(self, book: str) -> bool:
        """Whether a half-suit that was left out has a proof of all its cards."""
        places = self._counted.proven(book)
        return places is not None and self._concludes(set(places.items()), "proven")

    def _speak_against(self, book: str) -> bool:
        """Whether it is shown that a half-suit cannot be claimed."""
        puzzle = self._task.puzzle
        return self._counted.proven(book) is None and is_open(puzzle, book, self._deals)


def place_of(option: str) -> tuple[Card, Seat]:
    """The card and the seat of an option that places a card."""
    card, seat = option.split()
    return card, seat


def _is_in(places: set[tuple[Card, Seat]], deal: ExampleDeal) -> bool:
    return all(deal.holder(card) == seat for card, seat in places)


def is_open(puzzle: Puzzle, book: str, deals: Sequence[ExampleDeal]) -> bool:
    """Whether deals show that no claim of a half-suit is sure: they disagree, or rule it out."""
    cards = puzzle.record.deck.by_name[book].cards
    namings = {tuple(deal.holder(card) for card in cards) for deal in deals}
    teams = puzzle.record.table.teams
    own = [team for team in teams if not puzzle.view.seats or set(team) & set(puzzle.view.seats)]
    whole = any(set(naming) <= set(team) for naming in namings for team in own)
    return len(namings) > 1 or (bool(namings) and not whole)


def check(puzzle: Puzzle, most: int = MOST) -> Counter[str]:
    """One puzzle, with its wrong answers; how many there were of which kind."""
    counted = Counted(puzzle)
    right = counted.answers()
    tried: Counter[str] = Counter()
    with Task(puzzle) as task:
        assert {task.text(choice) for choice in task.right()} == right, puzzle.name
        assert Counted(puzzle, puzzle.shows).answers() == right, puzzle.name
        for choice in every_answer(task, most):
            given = task.text(choice)
            assert task.parse(given) == choice, (puzzle.name, given)
            if given in right:
                continue
            found = mark_choice(task, choice)
            assert not found.right, (puzzle.name, given)
            check_mark(found)
            assert Reasons(task, found, counted).refute(choice), (puzzle.name, given)
            tried["with a proof" if found.proofs else "by a deal alone"] += 1
    return tried


def test_some_puzzles_and_some_of_their_wrong_answers() -> None:
    """One of each kind of question."""
    kinds = {puzzle.question.kind: puzzle for puzzle in PACK}
    for puzzle in kinds.values():
        assert check(puzzle, most=12)


@pytest.mark.long
def test_all_puzzles_and_their_wrong_answers() -> None:
    tried: Counter[str] = Counter()
    for puzzle in PACK:
        tried += check(puzzle)
    print(f"\n{len(PACK)} puzzles, {tried.total()} wrong answers refuted: {dict(tried)}")
