"""The command: a table on the terminal, a sentence for every mistake."""

import io
import subprocess
import sys
from dataclasses import replace

import pytest

from mlcourse.reports import __main__ as command
from mlcourse.reports import results, runner
from mlcourse.reports.__main__ import main
from mlcourse.reports.progress import Bar
from mlcourse.reports.report_001 import REPORT

CURVES = tuple(e for e in REPORT.experiments if "loss" in e.id)  # take no time


@pytest.fixture
def curves(monkeypatch):
    """Keep only the loss curves of report 001; there is no data folder."""
    monkeypatch.setenv("MLCOURSE_DATA", "")
    report = replace(REPORT, experiments=CURVES)
    monkeypatch.setattr(runner, "find", lambda _: report)
    for module in (runner, command):
        monkeypatch.setattr(module, "names", lambda: ["001"])


def test_list(capsys):
    """Without a report, the reports are listed, and how to run one."""
    assert main([]) == 0
    out = capsys.readouterr().out
    assert "000  Binary relevance" in out
    assert "001  AdaBoost" in out
    assert "python -m mlcourse.reports 000" in out


@pytest.mark.parametrize("name", ["001", "all"])
def test_table(curves, tmp_path, capsys, name):
    """A run prints the report's number, the reference and ours, and writes the file."""
    assert main([name, "--quick", "--out", str(tmp_path), "--jobs", "1"]) == 0
    out, err = capsys.readouterr()
    [line] = [line for line in out.splitlines() if "wdbc-loss-0.01-step50" in line]
    assert line.split()[1:4] == ["750.0", "-", "145.6"]
    assert "3 experiments run, 0 were finished" in out
    assert err == ""
    assert len(results("001", tmp_path)) == 3


def test_second_run(curves, tmp_path, capsys):
    """A second run measures nothing, and shows the same table."""
    arguments = ["001", "--quick", "--out", str(tmp_path), "--jobs", "1"]
    main(arguments)
    first = capsys.readouterr().out
    main(arguments)
    second = capsys.readouterr().out
    assert "0 experiments run, 3 were finished" in second
    assert first.splitlines()[:-1] == second.splitlines()[:-1]
    main([*arguments, "--fresh"])
    assert "3 experiments run" in capsys.readouterr().out


def test_spreads_are_shown():
    """An accuracy is shown with its spread, and the time once for each experiment."""
    row = results("001")["wdbc-stump-ours-T1"]
    shown = command.line(replace(row, value=0.5, spread=0.25, seconds=1.25), True)
    assert shown.split() == [row.id, "0.8768", "0.8960", "0.5000", "±", "0.2500", "1.2"]
    assert command.line(row, False).split()[-1] == f"{row.spread:.4f}"


def test_missing_folder(curves, tmp_path, capsys):
    """Without the data the rest is measured, one sentence says what to do, and 1."""
    assert main(["001", "--out", str(tmp_path), "--jobs", "1"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("Left out: spambase does not come with this course: set the ")
    assert len(results("001", tmp_path)) == 3


def test_wrong_folder(curves, tmp_path, capsys):
    """A folder that does not hold the data is named in the message."""
    folder = str(tmp_path / "nowhere")
    arguments = ["001", "--data", folder, "--out", str(tmp_path), "--jobs", "1"]
    assert main(arguments) == 1
    assert f"(now it is {folder!r})" in capsys.readouterr().err


def test_unknown_report(capsys):
    """An unknown report is answered with those there are."""
    with pytest.raises(SystemExit) as stop:
        main(["007"])
    assert stop.value.code == 2
    assert "there is no report '007'; choose 000, 001" in capsys.readouterr().err


def test_no_jobs(capsys):
    """Zero processes are refused with what to give instead."""
    with pytest.raises(SystemExit):
        main(["001", "--jobs", "0"])
    assert "-1 for all cores" in capsys.readouterr().err


def test_damaged_file(curves, tmp_path, capsys):
    """A damaged file of results is an error in one line, not a traceback."""
    (tmp_path / "001.json").write_text("{", encoding="utf-8")
    assert main(["001", "--quick", "--out", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert "001.json is damaged" in err


def test_no_place_to_write(curves, tmp_path, capsys):
    """A folder that cannot be made is an error in one line, too."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["001", "--quick", "--out", str(tmp_path / "file"), "--jobs", "1"]) == 1
    assert capsys.readouterr().err.startswith("error: ")


def test_interrupted(tmp_path, capsys, monkeypatch):
    """Ctrl-C ends with a sentence on how to go on, and a file with what is done."""

    def stop(*_):
        raise KeyboardInterrupt

    stopped = replace(CURVES[1], measure=stop)
    report = replace(REPORT, experiments=(CURVES[0], stopped))
    monkeypatch.setattr(runner, "find", lambda _: report)
    assert main(["001", "--quick", "--out", str(tmp_path), "--jobs", "1"]) == 130
    assert "the same command (without --fresh) goes on" in capsys.readouterr().err
    assert list(results("001", tmp_path)) == ["wdbc-loss-0.01-step50"]


def test_as_a_module():
    """The command runs as python -m mlcourse.reports."""
    run = subprocess.run(
        [sys.executable, "-m", "mlcourse.reports"],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert "001  AdaBoost" in run.stdout


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """Say so."""
        return True


def test_bar_on_a_terminal():
    """On a terminal the bar shows the share done and what is going on."""
    bar = Bar(Terminal())
    bar.start(4)
    bar.label("wdbc-stump")
    bar.tick()
    last = bar.stream.getvalue().split("\r")[-1]
    assert last.startswith("[" + "#" * 6 + "." * 18 + "]  25% ")
    assert "wdbc-stump" in last
    bar.close()
    assert bar.stream.getvalue().endswith("\r\x1b[K")


def test_no_bar_elsewhere():
    """In a file or a pipe there is no bar."""
    stream = io.StringIO()
    bar = Bar(stream)
    bar.start(1)
    bar.label("x")
    bar.tick()
    bar.close()
    assert stream.getvalue() == ""
