"""Nothing measured is lost, however a run ends, and however many run at once.

Real processes, stopped by real signals.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from toy_report import experiment, report

from mlcourse.reports.plan import Plan
from mlcourse.reports.store import merge, read, results


def files(folder):
    """Return the names of the results in a folder, without what hides."""
    return [p.name for p in folder.iterdir() if not p.name.startswith(".")]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_what_is_finished_is_kept(program, toys, out, name):
    """A run stopped in its second experiment keeps the first; the next goes on."""
    run = program("999", "--out", out, stop="b", by=name)
    _, err = run.communicate(timeout=60)
    assert list(read(out / "999.json")) == ["a"]
    assert files(out) == ["999.json"]
    if name != "SIGKILL":
        assert run.returncode == 130
        assert err.count("\n") == 1
        assert err.startswith("Stopped. What is finished is kept in ")
        assert err.endswith("; the same command goes on from there.\n")
    assert len(Plan("999", out).run()) == 6
    assert toys.runs == "abbc"


STOPPED = """
import sys
from mlcourse.reports import __main__ as command
def main():
    try:
        exec("raise KeyboardInterrupt")  # as in the making of a named tuple
    except KeyboardInterrupt:
        return 130
command.main = main
sys.exit(command.program())
"""


def test_the_status_of_a_stopped_run(tmp_path):
    """Python notes an interruption of a text that it runs; the status stays 130."""
    (tmp_path / "stopped.py").write_text(STOPPED, encoding="utf-8")
    command = [sys.executable, "-m", "stopped"]
    assert subprocess.run(command, cwd=tmp_path, check=False).returncode == 130


def test_old_rows_outlive_a_fresh_run(program, toys, out):
    """A fresh run that is killed has replaced what it measured, and no more."""
    Plan("999", out).run()
    before = json.loads((out / "999.json").read_bytes())
    run = program("999", "--out", out, "--fresh", stop="b", by="SIGKILL")
    run.communicate(timeout=60)
    content = json.loads((out / "999.json").read_bytes())
    assert list(content) == ["a", "b", "c"]
    assert (content["b"], content["c"]) == (before["b"], before["c"])
    assert toys.runs == "abcab"


def test_what_a_stopped_fresh_run_says(program, toys, out):
    """A fresh run cannot be taken up again; what is new and what is not is said."""
    Plan("999", out).run()
    run = program("999", "--out", out, "--fresh", stop="b", by="SIGTERM")
    _, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert err.endswith("; the rest is as it was, and --fresh begins at the first.\n")


def test_stale_rows_outlive_a_stopped_run(program, toys, out):
    """Rows with other settings stay until they are measured again, and are stale."""
    toys.experiments = [experiment(name, value=7) for name in "abc"]
    Plan("999", out).run()
    program("999", "--out", out, stop="b", by="SIGINT").communicate(timeout=60)
    toys.experiments = list(report().experiments)
    found = results("999", out)
    assert [found[f"{name}-T1"].value for name in "abc"] == [569, 7, 7]
    assert [found[f"{name}-T1"].stale for name in "abc"] == [False, True, True]


WRITER = """
import sys
from pathlib import Path
from mlcourse.reports.experiment import Measured
from mlcourse.reports.store import Record, merge
name, path = sys.argv[1], Path(sys.argv[2])
for i in range(25):
    found = Record("d", "c", {"i": i}, {}, 1.0, {"T1": Measured(float(i))})
    merge(path, {f"{name}-{i}": found})
"""


def test_two_runs_at_once(tmp_path):
    """Two processes that merge fifty records into one file lose none."""
    path = tmp_path / "999.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, name, path]) for name in "xy"
    ]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert set(read(path)) == {f"{name}-{i}" for name in "xy" for i in range(25)}


def test_a_run_that_blocks_the_folder(tmp_path, monkeypatch):
    """A folder that another run does not let go is an error that names it."""
    from filelock import FileLock

    from mlcourse.reports import store

    monkeypatch.setattr(store, "WAIT", 0.1)
    with (
        FileLock(tmp_path / ".lock"),
        pytest.raises(store.ReportError, match="in use by another run"),
    ):
        merge(tmp_path / "999.json", {})


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no RLIMIT_FSIZE")
def test_a_full_disk_is_found_before_the_work(program, toys, out):
    """Where nothing can be written nothing is measured; a sentence says why."""
    run = program("999", "--out", out, full="yes")
    _, err = run.communicate(timeout=60)
    assert run.returncode == 1
    assert err.count("\n") == 1
    assert "999.json cannot be written (File too large); free some space or " in err
    assert toys.runs == ""
    assert files(out) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("arguments", [[], ["999"]])
def test_the_output_is_full(program, toys, out, arguments):
    """Where the table cannot be written a sentence says so, and what is kept."""
    given = [*arguments, "--out", out]
    with Path("/dev/full").open("w") as full:
        run = program(*given, stdout=full)
        _, err = run.communicate(timeout=60)
    assert run.returncode == 1
    assert err.count("\n") == 1
    assert err.startswith("error: The output cannot be written (No space left on ")
    if arguments:
        assert len(read(out / "999.json")) == 3


def test_the_pipe_is_closed(program, out):
    """A reader that closes the pipe, as head does, ends the command quietly."""
    run = program("999", "--out", out)
    run.stdout.close()
    assert run.stderr.read() == ""
    assert run.wait(60) == 1
