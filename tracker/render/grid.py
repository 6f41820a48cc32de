"""The card grid: who can hold what, by half-suit and seat.

One panel for each open half-suit, as many side by side as the width allows. Marks differ in shape,
not only in colour:

* ``●`` public: the card moved there, or was shown there, in public;
* ``■`` own: in a hand that the view knows;
* ``✔`` deduced: it can be nowhere else;
* ``?`` possible; ``·`` excluded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table as RichTable
from rich.text import Text

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.game.table import team_name
from tracker.inference.deduction import Deduction
from tracker.notation.text import format_event
from tracker.render.safe import printable

_GAP = 3
_CARD_WIDTH = 4
_MIN_COLUMN = 2
_MAX_COLUMN = 8


@dataclass(frozen=True)
class Mark:
    """How a kind of cell looks."""

    sign: str
    plain: str
    """In ASCII."""
    style: str
    meaning: str


MARKS: Mapping[str, Mark] = {
    "public": Mark("●", "#", "bold cyan", "public"),
    "own": Mark("■", "@", "bold green", "own"),
    "deduced": Mark("✔", "*", "bold yellow", "deduced"),
    "possible": Mark("?", "?", "default", "possible"),
    "excluded": Mark("·", ".", "dim", "excluded"),
}


def grid(deduction: Deduction, width: int, *, plain: bool = False) -> RenderableType:
    """The whole of ``tracker show``.

    Args:
        deduction: what follows for the view at the moment.
        width: columns of the terminal.
        plain: ASCII only.
    """
    panels = _panels(deduction, width, plain=plain)
    return Group(_heading(deduction), "", panels, "", _legend(plain=plain))


# -- above the grid -------------------------------------------------------------------------------


def _heading(deduction: Deduction) -> RenderableType:
    record, state = deduction.record, deduction.state
    lines = RichTable.grid(padding=(0, 2, 0, 0))
    lines.add_column(style="bold", no_wrap=True)
    lines.add_column(overflow="fold")
    moment = f"after {deduction.at} of {len(record.events)} events" if record.events else ""
    lines.add_row("View", Text(f"{deduction.view}  {moment}"))
    if deduction.at:
        said = format_event(record.events[deduction.at - 1], record)
        lines.add_row("Last", Text(f"{deduction.at}. {printable(said)}"))
    lines.add_row("Turn", Text(_turn(deduction)))
    lines.add_row("Score", Text(_score(deduction)))
    lines.add_row("Hands", Text(_sizes(deduction)))
    for label, names in _settled(deduction).items():
        lines.add_row(label, Text(names))
    if state.forced is not None:
        lines.add_row("Forced", Text(f"{team_name(state.forced.team)} must claim"))
    return lines


def _turn(deduction: Deduction) -> str:
    state = deduction.state
    if state.over:
        return "the game is over"
    if state.turn is None:
        return " or ".join(state.to_move)
    out = not state.may_hold_cards(state.turn)
    return f"{state.turn} (out of cards: passes)" if out else state.turn


def _score(deduction: Deduction) -> str:
    return "  ".join(f"{team_name(team)} {n}" for team, n in deduction.state.score.items())


def _sizes(deduction: Deduction) -> str:
    sizes = deduction.sizes().items()
    return "  ".join(f"{seat} {'?' if size is None else size}" for seat, size in sizes)


def _settled(deduction: Deduction) -> dict[str, str]:
    """The settled half-suits by who has them."""
    found: dict[str, list[str]] = {}
    for name, book in deduction.state.books.items():
        if book.status == "won" and book.team is not None:
            found.setdefault(f"Won by {team_name(book.team)}", []).append(name)
        elif book.status == "cancelled":
            found.setdefault("Cancelled", []).append(name)
    return {label: ", ".join(names) for label, names in found.items()}


# -- the panels -----------------------------------------------------------------------------------


def _panels(deduction: Deduction, width: int, *, plain: bool) -> RenderableType:
    seats = deduction.record.seats
    column, across = _layout(len(seats), _longest(seats), width)
    labels = seat_labels(seats, column)
    books = [deduction.record.deck.by_name[name] for name in deduction.state.open_books()]
    across = min(across, max(len(books), 1))
    panels = [_panel(deduction, book, labels, column, plain=plain) for book in books]
    sheet = RichTable.grid(padding=(0, _GAP, 0, 0))
    for _ in range(across):
        sheet.add_column(no_wrap=True)
    for start in range(0, len(panels), across):
        if start:
            sheet.add_row("")
        sheet.add_row(*panels[start : start + across])
    return sheet


def _longest(seats: Sequence[Seat]) -> int:
    return max(cell_len(printable(seat)) for seat in seats)


def _layout(count: int, longest: int, width: int) -> tuple[int, int]:
    """How wide a seat's column is, and how many panels stand side by side.

    As many panels as fit with columns of at least four cells (three letters of a name); the
    columns then take what is left, up to the longest name.
    """
    wanted = min(longest, _MAX_COLUMN) + 1
    for column in range(wanted, _MIN_COLUMN - 1, -1):
        panel = _CARD_WIDTH + column * count
        across = (width + _GAP) // (panel + _GAP)
        narrow = min(wanted, 4)
        most = (width + _GAP) // (_CARD_WIDTH + narrow * count + _GAP)
        if across >= max(most, 1) or (column == _MIN_COLUMN):
            return column, max(across, 1)
    return _MIN_COLUMN, 1


def seat_labels(seats: Sequence[Seat], column: int) -> dict[Seat, str]:
    """The seats' names cut to a column; numbers where that makes two of them alike."""
    names = {seat: printable(seat) for seat in seats}
    cut = {seat: set_cell_size(name, column - 1).rstrip() for seat, name in names.items()}
    if len(set(cut.values())) < len(seats):
        cut = {seat: str(number) for number, seat in enumerate(seats, start=1)}
    return cut


def _panel(
    deduction: Deduction, book: Book, labels: Mapping[Seat, str], column: int, *, plain: bool
) -> RenderableType:
    lines = [Text(book.name, style="bold underline")]
    head = Text(" " * _CARD_WIDTH, style="bold")
    for label in labels.values():
        head.append(set_cell_size(label, column))
    lines.append(head)
    lines += [_row(deduction, card, labels, column, plain=plain) for card in book.cards]
    return Text("\n").join(lines)


def _row(
    deduction: Deduction, card: Card, seats: Mapping[Seat, str], column: int, *, plain: bool
) -> Text:
    holders, status = deduction.holders(card), deduction.status(card)
    row = Text(f"{card:<{_CARD_WIDTH}}", style=Style(bold=True))
    for seat in seats:
        kind = "excluded" if seat not in holders else "possible" if status == "open" else status
        mark = MARKS[kind]
        sign = mark.plain if plain else mark.sign
        row.append(f"{sign:<{column}}", style=mark.style)
    return row


def _legend(*, plain: bool) -> Text:
    legend = Text()
    for mark in MARKS.values():
        legend.append(mark.plain if plain else mark.sign, style=mark.style)
        legend.append(f" {mark.meaning}   ")
    return legend
