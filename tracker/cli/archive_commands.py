"""Commands for many games: archive, stats, behaviour, simulate."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tracker.archive.schema import LEVELS
from tracker.archive.source_games import SourceGames
from tracker.archive.work import DEFAULT_BUDGET, available_cores
from tracker.cli.files import naming, write_out
from tracker.cli.options import (
    ascii_option,
    at_most_one,
    json_option,
    output_option,
    sources_argument,
)
from tracker.cli.runner import command, deliver
from tracker.cli.streams import STANDARD, say
from tracker.errors import RecordError
from tracker.messages import counted, printable
from tracker.notation.record_files import FORMS
from tracker.render.registry import EXIT_NEGATIVE

if TYPE_CHECKING:
    from tracker.archive.schema import Level
    from tracker.archive.stats import By, Selection, Stats
    from tracker.game.record import Record


# Options of commands that work on many games, and how far they have got.

Command = TypeVar("Command", bound=Callable[..., Any])

_MOST_FAULTS: Final = 5
_OFTEN: Final = 1.0
"""Seconds between two lines of progress on a terminal …"""
_SELDOM: Final = 30.0
"""… and elsewhere."""
_ERASE: Final = "\r\x1b[K"


def work_options(command: Command) -> Command:
    """The options of how and where to work: ``--from``, ``--workers`` and their like."""
    options = (
        click.option(
            "--from",
            "form",
            type=click.Choice(FORMS),
            help="What the files are (default: as it is plain from each).",
        ),
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            callback=lambda _, __, number: number or available_cores(),
            metavar="N",
            help="Processes (default: one for each core).",
        ),
        click.option(
            "--scheduler", metavar="ADDRESS", help="Work on this Dask cluster: tcp://host:8786."
        ),
        click.option(
            "--budget",
            type=click.FloatRange(min=0),
            default=DEFAULT_BUDGET,
            callback=lambda _, __, seconds: seconds or None,
            show_default=True,
            metavar="SECONDS",
            help="Processor time that one game may take; 0: without end.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


level_option: Final = click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="all",
    show_default=True,
    help="What to work out: the record; claims and proofs, too; odds and bits, too.",
)


class ProgressLine:
    """Says on standard error how far the work has got: a line that changes, on a terminal.

    Args:
        games: what is read.
    """

    def __init__(self, games: SourceGames) -> None:
        self._games = games
        self._begun = self._printed = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._done = self._resumed = 0
        self._problems = 0

    def add(self, games: int, problems: int, *, resumed: bool = False) -> None:
        """Take in what has been done.

        Args:
            games: how many games.
            problems: how many problems they had.
            resumed: whether they had been done before.
        """
        self._done += games
        self._resumed += games if resumed else 0
        self._problems += problems
        now = time.monotonic()
        if now - self._printed >= (_OFTEN if self._terminal else _SELDOM):
            self._printed = now
            self._print(f"{self.words()}{self._left(now)}")

    def words(self) -> str:
        """What has been done, and how fast."""
        seconds = max(time.monotonic() - self._begun, 1e-9)
        rate = (self._done - self._resumed) / seconds
        before = f", {self._resumed} of them before" if self._resumed else ""
        problems = f", {counted(self._problems, 'problem')}" if self._problems else ""
        return f"{counted(self._done, 'game')}{before}{problems}, {rate:.3g} a second"

    def end(self) -> None:
        """Say what has been done in all, if anything was."""
        if not self._done:
            return
        if self._terminal:
            sys.stderr.write(_ERASE)
        say(self.words(), err=True)
        sys.stderr.flush()

    def _left(self, now: float) -> str:
        """How long it will take, by the share of the sources that has been read."""
        share = self._games.share
        if not share or share >= 1 or self._resumed == self._done:
            return ""
        return f", {_time_words((now - self._begun) * (1 - share) / share)} left"

    def _print(self, line: str) -> None:
        if self._terminal:
            sys.stderr.write(f"{_ERASE}{line}")
        else:
            say(line, err=True)
        sys.stderr.flush()


def _time_words(seconds: float) -> str:
    """A time, roughly: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


