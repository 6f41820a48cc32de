"""FishAI's event log (MeagerPotato/FishAI, ``PublicEvent`` of its engine).

Known: the variants ``pagat48`` and ``us54`` with all toggles off, and the events of ``_EVENTS``.

In old versions a claim out of turn that emptied the hand of the player at turn sent the turn
clockwise, even to the other team. No rule of ours does: the record has its owner pass it, as an
irregular event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import BinaryIO, Final

from tracker.game.cards import DECKS, SUIT_NAMES, Book
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.rules import PRESETS, Rules
from tracker.notation.foreign.log_events import Course, judge_winner
from tracker.notation.foreign.log_header import (
    judge_version,
    read_each_document,
    read_hands,
    seat_names,
    tags,
)
from tracker.notation.foreign.values import (
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

VERSION: Final = "the events of 2026, variants pagat48 and us54"

_VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "pagat48": ("pagat", {}),
    "us54": ("canadian-54", {"endgame": "any-player"}),
}
"""The preset and its changes for each variant."""
_JOKERS: Final = {"RJ": "XR", "BJ": "XB"}
_BOOKS: Final = {
    "EIGHTS": "eights",
    **{
        f"{half.upper()}-{letter}": f"{half} {suit}"
        for half in ("low", "high")
        for letter, suit in SUIT_NAMES.items()
    },
}
_EIGHTS: Final = ("8C", "8D", "8H", "8S", "XR", "XB")
_EVENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "game_started": ("startingSeat",),
    "ask": ("asker", "target", "card", "hit"),
    "claim": ("claimer", "book", "assignments", "actualHolders", "outcome"),
    "pass": ("from", "to"),
    "designate": ("from", "to"),
    "player_out": ("seat",),
    "endgame": ("claimingTeam",),
    "game_over": ("score", "winner"),
}
"""The keys of each event."""
_OUTCOMES: Final = ("team0", "team1", "void")


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a log: a document, or a line, for each.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    return read_each_document(file, source, _game)


def _game(node: Node) -> Record:
    """The game of a document."""
    entries = {} if isinstance(node.value, list) else node.entries()
    events = node if isinstance(node.value, list) else entries.get("events")
    if events is None:
        node.problems.add(node.span, "the key 'events' is missing")
        return Record(())
    judge_version(entries, VERSION)
    meta = entries["meta"].entries() if "meta" in entries else {}
    with suppress(SkipEventError):
        preset, rules = _rules(_variant(entries, meta, events))
        log = _Log(seat_names(meta), rules)
        read_events(events, log.read)
        return log.record(preset, entries, meta)
    return Record(())


def _variant(entries: Mapping[str, Node], meta: Mapping[str, Node], events: Node) -> str:
    """The variant: what the log says, else what only one of them has."""
    config = entries["config"].entries() if "config" in entries else {}
    for toggle in (config["toggles"].entries() if "toggles" in config else {}).values():
        if toggle.value is not False:
            fail(toggle, f"no toggle but false is known ({VERSION})")
    for found in (meta, entries, config):
        if "variant" in found:
            return one_of(found["variant"], tuple(_VARIANTS), "a variant")
    variant = _evident_variant([event.value for event in events.items()])
    if variant is None:
        fail(events, f"the log does not say its variant (expected {' or '.join(_VARIANTS)})")
    return variant


def _evident_variant(events: list[object]) -> str | None:
    """The variant, where something happened that can happen in one of them only."""
    seen = [event for event in events if isinstance(event, dict)]
    if any(event.get("book") == "EIGHTS" or event.get("card") in _EIGHTS for event in seen):
        return "us54"
    return "pagat48" if any(event.get("outcome") == "void" for event in seen) else None


def _rules(variant: str) -> tuple[str, Rules]:
    preset, changes = _VARIANTS[variant]
    return preset, PRESETS[preset].with_values(changes)


class _Log:
    """Reads the events of one game.

    Args:
        names: the seats.
        rules: the rules, as far as the variant tells.
    """

    def __init__(self, names: tuple[Seat, ...], rules: Rules) -> None:
        self.rules = rules
        self.course = Course(names, DECKS[rules.deck])
        self.codes = {_JOKERS.get(c, c.replace("10", "T")): c for c in self.course.deck.cards}
        self.code_of = {found: code for code, found in self.codes.items()}
        self.first: int | None = None
        """Who begins."""
        self.turn: int | None = None
        """Whose turn it is by our rules."""
        self._begun = False
        self._over = False

    def record(self, preset: str, entries: Mapping[str, Node], meta: Mapping[str, Node]) -> Record:
        """The game."""
        course, hands = self.course, entries.get("hands")
        return Record(
            seats=course.names,
            rules=self.rules.with_values({"reveal": course.reveal}),
            preset=preset,
            tags=tags(meta),
            dealer=None if self.first is None else course.names[self.first],
            hands=read_hands(hands, course.names, self.codes, course.deck) if hands else (),
            events=tuple(course.events),
        )

    def read(self, event: Node) -> None:
        """Reads one event."""
        if not isinstance(event.value, dict) or "type" not in event.value:
            fail(event, "this is not an event (expected an object with the key 'type')")
        kind = one_of(event.entries()["type"], tuple(_EVENTS), "an event of FishAI")
        optional = ("actualHolders",) if kind == "claim" else ()
        required = [key for key in _EVENTS[kind] if key not in optional]
        found = members(event, ("type", *required), optional)
        if self._over:
            fail(event, "this stands behind the end of the game")
        begun, self._begun = self._begun, True
        if begun == (kind == "game_started"):
            fail(event, "a log begins with 'game_started', which stands nowhere else")
        _READERS[kind](self, found)

    def started(self, found: Mapping[str, Node]) -> None:
        """``game_started``."""
        self.first = self.turn = seat(found["startingSeat"])

    def ask(self, found: Mapping[str, Node]) -> None:
        """``ask``."""
        asker, target = seat(found["asker"]), seat(found["target"])
        asked, hit = card(found["card"], self.codes), flag(found["hit"])
        self._send_turn(asker)
        self.course.ask(asker, target, asked, hit=hit)
        self.turn = asker if hit else target

    def _send_turn(self, asker: int) -> None:
        """Old versions send the turn of a player without cards on, even to the other team."""
        course, turn = self.course, self.turn
        if turn is None or course.hid_cards or course.sizes[turn] > 0:
            return
        mates = [i for i in range(turn % 2, len(course.sizes), 2) if course.sizes[i] > 0]
        if mates and course.are_opponents(turn, asker):
            course.pass_turn(turn, asker, irregular=True)

    def claim(self, found: Mapping[str, Node]) -> None:
        """``claim``."""
        claimant, book = seat(found["claimer"]), self._book(found["book"])
        codes = [self.code_of[c] for c in book.cards]
        said = [seat(node) for node in _in_order(found["assignments"], codes)]
        winner = {"team0": 0, "team1": 1, "void": None}[
            one_of(found["outcome"], _OUTCOMES, "an outcome")
        ]
        held = found.get("actualHolders")
        if held is None or not held.value:
            outcome = self.course.claim_by_winner(
                claimant, book, said, winner, self.rules.wrong_split
            )
        else:
            holders = [seat(node) for node in _in_order(held, codes)]
            outcome = self.course.claim(claimant, book, said, holders)
        judge_winner(found["outcome"], claimant, outcome, winner, self.rules)

    def _book(self, node: Node) -> Book:
        known = self.course.deck.by_name
        codes = tuple(code for code, name in _BOOKS.items() if name in known)
        return known[_BOOKS[one_of(node, codes, "a book of this deck")]]

    def pass_turn(self, found: Mapping[str, Node]) -> None:
        """``pass`` and ``designate``."""
        passer, receiver = seat(found["from"]), seat(found["to"])
        self.course.pass_turn(passer, receiver)
        self.turn = receiver

    def out(self, found: Mapping[str, Node]) -> None:
        """``player_out``, a checksum."""
        self._insist_on_empty(found["seat"], [seat(found["seat"])])

    def endgame(self, found: Mapping[str, Node]) -> None:
        """``endgame``, a checksum."""
        team = number(found["claimingTeam"], 1)
        self._insist_on_empty(found["claimingTeam"], range(1 - team, len(self.course.sizes), 2))

    def _insist_on_empty(self, node: Node, seats: Iterable[int]) -> None:
        if self.course.hid_cards:
            return
        for i in seats:
            if self.course.sizes[i] != 0:
                name, size = self.course.names[i], self.course.sizes[i]
                fail(node, f"{name} is out of cards here, but by the events before has {size}")

    def game_over(self, found: Mapping[str, Node]) -> None:
        """``game_over``; games may end before all half-suits are claimed."""
        for points in array(found["score"], 2):
            number(points, 2 * len(self.course.deck.books))
        self._over = True


def _in_order(node: Node, codes: list[str]) -> list[Node]:
    """The members of an object for the cards of a half-suit, in their order."""
    found = members(node, codes)
    return [found[code] for code in codes]


_READERS: Final[Mapping[str, Callable[[_Log, Mapping[str, Node]], None]]] = {
    "game_started": _Log.started,
    "ask": _Log.ask,
    "claim": _Log.claim,
    "pass": _Log.pass_turn,
    "designate": _Log.pass_turn,
    "player_out": _Log.out,
    "endgame": _Log.endgame,
    "game_over": _Log.game_over,
}
