"""The file on disk: whole at every instant, and never overwritten unseen."""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tracker
from tests.entry.sessions import begun, enter, on_disk
from tracker.entry.record_file import ChangedError, StorageError, Store
from tracker.entry.session import Session
from tracker.notation import atomic_write
from tracker.notation.atomic_write import locked

FIRST, SECOND = "Ann asks Bob KH: yes", "Ann asks Bob 2S: no"


def opened(path: Path, content: str = "old\n") -> Store:
    path.write_text(content)
    store = Store(path)
    store.read()
    return store


def test_the_file_is_synced_before_it_is_renamed_and_the_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def noting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            kind = ""
            if name == "fsync":
                kind = " folder" if stat.S_ISDIR(os.fstat(arguments[0]).st_mode) else " file"
            calls.append(name + kind)
            return real(*arguments)

        return call

    store = opened(tmp_path / "game.lit")
    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noting(name, getattr(os, name)))
    store.save("new\n")
    assert calls == ["fsync file", "replace", "fsync folder"]


@pytest.mark.parametrize("content", ["other\n", "old\nmore\n", "OLD\n", ""])
def test_what_an_editor_wrote_is_not_overwritten(tmp_path: Path, content: str) -> None:
    store = opened(tmp_path / "game.lit")
    info = store.path.stat()
    store.path.write_text(content)
    os.utime(store.path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert store.has_changed()
    with pytest.raises(ChangedError, match="changed by somebody else"):
        store.save("new\n")
    assert store.path.read_text() == content


def test_a_file_that_was_removed_or_made_meanwhile_is_noticed(tmp_path: Path) -> None:
    store = opened(tmp_path / "game.lit")
    store.path.unlink()
    with pytest.raises(ChangedError, match="removed by somebody else"):
        store.save("new\n")
    fresh = Store(tmp_path / "fresh.lit")
    fresh.read()
    fresh.path.write_text("other\n")
    with pytest.raises(ChangedError, match="made by somebody else"):
        fresh.save("new\n")
    assert fresh.path.read_text() == "other\n"


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_left_alone(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "game.lit"
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    with pytest.raises(StorageError, match="it is not a regular file"):
        Store(path).save("new\n")
    with pytest.raises(OSError, match="it is not a regular file"):
        Session.open(path)
    assert not path.is_file()


def new_file_of(store: Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a store writes the new file before it takes the old one's place."""
    renamed: list[Path] = []
    real = os.replace

    def noting(source: Path, target: Path) -> None:
        renamed.append(Path(source))
        real(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", noting)
        store.save("first\n")
    (found,) = renamed
    return found


def test_what_a_killed_session_left_is_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "game.lit")
    new_file_of(store, monkeypatch).write_text("half of it")
    store.save("new\n")
    assert store.path.read_text() == "new\n"
    assert os.listdir(tmp_path) == ["game.lit"]


def test_a_link_in_the_place_of_the_new_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "game.lit")
    victim = tmp_path / "victim"
    victim.write_text("precious")
    new_file_of(store, monkeypatch).symlink_to(victim)
    store.save("new\n")
    assert victim.read_text() == "precious"
    assert not store.path.is_symlink()


# -- faults ---------------------------------------------------------------------------------------


def failing(code: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


FAULTS = {
    "opening": ("open", errno.ENOSPC),
    "syncing": ("fsync", errno.EIO),
    "renaming": ("replace", errno.EACCES),
    "quota": ("fsync", errno.EDQUOT),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_is_lost_or_acknowledged_where_a_step_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    name, code = FAULTS[fault]
    with begun(tmp_path) as session:
        enter(session, FIRST)
        with monkeypatch.context() as patch:
            patch.setattr(os, name, failing(code))
            with pytest.raises(StorageError, match=os.strerror(code)):
                session.enter(SECOND)
        assert len(session.record.events) == 1
        assert on_disk(session) == session.record
        assert os.listdir(tmp_path) == ["game.lit"]
        enter(session, SECOND)
        assert on_disk(session) == session.record


def test_many_sessions_at_once_never_lose_an_acknowledged_statement(tmp_path: Path) -> None:
    """Each comments away; whoever finds the file changed reloads it and tries again."""
    with begun(tmp_path) as first:
        path = first.store.path
    acknowledged: list[str] = []

    def comment_away(name: str) -> None:
        with Session.open(path) as session:
            for number in range(10):
                while True:
                    try:
                        session.comment(f"{name}{number}")
                    except ChangedError:
                        session.reload()
                    else:
                        acknowledged.append(f"{name}{number}")
                        break

    threads = [threading.Thread(target=comment_away, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(acknowledged) == 30
    assert sorted(tracker.load(path).closing) == sorted(acknowledged)


def test_a_text_too_long_to_be_read_again_is_not_written(tmp_path: Path) -> None:
    store = opened(tmp_path / "game.lit")
    with pytest.raises(StorageError, match="a record has at most 4 MiB"):
        store.save("#" * (4 * 2**20 + 1))
    assert store.path.read_text() == "old\n"


def test_another_save_that_does_not_end_is_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened(tmp_path / "game.lit")
    monkeypatch.setattr(atomic_write, "_PATIENCE", 0.05)
    with locked(store.path), pytest.raises(StorageError, match="somebody else is writing it"):
        store.save("new\n")
    store.save("new\n")
    assert store.path.read_text() == "new\n"
