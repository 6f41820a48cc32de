"""Explanations in plain English: the worked examples of the rules, and how sentences are made."""

from __future__ import annotations

import pytest

from tests.explain.positions import SAMPLES, samples
from tracker.explain import Explainer, Explanation, card_at, whole_claim
from tracker.explain.explanation import Conclusion
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Cause, EventCause, HandCause, HeaderCause, OwnCause, SizeCause
from tracker.notation.record_files import load
from tracker.notation.text import loads
from tracker.render.count_words import of_them
from tracker.render.explanation_words import ExplanationWords
from tracker.render.fact_words import gist


def example(number: int) -> Record:
    (path,) = (SAMPLES / "examples").glob(f"{number}-*.lit")
    return load(path)


def why(record: Record, conclusion: Conclusion, view: str, at: int | None = None) -> Explanation:
    with deduce(record, view=view, at=at) as deduction, Explainer(deduction) as explainer:
        return explainer.why(conclusion)


def told(record: Record, conclusion: Conclusion, view: str, at: int | None = None) -> list[str]:
    return ExplanationWords(record, view, at).lines(why(record, conclusion, view, at))


def low(suit: str, seat: str, **others: str) -> Conclusion:
    book = next(b for b in DECKS["no8"].books if b.name == f"low {suit}")
    return whole_claim(book.name, tuple((c, others.get(f"_{c}", seat)) for c in book.cards))


DOUG = (
    "At event 1 Doug asks Christina for the 3H and does not get it, "
    "so Doug has another of the low hearts. Not 2H 4H 6H 7H: you hold them. So Doug holds the 5H."
)


def test_example_1_the_five_of_hearts() -> None:
    assert told(example(1), card_at("5H", "Doug"), "Ann", 1) == [
        "It is proven: Doug holds the 5H.",
        DOUG,
    ]


def test_example_1_the_whole_claim() -> None:
    assert told(example(1), low("hearts", "Ann", _5H="Doug"), "Ann", 1) == [
        "It is proven: you hold 2H 3H 4H 6H 7H and Doug holds the 5H.",
        f"1. {DOUG}",
        "2. You hold 2H 3H 4H 6H 7H. Doug holds the 5H (step 1). "
        "So all the low hearts lie as asked.",
    ]


def test_example_2_split() -> None:
    """Before the claim the Q was open; what was shown is a fact of the claim."""
    lines = told(example(2), card_at("QD", "Helen"), "Ann", 0)
    assert lines == ["It is open whether Helen holds the QD."]


def test_example_3_an_opponent() -> None:
    lines = told(example(3), low("clubs", "Helen", _3C="Ann"), "Ann", 0)
    assert lines == ["It is open whether Helen holds 2C 4C 5C 6C 7C and you hold the 3C."]


def test_a_refuted_claim_names_the_card() -> None:
    lines = told(example(1), low("hearts", "Ann"), "Ann", 1)
    assert lines[0].startswith("It is refuted: it cannot be that you hold 2H 3H 4H 5H 6H 7H.")
    assert lines[1:] == [
        "Your own hand shows that you do not hold the 5H. So it cannot all be as asked."
    ]


def test_public_places_need_no_words() -> None:
    record = loads("seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 2C: yes\n")
    assert told(record, card_at("2C", "Ann"), "public") == [
        "It is proven: Ann holds the 2C.",
        "Everyone sees where the 2C goes: at event 1 Ann asks Bob for the 2C and gets it. "
        "So Ann holds the 2C.",
    ]
    assert told(record, card_at("2C", "Bob"), "public")[1].endswith("So Bob does not hold the 2C.")


def test_only_seat() -> None:
    text = "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 2C: no\nBob asks Carl 2C: no\n"
    assert told(loads(text), card_at("2C", "Dora"), "public")[1:] == [
        "Who holds the 2C? Not Ann or Bob: at event 1 Ann asks Bob for it and does not get it. "
        "Not Carl: at event 2 Bob asks Carl for it and does not get it. "
        "The card has not moved since, so Dora holds the 2C: nobody else can."
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Ann asks Bob 2C: yes", "Ann asks Bob for the 2C and gets it"),
        ("Ann passes to Carl", "Ann passes the turn to Carl"),
        ("Ann has 1", "Ann has one card"),
        ("Ann has 3", "Ann has 3 cards"),
        ("Ann shows 2C 3C", "Ann shows 2C 3C"),
        ("Ann gives Bob 2C", "Ann gives Bob the 2C"),
        ("award low clubs to Ann", "low clubs is awarded to Ann"),
        ("award low clubs to nobody", "low clubs is thrown in"),
        ("Ann challenges low clubs", "Ann challenges low clubs"),
        ("Ann declines", "Ann declines"),
        (
            "Ann claims low clubs: Ann rest: correct",
            "Ann claims low clubs, naming Ann for 2C 3C 4C 5C 6C 7C: correct",
        ),
    ],
)
def test_events(line: str, words: str) -> None:
    record = loads(f"seats: Ann Bob Carl Dora\ndealer: Ann\n{line}\n")
    wording = ExplanationWords(record)
    assert wording.cause(EventCause(1)) == f"at event 1 {words}"
    assert wording.cause(SizeCause("Bob")) == "Bob was dealt 12 cards"
    assert wording.cause(HeaderCause("a line")) == "the header says a line"


