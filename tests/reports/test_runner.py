"""Running a report: what is finished is kept, what has changed is run again."""

import json
from dataclasses import replace

import numpy as np
import pytest

from mlcourse.reports import ReportError, results, runner
from mlcourse.reports.experiment import Claim, Experiment, Measured, Report
from mlcourse.reports.runner import Plan
from mlcourse.reports.store import read


class Toy:
    """Three experiments that count their runs; some may stop."""

    def __init__(self):
        self.runs, self.stop = [], None
        self.experiments = [self.experiment(name) for name in ("a", "b", "c")]
        self.experiments[2] = replace(self.experiments[2], quick=False)

    def experiment(self, name):
        """Return one that is quick."""
        return Experiment(
            id=name,
            data="wdbc",
            quantity="size",
            protocol="count",
            settings={"name": name, "seeds": [0]},
            measure=self.measure,
            claims={"T1": Claim(printed=1.0), "T2": Claim(claim="many")},
            ticks=1,
        )

    def measure(self, X, y, settings, tick):
        """Count the rows of X, or stop."""
        if settings["name"] == self.stop:
            raise KeyboardInterrupt
        self.runs.append(settings["name"])
        tick()
        return {"T1": Measured(float(len(X)), 0.5, folds=10), "T2": Measured(2.0)}

    def change(self, i, **changes):
        """Put another experiment in the place of the i-th."""
        self.experiments[i] = replace(self.experiments[i], **changes)

    def report(self, _):
        """Return the experiments as a report."""
        return Report("Toys", ("a note",), tuple(self.experiments))


@pytest.fixture
def toy(monkeypatch):
    """Return a report of toys, in the place of report 999."""
    toy = Toy()
    monkeypatch.setattr(runner, "find", toy.report)
    return toy


def test_rows(toy, tmp_path):
    """A row carries its value, its claim, its data, its settings and the versions."""
    found = Plan("999", tmp_path).run()
    assert list(found) == ["a-T1", "a-T2", "b-T1", "b-T2", "c-T1", "c-T2"]
    row = found["b-T1"]
    assert (row.value, row.spread, row.folds, row.printed) == (569, 0.5, 10, 1.0)
    assert (row.settings, row.data) == ({"name": "b", "seeds": [0]}, "wdbc")
    assert len(row.digest) == len(row.code) == 64
    assert set(row.versions) == {"python", "numpy", "scikit-learn", "mlcourse"}
    assert row.versions["numpy"] == np.__version__
    assert found["b-T2"].claim == "many"
    assert dict(results("999", tmp_path)) == dict(found)


def test_interrupted(toy, tmp_path):
    """After an interruption the file holds what was finished, and only that."""
    toy.stop = "b"
    with pytest.raises(KeyboardInterrupt):
        Plan("999", tmp_path).run()
    assert list(results("999", tmp_path)) == ["a-T1", "a-T2"]
    assert [p.name for p in tmp_path.iterdir()] == ["999.json"]


def test_resumes(toy, tmp_path):
    """The next run does only what the interrupted one has left."""
    toy.stop = "b"
    with pytest.raises(KeyboardInterrupt):
        Plan("999", tmp_path).run()
    toy.stop = None
    plan = Plan("999", tmp_path)
    assert [e.id for e in plan.done] == ["a"]
    assert len(plan.run()) == 6
    assert toy.runs == ["a", "b", "c"]


def test_finished(toy, tmp_path):
    """A finished report is not run again, and its file does not change by a byte."""
    Plan("999", tmp_path).run()
    before = (tmp_path / "999.json").read_bytes()
    Plan("999", tmp_path).run()
    assert toy.runs == ["a", "b", "c"]
    assert (tmp_path / "999.json").read_bytes() == before


def test_changed_settings(toy, tmp_path):
    """An experiment with other settings is run again, alone."""
    Plan("999", tmp_path).run()
    toy.change(1, settings={"name": "b", "seeds": [0, 1]})
    found = Plan("999", tmp_path).run()
    assert toy.runs == ["a", "b", "c", "b"]
    assert found["b-T1"].settings["seeds"] == [0, 1]


