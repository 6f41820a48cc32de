"""Commands for learning and teaching: puzzles, lesson, collect, train, mark."""

from __future__ import annotations

import contextlib
import os
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from tracker.archive.source_games import SourceGame
from tracker.cli.each_game import GameOutcome, failure, some_games, unread
from tracker.cli.files import naming, read_bytes, read_record, write_out
from tracker.cli.options import ascii_option, json_option, refuse
from tracker.cli.runner import command, deliver, warn
from tracker.cli.streams import STANDARD, say
from tracker.errors import TrackerError
from tracker.game.record import Record
from tracker.game.rules import Rules
from tracker.inference.hands import known_views, view_of
from tracker.messages import counted, printable
from tracker.notation.text import dumps, loads
from tracker.render.forms import EXIT_NEGATIVE
from tracker.teach.candidates import followings, mistakes
from tracker.teach.finding import (
    FoundPuzzle,
    FoundPuzzles,
    Wanted,
    choose,
    find_puzzles,
    graded_puzzle,
)
from tracker.teach.grading import THEMES
from tracker.teach.logbook import Logbook, LogbookError, default_file
from tracker.teach.pack import shipped
from tracker.teach.puzzle import LEVELS, Puzzle, is_puzzle, puzzle_of

if TYPE_CHECKING:
    from tracker.teach.lessons import Lesson

Made = TypeVar("Made")

# -- what puzzles and train share -----------------------------------------------------------------


def _theme(_: click.Context, __: click.Parameter, theme: str | None) -> str | None:
    """A theme by its name, or a beginning of it."""
    if theme is None:
        return None
    like = [name for name in THEMES if name.startswith(theme.lower())]
    named, expected = printable(repr(theme)), ", ".join(THEMES)
    refuse({f"--theme: {named} is no theme (expected {expected})": len(like) != 1})
    return like[0]


def _rules(_: click.Context, __: click.Parameter, rules: str | None) -> Rules | None:
    """Rules as a header has them: a preset and changes."""
    return (
        None
        if rules is None
        else loads(f"rules: {rules}\nseats: A B C D\ndealer: A", "--rules").rules
    )


seed_option: Final = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Of all chance: another seed, other puzzles.",
)


puzzle_sources: Final = click.argument(
    "sources", metavar="[SOURCE]...", nargs=-1, type=click.Path(allow_dash=True)
)
count_option: Final = click.option(
    "--count", type=click.IntRange(min=1), metavar="N", help="So many puzzles at most."
)
wanted_options: Final = (
    click.option(
        "--level",
        type=click.IntRange(min(LEVELS), max(LEVELS)),
        metavar="L",
        help="Only puzzles of this level, 1 to 5.",
    ),
    click.option("--theme", metavar="THEME", callback=_theme, help="Only puzzles of this theme."),
    click.option(
        "--rules",
        metavar="RULES",
        callback=_rules,
        help="Only with these rules: canadian-54, 'pagat, must-claim=yes'.",
    ),
    click.option(
        "--seats", type=click.IntRange(min=2), metavar="N", help="Only games of N players."
    ),
    click.option(
        "--max-events",
        "most_events",
        type=click.IntRange(min=1),
        metavar="N",
        help="Only puzzles that show N events at most.",
    ),
)


detective_option: Final = click.option(
    "--detective", is_flag=True, help="Ask what follows from each event of games, or of the pack's."
)


another_options: Final = (
    click.option(
        "--another",
        is_flag=True,
        help="Take instead of each puzzle another like it (theme, level, rules), newly simulated.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0, min_open=True),
        metavar="N",
        help="With --another: look for each so long (default: 30).",
    ),
)


def _others(
    puzzles: Iterable[Puzzle], seconds: float | None, rng: random.Random
) -> Iterator[tuple[Puzzle, FoundPuzzle]]:
    """Each puzzle with another like it; those without one are told on standard error."""
    from tracker.teach.pack import SECONDS, another

    seconds = seconds or SECONDS
    for puzzle in puzzles:
        other = another(puzzle, rng, seconds)
        if other is None:
            like = f"level {puzzle.level}, {puzzle.theme}"
            say(f"{printable(puzzle.name)}: no other like it ({like}) in {seconds:g} s", err=True)
        else:
            yield puzzle, other


