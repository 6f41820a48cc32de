"""Questions about claims: how a half-suit is named, which are proven, a ruling on a claim made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tracker.errors import RecordError
from tracker.explain import Conclusion, whole_claim
from tracker.game.cards import Card
from tracker.game.events import Claim, Holdings
from tracker.game.lookup import find_book
from tracker.inference.deduction import Judgement
from tracker.notation.holdings import parse_naming
from tracker.notation.text import format_event
from tracker.teach.task import (
    NONE,
    UNKNOWN,
    AnswerPart,
    Correction,
    ExampleDeal,
    Task,
    choice,
    means_unknown,
    naming_text,
)

RULINGS: Final[Mapping[Judgement, str]] = {
    "proven": "proven", "open": "guess", "refuted": "refuted"
}  # fmt: skip
"""The answer to ``ruling`` for each judgement of a naming."""


class ClaimTask(Task[Holdings | None]):
    """``claim BOOK``: who of the team holds each card. None means that it can't be proven."""

    usage = f"holdings, as in 'Ann 2H 3H, Carl rest', or '{UNKNOWN}'"

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

    def parse(self, text: str) -> Holdings | None:
        """Holdings, with or without the half-suit before them."""
        if means_unknown(text):
            return None
        naming = text if ":" in text else f"{self.book}: {text}"
        book, holdings = parse_naming(naming, self.record, "answer")
        if book != self.book:
            raise RecordError(f"{book} is not what is asked for (expected {self.book})")
        return holdings

    def text(self, value: Holdings | None) -> str:
        """The holdings, seat by seat."""
        return UNKNOWN if value is None else naming_text(value)

    def completions(self) -> Sequence[str]:
        """Seats, cards, and the words ``rest`` and ``unknown``."""
        return (*self.record.seats, *self.cards, "rest", UNKNOWN)

    def right(self) -> tuple[Holdings | None, ...]:
        """The naming that is proven for one of the view's teams."""
        namings = (self.deduction.proven(self.book, team) for team in self.deduction.teams)
        return (next((naming for naming in namings if naming is not None), None),)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """The whole claim; where it is not proven, what is known of its cards."""
        naming = self.right()[0]
        if naming is not None:
            return (whole_claim(self.book, naming),)
        return self.position.known_of_hidden(self.cards)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Two deals that disagree about the half-suit, where it can't be proven."""
        return self.position.disagreeing(self.cards) if self.is_unknown else ()

    def parts(self, value: Holdings | None) -> tuple[AnswerPart, ...]:
        """Each card of the naming, where the claim is proven."""
        naming = dict(self.right()[0] or ())
        if not naming or value is None:
            return ()
        return tuple(AnswerPart(f"{card} {seat}", naming[card] == seat) for card, seat in value)

    def correction(self, value: Holdings | None) -> Correction:
        """The proof, or a deal in which the naming is false; two where it is not proven."""
        naming = self.right()[0]
        if naming is None:
            return self._not_proven(value or ())
        if value is None:
            return Correction("It can be proven.", (), self.proofs())
        wrong = [card for card, seat in value if dict(naming)[card] != seat]
        deal = self.position.likely_deal(wrong)
        return Correction(f"Not so: {' '.join(wrong)}.", (deal,), self.proofs())

    def _not_proven(self, naming: Holdings) -> Correction:
        """What is wrong with a naming, where nothing can be proven for the view's teams."""
        claim, judgement = whole_claim(self.book, naming), self.deduction.judge(naming)
        if judgement == "proven":
            teams = " or ".join(map(str, self.deduction.teams))
            note = f"That is so, and not to be claimed for {teams}."
            return Correction(note, (), (self.position.explain(claim),))
        false = self.position.deal_without(claim)
        if judgement == "refuted":
            deal, proof = _marked_where_wrong(false, naming), self.position.explain(claim)
            return Correction("That cannot be so.", (deal,), (proof,))
        true = self.position.deal_with(claim)
        differing = tuple(card for card in self.cards if false.holder(card) != true.holder(card))
        deals = (replace(false, tell_tale=differing), replace(true, tell_tale=differing))
        return Correction("That is possible, and not proven.", deals)


