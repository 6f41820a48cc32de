"""Clauses in plain English: one of several things is so, and what rules the others out.

The words name the cause that says it, each alternative that is known to be false, and why it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from tracker.explain.conflict import seen_at
from tracker.explain.explanation import Step, opposite
from tracker.explain.steps.half_suit_bounds import Source
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, HandSize, Seat
from tracker.game.replay import replay_of
from tracker.knowledge.facts import (
    Cause,
    Clause,
    EventCause,
    HandCause,
    Literal,
    OwnCause,
)
from tracker.render.phrases import by_number
from tracker.render.wording import Wording

_COUNTS_HANDS: Final = ("hand", "hands", "counting")
"""Steps by these rules say how many cards a hand has, and which."""


def own_causes(causes: Iterable[Cause]) -> Iterator[OwnCause]:
    """The causes that a hand which the view knows shows."""
    return (cause for cause in causes if isinstance(cause, OwnCause))


@dataclass(frozen=True)
class _Seen:
    """A card that everyone had seen with a seat, since an event."""

    card: Card
    seat: Seat
    event: int
    until: int | None
    """The event at which it left that seat; None where it is still there."""


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
        self._number = next((place for place, other in enumerate(steps) if other is step), 0)
        """How many steps come before this one."""
        self._told: set[Cause] = set()
        """The causes that have been told in full."""
        self._by_gift: set[Cause] = set()
        """Those of them of which only the card not given up has been told."""
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
        self._closed: dict[Literal, str] = {}
        """What has been worked out in this step, with who therefore holds the card."""

    # -- all that a step takes --------------------------------------------------------------------

    def _shown(
        self, sources: Iterable[Source] | None = None, *, lists_rest: bool = True
    ) -> Iterator[str]:
        """What a step takes, but for the fact that it is about: first what is "one of these".

        Args:
            sources: only these; None: all.
            lists_rest: whether to list what is left of "one of these".
        """
        step = self._step
        taken = {*step.because, *step.uses} if sources is None else {*sources}
        choices = [clause for clause in step.used if clause.cause in taken]
        choices = [clause for clause in choices if len(clause.literals) > 1]
        for clause in sorted(choices, key=lambda clause: step.because.index(clause.cause)):
            yield from self._narrowed(clause, lists_rest=lists_rest)
        ruled_out = {literal for clause in step.used for literal in self._against(clause)}
        known = self._known.items()
        own = [literal for literal, source in known if isinstance(source, OwnCause)]
        own = [literal for literal in own if self._known[literal] in taken]
        if rest := [literal for literal in own if literal not in ruled_out]:
            yield self._words.holdings(rest)
        main = None if step.fact is None else step.fact.cause
        for cause in (other for other in step.because if other in taken and other != main):
            yield from self._told_now(cause, ruled_out)
        yield from self._shown_before([used for used in step.uses if used in taken], ruled_out)

    def _told_now(self, cause: Cause, ruled_out: AbstractSet[Literal]) -> Iterator[str]:
        """What a cause says, but for what has been named to rule cards out."""
        if isinstance(cause, OwnCause):
            return
        literals = self._said_by(cause)
        if rest := [literal for literal in literals if literal not in ruled_out]:
            yield from self._stated(cause, rest)
        elif cause not in self._told and not literals:
            self._told.add(cause)
            yield self._size_or_cause(cause)
            if isinstance(cause, EventCause):
                yield from self._laid_down_unseen(cause.number)

    def _laid_down_unseen(self, number: int) -> Iterator[str]:
        """How many of the cards that nobody was shown were of a hand whose size is then told."""
        event, before = self._words.record.events[number - 1], self._words.state_before(number)
        if not isinstance(event, HandSize) or before.uncounted:
            return
        dealt, balance = self._words.record.table.sizes[event.seat], before.balance[event.seat]
        more, hand = abs(balance - dealt), f"{self._words.whose(event.seat)} hand"
        cards = "one more card" if more == 1 else f"{more} more cards"
        seen = f"as many cards come to {hand} as leave it"
        if balance > dealt:
            seen = f"{cards} come to {hand} than leave it"
        elif more:
            seen = f"{cards} leave {hand} than come to it"
        change = f" {'+' if balance > dealt else '−'} {more}" if more else ""
        left = balance - event.size
        sum_ = f"{dealt}{change} − {event.size} = {left}"
        hidden = self._words.cards(before.hidden)
        yield f"until then everyone has seen {seen}"
        many, were = ("one", "was") if left == 1 else (f"{left or 'none'}", "were")
        yield f"{sum_}, so {many} of {hidden}, laid down without being shown, {were} in {hand}"

    def _size_or_cause(self, cause: Cause) -> str:
        """A cause; of a hand that the view knows, that only its size is counted."""
        words = self._words.cause(cause)
        if not isinstance(cause, HandCause) or cause.seat not in self._words.viewers:
            return words
        size, others = self._words.state.sizes[cause.seat], self._number_of_others(cause.seat)
        if not others:
            return words
        which = "they are" if others > 1 else "it is"
        if others != size:
            which = f"the other {f'{others} are' if others > 1 else 'one is'}"
        return f"{words}; which {which} does not matter here"

    def _number_of_others(self, seat: Seat) -> int:
        """How many cards a seat holds of which not everyone knows."""
        state = self._words.state
        return (state.sizes[seat] or 0) - [*state.located.values()].count(seat)

    def _shown_before(self, uses: Sequence[int], ruled_out: AbstractSet[Literal]) -> Iterator[str]:
        """What earlier steps have shown, but for what has been named to rule cards out."""
        rest: dict[tuple[Seat, bool], list[int]] = {}
        for used in uses:
            step = self._steps[used]
            if step.bounds or step.clauses or step.rule == "not-all":
                yield f"{self._words.conclusion(step)} (step {used + 1})"
            elif not ruled_out >= {*step.conclusion}:
                kinds = {(literal.seat, literal.holds) for literal in step.conclusion}
                kind = kinds.pop() if len(kinds) == 1 else (f"{used}", False)
                rest.setdefault(kind, []).append(used)
        for group in rest.values():
            numbers = by_number("step", [used + 1 for used in group])
            literals = [literal for used in group for literal in self._steps[used].conclusion]
            yield f"{self._words.holdings(literals)} ({numbers})"

    def _said_by(self, cause: Cause) -> list[Literal]:
        """What a cause simply says that the step uses."""
        stated = [literal for stating, literal in self._step.stated if stating == cause]
        units = (clause for clause in self._step.used if clause.cause == cause)
        stated += [clause.literals[0] for clause in units if len(clause.literals) == 1]
        return list(dict.fromkeys(stated))

    def _stated(self, cause: Cause, literals: Sequence[Literal]) -> Iterator[str]:
        """What a cause simply says; where only one card was left, which ones were not."""
        plain = [literal for literal in literals if not self._is_the_last_one(literal, cause)]
        withheld = [literal for literal in plain if self._withheld(literal, cause)]
        if at_once := [literal for literal in plain if literal not in withheld]:
            holdings = self._words.holdings(at_once)
            if isinstance(cause, EventCause) and cause in self._told:
                yield f"{holdings} (event {cause.number})"
            else:
                self._told.add(cause)
                yield f"{self._happening(cause)}, so {holdings}{self._came(cause, at_once)}"
        for literal in withheld:
            yield f"{self._not_given(literal, cause)}, so {self._words.holdings([literal])}"
        for literal in (other for other in literals if other not in plain):
            yield from self._narrowed(Clause((literal,), cause), lists_rest=True)

    def _came(self, cause: Cause, literals: Sequence[Literal]) -> str:
        """Which of the cards that a claim names for the same seats came to them, in brackets."""
        if not isinstance(cause, EventCause) or not all(holds for *_, holds in literals):
            return ""
        before, claim = cause.number - 1, self._words.record.events[cause.number - 1]
        if not isinstance(claim, Claim):
            return ""
        seats, dealt = {seat for _, seat, _ in literals}, {card for card, *_ in literals}
        states = replay_of(self._words.record).states(before)
        named = {card for card, seat in claim.holdings if seat in seats} - dealt
        came = {card: seen_at(states, card, before) for card in named & states[-1].located.keys()}
        if not came:
            return ""
        events = [came[card] for card in self._words.record.deck.in_order(came)]
        return f" ({self._those(came)} came at {by_number('event', events)})"

    def _is_the_last_one(self, literal: Literal, cause: Cause) -> bool:
        """Whether a cause says only that a player has one of several cards, and one is left."""
        return bool(self._seen_before(Clause((literal,), cause)))

    def _withheld(self, literal: Literal, cause: Cause) -> Ask | None:
        """The ask for a card that did not have to be given up, where a cause says just that."""
        if not isinstance(cause, EventCause):
            return None
        ask = self._words.ask_without_gift(cause.number)
        return ask if ask and literal == (ask.card, ask.asker, False) else None

    def takes_no_gift(self) -> bool:
        """Whether the step uses that a player did not hand over a card that he had asked for."""
        facts = (*self._step.used, self._step.fact)
        clauses = {fact for fact in facts if isinstance(fact, Clause)}
        clauses |= {Clause((literal,), cause) for cause, literal in self._step.stated}
        return any(
            isinstance(clause.cause, EventCause)
            and self._words.ask_without_gift(clause.cause.number) is not None
            and (
                self._withheld(clause.literals[0], clause.cause) is not None
                or self._entitling_ask(clause) == self._words.ask_without_gift(clause.cause.number)
            )
            for clause in clauses
        )

    def _not_given(
        self, literal: Literal, cause: Cause, it: Card | None = None, *, past: bool = False
    ) -> str:
        """That a player did not hand over a card; nothing where that is not what is said."""
        ask = self._withheld(literal, cause)
        number = cause.number if isinstance(cause, EventCause) else 0
        return f"at event {number} {self._words.no_gift(ask, it, past=past)}" if ask else ""

    def _happening(self, cause: Cause, it: Card | None = None) -> str:
        """A cause, without what the step may not use of it."""
        if isinstance(cause, EventCause):
            return self._words.happening(cause.number, it)
        return self._words.cause(cause, it)

    # -- from then to now -------------------------------------------------------------------------

    def _needs_rest(self) -> bool:
        """Whether the step turns on a place of an earlier moment, for a card that has not moved."""
        facts = (*self._step.used, self._step.fact)
        clauses = [fact for fact in facts if isinstance(fact, Clause)]
        literals = [literal for clause in clauses for literal in clause.literals]
        then = {clause.cause for clause in clauses} | {cause for cause, _ in self._step.stated}
        literals += [literal for _, literal in self._step.stated]
        return not all(self._words.has_moved(literal.card) for literal in literals) and any(
            isinstance(cause, EventCause) and cause.number < self._words.state.at for cause in then
        )

    def _rest(self) -> str:
        """That cards have not moved since; or, where it is said who was dealt them, before.

        Of cards that somebody has one of, and that have moved since, it is said until when they
        had not.
        """
        words, cards = self._words, {literal.card for literal in self._step.conclusion}
        cards |= {card for bound in self._step.bounds for card in bound.cards}
        facts = [literal for cause, literal in self._step.stated if cause in self._told]
        dealt = {*cards, *(literal.card for literal in facts)}
        if None in words.state.sizes.values() and any(map(words.has_moved, dealt)):
            return "none of these cards had moved before"
        clauses = [clause for clause in self._step.used if clause.cause in self._told]
        facts += [clause.literals[0] for clause in clauses if len(clause.literals) == 1]
        own = (literal for cause, literal in self._step.stated if isinstance(cause, OwnCause))
        facts += [literal for literal in own if words.has_moved(literal.card)]
        ruled_out = {literal for clause in clauses for literal in self._against(clause)}
        # What rules a card out has its own words on when that was so.
        passed_over = {
            literal
            for literal in ruled_out
            if words.has_moved(literal.card) or self._step.rule == "one-each"
        }
        choices = [clause for clause in clauses if len(clause.literals) > 1]
        left = [literal.card for clause in choices for literal in self._left(clause)]
        named = [*left, *(literal.card for literal in facts if literal not in passed_over)]
        if len(cards.union(named)) == 1:
            return "it has not moved since"
        if not any(map(words.has_moved, named)):
            return "none of these cards has moved since"
        stay = {card for card in named if not words.has_moved(card)}
        stayed = f"{self._those(stay)} {'has' if len(stay) == 1 else 'have'} not moved since"
        if not (gone := {card for card in left if words.has_moved(card)}):
            return stayed
        return f"{self._those(gone)} had not moved before {words.until(gone)}, and {stayed}"

    def _not_moved_before(self) -> Iterator[str]:
        """That the cards which somebody was dealt by what has been told had not moved before."""
        if None not in self._words.state.sizes.values():
            return
        dealt = {
            card
            for cause, (card, _, holds) in self._step.stated
            if cause in self._told and holds and self._words.has_moved(card)
        }
        if any(len(fact.literals) > 1 and fact.cause in self._told for fact in self._step.used):
            yield "none of these cards had moved before"
        elif dealt:
            yield f"{self._those(dealt)} had not moved before"

    def _so(self, text: str, rest: str = "") -> str:
        """A conclusion, after it is said that cards have not moved since, where that matters."""
        return f"{rest or self._rest()}, so {text}" if self._needs_rest() else f"so {text}"

    # -- one of these -----------------------------------------------------------------------------

    def _narrowed(self, clause: Clause, *, lists_rest: bool = False) -> Iterator[str]:
        """A clause, then each alternative that is ruled out, and why.

        Args:
            clause: the clause.
            lists_rest: whether to list what is left of it.
        """
        seen, against = self._seen_before(clause), self._against(clause)
        ask = self._entitling_ask(clause)
        head = self._head(ask, clause.cause)
        if ask is None:
            yield f"{head} {self._words.one_of(clause)}"
            for those, group in self._seen_cards(seen):
                are = "are" if len(group) > 1 else "is"
                yield f"{those} {are} not in question: {self._seen_elsewhere(group)}"
            for literal in against:
                yield f"{self._words.holdings([literal])}{self._reference(self._known[literal])}"
            return
        rest = [literal.card for literal in self._left(clause)]
        ruled_out = bool(seen or against)
        listing = f": one of {' '.join(rest)}" if lists_rest and not ruled_out else ""
        yield f"{head} {self._another(ask, clause)}{listing}"
        for those, group in self._seen_cards(seen):
            yield f"not {those}: {self._seen_elsewhere(group)}"
        for source, literals in self._by_source(against):
            yield f"not {self._ruled_out(source, literals, clause.cause)}"
        concluded = len(rest) == 1 and self._left(clause) == self._step.conclusion
        if ruled_out and rest and not concluded:
            which = f"one of {' '.join(rest)}" if len(rest) > 1 else f"the {rest[0]}"
            yield f"that leaves {self._words.who(clause.literals[0].seat)} {which}"

    def _head(self, ask: Ask | None, cause: Cause) -> str:
        """What tells that a player had a right to ask: the ask itself, or the event after it."""
        if not isinstance(cause, EventCause):
            self._told.add(cause)
            return f"{self._happening(cause)}, so"
        by_gift = ask is not None and ask != self._words.record.events[cause.number - 1]
        is_told = cause in self._told and by_gift == (cause in self._by_gift)
        self._told.add(cause)
        (self._by_gift.add if by_gift else self._by_gift.discard)(cause)
        if is_told:
            return f"by event {cause.number} as well,"
        if ask is None or not by_gift:
            return f"{self._happening(cause)}{self._now_with(ask)}, so"
        return f"at event {cause.number} {self._words.no_gift(ask)}, so"

    def _now_with(self, ask: Ask | None) -> str:
        """Who has a card now that an asker got, where the asker's hand is counted without it."""
        state = self._words.state
        if ask is None or ask.answer != "yes" or self._step.rule not in _COUNTS_HANDS:
            return ""
        if None in state.sizes.values():
            return ""  # hands are counted as they were dealt
        holder = state.located.get(ask.card, ask.asker)
        return "" if holder == ask.asker else f" ({self._words.does(holder, 'have')} it now)"

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
            _Seen(
                card, located[card], seen_at(states, card, number - 1), self._left_at(card, number)
            )
            for card in self._cards_about(number, clause)
            if card not in named and card in located
        ]

    def _left_at(self, card: Card, number: int) -> int | None:
        """The first event from one on after which a card is elsewhere, if there is one."""
        at = self._words.state.at
        states = replay_of(self._words.record).states(at)
        seat = states[number - 1].located[card]
        later = range(number, at + 1)
        return next((event for event in later if states[event].located.get(card) != seat), None)

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

    def _seen_cards(self, seen: Iterable[_Seen]) -> Iterator[tuple[str, list[_Seen]]]:
        """Cards that were seen, by the seat that has them: as a subject, and each by itself."""
        groups: dict[Seat, list[_Seen]] = {}
        for place in seen:
            groups.setdefault(place.seat, []).append(place)
        for group in groups.values():
            yield self._those(place.card for place in group), group

    def _seen_elsewhere(self, cards: Sequence[_Seen]) -> str:
        """That everyone knew some cards to be one seat's, since when and until when."""
        since = {place.card: place.event for place in cards}
        in_order = [since[card] for card in self._words.record.deck.in_order({*since})]
        events = in_order if len({*in_order}) > 1 else in_order[:1]  # in the order of the cards
        seat, it = cards[0].seat, _it(len(cards) > 1)
        when, ends = by_number("event", events), {place.until for place in cards}
        if ends == {None}:
            return f"{self._words.does(seat, 'have')} had {it} since {when}"
        if len(cards) == 1:
            return f"{self._words.who(seat)} had it from {when} to {cards[0].until}"
        return f"{self._words.who(seat)} still had {it} (since {when})"

    def _ruled_out(self, source: Source, literals: Sequence[Literal], of: Cause) -> str:
        """Cards that a choice, made by a cause, loses by what a source says, and what that is."""
        words, cards = self._words, [literal.card for literal in literals]
        those, them = self._those(cards), _it(len(literals) > 1)
        holder = literals[0]
        if isinstance(source, EventCause):
            if all(literal in self._said_by(source) for literal in literals) and (
                briefly := self._briefly(source, literals, of)
            ):
                return f"{those}: {briefly}"
            if source in self._told:
                return f"{those}: {words.holdings(literals)} (event {source.number})"
            self._told.add(source)
            return f"{those}: {self._happening(source)}, so {words.holdings(literals)}"
        if reason := self._closed.get(holder):
            return f"{those}: {reason} {them}"
        return f"{those}: {self._was_so(source, holder, cards, of)}"

    def _was_so(self, source: Source, place: Literal, cards: Sequence[Card], of: Cause) -> str:
        """That a seat had cards, or not, by what a source says; and that this was so at any moment.

        Args:
            source: where that comes from.
            place: the first of the cards, and whether the seat had it.
            cards: the cards; all of them have moved, or none has.
            of: the cause of what they are ruled out for.
        """
        words, them, comes_from = self._words, _it(len(cards) > 1), self._reference(source)
        who, does = words.who(place.seat), words.form(place.seat, "do")
        if words.has_moved(place.card):
            if place.holds:
                return f"{who} had {them} until {words.until(cards)}{comes_from}"
            return f"{who} did not have {them} before {words.until(cards)}{comes_from}"
        hold = words.verb(place.seat, dealt=False) if place.holds else f"{does} not hold"
        if isinstance(source, OwnCause):
            if isinstance(of, EventCause) and of.number == words.state.at:
                return f"{who} {hold} {them}"
            if not place.holds:
                return f"{who} never had {them}"
            return f"{words.does(place.seat, 'have')} had {them} all along"
        stayed = "they have" if len(cards) > 1 else "it has"
        return f"{who} {hold} {them}{comes_from}, and {stayed} not moved"

    def _briefly(self, cause: EventCause, literals: Sequence[Literal], of: Cause) -> str | None:
        """What an event says of the place of a card, in a few words; None where it takes more.

        It is told in the past, from the moment of the conclusion. Where the choice was made at
        another moment, it says that the card had not moved between.
        """
        (card, seat, holds), number = literals[0], cause.number
        event, who = self._words.record.events[number - 1], self._words.who
        cards = [literal.card for literal in literals]
        moved = all(map(self._words.has_moved, cards))
        if holds and moved and self._words.until(cards) == f"event {number}":
            return f"{who(seat)} had {_it(len(literals) > 1)} until event {number}"
        if len(literals) > 1 or holds:
            return None
        if self._withheld(literals[0], cause):
            not_given = self._not_given(literals[0], cause, card, past=True)
            return f"{not_given}{self._between(number, of)}"
        if not isinstance(event, Ask) or event.card != card:
            return None
        between = self._between(number, of)
        if seat == event.asker:
            vain = " in vain" if "since" in between else ""
            return f"{who(seat)} asked {who(event.target)} for it{vain} at event {number}{between}"
        if seat != event.target:
            return None
        return f"{who(seat)} said no to it at event {number}{between}"

    def _between(self, number: int, of: Cause) -> str:
        """That a card had not moved between an event and a cause; nothing where that is plain."""
        made = of.number if isinstance(of, EventCause) else number
        if abs(made - number) < 2:
            return ""
        return f", and it had not moved {'since' if number < made else 'before that'}"

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
        """Literals that come from one source and say the same of a seat, together.

        Cards that have moved are not told with those that have not.
        """
        groups: dict[tuple[Source, Seat, bool, bool], list[Literal]] = {}
        for literal in literals:
            source, moved = self._known[literal], self._words.has_moved(literal.card)
            # Own cards are causes each, and one hand to look at.
            shared = OwnCause("", source.seat) if isinstance(source, OwnCause) else source
            groups.setdefault((shared, literal.seat, literal.holds, moved), []).append(literal)
        return [(source, group) for (source, *_), group in groups.items()]


def _it(several: bool) -> str:
    return "them" if several else "it"
