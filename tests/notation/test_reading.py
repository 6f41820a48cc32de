"""Reading is lax: each pair says what may be written, and how it is written canonically."""

from __future__ import annotations

import pytest

from tracker.game.events import Ask
from tracker.game.record import Hand, Record
from tracker.notation import text

SIX = "seats: Ann Bob Carl Dora Eve Finn"


def events_of(statements: str, header: str = SIX) -> list[str]:
    record = text.loads(f"{header}\n{statements}")
    return [text.format_event(event, record) for event in record.events]


def header_of(lines: str) -> list[str]:
    return text.dumps(text.loads(lines)).splitlines()


@pytest.mark.parametrize(
    "card", ["10H", "10h", "TH", "th", "10♥", "♥10", "T♥", "♡t", "H10", "10♥\ufe0f"]
)
def test_cards(card: str) -> None:
    assert events_of(f"Ann asks Bob {card}: no") == ["Ann asks Bob 10H: no"]


@pytest.mark.parametrize("card", ["RJ", "rj", "Rj"])
def test_jokers(card: str) -> None:
    header = f"rules: canadian-54\n{SIX}\ndealer: Ann"
    assert events_of(f"Ann shows {card}, 8♦", header) == ["Ann shows RJ 8D"]


@pytest.mark.parametrize(
    "ask",
    [
        "Ann asks Bob 5H: no",
        "ann ASKS bob 5h : N",
        "a asks b 5h n",
        "a > b 5h n",
        "A>B 5H:no",
        "\t Ann  asks\u00a0Bob   5H:no  ",
        "An asks Bo 5H: no",
        "Ann asks Bob, 5H, no",
    ],
)
def test_asks(ask: str) -> None:
    assert events_of(ask) == ["Ann asks Bob 5H: no"]


@pytest.mark.parametrize(
    ("answer", "canonical"),
    [("y", "yes"), ("YES", "yes"), ("N", "no"), ("surrender", "surrender"), ("S", "surrender")],
)
def test_answers(answer: str, canonical: str) -> None:
    assert events_of(f"Ann asks Bob 5H: {answer}") == [f"Ann asks Bob 5H: {canonical}"]


@pytest.mark.parametrize(
    "holdings",
    [
        "Ann 2C 3C, Carl rest",
        "Ann 2C 3C, Carl 4C 5C 6C 7C",
        "Carl REST, Ann 3c 2♣",
        "a 2C, 3C, c rest",
        "Ann 2C,3C Carl rest",
        "Ann 2C, Carl rest, Ann 3C",
        "Ann 2C 3C ,Carl rest,",
    ],
)
def test_holdings(holdings: str) -> None:
    assert events_of(f"Carl claims low clubs: {holdings}: correct") == [
        "Carl claims low clubs: Ann 2C 3C, Carl rest: correct"
    ]


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("Ann 2C 3C 4C 5C 6C 7C", "Ann rest"),
        ("Ann rest", "Ann rest"),
        ("Ann 2C 3C 4C 5C 6C, Carl 7C", "Ann rest, Carl 7C"),
        ("Ann 2C 3C 4C 5C, Carl rest", "Ann 2C 3C 4C 5C, Carl rest"),
        ("Ann 2C, Bob 3C, Carl 4C, Dora 5C, Eve 6C, Finn 7C",) * 2,
        ("Finn rest, Eve 2C, Dora 7C", "Dora 7C, Eve 2C, Finn rest"),
    ],
)
def test_who_gets_the_rest(said: str, canonical: str) -> None:
    assert events_of(f"Ann claims LC: {said}: split") == [
        f"Ann claims low clubs: {canonical}: split"
    ]


@pytest.mark.parametrize(
    ("statement", "canonical"),
    [
        ("carl CLAIMS LC:carl rest:Correct", "Carl claims low clubs: Carl rest: correct"),
        (
            "Carl claims Low  Clubs: Carl rest: split ; SHOWN Carl 2C, Eve rest !",
            "Carl claims low clubs: Carl rest: split; shown Carl 2C, Eve rest !",
        ),
        ("carl PASSES To eve", "Carl passes to Eve"),
        ("carl has 03", "Carl has 3"),
        ("carl shows th,9h 5h", "Carl shows 10H 9H 5H"),
        ("carl challenges hs", "Carl challenges high spades"),
        ("carl declines!", "Carl declines !"),
        ("AWARD ls TO Nobody", "award low spades to nobody"),
        ("award low hearts to c; shown c rest", "award low hearts to Carl; shown Carl rest"),
        ("c gives e 5h", "Carl gives Eve 5H"),
    ],
)
def test_other_events(statement: str, canonical: str) -> None:
    assert events_of(statement) == [canonical]


def test_seats_by_prefix() -> None:
    header = "seats: Al Alan Zoë ALICE"
    assert events_of(
        "al declines\nala declines\nalan declines\nALI declines\nZO declines", header
    ) == [
        "Al declines",
        "Alan declines",
        "Alan declines",
        "ALICE declines",
        "Zoë declines",
    ]


def test_accents_may_be_typed_apart() -> None:
    header = "seats: Zoë Ann Bob Carl"
    assert events_of("Zoe\u0308 declines\nzoe\u0308 declines", header) == ["Zoë declines"] * 2


