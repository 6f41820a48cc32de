"""Why does it follow? The entry to explanations.

Example::

    with deduce(record, "Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from tracker.budget import Budget
from tracker.errors import ContradictionError, UndecidedError
from tracker.explain.explanation import Conclusion, Explanation, Question
from tracker.explain.smallest.causes import Weights, in_order, present
from tracker.explain.smallest.counterexample import Counterexamples, deals_with, deals_without
from tracker.explain.smallest.minimal_subset import Proof, Search
from tracker.explain.smallest.oracle import SEARCHES, Oracle
from tracker.explain.steps.propagation import opposite
from tracker.explain.steps.sequence import Chain
from tracker.explain.steps.step import Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.claims import Judgement
from tracker.inference.deduction import Deduction
from tracker.knowledge.facts import Cause, Clause
from tracker.sat.solver import SolverHolder

LIMIT = 10.0
"""Seconds that a search for the smallest may take, unless said otherwise."""
GRACE = 5.0
"""Seconds more to make a set of causes irreducible, once that is over."""


@dataclass(frozen=True)
class _Task:
    """One call of ``why``."""

    question: Question
    budget: Budget
    questions: int | None
    alternatives: int
    steps: bool


class Explainer(SolverHolder):
    """Explains any number of conclusions of one view at one moment.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        deduction: the view at the moment.
        weights: what people find easy.
    """

    def __init__(self, deduction: Deduction, weights: Weights | None = None) -> None:
        self._deduction = deduction
        self._oracle = self._hold(Oracle(present(deduction.knowledge, deduction.state)))
        weights = weights or Weights()
        self._weights = {
            group: weights.of(cause, deduction.at)
            for group, cause in enumerate(self._oracle.causes)
        }
        self._groups: dict[tuple[Clause, ...], int] = {}
        self._chains: dict[tuple[int, ...], Chain] = {}
        self._witness = self._some_deal()

    def why(
        self,
        conclusion: Conclusion,
        *,
        limit: float | None = LIMIT,
        questions: int | None = None,
        alternatives: int = 0,
        steps: bool = True,
    ) -> Explanation:
        """Whether a conclusion is proven, open or refuted, and from what.

        Where it is open, a counterexample that stays close to the likeliest deal.

        Args:
            conclusion: what is asked.
            limit: seconds after which the search for a smallest set of causes ends; none: never.
            questions: a limit that does not depend on the machine: questions asked of the solver.
            alternatives: how many other smallest sets to list.
            steps: whether to tell the explanation in steps, too.

        Raises:
            RecordError: for a card that is not in play, or a seat that is not at the table.
            UndecidedError: where the verdict was not found out within the effort that it may take.
        """
        question = Question(conclusion, self._deduction.state)
        if question.publicly_false:
            return self._explanation(conclusion, "refuted")
        if not question.hidden:
            return self._explanation(conclusion, "proven")
        task = _Task(question, Budget(questions, seconds=limit), questions, alternatives, steps)
        if self._find(question.denied) is None:
            return self._proven(task)
        if self._find(question.affirmed) is None:
            return self._refuted(task)
        deal = self._counterexamples.nearest(question.denied)
        return self._explanation(conclusion, "open", counterexample=deal)

    def _proven(self, task: _Task) -> Explanation:
        """Why a conclusion holds: from what its opposite contradicts."""
        parts = task.question.hidden
        near = deals_without(self._oracle.placements, self._witness, parts)
        proofs = self._proofs(task, self._group(task.question.denied), near)
        steps: tuple[Step, ...] = ()
        if task.steps:
            steps = self._chain(proofs[0]).steps_to(parts, task.budget)
        return self._explanation(task.question.conclusion, "proven", proofs, steps)

    def _refuted(self, task: _Task) -> Explanation:
        """Why a conclusion cannot hold: from what it contradicts."""
        parts = task.question.hidden
        near = deals_with(self._oracle.placements, self._witness, parts)
        supposed = self._group(task.question.affirmed)
        proofs = self._proofs(task, supposed, near)
        against = [opposite(part) for part in parts]
        steps: tuple[Step, ...] = ()
        if task.steps:
            steps = self._chain(proofs[0]).steps_to_one_of(against, supposed, task.budget)
        return self._explanation(task.question.conclusion, "refuted", proofs, steps)

    def _explanation(
        self,
        conclusion: Conclusion,
        verdict: Judgement,
        proofs: Sequence[Proof] = (),
        steps: tuple[Step, ...] = (),
        counterexample: Mapping[Card, Seat] | None = None,
    ) -> Explanation:
        """An explanation of a conclusion in this view at this moment."""
        first, *others = [self._causes(proof) for proof in proofs] or [()]
        return Explanation(
            record=self._deduction.record,
            view=self._deduction.view,
            at=self._deduction.at,
            conclusion=conclusion,
            verdict=verdict,
            because=first,
            smallest=all(proof.smallest for proof in proofs),
            others=tuple(others),
            steps=steps,
            counterexample=counterexample,
        )

    def _find(self, facts: tuple[Clause, ...]) -> int | None:
        """A deal that fits all that is known and some more facts."""
        return self._oracle.find([*self._oracle.all, self._group(facts)], Budget(SEARCHES))

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return self._hold(Counterexamples(self._deduction.knowledge))

    def _proofs(self, task: _Task, supposed: int, near: Iterable[int]) -> list[Proof]:
        """The lightest smallest proof, then others; or, out of time, an irreducible one."""
        search = Search(self._oracle, supposed, self._weights)
        search.seed(near)
        found: list[Proof] = []
        try:
            for proof in islice(search.proofs(task.budget), task.alternatives + 1):
                found.append(proof)  # noqa: PERF402 (kept where the time runs out)
        except UndecidedError:
            if not found:
                found.append(search.irreducible(_grace(task.questions)))
        return found

    def _chain(self, proof: Proof) -> Chain:
        """The inferences from the causes of a proof: the same for all that they prove."""
        if proof.groups not in self._chains:
            chain = Chain(self._oracle, proof.groups, self._weights, self._witness)
            self._chains[proof.groups] = chain
        return self._chains[proof.groups]

    def _causes(self, proof: Proof) -> tuple[Cause, ...]:
        return in_order(self._oracle.causes[group] for group in proof.groups)

    def _group(self, facts: tuple[Clause, ...]) -> int:
        if facts not in self._groups:
            self._groups[facts] = self._oracle.add_group(facts)
        return self._groups[facts]

    def _some_deal(self) -> int:
        """A deal that fits all that is known; the search looks first for deals like it."""
        deal = self._oracle.find(self._oracle.all, Budget(SEARCHES))
        if deal is None:
            raise ContradictionError(self._deduction.at, "no deal is consistent with the view")
        self._oracle.prefer(deal)
        return deal


def _grace(questions: int | None) -> Budget:
    """What may still be spent once a search has ended without a proof."""
    return Budget(seconds=GRACE) if questions is None else Budget(questions)
