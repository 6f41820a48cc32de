"""``tracker train``: puzzles in the terminal."""

from __future__ import annotations

import random
import sys

import click

from tracker.cli.options import ascii_option
from tracker.cli.puzzle_sources import find_theme, fitting, level_type, puzzles_from
from tracker.teach.puzzle import Puzzle

PACE = 2.5
"""Seconds that an event is shown in memory mode, unless said otherwise."""


@click.command("train")
@click.argument("sources", metavar="[PUZZLE|DIR|GAME]...", nargs=-1)
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
    plain: bool,
) -> None:
    """Pose puzzles: answer, be marked, go on. Ctrl-D leaves at any time.

    Without a source, from the pack of 100 that comes with tracker; else from puzzle files, folders
    of them, or a game of one's own with --as SEAT.
    """
    puzzles = fitting(_all(sources, seat), level, find_theme(theme))
    if not puzzles:
        none = "no mistake was found" if seat is not None else "no puzzle fits"
        click.echo(f"{none}: nothing to pose", err=True)
        sys.exit(1)
    if not sources or seed is not None:
        puzzles = random.Random(seed).sample(puzzles, len(puzzles))
        if not sources and level is None:
            puzzles.sort(key=lambda puzzle: puzzle.level or 0)
    from tracker.cli.console import output
    from tracker.cli.trainer import Trainer, line_reader

    trainer = Trainer(output(plain=plain), line_reader(), lambda _: None, pace if memory else None)
    trainer.go_through(puzzles[:count])


def _all(sources: tuple[str, ...], seat: str | None) -> tuple[Puzzle, ...]:
    """The puzzles of the sources; without any, the pack's."""
    if sources:
        return puzzles_from(sources, seat)
    if seat is not None:
        raise click.UsageError("--as SEAT wants a GAME")
    from tracker.teach.pack import shipped

    return shipped()
