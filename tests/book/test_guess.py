"""A guess stands in the picture once it is made, and stays there, in the browser."""

from playwright.sync_api import expect

from mlcourse.page.guess import axes
from tests.book import sample

# Where the dotted line lies, as a share of the height of the picture.
HEIGHT = """mark => {
    const [line, svg] = [mark.querySelector("path"), mark.closest("svg")];
    const [own, all] = [line, svg].map(each => each.getBoundingClientRect());
    return (own.top + own.height / 2 - all.top) / all.height;
}"""


def test_a_guess_is_drawn_once_it_is_made(browser, tmp_path):
    """Not before; then on the second panel, at 0.5, in violet, over every picture."""
    page = browser.new_page()
    page.goto(sample.write(tmp_path).as_uri())
    page.wait_for_function("document.documentElement.dataset.frames === 'ready'")
    card, mark = page.locator("#hidden"), page.locator(".mlc-guess")
    expect(mark).to_have_count(0)
    answers = page.locator("[data-kind=predict] .mlc-answer input")
    answers.nth(1).check()
    expect(mark.locator("text")).to_have_text("your guess: B")
    for move in ("End", "Home"):
        card.get_by_role("slider").press(move)
        expect(card.locator(".mlc-svg").nth(1).locator(".mlc-guess")).to_have_count(1)
        expect(mark).to_have_count(1)
    answers.nth(2).check()  # the first guess stays
    expect(mark.locator("text")).to_have_text("your guess: B")
    _, y = axes(sample.draw(1).panels, 1) or ()
    assert abs(mark.evaluate(HEIGHT) - y.place(0.5) / 250) < 0.01
    page.close()
