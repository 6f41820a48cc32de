"""The looking commands of ``tracker enter``: they change nothing, and print what is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from tracker.analysis.asks import asks, what_if
from tracker.analysis.audit import audit, missed_proofs
from tracker.analysis.board import books_in_play
from tracker.analysis.conclusions import Explained, conclusion, moments_of, rule, who
from tracker.analysis.knows import knows
from tracker.analysis.odds import odds_of
from tracker.analysis.open_gaps import gaps
from tracker.analysis.timeline import timeline
from tracker.answers import Answer
from tracker.cli.shell_help import COMMANDS, event_number, require_nothing
from tracker.cli.streams import plain_marks
from tracker.entry.session import Session
from tracker.errors import RecordError, TrackerError
from tracker.explain import Conclusion, Explainer
from tracker.explain.gap_why import explain
from tracker.game.lookup import card_and_seat
from tracker.game.record import Record
from tracker.inference.hands import up_to
from tracker.render import entry_words
from tracker.render.compact_grid import CompactGrid, compact_grid, fitting_grid
from tracker.render.grid import situation
from tracker.render.registry import Look, draw

ALL: Final = "all"
OFF: Final = "off"
MISSED: Final = "missed"
BELOW: Final = 7
"""Lines of a terminal that the prompt, the menu and the status line take."""
_LISTED: Final = 10
_MOST: Final = 99_999
"""The highest number that ``list`` takes; those beyond the last event mean that one."""


class Looker:
    """Answers questions about a record that is being entered, at the moment looked at.

    Args:
        session: the record.
        console: where answers go.
        plain: ASCII only in grids.
    """

    def __init__(self, session: Session, console: Console, *, plain: bool = False) -> None:
        self.session = session
        self.pinned: tuple[str, ...] | None = None
        """The half-suits of the grid that is kept in sight; empty: all; None: there is no grid."""
        self._console = console
        self._plain = plain

    def print(self, shown: RenderableType) -> None:
        """Print something."""
        self._console.print(shown)

    def answer(self, answer: Answer) -> None:
        """Print an answer's text."""
        self.print(draw(answer, Look(self._console.width, self._plain)))

    def grid_in_sight(self) -> CompactGrid | None:
        """The grid to be kept in sight, at the moment looked at; None where there is none."""
        if self.pinned is None:
            return None
        in_play = self.session.state.open_books()
        books = [book for book in self.pinned if book in in_play]
        try:
            with self.session.deduction() as deduction:
                return compact_grid(deduction, plain=self._plain, books=books or None)
        except TrackerError:
            return None  # what is wrong is in the status line

    def as_codes(self, lines: Iterable[Text]) -> str:
        """Lines with the codes of the terminal's colours, for whoever draws them itself."""
        with self._console.capture() as captured:
            for line in lines:
                self._console.print(line, soft_wrap=True)
        return plain_marks(captured.get()) if self._plain else captured.get()

    def _show(self, rest: str) -> None:
        """Show the grid: on a terminal as large as it fits; of some half-suits; or all of it."""
        height = None if rest.lower() == ALL else self._room
        books = self._books("" if rest.lower() == ALL else rest)
        with self.session.deduction() as deduction:
            plain = self._plain
            grid = fitting_grid(deduction, self._console, height, plain=plain, books=books)
        self.print(grid)

    def _grid(self, rest: str) -> None:
        """Keep the grid in sight, or not any more."""
        if rest.lower() in ("", OFF):
            self.pinned = () if rest == "" and self.pinned is None else None
        else:
            self.pinned = self._books(rest)

    def _books(self, rest: str) -> tuple[str, ...] | None:
        """The half-suits named; None where none is."""
        record, state = self.session.record, self.session.state
        return books_in_play(rest.split(","), record.deck, state) if rest else None

    @property
    def _room(self) -> int | None:
        """How many lines can be in sight above the prompt; None where there is no screen."""
        return self._console.height - BELOW if self._console.is_terminal else None

    def _claims(self, rest: str) -> None:
        """Judge what can be claimed; or with ``BOOK: HOLDINGS`` behind it, one claim."""
        if rest:
            self._explain(conclusion(self.session.record, claim=rest))
            return
        with self.session.deduction() as deduction:
            self.answer(odds_of(deduction).claims())

    def _deals(self, _: str) -> None:
        with self.session.deduction() as deduction:
            self.answer(odds_of(deduction))

    def _score(self, _: str) -> None:
        with self.session.deduction() as deduction:
            self.print(situation(deduction))

    def _who(self, rest: str) -> None:
        if len(rest.split()) != 1:
            raise COMMANDS["who"].expected
        with self.session.deduction() as deduction:
            self.answer(who(deduction, rest))

    def _why(self, rest: str) -> None:
        """Explain where a card is, or is not, or why a claim is proven; or since when."""
        record, words = self.session.record, rest.split()
        since = bool(words) and words[-1].lower() == "since"
        words = words[:-1] if since else words
        if ":" in rest:
            asked = conclusion(record, claim=rest.rpartition(" ")[0] if since else rest)
        elif len(words) == 2 or (len(words) == 3 and words[2].lower() == "lacks"):
            card, seat = card_and_seat(words[0], words[1], record.seats)
            asked = conclusion(record, card, seat, lacks=len(words) == 3)
        else:
            raise RecordError(f"expected '{COMMANDS['why'].typed}' or 'why BOOK: HOLDINGS'")
        self._explain(asked, since=since)

    def _why_all(self, rest: str) -> None:
        """Explain all that follows."""
        require_nothing("why all", rest)
        with self.session.deduction() as deduction, Explainer(deduction) as explainer:
            self.answer(explainer.consequences())

    def _hint(self, rest: str) -> None:
        """Tell the first step of all that follows."""
        require_nothing("hint", rest)
        with self.session.deduction() as deduction, Explainer(deduction) as explainer:
            self.answer(replace(explainer.consequences(), hint=True))

    def _knows(self, rest: str) -> None:
        """Say who could prove each half-suit, up to the moment looked at."""
        require_nothing("knows", rest)
        self.answer(knows(self._past()))

    def _explain(self, asked: Conclusion, *, since: bool = False) -> None:
        with self.session.deduction() as deduction:
            explanation = explain(deduction, asked)
        self.answer(Explained(explanation, moments_of(explanation) if since else None))

    def _audit(self, rest: str) -> None:
        """Judge all claims up to the moment looked at; or rule on one; or prove what was missed."""
        past = self._past()
        if rest.lower() == MISSED:
            self.answer(missed_proofs(audit(past, chances=False)))
        elif rest:
            self.answer(rule(past, event_number(rest, len(past.events))))
        else:
            self.answer(audit(past, chances=False))

    def _timeline(self, _: str) -> None:
        self.answer(timeline(self._past(), views=[self.session.view]))

    def _gaps(self, _: str) -> None:
        """Say what nobody remembers, up to the moment looked at, and whom to ask."""
        self.answer(gaps(self._past()))

    def _asks(self, rest: str) -> None:
        """List the asks from a chair: the one named, the view's, or whose turn it is.

        Or say what either answer to one ask that was made would have told.
        """
        if rest.isdecimal():
            event = event_number(rest, self.session.at)
            self.answer(what_if(self.session.record, event))
            return
        own = self.session.view if self.session.view in self.session.record.seats else None
        self.answer(asks(self.session.record, view=rest or own, at=self.session.at))

    def _past(self) -> Record:
        """The record up to the moment looked at."""
        return up_to(self.session.record, self.session.at)

    def _list(self, rest: str) -> None:
        """Print the last events, or those from one number to another or to the end."""
        last = len(self.session.record.events)
        bounds = [min(event_number(word, _MOST), last) for word in rest.split()]
        if len(bounds) > 2:
            raise COMMANDS["list"].expected
        first = bounds[0] if bounds else max(last - _LISTED + 1, 1)
        end = bounds[1] if len(bounds) == 2 else last
        self.print(entry_words.events_report(self.session.record, first, end))

    def _problems(self, _: str) -> None:
        self.print(entry_words.problems_report(self.session))
