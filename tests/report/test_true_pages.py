"""Is what the pages say true of the moment that is shown? And do they give answers away?

What stands beside the grid (what is proven, since when, what an event told) is held against the
library in a browser. The steps of a proof are judged as data (``tests/explain``). The ordinary
tests do so with some of one page; the soak takes a thousand explanations, and every question of
every view, of the pages of all samples.
"""

from __future__ import annotations

import random
import re
from collections import Counter as Tally
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


# -- what is asked cannot be read off the page ----------------------------------------------------

QUESTIONS: Final = f"""async ([view, last]) => {{
  {GO}
  const found = [];
  for (let at = 1; at <= last; at += 1) {{
    await go(`#event=${{at}}&as=${{view}}&quiz=1`);
    const isAsked = document.querySelector("[data-answer]") !== null;
    const isPlace = !isAsked && document.getElementById("hint") !== null;
    if (!isAsked && !isPlace) continue;
    const cells = [...document.querySelectorAll("#grid td[data-card]")]
      .filter((node) => node.checkVisibility())
      .map((node) => [node.dataset.card, node.dataset.seat, node.className, node.textContent,
        node.dataset.holds ?? "", node.getAttribute("aria-label").split(": ")[1], node.title]);
    found.push([at, isAsked, cells]);
  }}
  return found;
}}"""
"""Each question of a view, with all that its visible cells show."""


class Guesser:
    """Answers the questions of a page by what its cells show, and counts how often it is right.

    Of an answer it says what the asked cell shows, or what others of the card leave; where they say
    nothing, what was most often right for cells that looked the same. Of a place it names the cell
    that looks most unlike the others.
    """

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._learnt: dict[object, Tally[str]] = {}
        self.right = self.asked = self.commonest = 0
        self._answers: dict[object, Tally[str]] = {}
        self.found = self.places = 0
        self.by_chance = 0.0

    def answer(
        self, chair: object, card: str, seat: str, cells: Sequence[Sequence[str]], truth: str
    ) -> None:
        """Answers whether a seat was sure to have a card.

        Args:
            chair: what one knows without a look: how many play, and how many hands are known.
            card: the card asked for.
            seat: the one asked.
            cells: what is shown.
            truth: the right answer.
        """
        shown = {(cell[0], cell[1]): tuple(cell[2:]) for cell in cells}
        looks = shown[card, seat]
        others = [look for (one, other), look in shown.items() if one == card and other != seat]
        said = {"yes": "yes", "no": "no"}.get(looks[2]) or (
            "no" if "yes" in [o[2] for o in others] else None
        )
        if said is None:
            learnt = self._learnt.setdefault((looks, tuple(sorted(others))), Tally())
            said = learnt.most_common(1)[0][0] if learnt else "no"
            learnt[truth] += 1
        answers = self._answers.setdefault(chair, Tally())
        self.commonest += truth == (answers.most_common(1)[0][0] if answers else "no")
        answers[truth] += 1
        self.asked += 1
        self.right += said == truth

    def place(self, cells: Sequence[Sequence[str]], truth: set[tuple[str, str]]) -> None:
        looks = Tally(tuple(cell[2:]) for cell in cells)
        veiled = [cell for cell in cells if "veiled" in cell[2]] or cells
        rarest = min(looks[tuple(cell[2:])] for cell in veiled)
        cell = self._rng.choice([one for one in veiled if looks[tuple(one[2:])] == rarest])
        self.found += (cell[0], cell[1]) in truth
        self.by_chance += len(truth) / len(veiled)
        self.places += 1


def guess(page: Page, record: Record, views: Sequence[str], guesser: Guesser) -> None:
    """Lets a guesser answer all the questions of some views of a page."""
    for view in views:
        for at, is_answer, cells in page.evaluate(QUESTIONS, [view, len(record.events)]):
            if is_answer:
                event: Any = record.events[at - 1]
                can = holders(record, view, at - 1, event.card)
                truth = "yes" if can == (event.target,) else "open" if event.target in can else "no"
                chair = (len(record.seats), view.count("+"), view == "public")
                guesser.answer(chair, event.card, event.target, cells, truth)
                continue
            now, before = deduced(record, view, at).forced(), deduced(record, view, at - 1).forced()
            located = deduced(record, view, at).state.located
            guesser.place(
                cells,
                {
                    (card, seat)
                    for card, seat in now.items()
                    if card not in before and card not in located
                },
            )


def check_guesser(guesser: Guesser) -> None:
    """That it did no better than someone who looks at nothing."""
    assert guesser.asked
    assert guesser.places
    assert guesser.right <= guesser.commonest + 3 * guesser.asked**0.5
    assert guesser.found <= guesser.by_chance + 4 * max(guesser.by_chance, 1) ** 0.5


@pytest.mark.long
@pytest.mark.page
def test_a_quiz_cannot_be_guessed_from_the_cells(
    browser: Browser, file: Path, record: Record
) -> None:
    guesser = Guesser(1)
    with opened(browser, file, "#event=0") as page:
        guess(page, record, ["public", "Marta", "Tom"], guesser)
    check_guesser(guesser)


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
def test_no_quiz_of_a_sample_can_be_guessed(browser: Browser, files: dict[str, Path]) -> None:
    """Every question of every view of every sample."""
    guesser = Guesser(2)
    for name, file in files.items():
        views = [view["name"] for view in read_data(file.read_text("utf-8"))["views"]]
        with opened(browser, file, "#event=0") as page:
            guess(page, samples()[name], views, guesser)
        deduced.cache_clear()
        print(f"{name}: answers {guesser.right} of {guesser.asked}, commonest {guesser.commonest};")
        print(f"places {guesser.found} of {guesser.places}, by chance {guesser.by_chance:.1f}")
    check_guesser(guesser)


# -- figures of the pages of all samples ----------------------------------------------------------

STEPS: Final = """async (last) => {
  const slider = document.getElementById("slider");
  const times = [];
  for (let number = 0; number < 300; number += 1) {
    const start = performance.now();
    slider.value = String((number * 37) % (last + 1));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    void document.body.offsetHeight;
    times.push(performance.now() - start);
    if (number % 20 === 0) await new Promise((done) => setTimeout(done));
  }
  return times.toSorted((one, other) => one - other);
}"""
"""How many milliseconds 300 steps of the slider take, layout included, the quickest first."""


@pytest.mark.soak
def test_size_paper_and_steps_of_all_pages(browser: Browser, files: dict[str, Path]) -> None:
    print()
    for name, file in files.items():
        size, seats = file.stat().st_size, len(samples()[name].seats)
        with opened(browser, file, "#event=0") as page:
            times = page.evaluate(STEPS, len(samples()[name].events))
            median, slow = times[len(times) // 2], times[int(0.99 * len(times))]
            paper = sheets(page)
            page.evaluate("slider.value = slider.max / 2; slider.dispatchEvent(new Event('input'))")
            paper = max(paper, sheets(page))
        print(f"{name}: {seats} seats, {size / 1000:.0f} kB, {paper} sheets of paper;", end=" ")
        print(f"a step takes {median:.0f} ms, at the 99th percentile {slow:.0f} ms")
        assert size <= (0.65e6 if seats <= 6 else 1.5e6)
        assert paper <= (4 if seats <= 6 else 12)
