"""The command that builds the app: a folder that any static host serves, and no server of its own.

The app is this package in the reader's own browser, with Python and the solver beside it. What it
is put together from stands in ``tracker/render/app/parts.json``: names, versions, and hashes of
what the registries give. A part is fetched once, by ``pip download`` or ``npm pack``, and kept in a
cache; a part whose hash is not the one in the list is not used. The same parts and the same package
give the same bytes: the archives have no dates in them, and their members are sorted.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import http.server
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import webbrowser
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import click

import tracker
from tracker.cli.options import refuse
from tracker.cli.runner import command
from tracker.errors import TrackerError
from tracker.messages import printable
from tracker.render.page.assets import PUZZLE, WALK

CACHE_VARIABLE: Final = "TRACKER_APP_PARTS"
"""The environment variable that names the folder in which parts are kept."""
OURS: Final = "parts.json"
"""The file by which a folder is known to be an app that was built before."""
_SECONDS: Final = 300
"""How long one part may take to come."""
_NPM_FLAGS: Final = ("--fetch-retries=1", "--fetch-timeout=30000")
_PIP_FLAGS: Final = (
    "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--retries=1",
)  # fmt: skip
_PACKAGE: Final = Path(tracker.__file__).parent
_PAGE: Final = _PACKAGE / "render" / "page"
_APP: Final = _PACKAGE / "render" / "app"
_LEFT_OUT: Final = (
    "cli", "archive", "counting/engine.py", "counting/residues.py", "counting/tables.py",
    "render/app", "render/app_ready.py",
)  # fmt: skip
"""What of the package the app has no use for: commands, many games, the engine that is NumPy's."""
_KINDS: Final = (".py", ".json", ".lit", ".js", ".css", ".html", ".txt", ".mjs")
"""The files of the package that it has use for."""
_STYLES: Final = ("page.css", "board.css", "parts.css", "puzzle.css", "document.css")
_SCRIPTS: Final = (*{*WALK, *PUZZLE}, "parts/preact.mjs", "parts/htm.mjs")
"""What the app shares with the report's page."""
_LICENCES: Final = "parts/LICENCES.txt"
"""Whose work is in that."""
_LIBRARY: Final = "parts/python_stdlib.zip"
_OF_THE_BUILD: Final = ("service-worker.js", "sample.lit", "compile.mjs", "compile.py")
"""What the app is made with, and is not in it as it is."""
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The date of everything in an archive: none."""


class PartError(TrackerError):
    """A part of the app that cannot be had."""


@dataclass(frozen=True)
class AppPart:
    """Something that the app is put together from, as the list pins it."""

    name: str
    version: str
    source: str
    """``npm`` or ``pip``."""
    file: str
    """What the registry calls the archive."""
    sha256: str
    licence: str = ""
    take: Sequence[str] = ()
    """The files that are taken out of it; of a wheel, without any: all."""
    leave: Sequence[str] = ()
    """Patterns of what is left out of an archive that is taken: what the app never imports."""
    platform: str = ""
    """Of a wheel for one platform: which."""
    python: str = ""
    """Of such a wheel: for which version of Python."""

    @property
    def command(self) -> list[str]:
        """What fetches it into the current folder."""
        if self.source == "npm":
            return ["npm", "pack", "--silent", *_NPM_FLAGS, f"{self.name}@{self.version}"]
        wanted = f"{self.name}=={self.version}"
        of_platform = ("--platform", self.platform, "--python-version", self.python)
        which = of_platform if self.platform else ()
        return [sys.executable, "-m", "pip", "download", *_PIP_FLAGS, *which, wanted]


def pinned_parts() -> tuple[AppPart, ...]:
    """The parts of the app, as the list in the package has them."""
    entries = json.loads((_APP / OURS).read_bytes())
    return tuple(AppPart(source=entry.pop("from"), **entry) for entry in entries)


# -- having the parts -----------------------------------------------------------------------------


def cache_folder() -> Path:
    """The folder in which parts are kept."""
    if named := os.environ.get(CACHE_VARIABLE):
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home) / "tracker" / "app-parts"


def part_bytes(part: AppPart, cache: Path) -> bytes:
    """A part as the list pins it: from the cache, else from its registry.

    Raises:
        PartError: where it is neither there nor to be fetched, or is not what the list says.
    """
    kept = cache / part.file
    if not kept.is_file() or _hash(kept.read_bytes()) != part.sha256:
        _fetch(part, cache)
    data = kept.read_bytes()
    if _hash(data) != part.sha256:
        kept.unlink()
        raise PartError(
            f"{part.file} is not what the list of parts pins (SHA-256 {_hash(data)}, "
            f"expected {part.sha256})"
        )
    return data


def _fetch(part: AppPart, cache: Path) -> None:
    """Fetch a part into the cache; what comes takes its place there in one step."""
    program = part.command[0]
    if shutil.which(program) is None:
        raise _missing(part, cache, f"there is no {program} on this machine")
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                part.command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired:
            raise _missing(part, cache, f"nothing came within {_SECONDS} seconds") from None
        came = Path(folder) / part.file
        if done.returncode or not came.is_file():
            said = (done.stderr.strip() or done.stdout.strip() or "it gave no reason").splitlines()
            raise _missing(part, cache, said[-1])
        cache.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(came, cache / f"{part.file}.part")
        os.replace(cache / f"{part.file}.part", cache / part.file)


def _missing(part: AppPart, cache: Path, why: str) -> PartError:
    doing = "npm pack" if part.source == "npm" else "pip download"
    return PartError(
        f"the app needs {part.name} {part.version}, and '{doing}' did not bring it: "
        f"{printable(why)}\n(expected a network, with npm and pip; or the file {part.file} in "
        f"{printable(str(cache))})"
    )


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# -- putting together -----------------------------------------------------------------------------


def app_files(cache: Path) -> dict[str, bytes]:
    """All files of the app, by their paths in its folder.

    Raises:
        PartError: where a part cannot be had.
    """
    built: dict[str, bytes] = {}
    packages = dict(_package_files())
    for part in pinned_parts():
        data = part_bytes(part, cache)
        if part.source == "npm":
            built |= dict(_taken(part, data))
        else:
            packages |= _of_wheel(part, data)
    built[_LIBRARY] = _zipped(_compiled(_members(built[_LIBRARY]), built))
    built["parts/packages.tar.xz"] = _packed(_compiled(packages, built))
    for name in (*_STYLES, *_SCRIPTS):
        built[name] = (_PAGE / name).read_bytes()
    for file in _APP.iterdir():
        if file.is_file() and file.name not in _OF_THE_BUILD:
            built[file.name] = file.read_bytes()
    built |= _ready()
    built["LICENCES.txt"] = _licences()
    built["service-worker.js"] = _service_worker(built)
    built[".nojekyll"] = b""  # GitHub serves the folder as it is
    return dict(sorted(built.items()))


@functools.cache
def _ready() -> dict[str, bytes]:
    """What is there before the engine is: worked out once."""
    from tracker.render.app_ready import rules_document, sample_document

    documents = {"rules.json": rules_document(), "sample.json": sample_document()}
    return {name: json.dumps(document).encode() for name, document in documents.items()}


def _taken(part: AppPart, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files that are taken out of an npm package."""
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for path in part.take:
            member = archive.extractfile(f"package/{path}")
            assert member is not None
            content = member.read()
            if path.endswith(".mjs"):  # the maps that these lines name are not taken
                content = content.split(b"\n//# sourceMappingURL=")[0] + b"\n"
            if path.endswith("-lock.json"):  # the packages that Pyodide could load are not there
                content = json.dumps({**json.loads(content), "packages": {}}).encode()
            if path.endswith(".zip"):
                content = _zipped(_members(content, part.leave))
            yield f"parts/{Path(path).name}", content


