"""Proofs in plain English: one grammar for every step.

A step is told from its data: what each source says, with what rules its alternatives out in
brackets behind them; that the cards have never moved, which is said once in an explanation; whom
cards are not with, and why; then the sum, where hands are counted; then the conclusion::

    SOURCE, so FACT: not CARD (REASON) or CARD (REASON). CARD has never moved and is not with PLAYER
    (REASON). SUM. So CONCLUSION.

A source is a cause or an earlier step, and has one form; so have a fact and a reason. What all can
see (where cards went, who has how many) is background, and a card that has publicly moved "was
dealt" to whoever had it first. To the seat of a view its own cards are known: of a choice they are
named as such, whether the proof leans on it or not.

A ``Sentence`` has its words, with the events and players in it marked, and the cells of the board
it is about. Nothing reads the words back.

Example: "At event 47 Piotr asked Rosa for the QS and got it, so Piotr holds another of the high
spades: not the JS (Rosa had it from event 45 on) or the KS (Sven’s, by step 1). 9S KS have never
moved. So Piotr holds the 9S."
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

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
    content,
    excludes,
    opposite,
)
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, HandSize, Seat, UnsureAsk
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.hands import view_of
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
_OUTCOME: Final = {
    "correct": "rightly",
    "split": "and the team had all of them, but not as claimed",
    "opponents": "and the opponents had at least one",
    "wrong": "wrongly",
}


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


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
        hands = view_of(record, viewers).hands if self._you is not None else ()
        self._own = frozenset(card for hand in hands for card in hand.cards)
        """The cards dealt to the seat that is told."""

    @classmethod
    def of(
        cls,
        answer: Explanation | Consequences,
        *,
        address: bool = True,
        numbers: Sequence[int] = (),
    ) -> ProofWords:
        """The words for an explanation, in its view at its moment."""
        return cls(answer.record, answer.view, answer.at, address=address, numbers=numbers)

    # -- whole explanations -----------------------------------------------------------------------

    def lines(self, explanation: Explanation) -> list[str]:
        """An explanation, one line for the verdict, one for each step."""
        head = _VERDICT[explanation.verdict].format(self.statement(explanation))
        if explanation.verdict == "open":
            return [head, *map(unmarked, self._why_open(explanation))]
        idea, seen = self.gist(explanation), map(unmarked, self._seen(explanation))
        told = [" ".join(map(str, part)) for part in self.by_step(explanation)]
        return [head, *([idea] if idea else []), *seen, *_numbered(told)]

    def statement(self, explanation: Explanation) -> str:
        """The conclusion itself."""
        return unmarked(self.literals(explanation.conclusion.parts, now=True))

    def gist(self, explanation: Explanation) -> str | None:
        """The idea of a long explanation that counts, as a sentence; None where there is none."""
        sums = [step.sum[0] for step in explanation.steps if step.sum]
        hands = dict.fromkeys(self._whose(seat) for each in sums for seat in each.seats)
        is_long = len(explanation.because) > LONG and hands
        return unmarked(f"The idea: count {listed([*hands])} cards.") if is_long else None

    def by_step(self, explanation: Explanation) -> list[list[Sentence]]:
        """The sentences of each step; the last one says what was asked."""
        last, still = len(explanation.steps) - 1, dict[Card, int]()
        return [
            self.sentences(step, self._answer(explanation) if place == last else "", still)
            for place, step in enumerate(explanation.steps)
        ]

    def steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps, numbered where there are several."""
        still: dict[Card, int] = {}
        return _numbered([" ".join(map(str, self.sentences(step, still=still))) for step in steps])

    def counted_off(self, causes: Sequence[Cause]) -> str:
        """How many facts causes are, and which: ``2 facts: event 4 and Bob’s hand size``."""
        numbers = [each.number for each in causes if isinstance(each, EventCause | GapCause)]
        own = _grouped((each.seat, each.card) for each in causes if isinstance(each, OwnCause))
        sizes = [each.seat for each in causes if isinstance(each, HandCause | SizeCause)]
        names = [
            *[by_number("event", numbers)] * bool(numbers),
            *(f"{self._whose(seat)} own hand ({self.cards(own[seat])})" for seat in own),
            *(f"{self._whose(seat)} hand size" for seat in sizes),
        ]
        which = unmarked(listed(names))
        return f"{counted(len(causes), 'fact')}: {which}" if len(causes) > 1 else which

    def conflict(self, conflict: Conflict) -> str:
        """A conflict: statements that cannot all be true."""
        stated = [self.cause(each) for each in conflict.because if not isinstance(each, OwnCause)]
        own = [each for each in conflict.because if isinstance(each, OwnCause)]
        for seat, facts in _grouped((each.seat, self._own_literal(each)) for each in own).items():
            stated.append(f"{self._whose(seat)} own hand: {self.literals(facts)}")
        seen = [self.cause(EventCause(number)) for number in conflict.background[-MOST_SEEN:]]
        if (earlier := len(conflict.background) - len(seen)) > 0:
            seen.insert(0, f"{counted(earlier, 'event')} that brought the cards there")
        before = f" Before that: {'; '.join(seen)}." if seen else ""
        these = "This cannot be" if len(stated) == 1 else "These cannot all be true"
        return unmarked(f"{these}: {'; '.join(stated)}.{before}")

    def _own_literal(self, cause: OwnCause) -> Literal:
        """What a hand in the header says of a card: conflicts take no other into account."""
        hand = next(hand for hand in self.record.hands if hand.seat == cause.seat)
        return Literal(cause.card, cause.seat, cause.card in hand.cards)

    def _seen(self, explanation: Explanation) -> Iterator[str]:
        """Where all saw the cards go that are asked about and need no cause."""
        located, states = self.state.located, replay_of(self.record).states(self.state.at)
        moves = [
            f"the {card} has been {self._theirs(located[card])} "
            f"since {self._event(seen_at(states, card, self.state.at))}"
            for card, seat, holds in explanation.conclusion.parts
            if card in located
            and ((located[card] == seat) == holds) == (explanation.verdict == "proven")
        ]
        yield from [f"All saw it: {'; '.join(moves)}."] * bool(moves)

    def _answer(self, explanation: Explanation) -> str:
        """What was asked; nothing where the last step concludes just that."""
        part, *others = explanation.conclusion.parts
        is_so = explanation.verdict == "proven"
        if others:
            book = explanation.conclusion.book or "cards"
            return f"{'not ' * (not is_so)}all the {book} lie as claimed"
        answer = part if is_so else opposite(part)
        is_said = answer in explanation.steps[-1].conclusion
        return "" if is_said else self.literals([answer], now=True)

    def _why_open(self, explanation: Explanation) -> Iterator[str]:
        """Who else may have a card, and what leaves that open, in one sentence."""
        held, why = explanation.otherwise, "nothing rules it out"
        if held and explanation.unsaid is not None:
            book = self.record.deck.book_of[held.card].name
            why = (
                f"{self._event(explanation.unsaid)} was in {book}, and nothing says with which card"
            )
        if held:
            too = " too" * any(part.holds for part in explanation.conclusion.parts)
            yield sentence(f"{self.who(held.seat)}{too} may have the {held.card}: {why}")

    # -- steps ------------------------------------------------------------------------------------

    def sentences(
        self, step: Step, also: str = "", still: dict[Card, int] | None = None
    ) -> list[Sentence]:
        """The sentences of a step.

        What each source says; where other cards are; the hands and their sum; the conclusion.

        Args:
            step: the step.
            also: what is to be said besides its conclusion, of a claim or of another card.
            still: the cards of which an earlier step said before which event they had not moved
                (0: they never have); those of which this one says it are added.
        """
        known = self._known(step)
        choices = [x for x in step.given if self._is_choice(x) and not self._is_counted(x, step)]
        crossed = {against for each in choices for _, against in self._gone(each, known)}
        facts = {
            x.literal: x.source
            for x in step.given
            if x.literal and not (self._is_choice(x) or self._is_counted(x, step))
            if x.literal not in crossed
        }
        by_source = _grouped((each.source, each) for each in choices)
        told = [self._chosen(source, of, known) for source, of in by_source.items()]
        still = {} if still is None else still
        unmoved = self._unmoved(step, known, still)
        never = {card for card, number in unmoved.items() if not number}
        placed = [*self._placed(facts, known, step, never)]
        told += map(Sentence, self._not_before(unmoved, never))
        still |= unmoved
        told += [Sentence(text, _cells(facts)) for text in placed]
        told += [
            Sentence(self.cause(each.source), (), (each.source.seat,))
            for each in step.given
            if isinstance(each.source, HandCause | SizeCause) and _is_hand(each)
        ]
        come_to = (
            self._sum(step, known, still) if step.sum else self._together(step, choices, known)
        )
        choices_of_steps = [x for x in step.given if self._is_counted(x, step) and not x.literal]
        counted_on = _cells(
            one for x in choices_of_steps if isinstance(x.says, Clause) for one in x.says.literals
        )
        told += [Sentence(text, counted_on) for text in come_to]
        said = [content(x.says) for x in step.given if not x.literal or x not in choices]
        said += [left for each in choices if (left := self._left(each, known))[1:]]
        new = [
            each
            for each in step.concludes
            if content(each) not in said
            and not _is_none_of(each, facts)
            and not (also and isinstance(each, Clause) and each.literals[1:])
        ]
        end = [*[self.statements(new)] * bool(new), *[also] * bool(also)]
        told += [Sentence(f"so {listed(end)}", _cells(step.conclusion))] * bool(end)
        return [replace(each, marked=sentence(each.marked)) for each in told]

    def _known(self, step: Step) -> dict[Literal, Source]:
        """What a step takes of single cards, and what is left where but one card is."""
        known = {each.literal: each.source for each in step.given if each.literal}
        for each in step.given:
            left = self._left(each, known)
            if len(left) == 1:
                known.setdefault(left[0], each.source)
        return known

    def _crossed(self, given: Given, known: Iterable[Literal]) -> Iterator[tuple[Literal, Literal]]:
        """The literals of a choice of cards that are false, each with what makes it so.

        The reader knows the own hand, whether the step takes that or not.
        """
        literals = given.says.literals if isinstance(given.says, Clause) else ()
        for literal in literals if len({each.card for each in literals}) > 1 else ():
            against = [x for x in (*known, *self._sees(literal.card)) if excludes(x, literal)]
            yield from ((literal, fact) for fact in against[:1])

    def _sees(self, card: Card) -> Iterator[Literal]:
        """What the reader’s own hand shows of a card."""
        if self._you is not None:
            yield Literal(card, self._you, card in self._own)

    def _left(self, given: Given, known: Iterable[Literal]) -> tuple[Literal, ...]:
        """What is left of a choice; of a number, nothing."""
        crossed = {literal for literal, _ in self._crossed(given, known)}
        literals = given.says.literals if isinstance(given.says, Clause) else ()
        return tuple(each for each in literals if each not in crossed)

    def _gone(
        self, given: Given, known: Mapping[Literal, Source]
    ) -> Iterator[tuple[Literal, Literal]]:
        """Those of ``_crossed`` that say with the choice that it is not this card.

        That a card is not in an own hand is told apart: others may have it.
        """
        left = {each.card for each in self._left(given, known)}
        for literal, against in self._crossed(given, known):
            is_own = isinstance(known.get(against), OwnCause)
            if literal.card not in left and (against.holds or not is_own):
                yield literal, against

    def _asked(self, source: Source) -> Ask | None:
        """The ask that a source is, where its card is known and the answer was yes or no."""
        number = source.number if isinstance(source, EventCause) else 0
        event = self.record.events[number - 1] if number else None
        if isinstance(event, UnsureAsk) or not isinstance(event, Ask):
            return None
        return event if event.answer != "surrender" else None

    def _asked_with(self, source: Source, literals: Sequence[Literal]) -> Ask | None:
        """The ask that says of its asker: one of these cards, since all saw where others were."""
        asked = self._asked(source)
        if asked is None or {each[1:] for each in literals} != {(asked.asker, True)}:
            return None
        return asked if asked.card != literals[0].card else None

    def _is_choice(self, given: Given) -> bool:
        """Whether a statement leaves a choice, or left one of cards that all saw elsewhere."""
        if isinstance(given.says, HowMany):
            return not _is_hand(given)
        return not given.literal or self._asked_with(given.source, given.says.literals) is not None

    def _is_counted(self, given: Given, step: Step) -> bool:
        """Whether an earlier step has told a statement, and a sum names that step."""
        is_taken = self._book(given.says) in map(self._book, step.sum[1:])
        return isinstance(given.source, int) and is_taken

    # -- what a step takes ------------------------------------------------------------------------

    def _chosen(
        self, source: Source, given: Sequence[Given], known: Mapping[Literal, Source]
    ) -> Sentence:
        """The choices and numbers that one source leaves: not these cards, for these reasons."""
        says: list[str] = []
        for each in given:
            left = self._left(each, known)
            if len(left) == 1 and self._asked_with(source, left):
                verb = self._verb([left[0].seat], dealt=self._moved(left[0].card))
                says.append(
                    f"{self.who(left[0].seat)} {verb} another of the {self._book(each.says)}"
                )
            else:
                says.append(self.statements([Clause(left, SUPPOSED) if left else each.says]))
        reasons = _grouped(reason for each in given for reason in self._ruled_out(each, known))
        out = [f"{self._the(cards)} ({why})" for why, cards in reasons.items()]
        end = f": not {either(out)}" if out else ""
        cells = dict.fromkeys(cell for each in given for cell in _cells_of(each.says))
        return Sentence(f"{self._happening(source)}{listed(says)}{end}", (*cells,))

    def _happening(self, source: Source) -> str:
        """A source before the choices that it leaves: a step, or an event."""
        if isinstance(source, int):
            return f"by step {source + 1} "
        assert isinstance(source, EventCause)  # own cards and hand sizes leave no choice
        event, asked = self.record.events[source.number - 1], self._asked(source)
        if asked:
            asker, target = self.who(asked.asker), self.who(asked.target)
            what = f"{asker} asked {target} for the {asked.card}"
        elif isinstance(event, Claim):
            what = f"{self.who(event.claimant)} claimed the {event.book}, {_OUTCOME[event.outcome]}"
        elif isinstance(event, HandSize):
            what = self._said_size(event, source.number)
        else:
            return f"{self._event(source.number)} was “{self._written(source.number)}”, so "
        return f"at {self._event(source.number)} {what}, so "

    def _said_size(self, said: HandSize, number: int) -> str:
        """How many cards a player had at an event; and how many of the hand nobody saw go."""
        held = f"{self.who(said.seat)} held {_so_many(said.size)}"
        state = replay_of(self.record).state(number - 1)
        dealt, left = self.record.table.sizes[said.seat], state.balance[said.seat]
        gone, unseen = dealt - left, left - said.size
        went, seen = "as many cards leave that hand as come to it", ""
        if gone:
            ways = ("leave that hand than come to it", "come to that hand than leave it")
            went = f"{counted(abs(gone), 'more card')} {ways[gone < 0]}"
            seen = f" {'−' if gone > 0 else '+'} {abs(gone)}"
        books = dict.fromkeys(self.record.deck.book_of[card].name for card in state.hidden)
        laid = f"{unseen} of the {listed([*books])}, laid down unseen"
        numbers = f"{dealt}{seen} − {said.size} = {laid}"
        return f"{held}; {dealt} were dealt, and all had seen {went}: {numbers}"

    def _ruled_out(
        self, given: Given, known: Mapping[Literal, Source]
    ) -> Iterator[tuple[str, Card]]:
        """Why a statement does not speak of some cards after all: by what was seen, or is known."""
        literals = given.says.literals if isinstance(given.says, Clause) else ()
        asked = self._asked_with(given.source, literals)
        if asked and isinstance(given.source, EventCause):
            located = replay_of(self.record).state(given.source.number - 1).located
            for card in self.record.deck.book_of[asked.card].cards:
                if card in located and card not in (asked.card, *(x.card for x in literals)):
                    yield f"{self._theirs(located[card])} then", card
        for literal, against in self._gone(given, known):
            seen = OwnCause(against.card, against.seat)
            source = known.get(against, seen)
            is_own = isinstance(source, OwnCause)
            if against not in known and (isinstance(given.source, int) or not against.holds):
                continue  # an earlier step said so, or the card is still with another seat
            if is_own and self._moved(against.card):
                yield f"{self._theirs(against.seat)} then", against.card
            else:
                yield self._reason(against, source), literal.card

    def _placed(
        self,
        facts: Mapping[Literal, Source],
        known: Iterable[Literal],
        step: Step,
        never: set[Card],
    ) -> Iterator[str]:
        """Whom cards are with, or are not with, and why; and who is left, if that is news.

        Args:
            facts: what is told of single cards.
            known: all that is known of them.
            step: the step.
            never: the cards that have never moved, and of which that is still to be said; where it
                is said here, they are taken out.
        """
        by_card = _grouped((fact.card, fact) for fact in facts if not fact.holds)
        seats = [x for x in facts if not x.holds and not isinstance(facts[x], OwnCause)]
        if len(seats) > 1 and all(len(alike) == 1 for alike in by_card.values()):
            yield from self._lacking(seats, facts)
            by_card = {x.card: [x] for x in facts if not x.holds and x not in seats}
        tails = [(self._reason(x, facts[x]), x.card) for x in facts if x.holds]
        tails += [
            (f"not {either([*self._nowhere(alike, facts)])}{self._leaves(card, known, step)}", card)
            for card, alike in by_card.items()
        ]
        for tail, cards in _grouped(tails).items():
            still = f"{_never(cards)} and " if never.issuperset(cards) else ""
            never.difference_update(cards)
            yield f"{self._the(cards)} {still}{self._is(cards)} {tail}"

    def _nowhere(self, lacked: Iterable[Literal], facts: Mapping[Literal, Source]) -> Iterator[str]:
        """With whom a card is not, and why."""
        own_first = sorted(lacked, key=lambda x: not isinstance(facts[x], OwnCause))
        for why, alike in _grouped((self._reason(x, facts[x]), x) for x in own_first).items():
            source, seats = facts[alike[0]], [self.who(x.seat) for x in alike]
            if isinstance(source, int) and seats[2:]:
                yield f"with those of {why}"
            else:
                is_own = isinstance(source, OwnCause)
                yield why if is_own else f"with {either(seats)} ({why})"

    def _lacking(self, lacked: Iterable[Literal], facts: Mapping[Literal, Source]) -> Iterator[str]:
        """Who lacks which cards, and why."""
        for (seat, dealt), theirs in _grouped(
            ((x.seat, self._moved(x.card)), x) for x in lacked
        ).items():
            reasons = _grouped((self._reason(x, facts[x]), x.card) for x in theirs)
            cards = [f"{self._the(of)} ({why})" for why, of in reasons.items()]
            yield f"{self.who(seat)} {self._verb([seat], holds=False, dealt=dealt)} {listed(cards)}"

    def _is(self, cards: Collection[Card]) -> str:
        """The verb of some cards: what they are, or were when they were dealt."""
        are = ("was", "were") if self._moved(*cards) else ("is", "are")
        return are[len(cards) > 1]

    def _leaves(self, card: Card, known: Iterable[Literal], step: Step) -> str:
        """Who is left for a card that a step only counts; nothing for one that it concludes on."""
        left = self._seats_left(card, known)
        numbers = (
            x.says for x in step.given if isinstance(x.says, HowMany) and card in x.says.cards
        )
        is_counted = any({*left} <= {*each.seats} for each in (*step.sum[:1], *numbers))
        is_news = is_counted and card not in {each.card for each in step.conclusion}
        return f": that leaves {either([*map(self.who, left)])}" if is_news else ""

    def _seats_left(self, card: Card, known: Iterable[Literal]) -> list[Seat]:
        """The seats that may have a card, by what is known."""
        facts = [fact for fact in known if fact.card == card]
        places = (Literal(card, seat, True) for seat in self.record.seats)
        return [each.seat for each in places if not any(excludes(fact, each) for fact in facts)]

    def _unmoved(
        self, step: Step, known: Mapping[Literal, Source], said: Mapping[Card, int]
    ) -> dict[Card, int]:
        """The cards that causes speak of before they moved: the last event for each; 0: never."""
        seen = {
            fact.card
            for fact, source in known.items()
            if fact.holds and not isinstance(source, int) and not self._asked_with(source, [fact])
        }
        spoken_of = _grouped(
            (card, each.source.number * self._moved(card))
            for each in step.given
            if isinstance(each.source, EventCause | GapCause)
            for card, _ in _cells_of(each.says)
            if card not in seen and card not in self._own
        )
        last = {card: max(numbers) for card, numbers in spoken_of.items()}
        # What had not moved before an event had not moved before an earlier one.
        return {x: number for x, number in last.items() if x not in said or number > said[x] > 0}

    def _not_before(self, unmoved: Mapping[Card, int], never: Collection[Card]) -> Iterator[str]:
        """That cards have never moved, or had not before causes spoke of them."""
        last = ((number, card) for card, number in unmoved.items() if number or card in never)
        for number, cards in _grouped(last).items():
            before = f"had not moved before {self._event(number)}"
            yield f"{self._the(cards)} {before if number else _never(cards)}"

    # -- what it comes to -------------------------------------------------------------------------

    def _together(
        self, step: Step, choices: Iterable[Given], known: Mapping[Literal, Source]
    ) -> Iterator[str]:
        """That the shares of several hands come to all of some cards, or to all but a number."""
        shares = [
            each.says
            if isinstance(each.says, HowMany)
            else HowMany(tuple({x.seat: 1 for x in left}), tuple(x.card for x in left), 1, 1)
            for each in choices
            for left in [self._left(each, known)]
        ]
        seats = [seat for each in shares for seat in each.seats]
        cards = {card for each in shares for card in self._open(each, known)}
        numbers = [each.least for each in shares]
        left = len(cards) - sum(numbers)
        limits = [each.most - len({*self._open(each, known)} - cards) for each in step.bounds]
        if len(shares) > 1 and left in (0, *limits) and len(seats) == len({*seats}):
            total, but = " + ".join(map(str, numbers)), f" but {left}" * (left > 0)
            only = [
                f"of these hands only {self._theirs(x.seat)} can have the {x.card}"
                for x in step.conclusion
                if x.holds and x.card in cards and not left
                if all(
                    x.seat in each.seats or x.card not in self._open(each, known) for each in shares
                )
            ]
            come_to = f"{total} = {sum(numbers)}: that is all{but} of {self.cards(cards)}"
            yield f"{come_to}, and {listed(only)}" if only else come_to

    def _sum(
        self, step: Step, known: Mapping[Literal, Source], still: dict[Card, int]
    ) -> Iterator[str]:
        """What other half-suits take of the hands that are counted, and what is left."""
        first, *rest = step.sum
        here = tuple(card for card in first.cards if all(card not in x.cards for x in rest))
        counted_here, start = replace(first, cards=here), first.least or first.most
        free = self._open(counted_here, known)
        taken = {self._book(x): x.most if first.least else x.least for x in rest}
        of_steps = _grouped(
            (self._book(x.says), x) for x in step.given if self._is_counted(x, step)
        )
        unseen = [card for each in rest for card in each.cards if not self._moved(card)]
        if first.least:
            yield from self._public(step, counted_here, unseen, of_steps, known, still)
        for card in () if first.least or step.bounds else free:
            book = self.record.deck.book_of[card].name
            is_theirs = {*self._seats_left(card, known)} <= {*first.seats}
            taken[book] = taken.get(book, 0) + is_theirs
        hands = [x.says for x in step.given if isinstance(x.says, HowMany) and _is_hand(x)]
        sizes = [each.most for each in hands]
        sizes = sizes if sum(sizes) >= start else [start]
        told = {} if first.least and unseen else of_steps  # else the steps have been named
        parts = [
            f"{number} ({', '.join(filter(None, [book, self._steps(told.get(book, []))]))})"
            for book, number in taken.items()
            if number or book in told
        ]
        if (elsewhere := sum(sizes) - start) > 0:
            others = {card for each in hands for card in each.cards if card not in first.cards}
            parts.insert(0, f"{elsewhere} ({self.cards(others)})")
        total, left = " − ".join([" + ".join(map(str, sizes)), *parts]), start - sum(taken.values())
        leaves = f"that leaves {f'{total} = ' * bool(parts)}{counted(left, 'card')}"
        if first.least and not step.bounds:
            leaves += f"{': ' if left == len(free) else ' of '}{self._the(free)}"
        if parts or (first.least and not step.bounds):
            yield leaves

    def _public(
        self,
        step: Step,
        here: HowMany,
        unseen: Sequence[Card],
        of_steps: Mapping[str, list[Given]],
        known: Iterable[Literal],
        still: dict[Card, int],
    ) -> Iterator[str]:
        """What all know of the cards in play, and what hands that are counted can hold at most.

        Args:
            step: the step.
            here: how many cards the hands hold of the half-suit that is meant.
            unseen: the cards of the others whose place not all know.
            of_steps: by half-suit: what earlier steps told of it.
            known: what is known of single cards.
            still: as for ``sentences``; the cards that are said to be laid down are added.
        """
        first, *rest = step.sum
        laid = [
            each
            for each in self.record.deck.books
            if not self.state.is_open(each.cards[0]) and each.cards[0] not in still
        ]
        if laid and not self._moved(*first.cards):
            still |= {card: 0 for each in laid for card in each.cards}
            yield f"the {listed([each.name for each in laid])} are laid down"
        can_hold = {
            self._book(x): self.share(replace(x, cards=self._open(x, known)), "")
            for x in rest
            if x.most
        }
        of_book = [card for card in here.cards if not self._moved(card)] or here.cards
        none = f"cannot hold {'these' if unseen[1:] else 'it'}"
        none = "none of the others" if can_hold else none
        steps = _grouped(
            (can_hold.get(name, none), x) for name, given in of_steps.items() for x in given
        )
        told = [
            f"{share} ({self._steps(steps[share])})" if share in steps else share
            for share in dict.fromkeys([*can_hold.values(), *steps])
        ]
        most = f"can hold at most {listed(told)}" if can_hold else "".join(told) or none
        if unseen:
            yield (
                f"besides {self._the(of_book)} only {self._the(unseen)} {self._is(unseen)} not "
                f"known to all, and {self.who(*first.seats)} {most}"
            )
        else:
            yield f"only {self._the(of_book)} {self._is(of_book)} not known to all"

    def _steps(self, given: Iterable[Given]) -> str:
        """The steps that statements come from: ``steps 1 and 4``; nothing where there are none."""
        places = sorted({x.source + 1 for x in given if isinstance(x.source, int)})
        return by_number("step", places) if places else ""

    def _book(self, says: Statement) -> str:
        """The half-suit that a statement is about, by name."""
        return self.record.deck.book_of[_cells_of(says)[0][0]].name

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
                size = self.state.sizes[seat] or 0
                seen = [card for card, holder in self.state.located.items() if holder == seat]
                held = f"{self.who(seat)} {self._verb([seat])} {_so_many(size)}"
                if not seen:
                    return held
                known = f"known to everyone ({self.cards(seen)})"
                if len(seen) == size:
                    return f"{held}, {'all ' * (size > 1)}{known}"
                left = f"{size} − {len(seen)} = {size - len(seen)}"
                return f"{held}, {len(seen)} of them {known}, which leaves {left}"
            case SizeCause(seat):
                dealt = self._verb([seat], dealt=True)
                return f"{self.who(seat)} {dealt} {counted(self.record.table.sizes[seat], 'card')}"
            case OwnCause(_, seat):
                return f"{self._whose(seat)} own hand"
            case HeaderCause(text):
                return f"the header ({printable(text)})"

    def _written(self, number: int) -> str:
        """An event as it is written down."""
        return printable(format_event(self.record.events[number - 1], self.record))

    def _reason(self, fact: Literal, source: Source) -> str:
        """What shows that a seat was, or was not, dealt a card; of a card it has, what that is."""
        who, theirs = self.who(fact.seat), self._theirs(fact.seat)
        if isinstance(source, OwnCause):
            return f"dealt to {who}" if self._moved(fact.card) else f"in {self.cause(source)}"
        if isinstance(source, int):
            return f"{theirs}, by step {source + 1}" if fact.holds else f"step {source + 1}"
        if not isinstance(source, EventCause):
            return self.cause(source)
        when, asked = self._event(source.number), self._asked(source)
        before = self._asked(EventCause(source.number - 1))
        if fact.holds:
            return f"still {theirs} at {when}"
        if asked and asked.card == fact.card:
            vain = " in vain" * (asked.answer == "no")
            return f"{self.who(asked.asker)} asked {self.who(asked.target)} for it{vain} at {when}"
        if before and (before.card, before.asker) == fact[:2]:  # ruling 7
            asked_at = f"{who} asked for it at {self._event(source.number - 1)}"
            return f"{asked_at}, and by the rule would have handed it over at {when}"
        return self.cause(source)

    def _event(self, number: int) -> str:
        """The number of an event, marked."""
        shown = self._numbers[number - 1] if self._numbers else number
        return f"event {_BEGIN}e{shown}{_END}"

    # -- facts ------------------------------------------------------------------------------------

    def statements(self, statements: Iterable[Statement]) -> str:
        """What is so: literals, choices and numbers."""
        plain: list[Literal] = []
        others: list[str] = []
        for says in statements:
            if isinstance(says, HowMany) and says.most:
                verb = self._verb(says.seats, dealt=self._moved(*says.cards))
                others.append(f"{self.who(*says.seats)} {verb} {self.share(says)}")
            elif isinstance(says, HowMany):
                plain += [
                    Literal(card, x, False) for x in says.seats for card in self._not_own(says)
                ]
            elif says.literals[1:]:
                others.append(self._one_of(says.literals))
            else:
                plain += says.literals
        return listed([*self._holders(plain), *others])

    def literals(self, literals: Iterable[Literal], *, now: bool = False) -> str:
        """Who holds what and who does not.

        Args:
            literals: about the dealt hands;
            now: or about the hands now.
        """
        return listed([*self._holders(literals, now=now)])

    def _holders(self, literals: Iterable[Literal], *, now: bool = False) -> Iterator[str]:
        """Who holds or lacks what, a phrase for each."""
        by_seat = _grouped(
            ((holds, self._moved(card) and not now, seat), card) for card, seat, holds in literals
        )
        alike = _grouped(
            ((holds, dealt, self._the(cards)), seat)
            for (holds, dealt, seat), cards in by_seat.items()
        )
        for (holds, dealt, what), seats in alike.items():
            yield f"{self.who(*seats)} {self._verb(seats, holds=holds, dealt=dealt)} {what}"

    def _one_of(self, choice: Iterable[Literal]) -> str:
        """Who holds, or lacks, one of what: no card that the reader has otherwise."""
        literals = [x for x in choice if not any(excludes(y, x) for y in self._sees(x.card))]
        cards, seats = {x.card: 1 for x in literals}, [*dict.fromkeys(x.seat for x in literals)]
        is_one = len(literals) == len(cards) * len(seats)
        if not is_one or not all(x.holds for x in literals):
            return " or ".join(self.literals([each]) for each in literals)
        verb = self._verb(seats[:1], dealt=self._moved(*cards))
        what = f"{'one of ' * (len(cards) > 1)}{self._the(cards)}"
        return f"{either([*map(self.who, seats)])} {verb} {what}"

    def share(self, bound: HowMany, most: str = "at most ") -> str:
        """A number of cards of a half-suit: ``at most 2 of 2H 3H 4H``; or all of them.

        Args:
            bound: the number.
            most: what is said before a number that has no lower limit.
        """
        cards = self._not_own(bound)
        low, high = bound.least, min(bound.most, len(cards))
        if high == len(cards) and low in (0, high):
            return self._the(cards)
        number = f"at least {low}" if high == len(cards) else f"{low} to {high}"
        if low in (0, high):
            number = f"{high}" if low else f"{most}{high}"
        return f"{number} of {self.cards(cards)}"

    def _not_own(self, bound: HowMany) -> tuple[Card, ...]:
        """The cards that a number is about, but those that the reader holds and it does not count.

        Where the reader holds them all, they are all named.
        """
        own = set() if self._you in bound.seats else self._own
        return tuple(card for card in bound.cards if card not in own) or bound.cards

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
            ["you" if x == self._you else f"{_BEGIN}s{printable(x)}{_END}" for x in in_order]
        )

    def _whose(self, seat: Seat) -> str:
        return "your" if seat == self._you else f"{self.who(seat)}’s"

    def _theirs(self, seat: Seat) -> str:
        return "yours" if seat == self._you else self._whose(seat)

    def _moved(self, *cards: Card) -> bool:
        """Whether one of some cards has publicly moved, or is out of play: then it *was* dealt."""
        return any(card in self.state.located or not self.state.is_open(card) for card in cards)

    def _verb(self, seats: Sequence[Seat], *, holds: bool = True, dealt: bool = False) -> str:
        """A verb as it goes with some players: they hold, or lack; or they were dealt, or not."""
        several = len(seats) > 1 or self._you in seats
        if dealt:
            return f"{'were' if several else 'was'} {'not ' * (not holds)}dealt"
        return f"{'hold' if holds else 'lack'}{'s' * (not several)}"


def _grouped(pairs: Iterable[tuple[_Key, _Value]]) -> dict[_Key, list[_Value]]:
    """The values of each key, in their order."""
    groups: dict[_Key, list[_Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def _so_many(size: int) -> str:
    """How many cards a hand has."""
    return counted(size, "card") if size else "no cards"


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


def _is_none_of(says: Statement, facts: Collection[Literal]) -> bool:
    """Whether it says that seats have none of some cards, and of each card that is told."""
    places = (Literal(card, seat, False) for card, seat in _cells_of(says))
    return isinstance(says, HowMany) and not says.most and all(x in facts for x in places)


def _never(cards: Collection[Card]) -> str:
    """That some cards have never moved."""
    return f"{'has' if len(cards) == 1 else 'have'} never moved"


def _numbered(texts: list[str]) -> list[str]:
    """Texts with numbers, where there are several."""
    numbered = [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
    return texts if len(texts) < 2 else numbered
