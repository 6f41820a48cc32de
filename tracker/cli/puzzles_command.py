"""``tracker puzzles``: positions worth posing, found in games."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from tracker.archive.source_games import SourceGame
from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import (
    ascii_option,
    json_option,
    sources_argument,
    unreadable,
    write_json,
    write_out,
)
from tracker.cli.puzzle_sources import EachGame, find_theme, level_type
from tracker.game.record import Record
from tracker.notation.text import dumps
from tracker.render.puzzle_tables import Listed
from tracker.teach.finding import choose, find_puzzles, graded_puzzle
from tracker.teach.puzzle import is_puzzle, puzzle_of


@click.command("puzzles")
@sources_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="A folder for the puzzles, or a page: sheet.html (--md: a file).",
)
@click.option("--md", "markdown", is_flag=True, help="A handout in Markdown, answers at its end.")
@click.option("--as", "seat", metavar="VIEW", help="Only seen with these eyes.")
@click.option("--level", type=level_type, help="Only puzzles of this level.")
@click.option("--theme", metavar="THEME", help="Only puzzles of this theme.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="So many at most.")
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Of all chance.")
@json_option
@ascii_option
def command(
    sources: tuple[str, ...],
    output: str | None,
    markdown: bool,
    seat: str | None,
    level: int | None,
    theme: str | None,
    count: int | None,
    seed: int,
    as_json: bool,
    plain: bool,
) -> None:
    """Find positions worth posing in games: records, archives of them, or folders.

    What is a puzzle already is graded. Level and theme are modelled from the proof. Exit status 1
    where nothing was found, 2 or 3 where a game could not be read or makes no sense.
    """
    rng, each = random.Random(seed), EachGame()
    wanted = _Wanted(seat, level, find_theme(theme), count)
    found = wanted.chosen(each.made(sources, partial(wanted.found, rng)), rng)
    if _is_page(output):
        from tracker.render.page.sheet import sheet

        write_out(output, sheet([one.found.puzzle for one in found]))
    elif markdown:
        from tracker.render.puzzle_tables import handout

        write_out(output, handout(found))
    else:
        _list(found if output is None else list(_saved(found, Path(output))), as_json, plain)
    sys.exit(each.status or (0 if found else EXIT_NEGATIVE))


def _is_page(output: str | None) -> bool:
    return output is not None and output.lower().endswith((".html", ".htm"))


def _list(found: list[Listed], as_json: bool, plain: bool) -> None:
    """Print what was found, without the answers; or all of it, in JSON."""
    if as_json:
        from tracker.render.puzzle_tables import puzzles_document

        write_json(puzzles_document(found))
    else:
        from tracker.cli.console import output as console
        from tracker.render.puzzle_tables import puzzles_report

        console(plain=plain).print(puzzles_report(found))


@dataclass(frozen=True)
class _Wanted:
    """Which puzzles are wanted; what is none does not matter."""

    seat: str | None
    level: int | None
    theme: str | None
    count: int | None

    def found(self, rng: random.Random, game: SourceGame, record: Record) -> Iterator[Listed]:
        """What is found in a game; a puzzle is graded as it is."""
        from tracker.inference.hands import view_of

        if is_puzzle(record):
            found = [graded_puzzle(puzzle_of(record, game.source))]
        else:
            views = None if self.seat is None else [view_of(record, self.seat)]
            found = find_puzzles(record, rng, views=views)
        for one in found:
            if self.level in (None, one.grade.level) and self.theme in (None, one.grade.theme):
                yield Listed(one, game.source)

    def chosen(self, found: Iterable[Listed], rng: random.Random) -> list[Listed]:
        """All of them, or as many as are wanted."""
        pool = list(found)
        if self.count is None:
            return pool
        by_puzzle = {id(one.found): one for one in pool}
        chosen = choose([one.found for one in pool], self.count, rng)
        return [by_puzzle[id(one)] for one in chosen]


def _saved(found: list[Listed], folder: Path) -> Iterator[Listed]:
    """Write each puzzle to a file of its own: the game's name, and a number."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unreadable(os.fspath(folder), error) from error
    for number, one in enumerate(found, start=1):
        name = re.sub(r"[^\w.-]", "_", Path(one.file).stem)
        path = folder / f"{name}-{number:03}.lit"
        write_out(os.fspath(path), dumps(one.found.puzzle.record))
        yield replace(one, saved=os.fspath(path))
