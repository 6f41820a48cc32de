"""Explanations in plain English: the worked examples of the rules, and how sentences are made."""

from __future__ import annotations

import re

import pytest

import tracker
from tests import SAMPLES
from tests.explain.positions import samples
from tracker.explain import Explainer, Explanation, card_at, whole_claim
from tracker.explain.explanation import SUPPOSED, Conclusion, Given, HowMany, Step
from tracker.explain.gap_why import explain
from tracker.game.cards import DECKS
from tracker.game.record import Record
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import Clause, EventCause, HandCause, Literal
from tracker.notation.record_files import load
from tracker.notation.text import dumps, loads
from tracker.render.proof_words import ProofWords, unmarked


def example(number: int) -> Record:
    (path,) = (SAMPLES / "examples").glob(f"{number}-*.lit")
    return load(path)


def why(record: Record, conclusion: Conclusion, view: str, at: int | None = None) -> Explanation:
    with deduce(record, view=view, at=at) as deduction, Explainer(deduction) as explainer:
        return explainer.why(conclusion)


def told(record: Record, conclusion: Conclusion, view: str, at: int | None = None) -> list[str]:
    return ProofWords(record, view, at).lines(why(record, conclusion, view, at))


def low(suit: str, seat: str, **others: str) -> Conclusion:
    book = next(b for b in DECKS["no8"].books if b.name == f"low {suit}")
    return whole_claim(book.name, tuple((c, others.get(f"_{c}", seat)) for c in book.cards))


DOUG = (
    "At event 1 Doug asked Christina for the 3H, so Doug holds another of the "
    "low hearts: not 2H 4H 6H 7H (in your own hand). The 5H has never moved. So Doug holds the 5H."
)


def test_example_1_the_five_of_hearts() -> None:
    assert told(example(1), card_at("5H", "Doug"), "Ann", 1) == [
        "It is proven: Doug holds the 5H.",
        DOUG,
    ]


def test_example_2_split() -> None:
    """Before the claim the Q was open; what was shown is a fact of the claim."""
    lines = told(example(2), card_at("QD", "Helen"), "Ann", 0)
    assert lines == [
        "It is open whether Helen holds the QD.",
        "Doug too may have the QD: nothing rules it out.",
    ]


def test_a_refuted_claim_names_the_card() -> None:
    lines = told(example(1), low("hearts", "Ann"), "Ann", 1)
    assert lines[0].startswith("It is refuted: it cannot be that you hold 2H 3H 4H 5H 6H 7H.")
    assert lines[1:] == [
        "The 5H is not in your own hand. So not all the low hearts lie as claimed."
    ]


def test_where_no_part_is_known_to_be_wrong_the_claim_is() -> None:
    """Not each part is listed with an "or"; a clause that is told is not lost."""
    record = loads("seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 2C: no\n")
    assert told(record, low("clubs", "Dora", _3C="Bob"), "public")[1:] == [
        "At event 1 Ann asked Bob for the 2C, so Ann holds one of "
        "3C 4C 5C 6C 7C. 3C 4C 5C 6C 7C have never moved. "
        "So not all the low clubs lie as claimed."
    ]
    wrong = loads(
        "rules: wikipedia-2006, reveal=nothing\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
        "Ann claims low clubs: Ann 3C 4C 5C, Carl rest: split\n"
    )
    claimed = whole_claim("low clubs", wrong.events[0].holdings)  # type: ignore[union-attr]
    said = "At event 1 Ann claimed the low clubs, and the team had all of them, but not as claimed"
    assert said in told(wrong, claimed, "public")[1]


def test_only_seat() -> None:
    text = "seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 2C: no\nBob asks Carl 2C: no\n"
    assert told(loads(text), card_at("2C", "Dora"), "public")[1:] == [
        "The 2C has never moved and is not with Ann or Bob (Ann asked Bob for it in vain at "
        "event 1) or with Carl (Bob asked Carl for it in vain at event 2). So Dora holds the 2C."
    ]


def test_an_own_card_would_have_been_given_up_at_the_next_event() -> None:
    text = "rules: pagat, own-card-asks=surrender\nseats: Ann Bob Carl Dora\ndealer: Ann\n"
    asks = "Ann asks Bob 2H: no\nBob asks Carl 2H: no\nCarl asks Bob 9C: no\n"
    assert told(loads(text + asks), card_at("2H", "Dora"), "public")[1:] == [
        "The 2H has never moved and is not with Ann or Carl (Bob asked Carl for it in vain at "
        "event 2) or with Bob (Bob asked for it at event 2, and by the rule would have handed it "
        "over at event 3). So Dora holds the 2H."
    ]


