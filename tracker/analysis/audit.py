"""The audit: each claim, and each ask, judged at the moment it was made, from the player's chair.

A claim is judged as it was *named*: ``proven`` if in every deal that the claimant could still think
possible each card was where the claim said; ``guess`` if in some; ``refuted`` if in none. Where
the claimant's dealt hand is not known, the public's view (or what is known of the hand) is asked
instead: what it proves or refutes, the claimant could prove or refute too; else the verdict is
``unknown``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from tracker.analysis.ask_chances import ask_chances, holder_chance
from tracker.analysis.entropy import ProgressMeter
from tracker.answers import HIDDEN, OPTIONAL, Answer, AnswerList, json_key
from tracker.budget import Budget
from tracker.counting import Counter, Posterior, game_budget
from tracker.errors import UndecidedError
from tracker.game.events import Ask, Claim, Holdings, Outcome, Seat
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.game.transition import claimed_team
from tracker.game.turns import with_forced_end
from tracker.inference.deduction import Deduction, deduce
from tracker.inference.follow import Moment, follow
from tracker.inference.hands import seat_views
from tracker.knowledge.views import View

if TYPE_CHECKING:
    from tracker.analysis.askers import Asker
    from tracker.explain import Explanation

_SAME: Final = 1e-9
"""Chances that differ by less are the same, but for the errors of floats."""

AuditVerdict = Literal["proven", "guess", "refuted", "unknown"]


@dataclass(frozen=True)
class ClaimAudit:
    """A claim of the record, judged."""

    event: int
    claimant: Seat
    book: str
    holdings: Holdings = field(metadata=HIDDEN)
    """What was claimed."""
    outcome: Outcome
    verdict: AuditVerdict
    probability: Fraction | None
    """That the naming was right, in the view that judged it, each deal equally likely; none where
    no honest number could be had."""
    exact: bool
    """Whether the probability is exact, not an estimate (``tracker.counting``)."""
    provable_since: int | None
    """The first event after which the claimant could prove where the book's cards were, up to the
    claim without a break; 0: from the deal on. None: not at the moment of the claim."""
    also_proven_for: tuple[Seat, ...]
    """Other seats, with known hands, whose view proved the claim too."""
    provable_by: tuple[Seat, ...]
    """Other seats of the team, with known hands, that could prove where the cards were, however
    they were named."""


@dataclass(frozen=True)
class Missed:
    """A claim that a seat could have proven, at its own turn, and did not make."""

    seat: Seat
    book: str
    start: int = field(metadata=json_key("from"))
    """The moment from which on it could have been made."""
    end: int = field(metadata=json_key("to"))
    """The event that ended it: a claim of the book, or whatever broke the proof; or, where the
    record ends before, its last event."""


@dataclass(frozen=True)
class AskAudit:
    """An ask by a seat whose hand is known, judged from its chair."""

    event: int
    asker: Seat
    kind: Literal["dead", "sure"] | None
    """``dead``: the target could not hold the card; ``sure``: nobody else could; none: the asker
    could not know the answer."""
    chance: float | None
    """That it would be answered with yes, if all deals were equally likely; none, like the next
    two, where no honest number could be had, or none was asked for."""
    best: float | None
    """The highest chance of any legal ask then."""
    rank: int | None
    """How many legal asks had a better chance, plus one."""
    exact: bool
    """Whether the chances are exact, not estimates."""


@dataclass(frozen=True, repr=False)
class Audit(Answer):
    """All that can be ruled on in a record."""

    record: Record = field(metadata=HIDDEN)
    claims: tuple[ClaimAudit, ...]
    missed: tuple[Missed, ...]
    asks: tuple[AskAudit, ...]
    players: tuple[Asker, ...] | None = field(default=None, metadata=OPTIONAL)
    """How each player asked, where that was worked out."""

    def of(self, seats: Sequence[Seat]) -> Audit:
        """What some seats did and missed, and no more."""
        players = self.players
        return replace(
            self,
            claims=tuple(claim for claim in self.claims if claim.claimant in seats),
            missed=tuple(missed for missed in self.missed if missed.seat in seats),
            asks=tuple(ask for ask in self.asks if ask.asker in seats),
            players=players and tuple(player for player in players if player.seat in seats),
        )

    @property
    def known_answers(self) -> tuple[AskAudit, ...]:
        """The asks whose answer the asker could have known."""
        return tuple(ask for ask in self.asks if ask.kind is not None)


def audit(record: Record, *, chances: bool = True, players: bool = False) -> Audit:
    """Judge every claim and every ask of a record.

    Args:
        record: the game; claims of seats whose hands neither its header nor all of it fixes are
            judged by what everyone knew.
        chances: whether to work out the chance of every ask, which takes most of the time.
        players: whether to add up how each player asked, too; that takes the chances.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    auditor = Auditor(record, chances=chances or players)
    for moment in follow(record, (None, *auditor.views.values())):
        auditor.look(moment)
    if not players:
        return auditor.found()
    from tracker.analysis.askers import askers

    judged = auditor.found()
    return replace(judged, players=askers(record, audit=judged))


