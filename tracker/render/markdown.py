"""Markdown: its escaping and its tables, and the post-game report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tracker.analysis.auditor import Audit
from tracker.analysis.knows import Knows
from tracker.analysis.report import Report
from tracker.messages import printable
from tracker.render import block_chart
from tracker.render import report_text as words
from tracker.render.judging import (
    CLAIM_HEADS,
    MISSED_HEADS,
    NO_CLAIM,
    NONE,
    better_known,
    claim_rows,
    missed_rows,
)
from tracker.render.knowing import NOTHING, book_words, ending_words, spans_words

_SPECIAL: Final = re.compile(
    r"[\\`*_\[\]<>|~&$!]"  # markup anywhere
    r"|^[#+=-]"  # a heading or a list, at the start
    r"|(?<=www)\.|:(?=//)",  # what some readers take for a link
    re.IGNORECASE,
)
_WIDTH = 80
_HEIGHT = 6


def markdown_report(report: Report) -> str:
    """The whole of ``tracker report --md``."""
    return "\n".join(_lines(report)) + "\n"


def escape(text: str) -> str:
    """Text of a record as Markdown that says just that, in one line, without markup or HTML."""
    marked = _SPECIAL.sub(r"\\\g<0>", printable(text))
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", marked)  # no numbered list


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: int = 0
) -> Iterator[str]:
    """A table whose last columns, as many as ``right`` says, stand at the right."""
    yield f"| {' | '.join(map(escape, heads))} |"
    left = len(heads) - right
    yield f"|{'|'.join([' --- '] * left + [' ---: '] * right)}|"
    for row in rows:
        yield f"| {' | '.join(map(escape, row))} |"


def bullets(lines: Iterable[str], indent: str = "") -> Iterator[str]:
    """A list."""
    return (f"{indent}- {escape(text)}" for text in lines)


def _lines(report: Report) -> Iterator[str]:
    """The report: result, players, turning points, audit and the chart of uncertainty."""
    yield f"# {escape(words.title(report))}"
    yield from ("", escape(words.subtitle(report)), "", "## Result", "")
    yield from (f"**{escape(words.result_words(report.result))}**", "")
    yield from bullets(words.book_words(report.result))
    yield from ("", "## Players", "")
    rows = [words.player_row(player) for player in report.players]
    yield from table_lines(words.PLAYER_HEADS, rows, right=len(words.PLAYER_HEADS) - 1)
    yield from ("", *(f"- {text}" for text in words.player_legend(report)))
    yield from ("", "## Turning points", "")
    yield from ("The events from which most could be inferred, beyond what everyone saw.", "")
    for entry in report.turning_points:
        statement, news = words.turning_point(entry, report.record)
        yield from bullets([statement])
        yield from bullets(news, "    ")
    yield from _audit(report.audit)
    yield from _knows(report.knows)
    yield from ("", "## Bits left to learn, in public", "", "```text")
    public = next(iter(report.uncertainty.values()))
    yield from block_chart.columns(public, _WIDTH, _HEIGHT)
    yield "```"


def _audit(audit: Audit) -> Iterator[str]:
    """The claims that were made, and those that were missed."""
    yield from ("", "## Claims", "")
    claims = claim_rows(audit.claims)
    yield from table_lines(CLAIM_HEADS, claims) if claims else (NO_CLAIM,)
    if better := better_known(audit.claims):
        yield from ("", *bullets(better))
    yield from ("", "## Missed claims", "")
    missed = missed_rows(audit)
    yield from table_lines(MISSED_HEADS, missed) if missed else (NONE,)


def _knows(knows: Knows) -> Iterator[str]:
    """Who could prove what, a line for each half-suit."""
    yield from ("", "## Who could prove it", "")
    if not knows.books:
        yield NOTHING
    for book in knows.books:
        yield f"- {escape(book_words(book))}: {escape(' '.join(ending_words(book)))}"
        for view, spans in book.spans.items():
            if spans:
                yield f"    - {escape(view)}: {spans_words(spans)}"
