"""What others can prove, where searches give up: the same, or honestly not decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from tests.play.possibilities import Possibilities, Seen
from tests.strategies import seed_games
from tracker.inference import epistemic, who_can_prove
from tracker.inference.deduction import deduce
from tracker.inference.epistemic import OthersView, chain_verdict
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View
from tracker.sat.solver import MiniCard


@pytest.fixture
def gives_up_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many of the solver's searches end undecided, as if their conflicts had run out."""
    rng, solve = Random(1), MiniCard.solve

    def undecided(solver: MiniCard, assumptions: list[int], conflicts: int) -> bool | None:
        return None if rng.random() < 0.4 else solve(solver, assumptions, conflicts)

    monkeypatch.setattr(MiniCard, "solve", undecided)
    for module in (epistemic, who_can_prove):
        monkeypatch.setattr(module, "BUDGET", 30_000)  # two rounds of a search


def positions(seed: int) -> Iterator[tuple[Seen, View, list[Deal]]]:
    """Moments of tiny games, with the view of the first seat and what it has to think possible."""
    for record in seed_games(seed, count=8, max_deals=60):
        seen, view = Possibilities(record).seen(len(record.events) // 2), View(record.hands[:1])
        if not seen.state.over:
            yield seen, view, seen.of(view)


def verdicts(seed: int) -> Iterator[bool]:
    """Whether each question is decided; whatever is said is so."""
    for seen, view, deals in positions(seed):
        with (
            deduce(seen.record, view=view, at=seen.at) as deduction,
            OthersView(deduction) as asked,
        ):
            for book, seat in product(seen.state.open_books(), seen.record.seats):
                so = list(map(seen.can_prove(seat, book), deals))
                found = asked.verdict(seat, book)
                for deal, wanted in ((found.could, True), (found.could_not, False)):
                    assert deal is None or so[deals.index(deal)] == wanted
                right = "yes" if all(so) else "open" if any(so) else "no"
                assert found.proves == (right if found.decided else "open")
                yield found.decided


@pytest.mark.usefixtures("gives_up_often")
def test_verdicts_are_right_or_not_decided() -> None:
    decided = list(verdicts(39))
    assert min(decided.count(True), decided.count(False)) > 3


def test_after_too_many_doubts_it_is_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The more deals are looked at, the more is decided."""
    decided = []
    for rounds in (0, 1, 300):
        monkeypatch.setattr(epistemic, "ROUNDS", rounds)
        decided.append(list(verdicts(39)))
    assert sum(decided[0]) < sum(decided[1]) < sum(decided[2]) == len(decided[2])


@pytest.mark.usefixtures("gives_up_often")
def test_chains_are_right_or_not_decided() -> None:
    decided = []
    for seen, view, deals in positions(36):
        first, *rest = seen.record.seats
        with deduce(seen.record, view=view, at=seen.at) as deduction:
            chains = [(first,), *((first, seat) for seat in rest)]
            for book, chain in product(seen.state.open_books(), chains):
                found = chain_verdict(deduction, chain, book)
                so = all(map(seen.chain(chain, book), deals))
                assert found.holds in (so, None)
                assert bool(found.deals) == (found.holds is False)
                decided.append(found.holds is not None)
    assert min(decided.count(True), decided.count(False)) > 3
