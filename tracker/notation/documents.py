"""The JSON documents of a file: one over all its lines, or one in each line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from tracker.notation.source import MAX_BYTES


def pieces(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The documents of a file, each with the number of its first line.

    If the first line that is not empty is a document by itself, so is every other.
    """
    lines = enumerate(iter(partial(file.readline, MAX_BYTES + 1), b""), 1)
    number, first = next(((n, line) for n, line in lines if line.strip()), (1, b""))
    if not _is_document(first):
        yield number, first + file.read(MAX_BYTES + 1)
        return
    yield number, first
    yield from ((n, line) for n, line in lines if line.strip())


def _is_document(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True
