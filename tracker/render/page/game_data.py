"""The part of the page's data that is no single view's: the game, the audit, who could prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.knows import Knows
from tracker.analysis.open_gaps import Gaps
from tracker.game.events import Ask, Award, Claim, Event, Gap, Missing, Seat, actor
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.game.state import State
from tracker.inference.deduction import Deduction
from tracker.inference.hands import known_hands
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.grid import turn_words
from tracker.render.json_form import Json
from tracker.render.judging import could_have_proven, gap_note
from tracker.render.knowing import pairs
from tracker.render.phrases import either, odds_words, when_words


def game_frame(record: Record) -> Json:
    """Who plays with which cards, and the events, one by one; also of records with gaps."""
    table = record.table
    return {
        "seats": list(record.seats),
        "teams": [list(team) for team in table.teams],
        "cards": list(table.cards),
        "books": [
            {"name": book.name, "cards": list(book.cards)}
            for book in table.deck.books
            if book.name not in table.settled
        ],
        "events": [_event(event, record) for event in record.events],
    }


def game_data(record: Record) -> Json:
    """The game as the page's scripts need it."""
    game = states(record)
    return {
        **game_frame(record),
        "turns": [turn_words(state) for state in game],
        "scores": [list(state.score.values()) for state in game],
        "moves": [move for pair in pairwise(game) for move in _moves(*pair)],
        "settled": [entry for pair in pairwise(game) for entry in _settled(*pair, record)],
        # Who was truly dealt each card, as far as the whole record fixes whole hands.
        "dealt": {card: hand.seat for hand in known_hands(record).values() for card in hand.cards},
    }


def open_game_data(record: Record, moments: Sequence[Deduction | None]) -> Json:
    """A record with gaps as the page's scripts need it.

    Args:
        record: the game.
        moments: what follows for the public at each moment; None where that is undecided.
    """
    located = [{} if moment is None else moment.state.located for moment in moments]
    return {
        **game_frame(record),
        "turns": [_open_turn(moment) for moment in moments],
        "scores": [_open_score(record, moment) for moment in moments],
        "moves": [
            [at, card, after.get(card)]
            for at, (before, after) in enumerate(pairwise(located), start=1)
            for card in record.deck.in_order({*before, *after})
            if before.get(card) != after.get(card)
        ],
        "settled": list(_open_settled(record, moments)),
        "dealt": {card: hand.seat for hand in known_hands(record).values() for card in hand.cards},
    }


def _open_turn(moment: Deduction | None) -> str:
    """Whose turn it is, as far as that is certain."""
    if moment is None:
        return "undecided"
    return "over" if moment.state.over else either(moment.to_move()) or "nobody"


def _open_score(record: Record, moment: Deduction | None) -> list[int | str]:
    """The score of each team; a mark where a gap decides it."""
    scores = {} if moment is None else moment.scores()
    points = [scores.get(team) for team in record.table.teams]
    return ["?" if of_team is None else of_team for of_team in points]


def _open_settled(record: Record, moments: Sequence[Deduction | None]) -> Iterator[list[Any]]:
    """Half-suits that surely left play, as ``_settled`` gives them."""
    gone: set[str] = set()
    for at, moment in enumerate(moments):
        if moment is None:
            continue
        for name, book in moment.state.books.items():
            if book.status != "open" and name not in gone | moment.unsure_books:
                gone.add(name)
                if at:
                    team = None if book.team is None else str(book.team)
                    yield [at, name, team, _last_holders(record.events[at - 1], name)]


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


def _moves(before: State, after: State) -> Iterator[list[Any]]:
    """Cards that are publicly at a new place: the event, the card, the seat."""
    for card, seat in after.located.items():
        if before.located.get(card) != seat:
            yield [after.at, card, seat]


