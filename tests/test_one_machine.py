"""The command that measures what the page "When one machine is not enough" shows."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array

from benchmarks.one_machine import __main__ as command
from benchmarks.one_machine import beyond, growth, peers, task, workers
from benchmarks.one_machine.apart import STATUS, apart, cost
from benchmarks.one_machine.generated import LABELS, WORDS, documents
from benchmarks.one_machine.task import KEPT, Task, read
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.multilabel.ridge import RidgeClassifier

ECHO = "benchmarks.one_machine.apart:echo"
ONE, TWO = (Task(f"growth/{x}", ECHO, {"x": x}) for x in ("one", "two"))
linux = pytest.mark.skipif(not STATUS.exists(), reason="memory is read on Linux")


# --- documents


def test_documents_have_as_many_words_and_labels_at_every_size():
    """What grows is one number alone, and not what a row holds."""
    few, many = documents(500, 400, 50), documents(1000, 4000, 400)
    for rows in (few, many):
        assert rows.X.has_canonical_format
        assert 0.5 * WORDS < rows.X.nnz / rows.X.shape[0] <= WORDS
        assert 0.6 * LABELS < rows.y.nnz / rows.y.shape[0] < LABELS + 0.2
        assert {*rows.y.data} == {1.0}
        assert np.diff(rows.y.indptr).min() >= 1
        lengths = rows.X.power(2).sum(axis=1)
        assert lengths == pytest.approx(np.ones(len(lengths)))


def test_documents_have_a_tail_and_can_be_learnt():
    """Few labels are frequent; ridge is far above the ranking by frequency."""
    rows = documents(1500, 300, 60, 300)
    count = np.sort(np.asarray(rows.y.sum(axis=0)).ravel())
    assert count[-1] > 5 * count[len(count) // 2]
    T = rows.T.toarray()
    model = RidgeClassifier(fit_intercept=False).fit(rows.X, rows.y)
    by_frequency = np.tile(np.asarray(rows.y.sum(axis=0)).ravel(), (len(T), 1))
    learnt = precision_at_k(T, model.decision_function(rows.Q), 1)
    assert learnt > precision_at_k(T, by_frequency, 1) + 0.2


def test_documents_are_the_same_for_a_seed():
    one, same, other = (documents(40, 30, 20, 5, seed) for seed in (1, 1, 2))
    assert (one.X != same.X).nnz == 0
    assert (one.X != other.X).nnz > 0


# --- one measurement


@linux
def test_memory_is_what_a_call_has_in_use_at_most():
    """Freed or not; what was there before does not count."""
    before = np.ones(10**7)
    found = cost(lambda: np.ones(5 * 10**6).sum())
    assert 38 < found.mb < 60
    assert cost(before.sum).mb < 10


def test_a_short_call_is_repeated(monkeypatch):
    monkeypatch.setattr("benchmarks.one_machine.apart.MOST", 3)
    calls = []
    assert cost(lambda: calls.append(1)).repeats == len(calls) == 3


def test_a_process_that_fails_is_told():
    with pytest.raises(RuntimeError, match=r"apart:nothing failed with .*1"):
        apart("benchmarks.one_machine.apart:nothing", {"x": 1})


# --- what is kept


@pytest.fixture
def few(monkeypatch):
    """Leave two rows that only echo, and note which are measured."""
    ran = []

    def measured(measure, settings):
        ran.append(settings["x"])
        return settings | {"fit s": 1.23456}

    monkeypatch.setattr(command, "tasks", lambda: [ONE, TWO])
    monkeypatch.setattr(task, "apart", measured)
    return ran


def test_goes_on_where_it_stopped(few, tmp_path):
    """What is finished stays; changed settings, code or machine are measured again."""
    path = tmp_path / "results.json"
    command.main(["--only", "*/one", "--out", str(path)])
    command.main(["--out", str(path)])
    assert few == ["one", "two"]
    rows = json.loads(path.read_text())
    assert list(rows) == ["growth/one", "growth/two"]
    assert rows["growth/one"]["found"] == {"x": "one", "fit s": 1.23}
    for key, other in [("settings", {}), ("code", "x"), ("machine", "x; y; 2020-1-1")]:
        path.write_text(
            json.dumps(rows | {"growth/one": rows["growth/one"] | {key: other}})
        )
        command.main(["--out", str(path)])
        assert few.pop() == "one"
    command.main(["--out", str(path), "--fresh"])
    assert few == ["one", "two", "one", "two"]


def test_another_day_is_the_same_machine(few, tmp_path):
    path = tmp_path / "results.json"
    command.main(["--out", str(path)])
    rows = read(path)
    for row in rows.values():
        row["machine"] = row["machine"].rpartition("; ")[0] + "; 2020-01-01"
    path.write_text(json.dumps(rows))
    command.main(["--out", str(path)])
    assert few == ["one", "two"]


def test_lists_what_is_left(few, tmp_path, capsys):
    path = tmp_path / "results.json"
    command.main(["--only", "*/one", "--out", str(path)])
    capsys.readouterr()
    command.main(["--list", "--out", str(path)])
    assert capsys.readouterr().out == "growth/two\n"
    assert few == ["one"]


def test_what_is_not_installed_keeps_its_row(few, tmp_path, monkeypatch, capsys):
    path = tmp_path / "results.json"
    absent = ONE._replace(needs="nowhere_installed")
    monkeypatch.setattr(command, "tasks", lambda: [ONE])
    command.main(["--out", str(path)])
    before = path.read_bytes()
    monkeypatch.setattr(command, "tasks", lambda: [absent])
    monkeypatch.setitem(command.INSTALL, "nowhere_installed", "pip install nowhere")
    command.main(["--out", str(path), "--fresh"])
    assert path.read_bytes() == before
    err = capsys.readouterr().err
    assert "the rows that are kept stay: growth/one" in err
    assert "pip install nowhere" in err


@pytest.mark.parametrize("content", ["{", "[]", '{"a": {"b": 1}}', "[1]", '"text"'])
def test_a_file_of_something_else_is_told(few, tmp_path, content, capsys):
    path = tmp_path / "results.json"
    path.write_text(content)
    with pytest.raises(SystemExit) as stopped:
        command.main(["--out", str(path)])
    assert stopped.value.code == 1
    assert "does not hold what this command measures" in capsys.readouterr().err
    assert (path.read_text(), few) == (content, [])


def test_an_unknown_row_and_a_missing_folder_are_told(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("MLCOURSE_DATA", raising=False)
    out = ["--out", str(tmp_path / "results.json")]
    for only, told in [
        ("nothing*", "no row is called"),
        ("beyond/*", "let MLCOURSE_D"),
    ]:
        with pytest.raises(SystemExit) as stopped:
            command.main(["--only", only, *out])
        assert stopped.value.code == 2
        assert told in " ".join(capsys.readouterr().err.split())


def test_a_stopped_run_says_what_is_kept(few, tmp_path, monkeypatch, capsys):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(task, "apart", stopped)
    with pytest.raises(SystemExit) as end:
        command.main(["--out", str(tmp_path / "results.json")])
    assert end.value.code == 130
    assert "What is finished is kept in" in capsys.readouterr().err


# --- what is measured


def test_ids_are_told_apart_and_each_has_its_code():
    tasks = command.tasks()
    assert len({t.id for t in tasks}) == len(tasks)
    assert {t.needs for t in tasks} == {"", *command.INSTALL}
    for t in tasks:
        assert t.code != t._replace(places=()).code or not t.places
        assert json.loads(json.dumps(t.settings)) == t.settings


def test_sizes_grow_one_at_a_time():
    """Each learner has the base size and each number at 2, 4 and 8 times it."""
    for name in growth.LEARNERS:
        own = [t for t in growth.tasks() if t.id.split("/")[1] == name]
        found = [tuple(t.settings[axis] for axis in growth.BASE) for t in own]
        n, d, L = growth.BASE.values()
        wanted = {(n * k, d, L) for k in (1, 2, 4, 8)}
        wanted |= {(n, d * k, L) for k in (2, 4, 8)} | {
            (n, d, L * k) for k in (2, 4, 8)
        }
        assert len(found) == 10
        assert {*found} == wanted


@pytest.mark.thorough
@pytest.mark.parametrize("name", [k for k, v in growth.LEARNERS.items() if not v.needs])
def test_growth_of_a_tiny_size(name, monkeypatch):
    """It fits, ranks, and says what that took."""
    monkeypatch.setattr("benchmarks.one_machine.apart.MOST", 1)
    learner = growth.LEARNERS[name]
    options = {k: 2 if v == "n" else v for k, v in learner.options.items()}
    size = {"n": 300, "d": 60, "L": 20}
    found = growth.measure({"place": learner.place, "options": options, **size})
    assert found["P@1"] > 0.3
    assert min(found["fit s"], found["predict s"], found["data MB"]) > 0


def test_places_of_the_book_are_asked_as_in_its_table():
    """The same candidates, the same quarter of the rows: so the same choice."""
    for t in beyond.tasks():
        _, data, name = t.id.split("/")
        if name in beyond.OURS:
            from mlcourse.reports.places import place

            there = place(data, name).settings
            assert all(m in there["candidates"] for m in t.settings["candidates"])
            assert t.settings["scale"] == there["scale"]


def test_ways_do_the_same_work():
    """Alone, in processes or on a cluster: the fits of the table are the same ones."""
    for job in ("sleec", "reml"):
        X, Y = documents(300, 60, 12)[:2]
        first, second = (workers.model(job).fit(X, Y) for _ in range(2))
        assert np.array_equal(first.predict(X), second.predict(X))


# --- peers


class Echo(peers.Peer):
    """Ranks the labels that it has seen by how frequent they are."""

    def _fit(self, X, Y):
        self.count = np.asarray(Y.sum(axis=0)).ravel()

    def _scores(self, X):
        return np.tile(self.count, (X.shape[0], 1))


def test_labels_that_are_never_or_always_there_come_last():
    """A one-vs-rest of scikit-learn would give them 0, which is above most others."""
    Y = csr_array([[1, 0, 0, 1], [1, 0, 1, 0], [1, 0, 1, 0]])
    model = Echo().fit(csr_array(np.eye(3)), Y)
    assert model.seen_.tolist() == [2, 3]
    assert model.decision_function(csr_array(np.eye(3)[:1])).tolist() == [[0, 0, 2, 1]]
    assert model.predict(csr_array(np.eye(3)[:1])).tolist() == [[0, 0, 1, 1]]


def test_linear_svcs_are_scikit_learns():
    """Where all labels are seen, scores are those of the library alone."""
    from sklearn.multiclass import OneVsRestClassifier
    from sklearn.svm import LinearSVC

    rows = documents(200, 40, 6, 20)
    expected = OneVsRestClassifier(LinearSVC(C=0.5, random_state=0)).fit(rows.X, rows.y)
    model = peers.LinearSVCs(0.5).fit(rows.X, rows.y)
    assert model.seen_.tolist() == [*range(6)]
    assert np.array_equal(
        model.decision_function(rows.Q), expected.decision_function(rows.Q)
    )


@pytest.mark.parametrize("kind", ["NapkinBR", "NapkinPLT", "SkmlBR", "SkmlMLkNN"])
def test_what_is_not_in_the_requirements(kind):
    """Where it is installed it learns what can be learnt."""
    pytest.importorskip("napkinxc" if "Napkin" in kind else "skmultilearn")
    rows = documents(600, 100, 20, 100)
    model = getattr(peers, kind)().fit(rows.X, rows.y)
    S = model.decision_function(rows.Q)
    assert S.shape == (100, 20)
    assert precision_at_k(rows.T.toarray(), S, 1) > 0.3


def test_the_kept_file_is_whole():
    """Every row of the page is there, and none that is not measured any more."""
    kept = {id: row["settings"] for id, row in read(KEPT).items()}
    assert kept == {t.id: t.settings for t in command.tasks()}
    assert (
        Path(sys.modules["benchmarks.one_machine"].__file__).with_name("results.json")
        == KEPT
    )
