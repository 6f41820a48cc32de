"""Statistics of players and teams over many games, each with its number of games and 95% limits.

They are made of the tables ``games`` and ``players`` alone, so those of games that are worked out
now and those of an archive are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from tracker.answers import Answer
from tracker.archive.chunks import Chunk
from tracker.archive.folder import chunk_folders, read_manifest
from tracker.archive.game_rows import sum_known
from tracker.archive.ratios import Ratio, RatioSum
from tracker.archive.rows import rows_of

By: TypeAlias = Literal["rules", "date", "deck"]
"""By what games can be parted."""
PlayerGame: TypeAlias = Mapping[str, Any]
"""A row of ``players``, or the sum of those of a team."""


@dataclass(frozen=True)
class Metric:
    """Something to be known of a player, as a ratio."""

    name: str
    head: str
    """The head of its column."""
    share: bool
    part: Callable[[PlayerGame], float | None]
    whole: Callable[[PlayerGame], float | None]


def _won(one: PlayerGame) -> float | None:
    return None if one["won"] is None else float(one["won"])


def _one(one: PlayerGame) -> float:
    return 1.0


def _wrong(one: PlayerGame) -> float:
    wrong: float = one["claims"] - one["correct"]
    return wrong


def _judged(name: str) -> Callable[[PlayerGame], float | None]:
    """A count of claims, if all of the player's could be judged."""
    return lambda one: None if one["unjudged"] else one[name]


_asks, _claims = itemgetter("asks"), itemgetter("claims")

METRICS: Final[Sequence[Metric]] = (
    Metric("win_rate", "Won", True, _won, _one),
    Metric("hit_rate", "Hits", True, itemgetter("hits"), _asks),
    Metric("cards_per_turn", "Cards a turn", False, itemgetter("hits"), itemgetter("turns")),
    Metric("dead_rate", "Dead asks", True, itemgetter("dead"), _asks),
    Metric("sure_rate", "Sure asks", True, itemgetter("sure"), _asks),
    Metric("proven_rate", "Proven", True, _judged("proven"), _claims),
    Metric("guessed_rate", "Guessed", True, _judged("guessed"), _claims),
    Metric("wrong_rate", "Wrong", True, _wrong, _claims),
    Metric("missed_per_game", "Missed a game", False, itemgetter("missed"), _one),
    Metric("latency", "Asks waited", False, itemgetter("latency"), itemgetter("latencies")),
    Metric("bits_to_team", "To the team", False, itemgetter("bits_to_team"), _asks),
    Metric("bits_to_opponents", "To the opponents", False, itemgetter("bits_to_opponents"), _asks),
    Metric("bits_to_public", "To the public", False, itemgetter("bits_to_public"), _asks),
)
"""What is worked out; where a hand is not known, what needs it is none, and the game says nothing
on that."""

COUNTS: Final = (
    "asks", "hits", "turns", "dead", "sure", "claims", "correct", "proven", "guessed", "unjudged",
    "missed",
)  # fmt: skip
"""What is added up as well, over the games of which it is known."""


@dataclass(frozen=True)
class Standing:
    """What is to be said of a player or a team."""

    name: str
    group: str | None
    """Which games: the rules, the date or the deck; none: all."""
    games: int
    finished: int
    """Games with a result."""
    won: int
    counts: Mapping[str, int | None]
    """None where it is known of no game."""
    rates: Mapping[str, Ratio | None]
    """By the name of the metric; none where no game said anything."""


@dataclass(frozen=True, repr=False)
class Stats(Answer):
    """Statistics over many games."""

    by: By | None
    games: int
    unread: int
    """Games and files that could not be read."""
    unanalysed: int
    """Games of which only the record was looked at, because it contradicts itself, the analysis
    took too long, or none was wanted."""
    players: tuple[Standing, ...]
    teams: tuple[Standing, ...]


class _Tally:
    """Adds up the games of a player or a team."""

    def __init__(self) -> None:
        self.games = self.finished = self.won = 0
        self.counts: dict[str, int | None] = dict.fromkeys(COUNTS)
        self.sums = {metric.name: RatioSum(share=metric.share) for metric in METRICS}

    def add(self, one: PlayerGame) -> None:
        """Take in a game."""
        self.games += 1
        self.finished += one["won"] is not None
        self.won += one["won"] is True
        for name in COUNTS:
            if one[name] is not None:
                self.counts[name] = one[name] + (self.counts[name] or 0)
        for metric in METRICS:
            self.sums[metric.name].add(metric.part(one), metric.whole(one))

    def standing(self, group: str | None, name: str) -> Standing:
        """What there is to say by now."""
        rates = {metric: total.ratio() for metric, total in self.sums.items()}
        return Standing(name, group, self.games, self.finished, self.won, self.counts, rates)


