"""On a cluster everything parallel gives the numbers that one process gives.

The cluster is two processes of this machine, which get what they work on by messages,
as those of other machines would: nothing of this process is in their memory.
"""

import logging
import os

import dask
import numpy as np
import pytest
from dask.sizeof import sizeof
from distributed import Client, LocalCluster
from joblib import parallel_config
from numpy.testing import assert_array_equal
from scipy.sparse import csr_array, random_array
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from mlcourse.data import load
from mlcourse.models.angles import Angles, nearest_by_angle
from mlcourse.models.nearest import nearest
from mlcourse.models.screens import SparseScreen
from mlcourse.multilabel.binary_relevance import BinaryRelevance
from mlcourse.multilabel.chains import EnsembleOfChains
from mlcourse.multilabel.powerset import RAkEL
from mlcourse.multilabel.reml import REML
from mlcourse.multilabel.sleec import SLEEC
from mlcourse.reports.store import find

PATIENCE = "120s"  # a busy machine starts processes slowly
RNG = np.random.default_rng(0)
X = csr_array(random_array((120, 40), density=0.2, rng=RNG))
Y = ((X @ RNG.normal(size=(40, 6)) + 0.3 * RNG.normal(size=(120, 6))) > 0.3).astype(int)
Q = csr_array(random_array((30, 40), density=0.2, rng=RNG))


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """Start two processes of one thread each, for all tests of this file."""
    patient = {
        "distributed.comm.timeouts.connect": PATIENCE,
        "distributed.comm.timeouts.tcp": PATIENCE,
        "distributed.scheduler.worker-ttl": None,  # slow is not dead
    }
    with (
        dask.config.set(patient),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",  # None takes port 8787, if it can
            memory_limit=None,
            local_directory=str(tmp_path_factory.mktemp("dask")),
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster, timeout=PATIENCE) as client,
    ):
        client.wait_for_workers(2, timeout=PATIENCE)
        yield client


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Add numbers in one order: workers have one thread for linear algebra each."""
    with threadpool_limits(limits=1):
        yield


def members():
    """Return an ordinary classifier for each label."""
    return LogisticRegression(C=3.0)


MODELS = {
    "binary relevance": BinaryRelevance(members()),
    "chains": EnsembleOfChains(members(), n_estimators=4, random_state=0),
    "RAkEL": RAkEL(members(), n_estimators=4, random_state=0),
    "SLEEC": SLEEC(5, 20, 4, alpha=0.1, n_clusters=2, n_estimators=2, random_state=0),
    "REML": REML(3, tol=0.1, n_clusters=3, random_state=0),
    # Every label asks for chains of its own: jobs that start jobs.
    "nested": BinaryRelevance(EnsembleOfChains(members(), 2, random_state=0)),
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_learners_give_the_same_scores(client, model):
    """To the last bit: the same work is done, elsewhere."""
    expected = scores(model)
    with parallel_config("dask"):
        found = scores(model)
    assert_array_equal(found, expected)


def scores(model):
    """Return what a model says of new rows."""
    model.fit(X, Y)
    method = "predict_proba" if hasattr(model, "predict_proba") else "decision_function"
    return getattr(model, method)(Q)


@pytest.mark.parametrize("search", [nearest, nearest_by_angle])
def test_neighbours_are_searched_where_the_rows_are(client, monkeypatch, search):
    """By threads: with processes all rows would go along with every tile of queries."""
    sent = []

    def state(self):
        sent.append(self)
        return vars(self)

    expected = search(X, 3, Q)
    for what in (SparseScreen, Angles):  # what a search asks about rows
        monkeypatch.setattr(what, "__getstate__", state, raising=False)
    with parallel_config("dask"):
        found = search(X, 3, Q)
    assert not sent
    assert_array_equal(found.rows, expected.rows)
    assert_array_equal(found.distances, expected.distances)


@pytest.mark.parametrize("id", ["wdbc-stump-ours", "wdbc-logistic-stops"])
def test_an_experiment_finds_the_same_numbers(client, id):
    """Trials, and the folds of a report's own program."""
    [experiment] = [e for e in find("001").experiments if e.id == id]
    data, ticks = load(experiment.data), []
    expected = experiment.run(data, lambda: None)
    with parallel_config("dask"):
        found = experiment.run(data, lambda: ticks.append(id))
    assert found == expected
    assert len(ticks) == experiment.ticks


class Witness(ClassifierMixin, BaseEstimator):
    """Notes which process fitted it, and how many were fitted to this X before."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def fit(self, X, y):
        """Note it, also on X."""
        self.process_, self.classes_ = os.getpid(), np.unique(y)
        self.before_ = getattr(X, "fitted", 0)
        X.fitted = self.before_ + 1
        return self

    def predict(self, X):
        """Return no label."""
        return np.zeros(X.shape[0], dtype=int)


@pytest.fixture
def witnesses(client):
    """Return what members saw that were fitted on the cluster."""
    model = BinaryRelevance(Witness())
    with parallel_config("dask"):
        return model.fit(X, np.tile(Y, 4)).estimators_


def test_the_work_is_done_by_the_cluster(client, witnesses):
    """Else all of the above would prove nothing."""
    workers = {*client.run(os.getpid).values()}
    assert {member.process_ for member in witnesses} <= workers
    assert len(workers) == 2
    assert os.getpid() not in workers


def test_sparse_data_are_sent_once(witnesses):
    """All that one worker fits, it fits to one X: none comes with a copy of its own."""
    for worker in {member.process_ for member in witnesses}:
        before = [m.before_ for m in witnesses if m.process_ == worker]
        assert len({*before}) == len(before)  # a fit may be lost, and done again


@pytest.mark.thorough
@pytest.mark.parametrize("form", ["csr", "csc", "coo"])
def test_sparse_data_weigh_what_they_hold(form):
    """Dask has its table from elsewhere; it reads ours when it starts."""
    table = X.asformat(form)
    assert table.data.nbytes < sizeof(table) < 4 * table.data.nbytes
