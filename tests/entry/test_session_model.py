"""Random operations on a session, against the obvious: lists of lines, and fresh deductions."""

from __future__ import annotations

import random
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tracker
from tests.marks import some
from tests.strategies import tiny_games
from tracker.counting import count
from tracker.entry.checked_record import check_record
from tracker.entry.record_file import Store
from tracker.entry.session import Change, Session
from tracker.game.record import Record
from tracker.notation.text import dumps, format_event, loads

DEEDS = (
    *("enter", "enter", "enter", "edit", "insert", "delete", "undo", "redo", "comment"),
    *("branch", "keep", "discard", "insist", "view"),
)


@dataclass
class Model:
    """What a session ought to hold: the lines of its events, again and again."""

    lines: tuple[str, ...]
    past: list[tuple[str, ...]] = field(default_factory=list)
    future: list[tuple[str, ...]] = field(default_factory=list)
    below: list[Model] = field(default_factory=list)

    def change(self, lines: list[str] | tuple[str, ...]) -> None:
        """Make a change."""
        self.past.append(self.lines)
        self.future.clear()
        self.lines = tuple(lines)


class Player:
    """Does random things to a session, and the same to a model."""

    def __init__(self, game: Record, path: Path, rng: random.Random) -> None:
        self.pool = [format_event(event, game) for event in game.events] or ["pass"]
        self.rng = rng
        self.next = 0
        path.write_text(dumps(replace(game, events=(), closing=())))
        self.session = Session.open(path)
        self.model = Model(())

    def play(self, deed: str) -> None:
        """One deed."""
        with suppress(tracker.RecordError, tracker.NotationError, tracker.MissingHandError):
            getattr(self, deed)()
        self.judge()

    def statement(self) -> str:
        """Mostly the one that really came next."""
        if self.rng.random() < 0.8:
            self.next = len(self.model.lines)
        else:
            self.next = self.rng.randrange(len(self.pool))
        return self.pool[self.next % len(self.pool)]

    def number(self) -> int:
        return self.rng.randint(1, len(self.model.lines) + 1)

    def enter(self) -> None:
        line = self.statement()
        self.took(self.session.enter(line), [*self.model.lines, line])

    def edit(self) -> None:
        number, line = self.number(), self.statement()
        lines = list(self.model.lines)
        lines[number - 1 : number] = [line]
        self.took(self.session.edit(number, line), lines)

    def insert(self) -> None:
        number, line = self.number(), self.statement()
        lines = list(self.model.lines)
        lines.insert(number - 1, line)
        self.took(self.session.insert(number, line), lines)

    def delete(self) -> None:
        number = self.number()
        lines = [*self.model.lines[: number - 1], *self.model.lines[number:]]
        self.took(self.session.delete(number), lines)

    def comment(self) -> None:
        self.took(self.session.comment("so", self.number()), self.model.lines)

    def undo(self) -> None:
        self.session.undo()
        self.model.future.append(self.model.lines)
        self.model.lines = self.model.past.pop()

    def redo(self) -> None:
        self.session.redo()
        self.model.past.append(self.model.lines)
        self.model.lines = self.model.future.pop()

    def branch(self) -> None:
        self.session.branch()
        self.model = Model(self.model.lines, below=[self.model])

    def keep(self) -> None:
        self.session.keep()
        branch, (self.model,) = self.model, self.model.below
        if branch.past:
            self.model.past += branch.past
            self.model.lines, self.model.future = branch.lines, []

    def discard(self) -> None:
        self.session.discard()
        (self.model,) = self.model.below

    def insist(self) -> None:
        refusal = self.session.refusal
        change = self.session.insist()
        if isinstance(change, Change):
            assert refusal is not None
            record = replace(refusal.record, events=change.record.events)
            assert change.event is not None
            assert change.event.irregular
            self.model.change([format_event(event, record) for event in record.events])

    def view(self) -> None:
        self.session.look_as(self.rng.choice(["public", *self.session.record.seats]))

    def took(self, change: Any, lines: Any) -> None:
        """A change was accepted, or refused."""
        if isinstance(change, Change):
            self.model.change(lines)

    def judge(self) -> None:
        """The session holds what it should, the file too, and the deductions are the fresh ones."""
        session = self.session
        record = session.record
        assert [format_event(event, record) for event in record.events] == list(self.model.lines)
        if not session.in_branch:
            assert tracker.load(session.store.path) == record
        wanted = tracker.check(loads(dumps(record)))
        assert [(p.event, p.code, p.message) for p in session.problems] == [
            (p.event, p.code, p.message) for p in wanted
        ]
        if session.progress is not None:
            with tracker.deduce(record, view=session.view) as deduction:
                assert dict(session.progress.holders) == deduction.all_holders()
                proven = {(v.book, v.team): v.holdings for v in deduction.claims() if v.holdings}
                assert dict(session.progress.proven) == proven
                assert session.progress.bits == pytest.approx(count(deduction.knowledge).bits)


def play(game: Record, deeds: list[str], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        player = Player(game, Path(folder) / "game.lit", random.Random(seed))
        with player.session:
            for deed in deeds:
                player.play(deed)


@settings(deadline=None, max_examples=some(40))
@given(
    game=tiny_games(max_deals=500),
    deeds=st.lists(st.sampled_from(DEEDS), max_size=25),
    seed=st.integers(0, 2**32),
)
def test_a_session_does_what_it_should(
    game: Record, deeds: list[str], seed: int, cheap_sync: None
) -> None:
    play(game, deeds, seed)


@pytest.mark.soak
@settings(deadline=None, max_examples=3000)
@given(
    game=tiny_games(max_deals=500),
    deeds=st.lists(st.sampled_from(DEEDS), max_size=60),
    seed=st.integers(0, 2**32),
)
def test_a_session_does_what_it_should_for_long(
    game: Record, deeds: list[str], seed: int, cheap_sync: None
) -> None:
    play(game, deeds, seed)


def test_a_store_is_what_it_says(tmp_path: Path) -> None:
    """A file of the wrong kind is not opened at all."""
    path = tmp_path / "game.lit"
    path.write_text("nonsense\n")
    with pytest.raises(tracker.NotationError):
        Session.open(path)
    with pytest.raises(FileNotFoundError):
        Session.open(tmp_path / "none.lit")
    assert Store(path).read() == b"nonsense\n"


def test_another_hand_is_checked_anew() -> None:
    game = "seats: Ann Bob Carl Dora\ndealer: Ann\n{}\nAnn asks Bob 5H: yes\n"
    without = tracker.loads(game.format("hand Bob: 5H ..."))
    other = tracker.loads(game.format("hand Carl: 5H ..."))
    first = check_record(without)
    assert first.contradictions == ()
    assert first.to(other).contradictions == (1,)
    assert first.to(other).to(without).contradictions == ()
