"""Mutants are counted as they fall, and every survivor has a name and a reason."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mutation import changes, results, workplace
from mutation.__main__ import chosen, keep, main, read
from mutation.results import UNNAMED, Reason, Row

KEY = "mlcourse.models.tree.x_grow__mutmut_3"
METHOD = "mlcourse.models.tree.xǁTreeǁfit__mutmut_12"


def mutated(before, after, name="x_grow"):
    """Return a function of one line before and after, with mutmut's names."""
    return (
        f"def {name}__mutmut_orig(a):\n    {before}\n",
        f"def {name}__mutmut_3(a):\n    {after}\n",
    )


# --- names ---


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("return a < 1", "return a <= 1", "< -> <="),
        ("return f(a, b=1)", "return f(a, b=2)", "b=1 -> b=2"),
        ("return f(a, b=1)", "return f(a, )", "b=1 -> nothing"),
        ("return -a", "return +a", "-a -> +a"),
        ("return f(\n      a,\n      1)", "return f(\n      a,\n      2)", "1 -> 2"),
        ("x = 1", "x = None", "1 -> None"),
        ("return a.sum(0)", "return a.sum(1)", "0 -> 1"),
    ],
)
def test_a_change_is_named_by_its_words(before, after, said):
    found = changes.change(KEY, *mutated(before, after))
    assert found == f"models.tree grow: {said}"


def test_a_method_is_named_with_its_class():
    assert changes.function(METHOD) == "models.tree Tree.fit"
    assert changes.original("xǁTreeǁfit__mutmut_12") == "xǁTreeǁfit__mutmut_orig"


@pytest.mark.parametrize(
    ("before", "after", "wording"),
    [
        ("raise ValueError('no')", "raise ValueError('XXnoXX')", True),
        (
            "raise ValueError(f'{a} is ' 'bad')",
            "raise ValueError(f'{a} is ' 'BAD')",
            True,
        ),
        ("warnings.warn('no', W)", "warnings.warn('NO', W)", True),
        ("warn('no')", "warn('NO')", True),
        ("raise ValueError('no')", "raise ValueError(None)", False),
        ("raise ValueError(f'{a + 1}')", "raise ValueError(f'{a - 1}')", False),
        ("raise ValueError(f'{a:.2f}', 1)", "raise ValueError(f'{a:.2f}', 2)", False),
        ("warn('no', W)", "warn('no', )", False),
        ("return 'no'", "return 'NO'", False),
        ("check('a', a)", "check('A', a)", False),
        ("if a < 1: raise E('no')", "if a <= 1: raise E('no')", False),
        ("return a", "return a", False),
    ],
)
def test_only_words_of_messages_are_wording(before, after, wording):
    """An argument, a condition or a text that the code uses is no wording."""
    assert changes.is_wording(*mutated(before, after)) is wording
    indented = (
        f"    {t.replace(chr(10), chr(10) + '    ')}" for t in mutated(before, after)
    )
    assert changes.is_wording(*indented) is wording


# --- counts ---


def test_every_outcome_has_its_column():
    """One of each, with mutmut's numbers."""
    outcomes = [1, 3, -11, 36, -24, 0, 35, 33, 5, 34]
    codes = dict(zip("abcdefghij", outcomes, strict=True))
    row = results.count("mlcourse/formulas/metrics/sets.py", codes)
    assert row[:-1] == ("formulas.metrics.sets", 3, 2, 2, 2, 1)
    assert (row.noticed, row.tried) == (5, 9)
    package = results.count("mlcourse/formulas/metrics/__init__.py", codes)
    assert package.module == "formulas.metrics"


@pytest.mark.parametrize("code", [None, 2, 4, -2, -15, 137])
def test_a_module_that_is_not_done_has_no_row(code):
    with pytest.raises(results.UnfinishedError, match="1 of 2 still to do"):
        results.count("mlcourse/formulas/norms.py", {"a": 1, "b": code})


def test_the_table_keeps_the_rows_of_other_modules(tmp_path):
    """New rows replace old ones; those of modules that are gone go."""
    path = tmp_path / "results.csv"
    norms = Row("formulas.norms", 1, 0, 0, 0, 0, "2026-01-01")
    gone = norms._replace(module="formulas.gone")
    losses = norms._replace(module="formulas.losses")
    results.write_table([norms, gone], path)
    results.write_table([losses, norms._replace(killed=5)], path)
    assert results.read_table(path) == [losses, norms._replace(killed=5)]


def test_survivors_of_modules_that_are_gone_go(tmp_path):
    """Reasons stay, for the next mutants that are like those."""
    path = tmp_path / "survivors.toml"
    norms, gone = "formulas.norms l1: 0 -> 1", "formulas.gone f: 0 -> 1"
    old = [Reason("same", ["0 -> 1"], [norms, gone]), Reason(UNNAMED, [], [gone])]
    path.write_bytes(results.toml(old))
    results.write_survivors([], [], path)
    assert results.read_survivors(path) == [old[0]._replace(changes=[norms])]


