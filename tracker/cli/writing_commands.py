"""Commands for writing records: new, enter, check, fmt, convert, rules."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from tracker.cli.files import naming, read_bytes, read_record, source_name, unreadable, write_out
from tracker.cli.options import (
    ascii_option,
    at_most_one,
    bad_notation,
    file_argument,
    json_lines_option,
    json_option,
    output_option,
    refuse,
    sources_argument,
    view_option,
    workers_option,
)
from tracker.cli.runner import command, deliver
from tracker.cli.streams import STANDARD, input_lines, say, send
from tracker.errors import ContradictionError, MissingHandError, NotationError, RecordError
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.messages import printable
from tracker.notation.links import LINK
from tracker.notation.record_files import FORMS, JSON, TEXT, dumps, form_of, read_all
from tracker.render.forms import EXIT_NEGATIVE, EXIT_UNANSWERED

if TYPE_CHECKING:
    from tracker.cli.shell import Shell
    from tracker.render.rule_words import RuleSet

# -- new ------------------------------------------------------------------------------------------


@command(
    "new",
    click.argument("file", type=click.Path()),
    click.option("--title", metavar="TEXT", help="What to call the game."),
    click.option("--rules", metavar="RULES", help="A preset and changes: 'pagat, must-claim=yes'."),
    click.option("--seats", metavar="NAMES", help="The players, clockwise: 'Ann Bob Carl Dora'."),
    click.option("--teams", metavar="TEAMS", help="'A C / B D', where they do not alternate."),
    click.option("--dealer", metavar="SEAT", help="Who dealt."),
    click.option(
        "--hand", "hands", metavar="HAND", multiple=True, help="'Ann: 2C 3C …'; may be given again."
    ),
)
def new_command(
    file: str,
    title: str | None,
    rules: str | None,
    seats: str | None,
    teams: str | None,
    dealer: str | None,
    hands: tuple[str, ...],
) -> None:
    """Begin a record: say rules, seats, dealer and the hands that are known.

    Without --seats they are asked for, on a terminal; what was typed when Ctrl-C ended it is kept.
    `tracker enter FILE` goes on. The file must not be there yet. It is written as JSON if its name
    ends in .json.
    """
    refuse({f"{printable(file)} is there already (expected a new file)": os.path.lexists(file)})
    if seats is not None and "," in seats:
        from tracker.notation.names import names_between_commas, players_words

        seats = names_between_commas(seats)
        click.echo(players_words(seats), err=True)
    given = {"title": title, "rules": rules, "seats": seats, "teams": teams, "dealer": dealer}
    lines = [f"{keyword}: {value}" for keyword, value in given.items() if value is not None]
    lines += [f"hand {hand}" for hand in hands]
    if seats is not None:
        _save(file, _header(lines))
        return
    no_terminal = "expected --seats 'NAME NAME …' (there is no terminal to ask on)"
    is_more = [line for line in lines if not line.startswith("title:")]
    refuse(
        {
            no_terminal: not sys.stdin.isatty(),
            "expected --seats with the other options, or none of them": is_more,
        }
    )
    from tracker.cli.new_dialogue import ask_header, header_record

    try:
        ask_header(lines)
    except click.Abort:
        click.echo(err=True)
        raise
    finally:  # also at Ctrl-C what was said is kept, where a record can be made of it
        with contextlib.suppress(NotationError):
            _save(file, header_record(lines))


def _header(lines: list[str]) -> Record:
    """The record that the options make.

    Raises:
        TrackerError: where one of them means nothing.
    """
    from tracker.notation.text import loads

    try:
        return loads("\n".join(lines), "header")
    except NotationError as error:
        problems = []
        for problem in error.problems:
            keyword = lines[problem.line - 1].split(":")[0].split()[0]
            # A column is counted in the option's value, which stands behind the line's keyword.
            before = len(keyword) + (1 if keyword == "hand" else 2)
            column = max(problem.column - before, 1)
            problems.append((f"--{keyword}", replace(problem, column=column)))
        raise bad_notation(problems) from error


def _save(file: str, record: Record) -> None:
    from tracker.entry.record_file import begun

    store = begun(file, record)
    click.echo(f"{store.name} is there; `tracker enter {store.name}` goes on", err=True)


# -- enter ----------------------------------------------------------------------------------------


@command("enter", click.argument("file", type=click.Path()), view_option, ascii_option)
def enter_command(file: str, view: str | None, plain: bool) -> int:
    """Enter a game, statement by statement; whatever is accepted is saved at once.

    A line is a statement, a line of the header, a comment, or one of the commands that `help`
    lists. What breaks a rule or contradicts the record is refused, with the reason. On a terminal:
    a line editor that completes (Tab). Else lines come from standard input; those refused get a
    message each, and the exit status is 1. Behind a refused line the next statement has to name who
    acts.
    """
    from tracker.cli.console import output
    from tracker.cli.shell import Shell
    from tracker.entry.record_file import remember_view, remembered_view
    from tracker.entry.session import Session

    try:
        session = Session.open(file)
    except FileNotFoundError as error:
        name = printable(file)
        hint = f"{name}: there is no such file (`tracker new {name}` makes one)"
        raise click.UsageError(hint) from error
    except OSError as error:
        raise unreadable(file, error) from error
    with session:
        if view is not None:
            session.look_as(view)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            console, errors = output(plain=plain), output(plain=plain, err=True)
            return _run_all(Shell(session, console, errors, plain=plain))
        from tracker.cli.line_editor import edit_lines

        last = remembered_view(session.store.path)
        if view is None and last is not None:
            with contextlib.suppress(RecordError, MissingHandError, ContradictionError):
                session.look_as(last)
        console = output(plain=plain)
        edit_lines(Shell(session, console, console, plain=plain))
        remember_view(session.store.path, session.view)
    return 0


def _run_all(shell: Shell) -> int:
    """Run every line of standard input; the exit status."""
    from tracker.cli.pasted import Pasted
    from tracker.entry.record_file import StorageError

    pasted = Pasted(shell)
    for place, line in enumerate(input_lines(), start=1):
        try:
            if not pasted.run(line):
                break
        except StorageError as error:
            # What comes behind a statement that is not saved must not be saved without it.
            say(f"line {place}: {error}; nothing from this line on was entered", err=True)
            return EXIT_UNANSWERED
    if pasted.refused and pasted.lines > 1:
        say(pasted.tally(), err=True)
    return EXIT_NEGATIVE if pasted.refused else 0


# -- check ----------------------------------------------------------------------------------------


@command("check", sources_argument, workers_option, json_option, json_lines_option)
def check_command(sources: tuple[str, ...], workers: int, as_json: bool, as_lines: bool) -> int:
    """Read and replay records; list every problem, of many games the first of each.

    Exit status: 0 no problem, 1 broken rules, 2 not a record, 3 it contradicts itself; of many
    games the highest.
    """
    from tracker.analysis.check import ProblemList, check, unreadable_problems
    from tracker.cli.each_game import for_each_game, the_only_file

    at_most_one("--json", "--jsonl")
    file = None if as_lines else the_only_file(sources)
    if file is None:
        return for_each_game(
            sources, check, sound=False, workers=workers, as_json=as_json, as_lines=as_lines
        )
    try:
        problems = check(read_record(file, every_problem=True))
    except NotationError as error:
        if not as_json:
            raise
        problems = ProblemList(None, unreadable_problems(error))
    return deliver(replace(problems, source=source_name(file)), as_json=as_json, plain=False)


# -- fmt and convert ------------------------------------------------------------------------------


@command(
    "fmt",
    click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True)),
    click.option("--check", "only_check", is_flag=True, help="Only list files that would change."),
    click.option("--write", is_flag=True, help="Rewrite the files in place."),
)
def fmt_command(files: tuple[str, ...], only_check: bool, write: bool) -> int:
    """Write records in canonical form, to standard output or (--write) in place.

    With --check, exit status 1 if any file is not in canonical form. A file that is not a record
    is left alone; the others are still done (exit status 2). A folder stands for the records in it
    whose names end in .lit.
    """
    at_most_one("--check", "--write")
    refuse({"--write needs files, not standard input": write and "-" in files})
    from tracker.archive.sources import record_paths

    return max(_formatted(file, only_check, write) for file in record_paths(files))


def _formatted(file: str, only_check: bool, write: bool) -> int:
    """Print one file in canonical form, or say or mend where it is not; its exit status."""
    from tracker.cli.main import ending
    from tracker.entry.record_file import StorageError, Store
    from tracker.notation import games
    from tracker.notation.source import MAX_BYTES

    store = Store(file)
    try:
        with naming(file):
            seen = store.read() if write else None
        data = read_bytes(file, most=None)
        if write and seen != data:  # not all of it was read
            most = f"most: {MAX_BYTES} bytes"
            raise RecordError(f"{store.name} is too large to be rewritten ({most})")
        if form_of(data) != TEXT:
            expected = "expected the notation, which 'tracker convert' makes of it"
            raise RecordError(f"{source_name(file)} is no text to be formatted ({expected})")
        canonical = games.dumps_all(games.loads_all(data, source_name(file)))
        if not (only_check or write):
            send(canonical)
        elif data != canonical.encode():
            if write:
                store.save(canonical)
            what = "rewritten" if write else "not in canonical form"
            say(f"{printable(file)}: {what}", err=True)
            return EXIT_NEGATIVE if only_check else 0
    except (NotationError, RecordError, StorageError) as error:
        status, lines = ending(error)
        for line in lines:
            say(printable(line), err=True)
        return status
    return 0


@command(
    "convert",
    file_argument,
    click.option(
        "--from",
        "source",
        type=click.Choice(FORMS),
        help="What FILE is (default: as it is plain from FILE).",
    ),
    click.option(
        "--to",
        "form",
        type=click.Choice([TEXT, JSON, LINK]),
        help="The form to write (default: by the name of the output, else the one FILE is not).",
    ),
    output_option("Write to this file"),
)
def convert_command(file: str, source: str | None, form: str | None, output: str | None) -> None:
    """Convert records and other programs' logs to text, JSON or a link.

    Between text (lit) and JSON nothing is lost. Files of many games stay files of many games.
    Other programs' logs become text. A link is the end of an address of the app ('tracker app'),
    from the # on, with the whole game in it; of many games, a line each.
    """
    data = read_bytes(file, most=None)
    source = source or form_of(data)
    games = read_all(data, source_name(file), source)
    write_out(output, _written(games, form or _default_form(source, output)))


def _default_form(source: str, output: str | None) -> str:
    """The form to write where none is asked for."""
    if output is not None and output.lower().endswith((".json", ".lit")):
        return JSON if output.lower().endswith(".json") else TEXT
    return JSON if source == TEXT else TEXT


def _written(records: Sequence[Record], form: str) -> str:
    """The games in a form; one game is not an array of one."""
    from tracker.notation import games, record_json

    if form == TEXT:
        return games.dumps_all(records)
    if form == LINK:
        return "".join(dumps(record, form=LINK) for record in records)
    return record_json.dumps(records[0]) if len(records) == 1 else record_json.dumps_all(records)


# -- rules ----------------------------------------------------------------------------------------


def _complete_rules(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    presets = [CompletionItem(name) for name in PRESETS if name.startswith(typed)]
    return presets or [CompletionItem(typed, type="file")]


@command(
    "rules",
    click.argument("names", nargs=-1, metavar="[PRESET|FILE]...", shell_complete=_complete_rules),
    click.option("--diff", is_flag=True, help="Say in what two of them differ."),
    json_option,
    ascii_option,
)
def rules_command(names: tuple[str, ...], diff: bool, as_json: bool, plain: bool) -> int:
    """Print the rules of a preset, or of a record, key by key, in words.

    Presets: pagat (the default), wikipedia-2006, canadian-54, india-52, quartets, either-team-48,
    team-turn-48.
    """
    from tracker.render.rule_words import RuleDifference

    sets = [_rule_set(name) for name in names or ("pagat",)]
    refuse(
        {
            "--diff takes two: presets, or records": diff and len(sets) != 2,
            "one at a time, or two with --diff": not diff and len(sets) > 1,
        }
    )
    answer = RuleDifference(*sets) if diff else sets[0]
    return deliver(answer, as_json=as_json, plain=plain)


def _rule_set(name: str) -> RuleSet:
    """The rules of a preset, or of the record in a file."""
    from tracker.render.rule_words import RuleSet

    if name in PRESETS:
        return RuleSet(name, PRESETS[name])
    is_there = name == STANDARD or Path(name).exists()
    refuse({f"{name!r} is neither a preset ({', '.join(PRESETS)}) nor a file": not is_there})
    return RuleSet(name, read_record(name).rules)
