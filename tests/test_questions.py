"""What a page asks: each entry of its file once, nothing else, and fairly.

Every rule is a function that returns complaints; each is shown to complain about a
small bad lesson, and then has to be silent about the real ones.
"""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from xml.etree import ElementTree

import pytest

from book import cells, inputs
from mlcourse.page import read_questions
from mlcourse.page.questions import Question
from tests.chapter import all_pages, chapter_of, code

TAKEN = re.compile(r"(\w+)\['([^']*)'\]")  # as in Predict(asked["swings"], ...)
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SENTENCE = re.compile(r"[.!?][)”]?$")
DOLLAR = re.compile(r"(?<!\\)\$")
LETTERS = "ABCDEFGHIJ"


def asked_of(chapter):
    """Return what a page asks, by name; a page without a file has nothing."""
    path = inputs.asked(chapter.path)
    return read_questions(path) if path.is_file() else {}


def questions(chapter):
    """Return the questions of a page, without the words of its explorers."""
    return [q for q in asked_of(chapter).values() if isinstance(q, Question)]


# --- the rules ---


def asked(chapter):
    """Find what a page does not ask just once, or asks though its file has it not.

    It writes ``asked = read_questions("questions/<slug>.toml")``, and then
    ``Predict(asked["name"], then=...)``, ``Explorer(draw, asked["loss"], ...)`` and
    ``Quiz(asked)``.
    """
    file, held = f"questions/{chapter.path.stem}.toml", asked_of(chapter)
    trees = cells.live(cells.parse(cell.source) for _, cell in chapter.cells("code"))
    read = f"read_questions('{file}')"
    lines = (line for tree in trees for line in tree.body)
    opened = [
        ast.unparse(line.targets[0])
        for line in lines
        if isinstance(line, ast.Assign) and ast.unparse(line.value) == read
    ]
    quiz = [each.name for each in held.values() if each.kind == "quiz"]
    times = Counter(asking(trees, opened, quiz))
    complaints = [f"{name} is not in {file}" for name in times if name not in held]
    complaints += [
        f"{name} is asked {times[name]} times, not once"
        for name in held
        if times[name] != 1
    ]
    return [f"asks without asked = {read}"] if times and not opened else complaints


def asking(
    trees: Iterable[ast.AST], opened: Collection[str], quiz: Collection[str]
) -> Iterator[str]:
    """Yield the name of each entry that is asked, as often as it is asked."""
    for tree in trees:
        for call in cells.calls(tree, "Predict"):
            said = ", ".join(map(ast.unparse, call.args))
            yield taken(said, opened) or f"Predict({said})"
        for call in cells.calls(tree, "Explorer"):
            if call.args[1:]:
                said = ast.unparse(call.args[1])
                yield taken(said, opened) or f"Explorer(..., {said})"
        for call in cells.calls(tree, "Quiz"):
            said = ", ".join(map(ast.unparse, call.args))
            yield from quiz if said in opened else [f"Quiz({said})"]


def taken(said: str, opened: Collection[str]) -> str:
    """Return which entry an expression takes; "" if none."""
    found = TAKEN.fullmatch(said)
    return found[2] if found and found[1] in opened else ""


def written(chapter):
    """Find questions that are written in a cell: nothing may stand above a question."""
    return [
        f"{where}: {name}(...); write it in questions/{chapter.path.stem}.toml"
        for where, cell in chapter.cells("code")
        for name in ("Question", "Answer")
        if cells.calls(cells.parse(cell.source), name)
    ]


def places(chapter):
    """Find a place at which more than half of the right answers stand."""
    rights = [question.right for question in questions(chapter)]
    return [
        f"{times} of {len(rights)} right answers are {LETTERS[place]}; move some"
        for place, times in Counter(rights).items()
        if times > (len(rights) + 1) // 2
    ]


def sentences(chapter):
    """Find reasons that do not end as a sentence does."""
    return [
        f"{where}: {text!r} is no sentence"
        for where, text in reasons(chapter)
        if not SENTENCE.search(re.sub(r"<[^>]*>", "", text))
    ]


