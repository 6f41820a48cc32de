"""The card grid: who can hold what, by half-suit and seat.

Marks differ in shape, not only in colour:

* ``●`` public: the card moved there, or was shown there, in public;
* ``■`` own: in a hand that the view knows;
* ``✔`` deduced: it can be nowhere else;
* ``?`` possible; ``·`` excluded.

With odds, a possible holder's cell has the probability in per cent instead, on a colour that gets
warmer with it. Rounding never makes a possibility look certain: ``<1`` and ``>99`` stand for what
would round to 0 and 100.

There is one grid: a panel for each open half-suit, as many side by side as the width allows. A
board is shown in the roomiest way that fits the height, too. After the one with names in full come
those with a letter or two for each seat. First the blank lines go, then the blanks between the
marks, then the lines above and below; what still does not fit is said to be left out. The line that
says where things stand is always there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.console import RenderableType
from rich.text import Text

from tracker.analysis.board import Board
from tracker.game.cards import Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.inference.deduction import PLACED, Deduction
from tracker.knowledge.facts import Chances
from tracker.messages import counted, printable
from tracker.render.document import (
    BLANK,
    Aside,
    Block,
    Drawing,
    Line,
    Pairs,
    Sheet,
    fitting,
    for_terminal,
)
from tracker.render.forms import Derived, Forms
from tracker.render.json_form import Json
from tracker.render.phrases import numbered_event, per_cent

_GAP: Final = 3
_SMALL_GAP: Final = 2
_CARD: Final = 4
"""The width of a card and the blanks behind it."""
_MIN_COLUMN: Final = 2
_MIN_NAME: Final = 3
_MAX_NAME: Final = 8
_ODDS_COLUMN: Final = 4
_SHORT: Final = 16


@dataclass(frozen=True)
class Mark:
    """How a kind of cell looks."""

    sign: str
    style: str
    meaning: str


MARKS: Mapping[str, Mark] = {
    "public": Mark("●", "bold cyan", "public"),
    "own": Mark("■", "bold green", "own"),
    "deduced": Mark("✔", "bold yellow", "deduced"),
    "possible": Mark("?", "default", "possible"),
    "excluded": Mark("·", "dim", "excluded"),
}


CardOdds: TypeAlias = Mapping[Card, Chances]
"""The probability of each possible holder of each card."""

HEAT: Final = ("on grey15", "on navy_blue", "on dark_magenta", "on deep_pink4", "on orange4")
"""Backgrounds for probabilities below 20, 40, 60, 80 and 100 per cent."""

# -- the grid --------------------------------------------------------------------------------------

_Lines: TypeAlias = "list[Text]"


@dataclass(frozen=True)
class Panel:
    """A half-suit: its cards, each with a cell for each seat."""

    name: str
    rows: tuple[tuple[Card, tuple[Text, ...]], ...]

    def lines(self, labels: Iterable[str], column: int, *, named: bool) -> _Lines:
        """It in a terminal: the seats above their cells, and a line for each card.

        Args:
            labels: what stands for each seat.
            column: the width of a seat.
            named: whether its name has a line of its own; else its letters stand above the cards.
        """
        corner = "" if named else _initials(self.name)
        head = Text(set_cell_size(corner, _CARD), style="bold underline" if corner else "bold")
        for label in labels:
            head.append(set_cell_size(label, column), style="bold not underline")
        lines = [Text(self.name, style="bold underline"), head] if named else [head]
        for card, cells in self.rows:
            row = Text(f"{card:<{_CARD}}", style="bold")
            for cell in cells:
                row.append(f"{cell.plain:<{column - 1}}", cell.style).append(" " * (column > 1))
            lines.append(row)
        return lines


@dataclass(frozen=True)
class CardGrid(Drawing):
    """Who can hold what: a block of a document. It holds no solver."""

    seats: tuple[Seat, ...]
    panels: tuple[Panel, ...]
    odds: bool
    """Whether cells have probabilities."""
    named: bool = True
    """Whether seats and half-suits have their names; else a letter or two stand for each."""
    spaced: bool = True
    """Whether blanks stand between the marks."""
    parted: bool = True
    """Whether a blank line stands between rows of half-suits."""

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """The panels, as many side by side as fit."""
        labels, column = self._seats_in(width)
        gap = _GAP if self.named else _SMALL_GAP
        across = max((width + gap) // (_CARD + column * len(labels) + gap), 1)
        panels = [panel.lines(labels, column, named=self.named) for panel in self.panels]
        widths = [
            max(cell.cell_len for panel in panels[place::across] for cell in panel)
            for place in range(min(across, len(panels)))
        ]
        for start in range(0, len(panels), across):
            if start and self.parted:
                yield Text("")
            yield from _beside(panels[start : start + across], widths, gap)

    def _seats_in(self, width: int) -> tuple[Sequence[str], int]:
        """What stands for each seat, and how wide its column is."""
        if not self.named:
            letters = [*abbreviations(self.seats).values()]
            return letters, max(map(cell_len, letters)) + self.spaced
        longest = max(cell_len(printable(seat)) for seat in self.seats)
        column = column_width(len(self.seats), longest, width)
        column = max(column, _ODDS_COLUMN) if self.odds else column
        return seat_labels(self.seats, column), column

    def elsewhere(self) -> Iterator[Sheet]:
        """A table for each half-suit, for where there is no terminal."""
        for panel in self.panels:
            rows = [(Text(card, "bold"), *cells) for card, cells in panel.rows]
            yield Sheet(("", *self.seats), rows, caption=panel.name)


def grid_of(
    deduction: Deduction, chances: CardOdds | None = None, books: Sequence[str] | None = None
) -> CardGrid:
    """The grid of what follows for a view.

    Args:
        deduction: what follows for the view at the moment.
        chances: the probabilities to write instead of ``?``, where wanted.
        books: the half-suits to show; None: all in play.
    """
    seats, deck = deduction.record.seats, deduction.record.deck
    return CardGrid(
        seats,
        tuple(
            Panel(
                name,
                tuple(
                    (card, tuple(_cell(deduction, card, seat, chances) for seat in seats))
                    for card in deck.by_name[name].cards
                ),
            )
            for name in books or deduction.state.open_books()
        ),
        odds=chances is not None,
    )


def _cell(deduction: Deduction, card: Card, seat: Seat, chances: CardOdds | None) -> Text:
    """What stands for a card at a seat: a mark or a probability."""
    kind = mark_of(deduction, card, seat)
    probability = None if chances is None else chances[card].get(seat)
    if kind != "possible" or probability is None:
        return Text(MARKS[kind].sign, MARKS[kind].style)
    heat = HEAT[min(int(probability * len(HEAT)), len(HEAT) - 1)]
    return Text(per_cent(probability), heat)


def mark_of(deduction: Deduction, card: Card, seat: Seat) -> str:
    """The kind of mark that stands for a card in play at a seat: a key of ``MARKS``."""
    if seat not in deduction.holders(card):
        return "excluded"
    status = deduction.status(card)
    return status if status in PLACED else "possible"


def legend(*, odds: bool = False) -> Text:
    """What the marks mean."""
    marks = {**MARKS, "possible": Mark("37", HEAT[1], "possible, in per cent")} if odds else MARKS
    words = Text()
    for mark in marks.values():
        words.append(mark.sign, style=mark.style).append(f" {mark.meaning}   ")
    words.rstrip()
    return words


def column_width(count: int, longest: int, width: int) -> int:
    """How wide a seat's column is.

    As many panels stand side by side as fit when names are cut to three letters; the columns then
    take what room is left, up to the longest name.

    Args:
        count: how many seats.
        longest: the width of the longest name, in cells.
        width: columns of the terminal.
    """
    wanted = min(longest, _MAX_NAME) + 1
    narrow = min(wanted, _MIN_NAME + 1)
    across = max((width + _GAP) // (_CARD + narrow * count + _GAP), 1)
    room = (width + _GAP) // across - _GAP - _CARD
    return max(min(wanted, room // count), _MIN_COLUMN)


def _beside(panels: Sequence[_Lines], widths: Sequence[int], gap: int) -> _Lines:
    """Panels side by side, each filled to a width; nothing behind the last."""
    lines = []
    for cells in zip_longest(*panels, fillvalue=Text("")):
        row = Text(no_wrap=True, overflow="ellipsis")
        for cell, width in zip(cells, widths, strict=False):
            row.append(cell).append(" " * (width + gap - cell.cell_len))
        row.rstrip()
        lines.append(row)
    return lines


def seat_labels(seats: Sequence[Seat], column: int) -> Sequence[str]:
    """The seats' names cut to a column; numbers where that makes two of them alike."""
    cut = [set_cell_size(printable(seat), column - 1).rstrip() for seat in seats]
    return cut if len(set(cut)) == len(seats) else _numbers(seats)


