"""Ridge regression in fractions: no rounding, so any unit will do."""

from fractions import Fraction
from operator import mul

import numpy as np


def fractions(table):
    return [[Fraction(float(x)) for x in row] for row in table]


def columns(table):
    return list(map(list, zip(*table, strict=True)))


def product(A, B):
    B = columns(B)
    return [[sum(map(mul, row, column)) for column in B] for row in A]


def minus_means(table):
    means = [sum(column) / len(column) for column in columns(table)]
    return [[x - m for x, m in zip(row, means, strict=True)] for row in table]


def solve(A, B):
    """Return the X of AX = B, by elimination; A is positive definite."""
    rows = [[*a, *b] for a, b in zip(A, B, strict=True)]
    for i, pivot in enumerate(rows):
        rows[i] = pivot = [x / pivot[i] for x in pivot]
        for j, row in enumerate(rows):
            if j != i and row[i]:
                rows[j] = [x - row[i] * p for x, p in zip(row, pivot, strict=True)]
    return [row[len(A) :] for row in rows]


def exact_ridge(X, Y, alpha, intercept=False):
    """Return W (d, L) and its estimate for the centred X (n, L), rounded once."""
    X, Y = fractions(X), fractions(Y)
    if intercept:
        X, Y = minus_means(X), minus_means(Y)
    dual = len(X) < len(X[0])
    A = product(X, columns(X)) if dual else product(columns(X), X)
    for i, row in enumerate(A):
        row[i] += Fraction(float(alpha))
    W = product(columns(X), solve(A, Y)) if dual else solve(A, product(columns(X), Y))
    return np.array(W, dtype=float), np.array(product(X, W), dtype=float)
