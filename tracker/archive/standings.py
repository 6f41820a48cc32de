"""Standings that take into account whom one played with, whom against, and which cards there were.

*Ratings*: each player has a strength that is not known, a normal distribution with mean mu and
standard deviation sigma; a team is as strong as its players together. After each game the
distributions move by the result (openskill's Plackett-Luce model: R. Weng and C.-J. Lin, "A
Bayesian approximation method for online ranking", JMLR 12, 2011). Teams are rated as if each were
one player. Games come in the order of their dates; those without a date as they are read, first.

*Duplicate deals*: the same cards, with the same seat to begin, played at several tables. The margin
of a table is compared with that of every other one, as in duplicate bridge cross-IMPs are (but in
points, without a scale that makes large swings smaller): the mean of the differences is what the
team at the even places did better than others would have, and the other team worse. Luck of the
deal plays no part in it.

Example: of three tables with margins 3, 1 and -1 for the even places, the team there at the first
one did (3 - 1 + 3 + 1) / 2 = 3 points better than the others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from tracker.analysis.shares import student95
from tracker.errors import TrackerError

_CAUTIOUS: Final = 3
"""A strength is that much surely, in standard deviations."""


@dataclass(frozen=True)
class TableResult:
    """What standings need of a finished game."""

    date: str
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    """The players at the even places of the first seat's team, then the others."""
    won: float
    """1 where the first team won, 1/2 in a draw, 0."""
    margin: int
    """By how many points the first team led."""
    deal: str | None
    """A digest of the rules, the hands by place and who began; None where a hand is not known."""


@dataclass(frozen=True)
class Rating:
    """The strength of a player, or of a team as if it were one player."""

    name: str
    games: int
    mu: float
    """The mean: about 25 for the average."""
    sigma: float
    """The standard deviation: 8.3 before the first game."""
    low: float
    """mu less three times sigma: as strong as that almost surely. The order of ratings."""
    above_expected: float
    """Games won, a draw for half, less the chances that ratings gave before each, a game."""


@dataclass(frozen=True)
class Compared:
    """How a player, or a team, did on deals that others played, too."""

    name: str
    tables: int
    """Games on such deals."""
    points: float
    """By how many points better than other tables with the same cards, a game."""
    low: float | None
    """95% limits, by Student's t over the games; None from one game."""
    high: float | None


@dataclass(frozen=True)
class Standings:
    """Ratings and comparisons of players and teams, best first."""

    players: tuple[Rating, ...]
    teams: tuple[Rating, ...]
    compared_players: tuple[Compared, ...]
    compared_teams: tuple[Compared, ...]
    deals: int
    """Deals that were played at two tables or more."""


def table_result(
    game: Mapping[str, Any], players: Iterable[Mapping[str, Any]]
) -> TableResult | None:
    """The result of a game by its rows; None where it has none, or not two teams.

    Args:
        game: its row in ``games``.
        players: those in ``players``.
    """
    rows = sorted(players, key=lambda row: row["place"])
    if not rows or any(row["won"] is None for row in rows):
        return None
    first = [row for row in rows if row["team"] == rows[0]["team"]]
    others = [row for row in rows if row["team"] != rows[0]["team"]]
    sides = tuple(tuple(row["player"] for row in side) for side in (first, others))
    if len(sides[0]) == 0 or len(sides[1]) == 0:
        return None
    won = first[0]["won"] + 0.5 * (first[0]["drawn"] or 0)
    margin = int(first[0]["margin"])
    return TableResult(game["date"] or "", (sides[0], sides[1]), won, margin, _deal(game, rows))


def _deal(game: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str | None:
    """What was dealt to whom, by place; None where a hand is not known."""
    hands = [row["dealt"] for row in rows]
    if any(hand is None for hand in hands):
        return None
    seats = [row["player"] for row in rows]
    begins = seats.index(game["dealer"]) if game["dealer"] in seats else None
    sides = [row["team"] == rows[0]["team"] for row in rows]
    meant = repr((game["rules"], begins, sides, [sorted(hand) for hand in hands]))
    return sha256(meant.encode()).hexdigest()[:32]


def standings_of(results: Iterable[TableResult]) -> Standings:
    """Ratings of all players and teams, and comparisons of those who played deals that others did.

    Args:
        results: of games, each once.

    Raises:
        TrackerError: where openskill is not installed.
    """
    ordered = sorted(results, key=lambda result: result.date)
    as_teams = [
        TableResult(r.date, (("+".join(sorted(r.teams[0])),), ("+".join(sorted(r.teams[1])),)),
                    r.won, r.margin, r.deal)
        for r in ordered
    ]  # fmt: skip
    deals = _tables_by_deal(ordered)
    return Standings(
        ratings(ordered), ratings(as_teams), compared(ordered), compared(as_teams), len(deals)
    )


def ratings(results: Sequence[TableResult]) -> tuple[Rating, ...]:
    """The strengths of players after some games, in the order in which they were played.

    Raises:
        TrackerError: where openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise TrackerError(
            "ratings need openskill: pip install 'literature-tracker[ratings]'"
        ) from error
    model = PlackettLuce()
    strength: dict[str, Any] = {}
    games: dict[str, int] = defaultdict(int)
    above: dict[str, float] = defaultdict(float)
    for result in results:
        sides = [
            [strength.setdefault(name, model.rating(name=name)) for name in team]
            for team in result.teams
        ]
        chances = model.predict_win(sides)
        after = model.rate(sides, ranks=[1 - result.won, result.won])
        for side, team, chance, won in zip(
            after, result.teams, chances, (result.won, 1 - result.won), strict=True
        ):
            for name, rating in zip(team, side, strict=True):
                strength[name] = rating
                games[name] += 1
                above[name] += won - chance
    rated = [
        Rating(
            name,
            games[name],
            rating.mu,
            rating.sigma,
            rating.mu - _CAUTIOUS * rating.sigma,
            above[name] / games[name],
        )
        for name, rating in strength.items()
    ]
    return tuple(sorted(rated, key=lambda rating: (-rating.low, rating.name)))


# -- duplicate deals ------------------------------------------------------------------------------


def _tables_by_deal(results: Iterable[TableResult]) -> list[list[TableResult]]:
    """The games on each deal that was played more than once."""
    tables: dict[str, list[TableResult]] = defaultdict(list)
    for result in results:
        if result.deal is not None:
            tables[result.deal].append(result)
    return [same for same in tables.values() if len(same) > 1]


def compared(results: Iterable[TableResult]) -> tuple[Compared, ...]:
    """How players did against others with the same cards; only those of whom there is something."""
    points: dict[str, list[float]] = defaultdict(list)
    for tables in _tables_by_deal(results):
        total = sum(table.margin for table in tables)
        for table in tables:
            others = (total - table.margin) / (len(tables) - 1)
            for team, sign in zip(table.teams, (1, -1), strict=True):
                for name in team:
                    points[name].append(sign * (table.margin - others))
    rows = [Compared(name, len(own), *_mean95(own)) for name, own in points.items()]
    return tuple(sorted(rows, key=lambda row: (-row.points, row.name)))


def _mean95(values: Sequence[float]) -> tuple[float, float | None, float | None]:
    """The mean with its 95% limits."""
    mean, n = fmean(values), len(values)
    if n < 2:
        return mean, None, None
    margin = student95(n - 1) * stdev(values) / sqrt(n)
    return mean, mean - margin, mean + margin
