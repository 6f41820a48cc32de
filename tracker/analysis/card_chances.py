"""The type of the odds of one card, for those who show them: counting itself need not be loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from tracker.game.events import Seat

Chances: TypeAlias = Mapping[Seat, float | None]
"""How likely each seat that can hold a card does, in seat order; a single one is certain. None
where it is possible and no honest number could be had."""
