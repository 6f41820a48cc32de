"""Replay in the corners: challenges, forced claims, hidden sizes, the last cards."""

from __future__ import annotations

import pytest

from tests.game.test_legality import SMALL, TABLE, record
from tracker.errors import GapError
from tracker.game.replay import replay_of, states
from tracker.game.state import BookState, State
from tracker.game.table import Team
from tracker.game.transition import apply
from tracker.inference.contradictions import contradictions
from tracker.notation.text import loads

CHALLENGE = "Dora challenges low hearts\n"
ALL_DECLINE = "Ann declines\nCarl declines\nAnn declines\nCarl declines\n"


def after(header: str, events: str, rules: str = "") -> State:
    return states(record(header, events, rules))[-1]


def points(state: State) -> tuple[int, ...]:
    """Of Ann's team, and of Bob's."""
    return tuple(state.score.values())


@pytest.mark.parametrize(
    ("score", "events"),
    [
        ((1, 0), "Ann claims low hearts: Ann rest: correct"),
        ((0, 1), "Ann claims low hearts: Ann rest: opponents; shown Bob rest"),
        ((0, 1), ALL_DECLINE + "Dora claims low hearts: Ann rest: correct"),
        ((1, 0), ALL_DECLINE + "Dora claims low hearts: Ann rest: split; shown Carl rest"),
        ((1, 0), ALL_DECLINE + "Dora claims low hearts: Ann rest: opponents; shown Bob rest"),
        ((0, 0), "award low hearts to nobody"),
    ],
)
def test_a_challenge_ends_and_scores(score: tuple[int, int], events: str) -> None:
    state = after(TABLE, CHALLENGE + events, "challenge=yes")
    assert points(state) == score
    assert state.forced is None
    assert state.turn == "Ann"


ONE_TEAM_LEFT = """turn: Ann
sizes: Ann 4 Bob 1 Carl 1 Dora 0

Ann asks Bob 2H: yes
"""


@pytest.mark.parametrize(
    ("chances", "header", "events", "rules"),
    [
        # Those challenged answer in turn, from the challenger's left; a slip uses a chance, too.
        (("Carl", "Ann") * 2, TABLE, "Bob challenges low hearts\n", "challenge=yes"),
        (("Carl", "Ann", "Carl"), TABLE, CHALLENGE + "Carl declines !\n", "challenge=yes"),
        # Forced claims begin when a team is out, or at a start in mid-game; an award uses none.
        (("Ann", "Carl") * 6, SMALL, ONE_TEAM_LEFT, "forced-claims=yes"),
        (
            ("Carl", "Ann") * 6,
            SMALL,
            "turn: Bob\nsizes: Ann 4 Bob 0 Carl 2 Dora 0\n",
            "forced-claims=yes",
        ),
        (("Ann", "Carl") * 6, SMALL, ONE_TEAM_LEFT + "award clubs to Ann", "forced-claims=yes"),
    ],
)
def test_whose_chance_it_is_to_claim(
    chances: tuple[str, ...], header: str, events: str, rules: str
) -> None:
    forced = after(header, events, rules).forced
    assert forced is not None
    assert forced.chances == chances


def test_where_nobody_had_to_claim_a_slip_uses_no_chance() -> None:
    assert after(TABLE, "Carl declines !\n").forced is None


def test_what_is_settled_at_a_start_in_mid_game() -> None:
    header = "settled: reds Ann\nsettled: blacks nobody\nsizes: Ann 1 Bob 1 Carl 0 Dora 0\n"
    start = after(SMALL, header)
    assert start.books["reds"] == BookState("won", Team(("Ann", "Carl")))
    assert start.books["blacks"] == BookState("cancelled")


def test_hands_are_what_a_deal_has_become() -> None:
    """What has moved has, in any deal; what is settled is out; what is not said is nowhere."""
    header = "dealer: Ann\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\n"
    last = after(SMALL, header + "Ann asks Bob 3H: yes\nAnn claims blacks: Ann rest: correct")
    hands = {"Ann": ("3H",), "Bob": ("3C",), "Carl": ("2C",), "Dora": ("2H",)}
    deal = {"2H": "Dora", "3H": "Carl", "2C": "Carl", "3C": "Bob"}
    assert last.hands_of(deal) == hands


def test_what_nobody_claims_is_forfeited() -> None:
    events = ONE_TEAM_LEFT + "Ann declines\nCarl declines\n" * 6
    state = after(SMALL, events, "forced-claims=yes")
    assert points(state) == (0, 3)
    assert state.over
    assert state.forced is None


def test_hands_are_of_unknown_size_after_a_claim_that_shows_nothing() -> None:
    events = """turn: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1

Ann claims reds: Ann 2H, Carl 3H: split
"""
    state = after(SMALL, events, "reveal=nothing")
    assert dict(state.sizes) == {"Ann": None, "Bob": 2, "Carl": None, "Dora": 1}
    told = after(SMALL, events + "Carl has 0", "reveal=nothing")
    assert dict(told.sizes) == {"Ann": 1, "Bob": 2, "Carl": 0, "Dora": 1}


