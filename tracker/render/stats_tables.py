"""Statistics of many games: as tables for a terminal, as Markdown, CSV and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tracker.archive.ratios import Ratio, Waits
from tracker.archive.reading import Found
from tracker.archive.stats import COUNTS, METRICS, Stats
from tracker.messages import counted, printable
from tracker.render.document import BLANK, Block, Document, Heading, Sheet, dim, in_csv, line
from tracker.render.forms import Forms
from tracker.render.json_form import Json, plain
from tracker.render.phrases import DASH

FEW: Final = 20
"""A player with fewer games than this gets a word of caution."""
_STANDINGS: Final = ("win_rate", "half_suits")
"""The metrics that are shown where not all are wanted, with what moves gave away or, where none was
judged, how many asks hit: the table fits in 80 columns."""
_SHEETS: Final = (
    (
        "Results and asks",
        ("win_rate", "half_suits", "hit_rate", "cards_per_turn", "dead_rate", "sure_rate"),
    ),
    ("Claims", ("proven_rate", "guessed_rate", "wrong_rate", "missed_per_game", "latency")),
    ("Bits an ask", ("bits_to_team", "bits_to_opponents", "bits_to_public")),
    ("Choices", ("error", "given_up")),
)
"""The metrics that share a table."""
_BY_NAME: Final = {metric.name: metric for metric in METRICS}
_IN_SHORT: Final = (
    "A draw is half a game won; half-suits are those that the team won, a game. Error: what a move "
    "gave away on average, in points, an estimate; it is judged with --level review. In brackets: "
    "95% limits. A game counts as one observation, because what a player does in one game hangs "
    "together."
)
_MISSING: Final = {
    "unread": "{} could not be read, and play no part.",
    "duplicates": "{} {} there already, and not counted again.",
    "unanalysed": "Of {} only what takes no deduction is counted.",
    "with_gaps": "{} with gaps: only what is the same however they are filled is counted.",
    "not_reviewed": "The moves of {} could not be judged: with gaps, without a dealt hand that is "
    "known, or with more deals than can be counted.",
    "faults": "{} met a fault of tracker, and play no part.",
}
"""What is said of games that are missing, by the field that has their number."""
LEGEND: Final = (
    f"{_IN_SHORT} Proven, guessed and wrong are shares of the "
    "claims made. Asks waited are those between the moment at which the claimant could prove a "
    "claim and the claim. Bits: what an ask told, added up over the players it told it to. "
    "Chance given up: the chance of the likeliest legal ask less that of the ask made, an ask; the "
    "likeliest is not always the best."
)


def _text(stats: Stats) -> Document:
    """Tables of players and of teams, with their 95% limits."""
    parts: list[Block] = [*map(line, summary(stats))]
    for title, heads, rows, numbers in _sheets(stats):
        sheet = Sheet(heads, rows, right=heads[-numbers:])
        parts += [BLANK, Heading(title), sheet]
    legend = LEGEND if stats.whole else _IN_SHORT
    return [*parts, BLANK, dim(legend), *map(line, caution(stats))]


def _sheets(stats: Stats) -> Iterator[tuple[str, list[str], list[list[str]], int]]:
    """The tables: the title, the heads, the rows, and how many of the last columns are numbers."""
    for who, standings in (("Player", stats.players), ("Team", stats.teams)):
        for sheet, names in _SHEETS if stats.whole else (_summary_sheet(stats),):
            metrics = [_BY_NAME[name] for name in names]
            heads = [who, "Games", *(metric.head for metric in metrics)]
            rows = [
                [
                    standing.name,
                    str(standing.games),
                    *(_cell(standing.rates[m.name], share=m.share) for m in metrics),
                ]
                for standing in standings
            ]
            if stats.by is not None:
                heads = [stats.by.capitalize(), *heads]
                rows = [
                    [standing.group or DASH, *row]
                    for standing, row in zip(standings, rows, strict=True)
                ]
            yield f"{who}s: {sheet.lower()}", heads, rows, len(metrics) + 1


def _summary_sheet(stats: Stats) -> tuple[str, tuple[str, ...]]:
    """The title and the metrics of the table where not all are wanted."""
    is_judged = any(standing.rates["error"] for standing in (*stats.players, *stats.teams))
    return "Standings", (*_STANDINGS, "error" if is_judged else "hit_rate")


def _cell(ratio: Ratio | None, *, share: bool) -> str:
    """A ratio with its limits: ``61% (48–73)``, ``1.42 (1.10–1.74)``; or a dash."""
    if ratio is None:
        return DASH
    value = f"{100 * ratio.value:.0f}%" if share else f"{ratio.value:.2f}"
    if ratio.low is None or ratio.high is None:
        return value
    if share:
        return f"{value} ({100 * ratio.low:.0f}–{100 * ratio.high:.0f})"
    return f"{value} ({ratio.low:.2f}–{ratio.high:.2f})"


def summary(stats: Stats) -> Iterator[str]:
    """How many games there are, and what of them is missing."""
    players, teams = ({standing.name for standing in part} for part in (stats.players, stats.teams))
    yield (
        f"{counted(stats.games, 'game')}, {counted(len(players), 'player')}, "
        f"{counted(len(teams), 'team')}."
    )
    missing = {**vars(stats), "faults": len(stats.faults or ())}
    for name, words in _MISSING.items():
        if number := missing[name]:
            yield words.format(counted(number, "game"), "is" if number == 1 else "are")
    if stats.waits:
        yield _waits_words(stats.waits)


def _waits_words(waits: Waits) -> str:
    """How long proofs waited for their claims."""
    proofs = counted(waits.claimed + waits.censored, "proof")
    never = f"{waits.censored or 'none'} never"
    if waits.median is None:
        return f"Fewer than half of {proofs} were claimed, {never}."
    soon = "at once" if waits.median == 0 else f"within {counted(waits.median, 'ask')}"
    return f"At least half of {proofs} were claimed {soon}, {never}."


def caution(stats: Stats) -> Iterator[str]:
    """What small numbers cannot say, in plain words."""
    few = sum(player.games < FEW for player in stats.players)
    if few:
        yield (
            f"{few} of {counted(len(stats.players), 'line')} on players have fewer than {FEW} "
            "games: so few cannot tell skill from luck. Where the limits of two players overlap, "
            "nobody is shown to be better. Two intervals of equal width that do not overlap "
            "happen by chance about once in 180 comparisons. No number here tells a player from "
            "partners and opponents."
        )
    if any(player.games == 1 for player in stats.players):
        yield "A single game has no limits: it shows what happened, not what a player does."


# -- for programs ---------------------------------------------------------------------------------


def documents_of(answer: Stats | Found) -> Iterator[Json]:
    """``--jsonl``: a document for each player and each team, or for each row of a query."""
    if isinstance(answer, Found):
        yield from (dict(zip(answer.heads, row, strict=True)) for row in answer.rows)
        return
    for kind, standings in (("player", answer.players), ("team", answer.teams)):
        yield from ({"kind": kind, **plain(standing)} for standing in standings)


def csv_of(answer: Stats | Found) -> str:
    """``--csv``: a line for each player and each team, or for each row of a query.

    Nothing in it can be taken for an escape code.
    """
    table = answer if isinstance(answer, Found) else _stats_sheet(answer)
    heads, *rows = (
        [printable(cell) if isinstance(cell, str) else cell for cell in row]
        for row in (table.heads, *table.rows)
    )
    return in_csv(heads, rows)


def _stats_sheet(stats: Stats) -> Found:
    """Statistics as one table."""
    ends = ("", *(f"_{part}" for part in _PARTS))
    parts = [f"{metric.name}{end}" for metric in METRICS for end in ends]
    heads = ("kind", "name", "group", "games", "finished", "won", *COUNTS, *parts, "drawn")
    rows = [tuple(map(_flat(document).get, heads)) for document in documents_of(stats)]
    return Found(heads, tuple(rows))


_PARTS: Final = ("low", "high", "games")
"""What of a ratio stands in columns of its own, behind its value."""


def _flat(document: Json) -> Json:
    """A document of statistics, with the parts of each ratio under names of their own."""
    flat = dict(document)
    for name, rate in document["rates"].items():
        told = rate or {"games": 0}
        flat[name] = told.get("value")
        flat |= {f"{name}_{part}": told.get(part) for part in _PARTS}
    return flat


STATS: Final = Forms[Stats](
    line=lambda stats: f"{counted(stats.games, 'game')}, {counted(len(stats.players), 'player')}",
    document=_text,
    derived={"Stats.notes": lambda stats, _: list(caution(stats))},
)

# -- what a query finds ---------------------------------------------------------------------------


def _found_text(answer: Found) -> Document:
    rows = [[DASH if value is None else str(value) for value in row] for row in answer.rows]
    return [Sheet(answer.heads, rows)]


FOUND: Final = Forms[Found](
    line=lambda answer: counted(len(answer.rows), "row"),
    document=_found_text,
    derived={"Found.rows": lambda answer, _: list(documents_of(answer))},
)
