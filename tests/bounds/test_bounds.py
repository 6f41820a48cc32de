"""Nothing keeps the program busy for ever: the worst records found, by counted work.

Times differ from machine to machine, so what is held here is how often something was asked, and how
much work it was allowed. ``python -m tests.bounds.search`` looks for worse records.
"""

from __future__ import annotations

from typing import Final

import pytest

import tracker
from tests import SAMPLES
from tests.bounds.busy_records import FAMILIES, adversary
from tests.bounds.forgotten_records import COMMANDS
from tests.bounds.search import search
from tracker.analysis.check import UNDECIDED, problems
from tracker.budget import Budget
from tracker.errors import UndecidedError
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference import contradictions, deal_search, possible_holders
from tracker.knowledge.gather import facts_of
from tracker.notation.text import loads
from tracker.sat import Placements

HIDDEN: Final = SAMPLES / "hidden-six.lit"


# -- whose turn it can have been ------------------------------------------------------------------


@pytest.mark.parametrize("seed", [51, 211])
def test_few_situations_however_many_seats_may_be_out(seed: int) -> None:
    """Fourteen seats that may each be out, and a forced end that may have come."""
    states = replay_of(adversary("many_seats", seed)).states()
    assert 4 * 14 < max(len(state.situations) for state in states) <= 14 * 14


# -- searches -------------------------------------------------------------------------------------


def pigeonhole() -> Record:
    """Bob and Carl lack 25 cards: they asked for them. Ann and Dora have room for 24."""
    record = loads("rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Bob\n")
    books = record.deck.books[:6]
    cards = [*(book.cards[place] for place in range(4) for book in books), books[0].cards[4]]
    asks = [
        Ask("Bob", "Carl", card, "no") if i % 2 == 0 else Ask("Carl", "Bob", card, "no")
        for i, card in enumerate(cards)
    ]
    return record.with_events(tuple(asks))


def too_large(*_: object) -> int:
    """Tables that are never small enough."""
    raise UndecidedError


def test_a_search_that_goes_on_ends_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """No solver and no table says whether a deal is left: then neither does ``check``."""
    record = pigeonhole()
    assert contradictions.contradictions(record, ()) == (25,)
    monkeypatch.setattr(deal_search, "CONFLICTS", 3_000)
    monkeypatch.setattr(deal_search.DealSearch, "by_tables", too_large)
    found = contradictions.consistency(record, ())
    assert (found.contradictions, found.undecided) == ((), 25)
    told = problems(record, found.contradictions, None, found.undecided)
    (given_up,) = (one for one in told if one.code == UNDECIDED)
    assert (given_up.event, given_up.line) == (25, record.events[24].line)
    assert given_up.message == (
        "not decided whether a deal is left from here on: finding out would take too long"
    )
    with pytest.raises(UndecidedError, match="not decided"):
        found.left.survivor(facts_of(replay_of(record).played()[24]))


def test_what_is_left_is_for_all_questions_together() -> None:
    known = tracker.deduce(tracker.load(HIDDEN)).knowledge
    spent = Budget(0, floor=deal_search.QUICK)
    # easy questions are answered all the same
    assert possible_holders.possible_holders_of(known, spent).possible
    assert spent.left <= 0


def test_tables_are_paid_for() -> None:
    known = tracker.deduce(tracker.load(HIDDEN)).knowledge
    placements = Placements(known.cards, known.seats)
    budget = deal_search.search_budget()
    before = budget.left
    search = deal_search.DealSearch(placements, budget)
    assert search.by_tables(known, placements.all)
    assert budget.left < before
    with pytest.raises(UndecidedError):
        deal_search.DealSearch(placements, Budget(0)).by_tables(known, placements.all)


# -- the search for worse -------------------------------------------------------------------------


@pytest.mark.soak
def test_no_command_goes_on_for_ever() -> None:
    limit = 240
    found = search(FAMILIES, range(10), COMMANDS, limit)
    for runs in found.values():
        for name, done in runs.items():
            assert done.status in (0, 1, 2, 3), (name, done)
            assert done.mebibytes < 1500, (name, done)
