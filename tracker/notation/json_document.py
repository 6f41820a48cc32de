"""JSON documents that may hold anything: from their text to values that know their place, and back.

A ``Node`` is a value with its path in the document. Asked for what it is not, it notes a problem
and gives an empty stand-in, as the readers of text do. Problems find the line and column of a path
in the text of the document, which is only searched when there is a problem.

Example: in ``{"seats": ["Ann", 7]}`` the node of ``7`` has the path ``seats[1]``; asked for its
``text()``, it notes ``seats[1]: found a whole number (expected a string)``.
"""

from __future__ import annotations

import contextlib
import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, BinaryIO, Final

from tracker.messages import quote
from tracker.notation.problems import MISSING, Problems, Span
from tracker.notation.source import MAX_BYTES, decode

_MAX_DEPTH: Final = 32
"""How deep arrays and objects may be nested; Python's own limit depends on the depth of calls."""
_PLACES_DEPTH: Final = 8
"""How deep places are looked up; no value of a record is that deep."""
_BRACKET: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|([\[{])|([\]}])', re.DOTALL)
_MAX_DIGITS: Final = 18
_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SPACE: Final = re.compile(r"[ \t\n]*")
_DECODER: Final = json.JSONDecoder()
_KINDS: Final[dict[type, str]] = {
    bool: "true or false",  # before int: a bool is one
    str: "a string",
    int: "a whole number",
    float: "a number with a fraction",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


# -- values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document."""

    value: object
    path: str
    """Such as ``sizes.Ann``, ``events[3]`` or ``header_comments['hand Ann']``."""
    problems: Problems

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span("", path=self.path)

    def text(self) -> Span:
        """The string that it is."""
        if isinstance(self.value, str):
            return Span(self.value, path=self.path)
        self._report(str)
        return MISSING

    def flag(self) -> bool:
        """The truth value that it is."""
        if not isinstance(self.value, bool):
            self._report(bool)
        return self.value is True

    def number(self) -> Span:
        """The whole number that it is, as its digits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self._report(int)
            return MISSING
        if not -(10**9) < self.value < 10**9:
            self.problems.add(self.span, "the number is too large")
            return MISSING
        return Span(str(self.value), path=self.path)

    def items(self) -> list[Node]:
        """The items of the array that it is."""
        if not isinstance(self.value, list):
            self._report(list)
            return []
        return [
            Node(item, _path_of_item(self.path, index), self.problems)
            for index, item in enumerate(self.value)
        ]

    def entries(self) -> dict[str, Node]:
        """The entries of the object that it is."""
        if not isinstance(self.value, dict):
            self._report(dict)
            return {}
        entries = {}
        for key, value in self.value.items():
            if isinstance(key, str):
                entries[key] = Node(value, _path_of_key(self.path, key), self.problems)
            else:  # only data that never were JSON have such a key
                self.problems.add(self.span, f"{quote(str(key))} is no key (expected a string)")
        return entries

    def fields(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Node]:
        """The entries of the object that it is, which has these keys and no others.

        Args:
            required: the keys that it must have.
            optional: the keys that it may have besides.

        Returns:
            The entries in the order of these keys; nothing where a required key is missing, so that
            the rest is not misread.
        """
        entries = self.entries()
        known = (*required, *optional)
        for key, node in entries.items():
            if key not in known:
                span = Span(key, path=node.path)
                self.problems.unknown(span, "a key here", f"expected {', '.join(known)}", known)
        missing = [key for key in required if key not in entries]
        if missing and isinstance(self.value, dict):
            keys = ", ".join(map(quote, missing))
            self.problems.add(self.span, f"the key {keys} is missing")
        return {} if missing else {key: entries[key] for key in known if key in entries}

    def _report(self, expected: type) -> None:
        kind = next((kind for type_, kind in _KINDS.items() if isinstance(self.value, type_)), None)
        shown = f" {quote(self.value)}" if isinstance(self.value, str) else ""
        message = f"found {kind or 'no JSON'}{shown} (expected {_KINDS[expected]})"
        self.problems.add(self.span, message)


def _path_of_key(path: str, key: str) -> str:
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{quote(key)}]"
    return f"{path}.{key}" if path else key


def _path_of_item(path: str, index: int) -> str:
    return f"{path}[{index}]"


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


def _is_document(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def read_document(data: str | bytes, problems: Problems, line: int = 1) -> Node:
    """The value of a document; from then on its problems know their place in its text.

    Args:
        data: the document, or its bytes in UTF-8.
        problems: where to note what is wrong with it.
        line: the number of its first line, for bytes that are no text.

    Raises:
        NotationError: where it is no JSON, or gives a key twice.
    """
    text = decode(data, problems.source, line)
    if _is_too_deep(text):
        problems.add(Span(""), "this is nested too deeply for a record")
        problems.raise_any()
    places = _Places(text)
    problems.locate = places.of
    value, is_repeated = None, False

    def from_pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal is_repeated
        entries = dict(pairs)
        is_repeated = is_repeated or len(entries) < len(pairs)
        return entries

    try:
        value = json.loads(
            text, object_pairs_hook=from_pairs, parse_constant=_constant, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        problems.add(Span("", error.lineno, error.colno), f"this is not JSON: {error.msg}")
    except _UnusableError as error:
        problems.add(Span(""), str(error))
    if is_repeated and not len(problems):  # else the text is no JSON, and has no places
        places.report_repeated(problems)
    problems.raise_any()
    return Node(value, "", problems)


def _is_too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply, in a text that may be JSON."""
    depth = 0
    for match in _BRACKET.finditer(text):
        if match.lastindex is not None:
            depth += 1 if match.lastindex == 1 else -1
            if depth > _MAX_DEPTH:
                return True
    return False


class _UnusableError(ValueError):
    """JSON to Python, but not to the standard, or out of all proportion."""


def _constant(name: str) -> object:
    raise _UnusableError(f"{name} is not a number of JSON")


def _integer(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _UnusableError(f"the number {quote(digits)} is too large")
    return int(digits)


class _Places:
    """Where the values of a document stand; looked for only when first asked.

    Args:
        text: a text that is known to be JSON when a place is asked for.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._repeated: list[str] = []

    def of(self, path: str) -> tuple[int, int]:
        """Line and column of a value; of a key where it is the key that is in question."""
        offset = self._offsets.get(path, 0)
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def report_repeated(self, problems: Problems) -> None:
        """Notes each key that stands twice in its object."""
        _ = self._offsets  # working them out finds the keys that stand twice
        for path in self._repeated:
            problems.add(Span("", path=path), "this key stands twice")
        if not self._repeated:
            problems.add(Span(""), "a key stands twice in an object")

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in re.finditer("\n", self._text))]

    @cached_property
    def _offsets(self) -> dict[str, int]:
        offsets: dict[str, int] = {}
        # What is nested almost too deeply to be read can be too deep here, a few calls further in.
        with contextlib.suppress(RecursionError):
            self._value(self._skip(0), "", offsets, 0)
        return offsets

    def _value(self, start: int, path: str, offsets: dict[str, int], depth: int) -> int:
        """Notes where a value and all in it stand, and gives the offset behind it."""
        if path in offsets:
            self._repeated.append(path)
        offsets[path] = start
        opening = self._text[start]
        if opening not in "[{" or depth == _PLACES_DEPTH:
            return _DECODER.raw_decode(self._text, start)[1]
        offset, index = self._skip(start + 1), 0
        while self._text[offset] not in "]}":
            inner = _path_of_item(path, index)
            if opening == "{":
                key, offset = _DECODER.raw_decode(self._text, offset)
                inner = _path_of_key(path, key)
                offset = self._skip(self._skip(offset) + 1)  # the colon
            offset = self._skip(self._value(offset, inner, offsets, depth + 1))
            offset = self._skip(offset + 1) if self._text[offset] == "," else offset
            index += 1
        return offset + 1

    def _skip(self, offset: int) -> int:
        """The offset behind the blanks that stand at an offset."""
        match = _SPACE.match(self._text, offset)
        return match.end() if match else offset


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
