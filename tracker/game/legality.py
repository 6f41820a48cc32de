"""Legality: which rules an event breaks, as far as the public state can tell.

``violations`` lists them, with the reasons in players' words. Two parts make it up: the rules on
turns, which ``tracker.game.turns`` knows and this module puts into words (``_out_of_place``), and
the rules on the event itself (``_of_the_event``). A rule that forbids something belongs into one of
the two.

What only the hidden hands could tell (that an asker held no other card of the half-suit, say) is
for deduction, which finds that no deal is left. ``possible_asks`` adds what a seat can tell from
its own hand.

Example: with the turn at Ann, ``violations(state, Ask("Bob", "Ann", "5H", "no"))`` is one
``Violation`` with the code ``turn``: "it is Ann's turn, not Bob's".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Final, assert_never

from tracker.errors import Violation
from tracker.game.ask_rules import (
    cards_to_ask,
    entitling_cards,
    may_ask_for_own,
    may_surrender,
    must_claim_first,
)
from tracker.game.cards import Card
from tracker.game.events import (
    Ask,
    Award,
    Challenge,
    Claim,
    Decline,
    Event,
    Gap,
    Give,
    HandSize,
    HandSizes,
    Missing,
    Now,
    Pass,
    PlainEvent,
    Seat,
    Show,
    actor,
)
from tracker.game.state import State
from tracker.game.transition import NOTES, claimed_team, is_gift_after, outcome_by
from tracker.game.turns import has_come_back, is_lax, may_have_turn, named_team, steps
from tracker.messages import counted

OF_TURNS: Final = frozenset(
    {"turn", "pass", "forced-claim", "challenge", "decline", "game-over", "hand-size"}
)
"""The codes of the rules on whose turn it is, and on what must be claimed or said then.

Where claims may be forced, none of them can be told past a missing stretch: any half-suit may be
gone by then.
"""


def violations(state: State, event: Event) -> tuple[Violation, ...]:
    """Every rule that an event breaks in a state.

    Args:
        state: the public state before the event.
        event: any event, marked irregular or not.

    Returns:
        The violations; none where the event is legal, as far as the public state tells, and none
        of a gap.
    """
    if isinstance(event, Gap | Missing):
        return ()
    left_out = OF_TURNS if is_lax(state) else frozenset()
    return tuple(each for each in _violations(state, event) if each.code not in left_out)


def is_legal(state: State, event: Event) -> bool:
    """Whether an event breaks no rule that the public state can tell of."""
    return not violations(state, event)


def _violations(state: State, event: PlainEvent) -> Iterator[Violation]:
    """The violations, one after the other."""
    if state.over and not isinstance(event, HandSize | HandSizes | Now):
        yield Violation("game-over", "the game is over: every book is settled")
        return
    if not steps(state, event):
        reasons = tuple(_out_of_place(state, event))
        yield from reasons
        if not reasons:
            yield Violation("turn", f"{_whose_turn(state)}, and this cannot come now")
    yield from _of_the_event(state, event)


def _of_the_event(state: State, event: PlainEvent) -> Iterator[Violation]:
    """The rules that an event breaks, whoever's turn it is."""
    yield from _gift_due(state, event)
    match event:
        case Ask():
            yield from _ask(state, event)
        case Claim():
            yield from _claim(state, event)
        case HandSize():
            yield from _hand_size(state, event)
        case HandSizes():
            for seat, size in event.sizes:
                yield from _known_size(state, seat, size)
        case Now() | Show():
            yield from _in_play(state, event.cards)
            yield from _places(state, [(card, event.seat) for card in event.cards])
            if isinstance(event, Now):
                yield from _whole_hand(state, event)
        case Give():
            yield from _moved(state, event)
        case Challenge():
            yield from _open_book(state, event.book)
        case Award():
            yield from _open_book(state, event.book)
            yield from _places(state, event.shown or ())
        case Pass() | Decline():
            pass
        case _:
            assert_never(event)


