"""The ways to fill a gap: which events a statement can have been of which a part is forgotten.

Only the public state and the rules are asked here; whether a deal allows an event is found out
elsewhere (``tracker.inference.completions``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from math import prod
from typing import Any, Final, TypeAlias

from tracker.budget import CANDIDATE_COST, charge
from tracker.errors import UndecidedError
from tracker.game.ask_rules import may_surrender
from tracker.game.cards import Card
from tracker.game.events import (
    ANSWERS,
    OUTCOMES,
    Ask,
    Award,
    Claim,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Holdings,
    Open,
    OtherTeamClaim,
    Pass,
    PlainEvent,
    Seat,
    UnsureAsk,
    own_fields,
)
from tracker.game.legality import violations
from tracker.game.state import State
from tracker.game.transition import claimed_team
from tracker.game.turns import is_lax, may_have_turn

ANY_ASK: Final = Gap(Ask, (Open(), Open(), Open(), Open()))
"""An ask of which nothing is remembered."""
MOST_FILLINGS: Final = 60_000
"""Where a gap can be filled in more ways, before the rules are asked, the question is given up."""
MOST_NAMINGS: Final = 2_000
"""Nor are more ways listed to name the holders of a half-suit."""
MOST_TOGETHER: Final = 7
"""Of more cards, the clauses that say what asks have in common would be too many."""


Homes: TypeAlias = Callable[[Card], Sequence[Seat]]
"""Who can hold a card at the moment."""


def fillings(
    state: State, gap: Gap, *, by_players: bool, regular: bool = False, homes: Homes | None = None
) -> list[PlainEvent]:
    """The events that a gap can be, by the rules.

    Args:
        state: the public state before it.
        gap: the gap.
        by_players: whether fillings that say the same to the reader stay apart.
        regular: whether nothing is given where the rules allow none; else all are, as events that
            break a rule.
        homes: who can hold a card that a right claim named; None: any of the team.

    Raises:
        UndecidedError: where there are too many.
    """
    in_turn = regular and not gap.irregular and not is_lax(state)
    plain = _listed(
        state, _candidates(state, gap, by_players=by_players, homes=homes, in_turn=in_turn)
    )
    if not plain and not regular:
        plain = _listed(state, _senseless(state, gap))
    charge(CANDIDATE_COST * len(plain))
    legal = plain if gap.irregular else [event for event in plain if not violations(state, event)]
    if not legal and not regular:
        legal = plain
    return legal if by_players else _together(state, legal)


def _listed(state: State, events: Iterable[PlainEvent]) -> list[PlainEvent]:
    """The events, unless they are too many."""
    listed = list(islice(events, MOST_FILLINGS + 1))
    if len(listed) > MOST_FILLINGS:
        raise _too_many(state)
    return listed


def _too_many(state: State) -> UndecidedError:
    """The error that says which gap has too many ways to be filled."""
    return UndecidedError(
        f"not decided: the gap at event {state.at + 1} can be filled in too many ways"
    )


def _candidates(
    state: State, gap: Gap, *, by_players: bool, homes: Homes | None, in_turn: bool
) -> Iterator[PlainEvent]:
    """The events that a gap can be, whatever the rules say of them but whose turn it is to ask."""
    marks = _marks(gap)
    if gap.of is Claim:
        for values in _claims(state, gap, by_players=by_players, homes=homes):
            claim = Claim(**values, **marks)
            yield claim
            teams = state.table.claimable_by(claim.claimant)
            if not claim.holdings and len(teams) > 1 and claimed_team(state, claim) in teams:
                yield OtherTeamClaim(**values, **marks)
        return
    if gap.of is HandSize and isinstance(gap.value("size"), Open):
        yield from _sizes(state, gap, marks, by_players=by_players)
        return
    for values in _each_value(state, gap):
        if gap.of is Ask and not _is_ask(state, values, in_turn=in_turn):
            continue
        if gap.of in (Give, Pass) and next(iter(values.values())) == values["receiver"]:
            continue  # nobody gives a card, or the turn, to themselves
        yield gap.of(**values, **marks)


def _senseless(state: State, gap: Gap) -> Iterator[PlainEvent]:
    """The events that a gap can be if it makes no sense, as an ask of oneself does not."""
    return (gap.of(**values, **_marks(gap)) for values in _each_value(state, gap))


def _each_value(state: State, gap: Gap) -> Iterator[dict[str, Any]]:
    """The fields of the events that a gap can be, in all ways to take one value of each."""
    names = own_fields(gap.of)
    for chosen in product(*(_options(state, gap, name) for name in names)):
        yield dict(zip(names, chosen, strict=True))


def _marks(event: Event) -> dict[str, Any]:
    """What a gap hands on to the events that fill it, besides their fields."""
    return {name: getattr(event, name) for name in ("irregular", "comment", "above", "line")}


def _is_ask(state: State, values: dict[str, Any], *, in_turn: bool) -> bool:
    """Whether an ask is at all possible: cheap to tell, before the rules are asked.

    Args:
        state: the public state before it.
        values: its fields.
        in_turn: whether it has to be the asker's turn.
    """
    if values["answer"] == "surrender" and not may_surrender(state.table.rules):
        return False
    if in_turn and not may_have_turn(state, values["asker"]):
        return False
    return bool(values["target"] != values["asker"])


def _options(state: State, gap: Gap, name: str) -> Sequence[Any]:
    """The values that a field can have."""
    value = gap.value(name)
    table = state.table
    if name == "cards":
        return _shown_cards(state, value)
    if not isinstance(value, Open):
        return [value]
    if value.values is not None:
        return value.values
    if name == "card":
        return _card_options(state, value)
    if name == "answer":
        return ANSWERS
    if name == "book":
        return state.open_books() or tuple(state.books)  # a claim too many breaks a rule
    if name == "seat" and gap.of is Award:
        return (table.teams[0][0], table.teams[1][0], None)
    if gap.of is Ask and name in ("asker", "target"):
        known = gap.value("target" if name == "asker" else "asker")
        return table.opponents_of[known] if isinstance(known, str) else table.seats
    return table.seats


def _shown_cards(state: State, cards: Sequence[Card | Open]) -> list[tuple[Card, ...]]:
    """The cards that somebody can have shown: no card twice, if there are as many."""
    shown: list[tuple[Card, ...]] = [()]
    for card in cards:
        options = _card_options(state, card)
        longer = [(*before, each) for before in shown for each in options if each not in before]
        shown = longer or [(*before, each) for before in shown for each in options]
        if len(shown) > MOST_FILLINGS:
            raise _too_many(state)
    return shown


def _card_options(state: State, card: Card | Open) -> Sequence[Card]:
    if not isinstance(card, Open):
        return (card,)
    if card.values is not None:
        return card.values
    return state.cards or state.table.cards or state.table.deck.cards  # one too many breaks a rule


def _sizes(
    state: State, gap: Gap, marks: dict[str, Any], *, by_players: bool
) -> Iterator[PlainEvent]:
    """The sizes of a hand that somebody said; where any could be said, that says nothing."""
    size = gap.value("size")
    for seat in _options(state, gap, "seat"):
        known = state.sizes[seat]
        free = size.values is None and state.table.rules.hand_sizes == "public"
        # Where an answer is open, a hand size tells it, which a note on all hands would not.
        if free and known is None and not by_players and state.awaited is None:
            yield HandSizes((), **marks)
        elif size.values is not None:
            yield from (HandSize(seat, number, **marks) for number in size.values)
        elif known is not None:
            yield HandSize(seat, known, **marks)
        else:
            sizes = range(state.balance[seat] + 1)
            yield from (HandSize(seat, number, **marks) for number in sizes)


def _claims(
    state: State, gap: Gap, *, by_players: bool, homes: Homes | None
) -> Iterator[dict[str, Any]]:
    """The claims that a gap can be."""
    outcome = gap.value("outcome")
    outcomes = outcome.values or OUTCOMES if isinstance(outcome, Open) else (outcome,)
    for claimant, book, ended in product(
        _options(state, gap, "claimant"), _options(state, gap, "book"), outcomes
    ):
        values = {"claimant": claimant, "book": book, "outcome": ended, "shown": gap.value("shown")}
        for naming in _namings(state, gap, values, by_players=by_players, homes=homes):
            yield {**values, "holdings": naming}


def _namings(
    state: State, gap: Gap, values: dict[str, Any], *, by_players: bool, homes: Homes | None
) -> Iterator[Holdings]:
    """What a claim can have named."""
    named, shown = gap.value("holdings"), values["shown"]
    if not isinstance(named, Open):
        yield named
    elif values["outcome"] == "correct" and shown is not None:
        yield shown
    elif not by_players or values["outcome"] != "correct":
        yield ()
    else:
        cards = state.table.deck.by_name[values["book"]].cards
        named = claimed_team(state, Claim(**values, holdings=()))
        claimable = state.table.claimable_by(values["claimant"])
        for team in claimable if named in claimable else (named,):
            places: list[tuple[Seat, ...]] = [
                (state.located[card],) if card in state.located else team for card in cards
            ]
            if homes is not None:  # where nobody can hold a card, one naming that is false will do
                places = [
                    tuple(seat for seat in homes(card) if seat in seats) or seats[:1]
                    for card, seats in zip(cards, places, strict=True)
                ]
            if prod(map(len, places)) > MOST_NAMINGS:
                raise _too_many(state)
            for seats in product(*places):
                yield tuple(zip(cards, seats, strict=True))


def wrong_namings(state: State, claim: Claim) -> list[Claim]:
    """What a wrong claim can have named whose naming nobody remembers.

    The public state after it does not depend on that.

    Args:
        state: the public state before it.
        claim: the claim, without a naming, of cards that its team held.

    Raises:
        UndecidedError: where there are too many.
    """
    cards = state.table.deck.by_name[claim.book].cards
    team = claimed_team(state, claim)
    if len(team) ** len(cards) > MOST_NAMINGS:
        raise _too_many(state)
    marks = _marks(claim)
    named = [
        Claim(
            claim.claimant, claim.book, tuple(zip(cards, seats, strict=True)), claim.outcome,
            shown=claim.shown, **marks,
        )
        for seats in product(team, repeat=len(cards))
    ]  # fmt: skip
    legal = named if claim.irregular else [each for each in named if not violations(state, each)]
    return legal or named


def _together(state: State, events: list[PlainEvent]) -> list[PlainEvent]:
    """The events, with those asks as one that were answered no and differ only in the card.

    After each of them the public state is the same. Where asking for one's own card may cost it,
    they stay apart: what the next event says of them differs.
    """
    if len(events) < 2 or may_surrender(state.table.rules):
        return events
    groups: dict[object, list[Ask]] = defaultdict(list)
    rest: list[PlainEvent] = []
    for event in events:
        if isinstance(event, Ask) and event.answer == "no":
            book = state.table.deck.book_of[event.card].name
            groups[event.asker, event.target, book].append(event)
        else:
            rest.append(event)
    for asks in groups.values():
        if len(asks) == 1 or len(asks) > MOST_TOGETHER:
            rest += asks
        else:
            rest.append(
                UnsureAsk(
                    asks[0].asker, asks[0].target, asks[0].card, "no",
                    cards=tuple(ask.card for ask in asks), irregular=asks[0].irregular,
                    above=asks[0].above, comment=asks[0].comment, line=asks[0].line,
                )
            )  # fmt: skip
    return rest
