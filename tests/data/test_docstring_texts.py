"""The texts of "docstrings": the same rows, without the names of who wrote them."""

import lzma
import re

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import MultinomialNB

from mlcourse.data import DataError, docstring_texts, load
from mlcourse.data.docstring_texts import without_names
from mlcourse.data.docstrings import GIVEAWAYS
from mlcourse.data.docstrings_text import Document

DATA, WORDS, LIBRARIES = map(load, ("docstring_texts", "docstrings", "libraries"))


def test_rows_and_classes_are_those_of_the_counts():
    assert DATA.X.shape == (len(WORDS.X.toarray()),)
    assert DATA.X.dtype == object
    assert {type(text) for text in DATA.X} == {str}
    assert_array_equal(DATA.split, WORDS.split)
    assert_array_equal(DATA.y, LIBRARIES.y)
    assert DATA.label_names == LIBRARIES.label_names
    assert DATA.y.dtype == np.int64
    assert "BSD" in DATA.description


def test_texts_hold_the_words_that_were_counted():
    """All but those that stood with a name: few rows, and then no more than counted."""
    columns = [j for j, w in enumerate(WORDS.feature_names) if w not in GIVEAWAYS]
    vocabulary = [WORDS.feature_names[j] for j in columns]
    count = CountVectorizer(token_pattern=r"\b[a-z]{2,}\b", vocabulary=vocabulary)
    off = WORDS.X[:, columns] - count.transform(DATA.X)
    assert off.min() >= 0
    changed = np.diff(off.tocsr().indptr) if off.nnz else np.zeros(1)
    assert (changed > 0).mean() < 0.12
    assert off.sum() < 0.01 * WORDS.X.sum()


def test_no_name_of_a_library_is_left():
    names = re.compile("numpy|scipy|scikit|sklearn|matplotlib|pyplot|joblib", re.I)
    assert [text for text in DATA.X if names.search(text)] == []
    words = {word for text in DATA.X for word in re.findall(r"\w+", text.lower())}
    assert not GIVEAWAYS & words


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("NumPy's arrays, SciPy.", "arrays,"),
        ("https://numpy.org/neps and JOBLIB_TEMP_FOLDER", "and"),
        ("a scikit- learn: estimator learns", "a estimator learns"),
        ("inputs, amplitude, spline, np", "inputs, amplitude, spline,"),
    ],
)
def test_what_is_struck_out(text, left):
    assert without_names(text) == left


def test_the_library_can_be_told():
    """By its words, far better than by the commonest class."""
    train, test = DATA.train, DATA.test
    count = CountVectorizer(min_df=2)
    model = MultinomialNB().fit(count.fit_transform(train[0]), train[1])
    common = np.bincount(test[1]).max() / len(test[1])
    assert model.score(count.transform(test[0]), test[1]) > common + 0.3


def test_every_load_is_a_copy():
    load("docstring_texts").X[:] = ""
    assert load("docstring_texts").X[0] == DATA.X[0] != ""


def test_the_command(tmp_path, monkeypatch, capsys):
    """It writes the texts of the rows without names, and refuses other versions."""
    counts = docstring_texts.snapshot()
    few = counts._replace(names=("numpy.b", "numpy.a"), versions=("numpy 0",))
    found = [
        Document(name, "numpy", text, ("x",))
        for name, text in (("numpy.a", "One NumPy."), ("numpy.b", "Two."))
    ]
    monkeypatch.setattr(docstring_texts, "SNAPSHOT", tmp_path / "texts.xz")
    monkeypatch.setattr(docstring_texts, "snapshot", lambda: few)
    monkeypatch.setattr(docstring_texts, "documents", lambda: found)
    with pytest.raises(DataError, match="are of numpy 0; installed are numpy"):
        docstring_texts.main()
    monkeypatch.setattr(docstring_texts, "installed", lambda: few.versions)
    docstring_texts.main()
    assert "2 texts" in capsys.readouterr().out
    content = (tmp_path / "texts.xz").read_bytes()
    assert lzma.decompress(content).decode() == "Two.\nOne"
