"""How often another puzzle like one of the pack is found in the time that is given, and how fast.

``python -m tests.benchmarks.another_like`` takes every tenth puzzle of the pack.
"""

from __future__ import annotations

import random
import time
from statistics import median

from tracker.teach.pack import SECONDS, another, shipped


def main() -> None:
    """Print how many were found, and what they took."""
    puzzles, times = shipped()[4::10], []
    for puzzle in puzzles:
        begun = time.process_time()
        other = another(puzzle, random.Random(1))
        taken = time.process_time() - begun
        print(f"{puzzle.name}: level {puzzle.level}, {puzzle.theme}: ", end="")
        print(f"{taken:.1f} s" if other else f"none in {SECONDS:g} s", flush=True)
        if other is not None:
            times.append(taken)
    found = f"{len(times)} of {len(puzzles)}"
    print(f"{found} within {SECONDS:g} s; {median(times):.1f} s in the median, {max(times):.1f} s")


if __name__ == "__main__":
    main()
