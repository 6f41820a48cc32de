"""Conventions: what asks would say besides, if a team had agreed on it. They are never facts.

Ali Salahuddin's signal: after a player's ask for a card is refused, a teammate who has the card
asks for another card of that half-suit. One who has others of the half-suit but not that card
repeats the ask. So a teammate's next ask in the half-suit *would* tell whether they hold the card.

No record says whether anybody agreed on that. So signals are only listed, unless somebody asks
what would follow. ``assuming`` then adds them to what a view knows, where both the solver and the
counting engine take their facts from. ``leanings`` say which conclusions would not follow without
them, and on which signals each of these depends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial, reduce
from operator import or_

from tracker.analysis.each_filling import closed_record
from tracker.answers import HIDDEN, OPTIONAL, Answer, AnswerList
from tracker.budget import minimal_subset
from tracker.errors import ContradictionError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record, gap_numbers, require_record
from tracker.game.replay import beginning
from tracker.inference.contradictions import contradictions
from tracker.inference.deduction import ClaimVerdict, Deduction, deduce
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import known_hands, up_to, view_of
from tracker.knowledge.facts import CONVENTION, Clause, Fact, Literal, SignalCause
from tracker.knowledge.views import View, ViewLike


@dataclass(frozen=True)
class Signal:
    """An ask that would be a signal."""

    event: int
    seat: Seat
    """Who would have given it."""
    card: Card
    """The card that it would be about."""
    holds: bool
    """Whether it would say that the seat holds the card; else that the seat lacks it."""
    after: int
    """The event at which a teammate asked for the card and was refused."""
    true: bool | None
    """Whether it was true; None where the seat's dealt hand is not known."""


@dataclass(frozen=True)
class Leaning:
    """The certain place of a card, if signals meant what they would say."""

    card: Card
    seat: Seat
    signals: tuple[int, ...]
    """The events of the signals it depends on; it does not follow from fewer of these."""


@dataclass(frozen=True)
class HoldersLeaning:
    """Who could have a card, if signals meant what they would say: fewer seats than without."""

    card: Card
    holders: tuple[Seat, ...]
    signals: tuple[int, ...]
    """The events of the signals it depends on; it does not follow from fewer of these."""


@dataclass(frozen=True, repr=False)
class Signals(AnswerList[Signal], field="signals"):
    """The asks of a record that would be signals."""

    record: Record = field(metadata=HIDDEN)
    at: int
    signals: tuple[Signal, ...]
    up_to: int | None = field(default=None, metadata=OPTIONAL)
    """Where a gap that can be filled in several ways comes before ``at``: the last event that was
    looked at. None: all were."""


@dataclass(frozen=True, repr=False)
class SignalReading(Answer):
    """What would follow for a view, if a convention had been agreed on and kept."""

    view: str
    signals: Signals
    leaning: tuple[Leaning, ...] | None
    """What is certain with the signals and not without; None: no deal fits them all, so the
    convention was not kept."""


def signals(record: Record, *, at: int | None = None) -> Signals:
    """The asks that would be signals by Ali Salahuddin's convention.

    One is listed where a teammate's last refused ask in the half-suit was for a card of which the
    public could not tell whether the asker held it.

    Past a gap that can be filled in several ways none is looked for.

    Args:
        record: the game.
        at: up to that many events; None: all.

    Raises:
        RecordError: where the record has no such moment.
        ContradictionError: where no deal fits the record.
    """
    require_record(record)
    end = record.moment(at)
    played = up_to(record, end)
    closed = closed_record(played)
    if closed is not None:
        return Signals(record, end, tuple(_signals(closed, end)))
    known = gap_numbers(played)[0] - 1
    return Signals(record, end, tuple(_signals(up_to(record, known), known)), known)


def reading(record: Record, *, view: ViewLike = None, at: int | None = None) -> SignalReading:
    """What would follow for a view if all the signals so far meant what they would say.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view alone.
    """
    viewer, listed = view_of(record, view), signals(record, at=at)
    with deduce(record, view=viewer, at=at) as plain:
        try:
            with _assuming(listed, viewer) as deduction:
                certain = tuple(
                    Leaning(leaning.card, leaning.holders[0], leaning.signals)
                    for leaning in leanings(deduction, plain)
                    if len(leaning.holders) == 1
                )
        except ContradictionError:
            return SignalReading(viewer.name, listed, None)
    return SignalReading(viewer.name, listed, certain)


