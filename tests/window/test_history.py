"""The history of a document in the window: what it held, what has changed since, and the way back."""

from __future__ import annotations

import time
from contextlib import closing
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk.services.settings.settings import SettingsStore
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from memdesk.store.retention import DAY_S
from memdesk.ui.history.difference_list import DifferenceList
from memdesk.ui.history.page import HistoryPage
from memdesk.ui.history.version_list import VersionList
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import spoken
from memdesk.ui.widgets.lines.view import LinesView
from tests.window.conftest import Start
from tests.window.homes import MEMORY, memory_of
from tests.window.inside import ALT, CONTROL, InsideProgram, Key
from tests.window.test_timeline import Turns, choose, has_rows

SLOW, QUICK = b"The importer is slow.", b"The importer is quick."
NPM, PNPM = b"Use npm, not yarn.", b"Use pnpm."


def page(program: InsideProgram) -> HistoryPage:
    return program.memory.preview.history


def versions(program: InsideProgram) -> VersionList:
    return page(program).findChildren(VersionList)[0]


def sentences(program: InsideProgram) -> list[str]:
    """What a screen reader says of the versions."""
    model = versions(program).model()
    role = Qt.ItemDataRole.AccessibleTextRole
    return [str(model.index(row, 0).data(role)) for row in range(model.rowCount())]


def changed_lines(program: InsideProgram) -> list[str]:
    views = [view for view in page(program).findChildren(LinesView) if view.isVisible()]
    return [said for view in views for line in view.lines if (said := spoken(line)) != line.text]


def labels(program: InsideProgram) -> list[str]:
    found = [label for label in page(program).findChildren(ElidedLabel) if label.isVisible()]
    return [label.text for label in found]


def open_history(program: InsideProgram, path: Path) -> None:
    """Show the document and its history, by the keyboard from the tabs on."""
    program.show(path)
    program.memory.frame.show_right(shown=True)
    program.memory.preview.focus_start()
    for _ in range(6):
        if program.memory.preview.tab != "history":
            program.key(Key.Key_Right)
    assert program.memory.preview.tab == "history"
    program.settle()


def press(program: InsideProgram, words: str) -> None:
    """Reach a button of the panel with Tab and press it."""
    button = program.button(words)
    program.memory.preview.focus_start()
    for _ in range(80):
        if program.focus is button:
            break
        program.key(Key.Key_Tab)
    assert program.focus is button, f"Tab does not reach {words!r}"
    program.key(Key.Key_Space)
    program.settle()


def recorded(start: Start, root: Path, **options: tuple[int, int]) -> InsideProgram:
    program = start(root, **options)
    bar = program.memory.recording_bar
    program.wait_until(bar.isVisible, what="the question")
    program.click("Keep copies")
    path = str(memory_of(root))
    program.wait_until(lambda: program.desk.history.versions(path), what="the first copy")
    return program


def agent_writes(program: InsideProgram, path: Path, data: bytes) -> None:
    count = len(program.desk.history.versions(str(path)))
    path.write_bytes(data)
    program.wait_until(lambda: len(program.desk.history.versions(str(path))) > count, what="the version")
    program.settle()


