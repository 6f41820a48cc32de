"""``python -m tracker.teach FILE`` writes the pack of puzzles that comes with the package."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tracker.notation import games
from tracker.teach.pack import make_pack, numbered


def main() -> None:
    """Write the pack where the command line says."""
    parser = argparse.ArgumentParser("python -m tracker.teach", description="Write the pack.")
    parser.add_argument("file", type=Path, help="where to write it")
    path: Path = parser.parse_args().file
    found = make_pack(tell=_tell)
    path.write_text(games.dumps_all(numbered(found)), encoding="utf-8")


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
