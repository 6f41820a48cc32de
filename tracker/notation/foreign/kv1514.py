"""kv1514's history (kv1514/fish-researchp12, ``Observation.to_json``).

Known are the variants 48 and 54, the rules of 2026, and the events ``ask``, ``claim`` and ``pass``.
``mandatory_claim_known`` is reserved there and binds no player, so it says nothing in a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.game.cards import DECKS, SUIT_NAMES
from tracker.game.record import Record
from tracker.notation.foreign.log import Log, object_in, require_shape

_PRESETS: Final = {"48": "pagat", "54": "canadian-54"}
_WRONG_SPLIT: Final = {"null": "cancelled", "opponent": "opponents"}
_BOOKS: Final = (
    *(f"{half} {suit}" for half in ("low", "high") for suit in SUIT_NAMES.values()),
    "eights",
)
"""The half-suits by their numbers."""


def record_of(document: Any) -> Record:
    """The game of a document."""
    match document:
        case {"history": [*history], **told}:
            rules = document.get("rules", object_in(document, "meta").get("rules"))
            require_shape({**told, "rules": rules}, "kv1514-log")
        case _:
            raise ValueError("this is no log of kv1514 (expected 'history' and 'rules')")
    log = Log(document, _PRESETS[rules["variant"]], _changes(rules))
    log.begin(rules["starting_player"])
    log.read(history, "kv1514-event", _read_event)
    if not log.hands and "player" in document and "hand" in document:
        log.tell_hand(document["player"], document["hand"], is_dealt=False)
    return log.record()


def _changes(rules: Mapping[str, Any]) -> dict[str, str]:
    """The values in which the rules of a log differ from their preset."""
    return {
        "claims": "any-time" if rules["claims_any_time"] else "own-turn",
        "endgame": "any-player" if rules["claims_any_time"] else "alone",
        "own-card-asks": "bluff" if rules["allow_bluff_asks"] else "forbidden",
        "wrong-split": _WRONG_SPLIT[rules["wrong_distribution_outcome"]],
    }


def _read_event(log: Log, event: Any) -> None:
    """Tells a log of one event."""
    match event:
        case {"type": "ask", "asker": asker, "target": target, "card": card, "success": hit}:
            log.ask(asker, target, card, hit=hit)
        case {"type": "pass", "player": passer, "teammate": receiver}:
            log.pass_turn(passer, receiver)
        case {"claimer": claimant, "half_suit": number, "declared": naming, "winner": winner}:
            book, shown = _BOOKS[number], event.get("revealed")
            cards = DECKS["jokers54"].by_name[book].cards
            named = log.held(book, dict(zip(cards, naming, strict=True)))
            held = shown and log.held(book, dict(zip(cards, shown, strict=True)))
            log.claim(claimant, named, None if winner < 0 else winner, held)
