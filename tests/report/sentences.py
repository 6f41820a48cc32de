"""Reads sentences of a proof back, and asks of each whether it is so.

A sentence is asked of deals that fit what the view knows, drawn at random by the counting engine,
which made none of the sentences. What is said of hand sizes, of places that everyone saw, and of
events is compared with the replay. A sentence that is not understood as a whole is an error, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tracker.counting import Counter
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Claim,
    Event,
    Give,
    HandSize,
    HandSizes,
    Pass,
    Seat,
    Show,
    cards_in,
)
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.inference.deduction import Deduction

DRAWS: Final = 40
"""How many deals a sentence is asked of."""
SIGNS: Final = dict(zip("♣♦♥♠", "CDHS", strict=True))


class FalseError(AssertionError):
    """A sentence that is not so, or that nobody can check."""


def in_codes(text: str) -> str:
    """A text of the page with its cards as the notation writes them: 5D for 5♦."""
    return re.sub(r"(10|[2-9JQKA])([♣♦♥♠])\ufe0e?", lambda m: m[1] + SIGNS[m[2]], text)


class Language:
    """The words of one record, and the patterns that are made of them."""

    def __init__(self, record: Record) -> None:
        self.parts = _parts(record)
        self._compiled: dict[str, re.Pattern[str]] = {}

    def match(self, pattern: str, text: str) -> re.Match[str] | None:
        """The match of a whole text; in the pattern ``<N:who>`` is a part under a name."""
        made = self._compiled.get(pattern)
        if made is None:
            source = re.sub(
                r"(?<!\(\?P)<(\w+)(?::(\w+))?>",
                lambda m: f"(?P<{m[2]}>{self.parts[m[1]]})" if m[2] else self.parts[m[1]],
                pattern,
            )
            made = self._compiled[pattern] = re.compile(source)
        return made.fullmatch(text)


def _parts(record: Record) -> dict[str, str]:
    """The parts that sentences are made of, as patterns: names, cards, half-suits, numbers."""
    name, card, book = (
        f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"
        for words in (record.seats, record.deck.cards, record.deck.by_name)
    )
    return {
        "N": name,
        "NN": rf"{name}(?:, {name})*(?: (?:and|or|nor) {name})?",
        "C": card,
        "CC": rf"{card}(?: {card})*",
        "B": book,
        "BB": rf"{book}(?:, {book})*(?: and {book})?",
        "K": r"(?:\d+|one|none)",
    }


@dataclass
class Told:
    """What a sentence may refer to: the last event, question and hands that were told."""

    event: int | None = None
    question: Card | None = None
    seats: tuple[Seat, ...] = ()
    """Whose hands were told,"""
    dealt: bool = False
    """and whether as they were dealt."""
    events: set[int] = field(default_factory=set)
    """All the events that were told."""
    choice: tuple[Card, ...] = ()
    """The cards of which a player has one."""


@dataclass
class Reader:
    """Judges the sentences of one view at one moment.

    Args:
        deduction: the view at the moment.
        language: of its record.
    """

    deduction: Deduction
    language: Language
    told: Told = field(default_factory=Told)

    @cached_property
    def record(self) -> Record:
        return self.deduction.record

    @cached_property
    def states(self) -> Sequence[State]:
        return states(self.record)

    @cached_property
    def deals(self) -> list[Mapping[Card, Seat]]:
        """Deals that fit, as the cards were dealt."""
        return [*Counter().update(self.deduction.knowledge).sample(DRAWS, seed=1)]

    def seats(self, names: str) -> tuple[Seat, ...]:
        return tuple(re.findall(self.language.parts["N"] + r"(?![\w.-]*\w)", names))

    def book(self, name: str) -> tuple[Card, ...]:
        return self.record.deck.by_name[name].cards

    # -- what is asked of the deals ---------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.deduction.at

    def holder(self, deal: Mapping[Card, Seat], card: Card, at: int) -> Seat | None:
        """Who holds a card at a moment; None where it is out of play."""
        state = self.states[at]
        if not state.is_open(card):
            return None
        return state.located.get(card, deal[card])

    def held(
        self, seats: Iterable[Seat], cards: Iterable[Card], least: int, most: int, at: int
    ) -> None:
        """That some seats together hold so many of some cards at a moment, in every deal."""
        seats, cards = {*seats}, [*cards]
        for deal in self.deals:
            number = sum(self.holder(deal, card, at) in seats for card in cards)
            if not least <= number <= most:
                raise FalseError(
                    f"{sorted(seats)} held {number} of {cards} at {at}, not {least} to {most}"
                )

    def require(self, is_so: object, why: object = "") -> None:
        if not is_so:
            raise FalseError(str(why))

    def size(self, seat: Seat) -> int | None:
        """How many cards a seat holds now; where that is not public, as the view knows it."""
        return self.deduction.sizes()[seat]

    def moved(self, card: Card, at: int | None = None) -> bool:
        state = self.states[self.now if at is None else at]
        return card in state.located or not state.is_open(card)

    def when(self, cards: Iterable[Card]) -> int:
        """The moment that a choice among some cards is about: now, or where one has moved since,
        just before the event that was told."""
        if any(map(self.moved, cards)) and self.told.event is not None:
            return self.told.event - 1
        return self.now

    def unknown(self, cards: Iterable[Card]) -> list[Card]:
        """Those of which not everyone knows who holds them."""
        return [card for card in cards if not self.moved(card)]

    # -- a sentence -------------------------------------------------------------------------------

    def read(self, text: str) -> int:
        """Judges all the sentences of a text; returns how many there are."""
        sentences = [one for one in re.split(r"(?<=[.?]) (?=[^a-z])", text) if one]
        for one in sentences:
            try:
                self._sentence(one.removesuffix("."))
            except FalseError as error:
                raise FalseError(f"{one!r} in {text!r}: {error}") from error
        return len(sentences)

    def _sentence(self, text: str) -> None:
        for pattern, judge in FORMS:
            found = self.language.match(pattern, text)
            if found is not None:
                judge(self, found.groupdict())
                return
        self.statement(text)

    def statement(self, text: str) -> None:
        """One statement or several: who holds how many of what, now or when they were dealt."""
        text = re.sub(r" \((?:steps?|events?) [\d, and]+\)", "", text)
        for pattern, judge in STATEMENTS:
            found = self.language.match(pattern, text)
            if found is not None:
                judge(self, found.groupdict())
                return
        for joint in re.finditer(", | and ", text):
            one, rest = text[: joint.start()], text[joint.end() :]
            if any(self.language.match(pattern, one) for pattern, _ in STATEMENTS):
                self.statement(one)
                self.statement(self._with_subject(one, rest))
                return
        raise FalseError(f"nobody can check {text!r}")

    def _with_subject(self, one: str, rest: str) -> str:
        """What follows "Ann holds one of 2C 3C and": another amount has the same subject."""
        start = self.language.match(f"(?P<all><NN> {VERBS}) .*", one)
        return (
            rest
            if start is None or not re.match("at |none |one |\\d", rest)
            else f"{start['all']} {rest}"
        )

    def happened(self, number: int, text: str) -> None:
        """That an event was as it is told."""
        self.require(number <= self.now, f"event {number} is still to come")
        event = self.record.events[number - 1]
        self.told.event = number
        self.told.events.add(number)
        text = re.sub(r" \((?:either|all see|the team) .*\)$", "", text)
        if found := re.search(r" \((\S+) has it now\)$", text):
            self.require(isinstance(event, Ask) and event.answer == "yes", event)
            (card,) = cards_in(event)
            holder = self.states[self.now].located.get(card)
            self.require(holder == found[1] != self.states[number].located[card], holder)
            text = text.removesuffix(found[0])
        if isinstance(event, Claim):
            for seat, cards in re.findall(
                r"(?:naming|and|,) ([^ ]+) for (\w+(?: \w+)*?)(?=,| and|:)", text
            ):
                named = {card for card, holder in event.holdings if holder == seat}
                self.require(named == {*cards.split()}, f"{event} names no such cards for {seat}")
            text = re.sub(r"(?:, naming| of) [^:]*(?=: \w+$)", "", text)  # whose team it is
        told = [*_tellings(event, self.told.question)]
        self.require(text in told, f"event {number} is {event}, told as {told}, not {text!r}")


def _number(text: str) -> int:
    return {"one": 1, "none": 0}[text] if text in ("one", "none") else int(text)


def _cards(text: str) -> list[Card]:
    return text.split()


def _count(number: int) -> str:
    return "one card" if number == 1 else f"{number} cards"


def _tellings(event: Event, it: Card | None) -> Iterator[str]:
    """How an event may be told."""
    match event:
        case Ask(asker=asker, target=target, card=card, answer=answer):
            result = {"yes": "gets it", "no": "does not get it", "surrender": "has to give it up"}
            for what in ["it"] * (card == it) + [f"the {card}"]:
                yield f"{asker} asks {target} for {what} and {result[answer]}"
        case Claim(claimant=claimant, book=book, outcome=outcome):
            yield f"{claimant} claims {book}: {outcome}"
        case Show(seat=seat, cards=cards):
            yield f"{seat} shows {' '.join(cards)}"
        case Give(giver=giver, receiver=receiver, card=card):
            yield f"{giver} gives {receiver} the {card}"
        case Pass(passer=passer, receiver=receiver):
            yield f"{passer} passes the turn to {receiver}"
        case HandSize(seat=seat, size=size):
            yield f"{seat} has {_count(size)}"
        case HandSizes(sizes=sizes):
            yield f"the hands are {', '.join(f'{seat} {_count(size)}' for seat, size in sizes)}"
        case Award(book=book, seat=str(seat)):
            yield f"{book} is awarded to {seat}"
        case Award(book=book):
            yield f"{book} is thrown in"


# -- statements: who holds what -------------------------------------------------------------------

Groups = Mapping[str, str]
Judge = Callable[[Reader, Groups], None]


def _bounds(amount: str, number: int) -> tuple[int, int]:
    """What "at least 2", "at most one", "none", "all 3", "both", "2 to 3" or "2" leaves."""
    if amount in ("both", "all") or amount.startswith("all "):
        count = {"both": 2, "all": number}.get(amount) or int(amount.split()[1])
        if count != number:
            raise FalseError(f"{amount} of {number}")
        return number, number
    if amount.startswith("at least "):
        return _number(amount.split()[-1]), number
    if amount.startswith("at most "):
        return 0, _number(amount.split()[-1])
    if " to " in amount:
        least, most = amount.split(" to ")
        return int(least), int(most)
    return _number(amount), _number(amount)


def _holds(reader: Reader, found: Groups) -> None:
    """A player holds some cards now; those that had moved were dealt to him."""
    cards = _cards(found["cards"])
    at = 0 if "dealt" in found["verb"] else reader.now
    reader.held(reader.seats(found["who"]), cards, len(cards), len(cards), at)


def _all_they_can(reader: Reader, found: Groups) -> None:
    """Players hold some cards, and no others of these."""
    _holds(reader, found)
    others = [card for card in _cards(found["most"]) if card not in _cards(found["cards"])]
    reader.held(
        reader.seats(found["who"]), others, 0, 0, 0 if "dealt" in found["verb"] else reader.now
    )


def _lacks(reader: Reader, found: Groups) -> None:
    at = 0 if "dealt" in found["verb"] else reader.now
    reader.held(reader.seats(found["who"]), _cards(found["cards"]), 0, 0, at)


def _pair(found: Groups) -> Groups:
    return {**found, "cards": found["pair"].replace("the ", "").replace(" nor", "")}


def _lacks_both(reader: Reader, found: Groups) -> None:
    _lacks(reader, _pair(found))


def _had_neither(reader: Reader, found: Groups) -> None:
    _had_none(reader, _pair(found))


def _some(reader: Reader, found: Groups) -> None:
    """Some players hold so many of some cards."""
    cards = _cards(found["cards"])
    at = 0 if "dealt" in found["verb"] else reader.now
    if found["verb"] in ("has", "have"):
        at = reader.when(cards)
    reader.held(reader.seats(found["who"]), cards, *_bounds(found["amount"], len(cards)), at)


def _not_all(reader: Reader, found: Groups) -> None:
    cards = _cards(found["cards"])
    at = 0 if "dealt" in found["verb"] else reader.now
    reader.held(reader.seats(found["who"]), cards, 0, len(cards) - 1, at)


def _one_of(reader: Reader, found: Groups) -> None:
    """A player has one of some cards at least: an ask says so, and no more."""
    cards = _cards(found["cards"])
    at = 0 if "dealt" in found.get("verb", "") else reader.when(cards)
    reader.held(reader.seats(found["who"]), cards, 1, len(cards), at)


def _one_each(reader: Reader, found: Groups) -> None:
    """Each of some players has one of some cards."""
    cards = _cards(found["cards"])
    for seat in reader.seats(found["who"]):
        reader.held([seat], cards, 1, len(cards), reader.when(cards))


def _had_until(reader: Reader, found: Groups) -> None:
    cards = _cards(found["cards"])
    numbers = [int(one) for one in re.findall(r"\d+", found["number"])]
    numbers *= len(cards) if len(numbers) == 1 else 1
    for card, number in zip(cards, numbers, strict=True):
        reader.held([found["who"]], [card], 1, 1, number - 1)
        before, after = reader.states[number - 1], reader.states[number]
        reader.require(card not in before.located, f"{card} had moved before {number}")
        reader.require(card in after.located or not after.is_open(card), f"{card} at {number}")


def _had_none(reader: Reader, found: Groups) -> None:
    reader.held(reader.seats(found["who"]), _cards(found["cards"]), 0, 0, 0)


def _size(reader: Reader, found: Groups) -> None:
    """How many cards a hand has, and which of them everyone has seen go there."""
    (seat,) = reader.seats(found["who"])
    number = _number(found["number"])
    reader.told.seats, reader.told.dealt = (seat,), False
    reader.require(reader.size(seat) == number, f"{seat} holds {reader.size(seat)}")
    seen = [card for card, at in reader.states[reader.now].located.items() if at == seat]
    if found.get("none"):
        reader.require(not seen, f"everyone knows that {seat} holds {seen}")
    if found.get("seen"):
        reader.require({*seen} == {*_cards(found["seen"])}, f"seen with {seat}: {seen}")
        if found.get("known"):
            reader.require(int(found["known"]) == len(seen))


def _dealt_size(reader: Reader, found: Groups) -> None:
    sizes = reader.record.table.sizes
    reader.told.seats, reader.told.dealt = (found["who"],), True
    reader.require(sizes[found["who"]] == _number(found["number"]))


def _all_dealt(reader: Reader, found: Groups) -> None:
    seats, sizes = reader.seats(found["who"]), reader.record.table.sizes
    reader.told.seats, reader.told.dealt = seats, True
    reader.require(sum(sizes[seat] for seat in seats) == int(found["number"]))


def _together(reader: Reader, found: Groups) -> None:
    """How many cards some players hold that not everyone knows; some may be left out."""
    state = reader.states[reader.now]
    seats, out = reader.seats(found["who"]), _cards(found.get("out") or "")
    reader.told.seats, reader.told.dealt = seats, False
    cards = [card for card in reader.unknown(state.cards) if card not in out]
    least, most = _bounds(found["amount"], len(cards))
    reader.held(seats, cards, least, most, reader.now)


def _dealt_besides(reader: Reader, found: Groups) -> None:
    """How many of some cards a player was dealt, and how many others."""
    cards = _cards(found["cards"])
    others = [card for card in reader.record.table.cards if card not in cards]
    seats = reader.seats(found["who"])
    reader.told.seats, reader.told.dealt = seats, True
    reader.held(seats, cards, _number(found["number"]), _number(found["number"]), 0)
    reader.held(seats, others, _number(found["rest"]), _number(found["rest"]), 0)


def _own_shows(reader: Reader, found: Groups) -> None:
    seat = found["owner"]
    reader.require(seat in reader.deduction.viewer.seats, f"{seat} is no part of the view")
    reader.require(found["rest"].startswith(f"{seat} "), "a hand shows no other hand")
    reader.statement(found["rest"])


def _of_books(reader: Reader, found: Groups) -> None:
    """Of some half-suits, but for some cards, some players hold, or were dealt, so many cards."""
    names = re.findall(reader.language.parts["B"], found["books"])
    besides = _cards(found.get("besides") or "")
    at = 0 if "dealt" in found["verb"] else reader.now
    reader.held(reader.seats(found["who"]), besides, len(besides), len(besides), at)
    cards = [card for name in names for card in reader.book(name) if card not in besides]
    reader.held(reader.seats(found["who"]), cards, *_bounds(found["amount"], len(cards)), at)


def _cards_of_books(reader: Reader, books: str, dealt: bool) -> tuple[list[Card], int]:
    """The cards of half-suits that count, and when: all as dealt, or now those not yet seen."""
    names = re.findall(reader.language.parts["B"], books)
    cards = [card for name in names for card in reader.book(name)]
    return (cards, 0) if dealt else (reader.unknown(cards), reader.now)


def _still(reader: Reader, found: Groups) -> None:
    cards = reader.told.choice
    reader.require(not any(map(reader.moved, cards)), cards)
    reader.held([found["who"]], cards, 1, len(cards), reader.now)


def _either(reader: Reader, found: Groups) -> None:
    """One of several things is so, in each deal perhaps another one."""
    ways = []
    for way in found["ways"].split(", "):
        match = reader.language.match(
            "<N:who> (?P<verb>does not hold|was not dealt|holds|was dealt) the <C:card>", way
        )
        reader.require(match is not None, way)
        assert match is not None
        ways.append(
            (match["card"], match["who"], "not" not in match["verb"], "dealt" in match["verb"])
        )
    for deal in reader.deals:
        so = [
            (reader.holder(deal, card, 0 if dealt else reader.now) == seat) == holds
            for card, seat, holds, dealt in ways
        ]
        reader.require(any(so), "none of these is true")


VERBS = "(?P<verb>holds?|was dealt|were dealt|still holds?|has|have)"
LACK = "(?P<verb>does not hold|do not hold|was not dealt|were not dealt)"
NOBODY = "(?:[Nn]either|[Nn]one of)"
WHICH = r"(?:; which (?:it is|they are|the other (?:one is|\d+ are)) does not matter here)?"
AMOUNT = r"(?P<amount>(?:at least |at most )?<K>|<K> to <K>|all \d+|both)"
STATEMENTS: Final[Sequence[tuple[str, Judge]]] = (
    (f"<NN:who> {VERBS} one each of <CC:cards>", _one_each),
    (f"<N:who> {VERBS} (?:the )?<CC:cards>", _holds),
    (f"<NN:who> {LACK} the <CC:cards>", _lacks),
    ("<NN:who> (?P<verb>holds?|was dealt|were dealt|has|have) none of <CC:cards>", _lacks),
    (f"{NOBODY} <NN:who> (?P<verb>holds|hold|was dealt) (?:the|any of) <CC:cards>", _lacks),
    (f"{NOBODY} <NN:who> had (?:the|any of) <CC:cards> before event \\d+", _had_none),
    (
        f"{NOBODY} <NN:who> (?P<verb>holds|was dealt) either (?P<pair>the <C> nor the <C>)",
        _lacks_both,
    ),
    ("<NN:who> (?P<verb>holds?|was dealt) neither (?P<pair>the <C> nor the <C>)", _lacks_both),
    ("<NN:who> had neither (?P<pair>the <C> nor the <C>) before event \\d+", _had_neither),
    ("<N:who> (?:had none of|did not have the) <CC:cards> before event \\d+", _had_none),
    ("<N:who> had (?:the )?<CC:cards> until event (?P<number>\\d+)", _had_until),
    ("<N:who> (?P<verb>holds?|was dealt) one of <CC:cards>", _one_of),
    ("<N:who> (?P<verb>was dealt) not all of <CC:cards>", _not_all),
    ("<N:who> (?P<verb>does not hold) all of <CC:cards>", _not_all),
    ("<N:who> has one of <CC:cards>", _one_of),
    (f"<NN:who> {VERBS} {AMOUNT}(?: of)? <CC:cards>", _some),
    (f"<N:who> (?:holds|has) (?P<number>\\d+|one) cards?{WHICH}", _size),
    (
        "<N:who> holds (?P<number>\\d+|one) cards?, (?P<none>not|neither|none of them) "
        f"known to everyone{WHICH}",
        _size,
    ),
    ("<N:who> was dealt (?P<number>\\d+) cards", _dealt_size),
    ("<N:who> holds (?P<number>\\d+|one) cards?, known to everyone: <CC:seen>", _size),
    (
        f"<N:who> holds (?P<number>\\d+) cards, the <C:seen> among them, as everyone knows{WHICH}",
        _size,
    ),
    (
        "<N:who> holds (?P<number>\\d+) cards, (?P<known>\\d+) of them known to everyone: "
        f"<CC:seen>{WHICH}",
        _size,
    ),
    (
        f"<NN:who> holds? {AMOUNT} cards?(?: together)?(?: that not everyone knows)?(?:, not "
        f"counting <CC:out>)?",
        _together,
    ),
    (
        "<NN:who> was dealt <K:number> of <CC:cards>, and <K:rest> cards? besides(?: together)?",
        _dealt_besides,
    ),
    ("<N:owner>’s own hand shows that (?P<rest>.*)", _own_shows),
    (f"of the <BB:books> <NN:who> {VERBS} {AMOUNT}", _of_books),
    (
        f"(?:besides (?:the )?<CC:besides> )?<NN:who> {VERBS} {AMOUNT} of the <BB:books>",
        _of_books,
    ),
    (f"<NN:who> {VERBS} (?P<number>\\d+) cards together", _all_dealt),
    (f"<NN:who> {VERBS} (?:the )<CC:cards>", _holds),
    (
        "<NN:who> (?P<verb>holds?|was dealt|were dealt) (?:both |all \\d+ of |the )?<CC:cards>, "
        "all that <NN> (?:can have|was dealt|were dealt) of <CC:most>",
        _all_they_can,
    ),
    ("<N:who> still holds one of them", _still),
    ("one of these is true: (?P<ways>.*)", _either),
)


# -- forms of whole sentences ---------------------------------------------------------------------


def _event(reader: Reader, found: Groups) -> None:
    """An event, and what follows of it."""
    number = int(found["number"])
    reader.happened(number, found["text"])
    if found.get("so"):
        _from_event(reader, found["so"], number)


def _from_event(reader: Reader, so: str, number: int) -> None:
    """What an event says: another card in the asker's hand, or a plain statement."""
    another = reader.language.match(
        "<N:who> has (?P<which>another|one) of the <B:book>(?:: (?:one of )?(?:the )?<CC:left>)?",
        so,
    )
    if another is None:
        reader.statement(_without_those_that_came(reader, so, number))
        return
    asks = [reader.record.events[number - 1], reader.states[number - 1].awaited]
    asked = [one for one in asks if isinstance(one, Ask) and one.asker == another["who"]]
    reader.require(asked, f"{another['who']} asks for nothing at {number}")
    cards = [*reader.book(another["book"])]
    if another["which"] == "another":
        cards.remove(next(one.card for one in asked if one.card in cards))
    reader.held([another["who"]], cards, 1, len(cards), number - 1)
    if another["left"]:
        reader.told.choice = tuple(_cards(another["left"]))
        reader.held([another["who"]], reader.told.choice, 1, len(cards), number - 1)


