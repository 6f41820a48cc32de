"""Is what the pages say true of the moment that is shown?

What stands beside the grid (what is proven, since when, what an event told) is held against the
library in a browser. The steps of a proof are judged as data (``tests/explain``). The ordinary
tests do so with some of one page; the soak takes a thousand explanations of the pages of all
samples.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.explain.positions import samples
from tests.report.browser import opened, sheets
from tests.report.conftest import SAMPLES
from tests.report.pages import in_codes, read_data
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.render.page import page as make_page

GO: Final = """const go = (wanted) => new Promise((done) => {
    if (decodeURIComponent(location.hash) === decodeURIComponent(wanted)) { done(); return; }
    addEventListener("hashchange", () => done(), { once: true });
    location.hash = wanted;
  });"""
EXPLAINED: Final = f"""async ([at, view, picks]) => {{
  {GO}
  const start = `#event=${{at}}&as=${{view}}`;
  await go(start);
  const news = [...document.querySelectorAll("#reasons .listed, #reasons .quiet")]
    .map((node) => [node.querySelector("h4")?.textContent ?? "", [...node.querySelectorAll("li")]
      .map((item) => item.textContent), node.textContent]);
  const cells = [...document.querySelectorAll("#grid td.deduced, #grid td.own, #grid td.excluded")]
    .filter((node) => node.checkVisibility());
  const chosen = picks.map((pick) => cells[Math.floor(pick * cells.length)]).filter(Boolean)
    .map((node) => [node.dataset.card, node.dataset.seat]);
  const told = [];
  for (const [card, seat] of chosen) {{
    await go(`${{start}}&card=${{card}}&seat=${{encodeURIComponent(seat)}}`);
    const texts = (what) =>
      [...document.querySelectorAll(`#reasons ${{what}}`)].map((node) => node.textContent);
    told.push({{ card, seat, verdict: texts(".verdict-line")[0], steps: texts(".fact"),
      notes: texts("> p") }});
  }}
  return {{ news, told }};
}}"""
"""What the panel says of a moment, and of some cells that are certain then."""


@cache
def deduced(record: Record, view: str, at: int) -> Deduction:
    return deduce(record, view=view, at=at)


def holders(record: Record, view: str, at: int, card: str) -> tuple[str, ...]:
    return deduced(record, view, at).holders(card)


def explanations(
    page: Page, data: Any, rng: random.Random, moments: int, cells: int
) -> Iterator[Any]:
    """Moments at random, with what the panel says of each and of some cells."""
    last = len(data["game"]["events"])
    for _ in range(moments):
        view, at = rng.choice(data["views"])["name"], rng.randrange(last + 1)
        picks = [rng.random() for _ in range(cells)]
        yield view, at, page.evaluate(EXPLAINED, [at, view, picks])


def check_explanation(record: Record, view: str, at: int, told: Mapping[str, Any]) -> None:
    """That a cell is certain as the page says, since when it says, and has a proof."""
    card, seat = told["card"], told["seat"]
    verdict = in_codes(told["verdict"])
    if "everyone sees it" in verdict:
        where = deduced(record, view, at).state.located[card]
        assert verdict.startswith(f"{where} holds the {card}:")
        return
    is_sure = holders(record, view, at, card)
    so = f"{seat} holds the {card}" if is_sure == (seat,) else f"{seat} does not hold the {card}"
    assert verdict == f"Proven: {so}."
    assert so != f"{seat} does not hold the {card}" or seat not in is_sure
    notes = " ".join(told["notes"])
    check_since(record, view, at, told, notes)
    assert told["steps"]


def check_since(record: Record, view: str, at: int, told: Mapping[str, Any], notes: str) -> None:
    """That the cell was certain from the moment that is named on, and not before."""
    card, seat = told["card"], told["seat"]
    found = re.search(r"Certain since (?:event (\d+)|the deal)", notes)
    assert found is not None
    since = int(found[1] or 0)
    assert since <= at
    holds = holders(record, view, at, card) == (seat,)
    for moment, expected in ((since, True), (since - 1, False)):
        if moment >= 0:
            now = holders(record, view, moment, card)
            assert (now == (seat,) if holds else seat not in now) == expected, (card, seat, moment)


def check_news(record: Record, view: str, at: int, news: Sequence[Any]) -> None:
    """That what an event is said to have told is what became certain by it."""
    if at == 0:
        return
    said = {head: [in_codes(item) for item in items] for head, items, _ in news}
    now, before = deduced(record, view, at), deduced(record, view, at - 1)
    located, moved_from = now.state.located, before.state.located
    moved = {card for card in now.cards if located.get(card) != moved_from.get(card)}
    was, sure = before.forced(), now.forced()
    placed = {card: seat for card, seat in sure.items() if card not in was and card not in moved}
    told = [re.fullmatch(r"(.*) with (.*)", line) for line in said.get("Placed", [])]
    assert {card: one[2] for one in told if one for card in one[1].split()} == placed
    excluded = {
        (card, seat)
        for card in now.cards
        if card not in sure
        for seat in {*before.holders(card)} - {*now.holders(card)}
    }
    assert {*_ruled_out(record, said.get("Ruled out", []))} == excluded
    nothing = any("Nothing became certain" in text for _, _, text in news)
    changed = {card for card in now.cards if now.holders(card) != before.holders(card)}
    assert not (nothing and changed)


def _ruled_out(record: Record, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        start, _, rest = line.partition(" not ")
        for one in rest.replace(",", "").split():
            yield (one, start) if start in record.seats else (start, one)


def check_pages(page: Page, record: Record, data: Any, moments: int, cells: int, seed: int) -> int:
    """Explanations of a page at random; returns how many were read."""
    number = 0
    for view, at, said in explanations(page, data, random.Random(seed), moments, cells):
        check_news(record, view, at, said["news"])
        for told in said["told"]:
            number += 1
            try:
                check_explanation(record, view, at, told)
            except AssertionError as error:
                raise AssertionError(f"{view} {at} {told}: {error}") from error
    return number


@pytest.mark.page
def test_what_is_said_is_true_of_its_moment(browser: Browser, file: Path, record: Record) -> None:
    data = read_data(file.read_text("utf-8"))
    with opened(browser, file, "#event=0") as page:
        assert check_pages(page, record, data, moments=20, cells=4, seed=1) > 60


# -- all samples ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The pages of all the samples, by name."""
    root = tmp_path_factory.mktemp("pages")
    found = {path.stem: root / f"{path.stem}.html" for path in sorted(SAMPLES.glob("*.lit"))}
    for name, file in found.items():
        file.write_text(make_page(samples()[name]), encoding="utf-8")
    return found


@pytest.mark.soak
def test_a_thousand_explanations_of_all_samples(browser: Browser, files: dict[str, Path]) -> None:
    number = 0
    for name, file in files.items():
        with opened(browser, file, "#event=0") as page:
            data = read_data(file.read_text("utf-8"))
            number += check_pages(page, samples()[name], data, moments=25, cells=3, seed=3)
        deduced.cache_clear()
        print(f"{name}: {number} explanations")
    assert number >= 1_000


@pytest.mark.soak
def test_size_and_paper_of_all_pages(browser: Browser, files: dict[str, Path]) -> None:
    for name, file in files.items():
        seats = len(samples()[name].seats)
        with opened(browser, file, "#event=0") as page:
            page.evaluate("slider.value = slider.max / 2; slider.dispatchEvent(new Event('input'))")
            paper = sheets(page)
        assert file.stat().st_size <= (0.65e6 if seats <= 6 else 1.5e6), name
        assert paper <= (4 if seats <= 6 else 12), name
