"""The history in FishLab's bot protocol (dylann4500/fishbot, ``fishlab-json-v1``).

A log is a document with a ``history``, or the transcript of the protocol, one message a line:
``hello`` says the order of the cards, ``new_game`` begins a game, and the last message with a
``state`` has all of its history. Replies of the bot say nothing that the history does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, Final

from tracker.errors import NotationError
from tracker.game.record import Hand, Record
from tracker.notation.foreign.fishlab_game import (
    CODES,
    FishLabGame,
    Sets,
    read_sets,
    standard_sets,
)
from tracker.notation.foreign.log_header import (
    deal_hands,
    entries_of,
    finished,
    judge_version,
    log_document,
    numbered,
    own_hand,
    required,
    seat_names,
    tags,
)
from tracker.notation.foreign.log_values import (
    card,
    fail,
    flag,
    kind_and_members,
    number,
    one_of,
    read_events,
    seat,
)
from tracker.notation.games import Reading, attempt
from tracker.notation.json_document import Node, documents

PROTOCOL: Final = "fishlab-json-v1"
VERSION: Final = f"protocol {PROTOCOL}"

_EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ask": ("actor", "target", "card", "success", "counts"),
    "declare": ("actor", "set", "owner", "success", "winner", "counts", "forced?"),
    "pass": ("actor", "target", "counts"),
}
"""The keys of each event."""
_REPLIES: Final = ("action", "ok", "error")
_MESSAGES: Final = "a message of the protocol has 'op', a reply 'action', a log 'history'"


@dataclass
class _Transcript:
    """What the messages so far have told."""

    sets: Sets
    line: int = 1
    """Where the game began."""
    dealt: Node | None = None
    """The ``new_game`` message of this game."""
    state: Node | None = None
    """The last state of this game."""
    is_lost: bool = False
    """Whether the order of the cards, or the protocol, is not known: nothing can be read then."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    return numbered(_readings(file, source))