def test_the_document_has_the_keys_of_the_interface() -> None:
    record = example(1)
    found = why(record, card_at("5H", "Doug"), "Ann", 1).to_json()
    assert found["conclusion"] == {"card": "5H", "seat": "Doug", "holds": True}
    assert found["verdict"] == "proven"
    assert found["because"][0] == {"event": 1}
    assert found["smallest"] is True
    assert found["steps"][0]["conclusion"] == "Doug holds the 5H"
    assert found["counterexample"] is None
    open_one = why(record, card_at("9C", "Ben"), "Ann", 1).to_json()
    hands = open_one["counterexample"]
    assert [len(hands[seat]) for seat in record.seats] == [8] * 6
    assert "9C" not in hands["Ben"]


def test_every_sentence_of_a_sample_ends_and_begins_as_one() -> None:
    record = samples()["pagat-six"]
    with deduce(record, view="public") as deduction, Explainer(deduction) as explainer:
        for card, seat in deduction.forced().items():
            for holds in (True, False):
                explanation = explainer.why(card_at(card, seat, holds=holds))
                for line in ExplanationWords(record).lines(explanation):
                    assert line.endswith(".")
                    assert "None" not in line


def test_a_long_explanation_begins_with_its_gist() -> None:
    lines = told(samples()["pagat-six"], card_at("6H", "Priya"), "public", 112)
    assert lines[:2] == [
        "It is proven: Priya holds the 6H.",
        "The idea: count the cards of Priya, half-suit by half-suit.",
    ]


def test_the_idea_of_a_long_explanation_names_what_there_is() -> None:
    record = example(1)
    state = replay_of(record).state()
    own: list[Cause] = [OwnCause(card, "Ann") for card in ("2H", "3H", "4H", "6H", "7H", "9D")]
    sizes: list[Cause] = [SizeCause("Ann"), SizeCause("Doug"), HandCause("Ben")]
    events: list[Cause] = [EventCause(1)]
    idea = "The idea: count the cards of Ann, Doug and Ben."
    assert gist(record, state, [*own, *sizes, *events], str) == idea
    assert gist(record, state, [*own, *events], str) is None
    yours: list[Cause] = [*own, HandCause("Ann"), HandCause("Ben")]
    assert gist(record, state, yours, lambda seat: "you" if seat == "Ann" else seat) == (
        "The idea: count your cards and those of Ben."
    )
    assert gist(record, state, own, str) is None
    assert gist(record, state, [*own, HeaderCause("turn: Doug")], str) is None


def test_the_idea_counts_no_hand_without_cards() -> None:
    record = samples()["pagat-six"]
    state = replay_of(record).state(112)
    assert state.sizes["Zoe"] == 0
    causes: list[Cause] = [*map(EventCause, (1, 2, 3, 4, 5)), HandCause("Zoe"), HandCause("Tom")]
    idea = "The idea: count the cards of Tom, half-suit by half-suit."
    assert gist(record, state, causes, str) == idea


def test_what_everyone_had_seen_is_ruled_out_by_name() -> None:
    """The 3C was Dora's when Ann asked, for all to see."""
    text = (
        "seats: Ann Bob Carl Dora\ndealer: Dora\nrules: pagat, deck=custom\n"
        "book low clubs: 2C 3C 4C 5C 6C\nbook reds: 2H 3H 4H\n"
        "Dora asks Ann 3C: yes\nDora asks Carl 5C: no\n"
    )
    game = text + "Carl asks Dora 6C: yes\nCarl asks Dora 2C: no\n"
    explanation = why(loads(game), card_at("4C", "Carl"), "public")
    assert explanation.verdict == "proven"
    assert ExplanationWords(loads(game)).lines(explanation)[1] == (
        "At event 3 Carl asks Dora for the 6C and gets it, so Carl has another of the low clubs. "
        "Not the 3C: Dora has had it since event 1. Not the 2C: Carl asked Dora for it at event 4. "
        "Not the 5C: Carl said no to it at event 2. "
        "So Carl holds the 4C, which has not moved since."
    )


