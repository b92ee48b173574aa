"""Stored comparisons and presets of the chapter on SLEEC: read and reckoned again."""

import json
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binomtest, t

from mlcourse.data import load
from mlcourse.page import read_questions
from mlcourse.pictures import sleec as pictures
from mlcourse.pictures import sleec_gram as gram
from mlcourse.pictures import sleec_learners as learners
from mlcourse.pictures import sleec_map as maps
from mlcourse.pictures import sleec_pays as pays
from mlcourse.pictures import sleec_runs as runs
from mlcourse.pictures import sleec_spaces as spaces
from mlcourse.pictures import sleec_stored as stored
from mlcourse.pictures import sleec_tables as tables
from mlcourse.pictures import sleec_trial as evidence
from mlcourse.pictures import sleec_votes as votes
from mlcourse.reports.store import SHIPPED
from tests.chapter import ROOT

THREE_DIGITS = r"\b0\.\d{3}\b"
EXPLORERS = {
    "votes": (votes.draw_votes, votes.VOTES),
    "gram": (gram.draw_gram, gram.GRAM),
    "map": (maps.draw_map, maps.MAP),
    "looking": (pictures.draw_looking, pictures.LOOKING),
    "sizes": (spaces.draw_sizes, spaces.SIZES),
    "projections": (spaces.draw_projections, spaces.PROJECTIONS),
    "teams": (learners.draw_teams, learners.TEAMS),
    "pays": (pays.draw_pays, pays.PAYS),
}
ASKED = read_questions(ROOT / "chapters" / "questions" / "sleec.toml")


@pytest.fixture(scope="module")
def kept():
    """Give the stored rows as they lie in the files."""
    return {
        f"{id}-{ending}": row
        for name in ("book", "000")
        for id, entry in json.loads((SHIPPED / f"{name}.json").read_text()).items()
        for ending, row in entry["rows"].items()
    }


@pytest.mark.parametrize("data", ["docstrings", "bibtex"])
def test_means_of_splits(kept, data):
    """Each cell is the mean over the twenty splits that are kept."""
    for (_, *told), rival in zip(
        stored.of_splits(data).rows, stored.RIVALS, strict=True
    ):
        for cell, measure in zip(told, ("P@1", "P@3", "P@5", "PSP@5"), strict=True):
            found = kept[f"{data}-splits-sleec-{rival}-{measure}"]["more"]["by seed"]
            assert len(found) == 20
            assert cell == f"{np.mean(found):.3f}"


@pytest.mark.parametrize("data", ["docstrings", "bibtex"])
@pytest.mark.parametrize("measure", ["P@1", "P@5"])
def test_differences_of_splits(kept, data, measure):
    """From the splits: the mean, who wins how many, and p by Nadeau and Bengio."""
    for row, (one, other) in zip(
        stored.of_differences(data, measure).rows, stored.PAIRS, strict=True
    ):
        a, b = (
            np.array(kept[f"{data}-splits-sleec-{who}-{measure}"]["more"]["by seed"])
            for who in (one, other)
        )
        gap = a - b
        if abs(gap.mean()) < 5e-4:
            assert row[1] == "0.000"
        else:
            assert row[1] == f"{gap.mean():+.3f}".replace("-", "−")
        assert row[2] == f"{np.sum(gap > 0)}:{np.sum(gap < 0)}"
        error = np.sqrt((1 / 20 + 0.3 / 0.7) * gap.var(ddof=1))
        p = 2 * t.sf(abs(gap.mean()) / error, 19)
        told = 0.001 if row[3].startswith("<") else float(row[3])
        assert p < 0.001 if row[3].startswith("<") else abs(p - told) < 0.006


