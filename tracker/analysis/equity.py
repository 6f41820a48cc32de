"""What a position is worth: the expected final margin of a team, in points.

This is an estimate, fitted on simulated players; no proof rests on it. Each half-suit in play is
worth its points times (chance that we score it - chance that they do). The chance is a logistic
function of what a view thinks of the half-suit now, by exact marginals, and of whose turn it is:

    value = points so far + sum over half-suits in play of points * (2 p - 1)

The idea, and the words *equity* (here: value), *error* and *luck*, are those of the analysis of
backgammon. ``python -m tests.benchmarks.equity`` fits the weights and measures how good they are.

A view is what the viewer thinks beside what everyone thinks: who is to ask next is judged by their
own eyes where it is the viewer, and else by those of everyone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from itertools import permutations
from math import exp, nextafter, prod, sqrt
from typing import Final, TypeAlias

from tracker.analysis.game import Followed
from tracker.counting import Counter, Posterior, game_counters
from tracker.game.cards import Card
from tracker.game.claimants import may_claim_any_time
from tracker.game.events import Ask, Pass, Seat
from tracker.game.legality import is_legal
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.game.state import State, changed
from tracker.game.table import Table, Team
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import ROUNDING
from tracker.knowledge.views import PUBLIC, knowledge

Odds: TypeAlias = Mapping[Seat, float]
"""How likely each seat is to hold a card now; seats that cannot are left out."""
SURE: Final = 1 - ROUNDING
"""From there on the *model* takes a chance for 1; what is certain is who can hold a card at all."""
BELOW_ONE: Final = nextafter(1.0, 0.0)
NAMES: Final = (
    "one", "turn", "share", "share_cubed", "share_unclear", "share_left", "turn_even", "turn_left",
    "turn_unclear", "owned", "named", "sure", "proven_us", "proven_them", "proven_us_turn",
    "proven_them_turn", "proven_us_free", "proven_them_free", "everyone_knows", "best_ask",
    "mean_ask", "sure_asks", "complete", "asker_share", "asker_has", "known", "known_turn",
    "asked", "asked_turn", "viewer_turn", "viewer_best", "viewer_complete", "viewer_has",
    "best_unclear",
)  # fmt: skip
"""The features of a half-suit. Nearly all change their sign with the team whose turn it is."""


@dataclass(frozen=True, eq=False)
class BookOutlook:
    """A half-suit in play, as a view and as everyone sees it."""

    name: str
    points: int
    mine: tuple[Odds, ...]
    """Of each card, in deck order, in the view."""
    public: tuple[Odds, ...]
    """Of each card, in everyone's eyes."""
    asked: frozenset[Seat]
    """Who has asked in it so far."""
    _after: dict[tuple[int, Seat, Seat | None], BookOutlook] = field(default_factory=dict)

    def after(self, place: int, asker: Seat, target: Seat, *, yes: bool) -> BookOutlook:
        """The half-suit after an ask for the card at a place; no other card is thought about."""
        ask = place, asker, None if yes else target
        if ask not in self._after:
            self._after[ask] = self._asked(place, asker, target, yes=yes)
        return self._after[ask]

    def _asked(self, place: int, asker: Seat, target: Seat, *, yes: bool) -> BookOutlook:
        """``after``, worked out."""

        def in_eyes(cards: tuple[Odds, ...]) -> tuple[Odds, ...]:
            odds = {asker: 1.0} if yes else _without(cards[place], (asker, target))
            return (*cards[:place], odds, *cards[place + 1 :])

        asked = self.asked | {asker}
        return BookOutlook(self.name, self.points, in_eyes(self.mine), in_eyes(self.public), asked)


def _without(odds: Odds, seats: tuple[Seat, ...]) -> Odds:
    """The odds once some seats are known not to hold the card; as they are where nobody is left."""
    left = {seat: chance for seat, chance in odds.items() if seat not in seats}
    total = sum(left.values())
    return {seat: chance / total for seat, chance in left.items()} if total > ROUNDING else odds


def surely(odds: Odds, seat: Seat) -> bool:
    """Whether a seat holds a card in every deal: no other can."""
    return len(odds) == 1 and seat in odds


def never_quite(chance: float, *, is_sure: bool) -> float:
    """A chance that is 1 only where that is certain, whatever floats make of it."""
    return 1.0 if is_sure else min(chance, BELOW_ONE)


