"""The text of a JSON document: to its data and back, and from a path to its place in the text."""

from __future__ import annotations

import contextlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any, BinaryIO, Final

from tracker.messages import quote
from tracker.notation.json_nodes import path_of_item, path_of_key
from tracker.notation.problems import Problems
from tracker.notation.source import MAX_BYTES
from tracker.notation.span import Span

_SPACE: Final = re.compile(r"[ \t\n]*")
_DECODER: Final = json.JSONDecoder()
_DEPTH: Final = 8
"""How deep places are looked up; no value of a record is that deep."""
MAX_DEPTH: Final = 32
"""How deep arrays and objects may be nested; Python's own limit depends on who calls."""
_BRACKET: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
_DIGITS: Final = 18


class _UnusableError(ValueError):
    """JSON to Python, but not to the standard, or out of all proportion."""


def parse(text: str, problems: Problems) -> object:
    """The data of a JSON document; from then on problems know their place in its text.

    Raises:
        NotationError: where it is no JSON, or gives a key twice.
    """
    repeated = False

    def from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal repeated
        found = dict(pairs)
        repeated = repeated or len(found) < len(pairs)
        return found

    data = None
    if is_deeper(text, MAX_DEPTH):
        problems.add(Span(""), "this is nested too deeply for a record")
        problems.raise_any()
    try:
        data = json.loads(
            text, object_pairs_hook=from_pairs, parse_constant=_constant, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        problems.add(Span("", error.lineno, error.colno), f"this is not JSON: {error.msg}")
    except _UnusableError as error:
        problems.add(Span(""), str(error))
    places = _Places(text)
    problems.locate = places.of
    if repeated and not len(problems):  # else the text is no JSON, and has no places
        places.report_repeated(problems)
    problems.raise_any()
    return data


def is_deeper(text: str, most: int) -> bool:
    """Whether brackets are nested more than so deep, in a text that may be JSON."""
    depth = 0
    for match in _BRACKET.finditer(text):
        if match.lastindex is not None:
            depth += 1 if match.lastindex == 1 else -1
            if depth > most:
                return True
    return False


def _constant(name: str) -> object:
    raise _UnusableError(f"{name} is not a number of JSON")


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise _UnusableError(f"the number {quote(digits)} is too large")
    return int(digits)


def format_document(data: dict[str, Any]) -> str:
    """A document with one key of the whole a line, and one object of an array a line.

    Whatever is no printable character, in a comment or a tag, is escaped.
    """
    entries = ",\n".join(f"  {_text(key)}: {_indented(value)}" for key, value in data.items())
    return f"{{\n{entries}\n}}\n"


def _indented(value: Any) -> str:
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


class _Places:
    """Where the values of a document stand; looked for only when first asked.

    Args:
        text: a text that is known to be JSON.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._repeated: list[str] = []

    def of(self, path: str) -> tuple[int, int]:
        """Line and column of a value; of a key where it is the key that is in question."""
        offset = self._offsets.get(path, 0)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def report_repeated(self, problems: Problems) -> None:
        """Notes each key that stands twice in its object."""
        for path in self._offsets and self._repeated:
            problems.add(Span("", path=path), "this key stands twice")
        if not self._repeated:
            problems.add(Span(""), "a key stands twice in an object")

    @cached_property
    def _starts(self) -> list[int]:
        """The offsets at which lines begin."""
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    @cached_property
    def _offsets(self) -> dict[str, int]:
        offsets: dict[str, int] = {}
        # What is nested almost too deeply to be read can be too deep here, a few calls further in.
        with contextlib.suppress(RecursionError):
            self._value(self._skip(0), "", offsets, 0)
        return offsets

    def _skip(self, offset: int) -> int:
        match = _SPACE.match(self._text, offset)
        return match.end() if match else offset

    def _value(self, start: int, path: str, offsets: dict[str, int], depth: int) -> int:
        """Notes where a value and all in it stand, and gives the offset behind it."""
        if path in offsets:
            self._repeated.append(path)
        offsets[path] = start
        opening = self._text[start]
        if opening not in "[{" or depth == _DEPTH:
            return _DECODER.raw_decode(self._text, start)[1]
        offset, index = self._skip(start + 1), 0
        while self._text[offset] not in "]}":
            inner = path_of_item(path, index)
            if opening == "{":
                key, offset = _DECODER.raw_decode(self._text, offset)
                inner = path_of_key(path, key)
                offset = self._skip(self._skip(offset) + 1)  # the colon
            offset = self._skip(self._value(offset, inner, offsets, depth + 1))
            offset = self._skip(offset + 1) if self._text[offset] == "," else offset
            index += 1
        return offset + 1


# -- the json documents of a file: one over all its lines, or one in each l -----------------------
#
# The JSON documents of a file: one over all its lines, or one in each line.


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
