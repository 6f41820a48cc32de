"""Games broken on purpose: one ask is written down wrong, or not at all."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Final

from tests.play.random_games import random_game
from tests.strategies import SEATS, SHY
from tracker.explain import conflicts, suggestions
from tracker.explain.slips import Repair
from tracker.game.events import Ask, AskAnswer, HandSize, Show
from tracker.game.record import Record
from tracker.play.policies import PEOPLE

SLIPS: Final = ("answer", "missing", "card", "seat")
"""A wrong answer, an ask left out, a wrong card, a wrong seat asked."""


@dataclass(frozen=True)
class Broken:
    """A game with a slip in it."""

    game: Record
    """As it was,"""
    record: Record
    """and as it was written down."""
    truth: Repair
    """The change that mends it."""


def broken_game(seed: int, slip: str, hands: int = 1, *, spoken: bool = True) -> Broken:
    """A six-player game with a slip at a random ask.

    Args:
        seed: fixes the game and the slip.
        slip: one of ``SLIPS``.
        hands: how many dealt hands the header has.
        spoken: whether hand sizes told and cards shown by chance are in the record.
    """
    rng = random.Random(seed)
    manners = (PEOPLE, SHY)[seed % 2]
    game = random_game(rng, SEATS[:6], dealer=SEATS[0], manners=manners, limit=220)
    kept = [one for one in game.events if spoken or not isinstance(one, HandSize | Show)]
    game = replace(game, hands=game.hands[:hands], events=tuple(kept))
    asks = [
        (number, event)
        for number, event in enumerate(game.events, start=1)
        if isinstance(event, Ask) and not event.irregular
    ]
    number, ask = rng.choice(asks)
    before, after = game.events[: number - 1], game.events[number:]
    written = (*before, *([] if slip == "missing" else [_wrong(rng, game, ask, slip)]), *after)
    kind = slip if slip in ("answer", "card", "seat") else "missing"
    return Broken(game, game.with_events(written), Repair(kind, number, ask))  # type: ignore[arg-type]


def _wrong(rng: random.Random, game: Record, ask: Ask, slip: str) -> Ask:
    if slip == "answer":
        answer: AskAnswer = "no" if ask.answer == "yes" else "yes"
        return replace(ask, answer=answer)
    if slip == "card":
        cards = game.deck.book_of[ask.card].cards
        return replace(ask, card=rng.choice([card for card in cards if card != ask.card]))
    seats = game.table.opponents_of[ask.asker]
    return replace(ask, target=rng.choice([seat for seat in seats if seat != ask.target]))


def rank_of_truth(broken: Broken, limit: int | None = None) -> int | None:
    """At which place, from 0, the change that mends a game is suggested.

    A missing ask may be suggested off its place: often nothing tells in which turn it was.

    Returns:
        The place; -1 where some deal fits the broken record, so that there is nothing to mend; none
        where it is not suggested.
    """
    found = conflicts(broken.record)
    if not found:
        return -1
    for place, suggestion in enumerate(suggestions(broken.record, found[0], limit=limit)):
        if _is_same(suggestion.repair, broken.truth):
            return place
    return None


def _is_same(change: Repair, truth: Repair) -> bool:
    same = (change.kind, change.new) == (truth.kind, truth.new)
    return same and (truth.kind == "missing" or change.event == truth.event)
