"""Code shown in a page is the code that runs."""

import pytest

from mlcourse.page import Explorer, Source
from mlcourse.page.controls import log_range, steps


def test_shows_the_code_itself():
    """The page holds the lines of the function, under the name of its file."""
    shown = Source(log_range, steps)
    assert shown.data.startswith("```python\n# mlcourse/page/controls.py\ndef log_ran")
    assert shown.data.endswith("\n```")
    assert "np.geomspace(low, high, num)" in shown.data
    assert "\n\ndef steps(" in shown.data


def test_a_method_is_not_indented():
    """The code of a method starts at the left margin."""
    assert "\ndef table(self" in Source(Explorer.table).data


def test_what_a_notebook_stores():
    """The plain text names what is shown."""
    assert repr(Source(steps)) == "Source of mlcourse.page.controls.steps"


def test_a_name_in_the_package_is_enough():
    """Of a function, and of a method of a class."""
    named = Source("page.controls.log_range", "page.explorer.Explorer.table")
    assert named.data == Source(log_range, Explorer.table).data


def test_a_name_of_nothing_says_so():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        Source("page.controls.nothing")
