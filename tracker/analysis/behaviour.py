"""How players ask: a small model of it, and what a deal weighs by it.

Uniform odds take every consistent deal for equally likely. But players ask where they hold much, so
their asks say more than that they were legal. The model has three steps. At a turn with an ask

1. a player chooses a half-suit b, with a probability in proportion to w[c][k], where k is how many
   cards of it the player holds then, and c its *context*, which all can see: whether the player
   asked in it before, how the last of these asks was answered, and whether a card of it lies openly
   with an opponent;
2. then a card of it: where the card asked for lies openly, all can see why; else it is one of those
   whose place is not known and that the player lacks, each equally likely;
3. then a seat, by what all can see.

The likelihood of an ask is w[c][k] / Z, with Z the sum over all half-suits in which the player may
ask, divided by the number of cards to choose from in step 2. All but Z is local: it is about one
half-suit. Of log Z the first two terms of its series about a typical Z are taken. With weights such
that the typical Z is 1, that is Z - 1, a sum over half-suits. So

    likelihood = w[c][k] / (cards to choose from) * product over half-suits b of exp(-w[c_b][k_b])

up to a factor that all deals have: asking in a half-suit speaks for cards of it, and not asking
speaks against. (The weight of a half-suit is about the probability that it is chosen.) A deal
weighs the product over all asks so far. By half-suit and seat, the weights are rounded to
thousandths of the largest and are never 0, so they change what is likely, and never what is
possible. The counting engine then counts exactly (``tracker.counting.open_deal.HandWeights``).

The weights are fitted by maximum likelihood (``tracker.archive.behaviour_fit``). Everything that is
not said above is left out: what partners agreed on, bluffs, what an ask gives away.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import exp, isfinite, log
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from tracker.answers import Answer
from tracker.counting import HandWeights
from tracker.errors import GapError, RecordError
from tracker.game.ask_rules import may_ask_for_own
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.record import Record, gap_numbers
from tracker.game.replay import Played, replay_of
from tracker.messages import printable, quote, require_kind

Weights: TypeAlias = Mapping[str, tuple[float, ...]]
"""By context, the weight of holding 1, 2, 3 … cards of the half-suit; the last one or more."""
MOST_HELD: Final = 4
"""So many cards of a half-suit, or more, weigh the same."""
CONTEXTS: Final = tuple(
    f"{before}{seen}" for before in ("first", "refused", "granted") for seen in ("", "+seen")
)
"""Whether the player asked in the half-suit before, how the last of these asks was answered, and
whether a card of it lies openly with an opponent."""
FORMAT: Final = "literature-behaviour"
VERSION: Final = 1
_LARGEST: Final = 1000
"""The largest weight of a seat in a half-suit, as an integer; the smallest is 1."""
_LONGEST_FILE: Final = 2**24


@dataclass(frozen=True)
class PlayerBehaviour:
    """How one player asks."""

    games: int
    asks: int
    weights: Weights


@dataclass(frozen=True)
class Fitted:
    """On what odds were fitted that know how players ask."""

    profile: str
    games: int
    asks: int


@dataclass(frozen=True, repr=False)
class Behaviour(Answer):
    """How some players ask: a profile. What is worked out with it is no proof of anything."""

    name: str
    players: str
    """Whose asks it was fitted on, in words."""
    games: int
    asks: int
    """How many it was fitted on."""
    weights: Weights
    of: Mapping[str, PlayerBehaviour] = field(default_factory=dict)
    """Those of players of whom there were enough games, by name, drawn towards that of all."""
    format: str = FORMAT
    version: int = VERSION

    @property
    def fitted(self) -> Fitted:
        """On what it was fitted."""
        return Fitted(self.name, self.games, self.asks)

    def weights_of(self, player: str) -> Weights:
        """The weights of a player: their own where there are any, else those of all."""
        own = self.of.get(player)
        return self.weights if own is None else own.weights


BehaviourLike: TypeAlias = Behaviour | str | os.PathLike[str]
"""A profile, the name of one that comes with the package, or a file with one."""


# -- asks as choices ------------------------------------------------------------------------------


class Option(NamedTuple):
    """A half-suit in which a player could ask, as all can see it."""

    context: str
    most: int
    """So many of its cards at most a player can hold who may ask in it."""
    seen: int
    """How many of them lie openly with the player."""
    hidden: frozenset[Card]
    """Those whose place is not public."""

    def weight(self, weights: Weights, held: int) -> float:
        """What it weighs in the choice; 0 where the player may not ask in it."""
        if not 1 <= held <= self.most:
            return 0.0
        by_number = weights[self.context]
        return by_number[min(held, len(by_number)) - 1]


class AskChoice(NamedTuple):
    """An ask, as the choice of a half-suit."""

    number: int
    """That of its event."""
    asker: Seat
    chosen: str
    options: Mapping[str, Option]
    """By name, the half-suits in play."""
    guessed: bool
    """Whether the card was one of those that the player lacks and whose place is not public."""

    def held(self, deal: Mapping[Card, Seat]) -> dict[str, int]:
        """How many cards of each half-suit the asker holds then.

        Args:
            deal: to whom each card of the asker was dealt; others may be left out.
        """
        return {
            name: option.seen + sum(deal.get(card) == self.asker for card in option.hidden)
            for name, option in self.options.items()
        }


def ask_choices(record: Record, at: int | None = None) -> Iterator[AskChoice]:
    """The regular asks among the first ``at`` events of a record without gaps; None: all.

    Raises:
        GapError: where the record has gaps before that.
    """
    require_no_gaps(record, at)
    last: dict[tuple[Seat, str], str] = {}
    for played in replay_of(record).played(at):
        if isinstance(played.event, Ask) and not played.event.irregular:
            choice = _choice(played, played.event, last)
            yield choice
            granted = "granted" if played.event.answer == "yes" else "refused"
            last[choice.asker, choice.chosen] = granted


def require_no_gaps(record: Record, at: int | None = None) -> None:
    """Go on where the first ``at`` events of a record have no gap; None: all.

    Raises:
        GapError: where they have one.
    """
    gaps = gap_numbers(record, at)
    if gaps:
        raise GapError(gaps[0], "odds that know how players ask need a record without gaps")


def _choice(played: Played, ask: Ask, last: Mapping[tuple[Seat, str], str]) -> AskChoice:
    """An ask as a choice.

    Args:
        played: its place in the game.
        ask: the ask.
        last: how the last ask of each player in each half-suit was answered.
    """
    state, deck = played.before, played.before.table.deck
    opponents = frozenset(state.table.opponents_of[ask.asker])
    options = {}
    # Where nobody may ask for their own card, whoever has all of them has none to ask for.
    whole = may_ask_for_own(state.table.rules)
    for name in state.open_books():
        cards = deck.by_name[name].cards
        places = {card: state.located[card] for card in cards if card in state.located}
        seen = "+seen" if opponents.intersection(places.values()) else ""
        options[name] = Option(
            last.get((ask.asker, name), "first") + seen,
            len(cards) if whole else len(cards) - 1,
            list(places.values()).count(ask.asker),
            frozenset(cards).difference(places),
        )
    guessed = ask.card not in state.located and not whole
    return AskChoice(played.number, ask.asker, deck.book_of[ask.card].name, options, guessed)


# -- what deals weigh -----------------------------------------------------------------------------


def hand_weights(
    record: Record, behaviour: Behaviour, at: int | None = None
) -> tuple[HandWeights, ...]:
    """What deals weigh by the asks of a record, up to a factor that all of them have.

    Args:
        record: the game, without gaps.
        behaviour: how the players ask.
        at: by the first so many events; None: by all.

    Raises:
        GapError: where the record has gaps before that.
    """
    logs: dict[tuple[Seat, str, frozenset[Card]], list[float]] = {}
    for choice in ask_choices(record, at):
        weights = behaviour.weights_of(choice.asker)
        for name, option in choice.options.items():
            sums = logs.setdefault(
                (choice.asker, name, option.hidden), [0.0] * (len(option.hidden) + 1)
            )
            for number in range(len(sums)):
                sums[number] += _log_likelihood(choice, name, weights, number)
    return tuple(HandWeights(*key, _rounded(sums)) for key, sums in logs.items() if any(sums))


def _log_likelihood(choice: AskChoice, book: str, weights: Weights, hidden: int) -> float:
    """What one half-suit adds to the logarithm of the likelihood of an ask.

    Args:
        choice: the ask.
        book: the half-suit.
        weights: the asker's.
        hidden: how many cards of it the asker holds whose place is not public.
    """
    option = choice.options[book]
    held = option.seen + hidden
    likelihood = -option.weight(weights, held)
    if book == choice.chosen:
        legal = min(max(held, 1), max(option.most, 1))  # other numbers are impossible anyway
        likelihood += log(option.weight(weights, legal) or 1.0)
        if choice.guessed:
            likelihood -= log(max(len(option.hidden) - hidden, 1))
    return likelihood


def _rounded(logs: list[float]) -> tuple[int, ...]:
    """Weights as integers: the largest 1000, none below 1."""
    largest = max(logs)
    return tuple(max(1, round(_LARGEST * exp(each - largest))) for each in logs)


# -- profiles -------------------------------------------------------------------------------------


@cache
def _shipped() -> Mapping[str, Behaviour]:
    """The profiles that come with the package, by name."""
    text = (files("tracker.analysis") / "profiles.json").read_text("utf-8")
    profiles = (_profile(document) for document in json.loads(text))
    return {profile.name: profile for profile in profiles}


def shipped_behaviours() -> tuple[str, ...]:
    """The names of the profiles that come with the package."""
    return tuple(_shipped())


def behaviour_of(source: BehaviourLike) -> Behaviour:
    """A profile by its name, or from a file that ``tracker behaviour`` wrote.

    Args:
        source: a profile; the name of one that comes with the package; else a path.

    Raises:
        RecordError: where there is none, or the file is no profile.
    """
    if isinstance(source, Behaviour):
        return source
    require_kind(source, str | os.PathLike, "profile (expected its name, or a path)")
    name = os.fspath(source)
    if name in _shipped():
        return _shipped()[name]
    try:
        with Path(name).open("rb") as file:
            content = file.read(_LONGEST_FILE)
    except (OSError, ValueError) as error:
        raise RecordError(
            f"no profile {quote(name)}: neither one of {', '.join(_shipped())} nor a file"
        ) from error
    try:
        return _profile(json.loads(content))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RecordError(
            f"{printable(name)} is no profile of how players ask (expected what tracker behaviour "
            f"writes, version {VERSION})"
        ) from error


def _profile(document: Any) -> Behaviour:
    """A profile from its JSON.

    Raises:
        ValueError: where something in it is not as it should be; as do a KeyError, a TypeError and
            an AttributeError.
    """
    if document["format"] != FORMAT or document["version"] != VERSION:
        raise ValueError("another format")
    return Behaviour(
        str(document["name"]),
        str(document["players"]),
        int(document["games"]),
        int(document["asks"]),
        _weights(document["weights"]),
        {
            str(player): PlayerBehaviour(
                int(own["games"]), int(own["asks"]), _weights(own["weights"])
            )
            for player, own in document["of"].items()
        },
    )


def _weights(document: Any) -> Weights:
    weights = {context: tuple(map(float, document[context])) for context in CONTEXTS}
    for by_number in weights.values():
        if not by_number or not all(0 < x < 1e6 and isfinite(x) for x in by_number):
            raise ValueError("weights that are none")
    return weights
