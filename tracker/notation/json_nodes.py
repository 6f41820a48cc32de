"""Walking through JSON data that may be anything.

A ``Node`` is a value with its path. Asked for what it is not, it notes a problem and gives an empty
stand-in, as the readers of text do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.messages import quote
from tracker.notation.problems import Problems
from tracker.notation.span import MISSING, Span

_PLAIN_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_KINDS: Final[tuple[tuple[type, str], ...]] = (
    (bool, "true or false"),  # before int: a bool is one
    (str, "a string"),
    (int, "a whole number"),
    (float, "a number with a fraction"),
    (list, "an array"),
    (dict, "an object"),
    (type(None), "null"),
)


def path_of_key(path: str, key: str) -> str:
    """The path of an object's key, such as ``sizes.Ann`` or ``header_comments['hand Ann']``."""
    if not _PLAIN_KEY.fullmatch(key):
        return f"{path}[{quote(key)}]"
    return f"{path}.{key}" if path else key


def path_of_item(path: str, index: int) -> str:
    """The path of an array's item, such as ``events[3]``."""
    return f"{path}[{index}]"


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document."""

    value: object
    path: str
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
        """The truth that it is."""
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
            Node(item, path_of_item(self.path, index), self.problems)
            for index, item in enumerate(self.value)
        ]

    def entries(self) -> dict[str, Node]:
        """The entries of the object that it is."""
        if not isinstance(self.value, dict):
            self._report(dict)
            return {}
        return {
            key: Node(value, path_of_key(self.path, key), self.problems)
            for key, value in self.value.items()
            if self._is_key(key)
        }

    def fields(self, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Node]:
        """The entries of the object that it is, which has these keys and no others.

        Returns:
            Nothing where a required key is missing, so that the rest is not misread.
        """
        entries = self.entries()
        known = (*required, *optional)
        for key, node in entries.items():
            if key not in known:
                self.problems.unknown(
                    Span(key, path=node.path), "a key here", f"expected {', '.join(known)}", known
                )
        missing = [key for key in required if key not in entries]
        if missing and isinstance(self.value, dict):
            names = ", ".join(map(quote, missing))
            self.problems.add(self.span, f"the key {names} is missing")
        return {} if missing else {key: entries[key] for key in known if key in entries}

    def _is_key(self, key: object) -> bool:
        """Whether a key is a string, which only data that never were JSON can fail."""
        if not isinstance(key, str):
            self.problems.add(self.span, f"{quote(str(key))} is no key (expected a string)")
        return isinstance(key, str)

    def _report(self, expected: type) -> None:
        kinds = dict(_KINDS)
        found = next((kind for type_, kind in _KINDS if isinstance(self.value, type_)), "no JSON")
        shown = f" {quote(self.value)}" if isinstance(self.value, str) else ""
        self.problems.add(self.span, f"found {found}{shown} (expected {kinds[expected]})")
