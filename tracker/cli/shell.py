"""The shell of ``tracker enter``: each line typed is a statement, or a command.

``run`` takes a line, prints what came of it and returns whether all was well, with a terminal and
without one. Each command is a call or two of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from tracker.cli.shell_help import (
    COMMANDS,
    LOOKING,
    command_hint,
    event_number,
    help_lines,
    notation_lines,
    question_hint,
    require_nothing,
    short_help_lines,
    split_command,
)
from tracker.cli.shell_looks import Looker
from tracker.entry.record_file import StorageError
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session, UnclearTurnError
from tracker.entry.typed_line import read_hands_now
from tracker.errors import NotationError, RecordError, TrackerError
from tracker.messages import printable, quote
from tracker.notation.text import format_event
from tracker.render import entry_words

STATING: Final = ("edit", "insert", "what if", "hands now")
"""The commands that state an event."""
LOOKING_ON: Final = (*LOOKING, "as", "at", "back", "help", "clear")
"""The commands after which the last statement is still the one before them."""
DROPPED: Final = "the last statement was not accepted: there is nothing of it to undo"


class Shell(Looker):
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
        super().__init__(session, console, plain=plain)
        self.done = False
        """Whether it was told to quit."""
        self.draft = ""
        """What the next line may begin with: a statement to be edited, or one not saved."""
        self.place = ""
        """What messages begin with: where the line came from."""
        self.holes: list[tuple[int, int]] = []
        """Of lines that come in one piece: those refused, and the numbers their events would have.
        """
        self.failed_because: int | None = None
        """The line of these that may be all the last one fails because of."""
        self._dropped = False
        """Whether the last line was a statement that was not accepted."""
        self._errors = errors

    def run(self, line: str) -> bool:
        """Do what a line says; whether it was accepted.

        Raises:
            StorageError: where it could not be saved; it was not accepted.
        """
        self.draft, self.failed_because = "", None
        command = split_command(line)
        accepted = self._run(line, command)
        if command is None or command[0] not in LOOKING_ON:
            self._dropped = not accepted and (command is None or command[0] in STATING)
        return accepted

    def _run(self, line: str, command: tuple[str, str] | None) -> bool:
        """Do what a line says, and say what is wrong with it; whether it was accepted."""
        try:
            if command is None:
                return self.tell(self.session.enter(line, after=self._unclear()))
            name, rest = command
            if not COMMANDS[name].rest:
                require_nothing(name, rest)
            return _ACTIONS[name](self, rest) is not False
        except StorageError:
            self.draft = line
            raise
        except NotationError as error:
            self._misread(line, command, notation_lines(error))
        except TrackerError as error:
            if isinstance(error, UnclearTurnError) and self.holes:
                self.failed_because = self.holes[-1][0]
            self._misread(line, command, str(error).split("\n"))
        except OSError as error:
            self.say([f"{error.filename}: {error.strerror}" if error.filename else str(error)])
        return False

    def _misread(self, line: str, command: tuple[str, str] | None, reasons: Sequence[str]) -> None:
        """Say why a line was not understood, and what to type where it is a question."""
        name = command[0] if command else ""
        seats, file = self.session.record.seats, self.session.store.name
        hint = "" if name in STATING else question_hint(line, seats, file, name)
        if hint and not command:
            reasons = (f"{quote(line)} is not a statement",)
        *others, last = reasons
        more = hint or ("" if command else command_hint(line, seats))
        self.say([*others, f"{last}; {more}" if more else last])

    def say(self, lines: Iterable[str], style: str = "red") -> None:
        """Print a message: on a terminal wrapped, else each in one line with its place."""
        for line in lines:
            text = Text(printable(self.place + line), style=style)
            if self.place:
                self._errors.print(text, soft_wrap=True)
            else:
                self._errors.print(entry_words.hanging(text))

    # -- statements -------------------------------------------------------------------------------

    def tell(self, outcome: Change | Refusal | None) -> bool:
        """Print what came of a statement or a change; whether it was accepted."""
        if isinstance(outcome, Refusal):
            self._refuse(outcome)
            return False
        if outcome is not None:
            self.print(entry_words.change_report(outcome, self.session))
        return True

    def _unclear(self) -> str:
        """Why it is not clear whose turn it is, if a line that was refused just now is to say."""
        if not self.holes:
            return ""
        place, number = self.holes[-1]
        is_last = number > len(self.session.record.events)
        return f"line {place} was not taken" if is_last else ""

    def _refuse(self, refusal: Refusal) -> None:
        """Say why a statement was refused, and what can be done; a hole may be all it lacks."""
        if self.holes:  # whatever was to stand in an earlier one may stand in the last one
            place, number = self.holes[-1]
            fits = self.session.fits_after_more(refusal, number)
            self.failed_because = place if fits else None
        self._say_why(refusal)
        if not self.place:
            self.say([f"{entry_words.INDENT}{entry_words.ways_out(refusal)}"], "dim")

    def _say_why(self, refusal: Refusal) -> None:
        """Say why a statement was refused: without a terminal in one line."""
        reasons = entry_words.refusal_reasons(refusal)
        if refusal.impossible and refusal.conflict is not None:
            reasons.append(entry_words.conflict_words(refusal.conflict, refusal.record))
        if self.failed_because is not None:
            reasons.append(f"perhaps only because line {self.failed_because} was not taken")
        head = f"refused: {format_event(refusal.event, refusal.record)}"
        if self.place:
            self.say([f"{head}: {'; '.join(reasons)}"])
        else:
            self.say([head, *(f"{entry_words.INDENT}{reason}" for reason in reasons)])

    def _mend(self, rest: str) -> bool:
        """List what would make the refused statement fit, or make one of those changes."""
        remedies = self.session.remedies()
        if not remedies:
            raise RecordError("no single change was found that would make it fit")
        if not rest:
            refusal = self.session.refusal
            record = self.session.record if refusal is None else refusal.record
            self.print(entry_words.remedies_report(remedies, record))
            return True
        return self.tell(self.session.mend(remedies[event_number(rest, len(remedies)) - 1]))

    # -- changes ----------------------------------------------------------------------------------

    def _undo(self, _: str) -> bool:
        """Take back the last change, unless what was typed last changed nothing."""
        if self._dropped:
            raise RecordError(f"{DROPPED} ('undo' again takes back the change before it)")
        return self.tell(self.session.undo())

    def _edit(self, rest: str) -> bool:
        """Replace an event; on a terminal, the event alone is enough to get it back as a draft."""
        number, statement = self._numbered("edit", rest)
        if not statement and not self.place:
            event = self.session.record.events[number - 1]
            self.draft = f"edit {number} {format_event(event, self.session.record)}"
            return True
        if not statement:
            raise COMMANDS["edit"].expected
        return self.tell(self.session.edit(number, statement))

    def _insert(self, rest: str) -> bool:
        number, statement = self._numbered("insert", rest, more=1)
        if not statement:
            raise COMMANDS["insert"].expected
        return self.tell(self.session.insert(number, statement))

    def _delete(self, rest: str) -> bool:
        first, dash, last = rest.partition("-")
        numbers = [first, last] if dash else [first]
        if not rest:
            raise COMMANDS["delete"].expected
        most = len(self.session.record.events)
        return self.tell(self.session.delete(*(event_number(each, most) for each in numbers)))

    def _comment(self, rest: str) -> bool:
        """Comment beside an event, as in ``comment 3: …``, or at the end of the record."""
        head, colon, text = rest.partition(":")
        if colon and head.strip().isdecimal():
            number = event_number(head, len(self.session.record.events))
            return self.tell(self.session.comment(text.strip(), number))
        if not rest:
            raise COMMANDS["comment"].expected
        return self.tell(self.session.comment(rest))

    def _hands_now(self, rest: str) -> bool:
        """Take in hands as they are now: a statement each; on a terminal, alone, it is a draft."""
        if not rest and not self.place:
            self.draft = "hands now "
            self.say(["such as: hands now Ann 2H 3H, Bob 9D ...   (...: and others)"], "dim")
            return True
        statements = read_hands_now(rest, self.session.record)
        if not statements:
            raise COMMANDS["hands now"].expected
        return all(self.tell(self.session.enter(statement)) for statement in statements)

    def _save_as(self, rest: str) -> None:
        if not rest:
            raise COMMANDS["save as"].expected
        self.session.save_as(Path(rest).expanduser())
        self.say([f"saved; now entering {self.session.store.name}"], "dim")

    # -- branches ---------------------------------------------------------------------------------

    def _what_if(self, rest: str) -> bool:
        """Open a branch with a statement in it; none is left open where that is not accepted."""
        change = self.session.branch()
        if not rest:
            return self.tell(change)
        outcome: Change | Refusal | None = None
        try:
            outcome = self.session.enter(rest)
            if isinstance(outcome, Refusal):
                self._say_why(outcome)
        finally:
            if not isinstance(outcome, Change):
                self.session.discard()
        return isinstance(outcome, Change) and self.tell(outcome)

    def _keep(self, rest: str) -> bool:
        """Make the branch part of the record, or with ``as FILE`` a record of its own."""
        if rest.lower().startswith("as "):
            path = Path(rest[3:].strip()).expanduser()
            self.session.keep_as(path)
            self.say([f"saved as {printable(str(path))}; the branch is still open"], "dim")
            return True
        require_nothing("keep", rest)
        return self.tell(self.session.keep())

    # -- looking ----------------------------------------------------------------------------------

    def _as(self, rest: str) -> None:
        self.session.look_as(rest or None)
        self._say_status()

    def _at(self, rest: str) -> None:
        self._look_at(event_number(rest, len(self.session.record.events), least=0))

    def _look_at(self, moment: int | None) -> None:
        self.session.look_at(moment)
        self._say_status()

    def _say_status(self) -> None:
        self.say([entry_words.status_words(self.session)], "dim")

    def _help(self, rest: str) -> None:
        """Print the help: all of it, in short where it would not fit, or about one command."""
        lines = list(help_lines(rest))
        if not rest and self._room is not None and len(lines) > self._room:
            lines = list(short_help_lines())
        self.print(Text("\n".join(lines)))

    def _quit(self, _: str) -> None:
        self.done = True

    def _numbered(self, name: str, rest: str, more: int = 0) -> tuple[int, str]:
        """A number of an event, and what stands behind it."""
        head, _, statement = rest.partition(" ")
        if not head:
            raise COMMANDS[name].expected
        return event_number(head, len(self.session.record.events) + more), statement.strip()


_ACTIONS: Final[dict[str, Callable[[Shell, str], bool | None]]] = {
    "!": lambda shell, _: shell.tell(shell.session.insist()),
    "mend": Shell._mend,
    "undo": Shell._undo,
    "redo": lambda shell, _: shell.tell(shell.session.redo()),
    "edit": Shell._edit,
    "insert": Shell._insert,
    "delete": Shell._delete,
    "comment": Shell._comment,
    "hands now": Shell._hands_now,
    "list": Shell._list,
    "problems": Shell._problems,
    "show": Shell._show,
    "grid": Shell._grid,
    "claims": Shell._claims,
    "deals": Shell._deals,
    "why": Shell._why,
    "why all": Shell._why_all,
    "hint": Shell._hint,
    "knows": Shell._knows,
    "who": Shell._who,
    "asks": Shell._asks,
    "audit": Shell._audit,
    "timeline": Shell._timeline,
    "gaps": Shell._gaps,
    "score": Shell._score,
    "as": Shell._as,
    "at": Shell._at,
    "back": lambda shell, _: shell._look_at(None),
    "what if": Shell._what_if,
    "keep": Shell._keep,
    "discard": lambda shell, _: shell.tell(shell.session.discard()),
    "save as": Shell._save_as,
    "reload": lambda shell, _: shell.tell(shell.session.reload()),
    "clear": lambda shell, _: shell._console.clear(),
    "help": Shell._help,
    "quit": Shell._quit,
}
