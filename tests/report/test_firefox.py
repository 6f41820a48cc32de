"""The page in Firefox, where the machine has it: the main ways through it, without a complaint."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.report.firefox import LISTEN, Firefox, launched

pytestmark = [pytest.mark.page, pytest.mark.long]

IN_SIGHT = """((box) => box.top >= 0 && box.bottom <= innerHeight)(
    document.querySelector(arguments[0]).getBoundingClientRect())"""
SLIDE = """
const slider = document.getElementById("slider");
slider.value = arguments[0];
slider.dispatchEvent(new Event("input", { bubbles: true }));
"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with launched(tmp_path_factory.mktemp("profile")) as found:
        yield found


def opened(firefox: Firefox, file: Path, fragment: str) -> None:
    firefox.open(file, fragment)
    firefox.wait("document.querySelector('[data-at]') !== null")
    firefox.run(LISTEN)


def test_moments_keys_and_cells(firefox: Firefox, file: Path) -> None:
    opened(firefox, file, "#event=41&as=Marta&card=7D&seat=Lars")
    firefox.shows("#count", "41 / 60")
    firefox.shows("#why", "Proven: Lars holds the 7♦")
    firefox.wait(IN_SIGHT, '[aria-label^="7D, Lars:"]')
    for key, count in (("j", 42), ("\ue012", 41), ("\ue011", 0), ("\ue010", 60), ("p", 55)):
        firefox.press(key)
        firefox.shows("#count", f"{count} / 60")
    firefox.run("document.getElementById('view').focus()")
    for key, count in (("\ue012", 54), ("\ue014", 55)):  # the arrows to the side, in a closed list
        firefox.press(key)
        firefox.shows("#count", f"{count} / 60")
    assert firefox.run("return document.getElementById('view').selectedOptions[0].text") == "Yusuf"
    firefox.run(SLIDE, 13)
    firefox.shows("#count", "13 / 60")
    firefox.shows('#events [aria-current="step"] .number', "13")
    firefox.click("#events li:nth-child(27) button")
    firefox.shows("#why-head", "Event 26")
    firefox.click("#slips summary")
    firefox.click("#help-open")
    firefox.wait("document.getElementById('help').open")
    assert firefox.run("return complaints") == []


def test_questions_and_true_hands(firefox: Firefox, file: Path) -> None:
    opened(firefox, file, "#event=33&as=Marta&quiz=1")
    firefox.click("#hint")
    firefox.shows("#why", "Marta’s own hand")
    firefox.shows("#why", "Another hint")
    firefox.click('[aria-label^="7D, Lars:"]')
    firefox.shows("#why", "Right.")
    firefox.click("#truth")
    firefox.wait("document.querySelector('.truly')")
    assert firefox.run("return document.documentElement.scrollWidth <= innerWidth")
    assert firefox.run("return complaints") == []
