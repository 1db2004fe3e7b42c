"""What can be done with one section: its menu, and the actions that work on the section with the caret."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.layouts.contract import ChangeKind
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.text.document import readable
from memdesk.text.outline import Node, NodeKind
from memdesk.ui.actions import ActionTable
from memdesk.ui.editor.card_stack import PROSE
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.i18n import told, tr
from memdesk.ui.memory.document import OpenDocument
from memdesk.ui.memory.fact_sources import FactSources
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.panel import TreePanel
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import native_keys

_MENU = (
    "edit.copy_section",
    "edit.copy_seen",
    "",
    "edit.move_up",
    "edit.move_down",
    "edit.move_to",
    "edit.rename",
    "",
    "view.history",
    "edit.revert_section",
    "edit.remove",
)


class SectionCommands(QObject):
    """Handlers for the section actions.

    They work on the row of the tree while that has the focus, else on the section with the caret. A card's own menu is
    about the card.
    """

    def __init__(
        self,
        themes: ThemeManager,
        document: OpenDocument,
        editor: DocumentEditor,
        actions: ActionTable,
        sources: FactSources,
        tree: TreePanel,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._sources = sources
        self._tree = tree
        self._document = document
        self._editor = editor
        self._actions = actions
        self._window = window
        self._caret: NodeId | None = None
        self._of_menu: NodeId | None = None
        self._named: NodeId | None = None
        """The section that was last to get another heading."""
        editor.card_menu_requested.connect(self._on_card_menu_requested)
        editor.history_requested.connect(actions["view.history"].trigger)
        editor.rename_requested.connect(self._rename)
        editor.naming_given_up.connect(self._on_naming_given_up)
        for name, handler in {
            "edit.copy_section": self.copy,
            "edit.pin": self.pin,
            "edit.revert_section": self.revert,
            "edit.add_section": editor.ask_for_section,
            "edit.rename": self.rename,
            "edit.remove": self.remove,
            "edit.move_up": lambda: self.move(-1),
            "edit.move_down": lambda: self.move(1),
            "edit.move_to": self.move_to,
        }.items():
            actions.connect_handler(name, handler)
        tree.view.row_changed.connect(self.refresh)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus_changed)
        self.refresh()

    def set_caret(self, node_id: NodeId | None) -> None:
        """Say in which section the caret is, None for none."""
        self._caret = node_id
        self.refresh()

    @property
    def _current(self) -> NodeId | None:
        """The section that the actions work on, None for none."""
        if self._of_menu is not None:
            return self._of_menu
        if not self._is_in_tree:
            return self._caret
        target, session = self._tree.target, self._document.session
        if target is None or target.section is None or target.document is None or session is None:
            return None
        is_shown = target.document.path == session.path
        return (target.section.key, target.section.occurrence) if is_shown else None

    @property
    def _is_in_tree(self) -> bool:
        """Whether a row of the tree has the focus in its window, where a box may be open over it."""
        return self._window.window().focusWidget() is self._tree.view

    def refresh(self) -> None:
        """Offer what can be done with the section that the actions work on."""
        node = self.node()
        session = self._document.session
        editable = session is not None and not session.why_read_only
        is_section = editable and node is not None and node.kind is NodeKind.SECTION
        is_known = (
            is_section and node is not None and node.key in (session.document.headings if session else ())
        )
        open_section = is_section and not is_known
        fixed = _known_by_name(self._document.agent) if is_known else ""
        can_add, why_not = self._adding(session)
        self._actions.explain(edit__rename=fixed, edit__remove=fixed, edit__add_section=why_not)
        self._actions.allow(
            edit__copy_section=node is not None,
            edit__copy_seen=node is not None,
            edit__pin=node is not None,
            edit__revert_section=editable and self._current is not None,
            edit__add_section=can_add,
            edit__rename=open_section,
            edit__remove=open_section,
            edit__move_up=is_section,
            edit__move_down=is_section,
        )

    def _adding(self, session: DocumentSession | None) -> tuple[bool, str]:
        """Whether a section can be added, and why none can, where more than the common reason is known."""
        if session is None or session.why_read_only or session.document.kind not in PROSE:
            return False, ""
        headings = session.document.headings
        present = {node.key for node in session.outline().nodes} if headings else set()
        if headings and present.issuperset(headings):
            return False, tr("{agent} has all the sections that it knows", agent=self._document.agent)
        return True, ""

    def node(self) -> Node | None:
        """The section that the actions work on; None for none."""
        session = self._document.session
        if session is None or self._current is None:
            return None
        return session.outline().find(*self._current)

    def _on_focus_changed(self, old: QWidget | None, now: QWidget | None) -> None:
        if self._tree.view in (old, now):
            self.refresh()

    def _leave_menu(self) -> None:
        self._of_menu = None
        self.refresh()

    def _on_card_menu_requested(self, key: str, occurrence: int, place: QPoint) -> None:
        self._of_menu = (key, occurrence)
        self.refresh()
        menu = PopupMenu(self._themes, self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # A menu is hidden before what was chosen in it is done.
        menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._leave_menu))
        for name in _MENU:
            if name == "edit.move_to":
                # The action is about what has the focus, and that may be in the tree.
                action = self._actions[name]
                move = menu.add_literal(action.text(), native_keys(action.shortcut()))
                move.triggered.connect(lambda _checked=False: self._sources.move_here(key, occurrence))
            elif name:
                menu.addAction(self._actions[name])
            else:
                menu.addSeparator()
        session = self._document.session
        is_pinned = session is not None and (session.path, key, occurrence) in self._document.pins
        keys = native_keys(self._actions["edit.pin"].shortcut())
        pin = menu.add_literal(tr("Unpin") if is_pinned else tr("Pin"), keys)
        pin.triggered.connect(lambda _checked=False: self.pin())
        if session is not None and key in session.document.headings:
            menu.addSeparator()
            menu.add_remark(_known_by_name(self._document.agent))
        menu.popup(place)

    def pin(self) -> None:
        """Protect the section, or do not any more: whoever removes or alters it, it comes to the inbox."""
        if self._current is not None:
            self._editor.pin_requested.emit(*self._current)

    def copy(self) -> None:
        """Copy the text of the section."""
        node, session = self.node(), self._document.session
        if node is not None and session is not None:
            QGuiApplication.clipboard().setText(readable(node.span.of(session.text.text)))

    def revert(self) -> None:
        """Make the section again what it is on disk."""
        if self._current is not None:
            self._document.revert(*self._current)

    def remove(self) -> None:
        """Take the section out of the document; undo brings it back."""
        if self._current is not None:
            self._change(ChangeKind.REMOVE, self._current)

    def why_it_stays(self) -> str:
        """Why the section is not to be removed; empty where it is, and for none."""
        node, session = self.node(), self._document.session
        if node is None or session is None or self._actions["edit.remove"].isEnabled():
            return ""
        if self._actions.is_covered("edit.remove"):
            return tr("Nothing is changed in the text while its versions are compared.")
        return _why_it_stays(node, session, self._document.agent)

    def rename(self) -> None:
        """Ask for another heading where it stands."""
        self._named = self._current
        if self._named is not None:
            self._editor.ask_for_heading(*self._named)

    def _on_naming_given_up(self) -> None:
        """Say so where somebody took the section away while one named it anew."""
        named, self._named, session = self._named, None, self._document.session
        if named is not None and session is not None and session.outline().find(*named) is None:
            self._document.change(ChangeKind.RENAME, named, title=named[0])

    def _rename(self, key: str, occurrence: int, title: str) -> None:
        self._named, session = None, self._document.session
        node = session.outline().find(key, occurrence) if session is not None else None
        # Where somebody took the section away meanwhile, that is said.
        if node is None or title != node.title:
            self._change(ChangeKind.RENAME, (key, occurrence), title=title)

    def _change(self, kind: ChangeKind, node_id: NodeId, *, title: str = "", index: int = 0) -> None:
        """Change a section. The focus follows it with caret and scroll, or goes to its neighbour where it is removed.

        In the tree it stays there, on the row of that section.
        """
        session = self._document.session
        if session is None:
            return
        node, place = session.outline().find(*node_id), _place_of(session, node_id)
        is_in_tree, caret = self._is_in_tree and self._of_menu is None, self._editor.caret
        self._document.change(kind, node_id, title=title, index=index)
        sections = _sections(session)
        if node is None or place is None or not sections:
            return
        if kind is ChangeKind.MOVE:
            place = index
        now = sections[min(place, len(sections) - 1)]
        if is_in_tree:
            self._tree.select(session.path, now.key, now.occurrence)
        elif kind is ChangeKind.MOVE and node.span.start <= caret <= node.span.end:
            self._editor.go_to(min(now.span.start + caret - node.span.start, now.span.end), focus=True)
        elif kind is not ChangeKind.RENAME or not self._editor.isAncestorOf(
            self._window.window().focusWidget()
        ):
            self._editor.focus_section(now.key, now.occurrence)

    def move_to(self) -> None:
        """Ask where the row of the tree shall go, while that has the focus; else what has the caret."""
        if self._is_in_tree:
            self._sources.move_row(self._tree.target)
        elif self._current is not None:
            self._sources.move_here(*self._current)
        else:
            self._sources.move_here("")

    def move(self, by: int) -> None:
        """Move the section up (-1) or down (1) among its siblings, those of its level in its chapter."""
        session = self._document.session
        if session is None or self._current is None:
            return
        place = _place_of(session, self._current)
        # What was a section when the caret came may have become text before the first heading.
        sections = _sections(session)
        if place is None or not 0 <= place + by < len(sections):
            return
        if sections[place + by].facts.get("level") == sections[place].facts.get("level"):
            self._change(ChangeKind.MOVE, self._current, index=place + by)


def _sections(session: DocumentSession) -> list[Node]:
    return [node for node in session.outline().nodes if node.kind is NodeKind.SECTION]


def _place_of(session: DocumentSession, node_id: NodeId) -> int | None:
    """Where a section stands among its siblings; None where there is none of this name."""
    names = [(node.key, node.occurrence) for node in _sections(session)]
    return names.index(node_id) if node_id in names else None


def _why_it_stays(node: Node, session: DocumentSession, agent: str) -> str:
    """Why a part of a document is not to be removed from the tree."""
    if session.why_read_only:
        return told(session.why_read_only)
    if node.key in session.document.headings:
        return _known_by_name(agent) + "."
    return tr("Only sections are removed here. Remove this in its document.")


def _known_by_name(agent: str) -> str:
    return tr("{agent} knows this heading by name: it stays", agent=agent)
