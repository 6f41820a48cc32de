"""The part of the page's data that is no single view's: the game, the audit, who could prove it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.open_gaps import Gaps, OpenGap
from tracker.analysis.review import Decision, Review
from tracker.answers import certain
from tracker.game.claimants import Claims, claimants, may_wait
from tracker.game.events import Ask, Award, Claim, Event, Gap, Missing, actor
from tracker.game.record import Record
from tracker.game.replay import replay_of
from tracker.game.turns import may_have_turn
from tracker.inference.hands import known_hands
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.json_form import Json
from tracker.render.judging import (
    all_values_words,
    could_have_proven,
    gap_note,
    undecided_because,
)
from tracker.render.phrases import odds_words, start_words, when_words


def game_frame(record: Record) -> Json:
    """Who plays with which cards, and the events, one by one; also of records with gaps."""
    return {**table_frame(record), "events": [_event(event, record) for event in record.events]}


def table_frame(record: Record) -> Json:
    """Who plays with which cards."""
    table = record.table
    return {
        "seats": list(record.seats),
        "teams": [list(team) for team in table.teams],
        "cards": list(table.cards),
        "books": [{"name": book.name, "cards": list(book.cards)} for book in table.books],
    }


def game_data(record: Record) -> Json:
    """The game as the page's scripts need it: also who was truly dealt each card.

    That is told as far as the whole record fixes whole hands.
    """
    hands = known_hands(record).values()
    return {
        **game_frame(record),
        "dealt": {card: hand.seat for hand in hands for card in hand.cards},
    }


def _event(event: Event, record: Record) -> Json:
    """An event for the page: its text, its kind, its comments and whose deed it was."""
    notes = [*event.above, event.comment]
    note = printable(" ".join(line.strip() for line in notes if line.strip()))
    document: Json = {"text": printable(format_event(event, record)), "kind": _kind(event)}
    if note:
        document["note"] = note
    if (seat := actor(event)) is not None:
        document["actor"] = seat
    if isinstance(event, Ask):
        document |= {"target": event.target, "card": event.card}
    if isinstance(event, Claim | Award):  # who held the cards, where all could then see it
        document["held"] = dict(event.shown or ())
    if isinstance(event, Claim) and event.outcome == "correct":
        document["held"] = dict(event.holdings)
    return document


def _kind(event: Event) -> str:
    """What an event is drawn as: an ask by its answer, a claim by its outcome."""
    if isinstance(event, Gap | Missing):
        return "gap"
    if isinstance(event, Ask):
        return event.answer
    if isinstance(event, Claim):
        return "correct" if event.outcome == "correct" else "wrong"
    return "award" if isinstance(event, Award) else "other"


# -- the audit: a mark on each event that was judged, with its verdict in a sentence ---------------


def audit_marks(audit: Audit) -> list[Json]:
    """The events that were judged, in the order of the game; several may be on one event.

    ``kind`` is the verdict on a claim, ``missed``, ``since`` or ``dead``; ``slip`` says whether a
    player may want to look at it again; ``seat`` is whose deed it was, or was not.

    Args:
        audit: the audit of the record.
    """
    marks = [
        *map(_claim, audit.claims),
        *(_missed(missed, audit) for missed in certain(audit.missed)),
        *(_dead(ask) for ask in certain(audit.asks) if ask.kind == "dead"),
    ]
    return sorted(marks, key=lambda mark: mark["event"])


def gap_marks(answer: Gaps) -> list[Json]:
    """The gaps of a record, each with what it can be."""
    return [
        {
            "event": gap.event,
            "kind": "gap" if gap.is_open else "closed",
            "seat": "",
            "slip": False,
            "text": f"Half remembered; {_told(gap)}.",
        }
        for gap in answer
    ]


def _told(gap: OpenGap) -> str:
    """What a gap can be; of a closed one, by what."""
    if gap.closed_at is None:
        return gap_note(gap)
    by = "what came before tells" if gap.closed_at == gap.event else f"event {gap.closed_at} tells"
    return f"{by} what it was: {all_values_words(gap.possible)}"


def _claim(claim: ClaimAudit) -> Json:
    """A claim, judged when it was made."""
    unsure = claim.verdict in ("guess", "refuted") or claim.outcome != "correct"
    return {
        "event": claim.event,
        "kind": claim.verdict,
        "seat": str(claim.claimant),
        "book": str(claim.book),
        "slip": unsure and not claim.forced,
        "text": " ".join(_claim_words(claim)),
    }


_VERDICTS: Final[Mapping[str, str]] = {
    "proven": "Proven when it is made.",
    "guess": "A guess, right in {share}% of the deals, as {who} sees it.",
    "guessed": "A guess, whatever {who} was dealt.",
    "refuted": "Refuted: {who} can know that it is not so.",
    "depends": "It depends on the gaps: {cases}.",
    "undecided": "Undecided: {because}.",
    "unknown": "{who}’s hand is not known.",
}
"""A verdict in a sentence."""


def _claim_words(claim: ClaimAudit) -> Iterator[str]:
    """The verdict, what came of it, and who knew better."""
    share = odds_words(claim.probability)
    cases = (f"{case.value.verdict} if {when_words(case.when)}" for case in claim.cases or ())
    if claim.forced:
        yield "Forced: it has to be claimed, and nothing better is known."
    verdict = "guessed" if claim.verdict == "guess" and claim.by_hand else claim.verdict
    yield _VERDICTS[verdict].format(
        share=share,
        who=claim.claimant,
        cases="; ".join(cases),
        because=undecided_because(claim),
    )
    if claim.verdict == "unknown" and claim.probability is not None:
        yield f"As all see it, it is right in {share}% of the deals."
    if isinstance(since := claim.provable_since, int):
        yield f"{claim.claimant} can prove where the cards are {start_words(since)}."
    if claim.verdict != "proven":
        yield "It comes out right." if claim.outcome == "correct" else f"Outcome: {claim.outcome}."
    if (better := could_have_proven(claim)) is not None:
        yield better


def _missed(missed: Missed, audit: Audit) -> Json:
    """A claim that was not made: it is marked where something else was done instead.

    Where the team claims the half-suit later, and rightly, waiting was no mistake.
    """
    later, who, what = _claimed_later(missed, audit), missed.seat, missed.claim
    never = f"Missed: {who} can prove {what} here, and does not claim it"
    in_time = f"{who} can claim {what} from here on. The team does at event {later}."
    return {
        "event": min(missed.start + 1, len(audit.record.events)),
        "kind": "since" if later else "missed",
        "seat": missed.seat,
        "book": missed.book,
        "slip": later is None,
        "text": f"{never} (until event {missed.end})." if later is None else in_time,
    }


def _claimed_later(missed: Missed, audit: Audit) -> int | None:
    """The event at which the seat's team rightly claims what the seat could have claimed before."""
    team = audit.record.table.team_of[missed.seat]
    right = (claim for claim in audit.claims if claim.outcome == "correct")
    return next(
        (
            claim.event
            for claim in right
            if claim.event > missed.start and claim.book == missed.book and claim.claimant in team
        ),
        None,
    )


