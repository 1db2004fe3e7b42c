"""The compare view in the place of the document: for a conflict, unsaved text that came back, a file that is gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from memdesk.errors import MemdeskError
from memdesk.layouts.contract import Layout
from memdesk.layouts.documents import Document
from memdesk.services.comparing.comparing import (
    CameIn,
    ComparedNode,
    Comparison,
    Versions,
    came_in,
    versions_of,
)
from memdesk.services.comparing.settling import Settling
from memdesk.services.desk import Desk
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import NodeId
from memdesk.text.document import encode, readable
from memdesk.text.outline import Node
from memdesk.text.parts import parts_of
from memdesk.ui import format as shown
from memdesk.ui.actions import ActionTable
from memdesk.ui.compare.view import CompareView
from memdesk.ui.compare.words import Sides, merged_words, the_disk
from memdesk.ui.i18n import tr
from memdesk.ui.memory.compared_ahead import ComparedAhead
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.preview.difference import compare_contents
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.timers import repeating
from memdesk.ui.widgets.focus import FocusBefore
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.tips import plain_tip

_CLOCK_MS = 10_000
"""How often the age of what is on disk is told anew."""


class _Kept(NamedTuple):
    """What was decided of a document, for when its comparison is opened again; nothing where it never `was_open`."""

    settling: Settling
    is_conflict: bool
    was_open: bool


class _Merged(NamedTuple):
    """What merged by itself: node by node, and all lines of it."""

    came: tuple[CameIn, ...]
    lines: Sequence[Line]


class Comparing(QObject):
    """Opens and leaves the compare view of the document on screen, keeps it true, and puts the result into the buffer.

    What was settled is kept while the conflict lasts, whether the view is open or not.

    Signals:
        taken_changed: a difference was settled, or opened again, of which everybody was told.
    """

    taken_changed = Signal()

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        memory: MemoryScreen,
        tasks: Tasks,
        actions: ActionTable,
        messages: Messages,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._memory = memory
        self._tasks = tasks
        self._actions = actions
        self._messages = messages
        self._themes, self._masks = themes, themes.masks
        self._kept: dict[str, _Kept] = {}
        self._titled: tuple[Comparison, Sequence[str]] | None = None
        """What the nodes of the comparison are called that was asked for last."""
        self._merged: Newest[_Merged] = Newest(tasks)
        self._before = FocusBefore()
        self._clock = repeating(self, _CLOCK_MS, self._on_clock)
        self._ahead = ComparedAhead(memory.open, tasks, self)
        self._ahead.found.connect(self._on_compared)
        themes.masks.changed.connect(self._on_masks_changed)
        memory.saving.before_save = self._before_save
        memory.bars.compare_requested.connect(self.open)
        memory.open.shown_changed.connect(self.leave)
        memory.open.state_changed.connect(self.refresh)
        memory.open.conflict_settling.connect(self._keep_versions)
        memory.editor.front_wanted.connect(self.leave)

    @cached_property
    def view(self) -> CompareView:
        """What stands in the place of the document. Made later than the window, which starts sooner without it."""
        used = ("go.previous_difference", "go.next_difference", "memory.use_result")
        view = CompareView(self._themes, *(self._actions[name] for name in used))
        self._memory.pages.addWidget(view)
        # A change is a step of undo only once everybody was told of it.
        queued = Qt.ConnectionType.QueuedConnection
        view.taken_changed.connect(self._allow, queued)
        view.taken_changed.connect(self.taken_changed, queued)
        view.use_requested.connect(self.use)
        view.later_requested.connect(self.leave)
        view.copy_requested.connect(self._on_copy_requested)
        return view

    # Coming and going

    @property
    def is_open(self) -> bool:
        """Whether the view stands in the place of the document."""
        return self.settling is not None

    @property
    def settling(self) -> Settling | None:
        """What is settled in the view; None where it does not stand in the place of the document."""
        return self.view.settling if "view" in vars(self) else None

    def open(self) -> None:
        """Show the versions of the document on screen; what was settled before still is."""
        session = self._memory.open.session
        if session is None or self.is_open:
            return
        self._memory.bars.hide_draft()
        if self._memory.find_bar.isVisible():
            # It finds and replaces in the text that is covered.
            self._memory.find_bar.dismissed.emit()
        self._memory.editor.commit_composition()
        self._before.keep(self._memory.window().focusWidget())
        kept = self._kept.get(session.path)
        comparison = self._ahead.of(versions_of(session))
        is_conflict = session.conflict is not None
        is_true = kept is not None and kept.settling.comparison.versions == comparison.versions
        if kept is None or kept.is_conflict != is_conflict or not (is_true or kept.was_open):
            kept = _Kept(Settling(comparison), is_conflict, was_open=True)
        elif not is_true:
            # A step of undo: it stands over what was decided before.
            kept.settling.renew(comparison)
        self._kept[session.path] = kept._replace(was_open=True)
        self.view.show_note("", ())
        self._show(session, kept.settling)
        self._memory.pages.show_instead(self.view)
        # The view takes the room of the right panel, and gives it back.
        self._memory.frame.set_right_aside(True)
        self._actions.cover_text(is_covered=True)
        self._clock.start()
        self.view.start()
        self._allow()

    def _on_compared(self, comparison: Comparison) -> None:
        """Make ready what takes a part of a frame, for when the view is opened."""
        session = self._memory.open.session
        if session is None or session.conflict is None or comparison.versions != versions_of(session):
            return
        self._titles_of(session, comparison)
        kept = self._kept.get(session.path)
        if kept is None or not kept.was_open:
            self._kept[session.path] = _Kept(Settling(comparison), is_conflict=True, was_open=False)

    def _titles_of(self, session: DocumentSession, comparison: Comparison) -> Sequence[str]:
        if self._titled is None or self._titled[0] is not comparison:
            self._titled = comparison, _titles(session, comparison, self._masks)
        return self._titled[1]

    def _on_masks_changed(self) -> None:
        self._titled = None

    def compare(self) -> None:
        """Compare what is in conflict, or what is unsaved of a file that is gone; else show what is unsaved."""
        session = self._memory.open.session
        if session is not None and can_compare(session) and (session.conflict or session.is_removed):
            self.open()
        else:
            self._memory.compare()

    def leave(self) -> None:
        """Show the document again. Nothing is decided by that."""
        self._forget_settled()
        if self.is_open:
            is_inside = self.view.isAncestorOf(self._memory.window().focusWidget())
            self._put_away()
            # Who went to the tree, or elsewhere, stays there: what is typed is meant for that.
            if is_inside:
                self._give_focus_back()
            self._memory.open.state_changed.emit()

    def _put_away(self) -> None:
        self._clock.stop()
        if self._merged is not None:
            self._merged.cancel()
        self._memory.frame.set_right_aside(False)
        self._memory.pages.show_instead(None)
        # Out of sight: what is hidden with the view as a whole need not be hidden by itself.
        self.view.close_settling()
        self._actions.cover_text(is_covered=False)

    def _give_focus_back(self) -> None:
        if not self._before.give_back():
            self._memory.editor.focus_text()

    def refresh(self) -> None:
        """The document, or what is on disk, may be another one: the view follows."""
        session, settling = self._memory.open.session, self.settling
        if session is None or settling is None:
            self._forget_settled()
            self._allow()
            return
        kept = self._kept.get(session.path)
        if (
            kept is None
            or kept.settling is not settling
            or kept.is_conflict != (session.conflict is not None)
            or not can_compare(session)
        ):
            # The conflict was settled elsewhere, there is one now where there was none, or both sides are alike.
            self._kept.pop(session.path, None)
            was_open = session.conflict is not None
            self.leave()
            if was_open:
                self.open()
            return
        versions = versions_of(session)
        if versions != settling.comparison.versions:
            settling.renew(self._ahead.of(versions))
            self._show(session, settling)
        self._allow()

    def _forget_settled(self) -> None:
        """Let go of what was decided of documents that have no conflict any more."""
        for path, kept in list(self._kept.items()):
            session = self._desk.workspace.sessions.get(path)
            if session is None or (kept.is_conflict and session.conflict is None) or not session.is_dirty:
                kept.settling.close()
                del self._kept[path]

    # What is shown

    def _show(self, session: DocumentSession, settling: Settling) -> None:
        comparison, sides = settling.comparison, self._sides(session)
        self.view.show_settling(settling, self._titles_of(session, comparison), sides)
        outline = partial(_nodes, session.layout, session.document, masks=self._masks)
        # Two long texts are compared for it: it is said once a worker has found it.
        self._merged.run(
            partial(_merged, comparison.versions, outline), partial(self._show_merged, sides.other)
        )

    def _show_merged(self, other: str, merged: _Merged) -> None:
        self.view.show_note(merged_words(merged.came, other), merged.lines)

    def _sides(self, session: DocumentSession) -> Sides:
        title, here, disk = session.document.title, _here(session), the_disk()
        if session.is_removed:
            return Sides(disk, here, tr("as it was last on disk"), tr("the file is gone"), title)
        since = self._since(session.path)
        if session.conflict is None:
            return Sides(disk, here, tr("as it is on disk"), since, title)
        before = tr("both started from this")
        if not session.document.agent_rewrites:
            return Sides(disk, here, before, since, title)
        return Sides(session.layout.title, here, before, since, title, session.layout.monogram)

    def _since(self, path: str) -> str:
        known = self._desk.workspace.last_known(path)
        if known is None or not known.modified:
            return ""
        modified = known.modified
        return tr("on disk since {time}, {ago}", time=shown.time_of_day(modified), ago=shown.ago(modified))

    def _on_clock(self) -> None:
        session = self._memory.open.session
        if session is not None and self.is_open:
            self.view.show_sides(self._sides(session))

    def _allow(self) -> None:
        """What can be done now, in header, menus and keys."""
        is_open, memory = self.is_open, self._memory
        session = memory.open.session
        why_not = self._why_not_saved(session)
        self._actions.allow(
            go__next_difference=is_open,
            go__previous_difference=is_open,
            memory__use_result=is_open and not why_not,
        )
        memory.bars.show_comparing(is_open=is_open)
        if session is not None and (session.conflict is not None or is_open):
            memory.header.save_button.setEnabled(not why_not)
            memory.header.save_button.setToolTip(plain_tip(why_not))
        else:
            memory.header.save_button.setToolTip("")

    def _why_not_saved(self, session: DocumentSession | None) -> str:
        if self.is_open:
            return self.view.why_not_settled
        has_conflict = session is not None and session.conflict is not None
        return tr("Settle what changed on both sides first: Compare") if has_conflict else ""

    # What comes of it

    def use(self) -> bool:
        """Make the result the text of the document, and show that; whether it could be."""
        session, settling = self._memory.open.session, self.settling
        if session is None or settling is None or self.view.why_not_settled:
            return False
        text = settling.text.text
        if session.conflict is not None:
            self._keep_versions(session)
        # What was decided is let go of only once the document has it.
        self._put_away()
        session.settle(text)
        self._kept.pop(session.path, None)
        settling.close()
        self._give_focus_back()
        self._memory.open.refresh()
        return True

    def _before_save(self) -> bool:
        """Before a save, hand what was decided here to the buffer. Returns whether the save may go on."""
        if not self.is_open:
            return True
        why_not = self.view.why_not_settled
        if why_not:
            session = self._memory.open.session
            path = session.path if session is not None else ""
            self._messages.tell(Message(tr("Not saved. {why}.", why=why_not), Tone.WARNING, path))
            self.view.start()
            return False
        return self.use()

    def _keep_versions(self, session: DocumentSession) -> None:
        """Put all versions of a conflict into the history, in front of the save that ends it."""
        conflict = session.conflict
        if conflict is None:
            return
        path, mine, theirs = session.path, encode(session.text.text), conflict.theirs
        base = session.base
        try:
            self._desk.history.record_conflict(path, base, mine, theirs)
        except MemdeskError as error:
            self._messages.tell_error(error, path)

    def _on_copy_requested(self) -> None:
        session = self._memory.open.session
        if session is not None:
            QGuiApplication.clipboard().setText(readable(session.text.text))
            self._messages.tell(Message(tr("Your text is copied.")))

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) difference."""
        self.view.step(by)

    def undo(self) -> None:
        """Take back what was done last: to the result where it is shown, else to the document."""
        if self.is_open:
            self.view.undo()
        else:
            self._memory.editor.undo()

    def redo(self) -> None:
        """Do it again."""
        if self.is_open:
            self.view.redo()
        else:
            self._memory.editor.redo()


