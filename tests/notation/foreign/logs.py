"""Games as FishLab would have logged them: from a record with all hands to a log.

Written from what that program logs, not from the reader: it says more than the reader needs.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any, Final

from tests.play.random_games import random_game
from tracker.game.events import Ask, Claim, Event, Pass
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.play.policies import Manners

PLAIN: Final = Manners(
    misnaming=0.2, overreach=0.2, curiosity=0, interruption=0, challenge=0, spoken_pass=1
)
"""Players who do nothing that only our notation can say."""
SEATS: Final = tuple(f"S{i}" for i in range(6))

US54: Final = PRESETS["canadian-54"].with_values({"endgame": "any-player"})
FISHLAB: Final = US54.with_values({"reveal": "nothing"})
_FISHLAB_SUITS: Final = "SHDC"


def play_fishlab(seed: int) -> Record:
    """A game of FishLab: everyone sees hand sizes, but no card after a wrong declaration."""
    rng = random.Random(seed)
    game = random_game(rng, SEATS, US54, dealer=rng.choice(SEATS), manners=PLAIN, limit=250)
    events = (replace(e, shown=None) if isinstance(e, Claim) else e for e in game.events)
    return replace(game, rules=FISHLAB, preset="canadian-54", events=tuple(events))


class Hands:
    """Who holds what, and whose the half-suits are, while a record is gone through."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.number = {seat: i for i, seat in enumerate(record.seats)}
        self.held = [set(hand.cards) for hand in record.hands]

    @property
    def sizes(self) -> list[int]:
        return [len(hand) for hand in self.held]

    def apply(self, event: Event) -> None:
        """Play an event."""
        if isinstance(event, Ask) and event.answer == "yes":
            self.held[self.number[event.target]].remove(event.card)
            self.held[self.number[event.asker]].add(event.card)
        elif isinstance(event, Claim):
            for hand in self.held:
                hand.difference_update(self.record.deck.by_name[event.book].cards)

    def winner(self, claim: Claim) -> int | None:
        """The team that scores."""
        team = self.number[claim.claimant] % 2
        if claim.outcome == "correct":
            return team
        if claim.outcome == "split" and self.record.rules.wrong_split == "cancelled":
            return None
        return 1 - team


def fishlab_cards() -> list[str]:
    """FishLab's order of the cards."""
    low, high = "234567", "9TJQKA"
    cards = [rank + suit for suit in _FISHLAB_SUITS for half in (low, high) for rank in half]
    return [*cards, "8S", "8H", "8D", "8C", "RJ", "BJ"]


def fishlab_history(record: Record, cards: list[str]) -> list[dict[str, Any]]:
    """The history of a game.

    Args:
        record: the game.
        cards: the order of the cards, six of a half-suit together.
    """
    hands = Hands(record)
    history = []
    for event in record.events:
        entry = _fishlab_event(event, hands, cards)
        hands.apply(event)
        history.append(entry | {"counts": hands.sizes})
    return history


def _fishlab_event(event: Event, hands: Hands, cards: list[str]) -> dict[str, Any]:
    number = hands.number
    if isinstance(event, Ask):
        return {
            "t": "ask",
            "actor": number[event.asker],
            "target": number[event.target],
            "card": event.card.replace("10", "T"),
            "success": event.answer == "yes",
        }
    if isinstance(event, Claim):
        said = {card.replace("10", "T"): number[seat] for card, seat in event.holdings}
        which = next(i // 6 for i, card in enumerate(cards) if card in said)
        return {
            "t": "declare",
            "actor": number[event.claimant],
            "set": which,
            "forced": False,
            "success": event.outcome == "correct",
            "winner": hands.winner(event),
            "owner": [said[card] for card in cards[which * 6 : which * 6 + 6]],
        }
    assert isinstance(event, Pass)
    return {"t": "pass", "actor": number[event.passer], "target": number[event.receiver]}


def fishlab(record: Record) -> dict[str, Any]:
    """FishLab's log of a game, with all the hands."""
    dealt = [[card.replace("10", "T") for card in hand.cards] for hand in record.hands]
    return {"hands": dealt, "history": fishlab_history(record, fishlab_cards())}


def fishlab_transcript(games: list[Record], seat: int, rng: random.Random) -> str:
    """What FishLab and the bot at a seat said to each other, one message a line.

    Args:
        games: the games that were played.
        seat: where the bot sat.
        rng: shuffles the order of the cards, which the first message says.
    """
    sets = [fishlab_cards()[i : i + 6] for i in range(0, 54, 6)]
    rng.shuffle(sets)
    cards = [card for six in sets for card in rng.sample(six, 6)]
    lines: list[dict[str, Any]] = [
        {"op": "hello", "protocol": "fishlab-json-v1", "engine": "fishlab", "cards": cards},
        {"ok": True, "protocol": "fishlab-json-v1"},
    ]
    rules = {"out_of_turn_declare": True, "cardless_may_declare": True, "deck_sets": 9}
    for game in games:
        dealt = [card.replace("10", "T") for card in game.hands[seat].cards]
        lines.append({"op": "new_game", "seat": seat, "hand": dealt, "rules": rules})
        history = fishlab_history(game, cards)
        for end in (len(history) // 2, len(history)):
            state = {"seat": seat, "deck_sets": 9, "hand": [], "rules": rules}
            lines.append({"op": "ask", "state": {**state, "history": history[:end]}})
            lines.append({"action": "none"})
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def fishlab_record(games: list[Record]) -> str:
    """FishLab's record file of some games."""
    cards = fishlab_cards()
    shown = [card.replace("T", "10") for card in cards]
    lines: list[dict[str, Any]] = [{"header": 1, "specA": "a", "specB": "b", "cards": shown}]
    for number, game in enumerate(games):
        lines.append(_fishlab_game(game, cards, number))
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def _fishlab_game(record: Record, cards: list[str], number: int) -> dict[str, Any]:
    index = {card: i for i, card in enumerate(cards)}
    events, winners = [], [-1] * 9
    for entry in fishlab_history(record, cards):
        kind = {"ask": 0, "declare": 1, "pass": 2}[entry["t"]]
        if kind == 1:
            winners[entry["set"]] = entry["winner"]
        events.append(
            [
                kind,
                entry["actor"],
                entry.get("target", 0),
                index.get(entry.get("card", ""), 0),
                entry.get("set", 0),
                int(entry.get("success", False)),
                entry.get("owner", [0] * 6),
                entry["counts"],
            ]
        )
    events.append([4, 0, 0, 0, 0, 0, [0] * 6, [0] * 6])
    return {
        "deal": number,
        "rot": 0,
        "orient": 0,
        "dealt": [[index[c.replace("10", "T")] for c in hand.cards] for hand in record.hands],
        "events": events,
        "setWinner": winners,
    }
