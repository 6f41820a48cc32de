"""What follows from a record with gaps: what follows from all its completions together.

Each completion that some deal allows is an ordinary record, and what follows from it an ordinary
``Deduction``. A card can be wherever it can be in one of them; a claim is proven if it is proven in
each of them, in the same way. Where one completion is left, the record is that ordinary record.

Example: ``Ann asks Bob 5H: ?`` alone: the 5H is with Ann (if he said yes), or with anybody but Ann
and Bob.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

from tracker.budget import charge
from tracker.errors import ContradictionError, GapError, UndecidedError
from tracker.game.cards import Card
from tracker.game.events import Claim, Holdings, Seat, UnsureAsk
from tracker.game.lookup import TeamLike, find_team
from tracker.game.record import Hand, Record, gap_numbers
from tracker.game.replay import replay_of
from tracker.game.state import BookState, State
from tracker.game.table import Team
from tracker.inference.completions import Completion, CompletionWalk, completions
from tracker.inference.deduction import ClaimVerdict, Deduction, Status, Truth
from tracker.inference.hands import hand_choices, is_part_told, view_of
from tracker.inference.possible_holders import PossibleHolders, possible_holders_of
from tracker.knowledge.facts import Deal, Knowledge, Literal
from tracker.knowledge.views import View, ViewLike, knowledge
from tracker.sat.solver import SolverHolder

T = TypeVar("T")
WayDeduced: TypeAlias = tuple[Completion, Deduction]
"""One way to fill the gaps, and what follows from it."""
MOST_APART: Final = 64
"""So many completions are told apart where chances are worked out."""
DEDUCTION_COST: Final = 2
"""What working out all that follows costs for each fact, in the unit of ``completions.WORK``."""


class GapDeduction(Deduction):
    """What follows for one view at one moment of a record with gaps.

    Args:
        record: the game.
        view: whose eyes it is seen with.
        at: the moment, as the number of events before it.
        parts: each completion that some deal allows, with what follows from it.
    """

    def __init__(self, record: Record, view: View, at: int, parts: tuple[WayDeduced, ...]) -> None:
        SolverHolder.__init__(self)
        self.record = record
        self.viewer = view
        self.ways = parts
        """Each completion with what follows from it."""
        self.parts = tuple(self._hold(part) for _, part in parts)
        """What follows from each of the completions."""
        self.state = common_state(at, [part.state for part in self.parts])
        """What the public states of all completions have in common."""

    @property
    def apart(self) -> tuple[Deduction, ...]:
        """What follows from each completion, with all fillings kept apart that anybody could tell.

        Raises:
            UndecidedError: where there are too many.
        """
        return tuple(part for _, part in self.each_way)

    @property
    def each_way(self) -> tuple[WayDeduced, ...]:
        """The completions with all fillings kept apart, each with what follows from it.

        Raises:
            UndecidedError: where there are too many.
        """
        if isinstance(self._each_way, UndecidedError):
            raise self._each_way
        return self._each_way

    @cached_property
    def _each_way(self) -> tuple[WayDeduced, ...] | UndecidedError:
        """``each_way``, or why it is not to be had; worked out once, as that may take long."""
        try:
            return tuple(self._ways_apart())
        except UndecidedError as error:
            return error

    def _ways_apart(self) -> Sequence[WayDeduced]:
        """``each_way``, worked out.

        Raises:
            UndecidedError: where there are too many.
        """
        if any(part.state.section for part in self.parts):
            raise UndecidedError("not decided: a stretch is missing")
        parts: list[WayDeduced] = []
        for hands in dict.fromkeys(part.viewer.hands for part in self.parts):
            for completion, part in parts_of(self.record, hands, self.at, by_players=True):
                if len(parts) == MOST_APART:
                    raise UndecidedError(
                        f"not decided: the gaps can be filled in more than {MOST_APART} ways"
                    )
                parts.append((completion, self._hold(part)))
        return parts

    @property
    def is_exact(self) -> bool:
        """Whether it is so in each completion."""
        return all(part.is_exact for part in self.parts)

    def close(self) -> None:
        """Free the solvers; there are no possible holders to be released."""
        SolverHolder.close(self)

    @property
    def has_knowledge(self) -> bool:
        """Whether ``knowledge`` is all that is known: it is one thing or another."""
        return False

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

    def _refusal(self) -> GapError:
        first = gap_numbers(self.record)[0]
        return GapError(
            first,
            f"event {first} is a gap ('?' or '...') that can be filled in more than one way: this "
            "question is not answered for such records",
        )

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are in play in some completion, in deck order."""
        return self.record.deck.in_order({card for part in self.parts for card in part.cards})

    @property
    def unsure_books(self) -> frozenset[str]:
        """The half-suits of which a gap decides whether they are in play, or who won them."""
        return frozenset(
            book
            for book in self.state.books
            if len({part.state.books[book] for part in self.parts}) > 1
            or any(book in part.unsure_books for part in self.parts)
        )

    def scores(self) -> Mapping[Team, int | None]:
        """The score now; None where it depends on a gap."""
        return {
            team: _common([part.scores()[team] for part in self.parts]) for team in self.state.score
        }

    def all_holders(self) -> dict[Card, tuple[Seat, ...]]:
        """``holders`` of every card in play, in deck order."""
        return {card: self._holders(card) for card in self.cards}

    def _dealt_to(self, card: Card) -> tuple[Seat, ...]:
        return self._in_order(seat for part in self.parts for seat in part.dealt_to(card))

    def status(self, card: Card) -> Status:
        """How the holder of a card in play is known."""
        card = self._in_play(card)
        parts = self._having(card)
        if self.undecided_holders(card):
            return "undecided"
        if len(self._holders(card)) > 1:
            alone = all(len(part.holders(card)) == 1 for part in parts)
            return "gap" if alone else "open"
        if self.record.deck.book_of[card].name in self.unsure_books:
            return "gap"
        statuses = {part.status(card) for part in parts}
        return statuses.pop() if len(statuses) == 1 else "deduced"

    def sizes(self) -> Mapping[Seat, int | None]:
        """Hand sizes now; None where consistent deals or completions differ in it."""
        sizes = [part.sizes() for part in self.parts]
        return {seat: _common([size[seat] for size in sizes]) for seat in self.record.seats}

    def to_move(self) -> tuple[Seat, ...]:
        """Who has the turn, or can be chosen for it, in some completion; in seat order."""
        return self._in_order(seat for part in self.parts for seat in part.to_move())

    def claim(self, book: str, team: TeamLike) -> ClaimVerdict:
        """What can be said of a team's claim, however the gaps are filled."""
        book, team = self.open_book(book), find_team(team, self.record.table)
        parts = [part for part in self.parts if part.state.books[book].status == "open"]
        owned: Truth = False
        lost: Truth = len(parts) < len(self.parts)
        for part in parts:
            truths = _ownership(part, book, team)
            owned, lost = (_either_true(*pair) for pair in zip((owned, lost), truths, strict=True))
        if owned is False:
            return ClaimVerdict(book, team, "impossible", None)
        if lost is False:
            naming = _common([part.proven(book, team) for part in parts])
            if naming is not None:
                return ClaimVerdict(book, team, "proven", naming)
            cards = self.record.deck.by_name[book].cards
            is_unsure = any(map(self.undecided_holders, cards)) or not owned
            return ClaimVerdict(book, team, "undecided" if is_unsure else "owned", None)
        return ClaimVerdict(book, team, "open" if owned and lost else "undecided", None)

    def _proven_now(self, book: str, team: Team) -> Holdings | None:
        if book in self.unsure_books:
            return None
        return _common([part.proven(book, team) for part in self.parts])

    def _proven_once(self, book: str, team: Team) -> Holdings | None:
        return self._proven_now(book, team)

    def _placed_books(self) -> tuple[str, ...]:
        return self.state.open_books()

    def truths(self, parts: Sequence[Literal]) -> tuple[Truth, Truth]:
        """Whether a conclusion can be true, and whether it can be false; None: not decided."""
        true: Truth = False
        false: Truth = False
        for each in self.parts:
            truths = each.truths(parts)
            true, false = (_either_true(*pair) for pair in zip((true, false), truths, strict=True))
        return true, false

    def undecided_holders(self, card: Card) -> tuple[Seat, ...]:
        """The seats of which it is not decided whether they can hold a card."""
        card = self._in_play(card)
        surely = {
            seat
            for part in self._having(card)
            for seat in part.holders(card)
            if seat not in part.undecided_holders(card)
        }
        seats = self._holders(card)
        return tuple(seat for seat in seats if len(seats) > 1 and seat not in surely)

    def forced(self) -> dict[Card, Seat]:
        """The cards whose holder is certain, of half-suits that are surely in play."""
        unsure, deck = self.unsure_books, self.record.deck
        forced = super().forced().items()
        return {card: seat for card, seat in forced if deck.book_of[card].name not in unsure}

    def deals(self) -> Iterator[Deal]:
        """All the consistent deals, as dealt, each once."""
        seen: set[tuple[Seat, ...]] = set()
        for part in self.parts:
            for deal in part.deals():
                key = tuple(deal[card] for card in self.record.table.cards)
                if key not in seen:
                    seen.add(key)
                    yield deal

    def _holders(self, card: Card) -> tuple[Seat, ...]:
        return self._in_order(seat for part in self._having(card) for seat in part.holders(card))

    def _having(self, card: Card) -> list[Deduction]:
        """What follows from those completions in which a card is in play."""
        return [part for part in self.parts if part.state.is_open(card)]

    def _in_order(self, seats: Iterable[Seat]) -> tuple[Seat, ...]:
        chosen = set(seats)
        return tuple(seat for seat in self.record.seats if seat in chosen)


