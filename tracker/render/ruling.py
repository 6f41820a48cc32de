"""A ruling that an arbiter can sign."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.analysis.ruling import Ruling
from tracker.game.record import Record
from tracker.game.rules import PRESETS
from tracker.knowledge.views import PUBLIC
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render.audit import VERDICT_STYLE
from tracker.render.documents import claim_audit_document
from tracker.render.explanation import Wording, explanation_document
from tracker.render.grid import odds_words
from tracker.render.why import cause_lines, hand_lines

MEANING: Final = {
    "proven": "in every deal that the claimant can still think possible, the claim is right",
    "guess": "the claim is possible, and not proven",
    "refuted": "the claim is already impossible",
    "unknown": "the claimant's hand is not known, and what everyone knows does not prove the claim",
}


def ruling_report(ruling: Ruling, record: Record) -> RenderableType:
    """The whole of ``tracker audit --event``."""
    claim = ruling.claim
    verdict = Text.assemble("Verdict  ", (claim.verdict, VERDICT_STYLE[claim.verdict]))
    verdict.append(f": {MEANING[claim.verdict]}.")
    facts = [f"{label:<8} {printable(said)}" for label, said in _facts(ruling, record)]
    parts: list[RenderableType] = [Text("Ruling on a claim", style="bold underline"), Text("")]
    parts += [Text(line) for line in facts]
    parts += [verdict, Text(""), *_reasons(ruling, record), Text("")]
    parts += [Text(f"{label:<8} {printable(said)}") for label, said in _grounds(ruling, record)]
    return Group(*parts)


def _facts(ruling: Ruling, record: Record) -> Iterator[tuple[str, str]]:
    """What is ruled on, by head: the claim, the view, the odds, since when it was provable."""
    claim = ruling.claim
    event = record.events[claim.event - 1]
    yield "Claim", f"event {claim.event}: {format_event(event, record)}"
    seat = claim.claimant
    unknown = f", as the hand of {seat} is not known" if ruling.explanation.view == PUBLIC else ""
    yield "View", f"{ruling.explanation.view}, after event {claim.event - 1}{unknown}"
    yield "Odds", f"right in {odds_words(claim.probability)} per cent of the deals left"
    if claim.provable_since is not None:
        since = claim.provable_since
        could = "" if claim.verdict == "proven" else f": {seat} can prove where the cards are"
        yield "Since", (f"event {since}" if since else "the deal") + could
    if claim.also_proven_for:
        yield "Also", f"proven for {', '.join(claim.also_proven_for)}"


def _reasons(ruling: Ruling, record: Record) -> Iterator[RenderableType]:
    """Why: the steps, and a deal in which the claim is wrong, or what it rests on."""
    explanation = ruling.explanation
    wording = Wording(record, explanation.view, explanation.at, address=False)
    yield Text("Reasons", style="bold")
    for line in wording.lines(explanation):
        yield Padding(Text(line), (0, 0, 0, 2))
    if explanation.counterexample is not None:
        who = "everyone" if explanation.view == PUBLIC else "the claimant"
        yield Text(f"  Hands then that fit all {who} knows, in which the claim is wrong:")
        yield from (Padding(line, (0, 0, 0, 2)) for line in hand_lines(explanation, record))
    elif explanation.because:
        yield from (Text(f"  {line}", style="dim") for line in cause_lines(explanation))


def _grounds(ruling: Ruling, record: Record) -> Iterator[tuple[str, str]]:
    changes = [f"{key}={value}" for key, value in _rules(record).items()]
    yield "Rules", ", ".join([record.preset, *changes])
    yield "Record", ruling.digest


def _rules(record: Record) -> dict[str, str]:
    """In what the rules in force differ from their preset."""
    return record.rules.overrides(PRESETS[record.preset])


def ruling_document(ruling: Ruling, record: Record) -> dict[str, Any]:
    """``tracker audit --event --json``."""
    return {
        **claim_audit_document(ruling.claim),
        "holdings": dict(ruling.claim.holdings),
        "explanation": explanation_document(ruling.explanation, record),
        "rules": record.rules.items(),
        "record": ruling.digest,
    }
