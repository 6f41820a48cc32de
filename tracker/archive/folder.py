"""The folder of an archive: what is where in it, and whether a folder is one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Final

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
    """Whether a folder is an archive, finished or not."""
    return (Path(path) / MANIFEST).is_file()


def read_manifest(root: Path) -> dict[str, Any]:
    """What an archive says of itself.

    Raises:
        RecordError: where it says nothing that can be understood.
    """
    try:
        document = json.loads((root / MANIFEST).read_bytes())
    except ValueError:
        document = None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError(f"{printable(str(root / MANIFEST))} is not of an archive of games")
    return document
