"""The one table of everything a person can do, with its key.

Menus, shortcuts, the command palette and the page of keys are all made from `ACTIONS`; a handler is bound once, by
`ActionTable.connect`. An action nobody has bound stays disabled, so the table can never promise what does not work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenuBar, QWidget

from memdesk.ui.i18n import told, tr
from memdesk.ui.screens import HISTORY, INBOX, MEMORY, PRUNE
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.redo_keys import REDO_KEYS
from memdesk.ui.widgets.tips import by_both_enters, native_keys, with_keys

Standard = QKeySequence.StandardKey


class ActionSpec(NamedTuple):
    """One action: `keys` are portable key texts or standard keys, the first is the one shown.

    `menu` names the menu it stands in (`|` before the name draws a separator above it), empty for none. `screens` are
    those on which it can be meant; empty for all: what works on a hidden document must not be reached from elsewhere.
    """

    id: str
    text: str
    menu: str = ""
    keys: tuple[str | QKeySequence.StandardKey, ...] = ()
    icon: str = ""
    checkable: bool = False
    screens: frozenset[str] = frozenset()


ON_MEMORY = frozenset({MEMORY})
WITH_PANELS = frozenset({MEMORY, INBOX, PRUNE, HISTORY})

MENUS = ("File", "Edit", "View", "Go", "Memory", "Help")

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec("file.open_folder", "Add folder…", "File", (Standard.Open,), "folder-plus"),
    ActionSpec("file.open_sample", "Open sample memory", "File", (), "flask-conical"),
    ActionSpec("file.leave_sample", "Leave the sample", "File", (), "x"),
    ActionSpec("file.first_run", "Find memory on this computer…", "File", (), "search"),
    ActionSpec("file.close_root", "Close this folder", "File", screens=ON_MEMORY),
    ActionSpec("file.save", "Save", "|File", (Standard.Save,), "save", screens=ON_MEMORY),
    ActionSpec("file.save_all", "Save all", "File", ("Ctrl+Alt+S",)),
    ActionSpec("file.look_again", "Look again at the disk", "File", ("F5",), "refresh-cw"),
    ActionSpec("file.pause_watching", "Pause watching", "File", ("Ctrl+F5",), "circle-pause", checkable=True),
    ActionSpec("file.settings", "Settings…", "|File", ("Ctrl+,",), "settings"),
    ActionSpec("file.quit", "Quit", "|File", (Standard.Quit, "Ctrl+Q")),
    ActionSpec("edit.undo", "Undo", "Edit", (Standard.Undo,), "undo-2"),
    ActionSpec("edit.redo", "Redo", "Edit", REDO_KEYS, "redo-2"),
    ActionSpec("edit.note", "Quick note…", "|Edit", ("Ctrl+Shift+A",), "message-square-plus"),
    ActionSpec("edit.revert_section", "Revert section", "|Edit", (), "undo", screens=ON_MEMORY),
    ActionSpec("edit.add_section", "Add section…", "Edit", (), "plus", screens=ON_MEMORY),
    ActionSpec("edit.rename", "Rename section…", "Edit", ("F2",), screens=ON_MEMORY),
    ActionSpec(
        "edit.remove", "Remove section", "Edit", ("Ctrl+Shift+Backspace",), "trash-2", screens=ON_MEMORY
    ),
    ActionSpec("edit.move_up", "Move section up", "Edit", ("Alt+Up",), "arrow-up", screens=ON_MEMORY),
    ActionSpec("edit.move_down", "Move section down", "Edit", ("Alt+Down",), "arrow-down", screens=ON_MEMORY),
    ActionSpec("edit.move_to", "Move to…", "Edit", ("Ctrl+M",), "folder-input", screens=ON_MEMORY),
    ActionSpec("edit.remove_file", "Remove this file", "Edit", (), "trash-2", screens=ON_MEMORY),
    ActionSpec("edit.find", "Find", "|Edit", ("Ctrl+F",), "search"),
    ActionSpec("edit.replace", "Replace", "Edit", ("Ctrl+H",), "replace"),
    ActionSpec("edit.copy_section", "Copy section", "|Edit", (), "copy", screens=ON_MEMORY),
    ActionSpec("edit.copy_seen", "Copy as the agent sees it", "Edit", (), "eye", screens=ON_MEMORY),
    ActionSpec("edit.pin", "Pin or unpin section", "Edit", ("Ctrl+Alt+P",), "pin", screens=ON_MEMORY),
    ActionSpec(
        "edit.copy_injected",
        "Copy what the agent will see",
        "Edit",
        ("Ctrl+Alt+C",),
        "copy",
        screens=ON_MEMORY,
    ),
    ActionSpec("edit.copy_path", "Copy path", "Edit", (), "copy", screens=ON_MEMORY),
    ActionSpec("edit.reveal_secret", "Show or mask the secret", "|Edit", ("Ctrl+Shift+R",), "eye"),
    ActionSpec("view.memory", "Memory", "View", ("Ctrl+1",), "brain"),
    ActionSpec("view.inbox", "Inbox", "View", ("Ctrl+2",), "inbox"),
    ActionSpec("view.prune", "Prune", "View", ("Ctrl+3",), "scissors"),
    ActionSpec("view.search", "Search", "View", ("Ctrl+4", "Ctrl+Shift+F"), "search"),
    ActionSpec("view.problems", "Problems", "View", ("Ctrl+5",), "triangle-alert"),
    ActionSpec("view.timeline", "History", "View", ("Ctrl+6",), "history"),
    ActionSpec("view.trash", "Trash", "View", (), "trash-2"),
    ActionSpec("view.mode", "Sections or source", "|View", ("Ctrl+Alt+M",), screens=ON_MEMORY),
    ActionSpec(
        "view.right_panel",
        "Show the right panel",
        "View",
        ("Ctrl+\\",),
        "panel-right",
        checkable=True,
        screens=WITH_PANELS,
    ),
    ActionSpec("view.panel_narrower", "Narrower panel", "View", ("Alt+Shift+Left",), screens=WITH_PANELS),
    ActionSpec("view.panel_wider", "Wider panel", "View", ("Alt+Shift+Right",), screens=WITH_PANELS),
    ActionSpec("view.index", "What the agent will see", "View"),
    ActionSpec("view.rendered", "Rendered text", "View"),
    ActionSpec("view.diff", "Unsaved changes", "View"),
    ActionSpec("view.recall", "What the agent finds", "View"),
    ActionSpec("view.history", "Show history", "View", ("Ctrl+Alt+H",), "history"),
    ActionSpec("view.history_of", "History of this", "View", (), "history", screens=ON_MEMORY),
    ActionSpec("view.mask_secrets", "Mask secrets", "|View", (), "eye-off", checkable=True),
    ActionSpec("view.private", "Privacy mode", "View", ("Ctrl+Shift+H",), "shield", checkable=True),
    ActionSpec("view.theme_system", "Appearance: as the system", "|View", checkable=True),
    ActionSpec("view.theme_light", "Appearance: light", "View", checkable=True),
    ActionSpec("view.theme_dark", "Appearance: dark", "View", checkable=True),
    ActionSpec("go.back", "Back", "Go", ("Alt+Left",), "arrow-left"),
    ActionSpec("go.forward", "Forward", "Go", ("Alt+Right",), "arrow-right"),
    ActionSpec("go.palette", "All commands…", "|Go", ("Ctrl+Shift+P",), "terminal"),
    ActionSpec("go.quick_open", "Go to…", "Go", ("Ctrl+P",), "search"),
    ActionSpec("go.filter", "Filter the tree", "|Go", ("Ctrl+T",), "list-filter"),
    ActionSpec("go.editor", "Editor", "Go", ("Ctrl+E",)),
    ActionSpec("go.preview", "Right panel", "Go", ("Ctrl+Shift+E",)),
    ActionSpec("go.next_region", "Next region", "Go", ("F6",)),
    ActionSpec("go.previous_region", "Previous region", "Go", ("Shift+F6",)),
    ActionSpec("go.next_hit", "Next hit", "|Go", ("F3",), "chevron-down"),
    ActionSpec("go.previous_hit", "Previous hit", "Go", ("Shift+F3",), "chevron-up"),
    ActionSpec("go.next_difference", "Next difference", "|Go", ("F7",), "chevron-down", screens=ON_MEMORY),
    ActionSpec(
        "go.previous_difference", "Previous difference", "Go", ("Shift+F7",), "chevron-up", screens=ON_MEMORY
    ),
    ActionSpec("go.next_problem", "Next problem", "|Go", ("F8",), "chevron-down"),
    ActionSpec("go.previous_problem", "Previous problem", "Go", ("Shift+F8",), "chevron-up"),
    ActionSpec(
        "memory.repair", "Fix what the agent would change", "Memory", ("Ctrl+.",), "wrench", screens=ON_MEMORY
    ),
    ActionSpec("memory.why", "Why would the agent change this?", "Memory", screens=ON_MEMORY),
    ActionSpec("memory.deeds", "As the agent does…", "Memory", ("Ctrl+Shift+D",), screens=ON_MEMORY),
    ActionSpec("memory.duplicates", "Duplicates and contradictions…", "Memory", ("Ctrl+Shift+M",), "copy"),
    ActionSpec("memory.bind", "Choose the project folder…", "|Memory", (), "folder", screens=ON_MEMORY),
    ActionSpec("memory.find_home", "Find its new home…", "Memory", (), "folder-input", screens=ON_MEMORY),
    ActionSpec("memory.attach", "Open workflow beside…", "Memory", (), "workflow", screens=ON_MEMORY),
    ActionSpec("memory.detach", "Close the workflow", "Memory", screens=ON_MEMORY),
    ActionSpec(
        "memory.compare", "Compare with the disk", "|Memory", ("Ctrl+Alt+D",), "columns-3", screens=ON_MEMORY
    ),
    ActionSpec("memory.use_result", "Use this result", "Memory", ("Ctrl+Return",), screens=ON_MEMORY),
    ActionSpec("memory.keep_mine", "Keep mine", "Memory", screens=ON_MEMORY),
    ActionSpec("memory.take_theirs", "Take theirs", "Memory", screens=ON_MEMORY),
    ActionSpec("memory.keep_both", "Keep both", "Memory", screens=ON_MEMORY),
    ActionSpec("memory.reveal", "Show in the file manager", "|Memory", (), "folder-open", screens=ON_MEMORY),
    ActionSpec("memory.open_outside", "Open in my editor", "Memory", (), "external-link", screens=ON_MEMORY),
    ActionSpec("memory.details", "Details…", "Memory", (), "info", screens=ON_MEMORY),
    ActionSpec("memory.convert", "Convert to UTF-8", "Memory", (), "file-text", screens=ON_MEMORY),
    ActionSpec("help.keys", "List of keys", "Help", ("Ctrl+K, Ctrl+S", "F1"), "keyboard"),
    ActionSpec("help.about", "About Memdesk", "Help"),
)

ON_TEXT = frozenset(
    {
        "edit.revert_section",
        "edit.add_section",
        "edit.rename",
        "edit.remove",
        "edit.move_up",
        "edit.move_down",
        "edit.move_to",
        "edit.copy_section",
        "edit.copy_seen",
        "edit.pin",
        "edit.find",
        "edit.replace",
        "view.mode",
        "go.next_hit",
        "go.previous_hit",
        "memory.repair",
        "memory.why",
        "memory.deeds",
    }
)
"""What works, on the memory screen, on the text of the document: nobody means it while that is covered."""


def own_keys(spec: ActionSpec) -> list[QKeySequence]:
    """The keys of an action that nobody gave other ones."""
    return _sequences(spec.keys)


def _sequences(keys: Iterable[str | QKeySequence.StandardKey]) -> list[QKeySequence]:
    # A standard key may be none on this system, and where it is also named, Qt would call the action ambiguous with
    # itself and do nothing.
    sequences = [each for key in keys for each in by_both_enters(QKeySequence(key))]
    return list({each.toString(): each for each in sequences if not each.isEmpty()}.values())


class ActionTable(QObject):
    """The actions of one window. They are added to the window, so their shortcuts work in all of it.

    Signals:
        keys_changed: actions have other keys now.
    """

    keys_changed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._titles = {spec.id: tr(spec.text) for spec in ACTIONS}
        self._said: dict[str, str] = {}
        self._actions = {spec.id: self._make(spec) for spec in ACTIONS}
        self._bound: set[str] = set()
        self._disallowed: set[str] = set()
        self._whys: dict[str, str] = {}
        self._screens = {spec.id: spec.screens for spec in ACTIONS}
        self._screen = ""
        self._is_text_covered = False

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(self._titles[spec.id], self._window)
        action.setObjectName(spec.id)
        action.setShortcuts(own_keys(spec))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(spec.checkable)
        action.setEnabled(False)
        self._window.addAction(action)
        return action

    def set_keys(self, chosen: Mapping[str, Sequence[str]]) -> None:
        """Give actions the keys that `chosen` names, as portable texts by their ids; all others have their own."""
        for spec in ACTIONS:
            keys = chosen.get(spec.id)
            self._actions[spec.id].setShortcuts(_sequences(spec.keys if keys is None else keys))
        self.keys_changed.emit()

    def is_bound(self, action_id: str) -> bool:
        """Whether the action does anything in this window."""
        return action_id in self._bound

    def __getitem__(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def connect_handler(self, action_id: str, handler: Callable[[], object]) -> None:
        """Let `action_id` do `handler`, and enable it unless it is not allowed just now."""
        self._actions[action_id].triggered.connect(lambda _checked=False: handler())
        self._bound.add(action_id)
        self._enable(action_id)

    def allow(self, **states: bool) -> None:
        """Say of actions, by id with `__` for the dot, whether they make sense now: `allow(file__save=True)`."""
        for name, is_allowed in states.items():
            action_id = name.replace("__", ".")
            # Most is only said again, many times for each document that is opened.
            if is_allowed == (action_id in self._disallowed):
                (self._disallowed.discard if is_allowed else self._disallowed.add)(action_id)
                self._enable(action_id)

    def explain(self, **whys: str) -> None:
        """Say why actions, named as for `allow`, make no sense now, in a few words; empty for the common reason."""
        self._whys.update({name.replace("__", "."): why for name, why in whys.items()})

    def why_not(self, action_id: str) -> str:
        """Why the action makes no sense now, where something more than the common reason is known."""
        return self._whys.get(action_id, "")

    def why_not_by_keys(self, keys: QKeySequence) -> str:
        """Why the action of these keys makes no sense now; empty where it does, or no more is known."""
        return next(
            (
                told(why)
                for action_id, why in self._whys.items()
                if why
                and not self._actions[action_id].isEnabled()
                and keys in self._actions[action_id].shortcuts()
            ),
            "",
        )

    def stand_on(self, screen: str) -> None:
        """Another screen is in front, by its name: what can be meant on it is enabled, as far as it is allowed."""
        self._screen = screen
        for action_id, screens in self._screens.items():
            if screens or action_id in ON_TEXT:
                self._enable(action_id)

    def cover_text(self, *, is_covered: bool) -> None:
        """Something else stands in the place of the document's text on the memory screen, or no longer."""
        self._is_text_covered = is_covered
        for action_id in ON_TEXT:
            self._enable(action_id)

    def is_covered(self, action_id: str) -> bool:
        """Whether the action is for the text of the document, in whose place something else stands."""
        return self._is_text_covered and action_id in ON_TEXT and self._screen in ("", MEMORY)

    def is_elsewhere(self, action_id: str) -> bool:
        """Whether the action is for other screens than the one in front."""
        screens = self._screens[action_id]
        return bool(self._screen and screens) and self._screen not in screens

    def _enable(self, action_id: str) -> None:
        is_allowed = action_id in self._bound and action_id not in self._disallowed
        is_here = not self.is_elsewhere(action_id) and not self.is_covered(action_id)
        self._actions[action_id].setEnabled(is_allowed and is_here)

    def title(self, action_id: str) -> str:
        """What the action is called, whatever it would be done with now."""
        return self._titles[action_id]

    def name_object(self, action_id: str, what: str) -> None:
        """Let its menu say what the action would be done with now; nothing for an empty text."""
        title = self._titles[action_id]
        text = tr("{action}: {what}", action=title, what=what) if what else title
        self._said[action_id] = text
        # In a menu an ampersand marks the letter that is pressed for it.
        self._actions[action_id].setText(text.replace("&", "&&"))

    def said(self, action_id: str) -> str:
        """What its menu says."""
        return self._said.get(action_id, self._titles[action_id])

    def keys(self, action_id: str) -> str:
        """The action's key for a sentence; its text where it has none."""
        action = self._actions[action_id]
        return native_keys(action.shortcut()) or self._titles[action_id]

    def hint(self, action_id: str) -> str:
        """What the action is called, with its key, for a tool tip."""
        key, title = native_keys(self._actions[action_id].shortcut()), self._titles[action_id]
        return with_keys(title, key) if key else title

    def fill(self, bar: QMenuBar, themes: ThemeManager) -> None:
        """Make the menus, in the order of the table."""
        menus = {name: PopupMenu(themes, bar, title=tr(name)) for name in MENUS}
        for made in menus.values():
            bar.addMenu(made)
        for spec in ACTIONS:
            menu = menus.get(spec.menu.removeprefix("|"))
            if menu is None:
                continue
            if spec.menu.startswith("|"):
                menu.addSeparator()
            menu.addAction(self._actions[spec.id])
