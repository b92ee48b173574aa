"""The tables of the evidence on choosing features; all read stored rows."""

import numpy as np
from scipy.stats import wilcoxon

from mlcourse.arrays import Array
from mlcourse.chapters.common.paired import beside
from mlcourse.chapters.feature_selection import hero, measure, runs
from mlcourse.page.table import Table

# AP in Table 2 of report 002: Computer, Reference, Business, Health, Scene, Yeast.
PRINTED = {
    "MSSL": (0.6510, 0.6547, 0.8806, 0.7413, 0.8287, 0.7674),
    "RFS": (0.6420, 0.6370, 0.8723, 0.7328, 0.8278, 0.7598),
    "MDMR": (0.6305, 0.6493, 0.8757, 0.7257, 0.7633, 0.7580),
    "PMU": (0.6092, 0.6034, 0.8691, 0.6594, 0.8034, 0.7563),
    "FIMF": (0.6203, 0.6477, 0.8730, 0.7089, 0.6906, 0.7552),
    "LASSO": (0.6315, 0.6414, 0.8745, 0.7382, 0.8312, 0.7566),
    "all features": (0.6334, 0.6193, 0.8798, 0.6812, 0.8512, 0.7585),
}


def found(name: str) -> Array:
    """Return the stored average precisions of a row, (20,)."""
    return np.array(runs.measured()[name])


def compared(names: dict[str, str], other: str, title: str) -> Table:
    """Return rows beside one of them, draw by draw."""
    rows = []
    for shown, name in names.items():
        ap = found(name)
        told = ("–", "–") if name == other else beside(ap, found(other))
        rows.append((shown, f"{ap.mean():.3f}", f"{ap.std(ddof=1):.3f}", *told))
    return Table(rows, title, "AP", "sd", "better : worse", "p")


def selectors() -> Table:
    """Return what 30 pixels of each selector are worth beside those of MSSL."""
    names = {"all": "all", "MSSL": "MSSL", "MSSL, 1500": "100 1500"}
    names |= {name: name for name in runs.SELECTORS}
    return compared(names, "MSSL", "30 pixels by")


def graphs(gamma: int) -> Table:
    """Return what the graph adds at one strength of the L2,1 norm."""
    names = {f"{alpha:,}": f"{alpha} {gamma}" for alpha in runs.STORED_ALPHAS}
    return compared(names, f"0 {gamma}", "alpha")


def neighbours() -> Table:
    """Return what the number of neighbours in the graph changes, alpha = 1000."""
    rows = []
    for gamma in (10, 1000):
        means = (found(f"near {k} {gamma}").mean() for k in runs.NEIGHBOURS)
        rows.append([f"{gamma}", *(f"{mean:.3f}" for mean in means)])
    return Table(rows, "gamma", *(f"k = {k}" for k in runs.NEIGHBOURS))


def fences() -> Table:
    """Return what unlabelled scenes change at every strength of the penalty of CSFS."""
    rows = []
    for mu in runs.MUS:
        alone = found(f"CSFS {mu} 0.0")
        told = []
        for weight in runs.WEIGHTS[1:]:
            ap = found(f"CSFS {mu} {weight}")
            told += [f"{ap.mean():.3f}", beside(ap, alone)[0]]
        rows.append([f"{mu}", f"{alone.mean():.3f}", *told])
    names = ("weight 0.1", "better : worse", "weight 1", "better : worse ")
    return Table(rows, "mu", "weight 0", *names)


def climbs() -> Table:
    """Return what pixels fitted to the scenes at the top read, beside MSSL's."""
    rows = []
    for name, new in measure.CLIMBS.items():
        read, theirs = found(name), hero.score(hero.chosen(), new)
        told = beside(read, np.full(len(read), theirs))
        shown = "30 new scenes" if new else "the 30 scenes"
        rows.append((shown, f"{read.mean():.1f}", f"{theirs}", *told))
    return Table(rows, "of 90 digits in", "climbed", "MSSL", "better : worse", "p")


def photographs() -> Table:
    """Return what 45 of the 294 features of the photographs are worth."""
    names = {way: f"{measure.PHOTOS} {way}" for way in measure.WAYS}
    return compared(names, f"{measure.PHOTOS} MSSL", "45 features by")


def printed() -> Table:
    """Return the report's own numbers: sets that MSSL wins, and Wilcoxon's p."""
    mssl, rows = np.array(PRINTED["MSSL"]), []
    for name, values in list(PRINTED.items())[1:]:
        gap = mssl - values
        p = wilcoxon(gap).pvalue
        wins = f"{np.sum(gap > 0)} : {np.sum(gap < 0)}"
        rows.append((name, f"{gap.mean():+.3f}", wins, f"{p:.2f}"))
    return Table(rows, "MSSL minus", "mean gap in AP", "sets won : lost", "p")
