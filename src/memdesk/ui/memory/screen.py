"""The memory screen: tree, document and preview, put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from memdesk.errors import NotFound
from memdesk.layouts.contract import Change, Plan
from memdesk.layouts.documents import Document
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.composing import composed
from memdesk.services.history.elsewhere import Elsewhere
from memdesk.services.preview.raising import Raise
from memdesk.services.roots.roots import MemoryRoot
from memdesk.services.steps.step import Step
from memdesk.services.steps.steps import Steps
from memdesk.services.workspace.workspace import Workspace
from memdesk.store.outcomes import SaveResult
from memdesk.text.editable import EditableText
from memdesk.ui.actions import ActionTable
from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.editor.page_blocks import BLOCK_MAKERS
from memdesk.ui.editor.page_parts import PartKind
from memdesk.ui.editor.requests import WalkRequest
from memdesk.ui.form.document_form import FormServices
from memdesk.ui.form.form_block import form_maker
from memdesk.ui.frame import Frame
from memdesk.ui.header import DocumentHeader
from memdesk.ui.i18n import told, tr
from memdesk.ui.memory.arrival_words import ArrivalWords
from memdesk.ui.memory.bars import DocumentBars
from memdesk.ui.memory.changing import Changing
from memdesk.ui.memory.converting import Converting, EncodingBar
from memdesk.ui.memory.dead_lines import DeadLines
from memdesk.ui.memory.deeds import DeedCommands
from memdesk.ui.memory.document import OpenDocument, nothing
from memdesk.ui.memory.document_reading import DocumentReading
from memdesk.ui.memory.explaining import Explaining
from memdesk.ui.memory.fact_sources import FactSources
from memdesk.ui.memory.following_steps import FollowingSteps
from memdesk.ui.memory.going import Going
from memdesk.ui.memory.header_facts import HeaderFacts
from memdesk.ui.memory.live_preview import LivePreview
from memdesk.ui.memory.moving_facts import MovingFacts
from memdesk.ui.memory.pages import DocumentPages
from memdesk.ui.memory.read_ahead import read_ahead
from memdesk.ui.memory.recording_bar import RecordingBar
from memdesk.ui.memory.revert_bar import RevertBar
from memdesk.ui.memory.save_note import SaveNote
from memdesk.ui.memory.save_outcomes import SaveOutcomes
from memdesk.ui.memory.saving import Saving
from memdesk.ui.memory.section_menu import SectionCommands
from memdesk.ui.memory.stepping import Stepping
from memdesk.ui.memory.trail import Stop
from memdesk.ui.memory.tree_keeper import TreeKeeper
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.preview.panel import PreviewPanel
from memdesk.ui.search.find_bar import FindBar
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.timers import single_shot
from memdesk.ui.tree.model import MemoryTreeModel
from memdesk.ui.tree.panel import TreePanel


class MemoryScreen(QWidget):
    """Tree on the left, the document in the middle, what the agent will see on the right.

    Signals:
        document_shown: another document is shown, or none.
        text_awaited: a document that the user goes into is being read, and is entered once it is there.
        own_changes_made: files were changed at once, as the user asked; argument: `Changes`.
        row_menu_requested: a menu for a row of the tree; arguments: where on the screen, a `Target` or None.
    """

    document_shown = Signal()
    text_awaited = Signal()
    own_changes_made = Signal(object)
    row_menu_requested = Signal(QPoint, object)

    def __init__(
        self,
        themes: ThemeManager,
        workspace: Workspace,
        tasks: Tasks,
        messages: Messages,
        actions: ActionTable,
        steps: Callable[[], Steps],
        elsewhere: Elsewhere,
    ) -> None:
        super().__init__()
        self._themes = themes
        self._workspace = workspace
        self._messages, self._is_awaited = messages, False
        self._actions = actions
        self.model = MemoryTreeModel(self)
        self.tree = TreePanel(themes, self.model, actions["go.filter"])
        self.header, self._note = DocumentHeader(themes), SaveNote(self)
        self.recording_bar, self.revert_bar = RecordingBar(themes), RevertBar(themes)
        self.bars, self.find_bar = DocumentBars(themes), FindBar(themes)
        forms = form_maker(FormServices(self._compose, self._agent_of))
        self.editor = DocumentEditor(themes, makers={**BLOCK_MAKERS, PartKind.FORM: forms})
        self.preview = PreviewPanel(themes)
        self.keeper = TreeKeeper(workspace, self.model, tasks, self)
        self.open = OpenDocument(
            workspace,
            self.editor,
            self.bars,
            self.keeper,
            messages,
            ArrivalWords(workspace, themes.masks, elsewhere),
            DocumentReading(workspace, tasks, messages, self),
        )
        self._going = Going(self.open, self.editor, self.tree, self)
        self.stepping = Stepping(steps, tasks, messages, self)
        self.changing = Changing(workspace, steps, self.stepping, self.open, self.editor, messages, self)
        self.dead_lines = DeadLines(workspace, self.open, self.editor, self)
        self.saving = Saving(workspace, tasks, self)
        self.moving = MovingFacts(themes, workspace, steps, self.stepping, self.saving, tasks, self)
        self.sources = FactSources(
            workspace,
            self.moving,
            self.open,
            self.editor,
            self.tree.view,
            messages,
            self,
        )
        self.live = LivePreview(workspace, self.preview, tasks, self)
        self.facts = HeaderFacts(
            self.header, workspace, self.open, self.editor, self._note, self.show_document
        )
        self.explaining = Explaining(themes, self.open, self.editor, self)
        self.sections = SectionCommands(
            themes, self.open, self.editor, actions, self.sources, self.tree, self
        )
        self.deeds = DeedCommands(themes, workspace, self.open, self.editor, self.header, actions, messages)
        self.pages = DocumentPages(themes, self.editor)
        self._following = FollowingSteps(self.open, self.keeper, self._show_in_its_place, self)
        self._outcomes = SaveOutcomes(
            workspace, self.open, self.keeper, self._note, messages, self.show_section, self
        )
        self.frame = Frame(self.tree, self._make_centre(), self.preview)
        self._lay_out()
        self._connect()
        self._on_shown_changed()
        self._on_state_changed()

    def _lay_out(self) -> None:
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.frame)

    def _make_centre(self) -> QWidget:
        centre = self._centre = QFrame()
        centre.setProperty("plane", "window")
        centre.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        centre.setAccessibleName(tr("Document"))
        box = QVBoxLayout(centre)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self.encoding_bar = EncodingBar(self._themes)
        for widget in (self.header, self.recording_bar, self.revert_bar, self.encoding_bar, self.bars):
            box.addWidget(widget)
        box.addWidget(self.find_bar)
        box.addWidget(self.pages, 1)
        # What made a bar go is to be over by then.
        after = single_shot(self, 0, self._focus_after_bar)
        for bar in (self.bars, self.recording_bar, self.revert_bar, self.encoding_bar):
            bar.left.connect(after.start)
        return centre

    def _compose(self, change: Change) -> Plan:
        """What a change makes of documents, those on screen as they are in their buffers."""
        found = self._workspace.find_document(change.document.path)
        if found is None:
            raise NotFound("{name} is not there any more.", name=change.document.title)
        return composed(found[0].layout, self._workspace.view, change)

    def _agent_of(self, document: Document) -> str:
        found = self._workspace.find_document(document.path)
        return found[0].layout.title if found is not None else ""

    def _show_keys(self) -> None:
        actions = self._actions
        self.find_bar.follow(actions["go.previous_hit"], actions["go.next_hit"])
        self.editor.show_keys(lambda action: actions[action].shortcut())

    def _connect(self) -> None:
        self._workspace.read_ahead = partial(read_ahead, self.editor.page_kinds)
        self._show_keys()
        self._going.trail_changed.connect(self._allow_steps)
        self.open.reading.given_up.connect(self._on_given_up)
        self.tree.document_selected.connect(self.show_document)
        self.tree.section_selected.connect(self.show_section)
        self.tree.document_opened.connect(self._on_document_opened)
        self.tree.section_opened.connect(self._on_section_opened)
        self.tree.context_menu_requested.connect(self.row_menu_requested)
        self.header.save_requested.connect(self.save)
        self.header.mode_chosen.connect(self._on_mode_chosen)
        self.header.right_panel_requested.connect(self.frame.toggle_right)
        self.frame.right_shown_changed.connect(self._on_right_shown_changed)
        self.bars.compare_requested.connect(self.compare)
        self.bars.write_again_requested.connect(self.save)
        self.open.shown_changed.connect(self._on_shown_changed)
        self.open.state_changed.connect(self._on_state_changed)
        self.open.sections_listed.connect(self._on_sections_listed)
        self._note.changed.connect(self._on_state_changed)
        Converting(self.encoding_bar, self._workspace, self.open, self.stepping, self._actions, self)
        self.editor.text_changed.connect(self._on_text_changed)
        self.editor.waiting_changed.connect(self._on_state_changed)
        self.editor.caret_section_changed.connect(self._on_caret_section_changed)
        self.live.losses_found.connect(self.open.show_losses)
        self.live.injected_found.connect(self.editor.show_injected)
        self.editor.walk_requested.connect(self._on_walk_requested)
        self.stepping.step_made.connect(self._on_step_made)
        self.live.raise_requested.connect(self._on_raise_requested)
        self.saving.save_begun.connect(self.changing.plan_following)
        self.saving.save_finished.connect(self._on_save_finished)
        self._outcomes.written.connect(self.changing.follow)
        self.preview.source_activated.connect(self._on_source_activated)
        self.preview.add_section_requested.connect(self.editor.ask_for_section)
        self._allow_steps()

    @property
    def regions(self) -> Sequence[QWidget]:
        """What F6 goes through."""
        bars = self.recording_bar, self.revert_bar, self.encoding_bar, *self.bars.in_sight, self.find_bar
        return (self.tree, self.header, *bars, self.pages.in_sight, self.preview)

    def focus_filter(self) -> None:
        """Put the focus into the filter of the tree."""
        self.frame.show_left()
        self.tree.focus_filter()

    # Roots

    def add_root(self, root: MemoryRoot, *, whole: bool = False) -> None:
        """Show a root that the workspace has opened."""
        self.pages.show_memory(is_open=True)
        self.keeper.add_root(root, whole=whole)
        self.tree.open_root(root.path)

    def remove_root(self, path: str) -> None:
        """Show a root no more."""
        self.open.reading.drop_homeless()
        if self.open.root is not None and self.open.root.path == path:
            self.open.close()
        self.keeper.remove_root(path)
        self.pages.show_memory(is_open=bool(self._workspace.roots))

    def show_first(self, of_root: str = "") -> None:
        """Show the first document there is, for a start; or the first of one root."""
        for root in self._workspace.roots:
            if of_root not in ("", root.path):
                continue
            for document in self._workspace.last_documents(root.path):
                if document.exists:
                    self.show_document(document.path)
                    return

    # Going places

    def show_document(self, path: str, then: Callable[[], object] = nothing) -> bool:
        """Show a document, then call `then`; whether there is such a document. See `Going`.

        One that is there only later takes neither the screen nor the keys from what the user does by then.
        """
        return self._visit(Stop(path), then)

    def _show_in_its_place(self, path: str) -> bool:
        """Show a document where another one was on screen: who had the keys in that one has them in this."""
        is_inside = self.pages.isAncestorOf(self.window().focusWidget())
        return self.show_document(path, self._enter_text if is_inside else nothing)

    def show_section(
        self, path: str, key: str, occurrence: int = 0, then: Callable[[], object] = nothing
    ) -> bool:
        """Show a document at one of its sections, without taking the focus. Otherwise as `show_document`."""
        return self._visit(Stop(path, key, occurrence), then)

    def _visit(self, stop: Stop, then: Callable[[], object]) -> bool:
        self._is_awaited = False
        if then is nothing:
            return self._going.visit(stop)
        is_there = self._going.visit(stop, partial(self._follow, then))
        if self.open.reading.is_under_way:
            self._await_text()
        return is_there

    def _await_text(self) -> None:
        """What is typed for a text that is not there yet must reach no row of the tree: a key there removes files."""
        self._is_awaited = True
        self.text_awaited.emit()
        self._centre.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, then: Callable[[], object]) -> None:
        # Who went on to another field or screen meanwhile goes on typing there.
        if not self._is_awaited or self._has_focus:
            then()

    @property
    def _has_focus(self) -> bool:
        """Whether the keys go to where the text will be; another window may be in front."""
        return self.window().focusWidget() is self._centre

    def step(self, by: int) -> None:
        """Go back (-1) or forward (1)."""
        self._going.step(by)

    def _allow_steps(self) -> None:
        is_behind = not self.isVisible() and self.open.session is not None
        self._actions.allow(
            go__back=is_behind or self._going.can_step(-1), go__forward=self._going.can_step(1)
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._allow_steps()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._allow_steps()

    def _on_document_opened(self, path: str) -> None:
        self.show_document(path, self._enter_text)

    def _on_section_opened(self, path: str, key: str, occurrence: int) -> None:
        self.show_section(path, key, occurrence, partial(self._enter_section, key, occurrence))

    def _enter_text(self) -> None:
        self.frame.close_left_overlay()
        self.editor.focus_text()

    def _enter_section(self, key: str, occurrence: int) -> None:
        self.frame.close_left_overlay()
        self.editor.focus_section(key, occurrence)

    def _focus_after_bar(self) -> None:
        """Who answered a bar goes on in the text that it was about; in no other one, and not behind another page."""
        if self.pages.in_sight is not self.editor:
            return
        if self.open.session is not None:
            self.editor.focus_text()
        elif self.isVisible():
            self.tree.focus_tree()

    def _on_given_up(self) -> None:
        if self._has_focus:
            self.tree.focus_tree()

    def _on_source_activated(self, path: str, position: int) -> None:
        self.show_document(path, partial(self._enter_section_at, position))

    def _enter_section_at(self, position: int) -> None:
        node = self.open.session.outline().at(position) if self.open.session is not None else None
        if node is not None:
            self.editor.focus_section(node.key, node.occurrence)

    def _on_raise_requested(self, proposal: Raise) -> None:
        """Make the change that brings a lost line above the cut, as a step of undo of its document."""
        if proposal.change is not None:
            stop = Stop(proposal.change.document.path)
            self._going.visit(stop, partial(self._raise, proposal.change))

    def _raise(self, change: Change) -> None:
        self.editor.come_to_front()
        self.open.make(change)

    def _on_caret_section_changed(self, key: str, occurrence: int) -> None:
        if self.open.session is not None and not self.open.reading.is_under_way:
            self.tree.select(self.open.session.path, key, occurrence, reveal=False)
        self.sections.set_caret((key, occurrence))

    def _on_sections_listed(self) -> None:
        """Let the tree stand at the section of the caret, unless the user went elsewhere in it, or is there."""
        section, target = self.editor.caret_section, self.tree.target
        if section is None or target is None or target.document is None or target.section is not None:
            return
        if self.window().focusWidget() is self.tree.view:
            return
        if self.open.session is not None and target.document.path == self.open.session.path:
            self.tree.select(target.document.path, *section, reveal=False)

    # Saving

    def save(self) -> None:
        """Save the document on screen, or say why it cannot be saved."""
        session = self.open.session
        if session is None:
            return
        if session.why_read_only:
            # A file that came back is in the buffer before a worker has listed its root again.
            self._workspace.describe_anew(session.path)
        if session.why_read_only:
            words = tr("Not saved: {why}.", why=told(session.why_read_only).rstrip("."))
            self._messages.tell(Message(words, Tone.WARNING, session.path))
            return
        if not self.saving.before_save():
            return
        self.editor.commit_composition()
        self._outcomes.note_begin(session)
        self.saving.save(session)

    def _on_save_finished(self, path: str, result: SaveResult, changes: Changes) -> None:
        self.live.forget_saved()
        self._outcomes.take_up(path, result, changes)

    # What changed

    def take_up(self, changes: Changes) -> None:
        """Take up what other programs wrote."""
        for listed in changes.listed:
            self.keeper.relist(listed)
        for path in changes.written:
            self.keeper.update_document(path)
        self.open.take_up(changes, in_view=self.isVisible() and self.isActiveWindow())
        self.live.forget_saved()

    def _on_step_made(self, step: Step) -> None:
        self._following.take_up(step)
        self.live.forget_saved()
        self._following.follow(step)
        self.own_changes_made.emit(step.changes)

    def _on_walk_requested(self, request: WalkRequest) -> None:
        """Undo or redo a change of several files, where that is the newest one."""
        request.is_done = self.stepping.walk(self.text_shown, backwards=request.backwards)

    @property
    def text_shown(self) -> EditableText | None:
        """The text of the document on screen, where it can be edited."""
        session = self.open.session
        return session.text if session is not None and not session.why_read_only else None

    def compare(self) -> None:
        """Show the unsaved text beside the disk."""
        self.bars.hide_draft()
        self.frame.show_right(shown=True)
        self.preview.show_tab("diff")

    def _on_text_changed(self) -> None:
        # The step of undo that the change makes is there once the change is over.
        QTimer.singleShot(0, self, self._allow_commands)
        self._note.clear()
        self.live.refresh()

    def rename_root(self, root: MemoryRoot) -> None:
        """Call a root as the user does now."""
        self.keeper.rename_root(root)
        if self.open.root is not None and self.open.root.path == root.path:
            self.open.root = root
            self.facts.show_path()

    def _on_shown_changed(self) -> None:
        session, root = self.open.session, self.open.root
        self.pages.show_document(is_open=session is not None)
        self.facts.show_document()
        if session is None or root is None:
            self.live.show_nothing()
        else:
            self.live.show_document(root.path, session)
        self.sections.set_caret(None)
        self.document_shown.emit()

    def _on_state_changed(self) -> None:
        self._allow_commands()
        self.facts.show_state()

    def _allow_commands(self) -> None:
        session = self.open.session
        is_open, has_conflict = session is not None, session is not None and session.conflict is not None
        self._actions.allow(
            file__save=self.open.can_save,
            edit__copy_injected=is_open,
            view__mode=is_open and self.editor.has_sections,
            go__next_problem=is_open,
            go__previous_problem=is_open,
            memory__repair=is_open,
            memory__why=is_open,
            memory__compare=is_open,
            memory__keep_mine=has_conflict,
            memory__take_theirs=has_conflict,
            memory__keep_both=has_conflict,
        )

    def _on_mode_chosen(self, mode: str) -> None:
        self.editor.come_to_front()
        self.editor.set_mode("source" if mode == "source" else "sections")

    def toggle_mode(self) -> None:
        """Show source instead of sections, or the other way round."""
        if self.editor.has_sections:
            self.header.modes.set_current("sections" if self.editor.coming_mode == "source" else "source")

    def _on_right_shown_changed(self, is_shown: bool) -> None:
        self.header.show_right_toggle(collapsed=not is_shown)
