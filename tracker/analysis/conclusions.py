"""Questions about one conclusion: who holds a card, why, and since when; and rulings on claims.

A *conclusion* is that a seat holds a card now, or lacks it, or that a whole claim is right now
(``tracker.explain.Conclusion``). Each function opens what it needs, asks, and closes it again.

Example: ``why(record, "5H", "Ann", view="Bob", at=20)`` explains how Bob can know after 20 events
that Ann holds the 5H, and ``since`` says from which event on he could.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tracker.analysis.any_hand import AnyHand
from tracker.analysis.auditor import Audit, ClaimAudit, audit_of_claim, claim_position
from tracker.analysis.check import LOOKALIKE, Problem, check
from tracker.analysis.each_filling import (
    answered,
    closed_record,
    fields_of,
    is_so,
    settled_gaps,
    ways_up_to,
)
from tracker.analysis.knows import Stretch, stretches
from tracker.analysis.odds import Odds
from tracker.answers import HIDDEN, Answer, json_keys
from tracker.budget import WHY_QUESTIONS
from tracker.errors import ContradictionError, RecordError, WrongTypeError
from tracker.explain import Conclusion, Consequences, Explainer, Explanation, card_at, whole_claim
from tracker.explain.certificate import digest
from tracker.explain.gap_why import GapExplanation, explain, otherwise
from tracker.game.cards import Card
from tracker.game.events import Claim, Event, Give, Holdings
from tracker.game.lookup import find_card, find_seat
from tracker.game.record import Record, claims_known, has_gaps, require_record
from tracker.game.replay import beginning
from tracker.inference.completions import Completion, ordinary_record
from tracker.inference.contradictions import contradictions
from tracker.inference.deduction import Deduction, Judgement, deduce, judgement_of
from tracker.inference.follow import follow
from tracker.inference.hands import seat_views, up_to, view_of
from tracker.inference.way import Way
from tracker.knowledge.facts import Chances
from tracker.knowledge.views import View, ViewLike
from tracker.messages import require_kind
from tracker.notation.holdings import parse_naming

# -- who holds a card ------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class CardHolders(Answer):
    """Who can hold one card in play now."""

    record: Record = field(metadata=HIDDEN)
    card: Card
    status: str
    """How the holder is known, in the words of ``Deduction.status``."""
    holders: Chances
    """Each possible holder with its probability."""
    since: int | None
    """The moment from which on the holder was certain; None where it is not certain, and where a
    gap makes it hard to say."""


def who(deduction: Deduction, word: str) -> CardHolders:
    """Who can hold a card, how likely each is, and since when it is certain where that is so.

    Args:
        deduction: what follows for a view at a moment.
        word: the card, in any form that the notation reads.

    Raises:
        RecordError: for a card that is not in play.
    """
    record = deduction.record
    card = find_card(word, record.deck)
    holders, status = deduction.holders(card), deduction.status(card)
    chances = Odds(deduction).holders[card] if len(holders) > 1 else {holders[0]: 1.0}
    since = None
    if len(holders) == 1 and deduction.has_knowledge:
        since = proven_since(record, card_at(card, holders[0]), deduction.viewer, deduction.at)
    return CardHolders(record, card, status, chances, since)


# -- why ------------------------------------------------------------------------------------------


@json_keys("*=explanation", "*=since")
@dataclass(frozen=True, repr=False)
class Explained(Answer):
    """An explanation, with what more was asked about it.

    Keys:
        since, moments: With --since, besides the keys above: the moment, and all the stretches of
            moments ``[from, to]`` with the same verdict.
    """

    explanation: Explanation
    stretches: tuple[Stretch, ...] | None = None
    """The moments at which the verdict was what it is, where that was asked for."""


def why(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    view: ViewLike = None,
    at: int | None = None,
    lacks: bool = False,
    claim: str | None = None,
    limit: int | None = WHY_QUESTIONS,
    alternatives: int = 0,
) -> Explanation:
    """Why a seat holds a card now, or why a whole claim is right; else why not, or why it is open.

    Args:
        record: the game.
        card: the card, in any form that the notation reads.
        seat: the seat.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.
        limit: questions to the solver, after which the search for a smallest set of causes ends;
            None: any number.
        alternatives: how many other smallest sets to list.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
        UndecidedError: where the verdict was not found within what the search may cost.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)

    with deduce(record, view=view, at=at) as deduction:
        return explain(deduction, asked, limit=limit, alternatives=alternatives)


