"""Desks that close themselves, and errors inside Qt's callbacks, which PySide only prints, as failures."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import TracebackType

import pytest
from PySide6.QtWidgets import QApplication

from memdesk.ui.theme.manager import ThemeManager
from tests.ui.editor.desk import Desk, Session

OpenDesk = Callable[[bytes | Session], Desk]


@pytest.fixture(autouse=True)
def slot_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    errors: list[BaseException] = []

    def keep(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    monkeypatch.setattr(sys, "excepthook", keep)
    yield errors
    if errors:
        raise errors[0]


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
