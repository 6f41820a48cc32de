"""Logs of the Python package ``literature`` 1.0.0 (neelsomani/literature): one game a file.

A log begins with the hands, as ``print_player_hands`` writes them; then come the moves that were
typed, or what the logger wrote, or both. A move that was
typed does not say who asks, nor the answer. The hands tell both.

The package lets anyone claim at any time, and the turn is then the claimant's; only of claims that
were typed, by the player at turn, does a log say what was claimed. It draws by lot who goes on for
a player without cards, and says so nowhere: a line ``Player 3``, as ``print(game.turn)`` writes it,
tells whose turn it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import BinaryIO, Final, NoReturn

from tracker.game.cards import DECKS, Book, Card, Deck
from tracker.game.record import Hand, Record
from tracker.messages import quote
from tracker.notation.foreign.log_game import LogGame
from tracker.notation.foreign.log_values import LogProblems, SkipEventError
from tracker.notation.games import Reading, attempt
from tracker.notation.problems import Span
from tracker.notation.source import MAX_BYTES, Statement, decode, read_lines

# The lines of a log of ``literature`` 1.0.0: what was typed, and what its logger wrote.
#
# =========================================================  =======================================
# ``1 5C``, ``CLAIM 0 AC 0 2C 2 3C …``                        typed: ``Literature.commit_text``
# ``Success: Player 0 requested the 5 of C from Player 1``    its answer, or ``Failure: …``
# ``Team Team.EVEN successfully claimed Half.MINOR Suit.CLUBS``  or ``failed to claim``
# ``Player 0*``, ``Suit.CLUBS: [A of C, 5 of C]``             ``print_player_hands``; ``*``: at turn
# =========================================================  =======================================
#
# Before each line of the logger its name may stand, as ``logging.basicConfig`` writes it.

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


VERSION: Final = "the package literature 1.0.0"

_RULES: Final = {
    "deck": DECK.name,
    "claims": "any-time",
    "turn-after-claim": "claimant",
    "endgame": "any-player",
}
"""In what the rules differ from ``pagat``."""
_PLAYERS: Final = (4, 6, 8, 12, 16)
"""How many can play: so many hands of equal size there can be, and seats at a table of ours."""


def read_each(file: BinaryIO, source: str) -> Iterator[Reading]:
    """The game of a log.

    Args:
        file: the log.
        source: the name that problems give it.
    """
    yield attempt(1, 1, partial(_record, file.read(MAX_BYTES + 1), source))


def _record(data: bytes, source: str) -> Record:
    """The game, if every line is one of a log.

    Raises:
        NotationError: where there are any problems.
    """
    problems = LogProblems(source)
    lines = []
    for statement in read_lines(decode(data, source)).statements:
        line = read_line(statement)
        if line is not None:
            lines.append(line)
        elif not problems.stop():
            message = f"{quote(statement.span.text)} is not a line of a log of {VERSION}"
            problems.add(statement.span, message)
    problems.raise_any()
    moves = (i for i, line in enumerate(lines) if isinstance(line, AskLine | ClaimLine))
    hands = _hands(lines[: next(moves, len(lines))], problems)
    problems.raise_any()
    log = _Log(hands, problems)
    log.read(lines)
    problems.raise_any()
    return log.game.record(tuple(map(Hand, log.game.names, map(DECK.in_order, hands))))


def _hands(lines: Sequence[Line], problems: LogProblems) -> list[list[Card]]:
    """The hands that stand before the first move; reports those that are not whole."""
    hand_of: dict[int, list[Card]] = {}
    hand: list[Card] = []
    for line, following in zip_longest(lines, lines[1:]):
        if isinstance(line, PlayerLine) and isinstance(following, SuitLine):
            hand_of[line.player] = hand = []
        elif isinstance(line, SuitLine) and hand_of:
            hand += line.cards
    hands = [hand_of[player] for player in sorted(hand_of)]
    dealt = sorted(card for hand in hands for card in hand)
    size = len(DECK.cards) // max(len(hands), 1)
    is_whole = dealt == sorted(DECK.cards) and all(len(hand) == size for hand in hands)
    if not is_whole or list(hand_of) != list(range(len(hands))) or len(hands) not in _PLAYERS:
        at = lines[0].span if lines else Span("")
        expected = "expected those that print_player_hands() writes, before the first move"
        problems.add(at, f"the log does not have the hands of all players ({expected})")
    return hands


class _Log:
    """Goes through the lines of one game.

    Args:
        hands: the dealt hands.
        problems: where to note what is wrong.
    """

    def __init__(self, hands: Sequence[Sequence[Card]], problems: LogProblems) -> None:
        self.game = LogGame(tuple(f"S{i}" for i in range(len(hands))), "pagat", _RULES)
        self._problems = problems
        self._holders = {card: i for i, hand in enumerate(hands) for card in hand}
        self._turn: Sequence[int] = range(len(hands))
        """Who can be at turn."""
        self._claim: tuple[int, bool, Book] | None = None
        """Team, success and half-suit of the last claim, if its result has not been read."""

    def read(self, lines: Sequence[Line]) -> None:
        """Reads the lines; asks and claims are numbered from 1."""
        number = 0
        for line, following in zip_longest(lines, lines[1:]):
            is_repeated = _is_logged_again(line, following)
            number += isinstance(line, AskLine | ClaimLine) and not is_repeated
            self._problems.event = number or None
            if not is_repeated:
                with suppress(SkipEventError):
                    self._read(line, following)
        self._problems.event = None

    def _read(self, line: Line, following: Line | None) -> None:
        """Reads one line."""
        match line:
            case AskLine():
                self._read_ask(line)
            case ClaimLine():
                self._read_claim(line)
            case ResultLine():
                self._judge_result(line)
            case PlayerLine():
                if line.at_turn or not isinstance(following, SuitLine):
                    self._go_on(self._player(line.player, line), line)

    def _fail(self, line: Line, message: str) -> NoReturn:
        self._problems.add(line.span, message)
        raise SkipEventError

    def _player(self, player: int, line: Line) -> int:
        last = len(self.game.names) - 1
        if player > last:
            self._fail(line, f"there is no player {player} (the last is {last})")
        return player

    def _go_on(self, player: int, line: Line) -> None:
        """Somebody is at turn by the log: by lot, or as the turn was moved without a word."""
        if player not in self._turn:
            self.game.pass_turn(self._turn[0], player, irregular=True)
        self._turn = (player,)
        if self.game.first is None and not self.game.events:
            self.game.first = player

    # -- asks -------------------------------------------------------------------------------------

    def _read_ask(self, line: AskLine) -> None:
        """Reads an ask, and works out what the line leaves open."""
        target = self._player(line.target, line)
        if line.card not in self._holders:
            self._fail(line, f"{line.card} is out of play: its half-suit has been claimed")
        asker = self._asker(line) if line.asker is None else self._player(line.asker, line)
        self._go_on(asker, line)
        holder = self._holders[line.card]
        hit = holder == target
        if line.hit is not None and line.hit != hit:
            self._fail(line, f"by the hands and the moves before, player {holder} has {line.card}")
        self.game.ask(asker, target, line.card, hit=hit)
        if hit:
            self._holders[line.card] = asker
        self._turn = (asker,) if hit else self._who_goes_on(target)

    def _asker(self, line: AskLine) -> int:
        """Who asks: the one that can be at turn, and can ask this."""
        book = DECK.book_of[line.card].cards
        able = [
            seat
            for seat in self._turn
            if self.game.are_opponents(seat, line.target)
            and self._holders[line.card] != seat
            and any(self._holders[card] == seat for card in book)
        ]
        if len(able) != 1:
            players = " or ".join(map(str, able)) or "nobody"
            self._fail(line, f"the log does not tell who asks: {players} can (expected one player)")
        return able[0]

    def _who_goes_on(self, seat: int) -> Sequence[int]:
        """Who is at turn where a seat should be: a teammate, by lot, if it is out of cards."""
        sizes = self.game.sizes
        mates = [i for i in range(seat % 2, len(sizes), 2) if sizes[i] > 0]
        return (seat,) if sizes[seat] > 0 or not mates else tuple(mates)

    # -- claims -----------------------------------------------------------------------------------

    def _read_claim(self, line: ClaimLine) -> None:
        """Reads a claim; its cards leave play."""
        named = {card: self._player(player, line) for card, player in line.named}
        book = DECK.book_of[line.named[0][0]]
        if len(line.named) != len(book.cards) or set(named) != set(book.cards):
            self._fail(line, f"a claim of {book.name} names the holders of {' '.join(book.cards)}")
        if any(card not in self._holders for card in book.cards):
            self._fail(line, f"{book.name} has been claimed already")
        claimant = self._claimant(line, set(named.values()))
        held = [self._holders.pop(card) for card in book.cards]
        outcome = self.game.claim(claimant, book, [named[card] for card in book.cards], held)
        self._claim = (claimant % 2, outcome == "correct", book)
        self._turn = self._who_goes_on(claimant) if outcome == "correct" else (claimant,)

    def _claimant(self, line: ClaimLine, named: set[int]) -> int:
        """Who claims: the player at turn, of the team that is named."""
        able = [i for i in self._turn if not any(self.game.are_opponents(i, n) for n in named)]
        if len(able) != 1:
            players = " or ".join(map(str, able)) or "nobody at turn"
            self._fail(line, f"the log does not tell who claims: {players} (expected one player)")
        if self.game.first is None and not self.game.events:
            self.game.first = able[0]
        return able[0]

    def _judge_result(self, line: ResultLine) -> None:
        """Notes a result that is not that of the claim before."""
        claim, self._claim = self._claim, None
        if claim is None or claim[2] != line.book:
            self._fail(line, f"the log does not have the claim of {line.book.name} as it was typed")
        if claim[:2] != (line.team, line.right):
            result = "right" if claim[1] else "wrong"
            self._fail(line, f"by the hands and the moves before, the claim was {result}")


def _is_logged_again(line: Line, following: Line | None) -> bool:
    """Whether the next line is the logger's, about the ask that was typed."""
    if not isinstance(line, AskLine) or not isinstance(following, AskLine):
        return False
    is_equal = (line.target, line.card) == (following.target, following.card)
    return line.asker is None and following.asker is not None and is_equal
