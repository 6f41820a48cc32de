"""Documents: what an answer says, in parts that a terminal, Markdown and HTML each show their way.

An answer is told once, by a function from the answer to ``Block``s: headings, lines, tables, names
with their values, items side by side, the grid of cards. ``for_terminal``, ``in_markdown`` and
``in_html`` show any of them, and know nothing of what they say.

Words are plain, or a ``Text`` of Rich with marked parts. The marks are styles of Rich for a
terminal and the names of classes in HTML. What is data in them is made printable before it gets
here, by ``line`` or by the tables: so nothing in a record can reach a terminal as a code.
"""

from __future__ import annotations

import csv
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import chain, pairwise
from typing import Any, Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from tracker.messages import printable

Words: TypeAlias = "str | Text"
COLUMNS: Final = 80
"""The width of an answer's text, where there is no terminal."""
_PADDING: Final = re.compile(r" +$", re.MULTILINE)
_MOST_BAR: Final = 100
_COLUMN_GAP: Final = (0, 2, 0, 0)


@dataclass(frozen=True)
class Heading:
    """What a part of a document is called."""

    words: str
    top: bool = False
    """Whether it is that of all of it."""
    annex: bool = False
    """Whether what follows stands on paper of its own."""


@dataclass(frozen=True)
class Line:
    """A line of words, or a paragraph; without words, the blank between two parts."""

    words: Text
    indent: int = 0
    """Columns from the left, where it goes on, too."""


@dataclass(frozen=True)
class Sheet:
    """Rows of cells under their heads, without lines between them."""

    heads: Sequence[str]
    rows: Sequence[Sequence[Words]]
    right: Sequence[str] = ()
    """The heads of the columns that stand at the right."""
    wide: bool = False
    """Whether the last column takes all the room that is left."""
    caption: str = ""
    """What it is called, but in a terminal."""


@dataclass(frozen=True)
class Pairs:
    """Names, each with what belongs to it."""

    rows: Sequence[tuple[Words, Words | Aside]]
    least: int = 0
    """The least width of the names, in columns."""


@dataclass(frozen=True)
class Aside:
    """Short items, as many side by side as there is room for."""

    items: Sequence[Words]
    down: bool = False
    """Whether they are read column by column."""


@dataclass(frozen=True)
class AsItIs:
    """Lines that are shown as they are, and not wrapped."""

    text: str


class Drawing(ABC):
    """What a terminal draws in a way of its own, and all others show in common blocks."""

    @abstractmethod
    def lines(self, width: int, height: int | None = None) -> Iterable[RenderableType]:
        """It in a terminal.

        Args:
            width: its columns.
            height: the lines that can be in sight at once; None: any number.
        """

    def elsewhere(self) -> Iterable[Block]:
        """It where there is no terminal: the same lines, where that does not draw it otherwise."""
        return (Line(part) for part in self.lines(COLUMNS) if isinstance(part, Text))


