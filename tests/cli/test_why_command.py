"""``tracker why``, ``verify``, ``audit`` and ``timeline``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import run, run_json, written

FIVE = """\
seats: Ann Christina Doug Laura Helen Ben
dealer: Doug
hand Ann: KC JD 2H 3H 4H 6H 7H 9S

Doug asks Christina 3H: no
Christina asks Ann QC: no
Ann claims low hearts: Ann rest, Doug 5H: correct
"""


@pytest.fixture
def five(tmp_path: Path) -> Path:
    return written(tmp_path, FIVE)


@pytest.mark.parametrize("change", ["less", "more", "false"])
def test_a_forged_certificate_fails(five: Path, tmp_path: Path, change: str) -> None:
    paper = tmp_path / "c.json"
    run("why", five, "5H", "Doug", "--as", "Ann", "--at", "1", "--certificate", paper)
    document = json.loads(paper.read_text())
    if change == "less":
        document["because"].pop()
    elif change == "more":
        document["because"].append({"size": "Ben"})
    else:
        document["conclusion"]["seat"] = "Laura"
    paper.write_text(json.dumps(document))
    assert run_json("verify", paper, five, status=1)["ok"] is False


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": "x"}', "\ud800"])
def test_what_is_no_certificate(five: Path, tmp_path: Path, content: str) -> None:
    paper = tmp_path / "c.json"
    paper.write_bytes(content.encode("utf-8", "surrogatepass"))
    result = run("verify", paper, five)
    assert result.exit_code == 2
    assert "not a certificate" in result.stderr
