"""What importing costs."""

import subprocess
import sys

CHEAP = "mlcourse, mlcourse.data, mlcourse.formulas.losses, mlcourse.solvers.descent"


def loaded(statement):
    """Return the top-level modules that a fresh Python has after a statement."""
    code = f"import sys; {statement}; print({{m.split('.')[0] for m in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    return set(eval(run.stdout))


def test_cheap_imports():
    """Formulas, data and solvers load neither scikit-learn, SciPy nor matplotlib."""
    assert not loaded(f"import {CHEAP}") & {"sklearn", "scipy", "matplotlib"}


def test_free_imports():
    """Importing mlcourse and mlcourse.data does not even load NumPy."""
    assert "numpy" not in loaded("import mlcourse, mlcourse.data")