class ClaimsTask(Task[frozenset[str]]):
    """``claims``: the half-suits whose claim is proven."""

    usage = f"half-suits, as in 'low hearts, high clubs', or '{NONE}'"

    def prompt(self) -> str:
        """The question in words."""
        return "Which half-suits can be claimed, every card proven?"

    def books(self) -> tuple[str, ...]:
        """Those of which nobody saw a card elsewhere; all in play, where that is the answer."""
        state = self.deduction.state
        near = tuple(filter(self._is_near, state.open_books()))
        return () if frozenset(near) in self.right() else near

    def _is_near(self, book: str) -> bool:
        """Whether all can see no card of a half-suit outside one of the view's teams."""
        located = self.deduction.state.located
        cards = self.record.deck.by_name[book].cards
        return any(
            all(located.get(card, team[0]) in team for card in cards)
            for team in self.deduction.teams
        )

    def parse(self, text: str) -> frozenset[str]:
        """Half-suits with commas between them."""
        if text.strip().lower() == NONE:
            return frozenset()
        deck = self.record.deck
        return frozenset(find_book(word.strip(), deck) for word in text.split(","))

    def text(self, value: frozenset[str]) -> str:
        """The half-suits in deck order."""
        return ", ".join(self._in_order(value)) or NONE

    def completions(self) -> Sequence[str]:
        """The half-suits in play."""
        return (*self.deduction.state.open_books(), NONE)

    def right(self) -> tuple[frozenset[str], ...]:
        """The half-suits that a team of the view can prove."""
        return (frozenset(self._proven()),)

    def _proven(self) -> dict[str, Holdings]:
        """The naming of each half-suit that a team of the view can prove."""
        return {book: naming for (book, _), naming in self.deduction.provable().items()}

    def conclusions(self) -> tuple[Conclusion, ...]:
        """Each of the claims."""
        return tuple(whole_claim(book, naming) for book, naming in self._proven().items())

    def known_instead(self) -> tuple[Conclusion, ...]:
        """What is known of the half-suit of which most is known of others' hands."""
        cards_of, own = self.record.deck.by_name, self.deduction.viewer.seats
        others = [seat for seat in self.record.seats if seat not in own]

        def known(book: str) -> int:
            holders = map(self.deduction.holders, cards_of[book].cards)
            theirs = [seats for seats in holders if not set(seats) <= set(own)]
            return sum(seat not in seats for seats in theirs for seat in others)

        books = self.books() or self.deduction.state.open_books()
        nearest = max(books, key=known, default=None)
        return self.position.known_of_hidden(cards_of[nearest].cards) if nearest else ()

    def parts(self, value: frozenset[str]) -> tuple[AnswerPart, ...]:
        """Each half-suit that was named."""
        proven = self._proven()
        return tuple(AnswerPart(book, book in proven) for book in self._in_order(value))

    def correction(self, value: frozenset[str]) -> Correction:
        """Proofs of the half-suits left out; for one that is not proven, deals that disagree."""
        proven = self._proven()
        missing = [book for book in proven if book not in value]
        extra = [book for book in self._in_order(value) if book not in proven]
        notes = [f"{book} can be proven" for book in missing]
        notes += [f"{book} can't" for book in extra]
        proofs = [self.position.explain(whole_claim(book, proven[book])) for book in missing]
        deals = self._disagreeing(extra[0]) if extra else ()
        return Correction("; ".join(notes) + ".", deals, tuple(proofs))

    def _disagreeing(self, book: str) -> tuple[ExampleDeal, ...]:
        """Two deals that differ in a half-suit; one deal, where opponents hold cards of it."""
        if book not in self.deduction.state.open_books():
            return ()
        cards = self.record.deck.by_name[book].cards
        deal = self.position.likely_deal(cards)
        return self.position.disagreeing(cards) or (deal,)

    def _in_order(self, books: frozenset[str]) -> list[str]:
        return [book for book in self.record.deck.by_name if book in books]


class RulingTask(Task[str]):
    """``ruling EVENT``: whether a claim was proven, a guess or refuted for its claimant."""

    usage = "proven, guess or refuted"

    @property
    def claim(self) -> Claim:
        """The claim."""
        claim = self.record.events[self.puzzle.at]
        assert isinstance(claim, Claim)  # else there is no such puzzle
        return claim

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that were claimed."""
        return tuple(card for card, _ in self.claim.holdings)

    @property
    def naming(self) -> Conclusion:
        """The claim as it was named."""
        return whole_claim(self.claim.book, self.claim.holdings)

    def prompt(self) -> str:
        """The question in words, without the outcome of the claim."""
        claim = format_event(self.claim, self.record).rpartition(":")[0]
        question = f"Proven, a guess or refuted, for {self.claim.claimant}?"
        return f"Event {self.question.event}: {claim}. {question}"

    def books(self) -> tuple[str, ...]:
        """The half-suit of the claim."""
        return (self.claim.book,)

    def parse(self, text: str) -> str:
        """One of the rulings."""
        return choice(text, self.completions(), "a verdict")

    def text(self, value: str) -> str:
        """The ruling."""
        return value

    def completions(self) -> Sequence[str]:
        """The rulings."""
        return tuple(RULINGS.values())

    def right(self) -> tuple[str, ...]:
        """The ruling on the claim as it was named."""
        return (RULINGS[self.deduction.judge(self.claim.holdings)],)

    @property
    def is_unknown(self) -> bool:
        """Whether it was a guess: right in some deals, wrong in others."""
        return self.right()[0] == "guess"

    def conclusions(self) -> tuple[Conclusion, ...]:
        """The claim as it was named; where it was a guess, what is known of its cards."""
        if self.is_unknown:
            return self.position.known_of_hidden(self.cards)
        return (self.naming,)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Where it was a guess, a deal in which it was wrong, and one in which it was right."""
        return (self._false(), self._true()) if self.is_unknown else ()

    def correction(self, value: str) -> Correction:
        """The proof, or a deal in which the claim is false (or true).

        A guess is right in some deals and wrong in others: only a proof refutes it, no single deal.
        """
        right = self.right()[0]
        if right != "guess":
            deals = () if value == "guess" else (self._telling_deal(),)
            return Correction(f"It was {right}.", deals, self.proofs())
        if value == "refuted":
            return Correction("It was possible.", (self._true(),))
        return Correction("It was a guess.", (self._false(),))

    def _false(self) -> ExampleDeal:
        """A deal in which the claim is false."""
        return _marked_where_wrong(self.position.deal_without(self.naming), self.claim.holdings)

    def _true(self) -> ExampleDeal:
        """A deal in which the claim is true."""
        return self.position.deal_with(self.naming, self.cards)

    def _telling_deal(self) -> ExampleDeal:
        """A deal by the cards that cannot be where the claim says; by all, where each can be."""
        holders = self.deduction.all_holders()
        wrong = tuple(card for card, seat in self.claim.holdings if seat not in holders[card])
        return self.position.likely_deal(wrong or self.cards)


def _marked_where_wrong(deal: ExampleDeal, naming: Holdings) -> ExampleDeal:
    """A deal with the cards as its tell-tale ones that are not where a naming says."""
    return replace(
        deal, tell_tale=tuple(card for card, seat in naming if deal.holder(card) != seat)
    )
