"""Numbers whose squares are lost are refused, all others pass."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from mlcourse.solvers.units import check_magnitude


@given(
    st.lists(st.sampled_from([0.0, 1e-80, 1e-60, -1.0, 1e60, -1e80]), max_size=4),
    st.sampled_from([np.asarray, lambda v: csr_array(np.array([v]))]),
)
def test_numbers_that_can_be_squared_twice(values, kind):
    """The largest decides: a column in small units beside others is only small."""
    largest = max(map(abs, values), default=0)
    if largest == 0 or 1e-70 < largest < 1e70:
        check_magnitude("X", kind(values))
        return
    word = "large" if largest > 1 else "small"
    said = re.escape(f"X holds numbers up to {largest:.0e}, too {word} to square; ")
    with pytest.raises(ValueError, match=said):
        check_magnitude("X", kind(values))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_magnitude_of_what_is_no_number(bad):
    with pytest.raises(ValueError, match="X holds NaN or infinity"):
        check_magnitude("X", np.array([1.0, bad, 2.0]))
