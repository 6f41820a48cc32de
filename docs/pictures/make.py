"""Makes the pictures of the README and the documentation, from the samples.

Run it from the root of a checkout with the development tools and Chromium installed::

    python docs/pictures/make.py

The terminal is drawn by Rich, the page by the browser. The SVG files are the same on every machine;
the PNG files depend on its fonts.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console, RenderableType
from rich.terminal_theme import MONOKAI

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import tracker  # noqa: E402
from tests.report.browser import launched, opened  # noqa: E402
from tracker.render.registry import Look, draw  # noqa: E402

HERE = Path(__file__).parent
SAMPLE = ROOT / "samples" / "pagat-six.lit"
WIDTH = 96
FONTS_FROM_AFAR = re.compile(r"@font-face \{\{.*?\}\}\n", re.DOTALL)


class Shot(NamedTuple):
    """A picture of the page."""

    name: str
    fragment: str
    width: int
    height: int
    scheme: Literal["light", "dark"]


SHOTS = (
    Shot("page", "#event=41&as=Marta&card=7D&seat=Lars", 1340, 760, "light"),
    Shot("page-dark", "#event=41&as=Marta&card=JC&seat=Lars", 1340, 760, "dark"),
    Shot("page-phone", "#event=41&as=Marta&card=JC&seat=Lars", 390, 780, "light"),
)


def main() -> None:
    """Make all of them."""
    for name, command, content in terminal_pictures():
        (HERE / f"{name}.svg").write_text(terminal(command, content), encoding="utf-8")
    browser_pictures()


def terminal_pictures() -> Iterator[tuple[str, str, RenderableType]]:
    """The terminal's, with the command each shows."""
    record = tracker.load(SAMPLE)
    board = tracker.board(record, view="Marta", at=41, odds=True)
    yield "show", "tracker show game.lit --as Marta --at 41 --odds", draw(board, Look(WIDTH))
    yield "report", "tracker report game.lit", draw(tracker.report(record), Look(WIDTH))


def terminal(command: str, content: RenderableType) -> str:
    """What a terminal shows, as SVG that asks nothing of the network."""
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, markup=False
    )
    console.print(content)
    frame = FONTS_FROM_AFAR.sub("", CONSOLE_SVG_FORMAT)
    return console.export_svg(title=command, theme=MONOKAI, code_format=frame)


def browser_pictures() -> None:
    """The browser's."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "game.html"
        file.write_text(tracker.page(tracker.load(SAMPLE)), encoding="utf-8")
        for shot in SHOTS:
            with opened(
                browser,
                file,
                shot.fragment,
                width=shot.width,
                height=shot.height,
                scheme=shot.scheme,
            ) as view:
                view.evaluate("document.getElementById('game').scrollIntoView()")
                view.wait_for_timeout(400)
                view.screenshot(path=HERE / f"{shot.name}.png")


if __name__ == "__main__":
    main()
