"""The faces that the pages serve themselves: whole, small, and known to matplotlib."""

import re
from pathlib import Path

import matplotlib as mpl
import pytest
from fontTools.ttLib import TTFont

from book import faces, node
from mlcourse.page import style

pytestmark = pytest.mark.thorough

RULE = re.compile(r"url\(([^)]+)\).*unicode-range:([^}]+)\}")
LARGE = faces.FORMULAS[0]
LICENCE = 13  # the number of the name that holds it


@pytest.fixture(scope="module")
def modules():
    """Give the folder of the installed packages."""
    return node.install()


@pytest.fixture(scope="module")
def measured(modules, tmp_path_factory):
    """Give the folder of the faces that matplotlib reads."""
    folder = tmp_path_factory.mktemp("faces")
    faces.measured(modules, folder)
    return folder


def signs_of(range_: str) -> set[int]:
    """Return the code points of a ``unicode-range``."""
    return faces.points(run.removeprefix("U+") for run in range_.split(","))


@pytest.mark.parametrize("face", [faces.TEXT[0], faces.TEXT[2], LARGE])
def test_nothing_is_lost(face, modules, tmp_path):
    """The files of a face hold all its signs, each the range that its rule declares."""
    found = []
    for rule in faces.declared(face, modules, tmp_path):
        name, range_ = RULE.search(rule).groups()
        held = set(TTFont(tmp_path / name).getBestCmap())
        assert held == signs_of(range_)
        found.append(held)
    whole = set(TTFont(modules / face.source).getBestCmap())
    assert set().union(*found) == whole
    assert sum(map(len, found)) == len(whole)
    assert len(found) == (2 if face is LARGE else 1)


def test_the_letters_of_all_names_are_served(modules, tmp_path):
    """Those of the bibliography, in the face that it is set in; in few bytes."""
    text = (Path(faces.__file__).parents[1] / "references.bib").read_text("utf-8")
    regular = [faces.TEXT[1], faces.NAMED]
    rules = [rule for f in regular for rule in faces.declared(f, modules, tmp_path)]
    held = set().union(*(signs_of(RULE.search(rule)[2]) for rule in rules))
    assert {sign for sign in text if ord(sign) not in held} == {"\n"}
    [named] = tmp_path.rglob(f"{faces.stem(faces.NAMED)}.woff2")
    assert named.stat().st_size < 15_000


def test_inter_keeps_its_weights(modules, tmp_path):
    """One file has all weights from 400 to 700, and figures of one width."""
    list(faces.declared(faces.TEXT[0], modules, tmp_path))
    font = TTFont(next(tmp_path.rglob("*.woff2")))
    [axis] = font["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)
    features = {r.FeatureTag for r in font["GSUB"].table.FeatureList.FeatureRecord}
    assert "tnum" in features


def test_what_is_preloaded_is_served(modules, tmp_path):
    """The addresses to preload are those of the face rules."""
    rules = "".join(r for f in faces.TEXT for r in faces.declared(f, modules, tmp_path))
    assert [name for name in faces.PRELOADED if f"url({name})" not in rules] == []


def test_no_face_hides_text_while_it_comes(modules, tmp_path):
    """Every rule says "swap": else words that wait for a face are not seen."""
    faces.serve(modules, tmp_path)
    rules = (tmp_path / "faces.css").read_text().splitlines()
    assert len(rules) == len(faces.TEXT) + 3  # names, and two that stand in
    assert [rule for rule in rules if "font-display:swap;" not in rule] == []


def test_the_stand_ins_are_as_wide_as_what_they_stand_for(modules):
    """A line of the book's own words is within 0.5 % of the bold and the italic one."""
    words = "Choose an answer, and the table and the picture show what was measured."

    def width(face):
        font = TTFont(modules / face.source)
        return sum(font["hmtx"][font.getBestCmap()[ord(c)]][0] for c in words)

    _, regular, italic, bold = faces.TEXT
    rules = list(faces.stand_ins(modules))
    assert len(rules) == 2
    for face, rule in zip((italic, bold), rules, strict=True):
        percent = float(re.search(r"size-adjust:([\d.]+)%", rule)[1])
        assert f"font-weight:{face.weight};" in rule
        assert f"font-style:{face.style};" in rule
        assert percent * width(regular) / 100 == pytest.approx(width(face), rel=0.005)


def test_the_stand_ins_are_fetched_first_and_used(modules):
    """They are the file that is preloaded, under the name that the styles know."""
    tokens = Path(faces.__file__).with_name("static") / "tokens.css"
    assert f'"{faces.TEXT[1].family}", "{faces.STAND_IN}"' in tokens.read_text()
    for rule in faces.stand_ins(modules):
        assert f'font-family:"{faces.STAND_IN}"' in rule
        assert re.search(r"url\(([^)]+)\)", rule)[1] == faces.PRELOADED[1]


def test_the_licence_travels_along(modules, tmp_path):
    """Each file names its copyright, and its licence where the source does."""
    for face in (faces.TEXT[1], LARGE):
        list(faces.declared(face, modules, tmp_path))
        made = TTFont(tmp_path / faces.FOLDER / f"{faces.stem(face)}.woff2")
        source = TTFont(modules / face.source)
        for name in (0, LICENCE):
            assert made["name"].getDebugName(name) == source["name"].getDebugName(name)


# --- what pictures are measured with ---


def test_pictures_are_measured_with_the_face_of_the_page(measured, monkeypatch):
    """With the variable of the build, labels are as wide as the browser draws them."""
    from matplotlib import font_manager

    monkeypatch.setenv("MLCOURSE_FACE", str(measured))
    settings = style.face()
    assert settings["font.family"][0] == "Inter"
    for weight in faces.MEASURED:
        wanted = font_manager.FontProperties(
            family=settings["font.family"], weight=weight
        )
        assert font_manager.findfont(wanted).endswith(f"Inter-{weight}.ttf")
    advances = TTFont(measured / "Inter-400.ttf")["hmtx"]
    assert advances["one"] != advances["zero"]  # the face itself, not the tabular one


@pytest.mark.parametrize("make", [style.panel, style.subplots])
def test_every_figure_has_the_face_of_the_page(measured, monkeypatch, make):
    """What is drawn, panel or not, and not only what a function returns."""
    monkeypatch.setenv("MLCOURSE_FACE", str(measured))
    with mpl.rc_context():
        mpl.rcdefaults()
        _, ax = make()
        assert ax.set_title("words").get_fontfamily()[0] == "Inter"


@pytest.mark.parametrize("folder", ["", "/nowhere", None])
def test_without_the_face_nothing_changes(folder, monkeypatch, tmp_path):
    """Without the variable, or without files there, matplotlib's own face stays."""
    monkeypatch.setenv("MLCOURSE_FACE", str(tmp_path) if folder is None else folder)
    assert style.face() == {}
