"""The page of races shows the file that the benchmarks write."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest
from filelock import FileLock

from benchmarks import bench_metrics, bench_ml_knn
from benchmarks.__main__ import FIELDS, main, write
from benchmarks.race import Row
from mlcourse.data import DataWarning, load
from mlcourse.page import RacesTable, races_picture, read_races
from mlcourse.page import races as page_races
from mlcourse.reports import store

FILE = Path(__file__).parent.parent.parent / "benchmarks" / "results.csv"
FAST = Row(
    "one idea: tiny", "5x2", "fast", "peer", 1.0, 2.0, 0.5, 0.4, 0.6, "loss", 3.0, 4.0
)
SLOW = FAST._replace(ours="slow", ours_ms=6.0, ratio=3.0, ratio_low=2.0, ratio_high=4.0)


@pytest.fixture
def races(tmp_path):
    """Give two benchmarks of a race each, written and read."""
    path = tmp_path / "results.csv"
    write(path, "one_idea", [FAST])
    write(path, "other", [SLOW])
    return read_races(path)


def test_reads_what_was_written(races):
    """The table holds the times, the ratio and both results that were measured."""
    assert list(races) == ["one_idea", "other"]
    text = RacesTable(races["one_idea"]).data
    start = "| **tiny, 5x2**<br>ours: fast, 1.00 ms<br>peer: peer, 2.00 ms<br>"
    assert f"{start}loss 3 v. 4 | **0.50**<br>0.40 to 0.60 |" in text
    assert races["one_idea"][0]["machine"] in text


def test_another_run_replaces_its_own_rows_only(tmp_path):
    """Measuring one benchmark again leaves the rows of the others as they are."""
    path = tmp_path / "results.csv"
    write(path, "b", [FAST, SLOW])
    write(path, "a", [FAST])
    write(path, "b", [SLOW])
    with path.open(encoding="utf-8", newline="") as file:
        found = [(row["benchmark"], row["ours"]) for row in csv.DictReader(file)]
    assert found == [("a", "fast"), ("b", "slow")]
    assert {p.name for p in tmp_path.iterdir()} <= {"results.csv", ".lock"}


def test_picture_counts_who_is_faster(races):
    """The picture says how many races there are and in how many we are not slower."""
    says = races_picture(races).says
    assert "2 in all" in says
    assert "at most 1 in 1 races" in says
    assert re.search(r"lowest is 0\.5, the highest 3\b", says)


def test_picture_counts_equal_ratios_one_by_one(tmp_path):
    """Two races that end alike are two races, and a draw is not slower."""
    path = tmp_path / "results.csv"
    draw = FAST._replace(ours="other", ratio=1.0)
    write(path, "one_idea", [FAST, FAST._replace(ours="twin"), draw, SLOW])
    says = races_picture(read_races(path)).says
    assert "4 in all" in says
    assert "at most 1 in 3 races" in says


def test_there_is_a_mark_for_each_race(tmp_path):
    """Also for those of equal ratio: they lie beside each other."""
    path = tmp_path / "results.csv"
    write(path, "a", [FAST._replace(ours=f"{k}") for k in range(3)] + [SLOW])
    ratios = [float(row["ratio"]) for row in read_races(path)["a"]]
    places = page_races._beside(ratios)
    assert len({*zip(ratios, places, strict=True)}) == 4
    assert sorted(places) == sorted([0, 0, -page_races.ASIDE, page_races.ASIDE])


@pytest.mark.parametrize(
    ("ms", "told"),
    [(0.0123, "0.0123 ms"), (8.128, "8.13 ms"), (250, "250 ms"), (2784, "2.78 s")],
)
def test_times_have_no_exponents(ms, told):
    assert page_races._time(ms) == told


@pytest.mark.parametrize(
    ("ratio", "told"),
    [("0.00252", "0.0025"), ("0.068", "0.068"), ("0.1", "0.10"), ("1.034", "1.03")],
)
def test_a_small_ratio_is_not_nothing(ratio, told):
    assert page_races._ratio(ratio) == told


def test_two_results_of_one_race_are_one_race(tmp_path):
    """Train and test accuracy are rows of their own; the times are the same."""
    path = tmp_path / "results.csv"
    write(path, "one_idea", [FAST, FAST._replace(quality="test loss"), SLOW])
    races = read_races(path)
    assert "2 in all" in races_picture(races).says
    assert repr(RacesTable(races["one_idea"])) == "2 races"
    text = RacesTable(races["one_idea"]).data
    assert text.count("| **tiny, 5x2**") == 2
    assert "<br>loss 3 v. 4<br>test loss 3 v. 4 |" in text


def test_each_race_of_the_book_can_be_told_from_the_others():
    """By what its row says of who ran on what, without the times."""
    for name, rows in read_races(FILE).items():
        lines = RacesTable(rows).data.splitlines()
        told = [line.split("<br>")[:3] for line in lines if line.startswith("| **")]
        who = {tuple(re.sub(r", [\d.]+ m?s$", "", part) for part in p) for p in told}
        assert len(who) == len(told) > 0, name


def test_real_sets_are_not_replaced_by_others(tmp_path, monkeypatch, capsys):
    """Without the data that the kept rows are about, nothing is written."""
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    with pytest.raises(SystemExit):
        main(["metrics", "ml_knn", "--csv", str(tmp_path / "results.csv")])
    told = capsys.readouterr().err
    assert "by others (ml_knn); let MLCOURSE_DATA say" in " ".join(told.split())
    assert not list(tmp_path.iterdir())


def test_a_race_without_real_sets_needs_no_folder_of_them(tmp_path, monkeypatch):
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    path = tmp_path / "results.csv"
    monkeypatch.setattr(bench_metrics, "rows", lambda repeats: [FAST])
    main(["metrics", "--csv", str(path)])
    assert list(read_races(path)) == ["metrics"]


HEADINGS = ",".join(FIELDS)


@pytest.mark.parametrize(
    "content",
    [
        b"a,b\n1,2\n",
        "é,b\n".encode("latin-1"),
        "a,b\n".encode("utf-16"),
        f"{HEADINGS}\n{',' * len(FIELDS)}\n".encode(),
        f"{HEADINGS}\nmetrics,1\n".encode(),
        f'{HEADINGS}\n"metrics'.encode(),
    ],
)
def test_a_file_that_holds_no_races_is_told_before_the_work(
    tmp_path, monkeypatch, capsys, content
):
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    path = tmp_path / "results.csv"
    path.write_bytes(content)
    with pytest.raises(SystemExit) as end:
        main(["metrics", "--csv", str(path)])
    assert end.value.code == 1
    found = capsys.readouterr()
    assert (found.out, path.read_bytes()) == ("", content)
    assert found.err.startswith(f"error: {path} holds no races, whose first line is ")


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"])
def test_an_editors_mark_and_an_empty_file_are_no_rows(tmp_path, before):
    """Some editors write a mark of three bytes at the beginning."""
    path = tmp_path / "results.csv"
    write(path, "one_idea", [SLOW])
    path.write_bytes(before + path.read_bytes() if before else b"")
    write(path, "two_ideas", [FAST])
    assert list(read_races(path)) == ["one_idea", "two_ideas"][not before :]


def test_what_is_kept_of_a_stopped_run(tmp_path, monkeypatch, capsys):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    monkeypatch.setattr("benchmarks.__main__.run", stopped)
    path = tmp_path / "results.csv"
    kept = f"Stopped. Benchmarks that were finished are in {path}.\n"
    for options, there, told in (
        ([], True, "Stopped.\n"),
        (["--csv", str(path)], False, "Stopped.\n"),
        (["--csv", str(path)], True, kept),
    ):
        path.touch() if there else path.unlink()
        with pytest.raises(SystemExit) as end:
            main(["metrics", *options])
        assert (end.value.code, capsys.readouterr().err) == (130, told)


@pytest.fixture
def emotions(tmp_path, monkeypatch):
    """Put a version of one's own into the folder of sets; one race is run on it."""
    folder = tmp_path / "sets"
    (folder / "emotions").mkdir(parents=True)
    np.savez(folder / "emotions" / "emotions.npz", X=np.eye(4), Y=np.eye(4, dtype=int))
    monkeypatch.setenv("MLCOURSE_DATA", str(folder))

    def rows(repeats):
        yield FAST._replace(size=str(len(load("emotions").X)))

    monkeypatch.setattr(bench_ml_knn, "rows", rows)
    return folder


