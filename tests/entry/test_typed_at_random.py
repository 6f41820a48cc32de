"""Whatever is typed: no traceback, no code reaches the terminal, and the file holds the record."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.console import Console

import tracker
from tests.entry.sessions import HEADER
from tests.marks import some
from tracker.cli.line_editor import shell_proposals
from tracker.cli.shell import NAMES, Shell
from tracker.entry.session import Session

_PLAIN = """
    Ann Bob Carl Dora a b asks asked claims passes has shows > for 2C 3C KH zz 10h ten of hearts low
    clubs high rest the yes no n correct split : , ; ! # ... 0 1 2 99 -1 shown award to nobody
    title: hand seats: dealer: rules: [red]
"""
WORDS = (*NAMES, *_PLAIN.split(), "\x1b[31m", "\u202e", "\ud800", "\x85", "\u2028")
TYPED = st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@settings(deadline=None, max_examples=some(100))
@given(lines=st.lists(TYPED, max_size=12))
@example(lines=["Ann asks Bob KH: yes", "comment a\rb", "comment \u2028", "# \x0c", "comment 1: #"])
@example(lines=["title: [red]", "seats: Ann Bob Carl Dora", "hand Ann: 2C 3C", "delete 1"])
@example(lines=["what if", "what if", "a > b kh y", "keep", "keep", "undo", "redo", "edit 1"])
def test_any_lines_leave_a_whole_record(lines: list[str], cheap_sync: None) -> None:
    printed = io.StringIO()
    console = Console(file=printed, markup=False, highlight=False, emoji=False, width=80)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.lit"
        path.write_text(HEADER)
        with Session.open(path) as session:
            shell = Shell(session, console, console)
            for line in lines:
                if "save as" in line.lower():
                    continue
                shell_proposals(shell, line)
                shell.run(line)
                if not session.in_branch:
                    assert tracker.load(path) == session.record
    assert all(char == "\n" or char.isprintable() for char in printed.getvalue())
