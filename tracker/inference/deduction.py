"""What follows, for a view at a moment: holders, forced locations, claim verdicts, deals.

A record is one way or, where something in it is forgotten, several ways that it may have gone. What
follows is what is so in each of them: a card can be wherever it can be in one of them, a claim is
proven if it is proven in each of them, in the same way.

Everything here is *complete and sound*: a seat is a possible holder of a card exactly when some
deal consistent with the view has the card there, and a claim is proven exactly when it is right in
every such deal. Nothing here says how likely anything is; that is ``tracker.counting``'s.

Example: ``deduce(record, view="Ann", at=20).holders("5H")`` are the seats that Ann, after 20
events, has to think can hold the 5H. After ``Ann asks Bob 5H: ?`` alone, the 5H is with Ann (if he
said yes), or with anybody but Ann and Bob.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar
from typing import Literal as OneOf

from tracker.answers import Answer, Brief, json_keys
from tracker.budget import MOST_BESIDE
from tracker.errors import ContradictionError, GapError, RecordError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Claim, Holdings, Seat, UnsureAsk
from tracker.game.lookup import TeamLike, find_book, find_card, find_seat, find_team
from tracker.game.record import Hand, Record, gap_numbers, has_gaps, require_record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.game.table import Team
from tracker.inference.contradictions import contradiction_at, contradiction_error
from tracker.inference.hands import hand_choices, is_part_told, view_of
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.inference.way import Truth, Way, way_of, ways_of
from tracker.knowledge.facts import Deal, Knowledge, Literal
from tracker.knowledge.views import View, ViewLike, knowledge
from tracker.messages import require_kind
from tracker.sat.solver import SolverHolder

if TYPE_CHECKING:  # most records have no gaps
    from tracker.inference.completions import CompletionWalk

Status = OneOf["public", "own", "deduced", "open", "gap", "undecided"]
PLACED: Final[frozenset[Status]] = frozenset(("public", "own", "deduced"))
"""The statuses of a card whose holder is certain. Where a card may be out of play it has another
one, even if no more than one seat can hold it."""
Verdict = OneOf["proven", "owned", "open", "impossible", "undecided"]
NAMING: Final = "naming (expected a card and a seat in each pair)"
Judgement = OneOf["proven", "open", "refuted", "undecided"]
"""Whether a naming is right in every consistent deal, in some, or in none; ``undecided`` only past
a missing stretch, where it was not found out."""
T = TypeVar("T")


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


class Asked(NamedTuple):
    """What is asked about a record with gaps: in whose view, and when."""

    record: Record
    view: View
    at: int


@json_keys("*=board")
class Deduction(Answer, SolverHolder):
    """What follows for one view at one moment. ``deduce`` makes one, ``follow`` makes many.

    It is a value: it stays true when the game has moved on. One made by ``deduce`` holds a solver:
    use it as a context manager, or let it go out of scope.

    Args:
        ways: what can be so in each way that the game may have gone up to the moment.
        across: the record whose gaps are filled in these ways, with the view and the moment; None
            for the one way of an ordinary record.
        origin: where the one way is all that a record with gaps comes to: that record, and the
            moment in it.
    """

    def __init__(
        self,
        *ways: Way,
        across: Asked | None = None,
        origin: tuple[Record, int] | None = None,
    ) -> None:
        (first, *_) = ways
        self.ways = ways
        """What can be so in each way to fill the gaps; one, where there are none."""
        self.origin = origin
        self._across = across
        self.record, self.viewer, at = across or (first.record, first.viewer, first.state.at)
        states = [way.state for way in ways]
        self.state = common_state(at, states) if across else first.state
        """The public state at the moment: what those of all ways have in common."""

    @property
    def view(self) -> str:
        """The view's name: ``public``, a seat, or seats joined by ``+``."""
        return self.viewer.name

    @property
    def at(self) -> int:
        """The moment, as the number of events before it."""
        return self.state.at

    # -- one way, or several ----------------------------------------------------------------------

    @property
    def apart(self) -> tuple[Way, ...]:
        """The ways with all fillings kept apart that anybody could tell.

        Raises:
            UndecidedError: where there are too many.
        """
        if isinstance(self._apart, UndecidedError):
            raise self._apart
        return self._apart

    @cached_property
    def _apart(self) -> tuple[Way, ...] | UndecidedError:
        """``apart``, or why it is not to be had; worked out once, as that may take long."""
        if any(way.state.section for way in self.ways):
            return UndecidedError("not decided: a stretch is missing")
        each = (
            way
            for hands in dict.fromkeys(way.viewer.hands for way in self.ways)
            for way in ways_of(self.record, hands, self.at, by_players=True)
        )
        try:
            apart = tuple(islice(each, MOST_BESIDE + 1))
        except UndecidedError as error:
            return error
        if len(apart) > MOST_BESIDE:
            return UndecidedError(
                f"not decided: the gaps can be filled in more than {MOST_BESIDE} ways"
            )
        return apart

    @property
    def has_knowledge(self) -> bool:
        """Whether ``knowledge`` is all that is known of the dealt hands; past gaps it may not."""
        return self._across is None and not self.state.is_partial

    @property
    def knowledge(self) -> Knowledge:
        """All that the view knows of the deal.

        Raises:
            GapError: where it is one thing or another.
        """
        return self.possible_holders.known

    @property
    def possible_holders(self) -> PossibleHolders:
        """What the view can think possible, as placements: for the packages of this program.

        Raises:
            GapError: where it is one thing or another.
            ClosedError: once it is closed.
        """
        if self._across is None:
            return self.ways[0].possible_holders
        first = gap_numbers(self.record)[0]
        raise GapError(
            first,
            f"event {first} is a gap ('?' or '...') that can be filled in more than one way: this "
            "question is not answered for such records",
        )

    @property
    def is_exact(self) -> bool:
        """Whether all that is left open is possible, as it always is but past too many ways."""
        return not any(way.state.weaker for way in self.ways)

    # -- cards ------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards in play, in deck order."""
        if self._across is None:
            return self.state.cards
        return self.record.deck.in_order({card for way in self.ways for card in way.state.cards})

    def dealt_to(self, card: Card) -> tuple[Seat, ...]:
        """The seats that a card can have been dealt to, in seat order.

        Raises:
            RecordError: for a card that was not in play at the start of the record.
        """
        if card not in self.record.table.cards:
            card = find_card(card, self.record.deck)
        if card not in self.record.table.cards:
            raise RecordError(f"{card!r} was not in play at the start of the record")
        return self._any_of(dealt.dealt_to(card) for way in self.ways for dealt in way.dealt)

    def holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats that hold the card now in at least one consistent deal, in seat order.

        Args:
            card: a card in play, in any form that the notation reads.

        Raises:
            RecordError: for a card that is not in play.
            ClosedError: once it is closed.
        """
        card = self._in_play(card)
        return self._any_of([way.holders(card) for way in self._having(card)])

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        if self._across is None:
            return dict(self.ways[0].all_holders)
        return {card: self.holders(card) for card in self.cards}

    def forced(self) -> dict[Card, Seat]:
        """The cards of half-suits in play whose holder is certain, with that holder."""
        certain = [(card, of[0]) for card, of in self.all_holders().items() if len(of) == 1]
        return {card: seat for card, seat in certain if not self._may_be_gone(card)}

    def status(self, card: Card) -> Status:
        """How the holder of a card in play is known.

        ``public``: it moved or was shown; ``own``: it is in a hand the view knows; ``deduced``: it
        follows; ``open``: it is not certain; ``gap``: it is not certain only because of a gap;
        ``undecided``: past a missing stretch not all of the seats are known to be possible.
        """
        card = self._in_play(card)
        ways = self._having(card)
        in_each = [way.holders(card) for way in ways]
        if len(self._any_of(in_each)) > 1:
            if not self.is_exact and self.undecided_holders(card):
                return "undecided"
            return "open" if any(len(holders) > 1 for holders in in_each) else "gap"
        if self._may_be_gone(card):
            return "gap"
        placed: set[Status] = {_placed(way, card) for way in ways}
        return placed.pop() if len(placed) == 1 else "deduced"

    def undecided_holders(self, card: Card) -> tuple[Seat, ...]:
        """Those of ``holders`` of which it was not found out whether they can hold the card.

        There are some only past gaps whose ways are too many to list.
        """
        card = self._in_play(card)
        surely = {seat for way in self._having(card) for seat in way.sure_holders(card)}
        seats = self.holders(card)
        return tuple(seat for seat in seats if len(seats) > 1 and seat not in surely)

    # -- the public state -------------------------------------------------------------------------

    def scores(self) -> Mapping[Team, int | None]:
        """The score now; None where it depends on a gap, or on whether a forced end is over."""
        return _common_values([way.state.known_score() for way in self.ways])

    @property
    def unsure_books(self) -> frozenset[str]:
        """The half-suits of which it is open whether they are in play, or who won them.

        A gap decides it, or whether a forced end is over.
        """
        unsure = [way.unsure_books for way in self.ways]
        return frozenset(
            book
            for book in self.state.books
            if len({way.state.books[book] for way in self.ways}) > 1
            or any(book in books for books in unsure)
        )

    def _may_be_gone(self, card: Card) -> bool:
        """Whether a gap decides whether a card is in play."""
        return any(way.may_be_gone(self.record.deck.book_of[card].name) for way in self.ways)

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now; None where it is not certain."""
        return _common_values([way.sizes() for way in self.ways])

    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn, or can be chosen for it, by the sizes that the view knows."""
        return self._any_of(way.to_move() for way in self.ways)

    # -- claims -----------------------------------------------------------------------------------

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
        ways = [way for way in self.ways if way.state.books[book].status == "open"]
        owned, lost = _in_any([way.ownership(book, team) for way in ways])
        if owned is False:
            return ClaimVerdict(book, team, "impossible", None)
        if len(ways) < len(self.ways):
            lost = True
        if lost is not False:
            return ClaimVerdict(book, team, "open" if owned and lost else "undecided", None)
        naming = _common([way.proven(book, team) for way in ways])
        if naming is not None:
            return ClaimVerdict(book, team, "proven", naming)
        cards = self.record.deck.by_name[book].cards
        is_unsure = any(map(self.undecided_holders, cards)) or not owned
        return ClaimVerdict(book, team, "undecided" if is_unsure else "owned", None)

    def claims(self, team: TeamLike | None = None) -> tuple[ClaimVerdict, ...]:
        """The verdict on every open half-suit.

        Args:
            team: for that team; None: for each of ``teams``.
        """
        teams = self.teams if team is None else (team,)
        return tuple(self.claim(book, owner) for book in self.state.open_books() for owner in teams)

    def proven(self, book: str, team: TeamLike) -> Holdings | None:
        """How a team holds an open half-suit; None where that is not proven.

        Args:
            book: the name of an open half-suit.
            team: one of the two teams, as ``claim`` takes it.
        """
        book, team = self.open_book(book), find_team(team, self.record.table)
        return _common([way.proven(book, team) for way in self.ways])

    def provable(self, team: TeamLike | None = None) -> dict[tuple[str, Team], Holdings]:
        """The half-suits in play that are proven to be a team's, and how it holds them.

        Args:
            team: for that team; None: for each of ``teams``.
        """
        teams = self.teams if team is None else (find_team(team, self.record.table),)
        provable = {}
        for book in self.ways[0].placed_books():
            for claimants in teams:
                naming = _common([way.proven(book, claimants) for way in self.ways])
                if naming is not None:
                    provable[book, claimants] = naming
        return provable

    # -- conclusions ------------------------------------------------------------------------------

    def judge(self, holdings: Holdings) -> Judgement:
        """Whether a naming of cards in play is right in every deal, in some, or in none.

        Args:
            holdings: cards with seats, in any form that the notation reads.

        Raises:
            RecordError: for a card that is not in play, or a seat that is not at the table.
        """
        parts = []
        require_kind(holdings, Iterable, NAMING)
        for pair in holdings:
            require_kind(pair, tuple, NAMING)
            word, name = pair
            seat = name if name in self.record.seats else find_seat(name, self.record.seats)
            parts.append(Literal(self._in_play(word), seat, True))
        return judgement_of(*self.truths(parts))

    def truths(self, parts: Sequence[Literal]) -> tuple[Truth, Truth]:
        """Whether a conclusion can be true, and whether it can be false; None: not decided.

        Args:
            parts: each says that a seat holds, or lacks, a card now; it is true where all of them
                are. A card that is out of play is held by nobody.

        Raises:
            WrongTypeError: for what is no sequence of parts.
        """
        require_kind(parts, Sequence, "conclusion (expected its parts, as literals)")
        return _in_any([way.truths(parts) for way in self.ways])

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as the seat each card was *dealt* to, each once, in any order.

        There may be astronomically many; ``tracker.counting`` says how many.

        Raises:
            UndecidedError: past a gap whose ways are too many to list.
        """
        seen: set[tuple[Seat, ...]] = set()
        for way in self.ways:
            for deal in way.deals():
                key = tuple(deal[card] for card in self.record.table.cards)
                if key not in seen:
                    seen.add(key)
                    yield deal

    # -- parts of the answers ---------------------------------------------------------------------

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

    def _having(self, card: Card) -> Sequence[Way]:
        """The ways in which a card is in play."""
        if self._across is None:
            return self.ways
        return [way for way in self.ways if way.state.is_open(card)]

    def _any_of(self, each: Iterable[tuple[Seat, ...]]) -> tuple[Seat, ...]:
        """The seats that one of the ways has, in seat order."""
        first, *others = each
        if not others:
            return first
        seats = {*first}.union(*others)
        return tuple(seat for seat in self.record.seats if seat in seats)


