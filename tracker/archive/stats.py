"""Statistics of players and teams over many games, each with its number of games and 95% limits.

They are made of the tables ``games`` and ``players`` alone, so those of games that are analysed now
and those of an archive are the same.

Example: a hit rate is the metric with ``hits`` as its part and ``asks`` as its whole. It adds up
both over a player's games, and ``ratios`` makes a ratio of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from tracker.answers import OPTIONAL, Answer
from tracker.archive.game_rows import sum_known
from tracker.archive.ratios import Ratio, RatioSum, Waits, waits_of
from tracker.archive.rows import DUPLICATE, rows_of
from tracker.archive.schema import LEVELS, Level, archives_of, chunk_folders, read_manifest
from tracker.archive.source_games import (
    Chunk,
    Games,
    SourceGame,
    each_game,
    sources_of,
)
from tracker.archive.standings import Standings, TableResult, standings_of, table_result
from tracker.archive.work import DEFAULT_BUDGET, results_of
from tracker.messages import require_word

By: TypeAlias = Literal["rules", "date", "deck"]
"""The column of ``games`` by whose values games can be parted."""
PlayerRowLike: TypeAlias = Mapping[str, Any]
"""A row of ``players``, or the sum of those of a team."""


@dataclass(frozen=True)
class Metric:
    """Something to be known of a player, as a ratio."""

    name: str
    head: str
    """The head of its column."""
    share: bool
    """Whether it lies between 0 and 1."""
    part: Callable[[PlayerRowLike], float | None]
    """What is counted in a game; None: it is not known."""
    whole: Callable[[PlayerRowLike], float | None]
    """What it is a ratio to."""


def _one_game(_: PlayerRowLike) -> float:
    return 1.0


def _won(row: PlayerRowLike) -> float | None:
    """A win, or half of one in a draw."""
    return None if row["won"] is None else row["won"] + 0.5 * (row["drawn"] or 0)


def _wrong(row: PlayerRowLike) -> float | None:
    if None in (row["claims"], row["correct"]):
        return None
    return float(row["claims"] - row["correct"])


def _if_judged(name: str) -> Callable[[PlayerRowLike], float | None]:
    """A count of claims, if all of the player's could be judged."""
    return lambda row: row[name] if row["unjudged"] == 0 else None


_asks, _claims = itemgetter("asks"), itemgetter("claims")

METRICS: Final[Sequence[Metric]] = (
    Metric("win_rate", "Won", True, _won, _one_game),
    Metric("hit_rate", "Hits", True, itemgetter("hits"), _asks),
    Metric("cards_per_turn", "Cards a turn", False, itemgetter("hits"), itemgetter("turns")),
    Metric("dead_rate", "Dead asks", True, itemgetter("dead"), _asks),
    Metric("sure_rate", "Sure asks", True, itemgetter("sure"), _asks),
    Metric("proven_rate", "Proven", True, _if_judged("proven"), _claims),
    Metric("guessed_rate", "Guessed", True, _if_judged("guessed"), _claims),
    Metric("wrong_rate", "Wrong", True, _wrong, _claims),
    Metric("missed_per_game", "Missed a game", False, itemgetter("missed"), _one_game),
    Metric("latency", "Asks waited", False, itemgetter("latency"), itemgetter("latencies")),
    Metric("bits_to_team", "To the team", False, itemgetter("bits_to_team"), _asks),
    Metric("bits_to_opponents", "To the opponents", False, itemgetter("bits_to_opponents"), _asks),
    Metric("bits_to_public", "To the public", False, itemgetter("bits_to_public"), _asks),
    Metric("given_up", "Chance given up", False, itemgetter("given_up"), itemgetter("asks_judged")),
)
"""What is worked out. Where a player's hand is not known, the parts that need it are None, and the
game says nothing on them."""

