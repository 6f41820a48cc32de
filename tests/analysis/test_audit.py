"""The audit against its definitions: every deal on which a tiny game can have been played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, replace
from fractions import Fraction
from itertools import dropwhile, groupby, product

import pytest
from hypothesis import given, settings

from tests.marks import some
from tests.play.possibilities import Possibilities
from tests.referee import FoulError, Referee, Spot
from tests.strategies import tiny_games
from tracker.analysis.audit import audit
from tracker.analysis.auditor import Audit, ClaimAudit, Missed
from tracker.answers import certain
from tracker.counting import Posterior
from tracker.errors import UndecidedError
from tracker.game.claimants import claimants
from tracker.game.events import Ask, Claim, Event, HandSize, Holdings, Seat, Show
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.table import Team
from tracker.game.transition import claimed_team
from tracker.knowledge.facts import Deal
from tracker.notation import text
from tracker.play.game import dealt

Claims = set[tuple[Seat, str, Team]]


class Judged:
    """Every definition of the audit, word for word, on the deals that playing leaves."""

    def __init__(self, possible: Possibilities, truth: Deal) -> None:
        self.record = possible.record
        self.truth = truth
        self.states = states(self.record)
        self.hands = possible.hands
        self._possible = possible

    def share(self, seat: Seat | None, at: int, holdings: Holdings) -> tuple[int, int]:
        cell = self._possible.cell(at, () if seat is None else (seat,))
        return sum(one.is_right(holdings) for one in cell), len(cell)

    def provable(self, seat: Seat, at: int, book: str, team: Team) -> bool:
        can = team in self.record.table.claimable_by(seat)
        return can and self._possible.proves(at, (seat,), book, team)

    def check_claim(self, found: ClaimAudit, claim: Claim) -> None:
        at, seat = found.event - 1, claim.claimant
        named = claimed_team(self.states[at], claim)
        right, total = self.share(seat if seat in self.hands else None, at, claim.holdings)
        assert found.verdict in self.verdicts(claim, at)
        assert isinstance(found.probability, Fraction)
        if seat not in self.hands and found.verdict in ("proven", "refuted"):
            right, total = int(found.verdict == "proven"), 1  # with every hand
        assert found.probability * total == right
        for other in self.hands:
            right, total = self.share(other, at, claim.holdings)
            proven = right == total and other != seat
            assert (other in found.also_proven_for) == proven
            either = self.record.rules.claim_other_team == "yes"
            team = self.record.table.team_of[seat] if either else named
            able = other != seat and other in team and self.provable(other, at, claim.book, named)
            assert (other in found.provable_by) == able
        if seat in self.hands:
            self.check_since(found, claim, named)

    def verdicts(self, claim: Claim, at: int) -> set[str]:
        """What may be said of a claim, by every hand that the claimant can have had.

        Where the hand is not known, of a claim that was not right it need not be found out that it
        was a guess, nor more of one about the other team than what everyone saw.
        """
        seat, each = claim.claimant, set[str]()
        for hand in {one.dealt_to(seat) for one in self._possible.fitting}:
            cell = [one for one in self._possible.moments[at] if one.dealt_to(seat) == hand]
            right = sum(one.is_right(claim.holdings) for one in cell)
            each.add("proven" if right == len(cell) else "guess" if right else "refuted")
        own = self.record.table.team_of[seat] == claimed_team(self.states[at], claim)
        doubtful = (claim.outcome != "correct" and each == {"guess"}) or not own
        if seat not in self.hands and (len(each) > 1 or doubtful):
            return {"unknown"} | (each if len(each) == 1 else set())
        return each

    def check_since(self, found: ClaimAudit, claim: Claim, team: Team) -> None:
        at, seat, book, since = found.event - 1, claim.claimant, claim.book, found.provable_since
        assert isinstance(since, int) == self.provable(seat, at, book, team)
        if isinstance(since, int):
            assert all(self.provable(seat, n, book, team) for n in range(since, at + 1))
            assert since == 0 or not self.provable(seat, since - 1, book, team)

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
        table = self.record.table
        for seat, book, team in product(self.hands, self.record.deck.by_name, table.teams):
            other = None if seat in team else team
            for span in self.spans(seat, book, team):
                taken = [at for at in span if self.is_missed((seat, book, team), at, chances)]
                if taken:
                    found.append(Missed(seat, book, taken[0], min(span[-1] + 1, last), other))
        return found

    def spans(self, seat: Seat, book: str, team: Team) -> list[list[int]]:
        """The moments at which a seat can prove a book; a claim of the book begins a new span."""
        claims = 0
        keys = []
        for at in range(len(self.record.events) + 1):
            claims += at > 0 and is_claim_of(self.record.events[at - 1], book)
            keys.append((self.provable(seat, at, book, team), claims))
        found = groupby(range(len(keys)), key=lambda at: keys[at])
        return [list(moments) for (can, _), moments in found if can]

    def chances(self) -> list[Claims]:
        """Who may claim what at each moment, as far as everyone can tell.

        While all sizes are public, that is whoever may by the referee, who sees all hands: the turn
        is the same in all deals. Else everyone can tell less, and nothing that is not so.
        """
        by_referee = could_claim(self.record, self.truth)
        found = [set(could) for could in claimants(self.record)]
        for state, mine, theirs in zip(self.states, found, by_referee, strict=True):
            assert mine <= theirs
            assert mine == theirs or None in state.sizes.values()
        return found

    def is_missed(self, claim: tuple[Seat, str, Team], at: int, chances: Sequence[Claims]) -> bool:
        """Whether a seat may claim, and neither claims the book, first or after others, nor
        anybody else does."""
        if at == len(self.record.events) or claim not in chances[at]:
            return False
        seat, book, _ = claim
        others = dropwhile(lambda one: is_claim(one, seat, book), self.record.events[at:])
        return not is_claim_of(next(others, None), book)


def is_claim_of(event: Event | None, book: str) -> bool:
    return isinstance(event, Claim) and event.book == book


def is_claim(event: Event, seat: Seat, besides: str) -> bool:
    return isinstance(event, Claim) and event.claimant == seat and event.book != besides


def could_claim(record: Record, truth: Deal) -> list[Claims]:
    """Who could have claimed what at each moment, by the referee, who sees all hands.

    In each way in which the rest of the record can have happened it is who had the turn, or got it
    before the next event; whoever is next in forced claims; or anybody, where the rules say so.
    """
    referees = [Referee(record, truth)]
    for event in record.events:
        referees.append(referees[-1].copy())
        referees[-1].play(event)
    later = {spot: allowed(referees[-1], spot) for spot in referees[-1].spots}
    found = [set.intersection(*later.values())]
    for referee, event in reversed(list(zip(referees, record.events, strict=False))):
        now: dict[Spot, Claims] = {}
        for spot in referee.spots:
            for acting in acting_spots(referee, spot, event):
                for after in played(referee, acting, event) & set(later):
                    claims = allowed(referee, spot) | gained(referee, acting, event)
                    if isinstance(event, HandSize | Show):
                        claims |= later[after]
                    now[spot] = now.get(spot, claims) & claims
        later = now
        found.append(set.intersection(*later.values()))
    return found[::-1]


def allowed(referee: Referee, spot: Spot) -> Claims:
    """What may be claimed in a spot, and by whom."""
    if spot.over:
        return set()
    if spot.duty is not None:
        due = product(spot.duty.chances[:1], spot.duty.books)
        return {(seat, book, Team(spot.duty.team)) for seat, book in due}
    free = set() if spot.holder is None else with_turn(referee, spot.holder)
    if referee.rules.claims == "any-time":
        free = set(referee.seats)
    elif referee.rules.endgame == "any-player":
        free |= {seat for seat in referee.seats if not referee.able(referee.rivals(seat))}
    return free_claims(referee, free)


def with_turn(referee: Referee, seat: Seat) -> set[Seat]:
    """Who may claim when it is a seat's turn."""
    return set(referee.mates(seat)) if referee.rules.claims == "team-turn" else {seat}


