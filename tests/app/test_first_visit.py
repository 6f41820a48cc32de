"""The first visit: all comes once, and what needs no engine is there before it."""

from __future__ import annotations

import re
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.app.conftest import cells, expected, tap_ask, visiting
from tests.app.counting_server import counting_server
from tests.report.browser import violations, wait_until
from tracker.render.app_ready import sample_document

pytestmark = pytest.mark.page


def test_each_file_comes_once(browser: Browser, folder: Path) -> None:
    """Also what the service worker keeps: from then on no network is needed."""
    with counting_server(folder) as server, visiting(browser, server.address) as visit:
        page = visit.go()
        page.wait_for_selector("[data-kept=true]")
        twice = {name for name, times in server.times.items() if times > 1}
        assert twice <= {"service-worker.js"}  # the browser looks for a newer version
        assert set(server.times) == {
            file.relative_to(folder).as_posix()
            for file in folder.rglob("*")
            if file.is_file() and file.name not in ("LICENCES.txt", ".nojekyll")
        }
        before = server.sent.copy()
        visit.go(anew=True)
        page.wait_for_selector("[data-kept=true]")
        more = server.sent - before
        assert set(more) <= {"service-worker.js"}
        visit.context.new_cdp_session(page).send("Network.clearBrowserCache")
        visit.context.set_offline(True)
        visit.go("#new", anew=True)
        page.click("text=Start")
        tap_ask(page, "Bob", "5♥", "No", 1)


def _newer(site: Path) -> None:
    """There is another version of the app: its first screen says so."""
    screen, worker = site / "home.js", site / "service-worker.js"
    older = sha256(screen.read_bytes()).hexdigest()
    screen.write_text(screen.read_text("utf-8").replace("Train", "Train anew"), "utf-8")
    script = worker.read_text("utf-8").replace(older, sha256(screen.read_bytes()).hexdigest())
    worker.write_text(script.replace("`tracker-$", "`tracker-newer-$"), "utf-8")


def test_a_newer_version_is_not_mixed_with_what_the_browser_has_of_the_older(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    """The host says of each file that it is good for ten minutes."""
    site = shutil.copytree(folder, tmp_path / "app")
    with counting_server(site) as server, visiting(browser, server.address) as visit:
        page = visit.go()
        page.wait_for_selector("[data-kept=true]")
        _newer(site)
        server.packed.clear()
        visit.go(anew=True)
        wait_until(
            page, "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
        )
        workers = visit.context.new_cdp_session(page)
        workers.send("ServiceWorker.enable")
        workers.send("ServiceWorker.skipWaiting", {"scopeURL": server.address})
        wait_until(page, "async () => !(await navigator.serviceWorker.getRegistration()).waiting")
        visit.go(anew=True)
        expect(page.locator("main")).to_contain_text("Train anew")


def test_what_needs_no_engine_is_there_before_it(browser: Browser, folder: Path) -> None:
    """The engine never comes: the rules, a sample game, an old game's record are there."""
    with counting_server(folder) as server, visiting(browser, server.address) as visit:
        page = visit.open_record(
            "title: An old one\nseats: Ann Bob Carl Dora\n\nAnn asks Bob 5H: no\n"
        )
        page.close()
        visit.page = page = visit.opened()
        page.add_init_script("window.Worker = class { postMessage() {} }")
        page.goto(f"{server.address}#sample")
        page.wait_for_selector("[data-at]")
        document = sample_document()
        moment = document["review"]["told"][0] - 1
        expect(page.locator("[data-at]")).to_have_attribute("data-at", str(moment))
        seats = document["game"]["game"]["seats"]
        assert cells(page) == expected(document["boards"][moment], seats)
        expect(page.locator(".story")).to_contain_text("Was that the right move?")
        current = page.locator(".moments [aria-current=step]")
        expect(current).to_have_text(str(moment + 1))
        later = str(document["review"]["told"][1])
        page.click(f".moments button:text-is('{later}')")
        page.wait_for_selector(f"[data-at='{int(later) - 1}']")
        expect(current).to_have_text(later)
        page.goto(f"{server.address}#rules")
        page.wait_for_selector(".primer li >> nth=5")
        page.select_option("select", "canadian-54")
        expect(page.locator(".primer")).to_contain_text("At any time you may claim")
        expect(page.locator("main")).to_contain_text("two jokers")
        assert violations(page) == []
        page.goto(f"{server.address}#")
        page.click(".games li a:has-text('Review')")
        page.wait_for_selector("pre.record:has-text('Ann asks Bob 5H: no')")
        expect(page.locator("main")).to_contain_text("tracker is starting.")
        expect(page.locator("header")).to_have_attribute("data-engine", "starting")


def test_that_the_engine_cannot_start_is_said(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    broken = shutil.copytree(folder, tmp_path / "app")
    (broken / "parts" / "packages.tar.xz").unlink()
    (broken / "rules.json").unlink()
    with counting_server(broken) as server, visiting(browser, server.address) as visit:
        visit.page.goto(f"{server.address}#train")
        visit.page.wait_for_selector("[role=alert]:has-text('packages.tar.xz: 404')")
        expect(visit.page.locator(".engine")).to_have_text("not started")
        visit.page.evaluate("location.hash = '#rules'")
        visit.page.wait_for_selector(
            "[role=alert]:has-text('rules.json could not be loaded (404)')"
        )
        assert [said for said in visit.said if "404" not in said] == []
        visit.said.clear()


@pytest.mark.long
def test_how_much_has_come_is_told(browser: Browser, folder: Path) -> None:
    with (
        counting_server(folder, bits=40e6) as server,
        visiting(browser, server.address) as visit,
    ):
        visit.page.goto(server.address)
        visit.page.wait_for_selector(".engine progress")
        words = visit.page.inner_text(".engine")
        shown = re.fullmatch(r"\s*([\d.]+) of ([\d.]+) MB", words)
        assert shown is not None
        visit.page.wait_for_selector("[data-kept=true]")
        parts = sum(size for name, size in server.sent.items() if name.startswith("parts/"))
        assert float(shown[1]) < float(shown[2])
        assert float(shown[2]) == pytest.approx(parts / 1e6, abs=0.2)
