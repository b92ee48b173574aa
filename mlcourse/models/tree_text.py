"""A tree as text, in the form of scikit-learn's ``export_text``."""

from collections.abc import Iterator, Sequence
from typing import Any

from sklearn.base import is_classifier
from sklearn.utils.validation import check_is_fitted

from mlcourse.checks import check_integer
from mlcourse.models.tree_targets import choose, class_shares


def export_text(
    model: Any, feature_names: Sequence[str] | None = None, decimals: int = 2
) -> str:
    """Return the questions and answers of a fitted tree, a line each.

    A leaf tells its class; of labels, or numbers, the means.

    >>> from mlcourse.models.tree import DecisionTreeClassifier
    >>> model = DecisionTreeClassifier().fit([[1], [2], [4]], ["a", "b", "a"])
    >>> print(export_text(model, ["size"], decimals=1))
    |--- size <= 1.5
    |   |--- class: a
    |--- size >  1.5
    |   |--- size <= 3.0
    |   |   |--- class: b
    |   |--- size >  3.0
    |   |   |--- class: a
    """
    check_is_fitted(model)
    check_integer("decimals", decimals, min_val=0)
    d = model.n_features_in_
    names = [f"feature_{j}" for j in range(d)]
    names = names if feature_names is None else [str(name) for name in feature_names]
    if len(names) != d:
        raise ValueError(
            f"feature_names has {len(names)} names; the tree knows {d} features."
        )
    return "\n".join(_lines(model, names, decimals, 0, "|--- "))


def _lines(
    model: Any, names: list[str], decimals: int, node: int, indent: str
) -> Iterator[str]:
    """Yield the lines of a node and of all below it."""
    tree = model.tree_
    if tree.left[node] < 0:
        yield indent + _answer(model, tree.value[node], decimals)
        return
    question = names[tree.feature[node]]
    for child, sign in ((tree.left[node], "<="), (tree.left[node] + 1, "> ")):
        yield f"{indent}{question} {sign} {tree.threshold[node]:.{decimals}f}"
        yield from _lines(model, names, decimals, child, f"|   {indent}")


def _answer(model: Any, value: Any, decimals: int) -> str:
    """Return what a leaf says."""
    if is_classifier(model) and not model.multilabel_:
        return f"class: {choose(model, class_shares(model, value[None]))[0]}"
    return f"value: [{', '.join(f'{v:.{decimals}f}' for v in value)}]"
