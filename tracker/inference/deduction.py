"""What follows, for a view at a moment: holders, forced locations, claim verdicts, deals.

Everything here is *complete and sound*: a seat is a possible holder of a card exactly when some
deal consistent with the view has the card there, and a claim is proven exactly when it is right in
every such deal. Nothing here says how likely anything is; that is ``tracker.counting``'s.

Example: ``deduce(record, view="Ann", at=20).holders("5H")`` are the seats that Ann, after 20
events, has to think can hold the 5H.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from importlib import import_module
from operator import or_
from typing import Final, TypeAlias
from typing import Literal as OneOf

from tracker.answers import Answer, Brief, json_keys
from tracker.errors import ContradictionError, RecordError, UndecidedError
from tracker.game.cards import Book, Card
from tracker.game.events import Holdings, Seat
from tracker.game.lookup import TeamLike, find_book, find_card, find_seat, find_team
from tracker.game.record import Record, has_gaps, require_record
from tracker.game.replay import replay_of
from tracker.game.state import State, changed
from tracker.game.table import Team
from tracker.game.turns import is_lax
from tracker.inference.contradictions import contradiction_error
from tracker.inference.hands import (
    certain_sizes,
    is_part_told,
    view_of,
)
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.knowledge.facts import (
    Clause,
    Deal,
    HeaderCause,
    Knowledge,
    Literal,
)
from tracker.knowledge.gather import OUT, hidden_parts
from tracker.knowledge.views import View, ViewLike, dealt_moment, knowledge
from tracker.messages import require_kind
from tracker.sat import DealSolver, Placements
from tracker.sat.solver import SolverHolder

Status = OneOf["public", "own", "deduced", "open", "gap", "undecided"]
PLACED: Final[frozenset[Status]] = frozenset(("public", "own", "deduced"))
"""The statuses of a card whose holder is certain. Where a card may be out of play it has another
one, even if no more than one seat can hold it."""
Verdict = OneOf["proven", "owned", "open", "impossible", "undecided"]
NAMING: Final = "naming (expected a card and a seat in each pair)"
Truth: TypeAlias = bool | None
"""Whether something can be so; None: that is not decided."""
Judgement = OneOf["proven", "open", "refuted", "undecided"]
"""Whether a naming is right in every consistent deal, in some, or in none; ``undecided`` only past
a missing stretch, where it was not found out."""


@dataclass(frozen=True, repr=False)
class ClaimVerdict(Brief):
    """What can be said of a team's claim of an open half-suit.

    ``proven``: in every deal the team holds all its cards, each where ``holdings`` says;
    ``owned``: it holds them all in every deal, the split is not fixed; ``open``: it does in some
    deal; ``impossible``: in none. ``undecided``, past a missing stretch: it was not found out.
    """

    book: str
    team: Team
    verdict: Verdict
    holdings: Holdings | None
    """Who holds each card, in deck order; only where proven."""


@dataclass(eq=False)
class _WorkedOut:
    """What has been asked about the cards in play: moments at which it is the same share it."""

    holders: Mapping[Card, tuple[Seat, ...]] | None = None
    placed_books: tuple[str, ...] | None = None
    proven: dict[tuple[str, Team], Holdings | None] = field(default_factory=dict)


@json_keys("*=board")
class Deduction(Answer, SolverHolder):
    """What follows for one view at one moment. ``deduce`` makes one, ``follow`` makes many.

    It is a value: it stays true when the game has moved on. One made by ``deduce`` holds a solver:
    use it as a context manager, or let it go out of scope.

    Args:
        record: the game.
        view: whose eyes it is seen with.
        possible_holders: what that view can think possible at the moment.
        state: the public state at the moment.
        before: what follows at another moment of the game. Where the cards in play can be just
            where they could be then, what it has worked out of them is not worked out again.
    """

    origin: tuple[Record, int] | None = None
    """Where ``record`` is what a record with gaps comes to: that record, and the moment in it."""

    def __init__(
        self,
        record: Record,
        view: View,
        possible_holders: PossibleHolders,
        state: State,
        before: Deduction | None = None,
    ) -> None:
        self.record = record
        self.viewer = view
        """The view, with the hands it knows."""
        self.state = state
        """The public state at the moment."""
        self._possible_holders = possible_holders
        if before is not None and self._is_like(before):
            self._worked_out = before._worked_out

    @cached_property
    def _worked_out(self) -> _WorkedOut:
        return _WorkedOut()

    def _is_like(self, before: Deduction) -> bool:
        """Whether the cards in play can be just where they could be at another moment."""
        state, then = self.state, before.state
        return (
            self._possible_holders.possible == before._possible_holders.possible
            and state.located == then.located
            and state.books == then.books
        )

    def close(self) -> None:
        """Free the solvers; whatever is asked after that raises ``ClosedError``."""
        if not self.closed:
            self._possible_holders.release()
        super().close()

    @property
    def view(self) -> str:
        """The view's name: ``public``, a seat, or seats joined by ``+``."""
        return self.viewer.name

    @property
    def at(self) -> int:
        """The moment, as the number of events before it."""
        return self.state.at

    @property
    def has_knowledge(self) -> bool:
        """Whether ``knowledge`` says all of the dealt hands; past gaps it may not."""
        return not self.state.section

    @property
    def dealt_knowledge(self) -> Knowledge:
        """The knowledge that has just the consistent deals.

        Past a missing stretch it is what was known before: what is said later says nothing of them.
        """
        if not self.state.section:
            return self.knowledge
        moment = dealt_moment(self.record, self.at)
        return knowledge(self.record, self.viewer.hands, moment)

    @property
    def is_exact(self) -> bool:
        """Whether all that is left open is possible, as it always is but past too many ways."""
        self._require_open()
        return not self.state.weaker

    @cached_property
    def teams(self) -> tuple[Team, ...]:
        """The teams for whose cards the view looks for claims.

        They are the view's own; both where it is nobody's or of both, and where the rules let a
        claim name the other team.
        """
        table = self.record.table
        if table.rules.claim_other_team == "yes":
            return table.teams
        return self.viewer.teams(table)

    @property
    def knowledge(self) -> Knowledge:
        """All that the view knows of the deal."""
        return self._possible_holders.known

    @property
    def possible_holders(self) -> PossibleHolders:
        """What the view can think possible, as placements: for the packages of this program.

        Raises:
            ClosedError: once it is closed.
        """
        self._require_open()
        return self._possible_holders

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""
        return self.state.cards

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that a card can have been dealt to, in seat order.

        Raises:
            RecordError: for a card that was not in play at the start of the record.
        """
        if card not in self.record.table.cards:
            card = find_card(card, self.record.deck)
        if card not in self.record.table.cards:
            raise RecordError(f"{card!r} was not in play at the start of the record")
        return self._dealt_to(card)

    def _dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """``dealt_to`` of a card that is known to have been in play."""
        if self.state.section:
            return self._before_section.dealt_to(card)
        return self.possible_holders.dealt_to(card)

    @property
    def dealt_example(self) -> Deal:
        """A consistent deal, as dealt, also past a missing stretch."""
        holders = self._before_section if self.state.section else self.possible_holders
        return holders.placements.deal_of(holders.some_deals[0])

    @cached_property
    def _before_section(self) -> PossibleHolders:
        """What is possible of the dealt hands, past a missing stretch."""
        holders = possible_holders_of(self.dealt_knowledge)
        self._held.append(holders.release)
        return holders

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that hold the card now in at least one consistent deal, in seat order.

        Args:
            card: a card in play, in any form that the notation reads.

        Raises:
            RecordError: for a card that is not in play.
            ClosedError: once it is closed.
        """
        return self._holders(self._in_play(card))

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        self._require_open()
        if self._worked_out.holders is None:
            self._worked_out.holders = self._every_holder()
        return dict(self._worked_out.holders)

    def _every_holder(self) -> Mapping[Card, tuple[Seat, ...]]:
        """``all_holders``, worked out."""
        possible, located = self._possible_holders, self.state.located
        holders = possible.placements.all_seats_of(possible.possible, self.cards)
        if self.state.perhaps_settled:
            holders = {card: _at_table(seats) for card, seats in holders.items()}
        return holders | {card: (seat,) for card, seat in located.items() if card in holders}

    def forced(self) -> dict[Card, Seat]:
        """The cards in play whose holder is certain, with that holder, in deck order."""
        holders = self.all_holders().items()
        return {card: seats[0] for card, seats in holders if len(seats) == 1}

    def status(self, card: Card) -> Status:
        """How the holder of a card in play is known.

        ``public``: it moved or was shown; ``own``: it is in a hand the view knows; ``deduced``: it
        follows; ``open``: it is not certain; ``gap``: it is not certain only because of a gap;
        ``undecided``: past a missing stretch not all of the seats are known to be possible.
        """
        card = self._in_play(card)
        if self._may_be_gone(self.record.deck.book_of[card].name):
            return "undecided" if self.state.weaker else "open"
        if card in self.state.located:
            return "public"
        if len(self._holders(card)) > 1:
            return "undecided" if self.state.weaker else "open"
        own = any(card in hand.cards for hand in self.viewer.hands)
        return "own" if own else "deduced"

    def undecided_holders(self, card: Card) -> tuple[Seat, ...]:
        """Those of ``holders`` of which it was not found out whether they can hold the card.

        There are some only past gaps whose ways are too many to list.
        """
        holders = self._holders(self._in_play(card))
        return holders if self.state.weaker and len(holders) > 1 else ()

    def scores(self) -> Mapping[Team, int | None]:
        """The score now; None where it depends on a gap, or on whether a forced end is over."""
        return self.state.known_score()

    @property
    def unsure_books(self) -> frozenset[str]:
        """The half-suits of which it is open whether they are in play, or who won them.

        A gap decides it, or whether a forced end is over.
        """
        self._require_open()
        if self.state.may_be_over:
            return frozenset(self.state.open_books())
        return frozenset(
            book
            for book in self.state.perhaps_settled
            if self.state.books[book].status == "open"
            and (is_lax(self.state) or OUT in self._places(self._by_name(book).cards[0]))
        )

    def _may_be_gone(self, book: str) -> bool:
        """Whether a half-suit may have been settled in a missing stretch.

        Where only a forced end may be over, what is said of a half-suit is so if it is in play.
        """
        return bool(self.state.section) and book in self.unsure_books

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now; None where consistent deals differ in it."""
        if is_lax(self.state):
            return dict.fromkeys(self.record.seats)
        return certain_sizes(self.state, self.possible_holders)

    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn, or can be chosen for it, by the sizes that the view knows."""
        return changed(self.state, sizes=self.sizes()).to_move

    def open_book(self, book: str) -> str:
        """A half-suit in play, by its name in any form that the notation reads.

        Raises:
            RecordError: where it is none.
        """
        name = find_book(book, self.record.deck)
        if self.state.books[name].status != "open":
            raise RecordError(f"{name} is settled: it can no longer be claimed")
        return name

    def claim(self, book: str, team: TeamLike) -> ClaimVerdict:
        """What can be said of a team's claim.

        Args:
            book: the name of an open half-suit.
            team: one of the two teams: its seats, ``"A+C+E"``, or one of its seats.

        Raises:
            RecordError: for what is no half-suit in play, or no team.
        """
        book, team = self.open_book(book), find_team(team, self.record.table)
        holders = {card: self._places(card) for card in self._by_name(book).cards}
        is_unsure = self._may_be_gone(book)
        naming = None if is_unsure else proven_naming(holders.items(), team)
        if naming is not None:
            return ClaimVerdict(book, team, "proven", naming)
        owned = not is_unsure and all(set(seats) <= set(team) for seats in holders.values())
        if not owned and not self._can_own(holders, team):
            return ClaimVerdict(book, team, "impossible", None)
        verdict: Verdict = "owned" if owned else "open"
        return ClaimVerdict(book, team, "undecided" if self.state.weaker else verdict, None)

    def proven(self, book: str, team: TeamLike) -> Holdings | None:
        """How a team holds an open half-suit; None where that is not proven.

        Args:
            book: the name of an open half-suit.
            team: one of the two teams, as ``claim`` takes it.
        """
        return self._proven_now(self.open_book(book), find_team(team, self.record.table))

    def _proven_now(self, book: str, team: Team) -> Holdings | None:
        """``proven``, for names that are the record's own."""
        if self._may_be_gone(book):
            return None
        cards = self._by_name(book).cards
        return proven_naming(((card, self._holders(card)) for card in cards), team)

    def _by_name(self, book: str) -> Book:
        return self.record.deck.by_name[book]

    def provable(self, team: TeamLike | None = None) -> dict[tuple[str, Team], Holdings]:
        """The half-suits in play that are proven to be a team's, and how it holds them.

        Args:
            team: for that team; None: for each of ``teams``.
        """
        self._require_open()
        teams = self.teams if team is None else (find_team(team, self.record.table),)
        if self._worked_out.placed_books is None:
            self._worked_out.placed_books = self._placed_books()
        provable = {}
        for book in self._worked_out.placed_books:
            for claimants in teams:
                naming = self._proven_once(book, claimants)
                if naming is not None:
                    provable[book, claimants] = naming
        return provable

    def _proven_once(self, book: str, team: Team) -> Holdings | None:
        """``proven``, worked out when it is first asked for."""
        proven = self._worked_out.proven
        if (book, team) not in proven:
            proven[book, team] = self._proven_now(book, team)
        return proven[book, team]

    def _placed_books(self) -> tuple[str, ...]:
        """The half-suits in play with just one possible holder for each card."""
        by_name, holders = self.record.table.deck.by_name, self.all_holders()
        return tuple(
            book
            for book in self.state.open_books()
            if all(len(holders[card]) == 1 for card in by_name[book].cards)
        )

    def claims(self, team: TeamLike | None = None) -> tuple[ClaimVerdict, ...]:
        """The verdict on every open half-suit.

        Args:
            team: for that team; None: for each of ``teams``.
        """
        teams = self.teams if team is None else (team,)
        return tuple(self.claim(book, owner) for book in self.state.open_books() for owner in teams)

    def judge(self, holdings: Holdings) -> Judgement:
        """Whether a naming of cards in play is right in every deal, in some, or in none.

        Args:
            holdings: cards with seats, in any form that the notation reads.

        Raises:
            RecordError: for a card that is not in play, or a seat that is not at the table.
        """
        naming: dict[Card, Seat] = {}
        require_kind(holdings, Iterable, NAMING)
        for pair in holdings:
            require_kind(pair, tuple, NAMING)
            word, name = pair
            seat = name if name in self.record.seats else find_seat(name, self.record.seats)
            if naming.setdefault(self._in_play(word), seat) != seat:
                return "refuted"  # a card is in one hand
        return self._judge(tuple(naming.items()))

    def _judge(self, holdings: Holdings) -> Judgement:
        """``judge``, for names that are the record's own, each card once."""
        return judgement_of(*self.truths([Literal(card, seat, True) for card, seat in holdings]))

    def truths(self, parts: Sequence[Literal]) -> tuple[Truth, Truth]:
        """Whether a conclusion can be true, and whether it can be false.

        Args:
            parts: each says that a seat holds, or lacks, a card now; it is true where all of them
                are. A card that is out of play is held by nobody.

        Raises:
            WrongTypeError: for what is no sequence of parts.
        """
        require_kind(parts, Sequence, "conclusion (expected its parts, as literals)")
        possible = self.possible_holders
        hidden, is_false = hidden_parts(self.state, parts)
        bits = [(part, possible.placements.bit(part.card, part.seat)) for part in hidden]
        holds = reduce(or_, (bit for part, bit in bits if part.holds), 0)
        lacks = reduce(or_, (bit for part, bit in bits if not part.holds), 0)
        lacks &= possible.possible
        elsewhere = any(possible.dealt_to(p.card) != (p.seat,) for p in hidden if p.holds)
        false = is_false or elsewhere or bool(lacks)
        if is_false or holds & ~possible.possible:
            return False, false
        if self.state.perhaps_settled:
            books = {self.record.deck.book_of[part.card].name for part in parts if part.holds}
            false = false or any(map(self._may_be_gone, books))
        true = not false or possible.is_possible(holds, lacks)
        if self.state.weaker:
            return true and None, false and None
        return true, false

    def example_against(self, parts: Sequence[Literal]) -> Deal | None:
        """A deal, as dealt, in which a conclusion is false; None where there is none.

        Raises:
            WrongTypeError: for what is no sequence of parts.
        """
        require_kind(parts, Sequence, "conclusion (expected its parts, as literals)")
        hidden, is_false = hidden_parts(self.state, parts)
        holders = self.possible_holders
        if is_false:
            return holders.placements.deal_of(holders.some_deals[0])
        for part in hidden:
            bit = holders.placements.bit(part.card, part.seat)
            others = holders.placements.of_card(part.card) & ~bit
            against = holders.possible & (others if part.holds else bit)
            if against:
                return holders.placements.deal_of(holders.deal_with(against))
        return None

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as the seat each card was *dealt* to, in no special order.

        There may be astronomically many; ``tracker.counting`` says how many.

        Raises:
            UndecidedError: past a gap whose ways are too many to list.
        """
        if self.state.weaker:
            raise UndecidedError("not decided: the gaps can be filled in too many ways")
        return deals_of(self.dealt_knowledge)

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        """``holders`` of a card that is known to be in play."""
        places = self._places(card)
        return _at_table(places) if self.state.perhaps_settled else places

    def _places(self, card: Card) -> tuple[Seat, ...]:
        """``holders``, with the seat ``OUT`` where the card may be out of play."""
        located = self.state.located.get(card)
        return (located,) if located is not None else self.possible_holders.dealt_to(card)

    def _in_play(self, card: Card) -> Card:
        """A card in play, by its name in the notation.

        Raises:
            RecordError: where it is none.
        """
        if card not in self.cards:
            card = find_card(card, self.record.deck)
        if card not in self.cards:
            raise RecordError(f"{card!r} is not a card in play")
        return card

    def _can_own(self, holders: Mapping[Card, tuple[Seat, ...]], team: Team) -> bool:
        """Whether the team holds some cards in play in at least one deal.

        Args:
            holders: the cards, each with the seats that can hold it.
            team: the team.
        """
        if any(not set(seats) & set(team) for seats in holders.values()):
            return False
        possible, located = self.possible_holders, self.state.located
        elsewhere = sum(
            possible.placements.bit(card, seat)
            for card, seats in holders.items()
            for seat in seats
            if card not in located and seat not in team
        )
        return possible.is_possible(lacks=elsewhere)


def _at_table(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Some seats without ``OUT``, where cards are that are out of play."""
    return tuple(seat for seat in seats if seat != OUT)