def test_embeddings_by_size(kept):
    """Means, and below those of random ones the spread of five draws."""
    for data, (sizes, whole) in stored.NUMBERS.items():
        table = {name: told for name, *told in stored.of_embeddings(data).rows}
        for how, name in stored.WAYS.items():
            found = [kept[f"{data}-embedding-{how}-{n}-P@1"] for n in sizes]
            assert table[name] == [f"{row['value']:.3f}" for row in found]
            if how == "random":
                draws = [row["more"]["by seed"] for row in found]
                spreads = [f"{np.std(five, ddof=1):.3f}" for five in draws]
                assert table["±, five draws"] == spreads
        value = kept[f"{data}-embedding-all-{whole}-P@1"]["value"]
        assert table[f"all {whole} labels"][-1] == f"{value:.3f}"


@pytest.mark.parametrize("rival", ["words-weighted", "ridge"])
def test_frequent_names_by_numbers(kept, rival):
    """Each row from its twenty splits: names that have so many, and the numbers."""
    Y = load("docstrings").Y.sum(axis=0)
    ids = {f"{Y.size} in 200": "sleec"}
    for least, ranks in ((10, (77, 100, 154)), (30, (22, 45, 100))):
        names = int(np.sum(least <= Y))
        for rank in ranks:
            end = "" if rank == 100 else f"-{rank}"
            ids[f"{names} in {rank}"] = f"frequent-{least}{end}"
    rows = {name: cells for name, *cells in stored.of_frequent(rival).rows}
    for name, id in ids.items():
        a, b = (
            np.array(kept[f"docstrings-splits-{id}-{who}-P@1"]["more"]["by seed"])
            for who in ("sleec-weighted", rival)
        )
        assert rows[name][1] == f"{np.sum(a > b)}:{np.sum(a < b)}"
        told = float(rows[name][0].replace("−", "-"))
        assert told == pytest.approx(np.mean(a - b), abs=6e-4)


def test_starts_are_told(kept):
    """Mean, lowest and highest of ten pairs."""
    row = next(row for row in learners.of_starts().rows if row[0] == "4")
    for data, cells in (("docstrings", row[1:3]), ("bibtex", row[3:])):
        pairs = kept[f"{data}-clusters-alike-4-ARI"]["more"]["by pair"]
        assert len(pairs) == 10
        ends = f"{min(pairs):.2f} to {max(pairs):.2f}"
        assert cells == [f"{np.mean(pairs):.2f}", ends]


def test_distance_on_bibtex(kept):
    """P is the binomial tail of the rows where only one is right."""
    for row in stored.of_distance().rows:
        more, less = map(int, row[3].split(":"))
        p = binomtest(more, more + less).pvalue
        assert row[4] == "< 0.001" if p < 0.001 else float(row[4]) == round(p, 3)
        gap = float(row[2].replace("−", "-"))
        assert gap == pytest.approx((more - less) / 2515, abs=6e-4)


def test_teams_are_told(kept):
    found = np.array(kept["docstrings-teams-4x5-P@1"]["more"]["by seed"])
    whole = kept["docstrings-teams-1x1-P@1"]["value"]
    says = learners.draw_teams(4, 5, "P@1").says
    assert f"P@1 {found.mean():.3f} ± {found.std(ddof=1):.3f} over {len(found)}" in says
    assert f"{abs(found.mean() - whole):.3f} below one learner" in says
    row = next(row for row in learners.of_spread().rows if row[0] == "4")
    ones = np.array(kept["docstrings-teams-4x1-P@1"]["more"]["by seed"])
    told = [f"{v:.3f}" for v in (ones.min(), ones.mean(), ones.max())]
    assert list(row[1:]) == ["20", *told]


@pytest.mark.thorough
def test_the_whole_set_by_whole_matrices():
    """The last row of the moves, from all products at once."""
    Z, Y = runs.embedded(), runs.unit_labels()
    G = runs.label_gram(runs.labels(), runs.ALIKE)
    known = np.zeros((len(Z), len(Z)), dtype=bool)
    known[np.repeat(np.arange(len(Z)), np.diff(G.indptr)), G.indices] = True
    error = Y @ Y.T - Z @ Z.T
    pairs = np.triu(known).sum()
    on, off = (np.sqrt(np.mean(error[which] ** 2)) for which in (known, ~known))
    row = gram.of_moves().rows[-1]
    assert list(row[2:4]) == [f"{pairs:,}", f"{Z.size:,}"]
    assert_allclose([float(cell) for cell in row[4:]], [on, off], atol=6e-4)


