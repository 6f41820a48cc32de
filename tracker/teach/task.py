"""A task: the question of a puzzle as a set of options, of which an answer chooses some.

Each *option* says something of where cards are, and for which judgements it is right: where it is
proven, where it is only possible, where it is refuted. What is right, what shows it, and what is
wrong with another answer all follow from that, for every kind of question.

Example: of ``where AS`` the options are the seats; each says that it holds the AS, and is right
where that is proven. Of ``who AS`` they are the same, right where that is possible. Where nothing
is proven, the right answer chooses none of them.

What is certain has a proof; what is open has deals that show it. One solver of each kind serves a
whole puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import Final, Literal, TypeAlias

from tracker.analysis.ask_chances import asks_from_chair, at_turn
from tracker.answers import json_keys
from tracker.errors import RecordError
from tracker.explain import Conclusion, Explainer, Explanation, card_at, whole_claim
from tracker.explain.explanation import Question
from tracker.explain.smallest.counterexample import Counterexamples
from tracker.game.ask_rules import must_claim_first
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat, by_seat
from tracker.game.legality import violations
from tracker.game.lookup import folded, seats_like
from tracker.inference.deduction import Deduction, Judgement, deduce, judgement_of
from tracker.knowledge.facts import Deal
from tracker.messages import quote
from tracker.notation.text import format_event
from tracker.sat.solver import SolverHolder
from tracker.teach.excerpt import read_from
from tracker.teach.puzzle import READERS, Kind, Puzzle, claim_at

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
NONE: Final = "none"
"""How "there is none" is written in answers."""
GUESS: Final = "guess"
_UNKNOWN_WORDS: Final = (UNKNOWN, "?", "can't be known", "open", "u")
_REST: Final = "rest"
"""What stands for all cards of a naming that are not named."""
SEARCHES_ALLOWED: Final = 3_000
"""Solver calls that the search for one smallest explanation may take. They are counted, not timed,
so that a puzzle has the same level on every machine."""

Choice: TypeAlias = frozenset[str]
"""An answer: the options that it chooses."""
_Wanted: TypeAlias = tuple[Judgement, ...]
"""The judgements of what an option says with which it is right."""
_POSSIBLE: Final[_Wanted] = ("proven", "open")


@dataclass(frozen=True)
class KindOfQuestion:
    """How the questions of a kind are put, and how they are answered."""

    prompt: str
    """The question in words, with places for what is asked."""
    usage: str
    """What an answer looks like."""
    shape: Literal["one", "any", "each"]
    """How many options may be chosen: one, any, or for each card at most one."""
    fields: tuple[str, ...]
    """What the words of an option are: ``seat``, ``card``, ``book``, or a ``word`` of ``words``."""
    empty: str = ""
    """The answer that chooses no option; nothing: one must be chosen."""
    wanted: _Wanted = ("proven",)
    """With which judgement an option is right."""
    words: Mapping[str, _Wanted] = field(default_factory=dict)
    """Where the options are words that judge one thing: when each is right."""


KINDS: Final[Mapping[Kind, KindOfQuestion]] = {
    "where": KindOfQuestion(
        "Who holds the {asked.card}?", f"a seat, or '{UNKNOWN}'", "one", ("seat",), UNKNOWN
    ),
    "who": KindOfQuestion(
        "Who can hold the {asked.card}? Name all.",
        "seats, as in 'Ann Bob'",
        "any",
        ("seat",),
        wanted=_POSSIBLE,
    ),
    "can": KindOfQuestion(
        "Can {asked.seat} hold the {asked.card}?",
        "yes or no",
        "one",
        ("word",),
        words={"yes": _POSSIBLE, "no": ("refuted",)},
    ),
    "claim": KindOfQuestion(
        "Can {asked.book} be claimed? Name who holds each card.",
        f"holdings, as in 'Ann 2H 3H, Carl rest', or '{UNKNOWN}'",
        "each",
        ("card", "seat"),
        UNKNOWN,
    ),
    "claims": KindOfQuestion(
        "Whoever has the turn: which half-suits can be claimed, every card proven?",
        f"half-suits, as in 'low hearts, high clubs', or '{NONE}'",
        "any",
        ("book",),
        NONE,
    ),
    "asks": KindOfQuestion(
        "{turn}: which ask is sure of a yes?",
        f"a seat and a card, as in 'Bob KH', or '{NONE}'",
        "one",
        ("seat", "card"),
        NONE,
    ),
    "ruling": KindOfQuestion(
        "Event {event}: {told}. Proven, a guess or refuted, for {viewer}?",
        "proven, guess or refuted",
        "one",
        ("word",),
        words={"proven": ("proven",), GUESS: ("open",), "refuted": ("refuted",)},
    ),
    "follows": KindOfQuestion(
        "Event {event}: {told}. Which cards of {asked.book} does it place, with all before?",
        f"seats with cards, as in 'Carl 5H 6H, Dora 7H', or '{NONE}'",
        "each",
        ("card", "seat"),
        NONE,
    ),
}
_NOTES: Final[Mapping[Judgement, str]] = {
    "proven": "it is proven that {seat} holds the {card}",
    "open": "{seat} can hold the {card}",
    "refuted": "{seat} cannot hold the {card}",
}
_CLAIM_NOTES: Final[Mapping[Judgement, str]] = {
    "proven": "a claim of {book} is proven",
    "open": "that claim of {book} may be so, and is not proven",
    "refuted": "that claim of {book} cannot be so",
}
"""What is so of that which an option says, in half a sentence."""


@dataclass(frozen=True)
class Option:
    """What can be chosen: what it says, what is so of that, and when it is right."""

    text: str
    says: Conclusion
    """Without parts: that a half-suit can be claimed of which no naming is proven."""
    judgement: Judgement
    """What is so of what it says; of nothing it is open."""
    wanted: _Wanted

    @property
    def is_right(self) -> bool:
        """Whether it is to be chosen."""
        return bool(self.says.parts) and self.judgement in self.wanted

    @property
    def decided(self) -> Conclusion:
        """What is proven of what it says: that, or its opposite if that is as short."""
        part, *others = self.says.parts
        if self.judgement == "refuted" and not others:
            return card_at(part.card, part.seat, holds=False)
        return self.says

    @property
    def note(self) -> str:
        """What is so of what it says, in half a sentence."""
        if self.says.book is not None:
            return _CLAIM_NOTES[self.judgement].format(book=self.says.book)
        part = self.says.parts[0]
        unproven = self.judgement == "open" and self.wanted == ("proven",)
        note = _NOTES[self.judgement].format(seat=part.seat, card=part.card)
        return f"{note}, and need not" if unproven else note


@json_keys("hands", "dealt", "tell_tale")
@dataclass(frozen=True)
class ExampleDeal:
    """A deal that is consistent with all that the view knows, and shows something."""

    deal: Deal
    """The seat that each card was dealt to."""
    hands: Mapping[Seat, tuple[Card, ...]]
    """The cards in play that each seat would hold now, in deck order."""
    tell_tale: tuple[Card, ...]
    """The cards to look at: where they are shows it."""

    def holder(self, card: Card) -> Seat:
        """The seat that holds a card in play now."""
        return next(seat for seat, cards in self.hands.items() if card in cards)


@dataclass(frozen=True)
class AnswerPart:
    """A part of an answer, and whether it is right."""

    text: str
    right: bool


@dataclass(frozen=True)
class Objection:
    """Why an option is chosen wrongly, or is missing."""

    option: str
    note: str
    """What is so of it, in half a sentence."""
    deals: tuple[ExampleDeal, ...] = ()
    """In the first of them a wrong answer is false; two that disagree, where nothing is certain."""
    proof: Explanation | None = None
    """A proof that it is so, or not so."""


class Task(SolverHolder):
    """A question about the position of a puzzle. ``marking.open_task`` makes one.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle.
        shown: the events that somebody knows who answers; None: all.

    Raises:
        ContradictionError: where no deal is consistent with the view.
    """

    def __init__(self, puzzle: Puzzle, shown: Collection[int] | None = None) -> None:
        self.puzzle = puzzle
        self.question = puzzle.question
        self.kind = KINDS[puzzle.question.kind]
        self.record = puzzle.record
        self._shown = shown
        self.deduction = self._deduced(puzzle.at)
        self._explained: dict[Conclusion, Explanation] = {}

    def _deduced(self, at: int) -> Deduction:
        """What follows at a moment, for whoever answers."""
        if self._shown is None:
            return deduce(self.record, view=self.puzzle.view, at=at)
        return read_from(self.record, self.puzzle.view, at, self._shown)

    def prompt(self) -> str:
        """The question in words; of a ruling without the outcome of the claim."""
        asked, viewer = self.question, self.puzzle.view.name
        event = asked.event or self.puzzle.at
        told = format_event(self.record.events[event - 1], self.record) if event else ""
        if asked.event is not None:
            told = told.rpartition(":")[0]
        to_move = viewer in self.deduction.state.movers()
        turn = f"{viewer} to ask" if to_move else f"If it were {viewer}'s turn now"
        return self.kind.prompt.format(
            asked=asked, event=event, told=told, turn=turn, viewer=viewer
        )

    # -- the options ------------------------------------------------------------------------------

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """What can be chosen, by its words, in the order in which it is written."""
        return {text: self._option(text, says) for text, says in self._said().items()}

    def _option(self, text: str, says: Conclusion) -> Option:
        judgement = judgement_of(*self.deduction.truths(says.parts)) if says.parts else "open"
        return Option(text, says, judgement, self.kind.words.get(text, self.kind.wanted))

    def _said(self) -> Mapping[str, Conclusion]:
        """What each option says, by its words."""
        asked, seats, card = self.question, self.record.seats, self.question.card or ""
        match asked.kind:
            case "where" | "who":
                return {seat: card_at(card, seat) for seat in seats}
            case "can":
                return dict.fromkeys(self.kind.words, card_at(card, asked.seat or ""))
            case "ruling":
                claim = claim_at(self.record, self.puzzle.at + 1)
                return dict.fromkeys(self.kind.words, whole_claim(claim.book, claim.holdings))
            case "claims":
                return {book: self._claimable(book) for book in self.deduction.state.open_books()}
            case "asks":
                legal = asks_from_chair(self.deduction)
                return {f"{seat} {card}": card_at(card, seat) for seat, card in legal}
        return {f"{card} {seat}": card_at(card, seat) for card, seat in self._places()}

    def _claimable(self, book: str) -> Conclusion:
        """How a half-suit can be claimed: its naming that is proven for a team of the view."""
        namings = (self.deduction.proven(book, team) for team in self.deduction.teams)
        return whole_claim(book, next(filter(None, namings), ()))

    @cached_property
    def _whole(self) -> Option:
        """Of a question for a claim: the claim as a whole."""
        book = self.question.book or ""
        return self._option(book, self._claimable(book))

    def _places(self) -> Iterator[tuple[Card, Seat]]:
        """The places of cards that an answer may name, card by card.

        Of a claim they are those with the view's teams. Of ``follows`` they are those with other
        seats, of the cards whose place nobody sees, nor was proven before the last event.
        """
        cards: Iterable[Card] = self.record.deck.by_name[self.question.book or ""].cards
        if self.question.kind == "claim":
            seats = {seat for team in self.deduction.teams for seat in team}
        else:
            seats = {*self.record.seats} - {*self.puzzle.view.seats}
            with self._deduced(self.puzzle.at - 1) as before:
                holders = before.all_holders()
            located = self.deduction.state.located
            cards = (card for card in cards if card not in located and len(holders[card]) > 1)
        return product(cards, (seat for seat in self.record.seats if seat in seats))

    def words(self, field: str) -> tuple[str, ...]:
        """The different words of the options that stand for a field: seats, cards, half-suits."""
        if len(self.kind.fields) == 1:
            return tuple(self.options)
        place = self.kind.fields.index(field)
        return tuple(dict.fromkeys(option.split()[place] for option in self.options))

    def completions(self) -> Sequence[str]:
        """The words that an answer may consist of."""
        words = [word for field in self.kind.fields for word in self.words(field)]
        rest = [_REST] if self.question.kind == "claim" else []
        return (*words, *rest, *filter(None, [self.kind.empty]))

    # -- answers as text --------------------------------------------------------------------------

    def parse(self, text: str) -> Choice:
        """What an answer chooses, as a person types it.

        Raises:
            RecordError: where it means nothing, or breaks a rule of asking.
        """
        typed = " ".join(text.replace("’", "'").split())
        if self._is_empty(typed):
            return frozenset()
        if self.kind.shape == "each":
            return self._placed(typed)
        parts = [typed]
        if self.kind.shape == "any":
            several = typed if self.kind.fields == ("book",) else typed.replace(" ", ",")
            parts = [part.strip() for part in several.split(",") if part.strip()]
        return frozenset(map(self._meant, parts or [""]))

    def _is_empty(self, typed: str) -> bool:
        """Whether an answer chooses nothing. A word that also means a seat means the seat."""
        if self.kind.empty != UNKNOWN:
            return bool(self.kind.empty) and folded(typed) == self.kind.empty
        seat = self.kind.fields == ("seat",) and seats_like(typed, self.record.seats)
        return folded(typed) in _UNKNOWN_WORDS and not seat

    def _meant(self, typed: str) -> str:
        """The option that some words mean; a single word may be cut short.

        Raises:
            RecordError: where they mean none.
        """
        fields, key = self.kind.fields, folded(typed)
        parts = [typed] if len(fields) == 1 else typed.replace(",", " ").split()
        if self.kind.words:
            parts = [word for word in self.kind.words if key and word.startswith(key)]
        if len(parts) != len(fields):
            raise RecordError(f"{quote(typed)} is no answer (expected {self.kind.usage})")
        words = [
            READERS[field](part, self.record) for field, part in zip(fields, parts, strict=True)
        ]
        option = " ".join(words)
        if option not in self.options:
            broken = f": {self._broken_rule(*words)}" if self.question.kind == "asks" else ""
            expected = "; ".join(" ".join(self.words(field)) for field in fields)
            raise RecordError(f"{quote(option)} is no answer here{broken} (expected {expected})")
        return option

    def _placed(self, typed: str) -> Choice:
        """Where an answer says that cards are: ``Ann 2H 3H, Carl rest``.

        Where it may leave cards out, what was certain anyway does not count.

        Raises:
            RecordError: where it is none, or not of the half-suit, or leaves cards out.
        """
        book, of_all = self.question.book or "", self.question.kind == "claim"
        cards = self.record.deck.by_name[book].cards
        places: dict[Card, Seat] = {}
        for part in typed.rpartition(":")[2].split(","):
            name, *words = part.split() or [""]
            seat = READERS["seat"](name, self.record)
            for word in words or [""]:
                is_rest = of_all and folded(word) == _REST and _REST not in places
                card = _REST if is_rest else READERS["card"](word, self.record)
                if card in places or not (is_rest or card in cards):
                    which = f"a card of {book} that is not placed yet"
                    raise RecordError(f"{quote(word)} is not {which}")
                places[card] = seat
        if _REST in places:
            places = dict.fromkeys(cards, places.pop(_REST)) | places
        left = [card for card in cards if card not in places]
        if left and of_all:
            are = "is" if len(left) == 1 else "are"
            raise RecordError(f"{' '.join(left)} of {book} {are} not named")
        return frozenset(
            self._meant(f"{card} {seat}")
            for card, seat in places.items()
            if of_all or f"{card} {seat}" in self.options or self.deduction.holders(card) != (seat,)
        )

    def text(self, choice: Choice) -> str:
        """How an answer is written; the options in their order, namings seat by seat."""
        chosen = self.in_order(choice)
        if self.kind.shape == "each":
            held = by_seat(self.place_of(option) for option in chosen)
            chosen = [f"{seat} {' '.join(cards)}" for seat, cards in held.items()]
        return (" " if self.kind.fields == ("seat",) else ", ").join(chosen) or self.kind.empty

    def in_order(self, choice: Choice) -> list[str]:
        """The options that an answer chooses, in their order."""
        return [option for option in self.options if option in choice]

    @staticmethod
    def place_of(option: str) -> tuple[Card, Seat]:
        """The card and the seat of an option that places a card."""
        card, seat = option.split()
        return card, seat

    def _broken_rule(self, target: Seat, card: Card) -> str:
        """The rule that an ask breaks, as everyone or the asker can see."""
        deduction, (asker,) = self.deduction, self.deduction.viewer.seats
        if card not in deduction.cards:
            return "it is not in play"
        state = at_turn(deduction.state, asker)
        own = {card for card in deduction.cards if deduction.holders(card) == (asker,)}
        asked = Ask(asker, target, card, "yes" if state.located.get(card) == target else "no")
        broken = [each.message for each in violations(state, asked)]
        broken += [f"{asker} must claim {book} first" for book in must_claim_first(state, own)]
        broken += [f"it is {asker}’s own"] if card in own else []
        return [*broken, f"{asker} holds no {self.record.deck.book_of[card].name}"][0]

    # -- right answers ----------------------------------------------------------------------------

    @property
    def _right(self) -> list[Option]:
        """What is to be chosen: options; a claim as a whole."""
        options = [self._whole] if self.question.kind == "claim" else self.options.values()
        return [option for option in options if option.is_right]

    def right(self) -> tuple[Choice, ...]:
        """The right answers, best first; there is always one."""
        chosen = [option.text for option in self._right]
        if self.kind.shape == "one" and chosen:
            return tuple(frozenset({option}) for option in chosen)
        if self.question.kind == "claim":
            return (frozenset(f"{card} {seat}" for card, seat, _ in self._whole.says.parts),)
        return (frozenset(chosen),)

    @property
    def is_unknown(self) -> bool:
        """Whether the right answer is that it can't be known, or was a guess."""
        return self.text(self.right()[0]) in (UNKNOWN, GUESS)

    def conclusions(self) -> tuple[Conclusion, ...]:
        """What has to be proven for the right answer.

        Where nothing has, it is all that is known of the cards that matter: that has to be seen
        before one can say that there is no more. So hints say as much of one answer as of another.
        """
        return self._certain or tuple(self._known_of(self.cards))

    @property
    def is_open(self) -> bool:
        """Whether the right answer says of nothing that it is certain, only that it may be."""
        return not self._certain

    @property
    def _certain(self) -> tuple[Conclusion, ...]:
        """What is certain by the right answer; of several, by the first."""
        chosen = self._right[:1] if self.kind.shape == "one" else self._right
        return tuple(option.decided for option in chosen if option.judgement != "open")

    def _known_of(self, cards: Iterable[Card]) -> Iterator[Conclusion]:
        """What is certain of those of some cards in play that have not publicly moved.

        That is who holds each, or else who lacks it.
        """
        for card in cards:
            holders = self.deduction.holders(card)
            if card in self.deduction.state.located:
                continue
            if len(holders) == 1:
                yield card_at(card, holders[0])
                continue
            others = (seat for seat in self.record.seats if seat not in holders)
            yield from (card_at(card, seat, holds=False) for seat in others)

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of all ``conclusions``."""
        return tuple(map(self.explain, self.conclusions()))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that matter; where all could be meant, those of which most is known."""
        deck, holders = self.record.deck.by_name, self.deduction.all_holders()
        match self.question.kind:
            case "where" | "who" | "can" | "ruling":
                judged = next(iter(self.options.values())).says  # all options are about the same
                return tuple(part.card for part in judged.parts)
            case "asks":
                asks = [option.split() for option in self.options]
                possible = [card for seat, card in asks if seat in holders[card]]
                in_question = possible or [card for _, card in asks]
                return tuple(sorted(in_question, key=lambda card: len(holders[card]))[:1])
            case "claims":
                own = set(self.deduction.viewer.seats)

                def ruled_out(book: str) -> int:
                    theirs = [
                        seats for card in deck[book].cards if not own >= set(seats := holders[card])
                    ]
                    return sum(len(self.record.seats) - len(own | set(seats)) for seats in theirs)

                nearest = max(self._near_books(), key=ruled_out, default=None)
                return deck[nearest].cards if nearest else ()
        return self.words("card")

    def _near_books(self) -> Sequence[str]:
        """The half-suits of which nobody saw a card outside one of the view's teams; else all."""
        located, deck = self.deduction.state.located, self.record.deck.by_name
        near = [
            book
            for book in self.options
            if any(
                all(located.get(card, team[0]) in team for card in deck[book].cards)
                for team in self.deduction.teams
            )
        ]
        return near or tuple(self.options)

    def examples(self) -> tuple[ExampleDeal, ...]:
        """Deals that show the right answer, where something may be so, or is not certain."""
        if not self._right:
            return self.disagreeing(self.cards)
        option = self._right[0]
        if not self.kind.words or "open" not in option.wanted:
            return ()
        return self._both_ways(option) if self.is_unknown else (self.deal_with(option.says),)

    def reads_the_same(self, shown: Collection[int]) -> bool:
        """Whether somebody who knows only some of the events has the answer of the whole game."""
        if len(shown) >= self.puzzle.at:
            return True
        with Task(self.puzzle, shown) as read:
            return read.right() == self.right()

    # -- wrong answers ----------------------------------------------------------------------------

    def parts(self, choice: Choice) -> tuple[AnswerPart, ...]:
        """The parts of an answer, each right or not; none where it has no parts that are."""
        right = self.right()[0]
        if self.kind.shape == "one" or (self.question.kind == "claim" and not right):
            return ()
        return tuple(AnswerPart(option, option in right) for option in self.in_order(choice))

    def wrong(self, choice: Choice) -> list[Option]:
        """The options that an answer chooses wrongly."""
        chosen = (self.options[text] for text in self.in_order(choice))
        return [option for option in chosen if not option.is_right]

    def missing(self, choice: Choice) -> list[Option]:
        """The options that an answer lacks; of several right ones, one.

        Of a claim it is the claim as a whole, or that there is none. Where one of two or three
        words has to be chosen, what is wrong with another is all there is to say.
        """
        if self.question.kind == "claim":
            return [self._whole]
        if self.kind.words:
            return []
        return [self.options[text] for text in self.in_order(self.right()[0] - choice)]

    @property
    def is_wrong_alone(self) -> bool:
        """Whether what an answer chooses wrongly is told without what it lacks.

        That another ask is sure says nothing of one that is not; and where no claim is proven, a
        naming is wrong by one of its cards.
        """
        return self.question.kind == "asks" or not self.right()[0]

    @property
    def is_one_statement(self) -> bool:
        """Whether an answer stands or falls as a whole, so that one reason is enough."""
        return self.question.kind == "claim"

    def reasons(self, choice: Choice) -> list[Objection]:
        """What is wrong with a wrong answer, option by option; proofs first, the shortest first.

        First come the options that it chooses: those refute exactly this answer.
        """
        wrong = self.objections(self.wrong(choice), chosen=True)
        wrong = wrong[:1] if self.is_one_statement else wrong
        if wrong and self.is_wrong_alone:
            return wrong
        return wrong + self.objections(self.missing(choice), chosen=False)

    def objections(self, options: Iterable[Option], *, chosen: bool) -> list[Objection]:
        """Why options are chosen wrongly, or are missing: the shortest proofs first, then deals.

        Args:
            options: the options.
            chosen: whether they are chosen; else they are missing.
        """
        reasons = (self._reason(option, chosen=chosen) for option in options)
        return sorted(
            reasons, key=lambda each: len(each.proof.because if each.proof else self.options)
        )

    def _reason(self, option: Option, *, chosen: bool) -> Objection:
        """Why one option is chosen wrongly, or is missing."""
        if not option.says.parts:
            return self._unclaimable(option.text)
        if option.judgement == "open":
            deals = self._both_ways(option)
            if "refuted" in option.wanted or not chosen:  # it was said that it cannot be so
                deals = deals[::-1]
            return Objection(option.text, option.note, deals if chosen else deals[:1])
        shown = self.deal_with(option.says, so=option.judgement == "proven")
        # No single deal shows that a guess was none; nor is one needed for what is proven.
        needs_deal = option.wanted != ("open",) if chosen else "open" in option.wanted
        deals, proof = (shown,) if needs_deal else (), self.explain(option.decided)
        return Objection(option.text, option.note, deals, proof)

    def _unclaimable(self, book: str) -> Objection:
        """Why a half-suit cannot be claimed: two deals disagree, or opponents hold a card."""
        cards = self.record.deck.by_name[book].cards
        note = f"{book} cannot be proven"
        if deals := self.disagreeing(cards):
            return Objection(book, note, deals)
        team = self.deduction.teams[0]
        placed = ((card, *self.deduction.holders(card)) for card in cards)
        card, seat = next((card, seat) for card, seat in placed if seat not in team)
        held = card_at(card, seat)
        deals = (self.deal_with(held),)
        return Objection(book, f"{note}: {seat} holds the {card}", deals, self.explain(held))

    # -- proofs, and deals that show something ----------------------------------------------------

    @cached_property
    def _explainer(self) -> Explainer:
        return Explainer(self.deduction)

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return Counterexamples(self.deduction.knowledge)

    def explain(self, conclusion: Conclusion) -> Explanation:
        """Why something is certain, or certainly not so, in steps."""
        if conclusion not in self._explained:
            self._explained[conclusion] = self._explainer.why(conclusion, limit=SEARCHES_ALLOWED)
        return self._explained[conclusion]

    def deal_with(self, conclusion: Conclusion, *, so: bool = True) -> ExampleDeal:
        """A consistent deal, near the likeliest, in which a conclusion is true, or false, now.

        It tells by the cards of the conclusion; where it is false, by those that are elsewhere.

        Args:
            conclusion: what is to be so, or not; it must not be refuted, or proven.
            so: whether it is to be true.
        """
        supposed = Question(conclusion, self.deduction.state)
        denied = () if supposed.publicly_false else supposed.denied
        deal = self._counterexamples.nearest(supposed.affirmed if so else denied)
        example = ExampleDeal(deal, self.deduction.state.hands_of(deal), ())
        tells = (part for part in conclusion.parts if so or example.holder(part.card) != part.seat)
        return replace(example, tell_tale=tuple(part.card for part in tells))

    def _both_ways(self, option: Option) -> tuple[ExampleDeal, ...]:
        """A deal in which it is not so, and one in which it is, by what they have otherwise."""
        false, true = (self.deal_with(option.says, so=so) for so in (False, True))
        return false, replace(true, tell_tale=false.tell_tale)

    def disagreeing(self, cards: Iterable[Card]) -> tuple[ExampleDeal, ...]:
        """Two consistent deals that differ in the first of some cards whose place is not certain.

        Where that is possible, the first has the card with an opponent of the view.

        Args:
            cards: cards in play.

        Returns:
            The deals, which tell by that card; none where the places of all cards are certain.
        """
        holders = {card: self.deduction.holders(card) for card in cards}
        unsure = next((card for card, seats in holders.items() if len(seats) > 1), None)
        if unsure is None:
            return ()
        teams = self.deduction.viewer.teams(self.record.table)
        own = {seat for team in teams for seat in team}
        opponents_first = sorted(holders[unsure], key=lambda seat: seat in own)
        return tuple(self.deal_with(card_at(unsure, seat)) for seat in opponents_first[:2])
