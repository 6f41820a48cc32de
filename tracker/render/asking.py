"""What could be asked, and what an ask told or would have told: texts and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.asks import AnswerNews, AskOdds, Asks, WhatIf
from tracker.analysis.listeners import Estimate
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.grid import odds_words
from tracker.render.json_form import Json, plain
from tracker.render.registry import Forms, Look
from tracker.render.tables import table

DRAWN_LEGEND: Final = "~ from deals drawn at random, with 95% limits."

# -- every legal ask from a chair -----------------------------------------------------------------

_ASK_HEADS: Final = ("Ask", "Card", "Yes %", "Public", "Team", "Opponents", "Could then prove")
_ASK_LEGEND: Final = """\
Yes %: if all deals were equally likely. Public, Team, Opponents: bits that the
answer is expected to tell them (teammates and opponents each, added up)."""


def _asks_text(asks: Asks, _: Look) -> RenderableType:
    """A table of the asks, best chance first."""
    if not asks.asks:
        return Text(printable(f"{asks.seat} has no legal ask."))
    rows = [_ask_row(ask, exact=asks.listed) for ask in asks]
    legend = [_ASK_LEGEND] if asks.listed else [_ASK_LEGEND, DRAWN_LEGEND]
    return Group(
        Text(printable(f"Asks of {asks.seat} after event {asks.at}"), style="bold underline"),
        table(_ASK_HEADS, rows, right=("Yes %", "Public", "Team", "Opponents")),
        Text(""),
        *(Text(line, style="dim") for line in legend),
    )


def _ask_row(ask: AskOdds, *, exact: bool) -> tuple[str, ...]:
    """One ask in the table."""
    proves = (f"{answer}: {', '.join(books)}" for answer, books in ask.proves.items() if books)
    return (
        ask.target,
        ask.card,
        "gives it up" if ask.gives_up else odds_words(ask.yes),
        f"{ask.public:.2f}",
        _estimate(ask.team, exact),
        _estimate(ask.opponents, exact),
        "; ".join(proves) or "–",
    )


def _estimate(bits: Estimate, exact: bool) -> str:
    if exact:
        return f"{bits.bits:.2f}"
    return f"~{bits.bits:.2f} ±{bits.high - bits.bits:.2f}"


def _asks_json(asks: Asks) -> Json:
    return {
        "view": asks.seat,
        "at": asks.at,
        "exact": asks.exact,
        "asks": [_ask_json(ask, exact=asks.listed) for ask in asks],
    }


def _ask_json(ask: AskOdds, *, exact: bool) -> Json:
    """One ask; ``surrender`` and ``exact`` are beyond the contract."""
    told = {"team": ask.team, "opponents": ask.opponents}
    found: Json = {
        "target": ask.target,
        "card": ask.card,
        "yes": float(ask.yes),
        "surrender": ask.gives_up,
        "exact": exact,
        "bits": {"public": ask.public, **{who: bits.bits for who, bits in told.items()}},
        "proves": {
            "yes": list(ask.proves.get("yes", ())),
            "no": list(ask.proves.get("surrender" if ask.gives_up else "no", ())),
        },
    }
    if not exact:
        found["interval"] = {who: [bits.low, bits.high] for who, bits in told.items()}
    return found


ASKS: Final = Forms[Asks](
    line=lambda asks: f"{counted(len(asks), 'legal ask')} of {asks.seat} after event {asks.at}",
    text=_asks_text,
    json=_asks_json,
)

# -- both answers to one ask ----------------------------------------------------------------------

_ANSWER_HEADS: Final = ("View", "Answer", "Bits", "Cards placed")


def _what_if_text(asked: WhatIf, _: Look) -> RenderableType:
    return Group(
        Text(printable(f"Event {asked.event}: {_ask_words(asked)}"), style="bold underline"),
        table(_ANSWER_HEADS, list(_answer_rows(asked)), right=("Bits",)),
        Text(""),
        Text("Bits: log2 of how many times fewer deals are left. * the answer given.", style="dim"),
    )


def _ask_words(asked: WhatIf) -> str:
    return format_event(asked.ask, asked.record)


def _answer_rows(asked: WhatIf) -> Iterator[tuple[str, ...]]:
    """For each view and answer, what it tells."""
    for view, answers in asked.views.items():
        for answer, news in answers.items():
            given = f"{answer} *" if answer == asked.ask.answer else answer
            if news is None:
                yield view, given, "–", "it could not be"
            else:
                yield view, given, _bits(news), placed_words(news) or "nothing"


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


def _what_if_json(asked: WhatIf) -> Json:
    return {
        "event": asked.event,
        "text": _ask_words(asked),
        "answer": asked.ask.answer,
        "views": plain(asked.views),
    }


WHAT_IF: Final = Forms[WhatIf](
    line=lambda asked: f"event {asked.event}, {_ask_words(asked)}, for {', '.join(asked.views)}",
    text=_what_if_text,
    json=_what_if_json,
)
