"""What is said however the gaps of a record are filled, against each way to fill them.

The referee finds the ways (``tests.gap_referee``). Each is an ordinary record; what follows from it
is asked of it alone, and what all have in common is worked out here, word for word. Who could prove
what is worked out from all deals, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import count, islice
from math import isclose, nan
from random import Random
from typing import Any

import pytest

from tests.analysis.test_knows import by_definition, moments_of
from tests.gap_referee import EVENING, all_said, filled_in, ways, with_gaps
from tests.inference.test_completions import judge_verdicts, played
from tests.marks import some
from tests.play.possibilities import Possibilities
from tests.strategies import seed_games
from tracker import odds as odds_of
from tracker.analysis import each_filling
from tracker.analysis.asks import AskOdds, asks
from tracker.analysis.audit import audit
from tracker.analysis.conclusions import rule
from tracker.analysis.knows import Knows, Provable, knows
from tracker.analysis.report import Number, report
from tracker.analysis.timeline import Timeline, timeline
from tracker.answers import Case, certain, in_any_case
from tracker.errors import UndecidedError
from tracker.game.record import Hand, Record, has_gaps
from tracker.knowledge.facts import Between, span
from tracker.knowledge.views import View
from tracker.notation.text import dumps, loads

MOST_FILLINGS = 24
TOLERANCE = 1e-7
Shown = list[int]


def games(seed: int, *, gaps: int = 3) -> Iterator[tuple[Record, Random]]:
    """Tiny games with gaps, of which all dealt hands are known, without end."""
    for number in count(seed):
        rng = Random(number)
        (record,) = seed_games(number, 1, max_deals=60)
        known = len(record.hands) == len(record.seats) and all(h.whole for h in record.hands)
        record = record.with_events(record.events[: rng.randint(2, 12)])
        record = with_gaps(record, rng, rng.randint(1, gaps), stretches=False)
        if known and has_gaps(record):
            yield record, rng


def filled_records(record: Record) -> list[Record]:
    """The ordinary records that a record with gaps can be; none where they are many."""
    deal = {card: hand.seat for hand in record.hands for card in hand.cards}
    fillings = dict.fromkeys(way.filled for way in ways(record, deal) if all_said(way))
    few = fillings if len(fillings) <= MOST_FILLINGS else ()
    return [filled_in(record, events) for events in few]


# -- who could prove what -------------------------------------------------------------------------


def judge_knows(record: Record, filled: list[Record]) -> int:
    """Compare who could prove what; how many half-suits depend on gaps."""
    last = len(record.events)
    each = [by_definition(Possibilities(way), last) for way in filled]
    answer = knows(record)
    for key in {key for of_one in each for key in of_one}:
        shown = answer.of(*key)
        views = {view for of_one in each for view in of_one.get(key, {})}
        for view in views:
            moments = [set(of_one.get(key, {}).get(view, [])) for of_one in each]
            surely, some = set.intersection(*moments), set.union(*moments)
            text = f"{dumps(record)}{key} {view}: {shown}"
            assert moments_of(shown.spans.get(view, ()) if shown else ()) == sorted(surely), text
            perhaps = (shown and shown.perhaps) or {}
            assert moments_of(perhaps.get(view, ())) == sorted(some - surely), text
    assert {(book.book, book.team) for book in answer.books} == {
        key for of_one in each for key in of_one
    }
    for shown in answer.books:
        judge_cases(record, shown)
    return sum(bool(book.cases) for book in answer.books)


def judge_cases(record: Record, shown: Provable) -> None:
    """The cases must be more than one, differ, and make up what is said together."""
    if shown.cases is None:
        assert not shown.perhaps, dumps(record)
        return
    assert len(shown.cases) > 1
    for view in shown.spans:
        moments = [set(moments_of(case.value.spans.get(view, ()))) for case in shown.cases]
        assert moments_of(shown.spans[view]) == sorted(set.intersection(*moments)), dumps(record)


# -- what each event told -------------------------------------------------------------------------


def judge_timeline(record: Record, filled: list[Record], answer: Timeline) -> None:
    """Compare what each event told each view."""
    each = [timeline(way) for way in filled]
    for place, entry in enumerate(answer.events):
        for view, gain in entry.gains.items():
            text = f"{dumps(record)}event {entry.number}, {view}: {gain}"
            told = [one.events[place].gains[view] for one in each]
            judge_number([one.least for one in told], gain.bits, text)
            judge_number([one.left for one in told], gain.left, text)
            placed = [set(one.placed.items()) for one in told]
            assert set(gain.placed.items()) == set.intersection(*placed), text
            proven = [set(one.proven.items()) for one in told]
            assert set(gain.proven.items()) == set.intersection(*proven), text


def judge_number(numbers: list[Any], shown: float | Between | None, text: str) -> None:
    """A number that is the same in all; else the lowest and the highest."""
    low, high = min(numbers), max(numbers)
    if isinstance(shown, Between):
        assert low < high, text
        assert isclose(shown.low, low, abs_tol=TOLERANCE), text
        assert isclose(shown.high, high, abs_tol=TOLERANCE), text
    else:
        assert shown is not None, text
        assert isclose(low, high, abs_tol=TOLERANCE), text
        assert isclose(shown, low, abs_tol=TOLERANCE), text


# -- the report -----------------------------------------------------------------------------------


def judge_report(record: Record, filled: list[Record]) -> None:
    """Compare the report."""
    answer, each = report(record), [report(way) for way in filled]
    text = dumps(record)
    judge_timeline(record, filled, answer.timeline)
    for team, points in answer.result.score.items():
        judge_whole([one.result.score[team] for one in each], points, text)
    endings = {(one.result.over, one.result.winner) for one in each}
    assert bool(answer.result.depends) == (len(endings) > 1), text
    if answer.result.depends:
        assert not answer.result.drawn, text
        assert not answer.result.decided, text
    if len(endings) == 1:
        assert (answer.result.over, answer.result.winner) == endings.pop(), text
    for place, book in enumerate(answer.result.books):
        books = [one.result.books[place] for one in each]
        assert (books.count(books[0]) == len(books)) == (book in books), text
    for place, player in enumerate(answer.players):
        players = [one.players[place] for one in each]
        for name in ("asks", "hits", "dead", "sure", "missed"):
            numbers = [getattr(one, name) for one in players]
            judge_whole(numbers, getattr(player, name), f"{text}{player.seat} {name}")
        certain = (player.claims.wrong, player.claims.proven, player.claims.guessed)
        tallies = [(one.claims.wrong, one.claims.proven, one.claims.guessed) for one in players]
        for here, of in zip(certain, zip(*tallies, strict=True), strict=True):
            assert here <= min(of), text


def judge_whole(numbers: list[Number], shown: Number, text: str) -> None:
    """A count that is the same in all; else the lowest and the highest."""
    known = [number for number in numbers if isinstance(number, int)]
    if len(known) < len(numbers):
        assert shown is None, text
    elif len(set(known)) == 1:
        assert shown == known[0], text
    else:
        assert shown == Between(min(known), max(known)), text


def judge_players(record: Record, filled: list[Record]) -> bool:
    """Compare what the players knew and learnt; False where that was undecided."""
    answer = report(record)
    if answer.result.undecided or answer.timeline.decided is not None:
        return False
    judge_report(record, filled)
    judge_knows(record, filled)
    return True


# -- asks -----------------------------------------------------------------------------------------


def beginnings(record: Record, hand: Hand, at: int) -> list[Record]:
    """The ordinary records that the beginning of a record can be, for whoever has a hand."""
    known = played(record, View((hand,)), at)
    fillings = dict.fromkeys(way.filled for _, found in known for way in found if all_said(way))
    few = fillings if len(fillings) <= MOST_FILLINGS else ()
    return [filled_in(record.with_events(record.events[:at]), events) for events in few]


def judge_asks(record: Record, rng: Random) -> bool:
    """Compare the asks of one seat at one moment; False where they are not compared."""
    at = rng.randint(1, len(record.events))
    hand = rng.choice(record.hands)
    filled = beginnings(record, hand, at) if has_gaps(record, at) else []
    if not filled:
        return False
    view, text = View((hand,)), f"{dumps(record)}at {at}, {hand.seat}"
    each = [
        {(odds.target, odds.card): odds for odds in certain(asks(way, view=view))} for way in filled
    ]
    answer = asks(record, view=view, at=at)
    assert answer.at == at
    shown: dict[tuple[str, str], list[AskOdds | Case[AskOdds]]] = {}
    for ask in answer:
        odds = in_any_case(ask)
        shown.setdefault((odds.target, odds.card), []).append(ask)
    assert shown.keys() == {key for of_one in each for key in of_one}, text
    for key, of_key in shown.items():
        judge_ask(of_key, [of_one.get(key) for of_one in each], f"{text}: {of_key}")
    return True


def judge_ask(shown: list[AskOdds | Case[AskOdds]], each: list[AskOdds | None], text: str) -> None:
    """Compare one ask: what it is in all ways; or what it is in those in which it is legal."""
    legal = [odds for odds in each if odds is not None]
    if len(legal) < len(each):
        told = [ask.value for ask in shown if isinstance(ask, Case)]
        assert len(told) == len(shown), text
        for odds in legal:
            assert any(odds.yes == other.yes and odds.proves == other.proves for other in told)
        return
    (odds,) = certain(shown)
    numbers: list[tuple[list[Any], Any]] = [
        ([of_one.yes for of_one in legal], odds.yes),
        ([of_one.bits.public for of_one in legal], odds.bits.public),
        ([of_one.margin for of_one in legal], odds.margin),
        ([of_one.error for of_one in legal], odds.error),
    ]
    for values, merged in numbers:
        known = [float(value) for value in values if isinstance(value, float | Fraction)]
        if len(known) == len(values):
            judge_number(known, merged if isinstance(merged, Between) else float(merged or 0), text)
    for answer in ("yes", "no"):
        proven = [set(getattr(of_one.proves, answer)) for of_one in legal]
        books = getattr(odds.proves, answer)
        assert {*certain(books)} == set.intersection(*proven), text
        assert {*map(in_any_case, books)} == set.union(*proven), text


# -- too many ways, and missing stretches ---------------------------------------------------------


def undecided_moments(known: Knows) -> Mapping[str, Shown]:
    """The moments of the half-suit reds that are undecided for each view of Ann's team."""
    (reds,) = (book for book in known.books if (book.book, book.team[0]) == ("reds", "Ann"))
    return {view: moments_of(spans) for view, spans in (reds.undecided or {}).items()}


