"""Names that cannot be told apart: invisible characters, and letters that look like others.

Two names look alike when their *skeletons* are equal: each character in its compatibility form, and
each letter that looks like a Latin one in its place, as in Unicode's Technical Standard 39
("confusables"). Of its table this has the scripts whose letters are taken for Latin ones (Cyrillic,
Greek, Armenian, Cherokee), and ``0`` with ``O``, ``1`` with ``I`` and ``l``.

Example: the skeleton of "Аnnа" with Cyrillic ``А`` and ``а`` is "Anna"; that of "Il" is "ll".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

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


def invisible(name: str) -> str | None:
    """The first character of a name that is not to be seen; none where all are."""
    match = _INVISIBLE.search(name)
    return match[0] if match else None


def skeleton(name: str) -> str:
    """What a name looks like."""
    plain = unicodedata.normalize("NFKD", name).translate(_LATIN).translate(_DIGITS)
    return unicodedata.normalize("NFC", plain)


def lookalikes(names: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of names that look alike: each with the first that looks like it."""
    first: dict[str, str] = {}
    found = []
    for name in names:
        same = first.setdefault(skeleton(name), name)
        if same is not name:
            found.append((same, name))
    return found
