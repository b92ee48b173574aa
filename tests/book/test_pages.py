"""Every built page, on a desk and on a phone, from a server and from a disk."""

from tests.book.drawn import explorers

LEAST_CONTRAST = 4.5


def test_asks_nobody_and_reports_no_error(visit):
    """A page asks no other host for anything, and nothing it asks for fails."""
    assert visit.problems == []


def test_every_explorer_appears(visit, book):
    """Each explorer that the build drew is there once the questions are answered."""
    visit.answer_all()
    drawn = [explorer.name for explorer in explorers(book / visit.path)]
    assert [card.get_attribute("id") for card in visit.explorers()] == drawn


def test_fits_the_screen(visit):
    """No page and no picture is wider than the screen."""
    assert visit.ask("tooWide()") == []
    visit.answer_all()
    assert visit.ask("tooWide()") == []


def test_tables_of_numbers_fit_their_place(visit):
    """None has to be moved sideways, on a phone either: it is read across."""
    visit.answer_all()
    assert visit.ask("wideTables()") == []


def test_every_picture_has_a_text(visit):
    """Every image has an alternative text, every drawing unless it is decoration."""
    visit.answer_all()
    assert visit.ask("nameless()") == []


def test_pictures_are_legible_in_light_and_dark(visit):
    """The text of pictures stands out from what is behind it in both colour schemes."""
    visit.answer_all()
    assert visit.ask(f"faint({LEAST_CONTRAST})") == []
    with visit.other_scheme():
        assert visit.ask(f"faint({LEAST_CONTRAST})") == []


def test_pictures_lie_on_the_page_itself(visit):
    """Nothing opaque lies behind a picture in either colour scheme."""
    visit.answer_all()
    assert visit.ask("opaque()") == []
    with visit.other_scheme():
        assert visit.ask("opaque()") == []


def test_tables_are_printed(visit):
    """On paper each table is open, also when it is closed on the screen."""
    visit.page.eval_on_selector_all(
        "details", "all => all.forEach(d => d.open = false)"
    )
    visit.page.emulate_media(media="print")
    try:
        hidden = visit.page.eval_on_selector_all(
            ".mlc-table, .mlc-after .mlc-numbers",
            "tables => tables.filter(t => !probe.shown(t)).length",
        )
    finally:
        visit.page.emulate_media(media="screen")
    assert hidden == 0
