"""The digests that tell whether data and code are still the same."""

import numpy as np
import pytest

from mlcourse.reports import experiment
from mlcourse.reports.experiment import code_digest, data_digest

X, Y = np.arange(6.0).reshape(3, 2), np.array([0, 1, 1])


def test_data_digest_sees_every_number():
    """One other number, label, order or shape gives another digest."""
    digests = {
        data_digest(X, Y),
        data_digest(X + np.eye(3, 2) * 1e-12, Y),
        data_digest(X, 1 - Y),
        data_digest(X[::-1], Y[::-1]),
        data_digest(X.reshape(2, 3), Y),
    }
    assert len(digests) == 5


def test_data_digest_sees_numbers_only():
    """The layout in memory and the kind of number do not matter."""
    assert data_digest(X, Y) == data_digest(np.asfortranarray(X), Y.astype(np.uint8))
    assert data_digest(X, Y) == data_digest(X.astype(">f8"), Y.astype(float))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return a function that writes a module of a small package called p."""
    monkeypatch.setattr(experiment, "PACKAGE", tmp_path / "p")

    def write(name, text):
        path = tmp_path / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    write("top.py", '"""Top."""\nimport os\nfrom p.low import mid\n')
    write("low/mid.py", "from p.low.base import f\n")
    write("low/base.py", 'def f(x):\n    """Return."""\n    return x\n')
    write("other.py", "x = 1\n")
    return write


def test_code_digest_follows_imports(package):
    """A change in an imported module counts, however many imports away."""
    before = code_digest("p.top")
    package("low/base.py", "def f(x):\n    return x + 1\n")
    assert code_digest("p.top") != before


def test_code_digest_ignores_words(package):
    """Comments, docstrings and modules that are not imported do not count."""
    before = code_digest("p.top")
    package("low/base.py", 'def f(x):\n    """Give back."""\n    # why\n    return x\n')
    package("other.py", "x = 2\n")
    assert code_digest("p.top") == before


def test_code_digest_of_the_real_thing():
    """The code behind report 001 includes the boosting and the descent."""
    found, todo = set(), ["mlcourse.reports.trials"]
    while todo:
        name = todo.pop()
        path = experiment.PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py")
        if name not in found and path.is_file():
            found.add(name)
            tree = experiment.ast.parse(path.read_text(encoding="utf-8"))
            todo += experiment.imported(tree)
    assert {
        "mlcourse.models.adaboost",
        "mlcourse.models.stump",
        "mlcourse.models.logistic",
        "mlcourse.solvers.descent",
        "mlcourse.data.prepare",
    } <= found
