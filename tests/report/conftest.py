"""A page and a browser, made once for all the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests import SAMPLES
from tests.report.browser import launched
from tests.report.pages import HOSTILE
from tracker.game.record import Record
from tracker.notation import record_files, text
from tracker.render.page import page as make_page


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as found:
        yield found


@pytest.fixture(scope="package")
def record() -> Record:
    """Half a game, with a title and a comment that would like to be markup."""
    whole = record_files.load(SAMPLES / "pagat-six.lit")
    lines = text.dumps(whole.with_events(whole.events[:60])).split("\n")
    titled = [f"title: {HOSTILE}" if line.startswith("title:") else line for line in lines]
    return text.loads("\n".join(titled).rstrip() + f" # {HOSTILE}\n")


@pytest.fixture(scope="package")
def file(record: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(make_page(record), encoding="utf-8")
    return path