def test_the_printed_numbers_stand_first():
    """Of each reading of the rows: as the report has them."""
    for where in evidence.WHERE:
        assert list(evidence.of_first(where).rows[0]) == ["printed", "0.619", "0.273"]


@pytest.mark.thorough
@pytest.mark.parametrize("name", EXPLORERS)
def test_presets_say_what_frames_say(name):
    """Each number of three digits is one of its frame, or of one beside.

    One or more of them, if there are any, is one of the frame itself.
    """
    draw, controls = EXPLORERS[name]
    for preset in ASKED[name].presets:
        own, *beside = (draw(**at).says for at in around(preset.at, controls))
        found = re.findall(THREE_DIGITS, preset.text)
        assert not found or any(number in own for number in found), preset.name
        for number in found:
            assert any(number in says for says in (own, *beside)), (preset.name, number)


TABLES = {
    "better-weight": tables.of_weights,
    "fewer": spaces.of_sizes,
    "lots": spaces.of_projections,
    "divided": lambda: learners.of_teams("P@1"),
    "stored-rows": tables.of_stored,
}


@pytest.mark.parametrize("name", TABLES)
def test_reasons_of_answers_say_what_tables_say(name):
    """Each number of three digits in a reason stands in the table of its section."""
    cells = {cell for row in TABLES[name]().rows for cell in row}
    found = [
        number
        for answer in ASKED[name].answers
        for number in re.findall(THREE_DIGITS, answer.reason)
    ]
    assert found
    assert set(found) <= cells


def test_the_answer_on_all_scores_counts_documents():
    """More right than wrong, where only one of the two is right."""
    row = tables.of_pairs(tables.WHOLE).rows[0]
    more, less = map(int, row[2].split(":"))
    told = " ".join(answer.reason for answer in ASKED["fewer"].answers)
    assert f"It is {more - less} documents of {len(runs.documents().Y_new):,}" in told


def test_what_the_embedding_removes():
    """Rare names and others among the first five: by all scores, and by 100 numbers."""
    here = runs.documents()
    rare = here.Y.sum(axis=0) <= 5
    found = []
    for space in ("scores", "svp"):
        S = runs.votes(runs.near(space), 25, "cosine^16")
        hits = np.zeros(S.shape, dtype=bool)
        np.put_along_axis(hits, np.argsort(-S, axis=1, kind="stable")[:, :5], True, 1)
        right = hits & (here.Y_new == 1)
        found.append([right[:, part].sum() for part in (rare, ~rare)])
    ones = np.array([here.Y_new[:, part].sum() for part in (rare, ~rare)])
    lost = np.round(100 * (np.array(found[0]) - found[1]) / ones)
    told = " ".join(answer.reason for answer in ASKED["fewer"].answers)
    assert f"finds {lost[0]:.0f} of 100 rare ones fewer (at most five" in told
    assert f"and {lost[1]:.0f} of 100 others" in told


def around(at, controls):
    """Yield a setting, and all that differ from it in one control."""
    yield at
    for name, control in controls.items():
        for value in control.values:
            if value != at[name]:
                yield at | {name: value}


def test_eigenvalues_of_the_prediction():
    values = np.linalg.eigvalsh(np.where(gram.known(10), gram.cosines(), 0))
    right = next(a for a in ASKED["holes"].answers if a.right)
    assert f"{np.sum(values < -1e-9)} of the 300" in right.reason
    assert f"{values.min():.1f}".replace("-", "−") in right.reason


def test_cosines_of_the_twin():
    i = pictures.number_of("stats.circvar")
    cosines = 1 - runs.near("words").distances[i, :25]
    text = ASKED["votes"].presets[0].text
    assert f"cosine of {cosines[0]:.2f}" in text
    assert float(re.search(r"less than (0\.\d+)", text)[1]) > cosines[1]
