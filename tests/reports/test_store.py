"""Results in a file: read back, merged, refused when damaged, never half written."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from toy_report import LONG, experiment, report

from mlcourse.data.sources import SOURCES
from mlcourse.reports import ReportError, Results, results
from mlcourse.reports.experiment import Measured
from mlcourse.reports.store import Record, entry, find, merge, names, read


def record(value=1 / 3, **changes):
    """Return what a small experiment found."""
    rows = {"T1": Measured(value, 0.1, more={"by seed": [value]}), LONG: Measured(2.0)}
    given = {
        "data": "d",
        "code": "c",
        "settings": {"name": "a", "seeds": [0]},
        "versions": {"numpy": "2"},
        "seconds": 1.5,
        "rows": rows,
    }
    return Record(**given | changes)


def test_what_is_written_is_read(tmp_path):
    """Records come back from a file as they were, to the last digit."""
    path = tmp_path / "new" / "999.json"
    assert merge(path, {"b": record(0.1 + 0.2), "a": record()}) == read(path)
    assert read(path) == {"a": record(), "b": record(0.1 + 0.2)}
    assert read(tmp_path / "none.json") == {}


def test_the_file_is_nested_sorted_and_plain(tmp_path):
    """Settings stand once per experiment, what is empty not at all; keys are sorted."""
    path = tmp_path / "999.json"
    merge(path, {"b": record(), "a": record(versions={"numpy": "≥ 2"})})
    text = path.read_text(encoding="utf-8")
    content = json.loads(text)
    assert list(content) == ["a", "b"]
    assert text.count('"seeds"') == 2
    assert content["a"]["rows"]["T1"] == {
        "folds": 0,
        "more": {"by seed": [1 / 3]},
        "spread": 0.1,
        "value": 1 / 3,
    }
    assert text.endswith("}\n")


ids = st.sampled_from("abcd")
numbers = st.floats(allow_nan=False, allow_infinity=False)


@given(st.lists(st.dictionaries(ids, numbers, max_size=3), max_size=5))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_merges_lose_nothing(tmp_path, parts):
    """After any merges the file has every id that ever came, each as it came last."""
    path, expected = tmp_path / "999.json", {}
    path.unlink(missing_ok=True)
    for part in parts:
        expected |= part
        found = merge(path, {id: record(value) for id, value in part.items()})
        assert {id: r.rows["T1"].value for id, r in found.items()} == expected
        assert read(path) == found


# --- rows


def shown(*records, **settings):
    """Return the results of the toy report for these records."""
    toys = report(experiment("a", **settings), experiment("b"))
    return Results("999", toys, dict(zip("ba", records, strict=False)))


def test_rows_in_the_reports_order_and_words():
    """Rows stand in the report's order; claims are today's, values those measured."""
    found = shown(record(0.25), record(0.5))
    assert list(found) == ["a-T1", f"a-{LONG}", "b-T1", f"b-{LONG}"]
    row = found["a-T1"]
    assert (row.value, row.spread, row.spread_seeds, row.folds) == (0.5, 0.1, None, 0)
    assert (row.printed, row.more) == (1.0, {"by seed": [0.5]})
    assert found[f"a-{LONG}"].claim == "many"
    assert (row.record.seconds, row.experiment.table) == (1.5, "Table a")
    assert repr(found) == "Results('999': 4 rows)"


def test_what_is_not_asked_for_is_not_shown():
    """Records of experiments that the report no longer has are left aside."""
    found = Results("999", report(experiment("b")), {"a": record(), "b": record()})
    assert list(found) == ["b-T1", f"b-{LONG}"]


def test_stale_by_code_or_settings():
    """A row is stale if its code or its settings have changed since."""
    code = experiment("a").code
    assert not shown(record(), record(code=code))["a-T1"].stale
    assert shown(record(), record())["a-T1"].stale
    assert shown(record(), record(code=code), seeds=[1])["a-T1"].stale


def test_verified_by_data():
    """A row of a set of the course is verified if it was measured on that very set."""
    toys = report(replace(experiment("a"), data="scene"))
    for data, verified in ((SOURCES["scene"].digest, True), ("0" * 64, False)):
        found = Results("999", toys, {"a": record(data=data)})
        assert found["a-T1"].verified == verified


def test_unknown_row():
    """A row that does not exist is answered with those that do, and how to make it."""
    with pytest.raises(
        KeyError,
        match=r"report 999 has no row 'x'; near it are b-T1.*"
        r"; new ones: python -m mlcourse.reports 999 --ship",
    ):
        shown(record())["x"]


def test_unknown_report(tmp_path):
    """An unknown report is answered with those there are, an empty folder with how."""
    assert names() == ["000", "001", "004", "book"]
    with pytest.raises(
        ReportError, match=r"no report '999'; there is: 000, 001, 004, book"
    ):
        find("999")
    with pytest.raises(ReportError, match=r"no results of .* run: python -m mlcourse"):
        results("001", tmp_path)


# --- files that cannot be used


def damaged(**changes):
    """Return the text of a file, one entry of which was changed."""
    return json.dumps({"a": entry(record()) | changes})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "3",
        '"a"',
        "null",
        "[" * 100_000,
        '{"a": 1}',
        '{"a": {}}',
        '{"a": {"rows": []}}',
        damaged(rows=[]),
        damaged(rows={"T1": 1}),
        damaged(rows={"T1": {"value": "0.5"}}),
        damaged(seconds="long"),
        damaged(colour=1),
        damaged(check=3),
        damaged(settings={"name": "a", "seeds": [1]}),
        json.dumps({"a": entry(record())}).replace("0.333", "0.334"),
    ],
)
def test_damaged_file(tmp_path, text):
    """A file of other types, or changed by hand, is named, with two ways to repair."""
    path = tmp_path / "999.json"
    path.write_text(text, encoding="utf-8")
    message = r"999\.json is damaged \(.+\)\. Restore it, or delete it .*reports 999 "
    message += re.escape(f"--out {tmp_path}") + "$"
    with pytest.raises(ReportError, match=message):
        read(path)
    with pytest.raises(ReportError, match=message):
        merge(path, {"b": record()})
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ({"T1": {"value": "0.5", "folds": 0}}, "T1: value='0.5'"),
        ({"T1": {"value": None}}, "T1: value=None"),
        ({"T1": {"value": 1.0, "spread": "wide"}}, "T1: spread='wide'"),
        ({"T1": {"value": True}}, "T1: value=True"),
        ({"T1": {"value": 1.0, "more": 3}}, "T1: more=3"),
        ({"T1": {"value": float("nan")}}, "T1: value=nan"),
    ],
)
def test_wrong_types_with_a_right_check(tmp_path, rows, says):
    """Even with a check that fits, a value must be a number."""
    from mlcourse.reports.store import checked

    content = {k: v for k, v in entry(record()).items() if k != "check"} | {
        "rows": rows
    }
    path = tmp_path / "999.json"
    path.write_text(json.dumps({"a": content | {"check": checked(content)}}))
    with pytest.raises(ReportError, match=f"{says}"):
        read(path)


def test_not_a_folder(tmp_path):
    """A file in the place of the folder is an error with what to do."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ReportError, match=r"cannot be written \(.*--out"):
        merge(tmp_path / "file" / "999.json", {})
    (tmp_path / "999.json").mkdir()
    with pytest.raises(ReportError, match=r"999\.json is damaged \(.*directory"):
        read(tmp_path / "999.json")


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_all_or_nothing(tmp_path, monkeypatch, broken):
    """If writing is cut short at any point, the old file stays and nothing is left."""
    path = tmp_path / "999.json"
    merge(path, {"a": record()})
    before = path.read_bytes()

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, broken, stop)
    with pytest.raises(KeyboardInterrupt):
        merge(path, {"b": record()})
    assert path.read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} <= {"999.json", ".lock"}


def test_the_file_is_never_open_for_writing(tmp_path, monkeypatch):
    """The file appears in one move, complete, under its name."""
    path, seen, replace = tmp_path / "new" / "999.json", [], os.replace

    def watch(source, target):
        content = json.loads(Path(source).read_text(encoding="utf-8"))
        seen.append((list(content), path.exists()))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watch)
    merge(path, {"a": record()})
    assert seen == [(["a"], False)]


def test_what_is_no_json_is_refused_before_writing(tmp_path):
    """A value that JSON cannot hold leaves the old file alone."""
    path = tmp_path / "999.json"
    merge(path, {"a": record()})
    before = path.read_bytes()
    with pytest.raises(TypeError):
        merge(path, {"b": record(settings={"set": {1}})})
    assert path.read_bytes() == before
