"""What is out of sight for good is deleted a few widgets at a time."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from memdesk.ui.widgets.gone import Gone

PARTS = 10
MOST_TURNS = 100


def a_turn(app: QApplication) -> None:
    """One turn of the event loop, with what it deletes at its end."""
    app.processEvents()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_parts_go_a_few_at_a_time_and_the_whole_behind_them(qapp: QApplication) -> None:
    owner, whole = QObject(), QWidget()
    parts = [QWidget(whole) for _ in range(PARTS)]
    gone, left = Gone(owner), [PARTS]
    gone.take((*parts, whole))
    for _ in range(MOST_TURNS):
        a_turn(qapp)
        left.append(sum(map(Shiboken.isValid, parts)))
        assert Shiboken.isValid(whole) or not left[-1]
        if not Shiboken.isValid(whole):
            break
    assert left[-1] == 0
    assert max(before - after for before, after in pairwise(left)) < PARTS / 2
    Shiboken.delete(owner)


def test_what_went_with_the_whole_meanwhile_is_let_be(qapp: QApplication) -> None:
    owner, whole, other = QObject(), QWidget(), QWidget()
    Gone(owner).take((*(QWidget(whole) for _ in range(PARTS)), other))
    Shiboken.delete(whole)
    for _ in range(MOST_TURNS):
        a_turn(qapp)
    assert not Shiboken.isValid(other)
    Shiboken.delete(owner)
