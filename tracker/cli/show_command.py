"""``tracker show``: the state of a game, and who can hold what."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from tracker.cli.options import (
    ascii_option,
    assume_reading_option,
    at_option,
    books_in_play,
    complete_file,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)
from tracker.game.cards import Card
from tracker.inference.deduction import Deduction, deduce

if TYPE_CHECKING:
    from tracker.analysis.signals import HoldersLeaning
    from tracker.knowledge.facts import Chances


def _complete_book(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    record = complete_file(ctx)
    names = record.deck.by_name if record else ()
    return [CompletionItem(name) for name in names if name.startswith(typed.lower())]


@click.command("show")
@file_argument
@view_option
@at_option
@json_option
@click.option("--odds", is_flag=True, help="Write how likely each possible holder is.")
@click.option(
    "--book",
    "books",
    metavar="BOOK",
    multiple=True,
    shell_complete=_complete_book,
    help="Only this half-suit ('low hearts', LH); may be given more than once.",
)
@assume_reading_option
@click.option("--compact", is_flag=True, help="All on one screen: a letter or two for each seat.")
@ascii_option
def command(
    file: str,
    view: str | None,
    at: int | None,
    as_json: bool,
    odds: bool,
    books: tuple[str, ...],
    assume: str | None,
    compact: bool,
    plain: bool,
) -> None:
    """Show the state of a game, and who can hold what.

    A grid of cards and seats for each half-suit in play, in a view (--as) at a moment (--at).
    """
    if compact and (odds or as_json or assume):
        raise click.UsageError("--compact goes with none of --odds, --json and --assume")
    with (
        open_view(read_record(file), view, at, assume) as deduction,
        _without(deduction, assume) as sure,
    ):
        chosen = _chosen(deduction, books)
        if as_json:
            _write_document(deduction, sure, chosen, odds=odds)
            return
        from tracker.cli.console import output

        console = output(plain=plain)
        if compact:
            from tracker.render.compact_grid import compact_grid

            height = console.height - 1 if console.is_terminal else None
            found = compact_grid(deduction, plain=plain, books=chosen)
            console.print(*found.lines(console.width, height), sep="\n")
            return
        from tracker.render.grid import grid

        numbers = card_odds(deduction) if odds else None
        console.print(
            grid(deduction, console.width, plain=plain, odds=numbers, books=chosen, sure=sure)
        )
        if sure is not None:
            from tracker.render.conventions import holders_leaning

            console.print(holders_leaning(deduction, _leaning(deduction, sure, chosen)))


def _without(deduction: Deduction, assume: str | None) -> AbstractContextManager[Deduction | None]:
    """What follows without what is assumed; none where nothing is."""
    if assume is None:
        return nullcontext()
    return deduce(deduction.record, deduction.viewer, deduction.at)


def _leaning(
    deduction: Deduction, sure: Deduction, books: tuple[str, ...] | None
) -> tuple[HoldersLeaning, ...]:
    """What leans on signals that are assumed; where half-suits were asked for, in these."""
    from tracker.analysis.signals import leanings

    book_of = deduction.record.deck.book_of
    found = leanings(deduction, sure)
    return tuple(one for one in found if books is None or book_of[one.card].name in books)


def _chosen(deduction: Deduction, books: tuple[str, ...]) -> tuple[str, ...] | None:
    """The half-suits asked for; none: all in play."""
    if not books:
        return None
    return books_in_play(",".join(books), deduction.record.deck, deduction.state)


def _write_document(
    deduction: Deduction, sure: Deduction | None, books: tuple[str, ...] | None, *, odds: bool
) -> None:
    """Write the JSON; where half-suits were asked for, with their cards only."""
    from tracker.render.documents import show_document

    document = show_document(deduction, sure)
    if odds:
        document["probability"] = card_odds(deduction)
    if books is not None:
        cards = {card for book in books for card in deduction.record.deck.by_name[book].cards}
        for key in ("cards", "probability"):
            if key in document:
                document[key] = {c: v for c, v in document[key].items() if c in cards}
    if sure is not None:
        from tracker.render.conventions import assumed_document

        document |= assumed_document(deduction)
        leaning = {one.card: list(one.signals) for one in _leaning(deduction, sure, books)}
        for card, shown in document["cards"].items():
            shown["leans"] = leaning.get(card, [])
    write_json(document)


def card_odds(deduction: Deduction) -> Mapping[Card, Chances]:
    """The probability of each possible holder now."""
    from tracker.analysis.odds import Odds

    return Odds(deduction).holders
