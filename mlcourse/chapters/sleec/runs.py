"""The fits and searches that the lesson on SLEEC draws and tells.

Symbols: n training documents X (n, d) with labels Y (n, L), m new ones Q (m, d) with
Y_new (m, L). A space is where documents are compared: their words, their labels, or an
embedding.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import csr_array, issparse

from mlcourse.arrays import Array, Index
from mlcourse.data.docstrings import snapshot
from mlcourse.data.scales import tfidf
from mlcourse.formulas.metrics import precision_at_k
from mlcourse.models.knn import (
    KNeighborsClassifier,
    Vote,
    neighbours,
    vote,
    vote_weights,
)
from mlcourse.models.nearest import Neighbours
from mlcourse.multilabel.embedding import label_embedding, regress
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.multilabel.local_embeddings import Group, fit_group
from mlcourse.multilabel.ridge import RidgeClassifier
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.reports import results
from mlcourse.reports.trials import scores
from mlcourse.solvers.completion import svp

MOST = 50  # neighbours that are looked for
# What a vote weighs: its name, and the rule and power of `vote_weights`.
WEIGHTS: dict[str, tuple[str, float]] = {
    "equal": ("uniform", 0.0),
    "1 / distance": ("distance", 1.0),
    "cosine^4": ("cosine", 4.0),
    "cosine^16": ("cosine", 16.0),
}
SPACES = ("words", "SLEEC", "labels")
DOCUMENTS = {
    "label": "scipy.ndimage._measurements.label",
    "circvar": "scipy.stats._morestats.circvar",
    "delete": "numpy.lib._function_base_impl.delete",
    "Rectangle": "matplotlib.patches.Rectangle.__init__",
}
# Their neighbours by SLEEC, kept for pictures, as a fit takes seconds: see `layout`.
KEPT = Path(__file__).with_name("near.json")


class Documents(NamedTuple):
    """The docstrings in their own split, as tf-idf rows of length 1."""

    X: Any  # (n, d)
    Q: Any  # (m, d)
    Y: Index  # (n, L)
    Y_new: Index  # (m, L)
    names: list[str]  # (n,), of the training functions
    new_names: list[str]  # (m,)
    labels: list[str]  # (L,)


@cache
def documents() -> Documents:
    """Return all docstrings, with the names of their functions."""
    counts = snapshot()
    train, names = counts.split == 0, np.array(counts.names)
    X, Q = map(csr_array, tfidf(counts.X[train], counts.X[~train]))
    labels = counts.Y[train], counts.Y[~train]
    told = names[train].tolist(), names[~train].tolist()
    return Documents(X, Q, *labels, *told, list(counts.labels))


# --- neighbours and their votes


@cache
def sleec() -> SLEEC:
    """Return SLEEC with 100 components, fitted to the training documents."""
    model: SLEEC = SLEEC(random_state=0).fit(documents().X, documents().Y)
    return model


@cache
def rows(space: str) -> tuple[Any, Any]:
    """Return training and new documents in one of SPACES.

    In *labels* they lie by their labels, which a new document does not tell.
    """
    docs = documents()
    if space == "words":
        return docs.X, docs.Q
    if space == "labels":
        return csr_array(docs.Y, dtype=float), csr_array(docs.Y_new, dtype=float)
    return sleec().embed(docs.X), sleec().embed(docs.Q)


@cache
def near(space: str) -> Neighbours:
    """Return the 50 nearest training documents of each new one, by cosine."""
    here, new = rows(space)
    return neighbours(here, MOST, new, "cosine")


def weighted(found: Neighbours, k: int, weight: str) -> tuple[Index, Array]:
    """Return the k nearest of those that were found, and their weights, (m, k)."""
    some = Neighbours(found.rows[:, :k], found.distances[:, :k])
    return some.rows, vote_weights(some, *WEIGHTS[weight])


@cache
def votes(space: str, k: int, weight: str) -> Array:
    """Return the share of the vote for every label, (m, L)."""
    return vote(*weighted(near(space), k, weight), rows("labels")[0])


@cache
def p_at_1(space: str, k: int, weight: str) -> float:
    """Return for how many new documents the label with most votes is true."""
    return precision_at_k(documents().Y_new, votes(space, k, weight), 1)


@cache
def nearest(document: str, space: str) -> Neighbours:
    """Return the 50 nearest of one of DOCUMENTS, (1, 50); those by SLEEC are kept."""
    if space == "SLEEC":
        found = json.loads(KEPT.read_text())[document]
        return Neighbours(*map(np.atleast_2d, found))
    here, new = rows(space)
    return neighbours(here, MOST, new[[number_of(document)]], "cosine")


def shares(document: str, space: str, k: int, weight: str) -> Array:
    """Return the share of the vote that each neighbour of a document has, (k,)."""
    _, [w] = weighted(nearest(document, space), k, weight)
    return np.asarray(w / w.sum())


@cache
def votes_on(document: str, space: str, k: int, weight: str) -> Array:
    """Return the share of the vote for every label of one of DOCUMENTS, (L,)."""
    some = weighted(nearest(document, space), k, weight)
    return np.asarray(vote(*some, rows("labels")[0])[0])


def number_of(document: str) -> int:
    """Return the row of one of DOCUMENTS among the new ones."""
    return documents().new_names.index(DOCUMENTS[document])


def short(name: str) -> str:
    """Return the package and the last part of a function's name.

    >>> short("scipy.ndimage._morphology.binary_dilation")
    'scipy binary_dilation'
    >>> short("matplotlib.tri._triangulation.Triangulation.__init__")
    'matplotlib Triangulation'
    """
    package, *rest = name.split(".")
    last = rest[-2] if rest[-1] == "__init__" else rest[-1]
    return f"{package} {last if len(last) < 20 else last[:18] + '…'}"


# --- other embeddings, learnt and asked as SLEEC's

RIDGE = partial(regress, regression="ridge", alpha=1.0, alpha_l1=0.0, rho=1.0, n_iter=1)
VOTE = Vote(25, "cosine", "cosine", 16.0)


def unit(Y: Any) -> Array:
    """Return label rows (n, L) at length 1, dense."""
    Y = Y.toarray() if issparse(Y) else np.asarray(Y, dtype=float)
    return np.asarray(Y / np.maximum(np.linalg.norm(Y, axis=1, keepdims=True), 1e-12))


def projected(Y: Any, rank: int, seed: int = 0) -> Array:
    """Return a random projection of the label rows, (n, rank)."""
    lots = np.random.default_rng(seed).normal(size=(Y.shape[1], rank))
    return np.asarray(unit(Y) @ lots / np.sqrt(rank))


def optimised(Y: Any, rank: int, alike: int = 100, seed: int = 0) -> Array:
    """Return SLEEC's embedding of the label rows, (n, rank)."""
    return label_embedding(Y, rank, alike, "svp", 8, seed)


