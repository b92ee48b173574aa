"""Texts with classes: by hand, and refused by line."""

import gzip
from re import escape
from unicodedata import normalize

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from mlcourse.data import DataError, DataWarning, load, read_tsv
from mlcourse.data.tsv import parse


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_by_hand(tmp_path, pack):
    """Numbers are classes in their order; a text may be of any alphabet, or empty."""
    path = tmp_path / "films.tsv.gz"
    path.write_bytes(pack("10\tune fête\n2\t电影\r\n10\t\n".encode()))
    data = read_tsv(path)
    assert data.name == "films"
    assert data.X.tolist() == ["une fête", "电影", ""]
    assert_array_equal(data.y, [1, 0, 1])
    assert data.label_names == ("2", "10")
    assert data.feature_names == ()


def test_words_as_classes(tmp_path):
    """Classes that are words are in alphabetical order."""
    (tmp_path / "films.tsv").write_text("good\ta\nbad\tb\n")
    data = read_tsv(tmp_path / "films.tsv")
    assert data.label_names == ("bad", "good")
    assert_array_equal(data.y, [1, 0])


def test_one_numbering_for_all_files(tmp_path):
    """Training and test rows are read in one call, so a class is the same number."""
    (tmp_path / "a.tsv").write_text("neg\ta\nneu\tb\npos\tc\n")
    (tmp_path / "b.tsv").write_text("neu\td\npos\te\n")
    (tmp_path / "c.tsv").write_text("odd\tf\n")
    message = r"a\.tsv, .*b\.tsv and .*c\.tsv: the class 'odd' of validation rows is"
    with pytest.warns(DataWarning, match=message) as caught:
        data = read_tsv(tmp_path / "a.tsv", tmp_path / "b.tsv", tmp_path / "c.tsv")
    assert caught[0].filename == __file__
    assert data.label_names == ("neg", "neu", "odd", "pos")
    assert_array_equal(data.train[1], [0, 1, 3])
    assert_array_equal(data.test[1], [1, 3])
    assert_array_equal(data.validation[1], [2])
    assert data.test[0].tolist() == ["d", "e"]
    assert data.verified is False


@pytest.mark.parametrize(
    ("text", "how", "classes", "texts"),
    [
        ("label\ttext\nbad\ta", {}, ["bad"], ["a"]),
        ("Sentence\tLabel\na\tbad", {}, ["bad"], ["a"]),
        ("label\ttext\nbad\ta", {"header": False}, ["label", "bad"], ["text", "a"]),
        ("headline\tlabel\na\tbad", {"header": True}, ["bad"], ["a"]),
        ("label\tsong\nbad\ta", {"header": True}, ["bad"], ["a"]),
        ("tweet\tmood\na\tbad", {"header": True}, ["bad"], ["a"]),
        ("mood\twords\nbad\ta", {}, ["mood", "bad"], ["words", "a"]),
        ("label\tgood\nlabel\ta", {}, ["label", "label"], ["good", "a"]),
        ("label\tgood\nbad\ta", {"header": False}, ["label", "bad"], ["good", "a"]),
        ("mood\ttext\nbad\ta", {"header": True}, ["bad"], ["a"]),
        ("label\tmessage\nbad\ta", {}, ["bad"], ["a"]),
        ("sentiment\ttweet\nbad\ta", {}, ["bad"], ["a"]),
        ("stars\treview\n5\ta", {}, ["5"], ["a"]),
        ("y\ttext\n1\ta", {}, ["1"], ["a"]),
        ("title\tcategory\na\tbad", {}, ["bad"], ["a"]),
        ("label\tcontent\nbad\ta", {}, ["bad"], ["a"]),
        ("\"label\"\t'Text'\nbad\ta", {}, ["bad"], ["a"]),
        ("id\ttext\tlabel\n7\ta\tbad", {"drop": ["id"]}, ["bad"], ["a"]),
        ("a\tid\ttext\nbad\t7\tx", {"drop": ["id"]}, ["bad"], ["x"]),
    ],
)
def test_first_line(text, how, classes, texts):
    """A first line that names the columns is no row."""
    assert parse(text.encode(), "f.tsv", **how)[:2] == (classes, texts)


@pytest.mark.parametrize("first", ["label\tgood", "mood\ttext", '"Tweet"\tx', "x\ty"])
@pytest.mark.parametrize("rest", ["", "bad\ta\nbad\tb\n"])
def test_refuses_to_guess(tmp_path, first, rest):
    """A first line that may name the columns is refused, until you say what it is."""
    path = tmp_path / "films.tsv"
    path.write_text(f"{first}\n{rest}")
    message = r"films\.tsv, line 1: found .*, which may name the columns; .*header=True"
    with pytest.raises(DataError, match=message):
        load(path)
    assert load(path, header=False).X.shape[0] == 1 + rest.count("\n")
    if rest:
        assert load(path, header=True).X.shape[0] == 2


