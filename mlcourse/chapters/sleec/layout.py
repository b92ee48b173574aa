"""What is kept of a fit of SLEEC: ``python -m mlcourse.chapters.sleec.layout``.

Seventy-two new documents of six families, flattened three times by t-SNE: by the cosine
of their words, of their labels, and of where SLEEC puts their words. The result is kept
in ``map.json``, a line a document, as t-SNE ends elsewhere on another machine. In
``near.json`` are the documents that pictures show, with their neighbours by SLEEC.
"""

import json
from pathlib import Path

import numpy as np
from scipy.linalg import orthogonal_procrustes
from sklearn.manifold import TSNE
from sklearn.preprocessing import normalize

from mlcourse.arrays import Array, Index
from mlcourse.chapters.sleec import runs
from mlcourse.data.files import write_atomically

KEPT = Path(__file__).with_name("map.json")
FAMILIES = ("input", "axis", "X", "n", "x", "size")
EACH = 12  # documents of a family
SIZE = np.array([336, 286])  # the map, in units of the picture


def chosen() -> Index:
    """Return the rows of the documents among the new ones, *label* first, (72,)."""
    docs, rng = runs.documents(), np.random.default_rng(0)
    found = [runs.number_of("label")]
    for label in FAMILIES:
        has = np.flatnonzero(docs.Y_new[:, docs.labels.index(label)])
        free = np.setdiff1d(has, found)
        more = EACH - (label == FAMILIES[0])
        found += np.sort(rng.choice(free, more, replace=False)).tolist()
    return np.array(found)


def flat() -> dict[str, Index]:
    """Return the place of each document by words, SLEEC and labels, (72, 2) each."""
    some, maps = chosen(), {}
    for space in runs.SPACES:
        X = runs.rows(space)[1][some]
        X = normalize(X.toarray() if hasattr(X, "toarray") else X)
        tsne = TSNE(2, perplexity=8, init="pca", random_state=0)
        P = tsne.fit_transform(X.astype(float))
        maps[space] = P - P.mean(axis=0)
    for space in ("words", "labels"):  # turned, so that points travel less
        R, _ = orthogonal_procrustes(maps[space], maps["SLEEC"])
        maps[space] = maps[space] @ R
    return {space: fitted(P) for space, P in maps.items()}


def fitted(P: Array) -> Index:
    """Return places stretched over the map, in whole units."""
    P = (P - P.min(axis=0)) / np.ptp(P, axis=0)
    return np.asarray(np.rint(12 + P * (SIZE - 24)), dtype=int)


def near() -> dict[str, list[list[float]]]:
    """Return rows of the 50 nearest of each of DOCUMENTS, and their distances."""
    found, at = runs.near("SLEEC"), {d: runs.number_of(d) for d in runs.DOCUMENTS}
    return {
        d: [found.rows[i].tolist(), found.distances[i].round(6).tolist()]
        for d, i in at.items()
    }


if __name__ == "__main__":
    write_atomically(runs.KEPT, json.dumps(near()).encode())
    lines = np.column_stack([chosen(), *flat().values()]).tolist()
    write_atomically(KEPT, ("[" + ",\n".join(map(json.dumps, lines)) + "]\n").encode())
