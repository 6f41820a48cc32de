"""The question for an ask that is sure of a yes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

from tracker.analysis.chances import asks_from_chair, at_turn
from tracker.errors import RecordError
from tracker.explain import Conclusion, Explanation, card_at
from tracker.game.cards import Card
from tracker.game.events import Answer, Ask, Seat
from tracker.game.legality import violations
from tracker.game.words import find_card, find_seat
from tracker.knowledge.facts import Literal
from tracker.messages import quote
from tracker.teach.claim_tasks import NONE
from tracker.teach.task import Task, Verdict

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
        open_books = map(self.record.deck.by_name.get, state.open_books())
        whole = next((one.name for one in open_books if one and held >= set(one.cards)), None)
        if whole is not None and self.record.rules.must_claim == "yes":
            return f": {self.seat} must claim {whole} first"
        return (
            f": it is {self.seat}’s own" if card in held else f": {self.seat} holds no {book.name}"
        )
