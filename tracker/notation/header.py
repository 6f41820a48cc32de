"""The header of a record, line by line, in the order in which its lines need each other.

What a line says by itself is judged here. Whether the lines go together is judged by the game's own
constructors (``Rules``, ``Deck``, ``Table``): what these refuse is told at the line that it is of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

from tracker.errors import RecordError
from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.events import Seat
from tracker.game.lookup import folded
from tracker.game.record import Hand, Record, Settled
from tracker.game.rules import PRESETS, VALUES, Rules
from tracker.game.table import Table, parted_teams, require_seats
from tracker.messages import closest, counted, quote
from tracker.notation.names import NOBODY, Names, has_only_letters, seat_name_problem
from tracker.notation.problems import BLANKS, MISSING, Problems, Span, joined
from tracker.notation.source import Statement
from tracker.notation.statements import HANDS, VERBS, is_verb, read_sizes
from tracker.notation.words import spoken_cards

Made = TypeVar("Made")

PUZZLE_TAGS: Final = ("as", "question", "level", "theme", "shows")
"""The tags that make a record a puzzle: text like any tag's; ``tracker.teach`` gives it meaning."""
TAGS: Final = ("title", "date", "place", "source", *PUZZLE_TAGS)
_USAGE: Final = {
    **{tag: f"{tag}: TEXT" for tag in TAGS},
    "as": "as: VIEW",
    "question": "question: where CARD",
    "rules": "rules: PRESET, KEY=VALUE …",
    "book": "book NAME: CARD …",
    "seats": "seats: NAME …",
    "teams": "teams: A C E / B D F",
    "dealer": "dealer: SEAT",
    "sizes": "sizes: SEAT N …",
    "hand": "hand SEAT: CARD …",
    "settled": "settled: BOOK SEAT",
    "turn": "turn: SEAT",
}
KEYWORDS: Final = tuple(_USAGE)
"""In the order in which the lines are written."""
DEFAULT_PRESET: Final = "pagat"
_NAMED: Final = ("hand", "book")
"""The keywords that a name follows before the colon."""
_REPEATED: Final = ("hand", "book", "settled")
_RULE: Final = re.compile(f"([^{BLANKS},=]+)(?:([{BLANKS}]*=[{BLANKS}]*)([^{BLANKS},=]*))?|=")
_YES_NO: Final = {"y": "yes", "n": "no"}
_ELLIPSES: Final = ("...", "…")


# -- one line -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HeaderLine:
    """A header line in pieces."""

    keyword: str
    head: Span
    """The keyword as it stands there."""
    name: Span
    """What stands between the keyword and the colon; ``MISSING`` but for hands and books."""
    body: Span
    statement: Statement

    def key(self, names: Names) -> str:
        """What ``HeaderComment.line`` calls this line, if its parts are sound."""
        if self.keyword == "hand":
            return f"hand {names.seat(self.name)}"
        if self.keyword == "book":
            return f"book {self.name.text}"
        if self.keyword == "settled":
            return f"settled {names.book(joined(self.body.words()[:-1], MISSING))}"
        return self.keyword


def header_keyword(span: Span) -> str | None:
    """The keyword that a header line begins with, as it stands there; None for an event.

    A seat may have the name of a keyword: what goes on with a verb is an event.
    """
    before, colon, _ = span.text.partition(":")
    words = Span(before).words()
    if not words:
        return None
    first = words[0].word
    if colon and first == HANDS and len(words) == 1:
        return None  # a note among the events
    if colon and (len(words) == 1 or (first == "hand" and len(words) == 2)):
        return words[0].text
    if first not in KEYWORDS or (len(words) > 1 and is_verb(words[1].word)):
        return None
    return words[0].text


def read_header_line(statement: Statement, keyword: str, problems: Problems) -> HeaderLine:
    """Takes a header line to pieces.

    Args:
        statement: the line.
        keyword: what ``header_keyword`` gave for it.
        problems: where to note what is wrong with it.
    """
    span = statement.span
    head = span.part(0, len(keyword))
    known = head.word
    if known not in KEYWORDS:
        problems.unknown(head, "a header line", f"expected {', '.join(KEYWORDS)}", KEYWORDS)
        # Read on as what was meant: a mistake in 'seats' is not one more for each seat.
        known = closest(known, KEYWORDS) or known
    rest = span.part(len(keyword))
    before, colon, _ = rest.text.partition(":")
    name, body = rest.part(0, len(before)), rest.part(len(before) + 1) if colon else MISSING
    if known in _NAMED and (not colon or not name.text):
        problems.add(head, f"{quote(span.text)} is not complete (expected '{_USAGE[known]}')")
        name = MISSING
    elif known not in _NAMED and not rest.text.startswith(":"):
        usage = _USAGE.get(known, "KEYWORD: …")
        problems.add(rest, f"expected ':' behind {quote(head.text)}, as in '{usage}'")
        body = rest
    return HeaderLine(known, head, joined(name.words(), name), body, statement)


