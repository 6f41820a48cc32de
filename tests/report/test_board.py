"""The page as people use it: verdicts, claims, what is in sight, ways about, questions."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import Any, Literal, cast

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests import SAMPLES
from tests.marks import first
from tests.report.browser import opened, violations
from tests.report.pages import cell, in_codes, in_full, label, read_data, share_of
from tracker import board
from tracker.analysis.audit import audit
from tracker.analysis.knows import knows
from tracker.analysis.odds import Odds
from tracker.answers import certain
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.notation import record_files, text
from tracker.render.page import page as make_page

pytestmark = pytest.mark.page

DESKTOP, PHONE = (1280, 800), (390, 844)
OF_THE_BOARD = """kind => {
    const boxOf = (node) => node.getBoundingClientRect();
    const controls = document.getElementById("controls");
    const sticks = getComputedStyle(controls).position === "sticky";
    const top = sticks ? Math.max(boxOf(controls).bottom, 0) : 0;
    const bottom = Math.min(boxOf(document.getElementById("why")).top, innerHeight);
    const board = boxOf(document.getElementById("grid"));
    const isSeen = (node) => {
      const { x, y, width, height } = boxOf(node);
      return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const cells = [...document.querySelectorAll(`.panel ${kind}`)]
      .filter((cell) => cell.checkVisibility());
    const heads = cells.map((cell) => cell.parentElement.firstElementChild);
    const inSight = Math.min(board.bottom, bottom) - Math.max(board.top, top);
    return [inSight, cells.map(isSeen), heads.map(isSeen)];
}"""
"""Of the board, how many pixels are in sight; of some cells, whether they and their heads are."""
IN_SIGHT = """() => [...document.querySelectorAll('.panel td.fresh')]
    .filter(cell => cell.checkVisibility())
    .map(cell => {
      const box = cell.getBoundingClientRect();
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return top !== null && cell.contains(top);
    })"""
"""Of each cell that the event made certain: whether it can be seen."""
STEP_BY_STEP = f"""() => Array.from({{ length: 60 }}, () => {{
    document.body.dispatchEvent(new KeyboardEvent("keydown", {{ key: "j", bubbles: true }}));
    return ({IN_SIGHT})();
}})"""


SHARES = """() => {
  window.shared = [];
  navigator.canShare = () => true;
  navigator.share = async (told) => {
    shared.push(told);
  };
}"""
"""A system that can share."""
REMEMBER = """() => {
  window.said = [];
  const link = document.getElementById("link");
  const told = () => said.push(link.textContent);
  new MutationObserver(told).observe(link, { characterData: true, subtree: true });
}"""
"""What came of sharing is said for two seconds: who looks later finds it in what was said."""


def wait_until_said(page: Page, words: str) -> None:
    page.wait_for_function("words => said.includes(words)", arg=words)


# -- what is true at the moment that is shown -----------------------------------------------------


def test_a_proof_of_an_earlier_moment_says_so(browser: Browser, file: Path, record: Record) -> None:
    earlier = "This proof was made after event 50"
    with deduce(record, at=50) as now, deduce(record, at=49) as before:
        card, seat = next(
            (card, seat)
            for card, seat in now.forced().items()
            if card not in now.state.located and len(before.holders(card)) > 1
        )
    with opened(browser, file, f"#event=50&as=public&card={card}&seat={seat}") as page:
        expect(page.locator("#reasons")).to_contain_text("Proven")
        expect(page.locator("#reasons")).not_to_contain_text(earlier)
    with opened(browser, file, f"#event=51&as=public&card={card}&seat={seat}") as page:
        expect(page.locator("#reasons")).to_contain_text(earlier)


# -- a proof, line by line ------------------------------------------------------------------------


def test_what_a_line_of_a_proof_is_about_is_lit(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=7D&seat=Lars") as page:
        facts = page.locator("#reasons .fact")
        assert facts.count() > 1
        for fact in facts.all():
            assert len(re.findall(r"[.?](?= |$)", fact.text_content() or "")) == 1  # a line a fact
        lit = page.locator(".panel .lit")
        assert lit.count() == 0
        choice = page.locator("#reasons .fact", has_text="Lars holds another of").first
        for point in (choice.hover, choice.focus):
            point()
            for card in ("6D", "7D"):
                expect(cell(page, card, "Lars")).to_have_class(re.compile(r"\blit\b"))
            page.locator("#why-head").hover()
            choice.blur()
            expect(lit).to_have_count(0)
        choice.focus()
        expect(lit).not_to_have_count(0)
        page.keyboard.press("j")
        expect(lit).to_have_count(0)
        assert violations(page) == []


# -- what was right and wrong ---------------------------------------------------------------------


def test_the_verdict_stands_where_it_happened(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=55&as=Yusuf") as page:
        expect(page.locator(".judged")).to_contain_text(
            "A guess, right in 4% of the deals, as Yusuf sees it. It comes out right."
        )
        expect(page.locator("#events li").nth(55).locator(".badge")).to_have_text("?, a guess")
        page.locator(".judged a").click()
        expect(page.locator("#count")).to_have_text("54 / 60")


def test_each_event_has_the_marks_of_the_audit(
    browser: Browser, file: Path, record: Record
) -> None:
    found = audit(record, chances=False)
    expected: dict[int, str] = {claim.event: claim.verdict for claim in found.claims}
    expected |= {ask.event: "dead" for ask in certain(found.asks) if ask.kind == "dead"}
    with opened(browser, file) as page:
        for marks in ("#events li .badge", "#ticks .tick"):
            assert page.locator(marks).count() == len(expected) + len(found.missed)
        for event, kind in expected.items():
            item = page.locator("#events li").nth(event)
            expect(item.locator(f".badge.{kind}")).to_have_count(1)
        drawn = "all => all.map(tick => [+tick.getAttribute('x') + 0.4, tick.classList.item(1)])"
        ticks = page.eval_on_selector_all("#ticks .tick", drawn)
        assert [(round(x), kind) for x, kind in ticks] == sorted(expected.items())


def test_that_a_half_suit_is_newly_proven_is_said(browser: Browser, file: Path) -> None:
    view, at, (book, team) = next(
        (view["name"], at, moment["proven"][0])
        for view in read_data(file.read_text("utf-8"))["views"]
        for at, moment in enumerate(view["moments"])
        if moment.get("proven")
    )
    with opened(browser, file, f"#event={at}&as={view}") as page:
        news = page.locator("#why .listed", has_text="Now proven")
        expect(news.locator("li")).to_have_text([f"{book}: {team} has it all"])


def test_keys_lead_from_mistake_to_mistake(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=0") as page:
        slips = [mark for mark in read_data(file.read_text("utf-8"))["marks"] if mark["slip"]]
        assert [mark["event"] for mark in slips] == [26, 55]
        for mark in slips:
            page.keyboard.press("n")
            expect(page.locator("#count")).to_have_text(f"{mark['event']} / 60")
            expect(page.locator("#view option:checked")).to_have_text(mark["seat"])
            expect(page.locator(".judged")).to_contain_text(mark["text"])
        expect(page.get_by_role("button", name="Next mistake")).to_be_disabled()
        page.get_by_role("button", name="Previous mistake").click()
        expect(page.locator("#count")).to_have_text("26 / 60")
        page.keyboard.press("n")
        page.keyboard.press("p")
        expect(page.locator("#count")).to_have_text("26 / 60")
        page.locator("#slips summary").click()
        page.locator("#slips button").last.click()
        expect(page.locator("#count")).to_have_text("55 / 60")


def test_each_worst_moment_asks_what_to_do_and_says_what_was_better(
    browser: Browser, file: Path
) -> None:
    data = read_data(file.read_text("utf-8"))
    moments = data["review"]
    views = {view["name"]: list(in_full(view)) for view in data["views"]}
    with opened(browser, file) as page:
        page.locator(".worst a").first.click()
        why = page.locator("#why")
        for number, moment in enumerate(moments, start=1):
            cost, chosen = f"{moment['error']:.2f} points", moment["chosen"]
            expect(page.locator("#why-head")).to_have_text(
                f"{number} of {len(moments)}, worst first"
            )
            expect(page.locator("#count")).to_have_text(f"{moment['event'] - 1} / 60")
            expect(why).to_contain_text("What would you do?")
            said = in_codes(why.locator(".event-text").inner_text())
            assert said.startswith(f"{moment['seat']} is about to {about_to(chosen)}")
            expect(page.locator(".panel .ringed").first).to_be_in_viewport()
            assert page.locator(".panel .ringed").count() == len(placed(chosen))
            expect(why).not_to_contain_text(cost)
            if number == 1:
                assert violations(page) == []
            page.locator('[data-try="shown"]').click()
            expect(why.locator(".cost")).to_contain_text(cost)
            kinds = ("refuted", "guess") if "claim" in chosen else ("dead", "guess")
            judged = f"judged {kinds[chosen['chance'] > 0]}"
            expect(why.locator(".judged:has(.cost)")).to_have_class(judged)
            assert in_codes(why.inner_text()).count(f"Event {moment['event']}: {moment['reason']}")
            found = views[moment["seat"]][moment["event"] - 1]["cards"]
            shares = {card: share_of(found[card], seat) for card, seat in placed(chosen).items()}
            verdict = in_codes(why.locator(".verdict-line").inner_text())
            assert re.search(rf"\b{min(shares, key=shares.__getitem__)}\b", verdict)
            assert why.locator(".steps, details .hands, .listed").count() > 0
            if number == 1:
                assert violations(page) == []
            page.locator("#review-next").click(force=number == len(moments))
        expect(page.locator("#review-next")).to_be_disabled()
        page.locator("#review-back").click()
        expect(page.locator("#count")).to_have_text(f"{moments[-2]['event'] - 1} / 60")
        page.locator("#review-leave").click()
        expect(page.locator("#why-head")).to_have_text(f"Event {moments[-2]['event'] - 1}")


def placed(chosen: dict[str, Any]) -> dict[str, str]:
    """Where a move says that cards are."""
    if "claim" in chosen:
        holdings: dict[str, str] = chosen["claim"]["holdings"]
        return holdings
    return {chosen["ask"]["card"]: chosen["ask"]["target"]}


def about_to(chosen: dict[str, Any]) -> str:
    """What is said of a move before it is made."""
    if "claim" in chosen:
        return f"claim {chosen['claim']['book']}: "
    return f"ask {chosen['ask']['target']} for the {chosen['ask']['card']}."


JUDGED = {"proven": "proven", "owned": "guess", "open": "guess"}
"""How a claim is judged by its verdict; else it is refuted."""


def test_what_the_reader_would_do_is_judged(browser: Browser, file: Path) -> None:
    """An ask by its odds, and by whether another is likelier; a claim by its verdict; waiting."""
    data = read_data(file.read_text("utf-8"))
    by_kind = {
        ("claim" in each["chosen"], each["chosen"]["chance"] > 0): each for each in data["review"]
    }
    ask, guess = by_kind[False, True], by_kind[True, True]
    views = {view["name"]: list(in_full(view)) for view in data["views"]}
    with opened(browser, file) as page:
        judged = page.locator("#why .judged").first

        def tried(moment: dict[str, Any], choice: Locator) -> str:
            page.locator(".worst a").nth(data["review"].index(moment)).click()
            expect(judged).to_have_count(0)  # of what was tried before
            page.eval_on_selector_all("#why details", "all => all.map((one) => (one.open = true))")
            choice.click()
            said = in_codes(judged.inner_text())
            kind = (judged.get_attribute("class") or "").removeprefix("judged ")
            return f"{kind}: {said}"

        now = views[ask["seat"]][ask["event"] - 1]
        best, *others = ask["asks"]
        for place in (best, others[0], others[-1]):
            entry = now["cards"][place["card"]]
            odds = label(entry, place["seat"])
            said = {
                "certain": "sure of a yes. No legal ask is likelier.",
                "": "it cannot succeed.",
            }.get(odds, f"a yes in {odds}% of the deals.")
            kind = {"certain": "proven", "": "refuted"}.get(odds, "guess")
            start = f"{kind}: You ask {place['seat']} for the {place['card']}: "
            assert tried(ask, cell(page, place["card"], place["seat"])) == start + said
        own = ask["seat"]
        said = tried(ask, cell(page, best["card"], own))
        assert said == f"guess: {own} may not ask that. Choose another cell."
        assert page.locator("[data-try=wait]").count() == 0
        team = next("+".join(team) for team in data["game"]["teams"] if guess["seat"] in team)
        claims = views[guess["seat"]][guess["event"] - 1]["claims"]
        for name in guess["claims"]:
            found = claims.get(f"{name} {team}") or {"verdict": "far"}
            said = tried(guess, page.locator(f"[data-claim='{name}']"))
            start, kind = f"You claim {name}: ", JUDGED.get(found["verdict"], "refuted")
            assert said.startswith(f"{kind}: {start}")
            if kind == "guess":
                words = (
                    f"not proven. The likeliest naming is right in {found['odds']}% of the deals."
                )
                assert said.startswith(f"{kind}: {start}{words}")
        said = tried(guess, page.locator("[data-try=wait]"))
        assert said == "proven: You would wait."
        assert tried(guess, page.locator("[data-try=same]")).startswith("guess: ")


# -- claims at this moment ------------------------------------------------------------------------


@pytest.mark.parametrize(("view", "at"), [("Tom", 54), ("Marta+Priya+Zoe", 60)])
def test_claims_at_this_moment(
    browser: Browser, file: Path, record: Record, view: str, at: int
) -> None:
    provable = knows(record)
    with (
        opened(browser, file, f"#event={at}&as={view}") as page,
        deduce(record, view=view, at=at) as deduction,
    ):
        rows = page.locator(".claims-now li").all_text_contents()
        rest = " ".join(page.locator(".claims-now .quiet").all_text_contents())
        for claim in Odds(deduction).claims():
            book, team = claim.book, claim.team
            row = next((row for row in rows if row.startswith(book)), None)
            found = provable.of(book, team)
            able = found.able(at) if found else ()
            assert (row is not None) or not able
            if row is None:
                assert book in rest
                assert claim.verdict in ("open", "impossible")
                assert float(cast(Fraction, claim.probability or 0)) <= 0.5
                continue
            assert claim.verdict in row or claim.verdict in ("open", "impossible")
            assert all(seat in row for seat in able) or "everyone" in row
            assert ("the team together" in row) == (
                found is not None and any(at in span for span in found.spans.get(str(team), ()))
            )


def test_of_claims_that_are_hardly_worth_one_the_public_is_told_no_more(
    browser: Browser, file: Path
) -> None:
    """They are those of both teams: whoever plays in one is told why, half-suit by half-suit."""
    nothing, why = "No claim is likely to be right.", re.compile("^(Open|Not yet|Not theirs)")
    with opened(browser, file, "#event=1") as page:
        said = page.locator(".claims-now .quiet")
        expect(said).to_have_text([nothing])
        page.locator("#view").select_option(label="Tom")
        expect(said.first).to_have_text(why)


# -- panels ---------------------------------------------------------------------------------------


def test_a_settled_half_suit_stays_where_it_is(browser: Browser, file: Path) -> None:
    places = """panels => panels.map(panel => {
      const box = panel.querySelector('h4').getBoundingClientRect();
      return [Math.round(box.y / 20), box.x, panel.querySelector('h4').firstChild.data];
    })"""
    with opened(browser, file, "#event=0", width=1280, height=800) as page:
        before = [name for *_, name in sorted(page.eval_on_selector_all(".panel", places))]
        page.keyboard.press("End")
        expect(page.locator("#count")).to_have_text("60 / 60")
        after = [name for *_, name in sorted(page.eval_on_selector_all(".panel", places))]
        assert after == before
        expect(page.locator(".panel.settled")).to_have_count(2)
        settled = page.locator(".panel.settled").first
        expect(settled.locator(".last-hands")).to_contain_text("Tom 4♣")
        expect(settled.locator(".last-hands")).to_contain_text("Yusuf 3♣")


def test_it_opens_at_the_worst_moment_and_ends_with_an_overview(
    browser: Browser, file: Path
) -> None:
    with opened(browser, file) as page:
        data = read_data(file.read_text("utf-8"))
        moments = data["views"][0]["moments"]
        first = next(at for at, moment in enumerate(moments) if at and "books" in moment)
        expect(page.locator("#count")).to_have_text(f"{data['review'][0]['event'] - 1} / 60")
        assert page.evaluate("scrollY") == 0
        page.keyboard.press("End")
        expect(page.locator(".overview")).to_contain_text("Half-suits")
        expect(page.locator(".overview")).to_contain_text("2 mistakes and guesses")
        page.locator(".overview a").first.click()
        expect(page.locator("#count")).to_have_text(f"{first} / 60")


# -- in sight -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_what_an_event_changed_is_in_sight(
    browser: Browser, file: Path, size: tuple[int, int]
) -> None:
    width, height = size
    with opened(browser, file, "#event=0&as=Marta", width=width, height=height) as page:
        page.keyboard.press("Home")
        for at, seen in enumerate(page.evaluate(STEP_BY_STEP), start=1):
            assert not seen or any(seen), at
            assert all(seen), at
        expect(page.locator("#count")).to_have_text("60 / 60")
        expect(page.locator("#why-head")).to_be_in_viewport()


@pytest.fixture(scope="module")
def twelve(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of twelve seats, which takes longer to make than all other pages together."""
    whole = record_files.load(SAMPLES / "no2-twelve.lit")
    path = tmp_path_factory.mktemp("twelve") / "game.html"
    path.write_text(make_page(whole.with_events(whole.events[:60])), encoding="utf-8")
    return path


@pytest.mark.parametrize("seats", first(1, ["file", "twelve"]))
def test_worst_moments_and_mistakes_keep_the_board_in_sight(
    browser: Browser, request: pytest.FixtureRequest, seats: str
) -> None:
    """On a phone: what is in question with the heads of its rows, and 200 pixels of the board."""
    width, height = PHONE
    with opened(browser, request.getfixturevalue(seats), width=width, height=height) as page:
        page.locator(".worst a").first.click()
        for number in count(1):
            expect(page.locator("#why-head")).to_contain_text(f"{number} of ")
            for choice in ("", '[data-try="shown"]'):
                if choice:
                    page.locator(choice).click()
                    expect(page.locator("#why .cost")).to_be_visible()
                in_sight, cells, heads = page.evaluate(OF_THE_BOARD, ".ringed")
                assert in_sight >= 200, page.url
                assert all(cells), page.url
                assert all(heads), page.url
            if page.locator("#review-next").is_disabled():
                break
            page.locator("#review-next").click()
    with opened(
        browser, request.getfixturevalue(seats), "#event=0", width=width, height=height
    ) as page:
        while page.locator("#slip-forward:enabled").count():  # a game without any has no button
            before = page.locator("#count").inner_text()
            page.locator("#slip-forward").click()
            expect(page.locator("#count")).not_to_have_text(before)
            in_sight, cells, _ = page.evaluate(OF_THE_BOARD, ".fresh")
            assert in_sight >= 200, page.url
            assert all(cells), page.url


@pytest.mark.parametrize(
    ("seats", "width"), first(2, [("file", 390), ("file", 320), ("twelve", 390)])
)
def test_cells_are_as_large_as_a_finger(
    browser: Browser, request: pytest.FixtureRequest, seats: str, width: int
) -> None:
    """Where they have no room side by side, the half-suit scrolls; the heads of its rows stay."""
    with opened(
        browser, request.getfixturevalue(seats), "#event=20", width=width, height=844, touch=True
    ) as page:
        sizes = page.eval_on_selector_all(
            "td[data-card]",
            """cells => cells.filter((cell) => cell.checkVisibility())
                .map((cell) => [cell.offsetWidth, cell.offsetHeight])""",
        )
        assert min(min(size) for size in sizes) >= 44
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        last = page.locator(".panel:not(.settled) tr:last-child td[data-card]:last-child").first
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=0.9)
        head = last.locator("xpath=../*[1]")
        expect(head).to_be_in_viewport(ratio=0.9)
        assert (head.bounding_box() or {"x": -1})["x"] >= 0
        assert violations(page) == []


