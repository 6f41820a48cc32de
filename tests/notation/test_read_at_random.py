"""Whatever a file holds, reading it gives a record or a ``NotationError``."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.fuzz.targets import read_json, read_record
from tests.marks import some
from tests.notation.test_comments import KEPT
from tests.notation.test_round_trip import SAMPLE
from tracker.errors import NotationError
from tracker.notation import record_json, text

CUSTOM: Final = """\
rules: pagat, deck=custom, must-claim=yes
book little reds: 5H 6H 5D 6D
book LH: 5S 6S 5C 6C
book rest: RJ BJ
seats: Ann ann Bob rest
teams: Ann rest / Bob ann
sizes: Ann 3 ann 3 Bob 2 rest 2
hand Ann: 5H ...

Ann claims little reds: Ann 5H 6H, rest rest: split; shown Ann 5H, Bob rest !
award LH to nobody; shown Ann rest
rest shows RJ
Bob gives ann 5C
"""
_PIECES: Final = (
    *("Ann", "a", "Zed", "nobody", "rest", "to", "asks", ">", "claims", "award", "shown", "shows"),
    *(":", ";", ",", "!", "#", "=", "/", "...", "…", "\n", "\n\n", " ", "\t", "\r", "\0", "\ufeff"),
    *("5H", "10♥", "RJ", "8S", "LC", "low clubs", "yes", "split", "deck=custom", "deck=full52"),
    *(
        "seats:",
        "rules:",
        "hand Ann:",
        "book x:",
        "settled: LC",
        "sizes:",
        "teams:",
        "turn:",
        "dealer:",
    ),
    *(
        "\x1b[31m",
        "\x9b",
        "\u202e",
        "[bold]",
        "\ud800",
        "é",
        "٣",
        "9" * 50,
        "high-points=2",
        "quartets",
    ),
)


@st.composite
def mutated(draw: DrawFn, texts: tuple[str, ...]) -> str:
    """A valid text with pieces cut, put in, doubled and moved."""
    body = draw(st.sampled_from(texts))
    piece = st.sampled_from(_PIECES) | st.characters()
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(body)))
        end = min(len(body), start + draw(st.integers(0, 12)))
        put = draw(st.just("") | piece | st.just(body[start:end] * 2))
        body = body[:start] + put + body[end:]
    return body


@settings(max_examples=some(600), deadline=None)
@given(mutated((SAMPLE, KEPT, CUSTOM)))
def test_mutated_text(body: str) -> None:
    read_record(body)


@settings(max_examples=some(200), deadline=None)
@given(st.binary(max_size=200) | st.text(st.sampled_from("AB :>,;!#=/.\n57HS"), max_size=60))
@example(b"\xef\xbb\xbf")
@example("hand")
@example("book")
@example("award")
@example("!")
@example(": :")
def test_anything(data: str | bytes) -> None:
    for loads in (text.loads, record_json.loads):
        with suppress(NotationError):
            loads(data)


@settings(max_examples=some(200), deadline=None)
@given(mutated(tuple(record_json.dumps(text.loads(body)) for body in (SAMPLE, KEPT, CUSTOM))))
def test_mutated_json_text(body: str) -> None:
    read_json(body)


@settings(max_examples=some(200), deadline=None)
@given(st.sampled_from((SAMPLE, CUSTOM)), st.data())
def test_mutated_statement(body: str, data: st.DataObject) -> None:
    header = text.loads(body)
    statement = data.draw(mutated(tuple(body.splitlines())))
    with suppress(NotationError):
        text.parse_event(statement, header)
