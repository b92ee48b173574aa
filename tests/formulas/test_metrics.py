"""One label a sample against hand work and scikit-learn; what all metrics share."""

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from scipy.sparse import coo_array, csc_array, csr_array, csr_matrix
from sklearn.metrics import accuracy_score, confusion_matrix

from mlcourse.formulas import metrics
from mlcourse.formulas.metrics import accuracy, confusion

labels = arrays(int, 7, elements=st.integers(0, 1))


def test_confusion_by_hand():
    """Ten samples counted by hand fall 4, 3, 2, 1 into the table."""
    y_true = [0] * 7 + [1] * 3
    y_pred = [0] * 4 + [1] * 3 + [0] * 2 + [1]
    assert confusion(y_true, y_pred) == (4, 3, 2, 1)
    assert confusion(y_true, y_pred).fp == 3
    assert accuracy(y_true, y_pred) == 0.5


@given(labels, labels)
def test_agrees_with_scikit_learn(y_true, y_pred):
    """Accuracy and the confusion table are scikit-learn's."""
    expected = confusion_matrix(y_true, y_pred, labels=[0, 1]).ravel()
    assert confusion(y_true, y_pred) == tuple(expected)
    assert accuracy(y_true, y_pred) == accuracy_score(y_true, y_pred)


@pytest.mark.parametrize("metric", [accuracy, confusion])
@pytest.mark.parametrize(
    ("y_true", "y_pred"), [([0, 1], [0]), ([[0]], [[0]]), ([], [])]
)
def test_refuses_bad_shapes(metric, y_true, y_pred):
    """Shapes that differ, tables and empty arrays are refused."""
    with pytest.raises(ValueError, match=r"share one shape \(n,\) with n > 0"):
        metric(y_true, y_pred)


@pytest.mark.parametrize("name", ["y_true", "y_pred"])
def test_confusion_refuses_other_labels(name):
    """The table is for the labels 0 and 1 only, and names the argument."""
    given = {"y_true": [0, 1], "y_pred": [0, 1]}
    with pytest.raises(ValueError, match=rf"^{name} must hold 0 and 1 .* \[-1\]"):
        confusion(**given | {name: np.array([-1, 1])})
    with pytest.raises(ValueError, match=f"^{name} must be a table of numbers"):
        confusion(**given | {name: [[0], 1]})


def test_words_are_no_numbers():
    """They would never be equal, and the accuracy 0."""
    with pytest.raises(ValueError, match=r"labels of one kind, .*1.* holds .*'1'"):
        accuracy([1, 0], ["1", "0"])


@pytest.mark.parametrize("kind", [object, "U3", "S3", np.dtypes.StringDType()])
def test_words_are_words_however_they_are_stored(kind):
    words = np.array(["oak", "elm", "oak"]).astype(kind)
    assert accuracy(words, ["oak", "elm", "elm"]) == 2 / 3
    assert accuracy(["oak", "elm", "elm"], words) == 2 / 3


def test_numbers_are_no_words():
    with pytest.raises(ValueError, match=r"labels of one kind, .*'1'.* holds .*1"):
        accuracy(["1", "0"], [1, 0])


# What all multi-label metrics share

Y = np.array([[1, 0, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 1], [0, 1, 1, 0]])
S = np.array(
    [
        [0.9, 0.9, 0.3, 0.1],
        [0.2, 0.7, 0.7, 0.7],
        [0.5, 0.5, 0.5, 0.5],
        [0.8, 0.6, 0.4, 0.2],
        [0.0, 1.0, 0.5, 0.5],
    ]
)
P = (S > 0.5).astype(int)
SETS = [
    metrics.hamming_loss,
    metrics.subset_accuracy,
    *(
        partial(f, average=average)
        for f in (metrics.precision, metrics.recall, metrics.f1)
        for average in ("micro", "macro", "example")
    ),
]
RANKINGS = [
    metrics.ranking_loss,
    partial(metrics.ranking_loss, ties="half"),
    metrics.one_error,
    partial(metrics.one_error, ties="any"),
    metrics.coverage,
    metrics.average_precision,
    partial(metrics.precision_at_k, k=2),
    partial(metrics.ndcg_at_k, k=2),
    partial(metrics.propensity_precision_at_k, p=[0.9, 0.5, 0.4, 0.1], k=2),
]
PROBABILITIES = [metrics.binary_cross_entropy]
ALL = [(f, "Y_pred", P) for f in SETS]
ALL += [(f, "Y_score", S) for f in RANKINGS]
ALL += [(f, "Y_prob", (S + 0.1) / 1.2) for f in PROBABILITIES]
every_metric = pytest.mark.parametrize(("metric", "name", "second"), ALL)


def with_zeros(table):
    """Return a csr_array of the table that stores its zeros too, rows back to front."""
    row, column = (index.ravel()[::-1] for index in np.indices(table.shape))
    return csr_array(coo_array((table[row, column], (row, column)), table.shape))


@every_metric
@pytest.mark.parametrize(
    "form", [np.ndarray.tolist, csr_matrix, csc_array, coo_array, with_zeros]
)
def test_every_form_of_labels_gives_the_same(metric, name, second, form):
    """Lists, numbers of any type and sparse matrices of any format are one table."""
    expected = metric(Y, second)
    for kind in (bool, np.int8, float):
        assert metric(form(Y.astype(kind)), second) == expected
    if name == "Y_pred":
        assert metric(Y, form(second)) == metric(form(Y), form(second)) == expected


