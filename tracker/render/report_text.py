"""The post-game report in the terminal, as Markdown and as JSON; and the timeline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isnan, nan
from typing import Final

from rich.text import Text

from tracker.analysis.report import Player, Report
from tracker.analysis.result import Result
from tracker.analysis.timeline import Timeline, TimelineEvent, Told, with_values
from tracker.analysis.view_progress import Gain, claim_name
from tracker.game.record import Record, gap_numbers, has_gaps
from tracker.knowledge.facts import Between, span
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.document import BLANK, Block, Document, Heading, Sheet, dim, indented, line
from tracker.render.forms import Forms
from tracker.render.json_form import plain
from tracker.render.judging import (
    audit_text,
)
from tracker.render.knowing import knows_bars
from tracker.render.phrases import (
    DASH,
    by_number,
    case_lines,
    count_words,
    in_words,
    listed,
    numbered_event,
    signed,
)
from tracker.render.review_text import ESTIMATE, headline, moment_lines, result_words

# What the report says, in words that the terminal, Markdown and the page share.

PLAYER_HEADS: Final = (
    "Player", "Asks", "Hit %", "Dead", "Sure", "Proven", "Guess", "Wrong",
    "Missed",
)  # fmt: skip
"""The columns of the table of players."""

_PLAYER_LEGEND: Final = (
    "Hit %: asks answered yes. Dead, sure: asks whose answer the asker could prove, no or yes.",
    "Claims: proven when made; right, but a guess; wrong. Missed: provable in turn, not made then.",
)

ZERO: Final = 0.005
"""What two decimals would show as nothing."""


def title(report: Report) -> str:
    """The record's title, or a name for it."""
    return dict(report.record.tags).get("title") or "A game of Literature"


def subtitle(report: Report) -> str:
    """When, where and from what source, and the rules."""
    tags = dict(report.record.tags)
    parts = [tags[tag] for tag in ("date", "place", "source") if tags.get(tag)]
    events = f"{len(report.record.events)} events"
    return "; ".join([*parts, f"rules {report.record.preset}", events])


def book_words(result: Result) -> Iterator[str]:
    """What became of each half-suit."""
    for book in result.books:
        at = f" at event {book.event}" if book.event else ""
        ending = "a gap decides it" if book.hangs_on_gaps else str(book.status)
        if book.status == "won" and book.team:
            ending = str(book.team)
        yield f"{book.book}: {ending}{at}"


def gaps_told(record: Record) -> Iterator[str]:
    """Which events are gaps, in a sentence; nothing where none is."""
    gaps = gap_numbers(record)
    if gaps:
        yield (
            f"Half remembered: {by_number('event', gaps)}. What is told here is so "
            "however the gaps are filled, or says on which it depends (see: tracker gaps)."
        )


def player_row(player: Player) -> tuple[str, ...]:
    """A player's line, by ``PLAYER_HEADS``."""
    rate, claims = player.hit_rate, player.claims
    return (
        player.seat,
        count_words(player.asks),
        DASH if rate is None else f"{100 * rate:.0f}",
        count_words(player.dead),
        count_words(player.sure),
        str(claims.proven),
        str(claims.guessed) + (f" (+{claims.unjudged}?)" if claims.unjudged else ""),
        str(claims.wrong),
        count_words(player.missed),
    )


def player_legend(report: Report) -> list[str]:
    """What the columns of the table of players mean, and a number in brackets where it has one."""
    unjudged = any(player.claims.unjudged for player in report.players)
    legend = {
        **dict.fromkeys(_PLAYER_LEGEND, True),
        "(+n?): right, by a player whose hand is not known, so proven or guessed.": unjudged,
        **{_claims_left_open(player): True for player in report.players},
        "3–4: a gap decides it. A dash: not known, or undecided.": has_gaps(report.record),
    }
    return [words for words, is_told in legend.items() if words and is_told]