class Auditor:
    """Goes through a game once, in all known views.

    Args:
        record: the game.
        chances: whether to work out the chance of every ask.
        meters: those that measure the views anyway, by their names: what they count is not counted
            again.
    """

    def __init__(
        self, record: Record, *, chances: bool, meters: Mapping[str, ProgressMeter] | None = None
    ) -> None:
        self.record = record
        self._with_chances = chances
        self.views: Mapping[Seat, View] = seat_views(record)
        """Whose chair each seat is judged from: its own, as far as its hand is known."""
        self.known = tuple(
            seat for seat, view in self.views.items() if any(hand.whole for hand in view.hands)
        )
        self.claims: list[ClaimAudit] = []
        self.asks: list[AskAudit] = []
        self._states = states(record)
        self._budget = game_budget()
        own: dict[str, ProgressMeter] = defaultdict(partial(ProgressMeter, self._budget))
        self._meters = own if meters is None else meters
        self._provable: dict[Seat, list[frozenset[str]]] = {seat: [] for seat in self.known}
        """For each moment, the books that the seat could prove its team to hold."""

    def look(self, moment: Moment) -> None:
        """Take in a moment, and judge what happens next."""
        for seat, provable in self._provable.items():
            team = self.record.table.team_of[seat]
            claims = moment.deductions[seat].provable(team)
            provable.append(frozenset(book for book, _ in claims))
        if moment.state.at == len(self.record.events):
            return
        event = self.record.events[moment.state.at]
        if isinstance(event, Claim) and moment.state.books[event.book].status == "open":
            self.claims.append(self._judge(moment, event))
        if isinstance(event, Ask) and moment.state.is_open(event.card):
            self._judge_ask(moment, event)

    def found(self) -> Audit:
        """All of it, once every moment has been looked at."""
        return Audit(self.record, tuple(self.claims), tuple(self.missed()), tuple(self.asks))

    def _judge(self, moment: Moment, claim: Claim) -> ClaimAudit:
        """A claim, judged at the moment before it."""
        at, seat = moment.state.at, claim.claimant
        verdict, odds = self._verdict(moment, claim)
        others = [other for other in self.known if other != seat]
        return ClaimAudit(
            event=at + 1,
            claimant=seat,
            book=claim.book,
            holdings=claim.holdings,
            outcome=claim.outcome,
            verdict=verdict,
            probability=odds.probability,
            exact=odds.exact,
            provable_since=self._provable_since(moment.state, claim),
            also_proven_for=tuple(
                other
                for other in others
                if moment.deductions[other].judge(claim.holdings) == "proven"
            ),
            provable_by=self._provable_by(moment.state, claim),
        )

    def _verdict(self, moment: Moment, claim: Claim) -> tuple[AuditVerdict, NamingOdds]:
        deduction = moment.deductions[self.views[claim.claimant].name]
        judgement = deduction.judge(claim.holdings)
        if judgement != "open":
            return judgement, NamingOdds(Fraction(judgement == "proven"), True)
        verdict: AuditVerdict = "guess" if claim.claimant in self.known else "unknown"
        return verdict, naming_odds(deduction, claim.holdings, self._budget)

    def _provable_by(self, state: State, claim: Claim) -> tuple[Seat, ...]:
        """Who else could prove that their team had the book's cards, and where."""
        team = claimed_team(state, claim)
        return tuple(
            seat
            for seat, provable in self._provable.items()
            if seat in team and seat != claim.claimant and claim.book in provable[state.at]
        )

    def _provable_since(self, state: State, claim: Claim) -> int | None:
        """Since when the claimant could prove the book."""
        provable = self._provable.get(claim.claimant)
        own_team = state.table.team_of[claim.claimant]
        if provable is None or claimed_team(state, claim) != own_team:
            return None
        since = None
        for at in range(state.at, -1, -1):
            if claim.book not in provable[at]:
                break
            since = at
        return since

    def _judge_ask(self, moment: Moment, ask: Ask) -> None:
        """Take in an ask of a seat whose hand is known."""
        if ask.asker not in self.known:
            return
        deduction = moment.deductions[ask.asker]
        chance, best, rank, exact = self._chances(deduction, ask)
        kind = _kind(ask, deduction.holders(ask.card))
        number = moment.state.at + 1
        self.asks.append(AskAudit(number, ask.asker, kind, chance, best, rank, exact))

    def _chances(self, deduction: Deduction, ask: Ask) -> AskChances:
        """How likely an ask is to be answered with yes, beside the other legal ones."""
        if not self._with_chances:
            return AskChances()
        posterior = self._meters[ask.asker].posterior(deduction)
        return _chances(deduction, posterior, ask, self._budget)

    # -- missed claims ----------------------------------------------------------------------------

    def missed(self) -> Iterator[Missed]:
        """The claims that could have been proven and were not made, in the order of events."""
        found = [
            missed
            for seat, provable in self._provable.items()
            for book in self.record.deck.by_name
            for missed in self._missed(seat, book, provable)
        ]
        yield from sorted(found, key=lambda one: (one.start, self.record.seats.index(one.seat)))

    def _missed(
        self, seat: Seat, book: str, provable: Sequence[frozenset[str]]
    ) -> Iterator[Missed]:
        """What a seat missed of a book: once for each span of moments at which it was provable.

        A claim of the book ends a span, even one that leaves the cards in play.
        """
        claims = [isinstance(one, Claim) and one.book == book for one in self.record.events]
        before = list(accumulate(claims, initial=0))
        spans = groupby(range(len(provable)), lambda at: (book in provable[at], before[at]))
        for (is_provable, _), moments in spans:
            span = list(moments)
            chance = self._chance(seat, book, span) if is_provable else None
            if chance is not None:
                yield Missed(seat, book, chance, min(span[-1] + 1, len(self.record.events)))

    def _chance(self, seat: Seat, book: str, moments: Sequence[int]) -> int | None:
        """The first moment of some at which the seat could have claimed and did not."""
        for at in moments:
            if may_claim(self._states[at], seat) and not self._claims_soon(seat, book, at):
                return at if at < len(self.record.events) else None
        return None

    def _claims_soon(self, seat: Seat, book: str, at: int) -> bool:
        """Whether the book is claimed next, or after other claims by the seat."""
        for event in self.record.events[at:]:
            if not isinstance(event, Claim):
                return False
            if event.book == book:
                return True
            if event.claimant != seat:
                return False
        return False


