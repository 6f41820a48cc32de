"""Judging a naming: proven, possible or impossible, from who can hold what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.table import Team
from tracker.inference.possible_holders import Prospects

Judgement = Literal["proven", "open", "refuted"]


def proven_naming(holders: Iterable[tuple[Card, tuple[Seat, ...]]], team: Team) -> Holdings | None:
    """The one way in which a team holds some cards; none where that is not certain.

    Args:
        holders: the cards, each with the seats that can hold it now. As a rule the first says that
            it is not certain: the others are not looked at then.
        team: the team.
    """
    naming: list[tuple[Card, Seat]] = []
    for card, seats in holders:
        if len(seats) != 1 or seats[0] not in team:
            return None
        naming.append((card, seats[0]))
    return tuple(naming)


def judge_naming(
    prospects: Prospects, located: Mapping[Card, Seat], holdings: Holdings
) -> Judgement:
    """Whether cards are where a naming says: in every deal, in some, or in none.

    Args:
        prospects: what is possible in the view.
        located: where cards publicly are.
        holdings: the naming, of cards in play.
    """
    if any(located.get(card, seat) != seat for card, seat in holdings):
        return "refuted"
    placements = prospects.placements
    hidden = [(card, seat) for card, seat in holdings if card not in located]
    named = sum(placements.bit(card, seat) for card, seat in hidden)
    if named & ~prospects.possible:
        return "refuted"
    if all(placements.only_seat(prospects.possible, card) is not None for card, _ in hidden):
        return "proven"
    return "open" if prospects.is_possible(holds=named) else "refuted"
