"""``tracker puzzles``: positions worth posing, found in games."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from tracker.cli.main import EXIT_NEGATIVE
from tracker.cli.options import ascii_option, json_option, unreadable, write_json, write_out
from tracker.cli.puzzle_sources import find_theme, level_type, record_files, records_in
from tracker.knowledge.views import View
from tracker.notation.text import dumps
from tracker.render.puzzles import Listed
from tracker.teach.finding import choose, find_puzzles, graded_puzzle
from tracker.teach.puzzle import is_puzzle, puzzle_of


@click.command("puzzles")
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
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
    files: tuple[str, ...],
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

    What is a puzzle already is graded. Level and theme are modelled from the smallest proof. Exit
    status 1 where nothing was found.
    """
    wanted = find_theme(theme)
    rng = random.Random(seed)
    found = [
        one
        for one in _found(files, seat, rng)
        if level in (None, one.found.grade.level) and wanted in (None, one.found.grade.theme)
    ]
    if count is not None:
        by_puzzle = {id(one.found): one for one in found}
        chosen = choose([one.found for one in found], count, rng)
        found = [by_puzzle[id(one)] for one in chosen]
    page = output is not None and output.lower().endswith((".html", ".htm"))
    if output is not None and not (markdown or page):
        found = list(_saved(found, Path(output)))
    if page:
        from tracker.render.page.sheet import sheet

        write_out(output, sheet([one.found.puzzle for one in found]))
    elif markdown:
        from tracker.render.puzzles import handout

        write_out(output, handout(found))
    elif as_json:
        from tracker.render.puzzles import puzzles_document

        write_json(puzzles_document(found))
    else:
        from tracker.cli.console import output as console
        from tracker.render.puzzles import puzzles_report

        console(plain=plain).print(puzzles_report(found))
    sys.exit(0 if found else EXIT_NEGATIVE)


def _found(files: tuple[str, ...], seat: str | None, rng: random.Random) -> Iterator[Listed]:
    """What is found in each of the games; puzzles are graded as they are."""
    from tracker.inference.hands import view_of

    for file in record_files(files):
        for record in records_in(file):
            if is_puzzle(record):
                yield Listed(graded_puzzle(puzzle_of(record, file)), file)
                continue
            views: list[View] | None = None if seat is None else [view_of(record, seat)]
            for one in find_puzzles(record, rng, views=views):
                yield Listed(one, file)


def _saved(found: list[Listed], folder: Path) -> Iterator[Listed]:
    """Write each puzzle to a file of its own: the game's name, and a number."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unreadable(os.fspath(folder), error) from error
    for number, one in enumerate(found, start=1):
        name = "game" if one.file == "-" else Path(one.file).stem
        path = folder / f"{name}-{number:03}.lit"
        write_out(os.fspath(path), dumps(one.found.puzzle.record))
        yield replace(one, saved=os.fspath(path))