def _numbers(seats: Sequence[Seat]) -> list[str]:
    """Numbers in the place of the seats."""
    return [str(number) for number, _ in enumerate(seats, start=1)]


# -- above the grid -------------------------------------------------------------------------------


def situation(deduction: Deduction) -> Pairs:
    """View, moment, last event, turn, score and hand sizes."""
    record, state = deduction.record, deduction.state
    moment = f"after {deduction.at} of {counted(len(record.events), 'event')}"
    view = f"{deduction.view}  {moment}" if record.events else deduction.view
    last = numbered_event(record, deduction.at) if deduction.at else ""
    score, sizes = (
        [f"{name} {'?' if number is None else number}" for name, number in of.items()]
        for of in (deduction.scores(), deduction.sizes())
    )
    unless = ", unless their last chance was used" * state.may_be_over
    forced = "" if state.forced is None else f"{state.forced.team} must claim{unless}"
    rows: list[tuple[str, str | Aside]] = [
        ("View", view),
        ("Last", last),
        ("Turn", turn_words(state, deduction.to_move())),
        ("Score", "  ".join(score)),
        ("Hands", Aside(sizes)),
        *_settled(deduction),
        ("Forced", forced),
    ]
    told = [(Text(name, "bold"), words) for name, words in rows if words]
    return Pairs(told, least=len("Cancelled"))


