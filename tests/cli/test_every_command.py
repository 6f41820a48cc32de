"""Random games of all rules through every command, the page and the library: no unforeseen error.

A command may say no (status 1 to 3) in words, and a call of the library raise an error of the
package's own. What they must not do is raise anything else: ``run`` raises again whatever a command
did not foresee. Some of the games have gaps.
"""

from __future__ import annotations

import inspect
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import tracker
from tests.cli.running import run
from tests.gap_referee import with_gaps
from tests.report.pages import read_data
from tests.strategies import seed_games
from tracker.answers import Answer
from tracker.cli.main import COMMANDS
from tracker.game.record import Record

NOT_ASKED: Final = {"new", "app"}
"""They read no game, or go on until they are stopped, and have tests of their own."""
WITHOUT_JSON: Final = {"fmt", "convert", "simulate", "archive", "train", "enter"}
ARCHIVED: Final = 0.05
"""How many of the games are archived, which starts a process."""
TYPED: Final = "why\nodds\nclaims\nhint\n?\nAnn > Bob 2C n\nundo\nquit\n"
"""What somebody types in ``enter`` and ``train``; most of it makes sense in one of them."""


class Drawn:
    """A game with a chair, a moment and a card drawn by lot."""

    def __init__(self, record: Record, rng: random.Random) -> None:
        self.record, self.rng = record, rng
        self.number = len(record.events)
        self.at = rng.randint(0, self.number)
        self.seat, self.other = rng.sample(record.seats, 2)
        self.view = rng.choice((None, self.seat, f"{self.seat}+{self.other}"))
        self.card = rng.choice(record.table.cards)
        self.book = record.deck.book_of[self.card].name
        self.event = rng.randint(1, max(self.number, 1))


def calls(drawn: Drawn, path: str, folder: Path) -> Iterator[tuple[str, ...]]:
    """Every command, most of them once with each of what changes an answer."""
    yield from deductions(drawn, path, folder)
    yield from judgements(drawn, path)
    yield from works(drawn, path, folder)


def deductions(drawn: Drawn, path: str, folder: Path) -> Iterator[tuple[str, ...]]:
    """The commands that say what is certain, and why."""
    seat, card, book = drawn.seat, drawn.card, drawn.book
    at = ("--at", str(drawn.at))
    view = ("--as", drawn.view) if drawn.view else ()
    for command in (("show", path), ("show", path, "--odds"), ("claims", path), ("deals", path)):
        yield (*command, *at, *view)
    yield "show", path, "--compact", "--ascii", "--book", book, *at, *view
    yield "claims", path, "--team", seat, *at, *view
    yield "deals", path, "--list", "3", *at, *view
    yield "deals", path, "--sample", "3", *at, *view
    certificate = str(folder / "certificate.json")
    yield "why", path, card, seat, *at, *view, "--certificate", certificate
    yield "verify", certificate, path
    yield "why", path, card, seat, "--lacks", "--since", *view
    yield "why", path, "--claim", f"{book}: {seat} rest", *at, *view
    yield "why", path, "--all", *at, *view
    yield "why", path, "--hint", *view


def judgements(drawn: Drawn, path: str) -> Iterator[tuple[str, ...]]:
    """The commands that weigh asks and judge players."""
    seat, other, book = drawn.seat, drawn.other, drawn.book
    at, event = ("--at", str(drawn.at)), str(drawn.event)
    yield "knows", path
    yield "knows", path, *at, "--as", seat
    yield "knows", path, "--chain", f"{seat},{other}", "--book", book, *at
    yield "asks", path, *at, "--as", seat
    yield "asks", path, "--all"
    yield "asks", path, "--event", event
    yield "turns", path, *at, "--as", seat
    yield "signals", path, *at
    yield "timeline", path
    yield "timeline", path, *at, "--as", seat
    yield "audit", path, "--players"
    yield "audit", path, "--missed", "--as", seat
    yield "audit", path, "--event", event
    yield "audit", path, "--event", event, "--md"
    yield "gaps", path
    yield "report", path
    yield "review", path
    yield "report", path, *at, "--md"