@dataclass(frozen=True, eq=False)
class Outlook:
    """One view of one moment, for one team."""

    table: Table
    viewer: Seat | None
    """None: everyone."""
    team: Team
    """For whom values are."""
    turn: Seat
    points: int
    """Ours less theirs, so far."""
    books: Mapping[str, BookOutlook]
    """The half-suits in play."""
    _worth: dict[tuple[BookOutlook, Seat, int], float] = field(default_factory=dict)

    def value(self, turn: Seat | None = None) -> float:
        """The expected final margin of the team, if a seat has the turn; None: who has it."""
        turn = turn or self.turn
        return self.points + sum([self.worth(book, turn) for book in self.books.values()])

    def worth(self, book: BookOutlook, turn: Seat) -> float:
        """What a half-suit adds to the value, if it is as given and a seat has the turn."""
        of = book, turn, len(self.books)
        if of not in self._worth:
            self._worth[of] = book.points * (2 * self.chance(book, turn) - 1)
        return self._worth[of]

    def chance(self, book: BookOutlook, turn: Seat) -> float:
        """The chance that the team scores a half-suit, and half of that that nobody does."""
        may_claim = self.viewer is not None and (
            may_claim_any_time(self.table.rules) or turn == self.viewer
        )
        if may_claim and is_proven(book, self.team):
            return 1.0
        model = shipped_model()
        weights = model.public if self.viewer is None else model.seat
        return _logistic(sum(map(float.__mul__, features(self, book, turn), weights)))

    def wins(self) -> float:
        """The chance that the team wins, a tie counting half, as if half-suits were apart."""
        chances = [(book.points, self.chance(book, self.turn)) for book in self.books.values()]
        spread = sum(4 * points**2 * chance * (1 - chance) for points, chance in chances)
        return _logistic(shipped_model().spread * self.value() / sqrt(spread + 0.05))

    @cached_property
    def followed(self) -> float:
        """The value to a viewer who has the turn and takes all that is sure.

        The viewer asks for every card that is surely with an opponent, and claims every half-suit
        that is proven. Then comes the best other ask, or nothing that is better than the position
        then.
        """
        position = _all_taken(self)
        asks = (
            _mean(position, book, place, target)
            for book in position.books.values()
            for place, target in _worth_asking(position, book)
        )
        return max([position.value(), *asks])

    def with_book(self, book: BookOutlook) -> Outlook:
        """The position with a half-suit changed."""
        return changed(self, books={**self.books, book.name: book})


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0


# -- features -------------------------------------------------------------------------------------


def features(position: Outlook, book: BookOutlook, turn: Seat) -> tuple[float, ...]:
    """What the model is told of a half-suit, in the order of ``NAMES``.

    Args:
        position: the view, and the other half-suits.
        book: the half-suit.
        turn: whose turn it is.
    """
    table, us = position.table, position.team
    them, number = table.other_team(us), len(book.mine)
    sign = 1.0 if turn in us else -1.0
    is_viewer = float(turn == position.viewer)
    eyes = book.mine if is_viewer else book.public
    ours = [sum([odds.get(seat, 0.0) for seat in us]) for odds in book.mine]
    top_us, top_them = _tops(book.mine, us), _tops(book.mine, them)
    public_us, public_them = _tops(book.public, us), _tops(book.public, them)
    seen_us, seen_them = _sure(public_us), _sure(public_them)
    hits_us, hits_them = (top_us, top_them) if is_viewer else (public_us, public_them)
    hits = hits_them if turn in us else hits_us
    best, has = max(hits), 1 - prod([1 - odds.get(turn, 0.0) for odds in eyes])
    complete = has * (min(map(max, hits_us, hits_them)) > SURE)
    share = 2 * sum(ours) / number - 1
    unclear = 1 - sum(map(max, top_us, top_them)) / number
    proven_us, proven_them = (float(min(tops) > SURE) for tops in (top_us, top_them))
    known_us, known_them = sum(seen_us) / number, sum(seen_them) / number
    left = len(position.books) / len(table.books)
    free = float(may_claim_any_time(table.rules))
    asked_by = len(book.asked.intersection(us)) - len(book.asked.intersection(them))
    return (
        1.0, sign, share, share**3, share * unclear, share * left, sign * (1 - abs(share)),
        sign * left, sign * unclear,
        prod(ours) - prod([1 - chance for chance in ours]),
        prod(top_us) - prod(top_them),
        float(min(ours) > SURE) - float(max(ours) < ROUNDING),
        proven_us, proven_them, sign * proven_us, sign * proven_them,
        free * proven_us, free * proven_them,
        float(all(seen_us)) - float(all(seen_them)),
        sign * has * best, sign * has * sum(hits) / number,
        sign * has * sum(_sure(hits)) / number, sign * complete, has * share, sign * has,
        known_us - known_them, sign * (known_us + known_them), asked_by / 3,
        sign * (turn in book.asked), is_viewer * sign, is_viewer * sign * has * best,
        is_viewer * sign * complete, is_viewer * sign * has, sign * best * unclear,
    )  # fmt: skip