@pytest.mark.parametrize(("width", "height"), first(1, [PHONE, (195, 422), (844, 390)]))
def test_a_tapped_cell_stays_in_sight(
    browser: Browser, file: Path, width: int, height: int
) -> None:
    """The sheet with the explanation does not hide it: on a phone, its page enlarged, its side."""
    with opened(browser, file, "#event=41&as=Marta", width=width, height=height) as page:
        for card, seat in (("JC", "Lars"), ("6S", "Zoe")):
            cell(page, card, seat).click()
            expect(page.locator("#why-head")).to_contain_text(seat)
            inside = cell(page, card, seat).evaluate(
                """cell => {
                  const box = cell.getBoundingClientRect();
                  const middle = [box.x + box.width / 2, box.y + box.height / 2];
                  return document.elementFromPoint(...middle) === cell;
                }"""
            )
            assert inside
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("fragment", ["", "#event=41&as=Marta&card=7D&seat=Lars"])
def test_a_desktop_at_200_per_cent(browser: Browser, file: Path, fragment: str) -> None:
    """A window of 1280 by 800 has 640 by 400 pixels of its own then."""
    with opened(browser, file, fragment, width=640, height=400) as page:
        if not fragment:
            page.locator(".worst a").first.click()
            expect(page.locator("#why-head")).to_contain_text("1 of ")
        in_sight, cells, _ = page.evaluate(OF_THE_BOARD, '.ringed, .panel [aria-selected="true"]')
        assert in_sight >= 120
        assert any(cells)
        assert page.evaluate("document.documentElement.scrollWidth") <= 640
        assert violations(page) == []


