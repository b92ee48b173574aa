"""The normal form of a notebook: what it keeps, what it drops, what it refuses."""

import json
import os
import runpy
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nbformat import v4

SCRIPT = Path(__file__).parent.parent / "book" / "normalise.py"
tool = SimpleNamespace(**runpy.run_path(str(SCRIPT)))


def raw(*cells, **metadata):
    """Return a notebook file as an editor might have written it."""
    nb = v4.new_notebook(cells=list(cells), metadata=metadata)
    return json.dumps(nb, indent=4).encode()


def normal(content):
    return tool.normalise(tool.load(content))


def cells_of(content):
    return json.loads(normal(content))["cells"]


def stream(text, name="stdout"):
    return v4.new_output("stream", name=name, text=text)


def shown(kind="display_data", **data):
    data = {key.replace("_", "/", 1): value for key, value in data.items()}
    return v4.new_output(kind, data=data, metadata={"isolated": True})


# --- what is kept and dropped ---


def test_pictures_and_widgets_go_and_text_stays():
    figure = shown(image_png="iVBORw0KGgo=", text_plain="<Figure size 640x480>")
    html = shown(text_html="<b>bold</b>")
    cell = v4.new_code_cell("f()", outputs=[stream("a\n"), figure, html, stream("b\n")])
    content = raw(cell, widgets={"state": {}})
    assert "widgets" not in normal(content)
    assert cells_of(content)[0]["outputs"] == [
        {"name": "stdout", "output_type": "stream", "text": ["a\n", "b\n"]},
        {
            "data": {"text/plain": ["<Figure size 640x480>"]},
            "metadata": {},
            "output_type": "display_data",
        },
    ]


@pytest.mark.parametrize(
    ("tag", "hidden"),
    [
        ("hide-input", ["source_hidden"]),
        ("remove-input", ["source_hidden"]),
        ("hide-output", ["outputs_hidden"]),
        ("hide-cell", ["outputs_hidden", "source_hidden"]),
    ],
)
def test_what_the_book_folds_jupyterlab_folds(tag, hidden):
    content = raw(v4.new_code_cell("x", metadata={"tags": [tag]}))
    folded = cells_of(content)[0]["metadata"]["jupyter"]
    assert sorted(folded.items()) == [(name, True) for name in hidden]


def test_metadata_is_reduced():
    cell = v4.new_code_cell("x", metadata={"collapsed": True, "execution": {}})
    cell.metadata |= {"jupyter": {"source_hidden": True, "outputs_hidden": True}}
    cell.metadata |= {"tags": ["c", "a", "b"], "mystnb": {"figure": {"name": "f"}}}
    content = raw(cell, language_info={"name": "python", "version": "3.13.1"})
    assert cells_of(content)[0]["metadata"] == {
        "mystnb": {"figure": {"name": "f"}},
        "tags": ["a", "b", "c"],
    }
    assert json.loads(normal(content))["metadata"] == tool.NOTEBOOK_METADATA


def test_counts_are_what_nbval_needs():
    """Nbval fails on an output without a count, so no used cell is without one."""
    result = v4.new_output("execute_result", {"text/plain": "7"}, execution_count=31)
    cells = [
        v4.new_code_cell("3 + 4", execution_count=31, outputs=[result]),
        v4.new_markdown_cell("text"),
        v4.new_code_cell("", execution_count=9),
        v4.new_code_cell("silent = 1"),
        v4.new_code_cell("print(1)", outputs=[stream("1\n")]),
    ]
    one, _, empty, silent, shows = cells_of(raw(*cells))
    assert one["execution_count"] == one["outputs"][0]["execution_count"] == 1
    assert empty["execution_count"] is None
    assert (silent["execution_count"], shows["execution_count"]) == (2, 3)


def test_an_error_keeps_its_name_and_loses_the_paths():
    error = v4.new_output(
        "error", ename="KeyError", evalue="'k'", traceback=["/home/me/file.py", "x"]
    )
    kept = cells_of(raw(v4.new_code_cell("d['k']", outputs=[error])))[0]["outputs"]
    assert kept[0]["traceback"] == ["KeyError: 'k'"]
    assert (kept[0]["ename"], kept[0]["evalue"]) == ("KeyError", "'k'")


def test_white_space():
    text = v4.new_markdown_cell("a line break  \r\nnone \n\t \nend \n\n")
    code = v4.new_code_cell('s = """kept  \n"""\n\n')
    sources = ["".join(cell["source"]) for cell in cells_of(raw(text, code))]
    assert sources == ["a line break  \nnone\n\nend", 's = """kept  \n"""']


