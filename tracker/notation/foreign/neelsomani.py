"""Logs of the Python package ``literature`` 1.0.0 (neelsomani/literature): one game a file.

A log begins with the hands, as ``print_player_hands`` writes them; then come the moves that were
typed, or what the logger wrote, or both: ``neelsomani_lines`` has their forms. A move that was
typed does not say who asks, nor the answer. The hands tell both.

The package lets anyone claim at any time, and the turn is then the claimant's; only of claims that
were typed, by the player at turn, does a log say what was claimed. It draws by lot who goes on for
a player without cards, and says so nowhere: a line ``Player 3``, as ``print(game.turn)`` writes it,
tells whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import BinaryIO, Final, NoReturn

from tracker.game.cards import Book, Card
from tracker.game.record import Hand, Record
from tracker.game.rules import PRESETS
from tracker.messages import quote
from tracker.notation.foreign.log_events import Course
from tracker.notation.foreign.neelsomani_lines import (
    DECK,
    AskLine,
    ClaimLine,
    Line,
    PlayerLine,
    ResultLine,
    SuitLine,
    read_line,
)
from tracker.notation.foreign.values import LogProblems, SkipEventError
from tracker.notation.games import Reading, attempt
from tracker.notation.lines import read_lines
from tracker.notation.source import MAX_BYTES, decode
from tracker.notation.span import Span
from tracker.notation.writer import canonical

VERSION: Final = "the package literature 1.0.0"

_PRESET: Final = "pagat"
_RULES: Final = PRESETS[_PRESET].with_values(
    {
        "deck": DECK.name,
        "claims": "any-time",
        "turn-after-claim": "claimant",
        "endgame": "any-player",
    }
)
_PLAYERS: Final = (4, 6, 8, 12, 16)
"""How many can play: so many hands of the same size there can be, and seats at a table of ours."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The game of a log.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    yield attempt(1, 1, partial(_read, file.read(MAX_BYTES + 1), source))


def _read(data: bytes, source: str) -> Record:
    """The game, if every line is one of a log."""
    problems = LogProblems(source)
    statements = read_lines(decode(data, source)).statements
    lines = []
    for statement in statements:
        line = read_line(statement)
        if line is None and not problems.stop():
            said = quote(statement.span.text)
            problems.add(statement.span, f"{said} is not a line of a log of {VERSION}")
        elif line is not None:
            lines.append(line)
    record = _game(lines, problems) if not len(problems) else Record(())
    problems.raise_any()
    return canonical(record)


def _game(lines: Sequence[Line], problems: LogProblems) -> Record:
    """The game that the lines tell."""
    moves = (i for i, line in enumerate(lines) if isinstance(line, AskLine | ClaimLine))
    begin = next(moves, len(lines))
    hands = _hands(lines[:begin], problems)
    if not hands:
        return Record(())
    log = _Log(hands, problems)
    log.read(lines)
    course = log.course
    return Record(
        seats=course.names,
        rules=_RULES,
        preset=_PRESET,
        dealer=None if log.first is None else course.names[log.first],
        hands=tuple(map(Hand, course.names, map(DECK.in_order, hands))),
        events=tuple(course.events),
    )


def _hands(lines: Sequence[Line], problems: LogProblems) -> list[tuple[Card, ...]]:
    """The hands that stand before the first move; none, and a problem, where they are not whole."""
    found: dict[int, list[Card]] = {}
    hand: list[Card] = []
    for line, following in zip(lines, (*lines[1:], None), strict=False):
        if isinstance(line, PlayerLine) and isinstance(following, SuitLine):
            found[line.player] = hand = []
        elif isinstance(line, SuitLine) and found:
            hand += line.cards
    hands = [tuple(found[player]) for player in sorted(found)]
    dealt = sorted(card for hand in hands for card in hand)
    size = len(DECK.cards) // max(len(hands), 1)
    whole = dealt == sorted(DECK.cards) and all(len(hand) == size for hand in hands)
    if not whole or list(found) != list(range(len(hands))) or len(hands) not in _PLAYERS:
        at = lines[0].span if lines else Span("")
        expected = "expected those that print_player_hands() writes, before the first move"
        problems.add(at, f"the log does not have the hands of all players ({expected})")
        return []
    return hands