def consequences(
    record: Record,
    *,
    view: ViewLike = None,
    at: int | None = None,
) -> Consequences:
    """All the places of cards that follow for a view at a moment, in steps, the easiest first.

    Args:
        record: the game.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.

    Raises:
        RecordError: for a view or a moment that is not there.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
        GapError: where a gap can be filled in several ways.
    """
    with deduce(record, view=view, at=at) as deduction, Explainer(deduction) as explainer:
        return explainer.consequences()


def conclusion(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    lacks: bool = False,
    claim: str | None = None,
) -> Conclusion:
    """The conclusion that is asked about, from its words.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: where the card or the seat does.
        WrongTypeError: where it is neither card and seat nor a claim.
    """
    require_record(record)
    if claim is not None:
        if card is not None or lacks:
            raise WrongTypeError("a claim stands for card, seat and 'lacks'")
        return whole_claim(*parse_naming(claim, record))
    if card is None or seat is None:
        raise WrongTypeError("expected a card and a seat, or a claim 'BOOK: HOLDINGS'")
    return card_at(find_card(card, record.deck), find_seat(seat, record.seats), holds=not lacks)


# -- since when -----------------------------------------------------------------------------------
#
# A conclusion is about *now*. At an earlier moment it says that the seat held (or lacked) the card
# then, or that the claim was right then. When a card moves, the proof of where it is begins anew.


def since(
    record: Record,
    card: str | None = None,
    seat: str | None = None,
    *,
    view: ViewLike = None,
    at: int | None = None,
    lacks: bool = False,
    claim: str | None = None,
) -> int | None:
    """Since which moment, without a break, a view can prove what ``why`` would explain.

    Args:
        record: the game.
        card: the card, in any form that the notation reads.
        seat: the seat.
        view: whose, as ``deduce`` takes it.
        at: after that many events; None: after all.
        lacks: ask whether the seat does not hold the card.
        claim: in place of card and seat: ``"BOOK: HOLDINGS"``, as in a claim.

    Returns:
        The number of the event that let it, 0 for the deal; None where it is not proven.

    Raises:
        NotationError: where the claim means nothing.
        RecordError: for a card, a seat, a view or a moment that is not there.
        WrongTypeError: where it is neither card and seat nor a claim.
        MissingHandError: where a seat's dealt hand is not known.
        ContradictionError: where no deal is consistent with the view.
    """
    asked = conclusion(record, card, seat, lacks=lacks, claim=claim)
    return proven_since(record, asked, view, at)


def moments_of(explanation: Explanation) -> tuple[Stretch, ...]:
    """The stretches of moments at which the verdict of an explanation was what it is."""
    return judged_moments(
        explanation.record,
        explanation.conclusion,
        explanation.verdict,
        explanation.view,
        explanation.at,
    )


def proven_since(record: Record, asked: Conclusion, view: ViewLike, at: int | None) -> int | None:
    """Since which moment a view can prove a conclusion without a break; None: it cannot now."""
    spans = judged_moments(record, asked, "proven", view, at)
    return spans[-1].start if spans and spans[-1].end == record.moment(at) else None


def judged_moments(
    record: Record, asked: Conclusion, verdict: Judgement, view: ViewLike, at: int | None
) -> tuple[Stretch, ...]:
    """The stretches of moments at which a view had a verdict on a conclusion, the earliest first.

    Args:
        record: the game.
        asked: the conclusion.
        verdict: ``proven``, ``open`` or ``refuted``.
        view: whose, as ``deduce`` takes it.
        at: up to that many events; None: all.
    """
    end, viewer = record.moment(at), view_of(record, view)
    return stretches(
        moment.state.at
        for moment in follow(beginning(record, end), views=[viewer])
        if judge(moment.deductions[viewer.name], asked) == verdict
    )


def judge(deduction: Deduction, asked: Conclusion) -> Judgement | None:
    """Whether a conclusion holds in every deal, in some or in none.

    Returns:
        None where one of its cards is out of play.
    """
    if not all(deduction.state.is_open(part.card) for part in asked.parts):
        return None
    return judgement_of(*deduction.truths(asked.parts))