def reasons(chapter):
    """Yield the reasons of all answers and presets, and what to look for."""
    for each in asked_of(chapter).values():
        if isinstance(each, Question):
            for k, answer in enumerate(each.answers):
                yield f"[{each.name}], answer {LETTERS[k]}", answer.reason
        else:
            yield f"[{each.name}], caption", each.caption
            for preset in each.presets:
                yield f"[{each.name}], preset {preset.name}", preset.text


def markup(chapter):
    """Find texts that are no clean HTML, or in which a formula does not end."""
    plain = ((q, t) for q in questions(chapter) for t in [q.text, *answers_of(q)])
    texts = chain(((f"[{q.name}]", text) for q, text in plain), reasons(chapter))
    return [
        f"{where}: {text!r}: {said}" for where, text in texts if (said := unclean(text))
    ]


def answers_of(question):
    return [answer.text for answer in question.answers]


def unclean(text: str) -> str:
    """Return what is wrong with a piece of HTML, if something is."""
    if len(DOLLAR.findall(text)) % 2:
        return "a formula stands between two dollars; a price has \\$"
    try:
        ElementTree.fromstring(f"<p>{text}</p>")
    except ElementTree.ParseError:
        return "close each tag, and write &lt; for < and &amp; for &"
    return ""


def names(chapter):
    """Find names that are not lower case with hyphens: they stand in addresses."""
    return [
        f"[{name}]: write its name in lower case, with hyphens"
        for name in asked_of(chapter)
        if not NAME.fullmatch(name)
    ]


RULES = [asked, written, places, sentences, markup, names]


@pytest.mark.parametrize("rule", RULES)
def test_chapters(rule):
    found = [*all_pages(rule)]
    assert not found, "\n".join(found)


# --- every rule can fail ---

READ = 'asked = read_questions("questions/chapter.toml")'
FALLS, RISES = (f"Predict(asked['{name}'], then=e)" for name in ("falls", "rises"))
QUIZ, LOSS = "Quiz(asked)", "Explorer(draw, asked['loss'], rate=1)"
GOOD = [READ, FALLS, RISES, QUIZ, LOSS]
ASKED = {"falls": "predict", "rises": "predict", "why": "quiz", "loss": "explore"}
BAD = [
    # rule, what is changed in the good page, what is said
    (asked, {"cells": [READ, FALLS, QUIZ, LOSS]}, "rises is asked 0 times"),
    (asked, {"cells": [READ, FALLS, RISES, LOSS]}, "why is asked 0 times"),
    (
        asked,
        {"cells": [*GOOD[:2], f"if 0: {RISES}", QUIZ, LOSS]},
        "rises is asked 0 times",
    ),
    (asked, {"cells": [*GOOD, FALLS]}, "falls is asked 2 times"),
    (asked, {"cells": GOOD[:-1]}, "loss is asked 0 times"),
    (asked, {"cells": [*GOOD, LOSS]}, "loss is asked 2 times"),
    (asked, {"cells": [*GOOD, "Explorer(draw, asked['x'])"]}, "x is not in questions/"),
    (asked, {"cells": [*GOOD, "Explorer(draw, a['loss'])"]}, "Explorer(..., a['loss']"),
    (asked, {"cells": [*GOOD, QUIZ]}, "why is asked 2 times"),
    (asked, {"cells": [*GOOD, "Predict(asked['why'])"]}, "why is asked 2 times"),
    (
        asked,
        {"cells": [*GOOD, "Predict(asked['x'])"]},
        "x is not in questions/",
    ),
    (asked, {"cells": [*GOOD, "Predict(a['falls'])"]}, "Predict(a['falls']) is not"),
    (asked, {"cells": [*GOOD, "Predict(then=e)"]}, "Predict() is not in q"),
    (asked, {"cells": [*GOOD, "Quiz(why)"]}, "Quiz(why) is not in q"),
    (asked, {"cells": GOOD[1:]}, "asks without asked = read_questions('questions/"),
    (asked, {"cells": [READ.replace("r.t", ".t"), *GOOD[1:]]}, "asks without asked"),
    (asked, {"cells": [READ, "Predict('?')"], "asked": {}}, "Predict('?') is not in"),
    (written, {"cells": [*GOOD, "Question(1)"]}, "cell 6: Question(...); write it in"),
    (written, {"cells": [*GOOD, "if 0: Answer(1)"]}, "cell 6: Answer(...); write it"),
    (places, {"rights": (1, 1, 1)}, "3 of 3 right answers are B; move some"),
    (sentences, {"reason": "Yes"}, "[rises], answer C: 'Yes' is no sentence"),
    (sentences, {"reason": "Yes. <b>No</b>"}, "[rises], answer C: 'Yes. <b>No</b>'"),
    (
        markup,
        {"reason": "a < b."},
        "[rises], answer C: 'a < b.': close each tag, and write &lt;",
    ),
    (
        markup,
        {"reason": "R & D."},
        "[rises], answer C: 'R & D.': close each tag, and write &lt;",
    ),
    (
        markup,
        {"reason": "<b>No."},
        "[rises], answer C: '<b>No.': close each tag, and write &lt;",
    ),
    (
        markup,
        {"reason": "$a."},
        "[rises], answer C: '$a.': a formula stands between two dollars",
    ),
    (names, {"asked": {"Why": "quiz"}}, "[Why]: write its name in lower case, with"),
    (names, {"asked": {"why_so": "quiz"}}, "[why_so]: write its name in lower case"),
    (names, {"asked": {"why-": "quiz"}}, "[why-]: write its name in lower case"),
]


