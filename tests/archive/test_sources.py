"""Sources: every kind of file comes out as its games, and nothing that is broken ends the run."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import sys
from pathlib import Path

import pytest

from tests.archive.small_games import every_kind_of_source, one_file, small_games, tarred, zipped
from tracker.archive.source_games import SourceGame, games_of
from tracker.errors import RecordError
from tracker.notation.record_files import dumps

TEXT = dumps(small_games()[0]).encode()


def found(*sources: Path | str) -> list[SourceGame]:
    return list(games_of(sources))


def test_a_folder_with_every_kind_of_file(tmp_path: Path) -> None:
    games = found(every_kind_of_source(tmp_path))
    names = ["a.lit", "b.lit.gz", "d.zip/x/d.lit", "deeper/c.json", "e.tar.gz/e.lit"]
    names += ["e.tar.gz/f.lit", "g.lit", "g.lit", "g.lit"]
    assert [game.source for game in games] == [f"{tmp_path}/{name}" for name in names]
    assert [game.number for game in games] == [1, 1, 1, 1, 1, 1, 1, 2, 3]
    order = [0, 1, 3, 2, 4, 5, 6, None, 7]
    for game, number in zip(games, order, strict=True):
        assert game.record == (None if number is None else small_games()[number])
    broken = games[-2]
    assert [problem.line for problem in broken.problems] == [broken.line, broken.line + 1]
    assert len({game.key for game in games}) == len(games)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT + b"---\n" + TEXT)))
    monkeypatch.setattr(sys, "stdin", stdin)
    games = games_of(["-"])
    second = TEXT.count(b"\n") + 2
    assert [game.place for game in games] == ["<stdin>", f"<stdin>:{second}"]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("cut.lit.gz", gzip.compress(TEXT * 50)[:-200], "end-of-stream"),
        ("bad.lit.gz", b"\x1f\x8bnonsense", "compress"),
        ("bad.zip", b"PK\x03\x04nonsense", "not a zip file"),
        ("cut.tar", tarred({"a.lit": TEXT * 50})[:3000], "unexpected end of data"),
        ("a.lit.zst", b"\x28\xb5\x2f\xfdnonsense", "packed with zstd"),
        ("a.lit.xz", lzma.compress(TEXT), "packed with xz"),
        ("a.tar.bz2", bz2.compress(tarred({"a.lit": TEXT})), "packed with bzip2"),
        ("binary.lit", b"\x00\x01\x02", "stands in no text"),
    ],
)
def test_a_damaged_file_is_a_problem(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    one_file(tmp_path, 1, "z.lit")
    games = found(tmp_path)
    assert games[-1].record == small_games()[0]  # the run goes on
    problems = [problem for game in games for problem in game.problems]
    assert any(said.lower() in problem.message.lower() for problem in problems)
    assert all(str(problem).isprintable() for problem in problems)


@pytest.mark.parametrize(
    ("name", "data", "how"),
    [
        ("a.lit.gz", gzip.compress(gzip.compress(TEXT)), "gzip"),
        ("a.zip", zipped({"b.lit.gz": gzip.compress(TEXT)}), "gzip"),
        ("a.tar", tarred({"b.zip": zipped({"c.lit": TEXT})}), "zip"),
        ("a.zip", zipped({"b.tar": tarred({"c.lit": TEXT})}), "tar"),
    ],
)
def test_only_one_layer_is_unpacked(tmp_path: Path, name: str, data: bytes, how: str) -> None:
    (tmp_path / name).write_bytes(data)
    (game,) = found(tmp_path)
    assert game.record is None
    assert f"packed with {how} (expected at most one layer" in game.problems[0].message


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    for name in ("none.lit", "*.none"):
        with pytest.raises(RecordError, match="no such file"):
            found(tmp_path / name)
