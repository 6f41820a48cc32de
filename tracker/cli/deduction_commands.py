"""Commands about what is certain and how likely the rest is: show, claims, deals, why, verify."""

from __future__ import annotations

from dataclasses import replace

import click

from tracker.answers import Answer
from tracker.budget import WHY_QUESTIONS
from tracker.cli.files import read_bytes, read_record, write_out
from tracker.cli.options import (
    at_most_one,
    at_option,
    bad_notation,
    complete_seat,
    completes,
    json_option,
    refuse,
    view_option,
)
from tracker.cli.runner import command, deliver, record_command
from tracker.errors import NotationError
from tracker.game.record import Record

# -- show -----------------------------------------------------------------------------------------


@record_command(
    "show",
    view_option,
    at_option,
    click.option(
        "--odds",
        is_flag=True,
        help="How likely each possible holder is, in per cent; <1, >99: not certain.",
    ),
    click.option(
        "--book",
        "books",
        metavar="BOOK",
        multiple=True,
        shell_complete=completes(lambda record, _: record.deck.by_name),
        help="Only this half-suit ('low hearts', LH); may be given more than once.",
    ),
    click.option(
        "--compact", is_flag=True, help="All on one screen: a letter or two for each seat."
    ),
)
def show_command(
    record: Record,
    view: str | None,
    at: int | None,
    odds: bool,
    books: tuple[str, ...],
    compact: bool,
) -> Answer:
    """Show the state of a game, and who can hold what.

    A grid of cards and seats for each half-suit in play, in a view (--as) at a moment (--at). Hands
    are hand sizes now, ? where a claim that showed nothing makes one uncertain; Turn is who may
    move next.
    """
    is_more = odds or click.get_current_context().params["as_json"]
    refuse({"--compact goes neither with --odds nor with --json": compact and is_more})
    from tracker.analysis.board import board

    names = [name for part in books for name in part.split(",")]
    shown = board(record, view=view, at=at, odds=odds, books=names)
    return replace(shown, compact=compact)


# -- claims and deals -----------------------------------------------------------------------------


@record_command(
    "claims",
    view_option,
    at_option,
    click.option(
        "--team", metavar="SEAT", shell_complete=complete_seat, help="For the team of this seat."
    ),
)
def claims_command(
    record: Record,
    view: str | None,
    at: int | None,
    team: str | None,
) -> Answer:
    """Judge the claim of every open half-suit: proven, owned, open or impossible.

    For the view's team, or in the public view for both. The likeliest naming is the likeliest way
    in which the team can hold all the cards, ties in seat order. Where deals cannot be counted,
    what is not certain is ?.
    """
    from tracker.analysis.odds import claims

    return claims(record, view=view, at=at, team=team)


@record_command(
    "deals",
    view_option,
    at_option,
    click.option("--list", "listed", metavar="N", type=click.IntRange(min=0), help="List N deals."),
    click.option(
        "--sample", metavar="N", type=click.IntRange(min=0), help="Draw N deals at random."
    ),
    click.option("--seed", metavar="S", type=int, help="Make the draw repeatable (default 0)."),
)
def deals_command(
    record: Record,
    view: str | None,
    at: int | None,
    listed: int | None,
    sample: int | None,
    seed: int | None,
) -> Answer:
    """Count the deals that remain, exactly, and say how likely each holder is.

    Every consistent deal is equally likely. Deals listed or drawn are the hands as dealt; the grid
    is about where cards are now. Beyond the budget of counting, what is not certain is ?.
    """
    at_most_one("--list", "--sample")
    refuse({"--seed goes with --sample": seed is not None and sample is None})
    from tracker.analysis.odds import odds

    counted = odds(record, view=view, at=at)
    if sample:
        return counted.drawing(sample, seed or 0)
    return counted.listing(listed) if listed else counted


# -- why ------------------------------------------------------------------------------------------