def _moved(state: State, event: Give) -> Iterator[Violation]:
    """What is wrong with a card that the table moves."""
    if event.receiver == event.giver:
        who = f"{event.giver} gives the {event.card} to themselves"
        yield Violation("holder", f"{who}: another player gets it")
    yield from _in_play(state, (event.card,))
    yield from _places(state, [(event.card, event.giver)])


# -- the turn -------------------------------------------------------------------------------------


def _out_of_place(state: State, event: PlainEvent) -> Iterator[Violation]:
    """Why an event cannot come now, where the rules on turns leave no way for it."""
    yield from _forced(state, event)
    match event:
        case Ask():
            yield from _turn(state, event.asker)
        case Claim():
            if state.forced is None:
                yield from _claimants_turn(state, event.claimant)
        case Pass():
            yield from _pass(state, event)
        case Challenge():
            if state.table.rules.challenge == "no":
                yield Violation("challenge", "these rules know no challenge (challenge=no)")
        case Decline():
            if state.forced is None or not state.forced.chances:
                yield Violation("decline", f"{event.seat} has no claim to decline")
        case HandSize() | Show() | Award() | Give() | HandSizes() | Now():
            pass
        case _:
            assert_never(event)


def _forced(state: State, event: PlainEvent) -> Iterator[Violation]:
    """What is not allowed while a team must claim."""
    forced = state.forced
    if forced is None or isinstance(event, HandSize | Show | Award | Give | HandSizes | Now):
        return
    books = ", ".join(forced.books)
    if has_come_back(state, forced) and isinstance(event, Claim | Decline):
        yield Violation("forced-claim", "the other team has cards again: no claim is due")
        return
    if not isinstance(event, Claim | Decline):
        yield Violation("forced-claim", f"{' or '.join(forced.team)} must claim {books} first")
        return
    if isinstance(event, Claim) and event.book not in forced.books:
        yield Violation("forced-claim", f"the claim must be of {books}")
    if isinstance(event, Claim) and event.outcome == "cancelled" and forced.challenger is None:
        yield Violation("forced-claim", "a claim that has to be made is not cancelled")
        return
    if isinstance(event, Claim) and forced.chances and _names_other_team(state, event):
        yield Violation("forced-claim", f"the claim must name {' '.join(forced.team)}")
    if actor(event) != forced.next_up:
        yield Violation(
            "forced-claim", f"it is for {forced.next_up} to claim or decline, not {actor(event)}"
        )


def _names_other_team(state: State, claim: Claim) -> bool:
    return named_team(state.table, claim) != state.table.team_of[claim.claimant]


def _turn(state: State, seat: Seat) -> Iterator[Violation]:
    """A seat whose turn it cannot be."""
    if seat not in state.movers():
        yield Violation("turn", f"{_whose_turn(state)}, not {seat}'s")


def _claimants_turn(state: State, claimant: Seat) -> Iterator[Violation]:
    """A seat that may not claim, as it cannot be its turn, or its team's (``claims``)."""
    team = state.table.team_of[claimant]
    if state.table.rules.claims != "team-turn":
        yield from _turn(state, claimant)
    elif not any(seat in state.movers() for seat in team):
        yield Violation("turn", f"{_whose_turn(state)}, and {claimant} is of the other team")


def _whose_turn(state: State) -> str:
    turn = state.turn
    return f"it is {turn}'s turn" if turn else f"it is the turn of {' or '.join(state.to_move)}"


def _pass(state: State, event: Pass) -> Iterator[Violation]:
    """The rules that a pass breaks."""
    if not state.may_hold_cards(event.receiver):
        yield Violation("empty-hand", f"{event.receiver} has no cards")
    if any(situation.choosers for situation in state.situations):
        yield from _choice(state, event)
        return
    yield from _turn(state, event.passer)
    if state.sizes[event.passer]:
        yield Violation("pass", f"{event.passer} still has cards and cannot pass the turn")
    team = state.table.team_of[event.passer]
    if event.receiver not in team and any(state.sizes[mate] for mate in team):
        yield Violation("pass", f"{event.receiver} is an opponent, and a teammate has cards")


