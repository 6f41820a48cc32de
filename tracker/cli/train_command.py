"""``tracker train``: puzzles in the terminal."""

from __future__ import annotations

import contextlib
import random
import sys
from functools import partial
from pathlib import Path

import click

from tracker.cli.console import output
from tracker.cli.each_game import failure
from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import ascii_option, write_out
from tracker.cli.puzzle_sources import EachGame, find_theme, fitting, level_type, puzzles_of
from tracker.cli.trainer import Trainer, line_reader
from tracker.messages import counted, printable
from tracker.render.puzzle_tables import progress_report
from tracker.teach.logbook import Logbook, LogbookError, default_file
from tracker.teach.marking import Attempt
from tracker.teach.puzzle import Puzzle

PACE = 2.5
"""Seconds that an event is shown in memory mode, unless said otherwise."""


@click.command("train")
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--as", "seat", metavar="SEAT", help="Pose what SEAT missed in a GAME.")
@click.option("--level", type=level_type, help="Only puzzles of this level.")
@click.option("--theme", metavar="THEME", help="Only puzzles of this theme.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="So many puzzles.")
@click.option("--seed", type=int, metavar="N", help="Pose them in this order of chance.")
@click.option("--memory", is_flag=True, help="Tell the events one by one; each vanishes.")
@click.option(
    "--pace",
    type=click.FloatRange(min=0),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="How long each event stays, with --memory.",
)
@click.option("--progress", metavar="FILE", type=click.Path(), help="Where progress is kept.")
@click.option("--no-progress", is_flag=True, help="Keep nothing.")
@click.option("--stats", is_flag=True, help="Print progress: by theme and by week.")
@click.option("--export", metavar="F", type=click.Path(allow_dash=True), help="Attempts as CSV.")
@click.option("--forget", is_flag=True, help="Delete all progress.")
@ascii_option
def command(
    sources: tuple[str, ...],
    seat: str | None,
    level: int | None,
    theme: str | None,
    count: int | None,
    seed: int | None,
    memory: bool,
    pace: float,
    progress: str | None,
    no_progress: bool,
    stats: bool,
    export: str | None,
    forget: bool,
    plain: bool,
) -> None:
    """Pose puzzles: answer, be marked, go on. Ctrl-D leaves at any time.

    Without a source, from the pack of 100 that comes with tracker; else from puzzles in files,
    folders or archives, or from games of one's own with --as SEAT.
    """
    with contextlib.ExitStack() as stack:
        kept = None if no_progress else _progress(progress)
        if kept is not None:
            stack.enter_context(kept)
        if stats or export is not None or forget:
            _manage(kept, stats, export, forget, plain)
            return
        if memory and not sys.stdout.isatty():
            raise click.UsageError("--memory needs a terminal: what is told has to vanish")
        each = EachGame()
        puzzles = fitting(_all(sources, seat, each), level, find_theme(theme))
        if not puzzles:
            none = "no mistake was found" if seat is not None else "no puzzle fits"
            click.echo(f"{none}: nothing to pose", err=True)
            sys.exit(each.status or EXIT_NEGATIVE)
        puzzles = _in_order(puzzles, seed, kept)[:count]
        keep = kept.keep if kept is not None else _keep_nothing
        told = pace if memory else None
        pauses = sys.stdin.isatty() and sys.stdout.isatty()
        trainer = Trainer(output(plain=plain), line_reader(), keep, told, pauses=pauses)
        trainer.go_through(puzzles, lambda puzzle, error: each.tell(puzzle.name, failure(error)))
        sys.exit(each.status)


def _keep_nothing(_: Attempt) -> None:
    return


def _in_order(puzzles: list[Puzzle], seed: int | None, kept: Logbook | None) -> list[Puzzle]:
    """By chance where that is wanted, else what is due for review first."""
    if seed is not None:
        return random.Random(seed).sample(puzzles, len(puzzles))
    return puzzles if kept is None else kept.order(puzzles)


def _progress(path: str | None) -> Logbook | None:
    """The progress file; none where it cannot be used, which is then said."""
    try:
        return Logbook(Path(path) if path else default_file(), _note)
    except LogbookError as error:
        if path is not None:
            raise
        _note(f"{error}; nothing is kept of this session")
        return None


def _note(line: str) -> None:
    click.echo(f"Note: {printable(line)}", err=True)


def _manage(
    kept: Logbook | None, stats: bool, export: str | None, forget: bool, plain: bool
) -> None:
    """Print, export or delete progress."""
    if kept is None:
        raise click.UsageError("there is no progress to speak of")
    if export is not None:
        write_out(export, kept.export())
    if stats:
        output(plain=plain).print(progress_report(kept))
    if forget:
        click.echo(f"{counted(kept.forget(), 'attempt')} deleted", err=True)


def _all(sources: tuple[str, ...], seat: str | None, each: EachGame) -> tuple[Puzzle, ...]:
    """The puzzles of the sources; without any, the pack's."""
    if sources:
        return tuple(each.made(sources, partial(puzzles_of, seat)))
    if seat is not None:
        raise click.UsageError("--as SEAT wants a GAME")
    from tracker.teach.pack import shipped

    return shipped()
