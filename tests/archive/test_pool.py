"""Work in processes: results in their order; what dies or hangs is lost alone."""

from __future__ import annotations

import pytest

from tests.archive.workers import doubled, fails
from tracker.archive import pool
from tracker.archive.pool import Lost, spread


def test_what_dies_or_hangs_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_GRACE", 1.0)
    found = list(spread(doubled, range(8), workers=2, seconds=0.1))
    lost = {2: Lost.DEAD, 5: Lost.HANGING}
    assert found == [(number, lost.get(number, 2 * number)) for number in range(8)]


def test_another_process_does_it_where_that_is_wanted() -> None:
    assert list(spread(doubled, [2, 3], apart=True)) == [(2, Lost.DEAD), (3, 6)]


def test_one_worker_is_this_process() -> None:
    assert list(spread(abs, [-1, 2])) == [(-1, 1), (2, 2)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_is_raised(workers: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(fails, [1, 2], workers=workers))