def _without_those_that_came(reader: Reader, so: str, number: int) -> str:
    """A statement without the cards in brackets that came to the player, who had them by then."""
    found = reader.language.match(
        "(?P<so><N:who> .*) \\((?:the )?<CC:cards> came at events? (?P<numbers>[\\d, and]+)\\)", so
    )
    if found is None:
        return so
    numbers = [int(one) for one in re.findall(r"\d+", found["numbers"])]
    for card, came in zip(_cards(found["cards"]), numbers, strict=True):
        before, after = reader.states[came - 1].located, reader.states[came].located
        reader.require(before.get(card) != after.get(card) == found["who"], f"{card} at {came}")
        reader.require(reader.states[number - 1].located.get(card) == found["who"], card)
    return found["so"]


def _also(reader: Reader, found: Groups) -> None:
    reader.told.event = int(found["number"])
    reader.require(reader.told.event <= reader.now)
    _from_event(reader, found["so"], reader.told.event)


def _no_gift(reader: Reader, found: Groups) -> None:
    """That a player did not have to give up the card that he had asked for."""
    number = int(found["number"])
    reader.told.event = number
    ask = reader.states[number - 1].awaited
    reader.require(ask is not None, "nobody has asked")
    assert ask is not None
    reader.require((ask.asker, ask.target) == (found["who"], found["target"]))
    reader.require(found["what"] in ("it", f"the {ask.card}"))
    reader.held([ask.asker], [ask.card], 0, 0, number - 1)
    if found.get("so"):
        _from_event(reader, found["so"], number)


