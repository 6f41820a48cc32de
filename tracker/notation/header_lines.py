"""The header lines of a text: telling them from events, and taking them to pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from tracker.messages import closest, quote
from tracker.notation.header import HandParts, HeaderParts, SeatsParts, SettledParts
from tracker.notation.names import NOBODY, Names
from tracker.notation.problems import BLANKS, MISSING, Problems, Span, joined
from tracker.notation.rules_and_deck import BookParts, RulesParts
from tracker.notation.source import Statement
from tracker.notation.statements import HANDS, is_verb

PUZZLE_TAGS: Final = ("as", "question", "level", "theme", "shows", "difficulty")
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
_NAMED: Final = ("hand", "book")
"""The keywords that a name follows before the colon."""
_REPEATED: Final = ("hand", "book", "settled")
_RULE: Final = re.compile(f"([^{BLANKS},=]+)(?:([{BLANKS}]*=[{BLANKS}]*)([^{BLANKS},=]*))?|=")
_ELLIPSES: Final = ("...", "…")


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
    if known not in _NAMED:
        return HeaderLine(known, head, MISSING, _body(span, head, known, problems), statement)
    colon = span.text.find(":")
    name = span.part(len(keyword), colon if colon >= 0 else None)
    body = span.part(colon + 1) if colon >= 0 else MISSING
    if colon < 0 or not name.text:
        problems.add(head, f"{quote(span.text)} is not complete (expected '{_USAGE[known]}')")
        name = MISSING
    return HeaderLine(known, head, joined(name.words(), name), body, statement)


def _body(span: Span, head: Span, keyword: str, problems: Problems) -> Span:
    """What stands behind the colon; reports a line without one right behind the keyword."""
    rest = span.part(len(head.text))
    if rest.text.startswith(":"):
        return rest.part(1)
    usage = _USAGE.get(keyword, "KEYWORD: …")
    problems.add(rest, f"expected ':' behind {quote(head.text)}, as in '{usage}'")
    return rest


# -- from the lines to the parts of a header ------------------------------------------------------


def header_parts(lines: Sequence[HeaderLine], at: Span, problems: Problems) -> HeaderParts:
    """The parts of a header; a second line of a kind that stands once is a problem.

    Args:
        lines: its lines.
        at: where to note that one is missing.
        problems: where to note what is wrong.
    """
    single = _first_lines(lines, problems)
    parts = HeaderParts(at=at, tags=tuple((t, single[t].body.text) for t in TAGS if t in single))
    if line := single.get("rules"):
        parts.rules = _rules(line, problems)
    if line := single.get("seats"):
        parts.seats = SeatsParts(line.head, [line.body.words()])
    if line := single.get("teams"):
        parts.teams = SeatsParts(line.head, [team.words() for team in line.body.split("/")])
    if line := single.get("sizes"):
        words = line.body.words()
        pairs = zip_longest(words[::2], words[1::2], fillvalue=line.body.end())
        parts.sizes = SeatsParts(line.head, list(pairs))
    parts.dealer = _one_seat(single.get("dealer"), problems)
    parts.turn = _one_seat(single.get("turn"), problems)
    books = (line for line in lines if line.keyword == "book")
    parts.books = [BookParts(line.name, line.body.words()) for line in books]
    parts.hands = [_hand(line, problems) for line in lines if line.keyword == "hand"]
    parts.settled = [_settled(line, problems) for line in lines if line.keyword == "settled"]
    return parts


def _first_lines(lines: Sequence[HeaderLine], problems: Problems) -> dict[str, HeaderLine]:
    """The first line of each kind; reports others of a kind that stands once."""
    first: dict[str, HeaderLine] = {}
    for line in lines:
        before = first.setdefault(line.keyword, line)
        if before is not line and line.keyword not in _REPEATED:
            where = f"line {before.head.line}"
            problems.add(line.head, f"{quote(line.keyword)} stands in {where} already")
    return first


def _rules(line: HeaderLine, problems: Problems) -> RulesParts:
    """Preset and changes, with commas or blanks between them."""
    preset: Span | None = None
    overrides = []
    for match in _RULE.finditer(line.body.text):
        word = line.body.part(*match.span())
        if match[2] is not None:
            overrides.append((line.body.part(*match.span(1)), line.body.part(*match.span(3))))
        elif preset is None and word.text != "=":
            preset = word
        else:
            problems.add(word, f"{quote(word.text)} has no meaning here (expected KEY=VALUE)")
    return RulesParts(line.head, preset, overrides)


def _one_seat(line: HeaderLine | None, problems: Problems) -> Span | None:
    """The seat that a line names; reports more words than that."""
    if line is None:
        return None
    words = line.body.words()
    if len(words) > 1:
        problems.add(words[1], f"{quote(words[1].text)} is one word too many (expected one seat)")
    return words[0] if words else line.body


def _hand(line: HeaderLine, problems: Problems) -> HandParts:
    """The cards of a hand, and whether they are all of it: then no ``...`` stands there."""
    body, words = line.body, line.body.words()
    early = [word for word in words[:-1] if word.text in _ELLIPSES]
    for word in early:
        problems.add(word, f"{quote(word.text)} stands before other cards (expected at the end)")
    ellipsis = next((mark for mark in _ELLIPSES if body.text.endswith(mark)), "")
    # It may stand close to the last card.
    words = body.part(0, len(body.text) - len(ellipsis)).words()
    cards = [word for word in words if word.text not in _ELLIPSES]
    return HandParts(line.name, cards, whole=not (ellipsis or early))


def _settled(line: HeaderLine, problems: Problems) -> SettledParts:
    """A half-suit, which may have several words, and the seat behind it."""
    words = line.body.words()
    if len(words) < 2:
        problems.unknown(line.body, "a book and a seat", f"expected '{_USAGE['settled']}'", ())
        return SettledParts(MISSING, MISSING)
    *book, seat = words
    return SettledParts(joined(book, MISSING), None if seat.word == NOBODY else seat)
