"""A grammar tells what words mean, and in how many ways; the one of speech is whole and quick."""

from __future__ import annotations

import re
import time
from importlib.resources import files

import pytest

import tracker
from tracker.errors import NotationError
from tracker.notation.text import parse_typed


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
