"""The audit in words: claims judged, claims missed, asks whose answer was known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from tracker.analysis.askers import Asker
from tracker.analysis.audit import Audit, ClaimAudit, Missed
from tracker.messages import printable
from tracker.render.grid import odds_words
from tracker.render.names import listed
from tracker.render.table import table

VERDICT_STYLE: Final = {
    "proven": "bold green",
    "guess": "bold yellow",
    "refuted": "bold red",
    "unknown": "dim",
}

LEGEND: Final = """\
A verdict is on the claim as it was named. Since: from then on the claimant
could prove where the cards were (and may still have named them wrongly)."""


ASKER_HEADS: Final = (
    "Asker", "Asks", "Rank", "Chance", "Best", "Hit %", "Cards/turn", "To own", "To opp"
)  # fmt: skip
ASKER_LEGEND: Final = """\
Rank: of the legal asks, 1 where none had a better chance; Chance: of a yes, in
%; Best: the best chance of any legal ask; To own, To opp: bits told teammates
and opponents. All of an ask, in the mean, as if all deals were equally likely."""


def audit_report(found: Audit, players: Iterable[Asker] = ()) -> RenderableType:
    """The whole of ``tracker audit``.

    Args:
        found: the audit.
        players: how they asked, where that was worked out; of those whose hands are known.
    """
    parts: list[RenderableType] = [Text("Claims", style="bold underline"), _claims(found.claims)]
    if said := better_known(found.claims):
        parts += [Text(""), *(Text(printable(line)) for line in said)]
    parts += [Text(""), Text("Missed claims", style="bold underline"), _missed(found.missed)]
    parts += [Text(""), Text("Asks with a known answer", style="bold underline")]
    parts.append(_asks(found))
    parts += [Text(""), Text(LEGEND, style="dim")]
    if rows := [_asker_row(one) for one in players if one.mean_rank is not None]:
        parts += [Text(""), Text("Asks, if all deals were equally likely", style="bold underline")]
        parts += [table(ASKER_HEADS, rows, right=ASKER_HEADS[1:])]
        parts += [Text(""), Text(ASKER_LEGEND, style="dim")]
    return Group(*parts)


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
        _mean(one.bits_to_team),
        _mean(one.bits_to_opponents),
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
        f"Event {claim.event}: {_unproven(claim)}; {listed(_able(claim))} could have proven it."
        for claim in claims
        if claim.provable_by and claim.verdict in ("guess", "refuted")
    ]


def _able(claim: ClaimAudit) -> tuple[str, ...]:
    """All who could prove it: teammates, then whoever else saw that the claim was right."""
    return tuple(dict.fromkeys((*claim.provable_by, *claim.also_proven_for)))


def _unproven(claim: ClaimAudit) -> str:
    if claim.verdict == "refuted":
        return f"{claim.claimant} claimed what was provably not so"
    return f"{claim.claimant} guessed at {odds_words(claim.probability)}%"


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
