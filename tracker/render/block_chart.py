"""Small charts of block characters, or of ASCII."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_PLAIN: Final = " .:#"
"""Thirds of a line, in ASCII."""


def columns(values: Sequence[float], width: int, height: int, *, plain: bool = False) -> list[str]:
    """A chart of columns from the bottom line up, with a scale at the left.

    Args:
        values: no value is below 0.
        width: most characters a line; where the values are more, several share a column (their
            mean).
        height: lines.
        plain: ASCII only.
    """
    top = max(values, default=0.0)
    scale = len(_number(top))
    fitted = fit(values, max(width - scale - 2, 1))
    lines = []
    for line in range(height - 1, -1, -1):
        label = _number(top if line == height - 1 else 0.0) if line in (0, height - 1) else ""
        filled = (_fill(value, top, line, height, plain) for value in fitted)
        lines.append(f"{label:>{scale}} {'|' if plain else '▏'}{''.join(filled)}".rstrip())
    return lines


def line(values: Sequence[float], width: int, top: float, *, plain: bool = False) -> str:
    """A chart of one line.

    Args:
        values: no value is below 0.
        width: most characters.
        top: what fills the line's height.
        plain: ASCII only.
    """
    return "".join(_fill(value, top, 0, 1, plain) for value in fit(values, width))


def bar(spans: Iterable[tuple[int, int]], last: int, width: int, *, plain: bool = False) -> str:
    """A bar of one line over the moments from 0 to the last, full where a span reaches.

    Args:
        spans: the first and the last moment of each.
        last: the last moment of all.
        width: most characters; where the moments are more, several share one.
        plain: ASCII only.
    """
    cells = min(width, last + 1)
    filled = {at * cells // (last + 1) for start, end in spans for at in range(start, end + 1)}
    full, empty = "#." if plain else "█·"
    return "".join(full if cell in filled else empty for cell in range(cells))


def fit(values: Sequence[float], width: int) -> list[float]:
    """The values, or as many means of neighbours as the width has room for."""
    count = len(values)
    if count <= width:
        return list(values)
    edges = [count * i // width for i in range(width + 1)]
    return [sum(values[start:stop]) / (stop - start) for start, stop in pairwise(edges)]


def _fill(value: float, top: float, line: int, height: int, plain: bool) -> str:
    """The character of a column in a line: empty, full or in part; more than 0 is never empty."""
    signs = _PLAIN if plain else _EIGHTHS
    parts = len(signs) - 1
    share = value / top * height * parts if top > 0 else 0.0
    level = round(share) if share >= 1 or value <= 0 else 1
    return signs[min(max(level - line * parts, 0), parts)]


def _number(value: float) -> str:
    return f"{value:.0f}"
