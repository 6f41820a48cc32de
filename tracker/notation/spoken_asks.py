"""An ask and its answer as people tell them: ``Bob, asked by Ann for the 5H, shook his head``.

Each word has a role (``spoken_asks.txt``), or it is not understood. The sentence is cut into
clauses with one verb each. A clause says who did what: by the verb, who stands before it, behind it
and behind ``to``, ``from`` or ``by`` is the one who asks (``A``) or the one who is asked (``T``),
and the verb may answer. All the clauses tell of one ask: what they say of its players, its card and
its answer has to agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from tracker.notation.problems import Span
from tracker.notation.spoken_forms import sections

_AUXILIARY: Final = frozenset(("BE", "HAVE", "DO", "COULD", "MODAL", "NOT"))
_PREPOSITIONS: Final = frozenset(("FOR", "BY", "FROM", "TO", "YOUHAVE"))
_PERSONS: Final = frozenset(("S", "OWNER", "PRON", "WHO"))
_CARDS: Final = frozenset(("C", "B", "IT", "WHICH", "WHAT"))
_ANSWERS: Final = {"NO": "no", "YES": "yes", "NOTHING": "no"}
_ANSWERED: Final = frozenset(("SAY", "TOLD", "GET", "BE", "HAVE", "FORGET"))
"""The verbs behind which an answer may stand."""


_FORGOTTEN: Final = frozenset(("FORGET", "WHAT", "IF", "ANSWER"))
"""The roles of words that say that the answer is forgotten."""
_UNSURE: Final = frozenset(("UNSURE", "¿"))
"""The roles of words by which the speaker is not sure of an answer."""
_NOUNED: Final = frozenset(("BE", "GET", "NO", "YES"))
"""The verbs beside which the word ``answer`` may stand."""
_OPEN: Final = frozenset(("ANSWER", "SAY", "GET", "GIVE"))
"""Roles behind which a comma ends nothing."""

_TOKEN: Final = re.compile(r"[()|]|[^\s()|]+")
_NAMED: Final = re.compile("[A-Z]{2,}")
"""A word that stands for alternatives."""


class _Verb(NamedTuple):
    """Who stands where beside a verb, and what it answers by itself, and with ``not``."""

    before: str = "-"
    behind: str = "-"
    to: str = "-"
    source: str = "-"
    by: str = "-"
    answer: str = ""
    denied: str = "-"
    needs_card: bool = False


_VERBS: Final = {
    "ASK": _Verb("A", "T", "T", "T"),
    "ASKED": _Verb("T", "-", "T", "T", "A"),
    "GET": _Verb("A", "-", "-", "T", "-", "yes", "no", needs_card=True),
    "GIVE": _Verb("T", "A", "A", "-", "-", "yes", "no", needs_card=True),
    "GIVEN": _Verb("A", "A", "A", "-", "T", "yes", "no"),
    "HAND": _Verb("T", "A", "A", "-", "T", "yes", "no"),
    "SURRENDER": _Verb("T", "-", "A", "-", "T", "yes", "no", needs_card=True),
    "HAVE": _Verb("T", "-", "-", "-", "-", "yes", "no"),
    "DO": _Verb("*", "-", "-", "-", "-", "yes", "no"),
    "BE": _Verb("-", "*"),
    "HIT": _Verb("A", "-", "-", "-", "-", "yes"),
    "MISS": _Verb("*", "-", "-", "-", "-", "no"),
    "LACK": _Verb("T", "-", "-", "-", "-", "no"),
    "REFUSE": _Verb("T", "A", "A", "-", "T", "no"),
    "REFUSED": _Verb("A", "-", "-", "-", "T", "no"),
    "SAY": _Verb("T", "A", "A"),
    "TOLD": _Verb("A", "-", "-", "-", "T"),
    "NO": _Verb("T", "-", "-", "-", "-", "no"),
    "YES": _Verb("T", "-", "-", "-", "-", "yes"),
    "TURNS": _Verb("-", "-", "T", "-", "-", "no"),
    "FORGET": _Verb("*", "-", "-", "-", "-", "?"),
    "NOTHING": _Verb("T", "-", "-", "-", "-", "no"),
}


class Word(NamedTuple):
    """A part of a sentence, and its role."""

    part: Span
    role: str


Clause: TypeAlias = list[Word]


class UnclearError(Exception):
    """What stands in a sentence is not understood, or does not agree with the rest."""

    def __init__(self, part: Span, message: str) -> None:
        super().__init__(message)
        self.part = part


@dataclass
class Account:
    """What the clauses of a sentence tell."""

    seats: dict[str, list[Span]] = field(default_factory=lambda: {"A": [], "T": [], "*": []})
    cards: list[Span] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    not_meant: list[Span] = field(default_factory=list)
    is_asked: bool = False
    has_speech: bool = False


# -- words to roles -------------------------------------------------------------------------------


def _phrases(tokens: Iterator[str], words: Mapping[str, str]) -> set[tuple[str, ...]]:
    """The phrases that alternatives mean, up to a parenthesis that closes them.

    Args:
        tokens: words, parentheses, and the bars between alternatives.
        words: what the words in capitals stand for.
    """
    phrases: set[tuple[str, ...]] = set()
    begun: set[tuple[str, ...]] = {()}
    for token in tokens:
        if token == ")":
            break
        if token == "|":
            phrases |= begun
            begun = {()}
            continue
        inner: set[tuple[str, ...]] = {(token,)}
        if token == "(" or _NAMED.fullmatch(token):
            inner = _phrases(tokens if token == "(" else _tokens(words[token]), words)
        begun = {(*start, *end) for start in begun for end in inner}
    return phrases | begun


def _tokens(source: str) -> Iterator[str]:
    return iter(_TOKEN.findall(source))


@cache
def _vocabulary() -> dict[tuple[str, ...], str]:
    """The role of each phrase."""
    entries = sections("spoken_asks.txt")
    words = dict(entry.split(": ", 1) for part in entries.values() for entry in part)
    roles = (entry.split(": ", 1) for entry in entries["roles"])
    return {phrase: role for role, source in roles for phrase in _phrases(_tokens(source), words)}


@cache
def ask_words() -> frozenset[str]:
    """All words that have a role."""
    return frozenset(word for phrase in _vocabulary() for word in phrase)


@cache
def _longest() -> int:
    return max(map(len, _vocabulary()))


def words_with_roles(parts: Sequence[Span], codes: Sequence[str]) -> list[Word]:
    """The parts of a sentence with their roles, the longest phrase first.

    Args:
        parts: the parts.
        codes: what each is: ``S``, ``C``, ``B``, ``U``, or a word.

    Raises:
        UnclearError: where a word has no role.
    """
    words: list[Word] = []
    place = 0
    while place < len(parts):
        for length in range(min(_longest(), len(parts) - place), 0, -1):
            role = _vocabulary().get(tuple(codes[place : place + length]))
            if role is not None:
                break
        else:
            role = codes[place] if codes[place] in ("S", "C", "B", "U", "¿") else None
        if role is None:
            raise UnclearError(parts[place], "is not understood here")
        if role != "FILLER":
            words.append(Word(parts[place], role))
        place += length
    if all(word.role in _UNSURE for word in words):
        raise UnclearError(parts[0], "is not understood here")
    return _without_emphasis(_possessive(words))


def _without_emphasis(words: list[Word]) -> list[Word]:
    """The words with ``it was Ann who asked`` as ``Ann asked``."""
    roles = " ".join(word.role for word in words)
    while match := re.search(r"(?:\b(?:IT|PRON) |^)BE (?:S|U) (?:SEP )*(WHO)(?= )", roles):
        start = len(roles[: match.start()].split())
        subject = start + match[0].split().index("BE") + 1
        end = start + len(match[0].split())
        words = [*words[:start], words[subject], *words[end:]]
        roles = " ".join(word.role for word in words)
    return words


def _possessive(words: list[Word]) -> list[Word]:
    """The words with ``Ann's 5H`` as one who holds it; any other ``'s`` is ``is`` or ``has``."""
    result: list[Word] = []
    for word, following in zip(words, [*words[1:], None], strict=True):
        if word.role != "'S":
            result.append(word)
        elif following and following.role in ("C", "B", "IT", "ANSWER") and result[-1:]:
            result[-1] = Word(result[-1].part, "OWNER" if result[-1].role == "S" else "PRON")
        else:
            result.append(Word(word.part, "BE"))
    return result


# -- words to clauses -----------------------------------------------------------------------------


def clauses(words: Sequence[Word]) -> list[Clause]:
    """The words cut into clauses with at most one verb each."""
    cut: list[Clause] = [[]]
    for word, following in zip(words, [*words[1:], None], strict=True):
        clause = cut[-1]
        last = clause[-1].role if clause else ""
        if word.role == "SEP":
            quotes = following is not None and following.role == "YOUHAVE"
            if clause and not quotes and not (word.part.text == "," and last in _OPEN):
                cut.append([])
            continue
        if word.role in ("WHO", "WHICH") and clause and last not in _PREPOSITIONS:
            cut.append([])
        elif _begins_verb(word.role, clause):
            subject = []
            if last in _PERSONS and not _is_object(clause):
                subject = [clause.pop()]
            cut.append(subject)
        cut[-1].append(word)
    return [clause for clause in cut if clause]


def _is_object(clause: Clause) -> bool:
    """Whether the last word is a player behind a preposition, or right behind a verb of speech."""
    return len(clause) > 1 and clause[-2].role in _PREPOSITIONS


def _begins_verb(role: str, clause: Clause) -> bool:
    """Whether a word begins a second verb in a clause."""
    verb = main_verb(clause)
    if (role not in _VERBS and role not in _AUXILIARY) or verb is None or role == "NOT":
        return False
    main = clause[verb].role
    if main in _AUXILIARY and all(word.role == "NOT" for word in clause[verb + 1 :]):
        return False
    if main == "FORGET" or (role == "FORGET" and clause[0].role in ("WHAT", "IF")):
        return False
    if role in _ANSWERS and main in _ANSWERED:
        return any(word.role in _ANSWERS for word in clause)
    return True


def main_verb(clause: Clause) -> int | None:
    """Where the verb of a clause stands: the first, or the last of auxiliaries."""
    place = None
    for number, word in enumerate(clause):
        if word.role in _VERBS and word.role not in _AUXILIARY:
            return number
        if word.role in _AUXILIARY and word.role in _VERBS:
            place = number
        elif place is not None and word.role != "NOT":
            return place
    return place


# -- clauses to what they tell --------------------------------------------------------------------


def account_of(words: Sequence[Word]) -> Account:
    """What a sentence tells of an ask.

    Raises:
        UnclearError: where a clause does not say who did what, or the answer is not clear.
    """
    unsure = [word for word in words if word.role in _UNSURE]
    parted = clauses([word for word in words if word not in unsure])
    account = Account()
    for clause in _with_subjects(parted, account):
        _read(clause, account)
    if unsure:
        _leave_open(words, account, unsure[0].part)
    if account.has_speech and not account.answers:
        raise UnclearError(words[-1].part, "is no clear answer")
    return account


def _leave_open(words: Sequence[Word], account: Account, place: Span) -> None:
    """Leaves open an answer that the speaker is not sure of; all else of the kind is refused."""
    roles = "".join(f" {word.role}" for word in words)
    tail = re.search(r" SEP(?: (?:UNSURE|SEP|NO|YES|¿))+$", roles)
    is_answer = tail is not None and re.search("UNSURE|¿", roles[: tail.start()]) is None
    if not is_answer or len(account.answers) != 1:
        raise UnclearError(place, "is no clear answer")
    account.answers = ["?"]


def _with_subjects(parted: Sequence[Clause], account: Account) -> list[Clause]:
    """The clauses with a verb; players and cards without one are put where they belong.

    Before the ask they belong to its verb; behind it they are who was asked, and the card. Without
    a verb they are an ask by themselves: ``Ann to Bob, 5H``.
    """
    verbs = [_ask_verb(clause) for clause in parted]
    first = next((number for number, verb in enumerate(verbs) if verb), len(parted))
    leading: Clause = []
    result: list[Clause] = []
    for number, clause in enumerate(parted):
        bare = main_verb(clause) is None
        if bare and _is_contrast(clause):
            account.not_meant.append(clause[1].part)
        elif bare and number < first and (first < len(parted) or not result):
            leading += clause
        elif bare:
            _read_bare(clause, account)
        elif number == first and leading and _is_short(leading):
            _read_short(leading, account)
            result.append(clause)
            leading = []
        elif number == first and leading:
            result.append(_led(leading, clause, account))
            leading = []
        else:
            result.append(clause)
    if leading:
        _read_short(leading, account)
    return result


def _is_contrast(clause: Clause) -> bool:
    """Whether a clause says what was not meant, beside what was: ``not Finn``."""
    return [word.role for word in clause] in (["NOT", "S"], ["NOT", "C"])


def _ask_verb(clause: Clause) -> str:
    """The verb of an ask, if a clause has it."""
    verb = main_verb(clause)
    role = clause[verb].role if verb is not None else ""
    roles = {word.role for word in clause}
    if role == "SAY" and "YOUHAVE" in roles:
        return "ASK"
    return role if role in ("ASK", "ASKED", "GET") else ""


def _led(leading: Clause, clause: Clause, account: Account) -> Clause:
    """A clause with what stands before it, or without, if it has its own subject."""
    verb = main_verb(clause)
    has_subject = any(word.role in _PERSONS for word in clause[:verb])
    if not has_subject or leading[-1].role in _CARDS or leading[0].role in _PREPOSITIONS:
        return [*leading, *clause]
    _read_bare(leading, account)
    return clause


def _is_short(clause: Clause) -> bool:
    """Whether a clause is an ask without a verb: who asks, who is asked, the card."""
    letters = [{"S": "S", "C": "C", "B": "C"}.get(word.role, word.role) for word in clause]
    roles = " ".join(role for role in letters if role not in ("TO", "FOR", "YOUHAVE"))
    return re.fullmatch("(S S|U S|S U) (C|U)", roles) is not None


def _read_short(clause: Clause, account: Account) -> None:
    """Reads an ask without a verb."""
    if not _is_short(clause):
        raise UnclearError(clause[0].part, "is not understood as an ask")
    named = [word.part for word in clause if word.role in ("S", "C", "B", "U")]
    account.seats["A"].append(named[0])
    account.seats["T"].append(named[1])
    account.cards.append(named[2])
    account.is_asked = True


def _read_bare(clause: Clause, account: Account) -> None:
    """Reads players and cards without a verb behind an ask."""
    for word in clause:
        if word.role == "U" and account.cards:
            account.answers.append("?")
        elif word.role in ("C", "B", "U"):
            account.cards.append(word.part)
        elif word.role in _PERSONS:
            _name(word, "T", account)
        elif word.role not in ("FOR", "FROM", "TO", "IT"):
            raise UnclearError(word.part, "is not understood here")


def _name(word: Word, slot: str, account: Account) -> None:
    """Notes who is named in a place."""
    if slot == "-":
        raise UnclearError(word.part, "is not understood here")
    if word.role in ("S", "OWNER", "U"):
        account.seats[slot].append(word.part)


def _read(clause: Clause, account: Account) -> None:
    """Reads a clause with a verb."""
    forgets = any(word.role == "FORGET" for word in clause)
    if forgets and _forgets_answer(clause, account):
        return
    clause = [word for word in clause if not forgets or word.role not in _FORGOTTEN]
    place = main_verb(clause)
    if place is None:
        raise UnclearError(clause[0].part, "is not understood here")
    is_denied = _is_denied(clause, place)
    reader = _Reader(clause, place, _verb(clause, place), account)
    reader.read()
    _require_sound_subject(clause, place)
    is_ask = _ask_verb(clause) in ("ASK", "ASKED")
    if is_ask + forgets + is_denied > 1:
        raise UnclearError(clause[place].part, "is not understood here")
    if is_ask:
        account.is_asked = True
        return
    answer = _answer(reader, is_denied=is_denied)
    role = clause[place].role
    if role == "GET" and answer == "yes" and reader.has_card and not account.has_speech:
        account.is_asked = True
    account.has_speech = account.has_speech or (role in ("SAY", "TOLD") and not answer)
    if answer or forgets:
        account.answers.append("?" if forgets else answer)


def _require_sound_subject(clause: Clause, place: int) -> None:
    """Refuses what the teller says (``I said yes``), and an ask that somebody only had to make."""
    before = clause[:place]
    role = clause[place].role
    is_teller = role == "SAY" and any(word.part.word in ("i", "you", "we") for word in before)
    roles = [word.role for word in before]
    if is_teller or (role == "ASK" and "MODAL" in roles and "S" not in roles):
        raise UnclearError(clause[place].part, "is not understood here")


def _forgets_answer(clause: Clause, account: Account) -> bool:
    """Whether a clause says no more than that the answer is forgotten."""
    is_answer = any(word.role == "ANSWER" for word in clause)
    others = [word for word in clause if word.role not in _FORGOTTEN]
    if not all(
        word.role in ("BE", "OWNER", "IT") or (word.role == "PRON" and is_answer) for word in others
    ):
        return False
    account.answers.append("?")
    for word in others:
        _name(word, "T", account)
    return True


def _answer(reader: _Reader, *, is_denied: bool) -> str:
    """The answer that a clause gives; nothing for one that only leads to an answer."""
    clause, place, verb = reader.clause, reader.place, reader.verb
    role = clause[place].role
    answer = reader.answer or (verb.denied if is_denied else verb.answer)
    if role == "SURRENDER" and len(clause) == 1:
        return "surrender"
    lacks_card = verb.needs_card and not reader.has_card and not reader.answer
    is_said = not reader.answer or (role in _ANSWERED and not is_denied)
    is_empty = role == "BE" and any(w.role not in ("BE", "S", *_CARDS) for w in clause)
    if answer == "-" or lacks_card or not is_said or (role == "SAY" and is_denied) or is_empty:
        raise UnclearError(clause[place].part, "is no clear answer")
    return answer


def _verb(clause: Clause, place: int) -> _Verb:
    """What the verb of a clause says of who stands where."""
    roles = [word.role for word in clause]
    role = roles[place]
    if role in ("ASK", "SAY") and "YOUHAVE" in roles[:place]:
        return _Verb("T", "A")
    if role == "ASK" and "BY" in roles and clause[place].part.word.endswith("ed"):
        return _VERBS["ASKED"]
    if role == "SAY" and _ask_verb(clause) == "ASK":
        return _VERBS["ASK"]
    if role == "SAY" and place == 0 and not set(roles) & set(_ANSWERS):
        return _Verb(behind="T")
    return _VERBS[role]


def _is_denied(clause: Clause, place: int) -> bool:
    """Whether a verb is denied; ``not`` has its place behind an auxiliary, or at the end."""
    denials = [number for number, word in enumerate(clause) if word.role == "NOT"]
    for number in denials:
        before = clause[number - 1].role if number else ""
        main = clause[place].role
        at_end = number == len(clause) - 1 and before == "IT" and main == "HAVE"
        is_behind = place == number - 1 and main in ("HAVE", "DO")
        is_before = place == number + 1 and before in ("BE", "HAVE", "DO", "COULD")
        if len(denials) > 1 or not (at_end or is_behind or is_before):
            raise UnclearError(clause[number].part, "is not understood here")
    before_verb = [word.role for word in clause[:place]]
    if "COULD" in before_verb and not denials:
        raise UnclearError(clause[place].part, "is not understood here")
    if "MODAL" in before_verb and denials:
        raise UnclearError(clause[denials[0]].part, "is not understood here")
    return bool(denials)


@dataclass
class _Reader:
    """Reads who and what stands where in a clause."""

    clause: Clause
    place: int
    verb: _Verb
    account: Account
    answer: str = ""
    has_card: bool = False
    preposition: str = ""
    has_behind: bool = False

    def read(self) -> None:
        """Reads each word but the verb and its auxiliaries."""
        subjects = [n for n, w in enumerate(self.clause[: self.place]) if self._is_subject(n, w)]
        for number, word in enumerate(self.clause):
            if number == self.place or word.role == "NOT":
                continue
            is_fronted = number in subjects[:-1]
            slot = self.verb.behind if number > self.place or is_fronted else self.verb.before
            self._read_word(number, word, slot)
        if self.preposition not in ("", "FOR"):
            raise UnclearError(self.clause[-1].part, "is not understood here")

    def _is_subject(self, number: int, word: Word) -> bool:
        is_person = word.role in _PERSONS or word.role == "U"
        before = self.clause[number - 1].role if number else ""
        return is_person and before not in _PREPOSITIONS

    def _read_word(self, number: int, word: Word, slot: str) -> None:
        """Reads one word."""
        role = word.role
        behind = number > self.place
        if role in _PREPOSITIONS:
            if self.preposition not in ("", "FOR"):
                raise UnclearError(word.part, "is not understood here")
            self.preposition = role
        elif role in _PERSONS or (role == "U" and self._is_person(behind)):
            self._read_person(word, slot, behind)
        elif role in _CARDS or role == "U":
            self._read_card(word)
        elif role in _AUXILIARY and not behind:
            if any(w.role in _PERSONS for w in self.clause[number : self.place]):
                raise UnclearError(word.part, "is not understood here")
        elif role in _ANSWERS and behind and not self.answer:
            self.answer = _ANSWERS[role]
        elif not (
            (role == "ANSWER" and not self.answer and self.clause[self.place].role in _NOUNED)
            or (role == "UP" and behind)
        ):
            raise UnclearError(word.part, "is not understood here")

    def _is_person(self, behind: bool) -> bool:
        """Whether what nobody remembers is a player."""
        if self.preposition:
            return self.preposition not in ("FOR", "YOUHAVE")
        return not (behind and self.has_behind) and self.verb.behind != "-"

    def _read_person(self, word: Word, slot: str, behind: bool) -> None:
        """Notes a player in the place that the preposition before it gives, else in the slot."""
        places = {"TO": self.verb.to, "FROM": self.verb.source, "BY": self.verb.by}
        if self.preposition in places:
            slot = places[self.preposition]
        elif self.preposition == "FOR":
            slot = "-" if word.role != "PRON" else "*"
        if word.role == "OWNER":
            slot = "T"
        _name(word, slot, self.account)
        self.has_behind = self.has_behind or (behind and word.role != "OWNER")
        self.preposition = ""

    def _read_card(self, word: Word) -> None:
        """Notes a card; what nobody remembers behind a card is the answer."""
        is_question = word.role == "WHAT" and self.clause[self.place].role != "BE"
        if self.preposition in ("TO", "BY", "FROM") or is_question:
            raise UnclearError(word.part, "is not understood here")
        if word.role == "U" and self.has_card:
            self.account.answers.append("?")
        elif word.role in ("C", "B", "U"):
            self.account.cards.append(word.part)
        self.has_card = True
        self.preposition = ""
