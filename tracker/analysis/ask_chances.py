"""Which asks are legal from a seat's chair, and how likely each is to be answered with yes.

An ask with its answer says where one card is or is not, that the asker holds one of the cards of
its half-suit, and perhaps more. A clause of one half-suit costs no count of its own: it is true but
for the deals in which all its literals are false, and for each card that is a set of seats.

Example: Ann may hold the 2H or the 3H. "Ann asks Bob 4H: yes" fits as many deals as have the 4H
with Bob, less those in which moreover Ann has no other low heart.

All that could come of an ask is in ``tracker.analysis.asks``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import log2

from tracker.counting import Posterior
from tracker.errors import RecordError
from tracker.game.cards import Card
from tracker.game.events import Ask, Seat
from tracker.game.legality import possible_asks
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of
from tracker.game.state import Situation, State
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Clause, EventCause, Fact, Literal
from tracker.knowledge.gather import Present, event_facts, facts_of_no_gift
from tracker.knowledge.views import ViewLike


class Likelihoods:
    """How likely asks with their answers are, in the eyes of one view at one moment.

    Args:
        state: the public state before them.
        posterior: the counts of the view then.
    """

    def __init__(self, state: State, posterior: Posterior) -> None:
        self._state, self._posterior = state, posterior
        self._parts: dict[tuple[Fact, ...], Posterior] = {}

    def bits(self, ask: Ask) -> float:
        """What the view learns from an ask; the most possible where it rules the ask out."""
        return log2(1 / max(self.share(ask), Fraction(1, self._posterior.count)))

    def share(self, ask: Ask) -> Fraction:
        """The share of the deals in which an ask would be legal, and be answered so."""
        half_suit = self._state.table.deck.book_of[ask.card].cards
        facts = event_facts(self._state, ask)
        clauses = [
            fact for fact in facts if isinstance(fact, Clause) and _is_about(fact, half_suit)
        ]
        rest = tuple(fact for fact in facts if fact not in clauses)
        part = self._part(rest)
        share = Fraction(part.count, self._posterior.count)
        return share * _chance_of_all(clauses, part) if share else share

    def yeses(self, asks: Sequence[tuple[Seat, Card]]) -> Iterator[tuple[tuple[Seat, Card], float]]:
        """Asks with the chance of a yes to each; those that are legal in no deal are left out.

        Args:
            asks: who is asked for which card, by a seat whose view it is, and whose whole hand it
                has: so that what an ask says of the asker is so in every deal.
        """
        now = Present(self._state, EventCause(self._state.at + 1))
        no_gift, cards = facts_of_no_gift(self._state), {card for _, card in asks}
        parts = {target: self._part((*no_gift, *now.is_able(target))) for target, _ in asks}
        dealt = {
            part: part.marginals(cards) for part in dict.fromkeys(parts.values()) if part.count
        }
        for target, card in asks:
            if parts[target] in dealt:
                places = dealt[parts[target]]
                yield (target, card), holder_chance(self._state.located, places, card, target)

    def _part(self, facts: tuple[Fact, ...]) -> Posterior:
        """The counts of the deals that fit what the asks of a moment say of other half-suits."""
        if facts not in self._parts:
            self._parts[facts] = self._posterior.given(facts)
        return self._parts[facts]


def _is_about(clause: Clause, cards: Sequence[Card]) -> bool:
    """Whether all that a clause says is about some cards."""
    return all(literal.card in cards for literal in clause.literals)


def _chance_of_all(
    clauses: Sequence[Clause], posterior: Posterior, literals: Sequence[Literal] = ()
) -> Fraction:
    """The chance that clauses of one half-suit, and literals, are true.

    A clause is false where all its literals are: that chance is taken off.
    """
    if not clauses:
        return _chance_of_literals(literals, posterior)
    first, *others = clauses
    if len(first.literals) == 1:
        return _chance_of_all(others, posterior, (*literals, *first.literals))
    false = [one._replace(holds=not one.holds) for one in first.literals]
    rest = _chance_of_all(others, posterior, literals)
    return rest - _chance_of_all(others, posterior, (*literals, *false)) if rest else rest


def _chance_of_literals(literals: Iterable[Literal], posterior: Posterior) -> Fraction:
    """The chance that literals about cards of one half-suit are all true."""
    seats: dict[Card, set[Seat]] = {}
    for card, seat, holds in literals:
        left = seats.setdefault(card, {*posterior.knowledge.seats})
        left &= {seat} if holds else left - {seat}
    dealt = posterior.marginals(seats)
    if any(seats[card].isdisjoint(dealt[card]) for card in seats):
        return Fraction(0)
    # A card that is certain takes no count.
    unsure = {card: left for card, left in seats.items() if not left.issuperset(dealt[card])}
    return posterior.owned(unsure) if unsure else Fraction(1)


def ask_chances(deduction: Deduction, posterior: Posterior) -> Mapping[tuple[Seat, Card], float]:
    """The chance of a yes, for every ask that is legal from the chair of a view's one seat.

    Args:
        deduction: the view of a seat.
        posterior: its counts.

    Returns:
        The chances by who is asked for which card.

    Raises:
        UndecidedError: beyond the budget of counting.
    """
    (seat,) = deduction.viewer.seats
    (hand,) = deduction.viewer.hands
    state = at_turn(deduction.state, seat)
    legal = tuple(asks_from_chair(deduction))
    likelihoods = Likelihoods(state, posterior)
    if hand.whole:
        return dict(likelihoods.yeses(legal))
    chances = {}
    for target, card in legal:  # not every deal allows the ask
        asked = Ask(seat, target, card, "yes")
        yes, no = (likelihoods.share(ask) for ask in (asked, replace(asked, answer="no")))
        if yes + no:
            chances[target, card] = float(yes / (yes + no))
    return chances


def holder_chance(
    located: Mapping[Card, Seat], dealt: Mapping[Card, Mapping[Seat, float]], card: Card, seat: Seat
) -> float:
    """The chance that a seat holds a card in play now.

    Args:
        located: where cards publicly are.
        dealt: for each card, the chance of each seat that it was dealt to it.
        card: the card.
        seat: the seat.
    """
    if card in located:
        return float(located[card] == seat)
    return dealt[card].get(seat, 0.0)


# -- the asks of one seat -------------------------------------------------------------------------


def deduce_from_chair(record: Record, seat: ViewLike, at: int | None) -> Deduction:
    """What follows for one seat at a moment.

    Args:
        record: the game.
        seat: the seat; None: whose turn it is.
        at: after that many events; None: after all.

    Raises:
        RecordError: where that is not one seat, and what ``deduce`` raises.
    """
    if seat is None:
        seat = _only_at_turn(record, at)
        if seat is None:
            raise RecordError("it is no single seat's turn: say whose asks are wanted")
    view = view_of(record, seat)
    if len(view.seats) != 1:
        raise RecordError(f"asks are those of one seat, not of {view.name}")
    return deduce(record, view=view, at=at)


def _only_at_turn(record: Record, at: int | None) -> Seat | None:
    """The one seat that has the turn; None where it is nobody, or any of several."""
    if not has_gaps(record, at):
        state = replay_of(record).state(at)
        return None if state.over else state.turn
    with deduce(record, at=at) as public:
        seats = () if public.state.over else public.to_move()
    return seats[0] if len(seats) == 1 else None


def asks_from_chair(deduction: Deduction) -> Iterator[tuple[Seat, Card]]:
    """The asks of a view's one seat that break no rule that everyone, or the asker, can see.

    They are those that the seat could make if it were its turn. Where the view knows its hand in
    part, they are all that may be legal.
    """
    (seat,) = deduction.viewer.seats
    holders = deduction.all_holders()
    own = {card for card, seats in holders.items() if seats == (seat,)}
    may = {card for card, seats in holders.items() if seat in seats}
    yield from possible_asks(at_turn(deduction.state, seat), seat, own, may)


def sure_asks(deduction: Deduction) -> Iterator[tuple[Seat, Card]]:
    """The asks of ``asks_from_chair`` that are answered with yes in every deal."""
    holders = deduction.all_holders()
    return (
        (target, card) for target, card in asks_from_chair(deduction) if holders[card] == (target,)
    )


def at_turn(state: State, seat: Seat) -> State:
    """A state changed so that it is a seat's turn: what could the seat ask if it were to go on?

    Where the seat has the turn, it stays as it is: an ask may say that no forced end had come.
    """
    if state.turn == seat:
        return state
    return replace(state, situations=(Situation((seat,), forced=state.forced),))
