"""Random damage: no file, whatever is in it or however it is called, stops the class.

Each ends as a notebook that can be graded and written, as unreadable with a reason, or
as unused with a reason. The random numbers are seeded: what fails here fails again.
"""

import io
import json
import random
import tempfile
import zipfile
from copy import deepcopy
from pathlib import Path

import nbformat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assignments.course import SOURCE, ideas
from assignments.intake.collect import collect
from assignments.intake.mend import UnreadableError, mend, read
from assignments.intake.spelling import key as spelling
from assignments.intake.spelling import safe
from tests.assignments.handed import PNG

pytestmark = pytest.mark.thorough
IDEAS = ideas()
COUNT = 250  # notebooks a seed and kind of damage
RELEASE = nbformat.read(SOURCE / "logistic" / "logistic.ipynb", 4)
# What json.dumps cannot write stands for itself, and is put in afterwards.
RAW = {
    "HUGE": b"9" * 5_000,
    "DEEP": b"[" * 2_000 + b"]" * 2_000,
    "ENDLESS": b"[" * 5_000,
    "KEYS": b'{"cell_type": "code", "cell_type": [], "source": "x"}',
    "CONTROL": b'"a\x00\x1b\x07"',
}
ODD = [None, True, 0, -1, 1.5, float("nan"), float("inf"), "", "x", "\ud800", "\x00"]
ODD += [
    [],
    {},
    [None],
    [1, "a"],
    {"": None},
    "logistic-loss",
    "code",
    "a" * 5_000,
    *RAW,
]


def original():
    """Return a notebook as a student hands it in, with a photograph, as JSON."""
    nb = json.loads((SOURCE / "logistic" / "logistic.ipynb").read_text("utf-8"))
    nb["cells"][3]["attachments"] = {"a.png": {"image/png": PNG}}
    return nb


def nodes(tree):
    """Return every place in a tree, as (parent, key)."""
    found, waiting = [], [tree]
    while waiting:
        node = waiting.pop()
        keys = node if isinstance(node, dict) else range(len(node))
        for key in keys:
            found.append((node, key))
            if isinstance(node[key], dict | list):
                waiting.append(node[key])
    return found


def damage(tree, chance):
    """Drop, replace, duplicate, wrap or move one node."""
    parent, key = chance.choice(nodes(tree))
    what = chance.randrange(5)
    if what == 0:
        del parent[key]
    elif what == 1:
        parent[key] = deepcopy(chance.choice(ODD))
    elif what == 2 and isinstance(parent, list):
        parent.insert(key, deepcopy(parent[key]))
    elif what == 3:
        parent[key] = chance.choice(
            [[parent[key]], {"a": parent[key]}, str(parent[key])]
        )
    else:
        other, place = chance.choice(nodes(tree))
        other[place] = deepcopy(parent[key])


def as_trees(chance):
    """Return the bytes of a notebook with up to six damaged nodes."""
    tree = {"whole": original()}
    for _ in range(chance.randint(1, 6)):
        if nodes(tree):
            damage(tree, chance)
    raw = json.dumps(tree.get("whole")).encode()
    for name, value in RAW.items():
        raw = raw.replace(b'"%s"' % name.encode(), value)
    return raw


@pytest.mark.parametrize("seed", range(4))
def test_damaged_notebooks(tmp_path, seed):
    """Half of them are called so that only what is inside tells the assignment."""
    chance = random.Random(seed)
    for i in range(COUNT):
        name = f"s{i}_logistic.ipynb" if i % 2 else f"s{i}.ipynb"
        (tmp_path / name).write_bytes(as_trees(chance))
    found = collect(tmp_path, IDEAS)
    assert len(found.submissions) + len(found.unused) == COUNT
    there = {one.student for one in found.submissions} | {*found.empty_handed}
    assert there == {f"s{i}" for i in range(COUNT)}  # nobody is left out
    good = sum(is_mended(one) for one in found.submissions)
    assert good > 10  # the damage leaves something to be mended
    for unused in found.unused:
        assert unused.reason.endswith(".")


def is_mended(one):
    """Say whether a submission can be graded; if it can, all of it must be in order."""
    nb, reason = None, ""
    try:
        nb = read(one.read())
    except UnreadableError as problem:
        reason = str(problem)
    if nb is None:
        assert reason.endswith(".")
        return False
    mended, notes = mend(nb, RELEASE)
    nbformat.validate(mended)
    nbformat.writes(mended).encode("utf-8")
    json.dumps([mended, notes], ensure_ascii=False).encode("utf-8")
    assert given_tests(mended) == given_tests(RELEASE)
    return True


def given_tests(nb):
    """Return the tests of a notebook by their names."""
    cells = [cell for cell in nb.cells if "-test-" in grade_id(cell)]
    return sorted((grade_id(cell), cell.cell_type, cell.source) for cell in cells)


def grade_id(cell):
    """Return the name of a cell that is to be graded."""
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


PARTS = """anna Anna ben s-1 s-2 CS101 CON =cmd -x LATE 4711 98765 12_34 anon __MACOSX
assignsubmission_file copy ä a\u0308 \udcff \u202e %s {0} (1) -1 ."""
WORDS = st.sampled_from([*IDEAS, *PARTS.split(), "\n", "x" * 60])
LETTERS = st.characters(codec="utf-8", exclude_characters="/\\:\0")
WORD = WORDS | st.text(LETTERS, min_size=1, max_size=5)
STEM = st.lists(st.tuples(WORD, st.sampled_from(["", "_", "-", " ", "."])), max_size=6)
END = st.sampled_from(
    [".ipynb", ".ipynb.txt", ".IPYNB", " (1).ipynb", ".zip", ".py", ""]
)
FILE = st.tuples(STEM, END).map(lambda x: "".join(map("".join, x[0])) + x[1])
PATH = st.lists(FILE, min_size=1, max_size=4)
CONTENTS = st.sampled_from(
    [b"", b"{", b'{"cells": []}', json.dumps(original()).encode()]
) | st.binary(max_size=30)


def check(found, count):
    """Assert what holds for whatever was handed in."""
    assert len(found.submissions) + len(found.unused) == count
    pairs = [(one.student.lower(), one.idea) for one in found.submissions]
    assert len(set(pairs)) == len(pairs)
    for one in found.submissions:
        assert one.student == safe(one.student) != ""
        assert one.idea in IDEAS
        assert one.name.isprintable()
        assert isinstance(one.read(), bytes)
        assert spelling(one.who) == spelling(one.student) or "\\" in one.who
        assert "\n" not in one.who
    for one in found.unused:
        assert one.name.isprintable()
        assert one.reason.endswith(".")
    for student in found.empty_handed:
        assert student == safe(student) != ""
        assert student.lower() not in dict(pairs)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(PATH, CONTENTS), max_size=8))
def test_odd_names_in_zips(entries):
    """Here all names can be: with dots, line breaks, or twice."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in entries:
            info = zipfile.ZipInfo("x")
            info.filename = "/".join(path).replace("\udcff", "?")
            archive.writestr(info, data)
        names = [info.filename for info in archive.infolist()]
        folders = [name for name in names if name.endswith("/") and name.strip("/")]
    with tempfile.TemporaryDirectory() as name:
        source = Path(name) / "class.zip"
        source.write_bytes(made.getvalue())
        found = collect(source, IDEAS)
        check(found, len(names) - len(folders))
