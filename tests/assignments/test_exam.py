"""The wire and the tests: plain data alone, whatever a student's function returns."""

import base64
import contextlib
import io
import json
import re

import numpy as np
import pytest
from hypothesis import given as each
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from nbformat.v4 import new_code_cell, new_notebook

from assignments.box.plain import (
    MAX_ENTRIES,
    MAX_VALUES,
    NotPlainError,
    decode,
    encode,
    receive,
    send,
)
from assignments.running.exam import AnswerError, Exam, explained, given, used
from assignments.running.execute import trouble
from assignments.running.limits import Limits
from assignments.running.sitting import Sitting
from tests.assignments.room import Seat, spoken, stopped

NUMBERS = st.booleans() | st.integers() | st.floats() | st.complex_numbers()
ARRAYS = hnp.arrays(
    hnp.boolean_dtypes() | hnp.integer_dtypes() | hnp.floating_dtypes(),
    hnp.array_shapes(min_dims=0, min_side=0),
)
KEYS = st.text() | st.integers()
PLAIN = st.recursive(
    st.none() | NUMBERS | st.text(st.characters(exclude_categories=["Cs"])) | ARRAYS,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(KEYS, inner)
        | st.frozensets(st.integers())
    ),
    max_leaves=10,
)


def b64(size):
    return base64.b64encode(bytes(size)).decode()


def heard(value):
    return decode(spoken(encode(value)))


@each(PLAIN)
def test_plain_data_arrive_as_they_were(value):
    found = heard(value)
    np.testing.assert_equal(found, set(value) if type(value) is frozenset else value)
    assert type(found) is (set if type(value) is frozenset else type(value))


@each(hnp.arrays(hnp.floating_dtypes(endianness="="), (3,), elements=st.integers(0, 9)))
def test_types_of_arrays_and_of_their_numbers_stay(array):
    assert heard(array).dtype == array.dtype
    assert type(heard(array[0])) is type(array[0])
    assert heard(array).flags.writeable


class Equal(float):
    """A number that claims to be every number."""

    def __eq__(self, other):
        return True

    __hash__ = float.__hash__


class Close(np.ndarray):
    """An array that claims to be close to everything."""

    def __array_function__(self, *_):
        return True

    def __array_ufunc__(self, *_, **__):
        return True


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Equal(2), 2.0),
        (np.ones(2).view(Close), np.ones(2)),
        (np.ma.array([[1, 2]]), np.array([[1, 2]])),
        (type("T", (tuple,), {})([1]), (1,)),
        (type("L", (list,), {})([1]), [1]),
        (type("D", (dict,), {})(a=1), {"a": 1}),
        (type("S", (str,), {})("a"), "a"),
        (np.array([[1], [1, 2]], dtype=object), [[1], [1, 2]]),
    ],
)
def test_subclasses_arrive_as_what_they_were_made_of(value, plain):
    assert type(heard(value)) is type(plain)
    np.testing.assert_equal(heard(value), plain)


