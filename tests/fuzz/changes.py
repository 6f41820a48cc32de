"""What happens to files: pieces of texts, and values of documents, are lost, doubled and put in."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hypothesis import strategies as st

PIECES: Final = (
    *("Ann", "a", "Zed", "nobody", "rest", "to", "asks", ">", "claims", "award", "shown", "shows"),
    *("what if", "keep", "undo", "redo", "edit 1", "delete 1", "comment 1", "help", "show", "why"),
    *(":", ";", ",", "!", "#", "=", "/", "...", "…", "\n", "\n\n", " ", "\t", "\r", "\0", "\ufeff"),
    *("5H", "10♥", "RJ", "8S", "LC", "low clubs", "yes", "split", "deck=custom", "deck=full52"),
    *("seats:", "rules:", "hand Ann:", "book x:", "settled: LC", "sizes:", "teams:", "turn:"),
    *("dealer:", "title:", '"', "{", "]", "[" * 50, "null", "٣", "9" * 50, "high-points=2"),
    *("\x1b[31m", "\x9b", "\u202e", "[bold]", "\ud800", "\x85", "\u2028", "é", "quartets"),
)
"""Words of the notation and of commands, signs of JSON, and what a terminal obeys."""
VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 5, 6, 54, 10**17, 0.5, 1.0, "", "x", "1", "١", "true"),
    *([], {}, [[]], [1], [0] * 6, [9] * 6, {"event": 1}, {"event": True}, {"size": "Bob"}),
    *({"type": "ask"}, {"t": "declare"}, {"own": "2H", "seat": "Ann"}, {"header": "must-claim"}),
    *("Ann", "Dora", "Ann+Ann", "public", "2C", "2S", "3H", "AC", "XR", "low clubs", "team1"),
    *("ask", "yes", "split", "proven", "refuted", "banana", "\x1b[31m", "\ud800"),
    {"card": "2S", "seat": "Bob", "holds": False},
)
"""Values that stand in documents, and others."""
KEYS: Final = ("Ann", "2C", "", "seat", "shown", "note", "event", "own", "size", "type")


@st.composite
def changed_bytes(draw: st.DrawFn, bodies: Sequence[bytes]) -> bytes:
    """A file in which pieces are cut, put in, doubled and exchanged with others."""
    body, other = draw(st.sampled_from(bodies)), draw(st.sampled_from(bodies))
    pieces = st.sampled_from(PIECES) | st.characters(exclude_categories=())
    for _ in range(draw(st.integers(1, 6))):
        start = draw(st.integers(0, len(body)))
        end = min(len(body), start + draw(st.integers(0, 12)))
        cut = draw(st.integers(0, len(other)))
        put = draw(
            st.sampled_from((b"", body[start:end] * 2, other[cut : cut + 12]))
            | pieces.map(lambda piece: piece.encode("utf-8", "surrogatepass"))
            | st.binary(max_size=3)
        )
        body = body[:start] + put + body[end:]
    return body


@st.composite
def changed_documents(draw: st.DrawFn, documents: Sequence[Any]) -> Any:
    """JSON in which values are exchanged, left out, doubled, put in and called otherwise."""
    document = copy.deepcopy(draw(st.sampled_from(documents)))
    for _ in range(draw(st.integers(1, 3))):
        inside = list(_values(document))
        place = draw(st.sampled_from([one for one in inside if isinstance(one, dict | list)]))
        value = copy.deepcopy(draw(st.sampled_from(VALUES) | st.sampled_from(inside)))
        how = draw(st.sampled_from(("put in", "left out", "called otherwise", "set", "set")))
        if isinstance(place, list):
            at = draw(st.integers(0, len(place)))
            place[at : at + (how != "put in")] = [] if how == "left out" else [value]
            continue
        key = draw(st.sampled_from([*place, *KEYS]))
        old = place.pop(key, None)
        if how != "left out":
            new = draw(st.sampled_from(KEYS)) if how == "called otherwise" else key
            place[new] = old if how == "called otherwise" else value
    return document


def _values(document: Any) -> Iterator[Any]:
    """All the values in a document, itself first."""
    yield document
    inner = document.values() if isinstance(document, dict) else document
    for value in inner if isinstance(document, dict | list) else ():
        yield from _values(value)
