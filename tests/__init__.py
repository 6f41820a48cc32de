"""The tests. What is in the repository is found from here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SAMPLES: Final = ROOT / "samples"
