"""Tests are shared out among processes so that what belongs together stays together."""

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
shared = SimpleNamespace(**runpy.run_path(str(ROOT / "conftest.py")))
VISITED = "tests/book/test_pages.py::test_fits[chapters/a.html-phone-dark]"


@pytest.mark.parametrize(
    ("nodeid", "group"),
    [
        ("chapters/norms.ipynb::Cell 3", "chapters/norms.ipynb"),
        ("tests/models/test_tree.py::test_a[x-1]", "tests/models/test_tree.py"),
        ("mlcourse/arrays.py::mlcourse.arrays", "mlcourse/arrays.py"),
        (VISITED, "chapters/a.html-phone-dark"),
        (VISITED.replace("phone-dark", "file"), "chapters/a.html-file"),
        ("tests/book/test_links.py::test_b[a.html]", "tests/book/test_links.py"),
        ("tests/page/test_a.py::test_c[a.html-file]", "tests/page/test_a.py"),
    ],
)
def test_what_belongs_together(nodeid, group):
    """Cells of a notebook, tests of a file, and all that is asked of an open page."""
    assert shared.group(nodeid) == group


def test_the_book_is_begun_first_and_waited_for_last():
    files = [
        "tests/book/test_links.py::test_b[a.html]",
        "tests/assignments/test_grading.py::test_a",
        "chapters/norms.ipynb::Cell 3",
        "mlcourse/arrays.py::mlcourse.arrays",
        VISITED,
    ]
    places = [shared.urgency(name) for name in files]
    assert places == sorted(places)
    assert len(set(places)) == len(files)


@pytest.mark.thorough
def test_a_process_runs_whole_groups(pytester, monkeypatch):
    """Two processes: no file is split, and each has one thread for linear algebra."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    test = """
        import os
        from pathlib import Path
        import pytest

        @pytest.mark.parametrize("i", range(4))
        def test_it(i):
            assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
            with Path(__file__).with_suffix(".ran").open("a") as file:
                print(os.environ["PYTEST_XDIST_WORKER"], file=file)
    """
    names = [f"test_{i}" for i in range(6)]
    pytester.makepyfile(**dict.fromkeys(names, test))
    result = pytester.runpytest_subprocess("-n", "2", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=24)
    ran = [set((pytester.path / f"{name}.ran").read_text().split()) for name in names]
    assert [len(workers) for workers in ran] == [1] * 6
    assert len(set.union(*ran)) == 2
