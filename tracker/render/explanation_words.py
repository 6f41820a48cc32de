"""Whole explanations in plain English: the verdict, then the steps.

A sentence leaves nothing to find out. It names every cause that its step uses, every alternative
that the step rules out, and why: because everyone has seen the card elsewhere, because of an event,
a hand that the view knows, or an earlier step.

Example: "At event 47 Piotr asks Rosa for the QS and gets it, so Piotr has another of the high
spades. Not the JS: Rosa had it (event 45). Not the KS: Sven holds it (step 1). Not the AS: at event
19 Ann asks Piotr for it and does not get it. So Piotr holds the 9S."

What is so at the moment of an event is in the present tense of that event ("has another"). A card
that has not publicly moved was dealt to whoever holds it now: "holds" is said of it at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tracker.explain.conflict import seen_at
from tracker.explain.explanation import Consequences, Explanation, HowMany, Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    Count,
    EventCause,
    HandCause,
    Literal,
    OwnCause,
    SizeCause,
)
from tracker.messages import counted
from tracker.render.clause_words import ClauseWords, own_causes
from tracker.render.fact_words import gist
from tracker.render.phrases import listed
from tracker.render.wording import Wording, sentence


class ExplanationWords(Wording):
    """Says whole explanations of a record.

    Args:
        record: the game.
        view: whose explanation it is: ``public``, a seat, or seats joined by ``+``.
        at: the moment, as the number of events before it; None: the end.
        address: whether the seat of a view is "you"; else it has its name.
    """

    @classmethod
    def of(cls, answer: Explanation | Consequences, *, address: bool = True) -> ExplanationWords:
        """The words for an explanation, in its view at its moment."""
        return cls(answer.record, answer.view, answer.at, address=address)

    def lines(self, explanation: Explanation) -> list[str]:
        """An explanation, one line for the verdict, one for each step."""
        statement = self.statement(explanation)
        match explanation.verdict:
            case "open":
                return [f"It is open whether {statement}."]
            case "proven":
                head = f"It is proven: {statement}."
            case _:
                head = f"It is refuted: it cannot be that {statement}."
        if {*explanation.conclusion.parts} <= {
            *map(self.own_literal, own_causes(explanation.because))
        }:
            seats = dict.fromkeys(self.whose(part.seat) for part in explanation.conclusion.parts)
            return [head, sentence(f"{' and '.join(seats)} own hand shows it")]
        idea = self.gist(explanation)
        ideas = [] if idea is None else [idea]
        return [head, *ideas, *self.steps(explanation.steps), *self._seen(explanation)]

    def gist(self, explanation: Explanation) -> str | None:
        """The idea of a long explanation, as one sentence; None where it is short."""
        return gist(self.record, explanation.because, self.who)

    def _seen(self, explanation: Explanation) -> Iterable[str]:
        """Where everyone saw the cards go that need no cause."""
        located = self.state.located
        parts = [part for part in explanation.conclusion.parts if part.card in located]
        is_so = explanation.verdict != "refuted"
        if not is_so:
            parts = [part for part in parts if (located[part.card] == part.seat) != part.holds]
        if parts:
            states = replay_of(self.record).states(self.state.at)
            events = {seen_at(states, part.card, self.state.at) for part in parts}
            moves = "; ".join(self.cause(EventCause(number)) for number in sorted(events))
            cards = self.cards(part.card for part in parts)
            which = cards if len(parts) > 1 else f"the {cards}"
            verb = "go" if len(parts) > 1 else "goes"
            places = [Literal(part.card, located[part.card], True) for part in parts]
            so = f"; so {self.holdings(places, now=True)}"
            yield f"Everyone sees where {which} {verb}: {moves}{so * (not is_so)}."

    def statement(self, explanation: Explanation) -> str:
        """The conclusion itself."""
        return self.holdings(explanation.conclusion.parts, now=True)

    def steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps, numbered where there are several."""
        texts = [sentence(self.step(step, steps)) for step in steps]
        if steps and steps[-1].rule == "all" and steps[-1].size == 1:
            texts.pop()  # it only names the step before
        if len(texts) < 2:
            return texts
        return [f"{number}. {text}" for number, text in enumerate(texts, start=1)]

    def step(self, step: Step, steps: Sequence[Step]) -> str:
        """One step of several: a sentence or more, without the last full stop."""
        return ". ".join(
            text[0].upper() + text[1:] for text in _StepWords(self, step, steps).texts()
        )