class StatsSum:
    """Adds up games to statistics.

    Args:
        by: by what to part the games; none: not at all.
    """

    def __init__(self, by: By | None = None) -> None:
        self._by: By | None = by
        self._games = self._unanalysed = self.unread = 0
        self._players: dict[tuple[str | None, str], _Tally] = {}
        self._teams: dict[tuple[str | None, str], _Tally] = {}

    def add(self, game: Mapping[str, Any], players: Iterable[PlayerGame]) -> None:
        """Take in a game.

        Args:
            game: its row in ``games``.
            players: its rows in ``players``.
        """
        self._games += 1
        self._unanalysed += not game["analysed"]
        group = None if self._by is None else game[self._by] or ""
        teams: dict[str, list[PlayerGame]] = {}
        for one in players:
            self._players.setdefault((group, one["player"]), _Tally()).add(one)
            teams.setdefault(one["team"], []).append(one)
        for members in teams.values():
            name = "+".join(sorted(one["player"] for one in members))
            self._teams.setdefault((group, name), _Tally()).add(_together(members))

    def stats(self) -> Stats:
        """What there is to say by now; who played most comes first."""
        return Stats(
            self._by, self._games, self.unread, self._unanalysed,
            _standings(self._players), _standings(self._teams),
        )  # fmt: skip


def _standings(tallies: Mapping[tuple[str | None, str], _Tally]) -> tuple[Standing, ...]:
    found = [tally.standing(group, name) for (group, name), tally in tallies.items()]
    return tuple(sorted(found, key=lambda one: (one.group or "", -one.games, one.name)))


def _together(members: Sequence[PlayerGame]) -> PlayerGame:
    """The rows of a team's players added up; what is not known of one is not known."""
    first = members[0]
    return {
        name: value if name == "won" else sum_known([one[name] for one in members], 0)
        for name, value in first.items()
        if name in _ADDED
    }


_ADDED: Final = frozenset(
    (*COUNTS, "won", "latency", "latencies", "bits_to_team", "bits_to_opponents", "bits_to_public")
)
GAME_COLUMNS: Final = ("game", "rules", "date", "deck", "analysed")
PLAYER_COLUMNS: Final = ("game", "player", "team", *sorted(_ADDED))
"""The columns that statistics are made of."""


@dataclass(frozen=True)
class StatRows:
    """What statistics need of some games."""

    games: Sequence[tuple[Mapping[str, Any], Sequence[PlayerGame]]]
    unread: int


def stat_rows(budget: float | None, analyse: bool, chunk: Chunk) -> StatRows:
    """What statistics need of a chunk: what a worker does.

    Args:
        budget: seconds of processor time for each game.
        analyse: whether to work out what takes deduction.
        chunk: the games.
    """
    found: list[tuple[PlayerGame, list[PlayerGame]]] = []
    unread = 0
    for game in chunk.games:
        rows = rows_of(game, budget=budget, analyse=analyse)
        unread += not rows["games"]
        players: list[PlayerGame] = [vars(player) for player in rows["players"]]
        found.extend((vars(row), players) for row in rows["games"])
    return StatRows(found, unread)


def stats_of(results: Iterable[StatRows], by: By | None = None) -> Stats:
    """Statistics of games that were worked out.

    Args:
        results: what ``stat_rows`` gave, in the order of the games.
        by: by what to part the games.
    """
    total = StatsSum(by)
    for result in results:
        total.unread += result.unread
        for game, players in result.games:
            total.add(game, players)
    return total.stats()


def archive_stats(root: Path, by: By | None = None) -> Stats:
    """Statistics of a written archive, finished or not.

    Args:
        root: its folder.
        by: by what to part the games.

    Raises:
        RecordError: where its tables are of another version.
        TrackerError: where pyarrow is not installed.
    """
    read_manifest(root)
    return stats_of(map(_archived, chunk_folders(root)), by)


def _archived(folder: Path) -> StatRows:
    """What statistics need of a chunk of an archive."""
    from tracker.archive.parquet import read_parquet, rows_in

    games = rows_in(read_parquet("games", [folder / "games.parquet"], GAME_COLUMNS))
    players = rows_in(read_parquet("players", [folder / "players.parquet"], PLAYER_COLUMNS))
    of_game = {key: list(rows) for key, rows in groupby(players, itemgetter("game"))}
    problems = rows_in(read_parquet("problems", [folder / "problems.parquet"], ("game",)))
    found = [(game, of_game.get(game["game"], [])) for game in games]
    read = {game["game"] for game, _ in found}
    return StatRows(found, len({one["game"] for one in problems} - read))


def work_for_stats(budget: float | None, *, analyse: bool) -> Callable[[Chunk], StatRows]:
    """What workers do for statistics; see ``stat_rows``."""
    return partial(stat_rows, budget, analyse)
