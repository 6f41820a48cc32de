"""Conventions: what asks would say besides, had a team agreed on it. Never a fact by itself.

Ali Salahuddin's signal: after a player's ask for a card is refused, a teammate who has it asks for
another card of that half-suit; one who has others of it but not that one repeats the ask. So a
teammate's next ask in the half-suit *would* tell whether they hold the card.

Whether anybody agreed on that, no record says. So a signal is only listed. What would follow from
signals is worked out on request: ``assuming`` adds what they say to what a view knows, where all
facts come from, so that the solver and the counting engine both obey it; and ``leanings`` say which
conclusions would not follow without, and on which signals each of them leans.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_
from typing import Final

from tracker.answers import HIDDEN, Answer, AnswerList
from tracker.errors import ContradictionError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record
from tracker.game.replay import beginning
from tracker.inference.contradictions import contradictions
from tracker.inference.deduction import ClaimVerdict, Deduction, deduce
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands, up_to, view_of
from tracker.knowledge.facts import Clause, Fact, Literal, SignalCause
from tracker.knowledge.views import View, ViewLike

CONVENTION: Final = "convention=salahuddin"
"""As a key of the rules would be written: but it is one of a reading, not of a record."""


@dataclass(frozen=True)
class Signal:
    """An ask that would be a signal."""

    event: int
    seat: Seat
    """Who would have given it."""
    card: Card
    """What it would be about."""
    holds: bool
    """What it would say: that the seat holds the card, or lacks it."""
    after: int
    """The event at which a teammate asked for the card and was refused."""
    true: bool | None
    """Whether it was so; none where the seat's dealt hand is not known."""


@dataclass(frozen=True)
class Leaning:
    """Where a card would be for certain, if signals meant what they would say."""

    card: Card
    seat: Seat
    signals: tuple[int, ...]
    """The events it leans on: from these it follows, and from no fewer of them."""


@dataclass(frozen=True)
class HoldersLeaning:
    """Who could have a card, if signals meant what they would say: fewer than without."""

    card: Card
    holders: tuple[Seat, ...]
    signals: tuple[int, ...]
    """The events it leans on: from these it follows, and from no fewer of them."""


@dataclass(frozen=True, repr=False)
class Signals(AnswerList[Signal]):
    """The asks of a record that would be signals."""

    record: Record = field(metadata=HIDDEN)
    at: int
    signals: tuple[Signal, ...]

    @property
    def items(self) -> tuple[Signal, ...]:
        """The signals, in the order of events."""
        return self.signals


@dataclass(frozen=True, repr=False)
class SignalReading(Answer):
    """What would follow for a view, if a convention had been agreed on and kept."""

    view: str
    signals: Signals
    leaning: tuple[Leaning, ...] | None
    """What is certain with the signals and not without; none: no deal fits them all, so the
    convention was not kept."""


def signals(record: Record, *, at: int | None = None) -> Signals:
    """The asks that would be signals by Ali Salahuddin's convention.

    One is listed where a teammate's last refused ask in the half-suit was for a card of which the
    public could not tell whether the asker held it.

    Args:
        record: the game.
        at: up to that many events; none: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.
    """
    end = record.moment(at)
    return Signals(record, end, tuple(_found(record, end)))


def reading(record: Record, *, view: ViewLike = None, at: int | None = None) -> SignalReading:
    """What would follow for a view if all the signals so far meant what they would say.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view alone.
    """
    viewer, found = view_of(record, view), signals(record, at=at)
    with deduce(record, viewer, at) as plain:
        try:
            with _assuming(found, viewer) as deduction:
                leaning = [
                    Leaning(one.card, one.holders[0], one.signals)
                    for one in leanings(deduction, plain)
                    if len(one.holders) == 1
                ]
        except ContradictionError:
            return SignalReading(viewer.name, found, None)
    return SignalReading(viewer.name, found, tuple(leaning))


def assuming(record: Record, *, view: ViewLike = None, at: int | None = None) -> Deduction:
    """What follows for a view if all the signals so far mean what they would say.

    It is no fact, any of it: ``leanings`` and ``claim_leaning`` say what leans on signals.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; none: after all.

    Returns:
        As ``deduce`` returns it; what is assumed is among its knowledge, and so in its odds.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with what is assumed: then
            the convention was not kept.
    """
    return _assuming(signals(record, at=at), view_of(record, view))