COUNTS: Final = (
    "asks", "hits", "turns", "dead", "sure", "claims", "correct", "proven", "guessed", "unjudged",
    "missed",
)  # fmt: skip
"""What is added up as well, over the games of which it is known."""
_ADDED: Final = (
    *COUNTS, "latency", "latencies", "bits_to_team", "bits_to_opponents", "bits_to_public",
    "asks_judged", "given_up",
)  # fmt: skip
"""What the row of a team adds up over its players."""
_GAME_COLUMNS: Final = (
    "game",
    "rules",
    "date",
    "deck",
    "analysed",
    "identity",
    "waits",
    "unclaimed",
    "first_turn",
    "open_gaps",
)
_PLAYER_COLUMNS: Final = (
    "game", "player", "team", "won", "drawn", "place", "margin", "dealt", *_ADDED,
)  # fmt: skip
"""The columns that statistics are made of."""


@dataclass(frozen=True)
class Standing:
    """The statistics of a player or a team."""

    name: str
    group: str | None
    """Which games: the rules, the date or the deck; None: all."""
    games: int
    finished: int
    """Games with a result."""
    won: int
    counts: Mapping[str, int | None]
    """By the names in ``COUNTS``; None where it is known of no game."""
    rates: Mapping[str, Ratio | None]
    """By the name of the metric; None where no game said anything."""
    drawn: int = 0
    """Games that ended in a draw: half a win each, in the share of games won."""

    def value(self, name: str) -> float | None:
        """A count, or the value of a metric, by its name; None where it is not known."""
        if name in _OWN_COUNTS:
            return float(getattr(self, name))
        if name in COUNTS:
            return self.counts[name]
        rate = self.rates[name]
        return None if rate is None else rate.value


_OWN_COUNTS: Final = ("games", "finished", "won", "drawn")
SORTABLE: Final = ("name", *_OWN_COUNTS, *COUNTS, *(metric.name for metric in METRICS))
"""By what players and teams can be sorted."""


@dataclass(frozen=True)
class Selection:
    """Which games count, which players and teams are shown, and in which order."""

    where: Mapping[By, str] = field(default_factory=dict)
    """What columns of the games begin with: ``{"date": "2026-03"}``."""
    players: Collection[str] = ()
    """Only these, and the teams that they were in; none: all."""
    least: int = 1
    """Only those with so many games."""
    sort: str | None = None
    """One of ``SORTABLE``, most first but for names; None: those who played most come first."""
    ascending: bool = False
    """Whether least comes first."""
    standings: bool = False
    """Whether ratings and comparisons on equal deals are wanted, of all games that count."""

    def __post_init__(self) -> None:
        if self.sort is not None:
            require_word(self.sort, SORTABLE, "number to sort by")
        for column in self.where:
            require_word(column, get_args(By), "column to choose games by")

    def has_game(self, game: Mapping[str, Any]) -> bool:
        """Whether a game counts."""
        return all((game[column] or "").startswith(text) for column, text in self.where.items())

    def of(self, standings: Iterable[Standing]) -> tuple[Standing, ...]:
        """Those that are shown, in their order, group by group."""
        many = (standing for standing in standings if standing.games >= self.least)
        shown = [standing for standing in many if self._is_shown(standing.name)]
        shown.sort(key=lambda standing: (-standing.games, standing.name))
        if self.sort == "name":
            shown.sort(key=lambda standing: standing.name, reverse=self.ascending)
        elif self.sort is not None:
            shown.sort(key=self._place)
        return tuple(sorted(shown, key=lambda standing: standing.group or ""))

    def _is_shown(self, name: str) -> bool:
        return not self.players or not set(self.players).isdisjoint((name, *name.split("+")))

    def _place(self, standing: Standing) -> tuple[bool, float]:
        """What to sort by: those of whom it is not known come last."""
        value = standing.value(self.sort or "games")
        return value is None, (value or 0.0) * (1 if self.ascending else -1)


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
    duplicates: int = 0
    """Games that were there already, and were not counted again."""
    waits: Waits | None = None
    """How long proofs waited for their claims; None where no game was analysed."""
    standings: Standings | None = field(default=None, metadata=OPTIONAL)
    """Ratings, and comparisons on equal deals, where they are wanted."""
    with_gaps: int | None = field(default=None, metadata=OPTIONAL)
    """Games with gaps, of which only what no gap decides is counted; None: there are none."""


