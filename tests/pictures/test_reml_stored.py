"""What the chapter on REML says of stored results, row by row; and bibtex anew."""

import os
import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.preprocessing import normalize

from mlcourse.data import load
from mlcourse.multilabel.reml import REML
from mlcourse.pictures import reml_stored as stored

REML_ROWS = slice(1, 1 + len(stored.STRENGTHS))


@pytest.mark.parametrize("data", ["docstrings", "bibtex"])
def test_the_least_low_rank_is_the_best_and_the_most_the_worst(data):
    """Of five strengths on either set; ridge is above all, also the choice inside."""
    rows = stored.of_shares(data).rows
    first = [float(row[1]) for row in rows]
    shares = [float(row[-1].rstrip("%")) for row in rows[REML_ROWS]]
    assert np.argmin(shares) == np.argmax(first[REML_ROWS])
    assert np.argmax(shares) == np.argmin(first[REML_ROWS])
    assert first[0] > max(first[1:])


def test_the_choice_inside_is_told():
    assert stored.of_shares("docstrings").rows[-1][0] == "chosen: 20, 10"
    assert stored.of_shares("bibtex").rows[-1][0] == "chosen: 20, 3"


@pytest.mark.parametrize("data", ["docstrings", "bibtex"])
def test_the_share_of_the_choice_is_that_of_the_same_fit(data):
    """The fit that was chosen is among those on offer, and ranks as well."""
    k, strength = stored.inside(data).split(", ")
    for measure in ("P@1", "P@5"):
        offered = stored.book[f"{data}-offered-k{k}-{strength}-{measure}"].value
        chosen = stored.book[f"{data}-places-reml-by-inner-{measure}"].value
        assert_allclose(offered, chosen)


def test_all_have_the_same_draws():
    """The same cut and the same first seeds, so that differences are paired."""
    for train in stored.READINGS:
        told = {
            str(row.experiment.settings["cut"])
            for row in (stored.at_recall(who, train) for who in stored.WHO)
        }
        assert len(told) == 1
        for who in stored.WHO:
            settings = stored.at_recall(who, train).experiment.settings
            assert settings["seeds"][: stored.DRAWS] == list(range(stored.DRAWS))


def test_the_pair_of_numbers_does_not_tell_them_apart():
    """At the report's recall, in the same units, draw by draw."""
    for train in stored.READINGS:
        found = {who: stored.shared(who, train).mean() for who in stored.WHO}
        for group in stored.UNITS.values():
            for who in group[:-1]:
                assert abs(found[who] - found[group[-1]]) < 0.0125
        assert stored.score("reml", "ridge", train) == "0:5"
        assert found["reml"] < found["program"] + 0.002
    for who, ridge in (("unit", "ridge, length 1"), ("program", "ridge")):
        gaps = [
            stored.shared(who, n).mean() - stored.shared(ridge, n).mean()
            for n in stored.READINGS
        ]
        assert min(gaps) < 0 < max(gaps)


@pytest.mark.parametrize("who", ["reml", "program"])
def test_on_z_scores_the_end_of_a_list_was_chosen(who):
    """In 13 of 15 fits: the largest strength on offer, of U and V or of H."""
    key = {"reml": "alpha_low_rank", "program": "alpha_tail"}[who]
    taken = 0
    for train in stored.READINGS:
        row = stored.at_recall(who, train)
        offered = row.experiment.settings["candidates"]
        end = f"{key}={max(each[key] for each in offered)}"
        chosen = row.more["chosen"].items()
        taken += sum(times for name, times in chosen if end in name)
    assert taken == 13


def test_the_curves_are_told_as_they_are():
    says = stored.draw_report().says
    for model in ("reml", "ridge"):
        row = stored.book[f"bibtex-official-{model}-precision"]
        recall = stored.book[f"bibtex-official-{model}-recall"].value
        assert f"has {row.value:.3f} and {recall:.3f}" in says
    told = [float(n) for n in re.findall(r"0\.\d+", says.split("2,218 rows")[1])]
    assert_allclose(
        told, [stored.shared(who, 2218).mean() for who in stored.WHO], atol=5e-4
    )


def test_the_rest_of_planted_labels_is_the_tail():
    """At λ₃ = 0.5 the head has next to nothing in XH; at 0.02 nearly everything.

    The table is counted again, entry by entry.
    """
    told = {row[0]: row[1:] for row in stored.of_rest().tables[0].rows}
    given = stored.runs.task(0)
    for l1, row in told.items():
        model = stored.one.fitted(alpha_l1=float(l1))
        XH = (given.X - given.X.mean(axis=0)) @ model.H_
        for labels, share in zip((range(20), range(20, 30)), row, strict=False):
            many = sum(abs(x) > 0.001 for j in labels for x in XH[:, j])
            assert share == f"{many / (len(labels) * len(XH)):.1%}"
    assert float(told["0.5"][0].rstrip("%")) < 2
    assert float(told["0.02"][0].rstrip("%")) > 95


def test_on_bibtex_the_better_fit_has_a_full_rest():
    rows = stored.of_rest().tables[1].rows
    full, first = ([float(row[k].rstrip("%")) for row in rows] for k in (1, 3))
    assert full == sorted(full, reverse=True)
    assert full[0] > 90
    assert full[-1] == 0
    assert first[0] > first[-1] + 0.02


@pytest.mark.thorough
@pytest.mark.skipif(
    not os.environ.get("MLCOURSE_DATA"),
    reason="set MLCOURSE_DATA to a folder with the real sets, bibtex among them",
)
@pytest.mark.parametrize("l1", [0.05, 0.5])
def test_the_rest_on_bibtex(l1):
    """As stored, entry by entry."""
    data = load("bibtex")
    train = data.split == 0
    model = REML(50, 3.0, 1.0, l1, fit_intercept=False, tol=1e-3)
    X = normalize(data.X)[train]
    XH = np.abs(model.fit(X, np.asarray(data.Y)[train]).tail(X))
    kept = stored.book[f"bibtex-rests-{l1:g}-above-0.001"].value
    assert_allclose(np.mean(XH > 0.001), kept, atol=2e-3)
