"""``tracker app -o``: the folder that is built, from the pinned parts and from nothing else."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.cli.running import run
from tracker.cli import app_commands
from tracker.cli.app_commands import (
    CACHE_VARIABLE,
    AppPart,
    PartError,
    app_files,
    app_server,
    part_bytes,
    pinned_parts,
    write_app,
)


def _library() -> bytes:
    """Something like Python's own library."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("os.py", "unittest/mock.py", "encodings/utf_8.py", "encodings/mac_roman.py"):
            archive.writestr(name, "x = 1\n")
    return file.getvalue()


def _archive(part: AppPart) -> bytes:
    """Something with the files in it that the app takes of a part."""
    file = io.BytesIO()
    if part.source == "npm":
        with tarfile.open(fileobj=file, mode="w:gz") as tar:
            for path in part.take:
                content = f"// {path}\n//# sourceMappingURL=x.map".encode()
                content = _library() if path.endswith(".zip") else content
                content = b'{"packages": {"numpy": {}}}' if path.endswith(".json") else content
                member = tarfile.TarInfo(f"package/{path}")
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    else:
        with zipfile.ZipFile(file, "w") as wheel:
            for path in part.take or ("module.py",):
                wheel.writestr(path, "x = 1\n")
            wheel.writestr("x.data/scripts/program.py", "x = 1\n")
    return file.getvalue()


def _as_it_is(command: list[str], folder: Path) -> None:
    """Compiles nothing."""
    (folder / "compiled.zip").write_bytes((folder / "sources.zip").read_bytes())


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with parts in it that have the pinned names, and a list that pins these."""
    folder = tmp_path / "cache"
    folder.mkdir()
    parts = []
    for part in pinned_parts():
        content = _archive(part)
        (folder / part.file).write_bytes(content)
        sha256 = hashlib.sha256(content).hexdigest()
        parts.append(AppPart(**{**vars(part), "sha256": sha256}))
    monkeypatch.setattr(app_commands, "pinned_parts", lambda: tuple(parts))
    monkeypatch.setattr(app_commands, "_run", _as_it_is)
    monkeypatch.setenv(CACHE_VARIABLE, str(folder))
    return folder


def test_the_command_builds_the_same_bytes_from_the_cache(cache: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        done = run("app", "-o", str(tmp_path / name))
        assert done.exit_code == 0, done.output
    one, other = (
        {str(path.relative_to(tmp_path / name)): path.read_bytes() for path in files}
        for name in ("one", "other")
        for files in [[p for p in (tmp_path / name).rglob("*") if p.is_file()]]
    )
    assert one == other
    assert {"index.html", "service-worker.js", "parts/pyodide.asm.wasm"} <= set(one)
    assert not any(name.endswith(".map") for name in one)
    licences = one["LICENCES.txt"].decode()
    assert all(
        f"{part.name} {part.version}: {part.licence}\n" in licences for part in pinned_parts()
    )


def test_the_package_in_it_has_no_commands(cache: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(app_files(cache)["parts/packages.tar.xz"])) as archive:
        names = archive.getnames()
    assert "tracker/render/app_answers.py" in names
    assert "tracker/teach/pack.lit" in names
    assert "module.py" in names
    assert not [name for name in names if "/cli/" in name or ".data/" in name or "pycache" in name]


def test_python_s_library_in_it_has_what_the_app_imports(cache: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(app_files(cache)["parts/python_stdlib.zip"])) as archive:
        names = archive.namelist()
    assert names == ["encodings/utf_8.py", "os.py"]


def test_what_python_imports_in_it_is_compiled_and_keeps_its_checks(tmp_path: Path) -> None:
    """By the script that the app's Python runs; here in this one."""
    source = '"""A module."""\n\ndef f(x):\n    """A function."""\n    assert x, "checked"\n'
    with zipfile.ZipFile(tmp_path / "sources.zip", "w") as sources:
        sources.writestr("m.py", source)
        sources.writestr("m.lit", "text")
    script = Path(app_commands.__file__).parents[1] / "render" / "app" / "compile.py"
    subprocess.run([sys.executable, str(script)], cwd=tmp_path, check=True)
    with zipfile.ZipFile(tmp_path / "compiled.zip") as made:
        assert made.namelist() == ["m.pyc", "m.lit"]
        made.extractall(tmp_path / "made")
    tell = "import m; print(m.__doc__, m.f.__doc__); m.f(0)"
    done = subprocess.run(
        [sys.executable, "-c", tell], cwd=tmp_path / "made", capture_output=True, text=True
    )
    assert done.stdout == "None None\n"
    assert "AssertionError: checked" in done.stderr


