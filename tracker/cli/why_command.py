"""``tracker why``: is it proven, and from what?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from tracker.cli.options import (
    BadNotationError,
    ascii_option,
    assume_reading_option,
    at_option,
    complete_file,
    complete_seat,
    file_argument,
    json_option,
    read_record,
    view_option,
    warn,
    write_json,
    write_out,
)
from tracker.errors import NotationError
from tracker.game.record import Record

if TYPE_CHECKING:
    from tracker.explain import Explanation


def _complete_card(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
    record = complete_file(ctx)
    cards = record.deck.cards if record else ()
    return [CompletionItem(card) for card in cards if card.startswith(typed.upper())]


@click.command("why")
@file_argument
@click.argument("card", required=False, shell_complete=_complete_card)
@click.argument("seat", required=False, shell_complete=complete_seat)
@click.option("--lacks", is_flag=True, help="Ask whether SEAT does not hold the card.")
@click.option("--claim", metavar="'BOOK: HOLDINGS'", help="Ask whether a whole claim is right.")
@view_option
@at_option
@click.option(
    "--all",
    "others",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    help="List N other sets of causes as small.",
)
@click.option(
    "--limit",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    default=10.0,
    show_default=True,
    help="End the search for the smallest set after this.",
)
@click.option(
    "--certificate",
    metavar="F",
    type=click.Path(allow_dash=True),
    help="Write the causes to a file that `tracker verify` checks.",
)
@assume_reading_option
@click.option("--since", is_flag=True, help="Say since when it is so.")
@json_option
@ascii_option
def command(
    file: str,
    card: str | None,
    seat: str | None,
    lacks: bool,
    claim: str | None,
    view: str | None,
    at: int | None,
    others: int,
    limit: float,
    certificate: str | None,
    assume: str | None,
    since: bool,
    as_json: bool,
    plain: bool,
) -> None:
    """Explain why SEAT holds CARD now (or --lacks it), or why a whole --claim is right.

    If it is proven: from a smallest set of events, hand sizes and own cards, told in steps. If it
    is open: a deal in which it is otherwise. Exit status 1 if it is not proven.
    """
    _require_question(card, seat, claim, lacks=lacks)
    if assume is not None and (certificate is not None or since):
        raise click.UsageError("--assume goes neither with --certificate nor with --since")
    from tracker.analysis.questions import why

    record = read_record(file)
    warn(record, at)
    try:
        explanation = why(
            record,
            card,
            seat,
            view,
            at,
            lacks=lacks,
            claim=claim,
            limit=limit,
            alternatives=others,
            assume=assume is not None,
        )
    except NotationError as error:
        raise BadNotationError(("--claim", one) for one in error.problems) from error
    if certificate is not None:
        _write_certificate(certificate, explanation, record)
    if as_json:
        write_json(_document(record, explanation, assume, since=since))
    else:
        _print(record, explanation, assume is not None, since=since, plain=plain)
    if explanation.verdict != "proven":
        click.get_current_context().exit(1)


def _require_question(
    card: str | None, seat: str | None, claim: str | None, *, lacks: bool
) -> None:
    """Go on where one thing is asked.

    Raises:
        UsageError: where none is, or two are.
    """
    if claim is not None and (card is not None or lacks):
        raise click.UsageError("--claim stands for CARD, SEAT and --lacks")
    if claim is None and (card is None or seat is None):
        raise click.UsageError("say CARD and SEAT, or --claim 'BOOK: HOLDINGS'")


def _document(
    record: Record, explanation: Explanation, assume: str | None, *, since: bool
) -> dict[str, Any]:
    """The answer as JSON; ``assume`` is what was assumed besides, if anything."""
    from tracker.render.wording import explanation_document

    document = explanation_document(explanation, record)
    if since:
        document["since"], document["moments"] = _moments(record, explanation)
    if assume is not None:
        from tracker.render.conventions import signals_of

        document["assume"] = assume
        document["leans"] = signals_of(explanation.because)
    return document


def _print(
    record: Record, explanation: Explanation, assumed: bool, *, since: bool, plain: bool
) -> None:
    """Print the answer, and what of it leans on what was assumed."""
    from tracker.cli.answers import explained
    from tracker.cli.console import output

    console = output(plain=plain)
    console.print(explained(explanation, record, since=since))
    if assumed:
        from tracker.render.conventions import because_leaning

        console.print(because_leaning(explanation))


def _moments(record: Record, explanation: Explanation) -> tuple[int, list[list[int]]]:
    """Since when the verdict is what it is, and all the stretches of moments at which it was."""
    from tracker.analysis.questions import moments_of

    found = moments_of(record, explanation)
    return found[-1].start, [[one.start, one.end] for one in found]


def _write_certificate(path: str, explanation: Explanation, record: Record) -> None:
    from tracker.explain.certificate import certificate, dumps

    write_out(path, dumps(certificate(explanation, record)))
