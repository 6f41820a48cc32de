"""Solvers live outside Python: they are freed once, whatever comes in between."""

from __future__ import annotations

import gc

import pysolvers
import pytest

from tracker.sat.placements import Placements
from tracker.sat.solver import DealSolver
from tracker.sat.switched import SwitchedSolver

PLACEMENTS = Placements(("2C", "3C"), ("Ann", "Bob"))


@pytest.mark.parametrize("kind", [DealSolver, SwitchedSolver])
def test_an_interrupted_close_frees_a_solver_once(
    kind: type[DealSolver | SwitchedSolver], monkeypatch: pytest.MonkeyPatch
) -> None:
    gc.collect()  # what other tests left must not be counted here
    freed = []
    free = pysolvers.minicard_del

    def interrupted(handle: object) -> None:
        freed.append(handle)
        if len(freed) == 1:
            free(handle)
            raise KeyboardInterrupt

    monkeypatch.setattr(pysolvers, "minicard_del", interrupted)
    solver = DealSolver(PLACEMENTS, {}) if kind is DealSolver else SwitchedSolver(PLACEMENTS)
    with pytest.raises(KeyboardInterrupt):
        solver.close()
    solver.close()
    del solver
    gc.collect()
    assert len(freed) == 1
