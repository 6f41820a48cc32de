"""The words in which people tell a game, and what the notation has for them."""

from __future__ import annotations

from typing import Final


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _table(rows: str) -> dict[str, str]:
    """``meaning: word word …`` for each row, as the meaning of each word."""
    found = {}
    for row in rows.strip().split("\n"):
        meaning, words = row.split(":")
        found.update(dict.fromkeys(words.split(), meaning.strip()))
    return found


RANKS: Final = _table("""
    2: 2 two deuce
    3: 3 three
    4: 4 four
    5: 5 five
    6: 6 six
    7: 7 seven
    8: 8 eight
    9: 9 nine
    10: 10 ten
    J: j jack knave
    Q: q queen
    K: k king
    A: a ace
""")
SUITS: Final = _table("""
    C: club clubs ♣
    D: diamond diamonds ♦
    H: heart hearts ♥
    S: spade spades ♠
""")
JOKERS: Final = {"red": "RJ", "black": "BJ"}
NUMBERS: Final = _table("""
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
VERBS: Final = _table("""
    asks: ask asks asked asking
    claims: claim claims claimed declare declares declared call calls called
    passes: pass passes passed
    has: has have had holds
    shows: show shows showed expose exposes exposed
    challenges: challenge challenges challenged
    declines: decline declines declined
    gives: give gives gave hands handed
""")
OUTCOMES: Final = _table("""
    correct: correct right correctly true good
    split: split misnamed misplaced
    opponents: opponent opponents
    cancelled: cancelled canceled void
""")
REST: Final = _set("rest remainder others remaining everything")

FILLERS: Final = _set("""
    a an the for of if whether please her his their your my also then now again turn card cards on
    over to from about that would do does did say says said and but has have had got holds he she
    they it is was him them all whole
""")
"""Words that say nothing more where a seat, a card or a half-suit is meant."""
PLAIN_YES: Final = _set("yes y yeah yep yup")
YES: Final = PLAIN_YES | _set("got gets gave gives hands handed success hit")
NO: Final = _set("""
    no n nope not nothing none without didn't didnt doesn't doesnt hasn't hasnt don't dont lacks
    refused fails failed miss misses fish
""")
ANSWER_FILLERS: Final = _set("""
    it and but he she they him her them the card answer is was says said has have had did does do
    get hand give any that one over to go away with up from a luck
""")
"""Words of an answer that do not decide it; what is in none of these is not understood."""
