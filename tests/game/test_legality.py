"""Which rules an event breaks, by code, as far as everyone can tell."""

from __future__ import annotations

import pytest

from tracker.game.legality import is_legal, violations
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.notation.text import loads

TABLE = """
rules: pagat{rules}
seats: Ann Bob Carl Dora
dealer: Ann

"""
SMALL = """
rules: pagat, deck=custom{rules}
book reds: 2H 3H
book blacks: 2S 3S
book clubs: 2C 3C
seats: Ann Bob Carl Dora
"""


def record(header: str, events: str, rules: str = "") -> Record:
    return loads(header.format(rules=f", {rules}" if rules else "") + events)


def last_codes(game: Record) -> list[str]:
    """The codes of the last event; those before it must be legal."""
    *before, last = zip(states(game), game.events, strict=False)
    assert all(is_legal(state, event) for state, event in before)
    codes = [violation.code for violation in violations(*last)]
    assert is_legal(*last) == (codes == [])
    return codes


@pytest.mark.parametrize(
    ("code", "events"),
    [
        ("turn", "Bob asks Ann 5H: no"),
        ("teammate", "Ann asks Carl 5H: no"),
        ("teammate", "Ann asks Ann 5H: no"),
        ("closed-book", "Ann claims low hearts: Ann rest: correct\nAnn asks Bob 5H: no"),
        ("closed-book", "award low hearts to nobody\naward low hearts to Ann"),
        ("closed-book", "award low hearts to nobody\nBob shows 5H"),
        ("closed-book", "award low hearts to nobody\nBob gives Ann 5H"),
        ("own-card", "Ann shows 5H\nAnn asks Bob 5H: no"),
        ("no-card-of-book", "Bob shows 2H 3H 4H 5H 6H\nDora shows 7H\nAnn asks Bob 5H: yes"),
        ("surrender", "Ann asks Bob 5H: surrender"),
        ("answer", "Dora shows 5H\nAnn asks Bob 5H: yes"),
        ("answer", "Bob shows 5H\nAnn asks Bob 5H: no"),
        ("holder", "Dora shows 5H\nBob shows 5H"),
        ("holder", "Dora shows 5H\nBob gives Ann 5H"),
        ("holder", "Ann gives Ann 5H"),
        ("holder", "Dora shows 5H\naward low hearts to Ann; shown Ann rest"),
        ("holder", "Dora shows 5H\nAnn claims low hearts: Ann rest: correct"),
        ("naming", "Ann claims low hearts: Bob 5H, Ann rest: opponents"),
        ("turn", "Carl claims low hearts: Ann rest: correct"),
        ("outcome", "Ann claims low hearts: Ann rest: split; shown Ann rest"),
        ("pass", "Ann passes to Carl"),
        ("hand-size", "Bob has 3"),
        ("challenge", "Bob challenges low hearts"),
        ("decline", "Bob declines"),
    ],
)
def test_what_breaks_a_rule(code: str, events: str) -> None:
    assert code in last_codes(record(TABLE, events))


def test_a_card_that_its_owner_asked_for_goes_over_at_once() -> None:
    asked = "Ann shows 5H\nAnn asks Bob 5H: no\n"
    for last, codes in (("Ann gives Bob 5H", []), ("Bob asks Ann 2H: no", ["surrender"])):
        assert last_codes(record(TABLE, asked + last, "own-card-asks=surrender")) == codes


@pytest.mark.parametrize(
    ("rules", "events"),
    [
        ("", "Carl claims low hearts: Ann rest: cancelled"),
        ("", "Carl claims low hearts: Ann rest: opponents; shown Ann 2H 3H 4H 5H 6H, Bob 7H"),
        ("claims=any-time", "Carl claims low hearts: Ann rest: correct"),
        ("hand-sizes=empty-only", "Bob has 0"),
        ("challenge=yes", "Dora challenges low hearts\nAnn claims low hearts: Ann rest: correct"),
        ("challenge=yes", "Dora challenges low hearts\nAnn declines\nCarl declines"),
        ("turn-after-claim=team-chooses", "Ann claims low hearts: Ann rest: correct\nCarl has 12"),
    ],
)
def test_what_breaks_none(rules: str, events: str) -> None:
    game = record(TABLE, events, rules)
    assert [code for code in last_codes(game) if code != "hand-size"] == []


# -- announcements ------------------------------------------------------------------------------


ONE_LEFT = """turn: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1

Ann asks Bob 2H: yes
"""


@pytest.mark.parametrize(
    "events",
    ["Ann asks Bob 2S: no", "Bob has 1\nAnn asks Bob 2S: no", "Ann asks Bob 2S: no\nBob has 1"],
)
def test_an_announcement_left_out_breaks_nothing(events: str) -> None:
    assert last_codes(record(SMALL, ONE_LEFT + events, "announce-last=yes")) == []


# -- passes and choices ---------------------------------------------------------------------------


OUT_AFTER_CLAIM = """turn: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1

Ann claims reds: Ann rest: correct
"""


