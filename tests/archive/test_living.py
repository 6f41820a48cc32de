"""An archive that grows: games are added, counted once, analysed further, and taken out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import tracker
from tests.archive.small_games import small_games
from tests.cli.running import run, run_json
from tracker.archive.arrow_tables import read_table
from tracker.archive.rows import DUPLICATE
from tracker.archive.schema import TABLES, Level, chunk_folders
from tracker.archive.source_games import games_of, identity
from tracker.archive.stats import Selection, Stats, stats
from tracker.archive.writing import Settings, Shard, remove_games, write_archive
from tracker.errors import RecordError
from tracker.game.events import Claim
from tracker.game.record import HeaderComment, Record
from tracker.game.rules import PRESETS
from tracker.notation.games import dumps_all
from tracker.notation.record_files import loads


def written(path: Path, games: Sequence[Record]) -> Path:
    path.write_text(dumps_all(games))
    return path


def archived(folder: Path, *sources: Path, level: Level = "events", chunk: int = 2) -> list[Shard]:
    settings = Settings(chunk=chunk, level=level)
    return list(write_archive(games_of(sources), folder, settings))


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(name, chunk_folders(folder)).to_pylist()
    return found


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


def test_rules_are_what_they_mean() -> None:
    text = "rules: {}\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n\nAnn asks Bob 2C: no\n"
    overrides = PRESETS["canadian-54"].overrides(PRESETS["pagat"])
    spelled = "pagat, " + ", ".join(f"{key}={value}" for key, value in overrides.items())
    short, long = loads(text.format("canadian-54")), loads(text.format(spelled))
    assert identity(short) == identity(long)


def test_a_game_that_is_there_twice_counts_once_and_is_named_once(tmp_path: Path) -> None:
    games = small_games(3)
    source = written(tmp_path / "a.lit", [*games, retold(games[1])])
    archived(tmp_path / "archive", source)
    (problem,) = [row for row in rows(tmp_path / "archive", "problems") if row["code"] == DUPLICATE]
    first = rows(tmp_path / "archive", "games")[1]
    assert problem["index"] == 4
    assert problem["message"] == f"the same game as {source}:{first['line']}, which counts"
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
    shards = archived(tmp_path / "grown", second)
    assert [shard.resumed for shard in shards] == [False] * 3
    for name in TABLES:
        assert rows(tmp_path / "grown", name) == rows(tmp_path / "once", name)
    again = archived(tmp_path / "grown", first, second)
    assert all(shard.resumed for shard in again)
    assert sum(shard.games for shard in again) == 10
    result = run("archive", second, "-o", tmp_path / "grown", "--chunk", "2", "--workers", "1")
    assert result.exit_code == 0


def test_growing_that_was_stopped_goes_on(tmp_path: Path) -> None:
    games = small_games(8)
    first, second = written(tmp_path / "a.lit", games[:3]), written(tmp_path / "b.lit", games[3:])
    archived(tmp_path / "once", first, second)
    settings = Settings(chunk=2, level="events")
    archived(tmp_path / "grown", first)
    next(write_archive(games_of([second]), tmp_path / "grown", settings))
    archived(tmp_path / "grown", first, second)
    for name in TABLES:
        assert rows(tmp_path / "grown", name) == rows(tmp_path / "once", name)


def test_games_are_taken_out(tmp_path: Path) -> None:
    games = small_games(5)
    first = written(tmp_path / "a.lit", games[:3])
    second = written(tmp_path / "b.lit", [*games[3:]])
    archived(tmp_path / "archive", first, second)
    assert remove_games(tmp_path / "archive", [str(first)], None) == {str(first): 3}
    assert {row["source"] for row in rows(tmp_path / "archive", "games")} == {str(second)}
    result = run("archive", second, "-o", tmp_path / "archive", "--remove")
    assert (result.exit_code, result.stderr) == (0, f"{second}: 2 games taken out\n")
    assert rows(tmp_path / "archive", "games") == []


def test_of_equal_games_another_one_counts(tmp_path: Path) -> None:
    """What is left is what an archive of the other files alone has, but for where it stands."""
    games = small_games(4)
    first = written(tmp_path / "a.lit", games[:2])
    second = written(tmp_path / "b.lit", [games[1], *games[2:]])
    third = written(tmp_path / "c.lit", [games[1]])
    archived(tmp_path / "archive", first, second, third)
    archived(tmp_path / "without", second, third)
    assert remove_games(tmp_path / "archive", [str(first)], None) == {str(first): 2}
    for name in TABLES:
        left, alone = (
            sorted(str({**row, "line": name == "games" and row["line"]}) for row in table)
            for table in (rows(tmp_path / "archive", name), rows(tmp_path / "without", name))
        )
        assert left == alone
    assert all(shard.resumed for shard in archived(tmp_path / "archive", second, third))
    remove_games(tmp_path / "archive", [str(second), str(third)], None)
    assert rows(tmp_path / "archive", "games") == rows(tmp_path / "archive", "problems") == []


def test_an_equal_game_told_otherwise_has_not_the_title_of_the_other(tmp_path: Path) -> None:
    (game,) = small_games(1)
    first = written(tmp_path / "a.lit", [replace(game, tags=(("title", "Ours"),))])
    second = written(tmp_path / "b.lit", [retold(game)])
    archived(tmp_path / "archive", first, second)
    remove_games(tmp_path / "archive", [str(first)], None)
    (row,) = rows(tmp_path / "archive", "games")
    assert (row["source"], row["title"], row["digest"]) == (str(second), None, None)
    assert rows(tmp_path / "archive", "problems") == []


def test_one_of_two_equal_games_that_does_not_count(tmp_path: Path) -> None:
    games = small_games(2)
    first, second = written(tmp_path / "a.lit", games), written(tmp_path / "b.lit", games[1:])
    archived(tmp_path / "archive", first, second)
    assert remove_games(tmp_path / "archive", [str(second)], None) == {str(second): 1}
    assert len(rows(tmp_path / "archive", "games")) == 2
    assert rows(tmp_path / "archive", "problems") == []


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
    begun = ("-o", str(tmp_path / "x"), "--workers", "1", "--level", "events", *secret)
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


def test_a_file_that_is_gone_is_known_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "a.lit", small_games(1))
    for folder, secret in (("plain", ()), ("hidden", SALT)):
        begun = ("-o", folder, "--workers", "1", "--level", "events", *secret)
        run("archive", "a.lit", *begun)
    (tmp_path / "a.lit").unlink()
    for folder, secret in (("plain", ()), ("hidden", SALT)):
        result = run("archive", tmp_path / "a.lit", "-o", folder, *secret, "--remove")
        assert (result.exit_code, rows(tmp_path / folder, "games")) == (0, [])


def test_nothing_taken_out_is_said_and_wrong_settings_are_refused(tmp_path: Path) -> None:
    source, other = (
        written(tmp_path / f"{name}.lit", games)
        for name, games in zip("ab", (small_games(2)[:1], small_games(2)[1:]), strict=True)
    )
    begun = ("archive", source, "-o", tmp_path / "x", "--workers", "1", "--level", "events")
    assert run(*begun, *SALT).exit_code == 0
    for secret in ((), ("--anonymous", "--salt", "t")):
        refused = run(*begun, *secret, "--remove")
        assert refused.exit_code == 2
        assert "was begun with anonymous" in " ".join(refused.stderr.split())
    nothing = run("archive", other, "-o", tmp_path / "x", *SALT, "--remove")
    assert (nothing.exit_code, "none taken out" in nothing.stderr) == (1, True)
    assert len(rows(tmp_path / "x", "games")) == 1


# -- levels ---------------------------------------------------------------------------------------


def test_dearer_levels_are_added_later(tmp_path: Path) -> None:
    source = written(tmp_path / "a.lit", small_games(3))
    archived(tmp_path / "archive", source)
    assert {row["level"] for row in rows(tmp_path / "archive", "games")} == {"events"}
    shards = archived(tmp_path / "archive", source, level="claims")
    assert [shard.resumed for shard in shards] == [False, False]
    analysed = [row for row in rows(tmp_path / "archive", "games") if row["analysed"]]
    assert {row["level"] for row in analysed} == {"claims"}
    assert all(row["exact"] is None for row in analysed)
    archived(tmp_path / "archive", source, level="all")
    archived(tmp_path / "once", source, level="all")
    for name in TABLES:
        assert rows(tmp_path / "archive", name) == rows(tmp_path / "once", name)
    assert all(shard.resumed for shard in archived(tmp_path / "archive", source))


def test_the_level_of_claims_says_of_claims_what_all_says(tmp_path: Path) -> None:
    source = written(tmp_path / "a.lit", small_games(6))
    claims, every = (tracker.tables(source, level=level) for level in ("claims", "all"))
    for name in ("claims", "proofs", "problems"):
        assert claims[name].equals(every[name])
    less, more = claims["players"].to_pylist(), every["players"].to_pylist()
    without = {
        "chance",
        "asks_judged",
        "given_up",
        "bits_to_public",
        "bits_to_team",
        "bits_to_opponents",
    }
    for one, other in zip(less, more, strict=True):
        assert {key: one[key] for key in one.keys() - without} == {
            key: other[key] for key in other.keys() - without
        }
        assert all(one[key] is None for key in without)
    assert all(row["bits_public"] is None for row in claims["events"].to_pylist())


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


def test_archives_are_not_games(two: tuple[Path, Path], tmp_path: Path) -> None:
    result = run("stats", two[0], tmp_path / "one.lit")
    assert result.exit_code == 2
    assert "is an archive, and other sources are not" in " ".join(result.stderr.split())
    assert run("archive", two[0], "-o", tmp_path / "x").exit_code == 2
    with pytest.raises(RecordError):
        stats([two[0], small_games(1)[0]])


def test_chances_given_up_are_those_of_the_asks() -> None:
    tables = tracker.tables(small_games(6))
    asks = tables["asks"].to_pylist()
    for player in tables["players"].to_pylist():
        mine = [
            one["best"] - one["chance"]
            for one in asks
            if (one["game"], one["asker"]) == (player["game"], player["player"])
            and one["chance"] is not None
        ]
        if player["given_up"] is not None:
            assert player["given_up"] == pytest.approx(sum(mine))
            assert player["given_up"] >= -1e-9


# -- many games -----------------------------------------------------------------------------------


@pytest.mark.soak
def test_five_thousand_games_added_killed_and_resumed(tmp_path: Path) -> None:
    """Some of them twice: the tables are those of an archive made in one go."""
    games = [*small_games(4990), *map(retold, small_games(10))]
    parts = [games[:2000], games[2000:2500], games[2500:]]
    sources = [written(tmp_path / f"{n}.lit", part) for n, part in enumerate(parts)]
    archived(tmp_path / "once", *sources, chunk=32)
    settings = Settings(chunk=32, level="events")
    for n in range(len(sources)):
        begun = write_archive(games_of(sources[: n + 1]), tmp_path / "grown", settings)
        for _ in range(n + 20):
            next(begun, None)
        del begun  # it is ended where it stands
        archived(tmp_path / "grown", *sources[: n + 1], chunk=32)
    for name in TABLES:
        assert rows(tmp_path / "grown", name) == rows(tmp_path / "once", name)
    assert stats(tmp_path / "grown") == stats(tmp_path / "once")
    assert stats(tmp_path / "grown").duplicates == 10


# -- statistics -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("selection", "holds"),
    [
        (Selection(least=4), lambda one: one.games >= 4),
        (Selection(players=("Ann",)), lambda one: "Ann" in one.name.split("+")),
        (Selection(where={"rules": "pagat"}), lambda one: True),
        (Selection(where={"deck": "nothing"}), lambda one: False),
    ],
)
def test_selections(selection: Selection, holds: Callable[[Any], bool]) -> None:
    every: Stats = stats(small_games(8), level="events")
    found = stats(small_games(8), level="events", selection=selection)
    if not selection.where:
        assert found.players == tuple(one for one in every.players if holds(one))
        assert found.teams == tuple(one for one in every.teams if holds(one))
    assert all(map(holds, found.players))


@pytest.mark.parametrize("name", ["asks", "hit_rate", "games", "missed"])
def test_sorted(name: str) -> None:
    found = stats(small_games(8), level="events", selection=Selection(sort=name)).players
    values = [one.value(name) for one in found]
    known = [value for value in values if value is not None]
    assert values == [*sorted(known, reverse=True), *[None] * (len(values) - len(known))]


def test_nothing_else_to_sort_by(tmp_path: Path) -> None:
    source = written(tmp_path / "a.lit", small_games(1))
    assert run("stats", source, "--sort", "luck").exit_code == 2
    assert run("stats", source, "--where", "name=Ann").exit_code == 2
    assert run("stats", source, "--quick", "--sort", "name", "--least", "1").exit_code == 0


def test_a_draw_is_half_a_win() -> None:
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
        "seats: Ann Bob Carl Dora\nturn: Ann\n\naward reds to Carl\naward blacks to Bob\n"
    )
    (ann, *_) = stats(record, level="events").players
    assert (ann.games, ann.finished, ann.won, ann.drawn) == (1, 1, 0, 1)
    assert ann.value("win_rate") == 0.5


def test_a_game_that_ends_at_a_majority_is_decided() -> None:
    """FishAI's games may end so: they count as won, and lost."""
    record = loads(
        "rules: pagat, deck=custom\nbook reds: 2H 3H\nbook blacks: 2S 3S\nbook blues: 2C 3C\n"
        "seats: Ann Bob Carl Dora\nsizes: Ann 2 Bob 2 Carl 1 Dora 1\nturn: Ann\n\n"
        "award reds to Carl\naward blacks to Ann\n"
    )
    tables = tracker.tables(record, level="events")
    (game,) = tables["games"].to_pylist()
    assert (game["over"], game["decided"], game["winner"]) == (False, True, "Ann+Carl")
    assert game["margin"] == 2
    assert [one["won"] for one in tables["players"].to_pylist()] == [True, False, True, False]
    assert all(one.value("win_rate") in (0, 1) for one in stats(record, level="events").players)


def test_two_workers_give_the_same_tables() -> None:
    games = [*small_games(8), *small_games(1)]
    one, two = (tracker.tables(games, level="events", workers=workers) for workers in (1, 2))
    assert all(one[name].equals(two[name]) for name in TABLES)
    assert stats(games, level="events", workers=2) == stats(games, level="events")
