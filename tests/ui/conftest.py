"""What tests of the window share: a theme, and a way to show a widget that leaves nothing behind."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import cast

import PySide6
import pytest
from PySide6.QtCore import QLocale
from PySide6.QtGui import QAccessible, QAccessibleEvent, QCursor
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from memdesk.ui import format as shown
from memdesk.ui.theme.manager import Preferences, ThemeManager, install_theme

Show = Callable[[QWidget], None]
Enlarge = Callable[[float], None]


@pytest.fixture(autouse=True)
def slot_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[BaseException]]:
    """Errors in slots, which Qt passes over; they fail the test at its end."""
    errors: list[BaseException] = []

    def keep(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    monkeypatch.setattr(sys, "excepthook", keep)
    yield errors
    if errors:
        raise errors[0]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Numbers and dates as English has them, whatever the system's language is."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English))
    shown.follow_locale()
    yield
    QLocale.setDefault(before)
    shown.follow_locale()


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeManager]:
    """The shipped theme on the one application, light whatever the system says."""
    manager = install_theme(qapp, Preferences(scheme="light"))
    yield manager
    Shiboken.delete(manager)
    qapp.setStyle("Fusion")


@pytest.fixture
def show(qapp: QApplication, themes: ThemeManager) -> Iterator[Show]:
    """Shows a widget, lets it paint, and takes it away after the test. The pointer is not over its first part."""
    there: list[QWidget] = []
    screen = qapp.primaryScreen().geometry()
    QCursor.setPos(screen.bottomRight())

    def show_widget(widget: QWidget) -> None:
        there.append(widget)
        widget.show()
        qapp.processEvents()

    yield show_widget
    for widget in there:
        if Shiboken.isValid(widget):
            widget.close()
            Shiboken.delete(widget)
    qapp.processEvents()


@pytest.fixture
def enlarge(qapp: QApplication) -> Iterator[Enlarge]:
    """Makes all letters so many times as large, as who changes the fonts of the system does while windows are open."""
    before = qapp.font()

    def enlarge(scale: float) -> None:
        larger = qapp.font()
        larger.setPointSizeF(before.pointSizeF() * scale)
        qapp.setFont(larger)
        for _ in range(3):
            qapp.processEvents()

    yield enlarge
    qapp.setFont(before)


Heard = list[str]


@pytest.fixture
def heard() -> Iterator[Heard]:
    """The names of what was told to screen readers to have the focus, one after the other."""
    # PySide has no name for it, and a reader of a system sits in another process.
    install = ctypes.CDLL(_library_of_gui())._ZN11QAccessible20installUpdateHandlerEPFvP16QAccessibleEventE
    install.restype, install.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    names: Heard = []

    def hear(address: int) -> None:
        event = cast(QAccessibleEvent, Shiboken.wrapInstance(address, QAccessibleEvent))
        if event.type() == QAccessible.Event.Focus:
            names.append(event.accessibleInterface().text(QAccessible.Text.Name))

    handler = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(hear)
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    before = install(ctypes.cast(handler, ctypes.c_void_p))
    yield names
    install(before)
    QAccessible.setActive(was_active)


def _library_of_gui() -> str:
    found = sorted(Path(PySide6.__file__).parent.glob("Qt/lib/libQt6Gui.so.6"))
    if not found:
        pytest.skip("what Qt tells screen readers is heard on Linux alone")
    return str(found[0])