def _of_wheel(part: AppPart, wheel: bytes) -> dict[str, bytes]:
    """The files of a wheel, without its programs."""
    members = _members(wheel, ["*.data/*"])
    return {name: members[name] for name in part.take} if part.take else members


def _members(archive: bytes, leave: Sequence[str] = ()) -> dict[str, bytes]:
    """The files of an archive; those that a pattern names are left out."""
    with zipfile.ZipFile(io.BytesIO(archive)) as members:
        return {
            name: members.read(name)
            for name in members.namelist()
            if not (name.endswith("/") or any(fnmatchcase(name, each) for each in leave))
        }


def _compiled(sources: Mapping[str, bytes], parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """Files of Python as the app's own Python compiles them: it starts twice as fast.

    Args:
        sources: the files; those that are no modules stay as they are.
        parts: the files of the app, with what that Python is made of.

    Raises:
        PartError: where it cannot be run here.
    """
    with tempfile.TemporaryDirectory() as folder:
        for name, content in parts.items():
            (Path(folder) / Path(name).name).write_bytes(content)
        (Path(folder) / "sources.zip").write_bytes(_zipped(sources))
        _run(["node", str(_APP / "compile.mjs"), folder], Path(folder))
        return _members((Path(folder) / "compiled.zip").read_bytes())


def _run(command: Sequence[str], folder: Path) -> None:
    """Run the app's Python in a folder.

    Raises:
        PartError: where that cannot be done here.
    """
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise PartError(
            f"the app's Python cannot be run here: {printable(str(error))}\n"
            "(expected node, of Node.js 18 or later, on this machine)"
        ) from None


def _zipped(members: Mapping[str, bytes]) -> bytes:
    """An archive that is the same whenever and wherever it is made of the same."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in sorted(members.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)
    return file.getvalue()


def _packed(members: Mapping[str, bytes]) -> bytes:
    """Files as an archive that is the same every time, and small: it is compressed as a whole."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:xz") as archive:
        for name, content in sorted(members.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def _package_files() -> Iterator[tuple[str, bytes]]:
    """The files of this package that the app uses."""
    for path in _PACKAGE.rglob("*.*"):
        name = path.relative_to(_PACKAGE)
        is_left_out = any(name.is_relative_to(part) for part in _LEFT_OUT)
        if path.suffix in _KINDS and not is_left_out:
            yield f"tracker/{name.as_posix()}", path.read_bytes()


def _service_worker(built: Mapping[str, bytes]) -> bytes:
    """The script that keeps the app on the device, with the hash and the sizes of what it keeps."""
    entries = [
        (
            "./" if name == "index.html" else name,
            (_hash(content), len(content), len(gzip.compress(content, mtime=0))),
        )
        for name, content in sorted(built.items())
        if name not in ("LICENCES.txt", ".nojekyll")
    ]
    script = (_APP / "service-worker.js").read_text(encoding="utf-8")
    version = _hash((script + json.dumps(entries)).encode())[:16]
    script = script.replace('"VERSION"', json.dumps(version))
    return script.replace('[["FILES", ["", 0, 0]]]', json.dumps(entries)).encode()


def _licences() -> bytes:
    """Whose work is in the folder, and under which licence."""
    lines = [f"{part.name} {part.version}: {part.licence}" for part in pinned_parts()]
    return "\n".join(["tracker: MIT", *lines, ""]).encode() + (_PAGE / _LICENCES).read_bytes()


def write_app(folder: Path, built: Mapping[str, bytes]) -> None:
    """Write the app, in the place of an older one; of another folder nothing is touched.

    Raises:
        click.UsageError: where the folder has something else in it.
    """
    is_other = folder.exists() and any(folder.iterdir()) and not (folder / OURS).is_file()
    refuse({f"{printable(str(folder))} is neither empty nor an app built before": is_other})
    for name, content in built.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    wanted = {folder / name for name in built}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in wanted:
            path.unlink()


# -- the command ----------------------------------------------------------------------------------


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the folder with the types that browsers insist on, and says nothing of requests."""

    extensions_map: Final = {  # type: ignore[misc]
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: who opens what is nobody's business."""


class _Server(http.server.ThreadingHTTPServer):
    """Serves; a browser that goes away in the midst is no error."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: only the browser's going away can end a request."""


def app_server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of a folder, for this machine alone.

    Args:
        folder: the folder.
        port: 0: any that is free.
    """
    handler = functools.partial(_Handler, directory=str(folder))
    return _Server(("127.0.0.1", port), handler)


@command(
    "app",
    click.option(
        "-o",
        "output",
        metavar="DIR",
        type=click.Path(file_okay=False),
        help="The folder to build; one that has anything else in it is left alone.",
    ),
    click.option("--serve", is_flag=True, help="Open it on this machine, for nobody else."),
    click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=0,
        metavar="N",
        help="With --serve: at which port (default: any that is free).",
    ),
)
def app_command(output: str | None, serve: bool, port: int) -> None:
    """Build the app: tracker in the browser, with nothing to install.

    The folder (-o) can be put on any web host as it is. Nobody's games ever go there: every
    reader's browser does the work, and keeps the games. With --serve it is opened on this machine.
    Needs pip, and npm with Node.js; and a network when it is first built: its parts, pinned by
    their hashes, are then kept in ~/.cache/tracker/app-parts, or where TRACKER_APP_PARTS says. Exit
    status 2 where one cannot be had.
    """
    refuse({"say -o DIR, or --serve, or both": output is None and not serve})
    built = app_files(cache_folder())
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(output or temporary)
        write_app(folder, built)
        if output is not None:
            size = sum(map(len, built.values())) / 1e6
            click.echo(f"{printable(output)}: {len(built)} files, {size:.1f} MB", err=True)
        if serve:
            _serve(folder, port)


def _serve(folder: Path, port: int) -> None:
    """Serve a folder until the interrupt key ends it."""
    with app_server(folder, port) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        click.echo(f"{address}  (Ctrl-C ends it)", err=True)
        if sys.stdout.isatty():
            webbrowser.open(address)
        server.serve_forever()
