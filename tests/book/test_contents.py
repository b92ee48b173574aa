"""A page's contents stand below its name in the list of chapters; parts are folded."""

from bs4 import BeautifulSoup

from book import contents

PAGE = """<nav class="bd-links bd-docs-nav" aria-label="Main"><div>
<ul><li class="toctree-l1"><a class="reference" href="how.html">How</a></li></ul>
<p aria-level="2" class="caption" role="heading"><span>One</span></p>
<ul><li class="toctree-l1"><a class="reference" href="a.html">A</a></li>
<li class="toctree-l1 has-children"><a class="reference" href="b.html">B</a>
<details><summary><span class="toctree-toggle"></span></summary><ul>
<li class="toctree-l2"><a class="reference" href="c.html">C</a></li></ul></details>
</li></ul>
<p aria-level="2" class="caption" role="heading"><span>Two</span></p>
<ul class="current"><li class="toctree-l1 current">
<a class="current" href="#">D</a>
<details open="open"><summary><span class="toctree-toggle"></span></summary><ul>
<li class="toctree-l2"><a class="reference" href="e.html">E</a></li></ul></details>
</li></ul></div></nav>
<article><section id="d"><h1>D</h1><section id="lines"><span id="x"></span>
<h2>Why <code>x</code> <a id="y" href="e">e</a>
<a class="headerlink" href="#lines">#</a></h2></section>
<section class="kind-explore mlc-later" id="later">
<h2>What came<a class="headerlink" href="#later">#</a></h2><section id="no">
<h3>No<a class="headerlink" href="#no">#</a></h3></section></section></section>
</article>"""


def shown(page):
    return BeautifulSoup(contents.show(page, {}), "html.parser")


def test_headings_of_the_second_level_hang_below_the_page_itself():
    """As they are written, without what they link to; what waits is known as such."""
    [listed] = shown(PAGE).select(".mlc-contents")
    assert listed.find_previous_sibling("a").text == "D"
    assert [a["href"] for a in listed.select("a")] == ["#lines", "#later"]
    assert listed.a.decode_contents() == "Why <code>x</code> e"
    assert [li.get("class") for li in listed.select("li")] == [None, ["mlc-later"]]


def test_the_part_of_the_page_is_open():
    """Others are folds that say how many pages they hold; the article stays."""
    page = shown(PAGE)
    folds = page.select("nav details.mlc-part")
    assert [fold.summary.text for fold in folds] == ["One · 2", "Two · 1"]
    assert ["open" in fold.attrs for fold in folds] == [False, True]
    links = [[a.text for a in fold.select(":not(ol) > li > a")] for fold in folds]
    assert links == [["A", "B"], ["D", "E"]]  # evidence of this lesson alone
    assert not page.select("nav details details")
    assert not page.select_one("a[href='how.html']").find_parents("details")
    assert contents.show(PAGE, {}).endswith(PAGE.partition("</nav>")[2])


def test_a_page_without_headings_has_no_list():
    """Nor has one that is not in the list of chapters."""
    bare = PAGE.partition("<article")[0] + "<article><h1>D</h1></article>"
    assert not shown(bare).select(".mlc-contents")
    far = PAGE.replace('href="#">D', 'href="d.html">D')
    assert not shown(far).select(".mlc-contents")
