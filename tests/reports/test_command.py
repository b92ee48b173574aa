"""The command: what it prints where, and a sentence for every mistake."""

import subprocess
import sys

import numpy as np
import pytest
from toy_report import rename

from mlcourse.reports import __main__ as command
from mlcourse.reports import results, store
from mlcourse.reports.__main__ import main


def test_list(capsys, monkeypatch):
    """Without a report, the reports are listed, and how to run one."""
    assert main([]) == 0
    out = capsys.readouterr().out
    assert "000   Five linear baselines" in out
    assert "001   AdaBoost" in out
    assert "book  The book's own" in out
    assert "python -m mlcourse.reports 000" in out


@pytest.mark.parametrize("name", ["999", "all"])
def test_table(toys, out, capsys, name):
    """A run prints the table and where the file is, and writes it."""
    assert main([name, "--quick", "--out", str(out), "--jobs", "1"]) == 0
    shown, err = capsys.readouterr()
    assert "Table a · a · size" in shown
    assert "Table c" not in shown
    assert shown.endswith(f"2 experiments run, 0 were finished:\n{out}/999.json\n")
    assert err == ""
    assert len(results("999", out)) == 4


def test_second_run(toys, out, capsys):
    """A second run measures nothing, and shows the same table."""
    arguments = ["999", "--out", str(out), "--jobs", "1"]
    main(arguments)
    first = capsys.readouterr().out
    main(arguments)
    second = capsys.readouterr().out
    assert "0 experiments run, 3 were finished" in second
    assert first.splitlines()[:-2] == second.splitlines()[:-2]
    main([*arguments, "--fresh"])
    assert "3 experiments run" in capsys.readouterr().out
    assert toys.runs == "abcabc"


def test_where_results_go(toys, tmp_path, monkeypatch, capsys):
    """Results go to a folder of the user's; with --ship to the package's."""
    home, package = tmp_path / "home", tmp_path / "package"
    assert command.HOME.parts[-2:] == ("mlcourse", "reports")
    assert not command.HOME.is_relative_to(store.HERE.parent)
    monkeypatch.setattr(command, "HOME", home)
    monkeypatch.setattr(command, "SHIPPED", package)
    assert main(["999", "--quick"]) == 0
    assert [p.name for p in tmp_path.iterdir() if p.is_dir()] == ["home"]
    assert main(["999", "--quick", "--ship"]) == 0
    assert len(store.read(package / "999.json")) == 2
    with pytest.raises(SystemExit):
        main(["999", "--ship", "--out", str(home)])
    assert "not allowed with argument --ship" in capsys.readouterr().err


def test_missing_folder(toys, out, capsys, monkeypatch):
    """Without the data the rest is measured, one sentence says what to do, and 1."""
    monkeypatch.setenv("MLCOURSE_DATA", "")
    vars(toys.experiments[0])["data"] = "spambase"
    assert main(["999", "--out", str(out), "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("Left out: spambase does not come with this course: set the ")
    assert len(results("999", out)) == 4


def test_wrong_folder(toys, out, capsys, tmp_path, monkeypatch):
    """A folder that is not there, or does not hold the data, is named."""
    monkeypatch.setenv("MLCOURSE_DATA", "")  # is put back afterwards
    vars(toys.experiments[0])["data"] = "spambase"
    folder = str(tmp_path / "nowhere")
    assert main(["999", "--data", folder, "--out", str(out), "--jobs", "1"]) == 1
    assert f"MLCOURSE_DATA={folder!r} is no folder" in capsys.readouterr().err
    (tmp_path / "nowhere").mkdir()
    assert main(["999", "--data", folder, "--out", str(out), "--jobs", "1"]) == 1
    assert f"(now it is {folder!r})" in capsys.readouterr().err


def test_no_folder(toys, out, capsys, monkeypatch):
    """An empty --data is no folder, whatever MLCOURSE_DATA was."""
    monkeypatch.setenv("MLCOURSE_DATA", "nowhere")
    vars(toys.experiments[0])["data"] = "spambase"
    assert main(["999", "--data", "", "--out", str(out), "--jobs", "1"]) == 1
    assert "Left out: spambase does not come" in capsys.readouterr().err


def test_the_folder_is_looked_at_first(toys, out, capsys, monkeypatch):
    """Also by a run that needs nothing from it."""
    monkeypatch.setenv("MLCOURSE_DATA", "nowhere")
    assert main(["999", "--out", str(out), "--jobs", "1"]) == 1
    told = "error: MLCOURSE_DATA='nowhere' is no folder; correct it, or unset it.\n"
    assert capsys.readouterr() == ("", told)
    assert toys.runs == ""
    assert main([]) == 0


def test_a_version_of_ones_own(toys, out, tmp_path, capsys, monkeypatch):
    """It is measured with a warning; what cannot be is left out, with what to do."""
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    (tmp_path / "emotions").mkdir()
    np.savez(tmp_path / "emotions" / "emotions", X=np.eye(4), Y=np.eye(4, dtype=int))
    vars(toys.experiments[0])["data"] = "emotions"
    e = toys.experiments[1] = rename(toys.experiments[1], cut={"kind": "official"})
    vars(e)["data"] = "emotions"
    assert main(["999", "--out", str(out), "--jobs", "1"]) == 1
    warned, left_out = capsys.readouterr().err.splitlines()
    assert warned.startswith(f"warning: {tmp_path}")
    assert "holds another version of emotions" in warned
    assert left_out.startswith("Left out: emotions is your own version and has no trai")
    assert len(results("999", out)) == 4


def test_unknown_report(capsys):
    """An unknown report is answered with those there are."""
    with pytest.raises(SystemExit) as stop:
        main(["007"])
    assert stop.value.code == 2
    err = capsys.readouterr().err
    assert "there is no report '007'; choose 000, 001, 004, book or all" in err


def test_no_jobs(capsys):
    """Zero processes are refused with what to give instead."""
    with pytest.raises(SystemExit):
        main(["001", "--jobs", "0"])
    assert "-1 for all cores" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [("{", "999.json is damaged"), ('{"a": {"rows": 3}}', "999.json is damaged")],
)
def test_damaged_file(toys, out, capsys, text, says):
    """A damaged file of results is an error in one line, and nothing is measured."""
    out.mkdir()
    (out / "999.json").write_text(text, encoding="utf-8")
    assert main(["999", "--fresh", "--out", str(out)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert says in err
    assert toys.runs == ""


def test_no_place_to_write(toys, out, capsys):
    """A folder that cannot be made is an error in one line, before any measuring."""
    out.write_text("", encoding="utf-8")
    assert main(["999", "--out", str(out), "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert "999.json cannot be written (" in err
    assert "choose another folder with --out" in err
    assert err.count("\n") == 1
    assert toys.runs == ""


def test_no_result(toys, out, capsys):
    """A value that is no number ends the run with the row's name."""
    toys.experiments[0] = rename(toys.experiments[0], value="nan")
    assert main(["999", "--out", str(out), "--jobs", "1"]) == 1
    assert "a-T1 came out as nan" in capsys.readouterr().err


def test_as_a_module():
    """The command runs as python -m mlcourse.reports."""
    run = subprocess.run(
        [sys.executable, "-m", "mlcourse.reports"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "001   AdaBoost" in run.stdout
