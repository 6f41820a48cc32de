"""A game in a link: the same game comes back, whatever the game; what is no link says so."""

from __future__ import annotations

import random
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.running import run
from tracker.errors import NotationError, RecordError
from tracker.notation import text
from tracker.notation.links import MOST_BYTES, MOST_LETTERS, Link, is_link, link_text, read_link
from tracker.notation.record_files import dumps, form_of, load, loads

SAMPLES = sorted((Path(__file__).parents[2] / "samples").glob("*.lit"))
SHORT = "seats: Ann Bob Carl Dora\ndealer: Ann\n\nAnn asks Bob 5H: no\n"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_game_comes_back(path: Path) -> None:
    record = load(path)
    link = link_text(Link(record, 3, record.seats[0]))
    again = read_link(f"https://club.example/app/{link}")
    assert text.dumps(again.record) == text.dumps(record)
    assert (again.at, again.view) == (3, record.seats[0])
    assert len(link) <= 2_000
    assert is_link(link.encode())
    assert form_of(link.encode()) == "link"


def test_a_view_of_several_and_names_of_any_script() -> None:
    record = text.loads("seats: Zoë 李 Carl Дора\ndealer: Zoë\n")
    again = read_link(link_text(Link(record, None, "Zoë+Carl")))
    assert (again.record, again.at, again.view) == (record, None, "Zoë+Carl")


def test_the_library_and_the_command_read_and_write_links(tmp_path: Path) -> None:
    link = dumps(loads(SHORT), form="link")
    assert loads(link) == loads(SHORT)
    (tmp_path / "a.link").write_text(link)
    assert run("convert", str(tmp_path / "a.link"), "--to", "lit").stdout == dumps(loads(SHORT))
    assert run("convert", "-", "--to", "link", stdin=SHORT).stdout == link
    assert "5H" in run("show", "-", stdin=f"https://x.example/#{link[1:]}").stdout
    noise = f"{SHORT}# {random.Random(1).randbytes(MOST_LETTERS).hex()}\n"
    result = run("convert", "-", "--to", "link", stdin=noise)
    assert (result.exit_code, "the game is too long for a link" in result.stderr) == (2, True)


def _packed(content: bytes) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = deflate.compress(content) + deflate.flush()
    return "#g=" + urlsafe_b64encode(data).decode().rstrip("=")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://x.example/", "there is no game in it"),
        ("#g=", "there is no game in it"),
        ("#g=!!", "cut off"),
        ("#at=3", "there is no game in it"),
        (_packed(SHORT.encode())[:-9], "cut off"),
        (_packed(b"#" * (MOST_BYTES + 1)), "too much in it"),
        ("#g=" + "A" * MOST_LETTERS, "more than"),
        (_packed(SHORT.encode()) + "&at=x", "no number"),
        (_packed(b"seats: Ann"), "found 1 seat"),
        (_packed(b"\xff\xfe"), "UTF-8"),
    ],
)
def test_what_is_no_link_says_why(address: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        read_link(address)


def test_a_moment_that_is_not_there() -> None:
    with pytest.raises(RecordError, match="no moment 9"):
        read_link(_packed(SHORT.encode()) + "&at=9")


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(junk: str) -> None:
    try:
        link = read_link(f"#g={junk}")
    except (NotationError, RecordError):
        return
    assert link.record.seats


@given(st.binary(max_size=300))
def test_any_bytes_in_a_link_are_read_or_refused(junk: bytes) -> None:
    with pytest.raises(NotationError):
        read_link(_packed(junk))
