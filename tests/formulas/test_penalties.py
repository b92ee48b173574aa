"""The table of penalties: the test of subgradients, unit balls, unknown names."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose

from mlcourse.formulas.penalties import NORMS, find, is_subgradient, price, unit_ball

NAMES = sorted(NORMS)
matrices = arrays(float, (3, 2), elements=st.sampled_from([-3.0, 0.0, 1.0]))
ANGLES = np.linspace(0, 2 * np.pi, 33)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20)
@given(matrices, matrices)
def test_a_subgradient_never_overshoots(name, W, G):
    """What passes the test obeys the inequality; what fails it breaks it somewhere."""
    penalty, slope = NORMS[name], G / 3  # entries -1, 0 and 1/3
    rng = np.random.default_rng(0)
    near = W + 1e-3 * rng.normal(size=(30, 3, 2))
    far = [2 * W, 0 * W, W + (slope - penalty.subgradient(W)) / 2]
    if penalty.dual:  # a slope that is too steep overshoots far away
        U, _, Vt = np.linalg.svd(slope, full_matrices=False)
        rows = np.zeros_like(slope)
        j = (slope**2).sum(axis=1).argmax()
        rows[j] = slope[j]
        far += [1e6 * slope, 1e6 * rows, 1e6 * np.outer(U[:, 0], Vt[0])]
    excess = max(
        penalty.value(W) + (slope * (V - W)).sum() - penalty.value(V)
        for V in [*near, *far]
    )
    assert is_subgradient(name, W, slope) == (excess <= 1e-7)


@pytest.mark.parametrize("name", NAMES)
@given(matrices)
def test_the_subgradients_pass_their_test(name, W):
    """The slope that each penalty offers is a subgradient."""
    assert is_subgradient(name, W, NORMS[name].subgradient(W))


@pytest.mark.parametrize(
    ("name", "W", "G", "expected"),
    [
        ("l1", [2.0, 0.0], [1.0, -1.0], True),
        ("l1", [2.0, 0.0], [1.0, -1.001], False),
        ("l1", [2.0, 0.0], [0.999, 0.0], False),
        ("l2", [0.0, 0.0], [0.6, 0.8], True),
        ("l2", [0.0, 0.0], [0.7, 0.8], False),
        ("ridge", [4.0, 0.0], [4.0, 0.0], True),
        ("ridge", [4.0, 0.0], [4.0, 0.1], False),
        ("l21", [[3.0, 4.0], [0.0, 0.0]], [[0.6, 0.8], [0.0, -1.0]], True),
        ("l21", [[3.0, 4.0], [0.0, 0.0]], [[0.6, 0.8], [0.8, -0.8]], False),
        ("trace", np.diag([2.0, 0.0]), np.diag([1.0, -1.0]), True),
        ("trace", np.diag([2.0, 0.0]), np.diag([1.0, -1.1]), False),
    ],
)
def test_subgradients_by_hand(name, W, G, expected):
    """Slopes at corners that belong, and some that just do not."""
    assert is_subgradient(name, W, G) is expected


@pytest.mark.parametrize(
    ("name", "W", "G", "tol", "expected"),
    [
        *((name, [3.0], [1.0], 0, True) for name in NAMES if name != "ridge"),
        ("ridge", [3.0], [3.0], 0, True),
        ("l1", [1e6], [1 - 5e-10], 1e-9, True),  # relative to a large W
        ("l1", [1e6], [1 - 5e-9], 1e-9, False),
        ("l1", [0.5], [0.7], 0.1, False),  # and to 1 beside a small one
        ("ridge", [1e6], [1e6 + 5e-4], 1e-9, True),
        ("ridge", [1e6], [1e6 + 5e-3], 1e-9, False),
        ("ridge", [0.5], [0.65], 0.1, False),
    ],
)
def test_the_tolerance(name, W, G, tol, expected):
    assert is_subgradient(name, W, G, tol) == expected


@pytest.mark.parametrize("name", ["W", "G"])
def test_a_bad_matrix_is_named(name):
    given = {"W": [1.0, 2.0], "G": [1.0, 1.0]} | {name: np.ones((1, 2, 1))}
    with pytest.raises(ValueError, match=rf"^{name} has shape \(1, 2, 1\)"):
        is_subgradient("l1", **given)


@pytest.mark.parametrize("layout", ["column", "row", "diagonal"])
@pytest.mark.parametrize("name", NAMES)
def test_unit_ball(name, layout):
    """Every point has size 1 and lies at its angle."""
    places = {"column": lambda p: p[:, None], "row": lambda p: p[None]}
    place = places.get(layout, np.diag)
    points = unit_ball(name, ANGLES, layout)
    assert points.shape == (33, 2)
    assert_allclose([NORMS[name].value(place(p)) for p in points], 1)
    angles = np.arctan2(points[:, 1], points[:, 0]) - ANGLES
    assert_allclose(np.cos(angles), 1)


def test_corners():
    """L1 has its corners on the axes; L2,1 has them between rows, not within one."""
    diamond, circle = [1 / 2, 1 / 2], [np.sqrt(1 / 2)] * 2
    for name, layout, expected in [
        ("l1", "row", diamond),
        ("l21", "column", diamond),
        ("l21", "row", circle),
        ("trace", "diagonal", diamond),
        ("trace", "row", circle),
        ("ridge", "column", [1.0, 1.0]),
    ]:
        assert_allclose(unit_ball(name, np.pi / 4, layout), [expected])


def test_unknown_names():
    """An unknown penalty or layout is refused with those that exist."""
    with pytest.raises(ValueError, match="penalty='l3' is unknown; choose 'l1', "):
        find("l3")
    assert_allclose(unit_ball("l21", 1), unit_ball("l21", 1, "column"))
    with pytest.raises(ValueError, match=r"layout='ring' is unknown; .*'column'"):
        unit_ball("l1", ANGLES, "ring")


def test_shapes_must_agree():
    """W and G of different shapes are refused."""
    with pytest.raises(ValueError, match=r"G has shape \(3, 1\), W has \(2, 1\)"):
        is_subgradient("l1", [1.0, 2.0], [1.0, 2.0, 3.0])


@pytest.mark.parametrize("name", NAMES)
@given(matrices, st.sampled_from([0.0, 0.5, 3.0]))
def test_the_price_is_a_multiple_of_the_size(name, W, alpha):
    """Alpha Omega(W), as a plain float."""
    paid = price(NORMS[name], alpha, W)
    assert type(paid) is float
    assert_allclose(paid, alpha * NORMS[name].value(W))


@given(matrices, st.sampled_from([[0.5, 3.0], [0.0, 1.0]]))
def test_with_l1_every_column_has_its_price(W, alphas):
    columns = zip(alphas, W.T, strict=True)
    expected = sum(alpha * np.abs(w).sum() for alpha, w in columns)
    assert_allclose(price(NORMS["l1"], np.array([alphas]), W), expected)


def test_titles():
    """As pictures write them."""
    titles = {name: penalty.title for name, penalty in NORMS.items()}
    assert titles == {
        "l1": "L1",
        "l2": "L2",
        "ridge": "ridge",
        "l21": "L2,1",
        "trace": "trace norm",
    }
