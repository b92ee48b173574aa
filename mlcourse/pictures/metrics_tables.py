"""The tables of the chapter on metrics; `metrics_runs` measures."""

from itertools import product

import numpy as np
from scipy.stats import binomtest

from mlcourse.arrays import Array, Mask
from mlcourse.data import describe, load
from mlcourse.formulas import metrics as m
from mlcourse.formulas.metrics.cuts import best_cut
from mlcourse.formulas.metrics.top_k import top_labels
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import metrics_runs as runs

PAIRS = (("keepdims", "axis"), ("y_pred", "y_true"), ("y", "X"), ("x", "X"))
BANDS = ((0.2, 0.25), (0.25, 0.3), (0.3, 0.35), (0.35, 0.4), (0.4, 0.5), (0.5, 0.6))
WORLD = {(0, 0, 0): 0.4, (1, 1, 0): 0.3, (1, 0, 1): 0.3}  # what may come true


def groups() -> Table:
    """Return how many labels head, middle and tail have, and how many ones."""
    frequency = runs.documents().frequency
    return Table(
        [
            (name, int(some.sum()), percent(frequency[some].sum() / frequency.sum()))
            for name, some in runs.groups().items()
        ],
        *("labels", "how many", "of all ones"),
    )


def tails() -> Table:
    """Return how many labels are rare, counted on all rows and on training rows."""
    docs = load("docstrings")
    rows = []
    for name, Y in (("all", docs.Y), ("training", docs.train[1])):
        rare = int(np.sum(Y.sum(axis=0) <= runs.TAIL))
        rows.append((name, len(Y), rare, percent(rare / Y.shape[1])))
    return Table(rows, "rows", "how many", "labels in at most 10", "of 799")


def together() -> Table:
    """Return how often some labels come together, and how often by chance."""
    docs = load("docstrings")
    C, n, rows = describe(docs.Y).together, len(docs.Y), []
    for pair in PAIRS:
        j, k = map(docs.label_names.index, pair)
        chance = C[j, j] * C[k, k] / n
        told = percent(C[j, k] / C[j, j]), int(C[j, k]), f"{chance:.0f}"
        rows.append((f"{pair[0]} → {pair[1]}", *told))
    return Table(rows, "if → then", "share", "documents", "by chance")


def saying() -> Table:
    """Return what silence, the lowest loss and the same loss again are worth."""
    told, n = runs.saying(), len(runs.documents().Y)
    loss = told.loss()
    best, even = loss.argmin(), np.flatnonzero(2 * told.hits >= told.said)[-1]
    rows = [("silence", "0", f"{100 * told.ones / told.entries:.3f}", "0 %", "–")]
    for name, at in (("lowest loss", best), ("like silence", even)):
        found, right = told.hits[at] / told.ones, told.hits[at] / told.said[at]
        cells = f"{told.said[at] / n:.1f}", f"{100 * loss[at]:.3f}", percent(found)
        rows.append((name, *cells, f"{right:.2f}"))
    heads = "yeses", "loss, %", "found", "true"
    return Table(rows, "say", *heads)


def thresholds() -> Table:
    """Return where each metric is highest."""
    curves = zip(
        ("right answers", *runs.SET_METRICS), runs.by_threshold().T, strict=True
    )
    return Table(
        [(name, f"{runs.CUTS[c.argmax()]:g}", f"{c.max():.4f}") for name, c in curves],
        *("metric", "best threshold", "its value there"),
    )


def half() -> Tables:
    """Return which share of the entries is true by score, and half the best F1."""
    Y, S = runs.documents().Y, runs.scores()
    cut, best = best_cut(Y, S)
    near = np.abs(S - cut) < runs.NEAR
    rows = []
    for low, high in BANDS:
        some = (low < S) & (high >= S)
        rows.append((f"{low:g} to {high:g}", int(some.sum()), percent(Y[some].mean())))
    told = f"{best / 2:.3f}", f"{Y[near].mean():.3f}"
    mean, spread = (f(runs.halvings(), axis=0) for f in (np.mean, np.std))
    drawn = (f"{m:.3f} ± {s:.3f}" for m, s in zip(mean, spread, strict=True))
    return Tables(
        Table(rows, "score", "entries", "of them true"),
        Table([(f"{best:.3f}", f"{cut:.3f}")], "best micro F1", "at cut"),
        Table(
            [("the same", *told), ("the other half", *drawn)],
            *("counted on", "half of micro F1", "true near the cut"),
        ),
    )