def works(drawn: Drawn, path: str, folder: Path) -> Iterator[tuple[str, ...]]:
    """The commands that write, teach, and go through many games."""
    rng, seat, card = drawn.rng, drawn.seat, drawn.card
    view = ("--as", drawn.view) if drawn.view else ()
    yield "check", path
    yield "fmt", path
    yield "convert", path, "--to", "json"
    yield "rules", path
    yield "puzzles", path, "--count", "2", "-o", str(folder / "puzzles")
    yield "puzzles", path, "--count", "2", "--md", *view
    puzzles = sorted((folder / "puzzles").glob("*.lit"))
    puzzle = str(puzzles[0]) if puzzles else path
    yield "lesson", puzzle, "-o", str(folder / "lesson")
    yield "collect", str(folder / "lesson"), path
    yield "mark", puzzle, rng.choice((seat, "unknown", "yes", "none", f"{seat} {card}"))
    yield "train", puzzle, "--no-progress"
    yield "train", path, "--as", seat, "--no-progress"
    yield "enter", path, *view
    yield "stats", path, "--workers", "1", "--by", rng.choice(("rules", "date", "deck"))
    yield "stats", path, "--workers", "1", "--level", rng.choice(("events", "claims", "all"))
    yield "stats", path, "--workers", "1", "--quick", "--csv", "--player", seat, "--least", "1"
    yield "stats", path, "--workers", "1", "--md", "--sort", "asks", "--ascending"
    yield "stats", path, "--workers", "1", "--quick", "--all"
    if rng.random() < ARCHIVED:
        yield "archive", path, "--workers", "1", "-o", str(folder / "archive")
    yield "simulate", "--rules", "pagat", "-n", "1", "--seed", str(rng.randint(0, 99))


def library(drawn: Drawn) -> dict[str, Callable[[], Any]]:
    """Every function of the library that answers something about a game, by name."""
    record, seat, card, book = drawn.record, drawn.seat, drawn.card, drawn.book
    seen: dict[str, Any] = {"view": drawn.view, "at": drawn.at}
    chair: dict[str, Any] = {"view": seat, "at": drawn.at}

    def verified() -> Any:
        document = tracker.certificate(tracker.why(record, card, seat, **seen))
        return tracker.verify(document, record)

    return {
        "askers": lambda: tracker.askers(record),
        "asks": lambda: tracker.asks(record, **chair),
        "audit": lambda: tracker.audit(record, players=True),
        "board": lambda: tracker.board(record, odds=True, **seen),
        "certificate": verified,
        "check": lambda: tracker.check(record, at=drawn.at),
        "claims": lambda: tracker.claims(record, **seen),
        "deduce": lambda: tracker.deduce(record, **seen),
        "dumps": lambda: tracker.loads(tracker.dumps(record, form="json"), form="json"),
        "find_puzzles": lambda: tracker.find_puzzles(record, drawn=3),
        "follow": lambda: [moment.all_holders("public") for moment in tracker.follow(record)],
        "gaps": lambda: tracker.gaps(record),
        "knows": lambda: tracker.knows(record, at=drawn.at),
        "knows_chain": lambda: tracker.knows_chain(record, [seat, drawn.other], book, at=drawn.at),
        "knows_of_others": lambda: tracker.knows_of_others(record, **chair),
        "loads": lambda: tracker.loads(tracker.dumps(record)),
        "mark": lambda: [tracker.mark(one.puzzle, "unknown") for one in pack_of(drawn)],
        "missed_proofs": lambda: tracker.missed_proofs(tracker.audit(record)),
        "mistakes": lambda: tracker.mistakes(record, seat),
        "odds": lambda: tracker.odds(record, **seen),
        "page": lambda: tracker.page(record),
        "puzzle_of": lambda: tracker.puzzle_of(record),
        "replay": lambda: tracker.replay(record).states(),
        "report": lambda: tracker.report(record),
        "review": lambda: tracker.review(record),
        "rollouts": lambda: tracker.rollouts(tracker.review(record), 2, players=("rash",)),
        "rule": lambda: tracker.rule(record, drawn.event),
        "signals": lambda: tracker.signals(record, at=drawn.at),
        "since": lambda: tracker.since(record, card, seat, **seen),
        "solve": lambda: [tracker.solve(one.puzzle) for one in pack_of(drawn)],
        "stats": lambda: tracker.stats([record]),
        "tables": lambda: tracker.tables([record]),
        "timeline": lambda: tracker.timeline(record),
        "turns": lambda: tracker.turns(record, **chair),
        "verify": verified,
        "view_of": lambda: tracker.view_of(record, drawn.view),
        "what_if": lambda: tracker.what_if(record, drawn.event, view=seat),
        "why": lambda: tracker.why(record, card, seat, **seen),
        "consequences": lambda: tracker.consequences(record, **seen),
    }


def pack_of(drawn: Drawn) -> list[tracker.FoundPuzzle]:
    """The puzzles of a game."""
    return tracker.find_puzzles(drawn.record, drawn=2)


