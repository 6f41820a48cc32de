"""The review of a game: forced moves are not blamed, advice is legal, reasons are exact."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tests import SAMPLES
from tests.marks import first
from tracker.analysis.ask_chances import sure_asks
from tracker.analysis.move_options import AS_GOOD, MoveOption, best_first
from tracker.analysis.review import DOUBTFUL, Decision, Review, review, worst_first
from tracker.game.events import Ask, Claim
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.notation import record_files, text
from tracker.play.players import simulated_game
from tracker.play.simulator import header
from tracker.render.review_text import well_words

GAME = Path(__file__).parent / "games" / "decided-by-one-ask.lit"


@cache
def reviewed(path: Path) -> Review:
    """The review, made once for all tests."""
    return review(record_files.load(path))


def simulated(seed: int) -> Record:
    """A short game of four, by rules that differ."""
    presets = ("pagat", "canadian-54", "either-team-48", "team-turn-48", "wikipedia-2006")
    undealt = header("Ann Bob Carl Dora", presets[seed % len(presets)])
    return simulated_game(undealt, ["attentive", "rash"], f"review/{seed}")


def test_a_claim_that_was_let_pass_with_the_last_event_is_a_mistake() -> None:
    record = record_files.load(GAME)
    found = review(record.with_events(record.events[:144]))
    assert ("Ann", "proven-claim-withheld") in {(each.seat, each.why) for each in found.moments}


@pytest.mark.parametrize(
    ("name", "moment", "left"),
    [
        (
            "hidden-six",
            "1. grave, −0.87: Ulla claims low spades: Ulla 2S 3S, Sita rest, Pia 5S: correct. "
            "Named so it was right in <1%. Likeliest: Ulla 2S 3S, Sita AS 4S, Pia rest (<1%). ",
            "18 more moments: --all.",
        ),
        (
            "surrender-six",
            "29. grave, −0.62: Uma asks Paolo AD: surrender. That could only give the AD away, and "
            "another ask could hit. Better: ask Paolo for the 9D",
            "34 more moments: --all.",
        ),
    ],
)
def test_each_moment_is_told_with_its_reason(name: str, moment: str, left: str) -> None:
    found = reviewed(SAMPLES / f"{name}.lit")
    assert left in str(found)
    told = " ".join(str(replace(found, every=True)).split())
    assert moment in told
    assert "--all" not in told


def test_an_ask_that_is_clearly_best_though_another_is_likelier_is_played_well() -> None:
    """The tenth events of two games are: one by 0.195 points, which is too little; one by 0.269."""
    books = (
        "reds: 2H 3H 4H 5H",
        "blacks: 2S 3S 4S 5S",
        "greens: 2C 3C 4C 5C",
        "blues: 2D 3D 4D 5D",
    )
    lines = ("rules: pagat, deck=custom", *(f"book {book}" for book in books))
    undealt = text.loads("\n".join((*lines, "seats: Ann Bob Carl Dora", "dealer: Ann\n")))
    found, best = (
        review(simulated_game(undealt, ["attentive", "rash"], f"review/{seed}"))
        for seed in (13, 109)
    )
    assert not [each for each in found.well_played if each.margin is not None]
    (played,) = (each for each in best.well_played if each.margin is not None)
    assert (played.event, played.seat) == (10, "Ann")
    assert well_words(played, best).endswith(
        "0.27 better than any other option, though one was likelier."
    )


def test_who_has_nothing_better_is_forced() -> None:
    """All of Eve's asks are sure to fail at 144: whichever she chose, it is no error."""
    found = reviewed(GAME)
    (decision,) = [each for each in found.decisions if each.event == 144]
    asks = [option for option in decision.options if isinstance(option.move, Ask)]
    assert len(asks) > 1
    assert all(option.chance == 0 for option in asks)
    assert not [each for each in found.moments if each.event == 144 and each.chosen]