def _rule_of_gifts(reader: Reader, found: Groups) -> None:
    reader.require(reader.record.table.rules.own_card_asks == "surrender")


def _that_is_all(reader: Reader, found: Groups) -> None:
    """Players have no more of some cards, which the deals know, than what was told of last."""
    cards, at = _cards(found["most"]), 0 if "dealt" in found["verb"] else reader.now
    seats = reader.seats(found["who"])
    number = {
        sum(reader.holder(deal, card, at) in seats for card in cards) for deal in reader.deals
    }
    reader.require(len(number) == 1 and min(number) > 0, number)


def _question(reader: Reader, found: Groups) -> None:
    reader.told.question = found["card"]


def _not_card(reader: Reader, found: Groups) -> None:
    """Why cards are ruled out of a choice: somebody else had them when the event happened."""
    cards, reason = _cards(found["cards"]), found["reason"]
    then = (reader.told.event or reader.now + 1) - 1
    for pattern, judge in REASONS:
        match = reader.language.match(pattern, reason)
        if match is not None:
            judge(reader, cards, match.groupdict(), then)
            return
    raise FalseError(f"nobody can check {reason!r}")


def _had(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    """A player had them then; everyone saw it where events are named."""
    seats = reader.seats(found["who"])
    reader.held(seats, cards, len(cards), len(cards), then)
    numbers = [int(one) for one in re.findall(r"\d+", found.get("numbers") or "")]
    if len(numbers) == 1:
        numbers *= len(cards)
    for card, number in zip(cards, numbers, strict=bool(numbers)):
        before, after = reader.states[number - 1].located, reader.states[number].located
        reader.require(after.get(card) == seats[0] != before.get(card), f"{card} at {number}")
        reader.require(number <= then, f"event {number} comes later")


def _had_only_until(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    _had_until(reader, {**found, "cards": " ".join(cards)})


def _hold_now(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    at = reader.now if not any(map(reader.moved, cards)) else then
    reader.held(reader.seats(found["who"]), cards, len(cards), len(cards), at)


def _lack_now(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    at = reader.now if not any(map(reader.moved, cards)) else 0
    reader.held(reader.seats(found["who"]), cards, 0, 0, at)


def _has_had(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    """A player has had them since events that all saw, and has them still."""
    _had(reader, cards, found, then)
    located = reader.states[reader.now].located
    reader.require(all(located.get(card) == found["who"] for card in cards), "no longer")


def _had_from(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    (card,) = cards
    until = int(found["until"])
    _had(reader, cards, {**found, "numbers": found["number"]}, then)
    reader.require(then < until <= reader.now, "not then")
    for number in range(int(found["number"]), until + 1):
        there = reader.states[number].located.get(card) == found["who"]
        reader.require(there == (number < until), f"{card} at {number}")


def _hold_still(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    reader.require(not any(map(reader.moved, cards)), "moved")
    reader.held([found["who"]], cards, len(cards), len(cards), reader.now)


def _lack_still(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    reader.require(not any(map(reader.moved, cards)), "moved")
    reader.held([found["who"]], cards, 0, 0, reader.now)


def _lacked_then(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    reader.held([found["who"]], cards, 0, 0, then)


def _says_no(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    """An ask for the card shows that the asker, or the one asked, does not have it."""
    (card,) = cards
    event = reader.record.events[int(found["number"]) - 1]
    reader.require(isinstance(event, Ask), event)
    assert isinstance(event, Ask)
    reader.require(
        event.card == card and event.target == found["who"] and event.answer == "no", event
    )


def _asks_for_it(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    (card,) = cards
    event = reader.record.events[int(found["number"]) - 1]
    reader.require(isinstance(event, Ask), event)
    assert isinstance(event, Ask)
    reader.require(
        (event.asker, event.target, event.card) == (found["who"], found["target"], card), event
    )


def _shown_at(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    before = reader.told.event
    reader.happened(int(found["number"]), found["text"])
    reader.statement(found["so"])
    reader.told.event = before


def _stated(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    reader.statement(found["all"])


def _withheld(reader: Reader, cards: Sequence[Card], found: Groups, then: int) -> None:
    before = reader.told.event
    _no_gift(reader, found)
    reader.told.event = before


NO_GIFT = (
    "at event (?P<number>\\d+) <N:who>, who ha(?:s|d) just asked <N:target> for "
    "(?P<what>it|the <C>), (?:does|did) not hand it over"
)
BETWEEN = "(?:, and it had not moved (?:since|before that))?"
STEPS = "(?: \\(steps? [\\d, and]+\\))?"
SOURCES = "(?: \\((?:steps?|events?) [\\d, and]+\\))?"
REASONS: Final = (
    ("<N:who> still had (?:it|them) \\(since events? (?P<numbers>[\\d, and]+)\\)", _had),
    ("<N:who> has had (?:it|them) since events? (?P<numbers>[\\d, and]+)", _has_had),
    ("<N:who> had it from event (?P<number>\\d+) to (?P<until>\\d+)", _had_from),
    ("<N:who> has had (?:it|them) all along", _hold_still),
    ("<N:who> never had (?:it|them)", _lack_still),
    (f"<N:who> holds (?:it|them){STEPS}, and (?:it has|they have) not moved", _hold_still),
    (f"<N:who> does not hold (?:it|them){STEPS}, and (?:it has|they have) not moved", _lack_still),
    (f"<N:who> did not have (?:it|them) before events? [\\d, and]+?{STEPS}", _lacked_then),
    (f"<N:who> had (?:it|them) until events? (?P<number>[\\d, and]+?){STEPS}", _had_only_until),
    (f"<NN:who> holds? (?:it|them){STEPS}", _hold_now),
    (f"<NN:who> (?:does|do) not hold (?:it|them){STEPS}", _lack_now),
    (f"<N:who> said no to it at event (?P<number>\\d+){BETWEEN}", _says_no),
    (
        f"<N:who> asked <N:target> for it(?: in vain)? at event (?P<number>\\d+){BETWEEN}",
        _asks_for_it,
    ),
    ("at event (?P<number>\\d+) (?P<text>.*?), so (?P<so>.*)", _shown_at),
    (f"{NO_GIFT}{BETWEEN}", _withheld),
    (f"(?P<all><N> (?:was|were) (?:not )?dealt .*){STEPS}", _stated),
)


def _not_seat(reader: Reader, found: Groups) -> None:
    """Why players do not hold the card in question."""
    card = reader.told.question
    reader.require(card is not None, "no card is in question")
    assert card is not None
    reader.held(reader.seats(found["who"]), [card], 0, 0, 0 if reader.moved(card) else reader.now)
    reason = found["reason"]
    if reason is None:
        if "own" in (found["how"] or ""):
            reader.require({*reader.seats(found["who"])} <= {*reader.deduction.viewer.seats})
        return
    gift = reader.language.match(NO_GIFT, reason)
    if gift is not None:
        _no_gift(reader, gift.groupdict())
        return
    match = re.fullmatch(r"at event (\d+) (.*?)(, so .*)?", reason)
    reader.require(match is not None, reason)
    assert match is not None
    reader.happened(int(match[1]), match[2])
    if match[3]:
        reader.statement(match[3].removeprefix(", so "))


def _leaves(reader: Reader, found: Groups) -> None:
    """What is left of a choice."""
    cards = _cards(found["cards"])
    reader.told.choice = tuple(cards)
    reader.held([found["who"]], cards, 1, len(cards), (reader.told.event or reader.now + 1) - 1)


def _share(reader: Reader, found: Groups) -> None:
    _one_each(reader, found)
    cards = _cards(found["cards"])
    number = len(reader.seats(found["who"]))
    reader.require(number == len(cards))


def _unmoved(reader: Reader, found: Groups) -> None:
    """That cards have not moved since, or not before some events, and what follows."""
    if found.get("gone"):
        numbers = [int(one) for one in re.findall(r"\d+", found["numbers"])]
        cards = _cards(found["gone"])
        for card, number in zip(cards, numbers * (len(cards) // len(numbers)), strict=True):
            reader.require(not reader.moved(card, number - 1), f"{card} moved before {number}")
            reader.require(reader.moved(card, number), f"{card} does not move at {number}")
    for card in _cards(found.get("cards") or ""):
        reader.require(not reader.moved(card), f"{card} has moved")
    so = re.sub(": nobody else can$", "", found.get("so") or "")
    so = re.sub("^by step \\d+ ", "", so)
    if so and so != "this is still so":
        reader.statement(so)
        if not found.get("cards"):
            named = re.findall(reader.language.parts["C"] + r"(?!\w)", so)
            dealt = "dealt" in so or "before event" in so or "until event" in so
            reader.require(dealt or not any(map(reader.moved, named)), f"{named} have moved")


def _moved_first(reader: Reader, found: Groups) -> None:
    """That cards which were dealt to somebody first moved at an event that was told."""
    for card in _cards(found["cards"]):
        first = next((at for at in range(reader.now + 1) if reader.moved(card, at)), None)
        reader.require(first in reader.told.events, f"{card} first moves at {first}")


def _so(reader: Reader, found: Groups) -> None:
    so = re.sub("(: nobody else can|, which has not moved since)$", "", found["so"])
    if so != found["so"] and "moved" in found["so"]:
        named = re.findall(reader.language.parts["C"] + r"(?!\w)", so)
        reader.require(not any(map(reader.moved, named)), f"{named} have moved")
    so = re.sub("^by step \\d+ ", "", so)
    reader.statement(so)


def _sum(reader: Reader, found: Groups) -> None:
    """A sum is right, and so is what it is of."""
    left, _, right = found["sum"].replace("−", "-").partition(" = ")
    total = 0
    for part in re.findall(r"[+-]? ?\d+", left):
        total += int(part.replace(" ", ""))
    reader.require(total == int(right), found["sum"])
    if found.get("whole"):
        reader.require(
            reader.size(found["whole"]) == total, f"{found['whole']} holds another number"
        )
    if found.get("these"):
        reader.require({"this": 1}.get(found["these"]) or int(found["these"]) == total)
    if found.get("so"):
        reader.statement(found["so"])


def _too_many(reader: Reader, found: Groups) -> None:
    """A sum is of more cards than there are in a hand."""
    _sum(reader, found)
    held = [*reader.states[reader.now].located.values()].count(found["who"])
    numbers = [int(one) for one in re.findall(r"\d+", found["sum"].partition("=")[0])]
    reader.require(numbers[-1] == len(_cards(found["cards"])))
    reader.require(not held or numbers[0] == held)
    reader.require(sum(numbers) > (reader.size(found["who"]) or 0))


def _makes(reader: Reader, found: Groups) -> None:
    number = {"both": 2, "one": 1}.get(found["number"]) or int(found["number"])
    reader.require(
        reader.size(found["who"]) == number, f"{found['who']} holds {reader.size(found['who'])}"
    )


def _only(reader: Reader, found: Groups) -> None:
    """Some players hold all of what is left."""
    cards, seats = _cards(found["cards"]), reader.seats(found["who"])
    at = 0 if "dealt" in (found.get("verb") or "") else reader.now
    reader.held(seats, cards, len(cards), len(cards), at)


def _places(reader: Reader, found: Groups) -> None:
    """The cards that are left for the places in some hands are just as many."""
    cards, seats = _cards(found["cards"]), reader.seats(found["who"])
    number = _number(found["number"])
    reader.require(number == len(cards), f"{cards} for {number} places")
    reader.held(seats, cards, number, number, reader.now)
    located = [*reader.states[reader.now].located.values()]
    sizes = [reader.size(seat) or 0 for seat in seats]
    reader.require(sum(sizes) - sum(map(located.count, seats)) == number, "places in these hands")


def _among(reader: Reader, found: Groups) -> None:
    """How many of some cards are among the unknown cards of the hands just told."""
    for part in re.split(r"(?<=\)),? (?:and )?", found["shares"]):
        share = reader.language.match(
            f"(?:{AMOUNT} of <CC:cards>|{AMOUNT.replace('amount', 'some')} of the "
            f"<BB:books>|(?P<not>not|perhaps) the <C:card>|"
            f"neither (?P<pair>the <C> nor the <C>)){SOURCES}",
            part,
        )
        reader.require(share is not None, part)
        assert share is not None
        cards, at = _cards_of_books(reader, share["books"] or "", reader.told.dealt)
        groups = share.groupdict()
        named = _pair(groups) if share["pair"] else groups
        cards += _cards(named["cards"] or named["card"] or "")
        lacks = share["pair"] or share["not"] == "not"
        amount = share["amount"] or share["some"] or ("none" if lacks else "at most one")
        reader.held(reader.told.seats, cards, *_bounds(amount, len(cards)), at)


def _of_unknown(reader: Reader, found: Groups) -> None:
    """How many of some cards are among the unknown cards of some players."""
    reader.told.seats, reader.told.dealt = reader.seats(found["who"]), False
    _among(reader, found)


def _known_but(reader: Reader, found: Groups) -> None:
    """That everyone knows where every card is except some."""
    cards = reader.book(found["book"]) if found.get("book") else reader.states[reader.now].cards
    unknown = reader.unknown(cards)
    reader.require({*unknown} == {*_cards(found["cards"])}, f"not everyone knows {unknown}")
    if found.get("so"):
        reader.statement(found["so"])


def _only_these(reader: Reader, found: Groups) -> None:
    """That everyone knows where all cards of a half-suit are except some, which are so many."""
    cards = found["cards"] or found["one"]
    _known_but(reader, {**found, "cards": cards})
    number = found["number"] or found["count"]
    reader.require(number is None or _number(number) == len(_cards(cards)), cards)


def _all_know(reader: Reader, found: Groups) -> None:
    """That everyone knows who holds some cards."""
    unknown = reader.unknown(_cards(found["cards"] or found["one"]))
    reader.require(not unknown, f"not everyone knows {unknown}")


def _unseen(reader: Reader, found: Groups) -> None:
    """How many of the cards that were laid down unseen a player was dealt."""
    _sum(reader, found)
    number = int(found["sum"].rpartition(" ")[2])
    reader.require(_number(found["count"]) == number, found["count"])
    reader.held([found["who"]], _cards(found["cards"]), number, number, 0)


def _laid_down(reader: Reader, found: Groups) -> None:
    state = reader.states[reader.now]
    for name in re.findall(reader.language.parts["B"], found["books"] or ""):
        reader.require(state.books[name].status != "open", f"{name} is in play")
    for name in re.findall(reader.language.parts["B"], found["seen"] or ""):
        reader.require(not reader.unknown(reader.book(name)), f"not everyone knows the {name}")


def _left_of(reader: Reader, found: Groups) -> None:
    """Some cards are left, players have one each, and so others have so many."""
    of_them = _cards(found.get("of") or found.get("cards") or "")
    if found.get("held"):
        reader.statement(found["held"])
    _one_each(reader, {"who": found["others"], "cards": " ".join(of_them)})
    if found.get("so"):
        reader.statement(found["so"])


def _takers(reader: Reader, found: Groups) -> None:
    """Some cards are left, and some players have so many of them."""
    cards = _cards(found.get("cards") or "")
    if found.get("unknown"):
        cards = reader.unknown(reader.states[reader.now].cards)
        reader.require(len(cards) == int(found["unknown"]), cards)
    for part in re.split(", and ", found["takers"]):
        of_them = "<NN:who> (?:has|have) (?P<number>one|\\d+) of them(?: each)?"
        taker = reader.language.match(of_them, part)
        reader.require(taker is not None, part)
        assert taker is not None
        for seat in reader.seats(taker["who"]):
            reader.held([seat], cards, _number(taker["number"]), len(cards), reader.when(cards))


def _all_taken(reader: Reader, found: Groups) -> None:
    cards = [one for one in found["cards"].split() if one != "and"]
    seats, number = reader.seats(found["who"]), _number(found["number"])
    reader.held(seats, cards, number, number, reader.now)
    _one_each(reader, {"who": found["others"], "cards": " ".join(cards)})
    reader.require(number + len(reader.seats(found["others"])) == len(cards))


def _idea(reader: Reader, found: Groups) -> None:
    reader.told.seats = reader.seats(found["who"])


def _nothing(reader: Reader, found: Groups) -> None:
    """Nothing that could be false by itself: the sentence before it says it."""


def _there_are(reader: Reader, found: Groups) -> None:
    reader.require(len(reader.book(found["book"])) == int(found["number"]))


def _plain(reader: Reader, found: Groups) -> None:
    reader.statement(found["all"])


def _size_so(reader: Reader, found: Groups) -> None:
    _size(reader, found)
    reader.statement(found["so"])


def _no_cards(reader: Reader, found: Groups) -> None:
    reader.require(reader.size(found["who"]) == 0)
    reader.statement(found["so"])


FORMS: Final[Sequence[tuple[str, Judge]]] = (
    (f"A{NO_GIFT[1:]}(?:, so (?P<so>.*))?", _no_gift),
    ("At event (?P<number>\\d+) (?P<text>.*?)(?:, so (?P<so>.*))?", _event),
    ("By event (?P<number>\\d+) as well, (?P<so>.*)", _also),
    ("Who (?:holds|was dealt) the <C:card>\\?", _question),
    ("Not (?:the )?<CC:cards>: (?P<reason>.*)", _not_card),
    ("(?:The )?<CC:cards> (?:are|is) not in question: (?P<reason>.*)", _not_card),
    ("Not <NN:who>(?: \\((?P<how>[^)]*)\\))?(?:: (?P<reason>.*))?", _not_seat),
    ("That leaves <N:who> (?:one of|the) <CC:cards>", _leaves),
    ("<NN:who> share <CC:cards>, one each", _share),
    (
        "(?:None of these cards has moved since|None of these cards had moved before|"
        "It has not moved since|The card has not moved since|"
        "(?:It has not|Neither has) left <N>’s hand since|"
        "None of them has left <N>’s hand since)(?:, so (?P<so>.*))?",
        _unmoved,
    ),
    (
        "(?:(?:The )?<CC:gone> had not moved before events? (?P<numbers>[\\d, and]+), and "
        "(?:the )?|(?:The )?)<CC:cards> (?:have|has) not moved since(?:, so (?P<so>.*))?",
        _unmoved,
    ),
    ("(?:The )?<CC:cards> had not moved before", _moved_first),
    ("<N:who> has no cards left, so (?P<so>.*)", _no_cards),
    (
        "<N:who> holds (?P<number>\\d+|one) cards?, known to everyone: <CC:seen>, so (?P<so>.*)",
        _size_so,
    ),
    ("(?P<sum>\\d+(?: [+−] \\d+)* = \\d+): that is all of <N:whole>’s hand", _sum),
    (
        "(?P<sum>\\d+(?: − \\d+)* = \\d+): (?:these (?P<these>\\d+) are|this one is) of the "
        "<BB>, so (?P<so>.*)",
        _sum,
    ),
    ("(?P<sum>\\d+(?: − \\d+)* = \\d+), so none is left for the <BB>", _sum),
    (
        "(?P<sum>\\d+(?: − \\d+)* = \\d+): just enough for the (?P<number>\\d+|one) (?:other "
        ")?places? in (?:<N>’s hand|the hands of <NN>), so all the others are there",
        _sum,
    ),
    (
        "(?P<sum>\\d+(?: [+−] \\d+)* = \\d+), so <K:count> of <CC:cards>, laid down without being "
        "shown, (?:were|was) in <N:who>’s hand",
        _unseen,
    ),
    ("(?P<sum>\\d+(?: [+−] \\d+)* = \\d+), so (?P<so>.*)", _sum),
    ("That leaves (?P<sum>\\d+(?: − \\d+)* = \\d+) others", _sum),
    ("(?:These \\d+ are|This one is) of the <BB>, so (?P<so>.*)", _so),
    ("That makes (?:\\d+|one) of the <B>", _nothing),
    ("That makes (?:all )?(?P<number>both|\\d+) cards of <N:who>’s hand", _makes),
    ("That is the (?P<number>one) card in <N:who>’s hand", _makes),
    (
        "That is all that <NN:who> (?P<verb>can have|was dealt|were dealt) of <CC:most>"
        " \\(step (?P<step>\\d+)\\)",
        _that_is_all,
    ),
    ("That fills (?:<N>’s hand|the hands of <NN>)", _nothing),
    (
        "With (?:the )?<CC:cards> that would be (?P<sum>\\d+(?: \\+ \\d+)+ = \\d+) cards in "
        "<N:who>’s hand",
        _too_many,
    ),
    (
        "That leaves only <CC:cards>, so (?:by step \\d+ )?<NN:who> "
        "(?P<verb>holds?|was dealt|were dealt) (?:both|all \\d+)",
        _only,
    ),
    (f"That leaves only the <C:cards> for <NN:who>{STEPS}", _only),
    (
        "That leaves only (?:the )?<CC:cards> for the (?P<number>one|\\d+) (?:other )?places? "
        "in (?:<N:who>’s hand)",
        _places,
    ),
    (
        "That leaves only (?:the )?<CC:cards> for the (?P<number>one|\\d+) (?:other )?places? "
        "in the hands of <NN:who>",
        _places,
    ),
    ("That leaves <CC:cards>, and (?P<takers>.* of them(?: each)?)", _takers),
    (
        "There are (?P<unknown>\\d+) cards that not everyone knows, and "
        "(?P<takers>.* of them(?: each)?)",
        _takers,
    ),
    (
        "(?:The )?<CC:cards> (?:are|is) left, and <NN:others> (?:has|have) one(?: each)? of "
        "(?:them|<CC:of>), so (?P<so>.*)",
        _left_of,
    ),
    (
        "(?:(?P<held>.+), and )?<NN:others> (?:has|have|had) one(?: each)? of <CC:of>, "
        "so (?P<so>.*)",
        _left_of,
    ),
    ("<NN:others> (?:has|have|had) the (?P<of><C>), so (?P<so>.*)", _left_of),
    (
        f"With <K:number> for <NN:who>{STEPS} and one(?: each)? for <NN:others>, (?:both "
        f")?(?P<cards><CC>(?: and <C>)?) are (?:all )?taken"
        "(?:, and (?:neither <N> nor <N> has|none of <NN> has|<N> does not have) the <C>)?",
        _all_taken,
    ),
    ("(?:Also among|Among) these (?:is|are) (?P<shares>.*?)(?:, as in step \\d+)?", _among),
    ("Everyone knows where (?:<CC:cards> are|the <C:one> is)", _all_know),
    (
        "Of the <B:book> only (?:the <C:one> is|<CC:cards> are) not known to everyone"
        "(?:, so at most this (?P<number>one) counts|, so at most these (?P<count>\\d+) count|"
        ", so (?P<so>.*))?",
        _only_these,
    ),
    ("By step \\d+ (?P<so>.*)", _so),
    (
        "By the rules of this game, whoever asks for a card that they hold must at once hand it to "
        "the player asked",
        _rule_of_gifts,
    ),
    ("(?:The )?<CC:cards> (?:have|has) not moved since the deal, so (?P<so>.*)", _unmoved),
    ("Everyone knows where every card is except (?:the )?<CC:cards>", _known_but),
    (
        "The <BB:books> are laid down(?:, and everyone knows where all the <BB:seen> are)?",
        _laid_down,
    ),
    ("Everyone knows where all the <BB:seen> are(?P<books>)", _laid_down),
    ("There are (?P<number>\\d+) of the <B:book>", _there_are),
    (
        "Until then everyone has seen (?:\\d+ more cards|one more card|as many cards) "
        "(?:leave|come to) <N>’s hand (?:than|as) (?:come to|leave) it",
        _nothing,
    ),
    (
        "Of the cards that not everyone knows, <NN:who> holds? (?P<shares>.*?)"
        "(?:, as in step \\d+)?",
        _of_unknown,
    ),
    ("So all the <B> lie as asked", _nothing),
    ("The idea: count the cards of <NN:who>(?:[,;] .*)?", _idea),
    ("So (?P<so>.*)", _so),
)
