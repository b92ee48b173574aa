"""The questions of the book reach a learning platform whole: read back, and compared.

Both formats are read as Moodle's importers read them, and more strictly: what they
would pass over in silence is an error here.
"""

import re
import tomllib
from html import escape
from itertools import groupby
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assignments.quizzes import (
    BOOK,
    Chapter,
    chapters,
    gift,
    in_order,
    moodle,
    quizzes,
    sections,
    shown,
)
from book import declared
from mlcourse.page.questions import Answer, Question
from tests.chapter import chapter_of, code, text

FILES = sorted((declared.ROOT / "chapters" / "questions").glob("*.toml"))
BLANK = " \t\n\r\0\x0b"  # what Moodle trims
FORMULA = re.compile(r'<span class="math notranslate nohighlight">\\\((.*?)\\\)</span>')
FROM = re.compile(r"<p>(.*)</p><p><small>From <em>([^<]*)</em>, (.*)</small></p>")
TAG = re.compile(r"</?(\w+)[^>]*>")
INLINE = {"em", "strong", "code", "span", "sub", "sup", "br"}  # shown everywhere alike
# What has no meaning once the answers are shuffled.
PLACE = re.compile(
    r"\b[Tt]he (first|second|third|last|next|previous|other) (answer|option|choice)s?\b"
    r"|\b([Aa]nswer|[Oo]ption|[Cc]hoice)s? [A-Z1-9]\b"
    r"|\b([Aa]ll|[Nn]one|[Bb]oth|[Nn]either) of (these|those|the above|the others)\b"
)


class Read(NamedTuple):
    """A question as a platform has it after the import."""

    category: str  # of the chapter, without what stands above it
    id: str
    tag: str
    name: str
    text: str
    answers: list[tuple[str, str, bool]]  # text, reason, right


def category_of(path):
    """Return the last name of a path that begins with the book's; // is a slash."""
    *above, last = re.split(r"(?<!/)/(?!/)", path)
    assert above == ["top", BOOK]
    return last.replace("//", "/")


# --- Moodle XML ---


def read_moodle(xml):
    """Read what Moodle's importer looks for."""
    category, found = "", []
    for question in ElementTree.fromstring(xml.encode()):
        if question.get("type") == "category":
            category = category_of(question.findtext("category/text"))
            continue
        assert (question.get("type"), question.findtext("single")) == (
            "multichoice",
            "true",
        )
        found.append(
            Read(
                category,
                question.findtext("idnumber"),
                question.findtext("tags/tag/text"),
                question.findtext("name/text"),
                html_in(question.find("questiontext")),
                [answer_in(each) for each in question.findall("answer")],
            )
        )
    return found


def answer_in(answer):
    right = {"0": False, "100": True}[answer.get("fraction")]
    return html_in(answer), html_in(answer.find("feedback")), right


def html_in(element):
    assert element.get("format") == "html"
    return element.findtext("text").strip(BLANK)


# --- GIFT ---

HIDDEN = 0xE000  # letters for private use: escaped ones hide there while a line is cut


def read_gift(source):
    """Read blocks between blank lines: a category, or a question with its comment."""
    lines = (line.strip(BLANK) for line in source.split("\n"))
    category, found = "", []
    for full, block in groupby(lines, key=lambda line: line not in ("", "0")):
        if not full:
            continue
        comments, content = [], []
        for line in block:
            (comments if line.startswith("//") else content).append(line)
        if content[0].startswith("$CATEGORY:"):
            category = category_of(content[0].removeprefix("$CATEGORY:").strip(BLANK))
        else:
            text = hide("\n".join(content))
            found.append(gift_question(category, "\n".join(comments), text))
    return found


def hide(source):
    r"""Hide what is escaped; ``\n`` is a line break, and other backslashes stay."""
    escaped = re.compile(r"\\([\\~=#{}:n])")
    return escaped.sub(lambda m: chr(HIDDEN + ord(m[1].replace("n", "\n"))), source)


def bare(source):
    """Return a text as it was before it was escaped."""
    found = re.sub("[\ue000-\ue0ff]", lambda m: chr(ord(m[0]) - HIDDEN), source)
    return found.strip(BLANK)