def test_many_seats_have_rows_of_their_own(browser: Browser, tmp_path: Path) -> None:
    names = [f"Seat{letter}" for letter in "ABCDEFGHIJKL"]
    books = "book low: 2C 3C 4C 5C 6C 7C\nbook high: 9C 10C JC QC KC AC\n"
    asks = "SeatA asks SeatB 2C: no\nSeatB asks SeatC 9C: no\n"
    seats = f"seats: {' '.join(names)}\nsizes: {' '.join(f'{name} 1' for name in names)}\n"
    record = text.loads(f"rules: pagat, deck=custom\n{books}{seats}\n{asks}")
    file = tmp_path / "many.html"
    file.write_text(make_page(record), encoding="utf-8")
    with opened(browser, file, "#event=2", width=1280, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        assert all(page.evaluate(IN_SIGHT))
        heads = page.locator(".panel").first.locator("tbody th").all_text_contents()
        assert [head.startswith(name) for head, name in zip(heads, names, strict=True)]
        cell(page, "2C", "SeatA").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
        expect(cell(page, "3C", "SeatB")).to_be_focused()
        assert violations(page) == []


# -- ways about -----------------------------------------------------------------------------------


def test_arrows_step_after_a_click(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=20&as=Marta") as page:
        page.locator("#events button").nth(30).click()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text("31 / 60")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#count")).to_have_text("30 / 60")
        expect(page.locator("#events button").nth(30)).to_be_focused()
        cell(page, "4H", "Zoe").click()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#count")).to_have_text("29 / 60")
        expect(page.locator("#why-head")).to_contain_text("Zoe")


@pytest.mark.parametrize(
    "place", first(2, ["#view", "#other", "#slider", "#why", "#close", ".scroll"])
)
def test_the_arrow_to_the_right_is_the_next_event(browser: Browser, file: Path, place: str) -> None:
    """Wherever the focus is: also in a list that is closed, which stays as it is."""
    with opened(browser, file, "#event=20&as=Marta&card=4H&seat=Zoe") as page:
        page.locator(place).first.focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#count")).to_have_text("21 / 60")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#count")).to_have_text("20 / 60")
        expect(page.locator("#view option:checked")).to_have_text("Marta")
        expect(page.locator("#other option:checked")).to_have_text("nobody")


def test_a_letter_in_a_list_is_for_the_list(browser: Browser, file: Path) -> None:
    """P looks for a name there; elsewhere it leads to the mistake before."""
    with opened(browser, file, "#event=60&as=Marta") as page:
        page.locator("#view").focus()
        page.keyboard.press("p")
        expect(page.locator("#view option:checked")).to_have_text("Priya")
        expect(page.locator("#count")).to_have_text("60 / 60")
        page.locator("#why").focus()
        page.keyboard.press("p")
        expect(page.locator("#count")).to_have_text("55 / 60")


def test_enter_is_announced_and_escape_gives_the_focus_back(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta") as page:
        cell(page, "7D", "Lars").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#live")).to_have_text(
            re.compile("^7♦.* and Lars. Proven: Lars holds the 7♦")
        )
        page.locator("#close").click()
        expect(page.locator("#why-head")).to_have_text("Event 41")
        expect(page.locator("#close")).to_be_hidden()
        expect(cell(page, "7D", "Lars")).to_be_focused()


def test_there_is_a_way_past_the_controls_to_the_grid(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta") as page:
        # Where the first press of Tab leads behind a link into a page is the browser's choice.
        expect(page.locator("#live")).not_to_be_empty()  # the address is not written any more
        page.get_by_role("link", name="Skip to the grid").focus()
        page.keyboard.press("Enter")
        page.wait_for_url("**#grid")
        page.keyboard.press("Tab")
        expect(page.locator("td[data-card]:focus")).to_have_count(1)
        expect(page.locator("#count")).to_have_text("41 / 60")


def test_the_tab_key_stops_once_in_the_list_of_events(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=20") as page:
        assert page.locator('#events button[tabindex="0"]').count() == 1
        expect(page.locator('#events button[tabindex="0"]')).to_contain_text("20")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_a_deep_link_leads_to_its_cell(browser: Browser, file: Path, size: tuple[int, int]) -> None:
    fragment = "#event=41&as=Marta&card=7S&seat=Yusuf"
    with opened(browser, file, fragment, width=size[0], height=size[1]) as page:
        expect(cell(page, "7S", "Yusuf")).to_be_in_viewport()
        expect(page.locator("#why-head")).to_contain_text("Yusuf")


def test_a_jump_from_a_chart_is_seen_and_back_undoes_it(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=12&as=Marta") as page:
        page.locator("#told").scroll_into_view_if_needed()
        box = page.locator("#told").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 50)
        expect(page.locator("#count")).to_have_text(re.compile("^(29|30|31) / 60"))
        expect(page.locator("#slider")).to_be_in_viewport()
        at = int(page.inner_text("#count").split()[0])
        page.keyboard.press("j")  # a step is no jump: back goes where the jump was made
        page.wait_for_url(f"**#event={at + 1}&*")
        page.go_back()
        expect(page.locator("#count")).to_have_text("12 / 60")
        page.go_forward()
        expect(page.locator("#count")).not_to_have_text("12 / 60")


def test_a_jump_without_news_leaves_the_page_where_it_is(browser: Browser, file: Path) -> None:
    """Also with a cell that is chosen: that was in sight when it was chosen."""
    with opened(browser, file, "#event=20&as=Marta&card=4H&seat=Zoe") as page:
        page.locator("#charts").evaluate("charts => charts.scrollIntoView()")
        before = page.evaluate("scrollY")
        page.keyboard.press("Home")
        expect(page.locator("#count")).to_have_text("0 / 60")
        assert page.evaluate("scrollY") == before


def test_from_change_to_change_of_a_cell(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=7D&seat=Lars") as page:
        page.keyboard.press("[")
        expect(page.locator("#count")).to_have_text("33 / 60")
        expect(cell(page, "7D", "Lars")).to_have_class(re.compile("fresh"))
        page.get_by_role("link", name="this cell changed before").click()
        expect(page.locator("#count")).not_to_have_text("33 / 60")
        page.keyboard.press("]")
        expect(page.locator("#count")).to_have_text("33 / 60")


def test_of_a_file_the_position_is_copied_in_words(browser: Browser, file: Path) -> None:
    """The address of a file is dead for anybody else."""
    with opened(browser, file, "#event=41&as=Marta&card=7D&seat=Lars") as page:
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.evaluate(REMEMBER)
        page.get_by_role("button", name="Copy link").click()
        wait_until_said(page, "Copied")
        head, verdict, *facts = page.evaluate("copied").split("\n")
        assert head.startswith("Event 41: Lars asks Marta 9♣\ufe0e: yes")
        assert "as Marta sees it" in head
        assert verdict == "Proven: Lars holds the 7♦\ufe0e."
        assert facts == page.locator("#reasons .fact").all_text_contents()


def test_a_phone_shares_by_its_system(browser: Browser, file: Path) -> None:
    """The position in words; whoever is asked may think otherwise."""
    place = "#event=41&as=Marta&card=7D&seat=Lars"
    with opened(browser, file, place, width=390, height=844, touch=True) as page:
        page.evaluate(SHARES)
        page.evaluate(REMEMBER)
        page.get_by_role("button", name="Copy link").tap()
        wait_until_said(page, "Shared")
        (words,) = page.evaluate("shared")
        assert words["text"].startswith("Event 41: Lars asks Marta 9♣\ufe0e: yes")
        assert "Proven: Lars holds the 7♦\ufe0e." in words["text"]
        assert "url" not in words  # the address of a file is dead for anybody else
        refuse = "async () => { throw new DOMException('', 'AbortError'); }"
        page.evaluate(f"() => {{ navigator.share = {refuse}; }}")
        page.locator("#link").tap()
        wait_until_said(page, "Not shared")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_came_of_copying_is_said_for_two_seconds_each_time(
    browser: Browser, file: Path
) -> None:
    with opened(browser, file, "#event=41&as=Marta") as page:
        page.evaluate("navigator.clipboard.writeText = async () => {}")
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        link = page.locator("#link")
        for _ in range(2):
            link.click()
            expect(link).to_have_text("Copied")
            page.clock.run_for(1_500)
            expect(link).to_have_text("Copied")
        page.clock.run_for(500)
        expect(link).to_have_text("Copy link")


def test_that_nothing_was_copied_is_said(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta") as page:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
        page.evaluate(REMEMBER)
        page.locator("#link").click()
        wait_until_said(page, "Not copied")


@pytest.mark.parametrize("refused", ["canShare = () => false", "canShare = undefined"])
def test_a_phone_that_cannot_share_copies(browser: Browser, file: Path, refused: str) -> None:
    with opened(browser, file, "#event=41&as=Marta", width=390, height=844, touch=True) as page:
        page.evaluate(f"() => {{ navigator.{refused}; }}")
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        page.evaluate(REMEMBER)
        page.get_by_role("button", name="Copy link").tap()
        wait_until_said(page, "Copied")
        assert page.evaluate("copied").startswith("Event 41: ")


def test_a_position_is_saved_as_a_small_page(browser: Browser, file: Path, tmp_path: Path) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=7D&seat=Lars") as page:
        facts = page.locator("#reasons .fact").all_text_contents()
        with page.expect_download() as download:
            page.get_by_role("button", name="Save position").click()
        saved = tmp_path / download.value.suggested_filename
        download.value.save_as(saved)
    assert saved.stat().st_size < 100_000
    assert "<script" not in saved.read_text("utf-8")
    with opened(browser, saved) as page:
        assert page.locator(".fact").all_text_contents() == facts
        expect(page.locator('td[data-card="7D"][data-seat="Lars"]')).to_have_text("✔")
        expect(page.locator("h1")).to_contain_text("Event 41")
        assert page.locator("button").count() == 0
        assert violations(page) == []


def test_what_is_touched_on_a_saved_page_is_as_large_as_a_finger(
    browser: Browser, file: Path, tmp_path: Path
) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=JC&seat=Lars") as page:
        with page.expect_download() as download:
            page.get_by_role("button", name="Save position").click()
        download.value.save_as(tmp_path / "saved.html")
    with opened(browser, tmp_path / "saved.html", width=390, height=844) as page:
        heights = page.eval_on_selector_all("summary", "all => all.map((one) => one.offsetHeight)")
        assert len(heights) == 2
        assert min(heights) >= 44


def test_on_a_phone_what_is_touched_is_as_large_as_a_finger(browser: Browser, file: Path) -> None:
    small = """() => [...document.querySelectorAll("button, select, summary, input[type=range]")]
        .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 43.5)
        .map((node) => node.id || node.textContent)"""
    with opened(browser, file, "#event=41&as=Marta", width=390, height=844) as page:
        assert page.evaluate(small) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_charts_are_drawn(browser: Browser, file: Path) -> None:
    """The last step of each team's line is its score, and what it could claim is above.

    What an event told is a column, what is left a line: both as tall as the number of bits.
    """
    ends = """() => [...document.querySelectorAll("#winning polyline")].map((line) => {
        const last = line.getAttribute("points").split(" ").at(-1).split(",");
        return [line.getAttribute("class"), Number(last[1])];
    })"""
    with opened(browser, file) as page:
        lines = dict(page.evaluate(ends))
        *_, last = in_full(read_data(file.read_text("utf-8"))["views"][0])
        scores = list(last["score"].values())
        steps = [lines[f"line settled side{number}"] for number in (0, 1)]
        assert (steps[0] < steps[1]) == (scores[0] > scores[1])
        assert all(lines[f"line owned side{n}"] <= steps[n] for n in (0, 1))
        expect(page.locator("#sides li")).to_have_count(2)
        moments = read_data(file.read_text("utf-8"))["views"][0]["moments"]
        page.locator("#key button").first.click()
        expect(page.locator("#view option:checked")).to_have_text("public")
        columns = page.eval_on_selector_all(
            "#told .column",
            "all => all.map(one => ['x', 'y', 'height'].map(name => +one.getAttribute(name)))",
        )
        told = [max(moment["told"], 0) for moment in moments[1:]]
        assert [height for *_, height in columns] == pytest.approx(told)
        assert [y + height for _, y, height in columns] == pytest.approx([max(told)] * len(told))
        assert [round(x) for x, *_ in columns] == list(range(1, len(told) + 1))
        marks = page.locator("#winning .value").all_inner_texts()
        assert marks == ["0", "2", "4", "6", "8"]
        marks = page.locator("#winning .tick-at").all_inner_texts()
        assert marks == ["0", "20", "40", "60"]
        assert page.locator("#left .c-team").count() == 2
        page.locator("#numbers summary").click()
        cells = page.locator("#numbers tbody tr").nth(41).locator("td")
        expect(cells.first).to_have_text("41")
        row = cells.all_inner_texts()
        views = read_data(file.read_text("utf-8"))["views"]
        assert row[2:] == [f"{view['moments'][41]['bits']:.2f}" for view in views]
        left = page.locator("#left polyline.chosen").get_attribute("points") or ""
        line = [tuple(map(float, point.split(","))) for point in left.split(" ")]
        top = max(each["bits"] for view in views for each in view["moments"])
        assert [x for x, _ in line] == [at + 0.5 for at in range(61)]
        assert [top - y for _, y in line] == pytest.approx(
            [each["bits"] for each in moments], abs=0.001
        )


# -- true hands, two chairs -----------------------------------------------------------------------


def test_true_hands(browser: Browser, file: Path, record: Record) -> None:
    with opened(browser, file, "#event=41&as=Marta&card=JC&seat=Lars") as page:
        assert page.locator(".truly").count() == 0
        page.get_by_role("button", name="True hands").click()
        known = read_data(file.read_text("utf-8"))["game"]["dealt"]
        assert known
        dealt = {card: hand.seat for hand in record.hands for card in hand.cards}
        assert known.items() >= dealt.items()
        holder = known["JC"]
        expect(cell(page, "JC", holder)).to_have_class(re.compile("truly"))
        expect(page.locator(".truly[aria-label$=', truly here']")).to_have_count(42)
        expect(page.locator(".really")).to_contain_text(holder)
        said = "It was really so" if holder == "Lars" else "It was not so"
        expect(page.locator(".really")).to_contain_text(said)


GAP = """\
seats: Ann Bob Carl Dora

Ann asks Bob 5H: no
Bob asks Ann KS: ?
Carl asks Bob 6H: yes
"""


def test_of_a_game_with_a_gap_no_chance_is_shown(browser: Browser, tmp_path: Path) -> None:
    record, file = text.loads(GAP), tmp_path / "gap.html"
    file.write_text(make_page(record), encoding="utf-8")
    shown = "cells => cells.map(one => [one.dataset.card, one.dataset.seat, one.textContent])"
    with opened(browser, file, "#event=3") as page:
        found = board(record, at=3).to_json()["cards"]
        signs = {"public": "●", "own": "■", "deduced": "✔", "gap": "⁇"}
        for card, seat, sign in page.eval_on_selector_all("td[data-card]", shown):
            entry = found[card]
            expected = signs.get(entry["status"], "?") if seat in entry["holders"] else "·"
            assert sign == expected, (card, seat)
        expect(page.locator(".charts")).to_have_count(0)
        expect(page.locator(".legend")).to_contain_text("open only because of a gap")
        expect(page.locator(".legend")).not_to_contain_text("in % of the deals")
        why = page.locator("#why")
        expect(why).to_contain_text("Of a record with gaps, only claims that are proven are shown.")
        cell(page, "5H", "Bob").click()
        expect(why).to_contain_text("Proven, however the gaps are filled.")
        expect(why).to_contain_text("tracker why FILE 5H Bob --at 3.")
        cell(page, "2C", "Dora").click()
        expect(why).to_contain_text("is open; how likely each place is is not known.")
        holders = why.locator(".listed li").all_inner_texts()
        assert holders == found["2C"]["holders"]


def test_two_chairs_compared(browser: Browser, file: Path, record: Record) -> None:
    with opened(browser, file, "#event=41&as=Marta&with=Priya") as page:
        expect(page.locator("#other option:checked")).to_have_text("Priya")
        block = page.locator(".listed", has_text="What Marta knew and Priya did not")
        with (
            deduce(record, view="Marta", at=41) as mine,
            deduce(record, view="Priya", at=41) as theirs,
        ):
            known, known_to_other = mine.forced().items(), theirs.forced().items()
            more = {card: seat for card, seat in known if (card, seat) not in known_to_other}
        lines = [in_codes(line) for line in block.locator("li").all_text_contents()]
        for seat in set(more.values()):
            cards = [card for card in more if more[card] == seat]
            assert f"{' '.join(cards)} with {seat}" in lines
        marked = page.eval_on_selector_all(
            ".differs", "cells => cells.map(cell => [cell.dataset.card, cell.dataset.seat])"
        )
        assert {tuple(pair) for pair in marked} == known ^ known_to_other
        expect(page.locator("#why")).to_contain_text("What Priya knew and Marta did not")


# -- questions ------------------------------------------------------------------------------------


def test_a_question_is_asked_answered_and_explained(browser: Browser, file: Path) -> None:
    with opened(browser, file, "#event=33&as=Marta&quiz=1") as page:
        expect(page.locator("#why")).to_contain_text("Marta can tell where")
        assert page.locator(".panel .fresh").count() == 0  # nothing points at the answer
        cell(page, "JC", "Tom").click()
        expect(page.locator("#why .judged")).to_contain_text(re.compile("^(No|Not certain)"))
        cell(page, "7D", "Lars").click()
        expect(page.locator("#why .judged")).to_contain_text("Right")
        expect(page.locator("#why")).to_contain_text("Proven: Lars holds the 7♦")
        expect(cell(page, "7D", "Lars")).to_have_text("✔")
        page.keyboard.press("Escape")
        page.keyboard.press("k")
        page.keyboard.press("k")
        page.keyboard.press("q")
        expect(page.locator("#count")).to_have_text("33 / 60")
        page.wait_for_url("**quiz=1*")
        page.keyboard.press("q")
        expect(page.locator("#why .prompt")).to_be_visible()
        page.keyboard.press("End")
        expect(page.locator("#count")).to_have_text("60 / 60")
        assert page.locator(".star:visible").count() == 0


# -- text, access, paper --------------------------------------------------------------------------


def test_each_name_keeps_its_direction(browser: Browser, tmp_path: Path) -> None:
    record = text.loads("seats: 李小龙 محمد Ann Bob\n\n李小龙 asks محمد 4S: yes\n")
    file = tmp_path / "names.html"
    file.write_text(make_page(record), encoding="utf-8")
    with opened(browser, file, "#event=1") as page:
        for place in ("#said", "#events [aria-current]", ".event-text"):
            assert page.locator(f"{place} bdi").all_text_contents() == ["李小龙", "محمد"], place
        assert {*page.locator("#facts bdi").all_text_contents()} == set(record.seats)
        expect(page.locator("#said")).to_have_text("李小龙 asks محمد 4♠\ufe0e: yes")


def test_without_scripts_there_is_no_dead_control(browser: Browser, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    for control in page.locator("button, select, input").all():
        assert not control.is_visible()
    targets = set(re.findall(r'id="(event=\d+)"', file.read_text("utf-8")))
    links = [link.get_attribute("href") or "" for link in page.locator("a.moment").all()]
    assert links
    assert {link.removeprefix("#") for link in links} <= targets
    expect(page.locator(".record li").nth(55)).to_contain_text("Yusuf claims low clubs")
    context.close()


def test_no_name_is_cut_off(browser: Browser, file: Path) -> None:
    cut = """() => [...document.querySelectorAll('.panel thead th')]
        .filter(head => head.clientWidth)
        .filter(head => [...head.children].some(name => name.getBoundingClientRect().width > 1
          && name.scrollWidth > head.clientWidth)).length"""
    with opened(browser, file, "#event=1") as page:
        for width in (390, 1280, 1600):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function("width => innerWidth === width", arg=width)
            page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
            assert page.evaluate(cut) == 0
        page.emulate_media(media="print")
        assert page.locator(".panel thead th .whole").first.evaluate("n => n.clientWidth") > 10


@pytest.mark.parametrize(
    ("fragment", "scheme", "width"),
    first(
        2,
        [
            ("#event=41&as=Marta&card=JC&seat=Lars", "light", 390),
            ("#event=55&as=Yusuf&with=Tom&truth=1", "dark", 1280),
            ("#event=60&as=Marta+Priya+Zoe", "dark", 390),
            ("#event=33&as=Marta&quiz=1", "light", 1280),
        ],
    ),
)
def test_axe_finds_nothing(
    browser: Browser, file: Path, fragment: str, scheme: Literal["light", "dark"], width: int
) -> None:
    with opened(browser, file, fragment, width=width, scheme=scheme) as page:
        page.locator("#numbers summary").click()
        expect(page.locator("#numbers tbody tr").first).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("a")
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