@pytest.mark.parametrize("value", [object(), print, iter([]), range(3), Equal, b"raw"])
def test_what_is_not_plain_is_named(value):
    with pytest.raises(NotPlainError, match=rf"{type(value).__name__}.*numbers"):
        encode(value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
TAGS = st.sampled_from(
    ["array", "scalar", "tuple", "dict", "set", "complex", "function", "x"]
)


@each(st.dictionaries(TAGS, JSON, max_size=2) | JSON)
def test_whatever_comes_is_a_value_or_refused(said):
    with contextlib.suppress(NotPlainError):
        decode(said)


@pytest.mark.parametrize(
    "array",
    [
        ["<f8", [10**12], "AAAA"],
        ["<f8", [-1], "AAAAAAAAAAA="],
        ["|O", [1], "AAAAAAAAAAA="],
        ["O", [0], ""],
        ["V8", [1], "AAAAAAAAAAA="],
        ["<f8,<f8", [1], "AAAAAAAAAAAAAAAAAAAAAA=="],
        ["<f8", [True], "AAAAAAAAAAA="],
        ["<f8", [[1]], "AAAAAAAAAAA="],
        ["nonsense", [1], ""],
        ["<U" + "0" * 30 + "1", [1], "QQAAAA=="],  # as long as one likes
        ["<f8", [1], "%%%"],
    ],
)
def test_arrays_that_lie_are_refused(array):
    with pytest.raises(NotPlainError):
        decode({"array": array})


M = 2**61 - 1  # all its multiples have the hash 0
ODD_KEYS = {
    "integers": [i * M for i in range(1, 30)],
    "floats": [2.0 ** (61 * i) for i in range(-16, 16)],
    "tuples": [{"tuple": [i * M, 0]} for i in range(1, 30)],
    "one key": [1] * 30,
}


@pytest.mark.parametrize("keys", ODD_KEYS.values(), ids=ODD_KEYS)
def test_keys_that_python_must_compare_with_all_others_are_refused(keys):
    for said in ({"set": keys}, {"dict": [[key, 1] for key in keys]}):
        with pytest.raises(NotPlainError, match="same hash"):
            decode(said)


def test_a_dict_and_a_set_have_bounds():
    keys = [*range(MAX_ENTRIES)]
    assert decode({"set": keys}) == set(keys)
    assert len(decode({"dict": [[key, 1] for key in keys]})) == MAX_ENTRIES
    for said in ({"set": [*keys, -9]}, {"dict": [[key, 1] for key in [*keys, -9]]}):
        with pytest.raises(NotPlainError, match=r"More than 10,000 entries"):
            decode(said)


LONG = {
    "nothing": "[" + "[]," * 5_000_000 + "1]",
    "pairs": "[" + "[[]]," * 3_000_000 + "1]",
    "numbers": "[" + "1," * 7_900_000 + "1]",
    "objects": "[" + '{"a":1},' * 1_700_000 + "1]",
    "one integer": "9" * 15_000_000,
    "integers": "[" + ("9" * 4299 + ",") * 3700 + "1]",
    "floats": "[" + ("1." + "9" * 10_000 + ",") * 1500 + "1]",
    "complex": '{"complex": ["' + "9" * 15_000_000 + '", 0]}',
    "names of types": '{"array": ["' + "f8," * 160_000 + '", [1], "AAAA"]}',
    "shapes": '{"array": ["' + "(" + "1," * 400_000 + ')f8", [1], "AAAA"]}',
    "axes": '{"array": ["<f8", [' + "1," * 400_000 + '1], "AAAAAAAAAAA="]}',
    "a text": '"' + r"\\u0041" * 2_600_000 + '"',
    "texts": '{"array": ["<U1", [2900000], "' + b64(11_600_000) + '"]}',
    "a set": '{"set": [' + ",".join(str(i * M) for i in range(400_000)) + "]}",
    "sets": "[" + '{"set": [' + f'{{"tuple": [{M}]}},' * 9999 + "1]}]",
    "keys": "{" + '"a": 1,' * 1_700_000 + '"a": 1}',
}


@pytest.mark.parametrize("value", LONG.values(), ids=LONG)
def test_the_longest_reply_is_read_or_refused_soon(value):
    """Each took from a second to minutes; the grader has other things to do."""
    raw = b'{"value": %s}' % value.encode()
    with stopped(3), contextlib.suppress(NotPlainError):
        decode(receive(io.BytesIO(len(raw).to_bytes(4, "big") + raw))["value"])


def test_what_is_too_much_is_said_to_whom_it_sends():
    with pytest.raises(NotPlainError, match=r"More than 500,000 values at once"):
        send(io.BytesIO(), {"value": [0] * MAX_VALUES})
    sent = io.BytesIO()
    send(sent, {"value": encode(np.zeros(MAX_VALUES))})
    sent.seek(0)
    assert decode(receive(sent)["value"]).shape == (MAX_VALUES,)


def test_too_deep_is_refused():
    deep = json.loads("[" * 50 + "]" * 50)
    with pytest.raises(NotPlainError, match="too deep"):
        decode(deep)


# --- tests and answers ---


def exam(code):
    """Return an exam whose student has defined `f`, and a name of the teacher's."""
    names = {"np": np}
    exec(code, names)
    made = Exam(["f"], Seat(names).ask)
    made.give("import numpy as np\nsecret = 42")
    return made


def test_a_test_that_passes_says_nothing():
    assert exam("def f(x): return x + 1").test("assert f(1) == 2") == ""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def f(x): return 3", "one more"),
        ("def f(x): 1 / 0", r"f raised ZeroDivisionError.*: division by zero"),
        (
            "def f(x): return print",
            "^f returned a builtin_function_or_method:",
        ),
        (
            "def f(x): return {}.values()",
            "^f returned a dict_values: return numbers",
        ),
        (
            "def f(x): return object()",
            "^f returned an object: .* sets or dicts.$",
        ),
        ("def f(x): raise SystemError('a is no plain data')", "^f raised SystemError"),
        ("def f(): return 1", "f raised TypeError"),
        ("f = 3", "f raised TypeError: 'int' object is not callable"),
        ("g = 3", "f raised NameError: f is not defined"),
        ("def f(x): raise SystemExit", "f raised SystemExit."),
        ("def f(x): raise KeyboardInterrupt", "f raised KeyboardInterrupt"),
        ("def f(x): return 'a'", "one more"),
    ],
)
def test_a_test_that_fails_says_why(code, said):
    found = exam(code).test("assert f(1) == 2, 'one more'")
    assert re.search(said, found)