REDS = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
sizes: Ann 3 Bob 3 Carl 1 Dora 1
turn: Bob
hand Ann: 2H 3H 2S
hand Bob: 4H 5H 3S
hand Carl: 4S
hand Dora: 5S

"""


@pytest.mark.parametrize("seed", first(1, (2, 0, 1, 3)))
def test_reasons_are_exact_and_advice_is_legal(seed: int) -> None:
    record = simulated(seed)
    found = review(record)
    assert len(found.curve) == len(record.events) + 1
    assert found.curve[-1].value == points(record)
    for mistake in found.moments:
        assert mistake.error >= DOUBTFUL
        check_reason(record, mistake)
    for decision in found.decisions:
        assert decision.error >= 0
        state = replay_of(record).state(decision.event - 1)
        for option in decision.options:
            if option is not decision.chosen:
                assert is_legal(state, option.move)
    judged = {decision.event: decision for decision in found.decisions if decision.chosen}
    for well in found.well_played:
        others = [option.chance for option in judged[well.event].options]
        is_unlikely = max(others) > well.move.chance
        assert well.margin is None or (well.margin >= DOUBTFUL and is_unlikely), well


def points(record: Record) -> int:
    score = replay_of(record).state().score
    ours = record.table.team_of[record.seats[0]]
    return score[ours] - score[record.table.other_team(ours)]


def check_reason(record: Record, mistake: Decision) -> None:
    """A reason is true in the eyes of the player, by the SAT solver."""
    better, at = mistake.best.move, mistake.event - 1
    with deduce(record, view=mistake.seat, at=at) as deduction:
        if mistake.why == "proven-claim-withheld":
            assert isinstance(better, Claim)
            assert deduction.judge(better.holdings) == "proven"
        elif mistake.why == "sure-card-passed-up":
            assert isinstance(better, Ask)
            assert (better.target, better.card) in {*sure_asks(deduction)}
        elif mistake.why == "could-not-hit":
            assert mistake.chosen is not None
            done = mistake.chosen.move
            if isinstance(done, Claim):
                assert deduction.judge(done.holdings) == "refuted"
            else:
                assert done.target not in deduction.holders(done.card)
        elif mistake.why in ("worse-naming", "needless-guess"):
            assert mistake.chosen is not None
            claimed = mistake.chosen.move
            assert isinstance(claimed, Claim)
            assert deduction.judge(claimed.holdings) != "proven"
            if mistake.why == "needless-guess":
                team = {*record.table.team_of[mistake.seat]}
                assert all({*deduction.holders(card)} <= team for card, _ in claimed.holdings)


@pytest.mark.long
def test_who_lets_a_claim_wait_that_cannot_be_lost_is_not_blamed() -> None:
    """At 72 a teammate asks for what cannot be had: whoever claims before spares them nothing."""
    undealt = header("Ann Bob Carl Dora Eve Finn", "canadian-54")
    found = review(simulated_game(undealt, ["thinker", "forgetful"], "902/0"))
    silent = [mistake.event for mistake in found.moments if mistake.chosen is None]
    assert silent == [76]  # Ann asks in the half-suit that Carl could claim


OWNED = """\
rules: pagat, deck=custom
book clubs: 2C 3C 4C 5C 6C 7C
book diamonds: 2D 3D 4D 5D 6D 7D
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C
hand Bob: 2D 3D
hand Carl: 4C 5C
hand Dora: 4D 5D
hand Eve: 6C 7C
hand Finn: 6D 7D