def test_what_is_settled_stays_so() -> None:
    """A second award, or a claim, breaks a rule, and changes neither points nor hands."""
    once = after(TABLE, "award low hearts to Ann; shown Ann rest")
    for slip in ("award low hearts to Bob", "Ann claims low hearts: Ann rest: correct"):
        twice = after(TABLE, f"award low hearts to Ann; shown Ann rest\n{slip}")
        assert points(twice) == points(once) == (1, 0)
        assert (twice.sizes, twice.books, twice.hidden) == (once.sizes, once.books, ())


ONE_OR_THE_OTHER = """
rules: pagat, deck=custom, reveal=nothing, endgame=any-player
book reds: 2H 3H 4H
book blacks: 2S 3S
book greens: 2C 3C
seats: Ann Bob Carl Dora
dealer: Bob
sizes: Ann 2 Bob 2 Carl 1 Dora 2

Bob claims reds: Bob rest: opponents
Dora claims blacks: Dora rest: correct
"""


ALONE = ONE_OR_THE_OTHER.replace("any-player", "alone").rstrip()
SIZES = "sizes: Ann 2 Bob 2 Carl 1 Dora 1\n"


@pytest.mark.parametrize(
    ("turn", "header", "events", "rules"),
    [
        # Several may have the turn where nothing says whose it is.
        (("Ann", "Bob", "Carl", "Dora"), SMALL, SIZES, ""),
        (("Bob",), SMALL, f"turn: Bob\n{SIZES}", ""),
        # A claim takes the turn, but not a penalised one, nor one of those challenged.
        (("Ann",), SMALL, f"{SIZES}\nAnn claims reds: Ann rest: correct", ""),
        (
            ("Ann", "Bob", "Carl", "Dora"),
            SMALL,
            f"{SIZES}\nAnn claims reds: Ann rest: cancelled",
            "",
        ),
        (
            ("Ann", "Carl"),
            TABLE,
            "Ann claims low hearts: Ann rest: correct\nBob challenges low spades\n"
            "Carl claims low spades: Carl rest: correct",
            "challenge=yes, turn-after-claim=team-chooses",
        ),
        # The others go on where a whole team that should is out.
        (
            ("Ann", "Carl"),
            SMALL,
            "turn: Ann\nsizes: Ann 1 Bob 1 Carl 2 Dora 2\n\n"
            "Ann claims reds: Ann 2H, Carl 3H: opponents\nBob has 0\nDora has 0\n",
            "reveal=nothing, turn-after-wrong-claim=opponents",
        ),
        # Bob was out, and the turn went to Dora; or Ann and Carl were, and it is still Bob's:
        # sizes told later say nothing of that.
        (("Dora", "Bob"), ONE_OR_THE_OTHER, "Dora has 0", ""),
        (("Dora", "Bob"), ONE_OR_THE_OTHER, "Ann has 1", ""),
        (("Dora", "Bob"), ONE_OR_THE_OTHER, "Bob has 1\nAnn has 0", ""),
        # Where nobody else may claim, a claim says that Bob was out, unless it was a slip.
        (("Dora",), ALONE, "", ""),
        (("Bob",), f"{ALONE} !", "", ""),
    ],
)
def test_whose_turn_it_may_be(turn: tuple[str, ...], header: str, events: str, rules: str) -> None:
    state = after(header, events, rules)
    assert state.to_move == turn
    assert state.turn == (turn[0] if len(turn) == 1 else None)


def test_a_record_goes_on_after_sizes_that_cannot_be() -> None:
    """Neither was out, as sizes told later say: why the turn came is not asked (rulings, 1)."""
    sizes = "Carl has 0\nDora has 0\nBob has 1\n"
    assert after(ONE_OR_THE_OTHER, sizes).to_move == ("Dora", "Bob")
    assert contradictions(record(ONE_OR_THE_OTHER, sizes)) == ()


BEYOND = """
rules: pagat, deck=custom, reveal=nothing, turn-after-claim=team-chooses, forced-claims=yes
book low clubs: 2C 3C 4C
book high diamonds: 2D 3D
book low hearts: 2H 3H 4H 5H
book high spades: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Carl
sizes: Ann 11 Bob 0 Carl 1 Dora 1

Dora claims low clubs: Bob rest: opponents !
Ann claims high spades: Ann rest: correct
Ann asks Dora 2H: no
Dora claims high diamonds: Dora rest: correct
Carl declines
Ann declines
Dora asks Ann 2D: yes
Carl declines
Ann declines
"""


def test_a_record_beyond_the_rules_goes_on() -> None:
    """So many rules are broken that no forced end fits what all can see."""
    assert after(BEYOND, "").situations


def test_only_an_opponent_is_a_last_asker() -> None:
    state = after(TABLE, "Ann asks Bob 5H: no\nDora asks Bob 5S: no !", "")
    assert dict(state.last_asker) == {"Bob": "Ann"}


# -- replays --------------------------------------------------------------------------------------


