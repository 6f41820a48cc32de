"""What is remembered of a file from one session to the next: whose view was taken.

It is kept beside the records, not in them: in a file of the folder that the system has for such
things (``XDG_STATE_HOME``, else ``~/.local/state``). Where that cannot be read or
written, nothing is remembered, and nothing is said about it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Final

from tracker.notation.files import write_text

_MOST: Final = 200
"""How many files are remembered; those seen longest ago are forgotten."""


def remembered_view(path: str | os.PathLike[str]) -> str | None:
    """The view that was taken of a file last; none where that is not known."""
    return _views().get(_key(path))


def remember_view(path: str | os.PathLike[str], view: str) -> None:
    """Remember whose view was taken of a file."""
    views = _views()
    views.pop(_key(path), None)
    views[_key(path)] = view
    kept = dict(list(views.items())[-_MOST:])
    place = _place()
    if place is None:
        return
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(str(place), json.dumps(kept, indent=1) + "\n")


def _views() -> dict[str, str]:
    """All that is remembered; nothing where it cannot be read."""
    place = _place()
    try:
        found = json.loads(place.read_bytes()) if place else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {key: view for key, view in found.items() if isinstance(view, str)}


def _place() -> Path | None:
    """The file; none where there is no home folder."""
    folder = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    found = os.path.expanduser(folder)
    return None if found.startswith("~") else Path(found) / "tracker" / "views.json"


def _key(path: str | os.PathLike[str]) -> str:
    return os.path.realpath(path)
