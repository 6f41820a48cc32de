"""Questions about cards: who holds one, who can, which ask is sure, what follows from an event.

Example: nothing is known of the AS but that Ann lacks it. ``where AS`` has the answer "unknown",
``who AS`` the answer "Bob Carl Dora", ``can Bob AS`` the answer "yes".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, TypeAlias

from tracker.analysis.ask_chances import asks_from_chair, at_turn, sure_asks
from tracker.errors import RecordError
from tracker.explain import Conclusion, card_at
from tracker.game.ask_rules import must_claim_first
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Seat
from tracker.game.legality import violations
from tracker.game.lookup import find_card, find_seat, seats_like
from tracker.inference.deduction import deduce
from tracker.messages import quote
from tracker.notation.text import format_event
from tracker.teach.excerpt import read_from
from tracker.teach.puzzle import Puzzle
from tracker.teach.task import (
    NONE,
    UNKNOWN,
    AnswerPart,
    Correction,
    ExampleDeal,
    Task,
    Value,
    choice,
    means_unknown,
    naming_text,
)


class _CardTask(Task[Value]):
    """A question about one card."""

    @property
    def card(self) -> Card:
        """The card."""
        return self.question.card or ""

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The seats that can hold it."""
        return self.deduction.holders(self.card)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """Who holds the card where that is certain, else who lacks it."""
        return self.position.known_of(self.card)


class WhereTask(_CardTask[Seat | None]):
    """``where CARD``: who holds it. The value None means that it can't be known."""

    usage = f"a seat, or '{UNKNOWN}'"

    def prompt(self) -> str:
        """The question in words."""
        return f"Who holds the {self.card}?"

    def parse(self, text: str) -> Seat | None:
        """A seat. A word for "unknown" that also means a seat means the seat."""
        unknown = means_unknown(text) and not seats_like(text.strip(), self.record.seats)
        return None if unknown else find_seat(text.strip(), self.record.seats)

    def text(self, value: Seat | None) -> str:
        """The seat."""
        return value or UNKNOWN

    def right(self) -> tuple[Seat | None, ...]:
        """The holder, where there is only one that is possible."""
        return (self.holders[0] if len(self.holders) == 1 else None,)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Two deals with the card at different seats, where it can't be known."""
        return self.position.disagreeing([self.card])

    def correction(self, value: Seat | None) -> Correction:
        """The proof where the place is certain, else two deals that disagree."""
        if value is None:
            note = f"It can be known: {self.holders[0]} holds the {self.card}."
            return Correction(note, (), self.proofs())
        elsewhere = self.position.deal_without(card_at(self.card, value), [self.card])
        if len(self.holders) == 1:
            note = f"The {self.card} is not with {value}."
            return Correction(note, (elsewhere,), self.proofs())
        if value in self.holders:
            note = f"{value} may hold the {self.card}, but so may others."
            return Correction(note, (elsewhere, self.position.deal_where(self.card, value)))
        note = f"{value} cannot hold the {self.card}; who does can't be known."
        another = next(seat for seat in self.holders if seat != elsewhere.holder(self.card))
        deals = (elsewhere, self.position.deal_where(self.card, another))
        proof = self.position.explain(card_at(self.card, value, holds=False))
        return Correction(note, deals, (proof,))


class WhoTask(_CardTask[frozenset[Seat]]):
    """``who CARD``: all who can hold it."""

    usage = "seats, as in 'Ann Bob'"

    def prompt(self) -> str:
        """The question in words."""
        return f"Who can hold the {self.card}? Name all."

    def parse(self, text: str) -> frozenset[Seat]:
        """Seats, with blanks or commas between them."""
        words = text.replace(",", " ").split() or [""]
        return frozenset(find_seat(word, self.record.seats) for word in words)

    def text(self, value: frozenset[Seat]) -> str:
        """The seats, in seat order."""
        return " ".join(self._in_order(value))

    def right(self) -> tuple[frozenset[Seat], ...]:
        """All the possible holders."""
        return (frozenset(self.holders),)

    def parts(self, value: frozenset[Seat]) -> tuple[AnswerPart, ...]:
        """Each seat that was named."""
        return tuple(AnswerPart(seat, seat in self.holders) for seat in self._in_order(value))

    def correction(self, value: frozenset[Seat]) -> Correction:
        """Deals with the seats that were left out; proofs that others lack the card."""
        missing = self._in_order(set(self.holders) - value)
        extra = self._in_order(value - set(self.holders))
        notes = [f"{seat} can hold the {self.card}, too" for seat in missing]
        notes += [f"{seat} cannot hold the {self.card}" for seat in extra]
        deals = [self.position.deal_where(self.card, seat) for seat in missing]
        proofs = [self.position.explain(card_at(self.card, seat, holds=False)) for seat in extra]
        shown = deals or [self.position.likely_deal([self.card])]
        return Correction("; ".join(notes) + ".", tuple(shown), tuple(proofs))

    def _in_order(self, seats: set[Seat] | frozenset[Seat]) -> list[Seat]:
        return [seat for seat in self.record.seats if seat in seats]


