"""Each page says how much it asks; what the browser counts is in test_explorers.py."""

from book import progress

LIST = (
    '<li class="toctree-l1"><a class="reference" href="norms.html">2. Norms</a>'
    '</li><li class="toctree-l1 current"><a class="current" href="#">1. Trees</a></li>'
    '<li class="toctree-l1"><a class="reference" href="races.html">Races</a></li>'
)
ASKED = '[{}]\nkind = "quiz"\ntext = "?"\nanswer = [{{text = "a", reason = "b"}}, '
ASKED += '{{text = "c", reason = "d", right = true}}]\n'


def shown(tmp_path, monkeypatch, page, name):
    """Return a page of a small book, finished; norms ask once and trees twice."""
    (tmp_path / "norms.toml").write_text(ASKED.format("x"))
    (tmp_path / "trees.toml").write_text(ASKED.format("x") + ASKED.format("y"))
    monkeypatch.setattr(progress, "QUESTIONS", tmp_path)
    name = name if "/" in name else f"chapters/{name}"
    return progress.show(page, {"pagename": name})


def test_a_chapter_says_it_below_its_title(tmp_path, monkeypatch):
    page = shown(
        tmp_path, monkeypatch, "<h1>P</h1><article><h1>A</h1><h1>B</h1>", "trees"
    )
    line = '<p class="mlc-progress" data-chapter="trees" data-questions="2">2 questions'
    assert page == f"<h1>P</h1><article><h1>A</h1>{line}</p><h1>B</h1>"


HERO = """<div class="cell"><div class="cell_output"><div class="mlc-hero">
<script>"<div>"</script><div></div></div></div></div>"""


def test_a_lesson_that_starts_with_a_hero_says_it_below(tmp_path, monkeypatch):
    """Below the cell of the first one, whatever stands in it and before it."""
    before = '<article><h1>A</h1><div class="cell"></div><p>Drag.</p>'
    page = shown(tmp_path, monkeypatch, f"{before}{HERO}<p>B</p>{HERO}", "trees")
    text, _, after = page.partition('<p class="mlc-progress" data-chapter="trees"')
    assert text == before + HERO
    assert after.endswith(f"2 questions</p><p>B</p>{HERO}")
    page = shown(tmp_path, monkeypatch, f"<article><h1>A</h1><h2>B</h2>{HERO}", "trees")
    assert page.startswith('<article><h1>A</h1><p class="mlc-progress"')


def test_the_list_of_chapters_has_rings(tmp_path, monkeypatch):
    """For each chapter that asks something, also the one that is open."""
    page = shown(tmp_path, monkeypatch, LIST, "trees")
    assert page.count("mlc-ring") == 2
    assert 'href="norms.html"><span class="mlc-ring" data-chapter="norms"' in page
    assert 'href="#"><span class="mlc-ring" data-chapter="trees"' in page
    assert 'href="races.html">Races' in page


def test_a_page_of_another_folder_is_another_page(tmp_path, monkeypatch):
    """Though its file has the name of a chapter's; it links to those from afar."""
    here = "<article><h1>A</h1>"
    assert shown(tmp_path, monkeypatch, here, "appendix/trees") == here
    far = LIST.replace('href="norms.html"', 'href="../chapters/norms.html"')
    far = far.replace('href="races.html"', 'href="norms.html"')
    page = shown(tmp_path, monkeypatch, far, "appendix/trees")
    assert page.count("mlc-ring") == 1
    assert 'chapters/norms.html"><span class="mlc-ring" data-chapter="norms"' in page
    assert shown(tmp_path, monkeypatch, far, "deep/er/trees").count("mlc-ring") == 0


def test_other_pages_stay_as_they_are(tmp_path, monkeypatch):
    assert shown(tmp_path, monkeypatch, "<h1>A</h1>", "races") == "<h1>A</h1>"