def test_a_version_of_ones_own_does_not_replace_the_courses(emotions, tmp_path, capsys):
    """It may be raced, but what is kept is of the data that all have."""
    path = tmp_path / "results.csv"
    with pytest.warns(DataWarning, match="another version of emotions"):
        main(["ml_knn"])
    assert " 4 " in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        main(["ml_knn", "--csv", str(path)])
    assert stopped.value.code == 1
    err = capsys.readouterr().err
    told = r"error: ml_knn is not kept: .*emotions.npz holds another .* Move it away"
    assert re.match(told, err)
    assert err.count("\n") == 1
    assert not path.exists()


def test_a_file_that_cannot_be_written_is_found_before_the_work(
    tmp_path, monkeypatch, capsys
):
    """A folder, a path below a file, a table of something else: a sentence."""
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    for path in (tmp_path, other / "x.csv", other):
        with pytest.raises(SystemExit) as stopped:
            main(["metrics", "--csv", str(path)])
        assert stopped.value.code == 1
        out, err = capsys.readouterr()
        assert re.match(f"error: .*{tmp_path.name}", err)
        assert out == ""
    assert other.read_text() == "a,b\n1,2\n"


@pytest.mark.parametrize("options", [[], ["--csv", "results.csv"]])
def test_a_wrong_folder_of_sets_is_a_sentence(options, monkeypatch, capsys):
    monkeypatch.setenv("MLCOURSE_DATA", "nowhere")
    with pytest.raises(SystemExit) as stopped:
        main(["ml_knn", *options])
    assert stopped.value.code == 1
    told = "error: MLCOURSE_DATA='nowhere' is no folder; correct it, or unset it.\n"
    assert capsys.readouterr() == ("", told)