def page(
    folder,
    cells=GOOD,
    asked=ASKED,
    rights=(1, 0, 1),
    reason="It <em>is.</em>",
    preset="There.",
):
    """Write a page with its questions; the reason is that of one answer."""
    lines = [
        f'[{name}]\nkind = "{kind}"\ncaption = "Look."\n[[{name}.preset]]\n'
        f'name = "A"\nat = {{ rate = 1 }}\ntext = "{preset}"'
        for name, kind in asked.items()
        if kind == "explore"
    ]
    told = [each for each in asked.items() if each[1] != "explore"]
    for (name, kind), right in zip(told, rights, strict=False):
        lines.append(f'[{name}]\nkind = "{kind}"\ntext = "?"')
        for k in range(3):
            why = reason if (name, k) == ("rises", 2) else "See (as above.)"
            lines.append(f'[[{name}.answer]]\ntext = "{k}"\nreason = "{why}"')
            lines.append(f"right = {str(k == right).lower()}")
    if asked:
        (folder / "questions").mkdir()
        (folder / "questions" / "chapter.toml").write_text("\n".join(lines))
    return chapter_of(folder, *map(code, cells))


@pytest.mark.parametrize(("rule", "changes", "message"), BAD)
def test_complains(tmp_path, rule, changes, message):
    complaints = rule(page(tmp_path, **changes))
    assert len(complaints) == 1, complaints
    assert message in complaints[0]


@pytest.mark.parametrize("rule", RULES)
def test_is_silent_about_a_good_page(tmp_path, rule):
    assert rule(page(tmp_path)) == []


@pytest.mark.parametrize("rule", RULES)
def test_a_page_may_ask_nothing(tmp_path, rule):
    assert rule(page(tmp_path, cells=["x = 1"], asked={})) == []


def test_formulas_and_prices_are_clean():
    """As are tags that end, and a smaller-than that is written out."""
    assert unclean(r"<em>$a &lt; b$</em> costs \$5, “not more”") == ""


@pytest.mark.parametrize("rights", [(1,), (1, 0), (1, 1, 0)])
def test_few_right_answers_may_share_a_place(tmp_path, rights):
    """Half of them, rounded up."""
    assert places(page(tmp_path, rights=rights)) == []


def test_every_rule_is_shown_to_fail():
    assert {rule for rule, _, _ in BAD} == set(RULES)