@dataclass(frozen=True)
class Spans(Drawing):
    """Stretches of a game, a row for each name: bars in a terminal, else numbers of events."""

    rows: Sequence[tuple[str, Sequence[tuple[int, int]]]]
    last: int
    """The last moment."""

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """A bar for each row, full where a stretch reaches; one sign may be several moments."""
        names = [printable(name) for name, _ in self.rows]
        longest, moments = max(map(cell_len, names), default=0), self.last + 1
        cells = min(max(min(width, _MOST_BAR) - longest - 4, 8), moments)
        for name, (_, spans) in zip(names, self.rows, strict=True):
            full = {at * cells // moments for start, end in spans for at in range(start, end + 1)}
            bar = "".join("█" if cell in full else "·" for cell in range(cells))
            yield Text(f"  {set_cell_size(name, longest)}  {bar}")

    def elsewhere(self) -> Iterator[Sheet]:
        """The stretches of each row in numbers."""
        if self.rows:
            rows = [(name, stretches_words(spans)) for name, spans in self.rows]
            yield Sheet(("View", "From – to"), rows)


@dataclass(frozen=True)
class Hint(Drawing):
    """What more a command tells with an option: words for who types commands."""

    words: str

    def lines(self, width: int, height: int | None = None) -> Iterator[Text]:
        """The words."""
        yield Text(self.words, style="dim")

    def elsewhere(self) -> Iterator[Sheet]:
        """Nothing: no option can be typed there."""
        yield from ()


Common: TypeAlias = Heading | Line | Sheet | Pairs | Aside | AsItIs
"""What is shown everywhere."""
Block: TypeAlias = Common | Drawing
Document: TypeAlias = Iterable[Block]

BLANK: Final = Line(Text(""))


def line(words: str, style: str = "", indent: int = 0) -> Line:
    """A line of words that may be data.

    Args:
        words: the words.
        style: how all of them look.
        indent: columns from the left.
    """
    return Line(Text(printable(words), style=style), indent)


def dim(words: str) -> Line:
    """An explanatory text of ours, of one line or several."""
    return Line(Text(words, style="dim"))


def indented(words: str, by: int = 2) -> Line:
    """A line moved to the right; where it is too long it goes on as far from the left."""
    return line(words, indent=by)


def titled(title: str, sheet: Sheet, *legend: str) -> tuple[Block, ...]:
    """A table between its heading and its legend."""
    return Heading(title), sheet, BLANK, *map(dim, legend)


def _text(words: Words) -> Text:
    return Text(printable(words)) if isinstance(words, str) else words


# -- for a terminal -------------------------------------------------------------------------------


def for_terminal(
    document: Document, width: int, height: int | None = None
) -> Iterator[RenderableType]:
    """What Rich prints, block by block.

    Args:
        document: what is to be shown.
        width: columns of the terminal.
        height: the lines that can be in sight at once; None: any number.
    """
    for block in document:
        match block:
            case Heading():
                yield Text(printable(block.words), "bold underline")
            case Line():
                yield Padding(block.words, (0, 0, 0, block.indent)) if block.indent else block.words
            case Sheet():
                yield _rich_table(block)
            case Pairs():
                yield _rich_pairs(block)
            case Aside():
                yield _rich_aside(block)
            case AsItIs():
                yield Group(Text(block.text, no_wrap=True, overflow="ignore"))
            case Drawing():
                yield from block.lines(width, height)


def _rich_table(block: Sheet) -> RichTable:
    sheet = RichTable(box=None, pad_edge=False, header_style="bold")
    for head in block.heads:
        last = block.wide and head == block.heads[-1]
        side: str = "right" if head in block.right else "left"
        sheet.add_column(_text(head), justify=side, overflow="fold", ratio=1 if last else None)  # type: ignore[arg-type]
    for row in block.rows:
        sheet.add_row(*map(_text, row))
    return sheet


def _rich_pairs(block: Pairs) -> RichTable:
    sheet = RichTable.grid(padding=_COLUMN_GAP)
    sheet.add_column(no_wrap=True, min_width=block.least)
    sheet.add_column(overflow="fold")
    for name, value in block.rows:
        shown = _rich_aside(value) if isinstance(value, Aside) else _text(value)
        sheet.add_row(_text(name), shown)
    return sheet


def _rich_aside(block: Aside) -> Columns:
    return Columns(map(_text, block.items), column_first=block.down, padding=_COLUMN_GAP)


def written(document: Document, width: int) -> str:
    """A document as text without colours, in so many columns."""
    console = _console(width, file=StringIO(), color_system=None, force_jupyter=False)
    for part in for_terminal(document, width):
        console.print(part, crop=False)
    return _PADDING.sub("", console.file.getvalue()).rstrip("\n")


def _console(width: int, **settings: Any) -> Any:
    """A console that takes nothing it is given for markup."""
    return Console(width=width, markup=False, highlight=False, emoji=False, **settings)


def fitting(
    documents: Iterable[tuple[Block, ...]], width: int, height: int | None
) -> tuple[Block, ...]:
    """The first of some documents that fits; the last where none does.

    Args:
        documents: one at least.
        width: columns.
        height: lines; None: any number.
    """
    console = _console(width)
    for document in documents:
        told = Group(*for_terminal(document, width))
        if height is None or len(console.render_lines(told)) <= height:
            break
    return document


# -- in Markdown, HTML and JSON -------------------------------------------------------------------


def _anywhere(document: Document) -> Iterator[Common]:
    """The blocks without those that only a terminal draws, and without blanks."""
    for block in document:
        match block:
            case Drawing():
                yield from _anywhere(block.elsewhere())
            case Line() if not block.words.plain:
                pass
            case _:
                yield block


def stretches_words(stretches: Iterable[tuple[int, int]]) -> str:
    """Stretches of moments in numbers: ``3–5 9``."""
    return " ".join(str(start) if start == end else f"{start}–{end}" for start, end in stretches)


_SPECIAL: Final = re.compile(
    r"[\\`*_\[\]<>|~&$!]"  # markup anywhere
    r"|^[#+=-]"  # a heading or a list, at the start
    r"|(?<=www)\.|:(?=//)",  # what some readers take for a link
    re.IGNORECASE,
)


def markdown_text(words: Words) -> str:
    """Words as Markdown that says just that, in one line, without markup or HTML."""
    plain = printable(str(words).replace("\n", " ")).strip()
    marked = _SPECIAL.sub(r"\\\g<0>", plain)
    return re.sub(r"^(\d+)([.)])", r"\1\\\2", marked)  # no numbered list


def in_markdown(document: Document) -> str:
    """A document as Markdown. Lines that are indented are items of a list."""
    parts: list[str] = []
    was_item = False
    for block in _anywhere(document):
        is_item = isinstance(block, Line) and block.indent > 0
        parts += ["\n" if is_item and was_item else "\n\n", "\n".join(_markdown_lines(block))]
        was_item = is_item
    return f"{''.join(parts[1:])}\n"


def _markdown_lines(block: Common) -> Iterator[str]:
    """The lines of one block."""
    match block:
        case Heading():
            yield f"{'#' if block.top else '##'} {markdown_text(block.words)}"
        case Line():
            bold = "**" if "bold" in str(block.words.style) else ""
            item = f"{'    ' * ((block.indent - 1) // 4)}- " if block.indent else ""
            yield f"{item}{bold}{markdown_text(block.words)}{bold}"
        case Sheet():
            if block.caption:
                yield from (f"**{markdown_text(block.caption)}**", "")
            yield f"| {' | '.join(map(markdown_text, block.heads))} |"
            sides = (" ---: " if head in block.right else " --- " for head in block.heads)
            yield f"|{'|'.join(sides)}|"
            yield from (f"| {' | '.join(map(markdown_text, row))} |" for row in block.rows)
        case Pairs():
            for name, value in block.rows:
                words = "  ".join(map(str, value.items)) if isinstance(value, Aside) else value
                yield f"- **{markdown_text(name)}:** {markdown_text(words)}"
        case Aside():
            yield from (f"- {markdown_text(item)}" for item in block.items)
        case AsItIs():
            fence = "`" * max(3, 1 + max(map(len, re.findall("`+", block.text)), default=0))
            yield from (f"{fence}text", block.text, fence)


Node: TypeAlias = "str | list[Any]"
"""A text, or an element as JSON has it: its tag, the names of its classes, and what is in it."""


def in_csv(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table for other programs: a line of heads, then a line for each row."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return text.getvalue()


def as_data(document: Document) -> list[Node]:
    """A document as elements in plain data, for a page that draws them."""
    return [_element(block) for block in _anywhere(document)]


def in_html(document: Document) -> str:
    """A document as a piece of HTML, with classes for marks; nothing in it is taken for markup."""
    return "\n".join(map(_html, as_data(document)))


def _html(node: Node) -> str:
    if isinstance(node, str):
        return escape(node)
    tag, classes, *children = node
    marks = f' class="{escape(classes)}"' if classes else ""
    return f"<{tag}{marks}>{''.join(map(_html, children))}</{tag}>"


def _element(block: Common) -> Node:
    """One block."""
    match block:
        case Heading():
            return ["h1" if block.top else "h2", "annex" * block.annex, *_runs(block.words)]
        case Line():
            return ["p", f"in{block.indent}", *_runs(block.words)]
        case Sheet():
            return _table(block)
        case Pairs():
            pairs = ((["dt", "", *_runs(name)], ["dd", "", *_items(of)]) for name, of in block.rows)
            return ["dl", "", *chain.from_iterable(pairs)]
        case Aside():
            return ["p", "", *_items(block)]
        case AsItIs():
            return ["pre", "", block.text]


def _table(block: Sheet) -> Node:
    """Rows under their heads, and above them what the table is called."""
    sides = ["right" * (head in block.right) for head in block.heads]
    caption = [["caption", "", *_runs(block.caption)]] if block.caption else []
    rows = (_row("td", row, sides) for row in block.rows)
    head = ["thead", "", _row("th", block.heads, sides)]
    return ["table", "", *caption, head, ["tbody", "", *rows]]


def _row(tag: str, row: Iterable[Words], sides: Iterable[str]) -> Node:
    cells = zip(row, sides, strict=True)
    return ["tr", "", *([tag, side, *_runs(words)] for words, side in cells)]


def _items(value: Words | Aside) -> list[Any]:
    """Words, or items side by side."""
    if isinstance(value, Aside):
        items = ((["span", "item", *_runs(item)], " ") for item in value.items)
        return [*chain.from_iterable(items)][:-1]
    return _runs(value)


def _runs(words: Words) -> list[Any]:
    """Words in runs of the same look, each that is marked in an element of its own."""
    text = _text(words)
    edges = sorted({0, len(text), *(edge for of in text.spans for edge in (of.start, of.end))})
    return [
        ["span", marks, said] if marks else said
        for start, end in pairwise(edges)
        for said, marks in [(text.plain[start:end], _marks_at(text, start))]
    ]


def _marks_at(text: Text, place: int) -> str:
    """The names of the marks that a place in words has."""
    styles = [text.style, *(of.style for of in text.spans if of.start <= place < of.end)]
    return " ".join(filter(None, map(str, styles)))
