"""What stands where nothing is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.empty import EmptyState
from tests.ui.conftest import Show


def test_the_focus_is_seen_where_nothing_else_can_have_it(themes: ThemeManager, show: Show) -> None:
    empty = EmptyState(themes, "inbox", "Nothing new to review.")
    empty.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    empty.resize(400, 300)
    show(empty)
    edge = (200, 0)
    empty.clearFocus()
    ring = QColor(themes.theme.color("focus"))
    assert empty.grab().toImage().pixelColor(*edge) != ring
    empty.activateWindow()
    empty.setFocus()
    assert empty.grab().toImage().pixelColor(*edge) == ring
