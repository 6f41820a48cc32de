"""What is known of what others can prove, against all deals and everybody's cells in them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.marks import some
from tests.play.possibilities import Possibilities, Seen
from tests.strategies import hands_known, tiny_games
from tracker.analysis.mutual_knowledge import (
    OthersKnow,
    TeamProof,
    knows_chain,
    knows_of_others,
)
from tracker.analysis.shares import (
    Share,
    drawn_share,
    exact_share,
    share_limits,
    share_of,
)
from tracker.game.events import Seat
from tracker.inference.epistemic import SeatProof
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import View
from tracker.notation.text import loads


def verdict(so: list[bool]) -> str:
    return "yes" if all(so) else "open" if any(so) else "no"


def check_seat(found: SeatProof, seen: Seen, deals: list[Deal], book: str) -> None:
    """The verdict, and the witnesses."""
    can = seen.can_prove(found.seat, book)
    by_deal = [can(deal) for deal in deals]
    assert found.decided
    assert found.proves == verdict(by_deal)
    for deal, wanted in ((found.could, True), (found.could_not, False)):
        assert (deal is not None) == (wanted in by_deal)
        assert deal is None or by_deal[deals.index(deal)] == wanted


def check_team(found: TeamProof, seen: Seen, view: View) -> None:
    """The team's pooled hands: they can prove what the team has."""
    cards, cell = seen.record.deck.by_name[found.book].cards, seen.cell_of(view)
    assert found.proves == verdict([{*one.naming(cards)} <= {*found.team} for one in cell])
    for seat in found.seats:
        check_seat(seat, seen, [one.deal for one in cell], found.book)


def check(seen: Seen, view: View) -> OthersKnow:
    """Compare all that a view knows of what others can prove."""
    found = knows_of_others(seen.record, view=view, at=seen.at)
    assert (found.view, found.at) == (view.name, seen.at)
    assert [(one.book, one.team) for one in found.books] == list(
        product(seen.state.open_books(), seen.record.table.teams)
    )
    for one in found.books:
        check_team(one, seen, view)
    return found


def check_chain(seen: Seen, chain: Sequence[Seat], book: str) -> bool:
    """Whether each knows that the next does; else deals that refute it, and what is in them."""
    found, said = knows_chain(seen.record, chain, book, at=seen.at), seen.chain(chain, book)
    (hand,) = (hand for hand in seen.record.hands if hand.seat == chain[0])
    view = View((hand,))
    assert found.holds == all(said(deal) for deal in seen.of(view))
    assert (found.deals == ()) == found.holds
    check_refutation(seen, found.deals, chain, book, view)
    return found.holds


@given(st.data())
@settings(max_examples=some(15), deadline=None)
def test_whatever_hands_are_known(data: st.DataObject) -> None:
    record = data.draw(tiny_games(max_deals=200).flatmap(hands_known))
    hands = data.draw(st.lists(st.sampled_from(record.hands), max_size=1)) if record.hands else []
    at = data.draw(st.integers(0, len(record.events)))
    check(Possibilities(record).seen(at), View(tuple(hands)))


BLUFFS = """
rules: pagat, deck=custom, own-card-asks=bluff, opponent-holds=minus-one
book clubs: 2C 3C 4C 5C
book diamonds: 2D 3D
seats: Ann Bob Carl Dora Eve Finn
sizes: Ann 2 Bob 1 Carl 1 Dora 0 Eve 1 Finn 1

Carl asks Finn 4C: no
Finn asks Eve 2C: no
Eve asks Finn 3D: no
Finn asks Eve 4C: no
Eve asks Finn 2D: no
Finn asks Ann 2C: no
"""


def test_deals_that_no_exchange_of_two_cards_leads_to() -> None:
    check(Possibilities(loads(BLUFFS)).seen(6), View(()))


def check_refutation(
    seen: Seen, deals: tuple[Deal, ...], chain: Sequence[Seat], book: str, view: View
) -> None:
    """The deals lead from one to the next, and in the last but one it cannot be proven."""
    if not deals:
        return
    assert deals[0] in seen.of(view)
    for before, after, seat in zip(deals[:-1], deals[1:], chain[1:] or chain, strict=True):
        assert after in [one.deal for one in seen.cell(seat, before)]
    assert not seen.can_prove(chain[-1], book)(deals[-2])


def test_limits_of_shares() -> None:
    """Table 2 of Newcombe, Statistics in Medicine 17 (1998): 81 of 263, 15 of 148, 0 of 20."""
    assert share_limits(81, 263) == pytest.approx((0.2527, 0.3676), abs=5e-5)
    assert share_limits(15, 148) == pytest.approx((0.0578, 0.1617), abs=5e-5)
    assert share_limits(0, 20) == pytest.approx((0.0, 0.1684), abs=5e-5)
    assert share_limits(20, 20) == pytest.approx((1 - 0.1684, 1.0), abs=5e-5)


def test_of_draws_that_are_all_alike_nothing_is_certain() -> None:
    """Half a hit more, of one draw more: 0 of 9 is told as 1 in 20; of all deals it is none."""
    assert drawn_share(0, 9).probability == Fraction(1, 20)
    assert drawn_share(9, 9).probability == Fraction(19, 20)
    assert drawn_share(4, 8) == Share(Fraction(1, 2), False, *share_limits(4, 8))
    assert share_of(0, 9, listed=False) == drawn_share(0, 9)
    assert share_of(3, 9, listed=True) == exact_share(Fraction(1, 3))
    assert exact_share(Fraction(1, 4)) == Share(Fraction(1, 4), True, 0.25, 0.25)


CHAIN = """\
rules: pagat, deck=custom
book reds: 2H 3H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 2 Bob 1 Carl 2 Dora 1
hand Ann: 2H 4S
hand Bob: 2S
hand Carl: 3H 5S
hand Dora: 3S

Ann asks Bob 3H: no
"""