def _dead(ask: AskAudit) -> Json:
    """An ask that the asker could have known to be in vain."""
    forced = f"Forced: it cannot succeed, nor can any other legal ask of {ask.asker}’s."
    free = f"It cannot succeed: {ask.asker} can prove that the answer will be no."
    text = forced if ask.forced else free
    return {"event": ask.event, "kind": "dead", "seat": ask.asker, "slip": False, "text": text}


# -- the review: the worst moments -----------------------------------------------------------------

WORST: Final = 5
"""How many moments the review poses."""


def worst_moments(judged: Review) -> list[Json]:
    """The worst moments, as ``review --json`` has them, with what could have been done."""
    options, moments = claimants(judged.record), judged.to_json()["moments"]
    return [
        moment
        | {"error": round(mistake.error, 2)}
        | _legal_asks(judged.record, mistake)
        | _legal_claims(judged.record, mistake, options)
        for moment, mistake in zip(moments, judged.moments[:WORST], strict=False)
    ]


def _legal_asks(record: Record, mistake: Decision) -> Json:
    """The legal asks at a moment as cells, the likeliest one first."""
    at, is_claim = mistake.event - 1, isinstance(record.events[mistake.event - 1], Claim)
    is_turn = may_have_turn(replay_of(record).state(at), mistake.seat) or not is_claim
    chances = {
        (option.move.card, option.move.target): option.chance
        for option in mistake.options
        if is_turn and isinstance(option.move, Ask)
    }
    deck, seats = record.deck.position, record.seats
    asks = sorted(chances, key=lambda ask: (deck[ask[0]], seats.index(ask[1])))
    likeliest = max(asks, key=chances.__getitem__, default=None)
    asks.sort(key=lambda ask: ask != likeliest)
    return {"asks": [{"card": card, "seat": seat} for card, seat in asks]}


def _legal_claims(record: Record, mistake: Decision, options: Sequence[Claims]) -> Json:
    """What the seat may claim at a moment, or not claim.

    Args:
        record: the game.
        mistake: what is judged.
        options: what could have been claimed at each moment.
    """
    at, seat = mistake.event - 1, mistake.seat
    state, team = replay_of(record).state(at), record.table.team_of[seat]
    legal = {(book, named) for claimant, book, named in options[at] if claimant == seat}
    return {
        "claims": [book for book in state.open_books() if (book, team) in legal],
        "waits": may_wait(state, seat),
    }
