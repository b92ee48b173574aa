"""The handles of an explorer."""

import ipywidgets as widgets
import numpy as np
import pytest

from mlcourse.page import choice, log_range, steps


def test_log_range_by_hand():
    """From 0.01 to 10 in four: equal ratios, the values a reader would write."""
    assert log_range(0.01, 10, 4).values == (0.01, 0.1, 1.0, 10.0)
    assert log_range(1, 2, 3).values == (1.0, 1.4, 2.0)


def test_where_a_handle_starts():
    """A slider starts in the middle, a list at its first value, or where it is told."""
    assert steps(1, 2, 3, 4, 5).start == 2
    assert choice("a", "b").start == 0
    assert steps(1, 2, 3, at=3).start == 2
    assert log_range(0.01, 10, 4, at=0.1).start == 1


@pytest.mark.parametrize("make", [steps, choice])
def test_too_few_values(make):
    """A control with one value cannot be moved and is refused."""
    with pytest.raises(ValueError, match="at least two values"):
        make(1)


@pytest.mark.parametrize(
    ("make", "values", "label"),
    [
        (log_range, (1, 1.2, 10), "1.1"),
        (steps, (0.1234, 0.1233), "0.123"),
        (choice, (1, "1"), "1"),
    ],
)
def test_values_that_look_the_same(make, values, label):
    """A reader and an address tell values by their labels."""
    with pytest.raises(ValueError, match=f"show '{label}' more than once; write fewer"):
        make(*values)


def test_a_start_that_is_no_value():
    """The message names the value and those that exist."""
    with pytest.raises(ValueError, match=r"at=4 is not one of the values \(1, 2\)"):
        steps(1, 2, at=4)


def test_a_start_among_arrays():
    """Arrays are equal number by number; others are never equal to one."""
    pair, other = np.array([1, 2]), np.array([1, 3])
    assert choice("all", pair, at="all").start == 0
    assert choice("all", other, pair, at=[1, 2]).start == 2
    assert choice(pair, other, at=other).start == 1
    with pytest.raises(ValueError, match="is not one of the values"):
        choice("all", pair, at=other)


@pytest.mark.parametrize(
    ("control", "kind"),
    [(steps(0.125, 2), widgets.SelectionSlider), (choice("a", 2), widgets.Dropdown)],
)
def test_widgets(control, kind):
    """Ordered values are a slider, others a list; both are labelled for a reader."""
    handle = control.widget("learning_rate")
    assert isinstance(handle, kind)
    assert handle.description == "learning rate"
    assert handle.index == control.start
    assert len(handle.options) == len(control.values)


def test_labels_are_short():
    """A value is shown with three digits; whole numbers and words as they are."""
    control = choice(1 / 3, 1e-5, 1000, "mean")
    labels = [control.label(i) for i in range(4)]
    assert labels == ["0.333", "1e-05", "1000", "mean"]
