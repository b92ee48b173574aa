"""Questions are read from a file, or the message says what to mend in it."""

import re

import pytest

from mlcourse.page import read_questions
from mlcourse.page.questions import Answer, Preset, Question, QuestionError, Words

FIRST = """
[swings]
kind = "predict"
at = { rate = 0.1 }
text = "What will the curve do at $0.1$?"

[[swings.answer]]
text = "It falls"
reason = "That is the rate <em>0.01</em>."

[[swings.answer]]
text = "It swings"
reason = "Each step jumps over the valley."
right = true
"""
HEAD = """
[why]
kind = "quiz"
text = "Why?"
"""
ANSWERS = """answer = [
  { text = "Because", reason = "Yes.", right = true },
  { text = "By luck", reason = "No.", right = false },
  { text = "a &lt; b", reason = "Never." },
]
"""
ONE = 'answer = [{ text = "Because", reason = "Yes.", right = true }]'
WRONG = ", ".join(f'{{ text = "{k}", reason = "No." }}' for k in range(26))
MANY = ONE.replace("]", f", {WRONG}]")
KIND, TEXT, RIGHT = 'kind = "predict"', 'text = "It falls"', "right = true"
LAST = HEAD + ANSWERS
LOSS = """
[loss]
kind = "explore"
caption = "Watch $x$."
[[loss.preset]]
name = "Too fast"
at = { rate = 0.1, loss = "sum" }
text = "It jumps."
[[loss.preset]]
name = "Too slow"
at = { rate = 1e-3, loss = "sum" }
text = "It crawls."
"""
GOOD = FIRST + LAST + LOSS
BAD = [
    # what is replaced, by what, what is said
    (KIND, "kind = predict", "tree.toml is no TOML: "),
    (LAST, "[swings]\n", "tree.toml is no TOML: "),
    (LAST, "answers = 2\n", "[swings], answer 2: ['answers'] is none of ('text', "),
    (LAST, "[why]\n[why.not]\n", "[why]: ['not'] is none of ('kind', 'text', 'ans"),
    (GOOD, "swings = 3\n", "[swings] is 3; write a table: key = value."),
    (KIND, "", "[swings]: ['kind'] is missing; add it."),
    (KIND, 'kind = "exam"', "[swings]: kind is 'exam'; write one of ('predict', 'qu"),
    (KIND, "kind = 1", "[swings]: kind is 1; write a text."),
    ('text = "What', '#"', "[swings]: ['text'] is missing; add it."),
    ('text = "Why?"', 'text = " "', "[why]: text is ' '; write a text."),
    (ANSWERS, "", "[why]: ['answer'] is missing; add it."),
    ("[[swings.answer]]", "[swings.answer]", "tree.toml is no TOML: "),
    (ANSWERS, "[why.answer]", "[why]: write each answer as [[why.answer]]"),
    (ANSWERS, "answer = [1]", "[why], answer 1 is 1; write a table"),
    (TEXT, "", "[swings], answer 1: ['text'] is missing; add it."),
    (TEXT, "text = 1", "[swings], answer 1: text is 1; write a text."),
    ('reason = "Each', '#"', "[swings], answer 2: ['reason'] is missing; add it."),
    ('"Never."', '""', "[why], answer 3: reason is ''; write a text."),
    (TEXT, 'text = "It swings"', "[swings]: two answers have the same text; change"),
    (RIGHT, "right = 1", "[swings], answer 2: right is 1; write true."),
    (RIGHT, 'right = "yes"', "[swings], answer 2: right is 'yes'; write true."),
    (f"\n{RIGHT}\n", "\n", "[swings]: 2 answers, 0 of them right = true; give at le"),
    ("right = false", RIGHT, "[why]: 3 answers, 2 of them right = true; give at le"),
    (ANSWERS, "answer = []", "[why]: 0 answers, 0 of them right = true; g"),
    (ANSWERS, MANY, "[why]: 27 answers; give at most 26, one for each letter."),
    ('caption = "W', '#"', "[loss]: ['caption'] is missing; add it."),
    ('caption = "Watch $x$."', 'caption = ""', "[loss]: caption is ''; write a tex"),
    ('caption = "W', 'text = "W', "[loss]: ['text'] is none of ('kind', 'caption', "),
    ('name = "Too slow"', 'name = "Too fast"', "[loss]: two presets have the same"),
    ('name = "Too slow"', "name = 2", "[loss], preset 2: name is 2; write a text."),
    ('text = "It jumps."', "", "[loss], preset 1: ['text'] is missing; add it."),
    ('at = { rate = 0.1, loss = "sum" }', "at = 3", "[loss], preset 1: at is 3; wri"),
    ('at = { rate = 0.1, loss = "sum" }', "at = {}", "[loss], preset 1: at is {}; w"),
    (LOSS, LOSS.split("[[")[0] + "preset = 1", "[loss]: write each preset as [[los"),
    ("at = { rate = 0.1 }\n", "at = 1\n", "[swings]: at is 1; write at = {"),
    ('text = "Why?"', "text = '?'\nat = {}", "[why]: only a prediction has at; take"),
    ("right = true", "guess = 1\nright = true", "[swings], answer 2: guess is 1; wri"),
    (
        '"Yes.", right',
        '"Yes.", guess = { x = 1 }, right',
        "[why]: only a prediction has a guess",
    ),
    (ANSWERS, ONE, "[why]: 1 answers, 1 of them right = true; give at le"),
]