def test_an_ask_of_which_the_card_is_forgotten_names_both_cards() -> None:
    record = loads("seats: Ann Bob Carl Dora\ndealer: Ann\nAnn asks Bob 9H/10H: no\n")
    with deduce(record) as deduction:
        every = tuple((card, "Dora") for card in DECKS["no8"].by_name["high hearts"].cards)
        found = explain(deduction, whole_claim("high hearts", every))
    said = "Event 1 was “Ann asks Bob 9H/10H: no”, so Ann holds one of"
    assert said in " ".join(str(found).split())


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
    assert ProofWords(loads(game)).lines(explanation)[1] == (
        "At event 3 Carl asked Dora for the 6C, so Carl holds another of the low clubs: "
        "not the 3C (Dora’s then), the 2C (Carl asked Dora for it in vain at "
        "event 4) or the 5C (Dora asked Carl for it in vain at event 2). 2C 4C 5C have "
        "never moved. So Carl holds the 4C."
    )


def test_what_was_not_dealt_to_the_reader_is_not_said_of_others() -> None:
    record = loads(
        "rules: pagat, deck=custom, reveal=nothing\nbook reds: 2H 3H 4H\nbook blacks: 2S 3S 4S\n"
        "seats: Ann Bob Carl Dora\ndealer: Bob\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\nhand Ann: 2S 3S\n"
        "Bob claims reds: Bob 2H 3H, Dora 4H: opponents\n"
    )
    assert told(record, card_at("4S", "Carl", holds=False), "Ann")[1] == (
        "At event 1 Bob claimed the reds, and the opponents had at least one, so Carl was dealt "
        "one of 2H 3H 4H. 2H 3H 4H had not moved before event 1. 2H 3H 4H were not dealt to you. "
        "Carl was dealt 1 card. That leaves 1 − 1 (reds) = 0 cards. So Carl lacks the 4S."
    )


@pytest.mark.parametrize("name", ["Everyone", "None", "event", "step", "Hand"])
def test_a_player_may_have_any_word_for_a_name(name: str) -> None:
    """Players and events are marked in a sentence: no word of it is read back."""
    record = samples()["pagat-six"]
    renamed = loads(re.sub(r"\bLars\b", name, dumps(record)))
    told_of = []
    for game, seat in ((record, "Lars"), (renamed, name)):
        found = why(game, card_at("7D", seat), "public", 112)
        parts = [
            part
            for step in ProofWords.of(found).by_step(found)
            for one in step
            for part in one.parts
        ]
        told_of.append(
            [["X"] if part == [seat] else part for part in parts if not isinstance(part, str)]
        )
    assert told_of[0] == told_of[1]
    assert ["X"] in told_of[0]
    assert any(isinstance(part, int) for part in told_of[0])


def test_no_choice_names_a_card_of_the_readers_own_hand() -> None:
    """Ann was dealt the 6D: to her it is no card that Ben may have asked with."""
    record = loads(
        "seats: Ann Ben Carl Dora\ndealer: Ben\n"
        "hand Ann: 2C 3C 4C 5C 6D 7C 2H 3H 4H 5H 6H 7H\n"
        "Ben asks Ann 2D: no\nAnn asks Ben 3D: no\nBen asks Carl 5D: no\n"
    )
    with deduce(record, view="Ann") as deduction:
        (choice, *_) = (
            fact
            for fact in deduction.knowledge.facts
            if isinstance(fact, Clause) and len(fact.literals) > 1
        )
    assert "6D" in {literal.card for literal in choice.literals}
    assert (
        unmarked(ProofWords(record, "Ann").statements([choice])) == "Ben holds one of 3D 4D 5D 7D"
    )


# -- numbers --------------------------------------------------------------------------------------


def test_a_number_of_none_is_told_as_what_hands_lack() -> None:
    words = ProofWords(samples()["pagat-six"], at=0)
    ann, bob = words.record.seats[:2]
    none = HowMany((ann, bob), ("2C", "3C"), 0, 0)
    assert unmarked(words.statements([none])) == f"{ann} and {bob} lack 2C 3C"


