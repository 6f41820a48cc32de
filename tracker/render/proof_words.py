"""Proofs in plain English: one grammar for every step.

A step is told from its data: for each source what it says, with what rules its alternatives out in
brackets behind them; that the cards have not moved since; then the sum, where hands are counted;
then the conclusion::

    SOURCE, so FACT: not CARD (REASON) or CARD (REASON). SUM. So CONCLUSION.

A source is a cause or an earlier step, and has one form; so has a fact. Where a seat asks for cards
in vain, that is one source. What all can see (where cards went, who has how many) is background: it
is told in the present, and a card that has publicly moved "was dealt" to whoever had it first. To
the seat of a view its own cards are known: what they rule out is crossed off, whether the proof
leans on it or not, and they are named once in a step.

A ``Sentence`` has its words, with the events and players in it marked, and the cells of the board
it is about. Nothing reads the words back.

Example: "At event 47 Piotr asks Rosa for the QS and gets it, so Piotr holds one of the high spades:
not JS (with Rosa from event 45) or KS (Sven’s, by step 1). The 9S has not moved since. So Piotr
holds the 9S."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
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
    literals_of,
    opposite,
)
from tracker.game.cards import Card
from tracker.game.events import Ask, Event, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
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
_IT: Final = "\ue002"
"""Stands for the card, or the cards, of which a reason in brackets speaks."""
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
        words = self.of_proof(explanation.steps)
        texts = [words.sentences(step) for step in explanation.steps]
        if texts and (end := self._end(explanation)):
            last = explanation.steps[-1]
            if last.technique != "told" and not (last.conclusion or last.bounds):
                del texts[-1][-1]  # that one part of a claim, or another, is not so
            texts[-1].append(Sentence(end))
        return texts

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
        own: dict[Seat, list[Card]] = {}
        for each in causes:
            if isinstance(each, OwnCause):
                own.setdefault(each.seat, []).append(each.card)
        shown = [f"{self._whose(seat)} own hand ({self.cards(of)})" for seat, of in own.items()]
        which = listed([*[by_number("event", numbers)] * bool(numbers), *shown, *names])
        return unmarked(f"{counted(len(causes), 'fact')}: {which}" if len(causes) > 1 else which)

    def conflict(self, conflict: Conflict) -> str:
        """A conflict: statements that cannot all be true."""
        own: dict[Seat, list[Literal]] = {}
        for cause in conflict.because:
            if isinstance(cause, OwnCause):
                own.setdefault(cause.seat, []).append(self._own_literal(cause))
        stated = [self.cause(each) for each in conflict.because if not isinstance(each, OwnCause)]
        stated += [f"{self._whose(seat)} own hand: {self.literals(own[seat])}" for seat in own]
        seen = [self.cause(EventCause(number)) for number in conflict.background[-MOST_SEEN:]]
        if (earlier := len(conflict.background) - len(seen)) > 0:
            seen.insert(0, f"{counted(earlier, 'event')} that brought the cards there")
        before = f" Before that: {'; '.join(seen)}." if seen else ""
        if len(stated) == 1:
            return unmarked(f"This cannot be: {stated[0]}.{before}")
        return unmarked(f"These cannot all be true: {'; '.join(stated)}.{before}")

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

    def _dealt(self, seat: Seat) -> Collection[Card]:
        """The cards that a seat is stated, or known, to have been dealt."""
        return view_of(self.record, (seat,)).hands[0].cards

    def _seen(self, explanation: Explanation) -> Iterator[str]:
        """Where all saw the cards go that are asked about and need no cause."""
        located = self.state.located
        parts = [part for part in explanation.conclusion.parts if part.card in located]
        if explanation.verdict == "refuted":
            parts = [part for part in parts if (located[part.card] == part.seat) != part.holds]
        moves = [
            f"{self.who(seat)} {'have' if seat == self._you else 'has'} the {part.card} "
            f"since {self._event(self._since(part.card))}"
            for part in parts
            for seat in [located[part.card]]
        ]
        if moves:
            yield f"All saw it: {'; '.join(moves)}."

    def _since(self, card: Card) -> int:
        """The event since which a card has been where it publicly is."""
        return seen_at(replay_of(self.record).states(self.state.at), card, self.state.at)

    def _end(self, explanation: Explanation) -> str:
        """What was asked, as the last sentence; nothing where the last step concludes just that."""
        part, *others = explanation.conclusion.parts
        proven = explanation.verdict == "proven"
        if others:
            what = f"all the {explanation.conclusion.book or 'cards'} lie as asked"
            return f"So {what}." if proven else f"So not {what}."
        answer = part if proven else opposite(part)
        if answer in explanation.steps[-1].conclusion:
            return ""
        return f"So {self.literals([answer], now=True)}."

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
        yield f"{self._capital(held.seat)}{too} may have the {held.card}: {why}."

    def _capital(self, seat: Seat) -> str:
        """A player at the beginning of a sentence."""
        return "You" if seat == self._you else self.who(seat)

    # -- steps ------------------------------------------------------------------------------------

    def sentences(self, step: Step) -> list[Sentence]:
        """The sentences of a step of the proof that these words are for (``of_proof``)."""
        return list(self._sentences(step))

    def _sentences(self, step: Step) -> Iterator[Sentence]:
        """For each source what it says; then the sum, what it comes to, and the conclusion."""
        known = self._known(step)
        crossed = {each for one in step.given for _, each in self._ruling_out(one, known)}
        alike: dict[object, list[Given]] = {}
        for each in step.given:
            is_counted = _counts_all(step) and each.says in step.sum[1:]
            is_counted = is_counted and isinstance(each.says, HowMany) and each.says.most > 0
            if not is_counted and (each.literal is None or each.literal not in crossed):
                alike.setdefault(self._told_with(each, step), []).append(each)
        for is_hand in (True, False):
            for given in alike.values():
                if _is_hand(given[0]) == is_hand and not isinstance(given[0].source, OwnCause):
                    yield self._told(step, given, known)
            if is_hand:
                yield from self._own_hands(step, known)
        for seats, cards in self._only_places(step, known).items():
            places = tuple((card, seat) for card in cards for seat in seats)
            yield Sentence(sentence(self._only(seats, cards)), places)
        yield from self._shared(step, known)
        yield from self._all_taken(step, known)
        yield from self._stayed(step, known, crossed)
        if step.sum[1:] or (step.sum and _is_filled(step)):
            yield Sentence(self._sum(step, known))
        if step.technique != "told":
            left = [some for each in step.given if len(some := self._left(each, known)) > 1]
            said = [each for each in step.concludes if self._left(Given(0, each), {}) in left]
            said += [each.says for each in step.given if isinstance(each.source, OwnCause)]
            if new := [each for each in step.concludes if each not in said]:
                yield Sentence(f"So {self.statements(new)}.", _cells(literals_of(new)))

    def _known(self, step: Step) -> dict[Literal, Source]:
        """What a step takes of single cards, and what is left where but one card is."""
        known = {each.literal: each.source for each in step.given if each.literal}
        for each in step.given:
            left = self._left(each, known)
            if len(left) == 1 and not {left[0], opposite(left[0])}.intersection(known):
                known[left[0]] = each.source
        return known

    def _told_with(self, given: Given, step: Step) -> object:
        """What is told in one sentence: what a cause says, steps say, or a seat asks in vain."""
        if isinstance(given.source, int):
            return None
        event = self._of(given.source) if isinstance(given.source, EventCause) else None
        said = [each.literal for each in step.given if each.source == given.source]
        if isinstance(event, Ask) and event.answer == "no":
            lacking = {each.seat for each in said if each and each[::2] == (event.card, False)}
            if len(lacking) == len(said):
                return frozenset(lacking)
        return at_once(given.source)

    def _of(self, cause: EventCause) -> Event:
        """The event that is a cause."""
        return self.record.events[cause.number - 1]

    def _left(self, given: Given, known: Mapping[Literal, Source]) -> tuple[Literal, ...]:
        """What is left of a choice of cards."""
        ruled_out = dict(self._ruling_out(given, known))
        return tuple(each for each in _choosing(given) if each not in ruled_out)

    def _told(
        self,
        step: Step,
        given: Sequence[Given],
        known: Mapping[Literal, Source],
    ) -> Sentence:
        """What a source says, or all that earlier steps say; behind it, what is ruled out."""
        source = at_once(given[0].source)
        cells = tuple(dict.fromkeys(cell for each in given for cell in _cells_of(each.says)))
        if isinstance(source, HandCause | SizeCause):
            is_hand = isinstance(given[0].says, HowMany)
            return Sentence(sentence(self.cause(source)), () if is_hand else cells, (source.seat,))
        out: list[tuple[Card, str]] = []
        says: list[Statement] = []
        vague: list[Literal] = []
        for each in given:
            out += self._ruled(each, known)
            left = self._left(each, known)
            says.append(Clause(left, SUPPOSED) if left else each.says)
            if len(left) == 1 and any(one.card == left[0].card for one in step.conclusion):
                vague += left
        text = self.statements(says, vague)
        numbers = {each.source.number for each in given if isinstance(each.source, EventCause)}
        if isinstance(source, int):
            steps = {each.source + 1 for each in given if isinstance(each.source, int)}
            text = f"by {by_number('step', sorted(steps))} {text}"
        elif len(numbers) > 1:
            which = listed([self._number_of(number) for number in sorted(numbers)])
            text += f": at events {which} {self._in_vain(given)}"
        else:
            text = self._source(source, literals_of(each.says for each in given)) + text
        return Sentence(sentence(text + _ruled_out(out)), cells)

    def _source(self, source: Cause, literals: Sequence[Literal]) -> str:
        """What happens at an event, or another cause, before what it says."""
        if not isinstance(source, EventCause):
            return f"{self.cause(source)}: "
        before = self.record.events[source.number - 2] if source.number > 1 else None
        if isinstance(before, Ask) and {each[:2] for each in literals} == {
            (before.card, before.asker)
        }:  # ruling 7
            rule = "Under the rules here, whoever asks for a card that they hold must hand it over"
            then = f"at once, and at {self._event(source.number)} that does not happen: "
            return f"{self._happens(source.number - 1)}. {rule} {then}"
        return f"{self._happens(source.number)}, so "

    def _happens(self, number: int) -> str:
        """What happens at an event; what is not an ask, as it is written down."""
        event = self.record.events[number - 1]
        if not isinstance(event, Ask) or event.answer not in ("yes", "no"):
            return f"at {self._event(number)} {self._written(number)}"
        does, is_you = event.answer == "yes", event.asker == self._you
        gets = f"get{'s' * (not is_you)}" if does else f"do{'es' * (not is_you)} not get"
        return (
            f"at {self._event(number)} {self.who(event.asker)} ask{'s' * (not is_you)} "
            f"{self.who(event.target)} for the {event.card} and {gets} it"
        )

    def _in_vain(self, given: Sequence[Given]) -> str:
        """Who asks for cards that some seats lack."""
        seats = {each.literal.seat for each in given if each.literal}
        if len(seats) > 1:
            return "one of them asks the other for these cards in vain"
        (seat,) = seats
        events = [self._of(each.source) for each in given if isinstance(each.source, EventCause)]
        asks = ("ask", "are asked") if seat == self._you else ("asks", "is asked")
        roles = {asks[not isinstance(e, Ask) or e.asker != seat] for e in events}
        return f"{self.who(seat)} {either(sorted(roles, key=len))} for these cards in vain"

    def _own_hands(self, step: Step, known: Mapping[Literal, Source]) -> Iterator[Sentence]:
        """What own hands show, for all that a step takes it for."""
        own = [each.literal for each in step.given if isinstance(each.source, OwnCause)]
        for given in step.given:
            for literal, against in self._ruling_out(given, known):
                seat = self._own_seat(known, against)
                if seat and not isinstance(given.source, int):
                    own.append(Literal(literal.card, seat, literal.card in self._dealt(seat)))
        shown: dict[tuple[Seat, bool], list[Card]] = {}
        for each in own:
            if each and not (each.holds and self._has_moved(each.card)):
                shown.setdefault((each.seat, each.holds), []).append(each.card)
        for (seat, holds), cards in shown.items():
            is_one = len({*cards}) == 1
            is_in = (
                f"{'has' if is_one else 'have'} been"
                if holds
                else f"{'is' if is_one else 'are'} not"
            )
            along = " all along" * holds
            text = f"{self._the(cards)} {is_in} in {self._whose(seat)} own hand{along}"
            yield Sentence(sentence(text), tuple((card, seat) for card in dict.fromkeys(cards)))

    def _own_seat(self, known: Mapping[Literal, Source], against: Literal | None) -> Seat | None:
        """The seat whose own hand rules a card out; None where something else does."""
        source = None if against is None else known[against]
        if isinstance(source, OwnCause):
            return source.seat
        return self._you if source is None else None

    def _stayed(
        self, step: Step, known: Mapping[Literal, Source], crossed: Collection[Literal | None]
    ) -> Iterator[Sentence]:
        """That the cards that events speak of have not moved since, or had not moved before."""
        told = [each for each in step.given if isinstance(each.source, EventCause)]
        elsewhere = {each.card for each in crossed if each and each.holds}
        lefts = (self._left(each, known) or literals_of([each.says]) for each in told)
        about = {each.card for left in lefts for each in left} - elsewhere
        moved = {card for card in about if self._has_moved(card)}
        stay = {each.card for each in step.conclusion} if self._of_deal and about else about
        stay = {card for card in stay if not self._has_moved(card)}
        are_all = not elsewhere and not any(dict(self._ruled(each, known)) for each in told)
        texts = []
        for cards, had, have, when in (
            (moved, *["had"] * 2, "before"),
            (stay, "has", "have", "since"),
        ):
            if len(cards) > 1 and are_all and (self._of_deal or not moved):
                texts.append(f"none of these cards {had} moved {when}")
            elif cards:
                texts.append(
                    f"{self._the(cards)} {have if len(cards) > 1 else had} not moved {when}"
                )
        if texts:
            yield Sentence(sentence(", and ".join(texts)))

    def _ruled(self, given: Given, known: Mapping[Literal, Source]) -> Iterator[tuple[Card, str]]:
        """The cards that a source is told not to speak of, and why."""
        yield from self._seen_then(given)
        yield from self._reasons(given, known)

    def _the(self, cards: Collection[Card]) -> str:
        """Cards in a sentence: one has an article."""
        return f"{'the ' * (len({*cards}) == 1)}{self.cards(cards)}"

    def _only_places(
        self, step: Step, known: Mapping[Literal, Source]
    ) -> dict[tuple[Seat, ...], list[Card]]:
        """The cards that a step's statements leave one seat, or only seats whose cards it counts.

        Without the cards of which it concludes something.
        """
        numbers = [*step.sum[:1], *(one.says for one in step.given if isinstance(one.source, int))]
        bounds = [each for each in numbers if isinstance(each, HowMany)]
        counted_seats = {seat for each in bounds for seat in each.seats}
        concluded = {each.card for each in step.conclusion}
        found: dict[tuple[Seat, ...], list[Card]] = {}
        for card in dict.fromkeys(each.card for each in known if not each.holds):
            left = [seat for seat in self.record.seats if Literal(card, seat, False) not in known]
            if card not in concluded and (len(left) == 1 or counted_seats.issuperset(left)):
                found.setdefault(tuple(left), []).append(card)
        return found

    def _only(self, seats: Sequence[Seat], cards: Sequence[Card]) -> str:
        """That only some seats can have some cards."""
        the = "the " if len(cards) == 1 else ""
        return (
            f"only {either([self.who(seat) for seat in seats])} can have {the}{self.cards(cards)}"
        )

    def _reasons(self, given: Given, known: Mapping[Literal, Source]) -> Iterator[tuple[Card, str]]:
        """The cards of a choice that are ruled out, and what rules each of them out.

        Not those that own hands show: that is said once in a step.
        """
        for literal, against in self._ruling_out(given, known):
            seat = self._own_seat(known, against)
            if seat:
                is_gone = literal.card in self._dealt(seat) and self._has_moved(literal.card)
                if is_gone and not isinstance(given.source, int):
                    yield literal.card, f"{self.who(seat)} had {_IT} then"
            elif against:
                yield literal.card, self._reason(known[against], against)

    def _ruling_out(
        self, given: Given, known: Mapping[Literal, Source]
    ) -> Iterator[tuple[Literal, Literal | None]]:
        """The literals of a clause that are false, and what makes them so; None: the own hand."""
        for literal in _choosing(given):
            elsewhere = (
                each
                for each in known
                if literal.holds
                and each.holds
                and each.card == literal.card
                and each.seat != literal.seat
            )
            against = opposite(literal) if opposite(literal) in known else next(elsewhere, None)
            if against is not None or self._is_own_against(literal):
                yield literal, against

    def _is_own_against(self, literal: Literal) -> bool:
        """Whether the own hand of the seat that is told makes a literal false."""
        if self._you is None or (literal.card not in self._own and literal.seat != self._you):
            return False
        return ((literal.seat == self._you) == (literal.card in self._own)) != literal.holds

    def _seen_then(self, given: Given) -> Iterator[tuple[Card, str]]:
        """The cards that an ask was not made with, as all had seen them elsewhere."""
        source, says = given
        literals = says.literals if isinstance(says, Clause) else ()
        if not isinstance(source, EventCause) or not any(each.holds for each in literals):
            return
        event = self.record.events[source.number - 1]
        states = replay_of(self.record).states(source.number - 1)
        if not isinstance(event, Ask) or any(
            each.card == event.card or each.seat != event.asker for each in literals
        ):
            return
        named = {each.card for each in literals}
        for card in self.record.deck.book_of[event.card].cards:
            if card != event.card and card in states[-1].located and card not in named:
                since = seen_at(states, card, source.number - 1)
                holder = self.who(states[-1].located[card])
                yield card, f"with {holder} from {self._event(since)}"

    def _sum(self, step: Step, known: Mapping[Literal, Source]) -> str:
        """What the other half-suits take of some hands, and what is left."""
        first, *rest = step.sum
        at_most = all(not each.least for each in rest)
        rest = [each for each in rest if each.most]
        numbers = [each.most if at_most else each.least for each in rest]
        start = first.least if at_most else first.most
        left = {*first.cards}.difference(*(each.cards for each in step.sum[1:]))
        places = [(cards, seats) for seats, cards in self._only_places(step, known).items()]
        places += [([each.card], (each.seat,)) for each in known if each.holds]
        theirs = {card for cards, seats in places if {*seats} <= {*first.seats} for card in cards}
        if not at_most and theirs & left:
            numbers.append(len(theirs & left))
        hands = [each.says for each in step.given if _is_hand(each)]
        sizes = [
            each.least if at_most else each.most for each in hands if isinstance(each, HowMany)
        ]
        added = " + ".join(map(str, sizes)) if sum(sizes) == start else str(start)
        total, number = " − ".join([added, *map(str, numbers)]), start - sum(numbers)
        many = f"{total} = " * (total != str(number)) + counted(number, "card")
        if not at_most:
            return sentence(f"that leaves {many}")
        elsewhere = {*first.seats}.isdisjoint
        gone = {card for cards, seats in places if elsewhere(seats) for card in cards}
        free = {*_free(left, first.seats, known)} - gone
        which = f"{': ' if number == len(free) else ' of '}{self._the(free)}"
        return self._besides(step, rest, known) + sentence(f"that leaves {many}{which}")

    def _besides(self, step: Step, rest: Sequence[HowMany], known: Mapping[Literal, Source]) -> str:
        """What some hands can hold of other half-suits; nothing where not all cards are counted."""
        first, books = step.sum[0], self.record.deck.by_name
        if not _counts_all(step):
            return ""
        source = {each.says: each.source for each in step.given if isinstance(each.source, int)}
        named: list[str] = []
        bounded: list[str] = []
        for each in rest:
            cards = _free(self._not_own(each), each.seats, known)
            if each in source:
                bounded.append(f"{self.share(each)} (step {source[each] + 1})")
            elif each.most < len(cards):
                bounded.append(self.share(replace(each, cards=cards)))
            else:
                named.append(self._the(cards))
        left = {*first.cards}.difference(*(each.cards for each in step.sum[1:]))
        counted_of = [name for name, book in books.items() if left & {*book.cards}]
        can = f"outside the {listed(counted_of)} {self.who(*first.seats)} can"
        what = f"{'only ' * bool(named)}{listed([*named, *bounded]) or 'nothing'}"
        if self._of_deal:
            return sentence(f"{can} have been dealt {what}") + " "
        still = [name for name, each in books.items() if self.state.is_open(each.cards[0])]
        seen = [card for card in self.state.located if self.state.is_open(card)]
        seen = [card for card in seen if not any(card in books[name].cards for name in counted_of)]
        why = [f"only the {listed(still)} are in play"] if len(still) < len(books) else []
        if seen:
            why.append(f"everyone knows where {self._the(seen)} {'are' if seen[1:] else 'is'}")
        because = sentence(", and ".join(why)) + " " if why else ""
        return because + sentence(f"so {can} hold {what}") + " "

    def _shared(self, step: Step, known: Mapping[Literal, Source]) -> Iterator[Sentence]:
        """That so many players hold one each of some cards, where choices come to that."""
        placed = {each.card for each in known if each.holds}
        by_book: dict[str, list[list[Literal]]] = {}
        for given in step.given:
            left = [each for each in self._left(given, known) if each.card not in placed]
            if left and all(each.holds for each in left):
                by_book.setdefault(self.record.deck.book_of[left[0].card].name, []).append(left)
        for lefts in by_book.values():
            places = [each for left in lefts for each in left]
            cards, seats = {each.card for each in places}, dict.fromkeys(x.seat for x in places)
            if 1 < len(seats) == len(lefts) <= len(cards):
                what, dealt = self.cards(cards), self._of_deal or any(map(self._has_moved, cards))
                if len(cards) == len(seats):
                    share = f"{'were dealt' if dealt else 'share'} {what}, one each"
                else:
                    share = f"{'were each dealt' if dealt else 'each hold'} one of {what}"
                yield Sentence(sentence(f"{self.who(*seats)} {share}"), _cells(places))

    def _all_taken(self, step: Step, known: Mapping[Literal, Source]) -> Iterator[Sentence]:
        """That numbers of some hands and choices of others come to all the cards there are."""
        if step.sum:
            return
        told = [each.says for each in step.given if isinstance(each.source, int)]
        bounds = [each for each in told if isinstance(each, HowMany) and each.least]
        cards = {card for each in bounds for card in _free(each.cards, each.seats, known)}
        lefts = [self._left(each, known) for each in step.given]
        about = [left for left in lefts if {each.card for each in left} <= cards]
        others = {each.seat for left in about for each in left}
        numbers = [each.least for each in bounds] + [1] * len(
            others.difference(*(each.seats for each in bounds))
        )
        if len(numbers) > 1 and sum(numbers) == len(cards):
            total = " + ".join(map(str, numbers))
            text = f"{total} = {len(cards)}: that is all of {self.cards(cards)}"
            yield Sentence(sentence(text))

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
                dealt = "were" if seat == self._you else "was"
                size = counted(self.record.table.sizes[seat], "card")
                return f"{self.who(seat)} {dealt} dealt {size}"
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
        holds = (
            f"{self.who(seat)} {'hold' if seat == self._you else 'holds'} {counted(size, 'card')}"
        )
        if not size:
            return f"{self.who(seat)} {'have' if seat == self._you else 'has'} no cards left"
        if not seen:
            return holds
        known = f"known to all ({self.cards(seen)})"
        left = size - len(seen)
        if not left:
            return f"{holds}, {known}"
        others = f"{size} − {len(seen)} = {left} other{'s' * (left != 1)}"
        return f"{holds}, {len(seen)} of them {known}: {others}"

    def _reason(self, source: Source, against: Literal) -> str:
        """What rules a card out, in brackets."""
        holder = self.who(against.seat)
        if isinstance(source, HandCause) and not self.state.sizes[source.seat]:
            return f"unmoved, and {self.cause(source)}"
        if not isinstance(source, EventCause):
            step = self._step_or_cause(source)
            return f"{self._whose(against.seat)}, by {step}" if against.holds else step
        event, when = self._of(source), self._event(source.number)
        if against.holds:
            is_other = isinstance(event, Ask) and event.card != against.card
            return f"{holder} had {_IT} {'at' if is_other else 'until'} {when}"
        if isinstance(event, Ask) and event.card == against.card:
            if event.asker == against.seat:
                return f"{holder} asked for {_IT} at {when}"
            if event.target == against.seat:
                return f"{holder} said no at {when}"
        return self.cause(source)

    def _step_or_cause(self, source: Source) -> str:
        return f"step {source + 1}" if isinstance(source, int) else self.cause(source)

    def _event(self, number: int) -> str:
        return f"event {self._number_of(number)}"

    def _number_of(self, number: int) -> str:
        """The number of an event, marked."""
        return f"{_BEGIN}e{self._numbers[number - 1] if self._numbers else number}{_END}"

    # -- facts ------------------------------------------------------------------------------------

    def statements(self, statements: Sequence[Statement], vague: Collection[Literal] = ()) -> str:
        """What is so: literals, choices and numbers.

        Args:
            statements: what is said.
            vague: the literals of which not the card is named, but its half-suit.
        """
        plain = [each for each in literals_of(statements) if each not in vague]
        plain += [
            Literal(card, seat, False)
            for each in statements
            if isinstance(each, HowMany) and not each.most
            for seat in each.seats
            for card in self._not_own(each)
        ]
        others = [
            self._number(each) if isinstance(each, HowMany) else self._chosen(each)
            for each in statements
            if (each.most if isinstance(each, HowMany) else {*each.literals}.difference(plain))
        ]
        return _said([*self._placed(plain), *others]) or "one thing or another"

    def _number(self, bound: HowMany) -> Phrase:
        """Who holds, and how many of what."""
        return (
            self.who(*bound.seats),
            self._verb(bound.seats, "hold", bound.cards),
            self.share(bound),
        )

    def literals(self, literals: Iterable[Literal], *, now: bool = False) -> str:
        """Who holds what and who does not.

        Args:
            literals: about the dealt hands;
            now: or about the hands now.
        """
        return _said(self._placed(literals, now=now))

    def _placed(self, literals: Iterable[Literal], *, now: bool = False) -> Iterator[Phrase]:
        """Who holds or lacks, and what."""
        groups: dict[tuple[bool, bool, Seat], list[Card]] = {}
        for card, seat, holds in dict.fromkeys(literals):
            groups.setdefault(
                (holds, not now and (self._of_deal or self._has_moved(card)), seat), []
            ).append(card)
        alike: dict[tuple[bool, bool, str], list[Seat]] = {}
        for (holds, dealt, seat), cards in groups.items():
            alike.setdefault((holds, dealt, self._the(cards)), []).append(seat)
        for (holds, dealt, what), seats in alike.items():
            verb = self._form(seats, "hold" if holds else "lack", dealt)
            yield self.who(*seats), verb, what

    def _chosen(self, clause: Clause) -> Phrase:
        """Who holds, or lacks, one of what; or all of it at once.

        No choice names a card that the reader has otherwise; where but one card is left, its
        half-suit is named.
        """
        literals = [each for each in clause.literals if not self._is_own_against(each)]
        if len({(each.seat, each.holds) for each in clause.literals}) == 1:
            card, seat, holds = clause.literals[0]
            cards = [each.card for each in literals]
            book = self.record.deck.book_of[card].name
            what = f"one of {self.cards(cards) if len(cards) > 1 else f'the {book}'}"
            return self.who(seat), self._verb([seat], "hold" if holds else "lack", cards), what
        if all(each.holds for each in literals) and len({each.card for each in literals}) == 1:
            return self._only([each.seat for each in literals], [literals[0].card]), "", ""
        return " or ".join(self.literals([each]) for each in literals), "", ""

    def share(self, bound: HowMany) -> str:
        """A number of cards of a half-suit: ``at most 2 of 2H 3H 4H``."""
        cards = self._not_own(bound)
        what = self.cards(cards)
        least, most = bound.least, min(bound.most, len(cards))
        if least == most:
            return what if most == len(cards) else f"{most} of {what}"
        if least and most == len(cards):
            return f"at least {least} of {what}"
        return f"{least} to {most} of {what}" if least else f"at most {most} of {what}"

    def _not_own(self, bound: HowMany) -> tuple[Card, ...]:
        """The cards that a number is about, but those that the reader holds and it does not count.

        Where the reader holds them all, they are all named.
        """
        if self._you is None or self._you in bound.seats:
            return bound.cards
        return tuple(card for card in bound.cards if card not in self._own) or bound.cards

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards in deck order."""
        return " ".join(self.record.deck.in_order({*cards}))

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

    def _has_moved(self, card: Card) -> bool:
        """Whether a card has publicly moved, or is out of play."""
        return card in self.state.located or not self.state.is_open(card)

    def _verb(self, seats: Sequence[Seat], verb: str, cards: Iterable[Card]) -> str:
        return self._form(seats, verb, self._of_deal or any(map(self._has_moved, cards)))

    def _form(self, seats: Sequence[Seat], verb: str, dealt: bool) -> str:
        """A verb as it goes with some players: holds a card, or was dealt it, if it has moved."""
        several = len(seats) > 1 or self._you in seats
        if dealt:
            return f"{'were' if several else 'was'} {'not ' * (verb == 'lack')}dealt"
        return verb if several else f"{verb}s"


