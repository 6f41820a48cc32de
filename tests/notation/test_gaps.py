"""What nobody remembers: read, written canonically, and carried through JSON."""

import json

import pytest

from tests.fuzz.targets import SCHEMA
from tracker.errors import NotationError
from tracker.game.events import Ask, Now
from tracker.notation import record_json
from tracker.notation.text import dumps, loads, parse_event

HEADER = "rules: pagat\nseats: Ann Bob Carl Dora Eve Finn\ndealer: Ann\n\n"
SPOKEN = {
    "Ann asks Bob 6H: ?": "Ann asks Bob 6H: ?",
    "Ann asks Bob 6H": "Ann asks Bob 6H: ?",
    "a > b 6h": "Ann asks Bob 6H: ?",
    "Ann asks Bob 6H:": "Ann asks Bob 6H: ?",
    "Ann asks Bob 6H: don't know": "Ann asks Bob 6H: ?",
    "Ann asks Bob 6H: ??": "Ann asks Bob 6H: ?",
    "Ann asks Bob 6H: yes or no": "Ann asks Bob 6H: yes/no",
    "Ann asks Bob 7H/6H: no": "Ann asks Bob 6H/7H: no",
    "Ann asks Bob 10h or 9h: no": "Ann asks Bob 9H/10H: no",
    "Ann asks Bob 6H / 6H: no": "Ann asks Bob 6H: no",
    "Ann asks Bob 6H/?: no": "Ann asks Bob ?: no",
    "Ann asks Bob low hearts: no": "Ann asks Bob low hearts: no",
    "Ann asks Bob LH: no": "Ann asks Bob low hearts: no",
    "Ann asks Bob 2H/3H/4H/5H/6H/7H: no": "Ann asks Bob low hearts: no",
    "Ann asks Bob some high heart: no": "Ann asks Bob high hearts: no",
    "Ann asks Bob one of the low hearts: no": None,
    "Ann asks Bob one of low hearts: no": "Ann asks Bob low hearts: no",
    "Ann asks Bob low hearts": "Ann asks Bob low hearts: ?",
    "Ann asks Bob low hearts/2H: no": "Ann asks Bob low hearts: no",
    "Ann asks Bob KS/low hearts: no": "Ann asks Bob 2H/3H/4H/5H/6H/7H/KS: no",
    "Ann asks Bob low heart or low spade: no": (
        "Ann asks Bob 2H/3H/4H/5H/6H/7H/2S/3S/4S/5S/6S/7S: no"
    ),
    "Ann asks Bob some card: no": "Ann asks Bob ?: no",
    "Carl or Ann asks Bob 6H: yes": "Ann/Carl asks Bob 6H: yes",
    "someone asks Bob 6H: yes": "? asks Bob 6H: yes",
    "Ann asks somebody 6H: no": "Ann asks ? 6H: no",
    "Carl claims low clubs: ?: correct": "Carl claims low clubs: ?: correct",
    "Carl claims LC: don't know: correct": "Carl claims low clubs: ?: correct",
    "? claims low clubs/high clubs: ?: ?": "? claims low clubs/high clubs: ?: ?",
    "Ann passes to someone": "Ann passes to ?",
    "Ann has 3 or 2": "Ann has 2/3",
    "Ann shows 5H/6H 7H": "Ann shows 5H/6H 7H",
    "Ann shows 2C ? ?": "Ann shows 2C ? ?",
    "Ann gives Bob or Dora 2C": "Ann gives Bob/Dora 2C",
    "award low clubs to ?": "award low clubs to ?",
    "...": "...",
    "…": "...",
    "... two asks": "... 2 asks",
    "... 1 ask is missing": "... 1 ask",
    "... 999 asks": "... 999 asks",
    "... asks are missing": "... asks",
    "hands: Bob 6, Ann 5": "hands: Ann 5 Bob 6",
    "now Ann: 9D 2C 3C": "now Ann: 2C 3C 9D",
    "now ann: 2C ...": "now Ann: 2C ...",
    "now ann: 2C 3C...": "now Ann: 2C 3C ...",
    "now ann: two of clubs…": "now Ann: 2C ...",
    "now Ann:": "now Ann:",
    "12. Ann asks Bob 6H: no": "Ann asks Bob 6H: no",
    "12 Ann asks Bob 6H: ?": "Ann asks Bob 6H: ?",
    "3. ...": "...",
    "4. now Ann: 2C": "now Ann: 2C",
    "5. hands: Ann 3": "hands: Ann 3",
    "Ann asks Bob 6H: ? !": "Ann asks Bob 6H: ? !",
}