def gift_question(category, comment, source):
    """Cut a question where what divides it stands, which must stand there only."""
    assert [source.count(each) for each in "{}:"] == [1, 1, 4]
    name, asked, body = re.fullmatch(r"(?s)::([^:]*)::([^{]*)\{(.*)\}", source).groups()
    before, *parts = re.split("([=~])", body)
    assert not before.strip(BLANK)
    answers = [
        (*map(gift_html, part.split("#")), mark == "=")
        for mark, part in zip(parts[::2], parts[1::2], strict=True)
    ]
    identity, tag = re.fullmatch(r"// \[id:([^]]+)\] \[tag:([^]]+)\]", comment).groups()
    return Read(category, identity, tag, bare(name), gift_html(asked), answers)


def gift_html(source):
    """Return a piece of text, which must say that it is HTML."""
    piece = source.strip(BLANK)
    assert piece.startswith("[html]"), piece
    return bare(piece.removeprefix("[html]"))


READERS = [(moodle, read_moodle), (gift, read_gift)]
FORMATS = {"moodle": (".xml", read_moodle), "gift": (".txt", read_gift)}


# --- the book's questions, as they stand in its files ---


def told(path):
    """Return the questions of a file by name, without the words of explorers."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return {k: each for k, each in content.items() if each["kind"] != "explore"}


def unset(html):
    """Return a text with dollars for formulas again."""
    return FORMULA.sub(r"$\1$", html)


ASKED = {path.stem: found for path in FILES if (found := told(path))}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("quizzes")
    return out, quizzes(out)


@pytest.mark.parametrize("folder", FORMATS)
@pytest.mark.parametrize("slug", ASKED)
def test_a_file_holds_every_question_of_its_chapter(written, folder, slug):
    suffix, read = FORMATS[folder]
    source = (written[0] / folder / f"{slug}{suffix}").read_text(encoding="utf-8")
    found = read(source)
    assert [each.id for each in found] == [f"{slug}/{name}" for name in ASKED[slug]]
    for each, asked in zip(found, ASKED[slug].values(), strict=True):
        text, book, place = FROM.fullmatch(each.text).groups()
        assert (unset(text), book, each.tag) == (asked["text"], BOOK, asked["kind"])
        assert place.startswith(f"chapter <em>{each.category}</em>")
        assert each.name.startswith(f"{each.category}: ")
        answers = [(unset(t), unset(why), right) for t, why, right in each.answers]
        assert answers == [
            (a["text"], a["reason"], a.get("right", False)) for a in asked["answer"]
        ]


@pytest.mark.parametrize("folder", FORMATS)
def test_one_file_holds_all_chapters_in_the_order_of_the_book(written, folder):
    suffix, read = FORMATS[folder]
    files = [path for path in written[1] if path.suffix == suffix]
    source = {path.stem: path.read_text(encoding="utf-8") for path in files}
    slugs = [c.slug for c in declared.chapters() if c.slug in ASKED]
    assert set(source) == {*slugs, "all"}
    assert read(source["all"]) == [q for slug in slugs for q in read(source[slug])]
    assert len({each.category for each in read(source["all"])}) == len(slugs)


def test_the_book_has_its_title():
    settings = (declared.ROOT / "_config.yml").read_text(encoding="utf-8")
    assert f"title: {BOOK}\n" in settings


def test_a_prediction_names_its_section():
    """It leans on what stands above it; the section says where that is."""
    for chapter in chapters():
        for each in chapter.questions:
            named = re.findall(", section <em>([^<]+)</em></small>", each.text)
            assert len(named) == (each.kind == "predict"), (chapter.slug, each.name)


def pieces():
    """Yield each text of each question, with where it stands."""
    for chapter in chapters():
        for each in chapter.questions:
            said = [t for answer in each.answers for t in (answer.text, answer.reason)]
            for piece in [FROM.fullmatch(each.text)[1], *said]:
                yield f"{chapter.slug}/{each.name}", piece


def test_no_text_names_an_answer_by_its_place():
    """Moodle shuffles the answers."""
    assert [(where, t) for where, t in pieces() if PLACE.search(t)] == []


def test_no_text_needs_what_stays_with_the_book():
    """No picture, table or link: on a platform it would lead nowhere."""
    found = {tag for _, text in pieces() for tag in TAG.findall(text)}
    assert found <= INLINE


# --- texts that are nasty to both formats ---

NASTY = r"""
{ } ~ = # : :: \ \n \\n \: \( \) $ % %50% %-50% -> // ]]> ]] [ ] [plain] [html]
< & &amp; &&058; &#35; #### $CATEGORY: TRUE 0 ä ½ λ
"""
WORDS = st.characters(codec="utf-8", exclude_categories=["C"])
HTML = (
    st.lists(st.sampled_from([*NASTY.split(), " ", "\n", "\n\n", "\n//", "\t"]) | WORDS)
    .map(lambda parts: escape("".join(parts), quote=False).strip(BLANK))
    .filter(bool)
)


@st.composite
def questions(draw):
    texts = draw(st.lists(HTML, min_size=2, max_size=4))
    right = draw(st.integers(0, len(texts) - 1))
    answers = tuple(Answer(t, draw(HTML), k == right) for k, t in enumerate(texts))
    kind = draw(st.sampled_from(["predict", "quiz"]))
    return Question("a-name", kind, draw(HTML), answers, "source")


@pytest.mark.parametrize(("write", "read"), READERS)
@given(asked=st.lists(questions(), min_size=1, max_size=3))
def test_any_text_comes_back(write, read, asked):
    chapter = Chapter("source", "Trees, and/or: {forests}", tuple(asked))
    assert read(write([chapter])) == [
        Read(
            chapter.title,
            "source/a-name",
            each.kind,
            f"{chapter.title}: a name",
            each.text,
            [answer[:3] for answer in each.answers],
        )
        for each in asked
    ]


# --- what is made of a text ---


def test_formulas_stand_between_what_moodle_typesets():
    asked = Question(
        "cost",
        "quiz",
        r"It costs \$5 or $x^2 &lt; 3$.",
        (Answer("$a$", r"\$1.", True), Answer("b", "No.")),
    )
    found = shown(asked, "Trees & forests", "Is a < b?")
    text, _, place = FROM.fullmatch(found.text).groups()
    assert FORMULA.sub(r"\(\1\)", text) == r"It costs $5 or \(x^2 &lt; 3\)."
    assert place == (
        "chapter <em>Trees &amp; forests</em>, section <em>Is a &lt; b?</em>"
    )
    assert FORMULA.fullmatch(found.answers[0].text)[1] == "a"
    assert found.answers[0].reason == "$1."


def test_a_question_that_no_section_asks_names_the_chapter_alone():
    found = shown(Question("why", "quiz", "Why?", ()), "Trees", "")
    assert FROM.fullmatch(found.text)[3] == "chapter <em>Trees</em>"


def test_a_section_is_the_heading_above(tmp_path):
    cells = [
        text("# Trees"),
        text("## One\n\n### A part\n\n## Two  \nwords"),
        code('Predict(asked["why"], then=Explorer(draw, asked["what"]))'),
        text("No heading."),
        code("Predict(asked['how'])"),
        text("## Three"),
        code("Quiz(asked)"),
        code('Predict(asked["who"])'),
    ]
    found = sections(chapter_of(tmp_path, *cells, tidy=False).path)
    assert found == {"why": "Two", "what": "Two", "how": "Two", "who": "Three"}


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["0.15", "0.30", "0.5"], True),
        (["16: no more", "About 160", "More than 1,000"], True),
        (["From 0.95 on", "From 0.5 on", "From 0.05 on"], True),
        (["1 in 400", "1 in 100", "1 in 18"], True),
        (["0.01", "0.01 / 569", "5.69"], True),
        (["9", "10"], True),
        (["0.985", "0.015", "1"], False),
        (["(3, 4) and (5, 0)", "(3, 4) and (4, 3)", "(3, 4) and (6, 8)"], False),
        (["2 or 3 steps", "It swings", "100 steps"], False),
        (["It swings", "It grows"], False),
        (["It swings", "2 steps", "3 steps"], False),
        (["5", "5"], False),
    ],
)
def test_numbers_that_rise_or_fall_stay_in_order(texts, kept):
    answers = tuple(Answer(t, "So.", k == 0) for k, t in enumerate(texts))
    assert in_order(answers) == kept
    xml = moodle([Chapter("a", "A", (Question("q", "quiz", "?", answers, "a"),))])
    shuffled = ElementTree.fromstring(xml.encode()).findtext(".//shuffleanswers")
    assert shuffled == ("false" if kept else "true")
