"""A long explanation told in steps.

A smallest set of causes says *what* to look at, not how it hangs together. So from these causes
alone we infer what a player sees at once (``propagation``), always by the easiest rule that gives
anything new. Where that stops short of the conclusion, one harder inference makes it, from the
fewest causes and earlier conclusions, found by the same search as the smallest explanation itself;
it is told as counting (``counted``). At the end only what the conclusion needs is kept, in order:
the idea of step-wise explanations with a cost for each step (Bogaerts, Gamba and Guns, "A framework
for step-wise explaining how to solve constraint satisfaction problems", Artificial Intelligence
300, 2021). They also look for something easier to conclude first. Since counting is told in steps
of its own, that made explanations longer, not shorter, so it is not done here.

What a cause simply says ("Bob has not the 5H") is not a step of its own: the cause stands among the
causes of the step that uses it.

Example: "Bob's hand is known: 2C (event 3), 4C (event 8), so he has no 5H" and then "nobody else
can have the 5H (events 4, 6), so Ann has it".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.explain.explanation import ASKED, denial
from tracker.explain.smallest.causes import in_order
from tracker.explain.smallest.counterexample import deals_without
from tracker.explain.smallest.minimal_subset import Proof, Search
from tracker.explain.smallest.oracle import Oracle
from tracker.explain.steps.counting_steps import Counting, Need
from tracker.explain.steps.propagation import Inference, Known
from tracker.explain.steps.splitting import Plain, gathered, split
from tracker.explain.steps.step import MANY, Step
from tracker.knowledge.facts import Cause, Clause, EventCause, Fact, Literal

EASY: Final = 3
"""From so few causes and conclusions, that one of some things is true is told as it is."""
LEMMA: Final = 1
"""The weight of an earlier conclusion."""


class Chain:
    """Works out the steps from a set of causes to a goal.

    Args:
        oracle: the facts.
        groups: the causes that may be used, by the numbers of their groups; they prove the goal.
        weights: of the causes, by group.
        witness: a deal (a mask) that fits everything.
    """

    def __init__(
        self,
        oracle: Oracle,
        groups: Sequence[int],
        weights: Mapping[int, int],
        witness: int,
    ) -> None:
        self._oracle = oracle
        self._groups = list(groups)
        self._weights = {group: weights[group] for group in groups}
        self._witness = witness
        self._known = Known(oracle.grounds.seats, oracle.facts(groups))
        self._lemmas: dict[Literal, int] = {}

    def steps_to(self, goals: Sequence[Literal], budget: Budget) -> tuple[Step, ...]:
        """The steps to all of some literals.

        Args:
            goals: the literals.
            budget: after it, one last step is made of all that is left.
        """
        for goal in goals:
            self._known.spread(goal)
            if self._known.why(goal) is None:
                self._known.note(self._harder(goal, budget))
        known = [known for goal in goals if (known := self._known.why(goal))]
        if len(known) == 1:
            return self._told(known)
        return self._told([], Inference("all", tuple(goals), (), tuple(known)))

    def steps_to_one_of(
        self, goals: Sequence[Literal], supposed: int, budget: Budget
    ) -> tuple[Step, ...]:
        """The steps to "one of these is true".

        Args:
            goals: the literals.
            supposed: the group that says that none of them is.
            budget: after it, one last step is made of all that is left.
        """
        self._known.spread()
        for goal in goals:
            if self._known.why(goal) or self._follows(goal, budget):
                return self.steps_to([goal], budget)
        search = self._search(supposed)
        search.seed(())
        try:
            last = self._inference(next(search.proofs(budget)), tuple(goals))
        except UndecidedError:
            return self._told([], replace(self._from_all(goals), rule="not-all"))
        used = self._used(last, supposed, budget)
        return self._told([], replace(last, rule="not-all", used=used))

    # -- harder inferences ------------------------------------------------------------------------

    def _harder(self, goal: Literal, budget: Budget) -> Inference:
        """The inference of a literal from the fewest causes and earlier conclusions."""
        supposed = self._oracle.add_group([denial([goal])])
        search = self._search(supposed)
        search.seed(deals_without(self._oracle.placements, self._witness, [goal]))
        try:
            found = self._inference(next(search.proofs(budget)), (goal,))
        except UndecidedError:
            return self._from_all([goal])
        return replace(found, used=self._used(found, supposed, budget))

    def _from_all(self, literals: Sequence[Literal]) -> Inference:
        """The inference from all causes, where there is no time to find out which it takes."""
        causes = (self._oracle.causes[group] for group in self._groups)
        return Inference("together", tuple(literals), tuple(causes))

    def _used(self, inference: Inference, supposed: int, budget: Budget) -> tuple[Fact, ...]:
        """What an inference needs of its events, against its opposite (a group)."""
        causes = [group for group in self._groups if self._oracle.causes[group] in inference.causes]
        lemmas = [self._lemmas[premise] for premise in inference.premises]
        return needed_facts(self._oracle, causes, lemmas, supposed, budget)

    def _search(self, supposed: int) -> Search:
        """A search among the causes and what has been worked out."""
        self._note_lemmas()
        weights = {**self._weights, **dict.fromkeys(self._lemmas.values(), LEMMA)}
        return Search(self._oracle, supposed, weights, weights)

    def _inference(self, proof: Proof, literals: tuple[Literal, ...]) -> Inference:
        causes = [self._oracle.causes[group] for group in proof.groups if group in self._weights]
        premises = [lemma for lemma, group in self._lemmas.items() if group in proof.groups]
        return Inference("together", literals, tuple(causes), tuple(premises))

    def _note_lemmas(self) -> None:
        """Give what has been worked out groups of its own."""
        for literal in self._known.worked_out():
            if literal not in self._lemmas:
                self._lemmas[literal] = self._oracle.add_group([Clause((literal,), ASKED)])

    def _follows(self, literal: Literal, budget: Budget) -> bool:
        supposed = self._oracle.add_group([denial([literal])])
        with suppress(UndecidedError):
            return self._oracle.fails([*self._groups, supposed], budget)
        return False

    # -- telling ----------------------------------------------------------------------------------

    def _told(self, goals: Sequence[Literal], last: Inference | None = None) -> tuple[Step, ...]:
        """What some literals, or a last inference from others, need; as steps in order."""
        inferences = self._known.inferences
        needed: dict[int, list[Literal]] = {}
        for literal in (*goals, *(last.premises if last else ())):
            needed.setdefault(self._known.source(literal), []).append(literal)
        for i in reversed(range(len(inferences))):
            for premise in inferences[i].premises if i in needed else ():
                needed.setdefault(self._known.source(premise), []).append(premise)
        place: dict[Literal, int] = {}
        steps: list[Step] = []
        for i in sorted(needed):
            if self._is_told(i, goals):
                self._tell(inferences[i], needed[i], place, steps)
        if last is not None:
            self._tell(last, last.literals, place, steps)
        return tuple(steps)

    def _tell(
        self,
        inference: Inference,
        literals: Iterable[Literal],
        place: dict[Literal, int],
        steps: list[Step],
    ) -> None:
        """Add an inference to the steps: as one, or as several, where it takes much.

        Args:
            inference: what to tell;
            literals: what is wanted of it.
            place: the steps that conclude what was told before; the new ones are added.
            steps: those before.
        """
        literals = tuple(dict.fromkeys(literals))
        step = self._step(inference, literals, place)
        told = None
        hard = inference.rule == "together" or (inference.rule == "not-all" and step.size > EASY)
        if hard or step.size > MANY:
            told = self._counted(inference, step, place, steps)
        facts: dict[Cause, tuple[Fact, ...]] = {}
        if told is None:
            facts = {cause: self._facts_of(inference, cause) for cause in inference.causes}
        moved = list(range(len(steps)))
        for one in told or [step]:
            at = replace(one, uses=tuple(sorted(moved[used] for used in one.uses)))
            steps += self._split(at, steps, facts)
            moved.append(len(steps) - 1)
            if one.rule != "not-all":
                place.update((literal, len(steps) - 1) for literal in one.conclusion)

    def _counted(
        self,
        inference: Inference,
        step: Step,
        place: Mapping[Literal, int],
        before: Sequence[Step],
    ) -> list[Step] | None:
        """An inference told as counting, where it is that."""
        needs = [Need(cause, self._facts_of(inference, cause)) for cause in inference.causes]
        needs += [self._need(premise, place) for premise in inference.premises]
        grounds = self._oracle.grounds
        counting = Counting(needs, grounds.books, grounds.seats, before)
        found = counting.steps(step.conclusion, one_of=step.rule == "not-all")
        return found and [replace(one, part_of=inference.rule) for one in found]

    def _need(self, premise: Literal, place: Mapping[Literal, int]) -> Need:
        """A thing that a step has concluded, or that a cause simply says."""
        if premise in place:
            return Need(place[premise], (Clause((premise,), ASKED),))
        cause = self._sayer(premise)
        return Need(cause, (Clause((premise,), cause),))

    def _facts_of(self, inference: Inference, cause: Cause) -> tuple[Fact, ...]:
        """What an inference uses of a cause; where that was not found out, all that it says."""
        facts = self._oracle.facts([self._oracle.causes.index(cause)])
        if inference.rule in ("together", "not-all") and isinstance(cause, EventCause):
            return tuple(fact for fact in inference.used if fact.cause == cause) or tuple(facts)
        return tuple(facts)

    def _sayer(self, premise: Literal) -> Cause:
        """The cause that simply says a thing."""
        return self._known.inferences[self._known.source(premise)].causes[0]

    def _split(
        self, step: Step, before: Sequence[Step], facts: Mapping[Cause, tuple[Fact, ...]]
    ) -> list[Step]:
        """A step as it is; as several, where it takes many causes and earlier steps.

        Args:
            step: the step;
            before: those before it.
            facts: of some of its causes what it uses; of the others it is what they simply say.
        """
        if step.size <= MANY:
            return [step]
        if step.rule not in ("together", "not-all", "all"):  # it turns on what these say
            facts = dict.fromkeys(facts, ())
        needs = [Plain(cause, _plain(step, cause, facts)) for cause in step.because]
        needs += [Plain(i, before[i].conclusion) for i in step.uses]
        plain = [one for one in needs if one.literals]
        *parts, last = split(step, plain, self._oracle.grounds.books, len(before))
        return [*parts, *gathered(last, [*before, *parts], facts)]

    def _is_told(self, i: int, goals: Sequence[Literal]) -> bool:
        inference = self._known.inferences[i]
        return inference.rule != "says" or any(goal in inference.literals for goal in goals)

    def _step(
        self, inference: Inference, literals: Iterable[Literal], place: Mapping[Literal, int]
    ) -> Step:
        """An inference as a step of the explanation."""
        premises = inference.premises
        said = tuple((self._sayer(one), one) for one in premises if one not in place)
        return Step(
            conclusion=tuple(dict.fromkeys(literals)),
            because=in_order({*inference.causes, *(cause for cause, _ in said)}),
            uses=tuple(sorted({place[one] for one in premises if one in place})),
            rule=inference.rule,
            fact=inference.fact,
            said=said,
            used=tuple(fact for fact in inference.used if isinstance(fact, Clause)),
        )


def _plain(
    step: Step, cause: Cause, facts: Mapping[Cause, tuple[Fact, ...]]
) -> tuple[Literal, ...]:
    """All that a step uses of a cause, where that is plain; nothing where it is not."""
    if cause not in facts:
        return tuple(literal for one, literal in step.said if one == cause)
    said = facts[cause]
    clauses = [fact for fact in said if isinstance(fact, Clause) and len(fact.literals) == 1]
    return tuple(one.literals[0] for one in clauses) if len(clauses) == len(said) else ()


# -- what a hard step needs of all that its events say --------------------------------------------
#
# What a hard step needs of all that its events say.
#
# An ask says three things at least; most steps need one of them. So what can be spared is left
# out, one by one, and the wording names the rest.


def needed_facts(
    oracle: Oracle,
    causes: Collection[int],
    given: Collection[int],
    supposed: int,
    budget: Budget,
) -> tuple[Fact, ...]:
    """What of events is needed to leave no deal.

    Args:
        oracle: the facts.
        causes: the groups of some causes;
        given: of what was worked out before;
        supposed: of the opposite, which leaves no deal with all of these.
        budget: after it, what has not been tried is taken to be needed.
    """
    events = [group for group in causes if isinstance(oracle.causes[group], EventCause)]
    kept = [*given, *(group for group in causes if group not in events)]
    facts = {oracle.add_group([fact]): fact for fact in oracle.facts(events)}
    used = oracle.quick_core([*kept, *facts, supposed])
    needed = [group for group in facts if group in used]
    for group in tuple(needed):
        rest = [other for other in needed if other != group]
        with suppress(UndecidedError):
            if oracle.fails([*kept, *rest, supposed], budget):
                needed = rest
    return tuple(facts[group] for group in needed)
