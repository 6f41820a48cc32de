"""Where a session looks from, while the record changes under it."""

from __future__ import annotations

from math import factorial, log2
from pathlib import Path

import pytest

from tests.entry.sessions import HEADER, begun

OTHER_TABLES = {
    "other names": ("seats: Zoe Yan Xin Wes Val Uma\ndealer: Zoe\n", 48, 6),
    "fewer seats": ("seats: Ann Bob Carl Dora\ndealer: Ann\n", 48, 4),
    "another deck": ("rules: india-52\nseats: Ann Bob Carl Dora\ndealer: Ann\n", 52, 4),
}


@pytest.mark.parametrize(("header", "cards", "seats"), OTHER_TABLES.values(), ids=OTHER_TABLES)
def test_another_table_is_followed_from_its_deal(
    tmp_path: Path, header: str, cards: int, seats: int
) -> None:
    with begun(tmp_path, HEADER) as session:
        session.store.path.write_text(header)
        session.reload()
        progress = session.progress
        assert progress is not None
        assert set(progress.holders.values()) == {session.record.seats}
        assert len(progress.holders) == cards
        deals = factorial(cards) // factorial(cards // seats) ** seats
        assert progress.bits == pytest.approx(log2(deals))
