"""On a phone controls stay in sight below the picture, unless they would hide it."""

import pytest

from tests.book import sample

POSITION = "controls => getComputedStyle(controls).position"


@pytest.mark.parametrize(("height", "position"), [(844, "sticky"), (240, "static")])
def test_controls_leave_the_picture_its_place(browser, tmp_path, height, position):
    """They stick up to 40 % of the screen; options of one kind stand in a row."""
    page = browser.new_page(viewport={"width": 390, "height": height})
    page.goto(sample.write(tmp_path).as_uri())
    page.wait_for_function("document.documentElement.dataset.frames === 'ready'")
    page.locator("[data-kind=predict] .mlc-answer input").first.check()
    controls = page.locator("#hidden .mlc-controls")
    controls.locator("label:has([type=radio])").first.click()
    assert controls.evaluate(POSITION) == position
    options = controls.locator("fieldset label").all()
    assert len({option.bounding_box()["y"] for option in options}) == 1 < len(options)
    page.close()