def leanings(assumed: Deduction, plain: Deduction) -> tuple[HoldersLeaning, ...]:
    """The cards that fewer could have than without what is assumed, in deck order.

    Args:
        assumed: what follows with it, from ``assuming``.
        plain: what follows for the same view at the same moment without.
    """
    supposed = signals_assumed(assumed)
    found = []
    for card, holders in assumed.all_holders().items():
        others = set(plain.holders(card)) - set(holders)
        if others:
            rules_out = partial(_rule_out, plain, card, others)
            found.append(HoldersLeaning(card, holders, _needed(supposed, rules_out)))
    return tuple(found)


def claim_leaning(assumed: Deduction, plain: Deduction, verdict: ClaimVerdict) -> tuple[int, ...]:
    """The signals on which the verdict on a claim leans; none: it is the same without any.

    Args:
        assumed: what follows with what is assumed, from ``assuming``.
        plain: what follows for the same view at the same moment without.
        verdict: that on a claim, from ``assumed``.
    """
    if plain.claim(verdict.book, verdict.team) == verdict:
        return ()

    def is_the_same(signals: Iterable[SignalCause]) -> bool:
        facts = tuple(map(_fact, signals))
        with deduce(plain.record, plain.viewer, plain.at, assumed=facts) as deduction:
            return deduction.claim(verdict.book, verdict.team) == verdict

    return _needed(signals_assumed(assumed), is_the_same)


def signals_assumed(deduction: Deduction) -> tuple[SignalCause, ...]:
    """The signals that are assumed, in order; none in a deduction from the record alone."""
    causes = (fact.cause for fact in deduction.knowledge.facts)
    return tuple(cause for cause in causes if isinstance(cause, SignalCause))


def _assuming(found: Signals, viewer: View) -> Deduction:
    """What follows for a view if signals are true."""
    facts: tuple[Fact, ...] = tuple(
        _fact(SignalCause(one.event, one.card, one.seat))
        for one in found.signals
        if one.holds and one.seat not in viewer.seats
    )
    try:
        return deduce(found.record, viewer, found.at, assumed=facts)
    except ContradictionError as error:
        if not facts or contradictions(found.record, viewer.hands, found.at):
            raise
        said = f"no deal fits all the signals up to event {found.at}: {CONVENTION} was not kept"
        raise ContradictionError(error.event, said) from error


def _fact(signal: SignalCause) -> Clause:
    """What a signal says of the deal: a card of which it can be one has not publicly moved."""
    return Clause((Literal(signal.card, signal.seat, True),), signal)


def _found(record: Record, end: int) -> Iterator[Signal]:
    """The signals, in order: for each seat the last refused ask of a teammate in a half-suit."""
    hands = known_hands(up_to(record, end))
    asked: dict[tuple[Seat, str], tuple[Card, int]] = {}
    for moment in follow(beginning(record, end)):
        if moment.state.at == end:
            return
        event, number = record.events[moment.state.at], moment.state.at + 1
        if not isinstance(event, Ask) or event.irregular or not moment.state.is_open(event.card):
            continue
        book = record.deck.book_of[event.card].name
        card, after = asked.pop((event.asker, book), ("", 0))
        if card and _is_open(moment, card, event.asker):
            hand = hands.get(event.asker)
            holds = card != event.card
            true = None if hand is None else (card in hand.cards) == holds
            yield Signal(number, event.asker, card, holds, after, true)
        if event.answer == "no":
            for mate in record.table.team_of[event.asker]:
                if mate != event.asker:
                    asked[mate, book] = event.card, number


def _is_open(moment: Moment, card: Card, seat: Seat) -> bool:
    """Whether the public cannot tell if a seat holds a card in play."""
    holders = moment.holders("public", card)
    return seat in holders and len(holders) > 1


def _rule_out(
    plain: Deduction, card: Card, others: Iterable[Seat], signals: Iterable[SignalCause]
) -> bool:
    """Whether some seats cannot have a card where signals are true."""
    prospects = plain.prospects
    bit = prospects.placements.bit
    held = reduce(or_, (bit(one.card, one.seat) for one in signals), 0)
    return not any(prospects.is_possible(held | bit(card, seat)) for seat in others)


def _needed(
    supposed: Sequence[SignalCause], suffice: Callable[[Sequence[SignalCause]], bool]
) -> tuple[int, ...]:
    """The events of such signals as it takes that they suffice: each of them is needed."""
    needed = list(supposed)
    for one in supposed:
        fewer = [other for other in needed if other is not one]
        if suffice(fewer):
            needed = fewer
    return tuple(one.number for one in needed)
