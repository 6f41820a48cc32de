"""The audit for the page: a mark on each event that was judged, with its verdict in a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.analysis.audit import AskAudit, Audit, ClaimAudit, Missed
from tracker.analysis.knows import Knows
from tracker.render.audit import could_have_proven
from tracker.render.grid import odds_words

Json = dict[str, Any]


def audit_marks(found: Audit) -> list[Json]:
    """The events that were judged, in the order of the game; several may be on one event.

    ``kind`` is the verdict on a claim, ``missed`` or ``dead``; ``slip`` says whether a player may
    want to look at it again; ``seat`` is whose deed it was, or was not.
    """
    last = len(found.record.events)
    every = [
        *map(_claim, found.claims),
        *(_missed(one, last) for one in found.missed),
        *(_dead(one) for one in found.asks if one.kind == "dead"),
    ]
    return sorted(every, key=lambda mark: mark["event"])


def provable(found: Knows) -> list[Json]:
    """Who could prove each half-suit, for which team, at which moments (both ends included)."""
    return [
        {
            "book": one.book,
            "team": list(one.team),
            "spans": {
                view: [[span.start, span.end] for span in spans]
                for view, spans in one.spans.items()
                if spans
            },
        }
        for one in found.books
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


def _missed(one: Missed, last: int) -> Json:
    """A claim that was not made: it is marked where something else was done instead."""
    text = f"Missed: {one.seat} can prove {one.book} here, and does not claim it"
    return {
        "event": min(one.start + 1, last),
        "kind": "missed",
        "seat": one.seat,
        "book": one.book,
        "slip": True,
        "text": f"{text} (until event {one.end}).",
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
