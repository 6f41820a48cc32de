"""Comments and empty lines: they survive, and move with their line."""

from __future__ import annotations

import pytest

from tracker.game.record import HeaderComment
from tracker.notation import record_json, text

KEPT = """\
# A club night.
# Second table.

title: Saturday  # free text
rules: pagat  # the usual
# as drawn
seats: Ann Bob Carl Dora  # clockwise

hand Ann: 2C ...  # peeked
settled: low hearts Bob  # before we came
sizes: Ann 11 Bob 11 Carl 10 Dora 10
turn: Ann

# The first round.
#
#   set in
##
Ann asks Bob 5S: no  # wow

Bob asks Ann KS: yes !  # he did not hold one
# at the end

# the very end
"""


def test_comments_survive() -> None:
    record = text.loads(KEPT)
    assert record.events[0].above == ("The first round.", " ", "  set in", "#")
    assert record.events[0].comment == "wow"
    assert record.events[1].above == ("",)
    assert record.closing == ("at the end", "", "the very end")
    assert record.header_comments == (
        HeaderComment("title", ("A club night.", "Second table.", ""), "free text"),
        HeaderComment("rules", (), "the usual"),
        HeaderComment("seats", ("as drawn",), "clockwise"),
        HeaderComment("hand Ann", ("",), "peeked"),
        HeaderComment("settled low hearts", (), "before we came"),
    )


def test_comments_move_with_their_line() -> None:
    lines = KEPT.splitlines(keepends=True)
    sizes = lines.index("sizes: Ann 11 Bob 11 Carl 10 Dora 10\n")
    lines.insert(sizes - 3, lines.pop(sizes))
    assert text.dumps(text.loads(KEPT)) == "".join(lines)


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("#a\nseats: A B C D#b", "rules: pagat\n# a\nseats: A B C D  # b\n"),
        ("# top\n\nseats: A B C D", "# top\n\nrules: pagat\nseats: A B C D\n"),
        ("# top\n\n\n# a\nseats: A B C D", "# top\n\nrules: pagat\n# a\nseats: A B C D\n"),
        ("# a\nrules: pagat\nseats: A B C D", "# a\nrules: pagat\nseats: A B C D\n"),
        ("seats: A B C D\n\n# t\ntitle: x", "# t\ntitle: x\nrules: pagat\nseats: A B C D\n"),
        ("seats: A B C D\n# z", "rules: pagat\nseats: A B C D\n# z\n"),
        ("seats: A B C D\n\n\n# z\n\n", "rules: pagat\nseats: A B C D\n\n# z\n"),
        ("seats: A B C D #\n#\n\nA has 3 #  ", "rules: pagat\nseats: A B C D\n\n#\n\nA has 3\n"),
        ("seats: A B C D\n# e\nA has 3", "rules: pagat\nseats: A B C D\n\n# e\nA has 3\n"),
        ("seats: A B C D\nA has 3!#x#y", "rules: pagat\nseats: A B C D\n\nA has 3 !  # x#y\n"),
    ],
)
def test_layout(given: str, canonical: str) -> None:
    assert text.dumps(text.loads(given)) == canonical
    assert text.dumps(text.loads(canonical)) == canonical


def test_control_characters_are_data() -> None:
    game = "# \x1b[31m\ntitle: \x07\x9b[bold]\x0b\u2028\nrules: pagat\nseats: A B C D\n"
    record = text.loads(game)
    assert record.tags == (("title", "\x07\x9b[bold]\x0b\u2028"),)
    assert text.dumps(record) == game
    document = record_json.dumps(record)
    assert document.replace("\n", "").isprintable()
    assert record_json.loads(document) == record
