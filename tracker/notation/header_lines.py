"""The header lines of a text: telling them from events, and taking them to pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from tracker.messages import closest, quote
from tracker.notation.deck_lines import BookParts
from tracker.notation.header import HandParts, HeaderParts, SeatsParts, SettledParts
from tracker.notation.lines import Statement
from tracker.notation.names import NOBODY, Names
from tracker.notation.problems import Problems
from tracker.notation.span import BLANKS, MISSING, Span, joined
from tracker.notation.statements import is_verb

PUZZLE_TAGS: Final = ("as", "question", "level", "theme")
"""What makes a record a puzzle: text as any tag's; ``tracker.teach`` says what it means."""
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
    """What stands between the keyword and the colon; missing but for hands and books."""
    body: Span
    statement: Statement


def header_keyword(span: Span) -> str | None:
    """The keyword that a header line begins with, as it stands there; none for an event.

    A seat may have the name of a keyword: what goes on with a verb is an event.
    """
    before, colon, _ = span.text.partition(":")
    words = Span(before).words()
    if not words:
        return None
    first = words[0].word
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
        # Read on as what was meant: a slip in 'seats' is not one more for each seat.
        known = closest(known, KEYWORDS) or known
    colon = span.text.find(":")
    if known not in _NAMED:
        return HeaderLine(known, head, MISSING, _body(span, head, known, problems), statement)
    name = span.part(len(keyword), colon if colon >= 0 else None)
    body = span.part(colon + 1) if colon >= 0 else MISSING
    if colon < 0 or not name.text:
        problems.add(head, f"{quote(span.text)} is not complete (expected '{_USAGE[known]}')")
        name = MISSING
    return HeaderLine(known, head, joined(name.words(), name), body, statement)


def _body(span: Span, head: Span, keyword: str, problems: Problems) -> Span:
    rest = span.part(len(head.text))
    if rest.text.startswith(":"):
        return rest.part(1)
    usage = _USAGE.get(keyword, "KEYWORD: …")
    problems.add(rest, f"expected ':' behind {quote(head.text)}, as in '{usage}'")
    return rest


def header_parts(lines: Sequence[HeaderLine], at: Span, problems: Problems) -> HeaderParts:
    """The parts of a header; a second line of a kind that stands once is a problem.

    Args:
        lines: its lines.
        at: where to note that one is missing.
        problems: where to note what is wrong.
    """
    single = _first_lines(lines, problems)
    tags = tuple((tag, single[tag].body.text) for tag in TAGS if tag in single)
    parts = HeaderParts(at=at, tags=tags)
    if line := single.get("rules"):
        _read_rules(line, parts, problems)
    if line := single.get("seats"):
        parts.seats = SeatsParts(line.head, [line.body.words()])
    if line := single.get("teams"):
        parts.teams = SeatsParts(line.head, [team.words() for team in line.body.split("/")])
    if line := single.get("sizes"):
        parts.sizes = _sizes(line)
    parts.dealer = _one_seat(single.get("dealer"), problems)
    parts.turn = _one_seat(single.get("turn"), problems)
    books = (line for line in lines if line.keyword == "book")
    parts.books = [BookParts(line.name, line.body.words()) for line in books]
    parts.hands = [_hand(line, problems) for line in lines if line.keyword == "hand"]
    parts.settled = [_settled(line, problems) for line in lines if line.keyword == "settled"]
    return parts


def _first_lines(lines: Sequence[HeaderLine], problems: Problems) -> dict[str, HeaderLine]:
    """The first line of each kind."""
    found: dict[str, HeaderLine] = {}
    for line in lines:
        first = found.setdefault(line.keyword, line)
        if first is not line and line.keyword not in _REPEATED:
            where = f"line {first.head.line}"
            problems.add(line.head, f"{quote(line.keyword)} stands in {where} already")
    return found


def _read_rules(line: HeaderLine, parts: HeaderParts, problems: Problems) -> None:
    """Preset and overrides, with commas or blanks between them."""
    overrides = []
    for match in _RULE.finditer(line.body.text):
        if match[2] is not None:
            overrides.append((line.body.part(*match.span(1)), line.body.part(*match.span(3))))
            continue
        word = line.body.part(*match.span())
        if parts.preset is None and word.text != "=":
            parts.preset = word
        else:
            problems.add(word, f"{quote(word.text)} has no meaning here (expected KEY=VALUE)")
    parts.rules_at = line.head
    parts.overrides = overrides


def _one_seat(line: HeaderLine | None, problems: Problems) -> Span | None:
    if line is None:
        return None
    words = line.body.words()
    if len(words) > 1:
        problems.add(words[1], f"{quote(words[1].text)} is one word too many (expected one seat)")
    return words[0] if words else line.body


def _sizes(line: HeaderLine) -> SeatsParts:
    words = line.body.words()
    groups = zip_longest(words[::2], words[1::2], fillvalue=line.body.end())
    return SeatsParts(line.head, list(groups))


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
    words = line.body.words()
    if len(words) < 2:
        problems.unknown(line.body, "a book and a seat", f"expected '{_USAGE['settled']}'", ())
        return SettledParts(MISSING, MISSING)
    *book, seat = words
    return SettledParts(joined(book, MISSING), None if seat.word == NOBODY else seat)


def line_key(line: HeaderLine, names: Names) -> str:
    """What ``HeaderComment.line`` calls a line whose parts are sound."""
    if line.keyword == "hand":
        return f"hand {names.seat(line.name)}"
    if line.keyword == "book":
        return f"book {line.name.text}"
    if line.keyword == "settled":
        return f"settled {names.book(joined(line.body.words()[:-1], MISSING))}"
    return line.keyword