@pytest.mark.parametrize(
    "first", ["mood\twords", "label\ttopic", "title\tmessage", "label\tLabel"]
)
def test_refuses_columns_that_it_cannot_tell_apart(first):
    """Two unknown names, or two of one kind, do not say which are the classes."""
    message = r"f\.tsv, line 1: it is not clear which of .* call that column la"
    with pytest.raises(DataError, match=message):
        parse(f"{first}\na\tbad\n".encode(), "f.tsv", header=True)


@pytest.mark.parametrize(
    ("train", "test", "how"),
    [
        ("text\tlabel\nAgain\tbad\n", "A goal\tsport\n", {}),
        ("bad\tAgain\n", "label\ttext\nbad\tA goal\n", {}),
        ("label\ttext\nbad\tAgain\n", "y\tA goal\nbad\tNo\n", {"header": True}),
        ("label\ttext\nbad\tAgain\n", "label\ttweet\nbad\tNo\n", {}),
    ],
)
def test_one_form_for_all_files(tmp_path, train, test, how):
    """A file without the names of the columns, or with others, is refused."""
    (tmp_path / "a-train.tsv").write_text(train)
    (tmp_path / "a-test.tsv").write_text(test)
    message = r"a-test\.tsv.*a-train\.tsv"
    with pytest.raises(DataError, match=message):
        load(tmp_path / "a", **how)
    with pytest.raises(DataError, match=message):
        read_tsv(tmp_path / "a-train.tsv", tmp_path / "a-test.tsv", **how)


def test_columns_in_another_order(tmp_path):
    """Each file says itself where its classes stand."""
    (tmp_path / "a-train.tsv").write_text("label\tsong\nbad\tAgain\n")
    (tmp_path / "a-test.tsv").write_text("song\tLabel\nLa la\tbad\n")
    data = load(tmp_path / "a", header=True)
    assert data.label_names == ("bad",)
    assert data.X.tolist() == ["Again", "La la"]


MANY = "".join(f"P{i}\tfilm {i}\n" for i in range(11))


@pytest.mark.parametrize("text", ["A bore\tbad\nFine\tgood\nSo so\tbad\n", MANY])
def test_classes_that_may_be_texts(tmp_path, text):
    """More classes than texts, or one for nearly every row, come with a warning."""
    path = tmp_path / "films.tsv"
    path.write_text(text)
    message = r"films\.tsv: \d+ different classes and \d+ .* is a class first, then"
    with pytest.warns(DataWarning, match=message):
        load(path)
    path.write_text("text\tlabel\n" + text)
    load(path)
    path.write_text(MANY.replace("\n", "\nP0\tmore\n").replace("P1\t", "P0\t"))
    load(path)


def test_the_warning_names_what_it_counts(tmp_path):
    """All files are counted, so all are named; what is refused is not warned of."""
    train, test = tmp_path / "a-train.tsv", tmp_path / "a-test.tsv"
    train.write_text("1\tsame\n2\tsame\n")
    test.write_text("2\tsame\n1\tsame\n")
    found = r"a-train\.tsv and .*a-test\.tsv: 2 different classes and 1 .* in 4 rows"
    for read in (load, train), (read_tsv, train, test):
        with pytest.warns(DataWarning, match=found) as caught:
            read[0](*read[1:])
        assert [warning.filename for warning in caught] == [__file__]
    test.write_text("1.0\tsame\n")
    with pytest.raises(DataError, match="write it alike"):  # and no warning before
        read_tsv(train, test)


def test_blanks_around_a_class(tmp_path):
    """They do not make another class; those of a text stay; blanks are no class."""
    path = tmp_path / "films.tsv"
    path.write_text("good \t a \n good\tb\ngood\tc\n")
    data = load(path)
    assert data.label_names == ("good",)
    assert data.X.tolist() == [" a ", "b", "c"]
    path.write_text("good\ta\n \tb\n")
    with pytest.raises(DataError, match="line 2: found ' "):
        load(path)


