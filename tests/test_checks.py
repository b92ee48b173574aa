"""Checks of arguments: what passes, what is refused, and what the reader is told."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from pandas import NA, DataFrame
from scipy.sparse import coo_array, csc_matrix, csr_array, dok_array

from mlcourse.checks import (
    check_choice,
    check_finite,
    check_flag,
    check_integer,
    check_number,
    check_signs,
    check_weights,
    check_zero_one,
    label_table,
)

SPARSE = [coo_array, csr_array, csc_matrix, dok_array]
NOT_NUMBERS = ["1", None, True, np.True_, [1.0], np.array([1.0, 2.0]), 1j]


def refuses(call, *arguments, **options):
    """Return the text with which a call refuses what it is given."""
    with pytest.raises((TypeError, ValueError)) as caught:
        call(*arguments, **options)
    return str(caught.value)


def dense(table):
    """Return a table as an array."""
    return table.toarray() if hasattr(table, "toarray") else table


# Choices


@pytest.mark.parametrize("value", [True, False, np.True_, np.bool_(False)])
def test_takes_a_flag(value):
    check_flag("disjoint", value)


@pytest.mark.parametrize("value", ["no", 0, 1, None, np.array(True), [True]])
def test_refuses_what_is_no_flag(value):
    """Python would take a word, "no" among them, for True."""
    with pytest.raises(TypeError, match=r"disjoint=.* give True or False\."):
        check_flag("disjoint", value)


def test_takes_a_choice():
    """Strings of NumPy, and numbers of other types, are what they equal."""
    for value in ("hinge", np.str_("hinge")):
        check_choice("loss", value, ("hinge", "log"))
    for value in (0, 1.0, np.float64(1), np.int8(0)):
        check_choice("zero_division", value, (0.0, 1.0))
    check_choice("average", None, ("micro", None))
    check_choice("average", "micro", {"micro": None, "macro": 0})


@pytest.mark.parametrize(
    "value", [*NOT_NUMBERS, "Hinge", 2, np.nan, {"hinge"}, np.array("hinge"), [[1]]]
)
def test_refuses_another_choice(value):
    """Anything else is refused, whether or not it can be compared or hashed."""
    for choices in (("hinge", "log", 0.0, 1.0), {"hinge": 0, "log": 1}):
        message = refuses(check_choice, "loss", value, choices)
        shown = value.item() if isinstance(value, np.generic) else value
        assert message.startswith(f"loss={shown!r} is unknown; choose 'hinge'")


def test_lists_the_choices():
    """One, two or more of them, in their order."""
    for choices, listed in (
        (("a",), "choose 'a'."),
        (("b", "a"), "choose 'b' or 'a'."),
        (("a", "b", None), "choose 'a', 'b' or None."),
    ):
        assert refuses(check_choice, "kind", "c", choices).endswith(listed)


# Numbers

number = st.floats(allow_nan=False, allow_infinity=False)


@given(number, number, st.booleans())
def test_number_is_between_its_limits(value, low, positive):
    """The lower limit itself counts, unless the number has to be positive."""
    inside = value > low if positive else value >= low
    options = {"min_val": low, "positive": positive}
    if inside:
        assert check_number("alpha", value, **options) == value
    else:
        sign = ">" if positive else ">="
        message = refuses(check_number, "alpha", value, **options)
        assert message == (
            f"alpha={value!r} must be a finite number {sign} {low:g}."
        ), message


@given(number, number)
def test_number_has_an_upper_limit(value, high):
    """The upper limit itself counts."""
    options = {"min_val": -np.inf, "max_val": high}
    if value <= high:
        assert check_number("share", value, **options) == value
    else:
        message = refuses(check_number, "share", value, **options)
        assert message == f"share={value!r} must be a finite number <= {high:g}."


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, 2.0),
        (np.float32(0.5), 0.5),
        (np.int8(3), 3.0),
        (Fraction(1, 4), 0.25),
        (5e-324, 5e-324),
        (-0.0, 0.0),
    ],
)
def test_numbers_of_every_type_become_floats(value, expected):
    """What comes back is a float, whatever went in."""
    found = check_number("alpha", value)
    assert type(found) is float
    assert found == expected


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, np.float32("nan"), 10**400])
def test_number_is_finite(value):
    """Neither NaN nor infinity nor more than a float holds, with or without limits."""
    for options in ({}, {"min_val": -np.inf}, {"max_val": 1e308, "positive": True}):
        message = refuses(check_number, "tol", value, **options)
        assert message.startswith("tol=")
        assert "must be a finite number" in message
        assert len(message) < 130
    assert refuses(check_number, "tol", np.nan, min_val=-np.inf) == (
        "tol=nan must be a finite number."
    )
    both = refuses(check_number, "tol", np.nan, max_val=1, positive=True)
    assert both == "tol=nan must be a finite number > 0 and <= 1."


@pytest.mark.parametrize("value", NOT_NUMBERS)
def test_number_is_no_other_type(value):
    """Words, truths, lists and complex numbers are of the wrong type."""
    with pytest.raises(TypeError) as caught:
        check_number("alpha", value)
    kind = type(value).__name__
    assert str(caught.value).startswith("alpha=")
    assert str(caught.value).endswith(f" is of type {kind}; give a number.")


def test_long_values_are_cut():
    """A message shows the beginning of what it cannot show."""
    for call in (check_number, check_integer):
        message = refuses(call, "alpha", "x" * 1000)
        assert message.startswith("alpha='xxx")
        assert "xxx... is of type str" in message
        assert len(message) < 130


def test_numbers_of_numpy_are_shown_as_numbers():
    """NumPy's own form, np.float64(-1.0), would puzzle a beginner."""
    assert refuses(check_number, "a", np.float64(-1)).startswith("a=-1.0 must")
    assert refuses(check_integer, "a", np.int64(-1)).startswith("a=-1 must")
    assert refuses(check_integer, "a", np.float64(1)).startswith("a=1.0 is of type")
    assert refuses(check_choice, "a", np.str_("x"), ("y",)).startswith("a='x' is")