def test_old_windows_file():
    """Format 4.0 has no ids; Windows adds a byte order mark and CRLF."""
    nb = v4.new_notebook(cells=[v4.new_markdown_cell("Grüße, 标签")])
    del nb.cells[0]["id"]
    nb.nbformat_minor = 0
    unix = json.dumps(nb, indent=1, ensure_ascii=False)
    windows = b"\xef\xbb\xbf" + unix.replace("\n", "\r\n").encode()
    assert normal(windows) == normal(unix.encode())
    assert "标签" in normal(windows)
    assert "\r" not in normal(windows)


def test_ids_stay_and_the_others_follow_from_the_content():
    twins = [v4.new_code_cell("x", id="first") for _ in range(3)]
    plain = [v4.new_code_cell("y", id="odd"), v4.new_code_cell("z", id="z-1")]
    plain[0]["id"] = "not valid!"
    ids = [cell["id"] for cell in cells_of(raw_unchecked(*twins, *plain))]
    assert ids[0] == "first"
    assert ids[4] == "z-1"
    assert len(set(ids)) == 5
    moved = [cell["id"] for cell in cells_of(raw_unchecked(*plain, *twins))]
    assert set(moved) == set(ids)


def raw_unchecked(*cells):
    """Return a notebook that nbformat itself would complain about."""
    return json.dumps({**v4.new_notebook(), "cells": cells}).encode()


# --- for any notebook ---

text = st.text(max_size=30)
outputs = st.lists(
    st.one_of(
        st.builds(stream, text, st.sampled_from(["stdout", "stderr"])),
        st.builds(shown, text_plain=text, image_png=st.just("AAAA")),
        st.builds(shown, image_png=st.just("AAAA")),
    ),
    max_size=4,
)
tags = st.lists(st.sampled_from(["hide-input", "nbval-check-output"]), unique=True)
metadata = st.fixed_dictionaries({"tags": tags, "scrolled": st.booleans()})
cells = st.one_of(
    st.builds(v4.new_markdown_cell, text, metadata=metadata),
    st.builds(v4.new_raw_cell, text),
    st.builds(
        v4.new_code_cell,
        text,
        metadata=metadata,
        outputs=outputs,
        execution_count=st.none() | st.integers(1, 99),
    ),
)
notebooks = st.lists(cells, max_size=5).map(lambda chosen: raw(*chosen))


@given(notebooks)
def test_twice_is_once(content):
    once = normal(content)
    assert normal(once.encode()) == once
    assert once.endswith("}\n")


@given(notebooks)
def test_sources_and_printed_text_are_kept(content):
    before, after = json.loads(content)["cells"], cells_of(content)
    assert [words(cell) for cell in before] == [words(cell) for cell in after]
    assert [printed(cell) for cell in before] == [printed(cell) for cell in after]
    assert [cell["id"] for cell in before] == [cell["id"] for cell in after]


def words(cell):
    return "".join(cell["source"]).split()


def printed(cell):
    """Return what the cell wrote to each stream."""
    parts = [o for o in cell.get("outputs", []) if o["output_type"] == "stream"]
    names = sorted({part["name"] for part in parts})
    return [
        (name, "".join("".join(p["text"]) for p in parts if p["name"] == name))
        for name in names
    ]


@given(notebooks)
def test_the_result_is_valid_and_small(content):
    nb = nbformat.reads(normal(content), as_version=4)
    nbformat.validate(nb)
    for cell in nb.cells:
        outputs = cell.get("outputs", [])
        assert not outputs or cell.execution_count is not None
        assert all(set(o.get("data", {})) <= {"text/plain"} for o in outputs)


# --- the command ---


@pytest.fixture
def untidy(tmp_path):
    path = tmp_path / "untidy.ipynb"
    path.write_bytes(raw(v4.new_code_cell("1 + 1")))
    return path


def test_check_reports_and_changes_nothing(untidy, capsys):
    before = untidy.read_bytes()
    assert tool.main(["--check", str(untidy)]) == 1
    assert "untidy.ipynb: not in normal form" in capsys.readouterr().err
    assert untidy.read_bytes() == before


def test_rewrites_once(untidy, capsys):
    assert tool.main([str(untidy)]) == 0
    assert "rewritten" in capsys.readouterr().out
    assert tool.main([str(untidy)]) == 0
    assert capsys.readouterr().out == ""
    assert tool.main(["--check", str(untidy)]) == 0


def test_crlf_checkout_passes_the_check(untidy):
    tool.main([str(untidy)])
    untidy.write_bytes(untidy.read_bytes().replace(b"\n", b"\r\n"))
    assert tool.main(["--check", str(untidy)]) == 0


