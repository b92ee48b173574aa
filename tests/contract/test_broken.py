"""Every rule of the contract can fail: each spoilt toy is caught by its rule."""

import pytest

from tests.contract import broken_lines as lines
from tests.contract import broken_models as models
from tests.contract.cases import BAYES, MEMBER, META, SETS, Case, all_cases
from tests.contract.memory import memory
from tests.contract.references import same
from tests.contract.rules import complaints
from tests.contract.toys import Each, Line, Lines, Sets
from tests.test_contract import RULES

GOOD = [Line(), Lines(), Each(BAYES), Sets(BAYES, 2, 5, random_state=0)]
BAD = {
    "scikit_learn": [lines.TakesAnyWidth()],
    "units": [lines.DropsSmallColumns(), lines.DropsSmallTables()],
    "far": [lines.DropsFarColumns()],
    "wide": [models.NegatesWide(BAYES)],
    "kinds": [lines.ReadsMemory(), lines.RefusesBriefly(), lines.Halves()],
    "names": [lines.NoLimit(), lines.Passes(), lines.OtherNames()],
    "steps": [
        lines.HalfFits(),
        lines.Overwrites(),
        lines.Endless(),
        lines.StopsEarly(),
        lines.OtherPath(),
        lines.Recounts(),
    ],
    "convergence": [lines.Silent(), lines.Cryptic()],
    "parameters": [models.ReadsParameters(), models.TagsOfToday(BAYES)],
    "copies": [models.Coarse(), models.Remembers(), models.CountsJobs()],
    "seeds": [models.IgnoresSeed(), models.OwnGenerator(), models.NeedsSeed()],
    "matrices": [
        models.Squeezes(BAYES),
        models.NeverCertain(BAYES),
        models.NeedsLabels(BAYES),
        models.LosesWeights(BAYES),
    ],
    "votes": [
        models.HardVotes(),
        models.HardScores(),
        models.UnequalVotes(),
        models.HardByDefault(voting="soft"),
        models.SoftAnyway(BAYES, 2, 5, voting="hard", random_state=0),
    ],
    "memory": [
        models.Hoards(),
        models.ComparesAll(),
        models.Densifies(),
        models.StacksVotes(BAYES, 2, random_state=0),
    ],
}


def case_of(model):
    """Return what the rules ask of a toy."""
    if hasattr(model, "estimator"):
        return Case(model, MEMBER, META | SETS if isinstance(model, Sets) else META)
    return Case(model, same)


@pytest.mark.parametrize(
    ("rule", "model"),
    [
        pytest.param(rule, model, marks=[pytest.mark.thorough] * (rule == "memory"))
        for rule, models in BAD.items()
        for model in models
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_its_rule_complains(rule, model):
    [asked] = [one for one in RULES if one.__name__ == rule]
    assert complaints(asked, case_of(model))


@pytest.mark.parametrize("model", GOOD, ids=str)
def test_all_are_silent_about_the_toys(model):
    assert [complaints(rule, case_of(model)) for rule in RULES] == [[]] * len(RULES)


def test_every_rule_is_shown_to_fail():
    assert list(BAD) == [rule.__name__ for rule in RULES]


def test_a_complaint_says_what_is_wrong():
    found = complaints(memory, Case(models.Hoards(), same))
    assert found[0].startswith("large: fit takes ")


def test_what_a_case_knows_must_be_so():
    known = {"memory: large: fit": "it hoards"}
    assert complaints(memory, Case(models.Hoards(), same, known=known)) == []
    (stale,) = complaints(memory, Case(Line(), same, known=known))
    assert stale.startswith("memory: large: fit: this is no longer so")


def test_an_estimator_without_a_row_is_tested_at_its_defaults(tmp_path, monkeypatch):
    """Public classes with a `fit` that are defined here, in any folder, of any base."""
    lines = [
        "from sklearn.base import BaseEstimator",
        "from sklearn.linear_model import Ridge",
        "class Base(BaseEstimator): pass",
        "class Found(Base):",
        "    def fit(self, X, y): return self",
        "class _Private(Found): pass",
        "class Plain:",
        "    def fit(self, X, y): return self",
    ]
    for folder in (tmp_path / "planted", tmp_path / "planted" / "deep"):
        folder.mkdir()
        (folder / "__init__.py").write_text("", encoding="utf-8")
        (folder / "__main__.py").write_text("raise SystemExit", encoding="utf-8")
    (folder / "one.py").write_text("\n".join(lines), encoding="utf-8")
    (folder / "two.py").write_text("from planted.deep.one import *", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import planted

    found = {type(case.estimator) for case in all_cases(planted)}
    assert found >= {planted.deep.one.Found, planted.deep.one.Plain}
