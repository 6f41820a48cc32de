"""The history in FishLab's bot protocol (dylann4500/fishbot, ``fishlab-json-v1``), and its files.

A log is a document with a ``history``; or the transcript of the protocol, one message a line; or a
record file. In a transcript ``hello`` says the order of the cards, ``new_game`` begins a game, and
the last message with a ``state`` has all of its history. Replies of the bot say nothing that the
history does not. A record file begins with a header, which says the order of the cards; then comes
a game a line, and its events are arrays of what an event of the protocol has by name. What an event
of its kind has no use for is in it all the same, and means nothing.

After every event a log gives the hand sizes of all. They are a checksum; and after a wrong
declaration, which shows no card, they tell which team held the cards, and how many everyone has
now: the record says so with ``A has N``, since no claim would tell it.

The cards stand in an order of FishLab's own, six by six, so that a half-suit is a number.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Any, Final

from tracker.game.cards import DECKS
from tracker.game.events import HandSize
from tracker.game.record import Record
from tracker.notation.foreign.log import (
    CODES,
    Held,
    JsonObject,
    Log,
    object_in,
    require_shape,
)
from tracker.notation.json_document import Documents

STANDARD_ORDER: Final = (
    *(rank + suit for suit in "SHDC" for half in ("234567", "9TJQKA") for rank in half),
    *("8S", "8H", "8D", "8C", "RJ", "BJ"),
)
"""The order of the cards in a log that does not say its own."""
_SIX: Final = 6
"""How many cards a half-suit has."""
_RULES: Final = {"wrong-split": "opponents", "reveal": "nothing", "endgame": "any-player"}
"""In what the rules differ from their preset."""
_STANDARD_RULES: Final = {"deck_sets": 9, "out_of_turn_declare": True}
"""The rules of a log that does not say its own."""
_KINDS: Final = ("ask", "declare", "pass", "declare", "end")
"""The kinds of events of a record file; the second kind of declaration is a forced one."""
_COLUMNS: Final = ("t", "actor", "target", "card", "set", "success", "owner", "counts")
"""What stands in the array of an event there."""
_REPLIES: Final = ("action", "ok", "error")


# -- the games of a file --------------------------------------------------------------------------


def games_of(messages: Documents) -> Documents:
    """The games of a log, each as a document with all that the messages have told of it."""
    order: JsonObject = {}
    deal: JsonObject = {}
    game: JsonObject = {}
    start = 1
    # The last game ends as the others do: where another would begin.
    for line, message in chain(messages, [(0, {"op": "new_game"})]):
        match message:
            case Exception():
                yield line, message
            case {"op": "hello"} | {"header": _, "cards": _}:
                try:
                    order = {"cards": _order({**order, **message})}
                except ValueError as error:
                    yield line, error
                    return
            case {"dealt": _} if not order:
                yield line, ValueError("a record file begins with a header and its 'cards'")
                return
            case {"history": [*_]} | {"dealt": _, "events": [*_]}:
                yield line, {**order, **object_in(message, "hello"), **message}
            case {"op": "new_game"}:
                if game:
                    yield start, game
                start, deal, game = line, message, {}
            case {"state": {"history": [*history]} as state}:
                if len(history) < len(game.get("history", ())):
                    yield start, game
                    start, deal = line, {}
                # A player's hand as it was dealt counts, not the hand of a later message.
                game = {**order, **state, **({"hand": None, **deal} if deal else {})}
            case {**reply} if any(key in reply for key in _REPLIES):
                pass
            case _:
                known = "a message of the protocol has 'op', a reply 'action', a log 'history'"
                yield line, ValueError(f"this is no message of FishLab ({known})")


def _order(document: JsonObject) -> list[str]:
    """The order of the cards that a document says, if it is of a version that is known."""
    require_shape(document, "fishlab-log")
    cards = document.get("cards", STANDARD_ORDER)
    if {CODES.get(code) for code in cards} != {*DECKS["jokers54"].cards}:
        raise ValueError("these are not the 54 cards of FishLab, each once")
    return [*cards]


# -- one game -------------------------------------------------------------------------------------


def record_of(document: JsonObject) -> Record:
    """The game of a document: of a record file, or with a ``history`` and perhaps ``meta``."""
    match document:
        case {"dealt": dealt, "events": [*events], **others}:
            cards = _order({**others, "dealt": dealt})
            hands = [[cards[index] for index in hand] for hand in dealt]
            log = Log({"hands": hands}, "canadian-54", _RULES)
            read = partial(_read_row, cards, others.get("setWinner"))
            log.read(events, "fishlab-row", read)
        case {"history": [*history], **others}:
            log = Log(others, *_rules(others))
            log.read(history, "fishlab-event", partial(_read_event, _order(others)))
            if not log.hands and others.get("hand") is not None and "seat" in others:
                log.tell_hand(others["seat"], others["hand"], is_dealt="op" in others)
    return log.record()


def _rules(document: JsonObject) -> tuple[str, JsonObject]:
    """The preset of a log, and the values in which its rules differ from that."""
    told = {
        **object_in(object_in(document, "meta"), "rules"),
        **object_in(document, "rules"),
        **document,
    }
    rules = {key: told.get(key, standard) for key, standard in _STANDARD_RULES.items()}
    require_shape(rules, "fishlab-rules", "rules")
    claims = "any-time" if rules["out_of_turn_declare"] else "own-turn"
    preset = "canadian-54" if rules["deck_sets"] == _STANDARD_RULES["deck_sets"] else "pagat"
    return preset, {**_RULES, "claims": claims}


def _read_row(cards: list[str], winners: Any, log: Log, row: Any) -> None:
    """Tells a log of one event of a record file.

    Args:
        cards: the cards in the order of the file.
        winners: who won each half-suit, by the log; None where it does not say that.
        log: the game so far.
        row: the array of the event.
    """
    event = dict(zip(_COLUMNS, row, strict=True))
    require_shape(event, "fishlab-file-event")
    event["t"] = _KINDS[event["t"]]
    if event["t"] == "ask":
        event["card"] = cards[event["card"]]
    if event["t"] == "declare" and winners is not None:
        event["winner"] = winners[event["set"]]
    _read_event(cards, log, event)


def _read_event(cards: list[str], log: Log, event: Any) -> None:
    """Tells a log of one event.

    Args:
        cards: the cards in the order of the log.
        log: the game so far.
        event: the event.
    """
    match event:
        case {"t": "end"}:
            log.is_over = True
            return
        case {"t": "ask", "actor": asker, "target": target, "card": card, "success": hit}:
            log.ask(asker, target, card, hit=hit)
        case {"t": "pass", "actor": passer, "target": receiver}:
            log.pass_turn(passer, receiver)
        case {"t": "declare", "actor": claimant, "set": number, "owner": owner, "success": right}:
            six = cards[_SIX * number : _SIX * (number + 1)]
            book = log.deck.book_of[log.card(six[0])].name
            named = log.held(book, dict(zip(six, owner, strict=True)))
            winner = event.get("winner", (claimant + (not right)) % 2)
            if right:
                log.claim(claimant, named, winner, held=named)
            else:
                _declare_wrongly(log, claimant, named, winner, event["counts"])
    log.require_sizes(dict(enumerate(event["counts"])))


def _declare_wrongly(
    log: Log, claimant: int, named: Held, winner: object, counts: list[int]
) -> None:
    """A wrong declaration: the hand sizes after it tell which team held the cards."""
    before, after = {**log.sizes}, dict(zip(log.names, counts, strict=True))
    lost = {seat: size - after[seat] for seat, size in before.items()}
    places = [*log.places(named).values()]
    is_sound = all(places.count(seat) <= number for seat, number in lost.items())
    if not is_sound or sum(lost.values()) != _SIX:
        taken = ", ".join(f"{number} from {seat}" for seat, number in lost.items())
        raise ValueError(f"the half-suit cannot have taken {taken}")
    team = {*log.names[claimant % 2 :: 2]}
    is_team = {seat for seat, number in lost.items() if number} <= team
    log.claim(claimant, named, winner, outcome="split" if is_team else "opponents")
    log.sizes = after
    if None in places and any(counts):
        for seat, size in before.items():
            if size and (not is_team or seat in team):
                log.events.append(HandSize(seat, after[seat], log_event=log.number))