def _either_true(first: Truth, second: Truth) -> Truth:
    if first or second:
        return True
    return None if first is None or second is None else False


def _ownership(part: Deduction, book: str, team: Team) -> tuple[Truth, Truth]:
    """Whether a team can hold an open half-suit in a completion, and whether it can lack a part."""
    verdict = part.claim(book, team).verdict
    if verdict == "undecided":
        return None, None
    return verdict != "impossible", verdict not in ("proven", "owned")


def deduce_with_gaps(record: Record, view: ViewLike, at: int) -> Deduction:
    """What follows from a record with gaps, for a view, at a moment.

    Raises:
        ContradictionError: where no deal fits any completion.
        UndecidedError: where a hand that the view needs hangs on too many completions.
    """
    viewer = view_of(record, view)
    choices = _hand_choices(record, viewer)
    parts = [part for hands in choices for part in parts_of(record, hands, at)]
    return _of_parts(record, viewer, at, parts)


def _of_parts(record: Record, viewer: View, at: int, parts: Sequence[WayDeduced]) -> Deduction:
    """What follows from all completions together."""
    if not parts:
        raise gap_contradiction(record, viewer, at)
    if len(parts) == 1 and not is_unsure(parts[0][0]) and parts[0][1].has_knowledge:
        part = parts[0][1]
        part.origin = record, at
        return part
    return GapDeduction(record, viewer, at, tuple(parts))