# Whole numbers


@given(st.integers(-3, 6), st.integers(-3, 6), st.none() | st.integers(-3, 6))
def test_integer_is_between_its_limits(value, low, high):
    """Both limits count."""
    for kind in (int, np.int64, np.int8):
        if value >= low and (high is None or value <= high):
            found = check_integer("k", kind(value), min_val=low, max_val=high)
            assert type(found) is int
            assert found == value
        else:
            message = refuses(
                check_integer, "k", kind(value), min_val=low, max_val=high
            )
            limit = "" if high is None else f" and <= {high}"
            assert message == f"k={value} must be a whole number >= {low}{limit}."


@pytest.mark.parametrize("value", [*NOT_NUMBERS, 1.0, np.float64(3), Fraction(2)])
def test_integer_is_no_other_type(value):
    """Not even a float without a fraction, nor True."""
    with pytest.raises(TypeError, match=r"^max_iter=") as caught:
        check_integer("max_iter", value)
    assert str(caught.value).endswith(
        f" is of type {type(value).__name__}; give a whole number >= 1."
    )


# Tables of numbers


@given(arrays(float, (3, 2), elements=number | st.sampled_from([np.nan, np.inf])))
def test_finite_tables(X):
    """Dense and sparse tables pass together, or are refused together."""
    for table in (X, X.tolist(), *(kind(X) for kind in SPARSE)):
        if np.isfinite(X).all():
            check_finite("X", table)
        else:
            message = refuses(check_finite, "X", table)
            expected = "X holds NaN or infinity, such as (nan|inf); remove or fill"
            assert re.match(expected, message), message


def test_finite_tables_of_other_numbers():
    """Whole numbers and truths have no NaN; words and objects are no numbers."""
    for kind in (int, np.int8, bool, complex, np.float32):
        check_finite("X", np.ones((2, 2), kind))
    for words in (np.array([["a"]]), np.array([[1, None]], object)):
        with pytest.raises(TypeError, match=r"X holds (str|object).* X\.astype\(float"):
            check_finite("X", words)


