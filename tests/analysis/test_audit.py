"""The audit against its definitions, by brute force over all deals of tiny decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import dropwhile, groupby, product

import pytest
from hypothesis import given, settings

import tracker.analysis.audit as audit_module
from tests.brute import all_deals
from tests.referee import Referee
from tests.strategies import full_games, seed_games, tiny_games
from tracker.analysis.audit import Audit, ClaimAudit, Missed, NamingOdds, audit, naming_odds
from tracker.errors import ContradictionError
from tracker.game.events import Ask, Claim, Event, Holdings, Seat
from tracker.game.record import Hand, Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.game.transition import claimed_team
from tracker.inference.deduction import deduce
from tracker.inference.hands import known_hands
from tracker.knowledge.facts import Deal
from tracker.knowledge.views import knowledge
from tracker.notation import text


def is_right(state: State, deal: Deal, holdings: Holdings) -> bool:
    return all(state.located.get(card, deal[card]) == seat for card, seat in holdings)


def team_holds(
    state: State, deal: Deal, book: str, team: Sequence[Seat]
) -> tuple[Seat, ...] | None:
    cards = state.table.deck.by_name[book].cards
    places = tuple(state.located.get(card, deal[card]) for card in cards)
    return places if all(seat in team for seat in places) else None


class Brute:
    """Every definition of the audit, word for word, on the deals a view leaves."""

    def __init__(self, record: Record, truth: Deal) -> None:
        self.record = record
        self.truth = truth
        self.states = states(record)
        self.hands = known_hands(record)
        self._deals: dict[tuple[Seat | None, int], list[Deal]] = {}

    def deals(self, seat: Seat | None, at: int) -> list[Deal]:
        if (seat, at) not in self._deals:
            hands = () if seat is None else (self.hands[seat],)
            known = knowledge(self.record, hands, at)
            before = self.deals(seat, at - 1) if at else all_deals(known)
            self._deals[seat, at] = [deal for deal in before if known.fits(deal)]
        return self._deals[seat, at]

    def share(self, seat: Seat | None, at: int, holdings: Holdings) -> tuple[int, int]:
        deals = self.deals(seat, at)
        return sum(is_right(self.states[at], deal, holdings) for deal in deals), len(deals)

    def provable(self, seat: Seat, at: int, book: str) -> bool:
        state = self.states[at]
        if state.books[book].status != "open":
            return False
        team = state.table.team_of[seat]
        namings = {team_holds(state, deal, book, team) for deal in self.deals(seat, at)}
        return len(namings) == 1 and None not in namings

    def check_claim(self, found: ClaimAudit, claim: Claim) -> None:
        at, seat = found.event - 1, claim.claimant
        right, total = self.share(seat if seat in self.hands else None, at, claim.holdings)
        verdict = "proven" if right == total else "refuted" if right == 0 else "guess"
        if verdict == "guess" and seat not in self.hands:
            verdict = "unknown"
        assert found.verdict == verdict
        assert found.probability is not None
        assert found.probability * total == right
        for other in self.hands:
            right, total = self.share(other, at, claim.holdings)
            proven = right == total and other != seat
            assert (other in found.also_proven_for) == proven
            mate = other != seat and other in claimed_team(self.states[at], claim)
            able = mate and self.provable(other, at, found.book)
            assert (other in found.provable_by) == able
        if (
            seat in self.hands
            and claimed_team(self.states[at], claim) == (self.states[at].table.team_of[seat])
        ):
            self.check_since(found, at)

    def check_since(self, found: ClaimAudit, at: int) -> None:
        seat, since = found.claimant, found.provable_since
        assert (since is not None) == self.provable(seat, at, found.book)
        if since is not None:
            assert all(self.provable(seat, n, found.book) for n in range(since, at + 1))
            assert since == 0 or not self.provable(seat, since - 1, found.book)

    def check_asks(self, found: Audit) -> None:
        kinds = {ask.event: ask.kind for ask in found.known_answers}
        for at, event in enumerate(self.record.events):
            if not isinstance(event, Ask) or event.asker not in self.hands:
                continue
            if not self.states[at].is_open(event.card):
                continue
            holdings = ((event.card, event.target),)
            right, total = self.share(event.asker, at, holdings)
            expected = "dead" if right == 0 else "sure" if right == total else None
            assert kinds.get(at + 1) == expected

    # -- missed claims ------------------------------------------------------------------------

    def missed(self) -> list[Missed]:
        """For each span of moments in which a seat can prove a book, its first chance, if any."""
        last = len(self.record.events)
        chances = self.chances()
        found = []
        for seat, book in product(self.hands, self.record.deck.by_name):
            for span in self.spans(seat, book):
                taken = [at for at in span if self.is_missed(seat, book, at, chances)]
                if taken:
                    found.append(Missed(seat, book, taken[0], min(span[-1] + 1, last)))
        return found

    def spans(self, seat: Seat, book: str) -> list[list[int]]:
        """The moments at which a seat can prove a book; a claim of the book begins a new span."""
        claims = 0
        keys = []
        for at in range(len(self.record.events) + 1):
            claims += at > 0 and is_claim_of(self.record.events[at - 1], book)
            keys.append((self.provable(seat, at, book), claims))
        found = groupby(range(len(keys)), key=lambda at: keys[at])
        return [list(moments) for (can, _), moments in found if can]

    def chances(self) -> list[tuple[Seat, ...]]:
        """Who may claim at each moment but the last, as far as everyone can tell.

        While all sizes are public, that is whoever may by the referee, who sees all hands: the turn
        is the same in all deals. Else only the state says what everyone can tell.
        """
        referee = Referee(self.record, self.truth)
        found: list[tuple[Seat, ...]] = []
        for state, event in zip(self.states, self.record.events, strict=False):
            told = None not in state.sizes.values()
            found.append(may_claim(referee) if told else seen_to_claim(state))
            referee.play(event)
        return found

    def is_missed(
        self, seat: Seat, book: str, at: int, chances: Sequence[tuple[Seat, ...]]
    ) -> bool:
        """Whether a seat may claim, and neither claims the book, first or after others, nor
        anybody else does."""
        if at == len(self.record.events) or seat not in chances[at]:
            return False
        others = dropwhile(lambda one: is_claim(one, seat, book), self.record.events[at:])
        return not is_claim_of(next(others, None), book)


def is_claim_of(event: Event | None, book: str) -> bool:
    return isinstance(event, Claim) and event.book == book


def is_claim(event: Event, seat: Seat, besides: str) -> bool:
    return isinstance(event, Claim) and event.claimant == seat and event.book != besides


def may_claim(referee: Referee) -> tuple[Seat, ...]:
    """Whoever may claim; where nobody said who begins a forced end, whoever can begin it."""
    if not referee.open_books():
        return ()
    if referee.duty is not None:
        duties = [spot.duty for spot in referee.spots if spot.duty is not None]
        return tuple({seat for duty in duties for seat in duty.chances[:1]})
    free = referee.rules.claims == "any-time"
    return tuple(referee.seats if free else referee.next_ones())


def seen_to_claim(state: State) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.table.seats if audit_module.may_claim(state, seat))


def games() -> Iterator[Record]:
    yield from seed_games(seed=3, count=25, max_deals=600)


def check(record: Record, truth: Deal) -> int:
    """Check all of an audit; how many missed claims were compared."""
    brute, found = Brute(record, truth), audit(record)
    events = {claim.event: claim for claim in found.claims}
    for number, event in enumerate(record.events, start=1):
        if isinstance(event, Claim) and brute.states[number - 1].books[event.book].status == "open":
            brute.check_claim(events.pop(number), event)
    assert not events
    brute.check_asks(found)
    return check_missed(brute, found.missed)


def check_missed(brute: Brute, found: Sequence[Missed]) -> int:
    """All of them and no others, in the order of events."""
    starts = [one.start for one in found]
    assert starts == sorted(starts)
    assert sorted(found, key=astuple) == sorted(brute.missed(), key=astuple)
    return len(found)


def dealt(record: Record) -> Deal:
    return {card: hand.seat for hand in record.hands for card in hand.cards}


def test_the_audit_equals_its_definitions() -> None:
    assert sum(check(record, dealt(record)) for record in games()) > 30


@pytest.mark.long
def test_what_is_said_to_be_missed_is_all_that_was() -> None:
    """Many games, as proofs seldom break and come again."""
    rules = {"wrong-split": "cancelled", "opponent-holds": "opponents"}
    found = [
        check_missed(Brute(record, dealt(record)), audit(record).missed)
        for record in seed_games(seed=7, count=150, max_deals=60, fixed=rules)
    ]
    assert sum(found) > 300


@given(tiny_games(max_deals=300))
@settings(max_examples=25, deadline=None)
def test_the_audit_equals_its_definitions_whatever_hands_are_known(record: Record) -> None:
    check(replace(record, hands=record.hands[:1]), dealt(record))


@given(full_games(max_events=200, presets=True, seats=(4, 6)))
@settings(max_examples=5, deadline=None)
def test_full_games(record: Record) -> None:
    found = audit(record)
    for claim in found.claims:
        assert (claim.verdict == "proven") == (claim.probability == 1)
        assert (claim.verdict == "refuted") == (claim.probability == 0)
        if claim.outcome == "correct":
            assert claim.verdict != "refuted"
        elif claim.outcome in ("split", "opponents"):
            assert claim.verdict != "proven"


GAME = """\
rules: pagat, deck=custom
book low clubs: 2C 3C 4C 5C
book low hearts: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2C 3C

