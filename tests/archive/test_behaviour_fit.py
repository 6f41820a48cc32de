"""Fitting how players ask: by hand, at the maximum, and from all kinds of sources."""

from __future__ import annotations

from collections import Counter
from math import log
from pathlib import Path
from random import Random

import pytest

import tracker
from tests.archive.archived import archived
from tracker.analysis.behaviour import CONTEXTS, ask_choices, behaviour_of
from tracker.archive.behaviour_fit import Choice, Kind, choices_of, fit_behaviour, fitted
from tracker.notation.games import dumps_all
from tracker.play.players import simulated_game

A, B, C = ("first", 1), ("first", 2), ("refused", 3)
FLAT = dict.fromkeys((A, B, C), 0.5)
HEADER = "rules: pagat\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"


def choices(*made: tuple[Kind, tuple[Kind, ...], int]) -> Counter[Choice]:
    return Counter({Choice(chosen, options): times for chosen, options, times in made})


def fit(made: Counter[Choice], asks: float = 1e-9) -> dict[Kind, float]:
    return fitted(made, FLAT, asks)


def games(count: int, kind: str = "attentive") -> list[tracker.Record]:
    return [simulated_game(tracker.loads(HEADER), [kind], f"fit/{n}") for n in range(count)]


def test_of_two_choices_each_once() -> None:
    weights = fit(choices((A, (A, B), 1), (B, (A, B), 1)))
    assert weights[A] == pytest.approx(0.5)
    assert weights[B] == pytest.approx(0.5)


def test_three_to_one() -> None:
    weights = fit(choices((A, (A, B), 1), (B, (A, B), 3)))
    assert weights[B] / weights[A] == pytest.approx(3)


def test_weights_by_way_of_a_third() -> None:
    """B is chosen twice as often as A, C thrice as often as B: C against A is 6 to 1."""
    made = choices((A, (A, B), 100), (B, (A, B), 200), (B, (B, C), 100), (C, (B, C), 300))
    weights = fit(made)
    assert weights[B] / weights[A] == pytest.approx(2, rel=1e-4)
    assert weights[C] / weights[A] == pytest.approx(6, rel=1e-4)


def test_what_was_never_seen_is_drawn_towards() -> None:
    weights = fit(choices((A, (A, B), 40), (B, (A, B), 40)), asks=1)
    assert weights[C] == pytest.approx(FLAT[C])
    assert weights[A] == pytest.approx(weights[B])


def test_no_other_weights_are_likelier() -> None:
    random = Random(5)
    made: Counter[Choice] = Counter()
    for record in games(6):
        for own in choices_of(record).values():
            made.update(own)
    kinds = {kind for choice in made for kind in choice.options}
    weights = fitted(made, dict.fromkeys(kinds, 0.3), 1e-9)

    def likelihood(of: dict[Kind, float]) -> float:
        return sum(
            times * (log(of[c.chosen]) - log(sum(of[kind] for kind in c.options)))
            for c, times in made.items()
        )

    best = likelihood(weights)
    chosen = {choice.chosen for choice in made}
    for kind in sorted(chosen):
        for factor in (0.9, 1.1):
            assert likelihood({**weights, kind: weights[kind] * factor}) < best
    mixed = {kind: weight * random.uniform(0.8, 1.25) for kind, weight in weights.items()}
    assert likelihood(mixed) < best


def test_a_choice_is_what_the_hands_allow() -> None:
    """Of each ask of a game: the half-suits of which the asker has some cards and lacks some."""
    (record,) = games(1)
    dealt = {card: hand.seat for hand in record.hands for card in hand.cards}
    made: Counter[int] = Counter()
    for number, event in enumerate(record.events):
        if isinstance(event, tracker.Ask):
            state = tracker.replay(record).state(number)
            hand = set(state.hands_of(dealt)[event.asker])
            books = (record.deck.by_name[name] for name in state.open_books())
            made[sum(0 < len(hand & {*book.cards}) < len(book.cards) for book in books)] += 1
    own = choices_of(record)
    sizes: Counter[int] = Counter()
    for of_player in own.values():
        for choice, times in of_player.items():
            sizes[len(choice.options)] += times
            assert choice.chosen in choice.options
    assert sizes == made


def test_a_bluff_out_of_a_whole_half_suit_counts() -> None:
    text = (
        "rules: pagat, own-card-asks={}\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
        "hand Ann: 2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S 10D\n\nAnn asks Bob 2H: no\n"
    )
    record = tracker.loads(text.format("bluff"))
    ((choice, times),) = choices_of(record)["Ann"].items()
    assert (choice.chosen, times) == (("first", 4), 1)
    assert choice.options == (("first", 1), ("first", 4), ("first", 4))
    (asked,) = ask_choices(record)
    weights = behaviour_of("attentive").weights
    assert asked.options["low hearts"].weight(weights, 6) > 0
    (forbidden,) = ask_choices(tracker.loads(text.format("forbidden")))
    assert forbidden.options["low hearts"].weight(weights, 6) == 0


def test_sources_archives_and_duplicates(tmp_path: Path) -> None:
    records = games(3)
    path = tmp_path / "games.lit"
    path.write_text(dumps_all([*records, records[0]]))
    profile = fit_behaviour(path, least=3)
    assert profile == fit_behaviour(records, least=3)
    assert profile.games == 3
    assert profile.asks == sum(isinstance(e, tracker.Ask) for r in records for e in r.events)
    assert set(profile.of) == set(records[0].seats)
    assert set(profile.weights) == set(CONTEXTS)
    archive = tmp_path / "club.sqlite"
    archived(archive, path)
    assert fit_behaviour(archive, least=3) == profile


def test_games_without_hands_say_nothing() -> None:
    with pytest.raises(tracker.RecordError, match="dealt hand"):
        fit_behaviour([tracker.loads(HEADER + "Ann asks Bob 5H: no\n")])


def test_players_differ_as_they_were_made_to() -> None:
    """Attentive players ask in proportion to what they hold; those who think do not."""
    attentive = fit_behaviour(games(25)).weights["first"]
    thinker = fit_behaviour(games(6, "thinker")).weights["first"]
    assert attentive[1] / attentive[0] > 1.3
    assert attentive[1] / attentive[0] > 1.2 * thinker[1] / thinker[0]
