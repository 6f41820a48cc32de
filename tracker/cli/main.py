"""The group of commands, and how the program ends.

A command's module is imported only when that command runs, so that ``tracker --help`` and shell
completion stay fast.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

import click

from tracker.cli.streams import flush_or_drop, mend_sizes, never_fail_to_encode, open_missing, say
from tracker.errors import (
    ContradictionError,
    NotationError,
    TrackerError,
)
from tracker.messages import printable
from tracker.render.forms import EXIT_CONTRADICTION, EXIT_UNANSWERED

GROUPS: Final = {
    "deduction": {
        "show": "Who has the turn, the score, and who can hold each card.",
        "claims": "What can be claimed, and what is proven.",
        "deals": "How many deals are left, and how likely each place of a card is.",
        "why": "Why is it certain where a card is, or a claim right?",
        "verify": "Check a certificate against a record.",
    },
    "judging": {
        "audit": "Judge every claim at the moment it was made.",
        "gaps": "What nobody remembers, what it matters for, whom to ask.",
        "knows": "Who could prove each half-suit, and since when.",
        "report": "The post-game report, in the terminal or as a page.",
        "review": "What the moves were worth: the mistakes, and why.",
    },
    "asking": {
        "asks": "The best asks of a player, with their chances.",
        "turns": "To whom the turn could go, and what they could win with it.",
        "signals": "Asks that would be signals, had a team agreed on it.",
        "timeline": "What each event told each view.",
    },
    "learning": {
        "puzzles": "Find positions worth posing in games.",
        "lesson": "Make a lesson: pages for phones and paper.",
        "collect": "Read a class's answers: who missed what.",
        "train": "Solve puzzles in the terminal: the pack, or one's mistakes.",
        "mark": "Mark an answer to a puzzle.",
    },
    "app": {
        "app": "Build the app: tracker in the browser, with nothing to install.",
    },
    "writing": {
        "new": "Begin a record: rules, seats, hands.",
        "enter": "Type a game in, statement by statement.",
        "check": "Read and replay a record; list every problem.",
        "fmt": "Write records in canonical form.",
        "convert": "Convert records and other programs' logs to text, JSON or a link.",
        "rules": "Print rules, key by key, in words.",
    },
    "archive": {
        "archive": "Keep many games in one file, with tables of them.",
        "stats": "Players and teams over many games.",
        "simulate": "Games of simulated players.",
    },
}
"""Every command with its one line of help, by its module: that of X is ``X_commands``."""
HEADINGS: Final = {
    "writing": "Write a game down",
    "deduction": "Ask what is certain, and why",
    "asking": "Weigh asks and turns",
    "judging": "Judge a game",
    "learning": "Learn",
    "archive": "Many games",
    "app": "Without installing",
}
"""The headings of the help, in its order, by module."""
COMMANDS: Final = {name: help for group in GROUPS.values() for name, help in group.items()}
_HOMES: Final = {name: module for module, group in GROUPS.items() for name in group}


def load_command(name: str) -> click.Command:
    """Import a command."""
    module = import_module(f"tracker.cli.{_HOMES[name]}_commands")
    command: click.Command = getattr(module, f"{name}_command")
    return command


class LazyGroup(click.Group):
    """A group whose commands are imported when they are first needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        return load_command(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; one that is none may be a slip of the pen."""
        name = str(args[0])
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from tracker.messages import did_you_mean, quote

            expected = ", ".join(COMMANDS)
            hint = did_you_mean(name, COMMANDS) or f" (expected one of {expected})"
            ctx.fail(f"No such command {quote(name)}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        width = max(map(len, COMMANDS))
        for module, heading in HEADINGS.items():
            with formatter.section(heading):
                lines = [(name.ljust(width), text) for name, text in GROUPS[module].items()]
                formatter.write_dl(lines)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the program: whatever happens, it ends with a line and an exit status."""

        def go() -> Any:
            return super(LazyGroup, self).main(args, prog_name, complete_var, False, **extra)

        if standalone_mode:
            sys.exit(run(go))
        return go()

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; whoever read its output may leave before it ends."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            return EXIT_LEFT  # click would give it status 1


# -- how the program ends -------------------------------------------------------------------------
#
# With an exit status that says how it went, and never with a traceback:
#
# * 0, 1, 2, 3 are the answers' own (``tracker.render.forms``); 2 is also for a command line that
#   makes no sense, and where standard output fails;
# * 70 (``EX_SOFTWARE``) is a fault of ours that nobody foresaw: one line says what it was. With
#   ``TRACKER_DEBUG`` set the exception goes on, and Python prints where it came from;
# * 130 is Ctrl-C, and 141 a reader that left (``tracker … | head``): as shells have it for signals.

EXIT_UNWRITABLE: Final = 2
EXIT_UNFORESEEN: Final = 70
EXIT_INTERRUPTED: Final = 130
EXIT_LEFT: Final = 141
DEBUG: Final = "TRACKER_DEBUG"
_LONGEST: Final = 200


def run(command: Callable[[], object]) -> int:
    """Run a command to its end; its exit status.

    Args:
        command: it may raise whatever it likes; an integer that it returns is its status.
    """
    open_missing()
    never_fail_to_encode()
    mend_sizes()
    try:
        status = command()
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BaseException as error:
        status, lines = ending(error)
        if status == EXIT_UNFORESEEN and isinstance(error, Exception) and os.environ.get(DEBUG):
            raise
    with contextlib.suppress(OSError):  # standard error may be gone, too
        for line in lines:
            say(printable(line), err=True)
    for stream in (sys.stdout, sys.stderr):
        flush_or_drop(stream)
    return status


def ending(error: BaseException) -> tuple[int, list[str]]:
    """The exit status that an error ends a command with, and what is said of it."""
    match error:
        case SystemExit(code=int(status)):
            return status, []
        case click.ClickException():
            message = io.StringIO()
            error.show(message)
            return error.exit_code, message.getvalue().rstrip("\n").split("\n")
        case TrackerError():
            head = "" if isinstance(error, NotationError) else "Error: "
            is_clash = isinstance(error, ContradictionError)
            status = EXIT_CONTRADICTION if is_clash else EXIT_UNANSWERED
            return status, f"{head}{error}".split("\n")
        case click.Abort() | KeyboardInterrupt():
            return EXIT_INTERRUPTED, ["Aborted!"]
        case BrokenPipeError():
            return EXIT_LEFT, []
        case OSError():
            name = "standard output" if error.filename is None else error.filename
            return EXIT_UNWRITABLE, [f"Error: {name}: {error.strerror or error}"]
    fault = printable(f"{type(error).__name__}: {error}")[:_LONGEST]
    said = f"Error: {fault} (a fault of tracker; {DEBUG}=1 says where)"
    return EXIT_UNFORESEEN, [said]


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="literature-tracker", prog_name="tracker")
def main() -> None:
    """Deduction for the card game Literature: what is certain, for whom, and why.

    Commands read the record of a game (FILE, or - for standard input). The notation is in the
    documentation; `tracker COMMAND --help` says what a command does.
    """
