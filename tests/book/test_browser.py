"""Where the tests look for a browser, and what they say when there is none."""

from types import SimpleNamespace

import pytest
from playwright.sync_api import Error

from tests.book import browser


class Player:
    """Stands for Playwright: starts the programs that exist, and no other."""

    def __init__(self, *programs):
        self.programs = programs
        self.chromium = SimpleNamespace(launch=self.launch, executable_path="own")

    def launch(self, executable_path):
        """Start a program, or fail as Playwright does."""
        if executable_path not in self.programs:
            raise Error("Executable doesn't exist\nand a long log")
        return f"running {executable_path}"


@pytest.fixture
def bare(monkeypatch):
    """Give a machine without a browser, where nothing can be installed."""
    monkeypatch.delenv("CHROME", raising=False)
    monkeypatch.setattr(browser.shutil, "which", lambda name: None)
    monkeypatch.setattr(browser, "PLACES", ())
    monkeypatch.setattr(browser, "run", lambda *command: False)
    return monkeypatch


def test_a_named_browser_comes_first(bare):
    """CHROME decides, and no other browser is tried."""
    bare.setenv("CHROME", "/my/chrome")
    started = browser.launch(Player("/my/chrome", None))
    assert started == ("/my/chrome", "running /my/chrome")
    with pytest.raises(browser.NoBrowserError, match="/my/chrome: Executable doesn't"):
        browser.launch(Player(None))


def test_a_browser_on_the_path(bare):
    """Chromium or Chrome on the path is used before Playwright's own."""
    bare.setattr(browser.shutil, "which", lambda name: f"/bin/{name}")
    player = Player("/bin/google-chrome", None)
    assert browser.launch(player)[1] == "running /bin/google-chrome"


def test_playwright_downloads_its_own(bare):
    """Without any browser Playwright's is installed, once, and started."""
    player, commands = Player(), []

    def install(*command):
        commands.append(command[1:])
        player.programs = (None,)
        return True

    bare.setattr(browser, "run", install)
    assert browser.launch(player) == ("own", "running None")
    assert commands == [("-m", "playwright", "install", "chromium")]


def test_debian_is_the_last_resort(bare):
    """Where nothing else helps and the tests run as root, apt-get installs Chromium."""
    bare.setattr(browser, "install_on_debian", lambda: True)
    bare.setattr(browser.shutil, "which", Which(after=len(browser.NAMES)))
    assert browser.launch(Player("/bin/chromium"))[1] == "running /bin/chromium"


class Which:
    """Finds programs only after some searches: when they have been installed."""

    def __init__(self, after):
        self.left = after

    def __call__(self, name):
        """Return the place of a program."""
        self.left -= 1
        return None if self.left >= 0 else f"/bin/{name}"


def test_says_what_to_do(bare):
    """Without a browser the message is a sentence with three ways out."""
    bare.setattr(browser, "install_on_debian", lambda: False)
    with pytest.raises(browser.NoBrowserError) as error:
        browser.launch(Player())
    message = str(error.value)
    assert "Install Chromium or Chrome" in message
    assert "playwright install chromium" in message
    assert "set CHROME" in message
    assert "a long log" not in message
