"""npm packages are installed once per lock file, and scripts fail aloud."""

import pytest
from filelock import FileLock, Timeout

from book import node, served

pytestmark = pytest.mark.thorough


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Give a folder with a lock file, and count how often npm would run."""
    (tmp_path / "package-lock.json").write_text("{}")
    calls = []

    def ci(where):
        (where / "node_modules").mkdir(exist_ok=True)
        calls.append(where)

    monkeypatch.setattr(node, "ci", ci)
    return tmp_path, calls


def test_packages_are_installed_once(folder):
    """And again when the lock file is another, or when the last time was cut short."""
    path, calls = folder
    assert node.install(path) == node.install(path) == path / "node_modules"
    assert len(calls) == 1
    (path / "package-lock.json").write_text('{"a": 1}')
    node.install(path)
    assert len(calls) == 2
    (path / "node_modules" / "stamp").unlink()
    node.install(path)
    assert len(calls) == 3


def test_one_build_at_a_time_makes_what_the_pages_serve(folder, monkeypatch):
    """Another would remove the files under its hands. Other code makes others."""
    path, _ = folder
    made = []

    def make(modules, target):
        with pytest.raises(Timeout), FileLock(path / ".lock", timeout=0):
            pass
        made.append((modules, target))

    monkeypatch.setattr(node, "HERE", path)
    monkeypatch.setattr(node, "install", lambda: path / "node_modules")
    monkeypatch.setattr(served, "VENDOR", path / "vendor")
    monkeypatch.setattr(served, "MAKERS", ((make, path / "vendor" / "served"),))
    for _ in range(2):
        served.prepare()
    assert made == [(path / "node_modules", path / "vendor" / "served")]
    monkeypatch.setattr(served, "digest", lambda: "of other code")
    served.prepare()
    assert len(made) == 2


def test_a_script_is_given_text_and_returns_text(tmp_path):
    script = tmp_path / "twice.js"
    script.write_text(
        "const text = require('fs').readFileSync(0, 'utf8');"
        "console.log(text.repeat(Number(process.argv[2])))"
    )
    assert node.run(script, "2", given="λ") == "λλ\n"


def test_a_script_that_fails_says_why(tmp_path):
    script = tmp_path / "fails.js"
    script.write_text("throw new Error('no such formula')")
    with pytest.raises(node.NodeError, match=r"(?s)fails\.js failed:.*no such formula"):
        node.run(script)


def test_npm_says_why_it_fails(tmp_path):
    """A lock file that npm cannot read: the message names it and says what npm says."""
    (tmp_path / "package.json").write_text('{"name": "a"}')
    (tmp_path / "package-lock.json").write_text("no JSON")
    with pytest.raises(node.NodeError, match=r"(?s)package-lock\.json.*npm says"):
        node.install(tmp_path)
    assert not (tmp_path / "node_modules" / "stamp").exists()
