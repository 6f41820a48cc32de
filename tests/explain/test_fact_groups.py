"""Fact groups, and what proves something with them, where the solver does not decide at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tracker.budget import QUICK_CONFLICTS, Budget
from tracker.errors import UndecidedError
from tracker.explain.evidence import Evidence
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch
from tracker.game.cards import Book
from tracker.knowledge.facts import Clause, EventCause, Literal

SEATS = ("Ann", "Bob", "Carl")
BOOKS = (Book("reds", ("2H", "3H", "4H")), Book("blacks", ("2S", "3S")))
CARDS = tuple(card for book in BOOKS for card in book.cards)


class Hesitant(FactGroups):
    """Fact groups whose solver decides nothing quickly."""

    def find(
        self,
        groups: Iterable[int],
        conflicts: int = QUICK_CONFLICTS,
        *,
        holds: int = 0,
        any_of: Collection[int] = (),
    ) -> int | None:
        """As for all fact groups, where it may take long."""
        if conflicts <= QUICK_CONFLICTS:
            raise UndecidedError
        return super().find(groups, conflicts, holds=holds, any_of=any_of)


def test_the_heaviest_causes_are_left_out_first() -> None:
    """That the 2H is Ann's event 3 says; so do the two before it, which weigh less."""
    two, three = Literal("2H", "Ann", True), Literal("3H", "Ann", True)
    said = [(two, three), (three._replace(holds=False),), (two,)]
    facts = tuple(Clause(each, EventCause(number)) for number, each in enumerate(said, start=1))
    with Hesitant(Evidence(SEATS, BOOKS, facts)) as asked:
        supposed = asked.add_group([Clause((two._replace(holds=False),), EventCause(4))])
        search = ProofSearch(asked, supposed, [0, 1, 2], weight=lambda group: group)
        assert search.minimal(Budget()) == Proof((0, 1), smallest=False)
        assert search.minimal(Budget(0)) == Proof((0, 1, 2), smallest=False, minimal=False)


# -- the end of the time --------------------------------------------------------------------------
