"""Questions about claims: how one must be named, which are proven, a ruling on one made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.errors import RecordError
from tracker.explain import Conclusion, whole_claim
from tracker.game.cards import Card
from tracker.game.events import Claim, Holdings, Seat
from tracker.game.lookup import find_book
from tracker.game.table import team_name
from tracker.inference.claims import Judgement
from tracker.knowledge.facts import Literal
from tracker.notation.holdings import parse_naming
from tracker.notation.text import format_event
from tracker.teach.position import Refutation
from tracker.teach.task import UNKNOWN, AnswerPart, Task, Verdict, choice, means_unknown

NONE: Final = "none"
"""The answer that there are none."""
RULINGS: Final[Mapping[str, Judgement]] = {
    "proven": "proven", "guess": "open", "refuted": "refuted"
}  # fmt: skip


def _literals(holdings: Holdings) -> list[Literal]:
    return [Literal(card, seat, True) for card, seat in holdings]


class ClaimTask(Task[Holdings | None]):
    """``claim BOOK``: who of the team holds each card, where that is proven."""

    @property
    def book(self) -> str:
        """The half-suit."""
        return self.question.book or ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards."""
        return self.record.deck.by_name[self.book].cards

    def prompt(self) -> str:
        """The question in words."""
        return f"Can {self.book} be claimed? Name who holds each card."

    def usage(self) -> str:
        """What an answer looks like."""
        return f"holdings, as in 'Ann 2H 3H, Carl rest', or '{UNKNOWN}'"

    def parse(self, text: str) -> Holdings | None:
        """Holdings, with or without the half-suit before them; none: it can't be proven."""
        if means_unknown(text):
            return None
        said = text if ":" in text else f"{self.book}: {text}"
        book, holdings = parse_naming(said, self.record, "answer")
        if book != self.book:
            raise RecordError(f"{book} is not what is asked for (expected {self.book})")
        return holdings

    def text(self, value: Holdings | None) -> str:
        """The holdings, seat by seat."""
        if value is None:
            return UNKNOWN
        seats = dict.fromkeys(seat for _, seat in value)
        said = [(seat, [card for card, at in value if at == seat]) for seat in seats]
        return ", ".join(f"{seat} {' '.join(cards)}" for seat, cards in said)

    def right(self) -> tuple[Holdings | None, ...]:
        """The naming that is proven for one of the view's teams."""
        found = (self.deduction.proven(self.book, team) for team in self.deduction.teams)
        return (next((naming for naming in found if naming is not None), None),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """The whole claim; or what is known of its cards."""
        naming = self.right()[0]
        if naming is not None:
            return (whole_claim(self.book, naming),)
        return self.position.known_of_all(self.cards)

    def completions(self) -> Sequence[str]:
        """Seats, cards, and the word for what nobody can tell."""
        return (*self.record.seats, *self.cards, "rest", UNKNOWN)

    def parts(self, value: Holdings | None) -> tuple[AnswerPart, ...]:
        """Each card of the naming, where the claim is proven."""
        naming = dict(self.right()[0] or ())
        if not naming or value is None:
            return ()
        return tuple(AnswerPart(f"{card} {seat}", naming[card] == seat) for card, seat in value)

    def verdict(self, value: Holdings | None) -> Verdict:
        """The proof, or a deal in which the naming is false; two where it is not proven."""
        naming = self.right()[0]
        if naming is None:
            return self._not_proven(value or ())
        if value is None:
            return Verdict("It can be proven.", (), self.proofs())
        wrong = [card for (card, said) in value if dict(naming)[card] != said]
        deal = self.position.deal_with([], wrong)
        note = f"Not so: {' '.join(wrong)}."
        return Verdict(note, (deal,) if deal else (), self.proofs())

    def shown(self) -> tuple[Refutation, ...]:
        """Two deals that disagree about the half-suit, where it can't be proven."""
        return self.position.disagreeing(self.cards) if self.right()[0] is None else ()

    def _not_proven(self, naming: Holdings) -> Verdict:
        """A naming that is false in some deal; if it is true in another, both."""
        named = _literals(naming)
        if self.deduction.judge(naming) == "proven":
            teams = " or ".join(map(team_name, self.deduction.teams))
            proof = self.position.explain(whole_claim(self.book, naming))
            return Verdict(f"That is so, and not to be claimed for {teams}.", (), (proof,))
        false = self.position.deal_without(named)
        true = self.position.deal_with(named)
        if true is None:
            wrong = [card for card, seat in naming if card not in false.hands[seat]]
            refuted = self.position.explain(whole_claim(self.book, naming))
            note = "That cannot be so."
            return Verdict(note, (_with_marks(false, wrong),), (refuted,))
        marks = _differing(false, true, self.cards)
        deals = (_with_marks(false, marks), _with_marks(true, marks))
        return Verdict("That is possible, and not proven.", deals)


class ClaimsTask(Task[frozenset[str]]):
    """``claims``: the half-suits whose claim is proven."""

    def prompt(self) -> str:
        """The question in words."""
        return "Which half-suits can be claimed, every card proven?"

    def usage(self) -> str:
        """What an answer looks like."""
        return f"half-suits, as in 'low hearts, high clubs', or '{NONE}'"

    def parse(self, text: str) -> frozenset[str]:
        """Half-suits with commas between them."""
        if text.strip().lower() == NONE:
            return frozenset()
        deck = self.record.deck
        return frozenset(find_book(word.strip(), deck) for word in text.split(","))

    def text(self, value: frozenset[str]) -> str:
        """The half-suits in deck order."""
        return ", ".join(book for book in self.record.deck.by_name if book in value) or NONE

    def _proven(self) -> dict[str, Holdings]:
        """The naming of each half-suit that a team of the view can prove."""
        return {book: naming for (book, _), naming in self.deduction.provable().items()}

    def right(self) -> tuple[frozenset[str], ...]:
        """Those that a team of the view can prove."""
        return (frozenset(self._proven()),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """Each of the claims."""
        return tuple(whole_claim(book, naming) for book, naming in self._proven().items())

    def completions(self) -> Sequence[str]:
        """The half-suits in play."""
        return (*self.deduction.state.open_books(), NONE)

    def parts(self, value: frozenset[str]) -> tuple[AnswerPart, ...]:
        """Each half-suit that was named."""
        right = self._proven()
        return tuple(
            AnswerPart(book, book in right) for book in self.record.deck.by_name if book in value
        )

    def verdict(self, value: frozenset[str]) -> Verdict:
        """The proof of what was left out; for what is not proven, two deals that disagree."""
        right = self._proven()
        missing = [book for book in right if book not in value]
        extra = [book for book in self.record.deck.by_name if book in value and book not in right]
        notes = [f"{book} can be proven" for book in missing]
        notes += [f"{book} can't" for book in extra]
        proofs = [self.position.explain(whole_claim(book, right[book])) for book in missing]
        deals = self._disagreeing(extra[0]) if extra else ()
        return Verdict("; ".join(notes) + ".", deals, tuple(proofs))

    def _disagreeing(self, book: str) -> tuple[Refutation, ...]:
        """Two deals that differ in a half-suit; one, where an opponent has a card of it."""
        if book not in self.deduction.state.open_books():
            return ()
        cards = self.record.deck.by_name[book].cards
        deal = self.position.deal_with([], cards)
        return self.position.disagreeing(cards) or ((deal,) if deal else ())


class RulingTask(Task[str]):
    """``ruling EVENT``: whether a claim was proven, a guess or refuted for who made it."""

    @property
    def claim(self) -> Claim:
        """The claim."""
        event = self.record.events[(self.question.event or 1) - 1]
        if not isinstance(event, Claim):
            raise TypeError(f"event {self.question.event} is no claim")
        return event

    def prompt(self) -> str:
        """The question in words."""
        said = format_event(self.claim, self.record).rpartition(":")[0]
        asked = f"Proven, a guess or refuted, for {self.claim.claimant}?"
        return f"Event {self.question.event}: {said}. {asked}"

    def usage(self) -> str:
        """What an answer looks like."""
        return "proven, guess or refuted"

    def parse(self, text: str) -> str:
        """One of the verdicts."""
        return choice(text, RULINGS, "a verdict")

    def text(self, value: str) -> str:
        """The verdict."""
        return value

    def right(self) -> tuple[str, ...]:
        """The verdict on the claim as it was named."""
        judged = self.deduction.judge(self.claim.holdings)
        return (next(word for word, judgement in RULINGS.items() if judgement == judged),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """The claim as it was named; where it is open, what is known of its cards."""
        if self.is_unknown:
            return self.position.known_of_all(self.claim_cards())
        return (whole_claim(self.claim.book, self.claim.holdings),)

    @property
    def is_unknown(self) -> bool:
        """Whether it was a guess: right in some deals, wrong in others."""
        return self.right()[0] == "guess"

    def books(self) -> tuple[str, ...]:
        """The half-suit of the claim."""
        return (self.claim.book,)

    def completions(self) -> Sequence[str]:
        """The verdicts."""
        return tuple(RULINGS)

    def shown(self) -> tuple[Refutation, ...]:
        """Two deals, where it was a guess: it was wrong in one, and right in the other."""
        if not self.is_unknown:
            return ()
        named = _literals(self.claim.holdings)
        deals = (self._false(), self.position.deal_with(named, self.claim_cards()))
        return tuple(deal for deal in deals if deal)

    def _false(self) -> Refutation:
        """A deal in which the claim is false, the cards marked that show it."""
        false = self.position.deal_without(_literals(self.claim.holdings))
        wrong = [card for card, seat in self.claim.holdings if card not in false.hands[seat]]
        return _with_marks(false, wrong)

    def verdict(self, value: str) -> Verdict:
        """The proof, or a deal in which the claim is false (or true)."""
        right, named = self.right()[0], _literals(self.claim.holdings)
        if right != "guess":
            deal = self.position.deal_with([], self._wrong_cards())
            return Verdict(f"It was {right}.", (deal,) if deal else (), self.proofs())
        if value == "refuted":
            found = self.position.deal_with(named, self.claim_cards())
            return Verdict("It was possible.", (found,) if found else ())
        return Verdict("It was a guess.", (self._false(),))

    def claim_cards(self) -> tuple[Card, ...]:
        """The cards that were claimed."""
        return tuple(card for card, _ in self.claim.holdings)

    def _wrong_cards(self) -> tuple[Card, ...]:
        """The cards that cannot be where the claim says; else all of them."""
        holders = self.deduction.all_holders()
        wrong = tuple(c for c, seat in self.claim.holdings if seat not in holders[c])
        return wrong or self.claim_cards()


def _with_marks(deal: Refutation, cards: Sequence[Card]) -> Refutation:
    return Refutation(deal.deal, deal.hands, tuple(cards))


def _differing(one: Refutation, other: Refutation, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that lie elsewhere in one deal than in another."""
    place = _places(one), _places(other)
    return tuple(card for card in cards if place[0][card] != place[1][card])


def _places(deal: Refutation) -> dict[Card, Seat]:
    return {card: seat for seat, cards in deal.hands.items() for card in cards}
