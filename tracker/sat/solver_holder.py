"""What holds a solver has to let go of it: solvers live outside Python."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from tracker.errors import ClosedError


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
