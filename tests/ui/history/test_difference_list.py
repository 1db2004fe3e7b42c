"""The list of what differs: all that is asked for is there at once."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from memdesk.services.remembered.node_differences import NodeDifference
from memdesk.text.outline import NodeKind
from memdesk.ui.history.difference_list import FIRST_NODES, DifferenceList, pieces_of
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import LinkButton
from memdesk.ui.widgets.lines.view import LinesView

BODY = "- A line of memory as people and agents write it, about sixty characters.\n" * 4
_MOST_RESIZED = 4
"""When it is made, gets its width, tells its height, and once more as a scroll bar takes of the width."""


class Resized(QObject):
    """Counts how often widgets of the application get another size, by the widget."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[int, int] = {}

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        if event.type() == QEvent.Type.Resize and isinstance(watched, LinesView):
            self.counts[id(watched)] = self.counts.get(id(watched), 0) + 1
        return False


def differences(count: int) -> list[NodeDifference]:
    after = BODY.replace("people", "nobody", 1)
    names = [f"S{number}" for number in range(count)]
    return [NodeDifference(NodeKind.SECTION, name, BODY, after, (name, 0)) for name in names]


def test_blocks_are_not_laid_out_again_for_each_that_comes(qapp: QApplication, themes: ThemeManager) -> None:
    before = QWidget()
    view, resized = DifferenceList(themes, before), Resized()
    view.resize(360, 700)
    view.show()
    qapp.installEventFilter(resized)
    view.show_pieces(pieces_of(differences(FIRST_NODES)), can_restore=True)
    qapp.processEvents()
    qapp.removeEventFilter(resized)
    assert len(view.findChildren(LinesView)) == FIRST_NODES
    assert sum(resized.counts.values()) <= _MOST_RESIZED * FIRST_NODES
    for one in (view, before):
        Shiboken.delete(one)


def test_the_first_of_those_that_are_asked_for_gets_the_focus(
    qapp: QApplication, themes: ThemeManager
) -> None:
    before = QWidget()
    view = DifferenceList(themes, before)
    view.resize(360, 700)
    view.show()
    view.activateWindow()
    view.show_pieces(pieces_of(differences(FIRST_NODES + 3)), can_restore=True)
    assert len(view.findChildren(LinesView)) == FIRST_NODES
    (more,) = [one for one in view.findChildren(LinkButton) if one.isVisible()]
    QTest.mouseClick(more, Qt.MouseButton.LeftButton)
    lines = view.findChildren(LinesView)
    assert len(lines) == FIRST_NODES + 3
    assert view.focusWidget() is lines[FIRST_NODES]
    for one in (view, before):
        Shiboken.delete(one)
