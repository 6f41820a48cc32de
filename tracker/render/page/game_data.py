"""The part of the page's data that is no single view's: the game, the audit, who could prove it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from tracker.analysis.auditor import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.each_filling import UNKNOWN
from tracker.analysis.knows import Knows
from tracker.analysis.open_gaps import Gaps, OpenGap
from tracker.analysis.report import Player, Report, Settlement
from tracker.analysis.view_history import TurnChoice
from tracker.answers import certain
from tracker.game.claimants import Claims, claimants, may_leave_to, may_wait
from tracker.game.events import Ask, Award, Claim, Event, Gap, Holdings, Missing, Seat, actor
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of, states
from tracker.game.state import State
from tracker.game.table import Team
from tracker.game.turns import may_have_turn
from tracker.inference.deduction import Deduction
from tracker.inference.hands import known_hands
from tracker.messages import counted, printable
from tracker.notation.text import format_event
from tracker.render.grid import turn_words
from tracker.render.json_form import Json
from tracker.render.judging import (
    all_values_words,
    could_have_proven,
    gap_note,
    undecided_because,
)
from tracker.render.knowing import pairs
from tracker.render.phrases import either, listed, odds_words, per_cent, start_words, when_words
from tracker.render.report_text import number_words


def game_frame(record: Record) -> Json:
    """Who plays with which cards, and the events, one by one; also of records with gaps."""
    table = record.table
    return {
        "seats": list(record.seats),
        "teams": [list(team) for team in table.teams],
        "cards": list(table.cards),
        "books": [{"name": book.name, "cards": list(book.cards)} for book in table.books],
        "events": [_event(event, record) for event in record.events],
    }


def game_data(record: Record) -> Json:
    """The game as the page's scripts need it."""
    game = states(record)
    return {
        **game_frame(record),
        "turns": [turn_words(state) for state in game],
        "scores": [_score(state.known_score()) for state in game],
        "moves": [move for pair in pairwise(game) for move in _moves(*pair)],
        "settled": settled(record),
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
        "scores": [
            _score(dict.fromkeys(record.table.teams) if moment is None else moment.scores())
            for moment in moments
        ],
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


def _score(points: Mapping[Team, int | None]) -> list[int | str]:
    """The score of each team; a mark where it is open."""
    return ["?" if of_team is None else of_team for of_team in points.values()]


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


def settled(record: Record) -> list[list[Any]]:
    """Half-suits that left play: event, half-suit, its team or None, who was seen to hold it.

    Args:
        record: one without gaps.
    """
    return [entry for pair in pairwise(states(record)) for entry in _settled(*pair, record)]


def _settled(before: State, after: State, record: Record) -> Iterator[list[Any]]:
    """``settled``, of one event."""
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


def audit_marks(
    audit: Audit, books: Iterable[Settlement], choices: Mapping[int, TurnChoice] | None = None
) -> list[Json]:
    """The events that were judged, in the order of the game; several may be on one event.

    ``kind`` is the verdict on a claim, ``missed``, ``since`` or ``dead``; ``slip`` says whether a
    player may want to look at it again; ``seat`` is whose deed it was, or was not. A mark of a slip
    says what it cost, in a sentence and as a ``weight``: a half-suit that is lost weighs 1.

    Args:
        audit: the audit of the record.
        books: what became of each half-suit.
        choices: what else could have been asked, by event, where that was worked out.
    """
    endings = {settled.book: settled for settled in books}
    marks = [
        *(_claim(claim, audit.record, endings.get(str(claim.book))) for claim in audit.claims),
        *(_missed(missed, audit, endings[missed.book]) for missed in certain(audit.missed)),
        *(
            _dead(ask, audit.record, choices or {})
            for ask in certain(audit.asks)
            if ask.kind == "dead"
        ),
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


def _claim(claim: ClaimAudit, record: Record, settled: Settlement | None) -> Json:
    """A claim, judged when it was made; ``settled`` is None where its half-suit is forgotten."""
    unsure = claim.verdict in ("guess", "refuted") or claim.outcome != "correct"
    slip = unsure and not claim.forced
    return {
        "event": claim.event,
        "kind": claim.verdict,
        "seat": str(claim.claimant),
        "book": str(claim.book),
        "slip": slip,
        "text": " ".join(_claim_words(claim)),
        **(_claim_cost(claim, record, settled) if slip else {}),
    }


def _claim_words(claim: ClaimAudit) -> Iterator[str]:
    """The verdict, what came of it, and who knew better."""
    share = odds_words(claim.probability)
    if claim.forced:
        yield "Forced: it has to be claimed, and nothing better is known."
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
            yield f"Undecided: {undecided_because(claim)}."
        case "unknown":
            yield f"{claim.claimant}’s hand is not known."
            if claim.probability is not None:
                yield f"As all see it, it is right in {share}% of the deals."
    if isinstance(since := claim.provable_since, int):
        yield f"{claim.claimant} can prove where the cards are {start_words(since)}."
    if claim.verdict != "proven":
        yield "It comes out right." if claim.outcome == "correct" else f"Outcome: {claim.outcome}."
    if (better := could_have_proven(claim)) is not None:
        yield better


def _claim_cost(claim: ClaimAudit, record: Record, settled: Settlement | None) -> Json:
    """What a claim that was not sure cost, or might have cost."""
    chance = claim.probability
    risk = 1 - float(chance) if isinstance(chance, Fraction) else None
    if claim.outcome == "correct":
        share = "unknown" if risk is None else f"{_share(risk)}"
        words = f"Nothing this time; the risk to be wrong was {share}."
        toll: Json = {"cost": words, "weight": 0.0, "risk": risk or 0.0}
    else:
        toll = _toll(claim, record, settled)
    weight = round(toll["weight"] + (risk or 0.0), 3)
    return toll | {"weight": weight, "cells": _cells(claim.naming, record)}


def _toll(claim: ClaimAudit, record: Record, settled: Settlement | None) -> Json:
    """What a claim cost that did not come out right: a half-suit, a point, or nothing."""
    own = record.table.team_of.get(str(claim.claimant))
    may_cost_a_point = record.rules.opponent_holds == "minus-one"
    unsure = str(claim.outcome) == UNKNOWN and may_cost_a_point
    if settled is None or own is None or settled.hangs_on_gaps or unsure:
        return _left_open(settled)
    minus_one = claim.outcome == "opponents" and may_cost_a_point
    # A claim that costs a point leaves the half-suit in play, for a later event to settle.
    if _is_lost(settled, own) and not (minus_one and settled.event not in (claim.event, None)):
        return {"cost": f"A half-suit: {_ending(settled)}.", "weight": 1.0, "lost": True}
    if minus_one:
        return {"cost": "A point.", "weight": 1.0, "point": True}
    return {"cost": f"Nothing in the end: {_ending(settled)}.", "weight": 0.0}


def _cells(holdings: Holdings, record: Record) -> list[int]:
    """The numbers of the cells of a naming."""
    cards, seats = record.table.cards, record.seats
    return [cards.index(card) * len(seats) + seats.index(seat) for card, seat in holdings]


def _share(chance: float) -> str:
    """A chance in per cent, rounded; what is certain is 0 or 100."""
    return f"{100 * chance:.0f}%" if chance in (0, 1) else f"{per_cent(chance)}%"


def _left_open(settled: Settlement | None) -> Json:
    """What something cost where a gap decides it."""
    return {"cost": f"A gap decides that: {_ending(settled)}.", "weight": 0.5}


def _ending(settled: Settlement | None) -> str:
    """What has become of a half-suit at the end; None: of one that nobody remembers."""
    if settled is None:
        return "the half-suit is not known"
    if settled.status == "open":
        return f"{settled.book} is not won"
    if settled.hangs_on_gaps:
        return f"it is not known who wins {settled.book}"
    if settled.team is None:
        return f"{settled.book} is lost to both teams"
    return f"{settled.book} goes to {settled.team}"


def _is_lost(settled: Settlement, team: Team) -> bool:
    """Whether a half-suit surely went to the other team, or to nobody."""
    return settled.status != "open" and not settled.hangs_on_gaps and settled.team != team


def _missed(missed: Missed, audit: Audit, settled: Settlement) -> Json:
    """A claim that was not made: it is marked where something else was done instead.

    Where the team claims the half-suit later, and rightly, waiting was no mistake.
    """
    record = audit.record
    later = _claimed_later(missed, audit)
    mark: Json = {
        "event": min(missed.start + 1, len(record.events)),
        "kind": "since" if later else "missed",
        "seat": missed.seat,
        "book": missed.book,
        "slip": later is None,
    }
    if later is not None:
        text = (
            f"{missed.seat} can claim {missed.claim} from here on. The team does at event {later}."
        )
        return mark | {"text": text}
    text = f"Missed: {missed.seat} can prove {missed.claim} here, and does not claim it"
    mark |= {"text": f"{text} (until event {missed.end}).", "cells": []}
    return mark | _unsaid(settled, record.table.team_of[missed.seat])


def _unsaid(settled: Settlement, team: Team) -> Json:
    """What a claim cost that was never made."""
    ending = _ending(settled)
    if _is_lost(settled, team):
        cost = f"A half-suit, provable and not said: {ending}."
        return {"cost": cost, "weight": 1.5, "lost": True}
    if settled.team == team:
        return {"cost": f"Nothing in the end: {ending}.", "weight": 0.0}
    if settled.hangs_on_gaps:
        return _left_open(settled)
    cost = f"A half-suit, provable and not said: {ending}."
    return {"cost": cost, "weight": 0.8, "unsaid": True}


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


def _dead(ask: AskAudit, record: Record, choices: Mapping[int, TurnChoice]) -> Json:
    """An ask that the asker could have known to be in vain."""
    if ask.forced:
        text = f"Forced: it cannot succeed, nor can any other legal ask of {ask.asker}’s."
        return {
            "event": ask.event,
            "kind": "dead",
            "seat": ask.asker,
            "slip": False,
            "text": text,
        }
    choice = choices.get(ask.event)
    given_up = 0.0 if choice is None else choice.best_chance
    cost = (
        "The turn." if not given_up else f"The turn, and a chance of {_share(given_up)} given up."
    )
    event = record.events[ask.event - 1]
    return {
        "event": ask.event,
        "kind": "dead",
        "seat": ask.asker,
        "slip": True,
        "text": f"It cannot succeed: {ask.asker} can prove that the answer will be no.",
        "cost": cost,
        "weight": round(0.05 + given_up / 2, 3),
        "given_up": given_up,
        "cells": _cells(((event.card, event.target),), record) if isinstance(event, Ask) else [],
    }


# -- the review: the worst moments, and what each player did ---------------------------------------

WORST: Final = 5
"""How many moments the review poses."""
WEAK: Final = 0.3
"""An ask that got a no is worth a look where a legal one was so much likelier."""


def review(record: Record, marks: Sequence[Json], choices: Mapping[int, TurnChoice]) -> list[Json]:
    """The worst moments, worst first: slips; where they are few, asks that gave up most.

    Args:
        record: the game.
        marks: what the audit says of its events.
        choices: what else could have been asked, by event.
    """
    slips = [mark for mark in marks if mark["slip"] and "weight" in mark]
    moments = [*slips, *_weak_asks(record, {mark["event"] for mark in slips}, choices)]
    worst = sorted(moments, key=lambda mark: (not mark["slip"], -mark["weight"], mark["event"]))
    options = None if has_gaps(record) else claimants(record)
    return [
        mark | _legal_asks(record, mark, choices) | _legal_claims(record, mark, options)
        for mark in worst[:WORST]
    ]


def _weak_asks(
    record: Record, judged: set[int], choices: Mapping[int, TurnChoice]
) -> Iterator[Json]:
    """Asks that got a no where a much likelier one was legal, but for events judged already."""
    for number, choice in sorted(choices.items()):
        event = record.events[number - 1]
        given_up = choice.best_chance - (choice.chance or 0.0)
        if (
            isinstance(event, Ask)
            and event.answer == "no"
            and number not in judged
            and given_up >= WEAK
        ):
            made, best = _share(choice.chance or 0.0), _share(choice.best_chance)
            yield {
                "event": number,
                "kind": "weak",
                "seat": event.asker,
                "slip": False,
                "text": f"The chance of a yes is {made}; another ask has {best}.",
                "cost": f"The turn, and a chance of {_share(given_up)} given up.",
                "weight": round(given_up / 3, 3),
                "cells": _cells(((event.card, event.target),), record),
            }


def _legal_asks(record: Record, mark: Json, choices: Mapping[int, TurnChoice]) -> Json:
    """The legal asks at a moment as cells, the likeliest one first."""
    choice = choices.get(mark["event"])
    event = record.events[mark["event"] - 1]
    if choice is None or actor(event) != mark["seat"]:
        return {"asks": []}
    if isinstance(event, Claim) and not may_have_turn(
        replay_of(record).state(mark["event"] - 1), mark["seat"]
    ):
        return {"asks": []}
    rest = (ask for ask in choice.legal if ask != choice.best)
    holdings = tuple((card, target) for target, card in (choice.best, *rest))
    return {"asks": _cells(holdings, record)}


def _legal_claims(record: Record, mark: Json, options: Sequence[Claims] | None) -> Json:
    """What the seat of a mark may claim at its moment, or not claim, and to whom it may leave it.

    Args:
        record: the game.
        mark: what is judged.
        options: what could have been claimed at each moment; None: a gap may decide it.
    """
    if options is None:
        return {"claims": None, "waits": False, "leave": []}
    at, seat = mark["event"] - 1, mark["seat"]
    state, team = replay_of(record).state(at), record.table.team_of[seat]
    legal = {(book, named) for claimant, book, named in options[at] if claimant == seat}
    return {
        "claims": [book for book in state.open_books() if (book, team) in legal],
        "waits": may_wait(state, seat),
        "leave": list(may_leave_to(state, seat)),
    }


def player_cards(report: Report, marks: Sequence[Json]) -> list[Json]:
    """What each player did, in a few lines: asks, claims, and what the slips cost."""
    return [
        {
            "seat": player.seat,
            "team": report.record.table.teams.index(player.team),
            "lines": list(_deeds(player, report.audit)),
            "cost": _costs([mark for mark in marks if mark["seat"] == player.seat]),
        }
        for player in report.players
    ]


def _deeds(player: Player, audit: Audit) -> Iterator[str]:
    """The asks and the claims of a player, in words."""
    asks = f"{number_words(player.hits)} of {number_words(player.asks)} asks right"
    yield asks if player.hit_rate is None else f"{asks} ({100 * player.hit_rate:.0f}%)"
    if player.dead is None:
        yield "dead asks: hand not known"
    elif player.dead:
        forced = sum(bool(ask.forced) for ask in certain(audit.asks) if ask.asker == player.seat)
        yield f"{number_words(player.dead)} dead{f' ({forced} forced)' if forced else ''}"
    claims = player.claims
    counts = {
        "proven": claims.proven,
        "guessed": claims.guessed,
        "wrong": claims.wrong,
        "unjudged": claims.unjudged + claims.depends + claims.undecided,
    }
    if claims.made:
        parts = [f"{number} {kind}" for kind, number in counts.items() if number]
        yield f"{counted(claims.made, 'claim')}: {', '.join(parts)}"


def _costs(marks: Sequence[Json]) -> str:
    """What the slips of one player cost, in one line; nothing where none is known."""
    lost = {mark["book"] for mark in marks if mark.get("lost")}
    unsaid = {mark["book"] for mark in marks if mark.get("unsaid")} - lost
    points = sum("point" in mark for mark in marks)
    risked, given_up = (sum(mark.get(key, 0.0) for mark in marks) for key in ("risk", "given_up"))
    parts = [
        counted(len(lost), "half-suit") if lost else "",
        f"{counted(len(unsaid), 'half-suit')} not said" if unsaid else "",
        counted(points, "point") if points else "",
        f"risks of {risked:.1f} wrong claims" if risked >= 0.05 else "",
        f"chances of {given_up:.1f} cards" if given_up >= 0.05 else "",
    ]
    return listed([part for part in parts if part])