def _is_filled(step: Step) -> bool:
    """Whether a step concludes what a hand holds, not what it lacks."""
    return any(each.least for each in step.bounds) or any(each.holds for each in step.conclusion)


def _choosing(given: Given) -> tuple[Literal, ...]:
    """The literals of a choice of cards; none where it is about one card, or a number."""
    literals = given.says.literals if isinstance(given.says, Clause) else ()
    return literals if len({each.card for each in literals}) > 1 else ()


def _counts_all(step: Step) -> bool:
    """Whether a step counts all that hands hold, and what they hold of other half-suits at most."""
    hands = [each.says for each in step.given if _is_hand(each)]
    return (
        bool(step.sum)
        and not any(each.least for each in step.sum[1:])
        and all({card for card, _ in _cells_of(each)} == {*step.sum[0].cards} for each in hands)
    )


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


def _free(
    cards: Iterable[Card], seats: Collection[Seat], known: Mapping[Literal, Source]
) -> tuple[Card, ...]:
    """Those of some cards that not all of some seats are said to lack."""
    return tuple(
        card for card in cards if not all(Literal(card, seat, False) in known for seat in seats)
    )


def _said(phrases: Iterable[Phrase]) -> str:
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


def _ruled_out(cards: Sequence[tuple[Card, str]]) -> str:
    """Cards that are ruled out, each with what rules it out."""
    alike: dict[str, list[Card]] = {}
    for card, why in cards:
        alike.setdefault(why, []).append(card)
    out = [
        f"{'the ' * (len(same) == 1)}{' '.join(same)} "
        f"({why.replace(_IT, 'them' if len(same) > 1 else 'it')})"
        for why, same in alike.items()
    ]
    return f": not {either(out)}" if out else ""


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
