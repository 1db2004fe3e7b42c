"""Asks where the memory of a project belongs whose folder is gone, with what speaks for each folder."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.rehoming.orphans import Candidate, Orphan
from memdesk.services.rehoming.rehoming import Rehoming
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr, trn
from memdesk.ui.plain import plain_name
from memdesk.ui.preview.remarks import WarningList
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, PrimaryButton
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, PlaneFrame, TextLabel
from memdesk.ui.widgets.list_model import ListModel
from memdesk.ui.widgets.list_view import ListRow, ListView

_WIDE, _HIGH, _MARGIN_PX, _LIST_PX = 800, 460, 40, 320
_MOST_TITLES = 8


class HomeDialog(QDialog):
    """Shows candidates. Answer `plan_wanted` with `show_plan`.

    Signals:
        plan_wanted: what would come of it there; argument: the `Candidate`.
        home_chosen: do it as it is shown; arguments: the `Candidate`, the `Rehoming`.
        folder_wanted: choose another folder.
    """

    plan_wanted = Signal(object)
    home_chosen = Signal(object, object)
    folder_wanted = Signal()

    def __init__(self, themes: ThemeManager, orphan: Orphan, home: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._window = parent.window()
        self._plan: Rehoming | None = None
        self.model = _Model(home)
        self.list = _Candidates(themes, self.model)
        self._folder = ElidedLabel(themes, weight=Weight.DemiBold, mode=Qt.TextElideMode.ElideMiddle)
        self._evidence = TextLabel(themes, tone="text2", wrap=True)
        self._what = TextLabel(themes, wrap=True)
        self._warnings = WarningList(themes)
        self._nothing = EmptyState(themes, "folder-search", tr("Looking for folders…"), upright=True)
        self._right = QWidget()
        self.other_button = Button(themes, tr("Another folder…"), icon="folder")
        self.cancel_button = Button(themes, tr("Cancel"))
        self.move_button = PrimaryButton(themes, tr("Move the memory"))
        self.setWindowTitle(tr("Find its new home"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out(orphan)
        self._connect()
        self._show_right(shown=False)

    @property
    def candidate(self) -> Candidate | None:
        """The folder that is chosen."""
        row = self.list.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def show_candidates(self, found: Sequence[Candidate]) -> None:
        """Show these, and choose the first; where there is none, the question is which other folder."""
        self.model.show_rows(found)
        self.list.setVisible(bool(found))
        if found:
            self.list.setCurrentIndex(self.model.index(0))
            self.list.setFocus()
        else:
            self._nothing.set_words(
                tr("No folder looks like it."),
                tr("Neither names, git remotes nor the paths in the memory lead anywhere. Choose one."),
            )
            self._show_right(shown=False)
            self.other_button.setFocus()

    def add_candidate(self, one: Candidate) -> None:
        """Show a folder that was chosen by hand, and choose it."""
        others = [each for each in self.model.rows if each.folder != one.folder]
        self.show_candidates([one, *others])

    def show_plan(self, candidate: Candidate, plan: Rehoming | str) -> None:
        """Show what would come of it there, or the sentence on why it cannot be, where that is still the question."""
        if candidate != self.candidate:
            return
        self._plan = None if isinstance(plan, str) else plan
        self._warnings.show_warnings((plan,) if isinstance(plan, str) else ())
        self._what.setText("" if isinstance(plan, str) else _words(plan))
        self.move_button.setEnabled(self._plan is not None)

    def _on_current_changed(self) -> None:
        one = self.candidate
        self._plan = None
        self.move_button.setEnabled(False)
        self._show_right(shown=one is not None)
        if one is None:
            return
        self._folder.set_text(shown.short_path(one.folder, self.model.home))
        has = tr("It has memory already: what is new comes in.") if one.has_memory else ""
        evidence = "\n".join(map(told, one.evidence)) or tr("Only your choice speaks for it.")
        self._evidence.setText("\n".join(part for part in (evidence, has) if part))
        self._what.setText(tr("Looking at what is there…"))
        self._warnings.show_warnings(())
        self.plan_wanted.emit(one)

    def _on_move(self) -> None:
        if self._plan is not None:
            self.home_chosen.emit(self.candidate, self._plan)
            self.accept()

    def _show_right(self, *, shown: bool) -> None:
        self._right.setVisible(shown)
        self._nothing.setVisible(not shown)
        self.move_button.setEnabled(shown and self._plan is not None)

    def _connect(self) -> None:
        self.list.selectionModel().currentChanged.connect(lambda *_: self._on_current_changed())
        self.list.activated.connect(lambda _index: self._on_move())
        self.other_button.clicked.connect(self.folder_wanted)
        self.cancel_button.clicked.connect(self.reject)
        self.move_button.clicked.connect(self._on_move)

    # Laying out

    def _lay_out(self, orphan: Orphan) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._make_head(orphan))
        body = PlaneFrame("panel")
        halves = QHBoxLayout(body)
        halves.setContentsMargins(16, 12, 16, 12)
        halves.setSpacing(16)
        self.list.setFixedWidth(_LIST_PX)
        halves.addWidget(self.list)
        right = QVBoxLayout(self._right)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(8)
        for widget in (self._folder, self._evidence, self._what, self._warnings):
            right.addWidget(widget)
        right.addStretch(1)
        halves.addWidget(self._right, 1)
        halves.addWidget(self._nothing, 1)
        column.addWidget(body, 1)
        self.move_button.setDefault(True)
        first = (self.cancel_button, self.other_button)
        column.addWidget(DialogFoot(self._themes, first, (self.move_button,)))
        window = self._window.size()
        self.resize(min(_WIDE, window.width() - _MARGIN_PX), min(_HIGH, window.height() - _MARGIN_PX))

    def _make_head(self, orphan: Orphan) -> QWidget:
        head = PlaneFrame("header")
        inside = QVBoxLayout(head)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(4)
        words = tr("Where does the memory of “{name}” belong?", name=orphan.scope.title)
        gone = orphan.scope.folder
        count = len(orphan.documents)
        files = trn("{n} file", "{n} files", count, n=shown.number(count))
        why = (
            tr(
                "{folder} is gone; {agent} keeps {files} for it.",
                folder=gone,
                agent=orphan.root.title,
                files=files,
            )
            if gone
            else tr(
                "No known folder is {key}; {agent} keeps {files} for it.",
                key=orphan.scope.key,
                agent=orphan.root.title,
                files=files,
            )
        )
        inside.addWidget(ElidedLabel(self._themes, words, weight=Weight.DemiBold))
        inside.addWidget(
            ElidedLabel(self._themes, why, role="small", tone="text2", mode=Qt.TextElideMode.ElideMiddle)
        )
        return head


class _Model(ListModel[Candidate]):
    def __init__(self, home: str) -> None:
        super().__init__()
        self.home = home

    def where(self, one: Candidate) -> str:
        return shown.short_path(posixpath.dirname(one.folder), self.home)

    def title(self, row: Candidate) -> str:
        return plain_name(posixpath.basename(row.folder))

    def spoken(self, row: Candidate) -> str:
        return plain_name(". ".join((row.folder, *(told(said).rstrip(".") for said in row.evidence))))

    def tip(self, row: Candidate) -> str:
        return row.folder


class _Candidates(ListView):
    def __init__(self, themes: ThemeManager, model: _Model) -> None:
        super().__init__(themes, model, tr("Folders that it may be now"))
        self._candidates = model

    def row_at(self, number: int) -> ListRow | None:
        one = self._candidates.at(number)
        if one is None:
            return None
        fact = tr("has memory") if one.has_memory else ""
        return ListRow("folder", posixpath.basename(one.folder), self._candidates.where(one), fact)


def _words(plan: Rehoming) -> str:
    """What would be brought, what is there already, and what becomes of the old files."""
    whole, brought, known = len(plan.whole), len(plan.brought), len(plan.known)
    removed = sum(file.after is None for file in plan.job.files)
    said = [
        trn("{n} file comes as it is.", "{n} files come as they are.", whole) if whole else "",
        trn("{n} entry comes in:", "{n} entries come in:", brought) if brought else "",
        *(f"  · {title}" for title in plan.brought[:_MOST_TITLES]),
        "  · …" if brought > _MOST_TITLES else "",
        trn("{n} is there already and stays out.", "{n} are there already and stay out.", known)
        if known
        else "",
        trn(
            "The old file is removed; Trash and one undo bring it back.",
            "The {n} old files are removed; Trash and one undo bring them back.",
            removed,
        ),
    ]
    return "\n".join(line for line in said if line)
