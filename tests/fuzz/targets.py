"""What is fuzzed: functions that take any bytes, and raise only where the program is wrong."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Final

from tracker.entry.record_file import Store
from tracker.entry.session import Session
from tracker.errors import NotationError, RecordError, TrackerError
from tracker.explain.certificate import CertificateError, digest, loads
from tracker.explain.verification import verify
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


def read_record(data: bytes | str, loads: Callable[[bytes | str], Record] = text.loads) -> None:
    """A text is a record that survives both forms, or has problems with a place each."""
    try:
        record = loads(data)
    except NotationError as error:
        judge(error, data)
    else:
        _survives(record)


read_json: Final = partial(read_record, loads=record_json.loads)


def _survives(record: Record) -> None:
    with contextlib.suppress(RecordError):  # too large to be written
        check_forms(record)


def check_forms(record: Record) -> None:
    """As text and as JSON it is written so that it can be read again, and written alike."""
    for form in (text, record_json):
        written = form.dumps(record)
        assert form.loads(written) == record
        assert form.dumps(form.loads(written)) == written


def judge(error: NotationError, body: bytes | str = b"") -> None:
    """An error says something, in printable characters, of a place that is there in a text."""
    assert 1 <= len(error.problems) <= 101
    for problem in error.problems:
        assert problem.line >= 1
        assert problem.column >= 1
        assert str(problem).isprintable()
    if isinstance(body, str):
        lines = body.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for problem in error.problems:
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
            else:
                judge(NotationError(reading.problems))


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
    """Whatever is typed, the file holds the record, and the record can be read again."""
    store = MemoryStore()
    with Session(store, text.loads(HEADER)) as session:
        for line in data.decode("utf-8", "surrogateescape").split("\n")[:20]:
            with contextlib.suppress(TrackerError):
                session.enter(line)
            if store.held:
                assert text.loads(store.held) == session.record


class MemoryStore(Store):
    """A file that is none."""

    def __init__(self) -> None:
        super().__init__("memory.lit")
        self.held = ""

    def save(self, text: str) -> None:
        """Keep a text."""
        self.held = text


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "text": read_record,
    "json": read_json,
    "certificate": read_certificate,
    "entry": enter_lines,
    "foreign": read_log,
}
"""By the folder of their seeds."""
