"""Statistics of players and teams over many games, each with its number of games and 95% limits.

They are SQL over the tables of an archive, or of a temporary one for records and folders, so those
of games that are analysed now and those of an archive are the same.

Example: a hit rate is the metric with ``hits`` as its part and ``asks`` as its whole. It adds up
both over a player's games; with the sums of their squares and products, ``ratio_of`` makes a ratio
of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from tracker.answers import HIDDEN, OPTIONAL, Answer, json_keys
from tracker.archive.pool import DEFAULT_BUDGET
from tracker.archive.ratios import Ratio, Waits, ratio_of, waits_of
from tracker.archive.reading import archive_of
from tracker.archive.schema import Level
from tracker.archive.source_games import Games
from tracker.messages import require_word

By: TypeAlias = Literal["rules", "date", "deck"]
"""The column by whose values games can be parted."""


class Metric(NamedTuple):
    """Something to be known of a player, as a ratio."""

    name: str
    head: str
    """The head of its column."""
    share: bool
    """Whether it lies between 0 and 1."""
    part: str
    """What is counted in a game, in SQL; null: it is not known."""
    whole: str
    """What it is a ratio to."""


METRICS: Final[Sequence[Metric]] = (
    Metric("win_rate", "Won", True, "won + 0.5 * coalesce(drawn, 0)", "1"),
    Metric("half_suits", "Half-suits", False, "half_suits", "1"),
    Metric("hit_rate", "Hits", True, "hits", "asks"),
    Metric("cards_per_turn", "Cards a turn", False, "hits", "turns"),
    Metric("dead_rate", "Dead asks", True, "dead", "asks"),
    Metric("sure_rate", "Sure asks", True, "sure", "asks"),
    Metric("proven_rate", "Proven", True, "CASE WHEN unjudged = 0 THEN proven END", "claims"),
    Metric("guessed_rate", "Guessed", True, "CASE WHEN unjudged = 0 THEN guessed END", "claims"),
    Metric("wrong_rate", "Wrong", True, "claims - correct", "claims"),
    Metric("missed_per_game", "Missed a game", False, "missed", "1"),
    Metric("latency", "Asks waited", False, "latency", "latencies"),
    Metric("bits_to_team", "To the team", False, "bits_to_team", "asks"),
    Metric("bits_to_opponents", "To the opponents", False, "bits_to_opponents", "asks"),
    Metric("bits_to_public", "To the public", False, "bits_to_public", "asks"),
    Metric("error", "Error", False, "error", "decisions"),
    Metric("given_up", "Chance given up", False, "given_up", "asks_judged"),
)
"""What is worked out. Where a player's hand is not known, the parts that need it are null, and the
game says nothing on them."""

COUNTS: Final = (
    "asks", "hits", "turns", "dead", "sure", "claims", "correct", "proven", "guessed", "unjudged",
    "missed",
)  # fmt: skip
"""What is added up as well, over the games of which it is known."""
_ADDED: Final = (
    *COUNTS, "latency", "latencies", "bits_to_team", "bits_to_opponents", "bits_to_public",
    "asks_judged", "given_up", "decisions", "error",
)  # fmt: skip
"""What is added up over the seats of a player, or the players of a team."""
SORTABLE: Final = (
    "name", "games", "finished", "won", "drawn", *COUNTS, *(metric.name for metric in METRICS),
)  # fmt: skip
"""By what players and teams can be sorted."""


@json_keys("name", "group", "games", "finished", "won", "counts", "drawn", "*=counts", "rates")
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

    def value(self, name: str) -> Any:
        """The name, a count, or the value of a metric, by its name; None where it is not known."""
        if name in self.counts:
            return self.counts[name]
        rate = self.rates.get(name)
        return rate.value if rate else getattr(self, name, None)


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
    people: Mapping[str, str] = field(default_factory=dict)
    """For names that are not those of a person the person whose they are: ``{"Annie": "Ann"}``."""

    def __post_init__(self) -> None:
        if self.sort is not None:
            require_word(self.sort, SORTABLE, "number to sort by")
        for column in self.where:
            require_word(column, get_args(By), "column to choose games by")

    def shows(self, name: str) -> bool:
        """Whether a player or a team is shown."""
        return not self.players or not {name, *name.split("+")}.isdisjoint(self.players)

    @property
    def order(self) -> str:
        """In SQL: group by group, and the unknown come last."""
        sort = self.sort or "games"
        way = "DESC" if self.ascending == (sort == "name") else "ASC"
        return f'"group", {sort} {way} NULLS LAST, games DESC, name'


@json_keys(
    "by",
    "games",
    "unread",
    "unanalysed",
    "players",
    "teams",
    "duplicates",
    "waits",
    "with_gaps",
    "faults",
    "not_reviewed",
    "notes",
)
@dataclass(frozen=True, repr=False)
class Stats(Answer):
    """Statistics over many games.

    Keys:
        by, games: By what games are grouped, or null; how many there are.
        unread, unanalysed, duplicates: How many games could not be read; count only with what takes
            no deduction; were there already.
        with_gaps, not_reviewed, faults: Only where there are such: games with gaps, which count
            only where no gap decides; games whose moves could not be judged; games at which tracker
            itself failed.
        players, teams: Lists of objects with the next keys; a team is its players, wherever they
            sit.
        name, group: The player or team; the rules, the date or the deck, or null.
        games, finished, won, drawn: Games; those with a result; those won; draws.
        asks, hits, turns, dead, sure, claims, correct, proven, guessed, unjudged, missed: Sums of
            the columns of the table ``players``, over the games in which they are known; null: in
            none.
        rates: Objects with ``value``, 95% limits ``low`` and ``high`` (null: they cannot be said),
            ``games`` that had something to say, and ``cases``, what it is a ratio to. A game counts
            as one observation.
        win_rate, hit_rate, dead_rate, sure_rate: Rates: shares of games, a draw being half a win,
            and of asks.
        half_suits, missed_per_game, cards_per_turn: Half-suits won and claims missed a game; cards
            got in a turn with an ask.
        proven_rate, guessed_rate, wrong_rate: Shares of claims; the first two over games in which
            all the player's claims could be judged.
        latency: Asks from when the claimant could prove a claim to the claim.
        bits_to_team, bits_to_opponents, bits_to_public: Bits that an ask told.
        error, given_up: Points that a decision gave away, an estimate; the chance of a yes that an
            ask gave up: that of the likeliest legal ask less its own.
        waits: How long proofs waited for the team's claim: how many were ``claimed``; how many were
            not (``censored``); the ``median`` in asks; ``curve``, for each number of ``asks`` the
            ``share`` that went on waiting, with limits ``low`` and ``high`` (Kaplan-Meier).
        notes: What these numbers cannot say, in words.
    """

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
    with_gaps: int | None = field(default=None, metadata=OPTIONAL)
    """Games with gaps, of which only what no gap decides is counted; None: there are none."""
    faults: tuple[str, ...] | None = field(default=None, metadata=OPTIONAL)
    """Games at which the program itself failed, each with its error; None: there are none."""
    not_reviewed: int | None = field(default=None, metadata=OPTIONAL)
    """Games whose moves were to be judged, and none of them could be: gaps decide what happened, no
    dealt hand is known, or the deals could not be counted; None: there are none."""
    whole: bool = field(default=False, metadata=HIDDEN)
    """Whether every number is shown, not the most important ones."""


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
        games: one or more archives, which are read; or sources and records, which are analysed now.
        by: the column by which to part the games; None: not at all.
        level: what is worked out of games that are analysed: one of ``LEVELS``, from what stands in
            the record (``events``) to what the moves were worth (``review``).
        workers: how many processes analyse them.
        budget: seconds of processor time for each game that is analysed; None: no limit.
        selection: which games count, who is shown, and in which order.

    Raises:
        RecordError: where a source is not there, or an archive is of another version, or archives
            and other sources are named together.
    """
    with archive_of(games, level=level, workers=workers, budget=budget) as (base, faults):
        return stats_in(base, by, selection, faults)