def test_a_key_leads_to_the_versions(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    program.show(path)
    program.put_caret("Decisions")
    program.key(Key.Key_H, CONTROL | ALT)
    program.wait_until(lambda: program.focus is versions(program), what="the focus")
    program.wait_until(lambda: changed_lines(program), what="what has changed")
    program.key(Key.Key_Home)
    program.wait_until(lambda: not changed_lines(program), what="the present text")


def test_versions_are_told_with_who_when_and_why(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    open_history(program, path)
    program.wait_until(lambda: len(sentences(program)) == 2, what="the versions")
    assert sentences(program) == [
        "evva or a program, found on disk, just now, 1 kilobyte, the present text",
        "First seen, just now, 1 kilobyte",
    ]
    program.put_caret("Decisions", at_end=True)
    program.type(" Always.")
    program.save()
    program.wait_until(lambda: len(sentences(program)) == 3, what="the new version")
    assert sentences(program)[0] == "You, edit, just now, 1 kilobyte, the present text"


def test_the_version_chosen_is_compared_with_the_text_on_screen(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    open_history(program, path)
    wanted = ["removed: The importer is slow.", "added: The importer is quick."]
    program.wait_until(lambda: changed_lines(program) == wanted, what="what has changed since the first one")
    versions(program).setFocus()
    program.key(Key.Key_Up)
    program.settle()
    assert changed_lines(program) == []
    assert not program.button("Restore this version").isEnabled()
    program.key(Key.Key_Down)
    program.put_caret("Decisions", at_end=True)
    program.type(" Always.")
    more = ["removed: Use npm, not yarn.", "added: Use npm, not yarn. Always."]
    program.wait_until(lambda: changed_lines(program) == more + wanted, what="what is being typed")


def test_what_is_chosen_stays_while_programs_write(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    open_history(program, path)
    program.wait_until(lambda: changed_lines(program), what="what has changed")
    button = program.button("Restore this version")
    program.wait_until(button.isEnabled, what="the way back")
    button.setFocus()
    turns = Turns(button)
    for count in range(1, 4):
        agent_writes(program, path, MEMORY + f"\n## Lessons\n{count} of them.\n".encode())
        program.wait_until(partial(has_rows, versions(program), count + 2), what="the new version")
        program.settle()
    assert not turns.count, "one may be about to press it"
    assert program.focus is button
    program.key(Key.Key_Space)
    program.wait_until(lambda: path.read_bytes() == MEMORY, what="the first text")

    program.wait_until(lambda: len(sentences(program)) == 6, what="what was restored")
    choose(versions(program), 4, 5)
    two = [version.id for version in versions(program).chosen]
    agent_writes(program, path, MEMORY + b"\nOne more.\n")
    program.wait_until(lambda: len(sentences(program)) == 7, what="the new version")
    assert [version.id for version in versions(program).chosen] == two


def test_a_version_comes_back_and_goes_again(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    now = MEMORY.replace(SLOW, QUICK).replace(NPM, PNPM)
    agent_writes(program, path, now)
    open_history(program, path)
    program.wait_until(lambda: changed_lines(program), what="what has changed")
    press(program, "Restore this version")
    program.wait_until(lambda: path.read_bytes() == MEMORY, what="the old text")
    program.wait_until(lambda: program.text == MEMORY.decode(), what="it on screen")
    program.wait_until(lambda: sentences(program)[0].startswith("You, restore,"), what="the new version")
    program.settle()
    assert program.focus is versions(program)
    program.put_caret("Decisions")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == now, what="the undo")


def test_one_section_comes_back_and_the_rest_stays(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK).replace(NPM, PNPM))
    open_history(program, path)
    program.wait_until(lambda: len(changed_lines(program)) == 4, what="what has changed")
    press(program, "Restore Decisions as it was")
    wanted = MEMORY.replace(SLOW, QUICK)
    program.wait_until(lambda: path.read_bytes() == wanted, what="the section")
    program.wait_until(lambda: len(changed_lines(program)) == 2, what="one difference less")
    assert program.said("Restored “Decisions” in MEMORY.md.")
    assert program.focus is versions(program)


def test_unsaved_text_is_kept_when_a_version_comes_back(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    open_history(program, path)
    program.put_caret("Decisions", at_end=True)
    program.type(" Always.")
    program.wait_until(lambda: len(changed_lines(program)) == 4, what="what has changed")
    press(program, "Restore this version")
    program.wait_until(lambda: path.read_bytes() == MEMORY, what="the old text")
    program.wait_until(lambda: SLOW.decode() in program.text, what="it on screen")
    assert "Use npm, not yarn. Always." in program.text


def test_a_file_that_is_gone_comes_back(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    open_history(program, path)
    path.unlink()
    program.wait_until(lambda: program.bars, what="the bar")
    program.wait_until(lambda: "removed" in sentences(program)[0], what="the removal in the list")
    program.wait_until(
        lambda: "MEMORY.md was removed just now by evva or a program." in program.bars[0], what="who"
    )
    program.click("Restore from History")
    program.wait_until(lambda: path.exists() and path.read_bytes() == MEMORY, what="the file")
    program.wait_until(lambda: not program.bars, what="the bar to go")
    assert program.text == MEMORY.decode()


def test_no_versions_is_said_and_off_is_said(start: Start, root: Path) -> None:
    program, path = start(root), memory_of(root)
    program.wait_until(program.memory.recording_bar.isVisible, what="the question")
    open_history(program, path)
    assert "No earlier versions yet." in said_instead(program)
    program.click("Not here")
    program.memory.preview.show_tab("index")
    program.memory.preview.show_tab("history")
    program.settle()
    assert "No copies are kept of this folder." in said_instead(program)
    press(program, "Keep copies")
    program.wait_until(
        lambda: sentences(program) == ["First seen, just now, 1 kilobyte, the present text"], what="it"
    )


def test_a_damaged_history_is_said(start: Start, root: Path) -> None:
    program, path = recorded(start, root), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK))
    program.desk.history.close()
    for file in Path(program.desk.folders.history).iterdir():
        file.write_bytes(b"not a database" * 1000) if file.name.endswith(".sqlite") else file.unlink()
    open_history(program, path)
    assert "cannot be used" in said_instead(program)


def test_the_page_fits_a_small_window(start: Start, root: Path) -> None:
    program, path = recorded(start, root, window_size=(900, 600)), memory_of(root)
    agent_writes(program, path, MEMORY.replace(SLOW, QUICK).replace(NPM, PNPM))
    open_history(program, path)
    program.wait_until(lambda: changed_lines(program), what="what has changed")
    found = page(program).findChildren(DifferenceList)[0]
    assert versions(program).height() >= versions(program).sizeHintForRow(0)
    assert found.height() >= 100
    assert found.horizontalScrollBar().maximum() == 0


def test_what_is_too_old_goes_after_the_start_as_the_settings_say(start: Start, root: Path) -> None:
    path = str(memory_of(root))
    folders = StateFolders.of_this_user()
    settings = SettingsStore(folders.settings_file)
    chosen = settings.read()
    chosen.history_limits = {"all_hours": 1, "hourly_days": 1, "daily_days": 2}
    settings.write(chosen)
    for age_d, texts in ((3, [b"one", b"two", b"three"]), (0, [b"four", b"five"])):
        written = time.time() - age_d * DAY_S
        with closing(History(folders.history, clock=partial(float, written))) as earlier:
            for text in texts:
                earlier.record_seen(path, text)
    program = start(root)
    history = program.desk.history
    program.wait_until(lambda: len(history.versions(path)) == 3, what="the old ones to go")
    left = [history.data(version.id) for version in history.versions(path)]
    assert left == [b"five", b"four", b"one"], "but for the first one"


def said_instead(program: InsideProgram) -> str:
    """What stands where there are no versions."""
    names = [widget.accessibleName() for widget in page(program).findChildren(QWidget) if widget.isVisible()]
    return " ".join(names)


def test_the_text_of_one_version_is_purged_after_a_question(start: Start, root: Path) -> None:
    program, path = start(root), memory_of(root)
    path.write_bytes(MEMORY.replace(NPM, b"the password is hunter2"))
    program.wait_until(lambda: len(program.desk.history.versions(str(path))) > 0, what="the version")
    path.write_bytes(MEMORY)
    program.wait_until(lambda: len(program.desk.history.versions(str(path))) > 1, what="another version")
    open_history(program, path)
    program.wait_until(lambda: len(sentences(program)) > 1, what="the versions")
    row = [b"hunter2" in program.desk.history.data(one.version.id) for one in versions(program).rows].index(
        True
    )
    versions(program).setCurrentIndex(versions(program).model().index(row, 0))
    program.settle()
    page(program).purge_button.click()
    [box] = program.window.findChildren(QMessageBox)
    next(button for button in box.buttons() if button.text() == "Purge").click()
    program.wait_until(lambda: "purged" in sentences(program)[row], what="the version says so")
    texts = [program.desk.history.data(one.version.id) for one in versions(program).rows]
    assert not any(b"hunter2" in text for text in texts)
    assert path.read_bytes() == MEMORY
    program.settle()
    assert not page(program).purge_button.isEnabled(), "nothing is left of it"
