"""The command: a table, downloads, figures, and a sentence for every mistake."""

import io
import os
import subprocess
import sys

import numpy as np
import pytest

from mlcourse.data import Dataset, embedded, load, npz
from mlcourse.data.__main__ import main
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES, Source

ARFF = b"@attribute a real\n@attribute b {0,1}\n@data\n0.5,1\n2,0\n"
XML = b'<labels><label name="b"/></labels>'
PARTS = np.array([[0.5], [2]]), np.array([[1], [0]]), ("a",), ("b",)
DIGEST = digest(Dataset("toy", *PARTS, np.array([0, 1], np.int8)))


def wdbc(name="wdbc"):
    """Return a small set that comes with the course."""
    X, y = np.zeros((3, 2)), np.array([0, 1, 1])
    return Dataset(name, X, y, (), ("benign", "malignant"), None, "tumours")


@pytest.fixture(autouse=True)
def toy(server, monkeypatch):
    """Leave two sets, one on a server and one embedded; there is no data folder."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    server.files |= {"/toy.arff": ARFF, "/toy.xml": XML}
    urls = tuple(map(server.url, server.files))
    for name in set(SOURCES) - {"langlog"}:
        monkeypatch.delitem(SOURCES, name)
    toy = Source("toy", "arff", urls, 2, 1, 1, DIGEST, "two rows", train=1)
    monkeypatch.setitem(SOURCES, "toy", toy)
    for name in set(embedded.SETS) - {"wdbc"}:
        monkeypatch.delitem(embedded.SETS, name)
    monkeypatch.setitem(embedded.SETS, "wdbc", wdbc)
    return toy


def test_list(capsys, cache):
    """Every set has a line with its size and where it is now."""
    load("toy")
    assert main(["list"]) == 0
    head, *rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert head == ["name", "n", "d", "L", "where"]
    assert rows[0] == ["langlog", "1460", "1004", "75", "not", "here"]
    path = str(cache / "toy" / "toy.npz")
    assert rows[1] == ["toy", "2", "1", "1", "cache:", path]
    assert rows[2] == ["wdbc", "3", "2", "2", "embedded"]


def test_fetch(capsys, cache, server):
    """A set is downloaded once; without a terminal no progress is shown."""
    path = cache / "toy" / "toy.npz"
    assert main(["fetch", "toy", "toy", "wdbc"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        f"toy: {path}",
        f"toy: is in the cache already, {path}",
        "wdbc: comes with the course",
    ]
    assert err == ""
    assert len(server.asked) == 2


def test_fetch_repairs_the_cache(capsys, cache):
    """A damaged file in the cache is replaced."""
    load("toy")
    path = cache / "toy" / "toy.npz"
    path.write_bytes(b"damaged")
    assert main(["fetch", "toy"]) == 0
    assert load("toy").y.tolist() == [[1], [0]]


def test_fetch_does_not_touch_the_folder(capsys, tmp_path, monkeypatch, server):
    """A damaged file in a folder of yours is named, and left as it is."""
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    path = tmp_path / "toy" / "toy.npz"
    path.parent.mkdir()
    path.write_bytes(b"damaged")
    assert main(["fetch", "toy"]) == 1
    assert f"error: {path}: it is no readable NPZ" in capsys.readouterr().err
    assert path.read_bytes() == b"damaged"
    assert server.asked == []


def test_fetch_a_set_of_your_own(capsys, tmp_path, monkeypatch):
    """A set in your folder need not be fetched."""
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    path = tmp_path / "songs.npz"
    np.savez(path, X=np.eye(2), Y=[0, 1])
    assert main(["fetch", "songs"]) == 0
    assert capsys.readouterr().out == f"songs: is yours already, {path}\n"


def test_errors(capsys):
    """A set that cannot be had is one line on stderr and status 1; others go on."""
    assert main(["fetch", "langlog", "nothing", "toy"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("toy: ")
    first, second = err.splitlines()
    assert first.startswith("error: langlog does not come with this course: set the ")
    assert second.startswith("error: There is no data set 'nothing'. There is: langlog")


def test_info(capsys):
    """Origin and figures are shown, for every part of the split."""
    assert main(["info", "toy"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Dataset('toy': 2 samples, 1 features, 1 labels)\ntwo rows\n")
    lines = [line for line in out.splitlines() if line.startswith("cardinality")]
    assert [line.split()[1] for line in lines] == ["0.500", "1.000", "0.000"]
    parts = [line for line in out.splitlines() if line.endswith(" rows")][1:]
    assert parts == ["all rows", "training rows", "test rows"]


def test_info_of_classes(capsys):
    """A set of classes shows how many rows each has."""
    assert main(["info", "wdbc"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[-2:]] == [
        ["benign", "1"],
        ["malignant", "2"],
    ]


class Terminal(io.StringIO):
    """A stderr that is a terminal."""

    def isatty(self):
        """Return that it is one."""
        return True


def test_progress_on_a_terminal(monkeypatch):
    """A terminal sees a bar; test_fetch sees that nothing else does."""
    monkeypatch.setattr(sys, "stderr", Terminal())
    assert main(["fetch", "toy"]) == 0
    assert "100%" in sys.stderr.getvalue()


def test_interrupted(monkeypatch, capsys, cache):
    """Ctrl-C ends with a sentence, and nothing is left."""

    def stop(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("requests.Response.iter_content", stop)
    assert main(["fetch", "toy"]) == 130
    assert "nothing half-done is left" in capsys.readouterr().err
    assert [path for path in cache.rglob("*") if path.is_file()] == []


def test_files_of_yours(monkeypatch, capsys, tmp_path):
    """A set of yours is listed, and shown by name or by path, with its mark."""
    (tmp_path / "songs.arff").write_bytes(ARFF.replace(b"real", b"REAL [0,9]"))
    (tmp_path / "songs.xml").write_bytes(XML)
    (tmp_path / "birds").mkdir()
    table = b"@relation 'b: -C 1'\n@attribute l {0,1}\n@attribute id string\n"
    table += b"@attribute x real\n@data\n0,a,1\n1,b,2\n"
    (tmp_path / "birds" / "birds.arff").write_bytes(table)
    assert main(["info", str(tmp_path / "songs.arff")]) == 0
    first = capsys.readouterr().out
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    assert main(["info", "songs"]) == 0
    assert capsys.readouterr().out == first
    head, description, *_ = first.splitlines()
    assert head.endswith("2 samples, 1 features, 1 labels, not verified)")
    assert description.startswith("Your own data, served as they are (not verified): ")
    assert main(["info", "birds"]) == 1
    assert "'id' holds strings" in capsys.readouterr().err
    assert main(["info", "birds", "--drop", "id"]) == 0
    assert "1 features" in capsys.readouterr().out
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "mine.tsv").write_text("good\tA joy\n")
    assert main(["fetch", "toy"]) == 0
    assert f"toy: is in the folder already, {tmp_path}" in capsys.readouterr().out
    assert main(["list"]) == 0
    rows = [line.split(None, 4) for line in capsys.readouterr().out.splitlines()]
    place = f"folder, not verified: {tmp_path / 'toy' / 'mine.tsv'}"
    assert rows[4] == ["toy", "?", "?", "?", place]
    place = f"folder, not verified: {tmp_path / 'birds' / 'birds.arff'}"
    assert rows[1] == ["birds", "?", "?", "?", place]
    assert rows[3][0] == "songs"


def test_another_version(monkeypatch, capsys, tmp_path):
    """A changed copy of a set of the course is shown, with a line of warning."""
    (tmp_path / "toy").mkdir()
    data = Dataset("toy", *PARTS)
    (tmp_path / "toy" / "toy.npz").write_bytes(npz.pack(data))
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    for command in ("info", "fetch"):
        assert main([command, "toy"]) == 0
        out, err = capsys.readouterr()
        assert "not verified" in out or command == "fetch"
        assert err.startswith("warning: ")
        assert "holds another version of toy" in err
        assert len(err.splitlines()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_reader_that_goes_away():
    """A reader such as head may go away: the list ends without a traceback."""
    code = (
        "import sys; from mlcourse.data import __main__ as m;"
        "m.names = lambda: ['wdbc'] * 9; m.row = lambda name: (1, 2, 3, 'x' * 99999);"
        "sys.exit(m.main(['list']))"
    )
    run = [sys.executable, "-c", code]
    with subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        done.stdout.readline()
        done.stdout.close()
        assert done.stderr.read() == b""
    assert done.returncode == 141


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["fetch"], ["list", "toy"]])
def test_usage(arguments, capsys):
    """A wrong command line is answered with its form and status 2."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert "usage: python -m mlcourse.data" in capsys.readouterr().err


