"""The formats of other programs that can be read, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import BinaryIO, Final, TypeAlias

from tracker.notation.foreign import fishai, fishlab, fishlab_record, kv1514, neelsomani
from tracker.notation.readings import Reading

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


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        format_.name: format_
        for format_ in (
            Format("fishai", "FishAI's event log", fishai.VERSION, fishai.read_each),
            Format("kv1514", "kv1514's history", kv1514.VERSION, kv1514.read_each),
            Format("fishlab", "FishLab's history", fishlab.VERSION, fishlab.read_each),
            Format(
                "fishlab-record",
                "FishLab's record file",
                fishlab_record.VERSION,
                fishlab_record.read_each,
            ),
            Format(
                "neelsomani", "the package literature", neelsomani.VERSION, neelsomani.read_each
            ),
        )
    }
)
