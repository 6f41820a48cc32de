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

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain, product
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
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, Judgement, deduce, judgement_of
from tracker.knowledge.facts import Deal
from tracker.messages import quote
from tracker.notation.holdings import REST
from tracker.notation.text import format_event
from tracker.sat.solver import SolverHolder
from tracker.teach.excerpt import read_from
from tracker.teach.puzzle import READERS, Kind, Puzzle, claim_at, puzzle_of

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
NONE: Final = "none"
"""How "there is none" is written in answers."""
GUESS: Final = "guess"
_NOTHING: Final[Mapping[str, tuple[str, ...]]] = {
    UNKNOWN: (UNKNOWN, "?", "can't be known", "open", "u"),
    NONE: (NONE,),
}
"""How people type the answers that choose no option."""
SEARCHES_ALLOWED: Final = 3_000
"""Solver calls that the search for one smallest explanation may take. They are counted, not timed,
so that a puzzle has the same level on every machine."""

Choice: TypeAlias = frozenset[str]
"""An answer: the options that it chooses."""
_POSSIBLE: Final[tuple[Judgement, ...]] = ("proven", "open")


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
    wanted: tuple[Judgement, ...] = ("proven",)
    """With which judgement an option is right."""
    words: Mapping[str, tuple[Judgement, ...]] = field(default_factory=dict)
    """Where the options are words that judge one thing: when each is right."""
    joint: str = ", "
    """What stands between several options of an answer."""


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
        joint=" ",
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
    "proven": "it is proven that {part.seat} holds the {part.card}",
    "open": "{part.seat} can hold the {part.card}",
    "refuted": "{part.seat} cannot hold the {part.card}",
}
_CLAIM_NOTES: Final[Mapping[Judgement, str]] = {
    "proven": "a claim of {book} is proven",
    "open": "that claim of {book} may be so, and is not proven",
    "refuted": "that claim of {book} cannot be so",
}
"""What is so of that which an option says, in half a sentence."""


