"""Files of one's own: by path or by name, paired, marked, and refused with a remedy."""

import gzip
import os
from pathlib import Path
from unicodedata import normalize

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy.sparse import issparse
from sklearn.datasets import dump_svmlight_file

from mlcourse.data import (
    DataError,
    DataWarning,
    describe,
    load,
    names,
    read_arff,
    read_npz,
)
from mlcourse.reports.trials import score
from tests.data.test_npz import packed

RNG = np.random.default_rng(0)
N, TRAIN = 24, 16  # rows in all, rows for training
X = RNG.integers(-2, 3, (N, 3)) / 2.0  # ties and zeros
Y = np.array([[1, 0], [0, 1], [1, 1], [0, 0]] * (N // 4))
NAMES = ("a", "b 2", "c"), ("happy", "sad")
XML = '<labels><label name="happy"/><label name="sad"/></labels>'


def arff(X, Y, relation="songs", sparse=False):
    """Return the text of an ARFF table: features, then labels."""
    head = [f"@relation '{relation}'"]
    head += [f"@attribute '{name}' REAL [-1,1]" for name in NAMES[0]]
    head += [f"@attribute {name} {{0,1}}" for name in NAMES[1]]
    rows = np.column_stack([X, Y]).tolist()
    if sparse:
        pairs = [[f"{j} {x!r}" for j, x in enumerate(r) if x] for r in rows]
        body = [f"{{{', '.join(row)}}}" for row in pairs]
    else:
        body = [
            ",".join(map(repr, row[:3])) + f",{row[3]:g},{row[4]:g}" for row in rows
        ]
    return "\n".join([*head, "@data", *body, ""])


def xmc(path, X, Y):
    """Write the extreme-classification format with scikit-learn's writer."""
    with open(path, "wb") as file:
        file.write(f"{len(X)} {X.shape[1]} {Y.shape[1]}\n".encode())
        dump_svmlight_file(X, Y, file, multilabel=True)


def write_mulan(folder, **how):
    """Write a pair of ARFF files and Mulan's XML."""
    (folder / "songs-train.arff").write_text(arff(X[:TRAIN], Y[:TRAIN], **how))
    (folder / "songs-test.arff").write_text(arff(X[TRAIN:], Y[TRAIN:], **how))
    (folder / "songs.xml").write_text(XML)


def write_sparse(folder):
    """Write sparse rows."""
    write_mulan(folder, sparse=True)


def write_meka(folder):
    """Write a pair whose relation says where the labels are."""
    write_mulan(folder, relation="songs: -C -2")
    (folder / "songs.xml").unlink()


def write_xmc(folder):
    """Write a pair of text files, one of them packed."""
    xmc(folder / "songs_test.txt", X[TRAIN:], Y[TRAIN:])
    xmc(folder / "songs_train.txt", X[:TRAIN], Y[:TRAIN])
    raw = (folder / "songs_train.txt").read_bytes()
    (folder / "songs_train.txt").unlink()
    (folder / "songs_train.txt.gz").write_bytes(gzip.compress(raw))


def write_npz(folder):
    """Write one archive with a split."""
    split = (np.arange(N) >= TRAIN).astype(np.int8)
    named = {"feature_names": NAMES[0], "label_names": NAMES[1]}
    (folder / "songs.npz").write_bytes(packed(X=X, Y=Y, split=split, **named))


def write_npz_pair(folder):
    """Write an archive for each part."""
    for part, rows in ("train", slice(TRAIN)), ("test", slice(TRAIN, None)):
        (folder / f"songs.{part}.npz").write_bytes(packed(X=X[rows], Y=Y[rows]))


WRITERS = [
    write_mulan,
    write_sparse,
    write_meka,
    write_xmc,
    write_npz,
    write_npz_pair,
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return an empty data folder, which MLCOURSE_DATA names."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("MLCOURSE_DATA", str(folder))
    return folder


def dense(A):
    """Return a matrix as a dense array."""
    return A.toarray() if issparse(A) else A


def same(data, named=True):
    """Check that a data set is the one above, paired and marked."""
    assert data.name == "songs"
    assert_array_equal(dense(data.X), X)
    assert_array_equal(dense(data.y), Y)
    assert_array_equal(data.split, np.arange(N) >= TRAIN)
    assert data.verified is False
    assert "not verified" in data.description
    assert "not verified" in str(describe(data))
    if named and data.feature_names:
        assert (data.feature_names, data.label_names) == NAMES


@pytest.mark.parametrize("write", WRITERS)
def test_by_name_and_by_path(folder, tmp_path, write):
    """Any format serves by name, in a folder of its own or not, and by any path."""
    write(folder)
    same(load("songs"))
    same(load(folder / "songs"))
    for file in folder.iterdir():
        if file.suffix != ".xml":
            same(load(file))
            same(load(str(file)))
    assert "songs" in names()
    inner = folder / "songs"
    inner.mkdir()
    for file in folder.iterdir():
        if file.is_file():
            file.rename(inner / file.name)
    same(load("songs"))
    same(load(inner))
    assert "songs" in names()


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    "model",
    [
        {"kind": "ridge"},
        {"kind": "mlknn"},
        {"kind": "binary relevance", "estimator": {"kind": "prior"}},
        {"kind": "binary relevance", "estimator": {"kind": "sklearn logistic"}},
    ],
    ids=["ridge", "mlknn", "frequency", "logistic"],
)
def test_models_of_the_reports(folder, write, model):
    """What is loaded can be fitted and scored as it is, by the reports' engine."""
    write(folder)
    settings = {"cut": {"kind": "official"}, "scale": "as it is", "seeds": [0]}
    settings |= {"model": model, "measures": ["P@1", "precision", "hamming"]}
    found = score(load("songs"), settings, lambda: None)
    assert all(0 <= row.value <= 1 for row in found.values())
    assert len(found) == 3


def test_texts(folder):
    """Bare train.tsv, dev.tsv and test.tsv in a folder are a set of texts."""
    films = folder / "films"
    films.mkdir()
    (films / "train.tsv").write_text("label\ttext\nneg\ta\nneu\tb\npos\tc\n")
    (films / "test.tsv").write_text("label\ttext\nneu\td\npos\te\n")
    (films / "dev.tsv").write_text("label\ttext\npos\tf\n")
    for where in ("films", films, films / "test.tsv"):
        data = load(where)
        assert data.name == "films"
        assert data.label_names == ("neg", "neu", "pos")
        assert data.X.tolist() == ["a", "b", "c", "f", "d", "e"]
        assert_array_equal(data.y, [0, 1, 2, 2, 1, 2])
        assert_array_equal(data.split, [0, 0, 0, 2, 1, 1])
        found = describe(data)
        assert str(found).splitlines()[-1] == "not verified: your own data"
        assert (found.n, found.cardinality, found.verified) == (6, 1.0, False)
        assert found.frequency.tolist() == [1, 2, 3]


@pytest.mark.parametrize("name", ["songs.arff", "speed-test.arff", "songs-train.arff"])
def test_one_file(folder, name):
    """One file is a set without a split, also if it is called like a part."""
    (folder / name).write_text(arff(X, Y, relation="x: -C -2"))
    data = load(folder / name)
    assert data.split is None
    assert data.X.shape == (N, 3)
    assert load(data.name).X.shape == (N, 3)
    expected = {"songs-train.arff": "songs"}.get(name, name.removesuffix(".arff"))
    assert data.name == expected


def test_a_pair_goes_before_the_whole_and_a_path_before_the_pair(folder):
    """As Mulan ships them: all rows, and the same rows in two files."""
    write_mulan(folder)
    (folder / "songs.arff").write_text(arff(X[:5], Y[:5]))
    same(load("songs"))
    alone = load(folder / "songs.arff")
    assert alone.X.shape == (5, 3)
    assert alone.split is None


def test_lookup_order(folder, monkeypatch, tmp_path):
    """A name means the folder of sets, never the current folder; a path does."""
    monkeypatch.chdir(tmp_path)
    write_npz(tmp_path)
    with pytest.raises(
        DataError, match=r"no data set 'songs'.* pass their path, as '\./songs'"
    ):
        load("songs")
    same(load("./songs"))
    same(load("songs.npz"))
    (folder / "songs.npz").write_bytes(packed(X=X[:2], Y=Y[:2]))
    assert load("songs").X.shape == (2, 3)
    (folder / "wdbc.npz").write_bytes(packed(X=X[:2], Y=Y[:2]))
    assert load("wdbc").X.shape == (569, 30), "names of the course are its own"


def test_a_folder_of_several_sets(folder):
    """A folder that holds several sets is refused with their names."""
    write_npz(folder)
    (folder / "birds.npz").write_bytes(packed(X=X, Y=Y))
    with pytest.raises(DataError, match=r"holds several sets \(birds, songs\); name"):
        load(folder)
    assert {"songs", "birds"} <= set(names())
    (folder / "music").mkdir()
    for file in ("songs.npz", "birds.npz"):
        (folder / file).rename(folder / "music" / file)
    with pytest.raises(DataError, match=r"music holds several sets \(birds, songs\)"):
        load("music")
    assert not {"songs", "birds", "music"} & set(names())


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda f: None, r"data holds no file of a data set; .*\.arff, \.tsv"),
        (lambda f: (f / "notes.txt").write_text("hello"), "holds no file of a data"),
        (lambda f: (f / "r.txt").touch(), r"or \.txt whose first line is n d L"),
    ],
)
def test_an_empty_folder(folder, write, message):
    """A folder without a set is refused; notes are no set."""
    write(folder)
    with pytest.raises(DataError, match=message):
        load(folder)
    assert "notes" not in names()