def turn_words(state: State, to_move: tuple[Seat, ...] | None = None) -> str:
    """Whose turn it is.

    Args:
        state: the public state.
        to_move: who can have the turn; None: as far as everyone can tell.
    """
    if state.over:
        return "the game is over"
    names = state.to_move if to_move is None else to_move
    is_out = len(names) == 1 and state.sizes[names[0]] == 0
    return f"{' or '.join(names) or 'nobody'}{' (out of cards: passes)' * is_out}"


def score_words(state: State) -> str:
    """The points of each team, in short, by the first seat of each: ``Ann’s 1, Bob’s 0``."""
    points = {team: "?" if of is None else of for team, of in state.known_score().items()}
    return ", ".join(f"{short_name(team[0])}’s {of}" for team, of in points.items())


def short_name(name: str) -> str:
    """A name, cut where it is long."""
    name = printable(name)
    return name if len(name) <= _SHORT else f"{name[: _SHORT - 1]}…"


def _settled(deduction: Deduction) -> Iterator[tuple[str, str]]:
    """The settled half-suits by what became of them; of what there is none of, nothing is said."""
    unsure, every = deduction.unsure_books, deduction.state.books
    books = [(name, book) for name, book in every.items() if name not in unsure]
    for team in deduction.record.table.teams:
        won = ", ".join(name for name, book in books if book.team == team)
        yield "Won", f"{team}: {won}" if won else ""
    yield "Cancelled", ", ".join(name for name, book in books if book.status == "cancelled")
    yield "Depends", ", ".join(name for name in every if name in unsure)
    # Of these not every ``?`` is known to be possible.
    yield "Undecided", " ".join(filter(deduction.undecided_holders, deduction.cards))


