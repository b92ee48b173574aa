"""The documents, what is counted in them, and the file that is kept of it."""

import inspect
import os
import sys
from collections import Counter
from io import BytesIO
from zipfile import ZipFile

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.naive_bayes import MultinomialNB

from mlcourse.data import DataError, docstrings, docstrings_counts, docstrings_text
from mlcourse.data import load as load_set
from mlcourse.data.docstrings_counts import Counts, near_copies, pack, unpack
from mlcourse.data.docstrings_text import Document, parameter_names, split_docstring

SNAPSHOT = docstrings.snapshot()
AS_COUNTED = docstrings.installed() == SNAPSHOT.versions
same_versions = pytest.mark.skipif(
    not AS_COUNTED,
    reason=f"the snapshot is of {', '.join(SNAPSHOT.versions)}; other versions are "
    "installed. Install requirements.txt with Python 3.11 to compare.",
)

DOCSTRING = """Solve :math:`Ax = b` for `x`, fast_solver or not.

More on the *matrix* side, :func:`~scipy.linalg.solve` and ``A @ x``.

.. versionadded:: 1.2

Parameters
----------
A, B : array of shape (n, n)
    The matrix of the left side.
*rows* : int
    Has %(hidden)s defaults.
\\*\\*kwargs
    Passed on.

Returns
-------
x : array
    The solution.

Attributes
----------
secret : int
    Never shown.

Other Parameters
----------------
check_finite, rows : bool
    Whether to look.

See Also
--------
lstsq : Least squares.

Examples
--------
>>> solve(A, b)
"""


# The text of a docstring


def test_what_is_struck_out():
    """By hand: names, sections, code and roles go; descriptions and prose stay."""
    text, labels = split_docstring(DOCSTRING)
    assert labels == ("A", "B", "rows", "check_finite")
    assert " ".join(docstrings_text.words(text)) == (
        "solve for or not more on the side and the matrix of the left side has "
        "defaults passed on array the solution whether to look"
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("x : int", ["x"]),
        ("x: int", ["x"]),
        ("x", ["x"]),
        ("x, y : float, optional", ["x", "y"]),
        ("`x`, *y* : {'a', 'b'}", ["x", "y"]),
        ("*args, **kwargs : Any", []),
        ("a, *args", ["a"]),
        ("a, ... : int", []),
        (".. note::", []),
        ("Either one, or none of them", []),
        ("    x : int", []),
        ("", []),
        (":", []),
    ],
)
def test_names_of_parameters(line, expected):
    """The names before the colon count, sentences and catch-alls do not."""
    assert parameter_names(line) == expected


@given(st.text(alphabet="aB :*`\n-_.,>%()s", max_size=80))
@settings(max_examples=100)
def test_any_text_can_be_split(docstring):
    """No docstring makes it fail; the text is one line, the labels are names."""
    text, labels = split_docstring("P\n\nParameters\n----------\n" + docstring)
    assert "\n" not in text
    assert all(label.isidentifier() for label in labels)


# The documents