@pytest.mark.parametrize("path", ["nowhere/x.npz", "nowhere/x", "./x.csv", "a\0b.npz"])
def test_no_such_path(folder, monkeypatch, path):
    """A path that leads nowhere is named with what to do."""
    monkeypatch.chdir(folder)
    with pytest.raises(DataError, match=r"cannot be read \(.*\); check the path"):
        load(path)


def test_an_unknown_ending(folder):
    """A file of no known format is refused with the formats."""
    (folder / "x.csv").write_text("1,2")
    with pytest.raises(DataError, match=r"x\.csv is of no known format; .*\.npz, \.ar"):
        load(folder / "x.csv")


@pytest.mark.parametrize(
    "xml", ["songs-train.xml", "songs.xml", "train.xml", "songs.xml.gz"]
)
def test_where_the_list_of_labels_lies(folder, xml):
    """Mulan's list is called like the file, like the set, or like the folder."""
    inner = folder / "songs"
    inner.mkdir()
    stem = "songs-train" if xml.startswith("songs-") else "train"
    (inner / f"{stem}.arff").write_text(arff(X, Y))
    raw = XML.encode()
    (inner / xml).write_bytes(gzip.compress(raw) if xml.endswith(".gz") else raw)
    assert load("songs").label_names == NAMES[1]


def test_a_folder_of_another_name(folder):
    """The only set in a folder may be called by the folder's name."""
    inner = folder / "music"
    inner.mkdir()
    write_mulan(inner)
    data = load("music")
    assert (data.name, data.label_names) == ("music", NAMES[1])
    assert "music" in names()


