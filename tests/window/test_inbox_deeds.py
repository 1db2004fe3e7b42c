"""What is decided in the inbox, and taken back there, beside what is done on other screens."""

from __future__ import annotations

import sqlite3
import threading
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from memdesk.services.inbox.items import InboxItem
from memdesk.store.marks import FILE_NAME
from memdesk.ui.inbox.review_model import Newer
from memdesk.ui.inbox.sources_panel import REVIEWED
from memdesk.ui.moving.dialog import MoveDialog
from memdesk.ui.screens import HISTORY, INBOX
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.list_view import ListView
from tests.window.conftest import Start
from tests.window.inside import CONTROL, NONE, InsideProgram, Key
from tests.window.test_inbox import view, wait_for, write_elsewhere

_ENTRIES = "## project\n\n- The client is generated *(2026-11-11T16:42:09Z)*\n"
_PRUNABLE = "## general\n\n- TBD *(2026-11-01T09:00:00Z)*\n- Prices are with tax *(2026-11-02T09:00:00Z)*\n"


class Inbox:
    """The screen of a running program, for two recorded files; `path` is the one that an agent writes."""

    def __init__(self, start: Start, home: Path) -> None:
        root = home / ".local/state/ub/memory"
        self.path, self.other = (root / f"{digit * 16}/memory.md" for digit in "12")
        for path, text in ((self.path, _ENTRIES), (self.other, _PRUNABLE)):
            path.parent.mkdir(parents=True)
            path.write_text(text)
        self.program: InsideProgram = start(root)
        self.program.wait_until(self.program.memory.recording_bar.isVisible, what="the question")
        self.program.click("Keep copies")
        self.program.wait_until(lambda: self.program.desk.marks.of("baseline"), what="the first look")
        self.list = view(self.program)
        self.reviewing = self.program.program.inbox

    def learn(self, *names: str) -> None:
        """Let an agent write an entry for each name, and wait until they stand in the inbox."""
        lines = "".join(f"- {name} *(2026-11-12T16:42:09Z)*\n" for name in names)
        write_elsewhere(self.path, (self.path.read_text() + lines).encode())
        self.program.program.taking_up.look_again()
        wait_for(self.program, *names)

    def come(self) -> None:
        """Bring the screen to the front by its key."""
        self.program.key(Key.Key_2, CONTROL)
        assert self.program.window.screen_name == INBOX
        self.program.wait_until(lambda: self.list.current is not None, what="a current change")
        self.program.settle()
        self.list.setFocus()

    def progress(self) -> str:
        """How much is done, in words."""
        done = self.reviewing.screen._done
        return done.text if done.isVisible() else ""


@pytest.fixture
def inbox(start: Start, home: Path) -> Inbox:
    return Inbox(start, home)


def prune_the_other(inbox: Inbox) -> None:
    """Let go of what is to be let go in the other file, on the screen for that."""
    program, pruning = inbox.program, inbox.program.program.pruning
    program.key(Key.Key_3, CONTROL)
    program.wait_until(lambda: pruning.is_true, what="the candidates")
    table = pruning.screen.table
    row = next(n for n, one in enumerate(pruning.screen.candidates.rows) if one.entry.text == "TBD")
    table.choose(row)
    table.setFocus()
    QTest.keyClick(table, Key.Key_Space)
    pruning.remove_ticked()
    program.wait_until(lambda: "TBD" not in inbox.other.read_text(), what="the file without it")
    program.settle()


def test_u_takes_back_the_last_thing_that_was_done_on_whichever_screen(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha")
    learned = inbox.path.read_text()
    inbox.come()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: inbox.path.read_text() != learned, what="the file without it")
    program.settle()
    prune_the_other(inbox)
    program.key(Key.Key_2, CONTROL)
    program.settle()
    program.key(Key.Key_U)
    program.wait_until(lambda: program.said("Undone: 1 moved to trash."), what="what was pruned is back")
    assert inbox.other.read_text() == _PRUNABLE
    assert inbox.path.read_text() != learned
    program.key(Key.Key_U)
    program.wait_until(lambda: program.said("Undone: Forgot “alpha”."), what="what was forgotten is back")
    assert inbox.path.read_text() == learned


