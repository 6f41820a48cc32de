"""Whose view was taken of a file last: remembered from one session to the next.

It is kept beside the records, not in them: in a file of the folder that the system has for such
things (``XDG_STATE_HOME``, else ``~/.local/state``). Where that cannot be read or written, nothing
is remembered, and nothing is said about it.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Final

from tracker.notation.atomic_write import write_text

_MOST_REMEMBERED: Final = 200
"""How many files are remembered; those seen longest ago are forgotten."""


def remembered_view(path: str | os.PathLike[str]) -> str | None:
    """The view that was taken of a file last; None where that is not known."""
    return _views().get(os.path.realpath(path))


def remember_view(path: str | os.PathLike[str], view: str) -> None:
    """Remember whose view was taken of a file."""
    place = _views_file()
    if place is None:
        return
    views = _views()
    views.pop(os.path.realpath(path), None)
    views[os.path.realpath(path)] = view
    kept = dict(list(views.items())[-_MOST_REMEMBERED:])
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        write_text(place, json.dumps(kept, indent=1) + "\n")


def _views() -> dict[str, str]:
    """The views by file; nothing where they cannot be read."""
    place = _views_file()
    try:
        views = json.loads(place.read_bytes()) if place else {}
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(views, dict):
        return {}
    return {key: view for key, view in views.items() if isinstance(view, str)}


def _views_file() -> Path | None:
    """The file that remembers; None where there is no home folder."""
    folder = os.environ.get("XDG_STATE_HOME") or os.path.join("~", ".local", "state")
    place = os.path.expanduser(folder)
    return None if place.startswith("~") else Path(place) / "tracker" / "views.json"
