"""The pages of reference that are made from the program: commands from their help, the library
from its docstrings.

``python -m tests.reference_docs`` writes both anew; ``tests/test_docs.py`` fails where one is old.
By hand are only what stands before the first made section, and the examples: the fenced blocks of a
section stay in it, in their order.

* A command has its help, its own options, and the keys of its JSON.
* The keys of an answer's JSON are the fields of its class, with their docstrings; or, where it has
  ``json_keys``, what its docstring has under ``Keys:``, one or more keys a paragraph.
* A call has its docstring but for what it raises; a class its docstring and its members.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from textwrap import TextWrapper
from typing import Any, Final

import click

import tracker
from tests import ROOT
from tracker.answers import JSON_KEY, Answer, AnswerList, Brief
from tracker.cli.main import GROUPS, HEADINGS, load_command
from tracker.cli.shell import OWN
from tracker.game.events import BaseEvent

COMMANDS_PAGE: Final = ROOT / "docs" / "reference" / "commands.md"
LIBRARY_PAGE: Final = ROOT / "docs" / "reference" / "library.md"
JSON_OF: Final = {
    "show": "Board",
    "claims": "Claims",
    "deals": "Odds",
    "why": "Explanation Explained GapExplanation Consequences",
    "verify": "Verification",
    "audit": "Audit MissedProofs Ruling NoRuling",
    "gaps": "Gaps",
    "knows": "Knows OthersKnow ChainKnows",
    "report": "Report",
    "review": "Review Rollouts",
    "asks": "Asks WhatIf",
    "turns": "TurnOptions",
    "signals": "Signals",
    "timeline": "Timeline",
    "puzzles": "FoundPuzzles",
    "lesson": "Lesson",
    "collect": "ClassAnswers",
    "mark": "MarkedAnswer",
    "check": "ProblemList",
    "rules": "RuleSet RuleDifference",
    "stats": "Stats Found",
}
"""The answers of each command, in the order in which the page has their keys."""
CALLS: Final = {
    "Reading and writing": "load load_all loads dump dumps Record Hand replay Replay __version__",
    "Events": "Event Ask Claim Pass HandSize Show Challenge Decline Award Give HandSizes Now Gap "
    "Missing Open",
    "Whose view": "view_of View",
    "What is certain": "deduce Deduction ClaimVerdict board Board follow Moment",
    "How likely": "odds Odds claims ClaimOdds Claims",
    "Why it follows": "why Explanation consequences Consequences since certificate verify "
    "Verification",
    "Judging a game": "audit Audit missed_proofs MissedProofs rule Ruling askers Asker review "
    "Review rollouts Rollouts gaps OpenGap Gaps",
    "Who could prove it": "knows Knows Provable knows_of_others OthersKnow knows_chain ChainKnows",
    "What to ask": "asks AskOdds Asks what_if WhatIf turns TurnOption TurnOptions signals Signals",
    "A whole game": "timeline Timeline report Report page check Problem ProblemList",
    "Puzzles": "puzzle_of Puzzle solve mark MarkedAnswer find_puzzles FoundPuzzle mistakes",
    "Many games": "tables stats Stats",
    "Errors": "TrackerError NotationError RecordError WrongTypeError ClosedError "
    "IllegalEventError Violation MissingHandError GapError ContradictionError CertificateError "
    "BudgetError UndecidedError OverTimeError",
}
"""The public names by the sections of the page of the library."""
EXPLAINED_ONCE: Final = {"record", "view", "views", "at", "team"}
"""Arguments that the head of the page of the library explains for all calls."""
EXPLAINED_KEYS: Final = {
    *("view", "at", "event", "seat", "card", "book", "team", "record", "when", "cases"),
    *("claimant", "asker", "target", "outcome", "line", "text", "low", "high", "depends", "value"),
}
"""Keys that the head of the page of the commands explains for all of them."""
OF_ALL: Final = {"--as", "--at", "--json", "--jsonl", "--ascii", "--color", "--workers"}
"""Options that the head of the page explains as ``show`` and ``check`` have them."""
FEW: Final = 3
"""Fewer options than that are told in the text, not in a table."""
INTERNAL: Final = {
    *("apart", "facts", "has_knowledge", "knowledge", "ways"),
    *("minimal", "numbered", "origin", "posterior", "possible_holders", "to", "truths", "unsaid"),
    *("truths", "otherwise", "moment", "is_exact", "open_book", "played", "states"),
}
"""Members of public classes that are for the other packages of the program."""
_NAMES: Final = tuple(name for group in HEADINGS for name in GROUPS[group])
_IN_JSON: Final = {"None": "null", "True": "true", "False": "false"}
_PLAIN: Final = ("Answer", "Between", "Card", "Case", "Depends", "Record", "Team", "View")
_OWN: Final = (Answer, AnswerList, Brief, BaseException)
_RANGE: Final = re.compile(r"  \[(?:[\w.]*<?[<>]=?\w+|\d+<=x<=\d+)\]|(?<=\d); x>=?\d+(?=\])")
_FENCED: Final = re.compile(r"(?ms)^```.*?^```$\n")
_OPTION: Final = re.compile(r"(?<![\w`-])(--?[a-z][a-z-]*)(?![\w`])(?=[^`]*(?:`[^`]*`[^`]*)*$)")


def made(page: Path) -> str:
    """What a page should be: its head and its examples as they are, the rest from the program."""
    return {COMMANDS_PAGE: commands_page, LIBRARY_PAGE: library_page}[page](
        page.read_text(encoding="utf-8")
    )


def commands_page(old: str) -> str:
    """The page of the commands, with the head and the examples of an old one."""
    return _page(old, {f"tracker {name}": list(_command(name)) for name in _NAMES})


def library_page(old: str) -> str:
    """The page of the library, with the head and the examples of an old one."""
    sections = {head: list(_section(names.split())) for head, names in CALLS.items()}
    return _page(old, sections)


def _page(old: str, sections: dict[str, list[str]]) -> str:
    """A page: its head, then each section with its examples."""
    head, *parts = re.split(r"(?m)^(?=## )", old)
    while parts and parts[0].split("\n")[0].removeprefix("## ") not in sections:
        head += parts.pop(0)
    examples = {part.split("\n")[0].removeprefix("## "): _FENCED.findall(part) for part in parts}
    text = head
    for title, (first, *rest) in sections.items():
        blocks = [block.rstrip("\n") for block in examples.get(title, ())]
        text += "\n\n".join((f"## {title}", first, *blocks, *rest)) + "\n\n"
    return text.rstrip("\n") + "\n"


# -- commands -------------------------------------------------------------------------------------


def _command(name: str) -> Iterator[str]:
    """The parts of a command's section: first what stands above its examples."""
    command = load_command(name)
    with click.Context(command, info_name=f"tracker {name}") as context:
        usage = " ".join(command.collect_usage_pieces(context)).replace("...", "…")
    said = f"**`tracker {name} {usage}`** {' '.join(_paragraphs(command.help or ''))}"
    homes: dict[str, list[tuple[str, str]]] = {}
    for option, row in _options(name):
        home = _homes()[option.opts[-1], option.help or ""]
        homes.setdefault(home, []).append(row if home == name else (option.opts[-1], ""))
    own = [(f"`{option}`", _coded(_RANGE.sub("", words))) for option, words in homes.pop(name, ())]
    if len(own) < FEW:
        said += "".join(f" {option}: {words}" for option, words in own)
    said += "".join(
        f" Also {', '.join(f'`{option}`' for option, _ in rows)}"
        + (f" as in `tracker {home}`." if home else ".")
        for home, rows in homes.items()
    )
    above = [_folded(" ".join(said.split()))]
    if len(own) >= FEW:
        above.append(_table("option", "meaning", own))
    if name == "enter":
        typed = [(f"`{deed.typed}`", deed.help) for deed in OWN.values()]
        above.append(_table("typed", "what it does", typed))
    yield "\n\n".join(above)
    if name in JSON_OF:
        yield _table("JSON", "value", map(_key_row, json_keys(name).items()))


