"""What the classifiers of two classes have in common."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.utils import get_tags

from mlcourse.models.adaboost import AdaBoostClassifier
from mlcourse.models.logistic import LogisticRegression

MODELS = [LogisticRegression(alpha=0.1), AdaBoostClassifier(n_estimators=3)]
ASKED = ["decision_function", "predict", "predict_proba"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("kind", [np.asarray, csr_array])
def test_rows_must_have_the_columns_of_the_fit(model, kind):
    """Fewer or more are refused, and do not become what the model expects."""
    X = np.random.default_rng(0).normal(size=(30, 3))
    fitted = model.fit(X, X[:, 0] > 0)
    staged = getattr(fitted, "staged_predict", fitted.predict)
    for ask in (*(getattr(fitted, name) for name in ASKED), lambda X: list(staged(X))):
        for wrong in (X[:, :2], X[:, [0, 1, 2, 0]]):
            with pytest.raises(ValueError, match="expecting 3 features"):
                ask(kind(wrong))
        assert len(ask(kind(X))) > 0


@pytest.mark.parametrize("model", MODELS)
def test_tags(model):
    """What tools that use any classifier ask: two classes only, sparse X welcome."""
    tags = get_tags(model)
    assert not tags.classifier_tags.multi_class
    assert tags.input_tags.sparse
