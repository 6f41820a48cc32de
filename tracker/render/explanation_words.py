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

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from tracker.explain.conflict import seen_at
from tracker.explain.explanation import Consequences, Explanation, Step, opposite
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Clause,
    Count,
    EventCause,
    HandCause,
    Literal,
    OwnCause,
    SignalCause,
    SizeCause,
)
from tracker.render.clause_words import own_causes
from tracker.render.count_words import CountWords, of_them
from tracker.render.fact_words import gist
from tracker.render.phrases import by_number, capital, either, listed
from tracker.render.wording import Wording, sentence

MOST_LISTED: Final = 16
"""So many cards of which not everyone knows who holds them are named, where all of them count."""


RULE_OF_GIFTS: Final = (
    "by the rules of this game, whoever asks for a card that they hold must at once hand it to the "
    "player asked"
)


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
            if [*seats] == ["your"]:
                head = sentence(statement)  # nobody proves to themselves what they see
            return [head, sentence(f"{' and '.join(seats)} own hand shows it")]
        if hand := self._in_a_known_hand(explanation):
            return [head, hand]
        idea = self.gist(explanation)
        ideas = [] if idea is None else [idea]
        return [head, *ideas, *self._proof(explanation)]

    def _in_a_known_hand(self, explanation: Explanation) -> str:
        """That a known hand has the card asked about; nothing where that is not all."""
        step, *others = explanation.steps or (None,)
        if step is None or others or step.rule != "says" or len(explanation.conclusion.parts) > 1:
            return ""
        (card, seat, holds), part = step.conclusion[0], explanation.conclusion.parts[0]
        if not isinstance(step.because[0], OwnCause) or not holds or (card, seat) == part[:2]:
            return ""
        itself = " yourself" * (seat == self._you)
        has = f"{self.who(seat)} {self.verb(seat, dealt=False)} it{itself}"
        return sentence(f"{has}: {self.whose(seat)} own hand shows it")

    def _proof(self, explanation: Explanation) -> list[str]:
        """What everyone sees, then the steps, a line each; the last line says what was asked."""
        steps = explanation.steps
        texts = self.by_step(explanation)
        if steps and steps[-1].rule == "all" and len(steps[-1].uses) == steps[-1].size == 1:
            *_, end = texts.pop()  # all else in it only names the step before
            texts[-1].append(end)
        lines = [" ".join(text) for text in texts]
        seen = [*self._seen(explanation)]
        if not lines:
            return [" ".join([*seen, self._end(explanation)])] if seen else []
        return [*seen, *_numbered(lines)]

    def by_step(self, explanation: Explanation) -> list[list[str]]:
        """The sentences of each step; the last one says what was asked."""
        texts = [self.sentences(step, explanation.steps) for step in explanation.steps]
        if texts and (end := self._end(explanation)):
            texts[-1].append(end)
        return texts

    def moves_named(self, explanation: Explanation) -> str:
        """What comes before the number of facts: that sentences also name moves that all saw.

        Nothing where all the events that they name are facts, and they lean on nothing that
        everyone knows.
        """
        text = " ".join(self.lines(explanation))
        named = " ".join(re.findall(r"\bevents? (\d+(?:(?:, | and | to )\d+)*)", text))
        facts = {
            str(cause.number)
            for cause in explanation.because
            if isinstance(cause, EventCause | SignalCause)
        }
        leans = {*re.findall(r"\d+", named)} - facts or re.search(r"\b[Ee]veryone\b", text)
        return "besides where everyone saw cards go, " if leans else ""

    def _end(self, explanation: Explanation) -> str:
        """What was asked, as the last sentence; nothing where the last step concludes just that."""
        is_so, last = explanation.verdict != "refuted", explanation.steps[-1:]
        part, *others = explanation.conclusion.parts
        if others and is_so:
            return f"So all the {explanation.conclusion.book or 'cards'} lie as asked."
        if others:
            return "" if last and last[0].rule == "not-all" else self._not_as_asked(explanation)
        answer = part if is_so else opposite(part)
        if last and answer in last[0].conclusion:
            return ""
        return sentence(f"so {self.holdings([answer], now=True)}")

    def _not_as_asked(self, explanation: Explanation) -> str:
        """That a claim is wrong, and in what, where that is known."""
        last = [part for step in explanation.steps[-1:] for part in step.conclusion]
        places = {card: seat for card, seat, holds in last if holds} | dict(self.state.located)
        parts = explanation.conclusion.parts
        wrong = [part for part in parts if places.get(part.card, part.seat) != part.seat]
        so = f"{self.holdings(map(opposite, wrong), now=True)}: " * bool(wrong)
        return f"So {so}it cannot all be as asked."

    def gist(self, explanation: Explanation) -> str | None:
        """The idea of a long explanation, as one sentence; None where it is short."""
        return gist(self.record, self.state, explanation.because, self.who)

    def _seen(self, explanation: Explanation) -> Iterable[str]:
        """Where everyone saw the cards go that need no cause."""
        located = self.state.located
        parts = [part for part in explanation.conclusion.parts if part.card in located]
        if explanation.verdict == "refuted":
            parts = [part for part in parts if (located[part.card] == part.seat) != part.holds]
        if parts:
            states = replay_of(self.record).states(self.state.at)
            seen = {part.card: seen_at(states, part.card, self.state.at) for part in parts}
            if len({*seen.values()}) == 1:
                which = f"{self.cards(seen)} go" if len(seen) > 1 else f"the {parts[0].card} goes"
                move = self.cause(EventCause(seen[parts[0].card]))
                yield f"Everyone sees where {which}: {move}."
                return
            holders: dict[Seat, list[Card]] = {}
            for card in self.record.deck.in_order({*seen}):
                holders.setdefault(located[card], []).append(card)
            moves = (self._moves(seat, cards, seen) for seat, cards in holders.items())
            yield f"Everyone sees where these go: {'; '.join(moves)}."

    def _moves(self, seat: Seat, cards: Sequence[Card], seen: Mapping[Card, int]) -> str:
        """Which cards went to a player, and when."""
        events = [seen[card] for card in cards]  # in the order of the cards
        events = events if len({*events}) > 1 else events[:1]
        what = " ".join(cards) if len(cards) > 1 else f"the {cards[0]}"
        return f"{what} to {self.who(seat)} ({by_number('event', events)})"

    def statement(self, explanation: Explanation) -> str:
        """The conclusion itself."""
        return self.holdings(explanation.conclusion.parts, now=True)

    def steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps, numbered where there are several."""
        return _numbered([sentence(self.step(step, steps)) for step in steps])

    def step(self, step: Step, steps: Sequence[Step]) -> str:
        """One step of several: a sentence or more, without the last full stop."""
        return " ".join(self.sentences(step, steps))[:-1]

    def sentences(self, step: Step, steps: Sequence[Step]) -> list[str]:
        """The sentences of one step of several."""
        texts = map(capital, _StepWords(self, step, steps).texts())
        return [text if text.endswith("?") else f"{text}." for text in texts]


class _StepWords(CountWords):
    """Says one step."""

    def texts(self) -> Iterator[str]:
        """The sentences, without full stops; before the first that needs it, the rule of gifts."""
        before = self._steps[: self._number]
        others = (_StepWords(self._words, step, self._steps) for step in before)
        if self.takes_no_gift() and not any(step.takes_no_gift() for step in others):
            yield RULE_OF_GIFTS
        yield from self._by_its_rule()

    def _by_its_rule(self) -> Iterator[str]:
        """The sentences of the step itself."""
        step = self._step
        match step.rule:
            case "says":
                yield from self._says()
            case "one-of" if isinstance(step.fact, Clause):
                yield from self._one_of(step.fact)
            case "only-seat":
                yield from self._only_seat(step.conclusion[0])
            case "one-each":
                yield from self._one_each()
            case "hand" if isinstance(step.fact, Count):
                yield from self._hand(step.fact)
            case "hands":
                yield from self._hands()
            case "sum" | "bound" | "added" | "counting" | "within":
                yield from self._in_numbers()
            case "all" if step is self._steps[-1] and not step.bounds and not step.clauses:
                yield from self._put_together()
            case "not-all" if (clause := self._only_choice()) is not None:
                yield from self._narrowed(clause, lists_rest=True)
                yield self._so(self._conclusion())
            case _:
                yield from self._at_once()

    def _conclusion(self) -> str:
        return self._words.conclusion(self._step)

    # -- the rules --------------------------------------------------------------------------------

    def _says(self) -> Iterator[str]:
        """A cause states the conclusion."""
        cause, conclusion = self._step.because[0], self._step.conclusion
        if isinstance(cause, OwnCause):
            yield f"{self._words.whose(cause.seat)} own hand shows that {self._conclusion()}"
        elif any(self._is_the_last_one(literal, cause) for literal in conclusion):
            yield from self._one_of(Clause((conclusion[0],), cause))
        else:
            happens = self._happening(cause)
            if self._withheld(conclusion[0], cause):
                happens = self._not_given(conclusion[0], cause)
            if not self._needs_rest():
                yield f"{happens}, so {self._conclusion()}"
                return
            yield happens
            several = len({literal.card for literal in conclusion}) > 1
            subject = "none of these cards has" if several else "the card has not"
            yield self._so(self._conclusion(), f"{subject} moved since")

    def _one_of(self, clause: Clause) -> Iterator[str]:
        """All of some cards are ruled out but one."""
        yield from self._narrowed(clause)
        literal = self._step.conclusion[0]
        still = ", which has not moved since" if self._needs_rest() else ""
        yield f"so {self._conclusion()}{still if not self._words.has_moved(literal.card) else ''}"

    def _only_seat(self, place: Literal) -> Iterator[str]:
        """Nobody else can hold a card."""
        words, card = self._words, place.card
        yield f"who {'was dealt' if words.has_moved(card) else 'holds'} the {card}?"
        step, own = self._step, [literal for literal in self._own() if literal.card == card]
        if own:
            names = either([words.who(literal.seat) for literal in own])
            hands = f" (own hand{'s' * (len(own) > 1)})"
            yield f"not {names}{'' if names == 'you' else hands}"
        for cause in step.because:
            stated = [] if isinstance(cause, OwnCause) else self._said_by(cause)
            if any(literal.card != card or literal.holds for literal in stated):
                yield from self._stated(cause, stated)
            elif stated:
                names = either([words.who(literal.seat) for literal in stated])
                gift = self._not_given(stated[0], cause, card)
                yield f"not {names}: {gift or self._happening(cause, card)}"
        shown = [(used, literal) for used in step.uses for literal in self._steps[used].conclusion]
        if shown := [(used, literal) for used, literal in shown if literal.card == card]:
            names = either([words.who(literal.seat) for _, literal in shown])
            places = list(dict.fromkeys(used + 1 for used, _ in shown))
            yield f"not {names} ({by_number('step', places)})"
        yield self._so(f"{self._conclusion()}: nobody else can", "the card has not moved since")

    def _one_each(self) -> Iterator[str]:
        """So many seats need one each of so many cards."""
        rest: dict[Card, None] = {}
        for clause in self._step.used:
            yield from self._narrowed(clause, lists_rest=True)
            rest |= dict.fromkeys(literal.card for literal in self._left(clause))
        seats = self._words.record.seats
        holders = {literal.seat for clause in self._step.used for literal in self._left(clause)}
        names = listed([self._words.who(seat) for seat in sorted(holders, key=seats.index)])
        yield f"{names} share {self._words.cards(rest)}, one each"
        yield self._so(self._conclusion())

    def _hand(self, size: Count) -> Iterator[str]:
        """A hand is full, or needs all that is left for it."""
        words, step = self._words, self._step
        head, conclusion = words.cause(size.cause), self._conclusion()
        full = not step.conclusion[0].holds
        if full and len(step.because) + len(step.uses) == 1:
            yield f"{head}, so {conclusion}"
            return
        yield head
        if not full:
            yield from self._not_everyone_knows()
        yield from self._shown()
        hand = f"{words.whose(size.seat)} hand"
        if not full:
            yield from self._all_that_is_left([size.seat])
            yield self._so(conclusion)
        elif size.cause == HandCause(size.seat):
            number = words.state.sizes[size.seat] or 0
            if number == 1:
                yield f"that is the one card in {hand}"
                yield self._so(conclusion, f"it has not left {hand} since")
                return
            yield self._sum_of_hand(size.seat, number)
            left = "neither" if number == 2 else "none of them"
            yield self._so(conclusion, f"{left} has left {hand} since")
        else:
            yield f"that fills {hand}"
            yield self._so(conclusion)

    def _sum_of_hand(self, seat: Seat, number: int) -> str:
        """That what has been told of a hand is all of it: the sum, where it is one."""
        hand, located = f"{self._words.whose(seat)} hand", self._words.state.located
        known = [*located.values()].count(seat)
        choices = [clause for clause in self._step.used if self._is_choice(clause)]
        held = [
            literal
            for literal in self._known
            if literal.holds and literal.seat == seat and literal.card not in located
        ]
        numbers = [*filter(None, [known]), *[1] * (len(choices) + len(held))]
        if number > 2 and sum(numbers) == number and (known or choices):
            return f"{' + '.join(map(str, numbers))} = {number}: that is all of {hand}"
        return f"that makes {'both' if number == 2 else f'all {number}'} cards of {hand}"

    def _hands(self) -> Iterator[str]:
        """Some hands together are full, or need all that is left for them."""
        words, step = self._words, self._step
        sized = [cause for cause in step.because if isinstance(cause, HandCause | SizeCause)]
        seats = [cause.seat for cause in sized]
        full = {literal.seat for literal in step.conclusion} <= {*seats}
        yield from map(self._size_or_cause, sized)
        self._told.update(sized)
        if not full:
            yield from self._not_everyone_knows()
        yield from self._shown(lists_rest=not full)
        if not seats:  # events told the sizes: they have been named
            yield "these hands together leave no other way"
        elif not full:
            yield from self._all_that_is_left(seats)
        else:
            names = listed([words.who(seat) for seat in seats])
            yield f"that fills the hands of {names}"
        yield self._so(self._conclusion())

    def _not_everyone_knows(self) -> Iterator[str]:
        """The cards of which not everyone knows who holds them, where they are few."""
        state = self._words.state
        cards = [card for card in state.cards if card not in state.located]
        if len(cards) <= MOST_LISTED:
            yield f"everyone knows where every card is except {self._words.cards(cards)}"

    def _all_that_is_left(self, seats: Sequence[Seat]) -> Iterator[str]:
        """That some hands need all the cards that may still be in them."""
        words = self._words
        names = listed([words.who(seat) for seat in seats])
        if not all(HandCause(seat) in self._step.because for seat in seats):
            yield f"that leaves {names} no more cards than needed"
            return
        number = sum(map(self._number_of_others, seats))
        known = any(place in seats for place in words.state.located.values())
        places = f"{'one' if number == 1 else number} {'other ' * known}place{'s' * (number > 1)}"
        whose = f"{words.whose(seats[0])} hand" if len(seats) == 1 else f"the hands of {names}"
        unknown = [card for card in words.state.cards if card not in words.state.located]
        left = [card for card in unknown if not self._is_elsewhere(card, seats)]
        takers = self._takers(left, seats)
        if takers and len(left) - sum(takers.values()) == number and len(left) <= MOST_LISTED:
            which = f"that leaves {words.cards(left)}"
            if left == unknown:  # nobody needs the same list again
                which = f"there are {len(left)} cards that not everyone knows"
            yield f"{which}, and {of_them(takers)}"
            sum_ = f"{len(left)} − {len(left) - number} = {number}"
            yield f"{sum_}: just enough for the {places} in {whose}, so all the others are there"
            return
        cards = f"{number} cards" if number > 1 else "one card"
        if len(left) == number <= MOST_LISTED:
            cards = words.cards(left) if number > 1 else f"the {left[0]}"
        yield f"that leaves only {cards} for the {places} in {whose}"

    def _put_together(self) -> Iterator[str]:
        """The last step of a claim: where its cards are, and which steps have shown it."""
        if own := [*self._own()]:
            yield self._words.holdings(own)
        for cause in self._step.because:
            if not isinstance(cause, OwnCause):
                yield from self._stated(cause, self._said_by(cause))
        yield from self._shown_before(self._step.uses, frozenset())
        if self._needs_rest():
            yield self._rest()

    def _at_once(self) -> Iterator[str]:
        """All that a step takes, one thing after the other."""
        yield from self._shown()
        if self._step.rule == "not-all":
            yield from self._too_many()
        if self._step.rule != "all":
            yield self._so(self._conclusion())
        elif self._needs_rest():  # it puts together what has just been named
            rest = self._rest()
            yield f"{rest}, so this is still so" if rest.endswith("since") else rest

    def _too_many(self) -> Iterator[str]:
        """That a hand has no room for all the cards in question, where that is a sum."""
        words, located, conclusion = self._words, self._words.state.located, self._step.conclusion
        unknown = {card for card in words.state.cards if card not in located}
        for seat in [cause.seat for cause in self._step.because if isinstance(cause, HandCause)]:
            theirs = {part.card for part in conclusion if part.seat == seat and not part.holds}
            asked = theirs & unknown
            known = [*located.values()].count(seat)
            choices = self._takers(unknown - asked, ()).get(words.who(seat), 0)
            numbers = [*filter(None, [known]), *[1] * choices, len(asked)]
            if asked and len(numbers) > 1 and sum(numbers) > (words.state.sizes[seat] or 0):
                cards = words.cards(asked) if len(asked) > 1 else f"the {words.cards(asked)}"
                sum_ = f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
                yield f"with {cards} that would be {sum_} cards in {words.whose(seat)} hand"

    def _only_choice(self) -> Clause | None:
        """The clause that a step turns on, where all else that it takes narrows it down."""
        choices = [clause for clause in self._step.used if len(clause.literals) > 1]
        if len(choices) != 1 or self._entitling_ask(choices[0]) is None:
            return None
        sources = {self._known[literal] for literal in self._against(choices[0])}
        others = {*self._step.because, *self._step.uses} - {choices[0].cause}
        return choices[0] if others <= sources else None


def _numbered(texts: list[str]) -> list[str]:
    """Texts with numbers, where there are several."""
    if len(texts) < 2:
        return texts
    return [f"{number}. {text}" for number, text in enumerate(texts, start=1)]


def explanation_lines(explanation: Explanation, *, address: bool = True) -> list[str]:
    """An explanation, one sentence a line.

    Args:
        explanation: the explanation.
        address: whether the seat of a view is "you"; else it has its name.
    """
    return ExplanationWords.of(explanation, address=address).lines(explanation)
