"""A real browser for the tests: headless Chromium, that must not complain nor ask the network."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect, sync_playwright

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
REQUIRE = "TRACKER_REQUIRE_BROWSER"
"""Set (to anything) where a missing browser must fail the tests instead of skipping them."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 120_000
"""Milliseconds for which a busy machine may take to show something, or to start Python."""
expect.set_options(timeout=PATIENCE)


def program() -> str:
    """The browser's program; where there is none, the test is skipped, or fails if it must run."""
    found = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if found is None:
        reason = f"no Chromium on this machine (looked for {', '.join(PROGRAMS)})"
        if os.environ.get(REQUIRE):
            pytest.fail(f"{reason}, but {REQUIRE} is set")
        pytest.skip(reason)
    return found


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser."""
    path = program()
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


def wait_until(page: Page, asks: str, arg: object = None) -> None:
    """Wait until an ``async`` function of the page says yes.

    Playwright's own ``wait_for_function`` takes its promise for a yes.
    """
    page.evaluate(
        f"""async (arg) => {{
          const asks = {asks};
          const end = Date.now() + {PATIENCE};
          while (!(await asks(arg))) {{
            if (Date.now() > end) throw new Error("it never was so");
            await new Promise((resolve) => setTimeout(resolve, 50));
          }}
        }}""",
        arg,
    )


def turn_to(page: Page, number: int) -> None:
    """Turn a sheet of puzzles to one of them."""
    page.locator(f"nav.turn a[href='#puzzle-{number}']").click()
    expect(page.locator(f"#puzzle-{number}")).to_be_visible()


def take_hint(page: Page, number: int) -> None:
    """Open the first hint of a puzzle, and wait until the page has noticed."""
    page.locator(f"#puzzle-{number} .ladder details").first.evaluate(
        """hint => new Promise((done) => {
          hint.addEventListener("toggle", () => done(), { once: true });
          hint.open = true;
        })"""
    )


def _wait_until_drawn(page: Page) -> None:
    """A page unpacks its documents first; that it is loaded does not tell that it is drawn."""
    if page.locator("#explorer").count():
        page.wait_for_selector("[data-at]")
        page.evaluate("new Promise(requestAnimationFrame)")  # the place asked for is in sight then
    elif page.locator("#total").count():
        page.wait_for_selector("body.turned")


@contextmanager
def opened(
    browser: Browser,
    file: Path,
    fragment: str = "",
    *,
    width: int = 1280,
    height: int = 900,
    scheme: Literal["light", "dark"] = "light",
    touch: bool = False,
) -> Iterator[Page]:
    """A page of a file; at the end there must have been no complaint and no request."""
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{file.as_uri()}{fragment}")
    _wait_until_drawn(page)
    yield page
    context.close()
    assert said == []
    assert {url.partition("#")[0] for url in asked} == {file.as_uri()}


def sheets(page: Page) -> int:
    """How many sheets of paper a page takes, with the margins that it asks for."""
    page.emulate_media(media="print")
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


def violations(page: Page) -> list[Any]:
    """What axe finds wrong, by rule and element."""
    page.evaluate(AXE_SCRIPT)
    # All that it finds right would take longer to be sent than to be found.
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then(all => all.violations)")
    return [
        (one["id"], one["help"], [(node["html"], node["failureSummary"]) for node in one["nodes"]])
        for one in found
    ]