@pytest.mark.parametrize(
    ("classes", "expected"),
    [
        (["10", "-1", "2", "1"], ("-1", "1", "2", "10")),
        (["10", "2.5", "+1"], ("+1", "2.5", "10")),
        (["1e1", ".5", "-2.E+0", "3"], ("-2.E+0", ".5", "3", "1e1")),
        (["9" * 17, "9" * 16 + "8"], ("9" * 16 + "8", "9" * 17)),
        (["1e9999", "2e-9999", "0"], ("0", "2e-9999", "1e9999")),
        (["10", "2", "nan"], ("10", "2", "nan")),
        (["10", "2", "1e10000"], ("10", "1e10000", "2")),
        (["10", "2", "."], (".", "10", "2")),
        (["10", "1_1", "2"], ("10", "1_1", "2")),
    ],
)
def test_numbers_as_classes(tmp_path, classes, expected):
    """Numbers are in ascending order, if all classes are numbers."""
    path = tmp_path / "films.tsv"
    path.write_text("".join(f"{c}\t{i}\n" for i, c in enumerate(classes)))
    assert load(path).label_names == expected


SPELLINGS = [("1", "1.0"), ("01", "1"), ("0", "-0"), ("1.", "1"), (".5", "0.5")]
SPELLINGS += [("1e0", "1"), ("20", "2E+1"), ("-.5e-1", "-0.05"), ("0e9999", "0")]


@pytest.mark.parametrize("more", ["7", "none"])
@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_one_number_spelled_in_two_ways(tmp_path, one, other, more):
    """It would be two classes, so it is refused, in one file or in two."""
    found = f"the class {other!r} is {one!r} in "
    message = rf"a-test\.tsv: {escape(found)}.*a-train\.tsv; write"
    (tmp_path / "a-train.tsv").write_text(f"{one}\ta\n{more}\tb\n")
    (tmp_path / "a-test.tsv").write_text(f"{more}\tc\n{other}\td\n")
    with pytest.raises(DataError, match=message):
        load(tmp_path / "a")
    (tmp_path / "b.tsv").write_text(f"{one}\ta\n{other}\tb\n{more}\tc\n")
    message = rf"b\.tsv: {escape(found)}.*b\.tsv; write it alike"
    with pytest.raises(DataError, match=message):
        load(tmp_path / "b.tsv")


def test_numbers_among_words(tmp_path):
    """If a class is a word, all are ordered as words; versions are not numbers."""
    (tmp_path / "a.tsv").write_text("10\ta\n2\tb\nnone\tc\n1.1.0\td\n1.1\te\n")
    assert load(tmp_path / "a.tsv").label_names == ("1.1", "1.1.0", "10", "2", "none")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_one_class_in_two_unicode_forms(tmp_path, form):
    """An accent may be a part of its letter or a sign of its own; texts stay."""
    (tmp_path / "a-train.tsv").write_text(f"café\t{normalize(form, 'é')}\nthé\tb\n")
    (tmp_path / "a-test.tsv").write_text(normalize("NFD", "café\tc\n"))
    data = load(tmp_path / "a")
    assert data.label_names == ("café", "thé")
    assert_array_equal(data.y, [0, 1, 0])
    assert data.X[0] == normalize(form, "é")


FORMS = [("NFC", "NFD"), ("NFD", "NFC")]


@pytest.mark.parametrize(("form", "other"), FORMS)
def test_columns_in_two_unicode_forms(tmp_path, form, other):
    """So it is in the names of columns, in each file and in `drop`."""
    for part, f in ("train", form), ("test", other):
        text = normalize(f, "idée\tsong\tlabel\n7\tLa la\té\n")
        (tmp_path / f"a-{part}.tsv").write_text(text, encoding="utf-8")
    for drop in normalize(form, "idée"), normalize(other, "idée"):
        data = load(tmp_path / "a", drop=drop)
        assert data.X.tolist() == ["La la", "La la"]
        assert data.label_names == ("é",)


@pytest.mark.parametrize(("form", "other"), FORMS)
def test_a_class_of_the_first_line_in_two_unicode_forms(form, other):
    """A first line whose class is in another line too, is a row."""
    raw = f"{normalize(form, 'fête')}\ttext\n{normalize(other, 'fête')}\tb\n"
    assert parse(raw.encode(), "f.tsv").classes == ["fête", "fête"]


def test_header_of_other_files(tmp_path):
    """Only TSV files have a header to speak of."""
    np.savez(tmp_path / "a.npz", X=np.eye(2), Y=[0, 1])
    with pytest.raises(DataError, match=r"a\.npz: header=True is for \.tsv files of"):
        load(tmp_path / "a.npz", header=True)


@pytest.mark.parametrize("raw", [b"", b"label\ttext\n"])
def test_no_row(raw):
    """A file without a row is no data set."""
    with pytest.raises(DataError, match=r"f\.tsv, line 1: .* no row; write a class"):
        parse(raw, "f.tsv")


