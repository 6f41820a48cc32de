"""Proofs in plain English: one grammar for every step.

A step is told from its data: what each source says, with what rules its alternatives out in
brackets behind them; whom cards are not with, and why; that the cards have never moved; then the
sum, where hands are counted; then the conclusion::

    SOURCE, so FACT: not CARD (REASON) or CARD (REASON). CARD is not with PLAYER (REASON).
    SUM. So CONCLUSION.

A source is a cause or an earlier step, and has one form; so have a fact and a reason. What all can
see (where cards went, who has how many) is background, and a card that has publicly moved "was
dealt" to whoever had it first. To the seat of a view its own cards are known: a choice is told
without them, whether the proof leans on it or not.

A ``Sentence`` has its words, with the events and players in it marked, and the cells of the board
it is about. Nothing reads the words back.

Example: "At event 47 Piotr asked Rosa for the QS and got it, so Piotr holds another of the high
spades: not the JS (Rosa had it from event 45 on) or the KS (Sven’s, by step 1). 9S KS have never
moved. So Piotr holds the 9S."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from itertools import chain, combinations, repeat
from types import UnionType
from typing import Final, TypeAlias

from tracker.explain.conflict import Conflict, seen_at
from tracker.explain.explanation import (
    SUPPOSED,
    Consequences,
    Explanation,
    Given,
    HowMany,
    Source,
    Statement,
    Step,
    at_once,
    content,
    literals_of,
    opposite,
)
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat, UnsureAsk
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.hands import stated_hands, view_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    GapCause,
    HandCause,
    HeaderCause,
    Literal,
    OwnCause,
    SizeCause,
)
from tracker.knowledge.views import view_seats
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.phrases import by_number, either, listed

LONG: Final = 6
"""An explanation with more causes than this begins with its idea."""
MOST_SEEN: Final = 3
"""So many of the events that made something impossible for all to see are told, the last ones."""
_BEGIN, _END = "\ue000", "\ue001"
"""They mark an event (``e12``) or a player (``sAnn``); names and notation have no such signs."""
_MARK: Final = re.compile(f"{_BEGIN}([es])([^{_END}]*){_END}")
_VERDICT: Final = {
    "proven": "It is proven: {}.",
    "refuted": "It is refuted: it cannot be that {}.",
    "open": "It is open whether {}.",
}


Phrase: TypeAlias = tuple[str, str, str]
"""Who does what: ``Ann``, ``holds``, ``one of 2C 3C``; or all of it in the first place."""


@dataclass(frozen=True)
class Sentence:
    """A sentence of a proof, and what it is about."""

    marked: str
    cells: tuple[tuple[Card, Seat], ...] = ()
    """The places that its facts name."""
    hands: tuple[Seat, ...] = ()
    """The seats whose hands it counts."""

    def __str__(self) -> str:
        return unmarked(self.marked)

    @property
    def parts(self) -> list[str | int | list[str]]:
        """Text, the numbers of events, and names of players (each in a list), in order."""
        pieces = _MARK.split(self.marked)
        parts: list[str | int | list[str]] = [pieces[0]]
        for kind, value, text in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True):
            parts += [int(value) if kind == "e" else [value], text]
        return [part for part in parts if part != ""]


def unmarked(text: str) -> str:
    """Words without their marks."""
    return _MARK.sub(r"\2", text)


def sentence(text: str) -> str:
    """A text with a capital at its beginning and a full stop at its end."""
    return text[0].upper() + text[1:] + "."


class ProofWords:
    """Tells explanations and conflicts of a record.

    Args:
        record: the game.
        view: whose explanation it is: ``public``, a seat, or seats joined by ``+``.
        at: the moment, as the number of events before it; None: the end.
        address: whether the seat of a view is "you"; else it has its name.
        numbers: what each event is called; none: as it is numbered in the record.
    """

    def __init__(
        self,
        record: Record,
        view: str = "public",
        at: int | None = None,
        *,
        address: bool = True,
        numbers: Sequence[int] = (),
    ) -> None:
        self.record = record
        self._numbers = numbers
        self.state = replay_of(record).state(at)
        viewers = view_seats(record.table, view)
        self._you = viewers[0] if len(viewers) == 1 and address else None
        self._of_deal = False
        """Whether dealt hands are counted: then who was dealt a card is told, not who holds it."""
        self._own: frozenset[Card] = frozenset()
        """The cards dealt to the seat that is told."""
        if self._you is not None:
            (hand,) = view_of(record, viewers).hands
            self._own = frozenset(hand.cards)

    @classmethod
    def of(cls, answer: Explanation | Consequences, *, address: bool = True) -> ProofWords:
        """The words for an explanation, in its view at its moment."""
        return cls(answer.record, answer.view, answer.at, address=address).of_proof(answer.steps)

    def of_proof(self, steps: Iterable[Step]) -> ProofWords:
        """These words for the steps of one proof: where dealt hands are counted, all was dealt."""
        words = copy(self)
        words._of_deal = any(isinstance(each, SizeCause) for step in steps for each in step.because)
        return words

    # -- whole explanations -----------------------------------------------------------------------

    def lines(self, explanation: Explanation) -> list[str]:
        """An explanation, one line for the verdict, one for each step."""
        head = _VERDICT[explanation.verdict].format(self.statement(explanation))
        if explanation.verdict == "open":
            return [head, *map(unmarked, self._why_open(explanation))]
        texts = [" ".join(map(str, part)) for part in self.by_step(explanation)]
        idea, seen = self.gist(explanation), list(map(unmarked, self._seen(explanation)))
        return [head, *([idea] if idea else []), *seen, *_numbered(texts)]

    def statement(self, explanation: Explanation) -> str:
        """The conclusion itself."""
        return unmarked(self.literals(explanation.conclusion.parts, now=True))

    def gist(self, explanation: Explanation) -> str | None:
        """The idea of a long explanation that counts, as a sentence; None where there is none."""
        hands = dict.fromkeys(
            seat for step in explanation.steps for each in step.sum[:1] for seat in each.seats
        )
        if len(explanation.because) <= LONG or not hands:
            return None
        return unmarked(f"The idea: count {listed([*map(self._whose, hands)])} cards.")

    def by_step(self, explanation: Explanation) -> list[list[Sentence]]:
        """The sentences of each step; the last one says what was asked."""
        words, last = self.of_proof(explanation.steps), len(explanation.steps) - 1
        return [
            words.sentences(step, self._answer(explanation) if place == last else "")
            for place, step in enumerate(explanation.steps)
        ]

    def steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps, numbered where there are several."""
        words = self.of_proof(steps)
        return _numbered([" ".join(map(str, words.sentences(step))) for step in steps])

    def counted_off(self, causes: Sequence[Cause]) -> str:
        """How many facts causes are, and which: ``2 facts: event 4 and Bob’s hand size``."""
        numbers = [each.number for each in causes if isinstance(each, EventCause | GapCause)]
        names = dict.fromkeys(
            f"{self._whose(each.seat)} hand size"
            if isinstance(each, HandCause | SizeCause)
            else self.cause(each)
            for each in causes
            if not isinstance(each, EventCause | GapCause | OwnCause)
        )
        shown = [
            f"{self._whose(seat)} own hand ({self.cards(fact.card for fact in facts)})"
            for seat, facts in self._own_hands(causes).items()
        ]
        which = listed([*[by_number("event", numbers)] * bool(numbers), *shown, *names])
        return unmarked(f"{counted(len(causes), 'fact')}: {which}" if len(causes) > 1 else which)

    def conflict(self, conflict: Conflict) -> str:
        """A conflict: statements that cannot all be true."""
        stated = [self.cause(each) for each in conflict.because if not isinstance(each, OwnCause)]
        stated += [
            f"{self._whose(seat)} own hand: {self.literals(facts)}"
            for seat, facts in self._own_hands(conflict.because).items()
        ]
        seen = [self.cause(EventCause(number)) for number in conflict.background[-MOST_SEEN:]]
        if (earlier := len(conflict.background) - len(seen)) > 0:
            seen.insert(0, f"{counted(earlier, 'event')} that brought the cards there")
        before = f" Before that: {'; '.join(seen)}." if seen else ""
        these = "This cannot be" if len(stated) == 1 else "These cannot all be true"
        return unmarked(f"{these}: {'; '.join(stated)}.{before}")

    def _own_hands(self, causes: Iterable[Cause]) -> dict[Seat, list[Literal]]:
        """What own hands among causes show, by seat."""
        shown: dict[Seat, list[Literal]] = {}
        for cause in causes:
            if isinstance(cause, OwnCause):
                shown.setdefault(cause.seat, []).append(self._own_literal(cause))
        return shown

    def _own_literal(self, cause: OwnCause) -> Literal:
        """What a hand that the view knows says of a card.

        Of a record that contradicts itself no more is known than what is stated.
        """
        stated = (
            hand
            for hand in stated_hands(self.record)
            if hand.seat == cause.seat and (hand.whole or cause.card in (*hand.cards, *hand.lacks))
        )
        hand = next(stated, None) or view_of(self.record, (cause.seat,)).hands[0]
        return Literal(cause.card, cause.seat, cause.card in hand.cards)

    def _seen(self, explanation: Explanation) -> Iterator[str]:
        """Where all saw the cards go that are asked about and need no cause."""
        located = self.state.located
        parts = [part for part in explanation.conclusion.parts if part.card in located]
        if explanation.verdict == "refuted":
            parts = [part for part in parts if (located[part.card] == part.seat) != part.holds]
        states = replay_of(self.record).states(self.state.at)
        moves = [self._has_since(states, part.card) for part in parts]
        if moves:
            yield f"All saw it: {'; '.join(moves)}."

    def _answer(self, explanation: Explanation) -> str:
        """What was asked; nothing where the last step concludes just that."""
        part, *others = explanation.conclusion.parts
        proven = explanation.verdict == "proven"
        if others:
            end = f"all the {explanation.conclusion.book or 'cards'} lie as asked"
            return end if proven else f"not {end}"
        answer = part if proven else opposite(part)
        is_said = answer in explanation.steps[-1].conclusion
        return "" if is_said else self.literals([answer], now=True)

    def _why_open(self, explanation: Explanation) -> Iterator[str]:
        """Who else may have a card, and what leaves that open, in one sentence."""
        held = explanation.otherwise
        if held is None:
            return
        too = " too" if any(part.holds for part in explanation.conclusion.parts) else ""
        why = "nothing rules it out"
        if explanation.unsaid is not None:
            book = self.record.deck.book_of[held.card].name
            ask = self._event(explanation.unsaid)
            why = f"{ask} was in {book}, and nothing says with which card"
        yield sentence(f"{self.who(held.seat)}{too} may have the {held.card}: {why}")

    # -- steps ------------------------------------------------------------------------------------

    def sentences(self, step: Step, also: str = "") -> list[Sentence]:
        """The sentences of a step of the proof that these words are for (``of_proof``).

        Args:
            step: the step.
            also: what is to be said besides its conclusion, of a claim or of another card.
        """
        return list(self._sentences(step, also))

    def _sentences(self, step: Step, also: str) -> Iterator[Sentence]:
        """Hands; what each source says; whom cards are not with; the sum; the conclusion."""
        known = self._known(step)
        crossed = {against for each in step.given for _, against in self._crossed(each, known)}
        by_cause = {card for (card, _, _), source in known.items() if not isinstance(source, int)}
        told: dict[object, list[Given]] = {}
        lacked: dict[Card, list[Literal]] = {}
        for each in sorted(step.given, key=lambda given: not _is_hand(given)):
            fact, source = each.literal, each.source
            if fact in crossed and not self._is_choice(each):
                continue
            if fact and not fact.holds and fact.card in by_cause and not _is_told(step):
                lacked.setdefault(fact.card, []).append(fact)
            elif isinstance(source, int):
                told.setdefault("steps", []).append(each)
            else:
                told.setdefault((at_once(source), fact and fact.holds), []).append(each)
        for given in told.values():
            yield self._told(given, known, step)
        for card, facts in lacked.items():
            yield Sentence(self._lacked(card, facts, known, step), _cells(facts))
        for text in (self._unmoved(step, known), self._together(step, known)):
            if text:
                yield Sentence(text)
        if step.sum:
            yield from map(Sentence, self._sum(step, known))
        said = {left for each in step.given if (left := self._left(each, known))[1:]}
        new = [each for each in step.concludes if not _is_said(step) and content(each) not in said]
        new = [each for each in new if not (also and _is_open(each))]
        if new or also:
            text = listed([self.statements(new)] * bool(new) + [also] * bool(also))
            yield Sentence(f"So {text}.", _cells(step.conclusion))

    def _known(self, step: Step) -> dict[Literal, Source]:
        """What a step takes of single cards, and what is left where but one card is."""
        known = {each.literal: each.source for each in step.given if each.literal}
        for each in step.given:
            left = self._left(each, known)
            if len(left) == 1 and not {left[0], opposite(left[0])}.intersection(known):
                known[left[0]] = each.source
        return known

    def _crossed(self, given: Given, known: Iterable[Literal]) -> Iterator[tuple[Literal, Literal]]:
        """The literals of a choice of cards that are false, each with what makes it so."""
        if isinstance(given.says, Clause) and len({each.card for each in given.says.literals}) > 1:
            for literal in given.says.literals:
                against = (each for each in known if _excludes(each, literal))
                fact = next(against, None) or self._own_against(literal)
                if fact:
                    yield literal, fact

    def _own_against(self, literal: Literal) -> Literal | None:
        """What the reader’s own hand shows, where that makes a literal false."""
        own = Literal(literal.card, self._you or "", literal.card in self._own)
        return own if self._you and _excludes(own, literal) else None

    def _left(self, given: Given, known: Iterable[Literal]) -> tuple[Literal, ...]:
        """What is left of a choice of cards; nothing where it is about one card, or a number."""
        crossed = {literal for literal, _ in self._crossed(given, known)}
        literals = given.says.literals if isinstance(given.says, Clause) else ()
        is_choice = len({each.card for each in literals}) > 1
        return tuple(each for each in literals if is_choice and each not in crossed)

    def _asked(self, source: Source) -> Ask | None:
        """The ask that is a source, where its card is known and the answer was yes or no."""
        event = self.record.events[source.number - 1] if isinstance(source, EventCause) else None
        if not isinstance(event, Ask) or isinstance(event, UnsureAsk):
            return None
        return None if event.answer == "surrender" else event

    def _is_choice(self, given: Given) -> bool:
        """Whether a statement leaves a choice, or left one of cards that all saw elsewhere."""
        asked, fact = self._asked(given.source), given.literal
        if fact is None:
            return isinstance(given.says, Clause)
        return asked is not None and fact.holds and fact.card != asked.card

    # -- what a step takes ------------------------------------------------------------------------

    def _told(
        self, given: Sequence[Given], known: Mapping[Literal, Source], step: Step
    ) -> Sentence:
        """What a cause says, or all that earlier steps say; behind it, what is crossed off."""
        source = given[0].source
        cells = tuple(dict.fromkeys(cell for each in given for cell in _cells_of(each.says)))
        if _is_hand(given[0]) and isinstance(source, HandCause | SizeCause):
            return Sentence(sentence(self.cause(source)), (), (source.seat,))
        facts = literals_of(each.says for each in given)
        is_plain = len(facts) == len(given) and not any(map(self._is_choice, given))
        if is_plain and not isinstance(source, int):
            alike = [[each.card for each in facts if each[1:] == fact[1:]] for fact in facts]
            texts = map(self._reason, repeat(source), facts, alike)
            return Sentence(sentence(listed([*dict.fromkeys(texts)])), cells)
        phrases: list[Phrase] = []
        says: list[Statement] = []
        for each in given:
            is_choice = self._is_choice(each)
            left = self._left(each, known) or literals_of([each.says] * is_choice)
            if len(left) == 1 and left[0] in step.conclusion and not _is_said(step):
                phrases.append(self._unnamed(left[0], source))
            else:
                says.append(Clause(left, SUPPOSED) if left else each.says)
        phrases += self._phrases(says)
        steps = {each.source + 1 for each in given if isinstance(each.source, int)}
        head = f"by {by_number('step', sorted(steps))} "
        head = head if isinstance(source, int) else self._happening(source)
        crossed: dict[str, list[Card]] = {}
        for card, why in (pair for each in given for pair in self._crossed_off(each, known)):
            crossed.setdefault(why, []).append(card)
        out = [f"{self._the(cards)} ({why})" for why, cards in crossed.items()]
        end = f": not {either(out)}" if out else ""
        return Sentence(sentence(head + _joined(phrases) + end), cells)

    def _happening(self, source: Cause) -> str:
        """A cause before what it says."""
        asked = self._asked(source)
        if not isinstance(source, EventCause):
            return f"{self.cause(source)}: "
        if asked is None:
            return f"at {self._event(source.number)} {self._written(source.number)}, so "
        end = "got it" if asked.answer == "yes" else "did not get it"
        return (
            f"at {self._event(source.number)} {self.who(asked.asker)} asked "
            f"{self.who(asked.target)} for the {asked.card} and {end}, so "
        )

    def _unnamed(self, held: Literal, source: Source) -> Phrase:
        """That a seat holds a card of a half-suit, where the conclusion says which."""
        book, asked = self.record.deck.book_of[held.card], self._asked(source)
        which = "another" if asked and asked.card in book.cards else "one"
        return (
            self.who(held.seat),
            self._verb([held.seat], [held.card]),
            f"{which} of the {book.name}",
        )

    def _crossed_off(
        self, given: Given, known: Mapping[Literal, Source]
    ) -> Iterator[tuple[Card, str]]:
        """The cards that a statement does not speak of after all, and why."""
        seen = dict(self._seen_then(given))
        for card, holder in seen.items():
            it = "it" if [*seen.values()].count(holder) == 1 else "them"
            yield card, f"{self.who(holder)} had {it} then"
        crossed = [*self._crossed(given, known)]
        for literal, against in crossed:
            source = known.get(against, OwnCause(against.card, against.seat))
            alike = [fact for _, fact in crossed if fact.seat == against.seat]
            it = "it" if [known.get(fact) for fact in alike].count(source) < 2 else "them"
            if source != given.source or isinstance(source, EventCause):  # else it has said so
                yield literal.card, self._reason(source, against, it=it)

    def _has_since(self, states: Sequence[State], card: Card) -> str:
        """Who publicly has a card in the last of some states, and since when."""
        holder = states[-1].located[card]
        since = self._event(seen_at(states, card, len(states) - 1))
        return f"{self.who(holder)} {self._has(holder)} the {card} since {since}"

    def _seen_then(self, given: Given) -> Iterator[tuple[Card, Seat]]:
        """The cards that an ask was not made with, as all saw them elsewhere then; with whom."""
        source, asked = given.source, self._asked(given.source)
        if not isinstance(source, EventCause) or asked is None or not self._is_choice(given):
            return
        cells = _cells_of(given.says)
        located = replay_of(self.record).state(source.number - 1).located
        named = {asked.card, *(card for card, _ in cells)}
        if {seat for _, seat in cells} == {asked.asker}:
            for card in self.record.deck.book_of[asked.card].cards:
                if card not in named and card in located:
                    yield card, located[card]

    def _lacked(
        self,
        card: Card,
        facts: Iterable[Literal],
        known: Mapping[Literal, Source],
        step: Step,
    ) -> str:
        """Whom a card is not with, and why; and with whom it is, if that is not concluded.

        That a card is not in an own hand needs no reason.
        """
        seats: dict[str, list[Seat]] = {}
        for fact in facts:
            is_own = isinstance(known[fact], OwnCause)
            why = "" if is_own else self._reason(known[fact], fact)
            seats.setdefault(why, []).append(fact.seat)
        dealt = self._was_dealt(card)
        out = [
            f"{'to' if dealt else 'with'} {either([*map(self.who, of)])}" + f" ({why})" * bool(why)
            for why, of in seats.items()
        ]
        left = self._seats_left(card, known)
        shares = (*step.sum[:1], *_numbers(step, int))
        counted_seats = {seat for share in shares for seat in share.seats}
        is_news = card not in {each.card for each in step.conclusion} and (
            len(left) == 1 or counted_seats.issuperset(left)
        )
        end = f": that leaves {either([*map(self.who, left)])}" * is_news
        return sentence(f"the {card} {'was not dealt' if dealt else 'is not'} {either(out)}{end}")

    def _seats_left(self, card: Card, known: Iterable[Literal]) -> list[Seat]:
        """The seats that may have a card, by what is known."""
        facts = [fact for fact in known if fact.card == card]
        places = (Literal(card, seat, True) for seat in self.record.seats)
        return [each.seat for each in places if not any(_excludes(fact, each) for fact in facts)]

    # -- what it comes to -------------------------------------------------------------------------

    def _together(self, step: Step, known: Mapping[Literal, Source]) -> str:
        """That the shares of several hands come to all of some cards, where they do."""
        shares: list[tuple[tuple[Seat, ...], int, tuple[Card, ...]]] = []
        for given in step.given:
            left = self._left(given, known)
            if left and {each[1:] for each in left} == {(left[0].seat, True)}:
                shares.append(((left[0].seat,), 1, tuple(each.card for each in left)))
            elif isinstance(given.says, HowMany) and not step.sum:
                shares.append((given.says.seats, given.says.least, self._open(given.says, known)))
        for number in range(len(shares), 1, -1):
            for some in combinations(shares, number):
                seats, numbers, cards = zip(*some, strict=True)
                every = {*chain(*cards)}
                is_all = sum(numbers) == len(every)
                if is_all and len([*chain(*seats)]) == len({*chain(*seats)}):
                    total = f"{' + '.join(map(str, numbers))} = {sum(numbers)}"
                    return f"{total}: that is all of {self.cards(every)}."
        return ""

    def _unmoved(self, step: Step, known: Mapping[Literal, Source]) -> str:
        """That the cards that causes speak of have never moved, or had not before."""
        told = [each for each in step.given if not isinstance(each.source, int | OwnCause)]
        about = {cell[0] for each in told if not _is_hand(each) for cell in _cells_of(each.says)}
        elsewhere = {
            fact.card
            for fact, source in known.items()
            if fact.holds and not isinstance(source, int)
            if not self._is_choice(Given(source, Clause((fact,), SUPPOSED)))
        }
        shown = {fact.card for fact, source in known.items() if isinstance(source, EventCause)}
        still = about - elsewhere - (self._own - shown)
        moved = {card for card in still if self._has_moved(card)}
        stayed = still - moved
        texts = [f"{self._the(moved)} had not moved before"] if moved else []
        if stayed:
            texts.append(f"{self._the(stayed)} {'has' if len(stayed) == 1 else 'have'} never moved")
        return sentence(listed(texts)) if texts else ""

    def _sum(self, step: Step, known: Mapping[Literal, Source]) -> Iterator[str]:
        """What other half-suits take of the hands that are counted, and what is left."""
        first, *rest = step.sum
        here = tuple(card for card in first.cards if all(card not in each.cards for each in rest))
        is_upper = first.least > 0
        numbers = [each.most if is_upper else each.least for each in rest]
        if not is_upper and not step.bounds:
            lefts = [self._seats_left(card, known) for card in here]
            numbers.append(sum({*first.seats}.issuperset(seats) for seats in lefts))
        start = first.least if is_upper else first.most
        sizes = [hand.most for hand in _numbers(step, HandCause | SizeCause)]
        parts = [part.least for part in _numbers(step, EventCause)]
        if sum(sizes) - sum(parts) != start:
            sizes, parts = [start], []
        taken = [number for number in (*parts, *numbers) if number]
        total, number = " + ".join(map(str, sizes)), start - sum(numbers)
        total = " − ".join([total, *map(str, taken)])
        leaves = f"That leaves {f'{total} = ' * (total != str(number))}{counted(number, 'card')}"
        if is_upper and any(map(_is_hand, step.given)):
            free = self._open(HowMany(first.seats, here, 0, 0), known)
            yield self._outside(step, here, known)
            yield f"{leaves}{': ' if number == len(free) else ' of '}{self._the(free)}."
        elif taken and not is_upper:
            yield f"{leaves}."

    def _outside(self, step: Step, here: Iterable[Card], known: Mapping[Literal, Source]) -> str:
        """What the hands that are counted can hold of other half-suits."""
        first, *rest = step.sum
        shares = [replace(each, cards=self._open(each, known)) for each in rest if each.most]
        named = [card for each in shares if each.most >= len(each.cards) for card in each.cards]
        what = [f"only {self._the(named)}"] * bool(named)
        what += [self.share(each) for each in shares if each.most < len(each.cards)]
        books = listed([*dict.fromkeys(self.record.deck.book_of[card].name for card in here)])
        can = "have been dealt" if self._of_deal else "hold"
        which = "" if self._of_deal else " of the cards that are not known to all"
        text = f"{self.who(*first.seats)} can {can} {listed(what) or 'none'}{which}"
        return sentence(f"outside the {books} {text}")

    def _open(self, share: HowMany, known: Iterable[Literal]) -> tuple[Card, ...]:
        """The cards of a number that its seats may have, by what is known and the own hand."""
        return tuple(
            card
            for card in self._not_own(share)
            if not {*share.seats}.isdisjoint(self._seats_left(card, known))
        )

    # -- sources ----------------------------------------------------------------------------------

    def cause(self, cause: Cause) -> str:
        """A cause as a source is first named."""
        match cause:
            case EventCause(number):
                return f"{self._event(number)} ({self._written(number)})"
            case GapCause(number):
                return f"{self.cause(EventCause(number))}, in whatever way it is filled"
            case HandCause(seat):
                return self._hand(seat)
            case SizeCause(seat):
                dealt = self._form([seat], "hold", dealt=True)
                return f"{self.who(seat)} {dealt} {counted(self.record.table.sizes[seat], 'card')}"
            case OwnCause(_, seat):
                return f"{self._whose(seat)} own hand"
            case HeaderCause(text):
                return f"the header ({printable(text)})"

    def _written(self, number: int) -> str:
        """An event as it is written down."""
        return printable(format_event(self.record.events[number - 1], self.record))

    def _hand(self, seat: Seat) -> str:
        """How many cards a seat holds, and how many of them not all know."""
        size = self.state.sizes[seat] or 0
        seen = [card for card, holder in self.state.located.items() if holder == seat]
        left = size - len(seen)
        who, holds = self.who(seat), self._form([seat], "hold", dealt=False)
        if not size:
            return f"{who} {self._has(seat)} no cards left"
        if not left:
            return f"{who} {holds} only {self._the(seen)}, as all know"
        if not seen:
            return f"{who} {holds} {counted(size, 'card')}"
        return (
            f"{who} {holds} {counted(size, 'card')}, {self._the(seen)} known to all: "
            f"{size} − {len(seen)} = {counted(left, 'other')}"
        )

    def _reason(
        self, source: Source, fact: Literal, cards: Sequence[Card] = (), it: str = "it"
    ) -> str:
        """What shows that a seat was, or was not, dealt a card.

        Args:
            source: a cause, or an earlier step.
            fact: what it shows.
            cards: the cards, where they are to be named; else
            it: what stands for them.
        """
        it = self._the(cards) if cards else it
        who, asked = self.who(fact.seat), self._asked(source)
        if isinstance(source, OwnCause):
            in_hand = f"{'not ' * (not fact.holds)}in {self._whose(fact.seat)} own hand"
            then = " then" if fact.holds and self._has_moved(fact.card) else ""
            if not cards:
                return in_hand + then
            were, have = ("was", "has") if len(cards) == 1 else ("were", "have")
            stayed = not fact.holds and not any(map(self._has_moved, cards))
            return f"{it} {were} {in_hand}" + f" and {have} never moved" * stayed
        if isinstance(source, int):
            step = f"step {source + 1}"
            return f"{self._theirs(fact.seat)}, by {step}" if fact.holds else step
        if not isinstance(source, EventCause):
            return self.cause(source)
        when, before = self._event(source.number), self._asked(EventCause(source.number - 1))
        if fact.holds and self._is_choice(Given(source, Clause((fact,), SUPPOSED))):
            return f"{self._theirs(fact.seat)}, by {when}"
        if fact.holds:
            return f"{who} still had {it} at {when}"
        if asked and asked.card == fact.card:
            so = "in vain" if asked.answer == "no" else "and got it"
            return f"{self.who(asked.asker)} asked {self.who(asked.target)} for {it} {so} at {when}"
        if before and (before.card, before.asker) == fact[:2]:  # ruling 7
            asked_at = self._event(source.number - 1)
            return f"{who} asked for {it} at {asked_at} and would have handed {it} over at {when}"
        return f"{when}: {self._written(source.number)}"

    def _event(self, number: int) -> str:
        """The number of an event, marked."""
        shown = self._numbers[number - 1] if self._numbers else number
        return f"event {_BEGIN}e{shown}{_END}"

    # -- facts ------------------------------------------------------------------------------------

    def statements(self, statements: Iterable[Statement]) -> str:
        """What is so: literals, choices and numbers."""
        return _joined(self._phrases(statements))

    def literals(self, literals: Iterable[Literal], *, now: bool = False) -> str:
        """Who holds what and who does not.

        Args:
            literals: about the dealt hands;
            now: or about the hands now.
        """
        return _joined(self._placed(literals, now=now))

    def _phrases(self, statements: Iterable[Statement]) -> Iterator[Phrase]:
        """What is so, in phrases."""
        plain: list[Literal] = []
        others: list[Phrase] = []
        for says in statements:
            if isinstance(says, Clause) and len(says.literals) > 1:
                others.append(self._chosen(says))
            elif isinstance(says, Clause):
                plain += says.literals
            elif says.most:
                verb = self._verb(says.seats, says.cards)
                others.append((self.who(*says.seats), verb, self.share(says)))
            else:
                cards = self._not_own(says)
                plain += [Literal(card, seat, False) for seat in says.seats for card in cards]
        yield from self._placed(plain)
        yield from others

    def _placed(self, literals: Iterable[Literal], *, now: bool = False) -> Iterator[Phrase]:
        """Who holds or lacks, and what."""
        groups: dict[tuple[bool, bool, Seat], list[Card]] = {}
        for card, seat, holds in literals:
            dealt = not now and self._was_dealt(card)
            groups.setdefault((holds, dealt, seat), []).append(card)
        alike: dict[tuple[bool, bool, str], list[Seat]] = {}
        for (holds, dealt, seat), cards in groups.items():
            alike.setdefault((holds, dealt, self._the(cards)), []).append(seat)
        for (holds, dealt, what), seats in alike.items():
            yield self.who(*seats), self._form(seats, "hold" if holds else "lack", dealt), what

    def _chosen(self, clause: Clause) -> Phrase:
        """Who holds, or lacks, one of what; or all of it at once.

        No choice names a card that the reader has otherwise.
        """
        literals = [each for each in clause.literals if not self._own_against(each)]
        cards, seats = {each.card for each in literals}, [*dict.fromkeys(x.seat for x in literals)]
        holds = literals[0].holds
        is_plain = len({each.holds for each in literals}) == 1 and (holds or len(seats) == 1)
        if is_plain and len(literals) == len(cards) * len(seats):
            verb = self._verb(seats[:1], cards, "hold" if holds else "lack")
            what = f"one of {self.cards(cards)}" if len(cards) > 1 else self._the(cards)
            who = either([*map(self.who, seats)])
            return (who, verb, what) if len(seats) == 1 else (f"{who} {verb} {what}", "", "")
        return " or ".join(self.literals([each]) for each in literals), "", ""

    def share(self, bound: HowMany) -> str:
        """A number of cards of a half-suit: ``at most 2 of 2H 3H 4H``."""
        cards = self._not_own(bound)
        least, most = bound.least, min(bound.most, len(cards))
        if least == most == len(cards):
            return self._the(cards)
        number = f"{least} to {most}" if least else f"at most {most}"
        if least == most:
            number = str(most)
        elif most == len(cards):
            number = f"at least {least}"
        own = self.cards({*bound.cards}.difference(cards))
        return f"{number} of {self.cards(cards)}" + f" (not your own {own})" * bool(own)

    def _not_own(self, bound: HowMany) -> tuple[Card, ...]:
        """The cards that a number is about, but those that the reader holds and it does not count.

        Where the reader holds them all, they are all named.
        """
        if self._you in bound.seats:
            return bound.cards
        return tuple(card for card in bound.cards if card not in self._own) or bound.cards

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in deck order."""
        return " ".join(self.record.deck.in_order({*cards}))

    def _the(self, cards: Collection[Card]) -> str:
        """Cards in a sentence: one has an article."""
        return f"{'the ' * (len({*cards}) == 1)}{self.cards(cards)}"

    def who(self, *seats: Seat) -> str:
        """Names of players in a sentence."""
        in_order = sorted(seats, key=self.record.seats.index)
        return listed(
            [
                "you" if seat == self._you else f"{_BEGIN}s{printable(seat)}{_END}"
                for seat in in_order
            ]
        )

    def _whose(self, seat: Seat) -> str:
        return "your" if seat == self._you else f"{self.who(seat)}’s"

    def _has(self, seat: Seat) -> str:
        return "have" if seat == self._you else "has"

    def _theirs(self, seat: Seat) -> str:
        return "yours" if seat == self._you else self._whose(seat)

    def _has_moved(self, card: Card) -> bool:
        """Whether a card has publicly moved, or is out of play."""
        return card in self.state.located or not self.state.is_open(card)

    def _was_dealt(self, *cards: Card) -> bool:
        """Whether it is told who was dealt cards, not who holds them."""
        return self._of_deal or any(map(self._has_moved, cards))

    def _verb(self, seats: Sequence[Seat], cards: Iterable[Card], verb: str = "hold") -> str:
        return self._form(seats, verb, self._was_dealt(*cards))

    def _form(self, seats: Sequence[Seat], verb: str, dealt: bool) -> str:
        """A verb as it goes with some players: holds a card, or was dealt it, if it has moved."""
        several = len(seats) > 1 or self._you in seats
        if dealt:
            return f"{'were' if several else 'was'} {'not ' * (verb == 'lack')}dealt"
        return verb if several else f"{verb}s"


def _excludes(fact: Literal, other: Literal) -> bool:
    """Whether what is so of a card makes something else that is said of it false."""
    is_false = opposite(fact) == other
    return is_false or (fact.card == other.card and fact.holds and other.holds and fact != other)


def _is_told(step: Step) -> bool:
    """Whether a step concludes nothing but what it takes."""
    return {*map(content, step.concludes)} <= {content(each.says) for each in step.given}


def _is_said(step: Step) -> bool:
    """Whether what a step takes says all that it concludes in the same words."""
    is_event = isinstance(step.given[0].source, EventCause | HandCause | SizeCause)
    return _is_told(step) and (step.size > 1 or not is_event)


def _is_open(says: Statement) -> bool:
    """Whether a statement leaves a choice."""
    return isinstance(says, Clause) and len(says.literals) > 1


def _numbers(step: Step, kind: type[Source] | UnionType) -> list[HowMany]:
    """The numbers of cards that a step takes from one kind of source."""
    given = [each.says for each in step.given if isinstance(each.source, kind)]
    return [says for says in given if isinstance(says, HowMany)]


def _is_hand(given: Given) -> bool:
    """Whether a statement is how many cards a hand holds."""
    return isinstance(given.source, HandCause | SizeCause) and isinstance(given.says, HowMany)


def _cells(literals: Iterable[Literal]) -> tuple[tuple[Card, Seat], ...]:
    """The places that literals name."""
    return tuple(dict.fromkeys((each.card, each.seat) for each in literals))


def _cells_of(says: Statement) -> tuple[tuple[Card, Seat], ...]:
    """The places that a statement is about."""
    if isinstance(says, Clause):
        return _cells(says.literals)
    return tuple((card, seat) for card in says.cards for seat in says.seats)


def _joined(phrases: Iterable[Phrase]) -> str:
    """Phrases in one: who does what is said once."""
    by_who: dict[str, dict[str, list[str]]] = {}
    for who, verb, what in phrases:
        by_who.setdefault(who, {}).setdefault(verb, []).append(what)
    return listed(
        [
            f"{who} {listed([f'{verb} {listed(what)}' for verb, what in does.items()])}".strip()
            for who, does in by_who.items()
        ]
    )


def _numbered(texts: list[str]) -> list[str]:
    """Texts with numbers, where there are several."""
    return (
        texts
        if len(texts) < 2
        else [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
    )


def explanation_lines(explanation: Explanation, *, address: bool = True) -> list[str]:
    """An explanation, one line for the verdict, one for each step.

    Args:
        explanation: the explanation.
        address: whether the seat of a view is "you"; else it has its name.
    """
    return ProofWords.of(explanation, address=address).lines(explanation)
