"""Running a report: what is finished is kept, what has changed is run again."""

import json
import re
from dataclasses import replace
from math import nan
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_report import LONG, experiment, rename

from mlcourse.data import Dataset
from mlcourse.data.digest import digest
from mlcourse.reports import ReportError, plan, results
from mlcourse.reports.experiment import Claim
from mlcourse.reports.plan import Plan
from mlcourse.reports.store import read


class Log:
    """A bar that notes what it is told."""

    def __init__(self):
        self.total, self.counted, self.labels = None, 0, []

    def start(self, seconds):
        """Note the total."""
        self.total = seconds

    def label(self, text):
        """Note the text."""
        self.labels.append(text)

    def update(self, seconds):
        """Add up."""
        self.counted += seconds


def test_rows(toys, out):
    """A row carries its value, its claim and how it was measured."""
    found = Plan("999", out).run()
    assert list(found) == [f"{e}-{end}" for e in "abc" for end in ("T1", LONG)]
    row = found["b-T1"]
    assert (row.value, row.spread, row.folds, row.printed) == (569, 0.5, 10, 1.0)
    assert row.record.settings == {"name": "b", "seeds": [0]}
    assert len(row.record.data) == len(row.record.code) == 64
    assert set(row.record.versions) == {
        *("python", "numpy", "scipy", "scikit-learn", "mlcourse")
    }
    assert row.record.versions["numpy"] == np.__version__
    assert not row.stale
    assert dict(results("999", out)) == dict(found)


def test_finished(toys, out):
    """A finished report is not run again, and its file does not change by a byte."""
    Plan("999", out).run()
    before = (out / "999.json").read_bytes()
    again = Plan("999", out)
    assert ([e.id for e in again.done], again.todo) == (["a", "b", "c"], [])
    again.run()
    assert toys.runs == "abc"
    assert (out / "999.json").read_bytes() == before


def test_changed_settings(toys, out):
    """An experiment with other settings is run again, alone."""
    Plan("999", out).run()
    toys.experiments[1] = rename(toys.experiments[1], seeds=[0, 1])
    found = Plan("999", out).run()
    assert toys.runs == "abcb"
    assert found["b-T1"].record.settings["seeds"] == [0, 1]


def test_changed_data(toys, out, monkeypatch):
    """Other data make every result stale."""
    Plan("999", out).run()
    monkeypatch.setattr(plan, "digest", lambda _: "new")
    Plan("999", out).run()
    assert toys.runs == "abcabc"


def test_changed_code(toys, out):
    """Other code makes the results of this experiment stale."""
    Plan("999", out).run()
    for e in toys.experiments[:1]:
        vars(e)["code"] = "new"  # in the place of the cached property
    Plan("999", out).run()
    assert toys.runs == "abca"


def test_changed_words(toys, out):
    """A corrected claim is shown without running anything."""
    Plan("999", out).run()
    claims = {"T1": Claim(printed=3.0), LONG: Claim()}
    toys.experiments[0] = replace(toys.experiments[0], protocol="weigh", claims=claims)
    assert Plan("999", out).todo == []
    row = results("999", out)["a-T1"]
    assert (row.printed, row.experiment.protocol) == (3.0, "weigh")
    assert not row.stale


def test_a_new_row(toys, out):
    """An experiment that lacks one of its rows is run again."""
    e = toys.experiments[2]
    toys.experiments[2] = replace(e, claims={"T1": Claim()})
    assert "c-T1" in Plan("999", out).run()
    toys.experiments[2] = e
    assert [e.id for e in Plan("999", out).todo] == ["c"]


def test_quick_and_fresh(toys, out):
    """Quick leaves slow experiments out and keeps their rows; fresh runs all."""
    assert len(Plan("999", out, quick=True).run()) == 4
    Plan("999", out).run()
    assert "c-T1" in Plan("999", out, quick=True, fresh=True).run()
    assert toys.runs == "abcab"
    Plan("999", out, fresh=True).run()
    assert toys.runs == "abcababc"


def test_two_plans_at_once(toys, out):
    """What another run wrote meanwhile stays."""
    one, other = Plan("999", out, quick=True), Plan("999", out)
    other.run()
    one.run()
    assert len(read(out / "999.json")) == 3


def test_foreign_experiments_stay(toys, out):
    """Experiments of another version of the report are not thrown away."""
    Plan("999", out).run()
    toys.experiments = [experiment("d")]
    assert list(Plan("999", out).run()) == ["d-T1", f"d-{LONG}"]
    assert list(read(out / "999.json")) == ["a", "b", "c", "d"]


