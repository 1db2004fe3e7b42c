"""The editor of one document: section cards or source, over one text and one undo stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QStackedLayout, QWidget

from memdesk.layouts.contract import Injected
from memdesk.text.compare import changed_lines
from memdesk.text.edits import Span
from memdesk.text.outline import NodeKind
from memdesk.ui.editor.bridge import TextWidget
from memdesk.ui.editor.found import NOTHING_FOUND, Found
from memdesk.ui.editor.page_block import BlockMakers
from memdesk.ui.editor.page_blocks import BLOCK_MAKERS
from memdesk.ui.editor.page_parts import PartKind, has_parts
from memdesk.ui.editor.requests import EditorRequests, Leftover, WalkRequest
from memdesk.ui.editor.section_card import Body
from memdesk.ui.editor.sections_view import SectionsView
from memdesk.ui.editor.session import EditorSession, Loss, NodeId, SectionMark
from memdesk.ui.editor.shown_places import shown_only, shown_spans
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_in_pieces import SourceInPieces, is_in_pieces
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.text_menu import text_menu
from memdesk.ui.editor.warnings import mark_found, underline_spans
from memdesk.ui.i18n import tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot

Mode = Literal["sections", "source"]

_REST_MS = 100
"""So long after the last key changed lines are marked and the section of the caret is told."""

_SOURCE_MARGIN_PX, _SOURCE_TOP_PX = 12, 8


class DocumentEditor(QWidget):
    """Shows one session at a time. It changes its text by what is typed; everything else it asks for by signals."""

    text_changed = Signal()
    """The text changed, by whomever; all views show it."""
    mode_changed = Signal()
    """The document is shown otherwise now."""
    waiting_changed = Signal()
    """`has_waiting` is another one now."""
    caret_section_changed = Signal(str, int)
    """The caret is in the section of this key and occurrence now."""
    front_wanted = Signal()
    """The text is about to be gone to: what stands in its place gives way."""
    section_add_requested = Signal(str)
    """A section with this heading is wanted in the file; once it is there, it gets the caret."""
    rename_requested = Signal(str, int, str)
    """The section of this key and occurrence shall have this heading."""
    naming_given_up = Signal()
    """No other heading, and no new section, is wanted after all."""
    revert_requested = Signal(str, int)
    """A section shall be again what it is on disk."""
    card_menu_requested = Signal(str, int, object)
    """The menu of a section is wanted at this `QPoint` of the screen."""
    repair_requested = Signal(object)
    """The repair of this `Loss` shall be made."""
    why_requested = Signal(object)
    """This `Loss` shall be explained."""
    more_losses_requested = Signal(str, int)
    """All losses of a section shall be shown."""
    changes_requested = Signal(object)
    """A `ChangeRequest` shall be carried out."""
    overwrite_asked = Signal(object)
    """An `OverwriteQuestion` shall be answered."""
    notice_requested = Signal(str)
    """This sentence shall be said."""
    history_requested = Signal()
    """The history of the document shall be shown."""
    pin_requested = Signal(str, int)
    """The node of this key and occurrence shall be pinned, or no longer be."""
    move_requested = Signal(str, int)
    """The node of this key and occurrence shall be moved to another document."""
    drag_moved = Signal(str, int, object)
    """The node of this key and occurrence is held by the pointer, at this `QPoint` of the screen."""
    drag_ended = Signal(str, int, object)
    """It was let go, at this `QPoint` of the screen; None where the drag was given up."""
    walk_requested = Signal(object)
    """A `WalkRequest`: what was done last may be no change of the text."""

    def __init__(
        self, themes: ThemeManager, parent: QWidget | None = None, *, makers: BlockMakers = BLOCK_MAKERS
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._makers = makers
        self._session: EditorSession | None = None
        self._is_locked = False
        self._had_sections: bool | None = None
        """Whether there were some when the text was last read."""
        self._shown: ShownText | None = None
        self._sections: SectionsView | None = None
        self._source: SourceView | None = None
        self._coming: SourceInPieces | None = None
        self._losses: Sequence[Loss] = ()
        self._found: tuple[Sequence[Span], Span | None] = (), None
        self._injected: Injected | None = None
        self._caret_section: NodeId | None = None
        self._folded: dict[str, dict[NodeId, bool]] = {}
        self._pages = QStackedLayout(self)
        self._rest_timer = single_shot(self, _REST_MS, self._on_rest)
        self._requests = EditorRequests(self)
        self._connect_requests()

    def show_keys(self, keys_of: Callable[[str], QKeySequence]) -> None:
        """Say in menus what `keys_of` says of an action, by its id."""
        self._requests.keys_of = keys_of

    def _connect_requests(self) -> None:
        requests = self._requests
        requests.waiting_changed.connect(self.waiting_changed)
        requests.undo_requested.connect(self.undo)
        requests.redo_requested.connect(self.redo)
        requests.section_add_requested.connect(self._on_section_add_requested)
        requests.text_menu_requested.connect(self._on_text_menu_requested)
        requests.rename_requested.connect(self.rename_requested)
        requests.naming_given_up.connect(self._on_naming_given_up)
        requests.revert_requested.connect(self.revert_requested)
        requests.card_menu_requested.connect(self.card_menu_requested)
        requests.repair_requested.connect(self.repair_requested)
        requests.why_requested.connect(self.why_requested)
        requests.more_losses_requested.connect(self.more_losses_requested)
        requests.changes_requested.connect(self.changes_requested)
        requests.overwrite_asked.connect(self.overwrite_asked)
        requests.notice_requested.connect(self.notice_requested)
        requests.history_requested.connect(self.history_requested)
        requests.pin_requested.connect(self.pin_requested)
        requests.move_requested.connect(self.move_requested)
        requests.drag_moved.connect(self.drag_moved)
        requests.drag_ended.connect(self.drag_ended)

    # What is shown

    def set_session(self, session: EditorSession | None, mode: Mode = "sections") -> None:
        """Show `session`, or nothing. A document without sections is shown as source, whatever `mode` says."""
        self._close()
        self._session, self._had_sections = session, None
        if session is None:
            return
        self._is_locked = bool(session.why_read_only)
        self._shown = ShownText(session.text)
        self._shown.text_changed.connect(self._on_text_changed)
        self._show(mode if self.has_sections else "source")
        self.update_changed_lines()

    @property
    def has_old_lock(self) -> bool:
        """Whether it takes keys where the session allows none any more, or none where it does."""
        return self._session is not None and bool(self._session.why_read_only) != self._is_locked

    def follow_lock(self) -> None:
        """Take keys, or take none, as the session now allows it: a file may become no text while it is open."""
        session = self._session
        if session is None or not self.has_old_lock:
            return
        has_focus = self.isAncestorOf(self.window().focusWidget())
        position, losses, injected = self.caret, self._losses, self._injected
        self.set_session(session, self.coming_mode)
        self.go_to(min(position, len(session.text.text)), focus=has_focus)
        self.show_effects(losses)
        if injected is not None:
            self.show_injected(injected)

    def _close(self) -> None:
        self._rest_timer.stop()
        self._drop_coming()
        self._losses, self._caret_section, self._injected = (), None, None
        self._found = (), None
        if self._sections is not None:
            self._sections.close_text()
            self._pages.removeWidget(self._sections)
            self._sections.hide()
            self._sections.deleteLater()
        if self._source is not None:
            self._pages.removeWidget(self._source)
            self._source.hide()
            self._source.deleteLater()
        self._sections = self._source = None
        if self._shown is not None:
            self._shown.close()
            self._shown.deleteLater()
        self._shown = None

    @property
    def page_kinds(self) -> frozenset[PartKind]:
        """The kinds of parts that have blocks of their own on the page; all else is text."""
        return frozenset(self._makers)

    @property
    def has_sections(self) -> bool:
        """Whether the document has sections, entries or fields, or could have."""
        session = self._session
        if session is None:
            return False
        if self._had_sections is None or session.is_read:
            self._had_sections = has_parts(session.document, session.outline(), self.page_kinds)
        return self._had_sections

    @property
    def mode(self) -> Mode:
        """What is on screen."""
        return (
            "source"
            if self._source is not None and self._pages.currentWidget() is self._source
            else "sections"
        )

    @property
    def coming_mode(self) -> Mode:
        """What is on screen, or about to be."""
        return "source" if self._coming is not None else self.mode

    def set_mode(self, mode: Mode) -> None:
        """Show sections or source, at the same place of the text. The source of a long text comes some turns later."""
        if self._shown is None or mode == self.coming_mode or (mode == "sections" and not self.has_sections):
            return
        self._drop_coming()
        if mode == "source" and self._source is None and is_in_pieces(self._shown):
            self._coming = SourceInPieces(
                self._shown, self._new_source, lambda: self.caret, self._on_source_come, self
            )
        elif mode != self.mode:
            self._turn_to(mode)

    def _drop_coming(self) -> None:
        if self._coming is not None:
            self._coming.stop()
        self._coming = None

    def _on_source_come(self, view: SourceView) -> None:
        self._coming = None
        self._take_source(view)
        self._turn_to("source")

    def _turn_to(self, mode: Mode) -> None:
        if self._shown is None:
            return
        has_focus = self.isAncestorOf(self.window().focusWidget())
        position = self.caret
        self._shown.text.seal()
        self._show(mode)
        self.show_found(*self._found)
        self.go_to(position, focus=has_focus)
        self.mode_changed.emit()

    def _show(self, mode: Mode) -> None:
        self._pages.setCurrentWidget(self._source_view() if mode == "source" else self._sections_view())

    def _sections_view(self) -> SectionsView:
        if self._sections is None:
            shown, session = self._parts()
            folded = self._folded.setdefault(session.document.path, {})
            view = SectionsView(
                self._themes, shown, session, self._requests, folded, self, makers=self._makers
            )
            view.caret_entered.connect(self._tell_caret_section)
            view.stack.body_made.connect(self._on_body_made)
            shown.add_keeper(view)
            self._pages.addWidget(view)
            self._sections = view
            view.stack.set_losses(self._losses)
            if self._injected is not None:
                self._requests.injected_found.emit(self._injected)
        self._sections.sync()
        return self._sections

    def _source_view(self) -> SourceView:
        if self._source is None:
            shown, _ = self._parts()
            return self._take_source(self._new_source(shown.text.line_count))
        return self._source

    def _new_source(self, line_count: int) -> SourceView:
        """One that shows so many lines so far, as large as it will be."""
        shown, session = self._parts()
        view = SourceView(self._themes, shown, 0, line_count, self)
        view.resize(self.size())
        view.setReadOnly(bool(session.why_read_only))
        view.setAccessibleName(tr("Source of {title}", title=session.document.title))
        view.setProperty("plane", "surface")
        view.set_margins(0, _SOURCE_MARGIN_PX, _SOURCE_TOP_PX)
        view.menu_requested.connect(lambda place: self._on_text_menu_requested(view, place))
        view.input.undo_requested.connect(self.undo)
        view.input.redo_requested.connect(self.redo)
        return view

    def _take_source(self, view: SourceView) -> SourceView:
        shown, _ = self._parts()
        view.cursorPositionChanged.connect(self._rest_timer.start)
        shown.add_keeper(view)
        self._pages.addWidget(view)
        self._source = view
        underline_spans(
            view, view.bridge, [loss.span for loss in self._losses if loss.is_problem], self._themes.theme
        )
        # It shows no changed lines yet.
        self._rest_timer.start()
        return view

    def _parts(self) -> tuple[ShownText, EditorSession]:
        if self._shown is None or self._session is None:
            raise RuntimeError("no session is shown")
        return self._shown, self._session

    # Places

    @property
    def caret(self) -> int:
        """Position of the caret in the text; of the section on screen, where no text has the focus."""
        if self._source is not None and self.mode == "source":
            return self._source.bridge.places()[0]
        return self._sections.caret if self._sections is not None else 0

    @property
    def caret_section(self) -> NodeId | None:
        """Key and occurrence of the section that the caret was told to be in last."""
        return self._caret_section

    def reveal(self, key: str, occurrence: int = 0) -> None:
        """Bring a section to the top of the view; focus and caret stay."""
        if self._session is None or self._shown is None:
            return
        if self._sections is not None and self.mode == "sections":
            self._sections.reveal((key, occurrence))
            return
        node = self._session.outline().find(key, occurrence)
        if node is not None and self._source is not None:
            self._source.reveal_line(self._shown.text.line_of(node.span.start))

    def come_to_front(self) -> None:
        """Let what stands in the place of the text give way to it."""
        self.front_wanted.emit()

    def focus_section(self, key: str, occurrence: int = 0) -> None:
        """Put the caret into the text of a section."""
        self.come_to_front()
        if self._sections is not None and self.mode == "sections":
            self._sections.focus_section((key, occurrence))
            return
        node = self._session.outline().find(key, occurrence) if self._session is not None else None
        if node is not None:
            self.reveal(key, occurrence)
            self.go_to(node.body.start, focus=True)

    def ask_for_section(self) -> None:
        """Ask for a new section where it will stand."""
        self.come_to_front()
        if self.mode == "source":
            self._drop_coming()
            self._turn_to("sections")
        if self._sections is not None:
            self._sections.ask_for_section()

    def ask_for_heading(self, key: str, occurrence: int) -> None:
        """Ask for another heading of a section where it stands; in the source select it, to be typed over."""
        self.come_to_front()
        if self._sections is not None and self.mode == "sections":
            self._sections.ask_for_heading((key, occurrence))
            return
        node = self._session.outline().find(key, occurrence) if self._session is not None else None
        if node is not None and self._shown is not None:
            start = max(node.span.start, self._shown.text.text.find(node.title, node.span.start))
            self.select(Span(start, min(start + len(node.title), node.body.start)), focus=True)

    def focus_text(self) -> None:
        """Put the focus where the caret is, or was last."""
        self.come_to_front()
        if self._sections is not None and self.mode == "sections":
            self._sections.focus_text()
        elif self._shown is not None:
            self.go_to(self.caret, focus=True)

    def go_to(self, position: int, *, focus: bool) -> None:
        """Put the caret at `position` of the text and bring it into view; `focus` gives it the focus."""
        if focus:
            self.come_to_front()
        if self._source is not None and self.mode == "source":
            if self._source.bridge.places() != (position, position):
                self._source.bridge.place(position)
            self._source.ensureCursorVisible()
            if focus:
                self._source.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._sections is not None:
            self._sections.go_to(position, focus=focus)

    def select(self, span: Span, *, focus: bool) -> None:
        """Select `span`, which begins and ends in one text of the page, and bring it into view; or its row."""
        self.go_to(span.start, focus=focus)
        for body in self._bodies():
            if body.bridge.covers(span.start):
                body.bridge.place(span.end, span.start)
                body.ensureCursorVisible()
            elif body.textCursor().hasSelection():
                body.bridge.place(body.bridge.places()[0])

    @property
    def selected_text(self) -> str:
        """What is selected in the text that has the focus; empty where none is."""
        body = next((body for body in self._bodies() if body.hasFocus()), None)
        if body is None or self._shown is None:
            return ""
        return self._shown.text.text[slice(*sorted(body.bridge.places()))]

    def _bodies(self) -> Sequence[Body]:
        if self.mode == "source":
            return [self._source] if self._source is not None else []
        return self._sections.stack.bodies if self._sections is not None else []

    # Undo

    def undo(self) -> None:
        """Take back the user's last step, wherever it was made, and go there."""
        self._step_through(backwards=True)

    def redo(self) -> None:
        """Make the last undone step again, and go there."""
        self._step_through(backwards=False)

    def _step_through(self, *, backwards: bool) -> None:
        self.finish_writing()
        request = WalkRequest(backwards)
        self.walk_requested.emit(request)
        if request.is_done or self._session is None or self._session.why_read_only:
            return
        text = self._session.text
        focused = self.window().focusWidget()
        # Who walks through the tree, or another list, goes on there.
        is_in_list = isinstance(focused, QAbstractItemView) and not self.isAncestorOf(focused)
        position = text.undo() if backwards else text.redo()
        if position is not None:
            self.go_to(position, focus=not is_in_list)

    @property
    def has_waiting(self) -> bool:
        """Whether something is typed that `commit_composition` would let the text have."""
        return self._requests.has_waiting

    def commit_composition(self) -> None:
        """Let the text have what is typed and not in it yet: before a save, and before the document is left."""
        QGuiApplication.inputMethod().commit()
        self._requests.flush_requested.emit()

    def finish_writing(self) -> None:
        """Accept and close what is open for writing: before undo."""
        QGuiApplication.inputMethod().commit()
        self._requests.finish_requested.emit()

    def bring_back(self, path: str, leftover: Leftover) -> None:
        """Open again what was typed for an entry and could not be written, now or when its document is shown."""
        self._requests.leftovers[path] = leftover
        self._requests.leftover_came.emit(path)

    # What is said about sections

    def show_marks(self, marks: Mapping[NodeId, SectionMark]) -> None:
        """Say which sections are unsaved, what changed, and who wrote them when."""
        if self._sections is not None:
            self._sections.set_marks(marks)

    def show_injected(self, injected: Injected) -> None:
        """Say on the entries which of them the agent gets, of the text as it is now."""
        self._injected = injected
        self._requests.injected_found.emit(injected)

    def show_dead(self, nodes: frozenset[NodeId]) -> None:
        """Say of these lines of an index that the file they name is not there."""
        self._requests.dead_found.emit(nodes)

    def show_effects(self, losses: Sequence[Loss]) -> None:
        """Say what an agent's next write would do to the text as it is now, worst first."""
        self._losses = losses
        if self._sections is not None:
            self._sections.set_losses(losses)
        if self._source is not None:
            spans = [loss.span for loss in losses if loss.is_problem]
            underline_spans(self._source, self._source.bridge, spans, self._themes.theme)

    def shown_only(self, places: Sequence[Span]) -> Sequence[Span]:
        """Those of `places`, in order, of which something can be seen as the document is shown now."""
        session, shown = self._session, self._shown
        if session is None or shown is None or self.mode == "source":
            return places
        spans = shown_spans(shown.text, session.outline(), session.document, self.page_kinds)
        return shown_only(places, spans)

    def show_found(self, spans: Sequence[Span], current: Span | None = None) -> None:
        """Mark these in the texts on screen, and the current one of them; none takes the marks away."""
        self._found = spans, current
        for body in self._bodies():
            mark_found(body, body.bridge, spans, current, self._themes.theme)
        text = self._shown.text.text if self._shown is not None and spans else ""
        found = Found(text, spans, current) if text else NOTHING_FOUND
        if found is not NOTHING_FOUND or self._requests.found is not NOTHING_FOUND:
            self._requests.found = found
            self._requests.found_shown.emit()

    def _on_body_made(self, body: Body) -> None:
        """Mark what was found in a text that was not there when it was."""
        found = self._requests.found
        if found.spans and self._shown is not None and found.text == self._shown.text.text:
            mark_found(body, body.bridge, found.spans, found.current, self._themes.theme)

    def update_changed_lines(self) -> None:
        """Mark the lines that differ from the base text; call it when that is another one."""
        if self._session is None:
            return
        runs = changed_lines(self._session.base_text, self._session.text.text)
        if self._sections is not None:
            self._sections.stack.set_changed_lines(runs)
        if self._source is not None:
            self._source.set_changed_lines([(run.new_first, run.new_end) for run in runs])

    # Slots

    def _on_text_changed(self) -> None:
        self._rest_timer.start()
        self.text_changed.emit()

    def follow_text(self) -> None:
        """The node tree of the text is known: the cards follow it, where they did not at once."""
        if self.mode == "source":
            self._tell_section_in_source()
        elif self._sections is not None and self._sections.follow_text():
            # Other cards show the lines that differ.
            self._rest_timer.start()

    def _on_rest(self) -> None:
        self.update_changed_lines()
        if self._session is not None and self._session.is_read and self.mode == "source":
            self._tell_section_in_source()

    def _tell_section_in_source(self) -> None:
        """Tell which section the caret is in, which the source does not know by itself."""
        position, nodes = self.caret, self._session.outline().nodes if self._session is not None else ()
        node = next((node for node in nodes if node.span.end > position), None)
        if node is not None and node.kind is NodeKind.SECTION:
            self._tell_caret_section(node.key, node.occurrence)

    def _tell_caret_section(self, key: str, occurrence: int) -> None:
        if (key, occurrence) != self._caret_section:
            self._caret_section = (key, occurrence)
            self.caret_section_changed.emit(key, occurrence)

    def _on_section_add_requested(self, heading: str) -> None:
        before = self._node_ids()
        self.section_add_requested.emit(heading)
        added = next((one for one in self._node_ids() if one not in before), None)
        if added is not None:
            self.focus_section(*added)
        else:
            self.focus_text()

    def _node_ids(self) -> Sequence[NodeId]:
        nodes = self._session.outline().nodes if self._session is not None else ()
        return [(node.key, node.occurrence) for node in nodes]

    def _on_naming_given_up(self) -> None:
        """A text without sections was shown as such only to ask for one."""
        if not self.has_sections:
            self._turn_to("source")
        self.naming_given_up.emit()

    def _on_text_menu_requested(self, widget: TextWidget, place: QPoint) -> None:
        if self._session is not None:
            menu = text_menu(self._themes, widget, self._session.text, self._requests)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(place)