def _claims_left_open(player: Player) -> str:
    """How many claims of a player gaps leave open; nothing where they leave none."""
    claims = player.claims
    both = {"hang on gaps": claims.depends, "undecided": claims.undecided}
    counts = listed([f"{what} {number}" for what, number in both.items() if number])
    return counts and f"{player.seat}, of {counted(claims.made, 'claim')}: {counts}."


MOST_OPEN_EVENTS: Final = 8
"""Of so many events it is told how gaps decide what they told."""


def _report_text(report: Report) -> Document:
    """Result, players, review, audit, who could prove it."""
    rows = [player_row(player) for player in report.players]
    return [
        Heading(title(report), top=True),
        line(subtitle(report), "dim"),
        BLANK,
        line(result_words(report.result), "bold green"),
        *map(indented, book_words(report.result)),
        *(line(words) for words in gaps_told(report.record)),
        BLANK,
        Heading("Players"),
        Sheet(PLAYER_HEADS, rows, right=PLAYER_HEADS[1:]),
        *map(dim, player_legend(report)),
        BLANK,
        *_review_lines(report),
        *audit_text(report.audit),
        BLANK,
        Heading("Who could prove it, from the deal to the last event"),
        *knows_bars(report.knows),
    ]


def _review_lines(report: Report) -> Iterator[Block]:
    """When it was decided, and the worst moments; nothing of a record with gaps."""
    if report.review is None:
        return
    yield Heading("Review")
    yield line(headline(report.review))
    yield from map(indented, moment_lines(report.review))
    yield dim(ESTIMATE)
    yield BLANK


def _claims_counted(player: Player) -> dict[str, int | Between | None]:
    """A player's claims; those that hang on gaps are only told of where there are some."""
    claims = player.claims
    open_claims = {"depends": claims.depends, "undecided": claims.undecided}
    return {
        **plain(claims),
        "missed": player.missed,
        **{name: number for name, number in open_claims.items() if number},
    }


REPORT: Final = Forms[Report](
    line=lambda report: f"{title(report)}: {result_words(report.result)}",
    document=_report_text,
    derived={
        "Report.tags": lambda report, _: dict(report.record.tags),
        "Report.events": lambda report, _: len(report.record.events),
        "Report.timeline": lambda report, _: with_values(
            report.timeline, report.review.curve if report.review else ()
        ),
        "Player.claims": lambda player, _: _claims_counted(player),
    },
)

# -- the timeline as a table: what each event told each view, in bits ----------------------------


_WORTH: Final = ("Value", "Wins")


def _timeline_text(timeline: Timeline) -> Document:
    """A table of events and views, then the turning points."""
    record, views = timeline.record, list(timeline.start)
    start = ("", "the deal", *(bits_words(bits, 1) for bits in timeline.start.values()), "", "")
    rows = [start, *(_row(entry, record, views) for entry in timeline.events)]
    heads = ("Event", "Statement", *map(printable, views), *_WORTH)
    ours = record.table.team_of[record.seats[0]]
    return [
        Sheet(heads, rows, right=("Event", *map(printable, views), *_WORTH)),
        BLANK,
        Heading("Turning points (most to infer beyond what all saw)"),
        *_turning_lines(timeline.turning_points(), record),
        BLANK,
        dim("At the deal: bits left to learn. At an event: bits it told the view."),
        dim(
            f"Value: points by which {ours} can expect to win, in everyone's eyes; Wins: how "
            "likely. Both are estimates."
        ),
        *map(dim, timeline_notes(timeline)),
    ]


def _turning_lines(turning_points: Iterable[TimelineEvent], record: Record) -> Iterator[Block]:
    """The turning points, each with what it told each view."""
    for entry in turning_points:
        yield line(numbered_event(record, entry.number))
        yield from (indented(text, by=3) for text in turning_news(entry))


def turning_news(entry: TimelineEvent) -> list[str]:
    """What a turning point told each view; what was to be inferred from it is named by card."""
    news = []
    for view, gain in entry.gains.items():
        parts = [f"placed {' '.join(entry.inferred[view])}"] if entry.inferred[view] else []
        parts += [f"proves {claim_name(claim)}" for claim in gain.proven]
        bits = nan if isinstance(gain.bits, Between) else gain.bits
        if not isnan(bits):
            parts.append(f"{bits:.1f} bits")
        if parts and not bits < ZERO:
            news.append(f"{view}: {'; '.join(parts)}")
    return news


