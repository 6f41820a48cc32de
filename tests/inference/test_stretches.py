"""Missing stretches: what is said past them, against every way to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Final

import pytest

from tests.gap_referee import drawn_view, holders_in, ways_on, with_gaps
from tests.inference.test_completions import games as gapped_games
from tests.inference.test_completions import played
from tests.marks import first
from tests.referee import Referee
from tests.strategies import seed_games
from tracker.analysis.check import check
from tracker.analysis.odds import odds
from tracker.analysis.turn_options import turns
from tracker.errors import GapError, MissingHandError, UndecidedError
from tracker.game.events import Ask, Missing, Pass, Seat, is_stretch
from tracker.game.record import Record
from tracker.game.rules import VALUES
from tracker.inference.deduction import deduce
from tracker.inference.hands import fixed_hands, view_of
from tracker.knowledge.facts import Literal
from tracker.knowledge.views import View
from tracker.notation.text import dumps, loads

NOTHING_SAID = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"


@pytest.mark.parametrize(
    ("ask", "may_be_out"),
    [("Ann 5H: no", False), ("Ann 5H: yes", True), ("Ann 5H: ?", True), ("? 5H: no", True)],
)
def test_a_hand_has_a_card_where_every_way_leaves_it_one(ask: str, may_be_out: bool) -> None:
    events = f"... asks\nFinn asks {ask}\n"
    state = deduce(loads(NOTHING_SAID + events)).state
    assert state.may_all_be_out(("Ann",)) is may_be_out


# -- all that can have happened in a stretch ------------------------------------------------------


def with_stretch(record: Record, rng: Random) -> tuple[Record, int] | None:
    """The record without some of its events, and where the stretch stands."""
    events = list(record.events)
    start = rng.randrange(len(events) + 1)
    length = rng.choice((0, 1, 2, 3, 5, 8))
    missing = events[start : start + length]
    if any(event.irregular for event in missing):
        return None
    kind = Missing()
    if all(isinstance(event, Ask) for event in missing) and rng.random() < 0.8:
        kind = Missing(None, only_asks=True)
        if missing and rng.random() < 0.7:
            kind = Missing(len(missing), only_asks=True)
    events[start : start + length] = [kind]
    return record.with_events(tuple(events)), start


def games(seed: int, *, only_asks: bool) -> Iterator[tuple[Record, int, Random]]:
    """Tiny games with a stretch, each with a moment after it, without end."""
    fixed = {key: values[0] for key, values in VALUES.items() if key != "deck"}
    for number in count(seed):
        rng = Random(number)
        chosen = {"own-card-asks": "forbidden"} if only_asks else fixed
        (record,) = seed_games(number, 1, max_deals=40 if only_asks else 200, fixed=chosen)
        if len(record.table.cards) > 5 or len(record.seats) > 4:
            continue
        record = record.with_events(record.events[: rng.randint(1, 12)])
        broken = with_stretch(record, rng) if record.events else None
        if broken is None:
            continue
        gapped, start = broken
        (missing,) = (event for event in gapped.events if isinstance(event, Missing))
        if missing.only_asks != only_asks or missing.asks is not None:
            continue
        if any(isinstance(each, Pass) and _goes_over(each, gapped) for each in gapped.events):
            continue
        if rng.random() < 0.3:
            gapped = with_gaps(gapped, rng, 1, stretches=False)
        yield gapped, rng.randint(start + 1, len(gapped.events)), rng


def _goes_over(event: Pass, record: Record) -> bool:
    """Whether the turn is passed to the other team: of the passer's team that says nothing."""
    team_of = record.table.team_of
    return team_of[event.passer] != team_of[event.receiver]


