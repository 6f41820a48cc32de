"""Judgements: the audit, missed claims with their proofs, and rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.audit import MissedProofs
from tracker.analysis.auditor import Asker, Audit, Case, ClaimAudit
from tracker.messages import counted
from tracker.notation.holdings import format_holdings
from tracker.render.explanation_words import explanation_lines
from tracker.render.json_form import Json, members, plain
from tracker.render.phrases import (
    DASH,
    dim,
    heading,
    indented,
    line,
    listed,
    odds_words,
    or_dash,
    table,
)
from tracker.render.registry import Forms, Look

NO_CLAIM: Final = "No claim was made."
NONE: Final = "None."
VERDICT_STYLE: Final = {
    "depends": "bold yellow",
    "undecided": "dim",
    "proven": "bold green",
    "guess": "bold yellow",
    "refuted": "bold red",
    "unknown": "dim",
}

LEGEND: Final = """\
A verdict is on the claim as it was named. Since: from then on the claimant
can prove where the cards are (and may still name them wrongly)."""

CLAIM_HEADS: Final = (
    "Event", "Claimant", "Book", "Outcome", "Verdict", "%", "Since", "Also proven for"
)  # fmt: skip
MISSED_HEADS: Final = ("Seat", "Book", "From", "To")
ASKER_HEADS: Final = (
    "Asker", "Asks", "Rank", "Chance", "Best", "Hit %", "Cards/turn", "To own", "To opp"
)  # fmt: skip
ASKER_LEGEND: Final = """\
Rank: of the legal asks, 1 where none had a better chance; Chance: of a yes, in
%; Best: the best chance of any legal ask; To own, To opp: bits told teammates
and opponents. All of an ask, in the mean, as if all deals were equally likely."""

# -- the audit ------------------------------------------------------------------------------------


def audit_text(audit: Audit, _: Look) -> RenderableType:
    """Claims, missed claims, asks with a known answer; and how players asked, if worked out."""
    parts: list[RenderableType] = [heading("Claims"), _claims(audit.claims)]
    if better := better_known(audit.claims):
        parts += [Text(""), *map(line, better)]
    parts += [Text(""), heading("Missed claims"), _missed(audit)]
    parts += [Text(""), heading("Asks with a known answer"), _known_asks(audit)]
    parts += [Text(""), dim(LEGEND)]
    if rows := [_asker_row(asker) for asker in audit.players or () if asker.mean_rank is not None]:
        parts += [Text(""), heading("Asks, if all deals were equally likely")]
        parts += [table(ASKER_HEADS, rows, right=ASKER_HEADS[1:]), Text(""), dim(ASKER_LEGEND)]
    return Group(*parts)


def _claims(claims: Sequence[ClaimAudit]) -> RenderableType:
    """A table of the claims, each with its verdict, its odds and since when it was provable."""
    if not claims:
        return line(NO_CLAIM)
    rows: list[Sequence[str | Text]] = [
        (*row[:4], Text(row[4], style=VERDICT_STYLE[row[4]]), *row[5:])
        for row in claim_rows(claims)
    ]
    sheet = table(CLAIM_HEADS, rows, right=("Event", "%", "Since"))
    cases = [line(words) for claim in claims for words in _cases(claim)]
    return Group(sheet, Text(""), *cases) if cases else sheet


def _cases(claim: ClaimAudit) -> Iterator[str]:
    """What the verdict on a claim depends on, a line for each case."""
    for case in claim.cases or ():
        yield f"Event {claim.event} is {case.verdict} if {case_words(case)}."


def case_words(case: Case) -> str:
    """How the gaps are filled in a case."""
    parts = (
        f"event {gap['event']} has the {name} {value}"
        for gap in case.when
        for name, value in gap.items()
        if name != "event"
    )
    return " and ".join(parts)


def claim_rows(claims: Iterable[ClaimAudit]) -> list[tuple[str, ...]]:
    """The table of claims, row by row, by ``CLAIM_HEADS``."""
    return [
        (
            str(claim.event),
            claim.claimant,
            claim.book,
            claim.outcome,
            claim.verdict,
            odds_words(claim.probability),
            or_dash(claim.provable_since),
            " ".join(claim.also_proven_for) or DASH,
        )
        for claim in claims
    ]


def better_known(claims: Iterable[ClaimAudit]) -> list[str]:
    """What was claimed without proof while others of the team had one, in sentences."""
    lines = []
    for claim in claims:
        if (better := could_have_proven(claim)) is not None:
            what = f"guessed at {odds_words(claim.probability)}%"
            if claim.verdict == "refuted":
                what = "claimed what was provably not so"
            lines.append(f"Event {claim.event}: {claim.claimant} {what}. {better}")
    return lines


def could_have_proven(claim: ClaimAudit) -> str | None:
    """Who could prove what was claimed without proof, in a sentence; None where nobody could."""
    if not claim.provable_by or claim.verdict not in ("guess", "refuted"):
        return None
    # Teammates, then whoever else saw that the claim was right.
    able = tuple(dict.fromkeys((*claim.provable_by, *claim.also_proven_for)))
    if claim.provable_since is not None:
        return f"{listed((*able, claim.claimant))} could prove where the cards were."
    return f"{listed(able)} could prove it; {claim.claimant}, who claimed, could not."


def _missed(audit: Audit) -> RenderableType:
    rows = missed_rows(audit)
    return table(MISSED_HEADS, rows, right=("From", "To")) if rows else line(NONE)


def missed_rows(audit: Audit) -> list[tuple[str, ...]]:
    """The table of missed claims, row by row, by ``MISSED_HEADS``."""
    return [(miss.seat, miss.claim, str(miss.start), str(miss.end)) for miss in audit.missed]


def _known_asks(audit: Audit) -> RenderableType:
    """How many asks of each player were dead or sure, of how many judged."""
    rows = []
    for seat in audit.record.seats:
        for kind, meaning in (("dead", "provably no"), ("sure", "provably yes")):
            asks = [str(ask.event) for ask in audit.asks if (ask.asker, ask.kind) == (seat, kind)]
            if asks:
                rows.append((seat, meaning, str(len(asks)), " ".join(asks)))
    return (
        table(("Asker", "Answer", "Asks", "Events"), rows, right=("Asks",)) if rows else line(NONE)
    )


def _asker_row(asker: Asker) -> tuple[str, ...]:
    """How one player asked, by ``ASKER_HEADS``."""
    return (
        asker.seat,
        str(asker.asks),
        _mean(asker.mean_rank),
        _mean(asker.mean_chance, 100),
        _mean(asker.mean_best, 100),
        _mean(asker.cards / asker.asks if asker.asks else None, 100),
        _mean(asker.cards_per_turn),
        _mean(asker.bits_per_ask.team),
        _mean(asker.bits_per_ask.opponents),
    )


def _mean(value: float | None, scale: int = 1) -> str:
    """A mean in the table; a dash where there is none."""
    if value is None:
        return DASH
    return f"{scale * value:.0f}" if scale > 1 else f"{value:.1f}"


def _audit_line(audit: Audit) -> str:
    """A whole audit in one line: ``7 claims: 4 proven, 3 guess; 2 missed; 9 known answers``."""
    verdicts = Counter(claim.verdict for claim in audit.claims)
    judged = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    claims = counted(len(audit.claims), "claim") + (f": {judged}" if judged else "")
    known = counted(len(audit.known_answers), "ask") + " with a known answer"
    return f"{claims}; {len(audit.missed)} missed; {known}"


AUDIT: Final = Forms[Audit](line=_audit_line, text=audit_text)

# -- missed claims --------------------------------------------------------------------------------


def _missed_text(missed: MissedProofs, _: Look) -> RenderableType:
    """The claims that were missed, each with when it could have been made, and its proof."""
    parts: list[RenderableType] = []
    for proof in missed:
        miss = proof.missed
        naming = format_holdings(proof.holdings, missed.audit.record.seats)
        head = f"{miss.seat} can claim {miss.claim} from event {miss.start} to {miss.end}"
        steps = explanation_lines(proof.explanation, address=False)[1:]
        parts += [line(head, "bold"), line(f"  {naming}"), *map(indented, steps), Text("")]
    return Group(*parts[:-1]) if parts else Text("No claim was missed.")


def _missed_json(missed: MissedProofs) -> Json:
    """The audit, with the proof of each missed claim."""
    proofs = [
        plain(proof.missed)
        | {"holdings": dict(proof.holdings), "explanation": proof.explanation.to_json()}
        for proof in missed
    ]
    return members(missed.audit) | {"proofs": proofs}


MISSED_PROOFS: Final = Forms[MissedProofs](
    line=lambda missed: counted(len(missed), "missed claim"), text=_missed_text, json=_missed_json
)