@pytest.mark.parametrize(
    ("text", "drop", "message"),
    [
        ("id\tlabel\ttext\n1\ta\tb", [], "line 1: 3 columns: 'id, label, text'; keep"),
        ("label\ttext\na\tb", ["id"], "line 1: it names no column 'id'; it holds"),
        ("label\ttext\na\tb", ["text"], "line 1: 1 columns: 'label'"),
        ("id\tlabel\ttext\n1\ta", ["id"], r"line 2: found '1\\ta'; write 3 columns"),
        ("", ["id"], "line 1: it names no column 'id'"),
        ("a\tid\tb\nbad\t7\tx", ["id"], "line 1: .* which of 'a, b' is .* call that"),
    ],
)
def test_refuses_first_line(text, drop, message):
    """Other columns are refused unless they are dropped by name."""
    with pytest.raises(DataError, match=message):
        parse(text.encode(), "f.tsv", drop=drop)


@pytest.mark.parametrize("name", ["good", "id"])
def test_drops_nothing_by_a_row(name):
    """A first line that is a row names no column, whatever it holds."""
    message = f"f.tsv, line 1: header=False says that it names no column {name!r}; leav"
    with pytest.raises(DataError, match=message):
        parse(b"good\ta\nbad\tb\n", "f.tsv", header=False, drop=[name])


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"1\ta\nno tab", r"f\.tsv, line 2: found 'no tab'; write a class, one tab"),
        (b"1\ta\tb", r"line 1: found '1\\ta\\tb'"),
        (b"1\ta\n\n1\tb", "line 2: found ''"),
        (b"\ta", r"line 1: found '\\ta'"),
        (b"1\ta\n1\t\xff", "line 2: the byte 0xff is not UTF-8; save the file as"),
        (b"x" * 90, r"found 'x{37}\.\.\.'"),
    ],
)
def test_refuses(raw, message):
    """A line without its tab, or with two, is refused."""
    with pytest.raises(DataError, match=message):
        parse(raw, "f.tsv")


@pytest.mark.parametrize("end", [5, -9, -1])
def test_damaged_gzip(tmp_path, end):
    """A packed file that is cut short is refused by its name."""
    path = tmp_path / "films.tsv.gz"
    path.write_bytes(gzip.compress(b"1\ta film\n")[:end])
    with pytest.raises(DataError, match=r"films\.tsv\.gz is a damaged gzip file"):
        read_tsv(path)


@pytest.mark.parametrize("name", ["nowhere.tsv", ".", "a\0b"])
def test_no_file(tmp_path, name):
    """A file that is not there, or is a folder, is a DataError with a remedy."""
    with pytest.raises(DataError, match=r"cannot be read \(.*\); check the path"):
        read_tsv(tmp_path / name)


@pytest.mark.parametrize("name", ["wdbc", "emotions"])
def test_header_of_sets_of_the_course(name):
    """Their files are known."""
    with pytest.raises(DataError, match=f"{name}: header=True is for .tsv files of yo"):
        load(name, header=True)


@pytest.mark.parametrize("header", ["no", 2])
def test_header_that_is_no_flag(tmp_path, header):
    """A word does not count as True."""
    (tmp_path / "films.tsv").write_text("good\ta\n")
    for read in load, read_tsv:
        with pytest.raises(DataError, match=f"header={header!r} must be True, F"):
            read(tmp_path / "films.tsv", header=header)


def test_blank_last_lines():
    """They are no rows; others are refused."""
    assert parse(b"1\ta\n\n \r\n\n", "f.tsv").texts == ["a"]
    with pytest.raises(DataError, match=r"line 1: .* no row; write a class"):
        parse(b"\n\n", "f.tsv")
    with pytest.raises(DataError, match=r"line 2: found '\\t'; write a class"):
        parse(b"1\ta\n\t\n", "f.tsv")


def test_signs_that_nobody_sees(tmp_path):
    """A class is what is read: files put together leave marks of their beginnings."""
    text = "good\ta\n\ufeffgood\tb\n go\u200bod\u00a0\tc\n"
    (tmp_path / "films.tsv").write_text(text, encoding="utf-8")
    assert read_tsv(tmp_path / "films.tsv").label_names == ("good",)


def test_quotes_of_a_csv_writer(tmp_path):
    """A doubled quotation mark tells them from those of a sentence."""
    (tmp_path / "plain.tsv").write_text('1\t"Fine" it is, "fine"\n0\t"a"\n')
    read_tsv(tmp_path / "plain.tsv")
    (tmp_path / "csv.tsv").write_text('1\t"She said ""fine"""\n0\ta\n')
    with pytest.warns(DataWarning, match=r"csv.tsv: 1 cells .* write the file without"):
        data = read_tsv(tmp_path / "csv.tsv")
    assert data.X[0] == '"She said ""fine"""'