PER_CHAIR: Final = 5
"""How many candidates of a game are explained for each view."""


@dataclass
class PuzzleSource:
    """The puzzles of some sources: puzzles, or games in which they are found; or the pack's.

    A game of which nothing can be made is told on standard error, and the others go on.
    """

    names: Sequence[str]
    """Files, folders, patterns, archives, ``-``; without any: the pack."""
    wanted: Wanted
    rng: random.Random | None
    """Draws the order of the pack's games for ``--detective``, and what is looked at in games;
    None: always the same."""
    seat: str | None = None
    """Whose eyes."""
    status: int = 0
    """The highest exit status of games of which nothing could be made."""

    def graded(self) -> list[FoundPuzzle]:
        """The puzzles that are wanted, each with its answer and its grade."""
        if self.names:
            found: Iterable[FoundPuzzle] = self._made(self._found)
        else:
            found = (
                replace(graded_puzzle(puzzle), file=puzzle.name)
                for puzzle in filter(self.wanted.takes, shipped())
                if self.seat in (None, puzzle.view.name)
            )
        return [puzzle for puzzle in found if self.wanted.takes(puzzle.puzzle)]

    def posed(self, *, detective: bool, most: int | None) -> list[Puzzle]:
        """The puzzles that are wanted, as they are; with ``detective``, what follows from events.

        Args:
            detective: whether to ask what follows from each event of games, or of the pack's.
            most: so many at most; None: all.
        """
        refuse({"--as SEAT wants a GAME": self.seat and not self.names and not detective})
        if detective:
            puzzles: Iterable[Puzzle] = (graded_puzzle(each).puzzle for each in self._followings())
        else:
            puzzles = tuple(self._made(self._puzzles)) if self.names else shipped()
        return list(islice(filter(self.wanted.takes, puzzles), most))

    def tell(self, place: str, outcome: GameOutcome) -> None:
        """Say of what nothing can be made, and why."""
        self.status = max(self.status, outcome.status)
        say(f"{printable(place)}: {outcome.line}", err=True)

    def _made(self, make: Callable[[SourceGame, Record], Iterable[Made]]) -> Iterator[Made]:
        """All that is made of the games of the sources, given each with its record."""
        for game in some_games(self.names):
            if game.record is None:
                self.tell(game.place, unread(game))
                continue
            try:
                made = tuple(make(game, game.record))
            except TrackerError as error:
                self.tell(game.place, failure(error))
            else:
                yield from made

    def _found(self, game: SourceGame, record: Record) -> Iterator[FoundPuzzle]:
        """The puzzles of a game, seen from all views or one; a puzzle is graded as it is."""
        if is_puzzle(record):
            puzzles = [graded_puzzle(puzzle_of(record, game.source))]
        else:
            views = known_views(record) if self.seat is None else [view_of(record, self.seat)]
            rng = self.rng or random.Random(0)
            seen = (find_puzzles(record, rng=rng, views=[each], drawn=PER_CHAIR) for each in views)
            puzzles = sorted(chain.from_iterable(seen), key=lambda puzzle: puzzle.puzzle.at)
        for puzzle in puzzles:
            yield replace(puzzle, file=game.source)

    def _puzzles(self, game: SourceGame, record: Record) -> Sequence[Puzzle]:
        """The puzzle that a record is; or what a seat's mistakes make; or what is found."""
        name = Path(game.source).stem
        if is_puzzle(record):
            return [puzzle_of(record, dict(record.tags).get("title", name))]
        if self.seat is None:
            return [found.puzzle for found in self._found(game, record)]
        return [replace(puzzle, name=name) for puzzle in mistakes(record, self.seat)]

    def _followings(self) -> Iterator[Puzzle]:
        """What follows from events of games; of the pack's games, from one event each."""
        if self.names:
            return self._made(lambda _, record: self._following(record))
        pack = [puzzle for puzzle in shipped() if self.wanted.takes_game(puzzle.record)]
        pack = pack if self.rng is None else self.rng.sample(pack, len(pack))
        last = (list(self._following(puzzle.record))[-1:] for puzzle in pack)
        return chain.from_iterable(last)

    def _following(self, record: Record) -> Iterator[Puzzle]:
        """What follows from the events of a game, or of the game of a puzzle."""
        is_own = is_puzzle(record) and not self.seat
        return followings(record, puzzle_of(record).view if is_own else view_of(record, self.seat))