class _Log:
    """Goes through the lines of one game.

    Args:
        hands: the dealt hands.
        problems: where to note what is wrong.
    """

    def __init__(self, hands: Sequence[tuple[Card, ...]], problems: LogProblems) -> None:
        self.problems = problems
        self.course = Course(tuple(f"S{i}" for i in range(len(hands))), DECK)
        self.first: int | None = None
        """Who begins; none where the log does not tell."""
        self._holders = {card: i for i, hand in enumerate(hands) for card in hand}
        self._turn: Sequence[int] = range(len(hands))
        """Who can be at turn."""
        self._claim: tuple[int, bool, Book] | None = None
        """Team, success and half-suit of the last claim, if its result has not been read."""

    def read(self, lines: Sequence[Line]) -> None:
        """Reads the lines."""
        number = 0
        for line, following in zip(lines, (*lines[1:], None), strict=False):
            if isinstance(line, AskLine | ClaimLine) and not _says_the_same(line, following):
                number += 1
            self.problems.event = number or None
            with suppress(SkipEventError):
                self._read(line, following)
        self.problems.event = None

    def _read(self, line: Line, following: Line | None) -> None:
        """Reads one line; the next may say the same better."""
        match line:
            case AskLine():
                if not _says_the_same(line, following):
                    self._ask(line)
            case ClaimLine():
                self._claims(line)
            case ResultLine():
                self._judge_result(line)
            case PlayerLine():
                if line.at_turn or not isinstance(following, SuitLine):
                    self._go_on(self._player(line.player, line), line)

    def _fail(self, line: Line, message: str) -> NoReturn:
        self.problems.add(line.span, message)
        raise SkipEventError

    def _player(self, player: int, line: Line) -> int:
        if player >= len(self.course.names):
            self._fail(
                line, f"there is no player {player} (the last is {len(self.course.names) - 1})"
            )
        return player

    def _go_on(self, player: int, line: Line) -> None:
        """The log says who is at turn: by lot, or as somebody moved the turn without a word."""
        if player not in self._turn:
            self.course.pass_turn(self._turn[0], player, irregular=True)
        self._turn = (player,)
        if self.first is None and not self.course.events:
            self.first = player

    def _ask(self, line: AskLine) -> None:
        """Reads an ask, and works out what the line leaves open."""
        target = self._player(line.target, line)
        if line.card not in self._holders:
            self._fail(line, f"{line.card} is out of play: its half-suit has been claimed")
        asker = self._asker(line) if line.asker is None else self._player(line.asker, line)
        self._go_on(asker, line)
        hit = self._holders[line.card] == target
        if line.hit is not None and line.hit != hit:
            holder = self._holders[line.card]
            self._fail(line, f"by the hands and the moves before, player {holder} has {line.card}")
        self.course.ask(asker, target, line.card, hit=hit)
        if hit:
            self._holders[line.card] = asker
        self._turn = (asker,) if hit else self._who_goes_on(target)

    def _asker(self, line: AskLine) -> int:
        """Who asks: the one that can be at turn, and can ask this."""
        book = DECK.book_of[line.card].cards
        able = [
            seat
            for seat in self._turn
            if self.course.are_opponents(seat, line.target)
            and self._holders[line.card] != seat
            and any(self._holders[card] == seat for card in book)
        ]
        if len(able) != 1:
            players = " or ".join(map(str, able)) or "nobody"
            self._fail(line, f"the log does not tell who asks: {players} can (expected one player)")
        return able[0]

    def _who_goes_on(self, seat: int) -> Sequence[int]:
        """Who is at turn where a seat should be: by lot a teammate, if it is out of cards."""
        sizes = self.course.sizes
        mates = [i for i in range(seat % 2, len(sizes), 2) if sizes[i] > 0]
        return (seat,) if sizes[seat] > 0 or not mates else tuple(mates)

    def _claims(self, line: ClaimLine) -> None:
        """Reads a claim; its cards leave play."""
        said = {card: self._player(player, line) for card, player in line.said}
        book = DECK.book_of[line.said[0][0]]
        if len(line.said) != len(book.cards) or set(said) != set(book.cards):
            self._fail(line, f"a claim of {book.name} names the holders of {' '.join(book.cards)}")
        if any(card not in self._holders for card in book.cards):
            self._fail(line, f"{book.name} has been claimed already")
        claimant = self._claimant(line, set(said.values()))
        held = [self._holders.pop(card) for card in book.cards]
        outcome = self.course.claim(claimant, book, [said[card] for card in book.cards], held)
        self._claim = (claimant % 2, outcome == "correct", book)
        self._turn = (claimant,)
        if outcome == "correct":
            self._turn = self._who_goes_on(claimant)

    def _claimant(self, line: ClaimLine, named: set[int]) -> int:
        """Who claims: the player at turn, of the team that is named."""
        able = [i for i in self._turn if not any(self.course.are_opponents(i, n) for n in named)]
        if len(able) != 1:
            players = " or ".join(map(str, able)) or "nobody at turn"
            self._fail(line, f"the log does not tell who claims: {players} (expected one player)")
        if self.first is None and not self.course.events:
            self.first = able[0]
        return able[0]

    def _judge_result(self, line: ResultLine) -> None:
        found, self._claim = self._claim, None
        if found is None or found[2] != line.book:
            self._fail(line, f"the log does not have the claim of {line.book.name} as it was typed")
        if found[:2] != (line.team, line.right):
            result = "right" if found[1] else "wrong"
            self._fail(line, f"by the hands and the moves before, the claim was {result}")


def _says_the_same(line: Line, following: Line | None) -> bool:
    """Whether the next line is the logger's, of the ask that was typed."""
    if not isinstance(line, AskLine) or not isinstance(following, AskLine):
        return False
    same = (line.target, line.card) == (following.target, following.card)
    return line.asker is None and following.asker is not None and same
