"""The card grid: who can hold what, by half-suit and seat.

One panel for each open half-suit, as many side by side as the width allows. Marks differ in shape,
not only in colour:

* ``●`` public: the card moved there, or was shown there, in public;
* ``■`` own: in a hand that the view knows;
* ``✔`` deduced: it can be nowhere else;
* ``?`` possible; ``·`` excluded.

With odds, a possible holder's cell has the probability in per cent instead, on a colour that gets
warmer with it. Rounding never makes a possibility look certain: ``<1`` and ``>99`` stand for what
would round to 0 and 100.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.game.cards import Book, Card
from tracker.game.events import Seat
from tracker.game.state import State
from tracker.inference.deduction import PLACED, Deduction
from tracker.knowledge.facts import Chances
from tracker.messages import counted, printable
from tracker.render.phrases import line, numbered_event, per_cent
from tracker.render.registry import Look

_GAP = 3
_CARD_WIDTH = 4
_MIN_COLUMN = 2
_MIN_NAME = 3
_MAX_NAME = 8
_ODDS_COLUMN = 4
_SHORT: Final = 16


@dataclass(frozen=True)
class Mark:
    """How a kind of cell looks."""

    sign: str
    plain: str
    """In ASCII."""
    style: str
    meaning: str

    def looks(self, *, plain: bool) -> tuple[str, str]:
        """Its sign and its style."""
        return self.plain if plain else self.sign, self.style


MARKS: Mapping[str, Mark] = {
    "public": Mark("●", "#", "bold cyan", "public"),
    "own": Mark("■", "@", "bold green", "own"),
    "deduced": Mark("✔", "*", "bold yellow", "deduced"),
    "possible": Mark("?", "?", "default", "possible"),
    "excluded": Mark("·", ".", "dim", "excluded"),
}


CardOdds: TypeAlias = Mapping[Card, Chances]
"""The probability of each possible holder of each card."""

HEAT: Final = ("on grey15", "on navy_blue", "on dark_magenta", "on deep_pink4", "on orange4")
"""Backgrounds for probabilities below 20, 40, 60, 80 and 100 per cent."""


def board_grid(
    deduction: Deduction,
    look: Look,
    *,
    chances: CardOdds | None = None,
    books: Sequence[str] | None = None,
) -> RenderableType:
    """What everybody should see first: whose turn it is, the score, and the grid of cards.

    Args:
        deduction: what follows for the view at the moment.
        look: where it is shown.
        chances: the probabilities to write instead of ``?``, where wanted.
        books: the half-suits to show; None: all in play.
    """
    sheet = _Sheet(deduction, look.plain, chances, tuple(books or deduction.state.open_books()))
    above = situation(deduction)
    if not deduction.cards:
        return above  # no half-suit is left in play: no grid, and no marks to explain
    marks = legend(plain=look.plain, odds=chances is not None)
    return Group(above, "", sheet.panels(look.width), "", marks)


# -- above the grid -------------------------------------------------------------------------------


def situation(deduction: Deduction) -> RenderableType:
    """View, moment, last event, turn, score and hand sizes."""
    record, state = deduction.record, deduction.state
    lines = RichTable.grid(padding=(0, 2, 0, 0))
    lines.add_column(style="bold", no_wrap=True, min_width=len("Cancelled"))
    lines.add_column(overflow="fold")
    moment = f"after {deduction.at} of {counted(len(record.events), 'event')}"
    lines.add_row("View", Text(f"{deduction.view}  {moment}" if record.events else deduction.view))
    if deduction.at:
        lines.add_row("Last", line(numbered_event(record, deduction.at)))
    lines.add_row("Turn", Text(turn_words(state, deduction.to_move())))
    points = deduction.scores().items()
    score = (f"{team} {'?' if n is None else n}" for team, n in points)
    lines.add_row("Score", Text("  ".join(score)))
    sizes = (f"{seat} {'?' if n is None else n}" for seat, n in deduction.sizes().items())
    lines.add_row("Hands", Columns(map(Text, sizes), padding=(0, 2, 0, 0)))
    for label, books in _settled(deduction):
        lines.add_row(label, Text(books))
    if state.forced is not None:
        unless = ", unless their last chance was used" if state.may_be_over else ""
        lines.add_row("Forced", Text(f"{state.forced.team} must claim{unless}"))
    return lines


def turn_words(state: State, to_move: tuple[Seat, ...] | None = None) -> str:
    """Whose turn it is.

    Args:
        state: the public state.
        to_move: who can have the turn; None: as far as everyone can tell.
    """
    if state.over:
        return "the game is over"
    first, *others = state.to_move if to_move is None else to_move
    if others:
        return " or ".join((first, *others))
    return f"{first} (out of cards: passes)" if state.sizes[first] == 0 else first


def score_words(state: State) -> str:
    """The points of each team, in short, by the first seat of each: ``Ann’s 1, Bob’s 0``."""
    points = {team: "?" if of is None else of for team, of in state.known_score().items()}
    return ", ".join(f"{short_name(team[0])}’s {of}" for team, of in points.items())


def short_name(name: str) -> str:
    """A name, cut where it is long."""
    name = printable(name)
    return name if len(name) <= _SHORT else f"{name[: _SHORT - 1]}…"


def _settled(deduction: Deduction) -> Iterator[tuple[str, str]]:
    """The settled half-suits by what became of them."""
    unsure = deduction.unsure_books
    books = [(name, book) for name, book in deduction.state.books.items() if name not in unsure]
    for team in deduction.record.table.teams:
        won = [name for name, book in books if book.team == team]
        if won:
            yield "Won", f"{team}: {', '.join(won)}"
    cancelled = [name for name, book in books if book.status == "cancelled"]
    if cancelled:
        yield "Cancelled", ", ".join(cancelled)
    if unsure:
        yield "Depends", ", ".join(name for name in deduction.state.books if name in unsure)
    undecided = [card for card in deduction.cards if deduction.undecided_holders(card)]
    if undecided:  # of these not every ``?`` is known to be possible
        yield "Undecided", " ".join(undecided)


# -- the panels -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Sheet:
    """The panels of one grid."""

    deduction: Deduction
    plain: bool
    odds: CardOdds | None
    books: tuple[str, ...]

    def panels(self, width: int) -> RenderableType:
        """All the panels, as many side by side as fit."""
        seats = self.deduction.record.seats
        longest = max(cell_len(printable(seat)) for seat in seats)
        column, across = layout(len(seats), longest, width)
        if self.odds is not None:
            column = max(column, _ODDS_COLUMN)
            across = max((width + _GAP) // (_CARD_WIDTH + column * len(seats) + _GAP), 1)
        labels = seat_labels(seats, column)
        deck = self.deduction.record.deck
        panels = [self._panel(deck.by_name[name], labels.values(), column) for name in self.books]
        sheet = RichTable.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
        for _ in range(across):
            sheet.add_column(no_wrap=True)
        for start in range(0, len(panels), across):
            if start:
                sheet.add_row("")
            sheet.add_row(*panels[start : start + across])
        return sheet

    def _panel(self, book: Book, labels: Iterable[str], column: int) -> Text:
        """The panel of a half-suit: its name, the seats, and a line for each card."""
        head = Text(" " * _CARD_WIDTH, style="bold")
        for label in labels:
            head.append(set_cell_size(label, column))
        rows = [Text(book.name, style="bold underline"), head]
        for card in book.cards:
            row = Text(f"{card:<{_CARD_WIDTH}}", style="bold")
            for seat in self.deduction.record.seats:
                sign, style = self._cell(card, seat)
                row.append(f"{sign:<{column - 1}}", style=style).append(" ")
            rows.append(row)
        return Text("\n").join(rows)

    def _cell(self, card: Card, seat: Seat) -> tuple[str, str]:
        """What stands for a card at a seat, a mark or a probability, and its style."""
        kind = mark_of(self.deduction, card, seat)
        probability = None if self.odds is None else self.odds[card].get(seat)
        if kind != "possible" or probability is None:
            return MARKS[kind].looks(plain=self.plain)
        return per_cent(probability), HEAT[min(int(probability * len(HEAT)), len(HEAT) - 1)]


def mark_of(deduction: Deduction, card: Card, seat: Seat) -> str:
    """The kind of mark that stands for a card in play at a seat: a key of ``MARKS``."""
    if seat not in deduction.holders(card):
        return "excluded"
    status = deduction.status(card)
    return status if status in PLACED else "possible"


def legend(*, plain: bool = False, odds: bool = False) -> Text:
    """What the marks mean."""
    words = Text()
    for kind, mark in MARKS.items():
        if kind == "possible" and odds:
            words.append("37", style=HEAT[1])
            words.append(" possible, in per cent   ")
            continue
        sign, style = mark.looks(plain=plain)
        words.append(sign, style=style)
        words.append(f" {mark.meaning}   ")
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
    across = max((width + _GAP) // (_CARD_WIDTH + narrow * count + _GAP), 1)
    room = (width + _GAP) // across - _GAP - _CARD_WIDTH
    return max(min(wanted, room // count), _MIN_COLUMN), across


def seat_labels(seats: Sequence[Seat], column: int) -> dict[Seat, str]:
    """The seats' names cut to a column; numbers where that makes two of them alike."""
    cut = {seat: set_cell_size(printable(seat), column - 1).rstrip() for seat in seats}
    if len(set(cut.values())) < len(seats):
        cut = {seat: str(number) for number, seat in enumerate(seats, start=1)}
    return cut