class CanTask(_CardTask[bool]):
    """``can SEAT CARD``: whether the seat can hold it."""

    usage = "yes or no"

    @property
    def seat(self) -> Seat:
        """The seat."""
        return self.question.seat or ""

    def prompt(self) -> str:
        """The question in words."""
        return f"Can {self.seat} hold the {self.card}?"

    def parse(self, text: str) -> bool:
        """Yes or no."""
        return choice(text, self.completions(), "an answer") == "yes"

    def text(self, value: bool) -> str:
        """Yes or no."""
        return "yes" if value else "no"

    def completions(self) -> Sequence[str]:
        """Yes and no."""
        return ("yes", "no")

    def right(self) -> tuple[bool, ...]:
        """Whether the seat holds the card in some deal."""
        return (self.seat in self.holders,)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """That the seat lacks the card; where it can hold it, all that is known of the card."""
        if self.seat in self.holders:
            return super().conclusions()
        return (card_at(self.card, self.seat, holds=False),)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """A deal in which the seat holds the card, where that is possible."""
        possible = self.seat in self.holders
        return (self.position.deal_where(self.card, self.seat),) if possible else ()

    def correction(self, value: bool) -> Correction:
        """The proof, or a deal in which the seat holds the card."""
        if not value:
            return Correction(f"{self.seat} can hold the {self.card}.", self.examples())
        deal = self.position.deal_without(card_at(self.card, self.seat), [self.card])
        return Correction(f"{self.seat} cannot hold the {self.card}.", (deal,), self.proofs())


FEW_ASKS: Final = 9
"""Among fewer asks than these the right one is nearly found: six players ask for three cards."""

Wanted: TypeAlias = "tuple[Seat, Card] | None"
"""Who is asked for which card; None: no ask is sure."""


