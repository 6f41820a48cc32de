"""The audit: each claim and each ask, judged at the moment it was made, from the player's chair.

A claim is judged as it was *named*: ``proven`` if in every deal that the claimant could still think
possible each card was where the claim said; ``guess`` if in some; ``refuted`` if in none. Where
the claimant's dealt hand is not known, it is judged with every hand that the whole record allows
(``tracker.analysis.any_hand``). Where hands decide it, the verdict is ``unknown``; likewise of a
claim that was wrong, and no guess with every hand that is found out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import (
    Callable,
    Collection,
    Container,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from typing import Final, Literal, TypeVar, cast

from tracker.analysis.any_hand import AnyHand
from tracker.analysis.ask_chances import ask_chances, asks_from_chair, holder_chance
from tracker.analysis.each_filling import UNKNOWN, first_section, merged_verdict
from tracker.analysis.game import Game
from tracker.analysis.knows import stretches, unbroken_since
from tracker.analysis.odds import likeliest_claim, naming_chance
from tracker.answers import (
    ABSENT,
    HIDDEN,
    KEY,
    MOMENT,
    OPTIONAL,
    Answer,
    Brief,
    Case,
    Depends,
    cases_of,
    certain,
    in_any_case,
    json_key,
    put_together,
)
from tracker.counting import Counter, game_budget
from tracker.errors import UndecidedError
from tracker.game.claimants import claimants, is_asking_over, may_leave_to
from tracker.game.events import Ask, Claim, Event, Gap, Holdings, Missing, Outcome, Seat, is_open
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.table import Team
from tracker.game.transition import claimed_team, transfer_of
from tracker.inference.deduction import Deduction, Judgement
from tracker.inference.epistemic import Proves, SeatProof
from tracker.inference.follow import Moment
from tracker.inference.hands import seat_views
from tracker.knowledge.facts import ROUNDING, Between
from tracker.knowledge.gather import facts_of
from tracker.knowledge.views import View

AuditVerdict = Literal["proven", "guess", "refuted", "unknown", "depends", "undecided"]
AnswerKind = Literal["dead", "sure"]
T = TypeVar("T")
_CERTAIN: Final = {"proven": Fraction(1), "refuted": Fraction(0)}
"""How likely a claim is that is certain; what is undecided has no number."""
BY_HAND: Final[Mapping[Proves, AuditVerdict]] = {"yes": "proven", "no": "guess", "open": "unknown"}
"""The verdict on a right claim, by whether the claimant could prove it with every hand."""


@dataclass(frozen=True)
class JudgedAs:
    """The verdict on a claim in one of several ways to fill the gaps of a record."""

    verdict: AuditVerdict


def _only(values: Sequence[T]) -> T | None:
    """The value that all are; None where they differ."""
    return values[0] if all(value == values[0] for value in values) else None


@dataclass(frozen=True)
class ClaimAudit:
    """A claim of the record, judged."""

    event: int = field(metadata=KEY | MOMENT)
    claimant: Seat | Depends[Seat]
    book: str | Depends[str]
    holdings: Holdings | Depends[Holdings] = field(metadata=HIDDEN)
    """Where the claimant said that the cards were."""
    outcome: Outcome | Depends[Outcome]
    verdict: AuditVerdict = field(metadata=put_together(merged_verdict) | {ABSENT: "unknown"})
    """Where a gap decides it, ``depends``; ``undecided``, where it is that in one case. In a
    way to fill gaps in which it is no claim of an open half-suit, it counts as ``unknown``."""
    probability: Fraction | Between | None
    """That the naming was right, each deal equally likely that the claimant had to think possible,
    or where that hand is not known, everyone; None where no honest number could be had."""
    exact: bool | Depends[bool]
    """Whether the probability could be counted."""
    provable_since: int | Depends[int | None] | None = field(metadata=MOMENT)
    """The event after which the claimant could prove where the half-suit's cards were, from there
    to the claim without a break; 0: from the deal on. None: not at the moment of the claim, or not
    worked out, as the hand is not known in full, or gaps can be filled in too many ways."""
    also_proven_for: tuple[Seat | Case[Seat], ...]
    """Other seats, with known hands, whose views proved the naming, too."""
    provable_by: tuple[Seat | Case[Seat], ...]
    """Other seats of the team, with known hands, that could prove where the cards were, however
    they were named."""
    forced: bool | Depends[bool | None] | None = field(default=None, metadata=OPTIONAL)
    """True where the claim had to be made, nobody to whom it could be left is known to have had a
    proof, and no naming is known to have been likelier; else None."""
    cases: tuple[Case[JudgedAs], ...] | None = field(
        default=None,
        metadata=OPTIONAL
        | cases_of(lambda claim: None if claim.verdict == "undecided" else JudgedAs(claim.verdict)),
    )
    """Where the verdict depends on gaps: the verdict in each case."""
    by_hand: SeatProof | None = field(default=None, metadata=HIDDEN | put_together(_only))
    """Of a right claim by a seat whose dealt hand is not known: whether it could prove it, by that
    hand; None, too, where gaps decide that."""

    @property
    def naming(self) -> Holdings:
        """``holdings``; empty where they are not known."""
        return () if isinstance(self.holdings, Depends) else self.holdings

    @property
    def leaves_open_who(self) -> bool:
        """Whether a gap decides who could prove where the cards were."""
        seats = (*self.provable_by, *self.also_proven_for)
        return isinstance(self.provable_since, Depends) or len(certain(seats)) < len(seats)


@dataclass(frozen=True)
class Missed:
    """A claim that a seat could have proven, when the rules let it claim, and did not make."""

    seat: Seat
    book: str
    start: int = field(metadata=json_key("from") | MOMENT)
    """The moment from which on it could have been made."""
    end: int = field(metadata=json_key("to") | MOMENT)
    """The event that ended it: a claim of the half-suit, or whatever broke the proof; or, where the
    record ends before, its last event."""
    team: Team | None = field(default=None, metadata=OPTIONAL)
    """The team whose cards they were, where it was the other one (``claim-other-team``)."""

    @property
    def claim(self) -> str:
        """What could have been claimed: the half-suit, and of which team if not of the seat's."""
        return self.book if self.team is None else f"{self.book} of {self.team}"


