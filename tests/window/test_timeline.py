"""The screen "History": what changed everywhere and what was removed, and the way back, by keys and mouse."""

from __future__ import annotations

import shutil
import time
from contextlib import closing
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelectionModel, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QPushButton, QWidget

from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.ui.history.screen import HistoryScreen
from memdesk.ui.history.timeline_model import PAGE
from memdesk.ui.screens import HISTORY, MEMORY
from memdesk.ui.widgets.buttons import PrimaryButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from memdesk.ui.widgets.lines.line import spoken
from memdesk.ui.widgets.lines.view import LinesView
from tests.window.conftest import Start
from tests.window.homes import MEMORY as TEXT
from tests.window.homes import PROFILE, memory_of
from tests.window.inside import CONTROL, InsideProgram, Key

SLOW, QUICK = b"The importer is slow.", b"The importer is quick."
NPM, PNPM = b"Use npm, not yarn.", b"Use pnpm."
MINE = b"\n## Mine\nKept for years.\n"


class Turns(QObject):
    """Counts how often a widget is enabled or disabled."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        self.count += event.type() == QEvent.Type.EnabledChange
        return super().eventFilter(watched, event)


def screen(program: InsideProgram) -> HistoryScreen:
    return program.program.history.screen


def sentences(view: QListView) -> list[str]:
    model, role = view.model(), Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]


def has_rows(view: QListView, count: int) -> bool:
    return view.model().rowCount() == count


def changed_lines(program: InsideProgram) -> list[str]:
    views = [view for view in screen(program).findChildren(LinesView) if view.isVisible()]
    return [said for view in views for line in view.lines if (said := spoken(line)) != line.text]


def says(program: InsideProgram) -> str:
    """What stands where nothing is."""
    found = [state for state in screen(program).findChildren(EmptyState) if state.isVisible()]
    return " ".join(state.accessibleName() for state in found)


def recorded(start: Start, root: Path, **options: tuple[int, int]) -> InsideProgram:
    program = start(root, **options)
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    program.click("Keep copies")
    path = str(memory_of(root))
    program.wait_until(lambda: program.desk.history.versions(path), what="the first copy")
    return program


def agent_writes(program: InsideProgram, path: Path, data: bytes | None) -> None:
    count = len(program.desk.history.versions(str(path)))
    if data is None:
        path.unlink()
    else:
        path.write_bytes(data)
    program.wait_until(lambda: len(program.desk.history.versions(str(path))) > count, what="the version")
    program.settle()


def show(program: InsideProgram, *, mode: str = "timeline") -> None:
    """Go there by the keyboard."""
    program.key(Key.Key_6, CONTROL)
    assert program.window.screen_name == HISTORY
    if mode == "trash":
        program.click("Trash")
    program.settle()
    QTest.qWait(60)
    program.settle()


def choose(view: QListView, *rows: int) -> None:
    """Click rows, the second with Ctrl."""
    for number, row in enumerate(rows):
        keys = CONTROL if number else Qt.KeyboardModifier.NoModifier
        place = view.visualRect(view.model().index(row, 0)).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, keys, place)


def test_what_changed_everywhere_newest_first(start: Start, root: Path) -> None:
    program = recorded(start, root)
    agent_writes(program, memory_of(root), TEXT.replace(SLOW, QUICK) + MINE)
    agent_writes(program, root / "USER_PROFILE.md", PROFILE.replace(b"Tests first.", b"Tests last."))
    show(program)
    view = screen(program).versions
    program.wait_until(lambda: "section changed" in sentences(view)[1], what="what changed")
    told = sentences(view)
    assert told[0] == "Today"
    assert len(told) == 5
    assert "evva or a program, USER_PROFILE.md" in told[1]
    assert told[2].endswith("1 section added, 1 changed")
    assert not view.model().flags(view.model().index(0, 0)) & Qt.ItemFlag.ItemIsSelectable
    assert program.focus is view
    agent_writes(program, memory_of(root), TEXT)
    program.wait_until(lambda: len(sentences(view)) == 6, what="the newest one")
    assert "MEMORY.md" in sentences(view)[1]
    assert "USER_PROFILE.md" in sentences(view)[view.currentIndex().row()], "what was chosen stays so"
    program.key(Key.Key_Up)
    assert view.currentIndex().row() == 1
    program.key(Key.Key_Up)
    assert view.currentIndex().row() == 1, "the day is passed over"
    program.key(Key.Key_Return)
    assert program.window.screen_name == MEMORY
    assert program.session.path == str(memory_of(root))


def test_an_agent_stands_over_its_documents_with_its_letters(start: Start, root: Path) -> None:
    program = recorded(start, root)
    show(program)
    rows = screen(program).documents._list
    seen = [rows.row_at(number) for number in range(rows.model().rowCount())]
    assert [(row.title, row.monogram) for row in seen[:2] if row is not None] == [
        ("All documents", ""),
        ("evva", "ev"),
    ]
    assert not any(row.monogram for row in seen[2:] if row is not None)


def test_any_two_are_compared_and_one_comes_back(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, TEXT.replace(SLOW, QUICK))
    agent_writes(program, path, TEXT.replace(SLOW, QUICK).replace(NPM, PNPM))
    show(program)
    view = screen(program).versions
    gone, come = "removed: Use npm, not yarn.", "added: Use pnpm."
    program.wait_until(lambda: changed_lines(program) == [gone, come], what="what it changed")
    choose(view, 2)
    quick = ["removed: The importer is slow.", "added: The importer is quick."]
    program.wait_until(lambda: changed_lines(program) == quick, what="what the one before changed")
    program.click("Now")
    program.wait_until(lambda: changed_lines(program) == [gone, come], what="what changed since")
    first = next(row for row, told in enumerate(sentences(view)) if "First seen, MEMORY.md" in told)
    choose(view, 1, first)
    program.wait_until(lambda: len(changed_lines(program)) == 4, what="both")
    assert changed_lines(program) == [gone, come, *quick]
    program.click("Restore Decisions as it was")
    program.wait_until(lambda: program.said("Restored “Decisions” in MEMORY.md."), what="the restore")
    assert path.read_bytes() == TEXT.replace(SLOW, QUICK)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == TEXT.replace(SLOW, QUICK).replace(NPM, PNPM), what="undo")
    program.settle()
    choose(view, len(sentences(view)) - 1)
    choose(view, next(row for row, told in enumerate(sentences(view)) if "First seen, MEMORY.md" in told))
    program.wait_until(program.button("Restore this version").isEnabled, what="the way back")
    program.click("Restore this version")
    program.wait_until(lambda: path.read_bytes() == TEXT, what="the whole")
    program.settle()
    assert program.focus is view


def test_the_way_back_stays_while_programs_write(start: Start, root: Path) -> None:
    program, path, profile = recorded(start, root), memory_of(root), root / "USER_PROFILE.md"
    agent_writes(program, path, TEXT.replace(SLOW, QUICK))
    show(program)
    view = screen(program).versions
    choose(view, next(row for row, told in enumerate(sentences(view)) if "First seen, MEMORY.md" in told))
    button = program.button("Restore this version")
    program.wait_until(button.isEnabled, what="the way back")
    button.setFocus()
    turns = Turns(button)
    for count in range(1, 4):
        agent_writes(program, profile, PROFILE + f"\n## Lessons\n{count} of them.\n".encode())
        wanted = len(sentences(view)) + 1
        program.wait_until(partial(has_rows, view, wanted), what="the new version")
        program.settle()
    assert not turns.count, "one may be about to press it"
    assert program.focus is button
    program.key(Key.Key_Space)
    program.wait_until(lambda: path.read_bytes() == TEXT, what="the first text")


def test_filters_narrow_and_are_cleared(start: Start, root: Path) -> None:
    program = recorded(start, root)
    program.show(memory_of(root))
    program.put_caret("Decisions")
    program.type("x")
    program.save()
    show(program)
    view, left = screen(program).versions, screen(program).documents
    assert len(sentences(view)) == 4
    program.key(Key.Key_T, CONTROL)
    assert isinstance(program.focus, FilterField)
    program.type("profile")
    program.wait_until(lambda: len(sentences(view)) == 2, what="one document")
    assert "USER_PROFILE.md" in sentences(view)[1]
    program.type("zz")
    program.wait_until(lambda: "No version matches." in says(program), what="the sentence")
    program.click("Clear filters")
    program.wait_until(lambda: len(sentences(view)) == 4, what="everything")
    button = program.button("By anybody, choose another")
    assert isinstance(button, QPushButton)
    menu = button.menu()
    assert menu is not None
    next(action for action in menu.actions() if action.text() == "By you").trigger()
    program.wait_until(lambda: len(sentences(view)) == 2, what="what I did")
    assert ", You, MEMORY.md, " in sentences(view)[1]
    assert left.choice.path == ""


def test_what_an_agent_removed_comes_back_from_the_trash(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, TEXT + MINE)
    agent_writes(program, path, TEXT)
    show(program, mode="trash")
    view = screen(program).trash
    program.wait_until(lambda: sentences(view), what="what was removed")
    (told,) = sentences(view)
    assert told.startswith("section, Mine, MEMORY.md · evva")
    assert told.endswith("removed by evva or a program, just now")
    program.wait_until(lambda: changed_lines(program), what="what it said")
    assert changed_lines(program) == ["removed: ## Mine", "removed: Kept for years."]
    program.click("Restore")
    program.wait_until(lambda: program.said("Restored “Mine” in MEMORY.md, where it stood."), what="it")
    assert path.read_bytes() == TEXT + MINE
    program.wait_until(lambda: "Nothing was removed." in says(program), what="an empty trash")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == TEXT, what="undo")


def test_a_deleted_folder_comes_back_as_one_step(start: Start, root: Path) -> None:
    other = root / "projects" / "-srv-web" / "MEMORY.md"
    other.parent.mkdir()
    other.write_bytes(TEXT)
    program, path = recorded(start, root), memory_of(root)
    shutil.rmtree(root / "projects")
    history = program.desk.history
    gone = [str(path), str(other)]
    program.wait_until(lambda: all(history.versions(each)[0].removed for each in gone), what="the removal")
    show(program, mode="trash")
    view = screen(program).trash
    program.wait_until(lambda: sentences(view), what="the folder")
    assert len(sentences(view)) == 1
    assert sentences(view)[0].startswith("folder with 2 files, projects, evva")
    [button] = screen(program).removed.findChildren(PrimaryButton)
    assert button.width() == button.sizeHint().width(), "no wider than any other button"
    program.click("Restore")
    program.wait_until(lambda: program.said("Restored 2 files."), what="the restore")
    assert path.read_bytes() == other.read_bytes() == TEXT
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: not path.exists() and not other.exists(), what="one undo")


def test_the_history_of_a_file_that_is_gone_is_reached(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, None)
    show(program)
    left = screen(program).documents
    told = sentences(left.findChildren(QListView)[0])
    assert any(sentence.startswith("MEMORY.md") and ", gone, " in sentence for sentence in told)
    program.program.navigation.show_history(str(path))
    program.settle()
    view = screen(program).versions
    assert [told.split(", ")[-1] for told in sentences(view)[1:2]] == ["file removed"]
    assert len(sentences(view)) == 3
    program.settle()
    program.click("Restore this version")
    program.wait_until(path.exists, what="the file")
    assert path.read_bytes() == TEXT


def test_nothing_yet_and_nothing_removed(start: Start, root: Path) -> None:
    program = start(root)
    show(program)
    assert "No earlier versions yet. They are kept from the first save" in says(program)
    show(program, mode="trash")
    program.wait_until(lambda: "Nothing was removed." in says(program), what="the sentence")
    offered = screen(program).removed.findChildren(PrimaryButton)
    assert offered
    assert not any(button.isVisible() for button in offered), "there is nothing to restore"


def test_a_long_history_comes_by_the_page(start: Start, root: Path) -> None:
    path, now = str(memory_of(root)), time.time()
    times = iter(range(1000))
    with closing(
        History(StateFolders.of_this_user().history, clock=lambda: now - 100_000 + next(times) * 200)
    ) as history:
        for number in range(350):
            history.record_seen(path, b"## Decisions\n%d\n" % number)
    program = start(root)
    show(program)
    view = screen(program).versions
    assert len(view.timeline.changes) == PAGE
    assert 0 < len(view.timeline.summaries) <= PAGE
    for _ in range(30):
        program.key(Key.Key_End)
        program.settle()
    assert len(view.timeline.changes) == 350
    days = [row for row in view.timeline.rows if isinstance(row, str)]
    assert len(days) == len(set(days)), "each day has one heading"


def test_in_a_narrow_window_the_right_panel_opens_over_the_list(start: Start, root: Path) -> None:
    program = recorded(start, root, window_size=(900, 600))
    show(program)
    assert not screen(program).differences.isVisible()
    program.click("Show what the version changed")
    assert screen(program).differences.isVisible()
    program.click("Open")
    assert program.window.screen_name == MEMORY
    show(program)
    program.key(Key.Key_Backslash, CONTROL)
    assert not screen(program).differences.isVisible()
    view = screen(program).versions
    view.selectionModel().select(view.model().index(1, 0), QItemSelectionModel.SelectionFlag.Select)
    for _ in range(6):
        program.key(Key.Key_F6)
        assert screen(program).isAncestorOf(program.focus) or program.window.status.isAncestorOf(
            program.focus
        )


def test_a_file_is_removed_from_the_tree_and_undo_brings_it_back(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    program.show(path)
    program.key(Key.Key_T, CONTROL)
    program.key(Key.Key_Down)
    program.memory.tree.select(str(path))
    program.memory.tree.focus_tree()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: program.said("Removed MEMORY.md. The history keeps it."), what="the removal")
    assert not path.exists()
    show(program, mode="trash")
    view = screen(program).trash
    program.wait_until(lambda: sentences(view), what="it in the trash")
    assert sentences(view)[0].startswith("file, MEMORY.md")
    assert sentences(view)[0].endswith("removed by You, just now")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(path.exists, what="the file")
    assert path.read_bytes() == TEXT


def test_del_in_the_text_is_the_texts(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    program.show(path)
    program.put_caret("Decisions")
    program.key(Key.Key_Delete)
    program.settle()
    assert path.read_bytes() == TEXT
    assert "se npm, not yarn." in program.text
    program.memory.tree.select(str(path), "Decisions")
    program.memory.tree.focus_tree()
    program.key(Key.Key_Delete)
    program.settle()
    assert path.exists(), "a section is no file"


def test_what_agents_write_moves_neither_documents_nor_versions(start: Start, root: Path) -> None:
    now, times = time.time(), iter(range(1000))
    clock = lambda: now - 100_000 + next(times) * 200  # noqa: E731 - one expression
    with closing(History(StateFolders.of_this_user().history, clock=clock)) as history:
        for number in range(60):
            path = root / "projects" / f"-srv-{number}" / "MEMORY.md"
            path.parent.mkdir(parents=True)
            path.write_bytes(TEXT)
            history.record_seen(str(path), TEXT)
    program = recorded(start, root)
    show(program)
    versions = screen(program).versions
    documents = screen(program).documents.findChildren(QListView)[0]
    for view in (versions, documents):
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    at = QPoint(5, 5)
    before = [view.indexAt(at).data(Qt.ItemDataRole.ToolTipRole) for view in (versions, documents)]
    agent_writes(program, root / "projects" / "-srv-0" / "MEMORY.md", TEXT + b"- one more\n")
    program.wait_until(
        lambda: "-srv-0" in str(documents.model().index(2, 0).data(Qt.ItemDataRole.ToolTipRole))
    )
    assert [view.indexAt(at).data(Qt.ItemDataRole.ToolTipRole) for view in (versions, documents)] == before
