"""Both answers to an ask, against every deal of tiny games, and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run, run_json
from tracker.analysis.asks import OTHER, AnswerNews, what_if
from tracker.analysis.timeline import timeline
from tracker.analysis.view_history import view_history
from tracker.errors import RecordError
from tracker.game.events import Ask, AskAnswer
from tracker.notation.record_files import load, loads

PAGAT = Path(__file__).parents[2] / "samples" / "pagat-six.lit"


def test_the_history_has_the_answer_that_was_not_given() -> None:
    """Of the public's view all asks, of a seat's its own: each as ``what_if`` has it."""
    record = load(PAGAT).with_events(load(PAGAT).events[:45])
    for view in ("public", "Priya"):
        found = view_history(record, view).others
        asks = {n: one for n, one in enumerate(record.events, 1) if isinstance(one, Ask)}
        assert set(found) == {n for n, one in asks.items() if view in ("public", one.asker)}
        for event in list(found)[::4]:
            alone = what_if(record, event, view=view).views[view][OTHER[asks[event].answer]]
            assert same(found[event], alone)


def same(one: AnswerNews | None, other: AnswerNews | None) -> bool:
    if one is None or other is None:
        return one is other
    return (one.placed, one.exact) == (other.placed, other.exact) and one.bits == pytest.approx(
        other.bits, abs=1e-9
    )


@pytest.mark.parametrize("event", [0, 1, 26])
def test_an_event_that_is_no_ask_has_no_other_answer(event: int) -> None:
    with pytest.raises(RecordError, match=f"event {event} is no ask that was answered"):
        what_if(load(PAGAT), event)


def test_on_the_command_line() -> None:
    document = run_json("asks", PAGAT, "--event", "14")
    assert document["text"] == "Yusuf asks Marta KD: no"
    assert list(document["views"]) == ["public", "Yusuf"]
    answers: dict[AskAnswer, dict[str, object]] = document["views"]["Yusuf"]
    assert set(answers) == {"yes", "no"}
    said = run("asks", PAGAT, "--event", "14").stdout
    assert "Event 14: Yusuf asks Marta KD: no" in said
    assert "no *" in said
    assert "Marta" in run("asks", PAGAT, "--event", "14", "--as", "marta").stdout
    result = run("asks", PAGAT, "--event", "14", "--at", "14")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
    assert "no ask that was answered with yes or no" in run("asks", PAGAT, "--event", "1").stderr


@pytest.mark.parametrize("mark", ["", " !"])
def test_an_ask_out_of_turn_tells_what_its_answer_tells(mark: str) -> None:
    asked = "\n\nAnn asks Bob 5H: no\nAnn asks Bob 6H: yes"
    record = loads(f"rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann{asked}{mark}\n")
    given = what_if(record, 2).views["public"]["yes"]
    assert given is not None
    assert given.bits == pytest.approx(timeline(record).events[1].gains["public"].bits)
