"""What the ensembles have in common: seeds, jobs, votes, and `fit` first."""

import numpy as np
import pytest
from joblib import parallel_config
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import BernoulliNB
from sklearn.tree import DecisionTreeClassifier

from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import ClassifierChain, EnsembleOfChains
from mlcourse.multilabel.lasso import LassoClassifier
from mlcourse.multilabel.members import VotingClassifier, check_samples
from mlcourse.multilabel.ml_knn import MLkNN
from mlcourse.multilabel.powerset import LabelPowerset, RAkEL
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sgd import SGDClassifier

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 4))
Y = (X @ RNG.normal(size=(4, 5)) + RNG.normal(size=(60, 5)) > 0.4).astype(int)
Q = RNG.normal(size=(30, 4))
TREE = DecisionTreeClassifier(max_features=1)


@pytest.mark.parametrize("make", [EnsembleOfChains, RAkEL])
def test_repeatable(make):
    """A seed decides all, also for random members; jobs and threads change nothing."""

    def scores(seed, **options):
        return make(TREE, random_state=seed, **options).fit(X, Y).predict_proba(Q)

    expected = scores(0)
    assert_array_equal(scores(0), expected)
    assert (scores(1) != expected).any()
    assert_array_equal(scores(0, n_jobs=2), expected)
    with parallel_config("threading", n_jobs=2):
        assert_array_equal(scores(0), expected)


class Votes(VotingClassifier):
    """One that is told the votes."""

    estimator = TREE
    voting = "hard"

    def fit(self, X, y):
        """Note the shapes."""
        check_samples(self, X, y)
        self._choose_votes()
        return self

    def _votes(self, method, X):
        return X if method == "predict" else X**2


def test_half_of_the_votes_is_not_enough():
    """A label is predicted by more than half of the votes."""
    votes = np.array([[0.4, 0.5, 0.6], [0.0, 0.51, 1.0]])
    model = Votes().fit(votes, np.eye(2, 3, dtype=int))
    assert_array_equal(model.predict(votes), [[0, 0, 1], [0, 1, 1]])
    assert not hasattr(model, "decision_function")
    assert_allclose(model.predict_proba(votes), votes**2)


@pytest.mark.parametrize(
    "make", [BinaryRelevance, ClassifierChain, EnsembleOfChains, LabelPowerset, RAkEL]
)
@pytest.mark.parametrize("other", [LinearDiscriminantAnalysis(), None, "tree"])
def test_an_estimator_set_after_fit_decides_nothing(make, other):
    """Nor whether X may be sparse."""
    counts, ask = csr_array((X > 0).astype(float)), csr_array((Q > 0).astype(float))
    model = make(BernoulliNB()).fit(counts, Y)
    before = model.predict(ask)
    assert_array_equal(model.set_params(estimator=other).predict(ask), before)
    gaps = np.where(Q > 1, np.nan, Q)
    model = make(DecisionTreeClassifier(random_state=0)).fit(X, Y)
    before = model.predict(gaps)
    assert_array_equal(model.set_params(estimator=other).predict(gaps), before)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (RidgeClassifier(), "fit_intercept"),
        (RidgeClassifier(), "alpha_per_target"),
        (LassoClassifier(), "fit_intercept"),
        (SGDClassifier(), "fit_intercept"),
        (SGDClassifier(), "average"),
        (RAkEL(TREE), "disjoint"),
        (MLkNN(), "count_self"),
        (AdaBoostClassifier(), "resample"),
    ],
)
def test_flags_are_true_or_false(model, name):
    """Not "no", which Python takes for True."""
    model = clone(model).set_params(**{name: "no"})
    with pytest.raises(TypeError, match=f"{name}='no' .* give True or False"):
        model.fit(X, Y[:, 0])


@pytest.mark.parametrize("make", [BinaryRelevance, LabelPowerset])
def test_no_estimator_is_refused_by_name(make):
    with pytest.raises(ValueError, match="estimator=None is no classifier; pass one"):
        make(None).fit(X, Y)


@pytest.mark.parametrize(
    "model",
    [ClassifierChain(TREE), EnsembleOfChains(TREE), LabelPowerset(TREE), RAkEL(TREE)],
)
def test_not_fitted(model):
    """All methods ask for `fit` first."""
    for method in ("predict", "predict_proba", "decision_function"):
        if hasattr(model, method):
            with pytest.raises(NotFittedError):
                getattr(model, method)(X)
