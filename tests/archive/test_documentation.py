"""The tables are documented column by column."""

from __future__ import annotations

import re

import pytest

from tests import ROOT
from tracker.archive.schema import TABLES, VERSION, columns

PAGE = (ROOT / "docs" / "reference" / "archive.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_documented_in_order(table: str) -> None:
    section = PAGE.split(f"\n## {table}\n")[1].split("\n## ")[0]
    firsts = [line.split("|")[1] for line in section.split("\n") if line.startswith("| `")]
    said = re.findall("`([a-z_]+)`", " ".join(firsts))
    assert said == list(columns(table))


def test_the_version_is_documented() -> None:
    assert f"version {VERSION} of their schema" in " ".join(PAGE.split())
