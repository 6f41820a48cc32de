"""What is fuzzed: functions that take any bytes, and raise only where the program is wrong."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from importlib.resources import files
from io import BytesIO, StringIO
from itertools import islice
from pathlib import Path
from typing import Final

from jsonschema import Draft202012Validator
from rich.console import Console

from tracker.cli.line_editor import shell_proposals
from tracker.cli.shell import Shell
from tracker.entry.record_file import Store
from tracker.entry.session import Session
from tracker.errors import NotationError, RecordError
from tracker.explain.certificate import CertificateError, digest, loads
from tracker.explain.verification import verify
from tracker.game.events import Claim, Event
from tracker.game.record import Record
from tracker.notation import record_json, text
from tracker.notation.record_files import FORMATS, form_of, read_each

CORPUS: Final = Path(__file__).parent / "corpus"
HEADER: Final = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 3S

"""
MOST_GAMES: Final = 20
"""Of a log: what many lines could be is not worth the time."""
GAME: Final = text.loads(HEADER + "Ann asks Bob 3H: no\nBob asks Carl 2S: no\n")
SCHEMA: Final = Draft202012Validator(
    json.loads(files("tracker.notation").joinpath("record.schema.json").read_text("utf-8"))
)


def read_text(data: bytes) -> None:
    """A text is a record that survives both forms, or has problems; so is each line by itself."""
    read(data, text.loads)
    for line in data.decode("utf-8", "surrogateescape").split("\n")[:20]:
        with contextlib.suppress(NotationError):
            text.parse_event(line, GAME)


def read_json(data: bytes) -> None:
    """So is a document, and no record is read of one that is not as the schema says."""
    if read(data, record_json.loads):
        SCHEMA.validate(json.loads(data))


def read(data: bytes, loads: Callable[[bytes], Record]) -> bool:
    """Whether there is a record in it, that survives both forms, and not problems with places."""
    try:
        record = loads(data)
    except NotationError as error:
        judge(error, data)
        return False
    _survives(record)
    return True


def _survives(record: Record) -> None:
    with contextlib.suppress(RecordError):  # too large to be written
        check_forms(record)


def check_forms(record: Record) -> None:
    """As text and as JSON it is written so that it can be read again; so is each event alone."""
    for form in (text, record_json):
        written = form.dumps(record)
        assert form.loads(written) == record
        assert form.dumps(form.loads(written)) == written
    SCHEMA.validate(json.loads(written))
    for event in record.events:
        line = text.format_event(event, record)
        assert text.format_event(text.parse_event(line, record), record) == line


def judge(error: NotationError, body: bytes) -> None:
    """An error says something, in printable characters, of a place that is there in a text."""
    assert 1 <= len(error.problems) <= 101
    for problem in error.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert str(problem).isprintable()
    with contextlib.suppress(UnicodeDecodeError):
        lines = body.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for problem in error.problems:
            assert problem.line <= len(lines)
            assert problem.column <= len(lines[problem.line - 1]) + 1


def read_log(data: bytes) -> None:
    """A log of any other program, taken for that of each: its games are records, or have problems.

    What is plainly of one program is read as that, too.
    """
    form_of(data)
    for form in FORMATS:
        readings = list(islice(read_each(BytesIO(data), "log", form), MOST_GAMES))
        for number, reading in enumerate(readings, start=1):
            assert reading.number == number
            assert (reading.record is None) == bool(reading.problems)
            if reading.record is not None:
                _survives(reading.record)
                assert all(map(shows_what_was_claimed, reading.record.events))
            else:
                judge(NotationError(reading.problems), data)


def shows_what_was_claimed(event: Event) -> bool:
    """Whether the cards that are shown after a claim of a log are those of the claim, in order."""
    if not isinstance(event, Claim) or event.shown is None:
        return True
    return [card for card, _ in event.shown] == [card for card, _ in event.holdings]


def read_certificate(data: bytes) -> None:
    """A certificate says the same to all who read it, and holds or has printable problems."""
    try:
        document = loads(data)
    except CertificateError:
        return
    assert json.loads(data) == document
    document = {**document, "record": digest(GAME)}
    assert all(isinstance(problem, str) for problem in verify(document, GAME))


def enter_lines(data: bytes) -> None:
    """Whatever is typed, the file holds the record, and no code reaches the terminal."""
    store, printed = MemoryStore(), StringIO()
    console = Console(file=printed, markup=False, highlight=False, emoji=False, width=80)
    with Session(store, text.loads(HEADER)) as session:
        shell = Shell(session, console, console)
        for line in data.decode("utf-8", "surrogateescape").split("\n")[:20]:
            if "save as" in line.lower():
                continue
            shell_proposals(shell, line)
            shell.run(line)
            if store.held and not session.in_branch:
                assert text.loads(store.held) == session.record
    assert all(char == "\n" or char.isprintable() for char in printed.getvalue())


class MemoryStore(Store):
    """A file that is none."""

    def __init__(self) -> None:
        super().__init__("memory.lit")
        self.held = ""

    def save(self, text: str) -> None:
        """Keep a text."""
        self.held = text


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "text": read_text,
    "json": read_json,
    "certificate": read_certificate,
    "entry": enter_lines,
    "foreign": read_log,
}
"""By the folder of their seeds."""
