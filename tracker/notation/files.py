"""Writing files so that nothing is lost on the way."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def replace_text(path: str | os.PathLike[str], content: str) -> None:
    """Write a text file in one step: at every instant it holds the old content, or the new.

    Links are followed, and permissions kept.

    Args:
        path: the file; it need not exist.
        content: what it is to hold, written in UTF-8 with the line ends it has.

    Raises:
        OSError: where it cannot be written; it then has its old content.
    """
    target = Path(os.path.realpath(path))
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def _mode(target: Path) -> int:
    """The permissions of a file, or those that a new one gets."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
