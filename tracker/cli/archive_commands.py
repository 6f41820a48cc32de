"""Commands for many games: archive, stats, simulate."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click

from tracker.archive.pool import DEFAULT_BUDGET, available_cores
from tracker.archive.schema import LEVELS
from tracker.cli.files import naming, read_bytes, write_json_line, write_out
from tracker.cli.options import (
    ascii_option,
    at_most_one,
    json_lines_option,
    json_option,
    output_option,
    refuse,
    sources_argument,
)
from tracker.cli.runner import command, deliver
from tracker.cli.streams import STANDARD, say
from tracker.messages import counted, printable
from tracker.notation.record_files import FORMS
from tracker.render.forms import EXIT_NEGATIVE

if TYPE_CHECKING:
    from tracker.archive.reading import Found
    from tracker.archive.schema import Level
    from tracker.archive.stats import By, Stats
    from tracker.archive.store import Added
    from tracker.game.record import Record


# Options of commands that work on many games, and how far they have got.

_MOST_FAULTS: Final = 5
"""So many faults are told; the rest are counted."""
_IN_A_TERMINAL: Final = (1.0, "\r\x1b[K", "")
"""Seconds between two lines of progress, what stands before them, and what behind."""
_ELSEWHERE: Final = (30.0, "", "\n")


_WORK: Final = (
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
        "--cluster",
        metavar="ADDRESS",
        help="Work on this Dask cluster: tcp://host:8786 (with the extra cluster).",
    ),
    click.option(
        "--budget",
        type=click.FloatRange(min=0),
        default=DEFAULT_BUDGET,
        callback=lambda _, __, seconds: seconds or None,
        show_default=True,
        metavar="SECONDS",
        help="Processor time that one game may take, read after each event; 0: without end.",
    ),
)
"""The options of how and where to work: ``--from``, ``--workers`` and their like."""

level_option: Final = click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="all",
    show_default=True,
    help="What to work out, each with what is before it: the record (events), proofs and claims,"
    " odds and bits (all), what moves were worth (review).",
)


class ProgressLine:
    """Says on standard error how far the work has got: a line that changes, on a terminal."""

    def __init__(self) -> None:
        self._begun = self._printed = time.monotonic()
        place = _IN_A_TERMINAL if sys.stderr.isatty() else _ELSEWHERE
        self._seconds, self._before, self._behind = place
        self.done = self._resumed = self._problems = 0
        """Games that were worked on, or there before; and so on."""
        self._faults: list[str] = []

    def add(self, added: Added) -> None:
        """Take in what became of a game."""
        self.done += 1
        self._resumed += added.resumed
        self._problems += added.problems
        if added.fault is not None:
            self._faults.append(f"{added.game.place}: {added.fault}")
        now = time.monotonic()
        if now - self._printed >= self._seconds:
            self._printed = now
            say(f"{self._before}{self.words()}", err=True, end=self._behind)

    def words(self) -> str:
        """What has been done, and how fast."""
        seconds = max(time.monotonic() - self._begun, 1e-9)
        rate = (self.done - self._resumed) / seconds
        before = f", {self._resumed} of them before" if self._resumed else ""
        problems = f", {counted(self._problems, 'problem')}" if self._problems else ""
        return f"{counted(self.done, 'game')}{before}{problems}, {rate:.3g} a second"

    def close(self) -> None:
        """Say what has been done in all, if anything was, and which faults there were."""
        if not self.done:
            return
        say(f"{self._before}{self.words()}", err=True)
        for fault in self._faults[:_MOST_FAULTS]:
            say(f"Fault: {printable(fault)}", err=True)
        if self._faults:
            games = counted(len(self._faults), "game")
            say(f"{games} met a fault of tracker: please report it", err=True)

    @property
    def status(self) -> int:
        """The exit status of a command that has done what could be done."""
        return EXIT_NEGATIVE if self._faults else 0


parquet_option: Final = click.option(
    "--parquet",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the tables into a folder, too, as Parquet (with the extra archive).",
)


@command(
    "archive",
    click.argument("sources", nargs=-1, metavar="SOURCE…", type=click.Path(allow_dash=True)),
    click.option(
        "-o",
        "--output",
        required=True,
        type=click.Path(),
        help="The archive: one file, such as CLUB.sqlite.",
    ),
    *_WORK,
    level_option,
    click.option(
        "--remove",
        is_flag=True,
        help="Take the games of these sources out instead: by path, FILE.zip/MEMBER, or name.",
    ),
    click.option(
        "--forget",
        metavar="NAME",
        help="Instead, put a pseudonym for a player's name in all games, now and later. Their"
        " records lose comments, titles and places.",
    ),
    click.option("--no-records", is_flag=True, help="Keep the tables alone, without the records."),
    click.option(
        "--anonymous",
        is_flag=True,
        help="Pseudonyms for names of players and files; no records, titles, places, comments.",
    ),
    click.option(
        "--salt",
        envvar="TRACKER_SALT",
        default="",
        metavar="SECRET",
        help="What pseudonyms are made with, so that nobody can check a guess (or TRACKER_SALT). An"
        " archive goes on only with the one that it was begun with.",
    ),
    parquet_option,
)
def archive_command(
    sources: tuple[str, ...],
    output: str,
    form: str | None,
    level: Level,
    budget: float | None,
    remove: bool,
    forget: str | None,
    no_records: bool,
    anonymous: bool,
    salt: str,
    parquet: str | None,
    **spreading: Any,
) -> int:
    """Keep many games in one file, with tables of what there is to say of them (SQLite).

    SOURCE is a file, a folder, a pattern, a zip or tar archive, - for standard input, or another
    archive. A game is added as a whole or not at all, and the same game counts once. Games that are
    in the archive already stay: a run that was stopped goes on with the same command, and more
    games can be added at any time. A game that cannot be read, or takes too long, is told in the
    table of problems. Exit status 1 where tracker itself failed at a game; that game is named and
    left out.
    """
    from tracker.archive.reading import require_pyarrow, write_parquet
    from tracker.archive.source_games import games_of
    from tracker.archive.store import opened

    is_both = (forget is None) != bool(sources) or (remove and forget is not None)
    refuse({"expected SOURCE…, with --remove or not; or --forget NAME alone": is_both})
    if parquet is not None:
        require_pyarrow()
    if forget is None and not remove:
        games = games_of(sources, form)
    spreading["apart"] = budget is not None
    with (
        closing(ProgressLine()) as progress,
        naming(output),
        opened(
            output,
            new=forget is None and not remove,
            level=level,
            budget=budget,
            salt=salt if anonymous else None,
            records=not no_records,
        ) as archive,
    ):
        if remove:
            if not _removed(archive.remove(sources, form), output):
                return EXIT_NEGATIVE
        elif forget is None:
            archive.add(games, progress.add, **spreading)
        else:
            archive.forget(forget, progress.add, **spreading)
        if forget is not None and not progress.done:
            say(f"{printable(output)} has no game of this player: none told anew", err=True)
            return EXIT_NEGATIVE
        if parquet is not None:
            with naming(parquet):
                write_parquet(archive.base, parquet)
    return progress.status


def _removed(gone: Mapping[str, int], output: str) -> bool:
    """Say how many games were taken out, by their source; whether any were."""
    for source, number in gone.items():
        say(f"{printable(source)}: {counted(number, 'game')} taken out", err=True)
    if not gone:
        say(f"{printable(output)} has no games of these sources: none taken out", err=True)
    return bool(gone)


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
        help="Only games whose rules, date or deck begins so: date=2026-03.",
    ),
    click.option(
        "--player",
        "players",
        multiple=True,
        metavar="NAME",
        help="Only this player, with the teams; may be given more than once.",
    ),
    click.option(
        "--alias",
        type=click.Path(allow_dash=True),
        metavar="FILE",
        help="Who is who: each line has the names of one person, that to be shown first; # begins a"
        " comment.",
    ),
    click.option(
        "--least",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="Only players and teams with N games.",
    ),
    click.option(
        "--sort", metavar="NAME", help="By which number, as JSON names it, or name; most first."
    ),
    click.option("--ascending", is_flag=True, help="Least first."),
    click.option(
        "--all",
        "whole",
        is_flag=True,
        help="Every number, as --csv and --json always have; not the most important ones.",
    ),
    click.option("--sql", metavar="SELECT", help="Answer a query of the tables instead."),
    *_WORK,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
    click.option("--md", "markdown", is_flag=True, help="Print Markdown."),
    json_option,
    json_lines_option,
    parquet_option,
    ascii_option,
)
def stats_command(
    sources: tuple[str, ...],
    by: By | None,
    quick: bool,
    level: Level,
    where: tuple[str, ...],
    players: tuple[str, ...],
    alias: str | None,
    least: int,
    sort: str | None,
    ascending: bool,
    whole: bool,
    sql: str | None,
    form: str | None,
    workers: int,
    cluster: str | None,
    budget: float | None,
    parquet: str | None,
    **forms: bool,
) -> int:
    """Results, asks and claims of players and teams over many games, with 95% limits.

    SOURCE is a file, a folder, a pattern, a zip or tar archive, - for standard input; or an archive
    that `tracker archive` wrote, or several of them.
    """
    at_most_one("--csv", "--md", "--json", "--jsonl")
    from tracker.archive.people import people_in
    from tracker.archive.reading import archive_of, query, write_parquet
    from tracker.archive.stats import Selection, stats_in

    names = b"" if alias is None else read_bytes(alias, most=None)
    people = people_in(names.decode(errors="replace"), alias or "")
    selection = Selection(_conditions(where), players, least, sort, ascending, people)
    needs_process = budget is not None and level != "events" and not quick
    with (
        closing(ProgressLine()) as progress,
        naming(sources[0]),
        archive_of(
            sources,
            form=form,
            level="events" if quick else level,
            budget=budget,
            tell=progress.add,
            workers=workers,
            cluster=cluster,
            apart=needs_process,
        ) as (base, faults),
    ):
        if parquet is not None:
            with naming(parquet):
                write_parquet(base, parquet)
        if sql is not None:
            answer: Stats | Found = query(base, sql)
        else:
            answer = replace(stats_in(base, by, selection, faults), whole=whole)
    _tell(answer, **forms)
    return progress.status


def _tell(
    answer: Stats | Found,
    *,
    as_csv: bool,
    markdown: bool,
    as_json: bool,
    as_lines: bool,
    plain: bool,
) -> None:
    """Print statistics, or what a query found, in one of their forms."""
    from tracker.render.stats_tables import csv_of, documents_of

    if as_lines:
        for document in documents_of(answer):
            write_json_line(document)
    elif as_csv:
        write_out(None, csv_of(answer))
    else:
        deliver(answer, as_json=as_json, plain=plain, markdown=markdown)


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
        "--seed",
        type=int,
        default=0,
        show_default=True,
        metavar="N",
        help="Of all chance: another seed, other games.",
    ),
)
def simulate_command(
    count: int, output: str | None, rules: str, seats: str, players: str, seed: int
) -> None:
    """Let simulated players play games, each dealt at random, and write their records.

    KINDS, the strongest first: thinker (remembers all, asks by the exact odds, claims what it can
    prove), attentive (asks for cards that it saw move, claims what it saw most of), forgetful (a
    thinker that remembers 12 events), chaotic (forgets half, claims wildly), rash (claims at once).
    The attentive, the chaotic and the rash know the true hands and pretend not to. The same seed
    gives the same games.
    """
    from tracker.notation.games import dump_all, dumps_all
    from tracker.notation.text import loads
    from tracker.play.players import simulated_game

    names = seats.split()
    refuse({"expected --seats 'NAME NAME …'": not names})
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
