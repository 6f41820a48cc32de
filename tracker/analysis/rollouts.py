"""Rollouts: a moment played on by simulated players, after what was done and after another option.

A value is an estimate of a model (``tracker.analysis.equity``). A rollout asks simulated players
instead. Deals are drawn from what the actor could then think possible, each equally likely. In each
deal the game is played to its end twice: after what was done, and after the other option, with
chance from the same seed. The two games share the deal, so the luck of the deal falls out of their
difference (Hammersley and Handscomb, Monte Carlo Methods, 1964: correlated sampling). The mean of
the differences of the final margins comes with a 95% interval (Student's t).

It tells how *such players* fare, all of them, in deals that are equally likely. It proves nothing,
and says nothing of people.

Example: in 40 deals the other option ended 0.8 points better for the actor's team on average,
between 0.2 and 1.4.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from statistics import fmean, variance
from typing import Final, NamedTuple, TypeAlias

from tracker.analysis.equity import Outlooks, points_of
from tracker.analysis.review import DOUBTFUL, Decision, Review, worst_first
from tracker.analysis.shares import SEED, mean_limits
from tracker.answers import Answer, Brief, json_keys
from tracker.errors import RecordError
from tracker.game.events import Ask, Claim, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Deal
from tracker.knowledge.gather import facts_of_no_gift
from tracker.messages import require_kind, require_number
from tracker.play.game import Game
from tracker.play.players import play_to_the_end, require_kinds

PLAYERS: Final = ("thinker",)
"""Who plays on where nothing else is said."""

Move: TypeAlias = "Ask | Claim | None"
"""What is done first; None: the others go on."""
Margins: TypeAlias = tuple[int, int]
"""The final margins for the actor's team, after what was done and after the other option."""


class PairedGames(NamedTuple):
    """A deal that is to be played to its end twice."""

    place: int
    """Of the moment, among those asked for."""
    record: Record
    """The game up to the moment, with the hands of the deal."""
    seat: Seat
    """The actor."""
    moves: tuple[Move, Move]
    players: tuple[str, ...]
    seed: str


Spread: TypeAlias = Callable[
    [Callable[[PairedGames], "Margins | None"], Iterable[PairedGames]],
    Iterable[tuple[PairedGames, object]],
]
"""Does some work on items, here or in other processes; each comes with its result, in order."""


@json_keys(
    "event=decision.event",
    "seat=decision.seat",
    "chosen=decision.chosen",
    "other=decision.other",
    "deals",
    "difference",
    "low",
    "high",
)
@dataclass(frozen=True, repr=False)
class Rollout(Brief):
    """One moment, played on after what was done and after the best option that is another one."""

    decision: Decision
    """It had another option."""
    margins: tuple[Margins, ...] = ()
    """Of each deal, for the team of who acted, or let the moment pass."""

    @property
    def difference(self) -> float | None:
        """By how many points the other option ended better, on average; None: nothing was played.

        Below 0, what was done ended better.
        """
        return fmean(self._differences) if self.margins else None

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """The 95% limits of the difference; None where too little was played, or all agree."""
        if len(self.margins) < 2:
            return None, None
        each = self._differences
        return mean_limits(fmean(each), variance(each) / len(each), len(each))

    @property
    def _differences(self) -> Sequence[int]:
        return [other - chosen for chosen, other in self.margins]

    @property
    def favours_other(self) -> bool:
        """Whether the other option ended better, and the interval excludes 0."""
        low, _ = self.limits
        return low is not None and low > 0


@json_keys("*=review", "rollouts")
@dataclass(frozen=True, repr=False)
class Rollouts(Answer):
    """The review of a game, with some of its moments played on by simulated players."""

    review: Review
    """A decision of which no exact reason says that it was a mistake is among the moments where it
    was played on, and the interval excludes 0."""
    rollouts: tuple[Rollout, ...]
    """In the order in which the moments are told."""
    deals: int
    """How many were wanted for each moment."""
    players: tuple[str, ...]
    """Their kinds, clockwise; fewer are repeated."""
    seed: int
    stopped: bool = True
    """Whether it was ended before all was played."""

    @property
    def done(self) -> int:
        """How many deals have been played on."""
        return sum(len(rollout.margins) for rollout in self.rollouts)

    @property
    def wanted(self) -> int:
        """How many were to be."""
        return self.deals * len(self.rollouts)


def rollouts(
    review: Review,
    deals: int,
    *,
    event: int | None = None,
    players: Sequence[str] = PLAYERS,
    seed: int = SEED,
) -> Rollouts:
    """Play moments of a game on, after what was done and after another option.

    Args:
        review: what is played on are the moments that its text tells.
        deals: how many deals are drawn for each, two at least.
        event: play on what was decided at this event instead.
        players: the kind of each player, clockwise; fewer are repeated.
        seed: where chance comes from: the same seed, the same answer.

    Raises:
        RecordError: where there is no such event, nothing was judged at it, there was nothing else
            to do, or there is no such kind of player.
        UndecidedError: where deals cannot be drawn.
    """
    *_, last = rollouts_so_far(review, deals, event=event, players=players, seed=seed)
    return last


