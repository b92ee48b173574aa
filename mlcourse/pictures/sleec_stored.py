"""The stored comparisons of the chapter on SLEEC: twenty splits of real documents."""

from mlcourse.page.table import Table
from mlcourse.pictures.pairs import number, signed
from mlcourse.reports import results
from mlcourse.reports.embedded import LEAST, NAMES, RANK, SHARES
from mlcourse.reports.sleec_rows import LENGTH
from mlcourse.reports.store import Row

book = results("book")
RIVALS = {
    "words-equal": "words, equal",
    "words-weighted": "words, weighted",
    "sleec-equal": "SLEEC, equal",
    "sleec-weighted": "SLEEC, weighted",
    "ridge": "ridge",
}
PAIRS = (
    ("words-weighted", "words-equal"),
    ("sleec-weighted", "sleec-equal"),
    ("sleec-equal", "words-equal"),
    ("sleec-weighted", "words-weighted"),
    ("sleec-weighted", "ridge"),
    ("words-weighted", "ridge"),
)
MEASURES = ("P@1", "P@3", "P@5", "PSP@5")
WAYS = {"svp": "SLEEC", "random": "random", "svd": "largest directions"}
NUMBERS = {"docstrings": ((50, 100, 200), 799), "bibtex": ((50, 100), 159)}
SPACES = {"words": "words", "sleec": "SLEEC", "recipe": "its recipe"}
WEIGHTS = {"distance": "1 / distance", "cosine": "cosine^16"}


def of_splits(data: str) -> Table:
    """Return means over twenty splits, each rival with its choice inside."""
    rows = []
    for rival, name in RIVALS.items():
        found = (book[f"{data}-splits-sleec-{rival}-{m}"] for m in MEASURES)
        rows.append((name, *(f"{row.value:.3f}" for row in found)))
    return Table(rows, data, *MEASURES)


def of_differences(data: str, measure: str = "P@1") -> Table:
    """Return differences over the same splits, with wins and p."""
    rows = []
    for one, other in PAIRS:
        row = book[f"{data}-splits-sleec-{one}-less-{other}-{measure}"]
        rows.append((f"{RIVALS[one]} − {RIVALS[other]}", *told(row)))
    return Table(rows, f"{data}, {measure}", "difference", "won:lost", "p")


def told(row: Row) -> tuple[str, ...]:
    """Return a stored difference, how many splits it wins and loses, and its p."""
    won = f"{row.more['won']}:{row.more['lost']}"
    return signed(row.value), won, number(row.more["p_corrected"])


def of_embeddings(data: str) -> Table:
    """Return P@1 of weighted votes in several embeddings, by their size."""
    sizes, whole = NUMBERS[data]
    rows = []
    for how, name in WAYS.items():
        found = [book[f"{data}-embedding-{how}-{size}-P@1"] for size in sizes]
        rows.append((name, *(f"{row.value:.3f}" for row in found)))
        if how == "random":
            rows.append(("±, five draws", *(f"{r.spread_seeds:.3f}" for r in found)))
    every = f"{book[f'{data}-embedding-all-{whole}-P@1'].value:.3f}"
    rows.append((f"all {whole} labels", *("–" for _ in sizes[1:]), every))
    return Table(rows, f"{data}, numbers", *map(str, sizes))


def of_tail() -> Table:
    """Return how many true names of few documents are among the first five."""
    rows = []
    for rival, name in RIVALS.items():
        found = (
            book[f"docstrings-splits-sleec-{rival}-{part} recall@5"]
            for part in ("tail", "head")
        )
        rows.append((name, *(f"{row.value:.3f}" for row in found)))
    return Table(rows, "found in the first five", "names of ≤ 5", "all others")


def of_rare_differences() -> Table:
    """Return differences in how many rare, and other, names are found."""
    rows, one = [], "sleec-weighted"
    for part, words in {"tail": "≤ 5", "head": "others"}.items():
        for other in ("words-weighted", "ridge"):
            name = f"{words}: {RIVALS[one]} − {RIVALS[other]}"
            id = f"{one}-less-{other}-{part} recall@5"
            rows.append((name, *told(book[f"docstrings-splits-sleec-{id}"])))
    return Table(rows, "names", "difference", "won:lost", "p")


def of_frequent(rival: str) -> Table:
    """Return what SLEEC is above a rival, by the names and the numbers for them."""
    end = f"sleec-weighted-less-{rival}-P@1"
    found = {(NAMES[3], LENGTH["docstrings"]): book[f"docstrings-splits-sleec-{end}"]}
    for least, rank in sorted([*SHARES, *((least, RANK) for least in LEAST)]):
        id = f"{least}" if rank == RANK else f"{least}-{rank}"
        row = book[f"docstrings-splits-frequent-{id}-{end}"]
        found[NAMES[least], rank] = row
    rows = [(f"{L} in {rank}", *told(row)) for (L, rank), row in found.items()]
    heads = f"P@1, SLEEC − {RIVALS[rival]}", "won:lost", "p"
    return Table(rows, "names in numbers", *heads)


def of_distance() -> Table:
    """Return what 1/distance and a sharper vote add to equal votes, on bibtex."""
    rows = []
    for space, name in SPACES.items():
        for weight, words in WEIGHTS.items():
            one = f"{space}-{weight}"
            gap = book[f"bibtex-official-votes-{one}-less-{space}-equal-P@1"]
            value = f"{book[f'bibtex-official-votes-{one}-P@1'].value:.3f}"
            won = f"{gap.more['won']}:{gap.more['lost']}"
            pair = signed(gap.value), won, number(gap.more["p"])
            rows.append((f"{name}, {words}", value, *pair))
    heads = "P@1", "− equal", "only one right", "p"
    return Table(rows, "bibtex, 25 votes in", *heads)