# -- puzzles --------------------------------------------------------------------------------------


@command(
    "puzzles",
    puzzle_sources,
    click.option(
        "-o",
        "--output",
        type=click.Path(),
        help="A folder for the puzzles, or a page: sheet.html (--md: a file).",
    ),
    click.option(
        "--md", "markdown", is_flag=True, help="A handout in Markdown, answers at its end."
    ),
    click.option("--as", "view", metavar="VIEW", help="Only puzzles of this view."),
    *wanted_options,
    count_option,
    *another_options,
    seed_option,
    json_option,
    ascii_option,
)
def puzzles_command(
    sources: tuple[str, ...],
    output: str | None,
    markdown: bool,
    view: str | None,
    count: int | None,
    another: bool,
    seconds: float | None,
    seed: int,
    as_json: bool,
    plain: bool,
    **wanted: Any,
) -> int:
    """Find positions worth posing in games: records, archives of them, or folders.

    Each has one right answer, which does not follow from the last event alone. What is a puzzle
    already is graded. Level and theme are modelled from the proof. Without a source, puzzles come
    from the pack. With --count, levels, themes and questions come in turn. Exit status 1 where
    nothing was found, 2 or 3 where a game could not be read or makes no sense.
    """
    refuse({"--seconds goes with --another": seconds is not None and not another})
    rng = random.Random(seed)
    source = PuzzleSource(sources, Wanted(**wanted), rng, view)
    puzzles = source.graded()
    puzzles = puzzles if count is None else choose(puzzles, count, rng)
    if another:
        pairs = _others((puzzle.puzzle for puzzle in puzzles), seconds, rng)
        puzzles = [replace(other, file=puzzle.name) for puzzle, other in pairs]
    status = source.status or (0 if puzzles else EXIT_NEGATIVE)
    if output is not None and output.lower().endswith((".html", ".htm")):
        from tracker.render.page.sheet import sheet

        write_out(output, sheet([puzzle.puzzle for puzzle in puzzles]))
    elif markdown:
        from tracker.render.puzzle_words import handout

        write_out(output, handout(FoundPuzzles(tuple(puzzles))))
    else:
        saved = puzzles if output is None else _saved(puzzles, Path(output))
        deliver(FoundPuzzles(tuple(saved)), as_json=as_json, plain=plain)
    return status


def _saved(puzzles: Sequence[FoundPuzzle], folder: Path) -> Iterator[FoundPuzzle]:
    """Write each puzzle to a file of its own: the game's name, and a number."""
    with naming(os.fspath(folder)):
        folder.mkdir(parents=True, exist_ok=True)
    for number, puzzle in enumerate(puzzles, start=1):
        name = re.sub(r"[^\w.-]", "_", Path(puzzle.file).stem)
        path = os.fspath(folder / f"{name}-{number:03}.lit")
        write_out(path, dumps(puzzle.puzzle.record))
        yield replace(puzzle, saved=path)


# -- lesson and collect ---------------------------------------------------------------------------

_TO_CHOOSE_FROM: Final = 40
"""How many puzzles of detective a lesson is chosen from: more would only take longer."""
LESSON: Final = "lesson.lit"
"""The file with the puzzles of a lesson."""


