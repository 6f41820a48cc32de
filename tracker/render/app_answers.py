"""What the app asks: JSON in, JSON out, the same answers as ``--json``.

The app's worker runs the package in the browser and calls ``answer`` alone. A request names a
question of ``QUESTIONS`` and its parameters; the reply has ``answer``, or ``error`` with lines that
a person can read. Questions about a record take its text with them; a record that was read is
kept, and what was worked out of it with it.

A game that is being entered is one ``Session``, as in ``tracker enter``. Its "file" is a text that
goes back with every answer: the page keeps it on the device, and shows nothing as taken in before
it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from tracker.analysis.check import CONTRADICTION
from tracker.answers import InSteps
from tracker.counting.posterior import POSITION, counting_at_most
from tracker.entry.deeds import DEEDS
from tracker.entry.record_file import Store
from tracker.entry.refusal import Refusal
from tracker.entry.session import Change, Session
from tracker.errors import ContradictionError, NotationError, RecordError, TrackerError
from tracker.game.record import Record, has_gaps
from tracker.game.replay import replay_of
from tracker.game.rules import PRESETS
from tracker.inference.deduction import Deduction, deduce, follow_with_gaps
from tracker.inference.follow import follow
from tracker.inference.hands import known_views
from tracker.notation.links import Link, link_text, read_link
from tracker.notation.record_files import JSON, TEXT, dumps, loads
from tracker.render.json_form import Json, plain
from tracker.render.phrases import per_cent
from tracker.render.problem_lines import repair_words
from tracker.render.registry import as_data, as_markdown

if TYPE_CHECKING:
    from tracker.teach.puzzle import Puzzle

_KEPT: Final = 8
"""How many records are kept."""
_BY_THE_WAY: Final = {"begin": 2**20, "do": 2**20, "deals": 2**25, "report": 2**24, "review": 2**24}
"""What counting a position may cost in questions of which the counts are only an addition.

In units of ``tracker.counting.posterior``: the grid is to be there at once, how likely the rest is
after a second or two on a phone. ``count`` counts as long as it takes."""
_AT_A_TIME: Final = 0.3
"""Seconds for which a step of a review may take: between them other questions are answered."""
_MOST_PAST: Final = 20
"""So many changes of a game can be undone after it was opened anew."""
_DRAWN: Final = 12
"""How many positions of a game are looked at for puzzles: a few seconds' work on a phone."""
MOST_MOMENTS: Final = 400
"""How many moments one request may ask for."""

# -- records --------------------------------------------------------------------------------------


_READ: Final[dict[str, Record]] = {}
"""The records that were read or entered last, by their texts."""


def _record(text: str) -> Record:
    """The record that a text is; what was worked out of it comes with it."""
    return _keep(text, _READ.pop(text) if text in _READ else loads(text, source="game"))


def _keep(text: str, record: Record) -> Record:
    """Keep a record, as the last one that was asked for."""
    _READ[text] = record
    while len(_READ) > _KEPT:
        del _READ[next(iter(_READ))]
    return record


def _game(record: Record) -> Json:
    """A record as the app shows it: the game of the report's page, and what can be asked of it."""
    from tracker.analysis.result import game_result
    from tracker.render.page.game_data import game_frame

    text = dumps(record)
    _keep(text, record)
    return {
        "text": text,
        "title": dict(record.tags).get("title", ""),
        "game": game_frame(record),
        "books": [] if has_gaps(record) else plain(game_result(record).books),
        "over": not has_gaps(record) and replay_of(record).state().over,
        "views": _views(record),
    }


def _views(record: Record) -> list[str]:
    """The chairs from which a game can be looked at: everybody's, and those of known hands."""
    if not has_gaps(record):  # what the whole record fixes is another question then, and a long one
        with suppress(ContradictionError):  # a record that contradicts itself fixes nothing
            return [view.name for view in known_views(record)]
    known = [hand.seat for hand in record.hands if hand.whole]
    return ["public", *(seat for seat in record.seats if seat in known)]


def opened(text: str) -> Json:
    """A game from a text in any form: a record, its JSON, another program's log."""
    return _game(_record(text))


def written(record: str, form: str = TEXT) -> str:
    """A record in a form that can be kept in a file: text or JSON."""
    return dumps(_record(record), form=JSON if form == JSON else TEXT)


