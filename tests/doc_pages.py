"""Pages as programs, those of the documentation and of ``tests/sessions``: how their blocks run.

Blocks of a page run from its top to its end, in an empty folder that has the samples in it:

* ``lit NAME`` writes that file, ``lit NAME +`` writes more at its end;
* ``lit`` must be a record;
* ``console``: lines ``$ COMMAND`` (``> `` goes on with it), each with what the command prints on
  both streams; ``tracker … < FILE`` reads that file. A line ``…`` stands for any lines;
  ``# exit status N`` for a status other than 0;
* ``python``: statements, or an interactive session as doctest reads it;
* ``json`` must be JSON. Blocks of other kinds are only read by people.

``python -m tests.doc_pages PAGE …`` writes into the console blocks of pages what their commands
print today. Read the difference before it goes in.
"""

from __future__ import annotations

import contextlib
import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

import tracker
from tests import ROOT
from tracker.cli.main import DEBUG, main

PAGES: Final = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
SESSIONS: Final = tuple(sorted((ROOT / "tests" / "sessions").glob("*.md")))
WIDTH: Final = "80"
ANY_LINES: Final = "…"
_FENCE: Final = re.compile(r"(`{3,})(.*)")
_STATUS: Final = re.compile(r"# exit status (\d+)")
_SHELL: Final = re.compile(r"[|<>;$&]")
_READS: Final = re.compile(r"(tracker .*) < (\S+)")


class PageError(AssertionError):
    """A page says what is not so."""


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    page: str
    line: int
    """The line of its first fence, from 1."""
    info: str
    """What stands behind the fence."""
    lines: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The language."""
        return self.info.split(" ")[0]

    @property
    def text(self) -> str:
        """Its lines as one text."""
        return "".join(f"{line}\n" for line in self.lines)

    def error(self, message: str) -> PageError:
        return PageError(f"{self.page}:{self.line}: {message}")


@dataclass(frozen=True)
class Step:
    """A command of a console block, and what it should print."""

    command: str
    expected: tuple[str, ...]
    status: int


def name_of(page: Path) -> str:
    """A page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page."""
    lines = iter(enumerate(page.read_text(encoding="utf-8").split("\n"), start=1))
    for number, line in lines:
        if fence := _FENCE.fullmatch(line):
            inside = []
            for _, other in lines:
                if other == fence[1]:
                    break
                inside.append(other)
            else:
                raise PageError(f"{name_of(page)}:{number}: this block has no end")
            yield Block(name_of(page), number, fence[2], tuple(inside))


def steps(block: Block) -> Iterator[Step]:
    """The commands of a console block."""
    if not block.lines or not block.lines[0].startswith("$ "):
        raise block.error("a console block begins with '$ '")
    starts = 0

    def command(line: str) -> int:
        nonlocal starts
        starts += line.startswith("$ ")
        return starts

    for _, group in groupby(block.lines, command):
        first, *output = group
        lines = [first.removeprefix("$ ")]
        while output and output[0].startswith("> "):
            lines.append(output.pop(0).removeprefix("> "))
        stated = _STATUS.fullmatch(output[-1]) if output else None
        expected = tidy(output[:-1] if stated else output)
        yield Step("\n".join(lines), expected, int(stated[1]) if stated else 0)


def tidy(lines: Sequence[str]) -> tuple[str, ...]:
    """Lines without the blanks at their ends, and without the empty ones at the end."""
    return tuple("\n".join(line.rstrip() for line in lines).rstrip("\n").split("\n"))


@dataclass
class Session:
    """Runs the blocks of one page; the working directory is the page's folder."""

    names: dict[str, Any] = field(default_factory=dict)
    """What the Python blocks have defined."""

    def run(self, block: Block) -> None:
        """Run one block.

        Raises:
            PageError: where it says what is not so.
        """
        if block.kind == "lit":
            self._record(block)
        elif block.kind == "console":
            for step in steps(block):
                self._check(block, step)
        elif block.kind == "python":
            self._python(block)
        elif block.kind == "json":
            json.loads(block.text)

    def _record(self, block: Block) -> None:
        _, name, *more = [*block.info.split(" "), ""][:3]
        if not name:
            try:
                tracker.loads(block.text)
            except tracker.NotationError as error:
                raise block.error(f"this is no record:\n{error}") from error
            return
        mode = "a" if more == ["+"] else "w"
        with open(name, mode, encoding="utf-8") as file:
            file.write(block.text)

    def _check(self, block: Block, step: Step) -> None:
        printed, status = execute(step.command)
        if status != step.status:
            raise block.error(
                f"'{step.command}' gives exit status {status}, not {step.status}; it prints\n"
                + "\n".join(printed)
            )
        if not matches(step.expected, printed):
            raise block.error(f"'{step.command}' prints\n" + "\n".join(printed))

    def _python(self, block: Block) -> None:
        if ">>> " not in block.text:
            padding = "\n" * block.line
            with contextlib.redirect_stdout(None):
                exec(compile(padding + block.text, block.page, "exec"), self.names)
            return
        found: list[str] = []
        name, parser = block.page, doctest.DocTestParser()
        test = parser.get_doctest(block.text, self.names, name, name, block.line)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        if runner.run(test, out=found.append, clear_globs=False).failed:
            raise block.error("".join(found))
        self.names = test.globs


def execute(command: str) -> tuple[tuple[str, ...], int]:
    """What a command prints on both streams, and its exit status."""
    reads = _READS.fullmatch(command)
    words, typed = (reads[1], Path(reads[2]).read_bytes()) if reads else (command, None)
    if words.startswith("tracker ") and not _SHELL.search(words):
        runner = CliRunner(env={"COLUMNS": WIDTH, DEBUG: "1", "XDG_STATE_HOME": os.getcwd()})
        result = runner.invoke(main, shlex.split(words)[1:], typed, prog_name="tracker")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return tidy(result.output.split("\n")), result.exit_code
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "COLUMNS": WIDTH, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return tidy(done.stdout.split("\n")), done.returncode


def matches(expected: Sequence[str], printed: Sequence[str]) -> bool:
    """Whether lines are as expected, where ``…`` stands for any lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line == ANY_LINES else re.escape(f"{line}\n") for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)) is not None


@contextlib.contextmanager
def page_folder(folder: Path) -> Iterator[None]:
    """A folder with the samples in it, as the working directory."""
    (folder / "samples").symlink_to(ROOT / "samples")
    with contextlib.chdir(folder):
        yield


def run_page(page: Path, folder: Path) -> None:
    """Run all blocks of a page in an empty folder."""
    session = Session()
    with page_folder(folder):
        for block in blocks(page):
            session.run(block)


def rewrite(page: Path) -> None:
    """Write into the console blocks of a page what their commands print."""
    lines = page.read_text(encoding="utf-8").split("\n")
    session, shift = Session(), 0
    for block in blocks(page):
        if block.kind != "console":
            session.run(block)
            continue
        new = [line for step in steps(block) for line in _printed(step)]
        start = block.line + shift
        lines[start : start + len(block.lines)] = new
        shift += len(new) - len(block.lines)
    page.write_text("\n".join(lines), encoding="utf-8")


def _printed(step: Step) -> Iterator[str]:
    printed, status = execute(step.command)
    yield from f"$ {step.command}".replace("\n", "\n> ").split("\n")
    if status == step.status and matches(step.expected, printed):
        printed = step.expected
    if printed != ("",):
        yield from printed
    if status:
        yield f"# exit status {status}"


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as place, page_folder(Path(place)):
            rewrite(ROOT / argument)
