"""Running commands in the tests."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import Any

from click.testing import CliRunner, Result

from tracker.cli import main
from tracker.cli.main import DEBUG

GAME = """\
title: A small game
seats: Ann Bob Carl Dora Eve Finn
dealer: Ann
hand Ann: 2C 3C 9D 10D 5D QH 4S KS

Ann asks Bob KH: yes
Ann asks Bob 2S: no
Bob asks Ann 5D: yes
Bob asks Carl 7D: no
"""


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Result:
    """Run ``tracker`` in this process; what it raised unexpectedly is raised here."""
    result = CliRunner(env={DEBUG: "1"}).invoke(main, list(map(str, arguments)), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def run_json(*arguments: str | Path, stdin: str | bytes | None = None, status: int = 0) -> Any:
    """Run a command with ``--json``; its standard output is one document."""
    result = run(*arguments, "--json", stdin=stdin)
    assert result.exit_code == status, result.output
    return json.loads(result.stdout)


def written(folder: Path, content: str, name: str = "game.lit") -> Path:
    """A record in a file."""
    path = folder / name
    path.write_text(dedent(content), encoding="utf-8")
    return path
