"""The folders of memory that are open: what each is called, whether it is watched, and the way to another one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.services.roots.roots import MemoryRoot
from memdesk.ui import format as shown
from memdesk.ui.i18n import told, tr
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import SettingRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.fields import Field

_NAME_PX = 200


class FolderRow(SettingRow):
    """One folder.

    Signals:
        renamed: it shall be called otherwise; argument: the name, empty for that of its agent.
        watched_chosen: argument: whether it is to be watched.
        close_requested: show it no more.
    """

    renamed = Signal(str)
    watched_chosen = Signal(bool)
    close_requested = Signal()

    def __init__(self, themes: ThemeManager, root: MemoryRoot, home: str) -> None:
        super().__init__(themes, told(root.title), words=tr("folder root rename pause watch close name"))
        self.path = root.path
        self._home = home
        self._name = told(root.name)
        self.field = Field(themes, tr("Name of {path}", path=root.path))
        self.field.setFixedWidth(_NAME_PX)
        self.watched = CheckBox(themes, tr("Watched"))
        self.close_button = Button(themes, tr("Close folder"))
        self.close_button.setAccessibleName(tr("Close {path}", path=root.path))
        self.add_control(self.field)
        self.add_below(self._make_choices())
        self.field.editingFinished.connect(self._on_named)
        self.watched.clicked.connect(lambda: self.watched_chosen.emit(self.watched.isChecked()))
        self.close_button.clicked.connect(self.close_requested)

    def show_root(self, root: MemoryRoot, *, is_paused: bool) -> None:
        """Show how it is called and whether it is watched; what is being typed stays."""
        self.set_words(told(root.title), shown.isolated(shown.short_path(root.path, self._home)))
        self._name = told(root.name)
        self.field.setPlaceholderText(told(root.title))
        if not self.field.isModified():
            self.field.setText(self._name)
        self.watched.setChecked(not is_paused)

    def _make_choices(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 4)
        row.addWidget(self.watched)
        row.addStretch(1)
        row.addWidget(self.close_button)
        return holder

    def _on_named(self) -> None:
        name = self.field.text().strip(" ")
        self.field.setModified(False)
        if name != self._name:
            self._name = name
            self.renamed.emit(name)


class FoldersPage(SettingsPage):
    """Shows the open folders.

    Signals:
        renamed: arguments: the path of a folder, its name.
        watched_chosen: arguments: the path of a folder, whether it is to be watched.
        close_requested: argument: the path of a folder to be shown no more.
        add_requested: open another folder.
    """

    renamed = Signal(str, str)
    watched_chosen = Signal(str, bool)
    close_requested = Signal(str)
    add_requested = Signal()

    def __init__(self, themes: ThemeManager, home: str) -> None:
        super().__init__(themes, "folders")
        self._home = home
        self.folders: list[FolderRow] = []
        self.add_button = Button(themes, tr("Open a folder…"), icon="plus")
        self.add_button.clicked.connect(self.add_requested)
        about = tr("Closing a folder changes nothing in it. What is kept of it is chosen under History.")
        self.add_heading(tr("Open folders"), about)
        more = SettingRow(
            themes,
            tr("Another folder of memory"),
            tr("Of an agent, or of plain Markdown."),
            words=tr("add root"),
        )
        more.add_control(self.add_button)
        self.add_row(more)
        self.add_heading(
            tr("Which they are"),
            tr(
                "A name of your own stands in the tree instead of the agent’s. What is not watched is read only when "
                "you open or save a document; what programs write meanwhile is seen once it is watched again."
            ),
        )

    def show_roots(self, roots: Sequence[MemoryRoot], paused: Sequence[str]) -> None:
        """Show these."""
        before, rows = {row.path: row for row in self.folders}, list[FolderRow]()
        for root in roots:
            row = before.get(root.path) or self._make_row(root)
            row.show_root(root, is_paused=root.path in paused)
            rows.append(row)
        self.folders = rows
        self.set_rows(rows)

    def _make_row(self, root: MemoryRoot) -> FolderRow:
        row = FolderRow(self._themes, root, self._home)
        row.renamed.connect(partial(self.renamed.emit, root.path))
        row.watched_chosen.connect(partial(self.watched_chosen.emit, root.path))
        row.close_requested.connect(partial(self.close_requested.emit, root.path))
        return row
