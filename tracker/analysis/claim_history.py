"""What a view can say, moment by moment, of the claims that are within its team's reach.

A claim is *within reach* where each of its cards is more likely than not with the team. For such a
claim the likeliest naming is worked out, with its odds. For any other claim that would cost more
than it tells: no naming of it is right in more than half of the deals.

Facts only accumulate. So two moments that leave equally many deals leave the same deals. Then the
claims of a half-suit whose cards have not moved in between are the same, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tracker.analysis.entropy import BookOfTeam
from tracker.analysis.odds import likeliest_claim
from tracker.counting import Posterior
from tracker.game.cards import Card
from tracker.game.events import Holdings, Seat
from tracker.game.table import Team
from tracker.inference.deduction import Deduction, Verdict
from tracker.knowledge.facts import Chances

WITHIN_REACH: Final = 0.5
"""Each card has to be more likely the team's than that."""
_ROUNDING: Final = 1e-9
"""Sums of chances that differ by less are equal, but for the rounding of floats."""


@dataclass(frozen=True)
class ReachableClaim:
    """A claim that is within a team's reach."""

    verdict: Verdict
    holdings: Holdings | None
    """The likeliest naming, ties in seat order; None where no honest one could be had."""
    probability: float | None
    """That the naming is exactly right; None where no honest number could be had."""


ClaimChanges = Mapping[BookOfTeam, ReachableClaim | None]
"""The claims that are not as they were a moment before; None: no longer within reach."""


class ClaimHistory:
    """Follows the claims of one view through a game."""

    def __init__(self) -> None:
        self._claims: dict[BookOfTeam, ReachableClaim] = {}
        self._count: int | None = None
        self._located: Mapping[Card, Seat] = {}

    def look(
        self, deduction: Deduction, posterior: Posterior, chances: Mapping[Card, Chances]
    ) -> ClaimChanges:
        """Take in the next moment.

        Args:
            deduction: the view at that moment.
            posterior: its counts.
            chances: who can hold each card in play now, and how likely.
        """
        now = dict(self._within_reach(deduction, posterior, chances))
        before, self._claims = self._claims, now
        self._count, self._located = _count(posterior), deduction.state.located
        gone = {key: None for key in before if key not in now}
        return gone | {key: claim for key, claim in now.items() if before.get(key) != claim}

    def _within_reach(
        self, deduction: Deduction, posterior: Posterior, chances: Mapping[Card, Chances]
    ) -> Iterator[tuple[BookOfTeam, ReachableClaim]]:
        """The claims within reach at a moment."""
        same_deals = self._count is not None and _count(posterior) == self._count
        located = deduction.state.located
        for book in deduction.state.open_books():
            cards = deduction.record.deck.by_name[book].cards
            unmoved = all(located.get(card) == self._located.get(card) for card in cards)
            for team in deduction.teams:
                if same_deals and unmoved:
                    if (claim := self._claims.get((book, team))) is not None:
                        yield (book, team), claim
                elif all(_reaches(chances[card], team) for card in cards):
                    yield (book, team), _claim(deduction, posterior, book, team)


def _claim(deduction: Deduction, posterior: Posterior, book: str, team: Team) -> ReachableClaim:
    """A claim with its verdict, which is deduced, and its likeliest naming, which is counted."""
    verdict = deduction.claim(book, team)
    naming, probability = likeliest_claim(deduction, posterior, verdict)
    share = None if probability is None else float(probability)
    return ReachableClaim(verdict.verdict, naming, share)


def _count(posterior: Posterior) -> int | None:
    """How many deals are left, where that is exact."""
    return posterior.count if posterior.exact else None


def _reaches(chances: Chances, team: Team) -> bool:
    """Whether it is more likely than not that a team has a card."""
    chance = sum(chance or 0.0 for seat, chance in chances.items() if seat in team)
    return chance > WITHIN_REACH + _ROUNDING
