"""What is kept of a fit of SLEEC: ``python -m mlcourse.chapters.sleec.layout``.

Seventy-two new documents of six families, flattened three times by t-SNE: by the cosine
of their words, of their labels, and of where SLEEC puts their words. The result is kept
in ``map.json``, a line a document, as t-SNE ends elsewhere on another machine. In
``near.json`` are the documents that pictures show, with their neighbours by SLEEC.
"""

import json

import numpy as np
from scipy.linalg import orthogonal_procrustes
from scipy.sparse import csr_array

from mlcourse.arrays import Index
from mlcourse.chapters.sleec import hero, runs
from mlcourse.data.files import write_atomically

FAMILIES = ("input", "axis", "X", "n", "x", "size")
EACH = 12  # documents of a family


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


def flat() -> list[Index]:
    """Return their places on the map by words, SLEEC and labels, (72, 2) each."""
    from sklearn.manifold import TSNE

    tsne, maps = TSNE(2, perplexity=8, init="pca", random_state=0), {}
    for space in runs.SPACES:
        X = runs.unit(csr_array(runs.rows(space)[1][chosen()]))
        P = tsne.fit_transform(X)
        maps[space] = P - P.mean(axis=0)
    found = []
    for P in maps.values():  # turned, so that points travel less
        P = P @ orthogonal_procrustes(P, maps["SLEEC"])[0]
        P = (P - P.min(axis=0)) / np.ptp(P, axis=0)
        found.append(np.rint(12 + P * (hero.SIZE - 24)).astype(int))
    return found


if __name__ == "__main__":
    near, at = runs.near("SLEEC"), {d: runs.number_of(d) for d in runs.DOCUMENTS}
    kept = {
        d: [near.rows[i].tolist(), near.distances[i].round(6).tolist()]
        for d, i in at.items()
    }
    write_atomically(runs.KEPT, json.dumps(kept).encode())
    lines = np.column_stack([chosen(), *flat()]).tolist()
    write_atomically(
        hero.MAP, ("[" + ",\n".join(map(json.dumps, lines)) + "]\n").encode()
    )
