"""The field that names the document: another name is another file, so it is asked for, never typed in by the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from memdesk.errors import MemdeskError
from memdesk.services.forms.fields import FormField
from memdesk.text.edits import Span, replace
from memdesk.text.undo import EditKind
from memdesk.ui.form.host import FormHost
from memdesk.ui.form.text_row import TextRow
from memdesk.ui.i18n import tr
from memdesk.ui.widgets.buttons import Button


class NameRow(TextRow):
    """What is typed stays in the field until Return, or the button that comes into view, asks for the name."""

    def __init__(self, host: FormHost, field: FormField, parent: QWidget | None = None) -> None:
        self._refusal: MemdeskError | None = None
        self._rename: Button | None = None
        super().__init__(host, field, parent)
        if typed := host.typed(field):
            said = self.text.text
            self.text.edit([replace(said, Span(0, len(said)), typed)])

    @property
    def stops(self) -> Sequence[QWidget]:
        """What Tab stops at, in order."""
        target, *others = super().stops
        return [target, *others] if self._rename is None else [target, self._rename, *others]

    @property
    def fault(self) -> MemdeskError | None:
        """Why the document cannot have this name, or None."""
        return self._refusal or self.text.fault

    @property
    def is_another(self) -> bool:
        """Whether another name stands in the field than the document has."""
        return self.text.text != self.field.text

    def say(self) -> None:
        """Say below the value what there is to say, and offer the name where it can be had."""
        super().say()
        wanted = self.is_another and self.fault is None
        if self._rename is None and wanted:
            self._rename = Button(self.host.themes, tr("Rename"))
            self._rename.clicked.connect(self._on_accepted)
            self.add_beside(self._rename)
            QWidget.setTabOrder(self.body, self._rename)
        if self._rename is not None:
            self._rename.setVisible(wanted)
            self._rename.setAccessibleName(tr("Rename to {name}", name=self.text.text))

    def _own_words(self) -> str:
        if self.is_another:
            return tr("Press Enter to rename the file too, Esc to keep the name.")
        return super()._own_words()

    def _write(self, said: str, kind: EditKind) -> None:  # noqa: ARG002 - a name is asked for, not written
        self._refusal = None
        self.host.keep_typed(self.field, said if said != self.field.text else "")
        if said != self.field.text:
            self.host.check_name(said)

    def _on_accepted(self) -> None:
        if not self.is_another or self.fault is not None:
            return
        try:
            self.host.ask_for_name(self.text.text)
        except MemdeskError as error:
            self._refusal = error
        else:
            self.host.keep_typed(self.field, "")
        self.say()

    def can_walk(self, *, backwards: bool) -> bool:
        """Whether a name stands here that was not asked for; undo takes that back first."""
        return backwards and self.is_another

    def walk(self, *, backwards: bool) -> None:
        """Give the name up."""
        self._refusal = None
        self.host.keep_typed(self.field, "")
        super().walk(backwards=backwards)

    def _settle(self) -> None:
        """A name that was not asked for yet stays in the field."""
