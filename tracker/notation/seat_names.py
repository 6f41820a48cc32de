"""Which names a seat can have, and which names look alike.

Two names look alike when their *skeletons* are equal: each character in its compatibility form, and
each letter that looks like a Latin one replaced by that, as in Unicode's Technical Standard 39
("confusables"). Of its table this module has the scripts whose letters are taken for Latin ones
(Cyrillic, Greek, Armenian, Cherokee), and ``0`` with ``O``, ``1`` with ``I`` and ``l``.

Example: the skeleton of "Аnnа" with Cyrillic ``А`` and ``а`` is "Anna"; that of "Il" is "ll".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from tracker.game.lookup import folded
from tracker.messages import quote

NOBODY: Final = "nobody"
_RESERVED: Final = {NOBODY: "it means no seat", "public": "it means the view of everyone"}
"""What a seat cannot be called, and why."""
SEAT_MARKS: Final = "_-."
"""What a seat's name may have besides letters and digits."""
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"
    "\U00016fe4\U0001bc9d\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Unicode's ``Default_Ignorable_Code_Point``, and other fillers, selectors and blanks."""
_LETTERS: Final = (
    ("аеорсухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅԚԜӀ", "aeopcyxijsdqwhlABEKMHOPCTYXIJSQWl"),  # Cyrillic
    ("ονιαρυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ", "oviapucjABEZHIKMNOPTYXCJ"),  # Greek
    ("օսհոցՏԼՕՍ", "ouhngSLOU"),  # Armenian
    ("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏕᏙᏞᏟᏢᏦᏴ", "DRTAJEWMHGZSVLCPKB"),  # Cherokee
    ("ıȷɡɑ", "ijga"),  # Latin
)
_LATIN: Final = str.maketrans(
    {char: like for chars, likes in _LETTERS for char, like in zip(chars, likes, strict=True)}
)
_DIGITS: Final = str.maketrans("0I1", "Oll")


def seat_name_problem(name: str) -> str | None:
    """Why a name cannot name a seat; None where it can."""
    if folded(name) in _RESERVED:
        return f"{quote(name)} cannot name a seat: {_RESERVED[folded(name)]}"
    if has_only_letters(name, SEAT_MARKS):
        return None
    problem = f"{quote(name)} cannot name a seat"
    hidden = invisible(name)
    if hidden is not None and hidden.isprintable():
        problem += f": U+{ord(hidden):04X} is not to be seen"
    return f"{problem} (expected letters, digits, {', '.join(map(quote, SEAT_MARKS))})"


def has_only_letters(name: str, marks: str) -> bool:
    """Whether a name has letters and digits of any script and the given marks, but nothing else.

    The vowel signs and accents that follow a letter belong to it (Unicode's categories ``Mn`` and
    ``Mc``). Emoji are no letters, and neither is an invisible character, whatever Unicode calls it.
    """
    return (
        bool(name)
        and invisible(name) is None
        and not _is_accent(name[0])
        and all(char.isalnum() or char in marks or _is_accent(char) for char in name)
    )


def _is_accent(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Mc")


def invisible(name: str) -> str | None:
    """The first character of a name that is not to be seen; None where all are."""
    match = _INVISIBLE.search(name)
    return match[0] if match else None


def skeleton(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFKD", name).translate(_LATIN).translate(_DIGITS)
    return unicodedata.normalize("NFC", plain)


def lookalikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of names that look alike: the first of its looks, and each later one."""
    first: dict[str, str] = {}
    pairs = []
    for name in names:
        earlier = first.setdefault(skeleton(name), name)
        if earlier is not name:
            pairs.append((earlier, name))
    return pairs