@dataclass(frozen=True)
class AskAudit:
    """An ask by a seat whose hand is known, judged from its chair."""

    event: int = field(metadata=KEY | MOMENT)
    asker: Seat = field(metadata=KEY)
    kind: AnswerKind | Depends[AnswerKind | None] | None
    """``dead``: the target could not hold the card; ``sure``: nobody else could; None: the asker
    could not know the answer."""
    chance: float | None = None
    """That it would be answered with yes, if all deals were equally likely; None, like the next
    two, where no honest number could be had, or none was asked for."""
    best: float | None = None
    """The highest chance of any legal ask then."""
    rank: int | None = None
    """How many legal asks had a better chance, plus one."""
    exact: bool = False
    """Whether the chances could be counted."""
    forced: bool | Depends[bool | None] | None = field(default=None, metadata=OPTIONAL)
    """True for a ``dead`` ask where no other legal one could succeed, either, and no claim was
    provable; else None."""


@dataclass(frozen=True, repr=False)
class Asker(Brief):
    """What one player's asks came to. A number that needs a hand that is not known is None."""

    seat: Seat
    asks: int
    turns: int
    """Runs of asks, each but the last answered with yes."""
    cards: int
    """The cards that were handed over."""
    cards_per_turn: float | None
    """The cards handed over per turn; None without a turn."""
    mean_rank: float | None
    """The mean rank of an ask: how many legal asks had a better chance, plus one."""
    mean_chance: float | None
    """The mean chance that an ask would be answered with yes."""
    mean_best: float | None
    """The mean of the best chance that any legal ask had then."""


@dataclass(frozen=True, repr=False)
class Audit(Answer):
    """All that can be ruled on in a record."""

    record: Record = field(metadata=HIDDEN)
    claims: tuple[ClaimAudit, ...]
    missed: tuple[Missed | Case[Missed], ...]
    asks: tuple[AskAudit | Case[AskAudit], ...]
    players: tuple[Asker, ...] | None = field(default=None, metadata=OPTIONAL)
    """How each player asked, where that was worked out."""
    up_to: int | None = field(default=None, metadata=OPTIONAL | MOMENT)
    """Where the gaps can be filled in too many ways: missed claims and asks are only looked for in
    so many events. None: in all."""

    def of(self, seats: Sequence[Seat]) -> Audit:
        """What some seats did and missed, and no more."""
        players = self.players
        return replace(
            self,
            claims=tuple(claim for claim in self.claims if claim.claimant in seats),
            missed=tuple(missed for missed in self.missed if in_any_case(missed).seat in seats),
            asks=tuple(ask for ask in self.asks if in_any_case(ask).asker in seats),
            players=players and tuple(player for player in players if player.seat in seats),
        )

    @property
    def known_answers(self) -> tuple[AskAudit, ...]:
        """The asks whose answer the asker could have known."""
        return tuple(ask for ask in certain(self.asks) if isinstance(ask.kind, str))


