r"""Methods on generated documents, each with its own choice of settings.

Every method is a place to look in, and how votes there may count:

- *words*: the documents as they are;
- *SLEEC*, *random*, *scores*: what ridge makes of them, for SLEEC's embedding of the
  label rows, a random projection of these, and the rows themselves;
- *ridge*: no neighbours, but the score of every label.

Symbols: X (n, d) documents to learn from with labels Y (n, L); T (n, r) targets.
"""

from functools import cache
from itertools import islice
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from mlcourse.arrays import Array
from mlcourse.formulas.metrics.top_k import precision_at_k
from mlcourse.models.knn import neighbours, vote, vote_weights
from mlcourse.models.nearest import Neighbours
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.pictures.sleec_planted import Drawn, documents
from mlcourse.pictures.sleec_runs import first
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.completion import svp
from mlcourse.solvers.ridge import ridge

RANK, ALIKE, MOST = 30, 50, 25


class Choice(NamedTuple):
    """What a method may choose; what it does not use is 0."""

    k: int
    power: float
    alpha: float


SHARP = [Choice(k, p, 0.0) for k in (10, MOST) for p in (1.0, 2.0, 4.0, 8.0)]
EQUAL = [Choice(k, 0.0, 0.0) for k in (3, 5, 10, MOST)]
STRENGTHS = [Choice(0, 0.0, alpha) for alpha in (0.3, 1.0, 3.0)]
METHODS = {
    "words": ("words", SHARP),
    "SLEEC": ("SLEEC", SHARP),
    "ridge": ("ridge", STRENGTHS),
    "equal votes": ("SLEEC", EQUAL),
    "a random projection": ("random", SHARP),
    "all labels": ("scores", SHARP),
}


class Task:
    """Documents to learn from and new ones, and the places where one can look."""

    def __init__(self, drawn: Drawn) -> None:
        self.drawn, self.X = drawn, Centred(drawn.X)
        self.Y = drawn.Y.astype(float)  # (n, L)
        self._near: dict[str, Neighbours] = {}

    def scores(self, place: str, choice: Choice) -> Array:
        """Return the scores of all labels for the new documents, (m, L)."""
        if place == "ridge":
            F = self._reached(self.Y, choice.alpha)[1]
            return np.asarray(F + self.Y.mean(axis=0))
        if place not in self._near:
            X, Q = self._places(place)
            k = min(MOST, len(self.Y))
            self._near[place] = neighbours(X, k, Q, "cosine")
        near = first(self._near[place], choice.k)
        w = vote_weights(near, "cosine", choice.power)
        return vote(near.rows, w, csr_array(self.Y))

    def _places(self, place: str) -> tuple[Array, Array]:
        """Return where the documents are, (n, r) and (m, r)."""
        if place == "words":
            return self.drawn.X, self.drawn.Q
        unit = self.Y / np.maximum(np.linalg.norm(self.Y, axis=1, keepdims=True), 1)
        if place == "SLEEC":
            T = next(islice(svp(label_gram(self.Y, ALIKE), RANK), 8, None)).Z
        elif place == "random":
            lots = np.random.default_rng(0).normal(size=(self.Y.shape[1], RANK))
            T = unit @ lots / np.sqrt(RANK)
        else:
            T = unit
        return self._reached(T, 1.0)

    def _reached(self, T: Array, alpha: float) -> tuple[Array, Array]:
        """Return what ridge makes of the documents, for targets T (n, r)."""
        V = ridge(self.X, T - T.mean(axis=0), alpha)
        return self.X.dot(V), np.asarray(self.drawn.Q @ V - self.X.mean @ V)

    def best(self, place: str, choices: list[Choice]) -> Choice:
        """Return the choice of the highest P@1 on the new documents."""
        truth = self.drawn.Y_new
        rows = np.arange(len(truth))
        worth = [
            truth[rows, self.scores(place, choice).argmax(axis=1)].mean()
            for choice in choices
        ]
        return choices[int(np.argmax(worth))]


@cache
def judged(n: int, other: int, seed: int, methods: tuple[str, ...]) -> Array:
    """Return P@1 and P@5 of methods on one draw of documents, (methods, 2).

    Its k, power or strength each chooses by P@1 on the last quarter of the documents.
    """
    drawn, cut = documents(n, other, seed), n - n // 4
    X, Y = drawn.X, drawn.Y
    inner, whole = Task(Drawn(X[:cut], Y[:cut], X[cut:], Y[cut:])), Task(drawn)
    found = []
    for method in methods:
        place, choices = METHODS[method]
        S = whole.scores(place, inner.best(place, choices))
        found.append([precision_at_k(drawn.Y_new, S, k) for k in (1, 5)])
    return np.array(found)
