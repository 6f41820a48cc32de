"""The part of the page's data that is one view's: what its cells show, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

from tracker.analysis.asks import AnswerNews
from tracker.analysis.claim_history import ClaimChanges
from tracker.analysis.entropy import Gain
from tracker.analysis.view_history import ViewHistory, view_histories
from tracker.explain import Explanation
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.knowledge.facts import Cause, EventCause, cause_to_json
from tracker.knowledge.views import View
from tracker.render.page.packing import Packer, share
from tracker.render.wording import Wording
from tracker.teach.grading import THEMES, hardest

Json = dict[str, Any]


@dataclass(frozen=True)
class Reason:
    """Why a cell is certain, in words."""

    cell: int
    since: int
    """The first moment at which it was certain."""
    holds: bool
    causes: tuple[Cause, ...]
    smallest: bool
    gist: str | None
    """What a long one rests on, in a sentence."""
    steps: tuple[str, ...]
    technique: int | None
    """The number of the hardest technique that it takes; none: it is no question worth posing."""


@dataclass(frozen=True)
class ViewData:
    """What the page needs of one view."""

    view: str
    seats: tuple[Seat, ...]
    bits: tuple[float, ...]
    gains: tuple[Gain, ...]
    numbers: Json
    """The rest that is ready for JSON."""
    reasons: tuple[Reason, ...]


def view_data(record: Record, views: Sequence[View]) -> list[ViewData]:
    """Follow some views through a game and put down what the page needs of each."""
    return [_of_history(record, found) for found in view_histories(record, views)]


def _of_history(record: Record, found: ViewHistory) -> ViewData:
    """What the page needs of a view that has been followed."""
    view = found.view
    packer = Packer(record.table.cards, record.seats)
    numbers = {
        "cells": [packer.changes(chances) for chances in found.changes],
        "deals": [[packer.deal(witness.deal), witness.last] for witness in found.deals],
        "inexact": [at for at, one in enumerate(found.progress) if not one.exact],
        "sizes": _changed_sizes(found),
        "claims": list(_claims(record, packer, found.claims)),
        "otherwise": {event: _otherwise(packer, news) for event, news in found.others.items()},
        "own": [card for hand in view.hands for card in hand.cards],
    }
    bits = tuple(one.bits for one in found.progress)
    words = _Words(record, packer)
    reasons = tuple(words.reason(one) for one in found.reasons)
    return ViewData(view.name, view.seats, bits, found.gains, numbers, reasons)


def _otherwise(packer: Packer, news: AnswerNews | None) -> list[Any] | None:
    """What an ask would have told with the other answer: bits if known, whether exact, cells."""
    if news is None:
        return None
    bits = None if isnan(news.bits) else round(news.bits, 3) + 0.0
    return [bits, int(news.exact), packer.placed(news.placed)]


def _changed_sizes(found: ViewHistory) -> list[list[int | None] | None]:
    """The hand sizes at each moment; none where they are as before."""
    rows = [list(sizes.values()) for sizes in found.sizes]
    before: list[list[int | None] | None] = [None, *rows]
    return [row if row != last else None for row, last in zip(rows, before, strict=False)]


def _claims(record: Record, packer: Packer, found: Iterable[ClaimChanges]) -> Iterator[list[Any]]:
    """The claims within reach, as they change: moment, half-suit, team; then verdict, naming, odds.

    The team is the number of it. A claim that is no longer within reach has only the first three.
    """
    for at, changes in enumerate(found):
        for (book, team), claim in changes.items():
            start = [at, book, record.table.teams.index(team)]
            if claim is None:
                yield start
            else:
                yield [*start, claim.verdict, packer.holdings(claim.holdings or ()), share(claim)]


class _Words:
    """Says reasons; each moment's wording is made once."""

    def __init__(self, record: Record, packer: Packer) -> None:
        self._record = record
        self._packer = packer
        self._states = states(record)
        self._wording: tuple[int, Wording] | None = None

    def reason(self, explanation: Explanation) -> Reason:
        """An explanation of one cell."""
        (part,) = explanation.conclusion.parts
        wording = self._at(explanation)
        steps = explanation.steps
        return Reason(
            cell=self._packer.cell(part.card, part.seat),
            since=explanation.at,
            holds=part.holds,
            causes=explanation.because,
            smallest=explanation.smallest,
            gist=wording.gist(explanation),
            steps=tuple(_sentence(wording.step(step, steps)) for step in steps),
            technique=_technique(explanation) if part.holds else None,
        )

    def _at(self, explanation: Explanation) -> Wording:
        """The wording at the moment of an explanation; those in a row share it."""
        if self._wording is None or self._wording[0] != explanation.at:
            at = explanation.at
            state = self._states[at]
            wording = Wording(self._record, explanation.view, at, address=False, state=state)
            self._wording = at, wording
        return self._wording[1]


def _technique(found: Explanation) -> int | None:
    """The trainer's theme of a proof; none for what is told, or follows from the last event."""
    theme = THEMES.index(hardest(found.steps))
    events = {cause.number for cause in found.because if isinstance(cause, EventCause)}
    return theme if theme and not events <= {found.at} else None


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


class Pool:
    """Gives each different sentence or cause a number, in the order of their first use."""

    def __init__(self) -> None:
        self._texts: dict[str, int] = {}
        self._causes: dict[Cause, int] = {}

    def view(self, data: ViewData) -> Json:
        """One view's data as JSON; ``document`` has what its numbers stand for."""
        return {
            "name": data.view,
            "seats": list(data.seats),
            "bits": [round(bits, 3) + 0.0 for bits in data.bits],
            "told": [round(gain.bits, 3) + 0.0 for gain in data.gains],
            "proven": {
                str(event): [[book, "+".join(team)] for book, team in gain.proven]
                for event, gain in enumerate(data.gains, start=1)
                if gain.proven
            },
            **data.numbers,
            "why": [self._reason(reason) for reason in data.reasons],
            "techniques": {
                reason.cell: reason.technique
                for reason in data.reasons
                if reason.technique is not None
            },
        }

    def document(self) -> Json:
        """All the sentences and causes."""
        return {
            "texts": list(self._texts),
            "causes": [cause_to_json(cause) for cause in self._causes],
        }

    def _reason(self, reason: Reason) -> list[Any]:
        causes = [self._causes.setdefault(cause, len(self._causes)) for cause in reason.causes]
        texts = [self._text(step) for step in reason.steps]
        gist = None if reason.gist is None else self._text(reason.gist)
        head = [reason.cell, reason.since, int(reason.holds), int(reason.smallest)]
        return [*head, causes, texts] if gist is None else [*head, causes, texts, gist]

    def _text(self, text: str) -> int:
        """The number of a sentence."""
        return self._texts.setdefault(text, len(self._texts))
