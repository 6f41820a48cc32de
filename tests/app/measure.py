"""How long the app takes, and how much it loads: ``python -m tests.app.measure``.

Prints a table of times in Chromium on the built folder, among them median and 99th percentile of so
many asks entered by taps.
"""

from __future__ import annotations

import gzip
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page

from tests import SAMPLES
from tests.app.conftest import Visit
from tests.app.counting_server import counting_server
from tests.report.browser import launched
from tracker.cli.app_commands import app_files, app_server, cache_folder, write_app
from tracker.game.events import Ask
from tracker.notation.links import Link, link_text
from tracker.notation.record_files import load

ASKS = 40
REPORT = 900_000
"""Milliseconds that a report may take."""


def _say(what: str, value: str) -> None:
    sys.stdout.write(f"{what:58} {value}\n")
    sys.stdout.flush()


def _timed(work: Any) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _visit(browser: Browser, address: str) -> Visit:
    return Visit(browser.new_context(viewport={"width": 390, "height": 844}), address)


def _tapped(page: Page) -> list[float]:
    """Seconds from the last tap to the grid, for the asks of a game."""
    record = load(SAMPLES / "long-six.lit")
    asks = [event for event in record.events if isinstance(event, Ask)][:ASKS]
    header = f"seats: {' '.join(record.seats)}\nturn: {asks[0].asker}\n"
    page.click("text=Paste a link or a record")
    page.fill("textarea", header)
    page.click(".paste button")
    page.click(".tabs >> text=Enter")
    times = []
    for number, ask in enumerate(asks, start=1):
        page.click(".more >> text=Type")
        page.fill(".typed input", f"{ask.asker} asks {ask.target} {ask.card}: {ask.answer} !")
        start = time.perf_counter()
        page.click("text=Take in")
        page.wait_for_selector(f"[data-at='{number}']")
        times.append(time.perf_counter() - start)
    return times


def _reported(visit: Visit, name: str) -> float:
    """Seconds that the report of a game takes, from the tap to the page."""
    page = visit.open_record((SAMPLES / f"{name}.lit").read_text(encoding="utf-8"))
    page.wait_for_selector("text=the report")
    start = time.perf_counter()
    page.click("text=the report")
    page.wait_for_selector("#slider, [role=alert]", timeout=REPORT)
    assert page.locator("[role=alert]").count() == 0
    return time.perf_counter() - start


def _memory() -> float:
    """Megabytes that the largest of the browser's pages has used at most (Linux)."""
    peaks = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, StopIteration):
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                lines = (process / "status").read_text().splitlines()
                peak = next(line for line in lines if line.startswith("VmHWM"))
                peaks.append(int(peak.split()[1]) / 1000)
    return max(peaks)


def _first_visit(browser: Browser, folder: Path) -> None:
    """Seconds of a first visit over a line of 8 Mbit/s: until home is there, and the engine."""
    with counting_server(folder, bits=8e6) as server:
        page = _visit(browser, server.address).page
        start = time.perf_counter()
        page.goto(server.address)
        for what, there in (("home", "a[href='#new']"), ("engine", "[data-engine=ready]")):
            page.wait_for_selector(there)
            _say(f"first visit at 8 Mbit/s, {what}", f"{time.perf_counter() - start:.1f} s")


def main() -> None:
    """Measure, and print what was measured."""
    built = app_files(cache_folder())
    packed = sum(len(gzip.compress(content, 9, mtime=0)) for content in built.values())
    _say("download, all files, compressed with gzip", f"{packed / 1e6:.1f} MB")
    for path in sorted(SAMPLES.glob("*.lit")):
        record = load(path)
        letters = len(link_text(Link(record)))
        _say(f"link, {path.stem}, {len(record.events)} events", f"{letters:,} characters")
    with TemporaryDirectory() as folder, launched() as browser:
        write_app(Path(folder), built)
        _first_visit(browser, Path(folder))
        with app_server(Path(folder)) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            _in_browser(browser, f"http://127.0.0.1:{server.server_address[1]}/")
            server.shutdown()


def _in_browser(browser: Browser, address: str) -> None:
    visit = _visit(browser, address)
    _say("start, nothing in the browser's caches", f"{_timed(lambda: visit.go(anew=True)):.1f} s")
    visit.page.wait_for_selector("[data-kept=true]")
    _say("start, kept by the service worker", f"{_timed(lambda: visit.go(anew=True)):.1f} s")
    visit.go("#")
    times = sorted(_tapped(visit.page))
    worst = times[int(len(times) * 0.99) - 1]
    what = f"last tap to grid, {ASKS} asks"
    _say(what, f"median {median(times) * 1000:.0f} ms, 99% {worst * 1000:.0f} ms")
    for path in sorted(SAMPLES.glob("*.lit")):
        _say(f"the report, {path.stem}", f"{_reported(visit, path.stem):.0f} s")
    _say("memory of the page, the most so far", f"{_memory():.0f} MB")


if __name__ == "__main__":
    main()