class _Tally:
    """Adds up the games of a player or a team."""

    def __init__(self) -> None:
        self.games = self.finished = self.won = self.drawn = 0
        self.counts: dict[str, int | None] = dict.fromkeys(COUNTS)
        self.sums = {metric.name: RatioSum(share=metric.share) for metric in METRICS}

    def add(self, row: PlayerRowLike) -> None:
        """Take in a game."""
        self.games += 1
        self.finished += row["won"] is not None
        self.won += row["won"] is True
        self.drawn += row["drawn"] is True
        for name in COUNTS:
            if row[name] is not None:
                self.counts[name] = row[name] + (self.counts[name] or 0)
        for metric in METRICS:
            self.sums[metric.name].add(metric.part(row), metric.whole(row))

    def standing(self, group: str | None, name: str) -> Standing:
        """The statistics of the games so far."""
        rates = {metric: total.ratio() for metric, total in self.sums.items()}
        return Standing(
            name, group, self.games, self.finished, self.won, self.counts, rates, self.drawn
        )


_Tallies: TypeAlias = dict[tuple[str | None, str], _Tally]
"""By the group of games and the name of the player or the team."""


@dataclass(frozen=True)
class StatRows:
    """What statistics need of some games."""

    games: Sequence[tuple[Mapping[str, Any], Sequence[PlayerRowLike]]]
    """The row of each game, with those of its players."""
    unread: int
    """Games and files that could not be read."""
    duplicates: int = 0
    """Games that were there already."""


def stats(
    games: Games,
    *,
    by: By | None = None,
    level: Level = "all",
    workers: int = 1,
    budget: float | None = DEFAULT_BUDGET,
    selection: Selection = Selection(),
) -> Stats:
    """Statistics of players and teams over many games, with 95% limits.

    Args:
        games: the folders of one or more archives, which are read; or sources and records, which
            are analysed now.
        by: the column by which to part the games; None: not at all.
        level: what is worked out of games that are analysed: ``events``, ``claims`` or ``all``.
        workers: how many processes analyse them.
        budget: seconds of processor time for each game that is analysed; None: no limit.
        selection: which games count, who is shown, and in which order.

    Raises:
        RecordError: where a source is not there, or an archive's tables are of another version, or
            archives and other sources are named together.
        TrackerError: where pyarrow is not installed, and an archive is to be read.
    """
    if by is not None:
        require_word(by, get_args(By), "column to part games by")
    require_word(level, LEVELS, "level")
    named = sources_of(games)
    archives = archives_of(named)
    if archives:
        return archive_stats(archives, by, selection)
    return analysed_stats(
        each_game(named), by=by, level=level, workers=workers, budget=budget, selection=selection
    )


def analysed_stats(
    games: Iterable[SourceGame],
    *,
    by: By | None,
    level: Level,
    workers: int,
    budget: float | None,
    selection: Selection,
    **spreading: Any,
) -> Stats:
    """Statistics of games that are analysed now; see ``stats``.

    Args:
        games: the games.
        by: the column by which to part them; None: not at all.
        level: what is worked out of them.
        workers: how many processes analyse them.
        budget: seconds of processor time for each; None: no limit.
        selection: which games count, who is shown, and in which order.
        spreading: how else the work is spread, as ``results_of`` takes it.
    """
    work = partial(stat_rows, budget=budget, level=level)
    return stats_of(results_of(work, games, workers=workers, **spreading), by, selection)