"""


def test_a_guess_is_blamed_only_where_no_opponent_could_get_at_the_half_suit() -> None:
    shown = "Bob shows 2D 3D\nDora shows 4D 5D\nFinn shows 6D 7D\n"
    guess = "Ann claims clubs: Ann 2C 3C, Carl 4C 6C, Eve 5C 7C: split\n"
    (mistake,) = review(text.loads(OWNED + shown + guess)).moments
    assert (mistake.event, mistake.why) == (4, "needless-guess")
    assert not review(text.loads(OWNED + guess)).moments  # an opponent may have had a club


def test_what_was_shown_is_left_out_so_that_the_moments_are_one_screen() -> None:
    named = "Ann 2C 3C, Carl 4C 6C, Eve 5C 7C"
    seen = "Bob shows 2D 3D\nDora shows 4D 5D\nFinn shows 6D 7D\n"
    guess = f"Ann claims clubs: {named}: split; shown Ann 2C 3C, Carl 4C 5C, Eve 6C 7C\n"
    told = " ".join(str(review(text.loads(OWNED + seen + guess))).split())
    assert "Ann claims clubs: Ann 2C 3C, Carl 4C 6C, Eve rest: split. " in told
    assert "; shown" not in told


def test_what_breaks_a_rule_is_not_judged() -> None:
    """An ask for a card out of play, not marked as irregular: check tells it, nobody is judged."""
    won = "Ann claims clubs: Ann 2C 3C, Carl 4C 5C, Eve 6C 7C: correct\n"
    found = review(text.loads(f"{OWNED}{won}Bob asks Ann 2C: no\n"))
    assert [decision.event for decision in found.decisions] == [1]


def test_a_game_that_its_last_event_won_is_decided_by_that() -> None:
    """It turned there, too: until then the winners were behind."""
    shown = "opponents; shown Ann 5H, Bob 3H, Carl 2H, Dora 4H"
    found = review(
        text.loads(
            "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nseats: Ann Bob Carl Dora\n"
            f"turn: Ann\n\nAnn asks Bob 2H: no\nBob claims reds: Bob 2H 3H, Dora 4H 5H: {shown}\n"
        )
    )
    assert (found.decided, found.turning_point) == (2, 2)


def test_what_a_decision_gave_away() -> None:
    """An error of half a point is grave; to a hundredth of a point, errors are the same."""
    better = MoveOption(Ask("Ann", "Bob", "2C", "yes"), 0.5, 1.0)
    worse, worst = (replace(better, value=value) for value in (0.625, 0.5))
    done = [
        Decision(number, "Ann", chosen, chosen.value, (better, worse, worst))
        for number, chosen in enumerate((better, worse, worst), start=1)
    ]
    assert [each.error for each in done] == [0, 0.375, 0.5]
    assert [each.grade for each in done] == ["doubtful", "doubtful", "grave"]
    assert [each.other for each in done] == [worse, better, better]
    assert [each.best for each in done] == [better] * 3
    assert not any(each.likelier for each in done)
    nearly = Decision(9, "Ann", None, 0.497, (better,))
    assert worst_first([nearly, *done]) == (done[2], nearly, done[1], done[0])
    alone = Decision(1, "Ann", better, 2.0, (better,))
    assert (alone.other, alone.error) == (None, 0)


def test_of_options_that_are_as_good_the_plainest_is_best() -> None:
    """One that proves a half-suit, then the likelier, then the first in deck order."""

    def option(card: str, chance: float, value: float, *proves: str) -> MoveOption:
        return MoveOption(Ask("Ann", "Bob", card, "yes"), chance, value, proves)

    first, likelier, proving = option("2C", 0.4, 1.0), option("3C", 0.5, 0.98), None
    same = option("4C", 0.5, 0.99)
    assert best_first([first, likelier, same]) == (likelier, first, same)
    proving = option("5C", 0.1, 1.0 - AS_GOOD / 2, "low clubs")
    assert best_first([first, likelier, proving])[0] is proving
    worse = option("6C", 1.0, 1.0 - 2 * AS_GOOD, "low clubs")
    assert best_first([worse, first]) == (first, worse)
    hopeless = option("7C", 0.0, 1.0)
    assert best_first([hopeless, worse]) == (worse, hopeless)
    assert best_first([hopeless, first])[0] is first
    assert best_first([]) == ()
