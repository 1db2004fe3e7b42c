"""What stands between header and page when the disk and the buffer disagree. None of it blocks typing."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.services.documents.conflict import Choice, Conflict
from memdesk.services.documents.session import DocumentSession
from memdesk.services.workspace.drafts import CameBack
from memdesk.text.document import readable
from memdesk.text.doubt import is_text
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, sentences, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.notices import Bar

_LONGEST_NAMES = 60
"""What is longer would leave no room for what it is about."""


class DocumentBars(QWidget):
    """The bars of one document: a clash, a file that is gone or unreadable, a broken record, a draft that came back.

    Signals:
        compare_requested: show the versions side by side.
        choice_made: settle the conflict; argument: a `Choice`.
        restore_requested: bring the file back as it was last.
        write_again_requested: make the file anew from the buffer.
        discard_requested: give the unsaved text up.
        close_requested: stop showing the document.
        left: a bar went while it had the focus.
    """

    compare_requested = Signal()
    choice_made = Signal(object)
    restore_requested = Signal()
    write_again_requested = Signal()
    discard_requested = Signal()
    close_requested = Signal()
    left = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._masks = themes.masks
        self._wrote = ""
        self._conflict = Bar(themes, icon="git-merge", closable=False)
        self._gone = Bar(themes, icon="file-x", closable=False)
        self._fault = Bar(themes, icon="triangle-alert", closable=False)
        self._draft = Bar(themes, icon="history")
        self._session: DocumentSession | None = None
        self._is_dirty, self._can_compare = False, False
        self._removals: dict[str, str] = {}
        self._choices = self._make_choices()
        self._restore = self._gone.add_action(tr("Restore from History"))
        self._restore.clicked.connect(self.restore_requested)
        self._compare_gone = self._gone.add_action(tr("Compare"))
        self._compare_gone.clicked.connect(self.compare_requested)
        self._offer(self._gone, tr("Write it again"), self.write_again_requested)
        self._offer(self._gone, tr("Close"), self.close_requested)
        self._offer(self._draft, tr("Compare"), self.compare_requested)
        self._draft.add_action(tr("Use it")).clicked.connect(self._draft.hide)
        self._offer(self._draft, tr("Discard"), self.discard_requested)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        self._masks.changed.connect(self._on_masks_changed)
        for bar in (self._conflict, self._gone, self._fault, self._draft):
            bar.hide()
            bar.left.connect(self.left)
            box.addWidget(bar)

    def _make_choices(self) -> dict[Choice, Button]:
        self._compare = self._conflict.add_action(tr("Compare"), icon="columns-3")
        self._compare.clicked.connect(self.compare_requested)
        words = {Choice.MINE: tr("Keep mine"), Choice.THEIRS: tr("Take theirs"), Choice.BOTH: tr("Keep both")}
        buttons = {choice: self._conflict.add_action(text) for choice, text in words.items()}
        for choice, button in buttons.items():
            button.clicked.connect(lambda _checked=False, choice=choice: self.choice_made.emit(choice))
        return buttons

    @staticmethod
    def _offer(bar: Bar, text: str, signal: object) -> None:
        bar.add_action(text).clicked.connect(signal)

    @property
    def in_sight(self) -> Sequence[Bar]:
        """The bars that have something to say now."""
        return [bar for bar in (self._conflict, self._gone, self._fault, self._draft) if not bar.isHidden()]

    def show_state(self, session: DocumentSession | None, wrote: str) -> None:
        """Show the bars that the state of `session` calls for; `wrote` says who wrote what is on disk, in sentences."""
        conflict = session.conflict if session is not None else None
        self._session, self._wrote = session, wrote
        self._is_dirty = session is not None and session.is_dirty
        self._can_compare = conflict is not None and is_text(conflict.theirs)
        self._show_conflict(conflict, wrote)
        if session is not None and conflict is None and (session.obstacle or session.is_removed):
            self._show_gone(session)
        else:
            self._gone.hide()
        self._show_fault(session)
        if session is None or not session.is_dirty:
            self._draft.hide()

    def _on_masks_changed(self) -> None:
        session = self._session
        if session is not None and session.conflict is not None and not self._conflict.isHidden():
            self._show_conflict(session.conflict, self._wrote)

    def show_comparing(self, *, is_open: bool) -> None:
        """Whether the versions stand side by side now: then the bars do not offer that."""
        self._compare.setVisible(not is_open and self._can_compare)
        self._compare_gone.setVisible(not is_open and self._is_dirty)

    def show_draft(self, draft: CameBack | None) -> None:
        """Say that unsaved text of an earlier run came back, from when, and whether the file is as it was then."""
        if draft is None:
            self._draft.show_note(tr("You have unsaved text from an earlier start."))
            return
        since = shown.near_moment(draft.when)
        detail = tr("The file changed since.") if draft.changed_since else ""
        self._draft.show_note(tr("You have unsaved text from {since}.", since=since), detail)

    def show_removal(self, session: DocumentSession, sentence: str) -> None:
        """Say who removed the file, and when, as soon as that is known."""
        self._removals[session.path] = sentence
        if not self._gone.isHidden() and session.is_removed:
            self._show_gone(session)

    def hide_draft(self) -> None:
        """The draft was looked at."""
        self._draft.hide()

    def _show_conflict(self, conflict: Conflict | None, wrote: str) -> None:
        if conflict is None:
            self._conflict.hide()
            return
        for choice, button in self._choices.items():
            button.setVisible(choice in conflict.choices)
        if conflict.why_whole:
            self._conflict.show_note(conflict.why_whole, tr("Your text is kept."))
            return
        clashes = conflict.clashes
        # Every name has a letter and a comma: the names of hundreds of places are not looked up to be left out.
        names = (
            listed(
                self._name_of(clash.key, clash.occurrence, begins=not number)
                for number, clash in enumerate(clashes)
            )
            if 2 * len(clashes) <= _LONGEST_NAMES
            else ""
        )
        lead = trn(
            "{names} changed here and on disk.",
            "{names} changed here and on disk.",
            len(clashes),
            names=names,
        )
        if not names or len(names) > _LONGEST_NAMES:
            lead = trn(
                "{n} place changed here and on disk.", "{n} places changed here and on disk.", len(clashes)
            )
        self._conflict.show_note(lead, wrote)

    def _name_of(self, key: str, occurrence: int, *, begins: bool) -> str:
        """What the user knows a node by; what `begins` a sentence has a capital, unless it is a name."""
        node = self._session.outline().find(key, occurrence) if self._session is not None else None
        if node is not None and self._session is not None:
            name = self._masks.shown_name(node, self._session.text.text)
        else:
            session = self._session
            texts = (session.base_text, session.disk_text) if session is not None else ()
            name = self._masks.shown_of(key.strip(), *texts)
        title = " ".join(readable(name).split())
        if title:
            return title
        return tr("The text before the first heading") if begins else tr("the text before the first heading")

    def _show_fault(self, session: DocumentSession | None) -> None:
        """Say why a record is shown as text."""
        nodes = session.outline().nodes if session is not None else ()
        facts = next((node.facts for node in nodes if "fault" in node.facts), None)
        if facts is None:
            self._fault.hide()
            return
        where = ""
        if "line" in facts:
            where = tr("Line {line}, column {column}.", line=facts["line"], column=facts["column"])
        lead = tr("This is no record that can be read: {fault}.", fault=facts["fault"])
        self._fault.show_note(lead, sentences(where, tr("Correct it here.")))

    def _show_gone(self, session: DocumentSession) -> None:
        self._restore.setVisible(not session.obstacle and not session.why_read_only)
        if session.obstacle:
            self._gone.show_note(session.obstacle, tr("Your text is kept."))
            return
        title, root = session.document.title, session.document.root
        detail = tr("Your unsaved text is kept.") if session.is_dirty else ""
        if not os.path.isdir(root):
            self._restore.hide()
            folder = os.path.basename(root)
            words = tr("The folder {folder} is gone, and {title} with it.", folder=folder, title=title)
            self._gone.show_note(words, detail)
            return
        known = self._removals.get(session.path)
        self._gone.show_note(known or tr("{title} was removed by a program.", title=title), detail)
