"""The history in FishLab's bot protocol (dylann4500/fishbot, ``fishlab-json-v1``).

A log is a document with a ``history``, or the transcript of the protocol, one message a line:
``hello`` says the order of the cards, ``new_game`` begins a game, and the last message with a
``state`` has all of its history. Replies of the bot say nothing that the history does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import BinaryIO, Final

from tracker.errors import NotationError
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS, Rules
from tracker.notation.foreign.fishlab_game import (
    CODES,
    FishLabCourse,
    Sets,
    read_sets,
    standard_sets,
)
from tracker.notation.foreign.log_header import (
    dealt_hand,
    document,
    finished,
    judge_version,
    read_hand,
    read_hands,
    seat_names,
    tags,
)
from tracker.notation.foreign.values import (
    SkipEventError,
    card,
    fail,
    flag,
    members,
    number,
    one_of,
    read_events,
    seat,
)
from tracker.notation.games import Reading, attempt
from tracker.notation.json_nodes import Node
from tracker.notation.json_text import pieces

PROTOCOL: Final = "fishlab-json-v1"
VERSION: Final = f"protocol {PROTOCOL}"

_EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ask": ("actor", "target", "card", "success", "counts"),
    "declare": ("actor", "set", "owner", "success", "winner", "counts"),
    "pass": ("actor", "target", "counts"),
}
"""The keys of each event, but for ``forced``."""
_REPLIES: Final = ("action", "ok", "error")
_MESSAGES: Final = "a message of the protocol has 'op', a reply 'action', a log 'history'"


@dataclass
class _Transcript:
    """What the messages so far have said."""

    sets: Sets
    line: int = 1
    """Where the game began."""
    dealt: Node | None = None
    """The ``new_game`` message of this game."""
    state: Node | None = None
    """The last state of this game."""
    lost: bool = False
    """Whether the order of the cards, or the protocol, is not known: nothing can be read then."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    for number_, reading in enumerate(_readings(file, source), 1):
        yield replace(reading, number=number_)