def compare(record: Record, at: int, rng: Random) -> int:
    """Judge one game by all that can have happened; how many placements were not decided."""
    view = drawn_view(record, rng)
    text = f"{dumps(record)}at {at}, {view.name}"
    stretch = next(n for n, event in enumerate(record.events) if is_stretch(event))
    before = played(record, view, stretch)
    tables = {frozenset(way.table.settled): way for _, found in before for way in found}
    every = [way for first in tables.values() for way in ways_on(first, record, stretch, at)]
    deduction = deduce(record, view=view, at=at)
    possible = holders_in(every)
    undecided = 0
    for card, seats in deduction.all_holders().items():
        open_seats = set(deduction.undecided_holders(card))
        assert {*seats} - open_seats <= possible.get(card, set()) <= {*seats}, f"{text}: {card}"
        undecided += len(open_seats)
    assert odds(record, view=view, at=at).count == len(before), text
    for verdict in deduction.claims():
        kinds = {_owned(way.table, verdict.book, verdict.team) for way in every}
        if any(way.table.may_be_over for way in every):
            kinds.add(False)
        expected_verdict = (
            "open" if len(kinds) > 1 else "impossible" if kinds == {False} else "owned"
        )
        said = "owned" if verdict.verdict == "proven" else verdict.verdict
        assert said in (expected_verdict, "undecided"), f"{text}: {verdict}"
    return undecided


def _owned(table: Referee, book: str, team: tuple[Seat, ...]) -> bool:
    """Whether a team holds all of a half-suit in play."""
    held = {card for seat in team for card in table.hands[seat]}
    return book not in table.settled and held >= {*table.cards_of[book]}


TWO_BOOKS: Final = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S
seats: A B C D
turn: A
"""


@pytest.mark.parametrize(
    ("events", "code"),
    [
        # Nobody of the other team has a card to be asked for.
        ("sizes: A 2 B 0 C 2 D 0\n\n... 1 ask\n", "teammate"),
        # The game is over.
        ("sizes: A 2 B 0 C 2 D 0\nhand A: 2H 3H\n\nA claims reds: A 2H 3H: correct\n"
         "C claims blacks: C 2S 3S: correct\n... 1 ask\n", "game-over"),
        ("sizes: A 2 B 0 C 2 D 0\nhand A: 2H 3H\n\nA claims reds: A 2H 3H: correct\n"
         "C claims blacks: C 2S 3S: correct\nA claims ?: ?: ?\n", "game-over"),
        ("settled: reds A\nsettled: blacks B\nsizes: A 0 B 0 C 0 D 0\n\n"
         "A asks B ?: no\n", "game-over"),
    ],
)  # fmt: skip
def test_a_gap_that_nothing_can_fill_by_the_rules_is_a_problem(events: str, code: str) -> None:
    record = loads(TWO_BOOKS + events)
    assert code in {problem.code for problem in check(record)}
    assert deduce(record).at == len(record.events)


# -- gaps with too many ways ---------------------------------------------------------------------


@pytest.mark.long
def test_what_is_said_where_gaps_have_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said then must hold in every way to fill them; what is not proven is undecided."""
    monkeypatch.setattr("tracker.inference.completions.MOST_BRANCHES", 1)
    undecided = [judge_given_up(*game) for game in islice(gapped_games(90_000), 60)]
    assert sum(undecided) > 25


def judge_given_up(record: Record, at: int, rng: Random) -> bool:
    """Judge one game; whether a gap was given up."""
    view = drawn_view(record, rng)
    every = [way for _, found in played(record, view, at) for way in found]
    deduction = deduce(record, view=view, at=at)
    text = f"{dumps(record)}at {at}, {view.name}"
    for card, seats in holders_in(every).items():
        assert seats <= {*deduction.holders(card)}, text
    for way in every:
        for verdict in deduction.claims():
            owned = _owned(way.table, verdict.book, verdict.team)
            assert owned or verdict.verdict not in ("proven", "owned"), f"{text}: {verdict}"
            assert not owned or verdict.verdict != "impossible", f"{text}: {verdict}"
            for card, seat in verdict.holdings or ():
                assert card in way.hands[seat], f"{text}: {verdict}"
    return not deduction.is_exact


