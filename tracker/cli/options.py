"""Options and arguments that commands share, and the completion of what they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from tracker.cli.files import read_record
from tracker.cli.streams import needs_plain
from tracker.errors import TextProblem, TrackerError
from tracker.game.record import Record
from tracker.notation import text

COLOURS: Final = {"always": True, "never": False, "auto": None}
"""What ``--color`` can be, and what click calls that."""
Command = TypeVar("Command", bound=Callable[..., Any])


def complete_file(ctx: click.Context) -> Record | None:
    """The record named on the command line so far, for completion; None where it is no record."""
    # While an option waits for its value, click leaves the arguments unprocessed.
    named = ctx.params.get("sources") or ctx.args
    path = ctx.params.get("file") or next(iter(named), None)
    if not path or path == "-":
        return None
    try:
        with ctx.scope(cleanup=False):
            return read_record(path)
    except TrackerError:
        return None


def completes(
    names: Callable[[Record, str], Iterable[str | CompletionItem]],
) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """A completion by what the named record has: its seats, its half-suits, its cards, its events.

    Args:
        names: what there is to complete, given the record and what was typed.
    """

    def complete(ctx: click.Context, _: click.Parameter, typed: str) -> list[CompletionItem]:
        """The names that begin as what was typed."""
        record = complete_file(ctx)
        known = names(record, typed) if record else ()
        every = (CompletionItem(name) if isinstance(name, str) else name for name in known)
        return [each for each in every if each.value.lower().startswith(typed.lower())]

    return complete


def _views(record: Record, typed: str) -> Iterable[str]:
    """The public and the seats; after a ``+``, further seats to pool with."""
    before, plus, _ = typed.rpartition("+")
    taken = before.split("+")
    names = record.seats if plus else ("public", *record.seats)
    return (before + plus + name for name in names if name not in taken)


complete_seat: Final = completes(lambda record, _: record.seats)
complete_view: Final = completes(_views)
complete_event: Final = completes(
    lambda record, _: [
        CompletionItem(str(number), help=statement)
        for number, statement in enumerate(
            ("the deal", *(text.format_event(event, record) for event in record.events))
        )
    ]
)
"""Moments of the named record, each with the statement that leads to it."""


file_argument: Final = click.argument("file", type=click.Path(dir_okay=True, allow_dash=True))
"""The argument FILE."""
sources_argument: Final = click.argument(
    "sources", nargs=-1, required=True, metavar="SOURCE…", type=click.Path(allow_dash=True)
)
"""The argument SOURCE, once or more often."""
workers_option: Final = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="With many games: so many processes.",
)
"""The option ``--workers`` of commands that are mostly for one game."""
json_option: Final = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON document."
)
"""The option ``--json``."""
json_lines_option: Final = click.option(
    "--jsonl", "as_lines", is_flag=True, help="Print JSON Lines: one document a line."
)
"""The option ``--jsonl``, of commands that answer for many games."""
at_option: Final = click.option(
    "--at",
    metavar="N",
    type=click.IntRange(min=0),
    shell_complete=complete_event,
    help="After the first N events (default: the end).",
)
"""The option ``--at``."""
chair_option: Final = click.option(
    "--as",
    "chair",
    metavar="SEAT",
    shell_complete=complete_seat,
    help="From that seat's chair (default: whose turn it is).",
)
"""The option ``--as`` of what is seen from one seat's chair."""


def view_option_of(what: str, name: str = "whose") -> Callable[[Command], Command]:
    """The option ``--as``.

    Args:
        what: what it means, for the help.
        name: the parameter. ``tracker enter`` fills in ``view``, ``views`` and ``chair``.
    """
    return click.option("--as", name, metavar="VIEW", shell_complete=complete_view, help=what)


view_option: Final = view_option_of(
    "public (default), a seat, or pooled seats: Ann+Carl+Eve.", "view"
)
"""The option ``--as`` of what is seen from a view."""


def output_option(what: str) -> Callable[[Command], Command]:
    """The option ``-o``.

    Args:
        what: what it does, for the help.
    """
    path = click.Path(allow_dash=True)
    return click.option("-o", "--output", type=path, help=f"{what} (-: standard output).")


def ascii_option(command: Command) -> Command:
    """How it looks: ``--color``, and ``--ascii``, which an encoding without our marks implies."""
    command = click.option(
        "--color",
        type=click.Choice([*COLOURS]),
        expose_value=False,
        default="auto",
        callback=_choose_colour,
        help="When to colour (auto: on a terminal).",
    )(command)
    return click.option(
        "--ascii",
        "plain",
        is_flag=True,
        callback=lambda _, __, asked: asked or needs_plain(),
        help="Draw with ASCII only; names stay as they are.",
    )(command)


def _choose_colour(ctx: click.Context, _: click.Parameter, when: str) -> None:
    """Keep for the command when there are to be colours; in ``enter``, auto is as there."""
    ctx.color = ctx.color if when == "auto" else COLOURS[when]


def at_most_one(*options: str) -> None:
    """Go on where at most one of some options was given on the command line.

    Raises:
        UsageError: where several were.
    """
    context = click.get_current_context()
    named = {option: each.name or "" for each in context.command.params for option in each.opts}
    sources = (context.get_parameter_source(named[option]) for option in options)
    if sum(source is ParameterSource.COMMANDLINE for source in sources) > 1:
        *first, last = options
        raise click.UsageError(f"{', '.join(first)} and {last} exclude each other")


def refuse(reasons: Mapping[str, object]) -> None:
    """Go on where a command line makes sense.

    Args:
        reasons: why it makes none, each with whether that is so.

    Raises:
        UsageError: with the first reason that is so.
    """
    for reason, is_so in reasons.items():
        if is_so:
            raise click.UsageError(reason)


def bad_notation(problems: Iterable[tuple[str, TextProblem]]) -> TrackerError:
    """The error for values on the command line that mean nothing in the notation.

    Args:
        problems: of each, the option it belongs to, and what is wrong with its text.
    """
    lines = (f"{option}, column {wrong.column}: {wrong.message}" for option, wrong in problems)
    return TrackerError("\n".join(lines))