def test_without_labels(folder):
    """An ARFF file that does not say what its labels are is refused with two ways."""
    (folder / "songs.arff").write_text(arff(X, Y))
    with pytest.raises(DataError, match=r"songs\.arff does not say .*songs\.xml.*-C n"):
        load("songs")


def test_drop(folder):
    """Columns are dropped on request, by name, in any format that has names."""
    write_mulan(folder)
    expected = load("songs").X[:, [0, 2]]
    assert_array_equal(load("songs", drop="b 2").X, expected)
    assert load("songs", drop=["a", "c"]).feature_names == ("b 2",)
    (folder / "songs-train.arff").unlink()
    write_npz(folder / "..")
    data = load(folder / ".." / "songs.npz", drop=["b 2"])
    assert_array_equal(data.X, expected)
    assert data.feature_names == ("a", "c")


@pytest.mark.parametrize("write", [write_mulan, write_npz])
@pytest.mark.parametrize(
    ("drop", "message"),
    [
        (["b2"], r"no feature 'b2' .*Did you mean 'b 2'\?"),
        (["happy"], r"'happy' is a label"),
        (["a", "b 2", "c"], "no feature is left"),
    ],
)
def test_refuses_to_drop(folder, write, drop, message):
    """What is no feature cannot be dropped, and neither can all."""
    write(folder)
    with pytest.raises(DataError, match=message):
        load("songs", drop=drop)


def test_drop_without_names(folder):
    """Features without names cannot be dropped by name."""
    write_xmc(folder)
    with pytest.raises(DataError, match=r"songs.*features have no names"):
        load("songs", drop="a")


HEAD = (
    "@relation r\n@attribute id string\n@attribute x real\n@attribute l {0,1}\n@data\n"
)


@pytest.mark.parametrize(
    "rows", ["P_1,1,1\n'P,2',2,0\n?,3,1\n", "{0 P_1,1 1,2 1}\n{1 2}\n{1 3,2 1}"]
)
@pytest.mark.parametrize(
    "kind", ["string", "date 'yyyy-MM-dd'", "{P_1,'P,2'}", "STRING % id"]
)
def test_columns_of_words(tmp_path, kind, rows):
    """A column of strings or dates is refused with the remedy, which then works."""
    path = tmp_path / "genes.arff"
    path.write_text(HEAD.replace("string", kind) + rows)
    (tmp_path / "genes.xml").write_text('<labels><label name="l"/></labels>')
    if "{" not in kind:
        message = r"line 2: 'id' holds (strings|dates), no numbers; .*drop='id'"
        with pytest.raises(DataError, match=message):
            load(path)
    data = load(path, drop="id")
    assert data.feature_names == ("x",)
    assert_array_equal(dense(data.X), [[1], [2], [3]])
    assert_array_equal(data.y, [[1], [0], [1]])


@pytest.mark.parametrize("row", ["'P,2',2", "P,1,2,3", "P", "'P',1,1,1"])
def test_a_dropped_column_hides_no_mistake(tmp_path, row):
    """The rows must have all their values all the same."""
    path = tmp_path / "genes.arff"
    path.write_text(HEAD + "P,1,1\n" + row)
    (tmp_path / "genes.xml").write_text('<labels><label name="l"/></labels>')
    with pytest.raises(DataError, match=r"line 7: \d values for 3 attributes"):
        load(path, drop="id")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("'a'", "'z'"),
            r"songs-test\.arff has .*'z' where .*songs-train\.arff has 'a'",
        ),
        (("'a' REAL [-1,1]", "'a' {u,v}"), r"songs-test\.arff declares 'a' otherwise"),
        (("@attribute 'c' REAL [-1,1]\n", ""), r"songs-test\.arff has 4 attr.* 5"),
    ],
)
def test_a_pair_that_does_not_fit(folder, change, message):
    """Two files whose columns differ are refused with the first difference."""
    write_mulan(folder)
    path = folder / "songs-test.arff"
    path.write_text(path.read_text().replace(*change))
    with pytest.raises(DataError, match=message):
        load("songs")


def test_other_pairs_that_do_not_fit(folder):
    """So are pairs of other formats."""
    xmc(folder / "a_train.txt", X, Y)
    xmc(folder / "a_test.txt", X[:, :2], Y)
    with pytest.raises(DataError, match=r"a_test\.txt has 2 features, .*a_train.* 3"):
        load("a")
    xmc(folder / "a_test.txt", X, Y[:, :1])
    with pytest.raises(DataError, match=r"a_test\.txt has 1 label.*a_train\.txt.* 2"):
        load("a")
    (folder / "b-train.npz").write_bytes(packed(X=X, Y=Y, label_names=["u", "v"]))
    (folder / "b-test.npz").write_bytes(packed(X=X, Y=Y, label_names=["v", "u"]))
    with pytest.raises(DataError, match=r"b-test\.npz names .*b-train\.npz"):
        load("b")
    (folder / "b-test.npz").write_bytes(packed(X=X, Y=Y[:, 0]))
    with pytest.raises(
        DataError, match=r"b-test\.npz holds classes, .*b-train\.npz holds lab"
    ):
        load("b")


