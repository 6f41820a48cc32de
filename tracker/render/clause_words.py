"""Clauses in plain English: one of several things is so, and what rules the others out.

The words name the cause that says it, each alternative that is known to be false, and why it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tracker.explain.conflict import seen_at
from tracker.explain.explanation import Step, opposite
from tracker.explain.steps.half_suit_bounds import Source
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    Literal,
    OwnCause,
)
from tracker.render.phrases import listed
from tracker.render.wording import Wording


def own_causes(causes: Iterable[Cause]) -> Iterator[OwnCause]:
    """The causes that a hand which the view knows shows."""
    return (cause for cause in causes if isinstance(cause, OwnCause))


@dataclass(frozen=True)
class _Seen:
    """A card that everyone has seen with a seat, since an event."""

    card: Card
    seat: Seat
    event: int


class ClauseWords:
    """Says what a step takes of clauses.

    Args:
        words: the words for its parts.
        step: the step.
        steps: all the steps of the explanation.
    """

    def __init__(self, words: Wording, step: Step, steps: Sequence[Step]) -> None:
        self._words = words
        self._step = step
        self._steps = steps
        self._told: set[Cause] = set()
        """The causes that have been told in full."""
        self._known: dict[Literal, Source] = {literal: cause for cause, literal in step.stated}
        """What is known when the step is taken, and from where."""
        for clause in step.used:
            if len(clause.literals) == 1:
                self._known.setdefault(clause.literals[0], clause.cause)
        for cause in own_causes(step.because):
            self._known.setdefault(words.own_literal(cause), cause)
        for used in step.uses:
            if steps[used].rule != "not-all":
                self._known |= dict.fromkeys(steps[used].conclusion, used)

    def _stated_by(self, cause: Cause) -> list[Literal]:
        return [literal for stating, literal in self._step.stated if stating == cause]

    def _stated(self, cause: Cause, literals: Sequence[Literal]) -> str:
        """What a cause simply says; where only one card was left, which ones were not."""
        plain = [
            literal for literal in literals if not self._seen_before(Clause((literal,), cause))
        ]
        choices = [Clause((literal,), cause) for literal in literals if literal not in plain]
        parts = [self._words.holdings(plain)] if plain else []
        return " and ".join([*parts, *map(self._choice, choices)])

    def _narrowed(self, clause: Clause, *, lists_rest: bool = False) -> Iterator[str]:
        """A clause, then each alternative that is ruled out, and why.

        Args:
            clause: the clause.
            lists_rest: whether to list what is left of it.
        """
        seen, against = self._seen_before(clause), self._against(clause)
        ask = self._entitling_ask(clause)
        head = f"{self._words.cause(clause.cause)}, so"
        if clause.cause in self._told and isinstance(clause.cause, EventCause):
            head = f"by event {clause.cause.number} as well,"
        self._told.add(clause.cause)
        if ask is None:
            yield f"{head} {self._choice(clause)}"
            for literal in against:
                yield f"{self._words.holdings([literal])}{self._reference(self._known[literal])}"
            return
        rest = " ".join(literal.card for literal in self._left(clause))
        ruled_out = bool(seen or against)
        listing = f": one of {rest}" if lists_rest and not ruled_out else ""
        yield f"{head} {self._another(ask, clause)}{listing}"
        for group in _by_seat(seen):
            where, when = self._seen_elsewhere(group)
            yield f"not {where} ({when})"
        for source, literals in self._by_source(against):
            yield f"not {self._ruled_out(source, literals)}"
        if lists_rest and ruled_out:
            yield f"that leaves {self._words.who(clause.literals[0].seat)} one of {rest}"

    def _choice(self, clause: Clause) -> str:
        """A clause in the middle of a sentence; in brackets, the cards that are left out of it."""
        groups = _by_seat(self._seen_before(clause))
        left_out = "; ".join(f"not {', '.join(self._seen_elsewhere(group))}" for group in groups)
        brackets = f" ({left_out})" if left_out else ""
        ask = self._entitling_ask(clause)
        if ask is None:
            return f"{self._words.one_of(clause)}{brackets}"
        cards = " ".join(literal.card for literal in clause.literals)
        which = f", the {cards}" if len(clause.literals) == 1 else f": one of {cards}"
        return f"{self._another(ask, clause)}{which}{brackets}"

    def _another(self, ask: Ask, clause: Clause) -> str:
        """What an ask says of its asker's hand: another card of the half-suit is in it."""
        book = self._words.record.deck.book_of[ask.card]
        which = "one" if any(literal.card == ask.card for literal in clause.literals) else "another"
        return f"{self._words.does(ask.asker, 'have')} {which} of the {book.name}"

    def _entitling_ask(self, clause: Clause) -> Ask | None:
        """The ask that a clause is about, where it says that the asker holds one of some cards."""
        if not isinstance(clause.cause, EventCause) or not all(
            literal.holds for literal in clause.literals
        ):
            return None
        number, (card, seat, _) = clause.cause.number, clause.literals[0]
        record, book_of = self._words.record, self._words.record.deck.book_of
        for event in (record.events[number - 1], replay_of(record).state(number - 1).awaited):
            if isinstance(event, Ask) and event.asker == seat == clause.literals[-1].seat:
                gives_up = event.answer == "surrender" and card == event.card
                if book_of[event.card] is book_of[card] and not gives_up:
                    return event
        return None

    def _seen_before(self, clause: Clause) -> list[_Seen]:
        """The cards that a clause leaves out, as everyone had seen where they were."""
        if not isinstance(clause.cause, EventCause):
            return []
        number, named = clause.cause.number, {literal.card for literal in clause.literals}
        states = replay_of(self._words.record).states(number - 1)
        located = states[-1].located
        return [
            _Seen(card, located[card], seen_at(states, card, number - 1))
            for card in self._cards_about(number, clause)
            if card not in named and card in located
        ]

    def _cards_about(self, number: int, clause: Clause) -> Iterable[Card]:
        """All the cards that a statement was about when it was made; nothing where it has one."""
        record, literal = self._words.record, clause.literals[0]
        event, book = record.events[number - 1], record.deck.book_of[literal.card]
        ask = self._entitling_ask(clause)
        if ask is not None:
            return (card for card in book.cards if card != ask.card)
        match event:
            case Ask(asker=literal.seat) if not literal.holds and literal.card != event.card:
                return book.cards  # the rule must-claim: not all of them
            case Claim(outcome="split") if (literal.card, literal.seat) in event.holdings:
                return () if literal.holds else book.cards
            case Claim(outcome="opponents") if len(clause.literals) > 1:
                return book.cards
            case _:
                return ()

    def _seen_elsewhere(self, cards: Sequence[_Seen]) -> tuple[str, str]:
        """That everyone knew some cards to be one seat's, and the events that showed it."""
        seat, several = cards[0].seat, len(cards) > 1
        events = sorted({place.event for place in cards})
        numbers = f"event{'s' if len(events) > 1 else ''} {listed([*map(str, events)])}"
        had = f"{self._words.who(seat)} had {_it(several)}"
        return f"{self._those(place.card for place in cards)}: {had}", numbers

    def _ruled_out(self, source: Source, literals: Sequence[Literal]) -> str:
        """Cards that a choice loses by what a source says, and what that is."""
        words, cards = self._words, [literal.card for literal in literals]
        those, them = self._those(cards), _it(len(literals) > 1)
        holder = literals[0]
        if isinstance(source, EventCause):
            if source in self._told:
                return f"{those} (event {source.number})"
            self._told.add(source)
            event = words.record.events[source.number - 1]
            if isinstance(event, Ask) and cards == [event.card]:
                has = f", so {words.who(holder.seat)} had it" if holder.holds else ""
                return f"{those}: {words.cause(source, event.card)}{has}"
            return f"{those}: {words.cause(source)}, so {self._stated(source, literals)}"
        if not holder.holds:
            reference = self._reference(source)
            return f"{those}{reference}" if reference else f"{those}: {words.holdings(literals)}"
        verb = words.verb(holder.seat, any(map(words.has_moved, cards)))
        return f"{those}: {words.who(holder.seat)} {verb} {them}{self._reference(source)}"

    def _reference(self, source: Source) -> str:
        """Where something comes from, in brackets; nothing for a hand that the view knows."""
        if isinstance(source, int):
            return f" (step {source + 1})"
        if isinstance(source, OwnCause):
            return ""
        return f" ({self._words.cause(source)})"

    def _those(self, cards: Iterable[Card]) -> str:
        """Cards as the subject of "not": ``the 9S`` or ``9S 10S``."""
        names = self._words.cards(cards)
        return names if " " in names else f"the {names}"

    def _refutation(self, literal: Literal) -> Literal | None:
        """What is known that rules an alternative out; None where nothing does."""
        if opposite(literal) in self._known:
            return opposite(literal)
        card, seat, holds = literal
        return next(
            (
                known
                for known in self._known
                if holds and known.holds and known.card == card and known.seat != seat
            ),
            None,
        )

    def _against(self, clause: Clause) -> list[Literal]:
        """What is known that rules out alternatives of a clause."""
        reasons = map(self._refutation, clause.literals)
        return list(dict.fromkeys(reason for reason in reasons if reason is not None))

    def _left(self, clause: Clause) -> tuple[Literal, ...]:
        """The alternatives of a clause that are not ruled out."""
        return tuple(literal for literal in clause.literals if self._refutation(literal) is None)

    def _by_source(self, literals: Iterable[Literal]) -> list[tuple[Source, list[Literal]]]:
        """Literals that come from one source and say the same of a seat, together."""
        groups: dict[tuple[Source, Seat, bool], list[Literal]] = {}
        for literal in literals:
            source = self._known[literal]
            # Own cards are causes each, and one hand to look at.
            shared = OwnCause("", source.seat) if isinstance(source, OwnCause) else source
            groups.setdefault((shared, literal.seat, literal.holds), []).append(literal)
        return [(source, group) for (source, _, _), group in groups.items()]


def _by_seat(seen: Iterable[_Seen]) -> list[list[_Seen]]:
    """Cards that were seen, by the seat that has them."""
    groups: dict[Seat, list[_Seen]] = {}
    for place in seen:
        groups.setdefault(place.seat, []).append(place)
    return [*groups.values()]


def _it(several: bool) -> str:
    return "them" if several else "it"