def timeline_notes(timeline: Timeline) -> Iterator[str]:
    """What gaps leave open of a timeline: which of them decide what, and from where on it ends."""
    open_events = [entry for entry in timeline.events if entry.cases]
    if open_events:
        yield "A range such as 0.4–1.2: a gap decides it, as told here."
    for entry in open_events[:MOST_OPEN_EVENTS]:
        differing = [view for view, gain in entry.gains.items() if isinstance(gain.bits, Between)]
        yield from case_lines(
            f"Event {entry.number}",
            [(_case_bits(case.value, differing), case.when) for case in entry.cases or ()],
        )
    if len(open_events) > MOST_OPEN_EVENTS:
        more = counted(len(open_events) - MOST_OPEN_EVENTS, "event")
        yield f"And {more} more: all cases with --json."
    if timeline.decided is not None:
        yield (
            f"? from event {timeline.decided + 1} on: undecided, as there are too many ways to "
            "fill the gaps, or a stretch is missing."
        )


def _case_bits(told: Told, differing: Sequence[str]) -> str:
    """What an event told the views of which a gap decides it, in one case."""
    bits = [f"{view} {bits_words(told.bits[view])}" for view in differing]
    return ", ".join(bits) or "the cards placed are others"


def bits_words(bits: float | Between | None, places: int = 2) -> str:
    """Bits; ``?`` where they are not known, and from the fewest to the most where a gap decides."""
    return in_words(bits, f"{{:.{places}f}}".format)


def _row(entry: TimelineEvent, record: Record, views: list[str]) -> tuple[str | Text, ...]:
    """An event of the timeline: what it told each view, and what the moment was worth."""
    is_heavy = entry.weight / max(len(views), 1) >= 2
    statement = Text(printable(format_event(entry.event, record)), "bold" if is_heavy else "")
    return (
        str(entry.number),
        statement,
        *(_bits(entry.gains[view]) for view in views),
        in_words(entry.value, lambda value: signed(value, 1)),
        in_words(entry.wins, "{:.0%}".format),
    )


def _bits(gain: Gain) -> str:
    if isinstance(gain.bits, Between) or isnan(gain.bits):
        return bits_words(gain.bits)
    return f"{gain.bits:.2f}" if gain.bits >= ZERO else "·"


def _placed(entry: TimelineEvent, view: str) -> int | Between:
    """How many cards an event placed for a view."""
    if entry.cases is None:
        return len(entry.gains[view].placed)
    return span([len(case.value.placed[view]) for case in entry.cases]) or 0


def _by_view(told: Callable[[Gain], object]) -> Callable[[TimelineEvent, Timeline], object]:
    """What JSON has by view of what an event told."""
    return lambda entry, _: {view: told(gain) for view, gain in entry.gains.items()}


TIMELINE: Final = Forms[Timeline](
    line=lambda timeline: (
        f"{counted(len(timeline.events), 'event')} for {', '.join(timeline.start)}"
    ),
    document=_timeline_text,
    derived={
        "Timeline.turning_points": lambda timeline, _: [
            entry.number for entry in timeline.turning_points()
        ],
        "Timeline.undecided": lambda timeline, _: (
            {} if timeline.decided is None else {"undecided_from": timeline.decided + 1}
        ),
        "TimelineEvent.bits": _by_view(lambda gain: gain.bits),
        "TimelineEvent.exact": _by_view(lambda gain: gain.exact),
        "TimelineEvent.placed": _by_view(lambda gain: tuple(gain.placed)),
        "TimelineEvent.proven": _by_view(
            lambda gain: [{"book": book, "team": team} for book, team in gain.proven]
        ),
        "TimelineEvent.forced": lambda entry, timeline: {
            view: _placed(entry, view)
            if timeline.decided is None or entry.number <= timeline.decided
            else None
            for view in entry.gains
        },
    },
)