def test_a_class_without_training_rows(folder):
    """No model can learn it, so it comes with a warning, in any format."""
    one = {"X": X[:3], "y": np.array([0, 1, 2]), "split": np.array([0, 0, 1])}
    (folder / "one.npz").write_bytes(packed(**one))
    for part, y in ("train", [0, 1, 0]), ("test", [0, 2, 0]):
        (folder / f"two-{part}.npz").write_bytes(packed(X=X[:3], y=np.array(y)))
    (folder / "words-train.tsv").write_text("good\ta\nbad\tb\n")
    (folder / "words-test.tsv").write_text("good\tc\nGood\td\n")
    end = "of test rows is in no training row; no model can learn it. Spell it alike"
    for name, place, new in [
        ("one", r"one\.npz", "label 2"),
        ("two", r"two-train\.npz and .*two-test\.npz", "label 2"),
        ("words", r"words-train\.tsv and .*words-test\.tsv", "Good"),
    ]:
        with pytest.warns(DataWarning, match=f"{place}: the class '{new}' {end}") as c:
            data = load(name)
        assert [warning.filename for warning in c] == [__file__]
        assert new in data.label_names
    with pytest.warns(DataWarning, match=f"one.npz: the class 'label 2' {end}") as c:
        read_npz(folder / "one.npz")
    assert c[0].filename == __file__
    (folder / "words-dev.tsv").write_text("Bad\te\nbad\tf\n")
    found = "each of the 2 classes 'Bad, Good' of test and validation rows is in no tr"
    with pytest.warns(DataWarning, match=found):
        load("words")
    (folder / "one.npz").write_bytes(packed(**one | {"split": np.ones(3, dtype=int)}))
    load("one")  # without training rows there is nothing to compare


@pytest.mark.filterwarnings("ignore:.*is in no training row")
@pytest.mark.parametrize("turned", [False, True])
def test_classes_that_a_file_lacks(folder, turned):
    """Numbered classes need not all occur in both files."""
    files = [
        packed(X=X[:3], Y=np.array([0, 2, 1])),
        packed(X=X[:2], Y=np.array([1, 0])),
    ]
    first, second = reversed(files) if turned else files
    (folder / "b-train.npz").write_bytes(first)
    (folder / "b-test.npz").write_bytes(second)
    data = load("b")
    assert data.label_names == ("label 0", "label 1", "label 2")
    assert_array_equal(data.y, [1, 0, 0, 2, 1] if turned else [0, 2, 1, 1, 0])


@pytest.mark.filterwarnings("ignore:.*is in no training row")
@pytest.mark.parametrize("turned", [False, True])
def test_one_name_for_classes_that_a_file_lacks(folder, turned):
    """Whether one name means two classes or more is decided over both files."""
    for part in "train", "test":
        y = np.array([1, 0, 1] if turned == (part == "train") else [3, 0, 1])
        raw = packed(X=X[:3], Y=y, label_names=np.array(["digit"]))
        (folder / f"b-{part}.npz").write_bytes(raw)
    assert load("b").label_names == ("digit 0", "digit 1", "digit 2", "digit 3")


def test_classes_called_otherwise(folder):
    """Classes that both files name must have the same names."""
    for part, words in ("train", ["u", "v", "w"]), ("test", ["u", "w"]):
        raw = packed(X=X[:2], Y=np.array([0, 1]), label_names=words)
        (folder / f"b-{part}.npz").write_bytes(raw)
    with pytest.raises(
        DataError, match=r"b-test\.npz names labels 'u, w', but .*train"
    ):
        load("b")


def write_parts(folder, *parts):
    """Write an archive each of training, test and validation rows, as far as given."""
    for part, arrays in zip(("train", "test", "dev"), parts, strict=False):
        raw = packed(X=X[:3], **{k: np.array(v) for k, v in arrays.items()})
        (folder / f"b-{part}.npz").write_bytes(raw)


LABEL, UVW = ("label 0", "label 1"), ("u", "v", "w")


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("y", "names", "features", "labels"),
    [
        ({"y": [0, 1, 1]}, {"feature_names": UVW}, UVW, LABEL),
        ({"Y": Y[:3]}, {"feature_names": UVW}, UVW, LABEL),
        ({"y": [0, 1, 1]}, {"label_names": ["r", "s"]}, (), ("r", "s")),
        ({"Y": Y[:3]}, {"label_names": ["r", "s"]}, (), ("r", "s")),
        ({"y": [0, 1, 1]}, {"label_names": ["spam"]}, (), ("not spam", "spam")),
    ],
)
def test_names_in_one_archive(folder, y, names, features, labels, turned):
    """Names of features and labels need to stand in one of the files only."""
    write_parts(folder, *[y | names, y][:: -1 if turned else 1])
    data = load("b")
    assert (data.feature_names, data.label_names) == (features, labels)


@pytest.mark.filterwarnings("ignore:.*is in no training row")
@pytest.mark.parametrize("turned", [False, True])
def test_names_of_classes_in_one_archive(folder, turned):
    """They are those of all files, so each class of all files needs one."""
    few, more, order = [0, 1, 1], [0, 1, 2], -1 if turned else 1
    for y, other in (few, more), (more, few):
        named = {"y": y, "label_names": ["r", "s", "t"]}
        write_parts(folder, *[named, {"y": other}][::order])
        assert load("b").label_names == ("r", "s", "t")
    write_parts(folder, *[{"y": few, "label_names": ["r", "s"]}, {"y": more}][::order])
    named = r"b-test\.npz" if turned else r"b-train\.npz"
    message = f"{named} names 2 labels, 'r, s', but there are 3; name them all, or none"
    with pytest.raises(DataError, match=message):
        load("b")


@pytest.mark.parametrize("first", [{}, {"label_names": ["r", "s"]}])
def test_names_that_differ_in_the_second_and_third_archive(folder, first):
    """They are refused as well if the first one has none, or fewer."""
    others = [{"label_names": ["r", "s", name]} for name in "tu"]
    write_parts(folder, *({"y": [0, 1, 1]} | names for names in [first, *others]))
    message = r"b-test\.npz names labels 'r, s, t', but .*b-dev\.npz 'r, s, u'; both"
    with pytest.raises(DataError, match=message):
        load("b")


