"""How results look in a notebook.

A notebook asks the object itself. Drawing is ``tracker.render``'s job, which no layer below may
import; so the question is handed up to it by name, and only when it is asked.
"""

from __future__ import annotations

from importlib import import_module


class NotebookLook:
    """A result that a notebook shows as it looks in the terminal."""

    def _repr_html_(self) -> str:
        look: str = import_module("tracker.render.notebook").look(self)
        return look
