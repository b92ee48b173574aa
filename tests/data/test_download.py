"""Downloads: verified, kept once, and nothing left behind when they fail."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import numpy as np
import pooch
import pytest
import requests
from numpy.testing import assert_array_equal

from mlcourse.data import DataError, Dataset, download, files, load
from mlcourse.data.digest import digest
from mlcourse.data.sources import SOURCES, TABLE, Source

ARFF = b"@attribute a real\n@attribute b {0,1}\n@data\n0.5,1\n2,0\n" + b"% more\n" * 99
XML = b'<labels><label name="b"/></labels>'
X, Y, SPLIT = np.array([[0.5], [2]]), np.array([[1], [0]]), np.array([0, 1], np.int8)
DIGEST = digest(Dataset("toy", X, Y, ("a",), ("b",), SPLIT))


@pytest.fixture
def toy(server, cache, monkeypatch):
    """Put a set on the server and into the table; there is no data folder."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    server.files |= {"/toy.arff": ARFF, "/toy.xml": XML}
    urls = tuple(map(server.url, server.files))
    toy = Source("toy", "arff", urls, 2, 1, 1, DIGEST, "two rows", train=1)
    monkeypatch.setitem(SOURCES, "toy", toy)
    return toy


def left(cache):
    """Return what is in the cache, apart from the folder of the set.

    A file that was downloaded whole has a number before its name; it is left out.
    """
    found = [path.name for path in cache.rglob("*") if path.name != "toy"]
    return [re.sub("^[0-9a-f]{32}-", "whole ", name) for name in found]


def test_downloads_once(toy, server, cache):
    """The set is downloaded, kept, and read from the cache the next time."""
    for _ in range(2):
        data = load("toy")
        assert_array_equal(data.X, X)
        assert_array_equal(data.y, Y)
        assert_array_equal(data.split, SPLIT)
        assert data.feature_names == ("a",)
        assert data.description == "two rows"
    assert server.asked == ["/toy.arff", "/toy.xml"]
    assert left(cache) == ["toy.npz"]


def test_packed_files(toy, server):
    """A file that the source keeps packed is unpacked."""
    server.files["/toy.arff"] = gzip.compress(ARFF)
    assert_array_equal(load("toy").X, X)


def test_progress(toy, capfd):
    """A bar for each file is shown on request only."""
    download.fetch(toy, progressbar=True)
    shown = capfd.readouterr().err
    assert shown.count("100%") == 2
    download.fetch(toy)
    assert capfd.readouterr() == ("", "")


MORE = len(ARFF) - 100


def short(request):
    """Promise more bytes than follow."""
    request.send_response(200)
    request.send_header("Content-Length", str(len(ARFF)))
    request.end_headers()
    request.wfile.write(ARFF[:100])


def chunked(request):
    """Send one piece of two."""
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    request.wfile.write(b"40\r\n" + ARFF[:64] + b"\r\n40\r\nmore")


def silent(request):
    """Send nothing for some time."""
    sleep(0.5)


def garbled(request):
    """Answer with what is no HTTP."""
    request.wfile.write(b"hello\r\n\r\n")


def busy(request):
    """Answer with an error of the server."""
    request.send_error(503, "Busy")


@pytest.mark.parametrize(
    ("served", "reason"),
    [
        (None, "answers 404 Client Error: Not Found"),
        (busy, "answers 503 Server Error: Busy"),
        (short, rf"cannot be reached \(IncompleteRead\(100 bytes read, {MORE} more"),
        (chunked, r"cannot be reached \(.*\)\.$"),
        (silent, r"cannot be reached \(.*timed out"),
        (garbled, r"cannot be reached \(hello"),
    ],
)
@pytest.mark.parametrize("path", ["/toy.arff", "/toy.xml"])
def test_failures(toy, server, cache, monkeypatch, served, reason, path):
    """One sentence says what to do and why; only what is whole is kept."""
    monkeypatch.setattr(download, "SECONDS", 0.2)
    server.files[path] = served
    message = (
        r"^toy does not come with this course: set the environment variable "
        r"MLCOURSE_DATA to a folder that holds toy/toy\.npz \(now it is not set\); or, "
        rf"with a network, run python -m mlcourse\.data fetch toy; .*{path} {reason}"
    )
    with pytest.raises(DataError, match=message) as caught:
        load("toy")
    assert "\n" not in str(caught.value)
    assert left(cache) == ["whole toy.arff"] * (path == "/toy.xml")


@pytest.mark.parametrize(
    ("served", "reason"),
    [
        (ARFF[: ARFF.index(b"0.5")], "line 3: no row of data follows @data"),
        (ARFF.replace(b"0.5", b"0.6"), r"is damaged .* instead of " + DIGEST[:12]),
        (b"<!DOCTYPE html>\n<html>", "line 1: found '<!DOCTYPE html>' where attrib"),
        (gzip.compress(ARFF, mtime=0)[:-9], "damaged gzip file"),
        (b"\xff\xfe", "0xff is not UTF-8"),
    ],
)
def test_other_content(toy, server, cache, served, reason):
    """A file that is whole but not the right one is refused, and not kept."""
    server.files["/toy.arff"] = served
    with pytest.raises(DataError, match=rf"http://127\.0\.0\.1.*/toy\.arff.*{reason}"):
        load("toy")
    assert left(cache) == []


def test_nobody_answers(toy, server, cache, monkeypatch):
    """A refused connection, as without a network, is such a sentence as well."""
    server.shutdown()
    server.server_close()
    with pytest.raises(DataError, match=r"cannot be reached \(.*refused"):
        load("toy")
    assert left(cache) == []


