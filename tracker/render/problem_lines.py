"""Problems of a record, a line each; contradictions with the statements that clash and ways out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tracker.analysis.check import CONTRADICTION, Problem
from tracker.explain.certificate import Certificate
from tracker.explain.explanation import cause_to_json
from tracker.explain.verification import Verification
from tracker.game.record import Record
from tracker.messages import counted, printable


def problem_lines(name: str, record: Record, problems: Iterable[Problem]) -> Iterator[str]:
    """What ``tracker check`` prints of problems.

    Args:
        name: the file.
        record: the record.
        problems: what is wrong with it.
    """
    for problem in problems:
        place = name if problem.line is None else f"{name}:{problem.line}"
        where = "header" if problem.event is None else f"event {problem.event}"
        yield f"{printable(place)}: {where}: {printable(problem.message)} [{problem.code}]"
        if problem.code == CONTRADICTION:
            yield from contradiction_lines(record, problem)


def contradiction_lines(record: Record, problem: Problem) -> Iterator[str]:
    """Which statements clash, and which single changes would make sense of the record."""
    if not problem.conflict:
        return
    # Explanations take long to import, and few records need them.
    from tracker.explain import Conflict
    from tracker.render.wording import Wording

    wording = Wording(record)
    conflict = Conflict(problem.event or 0, problem.conflict, True, problem.background)
    yield f"    {wording.conflict(conflict)}"
    if problem.suggestions:
        yield "    It would make sense if, likeliest first:"
    for suggestion in problem.suggestions:
        yield f"      {wording.mend(suggestion.mend)}"


# -- what ``tracker verify`` says of a certificate: what it claims, and whe -----------------------
#
# What ``tracker verify`` says of a certificate: what it claims, and whether that holds.
#
# All of it is worded from the certificate alone, so that whoever reads the answer knows what was
# checked without having to look into the file.


def verification_lines(found: Verification) -> Iterator[str]:
    """The answer in words, fit for a terminal."""
    claimed = found.certificate
    verdict = "Fails" if found.problems else "Holds"
    yield printable(f"{verdict}: {claim_words(claimed)}.")
    yield printable(f"View: {claimed.view}. Moment: after {counted(claimed.at, 'event')}.")
    yield f"Record: {claimed.record}"
    if found.problems:
        yield from (printable(f"Problem: {problem}.") for problem in found.problems)
        return
    yield f"Causes: {_causes_words(found)}"


def _causes_words(found: Verification) -> str:
    if not found.certificate.because:
        return "none is needed; everyone sees where the cards go."
    said = f"{len(found.certificate.because)}; they force this, and none can be left out"
    if found.smallest:
        return f"{said}; no smaller set does."
    return f"{said}. Whether a smaller set does was not checked."


def claim_words(claimed: Certificate) -> str:
    """The conclusion and its verdict: ``it is proven that Doug holds 5H``."""
    held: dict[tuple[str, bool], list[str]] = {}
    for card, seat, holds in claimed.conclusion.parts:
        held.setdefault((seat, holds), []).append(card)
    said = " and ".join(
        f"{seat} {'holds' if holds else 'does not hold'} {', '.join(cards)}"
        for (seat, holds), cards in held.items()
    )
    how = "proven that" if claimed.verdict == "proven" else "refuted (it cannot be) that"
    return f"it is {how} {said}"


def verification_document(found: Verification) -> dict[str, Any]:
    """The answer as ``tracker verify --json`` prints it."""
    claimed = found.certificate
    return {
        "ok": not found.problems,
        "problems": list(found.problems),
        "record": claimed.record,
        "view": claimed.view,
        "at": claimed.at,
        "conclusion": [part._asdict() for part in claimed.conclusion.parts],
        "text": claim_words(claimed),
        "verdict": claimed.verdict,
        "because": [cause_to_json(cause) for cause in claimed.because],
        "smallest": found.smallest,
    }
