"""What had no better alternative is not blamed, and what the rules forbid is no advice."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.cli.running import run, written
from tests.report.browser import opened
from tests.report.pages import in_codes, read_data
from tracker.analysis.audit import audit
from tracker.analysis.review import review
from tracker.answers import certain
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.notation.text import loads
from tracker.render.page import page

HEADER = """\
rules: pagat, deck=custom{rules}
book clubs: 2C 3C 4C 5C 6C 7C
book diamonds: 2D 3D 4D 5D 6D 7D
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C
hand Bob: 2D 3D
hand Carl: 4C 5C
hand Dora: 4D 5D
hand Eve: 6C 7C
hand Finn: 6D 7D

"""
ENDED = """\
Ann asks Bob 4C: no
Bob asks Ann 4D: no
Ann asks Bob 5C: no
Bob claims diamonds: Bob 2D 3D, Dora 4D 5D, Finn rest: correct
Bob passes to Ann
"""
"""Then the other team is out. Ann has to claim the clubs; it is Eve who knows where they are."""
GUESS = "Ann claims clubs: Ann 2C 3C, Carl 4C 6C, Eve 5C 7C: split\n"
REFUTED = "Ann claims clubs: Ann 2C, Carl 3C 4C, Eve 5C 6C 7C: split\n"
SHOWN = "Bob shows 2D 3D\nDora shows 4D 5D\nFinn shows 6D 7D\n"


def game(events: str, rules: str = "") -> Record:
    return loads(HEADER.format(rules=rules) + events)


def of_ann(record: Record, part: str) -> list[dict[str, Any]]:
    """Ann's part of the page's marks, or of the moments that it reviews."""
    return [one for one in read_data(page(record))[part] if one["seat"] == "Ann"]


def cost_of_ann(record: Record) -> str:
    """What the page says that Ann's moves have cost."""
    row = page(record).partition('<th scope="row"><bdi>Ann</bdi></th>')[2].partition("</tr>")[0]
    return row.split("</td>")[1].rpartition(">")[2]


def test_a_guess_that_has_to_be_made_is_not_blamed() -> None:
    """Two ways are equally likely, and Ann may not leave it to Eve, who can prove it."""
    record = game(ENDED + GUESS)
    _, claim = audit(record).claims
    assert (claim.verdict, claim.provable_by, claim.forced) == ("guess", ("Eve",), True)
    (mark,) = of_ann(record, "marks")
    assert mark["text"].startswith("Forced: it has to be claimed, and nothing better is known.")
    assert mark["slip"] is False
    assert of_ann(record, "review") == []
    assert cost_of_ann(record) == "0.0"


def test_a_guess_that_could_be_left_to_who_knows_is_not_forced() -> None:
    record = game(ENDED + GUESS, ", endgame=any-player")
    _, claim = audit(record).claims
    assert (claim.verdict, claim.forced) == ("guess", None)
    (mark,) = of_ann(record, "marks")
    assert mark["slip"] is True


def test_a_naming_that_cannot_be_so_is_an_error_also_where_a_claim_has_to_be_made() -> None:
    """The likeliest of six namings would have been right once in six times."""
    record = game(ENDED + REFUTED)
    _, claim = audit(record).claims
    assert (claim.verdict, claim.forced) == ("refuted", None)
    (decision,) = [each for each in review(record).decisions if each.event == 6]
    assert decision.error == pytest.approx(1 / 6)
    assert of_ann(record, "review") == []


def test_an_unlikely_naming_is_blamed() -> None:
    """Eve lacks the 4C, as Ann sees it: who names it so has a better alternative."""
    four = ENDED.replace("Bob claims", "Eve asks Bob 4C: no\nBob claims").replace(
        "Ann asks Bob 5C: no\n", "Ann asks Bob 5C: no\nBob asks Eve 4D: no\n"
    )
    for naming, forced in (("Carl 4C 6C, Eve 5C 7C", True), ("Carl 5C 6C, Eve 4C 7C", None)):
        claim = audit(game(f"{four}Ann claims clubs: Ann 2C 3C, {naming}: split\n")).claims[-1]
        assert claim.forced is forced


