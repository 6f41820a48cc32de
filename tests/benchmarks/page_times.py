"""How much processor time, and memory, the page of each game takes, as a table.

Each page is made in a process of its own, in one process; imports are not counted.

Run with ``python -m tests.benchmarks.page_times samples/*.lit``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

from tracker.notation.record_files import load
from tracker.render.page import page


def row(path: str) -> str:
    """A line of the table, measured here."""
    record = load(Path(path))
    start = time.process_time()
    content = page(record)
    seconds = time.process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    shown = (len(record.seats), len(record.events), f"{seconds:.1f}", f"{most:.0f}")
    size = f"{len(content.encode()) / 1000:.0f}"
    return f"| {Path(path).stem} | " + " | ".join(map(str, shown)) + f" | {size} |"


def main() -> None:
    """With several games, each in a process of its own."""
    if len(sys.argv) == 2:
        print(row(sys.argv[1]))
        return
    print("| game | seats | events | processor seconds | MB of memory | kB of page |")
    print("| --- | --- | --- | --- | --- | --- |")
    for path in sys.argv[1:]:
        command = [sys.executable, "-m", "tests.benchmarks.page_times", path]
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        print(found.stdout, end="", flush=True)


if __name__ == "__main__":
    main()