def linked(record: str, at: int | None = None, view: str | None = None) -> str:
    """The end of an address that has a game in it."""
    return link_text(Link(_record(record), at, view))


def followed(link: str) -> Json:
    """The game of a link, with the moment and the view that it names."""
    got = read_link(link)
    return {**_game(got.record), "at": got.at, "view": got.view}


def pack() -> list[Json]:
    """The puzzles that come with tracker, the easiest first."""
    from tracker.teach.pack import shipped

    return [_labels(number, puzzle) for number, puzzle in enumerate(shipped(), start=1)]


def posed(number: int | None = None, text: str | None = None) -> Json:
    """A puzzle as a sheet has it: one of the pack by its number, or a record that is one."""
    from tracker.render.page.sheet import puzzle_document
    from tracker.render.primer import how_to_play
    from tracker.teach.pack import shipped
    from tracker.teach.puzzle import puzzle_of
    from tracker.teach.task import Task

    chosen = puzzle_of(_record(text)) if text is not None else shipped()[(number or 1) - 1]
    with Task(chosen) as task:
        return {
            **puzzle_document(task, number or 1),
            "title": dict(task.record.tags).get("title", chosen.name),
            "rules": how_to_play([task.record]),
        }


def puzzles_of(record: str, view: str | None = None) -> list[Json]:
    """Puzzles from a game, each with its text: a player's mistakes, or positions worth posing."""
    from tracker.teach.candidates import mistakes
    from tracker.teach.finding import find_puzzles

    game = _record(record)
    if view in game.seats:
        puzzles = list(mistakes(game, view))
    else:
        puzzles = [each.puzzle for each in find_puzzles(game, drawn=_DRAWN)]
    return [
        _labels(number, puzzle) | {"text": dumps(puzzle.record)}
        for number, puzzle in enumerate(puzzles, start=1)
    ]


def _labels(number: int, puzzle: Puzzle) -> Json:
    """What a list of puzzles says of one."""
    same = (name for name, rules in PRESETS.items() if rules == puzzle.record.rules)
    return {
        "number": number,
        "level": puzzle.level,
        "kind": puzzle.question.kind,
        "rules": next(same, "other"),
    }


# -- answers of the library -----------------------------------------------------------------------


def _call(home: str, name: str, **kept: Callable[[Any], Any]) -> Callable[..., Json]:
    """A question that one function answers. Its module is loaded when it is first asked.

    Args:
        home: the module.
        name: the function.
        kept: further forms of an answer that is to be drawn, to be kept.
    """
    forms = {"document": as_data, **kept}

    def ask(record: str, document: bool = False, **options: Any) -> Json:
        """The answer about one record: its JSON; where it is to be drawn, its document, too."""
        reply = getattr(import_module(home), name)(_record(record), **options)
        shown = {key: form(reply) for key, form in forms.items() if document}
        return {"json": reply.to_json(), **shown}

    return ask


def explained(record: str, **asked: Any) -> Json:
    """Why a cell is as it is: the JSON; where it is certain, the proof as the page shows it."""
    from tracker.analysis.conclusions import why
    from tracker.render.page.view_data import reason_told

    explanation = why(_record(record), **asked)
    return {"json": explanation.to_json(), "reason": reason_told(explanation)}


def chances(record: str, **asked: Any) -> Json:
    """How likely each place is: the JSON, and in words; of what depends on a gap there are none."""
    from tracker.analysis.odds import odds

    reply = odds(_record(record), **asked).to_json()
    places = reply["probability"] or {}
    words = {
        card: {
            seat: per_cent(chance) for seat, chance in seats.items() if isinstance(chance, float)
        }
        for card, seats in places.items()
    }
    return {"json": reply, "odds": words}


def moments(record: str, view: str, start: int, count: int) -> list[Json]:
    """Boards as ``show --json`` has them, of some moments in a row."""
    deductions, boards = _followed(record, view)
    end = start + min(count, MOST_MOMENTS)
    new = islice(deductions, max(end - len(boards), 0))
    boards += (deduction.to_json() for deduction in new)
    return boards[start:end]


@lru_cache(maxsize=1)
def _followed(record: str, view: str) -> tuple[Iterator[Deduction], list[Json]]:
    """The game that is followed: what follows at its next moments, and the boards of those before.

    It is followed once, as long as no other one is asked for.
    """
    return _boards(_record(record), view), []


