"""What a puzzle shows of its game: the board of now, and a few of the events.

The board of now has what everyone can see: hand sizes, the cards whose places are public, settled
half-suits. With it a reader needs few of the events: those that the proof cites. An event says
something of its moment, so a reader has to know what has moved since. Therefore of each half-suit
that an event shown speaks of, all the cards that changed hands are shown, too. Events that do not
matter are added, the newest first, the more the harder a puzzle is: to find those that matter is
a part of it.

Who knows fewer events thinks more deals possible. So what may be, or can't be known, stays so; and
what is proven stays proven, as the events of the proof are shown. ``read_from`` makes the reader's
position, so that this can be checked for each puzzle.

Example: Carl asked Dora for the 3H at event 12, and Bob gave Ann the 7H at event 30. A proof that
Carl holds the 5H cites event 12. Shown are both: else the 7H, which is Ann's now, might have been
Carl's other low heart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Final

from tracker.game.events import Ask, Give, cards_in
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.state import State
from tracker.inference.deduction import Deduction, deduction_of
from tracker.inference.possible_holders import possible_holders_of
from tracker.knowledge.facts import Clause, EventCause, Knowledge
from tracker.knowledge.views import View, knowledge

_MOVES: Final = (Ask, Give)
"""The events in which cards change hands."""


def shown_events(deduction: Deduction, cited: Iterable[int], besides: int) -> tuple[int, ...]:
    """The numbers of the events to show, in their order.

    Args:
        deduction: the position.
        cited: the events that proofs cite, and all that has to be shown anyway.
        besides: how many that do not matter are added, where there are as many.

    Returns:
        All events up to the moment where no board can say how many cards each player holds.
    """
    if not has_board(deduction.state):
        return tuple(range(1, deduction.at + 1))
    books_of = _books_of_events(deduction)
    moves = _moves(deduction)
    shown = _with_moves(set(cited), books_of, moves)
    most = len(shown) + besides
    settled = {book.name for book in deduction.record.deck.books} - {*deduction.state.open_books()}
    for number in range(deduction.at, 0, -1):
        # Of a half-suit that is settled there is nothing left to think about.
        is_over = books_of[number] and books_of[number] <= settled
        more = _with_moves(shown | {number}, books_of, moves)
        if not is_over and len(more) <= most:
            shown = more
    return tuple(sorted(shown))


def has_board(state: State) -> bool:
    """Whether a board says all that is needed of the hands now: all sizes are public."""
    return None not in state.sizes.values() and state.forced is None and not state.section


def read_from(record: Record, view: View, at: int, shown: Collection[int]) -> Deduction:
    """What follows for a reader who has the board of now and some of the events.

    Args:
        record: the game.
        view: whose hands the reader has.
        at: the moment.
        shown: the numbers of the events.

    Raises:
        ContradictionError: where no deal is consistent with all events.
    """
    state = replay_of(record).state(at)
    known = knowledge(record, view.hands, at)
    if has_board(state):
        known = _known_to_reader(known, state, shown)
    return deduction_of(record, view, possible_holders_of(known), state)


def _known_to_reader(known: Knowledge, state: State, shown: Collection[int]) -> Knowledge:
    """The knowledge of a reader: the half-suits in play, with what the events shown say of them.

    Of a card whose place is public, the hand it was dealt to is left in: the sizes of the dealt
    hands are then those that give the hands of now, and nothing follows from them beyond that.
    """
    books = tuple(book for book in known.books if state.books[book.name].status == "open")
    cards = {card for book in books for card in book.cards}
    clauses = [
        fact
        for fact in known.facts
        if isinstance(fact, Clause) and fact.literals and fact.literals[0].card in cards
    ]
    one_part = (fact for fact in clauses if len(fact.literals) == 1 and fact.literals[0].holds)
    places = [fact for fact in one_part if fact.literals[0].card in state.located]
    dealt = {fact.literals[0].card: fact.literals[0].seat for fact in places}
    sizes = {
        seat: (state.sizes[seat] or 0)
        - list(state.located.values()).count(seat)
        + list(dealt.values()).count(seat)
        for seat in known.seats
    }
    facts = (
        fact
        for fact in clauses
        if not isinstance(fact.cause, EventCause) or fact.cause.number in shown or fact in places
    )
    return replace(known, books=books, facts=tuple(facts), sizes=sizes)


# -- which events speak of which half-suits --------------------------------------------------------


def _books_of_events(deduction: Deduction) -> Mapping[int, set[str]]:
    """The half-suits that each event says something of, by its number."""
    book_of = deduction.record.deck.book_of
    events = deduction.record.events[: deduction.at]
    books = {
        number: {book_of[card].name for card in cards_in(event)}
        for number, event in enumerate(events, start=1)
    }
    for fact in deduction.knowledge.facts:
        if isinstance(fact.cause, EventCause) and isinstance(fact, Clause):
            books[fact.cause.number] |= {book_of[part.card].name for part in fact.literals}
    return books


def _moves(deduction: Deduction) -> list[tuple[int, str]]:
    """The events in which cards in play changed hands, each with the half-suit of a card."""
    book_of, in_play = deduction.record.deck.book_of, deduction.state.cards
    return [
        (played.number, book_of[card].name)
        for played in replay_of(deduction.record).played(deduction.at)
        for card in cards_in(played.event)
        if isinstance(played.event, _MOVES)
        and card in in_play
        and played.before.located.get(card) != played.after.located.get(card)
    ]


def _with_moves(
    events: set[int], books_of: Mapping[int, set[str]], moves: Iterable[tuple[int, str]]
) -> set[int]:
    """Some events, with all moves of the half-suits that they speak of."""
    books = set().union(*(books_of[number] for number in events))
    more = events | {number for number, book in moves if book in books}
    return more if more == events else _with_moves(more, books_of, moves)
