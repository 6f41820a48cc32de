"""``python -m tests.fuzz TARGET [ARGUMENTS OF LIBFUZZER]``: fuzzing guided by coverage.

What it finds on the way is kept in a folder of its own; the seeds in ``corpus`` stay as they are.
"""

from __future__ import annotations

import sys
import tempfile

import atheris

with atheris.instrument_imports(include=["tracker"]):
    from tests.fuzz.targets import CORPUS, TARGETS


def main() -> None:
    """Fuzz one target until told to stop."""
    name, *arguments = sys.argv[1:]
    with tempfile.TemporaryDirectory() as kept:
        folders = [kept, str(CORPUS / name)]
        atheris.Setup([sys.argv[0], *arguments, *folders], TARGETS[name])
        atheris.Fuzz()


if __name__ == "__main__":
    main()
