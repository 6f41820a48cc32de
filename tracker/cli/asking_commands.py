"""Commands about asks and what they tell: asks, turns, signals, timeline."""

from __future__ import annotations

from dataclasses import replace

import click

from tracker.answers import Answer
from tracker.cli.options import (
    at_most_one,
    at_option,
    chair_option,
    complete_event,
    complete_view,
)
from tracker.cli.runner import record_command
from tracker.game.record import Record


@record_command(
    "asks",
    chair_option,
    at_option,
    click.option(
        "--event",
        metavar="N",
        type=click.IntRange(min=1),
        shell_complete=complete_event,
        help="Of the ask that is event N: what a yes and what a no would have told.",
    ),
    click.option("--all", "every", is_flag=True, help="A table of all asks, not the best five."),
)
def asks_command(
    record: Record,
    chair: str | None,
    at: int | None,
    event: int | None,
    every: bool,
) -> Answer:
    """List the best legal asks: their chances, and what could then be proven.

    The dealt hand of the seat has to be known. All of it is as if all the deals that the seat can
    think possible were equally likely. Margin is an estimate of what an ask is worth, in points:
    small differences say nothing. With --all, a table of every legal ask, with what it would tell
    everyone, in bits: one bit rules out half of the deals. With --event, one ask that was made:
    what either answer would have told everyone, and the asker or the seat that --as names.
    """
    from tracker.analysis.asks import asks, what_if

    at_most_one("--all", "--event")
    at_most_one("--at", "--event")
    if event is None:
        return replace(asks(record, view=chair, at=at), every=every)
    return what_if(record, event, view=chair)


@record_command("turns", chair_option, at_option)
def turns_command(record: Record, chair: str | None, at: int | None) -> Answer:
    """List the ways to give the turn away: what whoever gets it could be sure to win.

    Passes, asks that are refused, and cards surrendered. Whoever then has the turn is sure of a
    half-suit if they can prove where all its cards are, and either their team has them, or they
    hold one and can ask for the rest. The shares are as if all the deals that the seat can think
    possible were equally likely: exact where these are few, else with 95% limits.
    """
    from tracker.analysis.turn_options import turns

    return turns(record, view=chair, at=at)


@record_command("signals", at_option)
def signals_command(record: Record, at: int | None) -> Answer:
    """List the asks that would be signals, and what they would say.

    By Ali Salahuddin's convention: after a refused ask, a teammate who has the card asks for
    another one of that half-suit; one who has others of it but not that one repeats the ask. Listed
    is what the public could not tell anyway. Nothing of this is a fact, and nothing follows from
    it. Past a gap that can be filled in several ways none is looked for.
    """
    from tracker.analysis.signals import signals

    return signals(record, at=at)


@record_command(
    "timeline",
    click.option(
        "--as",
        "views",
        metavar="VIEW",
        multiple=True,
        shell_complete=complete_view,
        help="Only for this view; may be given more than once.",
    ),
    at_option,
)
def timeline_command(record: Record, views: tuple[str, ...], at: int | None) -> Answer:
    """Say what each event told each view, in bits, and which were the turning points.

    One bit halves the number of deals. Views: the public's, and those of all seats whose dealt
    hands the record gives or fixes. Turning points are the five events from which most could be
    inferred: by the cards they placed beyond those that moved or were shown, then by bits.
    """
    from tracker.analysis.timeline import timeline
    from tracker.inference.hands import up_to

    return timeline(up_to(record, at), views=views or None)
