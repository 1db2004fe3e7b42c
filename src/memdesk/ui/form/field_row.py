"""One field of a form: its label, what edits its value, a lock where it has one, and what there is to say of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.services.forms.fields import FormField
from memdesk.text.edits import Span
from memdesk.ui.editor.found import Found
from memdesk.ui.form.host import FormHost
from memdesk.ui.i18n import sentences, tr
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import IconButton
from memdesk.ui.widgets.found_label import FoundLabel
from memdesk.ui.widgets.found_mark import FoundMark
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.notices import IconLabel
from memdesk.ui.widgets.tips import set_tip

_LABEL_LEAST_PX, _LABEL_CHARS = 128, 15
_GAP_PX = 8
_NOTE_GAP_PX = 3


def is_locked(host: FormHost, field: FormField) -> bool:
    """Whether the value of `field` cannot be edited now."""
    if host.why_read_only:
        return True
    return bool(field.why_locked) and (field.is_whole or not host.is_unlocked(field))


class FieldRow(QWidget):
    """Shows `field`. A kind of field makes its editor in `_make_editor` and shows values in `_show_value`."""

    is_wide = True
    """Whether the editor takes all the width there is."""

    def __init__(self, host: FormHost, field: FormField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.host = host
        self.field = field
        themes = host.themes
        self._label = FoundLabel(themes, tone="text2")
        self._lock: IconButton | None = None
        self._note = FieldNote(themes)
        self.editor = self._make_editor()
        self._value = QHBoxLayout()
        self._value.setSpacing(4)
        self._value.addWidget(self.editor, 1 if self.is_wide else 0)
        if not self.is_wide:
            self._value.addStretch(1)
        self._below = QVBoxLayout()
        self._below.setSpacing(_NOTE_GAP_PX)
        self._below.addLayout(self._value)
        self._below.addWidget(self._note)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        # In both directions: for the one that is left out Qt asks the style ten times for each layout of the page.
        grid.setSpacing(_GAP_PX)
        grid.addWidget(self._label, 0, 0, Qt.AlignmentFlag.AlignTop)
        grid.addLayout(self._below, 0, 1)
        self._label.setBuddy(self.target)
        self.show_field(field)
        themes.fonts_changed.connect(self._show_title)

    # What a kind of field answers

    def _make_editor(self) -> QWidget:
        raise NotImplementedError

    def _show_value(self) -> None:
        """Show what the field says, and let it be edited or not."""
        raise NotImplementedError

    @property
    def target(self) -> QWidget:
        """What gets the focus."""
        return self.editor

    @property
    def stops(self) -> Sequence[QWidget]:
        """What Tab stops at, in order."""
        return [self.target] if self._lock is None else [self.target, self._lock]

    @property
    def fault(self) -> MemdeskError | None:
        """Why what stands in the field cannot be written, or None."""
        return None

    def close_text(self) -> None:
        """Let go of the text, for good."""

    def place(self, position: int) -> None:
        """Put the caret where `position` of the document is, if there is a caret."""

    def _mark_value(self, found: Found) -> Collection[Span]:  # noqa: ARG002 - a value without words marks nothing
        """Mark in the value what of the document was found there; what of that can be seen so."""
        return ()

    # What they share

    def show_found(self, found: Found) -> None:
        """Mark what was found in the field: in its value where that shows it, else at its label."""
        said, span = self._mark_value(found), self.field.span
        self._label.set_found(
            found.mark_of([one for one in found.within(span.start, span.end) if one not in said])
        )

    @property
    def label_mark(self) -> FoundMark:
        """How the label is marked."""
        return self._label.found

    def add_beside(self, widget: QWidget) -> None:
        """Put `widget` behind the value, before the lock."""
        self._value.insertWidget(1, widget, 0, Qt.AlignmentFlag.AlignTop)

    def add_below(self, widget: QWidget) -> None:
        """Put `widget` under the value, above what is said of it."""
        self._below.insertWidget(1, widget)

    @property
    def is_locked(self) -> bool:
        """Whether the value cannot be edited now."""
        return is_locked(self.host, self.field)

    @property
    def title(self) -> str:
        """What the field is called here: in words of ours where the agent reads it, else as the file has it."""
        return tr(self.field.title) if self.field.is_known else self.field.title

    def show_field(self, field: FormField) -> None:
        """Show another state of the field."""
        self.field = field
        self._show_title()
        self._show_lock()
        self._show_value()
        self.say()

    def _show_title(self) -> None:
        """Show what the field is called, as far as it fits: all labels of a form are of one width."""
        theme, title = self.host.themes.theme, self.title
        metrics = theme.metrics("body")
        width = max(_LABEL_LEAST_PX, metrics.horizontalAdvance("n" * _LABEL_CHARS))
        self._label.setFixedSize(width, theme.row_height(theme.sizes.field))
        shown = metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, width)
        self._label.setText(shown)
        set_tip(self._label, title if shown != title else "")

    def say(self) -> None:
        """Say below the value what there is to say."""
        fault = self.fault
        if fault is not None:
            advice = tr(fault.hint, **fault.facts) if fault.hint else ""
            words = sentences(tr(fault.template, **fault.facts), advice)
            self._note.say(words, is_fault=True)
        else:
            words = self._own_words()
            self._note.say(words, is_warning=self._is_over_cap)
        self.target.setAccessibleName(self._spoken_name())
        self.target.setAccessibleDescription(words)

    @property
    def _is_over_cap(self) -> bool:
        """Whether what is said of the size is that it is too much."""
        size_bytes, cap_bytes = self.field.size_bytes, self.field.cap_bytes
        return size_bytes is not None and cap_bytes is not None and size_bytes > cap_bytes

    def _spoken_name(self) -> str:
        return tr("{title}, locked", title=self.title) if self.is_locked else self.title

    def _own_words(self) -> str:
        field = self.field
        if field.why_locked and not self.is_locked:
            return tr("Unlocked. {why}.", why=tr(field.why_locked).rstrip(".。"))
        if field.why_locked and field.is_whole:
            return tr("{why}.", why=tr(field.why_locked).rstrip(".。"))
        if not field.is_known and not field.why_locked:
            return tr("{agent} does not read this field.", agent=self.host.agent)
        return tr("{note}.", note=tr(field.note).rstrip(".。")) if field.note else ""

    def focus_value(self) -> None:
        """Put the focus into the value."""
        self.target.setFocus(Qt.FocusReason.OtherFocusReason)

    # The lock

    def _show_lock(self) -> None:
        field = self.field
        wanted = bool(field.why_locked) and not field.is_whole and not self.host.why_read_only
        if self._lock is None:
            if not wanted:
                return
            self._lock = IconButton(self.host.themes, "lock", "", parent=self)
            self._lock.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            self._lock.clicked.connect(self._on_lock_clicked)
            self._value.addWidget(self._lock, 0, Qt.AlignmentFlag.AlignTop)
        self._lock.setVisible(wanted)
        title = self.title
        if self.is_locked:
            self._lock.set_icon("lock")
            self._lock.set_name(tr("Unlock {title}: {why}", title=title, why=tr(field.why_locked)))
        else:
            self._lock.set_icon("lock-open")
            self._lock.set_name(tr("Lock {title} again", title=title))

    def _on_lock_clicked(self) -> None:
        unlock = self.is_locked
        self.host.set_unlocked(self.field, on=unlock)
        self.show_field(self.field)
        if unlock:
            self.focus_value()


class FieldNote(QWidget):
    """A sentence below a value; a fault has a mark of its own. Nothing to say takes no room."""

    def __init__(self, themes: ThemeManager, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        size = themes.theme.icon_sizes.mark
        self._mark = IconLabel(themes, "circle-alert", "rem", size)
        self._words = TextLabel(themes, role="small", tone="text3", wrap=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)
        row.setSpacing(6)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._words, 1)
        self.say("")

    @property
    def text(self) -> str:
        """What it says."""
        return self._words.text()

    def say(self, words: str, *, is_fault: bool = False, is_warning: bool = False) -> None:
        """Say `words`, or nothing."""
        self._mark.setVisible(is_fault)
        self._words.set_tone("rem" if is_fault else "warn" if is_warning else "text3")
        if words != self._words.text():
            self._words.setText(words)
        self.setVisible(bool(words))
