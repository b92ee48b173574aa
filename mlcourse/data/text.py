r"""Texts into numbers: tokens, tables of words, dense vectors.

1. :func:`tokens` cuts a text into words and leaves out what is none; on request it
   corrects misspelt words, and puts lemmas in the place of inflected ones
   (:mod:`mlcourse.data.words`);
2. :func:`word_table` counts them, with the words of the training texts alone;
3. :func:`dense` keeps the k directions in which the rows of a table are longest.

With :math:`c_{ij}` the times that text i holds word j, :math:`n_j` the training texts
that hold it, and n all training texts, a table holds

===========  ======================================================================
``one_hot``  1 if :math:`c_{ij} > 0`, else 0
``counts``   :math:`c_{ij}`
``tf_idf``   :math:`c_{ij} \bigl(1 + \log \frac{1 + n}{1 + n_j}\bigr)`, rows of length 1
===========  ======================================================================

The dense vector of a row x is :math:`V_k^\top x`, with the truncated singular value
decomposition :math:`X \approx U_k \Sigma_k V_k^\top` of the training table. Nothing
here looks at the test texts, and nothing is downloaded: tables and decompositions are
scikit-learn's, dictionaries symspellpy's and lemminflect's.

Sources: Salton & Buckley (1988), Information Processing & Management 24(5), 513-523,
for weights of words; Deerwester et al. (1990), J. Am. Soc. Inf. Sci. 41(6), 391-407,
for vectors of documents.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from numpy.typing import NDArray

from mlcourse.checks import check_choice, check_flag, check_integer
from mlcourse.data.words import correct, lemma

KINDS = ("one_hot", "counts", "tf_idf")
# A word with what an apostrophe joins to it, a number, or one other sign.
_TOKEN = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d+(?:[.,]\d+)*|\S")


class Tables(NamedTuple):
    """Tables of training and test texts, and the words of their columns."""

    train: Any  # (n, d), CSR
    test: Any  # (m, d), CSR
    words: tuple[str, ...]  # d, in alphabetical order


def tokens(
    text: str,
    lower: bool = True,
    words_only: bool = True,
    spelling: bool = False,
    lemmas: bool = False,
) -> list[str]:
    """Return the words of a text, in their order.

    A word keeps what an apostrophe joins to it: were "don't" cut in two, and what is
    no letter left out, its negation would be lost. With `spelling`, English words are
    corrected; with `lemmas`, then stripped of their inflection.

    >>> tokens("Don't use 3.5 GB, please!")
    ["don't", 'use', 'gb', 'please']
    >>> tokens("Don't use 3.5 GB!", lower=False, words_only=False)
    ["Don't", 'use', '3.5', 'GB', '!']
    >>> tokens("Wunderful acting, beleeve me!", spelling=True, lemmas=True)
    ['wonderful', 'act', 'believe', 'me']
    """
    if not isinstance(text, str):
        raise TypeError(f"text is of type {type(text).__name__}; give a str.")
    check_flag("lower", lower)
    check_flag("words_only", words_only)
    check_flag("spelling", spelling)
    check_flag("lemmas", lemmas)
    found = _TOKEN.findall(text.lower() if lower else text)
    if words_only:
        found = [token for token in found if token[0].isalpha()]
    for wanted, step in ((spelling, correct), (lemmas, lemma)):
        if wanted:
            found = [step(token) if token[0].isalpha() else token for token in found]
    return found


def word_table(
    train: Sequence[str],
    test: Sequence[str] = (),
    kind: str = "counts",
    *,
    min_texts: int = 1,
    lower: bool = True,
    words_only: bool = True,
    spelling: bool = False,
    lemmas: bool = False,
) -> Tables:
    """Return tables of the words that at least `min_texts` training texts hold.

    What only test texts hold has no column. A ValueError if no word is left. How texts
    are cut is as in :func:`tokens`.

    >>> made = word_table(["a rose is a rose", "a tulip"], ["a new rose"])
    >>> made.words, made.train.toarray().tolist(), made.test.toarray().tolist()
    (('a', 'is', 'rose', 'tulip'), [[2, 1, 2, 0], [1, 0, 0, 1]], [[1, 0, 1, 0]])
    """
    from scipy.sparse import csr_array
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

    check_choice("kind", kind, KINDS)
    make = TfidfVectorizer if kind == "tf_idf" else CountVectorizer
    least = check_integer("min_texts", min_texts)
    if least > len(train):
        raise ValueError(
            f"min_texts={least}, but there are {len(train)} training texts. Give less."
        )
    cut = partial(
        tokens, lower=lower, words_only=words_only, spelling=spelling, lemmas=lemmas
    )
    vectorizer = make(
        analyzer=cut,
        min_df=least,
        binary=kind == "one_hot",
    )
    first = csr_array(vectorizer.fit_transform(train))
    second = first[:0] if len(test) == 0 else csr_array(vectorizer.transform(test))
    return Tables(first, second, tuple(vectorizer.get_feature_names_out().tolist()))


def dense(
    train: Any, test: Any, n_components: int = 100, seed: int = 0
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return vectors of k = `n_components` numbers for the rows of two tables.

    The directions are those of the training table, found by a randomised truncated
    SVD: (n, d), (m, d) -> (n, k), (m, k). It needs k < d and k <= n.

    >>> from scipy.sparse import csr_array
    >>> X = csr_array([[3.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    >>> abs(dense(X, X, 1)[0]).round(6).tolist()
    [[3.0], [0.0]]
    """
    from sklearn.decomposition import TruncatedSVD

    most = min(train.shape[0], train.shape[1] - 1)
    k = check_integer("n_components", n_components, max_val=most)
    svd = TruncatedSVD(k, n_iter=7, random_state=seed).fit(train)
    return svd.transform(train), svd.transform(test)
