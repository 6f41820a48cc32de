"""Certificates of what follows from records with gaps, beside the referee, and damaged."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from tests.gap_referee import EVENING, Played, TooManyWaysError
from tests.inference.test_completions import games, played
from tracker.analysis.conclusions import why
from tracker.errors import UndecidedError
from tracker.explain.certificate import CertificateError, certificate, dumps
from tracker.explain.certificate import loads as read
from tracker.explain.consistency import AcrossGaps
from tracker.explain.explanation import Explanation, card_at, whole_claim
from tracker.explain.gap_why import CardMove, GapExplanation, explain
from tracker.explain.verification import verification, verify
from tracker.game.record import Record, has_gaps
from tracker.inference.deduction import Deduction, deduce
from tracker.knowledge.facts import GapCause, Literal
from tracker.knowledge.views import View
from tracker.notation.text import loads

GAMES = 10
MOST_QUESTIONS = 4
"""Of each game, drawn at random."""
RECORD = loads(EVENING)
TINY = """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
turn: Ann
"""


def test_a_gap_is_a_cause_that_is_verified() -> None:
    told = why(RECORD, "3H", "Ann", at=5)
    assert told.because == (GapCause(2),)
    assert told.smallest
    document = certificate(told)
    assert document["because"] == [{"gap": 2}]
    assert verify(read(dumps(document)), RECORD) == ()


def test_an_explanation_says_which_cards_changed_hands() -> None:
    """The cause tells that the ask before it was a yes; that moved the card."""
    told = why(RECORD, "3H", "Ann", at=5)
    assert isinstance(told, GapExplanation)
    assert told.moves == (CardMove(1, "3H", "Bob", "Ann", always=True),)
    assert "- the 3H, at event 1, from Bob to Ann" in str(told)


def test_what_a_closed_gap_was_needs_the_event_that_closed_it() -> None:
    """The 3H was given at event 1, and what tells so is that Ann went on."""
    record = loads(EVENING.replace("4H/5H", "4H").replace("asks Carl blacks", "asks Carl 4S"))
    told = why(record, "3H", "Ann", at=2)
    assert told.record.events[0] != record.events[0]
    document = certificate(told)
    assert document["because"] == [{"event": 2}]
    assert verify(document, record) == ()
    wrong = {**document, "because": []}
    assert verify(wrong, record) == ("the causes do not make the conclusion proven",)


@pytest.mark.parametrize(
    ("cause", "problem"),
    [
        ({"gap": 4}, "the record does not say GapCause(number=4)"),
        ({"event": 2}, "the record does not say EventCause(number=2)"),
        ({"own": "3H", "seat": "Dora"}, "the record does not say OwnCause(card='3H', seat='Dora')"),
        ({"hand": "Dora"}, "the record does not say HandCause(seat='Dora')"),
    ],
)
def test_a_cause_that_the_record_does_not_state(cause: dict[str, Any], problem: str) -> None:
    document = certificate(why(RECORD, "3H", "Ann", at=5))
    assert verify({**document, "because": [cause]}, RECORD) == (problem,)


def test_names_are_those_of_the_record() -> None:
    document = certificate(why(RECORD, "3H", "Ann", at=5))
    forged = {**document, "conclusion": [{"card": "3h", "seat": "Ann", "holds": True}]}
    assert "how it is written" in verify(forged, RECORD)[0]
    forged = {**document, "conclusion": [{"card": "3H", "seat": "ann", "holds": True}]}
    assert "how it is written" in verify(forged, RECORD)[0]


def test_past_a_missing_stretch_there_is_none() -> None:
    record = loads(f"{TINY}... asks\nAnn shows 2H\n")
    with pytest.raises(CertificateError, match="past a missing stretch"):
        certificate(why(record, "2H", "Ann"))


def test_what_is_undecided_has_none() -> None:
    told = why(RECORD, "3H", "Ann", at=1)
    with pytest.raises(CertificateError, match="a conclusion that is open has no certificate"):
        certificate(told)


# -- at random ------------------------------------------------------------------------------------


def questions(deduction: Deduction) -> Iterator[Any]:
    """What can be asked of a position."""
    for card in deduction.cards:
        for seat in deduction.record.seats:
            yield card_at(card, seat)
    for claim in deduction.claims():
        if claim.holdings is not None:
            yield whole_claim(claim.book, claim.holdings)


def holds_in(way: Played, parts: tuple[Literal, ...]) -> bool:
    return all((card in way.hands[seat]) == holds for card, seat, holds in parts)


def judge(record: Record, view: View, at: int, rng: Random) -> int:
    """Compare what the tables say of some conclusions, and verify their certificates."""
    every = [way for _, found in played(record, view, at) for way in found]
    across = AcrossGaps(record, at, view.hands)
    certified = 0
    with deduce(record, view=view, at=at) as deduction:
        every_question = [*questions(deduction)]
        for asked in rng.sample(every_question, min(MOST_QUESTIONS, len(every_question))):
            for true in (True, False):
                expected = any(holds_in(way, asked.parts) == true for way in every)
                assert across.fits(across.causes, asked.parts, true=true) == expected
            told = explain(deduction, asked)
            if told.verdict in ("proven", "refuted"):
                certified += judge_certificate(told, record)
    return certified


def judge_certificate(told: Explanation, record: Record) -> bool:
    """Verify the certificate of an explanation, and see damaged ones refused."""
    try:
        document = certificate(told)
    except CertificateError:
        return False  # the time ended
    assert verify(document, record) == (), document
    judge_damaged(document, record)
    return True


def judge_damaged(document: dict[str, Any], record: Record) -> None:
    """Whatever is changed in a certificate, it is refused."""
    because = document["because"]
    other = {"proven": "refuted", "refuted": "proven"}[document["verdict"]]
    damaged = [{**document, "verdict": other}]
    damaged += [
        {**document, "because": [each for each in because if each != cause]} for cause in because
    ]
    damaged += [
        {**document, "because": [*because, cause]}
        for cause in ({"size": record.seats[0]}, {"size": record.seats[1]})
        if cause not in because
    ]
    for each in damaged:
        found = verification(each, record)
        assert found.problems or not found.needed, each


def judge_some(seed: int, number: int) -> int:
    certified = 0
    for record, at, rng in islice(games(seed), number):
        hands = tuple(hand for hand in record.hands if hand.whole)
        view = View((rng.choice(hands),)) if hands and rng.random() < 0.5 else View()
        assert has_gaps(record, at)
        try:
            certified += judge(record, view, at, rng)
        except (UndecidedError, TooManyWaysError):
            continue
    return certified


def test_certificates_of_random_games() -> None:
    assert judge_some(9_100, GAMES) > 8


@pytest.mark.soak
def test_certificates_of_more_games() -> None:
    assert judge_some(9_900, 10 * GAMES) > 80


def test_a_way_to_fill_a_gap_that_is_a_claim_of_the_other_team_is_told() -> None:
    rules = TINY.replace("custom", "custom, claim-other-team=yes")
    record = loads(f"{rules}Ann claims reds: ?: opponents\n")
    told = why(record, "2S", "Bob")
    assert isinstance(told, GapExplanation)
    assert told.fillings[1] == ("Ann claims reds: ?: opponents",)
