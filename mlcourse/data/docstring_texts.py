"""The texts of the documents of "docstrings", to tell the library that wrote each.

What the word counts leave out is here: capitals, digits, punctuation, the order of the
words. The libraries' own names are struck out, and with them whatever they are part
of: :func:`without_names` takes "np.dot(a," and "SciPy's" as a whole.

The texts are a file of this package, 0.7 MB, one a line, in the order of the rows of
"docstrings". To write it again, with the versions of the packages that those were
counted with (others are refused)::

    python -m mlcourse.data.docstring_texts
"""

import re
import sys
from pathlib import Path

import numpy as np

from mlcourse.data.dataset import Dataset
from mlcourse.data.docstrings import installed, snapshot
from mlcourse.data.docstrings_text import PACKAGES, documents
from mlcourse.data.errors import DataError
from mlcourse.data.files import write_atomically

SNAPSHOT = Path(__file__).parent / "snapshots" / "docstring_texts.txt.xz"
# Parts of words: of "matplotlibrc", "np.dot(X," and "scikit-learn's".
_NAME = re.compile(
    r"\S*(?:numpy|scipy|scikit|sklearn|matplotlib|mlab|pyplot|joblib"
    r"|\b(?:np|sp|mpl|plt)\b)\S*(?: learn\b\S*)?",
    re.IGNORECASE,
)


def docstring_texts() -> Dataset:
    """Return the multi-class set: the text of each document, and its library."""
    import lzma  # not in every Python

    counts = snapshot()
    texts = lzma.decompress(SNAPSHOT.read_bytes()).decode().split("\n")
    return Dataset(
        name="docstring_texts",
        X=np.array(texts, dtype=object),  # (n,)
        y=counts.package,
        feature_names=(),
        label_names=tuple(PACKAGES.values()),
        split=counts.split.astype(np.int64),
        description=(
            f"Docstrings in the Python source of {', '.join(counts.versions)}, as "
            "texts: the rows and the split of 'docstrings', near-copies together on "
            "one side. NumPy, SciPy, scikit-learn and joblib are under the BSD "
            "3-clause licence, Matplotlib is under its own, of the kind of Python's. "
            "Struck out: the lines that name parameters with their types, examples, "
            "attributes, references, all that is set as code, and every run of "
            "characters between blanks that holds the name of a library, or np, plt "
            "and the like. The class is the library."
        ),
    )


def without_names(text: str) -> str:
    """Return a text without the libraries' names, and what these are part of.

    >>> without_names("As NumPy's does: np.dot(a, b), not (scikit-learn) input.")
    'As does: b), not input.'
    """
    return " ".join(_NAME.sub(" ", text).split())


def main() -> None:
    """Write the texts of the documents of "docstrings", and print their size."""
    import lzma

    counts = snapshot()
    if installed() != counts.versions:
        raise DataError(
            f"The rows of 'docstrings' are of {', '.join(counts.versions)}; installed "
            f"are {', '.join(installed())}. Install requirements.txt."
        )
    found = {document.name: document.text for document in documents()}
    lines = "\n".join(without_names(found[name]) for name in counts.names)
    content = lzma.compress(lines.encode(), preset=9 | lzma.PRESET_EXTREME)
    write_atomically(SNAPSHOT, content)
    sys.stdout.write(f"{len(counts.names)} texts, {SNAPSHOT}: {len(content)} bytes\n")


if __name__ == "__main__":
    main()