def free_claims(referee: Referee, seats: set[Seat]) -> Claims:
    """What some seats may claim, where no claims are forced."""
    either = referee.rules.claim_other_team == "yes"
    return {
        (seat, book, team)
        for seat, book, team in product(seats, referee.open_books(), referee.teams)
        if either or seat in team
    }


def acting_spots(referee: Referee, spot: Spot, event: Event) -> list[Spot]:
    """The spots in which an event can have happened: the turn may have been passed on before."""
    if event.irregular or spot.duty is not None:
        return [spot]
    if isinstance(event, Ask):
        return [one for one in referee.filled(spot) if one.holder == event.asker]
    if isinstance(event, Claim):
        return list(referee._claim_spots(spot, event))
    return [spot]


def played(referee: Referee, acting: Spot, event: Event) -> set[Spot]:
    """The spots that an event leads to from the spot in which it happened."""
    after = referee.copy()
    after.spots = {acting}
    after.filled = lambda spot: iter((spot,))  # type: ignore[method-assign] # no pass is left out
    try:
        after.play(event)
    except FoulError:
        return set()
    return after.spots


def gained(referee: Referee, acting: Spot, event: Event) -> Claims:
    """What could be claimed by who acted, where that takes the turn."""
    if event.irregular or acting.duty is not None or not isinstance(event, Ask | Claim):
        return set()
    actor = event.asker if isinstance(event, Ask) else event.claimant
    right = isinstance(event, Ask) or event.outcome in ("correct", "split")
    seats = with_turn(referee, actor)
    return free_claims(referee, seats) if right or acting.holder in seats else set()


