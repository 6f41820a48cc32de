"""Why does a conclusion follow? The entry to explanations.

Example::

    with deduce(record, view="Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from tracker.budget import NEEDED_QUESTIONS, WHY_GRACE_SECONDS, WHY_SECONDS, Budget
from tracker.errors import ContradictionError
from tracker.explain.evidence import Weights, evidence_of_now, in_order
from tracker.explain.explanation import (
    Conclusion,
    Consequences,
    Explanation,
    Question,
    Step,
    opposite,
)
from tracker.explain.smallest.counterexample import Counterexamples, deals_with, deals_without
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch
from tracker.explain.steps.stepwise import Chain
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction, Judgement
from tracker.knowledge.facts import Cause, Clause, Literal
from tracker.sat.solver import SolverHolder


class Explainer(SolverHolder):
    """Explains any number of conclusions of one view at one moment.

    It holds a solver: use it as a context manager, or ``close`` it.

    Args:
        deduction: the view at the moment.
        weights: how hard each kind of cause is to keep in mind; None: the usual weights.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    def __init__(self, deduction: Deduction, weights: Weights | None = None) -> None:
        self._deduction = deduction
        self._groups = self._hold(FactGroups(evidence_of_now(deduction.knowledge, deduction.state)))
        weights = weights or Weights()
        self._weights = {
            group: weights.of(cause, deduction.at)
            for group, cause in enumerate(self._groups.causes)
        }
        self._supposed: dict[tuple[Clause, ...], int] = {}
        """The groups of suppositions."""
        self._chains: dict[tuple[int, ...], Chain] = {}
        """By the causes of a proof: what has been inferred from them."""
        self._witness = self._any_deal()

    def why(
        self,
        conclusion: Conclusion,
        *,
        limit: float | None = WHY_SECONDS,
        questions: int | None = None,
        alternatives: int = 0,
        steps: bool = True,
    ) -> Explanation:
        """Whether a conclusion is proven, open or refuted, and why.

        Where it is proven or refuted, the answer has a smallest set of causes; where a limit ends
        the search, a set from which nothing can be left out. Where it is open, the answer has a
        counterexample that stays close to the likeliest deal.

        Args:
            conclusion: what is asked.
            limit: seconds after which the search for a smallest set of causes ends; None: never.
            questions: another limit, which does not depend on the machine: questions asked of the
                solver; None: any number.
            alternatives: how many other smallest sets to list.
            steps: whether to tell the explanation in steps, too.

        Raises:
            RecordError: for a card that is not in play, or a seat that is not at the table.
            UndecidedError: where the verdict was not found within its own budget.
        """
        budget = Budget(questions, seconds=limit)
        question = Question(conclusion, self._deduction.state)
        if question.publicly_false:
            return self._explanation(conclusion, "refuted")
        if not question.hidden:
            return self._explanation(conclusion, "proven")
        if self._is_refuted(question.denied):
            supposed = self._group(question.denied)
            near = deals_without(self._groups.placements, self._witness, question.hidden)
            proofs = self._proofs(supposed, near, 1 + alternatives, budget, questions)
            way = self._chain(proofs[0]).steps_to(question.hidden, budget) if steps else ()
            return self._explanation(conclusion, "proven", proofs, way)
        if self._is_refuted(question.affirmed):
            supposed = self._group(question.affirmed)
            near = deals_with(self._groups.placements, self._witness, question.hidden)
            proofs = self._proofs(supposed, near, 1 + alternatives, budget, questions)
            false = [opposite(part) for part in question.hidden]
            chain = self._chain(proofs[0])
            way = chain.steps_to_one_of(false, supposed, budget) if steps else ()
            return self._explanation(conclusion, "refuted", proofs, way)
        deal = self._counterexamples.nearest(question.denied)
        return self._explanation(conclusion, "open", counterexample=deal)

    def consequences(self, *, limit: float | None = WHY_SECONDS) -> Consequences:
        """All the places of cards that follow, in steps, the easiest first.

        Args:
            limit: seconds after which the search for harder steps ends; None: never.
        """
        deduction = self._deduction
        goals = [
            Literal(card, seat, True)
            for card, seat in deduction.forced().items()
            if deduction.status(card) == "deduced"
        ]
        chain = Chain(self._groups, self._groups.all, self._weights, self._witness)
        steps, unexplained = chain.steps_to_each(goals, Budget(None, seconds=limit))
        return Consequences(
            record=deduction.record,
            view=deduction.view,
            at=deduction.at,
            cards=tuple(goal.card for goal in goals),
            steps=steps,
            unexplained=tuple(goal.card for goal in unexplained),
        )

    def _is_refuted(self, supposed: tuple[Clause, ...]) -> bool:
        """Whether all that is known leaves no deal for a supposition."""
        groups = [*self._groups.all, self._group(supposed)]
        return self._groups.find(groups, Budget(NEEDED_QUESTIONS)) is None

    def _proofs(
        self,
        supposed: int,
        near: Iterable[int],
        number: int,
        budget: Budget,
        questions: int | None,
    ) -> list[Proof]:
        """Some smallest proofs, the lightest first; or a minimal one, where the budget ends.

        Args:
            supposed: the group of the supposition.
            near: deals to begin with, as masks.
            number: how many proofs to list.
            budget: for smallest proofs.
            questions: for a minimal proof, once the budget has ended; None: some seconds.
        """
        search = ProofSearch(self._groups, supposed, self._weights)
        search.seed(near)
        seconds = WHY_GRACE_SECONDS if questions is None else None
        return search.best(number, budget, lambda: Budget(questions, seconds=seconds))

    def _chain(self, proof: Proof) -> Chain:
        """The chain of inferences from the causes of a proof."""
        if proof.groups not in self._chains:
            chain = Chain(self._groups, proof.groups, self._weights, self._witness)
            self._chains[proof.groups] = chain
        return self._chains[proof.groups]

    def _explanation(
        self,
        conclusion: Conclusion,
        verdict: Judgement,
        proofs: Sequence[Proof] = (),
        steps: tuple[Step, ...] = (),
        counterexample: Mapping[Card, Seat] | None = None,
    ) -> Explanation:
        """An explanation of a conclusion in this view at this moment."""
        because, *others = [self._causes(proof) for proof in proofs] or [()]
        return Explanation(
            record=self._deduction.record,
            view=self._deduction.view,
            at=self._deduction.at,
            conclusion=conclusion,
            verdict=verdict,
            because=because,
            smallest=all(proof.smallest for proof in proofs),
            minimal=all(proof.minimal for proof in proofs),
            others=tuple(others),
            steps=steps,
            counterexample=counterexample,
            origin=self._deduction.origin,
        )

    def _causes(self, proof: Proof) -> tuple[Cause, ...]:
        return in_order(self._groups.causes[group] for group in proof.groups)

    def _group(self, supposed: tuple[Clause, ...]) -> int:
        """The group of a supposition; each is added once."""
        if supposed not in self._supposed:
            self._supposed[supposed] = self._groups.add_group(supposed)
        return self._supposed[supposed]

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return self._hold(Counterexamples(self._deduction.knowledge))

    def _any_deal(self) -> int:
        """A deal that fits all that is known; the searches look first for deals like it."""
        deal = self._groups.find(self._groups.all, Budget(NEEDED_QUESTIONS))
        if deal is None:
            raise ContradictionError(self._deduction.at, "no deal is consistent with the view")
        self._groups.prefer(deal)
        return deal
