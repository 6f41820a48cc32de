"""Common speech: ``Ann asked Bob for the five of hearts, no`` as ``Ann asks Bob 5H: no``.

This is no grammar of English. It looks for the few words that carry a statement (seats, verbs,
cards, half-suits, answers), passes over words known to say nothing more, and gives up at any other:
a sentence is understood wholly or not at all. What it makes is notation, to be read like anything
typed, and shown to the user.

Where the one who has the turn is left out, it is put in: ``bob 5h no``. What was forgotten is left
open: ``someone asked Bob for some low heart, don't know`` is ``? asks Bob low hearts: ?``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from tracker.game.cards import Book
from tracker.game.events import Give, Seat
from tracker.game.lookup import RANK_WORDS, card_form, seats_like, spoken_card, word_table
from tracker.notation.gaps import UNKNOWN, read_phrases, with_alternatives
from tracker.notation.names import Names
from tracker.notation.problems import Span

_WORD: Final = re.compile(r"[^\s,:;.!?()\"–—]+|\.(?=\S)")
_LEFT_OPEN: Final = re.compile(r"^\s*(?:\?|\.\.\.)(?=\s)|\s\?+\s|\?\s*$")
"""A question mark in the place of a word: somebody forgot it, so nobody's name is put in. Or at the
end: then what stands before it is doubted."""
_DOUBT_WORDS: Final = r",?\s+(?:(?:i|we)\s+(?:think|guess|believe|suppose)|maybe|perhaps|probably)"
_DOUBT: Final = re.compile(
    rf"{_DOUBT_WORDS}(?=,?\s+(?:yes|no)\W*$)|(?:(?<=yes)|(?<=no)){_DOUBT_WORDS}(?=\W*$)",
    re.IGNORECASE,
)
"""Before an answer, or behind it: then it is doubted, too."""
_DASH: Final = re.compile(r"\s-+\s")
_MARKS: Final = re.compile(r"(?:\s+(!))?\s*(#.*)?$", re.DOTALL)
"""What may stand behind a statement: a mark that it is irregular, and a comment."""


def to_notation(text: str, names: Names, turn: Seat | None = None) -> str | None:
    """The statement of the notation that a sentence means; None where it is not understood.

    Args:
        text: the sentence.
        names: what words mean in the record. No problems are noted.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    match = _MARKS.search(text)
    end = match.start() if match else len(text)
    marks = " ".join(filter(None, match.groups())) if match else ""
    plain = text[:end].replace("’", "'")
    statement = _forgotten_stretch(plain) or _hand_now(plain, names)
    plain = _DASH.sub(", ", plain)
    if _DOUBT.search(plain):
        plain = _DOUBT.sub(",", plain) + "?"
    if statement is None and not _LEFT_OPEN.search(plain):
        statement = _Speech(names).statement(_joined_cards(_WORD.findall(plain)), turn)
    if statement is None and (aside := _WHICH.search(plain)):
        statement = to_notation(plain[: aside.start()] + "," + plain[aside.end() :], names, turn)
        if statement is not None and not _leaves_open(statement, aside, names):
            return None
    if statement is None:
        words = _of_some_suit(_OPEN_WORD.findall(plain), names)
        statement = _open_ask(_joined_cards(words), names, turn)
    return f"{statement} {marks}".strip() if statement else None


def with_plain_verb(text: str) -> str:
    """A line with its verb as the notation has it: ``Ann passed to ?`` as ``Ann passes to ?``."""
    head, *rest = re.split(r"(\s+)", text.strip())
    if len(rest) > 1 and rest[1].lower() in _VERBS:
        rest[1] = _VERBS[rest[1].lower()]
    return "".join([head, *rest])


