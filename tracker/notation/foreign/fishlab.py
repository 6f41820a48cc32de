"""The history in FishLab's bot protocol (dylann4500/fishbot, ``fishlab-json-v1``).

A log is a document with a ``history``, or the transcript of the protocol, one message a line:
``hello`` says the order of the cards, ``new_game`` begins a game, and the last message with a
``state`` has all of its history. Replies of the bot say nothing that the history does not.

After every event a log gives the hand sizes of all. They are a checksum; and after a wrong
declaration, which shows no card, they tell which team held the cards, and how many everyone has
now: the record says so with ``A has N``, since no claim would tell it.

The cards stand in an order of FishLab's own, six by six, so that a half-suit is a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain
from typing import Any, Final

from tracker.game.cards import DECKS
from tracker.game.events import HandSize
from tracker.game.record import Record
from tracker.notation.foreign.log import (
    CODES,
    SEATS,
    Held,
    JsonObject,
    Log,
    judge_version,
    object_in,
    seat_number,
    shown,
    whole_list,
    whole_number,
)
from tracker.notation.json_document import Documents

PROTOCOL: Final = "fishlab-json-v1"
SIX: Final = 6
"""How many cards a half-suit has."""
STANDARD_ORDER: Final = (
    *(rank + suit for suit in "SHDC" for half in ("234567", "9TJQKA") for rank in half),
    *("8S", "8H", "8D", "8C", "RJ", "BJ"),
)
"""The order of the cards in a log that does not say its own."""
RULES: Final = {"wrong-split": "opponents", "reveal": "nothing", "endgame": "any-player"}
"""In what the rules differ from their preset."""
_REPLIES: Final = ("action", "ok", "error")
_KEYS: Final = (
    *("t", "actor", "target", "card", "success", "counts", "set", "owner", "winner", "forced"),
)


# -- the games of a transcript --------------------------------------------------------------------


def games_of(messages: Documents) -> Documents:
    """The games of a log, each as a document with all that the messages have told of it."""
    cards, start = [*STANDARD_ORDER], 1
    deal: JsonObject = {}
    state: JsonObject = {}
    # The last game ends as the others do: where another would begin.
    for line, message in chain(messages, [(0, {"op": "new_game"})]):
        match message:
            case Exception():
                yield line, message
            case {"history": _}:
                yield line, {"cards": cards, **object_in(message, "hello"), **message}
            case {"op": "hello"}:
                try:
                    _judge_greeting(message)
                except ValueError as error:
                    yield line, error
                    return
                cards = message.get("cards", cards)
            case {"op": "new_game"}:
                yield from _ended(start, cards, state, deal)
                start, deal, state = line, message, {}
            case {"state": {"history": [*history]} as now}:
                if len(history) < len(state.get("history", ())):
                    yield from _ended(start, cards, state, deal)
                    start, deal = line, {}
                state = now
            case {**reply} if any(key in reply for key in _REPLIES):
                pass
            case _:
                known = "a message of the protocol has 'op', a reply 'action', a log 'history'"
                yield line, ValueError(f"this is no message of FishLab ({known})")


def _ended(start: int, cards: list[str], state: JsonObject, deal: JsonObject) -> Documents:
    """The game that began in a line, if any did: what was dealt, and the last message with a state.

    Args:
        start: the line.
        cards: the order of the cards.
        state: the state; empty where no message had one.
        deal: what was dealt; empty where no message said it.
    """
    if state:
        # A player's hand as it was dealt counts, not the hand of the last message.
        yield start, {"cards": cards, **state, **({"hand": None, **deal} if deal else {})}


def _judge_greeting(message: JsonObject) -> None:
    """Goes on with a protocol and an order of the cards that are known."""
    protocol = message.get("protocol", PROTOCOL)
    if protocol != PROTOCOL:
        raise ValueError(f"{shown(protocol)} is not a known protocol (expected {PROTOCOL})")
    if "cards" in message:
        order_of(message["cards"])


def order_of(cards: object) -> list[str]:
    """The order of the cards that a log says: all of them."""
    codes = cards if isinstance(cards, list) else []
    known = [CODES.get(code) for code in codes if isinstance(code, str)]
    if len(codes) != len(known) or {*known} != {*DECKS["jokers54"].cards} or len(known) != 54:
        raise ValueError("these are not the 54 cards of FishLab, each once")
    return codes


# -- one game -------------------------------------------------------------------------------------


def record_of(document: JsonObject) -> Record:
    """The game of a document that has a ``history``, perhaps wrapped as other logs are."""
    _judge_greeting(document)
    judge_version({key: value for key, value in document.items() if key != "protocol"}, PROTOCOL)
    rules = {
        **object_in(object_in(document, "meta"), "rules"),
        **object_in(document, "rules"),
        **document,
    }
    sets, any_time = rules.get("deck_sets", 9), rules.get("out_of_turn_declare", True)
    if sets not in (8, 9) or not isinstance(any_time, bool):
        raise ValueError(f"rules are not known (known: 8 or 9 'deck_sets'; protocol {PROTOCOL})")
    preset, claims = "canadian-54" if sets == 9 else "pagat", "any-time" if any_time else "own-turn"
    log = Log(document, preset, {**RULES, "claims": claims})
    log.read(document["history"], partial(read_event, document["cards"]), _KEYS)
    if not log.hands and document.get("hand") is not None and "seat" in document:
        log.tell_hand(document["seat"], document["hand"], is_dealt="op" in document)
    return log.record()


def read_event(order: Sequence[str], log: Log, event: Any) -> None:
    """Tells a log of one event.

    Args:
        order: the cards in the order of the log.
        log: the game so far.
        event: the event.
    """
    match event:
        case {"t": "ask", "actor": asker, "target": target, "card": card, "success": bool(hit)}:
            log.ask(asker, target, card, hit=hit)
        case {"t": "pass", "actor": passer, "target": receiver}:
            log.pass_turn(passer, receiver)
        case {"t": "declare", "actor": by, "set": number, "owner": owner, "success": bool(right)}:
            which = SIX * whole_number(number, len(log.deck.books) - 1, "a half-suit")
            cards = order[which : which + SIX]
            named = log.held(dict(zip(cards, whole_list(owner, SIX), strict=True)))
            claimant = seat_number(by)
            if right:
                log.claim(claimant, named, named)
            else:
                _declare_wrongly(log, claimant, named, event.get("counts"))
            winner = (claimant + (not right)) % 2
            if event.get("winner", winner) != winner:
                raise ValueError("the declaration does not give this winner")
        case _:
            raise ValueError("this is no event of FishLab")
    _check_sizes(log, event.get("counts"))


def _declare_wrongly(log: Log, claimant: int, named: Held, counts: object) -> None:
    """A wrong declaration: the hand sizes after it tell which team held the cards."""
    before, after = log.sizes, whole_list(counts, SEATS)
    lost = [
        size - whole_number(now, size, "a size") for size, now in zip(before, after, strict=True)
    ]
    public = [log.holder[card] for card in named if card in log.moved]
    if sum(lost) != SIX or any(public.count(seat) > cards for seat, cards in enumerate(lost)):
        raise ValueError(f"{log.book(named).name} cannot have taken {lost} cards from the seats")
    is_team = not any((seat - claimant) % 2 for seat, cards in enumerate(lost) if cards)
    log.claim(claimant, named, None, "split" if is_team else "opponents")
    log.sizes = after
    if len(public) < SIX and any(after):
        for seat, size in enumerate(before):
            if size and (not is_team or (seat - claimant) % 2 == 0):
                told = HandSize(log.names[seat], after[seat], log_event=log.number)
                log.events.append(told)


def _check_sizes(log: Log, counts: object) -> None:
    """Goes on where the log has the hand sizes that follow from its events."""
    for name, expected, size in zip(log.names, log.sizes, whole_list(counts, SEATS), strict=True):
        if expected != size:
            here = f"{name} has {shown(size)} cards here"
            raise ValueError(f"{here}, but by the events so far {expected}")
