"""``tracker fmt``: records in canonical form."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import unreadable
from tracker.cli.whole_file import read_whole, source_name
from tracker.errors import NotationError
from tracker.notation import games
from tracker.notation.files import replace_text
from tracker.render.safe import printable


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--check", "only_check", is_flag=True, help="Only list files that would change.")
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
def command(files: tuple[str, ...], only_check: bool, write: bool) -> None:
    """Write records in canonical form, to standard output or (--write) in place.

    With --check, exit status 1 if any file is not in canonical form. A file that is not a record
    is left alone; the others are still done (exit status 2).
    """
    if only_check and write:
        raise click.UsageError("--check and --write exclude each other")
    if write and "-" in files:
        raise click.UsageError("--write needs files, not standard input")
    statuses = [_format(file, only_check, write) for file in files]
    sys.exit(max(statuses))


def _format(file: str, only_check: bool, write: bool) -> int:
    """Do one file; its exit status."""
    data = read_whole(file)
    try:
        canonical = games.dumps_all(games.loads_all(data, source_name(file)))
    except NotationError as error:
        click.echo("\n".join(map(printable, str(error).split("\n"))), err=True)
        return EXIT_USAGE
    changed = data != canonical.encode()
    if only_check:
        if changed:
            click.echo(f"{printable(file)}: not in canonical form", err=True)
        return EXIT_NEGATIVE if changed else 0
    if not write:
        click.echo(canonical, nl=False)
    elif changed:
        _rewrite(file, canonical)
    return 0


def _rewrite(file: str, canonical: str) -> None:
    try:
        replace_text(file, canonical)
    except OSError as error:
        raise unreadable(file, error) from error
    click.echo(f"{printable(file)}: rewritten", err=True)
