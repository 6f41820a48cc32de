"""Problems of a record, a line each; contradictions with the statements that clash and ways out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tracker.analysis.check import CONTRADICTION, Problem
from tracker.game.record import Record
from tracker.messages import printable


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
    from tracker.render.explanation import Wording

    wording = Wording(record)
    conflict = Conflict(problem.event or 0, problem.conflict, True, problem.background)
    yield f"    {wording.conflict(conflict)}"
    if problem.suggestions:
        yield "    It would make sense if, likeliest first:"
    for suggestion in problem.suggestions:
        yield f"      {wording.mend(suggestion.mend)}"