def test_as_a_command():
    """The module runs, and its status is that of the command."""
    run = [sys.executable, "-m", "mlcourse.data", "fetch", "nothing"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("error: There is no data set 'nothing'.")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", [["list"], ["info", "toy"], ["fetch", "toy"]])
def test_a_folder_that_is_not_there(monkeypatch, capsys, command):
    """MLCOURSE_DATA that names no folder is one line."""
    monkeypatch.setenv("MLCOURSE_DATA", "setz")
    assert main(command) == 1
    line = "error: MLCOURSE_DATA='setz' is no folder; correct it, or unset it.\n"
    assert capsys.readouterr().err == line


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("command", [["list"], ["info", "wdbc"]])
def test_a_full_disk(command):
    """Output that cannot be written is one line, not a traceback."""
    run = [sys.executable, "-m", "mlcourse.data", *command]
    with open("/dev/full", "w") as full:
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"error: The output cannot be written (")
    assert len(done.stderr.splitlines()) == 1


def test_header(capsys, tmp_path):
    """Whether a first line names the columns can be said."""
    (tmp_path / "films.tsv").write_text("mood\ttext\nbad\ta\n")
    path = str(tmp_path / "films.tsv")
    assert main(["info", path]) == 1
    assert "header=True or header=False" in capsys.readouterr().err
    for option, n in ("--header", 1), ("--no-header", 2):
        assert main(["info", path, option]) == 0
        assert f"{n} samples" in capsys.readouterr().out
