"""What holds for the heroes of all chapters."""

import gzip
import json
from importlib import import_module
from pathlib import Path

import pytest

from mlcourse import chapters
from tests.page.browser import parse

LIGHT = {"knn": 10_000, "naive_bayes": 10_000}  # bytes: these carry words
MOST = 5_200
HOME = Path(chapters.__file__).parent
NAMES = sorted(file.parent.name for file in HOME.glob("*/hero.py"))


@pytest.fixture(params=NAMES)
def hero(request):
    """Give the hero of each chapter as it opens."""
    return import_module(f"mlcourse.chapters.{request.param}.hero").hero()


def test_module_and_rows_are_light(hero):
    packed = gzip.compress((hero.module + json.dumps(hero.data)).encode())
    assert len(packed) < LIGHT.get(hero.script.parent.name, MOST)


def test_it_opens_with_its_sentence_and_picture(hero):
    """They stand in the HTML, and the module behind them, without its comments."""
    page = parse(hero.html)
    assert page.select_one(".mlc-hero-says").text == hero.first.says
    assert page.select(".mlc-hero-body > *")
    text = page.select_one("script[type=module]").text
    assert "export function" in text
    assert not [line for line in text.splitlines() if line.strip().startswith("//")]


def test_further_down_it_is_there_without_module_and_rows(hero):
    hero.again = True
    page = parse(hero.html)
    assert page.select("script[type=module]") == []
    [rows] = page.select("script")
    assert json.loads(rows.text) == json.loads(json.dumps({"opening": hero.opening}))


def test_with_a_kernel_anywidget_runs_the_module(hero):
    face = hero.widget()
    face.close()  # else a later test finds it
    assert face._esm == hero.script.read_text(encoding="utf-8")
    assert face.data == hero.data | {"opening": hero.opening}
