"""Every command replays a record once: as many events are applied as there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import tracker.game.replay
from tests.marks import first
from tests.play.test_sample_games import DIRECTORY
from tracker.cli import main
from tracker.game import transition
from tracker.game.events import Event
from tracker.game.state import State
from tracker.notation.record_files import load
from tracker.render.page import page

PAGAT = DIRECTORY / "pagat-six.lit"
COMMANDS = [
    ["show"], ["show", "--as", "Marta", "--odds"], ["show", "--json"], ["claims"], ["deals"],
["audit"], ["audit", "--event", "26"], ["timeline"], ["report"],
    ["report", "--md"], ["check"],
]  # fmt: skip


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events that are applied, by number."""
    numbers: list[int] = []
    apply = transition.apply

    def counting(state: State, event: Event) -> State:
        numbers.append(state.at + 1)
        return apply(state, event)

    monkeypatch.setattr(tracker.game.replay, "apply", counting)
    return numbers


def name_after_file(command: list[str]) -> list[str]:
    return [command[0], str(PAGAT), *command[1:]]


@pytest.mark.parametrize("command", first(4, COMMANDS), ids=" ".join)
def test_each_event_is_applied_once(command: list[str], applied: list[int]) -> None:
    result = CliRunner().invoke(main, name_after_file(command))
    assert result.exit_code in (0, 1), result.output
    last = int(command[-1]) if "--event" in command else len(load(PAGAT).events)
    assert applied == list(range(1, last + 1))


@pytest.mark.parametrize("command", [["show"], ["deals"], ["why", "6H", "Priya"]], ids=" ".join)
def test_nothing_after_the_moment_asked_about_is_applied(
    command: list[str], applied: list[int]
) -> None:
    arguments = [*name_after_file(command), "--at", "40"]
    CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert applied == list(range(1, 41))


@pytest.mark.long
def test_the_page_too(applied: list[int], tmp_path: Path) -> None:
    record = load(DIRECTORY / "skat-four.lit")
    page(record)
    assert applied == list(range(1, len(record.events) + 1))
