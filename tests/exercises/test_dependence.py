"""The exercises on labels that depend take right answers that look different."""

from functools import partial

import numpy as np

from mlcourse.exercises import dependence as exercises
from mlcourse.page import check


def test_a_set_of_true_and_false_is_right():
    """As is a list, and as numbers with a point."""
    right = exercises.most_probable
    for kind in (np.bool_, float, int):
        told = check(lambda *of, k=kind: right(*of).astype(k), exercises.INFERENCE)
        assert told.passed
    assert check(lambda *of: right(*of).tolist(), exercises.INFERENCE).passed


def test_a_wider_search_is_told_what_it_is():
    """Two beginnings, or three, or up to seven: not "each label alone"."""
    words = {2: "drops beginnings", 3: "three beginnings"}
    words |= dict.fromkeys(range(4, 8), "handful of beginnings")
    for width, word in words.items():
        search = partial(exercises.narrow, width=width)
        told = check(search, exercises.INFERENCE)
        assert not told.passed
        assert word in told.text