@command(
    "lesson",
    puzzle_sources,
    click.option(
        "-o", "--output", required=True, type=click.Path(), help="The folder for its four files."
    ),
    click.option("--title", metavar="TEXT", default="Puzzles", help="The heading of its pages."),
    click.option("--address", metavar="URL", help="Where its page will be: for the QR code."),
    *wanted_options,
    count_option,
    click.option(
        "--minutes",
        type=click.FloatRange(min=1),
        metavar="N",
        help="So many that they take N minutes, by rule of thumb.",
    ),
    detective_option,
    *another_options,
    seed_option,
    json_option,
    ascii_option,
)
def lesson_command(
    sources: tuple[str, ...],
    output: str,
    title: str,
    address: str | None,
    count: int | None,
    minutes: float | None,
    detective: bool,
    another: bool,
    seconds: float | None,
    seed: int,
    as_json: bool,
    plain: bool,
    **wanted: Any,
) -> int:
    """Make a lesson: a page for phones, a sheet to print, and the answers apart.

    The puzzles come from the pack, or from files, folders or archives: puzzles, or games, in which
    they are found as 'tracker puzzles' finds them. One of level 1 from the pack begins with five
    warm-ups besides, and is of their rules and players where there are enough. Pupils' pages write
    lines of answers, which 'tracker collect' reads. Exit status 1 where no puzzle fits.
    """
    from tracker.teach.lessons import COUNT, Lesson, choose_for_lesson, minutes_for

    refuse(
        {
            "--seconds goes with --another": seconds is not None and not another,
            "--another makes no puzzles of detective": detective and another,
        }
    )
    rng = random.Random(seed)
    source = PuzzleSource(sources, Wanted(**wanted), rng)
    puzzles = source.posed(detective=detective, most=_TO_CHOOSE_FROM if detective else None)
    first_steps: list[Puzzle] = []
    if source.wanted.level == min(LEVELS) and not sources and not detective:
        from tracker.teach.pack import WARM_UPS

        easy = shipped(WARM_UPS)
        first_steps = [puzzle for puzzle in easy if source.wanted.takes_game(puzzle.record)]
        tables = [(each.record.rules, each.record.deck, each.record.seats) for each in first_steps]
        alike = [
            puzzle
            for puzzle in puzzles
            if (puzzle.record.rules, puzzle.record.deck, puzzle.record.seats) in tables
        ]
        puzzles = alike if len(alike) >= (count or COUNT) else puzzles
    left = minutes and minutes - sum(map(minutes_for, first_steps))
    chosen = choose_for_lesson(puzzles, count, left, rng)
    if another:
        chosen = tuple(other.puzzle for _, other in _others(chosen, seconds, rng))
    if not chosen:
        beside = f" in what {counted(len(first_steps), 'warm-up')} leave" if first_steps else ""
        click.echo(f"no puzzle fits{beside}: there is no lesson", err=True)
        return source.status or EXIT_NEGATIVE
    if count is not None and len(chosen) < count:
        _note(f"only {len(chosen)} of {counted(count, 'puzzle')} fit what is asked for")
    elif minutes is not None and len(chosen) == len(puzzles):
        long = f"about {sum(map(minutes_for, (*first_steps, *chosen))):.0f} of {minutes:g} minutes"
        _note(f"only {counted(len(chosen), 'puzzle')} fit what is asked for: {long}")
    chosen = (*first_steps, *chosen)
    with naming(output):
        Path(output).mkdir(parents=True, exist_ok=True)
    made = _written(Lesson(title, chosen, address, date=date.today().isoformat()), Path(output))
    return deliver(made, as_json=as_json, plain=plain) or source.status


def _written(lesson: Lesson, folder: Path) -> Lesson:
    """Write the files of a lesson; the lesson with their names."""
    from tracker.notation.games import dumps_all
    from tracker.render.page.sheet import lesson_pages

    records = (_titled(puzzle.record, lesson) for puzzle in lesson.puzzles)
    documents = {**lesson_pages(lesson), LESSON: dumps_all(records)}
    for name, document in documents.items():
        write_out(os.fspath(folder / name), document)
    return replace(lesson, files=tuple(os.fspath(folder / name) for name in documents))


def _titled(record: Record, lesson: Lesson) -> Record:
    """A record of a lesson's file: its header has the title and the day of the lesson."""
    tags = dict(record.tags) | {"title": lesson.title, "date": lesson.date}
    return replace(record, tags=tuple(tags.items()))


