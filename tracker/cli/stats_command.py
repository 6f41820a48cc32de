"""``tracker stats``: players and teams over many games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import ascii_option, json_option, sources_argument, write_json, write_out
from tracker.cli.work_options import (
    ProgressLine,
    budget_of,
    work_options,
    workers_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracker.archive.chunks import Chunk
    from tracker.archive.stats import By, StatRows, Stats


@click.command("stats")
@sources_argument
@click.option(
    "--by", type=click.Choice(["rules", "date", "deck"]), help="Part the games by what they have."
)
@click.option("--quick", is_flag=True, help="Only what takes no deduction.")
@work_options
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--md", "markdown", is_flag=True, help="Print Markdown.")
@json_option
@ascii_option
def command(
    sources: tuple[str, ...],
    by: By | None,
    quick: bool,
    form: str | None,
    workers: int | None,
    scheduler: str | None,
    budget: float,
    as_csv: bool,
    markdown: bool,
    as_json: bool,
    plain: bool,
) -> None:
    """Results, asks and claims of players and teams over many games, with 95% limits.

    SOURCE is a file, a folder, a pattern, a zip or tar archive, - for standard input, or the folder
    of one archive that `tracker archive` wrote.
    """
    if sum([as_csv, markdown, as_json]) > 1:
        raise click.UsageError("--csv, --md and --json exclude each other")
    from tracker.archive.folder import is_archive
    from tracker.archive.stats import archive_stats

    if len(sources) == 1 and is_archive(sources[0]):
        found = archive_stats(Path(sources[0]), by)
    else:
        found = _worked_out(
            sources, by, form, workers_of(workers), scheduler, budget_of(budget), quick
        )
    _write(found, as_csv=as_csv, markdown=markdown, as_json=as_json, plain=plain)


def _worked_out(
    sources: tuple[str, ...],
    by: By | None,
    form: str | None,
    workers: int,
    scheduler: str | None,
    budget: float | None,
    quick: bool,
) -> Stats:
    """Statistics of games that are analysed now."""
    from tracker.archive.chunks import chunks_of, in_order
    from tracker.archive.source_games import SourceGames
    from tracker.archive.stats import stats_of, work_for_stats
    from tracker.archive.work import spread

    games = SourceGames(sources, form)
    progress = ProgressLine(games)
    work = work_for_stats(budget, analyse=not quick)
    results = spread(
        work,
        chunks_of(games, 8),
        workers=workers,
        scheduler=scheduler,
        apart=budget is not None and not quick,
    )

    def told() -> Iterator[tuple[Chunk, StatRows]]:
        for chunk, rows in results:
            progress.add(len(chunk.games), rows.unread)
            yield chunk, rows

    found = stats_of(in_order(told()), by)
    progress.end()
    return found


def _write(found: Stats, *, as_csv: bool, markdown: bool, as_json: bool, plain: bool) -> None:
    """Print statistics in the form that was asked for."""
    from tracker.render import stats_tables as render

    if as_json:
        write_json(render.stats_document(found))
    elif as_csv:
        write_out(None, render.stats_csv(found))
    elif markdown:
        write_out(None, render.stats_markdown(found))
    else:
        from tracker.cli.console import output

        output(plain=plain).print(render.stats_report(found))
