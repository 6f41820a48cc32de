"""The forms of the sentences in which people tell a game, from ``spoken_forms.txt``.

There they are regular expressions with ``{field}`` for a slot of a statement and words in capitals
for one of several words; here they are compiled.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Final

from tracker.game.lookup import RANK_WORDS, word_table

NUMBERS: Final = word_table("""
    0: no zero
    1: one
    2: two
    3: three
    4: four
    5: five
    6: six
    7: seven
    8: eight
    9: nine
    10: ten
    11: eleven
    12: twelve
    13: thirteen
""")
_RANK: Final = "|".join(RANK_WORDS)
_NUMBER: Final = r"\d+|" + "|".join(NUMBERS)
_SEATS: Final = "asker target claimant passer receiver seat challenger giver"
_SLOTS: Final = {
    **dict.fromkeys(_SEATS.split(), "S|U"),
    "card": "C|B|U",
    "cards": f"U|(?:(?:C|{_RANK})(?: ,| and)* )*C",
    "book": "B|U",
    "size": f"(?:{_NUMBER})(?:/(?:{_NUMBER}))*",
    "rest": ".*",
}
"""What may stand in the slots."""
_FORMS: Final = "spoken_forms.txt"
_WORD: Final = re.compile(r"\b[A-Z]{3,}\b")


@cache
def sections(name: str) -> dict[str, list[str]]:
    """The entries of a file of this package by the names of its sections.

    An entry goes on where a line begins with a blank.
    """
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    entries_of: dict[str, list[str]] = {}
    entries: list[str] = []
    for line in text.splitlines():
        if line.startswith("["):
            entries = entries_of.setdefault(line.strip("[]"), [])
        elif line.startswith(" "):
            entries[-1] += line.strip()
        elif line and not line.startswith("#"):
            entries.append(line)
    return entries_of


@cache
def _words() -> dict[str, str]:
    """What the words in capitals stand for."""
    words = dict(entry.split(": ", 1) for entry in sections(_FORMS)["words"])
    return {**words, "RANK": _RANK, "NUMBER": _NUMBER}


def _expanded(source: str) -> str:
    """The regular expression that an entry means."""
    source = re.sub(r"\((?!\?)", "(?:", source)
    source = re.sub(r"\{(\w+)\}", lambda slot: f"(?P<{slot[1]}>{_SLOTS[slot[1]]})", source)
    while _WORD.search(source):
        source = _WORD.sub(lambda word: f"(?:{_plain(word[0])})", source)
    return source


def _plain(word: str) -> str:
    """What a word in capitals stands for, as a regular expression without groups to remember."""
    return re.sub(r"\((?!\?)", "(?:", _words()[word])


@cache
def forms(section: str) -> tuple[re.Pattern[str], ...]:
    """The forms of a section, each by itself."""
    return tuple(re.compile(_expanded(entry)) for entry in sections(_FORMS)[section])


@cache
def form(section: str) -> str:
    """The regular expression of all the forms of a section."""
    return f"(?:{'|'.join(_expanded(entry) for entry in sections(_FORMS)[section])})"


@cache
def pattern(source: str) -> re.Pattern[str]:
    """A regular expression in which ``<section>`` stands for the forms of a section."""
    named = re.sub(r"(?<!P)<([a-z-]+)>", lambda section: form(section[1]), source)
    return re.compile(_expanded(named))


@cache
def known_words() -> frozenset[str]:
    """All the words that stand in any form."""
    entries = (_expanded(entry) for name in sections(_FORMS) for entry in sections(_FORMS)[name])
    sources = (re.sub(r"\(\?P<\w+>", "(", entry) for entry in entries)
    return frozenset(word for source in sources for word in re.findall(r"[a-z-]+", source))
