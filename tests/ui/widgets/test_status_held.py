"""Facts of the status bar that are told together: what fits is found out once, at the end."""

from __future__ import annotations

import pytest

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.status_bar import StatusBar
from tests.ui.conftest import Show


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    arranged: list[str] = []
    genuine = StatusBar.arrange

    def arrange(bar: StatusBar) -> None:
        arranged.append("once")
        genuine(bar)

    monkeypatch.setattr(StatusBar, "arrange", arrange)
    return arranged


def test_facts_told_together_are_arranged_once(themes: ThemeManager, show: Show, counted: list[str]) -> None:
    bar = StatusBar(themes)
    path, size = bar.add_part("Path", "middle", drops=1, elastic=True), bar.add_part("Size", "trailing")
    bar.resize(600, 29)
    show(bar)
    counted.clear()
    with bar.held():
        path.set_fact("~/notes.md")
        with bar.held():
            size.set_fact("2 KB")
        assert not counted
        assert not path.isVisible()
    assert counted == ["once"]
    assert (path.isVisible(), size.isVisible()) == (True, True)
    with bar.held():
        path.set_fact("~/notes.md")
    assert counted == ["once"]
    path.set_fact("")
    assert counted == ["once", "once"]
    assert not path.isVisible()


def test_what_was_told_is_shown_also_where_something_failed_meanwhile(
    themes: ThemeManager, show: Show
) -> None:
    bar = StatusBar(themes)
    path = bar.add_part("Path", "middle")
    bar.resize(600, 29)
    show(bar)

    def tell() -> None:
        with bar.held():
            path.set_fact("~/notes.md")
            raise OSError("no more")

    with pytest.raises(OSError, match="no more"):
        tell()
    assert path.isVisible()