@command(
    "archive",
    sources_argument,
    click.option(
        "-o",
        "--output",
        required=True,
        type=click.Path(file_okay=False),
        help="The folder to write.",
    ),
    work_options,
    click.option(
        "--chunk",
        type=click.IntRange(min=1),
        default=32,
        show_default=True,
        metavar="N",
        help="Games in each part of the archive.",
    ),
    level_option,
    click.option("--remove", is_flag=True, help="Take the games of these sources out instead."),
    click.option("--anonymous", is_flag=True, help="Pseudonyms in the place of names."),
    click.option(
        "--salt",
        envvar="TRACKER_SALT",
        default="",
        metavar="SECRET",
        help="What pseudonyms are made with, so that nobody can check a guess.",
    ),
)
def archive_command(
    sources: tuple[str, ...],
    output: str,
    form: str | None,
    workers: int,
    scheduler: str | None,
    budget: float | None,
    chunk: int,
    level: Level,
    remove: bool,
    anonymous: bool,
    salt: str,
) -> None:
    """Analyse many games, and write what there is to say of them as tables (Parquet).

    SOURCE is a file, a folder, a pattern, a zip or tar archive, or - for standard input. Games that
    are in the archive already stay: a run that was stopped goes on with the same command, and more
    games can be added at any time. A game that cannot be read, takes too long, or is the same as
    another one, is a row of the table of problems.
    """
    from tracker.archive.schema import is_archive
    from tracker.archive.source_games import SourceGames
    from tracker.archive.writing import Settings, faults_in, remove_games, write_archive

    secret = salt if anonymous else None
    if remove:
        with naming(output):
            gone = remove_games(output, sources, secret, form)
        for source, number in gone.items():
            say(f"{printable(source)}: {counted(number, 'game')} taken out", err=True)
        if not gone:
            say(f"{printable(output)} has no games of these sources: none taken out", err=True)
            sys.exit(EXIT_NEGATIVE)
        return
    for source in filter(is_archive, sources):
        raise RecordError(f"{printable(source)} is an archive already (name games)")
    games = SourceGames(sources, form)
    settings = Settings(chunk, budget, secret, level)
    progress = ProgressLine(games)
    try:
        with naming(output):
            for shard in write_archive(
                games,
                output,
                settings,
                workers=workers,
                scheduler=scheduler,
                apart=settings.budget is not None,
            ):
                progress.add(shard.games, shard.problems, resumed=shard.resumed)
    finally:
        progress.end()
    faults = faults_in(Path(output))
    for fault in faults[:_MOST_FAULTS]:
        say(f"Fault: {printable(fault)}", err=True)
    if faults:
        say(f"{counted(len(faults), 'game')} met a fault of tracker: please report it", err=True)
        sys.exit(1)


@command(
    "stats",
    sources_argument,
    click.option(
        "--by",
        type=click.Choice(["rules", "date", "deck"]),
        help="Part the games by what they have.",
    ),
    click.option("--quick", is_flag=True, help="The same as --level events."),
    level_option,
    click.option(
        "--where",
        multiple=True,
        metavar="KEY=TEXT",
        help="Only games whose rules, date or deck begins so.",
    ),
    click.option("--player", "players", multiple=True, metavar="NAME", help="Only this player."),
    click.option(
        "--least",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="Only players and teams with N games.",
    ),
    click.option("--sort", metavar="NAME", help="By which number, as JSON names it; most first."),
    click.option("--ascending", is_flag=True, help="Least first."),
    click.option(
        "--standings", is_flag=True, help="Ratings, and comparisons on deals that others played."
    ),
    work_options,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
    click.option("--md", "markdown", is_flag=True, help="Print Markdown."),
    json_option,
    ascii_option,
)
def stats_command(
    sources: tuple[str, ...],
    by: By | None,
    where: tuple[str, ...],
    players: tuple[str, ...],
    least: int,
    sort: str | None,
    ascending: bool,
    standings: bool,
    quick: bool,
    level: Level,
    as_csv: bool,
    markdown: bool,
    as_json: bool,
    plain: bool,
    **work: Any,
) -> None:
    """Results, asks and claims of players and teams over many games, with 95% limits.

    SOURCE is a file, a folder, a pattern, a zip or tar archive, - for standard input, or the folder
    of an archive that `tracker archive` wrote, or several such folders.
    """
    at_most_one({"--csv": as_csv, "--md": markdown, "--json": as_json})
    from tracker.archive.schema import archives_of
    from tracker.archive.stats import Selection, archive_stats
    from tracker.render.stats_tables import stats_csv, stats_markdown

    selection = Selection(_conditions(where), players, least, sort, ascending, standings)
    archives = archives_of(sources)
    if archives:
        stats = archive_stats(archives, by, selection)
    else:
        stats = _worked_out(sources, by, selection, level="events" if quick else level, **work)
    if as_csv:
        write_out(None, stats_csv(stats))
    elif markdown:
        write_out(None, stats_markdown(stats))
    else:
        sys.exit(deliver(stats, as_json=as_json, plain=plain))


