"""The walk in WebKit: Debian's WebKitGTK, its own WebDriver, and a screen in memory.

WebDriver is a few requests in JSON (https://www.w3.org/TR/webdriver2/), sent here as
they are.
"""

import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.book.browser import NoBrowserError
from tests.book.walks import LISTEN, SCRIPT, Stop

PATIENCE = 120  # seconds for one page
HOW = (
    "No WebKit was found. On Debian: `apt-get install webkit2gtk-driver xvfb`; other "
    "systems have no package of its driver."
)
# The browser's buttons are wider than a phone unless they are small.
NARROW = "* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 6px }"
# The walk, as a script that calls back when it is done.
WALK = f"""const done = arguments[arguments.length - 1];
{LISTEN}
{SCRIPT}
walk().then(done, (error) => done([`script error: ${{error}}`]));"""


def walk(stops: list[Stop]) -> list[list[str]]:
    """Return the complaints of each stop."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        display = stack.enter_context(screen())
        driver = stack.enter_context(driving(home, display))
        return [take(driver, stop) for stop in stops]


def take(driver: str, stop: Stop) -> list[str]:
    """Open a page in a window of its own, and walk."""
    with session(driver) as ask:
        ask("timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})
        ask("window/rect", {"width": stop.width, "height": stop.height})
        ask("url", {"url": stop.address})
        return list(ask("execute/async", {"script": WALK, "args": []}))


# --- programs ---


def program(name: str) -> str:
    """Return where a program is; MiniBrowser lives where only Debian looks."""
    found = shutil.which(name) or next(
        (str(p) for p in Path("/usr/lib").glob(f"*/webkit2gtk-4.*/{name}")), None
    )
    if found is None:
        raise NoBrowserError(HOW)
    return found


@contextmanager
def running(*command: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and end it with all that it started."""
    process = subprocess.Popen(command, process_group=0, **options)
    try:
        yield process
    finally:
        for signal in (15, 9):
            try:
                os.killpg(process.pid, signal)
                process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue


@contextmanager
def screen() -> Iterator[str]:
    """Give the name of a screen that nobody sees."""
    command = (program("Xvfb"), "-displayfd", "1", "-screen", "0", "1400x1000x24")
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with running(*command, "-nolisten", "tcp", **quiet) as process:
        assert process.stdout is not None
        with process.stdout:
            yield f":{process.stdout.readline().decode().strip()}"


@contextmanager
def driving(home: Path, display: str) -> Iterator[str]:
    """Give the address of WebKit's driver, which keeps its files in `home`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "DISPLAY": display,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        "NO_AT_BRIDGE": "1",
        "GDK_BACKEND": "x11",
        "LIBGL_ALWAYS_SOFTWARE": "1",
    }
    (home / ".config/gtk-3.0").mkdir(parents=True)
    (home / ".config/gtk-3.0/gtk.css").write_text(NARROW)
    command = (program("WebKitWebDriver"), f"--port={port}")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(*command, env=environment, **quiet):
        wait_for(port)
        yield f"http://127.0.0.1:{port}/session"


def wait_for(port: int, patience: float = 20) -> None:
    """Wait until something listens at `port`."""
    end = time.monotonic() + patience
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


# --- requests ---


@contextmanager
def session(driver: str) -> Iterator[Any]:
    """Give a function that sends a command to a new browser."""
    options = {"binary": program("MiniBrowser"), "args": ["--automation"]}
    wants = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
    made = send(driver, {"capabilities": wants})
    address = f"{driver}/{made['sessionId']}"
    try:
        yield lambda command, content: send(f"{address}/{command}", content)
    finally:
        send(address, method="DELETE")


def send(address: str, content: Any = None, method: str = "POST") -> Any:
    """Send a command and return its answer."""
    data = None if content is None else json.dumps(content).encode()
    request = Request(
        address, data, {"Content-Type": "application/json"}, method=method
    )
    try:
        with urlopen(request, timeout=PATIENCE + 10) as answer:
            return json.load(answer)["value"]
    except HTTPError as error:
        said = json.load(error)["value"]
        raise RuntimeError(f"WebKit: {said['error']}: {said['message']}") from None
