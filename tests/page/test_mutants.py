"""The page of races shows the last scores of the mutation tests, with their dates."""

from mlcourse.page import MutantsTable, read_mutants

TABLE = """module,killed,timed_out,survived,no_tests,wording,date
models.stump,0,0,0,10,0,2026-11-19
formulas.norms,80,10,6,4,5,2026-11-20
formulas.losses,9,0,1,0,0,2026-11-21
"""


def test_counts_by_layer_and_in_all(tmp_path):
    """Noticed: 99 of 110 tried in formulas; of 115 with what was set aside."""
    path = tmp_path / "results.csv"
    path.write_text(TABLE, encoding="utf-8")
    counts, shares, when = MutantsTable(read_mutants(path)).data.split("\n\n")
    assert counts.splitlines()[2:] == [
        "| formulas | 110 | 11 | **90.0 %** |",
        "| models | 10 | 10 | **0.0 %** |",
        "| **all** | 120 | 21 | **82.5 %** |",
    ]
    assert shares.splitlines()[2:] == [
        "| formulas | 2 | 5 | 86.1 % |",
        "| models | 1 | 0 | 0.0 % |",
        "| **all** | 3 | 5 | 79.2 % |",
    ]
    assert when == "Measured 2026-11-19 to 2026-11-21."
