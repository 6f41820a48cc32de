"""Firefox for the tests, driven by its own remote control (Marionette): no other program needed."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = ("firefox-esr", "firefox")
LISTEN = """
window.complaints = [];
addEventListener("error", (event) => complaints.push(event.message));
addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
document.addEventListener("securitypolicyviolation", (event) => complaints.push(event.blockedURI));
"""
_PREFERENCES = """\
user_pref("marionette.port", {port});
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.dns.disabled", true);
user_pref("ui.prefersReducedMotion", 1);
"""


class Firefox:
    """A Firefox that is running, with one window."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._number = 0
        self._receive()  # it says hello
        self._ask("WebDriver:NewSession", {})

    def open(
        self, file: Path | str, fragment: str = "", size: tuple[int, int] = (1280, 800)
    ) -> None:
        """Show a page, a file or an address, in a window of a size."""
        address = file if isinstance(file, str) else file.as_uri()
        self._ask("WebDriver:Navigate", {"url": "about:blank"})
        self._ask("WebDriver:SetWindowRect", {"width": size[0], "height": size[1]})
        self._ask("WebDriver:Navigate", {"url": f"{address}{fragment}"})

    def run(self, script: str, *values: object) -> Any:
        """What a function's body returns in the page."""
        parameters = {"script": script, "args": list(values), "newSandbox": False}
        return self._ask("WebDriver:ExecuteScript", parameters)["value"]

    def shows(self, selector: str, text: str) -> None:
        """Wait until an element says something, perhaps among other things."""
        said = "document.querySelector(arguments[0])?.textContent"
        self.wait(f"{said}.includes(arguments[1])", selector, text)

    def press(self, key: str) -> None:
        """Press and release a key."""
        keys = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": keys}]
        self._ask("WebDriver:PerformActions", {"actions": actions})

    def click(self, selector: str) -> None:
        """Click an element."""
        found = self._ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        (element,) = found["value"].values()
        self._ask("WebDriver:ElementClick", {"id": element})

    def wait(self, condition: str, *values: object, seconds: float = 60) -> Any:
        """Wait until an expression of the page is true; what it is then."""
        end = time.monotonic() + seconds
        while not (value := self.run(f"return {condition}", *values)):
            assert time.monotonic() < end, condition
            time.sleep(0.05)
        return value

    def quit(self) -> None:
        """End it."""
        self._ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._socket.close()

    def _ask(self, command: str, parameters: dict[str, Any]) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, command, parameters])
        self._socket.sendall(f"{len(message.encode())}:{message}".encode())
        _, _, error, result = self._receive()
        assert error is None, f"{command}: {error}"
        return result

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        content = b""
        while len(content) < int(length[:-1]):
            content += self._some(int(length[:-1]) - len(content))
        return json.loads(content)

    def _some(self, most: int) -> bytes:
        found = self._socket.recv(most)
        if not found:
            raise ConnectionError("Firefox has gone")
        return found


@contextmanager
def launched(folder: Path) -> Iterator[Firefox]:
    """A Firefox with a profile of its own; the test is skipped where there is none."""
    program = next((path for path in map(shutil.which, PROGRAMS) if path), None)
    if program is None:
        pytest.skip(f"no Firefox on this machine (looked for {', '.join(PROGRAMS)})")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "user.js").write_text(_PREFERENCES.format(port=port), encoding="utf-8")
    command = [program, "--headless", "--no-remote", "--marionette", "--profile", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        firefox = Firefox(port)
        yield firefox
        firefox.quit()
        process.wait(30)
    finally:
        process.kill()
        process.wait()


def _connected(port: int) -> socket.socket:
    """The connection, once it is ready to listen."""
    until = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
