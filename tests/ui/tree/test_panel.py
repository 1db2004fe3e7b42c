"""The left panel, worked with keys and mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt, SignalInstance
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStackedWidget
from shiboken6 import Shiboken

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.nodes import SectionRow
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.tree.view import MemoryTreeView, Target
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import FilterField
from tests.ui.conftest import Show
from tests.ui.tree.homes import HOME, YOU, memory, profile, project, small_home

API = memory(project("api")).path
SHOP = memory(project("shop")).path
SECTIONS = [SectionRow("Project facts", 0, "Project facts", 5), SectionRow("Decisions", 0, "Decisions", 7)]
Key = Qt.Key


class Told:
    """Everything the panel said, in order."""

    def __init__(self, panel: TreePanel) -> None:
        self.said: list[tuple[object, ...]] = []
        for name in (
            "document_selected",
            "section_selected",
            "document_opened",
            "section_opened",
            "add_folder_requested",
            "sample_requested",
            "places_requested",
            "filter_changed",
        ):
            signal: SignalInstance = getattr(panel, name)
            signal.connect(lambda *facts, name=name: self.said.append((name, *facts)))

    def take(self) -> list[tuple[object, ...]]:
        said, self.said = self.said, []
        return said


@pytest.fixture
def model(qapp: QApplication) -> MemoryTreeModel:
    model = MemoryTreeModel()
    model.sections_wanted.connect(lambda path: model.set_sections(path, SECTIONS))
    return model


@pytest.fixture
def panel(themes: ThemeManager, model: MemoryTreeModel, show: Show) -> Iterator[TreePanel]:
    panel = TreePanel(themes, model, QAction())
    panel.resize(280, 800)
    model.add_root(HOME, "evva", "ev")
    model.extend(HOME, small_home())
    panel.open_root(HOME)
    show(panel)
    panel.activateWindow()
    yield panel
    assert Shiboken.isValid(panel)


@pytest.fixture
def told(panel: TreePanel) -> Told:
    return Told(panel)


def view_of(panel: TreePanel) -> MemoryTreeView:
    found = panel.findChild(MemoryTreeView)
    assert isinstance(found, MemoryTreeView)
    return found


def field_of(panel: TreePanel) -> FilterField:
    found = panel.findChild(FilterField)
    assert isinstance(found, FilterField)
    return found


def press(panel: TreePanel, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(view_of(panel), key)


def shown_names(panel: TreePanel) -> list[str]:
    view = view_of(panel)
    index = view.model().index(0, 0)
    names = []
    while index.isValid():
        names.append(str(index.data()))
        index = view.indexBelow(index)
    return names


OPEN = ["evva", "You", "USER_PROFILE.md", "api", "EVVA.md", "MEMORY.md", "shop", "MEMORY.md"]


def test_arrow_keys_show_documents_at_once(panel: TreePanel, told: Told) -> None:
    panel.select(profile().path)
    press(panel, Key.Key_Down, Key.Key_Down, Key.Key_Down)
    assert told.take() == [("document_selected", "/srv/api/EVVA.md"), ("document_selected", API)]


def test_a_click_shows_a_document_at_once(panel: TreePanel, model: MemoryTreeModel, told: Told) -> None:
    view = view_of(panel)
    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index_of(API)).center()
    )
    assert told.take() == [("document_selected", API)]


def test_a_section_is_shown_by_arrows_and_opened_by_enter(panel: TreePanel, told: Told) -> None:
    panel.select(API)
    press(panel, Key.Key_Right, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert told.take() == [
        ("section_selected", API, "Project facts", 0),
        ("section_selected", API, "Decisions", 0),
        ("section_opened", API, "Decisions", 0),
    ]


def test_enter_opens_a_document_and_folds_a_scope(panel: TreePanel, told: Told) -> None:
    panel.select(API)
    press(panel, Key.Key_Return)
    assert told.take() == [("document_opened", API)]
    press(panel, Key.Key_Up, Key.Key_Up, Key.Key_Return)
    assert shown_names(panel) == ["evva", "You", "USER_PROFILE.md", "api", "shop", "MEMORY.md"]


def test_selecting_says_nothing_and_shows_the_row(
    panel: TreePanel, model: MemoryTreeModel, told: Told
) -> None:
    view_of(panel).collapseAll()
    assert panel.select(API)
    assert told.take() == []
    assert view_of(panel).isExpanded(model.index_of(API).parent())
    assert panel.target == Target(HOME, project("api"), memory(project("api")))


def test_selecting_without_revealing_opens_nothing(panel: TreePanel, model: MemoryTreeModel) -> None:
    view_of(panel).collapseAll()
    assert panel.select(API, reveal=False)
    assert shown_names(panel) == ["evva"]


def test_a_section_that_is_not_known_selects_its_document(panel: TreePanel) -> None:
    assert panel.select(API, "Nowhere")
    assert panel.target == Target(HOME, project("api"), memory(project("api")))
    assert not panel.select("/nowhere")
    assert panel.target is None


def test_a_root_with_many_scopes_opens_only_itself(panel: TreePanel, model: MemoryTreeModel) -> None:
    model.add_root("/many", "evva", "ev")
    model.extend("/many", [memory(project(f"p{n}")) for n in range(20)])
    panel.open_root("/many")
    assert shown_names(panel)[len(OPEN) :] == ["evva", *(f"p{n}" for n in range(20))]


# The filter


def test_typing_narrows_and_escape_gives_everything_back(panel: TreePanel, told: Told) -> None:
    view_of(panel).collapse(view_of(panel).currentIndex())
    panel.select(API, reveal=True)
    view_of(panel).collapse(view_of(panel).model().index(2, 0, view_of(panel).model().index(0, 0)))
    before = shown_names(panel)
    panel.focus_filter()
    QTest.keyClicks(field_of(panel), "prof")
    assert shown_names(panel) == ["evva", "You", "USER_PROFILE.md"]
    QTest.keyClick(field_of(panel), Key.Key_Escape)
    assert shown_names(panel) == before
    assert panel.target is not None
    assert panel.target.document == memory(project("api"))
    assert [fact for fact in told.take() if fact[0] != "filter_changed"] == []


def test_down_steps_from_the_filter_into_the_hits(panel: TreePanel, told: Told) -> None:
    panel.focus_filter()
    QTest.keyClicks(field_of(panel), "prof")
    QTest.keyClick(field_of(panel), Key.Key_Down)
    press(panel, Key.Key_Down, Key.Key_Down)
    assert told.take()[-1] == ("document_selected", profile().path)


def test_a_hit_is_opened_by_a_key_also_before_its_sections_are_known(panel: TreePanel, told: Told) -> None:
    panel.focus_filter()
    QTest.keyClicks(field_of(panel), "memory")
    QTest.keyClick(field_of(panel), Key.Key_Down)
    press(panel, Key.Key_Down, Key.Key_Down, Key.Key_Right)
    assert view_of(panel).currentIndex().data() == "MEMORY.md"
    press(panel, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert told.take()[-1] == ("section_opened", API, "Decisions", 0)


def test_what_was_picked_among_hits_stays_selected(panel: TreePanel, model: MemoryTreeModel) -> None:
    panel.select(API)
    QTest.keyClicks(field_of(panel), "shop")
    view = view_of(panel)
    scope = view.model().index(0, 0, view.model().index(0, 0))
    view.expand(scope)
    place = view.visualRect(view.model().index(0, 0, scope)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.keyClick(view, Key.Key_Escape)
    assert panel.target == Target(HOME, project("shop"), memory(project("shop")))
    assert field_of(panel).text() == ""
    assert view.currentIndex() == model.index_of(SHOP)


def test_opening_rows_among_hits_does_not_open_them_for_good(
    panel: TreePanel, model: MemoryTreeModel
) -> None:
    view_of(panel).collapseAll()
    QTest.keyClicks(field_of(panel), "memory")
    assert len(shown_names(panel)) == 5
    field_of(panel).clear()
    assert shown_names(panel) == ["evva"]


def test_a_filter_without_hit_says_so_and_offers_to_clear(panel: TreePanel, told: Told) -> None:
    QTest.keyClicks(field_of(panel), "<b>xyz")
    page = panel.findChild(QStackedWidget).currentWidget()  # type: ignore[union-attr]  # there is one
    assert isinstance(page, EmptyState)
    assert page.accessibleName() == "No name contains “<b>xyz”."
    button = page.findChild(Button)
    assert isinstance(button, Button)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert shown_names(panel) == OPEN
    assert told.take()[-1] == ("filter_changed", "")


def test_a_filter_without_hit_offers_to_search_in_text(panel: TreePanel) -> None:
    asked: list[str] = []
    panel.search_requested.connect(asked.append)
    QTest.keyClicks(field_of(panel), "agent:x yz ")
    search = next(button for button in panel.findChildren(Button) if button.text() == "Search in text")
    assert search.isVisible()
    QTest.mouseClick(search, Qt.MouseButton.LeftButton)
    assert asked == ["agent:x yz"]
    assert field_of(panel).text() == "agent:x yz "


def test_a_rescan_while_one_filters_keeps_the_filter(panel: TreePanel, model: MemoryTreeModel) -> None:
    panel.select(API)
    QTest.keyClicks(field_of(panel), "memory")
    model.replace_documents(HOME, [profile(), memory(project("api")), memory(project("new"))])
    assert "new" in shown_names(panel)
    assert "shop" not in shown_names(panel)
    field_of(panel).clear()
    assert panel.target is not None
    assert panel.target.document == memory(project("api"))


# Nothing to show, menus, sizes


def test_without_a_root_it_says_where_memdesk_looked(
    themes: ThemeManager, model: MemoryTreeModel, show: Show
) -> None:
    panel = TreePanel(themes, model, QAction())
    panel.set_looked_in(14)
    told = Told(panel)
    show(panel)
    page = panel.findChild(QStackedWidget).currentWidget()  # type: ignore[union-attr]  # there is one
    assert isinstance(page, EmptyState)
    assert page.accessibleName() == "No memory here yet. Looked in 14 places."
    for button in page.findChildren(Button):
        button.click()
    assert {name for (name,) in told.take()} == {
        "add_folder_requested",
        "sample_requested",
        "places_requested",
    }
    model.add_root(HOME, "evva", "ev")
    assert panel.findChild(QStackedWidget).currentIndex() == 0  # type: ignore[union-attr]  # there is one
    model.remove_root(HOME)
    assert isinstance(panel.findChild(QStackedWidget).currentWidget(), EmptyState)  # type: ignore[union-attr]


def test_a_menu_is_asked_for_where_the_pointer_is(panel: TreePanel, model: MemoryTreeModel) -> None:
    asked: list[object] = []
    panel.context_menu_requested.connect(lambda place, target: asked.append(target))
    view = view_of(panel)
    for index in (model.index_of(API), model.index_of(API).parent()):
        place = view.visualRect(index).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
        QApplication.sendEvent(view.viewport(), event)
    below = QPoint(100, 790)
    QApplication.sendEvent(
        view.viewport(),
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, below, view.viewport().mapToGlobal(below)),
    )
    api = project("api")
    assert asked == [Target(HOME, api, memory(api)), Target(HOME, api), None]


def test_a_menu_by_key_is_for_the_current_row(panel: TreePanel) -> None:
    asked: list[object] = []
    panel.context_menu_requested.connect(lambda place, target: asked.append(target))
    panel.select(profile().path)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(0, 0), QPoint(0, 0))
    QApplication.sendEvent(view_of(panel), event)
    assert asked == [Target(HOME, YOU, profile())]


def test_the_panel_may_be_as_narrow_as_the_window_wants(panel: TreePanel) -> None:
    assert panel.minimumSizeHint().width() <= 200


def test_every_control_has_a_name(panel: TreePanel) -> None:
    controls = [view_of(panel), field_of(panel), *panel.findChildren(Button)]
    assert all(control.accessibleName() or getattr(control, "text", str)() for control in controls)


@pytest.mark.parametrize("filters", [(), ("shop",), ("m",), ("shop", "")])
def test_no_other_row_is_chosen_for_one_that_goes(
    panel: TreePanel, told: Told, model: MemoryTreeModel, filters: tuple[str, ...]
) -> None:
    panel.select(API)
    for text in filters:
        field_of(panel).setText(text)
    told.take()
    model.replace_documents(HOME, [document for document in small_home() if document.path != API])
    assert told.take() == []


@pytest.mark.parametrize("filters", [(), ("m",), ("shop", "")])
def test_the_selected_row_is_selected_again_when_it_comes_back(
    panel: TreePanel, told: Told, model: MemoryTreeModel, filters: tuple[str, ...]
) -> None:
    panel.select(API)
    field_of(panel).setFocus()
    for text in filters:
        field_of(panel).setText(text)
    told.take()
    model.replace_documents(HOME, [document for document in small_home() if document.path != API])
    model.replace_documents(HOME, small_home())
    target = view_of(panel).target
    assert target is not None
    assert target.document == memory(project("api"))
    assert told.take() == []


def test_no_selection_of_before_a_filter_is_kept(panel: TreePanel) -> None:
    for text in ("shop", "", "api", ""):
        field_of(panel).setText(text)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    view = view_of(panel)
    assert view.findChildren(QItemSelectionModel) == [view.selectionModel()]
