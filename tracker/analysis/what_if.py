"""What if the answer had been another one? Both answers to an ask, as a view saw it before.

Each answer tells bits, the drop of log2 of the number of deals, and it places cards: their holders
are certain in every deal that is left. The answer that was not given is worked out like the one
that was, from the moment before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import Final

from tracker.analysis.likelihood import Likelihoods, sayings
from tracker.counting import BudgetError, Counter, Posterior, Purse, purse_of_game
from tracker.errors import ContradictionError, RecordError
from tracker.game.cards import Card
from tracker.game.events import Answer, Ask, Seat
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.prospects import Prospects
from tracker.knowledge.views import ViewLike

_OTHER: Final[Mapping[Answer, Answer]] = {"yes": "no", "no": "yes"}


@dataclass(frozen=True)
class AnswerNews:
    """What one answer to an ask tells a view, together with the ask."""

    answer: Answer
    bits: float
    """The drop of log2 of the number of deals; not a number where no honest one could be had."""
    exact: bool
    """Whether that is exact, and no estimate."""
    placed: Mapping[Card, Seat]
    """The cards in play whose holder is then certain and was not before, in deck order. A card
    that is handed over in view is not among them."""


@dataclass(frozen=True)
class WhatIf:
    """Both answers to one ask, as a view saw it when it was made."""

    record: Record
    event: int
    view: str
    answers: Mapping[Answer, AnswerNews | None]
    """``yes`` and ``no``, each with what it tells; none where the view can rule it out."""

    @property
    def ask(self) -> Ask:
        """The ask, with the answer that it got."""
        ask = self.record.events[self.event - 1]
        if not isinstance(ask, Ask):
            raise TypeError(ask)
        return ask


def what_if(record: Record, event: int, view: ViewLike = None) -> WhatIf:
    """What an ask told or would have told a view, with a yes and with a no.

    Args:
        record: the game.
        event: the number of the ask.
        view: who is told, as ``deduce`` takes it.

    Raises:
        RecordError: for a view that the record does not have, or where the event is no ask that was
            answered with yes or no.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.
    """
    at = record.moment(event)
    with deduce(record, view, max(at - 1, 0)) as before:
        ask = asked_next(before) if at else None
        if ask is None:
            raise RecordError(f"event {event} is no ask that was answered with yes or no")
        purse = purse_of_game()
        posterior = Counter(purse=purse).update(before.knowledge)
        found = {answer: answer_news(before, posterior, ask, answer, purse) for answer in _OTHER}
        return WhatIf(record, event, before.view, found)


def asked_next(before: Deduction) -> Ask | None:
    """The next event of the record, where it is an ask that was answered with yes or no."""
    events = before.record.events
    ask = events[before.at] if before.at < len(events) else None
    return ask if isinstance(ask, Ask) and ask.answer in _OTHER else None


def other_answer(ask: Ask) -> Answer:
    """The answer that an ask did not get: no for a yes, yes for a no."""
    return _OTHER[ask.answer]


def answer_news(
    before: Deduction, posterior: Posterior, ask: Ask, answer: Answer, purse: Purse
) -> AnswerNews | None:
    """What an ask with an answer tells a view; none where the view can rule that answer out.

    Args:
        before: the view at the moment before.
        posterior: its counts.
        ask: the ask; its own answer does not matter.
        answer: ``yes`` or ``no``.
        purse: what further counting may cost.
    """
    answered = replace(ask, answer=answer)
    said = sayings(before.state, answered)
    try:
        after = before.prospects.with_facts(said.facts)
    except ContradictionError:
        return None
    told = Likelihoods(before.knowledge, quick=True, purse=purse, posterior=posterior)
    try:
        bits = max(told.bits(answered, said), 0.0) + 0.0  # no minus before a zero
    except BudgetError:
        bits = nan
    exact = not isnan(bits) and told.exact
    seen = {ask.card} if answer == "yes" else set()
    placed = dict(_placed(before, after, seen))
    after.release()
    return AnswerNews(answer, bits, exact, placed)


def _placed(before: Deduction, after: Prospects, seen: set[Card]) -> Iterator[tuple[Card, Seat]]:
    """The cards in play that are certain once more is known, but for those that all could see."""
    for card in before.cards:
        if card in before.state.located or card in seen or len(before.dealt_to(card)) < 2:
            continue
        seats = after.dealt_to(card)
        if len(seats) == 1:
            yield card, seats[0]
