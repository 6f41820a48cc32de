"""``tracker rules``: rules in words."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from tracker.cli.options import ascii_option, json_option, read_record, write_json
from tracker.game.rules import PRESETS, Rules


def _complete(_: click.Context, __: click.Parameter, typed: str) -> list[CompletionItem]:
    presets = [CompletionItem(name) for name in PRESETS if name.startswith(typed)]
    return presets or [CompletionItem(typed, type="file")]


@click.command("rules")
@click.argument("names", nargs=-1, metavar="[PRESET|FILE]...", shell_complete=_complete)
@click.option("--diff", is_flag=True, help="Say in what two of them differ.")
@json_option
@ascii_option
def command(names: tuple[str, ...], diff: bool, as_json: bool, plain: bool) -> None:
    """Print the rules of a preset, or of a record, key by key, in words.

    Presets: pagat (the default), wikipedia-2006, canadian-54, india-52, quartets.
    """
    from tracker.cli.console import output
    from tracker.render import rule_words
    from tracker.render.documents import rules_difference_document, rules_document

    found = [(name, _rules(name)) for name in names or ("pagat",)]
    if diff:
        if len(found) != 2:
            raise click.UsageError("--diff takes two: presets, or records")
        first, second = found
        if as_json:
            write_json(rules_difference_document(first, second))
        else:
            output(plain=plain).print(rule_words.rules_difference(first, second))
        return
    if len(found) > 1:
        raise click.UsageError("one at a time, or two with --diff")
    ((name, rules),) = found
    if as_json:
        write_json(rules_document(name, rules.items()))
    else:
        output(plain=plain).print(rule_words.rules_table(name, rules))


def _rules(name: str) -> Rules:
    if name in PRESETS:
        return PRESETS[name]
    if name != "-" and not Path(name).exists():
        raise click.UsageError(f"{name!r} is neither a preset ({', '.join(PRESETS)}) nor a file")
    return read_record(name).rules
