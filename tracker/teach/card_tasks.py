"""Questions about one card: where it is, who can hold it, whether a seat can."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from tracker.analysis.ask_chances import asks_from_chair, at_turn
from tracker.errors import RecordError
from tracker.explain import Conclusion, Explanation, card_at
from tracker.game.cards import Card
from tracker.game.events import Answer, Ask, Seat
from tracker.game.legality import must_claim_first, violations
from tracker.game.lookup import find_card, find_seat, seats_like
from tracker.knowledge.facts import Literal
from tracker.messages import quote
from tracker.teach.claim_tasks import NONE
from tracker.teach.position import Refutation
from tracker.teach.task import UNKNOWN, AnswerPart, Task, Value, Verdict, choice, means_unknown


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

    def what_is_proven(self) -> tuple[Conclusion, ...]:
        """Who holds it where that is certain, else who lacks it."""
        return self.position.known_of(self.card)


class WhereTask(_CardTask[Seat | None]):
    """``where CARD``: who holds it."""

    def prompt(self) -> str:
        """The question in words."""
        return f"Who holds the {self.card}?"

    def usage(self) -> str:
        """What an answer looks like."""
        return f"a seat, or '{UNKNOWN}'"

    def parse(self, text: str) -> Seat | None:
        """A seat, also one that is called as that nobody knows; none: it can't be known."""
        unknown = means_unknown(text) and not seats_like(text.strip(), self.record.seats)
        return None if unknown else find_seat(text.strip(), self.record.seats)

    def text(self, value: Seat | None) -> str:
        """The seat."""
        return value or UNKNOWN

    def right(self) -> tuple[Seat | None, ...]:
        """The one holder, where there is but one."""
        return (self.holders[0] if len(self.holders) == 1 else None,)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """Who holds it, or who lacks it."""
        return self.what_is_proven()

    def shown(self) -> tuple[Refutation, ...]:
        """Two deals with the card at different seats, where it can't be known."""
        return self.position.disagreeing([self.card])

    def verdict(self, value: Seat | None) -> Verdict:
        """The proof, or a deal with the card elsewhere; two where it can't be known."""
        proofs = self.proofs() if len(self.holders) == 1 else ()
        if value is None:
            return Verdict(f"It can be known: {self.holders[0]} holds the {self.card}.", (), proofs)
        elsewhere = self.position.deal_without([Literal(self.card, value, True)], [self.card])
        if proofs:
            return Verdict(f"The {self.card} is not with {value}.", (elsewhere,), proofs)
        if value in self.holders:
            other = self.position.deal_with([Literal(self.card, value, True)], [self.card])
            note = f"{value} may hold the {self.card}, but so may others."
        else:
            there = next(s for s in self.holders if self.card not in elsewhere.hands[s])
            other = self.position.deal_with([Literal(self.card, there, True)], [self.card])
            note = f"{value} cannot hold the {self.card}; who does can't be known."
            proofs = (self.position.explain(card_at(self.card, value, holds=False)),)
        return Verdict(note, tuple(one for one in (elsewhere, other) if one), proofs)


