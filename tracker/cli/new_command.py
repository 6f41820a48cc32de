"""``tracker new``: begin a record."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click

from tracker.cli.new_dialogue import asked_record
from tracker.cli.options import BadNotationError
from tracker.entry.record_file import Store
from tracker.errors import NotationError
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.text import dumps, loads


@click.command("new")
@click.argument("file", type=click.Path())
@click.option("--title", metavar="TEXT", help="What to call the game.")
@click.option("--rules", metavar="RULES", help="A preset and changes: 'pagat, must-claim=yes'.")
@click.option("--seats", metavar="NAMES", help="The players, clockwise: 'Ann Bob Carl Dora'.")
@click.option("--teams", metavar="TEAMS", help="'A C / B D', where they do not alternate.")
@click.option("--dealer", metavar="SEAT", help="Who dealt.")
@click.option(
    "--hand", "hands", metavar="HAND", multiple=True, help="'Ann: 2C 3C …'; may be given again."
)
def command(
    file: str,
    title: str | None,
    rules: str | None,
    seats: str | None,
    teams: str | None,
    dealer: str | None,
    hands: tuple[str, ...],
) -> None:
    """Begin a record: say rules, seats, dealer and the hands that are known.

    Without --seats they are asked for, on a terminal; what was typed when Ctrl-C ended it is kept.
    `tracker enter FILE` goes on. The file must not be there yet.
    """
    if os.path.lexists(file):
        raise click.UsageError(f"{printable(file)} is there already (expected a new file)")
    given = {"title": title, "rules": rules, "seats": seats, "teams": teams, "dealer": dealer}
    lines = [f"{keyword}: {value}" for keyword, value in given.items() if value is not None]
    lines += [f"hand {hand}" for hand in hands]
    if seats is not None:
        _save(file, _read(lines))
    elif not sys.stdin.isatty():
        raise click.UsageError("expected --seats 'NAME NAME …' (there is no terminal to ask on)")
    elif [line for line in lines if not line.startswith("title:")]:
        raise click.UsageError("expected --seats with the other options, or none of them")
    else:
        _save(file, asked_record(file, lines))


def _read(lines: list[str]) -> Record:
    """The record that the options make.

    Raises:
        click.ClickException: where one of them means nothing.
    """
    try:
        return loads("\n".join(lines), "header")
    except NotationError as error:
        found = []
        for one in error.problems:
            keyword = lines[one.line - 1].split(":")[0].split()[0]
            # A column is counted in the option's value, which stands behind the line's keyword.
            before = len(keyword) + (1 if keyword == "hand" else 2)
            found.append((f"--{keyword}", replace(one, column=max(one.column - before, 1))))
        raise BadNotationError(found) from error


def _save(file: str, record: Record) -> None:
    store = Store(file)
    store.save(dumps(record))
    click.echo(f"{store.name} is there; `tracker enter {store.name}` goes on", err=True)