def _joined_cards(words: Sequence[str]) -> list[str]:
    """The words, with ``five of hearts`` and ``red joker`` as the cards they are."""
    joined: list[str] = []
    place = 0
    while place < len(words):
        card, length = spoken_card(words[place : place + 3]) or (words[place], 1)
        joined.append(card)
        if length == 3 and len(joined) > 3 and joined[-2].lower() == "the":
            del joined[-2]
        if length == 3 and len(joined) > 2 and joined[-2] in _OR:
            rank = RANK_WORDS.get(joined[-3].lower())
            joined[-3] = rank + card[-1] if rank else joined[-3]  # the nine or ten of
        place += length
    return joined


# -- what was forgotten ---------------------------------------------------------------------------

_OPEN_WORD: Final = re.compile(r"\?+|[^\s,:;!?()\"–—]*[^\s,:;!?()\"–—.]|\.(?=\S)")
"""A word, or question marks in the place of one."""
_OR: Final = ("or", "/")
_WHICH: Final = re.compile(
    r"[,;(]\s*(?:but\s+)?(?:(?:i|we)\s+)?(?:don't know|dont know|do not know|forget|"
    r"forgot|not sure|can't remember|cannot remember|don't remember)"
    r"\s+(?:any\s?more\s+)?(?:(?P<seat>who|whom|which\s+player)|(?P<card>which\s+card)|which)"
    r"(?:\s+one)?(?:\s+of\s+them)?(?:\s+it\s+was)?\b\)?",
    re.IGNORECASE,
)
"""What is said beside a part that was left open, and says no more: ``don't remember which``."""
_SOME_SUIT: Final = ("something", "some", "suit")
_MISSING_ASKS: Final = re.compile(
    r"(?:(?:about|perhaps|some)\s+)?(?:(?P<number>\w+)\s+)?(?:asks?|questions?|turns?)\s+"
    r"(?:here\s+)?(?:(?:is|are|was|were)\s+)?(?:missing|forgotten|lost|left out)(?:\s+here)?\.?",
    re.IGNORECASE,
)
_MISSING_STRETCH: Final = re.compile(
    r"(?:(?:something|some|statements?|events?|a bit|a part|a stretch)\s+(?:(?:is|are)\s+)?"
    r"(?:missing|forgotten)|(?:then\s+)?(?:i|we)\s+(?:forget|forgot|don't know|don't remember|"
    r"can't remember|do not know|cannot remember)\s+(?:what|the next|the rest|how)\b[^:]*)"
    r"(?:\s+here)?\.?",
    re.IGNORECASE,
)


def _leaves_open(statement: str, aside: re.Match[str], names: Names) -> bool:
    """Whether a statement is an ask that leaves open what is said to be forgotten beside it."""
    asker, verb, *others = statement.partition(":")[0].split()
    if verb != "asks" or len(others) < 2:
        return False
    target, *card = others
    seat_is_open = not (names.is_seat(asker) and names.is_seat(target))
    card_is_open = len(card) > 1 or card_form(card[0]) is None
    return (seat_is_open and not aside["card"]) or (card_is_open and not aside["seat"])


def _forgotten_stretch(text: str) -> str | None:
    """The missing stretch that a sentence tells of; None where it tells of none."""
    asks = _MISSING_ASKS.fullmatch(text.strip())
    if asks is not None:
        word = (asks["number"] or "").lower()
        number = _NUMBERS.get(word, word)
        return f"... {number} asks" if number.isdecimal() and number != "0" else "... asks"
    return "..." if _MISSING_STRETCH.fullmatch(text.strip()) else None


def _of_some_suit(words: Sequence[str], names: Names) -> list[str]:
    """The words, with ``the three of something`` as all the threes of the deck."""
    joined: list[str] = []
    cards = () if names.deck is None else names.deck.cards
    for place, word in enumerate(words):
        rank = RANK_WORDS.get(word.lower())
        behind = [other.lower() for other in words[place + 1 : place + 3]]
        if rank and len(behind) == 2 and behind[0] == "of" and behind[1] in _SOME_SUIT:
            joined.append("/".join(card for card in cards if card[:-1] == rank))
        elif not (joined and "/" in joined[-1] and word.lower() in ("of", *_SOME_SUIT)):
            joined.append(word)
    return joined


