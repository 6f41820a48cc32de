"""``tracker deals``: how many deals remain, and how likely is what."""

from __future__ import annotations

from itertools import islice

import click

from tracker.cli.options import (
    ascii_option,
    assume_reading_option,
    at_option,
    file_argument,
    json_option,
    open_view,
    read_record,
    view_option,
    write_json,
)


@click.command("deals")
@file_argument
@view_option
@at_option
@click.option("--list", "listed", metavar="N", type=click.IntRange(min=0), help="List N deals.")
@click.option("--sample", metavar="N", type=click.IntRange(min=0), help="Draw N deals at random.")
@click.option("--seed", metavar="S", type=int, help="Make the draw repeatable (default 0).")
@assume_reading_option
@json_option
@ascii_option
def command(
    file: str,
    view: str | None,
    at: int | None,
    listed: int | None,
    sample: int | None,
    seed: int | None,
    assume: str | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Count the deals that remain, exactly, and say how likely each holder is.

    Every consistent deal is equally likely. Deals listed or drawn are the hands as dealt.
    """
    if listed is not None and sample is not None:
        raise click.UsageError("--list and --sample exclude each other")
    if seed is not None and sample is None:
        raise click.UsageError("--seed goes with --sample")
    from tracker.analysis.odds import Odds

    with open_view(read_record(file), view, at, assume) as deduction:
        odds = Odds(deduction)
        deals = list(islice(odds.posterior.deals(), listed)) if listed else []
        if sample:
            deals = list(odds.posterior.sample(sample, seed or 0))
        if as_json:
            from tracker.render.documents import deals_document

            document = deals_document(odds, deals)
            if assume is not None:
                from tracker.render.conventions import assumed_document

                document |= assumed_document(deduction)
            write_json(document)
            return
        from tracker.cli.console import output
        from tracker.render.odds_tables import deals_report

        console = output(plain=plain)
        console.print(deals_report(odds, deals, console.width, plain=plain))
        if assume is not None:
            from tracker.render.conventions import odds_leaning

            console.print(odds_leaning(deduction))