def follow_with_gaps(record: Record, view: ViewLike = None) -> Iterator[Deduction | None]:
    """What follows at each moment of a record with gaps, for a view: from the deal to the end.

    The completions are walked through once. None where it is undecided, as there are too many.

    Raises:
        ContradictionError: at the moment when no deal is left.
    """
    viewer = view_of(record, view)
    walks: list[CompletionWalk] = []
    with suppress(UndecidedError):  # the hands that are known may hang on gaps themselves
        walks = [CompletionWalk(record, hands) for hands in _hand_choices(record, viewer)]
    for at in range(len(record.events) + 1):
        try:
            if walks:
                yield _walked(record, viewer, at, walks)
                continue
        except UndecidedError:
            walks = []
        try:
            yield deduce_with_gaps(record, viewer, at)
        except UndecidedError:
            yield None


def _walked(record: Record, viewer: View, at: int, walks: Sequence[CompletionWalk]) -> Deduction:
    """What follows at the next moment of some walks.

    Raises:
        UndecidedError: where they are too many; the walks have ended then.
    """
    parts = []
    for walk in walks:
        if at:
            walk.go_on(record.events[at - 1])
        for completion in walk.completions():
            with suppress(ContradictionError):
                parts.append((completion, deduction_of(completion, View(walk.hands))))
        if len(parts) > MOST_APART:
            raise UndecidedError("not decided: the gaps can be filled in too many ways")
    return _of_parts(record, viewer, at, parts)