@given(arrays(float, (3, 2), elements=st.sampled_from([0.0, 1.0, -0.0, 2.0, -1.0])))
def test_tables_of_labels(Y):
    """Dense and sparse tables of 0 and 1 become the same truths."""
    right = np.isin(Y, (0, 1)).all()
    for table in (Y, Y.tolist(), *(kind(Y) for kind in SPARSE)):
        if right:
            check_zero_one("Y", table)
            found = label_table("Y", table)
            assert found.dtype == bool
            assert_array_equal(dense(found), Y == 1)
        else:
            for check in (check_zero_one, label_table):
                message = refuses(check, "Y", table)
                assert message.startswith("Y must hold 0 and 1 only; it holds [")
                assert message.endswith("Recode it, as (Y > 0).")


@pytest.mark.parametrize("kind", [bool, int, np.uint8, np.float32, object])
def test_labels_of_every_type(kind):
    """0 and 1 may be numbers of any type, or truths."""
    Y = np.array([[0, 1], [1, 1]])
    check_zero_one("Y", Y.astype(kind))
    assert_array_equal(label_table("Y", Y.astype(kind)), Y == 1)


@pytest.mark.parametrize(
    ("values", "found", "remedy"),
    [
        ([-1, 1, -1], "[-1]", "Recode it, as (Y > 0)."),
        ([5, 0, 7, 5, 9, 8], "[5, 7, 9]", "Recode it, as (Y > 0)."),
        ([0.2, 0.9, 1.0], "[0.2, 0.9]", "Cut it, as (Y > 0.5)."),
        ([0.2, 3.0, 1.0], "[0.2, 3.0]", "Recode it, as (Y > 0)."),
        ([1.0, np.nan], "[nan]", "Fill or remove what is missing."),
        ([0, 1, None], "[None]", "Fill or remove what is missing."),
        ([np.inf], "[inf]", "Recode it, as (Y > 0)."),
    ],
)
def test_tells_how_to_recode(values, found, remedy):
    """The remedy is one that works on what was found."""
    message = refuses(check_zero_one, "Y", np.array([values]))
    assert message == f"Y must hold 0 and 1 only; it holds {found}. {remedy}"


@pytest.mark.parametrize("kind", [str, object])
def test_words_are_compared(kind):
    """Of a table of words, `Y > 0` would be an error and `Y == 1` all False."""
    Y = np.array([["no", "yes"], ["yes", "no"]], kind)
    message = refuses(check_zero_one, "Y", Y)
    assert "['no', 'yes']. Compare it with the word that means 1, as (Y == word)" in (
        message
    )
    assert "MultiLabelBinarizer" in message


@pytest.mark.parametrize(
    ("values", "found", "remedy"),
    [
        ([0, 1], "[0]", "Recode it, as 2 * (y > 0) - 1."),
        ([False, True], "[False]", "Recode it, as 2 * (y > 0) - 1."),
        ([0.2, 0.9], "[0.2, 0.9]", "Cut it, as 2 * (y > 0.5) - 1."),
        ([1, None], "[None]", "Fill or remove what is missing."),
        ([-1, NA], "[nan]", "Fill or remove what is missing."),
        ([np.nan, 1], "[nan]", "Fill or remove what is missing."),
    ],
)
def test_tells_how_to_make_signs(values, found, remedy):
    """The remedy gives -1 and +1, not 0 and 1."""
    message = refuses(check_signs, "y", values)
    assert message == f"y must hold -1 and 1 only; it holds {found}. {remedy}"
    if remedy[0] != "F":
        y = np.array(values)  # noqa: F841, what the remedy speaks of
        check_signs("y", eval(remedy.partition(", as ")[2][:-1]))


@pytest.mark.parametrize("kind", [str, object])
def test_words_become_signs(kind):
    message = refuses(check_signs, "y", np.array(["no", "yes", "no"], kind))
    assert message == (
        "y must hold -1 and 1 only; it holds ['no', 'yes']. Compare it with the word "
        "that means 1, as 2 * (y == word) - 1."
    )