# -- all the lines --------------------------------------------------------------------------------


class Header:
    """A header, judged line by line.

    Args:
        lines: its lines.
        at: where to note that a line is missing.
        problems: where to note what is wrong.
    """

    record: Record
    """The record without events and comments, as far as the header tells."""
    names: Names
    """The names of its seats and cards, as far as the header tells."""

    def __init__(self, lines: Sequence[HeaderLine], at: Span, problems: Problems) -> None:
        self._problems = problems
        self._at = at
        self._lines: dict[str, list[HeaderLine]] = {}
        for line in lines:
            before = self._lines.setdefault(line.keyword, [])
            if before and line.keyword not in _REPEATED:
                where = f"line {before[0].head.line}"
                problems.add(line.head, f"{quote(line.keyword)} stands in {where} already")
            before.append(line)
        preset, rules, is_known = self._rules()
        books, deck = self._deck(rules, is_known=is_known)
        start = len(problems)
        self.names = Names(problems, self._seats(), deck)
        record = Record(
            seats=self.names.seats or (),
            rules=rules,
            preset=preset,
            books=books,
            tags=tuple((tag, self._lines[tag][0].body.text) for tag in TAGS if tag in self._lines),
            teams=self._read("teams", self._teams),
            dealer=self._read("dealer", self._one_seat),
            sizes=self._read("sizes", self._sizes),
            settled=tuple(self._settled()),
            turn=self._read("turn", self._one_seat),
        )
        table = None
        if deck is not None and len(problems) == start:
            table = self._made(lambda: record.table, "sizes", "settled", "seats")
        self.record = replace(record, hands=self._hands(table))

    def _made(
        self, make: Callable[[], Made], *keywords: str, at: Span | None = None
    ) -> Made | None:
        """What the game makes of some lines; what it refuses is told at the first, or at a word."""
        try:
            return make()
        except RecordError as error:
            first = next((self._lines[key][0] for key in keywords if key in self._lines), None)
            self._problems.add(at or (first.head if first else self._at), str(error))
            return None

    def _read(self, keyword: str, read: Callable[[Span], Made]) -> Made | None:
        """What is read from the line of a keyword; None where there is none."""
        return read(self._lines[keyword][0].body) if keyword in self._lines else None

    # -- rules and deck ---------------------------------------------------------------------------

    def _rules(self) -> tuple[str, Rules, bool]:
        """The preset, the rules in force, and whether it is certain which deck is meant."""
        preset: Span | None = None
        changes: dict[str, str] = {}
        body = self._lines["rules"][0].body if "rules" in self._lines else MISSING
        for match in _RULE.finditer(body.text):
            word = body.part(*match.span())
            if match[2] is not None:
                self._change(body.part(*match.span(1)), body.part(*match.span(3)), changes)
            elif preset is None and word.text != "=":
                preset = word
            else:
                message = f"{quote(word.text)} has no meaning here (expected KEY=VALUE)"
                self._problems.add(word, message)
        name = preset.word if preset else DEFAULT_PRESET
        is_known = bool(changes["deck"]) if "deck" in changes else name in PRESETS
        if preset is not None and name not in PRESETS:
            expected = f"expected {', '.join(PRESETS)}"
            self._problems.unknown(preset, "a preset", expected, (*PRESETS, *VALUES))
            name = DEFAULT_PRESET
        sound = {key: value for key, value in changes.items() if value}
        rules = self._made(lambda: PRESETS[name].with_values(sound), "rules")
        # Of rules that do not go together only the deck is kept.
        deck = sound.get("deck", PRESETS[name].deck)
        return name, rules or Rules().with_values({"deck": deck}), is_known

    def _change(self, key: Span, value: Span, changes: dict[str, str]) -> None:
        """Adds the change of one rule; of a value that it cannot have only that it was set."""
        name, word = key.word.replace("_", "-"), value.word.replace("_", "-")
        if name not in VALUES:
            expected = f"expected one of {', '.join(VALUES)}"
            self._problems.unknown(key, "a rule", expected, VALUES)
            return
        if name in changes:
            self._problems.add(key, f"{quote(key.text)} is set twice in this line")
            return
        word = _YES_NO.get(word, word) if "yes" in VALUES[name] else word
        changes[name] = word if word in VALUES[name] else ""
        if not changes[name]:
            expected = f"expected {', '.join(VALUES[name])}"
            self._problems.unknown(value, f"a value of {name}", expected, VALUES[name])

    def _deck(self, rules: Rules, *, is_known: bool) -> tuple[tuple[Book, ...], Deck | None]:
        """The books of a custom deck, and the deck; None where it is not certain which is meant."""
        lines, is_custom = self._lines.get("book", []), rules.deck == "custom"
        if not lines and not is_custom:
            return (), DECKS[rules.deck] if is_known else None
        start = len(self._problems)
        if not lines:
            message = "deck=custom needs its books (expected 'book NAME: CARD …')"
            self._problems.add(self._lines["rules"][0].head, message)
        elif not is_custom and is_known:
            message = "a book needs a custom deck (expected deck=custom in the rules)"
            self._problems.add(lines[0].name, message)
        books: tuple[Book, ...] = ()
        for line in lines:
            books += tuple(self._book(line, books))
        is_sound = len(self._problems) == start and is_custom and is_known
        is_sound = is_sound and bool(lines) and all(line.name.line for line in lines)
        return books, Deck("custom", books) if is_sound else None

    def _book(self, line: HeaderLine, before: tuple[Book, ...]) -> Iterator[Book]:
        """The book of a line, if it makes a deck with those before it."""
        name = line.name
        if not name.line:
            return
        if not all(has_only_letters(word, "-_") for word in name.text.split(" ")):
            expected = "expected words of letters, digits, '-', '_'"
            self._problems.add(name, f"{quote(name.text)} cannot name a book ({expected})")
        elif name.text.split(" ")[0].lower() in VERBS:
            message = f"{quote(name.text)} cannot name a book: it begins like an event"
            self._problems.add(name, message)
        if folded(name.text) in [folded(book.name) for book in before]:
            self._problems.add(name, f"{quote(name.text)} names two books")
            return
        names = Names(self._problems, None, None)  # no deck is known yet: any card will do
        book = Book(name.text, ())
        for word in line.body.words():
            card = names.card(word)
            longer = replace(book, cards=(*book.cards, card))
            if card and self._made(partial(Deck, "custom", (*before, longer)), at=word) is not None:
                book = longer
        if not line.body.words():
            self._problems.add(name, f"the book {quote(name.text)} has no cards")
        if book.cards:
            yield book

    # -- seats ------------------------------------------------------------------------------------

    def _seats(self) -> tuple[Seat, ...] | None:
        """The seats; None where they are missing or anything is wrong with them."""
        if "seats" not in self._lines:
            self._problems.add(self._at, "the record has no seats (expected 'seats: NAME …')")
            return None
        start, words = len(self._problems), self._lines["seats"][0].body.words()
        for word in words:
            problem = seat_name_problem(word.text)
            if problem is not None:
                self._problems.add(word, problem)
        sound = self._made(lambda: require_seats(tuple(word.text for word in words)), "seats")
        return sound if len(self._problems) == start else None

    def _teams(self, body: Span) -> tuple[tuple[Seat, ...], tuple[Seat, ...]] | None:
        """The two teams as they were given."""
        seen: set[Seat] = set()
        teams = [tuple(self._once(seat, seen) for seat in t.words()) for t in body.split("/")]
        if len(teams) != 2:
            number = counted(len(teams), "team")
            message = f"found {number} (expected two, as in 'A C E / B D F')"
            self._problems.add(self._lines["teams"][0].head, message)
            return None
        first, second = teams
        seats = self.names.seats
        if seats is not None and "" not in seen:
            self._made(lambda: parted_teams(seats, (first, second)), "teams")
        return first, second

    def _once(self, span: Span, seen: set[Seat]) -> Seat:
        """A seat that may stand only once in its line.

        Args:
            span: the word.
            seen: the seats before it; it is added.
        """
        seat = self.names.seat(span)
        if seat and seat in seen:
            self._problems.add(span, f"{quote(span.text)} stands twice here")
        seen.add(seat)
        return seat

    def _one_seat(self, body: Span) -> Seat:
        """The seat that a line names; reports more words than that."""
        for extra in body.words()[1:2]:
            message = f"{quote(extra.text)} is one word too many (expected one seat)"
            self._problems.add(extra, message)
        return self.names.seat((body.words() or [body])[0])

    def _sizes(self, body: Span) -> tuple[tuple[Seat, int], ...]:
        """The hand sizes that were given, in the order of the seats."""
        return read_sizes(body.words(), body.end(), self.names)

    def _settled(self) -> Iterator[Settled]:
        """The half-suits won before the record starts; reports those that stand twice."""
        seen: set[str] = set()
        for line in self._lines.get("settled", ()):
            *words, seat = line.body.words() or [MISSING]
            book = joined(words, MISSING)
            if not words and (not seat.line or not self.names.book_meant(seat.text)):
                expected = f"expected '{_USAGE['settled']}'"
                self._problems.unknown(line.body, "a book and a seat", expected, ())
            elif seat.word != NOBODY and self.names.book_meant(line.body.text):
                message = "expected a seat or 'nobody' behind the book"
                self._problems.add(line.body.end(), message)
            elif (name := self.names.book(book)) in seen and name:
                self._problems.add(book, f"{quote(book.text)} is settled twice")
            else:
                seen.add(name)
                yield Settled(name, self.names.seat_or_nobody(seat))

    # -- hands ------------------------------------------------------------------------------------

    def _hands(self, table: Table | None) -> tuple[Hand, ...]:
        """The dealt hands, by seat; reports second ones of a seat and sizes that do not fit.

        Args:
            table: the table; None where the header does not make one.
        """
        holder: dict[Card, Seat] = {}
        hands: dict[Seat, Hand] = {}
        for line in self._lines.get("hand", ()):
            words, is_whole = self._hand_words(line)
            # Without seats, hands can only be judged for their cards.
            seat = self.names.seat(line.name) if self.names.seats else ""
            if seat and seat in hands:
                message = f"the hand of {seat} stands twice in the header"
                self._problems.add(line.name, message)
            cards = tuple(self._hand_cards(words, seat, holder, table))
            if table is not None and seat:
                self._judge_size(line.name, seat, len(words), table.sizes[seat], whole=is_whole)
            in_order = self.names.deck.in_order(cards) if self.names.deck is not None else cards
            hands.setdefault(seat, Hand(seat, in_order, is_whole))
        return tuple(hands[seat] for seat in self.names.seats or () if seat in hands)

    def _hand_words(self, line: HeaderLine) -> tuple[list[Span], bool]:
        """The cards of a hand, and whether they are all of it: then no ``...`` stands there."""
        body, words = line.body, line.body.words()
        early = [word for word in words[:-1] if word.text in _ELLIPSES]
        for word in early:
            message = f"{quote(word.text)} stands before other cards (expected at the end)"
            self._problems.add(word, message)
        ellipsis = next((mark for mark in _ELLIPSES if body.text.endswith(mark)), "")
        # It may stand close to the last card.
        words = body.part(0, len(body.text) - len(ellipsis)).words()
        cards = [word for word in words if word.text not in _ELLIPSES]
        return spoken_cards(cards, self.names), not (ellipsis or early)

    def _hand_cards(
        self, words: Iterable[Span], seat: Seat, holder: dict[Card, Seat], table: Table | None
    ) -> Iterator[Card]:
        """The cards of a hand; reports those of other hands or not in play.

        Args:
            words: the cards as they stand there.
            seat: whose they are; empty where that is not known.
            holder: whose the cards of the hands before are; those of this one are added.
            table: the table; None where the header does not make one.
        """
        for span in words:
            card = self.names.card(span)
            if not card:
                continue
            if seat and card in holder:
                where = "stands twice in this hand"
                if seat != holder[card]:
                    where = f"stands in both the hands of {holder[card]} and {seat}"
                self._problems.add(span, f"{quote(span.text)} {where}")
            elif table is not None and card not in table.cards:
                book = table.deck.book_of[card].name
                message = f"{quote(span.text)} is not in play: {book} is settled"
                self._problems.add(span, message)
            if seat:
                holder.setdefault(card, seat)
            yield card

    def _judge_size(self, at: Span, seat: Seat, number: int, size: int, *, whole: bool) -> None:
        """Reports a hand that has more cards than its seat was dealt, or a whole one with fewer."""
        if number > size or (whole and number < size):
            expected = f"expected {'' if whole else 'at most '}{size}"
            expected += ", or '...' at its end" if number < size else ""
            message = f"the hand of {seat} has {counted(number, 'card')} ({expected})"
            self._problems.add(at, message)
