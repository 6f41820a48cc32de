"""Fitting how players ask, by maximum likelihood, on games of which the dealt hands are known.

The model is that of ``tracker.analysis.behaviour``. With a known hand each ask is a choice among
half-suits with weights, of which one was chosen: Luce's choice model. Its likelihood has one
maximum, which is found by the steps

    w[i] <- (times that i was chosen) / (sum of 1 / Z over all choices in which i could be chosen)

with Z the sum of the weights of a choice (D. Hunter, "MM algorithms for generalized Bradley-Terry
models", Annals of Statistics 32, 2004). Weights count up to a factor; it makes the harmonic mean of
Z be 1, as the model asks for.

So that what was never seen is not called impossible, each weight is drawn towards a choice at
random, as strongly as one ask would, and a player's weights towards those of all, as twenty would.

Example: of two choices between i and j, i was chosen once: both weigh 1/2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from tracker.analysis.behaviour import (
    CONTEXTS,
    MOST_HELD,
    Behaviour,
    PlayerBehaviour,
    Weights,
    ask_choices,
)
from tracker.archive.source_games import Games, each_game, identity
from tracker.errors import RecordError
from tracker.game.events import Seat
from tracker.game.record import Record, has_gaps

Kind: TypeAlias = tuple[str, int]
"""A context, and how many cards of the half-suit are held, at most ``MOST_HELD``."""
LEAST_GAMES: Final = 30
"""A player with fewer games has no profile of their own."""
_OF_CHANCE: Final = 1.0
"""Asks at random that a weight is drawn towards."""
_OF_ALL: Final = 20.0
"""Asks like those of all that a player's weight is drawn towards."""
_ROUNDS: Final = 500
_SMALL: Final = 2e-5
"""A step that changes every weight by a smaller share is the last one."""


class Choice(NamedTuple):
    """A choice among half-suits by a player whose hand is known."""

    chosen: Kind
    options: tuple[Kind, ...]
    """Sorted; the chosen one is among them."""


Choices: TypeAlias = Counter[Choice]


def fit_behaviour(
    games: Games, *, name: str = "fitted", players: str = "", least: int = LEAST_GAMES
) -> Behaviour:
    """How the players of some games ask.

    Only regular asks count, of players whose whole dealt hands the header gives, in games without
    gaps. A game that comes again counts once.

    Args:
        games: sources and records, or archives that keep their records.
        name: what the profile is to be called.
        players: whose asks these are, in words.
        least: how many games a player must have for a profile of their own.

    Raises:
        RecordError: where a source is not there, or there is no such ask.
    """
    of_player: dict[Seat, Choices] = {}
    games_of: Counter[Seat] = Counter()
    number = 0
    for record in _records(games):
        own = choices_of(record)
        number += bool(own)
        games_of.update(own.keys())
        for player, choices in own.items():
            of_player.setdefault(player, Counter()).update(choices)
    together: Choices = Counter()
    for choices in of_player.values():
        together.update(choices)
    if not together:
        raise RecordError("no game has an ask of a player whose whole dealt hand it gives")
    by_chance = 1 / _mean_options(together)
    weights = fitted(together, dict.fromkeys(_kinds(), by_chance), _OF_CHANCE)
    many = sorted(player for player, count in games_of.items() if count >= least)
    return Behaviour(
        name,
        players,
        number,
        together.total(),
        _by_context(weights),
        {
            player: PlayerBehaviour(
                games_of[player],
                of_player[player].total(),
                _by_context(fitted(of_player[player], weights, _OF_ALL)),
            )
            for player in many
        },
    )


def choices_of(record: Record) -> dict[Seat, Choices]:
    """The asks of a game as choices, by the player, where the player's hand is known."""
    if has_gaps(record):
        return {}
    dealt = {hand.seat: dict.fromkeys(hand.cards, hand.seat) for hand in record.hands if hand.whole}
    players: dict[Seat, Choices] = {}
    for choice in ask_choices(record):
        if choice.asker not in dealt:
            continue
        held = choice.held(dealt[choice.asker])
        kinds = {
            name: (option.context, min(held[name], MOST_HELD))
            for name, option in choice.options.items()
            if 1 <= held[name] <= option.most
        }
        if choice.chosen in kinds:
            own = Choice(kinds[choice.chosen], tuple(sorted(kinds.values())))
            players.setdefault(choice.asker, Counter())[own] += 1
    return players


def fitted(choices: Choices, towards: Mapping[Kind, float], asks: float) -> dict[Kind, float]:
    """The weights under which some choices are likeliest, with a harmonic mean of Z of 1.

    Args:
        choices: the choices, with how often each was made.
        towards: what each weight is drawn towards.
        asks: as strongly as so many asks.
    """
    kinds = list(towards)
    place = {kind: i for i, kind in enumerate(kinds)}
    rows = [([place[kind] for kind in choice.options], n) for choice, n in choices.items()]
    chosen = [asks] * len(kinds)
    for choice, times in choices.items():
        chosen[place[choice.chosen]] += times
    prior = [asks / towards[kind] for kind in kinds]
    weights = [towards[kind] for kind in kinds]
    for _ in range(_ROUNDS):
        offered, inverse = [0.0] * len(kinds), 0.0
        for options, times in rows:
            share = times / sum([weights[i] for i in options])
            inverse += share
            for i in options:
                offered[i] += share
        mean = inverse / choices.total()
        after = [n / (of / mean + p) for n, of, p in zip(chosen, offered, prior, strict=True)]
        change = max(abs(new / old - 1) for new, old in zip(after, weights, strict=True))
        weights = after
        if change < _SMALL:
            break
    return dict(zip(kinds, weights, strict=True))


def _mean_options(choices: Choices) -> float:
    return sum(len(choice.options) * times for choice, times in choices.items()) / choices.total()


def _kinds() -> Iterator[Kind]:
    """All kinds of half-suits to choose from."""
    return ((context, held) for context in CONTEXTS for held in range(1, MOST_HELD + 1))


def _by_context(weights: Mapping[Kind, float]) -> Weights:
    """Weights as a profile has them, with four digits."""
    held = range(1, MOST_HELD + 1)
    return {c: tuple(float(f"{weights[c, number]:.4g}") for number in held) for c in CONTEXTS}


# -- the games ------------------------------------------------------------------------------------


def _records(games: Games) -> Iterator[Record]:
    """The records of sources or archives, each game once."""
    seen: set[str] = set()
    for game in each_game(games):
        if game.record is not None and (name := identity(game.record)) not in seen:
            seen.add(name)
            yield game.record
