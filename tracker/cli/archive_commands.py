"""Commands for many games: archive, stats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tracker.cli.files import unreadable, write_out
from tracker.cli.options import ascii_option, json_option, sources_argument
from tracker.cli.runner import command, deliver
from tracker.cli.work_options import ProgressLine, budget_of, work_options, workers_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracker.archive.chunks import Chunk
    from tracker.archive.stats import By, StatRows, Stats


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
    workers: int | None,
    scheduler: str | None,
    budget: float,
    chunk: int,
    anonymous: bool,
    salt: str,
) -> None:
    """Analyse many games, and write what there is to say of them as tables (Parquet).

    SOURCE is a file, a folder, a pattern, a zip or tar archive, or - for standard input. A run that
    was stopped goes on where it ended, with the same command. A game that cannot be read, or takes
    too long, is a row of the table of problems.
    """
    from tracker.archive.source_games import SourceGames
    from tracker.archive.writing import Settings, write_archive

    games = SourceGames(sources, form)
    settings = Settings(chunk, budget_of(budget), salt if anonymous else None)
    progress = ProgressLine(games)
    try:
        for shard in write_archive(
            games,
            output,
            settings,
            workers=workers_of(workers),
            scheduler=scheduler,
            apart=settings.budget is not None,
        ):
            progress.add(shard.games, shard.problems, resumed=shard.resumed)
    except OSError as error:
        raise unreadable(output, error) from error
    finally:
        progress.end()


@command(
    "stats",
    sources_argument,
    click.option(
        "--by",
        type=click.Choice(["rules", "date", "deck"]),
        help="Part the games by what they have.",
    ),
    click.option("--quick", is_flag=True, help="Only what takes no deduction."),
    work_options,
    click.option("--csv", "as_csv", is_flag=True, help="Print CSV."),
    click.option("--md", "markdown", is_flag=True, help="Print Markdown."),
    json_option,
    ascii_option,
)
def stats_command(
    sources: tuple[str, ...],
    by: By | None,
    as_csv: bool,
    markdown: bool,
    as_json: bool,
    plain: bool,
    **work: Any,
) -> None:
    """Results, asks and claims of players and teams over many games, with 95% limits.

    SOURCE is a file, a folder, a pattern, a zip or tar archive, - for standard input, or the folder
    of one archive that `tracker archive` wrote.
    """
    if sum([as_csv, markdown, as_json]) > 1:
        raise click.UsageError("--csv, --md and --json exclude each other")
    from tracker.archive.folder import is_archive
    from tracker.archive.stats import archive_stats
    from tracker.render.stats_tables import stats_csv, stats_markdown

    if len(sources) == 1 and is_archive(sources[0]):
        stats = archive_stats(Path(sources[0]), by)
    else:
        stats = _worked_out(sources, by, **work)
    if as_csv:
        write_out(None, stats_csv(stats))
    elif markdown:
        write_out(None, stats_markdown(stats))
    else:
        sys.exit(deliver(stats, as_json=as_json, plain=plain))


def _worked_out(
    sources: tuple[str, ...],
    by: By | None,
    *,
    form: str | None,
    workers: int | None,
    scheduler: str | None,
    budget: float,
    quick: bool,
) -> Stats:
    """Statistics of games that are analysed now."""
    from tracker.archive.chunks import chunks_of, in_order
    from tracker.archive.source_games import SourceGames
    from tracker.archive.stats import stats_of, work_for_stats
    from tracker.archive.work import spread

    games, seconds = SourceGames(sources, form), budget_of(budget)
    progress = ProgressLine(games)
    results = spread(
        work_for_stats(seconds, analyse=not quick),
        chunks_of(games, 8),
        workers=workers_of(workers),
        scheduler=scheduler,
        apart=seconds is not None and not quick,
    )

    def counted() -> Iterator[tuple[Chunk, StatRows]]:
        for chunk, rows in results:
            progress.add(len(chunk.games), rows.unread)
            yield chunk, rows

    stats = stats_of(in_order(counted()), by)
    progress.end()
    return stats
