"""What holds a solver has to let go of it: solvers live outside Python."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import pysolvers
from pysat.solvers import Solver

from tracker.errors import ClosedError


def free(solver: Solver) -> None:
    """Free what a MiniCard solver has outside Python, once, wherever a signal may interrupt it.

    PySAT's own ``delete`` forgets the solver only afterwards. An exception in between, Ctrl-C or
    the end of a budget, would let it be freed a second time, and that ends the process.
    """
    inner, solver.solver = solver.solver, None
    if inner is not None:
        handle, inner.minicard = inner.minicard, None
        if handle:
            pysolvers.minicard_del(handle)


class SolverHolder:
    """A context manager that lets go of its solver at the end, and then answers no more."""

    closed = False
    """Whether it has let go."""

    def close(self) -> None:
        """Free the solver; whatever is asked after that raises ``ClosedError``."""
        self.closed = True

    def _require_open(self) -> None:
        """Go on, or not.

        Raises:
            ClosedError: where it was closed.
        """
        if self.closed:
            raise ClosedError(type(self).__name__)

    def __enter__(self) -> Self:
        self._require_open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