def test_commas_in_dropped_columns(tmp_path):
    """A comma in quotes parts no values, also where the value is dropped."""
    path = tmp_path / "genes.arff"
    head = "@relation 'g: -C -1'\n@attribute a string\n@attribute b string\n"
    path.write_text(head + "@attribute x real\n@attribute l {0,1}\n@data\n'p,q',3,1\n")
    with pytest.raises(DataError, match="line 7: 3 values for 4 attributes"):
        load(path, drop=["a", "b"])


@pytest.mark.parametrize("part", ["train", "test"])
@pytest.mark.parametrize("ending", ["txt", "tsv", "npz", "arff"])
def test_half_a_pair_is_not_served_as_the_whole(folder, part, ending):
    """If one of two files is damaged, the set is refused."""
    write_mulan(folder)
    write_xmc(folder)
    write_npz_pair(folder)
    for path in folder.iterdir():
        if f".{ending}" not in path.name and path.suffix != ".xml":
            path.unlink()
    if ending == "tsv":
        (folder / "songs-train.tsv").write_text("a\tb\n")
        (folder / "songs-test.tsv").write_text("a\tb\n")
    load("songs")
    (path,) = [path for path in folder.iterdir() if part in path.name]
    path.write_bytes(b"\0\xff" + path.read_bytes())
    with pytest.raises(DataError, match=rf"songs.{part}\.{ending}"):
        load("songs")


@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="MLCOURSE_DATA is not set, so emotions.arff is not at hand",
)
def test_emotions_by_path():
    """Mulan's own file by its path is the set of the course, but not verified."""
    folder = Path(os.environ["MLCOURSE_DATA"], "emotions")
    ours = load(folder / "emotions.arff")
    theirs = read_arff(folder / "emotions.arff", folder / "emotions.xml")
    assert_array_equal(ours.X, theirs.X)
    assert_array_equal(ours.y, load("emotions").y)
    assert (ours.verified, load("emotions").verified) == (False, True)


def test_a_link_is_called_as_it_is_given(folder, tmp_path):
    """A link to a folder of several sets means the set of its own name."""
    real = tmp_path / "data_v1"
    real.mkdir()
    for name, n in ("data_v1", 4), ("songs", 6):
        path = real / f"{name}.arff"
        path.write_text(arff(X[:n], Y[:n], relation="x: -C -2"))
    (folder / "songs").symlink_to(real, target_is_directory=True)
    (folder / "music").symlink_to(real, target_is_directory=True)
    assert load("songs").X.shape == (6, 3)
    assert load(folder / "songs").X.shape == (6, 3)
    assert "songs" in names()
    assert "music" not in names()
    with pytest.raises(DataError, match=r"music holds several sets \(data_v1, songs\)"):
        load("music")


@pytest.mark.parametrize("here", [".", "..", "./", "sub/.."])
def test_the_current_folder_has_its_real_name(folder, monkeypatch, here):
    """Of a folder without a name in its path the real name counts."""
    inner = folder / "songs"
    (inner / "sub").mkdir(parents=True)
    write_mulan(inner)
    (inner / "birds.npz").write_bytes(packed(X=X[:2], Y=Y[:2]))
    monkeypatch.chdir(inner / "sub" if here == ".." else inner)
    same(load(here))


def test_bare_parts_in_a_link(folder, tmp_path):
    """Files called train and test have the name of the folder as it is given."""
    real = tmp_path / "v1"
    real.mkdir()
    write_npz_pair(real)
    for part in "train", "test":
        (real / f"songs.{part}.npz").rename(real / f"{part}.npz")
    (folder / "songs").symlink_to(real, target_is_directory=True)
    same(load("songs"))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
def test_letters_with_accents(folder, form, asked):
    """An accent may be a part of its letter or a sign of its own: it is the same."""
    name = normalize(form, "été")
    (folder / f"{name}.arff").write_text(arff(X, Y))
    (folder / f"{normalize(asked, 'été')}.xml").write_text(XML)
    assert normalize("NFC", "été") in names()
    assert load(normalize(asked, "été")).X.shape == (N, 3)
    inner = folder / name
    inner.mkdir()
    for file in list(folder.glob("*.*")):
        file.rename(inner / file.name)
    assert load(normalize(asked, "été")).X.shape == (N, 3)
    assert normalize("NFC", "été") in names()


def check_accents(name, forms):
    """Check the names of a set, and that either form of a name drops its column."""
    data = load(name)
    assert data.feature_names == ("été", "b")
    assert data.label_names == ("fête", "c")
    for form in forms:
        assert load(name, drop=normalize(form, "été")).feature_names == ("b",)


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")])
def test_names_with_accents_in_archives(folder, forms):
    """Nor does it matter in the names of features and labels, or in `drop`."""
    for part, form in zip(("train", "test"), forms, strict=True):
        named = {"feature_names": [normalize(form, "été"), "b"]}
        named |= {"label_names": [normalize(form, "fête"), "c"]}
        raw = packed(X=X[:3, :2], Y=Y[:3], **named)
        (folder / f"a-{part}.npz").write_bytes(raw)
    check_accents("a", forms)


