"""Questions about one card: where it is, who can hold it, whether a seat can."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.explain import Conclusion, card_at
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.words import find_seat, seats_like
from tracker.knowledge.facts import Literal
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
