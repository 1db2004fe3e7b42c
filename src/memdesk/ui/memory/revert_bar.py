"""Says that an old copy was written over what was saved, and offers what can be done about it. Blocks nothing."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.layouts.documents import DocumentKind
from memdesk.services.steps.revert_watch import Revert
from memdesk.services.steps.step import Step
from memdesk.text.doubt import Doubt
from memdesk.ui.i18n import sentences, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.notices import Bar
from memdesk.ui.widgets.tips import set_tip


class RevertNote(NamedTuple):
    """What is said of one document: the old copy, whose it is, and the step that put ours back, None where none did."""

    revert: Revert
    who: str
    step: Step | None = None

    @property
    def lead(self) -> str:
        """Who wrote over what, in a sentence."""
        revert, seconds = self.revert, max(1, round(self.revert.age_s))
        if revert.is_removal:
            title = revert.document.title
            return tr(
                "{who} wrote {title} again, which you removed {s} s ago.",
                who=self.who,
                title=title,
                s=seconds,
            )
        if revert.doubt is not None:
            return _with_the_text(revert, self.who, seconds)
        return _over(revert.document.kind, revert.nodes, self.who, seconds)

    @property
    def detail(self) -> str:
        """What was done about it, or why nothing was."""
        if self.step is not None:
            return tr("Put back again.")
        if self.revert.is_removal:
            return tr("Remove it again?")
        if self.revert.doubt is Doubt.NOT_TEXT:
            return tr("Put back the text that was there? What stands there now is kept in the history.")
        if self.revert.doubt is not None:
            return tr("Put back what was there, beside what was written since?")
        if not self.revert.is_clean:
            return tr("It also changed the same as you. Put yours back beside it?")
        return tr("Yours was put back before. Put it back once more?")

    @property
    def sentence(self) -> str:
        """Both together."""
        return sentences(self.lead, self.detail)


class RevertBar(Bar):
    """Shows the note of the document on screen.

    Signals:
        undo_requested: take back what was put back.
        put_back_requested: put ours back.
        look_requested: show what the old copy has otherwise.
        leave_requested: let the old copy stand, and put nothing back by itself in this document any more.
    """

    undo_requested = Signal()
    put_back_requested = Signal()
    look_requested = Signal()
    leave_requested = Signal()

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(themes, icon="history", parent=parent)
        self._undo = self.add_action(tr("Undo"))
        self._put_back = self.add_action(tr("Put back"))
        self._undo.clicked.connect(self.undo_requested)
        self._put_back.clicked.connect(self.put_back_requested)
        self.add_action(tr("History")).clicked.connect(self.look_requested)
        leave = self.add_action(tr("Leave it"))
        leave.clicked.connect(self.leave_requested)
        set_tip(
            leave,
            tr("The agent’s copy stays, and nothing is put back by itself in this document any more."),
        )
        self.hide()

    def show_revert(self, note: RevertNote | None) -> None:
        """Show `note`, nothing where there is none."""
        if note is None:
            self.hide()
            return
        self._undo.setVisible(note.step is not None)
        self._put_back.setVisible(note.step is None)
        self._put_back.setText(tr("Remove") if note.revert.is_removal else tr("Put back"))
        # What was done comes first, since the end is what a narrow window leaves out.
        self.show_note(*((note.lead, note.detail) if note.step is None else (note.detail, note.lead)))


def _with_the_text(revert: Revert, who: str, seconds: int) -> str:
    title = revert.document.title
    if revert.doubt is Doubt.NOT_TEXT:
        return tr(
            "{who} wrote something that is no text over {title}, which you saved {s} s ago.",
            who=who,
            title=title,
            s=seconds,
        )
    return tr(
        "{who} took out most of {title}, with what you saved {s} s ago.", who=who, title=title, s=seconds
    )


def _over(kind: DocumentKind, nodes: int, who: str, seconds: int) -> str:
    if kind is DocumentKind.LIST:
        return trn(
            "{who} wrote its old copy back over {n} entry you saved {s} s ago.",
            "{who} wrote its old copy back over {n} entries you saved {s} s ago.",
            nodes,
            who=who,
            s=seconds,
        )
    if kind is DocumentKind.RECORD:
        return trn(
            "{who} wrote its old copy back over {n} field you saved {s} s ago.",
            "{who} wrote its old copy back over {n} fields you saved {s} s ago.",
            nodes,
            who=who,
            s=seconds,
        )
    return trn(
        "{who} wrote its old copy back over {n} section you saved {s} s ago.",
        "{who} wrote its old copy back over {n} sections you saved {s} s ago.",
        nodes,
        who=who,
        s=seconds,
    )
