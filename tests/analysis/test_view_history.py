"""A view's way through tiny games, moment by moment, against all the deals that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.marks import some
from tests.play.possibilities import Possibilities, Possible, sure_places
from tests.strategies import seed_games
from tracker.analysis.view_history import WITHIN_REACH, ReachableClaim, ViewHistory, view_history
from tracker.analysis.view_progress import BookOfTeam, gain
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.deduction import Verdict
from tracker.knowledge.facts import Clause, Literal
from tracker.knowledge.views import knowledge

Deals = Sequence[Possible]


class Seen(NamedTuple):
    """A game as a view saw it, and at each moment the deals that it had to think possible."""

    record: Record
    history: ViewHistory
    left: list[list[Possible]]

    def moments(self) -> Iterator[tuple[int, State, Deals]]:
        return zip(range(len(self.left)), states(self.record), self.left, strict=True)


@pytest.fixture(scope="module")
def games() -> list[Seen]:
    """Each as everyone saw it, and as one player did."""
    found = []
    for number, record in enumerate(seed_games(seed=94, count=some(12), max_deals=60)):
        hand = record.hands[number % len(record.hands)]
        possible = Possibilities(record)
        for view, seats in ((None, ()), (hand.seat, (hand.seat,))):
            history = view_history(record, view)
            cells = [possible.cell(at, seats) for at in range(len(record.events) + 1)]
            found.append(Seen(record, history, cells))
    return found


# -- how far it has come --------------------------------------------------------------------------


def test_what_is_new_is_so_forwards_and_backwards(games: list[Seen]) -> None:
    """Between two moments, in either order: a game may be taken back."""
    for seen in games:
        moments, progress = list(seen.moments()), seen.history.progress
        sure = [sure_places(deals) for *_, deals in moments]
        for (i, _, _), (j, state, _) in [*pairwise(moments), *pairwise(moments[::-1])]:
            found = gain(progress[i], progress[j])
            placed = {card: seat for card, seat in sure[j].items() if card not in sure[i]}
            assert found.placed == placed
            gone = [card for card in sure[i] if card not in sure[j] and state.is_open(card)]
            assert found.unplaced == tuple(gone)
            before, after = progress[i].proven, progress[j].proven
            assert found.proven == {key: after[key] for key in after if key not in before}
            lost = [key for key in before if key not in after and key[0] in state.open_books()]
            assert found.unproven == tuple(lost)


# -- claims ---------------------------------------------------------------------------------------


def test_claims_within_reach_are_told(games: list[Seen]) -> None:
    verdicts: Counter[Verdict] = Counter()
    for seen in games:
        before: Mapping[BookOfTeam, ReachableClaim] = {}
        for at, state, deals in seen.moments():
            shown = seen.history.moments[at].claims
            assert shown.keys() == within_reach(seen, state, deals)
            for (book, team), claim in shown.items():
                check_claim(claim, state, deals, book, team)
            verdicts.update(one.verdict for of, one in shown.items() if before.get(of) != one)
            before = shown
    assert min(verdicts["proven"], verdicts["open"]) > some(10)
    assert min(verdicts["owned"], verdicts["impossible"]) > 0


def within_reach(seen: Seen, state: State, deals: Deals) -> set[BookOfTeam]:
    """The half-suits in play of which each card is a team's in more than half of the deals."""
    cards_of = state.table.deck.by_name
    return {
        (book, team)
        for book in state.open_books()
        for team in teams_claimed_for(seen)
        if all(
            sum(one.places[card] in team for one in deals) > WITHIN_REACH * len(deals)
            for card in cards_of[book].cards
        )
    }


def teams_claimed_for(seen: Seen) -> tuple[Team, ...]:
    """A player claims what their own team has; or either, where the rules allow that."""
    table = seen.record.table
    either = table.rules.claim_other_team == "yes"
    return table.teams if either else seen.history.view.teams(table)


