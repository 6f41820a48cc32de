"""Plain tables that read well with and without colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from tracker.messages import printable


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str | Text]], *, right: Sequence[str] = ()
) -> RenderableType:
    """A table without lines.

    Args:
        heads: the column heads.
        rows: cells; plain strings are data and are made printable.
        right: the heads of columns that stand at the right.
    """
    sheet = RichTable(box=None, pad_edge=False, header_style="bold")
    for head in heads:
        sheet.add_column(head, justify="right" if head in right else "left", overflow="fold")
    for row in rows:
        sheet.add_row(*(Text(printable(cell)) if isinstance(cell, str) else cell for cell in row))
    return sheet


# -- names in a sentence --------------------------------------------------------------------------
#
# Names in a sentence.


def listed(names: Sequence[str]) -> str:
    """``Marta, Tom and Yusuf``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
