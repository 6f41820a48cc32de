"""The line editor of ``tracker enter`` on a terminal: completion, history, a status line."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import click
from click.shell_completion import ShellComplete
from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import (
    CompleteEvent,
    Completer,
    Completion,
    get_common_complete_suffix,
)
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.styles import Style

from tracker.cli.main import COMMANDS, main
from tracker.cli.pasted import Pasted
from tracker.cli.shell import NAMES, OWN, Shell, split_command
from tracker.cli.streams import plain_marks
from tracker.entry.completion import Proposal, matching
from tracker.entry.record_file import StorageError
from tracker.entry.session import Session
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.document import fitting, for_terminal
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
        self._grid = shell.grid_in_sight()
        record = shell.session.record
        typed = [format_event(event, record) for event in record.events[-_REMEMBERED:]]
        completer = _SessionCompleter(shell)
        self._prompt: PromptSession[str] = PromptSession(
            history=InMemoryHistory(typed),
            completer=completer,
            bottom_toolbar=self._bottom,
            key_bindings=_bindings(completer),
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        )

    def read_line(self) -> None:
        """Read and run one line, or what was pasted."""
        shell, session = self._shell, self._shell.session
        if session.store.has_changed():
            changed = "was changed by somebody else ('reload' takes it as it is)"
            shell.say([f"{session.store.name} {changed}"])
        self._grid = shell.grid_in_sight()
        self._prompt.reserve_space_for_menu = _MENU if self._grid is None else _SMALL_MENU
        draft, shell.draft = shell.draft, ""
        try:
            typed = self._prompt.prompt(self._message, default=draft)
        except KeyboardInterrupt:
            return
        except EOFError:  # Ctrl-D: out of a branch, else out of the session
            shell.run("discard" if session.in_branch else "quit")
            return
        lines = typed.strip("\n").split("\n")
        if len(lines) > 1:
            self._run_pasted(lines)
        else:
            self._run(lines[0], shell.run)

    def _run_pasted(self, lines: Sequence[str]) -> None:
        """Run lines; those that were not taken, or not run, come back to be mended."""
        pasted, rest = Pasted(self._shell), list(lines)
        for line in lines:
            goes_on = self._run(line, pasted.run)
            if goes_on is not None:  # else it was not saved
                del rest[0]
            if not goes_on or pasted.is_stuck:
                break
        self._shell.say([pasted.tally()], "yellow" if pasted.refused else "dim")
        if not self._shell.done:
            self._shell.draft = "\n".join([*pasted.to_mend(), *rest])

    def _run(self, line: str, run: Callable[[str], bool]) -> bool | None:
        """Run a line; what came of it: None where it could not be saved.

        Ctrl-C ends a command that takes long, but no change halfway through.
        """
        command = split_command(line)
        changes = command is None or command[0] in OWN
        before = signal.signal(signal.SIGINT, signal.SIG_IGN) if changes else None
        try:
            return run(line)
        except (KeyboardInterrupt, click.Abort):
            self._shell.say(["interrupted"])
        except StorageError as error:
            self._shell.say([f"{error}; the statement was not accepted"])
            return None
        finally:
            if changes:
                signal.signal(signal.SIGINT, before)
        return True

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
        console = self._shell.console
        with console.capture() as captured:
            board = fitting(self._grid, size.columns, max(size.rows - _TALK, 2))
            for part in for_terminal(board, size.columns):
                console.print(part, soft_wrap=True)
        drawn = plain_marks(captured.get()) if self._shell.plain else captured.get()
        return [*to_formatted_text(ANSI(drawn)), *below]


def _bindings(completer: Completer) -> KeyBindings:
    """What Tab and pasting do."""
    bindings = KeyBindings()

    @bindings.add(Keys.Tab)
    def _complete(event: KeyPressEvent) -> None:
        """Take the only way to go on, else what all of them begin with; Tab again chooses.

        prompt_toolkit's own looks for them in the background, and does nothing for who types on.
        """
        buffer = event.current_buffer
        completions = list(completer.get_completions(buffer.document, CompleteEvent()))
        if event.is_repeat and buffer.complete_state:
            buffer.complete_next()
        elif len(completions) == 1:
            buffer.apply_completion(completions[0])
            buffer.insert_text(" ")
        elif completions:
            buffer.insert_text(get_common_complete_suffix(buffer.document, completions))
            buffer.start_completion()

    @bindings.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        """Whole lines that are pasted are entered at once."""
        data = event.data.replace("\r\n", "\n").replace("\r", "\n")
        event.current_buffer.insert_text(data)
        if data.endswith("\n"):
            event.current_buffer.validate_and_handle()

    return bindings


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
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    termios.tcsetattr(handle, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


# -- completion: statements, then names, then what stands behind these ----------------------------


class _SessionCompleter(Completer):
    """Completions that know the position."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    def get_completions(self, document: Document, _: CompleteEvent) -> Iterable[Completion]:
        """The ways to go on with the line before the cursor."""
        line = document.text_before_cursor
        begun = document.get_word_before_cursor(WORD=True)
        for proposal in () if "\n" in line else shell_proposals(self._shell, line):
            yield Completion(
                proposal.text,
                start_position=-len(begun),
                display=printable(proposal.text),
                display_meta=printable(proposal.note),
            )


def shell_proposals(shell: Shell, line: str) -> list[Proposal]:
    """The ways to go on with a line."""
    command, session = split_command(line), shell.session
    if command is None or (not command[1] and not line.endswith(" ")):
        return [*session.position().proposals(line), *_names(line)]
    name, rest = command
    if name == "what if":
        return session.position().proposals(rest)
    number, gap, statement = rest.partition(" ")
    if name in ("edit", "insert") and gap:
        is_place = number.isdecimal() and 1 <= int(number[:9]) <= len(session.record.events) + 1
        return session.position(int(number) - 1).proposals(statement) if is_place else []
    *words, begun = (*rest.split(), "") if line.endswith(" ") else rest.split()
    if name in OWN:
        first = re.match(r"\W*(\w*)", OWN[name].takes)
        propose = _BEHIND.get(first[1] if first else "")
        return matching(propose(session), begun) if propose else []
    called, settings = shell.call(name, words)
    items = ShellComplete(main, settings, "tracker", "").get_completions(called, begun)
    return [Proposal(each.value, each.help or "") for each in items if each.type == "plain"]


def _names(line: str) -> Iterator[Proposal]:
    """The names that go on from what was typed, without their words that stand already."""
    low = line.lower().lstrip()
    begun = low.rpartition(" ")[0]
    for name in NAMES if low else ():
        if name.startswith(low) and name != low:
            text = OWN[name].help if name in OWN else COMMANDS[name]
            yield Proposal(name.removeprefix(f"{begun} "), text)


def _events(session: Session) -> list[Proposal]:
    """The numbers of the events, the latest first."""
    record = session.record
    return [
        Proposal(str(number), format_event(event, record))
        for number, event in reversed([*enumerate(record.events, start=1)])
    ]


_BEHIND: Final[dict[str, Callable[[Session], Iterable[Proposal]]]] = {
    "N": _events,
    "VIEW": lambda session: map(Proposal, ("public", *session.record.seats)),
    "CARD": lambda session: map(Proposal, session.state.cards),
    "BOOK": lambda session: map(Proposal, (*session.state.open_books(), "off")),
    "NAME": lambda _: map(Proposal, (*NAMES, "all")),
    "as": lambda _: [Proposal("as")],
}
"""What may stand behind a name, by the first word of its pattern."""
