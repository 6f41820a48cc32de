"""Completion knows the position, and only what the view can know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.entry.sessions import begun, enter, shell_of
from tests.marks import some
from tests.strategies import tiny_games
from tracker.cli.line_editor import shell_proposals
from tracker.entry.completion import Position
from tracker.entry.session import Session
from tracker.game.events import Ask
from tracker.game.legality import is_legal
from tracker.game.record import Record
from tracker.game.replay import states
from tracker.notation.text import loads


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with begun(tmp_path, view="Ann") as session:
        enter(session, "Ann asks Bob KH: yes", "Ann asks Bob 2S: no")
        yield session


def texts(session: Session, line: str) -> list[str]:
    return [one.text for one in shell_proposals(shell_of(session), line)]


def notes(session: Session, line: str) -> dict[str, str]:
    return {one.text: one.note for one in shell_proposals(shell_of(session), line)}


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        # Who has the turn comes first, and alone asks; only opponents with cards are asked.
        ("", ["Bob", "Ann", "Carl", "Dora", "Eve", "Finn", "award"]),
        ("b", ["Bob", "back"]),
        ("Bob ", ["asks", "claims", "has", "shows", "gives"]),
        ("Bob asks ", ["Ann", "Carl", "Eve"]),
        ("b > c", ["Carl"]),
        # Answers are those that can be.
        ("Bob asks Ann 2C ", ["yes"]),
        ("Bob asks Ann 4C: ", ["no"]),
        ("Bob asks Carl 4C n", ["no"]),
        ("Bob asks Carl 4C: no ", []),
        # Half-suits of two words.
        ("Bob claims low c", ["clubs"]),
        ("Bob claims low clubs: ", ["Bob", "Dora", "Finn"]),
        # Commands, and what they take.
        ("und", ["undo"]),
        ("edit ", ["2", "1"]),
        ("edit 1 a", ["Ann", "award"]),
        ("edit 1 Ann asks Bob KH ", ["yes", "no"]),
        ("what if b", ["Bob"]),
        ("as C", ["Carl"]),
        ("why 5H Do", ["Dora"]),
        ("why K", ["KC", "KD", "KH", "KS"]),
        ("sa", ["save as"]),
        ("why 5H Ann --l", ["--lacks", "--limit"]),
        ("show --as ", ["public", "Ann", "Bob", "Carl", "Dora", "Eve", "Finn"]),
        ("audit --event 2", ["2"]),
        ("rep", ["report"]),
        # What means nothing has no completion.
        ("Zoe ", []),
        ("Bob frobs ", []),
        ("Bob asks Zoe ", []),
        ("Bob asks Ann ZZ ", []),
        ("edit x ", []),
    ],
)
def test_what_is_proposed_at_the_end_of_a_line(
    session: Session, line: str, proposed: list[str]
) -> None:
    assert texts(session, line) == proposed


def test_cards_are_those_that_can_be_asked_for(session: Session) -> None:
    cards = notes(session, "Bob asks Ann ")
    assert "KH" in cards
    assert cards["2C"] == "certain: yes"
    assert cards["4C"] == "certain: no"
    mine = texts(session, "Ann asks Bob ")
    assert "2C" not in mine, "she holds it"
    assert "2H" not in mine, "she holds no low heart"
    assert "4C" in mine


def test_nothing_is_proposed_to_ask_for_before_a_claim_that_must_come(tmp_path: Path) -> None:
    hand = "2H 3H 4H 5H 6H 7H 2S 3S 4S 5S 6S 9D"
    header = (
        f"rules: pagat, must-claim=yes\nseats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: {hand}\n"
    )
    with begun(tmp_path, header, view="Ann") as session:
        assert texts(session, "Ann asks Bob ") == []


def test_a_proven_claim_is_there_whole(tmp_path: Path) -> None:
    header = (
        "rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nbook blacks: 2S 3S 4S 5S\n"
        "seats: Ann Bob Carl Dora\ndealer: Ann\nhand Ann: 2H 3H\nhand Carl: 4H 5H\n"
    )
    with begun(tmp_path, header, view="Ann+Carl") as session:
        assert notes(session, "Ann claims ")["reds: Ann 2H 3H, Carl rest: correct"] == "proven"
        assert texts(session, "Ann claims reds: ") == [
            "Ann 2H 3H, Carl rest: correct",
            "Ann",
            "Carl",
        ]
        assert texts(session, "Ann claims reds: Ann 2H ")[0] == "3H, Carl rest: correct"
        whole = "Ann claims reds: Ann 2H 3H, Carl rest: "
        assert texts(session, whole) == ["correct", "split", "opponents", "cancelled"]
        assert notes(session, "Ann ")["claims"] == "proven: reds"
        assert "reds" in texts(session, "award ")[0]


@pytest.mark.parametrize(
    "line",
    [
        "Bob asks Ann 2C: yes",
        "Bob claims low clubs: Bob 2C 3C, Dora rest: split",
        "Bob shows 4C 5C",
        "Bob gives Ann 4C",
        "Bob has 7",
        "award low clubs to nobody",
    ],
)
def test_a_statement_is_completed_word_by_word(session: Session, line: str) -> None:
    words = line.split()
    for number, word in enumerate(words):
        proposed = session.position().proposals(" ".join([*words[:number], ""]))
        first = [proposal.text.split()[0].strip(":,") for proposal in proposed]
        assert word.strip(":,") in first, " ".join(words[:number])


def test_who_has_the_next_chance_to_claim_comes_first() -> None:
    game = loads(
        "rules: pagat, deck=custom, forced-claims=yes\nbook reds: 2H 3H\nbook blacks: 2S 3S\n"
        "seats: Ann Bob Carl Dora\nsizes: Ann 1 Bob 1 Carl 2 Dora 0\nturn: Ann\nhand Ann: 2H\n\n"
        "Ann asks Bob 3H: yes\nAnn declines\n"
    )
    first = [Position(game, state).proposals("")[0].text for state in states(game)]
    assert first == ["Ann", "Ann", "Carl"]


@pytest.mark.parametrize(("rule", "more"), [("bluff", []), ("surrender", ["surrender"])])
def test_who_asks_for_an_own_card_may_surrender_it(rule: str, more: list[str]) -> None:
    game = loads(f"rules: pagat, own-card-asks={rule}\nseats: Ann Bob Carl Dora\n")
    proposals = Position(game, states(game)[0]).proposals("Bob asks Ann 2C ")
    assert [one.text for one in proposals] == ["yes", "no", *more]


@settings(deadline=None, max_examples=some(60))
@given(game=tiny_games(max_deals=500), data=st.data())
def test_every_ask_that_is_proposed_is_legal_and_every_true_one_is_proposed(
    game: Record, data: st.DataObject
) -> None:
    number = data.draw(st.integers(0, len(game.events)))
    position = Position(game, states(game)[number])
    for seat in position.state.movers():
        if not any(one.text == "asks" for one in position.proposals(f"{seat} ")):
            continue
        for target in position.proposals(f"{seat} asks "):
            for card in position.proposals(f"{seat} asks {target.text} "):
                for answer in position.proposals(f"{seat} asks {target.text} {card.text} "):
                    if answer.text in ("yes", "no"):
                        ask = Ask(seat, target.text, card.text, answer.text)  # type: ignore[arg-type]
                        assert is_legal(position.state, ask)
    if number < len(game.events):
        event = game.events[number]
        if (
            isinstance(event, Ask)
            and is_legal(position.state, event)
            and event.answer != "surrender"
        ):
            typed = f"{event.asker} asks {event.target} {event.card} "
            assert any(one.text == event.answer for one in position.proposals(typed))
            typed = f"{event.asker} asks {event.target} "
            assert any(one.text == event.card for one in position.proposals(typed))