def _readings(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games, still without their numbers."""
    talk = _Transcript(standard_sets())
    for line, data in pieces(file):
        try:
            yield from _message(document(data, source, line), line, talk)
        except NotationError as error:
            yield Reading(0, line, None, error.problems)
            if talk.lost:
                return
    yield from _end_game(talk)


def _message(node: Node, line: int, talk: _Transcript) -> Iterator[Reading]:
    """Takes in one document of a log; the games that end with it."""
    entries = node.entries()
    if "history" in entries:
        yield attempt(0, line, partial(finished, partial(_document_game, talk.sets), node))
        return
    if _is_other_game(entries, talk):
        yield from _end_game(talk)
        talk.line = line
    with suppress(SkipEventError):
        _take_in(node, entries, talk)
    node.problems.raise_any()


def _is_other_game(entries: Mapping[str, Node], talk: _Transcript) -> bool:
    """Whether a message is of another game than those before it."""
    if "op" in entries and entries["op"].value == "new_game":
        return True
    if "state" not in entries or talk.state is None:
        return False
    return _length(entries["state"]) < _length(talk.state)


def _length(state: Node) -> int:
    history = state.value.get("history") if isinstance(state.value, dict) else None
    return len(history) if isinstance(history, list) else 0


def _take_in(node: Node, entries: Mapping[str, Node], talk: _Transcript) -> None:
    """Keeps what a message says of the game that goes on."""
    op = entries["op"].value if "op" in entries else None
    if op == "hello":
        talk.lost = True
        _judge_protocol(entries)
        talk.sets = read_sets(entries["cards"]) if "cards" in entries else talk.sets
        talk.lost = False
    elif op == "new_game":
        talk.dealt = node
    elif "state" in entries:
        talk.state = entries["state"]
    elif not any(key in entries for key in _REPLIES):
        fail(node, f"this is no message of FishLab ({_MESSAGES})")


def _end_game(talk: _Transcript) -> Iterator[Reading]:
    """The game that the messages before were of, if there was one."""
    if talk.state is not None:
        game = partial(_state_game, talk.sets, talk.dealt)
        yield attempt(0, talk.line, partial(finished, game, talk.state))
    talk.state = talk.dealt = None


def _judge_protocol(entries: Mapping[str, Node]) -> None:
    if "protocol" in entries:
        one_of(entries["protocol"], (PROTOCOL,), "a known protocol")


def _document_game(sets: Sets, node: Node) -> Record:
    """The game of a document that has a ``history``, perhaps wrapped as other logs are."""
    entries = node.entries()
    with suppress(SkipEventError):
        hello = entries["hello"].entries() if "hello" in entries else {}
        for said in (entries, hello):
            _judge_protocol(said)
            sets = read_sets(said["cards"]) if "cards" in said else sets
        judge_version({k: v for k, v in entries.items() if k != "protocol"}, VERSION)
        return _game(sets, None, entries)
    return Record(())


def _state_game(sets: Sets, dealt: Node | None, state: Node) -> Record:
    """The game of a transcript, by its last state and the message that dealt it."""
    entries, record = state.entries(), Record(())
    with suppress(SkipEventError):
        if "history" not in entries:
            fail(state, "the key 'history' is missing")
        record = _game(sets, dealt, entries)
    if dealt is not None:
        dealt.problems.raise_any()
    return record


def _game(sets: Sets, dealt: Node | None, entries: Mapping[str, Node]) -> Record:
    """A game.

    Args:
        sets: the cards in FishLab's order.
        dealt: the message that dealt the cards, if there was one.
        entries: the state of the game, or what wraps its history.
    """
    meta = entries["meta"].entries() if "meta" in entries else {}
    rules_at = entries.get("rules", meta.get("rules"))
    said = {**(rules_at.entries() if rules_at else {}), **entries}
    sets, preset, rules = _rules(sets, said)
    log = FishLabCourse(seat_names(meta), sets)
    read_events(entries["history"], partial(_read_event, log))
    course = log.course
    return Record(
        seats=course.names,
        rules=rules,
        preset=preset,
        tags=tags(meta),
        dealer=None if log.first is None else course.names[log.first],
        hands=_hands(log, dealt, entries),
        events=tuple(course.events),
    )


def _rules(sets: Sets, said: Mapping[str, Node]) -> tuple[Sets, str, Rules]:
    """The sets in play, the preset and the rules.

    Args:
        sets: all the sets.
        said: the rules that the log says, if any.
    """
    count = number(said["deck_sets"], 9) if "deck_sets" in said else 9
    if count < 8:
        fail(said["deck_sets"], f"{count} half-suits (expected 8 or 9)")
    preset = "canadian-54" if count == 9 else "pagat"
    any_time = flag(said["out_of_turn_declare"]) if "out_of_turn_declare" in said else True
    values = {
        "claims": "any-time" if any_time else "own-turn",
        "wrong-split": "opponents",
        "reveal": "nothing",
        "endgame": "any-player",
    }
    return sets.dealt_from(count), preset, PRESETS[preset].with_values(values)


def _hands(log: FishLabCourse, dealt: Node | None, entries: Mapping[str, Node]) -> tuple[Hand, ...]:
    """All hands where they stand in the log, else that of the player who was told it."""
    course = log.course
    codes = {code: found for code, found in CODES.items() if found in course.deck.position}
    size = len(course.deck.cards) // len(course.names)
    if "hands" in entries:
        return read_hands(entries["hands"], course.names, codes, course.deck)
    told = dealt.entries() if dealt is not None else entries
    if "seat" not in told or "hand" not in told:
        return ()
    name = course.names[seat(told["seat"])]
    cards = set(read_hand(told["hand"], codes, set(), None))
    if dealt is None:
        cards = dealt_hand(name, cards, course.events)
    if len(cards) > size:
        fail(told["hand"], f"with this hand {name} was dealt {len(cards)} cards, not {size}")
    return (Hand(name, course.deck.in_order(cards), whole=len(cards) == size),)


def _read_event(log: FishLabCourse, event: Node) -> None:
    """Reads one event."""
    if not isinstance(event.value, dict) or "t" not in event.value:
        fail(event, "this is not an event (expected an object with the key 't')")
    kind = one_of(event.entries()["t"], tuple(_EVENTS), "an event of FishLab")
    found = members(event, ("t", *_EVENTS[kind]), ("forced",) if kind == "declare" else ())
    actor, counts = seat(found["actor"]), found["counts"]
    if kind == "ask":
        asked = card(found["card"], CODES)
        if asked not in log.sets.deck.position:
            fail(found["card"], f"{asked} is not in play")
        log.ask(actor, seat(found["target"]), asked, flag(found["success"]), counts)
    elif kind == "pass":
        log.pass_turn(actor, seat(found["target"]), counts)
    else:
        right = flag(found["success"])
        winner = log.declare(actor, found["set"], right, found["owner"], counts)
        if number(found["winner"], 1) != winner:
            fail(found["winner"], "the declaration does not give this winner")