@pytest.mark.parametrize(
    ("typed", "written"), [(typed, text) for typed, text in SPOKEN.items() if text]
)
def test_what_people_write_for_a_gap(typed: str, written: str) -> None:
    record = loads(f"{HEADER}{typed}\n")
    text = dumps(record)
    assert text == f"{HEADER}{written}\n"
    assert dumps(loads(text)) == text


def test_all_of_them_through_json() -> None:
    lines = [f"# above\n{text}  # beside" for text in SPOKEN.values() if text]
    record = loads(HEADER + "\n".join(lines))
    document = record_json.dumps(record)
    SCHEMA.validate(json.loads(document))
    assert record_json.loads(document) == record
    assert dumps(record_json.loads(document)) == dumps(record)


def test_open_parts_in_json() -> None:
    record = loads(HEADER + "Ann/Carl asks ? low hearts: no\n... 2 asks\n... asks\n...\n")
    ask, two, asks, anything = record_json.to_data(record)["events"]
    assert ask["asker"] == {"one_of": ["Ann", "Carl"]}
    assert ask["target"] == {"any": True}
    assert ask["card"]["one_of"][:2] == ["2H", "3H"]
    assert two == {"type": "missing", "asks": 2}
    assert asks == {"type": "missing", "asks": {"any": True}}
    assert anything == {"type": "missing"}


def test_a_seat_with_the_name_of_a_phrase() -> None:
    record = loads("seats: someone or now hands\n")
    assert parse_event("someone asks or 6H: no", record) == Ask("someone", "or", "6H", "no")
    assert parse_event("now asks hands 6H: no", record) == Ask("now", "hands", "6H", "no")
    assert parse_event("now hands: 6H", record) == Now("hands", ("6H",))


@pytest.mark.parametrize("name", ["...", "..", "someone", "forgot", "asks", "now", "hands"])
def test_players_may_be_called_what_gaps_are_written_with(name: str) -> None:
    header = f"rules: pagat, deck=custom\nbook reds: 2H 3H 4H 5H\nseats: {name} Bob Carl Dora\n\n"
    statements = (f"{name} asks Bob 2H: ?", f"{name}/Carl asks Bob 2H: no", f"now {name}: 2H ...")
    record = loads(header + "\n".join((*statements, "... asks")))
    assert str(record) == header + "\n".join((*statements, "... asks"))


def test_what_is_no_half_suit_is_no_open_one() -> None:
    record = loads("seats: Ann Bob Carl Dora Eve Finn\n")
    for line in ("award a card to Ann", "Ann claims a card: ?: correct", "Ann challenges any card"):
        with pytest.raises(NotationError, match="is not a book"):
            parse_event(line, record)


@pytest.mark.parametrize("name", ["four rather long words", "hearts or spades", "yes or no"])
def test_a_half_suit_of_any_name_stands_for_its_cards(name: str) -> None:
    header = f"rules: pagat, deck=custom\nbook {name}: 2H 3H 4H 5H\nbook rest: 2S 3S 4S 5S\n"
    header += "seats: Ann Bob Carl Dora\n\n"
    statements = f"Ann asks Bob {name}: no\naward {name}/rest to Ann\nAnn challenges {name}\n"
    record = loads(header + "Ann asks Bob 2H/3H/4H/5H: no\n" + statements)
    assert record.events[0] == record.events[1]
    assert loads(dumps(record)) == record