def _options(name: str) -> Iterator[tuple[click.Option, tuple[str, str]]]:
    """The options of a command but for ``--help``, with what its help says of each."""
    command = load_command(name)
    with click.Context(command, info_name=f"tracker {name}") as context:
        for option in command.params:
            if isinstance(option, click.Option) and (row := option.get_help_record(context)):
                yield option, row


@cache
def _homes() -> dict[tuple[str, str], str]:
    """The command that explains an option: the first that has it; or "", the head of the page."""
    keys = [
        ((option.opts[-1], option.help or ""), name)
        for name in ("show", "check", *_NAMES)
        for option, _ in _options(name)
    ]
    of_all = [key for key, name in keys if key[0] in OF_ALL and name in ("show", "check")]
    return dict(reversed(keys)) | dict.fromkeys(of_all, "")


# -- JSON -----------------------------------------------------------------------------------------


def json_keys(command: str) -> dict[str, str]:
    """The keys that the page has for a command, one or more together, and what it says of them."""
    keys: dict[str, str] = {}
    for kind in JSON_OF[command].split():
        entries = (
            _entries(inspect.getdoc(_class(kind)) or "", "Keys")
            if _tells_its_keys(kind)
            else _fields_keys(kind)
        )
        for names, meaning in entries:
            keys.setdefault(names, meaning)
    return keys


