"""From a record to a page: views worked out, side by side if wanted, and put together."""

from __future__ import annotations

import gc
import multiprocessing
import re
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from tracker.analysis.each_filling import closed_record
from tracker.analysis.knows import asked_views
from tracker.analysis.open_gaps import Gaps, gaps, side_by_side
from tracker.analysis.report import Report
from tracker.analysis.report import report as report_on
from tracker.analysis.timeline import Timeline, TimelineEvent
from tracker.game.cards import Card
from tracker.game.record import Record, has_gaps
from tracker.inference.deduction import follow_with_gaps
from tracker.knowledge.views import View
from tracker.messages import printable, require_number
from tracker.notation.text import format_event
from tracker.render import judging, knowing
from tracker.render import report_text as words
from tracker.render.json_form import Json
from tracker.render.page import assets
from tracker.render.page.game_data import (
    audit_marks,
    game_data,
    gap_marks,
    open_game_data,
    player_cards,
    provable,
    worst_moments,
)
from tracker.render.page.view_data import ViewData, open_view_data, view_data
from tracker.render.phrases import odds_words
from tracker.teach.grading import MEANING, TECHNIQUE_LEVEL

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult, Pool

    from markupsafe import Markup

WORTH_PROCESSES: Final = 300
"""Views times events from which on it pays to start processes: each takes half a second."""

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

Progress = Callable[[str, int, int], None]
"""Called with the view that is done, how many are done, and how many there are."""


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
    made = PageMaker(record, workers)
    for step in made.steps():
        if progress is not None:
            progress(*step)
    return made.html()


class PageMaker:
    """Makes a page in steps, a view each: for who has other things to do in between.

    Args:
        record: the game.
        workers: as for ``page``.
    """

    def __init__(self, record: Record, workers: int = 1) -> None:
        require_number(workers, 1, "workers")
        closed = closed_record(record)
        self._has_gaps = closed is None
        self._written = record
        self._record = record if closed is None else closed
        self._workers = workers
        self._worked_out: list[ViewData] = []
        self._game: Json = {}

    def steps(self) -> Iterator[tuple[str, int, int]]:
        """Work out one view after the other: which is done, how many are, and of how many."""
        record, views = self._record, asked_views(self._record)
        each = map(self._with_gaps, views)
        for data in each if self._has_gaps else _worked_out(record, views, self._workers):
            self._worked_out.append(data)
            yield data.view.name, len(self._worked_out), len(views)

    def _with_gaps(self, view: View) -> ViewData:
        """A view of a record whose gaps can be filled in several ways.

        Its cells show what ``show`` says, moment by moment; those that are open only because of a
        gap are marked. There are no chances on it, and no reasons.
        """
        moments = list(follow_with_gaps(self._record, view))
        if not self._game:
            self._game = open_game_data(self._record, moments)
        return open_view_data(self._record, view, moments)

    def html(self) -> str:
        """The page, once all views are worked out."""
        open_ones = () if self._gaps is None else self._gaps.still_open
        return _html(
            self.report,
            self.table,
            gaps=self._gaps,
            sides={gap.event: side_by_side(self._record, gap) for gap in open_ones},
            is_open=self._has_gaps,
        )

    @cached_property
    def report(self) -> Report:
        """The report, once all views are worked out."""
        record, views = self._record, self._worked_out
        return report_on(record, timeline=None if self._has_gaps else _timeline(record, views))

    @cached_property
    def table(self) -> dict[str, Any]:
        """What the page's scripts show, once all views are worked out."""
        game = self._game if self._has_gaps else game_data(self._record)
        marks = () if self._gaps is None else gap_marks(self._gaps)
        return page_data(self.report, game, self._worked_out, marks)

    @cached_property
    def _gaps(self) -> Gaps | None:
        """The gaps that the page lists; None: there are none, or filling one added events."""
        written = self._written
        if not has_gaps(written) or len(written.events) != len(self._record.events):
            return None
        return gaps(written)


def page_data(
    report: Report,
    game: Json,
    views: Sequence[ViewData],
    more: Sequence[Json],
) -> dict[str, Any]:
    """All that the page's scripts show, as a JSON document.

    Args:
        report: on the game.
        game: the game itself, from ``game_data`` or ``open_game_data``.
        views: what each view needs.
        more: marks of events beside the audit's.
    """
    choices = {event: choice for view in views for event, choice in view.choices.items()}
    marks = sorted([*audit_marks(report.audit), *more], key=lambda mark: mark["event"])
    return {
        "game": game,
        "views": [view.document for view in views],
        "techniques": [
            {"name": name, "means": means, "level": TECHNIQUE_LEVEL[name]}
            for name, means in MEANING.items()
        ],
        "marks": marks,
        "review": [] if report.review is None else worst_moments(report.review, choices),
        "knows": provable(report.knows),
    }