# --- survivors ---

ZERO = Reason(
    "0 and 1 say the same", ["a 0 -> 1", "c h: 0 -> "], ["a f: 0 -> 1", "b g: 0 -> 1"]
)
SLOW = Reason("it is only slower", [], ["a f: x -> y", "a f: x -> y"])
NEW = Reason(UNNAMED, [], ["a f: p -> q", "b g: p -> q"])


def test_survivors_keep_their_reason():
    """Twins are counted one by one; what no longer lives goes; others stay."""
    found = results.sort_out([ZERO, SLOW, NEW], ["a"], ["a f: x -> y", "a f: 0 -> 1"])
    assert found == [
        ZERO,
        SLOW._replace(changes=["a f: x -> y"]),
        NEW._replace(changes=["b g: p -> q"]),
    ]


def test_new_survivors_go_where_they_belong_or_wait_for_a_person():
    living = ["c h: 0 -> 1", "c h: 0 -> 1", "c h: r -> s"]
    zero, slow, new = results.sort_out([ZERO, SLOW, NEW], ["c"], living)
    assert zero.changes == ["a f: 0 -> 1", "b g: 0 -> 1", "c h: 0 -> 1", "c h: 0 -> 1"]
    assert slow == SLOW
    assert new.changes == [*NEW.changes, "c h: r -> s"]
    assert results.sort_out([ZERO], ["a", "b"], []) == [ZERO._replace(changes=[])]


@pytest.mark.parametrize(
    "like", ["c h: 0 -> 1", "c.d h: 0", "h: 0 -> 1", "0", "", "c.d  "]
)
def test_a_text_excuses_only_in_its_own_module(like):
    """Else "strict=True" would at once excuse it in every module to come."""
    reason = Reason("the same", [like], [])
    found, *unnamed = results.sort_out([reason], ["c.d"], ["c.d h: 0 -> 1"])
    assert found.changes == ["c.d h: 0 -> 1"] * (like == "c.d h: 0")
    assert len(unnamed) == (like != "c.d h: 0")


def test_the_kept_texts_name_modules_that_there_are():
    for reason in results.read_survivors():
        for text in reason.like:
            module, _, rest = text.partition(" ")
            assert results.source(module).exists(), text
            assert rest.strip(), f"{text} excuses all of it"


texts = st.text(max_size=12)
reasons = st.builds(Reason, texts, st.lists(texts), st.lists(texts))


