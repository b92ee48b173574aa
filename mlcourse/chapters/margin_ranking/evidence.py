"""The tables of the evidence on margin ranking; `race` has the stored rows."""

from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from mlcourse.chapters.common.paired import beside
from mlcourse.chapters.common.pairs import signed
from mlcourse.chapters.margin_ranking import race
from mlcourse.page.table import Table
from mlcourse.solvers.pegasos import radius, ranking_objective

BASE = "each label"


def losses(data: str) -> Table:
    """Return both metrics of each loss on new rows, lambda chosen inside."""
    rows, base = [], race.results(data, BASE)
    for loss in race.LOSSES:
        RL, AP = (race.results(data, loss, metric) for metric in ("RL", "AP"))
        told = ("–", "–") if loss == BASE else beside(base, RL)
        rows.append(
            (
                loss,
                f"{RL.mean():.4f} ± {RL.std(ddof=1):.4f}",
                f"{AP.mean():.4f}",
                *told,
            )
        )
    heads = "loss", "ranking loss", "AP", "better : worse", "p"
    return Table(rows, *heads)


def second_and_first(data: str) -> Table:
    """Return three hinges minus min-max at equal lambda, then each with its own."""
    alphas: list[Any] = [*race.grid(data, "min-max"), "chosen"]
    rows = []
    for alpha in alphas:
        first, second = (
            [race.results(data, loss, metric, alpha) for metric in ("RL", "AP")]
            for loss in ("min-max", "three hinges")
        )
        gaps = [
            signed(float(np.mean(b - a)), 4) for a, b in zip(first, second, strict=True)
        ]
        name = "chosen inside" if alpha == "chosen" else race.plain(alpha)
        rows.append((name, *gaps, *beside(first[0], second[0])))
    heads = "λ", "ranking loss", "average precision", "better : worse", "p"
    return Table(rows, *heads)


def balls() -> Table:
    """Return the least objective of three hinges, one document, within two balls.

    The document has one of two labels, the squared length 1/6 and lambda 1; its two
    weights are a and -a, which no others beat.
    """
    x, Y = np.array([[1 / np.sqrt(6)]]), np.array([[True, False]])

    def f(a: float) -> float:
        W = np.array([[a, -a]])
        return ranking_objective(x, Y, W, np.zeros(2), "three_hinge", 1.0)

    rows = []
    for name, most in (
        ("√(1/λ), as printed", radius("min_max", 1.0)),
        ("√(3/λ)", radius("three_hinge", 1.0)),
        ("no ball", 9.0),
    ):
        within = (0, most / np.sqrt(2))
        found = minimize_scalar(f, bounds=within, options={"xatol": 1e-7})
        rows.append((name, f"{found.fun:.3f}", f"{np.sqrt(2) * found.x:.3f}"))
    return Table(rows, "ball", "least objective", "norm there")