def audit_of_moves(record: Record, *, chances: bool = True) -> Audit:
    """The audit of a record without gaps, in which it is not added up how each player asked.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    return audit_of(Game(record, chairs(record)), chances=chances)


def chairs(record: Record) -> tuple[View, ...]:
    """The views that the moves of a game are judged in: everyone's, and that of each seat."""
    return (View(), *seat_views(record).values())


def audit_of_claim(record: Record, number: int, whole: Record | None = None) -> Audit:
    """The audit of a record without gaps, with one of its claims and nothing else.

    Args:
        record: the game.
        number: the number of an event; where it is no claim of an open half-suit, there is none.
        whole: a longer record of the game, which says what hands it allows; None: there is none.
    """
    judge = MoveJudge(Game(record, chairs(record)), chances=False, whole=whole)
    claims = [
        _with_since(Game(record, (judge.views[claim.claimant],)), claim)
        if claim.claimant in judge.known
        else claim
        for claim in judge.claims(number - 1)
    ]
    return Audit(record, tuple(claims), (), ())


def claim_position(record: Record, number: int) -> Hashable:
    """What the judgement on a claim hangs on: ways that have the same are judged alike.

    Args:
        record: one of the ways.
        number: the number of the claim.
    """
    *before, claim = replay_of(record).played(number)
    said = tuple((facts_of(played), transfer_of(played.event)) for played in before)
    hands = tuple(view.hands for view in seat_views(record).values())
    return said, claim.before.outlook, claim.event, hands


