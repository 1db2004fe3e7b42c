"""The context menu of text: Qt's own would say that nothing can be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QKeySequence

from memdesk.text.editable import EditableText
from memdesk.ui.editor.bridge import TextWidget
from memdesk.ui.editor.requests import EditorRequests
from memdesk.ui.editor.text_input import TextInput
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.menus import PopupMenu

Standard = QKeySequence.StandardKey


def text_menu(
    themes: ThemeManager, widget: TextWidget, text: EditableText, requests: EditorRequests
) -> PopupMenu:
    """What can be done with the text of `widget` and its selection; it goes with the widget."""
    menu = PopupMenu(themes, widget)
    editable, selected = not widget.isReadOnly(), widget.textCursor().hasSelection()

    def add(label: str, key: Standard, do: Callable[[], object], *, enabled: bool) -> None:
        action = menu.addAction(label)
        action.setShortcut(QKeySequence(key))
        action.setEnabled(enabled)
        action.triggered.connect(lambda _checked=False: do())

    add(tr("Undo"), Standard.Undo, requests.undo_requested.emit, enabled=editable and text.can_undo)
    add(tr("Redo"), Standard.Redo, requests.redo_requested.emit, enabled=editable and text.can_redo)
    menu.addSeparator()
    add(tr("Cut"), Standard.Cut, widget.cut, enabled=editable and selected)
    add(tr("Copy"), Standard.Copy, widget.copy, enabled=selected)
    add(tr("Paste"), Standard.Paste, widget.paste, enabled=editable and _can_paste())
    add(
        tr("Delete"),
        Standard.Delete,
        lambda: widget.textCursor().removeSelectedText(),
        enabled=editable and selected,
    )
    menu.addSeparator()
    add(tr("Select all"), Standard.SelectAll, widget.selectAll, enabled=not widget.document().isEmpty())
    return menu


def _can_paste() -> bool:
    # None where the platform has no clipboard to look into, whatever the stubs say.
    data: QMimeData | None = QGuiApplication.clipboard().mimeData()
    return data is not None and TextInput.takes(data)
