"""What is said of broken texts: every problem, at its place, in exactly these words.

Below an input, set in, stand the problems expected. ``SEATS``, ``BOOKS``, ``LINES``, ``KEYS`` and
``PRESETS`` stand for the list of all of them.
"""

from __future__ import annotations

from typing import Final

import pytest

from tracker.errors import NotationError
from tracker.game.cards import DECKS
from tracker.game.rules import PRESETS, VALUES
from tracker.notation import text
from tracker.notation.header import KEYWORDS
from tracker.notation.source import MAX_BYTES, MAX_LINES

SEATS: Final = "seats: Ann Bob Carl Dora Eve Finn\n"
LISTS: Final = {
    "SEATS": ", ".join(SEATS.split()[1:]),
    "BOOKS": ", ".join(DECKS["no8"].by_name),
    "LINES": ", ".join(KEYWORDS),
    "KEYS": ", ".join(VALUES),
    "PRESETS": ", ".join(PRESETS),
}

EVENTS: Final = """\
Ann asks Bob Z9: no
    14: 'Z9' is not a card of this deck (no8: 2–7 and 9–A)
Ann asks Bob 8H: no
    14: '8H' is not a card of this deck (no8: 2–7 and 9–A); it is in the decks of the presets \
wikipedia-2006, canadian-54, india-52, quartets
Ann asks Bob RJ: no
    14: 'RJ' is not a card of this deck (no8: 2–7 and 9–A); it is in the decks of the presets \
canadian-54
Anm asks Bob 5H: no
    1: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?
Ann asks Bob 5H: maybe
    18: 'maybe' is not an answer (expected yes, no or surrender)
Ann aks Bob 5H: no
    5: 'aks' is not a verb (expected asks, claims, passes, has, shows, challenges, declines, gives); did you mean 'asks'?
Ann asks Bob
    13: the statement ends too early (expected 'A asks B CARD: yes')
Ann asks Bob 5H/Z9: no
    17: 'Z9' is not a card of this deck (no8: 2–7 and 9–A)
Ann/Anm asks Bob 5H: no
    5: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?
Ann asks Bob 5H: yes/maybe
    22: 'maybe' is not an answer (expected yes, no or surrender)
Carl claims ?: Carl rest: correct
    16: cards can be named only of a half-suit that is known (expected '?' here)
hands: Ann
    11: a number of cards is missing here (expected 0 to 48)
hands: Ann 5 Ann 6
    14: 'Ann' stands twice here
now Anm: 2C
    5: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?
now Ann: 2C Z9
    13: 'Z9' is not a card of this deck (no8: 2–7 and 9–A)
... two claims
    1: '... two claims' is no missing stretch (expected '...', '... 2 asks' or '... asks')
... 0 asks
    1: '... 0 asks' is no missing stretch (expected '...', '... 2 asks' or '... asks')
Ann asks Bob 5H: no way
    21: 'way' is one word too many (expected 'A asks B CARD: yes')
Ann asks Bob for 5H: no
    14: 'for' is one word too many (expected 'A asks B CARD: yes')
Ann asks Bob 5H - no
    17: '-' is one word too many (expected 'A asks B CARD: yes')
Ann shows 5H, 6H or 7H
    15: is one of all these cards meant, or one of the last? (expected such as '5H/6H/7H' or '5H 6H/7H')
Ann declares low clubs: Ann rest: correct
    5: 'declares' is not a verb (expected asks, claims, passes, has, shows, challenges, declines, gives); did you mean 'claims'?
Ann
    1: 'Ann' is not a statement (expected such as 'A asks B CARD: yes')
Carl claims low clubs: Ann 2C 3C, Carl 4C: correct
    24: no seat is named for 5C 6C 7C (expected every card of low clubs (2C 3C 4C 5C 6C 7C))
Carl claims low clubs: Ann 2C 3C 3C, Carl rest: correct
    34: '3C' stands twice here
Carl claims low clubs: Ann 2C 9C, Carl rest: correct
    31: '9C' is not a card of low clubs (2C 3C 4C 5C 6C 7C)
Carl claims low clubs: Ann rest, Carl rest: correct
    39: 'rest' stands twice here (only one seat can hold the rest)
Carl claims low clubs: Ann 2C 3C 4C, Carl 5C 6C 7C, Eve rest: correct
    57: 'rest' is empty here: every card of low clubs is named
Carl claims low clubs: Ann, Carl rest: correct
    24: expected cards or 'rest' after 'Ann'
Carl claims low clubs: : correct
    33: expected HOLDINGS such as 'Ann 2C 3C, Carl rest' here
Carl claims low clubs: Carl rest
    33: no ':' stands here (expected 'A claims BOOK: HOLDINGS: OUTCOME')
Carl claims low clubs: Carl rest: correct: x
    35: 'correct : x' is not an outcome (expected correct, split, opponents or cancelled); did you mean 'correct'?
Carl claims low club: Carl rest: correct
    13: 'low club' is not a book (expected BOOKS); did you mean 'low clubs'?
Carl claims: Carl rest: correct
    32: a book is missing here (expected BOOKS)
Carl claims low clubs: Carl rest: corect
    35: 'corect' is not an outcome (expected correct, split, opponents or cancelled); did you mean 'correct'?
Carl claims low clubs: Carl rest: incorrect
    35: 'incorrect' is not an outcome (expected correct, split, opponents or cancelled)
Carl claims low clubs: Carl rest:
    34: an outcome is missing here (expected correct, split, opponents or cancelled)
Carl claims low clubs: Carl rest: correct; shwn Ann rest
    44: 'shwn' is not 'shown' (expected '; shown HOLDINGS')
Carl claims low clubs: Carl rest: correct;
    43: 'shown' is missing here (expected '; shown HOLDINGS')
Carl claims low clubs: Carl rest: correct; shown
    44: expected HOLDINGS such as 'Ann 2C 3C, Carl rest' here
Carl claims low clubs: Carl rest: correct; shown Ann rest; shown Ann rest
    60: a second ';' has no meaning here
Carl claims low clubs: Carl 2C Z9, Eve rest: correct
    32: 'Z9' is not a card of this deck (no8: 2–7 and 9–A)
Carl passes Eve
    13: 'Eve' is not 'to' (expected 'A passes to B')
Carl passes for Eve
    13: 'for' is not 'to' (expected 'A passes to B')
Carl passes to Eve now
    20: 'now' is one word too many (expected 'A passes to B')
Carl has
    9: the statement ends too early (expected 'A has N')
Carl has 49
    10: '49' is not a number of cards (expected 0 to 48)
Carl has three
    10: 'three' is not a number of cards (expected 0 to 48)
Carl shows
    11: the statement ends too early (expected 'A shows CARD …')
Carl shows 2C 2c
    15: '2c' stands twice here
Carl shows 2C 2c ?
    15: '2c' stands twice here
Carl challenges
    16: a book is missing here (expected BOOKS)
Carl challenges low hart
    17: 'low hart' is not a book (expected BOOKS); did you mean 'low hearts'?
Carl declines it
    15: 'it' is one word too many (expected 'A declines')
Carl gives Eve
    15: the statement ends too early (expected 'A gives B CARD')
award low clubs Ann
    20: no 'to' stands here (expected 'award BOOK to A')
award low clubs to Anm
    20: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?
award to Ann
    13: a book is missing here (expected BOOKS)
award
    6: no 'to' stands here (expected 'award BOOK to A')
Ann claims ?: ?: split; shown Ann 2C
    37: cards can be shown only of a half-suit that is known
Ann asks Bob 5H: no ; shown x
    30: only a claim or an award has '; shown HOLDINGS' behind it
Ann asks Bob xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: no
    14: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' is not a card of this deck (no8: 2–7 and 9–A)
Ann asks Bob \x1b[31m: no
    14: '\\x1b[31m' is not a card of this deck (no8: 2–7 and 9–A)
"""  # noqa: E501

