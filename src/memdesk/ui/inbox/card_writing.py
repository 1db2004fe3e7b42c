"""Writing in a card of the inbox: opening its text, saving it, and keeping what is left unsaved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox

from memdesk.errors import MemdeskError
from memdesk.services.desk import Desk
from memdesk.services.documents.taken import Address
from memdesk.services.inbox.items import InboxItem
from memdesk.ui.i18n import tr
from memdesk.ui.inbox.card_editor import can_edit_in_place
from memdesk.ui.inbox.review_list import ReviewList
from memdesk.ui.inbox.words import short_name
from memdesk.ui.messages import Message, Messages
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.masks import SecretMasks

if TYPE_CHECKING:
    from memdesk.services.documents.opening_job import OpeningJob
    from memdesk.services.documents.session import DocumentSession

Save = Callable[[InboxItem, str, Callable[[], object]], object]


@dataclass(frozen=True, slots=True)
class _Written:
    """What was typed for a change; `ending` are the line ends that the editor does not show."""

    item: InboxItem
    text: str
    ending: str


class CardWriting(QObject):
    """Leads the editor of `view`. `save` takes a change, its new text, and what to do where that is refused.

    Only who gives it up loses what was typed: a card that is left keeps it for the next time, a quit puts it into its
    document, as unsaved text, and until then the draft of its document holds it.

    Signals:
        document_requested: it is to be edited in its document; arguments: path, key, occurrence.
        look_wanted: its document was written while it was opened; argument: `Changes` that say where to look again.
    """

    document_requested = Signal(str, str, int)
    look_wanted = Signal(object)

    def __init__(
        self,
        desk: Desk,
        view: ReviewList,
        masks: SecretMasks,
        tasks: Tasks,
        messages: Messages,
        save: Save,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._view = view
        self._masks = masks
        self._tasks = tasks
        self._messages = messages
        self._save = save
        self._open: _Written | None = None
        self._kept: dict[Address, _Written] = {}
        view.edited.connect(self._on_edited)
        view.left.connect(self._on_left)

    def edit(self, item: InboxItem) -> None:
        """Open its text where it stands, else its document."""
        deeds = self._desk.inbox_deeds
        self._tasks.attempt(lambda: deeds.body(item), partial(self._on_read, item))

    def _on_read(self, item: InboxItem, body: str | MemdeskError | None) -> None:
        current = self._view.current
        if isinstance(body, MemdeskError):
            self._messages.tell_error(body, item.path)
        elif body is None or self._is_masked(item) or not can_edit_in_place(body):
            self.document_requested.emit(*item.address)
        elif current is not None and current.id == item.id:
            ending = body[len(body.rstrip("\n")) :]
            shown = body.removesuffix(ending) if ending else body
            kept = self._kept.pop(item.address, None)
            self._begin(_Written(item, shown, ending), kept.text if kept is not None else shown)

    def _is_masked(self, item: InboxItem) -> bool:
        """Whether it is not to be read on the screen; the editor of the document masks what it shows."""
        unit = item.unit
        return self._masks.shown_in(unit.text, unit.around) != unit.text

    def _begin(self, written: _Written, text: str) -> None:
        workspace = self._desk.workspace
        job = workspace.prepare_opening(written.item.path)
        if job is not None:
            self._tasks.attempt(job.run, partial(self._on_opened, job), first=True)
        if workspace.drafts is not None:
            workspace.drafts.beside = self._beside
        self._view.edit_text(text, written.text)
        self._open = written

    def _on_opened(self, job: OpeningJob, read: DocumentSession | MemdeskError) -> None:
        """Keep a draft from now on. What cannot be read has none; who saves it is told why."""
        if not isinstance(read, MemdeskError):
            changes = self._desk.workspace.finish_opening(job, read)
            if changes.look_again:
                self.look_wanted.emit(changes)

    def _beside(self, session: DocumentSession) -> bytes | None:
        """What a document would hold with what is written for it here, for its draft."""
        written, now = dict(self._kept), self._view.written
        if self._open is not None and now is not None:
            written[self._open.item.address] = replace(self._open, text=now)
        ours = [one for one in written.values() if one.item.path == session.path]
        if not ours:
            return None
        return self._desk.inbox_deeds.with_unsaved(
            session, [(one.item, one.text + one.ending) for one in ours]
        )

    def _on_edited(self, text: str) -> None:
        """Save it over what was shown when the editing began; where that is no more, what was typed stays there."""
        written = self._open
        if written is not None:
            again = partial(self._go_on, written, text)
            self._save(written.item, text + written.ending, again)

    def _go_on(self, written: _Written, text: str) -> None:
        """It could not be saved: open it again, unless something else is being written."""
        view = self._view
        if not view.is_editing and view.choose(written.item.address) and view.current is not None:
            self._begin(_Written(view.current, written.text, written.ending), text)
        else:
            self._keep(_Written(written.item, text, written.ending))

    # What is left

    def _on_left(self, text: str) -> None:
        if self._open is not None:
            self._keep(_Written(self._open.item, text, self._open.ending))

    def _keep(self, written: _Written) -> None:
        self._kept[written.item.address] = written
        words = tr("What you wrote in “{name}” is kept.", name=short_name(written.item, self._masks))
        copy = partial(QGuiApplication.clipboard().setText, written.text)
        advice = tr("E goes on with it where its card stands.")
        self._messages.tell(Message(words, advice=advice, offer=tr("Copy"), accept=copy, offer_icon="copy"))

    def finish(self) -> bool:
        """Put what was left unsaved into its documents, before a quit; whether nothing is lost, or may be."""
        self._view.leave_editor()
        self._kept = {one.item.address: one for one in self._kept.values() if not self._is_put(one)}
        for written in self._kept.values():
            if not self._may_be_lost(written):
                self._keep(written)
                return False
        return True

    def _is_put(self, written: _Written) -> bool:
        try:
            self._desk.inbox_deeds.leave_unsaved(written.item, written.text + written.ending)
        except MemdeskError:
            return False
        return True

    def _may_be_lost(self, written: _Written) -> bool:
        box = QMessageBox(self._view.window())
        box.setTextFormat(Qt.TextFormat.PlainText)
        name = short_name(written.item, self._masks)
        box.setText(tr("What you wrote in “{name}” has no place in its file any more.", name=name))
        box.setInformativeText(tr("Quit and lose it?"))
        box.setStandardButtons(QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel)
        return box.exec() == QMessageBox.StandardButton.Discard
