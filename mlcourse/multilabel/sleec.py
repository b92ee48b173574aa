r"""SLEEC: neighbours in an embedding that keeps near what is alike by its labels.

1. *Clusters.* k-means deals the rows into groups, to save time; each is learnt alone.
2. *Embedding.* The label vectors of a group become short vectors :math:`z_i`, so that
   inner products of neighbours are the cosines of their label vectors:

   .. math:: \min_Z \sum_{(i, j) \in \Omega} (G_{ij} - z_i^\top z_j)^2, \qquad
             G_{ij} = \cos(y_i, y_j)

3. *Regression.* A linear map V leads from the features to Z, as a new row has no labels
   (:mod:`mlcourse.multilabel.embedding` has its penalties).

4. *Votes.* A new row goes to its nearest centre, is mapped by V, and the k nearest of
   the rows :math:`V^\top x_i` of that group vote for their labels.

Other seeds of k-means give other learners, whose votes are averaged. The paper puts all
their neighbours together: with equal votes of equally many neighbours that is the same.

Symbols: X (n, d) features; Y (n, L) labels; Z (n, r) embedding, r = n_components; V
(d, r); Omega the pairs of label neighbours (:mod:`mlcourse.multilabel.label_gram`).
Source: Bhatia, Jain, Kar, Varma & Jain (2015), Sparse local embeddings for extreme
multi-label classification, NIPS. Here X and Z of a group are less their means: the
regression has an intercept, unlike the paper's, and angles are seen from the middle.
"""

from functools import partial
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array, issparse
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from mlcourse.arrays import tidy
from mlcourse.checks import check_choice, check_integer, check_number, check_zero_one
from mlcourse.models.knn import check_vote
from mlcourse.multilabel.clusters import clusters
from mlcourse.multilabel.embedding import (
    EMBEDDINGS,
    REGRESSIONS,
    label_embedding,
    regress,
)
from mlcourse.multilabel.local_embeddings import Learner, fit_group
from mlcourse.multilabel.targets import (
    MultilabelClassifier,
    check_rows,
    check_targets,
    restore,
    restore_proba,
    restore_scores,
)

WHOLE = ("n_components", "n_label_neighbors", "embedding_iter", "regression_iter")