def stats_in(
    base: sqlite3.Connection,
    by: By | None = None,
    selection: Selection = Selection(),
    faults: Sequence[str] = (),
) -> Stats:
    """Statistics of an archive.

    Args:
        base: a connection to it.
        by: the column by which to part the games; None: not at all.
        selection: which games count, who is shown, and in which order.
        faults: games that met a fault of the program.
    """
    if by is not None:
        require_word(by, get_args(By), "column to part games by")
    base.create_function(
        "person", 1, lambda name: selection.people.get(name, name), deterministic=True
    )
    base.create_function(  # of names with spaces between them
        "team_of", 1, lambda names: "+".join(sorted(set(names.split()))), deterministic=True
    )
    base.create_function("is_shown", 1, selection.shows, deterministic=True)
    begins = (f"substr(coalesce({n}, ''), 1, length(:{n})) = :{n}" for n in selection.where)
    where = " AND ".join(["1", *begins])

    def chosen(what: str, table: str, more: str = "") -> list[tuple[Any, ...]]:
        """Rows of a table that has the games that count."""
        sql = f"SELECT {what} FROM {table} WHERE {where} {more}"
        values: dict[str, Any] = {"least": selection.least, **dict(selection.where.items())}
        return base.execute(sql, values).fetchall()

    ((games, unanalysed, with_gaps, not_reviewed),) = chosen(
        "count(*), sum(NOT analysed), sum(open_gaps > 0), sum(level = 'review' AND NOT judged)",
        f"({_GAMES})",
    )
    unread, sources, different = base.execute(
        "SELECT sum(game IS NULL), count(game), count(DISTINCT game) FROM sources"
    ).fetchone()
    claimed, unclaimed = (
        [wait for (wait,) in chosen("value", f"({_GAMES}), json_each({column})")]
        for column in ("waits", "unclaimed")
    )
    group = "NULL" if by is None else f"coalesce({by}, '')"
    players, teams = (
        tuple(
            _standing(*row)
            for row in chosen(
                f'name, {group} AS "group", {", ".join(_sums())}',
                f"({_OBSERVED}, {who}) JOIN ({_GAMES}) USING (game)",
                "GROUP BY 1, 2 HAVING count(*) >= :least AND is_shown(name) "
                f"ORDER BY {selection.order}",
            )
        )
        for who in ("person(player)", "NULL")
    )
    return Stats(
        by, games, unread or 0, unanalysed or 0, players, teams, sources - different,
        waits_of(claimed, unclaimed) if claimed or unclaimed else None,
        with_gaps or None, tuple(faults) or None, not_reviewed or None,
    )  # fmt: skip


