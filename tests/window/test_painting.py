"""A window behind a question tells none of its widgets."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from tests.window.conftest import Start


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