def check(record: Record, truth: Deal, possible: Possibilities | None = None) -> int:
    """Check all of an audit; how many missed claims were compared."""
    judged = Judged(possible or Possibilities(record), truth)
    found = audit(record)
    events = {claim.event: claim for claim in found.claims}
    for number, event in enumerate(record.events, start=1):
        if (
            isinstance(event, Claim)
            and judged.states[number - 1].books[event.book].status == "open"
        ):
            judged.check_claim(events.pop(number), event)
    assert not events
    judged.check_asks(found)
    return check_missed(judged, certain(found.missed))


def check_missed(judged: Judged, found: Sequence[Missed]) -> int:
    """All of them and no others, in the order of events."""
    starts = [one.start for one in found]
    assert starts == sorted(starts)
    assert sorted(found, key=astuple) == sorted(judged.missed(), key=astuple)
    return len(found)


@given(tiny_games(max_deals=300))
@settings(max_examples=some(25), deadline=None)
def test_the_audit_equals_its_definitions_whatever_hands_are_known(record: Record) -> None:
    check(replace(record, hands=record.hands[:1]), dealt(record))


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


@pytest.mark.parametrize(
    ("events", "missed"),
    [
        ("Ann asks Bob 4H: no\n", [(0, 1)]),
        ("Ann claims ?: ?: ?\n", []),
        ("...\n", []),
        ("Ann asks Bob 4H: no\n...\n", [(0, 2)]),
    ],
)
def test_what_may_have_been_claimed_next_is_not_said_to_be_missed(
    events: str, missed: list[tuple[int, int]]
) -> None:
    found = audit(text.loads(STAYS.partition("Ann asks")[0] + events))
    assert [(one.start, one.end) for one in certain(found.missed)] == missed


def test_an_ask_whose_chance_cannot_be_counted_is_judged_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The deals of the moment may be counted, and those that allow an ask be beyond the budget."""

    def refuse(*_: object) -> None:
        raise UndecidedError

    record = text.loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nseats: Ann Bob Carl Dora\nturn: Ann\n"
        "hand Ann: 2H\n\nAnn asks Bob 3H: no\n"
    )
    (counted,) = certain(audit(record).asks)
    monkeypatch.setattr(Posterior, "marginals", refuse)
    (judged,) = certain(audit(record).asks)
    assert counted.chance == 1 / 3
    assert judged == replace(counted, chance=None, best=None, rank=None, exact=False)