def parts_of(
    record: Record,
    hands: tuple[Hand, ...],
    at: int,
    *,
    by_players: bool = False,
) -> Iterator[WayDeduced]:
    """The completions in which a deal is left for some hands, each with what follows from it.

    Args:
        record: the game.
        hands: the dealt hands that are known.
        at: the moment.
        by_players: whether fillings that say the same to the reader stay apart.
    """
    ways = completions(record, at, hands=hands, by_players=by_players)
    for completion in ways:
        try:
            yield completion, deduction_of(completion, View(hands))
        except ContradictionError:
            continue


def deduction_of(completion: Completion, view: View) -> Deduction:
    """What follows from a completion.

    Raises:
        ContradictionError: where no deal fits.
    """
    charge(DEDUCTION_COST * len(completion.facts))
    state = replay_of(completion.record).state(completion.at)
    known = knowledge(completion.record, view.hands, state.section).with_facts(completion.facts)
    return Deduction(completion.record, view, possible_holders_of(known), state)


def is_unsure(completion: Completion) -> bool:
    """Whether a completion still leaves open how a gap is filled."""
    return any(
        isinstance(event, UnsureAsk) or (isinstance(event, Claim) and not event.holdings)
        for _, events in completion.fillings
        for event in events
    )


def gap_contradiction(record: Record, viewer: View, at: int) -> ContradictionError:
    """The error that names the first event at which no deal is left in any completion."""
    first, last = 0, at  # a deal is left before the one, and none at the other
    while first < last:
        middle = (first + last) // 2
        if is_consistent(record, viewer, middle):
            first = middle + 1
        else:
            last = middle
    if last == 0:
        return ContradictionError(0, "the record contradicts itself: no deal fits its header")
    line = record.events[last - 1].line
    where = f"event {last}" if line is None else f"event {last} (line {line})"
    return ContradictionError(
        last,
        f"the record contradicts itself: at {where} no deal is left that fits all it says, "
        "however its gaps are filled",
    )


def is_consistent(record: Record, viewer: View, at: int) -> bool:
    """Whether some deal fits some completion of the beginning of a record."""
    for _, part in parts_of(record, viewer.hands, at):
        part.close()
        return True
    return False


def _hand_choices(record: Record, viewer: View) -> list[tuple[Hand, ...]]:
    """The hands of a view, in each way that the completions of the record leave them.

    Raises:
        UndecidedError: where a gap decides one, and the completions cannot be gone through.
    """
    if not is_part_told(record, viewer):
        return [viewer.hands]
    choices = hand_choices(record)
    if len(choices) == 1:
        return [viewer.hands]
    own = {hand.seat: hand for hand in viewer.hands}
    return list(
        dict.fromkeys(
            tuple(
                hand if hand.whole else next((each for each in choice if each.seat == seat), hand)
                for seat, hand in own.items()
            )
            for choice in choices
        )
    )


def common_state(at: int, states: list[State]) -> State:
    """What some public states have in common: cards, sizes, half-suits, turns, forced claims.

    Where they differ in one of these, it is open. The score, the balance of each hand and the cards
    that left play unseen are those of the first state, and say nothing: see ``scores``.
    """
    first, *others = states
    located = {
        card: seat
        for card, seat in first.located.items()
        if all(other.located.get(card) == seat for other in others)
    }
    books = {name: _either([state.books[name] for state in states]) for name in first.books}
    sizes = {seat: _common([state.sizes[seat] for state in states]) for seat in first.sizes}
    situations = tuple(dict.fromkeys(case for state in states for case in state.situations))
    return replace(
        first,
        at=at,
        situations=situations,
        books=books,
        located=located,
        sizes=sizes,
        able=first.able.intersection(*(state.able for state in others)),
        forced=_common([state.forced for state in states]),
        awaited=None,
    )


def _either(books: list[BookState]) -> BookState:
    """A half-suit that is in play if it is so in some completion."""
    return next((book for book in books if book.status == "open"), books[0])


def _common(values: list[T | None]) -> T | None:
    """The value that all are; None where they differ."""
    return values[0] if all(value == values[0] for value in values) else None
