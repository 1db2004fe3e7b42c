"""Scenes of what comes up over the window or in place of a document: menus, boxes, bars and empty states."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.widgets.rail import RailButton
from stage import Scene, Stage

_PROFILE = "## Preferences\n\nTests first.\n"


def _menu_at(widget: QWidget, place: QPoint) -> None:
    """Ask `widget` for its menu, as a right click there does."""
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(widget, QContextMenuEvent(reason, place, widget.mapToGlobal(place)))


def _tree_menu(stage: Stage) -> None:
    stage.show("MEMORY.md", "api")
    view = stage.program.memory.tree.view
    place = view.visualRect(view.currentIndex()).center()
    _menu_at(view.viewport(), place)


def _section_menu(stage: Stage) -> None:
    session = stage.show("MEMORY.md", "api", "Decisions")
    editor = stage.program.memory.editor
    editor.focus_section("Decisions")
    editor.card_menu_requested.emit("Decisions", 0, stage.program.window.mapToGlobal(QPoint(560, 120)))
    assert session.outline().find("Decisions", 0) is not None


def _text_menu(stage: Stage) -> None:
    stage.show("MEMORY.md", "api", "Decisions")
    editor = stage.program.memory.editor
    editor.focus_section("Decisions")
    body = next(body for body in editor.findChildren(CardBody) if body.hasFocus())
    body.selectAll()
    body.menu_requested.emit(body.mapToGlobal(QPoint(40, 40)))


def _row_menu(stage: Stage) -> None:
    stage.show("memory.md", "api", agent="ub")
    block = next(one for one in stage.program.memory.editor.findChildren(RowsBlock) if one.isVisible())
    view = block.view
    view.select(next(row.name for row in view.rows if "make worker" in row.text))
    view.take_focus()
    stage.settle(0.3)
    _menu_at(view.viewport(), view.visualRect(view.currentIndex()).center())


def _path_menu(stage: Stage) -> None:
    stage.show("MEMORY.md", "api")
    stage.program.commands.show_path_menu(stage.program.window.mapToGlobal(QPoint(340, 400)))


def _explained(stage: Stage) -> None:
    stage.show("MEMORY.md", "api", "Decisions")
    stage.settle()
    stage.program.memory.explaining.explain_nearest()


def _acted(stage: Stage, action_id: str) -> None:
    stage.show("MEMORY.md", "api")
    stage.program.window.actions_table[action_id].trigger()


def _tip(stage: Stage) -> None:
    """The tool tip of a button of the rail, as one that rests on it sees it."""
    stage.show("MEMORY.md", "api")
    button = stage.program.window.findChildren(RailButton)[4]
    place = button.rect().center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, button.mapToGlobal(place))
    QApplication.sendEvent(button, event)


def _crashed(stage: Stage) -> None:
    stage.show("MEMORY.md", "api")
    try:
        raise RuntimeError  # noqa: TRY301 - what somebody did not foresee
    except RuntimeError as error:
        stage.program.crash.take(error)


def _own_home(stage: Stage, profile: str = _PROFILE) -> Path:
    """A memory of one file that is no sample."""
    folder = Path(stage.home, ".evva")
    folder.mkdir()
    path = folder / "USER_PROFILE.md"
    path.write_text(profile, encoding="utf-8")
    stage.program.start((str(folder),))
    stage.settle(1.5)
    return path


def _asked_for_copies(stage: Stage) -> None:
    _own_home(stage)


def _file_gone(stage: Stage) -> None:
    session = stage.show("MEMORY.md", "api", "Decisions")
    os.unlink(session.path)
    stage.settle(2)


def _broken_record(stage: Stage) -> None:
    session = stage.show("watering_log", "", agent="foresthub")
    path = Path(session.path)
    path.write_bytes(path.read_bytes().replace(b'",', b'"', 1))
    stage.settle(2)


def _read_only(stage: Stage) -> None:
    """A link that leads outside: no rights keep root from writing a file."""
    stage.open_sample()
    path = Path(stage.document("MEMORY.md", "api", "evva").path)
    outside = Path(stage.home, "notes", "api.md")
    outside.parent.mkdir()
    path.rename(outside)
    path.symlink_to(outside)
    stage.program.taking_up.look_again()
    stage.settle(2)
    stage.program.memory.show_document(str(path))


def _filtered(stage: Stage, words: str) -> None:
    stage.show("MEMORY.md", "api")
    stage.program.memory.tree.focus_filter()
    focused = QApplication.focusWidget() or stage.program.window.focusWidget()
    QTest.keyClicks(focused, words)


def _no_root(stage: Stage) -> None:
    """The only folder was closed."""
    path = _own_home(stage)
    stage.program.opening.close_path(str(path.parent))
    stage.settle()


def _nothing_to_choose(stage: Stage) -> None:
    stage.show("MEMORY.md", "api")
    QTest.keySequence(stage.program.window.windowHandle(), "Ctrl+P")
    stage.settle()
    QTest.keyClicks(stage.program.choosing.box.field, "quokka")


def _empty_document(stage: Stage) -> None:
    _own_home(stage, "")


def _focused(stage: Stage) -> None:
    """Where the keyboard is, in the tree."""
    stage.show("MEMORY.md", "api")
    view = stage.program.memory.tree.view
    # What has the focus already is not told once more by what it came.
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)


POPUPS: dict[str, Scene] = {
    "menu-tree": _tree_menu,
    "menu-section": _section_menu,
    "menu-text": _text_menu,
    "menu-row": _row_menu,
    "menu-path": _path_menu,
    "explained": _explained,
    "about": lambda stage: _acted(stage, "help.about"),
    "keys": lambda stage: _acted(stage, "help.keys"),
    "paused": lambda stage: _acted(stage, "file.pause_watching"),
    "tip": _tip,
    "crashed": _crashed,
    "copies-asked": _asked_for_copies,
    "file-gone": _file_gone,
    "broken-record": _broken_record,
    "read-only": _read_only,
    "tree-focused": _focused,
    "tree-filtered": lambda stage: _filtered(stage, "prof"),
    "tree-no-hit": lambda stage: _filtered(stage, "quokka"),
    "tree-no-root": _no_root,
    "choosing-nothing": _nothing_to_choose,
    "document-empty": _empty_document,
}
