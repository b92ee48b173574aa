"""Results in a file: read back, refused when damaged, never half written."""

import json
import os
from dataclasses import asdict
from pathlib import Path

import pytest

from mlcourse.reports import ReportError, Results, Row, results
from mlcourse.reports.store import read, write


def row(id="toy-T1", **changes):
    """Return a small row."""
    given = {
        "experiment": "toy",
        "quantity": "accuracy",
        "protocol": "guess",
        "data": "wdbc",
        "digest": "d",
        "settings": {"seeds": [0]},
        "code": "c",
        "value": 1 / 3,
    }
    return Row(id=id, **(given | changes))


def found(*rows):
    """Return results of a small report."""
    return Results("999", "Toys", ["a note"], rows)


def test_what_is_written_is_read(tmp_path):
    """Rows come back from a file as they were, to the last digit and in order."""
    write(tmp_path / "999.json", found(row("toy-T5", spread=0.1), row("toy-T1")))
    again = results("999", tmp_path)
    assert list(again) == ["toy-T5", "toy-T1"]
    assert again["toy-T1"] == row("toy-T1")
    assert (again.report, again.title, again.notes) == ("999", "Toys", ("a note",))
    assert (len(again), repr(again)) == (2, "Results('999': 2 rows)")


def test_the_file_is_sorted_and_plain(tmp_path):
    """Keys are sorted and the file ends in a newline, so that differences are small."""
    write(tmp_path / "999.json", found(row(claim="≈ 750")))
    text = (tmp_path / "999.json").read_text(encoding="utf-8")
    content = json.loads(text)
    assert list(content) == sorted(content)
    assert list(content["rows"][0]) == sorted(asdict(row()))
    assert text.endswith("}\n")
    assert "≈ 750" in text


def test_unknown_row():
    """A row that does not exist is answered with those that do."""
    with pytest.raises(KeyError, match=r"report 999 has no row 'x'; it has toy-T1"):
        found(row())["x"]


def test_unknown_report(tmp_path):
    """A report without results is answered with those there are, and the command."""
    write(tmp_path / "998.json", found(row()))
    message = r"no results of report '999' .*there is: 998\. .*mlcourse.reports 999$"
    with pytest.raises(ReportError, match=message):
        results("999", tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"rows": [',
        "[]",
        '{"rows": []}',
        '{"report": "999", "title": "", "notes": [], "rows": [{"id": "toy"}]}',
        '{"report": "999", "title": "", "notes": [], "rows": [{"colour": 1}]}',
    ],
)
def test_damaged_file(tmp_path, text):
    """A damaged file is named, with the two ways to repair it."""
    path = tmp_path / "999.json"
    path.write_text(text, encoding="utf-8")
    message = r"999\.json is damaged \(.*\)\. Restore it, or delete it .*reports 999$"
    with pytest.raises(ReportError, match=message):
        read(path)


@pytest.mark.parametrize("broken", ["replace", "fsync"])
def test_all_or_nothing(tmp_path, monkeypatch, broken):
    """If writing is cut short at any point, the old file stays and nothing is left."""
    path = tmp_path / "999.json"
    write(path, found(row()))
    before = path.read_bytes()

    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, broken, stop)
    with pytest.raises(KeyboardInterrupt):
        write(path, found(row("toy-T5")))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_file_is_never_open_for_writing(tmp_path, monkeypatch):
    """The file appears in one move, complete, under its name."""
    path, seen, replace = tmp_path / "new" / "999.json", [], os.replace

    def watch(source, target):
        content = json.loads(Path(source).read_text(encoding="utf-8"))
        seen.append((content["report"], path.exists()))
        replace(source, target)

    monkeypatch.setattr(os, "replace", watch)
    write(path, found(row()))
    assert seen == [("999", False)]


def test_what_is_no_json_is_refused_before_writing(tmp_path):
    """A value that JSON cannot hold leaves the old file alone."""
    path = tmp_path / "999.json"
    write(path, found(row()))
    with pytest.raises(TypeError):
        write(path, found(row(more={"set": {1}})))
    assert len(read(path)) == 1
    assert list(tmp_path.iterdir()) == [path]
