"""Makes the picture of the report's page, from a sample.

Run it from the root of a checkout with the development tools and Chromium installed::

    python -m docs.pictures.make
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import tracker
from tests.report.browser import launched, opened

HERE = Path(__file__).parent
SAMPLE = HERE.parents[1] / "samples" / "pagat-six.lit"
WHERE = "#event=41&as=Marta&card=7D&seat=Lars"


def main() -> None:
    """Make it: why Marta knows at event 41 what Lars has of the 7♦."""
    with tempfile.TemporaryDirectory() as folder, launched() as browser:
        file = Path(folder) / "game.html"
        file.write_text(tracker.page(tracker.load(SAMPLE)), encoding="utf-8")
        with opened(browser, file, WHERE, width=1340, height=760, scheme="light") as view:
            view.evaluate("document.getElementById('game').scrollIntoView()")
            view.wait_for_timeout(400)
            view.screenshot(path=HERE / "page.png")


if __name__ == "__main__":
    main()
