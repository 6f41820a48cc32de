"""Odds that know how players ask: by the model's definition, and beside what is proven."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import exp, log, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tracker
from tests.brute import consistent_deals
from tests.cli.running import run, run_json
from tests.marks import first
from tests.strategies import seed_games
from tracker.analysis import behaviour as behaviour_module
from tracker.analysis.behaviour import (
    CONTEXTS,
    Behaviour,
    PlayerBehaviour,
    behaviour_of,
    hand_weights,
    shipped_behaviours,
)
from tracker.analysis.odds import Odds, odds
from tracker.game.ask_rules import may_ask_for_own
from tracker.game.events import Ask
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Deal
from tracker.render.app_answers import answer

SAMPLES = Path(__file__).parents[2] / "samples"
PAGAT = SAMPLES / "pagat-six.lit"
QUARTETS = SAMPLES / "quartets-four.lit"


def random_behaviour(random: Random) -> Behaviour:
    """A profile with any weights, and one of Ann's own."""

    def weights() -> dict[str, tuple[float, ...]]:
        return {c: tuple(random.uniform(0.05, 1.5) for _ in range(4)) for c in CONTEXTS}

    own = {"Ann": PlayerBehaviour(40, 400, weights())}
    return Behaviour("made up", "", 1, 1, weights(), own)


def log_likelihood(record: Record, behaviour: Behaviour, deal: Deal, at: int) -> float:
    """The logarithm of the model's likelihood of all asks on a deal, by its definition.

    It is written from the text of the model, with the hands of all players at each moment.
    """
    total = 0.0
    answered: dict[tuple[str, str], str] = {}
    for played in replay_of(record).played(at):
        ask, state = played.event, played.before
        if not isinstance(ask, Ask) or ask.irregular:
            continue
        deck, table = record.deck, record.table
        hand = state.hands_of(deal)[ask.asker]
        chosen = deck.book_of[ask.card]
        weights = behaviour.weights_of(ask.asker)
        for name in state.open_books():
            cards = deck.by_name[name].cards
            held = sum(card in hand for card in cards)
            shown = any(state.located.get(card) in table.opponents_of[ask.asker] for card in cards)
            context = answered.get((ask.asker, name), "first") + ("+seen" if shown else "")
            if 0 < held < len(cards):
                total -= weights[context][min(held, 4) - 1]
            if name == chosen.name:
                held = max(1, min(held, len(cards) - 1))
                total += log(weights[context][min(held, 4) - 1])
                own_too = may_ask_for_own(record.rules)
                if ask.card not in state.located and not own_too:
                    unknown = [card for card in cards if card not in state.located]
                    total -= log(max(1, sum(card not in hand for card in unknown)))
        answered[ask.asker, chosen.name] = "granted" if ask.answer == "yes" else "refused"
    return total


def weight_of(record: Record, behaviour: Behaviour, deal: Deal, at: int) -> int:
    """What a deal weighs, by what the module says of each seat and half-suit."""
    return prod(
        each.weights[sum(deal[card] == each.seat for card in each.cards)]
        for each in hand_weights(record, behaviour, at)
    )


@cache
def tiny_games(count: int) -> list[Record]:
    return [record for record in seed_games(77, 2 * count, max_deals=2500) if record.events][:count]


@cache
def any_games() -> list[Record]:
    return seed_games(78, 120)


@pytest.mark.parametrize("number", first(5, range(60)))
def test_chances_are_those_of_the_deals_by_weight(number: int) -> None:
    record = tiny_games(60)[number]
    random = Random(number)
    behaviour, at = random_behaviour(random), random.randint(1, len(record.events))
    view = random.choice([None, *(hand.seat for hand in record.hands)])
    with odds(record, view=view, at=at, behaviour=behaviour) as counted:
        deals = consistent_deals(counted.deduction.knowledge)
        weights = [weight_of(record, behaviour, deal, at) for deal in deals]
        chances = counted.behaviour_holders
        assert chances is not None
        located = counted.deduction.state.located
        for card in counted.deduction.cards:
            if card not in located:
                for seat in record.seats:
                    share = sum(
                        w for w, deal in zip(weights, deals, strict=True) if deal[card] == seat
                    )
                    assert (chances[card].get(seat) or 0) == pytest.approx(share / sum(weights))


