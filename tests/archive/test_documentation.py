"""The tables are documented column by column."""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from tests.doc_pages import ROOT
from tracker.archive.schema import SCHEMA_VERSION, TABLES

PAGE = (ROOT / "docs" / "reference" / "archive.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_documented_in_order(table: str) -> None:
    section = PAGE.split(f"\n## {table}\n")[1].split("\n## ")[0]
    firsts = [line.split("|")[1] for line in section.split("\n") if line.startswith("| `")]
    said = re.findall("`([a-z_]+)`", " ".join(firsts))
    assert said == [field.name for field in fields(TABLES[table])]


def test_the_version_is_documented() -> None:
    assert f"version {SCHEMA_VERSION} of their schema" in " ".join(PAGE.split())