def test_an_ask_where_none_can_succeed_is_not_blamed() -> None:
    for events, forced in ((SHOWN, True), (SHOWN.replace("Finn shows 6D 7D\n", ""), None)):
        record = game(f"{events}Ann asks Bob 4C: no\n")
        (ask,) = certain(audit(record).asks)
        assert (ask.kind, ask.forced) == ("dead", forced)
        assert [mark["slip"] for mark in of_ann(record, "marks")] == [False]
        assert not (forced and of_ann(record, "review"))
        assert ("provably no, as of any other legal ask" in page(record)) is bool(forced)


def test_nobody_is_forced_to_break_a_rule() -> None:
    (ask,) = certain(audit(game(f"{SHOWN}Ann asks Bob 4D: no !\n")).asks)
    assert (ask.kind, ask.forced) == ("dead", None)


def test_who_can_claim_is_not_forced_to_ask() -> None:
    """All asks are in vain, but a claim is proven: that is the better alternative."""
    record = game(f"{SHOWN}Carl shows 4C 5C\nAnn asks Bob 4C: no\n")
    (ask,) = certain(audit(record).asks)
    assert (ask.kind, ask.forced) == ("dead", None)


def test_what_was_missed_and_claimed_later_is_said_to_be_that(tmp_path: Path) -> None:
    shown = f"{SHOWN}Carl shows 4C 5C\nAnn asks Bob 4C: no\nBob asks Ann 4D: no\n"
    claim = "Ann claims clubs: Ann 2C 3C, Carl 4C 5C, Eve 6C 7C: correct\n"
    for events, then in ((shown + claim, "claimed by Ann at 7: correct"), (shown, "not claimed")):
        path = written(tmp_path, HEADER.format(rules="") + events)
        said = run("audit", path).stdout
        rows = [" ".join(line.split()) for line in said.splitlines()]
        assert any(row.startswith("Ann clubs 4 ") and row.endswith(then) for row in rows)
        assert then in re.sub("</?bdi>", "", page(loads(path.read_text("utf-8"))))


@pytest.mark.long
def test_the_page_advises_nothing_that_is_illegal(browser: Browser, tmp_path: Path) -> None:
    """Ann guesses the clubs, and did not have to claim: all of them are with her team."""
    record, file = game(SHOWN + GUESS), tmp_path / "report.html"
    (mistake,) = review(record).moments
    assert (mistake.event, mistake.why) == (4, "needless-guess")
    assert is_legal(replay_of(record).state(3), mistake.best.move)
    file.write_text(page(record), encoding="utf-8")
    with opened(browser, file) as shown:
        shown.locator(".worst a", has_text="Ann").first.click()
        why = shown.locator("#why")
        expect(why).to_contain_text("What would you do?")
        assert why.locator("[data-try=wait]").count() == 1
        why.locator("[data-try=shown]").click()
        expect(why).to_contain_text("Event 4:")
        expect(why.locator(".judged")).to_contain_text("Better: ask ")


@pytest.mark.page
def test_where_the_cards_of_a_missed_claim_were_is_shown(browser: Browser, tmp_path: Path) -> None:
    """With the proof of the card that was certain last: all others, everyone saw before."""
    shown = "Bob shows 2D 3D\nDora shows 4D 5D\nEve shows 6C 7C\nCarl shows 4C 5C\n"
    record, file = (
        game(f"{shown}Ann asks Bob 4C: no\nBob asks Ann 4D: no\n"),
        tmp_path / "missed.html",
    )
    file.write_text(page(record), encoding="utf-8")
    with opened(browser, file) as it:
        why = it.locator("#why")
        expect(why).to_contain_text("Ann can act. Next is event 5: Ann asks Bob 4♣")
        assert it.locator(".panel .ringed").count() == 0
        why.locator("[data-try=shown]").click()
        expect(why.locator(".verdict-line")).to_be_visible()
        named = "Clubs is with Ann 2C 3C, Carl 4C 5C, Eve 6C 7C."
        assert named in in_codes(why.inner_text())
        expect(it.locator(".panel .ringed")).to_have_count(6)
        assert in_codes(why.locator(".verdict-line").inner_text()) == "Proven: Ann holds the 2C."
        expect(why).to_contain_text("Certain since the deal.")
