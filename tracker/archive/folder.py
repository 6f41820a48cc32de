"""The folder of an archive: what is where in it, and whether a folder is one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

from tracker.archive.schema import SCHEMA_VERSION
from tracker.errors import RecordError
from tracker.messages import printable

MANIFEST: Final = "archive.json"
"""How the archive was made."""
CHUNK_NOTE: Final = "chunk.json"
"""In the folder of each chunk: of what it was made."""
FORMAT: Final = "literature-archive"


def folder_of(root: Path, number: int) -> Path:
    """The folder of a chunk."""
    return root / f"chunk-{number:08}"


def chunk_folders(root: Path) -> list[Path]:
    """The folders of the chunks of an archive, in order."""
    return sorted(path for path in root.glob("chunk-*") if path.is_dir())


def is_archive(path: str | os.PathLike[str]) -> bool:
    """Whether a folder is an archive, finished or not: of whatever version, but not damaged."""
    return _manifest(Path(path)) is not None


def read_manifest(root: Path) -> dict[str, Any]:
    """What an archive says of itself.

    Raises:
        RecordError: where it says nothing that can be understood, or its tables are of another
            version than this program's.
    """
    document = _manifest(root)
    if document is None:
        raise RecordError(f"{printable(str(root / MANIFEST))} is not of an archive of games")
    if document.get("schema") != SCHEMA_VERSION:
        raise RecordError(
            f"{printable(str(root))} has tables of version {printable(str(document.get('schema')))}"
            f" (expected {SCHEMA_VERSION}): write it anew with tracker archive"
        )
    return document


def _manifest(root: Path) -> dict[str, Any] | None:
    """What stands in the manifest; none where there is none, or it is of something else."""
    try:
        document = json.loads((root / MANIFEST).read_bytes())
    except (OSError, ValueError):
        return None
    of_games = isinstance(document, dict) and document.get("format") == FORMAT
    return document if of_games else None
