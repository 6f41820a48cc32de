"""The file of a record that is being entered: text, or its JSON form."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from tracker.entry.storage import Store
from tracker.errors import RecordError
from tracker.game.record import Record
from tracker.notation import record_json, text


@dataclass(frozen=True)
class RecordFile:
    """A file that holds a record, or is to hold one."""

    store: Store
    as_json: bool = False
    """Whether it has the JSON form."""

    def save(self, record: Record) -> None:
        """Make the file hold a record, for good.

        Raises:
            StorageError: where it cannot be written; it is as it was.
        """
        self.store.save(record_json.dumps(record) if self.as_json else text.dumps(record))


def opened(path: str | os.PathLike[str]) -> tuple[RecordFile, Record]:
    """A file, and the record in it.

    Raises:
        NotationError: where it is no record.
        OSError: where it cannot be read.
    """
    store = Store(path)
    data = store.read()
    if data is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    record, as_json = parse(data, store.name)
    return RecordFile(store, as_json), record


def begun(path: str | os.PathLike[str], record: Record) -> RecordFile:
    """A new file with a record in it, in the form that its name says.

    Raises:
        RecordError: where there is such a file already.
        StorageError: where it cannot be written.
    """
    file = RecordFile(Store(path), Path(path).suffix.lower() == ".json")
    if os.path.lexists(file.store.path):
        raise RecordError(f"{file.store.name} is there already (expected a new file)")
    file.save(record)
    return file


def parse(data: bytes, source: str) -> tuple[Record, bool]:
    """The record that a file's bytes are, and whether they are its JSON form.

    Raises:
        NotationError: where they are none.
    """
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return record_json.loads(data, source), True
    return text.loads(data, source), False
