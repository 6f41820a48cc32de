"""Explanations in plain English.

``Wording`` turns the data of ``tracker.explain`` into sentences that name players and events, such
as "at event 12 Doug asks Christina for the 3H and does not get it, so Doug holds one of 2H 4H 5H 6H
7H; you hold 2H 4H 6H 7H; so Doug holds the 5H". It returns plain text: names in it are printable,
but no markup is escaped.

The one who looks is "you" where the view is one seat's. A card that has not publicly moved was
dealt to whoever holds it now, so the present tense does for it; of others it is said who *was
dealt* them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.explain.conflict import Conflict, seen_at
from tracker.explain.explanation import Explanation
from tracker.explain.slips import Mend
from tracker.explain.steps.step import HowMany, Step
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Give,
    HandSize,
    Pass,
    Seat,
    Show,
)
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.transition import is_gift_after
from tracker.inference.hands import view_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SignalCause,
    SizeCause,
)
from tracker.knowledge.gather import said_by
from tracker.knowledge.views import view_seats
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.fact_words import NumberWords, alternatives, gist
from tracker.render.tables import listed


class Wording:
    """Says causes, steps and whole explanations of a record.

    Args:
        record: the game.
        view: whose explanation it is: ``public``, a seat, or seats joined by ``+``.
        at: the moment, as the number of events before it; none: the end.
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
        self._record = record
        seats = view_seats(record.table, view)
        self._you = seats[0] if len(seats) == 1 and address else None
        if state is None:
            state = replay_of(record).state(at)
        self._state = state
        self._numbers = NumberWords(record, state, self._who)

    # -- whole explanations -----------------------------------------------------------------------

    def lines(self, explanation: Explanation) -> list[str]:
        """An explanation, one sentence a line: the verdict, then the steps."""
        said = self.statement(explanation)
        match explanation.verdict:
            case "open":
                return [f"It is open whether {said}."]
            case "proven":
                head = f"It is proven: {said}."
            case _:
                head = f"It is refuted: it cannot be that {said}."
        short = self.gist(explanation)
        gists = [] if short is None else [short]
        return [head, *gists, *self.steps(explanation.steps), *self._seen(explanation)]

    def gist(self, explanation: Explanation) -> str | None:
        """What a long explanation rests on, as one sentence; none where it is short."""
        return gist(self._record, explanation.because, self._you)

    def _seen(self, explanation: Explanation) -> Iterable[str]:
        """Where everyone saw the cards go that need no cause."""
        located = self._state.located
        parts = [part for part in explanation.conclusion.parts if part.card in located]
        if explanation.verdict == "refuted":
            parts = [one for one in parts if (located[one.card] == one.seat) != one.holds]
        if parts:
            states = replay_of(self._record).states(self._state.at)
            events = {seen_at(states, part.card, self._state.at) for part in parts}
            told = "; ".join(self.cause(EventCause(number)) for number in sorted(events))
            cards = self._cards(part.card for part in parts)
            which = cards if len(parts) > 1 else f"the {cards}"
            verb = "go" if len(parts) > 1 else "goes"
            yield f"Everyone sees where {which} {verb}: {told}."

    def statement(self, explanation: Explanation) -> str:
        """The conclusion itself."""
        return self.holdings(explanation.conclusion.parts, now=True)

    def steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps, numbered where there are several."""
        said = [sentence(self.step(step, steps)) for step in steps]
        if len(said) < 2:
            return said
        return [f"{number}. {sentence}" for number, sentence in enumerate(said, start=1)]

    def step(self, step: Step, steps: Sequence[Step]) -> str:
        """One step of several."""
        if step.rule == "says":
            cause = step.because[0]
            said = self.conclusion(step)
            return said if isinstance(cause, OwnCause) else f"{self.cause(cause)}, so {said}"
        if (
            step.rule == "all"
            and not step.uses
            and all(isinstance(cause, OwnCause) for cause in step.because)
        ):
            return self.conclusion(step)
        parts = [*self._main(step), *self._own(step), *self._said(step)]
        counted = [*self._counted(step, steps)]
        shown = {bound for used in step.uses for bound in steps[used].bounds} & {*step.addends}
        uses = [used for used in step.uses if shown.isdisjoint(steps[used].bounds)]
        parts += [f"{self.conclusion(steps[used])} (step {used + 1})" for used in uses]
        return "; ".join([*parts, *counted, *self._left(step), f"so {self._outcome(step)}"])

    def _left(self, step: Step) -> Iterable[str]:
        """What is left of "holds one of these", where that alone speaks against a claim."""
        clauses = [clause for clause in step.used if len(clause.literals) > 1]
        if step.rule != "not-all" or len(clauses) != 1:
            return
        plain = [clause.literals[0] for clause in step.used if len(clause.literals) == 1]
        own = [self._own_literal(one) for one in step.because if isinstance(one, OwnCause)]
        known = {*plain, *own, *(literal for _, literal in step.said)}
        placed = {literal.card: literal.seat for literal in known if literal.holds}
        rest = tuple(
            one
            for one in clauses[0].literals
            if one._replace(holds=not one.holds) not in known
            and not (one.holds and placed.get(one.card, one.seat) != one.seat)
        )
        if rest != clauses[0].literals:
            yield f"so {self._one_of(Clause(rest, clauses[0].cause))}"

    def _counted(self, step: Step, steps: Sequence[Step]) -> Iterable[str]:
        """With steps that count half-suits: of how many cards how many are of which."""
        if step.rule == "counting":
            total, *addends = step.addends
            seen = self._reference(total, step, steps)
            said = f"{'' if seen else 'so '}{self._numbers.total(total)}{seen}"
            shares = [*self._shares(addends, step, steps)]
            yield f"{said}, {listed(shares)} among them" if shares else said

    def _shares(
        self, addends: Sequence[HowMany], step: Step, steps: Sequence[Step]
    ) -> Iterable[str]:
        """How many are of each half-suit; those of which it is "at least one" in one breath."""
        found = {one: self._reference(one, step, steps) for one in addends}
        each = [one for one in addends if one.least == 1 and len(one.cards) > 1 and not found[one]]
        if len(each) < 2:
            each = []
        yield from (self._numbers.share(one) + found[one] for one in addends if one not in each)
        if each:
            yield self._numbers.one_each(each)

    def _reference(self, bound: HowMany, step: Step, steps: Sequence[Step]) -> str:
        """The earlier step that a bound comes from, in brackets."""
        used = next((used for used in step.uses if bound in steps[used].bounds), None)
        return "" if used is None else f" (step {used + 1})"

    def conclusion(self, step: Step) -> str:
        """What a step concludes."""
        if step.rule != "not-all":
            placed = [self.holdings(step.conclusion)] if step.conclusion else []
            chosen = [self._one_of(clause) for clause in step.clauses]
            return " and ".join([*placed, *chosen, *map(self._numbers.bound, step.bounds)])
        against = (Literal(card, seat, not holds) for card, seat, holds in step.conclusion)
        return f"it cannot all be so that {self.holdings(against)}"

    # -- the parts of a step ----------------------------------------------------------------------

    def _main(self, step: Step) -> Iterable[str]:
        """The cause that a step turns on."""
        fact = step.fact
        if isinstance(fact, Clause):
            yield f"{self.cause(fact.cause)}, so {self._one_of(fact)}"
        elif fact is not None:
            yield self.cause(fact.cause)

    def _one_of(self, clause: Clause) -> str:
        """A clause in words; where it is about one seat, as ``Ann holds one of …``."""
        literals = clause.literals
        seats = {literal.seat for literal in literals}
        if len(seats) == 1 and all(literal.holds for literal in literals):
            seat, cards = seats.pop(), " ".join(literal.card for literal in literals)
            if len(literals) == 1:
                return self.holdings(literals)
            verb = self._verb(seat, any(self._has_moved(literal.card) for literal in literals))
            return f"{self._who(seat)} {verb} one of {cards}"
        return "one of these is true: " + ", ".join(self.holdings([one]) for one in literals)

    def _own(self, step: Step) -> Iterable[str]:
        """What the step uses of hands that the view knows."""
        own = [cause for cause in step.because if isinstance(cause, OwnCause)]
        said = dict(step.said)
        known = [said.get(cause) or self._own_literal(cause) for cause in own]
        if known:
            yield self.holdings(known)

    def _own_literal(self, cause: OwnCause) -> Literal:
        given = self._record.hand_of(cause.seat)
        if given is not None and (given.whole or cause.card in given.cards):
            return Literal(cause.card, cause.seat, cause.card in given.cards)
        (hand,) = view_of(self._record, (cause.seat,)).hands
        return Literal(cause.card, cause.seat, cause.card in hand.cards)

    def _said(self, step: Step) -> Iterable[str]:
        """The other causes, each with what it simply says, or what a harder step needs of it."""
        main = None if step.fact is None else step.fact.cause
        for cause in step.because:
            if isinstance(cause, OwnCause):
                continue
            literals = [literal for one, literal in step.said if one == cause]
            said = f"so {self.holdings(literals)}" if literals else ""
            if cause != main:
                told = f"{self.cause(cause)}{self._needed(step, cause)}"
                yield f"{told}, {said}" if said else told
            elif said:
                yield f"{said}, too"

    def _needed(self, step: Step, cause: Cause) -> str:
        """What a harder step needs of a cause."""
        clauses = [clause for clause in step.used if clause.cause == cause]
        plain = [clause.literals[0] for clause in clauses if len(clause.literals) == 1]
        said = [self.holdings(plain)] if plain else []
        said += [self._one_of(clause) for clause in clauses if len(clause.literals) > 1]
        return f", so {' and '.join(said)}" if said else ""

    def _outcome(self, step: Step) -> str:
        """What a step concludes, and for rules that need words, why."""
        said = self.conclusion(step)
        if step.rule == "only-seat":
            return f"{said}: nobody else can"
        if step.rule == "one-each":
            holders = sorted(
                {one.seat for clause in step.used for one in clause.literals},
                key=self._record.seats.index,
            )
            *first, last = map(self._who, holders)
            return f"{', '.join(first)} and {last} share these, one each: {said}"
        if step.rule == "hand" and step.fact is not None:
            hand = self._whose(step.conclusion[0].seat)
            full = not step.conclusion[0].holds
            filled = "is full" if full else "needs all that is left for it"
            return f"{hand} hand {filled}: {said}"
        if step.rule == "hands":
            seats = [
                cause.seat for cause in step.because if isinstance(cause, (HandCause, SizeCause))
            ]
            *first, last = map(self._who, seats)
            return f"the hands of {', '.join(first)} and {last} together leave no choice: {said}"
        return said

    # -- causes -----------------------------------------------------------------------------------

    def cause(self, cause: Cause) -> str:
        """A cause as a clause of a sentence."""
        match cause:
            case EventCause(number):
                said = self.event(self._record.events[number - 1])
                open_ = alternatives(said_by(replay_of(self._record).played(number)[-1]), self._who)
                return f"at event {number} {said}{self._no_gift(number)}{open_}"
            case SizeCause(seat):
                size = self._record.table.sizes[seat]
                return f"{self._who(seat)} {self._was(seat)} dealt {_cards(size)}"
            case HandCause(seat):
                return self._hand(seat)
            case OwnCause():
                return self.holdings([self._own_literal(cause)])
            case SignalCause(number, card, seat):
                said = self.holdings([Literal(card, seat, True)])
                return f"event {number} is assumed to signal that {said}"
            case HeaderCause(text):
                return f"the header says {printable(text)}"

    def _hand(self, seat: Seat) -> str:
        """How many cards a seat holds, and which of them everyone has seen go there."""
        size = self._state.sizes[seat]
        seen = [card for card, holder in self._state.located.items() if holder == seat]
        held = f"{self._who(seat)} {self._verb(seat, dealt=False)} {_cards(size or 0)}"
        if not seen:
            return held
        return f"{held}, {'the ' * (len(seen) == 1)}{self._cards(seen)} among them"

    def _cards(self, cards: Iterable[Card]) -> str:
        return " ".join(self._record.deck.in_order(set(cards)))

    def _no_gift(self, number: int) -> str:
        """What an event says of the ask before it by not being the gift of the card asked for."""
        ask = replay_of(self._record).state(number - 1).awaited
        if ask is None or is_gift_after(ask, self._record.events[number - 1]):
            return ""
        return f" ({self._does(ask.asker, 'give')} up no {ask.card} after asking for it)"

    def event(self, event: Event) -> str:
        """What happens, in the present tense, as all is told."""
        who, does = self._who, self._does
        match event:
            case Ask(asker=asker, target=target, card=card, answer=answer):
                result = {
                    "yes": f"{self._form(asker, 'get')} it",
                    "no": f"{self._form(asker, 'do')} not get it",
                    "surrender": f"{self._form(asker, 'have')} to give it up",
                }[answer]
                return f"{does(asker, 'ask')} {who(target)} for the {card} and {result}"
            case Claim(claimant=claimant, book=book, outcome=outcome):
                return f"{does(claimant, 'claim')} {book}: {outcome}{self._shown(event.shown)}"
            case Pass(passer=passer, receiver=receiver):
                return f"{does(passer, 'pass')} the turn to {who(receiver)}"
            case HandSize(seat=seat, size=size):
                return f"{does(seat, 'have')} {_cards(size)}"
            case Show(seat=seat, cards=cards):
                return f"{does(seat, 'show')} {self._cards(cards)}"
            case Give(giver=giver, receiver=receiver, card=card):
                return f"{does(giver, 'give')} {who(receiver)} the {card}"
            case Award(book=book, seat=None):
                return f"{book} is thrown in{self._shown(event.shown)}"
            case Award(book=book, seat=str(seat)):
                return f"{book} is awarded to {who(seat)}{self._shown(event.shown)}"
            case Challenge(challenger=challenger, book=book):
                return f"{does(challenger, 'challenge')} {book}"
            case Decline(seat=seat):
                return does(seat, "decline")
            case _:
                raise NotImplementedError(f"no words for {type(event).__name__}")

    def _shown(self, shown: tuple[tuple[Card, Seat], ...] | None) -> str:
        return "" if shown is None else " (all see the cards)"

    def _does(self, seat: Seat, verb: str) -> str:
        """A player and what they do."""
        return f"{self._who(seat)} {self._form(seat, verb)}"

    def _form(self, seat: Seat, verb: str) -> str:
        """A verb as it goes with a player: ``you pass``, ``Ann passes``."""
        if seat == self._you:
            return verb
        if verb == "have":
            return "has"
        return f"{verb}es" if verb.endswith(("s", "o")) else f"{verb}s"

    # -- contradictions ---------------------------------------------------------------------------

    def conflict(self, conflict: Conflict) -> str:
        """A conflict: statements that cannot all be true."""
        own = [self._own_literal(one) for one in conflict.because if isinstance(one, OwnCause)]
        others = [self.cause(one) for one in conflict.because if not isinstance(one, OwnCause)]
        said = "; ".join([*others, *([self.holdings(own)] if own else [])])
        if len(conflict.because) > 1:
            return sentence(f"these cannot all be true: {said}")
        seen = "; ".join(self.cause(EventCause(number)) for number in conflict.background)
        return sentence(f"it cannot be that {said}" + (f", for {seen}" if seen else ""))

    def mend(self, mend: Mend) -> str:
        """A suggested change to a record."""
        if isinstance(mend.new, Hand):
            cards = " ".join(mend.new.cards)
            return f"the hand of {printable(mend.new.seat)} is {cards}"
        if mend.new is None:
            return f"event {mend.event} is not part of the game"
        written = printable(format_event(mend.new, self._record))
        if mend.kind == "missing":
            return f"before event {mend.event}, this is missing: {written}"
        return f"event {mend.event} is: {written}"

    # -- who holds what ---------------------------------------------------------------------------

    def holdings(self, literals: Iterable[Literal], *, now: bool = False) -> str:
        """Who holds what and who does not.

        Args:
            literals: about the dealt hands;
            now: or about the hands now.
        """
        literals = tuple(dict.fromkeys(literals))
        groups: dict[tuple[Seat, bool, bool], list[Card]] = {}
        for card, seat, holds in literals:
            dealt = not now and self._has_moved(card)
            groups.setdefault((seat, holds, dealt), []).append(card)
        alike: dict[tuple[bool, bool, tuple[Card, ...]], list[Seat]] = {}
        for (seat, holds, dealt), held in groups.items():
            alike.setdefault((holds, dealt, self._record.deck.in_order(set(held))), []).append(seat)
        return " and ".join(
            self._holding(seats[0], holds, dealt, held)
            if len(seats) == 1
            else self._nobody(held, seats, dealt=dealt)
            for (holds, dealt, held), seats in alike.items()
        )

    def _nobody(self, cards: Sequence[Card], seats: Sequence[Seat], *, dealt: bool) -> str:
        """Cards that none of several seats holds, or was dealt."""
        verb = "was dealt" if dealt else "holds"
        *first, last = map(self._who, sorted(seats, key=self._record.seats.index))
        what = f"the {cards[0]}" if len(cards) == 1 else f"any of {' '.join(cards)}"
        return f"neither {', '.join(first)} nor {last} {verb} {what}"

    def _holding(self, seat: Seat, holds: bool, dealt: bool, cards: tuple[Card, ...]) -> str:
        """Which cards a seat holds or not, was dealt or not."""
        who, verb = self._who(seat), self._verb(seat, dealt)
        several = " ".join(cards)
        if holds:
            return f"{who} {verb} {several}" if len(cards) > 1 else f"{who} {verb} the {several}"
        if len(cards) > 1:
            return f"{who} {verb} none of {several}"
        if dealt:
            return f"{who} {verb} no {several}"
        return f"{who} {'do' if seat == self._you else 'does'} not hold the {several}"

    def _verb(self, seat: Seat, dealt: bool) -> str:
        """Holds a card, if it has not publicly moved; was dealt it, if it has."""
        if dealt:
            return f"{self._was(seat)} dealt"
        return "hold" if seat == self._you else "holds"

    def _has_moved(self, card: Card) -> bool:
        return card in self._state.located or not self._state.is_open(card)

    def _was(self, seat: Seat) -> str:
        return "were" if seat == self._you else "was"

    def _who(self, seat: Seat) -> str:
        return "you" if seat == self._you else printable(seat)

    def _whose(self, seat: Seat) -> str:
        return "your" if seat == self._you else f"{printable(seat)}’s"


def sentence(text: str) -> str:
    """A text with a capital at its beginning and a full stop at its end."""
    return text[0].upper() + text[1:] + "."


def _cards(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"