def _placed(way: Way, card: Card) -> Status:
    """How it is known, in a way, where a card is that only one seat can hold."""
    if card in way.state.located:
        return "public"
    return "own" if any(card in hand.cards for hand in way.viewer.hands) else "deduced"


def judgement_of(right: Truth, wrong: Truth) -> Judgement:
    """The judgement on what can be right or wrong; None: that is not decided."""
    if wrong is False:
        return "proven"
    if right is False:
        return "refuted"
    return "open" if right and wrong else "undecided"


def _in_any(each: Sequence[tuple[Truth, Truth]]) -> tuple[Truth, Truth]:
    """Whether something can be true, and whether it can be false, in one of several ways."""
    true, false = (
        True if any(truths) else None if None in truths else False
        for truths in zip(*each, strict=True)
    )
    return true, false


def _common(values: Sequence[T | None]) -> T | None:
    """The value that all are; None where they differ."""
    return values[0] if all(value == values[0] for value in values) else None


def _common_values(each: Sequence[Mapping[T, int | None]]) -> dict[T, int | None]:
    """The numbers that several mappings have in common; None where they differ."""
    return {key: _common([numbers[key] for numbers in each]) for key in each[0]}


def common_state(at: int, states: Sequence[State]) -> State:
    """What some public states have in common: cards, sizes, half-suits, turns, forced claims.

    Where they differ in one of these, it is open. The score, the balance of each hand and the cards
    that left play unseen are those of the first state, and say nothing: see ``scores``.
    """
    first = states[0]
    located = {
        card: seat
        for card, seat in first.located.items()
        if all(other.located.get(card) == seat for other in states)
    }
    books = {}
    for name, book in first.books.items():
        is_open = (state.books[name] for state in states if state.books[name].status == "open")
        books[name] = next(is_open, book)
    return replace(
        first,
        at=at,
        situations=tuple(dict.fromkeys(case for state in states for case in state.situations)),
        books=books,
        located=located,
        sizes=_common_values([state.sizes for state in states]),
        able=first.able.intersection(*(state.able for state in states)),
        forced=_common([state.forced for state in states]),
        awaited=None,
    )