def test_interrupted(toy, server, cache, monkeypatch):
    """Ctrl-C in the middle of a file leaves the files before it, and nothing else.

    The next try asks for no file twice.
    """
    real = requests.Response.iter_content

    def stop(answer, *arguments, **options):
        if answer.url == toy.urls[1]:
            raise KeyboardInterrupt
        return real(answer, *arguments, **options)

    with monkeypatch.context() as patch:
        patch.setattr(requests.Response, "iter_content", stop)
        with pytest.raises(KeyboardInterrupt):
            load("toy")
    assert left(cache) == ["whole toy.arff"]
    server.asked.clear()
    assert_array_equal(load("toy").X, X)
    assert server.asked == ["/toy.xml"]
    assert left(cache) == ["toy.npz"]


def test_another_process_is_done_first(toy, server, cache, monkeypatch):
    """A file that another process has removed is asked for once more."""
    real = pooch.retrieve
    gone = []

    def retrieve(*arguments, **options):
        path = real(*arguments, **options)
        if not gone:
            Path(path).unlink()
            gone.append(path)
        return path

    monkeypatch.setattr(pooch, "retrieve", retrieve)
    assert_array_equal(load("toy").X, X)
    assert server.asked == ["/toy.arff", "/toy.arff", "/toy.xml"]


@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left")])
def test_stopped_while_writing(toy, server, cache, monkeypatch, step, error):
    """Ctrl-C or a full disk while the file is written leaves the downloads alone."""

    def stop(*_):
        raise error

    expected = KeyboardInterrupt if error is KeyboardInterrupt else DataError
    with monkeypatch.context() as patch:
        patch.setattr(files.os, step, stop)
        with pytest.raises(expected) as caught:
            load("toy")
    if expected is DataError:
        assert "No space left" in str(caught.value)
    assert len(left(cache)) == len(server.asked) == 2
    assert_array_equal(load("toy").X, X)
    assert left(cache) == ["toy.npz"]
    assert len(server.asked) == 2, "nothing is downloaded twice"


def test_two_processes_at_once(toy, server, cache):
    """Processes that download the same set do not disturb each other."""
    code = (
        "from mlcourse.data import load, sources\n"
        f"sources.SOURCES['toy'] = sources.Source(*{tuple(toy)!r})\n"
        "print(load('toy').X.sum())"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in running] == [b"2.5"] * 2
    assert left(cache) == ["toy.npz"]


def test_a_cache_that_cannot_be_made(toy, server, cache):
    """A file in the place of the cache is noticed before anything is downloaded."""
    cache.write_text("")
    with pytest.raises(DataError, match=r"cache folder .*set MLCOURSE_CACHE to a fold"):
        load("toy")
    assert server.asked == []


def test_a_read_only_cache(toy, server, cache, monkeypatch):
    """So is a folder that may not be written to."""
    cache.mkdir()
    if os.access(cache, os.W_OK) and os.name == "posix" and os.geteuid():
        cache.chmod(0o500)
    else:  # for the administrator no folder is read-only

        def refuse(*_, **__):
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(download.tempfile, "TemporaryFile", refuse)
    with pytest.raises(DataError, match=r"cannot be written \(Permission denied"):
        load("toy")
    assert server.asked == []


def test_a_cached_set_needs_no_network(toy, server, monkeypatch):
    """What is in the cache is served offline, from a read-only folder, too."""
    load("toy")
    monkeypatch.setenv("MLCOURSE_OFFLINE", "1")
    assert_array_equal(load("toy").X, X)


def test_offline(toy, server, monkeypatch):
    """With MLCOURSE_OFFLINE nothing is asked for."""
    monkeypatch.setenv("MLCOURSE_OFFLINE", "1")
    with pytest.raises(DataError, match="MLCOURSE_OFFLINE is set, so nothing is down"):
        load("toy")
    assert server.asked == []


def test_a_damaged_cache(toy, server, cache):
    """A damaged file in the cache is refused with what to do."""
    load("toy")
    (path,) = cache.rglob("*.npz")
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(DataError, match=r"toy\.npz: it is no readable NPZ file"):
        load("toy")


@pytest.mark.parametrize("source", TABLE, ids=lambda source: source.name)
def test_addresses_are_pinned(source):
    """Every address has a commit in it, or is the authors' own archive."""
    for url in source.urls:
        owned = url == "https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz"
        assert url.startswith("https://")
        assert owned or re.match(r"[0-9a-f]{40}/\w", url.split("/", 5)[5])
    assert len(source.digest) == 64
    assert bool(source.urls) == bool(source.kind)


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so emotions.arff is not at hand",
)
def test_emotions_from_its_source(server, cache, monkeypatch):
    """Mulan's own files, downloaded, give the set of the folder."""
    names = ("emotions.arff", "emotions.xml")
    folder = Path(os.environ["MLCOURSE_DATA"], "emotions")
    ours = load("emotions")
    server.files |= {f"/{name}": (folder / name).read_bytes() for name in names}
    urls = tuple(map(server.url, server.files))
    emotions = SOURCES["emotions"]._replace(urls=urls)
    monkeypatch.setitem(SOURCES, "emotions", emotions)
    monkeypatch.delenv("MLCOURSE_DATA")
    for _ in range(2):
        data = load("emotions")
        assert_array_equal(data.X, ours.X)
        assert_array_equal(data.split, ours.split)
        assert data.label_names == ours.label_names
    assert len(server.asked) == 2