class AsksTask(Task[Wanted]):
    """``asks``: an ask from the view's seat that is sure of a yes."""

    usage = f"a seat and a card, as in 'Bob KH', or '{NONE}'"

    @property
    def seat(self) -> Seat:
        """The seat that asks."""
        return self.deduction.viewer.seats[0]

    def prompt(self) -> str:
        """The question in words."""
        if self.seat in self.deduction.state.movers():
            return f"{self.seat} to ask: which ask is sure of a yes?"
        return f"Were it {self.seat}'s turn now: which ask is sure of a yes?"

    def books(self) -> tuple[str, ...]:
        """The half-suit of the first of the sure asks, or of the one that comes nearest to it.

        Where it has so few asks that this would nearly give the answer, with others; none: all.
        """
        asks_of: dict[str, int] = {}
        for _, card in self._legal:
            book = self.record.deck.book_of[card].name
            asks_of[book] = asks_of.get(book, 0) + 1
        nearest = self._sure[:1] or self._nearest
        named = {self.record.deck.book_of[card].name for _, card in nearest}
        for book in asks_of:
            if sum(map(asks_of.__getitem__, named)) < FEW_ASKS:
                named.add(book)
        every = named >= set(asks_of) and len(named) > 1
        return () if every else tuple(book for book in asks_of if book in named)

    def parse(self, text: str) -> Wanted:
        """A seat and a card, or the word for "there is no such ask"."""
        words = text.replace(",", " ").split()
        if [word.lower() for word in words] == [NONE]:
            return None
        if len(words) != 2:
            raise RecordError(f"{quote(text)} is no ask (expected {self.usage})")
        return find_seat(words[0], self.record.seats), find_card(words[1], self.record.deck)

    def text(self, value: Wanted) -> str:
        """Who is asked for which card."""
        return NONE if value is None else " ".join(value)

    def completions(self) -> Sequence[str]:
        """Opponents and cards in play."""
        opponents = self.record.table.opponents_of[self.seat]
        return (*opponents, *self.deduction.cards, NONE)

    def right(self) -> tuple[Wanted, ...]:
        """All the sure asks; or that there is none."""
        return self._sure or (None,)

    @property
    def is_unknown(self) -> bool:
        """Never: whether an ask is sure is always known."""
        return False

    def conclusions(self) -> tuple[Conclusion, ...]:
        """For the first of the sure asks, that the seat asked holds the card."""
        return tuple(card_at(card, seat) for seat, card in self._sure[:1])

    def known_instead(self) -> tuple[Conclusion, ...]:
        """What is known of the card of the ask that comes nearest to a sure one."""
        return self.position.known_of_hidden(card for _, card in self._nearest)

    @property
    def _nearest(self) -> tuple[tuple[Seat, Card], ...]:
        """The legal ask for a card that the fewest seats can hold, if there is one."""
        holders = self.deduction.all_holders()
        possible = [(seat, card) for seat, card in self._legal if seat in holders[card]]
        return tuple(sorted(possible or self._legal, key=lambda ask: len(holders[ask[1]]))[:1])

    @cached_property
    def _legal(self) -> tuple[tuple[Seat, Card], ...]:
        """The asks that would be legal at the seat's turn."""
        return tuple(asks_from_chair(self.deduction))

    @cached_property
    def _sure(self) -> tuple[tuple[Seat, Card], ...]:
        """The legal asks that are answered with yes in every deal."""
        return tuple(sure_asks(self.deduction))

    def correction(self, value: Wanted) -> Correction:
        """The proof of a sure ask, or a deal in which this one is answered with no."""
        if value is None:
            return Correction(f"There is one: {self.text(self._sure[0])}.", (), self.proofs())
        seat, card = value
        if value not in self._legal:
            broken = self._broken_rule(seat, card)
            return Correction(f"{self.seat} may not ask {seat} for the {card}: {broken}.")
        deal = self.position.deal_without(card_at(card, seat), [card])
        if seat in self.deduction.holders(card):
            return Correction(f"{seat} need not have the {card}.", (deal,))
        proof = self.position.explain(card_at(card, seat, holds=False))
        return Correction(f"{seat} cannot have the {card}.", (deal,), (proof,))

    def _broken_rule(self, target: Seat, card: Card) -> str:
        """The rule that an ask breaks, as everyone or the asker can see."""
        deduction, deck = self.deduction, self.record.deck
        if card not in deduction.cards:
            return "it is not in play"
        state = at_turn(deduction.state, self.seat)
        answer: AskAnswer = "yes" if state.located.get(card) == target else "no"
        broken = violations(state, Ask(self.seat, target, card, answer))
        if broken:
            return broken[0].message
        own = {card for card in deduction.cards if deduction.holders(card) == (self.seat,)}
        if whole := must_claim_first(state, own):
            return f"{self.seat} must claim {whole[0]} first"
        if card in own:
            return f"it is {self.seat}’s own"
        return f"{self.seat} holds no {deck.book_of[card].name}"


Marks: TypeAlias = frozenset[tuple[Card, Seat]]
"""Cards, each with the seat that is marked as its holder."""


