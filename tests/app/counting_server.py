"""A host of the app as hosts are: it packs what it sends, and counts it; its line has a speed."""

from __future__ import annotations

import functools
import gzip
import http.server
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker.cli.app_commands import _Handler

_PIECE = 16_384


class CountingServer(http.server.ThreadingHTTPServer):
    """Counts the bytes of each file that it sends; all downloads share the line."""

    daemon_threads = True

    def __init__(self, folder: Path, bits: float | None) -> None:
        super().__init__(
            ("127.0.0.1", 0), functools.partial(_CountingHandler, directory=str(folder))
        )
        self.sent: Counter[str] = Counter()
        self.times: Counter[str] = Counter()
        self.packed: dict[str, bytes] = {}
        self._bits = bits
        self._line = threading.Lock()

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def over_the_line(self, size: int) -> None:
        """Wait as long as a piece takes."""
        if self._bits is not None:
            with self._line:
                time.sleep(size * 8 / self._bits)

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: a browser that goes away is no error."""


class _CountingHandler(_Handler):
    """Sends a file packed, and says for how long it is good, as static hosts do."""

    server: CountingServer

    def do_GET(self) -> None:  # noqa: N802 (the name is that of http.server)
        """Send a file."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        name = path.relative_to(self.directory).as_posix()
        content = self.server.packed.get(name) or gzip.compress(path.read_bytes(), 6)
        self.server.packed[name] = content
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.server.times[name] += 1
        for start in range(0, len(content), _PIECE):
            piece = content[start : start + _PIECE]
            self.server.over_the_line(len(piece))
            self.server.sent[name] += len(piece)  # whoever has it finds it counted
            self.wfile.write(piece)


@contextmanager
def counting_server(folder: Path, bits: float | None = None) -> Iterator[CountingServer]:
    """A host of a folder; ``bits``: a second, None: as fast as the machine is."""
    with CountingServer(folder, bits) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
