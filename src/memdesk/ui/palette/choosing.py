"""Opens the box, offers what there is, and does what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from PySide6.QtCore import QObject

from memdesk.layouts.documents import DocumentKind
from memdesk.services.desk import Desk
from memdesk.services.remembered.places import Place, PlaceKind, Places
from memdesk.ui.actions import ACTIONS, ActionSpec, ActionTable
from memdesk.ui.i18n import told, tr
from memdesk.ui.palette.box import PaletteBox
from memdesk.ui.palette.choice import Answer, Choice, Group, Offer, answer, icon_of, offer_of
from memdesk.ui.palette.other_words import other_words
from memdesk.ui.palette.reasons import elsewhere, reason_of
from memdesk.ui.settings.pages import page_heads
from memdesk.ui.tasks import Newest, Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.tree.defaults import document_icon
from memdesk.ui.window import MainWindow

_MOST_RECENT = 12
_NOT_OFFERED = frozenset({"go.palette", "go.quick_open"})
_PASSING = (*_NOT_OFFERED, "file.quit")
"""What can be done by its keys while the box is open."""


class Choosing(QObject):
    """Owns the box of `window`. `go_to` shows a `Place`, `show_settings` a page of the settings by its title.

    All that is looked through lies in a worker: the memory is read and names are found there.
    """

    def __init__(
        self,
        themes: ThemeManager,
        desk: Desk,
        tasks: Tasks,
        window: MainWindow,
        go_to: Callable[[Place], object],
        show_settings: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._themes = themes
        self._desk = desk
        self._actions: ActionTable = window.actions_table
        self._go_to = go_to
        self._show_settings = show_settings
        self.box = PaletteBox(themes, window, [self._actions[name] for name in _PASSING])
        self._places = Places()
        self._commands, self._memory = offer_of(()), offer_of(())
        self._reading: Newest[Offer] = Newest(tasks)
        self._looking: Newest[Answer] = Newest(tasks)
        self._answer: Answer | None = None
        """What the box shows."""
        self._asked, self._asks_memory = 0, False
        self.box.text_changed.connect(self._on_text_changed)
        self.box.chosen.connect(self._on_chosen)

    @property
    def is_busy(self) -> bool:
        """Whether something is still read or looked for."""
        return self._reading.is_running or self._looking.is_running

    def show_commands(self) -> None:
        """Open with the commands."""
        self._open(">", tr("What do you want to do?"))

    def show_places(self) -> None:
        """Open for documents, sections and entries; commands answer too."""
        self._open("", tr("Go to a document, section or entry"))

    def drawn_ahead(self) -> Iterator[None]:
        """Draw the icons of all that can be chosen, one at a step, and those of pages as the settings list them."""
        sizes = self._themes.theme.icon_sizes
        pages = [head.icon for head in page_heads().values()]
        commands = [spec.icon for spec in ACTIONS if spec.icon]
        choices = dict.fromkeys((*commands, *pages, *map(document_icon, DocumentKind)))
        for icon, size in (*product(choices, (sizes.button,)), *product(pages, (sizes.row,))):
            self._themes.icons.draw_ahead(icon, size, self.box.devicePixelRatio())
            yield

    def stop(self) -> None:
        """Look for nothing more."""
        self._asked += 1

    def _open(self, text: str, placeholder: str) -> None:
        self._commands = offer_of((*self._command_choices(), *self._settings_choices()))
        self._read()
        self.box.open(text, placeholder)
        self._look(text)

    # What there is

    def _command_choices(self) -> Iterator[Choice]:
        others = other_words()
        for spec in ACTIONS:
            action = self._actions[spec.id]
            if spec.id in _NOT_OFFERED or not self._actions.is_bound(spec.id):
                continue
            menu = tr(spec.menu.removeprefix("|")) if spec.menu else ""
            yield Choice(
                Group.COMMANDS,
                f"action:{spec.id}",
                self._actions.said(spec.id),
                action.trigger,
                tr("{menu}, on", menu=menu) if action.isCheckable() and action.isChecked() else menu,
                spec.icon,
                action.shortcut(),
                "" if action.isEnabled() else self._reason_of(spec),
                # Who reads the manual in English, or types no Chinese just now, finds it by that name.
                also=f"{spec.text} {others.get(spec.id, '')}",
            )

    def _reason_of(self, spec: ActionSpec) -> str:
        if self._actions.is_elsewhere(spec.id):
            return elsewhere(spec.screens)
        if self._actions.is_covered(spec.id):
            return tr("not while versions are compared")
        return self._actions.why_not(spec.id) or reason_of(spec.id)

    def _settings_choices(self) -> Iterator[Choice]:
        for title, icon, words in page_heads().values():
            choose = partial(self._show_settings, title)
            more = tr("Settings")
            yield Choice(Group.SETTINGS, f"page:{title}", title, choose, more, icon, kind="page", also=words)

    def _read(self) -> None:
        """Read the memory anew, in a worker; until then what was read last is offered."""
        if self._reading.is_running:
            return
        entries, snapshot, places = self._desk.entries, self._desk.entries.snapshot(), self._places

        def read() -> Offer:
            found = places.take(entries.read(snapshot))
            kinds = [place.kind.value for place in found.places]
            return Offer(found.names, kinds, lambda number: self._choice_of(found.places[number]))

        self._reading.run(read, self._on_read)

    def _choice_of(self, place: Place) -> Choice:
        key = f"{place.kind.value}:{place.path}" + (f"#{place.node_id[0]}" if place.node_id[0] else "")
        return Choice(
            Group.MEMORY,
            key,
            place.title,
            partial(self._go_to, place),
            told(place.where),
            icon_of(place, document_icon),
            is_body=place.kind is PlaceKind.ENTRY,
            around=place.around,
            kind=place.kind.value,
        )

    def _on_read(self, offer: Offer) -> None:
        is_new = offer.names is not self._memory.names
        self._memory = offer
        # What was looked through already is what it was: the list would be laid out and painted twice.
        if not (self.box.isVisible() and self._asks_memory):
            return
        if is_new:
            self._look(self.box.field.text())
        elif not self._looking.is_running and self._answer is not None:
            self._show(self._answer)

    # What answers

    def _on_text_changed(self, text: str) -> None:
        if self.box.isVisible():
            self.box.note_typing()
            self._look(text)

    def _look(self, text: str) -> None:
        """Find what answers, in a worker; an answer to a text that was replaced is dropped."""
        self._asked += 1
        asked = self._asked
        self._asks_memory = not text.lstrip(" ").startswith(">")
        memory = (self._memory,) if self._asks_memory else ()
        offers, recent = (self._commands, *memory), tuple(self._desk.settings.recent_choices)
        self._looking.run(lambda: answer(text, offers, recent, lambda: self._asked == asked), self._show)

    def _show(self, found: Answer) -> None:
        self._answer = found
        self.box.show_answer(found, is_reading=self._asks_memory and self._reading.is_running)

    # What is chosen

    def _on_chosen(self, choice: Choice) -> None:
        settings = self._desk.settings
        kept = [key for key in settings.recent_choices if key != choice.key]
        settings.recent_choices = [choice.key, *kept][:_MOST_RECENT]
        choice.choose()
