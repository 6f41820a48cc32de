"""The part of the page's data that is one view's: what its cells show, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import isnan, nan
from typing import Any, Final, NamedTuple

from tracker.analysis.asks import AnswerNews
from tracker.analysis.view_history import (
    ClaimChanges,
    ReachableClaim,
    TurnChoice,
    ViewHistory,
    view_histories,
)
from tracker.analysis.view_progress import Gain, Progress, gain, without_bits
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.record import Record
from tracker.game.table import Team
from tracker.inference.deduction import PLACED, Deduction
from tracker.knowledge.facts import Cause, Chances, Deal, EventCause, cause_to_json
from tracker.knowledge.views import View
from tracker.render.json_form import Json
from tracker.render.phrases import per_cent
from tracker.render.proof_words import ProofWords, Sentence
from tracker.teach.grading import THEMES, hardest

# Chances and deals as short strings, for the page's data.
#
# A *cell* is a card and a seat; its number is ``card * seats + seat``. What it shows is a *code*: 0
# excluded, 1 "<1", 2 to 100 for 1 to 99 per cent, 101 ">99", 102 certain, 103 open only because of
# a gap, 104 possible past a gap. A change is the number ``cell * CODES + code`` in three digits to
# the base of the signs of ``DIGITS``, all of which stand for themselves in JSON and in HTML.
# ``model.js`` reads it back.
#
# Example: cell 7 certain is 7 * 105 + 102 = 837 = 9 * 88 + 45, so the digits 0, 9 and 45.

LABELS: Final = ("", "<1", *map(str, range(1, 100)), ">99", "")
"""What the cell of each code says; the first and the last are marks, not numbers."""
CERTAIN: Final = len(LABELS) - 1
BY_GAP: Final = CERTAIN + 1
"""Open only because of a gap of the record."""
UNKNOWN: Final = CERTAIN + 2
"""Possible, and how likely depends on a gap, or is not worked out past one."""
CODES: Final = UNKNOWN + 1
DIGITS: Final = "".join(
    sign for sign in map(chr, range(ord("!"), ord("~") + 1)) if sign not in "\"&'<>\\"
)


class Packer:
    """Packs what one view's cells show, moment by moment.

    Args:
        cards: the cards in play at the start, in deck order.
        seats: the seats, in seat order.
    """

    def __init__(self, cards: Sequence[Card], seats: Sequence[Seat]) -> None:
        self._row = {card: number * len(seats) for number, card in enumerate(cards)}
        self._seats = seats
        self._shown = [0] * (len(cards) * len(seats))

    def changes(self, chances: Mapping[Card, Chances]) -> str:
        """The cells that show something new."""
        return self.marked(
            {card: [_code(odds, seat) for seat in self._seats] for card, odds in chances.items()}
        )

    def marked(self, codes: Mapping[Card, Sequence[int]]) -> str:
        """The cells that show something new, from the codes of the cells of each card."""
        packed = []
        for card, of_seats in codes.items():
            for column, code in enumerate(of_seats):
                cell = self._row[card] + column
                if self._shown[cell] != code:
                    self._shown[cell] = code
                    packed.append(_digits(cell * CODES + code))
        return "".join(packed)

    def cell(self, card: Card, seat: Seat) -> int:
        """The number of a cell."""
        return self._row[card] + self._seats.index(seat)

    def deal(self, deal: Deal) -> str:
        """A deal as a digit for each card: the seat's number."""
        return "".join(DIGITS[self._seats.index(deal[card])] for card in self._row)

    def placed(self, cards: Mapping[Card, Seat]) -> list[int]:
        """The cells of cards that are where they are for certain."""
        return [self.cell(card, seat) for card, seat in cards.items()]

    def holdings(self, holdings: Holdings) -> str:
        """Who holds some cards, as a digit for each: the seat's number."""
        return "".join(DIGITS[self._seats.index(seat)] for _, seat in holdings)


def share(claim: ReachableClaim) -> int | None:
    """How likely a claim is right, as a code; None where no honest number could be had.

    What is certain is the verdict's to say: a number never rounds to it.
    """
    if claim.verdict == "proven":
        return CERTAIN
    if claim.verdict == "impossible":
        return 0
    return None if claim.probability is None else LABELS.index(per_cent(claim.probability), 1)


def _code(odds: Chances, seat: Seat) -> int:
    """How likely a seat holds a card, as a code."""
    if seat not in odds:
        return 0
    if len(odds) == 1:
        return CERTAIN
    chance = odds[seat]
    return UNKNOWN if chance is None else LABELS.index(per_cent(chance), 1)