def test_a_value_that_a_test_cannot_use_says_so():
    found = exam("def f(x): return 1").test("a, b = f(1)")
    assert "could not use what your function returned" in found


def test_a_forgotten_return_is_named():
    found = exam("def f(x): x + 1").test("a, b = f(1)")
    assert found == "f returned None: does it end with a return?"


def test_students_names_do_not_reach_the_tests():
    found = exam("secret = 0\nnp = None\ndef f(x): return x")
    assert found.test("assert secret == 42 and np.isclose(f(1), 1)") == ""


CHANGES = [
    ("def f(a): a += 1", "np.zeros(2)", True),
    ("def f(a): a[0] = 1; a[0] = 0", "np.zeros(2)", False),
    ("def f(a): a.append(1)", "[1]", True),
    ("def f(a): a['x'] = 1", "{}", True),
    ("def f(a): a = a + 1", "np.zeros(2)", False),
    ("def f(a): return 1", "np.array([np.nan])", False),
]


@pytest.mark.parametrize(("code", "value", "changed"), CHANGES)
def test_a_test_can_see_what_a_function_changes(code, value, changed):
    test = f"a, b = {value}, {value}\nf(a)\nassert str(a) == str(b), 'changed'"
    assert exam(code).test(test) == ("changed" if changed else "")


def test_a_function_cannot_change_what_it_is_judged_by():
    """Its answer is wrong, and right for the numbers that it makes of the test's."""
    code = "def f(x, y):\n    x[...] = 0\n    y[...] = 0\n    return 0\n"
    made = exam(code)
    made.give("X, Y = np.ones(3), np.ones(3)")
    assert made.test("assert f(X, Y) == (X * Y).sum(), 'wrong'") == "wrong"


def test_what_was_changed_in_one_test_is_as_it_was_in_the_next():
    made = exam("def f(x):\n    x[...] = 0\n    return 1\n")
    made.give("X = np.ones(3)\nclass Set: pass\ns = Set(); s.X = X")
    assert made.test("assert f(X) == 1 and f(s.X) == 1") == ""
    assert made.test("assert X.sum() == 3 and s.X.sum() == 3") == ""


def test_a_view_and_a_read_only_array_are_written_back_where_they_can_be():
    code = "def f(a):\n    a = a.copy() if not a.flags.writeable else a\n    a += 1\n"
    test = "a = np.zeros((2, 2))\nf(a[:, 1])\nassert not a.any(), str(a.tolist())"
    assert exam(code).test(test) == "[[0.0, 1.0], [0.0, 1.0]]"
    frozen = "a = np.zeros(2)\na.flags.writeable = False\nf(a)\nassert not a.any()"
    assert exam(code).test(frozen) == ""