def test_without_node_it_says_what_is_needed(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PartError, match=r"cannot be run here: .*\n\(expected node"):
        app_commands._run(["node"], tmp_path)


def test_the_service_worker_keeps_all_files(cache: Path) -> None:
    built = app_files(cache)
    script = built["service-worker.js"].decode()
    listed = re.search(r"^const FILES = new Map\((\[.*\])\);$", script, re.MULTILINE)
    assert listed is not None
    kept = {
        "index.html" if name == "./" else name: hashed
        for name, (hashed, *_) in json.loads(listed[1])
    }
    assert kept == {
        name: hashlib.sha256(content).hexdigest()
        for name, content in built.items()
        if name not in (".nojekyll", "LICENCES.txt", "service-worker.js")
    }


def test_another_folder_is_left_alone(cache: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("x")
    done = run("app", "-o", str(tmp_path / "mine"))
    assert (done.exit_code, "neither empty nor an app" in done.output) == (2, True)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_an_older_app_is_replaced(cache: Path, tmp_path: Path) -> None:
    built = app_files(cache)
    write_app(tmp_path / "site", {**built, "gone.js": b""})
    write_app(tmp_path / "site", built)
    assert not (tmp_path / "site" / "gone.js").exists()


def test_a_part_that_cannot_be_had_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    part = next(part for part in pinned_parts() if part.source == "npm")
    with pytest.raises(PartError, match=r"the app needs pyodide .* there is no npm"):
        part_bytes(part, tmp_path)


def test_a_part_is_what_the_program_of_its_registry_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program here is a script that fails, brings nothing, and at last brings the part."""
    part = AppPart("x", "1", "npm", "x.tgz", hashlib.sha256(b"x").hexdigest())
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    program, cache = tmp_path / "npm", tmp_path / "cache"
    for script, said in (
        ("printf x > x.tgz; echo begun; echo refused >&2; exit 1", "bring it: refused\n"),
        ("echo one; echo none", "bring it: none\n"),
        ("exit 0", "it gave no reason"),
    ):
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        with pytest.raises(PartError, match=said):
            part_bytes(part, cache)
    program.write_text("#!/bin/sh\nprintf x > x.tgz\n")
    assert part_bytes(part, cache) == b"x"
    assert [file.name for file in cache.iterdir()] == ["x.tgz"]


def test_a_part_that_is_another_one_is_not_used(tmp_path: Path) -> None:
    part = AppPart("x", "1", "pip", "x.whl", hashlib.sha256(b"x").hexdigest())
    fetched = AppPart(**{**vars(part), "sha256": "0" * 64})
    (tmp_path / "x.whl").write_bytes(b"x")
    assert part_bytes(part, tmp_path) == b"x"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands, "_fetch", lambda *_: None)
        with pytest.raises(PartError, match="is not what the list of parts pins"):
            part_bytes(fetched, tmp_path)
    assert not (tmp_path / "x.whl").exists()


def test_it_is_served_to_this_machine_alone(cache: Path, tmp_path: Path) -> None:
    write_app(tmp_path / "site", app_files(cache))
    with app_server(tmp_path / "site") as server:
        Thread(target=server.serve_forever, daemon=True).start()
        host, port = server.server_address[:2]
        types = {}
        for name in ("main.js", "parts/preact.mjs", "parts/pyodide.asm.wasm", "app.webmanifest"):
            with urllib.request.urlopen(f"http://{host!s}:{port}/{name}") as reply:
                types[name] = reply.headers["Content-Type"]
        server.shutdown()
    assert host == "127.0.0.1"
    assert list(types.values()) == [
        "text/javascript",
        "text/javascript",
        "application/wasm",
        "application/manifest+json",
    ]


def test_the_command_serves_what_it_built(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(app_commands, "app_files", lambda _: {"index.html": b"the app"})
    monkeypatch.setattr(
        ThreadingHTTPServer, "serve_forever", lambda server: asked.append(server.server_port)
    )
    done = run("app", "--serve", "--port", "0")
    assert done.exit_code == 0
    assert done.stderr == f"http://127.0.0.1:{asked[0]}/  (Ctrl-C ends it)\n"


def test_the_page_has_no_inline_script_and_a_strict_policy() -> None:
    page = (Path(app_commands.__file__).parents[1] / "render" / "app" / "index.html").read_text()
    assert "default-src 'none'" in page
    assert "unsafe-inline" not in page
    assert "'unsafe-eval'" not in page
    assert set(re.findall(r"<script[^>]*>([^<]*)", page)) == {""}
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", page)
    assert "style=" not in page


def test_it_says_what_to_type() -> None:
    done = run("app")
    assert (done.exit_code, "-o DIR, or --serve" in done.output) == (2, True)
