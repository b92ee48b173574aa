"""The built page answers: every slider, list, question and prediction, by itself."""

from tests.book.visit import PHONE

ENOUGH = 2_000  # ms that a picture may take to change on a busy machine
GLANCE = 100  # ms after which a step counts as one that changes nothing


def drawing(box) -> str:
    """Return what is drawn in the box now."""
    return box.evaluate("box => probe.drawing(box)")


def drawing_after(box, before: str, patience: int) -> str:
    """Return what is drawn once it differs from `before`, or when patience ends."""
    return box.evaluate("(box, args) => probe.after(box, ...args)", [before, patience])


def press(page, key: str, handle, explorer, patience: int = GLANCE) -> str:
    """Press a key on the handle and return the picture afterwards."""
    before = drawing(explorer)
    handle.focus()
    page.keyboard.press(key)
    return drawing_after(explorer, before, patience)


def position(handle) -> float:
    return float(handle.get_attribute("aria-valuenow"))


def sweep(page, explorer, handle, key: str) -> list[str]:
    """Move a slider to its end by a key; return the picture of each place passed."""
    frames = [press(page, "Home", handle, explorer)]
    last = float(handle.get_attribute("aria-valuemax"))
    while (place := position(handle)) < last:
        frames.append(press(page, key, handle, explorer))
        assert position(handle) > place, "the key does not move the slider"
    return frames


def test_every_slider_moves_its_picture(visit):
    """From end to end the picture changes, and going back brings back the first one.

    On the desk by every place between, on the phone in one step.
    """
    visit.answer_all()
    key = "End" if visit.mode is PHONE else "ArrowRight"
    for explorer in visit.explorers():
        for handle in explorer.get_by_role("slider").all():
            name = handle.get_attribute("aria-label")
            frames = sweep(visit.page, explorer, handle, key)
            assert all(frames), f"{name}: no picture at some place"
            assert len(set(frames)) > 1, f"{name}: the picture never changes"
            back = press(visit.page, "Home", handle, explorer, ENOUGH)
            assert back == frames[0], f"{name}: the first picture does not come back"


def test_every_list_changes_its_picture(visit):
    """Each list of values, and each gallery, has at least two pictures."""
    visit.answer_all()
    for explorer in visit.explorers():
        for select in explorer.locator("select").all():
            frames = set()
            for i in range(select.locator("option").count()):
                before = drawing(explorer)
                select.select_option(index=i)
                frames.add(drawing_after(explorer, before, GLANCE))
            select.select_option(index=0)
            assert len(frames) > 1


def test_every_case_of_a_gallery_is_explained(visit):
    """A named case shows one picture and a sentence in place of the handles."""
    visit.answer_all()
    for gallery in visit.galleries():
        explorer = gallery.locator(
            "xpath=ancestor::*[contains(@class, 'mlc-explorer')]"
        )
        handles = explorer.get_by_role("slider")
        before = handles.count()
        for i in range(1, gallery.locator("option").count()):
            gallery.select_option(index=i)
            visit.page.evaluate("probe.settled()")
            assert len(explorer.locator(".mlc-why:visible").inner_text()) > 20
            assert explorer.locator(".mlc-svg:visible").count() == 1
            assert handles.count() == 0
        gallery.select_option(index=0)
        visit.page.evaluate("probe.settled()")
        assert explorer.locator(".mlc-why:visible").count() == 0
        assert handles.count() == before > 0


def test_every_answer_has_a_reply(visit):
    """Each option is answered at once with a reason; exactly one is right.

    What a prediction is about is hidden before it, and shown for each answer.
    """
    for question in visit.questions():
        visit.choose(question, 0)
        explorer, seen, verdicts = question.locator(".mlc-explorer:visible"), set(), []
        assert explorer.count() == 0
        assert question.locator(".mlc-reply").inner_text().strip() == ""
        for option in range(1, question.locator("input[type=radio]").count()):
            visit.choose(question, option)
            seen.add(explorer.count())
            reply = question.locator(".mlc-right:visible, .mlc-wrong:visible")
            assert reply.count() == 1
            verdict, _, reason = reply.inner_text().partition(".")
            assert reason.strip(), "a reply without a reason"
            verdicts.append(verdict)
        assert len(seen) == 1
        assert len(verdicts) > 1, "a question needs two answers and 'not chosen yet'"
        assert verdicts.count("✓ Right") == 1
