"""What is compared with what was stored: words exactly, numbers by their digits."""

from pathlib import Path

import pytest
from nbformat import v4

from tests.agreement import agree

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent

SAME = [
    ("P@1 .084", "P@1 .082"),
    ("it ends at  0.00", "it ends at -0.01"),
    ("−0.120 to 3", "-0.121 to 3"),
    ("1.50e-07", "1.51e-07"),
    ("0.5 s", "0.50 s"),
    ("L2,1 of 799 names", "L2,1 of 799 names"),
]
OTHER = [
    ("P@1 .084", "P@1 .081"),
    ("12 of 20", "13 of 20"),
    ("[1 0 1]", "[1 1 1]"),
    ("higher: 0.5", "lower: 0.5"),
    ("0.12", "0.12 0.13"),
    ("+0.120", "-0.120"),
    ("1.50e-07", "1.50e-06"),
]


@pytest.mark.parametrize(("stored", "found"), SAME)
def test_agrees(stored, found):
    assert agree(stored, found)
    assert agree(found, stored)


@pytest.mark.parametrize(("stored", "found"), OTHER)
def test_does_not_agree(stored, found):
    assert not agree(stored, found)
    assert not agree(found, stored)


def test_a_cell_may_allow_more():
    """Counts of iterations, too."""
    assert agree("after 61 rounds: .084", "after 58 rounds: .090", units=10)
    assert not agree("after 61 rounds: .084", "after 58 rounds: .095", units=10)


ALONE = """
import os
from pathlib import Path
assert os.environ["MLCOURSE_OFFLINE"]
assert not os.environ["MLCOURSE_DATA"]
assert not Path(os.environ["MLCOURSE_CACHE"]).exists()
"""


def test_cells_are_compared_so(pytester, monkeypatch):
    """A cell may be two units off, more with a tag, and never in words.

    Whatever the machine holds, it sees the embedded data alone: no folder of sets, no
    cache, no network.
    """
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("MLCOURSE_DATA", str(pytester.path))
    monkeypatch.setenv("MLCOURSE_CACHE", str(pytester.path))
    monkeypatch.delenv("MLCOURSE_OFFLINE", raising=False)
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    check = "nbval-check-output"
    cells = [
        cell("0.14", [check]),
        cell("0.15", [check]),
        cell("0.15", [check, "within-10"]),
        cell("nan", [check]),
        v4.new_code_cell(ALONE),
    ]
    (pytester.path / "a.ipynb").write_text(v4.writes(v4.new_notebook(cells=cells)))
    options = ("--nbval-lax", "--nbval-current-env", "-p", "no:cacheprovider")
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(passed=3, failed=2)


def cell(says, tags):
    """Return a cell that printed 0.12 and now prints another text."""
    stored = v4.new_output("stream", text="0.12\n")
    return v4.new_code_cell(
        f"print({says!r})",
        outputs=[stored],
        execution_count=1,
        metadata={"tags": tags},
    )