@pytest.fixture
def file(tmp_path):
    """Return a function that writes a file of questions."""

    def write(content):
        path = tmp_path / "tree.toml"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_what_is_written_is_read(file):
    """By hand: the texts as they stand, the answers in order, the chapter's name."""
    swings = (
        Answer("It falls", "That is the rate <em>0.01</em>."),
        Answer("It swings", "Each step jumps over the valley.", True),
    )
    why = (
        Answer("Because", "Yes.", True),
        Answer("By luck", "No."),
        Answer("a &lt; b", "Never."),
    )
    text = "What will the curve do at $0.1$?"
    presets = (
        Preset("Too fast", {"rate": 0.1, "loss": "sum"}, "It jumps."),
        Preset("Too slow", {"rate": 0.001, "loss": "sum"}, "It crawls."),
    )
    assert list(read_questions(file(GOOD)).items()) == [
        ("swings", Question("swings", "predict", text, swings, "tree", {"rate": 0.1})),
        ("why", Question("why", "quiz", "Why?", why, "tree")),
        ("loss", Words("loss", "Watch $x$.", presets, "tree", "explore")),
    ]


def test_the_right_answer_is_known_by_its_place(file):
    asked = read_questions(str(file(GOOD)))
    assert [asked[name].right for name in ("swings", "why")] == [1, 0]


def test_any_editor_may_have_written_it(file):
    """A mark at the file's beginning and the line ends of Windows change nothing."""
    plain = read_questions(file(GOOD))
    assert read_questions(file(GOOD.replace("\n", "\r\n"))) == plain
    assert read_questions(file(b"\xef\xbb\xbf" + GOOD.encode())) == plain


@pytest.mark.parametrize(("old", "new", "message"), BAD)
def test_says_what_to_mend(file, old, new, message):
    """The message begins with the file and the question."""
    assert old in GOOD
    start = "" if message.startswith("tree.toml") else "tree.toml, "
    with pytest.raises(QuestionError, match=f"^{re.escape(start + message)}"):
        read_questions(file(GOOD.replace(old, new, 1)))


def test_another_encoding_is_named(file):
    with pytest.raises(QuestionError, match=r"^tree.toml is no TOML: 'utf-8' codec"):
        read_questions(file(GOOD.replace("Why", "Où").encode("latin-1")))


def test_a_notebook_alone_says_which_file_it_lacks_and_where_that_is():
    """As after a download: name, folder, and the address beside the notebook's own."""
    with pytest.raises(QuestionError) as told:
        read_questions("questions/why.toml")
    assert str(told.value) == (
        "The file questions/why.toml is missing: it holds the questions. Put it "
        "there, as seen from the notebook. You find why.toml in the folder "
        "chapters/questions of the book; or, if you downloaded the notebook, at "
        "its address, with questions/why.toml in place of its name."
    )