def _tells_its_keys(kind: str) -> bool:
    """Whether the docstring of an answer's class, by its name, says what its keys are."""
    return hasattr(_class(kind), "_json_keys") or "Keys:" in (inspect.getdoc(_class(kind)) or "")


def _key_row(entry: tuple[str, str]) -> tuple[str, str]:
    names, meaning = entry
    said = re.sub(r"\b(None|True|False)\b", lambda word: _IN_JSON[word[0]], meaning)
    return ", ".join(f"`{name}`" for name in names.split(", ")), said


def _fields_keys(kind: str, before: str = "") -> Iterator[tuple[str, str]]:
    """The keys of a dataclass whose fields are its keys, those of the classes in it included.

    Args:
        kind: the name of the class.
        before: the keys on the way to it, each with a dot.
    """
    documented = _members(kind)
    bare: list[str] = []
    for field in fields(_class(kind)):
        key = field.metadata.get(JSON_KEY, field.name)
        inner = _classes_named(field.type)
        if key is None or (before + key).split(".")[-1] in EXPLAINED_KEYS:
            continue
        if meaning := documented.get(field.name):
            yield f"{before}{key}", meaning
        elif not inner:
            bare.append(f"{before}{key}")
        for name in inner:
            yield from _fields_keys(name, f"{before}{key}.")
    if bare:
        yield ", ".join(bare), ""


# -- the library ----------------------------------------------------------------------------------


def _section(names: list[str]) -> Iterator[str]:
    """The parts of a section of the library: first what stands above its examples.

    Calls and classes are a list; the members of the classes, events and errors are a table.
    """
    items = [_text(name) for name in names if not _is_row(name)]
    rows = [row for name in names for row in _rows(name)]
    tables = [_table("name", "meaning", rows)] if rows else []
    yield "\n\n".join(["\n".join(items), *tables] if items else tables)


def _is_row(name: str) -> bool:
    value = getattr(tracker, name)
    return inspect.isclass(value) and issubclass(value, (BaseEvent, BaseException))


