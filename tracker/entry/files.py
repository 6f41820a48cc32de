"""The file of a record that is being entered: text, or its JSON form."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from tracker.entry.storage import Store
from tracker.errors import NotationError, RecordError, TextProblem
from tracker.game.record import Record
from tracker.notation.reading import JSON, TEXT, dumps, form_of, read


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
        self.store.save(dumps(record, JSON if self.as_json else TEXT))

    def again(self) -> tuple[RecordFile, Record]:
        """The file as it is now, and the record in it.

        Raises:
            NotationError: where it is no record now.
            RecordError: where it is gone.
            OSError: where it cannot be read.
        """
        try:
            return opened(self.store.path)
        except FileNotFoundError as error:
            gone = f"{self.store.name} is not there any more (expected 'save as FILE')"
            raise RecordError(gone) from error


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
    form = form_of(data)
    if form not in (TEXT, JSON):
        message = f"this is a log of {form} (expected a record: 'tracker convert' makes one of it)"
        raise NotationError((TextProblem(source, 1, 1, message),))
    return read(data, source, form), form == JSON
