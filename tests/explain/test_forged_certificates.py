"""No change to a certificate or its record that makes it false or ambiguous is accepted.

What a forged certificate says is judged by the other engine: the solver behind ``Explainer``.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.fuzz.changes import changed_documents
from tests.marks import some
from tracker.errors import NotationError
from tracker.explain import Explainer, card_at
from tracker.explain.certificate import CAUSES, CertificateError, certificate, dumps, loads
from tracker.explain.evidence import all_evidence
from tracker.explain.explanation import Conclusion
from tracker.explain.verification import verification, verify
from tracker.game.replay import replay_of
from tracker.inference.deduction import deduce
from tracker.inference.hands import view_of
from tracker.knowledge.facts import Literal, cause_to_json
from tracker.knowledge.views import knowledge
from tracker.notation import text

BODY: Final = """\
rules: pagat, deck=custom, must-claim=no
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Dora
dealer: Ann
hand Ann: 2H 3S

Ann asks Bob 3H: no
Bob asks Carl 2S: no
Carl asks Dora 4S: no
Dora asks Ann 3S: yes
"""
RECORD: Final = text.loads(BODY)
SCHEMA: Final[dict[str, Any]] = json.loads(
    files("tracker.explain").joinpath("certificate.schema.json").read_text(encoding="utf-8")
)
VALID: Final = Draft202012Validator(SCHEMA)


def _documents() -> tuple[dict[str, Any], ...]:
    """Certificates of all that can be certified, in three views at two moments."""
    found = []
    for view in ("public", "Ann"):
        for at in (2, 4):
            with deduce(RECORD, view=view, at=at) as deduction, Explainer(deduction) as explainer:
                for card in ("3H", "2S", "3S"):
                    for seat in RECORD.seats:
                        why = explainer.why(card_at(card, seat))
                        if why.verdict != "open":
                            found.append(certificate(why))
    return tuple(found)


DOCUMENTS: Final = _documents()


def test_there_is_something_to_forge() -> None:
    assert len(DOCUMENTS) > 10
    assert {document["verdict"] for document in DOCUMENTS} == {"proven", "refuted"}
    assert max(len(document["because"]) for document in DOCUMENTS) > 1
    for document in DOCUMENTS:
        assert verify(loads(dumps(document)), RECORD) == ()
        VALID.validate(document)


def test_the_schema_is_one_and_knows_the_causes() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert {kind: SCHEMA["$defs"][kind]["required"][0] for kind in CAUSES} == {k: k for k in CAUSES}
    assert len(SCHEMA["properties"]["because"]["items"]["oneOf"]) == len(CAUSES)


@settings(max_examples=some(900))
@given(changed_documents(DOCUMENTS))
def test_only_what_is_true_is_accepted(document: dict[str, Any]) -> None:
    try:
        found = verification(loads(json.dumps(document)), RECORD)
    except CertificateError:
        return
    VALID.validate(document)
    if found.problems:
        return
    conclusion = Conclusion((Literal(**document["conclusion"]),))
    deduction = deduce(RECORD, view=document["view"], at=document["at"])
    with deduction, Explainer(deduction) as explainer:
        why = explainer.why(conclusion)
    assert why.verdict == document["verdict"]
    assert len(why.because) <= len(document["because"])
    if document["smallest"]:
        assert found.smallest
        assert len(why.because) == len(document["because"])


@settings(max_examples=some(300))
@given(changed_documents(DOCUMENTS))
def test_what_is_read_is_what_the_schema_allows(document: dict[str, Any]) -> None:
    written = json.dumps(document)
    try:
        loads(written)
    except CertificateError:
        # To JSON's schema 1.0 is a whole number; here it is not.
        assert not VALID.is_valid(document) or "1.0" in written
    else:
        assert VALID.is_valid(document)


@settings(max_examples=some(300))
@given(st.sampled_from(DOCUMENTS), st.data())
@example(DOCUMENTS[0], None)
def test_no_other_record_has_the_certificate(document: dict[str, Any], data: Any) -> None:
    if data is None:  # what is only written otherwise is the same record
        assert verify(document, text.loads(BODY.replace(" asks ", "  asks  "))) == ()
        return
    start = data.draw(st.integers(0, len(BODY)))
    put = data.draw(st.sampled_from(["", "#", "2H", "yes", "Ann", "!", "\n", "# said\n"]))
    body = BODY[:start] + put + BODY[start + data.draw(st.integers(0, 5)) :]
    try:
        other = text.loads(body)
    except NotationError:
        return
    same = text.dumps(other) == text.dumps(RECORD)
    assert (verify(document, other) == ()) == same


# -- what a forger would try ----------------------------------------------------------------------


def _of(change: Callable[[dict[str, Any]], None]) -> str:
    document = copy.deepcopy(next(d for d in DOCUMENTS if d["verdict"] == "proven"))
    change(document)
    return dumps(document)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("conclusion", "holds"), "false", 'found "false" (expected true or false)'),
        (("at",), 1.9, "found 1.9 (expected a whole number)"),
        (("at",), "١", 'found "١" (expected a whole number)'),
        (("at",), True, "found true (expected a whole number)"),
        (("at",), -1, "expected 0 or more"),
        (("smallest",), "banana", 'found "banana"'),
        (("because", 0, "event"), True, "found true (expected a whole number)"),
        (("because", 0, "event"), 0, "expected 1 or more"),
        (("because", 0, "remark"), "hi", "'remark' is not a key here"),
        (("because", 0), {}, "because[0]: the key 'event' is missing"),
        (("remark",), "hi", "'remark' is not a key here"),
        (("record",), "sha256:0", "(expected the SHA-256 of the record's canonical text"),
        (("verdict",), "open", 'found "open" (expected proven, refuted)'),
    ],
)
def test_what_is_not_as_the_schema_says_is_named(
    path: tuple[str | int, ...], value: object, said: str
) -> None:
    def change(document: Any) -> None:
        *way, last = path
        for key in way:
            document = document[key]
        document[last] = value

    with pytest.raises(CertificateError) as caught:
        loads(_of(change))
    assert said in str(caught.value)


@pytest.mark.long
def test_a_smaller_set_of_causes_is_found() -> None:
    """Sets that cannot lose a cause, and yet are not the smallest."""
    larger = []
    for document in DOCUMENTS:
        known = knowledge(RECORD, view_of(RECORD, document["view"]).hands)
        grounds = all_evidence(known, replay_of(RECORD).state())
        for causes in combinations(grounds.by_cause(), len(document["because"]) + 1):
            forged = {**document, "because": list(map(cause_to_json, causes)), "smallest": False}
            if len(causes) < 4 and not verify(forged, RECORD):
                larger.append(forged)
    assert larger
    for forged in larger:
        assert not verification(forged, RECORD).smallest
        (problem,) = verify({**forged, "smallest": True}, RECORD)
        assert problem.startswith("a smaller set of causes would do: ")
