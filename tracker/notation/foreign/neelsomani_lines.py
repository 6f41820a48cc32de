"""The lines of a log of ``literature`` 1.0.0: what was typed, and what its logger wrote.

=========================================================  =======================================
``1 5C``, ``CLAIM 0 AC 0 2C 2 3C …``                        typed: ``Literature.commit_text``
``Success: Player 0 requested the 5 of C from Player 1``    its answer, or ``Failure: …``
``Team Team.EVEN successfully claimed Half.MINOR Suit.CLUBS``  or ``failed to claim``
``Player 0*``, ``Suit.CLUBS: [A of C, 5 of C]``             ``print_player_hands``; ``*``: at turn
=========================================================  =======================================

Before each line of the logger its name may stand, as ``logging.basicConfig`` writes it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.notation.lines import Statement
from tracker.notation.span import Span

DECK: Final[Deck] = DECKS["no7"]

_LOGGER: Final = re.compile(r"(?:[A-Z]+:)?literature\.literature:[ \t]*")
_RANK: Final = r"(A|[2-6]|[89]|10|J|Q|K)"
_PLAYER: Final = r"Player ([0-9]{1,2})"
_ASKED: Final = re.compile(
    rf"(?:(Success|Failure): )?{_PLAYER} requested the {_RANK} of ([CDHS]) from {_PLAYER}"
)
_TYPED_ASK: Final = re.compile(rf"([0-9]{{1,2}}) {_RANK}([CDHS])", re.IGNORECASE)
_TYPED_CLAIM: Final = re.compile(rf"CLAIM(?: [0-9]{{1,2}} {_RANK}[CDHS]){{1,12}}", re.IGNORECASE)
_CLAIMED: Final = re.compile(
    r"Team Team\.(EVEN|ODD) (successfully claimed|failed to claim) "
    r"Half\.(MINOR|MAJOR) Suit\.(CLUBS|DIAMONDS|HEARTS|SPADES)"
)
_AT: Final = re.compile(rf"{_PLAYER}(\*?)")
_SUIT: Final = re.compile(r"Suit\.(?:CLUBS|DIAMONDS|HEARTS|SPADES): \[(.*)\]")
_NOTES: Final = re.compile(
    rf"{_PLAYER} is out of cards|The claim goes to team Team\.(EVEN|ODD)|The claim is discarded|"
    r"Team\.(EVEN|ODD|NEITHER) is the winner, in [0-9]{1,6} moves"
)
_HALVES: Final = {"MINOR": "low", "MAJOR": "high"}


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    span: Span


@dataclass(frozen=True)
class AskLine(Line):
    """An ask, typed or logged."""

    target: int
    card: Card
    asker: int | None = None
    """None where it was typed: the player at turn asks."""
    hit: bool | None = None
    """Whether it was answered yes; None where the line does not tell."""


@dataclass(frozen=True)
class ClaimLine(Line):
    """A claim as it was typed."""

    named: tuple[tuple[Card, int], ...]
    """The cards, each with the player who was named for it."""


@dataclass(frozen=True)
class ResultLine(Line):
    """What a claim came to, as it was logged."""

    team: int
    right: bool
    book: Book


@dataclass(frozen=True)
class PlayerLine(Line):
    """A player, before the cards of the hand or by itself."""

    player: int
    at_turn: bool


@dataclass(frozen=True)
class SuitLine(Line):
    """The cards of one suit in a hand."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class NoteLine(Line):
    """A line that tells nothing that the lines around it do not."""


def read_line(statement: Statement) -> Line | None:
    """What a line means; None where it means nothing."""
    span = statement.span
    text = _LOGGER.sub("", span.text, count=1)
    if match := _TYPED_ASK.fullmatch(text):
        return AskLine(span, int(match[1]), (match[2] + match[3]).upper())
    if match := _ASKED.fullmatch(text):
        hit = None if match[1] is None else match[1] == "Success"
        return AskLine(span, int(match[5]), match[3] + match[4], int(match[2]), hit)
    if _TYPED_CLAIM.fullmatch(text):
        words = text.upper().split()[1:]
        pairs = zip(words[1::2], map(int, words[::2]), strict=True)
        return ClaimLine(span, tuple(pairs))
    if match := _CLAIMED.fullmatch(text):
        book = DECK.by_name[f"{_HALVES[match[3]]} {match[4].lower()}"]
        return ResultLine(span, int(match[1] == "ODD"), match[2].startswith("succ"), book)
    if match := _AT.fullmatch(text):
        return PlayerLine(span, int(match[1]), bool(match[2]))
    if match := _SUIT.fullmatch(text):
        words = match[1].split(", ") if match[1] else []
        return SuitLine(span, tuple(word.replace(" of ", "") for word in words))
    return NoteLine(span) if _NOTES.fullmatch(text) else None
