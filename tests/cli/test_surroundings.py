"""Every command in every surroundings: a line on standard error at worst, never a traceback."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from tests import ROOT
from tests.cli.forking import CLOSED, Task
from tests.marks import first
from tracker.cli.main import COMMANDS

Run: TypeAlias = tuple[str, ...]
GAME: Final = """\
rules: pagat, deck=custom
book reds: 2H 3H 4H 5H
book blacks: 2S 3S 4S 5S
seats: Ann Bob Carl Zoë
dealer: Ann
hand Ann: 2H 3S

Ann asks Bob 3H: no  # hm – „so“
Bob asks Carl 2S: no
"""
FILES: Final = {
    "FILE": GAME,
    "BROKEN": GAME + "Ann asks Bob 3H: no\n",
    "CLAIM": GAME + "Carl claims reds: Ann 2H, Carl rest: opponents\n",
    "WHOLE": GAME.replace("\n\n", "\nhand Bob: 2S 4H\nhand Carl: 3H 4S\nhand Zoë: 5H 5S\n\n", 1),
    "OUT": "old\n",
    "PUZZLE": "as: Ann\nquestion: where 4H\n" + GAME,
    "NOTES": "# nobody has answered yet\n",
    "LINES": "Carl asks Zoë 4S: no\n",
}
PAGE: Final = ("report", "FILE", "-o", "-")
SILENT: Final[tuple[Run, ...]] = (
    ("new", "NEW", "--seats", "Ann Bob Carl Dora"),
    ("fmt", "--write", "FILE"),
    ("convert", "FILE", "-o", "OUT"),
    ("archive", "FILE", "-o", "NEW", "--workers", "1"),
)
"""What prints nothing on standard output."""
DOCUMENTS: Final[tuple[Run, ...]] = (
    *(
        PAGE,
        ("report", "FILE", "--md"),
        ("show", "FILE", "--json"),
        ("why", "FILE", "4H", "Ann", "--json"),
    ),
    *(("fmt", "FILE"), ("convert", "FILE"), ("convert", "FILE", "-o", "-")),
    ("simulate", "-n", "1", "--players", "rash"),
)
"""What is for programs."""
NEGATIVE: Final[tuple[Run, ...]] = (
    *(("why", "FILE", "4H", "Zoë", "--as", "Ann"), ("why", "FILE", "4H", "Ann", "--json")),
    *(("audit", "CLAIM", "--event", "3"), ("check", "BROKEN"), ("collect", "LESSON", "NOTES")),
)
RUNS: Final[tuple[Run, ...]] = (
    *DOCUMENTS,
    *SILENT,
    *NEGATIVE,
    *(("show", "FILE"), ("show", "FILE", "--odds"), ("claims", "FILE", "--as", "Ann")),
    *(("deals", "FILE", "--list", "2"), ("why", "FILE", "2S", "Bob", "--lacks")),
    *(("verify", "PAPER", "FILE"), ("audit", "CLAIM"), ("timeline", "FILE"), ("report", "FILE")),
    ("review", "FILE"),
    *(("asks", "FILE", "--as", "Ann"), ("knows", "FILE"), ("stats", "FILE", "--workers", "1")),
    *(("turns", "FILE", "--as", "Ann"), ("signals", "FILE"), ("puzzles", "PUZZLE")),
    *(("gaps", "FILE"), ("mark", "PUZZLE", "unknown"), ("train", "PUZZLE", "--no-progress")),
    ("lesson", "PUZZLE", "-o", "TABLES"),
    *(("enter", "FILE"), ("check", "FILE"), ("rules",), ("rules", "--diff", "pagat", "quartets")),
)
"""What is run; an ordinary run of the tests has the first of them, which print."""
every_run = pytest.mark.parametrize("run", dict.fromkeys(RUNS), ids=" ".join)
some_runs = pytest.mark.parametrize(
    "run", first(6, map(pytest.param, dict.fromkeys(RUNS))), ids=" ".join
)


@pytest.fixture(scope="module")
def forker() -> Iterator[subprocess.Popen[str]]:
    """The process that forks."""
    command = [sys.executable, "-m", "tests.cli.forking"]
    pipe = subprocess.PIPE
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT, env=buffered
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


class Place:
    """A folder with files to work on, and the process that forks.

    Args:
        folder: the folder.
        forker: the process.
    """

    def __init__(self, folder: Path, forker: subprocess.Popen[str]) -> None:
        self.folder = folder
        self._forker = forker
        self._usual: dict[Run, tuple[int, bytes, str]] = {}
        self.tidy_up()
        paper = ("why", "FILE", "2S", "Bob", "--lacks", "--certificate", "PAPER")
        lesson = ("lesson", "PUZZLE", "-o", "LESSON")
        assert self.run(paper)[0] == self.run(lesson)[0] == 0

    def tidy_up(self) -> None:
        """Make the files what they are to be."""
        (self.folder / "NEW").unlink(missing_ok=True)
        shutil.rmtree(self.folder / "TABLES", ignore_errors=True)
        for name, content in FILES.items():
            (self.folder / name).write_text(content, encoding="utf-8")

    def run(self, run: Run, **surroundings: Any) -> tuple[int, bytes, str]:
        """Exit status, standard output and standard error of a run."""
        out, err = self.folder / "stdout", self.folder / "stderr"
        for path in (out, err):
            path.unlink(missing_ok=True)
        known = {*FILES, "NEW", "PAPER", "LESSON", "TABLES"}
        arguments = tuple(str(self.folder / word) if word in known else word for word in run)
        streams = {"stdin": str(self.folder / "LINES"), "stdout": str(out), "stderr": str(err)}
        assert self._forker.stdin is not None
        assert self._forker.stdout is not None
        task = Task(arguments, **{**streams, **surroundings})
        print(task.line(), file=self._forker.stdin, flush=True)
        status = int(self._forker.stdout.readline())
        self.tidy_up()
        return status, _held(out), _held(err).decode()

    def usual(self, run: Run) -> tuple[int, bytes, str]:
        """The same where all is as it should be."""
        if run not in self._usual:
            self._usual[run] = self.run(run)
        return self._usual[run]


def _held(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, forker: subprocess.Popen[str]) -> Place:
    return Place(tmp_path_factory.mktemp("place"), forker)


def test_every_command_is_run() -> None:
    built = {"app"}  # it fetches packages when it is first built
    assert {run[0] for run in RUNS} | built == set(COMMANDS)


@some_runs
def test_the_usual(place: Place, run: Run) -> None:
    status, printed, said = place.usual(run)
    assert status == (1 if run in NEGATIVE else 0)
    assert "Error" not in said
    assert (printed == b"") == (run in SILENT)


@pytest.mark.parametrize("stdout", first(1, ["/dev/full", CLOSED]))
@pytest.mark.parametrize("run", first(3, map(pytest.param, dict.fromkeys(RUNS))), ids=" ".join)
def test_output_that_goes_nowhere(place: Place, run: Run, stdout: str) -> None:
    status, _, said = place.run(run, stdout=stdout)
    if run in SILENT:
        assert status == 0
        return
    assert status == 2
    reason = "Bad file descriptor" if stdout == CLOSED else "No space left on device"
    assert said.split("\n")[-2:] == [f"Error: standard output: {reason}", ""]


@pytest.mark.long
@pytest.mark.parametrize("stderr", ["/dev/full", CLOSED])
@every_run
def test_messages_that_go_nowhere(place: Place, run: Run, stderr: str) -> None:
    """The status stays what it is, or says that something could not be said."""
    before = place.usual(run)
    status, printed, _ = place.run(run, stderr=stderr)
    assert (status, printed) == before[:2] or (status == 2 and before[2])


@some_runs
def test_no_standard_input(place: Place, run: Run) -> None:
    typed = run[0] in {"enter", "train"}
    named = typed or "--write" in run
    asked = run if named else tuple("-" if word == "FILE" else word for word in run)
    status, printed, said = place.run(asked, stdin=CLOSED)
    if asked == run and not typed:
        assert (status, printed) == place.usual(run)[:2]
        return
    assert status == 2
    assert printed == b"" or run[0] == "train"  # which poses a puzzle first
    assert said.startswith("Error: ")
    assert said.count("\n") == 1


@pytest.mark.long
@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
@every_run
def test_an_encoding_that_has_not_all(place: Place, run: Run, encoding: str) -> None:
    status, printed, _ = place.usual(run)
    found = place.run(run, encoding=encoding)
    assert found[0] == status
    assert "Error" not in found[2]
    if run in DOCUMENTS:
        assert found[1] == printed  # in UTF-8, wherever it goes
        return
    shown = found[1].decode(encoding)
    assert shown.count("\n") == printed.count(b"\n")
    assert not set(shown) & set("●■✔·–’…→▏█")
    assert ("Zo\\xeb" if encoding == "ascii" else "Zoë") in shown or b"Zo" not in printed


@pytest.mark.long
@pytest.mark.parametrize("columns", ["0", "1", "100000000", "²"])
@pytest.mark.parametrize("run", [run for run in dict.fromkeys(RUNS) if run != PAGE], ids=" ".join)
def test_widths_that_cannot_be(place: Place, run: Run, columns: str) -> None:
    status, printed, said = place.run(run, environment={"COLUMNS": columns, "LINES": columns})
    before = place.usual(run)
    assert (status, "Error" in said) == (before[0], False)
    assert bool(printed) == bool(before[1])
    assert max(map(len, printed.decode().split("\n"))) <= 1000


def test_what_nobody_foresaw_is_one_line(place: Place) -> None:
    """A rule's preset is not a record's to choose a fault with: one is put into the program."""
    program = (
        "import tracker.cli.options as options\n"
        "def fail(*_): raise RuntimeError('boo\\x1b[31m\\nhoo')\n"
        "options.text.loads = fail\n"
        "from tracker.cli import main\n"
        "main(['show', {!r}])\n"
    ).format(str(place.folder / "FILE"))

    def run(**environment: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program]
        env = {**os.environ, **environment}
        return subprocess.run(command, capture_output=True, text=True, env=env, check=False)

    done = run()
    assert done.returncode == 70
    assert done.stderr == (
        "Error: RuntimeError: boo\\x1b[31m\\nhoo (a fault of tracker; TRACKER_DEBUG=1 says where)\n"
    )
    done = run(TRACKER_DEBUG="1")
    assert done.returncode == 1
    assert done.stderr.startswith("Traceback")


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        ("KeyboardInterrupt()", 130, "Aborted!"),
        ("BrokenPipeError(32, 'Broken pipe')", 141, ""),
        ("MemoryError()", 70, "Error: MemoryError"),
        ("RecursionError('deep')", 70, "Error: RecursionError: deep"),
        ("OSError(5, 'Input/output error', '\\x1bf')", 2, "Error: \\x1bf: Input/output error"),
        ("SystemExit(3)", 3, ""),
    ],
)
def test_how_the_program_ends(
    raised: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from tracker.cli.main import run

    def fail() -> None:
        raise eval(raised)

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TRACKER_DEBUG", raising=False)
        assert run(fail) == status
    assert capsys.readouterr().err.startswith(said)


def test_a_reader_that_leaves() -> None:
    command = f"{sys.executable} -m tracker rules | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("141\n", "")
