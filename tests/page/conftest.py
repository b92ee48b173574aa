"""Widgets in either life, and none left over from another test."""

import pytest
from ipywidgets import Widget


@pytest.fixture(autouse=True)
def no_old_widgets():
    """Close the widgets that a test made."""
    Widget.close_all()
    yield
    Widget.close_all()


@pytest.fixture
def live(monkeypatch):
    """Run as in JupyterLab."""
    monkeypatch.delenv("MLCOURSE_STATIC", raising=False)


@pytest.fixture
def static(monkeypatch):
    """Run as when the book is built."""
    monkeypatch.setenv("MLCOURSE_STATIC", "1")


@pytest.fixture
def displayed(monkeypatch):
    """Collect what a cell would show instead of showing it."""
    shown = []
    monkeypatch.setattr(
        "mlcourse.page.explorer.display", lambda *args, **_: shown.extend(args)
    )
    return shown
