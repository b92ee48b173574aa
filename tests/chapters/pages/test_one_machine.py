"""The page "When one machine is not enough" shows what was measured."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from book import declared, inputs
from mlcourse.chapters.pages import one_machine as growth
from mlcourse.chapters.pages import one_machine_tables as tables
from mlcourse.page.picture import Picture

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "benchmarks" / "one_machine" / "results.json"
PAGE = (ROOT / "chapters" / "one-machine.md").read_text(encoding="utf-8")
POWERS = {"ridge": (1.0, 2.0, 0.5), "knn": (2.0, 0.0, 1.0)}  # of rows, features, labels


@pytest.fixture(scope="module")
def kept():
    return growth.read(KEPT)


@pytest.fixture
def planted():
    """Give two learners: time grows by known powers, memory half as steeply."""
    rows = {}
    for name, powers in POWERS.items():
        for axis, power in zip(growth.AXES, powers, strict=True):
            for factor in growth.FACTORS:
                id = f"{axis}/{factor}" if factor > 1 else "base"
                rows[f"growth/{name}/{id}"] = {
                    "settings": {axis: 100 * factor},
                    "found": {
                        "fit s": 3.0 * factor**power,
                        "predict s": 1.0 * factor**power,
                        "data MB": 6.0 * factor ** (power / 2),
                        "fit MB": 10.0 * factor ** (power / 2),
                        "predict MB": 5.0 * factor ** (power / 2),
                        "P@1": 0.5,
                    },
                }
    return rows


# --- growth


def test_exponents_are_those_that_were_planted(planted):
    for measure, share in (("seconds", 1), ("MB", 0.5)):
        table = growth.exponents(planted, measure)
        found = [tuple(map(float, row[2:])) for row in table.rows]
        wanted = [tuple(share * p for p in powers) for powers in POWERS.values()]
        assert found == [pytest.approx(w, abs=0.051) for w in wanted]
        assert {row[1] for row in table.rows} == {"4.0" if share == 1 else "16"}


def test_what_an_hour_and_16_gb_are_enough_for(planted):
    """By hand: 4 s grow with n to 3,600 s at 100 x 900; memory at least in step."""
    [ridge, knn] = growth.runs_out(planted, "n").rows
    # 16 MB x 8^1/2 at n = 800, then in step: 800 x 16,000 / 45.25.
    assert ridge == ["ridge", "90,000", "280,000", "time"]
    assert knn == ["kNN", "3,000", "100,000", "time"]
    for row in planted.values():
        row["found"] |= {"fit s": 1e-3, "predict s": 0.0}
    assert growth.runs_out(planted, "n").rows[0][1:] == [
        "> 100,000,000",
        "280,000",
        "memory",
    ]


def test_a_learner_that_was_not_measured_at_every_size_is_left_out(planted):
    del planted["growth/knn/L/4"]
    assert growth.grown(planted) == ["ridge"]
    assert [row[0] for row in growth.quality(planted).rows] == ["ridge"]


@pytest.mark.parametrize("measure", growth.MEASURES)
def test_the_picture_says_which_line_is_the_steepest(planted, measure):
    picture = growth.draw_growth(planted, measure)
    assert isinstance(picture, Picture)
    assert picture.panels.count("<svg") == 3
    told = re.findall(
        r"with (\w+) the highest is (\w+) ([\d.]+), the l(\w+)", picture.says
    )
    assert [(axis, name) for axis, name, _, _ in told] == [
        ("rows", "kNN"),
        ("features", "ridge"),
        ("labels", "kNN"),
    ]


def test_names_do_not_lie_on_each_other():
    apart = growth.spread({"a": 1.0, "b": 2.0, "c": 2.5, "d": 90.0})
    heights = sorted(apart.values())
    assert list(apart) == ["a", "b", "c", "d"]
    assert all(b - a >= growth.GAP - 1e-3 for a, b in pairwise(heights))


def test_says_how_to_make_the_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"python -m benchmarks.one_machine"):
        growth.read(tmp_path / "results.json")


# --- the other tables


def test_what_was_not_measured_is_a_gap():
    took = {"alone": 12.3, "cluster-2": 8.2}
    rows = {f"workers/sleec/{k}": {"found": {"seconds": s}} for k, s in took.items()}
    seconds, faster = tables.workers(rows).tables
    assert seconds.rows[2] == ["4 SLEEC learners", "12", "–", "–", "8.2"]
    assert faster.rows[2] == ["4 SLEEC learners", "–", "–", "1.50"]
    for part in tables.tools({}, "bibtex").tables:
        assert {cell for row in part.rows for cell in row[1:]} == {"–"}


def seconds(kept, learner, size):
    return growth.value(kept[f"growth/{learner}/{size}"], "seconds")


def memory(kept, learner, size):
    return growth.value(kept[f"growth/{learner}/{size}"], "MB")


def quality(kept, learner, size):
    return kept[f"growth/{learner}/{size}"]["found"]["P@1"]


@pytest.mark.parametrize("measure", growth.MEASURES)
def test_every_line_has_its_name_in_every_panel(kept, measure):
    """Also where many lines end near the upper edge: text is drawn as text."""
    panels = growth.draw_growth(kept, measure).panels.split("<svg")[1:]
    assert len(panels) == 3
    for panel in panels:
        for learner in growth.grown(kept):
            assert growth.NAMES[learner] in panel


def test_what_the_page_advises_is_in_its_rows(kept):
    """Each sentence of its last list that compares, by the rows that it names."""
    for size in ("n/8", "L/8"):
        for sparse in ("sleec-clusters", "linear-svc", "knn"):
            assert memory(kept, sparse, size) < memory(kept, "ridge", size)
            assert memory(kept, sparse, size) < memory(kept, "reml", size)
    for plain in ("ridge", "knn"):
        assert seconds(kept, plain, "L/8") < seconds(kept, "napkinxc-plt", "L/8")
        assert quality(kept, plain, "L/8") > quality(kept, "napkinxc-plt", "L/8")
    assert memory(kept, "napkinxc-plt", "L/8") < memory(kept, "ridge", "L/8")
    assert memory(kept, "sleec", "n/8") > memory(kept, "ridge", "n/8")
    words, tags = (
        {k: kept[f"beyond/{data}/{k}"]["found"] for k in tables.TOOLS}
        for data in ("docstrings", "bibtex")
    )
    assert max(words, key=lambda k: words[k]["P@1"]) == "linear-svc"
    assert max(tags, key=lambda k: tags[k]["P@1"]) == "sleec"
    assert round(tags["sleec"]["fit s"] / tags["ridge"]["fit s"]) == 17
    assert memory(kept, "sleec-clusters", "n/8") < memory(kept, "sleec", "n/8")
    assert quality(kept, "sleec-clusters", "n/8") < quality(kept, "sleec", "n/8")


def test_two_workers_save_less_than_two_processes(kept):
    """Only of the experiment nearly as much."""
    for job in ("binary-relevance", "chains", "reml", "sleec", "experiment"):
        alone, two, sent = (
            kept[f"workers/{job}/{way}"]["found"]["seconds"]
            for way in ("alone", "processes", "cluster-2")
        )
        assert two < sent < alone
        assert (alone / sent > 1.5) == (job == "experiment")


def test_sending_once_passes_less_than_with_every_job(kept):
    once, each = (kept[f"sending/{k}"]["found"]["fit MB"] for k in ("once", "each"))
    assert once < each / 10


def test_scikit_multilearns_ml_knn_ranks_badly(kept):
    """As the page says, beside every other tool."""
    for data in ("docstrings", "bibtex"):
        P = {k: kept[f"beyond/{data}/{k}"]["found"]["P@1"] for k in tables.TOOLS}
        assert P.pop("skml-mlknn") < min(P.values()) - 0.05


def test_each_machine_has_its_table():
    here, there = "Linux, 2 cores; Python 3.11, numpy 2.4; ", "macOS; Python 3.12; "
    rows = {
        "growth/a": {"machine": f"{here}2026-11-25"},
        "growth/b": {"machine": f"{here}2026-11-27"},
        "workers/c": {"machine": f"{there}2026-11-27"},
    }
    [first, second] = tables.where(rows).tables
    assert first.rows == [
        ["on", "Linux, 2 cores"],
        ["with", "Python 3.11"],
        ["with", "numpy 2.4"],
        ["day", "2026-11-25 to 2026-11-27"],
        ["rows", "2"],
    ]
    assert ["day", "2026-11-27"] in second.rows
    assert (first.heads, second.heads[1]) == (("measured", "growth"), "workers")


def test_new_results_make_the_page_stale():
    page = declared.page(
        next(c for c in declared.chapters() if c.slug == "one-machine")
    )
    code, root = inputs.cells.trees(page), declared.ROOT
    read = inputs.files(code, inputs.found(inputs.places(code), root), root)
    assert KEPT.resolve() in {file.resolve() for file in read}
