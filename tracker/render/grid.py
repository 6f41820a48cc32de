"""The card grid: who can hold what, by half-suit and seat.

Marks differ in shape, not only in colour:

* ``●`` public: the card moved there, or was shown there, in public;
* ``■`` own: in a hand that the view knows;
* ``✔`` deduced: it can be nowhere else;
* ``?`` possible; ``·`` excluded.

With odds, a possible holder's cell has the probability in per cent instead, on a colour that gets
warmer with it. Rounding never makes a possibility look certain: ``<1`` and ``>99`` stand for what
would round to 0 and 100.

There is one grid, and two ways to lay it out in a terminal. The roomy one has a panel for each open
half-suit, as many side by side as the width allows. The compact one is for one screen: a letter or
two for each seat, and a layout that is chosen by the height, too. First the blank lines go, then
the blanks between the marks, then the lines above and below; what still does not fit is said to be
left out. The line that says where things stand is always there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    for_terminal,
    height_of,
)
from tracker.render.forms import COLUMNS, Derived, Forms
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

    def lines(self, corner: str, labels: Iterable[str], column: int) -> _Lines:
        """It in a terminal: the seats above their cells, and a line for each card.

        Args:
            corner: what stands above the cards.
            labels: what stands for each seat.
            column: the width of a seat.
        """
        head = Text(set_cell_size(corner, _CARD), style="bold underline" if corner else "bold")
        for label in labels:
            head.append(set_cell_size(label, column), style="bold not underline")
        lines = [head]
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

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """The panels, as many side by side as fit, with names as long as there is room for."""
        longest = max(cell_len(printable(seat)) for seat in self.seats)
        column, across = layout(len(self.seats), longest, width)
        if self.odds:
            column = max(column, _ODDS_COLUMN)
            across = _across(column * len(self.seats), _GAP, width)
        labels = seat_labels(self.seats, column).values()
        panels = [
            [Text(panel.name, style="bold underline"), *panel.lines("", labels, column)]
            for panel in self.panels
        ]
        widths = [
            max(cell.cell_len for panel in panels[place::across] for cell in panel)
            for place in range(min(across, len(panels)))
        ]
        for start in range(0, len(panels), across):
            if start:
                yield Text("")
            yield from _beside(panels[start : start + across], widths, _GAP)

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


def layout(count: int, longest: int, width: int) -> tuple[int, int]:
    """How wide a seat's column is, and how many panels stand side by side.

    As many panels as fit when names are cut to three letters; the columns then take what room is
    left, up to the longest name.

    Args:
        count: how many seats.
        longest: the width of the longest name, in cells.
        width: columns of the terminal.
    """
    wanted = min(longest, _MAX_NAME) + 1
    narrow = min(wanted, _MIN_NAME + 1)
    across = _across(narrow * count, _GAP, width)
    room = (width + _GAP) // across - _GAP - _CARD
    return max(min(wanted, room // count), _MIN_COLUMN), across


def _across(cells: int, gap: int, width: int) -> int:
    """How many panels fit side by side, of which the cells of a row take so many columns."""
    return max((width + gap) // (_CARD + cells + gap), 1)


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


def seat_labels(seats: Sequence[Seat], column: int) -> dict[Seat, str]:
    """The seats' names cut to a column; numbers where that makes two of them alike."""
    cut = {seat: set_cell_size(printable(seat), column - 1).rstrip() for seat in seats}
    if len(set(cut.values())) < len(seats):
        cut = {seat: str(number) for number, seat in enumerate(seats, start=1)}
    return cut


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
class _Manner:
    """How much room a layout gives to what is not the marks."""

    spaced: bool
    """Blanks between the marks."""
    parted: bool
    """A blank line between rows of half-suits."""
    head: int
    """Lines above: where things stand, the hands, the last event."""
    legend: bool


_MANNERS: Final = (
    _Manner(True, True, 3, True),
    _Manner(True, False, 3, True),
    _Manner(True, False, 2, True),
    _Manner(False, False, 3, True),
    _Manner(False, False, 2, True),
    _Manner(False, False, 2, False),
    _Manner(False, False, 1, False),
)
"""From the roomiest to the one that all of it fits into most often."""
_BARE: Final = (
    _Manner(True, True, 2, True),
    _Manner(True, False, 0, False),
    _Manner(False, False, 0, False),
)
"""From the roomiest on, where the line that says where things stand is next to the grid."""


