"""Every legal ask from a chair, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.asks import AnswerNews, AskOdds, Asks, WhatIf
from tracker.analysis.listeners import Estimate
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.documents import Document
from tracker.render.grid import odds_words
from tracker.render.tables import table

HEADS: Final = ("Ask", "Card", "Yes %", "Public", "Team", "Opponents", "Could then prove")
LEGEND: Final = """\
Yes %: if all deals were equally likely. Public, Team, Opponents: bits that the
answer is expected to tell them (teammates and opponents each, added up)."""
DRAWN_LEGEND: Final = "~ from deals drawn at random, with 95% limits."


def asks_report(found: Asks) -> RenderableType:
    """The whole of ``tracker asks``."""
    if not found.asks:
        return Text(printable(f"{found.seat} has no legal ask."))
    rows = [_row(one, exact=found.listed) for one in found.asks]
    right = ("Yes %", "Public", "Team", "Opponents")
    legend = [LEGEND] if found.listed else [LEGEND, DRAWN_LEGEND]
    return Group(
        Text(printable(f"Asks of {found.seat} after event {found.at}"), style="bold underline"),
        table(HEADS, rows, right=right),
        Text(""),
        *(Text(line, style="dim") for line in legend),
    )


def _row(one: AskOdds, *, exact: bool) -> tuple[str, ...]:
    """One ask in the table."""
    return (
        one.target,
        one.card,
        "gives it up" if one.gives_up else odds_words(one.yes),
        f"{one.public:.2f}",
        _bits(one.team, exact),
        _bits(one.opponents, exact),
        "; ".join(_proofs(one)) or "–",
    )


def _bits(told: Estimate, exact: bool) -> str:
    if exact:
        return f"{told.bits:.2f}"
    return f"~{told.bits:.2f} ±{told.high - told.bits:.2f}"


def _proofs(one: AskOdds) -> Iterator[str]:
    for answer, books in one.proves.items():
        if books:
            yield f"{answer}: {', '.join(books)}"


def asks_document(found: Asks) -> Document:
    """``tracker asks``; ``surrender`` and the ``exact`` of all are ours."""
    return {
        "view": found.seat,
        "at": found.at,
        "exact": found.exact,
        "asks": [_ask_document(one, exact=found.listed) for one in found.asks],
    }


def _ask_document(one: AskOdds, *, exact: bool) -> Document:
    """One ask in JSON."""
    document: Document = {
        "target": one.target,
        "card": one.card,
        "yes": float(one.yes),
        "surrender": one.gives_up,
        "exact": exact,
        "bits": {
            "public": one.public,
            "team": one.team.bits,
            "opponents": one.opponents.bits,
        },
        "proves": {
            "yes": list(one.proves.get("yes", ())),
            "no": list(one.proves.get("surrender" if one.gives_up else "no", ())),
        },
    }
    if not exact:
        document["interval"] = {
            "team": [one.team.low, one.team.high],
            "opponents": [one.opponents.low, one.opponents.high],
        }
    return document


# -- both answers to an ask, as text and as json --------------------------------------------------
#
# Both answers to an ask, as text and as JSON.

ANSWER_HEADS: Final = ("View", "Answer", "Bits", "Cards placed")


def what_if_report(found: Sequence[WhatIf]) -> RenderableType:
    """Both answers to one ask, in some views."""
    first = found[0]
    said = format_event(first.ask, first.record)
    return Group(
        Text(printable(f"Event {first.event}: {said}"), style="bold underline"),
        table(ANSWER_HEADS, [row for one in found for row in _rows(one)], right=("Bits",)),
        Text(""),
        Text("Bits: log2 of how many times fewer deals are left. * the answer given.", style="dim"),
    )


def _rows(found: WhatIf) -> Iterator[tuple[str, ...]]:
    for answer, news in found.answers.items():
        given = f"{answer} *" if answer == found.ask.answer else answer
        if news is None:
            yield found.view, given, "–", "it could not be"
        else:
            yield found.view, given, _answer_bits(news), placed_words(news) or "nothing"


def _answer_bits(news: AnswerNews) -> str:
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