@pytest.mark.parametrize("lists", ["mulan", "meka"])
@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC"), ("NFD", "NFD")])
def test_names_with_accents_in_tables(folder, forms, lists):
    """The same holds for attributes, for their words, and for Mulan's list."""
    head = "@relation 'r: -C -2'\n@attribute été {não,é}\n@attribute b real\n"
    head += "@attribute fête {0,1}\n@attribute c {0,1}\n@data\n"
    if lists == "mulan":
        xml = '<a><label name="fête"/><label name="c"/></a>'
        (folder / "a.xml").write_text(normalize(forms[1], xml), encoding="utf-8")
        head = head.replace("r: -C -2", "r")
    text = head + "é,2,1,0\n'não',3,0,1\n"
    for part, form in zip(("train", "test"), forms, strict=True):
        path = folder / f"a-{part}.arff"
        path.write_text(normalize(form, text), encoding="utf-8")
    with pytest.warns(DataWarning, match="the words of 'été'"):
        check_accents("a", forms)
    with pytest.warns(DataWarning, match="the words of 'été'"):
        assert_array_equal(load("a").X, [[1, 2], [0, 3]] * 2)
    path.write_text(head + normalize("NFD", "é") + ",2,1,0\n", encoding="utf-8")
    with pytest.warns(DataWarning, match="the words of 'été'"):
        assert_array_equal(load("a").X, [[1, 2], [0, 3], [1, 2]])


def test_the_list_of_labels_in_capitals(folder):
    """An ending in capitals is one too."""
    (folder / "songs.ARFF").write_text(arff(X, Y))
    (folder / "songs.XML").write_text(XML)
    assert load("songs").label_names == NAMES[1]


def test_order_of_formats(folder):
    """Of sets of one name NPZ goes before ARFF, TSV and TXT, in this order."""
    xmc(folder / "songs.txt", X[:2], Y[:2])
    assert load("songs").X.shape == (2, 3)
    (folder / "songs.tsv").write_text("good\ta\nbad\tb\nbad\tc\n")
    assert load("songs").X.shape == (3,)
    (folder / "songs.arff").write_text(arff(X[:4], Y[:4], relation="x: -C -2"))
    assert load("songs").X.shape == (4, 3)
    (folder / "songs.npz").write_bytes(packed(X=X[:5], Y=Y[:5]))
    assert load("songs").X.shape == (5, 3)


@pytest.mark.parametrize("ending", ["npz", "arff", "txt"])
def test_order_of_rows(folder, ending):
    """Rows for training come first, then those for validation, then for the test."""
    for k, part in enumerate(["train", "dev", "test"]):
        x, y = np.full((2, 3), k + 1.0), Y[:2]
        path = folder / f"songs-{part}.{ending}"
        if ending == "npz":
            path.write_bytes(packed(X=x, Y=y))
        elif ending == "arff":
            path.write_text(arff(x, y, relation="x: -C -2"))
        else:
            xmc(path, x, y)
    data = load("songs")
    assert_array_equal(dense(data.X)[:, 0], [1, 1, 2, 2, 3, 3])
    assert_array_equal(data.split, [0, 0, 2, 2, 1, 1])


def test_two_files_for_one_part(folder):
    """Of two files for the same rows none is chosen; other sets can be had."""
    write_mulan(folder)
    (folder / "songs_train.arff").write_text(arff(X[:2], Y[:2]))
    (folder / "birds.npz").write_bytes(packed(X=X, Y=Y))
    assert {"birds", "songs"} <= set(names())
    load("birds")
    message = r"songs-train\.arff and songs_train\.arff .* training rows .*; move one"
    for name in ("songs", folder / "songs-train.arff", folder / "songs-test.arff"):
        with pytest.raises(DataError, match=message):
            load(name)


@pytest.mark.parametrize(
    ("files", "rows"),
    [
        (("-train.arff", "_train.arff", "-test.arff"), "training"),
        (("-train.arff", "-train.arff.gz", "_test.arff"), "training"),
        (("-train.arff", "_train.arff", ".arff"), "training"),
        (("-train.arff", "-dev.arff", "-val.arff"), "validation"),
        (("-train.arff", "-test.arff", "_test.arff"), "test"),
    ],
)
def test_any_file_of_a_doubtful_set(folder, files, rows):
    """The path of any part says the same: none of two files is chosen."""
    for end in files:
        text = arff(X, Y, relation="x: -C -2").encode()
        raw = gzip.compress(text) if end.endswith(".gz") else text
        (folder / f"songs{end}").write_bytes(raw)
    for end in files:
        if end != ".arff":  # the path of a whole table is clear
            with pytest.raises(DataError, match=f"may both be the {rows} rows of song"):
                load(folder / f"songs{end}")


def test_a_bare_part_beside_one_with_a_name(folder):
    """In a folder, train.arff is the same part as one with the folder's name."""
    inner = folder / "songs"
    inner.mkdir()
    write_mulan(inner)
    (inner / "songs-test.arff").rename(inner / "test.arff")
    same(load("songs"))
    (inner / "train.arff").write_text(arff(X[:2], Y[:2]))
    with pytest.raises(DataError, match=r"songs-train\.arff and train\.arff may both"):
        load("songs")


def test_a_test_file_beside_a_whole_one(folder):
    """A test file without a training file is not silently left aside."""
    (folder / "blood.arff").write_text(arff(X[:5], Y[:5], relation="x: -C -2"))
    (folder / "blood-test.arff").write_text(arff(X, Y, relation="x: -C -2"))
    message = r"blood-test\.arff lies beside .*blood\.arff, but is not read; .*-train"
    with pytest.warns(DataWarning, match=message):
        assert load("blood").split is None
    assert load("blood-test").X.shape == (N, 3)
    with pytest.warns(DataWarning, match=message):
        load(folder / "blood.arff")
    (folder / "blood-test.arff").rename(folder / "blood-train.arff")
    with pytest.warns(DataWarning, match=r"blood-train\.arff lies beside .*blood\."):
        assert load("blood").X.shape == (5, 3)


