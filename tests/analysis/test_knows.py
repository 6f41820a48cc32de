"""Who could prove what, against its definition: all deals of tiny games, in every view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis.test_mutual_knowledge import CHAIN
from tests.marks import some
from tests.play.possibilities import Possibilities
from tests.strategies import hands_known, tiny_games
from tracker.analysis.knows import Ending, Knows, Provable, Stretch, knows
from tracker.game.events import Ask, Claim, Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.notation import text
from tracker.render.knowing import ending_words


def views_asked(possible: Possibilities, team: Team) -> Iterator[tuple[str, tuple[Seat, ...]]]:
    """The views to ask about a team, word for word."""
    yield "public", ()
    for seat in team:
        if seat in possible.hands:
            yield seat, (seat,)
    if set(team) <= set(possible.hands):
        yield "+".join(team), team


def moments_of(spans: Iterable[Stretch]) -> list[int]:
    return [at for span in spans for at in range(span.start, span.end + 1)]


Moments = Mapping[str, list[int]]


def by_definition(possible: Possibilities, last: int) -> dict[tuple[str, Team], Moments]:
    """For each half-suit and team, the moments at which each view can prove it."""
    found: dict[tuple[str, Team], dict[str, list[int]]] = {}
    for team in possible.record.table.teams:
        for view, seats in views_asked(possible, team):
            for book in possible.record.deck.by_name:
                found.setdefault((book, team), {})[view] = [
                    at for at in range(last + 1) if possible.proves(at, seats, book, team)
                ]
    return {key: moments for key, moments in found.items() if any(moments.values())}


def check_ending(record: Record, one: Provable, moments: Moments, last: int) -> None:
    """How it ended, told from the record alone."""
    game = states(record)
    settled = [at for at in range(1, last + 1) if game[at].books[one.book].status != "open"]
    if one.ending is None:
        assert not settled
        return
    end, before = one.ending, one.ending.event - 1
    assert end.event == settled[0]
    assert end.winner == game[end.event].books[one.book].team
    event = record.events[before]
    if isinstance(event, Claim) and event.book == one.book:
        assert (end.claimant, end.outcome) == (event.claimant, event.outcome)
    else:
        assert (end.claimant, end.outcome) == (None, None)

    def able(at: int) -> tuple[Seat, ...]:
        could = [seat for seat in one.team if at in [*moments.get(seat, ()), *moments["public"]]]
        return tuple(could)

    assert end.able == able(before)
    if not end.able:
        assert end.since is end.latency is None
        return
    assert isinstance(end.since, int)
    assert all(able(at) for at in range(end.since, before + 1))
    assert end.since == 0 or not able(end.since - 1)
    asks = [e for e in record.events[end.since : before] if isinstance(e, Ask)]
    assert end.latency == len(asks)


def check_in_short(one: Provable, moments: Moments) -> None:
    """Whether somebody of the team, whose hand is known, guessed; and whether it lost it."""
    end = one.ending
    if end is None:
        assert (one.guessed, one.lost) == (False, False)
    else:
        assert one.guessed == (end.claimant in moments and end.claimant not in end.able)
        ever = any(moments.get(view) for view in ("public", *one.team))
        assert one.lost == (end.winner != one.team and ever)


def check(possible: Possibilities, at: int | None = None) -> Knows:
    """Compare an answer with its definition."""
    record = possible.record
    last = len(record.events) if at is None else at
    found, expected = knows(record, at=at), by_definition(possible, last)
    assert [(one.book, one.team) for one in found.books] == [
        (book, team)
        for book, team in product(record.deck.by_name, record.table.teams)
        if (book, team) in expected
    ]
    for one in found.books:
        moments = expected[one.book, one.team]
        assert {view: moments_of(spans) for view, spans in one.spans.items()} == moments
        assert list(one.spans) == [name for name, _ in views_asked(possible, one.team)]
        check_ending(record, one, moments, last)
        pooled = set(moments.get("+".join(one.team), ()))
        alone = pooled.difference(*(moments[view] for view in moments if "+" not in view))
        assert moments_of(one.team_alone) == sorted(alone)
        check_in_short(one, moments)
    return found


@given(st.data())
@settings(max_examples=some(15), deadline=None)
def test_provable_whatever_hands_are_known_at_any_moment(data: st.DataObject) -> None:
    record = data.draw(tiny_games(max_deals=300).flatmap(hands_known))
    check(Possibilities(record), data.draw(st.integers(0, len(record.events))))


GUESS = f"{CHAIN}Bob asks Carl 4S: no\n"


@pytest.mark.parametrize(
    ("undecided", "told"),
    [
        (None, ["Nobody of the team could prove it."]),
        ("Carl", ["Ann, who claimed, could not prove it."]),
        ("Ann", []),
        ("public", []),
    ],
)
def test_what_is_undecided_is_no_guess(undecided: str | None, told: list[str]) -> None:
    team = Team(("Ann", "Carl"))
    ending = Ending(9, team, "Ann", "correct", (), None, None)
    open_views = {undecided: (Stretch(3, 8),)} if undecided else None
    known = Provable("reds", team, {"Ann": (), "Carl": ()}, ending, undecided=open_views)
    assert ending_words(known) == ["Ann claims it at event 9: correct.", *told]
    assert known.guessed == bool(told)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("Ann claims ?: ?: correct", "Whether it is settled, and when, depends on the gaps."),
        (
            "Ann claims reds: ?: ?",
            "Settled at event 1; who gets it and what comes of the claim depend on the gaps.",
        ),
        ("...", "What came of it is undecided."),
    ],
)
def test_what_came_of_a_half_suit_may_depend_on_gaps(event: str, told: str) -> None:
    books = "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
    known = knows(text.loads(f"{books}seats: Ann Bob Carl Dora\ndealer: Ann\n\n{event}\n"))
    assert ending_words(known.books[0]) == [told]


def test_an_opponent_who_claims_is_said_to_be_one() -> None:
    ending = Ending(9, None, "Bob", "opponents", ("Ann",), None, None)
    said = ending_words(Provable("reds", Team(("Ann", "Carl")), {"Ann": ()}, ending))
    assert said[0] == "Bob, an opponent, claims it at event 9: opponents."
