"""The evidence of the trial of report 000: its SLEEC, and what it says of it."""

from functools import cache
from itertools import islice

import numpy as np

from mlcourse.arrays import Array
from mlcourse.multilabel.embedding import regress
from mlcourse.multilabel.label_gram import label_gram
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import BLUE, FAINT, GREEN, INK, ORANGE, PURPLE
from mlcourse.page.svg import to_svg
from mlcourse.page.table import Table
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures.pairs import signed, signs
from mlcourse.pictures.sleec_stored import book
from mlcourse.reports import results
from mlcourse.reports.repository import EMBEDDINGS
from mlcourse.reports.sleec_trial import PRINTED
from mlcourse.solvers.centring import Centred
from mlcourse.solvers.completion import svp

report = results("000")
FIRST, printed = [*PRINTED], [*PRINTED.values()]  # P@1 ... P@5
TICKS = (-0.06, -0.04, -0.02, 0, 0.02)
RIVALS = {
    "published": ("SLEEC, published", BLUE),
    "sleec": ("SLEEC, its recipe", PURPLE),
    "ridge": ("ridge", GREEN),
    "weighted": ("words, weighted", ORANGE),
    "equal": ("words, equal", FAINT),
}
DRAWN = [(rival, *RIVALS[rival]) for rival in ("published", "ridge", "sleec")]
WHERE = {
    "first": "1,885 rows learn, 333 test",
    "rest": "2,218 rows learn, 5,177 test",
    "2218": "2,218 rows learn, 2,515 test",
}
HERE = {"sleec": "SLEEC", "logistic": "1-vs-All", "neighbours": "kNN"}
OURS = {
    "sleec": "ours: SLEEC",
    "sleec-als": "ours: SLEEC by ALS",
    "sleec-admm": "ours: SLEEC, L1 on XV",
    "ridge": "ours: ridge",
}

# --- five numbers


def row(where: str, rival: str, measure: str) -> tuple[float, float]:
    """Return mean and spread of a measure, by the rows that are learned from."""
    if where == "first":
        found = report[f"bibtex-sample-first-{rival}-{measure}"]
    elif where == "rest":
        found = report[f"bibtex-sample-rest-{rival}-{measure}"]
    else:
        found = report[f"bibtex-official-first-{rival}-{where}-{measure}"]
    return found.value, found.spread_seeds or 0.0


def of_first(where: str) -> Table:
    """Return P@1 and P@5 as printed and as ours, mean and spread over five draws."""
    rows = [("printed", *(f"{value:.3f}" for value in printed[::4]))]
    for rival, (name, _) in RIVALS.items():
        pairs = (row(where, rival, m) for m in FIRST[::4])
        rows.append((name, *(f"{mean:.3f} ± {spread:.3f}" for mean, spread in pairs)))
    return Table(rows, WHERE[where], *FIRST[::4])


def draw_first() -> Picture:
    """Draw what ours are above or below the five printed numbers, by reading."""
    parts = []
    for where, words in WHERE.items():
        gaps = (f"{name} {signed(less(where, r)[0][0])}" for r, name, _ in DRAWN)
        parts.append(f"{words}: {', '.join(gaps)}")
    says = f"Ours less the printed numbers, P@1. {'; '.join(parts)}."
    return Picture([five(where) for where in WHERE], says)


def less(where: str, rival: str) -> tuple[Array, Array]:
    """Return ours less the printed numbers at one to five, and our spreads, (5,)."""
    means, spreads = np.array([row(where, rival, m) for m in FIRST]).T
    return means - printed, spreads


@cache
def five(where: str) -> str:
    """Draw our differences with their spreads, side by side at each k."""
    name = f"ours − printed: {WHERE[where]}"
    figure, ax = steady("first k tags", name, height=300, left=60)
    ax.axhline(0, color=INK, linewidth=1)
    k = np.arange(1, 6)
    for place, (rival, name, color) in enumerate(DRAWN):
        gaps, spreads = less(where, rival)
        at = k + 0.2 * (place - 1)
        ax.vlines(at, gaps - spreads, gaps + spreads, color=color, linewidth=2)
        dots(ax, at, gaps, color=color, size=8)
        note(ax, 0.98, 0.23 - 0.09 * place, name, color, ha="right")
    ax.set(xlim=(0.6, 5.4), ylim=(-0.075, 0.028), xticks=k, yticks=TICKS)
    ax.set_yticklabels([signed(tick)[:-1] if tick else "0" for tick in TICKS])
    return to_svg(figure)


