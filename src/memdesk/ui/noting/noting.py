"""Takes quick notes: looks in a worker at what would come of one, and writes it as a step that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from memdesk.services.desk import Desk
from memdesk.services.noting import (
    Note,
    NotePlace,
    NotePreview,
    alike_at,
    choose_place,
    note_places,
    prepare_note,
    preview_note,
    project_at,
    remembered,
    sections_of,
)
from memdesk.services.remembered.entries import Entry
from memdesk.services.remembered.places import Place, PlaceKind
from memdesk.services.steps.step import Step
from memdesk.services.workspace.note_draft import NoteBegun, NoteDraft
from memdesk.ui.i18n import tr
from memdesk.ui.memory.screen import MemoryScreen
from memdesk.ui.memory.step_words import short
from memdesk.ui.memory.stepping import Wanted
from memdesk.ui.messages import Message, Messages, Tone
from memdesk.ui.noting.dialog import BLANKS, NoteDialog
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.window import MainWindow


class Noting(QObject):
    """Owns the dialog while it is open. The project of the document in `memory` is the one that a note is for."""

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        memory: MemoryScreen,
        tasks: Tasks,
        messages: Messages,
        window: MainWindow,
        go_to: Callable[[Place], object],
    ) -> None:
        super().__init__(window)
        self._desk = desk
        self._memory = memory
        self._tasks = tasks
        self._messages = messages
        self._window = window
        self._go_to = go_to
        self.dialog: NoteDialog | None = None
        self._themes = themes
        self._at_hand = ""
        self._looking: Newest[NotePreview] = Newest(tasks)
        drafts = desk.workspace.drafts
        self._draft = drafts.note if drafts is not None else NoteDraft(None)

    def show(self) -> None:
        """Ask for a note, or bring the question to the front."""
        if self.dialog is None and not self._make():
            return
        dialog = self.dialog
        assert dialog is not None
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        dialog.text.setFocus()

    def _make(self) -> bool:
        places = note_places(self._desk.workspace)
        session = self._memory.open.session
        root = self._memory.open.root
        near = root.path if root is not None else ""
        document = session.document if session is not None else None
        self._at_hand = project_at(document) if document is not None else ""
        begun = self._draft.note
        meant = next((place for place in places if begun and place.document.path == begun.path), None)
        found = choose_place(places, self._desk.settings.last_notes, self._at_hand, near, document)
        if found is None:
            words = tr("No memory that is open takes notes. Open a folder first.")
            self._messages.tell(Message(words, Tone.WARNING))
            return False
        dialog = self.dialog = NoteDialog(self._themes, self._window)
        dialog.finished.connect(self._on_finished)
        dialog.typed.connect(self._on_typed)
        dialog.given_up.connect(self._on_given_up)
        dialog.place_chosen.connect(self._on_place_chosen)
        dialog.preview_wanted.connect(self._on_preview_wanted)
        dialog.add_requested.connect(self._on_add_requested)
        dialog.entry_requested.connect(self._on_entry_requested)
        if begun is not None and meant is not None:
            found = meant, begun.section
        dialog.begin(places, self._window.actions_table.keys("edit.undo"), *found)
        if begun is not None:
            dialog.type_again(begun.text)
        return True

    def _on_finished(self) -> None:
        """What was typed and not written stays for the next time."""
        self.dialog = None
        if self._draft.note is not None:
            keys = self._window.actions_table.keys("edit.note")
            self._messages.tell(Message(tr("What you wrote is kept; {keys} brings it back.", keys=keys)))

    def _on_typed(self) -> None:
        dialog = self.dialog
        if dialog is not None:
            path = dialog.place.document.path
            self._draft.keep(NoteBegun(dialog.typed_text, path, dialog.section))

    def _on_given_up(self) -> None:
        begun = self._draft.note
        self._draft.keep(None)
        if begun is not None:
            back = partial(self._take_back, begun)
            self._messages.tell(Message(tr("The quick note was discarded."), offer=tr("Undo"), accept=back))

    def _take_back(self, begun: NoteBegun) -> None:
        """Show again what was given up, unless another note was begun since."""
        if self._draft.note is None:
            self._draft.keep(begun)
            if self.dialog is not None:
                self.dialog.type_again(begun.text)
        self.show()

    def _on_place_chosen(self, place: NotePlace) -> None:
        workspace = self._desk.workspace
        find = partial(sections_of, workspace, place)
        self._tasks.run(find, partial(self._on_sections_found, place))

    def _on_sections_found(self, place: NotePlace, sections: tuple[str, ...]) -> None:
        if self.dialog is not None:
            self.dialog.show_sections(place, sections)

    def _on_preview_wanted(self, text: str, place: NotePlace, section: str) -> None:
        desk, snapshot = self._desk, self._desk.entries.snapshot()

        def look() -> NotePreview:
            alike = alike_at(place, text, desk.duplicates, desk.entries.read(snapshot))
            return preview_note(desk.workspace, desk.steps, Note(text, place, section), alike)

        self._looking.run(look, self._on_previewed)

    def _on_previewed(self, preview: NotePreview) -> None:
        if self.dialog is not None:
            self.dialog.show_preview(preview)

    def _on_add_requested(self, text: str, place: NotePlace, section: str) -> None:
        desk = self._desk
        dialog = self.dialog
        note = Note(text, place, section)
        what = tr("Added “{name}” to {title}.", name=short(text), title=place.document.title)
        if dialog is not None:
            dialog.setEnabled(False)
        self._memory.stepping.make(
            Wanted(
                lambda: prepare_note(desk.workspace, desk.steps, note),
                what,
                place.document.path,
                made=partial(self._on_made, note),
                refused=self._on_refused,
            )
        )

    def _on_made(self, note: Note, _step: Step) -> None:
        settings = self._desk.settings
        settings.last_notes = remembered(settings.last_notes, self._at_hand, note.place, note.section)
        begun = self._draft.note
        if begun is not None and begun.text.strip(BLANKS) == note.text:
            self._draft.keep(None)
        if self.dialog is not None:
            self.dialog.setEnabled(True)
            self.dialog.accept()

    def _on_refused(self, sentence: str) -> None:
        if self.dialog is not None:
            self.dialog.show_refusal(sentence)

    def _on_entry_requested(self, entry: Entry) -> None:
        self._go_to(Place(PlaceKind.ENTRY, entry.title, entry.root.title, entry.document.path, entry.node_id))