@pytest.mark.parametrize(
    ("numbers", "shown"),
    [
        ([2, 2], 2),
        ([3, 2, 4], Between(2, 4)),
        ([0.1 + 0.2, 0.3], 0.1 + 0.2),
        ([0.25, 0.5], Between(0.25, 0.5)),
        ([Fraction(1, 10**12), Fraction(0)], Between(Fraction(0), Fraction(1, 10**12))),
        ([Between(1, 3), 2, 5], Between(1, 5)),
        ([0.5, nan], None),
        ([1, None], None),
        ([], None),
    ],
)
def test_several_numbers_as_one(numbers: list[float | None], shown: float | Between | None) -> None:
    assert span(numbers) == shown


def test_deals_that_several_ways_allow_are_not_drawn_more_often() -> None:
    """Ann was told no by Bob or by Dora; where Carl has the card, by either."""
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H 6H 7H 8H 9H\nseats: Ann Bob Carl Dora\n"
        "hand Ann: 3H 4H\nturn: Ann\n\nAnn asks ? 2H: no\n"
    )
    told = odds_of(record, view="Ann")
    drawn = told.drawing(900, seed=1).shown
    listed = [*map(str, told.deals())]
    assert told.count == len(listed) == 90
    assert set(map(str, drawn)) == set(listed)
    assert 250 < sum(deal["2H"] == "Carl" for deal in drawn) < 350


