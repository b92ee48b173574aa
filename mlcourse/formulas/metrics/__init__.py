"""How good is a prediction? Importing this costs nothing.

Of one label a sample: :mod:`.labels`. Of label sets: :mod:`.sets`. Of probabilities:
:mod:`.cross_entropy`. Of rankings: :mod:`.ranking`; of their first places:
:mod:`.top_k`, and where rare labels count for more: :mod:`.tail`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mlcourse.formulas.metrics.cross_entropy import (
        binary_cross_entropy as binary_cross_entropy,
    )
    from mlcourse.formulas.metrics.labels import Confusion as Confusion
    from mlcourse.formulas.metrics.labels import accuracy as accuracy
    from mlcourse.formulas.metrics.labels import confusion as confusion
    from mlcourse.formulas.metrics.ranking import average_precision as average_precision
    from mlcourse.formulas.metrics.ranking import coverage as coverage
    from mlcourse.formulas.metrics.ranking import one_error as one_error
    from mlcourse.formulas.metrics.ranking import ranking_loss as ranking_loss
    from mlcourse.formulas.metrics.sets import f1 as f1
    from mlcourse.formulas.metrics.sets import hamming_loss as hamming_loss
    from mlcourse.formulas.metrics.sets import precision as precision
    from mlcourse.formulas.metrics.sets import recall as recall
    from mlcourse.formulas.metrics.sets import subset_accuracy as subset_accuracy
    from mlcourse.formulas.metrics.tail import propensity as propensity
    from mlcourse.formulas.metrics.tail import (
        propensity_precision_at_k as propensity_precision_at_k,
    )
    from mlcourse.formulas.metrics.top_k import ndcg_at_k as ndcg_at_k
    from mlcourse.formulas.metrics.top_k import precision_at_k as precision_at_k

_HOME = {
    "Confusion": "labels",
    "accuracy": "labels",
    "average_precision": "ranking",
    "binary_cross_entropy": "cross_entropy",
    "confusion": "labels",
    "coverage": "ranking",
    "f1": "sets",
    "hamming_loss": "sets",
    "ndcg_at_k": "top_k",
    "one_error": "ranking",
    "precision": "sets",
    "precision_at_k": "top_k",
    "propensity": "tail",
    "propensity_precision_at_k": "tail",
    "ranking_loss": "ranking",
    "recall": "sets",
    "subset_accuracy": "sets",
}
__all__ = list(_HOME)


def __getattr__(name: str) -> object:
    """Import the module that holds `name` when it is first asked for."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
