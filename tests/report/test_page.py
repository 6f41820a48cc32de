"""The page, read back by a program: its numbers are the library's, its text is inert."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests import SAMPLES
from tests.cli.running import run, written
from tests.marks import first
from tests.report.pages import boards, in_full, label, read_data
from tracker.analysis.knows import knows
from tracker.analysis.odds import Odds
from tracker.analysis.report import report
from tracker.analysis.timeline import timeline
from tracker.archive import pool
from tracker.errors import ContradictionError
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.views import View
from tracker.notation import record_files, record_json, text
from tracker.render.page import build, page
from tracker.render.page.assets import SCRIPTS, STYLES, code, read
from tracker.render.phrases import per_cent

SKAT = SAMPLES / "skat-four.lit"
NAMES = ("skat-four", "midgame-six", "hidden-six")
HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)> &amp; \u2028 {{ 7*7 }} ' \""
)


@pytest.fixture(scope="module", params=first(1, NAMES))
def game(request: pytest.FixtureRequest) -> tuple[Record, str]:
    record = record_files.load(SAMPLES / f"{request.param}.lit")
    record = record.with_events(record.events[:70])
    return record, page(record)


def moments(record: Record) -> list[int]:
    """Some moments: the first, the last, and a few between."""
    last = len(record.events)
    return sorted({0, last // 5, last // 2, (4 * last) // 5, last})


# -- every number is the library's ----------------------------------------------------------------


def test_cells_are_the_holders_and_the_odds_of_the_library(game: tuple[Record, str]) -> None:
    record, html = game
    seats = record.seats
    for view in read_data(html)["views"]:
        lines = list(boards(view))
        shown = [
            {(card, seat): label(entry, seat) for card, entry in board.items() for seat in seats}
            for board in lines
        ]
        assert len(shown) == len(record.events) + 1
        for at in moments(record):
            with deduce(record, view=view["name"], at=at) as deduction:
                check_cells(deduction, shown[at])
                for card, line in deduction.to_json()["cards"].items():
                    assert lines[at][card].items() >= line.items()
                left = Odds(deduction).posterior.bits
                assert view["moments"][at]["bits"] == pytest.approx(left, abs=6e-4)


def check_cells(deduction: Deduction, shown: dict[Any, str]) -> None:
    odds = Odds(deduction).holders
    for card in deduction.cards:
        holders = deduction.holders(card)
        for seat in deduction.record.seats:
            expected = ""
            if seat in holders:
                one = len(holders) == 1
                expected = "certain" if one else per_cent(odds[card][seat] or 0)
            assert shown[card, seat] == expected, (deduction.view, deduction.at, card, seat)


def test_hand_sizes_and_what_an_event_told(game: tuple[Record, str]) -> None:
    record, html = game
    data = read_data(html)
    views = {view["name"]: view for view in data["views"]}
    single = timeline(record)
    for event in single.events:
        for name, gain in event.gains.items():
            moment = views[name]["moments"][event.number]
            assert moment["told"] == pytest.approx(gain.bits, abs=6e-4)
            assert moment["proven"] == [[book, "+".join(team)] for book, team in gain.proven]
    for name, view in views.items():
        told = list(in_full(view))
        for at in moments(record):
            with deduce(record, view=name, at=at) as deduction:
                assert told[at]["sizes"] == deduction.sizes()


def test_a_page_is_small_enough_to_send(game: tuple[Record, str]) -> None:
    assert len(game[1].encode()) < 1_500_000


def test_the_tables_are_those_of_the_report() -> None:
    record = record_files.load(SKAT)
    html = page(record)
    found = report(record)
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    for player in found.players:
        assert f"{player.seat} {player.asks} " in words
    for claim in found.audit.claims:
        assert isinstance(claim.probability, Fraction)
        share = 100 * claim.probability
        said = (
            str(share) if claim.probability in (Fraction(0), Fraction(1)) else f"{float(share):.0f}"
        )
        row = f"{claim.event} {claim.claimant} {claim.book} {claim.outcome} {claim.verdict} {said}"
        assert row in words


# -- the same twice -------------------------------------------------------------------------------


@pytest.mark.long
def test_the_same_record_gives_the_same_bytes(tmp_path: Path) -> None:
    """In processes with other hash seeds, with one worker and with two."""
    pages = []
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.html"
        command = [sys.executable, "-m", "tracker", "report", str(SKAT), "-o", str(path)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        pages.append(path.read_bytes())
    pages.append(page(record_files.load(SKAT)).encode())
    assert pages[0] == pages[1] == pages[2]


def test_without_processes_one_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where no semaphore can be had; what is asked for is tried before."""
    asked: list[str] = []

    def refused(method: str) -> NoReturn:
        asked.append(method)
        raise OSError(f"{method}: no process can be had")

    short = record_files.load(SKAT)
    short = short.with_events(short.events[:12])
    monkeypatch.setattr(pool, "get_context", refused)
    assert page(short, workers=2) == page(short)
    assert asked == [], "processes are started for much work only"
    monkeypatch.setattr(build, "WORTH_PROCESSES", 12)
    assert page(short, workers=2) == page(short)
    assert asked == ["spawn"]


def test_a_view_that_is_lost_with_its_process_is_worked_out_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lose(_: object, views: Iterable[View], **__: object) -> Iterator[tuple[View, pool.Lost]]:
        return ((view, pool.Lost.DEAD) for view in views)

    short = record_files.load(SKAT)
    short = short.with_events(short.events[:12])
    monkeypatch.setattr(build, "WORTH_PROCESSES", 0)
    monkeypatch.setattr(pool, "spread", lose)
    assert page(short, workers=2) == page(short)