def _digits(number: int) -> str:
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high // len(DIGITS)] + DIGITS[high % len(DIGITS)] + DIGITS[low]


class Reason(NamedTuple):
    """Why a cell is certain, in words."""

    cell: int
    head: tuple[int, ...]
    """The moment at which it was proven so; whether its seat holds its card; whether no smaller set
    of causes exists."""
    causes: tuple[Cause, ...]
    steps: tuple[tuple[Sentence, ...], ...]
    """The sentences of each step."""
    gist: str | None
    """What a long reason rests on, in a sentence; None for a short one."""
    technique: int
    """The number of the hardest technique that it takes; 0: an event or an own hand says it."""
    at_once: bool
    """Whether it follows from the last event alone: then it is no question worth posing."""


@dataclass(frozen=True)
class ViewData:
    """What the page needs of one view."""

    view: View
    bits: tuple[float, ...]
    gains: tuple[Gain, ...]
    numbers: Json
    """What is ready for JSON."""
    reasons: tuple[Reason, ...]
    """In the order of their moments; a cell may have a second one, of fewer causes."""
    choices: Mapping[int, TurnChoice] = field(default_factory=dict)
    """What the view's seat could have asked, by the event at which it did what it did."""


def view_data(record: Record, views: Sequence[View]) -> list[ViewData]:
    """Follow some views through a game and put down what the page needs of each."""
    return [_of_history(record, history) for history in view_histories(record, views)]


def views_document(views: Iterable[ViewData]) -> Json:
    """The data of some views as JSON, with the sentences and causes that their numbers stand for.

    Each different sentence, text or cause has a number, in the order of their first use. A text is
    the numbers of its sentences: most sentences stand in many texts. A sentence is its parts (text,
    the numbers of events, names of players), the cells and the seats that it is about.
    """
    sentences: dict[Sentence, int] = {}
    texts: dict[tuple[int, ...], int] = {}
    causes: dict[Cause, int] = {}

    def by_sentence(text: Iterable[Sentence]) -> tuple[int, ...]:
        return tuple(sentences.setdefault(part, len(sentences)) for part in text)

    def why(reason: Reason) -> list[Any]:
        """A reason as the page's script reads it."""
        by_number = [causes.setdefault(cause, len(causes)) for cause in reason.causes]
        steps = [texts.setdefault(by_sentence(text), len(texts)) for text in reason.steps]
        return [reason.cell, *reason.head, by_number, steps, *filter(None, [reason.gist])]

    documents = [_document(data) | {"why": list(map(why, data.reasons))} for data in views]
    return {
        "views": documents,
        "sentences": [[each.parts, each.cells, each.hands] for each in sentences],
        "texts": list(map(list, texts)),
        "causes": list(map(cause_to_json, causes)),
    }


def _document(data: ViewData) -> Json:
    """The data of a view as JSON, but for the reasons."""
    return {
        "name": data.view.name,
        "seats": list(data.view.seats),
        "bits": [None if isnan(bits) else _rounded(bits) for bits in data.bits],
        "told": [None if isnan(gain.bits) else _rounded(gain.bits) for gain in data.gains],
        "proven": {
            str(event): [[book, str(team)] for book, team in gain.proven]
            for event, gain in enumerate(data.gains, start=1)
            if gain.proven
        },
        **data.numbers,
        "techniques": _techniques(data.reasons, at_once=False),
        "at_once": _techniques(data.reasons, at_once=True),
    }


def _techniques(reasons: Iterable[Reason], *, at_once: bool) -> Mapping[int, int]:
    """The technique of each cell whose card was placed by more than what is told."""
    return {
        reason.cell: reason.technique
        for reason in reasons
        if reason.head[1] and reason.technique and reason.at_once == at_once
    }


def _rounded(bits: float) -> float:
    return round(bits, 3) + 0.0  # without a minus before a zero


def _of_history(record: Record, history: ViewHistory) -> ViewData:
    """What the page needs of a view that has been followed."""
    packer = Packer(record.table.cards, record.seats)
    numbers = {
        "cells": [packer.changes(chances) for chances in history.changes],
        "deals": [[packer.deal(witness.deal), witness.last] for witness in history.deals],
        "sizes": _changed_sizes(history),
        "claims": list(_claims(record, packer, history.claims)),
        "otherwise": {event: _otherwise(packer, news) for event, news in history.others.items()},
        "own": [card for hand in history.view.hands for card in hand.cards],
    }
    bits = tuple(progress.bits for progress in history.progress)
    reasons = tuple(_reasons(record, packer, history))
    return ViewData(history.view, bits, history.gains, numbers, reasons, history.choices)


