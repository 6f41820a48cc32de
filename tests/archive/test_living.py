"""An archive that grows: games are added, counted once, analysed further, and taken out again."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import tracker
from tests.archive.archived import archived, content, rows
from tests.archive.small_games import small_games
from tests.cli.running import run, run_json
from tracker.archive.schema import TABLES
from tracker.archive.source_games import identity
from tracker.archive.stats import stats
from tracker.archive.store import opened
from tracker.errors import RecordError
from tracker.game.events import Claim
from tracker.game.record import HeaderComment, Record
from tracker.notation.games import dumps_all
from tracker.notation.record_files import loads


def written(path: Path, games: Sequence[Record]) -> Path:
    path.write_text(dumps_all(games))
    return path


def retold(record: Record) -> Record:
    """The same game as somebody else writes it down."""
    seats = record.seats[1:] + record.seats[:1]
    events = [
        replace(event, holdings=event.holdings[::-1], comment="so!")
        if isinstance(event, Claim)
        else replace(event, above=("Now:",))
        for event in record.events
    ]
    return replace(
        record,
        seats=seats,
        teams=record.table.teams,
        turn=record.table.first_turn,
        sizes=tuple(record.table.sizes.items()),
        tags=(("title", "Told again"),),
        header_comments=(HeaderComment("seats", ("Hello",)),),
        hands=record.hands[::-1],
        events=tuple(events),
        preset="canadian-54",
    )


# -- the same game --------------------------------------------------------------------------------


@pytest.mark.parametrize("record", small_games(8))
def test_the_same_game_is_known_however_it_is_written(record: Record) -> None:
    assert identity(retold(record)) == identity(record)
    assert identity(loads(dumps_all([record]))) == identity(record)


def test_other_games_are_other_games() -> None:
    games = small_games(8)
    assert len({identity(record) for record in games}) == len(games)
    record = games[0]
    for other in (
        record.with_events(record.events[:-1]),
        replace(record, hands=record.hands[1:]),
        replace(record, rules=record.rules.with_values({"high-points": "2", "challenge": "yes"})),
    ):
        assert identity(other) != identity(record)


def test_a_game_that_is_there_twice_counts_once_and_has_two_sources(tmp_path: Path) -> None:
    games = small_games(3)
    source = written(tmp_path / "a.lit", [*games, retold(games[1])])
    archived(tmp_path / "archive", source)
    told = [row for row in rows(tmp_path / "archive", "sources") if row["number"] in (2, 4)]
    assert len({row["game"] for row in told}) == 1
    assert [row["title"] for row in sorted(told, key=lambda row: row["number"])] == [
        dict(games[1].tags).get("title"),
        "Told again",
    ]
    assert len(rows(tmp_path / "archive", "games")) == 3
    for found in (stats([source], level="events"), stats(tmp_path / "archive")):
        assert (found.games, found.unread, found.duplicates) == (3, 0, 1)
    assert len(tracker.tables(source, level="events")["games"]) == 3
    assert (
        "1 game is there already, and not counted again" in run("stats", source, "--quick").stdout
    )


# -- more games -----------------------------------------------------------------------------------


def test_one_more_file(tmp_path: Path) -> None:
    """The tables are those of an archive that was made in one go."""
    games = small_games(8)
    first, second = written(tmp_path / "a.lit", games[:5]), written(tmp_path / "b.lit", games[3:])
    archived(tmp_path / "once", first, second)
    archived(tmp_path / "grown", first)
    added = archived(tmp_path / "grown", second)
    assert [one.resumed for one in added] == [False] * 5
    assert content(tmp_path / "grown") == content(tmp_path / "once")
    again = archived(tmp_path / "grown", first, second)
    assert [one.resumed for one in again] == [True] * 10
    result = run("archive", second, "-o", tmp_path / "grown", "--workers", "1", "--budget", "0")
    assert result.exit_code == 0


def test_another_game_at_the_same_place_is_refused(tmp_path: Path) -> None:
    games = small_games(3)
    source = written(tmp_path / "a.lit", games[:2])
    archived(tmp_path / "archive", source)
    before = content(tmp_path / "archive")
    written(source, [games[0], games[2]])
    with pytest.raises(RecordError, match="has changed"):
        archived(tmp_path / "archive", source)
    written(source, games[:1])  # the first as it was: the other one stays
    archived(tmp_path / "archive", source)
    assert content(tmp_path / "archive") == before


def taken_out(archive: Path, *sources: Path, **settings: Any) -> dict[str, int]:
    with opened(archive, **settings) as base:
        return dict(base.remove([str(source) for source in sources]))


def test_games_are_taken_out(tmp_path: Path) -> None:
    games = small_games(5)
    first = written(tmp_path / "a.lit", games[:3])
    second = written(tmp_path / "b.lit", [*games[3:]])
    archived(tmp_path / "archive", first, second)
    assert taken_out(tmp_path / "archive", first) == {str(first): 3}
    assert {row["source"] for row in rows(tmp_path / "archive", "sources")} == {str(second)}
    result = run("archive", second, "-o", tmp_path / "archive", "--remove")
    assert (result.exit_code, result.stderr) == (0, f"{second}: 2 games taken out\n")
    assert not any(content(tmp_path / "archive").values())


@pytest.mark.parametrize("secret", [None, "s"], ids=["plain", "anonymous"])
def test_nothing_of_a_game_is_left_in_the_file(tmp_path: Path, secret: str | None) -> None:
    games = small_games(4)
    first, second = written(tmp_path / "a.lit", games[:2]), written(tmp_path / "b.lit", games[2:])
    file = tmp_path / "archive"
    archived(file, first, second, salt=secret)
    named, lines = _names(file), _lines(games[:2]) - _lines(games[2:])
    assert all(name in file.read_bytes() for name in named)
    assert (secret is None) == any(line in file.read_bytes() for line in lines)
    taken_out(file, first, salt=secret)
    left, data = _names(file), file.read_bytes()
    assert left < named
    assert not any(name in data for name in named - left)
    assert not any(line in data for line in lines)


def _lines(games: Sequence[Record]) -> set[bytes]:
    """The longer lines of records."""
    lines = dumps_all(games).encode().splitlines()
    return {line for line in lines if len(line) > 12}


def _names(file: Path) -> set[bytes]:
    """What names the games and the sources in an archive."""
    return {str(row[name]).encode() for row in rows(file, "sources") for name in ("key", "game")}


def test_of_equal_games_another_one_counts(tmp_path: Path) -> None:
    """What is left is what an archive of the other files alone has."""
    games = small_games(4)
    first = written(tmp_path / "a.lit", games[:2])
    second = written(tmp_path / "b.lit", [games[1], *games[2:]])
    third = written(tmp_path / "c.lit", [games[1]])
    archived(tmp_path / "archive", first, second, third)
    archived(tmp_path / "without", second, third)
    assert taken_out(tmp_path / "archive", first) == {str(first): 2}
    left, alone = content(tmp_path / "archive"), content(tmp_path / "without")
    assert all(left[name] == alone[name] for name in TABLES if name != "problems")
    assert all(one.resumed for one in archived(tmp_path / "archive", second, third))
    taken_out(tmp_path / "archive", second, third)
    assert not any(content(tmp_path / "archive").values())


SALT: Final = ("--anonymous", "--salt", "s")


@pytest.mark.parametrize("secret", [(), SALT], ids=["plain", "anonymous"])
@pytest.mark.parametrize("how", ["as given", "dotted", "absolute", "elsewhere", "the folder"])
def test_however_a_source_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: tuple[str, ...], how: str
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "away").mkdir()
    games = small_games(3)
    written(tmp_path / "games" / "a.lit", games[:2])
    written(tmp_path / "b.lit", games[2:])
    monkeypatch.chdir(tmp_path)
    place = ("-o", str(tmp_path / "x"), "--workers", "1", "--level", "events", "--budget", "0")
    begun = (*place, *secret)
    assert run("archive", "games/a.lit", "b.lit", *begun).exit_code == 0
    name = {
        "as given": "games/a.lit", "dotted": "./games/../games/a.lit",
        "absolute": str(tmp_path / "games" / "a.lit"), "elsewhere": "../games/a.lit",
        "the folder": "games",
    }[how]  # fmt: skip
    if how == "elsewhere":
        monkeypatch.chdir(tmp_path / "away")
    result = run("archive", name, *begun, "--remove")
    assert result.exit_code == 0, result.stderr
    assert "2 games taken out" in result.stderr
    assert len(rows(tmp_path / "x", "games")) == 1


def test_nothing_taken_out_is_said_and_wrong_settings_are_refused(tmp_path: Path) -> None:
    source, other = (
        written(tmp_path / f"{name}.lit", games)
        for name, games in zip("ab", (small_games(2)[:1], small_games(2)[1:]), strict=True)
    )
    place = ("archive", source, "-o", tmp_path / "x", "--level", "events", "--workers", "1")
    begun = (*place, "--budget", "0")
    assert run(*begun, *SALT).exit_code == 0
    for secret in ((), ("--anonymous", "--salt", "t")):
        refused = run(*begun, *secret, "--remove")
        assert refused.exit_code == 2
        assert "was begun with other names" in " ".join(refused.stderr.split())
    nothing = run("archive", other, "-o", tmp_path / "x", *SALT, "--remove")
    assert (nothing.exit_code, "none taken out" in nothing.stderr) == (1, True)
    assert len(rows(tmp_path / "x", "games")) == 1


# -- levels ---------------------------------------------------------------------------------------


def test_dearer_levels_are_added_later(tmp_path: Path) -> None:
    source = written(tmp_path / "a.lit", small_games(3))
    archived(tmp_path / "archive", source)
    assert {row["level"] for row in rows(tmp_path / "archive", "games")} == {"events"}
    added = archived(tmp_path / "archive", source, level="claims")
    assert [one.resumed for one in added] == [False] * 3
    analysed = [row for row in rows(tmp_path / "archive", "games") if row["analysed"]]
    assert {row["level"] for row in analysed} == {"claims"}
    assert all(row["exact"] is None for row in analysed)
    archived(tmp_path / "archive", source, level="all")
    archived(tmp_path / "archive", source, level="review")
    archived(tmp_path / "once", source, level="review")
    assert {row["level"] for row in rows(tmp_path / "once", "games")} == {"review"}
    assert content(tmp_path / "archive") == content(tmp_path / "once")
    assert all(one.resumed for one in archived(tmp_path / "archive", source))


# -- several archives -----------------------------------------------------------------------------


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    games = small_games(6)
    for name, part in (("one", games[:4]), ("two", games[2:])):
        archived(tmp_path / name, written(tmp_path / f"{name}.lit", part))
    return tmp_path / "one", tmp_path / "two"


def test_several_archives_count_each_game_once(two: tuple[Path, Path], tmp_path: Path) -> None:
    found = run_json("stats", *two)
    assert (found["games"], found["duplicates"], found["unread"]) == (6, 2, 0)
    assert (
        found["players"]
        == run_json(
            "stats", written(tmp_path / "x.lit", small_games(6)), "--quick", "--workers", "1"
        )["players"]
    )
    tables = tracker.tables(two)
    assert len(tables["games"]) == 6
    assert set(tables["players"]["game"].to_pylist()) == set(tables["games"]["game"].to_pylist())
    again = shutil.copy(two[0], tmp_path / "again.sqlite")  # the same games, of the same sources
    assert run_json("stats", two[0], again)["games"] == run_json("stats", two[0])["games"]


def test_archives_are_not_games(two: tuple[Path, Path], tmp_path: Path) -> None:
    result = run("stats", two[0], tmp_path / "one.lit")
    assert result.exit_code == 2
    assert "is an archive, and other sources are not" in " ".join(result.stderr.split())
    with pytest.raises(RecordError):
        stats([two[0], small_games(1)[0]])


# -- statistics -----------------------------------------------------------------------------------
