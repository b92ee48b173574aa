"""From the files of a public source to a data set, one function a kind of source.

Each is given a row of the table in :mod:`mlcourse.data.sources` and the files' bytes.
"""

import re
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np

from mlcourse.data import mulan, tsv
from mlcourse.data.dataset import Dataset
from mlcourse.data.errors import DataError, malformed, short
from mlcourse.data.files import lines
from mlcourse.data.joining import below, join
from mlcourse.data.sources import Source

REVIEW = re.compile(r"aclImdb/(train|test)/(neg|pos)/(\d+)_\d+\.txt")
NODE = re.compile(
    r"\s*+(?:\((\d)|([^\s()]++)|(\)))"
)  # opens with a class, word, closes
BRACKETS = {"-LRB-": "(", "-RRB-": ")"}  # as they are written in a tree


def arff_files(source: Source, files: list[bytes]) -> Dataset:
    """Join the rows of one or more ARFF files; the last file is Mulan's XML."""
    labels = mulan.label_names(files[-1], source.urls[-1])
    raw = list(zip(files[:-1], source.urls, strict=False))
    found = mulan.parse(raw, labels, source.name)
    data = join(found, range(len(found)), source.urls[:-1])
    return replace(data, split=train_first(source, data.X.shape[0]))


def mat_file(source: Source, files: list[bytes]) -> Dataset:
    """Read a MATLAB file of train_data (n, d), train_target (L, n), and test alike."""
    from scipy.io import loadmat

    held = loadmat(BytesIO(files[0]))
    X = below([held[f"{part}_data"] for part in ("train", "test")]).astype(float)
    Y = np.hstack([targets(held, part) for part in ("train", "test")]).T
    y = (Y > 0).astype(np.int64)  # -1 or 0 is no
    names = numbered("f", X.shape[1], 3), numbered("label", y.shape[1], 2)
    return Dataset(source.name, X, y, *names, train_first(source, len(y)))


def targets(held: dict[str, Any], part: str) -> Any:
    """Return the labels of a part as (L, n), however they are turned or called."""
    key = f"{part}_target" if f"{part}_target" in held else f"{part}_targets"
    Y = held[key]
    Y = Y if isinstance(Y, np.ndarray) else Y.toarray()
    return Y if Y.shape[1] == held[f"{part}_data"].shape[0] else Y.T


def spam_files(source: Source, files: list[bytes]) -> Dataset:
    """Read UCI's rows of numbers, the class last, and its list of names."""
    rows = [line.split(",") for line in lines(files[0], source.urls[0]) if line]
    table = np.array(rows, dtype=float)  # (n, d + 1)
    text = "\n".join(lines(files[1], source.urls[1]))
    names = re.findall(r"^([^|:\s][^|:]*):\s*continuous", text, re.MULTILINE)
    y = table[:, -1].astype(np.int64)
    return Dataset(source.name, table[:, :-1], y, tuple(names), source.label_names)


def sentences(source: Source, files: list[bytes]) -> Dataset:
    """Read a file of negative and one of positive sentences, one a line."""
    both = [
        [spaced(line) for line in lines(raw, url)]
        for raw, url in zip(files, source.urls, strict=True)
    ]
    negative, positive = both
    y = [1] * len(positive) + [0] * len(negative)
    return tsv.dataset(source.name, positive + negative, y, source.label_names)


def reviews(source: Source, files: list[bytes]) -> Dataset:
    """Take the reviews numbered below 5000 from the archive of Maas et al."""
    found = {}
    with tarfile.open(fileobj=BytesIO(files[0])) as archive:
        for member in archive:
            match = REVIEW.fullmatch(member.name)
            file = match and int(match[3]) < 5000 and archive.extractfile(member)
            if match and file:
                key = match[1] == "test", int(match[3]), match[2] == "neg"
                found[key] = spaced(file.read().decode("utf-8"))
    keys = sorted(found)  # train first; in turn one positive, one negative
    y = [int(not negative) for _, _, negative in keys]
    data = tsv.dataset(source.name, [found[k] for k in keys], y, source.label_names)
    return with_split(data, [int(test) for test, _, _ in keys])


def trees(source: Source, files: list[bytes]) -> Dataset:
    """Read the sentences, which are whole trees, of training, validation and test."""
    texts, y, split = [], [], []
    for raw, url, part in zip(files, source.urls, (0, 2, 1), strict=True):
        for i, line in enumerate(lines(raw, url), 1):
            text, label = list(phrases_of(line, url, i))[-1]
            texts.append(text)
            y.append(label)
            split.append(part)
    data = tsv.dataset(source.name, texts, y, source.label_names)
    return with_split(data, split)


def phrases(source: Source, files: list[bytes]) -> Dataset:
    """Read the different phrases, which are the subtrees, in order of appearance."""
    found: dict[str, int] = {}
    for i, line in enumerate(lines(files[0], source.urls[0]), 1):
        for text, label in phrases_of(line, source.urls[0], i):
            found.setdefault(text, label)
    return tsv.dataset(source.name, [*found], [*found.values()], source.label_names)


def phrases_of(tree: str, where: str, i: int) -> Iterator[tuple[str, int]]:
    """Yield text and class of every subtree of a tree "(3 (2 very) (3 good))".

    A subtree comes when it closes, so a word before the phrases it is in, and the
    whole tree last.
    """
    words: list[str] = []
    open_nodes: list[tuple[int, int]] = []  # its class, the number of words before it
    closed, at = False, 0
    while not closed and (match := NODE.match(tree, at)):
        at = match.end()
        if match[1]:
            open_nodes.append((int(match[1]), len(words)))
        elif match[2] and open_nodes:
            words.append(
                BRACKETS.get(match[2], match[2].replace("\\/", "/").replace("\\*", "*"))
            )
        elif open_nodes:
            label, start = open_nodes.pop()
            yield " ".join(words[start:]), label
            closed = not open_nodes
        else:
            break
    if not closed or tree[at:].strip():
        bad = f"brackets do not match in {short(tree)}"
        raise malformed(where, i, bad, "fetch the file again")


def stored(X: Any, source: Source) -> Any:
    """Return X as the table says: as a CSR array, or dense, or texts."""
    if isinstance(X, np.ndarray) and source.sparse:
        from scipy.sparse import csr_array

        return csr_array(X)
    return X if isinstance(X, np.ndarray) or source.sparse else X.toarray()


def train_first(source: Source, n: int) -> Any:
    """Return the split of n rows of which the first are for training."""
    return (np.arange(n) >= source.train).astype(np.int8) if source.train else None


def with_split(data: Dataset, split: list[int]) -> Dataset:
    """Return a data set with a split."""
    return replace(data, split=np.array(split, dtype=np.int8))


def numbered(word: str, count: int, digits: int) -> tuple[str, ...]:
    """Return names such as f000, f001."""
    return tuple(f"{word}{i:0{digits}}" for i in range(count))


def spaced(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())


KINDS = {
    "arff": arff_files,
    "mat": mat_file,
    "spam": spam_files,
    "sentences": sentences,
    "reviews": reviews,
    "trees": trees,
    "phrases": phrases,
}


def convert(source: Source, files: list[bytes]) -> Dataset:
    """Return the data set that the files hold, sparse if the table says so."""
    where = source.urls[0]
    try:
        data = KINDS[source.kind](source, files)
        return replace(data, X=stored(data.X, source), description=source.description)
    except DataError:
        raise
    except Exception as error:  # what tarfile, SciPy and NumPy find in bad files
        reason = f"{type(error).__name__}: {error}"
        message = f"{where} is not as expected ({reason}); fetch it again later."
        raise DataError(message) from None
