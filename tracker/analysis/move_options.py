"""What a player could do at a moment, and what each option is worth in the player's eyes.

The options are every legal ask, and every claim that is legal then, by its likeliest naming (rules,
"Judging a game"). Values are estimates (``tracker.analysis.equity``); chances are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from tracker.analysis.equity import (
    BookOutlook,
    Outlook,
    Outlooks,
    ask_values,
    is_proven,
    never_quite,
    next_seats,
    points_of,
    surely,
)
from tracker.analysis.odds import chance_now, likeliest_holdings, naming_chance
from tracker.answers import HIDDEN, Brief, json_keys
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import Ask, Claim, Outcome
from tracker.game.legality import is_legal, possible_asks
from tracker.game.state import State
from tracker.game.transition import apply, claimed_team
from tracker.knowledge.facts import ROUNDING

HOPELESS: Final = 0.02
"""A claim that is right no oftener is no option that is looked at."""
AS_GOOD: Final = 0.05
"""Options that differ by less are taken for equally good."""


@json_keys("*=move", "chance", "value")
@dataclass(frozen=True, repr=False)
class MoveOption(Brief):
    """Something that a player could do, and what it was worth in the player's eyes."""

    move: Ask | Claim
    """An ask with the answer yes, if that can be; or a claim that comes out right."""
    chance: float
    """Of a yes, or that the naming is right; 0 and 1 only where that is certain."""
    value: float
    """The expected final margin for the player's team, in points."""
    proves: tuple[str, ...] = ()
    """The half-suits that a yes to the ask proves."""
    by_answer: tuple[float, float] = field(default=(0.0, 0.0), metadata=HIDDEN)
    """Of an ask: the value after a yes and after a no."""

    @property
    def is_sure(self) -> bool:
        """Whether it cannot fail."""
        return self.chance == 1


