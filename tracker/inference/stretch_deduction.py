"""What follows past a missing stretch that is not filled, for one view at one moment.

The facts tie the cards now to the cards as they were dealt (``tracker.knowledge.stretch_facts``).
What no deal of all versions has is impossible, however the stretch went: so what is proven here is
proven. Whether all that is left is possible is another matter. Some facts say all there is to say;
of others it is tried whether a few asks can have led there; where neither helps, it is undecided.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from tracker.errors import ContradictionError, GapError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.replay import replay_of
from tracker.game.table import Team
from tracker.inference.completions import Completion
from tracker.inference.deduction import Deduction, Truth
from tracker.inference.possible_holders import PossibleHolders
from tracker.knowledge.facts import WHAT_IF, Clause, Count, Deal, Fact, Knowledge, Literal
from tracker.knowledge.gather import OUT, hidden_parts, now_named
from tracker.knowledge.stretch_facts import known_with_versions, tried_facts
from tracker.knowledge.views import View
from tracker.sat.deal_chain import Spread, VersionSearch
from tracker.sat.solver import SolverHolder


class OpenDeduction(Deduction, ABC):
    """What follows where no knowledge of the deal alone says it all."""

    has_knowledge = False

    def close(self) -> None:
        """Free the solvers; there are no possible holders to be released."""
        SolverHolder.close(self)

    @property
    def knowledge(self) -> Knowledge:
        """There is none: what is known is one thing or another.

        Raises:
            GapError: always.
        """
        raise self._refusal()

    @property
    def possible_holders(self) -> PossibleHolders:
        """There are none: see ``knowledge``.

        Raises:
            GapError: always.
        """
        raise self._refusal()

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        return {card: self._holders(card) for card in self.cards}

    @abstractmethod
    def _refusal(self) -> GapError:
        """Which gap is the first that leaves this open."""


class StretchDeduction(OpenDeduction):
    """What follows past a missing stretch.

    Args:
        completion: the record past the stretch.
        view: whose eyes it is seen with.
        is_weaker: whether the record says less than what is asked about: then nothing is known to
            be possible.

    Raises:
        ContradictionError: where no deal fits.
    """

    def __init__(self, completion: Completion, view: View, *, is_weaker: bool = False) -> None:
        SolverHolder.__init__(self)
        self._is_weaker = is_weaker
        self.record = completion.record
        self.assumed = None
        self.viewer = view
        self.state = replay_of(completion.record).state(completion.at)
        self.links = completion.links
        """The missing stretches on the way."""
        self._facts = (*view.facts(self.record.table), *completion.facts)
        self._search = self._hold(VersionSearch(self._known(())))
        self._require_deal()

    def _require_deal(self) -> None:
        """Go on where some deal fits, or where that was not found out."""
        try:
            mask = self._search.find()
        except UndecidedError:
            return
        if mask is None:
            raise ContradictionError(0, "no deal is consistent with the facts")

    def _known(self, more: Iterable[Fact]) -> Knowledge:
        return known_with_versions(self.record, (*self._facts, *more), self.state)

    @property
    def is_exact(self) -> bool:
        """Whether each deal of all versions that fits can have come about."""
        return not self._is_weaker and all(link.is_exact for link in self.links)

    @property
    def _is_lax(self) -> bool:
        """Whether a half-suit may be out of play that nobody is known to have settled."""
        return any(link.is_lax for link in self.links)

    @cached_property
    def _sure(self) -> VersionSearch | None:
        """Where it is searched for what is surely possible; None: nowhere."""
        if self._is_weaker:
            return None
        if self.is_exact:
            return self._search
        each = [() if link.is_exact else tried_facts(link) for link in self.links]
        if any(facts is None for facts in each):
            return None
        tried = chain.from_iterable(facts or () for facts in each)
        return self._hold(VersionSearch(self._known(tried)))

    def _refusal(self) -> GapError:
        number = self.links[0].after.at if self.links else self.state.at
        return GapError(
            number, f"event {number} is a missing stretch: this question is not answered past it"
        )

    # -- placements -------------------------------------------------------------------------------

    def _name(self, card: Card) -> Card:
        return now_named(card, self.state)

    def _bit(self, card: Card, seat: Seat, search: VersionSearch | None = None) -> int:
        return (search or self._search).placements.bit(card, seat)

    @cached_property
    def _now(self) -> Mapping[Card, tuple[tuple[Seat, ...], tuple[Seat, ...]]]:
        """Who may hold each card in play that did not publicly move since, and who surely may.

        The seat ``OUT`` is among them where it may be out of play.
        """
        cards = [card for card in self.cards if card not in self.state.located]
        return self._spread({card: self._name(card) for card in cards})

    def _spread(
        self, names: Mapping[Card, Card]
    ) -> dict[Card, tuple[tuple[Seat, ...], tuple[Seat, ...]]]:
        """Who may have some cards, and who surely may."""
        sure = self._spread_in(self._sure, names)
        wanted = sum(map(self._search.placements.of_card, names.values()))
        seen = sum(self._bit(names[card], seat) for card, seats in sure.items() for seat in seats)
        rest: Spread = self._search.spread(wanted & ~seen)
        seats_of = self._search.placements.seats_of
        both = {}
        for card, name in names.items():
            surely = sure.get(card, ())
            if self.is_exact:
                surely = seats_of(rest.possible | seen, name)
            both[card] = (seats_of(rest.possible | rest.undecided | seen, name), surely)
        return both

    def _spread_in(
        self, search: VersionSearch | None, names: Mapping[Card, Card]
    ) -> dict[Card, tuple[Seat, ...]]:
        """Who has some cards in deals of a search that tries only some ways."""
        if search is None or search is self._search:
            return {}
        wanted = sum(map(search.placements.of_card, names.values()))
        spread = search.spread(wanted)
        return {
            card: search.placements.seats_of(spread.possible, name) for card, name in names.items()
        }

    # -- answers ----------------------------------------------------------------------------------

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        located = self.state.located.get(card)
        if located is not None:
            return (located,)
        return tuple(seat for seat in self._now[card][0] if seat != OUT)

    def undecided_holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats of which it is not decided whether they may hold a card."""
        card = self._in_play(card)
        if card in self.state.located:
            return ()
        possible, sure = self._now[card]
        return tuple(seat for seat in possible if seat != OUT and seat not in sure)

    def _dealt_to(self, card: Card) -> tuple[Seat, ...]:
        return self._spread({card: card})[card][0]

    @property
    def unsure_books(self) -> frozenset[str]:
        """The half-suits that may have been settled in a stretch."""
        if self._is_lax:
            return frozenset(self.state.open_books())
        return frozenset(
            book
            for book in self.state.perhaps_settled
            if self.state.books[book].status == "open"
            and any(
                OUT in self._now[card][0]
                for card in self.record.deck.by_name[book].cards
                if card not in self.state.located
            )
        )

    def scores(self) -> Mapping[Team, int | None]:
        """The score now; None where a stretch may have changed it."""
        if all(link.only_asks for link in self.links):
            return self.state.score
        return dict.fromkeys(self.state.score)

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now; None where they are not certain."""
        sizes = dict(self.state.sizes)
        if self._is_lax:
            return dict.fromkeys(sizes)
        for seat, size in sizes.items():
            if size is None:
                sizes[seat] = self._certain_size(seat)
        return sizes

    def _certain_size(self, seat: Seat) -> int | None:
        """The size of a hand, if no deal has another."""
        located = sum(holder == seat for holder in self.state.located.values())
        unknown = [card for card in self.cards if seat in self._now.get(card, ((),))[0]]
        certain = [card for card in unknown if self._now[card][0] == (seat,)]
        if len(certain) == len(unknown):
            return located + len(certain)
        try:
            mask = self._search.find()
        except UndecidedError:
            return None
        held = sum(self._bit(self._name(card), seat) for card in unknown)
        number = ((mask or 0) & held).bit_count()
        names = tuple(map(self._name, unknown))
        for least, most in ((0, number - 1), (number + 1, len(names))):
            if least <= most and self._may_be(Count(seat, names, least, most, WHAT_IF)):
                return None
        return located + number

    def _may_be(self, *facts: Fact) -> bool:
        """Whether some facts can be true besides; also where that is not found out."""
        with VersionSearch(self._known(facts)) as search:
            try:
                return search.find() is not None
            except UndecidedError:
                return True

    def to_move(self) -> tuple[Seat, ...]:
        """Who may have the turn."""
        return self.state.to_move

    def _owns(
        self, search: VersionSearch, holders: Mapping[Card, tuple[Seat, ...]], team: Team
    ) -> bool | None:
        """Whether a team holds some cards in a deal of a search; None where it is not decided."""
        located = self.state.located
        if any(located.get(card, team[0]) not in team for card in holders):
            return False
        elsewhere = sum(
            self._bit(self._name(card), seat, search)
            for card in holders
            for seat in search.known.seats
            if card not in located and seat not in team
        )
        try:
            return search.find(lacks=elsewhere) is not None
        except UndecidedError:
            return None

    def ownership(self, book: str, team: Team) -> tuple[Truth, Truth]:
        """Whether a team can hold an open half-suit, and whether it can lack a part of it."""
        cards = self.record.deck.by_name[book].cards
        holders = {card: self._holders(card) for card in cards}
        owned = self._owns(self._search, holders, team)
        if owned and not self.is_exact:
            owned = (self._sure is not None and self._owns(self._sure, holders, team)) or None
        hidden = [self._now[card] for card in cards if card not in self.state.located]
        located = [self.state.located[card] for card in cards if card in self.state.located]
        is_unsure = book in self.unsure_books
        possible = is_unsure or any(seat not in team for seats, _ in hidden for seat in seats)
        sure = any(seat not in team for _, seats in hidden for seat in seats)
        if any(seat not in team for seat in located):
            return False, True
        return owned, sure or (None if possible else False)

    @cached_property
    def is_surely_so(self) -> bool:
        """Whether it is known that a deal fits."""
        try:
            return self._sure is not None and self._sure.find() is not None
        except UndecidedError:
            return False

    def truths(self, parts: Sequence[Literal]) -> tuple[Truth, Truth]:
        """Whether a conclusion can be true, and whether it can be false; None: not decided.

        Where a card of it may be out of play, nobody may hold it.
        """
        hidden, is_false = hidden_parts(self.state, parts)
        if self._is_lax:
            located = self.state.located
            elsewhere = any(p.holds and located.get(p.card, p.seat) != p.seat for p in parts)
            return (False, True) if elsewhere else (None, None)
        if is_false or not hidden:
            return not is_false, is_false
        return self._may(hidden, true=True), self._may(hidden, true=False)

    def _may(self, hidden: Sequence[Literal], *, true: bool) -> Truth:
        """Whether a conclusion that the deal decides can be true, or false."""
        if self._example(self._search, hidden, true=true) is False:
            return False
        sure = self._sure
        return (sure is not None and bool(self._example(sure, hidden, true=true))) or None

    def _example(
        self, search: VersionSearch, hidden: Sequence[Literal], *, true: bool
    ) -> int | bool | None:
        """A deal (a mask) in which all is so, or not all; False: none; None: not decided."""
        answer: Truth = False
        for tried in [hidden] if true else [[part] for part in hidden]:
            holds, lacks = (
                sum({self._bit(self._name(p.card), p.seat, search) for p in tried if p.holds == so})
                for so in (True, False)
            )
            try:
                mask = search.find(holds, lacks) if true else search.find(lacks, holds)
            except UndecidedError:
                answer = None
                continue
            if mask is not None:
                return mask
        return answer

    def deals(self) -> Iterator[Deal]:
        """Deals that can have been dealt, each once; all of them only where it ``is_exact``."""
        search = self._sure
        if search is not None:
            with VersionSearch(search.known) as fresh:
                yield from fresh.dealt(self.record.table.cards)

    @property
    def dealt_knowledge(self) -> Knowledge | None:
        """All that is known of the dealt hands, where the first stretch leaves nothing of them.

        None where what came after a stretch may say something of the deal.
        """
        if not self.is_exact or self.links[0].only_asks:
            return None
        facts = [
            fact
            for fact in self._facts
            if all(name in self.record.table.cards for name in _names(fact))
        ]
        known = self._known(())
        return Knowledge(self.record.seats, known.books[:-1], self.record.table.sizes, tuple(facts))

    def example_against(self, parts: Sequence[Literal]) -> Deal | None:
        """A deal of all versions in which a conclusion is false; None: none is known."""
        if self._sure is None:
            return None
        hidden, is_false = hidden_parts(self.state, parts)
        mask = self._sure.find() if is_false else self._example(self._sure, hidden, true=False)
        return self._sure.placements.deal_of(mask) if mask else None

    def hands_in(self, deal: Deal) -> dict[Seat, tuple[Card, ...]]:
        """The hands now in a deal of all versions."""
        now = {card: deal[self._name(card)] for card in self.cards if self._name(card) in deal}
        return self.state.hands_of(now)


def _names(fact: Fact) -> Iterable[Card]:
    if isinstance(fact, Clause):
        return [literal.card for literal in fact.literals]
    if isinstance(fact, Count):
        return fact.cards
    return [card for count in fact.counts for card in count.cards]