def _one_by_one(
    work: Callable[[PairedGames], Margins | None], items: Iterable[PairedGames]
) -> Iterator[tuple[PairedGames, object]]:
    """Do some work on items in this process."""
    return ((item, work(item)) for item in items)


def rollouts_so_far(
    review: Review,
    deals: int,
    *,
    event: int | None = None,
    players: Sequence[str] = PLAYERS,
    seed: int = SEED,
    spread: Spread = _one_by_one,
) -> Generator[Rollouts, None, None]:
    """What ``rollouts`` gives, as it grows: first without any deal, then after each.

    Every moment gets a deal before any gets a second. So wherever the work is ended, all moments
    are played on about as often.
    """
    require_kind(review, Review, "review (expected what tracker.review gives)")
    require_number(deals, 2, "number of deals")
    require_kinds(players)
    moments = [*_moments(review, event)]
    answer = Rollouts(review, tuple(moments), deals, tuple(players), seed)
    yield answer
    for pair, margins in spread(final_margins, _paired_games(answer)):
        if isinstance(margins, tuple):  # else the deal allows only one of the moves, or it was lost
            played = moments[pair.place]
            moments[pair.place] = replace(played, margins=(*played.margins, margins))
            played_on = replace(answer, review=review, rollouts=tuple(moments))
            answer = _with_confirmed(played_on)
            yield answer
    yield replace(answer, stopped=False)


# -- which moments --------------------------------------------------------------------------------


def _moments(review: Review, event: int | None) -> tuple[Rollout, ...]:
    """What is to be played on: the listed moments, or what was decided at an event.

    Raises:
        RecordError: where nothing was judged at the event, or there was nothing else to do.
    """
    if event is None:
        return tuple(map(Rollout, review.listed))
    number = review.record.moment(event)
    let_pass = [mistake for mistake in review.moments if mistake.chosen is None]
    decided = [each for each in (*review.decisions, *let_pass) if each.event == number]
    moments = tuple(Rollout(decision) for decision in decided if decision.other is not None)
    if not moments:
        why = "there was nothing else to do" if decided else "nothing was judged"
        raise RecordError(f"{why} at event {event}")
    return moments


def _with_confirmed(answer: Rollouts) -> Rollouts:
    """The answer, with what rollouts show to be mistakes among the moments of the review."""
    review = answer.review
    confirmed = [
        replace(rollout.decision, why="rollouts")
        for rollout in answer.rollouts
        if rollout.favours_other
        and rollout.decision.why is None
        and rollout.decision.error >= DOUBTFUL
    ]
    moments = worst_first([*review.moments, *confirmed])
    return replace(answer, review=replace(review, moments=moments)) if confirmed else answer


# -- playing on -----------------------------------------------------------------------------------


def _paired_games(answer: Rollouts) -> Iterator[PairedGames]:
    """What is to be played: for each moment a first deal, then for each a second, and so on."""
    record = answer.review.record
    decisions = [rollout.decision for rollout in answer.rollouts]
    positions = Outlooks(record)
    deals = [_deals(positions, decision, answer) for decision in decisions]
    for number, (place, decision) in product(range(answer.deals), enumerate(decisions)):
        yield PairedGames(
            place,
            _dealt(record, deals[place][number], decision.event - 1),
            decision.seat,
            (
                decision.chosen.move if decision.chosen else None,
                decision.other.move if decision.other else None,
            ),
            answer.players,
            f"{answer.seed}/{decision.event}/{number}",
        )


def _deals(positions: Outlooks, decision: Decision, answer: Rollouts) -> Sequence[Deal]:
    """Deals that the actor could think possible; a ``no`` just before was no gift of the card."""
    at = decision.event - 1
    no_gift = facts_of_no_gift(replay_of(positions.record).state(at))
    posterior = positions.posterior(decision.seat, at).given(no_gift)
    return posterior.sample(answer.deals, answer.seed)


def _dealt(record: Record, deal: Deal, at: int) -> Record:
    """A game up to a moment, as it was if the hands were those of a deal."""
    hands = tuple(
        Hand(seat, tuple(card for card in record.table.cards if deal[card] == seat))
        for seat in record.seats
    )
    return replace(record, hands=hands, events=record.events[:at])


def final_margins(pair: PairedGames) -> Margins | None:
    """Play a deal to its end after each of two moves; None where it does not allow one of them."""
    games = [_after(pair.record, move) for move in pair.moves]
    done, other = (None if game is None else _margin(game, pair) for game in games)
    return None if done is None or other is None else (done, other)


def _after(record: Record, move: Move) -> Game | None:
    """The game after a move, as it truly comes out; None where an ask is not legal in truth."""
    game = Game(record)
    if isinstance(move, Claim):
        game.play(game.claim(move.claimant, move.book, move.holdings))
    elif move is not None:
        asks = (ask for ask in game.asks(move.asker) if ask.target == move.target)
        ask = next((ask for ask in asks if ask.card == move.card), None)
        if ask is None:
            return None
        game.play(ask)
    return game


def _margin(game: Game, pair: PairedGames) -> int:
    """The final margin for the actor's team, once a game has been played to its end."""
    play_to_the_end(game, pair.players, random.Random(pair.seed))
    return points_of(game.score, game.table.team_of[pair.seat])