def ask_library(drawn: Drawn, share: float) -> Iterator[str]:
    """Call so much of it, and let each answer speak in all its forms; what was called."""
    for name, call in library(drawn).items():
        if drawn.rng.random() > share:
            continue
        try:
            answer = call()
        except tracker.TrackerError:
            continue
        for each in answer if isinstance(answer, list | tuple) else [answer]:
            if isinstance(each, Answer):
                assert all((str(each), repr(each), each._repr_html_())), name
                json.dumps(each.to_json())
        yield f"tracker.{name}()"


def go_through(record: Record, folder: Path, rng: random.Random, share: float) -> Counter[str]:
    """Give a game to a share of all commands and calls of the library; how many calls of each."""
    folder.mkdir(exist_ok=True)
    file = folder / "game.lit"
    text = tracker.dumps(record)
    drawn, called = Drawn(record, rng), Counter[str]()
    for call in calls(drawn, str(file), folder):
        if rng.random() > share:
            continue
        file.write_text(text, encoding="utf-8")  # `enter` may have added something
        as_json = ("--json",) * (rng.random() < 0.3 and call[0] not in WITHOUT_JSON)
        result = run(*call, *as_json, stdin=TYPED)
        assert result.exit_code in (0, 1, 2, 3), (call, result.output)
        assert "Traceback" not in result.output, (call, result.output)
        called[call[0]] += 1
    called.update(ask_library(drawn, share))
    return called


def check_games(seed: int, games: int, folder: Path, share: float = 1) -> Counter[str]:
    """Some games, each cut off at a moment drawn by lot; how many calls there were, by name.

    Args:
        seed: fixes the games, and all that is drawn.
        games: how many.
        folder: for their files.
        share: of the calls that each game goes through, drawn by lot.
    """
    rng, called = random.Random(seed), Counter[str]()
    for number, game in enumerate(seed_games(seed, games, max_deals=1_000)):
        called += check_game(game, folder / str(number), rng, share)
    return called


def check_game(game: Record, folder: Path, rng: random.Random, share: float) -> Counter[str]:
    """One game, cut off, with some of its hands and perhaps with gaps; calls by name."""
    short = game.with_events(game.events[: rng.randint(0, len(game.events))])
    if short.events and rng.random() < 0.2:
        short = with_gaps(short, rng, rng.randint(1, 2))
    some = tuple(hand for hand in short.hands if rng.random() < 0.8)
    return go_through(replace(short, hands=some), folder, rng, share)


def test_none_is_left_out() -> None:
    """Every command, and every function that is public but those that read and write files."""
    (game,) = seed_games(1, 1)
    drawn = Drawn(game, random.Random(1))
    every = (calls(drawn, "game.lit", Path("nowhere")) for _ in range(200))
    named = {call[0] for some in every for call in some}
    assert named == set(COMMANDS) - NOT_ASKED
    public = {name for name in tracker.__all__ if inspect.isfunction(getattr(tracker, name))}
    assert library(drawn).keys() == public - {"dump", "load", "load_all"}


CRASHED = """\
rules: pagat, deck=custom, reveal=nothing, announce-last=yes, challenge=yes, endgame=any-player
book greens: 4C JC
book high reds: 5D 6D 9D AD
book reds: 3S JS
seats: Ann Bob Carl Dora
dealer: Dora
sizes: Ann 1 Bob 3 Carl 3 Dora 1
hand Ann: 3S
hand Bob: 5D 9D AD
hand Carl: 4C JC 6D
hand Dora: JS

Dora claims reds: Bob 3S, Dora JS: opponents
Ann has 0
Dora has 0
Carl challenges greens
"""


def test_a_page_where_events_told_the_sizes_of_hands() -> None:
    """No cause is a hand: the sizes follow from what two players said."""
    views = read_data(tracker.page(tracker.loads(CRASHED)))["views"]
    reasons = [reason for view in views for reason in view["why"]]
    told = [parts for reason in reasons for step in reason["steps"] for parts, *_ in step]
    assert [["Ann"], " was dealt 1 card."] in told


def test_every_command(tmp_path: Path) -> None:
    called = check_games(0, 6, tmp_path, share=0.1)
    assert called.total() > 30


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 2))
def test_every_command_on_more_games(seed: int, tmp_path: Path) -> None:
    called = check_games(seed, 50, tmp_path, share=0.25)
    assert len(called) > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_100))
def test_every_command_on_many_games(seed: int, tmp_path: Path) -> None:
    """Prints how often each command and function was called (``pytest -s``)."""
    called = check_games(seed, 200, tmp_path)
    print("\n" + ", ".join(f"{name} {count:,}" for name, count in sorted(called.items())))
