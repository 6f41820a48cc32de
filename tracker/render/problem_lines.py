"""What is wrong with a record, or with a certificate: lines and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tracker.analysis.check import CONTRADICTION, Problem, ProblemList
from tracker.explain.certificate import Certificate
from tracker.explain.verification import Verification
from tracker.game.record import Record
from tracker.messages import counted, printable
from tracker.render.json_form import Json, plain
from tracker.render.registry import CONTRADICTION as CONTRADICTS
from tracker.render.registry import NEGATIVE, UNANSWERED, Forms, Look

if TYPE_CHECKING:
    from tracker.explain.slips import Mend


def problem_lines(problems: ProblemList) -> Iterator[str]:
    """A line for each problem; contradictions with the statements that clash and ways out."""
    for problem in problems:
        place = problems.source
        if problem.line is not None:
            place += f":{problem.line}"
        where = "header" if problem.event is None else f"event {problem.event}"
        yield f"{printable(place)}: {where}: {printable(problem.message)} [{problem.code}]"
        if problem.code == CONTRADICTION and problems.record is not None:
            yield from contradiction_lines(problems.record, problem)


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


def _problems_text(problems: ProblemList, _: Look) -> str:
    lines = list(problem_lines(problems))
    return "\n".join(lines or [f"{printable(problems.source)}: {_problems_line(problems)}"])


def _problems_line(problems: ProblemList) -> str:
    """The number of problems, and the first; or that there is none."""
    if not problems:
        events = problems.record.events if problems.record else ()
        return f"{counted(len(events), 'event')}, no problem"
    first = problems[0]
    where = "header" if first.event is None else f"event {first.event}"
    return f"{counted(len(problems), 'problem')}, the first: {where}: {printable(first.message)}"


def _problems_json(problems: ProblemList) -> Json:
    """What is beyond the contract: ``suggestions``."""
    return {
        "ok": not problems,
        "problems": [_problem_json(problem, problems.record) for problem in problems],
    }


def _problem_json(problem: Problem, record: Record | None) -> Json:
    """A problem with what contradicts what; with a record, also the changes that mend it."""
    changes = [] if record is None else [one.mend for one in problem.suggestions]
    return {
        "line": problem.line,
        "event": problem.event,
        "code": problem.code,
        "message": problem.message,
        "conflict": plain(problem.conflict),
        "suggestions": [_change_json(change, record) for change in changes if record is not None],
    }


def _change_json(change: Mend, record: Record) -> Json:
    from tracker.render.wording import Wording

    return {
        "kind": change.kind, "event": change.event, "text": Wording(record).mend(change)
    }  # fmt: skip


def _problems_status(problems: ProblemList) -> int:
    if problems.record is None:
        return UNANSWERED
    if any(problem.code == CONTRADICTION for problem in problems):
        return CONTRADICTS
    return NEGATIVE if problems else 0


PROBLEMS: Final = Forms[ProblemList](
    line=_problems_line, text=_problems_text, json=_problems_json, status=_problems_status
)

# -- certificates ---------------------------------------------------------------------------------
#
# All of it is worded from the certificate alone, so that whoever reads the answer knows what was
# checked without having to look into the file.


def _verification_lines(found: Verification) -> Iterator[str]:
    """What the certificate claims, and whether that holds."""
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


def _verification_json(found: Verification) -> Json:
    """What the certificate claims, and whether that holds."""
    claimed = found.certificate
    return {
        "ok": not found.problems,
        "problems": list(found.problems),
        "record": claimed.record,
        "view": claimed.view,
        "at": claimed.at,
        "conclusion": plain(claimed.conclusion.parts),
        "text": claim_words(claimed),
        "verdict": claimed.verdict,
        "because": plain(claimed.because),
        "smallest": found.smallest,
    }


VERIFICATION: Final = Forms[Verification](
    line=lambda found: next(_verification_lines(found)),
    text=lambda found, _: "\n".join(_verification_lines(found)),
    json=_verification_json,
    status=lambda found: NEGATIVE if found.problems else 0,
)
