"""Standings that take into account whom one played with, whom against, and which cards there were.

*Ratings*: each player has a strength that is not known, a normal distribution with mean mu and
standard deviation sigma; a team is as strong as its players together. After each game the
distributions move by the result (openskill's Plackett-Luce model: R. Weng and C.-J. Lin, "A
Bayesian approximation method for online ranking", JMLR 12, 2011). Teams are rated as if each were
one player. Games come in the order of their dates; those without a date as they are read, first.
Before each game the ratings give a chance p to win. The margin that goes with it is taken to be in
proportion to its probit z (p = Phi(z)), by least squares over all games.

*Duplicate deals*: the same cards, with the same seat to begin, played at several tables. The margin
of a table is compared with that of every other one: the mean of the differences is what the team at
the even places did better than others would have, and the other team worse. Luck of the deal plays
no part in it. As in duplicate bridge, differences are also put on a scale on which large swings
count less, that of International Match Points (IMPs): each difference by itself (cross-IMPs), or
that to the mean margin of all tables (Butler).

Example: of three tables with margins 3, 1 and -1 for the even places, the team there at the first
one did (3 - 1 + 3 + 1) / 2 = 3 points better than the others: (3 + 5) / 2 = 4 cross-IMPs, and 3 by
Butler, as the mean margin is 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import copysign, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple

from tracker.analysis.shares import student95
from tracker.errors import TrackerError

_CAUTIOUS: Final = 3
"""A strength is that much surely, in standard deviations."""
_UNLIKELY: Final = 1e-9
"""No chance to win is taken to be smaller."""
POINT: Final = 50
"""So many of bridge's points stand for a point of the margin on the scale of IMPs."""
_IMPS: Final = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600,
    750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""From how many of bridge's points on a difference is 1, 2, 3 ... IMPs (Laws of Duplicate Bridge,
78B)."""


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
    """A digest of the rules, the hands by place and who began; None where that is not all known."""


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
    points_above_expected: float
    """The margin less the one that goes with these chances, a game."""


@dataclass(frozen=True)
class Mean:
    """A mean over games."""

    value: float
    low: float | None
    """95% limits, by Student's t; None from one game."""
    high: float | None


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
    cross_imps: Mean
    """By how many IMPs better than each other table, in the mean, a game."""
    butler: Mean
    """By how many IMPs better than the mean margin of all tables with the same cards, a game."""


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
    """The result of a game by its rows; None where it is not certain, or there are not two teams.

    Args:
        game: its row in ``games``.
        players: those in ``players``.
    """
    rows = sorted(players, key=lambda row: row["place"])
    if not rows or any(None in (row["won"], row["margin"]) for row in rows):
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
    """What was dealt to whom, by place; None where a hand, or who began, is not known."""
    hands = [row["dealt"] for row in rows]
    seats = [row["player"] for row in rows]
    if any(hand is None for hand in hands) or game["first_turn"] not in seats:
        return None
    begins = seats.index(game["first_turn"])
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
    model, rated = PlackettLuce(), dict[str, _Rated]()
    squares = products = 0.0
    for result in results:
        sides = [
            [rated.setdefault(name, _Rated(model.rating(name=name))) for name in team]
            for team in result.teams
        ]
        before = [[player.strength for player in side] for side in sides]
        chance = min(max(model.predict_win(before)[0], _UNLIKELY), 1 - _UNLIKELY)
        probit = NormalDist().inv_cdf(chance)
        squares += probit * probit
        products += probit * result.margin
        after = model.rate(before, ranks=[1 - result.won, result.won])
        for side, strengths, sign in zip(sides, after, (1, -1), strict=True):
            for player, strength in zip(side, strengths, strict=True):
                player.take_in(strength, sign, result.won - chance, result.margin, probit)
    a_probit = products / squares if squares else 0.0
    rows = [player.rating(name, a_probit) for name, player in rated.items()]
    return tuple(sorted(rows, key=lambda rating: (-rating.low, rating.name)))


@dataclass
class _Rated:
    """A player, while games are gone through."""

    strength: Any
    """As openskill has it."""
    games: int = 0
    above: float = 0.0
    """Games won above what was expected."""
    margin: float = 0.0
    """Of all games, added up; and so on."""
    probits: float = 0.0

    def take_in(self, strength: Any, sign: int, above: float, margin: int, probit: float) -> None:
        """Take in a game.

        Args:
            strength: the strength after it.
            sign: 1 in the first team, -1 in the other; the rest is as the first team sees it.
            above: games won above what was expected.
            margin: by how many points the first team led.
            probit: that of its chance to win.
        """
        self.strength = strength
        self.games += 1
        self.above += sign * above
        self.margin += sign * margin
        self.probits += sign * probit

    def rating(self, name: str, a_probit: float) -> Rating:
        """The rating after all games.

        Args:
            name: the player's.
            a_probit: the points of the margin that go with a probit of 1.
        """
        mu, sigma, games = self.strength.mu, self.strength.sigma, self.games
        points = (self.margin - a_probit * self.probits) / games
        return Rating(name, games, mu, sigma, mu - _CAUTIOUS * sigma, self.above / games, points)


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
    gains: dict[str, list[_Gain]] = defaultdict(list)
    for tables in _tables_by_deal(results):
        margins = [table.margin for table in tables]
        for place, table in enumerate(tables):
            gain = _gain(table.margin, [*margins[:place], *margins[place + 1 :]])
            for team, sign in zip(table.teams, (1, -1), strict=True):
                for name in team:
                    gains[name].append(_Gain(*(sign * part for part in gain)))
    rows = []
    for name, own in gains.items():
        points, cross_imps, butler = (_mean95(values) for values in zip(*own, strict=True))
        limits = points.low, points.high
        rows.append(Compared(name, len(own), points.value, *limits, cross_imps, butler))
    return tuple(sorted(rows, key=lambda row: (-row.points, row.name)))


class _Gain(NamedTuple):
    """What a team did better at a table than others did with the same cards."""

    points: float
    cross_imps: float
    butler: float


def _gain(margin: int, others: Sequence[int]) -> _Gain:
    """What a team did better.

    Args:
        margin: that of its table.
        others: those of the other tables, of which there is one at least.
    """
    differences = [margin - other for other in others]
    return _Gain(
        points=fmean(differences),
        cross_imps=fmean(map(imps, differences)),
        butler=imps(margin - fmean([margin, *others])),
    )


def imps(points: float) -> int:
    """A difference of margins in IMPs: a large one counts for less than in proportion."""
    return int(copysign(bisect_right(_IMPS, POINT * abs(points)), points))


def _mean95(values: Sequence[float]) -> Mean:
    """The mean with its 95% limits."""
    mean, n = fmean(values), len(values)
    if n < 2:
        return Mean(mean, None, None)
    margin = student95(n - 1) * stdev(values) / sqrt(n)
    return Mean(mean, mean - margin, mean + margin)