HOLLOW = ["[]", "()", "np.zeros((0, 3))", "[1, []]", "{'a': []}", "[np.zeros((0, 1))]"]
HOLLOW += ["{}", "''", "set()", "[{''}]", "np.array(['a', ''])"]


@pytest.mark.parametrize("value", HOLLOW)
def test_nothing_is_not_close_to_everything(value):
    found = exam(f"def f(): return {value}").test("np.allclose(f(), 1)")
    assert "f returned something empty" in found


@pytest.mark.parametrize(
    "value", ["0", "None", "[[0], [1]]", "' '", "{0: 0}", "{0}", "np.array([' '])"]
)
def test_what_is_short_is_not_empty(value):
    assert exam(f"def f(): return {value}").test("f()") == ""


def test_rows_without_elements_are_bounded():
    lent = "def f(g): return g(np.zeros((2**50, 0)))"
    assert "f raised" in exam(lent).test("f(lambda a: len(list(zip(a, a))))")


def test_functions_of_a_test_are_called_back():
    code = "def f(g, x): return [g(g(x)), g(x=x)]"
    assert exam(code).test("assert f(lambda x: 2 * x, 3) == [12, 6]") == ""


def test_a_function_of_a_test_that_raises_says_so_to_the_student():
    code = "def f(g):\n    try: g('a')\n    except RuntimeError as e: return str(e)\n"
    assert exam(code).test("assert 'TypeError' in f(lambda x: x + 1)") == ""


def test_an_answer_can_be_lent_to_an_answer():
    made = exam("def f(g, x): return g(g, x - 1) if x else 7")
    assert made.test("assert f(f, 3) == 7") == ""


def test_a_list_of_functions_can_be_lent_and_stays_what_it_was():
    made = exam("def f(gs): return [g(2) for g in gs]")
    assert (
        made.test("gs = [abs, lambda x: -x]\nassert f(gs) == [2, -2] and gs[0] is abs")
        == ""
    )


def test_tests_print_and_warn_to_nobody(capsys):
    exam("def f(x): print('student'); return x").test(
        "import warnings\nprint('secret', f(1)); warnings.warn('secret')"
    )
    assert capsys.readouterr() == ("", "")


def cell(source, **about):
    named = {"grade_id": source[:5], **about}
    return new_code_cell(source, metadata={"nbgrader": named})


def test_given_code_is_what_calls_no_answer():
    cells = ["x = load('wdbc')", "for i in range(3): print(loss(i))"]
    made = new_notebook(cells=[cell(code, solution=False) for code in cells])
    made.cells.append(cell("def loss(x): return x", solution=True))
    assert given(made) == cells[:1]
    assert used("a = b.c(d)") == {"a", "b", "d"}


def test_a_reply_that_is_no_reply_is_the_answers_mistake():
    for reply in ({}, {"value": {"x": 1}, "changed": {}}, {"error": 3}, {"value": 1}):
        made = Exam(["f"], lambda *_, r=reply: r)
        assert "f did not answer with plain data" in made.test("f(1)")


def test_what_a_student_raises_is_not_taken_for_what_is_returned():
    error = ["NotPlainError", "zip is no plain data (numbers)", "line 1 of f: raise"]
    assert explained("f", error, {}).startswith("f raised NotPlainError (line 1 of f")


def test_a_reply_with_too_much_says_so():
    many = {"set": [*range(MAX_ENTRIES + 1)]}
    made = Exam(["f"], lambda *_: {"value": many, "changed": {}})
    assert "plain data. More than 10,000 entries in a dict or set." in made.test("f()")


def test_arguments_that_are_sent_back_share_the_bounds(monkeypatch):
    """Names for one argument have no end: 0, 00, 000 ..."""
    decoded = []
    monkeypatch.setattr("assignments.running.exam.decode", decoded.append)
    changed = {"0" * n: [n] for n in range(1, 50)}
    made = Exam(["f"], lambda *_: {"value": 1, "changed": changed})
    made.test("f([1])")
    assert len(decoded) < 5


def test_an_answer_error_is_one_sentence():
    with pytest.raises(AnswerError, match="f raised"):
        exam("def f(): raise ValueError('no')").space["f"]()