def _choice(state: State, event: Pass) -> Iterator[Violation]:
    """A team chooses who goes on; the opponents only where it turns out to have no cards."""
    choosers = {seat for situation in state.situations for seat in situation.choosers}
    if event.passer not in choosers:
        yield Violation("turn", f"the turn is not {event.passer}'s to give")
    if event.receiver not in state.to_move:
        yield Violation("turn", f"the turn goes to {' or '.join(state.to_move)}")


# -- cards, half-suits and hand sizes -------------------------------------------------------------


def _in_play(state: State, cards: Iterable[Card]) -> Iterator[Violation]:
    """Cards that are no longer in play."""
    for card in cards:
        if not state.is_open(card):
            yield Violation("closed-book", f"{card} is no longer in play")


def _open_book(state: State, book: str) -> Iterator[Violation]:
    """A half-suit that is settled."""
    if state.books[book].status != "open":
        yield Violation("closed-book", f"{book} is already settled")


def _places(state: State, holdings: Iterable[tuple[Card, Seat]]) -> Iterator[Violation]:
    """Cards that are known to be elsewhere."""
    for card, seat in holdings:
        holder = state.located.get(card, seat)
        if holder != seat:
            yield Violation("holder", f"{holder} is known to hold the {card}, not {seat}")


def _gift_due(state: State, event: PlainEvent) -> Iterator[Violation]:
    """A card that its owner asked for, for all to see, goes over at once."""
    ask = _asked_for_own(state)
    if ask is None or is_gift_after(ask, event) or isinstance(event, NOTES):
        return
    gift = f"{ask.asker} gives {ask.target} {ask.card}"
    yield Violation("surrender", f"{ask.asker} asked for the {ask.card} and holds it: '{gift}'")


def _asked_for_own(state: State) -> Ask | None:
    """The ask before, where all can see that its card is the asker's, who has to give it."""
    ask = state.awaited
    return ask if ask is not None and state.located.get(ask.card) == ask.asker else None


def _hand_size(state: State, event: HandSize) -> Iterator[Violation]:
    """A size must be the one that is known, and one that the rules let a player say."""
    yield from _known_size(state, event.seat, event.size)
    rules = state.table.rules
    announced = rules.announce_last == "yes" and event.size == 1
    if rules.hand_sizes == "empty-only" and event.size > 0 and not announced:
        yield Violation(
            "hand-size", "under hand-sizes=empty-only a player says only whether they have cards"
        )


def _known_size(state: State, seat: Seat, size: int) -> Iterator[Violation]:
    """A size that is not the one everyone knows."""
    known = state.sizes[seat]
    if known is not None and known != size:
        yield Violation("hand-size", f"{seat} has {counted(known, 'card')}, not {size}")


def _whole_hand(state: State, now: Now) -> Iterator[Violation]:
    """A whole hand has as many cards as everyone knows, and all that everyone saw go there."""
    if not now.whole:
        return
    yield from _known_size(state, now.seat, len(now.cards))
    for card, seat in state.located.items():
        if seat == now.seat and card not in now.cards:
            yield Violation("holder", f"{seat} is known to hold the {card}")


# -- claims ---------------------------------------------------------------------------------------


def _claim(state: State, claim: Claim) -> Iterator[Violation]:
    """The rules that a claim breaks."""
    yield from _open_book(state, claim.book)
    team = claimed_team(state, claim)
    outsiders = dict.fromkeys(seat for _, seat in claim.holdings if seat not in team)
    if outsiders:
        teams = (team,) if state.forced else state.table.claimable_by(claim.claimant)
        names = " or ".join(map(" ".join, teams))
        yield Violation("naming", f"a claim names {names} only, not {' '.join(outsiders)}")
    yield from _shown(state, claim)
    true = claim.holdings if claim.outcome == "correct" else claim.shown
    yield from _places(state, true or ())


