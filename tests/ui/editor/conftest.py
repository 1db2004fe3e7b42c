"""Desks that close themselves, and errors inside Qt's callbacks, which PySide only prints, as failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.manager import ThemeManager
from tests.ui.editor.desk import Desk, Session

OpenDesk = Callable[[bytes | Session], Desk]


@pytest.fixture
def open_desk(qapp: QApplication, themes: ThemeManager) -> Iterator[OpenDesk]:
    desks: list[Desk] = []

    def open_one(data: bytes | Session) -> Desk:
        desk = Desk(themes, data if isinstance(data, Session) else Session(data))
        desks.append(desk)
        desk.complete()
        qapp.processEvents()
        return desk

    yield open_one
    for desk in desks:
        desk.check()
        desk.check_sections()
        desk.close()
