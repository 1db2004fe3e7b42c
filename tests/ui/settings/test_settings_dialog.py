"""The settings dialog by keyboard: search, pages, numbers with their sentences, and what a screen reader hears."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from memdesk.services.keeping import Found, Standing, Usage
from memdesk.services.settings.settings import Settings
from memdesk.store.clearing import Amount, Scope
from memdesk.store.purge import Held
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.settings.clear_dialog import ClearDialog
from memdesk.ui.settings.dialog import SettingsDialog
from memdesk.ui.settings.history_page import HistoryPage
from memdesk.ui.settings.look_page import LookPage
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.purge_dialog import PurgeDialog
from memdesk.ui.settings.rows import SettingRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.labels import TextLabel
from tests.bench.turns import loop_until
from tests.ui.conftest import Enlarge, Show

Key = Qt.Key


@pytest.fixture
def window(themes: ThemeManager, show: Show) -> QMainWindow:
    made = QMainWindow()
    made.resize(900, 600)
    show(made)
    return made


@pytest.fixture
def history(themes: ThemeManager) -> HistoryPage:
    page = HistoryPage(themes, "/home/u")
    page.show_limits({})
    page.show_roots([("/home/u/.evva", "evva", True), ("/home/u/.ok", "OK", None)])
    page.show_usage(Usage("/home/u/.local/share/memdesk/history", 2048, 12, 3))
    return page


@pytest.fixture
def dialog(themes: ThemeManager, window: QMainWindow, history: HistoryPage) -> SettingsDialog:
    look = LookPage(themes)
    look.show_settings(Settings("dark"))
    pages: dict[str, LazyPage[SettingsPage]] = {
        "history": LazyPage("", lambda _parent: history),
        "look": LazyPage("", lambda _parent: look),
    }
    made = SettingsDialog(themes, pages, window)
    made.show()
    loop_until(history.isVisible)
    return made


def titles(dialog: SettingsDialog) -> list[object]:
    model = dialog.list.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_it_fits_a_small_window(dialog: SettingsDialog, window: QMainWindow) -> None:
    assert dialog.width() <= window.width()
    assert dialog.height() <= window.height()


def test_the_search_shows_pages_and_rows_that_answer(dialog: SettingsDialog, history: HistoryPage) -> None:
    assert titles(dialog) == ["History", "Appearance"]
    QTest.keyClicks(dialog.field, "dark")
    assert titles(dialog) == ["Appearance"]
    assert [row.title for row in dialog.pages[1].rows if row.isVisible()] == ["Colours"]
    dialog.field.clear()
    QTest.keyClicks(dialog.field, "each hour")
    assert [row.title for row in history.rows if row.isVisible()] == ["Then the last one of each hour for"]
    assert "1 setting" in str(dialog.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
    dialog.field.clear()
    QTest.keyClicks(dialog.field, "secret")
    assert history.purge_button.isVisible()
    dialog.field.clear()
    QTest.keyClicks(dialog.field, "zzz")
    assert (titles(dialog), dialog.page) == ([], None)
    QTest.keyClick(dialog.field, Key.Key_Escape)
    assert titles(dialog) == ["History", "Appearance"]
    assert dialog.isVisible()
    QTest.keyClick(dialog.field, Key.Key_Escape)
    assert not dialog.isVisible()


def test_pages_are_chosen_by_keyboard(dialog: SettingsDialog) -> None:
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Key.Key_Down)
    assert dialog.page is dialog.pages[1]
    assert dialog.pages[1].isVisible()
    dialog.show_page("History")
    assert dialog.pages[0].isVisible()


def test_a_number_is_taken_when_it_can_be(dialog: SettingsDialog, history: HistoryPage) -> None:
    taken: list[tuple[str, int]] = []
    history.limit_taken.connect(lambda name, number: taken.append((name, number)))
    row = history.numbers["all_hours"]
    row.field.setFocus()
    row.field.selectAll()
    QTest.keyClicks(row.field, "721")
    assert "721 hours are more than 30 days" in row.problem
    assert row.field.accessibleDescription() == row.problem
    QTest.keyClick(row.field, Key.Key_Return)
    assert taken == []
    days = history.numbers["hourly_days"]
    days.field.setFocus()
    days.field.selectAll()
    QTest.keyClicks(days.field, "31")
    QTest.keyClick(days.field, Key.Key_Return)
    assert taken == [("hourly_days", 31)]
    assert row.problem == "", "what is in force now allows it"
    row.field.setFocus()
    QTest.keyClick(row.field, Key.Key_Return)
    assert taken[1:] == [("all_hours", 721)]
    assert dialog.isVisible(), "Enter takes a number and closes nothing"


def test_what_was_typed_is_taken_when_the_dialog_closes(dialog: SettingsDialog, history: HistoryPage) -> None:
    taken: list[int] = []
    history.limit_taken.connect(lambda _name, number: taken.append(number))
    dialog.activateWindow()
    loop_until(dialog.isActiveWindow)
    field = history.numbers["most_megabytes"].field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "100")
    dialog.close()
    assert taken == [100]


def test_folders_are_ticked_and_say_what_was_not_answered(
    dialog: SettingsDialog, history: HistoryPage
) -> None:
    chosen: list[tuple[str, bool]] = []
    history.recording_chosen.connect(lambda path, is_on: chosen.append((path, is_on)))
    boxes = [row.box for row in history._roots]
    assert boxes[1].checkState() is Qt.CheckState.PartiallyChecked
    assert "not answered yet" in boxes[1].accessibleDescription()
    for box in boxes:
        box.setFocus()
        QTest.keyClick(box, Key.Key_Space)
    QTest.keyClick(boxes[1], Key.Key_Space)
    assert chosen == [("/home/u/.evva", False), ("/home/u/.ok", True), ("/home/u/.ok", False)]


def test_everything_that_takes_the_focus_has_a_name(dialog: SettingsDialog) -> None:
    for page in dialog.pages:
        dialog.show_page(page.title)
        focusable = [
            child
            for child in dialog.findChildren(QWidget)
            if child.focusPolicy() & Qt.FocusPolicy.TabFocus and child.isVisible()
        ]
        nameless = [
            child for child in focusable if not (child.accessibleName() or getattr(child, "text", str)())
        ]
        assert len(focusable) > 4
        assert nameless == []


def test_clearing_says_what_goes_before_it_can_be_done(themes: ThemeManager, window: QMainWindow) -> None:
    dialog = ClearDialog(themes, [("/home/u/.evva", "evva")], window)
    asked: list[Scope] = []
    chosen: list[Scope] = []
    dialog.amount_wanted.connect(asked.append)
    dialog.clear_chosen.connect(chosen.append)
    dialog.ask()
    dialog.show()
    assert not dialog.clear_button.isEnabled()
    dialog.show_amount(asked[0], Amount(12, 3, 2048))
    assert dialog.clear_button.text() == "Clear 12 versions"
    dialog.age.set_current("older")
    assert not dialog.clear_button.isEnabled()
    dialog.show_amount(asked[0], Amount(12, 3, 2048))
    assert not dialog.clear_button.isEnabled(), "that was another question"
    dialog.days.setText("x")
    assert dialog.days.accessibleDescription() == "A whole number of days belongs here."
    dialog.days.setText("7")
    assert asked[-1].before is not None
    dialog.show_amount(asked[-1], Amount(1, 1, 10))
    QTest.mouseClick(dialog.clear_button, Qt.MouseButton.LeftButton)
    assert chosen == [asked[-1]]
    assert not dialog.isVisible()


def test_all_that_is_said_of_a_secret_can_be_read_in_large_letters(
    themes: ThemeManager, window: QMainWindow, enlarge: Enlarge
) -> None:
    enlarge(1.3)
    dialog = PurgeDialog(themes, "/home/u", window)
    dialog.show()
    QTest.keyClicks(dialog.field, "abcdef")
    files = tuple(Standing(f"/home/u/.evva/{name}.md", name, 1, False, "") for name in "abcdef")
    dialog.show_found("abcdef", Found(Held(3, 2, 1, 1), files))
    QTest.qWait(0)
    for label in dialog.findChildren(TextLabel):
        assert label.height() >= label.heightForWidth(label.width()), label.text()


def test_a_secret_is_hidden_and_looked_for_before_it_is_purged(
    themes: ThemeManager, window: QMainWindow
) -> None:
    dialog = PurgeDialog(themes, "/home/u", window)
    looked: list[str] = []
    removed: list[object] = []
    purged: list[str] = []
    dialog.look_requested.connect(looked.append)
    dialog.removal_requested.connect(lambda _text, wanted: removed.append(wanted))
    dialog.purge_requested.connect(purged.append)
    dialog.show()
    QTest.keyClicks(dialog.field, "abc")
    assert not dialog.look_button.isEnabled()
    QTest.keyClicks(dialog.field, "def")
    assert dialog.field.displayText() != "abcdef"
    QTest.mouseClick(dialog.show_button, Qt.MouseButton.LeftButton)
    assert dialog.field.displayText() == "abcdef"
    dialog.field.setFocus()
    QTest.keyClick(dialog.field, Key.Key_Return)
    assert (looked, purged) == (["abcdef"], [])
    stays = Standing("/home/u/.evva/EVVA.md", "EVVA.md", 1, False, "It is read-only.")
    goes = Standing("/home/u/.evva/MEMORY.md", "MEMORY.md", 2, True, "")
    dialog.show_found("abcdef", Found(Held(3, 2, 1, 1), (stays, goes)))
    words = "\n".join(label.text() for label in (dialog._kept, dialog._memory, dialog._files))
    assert "3 versions of 2 documents, 1 draft, 1 other file of Memdesk" in words
    assert "~/.evva/MEMORY.md" in words
    assert "in unsaved text" in words
    assert "It is read-only." in words
    QTest.mouseClick(dialog.remove_button, Qt.MouseButton.LeftButton)
    assert removed == [(goes,)]
    dialog.show_found("abcdef", Found(Held(3, 2, 1, 1), ()))
    assert not dialog.remove_button.isVisible()
    QTest.mouseClick(dialog.purge_button, Qt.MouseButton.LeftButton)
    assert purged == ["abcdef"]
    dialog.show_purged("Purged from 3 versions.")
    assert dialog.field.text() == ""
    assert dialog._kept.text() == "Purged from 3 versions."
    dialog.close()


def noted_pages(themes: ThemeManager, made: list[str]) -> dict[str, LazyPage[SettingsPage]]:
    """Three pages, which note in `made` when each is made."""

    def page(name: str) -> LazyPage[SettingsPage]:
        def make(_parent: QWidget) -> SettingsPage:
            made.append(name)
            return LookPage(themes)

        return LazyPage("", make)

    return {name: page(name) for name in ("folders", "look", "privacy")}


def test_a_page_is_made_as_it_is_looked_at_or_searched(themes: ThemeManager, window: QMainWindow) -> None:
    made: list[str] = []
    dialog = SettingsDialog(themes, noted_pages(themes, made), window)
    assert made == []
    dialog.show()
    assert dialog.list.isVisible()
    assert made == ["folders"]
    assert dialog.page is not None
    assert dialog.page.isVisible()
    assert titles(dialog) == ["Folders", "Appearance", "Privacy"]
    QTest.keyClick(dialog.list, Key.Key_Down)
    assert made == ["folders", "look"]
    QTest.keyClicks(dialog.field, "dark")
    assert made == ["folders", "look", "privacy"]
    assert titles(dialog) == ["Folders", "Appearance", "Privacy"]
    dialog.close()


def test_it_comes_up_at_the_page_that_was_asked_for(themes: ThemeManager, window: QMainWindow) -> None:
    made: list[str] = []
    dialog = SettingsDialog(themes, noted_pages(themes, made), window)
    dialog.show_page("Privacy")
    dialog.show()
    assert made == ["privacy"]
    assert dialog.page is not None
    assert dialog.page.isVisible()
    dialog.close()


def test_a_tab_goes_into_the_first_page(themes: ThemeManager, window: QMainWindow) -> None:
    made: list[str] = []
    dialog = SettingsDialog(themes, noted_pages(themes, made), window)
    dialog.show()
    QTest.keyClick(dialog.list, Key.Key_Tab)
    assert made == ["folders"]
    assert dialog.page is not None
    assert dialog.page.isAncestorOf(dialog.focusWidget())
    dialog.close()


def test_making_a_row_shows_no_window(themes: ThemeManager, qapp: QApplication) -> None:
    shown = WindowsShown()
    qapp.installEventFilter(shown)
    SettingRow(themes, "A title", "And a sentence about it.")
    SettingRow(themes, "A title without one")
    qapp.removeEventFilter(shown)
    assert shown.names == []


class WindowsShown(QObject):
    """Notes the widgets that were shown as windows of their own while it filters what the application is told."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - as Qt calls it
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