def test_parts_in_another_format(folder):
    """A part that is not read because of its ending comes with a warning."""
    write_mulan(folder)
    raw = packed(X=X[:5], Y=Y[:5])
    (folder / "songs.npz").write_bytes(raw)
    message = r"songs-t.*\.arff lies beside .*songs\.npz, but is not read; .* same end"
    for name in ("songs", folder / "songs"):
        with pytest.warns(DataWarning, match=message):
            assert load(name).split is None
    assert load(folder / "songs.npz").X.shape == (5, 3), "a path is clear"
    (folder / "songs.npz").rename(folder / "songs-train.npz")
    message = r"songs-test\.arff lies beside .*songs-train\.npz, but is not read"
    for name in ("songs", folder / "songs-train.npz"):
        with pytest.warns(DataWarning, match=message):
            assert load(name).X.shape == (5, 3)
    same(load(folder / "songs-test.arff"))
    (folder / "songs-train.arff").unlink()
    message = r"songs-train\.npz lies beside .*songs-test\.arff, but is not read; "
    message += ".* files songs-train and songs-test, with the same ending"
    with pytest.warns(DataWarning, match=message):
        load(folder / "songs-test.arff")
    (folder / "songs-test.npz").write_bytes(raw)
    (folder / "songs.tsv").write_text("good\ta\n")
    assert load("songs").X.shape == (10, 3), "both parts are there"
    (folder / "songs-dev.txt").write_text("0 3 2\n")
    with pytest.warns(DataWarning, match=r"songs-dev\.txt lies beside"):
        load("songs")


def test_parts_beside_an_archive_with_a_split(folder):
    """What was converted to one archive with its split may lie beside it."""
    write_mulan(folder)
    write_npz(folder)
    same(load("songs"))


def test_bare_parts_in_two_formats(folder):
    """So with train.npz and test.tsv in the folder of a set."""
    inner = folder / "songs"
    inner.mkdir()
    (inner / "train.npz").write_bytes(packed(X=X, Y=Y))
    (inner / "test.tsv").write_text("good\ta\n")
    with pytest.warns(DataWarning, match=r"test\.tsv lies beside .*train\.npz, but is"):
        assert load("songs").split is None
    message = r"train\.npz lies beside .*test\.tsv, .* songs-train and songs-test, "
    with pytest.warns(DataWarning, match=message):
        load(inner / "test.tsv")


def test_a_set_and_its_packed_copy(folder):
    """By name it is not clear which one is meant; by path it is."""
    text = arff(X, Y, relation="x: -C -2")
    (folder / "songs.arff").write_text(text)
    (folder / "songs.arff.gz").write_bytes(gzip.compress(text.encode()))
    with pytest.raises(DataError, match=r"songs\.arff and songs\.arff\.gz may both be"):
        load("songs")
    for path in folder.iterdir():
        assert load(path).X.shape == (N, 3)


WORDS = """@relation 'r: -C -1'
@attribute size {small,large}
@attribute colour {red,green,blue}
@attribute l {no,yes}
@data
small,blue,yes
large,red,no
"""


def test_words_that_become_numbers(folder):
    """Words without an order are numbered with a warning, unless they are dropped."""
    path = folder / "songs.arff"
    path.write_text(WORDS)
    message = r"songs\.arff: the words of 'size, colour' stand as 0, 1, 2"
    with pytest.warns(DataWarning, match=message) as caught:
        data = load(path)
    assert len(caught) == 1
    assert_array_equal(data.X, [[0, 2], [1, 0]])
    message = r"songs\.arff: the words of 'colour' stand as"
    with pytest.warns(DataWarning, match=message):
        load(path, drop="size")
    path.write_text(WORDS.replace("{small,large}", "{2,10}").replace("small", "2"))
    with pytest.raises(DataError, match="'large' is not a declared value"):
        load(path, drop="colour")
    (folder / "songs-train.arff").write_text(WORDS)
    path.rename(folder / "songs-test.arff").write_text(WORDS)
    with pytest.warns(DataWarning, match="the words of") as caught:
        load("songs")
    assert len(caught) == 1, "a pair is one set"


def test_another_count_of_labels(folder):
    """A list of labels, or the training file, goes before -C, with a warning."""
    write_mulan(folder, relation="songs: -C -2")
    same(load("songs"))
    write_mulan(folder, relation="songs: -C 1")
    with pytest.warns(DataWarning, match=r"\.arff: -C 1 in its relation means oth"):
        same(load("songs"))
    write_meka(folder)
    same(load("songs"))
    path = folder / "songs-test.arff"
    path.write_text(path.read_text().replace("-C -2", "-C 3"))
    message = r"songs-test\.arff: -C 3 in its relation means other .* 'happy, sad'"
    with pytest.warns(DataWarning, match=message):
        same(load("songs"))


def write_repository(folder, columns=2):
    """Write all rows and two files of row numbers, every third row for the test."""
    xmc(folder / "Songs_data.txt", X, Y)
    rows = np.arange(1, N + 1)
    for part, chosen in ("tr", rows[rows % 3 > 0]), ("tst", rows[rows % 3 == 0]):
        lines = [" ".join(map(str, [i, *[1] * (columns - 1)])) for i in chosen]
        (folder / f"songs_{part}Split.txt").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("columns", [1, 2, 3, 10])
