"""The compact grid: all of the half-suits in play on one screen of a terminal.

A line for each card, a letter or two for each seat, as many half-suits side by side as the width
allows. The layout is chosen by the size it is given: first the blank lines go, then the blanks
between the marks, then the lines above and below; what still does not fit is said to be left out.
The line that says where things stand is always there.

The board and the deduction as answers, full or compact, stand here, too, with their JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.text import Text

from tracker.analysis.board import Board
from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.messages import printable
from tracker.render.grid import (
    MARKS,
    board_grid,
    legend,
    mark_of,
    score_words,
    short_name,
    turn_words,
)
from tracker.render.json_form import Json, plain
from tracker.render.phrases import line, numbered_event
from tracker.render.registry import Forms, Look

_GAP: Final = 2
_CARD: Final = 4


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
    """What a view knows at a moment, ready to be laid out for any size. ``compact_grid`` makes one.

    It holds no solver, so it can be laid out again when the terminal has another size.
    """

    head: tuple[tuple[Text, ...], ...]
    """The lines above it, the most important first, each in forms that get shorter."""
    labels: tuple[str, ...]
    """What stands for each seat, in seat order."""
    books: tuple[tuple[str, tuple[tuple[str, tuple[Text, ...]], ...]], ...]
    """The half-suits in play: the name, and for each card its mark at each seat."""
    legend: Text

    def lines(self, width: int, height: int | None = None, *, bare: bool = False) -> list[Text]:
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

    def _cropped(self, manner: _Manner, width: int, height: int) -> list[Text]:
        """As many rows of half-suits as fit, and how many are left out."""
        lines, shown = self._head(manner, width), 0
        for count, row in self._rows(manner, width):
            if len(lines) + len(row) >= height:
                break
            lines += row
            shown += count
        more = f"… {len(self.books) - shown} of {len(self.books)} half-suits do not fit here"
        return [*lines, Text(more, style="dim")]

    def _laid_out(self, manner: _Manner, width: int) -> list[Text]:
        """All of it, in one manner."""
        blank = [Text("")] if manner.parted else []
        lines = self._head(manner, width)
        for _, row in self._rows(manner, width):
            lines += [*blank, *row]
        has_legend = manner.legend and bool(self.books)
        return [*lines, *blank, self.legend] if has_legend else lines

    def _head(self, manner: _Manner, width: int) -> list[Text]:
        """The lines above, each in the longest form that fits."""
        lines = []
        for forms in self.head[: manner.head]:
            form = next((form for form in forms if form.cell_len <= width), forms[-1]).copy()
            form.truncate(width, overflow="ellipsis")
            lines.append(form)
        return lines

    def _rows(self, manner: _Manner, width: int) -> Iterator[tuple[int, list[Text]]]:
        """The half-suits, row by row: how many stand side by side, and the lines of the row."""
        column = max(map(cell_len, self.labels)) + manner.spaced
        panel = _CARD + column * len(self.labels)
        across = max((width + _GAP) // (panel + _GAP), 1)
        for start in range(0, len(self.books), across):
            books = self.books[start : start + across]
            yield len(books), _beside([self._panel(*book, column) for book in books], panel)

    def _panel(
        self, name: str, rows: Sequence[tuple[str, tuple[Text, ...]]], column: int
    ) -> list[Text]:
        """A half-suit: its short name above the cards, and the seats above their marks."""
        head = Text(set_cell_size(name, _CARD), style="bold underline")
        for label in self.labels:
            head.append(set_cell_size(label, column), style="bold not underline")
        lines = [head]
        for card, marks in rows:
            row = Text(f"{card:<{_CARD}}", style="bold")
            for mark in marks:
                row.append(mark).append(" " * (column - 1))
            lines.append(row)
        return lines


def compact_grid(
    deduction: Deduction, *, plain: bool = False, books: Sequence[str] | None = None
) -> CompactGrid:
    """What a view knows, ready to be laid out.

    Args:
        deduction: what follows for the view at the moment.
        plain: ASCII only.
        books: the half-suits to show; None: all in play.
    """
    record = deduction.record
    labels = abbreviations(record.seats)

    def marks(card: str) -> tuple[Text, ...]:
        """The mark of a card at each seat."""
        kinds = (MARKS[mark_of(deduction, card, seat)] for seat in record.seats)
        return tuple(Text(*mark.looks(plain=plain)) for mark in kinds)

    panels = []
    for name in books or deduction.state.open_books():
        rows = tuple((card, marks(card)) for card in record.deck.by_name[name].cards)
        panels.append((_short(name), rows))
    head = tuple(_head(deduction, labels))
    return CompactGrid(head, tuple(labels.values()), tuple(panels), legend(plain=plain))


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


def _short(book: str) -> str:
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
        yield (line(numbered_event(record, deduction.at)),)


def _hands(deduction: Deduction, labels: Mapping[Seat, str], *, long: bool) -> Text:
    """Each seat, with what stands for it where that is not plain, and its hand."""
    parts = []
    for seat, size in deduction.sizes().items():
        name, label = printable(seat), labels[seat]
        shown = name if name.startswith(label) else f"{label}={name}"
        parts.append(f"{shown if long else label} {'?' if size is None else size}")
    return Text("  ".join(parts))


def _beside(panels: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Panels side by side, each filled to a width; nothing behind the last."""
    lines = []
    for cells in zip_longest(*panels, fillvalue=Text("")):
        row = Text()
        for cell in cells:
            row.append(cell).append(" " * (width + _GAP - cell.cell_len))
        row.rstrip()
        lines.append(row)
    return lines


