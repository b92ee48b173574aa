"""The walk in Firefox, over WebDriver BiDi: no other program is needed."""

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from book import node
from tests.book.browser import NoBrowserError
from tests.book.walks import LISTEN, SCRIPT, Stop

HERE = Path(__file__).resolve().parent
NAMES = ("firefox-esr", "firefox")
PLACES = (
    "/Applications/Firefox.app/Contents/MacOS/firefox",
    "C:/Program Files/Mozilla Firefox/firefox.exe",
)
HOW = (
    "No Firefox was found. Install it (on Debian: `apt-get install firefox-esr`), or "
    "set FIREFOX to the program's path."
)


def walk(stops: list[Stop]) -> list[list[str]]:
    """Return the complaints of each stop."""
    program = next(programs(), None)
    if program is None:
        raise NoBrowserError(HOW)
    node.install(HERE)
    given = {"listen": LISTEN, "script": SCRIPT, "stops": [s._asdict() for s in stops]}
    said = node.run(HERE / "firefox.mjs", program, given=json.dumps(given))
    return list(json.loads(said))


def programs() -> Iterator[str]:
    """Yield what may be started, the best first."""
    if named := os.environ.get("FIREFOX"):
        yield named
        return
    yield from filter(None, map(shutil.which, NAMES))
    yield from filter(os.path.exists, PLACES)