def fitted(embed: Callable[[Any], Array], X: Any, Y: Any) -> Group:
    """Return what SLEEC's regression makes of any embedding of the label rows."""
    return fit_group(X, csr_array(Y, dtype=float), embed, RIDGE)


# --- a small Gram matrix, completed step by step

N, LAST = 300, 12  # documents; steps that are shown
ROUNDING = -1e-9  # an eigenvalue below it is negative


class Completion(NamedTuple):
    """What singular value projection has done after each step."""

    values: list[Array]  # (N,) each, eigenvalues before the projection that follows
    on: Array  # (LAST + 1,), root mean squared error on Omega
    off: Array  # and on all other pairs


@cache
def some() -> Index:
    """Return the labels of some documents, drawn once, (N, L)."""
    Y = documents().Y
    rows = np.random.default_rng(0).choice(len(Y), N, replace=False)
    return np.asarray(Y[np.sort(rows)])


@cache
def observed(alike: int) -> tuple[Array, Any]:
    """Return all cosines of their labels, and which of them are observed, (N, N)."""
    G = label_gram(some(), alike)
    ones = csr_array((np.ones(G.nnz), G.indices, G.indptr), shape=G.shape)
    return unit(some()) @ unit(some()).T, ones.toarray() > 0


@cache
def completed(alike: int, rank: int) -> Completion:
    """Complete the matrix by the solver, from so many label neighbours."""
    G, known = observed(alike)
    values, on, off = [], [], []
    for step in islice(svp(label_gram(some(), alike), rank, passes=8), LAST + 1):
        M = step.Z @ step.Z.T
        on.append(np.sqrt(np.mean((G - M)[known] ** 2)))
        off.append(np.sqrt(np.mean((G - M)[~known] ** 2)))
        values.append(np.linalg.eigvalsh(np.where(known, G, M))[::-1])
    return Completion(values, np.array(on), np.array(off))


# --- random embeddings

RANKS = (2, 5, 10, 15, 20, 30, 40, 50, 70, 100, 150, 200)
# P@1 of 25 votes by cosine^16 on all new documents, as `evidence.p_at_1` finds it in
# three minutes; random is a mean over three draws.
# fmt: off
P_BY_RANK = {
    "SLEEC": (.260, .378, .495, .554, .603, .644, .684, .699, .712, .722, .729, .730),
    "random": (.179, .311, .481, .578, .629, .661, .686, .690, .713, .721, .725, .725),
}
# fmt: on


