"""The line editor of ``tracker enter`` on a terminal: completion, history, a status line."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Style

from tracker.cli.pasted import Pasted
from tracker.cli.shell import Shell
from tracker.cli.shell_help import COMMANDS, LOOKING, split_command
from tracker.entry.completion import Proposal, matching
from tracker.entry.record_file import StorageError
from tracker.entry.session import Session
from tracker.game.record import Record
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.compact_grid import CompactGrid
from tracker.render.entry_words import status_words

_REMEMBERED: Final = 200
_LAST: Final = 4
"""Events that are shown when a record is opened again."""
_MENU: Final = 6
"""Lines kept free below the prompt for completions."""
_SMALL_MENU: Final = 4
"""Lines kept free for completions where a grid is shown, too."""
_TALK: Final = 10
"""Lines that such a grid leaves to the prompt, the menu, the status line and messages."""
_STYLE: Final = Style.from_dict(
    {"bottom-toolbar": "noreverse", "status": "reverse", "branch": "bold"}
)


def edit_lines(shell: Shell) -> None:
    """Take lines from the terminal until the user leaves."""
    editor = _Editor(shell)
    shell.say(["Statements, or commands: 'help' lists them. Ctrl-D leaves."], "dim")
    events = len(shell.session.record.events)
    if events:
        shell.run(f"list {max(events - _LAST + 1, 1)}")
    with _without_echo():
        while not shell.done:
            editor.read_line()


class _Editor:
    """Reads lines with prompt_toolkit, and hands them to the shell."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._grid: CompactGrid | None = None
        completer = _SessionCompleter(shell)
        self._prompt: PromptSession[str] = PromptSession(
            history=InMemoryHistory(_statements(shell)),
            completer=completer,
            complete_while_typing=True,
            bottom_toolbar=self._bottom,
            reserve_space_for_menu=_MENU,
            key_bindings=_bindings(completer),
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def read_line(self) -> None:
        """Read and run one line, or what was pasted."""
        self._warn_of_changes()
        self._grid = self._shell.grid_in_sight()
        self._prompt.reserve_space_for_menu = _MENU if self._grid is None else _SMALL_MENU
        draft, self._shell.draft = self._shell.draft, ""
        try:
            typed = self._prompt.prompt(self._message, default=draft)
        except KeyboardInterrupt:
            return
        except EOFError:
            self._leave()
            return
        lines = typed.strip("\n").split("\n")
        if len(lines) > 1:
            self._run_pasted(lines)
        else:
            self._run(lines[0], self._shell.run)

    def _run_pasted(self, lines: Sequence[str]) -> None:
        """Run lines; those that were not taken, or not run, come back to be mended."""
        pasted, rest = Pasted(self._shell), list(lines)
        for place, line in enumerate(lines, start=1):
            goes_on = self._run(line, partial(pasted.run, place))
            if goes_on is not None:  # else it was not saved
                del rest[0]
            if not goes_on or pasted.is_stuck:
                break
        pasted.end()
        self._shell.say([pasted.tally()], "yellow" if pasted.any_refused else "dim")
        if not self._shell.done:
            self._shell.draft = "\n".join([*pasted.to_mend(), *rest])

    def _run(self, line: str, run: Callable[[str], bool]) -> bool | None:
        """Run a line; what came of it: None where it could not be saved."""
        try:
            with _interruptible_if_it_only_looks(line):
                return run(line)
        except KeyboardInterrupt:
            self._shell.say(["interrupted"])
        except StorageError as error:
            self._shell.say([f"{error}; the statement was not accepted"])
            return None
        return True

    def _leave(self) -> None:
        """Ctrl-D: out of a branch, else out of the session."""
        if self._shell.session.in_branch:
            self._run("discard", self._shell.run)
        else:
            self._shell.done = True

    def _warn_of_changes(self) -> None:
        if self._shell.session.store.has_changed():
            name = self._shell.session.store.name
            self._shell.say([f"{name} was changed by somebody else ('reload' takes it as it is)"])

    def _message(self) -> StyleAndTextTuples:
        session = self._shell.session
        branch = "what if " if session.in_branch else ""
        return [("class:branch", branch), ("", f"{session.at + 1}> ")]

    def _bottom(self) -> StyleAndTextTuples:
        """The grid, if it is to be kept in sight, and the status line."""
        size = get_app().output.get_size()
        status = f" {status_words(self._shell.session)} "
        below: StyleAndTextTuples = [("class:status", status.ljust(size.columns))]
        if self._grid is None:
            return below
        lines = self._grid.lines(size.columns, max(size.rows - _TALK, 2), bare=True)
        return [*to_formatted_text(ANSI(self._shell.as_codes(lines))), *below]


class _SessionCompleter(Completer):
    """Completions that know the position."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterable[Completion]:
        """The ways to go on with the line before the cursor."""
        line = document.text_before_cursor
        if "\n" in line:
            return
        partial = document.get_word_before_cursor(WORD=True)
        for proposal in shell_proposals(self._shell.session, line):
            yield Completion(
                proposal.text,
                start_position=-len(partial),
                display=printable(proposal.text),
                display_meta=printable(proposal.note),
            )


def _statements(shell: Shell) -> list[str]:
    """The last statements, for the history."""
    record = shell.session.record
    return [format_event(event, record) for event in record.events[-_REMEMBERED:]]


def _bindings(completer: Completer) -> KeyBindings:
    """What Tab and pasting do."""
    bindings = KeyBindings()

    @bindings.add(Keys.Tab)
    def _complete(event: KeyPressEvent) -> None:
        """Take the only way to go on, else what all of them begin with; Tab again chooses."""
        buffer = event.current_buffer
        completions = list(completer.get_completions(buffer.document, CompleteEvent()))
        if event.is_repeat and buffer.complete_state:
            buffer.complete_next()
        elif len(completions) == 1:
            buffer.apply_completion(completions[0])
            buffer.insert_text(" ")
        elif completions:
            buffer.apply_completion(_common(completions))
            buffer.start_completion()

    @bindings.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        """Whole lines that are pasted are entered at once."""
        data = event.data.replace("\r\n", "\n").replace("\r", "\n")
        event.current_buffer.insert_text(data)
        if data.endswith("\n"):
            event.current_buffer.validate_and_handle()

    return bindings


def _common(completions: Sequence[Completion]) -> Completion:
    """What several ways to go on begin with, whatever the case; never less than what was typed."""
    columns = zip(*(completion.text.lower() for completion in completions), strict=False)
    size = sum(1 for _ in takewhile(lambda signs: len(set(signs)) == 1, columns))
    first = completions[0]
    if size <= -first.start_position:
        return Completion("")
    return Completion(first.text[:size], first.start_position)


@contextlib.contextmanager
def _without_echo() -> Iterator[None]:
    """Let what is typed or pasted while a line is being worked on wait without being shown."""
    try:
        import termios
    except ImportError:
        yield
        return
    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    quiet = list(before)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(handle, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


@contextlib.contextmanager
def _interruptible_if_it_only_looks(line: str) -> Iterator[None]:
    """Ctrl-C ends a long search, but no change halfway through."""
    command = split_command(line)
    if command is not None and command[0] in LOOKING:
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# -- completion: commands, then what they take ---------------------------------------------------


def shell_proposals(session: Session, line: str) -> list[Proposal]:
    """The ways to go on with a line."""
    command = split_command(line)
    if command is None or (not command[1] and not line.endswith(" ")):
        return [*session.position().proposals(line), *_commands(line)]
    name, rest = command
    if name in ("edit", "insert") and " " in rest:
        number, _, statement = rest.partition(" ")
        return _before(session, number, statement)
    if name == "what if":
        return session.position().proposals(rest)
    return matching(_arguments(session, name, rest), rest.rpartition(" ")[2])


def _commands(line: str) -> Iterable[Proposal]:
    """The commands that go on from what was typed, without their words that stand already."""
    if not line.strip():
        return []
    low = line.lower().lstrip()
    begun = low.rpartition(" ")[0]
    return [
        Proposal(name.removeprefix(f"{begun} "), usage.meaning)
        for name, usage in COMMANDS.items()
        if name.startswith(low) and name != low
    ]


def _before(session: Session, number: str, statement: str) -> list[Proposal]:
    """The ways to go on with a statement that is to stand before or instead of an event."""
    if not (number.isdecimal() and 1 <= int(number) <= len(session.record.events) + 1):
        return []
    return session.position(int(number) - 1).proposals(statement)


def _arguments(session: Session, name: str, rest: str) -> Iterable[Proposal]:
    """What a command may take next: event numbers, the latest first, views, commands or cards."""
    propose = _ARGUMENTS.get(name)
    return () if propose is None else propose(session, rest)


def _of_events(record: Record) -> list[Proposal]:
    """The numbers of the events, the latest first."""
    return [
        Proposal(str(number), format_event(event, record))
        for number, event in enumerate(record.events, start=1)
    ][::-1]


def _of_books(session: Session, rest: str, more: str) -> Iterator[Proposal]:
    """The half-suits in play, or what is left of those whose first word stands already."""
    begun = rest.rpartition(",")[2].lstrip().rpartition(" ")[0]
    for book in session.state.open_books():
        if book.startswith(begun):
            yield Proposal(book.removeprefix(begun).strip())
    yield Proposal(more)


def _of_why(session: Session, rest: str) -> Iterable[Proposal]:
    words = rest.split(" ")[:-1]
    if not words:
        return map(Proposal, session.state.cards)
    if len(words) == 1:
        return map(Proposal, session.record.seats)
    return [Proposal(word) for word in ("lacks", "since") if word not in words]


_ARGUMENTS: Final[dict[str, Callable[[Session, str], Iterable[Proposal]]]] = {
    **dict.fromkeys(
        ("edit", "insert", "delete", "at", "list"), lambda session, _: _of_events(session.record)
    ),
    "audit": lambda session, _: [Proposal("missed"), *_of_events(session.record)],
    "who": lambda session, _: map(Proposal, session.state.cards),
    "asks": lambda session, _: [
        *map(Proposal, session.record.seats),
        *_of_events(session.record),
    ],
    "keep": lambda *_: [Proposal("as")],
    "as": lambda session, _: map(Proposal, ("public", *session.record.seats)),
    "show": lambda session, rest: _of_books(session, rest, "all"),
    "grid": lambda session, rest: _of_books(session, rest, "off"),
    "help": lambda *_: map(Proposal, (*COMMANDS, "all")),
    "why": _of_why,
}
"""What each command may take next, given the session and what was typed behind its name."""