def test_u_and_the_button_do_nothing_where_nothing_was_done(inbox: Inbox) -> None:
    program, button = inbox.program, inbox.reviewing.screen.undo_button
    inbox.learn("alpha")
    inbox.come()
    assert not button.isEnabled()
    program.key(Key.Key_U)
    assert program.said("There is nothing to undo.")
    program.key(Key.Key_Return)
    program.wait_until(lambda: program.said("Kept “alpha”."), what="one kept")
    assert button.isEnabled()
    program.key(Key.Key_6, CONTROL)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.said("Undone: Kept “alpha”."), what="the undo on another screen")
    program.key(Key.Key_2, CONTROL)
    assert not button.isEnabled()


def test_how_much_is_done_is_right_after_an_undo_by_its_message(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta", "gamma")
    learned = inbox.path.read_text()
    inbox.come()
    inbox.reviewing.stop()
    program.key(Key.Key_Return)
    program.wait_until(lambda: program.said("Kept “alpha”."), what="one kept")
    program.key(Key.Key_Delete)
    program.wait_until(lambda: program.said("Forgot “beta”."), what="one forgotten")
    assert inbox.progress() == "2 of 3 reviewed"
    for name, before, after in (("Forgot “beta”", "2 of 3", "1 of 3"), ("Kept “alpha”", "1 of 3", "")):
        accept_last(program, name, "Undo")
        program.wait_until(partial(program.said, f"Undone: {name}"), what="the undo")
        inbox.reviewing.start()
        wait_for(program, "alpha", "beta", "gamma") if not after else program.settle()
        assert inbox.progress() == (f"{after} reviewed" if after else ""), before
        accept_last(program, f"Undone: {name}", "Redo")
        program.settle()
        assert inbox.progress() == f"{before} reviewed"
        accept_last(program, name, "Undo")
        program.settle()
    assert inbox.path.read_text() == learned
    assert reviewed(inbox) == []


def accept_last(program: InsideProgram, text: str, offer: str) -> None:
    """Press the button of the newest message that begins so."""
    found = [one for one in program.messages if one.text.startswith(text) and one.offer == offer]
    assert found[-1].accept is not None
    found[-1].accept()


def test_u_right_behind_a_deed_means_that_deed(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    learned = inbox.path.read_text()
    inbox.come()
    program.key(Key.Key_Return)
    program.wait_until(lambda: reviewed(inbox) == ["alpha"], what="one reviewed")
    is_free = threading.Event()
    for _worker in range(2):
        program.program.tasks.run(is_free.wait, lambda _: None)
    program.key(Key.Key_Delete)
    program.key(Key.Key_U)
    is_free.set()
    program.wait_until(lambda: program.said("Undone"), what="what was undone")
    program.settle()
    assert inbox.path.read_text() == learned
    wait_for(program, "beta")
    assert reviewed(inbox) == ["alpha"]


def test_what_another_screen_took_back_before_the_next_look_is_to_be_reviewed(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha")
    learned = inbox.path.read_text()
    inbox.come()
    inbox.reviewing.stop()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: program.said("It is in the trash."), what="the deed to be told")
    program.key(Key.Key_6, CONTROL)
    program.key(Key.Key_Z, CONTROL)
    program.wait_until(lambda: program.said("Undone"), what="the entry is back")
    assert inbox.path.read_text() == learned
    inbox.reviewing.start()
    wait_for(program, "alpha")
    assert len(inbox.reviewing.waiting) == 1


def test_the_last_one_that_is_forgotten_can_be_had_back_at_once(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha")
    learned = inbox.path.read_text()
    inbox.come()
    program.key(Key.Key_Delete)
    assert inbox.reviewing.screen.undo_button.isEnabled()
    program.wait_until(lambda: inbox.path.read_text() != learned, what="the file without it")
    program.key(Key.Key_U)
    program.wait_until(lambda: inbox.path.read_text() == learned, what="the entry is back")


def test_the_card_that_one_looks_at_stays_where_it_is_while_others_come_and_go(inbox: Inbox) -> None:
    program = inbox.program
    names = [f"fact {n:02}" for n in range(30)]
    inbox.learn(*names)
    inbox.come()
    for _ in range(15):
        program.key(Key.Key_J)
    bar, current = inbox.list.verticalScrollBar(), inbox.list.current
    assert current is not None
    bar.setValue(bar.value() + 40)
    top = inbox.list.visualRect(inbox.list.currentIndex()).top()
    lines = inbox.path.read_text().splitlines(keepends=True)
    gone = [line for line in lines if "fact 03" in line or "fact 04" in line or "fact 28" in line]
    kept = "".join(line for line in lines if line not in gone)
    write_elsewhere(inbox.path, f"{kept}- news *(2026-11-13T16:42:09Z)*\n".encode())
    program.program.taking_up.look_again()
    program.wait_until(lambda: isinstance(inbox.list.changes.rows[0], Newer), what="the row of what came")
    program.wait_until(lambda: len(inbox.list.changes.rows) == 1 + 1 + 27, what="the rows without those")
    assert inbox.list.current is not None
    assert inbox.list.current.address == current.address
    assert inbox.list.visualRect(inbox.list.currentIndex()).top() == top
    program.key(Key.Key_Return)
    program.settle()
    at = inbox.list.visualRect(inbox.list.currentIndex())
    assert inbox.list.viewport().rect().contains(at.topLeft()), "the next one is not in sight"


def test_a_message_takes_back_what_it_tells_of(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    inbox.come()
    for names in (["alpha"], ["alpha", "beta"]):
        program.key(Key.Key_Return)
        program.wait_until(partial(reviewed_is, inbox, names), what="one more reviewed")
        program.settle()
    first = next(one for one in program.messages if "Kept “alpha”" in one.text)
    assert first.accept is not None
    first.accept()
    program.wait_until(lambda: reviewed(inbox) == ["beta"], what="the first is to be reviewed again")
    program.key(Key.Key_U)
    program.wait_until(lambda: not reviewed(inbox), what="the second as well")


def test_u_takes_back_a_move_that_was_asked_for_here(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha")
    before = inbox.path.read_text(), inbox.other.read_text()
    inbox.come()
    program.key(Key.Key_M)
    dialog = next(one for one in program.window.findChildren(MoveDialog) if one.isVisible())
    dialog.choose(str(inbox.other))
    dialog.look_again()
    program.wait_until(dialog.copy_button.isEnabled, what="what would come of it")
    QTest.keyClick(dialog.field, Key.Key_Return)
    program.wait_until(lambda: "alpha" in inbox.other.read_text(), what="the move")
    program.window.activateWindow()
    program.settle()
    program.window.activateWindow()
    inbox.list.setFocus()
    program.key(Key.Key_U)
    program.wait_until(
        lambda: (inbox.path.read_text(), inbox.other.read_text()) == before, what="the way back"
    )


def reviewed(inbox: Inbox) -> list[str]:
    """What was reviewed, by name."""
    return sorted(item.unit.title for item in inbox.reviewing.state.reviewed)


def reviewed_is(inbox: Inbox, names: list[str]) -> bool:
    """Whether just these were reviewed."""
    return reviewed(inbox) == names


def test_what_was_reviewed_offers_what_its_keys_do(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    inbox.come()
    program.click("Keep the rest")
    program.wait_until(lambda: reviewed(inbox) == ["alpha", "beta"], what="both reviewed")
    written = inbox.path.read_bytes()
    inbox.reviewing.screen.sources.choose(REVIEWED)
    inbox.come()
    shown = [one.text() for one in inbox.list.bar.findChildren(Button) if one.isVisible()]
    assert shown == ["Review again", "Edit"]
    for key in (Key.Key_Delete, Key.Key_P, Key.Key_M):
        program.key(key)
    program.settle()
    assert reviewed(inbox) == ["alpha", "beta"]
    assert inbox.path.read_bytes() == written
    assert not program.desk.inbox.pins()
    program.key(Key.Key_Return)
    program.wait_until(lambda: len(reviewed(inbox)) == 1, what="one less")
    program.wait_until(lambda: len(inbox.reviewing.waiting) == 1, what="one to review")
    program.key(Key.Key_R)
    program.wait_until(lambda: not reviewed(inbox), what="none")
    program.settle()
    program.key(Key.Key_U)
    program.wait_until(lambda: len(reviewed(inbox)) == 1, what="one is reviewed again")


def test_the_head_of_what_was_reviewed_keeps_nothing_again(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    inbox.come()
    program.click("Keep the rest")
    program.wait_until(lambda: reviewed(inbox) == ["alpha", "beta"], what="both reviewed")
    inbox.reviewing.screen.sources.choose(REVIEWED)
    inbox.come()
    program.forget_messages()
    area = inbox.list.visualRect(inbox.list.changes.index(0))
    place = QPoint(area.right() - 30, area.center().y())
    QTest.mouseClick(inbox.list.viewport(), Qt.MouseButton.LeftButton, NONE, place)
    program.settle()
    assert not program.messages


def test_what_could_not_be_kept_stands_there_still(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    inbox.come()
    marks = sqlite3.connect(Path(program.desk.folders.marks) / FILE_NAME)
    marks.execute(
        "CREATE TRIGGER full BEFORE INSERT ON marks BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
    )
    marks.commit()
    program.forget_messages()
    program.key(Key.Key_Return)
    program.wait_until(lambda: program.said("the disk is full"), what="the reason")
    program.settle()
    assert not program.said("Kept")
    assert len(inbox.reviewing.waiting) == 2
    assert [one.unit.title for one in inbox.list.changes.rows if isinstance(one, InboxItem)] == [
        "alpha",
        "beta",
    ]
    assert not inbox.progress()
    marks.execute("DROP TRIGGER full")
    marks.commit()
    marks.close()
    program.key(Key.Key_Return)
    program.wait_until(lambda: len(inbox.reviewing.waiting) == 1, what="one is kept")
    program.wait_until(lambda: program.said("Kept"), what="the message")
    assert inbox.progress() == "1 of 2 reviewed"


def test_a_document_that_is_gone_is_looked_for_in_the_trash(inbox: Inbox) -> None:
    program = inbox.program
    lines = inbox.other.read_text() + "- alpha *(2026-11-12T16:42:09Z)*\n"
    write_elsewhere(inbox.other, lines.encode())
    program.program.taking_up.look_again()
    wait_for(program, "alpha")
    inbox.come()
    inbox.other.unlink()
    program.program.taking_up.look_again()
    program.settle()
    program.forget_messages()
    QTest.mouseClick(inbox.reviewing.screen.place._open, Qt.MouseButton.LeftButton)
    program.settle()
    told = program.messages[-1]
    assert told.text == "There is no such document any more."
    assert told.accept is not None
    told.accept()
    assert program.window.screen_name == HISTORY
    assert program.program.history.screen.mode == "trash"


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Delete], ids=["kept", "forgotten"])
def test_u_is_at_what_it_has_brought_back(inbox: Inbox, key: Key) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta", "gamma", "delta")
    inbox.come()
    program.key(Key.Key_J)
    assert inbox.list.current is not None
    undone = inbox.list.current.id
    program.key(key)
    program.wait_until(lambda: len(inbox.reviewing.waiting) == 3, what="one less")
    program.settle()
    program.key(Key.Key_J)
    assert inbox.list.current.id != undone
    program.key(Key.Key_U)
    program.wait_until(lambda: len(inbox.reviewing.waiting) == 4, what="it is back")
    program.settle()
    assert inbox.list.current is not None
    assert inbox.list.current.id == undone
    assert inbox.list.hasFocus()
    # Who goes on from there stays where he goes.
    program.key(Key.Key_J)
    after = inbox.list.current.id
    assert after != undone
    inbox.reviewing.refresh()
    program.settle()
    assert inbox.list.current.id == after


def test_what_is_done_and_what_is_kept_are_counted_apart(inbox: Inbox) -> None:
    program = inbox.program
    inbox.learn("alpha", "beta")
    inbox.come()
    program.key(Key.Key_Delete)
    program.wait_until(lambda: len(inbox.reviewing.waiting) == 1, what="one forgotten")
    program.settle()
    program.key(Key.Key_Return)
    program.wait_until(lambda: reviewed(inbox) != [], what="one kept")
    program.settle()
    assert inbox.progress() == "2 of 2 reviewed"
    [rows] = inbox.reviewing.screen.sources.findChildren(ListView)
    found = [rows.row_at(number) for number in range(rows.model().rowCount())]
    assert [row.fact for row in found if row is not None and row.title == "Kept this week"] == ["1"]