class WhoTask(_CardTask[frozenset[Seat]]):
    """``who CARD``: all who can hold it."""

    def prompt(self) -> str:
        """The question in words."""
        return f"Who can hold the {self.card}? Name all."

    def usage(self) -> str:
        """What an answer looks like."""
        return "seats, as in 'Ann Bob'"

    def parse(self, text: str) -> frozenset[Seat]:
        """Seats, with blanks or commas between them."""
        words = text.replace(",", " ").split() or [""]
        return frozenset(find_seat(word, self.record.seats) for word in words)

    def text(self, value: frozenset[Seat]) -> str:
        """The seats, in seat order."""
        return " ".join(seat for seat in self.record.seats if seat in value)

    def right(self) -> tuple[frozenset[Seat], ...]:
        """All the possible holders."""
        return (frozenset(self.holders),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """That the others lack it."""
        return self.what_is_proven()

    def parts(self, value: frozenset[Seat]) -> tuple[AnswerPart, ...]:
        """Each seat that was named."""
        return tuple(AnswerPart(s, s in self.holders) for s in self.record.seats if s in value)

    def verdict(self, value: frozenset[Seat]) -> Verdict:
        """Deals with seats that were left out; the proof that others lack it."""
        missing = [seat for seat in self.holders if seat not in value]
        extra = [seat for seat in self.record.seats if seat in value and seat not in self.holders]
        notes = [f"{seat} can hold the {self.card}, too" for seat in missing]
        notes += [f"{seat} cannot hold the {self.card}" for seat in extra]
        supposed = [[Literal(self.card, seat, True)] for seat in missing] or [[]]
        deals = [self.position.deal_with(one, [self.card]) for one in supposed]
        proofs = [self.position.explain(card_at(self.card, seat, holds=False)) for seat in extra]
        found = tuple(deal for deal in deals if deal)
        return Verdict("; ".join(notes) + ".", found, tuple(proofs))


class CanTask(_CardTask[bool]):
    """``can SEAT CARD``: whether the seat can hold it."""

    @property
    def seat(self) -> Seat:
        """The seat."""
        return self.question.seat or ""

    def prompt(self) -> str:
        """The question in words."""
        return f"Can {self.seat} hold the {self.card}?"

    def usage(self) -> str:
        """What an answer looks like."""
        return "yes or no"

    def parse(self, text: str) -> bool:
        """Yes or no."""
        return choice(text, ("yes", "no"), "an answer") == "yes"

    def text(self, value: bool) -> str:
        """Yes or no."""
        return "yes" if value else "no"

    def right(self) -> tuple[bool, ...]:
        """Whether some deal has it so."""
        return (self.seat in self.holders,)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """That the seat lacks it; where it can hold it, all that is known of the card."""
        if self.seat in self.holders:
            return self.what_is_proven()
        return (card_at(self.card, self.seat, holds=False),)

    def completions(self) -> Sequence[str]:
        """Yes and no."""
        return ("yes", "no")

    def shown(self) -> tuple[Refutation, ...]:
        """A deal in which the seat holds it, where that can be."""
        found = self.position.deal_with([Literal(self.card, self.seat, True)], [self.card])
        return (found,) if found else ()

    def verdict(self, value: bool) -> Verdict:
        """The proof, or a deal in which the seat holds it."""
        there = Literal(self.card, self.seat, True)
        if value:
            deal = self.position.deal_without([there], [self.card])
            return Verdict(f"{self.seat} cannot hold the {self.card}.", (deal,), self.proofs())
        return Verdict(f"{self.seat} can hold the {self.card}.", self.shown())


# -- the question for an ask that is sure of a yes ------------------------------------------------
#
# The question for an ask that is sure of a yes.

Wanted: TypeAlias = "tuple[Seat, Card] | None"
"""Who is asked for what; none: no ask is sure."""


class AsksTask(Task[Wanted]):
    """``asks``: an ask from the view's seat that is sure of a yes."""

    @property
    def seat(self) -> Seat:
        """Whose ask it is."""
        return self.deduction.viewer.seats[0]

    @cached_property
    def _legal(self) -> tuple[tuple[Seat, Card], ...]:
        """The legal asks, as if it were the seat's turn."""
        return tuple(
            asks_from_chair(self.deduction, at_turn(self.deduction.state, self.seat), self.seat)
        )

    def prompt(self) -> str:
        """The question in words."""
        if self.seat in self.deduction.state.movers():
            return f"{self.seat} to ask: which ask is sure of a yes?"
        return f"Were it {self.seat}'s turn now: which ask is sure of a yes?"

    def usage(self) -> str:
        """What an answer looks like."""
        return f"a seat and a card, as in 'Bob KH', or '{NONE}'"

    def parse(self, text: str) -> Wanted:
        """A seat and a card; none: there is no such ask."""
        words = text.replace(",", " ").split()
        if [word.lower() for word in words] == [NONE]:
            return None
        if len(words) != 2:
            raise RecordError(f"{quote(text)} is no ask (expected {self.usage()})")
        return find_seat(words[0], self.record.seats), find_card(words[1], self.record.deck)

    def text(self, value: Wanted) -> str:
        """Who is asked for what."""
        return NONE if value is None else " ".join(value)

    @cached_property
    def _sure(self) -> tuple[tuple[Seat, Card], ...]:
        holders = self.deduction.all_holders()
        return tuple((seat, card) for seat, card in self._legal if holders[card] == (seat,))

    def right(self) -> tuple[Wanted, ...]:
        """All the sure asks; or that there is none."""
        return self._sure or (None,)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """That who is asked holds the card, for the first of the sure asks."""
        return tuple(card_at(card, seat) for seat, card in self._sure[:1])

    def books(self) -> tuple[str, ...]:
        """The half-suit of the first of the sure asks."""
        return tuple(self.record.deck.book_of[card].name for _, card in self._sure[:1])

    def completions(self) -> Sequence[str]:
        """Opponents and cards in play."""
        opponents = self.record.table.opponents_of[self.seat]
        return (*opponents, *self.deduction.cards, NONE)

    @property
    def is_unknown(self) -> bool:
        """Never: that no ask is sure is known."""
        return False

    def verdict(self, value: Wanted) -> Verdict:
        """The proof of a sure ask, or a deal in which this one is answered with no."""
        if value is None:
            return Verdict(f"There is one: {self.text(self.right()[0])}.", (), self.proofs())
        seat, card = value
        if value not in self._legal:
            return Verdict(f"{self.seat} may not ask {seat} for the {card}{self._why_not(value)}.")
        deal = self.position.deal_without([Literal(card, seat, True)], [card])
        note = f"{seat} need not have the {card}."
        proofs: tuple[Explanation, ...] = ()
        if seat not in self.deduction.holders(card):
            proofs = (self.position.explain(card_at(card, seat, holds=False)),)
            note = f"{seat} cannot have the {card}."
        return Verdict(note, (deal,), proofs)

    def _why_not(self, wanted: tuple[Seat, Card]) -> str:
        """The rule that everyone can see such an ask break, behind a colon."""
        seat, card = wanted
        if card not in self.deduction.cards:
            return ": it is not in play"
        state = at_turn(self.deduction.state, self.seat)
        answer: Answer = "yes" if state.located.get(card) == seat else "no"
        broken = violations(state, Ask(self.seat, seat, card, answer))
        if broken:
            return f": {broken[0].message}"
        held = {
            card for card in self.deduction.cards if self.deduction.holders(card) == (self.seat,)
        }
        book = self.record.deck.book_of[card]
        if whole := must_claim_first(state, held):
            return f": {self.seat} must claim {whole[0]} first"
        return (
            f": it is {self.seat}’s own" if card in held else f": {self.seat} holds no {book.name}"
        )
