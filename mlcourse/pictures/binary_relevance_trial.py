"""The evidence of the trial of report 000: its baselines, and its words on losses."""

from fractions import Fraction

import numpy as np

from mlcourse.data import standardize
from mlcourse.formulas.metrics import binary_cross_entropy
from mlcourse.page.picture import Picture
from mlcourse.page.plots import dots, note, steady
from mlcourse.page.style import CURVES, GREEN
from mlcourse.page.table import Table, Tables
from mlcourse.pictures import binary_relevance_runs as runs
from mlcourse.reports import results
from mlcourse.reports.report_000 import PRINTED
from mlcourse.reports.store import Row

REML = 0.7968217934165721, 0.24074074074074073  # precision and recall, as printed
NAMES = {  # of the rows of the sample, as the table calls them
    "none": "none",
    "ridge": "ridge, of 0.1, 1, 10",
    "strong-ridge": "ridge, strength 200",
    "lasso": "lasso, of five strengths",
    "weak-lasso": "lasso, strength 0.0001",
    "l21": "L2,1",
    "hinge": "hinge",
    "log": "log",
}
READINGS = (2218, 1885, 1003)  # training rows, as one may read the report
POINT = ("precision", "recall")
LIKE = {"strong-ridge": "ridge", "weak-lasso": "lasso"}  # the printed row beside it
RANKED = NAMES | {"ridge": "ridge, λ ≤ 10", "strong-ridge": "ridge, λ = 200"}
RANKED |= {"weak-lasso": "lasso, λ = 0.0001", "lasso": "lasso, of five"}
CHOOSING = {"none": "none", "ridge": "ridge, λ of 10 to 10,000", "lasso": "lasso"}
CHOOSING |= {name: NAMES[name] for name in ("l21", "hinge", "log")}


def fractions(precision: float, recall: float) -> tuple[int, int, int]:
    """Return the fewest right, said and true labels that give two printed numbers.

    >>> fractions(0.5, 2 / 3)
    (2, 4, 3)
    """
    p, r = (Fraction(v).limit_denominator(5000) for v in (precision, recall))
    right = np.lcm(p.numerator, r.numerator)  # of both: right / said, right / true
    return int(right), int(right / p), int(right / r)


def sizes() -> Table:
    """Return the counts behind the printed numbers."""
    rows = [
        (name, *fractions(*PRINTED[key]))
        for key, name in zip(PRINTED, ("L1", "L2", "L2,1", "hinge", "log"), strict=True)
    ]
    heads = "right", "said", "true labels, or a multiple"
    return Table([*rows, ("REML", *fractions(*REML))], "row", *heads)


def baselines() -> Tables:
    """Return the baselines on the report's sample of rows beside what it printed."""
    return Tables(*(beside(k, measure) for k, measure in enumerate(POINT)))


def beside(k: int, measure: str) -> Table:
    """Return one number of the printed points beside ours."""
    trial, rows = results("000"), []
    for model, name in NAMES.items():
        row = trial[f"bibtex-sample-{model}-{measure}"]
        printed = PRINTED.get(LIKE.get(model, model))
        rows.append((name, f"{printed[k]:.3f}" if printed else "–", pm(row)))
    return Table(rows, measure, "printed", "ours")


def boldness() -> Tables:
    """Return what needs no threshold, or an honest one, on the sample of rows."""
    trial = results("000")
    firsts: list[tuple[str, ...]] = []
    for model, name in RANKED.items():
        official = trial.get(f"bibtex-zscores-{model}-P@1")
        more = f"{official.value:.3f}" if official else "–"
        firsts.append((name, pm(trial[f"bibtex-sample-{model}-P@1"]), more))
    inners = [
        (name, pm(trial[f"bibtex-sample-{model}-by-inner-F1"]))
        for model, name in CHOOSING.items()
    ]
    return Tables(
        Table(firsts, "P@1", "1,885 rows", "4,880 rows"),
        Table(inners, "F1, cut and λ chosen inside", "1,885 rows"),
    )


def pm(row: Row) -> str:
    """Return a result and its spread between draws."""
    return f"{row.value:.3f} ± {row.spread_seeds:.3f}"


def one_each() -> Tables:
    """Return REML's point beside plain models, and beside ridge from fewer rows."""
    book, z = results("book"), results("000")
    same, best = (f"{way}precision at recall@241" for way in ("", "by-test-"))
    points = {"REML, report": REML, "its hinge loss": PRINTED["hinge"]}
    for model in ("logistic", "ridge"):
        p, r = (
            book[f"bibtex-official-{model}-{m}"].value for m in ("precision", "recall")
        )
        points[f"{model}, θ = ½"] = p, r
    told = [
        (name, f"{p:.3f}", f"{r:.3f}", f"{2 * p * r / (p + r):.3f}")
        for name, (p, r) in points.items()
    ]
    return Tables(
        Table(told, "bibtex", "precision", "recall", "F1"),
        readings("length 1", [book[f"bibtex-reml-{n}-{same}"] for n in READINGS]),
        readings("z-scores", [z[f"bibtex-sample-reml-{n}-{best}"] for n in READINGS]),
    )


def readings(scale: str, found: list[Row]) -> Table:
    """Return ridge at the recall of REML, from as many rows as one may read."""
    rows: list[tuple[str | int, ...]] = []
    for size, row in zip(READINGS, found, strict=True):
        more = int(np.sum(np.array(row.more["by seed"]) > REML[0]))
        rows.append((f"ridge, {size:,} rows", pm(row), more))
    return Table(rows, scale, "precision", "above REML")