class _WhyCommand(click.Command):
    """A command whose ``--all`` takes a number behind it, and no other word: that is a FILE."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        pairs = zip(args, [*args[1:], "0"], strict=True)
        return super().parse_args(
            ctx,
            [
                f"{word}=0" if word == "--all" and not after.isdecimal() else word
                for word, after in pairs
            ],
        )


@record_command(
    "why",
    click.argument(
        "card", required=False, shell_complete=completes(lambda record, _: record.deck.cards)
    ),
    click.argument("seat", required=False, shell_complete=complete_seat),
    click.option("--lacks", is_flag=True, help="Ask whether SEAT does not hold the card."),
    click.option("--claim", metavar="'BOOK: HOLDINGS'", help="Ask whether a whole claim is right."),
    view_option,
    at_option,
    click.option(
        "--all",
        "alternatives",
        metavar="N",
        type=click.IntRange(min=0),
        is_flag=False,
        flag_value=0,
        help="Without CARD: all that follows, in steps, easiest first. N: N other sets of causes.",
    ),
    click.option("--hint", is_flag=True, help="Of all that follows, only the first step."),
    click.option(
        "--limit",
        metavar="N",
        type=click.IntRange(min=0),
        default=WHY_QUESTIONS,
        show_default=True,
        help="End the search for the smallest set after so many questions to the solver.",
    ),
    click.option(
        "--certificate",
        "to",
        metavar="F",
        type=click.Path(allow_dash=True),
        help="Write the causes to a file that `tracker verify` checks; not of what is open.",
    ),
    click.option("--since", is_flag=True, help="Say since when it is so, without a break."),
    kind=_WhyCommand,
)
def why_command(
    record: Record,
    card: str | None,
    seat: str | None,
    lacks: bool,
    claim: str | None,
    view: str | None,
    at: int | None,
    alternatives: int | None,
    hint: bool,
    limit: int,
    to: str | None,
    since: bool,
) -> Answer:
    """Explain why SEAT holds CARD now (or --lacks it), or why a whole --claim is right.

    If it is proven: from a smallest set of events, hand sizes and own cards, told in steps; a card
    that has publicly moved needs none. If it is open: a deal in which it is otherwise, close to the
    likeliest. Exit status 1 if it is not proven. CARD and SEAT may stand in either order. With
    --all and no card: all that follows, in steps, easiest first.
    """
    is_both = claim is not None and (card is not None or lacks)
    refuse({"--claim stands for CARD, SEAT and --lacks": is_both})
    if hint or (alternatives is not None and card is None and claim is None):
        is_more = card is not None or claim is not None or alternatives or to or since
        refuse({"all that follows: --all, or --hint, with no card and no claim": is_more})
        from tracker.analysis.conclusions import consequences

        return replace(consequences(record, view=view, at=at), hint=hint)
    if claim is None:
        card, seat = _card_and_seat(record, card, seat)
    from tracker.analysis.conclusions import Explained, moments_of, why

    try:
        explanation = why(
            record,
            card,
            seat,
            view=view,
            at=at,
            lacks=lacks,
            claim=claim,
            limit=limit,
            alternatives=alternatives or 0,
        )
    except NotationError as error:
        raise bad_notation(("--claim", problem) for problem in error.problems) from error
    if to is not None:
        from tracker.explain.certificate import certificate, dumps

        write_out(to, dumps(certificate(explanation)))
    stretches = moments_of(explanation) if since else None
    return Explained(explanation, stretches)


def _card_and_seat(record: Record, card: str | None, seat: str | None) -> tuple[str, str]:
    """CARD and SEAT, in whichever order they were said."""
    if card is None or seat is None:
        raise click.UsageError("say CARD and SEAT, or --claim 'BOOK: HOLDINGS', or --all")
    from tracker.game.lookup import card_and_seat

    return card_and_seat(card, seat, record.seats)


@command(
    "verify",
    click.argument("certificate", type=click.Path(allow_dash=True)),
    click.argument("record", type=click.Path(allow_dash=True)),
    json_option,
)
def verify_command(certificate: str, record: str, as_json: bool) -> int:
    """Check the CERTIFICATE of `tracker why` against a RECORD.

    By counting alone, without the solver that found it: that the causes force the conclusion, and
    that none can be left out. Whether a smaller set does is checked where at most 2,000 sets have
    one cause fewer. The certificate is what `tracker why --json` prints; its steps are not checked.
    Exit status 1 if it fails or is of another record, 2 if it is no certificate.
    """
    refuse({"only one of the two can come from standard input": certificate == record == "-"})
    from tracker.explain.certificate import loads
    from tracker.explain.verification import verification

    answer = verification(loads(read_bytes(certificate)), read_record(record))
    return deliver(answer, as_json=as_json, plain=False)