@command(
    "collect",
    click.argument("lesson", type=click.Path(allow_dash=True)),
    click.argument("answers", nargs=-1, metavar="[ANSWERS]...", type=click.Path(allow_dash=True)),
    click.option(
        "-o",
        "--output",
        metavar="FILE",
        type=click.Path(allow_dash=True),
        help="Write a page: who missed what, each puzzle with its wrong answers and its proof.",
    ),
    click.option(
        "--csv",
        "table",
        metavar="FILE",
        type=click.Path(allow_dash=True),
        help="Write a line for each pupil and puzzle.",
    ),
    json_option,
    ascii_option,
)
def collect_command(
    lesson: str,
    answers: tuple[str, ...],
    output: str | None,
    table: str | None,
    as_json: bool,
    plain: bool,
) -> int:
    """Read pupils' lines of answers to a LESSON: who missed what.

    LESSON is the lesson.lit that 'tracker lesson' wrote, or its folder. ANSWERS are files and
    folders of texts with such lines, as in a chat, or standard input. A line is NAME: 1=ANSWER
    2=ANSWER … LETTER; case and blanks do not matter. Of several with one name the first counts.
    Exit status 1 where a line is bad or repeated, or there is none.
    """
    from tracker.notation.games import loads_all
    from tracker.render.puzzle_words import bad_line, class_csv
    from tracker.teach.lessons import Lesson, collect

    path = os.fspath(Path(lesson) / LESSON) if Path(lesson).is_dir() else lesson
    records = list(loads_all(read_bytes(path), path))
    tags = dict(records[0].tags) if records else {}
    day = tags.get("date", "")
    made = Lesson(tags.get("title", ""), tuple(map(puzzle_of, records)), date=day)
    class_answers = collect(made, _lines_of(answers or (STANDARD,)))
    if output is not None:
        from tracker.render.page.sheet import class_page

        write_out(output, class_page(class_answers))
    if table is not None:
        write_out(table, class_csv(class_answers))
    if (output, table) == (None, None) or as_json:
        return deliver(class_answers, as_json=as_json, plain=plain)
    for bad in class_answers.bad:
        say(f"not counted: {printable(bad_line(bad))}", err=True)
    return class_answers.exit_status