def _settled(before: State, after: State, record: Record) -> Iterator[list[Any]]:
    """Half-suits that leave play: event, half-suit, its team or None, who was seen to hold it."""
    for name, book in after.books.items():
        if book.status != "open" and before.books[name].status == "open":
            team = None if book.team is None else str(book.team)
            yield [after.at, name, team, _last_holders(record.events[after.at - 1], name)]


def _last_holders(event: Event, book: str) -> dict[str, Seat]:
    """Who held a half-suit's cards when it left play, where all could then see it."""
    if isinstance(event, Claim) and event.book == book and event.outcome == "correct":
        return dict(event.holdings)
    return dict(event.shown or ()) if isinstance(event, Claim | Award) else {}


# -- the audit: a mark on each event that was judged, with its verdict in a sentence ---------------


def audit_marks(audit: Audit) -> list[Json]:
    """The events that were judged, in the order of the game; several may be on one event.

    ``kind`` is the verdict on a claim, ``missed`` or ``dead``; ``slip`` says whether a player may
    want to look at it again; ``seat`` is whose deed it was, or was not.
    """
    last = len(audit.record.events)
    marks = [
        *map(_claim, audit.claims),
        *(_missed(missed, last) for missed in audit.missed),
        *(_dead(ask) for ask in audit.asks if ask.kind == "dead"),
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
            "text": f"Half remembered; {gap_note(gap)}.",
        }
        for gap in answer
    ]


def provable(knows: Knows) -> list[Json]:
    """Who could prove each half-suit, for which team, at which moments (both ends included)."""
    return [
        {
            "book": book.book,
            "team": list(book.team),
            "spans": {view: pairs(spans) for view, spans in book.spans.items() if spans},
        }
        for book in knows.books
    ]


def _claim(claim: ClaimAudit) -> Json:
    """A claim, judged when it was made."""
    return {
        "event": claim.event,
        "kind": claim.verdict,
        "seat": claim.claimant,
        "book": claim.book,
        "slip": claim.verdict in ("guess", "refuted") or claim.outcome != "correct",
        "text": " ".join(_claim_words(claim)),
    }


def _claim_words(claim: ClaimAudit) -> Iterator[str]:
    """The verdict, what came of it, and who knew better."""
    share = odds_words(claim.probability)
    match claim.verdict:
        case "proven":
            yield "Proven when it is made."
        case "guess":
            yield f"A guess, right in {share}% of the deals, as {claim.claimant} sees it."
        case "refuted":
            yield f"Refuted: {claim.claimant} can know that it is not so."
        case "depends":
            cases = (f"{case.verdict} if {when_words(case.when)}" for case in claim.cases or ())
            yield f"It depends on the gaps: {'; '.join(cases)}."
        case "undecided":
            yield "Undecided: there are too many ways to fill the gaps, or a stretch is missing."
        case "unknown":
            yield f"{claim.claimant}’s hand is not known."
            if claim.probability is not None:
                yield f"As all see it, it is right in {share}% of the deals."
    if (since := claim.provable_since) is not None:
        start = f"since event {since}" if since else "from the deal on"
        yield f"{claim.claimant} can prove where the cards are {start}."
    if claim.verdict != "proven":
        yield "It comes out right." if claim.outcome == "correct" else f"Outcome: {claim.outcome}."
    if (better := could_have_proven(claim)) is not None:
        yield better


def _missed(missed: Missed, last: int) -> Json:
    """A claim that was not made: it is marked where something else was done instead."""
    text = f"Missed: {missed.seat} can prove {missed.claim} here, and does not claim it"
    return {
        "event": min(missed.start + 1, last),
        "kind": "missed",
        "seat": missed.seat,
        "book": missed.book,
        "slip": True,
        "text": f"{text} (until event {missed.end}).",
    }


def _dead(ask: AskAudit) -> Json:
    """An ask that the asker could have known to be in vain."""
    return {
        "event": ask.event,
        "kind": "dead",
        "seat": ask.asker,
        "slip": True,
        "text": f"It cannot succeed: {ask.asker} can prove that the answer will be no.",
    }