def _hand_now(text: str, names: Names) -> str | None:
    """What a sentence says of a hand now, as ``Ann now has 5H 6H``; None where it says nothing."""
    words = _joined_cards([word for word in _WORD.findall(text) if word != "."])
    content = [word for word in words if names.is_seat_name(word) or word.lower() not in _FILLERS]
    if len(content) < 2 or "now" not in map(str.lower, words[:2]) or not names.is_seat(content[0]):
        return None
    seat, *cards = content
    others = " ..." if text.rstrip().endswith("...") else ""
    is_clear = all(card_form(card) is not None for card in cards)
    return f"now {seat}: {' '.join(cards)}{others}" if is_clear else None


def _open_ask(words: Sequence[str], names: Names, turn: Seat | None) -> str | None:
    """An ask with parts that nobody remembers; None where it is not understood.

    Args:
        words: the words of the sentence.
        names: what words mean in the record.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    verb = next((i for i, word in enumerate(words[:6]) if _VERBS.get(word.lower()) == "asks"), None)
    if verb is None:
        return None
    before = [part for part in _parts(words[:verb], names) if not _is_filler(part, names)]
    behind = _parts(words[verb + 1 :], names)
    places = [place for place, part in enumerate(behind) if not _is_filler(part, names)][:2]
    asker = before[0] if before else turn
    if asker is None or len(before) > 1 or not _all(asker, names.is_seat) or len(places) < 2:
        return None
    target, card = (behind[place] for place in places)
    if _is_card_part(target, names) and _all(card, names.is_seat):
        target, card = card, target
    if not _all(target, names.is_seat) or not (card == UNKNOWN or _is_card_part(card, names)):
        return None
    rest = [part.lower() for part in behind[places[1] + 1 :]]
    answer = UNKNOWN if not rest or UNKNOWN in rest else _answer(rest)
    return None if answer is None else f"{asker} asks {target} {card}: {answer}"


def _parts(words: Sequence[str], names: Names) -> list[str]:
    """The words, with what is open and what names a half-suit as one word each."""
    spans = [Span(word) for word in words if word.lower() != "the" or names.is_seat_name(word)]
    # The first word is never taken for a half-suit: it stands for whatever is before.
    merged = read_phrases([Span(""), *with_alternatives(spans, names)], Give, names)
    return [span.text for span in merged[1:]]


def _is_filler(word: str, names: Names) -> bool:
    return word.lower() in _FILLERS and not names.is_seat_name(word)


def _all(part: str, is_right: Callable[[str], bool]) -> bool:
    """Whether each alternative of a part is right, or nothing is remembered of it."""
    return part == UNKNOWN or all(is_right(piece) for piece in part.split("/"))


def _is_card_part(part: str, names: Names) -> bool:
    """Whether each alternative of a part is a card, or a half-suit that stands for its cards."""
    return part != UNKNOWN and all(
        (card_form(piece) is not None and not names.is_seat_name(piece)) or names.book_meant(piece)
        for piece in part.split("/")
    )


# -- sentences of which all is known --------------------------------------------------------------


class _Speech:
    """Reads sentences in the words of one record.

    Each reader of a statement takes who acts and the words behind the verb. It gives the statement,
    or None unless it understands every word.

    Args:
        names: what words mean in the record.
    """

    def __init__(self, names: Names) -> None:
        self._names = names

    def statement(self, words: Sequence[str], turn: Seat | None) -> str | None:
        """The statement in the notation.

        Args:
            words: the words of the sentence.
            turn: whose turn it is; None where it is not known.
        """
        if len(words) > 2 and words[1].lower() in _SAYS:
            words = [words[0], *words[3 if words[2].lower() in _PRONOUNS else 2 :]]
        if len(words) > 2 and words[1].lower() in _TAKES and self._is_seat(words[0]):
            return self._take(words[0], words[2:])
        verbs = [_VERBS.get(word.lower()) for word in words[:2]]
        if len(verbs) == 2 and verbs[1] is not None and self._is_seat(words[0]):
            return _READERS[verbs[1]](self, words[0], words[2:])
        if turn is None:
            return None
        if verbs and verbs[0] is not None:
            return _READERS[verbs[0]](self, turn, words[1:])
        if len(words) > 2 and self._is_seat(words[0]) and card_form(words[1]):
            return self._ask(turn, words)
        return None

    # -- statements -------------------------------------------------------------------------------

    def _ask(self, asker: str, words: Sequence[str]) -> str | None:
        """An ask: one seat and one card, in either order, and an answer that is clear."""
        cards = [place for place, word in enumerate(words) if self._is_card(word)]
        if len(cards) != 1:
            return None
        (place,) = cards
        before, after = self._content(words[:place]), list(words[place + 1 :])
        if not before and after[:1] == ["from"]:
            before, after = after[1:2], after[2:]
        answer = _answer([word.lower() for word in after if not self._is_name(word)])
        if len(before) != 1 or not self._is_seat(before[0]) or answer is None:
            return None
        return f"{asker} asks {before[0]} {words[place]}: {answer}"

    def _take(self, asker: str, words: Sequence[str]) -> str | None:
        """An ask told by what came of it: a card, and ``from`` whom."""
        content = [word for word in words if word.lower() != "back"]
        place = next((i for i, word in enumerate(content) if word.lower() == "from"), None)
        if place is None:
            return None
        cards, seats = self._content(content[:place]), self._content(content[place + 1 :])
        is_clear = len(cards) == len(seats) == 1 and self._is_card(cards[0])
        return f"{asker} asks {seats[0]} {cards[0]}: yes" if is_clear else None

    def _claim(self, claimant: str, words: Sequence[str]) -> str | None:
        """A claim: a half-suit of up to three words, then the holdings, and last the outcome."""
        content = self._content(words)
        names = {length: " ".join(content[:length]) for length in (3, 2, 1)}
        length = next((n for n, name in names.items() if self._names.book_meant(name)), 1)
        book = self._names.book_meant(names[length])
        outcome = _OUTCOMES.get(content[-1].lower()) if content else None
        if book is None or outcome is None:
            return None
        holdings = self._holdings(content[length:-1], book, claimant)
        return f"{claimant} claims {names[length]}: {holdings}: {outcome}" if holdings else None

    def _holdings(self, words: Sequence[str], book: Book, claimant: str) -> str | None:
        """Seats, each with its cards, in the notation; None where a word is neither.

        Who claims need not say that the rest is in the own hand.
        """
        groups: list[list[str]] = []
        for word in words:
            held = self._held(word, book)
            if held is not None and groups:
                groups[-1].append(held)
            elif self._is_seat(word):
                groups.append([word])
            else:
                return None
        listed = [word for group in groups for word in group[1:]]
        seats = self._names.seats or ()
        named = [seats_like(group[0], seats) for group in groups]
        if groups and "rest" not in listed and len(listed) < len(book.cards):
            groups += [] if seats_like(claimant, seats) in named else [[claimant, "rest"]]
        return ", ".join(" ".join(group) for group in groups) or None

    def _held(self, word: str, book: Book) -> str | None:
        """A card, or the rest; a bare rank is the card of the half-suit."""
        if word.lower() in _REST:
            return "rest"
        if self._is_card(word):
            return word
        like = [card for card in book.cards if card[:-1] == RANK_WORDS.get(word.lower())]
        return like[0] if len(like) == 1 and not self._is_name(word) else None

    def _pass(self, passer: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        is_clear = len(content) == 1 and self._is_seat(content[0])
        return f"{passer} passes to {content[0]}" if is_clear else None

    def _has(self, seat: str, words: Sequence[str]) -> str | None:
        content = [word.lower() for word in words if word.lower() not in _SIZE_FILLERS]
        number = _NUMBERS.get(content[0], content[0]) if len(content) == 1 else ""
        return f"{seat} has {number}" if number.isdigit() else None

    def _show(self, seat: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        is_clear = bool(content) and all(map(self._is_card, content))
        return f"{seat} shows {' '.join(content)}" if is_clear else None

    def _challenge(self, seat: str, words: Sequence[str]) -> str | None:
        name = " ".join(self._content(words))
        return f"{seat} challenges {name}" if self._names.book_meant(name) else None

    def _decline(self, seat: str, words: Sequence[str]) -> str | None:
        return None if self._content(words) else f"{seat} declines"

    def _give(self, giver: str, words: Sequence[str]) -> str | None:
        content = self._content(words)
        cards = [word for word in content if self._is_card(word)]
        seats = [word for word in content if not self._is_card(word)]
        is_clear = len(cards) == len(seats) == 1 and self._is_seat(seats[0])
        return f"{giver} gives {seats[0]} {cards[0]}" if is_clear else None

    # -- words ------------------------------------------------------------------------------------

    def _content(self, words: Sequence[str]) -> list[str]:
        """The words that are no fillers."""
        return [word for word in words if self._is_name(word) or word.lower() not in _FILLERS]

    def _is_seat(self, word: str) -> bool:
        return self._names.is_seat(word)

    def _is_name(self, word: str) -> bool:
        """Whether a word is the whole name of a seat: then it is nothing else."""
        return self._names.is_seat_name(word)

    def _is_card(self, word: str) -> bool:
        return card_form(word) is not None and not self._is_name(word)


_READERS: Final[Mapping[str, Callable[[_Speech, str, Sequence[str]], str | None]]] = {
    "asks": _Speech._ask,
    "claims": _Speech._claim,
    "passes": _Speech._pass,
    "has": _Speech._has,
    "shows": _Speech._show,
    "challenges": _Speech._challenge,
    "declines": _Speech._decline,
    "gives": _Speech._give,
}


def _answer(words: Sequence[str]) -> str | None:
    """The answer in what stands behind the card, in lower case; None where it is not clear."""
    different = set(words)
    if different - _YES - _NO - _ANSWER_FILLERS or (different & _NO and different & _PLAIN_YES):
        return None
    if different & _NO:
        return "no"
    has_it = list(words[-2:]) in (["has", "it"], ["had", "it"])
    return "yes" if different & _YES or has_it else None


# -- the words in which people tell a game, and what the notation has for them --------------------


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_NUMBERS: Final = word_table("""
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
_VERBS: Final = word_table("""
    asks: ask asks asked asking wants wanted
    claims: claim claims claimed declare declares declared call calls called
    passes: pass passes passed
    has: has have had holds
    shows: show shows showed expose exposes exposed
    challenges: challenge challenges challenged
    declines: decline declines declined
    gives: give gives gave hands handed
""")
_TAKES: Final = frozenset(("take", "takes", "took", "get", "gets", "got"))
_SAYS: Final = frozenset(("say", "says", "said"))
_PRONOUNS: Final = frozenset(("he", "she", "they", "that"))
_OUTCOMES: Final = word_table("""
    correct: correct right correctly true good
    split: split misnamed misplaced
    opponents: opponent opponents
    cancelled: cancelled canceled void
""")
_REST: Final = _set("rest remainder others remaining everything")
_FILLERS: Final = _set("""
    a an the for of if whether please her his their your my also then now again turn card cards on
    over to from about that would do does did say says said and but has have had got holds he she
    they it is was him them all whole
""")
"""Words that say nothing more where a seat, a card or a half-suit is meant."""
_SIZE_FILLERS: Final = _set("card cards left only")
_PLAIN_YES: Final = _set("yes y yeah yep yup")
_YES: Final = _PLAIN_YES | _set("got gets gave gives hands handed success hit")
_NO: Final = _set("""
    no n nope not nothing none without didn't didnt doesn't doesnt hasn't hasnt don't dont lacks
    refused fails failed miss misses fish
""")
_ANSWER_FILLERS: Final = _set("""
    it and but he she they him her them the card answer is was says said has have had did does do
    get hand give any that one over to go away with up from a luck
""")
"""Words of an answer that do not decide it; what is in none of these is not understood."""
