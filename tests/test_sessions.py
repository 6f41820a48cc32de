"""What users type and what they are told, page by page: ``tests/sessions``.

What a block of a page means is in ``tests.doc_pages``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doc_pages import SESSIONS, name_of, run_page


@pytest.mark.parametrize("page", SESSIONS, ids=name_of)
def test_a_session_goes_as_it_is_written(page: Path, tmp_path: Path) -> None:
    run_page(page, tmp_path)