def _kind(ask: Ask, holders: tuple[Seat, ...]) -> Literal["dead", "sure"] | None:
    """Whether the asker could have known the answer."""
    if ask.target not in holders:
        return "dead"
    return "sure" if len(holders) == 1 else None


class AskChances(NamedTuple):
    """An ask's chance, the best of all legal ones, and its rank; none where they are unknown."""

    chance: float | None = None
    best: float | None = None
    rank: int | None = None
    exact: bool = False


def _chances(deduction: Deduction, posterior: Posterior, ask: Ask, budget: Budget) -> AskChances:
    """An ask's chance beside those of the other legal ones."""
    if posterior.status == "unknown":
        return AskChances()
    try:
        chances, exact = ask_chances(deduction, posterior, budget)
    except UndecidedError:
        return AskChances()
    chance = chances.get((ask.target, ask.card))
    if chance is None:  # it broke a rule
        located, dealt = deduction.state.located, posterior.marginals({ask.card})
        chance = holder_chance(located, dealt, ask.card, ask.target)
    better = sum(other > chance + _SAME for other in chances.values())
    best = max([chance, *chances.values()])
    return AskChances(chance, best, 1 + better, exact)


def may_claim(state: State, seat: Seat) -> bool:
    """Whether the rules let a seat claim now, in turn where claims need the turn.

    Where a forced end has come and nobody has said who begins it, each who can begin it may.
    """
    if state.forced is not None:
        return any(
            after.forced is not None and after.forced.chances[:1] == (seat,)
            for situation in state.situations
            for _, after in with_forced_end(state, situation)
        )
    return state.table.rules.claims == "any-time" or seat in state.movers()


class NamingOdds(NamedTuple):
    """How likely a naming is to be right."""

    probability: Fraction | None
    exact: bool


def naming_odds(
    deduction: Deduction, holdings: Holdings, budget: Budget | None = None
) -> NamingOdds:
    """The probability that a naming is right, for a view at a moment."""
    located = deduction.state.located
    if any(located.get(card, seat) != seat for card, seat in holdings):
        return NamingOdds(Fraction(0), True)
    hidden = {card: seat for card, seat in holdings if card not in located}
    if not hidden:
        return NamingOdds(Fraction(1), True)
    posterior = Counter(budget=budget).update(deduction.knowledge)
    if posterior.status == "unknown":
        return NamingOdds(None, False)
    # The naming is possible: a 0 only says that no draw of an estimate had it.
    return NamingOdds(posterior.naming(hidden) or None, posterior.exact)


@dataclass(frozen=True)
class MissedProof:
    """A claim that was not made, with the proof that the seat had when it could have made it."""

    missed: Missed
    holdings: Holdings
    """The claim that is proven."""
    explanation: Explanation


@dataclass(frozen=True, repr=False)
class MissedProofs(AnswerList[MissedProof]):
    """The claims that could have been proven and were not made, each with its proof."""

    audit: Audit
    proofs: tuple[MissedProof, ...]

    @property
    def items(self) -> tuple[MissedProof, ...]:
        """The proofs, in the order of events."""
        return self.proofs


def missed_proofs(audit: Audit) -> MissedProofs:
    """The claims that could have been proven and were not made, each with its proof then."""
    # Explanations take long to import, and an audit needs none.
    from tracker.explain import Explainer, whole_claim

    record, proofs = audit.record, []
    for missed in audit.missed:
        with deduce(record, missed.seat, missed.start) as deduction:
            holdings = deduction.proven(missed.book, record.table.team_of[missed.seat])
            if holdings is None:
                continue
            with Explainer(deduction) as explainer:
                explanation = explainer.why(whole_claim(missed.book, holdings))
            proofs.append(MissedProof(missed, holdings, explanation))
    return MissedProofs(audit, tuple(proofs))
