"""What the history keeps, of which folders, where, and what can be done with all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.services.keeping import Usage
from memdesk.services.settings.limits import checked_limit, wanted_limits
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr, trn
from memdesk.ui.settings.page import SettingsPage
from memdesk.ui.settings.rows import CheckRow, NumberRow, SettingRow
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.menus import PopupMenu


class _RootRow(CheckRow):
    def __init__(self, themes: ThemeManager, path: str) -> None:
        super().__init__(themes, path, words=tr("record recording first copy baseline watch"))
        self.path = path


class HistoryPage(SettingsPage):
    """Shows limits, folders and size, and asks for what is to be done.

    Signals:
        limit_taken: arguments: the name of a limit, its number.
        recording_chosen: arguments: the path of a root, whether what is seen there is kept.
        export_requested: argument: whether into one zip file.
        system_trash_chosen: whole files that are removed shall go to the trash of the system too; argument: whether.
        move_requested, clear_requested, purge_requested: the next question is to be asked.
        stop_requested: what takes long is to be stopped.
    """

    limit_taken = Signal(str, int)
    recording_chosen = Signal(str, bool)
    system_trash_chosen = Signal(bool)
    export_requested = Signal(bool)
    move_requested = Signal()
    clear_requested = Signal()
    purge_requested = Signal()
    stop_requested = Signal()

    def __init__(self, themes: ThemeManager, home: str) -> None:
        super().__init__(themes, "history")
        self._home = home
        self._limits: dict[str, int] = {}
        self._roots: list[_RootRow] = []
        self.numbers = self._make_numbers()
        self.usage = SettingRow(
            themes,
            tr("Size and place"),
            tr("Looking…"),
            words=tr("megabytes folder disk export move clear delete purge secret password"),
        )
        self.also_system_trash = CheckRow(
            themes, tr("Also use the system’s trash"), words=tr("removed deleted files bin recycle")
        )
        self.note = TextLabel(themes, tone="text2", wrap=True)
        self.stop_button = LinkButton(themes, tr("Stop"))
        self._ended = self._make_ended()
        self._lay_out()
        self._connect()

    def _make_numbers(self) -> Mapping[str, NumberRow]:
        hours, days, megabytes = tr("hours"), tr("days"), tr("MB")
        words = {
            "all_hours": (tr("Keep every version for"), "", hours),
            "hourly_days": (tr("Then the last one of each hour for"), "", days),
            "daily_days": (tr("Then the last one of each day for"), "", days),
            "most_megabytes": (
                tr("Total size at most"),
                tr(
                    "The first copy, the newest version, what was removed, and what nobody could make again stay "
                    "whatever their age."
                ),
                megabytes,
            ),
        }
        return {
            name: NumberRow(
                self._themes, *said, partial(self._checked, name), words=tr("limit retention age thin")
            )
            for name, said in words.items()
        }

    def _checked(self, name: str, text: str) -> int:
        return checked_limit(name, text, self._limits)

    def _lay_out(self) -> None:
        self.add_heading(tr("How long"), tr("What exceeds this is removed at the next start."))
        for row in self.numbers.values():
            self.add_row(row)
        self.add_heading(tr("Where it is kept"))
        self.add_row(self.usage)
        self.usage.add_below(self._make_buttons())
        self.usage.add_below(self._ended)
        self.add_row(self.also_system_trash)
        self.add_heading(
            tr("Which folders"),
            tr(
                "Ticked: a first copy is kept, and whatever agents and other programs write there. "
                "Not ticked: only what Memdesk itself replaces is kept, so that a save can be undone."
            ),
        )

    def _make_ended(self) -> QWidget:
        """How something ended, or how far it is; hidden while there is nothing to say, or it would keep room."""
        holder = QWidget()
        holder.hide()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.note, 1)
        row.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignTop)
        self.stop_button.hide()
        return holder

    def _make_buttons(self) -> QWidget:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 4, 0, 8)
        row.setSpacing(8)
        self.export_button = Button(self._themes, tr("Export"), chevron=True)
        self._menu = PopupMenu(self._themes, self)
        self._menu.addAction(tr("Into a folder…")).triggered.connect(
            lambda: self.export_requested.emit(False)
        )
        self._menu.addAction(tr("Into one zip file…")).triggered.connect(
            lambda: self.export_requested.emit(True)
        )
        self.export_button.setMenu(self._menu)
        self.move_button = Button(self._themes, tr("Move…"))
        self.clear_button = Button(self._themes, tr("Clear…"))
        self.purge_button = Button(self._themes, tr("Purge a secret…"))
        for button in self._buttons:
            row.addWidget(button)
        row.addStretch(1)
        return holder

    @property
    def _buttons(self) -> Sequence[Button]:
        return self.export_button, self.move_button, self.clear_button, self.purge_button

    def _connect(self) -> None:
        for name, row in self.numbers.items():
            row.number_taken.connect(partial(self._on_taken, name))
        self.also_system_trash.toggled.connect(self.system_trash_chosen)
        self.move_button.clicked.connect(self.move_requested)
        self.clear_button.clicked.connect(self.clear_requested)
        self.purge_button.clicked.connect(self.purge_requested)
        self.stop_button.clicked.connect(self.stop_requested)

    def _on_taken(self, name: str, number: int) -> None:
        self._limits[name] = number
        for row in self.numbers.values():
            row.look_again()
        self.limit_taken.emit(name, number)

    # What is in force

    def show_limits(self, chosen: Mapping[str, int]) -> None:
        """Show the limits in force."""
        self._limits = wanted_limits(chosen)
        for name, row in self.numbers.items():
            row.set_number(self._limits[name])

    def show_system_trash(self, *, is_on: bool, why_not: str) -> None:
        """Show whether removed files are put into the trash of the system too; `why_not` where they cannot be."""
        row = self.also_system_trash
        row.set_words(
            row.title, why_not or tr("Whole files that you remove are put there as well; undo takes them out")
        )
        row.set_on(is_on and not why_not)
        row.box.setEnabled(not why_not)

    def show_roots(self, roots: Sequence[tuple[str, str, bool | None]]) -> None:
        """Show these roots: path, title, whether what is seen there is kept, None where nobody has said so yet."""
        before, rows = {row.path: row for row in self._roots}, list[_RootRow]()
        for path, title, is_recorded in roots:
            about = shown.isolated(shown.short_path(path, self._home))
            if is_recorded is None:
                about = tr("{path} – not answered yet: changes are kept, no first copy is.", path=about)
            row = before.get(path)
            if row is None:
                row = _RootRow(self._themes, path)
                row.toggled.connect(partial(self.recording_chosen.emit, path))
            row.set_words(title, about)
            row.set_on(is_recorded)
            rows.append(row)
        self._roots = rows
        self.set_rows(rows)

    def show_usage(self, usage: Usage) -> None:
        """Say how large it is and where it lies."""
        versions = trn("{n} version", "{n} versions", usage.versions)
        documents = trn("{n} document", "{n} documents", usage.documents)
        self.usage.set_about(
            tr(
                "{size} on disk, {versions} of {documents}, in {folder}",
                size=shown.size(usage.size_bytes),
                versions=versions,
                documents=documents,
                folder=shown.isolated(shown.short_path(usage.folder, self._home)),
            )
        )

    def show_fault(self, sentence: str) -> None:
        """Say why nothing is known of its size."""
        self.usage.set_about(sentence)

    def say(self, sentence: str, *, is_wrong: bool = False) -> None:
        """Say how something ended."""
        self.note.set_tone("rem" if is_wrong else "text2")
        self.note.setText(sentence)
        self._ended.setVisible(bool(sentence))

    def show_work(self, words: str, *, can_stop: bool) -> None:
        """Say how far it is, with the way to stop it; empty once it is done."""
        self.stop_button.setVisible(can_stop)
        if words:
            self.say(words)

    def set_busy(self, busy: bool) -> None:
        """Let nothing else be begun meanwhile."""
        for button in self._buttons:
            button.setEnabled(not busy)
