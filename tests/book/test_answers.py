"""The built page answers: every slider, list, question and prediction, by itself."""

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


def sweep(page, explorer, handle) -> list[str]:
    """Move a slider from end to end by keyboard; return the picture of each place."""
    frames = [press(page, "Home", handle, explorer)]
    last = float(handle.get_attribute("aria-valuemax"))
    while (place := position(handle)) < last:
        frames.append(press(page, "ArrowRight", handle, explorer))
        assert position(handle) > place, "the key does not move the slider"
    return frames


def test_every_slider_moves_its_picture(visit):
    """From end to end the picture changes, and going back brings back the first one."""
    visit.answer_all()
    for explorer in visit.explorers():
        for handle in explorer.get_by_role("slider").all():
            name = handle.get_attribute("aria-label")
            frames = sweep(visit.page, explorer, handle)
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
    """Each option is answered at once with a reason; exactly one is right."""
    for question in visit.questions():
        right = 0
        options = question.locator("input[type=radio]").count()
        assert options > 2, "a question needs two answers and 'not chosen yet'"
        for option in range(1, options):
            visit.choose(question, option)
            reply = question.locator(".mlc-right:visible, .mlc-wrong:visible")
            assert reply.count() == 1
            verdict, _, reason = reply.inner_text().partition(".")
            assert reason.strip(), "a reply without a reason"
            right += verdict == "✓ Right"
        assert right == 1


def test_a_prediction_comes_before_its_explorer(visit):
    """The explorer is hidden until an answer is chosen, and shown for each of them."""
    for question in visit.questions():
        visit.choose(question, 1)
        predicts = question.locator(".mlc-explorer:visible").count()
        for option in range(1, question.locator("input[type=radio]").count()):
            visit.choose(question, option)
            assert question.locator(".mlc-explorer:visible").count() == predicts
        visit.choose(question, 0)
        assert question.locator(".mlc-explorer:visible").count() == 0
        assert question.locator(".mlc-reply").inner_text().strip() == ""