def rankings() -> Tables:
    """Return what three rankings find, and how sure the price of the last one is."""
    ones, fives = [], []
    for name in runs.RANKINGS:
        one, five = runs.first_places(name)[[0, 3]]
        ones.append((name, f"{one[0]:.3f}", f"{one[2]:.3f}"))
        fives.append((name, *(percent(share) for share in five[3:])))
    changes = (f"{d.mean():+.3f} ± {d.std():.3f}".replace("-", "−") for d in divided())
    plain, other = (first_place(name)[0] for name in runs.RANKINGS[1:])
    lost, won = int(np.sum(plain > other)), int(np.sum(plain < other))
    p = f"{binomtest(lost, lost + won).pvalue:.0e}"
    return Tables(
        Table(ones, "ranked by", "P@1", "PSP@1"),
        Table([("by dividing", *changes)], "change", "P@1", "PSP@1"),
        Table([(lost, won, p)], "first places lost", "won", "sign test, p"),
        Table(fives, "found in five places", "head", "middle", "tail"),
    )


def first_place(name: str) -> tuple[Array, Array]:
    """Return which first labels are true, and what each earns: (n,) each."""
    here, label = runs.documents(), top_labels(runs.ranking(name), 1)
    hit = np.take_along_axis(here.Y, label, axis=1)[:, 0]
    return hit, hit / here.p[label[:, 0]]


def divided(draws: int = 200, seed: int = 0) -> tuple[Array, Array]:
    """Return what division by the propensity changes in P@1 and PSP@1: (draws,)."""
    here = runs.documents()
    n, rng = len(here.Y), np.random.default_rng(seed)
    weights = rng.multinomial(n, np.full(n, 1 / n), size=draws)  # documents, anew
    (hit, gain), (hits, gains) = map(first_place, runs.RANKINGS[1:])
    most = (here.Y / here.p).max(axis=1)
    return weights @ (hits - hit) / n, weights @ (gains - gain) / (weights @ most)


def silence(rare: int = runs.TAIL) -> Tables:
    """Return every metric with all labels, and when the rare ones are silent."""
    tied, kept = runs.PLACES
    full, unread = runs.left(0, tied), runs.unread()
    less, own = runs.left(rare, tied), runs.left(rare, kept)
    change = runs.changes(rare, tied)
    one, two = [], []
    for name in sorted(full, key=lambda k: -left(full, less, unread, k)):
        digits = {"coverage": 0, "Hamming loss": 4}.get(name, 3)
        told = (f"{each[name]:.{digits}f}" for each in (unread, full, less))
        spread = change[name].std()
        diff = f"{less[name] - full[name]:+.{digits}f}".replace("-", "−")
        one.append((name, *told))
        two.append((name, f"{diff} ± {spread:.{digits}f}", f"{own[name]:.{digits}f}"))
    return Tables(
        Table(one, "metric", "frequency list", "all labels", "tail silent"),
        Table(two, "metric", "change", "in order"),
    )


def outside(rare: int = runs.TAIL) -> Table:
    """Return how much of the test documents is outside the tail."""
    here = runs.documents()
    Y = here.Y[:, here.frequency > rare]
    told = percent(Y.any(axis=1).mean()), percent(Y.sum() / here.Y.sum())
    return Table([told], "documents with a label outside the tail", "ones outside it")


def left(
    full: dict[str, float], less: dict[str, float], unread: dict[str, float], name: str
) -> float:
    """Return the share of the lead over the frequency list that is left."""
    return (less[name] - unread[name]) / (full[name] - unread[name])


def bets() -> Table:
    """Return what each metric expects of each answer, in a world that is known."""
    rows = []
    for answer in product((0, 1), repeat=3):
        letters = [c for c, on in zip("ABC", answer, strict=True) if on]
        right = subset = f1 = 0.0
        for true, q in WORLD.items():
            Y, P = [list(true)], [list(answer)]
            right += q * (1 - m.hamming_loss(Y, P))
            subset += q * m.subset_accuracy(Y, P)
            f1 += q * m.f1(Y, P, average="example", zero_division=1)
        told = (f"{value:.3f}" for value in (right, subset, f1))
        rows.append((", ".join(letters) or "none", *told))
    return Table(rows, "answer", "right entries", "subset", "F1")


def same_name() -> Table:
    """Return one prediction under several conventions."""
    Y, S = runs.documents().Y, runs.scores()
    P = S > runs.CUT
    mean = {f: getattr(m, f)(Y, P, average="macro") for f in ("precision", "recall")}
    p, r = mean["precision"], mean["recall"]
    rows = [
        (f"macro F1, 0/0 = {zero}", m.f1(Y, P, average="macro", zero_division=zero))
        for zero in (0, 1)
    ]
    rows.append(("F1 of mean precision and mean recall", 2 * p * r / (p + r)))
    for ties in ("error", "half"):
        loss = m.ranking_loss(Y, runs.by_frequency(), ties=ties)
        rows.append((f"ranking loss of the frequency list, a tie {ties}", loss))
    return Table([(name, f"{value:.3f}") for name, value in rows], "name", "value")


def nothing() -> Mask:
    """Tell which labels are neither true nor predicted in the test rows: (L,)."""
    P = runs.scores() > runs.CUT
    found: Mask = ~((runs.documents().Y == 1) | P).any(axis=0)
    return found


def percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.0f} %"