def check_claim(one: ReachableClaim, state: State, deals: Deals, book: str, team: Team) -> None:
    """Its verdict, and the likeliest naming: of those as likely, the first in seat order."""
    cards = state.table.deck.by_name[book].cards
    namings = Counter(naming for deal in deals if set(naming := deal.naming(cards)) <= {*team})
    owned = namings.total()
    if not namings:
        assert (one.verdict, one.holdings, one.probability) == ("impossible", None, 0)
        return
    sure = "proven" if len(namings) == 1 else "owned"
    assert one.verdict == (sure if owned == len(deals) else "open")
    seats = state.table.seats
    best = min(namings, key=lambda naming: (-namings[naming], [*map(seats.index, naming)]))
    assert one.holdings == tuple(zip(cards, best, strict=True))
    assert one.probability == pytest.approx(namings[best] / len(deals))


# -- reasons --------------------------------------------------------------------------------------


def test_each_thing_has_a_reason_when_it_becomes_certain(games: list[Seen]) -> None:
    """That a seat was dealt a card, or was not, of a card that has not publicly moved."""
    said = 0
    for seen in games:
        told = [
            (reason.at, part) for reason in seen.history.reasons for part in reason.conclusion.parts
        ]
        assert told == sorted(told, key=lambda one: one[0])
        assert len(told) == len(seen.history.reasons) == len(set(told))
        assert set(told) == set(newly_certain(seen))
        said += check_reasons(seen)
    assert said > some(100)


def newly_certain(seen: Seen) -> Iterator[tuple[int, Literal]]:
    """What is certain at a moment and was not, with the moment."""
    before = {card: set(seen.record.seats) for card in seen.record.table.cards}
    for at, state, deals in seen.moments():
        for card, seats in before.items():
            now = {one.deal[card] for one in deals}
            if state.is_open(card) and card not in state.located and now != seats:
                yield from ((at, Literal(card, seat, False)) for seat in seats - now)
                yield from ((at, Literal(card, seat, True)) for seat in now if len(now) == 1)
            before[card] = now


def check_reasons(seen: Seen) -> int:
    """All are of what is proven then; those of what was simply said, how many they are, say it."""
    said = 0
    for reason in seen.history.reasons:
        assert (reason.view, reason.verdict) == (seen.history.view.name, "proven")
        (asked,) = reason.conclusion.parts
        known = knowledge(seen.record, seen.history.view.hands, reason.at)
        step = reason.steps[0] if reason.steps else None
        if step is not None and step.technique == "told" and len(step.given) == 1:
            (given,) = step.given
            assert given.says in known.facts
            assert isinstance(given.says, Clause)
            assert reason.because == step.because == (given.source,)
            assert given.says.literals == step.conclusion
            (literal,) = step.conclusion
            elsewhere = literal.card == asked.card and literal.holds and literal.seat != asked.seat
            assert literal == asked or (elsewhere and not asked.holds)
            said += 1
    return said


def test_a_simpler_reason_comes_when_what_was_worked_out_is_told(games: list[Seen]) -> None:
    said = 0
    for seen in games:
        earlier = {reason.conclusion.parts: reason for reason in seen.history.reasons}
        for simpler in seen.history.simpler:
            reason = earlier[simpler.conclusion.parts]
            assert reason.at < simpler.at
            assert len(reason.because) > 1 == len(simpler.because)
            said += 1
    assert said > 0


# -- deals ----------------------------------------------------------------------------------------


def test_at_each_moment_the_deals_that_last_so_long_show_all_that_is_possible(
    games: list[Seen],
) -> None:
    """Those that last longest come first, and each shows something that none before it does."""
    for seen in games:
        witnesses = seen.history.deals
        assert [one.last for one in witnesses] == sorted((w.last for w in witnesses), reverse=True)
        shown: set[tuple[Card, Seat]] = set()
        for one in witnesses:
            assert one.deal in [possible.deal for possible in seen.left[one.last]]
            assert not one.deal.items() <= shown
            shown |= one.deal.items()
        for at, _, deals in seen.moments():
            lasting = [one.deal for one in witnesses if one.last >= at]
            assert {pair for deal in lasting for pair in deal.items()} == {
                pair for one in deals for pair in one.deal.items()
            }
