"""Judgements: the audit, missed claims with their proofs, and what gaps leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text

from tracker.analysis.auditor import AskAudit, Asker, Audit, ClaimAudit, Missed
from tracker.answers import Depends, certain
from tracker.game.events import Seat
from tracker.game.record import Record
from tracker.knowledge.facts import Cause, EventCause, GapCause, OwnCause
from tracker.messages import counted, gathered
from tracker.notation.holdings import format_holdings
from tracker.render.document import BLANK, Block, Document, Heading, Sheet, dim, indented, line
from tracker.render.forms import EXIT_NEGATIVE, Forms
from tracker.render.phrases import (
    DASH,
    by_number,
    either,
    event_text,
    in_words,
    listed,
    odds_words,
    or_dash,
    when_words,
)

if TYPE_CHECKING:  # an audit, which reports and the timeline show, needs neither
    from tracker.analysis.audit import MissedProofs
    from tracker.analysis.open_gaps import Gaps, OpenGap, PlayerQuestion, Values

NO_CLAIM: Final = "No claim was made."
NONE: Final = "None by a player whose hand is known."
TOO_MANY: Final = (
    "what the record leaves open can be filled in too many ways, or a stretch of it is missing"
)
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
MISSED_HEADS: Final = ("Seat", "Book", "From", "To", "Then")
ASKER_HEADS: Final = (
    "Asker", "Asks", "Rank", "Chance", "Best", "Hit %", "Cards/turn"
)  # fmt: skip
ASKER_LEGEND: Final = """\
Rank: of the legal asks, 1 where none had a better chance; Chance: of a yes, in
%; Best: the best chance of any legal ask. All of an ask, in the mean, as if all
deals were equally likely."""

# -- the audit ------------------------------------------------------------------------------------


def audit_text(audit: Audit) -> Document:
    """Claims, missed claims, asks with a known answer; and how players asked, if worked out."""
    parts: list[Block] = [Heading("Claims"), *_claims(audit.claims)]
    if better := better_known(audit.claims):
        parts += [BLANK, *map(line, better)]
    parts += [BLANK, Heading("Missed claims"), _missed(audit)]
    parts += [BLANK, Heading("Asks with a known answer"), _known_asks(audit)]
    if audit.up_to is not None:
        looked = f"looked for in the first {counted(audit.up_to, 'event')} only"
        parts += [BLANK, line(f"Missed claims and known answers were {looked}: {TOO_MANY}.")]
    parts += [BLANK, dim(LEGEND)]
    if rows := [_asker_row(asker) for asker in audit.players or () if asker.mean_rank is not None]:
        parts += [BLANK, Heading("Asks, if all deals were equally likely")]
        parts += [Sheet(ASKER_HEADS, rows, right=ASKER_HEADS[1:]), BLANK, dim(ASKER_LEGEND)]
    return parts


def _claims(claims: Sequence[ClaimAudit]) -> Document:
    """A table of the claims, each with its verdict, its odds and since when it was provable."""
    if not claims:
        return [line(NO_CLAIM)]
    rows = [
        (
            str(claim.event),
            str(claim.claimant),
            str(claim.book),
            str(claim.outcome),
            Text(claim.verdict, style=VERDICT_STYLE[claim.verdict]),
            odds_words(claim.probability),
            or_dash(claim.provable_since),
            " ".join(certain(claim.also_proven_for)) or DASH,
        )
        for claim in claims
    ]
    sheet = Sheet(CLAIM_HEADS, rows, right=("Event", "%", "Since"))
    cases = [line(words) for claim in claims for words in _cases(claim)]
    return [sheet, BLANK, *cases] if cases else [sheet]


def _cases(claim: ClaimAudit) -> Iterator[str]:
    """What the verdict on a claim depends on, a line for each case."""
    for case in claim.cases or ():
        yield f"Event {claim.event} is {case.value.verdict} if {when_words(case.when)}."


def better_known(claims: Iterable[ClaimAudit]) -> list[str]:
    """What was claimed without proof while others of the team had one, in sentences."""
    lines = []
    for claim in claims:
        if (better := could_have_proven(claim)) is not None:
            guessed = "had to guess" if claim.forced else "guessed"
            odds = f"{guessed} at {odds_words(claim.probability)}%"
            what = "claimed what was provably not so" if claim.verdict == "refuted" else odds
            lines.append(f"Event {claim.event}: {claim.claimant} {what}. {better}")
    return lines


def could_have_proven(claim: ClaimAudit) -> str | None:
    """Who of the team could prove what was claimed without proof, in a sentence; else None."""
    able = certain(claim.provable_by)
    if not able or claim.verdict not in ("guess", "refuted"):
        return None
    match claimant_able(claim):
        case True:
            return f"{listed((*able, str(claim.claimant)))} could prove where the cards were."
        case False:
            what = "it" if claim.outcome == "correct" else "where the cards were"
            return f"{listed(able)} could prove {what}; {claim.claimant}, who claimed, could not."
    return f"{listed(able)} could prove where the cards were."


def claimant_able(claim: ClaimAudit) -> bool | None:
    """Whether the claimant could prove where the cards were; None where that is not known.

    A claim may be refuted by what everyone had seen, and a gap may decide the rest: then nobody
    can say that the claimant could not.
    """
    since = claim.provable_since
    each = [case.value for case in since.cases] if isinstance(since, Depends) else [since]
    if claim.verdict == "proven" or None not in each:
        return True
    return False if claim.verdict == "guess" and since is None else None


def undecided_because(claim: ClaimAudit) -> str:
    """Why a claim was not decided, as the end of a sentence."""
    if not claim.holdings:
        return "the record does not say what the claim named"
    return TOO_MANY


def _missed(audit: Audit) -> Block:
    """A table of the missed claims."""
    rows = [
        (miss.seat, miss.claim, str(miss.start), str(miss.end), then_claimed(miss, audit))
        for miss in certain(audit.missed)
    ]
    return Sheet(MISSED_HEADS, rows, right=("From", "To")) if rows else line(NONE)


def then_claimed(missed: Missed, audit: Audit) -> str:
    """What was claimed in the end of what could have been claimed before: by whom, and when."""
    claims = (claim for claim in audit.claims if claim.book == missed.book)
    made = next((claim for claim in claims if claim.event > missed.start), None)
    if made is None:
        return "not claimed"
    return f"claimed by {made.claimant} at {made.event}: {made.outcome}"


def _known_asks(audit: Audit) -> Block:
    """How many asks of each player were dead or sure, of how many judged."""
    rows = [
        (seat, meaning, str(len(asks)), " ".join(str(ask.event) for ask in asks))
        for seat, meaning, asks in known_asks(audit)
    ]
    return (
        Sheet(("Asker", "Answer", "Asks", "Events"), rows, right=("Asks",)) if rows else line(NONE)
    )


def known_asks(audit: Audit) -> Iterator[tuple[Seat, str, list[AskAudit]]]:
    """The asks whose answer the asker could prove: of each player, by what it was."""
    meanings = {
        ("dead", None): "provably no",
        ("dead", True): "provably no, as of any other legal ask",
        ("sure", None): "provably yes",
    }
    for seat in audit.record.seats:
        for known, meaning in meanings.items():
            asks = [ask for ask in certain(audit.asks) if ask.asker == seat]
            if of_kind := [ask for ask in asks if (ask.kind, ask.forced) == known]:
                yield seat, meaning, of_kind


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
    )


def _mean(value: float | None, scale: int = 1) -> str:
    """A mean in the table; a dash where there is none."""
    places = 0 if scale > 1 else 1
    return in_words(value, lambda mean: f"{scale * mean:.{places}f}", unknown=DASH)


def _audit_line(audit: Audit) -> str:
    """A whole audit in one line: ``7 claims: 4 proven, 3 guess; 2 missed; 9 known answers``."""
    verdicts = Counter(claim.verdict for claim in audit.claims)
    judged = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    claims = counted(len(audit.claims), "claim") + (f": {judged}" if judged else "")
    known = counted(len(audit.known_answers), "ask") + " with a known answer"
    return f"{claims}; {len(certain(audit.missed))} missed; {known}"


AUDIT: Final = Forms[Audit](line=_audit_line, document=audit_text)

# -- missed claims --------------------------------------------------------------------------------


def _missed_text(missed: MissedProofs) -> Document:
    """The claims that were missed, each with when it could have been made, and its proof."""
    from tracker.render.why_text import proof_lines  # it imports the solver

    parts: list[Block] = []
    for proof in missed:
        miss = proof.missed
        naming = format_holdings(proof.holdings, missed.audit.record.seats)
        head = f"{miss.seat} can claim {miss.claim} from event {miss.start} to {miss.end}"
        steps = proof_lines(proof.explanation)
        parts += [line(head, "bold"), indented(naming), *map(indented, steps), BLANK]
    return parts[:-1] or [line("No claim was missed by a player whose hand is known.")]


MISSED_PROOFS: Final[Forms[MissedProofs]] = Forms(
    line=lambda missed: counted(len(missed), "missed claim"),
    document=_missed_text,
    derived={"MissedProof.holdings": lambda proof, _: dict(proof.holdings)},
)

# -- gaps -----------------------------------------------------------------------------------------

NO_GAPS: Final = "Nothing is open: the record has no gaps."
MOST_VALUES: Final = 12
"""So many values of a gap are listed; of more, only how many they are is said."""
MOST_QUESTIONS: Final = 5
MOST_ANSWERS: Final = 4
"""So many answers are named in a question; of more, it only asks what was so."""
FIELD_WORDS: Final = {"holdings": "naming", "cards": "card", "missing": "missing"}
"""What a field is called where its name does not say it."""


def _gaps_text(gaps: Gaps) -> Document:
    """Each gap with what it can be and what it matters for; then the questions to the players."""
    parts: list[Block] = [line(gaps_summary(gaps))]
    for gap in gaps:
        parts += [BLANK, line(f"{gap.event}. {gap.text}", "bold" if gap.is_open else "dim")]
        parts += [indented(words, by=5) for words in gap_lines(gap, gaps.record)]
    if questions := list(question_lines(gaps)):
        parts += [BLANK, Heading("Ask the players")]
        parts += [
            indented(f"{number}. {words}", by=1)
            for number, words in enumerate(questions[:MOST_QUESTIONS], start=1)
        ]
    return parts


def gaps_summary(gaps: Gaps) -> str:
    """How many gaps are open, and in how many ways they can be filled."""
    still = len(gaps.still_open)
    if gaps.left_out is not None:
        looked = f"{counted(len(gaps), 'gap')} looked at ({still} open)"
        return f"Stopped: {looked}, {gaps.left_out} not. No claim was judged."
    if not still:
        return f"No gap of {len(gaps)} is open: the rest of the record closes them."
    ways = (
        "more ways than can be gone through"
        if gaps.completions is None
        else counted(gaps.completions, "way")
    )
    head = f"{still} of {counted(len(gaps), 'gap')} open; {ways} to fill them."
    if not gaps.judged:
        return f"{head} Too many to judge claims in each."
    verdicts = {matter.event for gap in gaps for matter in gap.matters}
    return f"{head} {_depend(verdicts)}"


def _depend(events: Collection[int]) -> str:
    """How many verdicts depend on gaps."""
    if not events:
        return "No verdict depends on them."
    return f"{counted(len(events), 'verdict')} depend{'s' * (len(events) == 1)} on them."


def gap_lines(gap: OpenGap, record: Record) -> Iterator[str]:
    """What can be said of a gap: what it can be, why no more, and what it matters for."""
    for name, values in gap.possible.items():
        closed = "" if gap.closed_at is None else f", {_since(gap, record)}"
        yield f"{field_words(name)}: {values_words(values)}{closed}"
        yield from _excluded(gap.because.get(name, {}), gap, record)
    for matter in gap.matters:
        verdicts = ", ".join(f"{verdict} if {value}" for value, verdict in matter.verdicts.items())
        yield f"event {matter.event} is {verdicts}"
    if gap.up_to == 0:
        yield "what it can be is not known: too many ways, or a stretch is missing before"
    elif gap.up_to is not None:
        yield f"by the first {counted(gap.up_to, 'event')} only"


def gap_note(gap: OpenGap) -> str:
    """What a gap can be, in a few words: ``open: yes or no``, ``closed by 14: yes``."""
    values = all_values_words(gap.possible)
    if gap.closed_at is not None:
        return f"closed by {gap.closed_at}: {values}"
    return f"open: {values}" if values else "open"


def all_values_words(possible: Values) -> str:
    """What the open parts of a gap can be: ``9H or 10H; yes or no``."""
    return "; ".join(values_words(values) for values in possible.values())


def _since(gap: OpenGap, record: Record) -> str:
    """By which event a gap was closed."""
    if gap.closed_at == gap.event:
        return "by what came before"
    return f"since event {gap.closed_at} ({event_text(record, gap.closed_at or 0)})"


def field_words(name: str) -> str:
    """What a field of a gap is called."""
    return FIELD_WORDS.get(name, name)


def values_words(values: Sequence[str]) -> str:
    """The values that a field can have: ``9H or 10H``."""
    if values == ("?",):
        return "not known; nothing in the record depends on it"
    if len(values) > MOST_VALUES:
        return f"one of {len(values)}"
    return either(values)


def _excluded(
    because: Mapping[str, Sequence[Cause]], gap: OpenGap, record: Record
) -> Iterator[str]:
    """Why a field cannot have other values, those with the same reasons together."""
    by_reason = gathered((_reason(causes, gap), value) for value, causes in because.items())
    for reason, values in by_reason.items():
        what = f"{len(values)} others" if len(values) > MOST_VALUES else either(values)
        yield f"not {what}: {reason}"


def _reason(causes: Sequence[Cause], gap: OpenGap) -> str:
    """Causes in a few words: ``events 5 and 12, Ann’s hand``."""
    if not causes:
        return "all that is known together"
    events = [cause.number for cause in causes if isinstance(cause, EventCause | GapCause)]
    hands = dict.fromkeys(cause.seat for cause in causes if isinstance(cause, OwnCause))
    others = [number for number in events if number != gap.event]
    owned = [f"{seat}’s hand" for seat in hands]
    named = ", ".join(filter(None, (by_number("event", others), *owned)))
    return named or "the rules forbid it there"


def question_lines(gaps: Gaps) -> Iterator[str]:
    """The questions to the players, each with what it decides."""
    for asked in gaps.ask:
        whom = either(asked.seats) if asked.seats else "the players"
        name = field_words(asked.field)
        what = f"what the {name} was"
        if len(asked.values) <= MOST_ANSWERS:
            what = f"whether the {name} was {either(asked.values)}"
        where = f"at event {asked.event} ({event_text(gaps.record, asked.event)})"
        yield f"Ask {whom} {what} {where}{_decides(asked)}."


def _decides(asked: PlayerQuestion) -> str:
    """What the answer to a question decides."""
    if asked.decides:
        return f": it decides {by_number('event', asked.decides)}"
    if asked.may_settle:
        return f": it may decide {counted(asked.may_settle, 'verdict')}"
    return ""


GAPS: Final[Forms[Gaps]] = Forms(
    line=lambda gaps: gaps_summary(gaps) if gaps else NO_GAPS,
    document=_gaps_text,
    nothing=lambda _: NO_GAPS,
    derived={
        # By value alone, as two fields of a gap seldom share values.
        "OpenGap.because": lambda gap, _: {
            value: causes for by_value in gap.because.values() for value, causes in by_value.items()
        }
    },
    status=lambda gaps: EXIT_NEGATIVE if gaps.still_open or gaps.left_out is not None else 0,
)
