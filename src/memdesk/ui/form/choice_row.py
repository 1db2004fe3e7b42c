"""Fields whose value is one of a few: a type, a switch."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.forms.fields import FormField
from memdesk.text.edits import Span
from memdesk.text.undo import EditKind
from memdesk.ui.editor.found import Found
from memdesk.ui.form.field_row import FieldRow
from memdesk.ui.form.host import FormHost
from memdesk.ui.i18n import tr
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.menus import PopupMenu


class _CommandRow(FieldRow):
    """A field that is set at once, as a step of undo of its own."""

    def __init__(self, host: FormHost, field: FormField, parent: QWidget | None = None) -> None:
        self._fault: MemdeskError | None = None
        super().__init__(host, field, parent)

    @property
    def fault(self) -> MemdeskError | None:
        """Why the last choice could not be written, or None."""
        return self._fault

    def show_field(self, field: FormField) -> None:
        """Show another state of the field."""
        if field.text != self.field.text:
            self._fault = None
        super().show_field(field)

    def set_value(self, said: str) -> None:
        """Make the document say `said`."""
        self._fault = None
        try:
            self.host.write(self.field, said, EditKind.COMMAND, self)
        except MemdeskError as error:
            self._fault = error
        self.show_field(self.field)


class ChoiceRow(_CommandRow):
    """A button that opens the choices."""

    is_wide = False

    def _make_editor(self) -> QWidget:
        self._button = ChoiceButton(self.host.themes)
        self._menu = PopupMenu(self.host.themes, self._button)
        self._menu.aboutToShow.connect(self._on_menu_about_to_show)
        self._button.setMenu(self._menu)
        return self._button

    def _show_value(self) -> None:
        self._button.setText(self.field.text or tr("Choose…"))
        self._button.setEnabled(not self.is_locked)

    def _mark_value(self, found: Found) -> Collection[Span]:
        body = self.field.body
        spans = found.within(body.start, body.end) if self.field.text else ()
        self._button.set_found(found.mark_of(spans))
        return spans

    def _spoken_name(self) -> str:
        return tr("{title}: {value}", title=super()._spoken_name(), value=self.field.text or tr("none"))

    def _on_menu_about_to_show(self) -> None:
        self._menu.clear()
        for choice in self.field.choices:
            action = self._menu.add_literal(choice)
            action.setCheckable(True)
            action.setChecked(choice == self.field.text)
            action.triggered.connect(lambda _checked=False, choice=choice: self.set_value(choice))
            if choice == self.field.text:
                self._menu.setActiveAction(action)


class SwitchRow(_CommandRow):
    """A check box."""

    def _make_editor(self) -> QWidget:
        self._box = CheckBox(self.host.themes)
        self._box.toggled.connect(self._on_toggled)
        return self._box

    def _show_value(self) -> None:
        self._box.blockSignals(True)
        self._box.setChecked(self.field.text.lower() in ("true", "yes", "on"))
        self._box.blockSignals(False)
        self._box.setEnabled(not self.is_locked)

    def _on_toggled(self, checked: bool) -> None:
        self.set_value("true" if checked else "false")
