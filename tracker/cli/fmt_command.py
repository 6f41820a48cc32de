"""``tracker fmt``: records in canonical form."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable

import click

from tracker.cli.ending import tell
from tracker.cli.main import EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import read_whole, source_name, unreadable
from tracker.cli.streams import say, send
from tracker.entry.record_file import StorageError, Store
from tracker.errors import NotationError, RecordError
from tracker.messages import printable, printable_lines
from tracker.notation import games
from tracker.notation.source import MAX_BYTES


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--check", "only_check", is_flag=True, help="Only list files that would change.")
@click.option("--write", is_flag=True, help="Rewrite the files in place.")
def command(files: tuple[str, ...], only_check: bool, write: bool) -> None:
    """Write records in canonical form, to standard output or (--write) in place.

    With --check, exit status 1 if any file is not in canonical form. A file that is not a record
    is left alone; the others are still done (exit status 2). A folder stands for the records in it
    whose names end in .lit.
    """
    if only_check and write:
        raise click.UsageError("--check and --write exclude each other")
    if write and "-" in files:
        raise click.UsageError("--write needs files, not standard input")
    do = _check if only_check else _rewrite if write else _print
    from tracker.archive.sources import record_paths

    sys.exit(max(_done(do, file) for file in record_paths(files)))


def _done(do: Callable[[str], int], file: str) -> int:
    """Do one file; its exit status."""
    try:
        return do(file)
    except (NotationError, RecordError, StorageError) as error:
        prefix = "" if isinstance(error, NotationError) else "Error: "
        say(prefix + printable_lines(str(error)), err=True)
    except click.FileError as error:
        tell(error)
    return EXIT_USAGE


def _print(file: str) -> int:
    send(_canonical(read_whole(file), file))
    return 0


def _check(file: str) -> int:
    data = read_whole(file)
    if data == _canonical(data, file).encode():
        return 0
    say(f"{printable(file)}: not in canonical form", err=True)
    return EXIT_NEGATIVE


def _rewrite(file: str) -> int:
    """Rewrite a file, unless somebody else does at the same time."""
    store = Store(file)
    try:
        data = store.read()
    except OSError as error:
        raise unreadable(file, error) from error
    if data is None:
        raise unreadable(file, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    if len(data) > MAX_BYTES:  # not all of it was read
        raise RecordError(f"{store.name} is too large to be rewritten (most: {MAX_BYTES} bytes)")
    canonical = _canonical(data, file)
    if data != canonical.encode():
        store.save(canonical)
        say(f"{store.name}: rewritten", err=True)
    return 0


def _canonical(data: bytes, file: str) -> str:
    return games.dumps_all(games.loads_all(data, source_name(file)))