@pytest.mark.parametrize("number", first(5, range(60)))
def test_weights_are_the_likelihood_of_the_model_but_for_rounding(number: int) -> None:
    record = tiny_games(60)[number]
    behaviour = random_behaviour(Random(number))
    at = len(record.events)
    with deduce(record) as deduction:
        deals = consistent_deals(deduction.knowledge)[:400]
    logs = [log_likelihood(record, behaviour, deal, at) for deal in deals]
    weights = [weight_of(record, behaviour, deal, at) for deal in deals]
    likeliest = max(range(len(deals)), key=logs.__getitem__)
    rounded = sum(1 for _ in hand_weights(record, behaviour, at))
    for log_of, weight in zip(logs, weights, strict=True):
        ratio, share = exp(log_of - logs[likeliest]), weight / weights[likeliest]
        assert share == pytest.approx(ratio, rel=0.004 * rounded + 0.02, abs=0.004 * rounded)


@pytest.mark.parametrize("number", first(8, range(120)))
def test_what_is_possible_or_proven_is_as_without(number: int) -> None:
    """Over all the rules, with players who err: every card, every claim, several moments."""
    record = any_games()[number]
    behaviour = random_behaviour(Random(number))
    for at in {len(record.events) // 2, len(record.events)}:
        for view in (None, record.seats[0]):
            with (
                odds(record, view=view, at=at) as plain,
                odds(record, view=view, at=at, behaviour=behaviour) as weighed,
            ):
                assert plain.behaviour_holders is None
                assert (weighed.count, weighed.holders) == (plain.count, plain.holders)
                check_holders(plain, weighed)
                check_claims(plain, weighed)


def check_holders(plain: Odds, weighed: Odds) -> None:
    """Every card has the same possible seats, and the same certain one."""
    asked = weighed.behaviour_holders
    assert asked is not None
    for card, chances in plain.holders.items():
        numbers = [chance for chance in asked[card].values() if chance is not None]
        assert asked[card].keys() == chances.keys()
        assert len(numbers) == len(chances)
        assert all(0 < chance <= 1 for chance in numbers)
        assert sum(numbers) == pytest.approx(1)
        assert [chance == 1 for chance in numbers] == [chance == 1 for chance in chances.values()]


def check_claims(plain: Odds, weighed: Odds) -> None:
    """Every claim has the verdict and the numbers that it has without, and is as certain."""
    for claim, other in zip(plain.claims(), weighed.claims(), strict=True):
        assert other.behaviour is not None
        assert replace(other, behaviour=None) == claim
        assert_as_certain(claim.probability, other.behaviour.probability)
        assert_as_certain(claim.owned, other.behaviour.owned)


def assert_as_certain(before: Fraction | None, after: Fraction | None) -> None:
    assert before is not None
    assert after is not None
    assert (before == 0, before == 1) == (after == 0, after == 1)


def test_asks_by_behaviour_are_those_of_the_holders() -> None:
    record = tracker.load(PAGAT)
    for at in (20, 60):
        plain, asked = tracker.asks(record, at=at), tracker.asks(record, at=at, behaviour="thinker")
        with odds(record, view=asked.seat, at=at, behaviour="thinker") as counted:
            holders = counted.behaviour_holders
        assert holders is not None
        for ask in asked:
            chance = holders[ask.card].get(ask.target, 0.0)
            assert float(ask.behaviour or 0) == pytest.approx(chance)
        chances = [ask.behaviour or 0 for ask in asked]
        assert chances == sorted(chances, reverse=True)
        assert {(a.target, a.card, a.yes, a.public) for a in plain} == {
            (a.target, a.card, a.yes, a.public) for a in asked
        }


def test_nothing_that_is_judged_or_trained_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Audit, report, proofs, certificates, puzzles: none of them calls the model."""

    def never(*_: object, **__: object) -> Any:
        raise AssertionError("the model was asked")

    record = tracker.load(QUARTETS)
    for name in ("hand_weights", "ask_choices", "behaviour_of"):
        monkeypatch.setattr(behaviour_module, name, never)
    assert tracker.audit(record).claims
    assert tracker.report(record).to_json()
    explanation = tracker.why(
        record,
        claim=None,
        card=record.hands[0].cards[0],
        seat=record.hands[0].seat,
        view=record.hands[0].seat,
        at=0,
    )
    assert tracker.verify(tracker.certificate(explanation), record) == ()
    puzzles = tracker.find_puzzles(record)
    assert all(tracker.solve(each.puzzle) for each in list(puzzles)[:3])


# -- profiles, commands, the app ------------------------------------------------------------------


def test_uniform_numbers_stay_as_they_are_beside_it() -> None:
    for command in (["deals"], ["claims"], ["show", "--odds"]):
        name, *options = command
        arguments = (name, str(PAGAT), "--at", "60", *options)
        plain = run_json(*arguments)
        asked = run_json(*arguments, "--behaviour", "simulated")
        fitted = asked.pop("behaviour")
        assert fitted["profile"] == "simulated"
        assert fitted["games"] > 100
        for claim in asked.get("claims", ()):
            assert set(claim.pop("behaviour")) == {"holdings", "probability", "owned"}
        assert asked == plain
        if name != "claims":
            changed = fitted["probability"]
            assert changed.keys() == plain["probability"].keys()
            assert changed != plain["probability"]


def test_the_app_is_answered_alike() -> None:
    request = {"ask": "deals", "record": PAGAT.read_text(), "at": 60, "behaviour": "attentive"}
    reply = json.loads(answer(json.dumps(request)))
    assert reply["answer"]["json"]["behaviour"]["profile"] == "attentive"


def test_a_profile_is_written_and_read_again(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    assert run("behaviour", str(QUARTETS), "-o", str(path), "--least", "1").exit_code == 0
    profile = behaviour_of(path)
    assert profile.games == 1
    assert set(profile.of) == set(tracker.load(QUARTETS).seats)
    assert profile.to_json() == json.loads(path.read_text())
    asked = run_json("deals", str(QUARTETS), "--at", "9", "--behaviour", str(path))
    assert asked["behaviour"]["asks"] == profile.asks


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "literature-behaviour", "version": 2}',
        "[" * 100_000,
        "\x1b[31m",
    ],
)
def test_a_file_that_is_no_profile_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    printed = run("deals", str(PAGAT), "--behaviour", str(path))
    assert printed.exit_code == 2
    assert "is no profile" in printed.stderr


@pytest.mark.parametrize("weight", ["0", "-1", "1e9", "NaN", '"x"', "null"])
def test_weights_that_are_none_are_refused(tmp_path: Path, weight: str) -> None:
    document = behaviour_of("attentive").to_json()
    document["weights"]["first"][0] = 123.25
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(document).replace("123.25", weight))
    with pytest.raises(tracker.RecordError, match="no profile"):
        behaviour_of(path)


def test_no_such_profile() -> None:
    printed = run("claims", str(PAGAT), "--behaviour", "nobody")
    assert printed.exit_code == 2
    assert all(name in printed.stderr for name in shipped_behaviours())


def test_records_with_gaps_are_refused() -> None:
    record = tracker.loads(tracker.dumps(tracker.load(PAGAT)).replace(": no", ": ?", 1))
    gap = next(n for n, event in enumerate(record.events, 1) if isinstance(event, tracker.Gap))
    assert tracker.odds(record, at=gap - 1, behaviour="attentive").behaviour_holders
    with pytest.raises(tracker.RecordError, match="without gaps"):
        tracker.odds(record, at=gap, behaviour="attentive")


def test_a_players_own_weights_are_used() -> None:
    record = tracker.load(PAGAT)
    profile = behaviour_of("attentive")
    asker = next(event.asker for event in record.events if isinstance(event, Ask))
    flat: Mapping[str, tuple[float, ...]] = dict.fromkeys(CONTEXTS, (1e-6,) * 4)
    own = replace(profile, of={asker: PlayerBehaviour(30, 300, flat)})
    changed = {w.seat for w in hand_weights(record, own, 40)}
    assert hand_weights(record, own, 40) != hand_weights(record, profile, 40)
    assert changed <= set(record.seats)