def _rows(name: str) -> Iterator[tuple[str, str]]:
    """The rows of a public name: an event with its fields, or an error; and what has more to say.

    The fields that are keys of a JSON are explained there.
    """
    kind = _value(name)
    members = _members(kind.__name__) if inspect.isclass(kind) else {}
    is_event = name != "Event" and inspect.isclass(kind) and issubclass(kind, BaseEvent)
    if _is_row(name):
        fields = f"({', '.join(each for each in members if '(' not in each)})" if is_event else ""
        yield f"`{name}{fields}`", _one_line(_paragraphs(inspect.getdoc(kind) or "")[0])
    if not is_event and members:
        for member, meaning in members.items():
            if meaning and member not in _json_fields(kind)[1]:
                yield f"`{name}.{member}`", meaning


def _text(name: str) -> str:
    """What the page says of a public name that is no row of a table: an item of a list."""
    value = _value(name)
    said = _class_text(value) if inspect.isclass(value) else _call_text(value)
    shown = f"{name}{_signature(value)}" if inspect.isfunction(value) else name
    return _ITEMS.fill(f"- **`{shown}`** {said}")


def _value(name: str) -> Any:
    """What a public name is; the union of all events is told as their base."""
    return BaseEvent if name == "Event" else getattr(tracker, name)


def _call_text(call: Callable[..., Any] | str) -> str:
    """What the docstring of a call says, its arguments too, but for what it raises."""
    if isinstance(call, str):
        return "The version that is installed."
    doc = inspect.getdoc(call) or ""
    said = " ".join(_paragraphs(doc))
    arguments = [
        f"`{argument}`: {meaning}"
        for argument, meaning in _entries(doc, "Args")
        if argument not in EXPLAINED_ONCE
    ]
    returns = re.search(r"(?s)\nReturns:\n(.*?)(?:\n\n|\Z)", doc)
    if returns:
        said += " " + " ".join(returns[1].split())
    return " ".join([said, *arguments])


def _signature(call: Callable[..., Any]) -> str:
    """The arguments of a call, without their types."""
    shown, star = [], False
    for parameter in inspect.signature(call).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            shown.append("*")
            star = True
        value = parameter.default
        simple = isinstance(value, str | int | float | tuple | None)
        default = "" if value is parameter.empty else f"={value!r}" if simple else "=…"
        shown.append(f"{parameter.name}{default}")
    return f"({', '.join(shown)})"


def _class_text(kind: type) -> str:
    """What a class is, with those of its members of which no more is said."""
    said = " ".join(_paragraphs(inspect.getdoc(kind) or ""))
    command, keys = _json_fields(kind)
    if command is not None:
        listed = ", ".join(f"`{key}`" for key in keys)
        link = f"[`tracker {command}`](commands.md#tracker-{command})"
        said += f" Its fields are those of the JSON of {link}: {listed}."
    members = _members(kind.__name__)
    bare = [f"`{name}`" for name, said in members.items() if not said and name not in keys]
    return f"{said} It has {', '.join(bare)}." if bare else said


def _json_fields(kind: type) -> tuple[str | None, list[str]]:
    """The command of whose JSON the fields of a class are keys, and these fields."""
    command = _commands_with_fields().get(kind.__name__)
    members = _members(kind.__name__)
    names = [field.name for field in fields(kind)] if command else []
    return command, [name for name in names if name in members]


@cache
def _commands_with_fields() -> dict[str, str]:
    """The classes whose fields are keys of the JSON of a command, with that command."""
    return {
        name: command
        for command, kinds in JSON_OF.items()
        for kind in kinds.split()
        if not _tells_its_keys(kind)
        for name in _classes_within(kind)
    }


def _classes_within(kind: str) -> Iterator[str]:
    """A dataclass, and those that its fields have."""
    yield kind
    for field in fields(_class(kind)):
        for name in _classes_named(field.type):
            yield from _classes_within(name)


