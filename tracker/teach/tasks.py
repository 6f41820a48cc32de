"""From a puzzle to the task that it sets."""

from __future__ import annotations

from typing import Any, Final

from tracker.teach.card_tasks import AsksTask, CanTask, WhereTask, WhoTask
from tracker.teach.claim_tasks import ClaimsTask, ClaimTask, RulingTask
from tracker.teach.position import OpenPuzzle
from tracker.teach.puzzle import Kind
from tracker.teach.task import Task

_TASKS: Final[dict[Kind, type[Task[Any]]]] = {
    "where": WhereTask,
    "who": WhoTask,
    "can": CanTask,
    "claim": ClaimTask,
    "claims": ClaimsTask,
    "asks": AsksTask,
    "ruling": RulingTask,
}


def task_of(position: OpenPuzzle) -> Task[Any]:
    """The task of an open position."""
    return _TASKS[position.puzzle.question.kind](position)
