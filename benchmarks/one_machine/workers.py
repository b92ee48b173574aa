"""The same fits alone, in two processes, and on a cluster of one and of two workers.

The workers are processes of this machine, each with one thread, and get their data by
messages as those of other machines would. What passes through the machine's own network
is counted (a message from here to a worker passes it twice, as the scheduler is between
them), so let nothing else use it meanwhile. Clusters and processes have started before.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import Any

import numpy as np
from joblib import parallel_config

from benchmarks.bench_ridge import bibtex
from benchmarks.memory import size
from benchmarks.one_machine.apart import MB, cost, timed
from benchmarks.one_machine.task import Task

MULTI = "mlcourse.multilabel"
JOBS = {  # what is fitted, and the code that this is
    "binary-relevance": f"{MULTI}.binary_relevance:BinaryRelevance",
    "chains": f"{MULTI}.chains:EnsembleOfChains",
    "sleec": f"{MULTI}.sleec:SLEEC",
    "reml": f"{MULTI}.reml:REML",
    "experiment": "mlcourse.reports.trials:score",
}
WAYS = ("alone", "processes", "cluster-1", "cluster-2")
EXPERIMENT = "001", "wdbc-stump-sklearn"
AS_DASK_THINKS = 56  # bytes of a sparse array, until it is told better


def tasks() -> Iterator[Task]:
    """Yield a task for each fit and way, and two for how data are sent."""
    for job, place in JOBS.items():
        for way in WAYS:
            settings = {"job": job, "way": way}
            needs = "distributed" if "cluster" in way else ""
            measure = f"{__name__}:measure"
            yield Task(f"workers/{job}/{way}", measure, settings, (place,), needs)
    places = JOBS["binary-relevance"], "mlcourse.cluster:weigh"
    for once in (True, False):
        id = f"sending/{'once' if once else 'each'}"
        yield Task(id, f"{__name__}:sending", {"once": once}, places, "distributed")


def measure(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the seconds of one fit in one way."""
    run = made(settings["job"])
    with ExitStack() as stack:
        for context in contexts(settings["way"]):
            stack.enter_context(context)
        made(settings["job"], few=True)()  # loads all, and starts what is to start
        return {"seconds": cost(run).seconds}


def made(job: str, few: bool = False) -> Callable[[], Any]:
    """Return the fit of a job, to all rows or to a few."""
    if job == "experiment":
        return partial(experiment, 1 if few else None)
    _, X, Y = bibtex()
    X, Y = (X[:200], Y[:200, :8]) if few else (X, Y)
    return partial(model(job).fit, X, Y)


def model(job: str) -> Any:
    """Return the learner of a job."""
    from sklearn.linear_model import LogisticRegression

    from mlcourse.multilabel.binary_relevance import BinaryRelevance
    from mlcourse.multilabel.chains import EnsembleOfChains
    from mlcourse.multilabel.reml import REML
    from mlcourse.multilabel.sleec import SLEEC

    member = LogisticRegression(C=1.0, solver="liblinear")
    models = {
        "binary-relevance": BinaryRelevance(member),
        "chains": EnsembleOfChains(member, n_estimators=4, random_state=0),
        "sleec": SLEEC(n_clusters=2, n_estimators=4, random_state=0),
        "reml": REML(n_clusters=4, tol=1e-2, random_state=0),
    }
    return models[job]


def experiment(seeds: int | None) -> None:
    """Run an experiment of report 001, or the trials of so many of its seeds."""
    from mlcourse.data import load
    from mlcourse.reports.store import find
    from mlcourse.reports.trials import score

    report, id = EXPERIMENT
    [found] = [e for e in find(report).experiments if e.id == id]
    some = {"seeds": found.settings["seeds"][:seeds]}
    score(load(found.data), found.settings | some, lambda: None)


def contexts(way: str) -> Iterator[AbstractContextManager[Any]]:
    """Yield what has to be entered so that jobs run in that way."""
    if way == "alone":
        yield parallel_config(n_jobs=1)
    elif way == "processes":
        yield parallel_config("loky", n_jobs=2, inner_max_num_threads=1)
    else:
        from distributed import Client, LocalCluster

        cluster = LocalCluster(
            n_workers=int(way.removeprefix("cluster-")),
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            memory_limit=None,
            silence_logs=50,
        )
        yield cluster
        yield Client(cluster)
        yield parallel_config("dask")


def sending(settings: dict[str, Any]) -> dict[str, Any]:
    """Return what sending takes: the data once to both workers, and a fit's messages.

    Without "once" dask weighs sparse arrays as it does by itself.
    """
    from dask.sizeof import sizeof
    from distributed import get_client
    from scipy.sparse import sparray

    if not settings["once"]:
        sizeof.register(sparray, lambda X: AS_DASK_THINKS)
    _, X, Y = bibtex()
    run, small = made("binary-relevance"), made("binary-relevance", few=True)
    with ExitStack() as stack:
        for context in contexts("cluster-2"):
            stack.enter_context(context)
        small()
        send = partial(get_client().scatter, [X, Y], broadcast=True, hash=False)
        sent = float(np.median([timed(send) for _ in range(5)]))
        before = passed()
        seconds = timed(run)
        return {
            "data MB": (size(X) + size(Y)) / MB,
            "scatter s": sent,
            "fit s": seconds,
            "fit MB": (passed() - before) / MB,
            "jobs": Y.shape[1],
        }


def passed() -> int:
    """Return the bytes that have come in over the machine's own network."""
    import psutil

    nics = psutil.net_io_counters(pernic=True)
    return sum(nic.bytes_recv for name, nic in nics.items() if name.startswith("lo"))
