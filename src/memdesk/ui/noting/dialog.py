"""The dialog of a quick note: the text, where it goes, what will be written, and what says nearly the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStyle, QVBoxLayout, QWidget

from memdesk.services.noting import NotePlace, NotePreview
from memdesk.services.roots.roots import MemoryRoot
from memdesk.text.document import readable
from memdesk.ui.form.framed_text import FramedText
from memdesk.ui.i18n import sentences, told, tr, trn
from memdesk.ui.memory.step_words import short
from memdesk.ui.noting.alike_strip import AlikeStrip
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.timers import single_shot
from memdesk.ui.tree.defaults import scope_icon
from memdesk.ui.widgets.buttons import Button, IconButton, PrimaryButton
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.dialog_foot import DialogFoot
from memdesk.ui.widgets.labels import ElidedLabel, TextLabel
from memdesk.ui.widgets.many_choices import MANY, fill_with_many
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.notices import IconLabel
from memdesk.ui.widgets.round_window import RoundDialog

_WIDE = 480
_LINES = 3
_REST_MS = 300
_MOST_LINES = 3
_CROSS_AIR_PX = 10
BLANKS = " \t\n"
"""What around a note is no part of it."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class _NoteText(FramedText):
    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes, tr("What to remember"), _LINES)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # Qt writes what it takes for this higher than the first line stands.
        if self.document().isEmpty() and not self.textCursor().block().layout().preeditAreaText():
            with QPainter(self.viewport()) as painter:
                painter.setPen(self._themes.theme.pen("text3"))
                place = QStyle.visualAlignment(self.layoutDirection(), Qt.AlignmentFlag.AlignLeft)
                painter.drawText(
                    self.first_line(), place | Qt.AlignmentFlag.AlignVCenter, tr("What should be remembered?")
                )


class _Offer(NamedTuple):
    """What a button offers: its name, what gives the titles, that of its choice, and who is told another's number."""

    name: str
    titles: Callable[[], Sequence[str]]
    current: str
    choose: Callable[[int], object]


def _choose(choose: Callable[[int], object], row: int, _checked: bool = False) -> None:
    choose(row)


