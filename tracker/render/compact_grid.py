"""The compact grid: all of the half-suits in play on one screen of a terminal.

A line for each card, a letter or two for each seat, as many half-suits side by side as the width
allows. The layout is chosen by the size it is given: first the blank lines go, then the blanks
between the marks, then the lines above and below; what still does not fit is said to be left out.
The line that says where things stand is always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.text import Text

from tracker.game.events import Seat
from tracker.inference.deduction import Deduction
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.grid import (
    MARKS,
    board_grid,
    legend,
    mark_of,
    score_words,
    short_name,
    turn_words,
)
from tracker.render.registry import Look

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
"""The same where the line that says where things stand is next to it."""


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
            height: most lines; none: as many as it takes.
            bare: the marks first: what is above and below them may be left out.
        """
        manners = _BARE if bare else _MANNERS
        if height is None:
            return self._laid_out(manners[0], width)
        for manner in manners:
            laid = self._laid_out(manner, width)
            if len(laid) <= height:
                return laid
        return self._cropped(manners[-1], width, max(height, 2))

    def _cropped(self, manner: _Manner, width: int, height: int) -> list[Text]:
        """As many rows of half-suits as fit, and how many are left out."""
        across, rows = self._rows(manner, width)
        found, shown = self._head(manner, width), 0
        for row in rows:
            if len(found) + len(row) >= height:
                break
            found += row
            shown += across
        more = f"… {len(self.books) - shown} of {len(self.books)} half-suits do not fit here"
        return [*found, Text(more, style="dim")]

    def _laid_out(self, manner: _Manner, width: int) -> list[Text]:
        """All of it, in one manner."""
        found = self._head(manner, width)
        for row in self._rows(manner, width)[1]:
            found += [Text(""), *row] if manner.parted else row
        blank = [Text("")] if manner.parted else []
        has_legend = manner.legend and bool(self.books)
        return [*found, *blank, self.legend] if has_legend else found

    def _head(self, manner: _Manner, width: int) -> list[Text]:
        """The lines above, each in the longest form that fits."""
        found = []
        for forms in self.head[: manner.head]:
            line = next((form for form in forms if form.cell_len <= width), forms[-1]).copy()
            line.truncate(width, overflow="ellipsis")
            found.append(line)
        return found

    def _rows(self, manner: _Manner, width: int) -> tuple[int, list[list[Text]]]:
        """How many half-suits stand side by side, and the lines of each row of them."""
        column = max(map(cell_len, self.labels)) + manner.spaced
        panel = _CARD + column * len(self.labels)
        across = max((width + _GAP) // (panel + _GAP), 1)
        panels = [self._panel(name, rows, column) for name, rows in self.books]
        return across, [
            _beside(panels[start : start + across], panel)
            for start in range(0, len(panels), across)
        ]

    def _panel(
        self, name: str, rows: Sequence[tuple[str, tuple[Text, ...]]], column: int
    ) -> list[Text]:
        """A half-suit: its short name above the cards, and the seats above their marks."""
        head = Text(set_cell_size(name, _CARD), style="bold underline")
        for label in self.labels:
            head.append(set_cell_size(label, column), style="bold not underline")
        found = [head]
        for card, marks in rows:
            line = Text(f"{card:<{_CARD}}", style="bold")
            for mark in marks:
                line.append(mark).append(" " * (column - 1))
            found.append(line)
        return found


def compact_grid(
    deduction: Deduction, *, plain: bool = False, books: Sequence[str] | None = None
) -> CompactGrid:
    """What a view knows, ready to be laid out.

    Args:
        deduction: what follows for the view at the moment.
        plain: ASCII only.
        books: the half-suits to show; none: all in play.
    """
    record, state = deduction.record, deduction.state
    labels = abbreviations(record.seats)
    shown = [record.deck.by_name[name] for name in books or state.open_books()]
    return CompactGrid(
        tuple(_head(deduction, labels)),
        tuple(labels.values()),
        tuple(
            (
                _short(book.name),
                tuple(
                    (card, tuple(_mark(deduction, card, seat, plain) for seat in record.seats))
                    for card in book.cards
                ),
            )
            for book in shown
        ),
        legend(plain=plain),
    )


def fitting_grid(
    deduction: Deduction,
    console: Console,
    height: int | None,
    *,
    plain: bool = False,
    books: Sequence[str] | None = None,
) -> RenderableType:
    """The grid of ``tracker show`` if it fits into so many lines, else the compact one.

    Args:
        deduction: what follows for the view at the moment.
        console: where it is to be printed.
        height: most lines; none: as many as it takes.
        plain: ASCII only.
        books: the half-suits to show; none: all in play.
    """
    whole = board_grid(deduction, Look(console.width, plain), books=books)
    if height is None or len(console.render_lines(whole)) <= height:
        return whole
    return Group(*compact_grid(deduction, plain=plain, books=books).lines(console.width, height))


def abbreviations(seats: Sequence[Seat]) -> dict[Seat, str]:
    """A letter for each seat; two where seats begin alike; numbers where that does not do."""
    names = {seat: printable(seat) for seat in seats}
    firsts = [name[:1].lower() for name in names.values()]
    found: dict[Seat, str] = {}
    for seat, name in names.items():
        found[seat] = name[:1] if firsts.count(name[:1].lower()) == 1 else _two(name, found)
    if len(set(found.values())) < len(seats) or "" in found.values():
        return {seat: str(number) for number, seat in enumerate(seats, start=1)}
    return found


def _two(name: str, taken: Mapping[Seat, str]) -> str:
    """The first letter of a name and the first of the others that nobody has behind it."""
    used = {label.lower() for label in taken.values()}
    ways = (name[0] + letter for letter in name[1:])
    return next((way for way in ways if way.lower() not in used), "")


def _short(book: str) -> str:
    """The letters of a half-suit's name, as they may be typed: ``LH``; else its beginning."""
    half, _, suit = book.partition(" ")
    return (half[:1] + suit[:1]).upper() if suit else book[: _CARD - 1]


def _mark(deduction: Deduction, card: str, seat: Seat, plain: bool) -> Text:
    mark = MARKS[mark_of(deduction, card, seat)]
    return Text(mark.plain if plain else mark.sign, style=mark.style)


def _head(deduction: Deduction, labels: Mapping[Seat, str]) -> Iterator[tuple[Text, ...]]:
    """Where things stand, the hands, and the last event."""
    record, state = deduction.record, deduction.state
    turn = printable(turn_words(state, deduction.to_move()))
    turn = turn if state.over else f"turn {turn}"
    view = short_name(deduction.view)
    moment = f"after {deduction.at} of {len(record.events)}"
    standing = f"{view}  {moment}  {turn}  {score_words(state)}"
    yield tuple(Text(form, style="bold") for form in (standing, f"{view}  {moment}  {turn}"))
    yield _hands(deduction, labels, long=True), _hands(deduction, labels, long=False)
    if deduction.at:
        said = format_event(record.events[deduction.at - 1], record)
        yield (Text(f"{deduction.at}. {printable(said)}"),)


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
    found = []
    for number in range(max(map(len, panels), default=0)):
        line = Text()
        for place, panel in enumerate(panels):
            cell = panel[number] if number < len(panel) else Text("")
            line.append(cell)
            if place < len(panels) - 1:
                line.append(" " * (width + _GAP - cell.cell_len))
        line.rstrip()
        found.append(line)
    return found