@every_metric
def test_arguments_are_left_alone(metric, name, second):
    """Neither dense nor sparse arguments are written to."""
    labels, stored, copy = Y.copy(), with_zeros(Y), second.copy()
    assert isinstance(metric(labels, copy), float)
    metric(stored, copy)
    assert_array_equal(labels, Y)
    assert_array_equal(copy, second)
    assert stored.nnz == Y.size


@every_metric
def test_refuses_shapes(metric, name, second):
    """Columns instead of tables, empty tables and two shapes are refused."""
    with pytest.raises(ValueError, match=rf"Y_true and {name} .*\(5, 4\).*\(5, 3\)"):
        metric(Y, second[:, :3])
    with pytest.raises(ValueError, match=rf"Y_true and {name} .*\(4, 4\).*\(5, 4\)"):
        metric(csr_array(Y[:4]), second)
    for labels in (Y[0], Y[:0], Y[:, :0]):
        with pytest.raises(ValueError, match=r"Y_true must have the shape \(n, L\)"):
            metric(labels, second)
    with pytest.raises(ValueError, match="Y_true must be a table of numbers: "):
        metric([[0, 1], [0]], second)


@every_metric
@pytest.mark.parametrize("wrong", [-1, 2, 0.5, np.nan, "1"])
def test_refuses_labels(metric, name, second, wrong):
    """Labels other than 0 and 1 are refused by the name of their argument."""
    table = Y.astype(object if wrong == "1" else float)
    table[2, 3] = wrong
    with pytest.raises(ValueError, match="Y_true must hold 0 and 1 only; it holds"):
        metric(table, second)
    if name == "Y_pred":
        with pytest.raises(ValueError, match="Y_pred must hold 0 and 1 only"):
            metric(Y, table)
    if wrong != "1":
        with pytest.raises(ValueError, match="Y_true must hold 0 and 1 only"):
            metric(csr_array(table), second)


def test_refuses_sparse_labels_given_twice():
    """Entries of one place add up in scipy, here to a label of 2."""
    twice = coo_array(([1, 1], ([0, 0], [1, 1])), (1, 2))
    for form in (twice, csr_array(([1, 1], [1, 1], [0, 2]), (1, 2))):
        with pytest.raises(ValueError, match=r"Y_true must hold .* \[2\]"):
            metrics.one_error(form, [[0.1, 0.2]])


def test_sparse_labels_need_no_order():
    """A row stored out of order, and partly twice, is read but not put in order."""
    row = csr_array(([1, 0, 1], [2, 2, 0], [0, 3]), (1, 3))  # 1, nothing, 0 + 1
    assert metrics.f1(row, [[1, 0, 1]]) == 1
    assert metrics.average_precision(row, [[0.3, 0.1, 0.2]]) == 1
    assert row.indices.tolist() == [2, 2, 0]


@pytest.mark.parametrize("metric", RANKINGS + PROBABILITIES)
def test_refuses_scores(metric):
    """NaN has no rank, and a sparse table no score for most labels."""
    bad = S.copy()
    bad[3, 1] = np.nan
    with pytest.raises(ValueError, match=r"Y_.* is NaN in row 3, column 1"):
        metric(Y, bad)
    with pytest.raises(ValueError, match=r"Y_.* is sparse"):
        metric(Y, csr_array(S))
    with pytest.raises(ValueError, match=r"Y_.* must be a table of numbers: "):
        metric(Y, [["high", "low"], *S.tolist()])


@pytest.mark.parametrize("metric", RANKINGS)
def test_only_the_order_of_scores_matters(metric):
    """Any increasing function of the scores, infinities included, changes nothing."""
    with np.errstate(divide="ignore"):
        assert metric(Y, np.log(S)) == metric(Y, S)  # log 0 = -inf
    assert metric(Y, 1e300 * (S - 0.5)) == metric(Y, S)


OPTIONS = [
    (metrics.precision, P, "average", "weighted"),
    (metrics.recall, P, "zero_division", 2),
    (metrics.f1, P, "zero_division", "warn"),
    (metrics.ranking_loss, S, "ties", "first"),
    (metrics.one_error, S, "ties", "half"),
    (metrics.coverage, S, "empty", "zero"),
    (metrics.average_precision, S, "empty", None),
    (partial(metrics.precision_at_k, k=1), S, "empty", 0),
]


@pytest.mark.parametrize(("metric", "second", "option", "value"), OPTIONS)
def test_refuses_unknown_options(metric, second, option, value):
    """A misspelt option is refused with the ones that there are."""
    with pytest.raises(
        ValueError, match=f"{option}={value!r} is unknown; choose .* or"
    ):
        metric(Y, second, **{option: value})


def test_names_are_found_when_asked_for():
    """The package lists every metric and says so when it lacks one."""
    assert all(callable(getattr(metrics, name)) for name in metrics.__all__)
    with pytest.raises(AttributeError, match="no attribute 'kappa'"):
        _ = metrics.kappa


def test_what_is_public_has_its_own_name():
    """Also where a class and a function differ in one capital letter."""
    found = {name: getattr(metrics, name).__name__ for name in metrics.__all__}
    assert all(name == own for name, own in found.items())
    assert {"Confusion", "confusion", "f1", "ndcg_at_k"} <= set(found)
