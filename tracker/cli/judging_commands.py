"""Commands that judge what was done: audit, knows, report, review."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from tracker.answers import Answer
from tracker.cli.files import read_record, write_out
from tracker.cli.options import (
    ascii_option,
    at_most_one,
    at_option,
    complete_event,
    json_lines_option,
    json_option,
    output_option,
    refuse,
    sources_argument,
    view_option_of,
    workers_option,
)
from tracker.cli.runner import at_times, command, deliver, latest, record_command, warn
from tracker.cli.streams import STANDARD
from tracker.errors import ContradictionError
from tracker.game.record import Record
from tracker.messages import printable

if TYPE_CHECKING:  # commands import what they need
    from tracker.analysis.conclusions import NoRuling, Ruling
    from tracker.analysis.review import Review

# -- audit ----------------------------------------------------------------------------------------


@command(
    "audit",
    sources_argument,
    click.option(
        "--event",
        metavar="N",
        type=click.IntRange(min=1),
        shell_complete=complete_event,
        help="Rule on the claim of event N, with reasons. Exit status 1 if it was not proven.",
    ),
    view_option_of("Only what these seats did and missed: a seat, or seats joined by +."),
    click.option("--missed", is_flag=True, help="Only the claims missed, each with its proof."),
    click.option(
        "--players",
        is_flag=True,
        help="Also how each player asked: ranks, chances, cards a turn. Takes some seconds more.",
    ),
    output_option("With --event: write the ruling as an HTML page to this file"),
    click.option("--md", "markdown", is_flag=True, help="With --event: the ruling as Markdown."),
    click.option(
        "--short", is_flag=True, help="With --event: only the question, the answer and why."
    ),
    workers_option,
    json_option,
    json_lines_option,
    ascii_option,
)
def audit_command(
    sources: tuple[str, ...],
    event: int | None,
    whose: str | None,
    missed: bool,
    players: bool,
    output: str | None,
    markdown: bool,
    short: bool,
    workers: int,
    as_json: bool,
    as_lines: bool,
    plain: bool,
) -> int:
    """Judge every claim at the moment it was made, in the claimant's view.

    A naming is proven (right in every deal the claimant could think possible), a guess (in some),
    refuted (in none), or unknown: a dealt hand decides it that is not known. It also lists claims
    that could have been proven and were not made, and asks whose answer the asker could have known.
    Chances are as if all deals were equally likely.

    With --event, a ruling on one claim, on a page that an arbiter can sign: problems of the record
    before the claim stand in it, and there is no clean verdict then. What comes after the claim
    counts only where it settles a dealt hand or a gap. Of many games, a line each.
    """
    is_partial = whose is not None or missed or players
    is_page = output is not None or markdown or short
    refuse(
        {
            "--event goes with none of --as, --missed and --players": event and is_partial,
            "-o, --md and --short go with --event": event is None and is_page,
        }
    )
    at_most_one("-o", "--md", "--json", "--jsonl")
    is_asked_twice = missed and players and not as_json
    refuse({"--missed shows nothing but what was missed: no --players with it": is_asked_twice})
    from tracker.analysis.audit import audit, missed_proofs
    from tracker.cli.each_game import for_each_game, the_only_file
    from tracker.knowledge.views import view_seats

    file = None if as_lines else the_only_file(sources)
    if file is None:
        refuse({"--event, --as, --missed and --players need one game": event or is_partial})
        judge = partial(audit, chances=as_json or as_lines)  # a line of words does not tell them
        return for_each_game(sources, judge, workers=workers, as_json=as_json, as_lines=as_lines)
    record = read_record(file)
    seats = view_seats(record.table, whose)
    if event is not None:
        ruling = replace(_ruling(record, event), short=short)
        if output is None:
            return deliver(ruling, as_json=as_json, plain=plain, markdown=markdown)
        from tracker.render.ruling import ruling_page

        write_out(output, ruling_page(ruling))
        return ruling.exit_status
    warn(record)
    judged = audit(record, chances=as_json, players=players)
    judged = judged.of(seats) if seats else judged
    return deliver(missed_proofs(judged) if missed else judged, as_json=as_json, plain=plain)


def _ruling(record: Record, event: int) -> Ruling | NoRuling:
    """A ruling on one claim; or none, where the record contradicts itself by then."""
    from tracker.analysis.conclusions import no_ruling, rule

    say = at_times()
    try:
        warn(record, min(event, len(record.events)), broken=False)
        return rule(record, event, tell=lambda done, of: say(f"{done}/{of} ways"))
    except ContradictionError:
        return no_ruling(record, event)


# -- knows ----------------------------------------------------------------------------------------


@record_command(
    "knows",
    view_option_of("What that seat (public, pooled seats) then knows of what each seat can prove."),
    click.option(
        "--chain",
        metavar="SEATS",
        help="Ann,Carl,Eve: whether Ann knows that Carl knows that Eve can prove the --book.",
    ),
    click.option("--book", metavar="BOOK", help="The half-suit that a --chain is about."),
    at_option,
)
def knows_command(
    record: Record, whose: str | None, chain: str | None, book: str | None, at: int | None
) -> Answer:
    """Say who could prove each half-suit, from when to when, and what came of it.

    Those asked are the public, each seat whose dealt hand the record gives or fixes, and the pooled
    hands of each team, where all of them are known. A view can prove a half-suit where, in every
    deal that fits it, one team holds all the cards, each in the same hand. If only the pooled hands
    can, no member knew it, and a claim was a guess.

    With --as: what a seat knows of that at a moment. yes: the other can prove it in every deal that
    fits the view; no: in none; open: in some, or not decided. With --chain: what one knows of what
    another knows; exit status 1 if it is not so, 2 if it is not decided.
    """
    is_both = chain is not None and whose is not None
    refuse(
        {
            "--chain and --book go together": (chain is None) != (book is None),
            "--chain begins with the seat whose view it is: no --as with it": is_both,
        }
    )
    from tracker.analysis.knows import knows

    if whose is None and chain is None:
        return knows(record, at=at)
    from tracker.analysis.mutual_knowledge import knows_chain, knows_of_others

    if chain is None or book is None:
        return knows_of_others(record, view=whose, at=at)
    return knows_chain(record, [seat.strip() for seat in chain.split(",")], book, at=at)


# -- gaps -----------------------------------------------------------------------------------------


@record_command("gaps")
def gaps_command(record: Record) -> Answer:
    """Say what nobody remembers, what it can have been, and what to ask the players.

    Of each gap: what is still possible by the whole record, dealt hands included; why nothing else
    is; which event closed it; and which verdicts on claims depend on it. Then the questions whose
    answers would settle most of these. Exit status 1 while a gap is open. On a terminal Ctrl-C ends
    the search; what is known by then is printed.
    """
    from tracker.analysis.open_gaps import gaps_so_far

    return latest(
        gaps_so_far(record),
        lambda known: f"{len(known)}/{len(known) + known.left_out} gaps" if known.left_out else "",
    )


# -- report ---------------------------------------------------------------------------------------


@command(
    "report",
    sources_argument,
    output_option("Write an HTML page to this file"),
    click.option("--md", "markdown", is_flag=True, help="Write Markdown."),
    at_option,
    workers_option,
    json_option,
    ascii_option,
)
def report_command(
    sources: tuple[str, ...],
    output: str | None,
    markdown: bool,
    at: int | None,
    workers: int,
    as_json: bool,
    plain: bool,
) -> int:
    """Report on a game: result, players, worst moments, claims, who could prove what.

    It is judged from every chair whose dealt hand the record gives or fixes. With -o it is a page
    to go through the game with: one file, for any browser, without a network. Many games are
    reported on with --md or --json.
    """
    at_most_one("-o", "--md", "--json")
    from tracker.analysis.report import report
    from tracker.cli.each_game import for_each_game, the_only_file
    from tracker.inference.hands import up_to
    from tracker.render.registry import as_markdown

    file = the_only_file(sources)
    if file is None:
        refuse(
            {
                "--at needs one game": at is not None,
                "many games are reported on with --md or --json": not (markdown or as_json),
            }
        )
        text = as_markdown if markdown else None
        return for_each_game(sources, report, workers=workers, as_json=as_json, text=text)
    record = read_record(file)
    warn(record, at)
    record = up_to(record, at)
    if output is None:
        return deliver(report(record), as_json=as_json, plain=plain, markdown=markdown)
    _write_page(record, output)
    return 0


def _write_page(record: Record, path: str) -> None:
    """Write the report as a page, in one step, when all of it is there."""
    from tracker.render.page import page

    content = page(record, workers=os.cpu_count() or 1, progress=_say_progress)
    write_out(path, content)
    name = "<stdout>" if path == STANDARD else printable(path)
    click.echo(f"{name}: {len(content.encode()) / 1000:.0f} kB", err=True)


def _say_progress(view: str, done: int, of: int) -> None:
    click.echo(f"{done}/{of} views: {printable(view)}", err=True)


# -- review ---------------------------------------------------------------------------------------


@record_command(
    "review",
    click.option("--all", "every", is_flag=True, help="Every moment, not the worst few."),
    click.option(
        "--rollouts",
        "deals",
        metavar="N",
        type=click.IntRange(min=2),
        help="Play these moments on, in N deals each: what was done beside the better option.",
    ),
    click.option(
        "--event",
        metavar="N",
        type=click.IntRange(min=1),
        shell_complete=complete_event,
        help="With --rollouts: only what was decided at event N.",
    ),
    click.option(
        "--players",
        metavar="KINDS",
        help="With --rollouts: who plays on, as in simulate (default: thinker).",
    ),
    click.option("--seed", type=int, help="With --rollouts: another one, other deals."),
)
def review_command(
    record: Record,
    every: bool,
    deals: int | None,
    event: int | None,
    players: str | None,
    seed: int | None,
) -> Answer:
    """Judge the moves of a game in points: who gave what away, and why.

    Each ask and claim is judged from the chair of its player, if the dealt hand is known. A mistake
    has a reason that is exact: a proof, or a chance counted over all deals. How many points it cost
    is an estimate, fitted on simulated players. --rollouts lets such players play moments on, on
    all processors; Ctrl-C ends that, and what is done by then is printed.
    """
    given = {"--event": event, "--players": players, "--seed": seed}
    alone = {f"{name} goes with --rollouts": value is not None for name, value in given.items()}
    refuse(alone if deals is None else {})
    from tracker.analysis.review import review

    if deals is None:
        return replace(review(record), every=every)
    try:
        judged = replace(review(record), every=every)
    except KeyboardInterrupt:
        click.echo("Stopped: nothing was played on yet.", err=True)
        raise
    return _played_on(judged, deals, event=event, players=players, seed=seed)


def _played_on(review: Review, deals: int, **asked: Any) -> Answer:
    """Moments of a game played on, on all processors; what is done by then where Ctrl-C ends it."""
    from tracker.analysis.rollouts import rollouts_so_far
    from tracker.archive.pool import available_cores, spread

    wanted = {name: value for name, value in asked.items() if value is not None}
    if "players" in wanted:
        wanted["players"] = [kind.strip() for kind in wanted["players"].split(",")]
    on_all = partial(spread, workers=available_cores())
    answers = rollouts_so_far(review, deals, **wanted, spread=on_all)
    return latest(answers, lambda known: f"{known.done}/{known.wanted} deals")
