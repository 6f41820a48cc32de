"""The audit, missed claims with their proofs, and rulings: texts and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tracker.analysis.askers import Asker
from tracker.analysis.audit import Audit, ClaimAudit, Missed, MissedProofs
from tracker.analysis.questions import Ruling
from tracker.knowledge.views import PUBLIC
from tracker.messages import counted, printable
from tracker.notation.holdings import format_holdings
from tracker.notation.text import format_event
from tracker.notation.writer import rules_line
from tracker.render.grid import odds_words
from tracker.render.json_form import Json, members, plain
from tracker.render.registry import NEGATIVE, Forms, Look
from tracker.render.tables import listed, table
from tracker.render.why_text import cause_lines, hand_lines
from tracker.render.wording import Wording

VERDICT_STYLE: Final = {
    "proven": "bold green",
    "guess": "bold yellow",
    "refuted": "bold red",
    "unknown": "dim",
}

LEGEND: Final = """\
A verdict is on the claim as it was named. Since: from then on the claimant
can prove where the cards are (and may still name them wrongly)."""


ASKER_HEADS: Final = (
    "Asker", "Asks", "Rank", "Chance", "Best", "Hit %", "Cards/turn", "To own", "To opp"
)  # fmt: skip
ASKER_LEGEND: Final = """\
Rank: of the legal asks, 1 where none had a better chance; Chance: of a yes, in
%; Best: the best chance of any legal ask; To own, To opp: bits told teammates
and opponents. All of an ask, in the mean, as if all deals were equally likely."""


def audit_text(found: Audit, _: Look) -> RenderableType:
    """Claims, missed claims, asks with a known answer; and how players asked, if worked out."""
    parts: list[RenderableType] = [Text("Claims", style="bold underline"), _claims(found.claims)]
    if said := better_known(found.claims):
        parts += [Text(""), *(Text(printable(line)) for line in said)]
    parts += [Text(""), Text("Missed claims", style="bold underline"), _missed(found.missed)]
    parts += [Text(""), Text("Asks with a known answer", style="bold underline")]
    parts.append(_asks(found))
    parts += [Text(""), Text(LEGEND, style="dim")]
    if rows := [_asker_row(one) for one in found.players or () if one.mean_rank is not None]:
        parts += [Text(""), Text("Asks, if all deals were equally likely", style="bold underline")]
        parts += [table(ASKER_HEADS, rows, right=ASKER_HEADS[1:])]
        parts += [Text(""), Text(ASKER_LEGEND, style="dim")]
    return Group(*parts)


def audit_line(found: Audit) -> str:
    """A whole audit in one line: ``7 claims: 4 proven, 3 guess; 2 missed; 9 known answers``."""
    verdicts = Counter(claim.verdict for claim in found.claims)
    judged = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    said = counted(len(found.claims), "claim") + (f": {judged}" if judged else "")
    known = counted(len(found.known_answers), "ask") + " with a known answer"
    return f"{said}; {len(found.missed)} missed; {known}"


def _asker_row(one: Asker) -> tuple[str, ...]:
    """How one player asked, by ``ASKER_HEADS``."""
    return (
        one.seat,
        str(one.asks),
        _mean(one.mean_rank),
        _mean(one.mean_chance, 100),
        _mean(one.mean_best, 100),
        _mean(one.cards / one.asks if one.asks else None, 100),
        _mean(one.cards_per_turn),
        _mean(one.bits_per_ask.team),
        _mean(one.bits_per_ask.opponents),
    )


def _mean(value: float | None, scale: int = 1) -> str:
    """A mean in the table; a dash where there is none."""
    if value is None:
        return "–"
    return f"{scale * value:.0f}" if scale > 1 else f"{value:.1f}"


def _claims(claims: Iterable[ClaimAudit]) -> RenderableType:
    """A table of the claims, each with its verdict, its odds and since when it was provable."""
    rows = [
        (
            str(claim.event),
            claim.claimant,
            claim.book,
            claim.outcome,
            Text(claim.verdict, style=VERDICT_STYLE[claim.verdict]),
            odds_words(claim.probability),
            "–" if claim.provable_since is None else str(claim.provable_since),
            " ".join(claim.also_proven_for) or "–",
        )
        for claim in claims
    ]
    if not rows:
        return Text("No claim was made.")
    heads = ("Event", "Claimant", "Book", "Outcome", "Verdict", "%", "Since", "Also proven for")
    return table(heads, rows, right=("Event", "%", "Since"))


def better_known(claims: Iterable[ClaimAudit]) -> list[str]:
    """What was claimed without proof while others of the team had one, in sentences."""
    return [
        f"Event {claim.event}: {_unproven(claim)}; {better}"
        for claim in claims
        if (better := could_have_proven(claim)) is not None
    ]


def could_have_proven(claim: ClaimAudit) -> str | None:
    """Who can prove what is claimed without proof, in a sentence; none where nobody."""
    if not claim.provable_by or claim.verdict not in ("guess", "refuted"):
        return None
    return f"{listed(_able(claim))} can prove it."


def _able(claim: ClaimAudit) -> tuple[str, ...]:
    """All who could prove it: teammates, then whoever else saw that the claim was right."""
    return tuple(dict.fromkeys((*claim.provable_by, *claim.also_proven_for)))


def _unproven(claim: ClaimAudit) -> str:
    if claim.verdict == "refuted":
        return f"{claim.claimant} claims what is provably not so"
    return f"{claim.claimant} guesses at {odds_words(claim.probability)}%"


def _missed(missed: Iterable[Missed]) -> RenderableType:
    rows = [(one.seat, one.book, str(one.start), str(one.end)) for one in missed]
    if not rows:
        return Text("None.")
    return table(("Seat", "Book", "From", "To"), rows, right=("From", "To"))


def _asks(found: Audit) -> RenderableType:
    """How many asks of each player were dead or sure, of how many judged."""
    if not found.known_answers:
        return Text("None.")
    rows = []
    for seat in found.record.seats:
        for kind, meaning in (("dead", "provably no"), ("sure", "provably yes")):
            events = [str(a.event) for a in found.asks if (a.asker, a.kind) == (seat, kind)]
            if events:
                rows.append((seat, meaning, str(len(events)), " ".join(events)))
    return table(("Asker", "Answer", "Asks", "Events"), rows, right=("Asks",))


AUDIT: Final = Forms[Audit](line=audit_line, text=audit_text)

# -- missed claims --------------------------------------------------------------------------------


def _missed_text(found: MissedProofs, _: Look) -> RenderableType:
    """The claims that were missed, each with when it could have been made, and its proof."""
    record = found.audit.record
    parts: list[RenderableType] = []
    for proof in found:
        one = proof.missed
        naming = format_holdings(proof.holdings, record.seats)
        head = f"{one.seat} can claim {one.book} from event {one.start} to {one.end}"
        wording = Wording(record, one.seat, one.start, address=False)
        steps = wording.lines(proof.explanation)[1:]
        parts += [Text(printable(head), style="bold"), Text(printable(f"  {naming}"))]
        parts += [Padding(Text(line), (0, 0, 0, 2)) for line in steps]
        parts.append(Text(""))
    return Group(*parts[:-1]) if parts else Text("No claim was missed.")


def _missed_json(found: MissedProofs) -> Json:
    """The audit, with the proof of each missed claim."""
    proofs = [
        plain(proof.missed)
        | {"holdings": dict(proof.holdings), "explanation": proof.explanation.to_json()}
        for proof in found
    ]
    return members(found.audit) | {"proofs": proofs}


MISSED_PROOFS: Final = Forms[MissedProofs](
    line=lambda found: counted(len(found), "missed claim"), text=_missed_text, json=_missed_json
)

# -- a ruling that an arbiter can sign ------------------------------------------------------------

MEANING: Final = {
    "proven": "in every deal that the claimant can still think possible, the claim is right",
    "guess": "the claim is possible, and not proven",
    "refuted": "the claim is already impossible",
    "unknown": "the claimant's hand is not known, and what everyone knows does not prove the claim",
}


def _ruling_text(ruling: Ruling, _: Look) -> RenderableType:
    """What is ruled on, the verdict, its reasons, and what it rests on."""
    claim = ruling.claim
    verdict = Text.assemble("Verdict  ", (claim.verdict, VERDICT_STYLE[claim.verdict]))
    verdict.append(f": {MEANING[claim.verdict]}.")
    facts = [f"{label:<8} {printable(said)}" for label, said in _facts(ruling)]
    parts: list[RenderableType] = [Text("Ruling on a claim", style="bold underline"), Text("")]
    parts += [Text(line) for line in facts]
    parts += [verdict, Text(""), *_reasons(ruling), Text("")]
    parts += [Text(f"{label:<8} {printable(said)}") for label, said in _grounds(ruling)]
    return Group(*parts)


def _facts(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """What is ruled on, by head: the claim, the view, the odds, since when it was provable."""
    claim = ruling.claim
    event = ruling.record.events[claim.event - 1]
    yield "Claim", f"event {claim.event}: {format_event(event, ruling.record)}"
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


def _reasons(ruling: Ruling) -> Iterator[RenderableType]:
    """Why: the steps, and a deal in which the claim is wrong, or what it rests on."""
    explanation = ruling.explanation
    wording = Wording(ruling.record, explanation.view, explanation.at, address=False)
    yield Text("Reasons", style="bold")
    for line in wording.lines(explanation):
        yield Padding(Text(line), (0, 0, 0, 2))
    if explanation.counterexample is not None:
        who = "everyone" if explanation.view == PUBLIC else "the claimant"
        yield Text(f"  Hands then that fit all {who} knows, in which the claim is wrong:")
        yield from (Padding(line, (0, 0, 0, 2)) for line in hand_lines(explanation))
    elif explanation.because:
        yield from (Text(f"  {line}", style="dim") for line in cause_lines(explanation))


def _grounds(ruling: Ruling) -> Iterator[tuple[str, str]]:
    yield "Rules", rules_line(ruling.record)
    yield "Record", ruling.digest


def _ruling_json(ruling: Ruling) -> Json:
    return members(ruling.claim) | {
        "holdings": dict(ruling.claim.holdings),
        "explanation": ruling.explanation.to_json(),
        "rules": ruling.record.rules.items(),
        "record": ruling.digest,
    }


def _ruling_line(ruling: Ruling) -> str:
    claim = ruling.claim
    return f"event {claim.event}, {claim.claimant} claims {claim.book}: {claim.verdict}"


RULING: Final = Forms[Ruling](
    line=_ruling_line,
    text=_ruling_text,
    json=_ruling_json,
    status=lambda ruling: 0 if ruling.claim.verdict == "proven" else NEGATIVE,
)
