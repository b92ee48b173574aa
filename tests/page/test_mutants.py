"""The page of races shows the files that the mutation tests write."""

import pytest

from mlcourse.page import MutantsTable, SurvivorsTable, read_mutants
from mutation.results import Reason, Row, toml, write_table

NORMS = Row("formulas.norms", 80, 10, 6, 4, 5, "2026-11-20")
LOSSES = Row("formulas.losses", 9, 0, 1, 0, 0, "2026-11-21")
TREE = Row("models.stump", 0, 0, 0, 10, 0, "2026-11-19")


@pytest.fixture
def layers(tmp_path):
    """Give two layers, written and read."""
    write_table([TREE, NORMS, LOSSES], tmp_path / "results.csv")
    return read_mutants(tmp_path / "results.csv")


def test_counts_by_layer_and_in_all(layers):
    """Noticed: 99 of 110 tried in formulas; of 115 with what was set aside."""
    assert list(layers) == ["formulas", "models"]
    counts, shares, _ = MutantsTable(layers).data.split("\n\n")
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


def test_says_when(layers):
    """First and last day; one day alone; and no result at all."""
    assert MutantsTable(layers).data.endswith("Measured 2026-11-19 to 2026-11-21.")
    one = {"models": layers["models"]}
    assert MutantsTable(one).data.endswith("Measured 2026-11-19.")
    assert "| **all** | 0 | 0 | **0.0 %** |" in MutantsTable({}).data


def test_reasons_with_the_most_mutants_come_first(tmp_path):
    """A reason that no mutant has any more is not shown."""
    path = tmp_path / "survivors.toml"
    reasons = [Reason("one", [], ["a"]), Reason("none", ["x"], [])]
    path.write_bytes(toml([*reasons, Reason("two", [], ["b", "c"])]))
    assert SurvivorsTable(path).data.splitlines()[2:] == ["| two | 2 |", "| one | 1 |"]


def test_says_how_to_make_the_file(tmp_path):
    with pytest.raises(FileNotFoundError, match="python -m mutation"):
        read_mutants(tmp_path / "results.csv")
