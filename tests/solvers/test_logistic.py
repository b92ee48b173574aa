"""The objective of logistic regression where numbers end; see also its estimator."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from mlcourse.solvers.logistic import LogisticObjective, OnePassObjective


@pytest.mark.parametrize(
    ("objective", "kind"),
    [
        (LogisticObjective, np.asarray),
        (LogisticObjective, csr_array),
        (OnePassObjective, np.asarray),
    ],
)
def test_a_trial_move_that_is_far_too_long(objective, kind):
    """The scores are inf - inf: no number and no warning, which the tests make errors.

    The second sample's weight is 0, and its loss infinite.
    """
    X = kind([[1.0, 10.0, 10.0], [1.0, 10.0, 0.0]])
    f = objective(X, [1, 0], beta=[1.0, 0.0], alpha=0.1)
    for w in ([0.0, 1e308, -1e308], [0.0, 1e308, 1e308]):
        assert not np.isfinite(f.value(np.array(w)))
        assert f.gradient(np.array(w)).shape == (3,)
