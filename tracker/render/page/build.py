"""From a record to a page: views worked out, side by side if wanted, and put together."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tracker.analysis.each_filling import closed_record
from tracker.analysis.knows import asked_views
from tracker.analysis.open_gaps import gaps, side_by_side
from tracker.analysis.report import Report
from tracker.analysis.report import report as report_on
from tracker.answers import InSteps
from tracker.game.record import Record, has_gaps
from tracker.inference.deduction import follow_with_gaps
from tracker.knowledge.views import View
from tracker.messages import printable, require_number
from tracker.notation.text import format_event
from tracker.render import judging, knowing, review_text
from tracker.render import report_text as words
from tracker.render.json_form import Json
from tracker.render.page import assets
from tracker.render.page.game_data import (
    audit_marks,
    game_data,
    gap_marks,
    worst_moments,
)
from tracker.render.page.view_data import ViewData, open_view_data, view_data
from tracker.render.phrases import count_words, odds_words
from tracker.teach.grading import MEANING, TECHNIQUE_LEVEL, TO_ASK

if TYPE_CHECKING:
    from markupsafe import Markup

WORTH_PROCESSES: Final = 300
"""Views times events from which on it pays to start processes: each takes half a second."""

Progress = Callable[[str, int, int], None]
"""Called with the view that is done, how many are done, and how many there are."""


class MadePage(NamedTuple):
    """A page, and what it is made of."""

    report: Report
    table: dict[str, Any]
    """What its scripts show."""
    html: str


def page(record: Record, *, workers: int = 1, progress: Progress | None = None) -> str:
    """The post-game report as one HTML file.

    Args:
        record: the game.
        workers: processes that work out views at the same time. With more than one, a script must
            call this under ``if __name__ == "__main__"``.
        progress: called as the work goes on.

    Raises:
        ContradictionError: where no deal fits the record.
        WrongTypeError: for what is no record, or no number of workers.
        RecordError: for fewer workers than 1.
    """
    steps = InSteps(page_steps(record, workers))
    for step in steps:
        if progress is not None:
            progress(*step)
    return steps.result.html


def page_steps(record: Record, workers: int) -> Generator[tuple[str, int, int], None, MadePage]:
    """Make a page in steps, a view each: for who has other things to do in between.

    Of a record whose gaps can be filled in several ways the cells show what ``show`` says, moment
    by moment; those that are open only because of a gap are marked. There are no chances on it, and
    no reasons.

    Args:
        record: the game.
        workers: as for ``page``.

    Yields:
        The view that is done, how many are, and of how many.

    Returns:
        The page, and what it is made of.
    """
    require_number(workers, 1, "workers")
    closed = closed_record(record)
    game = record if closed is None else closed
    views, done = asked_views(game), list[ViewData]()
    for data in _worked_out(game, views, workers):
        done.append(data)
        yield data.view.name, len(done), len(views)
    report = report_on(game, followed={data.view.name: data.progress for data in done})
    # Where filling a gap added events, its number is another one.
    has_same = has_gaps(record) and len(record.events) == len(game.events)
    answer = gaps(record) if has_same else None
    marks = () if answer is None else gap_marks(answer)
    open_ones = () if answer is None else answer.still_open
    table = _short(page_data(report, game_data(game), done, marks))
    sides = {gap.event: side_by_side(game, gap) for gap in open_ones}
    html = _html(report, table, gaps=answer, sides=sides, is_open=closed is None)
    return MadePage(report, table, html)


def page_data(
    report: Report,
    game: Json,
    views: Sequence[ViewData],
    more: Sequence[Json],
) -> dict[str, Any]:
    """All that the page's scripts show, as a JSON document.

    Args:
        report: on the game.
        game: the game itself, from ``game_data``.
        views: what each view needs.
        more: marks of events beside the audit's.
    """
    marks = sorted([*audit_marks(report.audit), *more], key=lambda mark: mark["event"])
    return {
        "game": game,
        "views": [view.document for view in views],
        "techniques": [
            {
                "name": name,
                "means": means,
                "asks": TO_ASK[name],
                "level": TECHNIQUE_LEVEL[name],
            }
            for name, means in MEANING.items()
        ],
        "marks": marks,
        "review": [] if report.review is None else worst_moments(report.review),
        "knows": report.knows.to_json()["books"],
    }


def _short(value: Any) -> Any:
    """Plain data with its numbers to three places: so it is the same whichever engine counted."""
    match value:
        case float():
            return round(value, 3) + 0.0  # without a minus before a zero
        case dict():
            return {key: _short(entry) for key, entry in value.items()}
        case list() | tuple():
            return [_short(entry) for entry in value]
    return value


# -- working out ----------------------------------------------------------------------------------


def _worked_out(record: Record, views: Sequence[View], workers: int) -> Iterator[ViewData]:
    """The data of the views, in their order; the same with any number of workers.

    Each view is worked out by itself. What no other process can do, this one does; and views of a
    record with gaps, which share what may be spent on these.
    """
    left = deque(views)
    is_long = len(views) * len(record.events) >= WORTH_PROCESSES
    if workers > 1 and is_long and not has_gaps(record):
        from tracker.archive.pool import Lost, spread  # the app goes without

        # Without what has been worked out: that stays here.
        others = spread(
            partial(_one_view, replace(record)),
            views,
            workers=workers,
            here=partial(_one_view, record),
        )
        with suppress(ImportError, OSError):  # no semaphores, no processes, or no more of them
            for view, data in others:
                yield _one_view(record, view) if isinstance(data, Lost) else data
                left.popleft()
    yield from map(partial(_one_view, record), left)


def _one_view(record: Record, view: View) -> ViewData:
    """The data of a view, worked out by itself."""
    if has_gaps(record):
        return open_view_data(record, view, [*follow_with_gaps(record, view)])
    return view_data(record, view)


# -- putting together -----------------------------------------------------------------------------


def _html(report: Report, data: dict[str, Any], **more: Any) -> str:
    """The page of a report; ``more`` is what it shows of gaps."""
    return assets.page(
        "template.html",
        assets.packed(data),
        filters={
            "named": partial(_named, _seats_in_text(report.record), _cards_in_text(report.record))
        },
        report=report,
        views=[view["name"] for view in data["views"]],
        worst=data["review"],
        words=words,
        reviewing=review_text,
        judging=judging,
        knowing=knowing,
        odds_words=odds_words,
        count_words=count_words,
        event_text=lambda event: format_event(event, report.record),
        **more,
    )


def _seats_in_text(record: Record) -> re.Pattern[str]:
    """Where the names of seats stand in a text: as whole words, the longest first."""
    names = "|".join(re.escape(seat) for seat in sorted(record.seats, key=len, reverse=True))
    return re.compile(rf"(?<![\w.-])({names})(?![\w-]|\.\w)")


def _cards_in_text(record: Record) -> re.Pattern[str]:
    """Where the codes of cards stand in a text: as whole words."""
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, record.deck.cards))})(?!\w)")


def _named(seats: re.Pattern[str], cards: re.Pattern[str], text: str) -> Markup:
    """A text whose names of seats stand apart, so that each keeps its own direction of writing.

    Its cards are signs, the red suits red.
    """
    from markupsafe import Markup  # the app, which shares the page's data, goes without

    parts = enumerate(seats.split(printable(text)))
    return Markup("").join(
        Markup("<bdi>{}</bdi>").format(part) if place % 2 else assets.with_signs(part, cards)
        for place, part in parts
    )
