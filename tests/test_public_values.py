"""Every public value and error can be pickled and copied, and none has an endless ``repr``."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import deepcopy
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import tracker
from tests import SAMPLES
from tests.test_answers import ASKED, asked, kinds_of
from tracker import errors
from tracker.analysis.rollouts import rollouts_so_far
from tracker.answers import LONGEST, Answer

QUARTETS: Final = SAMPLES / "quartets-four.lit"
HEADER: Final = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
GAP: Final = f"{HEADER}Ann asks Bob 5H: ?\n"
STRETCH: Final = f"{HEADER}Ann asks Bob 5H: no\n...\nnow Ann: 2C 3C 9D\n"


@cache
def quartets() -> tracker.Record:
    return tracker.load(QUARTETS)


def gap() -> tracker.Record:
    return tracker.loads(GAP)


def _itself(value: Any) -> Any:
    return value


VALUES: Final[dict[str, Callable[[], Any]]] = {
    **{name: partial(asked, name) for name in ASKED},
    "record": lambda: tracker.load(QUARTETS),
    "hand": lambda: quartets().hands[0],
    "view": lambda: tracker.view_of(quartets(), quartets().seats[0]),
    "replay": lambda: tracker.replay(tracker.load(QUARTETS)),
    "moment": lambda: list(tracker.follow(quartets(), views=["public"]))[20],
    "problems": lambda: tracker.check(tracker.load(SAMPLES / "broken" / "contradiction.lit")),
    "problem": lambda: tracker.check(tracker.load(SAMPLES / "broken" / "contradiction.lit"))[0],
    "violation": lambda: tracker.Violation("turn", "it is not Ann's turn"),
    "asker": lambda: tracker.askers(quartets())[0],
    "ask odds": lambda: tracker.asks(quartets(), at=2)[0],
    "rollouts": lambda: next(rollouts_so_far(tracker.review(quartets()), 2)),
    "turn option": lambda: tracker.turns(quartets(), at=2)[0],
    "claim odds": lambda: tracker.claims(quartets(), at=2)[0],
    "open field": lambda: tracker.Open(),
    "claim verdict": lambda: tracker.deduce(gap()).claim("LH", "Ann"),
    "provable": lambda: tracker.knows(quartets()).books[0],
    "found puzzle": lambda: tracker.find_puzzles(quartets())[0],
    "puzzle": lambda: tracker.mistakes(quartets(), "Leni")[0],
    "marked answer": lambda: tracker.mark(tracker.mistakes(quartets(), "Leni")[0], "?"),
    "stats": lambda: tracker.stats(QUARTETS, level="events"),
    "verification": lambda: verification(),
    "gaps": lambda: tracker.gaps(gap()),
    "open gap": lambda: tracker.gaps(gap())[0],
    "deduction past a gap": lambda: tracker.deduce(gap()),
    "odds past a gap": lambda: tracker.odds(gap()),
    "audit past a gap": lambda: tracker.audit(gap()),
    "explanation past a gap": lambda: tracker.why(gap(), "5H", "Bob", lacks=True),
    "deduction past a stretch": lambda: tracker.deduce(tracker.loads(STRETCH)),
    "deduction that is closed": lambda: closed(),
    **{
        f"event {event.kind}": partial(_itself, event)
        for event in (
            tracker.Ask("Ann", "Bob", "2H", "no"),
            tracker.Claim(
                "Ann", "LH", tuple((f"{n}H", "Ann" * 30) for n in range(2, 8)), "correct"
            ),
            tracker.Pass("Ann", "Carl"),
            tracker.HandSize("Ann", 2),
            tracker.Show("Ann", ("2H",)),
            tracker.Decline("Ann"),
            tracker.Challenge("Ann", "LH"),
            tracker.Award("LH", "Ann"),
            tracker.Give("Ann", "Bob", "2H"),
            tracker.HandSizes((("Ann", 2), ("Carl", 1))),
            tracker.Now("Ann", ("2H",)),
            *gap().events,
            tracker.loads(STRETCH).events[1],
        )
    },
}
"""How a program comes by each kind of value."""


def verification() -> Answer:
    explanation = tracker.why(quartets(), "AH", quartets().seats[0], view=quartets().seats[0], at=0)
    document = tracker.certificate(explanation)
    found: Answer = import_module("tracker.explain.verification").verification(document, quartets())
    return found


def closed() -> tracker.Deduction:
    with tracker.deduce(gap()) as deduction:
        return deduction


def used(value: Any) -> Any:
    """A value that has shown itself in every way, which works out what it has not yet."""
    if isinstance(value, Answer) and not getattr(value, "closed", False):
        assert str(value)
        assert value._repr_html_()
        value.to_json()
    if isinstance(value, tracker.Replay):
        value.states()
    if isinstance(value, tracker.Record):
        assert tracker.deduce(value).sizes()
    return value


def _is_alike(copy: Any, value: Any) -> bool:
    if getattr(value, "closed", False):
        return repr(copy) == repr(value)
    if copy == value:
        return True
    if isinstance(value, Answer):
        return str(copy) == str(value)
    return type(copy) is type(value)


@pytest.mark.parametrize("name", VALUES)
def test_a_value_survives_pickling_and_copying(name: str) -> None:
    """Used or not; a copy says what the value says, and its ``repr`` is short."""
    value = VALUES[name]()
    for show in (_itself, used):
        assert len(repr(show(value))) <= LONGEST
        for copy in (pickle.loads(pickle.dumps(value)), deepcopy(value)):
            assert _is_alike(copy, value)


@pytest.mark.long
def test_the_values_are_of_all_public_classes() -> None:
    public = {
        kind
        for name in tracker.__all__
        if inspect.isclass(kind := getattr(tracker, name)) and not issubclass(kind, Exception)
    }
    there = {kind for make in VALUES.values() for kind in type(make()).__mro__}
    assert public - there == set()


# -- errors ---------------------------------------------------------------------------------------

PROBLEM: Final = errors.TextProblem("a.lit", 3, 7, "what is this?")
ERRORS: Final[tuple[tracker.TrackerError, ...]] = (
    tracker.GapError(3, "not past event 3"),
    tracker.ClosedError("Deduction"),
    tracker.IllegalEventError((tracker.Violation("turn", "not yet"),)),
    tracker.MissingHandError("Ann", 8),
    tracker.UndecidedError(),
    tracker.UndecidedError(event=4, message="not decided"),
    tracker.OverTimeError(1.5),
    tracker.ContradictionError(event=2, message="no deal is left"),
    errors.NoDealError(),
    tracker.NotationError((PROBLEM, PROBLEM)),
)
"""The kinds of errors with arguments of their own."""


def all_errors() -> list[tracker.TrackerError]:
    """One error of each kind that there is."""
    kinds = kinds_of(tracker.TrackerError)
    plain = kinds - {type(error) for error in ERRORS}
    return [*ERRORS, *(kind("what is wrong") for kind in sorted(plain, key=str))]


@pytest.mark.parametrize("error", all_errors(), ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling_and_copying(error: tracker.TrackerError) -> None:
    for copy in (pickle.loads(pickle.dumps(error)), deepcopy(error)):
        assert (repr(copy), str(copy)) == (repr(error), str(error))
        assert repr(vars(copy)) == repr(vars(error))
    given = inspect.signature(type(error)).parameters
    assert len(error.args) <= len(given)
    assert all(value in error.args for name, value in vars(error).items() if name in given)


def _missing_hand(_: int) -> object:
    return tracker.deduce(gap(), view="Ann", at=0)


def test_an_error_does_not_end_a_process_pool() -> None:
    with ProcessPoolExecutor(1) as pool:
        with pytest.raises(tracker.MissingHandError, match="the view of Ann"):
            list(pool.map(_missing_hand, [0]))
        assert len(list(pool.map(tracker.loads, [GAP]))) == 1


# -- what is asked wrongly ------------------------------------------------------------------------

MORE: Final[dict[str, tuple[Any, ...]]] = {
    "why": ("2C", "Ann"), "since": ("2C", "Ann"), "knows_chain": (["Ann"], "LH"), "mark": ("?",),
    "mistakes": ("Ann",), "rule": (1,), "what_if": (1,), "dump": ("nowhere.lit",), "rollouts": (2,),
}  # fmt: skip
"""What some calls take besides."""
CALLS: Final = tuple(name for name in tracker.__all__ if inspect.isfunction(getattr(tracker, name)))


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_first_argument_is_a_wrong_type(name: str) -> None:
    more = (quartets(),) if name == "verify" else MORE.get(name, ())
    for wrong in (None, 3, object(), [3], tracker.loads):
        with pytest.raises(tracker.WrongTypeError):
            _whole(getattr(tracker, name)(wrong, *more))


@pytest.mark.parametrize("name", ["deduction", "odds", "moment"])
def test_a_wrong_first_argument_of_what_is_asked_of_an_answer(name: str) -> None:
    answers: dict[str, Callable[[], Any]] = {
        "deduction": lambda: tracker.deduce(quartets()), "odds": lambda: tracker.odds(quartets()),
        "moment": lambda: next(tracker.follow(quartets())),
    }  # fmt: skip
    answer = answers[name]()
    for ask in questions(answer):
        with pytest.raises(tracker.WrongTypeError):
            ask(object(), *["Ann"] * (needed(ask) - 1))


def questions(answer: Any) -> list[Callable[..., Any]]:
    """What is asked of an answer with arguments."""
    names = [name for name in dir(type(answer)) if not name.startswith("_")]
    found = [inspect.getattr_static(type(answer), name) for name in names]
    asked = [getattr(answer, name) for name, kind in zip(names, found, strict=True)
             if inspect.isfunction(kind)]  # fmt: skip
    return [ask for ask in asked if needed(ask)]


def needed(ask: Callable[..., Any]) -> int:
    """How many arguments it takes at least."""
    parameters = inspect.signature(ask).parameters.values()
    return sum(parameter.default is parameter.empty for parameter in parameters)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tracker.tables(QUARTETS, level="evnts"), "did you mean 'events'?"),  # type: ignore[arg-type]
        (lambda: tracker.stats(QUARTETS, level="evnts"), "did you mean 'events'?"),  # type: ignore[arg-type]
        (lambda: tracker.stats(QUARTETS, by="dat"), "did you mean 'date'?"),  # type: ignore[arg-type]
        (lambda: tracker.load(QUARTETS, form="jsn"), "did you mean 'json'?"),
        (lambda: tracker.load_all(QUARTETS, form="jsn"), "did you mean 'json'?"),
        (lambda: tracker.dumps(quartets(), form="jsn"), "did you mean 'json'?"),
        (lambda: tracker.find_puzzles(quartets(), beyond="only-set"), "did you mean 'only-seat'?"),
        (lambda: tracker.find_puzzles(quartets(), within="x"), "'x' is no theme"),
        (lambda: next(tracker.follow(quartets())).holders("Bob", "2C"), "'Bob' is no view"),
    ],
)
def test_a_wrong_word_is_an_error(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(tracker.RecordError) as caught:
        call()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: tracker.View(3), "3 is not a tuple of hands"),  # type: ignore[arg-type]
        (lambda: tracker.View(("Ann",)), r"\('Ann',\) is not a tuple of hands"),  # type: ignore[arg-type]
        (lambda: tracker.Hand(3, ()), "3 is no seat"),  # type: ignore[arg-type]
        (lambda: tracker.Hand("Ann", 4), "4 is not a tuple of cards"),  # type: ignore[arg-type]
        (lambda: tracker.Hand("Ann", (), lacks="5H"), "'5H' is not a tuple of cards"),  # type: ignore[arg-type]
        (lambda: tracker.Hand("Ann", "5H"), "'5H' is not a tuple of cards"),  # type: ignore[arg-type]
        (lambda: tracker.Hand("Ann", (4,)), r"\(4,\) is not a tuple of cards"),  # type: ignore[arg-type]
        (lambda: tracker.Show("Ann", (4,)), r"\(4,\) is not a tuple of cards"),  # type: ignore[arg-type]
        (lambda: tracker.page(quartets(), workers="2"), "'2' is no number of workers"),  # type: ignore[arg-type]
        (lambda: tracker.stats(QUARTETS, workers=1.5), "1.5 is no number of workers"),  # type: ignore[arg-type]
    ],
)
def test_a_value_of_wrong_parts_is_never_made(call: Callable[[], Any], said: str) -> None:
    with pytest.raises(tracker.WrongTypeError, match=said):
        call()


@pytest.mark.parametrize("workers", [0, -1])
def test_less_than_one_worker_is_an_error(workers: int) -> None:
    calls: tuple[Callable[[], Any], ...] = (
        lambda: tracker.page(quartets(), workers=workers),
        lambda: tracker.stats(QUARTETS, workers=workers),
        lambda: list(tracker.tables(QUARTETS, workers=workers)),
    )
    for call in calls:
        with pytest.raises(tracker.RecordError, match=f"{workers} is no number of workers"):
            call()


def test_all_the_games_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.lit"
    path.write_text(f"{GAP}---\n{HEADER}")
    assert tracker.load_all(path) == (gap(), tracker.loads(HEADER))
    path.write_text(f"{GAP}---\nnothing\n")
    with pytest.raises(tracker.NotationError, match=r"games\.lit:5:1"):
        tracker.load_all(path)


# -- closed ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [HEADER, GAP, STRETCH], ids=["plain", "gap", "stretch"])
def test_whatever_is_asked_of_what_is_closed(text: str) -> None:
    record = tracker.loads(text)
    for answer in (tracker.deduce(record), tracker.odds(record)):
        about = [name for name in dir(answer) if not name.startswith("_")]
        asked = questions(answer)
        answer.close()
        answer.close()
        apart = {"close", "closed", "exit_status", "has_knowledge", "origin"}
        others = {*apart, *(ask.__name__ for ask in asked)}
        for name in set(about) - others:
            with pytest.raises(tracker.ClosedError):
                _whole(getattr(answer, name)())
        for ask in asked:
            if ask.__name__ not in ("claim", "judge", "listing", "drawing"):
                with pytest.raises(tracker.ClosedError):
                    _whole(ask(*["2C", "Ann"][: needed(ask)]))
        with pytest.raises(tracker.ClosedError):
            str(answer)
        assert repr(answer) == f"<{type(answer).__name__}: closed>"


def _whole(found: Any) -> None:
    if isinstance(found, Iterator):
        next(found)


# -- without extras -------------------------------------------------------------------------------

EXTRAS: Final = (
    "pyarrow", "dask", "distributed", "fsrs", "platformdirs", "segno", "atheris",
)  # fmt: skip
PLAIN: Final = f"""
import sys
for name in {EXTRAS}:
    sys.modules[name] = None
import pydoc, tracker
help_text = pydoc.render_doc(tracker)
from tracker import *
assert all(hasattr(tracker, name) for name in tracker.__all__)
assert "load_all" in help_text and tables is tracker.tables
print(stats({str(QUARTETS)!r}, level="events"))
try:
    tables({str(QUARTETS)!r})
except tracker.TrackerError as error:
    print(error)
"""


def test_a_plain_install_has_all_names_and_says_what_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "this needs pyarrow: pip install 'literature-tracker[archive]'" in done.stdout


def test_tables_that_cannot_be_written_are_not_begun(tmp_path: Path) -> None:
    arguments = ["tracker", "archive", str(QUARTETS), "-o", str(tmp_path / "x")]
    arguments += ["--parquet", str(tmp_path / "tables")]
    program = f"import sys; sys.modules['pyarrow'] = None; sys.argv = {arguments!r}\n"
    program += "from tracker.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, "this needs pyarrow" in done.stderr) == (2, True)
    assert not (tmp_path / "x").exists()
