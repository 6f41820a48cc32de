"""An archive that was killed, gone on with and added to has the tables of one made in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.growing import grown


@pytest.mark.long
def test_killed_gone_on_with_and_added_to(tmp_path: Path) -> None:
    result = grown(120, "claims", tmp_path, kills=4, chunk=4)
    assert result.games == 120
    assert result.duplicates == 12
    assert result.kills > 0
    assert not result.differences


@pytest.mark.soak
def test_five_thousand_games(tmp_path: Path) -> None:
    result = grown(5000, "events", tmp_path, kills=8, chunk=32)
    assert (result.games, result.duplicates) == (5000, 498)
    assert result.kills > 0
    assert not result.differences
    assert result.memory < 1.2 * result.part_memory
