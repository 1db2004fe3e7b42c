"""What goes to the clipboard, or is dragged, in an object of Qt's own."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QStringListModel


def clip_data(text: str) -> QMimeData:
    """Data with `text` in it, for Qt to keep.

    A clipboard may outlive Python: some platforms let go of it as the process ends. What Python made would have to
    tell it of that, and the program ends in a crash. So Qt makes the object, and a model is the one that does on wish.
    """
    model = QStringListModel([""])
    data = model.mimeData([model.index(0)])
    data.clear()
    data.setText(text)
    return data