def test_past_a_stretch_deals_are_listed_and_not_drawn() -> None:
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nseats: Ann Bob Carl Dora\n\n"
        "Ann asks Bob 2H: no\n...\n"
    )
    told = odds_of(record)
    assert len({*map(str, told.deals())}) == told.count == 12
    with pytest.raises(UndecidedError, match="not drawn past a missing stretch"):
        told.drawing(1)


def test_where_there_are_too_many_ways_it_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Carl, of 1 claim: hang on gaps 1." in str(report(loads(EVENING)))
    monkeypatch.setattr(each_filling, "MOST_WAYS", 1)
    record = loads(EVENING)
    assert undecided_moments(knows(record))["Carl"] == [3, 4, 5, 6]
    assert timeline(record).decided == 2
    told = report(record)
    assert {claim.verdict for claim in told.audit.claims} == {"undecided"}
    assert "Carl, of 1 claim: undecided 1." in str(told)


def test_what_is_said_where_ways_are_put_together_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where few ways are told apart, less is decided, and nothing that is otherwise."""
    monkeypatch.setattr(each_filling, "MOST_EVENTS", 1)
    put_together = decided = 0
    for record, _ in islice(games(11_000), some(160)):
        filled = filled_records(record)
        if not filled or audit(record, chances=False).up_to is None:
            continue
        put_together += 1
        decided += judge_verdicts(record)
        judge_some_knows(record, filled)
    assert put_together >= some(40)
    assert decided >= some(40)


def judge_some_knows(record: Record, filled: list[Record]) -> None:
    """Compare who could prove what, where that is not decided at every moment."""
    each = [by_definition(Possibilities(way), len(record.events)) for way in filled]
    for known in knows(record).books:
        for view, spans in known.spans.items():
            found = [set(of.get((known.book, known.team), {}).get(view, [])) for of in each]
            surely, said = set.intersection(*found), {*moments_of(spans)}
            undecided = {*moments_of((known.undecided or {}).get(view, ()))}
            assert said <= surely <= said | undecided, f"{dumps(record)}{known} {view}: {surely}"


def test_a_ruling_is_what_the_audit_says_of_its_claim() -> None:
    for record, _ in islice(games(7_000), some(25)):
        judged = audit(record, chances=False)
        for claim in (claim for claim in judged.claims if claim.claimant in record.seats):
            past = record.with_events(record.events[: claim.event])
            (*_, of_past) = audit(past, chances=False).claims
            assert rule(past, claim.event).claim == of_past, dumps(record)


# -- one ask whose answer is forgotten, by hand ----------------------------------------------------

ONE_ANSWER = """\
rules: pagat, deck=custom, claims=any-time
book reds: 2H 3H 4H
book blacks: 2S 3S 4S
seats: Ann Bob Carl Dora
turn: Ann
sizes: Ann 3 Bob 1 Carl 2 Dora 0
hand Ann: 2H 3H 2S

Ann asks Bob 3S: ?
Ann claims reds: Ann 2H 3H, Carl 4H: correct
"""
YES = [{"event": 1, "answer": "yes"}]
NO = [{"event": 1, "answer": "no"}]


def test_a_ruling_where_all_gaps_are_closed_is_that_without_them() -> None:
    """Be it that only what comes after the claim closes them: the players knew how it went."""
    ruled = 0
    for record, _ in islice(games(40_000), 40):
        closed = each_filling.closed_record(record)
        for claim in () if closed is None else audit(closed, chances=False).claims:
            both = [rule(each, claim.event).to_json() for each in (record, closed) if each]
            keys = "verdict", "provable_since", "provable_by", "provable", "answer", "sound"
            told, plain = ([ruling[key] for key in keys] for ruling in both)
            assert told == plain, dumps(record)
            assert told[:3] == [claim.verdict, claim.provable_since, list(claim.provable_by)]
            ruled += 1
    assert ruled > 30
