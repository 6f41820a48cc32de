"""The shell of ``tracker enter``: each line typed is a statement, or a command.

It is the same with and without a terminal: ``run`` takes a line, prints what came of it and says
whether all was well. Each command is a call or two of the library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from tracker.analysis.odds import Odds
from tracker.analysis.questions import conclusion
from tracker.cli.shell_arguments import event_number, notation_lines, open_books, require_nothing
from tracker.cli.shell_help import COMMANDS, help_lines, split_command
from tracker.cli.streams import plain_marks
from tracker.entry.changes import Change, Refusal
from tracker.entry.session import Session
from tracker.entry.storage import StorageError
from tracker.errors import NotationError, RecordError, TrackerError
from tracker.explain import Explainer
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render import entry
from tracker.render.claims import claims_table
from tracker.render.compact import CompactGrid, compact_grid, fitting_grid
from tracker.render.deals import deals_report
from tracker.render.why import why_report

_LISTED: Final = 10
ALL: Final = "all"
OFF: Final = "off"
BELOW: Final = 7
"""Lines of a terminal that the prompt, the menu and the status line take."""


class Shell:
    """Takes lines, and prints what comes of them.

    Args:
        session: the record.
        console: where what was found goes.
        errors: where refusals and other messages go.
        plain: ASCII only in grids.
    """

    def __init__(
        self, session: Session, console: Console, errors: Console, *, plain: bool = False
    ) -> None:
        self.session = session
        self.done = False
        """Whether it was told to quit."""
        self.draft = ""
        """What the next line may begin with: a statement to be edited, or one not saved."""
        self.place = ""
        """What messages begin with: where the line came from."""
        self.pinned: tuple[str, ...] | None = None
        """The half-suits of the grid that is kept in sight; empty: all; none: there is no grid."""
        self._console = console
        self._errors = errors
        self._plain = plain

    def run(self, line: str) -> bool:
        """Do what a line says; whether it was accepted.

        Raises:
            StorageError: where it could not be saved; it was not accepted.
        """
        self.draft = ""
        try:
            command = split_command(line)
            if command is None:
                return self._tell(self.session.enter(line))
            name, rest = command
            return _ACTIONS[name](self, rest) is not False
        except StorageError:
            self.draft = line
            raise
        except NotationError as error:
            self.say(notation_lines(error))
        except TrackerError as error:
            self.say(str(error).split("\n"))
        except OSError as error:
            self.say([f"{error.filename}: {error.strerror}" if error.filename else str(error)])
        return False

    def say(self, lines: Iterable[str], style: str = "red") -> None:
        """Print a message: on a terminal wrapped, else each in one line with its place."""
        for line in lines:
            text = Text(printable(self.place + line), style=style)
            if self.place:
                self._errors.print(text, soft_wrap=True)
            else:
                self._errors.print(entry.hanging(text))

    def print(self, found: RenderableType) -> None:
        """Print what was found."""
        self._console.print(found)

    def grid_in_sight(self) -> CompactGrid | None:
        """The grid to be kept in sight, at the moment looked at; none where none is, or can be."""
        if self.pinned is None:
            return None
        in_play = self.session.state.open_books()
        books = [book for book in self.pinned if book in in_play]
        try:
            with self.session.deduction() as deduction:
                return compact_grid(deduction, plain=self._plain, books=books or None)
        except TrackerError:
            return None  # what is wrong is in the status line

    def as_codes(self, lines: Iterable[Text]) -> str:
        """Lines with the codes of the terminal's colours, for whoever draws them itself."""
        with self._console.capture() as captured:
            for line in lines:
                self._console.print(line, soft_wrap=True)
        return plain_marks(captured.get()) if self._plain else captured.get()

    # -- statements -------------------------------------------------------------------------------

    def _tell(self, outcome: Change | Refusal | None) -> bool:
        if isinstance(outcome, Refusal):
            self._refuse(outcome)
            return False
        if outcome is not None:
            self.print(entry.change_report(outcome, self.session))
        return True

    def _refuse(self, refusal: Refusal) -> None:
        self._say_why(refusal)
        if not self.place:
            self.say([f"{entry.INDENT}{entry.ways_out(refusal)}"], "dim")

    def _say_why(self, refusal: Refusal) -> None:
        """Say why a statement was refused: without a terminal in one line."""
        reasons = entry.refusal_reasons(refusal)
        if refusal.impossible:
            reasons.append(entry.conflict_words(self.session.reasons(), refusal.record))
        said = f"refused: {format_event(refusal.event, refusal.record)}"
        if self.place:
            self.say([f"{said}: {'; '.join(reasons)}"])
        else:
            self.say([said, *(f"{entry.INDENT}{reason}" for reason in reasons)])

    def _insist(self, rest: str) -> bool:
        require_nothing("!", rest)
        return self._tell(self.session.insist())

    def _mend(self, rest: str) -> bool:
        """List what would make the refused statement fit, or make one of those changes."""
        remedies = self.session.remedies()
        if not remedies:
            raise RecordError("no single change would make it fit")
        if not rest:
            refusal = self.session.refusal
            if refusal is not None:
                self.print(entry.remedies_report(remedies, refusal))
            return True
        return self._tell(self.session.mend(remedies[event_number(rest, len(remedies)) - 1]))

    # -- changes ----------------------------------------------------------------------------------

    def _undo(self, rest: str) -> bool:
        require_nothing("undo", rest)
        return self._tell(self.session.undo())

    def _redo(self, rest: str) -> bool:
        require_nothing("redo", rest)
        return self._tell(self.session.redo())

    def _edit(self, rest: str) -> bool:
        """Replace an event; on a terminal, the event alone is enough to get it back as a draft."""
        number, statement = self._numbered("edit", rest)
        if not statement and not self.place:
            event = self.session.record.events[number - 1]
            self.draft = f"edit {number} {format_event(event, self.session.record)}"
            return True
        if not statement:
            raise RecordError(f"expected '{COMMANDS['edit'].typed}'")
        return self._tell(self.session.edit(number, statement))

    def _insert(self, rest: str) -> bool:
        number, statement = self._numbered("insert", rest, more=1)
        if not statement:
            raise RecordError(f"expected '{COMMANDS['insert'].typed}'")
        return self._tell(self.session.insert(number, statement))

    def _delete(self, rest: str) -> bool:
        number, more = self._numbered("delete", rest)
        require_nothing("delete", more)
        return self._tell(self.session.delete(number))

    def _comment(self, rest: str) -> bool:
        """Comment beside an event, as in ``comment 3: …``, or at the end of the record."""
        head, colon, text = rest.partition(":")
        if colon and head.strip().isdecimal():
            number = event_number(head, len(self.session.record.events))
            return self._tell(self.session.comment(text.strip(), number))
        if not rest:
            raise RecordError(f"expected '{COMMANDS['comment'].typed}'")
        return self._tell(self.session.comment(rest))

    def _save_as(self, rest: str) -> None:
        if not rest:
            raise RecordError(f"expected '{COMMANDS['save as'].typed}'")
        self.session.save_as(Path(rest).expanduser())
        self.say([f"saved; now entering {self.session.store.name}"], "dim")

    def _reload(self, rest: str) -> bool:
        require_nothing("reload", rest)
        return self._tell(self.session.reload())

    # -- branches ---------------------------------------------------------------------------------

    def _what_if(self, rest: str) -> bool:
        """Open a branch with a statement in it; none is left open where that is not accepted."""
        change = self.session.branch()
        if not rest:
            return self._tell(change)
        outcome: Change | Refusal | None = None
        try:
            outcome = self.session.enter(rest)
            if isinstance(outcome, Refusal):
                self._say_why(outcome)
        finally:
            if not isinstance(outcome, Change):
                self.session.discard()
        return isinstance(outcome, Change) and self._tell(outcome)

    def _keep(self, rest: str) -> bool:
        require_nothing("keep", rest)
        return self._tell(self.session.keep())

    def _discard(self, rest: str) -> bool:
        require_nothing("discard", rest)
        return self._tell(self.session.discard())

    # -- looking ----------------------------------------------------------------------------------

    def _as(self, rest: str) -> None:
        self.session.look_as(rest or None)
        self.say([entry.status_words(self.session)], "dim")

    def _at(self, rest: str) -> None:
        self.session.look_at(event_number(rest, len(self.session.record.events), least=0))
        self.say([entry.status_words(self.session)], "dim")

    def _back(self, rest: str) -> None:
        require_nothing("back", rest)
        self.session.look_at(None)
        self.say([entry.status_words(self.session)], "dim")

    def _show(self, rest: str) -> None:
        """Show the grid: on a terminal as large as it fits; of some half-suits; or all of it."""
        height = None if rest.lower() == ALL else self._room
        books = self._books("" if rest.lower() == ALL else rest)
        with self.session.deduction() as deduction:
            plain = self._plain
            found = fitting_grid(deduction, self._console, height, plain=plain, books=books)
        self.print(found)

    def _grid(self, rest: str) -> None:
        """Keep the grid in sight, or not any more."""
        if rest.lower() in ("", OFF):
            self.pinned = () if rest == "" and self.pinned is None else None
        else:
            self.pinned = self._books(rest)

    def _books(self, rest: str) -> tuple[str, ...] | None:
        """The half-suits named; none where none is."""
        return open_books(rest, self.session.record.deck, self.session.state) if rest else None

    @property
    def _room(self) -> int | None:
        """How many lines can be in sight above the prompt; none where there is no screen."""
        return self._console.height - BELOW if self._console.is_terminal else None

    def _claims(self, rest: str) -> None:
        require_nothing("claims", rest)
        with self.session.deduction() as deduction:
            self.print(claims_table(Odds(deduction).claims(), self.session.record.seats))

    def _deals(self, rest: str) -> None:
        require_nothing("deals", rest)
        with self.session.deduction() as deduction:
            width = self._console.width
            self.print(deals_report(Odds(deduction), [], width, plain=self._plain))

    def _why(self, rest: str) -> None:
        """Explain where a card is, or is not, or why a claim is proven."""
        record, words = self.session.record, rest.split()
        if ":" in rest:
            asked = conclusion(record, claim=rest)
        elif len(words) == 2 or (len(words) == 3 and words[2].lower() == "lacks"):
            asked = conclusion(record, words[0], words[1], lacks=len(words) == 3)
        else:
            raise RecordError(f"expected '{COMMANDS['why'].typed}' or 'why BOOK: HOLDINGS'")
        with self.session.deduction() as deduction, Explainer(deduction) as explainer:
            self.print(why_report(explainer.why(asked), record))

    def _list(self, rest: str) -> None:
        """Print the last events, or those from one number to another or to the end."""
        last = len(self.session.record.events)
        bounds = [event_number(word, last) for word in rest.split()]
        if len(bounds) > 2:
            raise RecordError(f"expected '{COMMANDS['list'].typed}'")
        first = bounds[0] if bounds else max(last - _LISTED + 1, 1)
        end = bounds[1] if len(bounds) == 2 else last
        self.print(entry.events_report(self.session.record, first, end))

    def _problems(self, rest: str) -> None:
        require_nothing("problems", rest)
        self.print(entry.problems_report(self.session))

    def _help(self, rest: str) -> None:
        self.print(Text("\n".join(help_lines(rest))))

    def _quit(self, rest: str) -> None:
        require_nothing("quit", rest)
        self.done = True

    def _numbered(self, name: str, rest: str, more: int = 0) -> tuple[int, str]:
        """A number of an event, and what stands behind it."""
        head, _, statement = rest.partition(" ")
        if not head:
            raise RecordError(f"expected '{COMMANDS[name].typed}'")
        return event_number(head, len(self.session.record.events) + more), statement.strip()


_ACTIONS: Final[dict[str, Callable[[Shell, str], bool | None]]] = {
    "!": Shell._insist,
    "mend": Shell._mend,
    "undo": Shell._undo,
    "redo": Shell._redo,
    "edit": Shell._edit,
    "insert": Shell._insert,
    "delete": Shell._delete,
    "comment": Shell._comment,
    "list": Shell._list,
    "problems": Shell._problems,
    "show": Shell._show,
    "grid": Shell._grid,
    "claims": Shell._claims,
    "deals": Shell._deals,
    "why": Shell._why,
    "as": Shell._as,
    "at": Shell._at,
    "back": Shell._back,
    "what if": Shell._what_if,
    "keep": Shell._keep,
    "discard": Shell._discard,
    "save as": Shell._save_as,
    "reload": Shell._reload,
    "help": Shell._help,
    "quit": Shell._quit,
}