def test_missing_data(toys, out, monkeypatch):
    """Without its data an experiment is left out, with what to do; its rows stay."""
    Plan("999", out).run()
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    toys.experiments[0] = replace(toys.experiments[0], data="spambase")
    toys.experiments[1] = replace(toys.experiments[1], data="spambse")
    again = Plan("999", out, fresh=True)
    assert "MLCOURSE_DATA" in again.missing["spambase"]
    assert "Did you mean 'spambase'" in again.missing["spambse"]
    assert len(again.run()) == 6
    assert toys.runs == "abcc"


def test_a_version_of_ones_own_is_not_shipped(toys, out, monkeypatch):
    """It may be measured in any other folder."""
    own = replace(plan.load("wdbc"), verified=False)
    monkeypatch.setattr(plan, "load", lambda name: own)
    assert len(Plan("999", out).todo) == 3
    monkeypatch.setattr(plan, "SHIPPED", out)
    refused = Plan("999", out)
    assert (refused.todo, list(refused.missing)) == ([], ["wdbc"])
    assert "wdbc is your own version" in refused.missing["wdbc"]


def test_the_shipped_results_by_any_path(toys, out, tmp_path, monkeypatch):
    """A relative path, or one through another folder, leads there as well."""
    own = replace(plan.load("wdbc"), verified=False)
    monkeypatch.setattr(plan, "load", lambda name: own)
    monkeypatch.setattr(plan, "SHIPPED", out)
    monkeypatch.chdir(tmp_path)
    for path in (Path(out.name), tmp_path / "other" / ".." / out.name):
        assert list(Plan("999", path).missing) == ["wdbc"]


def test_a_version_of_ones_own_that_cannot_be_measured(toys, out, monkeypatch):
    """It is left out with a sentence, and the rest is measured."""
    own = replace(plan.load("wdbc"), verified=False)
    monkeypatch.setattr(plan, "load", lambda name: own)
    toys.experiments[0] = rename(toys.experiments[0], cut={"kind": "official"})
    toys.experiments[1] = rename(toys.experiments[1], value=nan)
    found = Plan("999", out)
    assert [e.id for e in found.todo] == ["b", "c"]
    assert "wdbc is your own version and has no" in found.missing["wdbc"]
    found.run()
    assert [e.id for e in found.todo] == ["c"]
    assert re.match("wdbc is your own version, and b .*: b-T1 came", found.missing["b"])
    assert list(read(out / "999.json")) == ["c"]
    half = replace(own, split=np.zeros(569, dtype=int))
    monkeypatch.setattr(plan, "load", lambda name: half)
    assert [e.id for e in Plan("999", out).todo] == ["b", "c"]
    half.split[0] = 1
    assert [e.id for e in Plan("999", out).todo] == ["a", "b", "c"]


def test_no_result(toys, out):
    """A value that is no number is refused by name; what was finished stays."""
    toys.experiments[1] = rename(toys.experiments[1], value=nan)
    with pytest.raises(ReportError, match="b-T1 came out as nan"):
        Plan("999", out).run()
    assert list(read(out / "999.json")) == ["a"]


def test_progress(toys, out):
    """The bar is told how long it took last time, and gets there."""
    log = Log()
    Plan("999", out).run(log)
    assert (log.total, log.labels) == (3, ["a", "b", "c"])  # a second each, to begin
    content = json.loads((out / "999.json").read_text())
    assert log.counted == pytest.approx(log.total)
    assert all(entry["seconds"] < 1 for entry in content.values())
    Plan("999", out, fresh=True).run(log)
    assert log.total == pytest.approx(sum(e["seconds"] for e in content.values()))


def test_what_is_handed_over(toys, out, monkeypatch):
    """An experiment is given the data set itself, split and all; one digest for all."""
    data = Dataset("toy", np.eye(3), np.eye(3, dtype=int), (), (), np.array([0, 0, 1]))
    monkeypatch.setattr(plan, "load", lambda _: data)
    seen = []

    def look(e, given, tick):
        seen.append((given, e.settings))
        return {}

    monkeypatch.setattr(type(toys.experiments[0]), "run", look)
    found = Plan("999", out)
    found.run()
    assert seen[0] == (data, {"name": "a", "seeds": [0]})
    assert found.records["a"].data == digest(data)


names = st.sampled_from("abc")
steps = st.lists(st.tuples(names, st.integers(0, 2)), max_size=6)


@given(steps)
@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_any_history(toys, out, history):
    """Whatever changes, in whatever order, a run measures exactly what is stale."""
    (out / "999.json").unlink(missing_ok=True)
    current = dict.fromkeys("abc", 0)
    toys.experiments = [experiment(name, value=0) for name in "abc"]
    Plan("999", out).run()
    for name, value in history:
        wanted = [name] if current[name] != value else []
        current[name] = value
        toys.experiments["abc".index(name)] = experiment(name, value=value)
        now = Plan("999", out)
        assert [e.id for e in now.todo] == wanted
        found = now.run()
        assert {e: found[f"{e}-T1"].value for e in "abc"} == current
