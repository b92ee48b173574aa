"""A page of evidence and its lesson have one name, and are two pages to the build."""

from nbformat import v4

from book import bookbuild, declared

LESSON, EVIDENCE = "one.ipynb", "evidence/one.ipynb"


def test_evidence_is_forgotten_without_its_lesson(tmp_path):
    """What only the evidence imports has changed: the lesson's page stays."""
    files = {
        declared.FILE: '[[chapter]]\nslug = "one"\nkind = "page"\n',
        "requirements.txt": "",
        "mlcourse/rows.py": "x = 1\n",
    }
    for page, code in ((LESSON, "1 + 1"), (EVIDENCE, "from mlcourse import rows")):
        cells = [v4.new_code_cell(code)]
        files[f"chapters/{page}"] = v4.writes(v4.new_notebook(cells=cells))
        for made in ("html/chapters", ".doctrees/chapters"):
            suffix = ".html" if made.startswith("html") else ".doctree"
            files[f"_build/{made}/{page.removesuffix('.ipynb')}{suffix}"] = ""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    build = tmp_path / "_build"
    digests = bookbuild.input_digests(tmp_path)
    assert list(digests) == [LESSON, EVIDENCE]
    (build / bookbuild.STAMP).write_text(bookbuild.json.dumps(digests))
    (tmp_path / "mlcourse/rows.py").write_text("x = 2\n")
    assert bookbuild.forget_stale_executions(tmp_path, build) == [EVIDENCE]
    left = {path.name for path in build.rglob("one.*")}
    assert left == {"one.html", "one.doctree"}
    assert not list((build / "html/chapters/evidence").iterdir())
    assert not list((build / ".doctrees/chapters/evidence").iterdir())