def _tops(cards: Iterable[Odds], seats: Team) -> list[float]:
    """Of each card, the chance of the likeliest of some seats."""
    return [max([odds.get(seat, 0.0) for seat in seats]) for odds in cards]


def _sure(chances: Iterable[float]) -> list[bool]:
    """Which of some chances are 1."""
    return [chance > SURE for chance in chances]


# -- the weights ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """Weights, and on what they were fitted."""

    fitted: str
    """On which games, in words."""
    public: tuple[float, ...]
    """For everyone's view."""
    seat: tuple[float, ...]
    """For a player's."""
    spread: float
    """How a margin becomes a chance to win."""


@cache
def shipped_model() -> Model:
    """The model that comes with the package."""
    document = json.loads((files("tracker.analysis") / "equity.json").read_text("utf-8"))
    public, seat = (
        tuple(float(document[view][name]) for name in NAMES) for view in ("public", "seat")
    )
    return Model(document["fitted"], public, seat, float(document["spread"]))


# -- asks -----------------------------------------------------------------------------------------


def ask_values(
    position: Outlook, book: BookOutlook, place: int, target: Seat, *, looks_on: bool = True
) -> tuple[float, float]:
    """The values after a yes and after a no, to an ask of the viewer whose turn it is.

    Where no yes can come, both are that after a no.

    Args:
        position: the view.
        book: the half-suit asked in.
        place: that of the card in it.
        target: who is asked.
        looks_on: whether a sure card is worth the best that follows it, and a yes all that is sure
            then; both are worked out.
    """
    asker = position.turn
    no = position.with_book(book.after(place, asker, target, yes=False)).value(target)
    if target not in book.mine[place]:
        return no, no
    after_yes = book.after(place, asker, target, yes=True)
    if not looks_on:
        return position.with_book(after_yes).value(asker), no
    after = position.with_book(after_yes)
    if surely(book.mine[place], target):
        # Who may ask there already takes all that is sure, whichever card comes first.
        is_in = any(surely(odds, asker) for odds in book.mine)
        return (position if is_in else after).followed, no
    return max(after.value(), _all_taken(after).value()), no


def _all_taken(position: Outlook) -> Outlook:
    """The position once the viewer, who has the turn, has taken and claimed all that is sure."""
    books = {name: _taken(position, book) for name, book in position.books.items()}
    proven = [book for book in books.values() if is_proven(book, position.team)]
    won = sum(book.points for book in proven)
    left = {name: book for name, book in books.items() if book not in proven}
    return changed(position, books=left, points=position.points + won)


def _mean(position: Outlook, book: BookOutlook, place: int, target: Seat) -> float:
    """The value of an ask, without looking on."""
    chance = book.mine[place][target]
    yes, no = ask_values(position, book, place, target, looks_on=False)
    return chance * yes + (1 - chance) * no


def _taken(position: Outlook, book: BookOutlook) -> BookOutlook:
    """A half-suit once the viewer, who has the turn, has asked for all that is sure in it."""
    for place, target in _worth_asking(position, book):
        if surely(book.mine[place], target):
            book = book.after(place, position.turn, target, yes=True)
    return book


def is_proven(book: BookOutlook, team: Team) -> bool:
    """Whether a view knows that a team has a half-suit, and who of it has each card."""
    return all(len(odds) == 1 and odds.keys() <= {*team} for odds in book.mine)


def is_owned(book: BookOutlook, team: Team) -> bool:
    """Whether a view knows that a team has a half-suit, whoever of it has each card."""
    return all(odds.keys() <= {*team} for odds in book.mine)


def _worth_asking(position: Outlook, book: BookOutlook) -> Iterator[tuple[int, Seat]]:
    """The asks in a half-suit that can hit: the place of the card, and who is asked."""
    if any(surely(odds, position.turn) for odds in book.mine):
        for place, odds in enumerate(book.mine):
            for target in position.table.opponents_of[position.turn]:
                if target in odds:
                    yield place, target


# -- the positions of a game ----------------------------------------------------------------------


