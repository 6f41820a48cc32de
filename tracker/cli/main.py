"""The group of commands.

A command's module is imported only when that command runs, so that ``tracker --help`` and shell
completion stay fast.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

import click

from tracker.cli.ending import EXIT_CONTRADICTION, EXIT_LEFT, EXIT_USAGE, run
from tracker.errors import (
    ContradictionError,
    NotationError,
    TrackerError,
)

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
        "knows": "Who could prove each half-suit, and since when.",
        "report": "The post-game report, in the terminal or as a page.",
    },
    "asking": {
        "asks": "The best asks of a player, with their chances.",
        "turns": "To whom the turn could go, and what they could win with it.",
        "signals": "Asks that would be signals, had a team agreed on it.",
        "timeline": "What each event told each view.",
    },
    "learning": {
        "puzzles": "Find positions worth posing in games.",
        "train": "Solve puzzles in the terminal: the pack, or one's mistakes.",
        "mark": "Mark an answer to a puzzle.",
    },
    "writing": {
        "new": "Begin a record: rules, seats, hands.",
        "enter": "Type a game in, statement by statement.",
        "watch": "Follow a file that is being written.",
        "check": "Read and replay a record; list every problem.",
        "fmt": "Write records in canonical form.",
        "convert": "Convert records and other programs' logs to text or JSON.",
        "rules": "Print rules, key by key, in words.",
    },
    "archive": {
        "archive": "Analyse many games, and write tables of them.",
        "stats": "Players and teams over many games.",
        "simulate": "Games of simulated players.",
    },
}
"""Every command with its one line of help, by its module: X is ``tracker.cli.X_commands``."""
HEADINGS: Final = {
    "writing": "Write a game down",
    "deduction": "Ask what is certain, and why",
    "asking": "Weigh asks and turns",
    "judging": "Judge a game",
    "learning": "Learn",
    "archive": "Many games",
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
        """Run a command; turn the library's errors into messages and exit statuses."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            sys.exit(EXIT_LEFT)  # click would give it status 1
        except TrackerError as error:
            _report(error)
            sys.exit(EXIT_CONTRADICTION if isinstance(error, ContradictionError) else EXIT_USAGE)


def _report(error: TrackerError) -> None:
    """Say on standard error what is wrong; nothing in it can reach the terminal as a code."""
    from tracker.messages import printable

    first, *rest = str(error).split("\n")
    prefix = "" if isinstance(error, NotationError) else "Error: "
    for line in (prefix + first, *rest):
        click.echo(printable(line), err=True)


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
