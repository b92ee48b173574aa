"""Rows that are kept: what is read, what is computed, and that both are the same."""

import json
import shutil

import numpy as np
import pytest
from numpy.testing import assert_allclose

from mlcourse.pictures import kept
from mlcourse.reports.code import source

MODULES = [f"mlcourse.pictures.{path.stem}" for path in kept.ROWS.glob("*.json")]
CASES = [case for module in MODULES for case in kept.cases(module)]

QUICK = ("one_relay(0.4, 'alone', 0)", "twins('ridge')", "all_found('l21', 30)")
QUICK += ("hundredth(0.5, 1.0)", "by_l1(1)", "worths('ridge')", "spoken('ridge')")
SLOW = pytest.mark.thorough


def test_a_case_that_is_kept_is_read_and_others_are_computed(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "ROWS", tmp_path)
    (tmp_path / "some.json").write_text('{"twice(2)": {"a": [5, 6]}}')

    def twice(x):
        return {"a": [2 * x, 0.5]}

    twice.__module__ = "package.some"
    marked = kept.kept((2,), (3,))(twice)
    assert marked(2)["a"].tolist() == [5, 6]
    assert marked(3)["a"].tolist() == [6, 0.5]  # not there yet
    assert marked(4)["a"].tolist() == [8, 0.5]
    kept.stored.cache_clear()


@pytest.mark.parametrize("module", MODULES)
def test_what_is_kept_are_the_cases_that_are_named(module):
    names = [name for name, *_ in kept.cases(module)]
    rows = json.loads(kept.file_of(module).read_text(encoding="utf-8"))
    assert ["code", *names] == list(rows)


def test_rows_are_stale_whose_code_was_edited(tmp_path, monkeypatch):
    """Comments leave rows as they are; so do edits of what is not measured."""
    root, rows = tmp_path / "root", tmp_path / "rows"
    ignore = shutil.ignore_patterns("*.json", "*.npz", "__pycache__")
    home = shutil.copytree(kept.ROWS.parents[1], root / "mlcourse", ignore=ignore)
    edited, other = home / "pictures" / "reml_one.py", "dependence_runs"
    monkeypatch.setattr(kept, "ROWS", rows)
    rows.mkdir()
    for name in (edited.stem, other):
        code = kept.digest(f"mlcourse.pictures.{name}")
        (rows / f"{name}.json").write_text(json.dumps({"code": code}))

    def stale(old, new):
        source.cache_clear()
        text = edited.read_text(encoding="utf-8")
        assert old in text
        edited.write_text(text.replace(old, new, 1), encoding="utf-8")
        return list(kept.stale(root))

    assert stale("def ", "# A comment.\ndef ") == []
    assert stale("ROUNDS = 16", "ROUNDS = 17") == []  # that `hundredth` does not use
    assert stale("100, None", "101, None") == [edited.stem]


@pytest.mark.parametrize(
    ("name", "work", "given"),
    [
        pytest.param(*case, id=case[0], marks=() if case[0] in QUICK else SLOW)
        for case in CASES
    ],
)
def test_measured_again_it_is_the_same(name, work, given):
    """All but a few numbers of a case: where ties decide, processors differ."""
    then = kept.arrays(kept.stored(work.__module__)[name])
    now = kept.arrays(work.fresh(*given))
    for key in now if isinstance(now, dict) else [...]:
        assert now[key].shape == then[key].shape
        assert np.mean(np.isclose(now[key], then[key], atol=1e-6)) > 0.99
        assert_allclose(now[key].mean(), then[key].mean(), rtol=0.002)
