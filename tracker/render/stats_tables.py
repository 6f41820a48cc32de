"""Statistics of many games: as tables for a terminal, as Markdown, CSV and JSON."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.behaviour import CONTEXTS, MOST_HELD, Behaviour, Weights
from tracker.analysis.shares import NORMAL95
from tracker.archive.ratios import Ratio, Waits
from tracker.archive.standings import POINT, Compared, Mean, Standings
from tracker.archive.stats import COUNTS, METRICS, Standing, Stats
from tracker.messages import counted, printable
from tracker.render.json_form import Json, members
from tracker.render.phrases import DASH, dim, line, markdown_table, markdown_text, table
from tracker.render.registry import Forms, Look

FEW: Final = 20
"""A player with fewer games than this gets a word of caution."""
_SHEETS: Final = (
    ("Results and asks", ("win_rate", "hit_rate", "cards_per_turn", "dead_rate", "sure_rate")),
    ("Claims", ("proven_rate", "guessed_rate", "wrong_rate", "missed_per_game", "latency")),
    ("Bits an ask", ("bits_to_team", "bits_to_opponents", "bits_to_public")),
    ("Choice of asks", ("given_up",)),
)
"""The metrics that share a table."""
_BY_NAME: Final = {metric.name: metric for metric in METRICS}
LEGEND: Final = (
    "A draw is half a game won. In brackets: 95% limits. A game counts as one observation, because "
    "what a player does in one game hangs together. Proven, guessed and wrong are shares of the "
    "claims made. Asks waited are those between the moment at which the claimant could prove a "
    "claim and the claim. Bits: what an ask told, added up over the players it told it to. "
    "Chance given up: the chance of the likeliest legal ask less that of the ask made, an ask; the "
    "likeliest is not always the best."
)


STANDINGS_LEGEND: Final = (
    "Strength: of openskill, about 25 for the average, with 95% limits; surely above: less three "
    "standard deviations. Won above expected: games won, a draw for half, less the chances that "
    "the ratings gave before each, a game; points above expected: the margin less the one that "
    "goes with these chances. A player who always has the same partners is rated with "
    "them. Points above other tables: the margin less the mean margin of the other tables with the "
    "same cards, with 95% limits. Cross-IMPs: the same with each difference on bridge's scale of "
    "IMPs, on which large swings count less (a point of the margin being "
    f"{POINT} points of bridge); "
    "Butler: the difference to the mean margin of all tables in IMPs. All of it still depends on "
    "partners and opponents."
)
_ABOVE_EXPECTED: Final = ("Won above expected", "Points above expected")


def _text(stats: Stats, _: Look) -> RenderableType:
    """Tables of players and of teams, with their 95% limits."""
    parts: list[RenderableType] = [*map(Text, summary(stats))]
    for title, heads, rows, numbers in _sheets(stats):
        sheet = table(heads, rows, right=heads[-numbers:])
        parts += [Text(""), Text(title, style="bold"), sheet]
    if stats.standings:
        for title, heads, rows, numbers in _standing_sheets(stats.standings):
            sheet = table(heads, rows, right=heads[-numbers:])
            parts += [Text(""), Text(title, style="bold"), sheet]
        parts += [Text(""), dim(STANDINGS_LEGEND)]
    return Group(*parts, Text(""), dim(LEGEND), *map(Text, caution(stats)))


def stats_markdown(stats: Stats) -> str:
    """``tracker stats --md``."""
    parts = ["# Statistics", *summary(stats)]
    for title, heads, rows, numbers in _sheets(stats):
        parts += [f"## {title}", "\n".join(markdown_table(heads, rows, right=numbers))]
    if stats.standings:
        for title, heads, rows, numbers in _standing_sheets(stats.standings):
            parts += [f"## {title}", "\n".join(markdown_table(heads, rows, right=numbers))]
        parts.append(markdown_text(STANDINGS_LEGEND))
    return "\n\n".join([*parts, markdown_text(LEGEND), *caution(stats)]) + "\n"


def _sheets(stats: Stats) -> Iterator[tuple[str, list[str], list[list[str]], int]]:
    """The tables: the title, the heads, the rows, and how many of the last columns are numbers."""
    for who, standings in (("Player", stats.players), ("Team", stats.teams)):
        for sheet, names in _SHEETS:
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


def _standing_sheets(
    standings: Standings,
) -> Iterator[tuple[str, list[str], list[list[str]], int]]:
    """The tables of ratings, and of comparisons where there are any; as ``_sheets`` gives them."""
    for who, ratings in (("Player", standings.players), ("Team", standings.teams)):
        heads = [who, "Games", "Surely above", "Strength", "±", *_ABOVE_EXPECTED]
        rated = [
            [
                rating.name,
                str(rating.games),
                f"{rating.low:.1f}",
                f"{rating.mu:.1f}",
                f"{NORMAL95 * rating.sigma:.1f}",
                f"{rating.above_expected:+.2f}",
                f"{rating.points_above_expected:+.2f}",
            ]
            for rating in ratings
        ]
        yield f"{who}s: ratings", heads, rated, len(heads) - 1
    for who, rows in (("Player", standings.compared_players), ("Team", standings.compared_teams)):
        heads = [who, "Games", "Points above other tables", "Cross-IMPs", "Butler"]
        cells = [[row.name, str(row.tables), *map(_mean_cell, _means(row))] for row in rows]
        if rows:
            yield f"{who}s: the same deals at other tables", heads, cells, len(heads) - 1


def _means(row: Compared) -> tuple[Mean, Mean, Mean]:
    """What a comparison says, in points and in IMPs."""
    return Mean(row.points, row.low, row.high), row.cross_imps, row.butler


def _mean_cell(mean: Mean) -> str:
    """A mean with its limits: ``+1.50 (-0.20 to +3.20)``."""
    if mean.low is None or mean.high is None:
        return f"{mean.value:+.2f}"
    return f"{mean.value:+.2f} ({mean.low:+.2f} to {mean.high:+.2f})"


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
    if stats.unread:
        yield f"{counted(stats.unread, 'game')} could not be read, and play no part."
    if stats.duplicates:
        again = "is" if stats.duplicates == 1 else "are"
        yield f"{counted(stats.duplicates, 'game')} {again} there already, and not counted again."
    if stats.unanalysed:
        yield f"Of {counted(stats.unanalysed, 'game')} only what takes no deduction is counted."
    if stats.with_gaps:
        yield (
            f"{counted(stats.with_gaps, 'game')} with gaps: only what is the same however they are "
            "filled is counted."
        )
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


def _json(stats: Stats) -> Json:
    return members(stats) | {
        "players": list(map(_standing_json, stats.players)),
        "teams": list(map(_standing_json, stats.teams)),
        "notes": list(caution(stats)),
    }


def _standing_json(standing: Standing) -> Json:
    """A player or a team: counts, and ratios with their limits."""
    document = members(standing)
    rates = document.pop("rates")
    return {**document, **document.pop("counts"), "rates": rates}


def stats_csv(stats: Stats) -> str:
    """``tracker stats --csv``: a line for each player and each team."""
    text = StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    parts = [
        f"{metric.name}{part}" for metric in METRICS for part in ("", "_low", "_high", "_games")
    ]
    sheet.writerow(["kind", "name", "group", "games", "finished", "won", *COUNTS, *parts, "drawn"])
    for kind, standings in (("player", stats.players), ("team", stats.teams)):
        for standing in standings:
            line: list[object] = [kind, standing.name, standing.group, standing.games]
            line += [standing.finished, standing.won, *(standing.counts[name] for name in COUNTS)]
            for metric in METRICS:
                line += _csv_cells(standing.rates[metric.name])
            line.append(standing.drawn)
            sheet.writerow([printable(cell) if isinstance(cell, str) else cell for cell in line])
    return text.getvalue()


def _csv_cells(ratio: Ratio | None) -> list[float | int | None]:
    """A ratio, its limits and its number of games."""
    if ratio is None:
        return [None, None, None, 0]
    return [ratio.value, ratio.low, ratio.high, ratio.games]


STATS: Final = Forms[Stats](
    line=lambda stats: f"{counted(stats.games, 'game')}, {counted(len(stats.players), 'player')}",
    text=_text,
    json=_json,
)

# -- how players ask ------------------------------------------------------------------------------


def _behaviour_text(behaviour: Behaviour, _: Look) -> RenderableType:
    """The weights by context, and of how many players there are some of their own."""
    heads = ("Asked before, +seen", *(f"holds {n}" for n in range(1, MOST_HELD)), f"{MOST_HELD}+")
    many = [f"{printable(name)} ({own.games})" for name, own in behaviour.of.items()]
    return Group(
        Text(_behaviour_line(behaviour), style="bold"),
        *([line(behaviour.players)] if behaviour.players else []),
        Text(""),
        table(heads, list(_weight_rows(behaviour.weights)), right=heads[1:]),
        Text(""),
        dim(_WEIGHTS_LEGEND),
        *([line(f"Profiles of their own (games): {', '.join(many)}")] if many else []),
    )


def _weight_rows(weights: Weights) -> Iterator[tuple[str, ...]]:
    """A row for each context."""
    for context in CONTEXTS:
        yield context, *(f"{weight:.3f}" for weight in weights[context])


def _behaviour_line(behaviour: Behaviour) -> str:
    return (
        f"Profile {behaviour.name}: {counted(behaviour.asks, 'ask')} of "
        f"{counted(behaviour.games, 'game')}"
    )


_WEIGHTS_LEGEND: Final = """\
About how likely it is that a player asks in a half-suit of which they hold so
many cards. first, refused, granted: they have not asked in it before, or how
the last ask was answered; +seen: a card of it lies openly with an opponent."""

BEHAVIOUR: Final = Forms[Behaviour](line=_behaviour_line, text=_behaviour_text)