_GAMES: Final = (
    "SELECT game, rules, deck, level, analysed, open_gaps, waits, unclaimed, (SELECT date FROM "
    "sources WHERE sources.game = games.game ORDER BY rowid LIMIT 1) AS date, EXISTS (SELECT 1 "
    "FROM players WHERE players.game = games.game AND decisions > 0) AS judged FROM games"
)
"""The games, each with its date where it was told first, and whether a move of it was judged."""
_OBSERVED: Final = (
    "SELECT game, team_of(group_concat(person(player), ' ')) AS name, "
    "max(won) AS won, max(drawn) AS drawn, max(half_suits) AS half_suits, "
    + ", ".join(f"CASE WHEN count({n}) = count(*) THEN sum({n}) END AS {n}" for n in _ADDED)
    + " FROM players GROUP BY game, team"
)
"""What a team, or a player with all of their seats in it, did in a game: a number that is not known
of one seat is not known."""


def _sums() -> Iterator[str]:
    """What is worked out of the games of a player or a team, in SQL."""
    yield "count(*) AS games, count(won) AS finished"
    yield from (f"coalesce(sum({name}), 0) AS {name}" for name in ("won", "drawn"))
    yield from (f"sum({name}) AS {name}" for name in COUNTS)
    for metric in METRICS:
        x, y = f"({metric.part})", f"({metric.whole})"
        known = f"FILTER (WHERE {x} IS NOT NULL AND {y} > 0)"
        terms = (x, y, f"{x} * {x}", f"{y} * {y}", f"{x} * {y}")
        sums = [f"sum(1.0 * {term}) {known}" for term in terms]
        yield f"{sums[0]} / {sums[1]} AS {metric.name}, count(*) {known}"
        yield from sums


def _standing(
    name: str, group: str | None, games: int, finished: int, won: int, drawn: int, *sums: Any
) -> Standing:
    """The statistics of a player or a team, from what ``_sums`` says."""
    counts = dict(zip(COUNTS, sums, strict=False))
    rates = {
        metric.name: ratio_of(*sums[at : at + 6], share=metric.share) if sums[at] else None
        for at, metric in zip(range(len(COUNTS) + 1, len(sums), 7), METRICS, strict=True)
    }
    return Standing(name, group, games, finished, won, counts, rates, drawn)