def _shown(state: State, claim: Claim) -> Iterator[Violation]:
    """Cards shown must be allowed, and must make the claim what its outcome says."""
    if claim.shown is None:
        return
    if state.table.rules.reveal == "nothing":
        yield Violation("reveal", "under reveal=nothing nobody shows cards after a claim")
    outcome = outcome_by(claim.shown, claim, claimed_team(state, claim))
    possible = (outcome,) if outcome == "opponents" else (outcome, "cancelled")
    if claim.outcome not in possible:
        yield Violation(
            "outcome", f"the cards shown make the claim {outcome!r}, not {claim.outcome!r}"
        )


# -- asks -----------------------------------------------------------------------------------------


def _ask(state: State, ask: Ask) -> Iterator[Violation]:
    """The rules that an ask breaks."""
    yield from _asked_seat(state, ask.asker, ask.target)
    yield from _in_play(state, (ask.card,))
    if state.is_open(ask.card):
        yield from _asker_holdings(state, ask)
        yield from _answer(state, ask)
        holds = {card for card, seat in state.located.items() if seat == ask.asker}
        for name in must_claim_first(state, holds):
            yield Violation(
                "must-claim", f"{ask.asker} holds all of {name} and must claim it first"
            )


def _asked_seat(state: State, asker: Seat, target: Seat) -> Iterator[Violation]:
    """Who is asked must be an opponent, and both must have cards."""
    if target not in state.table.opponents_of[asker]:
        whom = "themselves" if target == asker else f"{target}, a teammate"
        yield Violation("teammate", f"{asker} asks {whom}: only opponents can be asked")
    for seat in dict.fromkeys((asker, target)):
        if not state.may_hold_cards(seat):
            yield Violation("empty-hand", f"{seat} has no cards")


def _asker_holdings(state: State, ask: Ask) -> Iterator[Violation]:
    """The asker must hold a card of the half-suit, and must not hold the one asked for."""
    rules, book = state.table.rules, state.table.deck.book_of[ask.card]
    if not may_ask_for_own(rules) and state.located.get(ask.card) == ask.asker:
        yield Violation("own-card", f"{ask.asker} asks for the {ask.card} and is known to hold it")
    may_hold = {card for card in book.cards if state.located.get(card, ask.asker) == ask.asker}
    if may_hold.isdisjoint(entitling_cards(rules, book, ask.card)):
        yield Violation(
            "no-card-of-book", f"{ask.asker} is known to hold no other card of {book.name}"
        )


def _answer(state: State, ask: Ask) -> Iterator[Violation]:
    """What everyone can see of an answer: who surrenders, who gives what they cannot have."""
    holder = state.located.get(ask.card)
    if ask.answer == "surrender" and not may_surrender(state.table.rules):
        yield Violation("surrender", "a card is surrendered only under own-card-asks=surrender")
    giver = ask.asker if ask.answer == "surrender" else ask.target
    if ask.answer != "no" and holder is not None and holder != giver:
        yield Violation("answer", f"{giver} cannot give the {ask.card}: {holder} holds it")
    if ask.answer == "no" and holder == ask.target:
        yield Violation("answer", f"{ask.target} says no and is known to hold the {ask.card}")


def possible_asks(
    state: State, seat: Seat, holds: Set[Card], may_hold: Set[Card]
) -> Iterator[tuple[Seat, Card]]:
    """The asks that a seat may make, as far as it can tell from its hand and from what all can see.

    Args:
        state: the public state.
        seat: the asker.
        holds: the cards that the asker surely holds.
        may_hold: the cards that the asker holds or may hold. Where this is more than ``holds``,
            some of the asks may turn out to be illegal.

    Yields:
        For each ask the seat asked and the card, in deck order, then by the seat asked.
    """
    if state.over or not may_have_turn(state, seat) or must_claim_first(state, holds):
        return
    if _asked_for_own(state) is not None:
        return
    opponents = state.table.opponents_of[seat]
    targets = [target for target in opponents if not any(_asked_seat(state, seat, target))]
    for name in state.open_books():
        for card in cards_to_ask(state.table, name, holds, may_hold):
            for target in targets:
                yield target, card
