"""A grammar tells what words mean, and in how many ways; the one of speech is whole and quick."""

from __future__ import annotations

import re
import time
from importlib.resources import files
from typing import Final

import pytest

import tracker
from tracker.errors import NotationError
from tracker.notation.grammar import Grammar, Reader
from tracker.notation.text import parse_typed

SMALL: Final = Grammar(
    """
# A small grammar.
<ask> = asker=S asks target=<whom> for? card=C <answer>?
<whom> = S | that nice S
<answer> = (no | nope) answer="no" | <again>* yes+ answer="yes"
<again> = yes target=S
    | cards+=C
"""
)


def meanings(words: str, rule: str = "<ask>") -> list[dict[str, str]]:
    """What words mean, by label: words in capitals are seats, those with a digit cards."""
    said = words.split()
    codes = [{"S"} if w.isupper() else {"C"} if w[0].isdigit() else {w} for w in said]
    reader = Reader(SMALL, codes, [said.index(word) for word in said])
    return [
        {
            label: value if isinstance(value, str) else said[value]
            for label, value in (*reading.facts, *reading.listed)
        }
        for reading in reader.readings(rule)
        if reading.end == len(said)
    ]


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("ANN asks BOB for 5h", [{"asker": "ANN", "target": "BOB", "card": "5h"}]),
        (
            "ANN asks that nice BOB 5h nope",
            [{"asker": "ANN", "target": "BOB", "card": "5h", "answer": "no"}],
        ),
        ("ANN asks BOB for for 5h", []),
        ("ANN asks BOB 5h no no", []),
        ("ANN asks BOB 5h again", []),
    ],
)
def test_what_words_mean(words: str, meant: list[dict[str, str]]) -> None:
    assert meanings(words) == meant


def test_a_label_has_one_value() -> None:
    """What is said twice has to agree."""
    assert meanings("ANN asks BOB 5h yes BOB yes")[0]["answer"] == "yes"
    assert meanings("ANN asks BOB 5h yes DORA yes") == []


def test_a_list_has_several_values_in_order() -> None:
    said = ["2h", "3h", "yes"]
    (reading,) = Reader(SMALL, [{"C"}, {"C"}, {"yes"}], [0, 1, 2]).readings("<answer>")
    assert [said[int(value)] for _, value in reading.listed] == ["2h", "3h"]


def test_the_first_word_that_no_rule_allows() -> None:
    reader = Reader(SMALL, [{"S"}, {"asks"}, {"S"}, {"the"}, {"C"}], range(5))
    assert not list(reader.readings("<ask>"))
    assert reader.reached == 3


def test_each_rule_of_speech_is_told_once_and_used() -> None:
    text = re.sub("#.*", "", files("tracker.notation").joinpath("speech.txt").read_text("utf-8"))
    told = re.findall(r"^(<[\w-]+>) =", text, re.MULTILINE)
    used = re.findall(r"(?<!^)<[\w-]+>", text, re.MULTILINE)
    assert len(told) == len(set(told))
    assert set(used) <= set(told)
    assert set(told) - set(used) == {"<statement>", "<acts>", "<noise>", "<or>", "<unknown>"}


@pytest.mark.parametrize("start", ["Ann asked Bob for the 5H,", "Ann claims low clubs,", ""])
@pytest.mark.parametrize("words", ["had asked Bob for it", "he had it and", "Bob", "2 Ann", "'s"])
def test_a_sentence_of_fifty_words_is_judged_at_once(start: str, words: str) -> None:
    record = tracker.loads("seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n")
    said = " ".join([start, *(words.split() * 50)[:40], "lied"])
    begin = time.process_time()
    with pytest.raises(NotationError):
        parse_typed(said, record, "Ann")
    assert time.process_time() - begin < 2
