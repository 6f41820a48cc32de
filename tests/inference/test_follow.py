"""Following a game: what views it takes, and where it ends; ``tests.play`` judges what it says."""

from __future__ import annotations

import pytest

import tracker
from tracker.errors import ContradictionError, RecordError
from tracker.game.record import Hand
from tracker.inference.follow import follow
from tracker.knowledge.views import View


def test_two_views_of_the_same_seats_are_refused() -> None:
    one, other = (Hand("Marta", (card,), whole=False) for card in ("2C", "3C"))
    record = tracker.load("samples/pagat-six.lit")
    with pytest.raises(RecordError, match="same seats"):
        next(follow(record, views=[View((one,)), View((other,))]))


def test_a_contradiction_is_named_by_its_event() -> None:
    record = tracker.load("samples/broken/contradiction.lit")
    with pytest.raises(ContradictionError) as caught:
        list(follow(record))
    wanted = [one.event for one in tracker.check(record) if one.code == "contradiction"]
    assert caught.value.event == wanted[0]