def test_tab_comes_to_a_page_that_was_made_late(themes: ThemeManager, window: QMainWindow) -> None:
    dialog = SettingsDialog(themes, noted_pages(themes, []), window)
    dialog.show()
    QTest.keyClick(dialog.list, Key.Key_Down)
    QApplication.processEvents()
    assert dialog.page is not None
    been: list[QWidget] = []
    for _ in range(20):
        focused = dialog.focusWidget()
        assert focused is not None
        been.append(focused)
        QTest.keyClick(focused, Key.Key_Tab)
        if dialog.focusWidget() is dialog.list:
            break
    assert dialog.focusWidget() is dialog.list
    assert any(dialog.page.isAncestorOf(one) for one in been)
    dialog.close()


def test_tab_comes_to_the_page_before_it_comes_to_the_foot(dialog: SettingsDialog) -> None:
    for _page in ("History", "Appearance"):
        dialog.list.setFocus()
        QTest.keyClick(dialog.list, Key.Key_Tab)
        assert dialog.page is not None
        inside: list[QWidget] = []
        focused = dialog.focusWidget()
        while dialog.page.isAncestorOf(focused) and focused not in inside:
            inside.append(focused)
            QTest.keyClick(focused, Key.Key_Tab)
            focused = dialog.focusWidget()
        assert inside
        assert isinstance(focused, Button)
        assert focused.text() == "Close"
        QTest.keyClick(focused, Key.Key_Tab)
        assert dialog.focusWidget() is dialog.field
        QTest.keyClick(dialog.list, Key.Key_Down)
    dialog.close()


def test_a_row_that_the_search_hid_is_seen_once_it_answers(themes: ThemeManager, show: Show) -> None:
    page = SettingsPage(themes, "look")
    first, second = (SettingRow(themes, title) for title in ("One", "Two"))
    page.set_rows([first])
    show(page)
    page.set_filter(["two"])
    assert not first.isVisible()
    first.set_words("Two and one", "")
    page.set_rows([first, second])
    QApplication.processEvents()
    assert first.isVisible()
    assert second.isVisible()
