"""kv1514's history (kv1514/fish-researchp12, ``Observation.to_json``).

Known: the variants 48 and 54, the rules of 2026, and the events ``ask``, ``claim`` and ``pass``.
``mandatory_claim_known`` is reserved there and binds no player, so it says nothing in a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import BinaryIO, Final

from tracker.game.cards import DECKS, SUIT_NAMES, Book
from tracker.game.events import Seat
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS, Rules
from tracker.notation.foreign.log_events import Course, judge_winner
from tracker.notation.foreign.log_header import (
    dealt_hand,
    judge_version,
    read_each_document,
    read_hand,
    read_hands,
    seat_names,
    tags,
)
from tracker.notation.foreign.values import (
    TEN_AS_T,
    SkipEventError,
    array,
    card,
    fail,
    flag,
    members,
    number,
    one_of,
    read_events,
    seat,
)
from tracker.notation.games import Reading
from tracker.notation.json_nodes import Node

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
    "claim": ("claimer", "half_suit", "declared", "winner"),
    "pass": ("player", "teammate"),
}
"""The keys of each event, but for ``revealed``."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log: a document, or a line, for each.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    return read_each_document(file, source, _game)


def _game(node: Node) -> Record:
    """The game of a document."""
    entries = node.entries()
    judge_version(entries, VERSION)
    meta = entries["meta"].entries() if "meta" in entries else {}
    rules_at = entries.get("rules", meta.get("rules"))
    if "history" not in entries or rules_at is None:
        missing = "history" if "history" not in entries else "rules"
        node.problems.add(node.span, f"the key {missing!r} is missing")
        return Record(())
    with suppress(SkipEventError):
        preset, rules, first = _rules(rules_at)
        log = _Log(seat_names(meta), rules)
        read_events(entries["history"], log.read)
        return log.record(preset, first, entries, meta)
    return Record(())


def _rules(node: Node) -> tuple[str, Rules, int]:
    """The preset, the rules but for ``reveal``, and who begins."""
    found = members(node, _RULES, ("mandatory_claim_known",))
    preset = _PRESETS[one_of(found["variant"], tuple(_PRESETS), "a variant")]
    any_time, bluff = flag(found["claims_any_time"]), flag(found["allow_bluff_asks"])
    wrong = one_of(found["wrong_distribution_outcome"], tuple(_WRONG_SPLIT), "an outcome")
    values = {
        "claims": "any-time" if any_time else "own-turn",
        "endgame": "any-player" if any_time else "alone",
        "own-card-asks": "bluff" if bluff else "forbidden",
        "wrong-split": _WRONG_SPLIT[wrong],
    }
    return preset, PRESETS[preset].with_values(values), seat(found["starting_player"])


class _Log:
    """Reads the events of one game.

    Args:
        names: the seats.
        rules: the rules but for ``reveal``.
    """

    def __init__(self, names: tuple[Seat, ...], rules: Rules) -> None:
        self.rules = rules
        self.course = Course(names, DECKS[rules.deck])
        deck = self.course.deck
        self.codes = {code: c for code, c in TEN_AS_T.items() if c in deck.position}

    def record(
        self, preset: str, first: int, entries: Mapping[str, Node], meta: Mapping[str, Node]
    ) -> Record:
        """The game."""
        course = self.course
        return Record(
            seats=course.names,
            rules=self.rules.with_values({"reveal": course.reveal}),
            preset=preset,
            tags=tags(meta),
            dealer=course.names[first],
            hands=self._hands(entries),
            events=tuple(course.events),
        )

    def _hands(self, entries: Mapping[str, Node]) -> tuple[Hand, ...]:
        """All hands where they stand in the log, else that of the player who wrote it."""
        course = self.course
        if "hands" in entries:
            return read_hands(entries["hands"], course.names, self.codes, course.deck)
        if "player" not in entries or "hand" not in entries:
            return ()
        name = course.names[seat(entries["player"])]
        now = read_hand(entries["hand"], self.codes, set(), None)
        cards = dealt_hand(name, now, course.events)
        size = len(course.deck.cards) // len(course.names)
        if len(cards) > size:
            fail(entries["hand"], f"with this hand {name} was dealt {len(cards)} cards, not {size}")
        return (Hand(name, course.deck.in_order(cards), whole=len(cards) == size),)

    def read(self, event: Node) -> None:
        """Reads one event."""
        if not isinstance(event.value, dict) or "type" not in event.value:
            fail(event, "this is not an event (expected an object with the key 'type')")
        kind = one_of(event.entries()["type"], tuple(_EVENTS), "an event of kv1514's history")
        optional = ("revealed",) if kind == "claim" else ()
        found = members(event, ("type", *_EVENTS[kind]), optional)
        if kind == "ask":
            asked = card(found["card"], self.codes)
            asker, target = seat(found["asker"]), seat(found["target"])
            self.course.ask(asker, target, asked, hit=flag(found["success"]))
        elif kind == "pass":
            self.course.pass_turn(seat(found["player"]), seat(found["teammate"]))
        else:
            self._claim(found)

    def _claim(self, found: Mapping[str, Node]) -> None:
        """Reads a claim."""
        claimant = seat(found["claimer"])
        book = self._book(found["half_suit"])
        said = [seat(node) for node in array(found["declared"], len(book.cards))]
        winner = None if found["winner"].value == -1 else number(found["winner"], 1)
        held = found.get("revealed")
        if held is None or held.value is None:
            outcome = self.course.claim_by_winner(
                claimant, book, said, winner, self.rules.wrong_split
            )
        else:
            holders = [seat(node) for node in array(held, len(book.cards))]
            outcome = self.course.claim(claimant, book, said, holders)
        judge_winner(found["winner"], claimant, outcome, winner, self.rules)

    def _book(self, node: Node) -> Book:
        deck = self.course.deck
        return deck.by_name[_BOOKS[number(node, len(deck.books) - 1)]]
