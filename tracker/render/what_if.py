"""Both answers to an ask, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.what_if import AnswerNews, WhatIf
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.documents import Document
from tracker.render.table import table

HEADS: Final = ("View", "Answer", "Bits", "Cards placed")


def what_if_report(found: Sequence[WhatIf]) -> RenderableType:
    """Both answers to one ask, in some views."""
    first = found[0]
    said = format_event(first.ask, first.record)
    return Group(
        Text(printable(f"Event {first.event}: {said}"), style="bold underline"),
        table(HEADS, [row for one in found for row in _rows(one)], right=("Bits",)),
        Text(""),
        Text("Bits: log2 of how many times fewer deals are left. * the answer given.", style="dim"),
    )


def _rows(found: WhatIf) -> Iterator[tuple[str, ...]]:
    for answer, news in found.answers.items():
        given = f"{answer} *" if answer == found.ask.answer else answer
        if news is None:
            yield found.view, given, "–", "it could not be"
        else:
            yield found.view, given, _bits(news), placed_words(news) or "nothing"


def _bits(news: AnswerNews) -> str:
    if isnan(news.bits):
        return "unknown"
    return f"{'' if news.exact else '~'}{news.bits:.2f}"


def placed_words(news: AnswerNews) -> str:
    """The cards that an answer places, by their seats: ``5H 6H with Bob; 2C with Dora``."""
    by_seat: dict[str, list[str]] = {}
    for card, seat in news.placed.items():
        by_seat.setdefault(seat, []).append(card)
    return "; ".join(f"{' '.join(cards)} with {seat}" for seat, cards in by_seat.items())


def what_if_document(found: Sequence[WhatIf]) -> Document:
    """Both answers to one ask, in some views; none where a view can rule an answer out."""
    first = found[0]
    return {
        "event": first.event,
        "text": format_event(first.ask, first.record),
        "answer": first.ask.answer,
        "views": {
            one.view: {
                answer: None if news is None else _news_document(news)
                for answer, news in one.answers.items()
            }
            for one in found
        },
    }


def _news_document(news: AnswerNews) -> Document:
    return {
        "bits": None if isnan(news.bits) else news.bits,
        "exact": news.exact,
        "placed": dict(news.placed),
    }