def _boards(record: Record, view: str) -> Iterator[Deduction]:
    """What follows at each moment, from the deal on."""
    if has_gaps(record):
        for at, deduction in enumerate(follow_with_gaps(record, view)):
            with deduction or deduce(record, view=view, at=at) as followed:
                yield followed
    else:
        for moment in follow(record, views=[view]):
            yield from moment.deductions.values()


def _step_by_step(work: Callable[[str], Generator[Json, None, Json]]) -> Callable[[str], Json]:
    """A question that takes long: each time it is asked of a record, a step more is done.

    Args:
        work: does it for the text of a record. It gives how far it is, time and again, and returns
            the answer.
    """
    begun: dict[str, Generator[Json, None, Json]] = {}

    def ask(record: str) -> Json:
        """How far it is; at last the answer. What is left for another record is left for good."""
        steps = begun.pop(record, None) or work(record)
        begun.clear()
        try:
            step = next(steps)
        except StopIteration as end:
            return cast(Json, end.value)
        begun[record] = steps
        return step

    return ask


def reviewed(text: str) -> Generator[Json, None, Json]:
    """The review of a game; each step takes a moment, and says which share is done."""
    from tracker.analysis.review import review_steps
    from tracker.render.review_text import ESTIMATE, headline, none_found

    record = _record(text)
    steps, end = InSteps(review_steps(record)), monotonic() + _AT_A_TIME
    for done, _ in enumerate(steps, start=1):
        if monotonic() >= end:
            yield {"share": min(done / (3 * len(record.events) + 1), 1.0)}
            end = monotonic() + _AT_A_TIME
    review = steps.result
    told = sorted(mistake.event for mistake in review.listed)
    words = {"headline": headline(review), "estimate": ESTIMATE, "none": none_found(review)}
    return {"json": review.to_json(), "told": told, **words}


def _reported(text: str) -> Generator[Json, None, Json]:
    """The report on a game: what its page shows, its document, and the page to be kept.

    Each step is a view, and says which share is done.
    """
    from tracker.render.page.build import page_steps

    steps = InSteps(page_steps(_record(text), workers=1))
    for _, done, views in steps:
        yield {"share": done / (views + 1)}
    made = steps.result
    return {"page": made.html, "table": made.table, "document": as_data(made.report)}


# -- a game that is being entered -----------------------------------------------------------------


class _Kept(Store):
    """The place of a record that the page keeps."""

    def __init__(self, text: str) -> None:
        super().__init__(Path("game.lit"))
        self.text = text

    def save(self, text: str) -> None:
        """Hold a text; the page keeps it before it shows it."""
        self.text = text