def test_records_that_begin_alike_share_their_beginning() -> None:
    asks = ["Ann asks Bob 5H: no", "Bob asks Ann 5S: no", "Ann asks Bob 6H: yes"]
    one, other, shorter = (
        record(TABLE, "\n".join(events))
        for events in (asks, [*asks[:2], "Ann asks Dora 6H: yes"], asks[:1])
    )
    first = replay_of(one)
    assert [(played.number, played.event) for played in first] == list(enumerate(one.events, 1))
    for again in (first.to(other), first.to(shorter)):
        same = [a is b for a, b in zip(first.states(), again.states(), strict=False)]
        assert same == [True] * len(same[:3]) + [False] * len(same[3:])
        assert again.states() == states(again.record.with_events(again.record.events))
        assert replay_of(again.record) is again
        assert first.to(again.record) is again


def test_another_table_shares_nothing() -> None:
    asks = "Ann asks Bob 5H: no\n"
    first, other = (replay_of(record(TABLE, asks, rules)) for rules in ("", "challenge=yes"))
    first.state()
    again = first.to(other.record.with_events(other.record.events))
    assert again.states() == other.states()
    assert again.state(0) is not first.state(0)


def test_only_a_whole_team_without_cards_is_out() -> None:
    start = after(SMALL, "turn: Ann\nsizes: Ann 4 Bob 0 Carl 2 Dora 0\n")
    assert [start.is_out(team) for team in start.table.teams] == [False, True]
    start = after(SMALL, "turn: Ann\nsizes: Ann 4 Bob 0 Carl 0 Dora 2\n")
    assert not any(map(start.is_out, start.table.teams))


@pytest.mark.parametrize(
    ("sizes", "heirs"),
    [
        ("Ann 2 Bob 1 Carl 2 Dora 1", ("Carl",)),
        ("Ann 0 Bob 2 Carl 0 Dora 4", ("Bob", "Dora")),
        ("Ann 6 Bob 0 Carl 0 Dora 0", ()),
        ("Ann 0 Bob 6 Carl 0 Dora 0", ("Bob",)),
    ],
)
def test_the_turn_goes_to_teammates_with_cards_else_to_opponents(
    sizes: str, heirs: tuple[str, ...]
) -> None:
    assert after(SMALL, f"turn: Ann\nsizes: {sizes}\n").pass_receivers("Ann") == heirs


def test_only_what_happens_at_a_table_changes_it() -> None:
    with pytest.raises(TypeError, match="not an event: 'Ann passes'"):
        apply(after(TABLE, ""), "Ann passes")  # type: ignore[arg-type]
    forgotten = loads(f"{TWO_EACH}Ann asks Bob 2H: yes\nAnn asks Bob 3H: ?\n")
    (_, asked) = states(forgotten.with_events(forgotten.events[:1]))
    with pytest.raises(GapError, match="event 2 is a gap") as found:
        apply(asked, forgotten.events[1])
    assert found.value.event == 2


# -- sizes in records that break the rules --------------------------------------------------------

TWO_EACH = """rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann

"""
THREE_FROM_TWO = TWO_EACH + "".join(f"Ann asks Bob {card}: yes\n" for card in ("2H", "3H", "4H"))


def broken_at(text: str) -> tuple[list[int], State]:
    """The events that cannot be true, and the state at the end."""
    broken = loads(text)
    return list(contradictions(broken)), states(broken)[-1]


@pytest.mark.parametrize(
    ("said", "others"),
    [
        ("Bob has 0\n", []),
        ("hands: Ann 5, Bob 0, Carl 2, Dora 2\n", []),
        ("award reds to nobody; shown Ann 2H 3H 4H, Carl 5H\nBob has 0\nCarl has 1\n", []),
        ("Bob asks Carl 2S: yes\nBob has 1\n", [4]),  # with no black card he may not ask
    ],
)
def test_a_hand_that_gave_more_than_it_had_is_empty(said: str, others: list[int]) -> None:
    """What is public of its size and what is concluded from it say the same."""
    events, state = broken_at(THREE_FROM_TWO + said)
    assert events == [3, *others]
    assert state.sizes == state.balance


def test_a_stated_size_that_cannot_be_holds_from_there_on() -> None:
    events, state = broken_at(TWO_EACH + "Ann asks Bob 2H: yes\nBob has 3\nBob has 3\n")
    assert events == [2]
    assert state.sizes["Bob"] == state.balance["Bob"] == 3


def test_a_size_that_the_others_leave_is_one_that_the_hand_can_have() -> None:
    hidden = TWO_EACH.replace("custom", "custom, reveal=nothing") + (
        "Ann claims reds: Ann rest: split\nAnn has 2\nCarl has 2\n"
    )
    _, state = broken_at(hidden)
    assert state.sizes == {"Ann": 2, "Bob": 2, "Carl": 2, "Dora": 2}
    _, state = broken_at(hidden.replace("split", "opponents") + "Bob has 2\n")
    assert state.sizes["Dora"] is None