def _classes_named(annotation: object) -> list[str]:
    """The dataclasses that the type of a field names, but for those that JSON writes plainly."""
    names = dict.fromkeys(re.findall(r"\w+", str(annotation)))
    ours = [name for name in names if name in _classes() and name not in _PLAIN]
    return [name for name in ours if is_dataclass(_class(name))]


def _members(name: str) -> dict[str, str]:
    """The public fields, properties and methods of a class, with what their docstrings say."""
    members: dict[str, str] = {}
    for kind in reversed(_class(name).__mro__):
        if kind.__module__.startswith("tracker") and kind not in _OWN:
            members |= _members_of(_classes()[kind.__name__][0])
    left_out = set(INTERNAL)
    if name != "BaseEvent" and issubclass(_class(name), BaseEvent):
        left_out |= _members("BaseEvent").keys()
    return {name: said for name, said in members.items() if name.split("(")[0] not in left_out}


def _members_of(node: ast.ClassDef) -> dict[str, str]:
    """The public members that one class defines."""
    members: dict[str, str] = {}
    last = ""
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            last = "" if "ClassVar" in ast.unparse(part.annotation) else part.target.id
            if last and not last.startswith("_"):
                members[last] = ""
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and last:
            if last in members:
                members[last] = _one_line(inspect.cleandoc(str(part.value.value)))
        elif isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            last = ""
            decorators = {ast.unparse(each).split(".")[-1] for each in part.decorator_list}
            is_property = decorators & {"property", "cached_property"}
            names = [argument.arg for argument in part.args.args[1:]]
            shown = part.name if is_property else f"{part.name}({', '.join(names)})"
            members[shown] = " ".join(_paragraphs(ast.get_docstring(part) or "")[:1])
    return members


@cache
def _classes() -> dict[str, tuple[ast.ClassDef, str]]:
    """The classes of the package by their names, of which no two have one, with their modules."""
    return {
        node.name: (node, ".".join(path.relative_to(ROOT).with_suffix("").parts))
        for path in sorted((ROOT / "tracker").rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    }


def _class(name: str) -> Any:
    """A class of the package."""
    return getattr(import_module(_classes()[name][1].removesuffix(".__init__")), name)


# -- docstrings as Markdown -----------------------------------------------------------------------

_WRAPPER: Final = TextWrapper(100, break_long_words=False, break_on_hyphens=False)
_ITEMS: Final = TextWrapper(
    100, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
)
BAR: Final = r"\|"


def _paragraphs(doc: str) -> list[str]:
    """The paragraphs of a docstring but for its sections, each folded, code marked as code."""
    kept = re.sub(r"(?m)^[A-Z]\w+:\n(?: +.*\n?|\n)*", "", inspect.cleandoc(doc) + "\n")
    return [_folded(_coded(_one_line(part))) for part in re.split(r"\n\s*\n", kept) if part.strip()]


def _entries(doc: str, section: str) -> Iterator[tuple[str, str]]:
    """The entries of a section of a docstring: a name or names, and what is said of them."""
    found = re.search(rf"(?m)^{section}:\n((?: +.*\n?|\n)*)", doc + "\n")
    for entry in re.split(r"(?m)^    (?=\S)", found[1] if found else "")[1:]:
        names, _, meaning = entry.partition(": ")
        yield _one_line(names), _coded(_one_line(meaning))


def _one_line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")


def _coded(text: str) -> str:
    """A text with options as code."""
    return _OPTION.sub(r"`\1`", text)


def _folded(text: str) -> str:
    return _WRAPPER.fill(text)


def _table(first: str, second: str, rows: Iterable[tuple[str, str]]) -> str:
    """A table of two columns."""
    lines = [f"| {first} | {second} |", "| --- | --- |"]
    lines += [f"| {a.replace('|', BAR)} | {b.replace('|', BAR)} |" for a, b in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    for page in (COMMANDS_PAGE, LIBRARY_PAGE):
        page.write_text(made(page), encoding="utf-8")
