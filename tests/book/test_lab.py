"""The real client: a chapter in JupyterLab, in a browser, on a live kernel."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.book.lab import CONFIG, TOKEN, copy_chapters, jupyterlab
from tests.book.pages import INTERACTIVE, ROOT

pytestmark = pytest.mark.thorough

SHOTS = ROOT / "_build" / "screenshots"
RUNNING = 120_000  # ms that a cell may take
DRAWING = 60_000  # ms until JupyterLab shows what it has, on a machine that is busy
BOX = ":::{note} A box of its own\nWith a sentence in it.\n:::"
CODE = ".jp-Notebook .jp-CodeCell"
PROMPT = f"{CODE} .jp-InputPrompt:not(.jp-Placeholder-prompt)"  # not folded away
IDLE = '.jp-Notebook-ExecutionIndicator[data-status="idle"]'
ERROR = '[data-mime-type="application/vnd.jupyter.error"]'


@pytest.fixture(scope="module")
def chapter(tmp_path_factory) -> Path:
    """Give a copy of the first chapter that has an explorer, with one more cell."""
    root = copy_chapters(tmp_path_factory.mktemp("lab"))
    notebook = (root / INTERACTIVE[0]).with_suffix(".ipynb")
    add_box(notebook)
    return notebook


@pytest.fixture(scope="module")
def lab(chapter: Path, tmp_path_factory):
    """Give the address of a JupyterLab in the folder above the chapters."""
    root, private = chapter.parent.parent, tmp_path_factory.mktemp("private")
    with jupyterlab(root, private) as address:
        yield address


@pytest.fixture
def tab(browser: Browser, lab: str, request):
    """Give an empty tab; when the test fails, keep a picture of it."""
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.foreign = []
    page.on("request", lambda r: is_foreign(r.url, lab) and page.foreign.append(r.url))
    failed = request.session.testsfailed
    yield page
    if request.session.testsfailed > failed:
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{request.node.name}.png")
    page.context.close()


def is_foreign(address: str, lab: str) -> bool:
    return not address.startswith((lab, "data:", "blob:"))


def add_box(notebook: Path) -> None:
    """Add a directive to the copy, so that there is one whatever the chapter holds."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    cell = {"cell_type": "markdown", "id": "box", "metadata": {}, "source": BOX}
    content["cells"].append(cell)
    notebook.write_text(json.dumps(content), encoding="utf-8")


def run_all(page: Page) -> None:
    """Run every cell from the menu and wait until the kernel has nothing to do."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    for prompt in page.locator(PROMPT).all():
        expect(prompt).to_have_text(re.compile(r"\[\d+\]:"), timeout=RUNNING)
    expect(page.locator(IDLE)).to_be_attached(timeout=DRAWING)


def explorer_with_slider(page: Page) -> Locator:
    """Answer the predictions and return the first explorer that has a slider."""
    for question in page.locator(".mlc-ask").all():
        answer = question.locator("input[type=radio]").nth(1)
        answer.click()
        expect(answer).to_be_checked(timeout=DRAWING)  # once the kernel has drawn it
    explorers = page.locator(".mlc-explorer").filter(has=page.get_by_role("slider"))
    expect(explorers.first).to_be_visible(timeout=DRAWING)
    return explorers.first


def assert_a_slider_draws(page: Page) -> None:
    """Move the first slider and wait for a picture that was not there before."""
    explorer = explorer_with_slider(page)
    picture, handle = explorer.locator(".mlc-panels"), explorer.get_by_role("slider")
    before = picture.inner_html()
    at_end = handle.first.evaluate("h => h.ariaValueNow === h.ariaValueMax")
    handle.first.press("ArrowLeft" if at_end else "ArrowRight")
    expect(picture).not_to_have_js_property("innerHTML", before, timeout=DRAWING)
    expect(picture).to_be_visible()


def test_a_student_runs_a_chapter(tab: Page, lab: str, chapter: Path):
    """Open the chapter, run all cells, move a slider: a new frame appears."""
    tab.goto(f"{lab}lab/tree/{chapter.parent.name}/{chapter.name}?token={TOKEN}&reset")
    code = [
        cell
        for cell in json.loads(chapter.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code" and cell["source"]
    ]
    expect(tab.locator(CODE)).to_have_count(len(code), timeout=DRAWING)
    box = tab.locator(".jp-MarkdownCell aside", has_text="A box of its own")
    expect(box).to_have_count(1, timeout=DRAWING)
    run_all(tab)
    meant = [c for c in code if "raises-exception" in c["metadata"].get("tags", [])]
    assert tab.locator(f"{CODE} {ERROR}").count() == len(meant)
    assert_a_slider_draws(tab)
    assert tab.foreign == []


def test_no_button_of_the_grader(tab: Page, lab: str, chapter: Path):
    """A reader of `make lab` meets no button that makes or validates assignments."""
    tab.goto(f"{lab}lab/tree/{chapter.parent.name}/{chapter.name}?token={TOKEN}&reset")
    expect(tab.locator(CODE).first).to_be_visible(timeout=DRAWING)
    menus = tab.get_by_role("menuitem").all_inner_texts()
    assert "Run" in menus
    assert not [name for name in menus if "nbgrader" in name.casefold()]
    assert tab.get_by_text("Validate", exact=True).count() == 0
    assert tab.get_by_title("Create Assignment").count() == 0


def test_make_lab_has_the_settings_of_these_tests():
    rule = (ROOT / "Makefile").read_text().partition("\nlab:")[2].partition("\n\n")[0]
    assert (
        f'JUPYTER_CONFIG_PATH="$(CURDIR)/{CONFIG.relative_to(ROOT).as_posix()}"' in rule
    )
