"""The screen "Problems": one live list, gone through, repaired and ignored by keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QCursor
from PySide6.QtTest import QTest

from memdesk.layouts.contract import Severity
from memdesk.services.problems.listed import Report, Unchecked
from memdesk.services.problems.problems import snapshot_of
from memdesk.store.folders import StateFolders
from memdesk.store.marks import FILE_NAME
from memdesk.ui.problems.home_dialog import HomeDialog
from memdesk.ui.problems.overview import REST_MS
from memdesk.ui.problems.screen import ProblemsScreen
from memdesk.ui.problems.words import quote_of
from memdesk.ui.screens import MEMORY as MEMORY_SCREEN
from memdesk.ui.screens import PROBLEMS
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.rail import RailButton
from tests.window.conftest import Start
from tests.window.homes import MEMORY, make_home, memory_of
from tests.window.inside import ALT, CONTROL, SHIFT, InsideProgram, Key

TOKEN = b"ghp_" + b"a1B2" * 9
FENCED = MEMORY.replace(b"Use npm, not yarn.", b"Use npm.\n```text\n## 2026 cut\n```\nThe key is " + TOKEN)


def screen(program: InsideProgram) -> ProblemsScreen:
    return program.program.problems.screen


def rules(program: InsideProgram) -> list[str]:
    return [one.found.problem.rule for one in screen(program).rows]


def looked(program: InsideProgram) -> None:
    """Wait until what the window shows is what a fresh look finds."""
    problems, workspace = program.program.problems, program.desk.workspace

    def is_so() -> bool:
        fresh = program.desk.problems.look(snapshot_of(workspace.roots))
        return [one.address for one in fresh.problems] == [one.address for one in problems.report.problems]

    program.wait_until(is_so, what="the list of the disk")


def come(start: Start, home: Path, memory: bytes = FENCED, **options: tuple[int, int]) -> InsideProgram:
    program = start(make_home(home, memory), **options)
    looked(program)
    program.key(Key.Key_5, CONTROL)
    assert program.window.screen_name == PROBLEMS
    return program


def badge(program: InsideProgram) -> str:
    buttons = program.window.findChildren(RailButton)
    return next(one.accessibleName() for one in buttons if one.accessibleName().startswith("Problems"))


def badge_of_rows(program: InsideProgram) -> str:
    """What the badge is to say: notes are listed and not counted."""
    count = sum(one.found.problem.severity is not Severity.NOTE for one in screen(program).rows)
    return f"Problems, {count} problem" + ("s" if count > 1 else "") if count else "Problems"


def choose(program: InsideProgram, rule: str) -> None:
    view = screen(program).list
    view.setCurrentIndex(view.problems.index(rules(program).index(rule)))


def test_the_badge_the_rows_and_the_shell_say_the_same(start: Start, home: Path) -> None:
    program = come(start, home)
    rows = screen(program).rows
    assert "secret" in rules(program)
    shell = program.desk.problems.look(snapshot_of(program.desk.workspace.roots))
    assert [one.address for one in rows] == [one.address for one in shell.problems]
    assert badge(program) == badge_of_rows(program)


def test_what_was_ignored_is_listed_where_the_marks_are_damaged(start: Start, home: Path) -> None:
    marks = Path(StateFolders.of_this_user().marks, FILE_NAME)
    marks.parent.mkdir(parents=True)
    marks.write_bytes(b"no database " * 100)
    program = come(start, home)
    assert "secret" in rules(program)
    assert badge(program) == badge_of_rows(program)
    (footer,) = [one for one in screen(program).findChildren(ElidedLabel) if "not checked" in one.text]
    assert footer.text == (
        f"1 item was not checked: {marks}: "
        "The marks cannot be used (file is not a database), so what was ignored is listed as well."
    )


def test_a_click_on_a_row_repairs_and_undo_takes_it_back(start: Start, home: Path) -> None:
    program = come(start, home)
    view, path = screen(program).list, memory_of(home / ".evva")
    row = next(n for n, one in enumerate(view.problems.rows) if one.found.problem.repair)
    area = view.visualRect(view.problems.index(row))
    _, _, link = view.itemDelegate().links(area, row)[-1]  # type: ignore[attr-defined]  # our own delegate
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(link.center()))
    program.wait_until(lambda: path.read_bytes() != FENCED, what="the repair")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == FENCED, what="the undo")


def test_a_file_in_utf16_has_its_fix_on_its_row(start: Start, home: Path) -> None:
    program = come(start, home)
    path = memory_of(home / ".evva")
    data = FENCED.decode().encode("utf-16")
    path.write_bytes(data)
    program.wait_until(lambda: "encoding" in rules(program), what="the problem")
    choose(program, "encoding")
    program.key(Key.Key_F)
    program.wait_until(lambda: path.read_bytes() == FENCED, what="the conversion")
    program.wait_until(lambda: "encoding" not in rules(program), what="the row to go")
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == data, what="the undo")


def test_enter_goes_to_the_place_and_f8_to_the_next(start: Start, home: Path) -> None:
    program = come(start, home)
    choose(program, "secret")
    program.key(Key.Key_Return)
    assert program.window.screen_name == MEMORY_SCREEN
    assert program.session.path == str(memory_of(home / ".evva"))
    assert program.text[program.editor.caret :].startswith(TOKEN.decode())
    assert program.said("looks like a GitHub token")
    before = program.editor.caret
    program.key(Key.Key_F8, SHIFT)
    assert program.editor.caret < before
    program.key(Key.Key_6, CONTROL)
    program.key(Key.Key_F8)
    assert program.window.screen_name == MEMORY_SCREEN, "from any screen"
    assert program.editor.caret == before


def test_a_repair_is_one_step_with_an_undo(start: Start, home: Path) -> None:
    program = come(start, home)
    path = memory_of(home / ".evva")
    repairable = [one for one in screen(program).rows if one.found.problem.repair]
    choose(program, repairable[0].found.problem.rule)
    program.key(Key.Key_F)
    program.wait_until(lambda: path.read_bytes() != FENCED, what="the repair")
    program.wait_until(lambda: repairable[0].address not in [one.address for one in screen(program).rows])
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.read_bytes() == FENCED, what="the undo")
    looked(program)


def test_what_was_found_out_of_sight_is_there_as_it_is_shown(start: Start, home: Path) -> None:
    program = come(start, home)
    problems, before = program.program.problems, len(screen(program).rows)
    program.key(Key.Key_1, CONTROL)
    found: list[tuple[int, int, int]] = []

    def show(report: Report) -> None:
        unseen = len(screen(program).rows)
        program.window.show_screen(PROBLEMS)
        found.append((len(report.problems), unseen, len(screen(program).rows)))

    problems.looked.connect(show)
    memory_of(home / ".evva").write_bytes(FENCED + b"\n## More\n" + TOKEN + b"\n")
    program.key(Key.Key_F5)
    program.wait_until(lambda: found and found[-1][0] > before, what="another problem")
    first = next(one for one in found if one[0] > before)
    assert first == (first[0], before, first[0])


def test_what_is_ignored_goes_and_comes_back(start: Start, home: Path) -> None:
    program = come(start, home)
    choose(program, "secret")
    program.key(Key.Key_I)
    program.wait_until(lambda: "secret" not in rules(program), what="the row to go")
    assert badge(program) == badge_of_rows(program)
    program.click("Show ignored (1)")
    choose(program, "secret")
    program.click("Stop ignoring")
    program.wait_until(lambda: program.program.problems.report.ignored == (), what="no ignored one")
    assert "secret" in rules(program)


def test_an_agent_that_writes_moves_nothing_under_the_pointer(
    start: Start, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = come(start, home, window_size=(900, 600))
    view = screen(program).list
    choose(program, "secret")
    row = view.visualRect(view.currentIndex())
    at = row.center()
    place = view.viewport().mapToGlobal(at)
    monkeypatch.setattr(QCursor, "pos", staticmethod(lambda: place))
    QTest.mouseMove(view.viewport(), at)
    one = view.chosen
    assert one is not None
    root = home / ".evva"
    (root / "USER_PROFILE.md").write_bytes(b"## Preferences\n" + b"\xe2\x80\xae " * 3 + b"\n")
    program.wait_until(lambda: "hidden-characters" in rules(program), what="the agent's problem")
    index = view.problems.index([each.address for each in view.problems.rows].index(one.address))
    assert view.visualRect(index).top() == row.top()
    assert view.chosen is not None
    assert view.chosen.address == one.address


def test_unsaved_text_is_checked(start: Start, home: Path) -> None:
    program = come(start, home, MEMORY)
    assert "secret" not in rules(program)
    program.show(memory_of(home / ".evva"))
    program.put_caret("Decisions", at_end=True)
    program.type(f" {TOKEN.decode()}")
    program.key(Key.Key_5, CONTROL)
    program.wait_until(lambda: "secret" in rules(program), what="the secret")
    assert badge(program) == badge_of_rows(program)


def test_filters_narrow_and_nothing_is_said_in_words(start: Start, home: Path) -> None:
    program = come(start, home)
    program.key(Key.Key_T, CONTROL)
    program.type("no such problem")
    assert not screen(program).rows
    program.click("Clear filters")
    assert screen(program).rows
    for path in (memory_of(home / ".evva"), home / ".evva" / "USER_PROFILE.md"):
        path.unlink()
    (home / ".evva" / "USER_PROFILE.md").write_bytes(b"## Preferences\nShort.\n")
    memory_of(home / ".evva").parent.rmdir()
    program.key(Key.Key_F5)
    program.wait_until(lambda: not program.program.problems.report.problems, what="no problems")
    states = [one for one in screen(program).findChildren(EmptyState) if one.isVisible()]
    assert states[0].accessibleName().startswith("No problems in 1 file.")
    program.click("Show checks")
    assert "Secrets" in states[0].accessibleName()


def test_an_orphaned_memory_finds_its_new_home(start: Start, home: Path) -> None:
    (home / "work" / "api" / ".git").mkdir(parents=True)
    program = come(start, home)
    path, key = memory_of(home / ".evva"), str(home / "work" / "api").replace("/", "-")
    program.wait_until(lambda: "unknown-project" in rules(program), what="the orphan")
    program.wait_until(program.desk.projects.folders, what="the projects")
    choose(program, "unknown-project")
    program.click("Find its new home…")
    program.wait_until(lambda: dialogs(program), what="the dialog")
    (dialog,) = dialogs(program)
    program.wait_until(dialog.move_button.isEnabled, what="the plan")
    assert dialog.candidate is not None
    assert dialog.candidate.folder == str(home / "work" / "api")
    QTest.keyClick(dialog.list, Key.Key_Return)
    new = home / ".evva" / "projects" / key / "MEMORY.md"
    program.wait_until(lambda: new.exists() and not path.exists(), what="the move")
    assert new.read_bytes() == FENCED
    program.wait_until(lambda: "unknown-project" not in rules(program), what="no orphan")
    program.window.activateWindow()
    program.settle()
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: path.exists() and not new.exists(), what="the undo")
    assert path.read_bytes() == FENCED


def test_where_no_folder_looks_like_it_another_one_is_asked_for(start: Start, root: Path) -> None:
    program = start(root)
    program.wait_until(lambda: "unknown-project" in rules(program), what="the orphan")
    program.program.problems.rehoming.ask(str(root), str(memory_of(root)))
    program.wait_until(lambda: dialogs(program), what="the question")
    (dialog,) = dialogs(program)
    program.settle()
    assert dialog.candidate is None
    assert not dialog.list.isVisible(), "a list without rows takes the focus where nobody sees it"
    assert dialog.focusWidget() is dialog.other_button
    dialog.reject()


def dialogs(program: InsideProgram) -> list[HomeDialog]:
    return [one for one in program.window.findChildren(HomeDialog) if one.isVisible()]


def test_a_row_quotes_the_line_it_is_about(start: Start, root: Path) -> None:
    memory_of(root).write_bytes(
        MEMORY.replace(b"## Open issues", b"```\n## Decisions\n```\n\n## Open issues")
    )
    program = start(root)
    program.key(Key.Key_5, CONTROL)
    problems = program.program.problems
    program.wait_until(lambda: problems.report.problems, what="the problems")
    program.settle()
    masks = program.program.themes.masks
    quoted = {quote_of(one, masks) for one in problems.report.problems}
    assert "“## Decisions”" in quoted
    row = next(n for n, one in enumerate(problems.report.problems) if quote_of(one, masks))
    table = problems.screen.list
    table.setCurrentIndex(table.problems.index(row))
    program.settle()
    assert quote_of(problems.report.problems[row], masks) in [
        label.text() for label in problems.screen.detail.findChildren(TextLabel) if label.isVisible()
    ]


def test_what_was_not_checked_is_scrolled_in_a_small_window(start: Start, home: Path) -> None:
    program = come(start, home, window_size=(900, 600))
    one = Unchecked("/home/ada/.evva/gone.md", "It cannot be read.")
    view = screen(program)
    view.show_report(program.program.problems.report._replace(unchecked=(one,) * 80))
    program.click("Show")
    lines = view.findChildren(LinesView)[0]
    assert lines.isVisible()
    assert len(lines.lines) == 80
    assert lines.verticalScrollBar().maximum() > 0
    assert view.minimumSizeHint().height() <= view.height()
    assert program.window.height() == 600


def test_no_button_is_cut_off_while_a_small_window_checks(start: Start, home: Path) -> None:
    program = come(start, home, window_size=(720, 480))
    view, report = screen(program), program.program.problems.report
    view.show_report(report._replace(ignored=report.problems))
    view.show_checking(is_checking=True)
    program.settle()
    buttons = [one for one in view.findChildren(Button) if one.isVisible()]
    assert view.stop_button.isVisible()
    assert [one.text() for one in buttons if one.width() < one.minimumSizeHint().width()] == []
    program.window.resize(1200, 700)
    view.show_checking(is_checking=False)
    program.settle()
    assert any(one.isVisible() and one.text().startswith("Show ignored") for one in view.findChildren(Button))


def test_a_pin_starts_no_check(start: Start, root: Path) -> None:
    program = start(root)
    program.show(memory_of(root))
    problems = program.program.problems
    looked(program)
    program.settle()
    looks: list[Report] = []
    problems.looked.connect(looks.append)
    program.put_caret("Decisions")
    program.key(Key.Key_P, CONTROL | ALT)
    program.wait_until(program.desk.inbox.pins, what="the pin")
    program.settle()
    QTest.qWait(2 * REST_MS)
    program.settle()
    assert not looks


def test_what_is_painted_again_is_what_would_be_painted_anew(start: Start, home: Path) -> None:
    program = come(start, home)
    program.settle()
    view, masks = screen(program).list, program.program.themes.masks
    first = view.grab().toImage()
    assert view.grab().toImage() == first
    masks.set_private(True)
    hidden = view.grab().toImage()
    assert hidden != first
    masks.set_private(False)
    assert view.grab().toImage() == first


def test_all_that_stand_in_one_row_are_ignored_as_one_step(start: Start, home: Path) -> None:
    lines = b"".join(b"ghp_%ds\n" % number for number in range(12)).replace(b"s\n", b"a1B2" * 9 + b"\n")
    program = come(start, home, MEMORY.replace(b"Use npm", lines + b"Use npm"))
    view, problems = screen(program).list, program.program.problems
    choose(program, "secret")
    count = view.problems.more[view.problems.rows[view.currentIndex().row()].address] + 1
    at = view.visualRect(view.currentIndex()).center()
    reason = QContextMenuEvent.Reason.Keyboard
    view.contextMenuEvent(QContextMenuEvent(reason, at, view.viewport().mapToGlobal(at)))
    [menu] = view.findChildren(PopupMenu)
    [action] = menu.actions()
    assert action.text() == "Ignore all like this"
    action.trigger()
    menu.close()
    program.wait_until(lambda: "secret" not in rules(program), what="the rows to go")
    assert len(problems.report.ignored) == count
    program.window.actions_table["edit.undo"].trigger()
    program.wait_until(lambda: problems.report.ignored == (), what="all of them back")


def test_many_of_one_rule_stand_in_one_row_until_it_is_unfolded(start: Start, home: Path) -> None:
    lines = b"".join(b"ghp_%ds\n" % number for number in range(12)).replace(b"s\n", b"a1B2" * 9 + b"\n")
    program = come(start, home, MEMORY.replace(b"Use npm", lines + b"Use npm"))
    view = screen(program).list
    count = len(
        [one for one in program.program.problems.report.problems if one.found.problem.rule == "secret"]
    )
    assert count > 5
    assert rules(program).count("secret") == 1
    assert badge(program) != "Problems, 1 problem"
    choose(program, "secret")
    chosen = view.chosen
    role = Qt.ItemDataRole.AccessibleTextRole
    assert f"{count - 1} more like this" in str(view.currentIndex().data(role))
    program.key(Key.Key_Right)
    assert rules(program).count("secret") == count
    assert view.chosen == chosen
    assert view.hasFocus()
    program.key(Key.Key_Left)
    assert rules(program).count("secret") == 1
    assert view.chosen == chosen
    # Who looks for them sees all.
    screen(program).focus_filter()
    program.type("secret")
    program.settle()
    assert rules(program).count("secret") == count