def draw_one_each() -> Picture:
    """Draw curves of precision by recall on bibtex, and the point of REML."""
    book = results("book")
    told = []
    figure, ax = steady("recall", "precision", height=280)
    heights = {"logistic": 0.36, "ridge": 0.66}
    for (model, y), style in zip(heights.items(), CURVES, strict=False):
        curve = book[f"bibtex-official-{model}-precision"].more["precision at recall"]
        recall, precision = np.array([(float(k), v) for k, v in curve.items()]).T
        ax.plot(recall, precision, **style)
        note(ax, 0.52 if y > 0.5 else 0.24, y, model, style["color"])
        told.append(f"{model} has precision {curve['0.25']:.3f} at recall 0.25")
    dots(ax, [REML[1]], [REML[0]], color=GREEN, marker="s", size=12)
    note(ax, 0.03, 0.62, "REML's point", GREEN)
    ax.set(xlim=(0, 1), ylim=(0, 1.04), xticks=(0, 0.5, 1), yticks=(0, 0.5, 1))
    says = f"On the official split {', '.join(told)}; the report's REML {REML[0]:.3f}"
    return Picture(figure, f"{says} at {REML[1]:.3f}, on other test rows.")


def as_printed() -> Table:
    """Return the printed log loss and the right one, of a model and of shouting."""
    Y = runs.docs().Y_test
    honest = np.clip(runs.scores("logistic regression"), 1e-9, 1 - 1e-9)
    shout = np.full(Y.shape, 1 - 1e-9)
    return Table(
        [
            (
                name,
                f"{-np.sum(Y * np.log(P)) / len(Y):.3f}",
                f"{binary_cross_entropy(Y, P):.3f}",
            )
            for name, P in {"logistic regression": honest, "always yes": shout}.items()
        ],
        *("answers", "as printed", "both terms"),
    )


def both_rise() -> Table:
    """Return what passes 6 to 12 add to loss and recall of test documents."""
    rows = []
    for seed in range(10):
        a, b = runs.passes(seed)[4], runs.passes(seed)[-1]
        loss = f"{a.hinge:.2f} → {b.hinge:.2f}"
        rows.append((f"{seed}", loss, f"{a.recall:.2f} → {b.recall:.2f}"))
    return Table(rows, "seed", "hinge loss", "recall")


def by_hand() -> Tables:
    """Return small losses of bad answers, and larger ones of good answers."""
    margins, chances = [], []
    for m in ((0.1, 0.1, 0.1), (3, 3, -0.5)):
        loss = np.maximum(0, 1 - np.array(m)).mean()
        margins.append(
            (", ".join(map(str, m)), f"{loss:.2f}", f"{np.mean(np.array(m) > 0):.2f}")
        )
    y = np.array([1, 1, 0])
    for p in ((0.51, 0.51, 0.49), (0.99, 0.99, 0.6)):
        said = np.array(p) >= 0.5
        loss = -np.log(np.where(y == 1, p, 1 - np.array(p))).mean()
        chances.append((", ".join(map(str, p)), f"{loss:.2f}", f"{y[said].mean():.2f}"))
    return Tables(
        Table(margins, "margins, all true", "hinge loss", "recall"),
        Table(chances, "chances, the third false", "log loss", "precision"),
    )


def draw_both() -> Picture:
    """Draw hinge loss and recall of the test documents by passes, a curve a seed."""
    left, ax = steady("passes", "hinge loss, test documents")
    right, low = steady("passes", "recall, test documents")
    for seed, style in zip((0, 1, 2), CURVES, strict=False):
        hinge, recall = np.array(runs.passes(seed)).T
        ax.plot(range(1, 13), hinge, **style)
        low.plot(range(1, 13), recall, **style)
    ax.set(xlim=(1, 12), ylim=(1.7, 2.06), xticks=(1, 6, 12), yticks=(1.8, 2))
    low.set(xlim=(1, 12), ylim=(0.3, 0.65), xticks=(1, 6, 12), yticks=(0.4, 0.6))
    ends = [(runs.passes(s)[4], runs.passes(s)[-1]) for s in (0, 1, 2)]
    told = (
        f"{a.hinge:.2f} to {b.hinge:.2f} while recall goes from {a.recall:.2f} to "
        f"{b.recall:.2f}"
        for a, b in ends
    )
    says = "From pass 5 to 12, for three of the seeds, the loss goes from"
    return Picture([left, right], f"{says} {'; '.join(told)}.")


def slips() -> Table:
    """Return the numbers of the slips of item 17: a vote, and full tables."""
    distance, label = np.array([0.0, 0.5, 2.0]), np.array([1.0, 0.0, 1.0])
    with np.errstate(divide="ignore", invalid="ignore"):
        w = 1 / distance
        vote = w @ label / w.sum()
    safe = 1 / (distance + 1e-3)
    counts = runs.docs().counts
    (z,) = standardize(counts.toarray())
    some = counts.nnz / np.prod(counts.shape)
    return Table(
        [
            ("vote with 1 / distance, one twin", str(vote)),
            ("with 1 / (distance + 0.001)", f"{safe @ label / safe.sum():.3f}"),
            ("numbers other than 0, word counts", f"{some:.1%}"),
            ("after z-scores", f"{np.mean(z != 0):.1%}"),
        ],
        *("", "value"),
    )