@pytest.mark.parametrize("kind", [int, np.int8, float, object])
def test_takes_signs(kind):
    check_signs("y", np.array([-1, 1, 1], kind))


def test_pandas_missing_is_missing():
    """NA is neither equal nor unequal to 0, so it has no truth."""
    table = DataFrame({"a": [1, NA], "b": [0, 1]}, dtype="Int64")
    for check in (check_zero_one, label_table):
        message = refuses(check, "Y", table)
        assert message.endswith("it holds [nan]. Fill or remove what is missing.")


def test_shapes_of_label_tables():
    """A column instead of a table, no sample and no label are refused."""
    for table in ([0, 1], np.zeros((3, 0)), csr_array((0, 3)), np.zeros((2, 2, 2)), 1):
        message = refuses(label_table, "Y_true", table)
        assert message.startswith("Y_true must have the shape (n, L), a row for each")
        assert message.endswith(f"it has {np.shape(table)}.")
    assert refuses(label_table, "Y", [[0, 1], [1]]).startswith(
        "Y must be a table of numbers: "
    )


def test_label_tables_are_new():
    """What comes back shares nothing with what came in."""
    for Y in (np.eye(2, dtype=bool), csr_array(np.eye(2, dtype=bool))):
        found = label_table("Y", Y)
        found[0, 0] = False
        assert Y[0, 0]


def test_labels_stored_twice_add_up():
    """1 and 1 at one place are a 2; 1 and -1 are a 0."""
    pair = np.array([1, 1])
    for twice in (
        coo_array((pair, ([0, 0], [1, 1])), (1, 2)),
        csr_array((pair, [1, 1], [0, 2]), (1, 2)),
    ):
        none = twice.copy()
        none.data = np.array([1, -1])
        for check in (check_zero_one, label_table):
            assert "it holds [2]" in refuses(check, "Y", twice)
            check("Y", none)
        assert label_table("Y", none).sum() == 0
        assert len(twice.data) == 2


# Weights

weights = arrays(float, 4, elements=st.sampled_from([0.0, 5e-324, 0.5, 3.0, 1e308]))


@given(weights)
def test_weights_keep_their_shares(w):
    """Weights are what was given, but huge ones become small, in equal ratios."""
    if not w.any():
        assert "zero" in refuses(check_weights, w, 4)
        return
    found = check_weights(w, 4)
    assert np.isfinite(found.sum() ** 2)
    assert_allclose(found / found.max(), w / w.max())
    if w.max() <= 1e100:
        assert_array_equal(found, w)


@pytest.mark.parametrize("w", [[1, 0, 2], (True, False, True), np.ones(3, np.int8)])
def test_weights_of_every_type_become_floats(w):
    """Lists, truths and whole numbers; None is all ones."""
    found = check_weights(w, 3)
    assert found.dtype == np.float64
    assert_array_equal(found, np.array(w, float))
    assert_array_equal(check_weights(None, 3), np.ones(3))


@pytest.mark.parametrize(
    ("w", "message"),
    [
        ([1, -2, -3], "sample_weight holds -3.0; weights must be >= 0"),
        ([1, np.nan, 2], "sample_weight holds NaN or infinity, such as nan; remove"),
        ([1, np.inf, 2], "sample_weight holds NaN or infinity, such as inf; remove"),
        ([1, 2], r"sample_weight has shape \(2,\); give one weight per row: \(3,\)"),
        (1.0, r"sample_weight has shape \(\); give one weight per row"),
        (np.ones((3, 1)), r"sample_weight has shape \(3, 1\); give"),
        ([0, 0, 0], "Every weight in sample_weight is zero; some row must count"),
        (["a", 1, 2], "sample_weight must be a table of numbers: "),
        ([1, 2, [3]], "sample_weight must be a table of numbers: "),
        (np.array([1j, 2, 3]), "sample_weight must be .* they are complex"),
        (csr_array([[1, 2, 3]]), "sample_weight "),
    ],
)
def test_refuses_weights(w, message):
    """A weight is a number >= 0, one for each row, and not all are 0."""
    with pytest.raises(ValueError, match=f"^{message}"):
        check_weights(w, 3)
