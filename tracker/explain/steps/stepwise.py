"""A chain of inferences from a set of causes to a conclusion, and the steps that tell it.

A smallest set of causes says *what* to look at, not how it hangs together. So from these causes
alone everything is inferred that a player sees at once (``propagation``), always by the easiest
rule that gives anything new. Where that stops short of the conclusion, one harder inference makes
it: from the fewest causes and earlier conclusions (lemmas), found by the search for smallest proofs
itself. At the end only what the conclusion needs is told, in order (``telling``).

It is the idea of step-wise explanations with a cost for each step (Bogaerts, Gamba and Guns, "A
framework for step-wise explaining how to solve constraint satisfaction problems", Artificial
Intelligence 300, 2021). They also look for something easier to conclude first. As a harder
inference is told in steps that count (``counting_steps``), that made explanations longer here, not
shorter; so it is not done.

Example: "Bob's hand is known: 2C (event 3), 4C (event 8), so he has no 5H" and then "nobody else
can have the 5H (events 4, 6), so Ann has it".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from tracker.budget import Budget, minimal_subset
from tracker.errors import UndecidedError
from tracker.explain.explanation import SUPPOSED, Step, denial
from tracker.explain.smallest.counterexample import deals_without
from tracker.explain.smallest.fact_groups import FactGroups
from tracker.explain.smallest.smallest_mus import Proof, ProofSearch
from tracker.explain.steps.propagation import Inference, Propagation
from tracker.explain.steps.telling import told_in_steps
from tracker.knowledge.facts import Clause, EventCause, Fact, Literal

LEMMA_WEIGHT: Final = 1
"""The weight of an earlier conclusion, among the weights of causes."""


class Chain:
    """The inferences from a set of causes; they are kept from one goal to the next.

    Args:
        groups: the facts.
        causes: the causes that may be used, by the numbers of their groups; they prove the goals.
        weights: the weight of each cause, by group.
        witness: a deal (a mask) that fits everything.
    """

    def __init__(
        self,
        groups: FactGroups,
        causes: Sequence[int],
        weights: Mapping[int, int],
        witness: int,
    ) -> None:
        self._groups = groups
        self._causes = list(causes)
        self._weights = {group: weights[group] for group in causes}
        self._witness = witness
        self._known = Propagation(groups.evidence.seats, groups.facts(causes))
        self._lemmas: dict[Literal, int] = {}
        """What has been worked out so far, each with its group."""

    def steps_to(self, goals: Sequence[Literal], budget: Budget) -> tuple[Step, ...]:
        """The steps to all of some literals.

        Args:
            goals: the literals; the causes prove them.
            budget: in questions to the solver; once it ends, harder inferences are from all causes.
        """
        for goal in goals:
            self._known.spread(goal)
            if self._known.why(goal) is None:
                self._known.note(self._to_goal(goal, budget))
        known = [known for goal in goals if (known := self._known.why(goal))]
        if len(known) == 1:
            return told_in_steps(self._groups, self._known, known)
        last = Inference("all", tuple(goals), (), tuple(known))
        return told_in_steps(self._groups, self._known, (), last)

    def steps_to_each(
        self, goals: Sequence[Literal], budget: Budget
    ) -> tuple[tuple[Step, ...], tuple[Literal, ...]]:
        """The steps to each of some literals, and those to which no way was found.

        Whatever follows by the easy rules comes first. Then one harder inference is made, and the
        easy rules are tried again.

        Args:
            goals: the literals; the causes prove them.
            budget: in questions to the solver. Once it ends, no further inference is made.
        """
        self._known.spread()
        for goal in goals:
            if self._known.why(goal) is None:
                inference = self._to_goal(goal, budget)
                if len(inference.causes) == len(self._causes):  # the budget has ended
                    break
                self._known.note(inference)
                self._known.spread()
        known = {goal: self._known.why(goal) for goal in goals}
        reached = [literal for literal in known.values() if literal is not None]
        steps = told_in_steps(self._groups, self._known, reached)
        return steps, tuple(goal for goal, literal in known.items() if literal is None)

    def steps_to_one_of(
        self, goals: Sequence[Literal], supposed: int, budget: Budget
    ) -> tuple[Step, ...]:
        """The steps to "one of these literals is true"; or to a single one, if that is proven.

        Args:
            goals: the literals; the causes prove that not all of them are false.
            supposed: the group that says that all of them are false.
            budget: in questions to the solver.
        """
        self._known.spread()
        for goal in goals:
            if self._known.why(goal) or self._is_proven(goal, budget):
                return self.steps_to([goal], budget)
        last = self._harder(tuple(goals), supposed, (), budget)
        return told_in_steps(self._groups, self._known, (), replace(last, rule="not-all"))

    def _is_proven(self, literal: Literal, budget: Budget) -> bool:
        """Whether the causes are found to prove a literal."""
        supposed = self._groups.add_group([denial([literal])])
        return self._groups.refutes([*self._causes, supposed], budget)

    # -- harder inferences ------------------------------------------------------------------------

    def _to_goal(self, goal: Literal, budget: Budget) -> Inference:
        """The inference of a literal that the easy rules do not reach."""
        supposed = self._groups.add_group([denial([goal])])
        near = deals_without(self._groups.placements, self._witness, [goal])
        return self._harder((goal,), supposed, near, budget)

    def _harder(
        self, literals: tuple[Literal, ...], supposed: int, near: Iterable[int], budget: Budget
    ) -> Inference:
        """The inference of literals from the fewest causes and earlier conclusions.

        Args:
            literals: what is concluded.
            supposed: the group of the opposite.
            near: deals to begin the search with, as masks.
            budget: in questions to the solver. Where it ends, the inference is from all causes.
        """
        self._add_lemmas()
        weights = {**self._weights, **dict.fromkeys(self._lemmas.values(), LEMMA_WEIGHT)}
        search = ProofSearch(self._groups, supposed, weights)
        search.seed(near)
        try:
            proof = next(search.proofs(budget))
        except UndecidedError:
            causes = (self._groups.causes[group] for group in self._causes)
            return Inference("together", literals, tuple(causes))
        return Inference(
            rule="together",
            literals=literals,
            causes=tuple(self._groups.causes[group] for group in self._used_causes(proof)),
            premises=tuple(lemma for lemma, group in self._lemmas.items() if group in proof.groups),
            used=self._used_facts(proof, supposed, budget),
        )

    def _add_lemmas(self) -> None:
        """Give what has been worked out groups of its own."""
        for literal in self._known.worked_out():
            if literal not in self._lemmas:
                self._lemmas[literal] = self._groups.add_group([Clause((literal,), SUPPOSED)])

    def _used_causes(self, proof: Proof) -> list[int]:
        return [group for group in proof.groups if group in self._weights]

    def _used_facts(self, proof: Proof, supposed: int, budget: Budget) -> tuple[Fact, ...]:
        """The facts of events that a proof needs: an ask states three things, most proofs need one.

        Args:
            proof: the proof.
            supposed: the group of what it refutes.
            budget: in questions to the solver. Facts that are not tried before it ends stay.
        """
        causes = self._used_causes(proof)
        events = [g for g in causes if isinstance(self._groups.causes[g], EventCause)]
        given = [group for group in self._lemmas.values() if group in proof.groups]
        given += [group for group in causes if group not in events]
        facts = {self._groups.add_group([fact]): fact for fact in self._groups.facts(events)}
        core = self._groups.quick_core([*given, *facts, supposed])
        kept = minimal_subset(
            [group for group in facts if group in core],
            lambda some: self._groups.refutes([*given, *some, supposed], budget),
        )
        return tuple(facts[group] for group in kept)