class NoteDialog(RoundDialog):
    """Asks what to remember, from `begin` on. It blocks nothing; answer `preview_wanted` with `show_preview`.

    Signals:
        place_chosen: another place is; argument: it. Answer with `show_sections`.
        preview_wanted: what would come of it; arguments: the text, the `NotePlace`, the section.
        add_requested: the same arguments; it is to be written.
        entry_requested: the entry that says nearly the same is to be changed; argument: the `Entry`.
        typed: text, place or section are others.
        given_up: it is closed, and what was typed is not wanted any more. Closed otherwise, it still is.
    """

    place_chosen = Signal(object)
    preview_wanted = Signal(str, object, str)
    add_requested = Signal(str, object, str)
    entry_requested = Signal(object)
    typed = Signal()
    given_up = Signal()

    place: NotePlace
    """Where it goes; nowhere before `begin`."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(themes, parent)
        self._places: tuple[NotePlace, ...] = ()
        self._roots: tuple[MemoryRoot, ...] = ()
        self._offers: dict[ChoiceButton, _Offer] = {}
        self._sections: tuple[str, ...] = ()
        self.section = ""
        self.text = _NoteText(themes)
        self.agent_button, self.scope_button = ChoiceButton(themes), ChoiceButton(themes)
        self.section_button = ChoiceButton(themes)
        self.section_button.set_icon("list")
        self._section_label = TextLabel(themes, tr("Section"), role="small", tone="text2")
        self.line = TextLabel(themes, role="mono", wrap=True)
        self._alike = AlikeStrip(themes)
        self.change_button = self._alike.change_button
        self._note = TextLabel(themes, role="small", tone="text2", wrap=True)
        self._note_icon = IconLabel(themes, "eye", "text2", themes.theme.icon_sizes.row)
        self.add_button = PrimaryButton(themes, tr("Add"), keys=QKeySequence("Ctrl+Return"))
        self.cancel_button = Button(themes, tr("Cancel"))
        self.close_button = IconButton(themes, "x", tr("Close"))
        self._foot = DialogFoot(themes, (), (self.cancel_button, self.add_button), _foot_words(""))
        self.preview: NotePreview | None = None
        self._rest = single_shot(self, _REST_MS, self._on_rest)
        self.setWindowTitle(tr("Add to memory"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFixedWidth(_WIDE)
        self._lay_out()
        self._connect()
        self._alike.hide()

    def begin(self, places: Sequence[NotePlace], undo_keys: str, place: NotePlace, section: str) -> None:
        """Ask for a note that can go to one of `places`, and goes to `place` unless another one is chosen."""
        self._places = tuple(places)
        self._roots = tuple({one.root.path: one.root for one in places}.values())
        self._foot.say(_foot_words(undo_keys))
        self.choose(place, section)
        self._show_nothing()

    @property
    def words(self) -> str:
        """What is to be remembered."""
        return self.text.toPlainText().strip(BLANKS)

    @property
    def typed_text(self) -> str:
        """All that stands in the field, blanks included."""
        return self.text.toPlainText()

    def type_again(self, text: str) -> None:
        """Let `text` stand in the field, with the caret behind it."""
        self.text.setPlainText(text)
        self.text.moveCursor(QTextCursor.MoveOperation.End)

    def choose(self, place: NotePlace, section: str) -> None:
        """Let it go there."""
        self.place, self.section = place, section
        self.agent_button.set_monogram(place.root.layout.monogram)
        self.scope_button.set_icon(scope_icon(place.document.scope))
        self._show_choices()
        self.place_chosen.emit(place)

    def show_sections(self, place: NotePlace, sections: Sequence[str]) -> None:
        """Offer these categories or headings of a place, where that is still the choice."""
        if place is not self.place:
            return
        self._sections = tuple(sections)
        if self.section not in sections:
            self.section = ""
        is_category = bool(place.document.types)
        self._section_label.setText(tr("Category") if is_category else tr("Section"))
        for widget in (self._section_label, self.section_button):
            widget.setVisible(bool(sections))
        self._show_choices()
        self.look_again()

    def show_preview(self, preview: NotePreview) -> None:
        """Show what would come of it, where that is still the question."""
        note = preview.note
        if note.text != self.words or note.place is not self.place or self._rest.isActive():
            return
        self.preview = preview
        self.section = self.section or (note.section if note.section in self._sections else "")
        self._show_choices()
        masked = self._themes.masks.shown
        lines = [readable(masked(line)) for line in preview.lines[:_MOST_LINES]]
        more = len(preview.lines) - len(lines)
        said = [*lines, trn("{n} more line", "{n} more lines", more)] if more > 0 else lines
        self.line.setText("\n".join(said))
        self._show_alike(preview)
        self._say(_words(preview), is_bad=bool(preview.why_not))
        self.add_button.setEnabled(not preview.why_not)
        # Qt asks how high it is in the width that its words would like to have; then the text gives way.
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.resize(_WIDE, self.heightForWidth(_WIDE))

    def show_refusal(self, sentence: str) -> None:
        """It could not be written; the text stays."""
        self._say(sentence, is_bad=True)
        self.setEnabled(True)
        # Nothing that is disabled keeps it.
        self.text.setFocus()

    def look_again(self) -> None:
        """Ask anew what would come of it, once typing rests."""
        self.preview = None
        self.typed.emit()
        self.add_button.setEnabled(bool(self.words))
        if self.words:
            self._rest.start()
        else:
            self._rest.stop()
            self._show_nothing()

    # What is shown

    def _show_nothing(self) -> None:
        self.line.setText(tr("The line that is written is shown here."))
        self._alike.hide()
        self.add_button.setEnabled(False)
        self._say(_reach(self.place))

    def _show_alike(self, preview: NotePreview) -> None:
        alike = preview.alike
        self._alike.setVisible(alike is not None)
        if alike is not None:
            words = self._themes.masks.shown_in(alike.entry.text, alike.entry.around)
            said = short(" ".join(words.split()))
            where = f"{told(alike.entry.root.label)} · {alike.entry.document.title}"
            same = tr("It is there already: “{text}”, {where}", text=said, where=where)
            near = tr("Nearly the same: “{text}”, {where}", text=said, where=where)
            self._alike.say(same if alike.is_same else near)

    def _say(self, sentence: str, *, is_bad: bool = False) -> None:
        tone: ColorRole = "rem" if is_bad else "text2"
        self._note.set_tone(tone)
        self._note_icon.set_icon("triangle-alert" if is_bad else "eye", tone)
        self._note.setText(self._themes.masks.shown_sentence(sentence))

    def _show_choices(self) -> None:
        names = self._names_of_roots()
        self._fill(
            self.agent_button,
            tr("Agent"),
            lambda: list(names.values()),
            names[self.place.root.path],
            self._on_agent_chosen,
        )
        root_path = self.place.root.path
        self._fill(
            self.scope_button,
            tr("Scope"),
            lambda: [told(place.scope) for place in self._places_in(root_path)],
            told(self.place.scope),
            lambda row: self.choose(self._places_in(root_path)[row], ""),
        )
        own = tr("as it suits")
        self._fill(
            self.section_button,
            self._section_label.text(),
            lambda: [own, *self._sections],
            self.section or own,
            self._on_section_chosen,
        )

    def _fill(
        self,
        button: ChoiceButton,
        name: str,
        titles: Callable[[], Sequence[str]],
        current: str,
        choose: Callable[[int], object],
    ) -> None:
        button.setText(current)
        button.setAccessibleName(tr("{name}: {choice}", name=name, choice=current))
        self._offers[button] = _Offer(name, titles, current, choose)
        if button.menu() is None:
            menu = PopupMenu(self._themes, button)
            menu.aboutToShow.connect(partial(self._fill_menu, button, menu))
            button.setMenu(menu)

    def _fill_menu(self, button: ChoiceButton, menu: PopupMenu) -> None:
        """Only for a menu that is asked for: there may be thousands of projects."""
        name, titles_of, current, choose = self._offers[button]
        titles = titles_of()
        menu.clear()
        if len(titles) > MANY:
            fill_with_many(menu, self._themes, name, titles, current, choose)
            return
        for row, title in enumerate(titles):
            action = menu.add_literal(title)
            action.setCheckable(True)
            action.setChecked(title == current)
            action.triggered.connect(partial(_choose, choose, row))

    def _on_agent_chosen(self, row: int) -> None:
        there = self._places_in(list(self._names_of_roots())[row])
        same = [place for place in there if place.scope == self.place.scope]
        self.choose((*same, *there)[0], "")

    def _names_of_roots(self) -> dict[str, str]:
        """What each root is called, by its path; where two have one name, with the path."""
        names = {root.path: told(root.label) for root in self._roots}
        counts = Counter(names.values())
        return {path: f"{name} · {path}" if counts[name] > 1 else name for path, name in names.items()}

    def _places_in(self, root_path: str) -> list[NotePlace]:
        return [place for place in self._places if place.root.path == root_path]

    def _on_section_chosen(self, row: int) -> None:
        self.section = self._sections[row - 1] if row else ""
        self._show_choices()
        self.look_again()

    # Laying out

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        # The line of the frame is around all of it.
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        inside = QVBoxLayout()
        inside.setContentsMargins(16, 10, 16, 12)
        inside.setSpacing(10)
        inside.addWidget(self.text.frame)
        inside.addLayout(self._make_choices())
        inside.addWidget(self.line)
        inside.addWidget(self._alike)
        inside.addLayout(self._make_note())
        column.addLayout(self._make_head())
        column.addLayout(inside)
        self._foot.setProperty("round", "true")
        column.addWidget(self._foot)

    def _make_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        # The cross ends where all else does: its button has air around it.
        row.setContentsMargins(16, 8, 16 - _CROSS_AIR_PX, 0)
        row.addWidget(ElidedLabel(self._themes, tr("Add to memory"), weight=Weight.DemiBold), 1)
        row.addWidget(self.close_button)
        return row

    def _make_note(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(self._note_icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._note, 1)
        return row

    def _make_choices(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        labels = (
            TextLabel(self._themes, tr("Agent"), role="small", tone="text2"),
            TextLabel(self._themes, tr("Scope"), role="small", tone="text2"),
            self._section_label,
        )
        buttons = (self.agent_button, self.scope_button, self.section_button)
        for label, button in zip(labels, buttons, strict=True):
            cell = QVBoxLayout()
            cell.setSpacing(2)
            cell.addWidget(label)
            cell.addWidget(button)
            row.addLayout(cell, 1)
        return row

    def _connect(self) -> None:
        self.text.textChanged.connect(self.look_again)
        self.cancel_button.clicked.connect(self._give_up)
        self.close_button.clicked.connect(self.reject)
        self.add_button.clicked.connect(self._add)
        self.change_button.clicked.connect(self._change_other)
        self._themes.masks.changed.connect(self._on_masks_changed)

    def _on_masks_changed(self) -> None:
        if self.preview is not None:
            self.show_preview(self.preview)

    def _on_rest(self) -> None:
        self.preview_wanted.emit(self.words, self.place, self.section)

    def _add(self) -> None:
        if self.words and self.add_button.isEnabled():
            self.add_requested.emit(self.words, self.place, self.section)

    def _change_other(self) -> None:
        if self.preview is not None and self.preview.alike is not None:
            self.entry_requested.emit(self.preview.alike.entry)
            self.reject()

    def _give_up(self) -> None:
        self.given_up.emit()
        self.reject()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._add()
            return
        super().keyPressEvent(event)


def _foot_words(undo_keys: str) -> str:
    return tr("Saved at once, {keys} takes it back", keys=undo_keys)


def _words(preview: NotePreview) -> str:
    """What falls out, and when it reaches the agent; or why it is refused."""
    if preview.why_not:
        return told(preview.why_not)
    out = preview.pushed_out
    first = short(" ".join(out[0].split())) if out else ""
    falls = tr("“{first}” falls out.", first=first)
    if len(out) > 1:
        falls = tr("“{first}” and others, {n} in all, fall out.", first=first, n=len(out))
    remarks = (tr("{words}.", words=told(remark).rstrip(".。")) for remark in preview.remarks)
    parts = (falls if out else "", _reach(preview.note.place), *remarks)
    return sentences(*parts)


def _reach(place: NotePlace) -> str:
    reach = place.document.reach
    return tr("Reaches {agent} {when}.", agent=place.root.title, when=tr(reach)) if reach else ""