@pytest.mark.parametrize("last", ["Ann passes to Carl", "Carl asks Bob 2S: no"])
def test_a_player_out_of_cards_passes_in_words_or_without(last: str) -> None:
    assert last_codes(record(SMALL, OUT_AFTER_CLAIM + last)) == []


@pytest.mark.parametrize(
    ("code", "last"), [("pass", "Ann passes to Bob"), ("empty-hand", "Ann asks Bob 2S: no")]
)
def test_a_player_out_of_cards_cannot_go_on(code: str, last: str) -> None:
    assert code in last_codes(record(SMALL, OUT_AFTER_CLAIM + last))


TEAM_CHOOSES = """
Ann claims low hearts: Ann rest: correct
"""


@pytest.mark.parametrize(
    ("codes", "last"),
    [
        ([], "Ann passes to Carl"),
        ([], "Carl asks Bob 5S: no"),
        (["turn"], "Ann passes to Bob"),
        (["turn"], "Bob passes to Carl"),
        (["turn"], "Bob asks Carl 5S: no"),
    ],
)
def test_a_team_chooses_who_goes_on(codes: list[str], last: str) -> None:
    game = record(TABLE, TEAM_CHOOSES + last, "turn-after-claim=team-chooses")
    assert last_codes(game) == codes


@pytest.mark.parametrize(
    ("said", "last"),
    [
        ("the turn goes to Ann or Carl", "Ann passes to Bob"),
        ("the turn is not Bob's to give", "Bob passes to Carl"),
        ("it is the turn of Ann or Carl, not Bob's", "Bob asks Carl 5S: no"),
    ],
)
def test_what_is_wrong_with_a_choice(said: str, last: str) -> None:
    game = record(TABLE, TEAM_CHOOSES + last, "turn-after-claim=team-chooses")
    assert [one.message for one in violations(states(game)[-2], game.events[-1])] == [said]


# -- challenges and forced claims -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("codes", "events"),
    [
        (["forced-claim", "turn"], "Dora asks Ann 5H: no"),
        (["forced-claim"], "Ann asks Dora 5S: no"),
        (["forced-claim"], "Carl declines"),
        (["forced-claim"], "Ann claims low spades: Ann rest: correct"),
        (["forced-claim"], "Bob challenges low spades"),
        (["forced-claim", "decline"], "Ann declines\nCarl declines\n" * 2 + "Bob declines"),
        (["decline"], "Ann declines\nCarl declines\n" * 2 + "Dora declines"),
        ([], "Ann declines\nCarl declines\n" * 2 + "Dora claims low hearts: Ann rest: correct"),
        (
            ["naming"],
            "Ann declines\nCarl declines\n" * 2 + "Dora claims low hearts: Bob rest: split",
        ),
        ([], "award low hearts to nobody\nAnn asks Bob 5S: no"),
        ([], "Ann has 12"),
    ],
)
def test_a_challenge_has_its_order(codes: list[str], events: str) -> None:
    game = record(TABLE, "Dora challenges low hearts\n" + events, "challenge=yes")
    assert last_codes(game) == codes


@pytest.mark.parametrize(
    ("sizes", "codes", "last"),
    [
        ("Ann 3 Bob 1 Carl 1 Dora 1", [], "Ann declines"),
        ("Ann 3 Bob 1 Carl 1 Dora 1", ["forced-claim"], "Carl declines"),
        ("Ann 0 Bob 1 Carl 4 Dora 1", [], "Carl declines"),
        ("Ann 0 Bob 1 Carl 4 Dora 1", ["forced-claim"], "Ann declines"),
    ],
)
def test_where_nobody_chose_the_first_with_cards_begins_the_end(
    sizes: str, codes: list[str], last: str
) -> None:
    wrong = "Bob claims reds: Bob 2H, Dora 3H: split; shown Bob 3H, Dora 2H\n"
    rules = "turn-after-wrong-claim=opponents, forced-claims=yes"
    assert last_codes(record(SMALL, f"turn: Bob\nsizes: {sizes}\n\n{wrong}{last}", rules)) == codes


def test_nothing_but_announcements_after_the_end() -> None:
    events = """settled: reds Ann
settled: blacks nobody
turn: Ann
sizes: Ann 2 Bob 0 Carl 0 Dora 0

Ann claims clubs: Ann rest: correct
"""
    assert last_codes(record(SMALL, events + "Ann has 0")) == []
    assert last_codes(record(SMALL, events + "Ann passes to Bob")) == ["game-over"]


@pytest.mark.parametrize(("receiver", "codes"), [("Carl", []), ("Bob", ["forced-claim"])])
def test_no_claim_is_due_where_the_other_team_has_cards_again(
    receiver: str, codes: list[str]
) -> None:
    """The table moved one; a decline would say that they have none (rulings, 2)."""
    sizes = "turn: Ann\nsizes: Ann 3 Bob 0 Carl 3 Dora 0\nhand Ann: 2H 2S 3S\n\n"
    moved = f"Ann gives {receiver} 2H\nAnn declines"
    assert last_codes(record(SMALL, sizes + moved, "forced-claims=yes")) == codes
