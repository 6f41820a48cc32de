"""Common speech: ``Ann asked Bob for the five of hearts, no`` as ``Ann asks Bob 5H: no``.

This is no grammar of English. It looks for the few words that carry a statement (seats, verbs,
cards, half-suits, answers), passes over words known to say nothing more, and gives up at any other:
a sentence is understood wholly or not at all. What it makes is notation, to be read like anything
typed, and shown to the user.

Where the one who has the turn is left out, it is put in: ``bob 5h no``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from tracker.game.cards import Book
from tracker.game.events import Seat
from tracker.game.lookup import card_form
from tracker.notation.names import Names

_WORD: Final = re.compile(r"[^\s,:;.!?()\"–—]+|\.(?=\S)")
_COMMENT: Final = re.compile(r"(?:\s+(!))?\s*(#.*)?$", re.DOTALL)


def to_notation(said: str, names: Names, turn: Seat | None = None) -> str | None:
    """The statement of the notation that a sentence means; none where it is not understood.

    Args:
        said: the sentence.
        names: what words mean in the record. No problems are noted.
        turn: whose turn it is, for sentences that leave it out.
    """
    tail = _COMMENT.search(said)
    end = tail.start() if tail else len(said)
    marks = " ".join(filter(None, tail.groups())) if tail else ""
    sentence = _Sentence(_joined_cards(_WORD.findall(said[:end].replace("’", "'"))), names, turn)
    found = sentence.read()
    return f"{found} {marks}".strip() if found else None


def _joined_cards(words: Sequence[str]) -> list[str]:
    """The words, with ``five of hearts`` and ``red joker`` as the cards they are."""
    found: list[str] = []
    rest = list(words)
    while rest:
        head, *others = rest
        low = [word.lower() for word in others]
        rank = RANKS.get(head.lower())
        if rank and low[:1] == ["of"] and low[1:2] and low[1] in SUITS:
            found.append(rank + SUITS[low[1]])
            rest = others[2:]
        elif head.lower() in JOKERS and low[:1] == ["joker"]:
            found.append(JOKERS[head.lower()])
            rest = others[1:]
        else:
            found.append(head)
            rest = others
    return found


class _Sentence:
    """The words of one sentence."""

    def __init__(self, words: list[str], names: Names, turn: Seat | None) -> None:
        self._words = words
        self._names = names
        self._turn = turn

    def read(self) -> str | None:
        """The statement in the notation."""
        words = self._words
        if len(words) > 1 and self._is_seat(words[0]) and words[1].lower() in VERBS:
            verb = VERBS[words[1].lower()]
            return _READERS[verb](self, words[0], words[2:])
        if self._turn is None or not words:
            return None
        if words[0].lower() in VERBS:
            return _READERS[VERBS[words[0].lower()]](self, self._turn, words[1:])
        if len(words) > 2 and self._is_seat(words[0]) and card_form(words[1]):
            return self._ask(self._turn, words)
        return None

    def _is_seat(self, word: str) -> bool:
        return self._names.is_seat(word)

    def _content(self, words: Sequence[str]) -> list[str]:
        """The words that are no fillers."""
        return [word for word in words if self._is_name(word) or word.lower() not in FILLERS]

    # -- statements -------------------------------------------------------------------------------

    def _ask(self, asker: str, words: Sequence[str]) -> str | None:
        """The ask that was said, in the notation; none where a part of it is unclear."""
        cards = [place for place, word in enumerate(words) if self._is_card(word)]
        if len(cards) != 1:
            return None
        (place,) = cards
        before, after = self._content(words[:place]), list(words[place + 1 :])
        if not before and after[:1] == ["from"]:
            before, after = after[1:2], after[2:]
        answer = _answer([word for word in after if not self._is_name(word)])
        if len(before) != 1 or not self._is_seat(before[0]) or answer is None:
            return None
        return f"{asker} asks {before[0]} {words[place]}: {answer}"

    def _claim(self, claimant: str, words: Sequence[str]) -> str | None:
        """The claim that was said, in the notation; none unless all of its parts are understood."""
        content = self._content(words)
        book = next(
            (n for n in range(min(len(content), 3), 0, -1) if self._book(content[:n])), None
        )
        outcome = OUTCOMES.get(content[-1].lower()) if content else None
        if book is None or outcome is None:
            return None
        holdings = self._holdings(content[book:-1], self._book(content[:book]))
        if holdings is None:
            return None
        return f"{claimant} claims {' '.join(content[:book])}: {holdings}: {outcome}"

    def _holdings(self, words: Sequence[str], book: Book | None) -> str | None:
        """Seats, each with its cards, in the notation; none where a word is neither."""
        groups: list[list[str]] = []
        for word in words:
            held = self._held(word, book)
            if held is not None and groups:
                groups[-1].append(held)
            elif self._is_seat(word):
                groups.append([word])
            else:
                return None
        return ", ".join(" ".join(group) for group in groups) or None

    def _held(self, word: str, book: Book | None) -> str | None:
        """A card, or the rest; a bare rank is the card of the half-suit."""
        if word.lower() in REST:
            return "rest"
        if self._is_card(word):
            return word
        rank = RANKS.get(word.lower())
        like = [card for card in book.cards if card[:-1] == rank] if book else []
        return like[0] if len(like) == 1 and not self._is_name(word) else None

    def _book(self, words: Sequence[str]) -> Book | None:
        name = " ".join(words)
        if not self._names.is_book(name) or self._names.deck is None:
            return None
        books = {book.name.lower(): book for book in self._names.deck.books}
        short = {_short(book.name): book for book in self._names.deck.books}
        return books.get(name.lower()) or short.get(name.lower())

    def _is_card(self, word: str) -> bool:
        return card_form(word) is not None and not self._is_name(word)

    def _is_name(self, word: str) -> bool:
        return self._names.is_seat_name(word)

    def _pass(self, passer: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        if len(content) != 1 or not self._is_seat(content[0]):
            return None
        return f"{passer} passes to {content[0]}"

    def _has(self, seat: str, words: Sequence[str]) -> str | None:
        content = [word for word in words if word.lower() not in ("cards", "card", "left", "only")]
        number = NUMBERS.get(content[0].lower(), content[0]) if len(content) == 1 else ""
        return f"{seat} has {number}" if number.isdigit() else None

    def _show(self, seat: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        if not content or not all(map(self._is_card, content)):
            return None
        return f"{seat} shows {' '.join(content)}"

    def _challenge(self, seat: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        return f"{seat} challenges {' '.join(content)}" if self._book(content) else None

    def _decline(self, seat: str, words: Sequence[str]) -> str | None:
        return None if self._content(words) else f"{seat} declines"

    def _give(self, giver: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        cards = [word for word in content if self._is_card(word)]
        seats = [word for word in content if not self._is_card(word)]
        if len(cards) != 1 or len(seats) != 1 or not self._is_seat(seats[0]):
            return None
        return f"{giver} gives {seats[0]} {cards[0]}"


_READERS: Final[dict[str, Callable[[_Sentence, str, Sequence[str]], str | None]]] = {
    "asks": _Sentence._ask,
    "claims": _Sentence._claim,
    "passes": _Sentence._pass,
    "has": _Sentence._has,
    "shows": _Sentence._show,
    "challenges": _Sentence._challenge,
    "declines": _Sentence._decline,
    "gives": _Sentence._give,
}


def _answer(words: Sequence[str]) -> str | None:
    """Yes or no, from what was said behind the card; none where that is not clear."""
    found = {word.lower() for word in words}
    if found - YES - NO - ANSWER_FILLERS or (found & NO and found & PLAIN_YES):
        return None
    if found & NO:
        return "no"
    return "yes" if found & YES or _says_has(words) else None


def _says_has(words: Sequence[str]) -> bool:
    """``and he has it``."""
    return [word.lower() for word in words][-2:] in (["has", "it"], ["had", "it"])


def _short(name: str) -> str:
    half, _, suit = name.partition(" ")
    return half[:1] + suit[:1]


# -- the words in which people tell a game, and what the notation has for t -----------------------
#
# The words in which people tell a game, and what the notation has for them.


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