@json_keys("text", "right")
@dataclass(frozen=True)
class Option:
    """What can be chosen: what it says, what is so of that, and when it is right."""

    text: str
    says: Conclusion
    """Without parts: that a half-suit can be claimed of which no naming is proven."""
    judgement: Judgement
    """What is so of what it says; of nothing it is open."""
    wanted: tuple[Judgement, ...]

    @property
    def right(self) -> bool:
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
        part, book = self.says.parts[0], self.says.book
        note = (_CLAIM_NOTES if book else _NOTES)[self.judgement].format(part=part, book=book)
        need_not = self.judgement == "open" and self.wanted == ("proven",) and not book
        return f"{note}, and need not" if need_not else note


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
    """A question about the position of a puzzle.

    It holds solvers: use it as a context manager, or ``close`` it.

    Args:
        puzzle: the puzzle, or the record that is one.
        shown: the events that somebody knows who answers; None: all.

    Raises:
        WrongTypeError: for what is no puzzle.
        RecordError: where the record is no puzzle.
        MissingHandError: where the view needs a hand that nobody knows.
        ContradictionError: where no deal is consistent with the view.
    """

    def __init__(self, puzzle: Puzzle | Record, shown: Collection[int] | None = None) -> None:
        puzzle = puzzle if isinstance(puzzle, Puzzle) else puzzle_of(puzzle)
        self.puzzle = puzzle
        self.question = puzzle.question
        self.kind = KINDS[puzzle.question.kind]
        self.record = puzzle.record
        self._shown = shown
        self.deduction = self._deduced(puzzle.at)

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
        asked, card = self.question, self.question.card or ""
        match asked.kind:
            case "where" | "who":
                return {seat: card_at(card, seat) for seat in self.record.seats}
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

    def _places(self) -> Iterable[tuple[Card, Seat]]:
        """The places of cards that an answer may name, card by card.

        Of a claim they are those with the view's teams. Of ``follows`` they are those with other
        seats, of the cards whose place nobody sees, nor was proven before the last event.
        """
        cards: Iterable[Card] = self.record.deck.by_name[self.question.book or ""].cards
        if self.question.kind == "claim":
            seats = {*chain(*self.deduction.teams)}
        else:
            seats = {*self.record.seats} - {*self.puzzle.view.seats}
            with self._deduced(self.puzzle.at - 1) as before:
                holders = before.all_holders()
            located = self.deduction.state.located
            cards = [card for card in cards if card not in located and len(holders[card]) > 1]
        return product(cards, filter(seats.__contains__, self.record.seats))

    def words(self, field: str) -> tuple[str, ...]:
        """The different words of the options that stand for a field: seats, cards, half-suits."""
        if field not in ("seat", "card"):
            return tuple(self.options)
        parts = (option.says.parts[0] for option in self.options.values())
        return tuple(dict.fromkeys(getattr(part, field) for part in parts))

    def completions(self) -> Sequence[str]:
        """The words that an answer may consist of."""
        words = chain(*map(self.words, self.kind.fields))
        rest = [REST] if self.question.kind == "claim" else []
        return (*words, *rest, *filter(None, [self.kind.empty]))

    # -- answers as text --------------------------------------------------------------------------

    def parse(self, text: str) -> Choice:
        """What an answer chooses, as a person types it.

        Raises:
            RecordError: where it means nothing, or breaks a rule of asking.
        """
        typed = " ".join(text.replace("’", "'").split())
        is_seat = self.kind.fields == ("seat",) and seats_like(typed, self.record.seats)
        if folded(typed) in _NOTHING.get(self.kind.empty, ()) and not is_seat:
            return frozenset()
        parts = [typed]
        if self.kind.shape == "each":
            parts = self._placed(typed)
        elif self.kind.shape == "any":
            several = map(str.strip, typed.replace(self.kind.joint, ",").split(","))
            parts = [one for one in several if one and not self._joins(one)] or [""]
        return frozenset(map(self._meant, parts))

    def _joins(self, word: str) -> bool:
        """Whether a word of a list only joins two names of it, and is none itself."""
        return folded(word) == "and" and word not in self.options

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

    def _placed(self, typed: str) -> list[str]:
        """The options of an answer that says where cards are: ``Ann 2H 3H, Carl rest``.

        Where it may leave cards out, what was certain anyway does not count.

        Raises:
            RecordError: where it is none, or not of the half-suit, or leaves cards out.
        """
        book, of_all = self.question.book or "", self.question.kind == "claim"
        cards = self.record.deck.by_name[book].cards
        places: dict[Card, Seat] = {}
        before, _, naming = typed.rpartition(":")
        if before and READERS["book"](before.strip(), self.record) != book:
            raise RecordError(f"{quote(before)} is not {book}, which is asked about")
        for part in naming.split(","):
            name, *words = part.split() or [""]
            seat = READERS["seat"](name, self.record)
            for word in words or [""]:
                is_rest = of_all and folded(word) == REST and REST not in places
                card = REST if is_rest else READERS["card"](word, self.record)
                if card in places or not (is_rest or card in cards):
                    raise RecordError(
                        f"{quote(word)} is not a card of {book} that is not placed yet"
                    )
                places[card] = seat
        if REST in places:
            places = dict.fromkeys(cards, places.pop(REST)) | places
        left = [card for card in cards if card not in places]
        if left and of_all:
            are = "is" if left == left[:1] else "are"
            raise RecordError(f"{' '.join(left)} of {book} {are} not named")
        return [
            f"{card} {seat}"
            for card, seat in places.items()
            if of_all or f"{card} {seat}" in self.options or self.deduction.holders(card) != (seat,)
        ]

    def text(self, choice: Choice) -> str:
        """How an answer is written; the options in their order, namings seat by seat."""
        chosen = self.chosen(choice)
        words = [option.text for option in chosen]
        if self.kind.shape == "each":
            held = by_seat(option.says.parts[0][:2] for option in chosen)
            words = [f"{seat} {' '.join(cards)}" for seat, cards in held.items()]
        return self.kind.joint.join(words) or self.kind.empty

    def chosen(self, choice: Choice) -> list[Option]:
        """The options that an answer chooses, in their order."""
        return [option for text, option in self.options.items() if text in choice]

    def _broken_rule(self, target: Seat, card: Card) -> str:
        """The rule that an ask breaks, as everyone or the asker can see."""
        state, (asker,) = self.deduction.state, self.deduction.viewer.seats
        state, holders = at_turn(state, asker), self.deduction.all_holders()
        own = {card for card, seats in holders.items() if seats == (asker,)}
        asked = Ask(asker, target, card, "yes" if state.located.get(card) == target else "no")
        broken = [
            *([] if card in holders else ["it is not in play"]),
            *(each.message for each in violations(state, asked)),
            *(f"{asker} must claim {book} first" for book in must_claim_first(state, own)),
            *([f"it is {asker}’s own"] if card in own else []),
            f"{asker} holds no {self.record.deck.book_of[card].name}",
        ]
        return broken[0]

    # -- right answers ----------------------------------------------------------------------------

    @property
    def _right(self) -> list[Option]:
        """What is to be chosen: options; a claim as a whole."""
        options = [self._whole] if self.question.kind == "claim" else self.options.values()
        return [option for option in options if option.right]

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

    @property
    def is_open(self) -> bool:
        """Whether the right answer says of nothing that it is certain, only that it may be."""
        return not self._certain

    @property
    def _certain(self) -> tuple[Conclusion, ...]:
        """What is certain by the right answer; of several, by the first."""
        chosen = self._right[:1] if self.kind.shape == "one" else self._right
        return tuple(option.decided for option in chosen if option.judgement != "open")

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of what has to be proven for the right answer.

        Where nothing has, they are of all that is known of the cards that matter: that has to be
        seen before one can say that there is no more. So hints say as much of one answer as of
        another.
        """
        return tuple(map(self.explain, self._certain or self._known_of(self.cards)))

    def _known_of(self, cards: Iterable[Card]) -> Iterator[Conclusion]:
        """What is certain of those of some cards in play that have not publicly moved.

        That is who holds each, or else who lacks it.
        """
        for card in cards:
            holders = self.deduction.holders(card)
            is_found = len(holders) == 1
            for seat in self.record.seats if card not in self.deduction.state.located else ():
                if (seat in holders) == is_found:
                    yield card_at(card, seat, holds=is_found)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that matter; where several could be meant, those of which most is known."""
        own, seats = {*self.deduction.viewer.seats}, self.record.seats
        holders = self.deduction.all_holders()

        def ruled_out(cards: Iterable[Card]) -> int:
            """How many places of the cards that are not the view's own are ruled out."""
            others = (own | {*holders[card]} for card in cards if not own >= {*holders[card]})
            return sum(len(seats) - len(may) for may in others)

        return max(self._groups(), key=ruled_out, default=())

    def _groups(self) -> Iterable[tuple[Card, ...]]:
        """Groups of cards: the question is about one of them."""
        match self.question.kind:
            case "where" | "who" | "can" | "ruling":  # all options are about the same
                says = next(iter(self.options.values())).says
                return [tuple(part.card for part in says.parts)]
            case "asks":
                possible = [each for each in self.options.values() if each.judgement != "refuted"]
                asked = possible or self.options.values()
                return [(each.says.parts[0].card,) for each in asked]
            case "claims":
                books = [self.record.deck.by_name[book].cards for book in self.options]
                return list(filter(self._may_be_claimed, books)) or books
        return [self.words("card")]

    def _may_be_claimed(self, cards: Iterable[Card]) -> bool:
        """Whether nobody saw one of some cards outside one of the view's teams."""
        located, teams = self.deduction.state.located, self.deduction.teams
        return any(all(located.get(card, team[0]) in team for card in cards) for team in teams)

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
        with Task(self.puzzle, shown) as read:
            return read.right() == self.right()

    # -- wrong answers ----------------------------------------------------------------------------

    def parts(self, choice: Choice) -> tuple[Option, ...]:
        """The parts of an answer, each right or not; none where it has no parts that are."""
        if self.kind.shape == "one" or (self.question.kind == "claim" and not self._right):
            return ()
        return tuple(self.chosen(choice))

    def wrong(self, choice: Choice) -> list[Option]:
        """The options that an answer chooses wrongly."""
        return [option for option in self.chosen(choice) if not option.right]

    def missing(self, choice: Choice) -> list[Option]:
        """The options that an answer lacks; of several right ones, one.

        Of a claim it is the claim as a whole, or that there is none. Where one of two or three
        words has to be chosen, what is wrong with another is all there is to say.
        """
        if self.question.kind == "claim":
            return [self._whole]
        return [] if self.kind.words else self.chosen(self.right()[0] - choice)

    @property
    def is_wrong_alone(self) -> bool:
        """Whether what an answer chooses wrongly is told without what it lacks.

        That another ask is sure says nothing of one that is not; and where no claim is proven, a
        naming is wrong by one of its cards.
        """
        return self.question.kind == "asks" or not self.right()[0]

    def reasons(self, choice: Choice) -> list[Objection]:
        """What is wrong with a wrong answer, option by option; proofs first, the shortest first.

        First come the options that it chooses: those refute exactly this answer. A claim stands or
        falls as a whole: one reason is enough.
        """
        wrong = self.objections(self.wrong(choice), chosen=True)
        wrong = wrong[:1] if self.question.kind == "claim" else wrong
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
        cards, team = self.record.deck.by_name[book].cards, self.deduction.teams[0]
        if deals := self.disagreeing(cards):
            return Objection(book, f"{book} cannot be proven", deals)
        placed = ((card, *self.deduction.holders(card)) for card in cards)
        card, seat = next((card, seat) for card, seat in placed if seat not in team)
        note, held = f"{book} cannot be proven: {seat} holds the {card}", card_at(card, seat)
        return Objection(book, note, (self.deal_with(held),), self.explain(held))

    # -- proofs, and deals that show something ----------------------------------------------------

    @cached_property
    def explain(self) -> Callable[[Conclusion], Explanation]:
        """Tells why something is certain, or certainly not so, in steps; each only once."""
        explainer = Explainer(self.deduction)
        return cache(partial(explainer.why, limit=SEARCHES_ALLOWED))

    @cached_property
    def _counterexamples(self) -> Counterexamples:
        return Counterexamples(self.deduction.knowledge)

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
        holders = self.deduction.holders
        unsure = next((card for card in cards if len(holders(card)) > 1), None)
        if unsure is None:
            return ()
        own = {*chain(*self.deduction.viewer.teams(self.record.table))}
        opponents_first = sorted(holders(unsure), key=own.__contains__)
        return tuple(self.deal_with(card_at(unsure, seat)) for seat in opponents_first[:2])