def test_seats_named_like_words_of_the_notation() -> None:
    game = """\
seats: award book hand rest to 5H
dealer: hand

award asks book 5H: no
book claims low clubs: award 2C, rest 3C, 5H rest: correct; shown rest 5C, 5H rest
award low hearts to to
hand declines
rest passes to to
5H gives rest 5H
award declines
"""
    assert text.dumps(text.loads(game)) == game.replace("seats", "rules: pagat\nseats")


def test_rules() -> None:
    assert header_of(
        "RULES: Wrong_Split = OPPONENTS must-claim=y,Canadian-54 , claims=own-turn,\n"
        "seats: A B C D\ndealer: A"
    ) == [
        "rules: canadian-54, claims=own-turn, must-claim=yes",
        "seats: A B C D",
        "dealer: A",
    ]


def test_header_in_canonical_order() -> None:
    lines = """\
turn: eve
settled: hs NOBODY
hand eve: 2♣, 3c ...
Hand ann: 2h,3h,4h,5h,6h,7h…
settled: ls Bob
SIZES: finn 6, ann 6, bob 6, carl 6, dora 6, eve 6
dealer : bob
teams: ann, eve bob / Carl dora finn
seats: Ann, Bob Carl,Dora Eve  Finn
source: the web: https://example.org/a=b
Title:   A  game
"""
    assert header_of(lines) == [
        "title: A  game",
        "source: the web: https://example.org/a=b",
        "rules: pagat",
        "seats: Ann Bob Carl Dora Eve Finn",
        "teams: Ann Eve Bob / Carl Dora Finn",
        "dealer: Bob",
        "sizes: Ann 6 Bob 6 Carl 6 Dora 6 Eve 6 Finn 6",
        "hand Ann: 2H 3H 4H 5H 6H 7H ...",
        "hand Eve: 2C 3C ...",
        "settled: high spades nobody",
        "settled: low spades Bob",
        "turn: Eve",
    ]


def test_custom_deck() -> None:
    game = """\
rules: pagat, deck=custom
book little reds: 5H 6H 5D 6D
book LH: 5S 6S 5C 6C
seats: A B C D

A claims LITTLE  reds: A 5H 6H, C rest: correct
award lh to b
"""
    assert text.dumps(text.loads(game)).splitlines()[-2:] == [
        "A claims little reds: A 5H 6H, C rest: correct",
        "award LH to B",
    ]


def test_quartets() -> None:
    header = "rules: quartets\nseats: A B C D"
    assert events_of("A claims ACES: A rest: correct", header) == ["A claims aces: A rest: correct"]


def test_hands_whole_and_in_part() -> None:
    record = text.loads(
        f"{SIX}\nhand Bob: 7S...\nhand Ann: KS QH 2C 3C 9D 10D 5H 4S\nhand Eve: ..."
    )
    assert record.hands == (
        Hand("Ann", ("2C", "3C", "9D", "10D", "5H", "QH", "4S", "KS")),
        Hand("Bob", ("7S",), whole=False),
        Hand("Eve", (), whole=False),
    )


@pytest.mark.parametrize(
    "data",
    [
        f"\ufeff{SIX}\nAnn has 3",
        f"\ufeff{SIX}\r\nAnn has 3\r\n".encode(),
        f"{SIX}\rAnn has 3",
        f"\n\n{SIX}\n\n\n\nAnn has 3\n\n\n",
    ],
)
def test_bytes_and_line_ends(data: str | bytes) -> None:
    assert text.dumps(text.loads(data)) == f"rules: pagat\n{SIX}\n\nAnn has 3\n"


def test_only_seats() -> None:
    assert text.loads("seats: A B C D") == Record(("A", "B", "C", "D"))


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("Ann asks Bob ten of hearts: no", "Ann asks Bob 10H: no"),
        ("ann > bob 6 of Clubs y", "Ann asks Bob 6C: yes"),
        ("Ann shows queen of spades 2C", "Ann shows QS 2C"),
        ("Ann asks Bob ten of hearts or 9H: no", "Ann asks Bob 9H/10H: no"),
        ("Ann asks Bob the six of clubs: no", "Ann asks Bob 6C: no"),
        ("now Ann: ten of hearts, the 6 of clubs ...", "now Ann: 10H 6C ..."),
        (
            "Ann claims low clubs: Bob two of clubs, Ann rest: correct",
            "Ann claims low clubs: Ann rest, Bob 2C: correct",
        ),
    ],
)
def test_cards_told_in_three_words(told: str, written: str) -> None:
    record = text.loads(f"seats: Ann Bob Carl Dora\ndealer: Ann\n{told}\n")
    expected = text.loads(f"seats: Ann Bob Carl Dora\ndealer: Ann\n{written}\n")
    assert record.events == expected.events


def test_a_hand_told_in_words() -> None:
    record = text.loads(
        "seats: Ann Bob Carl Dora\nhand Ann: two of clubs, the 10 of hearts KS ...\n"
    )
    assert record.hands[0].cards == ("2C", "10H", "KS")


def test_a_joker_told_in_words() -> None:
    record = text.loads(
        "rules: canadian-54\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
        "hand Ann: red joker ...\nAnn asks Bob the black joker: no\n"
    )
    assert record.hands[0].cards == ("RJ",)
    assert record.events[0] == Ask("Ann", "Bob", "BJ", "no", line=5)


def test_a_player_may_be_called_of() -> None:
    record = text.loads("seats: Ten Of Hearts Dora\ndealer: Ten\nTen asks Of 5H: no\n")
    assert record.events[0] == Ask("Ten", "Of", "5H", "no")
