"""Text from the disk for labels, titles, menus and tool tips: what cannot be seen is named."""

from __future__ import annotations

_ISOLATES = ("\u2068", "\u2069")


def plain(text: str) -> str:
    """`text` with a label in place of every hidden character, such as `‹U+202E›`.

    In a window that reads from right to left our own isolates around paths stay (see `format.isolated`).
    """
    if text.isascii() and text.isprintable():
        return text
    # Loaded for the first such text: the window paints before.
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication

    from memdesk.text.labelled import labelled

    if _ISOLATES[0] in text and QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        return _labelled_between_isolates(text)
    return labelled(text)


def plain_name(name: str) -> str:
    """As `plain`, for a name, in which line breaks and tabs are named as well."""
    if name.isascii() and name.isprintable():
        return name
    from memdesk.text.labelled import on_one_line

    return plain(on_one_line(name))


def _labelled_between_isolates(text: str) -> str:
    from memdesk.text.labelled import labelled

    first, last = _ISOLATES
    pieces = text.split(first)
    whole = [labelled(pieces[0])]
    for piece in pieces[1:]:
        inside, closed, behind = piece.partition(last)
        whole.append(
            f"{first}{labelled(inside)}{last}{labelled(behind)}" if closed else labelled(first + piece)
        )
    return "".join(whole)
