"""``tracker knows``: who could prove each half-suit; and what a seat knows of what others can."""

from __future__ import annotations

import sys

import click

from tracker.cli.main import EXIT_NEGATIVE, EXIT_USAGE
from tracker.cli.options import (
    ascii_option,
    at_option,
    complete_view,
    file_argument,
    json_option,
    read_record,
    warn,
    write_json,
)
from tracker.game.record import Record


@click.command("knows")
@file_argument
@click.option(
    "--as",
    "view",
    metavar="VIEW",
    shell_complete=complete_view,
    help="What that seat (public, pooled seats) then knows of what each seat can prove.",
)
@click.option(
    "--chain",
    metavar="SEATS",
    help="Ann,Carl,Eve: whether Ann knows that Carl knows that Eve can prove the --book.",
)
@click.option("--book", metavar="BOOK", help="The half-suit that a --chain is about.")
@at_option
@json_option
@ascii_option
def command(
    file: str,
    view: str | None,
    chain: str | None,
    book: str | None,
    at: int | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Say who could prove each half-suit, from when to when, and what came of it.

    Those asked are the public, each seat whose dealt hand the record gives or fixes, and the pooled
    hands of each team, where all of them are known. With --as: what a seat knows of that at a
    moment, yes, no, or how likely. With --chain: what one knows of what another knows; exit status
    1 if it is not so.
    """
    if (chain is None) != (book is None):
        raise click.UsageError("--chain and --book go together")
    if chain is not None and view is not None:
        raise click.UsageError("--chain begins with the seat whose view it is: no --as with it")
    record = read_record(file)
    warn(record, at)
    if chain is not None and book is not None:
        _tell_chain(record, chain, book, at, as_json, plain)
    elif view is not None:
        _tell_others(record, view, at, as_json, plain)
    else:
        _tell_spans(record, at, as_json, plain)


def _tell_spans(record: Record, at: int | None, as_json: bool, plain: bool) -> None:
    """Print who could prove what, and since when."""
    from tracker.analysis.knows import knows
    from tracker.cli.console import output
    from tracker.render.knowing import knows_document, knows_report

    found = knows(record, at)
    if as_json:
        write_json(knows_document(found))
    else:
        output(plain=plain).print(knows_report(found))


def _tell_others(record: Record, view: str, at: int | None, as_json: bool, plain: bool) -> None:
    """Print what a view knows of what everybody can prove."""
    from tracker.analysis.mutual_knowledge import knows_of_others
    from tracker.cli.console import output
    from tracker.render.knowing import others_document, others_report

    found = knows_of_others(record, view, at)
    if as_json:
        write_json(others_document(found))
    else:
        output(plain=plain).print(others_report(found))


def _tell_chain(
    record: Record, chain: str, book: str, at: int | None, as_json: bool, plain: bool
) -> None:
    """Print whether one knows that another knows; the exit status is negative where not."""
    from tracker.analysis.mutual_knowledge import knows_chain
    from tracker.cli.console import output
    from tracker.render.knowing import chain_document, chain_report

    found = knows_chain(record, [seat.strip() for seat in chain.split(",")], book, at)
    if as_json:
        write_json(chain_document(found))
    else:
        output(plain=plain).print(chain_report(found))
    if found.holds is None:
        sys.exit(EXIT_USAGE)
    if not found.holds:
        sys.exit(EXIT_NEGATIVE)
