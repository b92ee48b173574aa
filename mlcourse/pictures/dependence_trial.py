"""The tables of the trial of reports 002 and 003, and of this book's own claim."""

from mlcourse.formulas.metrics import hamming_loss
from mlcourse.page.table import Table
from mlcourse.pictures import dependence_runs as runs
from mlcourse.pictures.dependence_draws import over_draws
from mlcourse.pictures.dependence_tables import on_documents
from mlcourse.reports import results
from mlcourse.reports.book import BASELINE

book = results("book")
STORED = {
    "binary": "each label alone",
    "chain": "chain",
    "chains": "ten chains",
    "powerset": "powerset",
    "rakel": "RAkEL",
    "mlknn": "ML-kNN",
}
CHOSEN = "by-inner-hamming"  # C, or k, chosen on a quarter of the training rows


def baseline() -> Table:
    """Return the row "Baseline" of report 002 beside ML-kNN as the package has it."""
    rows = []
    for data in BASELINE:
        told: list[str] = []
        for measure in ("AP", "hamming"):
            row = book[f"{data}-official-mlknn-{measure}"]
            told += [f"{row.printed:.4f}", f"{row.value:.4f}"]
        rows.append((data.removeprefix("yahoo_"), *told))
    return Table(rows, "data", "AP: report", "ML-kNN", "Hamming: report", "ML-kNN ")


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


def of_neighbours() -> Table:
    """Return the Hamming loss of ML-kNN and of lines, one a label, on four sets."""
    found, draws = on_documents(), over_draws()
    truth = runs.documents().Y_test[:, :40]
    pairs = "ML-kNN", "each label alone"
    rows = [
        ("digit scenes, 20 draws", *(f"{draws[p][:, 0].mean():.3f}" for p in pairs)),
        ("docstrings", *(f"{hamming_loss(truth, found[p][0]):.3f}" for p in pairs)),
    ]
    for name, data in {"photographs": "scene", "songs": "emotions"}.items():
        told = (stored(data, key, CHOSEN)[0] for key in ("mlknn", "binary"))
        rows.append((name, *told))
    return Table(rows, "Hamming loss", *pairs)


def of_rivals(data: str) -> Table:
    """Return the rivals on photographs (scene) or songs (emotions), on one split.

    With settings as in the first edition, C = 1 and k = 10, and chosen inside.
    """
    measures = "hamming", CHOSEN, "by-inner-subset"
    rows = [(name, *stored(data, key, *measures)) for key, name in STORED.items()]
    return Table(rows, data, "Hamming: C = 1", "C chosen", "exact: C chosen")
