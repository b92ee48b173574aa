"""The claims of a chapter are the first sentences of tests that exist."""

from pathlib import Path

import pytest

from mlcourse.page import AgreesWith
from mlcourse.page.evidence import claims, needing

ROOT = Path(__file__).parents[2]
TESTS = '''
import pytest

def helper():
    """No test."""

def test_one():
    """The loss falls.

    More about it.
    """

@pytest.mark.parametrize("x", [1])
def test_two(x):
    """So does the error."""

def test_silent():
    assert 1
'''
REAL = '''
import os
import pytest

needs = pytest.mark.skipif("MLCOURSE_DATA" not in os.environ, reason="?")

@pytest.fixture
def bibtex():
    return os.environ["MLCOURSE_DATA"]

@needs
def test_marked(): pass

@pytest.mark.skipif(not os.environ.get("MLCOURSE_DATA"), reason="?")
def test_marked_here(): pass

def test_by_fixture(bibtex): pass

def test_itself():
    """A claim."""
    os.environ["MLCOURSE_DATA"]

@pytest.mark.slow
def test_embedded(tmp_path):
    """Another claim."""
'''


@pytest.fixture
def tests(tmp_path):
    """Give a folder of tests with one file."""
    path = tmp_path / "models" / "test_some.py"
    path.parent.mkdir()
    path.write_text(TESTS, encoding="utf-8")
    return tmp_path


def test_claims_are_read_from_the_file(tests):
    """Tests with a docstring count, decorated or not; helpers and others do not."""
    assert claims(tests / "models" / "test_some.py") == {
        "test_one": "The loss falls.",
        "test_two": "So does the error.",
    }


def test_table(tests):
    """A row for each test that is named, with its claim; the others are counted."""
    table = AgreesWith("models/some", "one", tests=tests)
    assert "| The loss falls. | <code>test_<wbr>one</code> |" in table.data
    assert "error" not in table.data
    assert "1 more test" in table.data
    assert repr(table) == "1 checks of models/some"


def test_what_needs_the_real_data_says_so(tests):
    """By a mark, a fixture or the test itself; not what runs without them."""
    path = tests / "models" / "test_real.py"
    path.write_text(REAL, encoding="utf-8")
    needed = {"test_marked", "test_marked_here", "test_by_fixture", "test_itself"}
    assert needing(path) == needed
    text = AgreesWith("models/real", "itself", "embedded", tests=tests).data
    assert "A claim. *(needs the real data sets; skipped without them)* |" in text
    assert "| Another claim. |" in text


@pytest.mark.parametrize("name", ["three", "silent", "test_one"])
def test_a_claim_without_a_test(tests, name):
    """A page cannot show what no test claims; the message lists what is there."""
    with pytest.raises(
        ValueError, match=rf"no \['{name}'\] with .*; they are \['test_one'"
    ):
        AgreesWith("models/some", "one", name, tests=tests)


def test_a_missing_file(tests):
    """The message says where to run the chapter, and names the module."""
    with pytest.raises(FileNotFoundError, match="run the chapter from its folder"):
        AgreesWith("models/none", tests=tests)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests").rglob("test_*.py")), ids=lambda path: path.name
)
def test_claims_can_stand_in_a_table(path):
    """The first line of a test's docstring is a plain sentence that fits in a cell."""
    for name, claim in claims(path).items():
        assert claim.endswith("."), name
        assert not set(claim) & set("|$"), name
