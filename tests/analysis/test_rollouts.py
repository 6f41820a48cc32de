"""Rollouts: paired deals of the actor's view, an honest interval, the same seed the same answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from tests.analysis.test_review import GAME, reviewed
from tests.cli.running import run, run_json
from tracker.analysis import rollouts as module
from tracker.analysis.check import check
from tracker.analysis.review import Review, review
from tracker.analysis.rollouts import PairedGames, Rollouts, final_margins, rollouts
from tracker.analysis.rollouts import rollouts_so_far as so_far
from tracker.archive.pool import spread
from tracker.errors import RecordError
from tracker.game.events import Ask
from tracker.notation import text
from tracker.play.game import Game
from tracker.render.review_text import headline

SHORT = """\
rules: pagat, deck=custom
book clubs: 2C 3C 4C 5C
book diamonds: 2D 3D 4D 5D
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2C 3C
hand Bob: 4C 2D
hand Carl: 5C 3D
hand Dora: 4D 5D

Ann asks Dora 5C: no
Dora asks Ann 2D: no
Ann asks Bob 4C: yes
Ann asks Dora 5C: no
"""


@pytest.fixture(scope="module")
def short() -> Review:
    return review(text.loads(SHORT))


@pytest.fixture(scope="module")
def decided() -> Review:
    return reviewed(GAME)


def faked(*margins: tuple[int, int] | None) -> Any:
    """Games that end as they are told to: the first deals, then as the last one."""

    def ended(_: Any, items: Iterable[PairedGames]) -> Iterator[tuple[PairedGames, object]]:
        for number, item in enumerate(items):
            yield item, margins[min(number, len(margins) - 1)]

    return ended


def last(answers: Iterator[Rollouts]) -> Rollouts:
    *_, answer = answers
    return answer


def test_the_same_seed_gives_the_same_answer_however_many_processes(short: Review) -> None:
    first = rollouts(short, 4, event=1, seed=3)
    assert not first.stopped
    assert len(first.rollouts[0].margins) == 4
    assert rollouts(short, 4, event=1, seed=3) == first
    by_two = so_far(short, 4, event=1, seed=3, spread=partial(spread, workers=2))
    assert last(by_two) == first
    others = [rollouts(short, 4, event=1, seed=seed) for seed in (4, 5, 6)]
    assert any(other.rollouts[0].margins != first.rollouts[0].margins for other in others)


def test_deals_are_those_of_the_actors_view_and_both_options_get_the_same(decided: Review) -> None:
    pairs: list[PairedGames] = []

    def kept(_: Any, items: Iterable[PairedGames]) -> Iterator[tuple[PairedGames, object]]:
        for item in items:
            pairs.append(item)
            yield item, (0, 0)

    last(so_far(decided, 5, event=79, spread=kept))
    record = decided.record
    assert len(pairs) == 5
    assert len({pair.record.hands for pair in pairs}) > 1
    for pair in pairs:
        assert pair.seat == "Dora"
        assert pair.record.events == record.events[:78]
        assert pair.record.hand_of("Dora") == record.hand_of("Dora")
        assert not check(pair.record)  # all that all players said fits the deal
        assert [isinstance(move, Ask) for move in pair.moves] == [True, True]
        assert pair.moves[0] != pair.moves[1]


def test_the_interval_is_students_of_the_paired_differences(short: Review) -> None:
    answer = last(so_far(short, 3, event=1, spread=faked((5, 6), (-4, -2), (0, 3))))
    (rollout,) = answer.rollouts
    assert rollout.difference == 2
    low, high = rollout.limits
    assert low == pytest.approx(2 - 4.31 / sqrt(3))
    assert high == pytest.approx(2 + 4.31 / sqrt(3))
    assert "the same in all" not in str(answer)


def test_deals_that_all_agree_do_not_show_how_much_they_might_vary(short: Review) -> None:
    answer = last(so_far(short, 3, event=1, spread=faked((0, 2))))
    (rollout,) = answer.rollouts
    assert (rollout.difference, rollout.limits) == (2, (None, None))
    assert not rollout.favours_other
    assert "the same in all" in str(answer)


def test_an_ask_that_is_not_legal_in_a_deal_is_not_played() -> None:
    record = text.loads(SHORT)
    record = record.with_events(record.events[:3])
    legal, not_legal = Ask("Ann", "Dora", "5C", "no"), Ask("Ann", "Dora", "4D", "yes")
    pair = PairedGames(0, record, "Ann", (legal, not_legal), ("thinker",), "1")
    assert not_legal not in Game(record).asks("Ann")
    assert final_margins(pair) is None
    assert final_margins(pair._replace(moves=(legal, legal))) is not None


def test_a_decision_without_a_reason_is_a_mistake_only_where_rollouts_confirm_it(
    decided: Review,
) -> None:
    without = tuple(replace(each, why=None) for each in decided.decisions)
    unlisted = replace(decided, moments=(), decisions=without)
    (decision,) = [each for each in decided.decisions if each.event == 79]
    clear, unclear = ((0, 2), (1, 2), (0, 2), (1, 3)), ((0, 2), (2, 0), (0, 2), (1, 3))
    sure = last(so_far(unlisted, 4, event=79, spread=faked(*clear)))
    (mistake,) = sure.review.moments
    assert (mistake.event, mistake.seat, mistake.why) == (79, "Dora", "rollouts")
    assert (mistake.error, mistake.best) == (decision.error, decision.best)
    told = " ".join(str(sure).split())
    assert "simulated players did better" in told
    assert "Both are played in the same deals, drawn from what the player could think" in told
    assert "It proves nothing, and people may fare otherwise." in told
    assert last(so_far(unlisted, 4, event=79, spread=faked(*unclear))).review == unlisted
    listed = last(so_far(decided, 4, event=79, spread=faked(*clear)))
    assert listed.review == decided  # an exact reason stays, and is not told twice


def test_what_cannot_be_played_on_is_said(short: Review, decided: Review) -> None:
    unknown = "\n".join(line for line in SHORT.splitlines() if not line.startswith("hand Dora"))
    unknown = unknown.replace("hand Bob: 4C 2D\n", "").replace("hand Carl: 5C 3D\n", "")
    with pytest.raises(RecordError, match="nothing was judged at event 2"):
        rollouts(review(text.loads(unknown)), 2, event=2)
    with pytest.raises(RecordError, match="no kind of player"):
        rollouts(short, 2, event=1, players=["genius"])
    with pytest.raises(RecordError, match="event"):
        rollouts(short, 2, event=99)


def test_the_command_plays_on_what_it_lists(short: Review, tmp_path: Path) -> None:
    file = tmp_path / "short.lit"
    file.write_text(SHORT, encoding="utf-8")
    arguments = ("review", str(file), "--rollouts", "4", "--event", "1", "--seed", "3")
    document = run_json(*arguments)
    answer = rollouts(short, 4, event=1, seed=3)
    assert document == answer.to_json()
    assert {"result", "moments", "rollouts"} <= document.keys()
    printed = run(*arguments)
    assert printed.stdout.rstrip("\n") == str(answer)
    printed_words = " ".join(printed.stdout.split())
    assert printed_words.startswith(headline(answer.review))
    assert "It proves nothing" in printed_words
    for option in (("--event", "1"), ("--seed", "1"), ("--players", "rash")):
        refused = run("review", str(file), *option)
        assert refused.exit_code == 2
        assert "goes with --rollouts" in refused.stderr


@pytest.mark.parametrize("done", [0, 3])
def test_ctrl_c_keeps_what_is_done(
    done: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "short.lit"
    file.write_text(SHORT, encoding="utf-8")
    played: list[object] = []

    def interrupted(pair: PairedGames) -> object:
        if len(played) == done:
            raise KeyboardInterrupt
        played.append(pair)
        return final_margins(pair)

    monkeypatch.setattr(module, "final_margins", interrupted)
    monkeypatch.setattr("tracker.archive.pool.available_cores", lambda: 1)
    stopped = run("review", str(file), "--rollouts", "9", "--event", "1")
    assert stopped.exit_code == 0
    told = f"{done} of 9 deals played on" if done else "nothing was played on yet"
    assert f"Stopped: {told}." in stopped.stdout
