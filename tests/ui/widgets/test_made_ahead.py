"""Dialogs that are made before they are asked for."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from memdesk.ui.widgets.made_ahead import MadeAhead

PATIENCE_S = 5


class Maker:
    """Counts the dialogs that it makes."""

    def __init__(self) -> None:
        self.made: list[QDialog] = []

    def make(self) -> QDialog:
        dialog = QDialog()
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.made.append(dialog)
        return dialog


@pytest.fixture
def maker(qapp: QApplication) -> Maker:
    return Maker()


@pytest.fixture
def dialogs(maker: Maker, qapp: QApplication) -> MadeAhead[QDialog]:
    return MadeAhead(maker.make, qapp)


def make_ahead(dialogs: MadeAhead[QDialog]) -> None:
    for _step in dialogs.steps():
        pass


def await_ready(dialogs: MadeAhead[QDialog]) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while not dialogs.is_ready:
        assert time.monotonic() < end_s
        QTest.qWait(10)


def use(dialog: QDialog) -> None:
    dialog.show()
    dialog.reject()


def test_one_that_was_made_ahead_is_given_once(maker: Maker, dialogs: MadeAhead[QDialog]) -> None:
    make_ahead(dialogs)
    make_ahead(dialogs)
    (first,) = maker.made
    assert first.isHidden()
    assert dialogs.take() is first
    assert not dialogs.is_ready
    assert dialogs.take() is maker.made[1]


def test_the_next_one_is_made_after_the_last_has_closed(maker: Maker, dialogs: MadeAhead[QDialog]) -> None:
    make_ahead(dialogs)
    dialog = dialogs.take()
    dialog.show()
    assert len(maker.made) == 1
    dialog.reject()
    assert len(maker.made) == 1, "not in the turn that closes it"
    await_ready(dialogs)
    assert dialogs.take() is maker.made[1]


def test_none_follows_one_that_nobody_made_ahead(maker: Maker, dialogs: MadeAhead[QDialog]) -> None:
    use(dialogs.take())
    assert not dialogs._rest.isActive()
    assert len(maker.made) == 1


def test_none_follows_at_the_end_of_the_program(maker: Maker, dialogs: MadeAhead[QDialog]) -> None:
    make_ahead(dialogs)
    dialog = dialogs.take()
    dialogs.stop()
    use(dialog)
    assert not dialogs._rest.isActive()
    make_ahead(dialogs)
    assert len(maker.made) == 1
