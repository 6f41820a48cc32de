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
from tracker.notation.foreign.log import SEATS, JsonObject, Log, object_in, require_shape

_VARIANTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "pagat48": ("pagat", {}),
    "us54": ("canadian-54", {"endgame": "any-player"}),
}
"""The preset and its changes for each variant."""
_SIGNS: Final = {
    **dict.fromkeys(("EIGHTS", "8C", "8D", "8H", "8S", "XR", "XB"), "us54"),
    "void": "pagat48",
}
"""The values of events that only one of the variants has."""
_BOOKS: Final = {
    "EIGHTS": "eights",
    **{
        f"{half.upper()}-{letter}": f"{half} {suit}"
        for half in ("low", "high")
        for letter, suit in SUIT_NAMES.items()
    },
}
_TEAMS: Final = {"team0": 0, "team1": 1, "void": None}


def record_of(document: Any) -> Record:
    """The game of a document: its events, perhaps wrapped in an object."""
    match document:
        case [*events]:
            document = {}
        case {"events": [*events], **others}:
            require_shape(others, "fishai-log")
        case _:
            raise ValueError("this is no log of FishAI (expected an array of 'events')")
    log = Log(document, *_VARIANTS[_variant(document, events)])
    log.read(events, "fishai-event", _read_event)
    return log.record()


def _variant(document: JsonObject, events: list[Any]) -> str:
    """The variant: what the log says, else what only one of them has."""
    places = (object_in(document, "meta"), document, object_in(document, "config"))
    told = [place["variant"] for place in places if "variant" in place]
    values = (value for event in events if isinstance(event, dict) for value in event.values())
    told += [_SIGNS[value] for value in values if isinstance(value, str) and value in _SIGNS]
    variant = told[0] if told else None
    require_shape(variant, "fishai-variant", "variant")
    return str(variant)


def _read_event(log: Log, event: Any) -> None:
    """Tells a log of one event."""
    if (event["type"] == "game_started") != (log.number == 1):
        raise ValueError("a log begins with 'game_started', which stands nowhere else")
    match event:
        case {"type": "game_started", "startingSeat": first}:
            log.begin(first)
        case {"type": "ask", "asker": asker, "target": target, "card": card, "hit": hit}:
            _send_turn(log, asker)
            log.ask(asker, target, card, hit=hit)
        case {"type": "claim", "claimer": claimant, "book": book, "assignments": naming}:
            name, shown = _BOOKS.get(book, book), event.get("actualHolders")
            held = log.held(name, shown) if shown else None
            log.claim(claimant, log.held(name, naming), _TEAMS[event["outcome"]], held)
        case {"type": "pass" | "designate", "from": passer, "to": receiver}:
            log.pass_turn(passer, receiver)
        case {"type": "player_out", "seat": seat}:
            log.require_sizes({seat: 0})
        case {"type": "endgame", "claimingTeam": team}:
            log.require_sizes(dict.fromkeys(range(1 - team, SEATS, 2), 0))
        case _:
            log.is_over = True  # perhaps before all half-suits are claimed


def _send_turn(log: Log, asker: int) -> None:
    """Sends the turn of a player without cards on to an opponent who asks, as old versions do."""
    turn = log.names.index(log.turn or log.names[asker])
    mates = log.names[turn % 2 :: 2]
    is_out = log.sizes.get(log.names[turn]) == 0 and any(log.sizes.get(mate) != 0 for mate in mates)
    if is_out and (turn - asker) % 2:
        log.pass_turn(turn, asker, irregular=True)