# -- a ruling on one claim ------------------------------------------------------------------------


@json_keys(
    "*=claim",
    "holdings",
    "explanation",
    "rules",
    "record=digest",
    "answer",
    "problems",
    "sound",
    "provable",
)
@dataclass(frozen=True, repr=False)
class Ruling(Answer):
    """What an arbiter needs to rule on a claim.

    Keys:
        holdings: With --event, besides the keys of one claim: what was claimed.
        explanation: As of ``tracker why``.
        rules, record: The rules, key by key; the digest of the record.
        answer: The answer in a sentence.
        problems: As of ``tracker check``, up to the claim.
        sound: Whether none of them is before the claim.
        provable: By half-suit, what the claimant could have claimed with proof.
    """

    record: Record
    claim: ClaimAudit
    explanation: Explanation
    """Why the claim as named was proven or refuted at its moment, or a deal in which it fails."""
    digest: str
    """The digest of the record that the ruling is on."""
    problems: tuple[Problem, ...]
    """What is wrong with the record up to the claim."""
    settled: Mapping[int, Event]
    """What the gaps up to the claim were that the rest of the record settles, by their numbers."""
    provable: Mapping[str, Holdings]
    """By half-suit: what the claimant could have claimed with proof then. Empty where a gap was
    open then: it is not worked out."""
    short: bool = False
    """Whether only the question, the answer and why are shown."""

    @property
    def event(self) -> int:
        """The number of the claim."""
        return self.claim.event

    @property
    def proven_since(self) -> int | None:
        """Since when the claimant could prove the claim as it was named; None where that is open.

        Not before the last move of one of its cards: a gift within the team moves what was known.
        """
        since = self.claim.provable_since
        if self.claim.verdict != "proven" or not isinstance(since, int):
            return None
        cards = {card for card, _ in self.claim.naming}
        gifts = self.explanation.record.numbered(Give)
        return max([since, *(number for number, gift in gifts.items() if gift.card in cards)])

    @property
    def touching(self) -> tuple[Problem, ...]:
        """The problems that the verdict may hang on: those before the claim, but for names."""
        event = self.claim.event
        return tuple(
            problem
            for problem in self.problems
            if problem.code != LOOKALIKE and (problem.event or 0) < event
        )


@json_keys(
    "event",
    "claimant=claim.claimant",
    "book=claim.book",
    "verdict",
    "record=digest",
    "answer",
    "problems",
    "sound",
)
@dataclass(frozen=True, repr=False)
class NoRuling(Answer):
    """What an arbiter can say of a claim in a record that contradicts itself by then."""

    record: Record
    event: int
    claim: Claim
    digest: str
    """The digest of the record."""
    problems: tuple[Problem, ...]
    """What is wrong with the record up to the claim."""
    short: bool = False
    """Whether only the question and the answer are shown."""


def no_ruling(record: Record, event: int) -> NoRuling:
    """What was asked of ``rule``, and why the record allows no answer.

    Args:
        record: a game in which no deal fits what is said up to the claim.
        event: the number of the claim.

    Raises:
        RecordError: where that event is no claim.
    """
    claim = record.numbered(Claim).get(event)
    if claim is None:
        raise RecordError(f"event {event} of the record is not a claim ({claims_known(record)})")
    problems = check(record, at=event).problems
    return NoRuling(up_to(record, event), event, claim, digest(record), problems)


