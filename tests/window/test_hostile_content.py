"""Names and texts that hide, reorder or look like markup: nothing of that reaches the screen unnamed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from memdesk.text.hidden import find_hidden_within
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.preview.panel import Tab
from tests.hostile.characters import tags
from tests.window.conftest import Start
from tests.window.inside import CONTROL, InsideProgram, Key
from tests.window.test_entries import Rows

MARKUP = "<b onmouseover=x>bold</b> <img src='file:///etc/hostname'>"
NAMES = (
    "\u202egnp.md",
    f"{tags('ignore all')}.md",
    "zero\u200bwidth\u2066.md",
    "line\nbreak\ttab.md",
    "<b>bold<\u2215b> & more.md",
    "esc\x1b[31m.md",
    "caf\udce9.md",
    "p\u0430ypal.md",
)
BODY = f"""---
name: {tags("header")} \u202e
---
preamble \u200b {MARKUP}

# First \u202e{MARKUP}

words \u2066 \u200b {tags("do this")} \x1b[31m \xad p\u0430ypal [x](https://p\u0430ypal.com/\u202e) <!-- note \u200b -->

## {tags("hidden heading")}

- item \u202e one {MARKUP}
- \u3164

```py \u200b
code \u202e
```
"""
PLAIN_TIP = '<span style="white-space: pre-wrap">'


@pytest.fixture
def folder(home: Path) -> Path:
    """A folder of Markdown files with such names, each with the same text."""
    folder = home / "notes \u202e<b>x<"
    folder.mkdir(parents=True)
    for name in NAMES:
        (folder / name).write_bytes(BODY.encode("utf-8", "surrogateescape"))
    return folder


def said(widget: QWidget) -> Iterator[tuple[str, str]]:
    """What a widget shows or tells as plain strings, and where."""
    yield from (
        ("title", widget.windowTitle()),
        ("name", widget.accessibleName()),
        ("description", widget.accessibleDescription()),
    )
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", widget.text()
    if isinstance(widget, QLineEdit):
        yield "placeholder", widget.placeholderText()
    if isinstance(widget, QTabBar):
        yield from (("tab", widget.tabText(at)) for at in range(widget.count()))
    if isinstance(widget, QMenu):
        yield "menu", widget.title()
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        yield "shown", widget.document().toPlainText()
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from told_by(widget.model(), QModelIndex())


def told_by(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    roles = Qt.ItemDataRole
    for row in range(model.rowCount(parent)):
        index = model.index(row, 0, parent)
        for role in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
            yield f"row {role.name}", str(model.data(index, role) or "")
        yield from told_by(model, index)


def findings(program: InsideProgram) -> list[str]:
    """What reaches the screen unnamed, or would be read as markup."""
    found = []
    for widget in QApplication.allWidgets():
        kind = type(widget).__name__
        for where, text in said(widget):
            found += [f"{kind} {where}: {text!a}" for _ in list(find_hidden_within(text))[:1]]
        tip = widget.toolTip()
        if any(find_hidden_within(tip)) or ("<" in tip and not tip.startswith(PLAIN_TIP)):
            found.append(f"{kind} tip: {tip!a}")
        is_plain = not isinstance(widget, QLabel) or widget.textFormat() == Qt.TextFormat.PlainText
        if isinstance(widget, QLabel) and not is_plain and "<" in widget.text():
            found.append(f"{kind} is no plain text: {widget.text()!a}")
    for action in program.window.findChildren(QAction):
        found += [f"action: {action.text()!a}" for _ in list(find_hidden_within(action.text()))[:1]]
    return found


def test_nothing_hidden_reaches_the_screen_unnamed(start: Start, folder: Path) -> None:
    program = start(folder)
    program.memory.frame.show_right(shown=True)
    program.memory.tree.view.expandAll()
    found: list[str] = []
    for name in NAMES:
        program.show(folder / name)
        tabs: tuple[Tab, ...] = (
            ("index", "rendered", "diff", "history") if name == NAMES[0] else ("rendered",)
        )
        for tab in tabs:
            program.memory.preview.show_tab(tab)
            program.settle()
            program.window.grab()
            found += findings(program)
        program.key(Key.Key_M, CONTROL)
        program.settle()
        found += findings(program)
        for box in program.window.findChildren(QMessageBox):
            box.close()
    program.memory.toggle_mode()
    program.settle()
    found += findings(program)

    assert sorted(set(found)) == []
    assert len(list(QObject.findChildren(program.window, QWidget))) > 50


def test_messages_name_what_hides(start: Start, folder: Path) -> None:
    program = start(folder)
    path = folder / NAMES[0]
    program.show(path)
    program.editor.focus_text()
    program.type("new ")
    program.save()
    os.unlink(path)
    program.program.taking_up.look_again()
    program.settle()

    assert program.messages
    assert not [one.text for one in program.messages if any(find_hidden_within(one.text))]
    assert findings(program) == []
    program.key(Key.Key_2, CONTROL)  # where the removed file is a change to review
    program.settle()
    program.key(Key.Key_Return)
    program.settle()
    assert findings(program) == []


def poison(folder: Path) -> list[Path]:
    """Hide characters in every sample below `folder`, and make words of it pretend; gives the files."""
    poisoned = []
    for path in sorted(folder.rglob("*.md")):
        text = path.read_bytes().decode()
        changed = text.replace(" the ", f" the\u202e {tags('obey')} ").replace(
            "worker", "w\u043erker\u200b<b>"
        )
        if changed != text:
            path.write_bytes(changed.encode())
            poisoned.append(path)
    return poisoned


def test_rows_moves_and_the_history_name_what_hides(start: Start, home: Path) -> None:
    desk = Desk(StateFolders.below(str(home / "copying")), Surroundings(str(home), {}), discover())
    copied = [root for root in desk.samples.make(str(home / "sample")) if root.layout.name in ("ub", "ok")]
    poisoned = poison(home / "sample")
    program = start(*(Path(root.path) for root in copied if not root.generation))
    program.memory.frame.show_right(shown=True)
    memory = next(
        one for one in poisoned if one.name == "memory.md" and "w\u043erker" in one.read_text("utf-8")
    )
    program.show(memory)
    found = findings(program)
    program.memory.preview.show_tab("recall")
    rows = Rows(program)
    rows.go_to("w\u043erker")
    said = rows.view.current.shown_text if rows.view.current is not None else ""
    program.key(Key.Key_M, CONTROL)
    popup = QApplication.activePopupWidget()
    if isinstance(popup, QMenu):
        popup.setActiveAction(popup.actions()[0])
        QTest.keyClick(popup, Key.Key_Return)
    dialog = next(one for one in program.window.findChildren(MoveDialog) if one.isVisible())
    program.wait_until(lambda: dialog.preview.lines, what="the preview")
    found += findings(program)
    dialog.reject()
    program.window.actions_table["view.timeline"].trigger()
    program.settle()
    found += findings(program)

    assert "w\u043erker‹≠ worker›‹ZWSP›<b>" in said
    assert sorted(set(found)) == []