def test_a_contradiction_comes_out_of_a_worker_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "WORTH_PROCESSES", 0)
    skat = record_files.load(SKAT)
    owner = skat.hands[0]
    lie = Ask(asker=skat.seats[1], target=owner.seat, card=owner.cards[0], answer="no")
    with pytest.raises(ContradictionError, match="event 1"):
        page(skat.with_events((lie,)), workers=2)


# -- untrusted text -------------------------------------------------------------------------------


def hostile_records() -> Iterator[Record]:
    lines = f"title: {HOSTILE.replace(chr(0x2028), ' ')}\nplace: {{% raw %}}<b>\n"
    lines += "seats: Ann Bob Carl Dora\ndealer: Ann\nrules: pagat\n"
    hands = record_files.load(SKAT)
    yield text.loads(f"{lines}\nAnn asks Bob 5H: no # {HOSTILE.replace(chr(0x2028), ' ')}\n")
    document = json.loads(record_json.dumps(hands))
    document["tags"] = {**document.get("tags", {}), "title": HOSTILE}
    yield record_json.loads(json.dumps(document).encode())


@pytest.mark.parametrize("record", list(hostile_records()), ids=["text", "json"])
def test_what_a_record_says_is_never_markup(record: Record) -> None:
    html = page(record)
    assert html.count("<script") == 2
    assert html.count("</script>") == 2
    assert "<img" not in html
    assert "<b>" not in html
    without = re.compile(r"<(script|style).*?</\1>|sha256-[\w+/=]+", re.DOTALL)
    assert "49" not in without.sub("", html)
    assert "\u2028" not in html
    assert "&lt;/script&gt;&lt;script&gt;alert(1)" in html


def test_a_name_that_no_notation_has_is_not_markup() -> None:
    record = text.loads("seats: Ann Bob Carl Dora\ndealer: Ann\n")
    named = replace(
        record, seats=("<script>alert(1)</script>", "Bob", "Carl", "Dora"), dealer="Bob"
    )
    html = page(named)
    assert html.count("<script") == 2
    assert "&lt;script&gt;alert(1)" in html
    assert read_data(html)["game"]["seats"] == list(named.seats)


def test_the_policy_allows_this_script_and_style_alone() -> None:
    html = page(record_files.load(SKAT))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    said = policy[1].replace("&#39;", "'")
    assert said.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in said
    assert not re.search(r"https?://(?!www\.w3\.org/)", html)
    markup = re.sub(r"<script>.*?</script>", "", html, flags=re.DOTALL)  # templates are none
    assert " style=" not in markup
    assert " onclick=" not in html


@pytest.mark.parametrize("name", [*SCRIPTS, *STYLES])
def test_every_part_states_its_licence(name: str) -> None:
    assert "SPDX-License-Identifier: MIT" in read(name)[:300]


def test_what_others_wrote_is_as_it_is_listed() -> None:
    """Preact and htm are the files of their registry, and the list says whose they are."""
    listed = re.findall(r"\((\w+\.mjs), SHA-256 (\w+)\): (MIT|Apache)", read("parts/LICENCES.txt"))
    found = {
        name: hashlib.sha256(read(f"parts/{name}").encode()).hexdigest() for name, *_ in listed
    }
    assert {name: hash_ for name, hash_, _ in listed} == found
    assert len(found) == 2


# -- files ----------------------------------------------------------------------------------------


def test_progress_goes_to_standard_error(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    result = run("report", SKAT, "-o", out)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "7/7 views" in result.stderr
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.long
def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    out = tmp_path / "game.html"
    out.write_text("before", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "tracker",
        "report",
        str(SAMPLES / "long-six.lit"),
        "-o",
        str(out),
    ]
    with subprocess.Popen(command, stderr=subprocess.PIPE, start_new_session=True) as process:
        assert process.stderr is not None
        assert b"views" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        said = process.stderr.read()
        assert process.wait(20) == 130
    assert b"Traceback" not in said
    assert out.read_text(encoding="utf-8") == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["game.html"]


def test_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    game = written(tmp_path, "seats: Ann Bob Carl Dora\ndealer: Ann\n")
    result = run("report", game, "-o", tmp_path / "no" / "such" / "folder.html")
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr


# -- who could prove it ---------------------------------------------------------------------------


def test_bars_are_the_spans_of_the_library(game: tuple[Record, str]) -> None:
    record, html = game
    found = knows(record)
    section = html.partition('<section class="knows"')[2].partition("</section>")[0]
    bars = [
        (int(x), int(width)) for x, width in re.findall(r'<rect x="(\d+)".*?width="(\d+)"', section)
    ]
    spans = [span for one in found.books for view in one.spans.values() for span in view]
    assert bars == [(span.start, span.end - span.start + 1) for span in spans]
    assert section.count("<h3>") == len(found.books)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_page_has_all_of_a_script_but_comments_and_white_space(name: str) -> None:
    kept = iter([*code(name).splitlines(), None])
    line = next(kept)
    for written_line in read(name).splitlines():
        if re.sub(r"/\*\*.*?\*/ ?", "", written_line).lstrip() == line:
            line = next(kept)
        else:
            assert re.match(r"\s*(//|/\*|\*|$)", written_line)
    assert line is None
    assert not re.search(r"^\s*//|^\s*/\*\*[^*]*$", code(name), re.MULTILINE)
