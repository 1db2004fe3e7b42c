"""The window: rail, screens, status bar and menus, put together. What happens is decided by the screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QEvent, QPoint, QSize, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QPaintEvent
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from memdesk.services.settings.settings import Settings
    from memdesk.ui.actions import ActionTable
    from memdesk.ui.lazy_page import LazyPage
    from memdesk.ui.theme.manager import ThemeManager
    from memdesk.ui.widgets.paint import Tone
    from memdesk.ui.widgets.status_bar import StatusBar

START_SIZE = (1440, 900)
LEAST_SIZE = (720, 480)
_SHARE_OF_SCREEN = 0.9
"""What a window that was too large takes of its screen once it no longer covers all of it."""


class MainWindow(QMainWindow):
    """Holds the screens by name; the first one added is shown first.

    Before it is furnished it shows what `first_paint` paints into it. For that, this module loads neither the parts of
    the window nor the 93 enumerations of `Qt`, which PySide defines where one of them is named.

    Signals:
        close_requested: the user wants to quit; accept the event it carries once everything is safe.
        activated: the window came to the front, after something else may have written.
        screen_changed: another screen is in front.
        badge_changed: more or less waits on a screen.
        screen_filled: a screen was made that had only its place; argument: its name.
        refused: the keys of an action were pressed that makes no sense now; argument: why.
    """

    close_requested = Signal(QCloseEvent)
    activated = Signal()
    screen_changed = Signal()
    badge_changed = Signal()
    screen_filled = Signal(str)
    refused = Signal(str)

    actions_table: ActionTable
    status: StatusBar

    def __init__(self) -> None:
        super().__init__()
        self.first_paint: Callable[[QWidget], object] | None = None
        self._alt_alone = False
        self.setWindowTitle("Memdesk")
        self._leave_room()
        self.resize(*START_SIZE)

    def place(self, settings: Settings) -> None:
        """Stand where the window stood at the last quit, if there still is a screen."""
        if settings.window is not None:
            x, y, width, height = settings.window
            if QGuiApplication.screenAt(QPoint(x + width // 2, y + 20)) is not None:
                self.setGeometry(x, y, width, height)

    def show_placed(self, settings: Settings, *, fits: bool = True) -> None:
        """Show the window, as large as it was at the last quit; over the whole screen where it `fits` none."""
        if settings.is_maximized or not fits:
            self.showMaximized()
        else:
            self.show()
        self.windowHandle().screenChanged.connect(self._leave_room)

    def _leave_room(self) -> None:
        """Let the window be as small as its screen: at a large scale that has less room than a window likes to have."""
        room = self.screen().availableGeometry().size()
        self.setMinimumSize(QSize(*LEAST_SIZE).boundedTo(room))

    def fit_screen(self) -> bool:
        """Whether the screen has room for the window and its frame; where not, it becomes as large as it may."""
        self._leave_room()
        room = self.screen().availableGeometry().size()
        if self.width() < room.width() and self.height() < room.height():
            return True
        least = self.minimumSize()
        self.resize(self.size().boundedTo(room * _SHARE_OF_SCREEN).expandedTo(least))
        return False

    def furnish(self, themes: ThemeManager) -> None:
        """Put in actions, rail, status bar and menus, in place of what is there."""
        from PySide6.QtWidgets import QButtonGroup, QFrame, QStackedWidget, QVBoxLayout

        from memdesk.ui.actions import ActionTable
        from memdesk.ui.widgets.status_bar import StatusBar

        self.first_paint = None
        self._themes = themes
        self.actions_table = ActionTable(self)
        self.screen_changed.connect(lambda: self.actions_table.stand_on(self.screen_name))
        self.status = StatusBar(themes)
        self._screens = QStackedWidget()
        self._names: list[str] = []
        self._rail = QFrame()
        self._rail_box = QVBoxLayout(self._rail)
        self._rail_buttons = QButtonGroup(self)
        self._lay_out()
        self.actions_table.fill(self.menuBar(), themes)
        self.menuBar().setVisible(self.menuBar().isNativeMenuBar())

    def _lay_out(self) -> None:
        from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

        self._rail.setProperty("plane", "rail")
        self._rail.setFixedWidth(self._themes.theme.sizes.rail)
        self._rail_box.setContentsMargins(0, 6, 0, 6)
        self._rail_box.setSpacing(0)
        self._rail_box.addStretch(1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addWidget(self._screens, 1)
        column.addLayout(row, 1)
        column.addWidget(self.status)
        self.setCentralWidget(whole)

    # Screens

    def add_screen(
        self, name: str, screen: QWidget | LazyPage[Any], *, icon: str = "", action: str = ""
    ) -> None:
        """Add a screen, or its place; with an icon it gets an entry in the rail, which does `action`."""
        from memdesk.ui.lazy_page import LazyPage

        self._names.append(name)
        if icon:
            self._add_rail_button(icon, action)
        # Behind its entry in the rail, so that Tab comes to the rail first.
        self._screens.addWidget(screen)
        if isinstance(screen, LazyPage):
            screen.filled.connect(partial(self.screen_filled.emit, name))

    def _add_rail_button(self, icon: str, action: str) -> None:
        from memdesk.ui.widgets.rail import RailButton

        command = self.actions_table[action]
        button = RailButton(self._themes, icon, command.text(), keys=command.shortcut())
        self.actions_table.keys_changed.connect(lambda: button.set_keys(command.shortcut()))
        button.clicked.connect(partial(self._on_rail_clicked, command))
        self._rail_box.insertWidget(self._rail_box.count() - 1, button)
        self._follow_rail(button)
        self._rail_buttons.addButton(button, len(self._names) - 1)

    def _on_rail_clicked(self, command: QtGui.QAction, _checked: bool = False) -> None:
        command.trigger()
        # Also where the command leads to another screen, or to none.
        self._check_rail()

    def _check_rail(self) -> None:
        button = self._rail_buttons.button(self._screens.currentIndex())
        if button is not None:
            button.setChecked(True)

    def set_badge(self, name: str, count: int, meaning: str, tone: Tone = "accent") -> None:
        """Show at the rail entry of a screen how much waits there; `meaning` is what a reader hears."""
        from memdesk.ui.widgets.rail import RailButton

        button = self._rail_buttons.button(self._names.index(name))
        if isinstance(button, RailButton):
            button.set_badge(count, meaning, tone)
            self.badge_changed.emit()

    def add_rail_action(self, icon: str, action: str) -> None:
        """Add an entry at the end of the rail that does `action` and is no screen."""
        from memdesk.ui.widgets.rail import RailButton

        command = self.actions_table[action]
        button = RailButton(self._themes, icon, command.text().rstrip("…"), keys=command.shortcut())
        self.actions_table.keys_changed.connect(lambda: button.set_keys(command.shortcut()))
        button.setCheckable(False)
        button.clicked.connect(command.trigger)
        self._rail_box.addWidget(button)
        self._follow_rail(button)

    def _follow_rail(self, button: QWidget) -> None:
        """Let Tab come to `button` behind the screens that the rail has so far."""
        if self._rail_buttons.buttons():
            self.setTabOrder(self._rail_buttons.buttons()[-1], button)

    def show_screen(self, name: str) -> None:
        """Bring a screen to the front."""
        from memdesk.ui.lazy_page import LazyPage

        place = self._names.index(name)
        page = self._screens.widget(place)
        if isinstance(page, LazyPage):
            page.fill()
        self._screens.setCurrentIndex(place)
        self._check_rail()
        self.screen_changed.emit()

    def allow_rail(self, *, allowed: bool) -> None:
        """Enable the rail and what goes to its screens, or disable both while nothing is open."""
        from memdesk.ui.i18n import tr

        for button in self._rail_buttons.buttons():
            button.setEnabled(allowed)
        screens = [f"view__{name}" for name in ("inbox", "prune", "search", "problems", "timeline", "trash")]
        why = "" if allowed else tr("no folder is open")
        self.actions_table.allow(**dict.fromkeys(screens, allowed))
        self.actions_table.explain(**dict.fromkeys(screens, why))

    @property
    def screen_name(self) -> str:
        """The name of the screen in front."""
        return self._names[self._screens.currentIndex()]

    @property
    def front_screen(self) -> QWidget:
        """The screen in front."""
        return self.screens[self.screen_name]

    @property
    def screens(self) -> dict[str, QWidget]:
        """The screens that are made, by their names."""
        from memdesk.ui.lazy_page import LazyPage

        made: dict[str, QWidget] = {}
        for place, name in enumerate(self._names):
            page: object = self._screens.widget(place)
            if isinstance(page, LazyPage) and page.is_filled:
                made[name] = page.fill()
            elif isinstance(page, QtWidgets.QWidget) and not isinstance(page, LazyPage):
                made[name] = page
        return made

    @property
    def screen_title(self) -> str:
        """What the screen in front is called, with how much waits there; empty for one without an entry in the rail."""
        button: QtWidgets.QAbstractButton | None = self._rail_buttons.button(self._screens.currentIndex())
        return button.accessibleName() if button is not None else ""

    # Regions

    def go_to_region(self, regions: Sequence[QWidget], step: int) -> None:
        """Move the focus by `step` regions, past those where nothing takes it; the status bar is the last one."""
        from memdesk.ui.widgets.focus import focusable_in

        present = [
            region for region in (*regions, self.status) if next(focusable_in(region), None) is not None
        ]
        focused = self.focusWidget()
        before = -1 if step > 0 else 0
        here = next((n for n, region in enumerate(present) if _holds(region, focused)), before)
        target = next(focusable_in(present[(here + step) % len(present)]))
        target.setFocus(QtCore.Qt.FocusReason.TabFocusReason)

    # Menus and quitting

    def toggle_menu_bar(self) -> None:
        """Show or hide the menus, where they are part of the window."""
        bar = self.menuBar()
        if bar.isNativeMenuBar():
            return
        bar.setVisible(not bar.isVisible())
        if bar.isVisible():
            bar.setFocus(QtCore.Qt.FocusReason.MenuBarFocusReason)
            bar.setActiveAction(bar.actions()[0])

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.first_paint is not None:
            self.first_paint(self)

    def event(self, event: QEvent) -> bool:
        # The only event of a key that turns out to be a shortcut. Alt alone is known once no other key came with it.
        kind, kinds = event.type(), QEvent.Type
        if kind == kinds.ShortcutOverride and isinstance(event, QtGui.QKeyEvent):
            keys = QtCore.Qt.KeyboardModifier
            only_alt = event.modifiers() in (keys.NoModifier, keys.AltModifier)
            self._alt_alone = only_alt and event.key() == QtCore.Qt.Key.Key_Alt
            window = self.windowHandle()
            if self._alt_alone and window is not None:
                window.installEventFilter(self)
        elif kind in (kinds.WindowBlocked, kinds.WindowUnblocked):
            # Qt would tell each widget in it. Nobody listens, and who is blocked it knows by the window.
            return True
        return super().event(event)

    def eventFilter(self, watched: QtCore.QObject, event: QEvent) -> bool:
        # A key that a list takes for its own never comes to this widget, and Alt may be let go of before it.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QtGui.QKeyEvent):
            if event.key() != QtCore.Qt.Key.Key_Alt:
                self._alt_alone = False
                watched.removeEventFilter(self)
        elif event.type() == QEvent.Type.KeyRelease:
            watched.removeEventFilter(self)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == QtCore.Qt.Key.Key_F10:
            self.toggle_menu_bar()
            return
        # An action that is disabled never sees its keys, and who presses them would be left without an answer.
        why_not = self.actions_table.why_not_by_keys(QtGui.QKeySequence(event.keyCombination()))
        if why_not:
            self.refused.emit(why_not)
            return
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        was_alone, self._alt_alone = self._alt_alone, False
        if was_alone and event.key() == QtCore.Qt.Key.Key_Alt:
            self.toggle_menu_bar()
            return
        super().keyReleaseEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.activated.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_requested.emit(event)


def _holds(widget: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (focused is widget or widget.isAncestorOf(focused))
