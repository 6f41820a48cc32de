"""Every value of every rule makes a difference: one record for each key, read under each value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from tracker.game.legality import violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.rules import VALUES
from tracker.game.state import State
from tracker.notation.text import loads

FULL_DECK = """
seats: Ann Bob Carl Dora
dealer: Ann
"""
TWO_BOOKS = """
book reds: 2H 3H
book blacks: 2S 3S
seats: Ann Bob Carl Dora
"""
CUSTOM = ", deck=custom"


def problems(record: Record) -> list[str]:
    """The codes of the rules broken, in order."""
    found = zip(states(record), record.events, strict=False)
    return [violation.code for state, event in found for violation in violations(state, event)]


def end(record: Record) -> State:
    return states(record)[-1]


def turn(record: Record) -> tuple[str, ...]:
    return end(record).to_move


def result(record: Record) -> tuple[int, int, str]:
    """The points of Ann's team and of Bob's, and what became of the first half-suit."""
    ours, theirs = end(record).score.values()
    return ours, theirs, next(iter(end(record).books.values())).status


def deck(record: Record) -> tuple[int, str | None]:
    """How many cards there are, and which half-suit the 8 of hearts belongs to."""
    book = record.deck.book_of.get("8H")
    return len(record.deck.cards), book.name if book else None


@dataclass(frozen=True)
class Case:
    """A record, and what is seen of it under each value of a rule."""

    key: str
    look: Callable[[Record], object]
    seen: Mapping[str, object]
    events: str = ""
    header: str = FULL_DECK
    others: str = ""
    """Other rules that the record needs."""

    def record(self, value: str) -> Record:
        rules = f"rules: pagat{self.others}, {self.key}={value}"
        books = "book eight: 8H 9H\nbook clubs: 2C 3C" if value == "custom" else ""
        return loads("\n".join((rules, books, self.header, self.events)))


CASES = (
    Case(
        "deck",
        deck,
        {
            "no8": (48, None),
            "no2": (48, "low hearts"),
            "no7": (48, "high hearts"),
            "full52": (52, "high hearts"),
            "jokers54": (54, "eights"),
            "quartets52": (52, "eights"),
            "custom": (4, "eight"),
        },
    ),
    Case(
        "own-card-asks",
        problems,
        {"forbidden": ["own-card", "surrender"], "bluff": ["surrender"], "surrender": []},
        """
        Ann shows 5H
        Ann asks Bob 5H: surrender
        """,
    ),
    Case(
        "claims",
        problems,
        {"own-turn": ["turn", "turn"], "any-time": [], "team-turn": ["turn"]},
        """
        Ann asks Bob 5H: no
        Carl claims low clubs: Carl rest: correct
        Dora claims high clubs: Dora rest: correct
        """,
    ),
    Case(
        "claim-other-team",
        problems,
        {"no": ["naming"], "yes": []},
        "Ann claims low clubs: Bob 2C 3C, Dora rest: correct",
    ),
    Case(
        "wrong-split",
        result,
        {"cancelled": (0, 0, "cancelled"), "opponents": (0, 1, "won"), "stays": (0, 0, "open")},
        "Ann claims low clubs: Ann 2C 3C, Carl rest: split; shown Ann 2C, Carl rest",
    ),
    Case(
        "opponent-holds",
        result,
        {"opponents": (0, 1, "won"), "minus-one": (-1, 0, "open")},
        "Ann claims low clubs: Ann 2C 3C, Carl rest: opponents; shown Ann 2C 3C, Bob 4C, Carl rest",
    ),
    Case(
        "reveal",
        problems,
        {"all": [], "nothing": ["reveal"]},
        "Ann claims low clubs: Ann 2C 3C, Carl rest: split; shown Ann 2C, Carl rest",
    ),
    Case(
        "turn-after-claim",
        turn,
        {"unchanged": ("Bob",), "claimant": ("Carl",), "team-chooses": ("Ann", "Carl")},
        """
        Ann asks Bob 5H: no
        Carl claims low clubs: Carl rest: correct
        """,
        others=", claims=any-time",
    ),
    Case(
        "turn-after-wrong-claim",
        turn,
        {"unchanged": ("Ann",), "opponents": ("Bob", "Dora")},
        "Ann claims low clubs: Ann 2C 3C, Carl rest: split; shown Ann 2C, Carl rest",
    ),
    Case(
        "out-of-cards",
        lambda record: end(record).chooser("Ann"),
        {"player-chooses": "Ann", "last-asker-chooses": "Bob"},
        """
        turn: Bob
        sizes: Ann 2 Bob 1 Carl 1 Dora 0

        Bob asks Ann 2S: no
        Ann claims reds: Ann rest: correct
        """,
        header=TWO_BOOKS,
        others=CUSTOM,
    ),
    Case(
        "must-claim",
        problems,
        {"no": [], "yes": ["must-claim"]},
        """
        Ann shows 2H 3H 4H 5H 6H 7H
        Ann asks Bob 9C: no
        """,
    ),
    Case(
        "hand-sizes",
        problems,
        {"public": [], "empty-only": ["hand-size"]},
        "Bob has 12",
    ),
    Case(
        "announce-last",
        problems,
        {"no": ["hand-size"], "yes": []},
        """
        turn: Ann
        sizes: Ann 1 Bob 2 Carl 1 Dora 0

        Ann asks Bob 2H: yes
        Bob has 1
        """,
        header=TWO_BOOKS,
        others=f"{CUSTOM}, hand-sizes=empty-only",
    ),
    Case(
        "first-turn",
        turn,
        {"dealer": ("Ann",), "left": ("Bob",), "right": ("Dora",)},
    ),
    Case(
        "high-points",
        lambda record: result(record)[:2],
        {"1": (1, 0), "2": (2, 0)},
        "Ann claims high clubs: Ann rest: correct",
    ),
    Case(
        "forced-claims",
        problems,
        {"no": ["decline"], "yes": []},
        """
        turn: Ann
        sizes: Ann 2 Bob 1 Carl 1 Dora 0

        Ann asks Bob 2H: yes
        Ann declines
        """,
        header=TWO_BOOKS,
        others=CUSTOM,
    ),
    Case(
        "challenge",
        problems,
        {"no": ["challenge"], "yes": []},
        "Bob challenges low clubs",
    ),
    Case(
        "endgame",
        problems,
        {"alone": ["turn"], "any-player": []},
        """
        turn: Ann
        sizes: Ann 2 Bob 0 Carl 2 Dora 0

        Carl claims reds: Ann 2H, Carl 3H: correct
        """,
        header=TWO_BOOKS,
        others=CUSTOM,
    ),
)


@pytest.mark.parametrize(
    ("case", "value"),
    [pytest.param(case, value, id=f"{case.key}={value}") for case in CASES for value in case.seen],
)
def test_a_value_makes_a_difference(case: Case, value: str) -> None:
    assert case.look(case.record(value)) == case.seen[value]


def test_every_value_of_every_key_has_a_case() -> None:
    assert {case.key: tuple(case.seen) for case in CASES} == dict(VALUES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.key)
def test_no_two_values_look_the_same(case: Case) -> None:
    looks = list(case.seen.values())
    assert all(looks.count(look) == 1 for look in looks)