def _conditions(where: tuple[str, ...]) -> dict[By, str]:
    """The conditions that ``--where`` means, by the column."""
    conditions: dict[By, str] = {}
    for text in where:
        key, _, wanted = text.partition("=")
        match key:
            case "rules" | "date" | "deck" if wanted:
                conditions[key] = wanted
            case _:
                raise click.UsageError(f"--where {text}: expected rules=, date= or deck=")
    return conditions


def _worked_out(
    sources: tuple[str, ...],
    by: By | None,
    selection: Selection,
    *,
    form: str | None,
    workers: int,
    scheduler: str | None,
    budget: float | None,
    level: Level,
) -> Stats:
    """Statistics of games that are analysed now."""
    from tracker.archive.source_games import SourceGames
    from tracker.archive.stats import analysed_stats

    games = SourceGames(sources, form)
    progress = ProgressLine(games)
    stats = analysed_stats(
        games,
        by=by,
        level=level,
        workers=workers,
        budget=budget,
        selection=selection,
        scheduler=scheduler,
        apart=budget is not None and level != "events",
        tell=lambda chunk, rows: progress.add(len(chunk.games), rows.unread),
    )
    progress.end()
    return stats


@command(
    "behaviour",
    sources_argument,
    output_option("The file to write the profile to"),
    click.option("--name", default="fitted", metavar="NAME", help="What to call it."),
    click.option("--players", default="", metavar="TEXT", help="Whose asks these are, in words."),
    click.option(
        "--least",
        type=click.IntRange(min=1),
        metavar="N",
        help="Profiles of their own for players with N games (default 30).",
    ),
    json_option,
    ascii_option,
)
def behaviour_command(
    sources: tuple[str, ...],
    output: str | None,
    name: str,
    players: str,
    least: int | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Fit how players ask, for --behaviour, on games with dealt hands: a profile as JSON.

    SOURCE is as for `tracker stats`. Each ask is taken as a choice among half-suits, and what each
    weighs is fitted by maximum likelihood.
    """
    from tracker.archive.behaviour_fit import LEAST_GAMES, fit_behaviour
    from tracker.render.json_form import members

    profile = fit_behaviour(sources, name=name, players=players, least=least or LEAST_GAMES)
    if output is not None:
        write_out(output, json.dumps(members(profile), ensure_ascii=False) + "\n")
        return
    sys.exit(deliver(profile, as_json=as_json, plain=plain))


@command(
    "simulate",
    click.option("-n", "count", type=click.IntRange(min=1), default=1, metavar="N", help="Games."),
    output_option("The file to write, with all the games"),
    click.option("--rules", metavar="RULES", default="pagat", help="A preset and changes."),
    click.option(
        "--seats",
        metavar="NAMES",
        default="Ann Bob Carl Dora Eve Finn",
        show_default=True,
        help="The players, clockwise.",
    ),
    click.option(
        "--players",
        metavar="KINDS",
        default="thinker",
        show_default=True,
        help="The kind of each player, clockwise, with commas; fewer are repeated.",
    ),
    click.option(
        "--seed", type=int, default=0, show_default=True, help="Another one, other games."
    ),
)
def simulate_command(
    count: int, output: str | None, rules: str, seats: str, players: str, seed: int
) -> None:
    """Let simulated players play games, each dealt at random, and write their records.

    KINDS: thinker, attentive, forgetful, chaotic, rash, the strongest first; the reference says
    what each does. The same seed gives the same games.
    """
    from tracker.notation.games import dump_all, dumps_all
    from tracker.notation.text import loads
    from tracker.play.players import simulated_game

    names = seats.split()
    if not names:
        raise click.UsageError("expected --seats 'NAME NAME …'")
    kinds = [kind.strip() for kind in players.split(",")]

    def game(number: int) -> Record:
        """One of the games, with its number in its title."""
        lines = [
            f"title: Simulated game {number}, seed {seed}",
            f"source: tracker simulate --players {','.join(kinds)}",
            f"rules: {rules}",
            f"seats: {' '.join(names)}",
            f"dealer: {names[number % len(names)]}",
        ]
        return simulated_game(loads("\n".join(lines), "header"), kinds, f"{seed}/{number}")

    games = map(game, range(count))
    if output is None or output == STANDARD:
        write_out(None, dumps_all(games))
        return
    with naming(output):
        dump_all(games, output)
