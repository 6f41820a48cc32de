"""Where NumPy cannot be imported, proofs need nothing else, and the twin counts.

The same commands run in a process that cannot import NumPy and in one that can: what they print is
the same.
"""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests import SAMPLES
from tests.marks import first

BLOCK = "import sys; sys.modules['numpy'] = None\n"
"""From here on every import of NumPy fails, as where it is not installed."""
RUN = """
import sys
from tracker.cli import main

for command in sys.argv[1:]:
    sys.argv = ["tracker", *command.split("|")]
    print(*sys.argv)
    try:
        main()
    except SystemExit as end:
        print("status", end.code)
    sys.stdout.flush()
"""
PROOFS = """
import sys
from itertools import islice

import tracker

record = tracker.load(sys.argv[1])
deduction = tracker.deduce(record, at=60)
print(tracker.board(record, at=60))
print(deduction.claims())
print(list(islice(deduction.deals(), 3)))
card, seat = list(deduction.forced().items())[-1]
explanation = tracker.why(record, card, seat, at=60)
print(explanation)
assert "tracker.counting.engine" not in sys.modules, "nothing was counted so far"
print(tracker.verify(tracker.certificate(explanation), record))
print(tracker.missed_proofs(tracker.audit(record, chances=False)))
for moment in tracker.follow(record):
    print(moment.deductions["public"].provable())
"""


def printed(script: str, *arguments: str) -> str:
    """What a script prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True
    ).stdout


def rounded(text: str) -> str:
    """The text with nine digits of every number: floats are right to twelve with either engine."""
    return re.sub(r"\d\.\d{9,}(e-\d+)?", lambda number: f"{float(number[0]):.9g}", text)


def test_importing_tracker_does_without_numpy() -> None:
    assert printed(BLOCK + "import tracker; print(tracker.loads.__name__)") == "loads\n"


def test_proofs_do_without_numpy() -> None:
    sample = str(SAMPLES / "pagat-six.lit")
    assert printed(BLOCK + PROOFS, sample) == printed(PROOFS, sample) != ""


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("pagat-six", "hidden-six")]


@pytest.mark.parametrize("name", first(1, ["skat-four", "midgame-six", *LONG]))
def test_commands_print_the_same_without_numpy(name: str) -> None:
    sample = str(SAMPLES / f"{name}.lit")
    commands = [
        f"show|{sample}|--at|20",
        f"claims|{sample}|--at|20",
        f"deals|{sample}|--at|20",
        f"deals|{sample}|--at|40",
        f"audit|{sample}|--json",
    ]
    without, with_numpy = printed(BLOCK + RUN, *commands), printed(RUN, *commands)
    assert rounded(without) == rounded(with_numpy)
    assert without.count("status 0") == len(commands)


def test_what_is_drawn_at_random_is_there_without_numpy() -> None:
    """The engines draw other deals, so the estimates differ."""
    sample = str(SAMPLES / "skat-four.lit")
    drawn = printed(BLOCK + RUN, f"asks|{sample}|--at|10", f"deals|{sample}|--sample|2")
    assert drawn.count("status 0") == 2


def test_without_numpy_the_twin_counts() -> None:
    script = """
import sys
import tracker
print(tracker.odds(tracker.load(sys.argv[1]), at=20).count)
print("tracker.counting.engine" in sys.modules)
"""
    sample = str(SAMPLES / "skat-four.lit")
    with_numpy = printed(script, sample)
    assert printed(BLOCK + script, sample) == with_numpy.replace("True", "False") != with_numpy
