"""``python -m tests.mutation game counting --count 20``: do the tests catch small changes?

Mutants of a package are drawn by a seed; for each, the tests of the package run on a copy of the
program, its long ones where these pass, and then all that the README's command runs. What survives
is printed: it wants a test, unless it is equivalent to what it was.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tests import ROOT
from tests.mutation.mutants import Mutant, mutant, number_of_mutants

TESTS: Final = {
    "game": ("tests/game", "tests/knowledge", "tests/play"),
    "notation": ("tests/notation",),
    "knowledge": ("tests/knowledge", "tests/inference", "tests/play"),
    "sat": ("tests/sat", "tests/inference"),
    "inference": (
        "tests/inference",
        "tests/analysis/test_knows.py",
        "tests/play/test_by_command.py",
        "tests/analysis/test_mutual_knowledge.py",
        "tests/analysis/test_turn_options.py",
    ),
    "counting": ("tests/counting",),
    "explain": ("tests/explain",),
    "play": ("tests/play", "tests/analysis/test_rollouts.py"),
    "analysis": (
        "tests/analysis",
        "tests/play/test_by_command.py",
        "tests/report/test_page.py",
        "tests/report/test_report.py",
    ),
    "entry": ("tests/entry", "tests/cli/test_enter.py", "tests/cli/test_enter_answers.py"),
    "teach": ("tests/teach",),
    "archive": ("tests/archive",),
    "render": (
        "tests/test_documents.py",
        "tests/test_sessions.py",
        "tests/test_answers.py",
        "tests/report",
        "tests/app/test_app_answers.py",
    ),
    "cli": ("tests/cli", "tests/test_sessions.py", "tests/entry/test_terminal.py"),
}
"""The packages, and the tests that are the first to catch what is wrong in them."""
MEMORY: Final = 6 * 2**30
"""Bytes of address space; a mutant that needs more counts as caught."""
PASSED: Final = 0
NO_TESTS: Final = 5
"""Exit statuses of pytest."""
SLOW: Final = 900
"""Seconds after which a mutant counts as caught: it does not end."""


class Drawn(NamedTuple):
    """A mutant, and where it is from."""

    path: Path
    """Of its module, from the root."""
    mutant: Mutant

    def __str__(self) -> str:
        return f"{self.path}:{self.mutant.line}: {self.mutant.change}"


def draw(package: str, count: int, seed: int) -> list[Drawn]:
    """Some mutants of a package; each as likely as any other."""
    sources = {path: path.read_text() for path in (ROOT / "tracker" / package).rglob("*.py")}
    every = [
        (path, number)
        for path in sorted(sources)
        for number in range(number_of_mutants(sources[path]))
    ]
    drawn = random.Random(f"{package} {seed}").sample(every, min(count, len(every)))
    return [Drawn(path.relative_to(ROOT), mutant(sources[path], n)) for path, n in drawn]


def runs(tests: Sequence[str]) -> list[Sequence[str]]:
    """Arguments of pytest, from what is soon done to what takes long.

    Tests of the source's own text are left out: a mutant has no comments, and other quotes.
    """
    return [tests, ("-m", "long", *tests), ("-n", "2", "--ignore=tests/test_docs.py")]


def is_caught(drawn: Drawn, tests: Sequence[str]) -> bool:
    """Whether a test fails on a copy of the program with a mutant in it; some tests come first."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("tracker", "tests", "samples", "docs"):
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, copy)
        (copy / drawn.path).write_text(drawn.mutant.source)
        return any(_fails(copy, arguments) for arguments in runs(tests))


def _fails(program: Path, arguments: Iterable[str]) -> bool:
    """Whether one of some tests fails, or they do not end."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=program,
            capture_output=True,
            check=False,
            timeout=SLOW,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (PASSED, NO_TESTS)


def main() -> None:
    """Draw mutants, and print which survive."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("packages", nargs="*", default=list(TESTS), choices=list(TESTS))
    parser.add_argument("--count", type=int, default=20, help="mutants of each package")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tests", nargs="+", help="those to begin with; none: the package's")
    given = parser.parse_args()
    for package in given.packages:
        caught = 0
        drawn = draw(package, given.count, given.seed)
        for number, one in enumerate(drawn, start=1):
            found = is_caught(one, given.tests or TESTS[package])
            caught += found
            print(f"{number:4} {'caught  ' if found else 'SURVIVED'} {one}", flush=True)
        print(f"{package}: {caught} of {len(drawn)} caught", flush=True)


if __name__ == "__main__":
    main()