@dataclass(frozen=True)
class CompactGrid:
    """The grid ready to be laid out for any size. ``compact_grid`` makes one."""

    head: tuple[tuple[Text, ...], ...]
    """The lines above it, the most important first, each in forms that get shorter."""
    labels: tuple[str, ...]
    """What stands for each seat, in seat order."""
    grid: CardGrid

    def lines(self, width: int, height: int | None = None, *, bare: bool = False) -> _Lines:
        """The grid in so many columns, and if it can be in so many lines.

        Args:
            width: most columns.
            height: most lines; None: as many as it takes.
            bare: the marks first: what is above and below them may be left out.
        """
        manners = _BARE if bare else _MANNERS
        for manner in manners:
            lines = self._laid_out(manner, width)
            if height is None or len(lines) <= height:
                return lines
        return self._cropped(manners[-1], width, max(height or 0, 2))

    def _cropped(self, manner: _Manner, width: int, height: int) -> _Lines:
        """As many rows of half-suits as fit, and how many are left out."""
        lines, shown, books = self._head(manner, width), 0, len(self.grid.panels)
        for count, row in self._rows(manner, width):
            if len(lines) + len(row) >= height:
                break
            lines += row
            shown += count
        more = f"… {books - shown} of {books} half-suits do not fit here"
        return [*lines, Text(more, style="dim")]

    def _laid_out(self, manner: _Manner, width: int) -> _Lines:
        """All of it, in one manner."""
        blank = [Text("")] if manner.parted else []
        lines = self._head(manner, width)
        for _, row in self._rows(manner, width):
            lines += [*blank, *row]
        return [*lines, *blank, legend()] if manner.legend and self.grid.panels else lines

    def _head(self, manner: _Manner, width: int) -> _Lines:
        """The lines above, each in the longest form that fits."""
        lines = []
        for forms in self.head[: manner.head]:
            form = next((form for form in forms if form.cell_len <= width), forms[-1]).copy()
            form.truncate(width, overflow="ellipsis")
            lines.append(form)
        return lines

    def _rows(self, manner: _Manner, width: int) -> Iterator[tuple[int, _Lines]]:
        """The half-suits, row by row: how many stand side by side, and the lines of the row."""
        column = max(map(cell_len, self.labels)) + manner.spaced
        cells, panels = column * len(self.labels), self.grid.panels
        across = _across(cells, _SMALL_GAP, width)
        for start in range(0, len(panels), across):
            row = [
                panel.lines(_initials(panel.name), self.labels, column)
                for panel in panels[start : start + across]
            ]
            yield len(row), _beside(row, [_CARD + cells] * across, _SMALL_GAP)


def compact_grid(deduction: Deduction, books: Sequence[str] | None = None) -> CompactGrid:
    """What a view knows, ready to be laid out.

    Args:
        deduction: what follows for the view at the moment.
        books: the half-suits to show; None: all in play.
    """
    labels = abbreviations(deduction.record.seats)
    grid = grid_of(deduction, books=books)
    return CompactGrid(tuple(_head(deduction, labels)), tuple(labels.values()), grid)


def abbreviations(seats: Sequence[Seat]) -> dict[Seat, str]:
    """A letter for each seat; two where seats begin alike; numbers where that does not do."""
    names = {seat: printable(seat) for seat in seats}
    firsts = [name[:1].lower() for name in names.values()]
    labels: dict[Seat, str] = {}
    for seat, name in names.items():
        is_unique = firsts.count(name[:1].lower()) == 1
        labels[seat] = name[:1] if is_unique else _two(name, labels.values())
    if len(set(labels.values())) < len(seats) or "" in labels.values():
        return {seat: str(number) for number, seat in enumerate(seats, start=1)}
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


def _head(deduction: Deduction, labels: Mapping[Seat, str]) -> Iterator[tuple[Text, ...]]:
    """Where things stand, the hands, and the last event."""
    record, state = deduction.record, deduction.state
    turn = printable(turn_words(state, deduction.to_move()))
    moment = f"after {deduction.at} of {len(record.events)}"
    standing = f"{short_name(deduction.view)}  {moment}  {'' if state.over else 'turn '}{turn}"
    yield tuple(Text(form, "bold") for form in (f"{standing}  {score_words(state)}", standing))
    yield _hands(deduction, labels, long=True), _hands(deduction, labels, long=False)
    if deduction.at:
        yield (Text(printable(numbered_event(record, deduction.at))),)


def _hands(deduction: Deduction, labels: Mapping[Seat, str], *, long: bool) -> Text:
    """Each seat, with what stands for it where that is not plain, and its hand."""
    parts = []
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
        """The grid in a terminal."""
        if not self.board.compact:
            whole = self._whole()
            if self.board.chances or height is None or height_of(whole, width) <= height:
                return for_terminal(whole, width)
        return self._compact().lines(width, height)

    def elsewhere(self) -> Iterable[Block]:
        """The grid where there is no terminal."""
        return map(Line, self._compact().lines(COLUMNS)) if self.board.compact else self._whole()

    def _whole(self) -> tuple[Block, ...]:
        return whole_board(self.board.deduction, self.board.chances, self.board.books)

    def _compact(self) -> CompactGrid:
        return compact_grid(self.board.deduction, self.board.books)


def _deduction_line(deduction: Deduction) -> str:
    if deduction.closed:
        return "closed"
    certain = len(deduction.forced())
    return f"{deduction.view} at {deduction.at}, {certain} of {len(deduction.cards)} cards certain"


def _book_state(board: Board, name: str) -> dict[str, object]:
    """Whether a half-suit is in play, and who won it."""
    if name in board.deduction.unsure_books:
        return {"state": "gap", "team": None}
    book = board.deduction.state.books[name]
    return {"state": book.status, "team": book.team}


def _card_state(board: Board, card: Card) -> dict[str, object]:
    """Who can hold a card, and how that is known."""
    deduction = board.deduction
    told: dict[str, object] = {"holders": deduction.holders(card), "status": deduction.status(card)}
    if told["status"] == "undecided":
        return {**told, "undecided": deduction.undecided_holders(card)}
    return told


_DERIVED: Final[Derived] = {
    "Board.events": lambda board, _: len(board.deduction.record.events),
    "Board.score": lambda board, _: board.deduction.scores(),
    "Board.sizes": lambda board, _: board.deduction.sizes(),
    "Board.books": lambda board, _: {
        name: _book_state(board, name) for name in board.deduction.state.books
    },
    "Board.cards": lambda board, _: {card: _card_state(board, card) for card in board.cards},
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
