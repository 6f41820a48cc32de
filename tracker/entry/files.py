"""The two forms in which a file can hold a record."""

from __future__ import annotations

from tracker.game.record import Record
from tracker.notation import record_json, text


def parse(data: bytes, source: str) -> tuple[Record, bool]:
    """The record that a file's bytes are, and whether they are its JSON form.

    Raises:
        NotationError: where they are none.
    """
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return record_json.loads(data, source), True
    return text.loads(data, source), False


def written(record: Record, *, as_json: bool) -> str:
    """A record as a file holds it."""
    return record_json.dumps(record) if as_json else text.dumps(record)
