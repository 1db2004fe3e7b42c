"""The undo of whichever field has the focus, where the field goes away."""

from __future__ import annotations

from PySide6.QtCore import QDir, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from memdesk.ui.widgets.field_undo import FieldUndo


def test_a_field_of_a_dialog_of_qt_s_own_goes_with_the_focus(qapp: QApplication) -> None:
    undo = FieldUndo(qapp)
    # Else it reads the folder that the last one in this process was in, perhaps beyond the end of this test.
    dialog = QFileDialog(directory=QDir.rootPath())
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.show()
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(line, QLineEdit)
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    line.setFocus()
    assert QApplication.focusWidget() is line
    line.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    qapp.processEvents()
    assert not undo.can(backwards=True)
    undo.stop()
    dialog.deleteLater()