# -- how one is made ------------------------------------------------------------------------------


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
        ContradictionError: where no deal is consistent with the view, however gaps are filled.
        UndecidedError: where the search was given up, as in records that nobody played; and where a
            hand that the view needs hangs on gaps that can be filled in too many ways.
    """
    require_record(record)
    moment = record.moment(at)
    viewer = view_of(record, view)
    if has_gaps(record, moment) or is_part_told(record, viewer):
        hands_of = _hands_of(record, viewer)
        ways = tuple(way for hands in hands_of for way in ways_of(record, hands, moment))
        return _of_all(Asked(record, viewer, moment), ways)
    known = knowledge(record, viewer.hands, moment)
    try:
        holders = possible_holders_of(known)
    except ContradictionError as error:
        raise contradiction_error(record, viewer.hands, moment) from error
    return deduction_of(record, viewer, holders, replay_of(record).state(moment))


def deduction_of(record: Record, view: View, holders: PossibleHolders, state: State) -> Deduction:
    """What follows in an ordinary record.

    Args:
        record: the game.
        view: whose eyes it is seen with.
        holders: what that view can think possible at a moment.
        state: the public state at the moment.
    """
    return Deduction(Way(record, view, holders, state))


def _of_all(asked: Asked, ways: Sequence[Way]) -> Deduction:
    """What follows in all ways to fill the gaps of a record.

    Where one is left, and all of the gaps are known then, it is that ordinary record.

    Raises:
        ContradictionError: where none is left.
    """
    if not ways:
        raise gap_contradiction(*asked)
    if len(ways) > 1 or ways[0].state.section or _leaves_open(ways[0]):
        return Deduction(*ways, across=asked)
    return Deduction(*ways, origin=(asked.record, asked.at))


def _leaves_open(way: Way) -> bool:
    """Whether it is still open in a way how a gap is filled."""
    return any(
        isinstance(event, UnsureAsk) or (isinstance(event, Claim) and not event.holdings)
        for _, events in (way.completion.fillings if way.completion else ())
        for event in events
    )


def follow_with_gaps(record: Record, view: ViewLike = None) -> Iterator[Deduction | None]:
    """What follows at each moment of a record with gaps, for a view: from the deal to the end.

    The ways to fill them are walked through once. None where it is undecided, as they are too many.

    Raises:
        ContradictionError: at the moment when no deal is left.
    """
    from tracker.inference.completions import CompletionWalk

    viewer = view_of(record, view)
    walks: list[CompletionWalk] = []
    with suppress(UndecidedError):  # the hands that are known may hang on gaps themselves
        walks = [CompletionWalk(record, hands) for hands in _hands_of(record, viewer)]
    for at in range(len(record.events) + 1):
        for walk in walks if at else ():
            walk.go_on(record.events[at - 1])
        try:
            yield _of_all(Asked(record, viewer, at), tuple(_walked(walks))) if walks else None
        except UndecidedError:
            yield None


def _walked(walks: Sequence[CompletionWalk]) -> Iterator[Way]:
    """What can be so in the ways at the moment that some walks have reached."""
    for walk in walks:
        for completion in walk.completions():
            with suppress(ContradictionError):
                yield way_of(completion, View(walk.hands))


def _hands_of(record: Record, viewer: View) -> Sequence[tuple[Hand, ...]]:
    """The hands of a view, in each way that the completions of the record leave them.

    Raises:
        UndecidedError: where a gap decides one, and the completions cannot be gone through.
    """
    choices = hand_choices(record) if is_part_told(record, viewer) else ()
    if len(choices) <= 1:
        return [viewer.hands]
    told = [{hand.seat: hand for hand in choice} for choice in choices]
    return list(
        dict.fromkeys(
            tuple(hand if hand.whole else of.get(hand.seat, hand) for hand in viewer.hands)
            for of in told
        )
    )


def gap_contradiction(record: Record, viewer: View, at: int) -> ContradictionError:
    """The error that names the first event at which no deal is left in any completion."""
    from tracker.inference.completions import CompletionWalk

    walk, number = CompletionWalk(record, viewer.hands), 0
    while number < at and walk.is_possible():
        walk.go_on(record.events[number])
        number += 1
    return contradiction_at(record, number, ", however its gaps are filled")
