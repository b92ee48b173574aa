"""A page is executed again when what it depends on has changed, and only then."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from jupyter_cache import get_cache
from nbformat import v4

from book import bookbuild, declared, inputs
from mlcourse.reports import code as engine

FILES = {
    "requirements.txt": "numpy==2\n",
    "mlcourse/__init__.py": "",
    "mlcourse/arrays.py": "A = 1\n",
    "mlcourse/models/__init__.py": "",
    "mlcourse/models/tree.py": "from mlcourse.arrays import A\ndef grow(): return A\n",
    "mlcourse/models/knn.py": 'def near():\n  """Say."""\n  return 2  # why\n',
    "mlcourse/models/forest.py": "def f():\n  from .tree import grow\n",
    "mlcourse/data/__init__.py": "_HOME = {'load': 'sets', 'save': 'files'}\n",
    "mlcourse/data/sets.py": "def load(): pass\n",
    "mlcourse/data/files.py": "def save(): pass\n",
    "mlcourse/data/kept/iris.csv": "1,2\n",
    "mlcourse/page/__init__.py": "if TYPE:\n  from mlcourse.page.races import read\n",
    "mlcourse/page/races.py": "from pathlib import Path\nR = Path('..', 'b.csv')\n",
    "mlcourse/page/other.py": "x = 1\n",
    "mlcourse/metrics/__init__.py": "from mlcourse.arrays import A\n",
    "mlcourse/metrics/deep.py": "x = 1\n",
    "mlcourse/reports/results/000.json": "{}",
    "mlcourse/reports/results/001.json": "{}",
    "mlcourse/reports/report_001.py": "x = 1\n",
    "mlcourse/reports/book.py": "x = 1\n",
    "mlcourse/plain.py": "from importlib import import_module\nimport_module(x)\n",
    "b.csv": "a,b\n",
    "chapters/questions/one.toml": "[a]\n",
    "chapters/questions/two.toml": "[a]\n",
    "book/faces.py": "WEIGHTS = (400, 700)\n",
    "tests/models/test_tree.py": 'def test_a():\n  """A claim."""\n  assert 1\n',
    "tests/models/test_knn.py": "def test_b(): pass\n",
}
TREE, FOREST = "from mlcourse.models.tree import grow", "import mlcourse.models.forest"
LOAD, READ = "from mlcourse.data import load", "from mlcourse.page import read"
KNN, TOLD = "from mlcourse.models.knn import near", 'AgreesWith("models/tree", "a")'
CHANGED = [
    # cells, changed file, its new text
    (TREE, "mlcourse/models/tree.py", "def grow():\n  return 3\n"),
    (TREE, "mlcourse/arrays.py", "A = 2\n"),
    (TREE, "requirements.txt", "numpy==3\n"),
    ("1 + 1", "requirements.txt", "numpy==3\n"),
    (f"%matplotlib inline\n{FOREST}", "mlcourse/models/tree.py", "x = 1\n"),
    ("from mlcourse.models import tree", "mlcourse/arrays.py", "A = 2\n"),
    ("from mlcourse.metrics import A", "mlcourse/arrays.py", "A = 2\n"),
    (LOAD, "mlcourse/data/sets.py", "def load(): return 1\n"),
    (LOAD, "mlcourse/data/kept/iris.csv", "1,3\n"),
    ("from mlcourse.data import who_knows", "mlcourse/data/files.py", "x = 1\n"),
    (READ, "b.csv", "a,c\n"),
    ("1 + 1", "chapters/questions/one.toml", "[b]\n"),
    ('read_questions("questions/two.toml")', "chapters/questions/two.toml", "[b]\n"),
    ("1 + 1", "book/faces.py", "WEIGHTS = (400, 600)\n"),
    (f"{KNN}\nSource(near)", "mlcourse/models/knn.py", "def near():\n  return 2\n"),
    ('results("001")', "mlcourse/reports/results/001.json", "[]"),
    ("results(name)", "mlcourse/reports/results/000.json", "[]"),
    ('results("001")', "mlcourse/reports/report_001.py", "x = 2\n"),
    ('results("book")', "mlcourse/reports/book.py", "x = 2\n"),
    (TOLD, "tests/models/test_tree.py", 'def test_a():\n  """Another."""\n'),
    (TOLD, "tests/models/test_tree.py", 'def test_c():\n  """A claim."""\n'),
]
UNCHANGED = [
    (TREE, "mlcourse/models/knn.py", "def near():\n  return 3\n"),
    (TREE, "mlcourse/models/tree.py", "# New\n" + FILES["mlcourse/models/tree.py"]),
    (KNN, "mlcourse/models/knn.py", "def near():\n\n  'Else.'\n  return (2)\n"),
    (f"{TREE}\nSource(grow)", "mlcourse/arrays.py", "A = 1  # more\n"),
    (LOAD, "mlcourse/data/files.py", "def save(): return 1\n"),
    (TREE, "mlcourse/data/kept/iris.csv", "1,3\n"),
    (LOAD, "b.csv", "a,c\n"),
    ("1 + 1", "chapters/questions/two.toml", "[b]\n"),
    (READ, "mlcourse/page/other.py", "x = 2\n"),
    ('results("001")', "mlcourse/reports/results/000.json", "[]"),
    ('results("000")', "mlcourse/reports/report_001.py", "x = 2\n"),
    (
        TOLD,
        "tests/models/test_tree.py",
        'def test_a():\n  """A claim."""\n  assert 2\n',
    ),
    (TOLD, "tests/models/test_knn.py", "def test_c(): pass\n"),
]


def plant(root, cells):
    """Write a small project with one page, and return the page."""
    for name, text in FILES.items():
        write(root / name, text)
    notebook = v4.new_notebook(cells=[v4.new_code_cell(cells)])
    return write(root / "chapters" / "one.ipynb", v4.writes(notebook))


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    engine.source.cache_clear()
    return path


@pytest.mark.parametrize(("cells", "file", "text"), CHANGED)
def test_a_changed_input_changes_the_digest(tmp_path, cells, file, text):
    page = plant(tmp_path, cells)
    before = inputs.digest(page, tmp_path)
    assert (tmp_path / file).is_file()
    write(tmp_path / file, text)
    assert inputs.digest(page, tmp_path) != before


@pytest.mark.parametrize(("cells", "file", "text"), UNCHANGED)
def test_other_changes_leave_the_digest(tmp_path, cells, file, text):
    page = plant(tmp_path, cells)
    before = inputs.digest(page, tmp_path)
    assert (tmp_path / file).read_text(encoding="utf-8") != text
    write(tmp_path / file, text)
    assert inputs.digest(page, tmp_path) == before


def test_a_text_page_has_cells_too(tmp_path):
    """The races stand in a text file; the code between its fences counts."""
    plant(tmp_path, "1")
    cell = f"```{{code-cell}} ipython3\n:tags: [remove-input]\n\n{READ}\n```\n"
    page = write(tmp_path / "chapters" / "races.md", f"# Races\n\n{cell}\nWords.\n")
    before = inputs.digest(page, tmp_path)
    write(tmp_path / "b.csv", "new\n")
    assert inputs.digest(page, tmp_path) != before


def test_new_races_make_the_page_of_races_stale():
    """The page of races depends on the file of results, and few others do."""
    pages = {c.slug: declared.page(c) for c in declared.chapters()}
    there = {slug: page for slug, page in pages.items() if page.exists()}
    reads = {slug for slug, page in there.items() if "results.csv" in names(page)}
    assert "races" in reads
    assert not reads & {c.slug for c in declared.lessons()}


def names(page):
    """Return the names of the files that a real page and its modules read."""
    code, root = inputs.cells.trees(page), declared.ROOT
    modules = inputs.found(inputs.places(code), root)
    return {p.name for p in inputs.files(code, modules, root)}


# --- what the build forgets ---


@pytest.fixture
def built(tmp_path):
    """Give a project whose two pages have been executed and cached."""
    plant(tmp_path, TREE)
    second = v4.writes(v4.new_notebook(cells=[v4.new_code_cell(KNN)]))
    write(tmp_path / "chapters" / "two.ipynb", second)
    pages = "".join(f'[[chapter]]\nslug = "{s}"\nkind = "page"\n' for s in PAGES)
    write(tmp_path / declared.FILE, pages)
    bookbuild.forget_stale_executions(tmp_path, tmp_path / "_build")
    cache = get_cache(tmp_path / "_build" / ".jupyter_cache")
    for slug in PAGES:
        page = tmp_path / "chapters" / f"{slug}.ipynb"
        cache.cache_notebook_file(page, check_validity=False)
        for file in made(tmp_path, slug):
            write(file, "")
    return tmp_path


PAGES = ("one", "two")


def made(root: Path, slug: str) -> list[Path]:
    """Return what Sphinx makes of a page: once parsed, once written."""
    parsed = root / "_build" / ".doctrees" / "chapters" / f"{slug}.doctree"
    return [parsed, root / "_build" / "html" / "chapters" / f"{slug}.html"]


def kept(root):
    """Return the pages that are still executed, and those that Sphinx still has."""
    records = get_cache(root / "_build" / ".jupyter_cache").list_cache_records()
    return (
        sorted(Path(record.uri).stem for record in records),
        [slug for slug in PAGES if any(file.exists() for file in made(root, slug))],
    )


def test_the_build_forgets_only_what_has_changed(built):
    """A new tree makes its own page stale; a second build finds nothing to do."""
    write(built / "mlcourse/models/tree.py", "x = 1\n")
    build = built / "_build"
    assert bookbuild.forget_stale_executions(built, build) == ["one.ipynb"]
    assert kept(built) == (["two"], ["two"])
    assert bookbuild.forget_stale_executions(built, build) == []


def test_a_page_that_nobody_has_declared_is_known(built):
    """A notebook that somebody has put beside the others, as a teacher does."""
    cells = [v4.new_code_cell("1 + 1")]
    write(built / "chapters" / "own.ipynb", v4.writes(v4.new_notebook(cells=cells)))
    bookbuild.forget_stale_executions(built, built / "_build")
    write(built / "chapters" / "questions" / "own.toml", "[a]\n")
    stale = bookbuild.forget_stale_executions(built, built / "_build")
    assert stale == ["own.ipynb"]


def test_without_a_change_nothing_is_forgotten(built):
    assert bookbuild.forget_stale_executions(built, built / "_build") == []
    assert kept(built) == (list(PAGES), list(PAGES))


def test_what_cannot_be_read_is_stale_every_time(built):
    """A page whose code does not parse is executed, so that the build says so."""
    broken = v4.writes(v4.new_notebook(cells=[v4.new_code_cell("x = (")]))
    write(built / "chapters" / "one.ipynb", broken)
    for _ in range(2):
        stale = bookbuild.forget_stale_executions(built, built / "_build")
        assert stale == ["one.ipynb"]
    assert kept(built) == (["two"], ["two"])


@pytest.mark.parametrize("stamp", ["", "[1]", json.dumps({"one.ipynb": "old"})])
def test_a_damaged_or_old_stamp_makes_pages_stale(built, stamp):
    write(built / "_build" / bookbuild.STAMP, stamp)
    stale = bookbuild.forget_stale_executions(built, built / "_build")
    assert stale == ["one.ipynb", "two.ipynb"]
    assert kept(built) == ([], [])


def test_a_damaged_cache_is_thrown_away(built):
    """What a crash left of the cache must not stop every build from then on."""
    write(built / "mlcourse/arrays.py", "A = 2\n")
    for record in (built / "_build" / ".jupyter_cache" / "executed").iterdir():
        for file in record.iterdir():
            file.unlink()
        record.rmdir()
    assert bookbuild.forget_stale_executions(built, built / "_build") == ["one.ipynb"]
    assert kept(built) == ([], [])


@pytest.mark.parametrize("age", [-10, 10, None])
def test_an_old_or_interrupted_look_goes(tmp_path, age):
    """The index of the search is written last: without it, the build was stopped."""
    page = write(tmp_path / "html" / "a.html", "old")
    tree = write(tmp_path / ".doctrees" / "a.doctree", "old")
    newest = max(path.stat().st_mtime for path in bookbuild.look())
    if age is not None:
        index = write(tmp_path / "html" / "searchindex.js", "")
        os.utime(index, (newest + age, newest + age))
    bookbuild.forget_old_look(tmp_path)
    assert page.exists() == tree.exists() == (age == 10)


@pytest.mark.parametrize(
    ("kind", "error", "carried"),
    [("html", None, True), ("html", RuntimeError(), False), ("text", None, False)],
)
def test_questions_go_beside_the_downloads(tmp_path, kind, error, carried):
    """After a build of pages that went well; again in the next build."""
    write(tmp_path / "chapters" / "questions" / "one.toml", "[a]")
    builder = SimpleNamespace(format=kind)
    app = SimpleNamespace(srcdir=tmp_path, outdir=tmp_path / "html", builder=builder)
    for _ in range(2):
        bookbuild.carry_questions(app, error)
    found = tmp_path / "html" / "_sources" / "chapters" / "questions" / "one.toml"
    assert found.is_file() == carried


def test_a_changed_question_changes_all_pages():
    """Each has the list of chapters, which counts the questions of all."""
    asked = {path.name for path in (declared.ROOT / "chapters/questions").iterdir()}
    assert asked <= {path.name for path in bookbuild.look()}


def test_pages_are_built_from_the_embedded_data_alone(monkeypatch, tmp_path):
    """As the tests run them, whatever the machine holds, and where it is told."""
    given = []
    for step in ("forget_stale_executions", "forget_old_look"):
        monkeypatch.setattr(f"book.bookbuild.{step}", lambda *args: given.append(args))
    monkeypatch.setattr("book.bookbuild.served.prepare", lambda: Path("faces"))
    monkeypatch.setattr(os, "environ", {"MLCOURSE_DATA": "/sets"})
    bookbuild.prepare(SimpleNamespace(outdir=tmp_path / "elsewhere" / "html"), None)
    build = tmp_path / "elsewhere"
    assert given == [(bookbuild.ROOT, build), (build,)]
    said = {"MLCOURSE_STATIC": "1", "MLCOURSE_FACE": "faces"}
    assert os.environ == said | declared.EMBEDDED_ONLY | declared.ONE_THREAD