TWO_TAKEN = """\
rules: pagat, deck=no2
seats: Ann Bob Carl Dora
sizes: Ann 5 Bob 15 Carl 0 Dora 4
hand Ann: KC 4D 6D 6H 10S
settled: low clubs Ann
settled: high diamonds Ann
settled: high hearts Ann
settled: low spades Ann
turn: Carl

Bob shows 7D 3H 4H 5H 8H 9S JS AS
Dora shows JC
Carl passes to Ann
Ann asks Bob 7D: yes
Ann asks Bob 8D: yes
Ann asks Dora JC: yes
Ann asks Bob 8H: yes
Ann asks Bob 9S: yes
Ann asks Bob 5H: yes
Ann asks Dora AC: yes
Ann asks Dora 3D: no
Dora asks Ann 7D: yes
Dora asks Ann JC: yes
"""


def test_hands_that_need_all_that_others_leave_them_name_all_the_cards() -> None:
    """One player may have to have several of them."""
    lines = told(loads(TWO_TAKEN), card_at("KS", "Bob"), "Ann", 13)
    cards = "9C 10C QC KC 3D 4D 5D 6D 6H 7H 10S QS KS"
    assert f"Everyone knows where every card is except {cards}." in lines[1]
    assert (
        "There are 13 cards that not everyone knows, and Dora has 2 of them. "
        "13 − 2 = 11: just enough for the 11 other places in the hands of you and Bob, "
        "so all the others are there." in lines[1]
    )


def test_who_has_how_many_of_some_cards() -> None:
    assert of_them({"Ann": 1}) == "Ann has one of them"
    assert of_them({"you": 2}) == "you have 2 of them"
    assert of_them({"Ann": 1, "Bob": 1}) == "Ann and Bob have one of them each"
    assert of_them({"Ann": 2, "Bob": 1}) == "Ann has 2 of them, and Bob has one of them"


NO_ROOM = """\
rules: quartets
seats: Ola Per Quin Rut Sam Tea
sizes: Ola 4 Per 8 Quin 10 Rut 6 Sam 7 Tea 5
hand Quin: 2C 2D 3D 6H 6S 8S 9H 10D 10S JC
settled: fives Ola
settled: sevens Ola
settled: aces Ola
turn: Ola

Per shows 9S QD
Quin shows 2C
Sam shows QS
Tea shows KS
Ola asks Tea KS: yes
Ola asks Per 3D: no
Per asks Sam QC: yes
Per asks Ola 8S: no
Ola asks Per JS: yes
Ola asks Per KD: no
Per asks Sam QS: yes
Per claims queens: Per rest: correct
Per asks Ola 8D: no
Ola asks Per KC: no
Per asks Quin 8S: yes
Per asks Quin 9H: yes
Per claims nines: Per rest: correct
Per asks Sam 8D: yes
Per claims eights: Per rest: correct
Per passes to Rut
Rut asks Quin 6S: yes
Rut asks Ola JS: yes
Rut asks Quin 2C: yes
Rut asks Ola JH: yes
Rut asks Sam 6H: no
Sam asks Rut 2C: yes
Sam asks Rut 4C: yes
Sam asks Tea 2S: no
Tea asks Quin 3H: no
Quin asks Rut 6S: yes
Quin asks Rut JH: yes
Quin claims fours: Ola 4H 4S, Sam rest: split; shown Ola 4S, Sam rest
"""


def test_a_hand_without_room_for_the_cards_of_a_claim_is_summed_up() -> None:
    holdings = (("4C", "Sam"), ("4D", "Sam"), ("4H", "Ola"), ("4S", "Ola"))
    lines = told(loads(NO_ROOM), whole_claim("fours", holdings), "Quin", 31)
    assert lines[1].endswith(
        "Ola holds 4 cards, the KS among them, as everyone knows. With 4H 4S that would be "
        "1 + 1 + 1 + 2 = 5 cards in Ola’s hand. None of these cards has moved since, "
        "so it cannot all be so that Sam holds the 4D and Ola holds 4H 4S."
    )