@pytest.mark.parametrize(
    ("at", "held"),
    [
        (183, "Greta holds 3 cards, 2 of them known to everyone (3S 6S), which leaves 3 − 2 = 1"),
        (184, "Greta holds 2 cards, all known to everyone (3S 6S)"),
        (185, "Greta holds 1 card, known to everyone (3S)"),
    ],
)
def test_a_hand_says_how_many_of_its_cards_not_all_know(at: int, held: str) -> None:
    words = ProofWords(samples()["wikipedia-four"], at=at)
    assert unmarked(words.cause(HandCause("Greta"))) == held


@pytest.mark.parametrize(
    ("asked", "size", "told"),
    [
        ("Bob asks Ann 2H: yes", 1, "1 more card leave that hand than come to it: 3 − 1 − 1 = 1"),
        ("Bob asks Ann 2H: no", 1, "as many cards leave that hand as come to it: 3 − 1 = 2"),
    ],
)
def test_a_size_that_was_said_tells_how_many_cards_went_unseen(
    asked: str, size: int, told: str
) -> None:
    record = loads(
        "rules: pagat, deck=custom, reveal=nothing\nbook reds: 2H 3H 4H\nbook blacks: 2S 3S 4S\n"
        "book greens: 2C 3C 4C\nbook blues: 2D 3D 4D\nseats: Ann Bob Carl Dora\ndealer: Bob\n"
        f"{asked}\nAnn claims blacks: Ann 2S, Carl rest: split\nAnn has {size}\n"
    )
    unseen = int(told[-1])
    says = HowMany(("Ann",), ("2S", "3S", "4S"), unseen, unseen)
    step = Step((says,), (Given(EventCause(3), says),))
    (sentence, *_) = ProofWords(record).sentences(step)
    assert str(sentence).startswith(
        f"At event 3 Ann held 1 card; 3 were dealt, and all had seen {told} of the blacks, "
        "laid down unseen, so Ann was dealt "
    )


def test_what_a_hand_can_have_elsewhere_is_without_what_it_lacks() -> None:
    """Ann lacks the 9H and the JH: of the three she can have one, which is the QH."""
    record = samples()["pagat-six"]
    ann = record.seats[0]
    hand = HowMany((ann,), ("9H", "JH", "QH", "9S", "10S"), 3, 3)
    lacks = [
        Given(EventCause(1), Clause((Literal(card, ann, False),), EventCause(1)))
        for card in ("9H", "JH")
    ]
    step = Step(
        (Clause((Literal("9S", ann, True),), SUPPOSED),),
        (Given(HandCause(ann), hand), *lacks),
        (hand, HowMany((ann,), ("9H", "JH", "QH"), 0, 1)),
    )
    text = " ".join(map(str, ProofWords(record, at=0).sentences(step)))
    taken = f"Besides 9S 10S only 9H JH QH are not known to all, and {ann} can hold at most the QH."
    assert taken in text
    assert f"That leaves 3 − 1 (high hearts) = 2 cards: 9S 10S. So {ann} holds" in text


def test_a_sum_names_the_step_by_which_a_half_suit_takes_nothing() -> None:
    record = loads(
        "rules: pagat, deck=custom, wrong-split=opponents, reveal=nothing, announce-last=yes\n"
        "book clubs: 2C 3C 4C\nbook diamonds: 2D 3D 4D\nseats: Ann Carl Bob Dora\n"
        "sizes: Ann 3 Bob 1 Carl 2 Dora 0\nturn: Bob\nhand Ann: 4C 2D 4D\n\n"
        "Bob claims clubs: Bob rest: opponents\nCarl has 0\n"
    )
    text = " ".join(str(tracker.why(record, "3D", "Bob", view="Ann")).split())
    assert "Bob was dealt 1 card." in text
    assert "That leaves 1 − 0 (clubs, step 1) = 1 card: the 3D. So Bob holds the 3D." in text


def test_past_a_gap_the_steps_of_the_one_way_to_prove_it_are_told() -> None:
    record = loads(
        "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n\nAnn asks Bob 6H: no\n"
        "Bob asks Ann 9H: ?\nBob asks Carl KH/AH: no\nCarl asks Bob JH: no\n"
    )
    with deduce(record) as deduction:
        document = explain(deduction, card_at("6H", "Ann")).to_json()
        unproven = explain(deduction, card_at("6H", "Carl")).to_json()
    assert (unproven["verdict"], unproven["because"], unproven["steps"]) == ("open", [], [])
    assert (document["verdict"], document["because"]) == ("refuted", [{"event": 1}])
    (step,) = document["steps"]
    assert (step["conclusion"], step["technique"]) == ("Ann lacks the 6H", "told")