def assuming(record: Record, *, view: ViewLike = None, at: int | None = None) -> Deduction:
    """What follows for a view if all the signals so far mean what they would say.

    None of it is a fact: ``leanings`` and ``claim_leaning`` say what depends on signals.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Returns:
        A deduction like that of ``deduce``; what is assumed is part of its knowledge.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view, or with what is assumed: then
            the convention was not kept.
    """
    return _assuming(signals(record, at=at), view_of(record, view))


def leanings(assumed: Deduction, plain: Deduction) -> tuple[HoldersLeaning, ...]:
    """The cards that fewer seats could have than without what is assumed, in deck order.

    Args:
        assumed: what follows with it, from ``assuming``.
        plain: what follows for the same view at the same moment without.
    """
    supposed, leaning = assumed.signals_assumed, []
    for card, holders in assumed.all_holders().items():
        excluded = set(plain.holders(card)) - set(holders)
        if excluded:
            exclude = partial(_exclude, plain, card, excluded)
            leaning.append(HoldersLeaning(card, holders, _needed(supposed, exclude)))
    return tuple(leaning)


def claim_leaning(assumed: Deduction, plain: Deduction, verdict: ClaimVerdict) -> tuple[int, ...]:
    """The events of the signals on which the verdict on a claim depends; empty where on none.

    Args:
        assumed: what follows with what is assumed, from ``assuming``.
        plain: what follows for the same view at the same moment without.
        verdict: the verdict on the claim, from ``assumed``.
    """
    if plain.claim(verdict.book, verdict.team) == verdict:
        return ()

    def leave_it(signals: Iterable[SignalCause]) -> bool:
        facts = tuple(map(_fact, signals))
        with deduce(plain.record, view=plain.viewer, at=plain.at, assumed=facts) as deduction:
            return deduction.claim(verdict.book, verdict.team) == verdict

    return _needed(assumed.signals_assumed, leave_it)


def _assuming(listed: Signals, viewer: View) -> Deduction:
    """What follows for a view if signals are true."""
    record, at = listed.record, listed.at
    facts: tuple[Fact, ...] = tuple(
        _fact(SignalCause(signal.event, signal.card, signal.seat))
        for signal in listed.signals
        if signal.holds and signal.seat not in viewer.seats
    )
    try:
        return deduce(record, view=viewer, at=at, assumed=facts)
    except ContradictionError as error:
        if not facts or contradictions(record, viewer.hands, at):
            raise
        message = f"no deal fits all the signals up to event {at}: {CONVENTION} was not kept"
        raise ContradictionError(error.event, message) from error


def _fact(signal: SignalCause) -> Clause:
    """What a signal says of the deal; the card of a signal has never publicly moved."""
    return Clause((Literal(signal.card, signal.seat, True),), signal)


def _signals(record: Record, end: int) -> Iterator[Signal]:
    """The signals, in order."""
    hands = known_hands(record)
    asked: dict[tuple[Seat, str], tuple[Card, int]] = {}
    """For each seat, the last refused ask of a teammate in a half-suit that it has not heeded."""
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


def _exclude(
    plain: Deduction, card: Card, seats: Iterable[Seat], signals: Iterable[SignalCause]
) -> bool:
    """Whether none of some seats can have a card where signals are true."""
    holders = plain.possible_holders
    bit = holders.placements.bit
    held = reduce(or_, (bit(signal.card, signal.seat) for signal in signals), 0)
    return not any(holders.is_possible(held | bit(card, seat)) for seat in seats)


def _needed(
    supposed: Sequence[SignalCause], suffice: Callable[[Sequence[SignalCause]], bool]
) -> tuple[int, ...]:
    """The events of a minimal set of signals that suffice."""
    return tuple(signal.number for signal in minimal_subset(supposed, suffice))
