"""JSON documents that may hold anything: from their text to data, and back.

Reading is as strict as the standard, and stricter where people could be misled: no key stands twice
in an object, no number is out of all proportion, and nothing is nested deeper than in any document
of ours.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import Any, BinaryIO, Final, TypeAlias

from tracker.errors import NotationError, TextProblem
from tracker.messages import printable, quote
from tracker.notation.source import MAX_BYTES, decode

Documents: TypeAlias = Iterator[tuple[int, Any]]
"""The data of documents, each with its first line; in the place of what is none, why it is none."""

_MAX_DEPTH: Final = 32
"""How deep arrays and objects may be nested; Python's own limit depends on the depth of calls."""
_NO_BRACKETS: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[^][{}"]++', re.DOTALL)
"""A string, or what stands between strings and brackets."""
_MAX_DIGITS: Final = 18


# -- reading --------------------------------------------------------------------------------------


def documents(file: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """The documents of a file, each with the number of its first line.

    There is one over all lines; or, if the first line that is not empty is a document by itself,
    one in each line.
    """
    lines = enumerate(iter(partial(file.readline, MAX_BYTES + 1), b""), 1)
    number, first = next(((n, line) for n, line in lines if line.strip()), (1, b""))
    if not _is_document(first):
        yield number, first + file.read(MAX_BYTES + 1)
        return
    yield number, first
    yield from ((n, line) for n, line in lines if line.strip())


def parsed(file: BinaryIO, source: str) -> Documents:
    """The data of the documents of a file.

    Args:
        file: the file.
        source: the name that errors give it.
    """
    for line, data in documents(file):
        try:
            document = parse(data, source, line)
        except NotationError as error:
            document = error
        yield line, document


def _is_document(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def parse(data: str | bytes, source: str, line: int = 1) -> Any:
    """The data of a document.

    Args:
        data: the document, or its bytes in UTF-8.
        source: the name that errors give it.
        line: the number of its first line.

    Raises:
        NotationError: where it is no JSON, or gives a key twice.
    """
    text = decode(data, source, line)
    try:
        return _parsed(text)
    except json.JSONDecodeError as error:
        place, message = (line + error.lineno - 1, error.colno), f"this is not JSON: {error.msg}"
    except _UnusableError as error:
        place, message = (line, 1), str(error)
    raise NotationError((TextProblem(printable(source), *place, message),))


class _UnusableError(ValueError):
    """JSON to Python, but not to the standard, or out of all proportion."""


def _parsed(text: str) -> Any:
    if _is_too_deep(text):
        raise _UnusableError("this is nested too deeply for a record")
    return json.loads(
        text, object_pairs_hook=_distinct, parse_constant=_constant, parse_int=_integer
    )


def _is_too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply, in a text that may be JSON."""
    steps = (1 if bracket in "[{" else -1 for bracket in _NO_BRACKETS.sub("", text))
    return any(depth > _MAX_DEPTH for depth in accumulate(steps))


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) < len(pairs):
        ((key, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise _UnusableError(f"the key {quote(key)} stands twice in an object")
    return entries


def _constant(name: str) -> object:
    raise _UnusableError(f"{name} is not a number of JSON")


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _UnusableError(f"the number {quote(digits)} is too large")
    return int(digits)


# -- writing --------------------------------------------------------------------------------------


def format_document(data: dict[str, Any]) -> str:
    """A document with one key of the whole a line, and one object of an array a line.

    Whatever is no printable character, in a comment or a tag, is escaped.
    """
    entries = ",\n".join(f"  {_text(key)}: {_indented(value)}" for key, value in data.items())
    return f"{{\n{entries}\n}}\n"


def _indented(value: Any) -> str:
    """A value in one line, or each object in it in a line of its own."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(f"    {_text(item)}" for item in value) + "\n  ]"
    if isinstance(value, dict) and any(isinstance(item, dict) for item in value.values()):
        lines = (f"    {_text(key)}: {_text(item)}" for key, item in value.items())
        return "{\n" + ",\n".join(lines) + "\n  }"
    return _text(value)


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else json.dumps(char)[1:-1] for char in text)