# --- an answer's cell that does not run to its end ---


@pytest.fixture(scope="module")
def sitting():
    """Give a real interpreter, without a box."""
    made = Sitting(Limits(cell_seconds=2, seconds=60, trusted=True), [])
    made.start("cell")
    yield made
    made.end()


TROUBLES = [
    (
        "import numpy as np\n\n\ndef loss(w, X, y\n    return 1",
        "has a mistake of syntax: line 4, \"def loss(w, X, y\", '(' was never closed.",
    ),
    (
        "%matplotlib inline\ndef f(x):\n    return 1\n  return 2",
        'has a mistake of syntax: line 4, "return 2", '
        "unindent does not match any outer indentation level.",
    ),
    (
        "a = 1\n\ndef f(x, y=z):\n    return 1",
        "stopped with NameError: line 3, \"def f(x, y=z):\", name 'z' is not defined.",
    ),
    (
        "def g():\n    1 / 0\n\ng()",
        'stopped with ZeroDivisionError: line 4, "g()", division by zero.',
    ),
    (
        "def g():\n    eval('(')\n\ng()",
        "stopped with SyntaxError: line 4, \"g()\", '(' was never closed",
    ),
    ("exit()", "stopped with SystemExit."),
    ("a = 1\x0c\nb = z", "stopped with NameError: line 2, \"b = z\", name 'z' is"),
    ("while True: pass", "was stopped: no end within 2 seconds."),
]


@pytest.mark.parametrize(("source", "said"), TROUBLES)
def test_a_cell_that_stops_says_where(sitting, source, said):
    sitting.start("cell")
    found = trouble(source, sitting.run(source))
    assert found.startswith(f"The cell with your answer {said}")


def test_a_cell_that_ends_well_says_nothing(sitting):
    sitting.start("cell")
    assert trouble("print(1)", sitting.run("print(1)")) == ""


def test_what_a_cell_says_is_plain_and_short(sitting):
    """Whatever a student makes of an exception, and of the line that raises it."""
    bad = "\\x1b[31m\\x00\\u202e" + "y" * 1500
    source = f"raise type('E'*500, (Exception,), {{}})('{bad}') #\u202e"
    sitting.start("cell")
    found = trouble(source, sitting.run(source))
    assert len(found) < 1000
    assert not re.search("[\x00-\x08\x1b\u202e]", found)


def test_a_missing_answer_is_explained_by_its_cell():
    made = exam("g = 1")
    made.miss(["f"], "The cell with your answer is broken.")
    found = made.test("assert f(1) == 2")
    assert found == "f is not defined. The cell with your answer is broken."
    made.miss(["f"], "")
    assert made.test("f(1)") == "f raised NameError: f is not defined."


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def f(x): return x", "one more"),
        ("def f(x): return g(x)", "f raised NameError.*: name 'g' is not defined"),
        ("def f(x): raise NameError('x is not defined.')", "f raised NameError"),
    ],
)
def test_a_cell_that_stopped_says_nothing_of_an_answer_that_is_there(code, said):
    made = exam(code)
    made.miss(["f"], "The cell with your answer is broken.")
    found = made.test("assert f(1) == 2, 'one more'")
    assert re.match(said, found)
    assert "broken" not in found


def test_an_answer_that_calls_a_missing_one_says_why_that_is_missing():
    names = {}
    exec("def f(x): return g(x)\ndef h(x): return k(x)", names)
    made = Exam(["f", "g", "h"], Seat(names).ask)
    made.miss(["g"], "The cell with your answer stopped with NameError: line 3.")
    found = made.test("f(1)")
    assert found.startswith("f raised NameError")
    assert "name 'g' is not defined. The cell with g stopped with NameError" in found
    assert made.test("h(1)").endswith("name 'k' is not defined")


def test_of_one_answer_nothing_is_said_about_another():
    names = {"g": lambda: 1}
    made = Exam(["f", "g"], Seat(names).ask)
    made.miss(["f"], "The cell with your answer is broken.")
    assert made.test("assert g() == 2, 'wrong'") == "wrong"
    assert "broken" in made.test("assert f() == 2, 'wrong'")
