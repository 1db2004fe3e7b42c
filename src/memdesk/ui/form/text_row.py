"""A field whose value is text: a line, lines, or the notation it is written in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.forms.fields import FieldKind, FormField
from memdesk.text.edits import Span
from memdesk.text.json_string import read_string
from memdesk.text.undo import EditKind
from memdesk.ui import format as words
from memdesk.ui.editor.found import Found
from memdesk.ui.editor.section_card import LONG_SECTION_LINES
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.editor.source_view import SourceView
from memdesk.ui.editor.warnings import mark_found
from memdesk.ui.form.field_body import FieldBody
from memdesk.ui.form.field_box import FieldBox
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.field_text import FieldText
from memdesk.ui.form.host import FormHost
from memdesk.ui.i18n import tr
from memdesk.ui.widgets.meter import BudgetMeter, Segment

_READABLE = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
_LONG_BODY_PX = 480
_MOST_FOUND = 200
"""More is not marked in one field."""


class TextRow(FieldRow):
    """What is typed goes into the document at once; what cannot stays, and the row says why."""

    def __init__(self, host: FormHost, field: FormField, parent: QWidget | None = None) -> None:
        self._meter: BudgetMeter | None = None
        self._has_marks = False
        super().__init__(host, field, parent)

    def _make_editor(self) -> QWidget:
        self.text = FieldText(self.field.text, self.host.whole, self._write, self.say)
        self._shown = ShownText(self.text)
        self.body = self._make_body()
        self.body.menu_requested.connect(self._on_menu_requested)
        self.body.input.undo_requested.connect(self._on_undo_requested)
        self.body.input.redo_requested.connect(self.host.requests.redo_requested)
        self.body.input.edge_reached.connect(lambda by: self.host.go_beside(self.field, by))
        self.body.focus_changed.connect(self._on_focus_changed)
        self.body.cursorPositionChanged.connect(self._on_caret_moved)
        self._box = FieldBox(self.body)
        return self._box

    def _make_body(self) -> FieldBody | SourceView:
        themes = self.host.themes
        many = self.field.kind in (FieldKind.TEXT, FieldKind.CODE)
        if many and self.text.line_count > LONG_SECTION_LINES:
            source = SourceView(themes, self._shown, 0, self.text.line_count)
            self._shown.add_keeper(source)
            source.setFixedHeight(_LONG_BODY_PX)
            return source
        body = FieldBody(themes, self._shown, self.field.name, one_line=not many)
        body.accepted.connect(self._on_accepted)
        body.dropped.connect(self._on_dropped)
        return body

    @property
    def target(self) -> QWidget:
        """What gets the focus."""
        return self.body

    @property
    def fault(self) -> MemdeskError | None:
        """Why what was typed cannot be written, or None."""
        return self.text.fault

    def close_text(self) -> None:
        """Let go of the text, for good."""
        self.body.bridge.close()
        self._shown.close()

    def place(self, position: int) -> None:
        """Put the caret where `position` of the document is."""
        self.body.bridge.place(next(self._own_places(self.host.whole.text, (position,))))

    def _mark_value(self, found: Found) -> Collection[Span]:
        body, is_empty = self.field.body, not self._has_marks
        # What is typed and not in the document yet has no places there.
        spans = found.nearest(body.start, body.end, _MOST_FOUND) if self.text.text == self.field.text else ()
        self._has_marks = bool(spans)
        if is_empty and not spans:
            return ()
        places = iter(self._own_places(found.text, [at for span in spans for at in span]))
        own = {span: Span(start, end) for span, start, end in zip(spans, places, places, strict=False)}
        own = {span: said for span, said in own.items() if said.start < said.end}
        current = own.get(found.current) if found.current is not None else None
        mark_found(self.body, self.body.bridge, tuple(own.values()), current, self.host.themes.theme)
        return own.keys() if len(spans) < _MOST_FOUND else found.within(body.start, body.end)

    def _own_places(self, whole: str, positions: Iterable[int]) -> Iterator[int]:
        """Where these positions of the document, in order, are in the text of the field."""
        raw = self.field.body.of(whole)
        read, said = 0, 0
        for position in positions:
            inside = min(max(0, position - self.field.body.start), len(raw))
            if self.field.is_verbatim:
                said = inside
            else:
                # Half an escape says nothing yet.
                piece = raw[read:inside].rstrip("\\")
                said, read = said + len(read_string(piece).text), read + len(piece)
            yield min(said, len(self.text.text))

    def _show_value(self) -> None:
        self.text.take(self.field.text)
        locked = self.is_locked
        if self.body.isReadOnly() != locked:
            self.body.setReadOnly(locked)
            editable = Qt.TextInteractionFlag.TextEditorInteraction
            self.body.setTextInteractionFlags(_READABLE if locked else editable)
        self._box.set_state("locked", on=locked)
        self._show_size()

    def _show_size(self) -> None:
        field = self.field
        if field.size_bytes is None or field.cap_bytes is None:
            return
        if self._meter is None:
            self._meter = BudgetMeter(self.host.themes)
            self.add_below(self._meter)
        sentence = self._size_words()
        self._meter.set_budget((Segment(field.title, field.size_bytes),), field.cap_bytes, sentence)

    def _size_words(self) -> str:
        field = self.field
        if field.size_bytes is None:
            return ""
        used = words.number(field.size_bytes)
        if field.cap_bytes is None:
            return tr("{used} bytes, no cap", used=used)
        cap, over = words.number(field.cap_bytes), field.size_bytes - field.cap_bytes
        if over > 0:
            return tr("{used} of {cap} bytes, {over} over", used=used, cap=cap, over=words.number(over))
        return tr("{used} of {cap} bytes", used=used, cap=cap)

    def _own_words(self) -> str:
        return " · ".join(part for part in (self._size_words(), super()._own_words()) if part)

    # What happens

    def _write(self, said: str, kind: EditKind) -> None:
        self.host.write(self.field, said, kind, self)

    def _on_accepted(self) -> None:
        self.text.seal()

    def can_walk(self, *, backwards: bool) -> bool:
        """Whether something stands here that could not be written; undo takes that back first."""
        return backwards and self.text.is_pending

    def walk(self, *, backwards: bool) -> None:  # noqa: ARG002 - what was dropped is not kept
        """Give up what could not be written."""
        self.text.drop()
        self.say()

    def _on_dropped(self) -> None:
        if self.can_walk(backwards=True):
            self.walk(backwards=True)

    def say(self) -> None:
        """Say below the value what there is to say."""
        super().say()
        self._box.set_state("invalid", on=self.fault is not None)

    def _on_undo_requested(self) -> None:
        if self.can_walk(backwards=True):
            self.walk(backwards=True)
        else:
            self.host.requests.undo_requested.emit()

    def _on_menu_requested(self, place: QPoint) -> None:
        self.host.requests.text_menu_requested.emit(self.body, place)

    def _on_focus_changed(self, has_focus: bool) -> None:
        self._box.set_state("caret", on=has_focus)
        if has_focus:
            self.host.enter(self.field)
        else:
            self._settle()

    def _settle(self) -> None:
        self.text.settle()

    def _on_caret_moved(self) -> None:
        if self.body.hasFocus():
            self.host.want_rect(self.body, self.body.cursorRect())