Ann asks Bob 4C: no
Bob asks Carl 2H: no
Carl asks Dora 2C: no
Dora asks Ann 3H: no
Ann asks Dora 5C: no
Dora asks Carl 3H: no
Carl claims low clubs: Ann 2C 3C, Carl rest: correct
"""


def test_a_hand_that_the_whole_record_fixes_is_used() -> None:
    record = text.loads(GAME)
    assert known_hands(record)["Carl"] == Hand("Carl", ("4C", "5C"))
    (claim,) = audit(record).claims
    assert (claim.event, claim.claimant, claim.verdict) == (7, "Carl", "guess")
    assert claim.probability == Fraction(1, 6)


def test_a_claimant_whose_hand_is_not_known() -> None:
    header = GAME.split("hand Ann", 1)[0]
    claims = "Carl claims low clubs: Ann 2C 3C, Carl rest: cancelled"
    record = text.loads(f"{header}Ann asks Bob 4C: no\n{claims}\n")
    assert "Carl" not in known_hands(record)
    (claim,) = audit(record).claims
    assert claim.verdict == "unknown"
    assert claim.provable_since is None


def test_a_record_that_contradicts_itself_names_the_event() -> None:
    with pytest.raises(ContradictionError, match="event 2") as caught:
        audit(
            text.loads(
                GAME.split("Ann asks Bob", 1)[0] + "Ann asks Bob 4C: yes\nAnn asks Bob 4H: yes"
            )
        )
    assert caught.value.event == 2


STAYS = """\
rules: pagat, deck=custom, wrong-split=stays
book low clubs: 2C 3C 4C
book low hearts: 2H 3H 4H 5H
seats: Ann Bob Carl Dora
dealer: Ann
sizes: Ann 4 Bob 1 Carl 1 Dora 1
hand Ann: 2C 3C 4C 2H