def of_published() -> Table:
    """Return the published table, and ours on the official split."""
    names = "P@1", "P@3", "P@5"
    found = {name: [refer(id, m) for m in names] for id, name in HERE.items()}
    found |= {f"{name}, an embedding": [*told] for name, told in EMBEDDINGS.items()}
    found = dict(sorted(found.items(), key=lambda each: -each[1][0]))
    for id, name in OURS.items():
        found[name] = [book[f"bibtex-official-{id}-{m}"].value for m in names]
    rows = [(name, *(f"{v:.3f}" for v in told)) for name, told in found.items()]
    return Table(rows, "bibtex, official split", *names)


def refer(model: str, measure: str) -> float:
    """Return the published number that is stored beside ours."""
    return float(book[f"bibtex-official-{model}-{measure}"].reference or np.nan)


def fits(N: int) -> bool:
    """Tell whether N test rows can have the five printed numbers.

    Each is a number of hits over k N, rounded to four digits.
    """
    places = enumerate(printed, start=1)
    return all(abs(round(p * k * N) / (k * N) - p) <= 0.5e-4 + 1e-12 for k, p in places)


# --- a weight raises the accuracy


def of_distance() -> Table:
    """Return what a vote by 1/distance is worth, document by document."""
    rows = []
    for space, name in {"words": "words", "svp": "SLEEC"}.items():
        base = runs.judged(space, 25, runs.EQUAL)
        for weight in ("1 / distance", "cosine^16"):
            here = runs.judged(space, 25, weight)
            pair = signs(here.right, base.right)
            gap = signed(here.p1 - base.p1)
            rows.append((f"{name}, {weight}", f"{here.p1:.3f}", gap, *pair))
    heads = "P@1", "− equal", "only one right", "p"
    return Table(rows, "docstrings, 25 votes in", *heads)


# --- an elastic net is another problem

LAMBDA, MU, ROWS, RANK = 1.0, 1.0, 300, 5


@cache
def both() -> dict[str, tuple[Array, Array]]:
    """Return V (d, r) and XV (n, r) of both problems, on the first documents."""
    docs = runs.documents()
    X = docs.X[:ROWS]
    X = X[:, np.flatnonzero((X > 0).sum(axis=0) >= 10)]
    Z = next(islice(svp(label_gram(docs.Y[:ROWS], 100), RANK), runs.MOVES, None)).Z
    Xc = Centred(X)
    found = {}
    for name in ("admm", "elastic_net"):
        V = regress(Xc, Z - Z.mean(axis=0), name, LAMBDA, MU, 1.0, 2000)
        found[name] = V, Xc.dot(V)
    found["Z"] = Z - Z.mean(axis=0), Z
    return found


def of_elastic_net() -> Table:
    """Return both penalties, objectives and zeros at both solutions."""
    Z = both()["Z"][0]
    rows = []
    for name, words in {"admm": "|XV|, the paper", "elastic_net": "|V|"}.items():
        V, XV = both()[name]
        common = np.sum((Z - XV) ** 2) + LAMBDA * np.sum(V**2)
        on_xv, on_v = (common + MU * np.abs(each).sum() for each in (XV, V))
        zeros = (f"{np.mean(np.abs(each) < 1e-6):.0%}" for each in (V, XV))
        rows.append((words, f"{on_xv:.2f}", f"{on_v:.2f}", *zeros))
    heads = "objective, |XV|", "objective, |V|", "zeros in V", "in XV"
    return Table(rows, "penalty on", *heads)


# --- labels of a tail


def of_rarest() -> Table:
    """Return how rare the rarest label is, in bibtex and in the docstrings."""
    Y = runs.documents().Y.sum(axis=0)
    rows = []
    for part, words in {"all": "all rows", "train": "training rows"}.items():
        least = int(book[f"bibtex-rarest-{part}"].value)
        rows.append((f"bibtex, {words}", least, "none" if least > 5 else "some"))
    rows.append(("docstrings, training rows", int(Y.min()), f"{np.mean(Y <= 5):.0%}"))
    return Table(rows, "set", "rows of the rarest", "labels of ≤ 5 rows")