HEADERS: Final = """\
dealer: Ann
    1:1: the record has no seats (expected 'seats: NAME …')

rules: pagat
Ann asks Bob 5H: no
Bob asks Zoe 5H: no
    1:1: the record has no seats (expected 'seats: NAME …')

seats: Ann Bob Carl
    1:1: found 3 seats (expected 4, 6, 8, 10, 12, 14, 16)

seats:
    1:1: found 0 seats (expected 4, 6, 8, 10, 12, 14, 16)

seats: Ann Bob Ann Dora
    1:1: 'Ann' stands twice in the seats

seats: Ann Zoë Zoe\u0308 Dora
    1:1: 'Zoe\u0308' stands twice in the seats

İ: Ann
    1:1: 'İ' is not a header line (expected LINES)
    1:1: the record has no seats (expected 'seats: NAME …')

seats: Ann Bob [bold]Carl Dora
Ann asks Bob 5H: no
    1:16: '[bold]Carl' cannot name a seat (expected letters, digits, '_', '-', '.')

seats: Ann Bob Carl\x1b[31m Dora
    1:16: 'Carl\\x1b[31m' cannot name a seat (expected letters, digits, '_', '-', '.')

seats: Ann Bob nobody Dora
    1:16: 'nobody' cannot name a seat: it means no seat

seats: Ann Bob B\u200bo Dora
    1:16: 'B\\u200bo' cannot name a seat (expected letters, digits, '_', '-', '.')

seats: Ann Abe Carl Dora
a asks Carl 5H: no
    2:1: 'a' could be Ann or Abe (expected one seat)

seats: Ann ann Carl Dora
ANN asks Carl 5H: no
    2:1: 'ANN' could be Ann or ann (expected one seat)

rules: deck=jokers54
dealer: Eve
seats: Ann Bob Carl Dora Eve Finn
Ann asks Bob ZZ: no
    4:14: 'ZZ' is not a card of this deck (jokers54: 2–A, RJ and BJ)

rules: deck=custom
book reds: 5H 6H 7D 8D
seats: A B C D
A asks B 5S: no
    4:10: '5S' is not a card of this deck (custom: 5H 6H 7D 8D)

rules: pagatt
seats: Ann Bob Carl Dora Eve Finn
Ann asks Bob 8H: no
    1:8: 'pagatt' is not a preset (expected PRESETS); did you mean 'pagat'?

rules: wrong-splt=stays
seats: Ann Bob Carl Dora Eve Finn
    1:8: 'wrong-splt' is not a rule (expected one of KEYS); did you mean 'wrong-split'?

rules: wrong-split=stay
seats: Ann Bob Carl Dora Eve Finn
    1:20: 'stay' is not a value of wrong-split (expected cancelled, opponents, stays); did you mean 'stays'?

rules: pagat, quartets
seats: Ann Bob Carl Dora Eve Finn
    1:15: 'quartets' has no meaning here (expected KEY=VALUE)

rules: pagat, reveal=all, reveal=nothing
seats: Ann Bob Carl Dora Eve Finn
    1:27: 'reveal' is set twice in this line

rules: pagat, reveal
seats: Ann Bob Carl Dora Eve Finn
    1:15: 'reveal' has no meaning here (expected KEY=VALUE)

rules: pagat, reveal=
seats: Ann Bob Carl Dora Eve Finn
    1:22: a value of reveal is missing here (expected all, nothing)

rules: =all
seats: Ann Bob Carl Dora Eve Finn
    1:8: '=' has no meaning here (expected KEY=VALUE)
    1:9: 'all' is not a preset (expected PRESETS)

rules: quartets, high-points=2
seats: A B C D
    1:1: high-points=2 makes no sense with quartets52: no half-suit is high

rules: deck=custom
seats: A B C D
    1:1: deck=custom needs its books (expected 'book NAME: CARD …')

book reds: 5H 6H
seats: A B C D
A asks B 5H: no
    1:6: a book needs a custom deck (expected deck=custom in the rules)

rules: deck=custom
book a: 5H 6H
book A: 7H 8H
seats: A B C D
    3:6: 'A' names two books

rules: deck=custom
book a: 5H 6H
book b: 7H 5h
seats: A B C D
    3:12: '5H' stands in 'a' already

rules: deck=custom
book a/b: 5H 6H
seats: A B C D
    2:6: 'a/b' cannot name a book (expected words of letters, digits, '-', '_')

rules: deck=custom
book a:
seats: A B C D
    2:6: the book 'a' has no cards

rules: deck=custom
book: 5H
seats: A B C D
    2:1: 'book: 5H' is not complete (expected 'book NAME: CARD …')

rules: deck=custom
book a: 5H ZH
seats: A B C D
    2:12: 'ZH' is not a card (such as 5H, 10D, KS or RJ)

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C 3C 4C
    2:6: the hand of Ann has 3 cards (expected 8, or '...' at its end)

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C 3C 4C 5C 6C 7C 9C 10C JC
    2:6: the hand of Ann has 9 cards (expected 8)

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C 3C 4C 5C 6C 7C 9C 10C JC ...
    2:6: the hand of Ann has 9 cards (expected at most 8)

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C 2C 4C 5C 6C 7C 9C 10C
    2:14: '2C' stands twice in this hand

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C ...
hand Bob: 2C ...
    3:11: '2C' stands in both the hands of Ann and Bob

seats: Ann Bob Carl Dora Eve Finn
hand Anm: 2C ...
    2:6: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C ...
hand ann: 3C ...
    3:6: the hand of Ann stands twice in the header

seats: Ann Bob Carl Dora Eve Finn
hand Ann 2C
    2:1: 'hand Ann 2C' is not complete (expected 'hand SEAT: CARD …')

seats: Ann Bob Carl Dora Eve Finn
hand : 2C
    2:1: 'hand : 2C' is not complete (expected 'hand SEAT: CARD …')

seats: Ann Bob Carl Dora Eve Finn
hand Ann Bob: 2C ...
    2:6: 'Ann Bob' is not a seat (expected SEATS); did you mean 'Bob'?

seats: Ann Bob Carl Dora Eve Finn
hand Ann: 2C ... 3C
    2:14: '...' stands before other cards (expected at the end)

seats: Ann Bob Carl Dora Eve Finn
dealer: Anm
    2:9: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?

seats: Ann Bob Carl Dora Eve Finn
dealer:
    2:8: a seat is missing here (expected SEATS)

seats: Ann Bob Carl Dora Eve Finn
dealer: Ann Bob
    2:13: 'Bob' is one word too many (expected one seat)

seats: Ann Bob Carl Dora Eve Finn
turn: Anm
    2:7: 'Anm' is not a seat (expected SEATS); did you mean 'Ann'?

seats: Ann Bob Carl Dora Eve Finn
dealer Ann
    2:8: expected ':' behind 'dealer', as in 'dealer: SEAT'

seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
dealer: Bob
    3:1: 'dealer' stands in line 2 already

seats: Ann Bob Carl Dora Eve Finn
Ann has 3
dealer: Bob
    3:1: 'dealer' stands behind the first event (line 2)

seat: Ann Bob Carl Dora
Ann asks Bob 5H: no
    1:1: 'seat' is not a header line (expected LINES); did you mean 'seats'?

players: Ann Bob Carl Dora
Ann asks Bob 5H: no
    1:1: 'players' is not a header line (expected LINES); did you mean 'place'?
    1:1: the record has no seats (expected 'seats: NAME …')

seats: Ann Bob Carl Dora Eve Finn
teams: Ann Bob Carl
    2:1: found 1 team (expected two, as in 'A C E / B D F')

seats: Ann Bob Carl Dora Eve Finn
teams: Ann Bob Carl / Dora Eve
    2:1: no team has Finn (expected every seat)

seats: Ann Bob Carl Dora Eve Finn
teams: Ann Bob / Carl Dora Eve Finn
    2:1: teams of 2 and 4 seats (expected 3 and 3)

seats: Ann Bob Carl Dora Eve Finn
teams: Ann Bob Ann / Carl Dora Eve
    2:1: no team has Finn (expected every seat)
    2:16: 'Ann' stands twice here

seats: Ann Bob Carl Dora Eve Finn
teams: Ann Bob Zed / Carl Dora Eve
    2:16: 'Zed' is not a seat (expected SEATS)

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 8 Bob 8
    2:1: 'sizes' gives no size for Carl, Dora, Eve, Finn

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 8 Bob 8 Carl 8 Dora 8 Eve 8 Finn 9
    2:1: 'sizes' adds up to 49 cards, but 48 are in play

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 8 Bob
    2:17: a number of cards is missing here (expected 0 to 48)

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 8 Bob x
    2:18: 'x' is not a number of cards (expected 0 to 48)

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 8 Ann 8
    2:14: 'Ann' stands twice here

seats: Ann Bob Carl Dora Eve Finn
sizes: Ann -1 Bob 49
    2:12: '-1' is not a number of cards (expected 0 to 48)
    2:19: '49' is not a number of cards (expected 0 to 48)

rules: canadian-54
seats: A B C D
    2:1: 54 cards do not deal evenly to 4 seats: 'dealer: SEAT' or 'sizes: SEAT N …' must say who has one card more

rules: canadian-54
seats: A B C D
hand A: 2C
    2:1: 54 cards do not deal evenly to 4 seats: 'dealer: SEAT' or 'sizes: SEAT N …' must say who has one card more

seats: Ann Bob Carl Dora Eve Finn
settled: low clubs Ann
    2:1: a record that starts in mid-game needs 'sizes: SEAT N …' for every seat

seats: Ann Bob Carl Dora Eve Finn
settled: low clubs
    2:19: expected a seat or 'nobody' behind the book

seats: Ann Bob Carl Dora Eve Finn
settled: lw clubs Ann
    2:10: 'lw clubs' is not a book (expected BOOKS); did you mean 'low clubs'?

seats: Ann Bob Carl Dora Eve Finn
settled: low clubs Ann
settled: LC nobody
sizes: Ann 7 Bob 7 Carl 7 Dora 7 Eve 7 Finn 7
    3:10: 'LC' is settled twice

seats: Ann Bob Carl Dora Eve Finn
settled:
    2:9: a book and a seat is missing here (expected 'settled: BOOK SEAT')

seats: Ann Bob Carl Dora Eve Finn
settled: LC Ann
sizes: Ann 7 Bob 7 Carl 7 Dora 7 Eve 7 Finn 7
hand Ann: 2C ...
    4:11: '2C' is not in play: low clubs is settled
"""  # noqa: E501


