"""The grid of ``tracker show``; what it says is in ``tests/sessions``."""

from __future__ import annotations

import pytest

from tests.cli.running import GAME, run
from tracker.cli.streams import plain_marks
from tracker.render.grid import MARKS


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize("plain", [True, False])
def test_the_grid_fits_the_width(width: int, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    result = run("show", "-", "--as", "Ann", *(["--ascii"] if plain else []), stdin=GAME)
    assert result.exit_code == 0
    assert all(len(line) <= width for line in result.stdout.splitlines())
    assert result.stdout.isascii() == plain
    for mark in MARKS.values():
        if mark.meaning != "deduced":
            assert (plain_marks(mark.sign) if plain else mark.sign) in result.stdout
        assert mark.meaning in result.stdout
