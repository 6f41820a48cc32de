"""What people say for a statement: ``Ann asked Bob for the five of hearts, no``.

The words are joined to parts, and these are written down as a *pattern*, ``S asked S for C , no``:
a seat, a card, a half-suit (``B``), what nobody remembers (``U``); other words stand for
themselves. A sentence is understood wholly or not at all: its whole pattern has one of the forms of
``spoken_forms``, which put the parts into the slots of a statement, or what is not understood is
named.

An answer is told by clauses. Each says yes, or no, or that it is forgotten, of the player asked,
and all say the same: ``no, he had it`` and ``got it from Dora`` are no answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.game.cards import Book
from tracker.game.events import (
    KINDS,
    OUTCOMES,
    Ask,
    Award,
    Claim,
    HandSize,
    HandSizes,
    Missing,
    Now,
    PlainEvent,
    Seat,
    Show,
)
from tracker.game.lookup import RANK_WORDS, SUIT_WORDS, card_form
from tracker.messages import quote
from tracker.notation.names import NOBODY, UNKNOWN, Names
from tracker.notation.problems import Span
from tracker.notation.spoken_asks import (
    Account,
    UnclearError,
    account_of,
    ask_words,
    words_with_roles,
)
from tracker.notation.spoken_forms import NUMBERS, forms, known_words, pattern
from tracker.notation.statements import FIELD_TYPES, VERBS, Slots, usage
from tracker.notation.words import (
    Joined,
    book_part,
    card_part,
    joined_parts,
    with_alternatives,
)

_NEITHER: Final = "is neither who asked nor who was asked"
_ANSWER_HINT: Final = "expected yes or no; is the answer forgotten? write ?"
_CLAIM_ENDS: Final[Mapping[str, str]] = {
    **dict(zip(OUTCOMES, OUTCOMES, strict=True)),
    UNKNOWN: "outcome-forgotten",
}
"""The outcomes of a claim, each with the section of what is said of it."""
_EXAMPLE: Final = f"expected such as '{usage(Ask)}'"
_NAMING_EXAMPLE: Final = "expected such as 'Ann 2C 3C, Carl rest'"
_REST: Final = frozenset(["rest", "remainder", "others", "remaining", "everything", "all"])
_OWN: Final = frozenset(["he", "she", "they", "i", "himself", "herself", "themselves", "hers"])
_NAMING_FILLERS: Final = frozenset(
    (
        *(",", "and", "with", "has", "have", "had", "holds", "hold", "held", "holding", "got"),
        *("says", "said", "saying", "that", "naming", "named", "giving", "gave", "at", "of"),
        *("them", "cards", "'s", "is", "are", "for", "on", "else", "putting", "placing"),
        *("in", "hand"),
    )
)
"""Words of a naming that say nothing more than that somebody has some cards."""

# -- from the text to the pattern -----------------------------------------------------------------

_PLAIN_MARKS: Final = str.maketrans(
    dict.fromkeys("()–—+&", ",") | dict.fromkeys('“”"', " ") | {"’": "'"}
)
_TOKEN: Final = re.compile(r"\.{2,}|…|\.(?!\S)|\?+|[,:;!>]|(?:[^\s,:;!?>.…]|\.(?=[^\s.…]))+")
_DASH: Final = re.compile(r"(?<=\s)--?(?=\s)")
_DRAWN_OUT: Final = re.compile(r"(.)\1{2,}")
"""A letter that was drawn out: ``nooo``."""
_CONTRACTED: Final = re.compile(
    r"(do|does|did|has|have|had|is|was|were|could|would|ca)(?:n't|nt)|(can)not|(.+)('s|'ve|'re|'m)"
)
_FULL: Final = {"ca": "can", "'m": "am", "'ve": "have", "'re": "are"}
_ARTICLES: Final = frozenset(("the", "a", "an"))
_MOST_PARTS: Final = 50
"""The longest sentence that is read: no form is tried at length in vain."""
_DOUBTED: Final = "¿"
"""Stands for a question mark behind the last word."""
_UNKNOWN: Final = tuple(
    """someone|somebody|anyone|anybody|some player|unknown player|an unknown player|something
    |some card|any card|a card|card forgotten|card unknown""".replace("\n    ", "").split("|")
)
"""What people say for a seat or a card that nobody remembers."""
_NO_CARDS: Final = frozenset(("as", "ad", "ah"))
"""Words of English that would be cards in lower case."""
LIKE_A_CARD: Final = re.compile(r"\d\S{0,2}|[tjqka][a-z♣♦♥♠]", re.IGNORECASE)
"""What was meant for a card, whether it is one or not."""
_LEAD: Final = re.compile(
    r"(?:(?:and|so|next|then|after that|,) )*(?:now (?!S (?:has|holds|have|had) ))?(?=[SU] )"
)
"""What leads over to a statement."""
_BEFORE_ASIDE: Final = (
    "(?:^|(?<=[A-Z,])|(?<= to)|(?<= of)|(?<= by)|(?<= or)|(?<= but)|(?<= and)|(?<= from)"
    "|(?<= asks)|(?<= asked)|(?<= left)|(?<= cards)|(?<= turn))"
)
"""What stands before an aside."""
_IRREGULAR: Final = re.compile(
    r"""\s!$|[\s,;.(]+(?:(?:but|so|and|as|that|the|this|it|ask|was|is|an?|mark|marked|found|later
    |afterwards|like|um|put|down|although|though)\s+)*(?:(?<!not\s)(?<!n't\s)(?:irregular|irregularly
    |illegal|illegally|invalid|against\sthe\srules|out\sof\sturn)|(?:wasn't|not)\s(?:even\s)?(?:an?\s)?
    (?:legal|proper|valid|allowed))(?:\s+(?:ask|later|afterwards))*(?:[\s,;]+(?:so\s)?
    (?:(?:mark|put)\sit\s)?(?:down\s)?(?:as\s)?irregular)?[\s).]*$""",
    re.IGNORECASE | re.VERBOSE,
)
"""What marks a statement as irregular, at its end."""


@dataclass(frozen=True)
class _Sentence:
    """The parts of a sentence, and the words of its pattern: one for each part."""

    parts: Sequence[Span] = ()
    words: Sequence[str] = ()

    @property
    def pattern(self) -> str:
        return " ".join(self.words)

    def between(self, start: int, end: int | None = None) -> _Sentence:
        """The parts with some numbers."""
        return _Sentence(self.parts[start:end], self.words[start:end])

    def followed_by(self, other: _Sentence) -> _Sentence:
        """This sentence, and another one behind it."""
        return _Sentence([*self.parts, *other.parts], [*self.words, *other.words])

    def slot(self, match: re.Match[str], name: str) -> _Sentence:
        """The parts in a group of a match of the pattern."""
        start = len(match.string[: match.start(name)].split())
        return self.between(start, start + len(match[name].split()))

    def without(self, match: re.Match[str]) -> _Sentence:
        """The sentence with a comma for a match, and for the commas around it.

        What stands where a player is expected (``passed to I forget whom``) is a part left open.
        """
        start = len(match.string[: match.start()].split())
        end = start + len(match[0].split())
        place = self.parts[start]
        while start and self.words[start - 1] in (",", "but"):
            start -= 1
        while self.words[end : end + 1] == [","]:
            end += 1
        between = [","] if start and end < len(self.words) else []
        if start and self.words[start - 1] in ("to", "from", "of", "by", "asks", "asked"):
            between = ["U"]
        elif end == len(self.words) and " to who" in match[0] and "to" not in self.words[:start]:
            between = ["to", "U"]
        parts = [place.saying(UNKNOWN if word == "U" else word) for word in between]
        return _Sentence(
            [*self.parts[:start], *parts, *self.parts[end:]],
            [*self.words[:start], *between, *self.words[end:]],
        )

    @property
    def named(self) -> list[Span]:
        """The parts without the commas and ``and`` between them."""
        chosen = zip(self.parts, self.words, strict=True)
        return [part for part, word in chosen if word not in (",", "and")]


def without_irregular(span: Span) -> tuple[Span, bool]:
    """A sentence without the mark of what is irregular, and whether it has one."""
    mark = _IRREGULAR.search(span.text)
    return (span.part(0, mark.start()), True) if mark else (span, False)


def _sentence(span: Span, names: Names) -> _Sentence:
    """The parts of a sentence."""
    text = _DASH.sub(
        lambda dash: ",".ljust(len(dash[0])), span.text.translate(_PLAIN_MARKS).replace("->", " >")
    )
    tokens = [_token(match, span) for match in _TOKEN.finditer(text)]
    words = [word for token in tokens for word in _expanded(token, names)]
    readings: list[Callable[[Sequence[Span]], Joined]] = [
        lambda rest: None if names.is_seat_name(rest[0].text) else _spoken_part(rest, names),
        card_part,
        lambda rest: book_part(rest, names),
    ]
    joined = joined_parts(words, readings)
    named = [part for part in joined if part.text and not _is_article(part, span)]
    parts = with_alternatives(named, names)
    sentence = _Sentence(parts, [_code(part, names) for part in parts])
    start = _LEAD.match(f"{sentence.pattern} ")
    end = len(parts)
    while end and sentence.words[end - 1] in (",", "!"):
        end -= 1
    return sentence.between(len(start[0].split()) if start else 0, end)


def _token(match: re.Match[str], span: Span) -> Span:
    """A word or a mark; a question mark right behind a word is a comma, but for the last one."""
    text, at = match[0], match.start()
    if text[0] == "?" and at and match.string[at - 1] != " ":
        text = "," if match.string[match.end() :].strip(" .,!") else _DOUBTED
    elif text in (":", ";", "."):
        text = ","
    elif text[0] in ".…":
        text = "more"
    elif text.isalpha():
        text = _DRAWN_OUT.sub(r"\1", text)
    return Span(text, span.line, span.column + at)


def _expanded(token: Span, names: Names) -> list[Span]:
    """A word without contractions: ``didn't`` is ``did not``."""
    match = None if names.is_seat_name(token.text) else _CONTRACTED.fullmatch(token.word)
    if match is None:
        return [token]
    first, second = ([piece for piece in match.groups() if piece] + ["not"])[:2]
    start = token.part(0, len(first))
    return [
        start.saying(_FULL.get(first, start.text)),
        token.part(len(first)).saying(_FULL.get(second, second)),
    ]


def _spoken_part(words: Sequence[Span], names: Names) -> Joined:
    """What some words mean in speech alone; text that is empty means nothing."""
    return (
        _noise(words)
        or _phrase(words, ("or to", "or from", "or of", "or was it"), "or")
        or _phrase(words, _UNKNOWN, UNKNOWN)
        or _of_some_suit(words, names)
        or _card_without_of(words)
    )


def _noise(words: Sequence[Span]) -> Joined:
    """Words that say nothing."""
    spoken = "".join(f"{word.word} " for word in words[:6])
    match = pattern("<noise> ").match(spoken)
    return ("", len(match[0].split())) if match else None


def _phrase(words: Sequence[Span], phrases: Iterable[str], meaning: str) -> Joined:
    """One of some phrases that mean the same; ``a card of`` begins something else."""
    spoken = [word.word for word in words[:4]]
    for phrase in phrases:
        length = len(phrase.split())
        if phrase.split() == spoken[:length] and spoken[length : length + 1] != ["of"]:
            return meaning, length
    return None


def _of_some_suit(words: Sequence[Span], names: Names) -> Joined:
    """``three of something``: all the threes of the deck."""
    spoken = " ".join(word.word for word in words[:4])
    match = re.match(r"(\w+) of (something|some suit)\b", spoken)
    rank = RANK_WORDS.get(match[1]) if match else None
    cards = [card for card in names.deck.cards if card[:-1] == rank] if names.deck else []
    return ("/".join(cards), len(match[0].split())) if match and cards else None


def _card_without_of(words: Sequence[Span]) -> Joined:
    """``jack hearts``; ``ten hearts`` may be a number of cards."""
    rank = RANK_WORDS.get(words[0].word, "") if words[0].text != "a" else ""
    suit = SUIT_WORDS.get(words[1].word) if len(words) > 1 else None
    return (rank + suit, 2) if rank.isalpha() and suit else None


def _is_article(part: Span, span: Span) -> bool:
    """Whether a part is an article; ``A`` that does not begin a sentence is an ace, or a seat."""
    return part.word in _ARTICLES and (part.text != "A" or part.column == span.column)


def _code(part: Span, names: Names) -> str:
    """What a part is in a pattern: a letter for what has a place in a statement, else itself."""
    pieces = part.text.split("/")
    if names.is_seat_name(part.text):
        return "S"
    if part.text[0] == UNKNOWN:
        return "U"
    if all(map(names.book_meant, pieces)):
        return "B"
    if all(piece not in _NO_CARDS and (card_form(piece) or names.book_meant(piece))
           for piece in pieces):  # fmt: skip
        return "C"
    return "S" if all(_is_seat(piece, names) for piece in pieces) else part.word


def _is_seat(word: str, names: Names) -> bool:
    """Whether a word is a seat: its name, or what may stand for it and is no word of a form."""
    return names.is_seat_name(word) or (
        len(word) > 1 and names.is_seat(word) and not _is_known(word.lower())
    )


def _is_known(word: str) -> bool:
    """Whether a word stands in any form."""
    own = (_ARTICLES, _REST, _NAMING_FILLERS, _OWN, NUMBERS, RANK_WORDS)
    return word in known_words() or word in ask_words() or any(word in words for words in own)


def has_words_of_speech(span: Span, names: Names) -> bool:
    """Whether a statement has words that people say, and the notation has not."""
    notation = {
        *VERBS,
        *OUTCOMES,
        *["yes", "no", "y", "n", "surrender", "to", "rest", "shown", "nobody"],
    }
    words = _sentence(span, names).words[1:]
    return any(word.isalpha() and _is_known(word) and word not in notation for word in words)


# -- from the pattern to a statement --------------------------------------------------------------


def slots_of_sentence(span: Span, names: Names, turn: Seat | None) -> Slots | Missing | None:
    """The words of a sentence by the fields of a statement; None where it is not understood.

    Args:
        span: the sentence.
        names: what words mean, and where to note what is not understood.
        turn: whose turn it is, for sentences that leave it out; None where it is not known.
    """
    sentence = _sentence(span, names)
    if len(sentence.parts) > _MOST_PARTS:
        names.problems.add(span, f"a sentence has at most {_MOST_PARTS} words ({_EXAMPLE})")
        return None
    stretch = _stretch(sentence.pattern)
    if not sentence.parts or stretch is not None:
        return stretch
    aside = pattern(f"{_BEFORE_ASIDE}(?: but| or)? <aside>(?= |$)").search(f" {sentence.pattern}")
    bare = sentence.without(aside) if aside else sentence
    if not bare.parts:
        return None
    slots = _in_forms(_with_actor(bare, turn) if turn else bare, span.end(), names)
    if slots is None and not len(names.problems):
        slots = _ask(bare, span, names, turn)
    if slots is not None and aside is not None and not _leaves_open(slots, aside["which"] or ""):
        names.problems.add(span, f"{quote(span.text)} is not understood as a whole ({_EXAMPLE})")
        return None
    return slots


def _stretch(words: str) -> Missing | None:
    """The missing stretch that a sentence tells of."""
    for form in forms("missing-asks"):
        asks = form.fullmatch(words)
        if asks is not None:
            number = NUMBERS.get(asks["number"] or "", asks["number"] or "")
            is_known = number.isdecimal() and len(number) < 4 and int(number) > 0
            return Missing(int(number) if is_known else None, only_asks=True)
    return Missing() if pattern("<missing-stretch>").fullmatch(words) else None


def _with_actor(sentence: _Sentence, turn: Seat) -> _Sentence:
    """A sentence with whoever has the turn, if it leaves out who acts."""
    actor = sentence.parts[0].saying(turn)
    if pattern("<verbs>(?![^ ])").match(sentence.pattern):
        return _Sentence([actor, *sentence.parts], ["S", *sentence.words])
    return sentence


def _in_forms(sentence: _Sentence, end: Span, names: Names) -> Slots | None:
    """The slots of the first form that a sentence has."""
    for kind in KINDS:
        for form in forms(kind.kind) if kind in _SPOKEN else ():
            match = form.fullmatch(sentence.pattern)
            if match is not None:
                return _filled(kind, sentence, match, end, names)
    return None


def _filled(
    kind: type[PlainEvent], sentence: _Sentence, match: re.Match[str], end: Span, names: Names
) -> Slots | None:
    """The slots of a form that a sentence has; None where it does not make sense so."""
    groups = {name for name, text in match.groupdict().items() if text is not None}
    words: dict[str, Sequence[Span]] = {
        name: sentence.slot(match, name).named for name in groups if name in FIELD_TYPES[kind]
    }
    rest = sentence.slot(match, "rest") if "rest" in groups else _Sentence()
    if kind is Claim:
        return _claim(words, rest, end, names)
    if kind is HandSize:
        numbers = {"none": "0", "last": "1", "unknown": UNKNOWN}
        number = next((text for name, text in numbers.items() if name in groups), None)
        sizes = [NUMBERS.get(word, word) for size in words.get("size", ())
                 for word in size.word.split("/")]  # fmt: skip
        words["size"] = [end.saying(number or "/".join(sizes))]
    if kind is Award and "nobody" in groups:
        words["seat"] = [end.saying(NOBODY)]
    if kind in (Show, Now):
        words["cards"] = _suited(words["cards"])
    if kind is Now:
        words["whole"] = sentence.slot(match, "more").named if "more" in groups else []
    return Slots(kind, words, end)


_SPOKEN: Final = tuple(kind for kind in KINDS if kind not in (Ask, HandSizes))
"""The kinds of events that are told in sentences."""


def _leaves_open(slots: Slots, which: str) -> bool:
    """Whether a statement leaves open what is said to be forgotten beside it."""
    for field, type_ in FIELD_TYPES[slots.kind].items():
        is_seat = type_.startswith("Seat")
        is_wanted = not is_seat if "card" in which else is_seat or "who" not in which
        for word in slots.words.get(field, ()) if is_wanted else ():
            is_book = type_ == "Card" and card_form(word.text) is None
            if field != "answer" and (word.text == UNKNOWN or "/" in word.text or is_book):
                return True
    return False


def _suited(words: Sequence[Span]) -> list[Span]:
    """Cards, of which some were told without the suit of the next: ``the four and the 5S``."""
    suited: list[Span] = []
    for word in reversed(words):
        rank = RANK_WORDS.get(word.word) if suited else None
        suited.append(word.saying(rank + suited[-1].text[-1]) if rank else word)
    return suited[::-1]


# -- asks -----------------------------------------------------------------------------------------


def _ask(sentence: _Sentence, span: Span, names: Names, turn: Seat | None) -> Slots | None:
    """The slots of an ask that a sentence tells; None where it is not clear, which is reported."""
    try:
        words = words_with_roles(sentence.parts, sentence.words)
        account = account_of(words)
        if turn is not None and words[0].role in ("ASK", "GET"):
            account.seats["A"].insert(0, sentence.parts[0].saying(turn))
        return _agreed(account, span.end(), names)
    except UnclearError as problem:
        _report(sentence, span, problem, names)
        return None


def _agreed(account: Account, end: Span, names: Names) -> Slots:
    """The slots of an ask of which all that is told agrees.

    Raises:
        UnclearError: where something does not agree, or is missing.
    """
    target = _one(account.seats["T"], names, end)
    others = [part for part in account.seats["*"] if _meant(part, names) != _meant(target, names)]
    asker = _one(account.seats["A"] or others, names, end)
    meant = {_meant(asker, names), _meant(target, names)}
    for part in account.seats["*"]:
        if _meant(part, names) not in meant:
            raise UnclearError(part, _NEITHER)
    for part in account.not_meant:
        if _meant(part, names) in meant and names.like(part.text):
            raise UnclearError(part, "is not understood here")
    cards = {_card_meant(part): part for part in account.cards}
    answers = set(account.answers) or {UNKNOWN}
    if not account.is_asked or len(cards) != 1:
        at = account.cards[-1] if account.cards else end
        raise UnclearError(at, "is not understood here")
    if len(answers) != 1:
        raise UnclearError(end, "is no clear answer")
    (card,) = cards.values()
    words = {"asker": [asker], "target": [target], "card": [card]}
    return Slots(Ask, {**words, "answer": [end.saying(*answers)]}, end)


def _one(parts: Sequence[Span], names: Names, end: Span) -> Span:
    """The one player, or the alternatives, that all parts mean."""
    meant = {_meant(part, names): part for part in reversed(parts)}
    if not meant:
        raise UnclearError(end, "")
    if len(meant) > 1:
        other = next(part for part in parts if _meant(part, names) != _meant(parts[0], names))
        raise UnclearError(other, _NEITHER)
    return parts[0]


def _card_meant(part: Span) -> tuple[str, ...]:
    """The card, or the cards, that a part means."""
    return tuple(sorted(card_form(piece) or piece.lower() for piece in part.text.split("/")))


def _meant(part: Span, names: Names) -> tuple[Seat, ...]:
    """The seat, or the seats, that a part means."""
    return tuple(sorted(seat for piece in part.text.split("/") for seat in names.like(piece)))


# -- claims ---------------------------------------------------------------------------------------


def _claim(
    words: dict[str, Sequence[Span]], rest: _Sentence, end: Span, names: Names
) -> Slots | None:
    """A claim, if its naming and its outcome are clear."""
    (claimant,) = words["claimant"]
    book = names.book_meant(words["book"][0].text)
    first = next((place for place, word in enumerate(rest.words) if word != ","), 0)
    if rest.words[first : first + 1] in (["correctly"], ["successfully"]):
        rest = rest.between(first + 1).followed_by(rest.between(first, first + 1))
    gap = pattern("(?:(?: ,| and| but)* )<naming-forgotten>(?= |$)").search(f" {rest.pattern}")
    rest = rest.without(gap) if gap else rest
    ended = _ended(rest)
    if book is None or ended is None or (gap and set(ended[0].words) - {",", "and", "but"}):
        expected = "expected correct, split, opponents or cancelled; is it forgotten? write ?"
        at = rest.parts[-1] if rest.parts else end
        names.problems.add(at, f"what came of the claim is not clear ({expected})")
        return None
    named, outcome = ended
    holdings = [end.saying(UNKNOWN)] if gap else _naming(named, book, claimant, names)
    outcomes = [end.saying(outcome)]
    if holdings is None:
        return None
    return Slots(Claim, {**words, "holdings": holdings, "outcome": outcomes}, end)


def _ended(rest: _Sentence) -> tuple[_Sentence, str] | None:
    """The naming of a claim, and its outcome; None where that is not clear."""
    ends = []
    for outcome, section in _CLAIM_ENDS.items():
        source = f"(?P<named>.*?)(?: LINK)* <{section}>(?: ,| !)*"
        match = pattern(source).fullmatch(f" {rest.pattern}")
        if match is not None:
            ends.append((len(match["named"].split()), outcome))
    if not ends:
        return None
    number, outcome = min(ends)
    return rest.between(0, number), outcome


def _naming(rest: _Sentence, book: Book, claimant: Span, names: Names) -> list[Span] | None:
    """The words of HOLDINGS: each seat with its cards; None where it is not clear.

    Who claims need not say that the rest is in the own hand.
    """
    words = " ".join(word for word in rest.words if word != ",")
    if pattern("<alone>").fullmatch(words):
        return [claimant, claimant.saying("rest")]
    if pattern(r"FORGET(?: how| naming)?|U").fullmatch(words):
        return [claimant.saying(UNKNOWN)]
    groups = _groups(rest, book, claimant, names)
    if groups == []:
        message = f"who holds which cards is not said ({_NAMING_EXAMPLE}; is it forgotten? write ?)"
        names.problems.add(claimant, message)
    if not groups:
        return None
    listed = [word for group in groups for word in group[1:]]
    is_whole = any(word.text == "rest" for word in listed) or len(listed) >= len(book.cards)
    named = {_meant(group[0], names) for group in groups}
    if not is_whole and _meant(claimant, names) not in named:
        groups.append([claimant, claimant.saying("rest")])
    return [word for group in groups for word in (*group, group[0].saying(","))]


def _rest_of_nobody(groups: Sequence[Sequence[Span]], waiting: Sequence[Span]) -> Span | None:
    """A rest of which it is not clear whose it is: behind a comma, or before another card."""
    behind = [word for word in waiting if word.text == "rest"]
    before = [group[1] for group in groups if len(group) > 2 and group[1].text == "rest"]
    unclear = behind if groups and len(groups[-1]) > 1 and behind else before
    return unclear[0] if unclear else None


def _groups(rest: _Sentence, book: Book, claimant: Span, names: Names) -> list[list[Span]] | None:
    """Each seat with its cards, which may stand before it: ``two and four with Carl``.

    Cards behind a comma wait for what follows: a seat that they are ``with`` (or, of the rest, the
    claimant), else they are of the seat before.
    """
    groups: list[list[Span]] = []
    waiting: list[Span] = []
    counts: list[tuple[Span, list[Span]]] = []
    through, last, before = False, "", Span(",")
    for part, word in zip(rest.parts, rest.words, strict=True):
        held = _held(part, word, book, last if through else "")
        through = word in ("through", "to")
        if word == "S" or word in _OWN:
            is_rest = word in _OWN and [each.text for each in waiting] == ["rest"]
            if groups and before.word not in ("with", "at", "in") and not is_rest:
                groups[-1] += waiting
                waiting = []
            seat = part.saying(claimant.text) if word in _OWN else part
            _begin_group(groups, seat, waiting, claimant)
            waiting = []
        elif held:
            into = waiting if before.word == "," or waiting or not groups else groups[-1]
            into += [part.saying(card) for card in held if card not in [w.text for w in into]]
            last = held[-1]
            if _may_count(part, word, before) and into is not waiting:
                counts.append((part, into))
        elif not through and word not in _NAMING_FILLERS and not (waiting and word in NUMBERS):
            message = f"{quote(part.text)} is not understood in a naming ({_NAMING_EXAMPLE})"
            names.problems.add(part, message)
            return None
        before = part
    unclear = _rest_of_nobody(groups, waiting)
    if unclear is not None:
        names.problems.add(unclear, f"whose is the rest? ({_NAMING_EXAMPLE})")
        return None
    if groups:
        groups[-1] += waiting
    for seat in [group[0] for group in groups if len(group) == 1]:
        message = f"no cards are named for {quote(seat.text)} ({_NAMING_EXAMPLE})"
        names.problems.add(seat, message)
        return None
    listed = {word.text for group in groups for word in group[1:]}
    for part, group in counts if "rest" in listed or len(listed) < len(book.cards) else ():
        if len(group) == 2:
            message = f"{quote(part.text)} may be a card, or a number of cards"
            names.problems.add(part, f"{message} ({_NAMING_EXAMPLE})")
            return None
    return groups


def _may_count(part: Span, word: str, before: Span) -> bool:
    """Whether a rank may be a number of cards: ``Ann has two``, but not ``Ann has the two``."""
    is_next = part.column == before.end().column + 1
    has = before.word in ("has", "have", "had", "holds", "held", "got", "holding")
    return is_next and has and (word in NUMBERS or word.isdecimal())


def _begin_group(groups: list[list[Span]], seat: Span, cards: list[Span], claimant: Span) -> None:
    """Begins the group of a seat; a claimant who only says that another has cards has no group."""
    if groups and len(groups[-1]) == 1 and groups[-1][0].text == claimant.text:
        groups.pop()
    if not groups or cards or groups[-1][0].text != seat.text:
        groups.append([seat, *cards])


def _held(part: Span, word: str, book: Book, first: str = "") -> list[str]:
    """The cards that a word means: one, all from another one on, or the rest.

    A bare rank is the card of the half-suit.
    """
    if word in _REST:
        return ["rest"]
    start, dash, end = word.partition("-")
    if dash:
        first, word = (_held(part, start, book) or [""])[0], end
    like = [card for card in book.cards if card[:-1] == RANK_WORDS.get(word.removesuffix("s"))]
    cards = [part.text] if word == "C" else like if len(like) == 1 else []
    if cards and first in book.cards and cards[0] in book.cards:
        return list(book.cards[book.cards.index(first) : book.cards.index(cards[0]) + 1])
    return cards


# -- what is not understood -----------------------------------------------------------------------


def _report(sentence: _Sentence, span: Span, problem: UnclearError, names: Names) -> None:
    """Reports what is not understood in a sentence."""
    if pattern("<gave>").fullmatch(sentence.pattern):
        expected = f"expected '{usage(Ask)}'; where the table moves a card, 'A gives B CARD'"
        names.problems.add(span, f"was this the answer to an ask? ({expected})")
        return
    part = problem.part
    place = sentence.parts.index(part) if part in sentence.parts else len(sentence.parts)
    has_asked = any(pattern("ASK").fullmatch(word) for word in sentence.words[:place])
    hint = _ANSWER_HINT if has_asked or len(names.problems) else _EXAMPLE
    if LIKE_A_CARD.fullmatch(part.text) and not _is_known(part.word):
        names.card(part)
    elif place == 0 and len(sentence.words) > 1 and sentence.words[0] != "S":
        names.seat(part)
    if not len(names.problems):
        text = quote(part.text or span.text)
        names.problems.add(part, f"{text} {problem} ({hint})")