@pytest.mark.parametrize("digest", ["data_digest", "code_digest"])
def test_changed_data_or_code(toy, tmp_path, monkeypatch, digest):
    """Other data or other code make every result stale."""
    Plan("999", tmp_path).run()
    monkeypatch.setattr(runner, digest, lambda *_: "new")
    Plan("999", tmp_path).run()
    assert toy.runs == ["a", "b", "c"] * 2


def test_a_stale_row_is_not_kept(toy, tmp_path):
    """If a changed experiment is interrupted, its old rows are gone, not passed off."""
    Plan("999", tmp_path).run()
    toy.change(0, settings={"name": "a", "seeds": [7]})
    toy.change(1, settings={"name": "b", "seeds": [7]})
    toy.stop = "b"
    with pytest.raises(KeyboardInterrupt):
        Plan("999", tmp_path).run()
    assert list(results("999", tmp_path)) == ["a-T1", "a-T2", "c-T1", "c-T2"]


def test_changed_words(toy, tmp_path):
    """A corrected claim reaches the file without running anything."""
    Plan("999", tmp_path).run()
    toy.change(0, protocol="weigh", claims={"T1": Claim(printed=3.0), "T2": Claim()})
    Plan("999", tmp_path).run()
    row = results("999", tmp_path)["a-T1"]
    assert (row.printed, row.protocol) == (3.0, "weigh")
    assert toy.runs == ["a", "b", "c"]


def test_a_new_row(toy, tmp_path):
    """An experiment that lacks one of its rows is run again."""
    Plan("999", tmp_path).run()
    content = json.loads((tmp_path / "999.json").read_text(encoding="utf-8"))
    content["rows"] = [row for row in content["rows"] if row["id"] != "c-T2"]
    (tmp_path / "999.json").write_text(json.dumps(content), encoding="utf-8")
    assert "c-T2" in Plan("999", tmp_path).run()
    assert toy.runs == ["a", "b", "c", "c"]


def test_quick(toy, tmp_path):
    """A quick run leaves slow experiments out, and keeps the rows they have."""
    assert list(Plan("999", tmp_path, quick=True).run()) == [
        "a-T1",
        "a-T2",
        "b-T1",
        "b-T2",
    ]
    Plan("999", tmp_path).run()
    assert "c-T1" in Plan("999", tmp_path, quick=True, fresh=True).run()
    assert toy.runs == ["a", "b", "c", "a", "b"]


def test_fresh(toy, tmp_path):
    """A fresh run does everything again."""
    Plan("999", tmp_path).run()
    Plan("999", tmp_path, fresh=True).run()
    assert toy.runs == ["a", "b", "c"] * 2


def test_missing_data(toy, tmp_path, monkeypatch):
    """Without its data an experiment is left out, with what to do, and others run."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    toy.change(0, data="spambase")
    plan = Plan("999", tmp_path)
    assert "MLCOURSE_DATA" in plan.missing["spambase"]
    assert list(plan.run()) == ["b-T1", "b-T2", "c-T1", "c-T2"]


def test_rows_of_missing_data_are_kept(toy, tmp_path, monkeypatch):
    """Rows whose data are not at hand today stay in the file."""
    Plan("999", tmp_path).run()
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    toy.change(0, data="spambase")
    assert len(Plan("999", tmp_path).run()) == 6


def test_unknown_data(toy, tmp_path):
    """A data set that does not exist is answered with those that do."""
    toy.change(0, data="spambse")
    assert "Did you mean 'spambase'" in Plan("999", tmp_path).missing["spambse"]


def test_unknown_report():
    """A report that does not exist is answered with those that do."""
    with pytest.raises(ReportError, match=r"no report '999'; there is: .*001"):
        Plan("999")


def test_damaged_file(toy, tmp_path):
    """A damaged file stops a run before it starts; a fresh run replaces it."""
    (tmp_path / "999.json").write_text("{", encoding="utf-8")
    with pytest.raises(ReportError, match="is damaged"):
        Plan("999", tmp_path)
    assert toy.runs == []
    Plan("999", tmp_path, fresh=True).run()
    assert len(read(tmp_path / "999.json")) == 6