class Options:
    """The options of the players of a game, each from their own chair.

    Args:
        positions: the views of the game without gaps.
    """

    def __init__(self, positions: Outlooks) -> None:
        self.positions = positions
        self._record = positions.record

    def every(self, position: Outlook, state: State) -> Iterator[MoveOption]:
        """What a viewer could do: asks in deck order, then claims."""
        yield from (self.ask(position, ask) for ask in self._legal_asks(position, state))
        yield from self.claims(position, state, state.open_books())

    def _legal_asks(self, position: Outlook, state: State) -> Iterator[Ask]:
        """The asks that a viewer may make, if it is their turn."""
        seat = position.viewer
        if seat is None or seat not in state.to_move or state.forced is not None:
            return
        hand = {
            card
            for book in position.books.values()
            for card, odds in zip(self._cards(book.name), book.mine, strict=True)
            if surely(odds, seat)
        }
        for target, card in possible_asks(state, seat, hand, hand):
            yield Ask(seat, target, card, "yes")

    def _cards(self, book: str) -> Sequence[Card]:
        return self._record.deck.by_name[book].cards

    def ask(self, position: Outlook, ask: Ask, chance: Fraction | None = None) -> MoveOption:
        """An ask as an option, in any view.

        Args:
            position: the view.
            ask: the ask; its answer does not matter.
            chance: that it is answered with yes; None: that the card is with who is asked.
        """
        book = position.books[self._record.deck.book_of[ask.card].name]
        place = self._cards(book.name).index(ask.card)
        odds = book.mine[place]
        here = position if position.turn == ask.asker else replace(position, turn=ask.asker)
        if surely(odds, ask.asker) and may_surrender(position.table.rules):
            return _given_up(here, book, place, ask)
        share, is_sure = odds.get(ask.target, 0.0), surely(odds, ask.target)
        if chance is not None:
            share, is_sure = float(chance), chance == 1
        share = never_quite(share, is_sure=is_sure)
        yes, no = ask_values(here, book, place, ask.target, looks_on=ask.asker == position.viewer)
        after = book.after(place, ask.asker, ask.target, yes=True)
        proves = share > 0 and is_proven(after, position.team)
        return MoveOption(
            Ask(ask.asker, ask.target, ask.card, "yes" if share else "no"),
            share,
            share * yes + (1 - share) * no,
            (book.name,) if proves and not is_proven(book, position.team) else (),
            (yes, no),
        )

    # -- claims ---------------------------------------------------------------------------------

    def claims(
        self,
        position: Outlook,
        state: State,
        books: Iterable[str],
        *,
        above: float = HOPELESS,
    ) -> Iterator[MoveOption]:
        """The claims that a viewer may make for their own team, by the likeliest naming.

        Args:
            position: the view.
            state: the public state.
            books: half-suits in play.
            above: a claim that is right no oftener is left out.
        """
        seat = position.viewer
        if seat is None:
            return
        for name in books:
            odds, cards = position.books[name].mine, self._cards(name)
            # No naming is likelier than its least likely card.
            if min(max(of.get(mate, 0.0) for mate in position.team) for of in odds) < above:
                continue
            posterior = self.positions.posterior(seat, state.at)
            likeliest = likeliest_holdings(posterior, state.located, cards, position.team)
            if likeliest is not None and likeliest[1] > above:
                claim = Claim(seat, name, likeliest[0], "correct")
                if is_legal(state, claim):
                    yield self.claim(position, state, claim, likeliest[1])

    def claim(
        self, position: Outlook, state: State, claim: Claim, chance: Fraction | None = None
    ) -> MoveOption:
        """A claim as an option, by the outcomes that it can have.

        Args:
            position: the view.
            state: the public state.
            claim: the claim; its outcome does not matter.
            chance: that its naming is right; None: to be worked out.
        """
        posterior = self.positions.posterior(position.viewer, state.at)
        if chance is None:
            chance = naming_chance(posterior, state.located, claim.holdings)
        right, owned = never_quite(float(chance), is_sure=chance == 1), 1.0
        if right != 1:
            team, cards = claimed_team(state, claim), self._cards(claim.book)
            owned = float(chance_now(posterior, state.located, dict.fromkeys(cards, team)))
        shares: Mapping[Outcome, float] = {
            "correct": right,
            "split": max(owned - right, 0.0),
            "opponents": 1 - max(owned, right),
        }
        value = sum(
            share * self._after_claim(position, state, replace(claim, outcome=outcome, shown=None))
            for outcome, share in shares.items()
            if share > ROUNDING
        )
        return MoveOption(replace(claim, outcome="correct", shown=None), right, value)

    def _after_claim(self, position: Outlook, state: State, claim: Claim) -> float:
        """The value after a claim with an outcome; the viewer who has the turn then plays on.

        Where several may go on, their team chooses.
        """
        after, rest = after_claim(position, state, claim)
        if after.over or not rest.books:
            return rest.points
        seats = next_seats(after)
        values = (
            replace(rest, turn=seat).followed if seat == position.viewer else rest.value(seat)
            for seat in seats
        )
        return max(values) if seats[0] in position.team else min(values)


def after_claim(position: Outlook, state: State, claim: Claim) -> tuple[State, Outlook]:
    """The public state after a claim with an outcome, and what a view thinks of the rest."""
    after = apply(state, claim)
    books = {name: book for name, book in position.books.items() if name in after.open_books()}
    return after, replace(position, books=books, points=points_of(after.score, position.team))


def _given_up(position: Outlook, book: BookOutlook, place: int, ask: Ask) -> MoveOption:
    """An ask for a card of one's own, which then goes to who is asked, with the turn."""
    given = replace(book.after(place, ask.target, ask.asker, yes=True), asked=book.asked)
    value = position.with_book(given).value(ask.target)
    return MoveOption(
        Ask(ask.asker, ask.target, ask.card, "surrender"), 0.0, value, by_answer=(value, value)
    )


def best_first(options: Iterable[MoveOption]) -> tuple[MoveOption, ...]:
    """Options by value; among those about as good as the best, it is the plainest that comes first.

    That is one that proves a half-suit on a yes, then the likelier one, then the first in order.
    Where something cannot fail, what cannot succeed is never the best, whatever the model says.

    Args:
        options: in deck order.
    """
    possible = tuple(options)
    has_sure = any(option.is_sure for option in possible)
    hopeful = [option for option in possible if option.chance > 0 or not has_sure]
    top = max((option.value for option in hopeful), default=0.0)
    close = [option for option in hopeful if option.value > top - AS_GOOD]
    best = sorted(close, key=lambda option: (not option.proves, -option.chance))[:1]
    by_value = sorted(possible, key=lambda option: -round(option.value, 9))
    return (*best, *(option for option in by_value if option not in best))
