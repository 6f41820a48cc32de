"""``python -m tracker.play DIRECTORY`` writes the sample games."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.play.samples import write_samples


def main() -> None:
    """Write the samples where the command line says."""
    parser = argparse.ArgumentParser("python -m tracker.play", description="Write sample games.")
    parser.add_argument("directory", type=Path, help="where to write NAME.lit")
    write_samples(parser.parse_args().directory)


if __name__ == "__main__":
    main()
