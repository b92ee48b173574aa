"""The tables of the trial of reports 002 and 003, and of this book's own claim."""

import re

from mlcourse.page.table import Table
from mlcourse.pictures.dependence_draws import MEASURES, over_draws
from mlcourse.pictures.dependence_tables import COSTS, ORDERS, rights
from mlcourse.reports import results
from mlcourse.reports.rivals import BASELINE

book = results("book")
STORED = {
    "binary": "each label alone",
    "chain": "chain",
    "chains": "ten chains",
    "powerset": "powerset",
    "rakel": "RAkEL",
    "mlknn": "ML-kNN",
}
RIVALRY = ("each label alone", "chain", "powerset")
CHOSEN = "by-inner-hamming"  # C, or k, chosen on a quarter of the training rows


def baseline(measure: str) -> Table:
    """Return the row "Baseline" of report 002 beside ML-kNN as the package has it."""
    rows = []
    for data in BASELINE:
        row = book[f"{data}-official-mlknn-{measure}"]
        name = data.removeprefix("yahoo_")
        rows.append((name, f"{row.printed:.4f}", f"{row.value:.4f}"))
    return Table(rows, {"AP": "AP", "hamming": "Hamming"}[measure], "report", "ML-kNN")


def scaling() -> Table:
    """Return ML-kNN on the songs as they come, and from 0 to 1."""
    rows = []
    for name, scale in {"as they come": "official", "0 to 1": "minmax"}.items():
        told = (book[f"emotions-{scale}-mlknn-{m}"].value for m in ("AP", "hamming"))
        rows.append((name, *(f"{value:.3f}" for value in told)))
    rows.append(("z-scores", *stored("emotions", "mlknn", "AP", "hamming")))
    return Table(rows, "features", "AP", "Hamming")


def stored(data: str, key: str, *measures: str) -> list[str]:
    """Return stored values of a rival on z-scores."""
    return [f"{book[f'{data}-zscores-{key}-{m}'].value:.3f}" for m in measures]


def of_claims() -> Table:
    """Return what each label alone, chains and powersets do on two tasks."""
    rows = []
    for k, measure in enumerate(MEASURES):
        means = (over_draws("LDA")[name][:, k].mean() for name in RIVALRY)
        rows.append((f"scenes, {measure}", *(f"{mean:.3f}" for mean in means)))
    right = rights("exact")
    for C in COSTS:
        alone, *chains = (right[name, C].mean() for name in ORDERS)
        spread = f"{min(chains):.3f} to {max(chains):.3f}"
        rows.append((f"docstrings, C = {C}", f"{alone:.3f}", spread, "–"))
    return Table(rows, "task", "alone", "chain", "powerset")


def of_rivals(data: str) -> Table:
    """Return the rivals on photographs (scene) or songs (emotions), on one split.

    With settings as in the first edition, C = 1 and k = 10, and chosen inside.
    """
    measures = "hamming", CHOSEN, "by-inner-subset"
    rows = [
        (
            name,
            *stored(data, key, *measures),
            settings(f"{data}-zscores-{key}-{CHOSEN}"),
        )
        for key, name in STORED.items()
    ]
    heads = "C = 1", "chosen", "exact", "chosen C"
    return Table(rows, data, *heads)


def settings(row: str) -> str:
    """Return the C, or the k, that a rival chose; of several seeds the ends."""
    given = " ".join(book[row].more["chosen"])
    near = re.findall(r"n_neighbors=(\d+)", given)
    costs = sorted(map(float, re.findall(r"'C': ([\d.]+)", given)))
    ends = [f"{C:g}" for C in dict.fromkeys((costs[0], costs[-1]))] if costs else []
    return "–".join(ends) if ends else f"k = {near[0]}"


def of_equal_costs() -> Table:
    """Return rivals with the C that each has best on new rows.

    It is the C of the lowest Hamming loss, in both measures.
    """
    rows = []
    for data in ("scene", "emotions"):
        keys = "binary", "chain"
        for name, measure in {"Hamming": "hamming", "exact": "subset"}.items():
            every = *keys, "powerset", "rakel"
            told = [stored(data, key, f"by-test-{measure}")[0] for key in every]
            rows.append((f"{data}, {name}", *told))
    return Table(rows, "best C", "alone", "chain", "powerset", "RAkEL")


def of_firsts() -> Table:
    """Return the P@1 of a chain and of its members alone, each with the C it chose.

    On all names of the docstrings, as the table of the whole book has them.
    """
    rows = []
    for name, learner in {"a chain": "chain", "each label alone": "logistic"}.items():
        row = f"docstrings-places-{learner}-by-inner-P@1"
        rows.append((name, settings(row), f"{book[row].value:.3f}"))
    return Table(rows, "members", "C", "P@1")
