"""What is wrong with a record, or with a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tracker.analysis.check import CONTRADICTION, Problem, ProblemList
from tracker.game.events import Missing
from tracker.game.record import Hand, Record
from tracker.messages import counted, gathered, printable, printable_lines
from tracker.notation import record_json, text
from tracker.render.document import AsItIs, Document
from tracker.render.forms import (
    EXIT_CONTRADICTION,
    EXIT_NEGATIVE,
    EXIT_UNANSWERED,
    Derived,
    Forms,
)
from tracker.teach.puzzle import Puzzle

if TYPE_CHECKING:
    from tracker.explain.certificate import Certificate
    from tracker.explain.slips import Repair
    from tracker.explain.verification import Verification


def problem_lines(problems: ProblemList) -> Iterator[str]:
    """A line for each problem; contradictions with the statements that clash and ways out."""
    for problem in (*problems, *problems.notes):
        place = problems.source + ("" if problem.line is None else f":{problem.line}")
        yield f"{printable(place)}: {problem_words(problem)} [{problem.code}]"
        if problem.code == CONTRADICTION and problems.record is not None:
            yield from contradiction_lines(problems.record, problem)
        if problem.left_out is not None and problems.record is not None:
            yield f"    {left_out_words(problem.left_out, problems.record)}"


def left_out_words(repair: Repair, record: Record) -> str:
    """What may have been left out before an event out of turn, and how the notation has it."""
    assert not isinstance(repair.new, Hand | None)
    written = printable(text.format_event(repair.new, record))
    other = "" if isinstance(repair.new, Missing) else ", or '...'"
    return f"perhaps this is missing before event {repair.event}: {written}{other}"


def repair_words(repair: Repair, record: Record) -> str:
    """A suggested change to a record."""
    if isinstance(repair.new, Hand):
        cards = " ".join(repair.new.cards)
        return f"the hand of {printable(repair.new.seat)} is {cards}"
    if repair.new is None:
        return f"event {repair.event} is not part of the game"
    written = printable(text.format_event(repair.new, record))
    if repair.kind == "missing":
        return f"before event {repair.event}, this is missing: {written}"
    return f"event {repair.event} is: {written}"


def problem_words(problem: Problem) -> str:
    """A problem in one line, with the event it is at."""
    return f"{place_words(problem.event)}: {printable(problem.message)}"


def place_words(event: int | None) -> str:
    """Where in a record something is: at an event, or, where there is none, in the header."""
    return "header" if event is None else f"event {event}"


def contradiction_lines(record: Record, problem: Problem) -> Iterator[str]:
    """Which statements clash, and which single changes would make sense of the record."""
    if problem.conflict:
        # Explanations take long to import, and few records need them.
        from tracker.explain import Conflict
        from tracker.render.proof_words import ProofWords

        conflict = Conflict(problem.event or 0, problem.conflict, True, problem.background)
        yield f"    {ProofWords(record).conflict(conflict)}"
    if problem.suggestions:
        yield "    It would make sense if, by rule of thumb:"
    for suggestion in problem.suggestions:
        yield f"      {repair_words(suggestion.repair, record)}"


def _problems_text(problems: ProblemList) -> Document:
    lines = list(problem_lines(problems))
    if not problems:
        lines.insert(0, f"{printable(problems.source)}: {_problems_line(problems)}")
    return [AsItIs("\n".join(lines))]


def _problems_line(problems: ProblemList) -> str:
    """The number of problems, and the first; or that there is none."""
    if not problems:
        events = problems.record.events if problems.record else ()
        return f"{counted(len(events), 'event')}, no problem"
    return f"{counted(len(problems), 'problem')}, the first: {problem_words(problems[0])}"


def _suggested(problem: Problem, record: Record | None) -> list[dict[str, object]]:
    """The changes that repair what is wrong with a record, and what may have been left out."""
    if record is None:
        return []
    repairs = [each.repair for each in problem.suggestions]
    told = [(repair, repair_words(repair, record)) for repair in repairs]
    if problem.left_out is not None:
        told.append((problem.left_out, left_out_words(problem.left_out, record)))
    return [{"kind": repair.kind, "event": repair.event, "text": words} for repair, words in told]


SUGGESTED: Final[Derived] = {
    "Problem.suggestions": lambda problem, answer: _suggested(problem, answer.record)
}
"""What is derived in the JSON of problems, in any answer that has a ``record``."""


def _problems_status(problems: ProblemList) -> int:
    if problems.record is None:
        return EXIT_UNANSWERED
    if any(problem.code == CONTRADICTION for problem in problems):
        return EXIT_CONTRADICTION
    return EXIT_NEGATIVE if problems else 0


PROBLEMS: Final = Forms[ProblemList](
    line=_problems_line,
    document=_problems_text,
    derived={
        **SUGGESTED,
        "ProblemList.ok": lambda problems, _: not problems,
        "ProblemList.noted": lambda problems, _: (
            {"notes": problems.notes} if problems.notes else {}
        ),
    },
    status=_problems_status,
)

# -- certificates ---------------------------------------------------------------------------------
#
# All of it is worded from the certificate alone, so that whoever reads the answer knows what was
# checked without having to look into the file.


def _verification_lines(verification: Verification) -> Iterator[str]:
    """What the certificate claims, and whether that holds."""
    certificate, problems = verification.certificate, verification.problems
    yield printable(f"{'Fails' if problems else 'Holds'}: {_claim_words(certificate)}.")
    at = counted(certificate.at, "event")
    yield printable(f"View: {certificate.view}. Moment: after {at}.")
    yield f"Record: {certificate.record}"
    if problems:
        yield from (printable(f"Problem: {problem}.") for problem in problems)
    else:
        yield f"Causes: {_causes_words(verification)}"


def _causes_words(verification: Verification) -> str:
    """How many causes the certificate names, and whether fewer would do."""
    causes = len(verification.certificate.because)
    if not causes:
        return "none is needed; everyone sees where the cards go."
    words = f"{causes}; they force this, and none can be left out"
    if verification.smallest:
        return f"{words}; no smaller set does."
    return f"{words}. Whether a smaller set does was not checked."


def _claim_words(certificate: Certificate) -> str:
    """The conclusion and its verdict: ``it is proven that Doug holds 5H``."""
    parts = certificate.conclusion.parts
    held = gathered(((seat, holds), card) for card, seat, holds in parts)
    holdings = " and ".join(
        f"{seat} {'holds' if holds else 'does not hold'} {', '.join(cards)}"
        for (seat, holds), cards in held.items()
    )
    is_proven = certificate.verdict == "proven"
    return f"it is {'proven' if is_proven else 'refuted (it cannot be)'} that {holdings}"


VERIFICATION: Final[Forms[Verification]] = Forms(
    line=lambda verification: next(_verification_lines(verification)),
    document=lambda verification: [AsItIs("\n".join(_verification_lines(verification)))],
    derived={
        "Verification.ok": lambda verification, _: not verification.problems,
        "Verification.text": lambda verification, _: _claim_words(verification.certificate),
    },
    status=lambda verification: EXIT_NEGATIVE if verification.problems else 0,
)


# -- records --------------------------------------------------------------------------------------
#
# Records, and the puzzles that are records: their notation and their JSON form.


def _record_line(record: Record) -> str:
    title = dict(record.tags).get("title")
    about = f"{counted(len(record.seats), 'seat')}, {counted(len(record.events), 'event')}"
    return f"{about}, {record.preset}" + (f", {title}" if title else "")


def _record_text(record: Record) -> Document:
    return [AsItIs(printable_lines(text.dumps(record).rstrip("\n")))]


RECORD: Final = Forms[Record](
    line=_record_line,
    document=_record_text,
    derived={"Record.document": lambda record, _: record_json.to_data(record)},
)
PUZZLE: Final = Forms[Puzzle](
    line=lambda puzzle: f"{puzzle.question} for {puzzle.view.name} at {puzzle.at}",
    document=lambda puzzle: _record_text(puzzle.record),
    derived={"Puzzle.document": lambda puzzle, _: record_json.to_data(puzzle.record)},
)