def can_compare(session: DocumentSession) -> bool:
    """Whether there is text on both sides to look at."""
    return session.is_dirty or session.conflict is not None


def _here(session: DocumentSession) -> str:
    return tr("unsaved, in this window") if session.is_dirty else tr("in this window")


def _titles(session: DocumentSession, comparison: Comparison, masks: SecretMasks) -> list[str]:
    nodes, text = dict[NodeId, Node](), session.text.text
    for one in session.outline().walk():
        nodes.setdefault((one.key, one.occurrence), one)
    return [
        _title_of(node, nodes, text, comparison, masks) or session.document.title for node in comparison.nodes
    ]


def _title_of(
    compared: ComparedNode,
    nodes: Mapping[NodeId, Node],
    text: str,
    comparison: Comparison,
    masks: SecretMasks,
) -> str:
    """What a node is called; empty where that is all of the document."""
    node = nodes.get((compared.key, compared.occurrence)) if compared.key else None
    if node is not None:
        return _title(node, text, masks)
    return masks.shown_in(compared.key.strip(), comparison.keys)


def _title(node: Node, text: str, masks: SecretMasks) -> str:
    return " ".join(readable(masks.shown_name(node, text)).split()) or tr("The text before the first heading")


def _merged(versions: Versions, outlines: Callable[[str], Sequence[tuple[str, str, str]]]) -> _Merged:
    came = came_in(versions, outlines)
    if versions.merge is None or not came:
        return _Merged((), ())
    return _Merged(came, compare_contents(versions.mine, versions.merge.text).lines)


def _nodes(
    layout: Layout, document: Document, text: str, *, masks: SecretMasks
) -> Sequence[tuple[str, str, str]]:
    """Key, title and text of each top-level node of a text of this document, in any thread."""
    outline = layout.outline(document, text)
    titles = {(node.key, node.occurrence): _title(node, text, masks) for node in outline.nodes}
    parts = parts_of(text, outline)
    return [(part.key, titles.get((part.key, part.occurrence), ""), part.text) for part in parts]