class MoveJudge:
    """Judges the claims and asks of a game from the chairs of those who made them.

    Args:
        game: the game, in the views of its ``chairs`` at least.
        chances: whether to work out the chance of every ask.
        whole: the record that says what dealt hands it allows; None: the same.
    """

    def __init__(self, game: Game, *, chances: bool, whole: Record | None = None) -> None:
        self.views: Mapping[Seat, View] = seat_views(game.record)
        """Whose chair each seat is judged from: its own, as far as its hand is known."""
        self.known = tuple(
            seat for seat, view in self.views.items() if any(hand.whole for hand in view.hands)
        )
        """The seats whose dealt hand is known in full."""
        self._game = game
        self._any_hand = AnyHand(whole or game.record)
        self._with_chances = chances
        self._budget = game_budget()

    def claims(self, at: int) -> Iterator[ClaimAudit]:
        """The judgement on the claim that comes after a moment, if one does that can be judged.

        Since when it could have been proven is not said: see ``audit_of``.
        """
        event, state = self._next(at), replay_of(self._game.record).state(at)
        if isinstance(event, Claim) and state.books[event.book].status == "open":
            yield self._judge_claim(self._game.moment(at), event)
        if isinstance(event, Gap) and event.of is Claim:
            yield _unjudged(at + 1, event)

    def asks(self, at: int) -> Iterator[AskAudit]:
        """The judgement on the ask that comes after a moment, if one does that can be judged."""
        event, state = self._next(at), replay_of(self._game.record).state(at)
        if isinstance(event, Ask) and state.is_open(event.card) and event.asker in self.known:
            yield self._judge_ask(at, event)

    def _next(self, at: int) -> Event | None:
        """The event that comes after a moment."""
        events = self._game.record.events
        return events[at] if at < len(events) else None

    def _judge_claim(self, moment: Moment, claim: Claim) -> ClaimAudit:
        """Judge a claim at the moment before it."""
        at, seat, deductions = moment.state.at, claim.claimant, moment.deductions
        table, named = self._game.record.table, claimed_team(moment.state, claim)
        team = table.team_of[seat] if named in table.claimable_by(seat) else named
        verdict: AuditVerdict = "guess" if seat in self.known else "unknown"
        if not claim.holdings or moment.state.section:
            verdict = "undecided"
        view = deductions[self.views[seat].name]
        judgement, probability = self._odds_of(claim, named, view)
        verdict = verdict if judgement == "open" else judgement
        by_hand = None
        if verdict == "unknown":
            by_hand = self._any_hand.proof(moment, claim)
            if by_hand is not None:
                verdict = BY_HAND[by_hand.proves]
            elif self._any_hand.is_refuted(moment, claim):
                verdict = "refuted"
            if verdict in ("proven", "refuted"):  # with every hand, whatever everyone can say
                probability = Fraction(verdict == "proven")
        provable_by = tuple(
            player
            for player in self.known
            if player in team
            and player != seat
            and deductions[player].proven(claim.book, named) is not None
        )
        return ClaimAudit(
            event=at + 1,
            claimant=seat,
            book=claim.book,
            holdings=claim.holdings,
            outcome=claim.outcome,
            verdict=verdict,
            probability=probability,
            exact=probability is not None,
            provable_since=None,
            also_proven_for=tuple(
                player
                for player in self.known
                if player != seat
                and claim.holdings
                and deductions[player].judge(claim.holdings) == "proven"
            ),
            provable_by=provable_by,
            forced=(
                verdict not in ("proven", "refuted")
                and self._is_forced(claim, probability, view, provable_by)
            )
            or None,
            by_hand=by_hand,
        )

    def _is_forced(
        self,
        claim: Claim,
        probability: Fraction | None,
        view: Deduction,
        provable_by: Collection[Seat],
    ) -> bool:
        """Whether a claim that was not proven had no alternative that is known to be better.

        Args:
            claim: the claim.
            probability: that it was right, in the claimant's view.
            view: the claimant's.
            provable_by: the teammates who could have proven where the cards were.
        """
        state, seat = view.state, claim.claimant
        had_to_act = is_asking_over(state) and is_legal(state, claim)
        if not had_to_act or state.is_partial:  # nobody knows what else there was to do there
            return False
        if not {*provable_by}.isdisjoint(may_leave_to(state, seat)):
            return False
        if probability is None or seat not in self.known:
            return True
        verdict = view.claim(claim.book, claimed_team(state, claim))
        posterior = Counter(self._budget).update(view.knowledge)
        _, likeliest = likeliest_claim(view, posterior, verdict)
        return likeliest is None or float(likeliest) <= float(probability) + ROUNDING

    def _odds_of(
        self, claim: Claim, named: Team, view: Deduction
    ) -> tuple[Judgement, Fraction | None]:
        """Whether a claim is right in the claimant's view, and how likely it is.

        None where no honest number could be had.
        """
        if not claim.holdings:  # refuted only if every naming is that it can have been
            judged = view.claim(claim.book, named).verdict
            is_refuted = judged == "impossible" or (judged == "proven" and claim.outcome == "split")
            return "refuted" if is_refuted else "open", None
        judgement = view.judge(claim.holdings)
        if judgement != "open":
            return judgement, _CERTAIN.get(judgement)
        posterior = Counter(self._budget).update(view.knowledge)
        if not posterior.exact:
            return judgement, None
        return judgement, naming_chance(posterior, view.state.located, claim.holdings)

    def _judge_ask(self, at: int, ask: Ask) -> AskAudit:
        """Judge an ask in the view of its asker, whose hand is known, at the moment before it."""
        judged = AskAudit(at + 1, ask.asker, None)
        if self._with_chances:
            judged = self._with_odds(judged, ask, self._game.moment(at).deductions[ask.asker])
        kind = _kind(ask, self._game.known(at)[ask.asker].holders[ask.card])
        state = replay_of(self._game.record).state(at)
        is_known = is_legal(state, ask) and not state.is_partial
        forced = kind == "dead" and is_known and self._is_hopeless(at, ask.asker)
        return replace(judged, kind=kind, forced=forced or None)

    def _with_odds(self, judged: AskAudit, ask: Ask, deduction: Deduction) -> AskAudit:
        """The judgement on an ask, with its chance beside that of the others."""
        posterior = self._game.counters[ask.asker].update(deduction.knowledge)
        if not posterior.exact:
            return judged
        if deduction.holders(ask.card) == (ask.target,):  # no ask can be better
            return replace(judged, chance=1.0, best=1.0, rank=1, exact=True)
        try:
            chances = ask_chances(deduction, posterior)
            chance = chances.get((ask.target, ask.card))
            if chance is None:  # the ask broke a rule
                located, dealt = deduction.state.located, posterior.marginals({ask.card})
                chance = holder_chance(located, dealt, ask.card, ask.target)
        except UndecidedError:
            return judged
        better = sum(another > chance + ROUNDING for another in chances.values())
        best = max([chance, *chances.values()])
        return replace(judged, chance=chance, best=best, rank=1 + better, exact=True)

    def _is_hopeless(self, at: int, seat: Seat) -> bool:
        """Whether a seat, in its turn, can prove no claim and no ask of it can succeed."""
        known = self._game.known(at)[seat]
        asks = asks_from_chair(self._game.moment(at).deductions[seat])
        return not known.proven and all(target not in known.holders[card] for target, card in asks)