SOURCE = '''
def first(apple, pear):
    """{text}

    Parameters
    ----------
    apple, pear : int
        Fruit.
    """

if True:
    class Holder:
        """{text} In a class.

        Parameters
        ----------
        plum : int
        """

        def method(self):
            """{text} In a method.

            Parameters
            ----------
            cherry : int
            """

def short(x):
    """Too short.

    Parameters
    ----------
    x : int
    """

def unlabelled():
    """{text} Without parameters."""

def first(apple, pear):
    """{text} Defined again.

    Parameters
    ----------
    again : int
    """
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return the folder of an importable package, the only one that is read."""
    folder = tmp_path / "orchard_for_tests"
    (folder / "tests").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(docstrings_text, "PACKAGES", {folder.name: "orchard"})
    return folder


def test_documents_of_a_package(package):
    """Functions, classes and methods are read, in order, each text and name once."""
    text = "one two three four five six seven eight {}".format
    (package / "b.py").write_text(SOURCE.format(text=text("late")), encoding="utf-8")
    (package / "a.py").write_text(SOURCE.format(text=text("early")), encoding="utf-8")
    (package / "c.py").write_text(SOURCE.format(text=text("late")), encoding="utf-8")
    for skipped in ("tests/d.py", "test_e.py", "conftest.py"):
        content = SOURCE.format(text=text("skipped"))
        (package / skipped).write_text(content, encoding="utf-8")
    found = docstrings_text.documents()
    inner = ["first", "Holder", "Holder.method"]
    assert [document.name for document in found] == [
        f"orchard_for_tests.{module}.{name}" for module in "ab" for name in inner
    ]
    assert [d.labels for d in found[:3]] == [("apple", "pear"), ("plum",), ("cherry",)]
    assert found[0].text == text("early") + " Fruit."
    assert {document.package for document in found} == {package.name}


def test_a_package_that_is_missing(monkeypatch):
    """A package that is not installed is named, with the command that installs it."""
    monkeypatch.setattr(docstrings_text, "PACKAGES", {"no_such_package": "nothing"})
    with pytest.raises(
        DataError, match=r"no_such_package is not .*pip install nothing"
    ):
        docstrings_text.documents()


@pytest.fixture(scope="module")
def documents():
    """Return the documents of the installed packages."""
    return docstrings.documents()


@pytest.mark.thorough
def test_labels_are_what_the_functions_take(documents):
    """Documented names are parameters of the function itself, for nearly all."""
    right = []
    for document in documents:
        module, _, name = document.name.rpartition(".")
        function = getattr(sys.modules.get(module), name, None)
        if inspect.isfunction(function):
            known = set(inspect.signature(function).parameters)
            right.append(known.issuperset(document.labels))
    assert len(right) > 500
    assert np.mean(right) > 0.95


@pytest.mark.thorough
def test_documents_are_different(documents):
    """Names and texts are unique, and every text has some words and some labels."""
    texts = [" ".join(docstrings_text.words(document.text)) for document in documents]
    assert len(set(texts)) == len({d.name for d in documents}) == len(documents)
    assert all(document.labels for document in documents)
    assert {document.package for document in documents} == {*docstrings_text.PACKAGES}
    assert min(len(set(text.split())) for text in texts) == 8


# The counts

sentences = st.lists(st.text(alphabet="abcdef", min_size=1, max_size=6), max_size=8)


@given(sentences)
@settings(max_examples=60, deadline=None)
def test_near_copies_by_brute_force(texts):
    """Groups are the chains of pairs with Jaccard at least 4/5, in every block size."""
    sets = [set(text) for text in texts]
    group = list(range(len(sets)))
    for i, a in enumerate(sets):
        for j, b in enumerate(sets):
            if len(a & b) / len(a | b) >= 0.8:
                group = [group[i] if g == group[j] else g for g in group]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(docstrings_counts, "BLOCK", 3)
        ours = near_copies([list(text) for text in texts]) if texts else []
    same = np.equal.outer(group, group)
    assert_array_equal(np.equal.outer(ours, ours), same)


def test_the_split_is_stable():
    """A document's side depends on the first name of its group and on nothing else."""
    names = [f"package.module.function_{i}" for i in range(2000)]
    alone = docstrings_counts.split(np.arange(2000), names)
    assert 0.26 < alone.mean() < 0.34  # 30 %, within four standard errors
    half = docstrings_counts.split(np.arange(1000), names[::2])
    assert_array_equal(half, alone[::2])
    pairs = docstrings_counts.split(np.arange(2000) // 2, names)
    assert_array_equal(pairs[::2], pairs[1::2])
    first = [min(pair) for pair in zip(names[::2], names[1::2], strict=True)]
    assert_array_equal(pairs[::2], [alone[names.index(name)] for name in first])
    assert docstrings_counts.split(np.array([0]), ["d"])[0]  # SHA-256 18ac3e73... % 100


def few_documents():
    """Return a few documents with repeated words, equal texts and rare labels."""
    words = ["red green blue", "red red cyan", "blue green green", "cyan", "red blue"]
    return [
        Document(f"numpy.f{i}", "numpy", f"{text} number{'x' * (i % 7)}", labels)
        for i, text in enumerate(words * 8)
        for labels in [("a", "b") if i % 2 else ("a", f"rare{i}")]
    ]


def toy():
    """Return the counts of a few documents."""
    return docstrings_counts.count(few_documents(), ("numpy 0",))


def test_counts_are_scikit_learns(documents):
    """Another library counts the same words in the same documents."""
    counts = docstrings_counts.count(documents[:1500], ())
    text = {document.name: document.text for document in documents}
    theirs = CountVectorizer(token_pattern=r"\b[a-z]{2,}\b", vocabulary=counts.words)
    X = theirs.transform([text[name] for name in counts.names])
    assert (X != counts.X).nnz == 0
    given = {document.name: set(document.labels) for document in documents[::-1]}
    for name, y in zip(counts.names, counts.Y, strict=True):
        kept = {counts.labels[i] for i in np.flatnonzero(y)}
        assert kept == given[name] & set(counts.labels)


def test_only_training_documents_choose(documents):
    """Rare items are those that few training documents have, whatever the test ones."""
    rows = [["a"]] * 3 + [["b"]] * 2 + [["b", "c"]] * 5
    test = np.array([False] * 5 + [True] * 5)
    assert docstrings_counts.frequent(rows, test, 3) == ("a",)
    assert docstrings_counts.frequent(rows, test, 2) == ("a", "b")


def test_rows_of_equal_counts_are_one():
    """Documents whose counts are equal are kept once, the first of them."""
    counts = toy()
    rows = [tuple(row) for row in counts.X.toarray().tolist()]
    assert len(set(rows)) == len(rows) > 3
    assert counts.Y.any(axis=1).all()


# The file


def test_the_file_gives_the_counts_back(tmp_path):
    """What is packed is unpacked unchanged, and packs to the same bytes again."""
    counts = toy()
    file = tmp_path / "toy.npz"
    file.write_bytes(pack(counts))
    back = unpack(file)
    assert (back.X != counts.X).nnz == 0
    assert_array_equal(back.Y, counts.Y)
    assert_array_equal(back.split, counts.split)
    assert back[3:] == counts[3:]
    assert pack(back) == file.read_bytes()
    assert docstrings_counts.digest(back) == docstrings_counts.digest(counts)


def test_the_file_holds_no_time():
    """The file's members are dated by the zero of the format, whatever the clock."""
    with ZipFile(BytesIO(pack(toy()))) as archive:
        dates = {member.date_time for member in archive.infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("field", Counts._fields)
def test_the_digest_sees_every_change(field):
    """A change of any part changes the digest."""
    counts = toy()
    value = getattr(counts, field)
    if isinstance(value, tuple):
        other = (*value[:-1], "other")
    else:
        other = value.copy()
        (other.data if field == "X" else other.reshape(-1))[0] = 5 - 5 * (field != "X")
        if field == "Y":
            other[0] = 1 - counts.Y[0]
        if field == "split":
            other[0] = 1 - counts.split[0]
    changed = counts._replace(**{field: other})
    assert docstrings_counts.digest(changed) != docstrings_counts.digest(counts)


@same_versions
def test_the_snapshot_is_what_the_command_counts(documents):
    """With the snapshot's versions installed, a new count gives the same content."""
    counts = docstrings_counts.count(documents, docstrings.installed())
    assert docstrings_counts.digest(counts) == docstrings_counts.digest(SNAPSHOT)


def test_the_command(tmp_path, monkeypatch, capsys):
    """The command writes the file as a whole and ends with a summary and the digest."""
    monkeypatch.setattr(docstrings, "documents", few_documents)
    out = tmp_path / "new.npz"
    docstrings.main(["--out", str(out)])
    printed = capsys.readouterr().out
    counts = unpack(out)
    assert f"{len(counts.names)} documents" in printed
    assert docstrings_counts.digest(counts) in printed
    assert f"{out.stat().st_size} bytes" in printed
    assert os.listdir(tmp_path) == ["new.npz"]
    with pytest.raises(SystemExit) as stop:
        docstrings.main(["--out", str(tmp_path / "missing" / "new.npz")])
    assert stop.value.code == 2
    assert "there is no folder" in capsys.readouterr().err


# The sets


def test_no_near_copy_straddles_the_split(documents):
    """No test document says what a training document says, or nearly."""
    side = dict(zip(SNAPSHOT.names, SNAPSHOT.split, strict=True))
    kept = [document for document in documents if document.name in side]
    assert len(kept) == len(side) or not AS_COUNTED
    bags = [set(docstrings_text.words(document.text)) for document in kept]
    B = CountVectorizer(analyzer=list, binary=True).fit_transform(bags)
    test = np.array([side[document.name] == 1 for document in kept])
    shared = (B[test] @ B[~test].T).toarray()
    size = B.sum(axis=1).A1 if hasattr(B, "A1") else np.asarray(B.sum(axis=1)).ravel()
    closest = shared / (size[test][:, None] + size[~test] - shared)
    assert closest.max() < 0.8 or not AS_COUNTED


def test_labels_and_words_are_those_of_training():
    """Every label has three training documents, every word occurs; the sums agree."""
    data = load_set("docstrings")
    train = data.split == 0
    assert data.y[train].sum(axis=0).min() == docstrings_counts.MIN_LABEL
    assert (data.X[train].sum(axis=0) > 0).all()
    assert (data.y.sum(axis=1) > 0).all()
    assert (data.X.sum(axis=1) > 0).all()
    assert data.X.shape[0] == len(SNAPSHOT.names) == len(set(SNAPSHOT.names))
    assert data.y.sum() == SNAPSHOT.Y.sum()
    assert data.X.sum() == SNAPSHOT.X.sum()
    assert_array_equal(data.split, SNAPSHOT.split)


def test_size_and_tail():
    """About 5,000 documents, 3,700 words, 800 labels, a third of these in the tail."""
    data = load_set("docstrings")
    (n, d), L = data.X.shape, data.y.shape[1]
    assert 4500 < n < 5500
    assert 3400 < d < 4000
    assert 700 < L < 1000
    assert 2.8 < data.y.sum() / n < 3.5
    assert (data.y.sum(axis=0) <= 5).mean() > 0.3
    assert 0.28 < (data.split == 1).mean() < 0.32


def test_the_task_can_be_learned():
    """Neighbours by tf-idf name a parameter three times as often as frequency does."""
    data = load_set("docstrings")
    train, test = data.split == 0, data.split == 1
    idf = TfidfTransformer(sublinear_tf=True).fit(data.X[train])
    likeness = cosine_similarity(*(idf.transform(data.X[s]) for s in (test, train)))
    nearest = np.argsort(-likeness, axis=1)[:, :5]
    near = np.take_along_axis(likeness, nearest, axis=1)
    score = np.einsum("ik,ikl->il", near, data.y[train][nearest])
    Y = data.y[test]
    precision = Y[np.arange(len(Y)), score.argmax(axis=1)].mean()
    frequency = Y[:, data.y[train].sum(axis=0).argmax()].mean()
    assert 0.6 < precision < 0.75
    assert 0.15 < frequency < 0.22


@same_versions
def test_how_many_names_are_left_in_the_texts(documents):
    """Three in ten labels of the test documents stand in them as a plain word."""
    labels = {document.name: document.labels for document in documents}
    said = {d.name: set(docstrings_text.words(d.text)) for d in documents}
    named = [
        label.lower() in said[name]
        for name, test in zip(SNAPSHOT.names, SNAPSHOT.split, strict=True)
        for label in labels[name]
        if test and label in SNAPSHOT.labels
    ]
    assert round(np.mean(named), 1) == 0.3


@pytest.mark.parametrize("name", ["libraries", "scipy_or_sklearn"])
def test_which_library(name):
    """The class is the package; no feature gives it away; it can be learned."""
    data = load_set(name)
    packages = [word.partition(".")[0] for word in SNAPSHOT.names]
    classes = [docstrings_text.PACKAGES[p] for p in packages]
    kept = [c for c in classes if c in data.label_names]
    assert [data.label_names[i] for i in data.y] == kept
    given = {"numpy", "scipy", "sklearn", "scikit", "matplotlib", "joblib", "pyplot"}
    assert not given & set(data.feature_names)
    assert given & set(SNAPSHOT.words)
    train = data.split == 0
    assert (data.X[train].sum(axis=0) > 0).all()
    model = MultinomialNB().fit(data.X[train], data.y[train])
    common = max(Counter(data.y[~train].tolist()).values()) / (~train).sum()
    assert model.score(data.X[~train], data.y[~train]) > common + 0.3
