"""Find a browser for the tests, or install one, or say in a sentence how to.

In this order: the program that ``CHROME`` names; Chromium, Chrome or Edge where they
usually are; Playwright's own Chromium, downloaded if need be; Debian's package.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
HOW = (
    "No browser was found or could be installed. Install Chromium or Chrome, or run "
    "`python -m playwright install chromium`, or set CHROME to the program's path."
)


class NoBrowserError(RuntimeError):
    """No browser could be started; the message says what to do."""


def launch(playwright: Playwright) -> tuple[str, Browser]:
    """Start the first browser that starts; return its program, too."""
    own = playwright.chromium.executable_path
    tried = []
    for program in candidates():
        try:
            return program or own, playwright.chromium.launch(executable_path=program)
        except Error as error:
            tried.append(f"{program or 'Playwright'}: {error.message.splitlines()[0]}")
    raise NoBrowserError("\n".join([HOW, *tried]))


@contextmanager
def started() -> Iterator[tuple[str, Browser]]:
    """Give a browser and its program; without one, CI fails and others skip."""
    with sync_playwright() as playwright:
        try:
            program, browser = launch(playwright)
        except NoBrowserError as error:
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(str(error))
        yield program, browser
        browser.close()


def candidates() -> Iterator[str | None]:
    """Yield programs to try, None for Playwright's own; the last ones get installed."""
    if chrome := os.environ.get("CHROME"):
        yield chrome
        return  # who names a browser wants no other
    yield from filter(None, map(shutil.which, NAMES))
    yield from filter(os.path.exists, PLACES)
    yield None
    if run(sys.executable, "-m", "playwright", "install", "chromium"):
        yield None
    if install_on_debian():
        yield shutil.which("chromium")


def install_on_debian() -> bool:
    """Install Debian's package, where that is possible without a password."""
    debian = Path("/etc/debian_version").exists() and shutil.which("apt-get")
    if not debian or os.geteuid() != 0:
        return False
    run("apt-get", "update")
    return run("apt-get", "install", "--yes", "--no-install-recommends", "chromium")


def run(*command: str) -> bool:
    """Run a command in silence and tell whether it succeeded."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, timeout=600, env=environment, **quiet)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
