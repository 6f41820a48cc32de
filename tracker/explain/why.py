"""Why does a conclusion follow? The entry to explanations.

Example::

    with deduce(record, view="Ann", at=40) as deduction, Explainer(deduction) as explainer:
        explanation = explainer.why(card_at("5H", "Doug"))
        explanation.verdict     # "proven"
        explanation.because     # (EventCause(12), OwnCause("2H", "Ann"), …)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeAlias

from tracker.budget import WHY_QUESTIONS, Budget
from tracker.errors import UndecidedError
from tracker.explain.evidence import Weights, evidence_of_now, in_order
from tracker.explain.explanation import (
    TECHNIQUES,
    Conclusion,
    Consequences,
    Explanation,
    Question,
    Step,
    opposite,
)
from tracker.explain.limits import COMPARED_SETS, GRACE_QUESTIONS
from tracker.explain.smallest.counterexample import Counterexamples, deals_near
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch
from tracker.explain.steps import Reasoning
from tracker.game.events import Ask, Event
from tracker.inference.deduction import Deduction, Judgement, judgement_of
from tracker.knowledge.facts import Clause, EventCause, Literal, OwnCause
from tracker.sat.solver import SolverHolder

_Supposed: TypeAlias = tuple[Clause, ...]
_Literals: TypeAlias = Sequence[Literal]
_Telling: TypeAlias = Callable[[Reasoning], tuple[Step, ...]]
_PLAIN: Final = TECHNIQUES.index("only-seat")
"""The hardest technique of a step than which none is easier to follow."""


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
        self._groups = FactGroups(evidence_of_now(deduction.knowledge, deduction.state))
        self._weights = weights or Weights()
        possible, placements = deduction.possible_holders, self._groups.placements
        deal = possible.placements.deal_of(possible.deals_with()[0])
        self._witness = placements.mask_of({card: deal[card] for card in placements.cards})
        """A deal that fits all that is known; the searches look first for deals like it."""
        self._groups.prefer(self._witness)
        self._reasonings: dict[tuple[int, ...], Reasoning] = {}
        """By the causes of a proof, what has followed from them."""

    def why(
        self,
        conclusion: Conclusion,
        *,
        limit: int | None = WHY_QUESTIONS,
        alternatives: int = 0,
        steps: bool = True,
    ) -> Explanation:
        """Whether a conclusion is proven, open or refuted, and why.

        Where it is proven or refuted, the answer has a smallest set of causes; where a limit ends
        the search, a set from which nothing can be left out. Where it is open, the answer has a
        counterexample that stays close to the likeliest deal.

        Args:
            conclusion: what is asked.
            limit: questions to the solver, after which the search for a smallest set of causes
                ends; None: any number.
            alternatives: how many other smallest sets to list.
            steps: whether to tell the explanation in steps, too.

        Raises:
            RecordError: for a card that is not in play, or a seat that is not at the table.
            UndecidedError: where the verdict was not found within its own budget.
        """
        question = Question(conclusion, self._deduction.state)
        verdict = judgement_of(*self._deduction.truths(conclusion.parts))
        if verdict == "undecided":
            raise UndecidedError
        if question.publicly_false or not question.hidden:
            return self._explanation(conclusion, verdict)
        if verdict == "open":
            deal = self._counterexamples.nearest(question.denied)
            otherwise = question.otherwise(deal)
            return replace(
                self._explanation(conclusion, verdict),
                counterexample=deal,
                otherwise=otherwise,
                unsaid=self._unsaid(otherwise),
            )
        hidden, false = question.hidden, [*map(opposite, question.hidden)]
        cases: Mapping[Judgement, tuple[_Supposed, _Literals, _Telling]] = {
            "proven": (question.denied, false, lambda way: way.steps_to(hidden)),
            "refuted": (question.affirmed, hidden, lambda way: way.told_one_of(false)),
        }
        supposed, literals, tell = cases[verdict]
        group = self._groups.add_group(supposed)
        search = ProofSearch(self._groups, group, self._groups.all, self._weight_of)
        search.seed(deals_near(self._groups.placements, self._witness, literals))
        number = max(1 + alternatives, COMPARED_SETS)
        proofs = self._told(search.best(number, Budget(limit), Budget(GRACE_QUESTIONS)), tell)
        return self._explanation(conclusion, verdict, proofs, alternatives, steps)

    def _unsaid(self, held: Literal) -> int | None:
        """The last ask that a seat may have made with a card, and with no card for certain."""
        choices = (
            (fact.cause.number, fact.literals)
            for fact in reversed(self._deduction.knowledge.facts)
            if isinstance(fact, Clause) and isinstance(fact.cause, EventCause)
        )
        asks = (
            number
            for number, literals in choices
            if held in literals
            and all(each[1:] == held[1:] for each in literals)
            and self._is_ask_with(self._deduction.record.events[number - 1], held)
            and all(self._deduction.dealt_to(each.card) != (held.seat,) for each in literals)
        )
        return next(asks, None)

    def _is_ask_with(self, event: Event, held: Literal) -> bool:
        """Whether an event is an ask by whoever holds a card, in the half-suit of that card.

        An event may also say something of the ask before it: a gift might have followed.
        """
        book = self._deduction.record.deck.book_of[held.card]
        return isinstance(event, Ask) and event.asker == held.seat and event.card in book.cards

    def consequences(self) -> Consequences:
        """All the places of cards that follow, in steps, the easiest first."""
        deduction = self._deduction
        goals = [
            Literal(card, seat, True)
            for card, seat in deduction.forced().items()
            if deduction.status(card) == "deduced"
        ]
        evidence = self._groups.evidence
        reasoning = Reasoning(evidence.seats, evidence.books, evidence.facts)
        return Consequences(
            record=deduction.record,
            view=deduction.view,
            at=deduction.at,
            cards=tuple(goal.card for goal in goals),
            steps=reasoning.told_each(goals),
            unexplained=tuple(goal.card for goal in goals if not reasoning.known(goal)),
        )

    def _told(
        self, proofs: Iterable[Proof], tell: _Telling
    ) -> list[tuple[Proof, tuple[Step, ...]]]:
        """Proofs with their steps, the easiest to follow first.

        Where one takes a single plain step, none can be easier: the others are not told.
        """
        explained: list[tuple[Proof, tuple[Step, ...]]] = []
        by_weight = sorted(proofs, key=self._weight)
        for proof in by_weight:
            explained.append((proof, tell(self._reasoning(proof))))
            hardest, steps, _ = _ease(explained[-1][1])
            if steps == 1 and hardest <= _PLAIN:
                break
        explained.sort(key=lambda pair: (*_ease(pair[1]), self._weight(pair[0])))
        return [*explained, *((proof, ()) for proof in by_weight[len(explained) :])]

    def _weight(self, proof: Proof) -> int:
        """How hard the causes of a proof are to keep in mind."""
        return sum(map(self._weight_of, proof.groups))

    def _weight_of(self, group: int) -> int:
        """How hard a cause, by its group, is to keep in mind."""
        return self._weights.of(self._groups.causes[group], self._deduction.at)

    @cached_property
    def _own(self) -> list[Clause]:
        """The own cards of a single viewer, which need no source."""
        if len(self._deduction.viewer.hands) != 1:
            return []
        facts = self._groups.evidence.facts
        return [
            fact for fact in facts if isinstance(fact.cause, OwnCause) and isinstance(fact, Clause)
        ]

    def _reasoning(self, proof: Proof) -> Reasoning:
        """The reasoning from the causes of a proof; a single viewer knows the own cards."""
        if proof.groups not in self._reasonings:
            evidence, facts = self._groups.evidence, self._groups.facts(proof.groups)
            self._reasonings[proof.groups] = Reasoning(
                evidence.seats, evidence.books, facts, own=self._own
            )
        return self._reasonings[proof.groups]

    def _explanation(
        self,
        conclusion: Conclusion,
        verdict: Judgement,
        proofs: Sequence[tuple[Proof, tuple[Step, ...]]] = (),
        alternatives: int = 0,
        steps: bool = False,
    ) -> Explanation:
        """An explanation of a conclusion in this view at this moment.

        Args:
            conclusion: what is asked.
            verdict: the answer.
            proofs: why, the easiest first.
            alternatives: how many of the others are wanted.
            steps: whether the steps are.
        """
        because, *others = [
            in_order(self._groups.causes[group] for group in proof.groups) for proof, _ in proofs
        ] or [()]
        return Explanation(
            record=self._deduction.record,
            view=self._deduction.view,
            at=self._deduction.at,
            conclusion=conclusion,
            verdict=verdict,
            because=because,
            smallest=all(proof.smallest for proof, _ in proofs),
            minimal=all(proof.minimal for proof, _ in proofs),
            others=tuple(others[:alternatives]),
            steps=proofs[0][1] if proofs and steps else (),
            origin=self._deduction.origin,
        )

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return Counterexamples(self._deduction.knowledge)


def _ease(steps: Sequence[Step]) -> tuple[int, int, int]:
    """How easy steps are to follow: the hardest technique, then how many, then what they take."""
    hardest = max((TECHNIQUES.index(step.technique) for step in steps), default=0)
    return hardest, len(steps), sum(step.size for step in steps)
