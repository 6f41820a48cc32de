"""The post-game report as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tracker.analysis.audit import Audit
from tracker.analysis.knows import Knows
from tracker.analysis.report import Report
from tracker.messages import printable
from tracker.render import block_chart
from tracker.render import report_words as words
from tracker.render.grid import odds_words
from tracker.render.judging import better_known
from tracker.render.knowing import NOTHING, ending_words, heading, spans_words

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


def _lines(report: Report) -> Iterator[str]:
    """The report: result, players, turning points, audit and the chart of uncertainty."""
    yield f"# {escape(words.title(report))}"
    yield from ("", escape(words.subtitle(report)), "", "## Result", "")
    yield from (f"**{escape(words.result_words(report.result))}**", "")
    yield from (f"- {escape(line)}" for line in words.book_words(report.result))
    yield from ("", "## Players", "")
    rows = [words.player_row(player) for player in report.players]
    yield from table_lines(words.PLAYER_HEADS, rows, right=len(words.PLAYER_HEADS) - 1)
    more = words.unjudged_words(report)
    yield from (
        "",
        *(f"- {line}" for line in words.PLAYER_LEGEND),
        *([f"- {more}"] if more else ()),
    )
    yield from (
        "",
        "## Turning points",
        "",
        "The events from which most could be inferred, beyond what everyone saw.",
        "",
    )
    yield from _turning_points(report)
    yield from _audit(report.audit)
    yield from _knows(report.knows)
    yield from ("", "## Bits left to learn, in public", "", "```text")
    public = next(iter(report.uncertainty.values()))
    yield from block_chart.columns(public, _WIDTH, _HEIGHT)
    yield "```"


def _turning_points(report: Report) -> Iterator[str]:
    for told in report.turning_points:
        said, news = words.turning_point(told, report.record)
        yield f"- {escape(said)}"
        yield from (f"    - {escape(line)}" for line in news)


def _audit(audit: Audit) -> Iterator[str]:
    """The claims that were made, and those that were missed."""
    yield from ("", "## Claims", "")
    claims = [
        (
            str(claim.event),
            claim.claimant,
            claim.book,
            claim.outcome,
            claim.verdict,
            odds_words(claim.probability),
            words.UNKNOWN if claim.provable_since is None else str(claim.provable_since),
            " ".join(claim.also_proven_for) or words.UNKNOWN,
        )
        for claim in audit.claims
    ]
    heads = ("Event", "Claimant", "Book", "Outcome", "Verdict", "%", "Since", "Also proven for")
    yield from table_lines(heads, claims) if claims else ("No claim was made.",)
    if said := better_known(audit.claims):
        yield from ("", *(f"- {escape(line)}" for line in said))
    yield from ("", "## Missed claims", "")
    missed = [(one.seat, one.book, str(one.start), str(one.end)) for one in audit.missed]
    yield from table_lines(("Seat", "Book", "From", "To"), missed) if missed else ("None.",)


def _knows(found: Knows) -> Iterator[str]:
    """Who could prove what, a line for each half-suit."""
    yield from ("", "## Who could prove it", "")
    if not found.books:
        yield NOTHING
    for one in found.books:
        yield f"- {escape(heading(one))}: {escape(' '.join(ending_words(one)))}"
        for view, spans in one.spans.items():
            if spans:
                yield f"    - {escape(view)}: {spans_words(spans)}"


def table_lines(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: int = 0
) -> Iterator[str]:
    """A table whose last columns, as many as ``right`` says, stand at the right."""
    yield f"| {' | '.join(map(escape, heads))} |"
    left = len(heads) - right
    yield f"|{'|'.join([' --- '] * left + [' ---: '] * right)}|"
    for row in rows:
        yield f"| {' | '.join(map(escape, row))} |"
