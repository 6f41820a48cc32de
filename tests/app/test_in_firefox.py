"""The report and the app in Firefox, where the machine has it: boards are right, nothing complains.

Its makers' own driver starts it; all else that pages do is tested in Chromium.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tracker
from tests import SAMPLES
from tests.app.conftest import expected
from tests.report.browser import PATIENCE
from tracker.render.page import page

# The driver warns of its own ways: an old name, sockets that it leaves to be closed.
pytestmark = [pytest.mark.page, pytest.mark.long, pytest.mark.filterwarnings("ignore")]

LISTEN = """
window.complaints = [];
addEventListener("error", (event) => complaints.push(event.message));
addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => complaints.push(event.blockedURI));
"""
CELLS = """return [...document.querySelectorAll("[data-holds]")].map(
    (cell) => [cell.dataset.card, cell.dataset.seat, cell.dataset.holds])"""


class Firefox:
    """A Firefox that is running, with one window."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def open(self, address: str) -> None:
        self._driver.navigate(address)
        self.run(LISTEN)

    def find(self, path: str) -> Any:
        """An element, by XPath, once it is there."""
        return self._driver.find_element("xpath", path)

    def run(self, script: str) -> Any:
        return self._driver.execute_script(script, sandbox=None)

    def cells(self) -> dict[tuple[str, str], str]:
        """What the board shows; by then nothing has complained."""
        assert self.run("return complaints") == []
        return {(card, seat): holds for card, seat, holds in self.run(CELLS)}


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox on this machine")
    marionette = pytest.importorskip("marionette_driver.marionette")
    driver = marionette.Marionette(bin=program, headless=True, gecko_log=os.devnull)
    driver.start_session()
    driver.timeout.implicit = PATIENCE / 1_000
    yield Firefox(driver)
    driver.quit()
    driver.cleanup()


def test_the_report(firefox: Firefox, tmp_path: Path) -> None:
    whole = tracker.load(SAMPLES / "pagat-six.lit")
    record, file = replace(whole, events=whole.events[:12]), tmp_path / "report.html"
    file.write_text(page(record), encoding="utf-8")
    firefox.open(f"{file.as_uri()}#event=11&as=Priya")
    firefox.find("//*[@data-at='11'][@data-view='Priya']")
    firefox.find("//body").send_keys("j")
    firefox.find("//*[@data-at='12']")
    document = tracker.board(record, view="Priya").to_json()
    assert firefox.cells() == expected(document, list(record.seats))


def test_the_app(firefox: Firefox, address: str) -> None:
    firefox.open(f"{address}#new")
    firefox.find("//*[@data-engine='ready']")
    for words in ("Start", "Bob", "7♠", "Yes"):
        firefox.find(f"//button[contains(., '{words}')]").click()
    firefox.find("//*[@data-at='1']")
    assert firefox.cells()["7S", "Ann"] == "yes"
    firefox.find("//td[@data-card='7S'][@data-seat='Ann']").click()
    firefox.find("//*[contains(@class, 'news')][contains(., 'proven, held')]")
    assert firefox.cells()["7S", "Bob"] == "no"
