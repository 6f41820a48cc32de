"""Completion of what is typed into ``tracker enter``: commands, then what they take."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.cli.shell_help import COMMANDS, split_command
from tracker.entry.completion import Proposal, matching
from tracker.entry.session import Session
from tracker.game.record import Record
from tracker.notation.text import format_event


def shell_proposals(session: Session, line: str) -> list[Proposal]:
    """The ways to go on with a line."""
    command = split_command(line)
    if command is None or (not command[1] and not line.endswith(" ")):
        return [*session.position().proposals(line), *_commands(line)]
    name, rest = command
    if name in ("edit", "insert") and " " in rest:
        number, _, statement = rest.partition(" ")
        return _before(session, number, statement)
    if name == "what if":
        return session.position().proposals(rest)
    return matching(_arguments(session, name, rest), rest.rpartition(" ")[2])


def _commands(line: str) -> Iterable[Proposal]:
    """The commands that go on from what was typed, without their words that stand already."""
    if not line.strip():
        return []
    low = line.lower().lstrip()
    begun = low.rpartition(" ")[0]
    return [
        Proposal(name.removeprefix(f"{begun} "), usage.meaning)
        for name, usage in COMMANDS.items()
        if name.startswith(low) and name != low
    ]


def _before(session: Session, number: str, statement: str) -> list[Proposal]:
    """The ways to go on with a statement that is to stand before or instead of an event."""
    if not (number.isdecimal() and 1 <= int(number) <= len(session.record.events) + 1):
        return []
    return session.position(int(number) - 1).proposals(statement)


def _arguments(session: Session, name: str, rest: str) -> Iterable[Proposal]:
    """What a command may take next: event numbers, the latest first, views, commands or cards."""
    record, words = session.record, rest.split(" ")[:-1]
    if name in ("edit", "insert", "delete", "at", "list"):
        return _of_events(record)
    if name == "audit":
        return [Proposal("missed"), *_of_events(record)]
    if name == "who":
        return _of_why(session, [])
    if name == "asks":
        return [*map(Proposal, record.seats), *_of_events(record)]
    if name == "keep":
        return [Proposal("as")]
    if name == "as":
        return [Proposal(view) for view in ("public", *record.seats)]
    if name in ("show", "grid"):
        chosen = rest.rpartition(",")[2].lstrip()
        return [*_of_books(session, chosen), Proposal("all" if name == "show" else "off")]
    if name == "help":
        return [Proposal(command) for command in (*COMMANDS, "all")]
    if name == "why":
        return _of_why(session, words)
    return []


def _of_events(record: Record) -> list[Proposal]:
    """The numbers of the events, the latest first."""
    return [
        Proposal(str(number), format_event(event, record))
        for number, event in enumerate(record.events, start=1)
    ][::-1]


def _of_books(session: Session, chosen: str) -> Iterable[Proposal]:
    """The half-suits in play, or what is left of those whose first word stands already."""
    begun = chosen.rpartition(" ")[0]
    for book in session.state.open_books():
        if book.startswith(begun):
            yield Proposal(book.removeprefix(begun).strip())


def _of_why(session: Session, words: list[str]) -> Iterable[Proposal]:
    state = session.state
    if not words:
        return [Proposal(card) for card in state.cards]
    if len(words) == 1:
        return [Proposal(seat) for seat in session.record.seats]
    return [Proposal(word) for word in ("lacks", "since") if word not in words]
