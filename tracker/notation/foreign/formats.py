"""The formats of other programs that can be read, by name, and which of them a log has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import BinaryIO, Final, TypeAlias

from tracker.notation.foreign import fishai, fishlab, fishlab_game, kv1514, neelsomani
from tracker.notation.foreign.log_header import read_each_document
from tracker.notation.games import Reading

Reader: TypeAlias = Callable[[BinaryIO, str], Iterator[Reading]]
"""Gives the games of a log, one by one; the other argument is the name that problems give it."""


@dataclass(frozen=True)
class Format:
    """A format of another program."""

    name: str
    program: str
    """Whose logs these are."""
    version: str
    """What is known of it; logs of other versions are problems."""
    read_each: Reader


_ALL: Final = (
    Format(
        "fishai",
        "FishAI's event log",
        fishai.VERSION,
        partial(read_each_document, read=fishai.read_record),
    ),
    Format(
        "kv1514",
        "kv1514's history",
        kv1514.VERSION,
        partial(read_each_document, read=kv1514.read_record),
    ),
    Format("fishlab", "FishLab's history", fishlab.VERSION, fishlab.read_each),
    Format("fishlab-record", "FishLab's record file", fishlab_game.VERSION, fishlab_game.read_each),
    Format("neelsomani", "the package literature", neelsomani.VERSION, neelsomani.read_each),
)
FORMATS: Final[Mapping[str, Format]] = MappingProxyType({form.name: form for form in _ALL})


# -- which format a log has -----------------------------------------------------------------------

_LITERATURE: Final = re.compile(
    r"(?:[A-Z]+:)?literature\.literature:|Player [0-9]+\*?$|"
    r"(?:(?:Success|Failure): )?Player [0-9]+ requested the "
)
_OPS: Final = ("hello", "new_game", "declare_poll", "ask", "pass", "forced")


def detect(data: bytes) -> str | None:
    """The name of the format; None where it is not plain.

    Args:
        data: the beginning of the log, all of it where it is one document.
    """
    start = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:1] not in (b"{", b"["):
        first = start.split(b"\n", 1)[0].decode("utf-8", "replace").rstrip()
        return "neelsomani" if _LITERATURE.match(first) else None
    for part in (start.split(b"\n", 1)[0], start):
        try:
            return _of_document(json.loads(part))
        except (ValueError, RecursionError):
            continue
    return None


def _of_document(value: object) -> str | None:
    """The format of a document, the first of a file that has many."""
    if isinstance(value, list):
        return "fishai" if _first_key(value, "type") == "game_started" else None
    if not isinstance(value, dict):
        return None
    if "header" in value and "cards" in value:
        return "fishlab-record"
    if value.get("op") in _OPS or "protocol" in value:
        return "fishlab"
    if "history" in value:
        if _first_key(value["history"], "t") is not None:
            return "fishlab"
        return "kv1514" if _first_key(value["history"], "type") is not None else None
    return "fishai" if _first_key(value.get("events"), "type") == "game_started" else None


def _first_key(events: object, key: str) -> object:
    """What the first of some events has for a key; None where it has nothing."""
    if not isinstance(events, list) or not events or not isinstance(events[0], dict):
        return None
    return events[0].get(key)
