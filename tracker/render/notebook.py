"""What notebooks show: the same grid and tables as in the terminal, as HTML."""

from __future__ import annotations

from functools import singledispatch
from io import StringIO
from typing import Final

from rich.console import Console, RenderableType

from tracker.analysis.audit import Audit
from tracker.inference.deduction import Deduction
from tracker.render.grid import grid
from tracker.render.judging import audit_report

WIDTH: Final = 100
"""Columns: what a notebook's cell has room for."""
_FRAME: Final = (
    '<pre style="white-space:pre;overflow-x:auto;line-height:1.25;'
    "font-family:Menlo,'DejaVu Sans Mono',Consolas,monospace\">{code}</pre>"
)


@singledispatch
def look(result: object) -> str:
    """A result as HTML.

    Raises:
        TypeError: where it has no look.
    """
    raise TypeError(f"{type(result).__name__} has no look")


@look.register
def _deduction(result: Deduction) -> str:
    return as_html(grid(result, WIDTH))


@look.register
def _audit(result: Audit) -> str:
    return as_html(audit_report(result))


def as_html(drawn: RenderableType) -> str:
    """What the terminal would show, as HTML; nothing in it can be taken for markup."""
    console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, force_jupyter=False,
        markup=False, highlight=False, emoji=False, color_system="truecolor",
    )  # fmt: skip
    console.print(drawn)
    return console.export_html(inline_styles=True, code_format=_FRAME)
