"""The tab "History": the versions of the open document, how each differs from the present text, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.services.documents.taken import NodeId
from memdesk.store.versions import Version
from memdesk.ui import format as shown
from memdesk.ui.history.comparison import Against, Comparison, words_of
from memdesk.ui.history.difference_panel import DifferencePanel
from memdesk.ui.history.version_list import VersionList, VersionRow
from memdesk.ui.history.version_purge import has_text
from memdesk.ui.i18n import tr, trn
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, IconButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, TextLabel

_MARGIN_PX = 16


class HistoryPage(QWidget):
    """What the document held before.

    Signals:
        wanted: the page came into view and shall be true.
        version_chosen: say where what is chosen differs; argument: a `Version`, or None.
        restore_requested: bring a version back; arguments: the `Version`, the `NodeId` of one node of it or None.
        recording_requested: keep copies of what is seen in this folder.
        purge_requested: take the text of a version out for good; argument: the `Version`.
    """

    wanted = Signal()
    version_chosen = Signal(object)
    restore_requested = Signal(object, object)
    recording_requested = Signal()
    purge_requested = Signal(object)

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._why_not = ""
        self._awaits_focus = False
        self._themes = themes
        self._off = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._keep = Button(themes, tr("Keep copies"))
        self._caption = ElidedLabel(themes, role="meta", tone="text2", weight=Weight.DemiBold)
        self.purge_button = IconButton(themes, "eraser", tr("Purge this version…"))
        self._versions = VersionList(themes)
        self._line = Hairline(themes)
        self._differences = DifferencePanel(themes, Against.NOW)
        self._compared: Comparison | None = None
        self._empty = EmptyState(themes, "history", "", upright=True)
        self._empty_keep = self._empty.add_action(tr("Keep copies"))
        self._lay_out()
        self._versions.version_chosen.connect(self._on_version_chosen)
        self._differences.restore_requested.connect(self._ask_for)
        self._differences.against_chosen.connect(lambda: self._on_version_chosen(self.version))
        self.purge_button.clicked.connect(self._on_purge_clicked)
        for button in (self._keep, self._empty_keep):
            button.clicked.connect(self.recording_requested)
        self.show_nothing("", is_recorded=True)

    @property
    def version(self) -> Version | None:
        """The version that is chosen."""
        return self._versions.current

    @property
    def chosen(self) -> tuple[Version, ...]:
        """What is to be compared: one version, or two, the newer one first."""
        return self._versions.chosen

    @property
    def against(self) -> Against:
        """What one version is compared with."""
        return self._differences.against

    def take_focus(self) -> None:
        """Have the keyboard at the versions, as soon as there are some."""
        self._awaits_focus = self._versions.isHidden()
        self._versions.setFocus()

    def show_versions(
        self, rows: Sequence[VersionRow], *, is_recorded: bool, agent: str, why_not: str = ""
    ) -> None:
        """Show these, newest first; `why_not` is why none can be restored.

        `is_recorded` is False where the changes of `agent` are not kept. The version that was chosen stays chosen;
        else it is the newest one that says something else than the present text.
        """
        if not rows:
            self._show_that_none_are_kept(is_recorded=is_recorded)
            return
        self._why_not = why_not
        count = len(rows)
        self._caption.set_text(trn("{n} version", "{n} versions", count, n=shown.number(count)))
        self._off.setText(
            tr(
                "What {agent} writes in this folder is not kept, only what you save.",
                agent=agent or tr("a program"),
            )
        )
        self._show_content(has_versions=True, is_recorded=is_recorded)
        other = next((place for place, row in enumerate(rows) if not row.is_present), 0)
        self._versions.set_rows(rows, other)
        self._show_whether_it_can_be_purged()

    def show_nothing(self, sentence: str, *, is_recorded: bool) -> None:
        """There are no versions to show; `sentence` says why, where it is not that there are none."""
        if not sentence:
            self._show_that_none_are_kept(is_recorded=is_recorded)
            return
        self._versions.set_rows((), 0)
        self._empty.set_words(sentence)
        self._empty_keep.hide()
        self._show_content(has_versions=False, is_recorded=True)

    def show_comparison(self, chosen: Sequence[Version], compared: Comparison) -> None:
        """Show where what is chosen differs, if it is still chosen."""
        if [version.id for version in chosen] != [version.id for version in self.chosen]:
            return
        self._compared = compared
        words = words_of(compared, chosen=len(chosen))
        if compared.now is None and chosen[0].removed:
            words = tr("The file was gone then.")
        is_same = compared.now is None and not compared.pieces
        nothing = tr("There is no text in this version.") if compared.whole is None else ""
        self._differences.show_differences(
            words,
            compared.pieces,
            can_restore=not self._why_not,
            why_not=self._why_not or nothing or (words if is_same else ""),
        )

    def show_pending(self) -> None:
        """What the chosen version has otherwise is being worked out; what is on screen stays until then."""
        self._differences.show_two(are_two=len(self.chosen) > 1)
        self._differences.show_pending()

    def show_fault(self, sentence: str) -> None:
        """The text of the chosen version cannot be had."""
        self._compared = None
        self._differences.show_differences(sentence, (), can_restore=False, why_not=sentence)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.wanted.emit()

    def _show_that_none_are_kept(self, *, is_recorded: bool) -> None:
        self._versions.set_rows((), 0)
        if is_recorded:
            self._empty.set_words(
                tr("No earlier versions yet."),
                tr("They are kept from the first save or agent write Memdesk sees."),
            )
        else:
            self._empty.set_words(
                tr("No copies are kept of this folder."),
                tr("Then only what you save yourself can be taken back, not what a program writes."),
            )
        self._empty_keep.setVisible(not is_recorded)
        self._show_content(has_versions=False, is_recorded=True)

    def _show_content(self, *, has_versions: bool, is_recorded: bool) -> None:
        for widget in (
            self._caption,
            self.purge_button,
            self._versions,
            self._line,
            self._differences,
        ):
            widget.setVisible(has_versions)
        self._off.setVisible(has_versions and not is_recorded)
        self._keep.setVisible(has_versions and not is_recorded)
        self._empty.setVisible(not has_versions)
        if has_versions and self._awaits_focus:
            self._awaits_focus = False
            self._versions.setFocus()

    def _on_version_chosen(self, version: Version | None) -> None:
        # While programs write, rows come and what is chosen stays; the buttons too, for who is about to press one.
        if self._compared is None or not self._compared.answers(self.chosen, self.against):
            self.show_pending()
        self._show_whether_it_can_be_purged()
        self.version_chosen.emit(version)

    def _show_whether_it_can_be_purged(self) -> None:
        self.purge_button.setEnabled(len(self.chosen) == 1 and has_text(self.chosen[0]))

    def _on_purge_clicked(self) -> None:
        self.purge_requested.emit(self.chosen[0])

    def _ask_for(self, node: object) -> None:
        kept = self._compared.kept(node) if self._compared is not None and _is_node(node) else None
        if kept is not None:
            # The button that was pressed goes, or cannot be pressed: Qt would give the focus to whatever comes next.
            self._versions.setFocus()
            self.restore_requested.emit(kept.version, kept.node)

    def _lay_out(self) -> None:
        off = QHBoxLayout()
        off.setSpacing(8)
        off.addWidget(self._off, 1)
        off.addWidget(self._keep, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN_PX, 12, _MARGIN_PX, _MARGIN_PX)
        column.setSpacing(8)
        column.addLayout(off)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._caption, 1)
        head.addWidget(self.purge_button)
        column.addLayout(head)
        column.addWidget(self._versions)
        column.addWidget(self._line)
        column.addWidget(self._differences, 1)
        column.addWidget(self._empty, 1)


def _is_node(node: object) -> TypeGuard[NodeId | None]:
    return node is None or isinstance(node, tuple)