def test_what_needs_one_knowledge_names_the_stretch() -> None:
    hand = "hand Ann: 2H 3H 4H 2C 3C 4C 5C 2S"
    record = loads(f"{NOTHING_SAID}{hand}\nAnn asks Bob 5H: no\n...\nBob asks Ann 2C: no\n")
    with deduce(record) as deduction:
        for ask in (lambda: deduction.knowledge, lambda: deduction.possible_holders):
            with pytest.raises(GapError, match="event 2 is a gap"):
                ask()
        assert deduction.dealt_to("5h") == deduction.dealt_to("5H")
    options = turns(record).options
    assert options
    assert all(share.probability is None for option in options for _, share in option.wins)


def test_that_the_ways_are_too_many_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    record = loads(f"{NOTHING_SAID}Ann asks Bob 5H: ?\n")
    walks: list[Record] = []

    def too_many(record: Record, *_: object, **__: object) -> None:
        walks.append(record)
        raise UndecidedError("too many")

    with deduce(record) as deduction:
        assert not deduction.has_knowledge
        monkeypatch.setattr("tracker.inference.deduction.ways_of", too_many)
        for _ in range(3):
            with pytest.raises(UndecidedError, match="too many"):
                _ = deduction.apart
    assert len(walks) == 1


# -- gaps before a stretch -----------------------------------------------------------------------

EITHER_CARD = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 2 Carl 1 Dora 1

Ann asks Bob 2H/3H: yes
"""


def test_a_hand_that_one_way_fixes_is_not_fixed_past_a_stretch() -> None:
    record = loads(f"{EITHER_CARD}now Ann: 2H 3H 4H\n...\n")
    (hand,) = view_of(record, "Ann").hands
    assert (hand.cards, hand.whole) == (("4H",), False)
    assert odds(record, view="Ann", at=0).count == 24
    others = "hand Carl: 2S\nhand Dora: 3S\n\nAnn asks Bob 2H/3H: yes\nAnn asks Bob 4H: yes\n...\n"
    with pytest.raises(MissingHandError):
        view_of(loads(EITHER_CARD.replace("\nAnn asks Bob 2H/3H: yes\n", others)), "Bob")


@pytest.mark.parametrize("start", first(1, range(0, 400, 100)))
def test_hands_that_a_record_fixes_are_so_in_all_deals(start: int) -> None:
    """Whatever gaps and stretches it has; nothing that is said later than a stretch is of them."""
    compared = 0
    for number in range(start, start + 100):
        rng = Random(number)
        (game,) = seed_games(number, 1, max_deals=40)
        game = game.with_events(game.events[: rng.randint(2, 8)])
        broken = with_stretch(game, rng) if len(game.seats) == 4 and game.events else None
        if broken is None:
            continue
        gapped = with_gaps(broken[0], rng, rng.randint(1, 3), stretches=False)
        record = replace(gapped, hands=tuple(hand for hand in game.hands if rng.random() < 0.4))
        ends = (n for n, event in enumerate(record.events) if is_stretch(event))
        deals = played(record, View(record.hands), next(ends, len(record.events)))
        for seat in record.seats:
            held = {frozenset(card for card in deal if deal[card] == seat) for deal, _ in deals}
            fixed = fixed_hands(record).get(seat)
            assert {frozenset(fixed.cards)} == held if fixed else len(held) > 1, dumps(record)
        compared += 1
    assert compared > 30


@pytest.mark.parametrize(("forced", "may_be_over"), [("no", False), ("yes", True)])
def test_where_a_forced_end_may_be_over_no_card_is_sure_to_be_in_play(
    forced: str, may_be_over: bool
) -> None:
    rules = f"rules: pagat, forced-claims={forced}\n"
    with deduce(loads(f"{rules}{NOTHING_SAID}\n...\nAnn asks Bob 2H: yes\n")) as deduction:
        assert deduction.holders("2H") == ("Ann",)
        assert deduction.truths([Literal("2H", "Ann", True)]) == (True, may_be_over)
        assert deduction.truths([Literal("2H", "Ann", False)]) == (False, True)
