"""Phrases, lines and small charts that answers share. Phrases are plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import isnan
from typing import TYPE_CHECKING, Any, Final

from rich.text import Text

from tracker.game.record import Record
from tracker.knowledge.facts import Between
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.document import Line

if TYPE_CHECKING:
    from tracker.analysis.shares import Share
    from tracker.answers import When
    from tracker.game.cards import Card
    from tracker.game.events import Seat

DASH: Final = "–"
"""Stands for what is not there, or cannot be known."""
DRAWN_LEGEND: Final = "~, or a range such as 96 to 100: from deals drawn at random, 95% limits."

# -- phrases --------------------------------------------------------------------------------------


def listed(names: Sequence[str], last: str = "and") -> str:
    """``Marta, Tom and Yusuf``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def by_number(noun: str, numbers: Sequence[int]) -> str:
    """Events or steps by number: ``event 5``, ``steps 5, 7 and 12``; "" where there is none."""
    several = "s" if len(numbers) > 1 else ""
    return f"{noun}{several} {listed([*map(str, numbers)])}" if numbers else ""


def either(names: Sequence[str]) -> str:
    """``9H, 10H or JH``."""
    return listed(names, "or")


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[0].upper() + text[1:]


def or_dash(value: object) -> str:
    """A value as text; a dash for None."""
    return DASH if value is None else str(value)


def in_words(number: Any, form: Callable[[Any], str], *, unknown: str = "?", to: str = "–") -> str:
    """A number; from the lowest to the highest where a gap decides it.

    Args:
        number: a number, or a ``Between`` of numbers; None and NaN are not known.
        form: writes one number.
        unknown: stands for what is not known.
        to: stands between the lowest and the highest.
    """
    if isinstance(number, Between):
        return f"{form(number.low)}{to}{form(number.high)}"
    return unknown if number is None or isnan(number) else form(number)


def signed(value: float, places: int) -> str:
    """A number with its sign, which is never that of a number that rounds to nothing."""
    return f"{round(value, places) + 0.0:+.{places}f}"


def count_words(count: int | Between | None) -> str:
    """A count; a dash for none."""
    return in_words(count, str, unknown=DASH)


def per_cent(probability: float) -> str:
    """A probability between 0 and 1, both excluded, in per cent: ``<1``, ``1`` to ``>99``."""
    rounded = round(probability * 100)
    if rounded < 1:
        return "<1"
    return ">99" if rounded > 99 else str(rounded)


def odds_words(probability: Fraction | Between | None) -> str:
    """A probability in per cent; 0 and 100 only where it is certain, ``?`` where it is unknown."""
    return in_words(probability, _odds)


def _odds(probability: Fraction | float) -> str:
    is_certain = probability in (0, 1)
    return str(int(100 * probability)) if is_certain else per_cent(float(probability))


def is_drawn(share: Share) -> bool:
    """Whether a share comes from deals drawn at random."""
    return not share.exact and share.probability is not None


def share_words(share: Share) -> str:
    """A share in per cent; where it comes from deals drawn, its limits."""
    if not is_drawn(share):
        return odds_words(share.probability)
    low, high = (odds_words(Fraction(limit)) for limit in (share.low, share.high))
    return f"~{low}" if low == high else f"{low} to {high}"


def event_text(record: Record, number: int) -> str:
    """An event as the notation writes it, by its number from 1."""
    return format_event(record.events[number - 1], record)


def numbered_event(record: Record, number: int) -> str:
    """An event with its number: ``12. Ann asks Bob 5H: no``."""
    return f"{number}. {event_text(record, number)}"


def moment_words(record: Record, at: int) -> str:
    """A moment by the event that led to it: ``event 12: Ann asks Bob 5H: no``, or ``the deal``."""
    return f"event {at}: {event_text(record, at)}" if at else "the deal"


# -- lines ----------------------------------------------------------------------------------------


def hand_lines(
    hands: Mapping[Seat, Iterable[Card]],
    telling: Iterable[Card] = (),
    mark: str = "{}",
    style: str = "",
) -> list[Line]:
    """Hands, one a line, in which some cards stand out.

    Args:
        hands: the cards of each seat.
        telling: the cards that stand out.
        mark: how these are written, with ``{}`` for the card.
        style: their style.
    """
    lines = []
    for seat, cards in hands.items():
        row = Text(f"{printable(seat)}:")
        for card in cards:
            row.append(" ")
            row.append(*((mark.format(card), style) if card in telling else (card, "")))
        lines.append(Line(row, indent=2))
    return lines


# -- charts of block characters -------------------------------------------------------

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"


def chart_line(chances: Sequence[float], width: int) -> str:
    """A chart of one line: a character is as full as a chance is likely; above 0 none is empty.

    Args:
        chances: from 0 to 1.
        width: most characters.
    """
    full = len(_EIGHTHS) - 1
    return "".join(_EIGHTHS[max(round(full * of), of > 0)] for of in fit(chances, width))


def fit(values: Sequence[float], width: int) -> list[float]:
    """The values, or as many means of neighbours as the width has room for."""
    count = len(values)
    if count <= width:
        return list(values)
    edges = [count * i // width for i in range(width + 1)]
    return [sum(values[start:stop]) / (stop - start) for start, stop in pairwise(edges)]


# -- what gaps decide ------------------------------------------------------------------------------

MOST_TOLD: Final = 4
"""So many ways to fill gaps are told one by one; of more, it is said which gaps decide."""


def case_lines(subject: str, cases: Sequence[tuple[str, When]]) -> Iterator[str]:
    """How gaps decide something, in sentences.

    Args:
        subject: what they decide.
        cases: what is so in each case, and the way to fill the gaps in it.
    """
    if len(cases) <= MOST_TOLD:
        yield from (f"{subject}: {words}, if {when_words(when)}." for words, when in cases)
        return
    deciding = dict.fromkeys(
        f"event {gap['event']} (the {name})"
        for _, when in cases
        for gap in when
        for name in gap
        if name != "event"
    )
    yield f"{subject} depends on {listed([*deciding])}: {len(cases)} cases, with --json."


def when_words(when: When) -> str:
    """A way to fill gaps: ``event 3 has the card 2S and event 5 has the answer no``."""
    parts = (
        f"event {gap['event']} has the {name} {value}"
        for gap in when
        for name, value in gap.items()
        if name != "event"
    )
    return " and ".join(parts)


def start_words(since: int) -> str:
    """From when on something is so: ``since event 3``, ``from the deal on``.

    Args:
        since: the event after which it is so; 0: from the deal on.
    """
    return f"since event {since}" if since else "from the deal on"
