"""From the documents of a log to its games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO

from tracker.game.record import Record
from tracker.notation.documents import pieces
from tracker.notation.foreign.problems import LogProblems
from tracker.notation.json_nodes import Node
from tracker.notation.json_text import parse
from tracker.notation.readings import Reading, attempt
from tracker.notation.source import decode
from tracker.notation.writer import canonical


def document(data: bytes, source: str, line: int) -> Node:
    """The data of a document; their problems go to problems of their own.

    Raises:
        NotationError: where it is no JSON.
    """
    problems = LogProblems(source, line)
    return Node(parse(decode(data, source, line), problems), "", problems)


def read_each_document(
    file: BinaryIO, source: str, read: Callable[[Node], Record]
) -> Iterator[Reading]:
    """The games of a file that has a document for each.

    Args:
        file: the log.
        source: the name that problems give it.
        read: makes a record of a document, and notes what is wrong with it.
    """
    for number, (line, data) in enumerate(pieces(file), 1):
        yield attempt(number, line, partial(_read, data, source, line, read))


def _read(data: bytes, source: str, line: int, read: Callable[[Node], Record]) -> Record:
    return finished(read, document(data, source, line))


def finished(read: Callable[[Node], Record], node: Node) -> Record:
    """The record of a document without problems.

    Raises:
        NotationError: where there are any.
    """
    record = read(node)
    node.problems.raise_any()
    return canonical(record)
