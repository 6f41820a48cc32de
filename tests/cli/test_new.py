"""``tracker new``: with options, and asking."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.entry.terminal import ENTER, Terminal
from tracker.notation.record_files import load

SEATS = "Ann Bob Carl Dora Eve Finn"


@pytest.mark.long
def test_on_a_terminal_everything_is_asked_for(tmp_path: Path) -> None:
    answers = [
        ("Rules [pagat]:", "bridge"),
        ("is not a preset", "india-52"),
        ("Seats, clockwise:", "Ann Bob"),
        ("found 2 seats", SEATS),
        ("Dealer [Ann]:", "Bob"),
        ("Hand of Ann, 8 cards [not known]:", "2c 3c"),
        ("has 2 cards (expected 8, or '...' at its end)", "2c 3c ..."),
        *((f"Hand of {name}", "") for name in SEATS.split()[1:]),
    ]
    with Terminal("new", "new.lit", folder=tmp_path, rows=50) as terminal:
        for question, answer in answers:
            terminal.wait_for(question)
            terminal.send(answer + ENTER)
        assert terminal.ended() == 0
    assert (tmp_path / "new.lit").read_text() == (
        "rules: india-52\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Bob\nhand Ann: 2C 3C ...\n"
    )


def dialogue(folder: Path, *steps: tuple[str, str], status: int | None = 0) -> list[str]:
    """Answer questions of ``tracker new`` in a terminal of 80 columns; the last screen."""
    with Terminal("new", "new.lit", folder=folder, columns=80, rows=50) as terminal:
        for question, answer in steps:
            terminal.wait_for(question)
            terminal.send(answer)
        if status is not None:
            assert terminal.ended() == status
        return terminal.lines


@pytest.mark.long
def test_hands_at_the_end_are_asked_for_instead(tmp_path: Path) -> None:
    dialogue(
        tmp_path,
        ("Rules [pagat]:", ENTER),
        ("Seats, clockwise:", "Ann Bob Carl Dora" + ENTER),
        ("Dealer [not known]:", "Ann" + ENTER),
        ("Hand of Ann, 12 cards [not known]:", "Hands now" + ENTER),
        ("Hand of Ann now [not known]:", "2C 3C" + ENTER),
        ("Hand of Bob now [not known]:", "9D ..." + ENTER),
        ("Hand of Carl now", ENTER),
        ("Hand of Dora now", ENTER),
    )
    assert (tmp_path / "new.lit").read_text() == (
        "rules: pagat\nseats: Ann Bob Carl Dora\ndealer: Ann\n\n"
        "...\nnow Ann: 2C 3C\nnow Bob: 9D ...\n"
    )


@pytest.mark.long
def test_names_between_commas_are_counted(tmp_path: Path) -> None:
    dialogue(
        tmp_path,
        ("Rules [pagat]:", ENTER),
        ("Seats, clockwise:", "Mary Ann, Bob, Carl, Dora, Eve, Finn Smith" + ENTER),
        ("6 players: Mary_Ann, Bob, Carl, Dora, Eve, Finn_Smith", "Zed" + ENTER),
        ("'Zed' is not a seat", ENTER),
        ("Hand of Mary_Ann", ENTER),
        ("Hand of Bob", ENTER),
        ("Hand of Carl", ENTER),
        ("Hand of Dora", ENTER),
        ("Hand of Eve", ENTER),
        ("Hand of Finn_Smith", ENTER),
    )
    record = load(tmp_path / "new.lit")
    assert record.seats == ("Mary_Ann", "Bob", "Carl", "Dora", "Eve", "Finn_Smith")


def test_what_was_typed_is_kept_at_ctrl_c(tmp_path: Path) -> None:
    """As soon as a record can be made of it; before that there is next to nothing."""
    steps = [
        ("Rules [pagat]:", "wikipedia-2006" + ENTER),
        ("Seats, clockwise:", "\x03"),
    ]
    dialogue(tmp_path, *steps, ("Aborted!", ""), status=130)
    assert not [*tmp_path.glob("new*")]
    steps[1:] = [
        ("Seats, clockwise:", "Ann Bob Carl Dora" + ENTER),
        ("Dealer [not known]:", "Ann" + ENTER),
        ("Hand of Ann, 12 cards [not known]:", "3c 4c ..." + ENTER),
        ("Hand of Bob", "\x03"),
    ]
    dialogue(tmp_path, *steps, ("`tracker enter new.lit` goes on", ""), status=130)
    assert [path.name for path in tmp_path.glob("new*")] == ["new.lit"]
    assert (tmp_path / "new.lit").read_text() == (
        "rules: wikipedia-2006\nseats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 3C 4C ...\n"
    )


@pytest.mark.long
def test_a_custom_deck_is_asked_for_and_lines_break_at_words(tmp_path: Path) -> None:
    screen = dialogue(
        tmp_path,
        ("Rules [pagat]:", "pagat, deck=custom" + ENTER),
        ("Half-suit 1:", "reds: 2H 3H 4H 5H" + ENTER),
        ("Half-suit 2 [no more]:", "blacks: 2S 3S 4S ZZ" + ENTER),
        ("'ZZ' is not a card", "blacks: 2S 3S 4S 5S" + ENTER),
        ("Half-suit 3 [no more]:", ENTER),
        ("Seats, clockwise:", "Ann Bob Carl Dora" + ENTER),
        ("Dealer [not known]:", "Ann" + ENTER),
        ("Hand of Ann, 2 cards", "2h 2s" + ENTER),
        ("Hand of Bob", ENTER),
        ("Hand of Carl", ENTER),
        ("Hand of Dora", ENTER),
    )
    assert (tmp_path / "new.lit").read_text() == (
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 2S\n"
    )
    assert screen[0].startswith("Presets: pagat, wikipedia-2006,")
    assert all(line == line.rstrip() and len(line) < 80 for line in screen)
    assert "'pagat, deck=custom' asks for the half-suits." in " ".join(screen[:4])


def test_a_blank_is_no_answer_where_one_is_needed(tmp_path: Path) -> None:
    dialogue(
        tmp_path,
        ("Rules [pagat]:", "canadian-54" + ENTER),
        ("Seats, clockwise:", " " + ENTER),
        ("Seats, clockwise:", "Ann Bob Carl Dora" + ENTER),
        ("Dealer [Ann]:", "not known" + ENTER),
        ("expected", " " + ENTER),
        ("Hand of Ann, 13 cards [not known]:", "\x03"),
        ("new.lit is there", ""),
        status=130,
    )