class Outlooks:
    """The positions of a game without gaps, in the view of everyone and of seats.

    Args:
        record: the game.
        hands: the dealt hands of the seats whose views are asked for; None: all that are known.
        counters: what counts the deals of each view, by its name; None: new ones.
        followed: what views knew at each moment, where that is worked out already.
    """

    def __init__(
        self,
        record: Record,
        hands: Mapping[Seat, Hand] | None = None,
        counters: Mapping[str, Counter] | None = None,
        followed: Followed | None = None,
    ) -> None:
        self.record = record
        self.hands = known_hands(record) if hands is None else hands
        self._counters = game_counters() if counters is None else counters
        self._followed = followed or {}
        self._latest: dict[Seat | None, tuple[int, Posterior]] = {}
        self._odds: dict[tuple[Seat | None, int], Mapping[Card, Odds]] = {}

    def posterior(self, seat: Seat | None, at: int) -> Posterior:
        """What a view can think of the deal; quickest where moments are asked for in order.

        Args:
            seat: the seat, whose dealt hand has to be known; None: everyone.
            at: after so many events.
        """
        moment, posterior = self._latest.get(seat, (None, None))
        if posterior is None or moment != at:
            counter = self._counters[PUBLIC if seat is None else seat]
            hands = () if seat is None else (self.hands[seat],)
            posterior = counter.update(knowledge(self.record, hands, at))
            self._latest[seat] = at, posterior
        return posterior

    def position(self, seat: Seat | None, at: int, team: Team | None = None) -> Outlook:
        """A view of a moment.

        Args:
            seat: whose view; None: everyone's.
            at: after so many events.
            team: for whom it is valued; None: the team of the seat.

        Raises:
            UndecidedError: beyond the budget for counting.
        """
        state, table = replay_of(self.record).state(at), self.record.table
        team = team or table.team_of[seat or table.seats[0]]
        mine, public = self._odds_now(seat, at), self._odds_now(None, at)
        asked = self._asked(at)
        books = {
            name: BookOutlook(
                name,
                table.book_points(name),
                tuple(mine[card] for card in table.deck.by_name[name].cards),
                tuple(public[card] for card in table.deck.by_name[name].cards),
                frozenset(asked.get(name, ())),
            )
            for name in state.open_books()
        }
        points = points_of(state.score, team)
        return Outlook(table, seat, team, next_seats(state)[0], points, books)

    def _odds_now(self, seat: Seat | None, at: int) -> Mapping[Card, Odds]:
        """Where a view thinks that the cards in play are."""
        odds = self._odds.get((seat, at))
        if odds is None:
            odds = self._odds[seat, at] = self._followed_odds(seat, at) or self._counted(seat, at)
        return odds

    def _counted(self, seat: Seat | None, at: int) -> Mapping[Card, Odds]:
        """Where a view thinks that the cards in play are, by its own counts."""
        state = replay_of(self.record).state(at)
        dealt = self.posterior(seat, at).marginals()
        return {
            card: {state.located[card]: 1.0} if card in state.located else dealt[card]
            for card in state.cards
        }

    def _followed_odds(self, seat: Seat | None, at: int) -> Mapping[Card, Odds] | None:
        """Those that were worked out already; None where they were not, or beyond the budget."""
        known = self._followed.get(PUBLIC if seat is None else seat)
        chances = known[at].chances if known else None
        odds: dict[Card, Odds] = {}
        for card, shares in (chances or {}).items():
            odds[card] = {seat: share for seat, share in shares.items() if share is not None}
            if len(odds[card]) < len(shares):
                return None
        return odds or None

    def _asked(self, at: int) -> Mapping[str, set[Seat]]:
        """Who has asked in each half-suit so far."""
        asked: dict[str, set[Seat]] = {}
        for event in self.record.events[:at]:
            if isinstance(event, Ask):
                asked.setdefault(self.record.deck.book_of[event.card].name, set()).add(event.asker)
        return asked


def next_seats(state: State) -> tuple[Seat, ...]:
    """Who may go on: whose turn it is; where they are out of cards, who can be passed it."""
    seats = state.to_move or state.table.seats
    if len(seats) > 1 or state.may_hold_cards(seats[0]):
        return seats
    pairs = permutations(state.table.seats, 2)
    passed = {receiver for passer, receiver in pairs if is_legal(state, Pass(passer, receiver))}
    return tuple(seat for seat in state.table.seats if seat in passed) or seats


def points_of(score: Mapping[Team, int], team: Team) -> int:
    """A team's points less those of the other one."""
    return sum(points if of == team else -points for of, points in score.items())
