"""Forward selection against all regressions that it does without."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.feature_selection import SequentialFeatureSelector
from sklearn.linear_model import LinearRegression

from mlcourse.selection.forward import ForwardSelection


@pytest.fixture
def problem():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50, 8)) + 3
    X[:, 4] = X[:, 1] + X[:, 2]  # nothing new once both are in
    W = np.zeros((8, 3))
    W[[1, 2, 6]] = rng.normal(size=(3, 3))
    return X, (X @ W + rng.normal(size=(50, 3)) > (X @ W).mean(axis=0)).astype(int)


@pytest.mark.parametrize("make", [np.array, csr_array])
@pytest.mark.parametrize("intercept", [True, False])
def test_each_step_is_the_best_of_all_regressions(problem, make, intercept):
    X, Y = problem
    found = ForwardSelection(5, fit_intercept=intercept).fit(make(X), Y)
    chosen = []

    def left(columns):
        model = LinearRegression(fit_intercept=intercept).fit(X[:, columns], Y)
        return ((Y - model.predict(X[:, columns])) ** 2).sum()

    before = (((Y - Y.mean(axis=0)) if intercept else Y) ** 2).sum()
    for feature, gain in zip(found.ranking_, found.gains_, strict=True):
        rest = {j: left([*chosen, j]) for j in range(8) if j not in chosen}
        assert rest[feature] <= min(rest.values()) + 1e-9  # columns 1 and 4 may tie
        assert gain == pytest.approx(before - rest[feature], abs=1e-9)
        before = rest[feature]
        chosen.append(feature)


def test_it_is_the_sequential_selector_of_scikit_learn_on_the_training_rows(problem):
    X, Y = problem
    everything = [(np.arange(50), np.arange(50))]
    peer = SequentialFeatureSelector(
        LinearRegression(), n_features_to_select=3, scoring="neg_mean_squared_error",
        cv=everything,
    )  # fmt: skip
    expected = peer.fit(X, Y).get_support()
    assert (ForwardSelection(3).fit(X, Y).get_support() == expected).all()


def test_copies_and_constants_never_join():
    x = np.arange(6.0)
    X = np.column_stack([np.ones(6), x, 2 * x + 1])
    with pytest.warns(UserWarning, match="1 of the 3 features"):
        model = ForwardSelection(3).fit(X, [0, 0, 1, 0, 1, 1])
    assert model.scores_.tolist() == [0, 3, 0]