# -- on one screen ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class _OneLine(Drawing):
    """A line in forms that get shorter: the longest one that fits, else the last one cut."""

    forms: tuple[Text, ...]

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """The form that fits."""
        form = next((form for form in self.forms if form.cell_len <= width), self.forms[-1]).copy()
        form.truncate(width, overflow="ellipsis")
        yield form


@dataclass(frozen=True)
class _Manner:
    """How much room a board gives to what is not the marks."""

    spaced: bool
    """Blanks between the marks."""
    parted: bool
    """A blank line between rows of half-suits."""
    head: int
    """Lines above: where things stand, the hands, the last event."""
    legend: bool


ON_ONE_SCREEN: Final = (
    _Manner(True, True, 3, True),
    _Manner(True, False, 3, True),
    _Manner(True, False, 2, True),
    _Manner(False, False, 3, True),
    _Manner(False, False, 2, True),
    _Manner(False, False, 2, False),
    _Manner(False, False, 1, False),
)
"""From the roomiest to the one that all of it fits into most often."""
IN_SIGHT: Final = (
    _Manner(True, True, 2, True),
    _Manner(True, False, 0, False),
    _Manner(False, False, 0, False),
)
"""From the roomiest on, where the line that says where things stand is next to the grid."""


def compact_boards(
    deduction: Deduction,
    books: Sequence[str] | None = None,
    manners: Sequence[_Manner] = ON_ONE_SCREEN,
) -> Iterator[tuple[Block, ...]]:
    """What a view knows in little room: in each of some manners, then with half-suits left out.

    Args:
        deduction: what follows for the view at the moment.
        books: the half-suits to show; None: all in play.
        manners: from the roomiest on.
    """
    head, grid = [*_head(deduction)], replace(grid_of(deduction, books=books), named=False)
    for manner in manners:
        above, blank = head[: manner.head], [BLANK] * (manner.parted and bool(grid.panels))
        marks = [Line(legend())] * (manner.legend and bool(grid.panels))
        grid = replace(grid, spaced=manner.spaced, parted=manner.parted)
        yield (*above, *blank, grid, *blank, *marks)
    for left in reversed(range(len(grid.panels))):
        more = f"… {len(grid.panels) - left} of {len(grid.panels)} half-suits do not fit here"
        yield (*above, replace(grid, panels=grid.panels[:left]), Line(Text(more, "dim")))


def abbreviations(seats: Sequence[Seat]) -> dict[Seat, str]:
    """A letter for each seat; two where seats begin alike; numbers where that does not do."""
    names = {seat: printable(seat) for seat in seats}
    firsts = [name[:1].lower() for name in names.values()]
    labels: dict[Seat, str] = {}
    for seat, name in names.items():
        is_unique = firsts.count(name[:1].lower()) == 1
        labels[seat] = name[:1] if is_unique else _two(name, labels.values())
    if len(set(labels.values())) < len(seats) or "" in labels.values():
        return dict(zip(seats, _numbers(seats), strict=True))
    return labels


def _two(name: str, taken: Iterable[str]) -> str:
    """The first letter of a name and the first of the others that nobody has behind it."""
    used = {label.lower() for label in taken}
    ways = (name[0] + letter for letter in name[1:])
    return next((way for way in ways if way.lower() not in used), "")


def _initials(book: str) -> str:
    """The letters of a half-suit's name, as they may be typed: ``LH``; else its beginning."""
    half, _, suit = book.partition(" ")
    return (half[:1] + suit[:1]).upper() if suit else book[: _CARD - 1]


def _head(deduction: Deduction) -> Iterator[_OneLine]:
    """Where things stand, the hands, and the last event."""
    record, state = deduction.record, deduction.state
    turn = printable(turn_words(state, deduction.to_move()))
    moment = f"after {deduction.at} of {len(record.events)}"
    standing = f"{short_name(deduction.view)}  {moment}  {'' if state.over else 'turn '}{turn}"
    whole = f"{standing}  {score_words(state)}"
    yield _OneLine((Text(whole, "bold"), Text(standing, "bold")))
    yield _OneLine((_hands(deduction, long=True), _hands(deduction, long=False)))
    if deduction.at:
        yield _OneLine((Text(printable(numbered_event(record, deduction.at))),))


