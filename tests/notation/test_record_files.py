"""Files are exchanged whole, keep what they are, and what is no file is written to."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tracker.notation.atomic_write import beside, write_text

OLD, NEW = "old\n", "new\n" * 1000 + "\x1b\n"


def made(folder: Path, name: str = "game.lit") -> Path:
    path = folder / name
    path.write_text(OLD)
    return path


class TestRegular:
    @pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
    def test_permissions_stay(self, tmp_path: Path, mode: int) -> None:
        path = made(tmp_path)
        path.chmod(mode)
        write_text(path, NEW)
        assert stat.S_IMODE(path.stat().st_mode) == mode

    def test_a_new_file_gets_the_usual_permissions(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            write_text(tmp_path / "new.lit", NEW)
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "new.lit").stat().st_mode) == 0o640

    @pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser may give files away")
    def test_the_owner_stays(self, tmp_path: Path) -> None:
        path = made(tmp_path)
        os.chown(path, 1234, 2345)
        write_text(path, NEW)
        assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)

    def test_a_symbolic_link_stays_one(self, tmp_path: Path) -> None:
        path = made(tmp_path)
        (tmp_path / "folder").mkdir()
        link = tmp_path / "folder" / "link.lit"
        link.symlink_to("../game.lit")
        write_text(link, NEW)
        assert link.is_symlink()
        assert path.read_text() == NEW
        assert os.listdir(tmp_path / "folder") == ["link.lit"]

    def test_a_read_only_file_is_left_alone(self, tmp_path: Path) -> None:
        path = made(tmp_path)
        path.chmod(0o444)
        with pytest.raises(PermissionError, match="it is read-only"):
            write_text(path, NEW)
        assert path.read_text() == OLD


def test_while_it_is_written_the_new_file_can_be_read_by_no_one_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = made(tmp_path), []
    path.chmod(0o600)
    real = os.fsync

    def look(handle: int) -> None:
        seen.append(stat.S_IMODE(beside(path, "tmp").stat().st_mode))
        monkeypatch.setattr(os, "fsync", real)
        real(handle)

    monkeypatch.setattr(os, "fsync", look)
    write_text(path, NEW)
    assert seen == [0o600]


# -- what is no regular file ----------------------------------------------------------------------


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_gets_the_text(tmp_path: Path, linked: bool) -> None:
    path = pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        path = tmp_path / "link"
        path.symlink_to("pipe")
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_text(path, NEW)
    reader.join()
    assert got == [NEW]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_is_written_to_even_where_it_is_a_file(tmp_path: Path, name: str) -> None:
    program = f"from tracker.notation.atomic_write import write_text; write_text({name!r}, 'b\\n')"
    out = tmp_path / "out"
    command = f"(echo a; {sys.executable} -c {program!r}; echo c) > {out}"
    subprocess.run(["bash", "-c", command.replace("'b\\\\n'", "'b\\n'")], check=True)
    assert out.read_text() == "a\nb\nc\n"


def test_a_terminal_gets_no_escape_codes() -> None:
    pty = pytest.importorskip("pty")
    main, other = pty.openpty()
    write_text(os.ttyname(other), "a\x1b]0;PWN\a\tb\u202e\n")
    assert os.read(main, 100) == b"a\\x1b]0;PWN\\x07\tb\\u202e\r\n"
    os.close(main)
    os.close(other)


# -- who uses it ----------------------------------------------------------------------------------
