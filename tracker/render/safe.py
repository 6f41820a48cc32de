"""Untrusted text made fit for a terminal.

Names, comments and file names are data. Printed as they are, they could carry escape codes, or
turn the direction of a line. Everything a renderer prints of them goes through ``printable``.
"""

from __future__ import annotations

import unicodedata

_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def printable(text: str) -> str:
    r"""The text with every control, format and unassigned character written as an escape.

    >>> printable("Ann\x1b[31m")
    'Ann\\x1b[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _INVISIBLE
        else character
        for character in text
    )
