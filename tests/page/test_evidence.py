"""The claims of a chapter are the first sentences of tests that exist."""

from pathlib import Path

import pytest

from mlcourse.page import AgreesWith
from mlcourse.page.evidence import claims

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
    assert "| The loss falls. | `test_one` |" in table.data
    assert "error" not in table.data
    assert "1 more test" in table.data
    assert repr(table) == "1 checks of models/some"


@pytest.mark.parametrize("name", ["three", "silent", "test_one"])
def test_a_claim_without_a_test(tests, name):
    """A page cannot show what no test claims; the message lists what is there."""
    with pytest.raises(ValueError, match=rf"no \['{name}'\]; they are \['test_one'"):
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