def parted(block: str) -> tuple[str, list[str]]:
    """An input and the problems expected, with their lists spelled out."""
    lines = block.splitlines()
    expected = []
    for line in lines:
        if line.startswith("    "):
            for name, words in LISTS.items():
                line = line.replace(f"expected {name}", f"expected {words}")
                line = line.replace(f"expected one of {name}", f"expected one of {words}")
            expected.append(line.strip())
    return "\n".join(line for line in lines if not line.startswith("    ")), expected


def problems_of(data: str | bytes) -> list[str]:
    with pytest.raises(NotationError) as caught:
        text.loads(data, "game.lit")
    problems = caught.value.problems
    assert str(caught.value) == "\n".join(map(str, problems))
    assert all(str(problem).isprintable() for problem in problems)
    return [str(problem).removeprefix("game.lit:") for problem in problems]


def test_event_problems() -> None:
    """All the events in one file: each problem is told, none for another's sake."""
    statements, _ = parted(EVENTS)
    expected = []
    number = 1
    for line in EVENTS.splitlines():
        if line.startswith("    "):
            expected += [f"{number}:{said}" for said in parted(line)[1]]
        else:
            number += 1
    assert problems_of(SEATS + statements) == expected


@pytest.mark.parametrize("block", HEADERS.split("\n\n"))
def test_header_problems(block: str) -> None:
    given, expected = parted(block)
    assert problems_of(given) == expected