def _lines_of(sources: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """The lines of files, of all files in folders, and of standard input."""
    for source in sources:
        path = Path(source)
        files = sorted(filter(Path.is_file, path.rglob("*"))) if path.is_dir() else [source]
        for file in map(os.fspath, files):
            text = read_bytes(file).decode("utf-8", "replace")
            for number, line in enumerate(text.splitlines(), start=1):
                yield file, number, line


# -- train ----------------------------------------------------------------------------------------

PACE: Final = 2.5
"""Seconds that an event is shown in memory mode, unless said otherwise."""


@command(
    "train",
    puzzle_sources,
    click.option("--as", "seat", metavar="SEAT", help="Pose what SEAT missed in games."),
    detective_option,
    *wanted_options,
    count_option,
    click.option("--seed", type=int, metavar="N", help="Pose them in an order of chance."),
    click.option("--memory", is_flag=True, help="Tell the events one by one; each vanishes."),
    click.option(
        "--pace",
        type=click.FloatRange(min=0),
        default=PACE,
        show_default=True,
        metavar="SECONDS",
        help="How long each event stays, with --memory.",
    ),
    click.option(
        "--progress",
        metavar="FILE",
        type=click.Path(),
        help="Keep attempts in this file, not in the user's data folder.",
    ),
    click.option("--no-progress", is_flag=True, help="Keep nothing."),
    click.option("--stats", is_flag=True, help="Print progress: by theme and by week."),
    click.option(
        "--export", metavar="F", type=click.Path(allow_dash=True), help="Write all attempts as CSV."
    ),
    click.option("--forget", is_flag=True, help="Delete all progress."),
    ascii_option,
)
def train_command(
    sources: tuple[str, ...],
    seat: str | None,
    detective: bool,
    count: int | None,
    seed: int | None,
    memory: bool,
    pace: float,
    progress: str | None,
    no_progress: bool,
    stats: bool,
    export: str | None,
    forget: bool,
    plain: bool,
    **wanted: Any,
) -> int:
    """Pose puzzles: answer, be marked, go on. Ctrl-D leaves at any time.

    Without a source, from the pack of 200 that comes with tracker; else from puzzles in files,
    folders or archives, or from games: what is found in them, or what SEAT missed, with --as SEAT.
    A wrong answer may be tried once more, but only the first scores. Besides an answer: hint (each
    costs a fifth), show, all (all events), last (the last ask), skip, help, quit. Puzzles that are
    due for review come first.
    """
    from tracker.cli.console import output
    from tracker.cli.trainer import Trainer, line_reader
    from tracker.teach.lessons import for_training

    with contextlib.nullcontext() if no_progress else _logbook(progress) as logbook:
        if stats or export is not None or forget:
            _manage(logbook, stats, export, forget, plain)
            return 0
        is_kept = memory and not sys.stdout.isatty()
        refuse({"--memory needs a terminal: what is told has to vanish": is_kept})
        rng = None if seed is None else random.Random(seed)
        source = PuzzleSource(sources, Wanted(**wanted), rng, seat)
        most = count if sources or count else _TO_CHOOSE_FROM
        puzzles = source.posed(detective=detective, most=most if detective else None)
        if not (sources or detective):
            puzzles = for_training(puzzles)
        if not puzzles:
            reason = "no mistake was found" if seat and not detective else "no puzzle fits"
            click.echo(f"{reason}: nothing to pose", err=True)
            return source.status or EXIT_NEGATIVE
        if seed is not None:
            puzzles = random.Random(seed).sample(puzzles, len(puzzles))
        elif logbook is not None and not detective:
            puzzles = logbook.order(puzzles)  # what is due for review comes first
        keep = logbook.keep if logbook is not None else lambda _: None
        pauses = sys.stdin.isatty() and sys.stdout.isatty()
        console = output(plain=plain)
        trainer = Trainer(console, line_reader(), keep, pace if memory else None, pauses=pauses)
        trainer.go_through(
            puzzles[:count], lambda puzzle, error: source.tell(puzzle.name, failure(error))
        )
        return source.status


def _logbook(path: str | None) -> contextlib.AbstractContextManager[Logbook | None]:
    """The progress file; None where it cannot be used, which is then said."""
    try:
        return Logbook(Path(path) if path else default_file(), _note)
    except LogbookError as error:
        if path is not None:
            raise
        _note(f"{error}; nothing is kept of this session")
        return contextlib.nullcontext()


def _note(line: str) -> None:
    click.echo(f"Note: {printable(line)}", err=True)


def _manage(
    logbook: Logbook | None, stats: bool, export: str | None, forget: bool, plain: bool
) -> None:
    """Print, export or delete progress."""
    if logbook is None:
        raise click.UsageError("there is no progress to speak of")
    if export is not None:
        from tracker.render.puzzle_words import attempts_csv

        write_out(export, attempts_csv(logbook))
    if stats:
        from tracker.cli.console import output, tell
        from tracker.render.puzzle_words import progress_report

        tell(output(plain=plain), progress_report(logbook))
    if forget:
        click.echo(f"{counted(logbook.forget(), 'attempt')} deleted", err=True)


# -- mark -----------------------------------------------------------------------------------------


@command(
    "mark",
    click.argument("puzzle", type=click.Path(dir_okay=True, allow_dash=True)),
    click.argument("answer", nargs=-1, required=True),
    json_option,
    ascii_option,
)
def mark_command(puzzle: str, answer: tuple[str, ...], as_json: bool, plain: bool) -> int:
    """Mark an ANSWER to a PUZZLE: a record whose header asks a question.

    A right answer comes with the proof, a wrong one with a deal in which it is false, though it
    fits all that was seen. Exit status 1 if it is wrong.
    """
    from tracker.teach.marking import mark

    record = read_record(puzzle)
    posed = puzzle_of(record, puzzle)
    warn(record)
    return deliver(mark(posed, " ".join(answer)), as_json=as_json, plain=plain)
