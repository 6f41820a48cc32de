"""The shell of ``tracker enter``: a line is a statement, a deed, a look, or a command.

``run`` takes a line, prints what came of it and returns whether all was well, with a terminal and
without one. Deeds are those of ``tracker.entry.deeds``. A command is click's own, given the record
as it is in the session, with ``--as`` and ``--at`` filled in: so it prints what it prints outside.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import click
from click.globals import resolve_color_default
from rich.console import Console
from rich.text import Text

from tracker.analysis.conclusions import who
from tracker.answers import Answer
from tracker.cli.console import tell
from tracker.cli.files import Entered
from tracker.cli.main import COMMANDS, GROUPS, load_command, main
from tracker.entry.deeds import DEEDS, Deed, Draft, deeds_by_name
from tracker.entry.record_file import StorageError
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session, UnclearTurnError
from tracker.errors import NotationError, RecordError, TrackerError
from tracker.explain.repairs import Suggestion
from tracker.game.lookup import seats_like
from tracker.inference.hands import up_to
from tracker.messages import closest, printable, quote
from tracker.notation.record_files import dumps
from tracker.notation.statements import is_verb
from tracker.notation.text import format_event
from tracker.render import document, entry_words
from tracker.render.forms import EXIT_UNANSWERED
from tracker.render.grid import IN_SIGHT, compact_boards, situation
from tracker.render.registry import draw

_STATING: Final = ("edit", "insert", "what if", "hands now")
"""The deeds that state an event."""
_ALIASES: Final = {"exit": "quit", "?": "help"}
_ABOUT_FILES: Final = {"file", "files", "sources", "names"}
"""What commands call an argument for the record."""
_LISTED: Final = 10
STATEMENTS: Final = (
    "Ann asks Bob 5H: no     a > b 5h n     b 5h n, b5hn (by whose turn it is)",
    "Ann asked Bob for the five of hearts, no    (or: for some low heart)",
    "Carl claims low clubs: Ann 2C 3C, Carl rest: correct",
    "Ann passes to Carl      Ann has 3      Ann shows 5H      award LC to nobody",
    "hand Bob: 7S ...        title: TEXT    # a comment",
    "forgotten: Ann asks ? 9H/10H: ?   ... 2 asks   ...   now Ann: 2C 3C",
)
"""What else can be typed, by example."""


class Shell:
    """Takes lines, and prints what comes of them.

    Args:
        session: the record.
        console: where answers go.
        errors: where refusals and other messages go.
        plain: ASCII only in grids.
    """

    def __init__(
        self, session: Session, console: Console, errors: Console, *, plain: bool = False
    ) -> None:
        self.session = session
        self.console = console
        self.plain = plain
        self.done = False
        """Whether it was told to quit."""
        self.draft = ""
        """What the next line may begin with: a statement to be edited, or one not saved."""
        self.pinned: tuple[str, ...] | None = None
        """The half-suits of the grid that is kept in sight; empty: all; None: there is no grid."""
        self.failed_because: int | None = None
        """The line before that may be all the last one fails because of."""
        self._errors = errors
        self._place = 0
        self._hole: tuple[int, int] | None = None
        self._dropped = False
        """Whether the last statement was not accepted, and nothing was done since."""

    def run(self, line: str, place: int = 0, hole: tuple[int, int] | None = None) -> bool:
        """Do what a line says; whether it was accepted.

        Args:
            line: the line.
            place: its number among lines that came in one piece; 0 for one by itself.
            hole: of the last of these that was no statement for want of understanding: its number,
                and that of the event that it was to be.

        Raises:
            StorageError: where it could not be saved; it was not accepted.
        """
        self.draft, self.failed_because = "", None
        self._place, self._hole = place, hole
        command = split_command(line.rstrip())
        accepted = False
        try:
            accepted = self._do(line, command)
        except StorageError:
            self.draft = line
            raise
        except (click.ClickException, TrackerError, OSError) as error:
            if isinstance(error, UnclearTurnError) and hole:
                self.failed_because = hole[0]
            self.say(self._reasons(line, command, error))
        finally:
            self._place = 0
        if not accepted and (command is None or command[0] in _STATING):
            self._dropped = True
        return accepted

    def _do(self, line: str, command: tuple[str, str] | None) -> bool:
        """Do what a line says, if it can be done; whether it was accepted."""
        if command is None:
            return self.tell(self.session.enter(line, after=self._unclear()))
        name, rest = command
        if name in DEEDS:
            if name == "undo" and not rest and self._dropped:
                self._dropped = False
                raise RecordError(
                    "the last statement was not accepted: there is nothing of it to undo "
                    "('undo' again takes back the change before it)"
                )
            return self.tell(DEEDS[name].do(self.session, rest))
        if name in LOOKS:
            return self.tell(LOOKS[name].do(self, rest))
        return self.ask(name, rest)

    def _reasons(
        self, line: str, command: tuple[str, str] | None, error: Exception
    ) -> Iterable[str]:
        """Why a line was not understood, or not done."""
        if isinstance(error, click.ClickException):
            return error.format_message().split("\n")
        if isinstance(error, NotationError):
            reasons = [f"column {each.column}: {each.message}" for each in error.problems]
        else:
            reasons = str(error).split("\n")
        words = line.split()
        if command or not words or seats_like(words[0], self.session.record.seats):
            return reasons
        close = closest(words[0], NAMES) if words[0].isalpha() else None
        ways = f"or did you mean the command {quote(close)}?" if close else "'help' lists the ways"
        return [*reasons[:-1], f"{reasons[-1]}; {ways}"]

    def say(self, lines: Iterable[str], style: str = "red", indent: int = 0) -> None:
        """Print a message: on a terminal wrapped, else each in one line with its place."""
        for line in lines:
            if self._place:
                text = Text(f"line {self._place}: {printable(line)}", style=style)
                self._errors.print(text, soft_wrap=True)
            else:
                tell(self._errors, [document.line(line, style, indent)])

    # -- what came of a statement, a deed or a look ------------------------------------------------

    def tell(self, outcome: Any) -> bool:
        """Print what came of something; whether it was accepted."""
        match outcome:
            case Refusal():
                self._refuse(outcome)
                return False
            case Change():
                self._dropped = False
                tell(self.console, entry_words.change_report(outcome, self.session))
            case Draft() if self._place:
                raise RecordError(f"expected a statement behind '{outcome.line.strip()}'")
            case Draft():
                self.draft = outcome.line
            case Session():
                self.say([entry_words.status_words(outcome)], "dim")
            case str():
                self.say([outcome], "dim")
            case [Suggestion(), *_]:
                refusal = self.session.refusal
                record = self.session.record if refusal is None else refusal.record
                tell(self.console, entry_words.remedies_report(outcome, record))
            case list():
                return min(map(self.tell, outcome))  # all are told, also behind one that is refused
            case Answer():
                tell(self.console, draw(outcome))
            case tuple():
                tell(self.console, outcome)
        return True

    def _unclear(self) -> str:
        """Why it is not clear whose turn it is, if a line that was refused just now is to say."""
        is_last = self._hole and self._hole[1] > len(self.session.record.events)
        return f"line {self._hole[0]} was not taken" if self._hole and is_last else ""

    def _refuse(self, refusal: Refusal) -> None:
        """Say why a statement was refused, and what can be done; without a terminal in one line."""
        reasons = entry_words.refusal_reasons(refusal)
        if self._hole and self.session.fits_after_more(refusal, self._hole[1]):
            self.failed_because = self._hole[0]
            reasons.append(f"perhaps only because line {self._hole[0]} was not taken")
        head = f"refused: {format_event(refusal.event, refusal.record)}"
        if self._place:
            self.say([f"{head}: {'; '.join(reasons)}"])
            return
        self.say([head])
        self.say(reasons, indent=entry_words.INDENT)
        if self.session.refusal is refusal:
            self.say([entry_words.ways_out(refusal)], "dim", entry_words.INDENT)

    # -- commands of tracker -----------------------------------------------------------------------

    def ask(self, name: str, rest: str) -> bool:
        """Run a command about the record as it is here; whether it was answered."""
        try:
            words = shlex.split(rest)
        except ValueError as error:
            raise RecordError(f"{quote(rest)}: {error}") from error
        if not rest.expandtabs().isprintable():  # which no command line can hold
            raise RecordError(f"{quote(rest)} has signs that are no text")
        called, settings = self.call(name, words)
        status = main.main(
            called,
            "tracker",
            standalone_mode=False,
            color=resolve_color_default(),
            default_map={name: self._filled()},
            **settings,
        )
        return bool(status != EXIT_UNANSWERED)

    def call(self, name: str, words: Sequence[str]) -> tuple[list[str], dict[str, Any]]:
        """A command line with the record in its place, and what click needs to find that record.

        Args:
            name: the command; one without ``--at`` gets the record up to the moment looked at.
            words: what stands behind it.
        """
        takes = {param.name for param in load_command(name).params}
        session, path = self.session, str(self.session.store.path)
        path = f"./{path}" if path.startswith("-") else path
        record = session.record if "at" in takes else up_to(session.record, session.at)
        entered = Entered(path, dumps(record, form=session.store.form).encode())
        return [name, *([path] if takes & _ABOUT_FILES else []), *words], {"obj": entered}

    def _filled(self) -> Mapping[str, Any]:
        """The values of options that are not given."""
        view = self.session.view
        chair = view if view in self.session.record.seats else None
        filled = {"view": view, "views": [view], "chair": chair, "at": self.session.moment}
        return {"plain": self.plain, **filled}

    # -- looks ------------------------------------------------------------------------------------

    def grid_in_sight(self) -> Sequence[tuple[document.Block, ...]] | None:
        """The ways to show the grid that is to be kept in sight, the roomiest first; None: none is.

        It shows the moment that is looked at.
        """
        if self.pinned is None:
            return None
        in_play = self.session.state.open_books()
        books = [book for book in self.pinned if book in in_play]
        try:
            with self.session.deduction() as deduction:
                return [*compact_boards(deduction, books or None, IN_SIGHT)]
        except TrackerError:
            return None  # what is wrong is in the status line


def split_command(line: str) -> tuple[str, str] | None:
    """The command that a line gives, and what stands behind it; None for a statement.

    A seat may have the name of a command, and so has a verb: what goes on with a verb is a
    statement, and what begins with one, of whoever has the turn.
    """
    words = line.split(maxsplit=2)
    if not words or (len(words) > 1 and is_verb(words[1].lower())):
        return None
    for size in (2, 1):
        name = " ".join(words[:size]).lower()
        name = _ALIASES.get(name, name)
        if name in NAMES:
            rest = (*line.split(maxsplit=size), "")[min(size, len(words))]
            is_statement = is_verb(name) and rest and not rest.startswith("-")
            return None if is_statement else (name, rest)
    return None


# -- the looks: they change nothing -------------------------------------------------------------


def _list(shell: Shell, first: int, end: str) -> Any:
    """The last events, or those from one number to another or to the end."""
    record = shell.session.record
    last = len(record.events)
    if end and not end.isdecimal():
        raise RecordError(f"expected 'list [N [M]]' (found {quote(end)} behind it)")
    first = min(first, last) or max(last - _LISTED + 1, 1)
    return entry_words.events_report(record, first, int(end[:9]) if end else last)


def _score(shell: Shell, _: int, __: str) -> Any:
    with shell.session.deduction() as deduction:
        return (situation(deduction),)


def _who(shell: Shell, _: int, card: str) -> Answer:
    with shell.session.deduction() as deduction:
        return who(deduction, card)


def _grid(shell: Shell, _: int, books: str) -> None:
    """Keep a grid in sight above the prompt; or again without any, no more."""
    from tracker.analysis.board import books_in_play

    if books.lower() in ("", "off"):
        shell.pinned = () if not books and shell.pinned is None else None
    else:
        session = shell.session
        shell.pinned = books_in_play(books.split(","), session.record.deck, session.state)


def _help(shell: Shell, _: int, name: str) -> Any:
    """The names; or all with a line each; or one."""
    name = _ALIASES.get(name.lower(), name.lower())
    if name in COMMANDS:
        return shell.ask(name, "--help") and None
    return tuple(map(document.line, help_lines(name)))


def _quit(shell: Shell, _: int, __: str) -> None:
    shell.done = True


LOOKS: Final[dict[str, Deed[Shell]]] = deeds_by_name(
    Deed("list", "[N [M]]", "the last ten events, or those from N (to M)", _list),
    Deed(
        "problems", "", "what is wrong with the record",
        lambda shell, _, __: entry_words.problems_report(shell.session),
    ),
    Deed("score", "", "turn, score, hands, settled half-suits", _score),
    Deed("who", "CARD", "who can hold it, how likely; or since when certain", _who),
    Deed("grid", "[BOOK…|off]", "keep the grid in sight above the status line", _grid),
    Deed("clear", "", "an empty screen", lambda shell, _, __: shell.console.clear()),
    Deed("help", "[NAME|all]", "what can be typed; or how one of these is", _help),
    Deed("quit", "", "leave; also Ctrl-D. Everything is saved already", _quit),
)  # fmt: skip
"""What the shell shows by itself."""
OWN: Final[dict[str, Deed[Any]]] = {**DEEDS, **LOOKS}
"""What is typed here and is no command of ``tracker``."""
_OUTSIDE: Final = {"new", "enter", "lesson", "collect", *GROUPS["archive"], *GROUPS["app"]}
NAMES: Final = (*OWN, *(name for name in COMMANDS if name not in _OUTSIDE))
"""What a line may begin with that is no statement."""


def help_lines(name: str = "") -> list[str]:
    """What can be typed: in short; with ``all`` each with a line of help; or one by its name."""
    width = max(len(deed.typed) for deed in OWN.values()) + 2
    lines = {each: f"  {deed.typed:<{width}}{deed.help}" for each, deed in OWN.items()}
    if name in OWN:
        return [lines[name]]
    statements = ["Statements", *(f"  {line}" for line in STATEMENTS)]
    commands = {each: COMMANDS[each] for each in NAMES if each not in OWN}
    if name == "all":
        about = "Commands of tracker, about the record as it is here"
        told = (f"  {each:<9}{text}" for each, text in commands.items())
        return [*statements, "Deeds", *lines.values(), about, *told]
    deeds, others = (
        click.wrap_text(", ".join(names), 78, "  ", "  ").split("\n") for names in (OWN, commands)
    )
    more = "'help NAME' says how one is typed and what it does, 'help all' does of all."
    return [*statements, "Deeds", *deeds, "Commands of tracker", *others, more]
