"""The course of a game: a record replayed, and kept replayed while it grows and changes.

State, broken rules and facts are kept event by event, so one more event costs one more step. An
event that leaves no deal (with all the hands of the header) is listed and left out of what is held
against the later ones, as ``tracker check`` does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.game.events import Event
from tracker.game.legality import Violation, violations
from tracker.game.record import Record
from tracker.game.replay import apply, states
from tracker.game.state import State
from tracker.knowledge.facts import Fact, Knowledge
from tracker.knowledge.gather import event_facts
from tracker.knowledge.views import knowledge
from tracker.sat import DealSolver, Placements


class Course:
    """A record, replayed.

    Args:
        record: the record to begin with.
    """

    def __init__(self, record: Record) -> None:
        self.record = record.with_events(())
        self.states: list[State] = list(states(self.record))
        """After 0, 1, … events."""
        self.broken: list[tuple[Violation, ...]] = []
        """The rules that each event breaks; none of one marked irregular."""
        self.facts: list[tuple[Fact, ...]] = []
        """What each event says to everyone."""
        self.contradictions: list[int] = []
        """The numbers of the events that leave no deal; 0: the header alone leaves none."""
        self._consistency = _Consistency(knowledge(self.record, self.record.hands, 0))
        if not self._consistency.take(()):
            self.contradictions.append(0)
        self.go_to(record)

    def fits(self, record: Record) -> bool:
        """Whether a record has the same table and hands."""
        return (record.table, record.hands) == (self.record.table, self.record.hands)

    def go_to(self, record: Record) -> None:
        """Replay another record that ``fits``, from where it differs on."""
        self._cut(self._common(record.events))
        for number in range(len(self.facts), len(record.events)):
            self._add(record.events[number], record.events[number + 1 : number + 2])
        self.record = record

    @property
    def state(self) -> State:
        """The public state at the end."""
        return self.states[-1]

    def since(self, violation: Violation, number: int, event: Event) -> int | None:
        """The last event that made an event break a rule.

        Args:
            violation: the rule it breaks.
            number: the number it has, or would have.
            event: the event.

        Returns:
            The number of that earlier event; none: the rule would have been broken all along.
        """
        for before in range(number - 2, -1, -1):
            if violation not in violations(self.states[before], event):
                return before + 1
        return None

    def _common(self, events: Sequence[Event]) -> int:
        """How many events stay as they are, in what they say, too."""
        old, number = self.record.events, 0
        for before, after in zip(old, events, strict=False):
            if before is not after and before != after:
                break
            number += 1
        # What an event says may hang on the next one.
        if number and number < max(len(old), len(events)):
            following = events[number] if number < len(events) else None
            said = event_facts(self.states[number - 1], events[number - 1], following)
            number -= said != self.facts[number - 1]
        return number

    def _cut(self, number: int) -> None:
        if number == len(self.facts):
            return
        del self.states[number + 1 :], self.broken[number:], self.facts[number:]
        self.contradictions = [event for event in self.contradictions if event <= number]
        self._consistency.restart(
            fact
            for event, facts in enumerate(self.facts, start=1)
            if event not in self.contradictions
            for fact in facts
        )

    def _add(self, event: Event, following: Sequence[Event]) -> None:
        state = self.states[-1]
        self.broken.append(() if event.irregular else violations(state, event))
        self.facts.append(event_facts(state, event, following[0] if following else None))
        self.states.append(apply(state, event))
        if 0 not in self.contradictions and not self._consistency.take(self.facts[-1]):
            self.contradictions.append(len(self.facts))


class _Consistency:
    """Whether a deal is left, fact after fact.

    A deal that fits all so far is kept: as long as it fits the next facts, no solver is asked.
    """

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        self._placements = Placements(known.cards, known.seats)
        self._facts: list[Fact] = []
        self._solver: DealSolver | None = None
        self._witness: list[int] = []

    def restart(self, facts: Iterable[Fact]) -> None:
        """Begin anew with facts that leave a deal."""
        self._facts = list(facts)
        self._forget_solver()
        self._witness = []

    def take(self, facts: Sequence[Fact]) -> bool:
        """Take in facts if they leave a deal; whether they do."""
        fitting = self._witness
        for fact in facts:
            fitting = self._placements.fitting(fitting, fact)
        if self._solver is not None:
            self._solver.add(facts)
        if not fitting:
            deal = self._find(facts)
            if deal is None:
                self._forget_solver()
                return False
            fitting = [deal]
        self._facts += facts
        self._witness = fitting
        return True

    def _find(self, facts: Sequence[Fact]) -> int | None:
        if self._solver is None:
            self._solver = DealSolver(self._placements, self._known.sizes)
            self._solver.add(self._known.facts)
            self._solver.add(self._facts)
            self._solver.add(facts)
        for witness in self._witness:
            self._solver.prefer(witness)
        return self._solver.find()

    def _forget_solver(self) -> None:
        if self._solver is not None:
            self._solver.close()
            self._solver = None