class FollowsTask(Task[Marks]):
    """``follows BOOK``: the cards of a half-suit whose places follow from the last event.

    That is: whose holder is proven now, was not proven before, and is not simply seen. What was
    proven before may be marked, too; it does not count.
    """

    usage = f"seats with cards, as in 'Carl 5H 6H, Dora 7H', or '{NONE}'"

    def __init__(self, puzzle: Puzzle, shown: Collection[int] | None = None) -> None:
        super().__init__(puzzle, shown)
        record, view, before = puzzle.record, puzzle.view, puzzle.at - 1
        with (
            deduce(record, view=view, at=before)
            if shown is None
            else read_from(record, view, before, shown)
        ) as deduction:
            self._before: Mapping[Card, tuple[Seat, ...]] = deduction.all_holders()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be marked: nobody sees where they are, nor was it proven before."""
        book = self.record.deck.by_name[self.question.book or ""]
        located = self.deduction.state.located
        return tuple(
            card for card in book.cards if card not in located and len(self._before[card]) > 1
        )

    def prompt(self) -> str:
        """The question in words."""
        at = self.puzzle.at
        event = format_event(self.record.events[at - 1], self.record)
        which = f"Which cards of {self.question.book} does it place, with all before?"
        return f"Event {at}: {event}. {which}"

    def parse(self, text: str) -> Marks:
        """Seats with their cards, without what was proven before or is seen.

        Raises:
            RecordError: where a card is not of the half-suit, or is marked twice.
        """
        if text.strip().lower() == NONE:
            return frozenset()
        marks: dict[Card, Seat] = {}
        for part in text.split(","):
            name, *words = part.split() or [""]
            seat = find_seat(name, self.record.seats)
            for word in words or [""]:
                card = find_card(word, self.record.deck)
                if self.record.deck.book_of[card].name != self.question.book or card in marks:
                    which = f"a card of {self.question.book} that is not marked yet"
                    raise RecordError(f"{quote(word)} is not {which}")
                marks[card] = seat
        return frozenset(mark for mark in marks.items() if not self._was_proven(*mark))

    def _was_proven(self, card: Card, seat: Seat) -> bool:
        return card not in self.cards and self.deduction.holders(card) == (seat,)

    def text(self, value: Marks) -> str:
        """The seats with their cards, in deck order."""
        return naming_text(self._in_order(value)) or NONE

    def _in_order(self, marks: Marks) -> list[tuple[Card, Seat]]:
        place = {card: number for number, card in enumerate(self.record.deck.cards)}
        return sorted(marks, key=lambda mark: place[mark[0]])

    def completions(self) -> Sequence[str]:
        """Seats, and the cards that may be marked."""
        return (*self.record.seats, *self.cards, NONE)

    def right(self) -> tuple[Marks, ...]:
        """The places that are certain now and were not."""
        holders = self.deduction.all_holders()
        placed = ((card, holders[card][0]) for card in self.cards if len(holders[card]) == 1)
        return (frozenset(placed),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """Each of the places."""
        return tuple(card_at(card, seat) for card, seat in self._in_order(self.right()[0]))

    def known_instead(self) -> tuple[Conclusion, ...]:
        """What is known of the cards that may be marked."""
        return self.position.known_of_hidden(self.cards)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Two deals that disagree, where nothing follows."""
        return () if self.right()[0] else self.position.disagreeing(self.cards)

    def parts(self, value: Marks) -> tuple[AnswerPart, ...]:
        """Each mark."""
        right = self.right()[0]
        return tuple(
            AnswerPart(f"{card} {seat}", (card, seat) in right)
            for card, seat in self._in_order(value)
        )

    def correction(self, value: Marks) -> Correction:
        """A deal in which the first mark that is not proven is false; proofs of what follows."""
        right = self.right()[0]
        extra, missing = self._in_order(value - right), self._in_order(right - value)
        notes = [
            f"{seat} cannot hold the {card}" for card, seat in extra if self._cannot(card, seat)
        ]
        notes += [
            f"that {seat} holds the {card} is not proven"
            for card, seat in extra
            if not self._cannot(card, seat)
        ]
        notes += [f"it follows that {seat} holds the {card}" for card, seat in missing]
        deals = tuple(
            self.position.deal_without(card_at(card, seat), [card]) for card, seat in extra[:1]
        )
        note = "; ".join(notes) + "."
        return Correction(note[0].upper() + note[1:], deals, self.proofs())

    def _cannot(self, card: Card, seat: Seat) -> bool:
        return seat not in self.deduction.holders(card)


def open_before(task: Task[Any]) -> tuple[Card, ...]:
    """The cards that may be marked in a task of the kind ``follows``; none of others."""
    return task.cards if isinstance(task, FollowsTask) else ()
