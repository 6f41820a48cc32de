"""What single events say where hands are of unknown size, fact by fact."""

from __future__ import annotations

from tests.game.test_legality import SMALL, TABLE, record
from tracker.game.replay import replay_of
from tracker.knowledge.facts import Clause, Count, EventCause, Fact, Literal
from tracker.knowledge.gather import facts_of

HIDDEN = "Ann claims low hearts: Ann rest: opponents\n"
HEARTS = ("2H", "3H", "4H", "5H", "6H", "7H")


def said(events: str, header: str = TABLE) -> tuple[Fact, ...]:
    """What the last event says."""
    return facts_of(replay_of(record(header, events, "reveal=nothing")).played()[-1])


def test_an_ask_does_not_say_that_a_full_hand_has_cards() -> None:
    """Bob had twelve cards, and six have left: he has some, whoever had these."""
    others = ("2S", "3S", "4S", "6S", "7S")
    cause = EventCause(2)
    assert said(f"{HIDDEN}Ann asks Bob 5S: no") == (
        Clause((Literal("5S", "Ann", False),), cause),
        Clause(tuple(Literal(card, "Ann", True) for card in others), cause),
        Clause((Literal("5S", "Bob", False),), cause),
    )


def test_an_ask_says_that_a_hand_has_cards_where_it_may_have_none() -> None:
    start = "turn: Ann\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\n\nAnn claims reds: Ann rest: opponents\n"
    counts = [
        fact for fact in said(f"{start}Ann asks Bob 2S: no", SMALL) if isinstance(fact, Count)
    ]
    assert Count("Bob", ("2H", "3H"), 0, 1, EventCause(2)) in counts
    assert all(count.least > 0 or count.most < 2 for count in counts)


def test_a_size_told_says_how_many_have_left_unseen() -> None:
    cause = EventCause(2)
    assert said(f"{HIDDEN}Bob has 8") == (Count("Bob", HEARTS, 4, 4, cause),)
    assert said(f"{HIDDEN}Bob has 6") == (Count("Bob", HEARTS, 6, 6, cause),)
    for size in (5, 13):
        assert said(f"{HIDDEN}Bob has {size}") == (Clause((), cause),)
