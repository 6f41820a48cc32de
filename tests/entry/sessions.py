"""Sessions in the tests."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import tracker
from tracker.cli.shell import Shell
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session
from tracker.game.record import Record

HEADER = """\
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C 9D 10D 5D QH 4S KS
"""


def shell_of(session: Session) -> Shell:
    """A shell over a session, for what it proposes."""
    console = Console(file=io.StringIO())
    return Shell(session, console, console)


def begun(folder: Path, text: str = HEADER, view: str | None = None) -> Session:
    """A session over a new file with some text in it."""
    path = folder / "game.lit"
    path.write_text(text, encoding="utf-8")
    return Session.open(path, view)


def enter(session: Session, *lines: str) -> Change:
    """Enter lines that are accepted; the last change."""
    return [_entered(session, line) for line in lines][-1]


def _entered(session: Session, line: str) -> Change:
    change = session.enter(line)
    assert isinstance(change, Change), f"{line}: {change}"
    return change


def refused(session: Session, line: str) -> Refusal:
    """Enter a line that is refused."""
    refusal = session.enter(line)
    assert isinstance(refusal, Refusal)
    return refusal


def on_disk(session: Session) -> Record:
    """What the file holds."""
    return tracker.load(session.store.path)


def header_of(record: Record) -> Record:
    """The record without its events."""
    return replace(record, events=(), closing=())
