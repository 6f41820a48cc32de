"""The app, built once, and a browser on it. Where its parts cannot be had, nothing hangs."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page

from tests import SAMPLES
from tests.marks import first
from tests.report.browser import PATIENCE, launched
from tracker.cli.app_commands import PartError, app_files, app_server, cache_folder, write_app

HOME = "form.paste"
"""What the first screen alone has: it is there even while it is folded away."""
SIZES = pytest.mark.parametrize(
    ("width", "height"), first(1, [(390, 844), (1280, 800)]), ids=["phone", "desk"]
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The app, as ``tracker app -o`` builds it."""
    try:
        built = app_files(cache_folder())
    except PartError as error:
        pytest.skip(f"app: NOT CHECKED, because its parts cannot be had: {error.message}")
    path = tmp_path_factory.mktemp("app")
    write_app(path, built)
    return path


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    """Where the app is served."""
    with app_server(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after the module: a process can drive one browser at a time."""
    with launched() as found:
        yield found


class Visit:
    """A person's browser with the app open."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        self.address = address
        self.said: list[str] = []
        self.asked: list[str] = []
        context.on("request", lambda request: self.asked.append(request.url))
        self.page = self.opened()

    def opened(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.said.append(message.text))
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def go(self, fragment: str = "#", *, anew: bool = False) -> Page:
        """Go to an address within the app; the engine has started then.

        Args:
            fragment: the end of the address, from the ``#`` on.
            anew: whether all is to be loaded again.
        """
        if anew or not self.page.url.startswith(self.address):
            self.page.goto("about:blank")
            self.page.goto(self.address + fragment)
        else:
            self.page.evaluate("location.hash = '#'")
            self.page.wait_for_selector(HOME, state="attached")
            self.page.evaluate("hash => { location.hash = hash }", fragment)
        self.page.wait_for_selector("[data-engine=ready]")
        return self.page

    def new_game(self) -> Page:
        """Begin to enter a game with what is proposed."""
        page = self.go("#new")
        page.click("text=Start")
        return page

    def review(self, name: str, at: int) -> Page:
        """Open a sample game at a moment."""
        page = self.open_record((SAMPLES / f"{name}.lit").read_text(encoding="utf-8"))
        page.fill("input[type=range]", str(at))
        page.wait_for_selector(f"[data-at='{at}']")
        return page

    def open_record(self, text: str) -> Page:
        """Open a record as one does who pastes it."""
        page = self.go("#")
        page.click("text=Paste a link or a record")
        page.fill("textarea", text)
        page.click(".paste button")
        page.wait_for_selector("[data-at]")
        return page


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    *,
    width: int = 390,
    height: int = 844,
    scheme: Literal["light", "dark"] = "light",
) -> Iterator[Visit]:
    """The app in a fresh profile; at the end nothing complained, and no other host was asked."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    visit = Visit(context, address)
    yield visit
    context.close()
    assert visit.said == []
    assert [url for url in visit.asked if not url.startswith((address, "blob:", "data:"))] == []


def cells(page: Page | Frame) -> dict[tuple[str, str], str]:
    """What the board shows: yes, no or maybe, by card and seat; nothing of a veiled cell."""
    shown: list[dict[str, Any]] = page.eval_on_selector_all(
        "[data-holds]", "cells => cells.map(cell => ({...cell.dataset}))"
    )
    return {(cell["card"], cell["seat"]): cell["holds"] for cell in shown}


def expected(document: dict[str, Any], seats: list[str]) -> dict[tuple[str, str], str]:
    """The same from what ``tracker show --json`` prints."""
    return {
        (card, seat): "no"
        if seat not in entry["holders"]
        else "yes"
        if len(entry["holders"]) == 1
        else "maybe"
        for card, entry in document["cards"].items()
        for seat in seats
    }


def shown_by_command(arguments: list[str]) -> dict[str, Any]:
    """What ``tracker show --json`` prints."""
    from tests.cli.running import run

    document: dict[str, Any] = json.loads(run("show", *arguments, "--json").stdout)
    return document


def tap_ask(page: Page, target: str, card: str, answer: str, number: int) -> None:
    """Three taps."""
    page.click(f".targets button:has-text('{target}')")
    page.click(f".pad.cards button:has-text('{card}')")
    page.click(f".answers button:has-text('{answer}')")
    page.wait_for_selector(f"[data-at='{number}']")
