"""Tool tips that show text as it is: a name such as `<b>.md` is never read as markup."""

from __future__ import annotations

import re
import sys

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from memdesk.ui.i18n import told, tr
from memdesk.ui.plain import plain

_ENTER = re.compile(r"\b(Return|Enter)\b")
_NAME = re.compile("[^+, ]+")
_ARROWS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}


def plain_tip(text: str) -> str:
    """`text` in the user's language, as a tool tip shows it literally; what cannot be seen in it is named."""
    text = plain(told(text))
    if "<" not in text:
        return text
    # Qt takes a tool tip that begins like markup for markup, unless markup is what it gets.
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    return f'<span style="white-space: pre-wrap">{escaped}</span>'


def native_keys(keys: QKeySequence) -> str:
    """The keys as their caps say on this platform; empty for none."""
    return by_both_enters(keys)[0].toString(QKeySequence.SequenceFormat.NativeText)


def cap_words(keys: QKeySequence) -> str:
    """The same for a drawn cap: an arrow is an arrow there, whatever its key is called."""
    arrows = _arrows()
    return _NAME.sub(lambda found: arrows.get(found[0], found[0]), native_keys(keys))


def _arrows() -> dict[str, str]:
    native = QKeySequence.SequenceFormat.NativeText
    return {QKeySequence(key).toString(native): arrow for key, arrow in _ARROWS.items()}


def by_both_enters(keys: QKeySequence) -> list[QKeySequence]:
    """`keys`, and where one of them is Enter, the same by the other Enter key; the one first that has its name.

    Qt writes the main key "Return" and that among the numbers "Enter". Only Apple's keyboards call the main one so.
    """
    written = keys.toString()
    if not _ENTER.search(written):
        return [keys]
    by_main, by_other = (QKeySequence(_ENTER.sub(name, written)) for name in ("Return", "Enter"))
    return [by_main, by_other] if sys.platform == "darwin" else [by_other, by_main]


def with_keys(text: str, keys: str) -> str:
    """`text` and the names of the keys that do the same: `Save (Ctrl+S)`."""
    return tr("{words} ({own})", words=text, own=keys)


def set_tip(widget: QWidget, text: str, keys: QKeySequence | None = None) -> None:
    """Give `widget` a tool tip of `text` and, where there are `keys`, the keys that do the same."""
    written = native_keys(keys) if keys is not None else ""
    widget.setToolTip(plain_tip(with_keys(text, written) if written else text))