def test_two_runs_write_one_after_the_other(tmp_path, monkeypatch):
    """Else one would put back the rows that the other has just replaced."""
    monkeypatch.setattr(store, "WAIT", 0.1)
    with (
        FileLock(tmp_path / ".lock"),
        pytest.raises(store.ReportError, match="in use by another run"),
    ):
        write(tmp_path / "results.csv", "a", [FAST])


def test_a_benchmark_without_its_peer_keeps_its_rows(tmp_path, monkeypatch, capsys):
    path = tmp_path / "results.csv"
    write(path, "ml_knn", [FAST])
    before = path.read_bytes()
    monkeypatch.setenv("MLCOURSE_DATA", str(tmp_path))
    monkeypatch.setattr(bench_ml_knn, "find_spec", lambda name: None)
    main(["ml_knn", "--csv", str(path)])
    assert "no peer" in capsys.readouterr().out
    assert path.read_bytes() == before


def test_the_page_has_a_section_for_each_benchmark():
    """In the order of the file, each with its own heading."""
    root = Path(__file__).parents[2]
    page = (root / "chapters" / "races.md").read_text(encoding="utf-8")
    raced = list(read_races(root / "benchmarks" / "results.csv"))
    assert re.findall(r'\nraced\("(\w+)"\)\n', page) == raced
    found = re.findall(r"\n## (.+)\n\n```{code-cell}", page)
    assert [name.lower().replace(" ", "_") for name in found] == raced


def test_every_row_names_both_runners():
    path = Path(__file__).parents[2] / "benchmarks" / "results.csv"
    rows = [row for rows in read_races(path).values() for row in rows]
    assert [row for row in rows if not (row["ours"] and row["peer"])] == []


def test_says_how_to_make_the_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m benchmarks --csv"):
        read_races(tmp_path / "results.csv")
