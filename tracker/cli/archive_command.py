"""``tracker archive``: the tables of many games as Parquet files."""

from __future__ import annotations

import click

from tracker.cli.options import sources_argument, unreadable
from tracker.cli.work_options import (
    ProgressLine,
    budget_of,
    work_options,
    workers_of,
)


@click.command("archive")
@sources_argument
@click.option(
    "-o", "--output", required=True, type=click.Path(file_okay=False), help="The folder to write."
)
@work_options
@click.option(
    "--chunk",
    type=click.IntRange(min=1),
    default=32,
    show_default=True,
    metavar="N",
    help="Games in each part of the archive.",
)
@click.option("--anonymous", is_flag=True, help="Pseudonyms in the place of names.")
@click.option(
    "--salt",
    envvar="TRACKER_SALT",
    default="",
    metavar="SECRET",
    help="What pseudonyms are made with, so that nobody can check a guess.",
)
def command(
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