def rule(
    record: Record,
    event: int,
    *,
    limit: int | None = WHY_QUESTIONS,
    tell: Callable[[int, int], object] | None = None,
) -> Ruling:
    """Rule on whether a claim was provable at its moment, in the claimant's view.

    What comes after the claim counts only where it settles a dealt hand or a gap.

    Args:
        record: the game.
        event: the number of the claim.
        limit: questions to the solver for the search for the smallest reasons; None: no limit.
        tell: told, where gaps can be filled in several ways, how many of them have been judged, and
            how many there are.

    Raises:
        RecordError: where that event is no claim of an open half-suit, or its claimant is open.
        ContradictionError: where no deal fits the record.
    """
    require_record(record)
    require_kind(event, int, "number of an event")
    moment = min(event, len(record.events))
    past, whole = up_to(record, moment), _ordinary(record)
    ways = ways_up_to(record, past) if has_gaps(past) else ()
    played = ordinary_record(ways) or past
    if ways and whole is not None:
        played = up_to(whole, moment)
    judged = _judged(played, ways, whole, tell) if 1 <= event == moment else None
    if judged is None:
        claims = claims_known(record)
        raise RecordError(f"event {event} of the record is not a claim of an open book ({claims})")
    claimant = str(judged.claimant)
    if claimant not in record.seats:
        raise RecordError(f"nobody remembers who claimed at event {event}: whose view is it?")
    asked = whole_claim(str(judged.book), judged.naming)
    explanation: Explanation
    with _eyes_of(played, judged, asked, whole) as deduction:
        if not judged.holdings:  # nobody remembers them: there is nothing to explain
            kind = Explanation if deduction.has_knowledge else GapExplanation
            explanation = kind(past, deduction.view, event - 1, asked, "undecided")
        elif not deduction.has_knowledge and judged.verdict in ("guess", "depends", "unknown"):
            explanation = otherwise(deduction, asked, _not_proven(ways, judged))
        else:
            explanation = explain(deduction, asked, limit=limit)
        provable: dict[str, Holdings] = {}
        for team in record.table.claimable_by(claimant) if deduction.has_knowledge else ():
            provable |= {book: naming for (book, _), naming in deduction.provable(team).items()}
    problems = check(record, at=event).problems
    settled = settled_gaps(ways) if ways else {}
    return Ruling(past, judged, explanation, digest(record), problems, settled, provable)


def _ordinary(record: Record) -> Record | None:
    """The ordinary record that a whole game comes to; None where it is none, or fits no deal."""
    with suppress(ContradictionError):
        whole = closed_record(record)
        if whole is not None and not contradictions(whole):
            return whole
    return None


def _eyes_of(
    past: Record, judged: ClaimAudit, asked: Conclusion, whole: Record | None
) -> Deduction:
    """What follows for the claimant just before a claim, by as much of the hand as is needed.

    Where the hand is not known, but what the whole record says of it decides, that stands in the
    header of the deduction's record.
    """
    seat, at = str(judged.claimant), judged.event - 1
    deduction = deduce(past, view=seat_views(past)[seat], at=at)
    if whole is None or judged.verdict not in ("proven", "refuted"):
        return deduction
    if judge(deduction, asked) == judged.verdict:
        return deduction
    part = AnyHand(whole).part(seat)
    told = {hand.seat: hand for hand in past.hands} | {seat: part}
    hands = tuple(told[seat] for seat in past.seats if seat in told)
    return deduce(replace(past, hands=hands), view=View((part,)), at=at)


def _judged(
    past: Record,
    ways: tuple[Completion, ...],
    whole: Record | None,
    tell: Callable[[int, int], object] | None,
) -> ClaimAudit | None:
    """The judgement on the last claim, in all ways to fill gaps; None where none can be judged.

    Ways in which nothing differs that the judgement hangs on are judged once.
    """
    judged: dict[Hashable, Audit] = {}

    def of_way(way: Record, moments: Sequence[int]) -> Audit:
        number = moments[-1]
        position = claim_position(way, number)
        if position not in judged:
            judged[position] = audit_of_claim(way, number, whole)
        return replace(judged[position], record=way)

    claims = answered(past, of_way, ways=ways, tell=tell).claims
    return claims[0] if claims else None


def _not_proven(ways: Iterable[Completion], claim: ClaimAudit) -> Iterator[Way]:
    """What the claimant saw before a claim, in the ways to fill the gaps in which it was no proof.

    Args:
        ways: those that the record up to the claim allows: the claimant knew as much.
        claim: the claim.
    """
    others = [case.when for case in claim.cases or () if case.value.verdict != "proven"]
    for completion in ways:
        fields, record = fields_of(completion), completion.record
        if not others or any(is_so(when, fields, claim.event) for when in others):
            view = seat_views(record)[str(claim.claimant)]
            at = completion.positions[claim.event - 1]
            for way in deduce(record, view=view, at=at).ways:
                yield Way(record, view, way.possible_holders, way.state, completion)
