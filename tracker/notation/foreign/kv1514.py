"""kv1514's history (kv1514/fish-researchp12, ``Observation.to_json``).

Known are the variants 48 and 54, the rules of 2026, and the events ``ask``, ``claim`` and ``pass``.
``mandatory_claim_known`` is reserved there and binds no player, so it says nothing in a record.
"""

from __future__ import annotations

from typing import Any, Final

from tracker.game.cards import SUIT_NAMES
from tracker.game.record import Record
from tracker.notation.foreign.log import (
    LONGEST,
    JsonObject,
    Log,
    judge_version,
    seat_number,
    shown,
    whole_list,
    whole_number,
)

VERSION: Final = "the history of 2026, variants 48 and 54"

_PRESETS: Final = {"48": "pagat", "54": "canadian-54"}
_WRONG_SPLIT: Final = {"null": "cancelled", "opponent": "opponents"}
_BOOKS: Final = (
    *(f"{half} {suit}" for half in ("low", "high") for suit in SUIT_NAMES.values()),
    "eights",
)
"""The half-suits by their numbers."""
_KEYS: Final = (
    *("type", "asker", "target", "card", "success", "claimer", "half_suit", "declared", "winner"),
    *("revealed", "player", "teammate"),
)


def record_of(document: Any) -> Record:
    """The game of a document."""
    match document:
        case {"history": history, "rules": rules} | {"history": history, "meta": {"rules": rules}}:
            judge_version(document, VERSION)
        case _:
            raise ValueError("this is no log of kv1514 (expected 'history' and 'rules')")
    log = _begun(rules, document)
    log.read(history, _read_event, _KEYS)
    if not log.hands and "player" in document and "hand" in document:
        log.tell_hand(document["player"], document["hand"], is_dealt=False)
    return log.record()


def _begun(rules: Any, document: JsonObject) -> Log:
    """A game with the rules of a log, in which nothing has happened yet."""
    match rules:
        case {
            "variant": "48" | "54" as variant,
            "claims_any_time": bool(any_time),
            "allow_bluff_asks": bool(bluff),
            "wrong_distribution_outcome": "null" | "opponent" as wrong,
            "starting_player": first,
            **others,
        } if others.keys() <= {"mandatory_claim_known"}:
            pass
        case _:
            raise ValueError(f"these rules are not known ({VERSION}): {shown(rules, LONGEST)}")
    changes = {
        "claims": "any-time" if any_time else "own-turn",
        "endgame": "any-player" if any_time else "alone",
        "own-card-asks": "bluff" if bluff else "forbidden",
        "wrong-split": _WRONG_SPLIT[wrong],
    }
    return Log(document, _PRESETS[variant], changes, seat_number(first))


def _read_event(log: Log, event: Any) -> None:
    """Tells a log of one event."""
    match event:
        case {"type": "ask", "asker": asker, "target": target, "card": card, "success": bool(hit)}:
            log.ask(asker, target, card, hit=hit)
        case {
            "type": "claim",
            "claimer": claimant,
            "half_suit": number,
            "declared": naming,
            "winner": winner,
        }:
            which = whole_number(number, len(log.deck.books) - 1, "a half-suit")
            cards = log.deck.by_name[_BOOKS[which]].cards
            named, holders = _by_card(cards, naming), _by_card(cards, event.get("revealed"))
            team = None if winner == -1 else whole_number(winner, 1, "a team")
            log.won_claim(claimant, named or {}, holders, team)
        case {"type": "pass", "player": passer, "teammate": receiver}:
            log.pass_turn(passer, receiver)
        case _:
            raise ValueError("this is no event of kv1514's history")


def _by_card(cards: tuple[str, ...], seats: object) -> dict[str, object] | None:
    """The seat of each card, from an array in the order of the cards; None where there is none."""
    if seats is None:
        return None
    return dict(zip(cards, whole_list(seats, len(cards)), strict=True))