def _readings(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games, still without their numbers."""
    transcript = _Transcript(standard_sets())
    for line, data in documents(file):
        try:
            yield from _read_message(log_document(data, source, line), line, transcript)
        except NotationError as error:
            yield Reading(0, line, None, error.problems)
            if transcript.is_lost:
                return
    yield from _end_game(transcript)


def _read_message(node: Node, line: int, transcript: _Transcript) -> Iterator[Reading]:
    """Takes in one document of a log; the games that end with it.

    Raises:
        NotationError: where it is no message.
    """
    entries = node.entries()
    if "history" in entries:
        read = partial(_document_record, transcript.sets)
        yield attempt(0, line, partial(finished, read, node))
        return
    if _is_other_game(entries, transcript):
        yield from _end_game(transcript)
        transcript.line = line
    finished(partial(_take_in, transcript, entries), node)


def _is_other_game(entries: Mapping[str, Node], transcript: _Transcript) -> bool:
    """Whether a message is of another game than those before it."""
    if "op" in entries and entries["op"].value == "new_game":
        return True
    if "state" not in entries or transcript.state is None:
        return False
    return _length(entries["state"]) < _length(transcript.state)


def _length(state: Node) -> int:
    history = state.value.get("history") if isinstance(state.value, dict) else None
    return len(history) if isinstance(history, list) else 0


def _take_in(transcript: _Transcript, entries: Mapping[str, Node], node: Node) -> None:
    """Keeps what a message says about the game that goes on.

    Args:
        transcript: what the messages before have told; it is changed.
        entries: the entries of the message.
        node: the message.
    """
    op = entries["op"].value if "op" in entries else None
    if op == "hello":
        transcript.is_lost = True
        transcript.sets = _read_hello(entries, transcript.sets)
        transcript.is_lost = False
    elif op == "new_game":
        transcript.dealt = node
    elif "state" in entries:
        transcript.state = entries["state"]
    elif not any(key in entries for key in _REPLIES):
        fail(node, f"this is no message of FishLab ({_MESSAGES})")


def _read_hello(entries: Mapping[str, Node], sets: Sets) -> Sets:
    """The order of the cards that a message gives; reports a protocol that is not known.

    Args:
        entries: the message.
        sets: the order where the message does not give one.
    """
    if "protocol" in entries:
        one_of(entries["protocol"], (PROTOCOL,), "a known protocol")
    return read_sets(entries["cards"]) if "cards" in entries else sets


def _end_game(transcript: _Transcript) -> Iterator[Reading]:
    """The game that the messages before were of, if there was one."""
    if transcript.state is not None:
        read = partial(_state_record, transcript.sets, transcript.dealt)
        yield attempt(0, transcript.line, partial(finished, read, transcript.state))
    transcript.state = transcript.dealt = None


# -- one game -------------------------------------------------------------------------------------


def _document_record(sets: Sets, node: Node) -> Record:
    """The game of a document that has a ``history``, perhaps wrapped as other logs are."""
    entries = node.entries()
    for message in (entries, entries_of(entries, "hello")):
        sets = _read_hello(message, sets)
    judge_version({key: value for key, value in entries.items() if key != "protocol"}, VERSION)
    return _record(sets, None, entries)


def _state_record(sets: Sets, dealt: Node | None, state: Node) -> Record:
    """The game of a transcript, by its last state and the message that dealt it.

    Raises:
        NotationError: where the deal cannot be read.
    """
    entries = state.entries()
    try:
        required(entries, "history", state)
        return _record(sets, dealt, entries)
    finally:
        if dealt is not None:
            dealt.problems.raise_any()


def _record(sets: Sets, dealt: Node | None, entries: Mapping[str, Node]) -> Record:
    """A game.

    Args:
        sets: the cards in FishLab's order.
        dealt: the message that dealt the cards, if there was one.
        entries: the state of the game, or what wraps its history.
    """
    meta = entries_of(entries, "meta")
    game = _game({**entries_of({**meta, **entries}, "rules"), **entries}, sets, seat_names(meta))
    codes = {code: known for code, known in CODES.items() if known in game.deck.position}
    hands = deal_hands(entries, game, codes)
    read_events(entries["history"], game.events, partial(_read_event, game, codes))
    return game.record(hands or _own_hand(game, codes, dealt, entries), tags(meta))


def _game(rules: Mapping[str, Node], sets: Sets, names: tuple[str, ...]) -> FishLabGame:
    """A game in which nothing has happened yet.

    Args:
        rules: the rules that the log tells, if any.
        sets: the cards in FishLab's order, also those that are not in play.
        names: the seats.
    """
    count = number(rules["deck_sets"], 9) if "deck_sets" in rules else 9
    if count < 8:
        fail(rules["deck_sets"], f"{count} half-suits (expected 8 or 9)")
    any_time = flag(rules["out_of_turn_declare"]) if "out_of_turn_declare" in rules else True
    changes = {
        "claims": "any-time" if any_time else "own-turn",
        "wrong-split": "opponents",
        "reveal": "nothing",
        "endgame": "any-player",
    }
    preset = "canadian-54" if count == 9 else "pagat"
    return FishLabGame(names, sets.dealt_from(count), preset, changes)


def _own_hand(
    game: FishLabGame,
    codes: Mapping[str, str],
    dealt: Node | None,
    entries: Mapping[str, Node],
) -> tuple[Hand, ...]:
    """The hand of the player who was told it."""
    own = dealt.entries() if dealt is not None else entries
    if "seat" not in own or "hand" not in own:
        return ()
    return own_hand(own["seat"], own["hand"], game, codes, is_dealt=dealt is not None)


def _read_event(game: FishLabGame, codes: Mapping[str, str], event: Node) -> None:
    """Reads one event.

    Args:
        game: the game so far.
        codes: the cards in play as the log writes them.
        event: the event.
    """
    kind, values = kind_and_members(event, "t", _EVENTS, "FishLab")
    actor, counts = seat(values["actor"]), values["counts"]
    match kind:
        case "ask":
            asked = card(values["card"], codes)
            flag(values["success"])
            game.asks(actor, seat(values["target"]), asked, values["success"], counts)
        case "pass":
            game.passes(actor, seat(values["target"]), counts)
        case "declare":
            right = flag(values["success"])
            winner = game.declares(actor, values["set"], right, values["owner"], counts)
            if number(values["winner"], 1) != winner:
                fail(values["winner"], "the declaration does not give this winner")