def _otherwise(packer: Packer, news: AnswerNews | None) -> list[Any] | None:
    """What an ask would have told with the other answer: bits if known, whether exact, cells."""
    if news is None:
        return None
    bits = None if isnan(news.bits) else _rounded(news.bits)
    return [bits, int(news.exact), packer.placed(news.placed)]


def _changed_sizes(history: ViewHistory) -> list[list[int | None] | None]:
    """The hand sizes at each moment; None where they are as before."""
    rows = [list(moment.sizes.values()) for moment in history.moments]
    return [None if at and row == rows[at - 1] else row for at, row in enumerate(rows)]


def _claims(record: Record, packer: Packer, moments: Iterable[ClaimChanges]) -> Iterator[list[Any]]:
    """The claims within reach, as they change: moment, half-suit, team; then verdict, naming, odds.

    The team is the number of it. A claim that is no longer within reach has only the first three.
    """
    for at, changes in enumerate(moments):
        for (book, team), claim in changes.items():
            start = [at, book, record.table.teams.index(team)]
            if claim is None:
                yield start
            else:
                yield [*start, claim.verdict, packer.holdings(claim.holdings or ()), share(claim)]


def _reasons(record: Record, packer: Packer, history: ViewHistory) -> Iterator[Reason]:
    """Why cells are certain; the explanations of one moment share their words."""
    every = sorted((*history.reasons, *history.simpler), key=lambda explanation: explanation.at)
    for at, explanations in groupby(every, key=lambda explanation: explanation.at):
        words = ProofWords(record, history.view.name, at, address=False)
        for explanation in explanations:
            (part,) = explanation.conclusion.parts
            steps, causes = explanation.steps, explanation.because
            yield Reason(
                packer.cell(part.card, part.seat),
                (at, int(part.holds), int(explanation.smallest)),
                causes,
                tuple(tuple(words.sentences(step)) for step in steps),
                words.gist(explanation),
                THEMES.index(hardest(steps)) if steps else 0,
                {cause.number for cause in causes if isinstance(cause, EventCause)} <= {at},
            )


# -- across gaps ----------------------------------------------------------------------------------


def open_view_data(record: Record, view: View, moments: Iterable[Deduction | None]) -> ViewData:
    """What the page needs of a view of a record with gaps: who can hold what, without chances.

    Args:
        record: the game.
        view: whose.
        moments: what follows at each moment; None where that is undecided.
    """
    packer = Packer(record.table.cards, record.seats)
    cells, sizes, progress = [], [], []
    for deduction in moments:
        codes = {card: _open_codes(record, deduction, card) for card in record.table.cards}
        cells.append(packer.marked(codes))
        row = None if deduction is None else list(deduction.sizes().values())
        sizes.append(row or [None] * len(record.seats))
        known = None if deduction is None else without_bits(deduction)
        progress.append(known or Progress(nan, False, {}, {}))
    numbers = {
        "cells": cells,
        "deals": [],
        "sizes": sizes,
        "claims": list(_open_claims(record, packer, progress)),
        "otherwise": {},
        "own": [card for hand in view.hands for card in hand.cards],
    }
    gains = tuple(map(gain, progress, progress[1:]))
    return ViewData(view, tuple(nan for _ in cells), gains, numbers, ())


def _open_codes(record: Record, deduction: Deduction | None, card: Card) -> list[int]:
    """What the cells of a card show."""
    if deduction is None:
        return [UNKNOWN] * len(record.seats)
    if card not in deduction.cards:
        return [0] * len(record.seats)
    holders, status = deduction.holders(card), deduction.status(card)
    code = BY_GAP if status == "gap" else CERTAIN if status in PLACED else UNKNOWN
    return [code if seat in holders else 0 for seat in record.seats]


def _open_claims(
    record: Record, packer: Packer, progress: Sequence[Progress]
) -> Iterator[list[Any]]:
    """The claims that are proven however the gaps are filled, as ``_claims`` gives them."""
    before: Mapping[tuple[str, Team], Holdings] = {}
    for at, known in enumerate(progress):
        for book, team in dict.fromkeys((*before, *known.proven)):
            now = known.proven.get((book, team))
            start = [at, book, record.table.teams.index(team)]
            if now is None:
                yield start
            elif now != before.get((book, team)):
                yield [*start, "proven", packer.holdings(now), CERTAIN]
        before = known.proven
