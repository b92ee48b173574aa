"""What a cluster has to be told so that it sends sparse data once.

joblib's jobs on a cluster (``parallel_config("dask")``) share their data: what weighs
more than 1 kB goes to a worker once, and not with every batch of jobs. How much that
is, dask asks of its own table, in which a sparse array of SciPy weighs 56 bytes. So X
would be sent again and again: with the 159 labels of bibtex 449 MB passed between the
processes, and 33 MB now. dask reads this module when it starts: ``pyproject.toml`` says
where it is.
"""

from typing import Any


def weigh(sizeof: Any) -> None:
    """Tell dask's table `sizeof` to weigh a sparse array as its parts."""
    from scipy.sparse import sparray

    sizeof.register(sparray, lambda X: sum(map(sizeof, vars(X).values())))
