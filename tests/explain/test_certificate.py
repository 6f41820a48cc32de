"""Certificates are found out when anything in them is wrong."""

from __future__ import annotations

import copy
import subprocess
import sys
from typing import Any

import pytest

from tracker.explain import Explainer, card_at
from tracker.explain.certificate import (
    Certificate,
    CertificateError,
    certificate,
    digest,
    dumps,
    loads,
)
from tracker.explain.certificate import read as read_certificate
from tracker.explain.explanation import Explanation
from tracker.explain.verification import verify
from tracker.inference.deduction import deduce
from tracker.knowledge.facts import EventCause, HandCause, HeaderCause, OwnCause, SizeCause
from tracker.notation.text import loads as read

RECORD = read(
    """
seats: Ann Christina Doug Laura Helen Ben
dealer: Doug
hand Ann: KC JD 2H 3H 4H 6H 7H 9S
Doug asks Christina 3H: no
Christina asks Ann QC: no
"""
)


def of(card: str, seat: str, *, holds: bool = True) -> dict[str, Any]:
    with deduce(RECORD, view="Ann") as deduction, Explainer(deduction) as explainer:
        return certificate(explainer.why(card_at(card, seat, holds=holds)))


def test_it_holds() -> None:
    document = of("5H", "Doug")
    assert document["because"] == [
        {"event": 1},
        *({"own": card, "seat": "Ann"} for card in ("2H", "4H", "6H", "7H")),
    ]
    assert verify(loads(dumps(document)), RECORD) == ()
    assert verify(of("5H", "Ben"), RECORD) == ()
    assert verify(of("5H", "Doug", holds=False), RECORD) == ()


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("record", f"sha256:{0:064}", "another record"),
        ("verdict", "refuted", "do not make the conclusion refuted"),
        ("at", 0, "does not say"),
        ("at", 9, "no moment"),
        ("view", "public", "does not say"),
        ("because", [{"event": 1}], "do not make the conclusion proven"),
        ("because", [{"size": "Zoe"}], "does not say"),
        ("conclusion", {"card": "5H", "seat": "Helen", "holds": True}, "do not make"),
        ("conclusion", {"card": "8H", "seat": "Helen", "holds": True}, "not a card in play"),
    ],
)
def test_what_is_wrong_is_found(key: str, value: object, problem: str) -> None:
    document = copy.deepcopy(of("5H", "Doug"))
    document[key] = value
    found = verify(document, RECORD)
    assert len(found) == 1
    assert problem in found[0]


def test_a_cause_too_many_is_found() -> None:
    document = of("5H", "Doug")
    document["because"].append({"size": "Ben"})
    assert verify(document, RECORD) == ("SizeCause(seat='Ben') can be left out",)


def test_nothing_open_is_certified() -> None:
    with pytest.raises(CertificateError):
        of("9H", "Ben")


EVERY_KIND = (EventCause(2), SizeCause("Ben"), HandCause("Zoë"), OwnCause("2H", "Ann"))


def test_a_certificate_is_a_text_that_people_can_read() -> None:
    """What it says comes back as it was, of whatever kind the causes are."""
    causes = (*EVERY_KIND, HeaderCause("must-claim"))
    said = card_at("5H", "Zoë", holds=False)
    written = dumps(
        certificate(Explanation(RECORD, "Ann", 2, said, "refuted", causes, smallest=False))
    )
    assert digest(RECORD) in written
    expected = Certificate(digest(RECORD), "Ann", 2, said, "refuted", causes, smallest=False)
    assert read_certificate(loads(written)) == expected
    assert read_certificate(loads(written.encode())) == expected


THREE_HANDS = read(
    """
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 2S
hand Bob: 3H 3S
hand Carl: 4H 4S
Ann asks Dora 5H: yes
"""
)


def as_dora(at: int, card: str) -> dict[str, Any]:
    """What Dora knows of a card that Ann has or has not; Dora's hand is what is left."""
    with deduce(THREE_HANDS, view="Dora", at=at) as deduction, Explainer(deduction) as explainer:
        return certificate(explainer.why(card_at(card, "Ann", holds=at == 1)))


def test_hands_may_come_from_the_whole_record() -> None:
    """Without a line for the hand, the verifier counts it out."""
    document = as_dora(0, "5S")
    assert document["because"] == [{"own": "5S", "seat": "Dora"}]
    assert verify(document, THREE_HANDS) == ()


def test_a_view_is_written_in_one_way() -> None:
    document = {**as_dora(0, "5S"), "view": "dora"}
    assert verify(document, THREE_HANDS) == ("'dora' is not how a view is written",)


def test_what_everyone_saw_needs_no_cause() -> None:
    document = as_dora(1, "5H")
    assert document["because"] == []
    assert verify(document, THREE_HANDS) == ()
    seen = "the cards have publicly moved"
    refuted = {**document, "verdict": "refuted"}
    assert verify(refuted, THREE_HANDS) == (f"it is not refuted: {seen}",)
    because = {**document, "because": [{"event": 1}]}
    assert verify(because, THREE_HANDS) == (f"no cause is needed: {seen}",)


def test_causes_that_contradict_each_other_prove_nothing() -> None:
    """Bob and Carl both need the 4H to ask: the record is broken."""
    record = read(
        """
rules: pagat, deck=custom
book reds: 2H 3H 4H
book blacks: 2S
seats: Ann Bob Carl Dora
sizes: Ann 1 Bob 1 Carl 1 Dora 1
Bob asks Carl 2H: no
Carl asks Bob 3H: no
"""
    )
    document = {
        "record": digest(record),
        "view": "public",
        "at": 2,
        "conclusion": {"card": "2S", "seat": "Ann", "holds": True},
        "verdict": "proven",
        "because": [{"event": 1}, {"event": 2}],
        "smallest": False,
    }
    assert verify(document, record) == ("the causes contradict each other",)


def test_verification_calls_no_solver() -> None:
    """It runs in a process in which PySAT's solvers cannot be made."""
    program = (
        "import sys, json\n"
        "import pysolvers\n"
        "def no(*_, **__): raise SystemExit('a solver was made')\n"
        "from tracker.explain.certificate import loads\n"
        "from tracker.explain.verification import verify\n"
        "from tests.explain.test_certificate import RECORD\n"
        "pysolvers.minicard_new = no\n"
        "print(verify(loads(sys.stdin.read()), RECORD))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=dumps(of("5H", "Doug")),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("()\n", 0), done.stderr
