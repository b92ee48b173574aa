"""One notebook to grade: whose it is, its name says, or the name of its folder."""

import pytest

from assignments.__main__ import alone
from assignments.course import ideas
from assignments.intake.collect import collect


@pytest.mark.parametrize("name", ["zoe_logistic.ipynb", "zoe/logistic.ipynb"])
def test_whose_notebook_it_is(tmp_path, name):
    path = tmp_path / "handed-in" / name
    path.parent.mkdir(parents=True)
    path.write_text('{"cells": []}', encoding="utf-8")
    (tmp_path / "new").mkdir()
    [one] = collect(alone(path, str(tmp_path / "new")), ideas()).submissions
    assert (one.student, one.idea) == ("zoe", "logistic")
