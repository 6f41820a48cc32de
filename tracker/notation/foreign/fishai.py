"""FishAI's event log (MeagerPotato/FishAI, ``PublicEvent`` of its engine).

Known are the variants ``pagat48`` and ``us54`` with all toggles off.

In old versions a claim out of turn that emptied the hand of the player at turn sent the turn
clockwise, even to the other team. No rule of ours does: the record has its owner pass it, as an
irregular event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tracker.game.cards import SUIT_NAMES
from tracker.game.record import Record
from tracker.notation.foreign.log import (
    SEATS,
    JsonObject,
    Log,
    judge_version,
    object_in,
    seat_number,
    shown,
    whole_number,
)

VERSION: Final = "the events of 2026, variants pagat48 and us54"

_VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "pagat48": ("pagat", {}),
    "us54": ("canadian-54", {"endgame": "any-player"}),
}
"""The preset and its changes for each variant."""
_BOOKS: Final = {
    "EIGHTS": "eights",
    **{
        f"{half.upper()}-{letter}": f"{half} {suit}"
        for half in ("low", "high")
        for letter, suit in SUIT_NAMES.items()
    },
}
_EIGHTS: Final = ("8C", "8D", "8H", "8S", "XR", "XB")
_TEAMS: Final = {"team0": 0, "team1": 1, "void": None}
_KEYS: Final = (
    *("type", "startingSeat", "asker", "target", "card", "hit", "claimer", "book", "assignments"),
    *("actualHolders", "outcome", "from", "to", "seat", "claimingTeam", "score", "winner"),
)


def record_of(document: Any) -> Record:
    """The game of a document: its events, perhaps wrapped in an object."""
    match document:
        case [*events]:
            document = {}
        case {"events": [*events]}:
            judge_version(document, VERSION)
        case _:
            raise ValueError("this is no log of FishAI (expected an array of 'events')")
    log = Log(document, *_VARIANTS[_variant(document, events)])
    log.read(events, _read_event, _KEYS)
    return log.record()


def _variant(document: JsonObject, events: list[Any]) -> str:
    """The variant: what the log says, else what only one of them has."""
    config = object_in(document, "config")
    if any(toggle is not False for toggle in object_in(config, "toggles").values()):
        raise ValueError(f"no toggle but false is known ({VERSION})")
    places = (object_in(document, "meta"), document, config)
    variants = [place["variant"] for place in places if "variant" in place]
    objects = [event for event in events if isinstance(event, dict)]
    if any(event.get("book") == "EIGHTS" or event.get("card") in _EIGHTS for event in objects):
        variants.append("us54")
    if any(event.get("outcome") == "void" for event in objects):
        variants.append("pagat48")
    if not variants or variants[0] not in [*_VARIANTS]:
        variant = shown(variants[0]) if variants else "the log"
        raise ValueError(f"{variant} says no variant (expected {' or '.join(_VARIANTS)})")
    return str(variants[0])


def _read_event(log: Log, event: Any) -> None:
    """Tells a log of one event."""
    match event:
        case {"type": "game_started", "startingSeat": first} if log.turn is None:
            log.first = log.turn = seat_number(first)
        case {"type": "game_started"}:
            raise ValueError("a log begins with 'game_started', which stands nowhere else")
        case _ if log.turn is None:
            raise ValueError("a log begins with 'game_started'")
        case {"type": "ask", "asker": asker, "target": target, "card": card, "hit": bool(hit)}:
            _send_turn(log, log.turn, seat_number(asker))
            log.ask(asker, target, card, hit=hit)
        case {
            "type": "claim",
            "claimer": claimant,
            "book": str(book),
            "assignments": {**naming},
            "outcome": "team0" | "team1" | "void" as outcome,
        }:
            log.won_claim(claimant, naming, event.get("actualHolders") or None, _TEAMS[outcome])
            if _BOOKS.get(book) != log.deck.book_of[log.card(next(iter(naming)))].name:
                raise ValueError(f"{shown(book)} is not the book of these cards")
        case {"type": "pass" | "designate", "from": passer, "to": receiver}:
            log.pass_turn(passer, receiver)
        case {"type": "player_out", "seat": seat}:
            log.require_empty([seat_number(seat)])
        case {"type": "endgame", "claimingTeam": team}:
            log.require_empty(range(1 - whole_number(team, 1, "a team"), SEATS, 2))
        case {"type": "game_over", "score": _, "winner": _}:
            log.is_over = True  # perhaps before all half-suits are claimed
        case _:
            raise ValueError("this is no event of FishAI")


def _send_turn(log: Log, turn: int, asker: int) -> None:
    """Sends the turn of a player without cards on, as old versions do.

    Args:
        log: the game so far.
        turn: whose turn it is by our rules.
        asker: who asks next.
    """
    mates = [seat for seat in range(turn % 2, SEATS, 2) if log.sizes[seat] > 0]
    if not log.is_hidden and log.sizes[turn] == 0 and mates and (turn - asker) % 2:
        log.pass_turn(turn, asker, irregular=True)
