"""One view's way through a whole game: all that a report tells of it, moment by moment.

Two things make a whole game cheap. Facts only accumulate: once it is certain that a seat was dealt
a card, or was not, it stays so, and the reasons found at that moment stay good. So each placement
is explained once, when it becomes certain (``Track.reasons``). And a deal that fits all that is
known at a moment fits all that was known before: so a handful of deals, each with the last moment
that it fits, is enough to show every possibility at every moment (``Track.deals``).

A card that has publicly moved needs no reason: everyone saw where it went.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from tracker.analysis.timeline import Gain, Watched
from tracker.explain import Explainer, Explanation, card_at
from tracker.explain.steps import Step
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.game.state import State
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import view_hands
from tracker.inference.prospects import Prospects
from tracker.inference.sizes import certain_sizes
from tracker.knowledge.facts import Clause, Deal, Fact, Knowledge, Literal
from tracker.knowledge.views import hand_facts, view_name
from tracker.sat import Placements

EFFORT: Final = 3_000
"""Questions that the search for one smallest explanation may ask: a few seconds at most. A clock
would make two reports on one game differ."""

Chances: TypeAlias = Mapping[Seat, float]
"""How likely each seat that can hold a card does, in seat order; a single one is certain. Where the
counts are an estimate, a seat that can hold it may have 0."""


@dataclass(frozen=True)
class Witness:
    """A deal that a view has to think possible, up to a moment."""

    deal: Deal
    last: int
    """The last moment at which it is known to fit."""


@dataclass(frozen=True)
class Track:
    """A view from the deal to the end of the record."""

    view: str
    seats: tuple[Seat, ...]
    bits: tuple[float, ...]
    """What is left to learn, at the deal and after each event."""
    exact: tuple[bool, ...]
    """Whether the counts at each moment are exact; else they are estimates."""
    gains: tuple[Gain, ...]
    """What each event told."""
    sizes: tuple[Mapping[Seat, int | None], ...]
    """The hand sizes at each moment; none where they are not certain."""
    changes: tuple[Mapping[Card, Chances], ...]
    """At the deal all the cards, after each event those in play whose chances are new."""
    reasons: tuple[Explanation, ...]
    """Why a seat holds, or lacks, a card that has not publicly moved: each at the first moment at
    which it is certain, in the order of these."""
    deals: tuple[Witness, ...]
    """At each moment, those that last so long have every possible placement."""


def track(record: Record, seats: tuple[Seat, ...]) -> Track:
    """Follow one view through a game.

    Args:
        record: the game.
        seats: the seats whose dealt hands the view knows; none: the public view.

    Raises:
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is left.
    """
    tracker = _Tracker(record, seats)
    for moment in follow(record, [seats]):
        tracker.look(moment)
    return tracker.track()


class _Tracker:
    """Goes through a game in one view."""

    def __init__(self, record: Record, seats: tuple[Seat, ...]) -> None:
        self._view = view_name(seats)
        self._seats = seats
        self._watched = Watched(record, seats)
        self._reasons = _Reasons(record, seats)
        self._deals = _Deals(Placements(record.table.cards, record.seats))
        self._bits: list[float] = []
        self._exact: list[bool] = []
        self._gains: list[Gain] = []
        self._sizes: list[Mapping[Seat, int | None]] = []
        self._chances: dict[Card, Chances] = {}
        self._changes: list[dict[Card, Chances]] = []

    def look(self, moment: Moment) -> None:
        """Take in the next moment."""
        self._gains.append(self._watched.take_in(moment))
        self._bits.append(self._watched.bits)
        self._exact.append(self._watched.posterior is None or self._watched.posterior.exact)
        self._changes.append(self._new_chances(moment))
        prospects = moment.prospects[self._view]
        self._reasons.look(moment, prospects.possible, self._watched.known)
        self._deals.look(moment.state.at, prospects)
        self._sizes.append(certain_sizes(moment.state, self._watched.known, prospects.witnesses))

    def track(self) -> Track:
        """All of it, at the end."""
        return Track(
            view=self._view,
            seats=self._seats,
            bits=tuple(self._bits),
            exact=tuple(self._exact),
            gains=tuple(self._gains[1:]),
            sizes=tuple(self._sizes),
            changes=tuple(self._changes),
            reasons=tuple(self._reasons.found),
            deals=self._deals.all(),
        )

    def _new_chances(self, moment: Moment) -> dict[Card, Chances]:
        """The chances that differ from those at the moment before."""
        posterior = self._watched.posterior
        odds = posterior.marginals() if posterior is not None else {}
        found: dict[Card, Chances] = {}
        for card, holders in moment.all_holders(self._view).items():
            one = len(holders) == 1
            found[card] = {seat: 1.0 if one else odds[card].get(seat, 0.0) for seat in holders}
        new = {card: seats for card, seats in found.items() if self._chances.get(card) != seats}
        self._chances = found
        return new


class _Reasons:
    """Collects the reasons for what becomes certain."""

    def __init__(self, record: Record, seats: tuple[Seat, ...]) -> None:
        self.found: list[Explanation] = []
        self._view = view_name(seats)
        self._cards = record.table.cards
        self._placements = Placements(record.table.cards, record.seats)
        self._possible = self._placements.all
        hands = view_hands(record, seats)
        self._own = [fact for hand in hands for fact in hand_facts(record.table, hand)]

    def look(self, moment: Moment, possible: int, known: Knowledge) -> None:
        """Explain what has become certain of the cards that have not publicly moved."""
        new = list(self._newly_certain(moment, possible))
        self._possible = possible
        facts = moment.facts if moment.state.at else self._own
        said = _said(facts)
        simple = {literal: self._simple(moment.state.at, literal, said) for literal in new}
        hard = [literal for literal, reason in simple.items() if reason is None]
        harder = _searched(_Situation(self._view, moment.state, known), hard)
        self.found += [simple[literal] or harder[literal] for literal in new]

    def _newly_certain(self, moment: Moment, possible: int) -> Iterator[Literal]:
        state = moment.state
        for card in self._cards:
            if card in state.located or not state.is_open(card):
                continue
            before = self._placements.seats_of(self._possible, card)
            now = self._placements.seats_of(possible, card)
            if before != now and len(now) == 1:
                yield Literal(card, now[0], True)
            for seat in before:
                if seat not in now:
                    yield Literal(card, seat, False)

    def _simple(
        self, at: int, literal: Literal, said: Mapping[Card, list[Clause]]
    ) -> Explanation | None:
        """The reason for what one new fact simply says: nothing is smaller than one cause."""
        card, seat, holds = literal
        told = {fact.literals[0]: fact for fact in said.get(card, ())}
        elsewhere = [one for one in told if one.holds and one.seat != seat and not holds]
        for one in [literal] if literal in told else elsewhere[:1]:
            fact = told[one]
            step = Step((one,), (fact.cause,), rule="says", fact=fact)
            asked = card_at(card, seat, holds=holds)
            return Explanation(self._view, at, asked, "proven", (fact.cause,), steps=(step,))
        return None


@dataclass(frozen=True)
class _Situation:
    """A view at a moment, for the search for reasons."""

    view: str
    state: State
    knowledge: Knowledge

    @property
    def at(self) -> int:
        return self.state.at


def _searched(situation: _Situation, literals: Sequence[Literal]) -> dict[Literal, Explanation]:
    """The reasons for what takes more than one fact."""
    if not literals:
        return {}
    with Explainer(situation) as explainer:
        return {
            literal: explainer.why(
                card_at(literal.card, literal.seat, holds=literal.holds),
                limit=None,
                effort=EFFORT,
            )
            for literal in literals
        }


def _said(facts: Iterable[Fact]) -> dict[Card, list[Clause]]:
    """What some facts simply say of each card."""
    said: dict[Card, list[Clause]] = {}
    for fact in facts:
        if isinstance(fact, Clause) and len(fact.literals) == 1:
            said.setdefault(fact.literals[0].card, []).append(fact)
    return said


class _Deals:
    """Collects a few deals that show every possibility for as long as it is one."""

    def __init__(self, placements: Placements) -> None:
        self._placements = placements
        self._at = 0
        self._possible = 0
        self._witnesses: list[int] = []
        self._needed: list[tuple[int, int, list[int]]] = []
        """For each moment that ruled something out: the moment before, what was ruled out, and
        deals that fitted until then."""

    def look(self, at: int, prospects: Prospects) -> None:
        """Take in the next moment."""
        gone = self._possible & ~prospects.possible
        if gone:
            self._needed.append((self._at, gone, self._witnesses))
        self._at, self._possible = at, prospects.possible
        self._witnesses = [*prospects.witnesses, *_forgotten(prospects)]

    def all(self) -> tuple[Witness, ...]:
        """The deals, the longest lasting first: each shows what none of those before it shows."""
        found: list[Witness] = []
        shown = 0
        now = (self._at, self._possible, self._witnesses)
        for at, wanted, witnesses in (now, *reversed(self._needed)):
            while missing := wanted & ~shown:
                best = _showing_most(witnesses, missing)
                shown |= best
                found.append(Witness(self._placements.deal_of(best), at))
        return tuple(found)


def _showing_most(deals: Sequence[int], wanted: int) -> int:
    return max(deals, key=lambda deal: (deal & wanted).bit_count())


def _forgotten(prospects: Prospects) -> Iterator[int]:
    """Deals with the possible placements that no witness kept has: there are many seats."""
    unseen = prospects.possible & ~reduce(or_, prospects.witnesses, 0)
    while unseen:
        deal = prospects.solver.find(holds=unseen & -unseen)
        if deal is None:
            raise RuntimeError("a possible placement is in no deal: please report it")
        unseen &= ~deal
        yield deal