@cache
def products(embedding: str, rank: int) -> tuple[Array, Array]:
    """Return products of embedded rows: of pairs without a common label, and equal."""
    make = optimised if embedding == "SLEEC" else projected
    Z, cosines = make(some(), rank), unit(some()) @ unit(some()).T
    above = np.triu(np.ones((N, N), dtype=bool), 1)
    M = Z @ Z.T
    return M[above & (cosines == 0)], M[above & (cosines > 1 - 1e-9)]


# --- clusters, from stored results

CLUSTERS = (1, 2, 4, 8, 16)


@cache
def team(clusters: int, learners: int, measure: str = "P@1") -> Array:
    """Return a measure of each team of learners that was tried on docstrings."""
    row = results("book")[f"docstrings-teams-{clusters}x{learners}-{measure}"]
    return np.array(row.more["by seed"])


def pairs_left(clusters: int) -> float:
    """Return the share of all pairs of training documents that one learner compares."""
    return results("book")[f"docstrings-teams-{clusters}x1-pairs"].value


# --- generated documents: three words for each label, and words that say nothing

LABELS, TOPICS, WORDS, VOCABULARY = 60, 12, 3, 600
SAID = 0.5  # chance that a document says a word of a label that it has
NEW = 300  # documents to judge by


class Drawn(NamedTuple):
    """Documents to learn from and new ones, as tf-idf rows, and their labels."""

    X: Any  # (n, d)
    Y: Index  # (n, LABELS)
    Q: Any  # (NEW, d)
    Y_new: Index  # (NEW, LABELS)


def generated(n: int, noise_words: int, seed: int) -> Drawn:
    """Return n generated documents and NEW new ones, so many noise words in each.

    A document is about a topic, which prefers some labels, and says each word of its
    labels with chance SAID.
    """
    rng = np.random.default_rng(seed)
    m = n + NEW
    liking = rng.dirichlet(np.full(LABELS, 0.1), TOPICS)  # (TOPICS, LABELS)
    topic = rng.integers(TOPICS, size=m)
    many = 1 + rng.poisson(1.5, m)
    Y = (rng.multinomial(many, liking[topic]) > 0).astype(int)  # (m, LABELS)
    said = (rng.random((m, LABELS, WORDS)) < SAID) & (Y[:, :, None] > 0)
    common = 1 / np.arange(1, VOCABULARY + 1)
    noise = rng.multinomial(noise_words, common / common.sum(), size=m)
    X = csr_array(np.hstack([noise, said.reshape(m, -1)]).astype(float))
    A, B = tfidf(X[:n], X[n:])
    return Drawn(csr_array(A), Y[:n], csr_array(B), Y[n:])


def candidates(method: str) -> list[Any]:
    """Return the models among which a method chooses."""
    if method == "ridge":
        return [RidgeClassifier(alpha=alpha) for alpha in (0.3, 1.0, 3.0)]
    sharp = [(k, p) for k in (10, 25) for p in (1.0, 2.0, 4.0, 8.0)]
    if method == "words":
        return [KNeighborsClassifier(k, "cosine", "cosine", p) for k, p in sharp]
    return [SLEEC(30, 50, k, power=p, random_state=0) for k, p in sharp]


def judged(n: int, noise_words: int, seed: int, method: str) -> float:
    """Return P@1 on the new documents, the model chosen on a quarter of the others."""
    X, Y, Q, Y_new = generated(n, noise_words, seed)
    a, b = slice(n - n // 4), slice(n - n // 4, n)

    def p_at_1(model: Any, here: slice, Q: Any, Y_new: Any) -> float:
        return precision_at_k(Y_new, scores(model.fit(X[here], Y[here]), Q), 1)

    models = candidates(method)
    worth = [p_at_1(model, a, X[b], Y[b]) for model in models]
    return p_at_1(models[int(np.argmax(worth))], slice(n), Q, Y_new)


# Means of P@1 over seeds 100 to 199, as `judged` finds them: documents, noise words.
GENERATED = {
    (80, 5): {"words": 0.715, "SLEEC": 0.711, "ridge": 0.778},
    (80, 40): {"words": 0.406, "SLEEC": 0.483, "ridge": 0.500},
    (320, 5): {"words": 0.899, "SLEEC": 0.909, "ridge": 0.942},
    (320, 40): {"words": 0.692, "SLEEC": 0.821, "ridge": 0.874},
}