def _hands(deduction: Deduction, *, long: bool) -> Text:
    """Each seat, with what stands for it where that is not plain, and its hand."""
    parts, labels = [], abbreviations(deduction.record.seats)
    for seat, size in deduction.sizes().items():
        name, label = printable(seat), labels[seat]
        shown = name if name.startswith(label) else f"{label}={name}"
        parts.append(f"{shown if long else label} {'?' if size is None else size}")
    return Text("  ".join(parts))


# -- the board as an answer ------------------------------------------------------------------------


def whole_board(
    deduction: Deduction, chances: CardOdds | None = None, books: Sequence[str] | None = None
) -> tuple[Block, ...]:
    """What everybody should see first: whose turn it is, the score, and the grid of cards.

    Args:
        deduction: what follows for the view at the moment.
        chances: the probabilities to write instead of ``?``, where wanted.
        books: the half-suits to show; None: all in play.
    """
    above = situation(deduction)
    if not deduction.cards:
        return (above,)  # no half-suit is left in play: no grid, and no marks to explain
    marks = Line(legend(odds=chances is not None))
    return above, BLANK, grid_of(deduction, chances, books), BLANK, marks


@dataclass(frozen=True)
class _Screen(Drawing):
    """A board; where that is wanted, or where it would not fit the screen, its compact form."""

    board: Board

    def lines(self, width: int, height: int | None = None) -> Iterable[RenderableType]:
        """The board in a terminal."""
        return for_terminal(fitting(self._ways(), width, height), width)

    def elsewhere(self) -> Iterable[Block]:
        """The board where there is no terminal."""
        return next(self._ways())

    def _ways(self) -> Iterator[tuple[Block, ...]]:
        """The ways to show it, from the roomiest on."""
        board = self.board
        if not board.compact:
            yield whole_board(board.deduction, board.chances, board.books)
        if not board.chances:
            yield from compact_boards(board.deduction, board.books)


def _deduction_line(deduction: Deduction) -> str:
    if deduction.closed:
        return "closed"
    certain = len(deduction.forced())
    return f"{deduction.view} at {deduction.at}, {certain} of {len(deduction.cards)} cards certain"


def book_states(deduction: Deduction) -> dict[str, Json]:
    """Whether each half-suit is in play, and who won it."""
    unsure = deduction.unsure_books
    return {
        name: {"state": "gap", "team": None}
        if name in unsure
        else {"state": book.status, "team": book.team and str(book.team)}
        for name, book in deduction.state.books.items()
    }


def card_state(deduction: Deduction, card: Card) -> Json:
    """Who can hold a card, and how that is known."""
    told: Json = {"holders": [*deduction.holders(card)], "status": deduction.status(card)}
    if told["status"] == "undecided":
        return {**told, "undecided": [*deduction.undecided_holders(card)]}
    return told


_DERIVED: Final[Derived] = {
    "Board.events": lambda board, _: len(board.deduction.record.events),
    "Board.score": lambda board, _: board.deduction.scores(),
    "Board.sizes": lambda board, _: board.deduction.sizes(),
    "Board.books": lambda board, _: book_states(board.deduction),
    "Board.cards": lambda board, _: {
        card: card_state(board.deduction, card) for card in board.cards
    },
    "Board.probability": lambda board, _: (
        board.chances and {card: board.chances[card] for card in board.cards}
    ),
}
BOARD: Final = Forms[Board](
    line=lambda board: _deduction_line(board.deduction),
    document=lambda board: [_Screen(board)],
    derived=_DERIVED,
)
DEDUCTION: Final = Forms[Deduction](
    line=_deduction_line,
    document=lambda deduction: [_Screen(Board(deduction))],
    derived={"Deduction.board": lambda deduction, _: Board(deduction)},
)
