"""Bad input: a clear message, the right exit status, never a traceback."""

from __future__ import annotations

import pytest

from tests.cli.running import run

HEAD = "seats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n"
READERS = ("show", "claims", "deals", "check", "convert")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "seats"),
        ("seats: Ann Bob Carl Dora\nAnn asks Bob Z9: no\n", "'Z9' is not a card of this deck"),
        ("seats: Ann Bob Carl Dora\nAnn asks Bbo 9C: no\n", "did you mean 'Bob'?"),
        ("seats: Ann Bob Carl Dora\nrules: pagatt\n", "did you mean 'pagat'?"),
        (HEAD + "hand Ann: 2C\n", "8"),
        (HEAD + "hand Ann: 2C ...\nhand Bob: 2C ...\n", "2C"),
        (HEAD + "Ann claims low clbus: Ann rest: correct\n", "did you mean 'low clubs'?"),
        ("seats: [bold]Ann Bob Carl Dora\n", "[bold]Ann"),
        ("seats: \x1b[31mAnn Bob Carl Dora\n", "\\x1b[31mAnn"),
    ],
)
@pytest.mark.parametrize("command", READERS)
def test_a_text_that_is_no_record(command: str, text: str, said: str) -> None:
    result = run(command, "-", stdin=text)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "\x1b" not in result.stderr
    assert result.stderr.startswith("<stdin>:")


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    "data",
    [b"seats: \xff\xfe\n", b"\x7fELF\x00\x00", b"x" * 10_000_000, b"{", b"[1]", b'{"a":NaN}'],
)
def test_bytes_that_are_no_record(command: str, data: bytes) -> None:
    result = run(command, "-", stdin=data)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 0 < len(result.stderr) < 20_000


def test_a_page_of_hundreds_of_lines_is_said_to_be_no_record() -> None:
    """Reading stops before half of its lines are read: that is no reason to list a hundred."""
    result = run("show", "-", stdin="<p>A page, and not a game</p>\n" * 700)
    assert result.exit_code == 2
    assert result.stderr.startswith("<stdin>:1:1: this is not a record: ")
    assert len(result.stderr.splitlines()) == 1