class Entered:
    """The game that is being entered in one worker."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._kept = _Kept("")
        """The place of its record."""
        self._past: list[str] = []
        """What the game was before each change that can be undone, oldest first."""

    def begin(self, text: str, view: str | None = None, past: Sequence[str] = ()) -> Json:
        """Begin to enter a game, or go on with one.

        Args:
            text: the game.
            view: whose view it is; None: everybody's.
            past: what the game was before, oldest first: undoing goes back to that, too.
        """
        record, session = _record(text), self._session
        if session is None or self._kept.text != text:
            if session is not None:
                session.close()
            self._session, self._kept, self._past = None, _Kept(text), list(past)
            self._session = Session(self._kept, record, view)
        else:  # it is still open, and what was done can be undone
            if session.in_branch:
                session.discard()
            session.look_at(None)
            session.look_as(view)
        return self._state()

    def deed(self, do: str, line: str = "", number: int = 0) -> Json:
        """Do something to the game being entered; what it changed, or why it was refused.

        Args:
            do: ``enter`` for a statement, else a deed by its name.
            line: what is said.
            number: the event, or the change that would mend it.
        """
        session, before = self._entering(), self._kept.text
        if do == "undo" and session.is_unchanged and self._past and not session.in_branch:
            session.remember(loads(self._past[-1], source="game"))
        outcome = session.enter(line) if do == "enter" else DEEDS[do].act(session, number, line)
        if self._kept.text != before:
            past = self._past[:-1] if do == "undo" else [*self._past, before]
            self._past = past[-_MOST_PAST:]
        if isinstance(outcome, Refusal):
            return {"refused": self._refused(outcome)}
        state = self._state()
        if isinstance(outcome, Change):
            from tracker.render.entry_words import change_lines

            state["news"] = change_lines(outcome, session)
        return state

    def mends(self) -> list[str]:
        """What single changes would make sense of the game, which contradicts itself."""
        return self._mends(self._entering().record)

    def _mends(self, record: Record) -> list[str]:
        return [repair_words(each.repair, record) for each in self._entering().remedies()[:5]]

    def proposals(self, typed: str, at: int | None = None) -> list[Json]:
        """What may come next in a line that is being typed."""
        proposed = self._entering().position(at).proposals(typed)
        return [{"text": each.text, "note": each.note} for each in proposed]

    def _refused(self, refusal: Refusal) -> Json:
        """Why a statement was refused, and the ways out."""
        from tracker.notation.text import format_event
        from tracker.render.entry_words import refusal_reasons

        return {
            "text": format_event(refusal.event, refusal.record),
            "reasons": refusal_reasons(refusal),
            "irregular": refusal.may_be_irregular,
            "remedies": self._mends(refusal.record),
        }

    def _state(self) -> Json:
        """The game being entered, as it is now."""
        session = self._entering()
        state, record = session.state, session.record
        turn = () if state.over else state.to_move
        return {
            **_game(record),
            "board": _board(session),
            "kept": self._kept.text,
            "past": self._past,
            "view": session.view,
            "branches": int(session.in_branch),
            "turn": list(turn),
            "over": state.over,
            "opponents": {seat: list(record.table.opponents_of[seat]) for seat in record.seats},
            "sizes": dict(state.sizes),
            "open": list(state.open_books()),
            "problems": _problem_lines(session),
            "obstacle": None if session.obstacle is None else str(session.obstacle),
            "contradicts": any(problem.code == CONTRADICTION for problem in session.problems),
            "news": [],
        }

    def _entering(self) -> Session:
        if self._session is None:
            raise RecordError("no game is being entered (expected 'begin' first)")
        return self._session


def _board(session: Session) -> Json | None:
    """What follows for the session's view now; None where nothing can be deduced."""
    try:
        document: Json = session.deduction().to_json()
    except TrackerError:
        return None
    return document


def _problem_lines(session: Session) -> list[Json]:
    from tracker.render.entry_words import problem_words

    return [
        {"event": problem.event, "text": problem_words(problem, session.record)}
        for problem in session.problems
    ]


# -- one question, one answer ---------------------------------------------------------------------

_ENTERED: Final = Entered()
QUESTIONS: Final[dict[str, Callable[..., Any]]] = {
    "open": opened,
    "write": written,
    "link": linked,
    "followed": followed,
    "show": _call("tracker.analysis.board", "board"),
    "claims": _call("tracker.analysis.odds", "claims"),
    "deals": chances,
    "count": chances,
    "why": explained,
    "consequences": _call("tracker.analysis.conclusions", "consequences"),
    "audit": _call("tracker.analysis.audit", "audit"),
    "ruling": _call("tracker.analysis.conclusions", "rule", markdown=as_markdown),
    "knows": _call("tracker.analysis.knows", "knows"),
    "asks": _call("tracker.analysis.asks", "asks"),
    "pack": pack,
    "puzzles": puzzles_of,
    "pose": posed,
    "moments": moments,
    "report": _step_by_step(_reported),
    "review": _step_by_step(reviewed),
    "begin": _ENTERED.begin,
    "do": _ENTERED.deed,
    "mends": _ENTERED.mends,
    "proposals": _ENTERED.proposals,
}
"""Every question, by the name that a request gives it."""


def answer(request: str) -> str:
    """The reply to a request: both are JSON documents.

    Args:
        request: ``{"ask": QUESTION, PARAMETER: VALUE, …}``.

    Returns:
        ``{"answer": …}``, or ``{"error": {"kind", "lines"}}`` where there is no answer.
    """
    parameters = json.loads(request)
    try:
        ask = parameters.pop("ask")
        with counting_at_most(_BY_THE_WAY.get(ask, POSITION)):
            reply = {"answer": QUESTIONS[ask](**parameters)}
    except TrackerError as error:
        lines = str(error).split("\n")
        if isinstance(error, NotationError):  # without the places in a text that nobody typed
            lines = [problem.message for problem in error.problems]
        reply = {"error": {"kind": type(error).__name__, "lines": lines}}
    return json.dumps(reply, ensure_ascii=False, allow_nan=False)
