"""What Qt asks of a list where there is no row: of an empty one, and beside the rows of others."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication

from memdesk.ui.palette.choice_list import ChoiceList
from tests.window.conftest import Start
from tests.window.homes import memory_of
from tests.window.inside import CONTROL, SHIFT, Key

_SCREENS = (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4, Key.Key_5, Key.Key_6)


def test_no_list_says_anything_of_a_row_that_is_not_there(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    for key in _SCREENS:
        program.key(key, CONTROL)
        program.settle()
    program.key(Key.Key_P, CONTROL | SHIFT)
    program.type("zzzz")
    program.settle()
    views = [one for one in QApplication.allWidgets() if isinstance(one, QAbstractItemView)]
    assert {ChoiceList} <= {type(view) for view in views}
    nowhere, display = QModelIndex(), Qt.ItemDataRole.DisplayRole
    for view in views:
        model = view.model()
        if model is not None:
            assert not model.data(nowhere, display), type(view)
            assert model.flags(nowhere) in (Qt.ItemFlag.NoItemFlags, Qt.ItemFlag.ItemIsDropEnabled), type(
                view
            )
