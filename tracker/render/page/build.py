"""From a record to a page: views worked out, side by side if wanted, and put together."""

from __future__ import annotations

import multiprocessing
import re
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any, Final

from markupsafe import Markup

from tracker.analysis.knows import asked_views
from tracker.analysis.report import Report, report
from tracker.analysis.timeline import Timeline, Told
from tracker.game.record import Record
from tracker.knowledge.views import View
from tracker.messages import printable
from tracker.notation.text import format_event
from tracker.render import report_words as words
from tracker.render.grid import odds_words
from tracker.render.judging import better_known
from tracker.render.knowing import NOTHING, ending_words, heading
from tracker.render.page import assets
from tracker.render.page.game_data import audit_marks, game_data, provable
from tracker.render.page.view_data import Pool, ViewData, view_data
from tracker.teach.grading import MEANING

TOGETHER: Final = 5
"""So many views are followed through the game at once: what one learns helps the others."""

Progress = Callable[[str, int, int], None]
"""Is told what has been done, how much of it, and of how much."""


def page(record: Record, *, workers: int = 1, progress: Progress | None = None) -> str:
    """The post-game report as one HTML file.

    Args:
        record: the game.
        workers: processes that work out views at the same time. With more than one, a script must
            call this under ``if __name__ == "__main__"``.
        progress: called as the work goes on.

    Raises:
        ContradictionError: where no deal fits the record.
    """
    views = asked_views(record)
    found = []
    for data in _worked_out(record, views, workers):
        found.append(data)
        if progress is not None:
            progress(data.view, len(found), len(views))
    told = report(record, _timeline(record, found))
    return _html(told, page_data(told, found))


def page_data(told: Report, found: Iterable[ViewData]) -> dict[str, Any]:
    """All that the page's scripts show, as a JSON document."""
    pool = Pool()
    return {
        "game": game_data(told.record),
        "views": [pool.view(data) for data in found],
        **pool.document(),
        "turning": [point.number for point in told.turning_points],
        "techniques": list(MEANING.values()),
        "marks": audit_marks(told.audit),
        "knows": provable(told.knows),
    }


# -- working out ----------------------------------------------------------------------------------


def _worked_out(record: Record, views: Sequence[View], workers: int) -> Iterator[ViewData]:
    """The data of the views, in their order; the same with any number of workers."""
    size = ceil(len(views) / ceil(len(views) / TOGETHER))
    some = [views[i : i + size] for i in range(0, len(views), size)]
    if min(workers, len(some)) < 2:
        for few in some:
            yield from view_data(record, few)
        return
    bare = replace(record)  # without what has been worked out: that stays here
    with _processes(min(workers, len(some))) as pool:
        for found in pool.imap(partial(view_data, bare), some):
            yield from found


@contextmanager
def _processes(number: int) -> Iterator[Any]:
    """Processes that end with this one, and leave the interrupt key to it."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(number, _ignore_interrupt) as pool:
        yield pool


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _timeline(record: Record, found: Iterable[ViewData]) -> Timeline:
    """What ``timeline`` gives, from views that have been worked out."""
    views = [data for data in found if len(data.seats) < 2]
    start = {data.view: data.bits[0] for data in views}
    events = tuple(
        Told(number, event, {data.view: data.gains[number - 1] for data in views})
        for number, event in enumerate(record.events, start=1)
    )
    return Timeline(record, start, events)


# -- putting together -----------------------------------------------------------------------------


def _html(told: Report, data: dict[str, Any]) -> str:
    """The page of a report."""
    return assets.page(
        "template.html",
        data,
        filters={"named": partial(_named, _seats_in_text(told.record))},
        report=told,
        views=[view["name"] for view in data["views"]],
        words=words,
        odds_words=odds_words,
        better_known=better_known,
        heading=heading,
        ending_words=ending_words,
        nothing_provable=NOTHING,
        event_text=lambda event: format_event(event, told.record),
    )


def _seats_in_text(record: Record) -> re.Pattern[str]:
    """Where the names of seats stand in a text: as whole words, the longest first."""
    names = "|".join(re.escape(seat) for seat in sorted(record.seats, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])({names})(?![\w-]|\.\w)")


def _named(seats: re.Pattern[str], text: str) -> Markup:
    """A text whose names of seats stand apart, so that each keeps its own direction of writing."""
    parts = enumerate(seats.split(printable(text)))
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if place % 2 else part for place, part in parts
    )