@pytest.mark.parametrize("nothing", ["", "\n\n", "# only a comment", "\ufeff", " \t\r\n"])
def test_empty_files(nothing: str) -> None:
    assert problems_of(nothing) == [
        "1:1: no statement stands here (expected a header with 'seats: NAME …')"
    ]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("a\0b", r"1:2: '\x00' stands in no text (is this a binary file?)"),
        (
            b"seats: A B\n# \xc3\xa4 \xff",
            "2:5: byte 0xff at offset 16 is not UTF-8 (expected a text file saved as UTF-8)",
        ),
        (
            "seats: A B C D".encode("utf-16"),
            "1:1: byte 0xff at offset 0 is not UTF-8 (expected a text file saved as UTF-8)",
        ),
        ("# \ud800", r"1:3: '\ud800' is half a character (a lone surrogate)"),
        (b"x" * (MAX_BYTES + 1), "1:1: a record has at most 4 MiB; this is longer"),
        ("\n" * (MAX_LINES + 1), "50001:1: a record has at most 50,000 lines; this has more"),
        (SEATS + "Ann " * 2000, "2:1: a statement has at most 4,096 characters"),
    ],
)
def test_what_is_no_text_at_all(data: str | bytes, problem: str) -> None:
    assert problems_of(data)[-1] == problem