def test_splits_of_the_repository(folder, columns):
    """The first split of the Extreme Classification Repository is taken."""
    inner = folder / "Songs"
    inner.mkdir()
    write_repository(inner, columns)
    for where in ("Songs", inner, inner / "Songs_data.txt", inner / "Songs_data"):
        data = load(where)
        assert_array_equal(data.split, [0, 0, 1] * (N // 3))
        assert_array_equal(dense(data.X), X)
        assert "songs_trSplit.txt and songs_tstSplit.txt in" in data.description
        assert "the first split is taken" in data.description
    assert "Songs" in names()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("3 1\n", ""), r"trSplit\.txt and .*tstSplit\.txt leave out row 3; fetch"),
        (("3 1\n", "1 1\n"), r"tstSplit\.txt, line 1: '1 1' does not begin with a row"),
        (("6 1\n", "0 1\n"), r"tstSplit\.txt, line 2: '0 1' .* once, from 1 to 24"),
        (("6 1\n", "25 1\n"), "line 2: '25 1'"),
        (("6 1\n", "6.0 1\n"), "line 2: '6.0 1'"),
        (("6 1\n", "\n"), "line 2: ''"),
    ],
)
def test_splits_that_do_not_fit(folder, change, message):
    """Each row has to be in one of the two files, once."""
    write_repository(folder)
    path = folder / "songs_tstSplit.txt"
    path.write_text(path.read_text().replace(*change, 1))
    with pytest.raises(DataError, match=message):
        load(folder / "Songs_data")


def test_blank_last_lines_of_a_split(folder):
    """They name no row, as in the file of the data."""
    write_repository(folder)
    for part in "tr", "tst":
        with open(folder / f"songs_{part}Split.txt", "a") as file:
            file.write("\n \n")
    assert_array_equal(load(folder / "Songs_data").split, [0, 0, 1] * (N // 3))


def test_half_a_split(folder):
    """One file of row numbers without the other is refused."""
    write_repository(folder)
    (folder / "songs_trSplit.txt").unlink()
    with pytest.raises(DataError, match=r"tstSplit\.txt is one half of a split; put "):
        load(folder / "Songs_data")


def test_a_split_that_is_not_that_of_the_names(folder):
    """What the names of two archives say and what they hold must be the same."""
    for part, codes in ("train", [0, 0]), ("test", [1, 1]):
        raw = packed(X=X[:2], Y=Y[:2], split=np.array(codes))
        (folder / f"songs-{part}.npz").write_bytes(raw)
    assert_array_equal(load("songs").split, [0, 0, 1, 1])
    raw = packed(X=X[:2], Y=Y[:2], split=np.array([0, 1]))
    (folder / "songs-train.npz").write_bytes(raw)
    with pytest.raises(DataError, match=r"songs-train\.npz is read as training rows, "):
        load("songs")


@pytest.mark.parametrize(
    ("used", "other"), [("songs-train", "songs-test"), ("songs-test", "songs")]
)
def test_lists_of_labels_that_differ(folder, used, other):
    """The list of the first file is used; another one comes with a warning."""
    write_mulan(folder)
    (folder / "songs.xml").unlink()
    (folder / f"{used}.xml").write_text(XML)
    (folder / f"{other}.xml").write_text(XML)
    same(load("songs"))
    (folder / f"{other}.xml").write_text('<labels><label name="happy"/></labels>')
    message = rf"{other}\.xml names other labels than .*{used}\.xml, which is used"
    with pytest.warns(DataWarning, match=message):
        same(load("songs"))


def test_a_list_of_all_columns(folder):
    """If every column is a label, no feature is left."""
    write_mulan(folder)
    tags = "".join(f'<label name="{name}"/>' for name in [*NAMES[0], *NAMES[1]])
    (folder / "songs.xml").write_text(f"<labels>{tags}</labels>")
    with pytest.raises(DataError, match=r"train\.arff: every attribute is a label; l"):
        load("songs")


@pytest.mark.parametrize("name", ["", 3, None, b"songs"])
def test_what_is_no_name(name):
    """A name is a text or a path."""
    with pytest.raises(DataError, match=f"name is {name!r}; pass a name, as 'wdbc', o"):
        load(name)


@pytest.mark.parametrize("name", ["wdbc", "songs"])
@pytest.mark.parametrize("drop", [None, 3, ["a", 3]])
def test_what_cannot_be_dropped(folder, name, drop):
    """Only names can be dropped."""
    write_mulan(folder)
    with pytest.raises(DataError, match=r"drop=.* must be a name, or a list of names"):
        load(name, drop=drop)


@pytest.mark.parametrize(
    ("held", "asked"),
    [
        ("f-train.arff", "f-train"),
        ("f.txt", "f"),
        ("f.csv", "f"),
        ("f-test.npz", "f"),
        ("été.csv", normalize("NFD", "été")),
    ],
)
def test_what_lies_there(folder, held, asked):
    """A path without its ending is refused with the files that it may mean."""
    for name in (held, "fine.npz", "g.csv"):
        (folder / name).write_text("")
    message = rf"{asked} is no data set, but there is {held}; pass the path of a file"
    with pytest.raises(DataError, match=message):
        load(folder / asked)


def test_the_home_folder(folder, monkeypatch):
    """It may be written as ~."""
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    write_mulan(folder)
    for where in ("~/songs", Path("~/songs"), "~/songs-test.arff"):
        same(load(where))


def test_hidden_files(folder):
    """Files of macOS, whose names begin with a dot, are no sets and no lists."""
    write_mulan(folder)
    for file in list(folder.iterdir()):
        (folder / f"._{file.name}").write_bytes(b"\0\5\x16\7")
    same(load("songs"))
    same(load(folder))
    assert not any(name.startswith(".") for name in names())