def stats_of(
    results: Iterable[StatRows], by: By | None = None, selection: Selection = Selection()
) -> Stats:
    """Statistics of games.

    Args:
        results: what ``stat_rows`` gives, in the order of the games.
        by: the column by which to part the games; None: not at all.
        selection: which games count, who is shown, and in which order.
    """
    games = unread = unanalysed = duplicates = with_gaps = 0
    players: _Tallies = defaultdict(_Tally)
    teams: _Tallies = defaultdict(_Tally)
    tables: list[TableResult | None] = []
    claimed: list[int] = []
    unclaimed: list[int] = []
    for result in results:
        unread += result.unread
        duplicates += result.duplicates
        for game, rows in result.games:
            if not selection.has_game(game):
                continue
            games += 1
            unanalysed += not game["analysed"]
            with_gaps += bool(game["open_gaps"])
            claimed += game["waits"] or ()
            unclaimed += game["unclaimed"] or ()
            if selection.standings:
                tables.append(table_result(game, rows))
            group = None if by is None else game[by] or ""
            for row in rows:
                players[group, row["player"]].add(row)
            for name, row in _team_rows(rows):
                teams[group, name].add(row)
    best, together = selection.of(_standings(players)), selection.of(_standings(teams))
    waits = waits_of(claimed, unclaimed) if claimed or unclaimed else None
    standings = standings_of(filter(None, tables)) if selection.standings else None
    return Stats(
        by, games, unread, unanalysed, best, together, duplicates, waits, standings,
        with_gaps or None,
    )  # fmt: skip


def _standings(tallies: _Tallies) -> Iterator[Standing]:
    """The statistics of each player, or team."""
    for (group, name), tally in tallies.items():
        yield tally.standing(group, name)


def _team_rows(rows: Iterable[PlayerRowLike]) -> Iterator[tuple[str, PlayerRowLike]]:
    """The name of each team, and the rows of its players added up: None where one is not known."""
    teams: dict[str, list[PlayerRowLike]] = {}
    for row in rows:
        teams.setdefault(row["team"], []).append(row)
    for members in teams.values():
        sums = {name: sum_known([row[name] for row in members], 0) for name in _ADDED}
        result = {name: members[0][name] for name in ("won", "drawn")}
        yield "+".join(sorted(row["player"] for row in members)), {**sums, **result}


def stat_rows(chunk: Chunk, *, budget: float | None, level: Level = "all") -> StatRows:
    """What statistics need of a chunk: what a worker does.

    Args:
        chunk: the games.
        budget: seconds of processor time for each game; None: no limit.
        level: what to work out.
    """
    games: list[tuple[PlayerRowLike, list[PlayerRowLike]]] = []
    unread = 0
    for game in chunk.games:
        rows = rows_of(game, budget=budget, level=level)
        unread += not rows["games"] and game.duplicate_of is None
        players: list[PlayerRowLike] = [vars(player) for player in rows["players"]]
        games.extend((vars(row), players) for row in rows["games"])
    return StatRows(games, unread, sum(game.duplicate_of is not None for game in chunk.games))


def archive_stats(
    roots: Sequence[Path], by: By | None = None, selection: Selection = Selection()
) -> Stats:
    """Statistics of written archives, finished or not; a game of several counts once.

    Args:
        roots: their folders.
        by: the column by which to part the games; None: not at all.
        selection: which games count, who is shown, and in which order.

    Raises:
        RecordError: where its tables are of another version.
        TrackerError: where pyarrow is not installed.
    """
    for root in roots:
        read_manifest(root)
    seen: set[str] = set()
    folders = [folder for root in roots for folder in chunk_folders(root)]
    return stats_of((_archived(folder, seen) for folder in folders), by, selection)


def _archived(folder: Path, seen: set[str]) -> StatRows:
    """What statistics need of a chunk of an archive.

    Args:
        folder: the folder of the chunk.
        seen: the identities of the games that count already; those of the chunk are added.
    """
    from tracker.archive.arrow_tables import read_table, rows_in

    players = rows_in(read_table("players", [folder], _PLAYER_COLUMNS))
    of_game = {key: list(rows) for key, rows in groupby(players, itemgetter("game"))}
    game_rows = rows_in(read_table("games", [folder], _GAME_COLUMNS))
    games = [(row, of_game.get(row["game"], [])) for row in game_rows]
    problems = list(rows_in(read_table("problems", [folder], ("game", "code"))))
    again = {row["game"] for row in problems if row["code"] == DUPLICATE}
    unread = {row["game"] for row in problems} - {row["game"] for row, _ in games} - again
    new = [(row, players) for row, players in games if row["identity"] not in seen]
    seen.update(row["identity"] for row, _ in new if row["identity"])
    return StatRows(new, len(unread), len(again) + len(games) - len(new))
