"""kv1514's history (kv1514/fish-researchp12, ``Observation.to_json``).

Known are the variants 48 and 54, the rules of 2026, and the events ``ask``, ``claim`` and ``pass``.
``mandatory_claim_known`` is reserved there and binds no player, so it says nothing in a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import BinaryIO, Final

from tracker.game.cards import SUIT_NAMES
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_header import (
    deal_hands,
    entries_of,
    judge_version,
    own_hand,
    read_each_document,
    required,
    seat_names,
    tags,
)
from tracker.notation.foreign.log_values import (
    TEN_AS_T,
    card,
    flag,
    kind_and_members,
    members,
    number,
    one_of,
    read_events,
    seat,
    seats,
)
from tracker.notation.games import Reading
from tracker.notation.json_document import Node

VERSION: Final = "the history of 2026, variants 48 and 54"

_PRESETS: Final = {"48": "pagat", "54": "canadian-54"}
_RULES: Final = (
    "variant",
    "claims_any_time",
    "allow_bluff_asks",
    "wrong_distribution_outcome",
    "starting_player",
)
_WRONG_SPLIT: Final = {"null": "cancelled", "opponent": "opponents"}
_BOOKS: Final = (
    *(f"{half} {suit}" for half in ("low", "high") for suit in SUIT_NAMES.values()),
    "eights",
)
"""The half-suits by their numbers."""
_EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "ask": ("asker", "target", "card", "success"),
    "claim": ("claimer", "half_suit", "declared", "winner", "revealed?"),
    "pass": ("player", "teammate"),
}
"""The keys of each event."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log: one, or one in each line.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    return read_each_document(file, source, read_record)


def read_record(node: Node) -> Record:
    """The game of a document."""
    entries = node.entries()
    judge_version(entries, VERSION)
    meta = entries_of(entries, "meta")
    history = required(entries, "history", node)
    game = _game(required({**meta, **entries}, "rules", node), seat_names(meta))
    codes = {code: known for code, known in TEN_AS_T.items() if known in game.deck.position}
    hands = deal_hands(entries, game, codes)
    read_events(history, game.events, partial(_read_event, game, codes))
    if not hands and "player" in entries and "hand" in entries:
        hands = own_hand(entries["player"], entries["hand"], game, codes, is_dealt=False)
    return game.record(hands, tags(meta))


def _game(rules: Node, names: tuple[Seat, ...]) -> LogGame:
    """A game with the rules of a log, in which nothing has happened yet."""
    values = members(rules, _RULES, ("mandatory_claim_known",))
    preset = _PRESETS[one_of(values["variant"], tuple(_PRESETS), "a variant")]
    any_time, bluff = flag(values["claims_any_time"]), flag(values["allow_bluff_asks"])
    wrong = one_of(values["wrong_distribution_outcome"], tuple(_WRONG_SPLIT), "an outcome")
    changes = {
        "claims": "any-time" if any_time else "own-turn",
        "endgame": "any-player" if any_time else "alone",
        "own-card-asks": "bluff" if bluff else "forbidden",
        "wrong-split": _WRONG_SPLIT[wrong],
    }
    game = LogGame(names, preset, changes)
    game.first = seat(values["starting_player"])
    return game


def _read_event(game: LogGame, codes: Mapping[str, str], event: Node) -> None:
    """Reads one event.

    Args:
        game: the game so far.
        codes: the cards as the log writes them.
        event: the event.
    """
    kind, values = kind_and_members(event, "type", _EVENTS, "kv1514's history")
    match kind:
        case "ask":
            asked = card(values["card"], codes)
            asker, target = seat(values["asker"]), seat(values["target"])
            game.ask(asker, target, asked, hit=flag(values["success"]), at=values["success"])
        case "pass":
            game.pass_turn(seat(values["player"]), seat(values["teammate"]))
        case "claim":
            _read_claim(game, values)


def _read_claim(game: LogGame, values: Mapping[str, Node]) -> None:
    """Reads a claim; the log may not tell who held the cards."""
    claimant = seat(values["claimer"])
    books = game.deck.books
    book = game.deck.by_name[_BOOKS[number(values["half_suit"], len(books) - 1)]]
    named = seats(values["declared"], len(book.cards))
    winner_at, held_at = values["winner"], values.get("revealed")
    winner = None if winner_at.value == -1 else number(winner_at, 1)
    held = None
    if held_at is not None and held_at.value is not None:
        held = seats(held_at, len(book.cards))
    game.won_claim(claimant, book, named, held, winner, winner_at)
