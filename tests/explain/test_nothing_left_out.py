"""The sentences of a step name all that it uses, and every alternative that it rules out.

That what is named is enough is judged without words (``check_steps``); here the words are read: the
numbers of events and steps, the cards and the players in them. What a sentence should name is
worked out from the record, not by the code that makes the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from tests.explain.positions import deduced, deductions, mixed_game, samples
from tests.marks import first
from tracker.explain import Explainer, Explanation, Step, card_at, whole_claim
from tracker.explain.explanation import HowMany, content
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Event, Seat
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import (
    Clause,
    EventCause,
    HandCause,
    OwnCause,
    SizeCause,
)
from tracker.render.proof_words import ProofWords, Sentence

CARD = re.compile(r"\b(?:10|[2-9JQKA])[CDHS]\b|\b[RB]J\b")


def explanations(record: Record) -> Iterator[Explanation]:
    """What follows of places, and the claims of the record, from the public and from one chair."""
    for deduction in deductions(record):
        with Explainer(deduction) as explainer:
            for card, seat in deduced(deduction)[::3]:
                yield explainer.why(card_at(card, seat))
                yield explainer.why(card_at(card, next_to(record, seat)))
    for number, event in enumerate(record.events, start=1):
        if isinstance(event, Claim):
            with (
                deduce(record, at=number - 1) as deduction,
                Explainer(deduction) as explainer,
            ):
                yield explainer.why(whole_claim(event.book, event.holdings), limit=3000)


def next_to(record: Record, seat: Seat) -> Seat:
    """The seat after another one."""
    return record.seats[(record.seats.index(seat) + 1) % len(record.seats)]


def numbers_after(word: str, text: str) -> set[int]:
    """The numbers that stand after ``event``, ``events``, ``step`` or ``steps``."""
    found = re.findall(rf"\b{word}s? (\d+(?:(?:, | and )\d+)*)", text, re.IGNORECASE)
    return {int(number) for group in found for number in re.findall(r"\d+", group)}


def check_named(explanation: Explanation, step: Step, text: str) -> None:
    """All that a step uses is in its sentences."""
    events, cards = numbers_after("event", text), set(CARD.findall(text))
    for cause in step.because:
        match cause:
            case EventCause(number):
                assert number in events
            case OwnCause(card, seat):
                with_both = (card in part and seat in part for part in sentences(text))
                assert any(with_both) or "own hand" in text
            case HandCause(seat) | SizeCause(seat):
                assert seat in text or explanation.view == seat
    assert {used + 1 for used in step.uses} <= numbers_after("step", text)
    passed_on = {
        given.literal.card
        for given in step.given
        if given.literal and step.technique == "told" and isinstance(given.source, int)
    }
    assert {literal.card for literal in step.conclusion} <= cards | passed_on
    for source, says in step.given:
        if isinstance(source, int):  # it is named by its number, and is checked itself
            assert content(says) in map(content, explanation.steps[source].concludes)
        elif isinstance(says, Clause):
            assert {one.card for one in says.literals} <= cards
            check_alternatives(explanation, step, says, cards)


def check_alternatives(
    explanation: Explanation, step: Step, clause: Clause, cards: set[str]
) -> None:
    """Each card that an ask may have been made with is in the sentences, unless none is needed.

    A hand is counted: one more card of the half-suit is in it, whichever that is. So only those
    matter there that everyone had seen elsewhere: had it been one of them, it might be gone.
    """
    asked = ask_of(explanation.record, clause)
    if asked is None:
        return
    book = explanation.record.deck.book_of[asked.card].cards
    alternatives = {card for card in book if card != asked.card}
    if step.sum:
        number = clause.cause.number if isinstance(clause.cause, EventCause) else 0
        alternatives &= {*replay_of(explanation.record).state(number - 1).located}
    assert alternatives <= cards


def ask_of(record: Record, clause: Clause) -> Ask | None:
    """The ask of which a clause says that the asker held another card of the half-suit."""
    literal = clause.literals[0]
    if not isinstance(clause.cause, EventCause) or not literal.holds:
        return None
    event: Event = record.events[clause.cause.number - 1]
    if not isinstance(event, Ask) or event.asker != literal.seat or literal.card == event.card:
        return None
    return event if literal.card in record.deck.book_of[event.card].cards else None


def check_last_sentence(explanation: Explanation, lines: list[str]) -> None:
    """The last sentence says what was asked, of the same card and the same player."""
    last = re.split(r"(?<=[.?]) ", lines[-1])[-1]
    if not explanation.steps and last.startswith("All saw it"):
        return
    if explanation.conclusion.book is not None:
        assert re.search("lie as claimed|hold|lack", last)
        return
    (part,) = explanation.conclusion.parts
    holds = part.holds == (explanation.verdict == "proven")
    assert part.card in last
    assert re.search(rf"\b{part.seat}\b", last)
    so = re.split(r"(?:^|[.;:,] )[Ss]o ", last)[-1].partition(": not ")[0]
    assert holds != bool(re.search(r"\b(?:lacks?|not|none)\b", so)), so


def check_number(text: str) -> None:
    """The sums are right; behind each number may stand its half-suit."""
    text = re.sub(r"(?<=\d) \([^)]*\)", "", text)
    for left, right in re.findall(r"((?:\d+ [−+] )+\d+) = (\d+)", text):
        first, *others = re.findall(r"[−+]? ?\d+", left)
        signed = [int(other.replace("−", "-").replace(" ", "")) for other in others]
        assert int(first) + sum(signed) == int(right)


def check_moved(step: Step, text: str) -> None:
    """Of a card that has moved it is said that it had not before the last event about it."""
    for cards, number in re.findall(r"((?:\w+ )+)had not moved before event (\d+)", text):
        about = [
            source.number
            for source, says in step.given
            if isinstance(source, EventCause)
            if not cards_of(says).isdisjoint(CARD.findall(cards))
        ]
        assert max(about) == int(number)


def cards_of(says: Clause | HowMany) -> set[Card]:
    """The cards that a statement is about."""
    return {one.card for one in says.literals} if isinstance(says, Clause) else {*says.cards}


def check_cells(explanation: Explanation, step: Step, told: Sequence[Sentence]) -> None:
    """The cells of the sentences are the places that the step is given and concludes."""
    cells = {cell for one in told for cell in one.cells}
    literals = {
        (one.card, one.seat)
        for says in (*(given.says for given in step.given), *step.concludes)
        if isinstance(says, Clause)
        for one in says.literals
    }
    if step.technique != "told":
        assert {(one.card, one.seat) for one in step.conclusion} <= cells
    shown = {
        (one.card, one.seat)
        for given in step.given
        if given.literal is None and isinstance(given.says, Clause)
        for one in given.says.literals
    }
    assert shown <= cells
    assert {number for one in told for number in one.parts if isinstance(number, int)} <= {
        *range(1, explanation.at + 1)
    }
    assert literals or not cells or any(isinstance(given.says, HowMany) for given in step.given)


def sentences(text: str) -> list[str]:
    """The sentences of a step, or of an explanation."""
    return re.split(r"(?<=[.?;]) ", text)


def check(record: Record) -> int:
    """Check all the explanations of a record; returns the number of steps."""
    number = 0
    for explanation in explanations(record):
        words = ProofWords.of(explanation, address=False)
        if explanation.verdict in ("proven", "refuted"):
            check_last_sentence(explanation, words.lines(explanation))
        for step, told in zip(explanation.steps, words.by_step(explanation), strict=True):
            text = " ".join(map(str, told))
            try:
                check_named(explanation, step, text)
                check_number(text)
                check_moved(step, text)
                check_cells(explanation, step, told)
            except AssertionError as error:
                raise AssertionError(f"{step.technique} at {explanation.at}: {text}") from error
            number += 1
    return number


@pytest.mark.parametrize("name", first(1, samples()))
def test_samples(name: str) -> None:
    check(samples()[name])


@pytest.mark.parametrize("seed", first(2, range(40)))
def test_random_games(seed: int) -> None:
    check(mixed_game(seed))


@pytest.mark.parametrize("seed", first(2, range(40)))
def test_the_reader_is_told_why_an_ask_was_not_made_with_a_card(seed: int) -> None:
    """All the other cards of the half-suit are in its sentence; but "another" is told after it."""
    record = mixed_game(seed)
    for explanation in explanations(record):
        told = ProofWords.of(explanation).by_step(explanation)
        for parts in told:
            whole = " ".join(map(str, parts))
            for part in filter(re.compile(r"At event \d+ .* asked .*, so ").match, map(str, parts)):
                event = record.events[min(numbers_after("event", part.partition(",")[0])) - 1]
                assert isinstance(event, Ask)
                book = record.deck.book_of[event.card].cards
                text = whole if "another of" in part else part
                assert {*book} <= {*CARD.findall(text)}, part


def test_a_wrong_sum_is_missed() -> None:
    """The check itself."""
    check_number("8 − 1 (low hearts) − 3 (tens) = 4 cards of 2C 3C 4C 5C.")
    with pytest.raises(AssertionError):
        check_number("8 − 1 (low hearts) − 3 (tens) = 5 cards of 2C 3C 4C 5C.")


def test_a_literal_that_the_reader_would_have_to_find_is_missed() -> None:
    """The check itself: a sentence without one of the cards does not pass."""
    record = samples()["pagat-six"]
    explanation = next(
        one for one in explanations(record) if one.steps and one.steps[0].technique == "one-left"
    )
    (step, *_), words = explanation.steps, ProofWords.of(explanation, address=False)
    text = " ".join(map(str, words.sentences(step)))
    check_named(explanation, step, text)
    (choice,) = (one.says for one in step.given if not one.literal)
    assert isinstance(choice, Clause)
    for card in {one.card for one in choice.literals}:
        with pytest.raises(AssertionError):
            check_named(explanation, step, text.replace(card, "it"))