def test_many_problems_are_counted() -> None:
    problems = problems_of(SEATS + "Ann asks Bob Z9: no\n" * 149 + "  Ann asks Bob Z9: no\n")
    assert len(problems) == 101
    assert problems[-1] == "102:14: … and 50 more"


def test_garbage_is_not_read_to_its_end() -> None:
    problems = problems_of(SEATS + "Ann asks Bob Z9: no\n" * 2000)
    assert problems[-1] == "102:14: … and 900 more before reading stopped"


def test_a_broken_seats_line_is_one_problem() -> None:
    game = (
        "dealer: Ann\nhand Bob: 2C ...\nturn: Zed\nAnn asks Zoe 5H: no\nX claims LC: Y rest: split"
    )
    assert problems_of(f"seats: Ann B/b Carl Dora\n{game}") == [
        "1:12: 'B/b' cannot name a seat (expected letters, digits, '_', '-', '.')"
    ]


def test_a_broken_deck_is_one_problem() -> None:
    game = (
        "hand Ann: 8H ...\nsettled: reds Ann\nAnn asks Bob RJ: no\nBob claims reds: Bob rest: split"
    )
    assert problems_of(f"rules: deck=no9\n{SEATS}{game}") == [
        "1:13: 'no9' is not a value of deck (expected no8, no2, no7, full52, jokers54, quartets52, "
        "custom); did you mean 'no8'?"
    ]


def test_a_source_cannot_inject() -> None:
    with pytest.raises(NotationError) as caught:
        text.loads("", "\x1b[31m.lit")
    assert str(caught.value).startswith(r"\x1b[31m.lit:1:1: ")


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("", "9:1: 0 statements (expected one event)"),
        ("A has 3\nB has 3", "10:1: 2 statements (expected one event)"),
        ("dealer: A", "9:1: this is a line of the header (expected an event)"),
        (
            "A asks B RJ: no",
            "9:10: 'RJ' is not a card of this deck (no8: 2–7 and 9–A); it is in the decks of the "
            "presets canadian-54",
        ),
    ],
)
def test_one_event_by_itself(statement: str, problem: str) -> None:
    header = text.loads("seats: A B C D")
    with pytest.raises(NotationError) as caught:
        text.parse_event(statement, header, line=9, source="-")
    assert str(caught.value) == f"-:{problem}"