# -- the board as an answer ------------------------------------------------------------------------


def _board_text(board: Board, look: Look) -> RenderableType:
    """The grid; where that is wanted, or where it would not fit the screen, its compact form."""
    whole = board_grid(board.deduction, look, chances=board.chances, books=board.books)
    if not board.compact and (board.chances or look.height is None):
        return whole
    lines = Console(width=look.width).render_lines(whole)
    if not board.compact and len(lines) <= (look.height or 0):
        return whole
    compact = compact_grid(board.deduction, plain=look.plain, books=board.books)
    return Group(*compact.lines(look.width, look.height))


def _board_json(board: Board) -> Json:
    """The state of a game in a view, and who can hold what.

    Keys:
        events: How many events the record has.
        turn: The seat whose turn it is; null where several may take it, or the game is over.
        score: Points by team.
        sizes: Hand sizes by seat; null where uncertain.
        books: By half-suit: ``state`` is ``open``, ``won``, ``cancelled``, or ``gap`` where that
            depends on a gap; ``team`` won it, or is null.
        cards: By card in play: ``holders``, the seats that hold it now in some consistent deal, and
            ``status``: ``public``, ``own``, ``deduced``, ``open``, ``gap`` (open only because of a
            gap) or ``undecided`` (past a missing stretch; of the holders in ``undecided`` it was
            not found out).
        probability: Only with --odds: by card, the probability of each holder.
    """
    deduction, state = board.deduction, board.deduction.state
    turn = deduction.to_move()
    document: Json = {
        "view": deduction.view,
        "at": deduction.at,
        "events": len(deduction.record.events),
        "turn": None if state.over or len(turn) > 1 else turn[0],
        "score": plain(deduction.scores()),
        "sizes": dict(deduction.sizes()),
        "books": {
            name: {"state": "gap", "team": None}
            if name in deduction.unsure_books
            else {"state": book.status, "team": plain(book.team)}
            for name, book in state.books.items()
        },
        "cards": {
            card: {"holders": list(deduction.holders(card)), "status": deduction.status(card)}
            for card in board.cards
        },
    }
    if board.chances is not None:
        document["probability"] = {card: dict(board.chances[card]) for card in board.cards}
    for card, entry in document["cards"].items():
        if entry["status"] == "undecided":
            entry["undecided"] = list(deduction.undecided_holders(card))
    return document


def _deduction_line(deduction: Deduction) -> str:
    if deduction.closed:
        return "closed"
    certain = len(deduction.forced())
    return f"{deduction.view} at {deduction.at}, {certain} of {len(deduction.cards)} cards certain"


BOARD: Final = Forms[Board](
    line=lambda board: _deduction_line(board.deduction), text=_board_text, json=_board_json
)
DEDUCTION: Final = Forms[Deduction](
    line=_deduction_line,
    text=lambda deduction, look: _board_text(Board(deduction), look),
    json=lambda deduction: _board_json(Board(deduction)),
)