@pytest.mark.parametrize(
    "printed", ["<object at 0x7f1c2a3b4c5d>", "\n0xDEADBEEF", "ipykernel_123/4.py:1"]
)
def test_check_reports_what_changes_in_every_run(tmp_path, capsys, printed):
    path = tmp_path / "volatile.ipynb"
    path.write_bytes(raw(v4.new_code_cell("x", outputs=[stream(printed)])))
    assert tool.main([str(path)]) == 1  # rewritten, and still wrong
    assert tool.main(["--check", str(path)]) == 1
    assert "volatile.ipynb: cell 1: the output holds" in capsys.readouterr().err


@pytest.mark.parametrize("plain", ["<Figure size 6400x480000 with 1 Axes>", "0xBEEF"])
def test_a_size_or_a_small_number_is_no_address(tmp_path, plain):
    path = tmp_path / "figure.ipynb"
    path.write_bytes(raw(v4.new_code_cell("x", outputs=[shown(text_plain=plain)])))
    assert tool.main([str(path)]) == 0


BAD_CELL = b"""{
 "cells": [
  {"cell_type": "markdown", "metadata": {}, "source": "\\"cells\\": [{"},
  {"cell_type": "markdown", "metadata": {}, "source": 3}
 ],
 "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
"""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "line 1: Expecting value"),
        (b'{\n "cells": [\n<<<<<<< HEAD\n', "line 3: Expecting value"),
        (b'{\n "cells": "\xff"}', "line 2: not UTF-8"),
        (b"[1, 2]", "line 1: not a notebook"),
        (b'{"nbformat": 3, "worksheets": []}', "line 1: not a notebook"),
        (b'{"nbformat": 4, "cells": [1]}', "line 1: not a notebook"),
        (b'{"nbformat": 4, "cells": []}', "line 1: 'metadata' is a required"),
        (BAD_CELL, "line 4: 3 is not"),
        (raw(v4.new_code_cell("\ud800")), "'utf-8' codec can't encode"),
    ],
)
def test_refuses_what_is_not_a_notebook(tmp_path, capsys, content, message):
    path = tmp_path / "broken.ipynb"
    path.write_bytes(content)
    assert tool.main([str(path)]) == 2
    assert f"broken.ipynb: {message}" in capsys.readouterr().err
    assert path.read_bytes() == content


def test_a_missing_file_is_an_error(tmp_path, capsys):
    assert tool.main([str(tmp_path / "none.ipynb")]) == 2
    assert "none.ipynb: " in capsys.readouterr().err


def test_the_worst_file_decides_and_the_others_are_done(untidy, tmp_path):
    broken = tmp_path / "broken.ipynb"
    broken.write_bytes(b"{")
    assert tool.main([str(broken), str(untidy)]) == 2
    assert tool.main(["--check", str(untidy)]) == 0


def test_a_failed_write_leaves_the_old_file(untidy, monkeypatch):
    before = untidy.read_bytes()

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    assert tool.main([str(untidy)]) == 2
    assert untidy.read_bytes() == before
    assert list(untidy.parent.iterdir()) == [untidy]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other modes and links")
def test_mode_and_link_survive(untidy, tmp_path):
    untidy.chmod(0o640)
    link = tmp_path / "link.ipynb"
    link.symlink_to(untidy)
    assert tool.main([str(link)]) == 0
    assert link.is_symlink()
    assert untidy.stat().st_mode & 0o777 == 0o640
    assert tool.main(["--check", str(untidy)]) == 0


# --- with a kernel ---


@pytest.mark.filterwarnings("default")  # the kernel's client warns on some systems
def test_execute_runs_in_the_folder_and_stores_text(tmp_path):
    path = tmp_path / "run.ipynb"
    (tmp_path / "beside.txt").write_text("found")
    path.write_bytes(raw(v4.new_code_cell("print(open('beside.txt').read())")))
    assert tool.main(["--execute", str(path)]) == 0
    assert cells_of(path.read_bytes())[0]["outputs"][0]["text"] == ["found\n"]


@pytest.mark.filterwarnings("default")
def test_a_failing_cell_is_named_and_the_file_stays(tmp_path, capsys):
    path = tmp_path / "fails.ipynb"
    content = raw(v4.new_markdown_cell("text"), v4.new_code_cell("1 / 0"))
    path.write_bytes(content)
    assert tool.main(["--execute", str(path)]) == 1
    error = capsys.readouterr().err
    assert "fails.ipynb: cell 2: " in error
    assert "ZeroDivisionError" in error
    assert path.read_bytes() == content
