"""A window that comes to the front, or goes behind another, is painted pane by pane: all of it changes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from tests.window.conftest import Start
from tests.window.homes import memory_of


@pytest.mark.parametrize("kind", [QEvent.Type.WindowDeactivate, QEvent.Type.WindowActivate])
def test_the_panes_wait_for_a_turn_of_their_own(start: Start, root: Path, kind: QEvent.Type) -> None:
    program = start(root)
    program.show(memory_of(root))
    program.wait_until(program.memory.tree.updatesEnabled, what="all to be painted")
    panes = (program.memory.tree, program.memory.preview)
    QCoreApplication.sendEvent(program.window, QEvent(kind))
    held = [not pane.updatesEnabled() for pane in panes]
    program.wait_until(lambda: all(pane.updatesEnabled() for pane in panes), what="the panes")
    assert all(held)


@pytest.mark.parametrize("kind", [QEvent.Type.WindowBlocked, QEvent.Type.WindowUnblocked])
def test_a_question_before_the_window_is_told_to_none_of_its_widgets(
    start: Start, root: Path, kind: QEvent.Type
) -> None:
    class Told(QWidget):
        kinds: ClassVar[list[QEvent.Type]] = []

        def event(self, event: QEvent) -> bool:
            self.kinds.append(event.type())
            return super().event(event)

    window = start(root).window
    Told(window)
    QCoreApplication.sendEvent(window, QEvent(kind))
    assert kind not in Told.kinds
