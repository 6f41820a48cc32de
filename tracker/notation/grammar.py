"""A grammar in a file, and what words mean by it.

The grammar is written as EBNF is::

    <ask>  = asker=<seat> asks target=<seat> for? card=C answer=<no>?
    <no>   = (no | nope) answer="no"

A word stands for itself, a name in angle brackets for what its rule allows. ``|`` stands between
alternatives, and ``?``, ``*``, ``+`` behind what may be left out, or may stand several times. A
line that is set in goes on with the rule above; ``#`` begins a comment. A letter in capitals is a
kind of word: what words are of the kind is told with the words.

A label notes a *fact*: ``card=C`` that the word is the card, ``answer="no"`` that the answer is no.
In one reading no label has two values: what says that Bob was asked, and that Dora was, is no
reading. ``cards+=C`` notes each of several.

Words are read from left to right, and what a rule means at a place is found once: the time grows
with the length of a sentence, not with the number of ways to understand its parts.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

Fact: TypeAlias = tuple[str, "str | int"]
"""A label with its value: a text of the grammar, or the number of a word."""

_TOKEN: Final = re.compile(r'\w+\+?="[^"]*"|\w+\+?=|<[\w-]+>|[()|?*+]|[^\s()|?*+]+')
_LABEL: Final = re.compile(r'(\w+)(\+?)=(?:"([^"]*)")?')


class _Item(NamedTuple):
    """One element of a phrase: a word or a rule (or neither), and what it is noted as."""

    symbol: str
    is_rule: bool = False
    label: str = ""
    is_listed: bool = False
    value: str | None = None


_Phrase: TypeAlias = "list[_Item]"


class Reading(NamedTuple):
    """One way to understand the words from a place on."""

    end: int
    """Behind the last word understood."""
    facts: frozenset[Fact] = frozenset()
    listed: tuple[Fact, ...] = ()
    """What was noted by ``+=``, in the order of the words."""


class Grammar:
    """The rules of a grammar.

    Args:
        source: the text of its file.
    """

    def __init__(self, source: str) -> None:
        self.rules: dict[str, list[_Phrase]] = {}
        """The alternatives of each rule."""
        self._firsts: dict[str, set[str]] = {}
        self._begun: dict[str, list[tuple[Set[str], _Phrase]]] = {}
        for rule in re.split(r"^(?=<)", re.sub("#.*", "", source), flags=re.MULTILINE)[1:]:
            name, _, body = rule.partition("=")
            self.rules[name.strip()] = self._phrases(deque(_TOKEN.findall(body)))
        items = (item for phrases in self.rules.values() for each in phrases for item in each)
        self.words = frozenset(item.symbol for item in items).difference(self.rules)
        """All that stands for a word: itself, or its kind."""

    def _phrases(self, tokens: deque[str]) -> list[_Phrase]:
        """The alternatives up to the end, or to the parenthesis that closes them."""
        phrases: list[_Phrase] = [[]]
        while tokens and (token := tokens.popleft()) != ")":
            if token == "|":
                phrases.append([])
            elif token in ("?", "*", "+"):
                phrases[-1].append(self._repeated(phrases[-1].pop(), token))
            else:
                phrases[-1].append(self._item(token, tokens))
        return phrases

    def _item(self, token: str, tokens: deque[str]) -> _Item:
        """The element that begins with a token."""
        label = _LABEL.fullmatch(token)
        if label is None:
            is_name = token[0] == "<" and len(token) > 1
            return self._rule(self._phrases(tokens)) if token == "(" else _Item(token, is_name)
        name, plus, value = label.groups()
        item = self._item(tokens.popleft(), tokens) if value is None else _Item("")
        return item._replace(label=name, is_listed=bool(plus), value=value)

    def _rule(self, phrases: list[_Phrase]) -> _Item:
        """A rule without a name of its own."""
        name = f"<{len(self.rules)}>"
        self.rules[name] = phrases
        return _Item(name, is_rule=True)

    def _repeated(self, item: _Item, mark: str) -> _Item:
        """A rule for an element that may be left out, or may stand several times."""
        least: list[_Phrase] = [[item]] if mark == "+" else [[]]
        rule = self._rule(least)
        least.append([item] if mark == "?" else [item, rule])
        return rule

    def phrases(self, rule: str) -> list[tuple[Set[str], _Phrase]]:
        """The alternatives of a rule, each with what it may begin with.

        The empty text is among that if it may have no word.
        """
        if rule not in self._begun:
            self._begun[rule] = [(self._first_of(each), each) for each in self.rules[rule]]
        return self._begun[rule]

    def _first(self, rule: str) -> Set[str]:
        """What a rule may begin with."""
        if rule not in self._firsts:
            self._firsts[rule] = set()
            for phrase in self.rules[rule]:
                self._firsts[rule] |= self._first_of(phrase)
        return self._firsts[rule]

    def _first_of(self, phrase: _Phrase) -> Set[str]:
        """What a phrase may begin with."""
        firsts: Set[str] = {""}
        for item in phrase:
            if "" in firsts:
                begins = self._first(item.symbol) if item.is_rule else {item.symbol}
                firsts = (firsts - {""}) | begins
        return firsts


class Reader:
    """Reads the words of one sentence.

    Args:
        grammar: the grammar.
        codes: what each word is: itself, and of what kinds.
        same: for each word the number of the first one that means the same.
    """

    def __init__(
        self, grammar: Grammar, codes: Sequence[Set[str]], same: Sequence[int] = ()
    ) -> None:
        self._grammar, self._same = grammar, same
        self._codes = [grammar.words.intersection(each) for each in (*codes, ())]
        self._begins = [{"", *each} for each in self._codes]
        self._found: dict[tuple[str, int], dict[Reading, None]] = {}
        self.reached = 0
        """The first word that no rule allowed."""
        self.clashes: list[Fact] = []
        """What did not agree with what stands before it."""

    def readings(self, rule: str, place: int = 0) -> Iterable[Reading]:
        """What a rule may mean from a place on."""
        found = self._found.get((rule, place))
        if found is None:
            found = self._found[rule, place] = {}
            for first, phrase in self._grammar.phrases(rule):
                if not first.isdisjoint(self._begins[place]):
                    for reading in self._phrase(phrase, place):
                        found[reading] = None
        return found

    def _phrase(self, phrase: _Phrase, place: int) -> Iterable[Reading]:
        """What some elements mean, one behind the other."""
        begun: Iterable[Reading] = [Reading(place)]
        for item in phrase:
            begun = {
                both: None
                for start in begun
                for part in self._item(item, start.end)
                if (both := self._joined(start, part)) is not None
            }
        return begun

    def _item(self, item: _Item, place: int) -> Iterable[Reading]:
        """What one element means."""
        found: Iterable[Reading] = ()
        if item.is_rule:
            found = self.readings(item.symbol, place)
        elif item.symbol in self._codes[place]:
            self.reached = max(self.reached, place + 1)
            found = [Reading(place + 1)]
        elif not item.symbol:
            found = [Reading(place)]
        return [self._noted(item, place, each) for each in found] if item.label else found

    def _noted(self, item: _Item, place: int, reading: Reading) -> Reading:
        """A reading with the fact that its element notes: of the first word of some kind."""
        kinds = (n for n in range(place, reading.end) if any(map(str.isupper, self._codes[n])))
        value = item.value if item.value is not None else next(kinds, None)
        if value is None:
            return reading
        if item.is_listed:
            return reading._replace(listed=(*reading.listed, (item.label, value)))
        fact = (item.label, value if isinstance(value, str) else self._same[value])
        return reading._replace(facts=reading.facts | {fact})

    def _joined(self, start: Reading, part: Reading) -> Reading | None:
        """Two readings one behind the other; None where they do not agree."""
        if not (start.facts or start.listed):
            return part
        if not (part.facts or part.listed):
            return Reading(part.end, start.facts, start.listed)
        facts = start.facts | part.facts
        if len(dict(facts)) < len(facts):
            known = dict(start.facts)
            self.clashes += [fact for fact in part.facts if known.get(fact[0], fact[1]) != fact[1]]
            return None
        return Reading(part.end, facts, start.listed + part.listed)