def audit_of(game: Game, *, chances: bool = False, goes_on: Callable[[], object] = bool) -> Audit:
    """The audit of a game.

    Args:
        game: the game, in the views of its ``chairs`` at least.
        chances: whether to work out the chance of every ask. They are worked out before the deals
            of a moment are counted: odds give the number of deals, but not the other way round.
        goes_on: called at every moment of the game; may raise to end the work.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    record, judge = game.record, MoveJudge(game, chances=chances)
    claims, asks = list[ClaimAudit](), list[AskAudit]()
    for at in range(len(record.events) + 1):
        goes_on()
        claims += judge.claims(at)
        asks += judge.asks(at)
        game.known(at)
    dated = (_with_since(game, each) if each.claimant in judge.known else each for each in claims)
    missed = _missed_claims(game, judge.known)
    return Audit(record, tuple(dated), missed, tuple(asks), up_to=first_section(record))


def _with_since(game: Game, judged: ClaimAudit) -> ClaimAudit:
    """A claim with the event since which the claimant could prove where the cards were."""
    at = judged.event - 1
    claim, state = game.record.events[at], replay_of(game.record).state(at)
    if not isinstance(claim, Claim):
        return judged
    team = claimed_team(state, claim)
    moments = game.moments_proven(claim.book, team, claim.claimant, at)
    return replace(judged, provable_since=unbroken_since(game.record, moments, at))


def _unjudged(number: int, claim: Gap) -> ClaimAudit:
    """A claim of which something is forgotten that is not filled in: it is not judged."""
    parts = map(claim.value, ("claimant", "book", "holdings", "outcome"))
    claimant, book, holdings, outcome = (None if is_open(part) else part for part in parts)
    return ClaimAudit(
        number, claimant or UNKNOWN, book or UNKNOWN, holdings or (),
        cast(Outcome, outcome or UNKNOWN), "undecided", None, False, None, (), (),
    )  # fmt: skip


def _kind(ask: Ask, holders: tuple[Seat, ...]) -> AnswerKind | None:
    """Whether the asker could have known the answer."""
    if ask.target not in holders:
        return "dead"
    return "sure" if len(holders) == 1 else None


# -- claims that were not made --------------------------------------------------------------------


def _missed_claims(game: Game, seats: Iterable[Seat]) -> tuple[Missed, ...]:
    """What some seats could have proven and did not claim, in the order of events."""
    record, may_claim = game.record, claimants(game.record)
    missed = [
        miss
        for seat in seats
        for book in record.deck.by_name
        for team in record.table.claimable_by(seat)
        for miss in _missed(game, may_claim, seat, book, team)
    ]
    order = record.seats.index
    return tuple(sorted(missed, key=lambda miss: (miss.start, order(miss.seat))))


def _missed(
    game: Game, may_claim: Sequence[Container[object]], seat: Seat, book: str, team: Team
) -> Iterator[Missed]:
    """What a seat missed of a half-suit: one claim for each stretch of proof.

    A claim of the half-suit ends a stretch, even one that leaves the cards in play.

    Args:
        game: the game.
        may_claim: at each moment, the claims that the rules allow: seat, half-suit and team.
        seat: the seat.
        book: the half-suit.
        team: whose cards they are.
    """
    record = game.record
    claims = [number for number, claim in record.numbered(Claim).items() if claim.book == book]
    provable = game.moments_proven(book, team, seat)
    for _, moments in groupby(provable, key=lambda at: bisect_right(claims, at)):
        for stretch in stretches(moments):
            chances = (
                at
                for at in stretch.moments
                if (seat, book, team) in may_claim[at] and not _claims_soon(record, seat, book, at)
            )
            start = next(chances, len(record.events))
            if start < len(record.events) and not replay_of(record).state(start).weaker:
                end = min(stretch.end + 1, len(record.events))
                yield Missed(seat, book, start, end, None if seat in team else team)


def _claims_soon(record: Record, seat: Seat, book: str, at: int) -> bool:
    """Whether the half-suit is claimed next, or after other claims by the seat."""
    for event in record.events[at:]:
        if isinstance(event, Gap | Missing):
            return True  # it may be
        if not isinstance(event, Claim):
            return False
        if event.book == book:
            return True
        if event.claimant != seat:
            return False
    return False
