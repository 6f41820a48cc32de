"""Steps from many causes are told as several from a few each."""

from __future__ import annotations

from tests.explain.positions import samples
from tracker.explain import Explainer, Step
from tracker.explain.conclusion import card_at
from tracker.explain.splitting import Plain, split
from tracker.explain.step import MANY
from tracker.game.cards import Book
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import EventCause, HandCause, Literal

BOOKS = (Book("reds", ("2H", "3H", "4H", "5H")), Book("blacks", ("2S", "3S", "4S", "5S")))
REDS, BLACKS = (book.cards for book in BOOKS)


def lacked(number: int, card: str) -> Plain:
    return Plain(EventCause(number), (Literal(card, "Bob", False),))


def test_what_is_plain_about_a_half_suit_is_put_together() -> None:
    plain = [lacked(number, card) for number, card in enumerate((*REDS, *BLACKS[:3]), start=1)]
    said = tuple((one.source, one.literals[0]) for one in plain)
    causes = tuple(one.source for one in plain)
    whole = Step((Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0,), said=said)  # type: ignore[arg-type]
    first, last = split(whole, plain, BOOKS, 1)
    assert first.because == causes[:4]
    assert first.conclusion == tuple(one.literals[0] for one in plain[:4])
    assert (last.because, last.uses) == ((*causes[4:], HandCause("Bob")), (0, 1))
    assert last.conclusion == whole.conclusion
    assert last.size <= MANY


def test_no_more_is_put_together_than_it_takes() -> None:
    plain = [lacked(1, "2H"), lacked(2, "3H"), lacked(3, "2S"), lacked(4, "3S")]
    causes = tuple(one.source for one in plain)
    whole = Step((Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0, 1))  # type: ignore[arg-type]
    *parts, last = split(whole, plain, BOOKS, 2)
    assert [part.because for part in parts] == [causes[:2]]
    assert last.size == MANY


def test_as_many_half_suits_are_put_together_as_it_takes() -> None:
    """Eight sources: two events about each of two half-suits make six of them."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    plain = [lacked(i, card) for i, card in enumerate(("2H", "3H", "2S", "3S", "2C", "3C"), 1)]
    causes = tuple(one.source for one in plain)
    whole = Step((Literal("5S", "Bob", True),), (*causes, HandCause("Bob")), (0,))  # type: ignore[arg-type]
    *parts, last = split(whole, plain, books, 1)
    assert [part.because for part in parts] == [causes[:2], causes[2:4]]
    assert (last.because, last.uses) == ((*causes[4:], HandCause("Bob")), (0, 1, 2))


def test_half_suits_go_together_where_there_would_be_too_many_parts() -> None:
    """Five other sources and two events about each of three half-suits: one part for all three."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    names = ("2H", "3H", "2S", "3S", "2C", "3C")
    plain = [lacked(i, card) for i, card in enumerate(names, start=1)]
    causes = [one.source for one in plain]
    others = [HandCause(seat) for seat in ("Ann", "Bob")]
    whole = Step((Literal("5S", "Bob", True),), (*causes, *others), (0, 1, 2))  # type: ignore[arg-type]
    part, last = split(whole, plain, books, 3)
    assert list(part.because) == causes
    assert part.conclusion == tuple(one.literals[0] for one in plain)
    assert (list(last.because), last.uses) == (others, (0, 1, 2, 3))


def test_two_half_suits_go_together_and_the_third_stays_apart() -> None:
    """The smallest are put together first; what is long enough already stays as it is."""
    books = (*BOOKS, Book("greens", ("2C", "3C")))
    names = ("2H", "3H", "4H", "5H", "2S", "3S", "2C", "3C")
    plain = [lacked(i, card) for i, card in enumerate(names, start=1)]
    causes = [one.source for one in plain]
    whole = Step((Literal("5S", "Bob", True),), (*causes,), (0, 1, 2, 3))  # type: ignore[arg-type]
    *parts, last = split(whole, plain, books, 4)
    assert sorted(list(part.because) for part in parts) == [causes[:4], causes[4:]]
    assert (last.because, last.uses) == ((), (0, 1, 2, 3, 4, 5))


def test_a_long_step_of_a_sample() -> None:
    """All the causes are told, and each step uses only earlier ones."""
    record = samples()["pagat-six"]
    with deduce(record, "public", 121) as deduction, Explainer(deduction) as explainer:
        for card, holders in deduction.all_holders().items():
            if len(holders) > 1 or card in deduction.state.located:
                continue
            found = explainer.why(card_at(card, holders[0]))
            told = {cause for step in found.steps for cause in step.because}
            assert told == set(found.because)
            for place, step in enumerate(found.steps):
                assert all(used < place for used in step.uses)
