"""Whole explanations in plain English: the verdict, then the steps.

A sentence leaves nothing to find out. It names every cause that its step uses, every alternative
that the step rules out, and why: because everyone has seen the card elsewhere, because of an event,
a hand that the view knows, or an earlier step.

Example: "At event 47 Piotr asks Rosa for the QS and gets it, so Piotr has another of the high
spades. Not the JS: Rosa has it (event 45). Not the KS: Sven holds it (step 1). Not the AS: at event
19 Ann asks Piotr for it and does not get it. So Piotr holds the 9S."

What is so at the moment of an event is in the present tense of that event ("has another"). A card
that has not publicly moved was dealt to whoever holds it now: "holds" is said of it at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from tracker.explain.conflict import seen_at
from tracker.explain.explanation import Explanation, HowMany, Step, opposite
from tracker.explain.steps.half_suit_bounds import Source
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
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
from tracker.render.fact_words import NumberWords, gist
from tracker.render.phrases import listed
from tracker.render.wording import Wording, sentence


class ExplanationWords(Wording):
    """Says whole explanations of a record.

    Args:
        record: the game.
        view: whose explanation it is: ``public``, a seat, or seats joined by ``+``.
        at: the moment, as the number of events before it; None: the end.
        address: whether the seat of a view is "you"; else it has its name.
        state: the public state then, where it is at hand.
    """

    def __init__(
        self,
        record: Record,
        view: str = "public",
        at: int | None = None,
        *,
        address: bool = True,
        state: State | None = None,
    ) -> None:
        super().__init__(record, view, at, address=address, state=state)
        self.numbers = NumberWords(record, self.state, self.who)

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
        if {*explanation.conclusion.parts} <= {*map(self.own_literal, _own(explanation.because))}:
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

    def conclusion(self, step: Step) -> str:
        """What a step concludes."""
        if step.rule != "not-all":
            placed = [self.holdings(step.conclusion)] if step.conclusion else []
            chosen = [self.one_of(clause) for clause in step.clauses]
            return " and ".join([*placed, *chosen, *map(self.numbers.bound, step.bounds)])
        return f"it cannot all be so that {self.holdings(map(opposite, step.conclusion))}"

    def one_of(self, clause: Clause) -> str:
        """A clause: where it is about one seat, as ``Ann holds one of …``."""
        literals = clause.literals
        seats = {literal.seat for literal in literals}
        if (
            len(literals) > 1
            and len(seats) == 1
            and len({literal.holds for literal in literals}) == 1
        ):
            seat, cards = literals[0].seat, " ".join(literal.card for literal in literals)
            dealt = any(self.has_moved(literal.card) for literal in literals)
            if literals[0].holds:
                return f"{self.who(seat)} {self.verb(seat, dealt)} one of {cards}"
            lacks = f"{self.who(seat)} {self.verb(seat, dealt)} not all of {cards}"
            return lacks if dealt else f"{self.does(seat, 'do')} not hold all of {cards}"
        if len(literals) == 1:
            return self.holdings(literals)
        return "one of these is true: " + ", ".join(
            self.holdings([literal]) for literal in literals
        )


def _own(causes: Iterable[Cause]) -> Iterator[OwnCause]:
    return (cause for cause in causes if isinstance(cause, OwnCause))


@dataclass(frozen=True)
class _Seen:
    """A card that everyone has seen with a seat, since an event."""

    card: Card
    seat: Seat
    event: int


class _StepWords:
    """Says one step.

    Args:
        words: the words for its parts.
        step: the step.
        steps: all the steps of the explanation.
    """

    def __init__(self, words: ExplanationWords, step: Step, steps: Sequence[Step]) -> None:
        self._words = words
        self._step = step
        self._steps = steps
        self._told: set[Cause] = set()
        """The causes that have been told in full."""
        self._known: dict[Literal, Source] = {literal: cause for cause, literal in step.stated}
        """What is known when the step is taken, and from where."""
        for clause in step.used:
            if len(clause.literals) == 1:
                self._known.setdefault(clause.literals[0], clause.cause)
        for cause in _own(step.because):
            self._known.setdefault(words.own_literal(cause), cause)
        for used in step.uses:
            if steps[used].rule != "not-all":
                self._known |= dict.fromkeys(steps[used].conclusion, used)

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
        bounds = self._step.bounds
        if self._step.rule == "not-all" or not bounds:
            return self._words.conclusion(self._step)
        numbers = self._words.numbers
        placed = self._step.conclusion
        parts = [self._words.holdings(placed)] if placed else []
        parts += [self._words.one_of(clause) for clause in self._step.clauses]
        return " and ".join([*parts, *(numbers.bound(bound, named=True) for bound in bounds)])

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
        literals = [literal for used in step.uses for literal in self._steps[used].conclusion]
        counted_too = {literal.card for literal in (*self._known, *literals) if literal.holds}
        for clause in sorted(step.used, key=lambda clause: step.because.index(clause.cause)):
            seat = clause.literals[0].seat
            others = {
                literal.card for other in step.used if other != clause for literal in other.literals
            }
            seen = {card for card, holder in self._words.state.located.items() if holder == seat}
            yield from self._narrowed(clause, among=counted_too | others | seen)
        used = {literal for clause in step.used for literal in self._against(clause)}
        own = [*_own(step.because)]
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

    def _stated_by(self, cause: Cause) -> list[Literal]:
        return [literal for stating, literal in self._step.stated if stating == cause]

    def _stated(self, cause: Cause, literals: Sequence[Literal]) -> str:
        """What a cause simply says; where only one card was left, which ones were not."""
        plain = [
            literal for literal in literals if not self._seen_before(Clause((literal,), cause))
        ]
        choices = [Clause((literal,), cause) for literal in literals if literal not in plain]
        parts = [self._words.holdings(plain)] if plain else []
        return " and ".join([*parts, *map(self._choice, choices)])

    def _only_choice(self) -> Clause | None:
        """The clause that a step turns on, where all else that it takes narrows it down."""
        choices = [clause for clause in self._step.used if len(clause.literals) > 1]
        if len(choices) != 1 or self._entitling_ask(choices[0]) is None:
            return None
        sources = {self._known[literal] for literal in self._against(choices[0])}
        others = {*self._step.because, *self._step.uses} - {choices[0].cause}
        return choices[0] if others <= sources else None

    # -- one of several alternatives --------------------------------------------------------------

    def _narrowed(
        self, clause: Clause, *, lists_rest: bool = False, among: Set[Card] | None = None
    ) -> Iterator[str]:
        """A clause, then each alternative that is ruled out, and why.

        Args:
            clause: the clause.
            lists_rest: whether to list what is left of it.
            among: only of these cards it matters whether everyone had seen them; None: of all.
        """
        seen, against = self._seen_before(clause), self._against(clause)
        seen = [place for place in seen if among is None or place.card in among]
        ask = self._entitling_ask(clause)
        head = f"{self._words.cause(clause.cause)}, so"
        if clause.cause in self._told and isinstance(clause.cause, EventCause):
            head = f"by event {clause.cause.number} as well,"
        self._told.add(clause.cause)
        if ask is None:
            yield f"{head} {self._choice(clause)}"
            for literal in against:
                yield f"{self._words.holdings([literal])}{self._reference(self._known[literal])}"
            return
        rest = " ".join(literal.card for literal in self._left(clause))
        ruled_out = bool(seen or against)
        listing = f": one of {rest}" if lists_rest and not ruled_out else ""
        yield f"{head} {self._another(ask, clause)}{listing}"
        for group in _by_seat(seen):
            where, when = self._seen_elsewhere(group)
            yield f"not {where} ({when})"
        for source, literals in self._by_source(against):
            yield f"not {self._ruled_out(source, literals)}"
        if lists_rest and ruled_out:
            yield f"that leaves {self._words.who(clause.literals[0].seat)} one of {rest}"

    def _choice(self, clause: Clause) -> str:
        """A clause in the middle of a sentence; in brackets, the cards that are left out of it."""
        groups = _by_seat(self._seen_before(clause))
        left_out = "; ".join(f"not {', '.join(self._seen_elsewhere(group))}" for group in groups)
        brackets = f" ({left_out})" if left_out else ""
        ask = self._entitling_ask(clause)
        if ask is None:
            return f"{self._words.one_of(clause)}{brackets}"
        cards = " ".join(literal.card for literal in clause.literals)
        which = f", the {cards}" if len(clause.literals) == 1 else f": one of {cards}"
        return f"{self._another(ask, clause)}{which}{brackets}"

    def _another(self, ask: Ask, clause: Clause) -> str:
        """What an ask says of its asker's hand: another card of the half-suit is in it."""
        book = self._words.record.deck.book_of[ask.card]
        which = "one" if any(literal.card == ask.card for literal in clause.literals) else "another"
        return f"{self._words.does(ask.asker, 'have')} {which} of the {book.name}"

    def _entitling_ask(self, clause: Clause) -> Ask | None:
        """The ask that a clause is about, where it says that the asker holds one of some cards."""
        if not isinstance(clause.cause, EventCause) or not all(
            literal.holds for literal in clause.literals
        ):
            return None
        number, (card, seat, _) = clause.cause.number, clause.literals[0]
        record, book_of = self._words.record, self._words.record.deck.book_of
        for event in (record.events[number - 1], replay_of(record).state(number - 1).awaited):
            if isinstance(event, Ask) and event.asker == seat == clause.literals[-1].seat:
                gives_up = event.answer == "surrender" and card == event.card
                if book_of[event.card] is book_of[card] and not gives_up:
                    return event
        return None

    def _seen_before(self, clause: Clause) -> list[_Seen]:
        """The cards that a clause leaves out, as everyone had seen where they were."""
        if not isinstance(clause.cause, EventCause):
            return []
        number, named = clause.cause.number, {literal.card for literal in clause.literals}
        states = replay_of(self._words.record).states(number - 1)
        located = states[-1].located
        return [
            _Seen(card, located[card], seen_at(states, card, number - 1))
            for card in self._cards_about(number, clause)
            if card not in named and card in located
        ]

    def _cards_about(self, number: int, clause: Clause) -> Iterable[Card]:
        """All the cards that a statement was about when it was made; nothing where it has one."""
        record, literal = self._words.record, clause.literals[0]
        event, book = record.events[number - 1], record.deck.book_of[literal.card]
        ask = self._entitling_ask(clause)
        if ask is not None:
            return (card for card in book.cards if card != ask.card)
        match event:
            case Ask(asker=literal.seat) if not literal.holds and literal.card != event.card:
                return book.cards  # the rule must-claim: not all of them
            case Claim(outcome="split") if (literal.card, literal.seat) in event.holdings:
                return () if literal.holds else book.cards
            case Claim(outcome="opponents") if len(clause.literals) > 1:
                return book.cards
            case _:
                return ()

    def _seen_elsewhere(self, cards: Sequence[_Seen]) -> tuple[str, str]:
        """That one seat has some cards for all to see, and the events that showed it."""
        seat, several = cards[0].seat, len(cards) > 1
        events = sorted({place.event for place in cards})
        numbers = f"event{'s' if len(events) > 1 else ''} {listed([*map(str, events)])}"
        has = self._words.does(seat, "have")
        return f"{self._those(place.card for place in cards)}: {has} {_it(several)}", numbers

    def _ruled_out(self, source: Source, literals: Sequence[Literal]) -> str:
        """Cards that a choice loses by what a source says, and what that is."""
        words, cards = self._words, [literal.card for literal in literals]
        those, them = self._those(cards), _it(len(literals) > 1)
        holder = literals[0]
        if isinstance(source, EventCause):
            if source in self._told:
                return f"{those} (event {source.number})"
            self._told.add(source)
            event = words.record.events[source.number - 1]
            if isinstance(event, Ask) and cards == [event.card]:
                has = f", so {words.who(holder.seat)} had it" if holder.holds else ""
                return f"{those}: {words.cause(source, event.card)}{has}"
            return f"{those}: {words.cause(source)}, so {self._stated(source, literals)}"
        if not holder.holds:
            reference = self._reference(source)
            return f"{those}{reference}" if reference else f"{those}: {words.holdings(literals)}"
        verb = words.verb(holder.seat, any(map(words.has_moved, cards)))
        return f"{those}: {words.who(holder.seat)} {verb} {them}{self._reference(source)}"

    def _reference(self, source: Source) -> str:
        """Where something comes from, in brackets; nothing for a hand that the view knows."""
        if isinstance(source, int):
            return f" (step {source + 1})"
        if isinstance(source, OwnCause):
            return ""
        return f" ({self._words.cause(source)})"

    def _those(self, cards: Iterable[Card]) -> str:
        """Cards as the subject of "not": ``the 9S`` or ``9S 10S``."""
        names = self._words.cards(cards)
        return names if " " in names else f"the {names}"

    def _refutation(self, literal: Literal) -> Literal | None:
        """What is known that rules an alternative out; None where nothing does."""
        if opposite(literal) in self._known:
            return opposite(literal)
        card, seat, holds = literal
        return next(
            (
                known
                for known in self._known
                if holds and known.holds and known.card == card and known.seat != seat
            ),
            None,
        )

    def _against(self, clause: Clause) -> list[Literal]:
        """What is known that rules out alternatives of a clause."""
        reasons = map(self._refutation, clause.literals)
        return list(dict.fromkeys(reason for reason in reasons if reason is not None))

    def _left(self, clause: Clause) -> tuple[Literal, ...]:
        """The alternatives of a clause that are not ruled out."""
        return tuple(literal for literal in clause.literals if self._refutation(literal) is None)

    def _by_source(self, literals: Iterable[Literal]) -> list[tuple[Source, list[Literal]]]:
        """Literals that come from one source and say the same of a seat, together."""
        groups: dict[tuple[Source, Seat, bool], list[Literal]] = {}
        for literal in literals:
            source = self._known[literal]
            # Own cards are causes each, and one hand to look at.
            shared = OwnCause("", source.seat) if isinstance(source, OwnCause) else source
            groups.setdefault((shared, literal.seat, literal.holds), []).append(literal)
        return [(source, group) for (source, _, _), group in groups.items()]

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


def _by_seat(seen: Iterable[_Seen]) -> list[list[_Seen]]:
    """Cards that were seen, by the seat that has them."""
    groups: dict[Seat, list[_Seen]] = {}
    for place in seen:
        groups.setdefault(place.seat, []).append(place)
    return [*groups.values()]


def _it(several: bool) -> str:
    return "them" if several else "it"


def explanation_lines(explanation: Explanation, *, address: bool = True) -> list[str]:
    """An explanation, one sentence a line.

    Args:
        explanation: the explanation.
        address: whether the seat of a view is "you"; else it has its name.
    """
    words = ExplanationWords(explanation.record, explanation.view, explanation.at, address=address)
    return words.lines(explanation)