class _StepWords(ClauseWords):
    """Says one step."""

    def texts(self) -> Iterator[str]:
        """The sentences, without full stops."""
        step = self._step
        match step.rule:
            case "says":
                yield from self._says()
            case "one-of" if isinstance(step.fact, Clause):
                yield from self._narrowed(step.fact)
                yield f"so {self._conclusion()}"
            case "one-each":
                yield from self._one_each()
            case "hand" if isinstance(step.fact, Count):
                yield from self._hand(step.fact)
            case "hands":
                yield from self._hands()
            case "all" if step is self._steps[-1] and not step.bounds and not step.clauses:
                yield self._put_together()
            case "not-all" if (clause := self._only_choice()) is not None:
                yield from self._narrowed(clause, lists_rest=True)
                yield f"so {self._conclusion()}"
            case "only-seat":
                yield f"{self._at_once()}: nobody else can"
            case _:
                yield self._at_once()

    def _conclusion(self) -> str:
        """What follows; the cards that a number counts are named."""
        return self._words.conclusion(self._step, named=True)

    # -- the rules --------------------------------------------------------------------------------

    def _says(self) -> Iterator[str]:
        """A cause states the conclusion."""
        cause, conclusion = self._step.because[0], self._step.conclusion
        if isinstance(cause, OwnCause):
            yield f"{self._words.whose(cause.seat)} own hand shows that {self._conclusion()}"
        else:
            yield f"{self._words.cause(cause)}, so {self._stated(cause, conclusion)}"

    def _one_each(self) -> Iterator[str]:
        """So many seats need one each of so many cards."""
        rest: dict[Card, None] = {}
        for clause in self._step.used:
            yield from self._narrowed(clause, lists_rest=True)
            rest |= dict.fromkeys(literal.card for literal in self._left(clause))
        seats = self._words.record.seats
        holders = {literal.seat for clause in self._step.used for literal in self._left(clause)}
        names = listed([self._words.who(seat) for seat in sorted(holders, key=seats.index)])
        yield f"{names} share {self._words.cards(rest)}, one each, so {self._conclusion()}"

    def _hand(self, size: Count) -> Iterator[str]:
        """A hand is full, or needs all that is left for it."""
        words, step = self._words, self._step
        head, conclusion = words.cause(size.cause), self._conclusion()
        full = not step.conclusion[0].holds
        if full and len(step.because) + len(step.uses) == 1:
            yield f"{head}, so {conclusion}"
            return
        yield head
        yield from self._shown_in(step)
        if full:
            yield f"that fills {words.whose(size.seat)} hand, so {conclusion}"
        else:
            yield f"{self._all_that_is_left([size.seat])}, so {conclusion}"

    def _hands(self) -> Iterator[str]:
        """Some hands together are full, or need all that is left for them."""
        words, step = self._words, self._step
        sized = [cause for cause in step.because if isinstance(cause, HandCause | SizeCause)]
        yield from map(words.cause, sized)
        yield from self._shown_in(step)
        seats = [cause.seat for cause in sized]
        if not seats:  # events told the sizes: they have been named
            yield f"these hands together leave no other way, so {self._conclusion()}"
        elif not {literal.seat for literal in step.conclusion} <= {*seats}:
            yield f"{self._all_that_is_left(seats)}, so {self._conclusion()}"
        else:
            names = listed([words.who(seat) for seat in seats])
            yield f"that fills the hands of {names}, so {self._conclusion()}"

    def _all_that_is_left(self, seats: Sequence[Seat]) -> str:
        """That some hands need all the cards that may still be in them."""
        words = self._words
        names = listed([words.who(seat) for seat in seats])
        if not all(HandCause(seat) in self._step.because for seat in seats):
            return f"that leaves {names} no more cards than needed"
        located = [*words.state.located.values()]
        number = sum((words.state.sizes[seat] or 0) - located.count(seat) for seat in seats)
        unseen = counted(number, "unseen card")
        together = " together" if len(seats) > 1 else ""
        return f"that leaves {names} only {unseen}{together}, and so many there are in hand"

    def _shown_in(self, step: Step) -> Iterator[str]:
        """What else a step about hands uses: what is known of cards, and "one of these"."""
        choices = {clause.cause for clause in step.used}
        for clause in sorted(step.used, key=lambda clause: step.because.index(clause.cause)):
            yield from self._narrowed(clause)
        used = {literal for clause in step.used for literal in self._against(clause)}
        own = [*own_causes(step.because)]
        if known := [
            literal for literal in map(self._words.own_literal, own) if literal not in used
        ]:
            yield self._words.holdings(known)
        sizes = HandCause | SizeCause
        main = None if step.fact is None else step.fact.cause
        for cause in (other for other in step.because if not isinstance(other, OwnCause)):
            if not isinstance(cause, sizes) and cause not in choices and cause != main:
                literals = self._stated_by(cause)
                if not literals or not used.issuperset(literals):
                    yield self._told_now(cause)
            elif extra := [literal for literal in self._stated_by(cause) if literal not in used]:
                yield f"{self._words.holdings(extra)}{self._reference(cause)}"
        for place in step.uses:
            if not used.issuperset(self._steps[place].conclusion):
                yield f"{self._words.conclusion(self._steps[place])} (step {place + 1})"

    def _put_together(self) -> str:
        """The last step of a claim: where its cards are, and which steps have shown it."""
        parts, left = [*self._own(), *self._causes()], dict.fromkeys(self._step.conclusion)
        for used in self._step.uses:
            shown = [literal for literal in self._steps[used].conclusion if literal in left]
            left = {literal: None for literal in left if literal not in shown}
            parts.append(f"{self._words.holdings(shown)} (step {used + 1})")
        return "; ".join(parts)

    def _at_once(self) -> str:
        """All that a step takes, in one sentence."""
        step, steps = self._step, self._steps
        parts = [*self._own(), *self._causes()]
        shown = {bound for used in step.uses for bound in steps[used].bounds} & {*step.addends}
        uses = [used for used in step.uses if shown.isdisjoint(steps[used].bounds)]
        if step.rule in ("all", "added") and uses:
            parts.append(f"step{'s' * (len(uses) > 1)} {listed([str(used + 1) for used in uses])}")
        else:
            parts += [f"{self._words.conclusion(steps[used])} (step {used + 1})" for used in uses]
        parts += self._counted()
        return "; ".join([*parts, f"so {self._conclusion()}"])

    # -- what a step takes ------------------------------------------------------------------------

    def _own(self) -> Iterator[str]:
        """What it uses of hands that the view knows."""
        known = [literal for literal, source in self._known.items() if isinstance(source, OwnCause)]
        if known:
            yield self._words.holdings(known)

    def _causes(self) -> Iterator[str]:
        """The other causes, each with what it simply says, or what a harder step needs of it."""
        for cause in self._step.because:
            if not isinstance(cause, OwnCause):
                yield self._told_now(cause)

    def _told_now(self, cause: Cause) -> str:
        """A cause, with what is used of it."""
        clauses = [clause for clause in self._step.used if clause.cause == cause]
        literals = dict.fromkeys(
            [clause.literals[0] for clause in clauses if len(clause.literals) == 1]
            + self._stated_by(cause)
        )
        parts = [self._stated(cause, [*literals])] if literals else []
        parts += [self._choice(clause) for clause in clauses if len(clause.literals) > 1]
        self._told.add(cause)
        told = self._words.cause(cause)
        return f"{told}, so {' and '.join(parts)}" if parts else told

    def _only_choice(self) -> Clause | None:
        """The clause that a step turns on, where all else that it takes narrows it down."""
        choices = [clause for clause in self._step.used if len(clause.literals) > 1]
        if len(choices) != 1 or self._entitling_ask(choices[0]) is None:
            return None
        sources = {self._known[literal] for literal in self._against(choices[0])}
        others = {*self._step.because, *self._step.uses} - {choices[0].cause}
        return choices[0] if others <= sources else None

    # -- counting ---------------------------------------------------------------------------------

    def _counted(self) -> Iterator[str]:
        """With steps that count half-suits: of how many cards how many are of which."""
        if self._step.rule == "counting":
            total, *addends = self._step.addends
            seen = self._bound_reference(total)
            whole = f"{'' if seen else 'so '}{self._words.numbers.total(total)}{seen}"
            shares = [*self._shares(addends)]
            yield f"{whole}, {listed(shares)} among them" if shares else whole

    def _shares(self, addends: Sequence[HowMany]) -> Iterator[str]:
        """How many are of each half-suit; those of which it is "at least one" in one breath."""
        numbers = self._words.numbers
        references = {bound: self._bound_reference(bound) for bound in addends}
        each = [
            bound
            for bound in addends
            if bound.least == 1 and len(bound.cards) > 1 and not references[bound]
        ]
        if len(each) < 2:
            each = []
        for bound in addends:
            if bound not in each:
                yield numbers.share(bound, named=not references[bound]) + references[bound]
        if each:
            yield numbers.one_each(each)

    def _bound_reference(self, bound: HowMany) -> str:
        """The earlier step that a bound comes from, in brackets."""
        used = next(
            (place for place in self._step.uses if bound in self._steps[place].bounds), None
        )
        return "" if used is None else f" (step {used + 1})"


def explanation_lines(explanation: Explanation, *, address: bool = True) -> list[str]:
    """An explanation, one sentence a line.

    Args:
        explanation: the explanation.
        address: whether the seat of a view is "you"; else it has its name.
    """
    return ExplanationWords.of(explanation, address=address).lines(explanation)
