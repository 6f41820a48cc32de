"""Work in processes: results in their order; what dies or hangs is lost alone."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.archive.workers import doubled, fails, threshold
from tracker.archive import pool
from tracker.archive.pool import Lost, spread
from tracker.errors import RecordError


def test_what_dies_or_hangs_is_lost_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_GRACE", 1.0)
    found = list(spread(doubled, range(8), workers=2, seconds=0.1))
    lost = {2: Lost.DEAD, 5: Lost.HANGING}
    assert found == [(number, lost.get(number, 2 * number)) for number in range(8)]


def test_another_process_does_it_where_that_is_wanted() -> None:
    assert list(spread(doubled, [2, 3], apart=True)) == [(2, Lost.DEAD), (3, 6)]


def test_one_worker_is_this_process() -> None:
    assert list(spread(abs, [-1, 2])) == [(-1, 1), (2, 2)]


def test_this_process_does_what_the_others_do_not_come_to() -> None:
    here: list[int] = []

    def done_here(number: int) -> int:
        here.append(number)
        return 2 * number

    numbers = [3, 4, 6, 7, 8]
    found = list(spread(doubled, numbers, workers=2, here=done_here))
    assert found == [(number, 2 * number) for number in numbers]
    assert here, "to start another process takes longer than this"
    assert not {3, 4} & {*here}, "what comes first is handed out"


def test_processes_look_for_circles_of_objects_as_often_as_this_one() -> None:
    usual = gc.get_threshold()
    gc.set_threshold(54_321, *usual[1:])
    try:
        assert list(spread(threshold, [0], apart=True)) == [(0, 54_321)]
    finally:
        gc.set_threshold(*usual)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_is_raised(workers: int) -> None:
    with pytest.raises(ZeroDivisionError):
        list(spread(fails, [1, 2], workers=workers))


def test_only_a_few_are_taken_ahead() -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(50):
            taken += 1
            yield -number

    for done, _ in enumerate(spread(abs, items(), workers=2), 1):
        assert taken <= done + pool._AHEAD * 2


def test_a_number_of_workers() -> None:
    with pytest.raises(RecordError):
        list(spread(abs, [1], workers=0))