# -- working out ----------------------------------------------------------------------------------


def _worked_out(record: Record, views: Sequence[View], workers: int) -> Iterator[ViewData]:
    """The data of the views, in their order; the same with any number of workers.

    Each view is worked out by itself, so that as many processes as there are have as much to do:
    one after the other takes the next view. Where no other process can be had, this one does all.
    """
    others = min(workers, len(views)) - 1
    small = len(views) * len(record.events) < WORTH_PROCESSES
    with nullcontext() if small or others < 1 else _pool(others) as pool:
        if pool is None:
            yield from map(partial(_one_view, record), views)
        else:
            yield from _shared(pool, others, record, views)


def _shared(
    pool: Pool, processes: int, record: Record, views: Sequence[View]
) -> Iterator[ViewData]:
    """The data of the views, in their order, by this process and others.

    This one works, too: to start one more takes as long as half a view.
    """
    # Without what has been worked out: that stays here.
    task, left, lock = partial(_one_view, replace(record)), deque(views), Lock()
    own: dict[View, ViewData] = {}
    given: dict[View, AsyncResult[ViewData]] = {}

    def hand_out(_: object = None) -> None:
        """Give the next view to a process that has nothing to do."""
        with lock:
            if left:
                view = left.popleft()
                given[view] = pool.apply_async(task, (view,), callback=hand_out)

    def next_own() -> View | None:
        """The next view for this process."""
        with lock:
            return left.popleft() if left else None

    try:
        for _ in range(processes):
            hand_out()
        for view in views:
            while view not in own and not (view in given and given[view].ready()):
                taken = next_own()
                if taken is None:
                    break
                own[taken] = _one_view(record, taken)
            yield own[view] if view in own else given[view].get()
    finally:
        with lock:
            left.clear()  # where this ends early, nothing more is handed out


def _one_view(record: Record, view: View) -> ViewData:
    """The data of a view, worked out by itself."""
    (data,) = view_data(record, [view])
    return data


def _pool(processes: int) -> AbstractContextManager[Pool | None]:
    """Processes that end with this one, and leave the interrupt key to it; None: there are none."""
    try:
        context = multiprocessing.get_context("spawn")
        return context.Pool(processes, _begin, (gc.get_threshold(),))
    except (ImportError, OSError):  # no semaphores, no processes, or not allowed any more of them
        return nullcontext()


def _begin(thresholds: tuple[int, int, int]) -> None:
    """Leave the interrupt key to the process that waits, and collect as rarely as that does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*thresholds)


def _timeline(record: Record, views: Iterable[ViewData]) -> Timeline:
    """What ``timeline`` gives, from views that have been worked out."""
    single = {data.view.name: data for data in views if len(data.view.seats) < 2}
    events = tuple(
        TimelineEvent(
            number, event, {view: data.gains[number - 1] for view, data in single.items()}
        )
        for number, event in enumerate(record.events, start=1)
    )
    return Timeline(record, {view: data.bits for view, data in single.items()}, events)


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
        cards=player_cards(report),
        worst=data["review"],
        words=words,
        judging=judging,
        knowing=knowing,
        odds_words=odds_words,
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
        Markup("<bdi>{}</bdi>").format(part) if place % 2 else _with_signs(cards, part)
        for place, part in parts
    )


def _with_signs(cards: re.Pattern[str], text: str) -> Markup:
    """A text with its cards as they are said at the table: 5♦ for 5D."""
    from markupsafe import Markup

    return Markup("").join(
        Markup('<span class="{}">{}</span>').format(*_sign(part)) if place % 2 else part
        for place, part in enumerate(cards.split(text))
    )


def _sign(card: Card) -> tuple[str, str]:
    """The colour and the sign of a card; jokers keep their names."""
    suit = SUIT_SIGNS.get(card[-1])
    sign = card if suit is None else f"{card[:-1]}{suit}\ufe0e"
    return ("red" if card[-1] in "DH" or card == "RJ" else "black"), sign
