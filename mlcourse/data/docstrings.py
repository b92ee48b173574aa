"""Docstrings: to tell the parameters of a function, or the library that wrote it.

Real texts with a real long tail, without a download: the word counts are a file of
this package, and :func:`documents` reads the texts from the installed packages.
Three tasks on the same documents:

- "docstrings", multi-label: the names of the parameters, from the documentation;
- "libraries", multi-class: the package. Its own name would give it away, so words
  like "numpy" are no features here;
- "scipy_or_sklearn", binary: the two largest packages alone.

How hard the first is (the snapshot's versions; precision of the first answer on test):
label frequency 0.19, the five nearest neighbours by tf-idf 0.68, one-vs-rest ridge on
tf-idf 0.72. Were near-copies free to lie on both sides of the split, the ridge would
seem to reach 0.75. Three in ten labels stand in their document as a plain word.

To count again with other versions of the packages, which makes another data set::

    python -m mlcourse.data.docstrings --out docstrings.npz
"""

import sys
from argparse import ArgumentParser
from importlib.metadata import version
from pathlib import Path

import numpy as np

from mlcourse.data.dataset import Dataset
from mlcourse.data.docstrings_counts import Counts, count, digest, pack, unpack
from mlcourse.data.docstrings_text import PACKAGES, documents
from mlcourse.data.files import write_atomically

SNAPSHOT = Path(__file__).parent / "snapshots" / "docstrings.npz"
GIVEAWAYS = {
    *("numpy", "np", "scipy", "sp", "scikit", "sklearn"),
    *("matplotlib", "mpl", "pyplot", "plt", "joblib"),
}
ORIGIN = (
    "Docstrings in the Python source of {versions}, as word counts (words of two "
    "letters or more, in small letters). NumPy, SciPy, scikit-learn and joblib are "
    "under the BSD 3-clause licence, Matplotlib is under its own, of the kind of "
    "Python's. Struck out before counting: the lines that name parameters with their "
    "types, examples, attributes, references, and all that is set as code. Near-copies "
    "are together on one side of the split, which otherwise goes by a digest of the "
    "name; labels and words were chosen on the training documents alone. "
)


def docstrings() -> Dataset:
    """Return the multi-label set: the names of a function's parameters."""
    counts = snapshot()
    return Dataset(
        name="docstrings",
        X=counts.X,  # (n, d), CSR
        y=counts.Y,  # (n, L)
        feature_names=counts.words,
        label_names=counts.labels,
        split=counts.split.astype(np.int64),
        description=_origin(counts)
        + "A row is a function, method or class; its labels are the names in its "
        "Parameters section that at least three training documents have; its features "
        "are the words around them, which say a name where it is plain English: 'along "
        "the given axis'.",
    )


def libraries() -> Dataset:
    """Return the multi-class set: the package that a docstring is from."""
    return _by_package(
        "libraries",
        list(PACKAGES),
        "The class is the package. Words that name a package are no features.",
    )


def scipy_or_sklearn() -> Dataset:
    """Return the binary set: docstrings from SciPy and from scikit-learn."""
    return _by_package(
        "scipy_or_sklearn",
        ["scipy", "sklearn"],
        "Class 0 is SciPy, class 1 scikit-learn; the other packages are left out, and "
        "so are words that name a package.",
    )


def snapshot() -> Counts:
    """Return what comes with the course: counts, split, names of the documents."""
    return unpack(SNAPSHOT)


def installed() -> tuple[str, ...]:
    """Return the versions of the packages that :func:`documents` reads.

    >>> [line.split()[0] for line in installed()]
    ['numpy', 'scipy', 'scikit-learn', 'matplotlib', 'joblib']
    """
    return tuple(f"{name} {version(name)}" for name in PACKAGES.values())


def _by_package(name: str, packages: list[str], task: str) -> Dataset:
    """Return the documents of some packages, labelled by package."""
    counts = snapshot()
    places = [list(PACKAGES).index(package) for package in packages]
    rows = np.isin(counts.package, places)  # (n,)
    X, split = counts.X[rows], counts.split[rows].astype(np.int64)
    used = X[split == 0].sum(axis=0) > 0  # (d,)
    columns = np.flatnonzero(used & [word not in GIVEAWAYS for word in counts.words])
    return Dataset(
        name=name,
        X=X[:, columns],
        y=np.searchsorted(places, counts.package[rows]),
        feature_names=tuple(counts.words[j] for j in columns),
        label_names=tuple(PACKAGES[package] for package in packages),
        split=split,
        description=_origin(counts) + task,
    )


def _origin(counts: Counts) -> str:
    return ORIGIN.format(versions=", ".join(counts.versions))


def main(arguments: list[str] | None = None) -> None:
    """Count the installed packages' words, write the file, print a summary."""
    parser = ArgumentParser(
        "python -m mlcourse.data.docstrings", description=main.__doc__
    )
    parser.add_argument("--out", type=Path, default=SNAPSHOT, metavar="FILE")
    out = parser.parse_args(arguments).out
    if not out.parent.is_dir():
        parser.error(f"--out: there is no folder {out.parent}; make it first.")
    counts = count(documents(), installed())
    content = pack(counts)
    write_atomically(out, content)
    (n, d), L = counts.X.shape, len(counts.labels)
    sys.stdout.write(
        f"{n} documents ({(counts.split == 1).sum()} for testing), {d} words, "
        f"{L} labels, {counts.Y.sum() / n:.2f} a document\n"
        f"{', '.join(counts.versions)}\n"
        f"{out}: {len(content)} bytes, content {digest(counts)}\n"
    )


if __name__ == "__main__":
    main()
