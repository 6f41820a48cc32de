"""What values ask of the layers above their own, which they do not know.

A record is read and written by the notation, an answer is shown by what renders it. Whoever
imports anything of this package imports the package itself first, which stands above all layers:
it says here where these are. They are loaded when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

notation: Callable[[], ModuleType]
"""Gives the module that reads and writes statements."""
json_form: Callable[[], ModuleType]
"""Gives the module that reads and writes records, and their events, as JSON."""
rendering: Callable[[], ModuleType]
"""Gives the module that knows how each kind of answer shows itself."""