@given(st.lists(reasons, max_size=4))
def test_any_text_comes_back_from_the_file(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("toml") / "survivors.toml"
    found = [Reason(*(json.loads(json.dumps(part)) for part in r)) for r in found]
    path.write_bytes(results.toml(found))
    assert results.read_survivors(path) == found


def test_the_kept_survivors_are_those_of_the_kept_table():
    """Each survivor of results.csv stands in survivors.toml, and has a reason."""
    table = {row.module: row.survived + row.no_tests for row in results.read_table()}
    named = Counter()
    for reason in results.read_survivors():
        assert reason.why.strip() not in ("", UNNAMED), reason.changes
        named.update(change.partition(" ")[0] for change in reason.changes)
    assert named == Counter(table)


def test_every_module_has_its_row():
    """A new one would else count as if all its mutants had been noticed."""
    rows = {row.module for row in results.read_table()}
    missing = modules() - rows
    run = f"run `python -m mutation {' '.join(sorted(missing))}`"
    assert not missing, f"no row in mutation/results.csv: {run}"


def modules():
    """Return the modules whose mutants are tried; empty files have none."""
    package = workplace.ROOT / "mlcourse"
    files = [
        path for layer in workplace.TESTS for path in (package / layer).rglob("*.py")
    ]
    names = {
        ".".join(path.relative_to(package).with_suffix("").parts)
        for path in files
        if path.read_text(encoding="utf-8").strip()
    }
    return {name.removesuffix(".__init__") for name in names}


def test_a_module_without_a_row_is_missed(monkeypatch):
    monkeypatch.setattr(results, "read_table", lambda: [])
    with pytest.raises(
        AssertionError, match=r"run `python -m mutation formulas\.losses"
    ):
        test_every_module_has_its_row()


def test_the_tests_notice_enough():
    """At least nine of ten mutants, in every layer that is in the table."""
    rows = results.read_table()
    assert rows
    for layer in {row.module.partition(".")[0] for row in rows}:
        part = [row for row in rows if row.module.startswith(layer)]
        assert sum(r.noticed for r in part) >= 0.9 * sum(r.tried for r in part), layer


# --- the workplace ---


def test_mirror_touches_only_what_differs(tmp_path):
    """Mutmut goes by times: an untouched file keeps the outcomes of its mutants."""
    source, target = tmp_path / "a", tmp_path / "b"
    for name, text in (("x.py", "1"), ("deep/y.py", "2"), ("__pycache__/z.pyc", "3")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
    workplace.mirror(source, target)
    os.utime(target / "x.py", (1, 1))
    (source / "deep/y.py").write_text("4")
    (target / "old.py").write_text("5")
    workplace.mirror(source, target)
    found = {p.relative_to(target).as_posix() for p in target.rglob("*") if p.is_file()}
    assert found == {"x.py", "deep/y.py"}
    assert (target / "x.py").stat().st_mtime == 1
    assert (target / "deep/y.py").read_text() == "4"


CODES = {"a": 1, "b": 0, "c": 36, "d": 34, "e": None}
TEST = """\
@pytest.mark.parametrize("a", [1, 2])
def test_a(a):
    '''One by one.'''
    assert f(a)
"""


@pytest.fixture
def place(tmp_path):
    """Return the folder of a layer, where a run has tried the tests of TEST."""
    notes = tmp_path / "mutants" / "mlcourse" / "a.py.meta"
    for path, text in (
        (notes, json.dumps({"exit_code_by_key": CODES})),
        (tmp_path / "mutants" / "mutmut-stats.json", "{}"),
        (tmp_path / "tests" / "models" / "test_a.py", TEST),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def tried_again(place, text, layer="models"):
    """Return the outcomes that are kept when test_a.py gets another text, or goes."""
    test = place / "new" / "tests" / "models" / "test_a.py"
    test.parent.mkdir(parents=True)
    if text is not None:
        test.write_text(text)
    workplace.try_again(layer, test.parents[1], place)
    notes = (place / "mutants" / "mlcourse" / "a.py.meta").read_text()
    kept = json.loads(notes)["exit_code_by_key"]
    assert (place / "mutants" / "mutmut-stats.json").exists() == (kept == CODES)
    return kept


@pytest.mark.parametrize(
    "text",
    [
        TEST + "def test_b():\n    assert g()\n",
        TEST.replace("[1, 2]", "[1, 2, 3]"),
    ],
)
def test_new_tests_give_survivors_another_chance(place, text):
    """Killed stays killed; what lived, timed out or was set aside is done again."""
    assert tried_again(place, text) == {"a": 1, **dict.fromkeys("bcde")}


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        TEST.replace("[1, 2]", "[1]"),
        TEST.replace("assert f(a)", "pass"),
        f"@pytest.mark.skip\n{TEST}",
        TEST.replace("test_a(a)", "not_a_test(a)"),
    ],
)
def test_nobody_stays_killed_when_tests_went(place, text):
    """What killed a mutant may be gone: a file, a test, a row of its table."""
    assert tried_again(place, text) == dict.fromkeys(CODES)


def test_killed_stays_killed_when_another_layers_tests_went(place):
    kept = tried_again(place, None, layer="formulas")
    assert kept == {"a": 1, **dict.fromkeys("bcde")}


def test_other_words_and_imports_change_nothing(place):
    text = "import numpy  # all of it\n" + TEST.replace("One by one", "Each alone")
    assert tried_again(place, text) == CODES


def test_names_choose_layers_and_modules():
    assert chosen(["formulas.norms", "models", "formulas.metrics"]) == {
        "formulas": [
            "mlcourse/formulas/norms.py",
            "mlcourse/formulas/metrics/__init__.py",
        ],
        "models": [],
    }
    norms = ["formulas.norms", "formulas", "formulas.norms"]
    assert chosen(norms) == {"formulas": []}  # the whole layer holds the module
    assert list(chosen([])) == ["formulas", "solvers", "models", "multilabel"]


@pytest.mark.parametrize("name", ["formulas.", "formulas..norms", "page", "models.x"])
def test_a_name_that_is_none_is_refused(name, capsys):
    with pytest.raises(SystemExit):
        read([name])
    assert f"{name} is no module of formulas, solvers" in capsys.readouterr().err


def test_a_run_can_be_stopped(monkeypatch, capsys):
    def stop(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr("mutation.__main__.lay_out", stop)
    assert main(["formulas"]) == 130
    assert "goes on from here" in capsys.readouterr().out


def test_every_layer_has_its_tests():
    """The tests that a layer relies on exist."""
    paths = [
        workplace.ROOT / name for names in workplace.TESTS.values() for name in names
    ]
    assert [path for path in paths if not path.exists()] == []


DECORATED = """\
A = 1


@cache
def f():
    return 1


class C:
    limit = 3

    def g(self):
        return 2

    @staticmethod
    def s():
        return 4


def h(a=B):
    @cache
    def inner():
        return 5

    raise ValueError("no")
"""
OUTSIDE = {
    "a A: 1 -> None",
    "a A: 1 -> 2",
    "a f: 1 -> 2",
    "a h: 5 -> 6",
    "a C: 3 -> None",
    "a C: 3 -> 4",
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return a folder that mutmut can work in, with one module and its tests."""
    for name in workplace.COPIED:
        (tmp_path / name).mkdir()
    (tmp_path / "mlcourse" / "__init__.py").touch()
    (tmp_path / "mlcourse" / "a.py").write_text("A = 1\nB = A\n")
    (tmp_path / "tests" / "test_a.py").write_text(
        "from mlcourse import a\n\n\ndef test_a():\n    assert a.A == 1\n"
    )
    (tmp_path / "pyproject.toml").write_text(
        "[tool.mutmut]\nsource_paths = ['mlcourse']\n"
        "pytest_add_cli_args_test_selection = ['tests']\n"
        "pytest_add_cli_args = ['-p', 'no:nbval', '-p', 'no:xdist']\n"
    )
    (tmp_path / "mutants" / "mlcourse").mkdir(parents=True)
    stats = {"duration_by_test": {"tests/test_a.py::test_a": 0.1}}
    (tmp_path / "mutants" / "mutmut-stats.json").write_text(json.dumps(stats))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mutmut.configuration._config", None)
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="mutmut does not run on Windows")
def test_what_mutmut_cannot_change_is_changed_in_the_file(project):
    """A decorated function, code of a module and of a class; each mutant once."""
    from mutation.outside import mutants

    (project / "a.py").write_text(DECORATED)
    found = list(mutants(Path("a.py")))
    assert {mutant.said for mutant in found} == OUTSIDE
    assert len(found) == len({mutant.key for mutant in found}) == len(OUTSIDE)
    for mutant in found:
        pairs = zip(mutant.text.split("\n"), DECORATED.split("\n"), strict=True)
        assert sum(one != other for one, other in pairs) == 1


@pytest.mark.skipif(os.name == "nt", reason="mutmut does not run on Windows")
def test_the_tests_run_on_each_of_them(project):
    """A change of A is noticed, one of B is not; known outcomes are not asked again."""
    from mutation.outside import main

    main(2)
    codes = workplace.outcomes(project)["mlcourse/a.py"]
    assert {k.partition(" ")[2]: code for k, code in codes.items()} == {
        "a A: 1 -> None": 1,
        "a A: 1 -> 2": 1,
        "a B: A -> None": 0,
    }
    assert (project / "outside-0" / "mlcourse" / "a.py").read_text().startswith("A = 1")
    (project / "tests" / "test_a.py").write_text("def test_a():\n    assert False\n")
    main(2)  # nothing is left to do, so no test runs
    (project / "mlcourse" / "a.py").write_text("A = 2\n")
    with pytest.raises(SystemExit, match="fail on the unchanged code"):
        main(2)


@pytest.mark.parametrize("layer", workplace.TESTS)
def test_no_line_is_left_out(layer):
    """Mutmut's pragma would hide a line from the table."""
    for path in (workplace.ROOT / "mlcourse" / layer).rglob("*.py"):
        assert "no mutate" not in path.read_text(encoding="utf-8"), path


def test_a_copy_without_mutants_is_made_again(tmp_path):
    """Mutmut copies a module that is not chosen, and later takes it for mutated."""
    folder = tmp_path / "mutants" / "mlcourse"
    folder.mkdir(parents=True)
    for name, text in (("a.py", "x = 1"), ("b.py", "def f__mutmut_orig(): pass")):
        (folder / name).write_text(text)
        (folder / f"{name}.spans").write_text("{}")
    workplace.drop_plain(tmp_path)
    assert [path.name for path in folder.glob("*.py")] == ["b.py"]


def test_a_module_that_is_gone_gets_no_row(tmp_path, monkeypatch):
    """Its outcomes stay in the folder of the layer, where nobody asks for them."""
    (tmp_path / "mutants" / "mlcourse" / "formulas").mkdir(parents=True)
    for name in ("gone", "norms"):
        note = tmp_path / "mutants" / "mlcourse" / "formulas" / f"{name}.py.meta"
        note.write_text(json.dumps({"exit_code_by_key": {f"mlcourse.{name}.x_f": 1}}))
    table, survivors = tmp_path / "results.csv", tmp_path / "survivors.toml"
    monkeypatch.setattr(results.write_table, "__defaults__", (table,))
    monkeypatch.setattr(results.read_table, "__defaults__", (table,))
    monkeypatch.setattr(results.write_survivors, "__defaults__", (survivors,))
    assert keep(tmp_path, []) == 0
    assert [row.module for row in results.read_table(table)] == ["formulas.norms"]
