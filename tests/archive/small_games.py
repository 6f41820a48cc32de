"""Small games for the tests of many games, and files of them."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.strategies import seed_games
from tracker.game.record import Record
from tracker.notation.games import dumps_all
from tracker.notation.record_files import dumps

BROKEN: Final = "seats: Ann Bob\nnonsense\n"


@cache
def small_games(count: int = 8) -> Sequence[Record]:
    """Games with a few cards, over all the rules, some of them with slips."""
    return tuple(seed_games(11, count, max_deals=3000))


def one_file(folder: Path, count: int = 8, name: str = "games.lit") -> Path:
    """A file of games."""
    path = folder / name
    path.write_text(dumps_all(small_games(count)))
    return path


def every_kind_of_source(folder: Path) -> Path:
    """A folder with games in every kind of file, a broken game, and files that are no games."""
    texts = [dumps(record).encode() for record in small_games(8)]
    (folder / "a.lit").write_bytes(texts[0])
    (folder / "b.lit.gz").write_bytes(gzip.compress(texts[1]))
    (folder / "deeper").mkdir()
    (folder / "deeper" / "c.json").write_text(dumps(small_games()[2], form="json"))
    (folder / "d.zip").write_bytes(zipped({"x/d.lit": texts[3], "x/notes.md": b"no game"}))
    (folder / "e.tar.gz").write_bytes(gzip.compress(tarred({"e.lit": texts[4], "f.lit": texts[5]})))
    (folder / "g.lit").write_bytes(texts[6] + b"---\n" + BROKEN.encode() + b"---\n" + texts[7])
    (folder / "README.md").write_text("no game either")
    (folder / ".hidden.lit").write_bytes(texts[0])
    return folder


def zipped(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def tarred(members: dict[str, bytes]) -> bytes:
    """A tar archive."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()
