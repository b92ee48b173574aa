"""Conjugate gradients against the exact solution."""

import numpy as np
import pytest

from mlcourse.solvers.conjugate import conjugate_gradients


@pytest.fixture
def system():
    """Return A (30, 30) with eigenvalues from 1 to 1000, B (30, 3), and a start."""
    rng = np.random.default_rng(0)
    Q = np.linalg.qr(rng.normal(size=(30, 30)))[0]
    A = (Q * np.logspace(0, 3, 30)) @ Q.T
    return A, rng.normal(size=(30, 3)), rng.normal(size=(30, 3))


@pytest.mark.parametrize("guided", [True, False])
def test_it_ends_at_the_solution(system, guided):
    A, B, V = system
    diagonal = A.diagonal()[:, None] if guided else 1.0
    found, k = conjugate_gradients(A.dot, B, V, lambda R: R / diagonal, 1e-20, 200)
    assert k < 200
    np.testing.assert_allclose(found, np.linalg.solve(A, B), atol=1e-7)


def test_every_step_of_every_column_goes_down(system):
    A, B, V = system
    energies = []
    for most in range(12):
        found, k = conjugate_gradients(A.dot, B, V, np.copy, 0, most)
        assert k == most
        energies.append(np.sum(found * (A @ found) / 2 - found * B, axis=0))
    assert (np.diff(energies, axis=0) < 0).all()


def test_a_like_system_to_guide_it_saves_steps(system):
    """With A itself the first step arrives; the second finds nothing left."""
    A, B, V = system
    near = A + 0.1 * np.diag(np.arange(30))

    def steps(M):
        solver = lambda R: np.linalg.solve(M, R)  # noqa: E731
        return conjugate_gradients(A.dot, B, V, solver, 1e-12, 200)[1]

    assert steps(A) == 2
    assert 2 < steps(near) < steps(np.eye(30)) / 3


def test_a_column_that_is_solved_stays(system):
    A, B, V = system
    V[:, 1] = 0
    B[:, 1] = 0
    found, _ = conjugate_gradients(A.dot, B, V, np.copy, 1e-3, 50)
    assert not found[:, 1].any()