Ann asks Bob 4H: no
Bob asks Ann 2H: yes
Bob asks Carl 5H: no
Carl claims low clubs: Carl rest: split
Carl asks Dora 3H: no
"""


def test_a_claim_that_leaves_the_cards_in_play_ends_what_was_missed() -> None:
    """Carl has the 5H and no other card: he knows now that Ann has all the clubs."""
    ann, carl = Missed("Ann", "low clubs", 0, 4), Missed("Carl", "low clubs", 4, 5)
    assert audit(text.loads(STAYS)).missed == (ann, carl)


def test_cards_that_everyone_saw_move_are_named_for_certain() -> None:
    """Bob's 2H went to Ann: no deal has a say in who has it now."""
    record = text.loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\n\nAnn asks Bob 2H: yes\n"
    )
    with deduce(record, "public") as deduction:
        assert naming_odds(deduction, (("2H", "Ann"),)) == NamingOdds(Fraction(1), True)
        assert naming_odds(deduction, (("2H", "Bob"),)) == NamingOdds(Fraction(0), True)
        assert naming_odds(deduction, (("2H", "Ann"), ("3H", "Ann"))) == NamingOdds(
            Fraction(1), True
        )
        assert naming_odds(deduction, (("2S", "Carl"), ("2H", "Ann"))) == NamingOdds(
            Fraction(1, 2), True
        )
