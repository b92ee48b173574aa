"""The built page answers: every control, preset, question and prediction, by itself."""

from tests.book.drawn import explorers
from tests.book.visit import PHONE


def says(card) -> str:
    """Return the sentence above the picture."""
    return card.locator(".mlc-says").inner_text()


def controls(card, kind: str):
    """Return the boxes of the controls that hold what `kind` selects."""
    box = card.page.locator(f".mlc-control:has({kind})")
    return card.locator(".mlc-control").and_(box).all()


def expected(drawn, card) -> str:
    """Return the sentence that the build drew for the present setting."""
    at = []
    for box in card.locator(".mlc-control").all():
        chosen = box.locator("input:checked")
        one = chosen if chosen.count() else box.locator("input, select")
        at.append(int(one.input_value()))
    return drawn.frames[tuple(at)].says


def move(box) -> None:
    """Give a control another value than it has: its first or its last."""
    if (choices := box.locator("option")).count():
        chosen = int(box.locator("select").input_value())
        box.locator("select").select_option(index=0 if chosen else choices.count() - 1)
    elif (others := box.locator("input[type=radio]:not(:checked)")).count():
        others.last.check()
    else:
        slider = box.get_by_role("slider")
        at_end = slider.input_value() == slider.get_attribute("max")
        slider.press("Home" if at_end else "End")


def cards(visit, book):
    """Yield each explorer of the page with what the build drew for it."""
    drawn = {each.name: each for each in explorers(book / visit.path)}
    for card in visit.explorers():
        yield card, drawn[card.get_attribute("id")]


def test_every_slider_moves_its_picture(visit, book):
    """By the keys, from end to end, each place has the picture that was drawn for it.

    On the desk by every place between, on the phone in one step.
    """
    visit.answer_all()
    for card, drawn in cards(visit, book):
        for box in controls(card, "input[type=range]"):
            slider, shown = box.get_by_role("slider"), box.locator("output")
            values = drawn.controls[slider.get_attribute("name")]
            slider.press("Home")
            assert shown.inner_text() == values[0]
            first = says(card)
            for value in values[-1:] if visit.mode is PHONE else values[1:]:
                slider.press("End" if visit.mode is PHONE else "ArrowRight")
                assert (
                    shown.inner_text()
                    == value
                    == slider.get_attribute("aria-valuetext")
                )
                assert says(card) == expected(drawn, card)
                assert card.locator(".mlc-svg:visible").count() > 0
            slider.press("Home")
            assert says(card) == first


def test_every_choice_changes_its_picture(visit, book):
    """Each value of a list or of radio buttons has the picture drawn for it."""
    visit.answer_all()
    for card, drawn in cards(visit, book):
        for box in controls(card, "select"):
            for k in range(box.locator("option").count()):
                box.locator("select").select_option(index=k)
                assert says(card) == expected(drawn, card)
        for box in controls(card, "input[type=radio]"):
            for radio in reversed(box.locator("input").all()):
                radio.check()
                assert says(card) == expected(drawn, card)


FREE = """async (card) => {
    const input = card.querySelector("input, select");
    const header = document.querySelector(".bd-header-article");
    const drawn = () => new Promise((done) => requestAnimationFrame(
        () => requestAnimationFrame(done)));
    const covered = new Set();
    input.scrollIntoView({block: "start", behavior: "instant"});
    for (let up = 0; up < innerHeight; up += 30) {
        const {x, y, width, height} = input.getBoundingClientRect();
        const [across, down] = [x + width / 2, y + height / 2];
        const top = document.elementFromPoint(across, down);
        const free = !top || card.contains(top) || header.contains(top);
        if (!free) covered.add(top.outerHTML.slice(0, 80));
        scrollBy({top: -30, behavior: "instant"});
        await drawn();
    }
    return [...covered];
}"""


def test_nothing_lies_on_a_control(visit):
    """Who scrolls up to a control can touch it, wherever on the screen it is."""
    visit.answer_all()
    for card in visit.explorers():
        assert card.evaluate(FREE) == []


def test_every_preset_is_explained(visit, book):
    """A preset shows its picture and why; moving a control leaves it."""
    visit.answer_all()
    for card, drawn in cards(visit, book):
        why = card.locator(".mlc-why")
        buttons = card.locator(".mlc-preset").all()
        for button, preset in zip(buttons, drawn.presets, strict=True):
            button.click()
            assert says(card) == preset.frame.says
            assert why.inner_text().strip()
            assert button.get_attribute("aria-pressed") == "true"
            assert card.locator(".mlc-preset[aria-pressed=true]").count() == 1
        if buttons:
            move(card.locator(".mlc-control").first)
            assert not why.is_visible()
            assert card.locator(".mlc-preset[aria-pressed=true]").count() == 0
            assert says(card) == expected(drawn, card)


def test_every_answer_has_a_reply(visit):
    """Each answer is answered at once with a reason; exactly one is right.

    What a prediction is about is hidden before it, and shown for each answer.
    """
    visit.forget()
    for question in visit.questions():
        explorer = question.locator(".mlc-explorer:visible")
        shown = question.locator(".mlc-reply:visible")
        assert explorer.count() == shown.count() == 0
        predict = question.get_attribute("data-kind") == "predict"
        labels, right = question.locator(".mlc-answer").all(), 0
        for k in range(len(labels)):
            visit.choose(question, k)
            assert explorer.count() == predict
            mine = question.locator(f".mlc-replies > li:visible[value='{k + 1}']")
            verdict, _, reason = mine.inner_text().partition(".")
            assert reason.strip(), "a reply without a reason"
            right += verdict == "✓ Right"
            told = question.locator(".mlc-verdict").inner_text()
            assert told.startswith("You said A")  # the first answer stays
            assert "mlc-you" in labels[0].get_attribute("class")
            assert shown.count() == 1 + (predict and verdict != "✓ Right")
        assert right == 1
        assert question.locator(".mlc-true").count() == 1 or not predict