def judgement_of(right: Truth, wrong: Truth) -> Judgement:
    """The judgement on what can be right or wrong; None: that is not decided."""
    if wrong is False:
        return "proven"
    if right is False:
        return "refuted"
    return "open" if right and wrong else "undecided"


def proven_naming(holders: Iterable[tuple[Card, tuple[Seat, ...]]], team: Team) -> Holdings | None:
    """The one way in which a team holds some cards; None where that is not certain.

    Args:
        holders: the cards, each with the seats that can hold it now. They are taken one by one, as
            mostly the first of them shows that it is not certain.
        team: the team.
    """
    naming: list[tuple[Card, Seat]] = []
    for card, seats in holders:
        if len(seats) != 1 or seats[0] not in team:
            return None
        naming.append((card, seats[0]))
    return tuple(naming)


def deduce(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
) -> Deduction:
    """What follows from a record, for a view, at a moment.

    Args:
        record: the game.
        view: ``public`` (or None), a seat, seats joined by ``+`` (what they know if they pool),
            seats in a tuple, or a ``View``.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a view or a moment that the record does not have.
        WrongTypeError: for what can be neither.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
        UndecidedError: where the search was given up, as in records that nobody played.
    """
    require_record(record)
    moment = record.moment(at)
    if has_gaps(record, moment):
        return _deduce_with_gaps(record, view, moment)
    viewer = view_of(record, view)
    if is_part_told(record, viewer):
        return _deduce_with_gaps(record, viewer, moment)
    known = knowledge(record, viewer.hands, moment)
    try:
        holders = possible_holders_of(known)
    except ContradictionError as error:
        raise contradiction_error(record, viewer.hands, moment) from error
    return Deduction(record, viewer, holders, replay_of(record).state(moment))


def _deduce_with_gaps(record: Record, view: ViewLike, at: int) -> Deduction:
    """``deduce`` where a gap matters."""
    with_gaps = import_module("tracker.inference.gap_deduction")  # it builds on this module
    deduction: Deduction = with_gaps.deduce_with_gaps(record, view, at)
    return deduction


def deals_of(known: Knowledge) -> Iterator[Deal]:
    """The consistent deals, in no special order.

    Each deal found is blocked by a clause, so memory grows with the number of deals listed; this is
    for few deals, and for checking the counting engine.
    """
    placements = Placements(known.cards, known.seats)
    with DealSolver(placements, known.sizes) as solver:
        solver.add(known.facts)
        while (mask := solver.find()) is not None:
            deal = placements.deal_of(mask)
            yield deal
            elsewhere = (Literal(card, seat, False) for card, seat in deal.items())
            solver.add([Clause(tuple(elsewhere), HeaderCause("listed already"))])
