"""A task: the question of a puzzle as a set of options, of which an answer chooses some.

Each *option* says something of where cards are, and for which judgements it is right: where it is
proven, where it is only possible, where it is refuted. What is right, what shows it, and what is
wrong with another answer all follow from that, for every kind of question.

Example: of ``where AS`` the options are the seats; each says that it holds the AS, and is right
where that is proven. Of ``who AS`` they are the same, right where that is possible. Where nothing
is proven, the right answer chooses none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal, TypeAlias

from tracker.analysis.ask_chances import asks_from_chair, at_turn
from tracker.errors import RecordError
from tracker.explain import Conclusion, Explanation, card_at, whole_claim
from tracker.game.ask_rules import must_claim_first
from tracker.game.cards import Card
from tracker.game.events import Ask, AskAnswer, Claim, Seat, by_seat
from tracker.game.legality import violations
from tracker.game.lookup import folded, seats_like
from tracker.inference.deduction import Judgement, deduce
from tracker.messages import quote
from tracker.notation.text import format_event
from tracker.sat.solver import SolverHolder
from tracker.teach.excerpt import read_from
from tracker.teach.position import ExampleDeal, OpenPuzzle
from tracker.teach.puzzle import READERS, Kind, Puzzle

UNKNOWN: Final = "unknown"
"""How "it can't be known" is written in answers."""
NONE: Final = "none"
"""How "there is none" is written in answers."""
GUESS: Final = "guess"
_UNKNOWN_WORDS: Final = (UNKNOWN, "?", "can't be known", "open", "u")
_REST: Final = "rest"
"""What stands for all cards of a naming that are not named."""

Choice: TypeAlias = frozenset[str]
"""An answer: the options that it chooses."""


@dataclass(frozen=True)
class Option:
    """What can be chosen: what it says, and where that is right."""

    says: Conclusion | None
    """None: that a half-suit can be claimed of which no naming is proven."""
    wanted: tuple[Judgement, ...] = ("proven",)
    """The judgements of what it says with which it is right."""


@dataclass(frozen=True)
class KindOfQuestion:
    """How the questions of a kind are put, and how they are answered."""

    usage: str
    """What an answer looks like."""
    shape: Literal["one", "any", "each"]
    """How many options may be chosen: one, any, or for each card at most one."""
    fields: tuple[str, ...]
    """What the words of an option are: ``seat``, ``card``, ``book``, or any ``word``."""
    empty: str = ""
    """The answer that chooses no option; nothing: one must be chosen."""


KINDS: Final[Mapping[Kind, KindOfQuestion]] = {
    "where": KindOfQuestion(f"a seat, or '{UNKNOWN}'", "one", ("seat",), UNKNOWN),
    "who": KindOfQuestion("seats, as in 'Ann Bob'", "any", ("seat",)),
    "can": KindOfQuestion("yes or no", "one", ("word",)),
    "claim": KindOfQuestion(
        f"holdings, as in 'Ann 2H 3H, Carl rest', or '{UNKNOWN}'", "each", ("card", "seat"), UNKNOWN
    ),
    "claims": KindOfQuestion(
        f"half-suits, as in 'low hearts, high clubs', or '{NONE}'", "any", ("book",), NONE
    ),
    "asks": KindOfQuestion(
        f"a seat and a card, as in 'Bob KH', or '{NONE}'", "one", ("seat", "card"), NONE
    ),
    "ruling": KindOfQuestion("proven, guess or refuted", "one", ("word",)),
    "follows": KindOfQuestion(
        f"seats with cards, as in 'Carl 5H 6H, Dora 7H', or '{NONE}'",
        "each",
        ("card", "seat"),
        NONE,
    ),
}


@dataclass(frozen=True)
class AnswerPart:
    """A part of an answer, and whether it is right."""

    text: str
    right: bool


@dataclass(frozen=True)
class Objection:
    """Why an option is chosen wrongly, or is missing."""

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
        self.position = self._hold(OpenPuzzle(puzzle, shown))
        self.deduction = self.position.deduction
        self._shown = shown
        self._judged: dict[Conclusion, Judgement] = {}

    # -- the question -----------------------------------------------------------------------------

    def prompt(self) -> str:
        """The question in words; of a ruling without the outcome of the claim."""
        asked, at = self.question, self.puzzle.at
        match asked.kind:
            case "where":
                return f"Who holds the {asked.card}?"
            case "who":
                return f"Who can hold the {asked.card}? Name all."
            case "can":
                return f"Can {asked.seat} hold the {asked.card}?"
            case "claim":
                return f"Can {asked.book} be claimed? Name who holds each card."
            case "claims":
                return "Which half-suits can be claimed, every card proven?"
            case "ruling":
                claim = format_event(self._claim, self.record).rpartition(":")[0]
                question = f"Proven, a guess or refuted, for {self._claim.claimant}?"
                return f"Event {asked.event}: {claim}. {question}"
            case "follows":
                event = format_event(self.record.events[at - 1], self.record)
                which = f"Which cards of {asked.book} does it place, with all before?"
                return f"Event {at}: {event}. {which}"
        seat = self._asker
        if seat in self.deduction.state.movers():
            return f"{seat} to ask: which ask is sure of a yes?"
        return f"Were it {seat}'s turn now: which ask is sure of a yes?"

    @property
    def _asker(self) -> Seat:
        return self.deduction.viewer.seats[0]

    @property
    def _claim(self) -> Claim:
        """The claim that is ruled on."""
        claim = self.record.events[self.puzzle.at]
        assert isinstance(claim, Claim)  # else there is no such puzzle
        return claim

    # -- the options ------------------------------------------------------------------------------

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """What can be chosen, by its words, in the order in which it is written."""
        asked, seats = self.question, self.record.seats
        card = asked.card or ""
        possible: tuple[Judgement, ...] = ("proven", "open")
        match asked.kind:
            case "where":
                return {seat: Option(card_at(card, seat)) for seat in seats}
            case "who":
                return {seat: Option(card_at(card, seat), possible) for seat in seats}
            case "can":
                says = card_at(card, asked.seat or "")
                return {"yes": Option(says, possible), "no": Option(says, ("refuted",))}
            case "claims":
                return {book: self._claimable(book) for book in self.deduction.state.open_books()}
            case "asks":
                legal = asks_from_chair(self.deduction)
                return {f"{seat} {card}": Option(card_at(card, seat)) for seat, card in legal}
            case "ruling":
                says = whole_claim(self._claim.book, self._claim.holdings)
                return {
                    "proven": Option(says),
                    GUESS: Option(says, ("open",)),
                    "refuted": Option(says, ("refuted",)),
                }
        return {
            f"{card} {seat}": Option(card_at(card, seat))
            for card in self._cards_to_place
            for seat in seats
            if self._may_be_placed_with(seat)
        }

    def _claimable(self, book: str) -> Option:
        """That a half-suit can be claimed: a naming of it is proven for a team of the view."""
        for team in self.deduction.teams:
            naming = self.deduction.proven(book, team)
            if naming is not None:
                return Option(whole_claim(book, naming))
        return Option(None)

    def _may_be_placed_with(self, seat: Seat) -> bool:
        """Whether an answer may say that a seat holds a card."""
        if self.question.kind == "claim":
            return any(seat in team for team in self.deduction.teams)
        return seat not in self.puzzle.view.seats

    @property
    def _cards_to_place(self) -> tuple[Card, ...]:
        """The cards of a half-suit that an answer may place.

        Of ``follows`` those whose place nobody sees, nor was proven before the last event.
        """
        cards = self.record.deck.by_name[self.question.book or ""].cards
        if self.question.kind == "claim":
            return cards
        record, view, before = self.record, self.puzzle.view, self.puzzle.at - 1
        with (
            deduce(record, view=view, at=before)
            if self._shown is None
            else read_from(record, view, before, self._shown)
        ) as deduction:
            holders = deduction.all_holders()
        located = self.deduction.state.located
        return tuple(card for card in cards if card not in located and len(holders[card]) > 1)

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

    def judged(self, option: Option) -> Judgement:
        """What is so of that which an option says."""
        says = option.says
        if says is None:
            return "open"
        if says not in self._judged:
            self._judged[says] = self.deduction.judge(
                tuple((card, seat) for card, seat, _ in says.parts)
            )
        return self._judged[says]

    def is_right(self, option: Option) -> bool:
        """Whether an option is to be chosen."""
        return option.says is not None and self.judged(option) in option.wanted

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
        if self.kind.shape == "one":
            return frozenset({self._option(typed)})
        several = typed if self.kind.fields == ("book",) else typed.replace(" ", ",")
        words = [word.strip() for word in several.split(",")]
        return frozenset(map(self._option, [word for word in words if word] or [""]))

    def _is_empty(self, typed: str) -> bool:
        """Whether an answer chooses nothing. A word that also means a seat means the seat."""
        if self.kind.empty != UNKNOWN:
            return bool(self.kind.empty) and folded(typed) == self.kind.empty
        seat = self.kind.fields == ("seat",) and seats_like(typed, self.record.seats)
        return folded(typed) in _UNKNOWN_WORDS and not seat

    def _option(self, typed: str) -> str:
        """The option that some words mean.

        Raises:
            RecordError: where they mean none.
        """
        fields = self.kind.fields
        parts = [typed] if len(fields) == 1 else typed.replace(",", " ").split()
        if len(parts) != len(fields):
            raise RecordError(f"{quote(typed)} is no answer (expected {self.kind.usage})")
        if fields == ("word",):
            return self._word(typed)
        words = [
            READERS[field](part, self.record) for field, part in zip(fields, parts, strict=True)
        ]
        option = " ".join(words)
        if option not in self.options:
            broken = f": {self._broken_rule(*words)}" if self.question.kind == "asks" else ""
            expected = "; ".join(" ".join(self.words(field)) for field in fields)
            raise RecordError(f"{quote(option)} is no answer here{broken} (expected {expected})")
        return option

    def _word(self, typed: str) -> str:
        """The one option that a text is, or is a beginning of, in any case.

        Raises:
            RecordError: where there is none, or several.
        """
        key = folded(typed)
        like = [option for option in self.options if key and option.startswith(key)]
        if len(like) != 1:
            raise RecordError(f"{quote(typed)} is no answer (expected {self.kind.usage})")
        return like[0]

    def _placed(self, typed: str) -> Choice:
        """Where an answer says that cards are: ``Ann 2H 3H, Carl rest``.

        Where it may leave cards out, what was certain anyway does not count.

        Raises:
            RecordError: where it is none, or not of the half-suit, or leaves cards out.
        """
        book = self.question.book or ""
        cards = self.record.deck.by_name[book].cards
        places: dict[Card, Seat] = {}
        rest: Seat | None = None
        for part in typed.rpartition(":")[2].split(","):
            name, *words = part.split() or [""]
            seat = READERS["seat"](name, self.record)
            for word in words or [""]:
                if folded(word) == _REST and self.question.kind == "claim" and rest is None:
                    rest = seat
                    continue
                card = READERS["card"](word, self.record)
                if card not in cards or card in places:
                    which = f"a card of {book} that is not placed yet"
                    raise RecordError(f"{quote(word)} is not {which}")
                places[card] = seat
        if rest is not None:
            places = dict.fromkeys(cards, rest) | places
        if self.question.kind == "claim" and (
            left := [card for card in cards if card not in places]
        ):
            raise RecordError(
                f"{' '.join(left)} of {book} {'is' if len(left) == 1 else 'are'} not named"
            )
        return frozenset(
            self._option(f"{card} {seat}")
            for card, seat in places.items()
            if not self._was_certain(card, seat)
        )

    def _was_certain(self, card: Card, seat: Seat) -> bool:
        """Whether a place is certain that an answer may say, and need not."""
        counts = f"{card} {seat}" in self.options or self.question.kind == "claim"
        return not counts and self.deduction.holders(card) == (seat,)

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
        deduction, asker = self.deduction, self._asker
        if card not in deduction.cards:
            return "it is not in play"
        state = at_turn(deduction.state, asker)
        answer: AskAnswer = "yes" if state.located.get(card) == target else "no"
        broken = violations(state, Ask(asker, target, card, answer))
        if broken:
            return broken[0].message
        own = {card for card in deduction.cards if deduction.holders(card) == (asker,)}
        if whole := must_claim_first(state, own):
            return f"{asker} must claim {whole[0]} first"
        if card in own:
            return f"it is {asker}’s own"
        return f"{asker} holds no {self.record.deck.book_of[card].name}"

    # -- right answers ----------------------------------------------------------------------------

    def right(self) -> tuple[Choice, ...]:
        """The right answers, best first; there is always one."""
        if self.question.kind == "claim":
            says = self._claimable(self.question.book or "").says
            parts = says.parts if says else ()
            return (frozenset(f"{card} {seat}" for card, seat, _ in parts),)
        chosen = [text for text, option in self.options.items() if self.is_right(option)]
        if self.kind.shape == "one" and chosen:
            return tuple(frozenset({option}) for option in chosen)
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
        return self._certain or self.position.known_of_hidden(self.cards)

    @property
    def is_open(self) -> bool:
        """Whether the right answer says of nothing that it is certain, only that it may be."""
        return not self._certain

    @property
    def _certain(self) -> tuple[Conclusion, ...]:
        """What is certain by the right answer."""
        chosen = self._chosen(self.right()[0])
        return tuple(self._decided(each) for each in chosen if self.judged(each) != "open")

    def _chosen(self, choice: Choice) -> list[Option]:
        """The options of an answer; of a claim the claim as a whole."""
        if self.question.kind == "claim":
            naming = tuple(map(self.place_of, self.in_order(choice)))
            return [Option(whole_claim(self.question.book or "", naming))] if naming else []
        return [self.options[option] for option in self.in_order(choice)]

    def _decided(self, option: Option) -> Conclusion:
        """What is proven of that which an option says: it, or its opposite if that is as short."""
        says = option.says
        assert says is not None  # what says nothing is open
        if self.judged(option) == "refuted" and len(says.parts) == 1:
            card, seat, _ = says.parts[0]
            return card_at(card, seat, holds=False)
        return says

    def proofs(self) -> tuple[Explanation, ...]:
        """The explanations of all ``conclusions``."""
        return tuple(map(self.position.explain, self.conclusions()))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that matter; where all could be meant, those of which most is known."""
        deck, holders = self.record.deck.by_name, self.deduction.all_holders()
        match self.question.kind:
            case "where" | "who" | "can":
                return (self.question.card or "",)
            case "ruling":
                return tuple(card for card, _ in self._claim.holdings)
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
            case "claim":
                return deck[self.question.book or ""].cards
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
        right = self.right()[0]
        if not right:
            return self.position.disagreeing(self.cards)
        chosen = self._chosen(right)
        may_be = [each for each in chosen if "open" in each.wanted and self.kind.shape == "one"]
        if not may_be:
            return ()
        return self._both_ways(may_be[0]) if self.is_unknown else self._so(may_be[0])

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

    def wrong(self, choice: Choice) -> list[tuple[str, Option]]:
        """The options that an answer chooses wrongly, by their words."""
        return [
            (text, self.options[text])
            for text in self.in_order(choice)
            if not self.is_right(self.options[text])
        ]

    def missing(self, choice: Choice) -> list[tuple[str, Option]]:
        """The options that an answer lacks, by their words; of several right ones, one.

        Of a claim it is the claim as a whole, or that there is none. Where one of two or three
        words has to be chosen, what is wrong with another is all there is to say.
        """
        if self.question.kind == "claim":
            book = self.question.book or ""
            return [(book, self._claimable(book))]
        if self.kind.shape == "one" and not self.kind.empty:
            return []
        return [(text, self.options[text]) for text in self.in_order(self.right()[0] - choice)]

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
        wrong = [each for _, each in self.objections(self.wrong(choice), chosen=True)]
        if wrong and self.is_wrong_alone:
            return wrong[:1] if self.is_one_statement else wrong
        missing = [each for _, each in self.objections(self.missing(choice), chosen=False)]
        return [*(wrong[:1] if self.is_one_statement else wrong), *missing]

    def objections(
        self, options: Iterable[tuple[str, Option]], *, chosen: bool
    ) -> list[tuple[str, Objection]]:
        """Why options are chosen wrongly, or are missing: the shortest proofs first, then deals.

        Args:
            options: the options, by their words.
            chosen: whether they are chosen; else they are missing.
        """
        return sorted(
            ((text, self._reason(text, option, chosen=chosen)) for text, option in options),
            key=lambda each: len(each[1].proof.because) if each[1].proof else len(self.options),
        )

    def _reason(self, text: str, option: Option, *, chosen: bool) -> Objection:
        """Why one option is chosen wrongly, or is missing."""
        if option.says is None:
            return self._unclaimable(text)
        judgement, note = self.judged(option), self._note(option)
        if judgement == "open":
            deals = self._both_ways(option)
            if "refuted" in option.wanted or not chosen:  # it was said that it cannot be so
                deals = deals[::-1]
            return Objection(note, deals if chosen else deals[:1])
        shown = self._so(option) if judgement == "proven" else self._not_so(option)
        # No single deal shows that a guess was none; nor is one needed for what is proven.
        needs_deal = option.wanted != ("open",) if chosen else "open" in option.wanted
        proof = self.position.explain(self._decided(option))
        return Objection(note, shown if needs_deal else (), proof)

    def _unclaimable(self, book: str) -> Objection:
        """Why a half-suit cannot be claimed: two deals disagree, or opponents hold a card."""
        cards = self.record.deck.by_name[book].cards
        note = f"{book} cannot be proven"
        if deals := self.position.disagreeing(cards):
            return Objection(note, deals)
        placed = [(card, self.deduction.holders(card)[0]) for card in cards]
        team = self.deduction.teams[0]
        card, seat = next((card, seat) for card, seat in placed if seat not in team)
        so = self.position.deal_with(card_at(card, seat), [card])
        return Objection(
            f"{note}: {seat} holds the {card}", (so,), self.position.explain(card_at(card, seat))
        )

    def _note(self, option: Option) -> str:
        """What is so of that which an option says, in half a sentence."""
        says, judgement = option.says, self.judged(option)
        assert says is not None  # _unclaimable says the others
        if says.book is None:
            (card, seat, _) = says.parts[0]
            if judgement == "proven":
                return f"it is proven that {seat} holds the {card}"
            can = "cannot hold" if judgement == "refuted" else "can hold"
            open_yet = judgement == "open" and option.wanted == ("proven",)
            return f"{seat} {can} the {card}{', and need not' if open_yet else ''}"
        if judgement != "proven":
            so = "may be so, and is not proven" if judgement == "open" else "cannot be so"
            return f"that claim of {says.book} {so}"
        return f"a claim of {says.book} is proven"

    def _so(self, option: Option) -> tuple[ExampleDeal, ...]:
        """A deal in which it is as an option says."""
        assert option.says is not None
        cards = [part.card for part in option.says.parts]
        return (self.position.deal_with(option.says, cards),)

    def _not_so(self, option: Option) -> tuple[ExampleDeal, ...]:
        """A deal in which it is not as an option says, by the cards that are elsewhere."""
        assert option.says is not None
        deal = self.position.deal_without(option.says)
        parts = option.says.parts
        return (
            replace(deal, tell_tale=tuple(p.card for p in parts if deal.holder(p.card) != p.seat)),
        )

    def _both_ways(self, option: Option) -> tuple[ExampleDeal, ...]:
        """A deal in which it is not so, and one in which it is, by what they have otherwise."""
        (false,), (true,) = self._not_so(option), self._so(option)
        return false, replace(true, tell_tale=false.tell_tale)
