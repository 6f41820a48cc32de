"""FishLab's record files: JSON lines, a header with the order of the cards, then a game a line.

An event is an array: kind, actor, target, card, set, success, owner, counts. What an event of its
kind has no use for is in it all the same, and means nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import BinaryIO, Final

from tracker.errors import NotationError
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.notation.foreign.fishlab_game import FishLabCourse, Sets, read_sets, standard_sets
from tracker.notation.foreign.log_header import document, finished
from tracker.notation.foreign.values import (
    SEATS,
    SkipEventError,
    array,
    fail,
    number,
    read_events,
    seat,
)
from tracker.notation.games import Reading, attempt
from tracker.notation.json_nodes import Node
from tracker.notation.json_text import pieces

VERSION: Final = "record files of header 1, 54 cards"

_ASK, _DECLARE, _PASS, _FORCED, _END = range(5)
"""The kinds of events."""
_NAMES: Final = tuple(f"S{i}" for i in range(SEATS))
_PRESET: Final = "canadian-54"
_RULES: Final = PRESETS[_PRESET].with_values({"reveal": "nothing", "endgame": "any-player"})


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The games of a record file.

    Args:
        file: the file.
        source: the name that problems give it.
    """
    sets: Sets | None = None
    games = 0
    for line, data in pieces(file):
        try:
            node = document(data, source, line)
            if sets is None or (isinstance(node.value, dict) and "header" in node.value):
                sets = _header(node)
                continue
            read = partial(finished, partial(_game, sets), node)
        except NotationError as error:
            read = partial(_fail, error)
        games += 1
        yield attempt(games, line, read)
        if sets is None:
            # Without the order of the cards no game can be read.
            return


def _fail(error: NotationError) -> Record:
    raise error


def _header(node: Node) -> Sets:
    """The cards in their order.

    Raises:
        NotationError: where this is no header of a known version.
    """
    sets = standard_sets()
    with suppress(SkipEventError):
        entries = node.entries()
        for key in ("header", "cards"):
            if key not in entries:
                fail(node, f"a record file begins with a header, which has the key {key!r}")
        version = entries["header"].value
        if not version or (isinstance(version, int | float) and version != 1):
            fail(entries["header"], f"this header is of no known version ({VERSION})")
        sets = read_sets(entries["cards"])
    node.problems.raise_any()
    return sets


def _game(sets: Sets, node: Node) -> Record:
    """The game of a line."""
    entries = node.entries()
    with suppress(SkipEventError):
        for key in ("dealt", "events"):
            if key not in entries:
                fail(node, f"the key {key!r} is missing")
        hands = _hands(entries["dealt"], sets)
        log = _Log(FishLabCourse(_NAMES, sets), entries.get("setWinner"))
        read_events(entries["events"], log.read)
        first = log.course.first
        return Record(
            seats=_NAMES,
            rules=_RULES,
            preset=_PRESET,
            dealer=None if first is None else _NAMES[first],
            hands=hands,
            events=tuple(log.course.course.events),
        )
    return Record(())


def _hands(node: Node, sets: Sets) -> tuple[Hand, ...]:
    """The dealt hands, from the numbers of their cards."""
    taken: set[int] = set()
    found = []
    for name, hand in zip(_NAMES, array(node, SEATS), strict=True):
        cards = []
        for item in array(hand, len(sets.cards) // SEATS):
            index = number(item, len(sets.cards) - 1)
            if index in taken:
                fail(item, f"{sets.cards[index]} is dealt twice")
            taken.add(index)
            cards.append(sets.cards[index])
        found.append(Hand(name, sets.deck.in_order(cards)))
    return tuple(found)


class _Log:
    """Reads the events of one game.

    Args:
        course: where they go.
        winners: who won each half-suit, by the log.
    """

    def __init__(self, course: FishLabCourse, winners: Node | None) -> None:
        self.course = course
        self.over = False
        self._winners = winners

    def read(self, event: Node) -> None:
        """Reads one event."""
        kind_at, actor_at, target, card, which, success, owner, counts = array(event, 8)
        kind = number(kind_at, _END)
        if self.over:
            fail(event, "this stands behind the end of the game")
        if kind == _END:
            self.over = True
            return
        actor = seat(actor_at)
        if kind == _PASS:
            self.course.pass_turn(actor, seat(target), counts)
        elif kind == _ASK:
            sets = self.course.sets
            asked = sets.cards[number(card, len(sets.cards) - 1)]
            self.course.ask(actor, seat(target), asked, _truth(success), counts)
        else:
            winner = self.course.declare(actor, which, _truth(success), owner, counts)
            self._judge_winner(which, winner)

    def _judge_winner(self, which: Node, winner: int) -> None:
        """Notes a half-suit that the log gives to another team at its end."""
        books = len(self.course.sets.deck.books)
        if self._winners is None:
            return
        said = array(self._winners, books)[number(which, books - 1)]
        if said.value != winner:
            fail(which, f"this half-suit goes to team {winner} here, but not by 'setWinner'")


def _truth(node: Node) -> bool:
    """A truth, which is a number in these files."""
    return node.value if isinstance(node.value, bool) else number(node, 1) == 1