class SLEEC(MultilabelClassifier):
    """Nearest neighbours in a low-rank embedding of the label vectors.

    Rows of X are best of length 1. In the cases that have no single answer:

    - *Rows without labels* are alike to none, so they are drawn to the origin; as
      neighbours they vote against every label.
    - *A cluster of fewer rows than neighbours*: all its rows vote. Of fewer rows than
      components: the other components are 0.
    - *One cluster*: k-means draws nothing, so all learners are one, fitted once.

    Parameters
    ----------
    n_components : int >= 1, default=100
        Numbers r of an embedded row.
    n_label_neighbors : int >= 1, default=100
        Rows whose label vectors a row is compared with, itself among them.
    n_neighbors : int >= 1, default=25
        Neighbours k that vote.
    weights : {"uniform", "distance", "cosine"}, default="cosine"
        The weight of a vote, as in :class:`mlcourse.models.knn.KNeighborsClassifier`.
    power : float >= 0, default=None
        How sharply votes fall; None for 8 by cosine, and 1 by distance.
    metric : {"euclidean", "cosine"}, default="cosine"
        By which neighbours in the embedding are near.
    embedding : {"svp", "als"}, default="svp"
        Singular value projection as published, or alternating least squares as in the
        released code and report 000.
    embedding_iter : int >= 1, default=8
        Moves or sweeps of that.
    regression : {"ridge", "admm", "elastic_net"}, default="ridge"
        No L1 penalty, one on XV as published, or one on V as report 000 has it.
    alpha : float > 0, default=1.0
        Strength lambda of the squared penalty on V.
    alpha_l1 : float >= 0, default=0.01
        Strength mu of the L1 penalty, of "admm" and "elastic_net".
    rho : float > 0, default=1.0
        How strongly "admm" holds the two copies of XV together.
    regression_iter : int >= 1, default=20
        Moves of "admm".
    n_clusters : int >= 1, default=1
        Groups of rows.
    n_estimators : int >= 1, default=1
        Learners, each of its own k-means.
    n_jobs : int, default=None
        Jobs of joblib for the groups of all learners, and their predictions.
    random_state : int, RandomState or None, default=None
        Of k-means, and of where the search for eigenvectors begins.

    Attributes
    ----------
    classes_ : ndarray
        0 ... L - 1, or the two classes if y was a vector.
    estimators_ : list of Learner
        The learners.

    Examples
    --------
    >>> X, Y = [[0.0, 1], [0, 2], [3, 0], [4, 0]], [[1, 0], [1, 0], [0, 1], [0, 1]]
    >>> model = SLEEC(n_components=2, n_neighbors=2).fit(X, Y)
    >>> model.predict([[0, 3], [5, 0]]).tolist()
    [[1, 0], [0, 1]]
    """

    def __init__(
        self,
        n_components=100,
        n_label_neighbors=100,
        n_neighbors=25,
        weights="cosine",
        power=None,
        metric="cosine",
        embedding="svp",
        embedding_iter=8,
        regression="ridge",
        alpha=1.0,
        alpha_l1=0.01,
        rho=1.0,
        regression_iter=20,
        n_clusters=1,
        n_estimators=1,
        n_jobs=None,
        random_state=None,
    ):
        self.n_components = n_components
        self.n_label_neighbors = n_label_neighbors
        self.n_neighbors = n_neighbors
        self.weights = weights
        self.power = power
        self.metric = metric
        self.embedding = embedding
        self.embedding_iter = embedding_iter
        self.regression = regression
        self.alpha = alpha
        self.alpha_l1 = alpha_l1
        self.rho = rho
        self.regression_iter = regression_iter
        self.n_clusters = n_clusters
        self.n_estimators = n_estimators
        self.n_jobs = n_jobs
        self.random_state = random_state

    def fit(self, X, y):
        """Fit to X (n, d), dense or sparse, and labels Y (n, L) or y (n,)."""
        power = self.power
        if power is None:
            power = 8.0 if self.weights == "cosine" else 1.0
        vote = check_vote(self.n_neighbors, self.weights, self.metric, power)
        embed, regression = self._halves()
        T = check_integer("n_estimators", self.n_estimators)
        X, Y = sparse_targets(self, X, y)
        random = check_random_state(self.random_state)
        different = T if self.n_clusters != 1 else 1
        found = [clusters(X, self.n_clusters, random) for _ in range(different)]
        embed = partial(embed, random_state=random.randint(2**31 - 1))
        groups = Parallel(n_jobs=self.n_jobs)(
            delayed(fit_group)(X[rows], Y[rows], embed, regression)
            for c in found
            for rows in c.rows
        )
        each = iter(groups)
        learners = [Learner(c, [next(each) for _ in c.rows], vote) for c in found]
        self.estimators_ = learners * (T // different)
        return self

    def _halves(self):
        """Return the two functions that a group is fitted by."""
        check_choice("embedding", self.embedding, EMBEDDINGS)
        check_choice("regression", self.regression, REGRESSIONS)
        for name in WHOLE:
            check_integer(name, getattr(self, name))
        check_number("alpha", self.alpha, positive=True)
        check_number("alpha_l1", self.alpha_l1)
        check_number("rho", self.rho, positive=True)
        embed = partial(
            label_embedding,
            n_components=self.n_components,
            n_label_neighbors=self.n_label_neighbors,
            embedding=self.embedding,
            n_iter=self.embedding_iter,
        )
        regression = partial(
            regress,
            regression=self.regression,
            alpha=self.alpha,
            alpha_l1=self.alpha_l1,
            rho=self.rho,
            n_iter=self.regression_iter,
        )
        return embed, regression

    def embed(self, X, learner=0):
        """Return rows in the embeddings of a learner's clusters: (m, d) -> (m, r)."""
        check_is_fitted(self)
        return self.estimators_[learner].embed(check_rows(self, X))

    def predict_proba(self, X):
        """Return the mean vote for every label: (m, L), or (m, 2) for a vector y."""
        return restore_proba(self, self._votes(X))

    def decision_function(self, X):
        """Return the votes less 1/2: (m, L), or (m,) for a vector y."""
        return restore_scores(self, self._votes(X) - 0.5)

    def predict(self, X):
        """Return the labels with more than half of the votes, shaped like y."""
        return restore(self, self._votes(X) > 0.5)

    def _votes(self, X):
        check_is_fitted(self)
        X = check_rows(self, X)
        different = {id(learner): learner for learner in self.estimators_}
        votes = Parallel(n_jobs=self.n_jobs)(
            delayed(learner.predict_proba)(X) for learner in different.values()
        )
        P = np.mean(votes, axis=0)
        return np.where(np.abs(P - 0.5) < 1e-12, 0.5, P)  # a half, but for rounding

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def sparse_targets(model: Any, X: Any, y: Any) -> tuple[Any, Any]:
    """Return checked X (n, d) and Y (n, L) as a csr_array that was never dense.

    Thousands of labels fill the memory otherwise.
    """
    if not issparse(y):
        X, Y = check_targets(model, X, y, dtype=np.float64)
        return X, csr_array(Y, dtype=float)
    Y = tidy(y, "csr")
    X, _ = check_targets(model, X, Y[:, [0]] if Y.shape[1] else y, dtype=np.float64)
    check_zero_one("y", Y)
    model.classes_ = np.arange(Y.shape[1])
    return X, Y
