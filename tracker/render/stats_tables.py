"""Statistics of many games: as tables for a terminal, as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.archive.ratios import Ratio
from tracker.archive.stats import COUNTS, METRICS, Metric, Standing, Stats
from tracker.messages import counted, printable
from tracker.render.json_form import Json, members
from tracker.render.markdown import escape, table_lines
from tracker.render.registry import Forms, Look
from tracker.render.tables import table

FEW: Final = 20
"""Of fewer games than this it is said that they say little."""
_SHEETS: Final = (
    ("Results and asks", ("win_rate", "hit_rate", "cards_per_turn", "dead_rate", "sure_rate")),
    ("Claims", ("proven_rate", "guessed_rate", "wrong_rate", "missed_per_game", "latency")),
    ("Bits an ask", ("bits_to_team", "bits_to_opponents", "bits_to_public")),
)
"""What stands together."""
_BY_NAME: Final = {metric.name: metric for metric in METRICS}
LEGEND: Final = (
    "In brackets: 95% limits. A game counts as one observation, because what a player does in one "
    "game hangs together. Proven, guessed and wrong are shares of the claims made. Asks waited are "
    "those between the moment at which the claimant could prove a claim and the claim. Bits: what "
    "an ask told, added up over the players it told it to."
)


def _text(found: Stats, _: Look) -> RenderableType:
    """Tables of players and of teams, with their 95% limits."""
    parts: list[RenderableType] = [Text(line) for line in summary(found)]
    for title, standings in (("Players", found.players), ("Teams", found.teams)):
        for sheet, names in _SHEETS:
            metrics = [_BY_NAME[name] for name in names]
            rows = list(_rows(found, standings, metrics))
            heads = _heads(found, title[:-1], metrics)
            parts += [Text(""), Text(f"{title}: {sheet.lower()}", style="bold")]
            parts.append(table(heads, rows, right=heads[2 if found.by else 1 :]))
    return Group(*parts, Text(""), Text(LEGEND, style="dim"), *map(Text, caution(found)))


def stats_markdown(found: Stats) -> str:
    """``tracker stats --md``."""
    parts = ["# Statistics", *summary(found)]
    for title, standings in (("Players", found.players), ("Teams", found.teams)):
        for sheet, names in _SHEETS:
            metrics = [_BY_NAME[name] for name in names]
            parts.append(f"## {title}: {sheet.lower()}")
            rows = list(_rows(found, standings, metrics))
            heads = _heads(found, title[:-1], metrics)
            parts.append("\n".join(table_lines(heads, rows, right=len(metrics) + 1)))
    return "\n\n".join([*parts, escape(LEGEND), *caution(found)]) + "\n"


def _heads(found: Stats, who: str, metrics: Sequence[Metric]) -> list[str]:
    group = [] if found.by is None else [found.by.capitalize()]
    return [*group, who, "Games", *(metric.head for metric in metrics)]


def _rows(
    found: Stats, standings: Sequence[Standing], metrics: Sequence[Metric]
) -> Iterator[list[str]]:
    for one in standings:
        group = [] if found.by is None else [one.group or "–"]
        cells = [_cell(one.rates[metric.name], share=metric.share) for metric in metrics]
        yield [*group, one.name, str(one.games), *cells]


def _cell(ratio: Ratio | None, *, share: bool) -> str:
    """A ratio with its limits: ``61% (48–73)``, ``1.42 (1.10–1.74)``; or a dash."""
    if ratio is None:
        return "–"
    value = f"{100 * ratio.value:.0f}%" if share else f"{ratio.value:.2f}"
    if ratio.low is None or ratio.high is None:
        return value
    if share:
        return f"{value} ({100 * ratio.low:.0f}–{100 * ratio.high:.0f})"
    return f"{value} ({ratio.low:.2f}–{ratio.high:.2f})"


def summary(found: Stats) -> Iterator[str]:
    """How many games there are, and what of them is missing."""
    players, teams = ({one.name for one in part} for part in (found.players, found.teams))
    yield (
        f"{counted(found.games, 'game')}, {counted(len(players), 'player')}, "
        f"{counted(len(teams), 'team')}."
    )
    if found.unread:
        yield f"{counted(found.unread, 'game')} could not be read, and play no part."
    if found.unanalysed:
        yield f"Of {counted(found.unanalysed, 'game')} only what takes no deduction is counted."


def caution(found: Stats) -> Iterator[str]:
    """What small numbers cannot say, in plain words."""
    few = sum(one.games < FEW for one in found.players)
    if few:
        yield (
            f"{few} of {counted(len(found.players), 'line')} on players have fewer than {FEW} "
            "games: so few cannot tell skill from luck. Where the limits of two players overlap, "
            "nobody is shown to be better; and one comparison in twenty shows a "
            "difference where there is none."
        )
    if any(one.games == 1 for one in found.players):
        yield "A single game has no limits: it shows what happened, not what a player does."


# -- for programs ---------------------------------------------------------------------------------


def _json(found: Stats) -> Json:
    return members(found) | {
        "players": [_standing_json(one) for one in found.players],
        "teams": [_standing_json(one) for one in found.teams],
        "notes": list(caution(found)),
    }


def _standing_json(one: Standing) -> Json:
    """A player or a team: counts, and ratios with their limits."""
    document = members(one)
    rates = document.pop("rates")
    return {**document, **document.pop("counts"), "rates": rates}


def stats_csv(found: Stats) -> str:
    """``tracker stats --csv``: a line for each player and each team."""
    text = StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    parts = [
        f"{metric.name}{part}" for metric in METRICS for part in ("", "_low", "_high", "_games")
    ]
    sheet.writerow(["kind", "name", "group", "games", "finished", "won", *COUNTS, *parts])
    for kind, standings in (("player", found.players), ("team", found.teams)):
        for one in standings:
            counts = [one.counts[name] for name in COUNTS]
            ratios = [cell for metric in METRICS for cell in _csv_cells(one.rates[metric.name])]
            line = [kind, one.name, one.group, one.games, one.finished, one.won, *counts, *ratios]
            sheet.writerow([printable(cell) if isinstance(cell, str) else cell for cell in line])
    return text.getvalue()


def _csv_cells(ratio: Ratio | None) -> list[float | int | None]:
    """A ratio, its limits and its number of games."""
    if ratio is None:
        return [None, None, None, 0]
    return [ratio.value, ratio.low, ratio.high, ratio.games]


STATS: Final = Forms[Stats](
    line=lambda found: f"{counted(found.games, 'game')}, {counted(len(found.players), 'player')}",
    text=_text,
    json=_json,
)
