"""Purging a secret: name it, see where it stands, take it out of memory by an edit, then out of all that is kept."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.services.keeping import Found, Standing
from memdesk.text.traces import check_traceable
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr, trn
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton, PrimaryButton, QuietButton
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import TextLabel

_WIDTH_PX = 560
_LEAST_HEIGHT_PX = 320
"""Room for what is found, so that nothing moves under the pointer."""
_MOST_NAMED = 6


class PurgeDialog(QDialog):
    """Asks for the text, hidden while it is typed, and shows where it stands.

    Signals:
        look_requested: where does it stand? argument: the text. Answer with `show_found`.
        removal_requested: take it out of memory; arguments: the text, a tuple of `Standing`.
        purge_requested: take it out of all that Memdesk keeps; argument: the text.
        stop_requested: what takes long is to be stopped.
    """

    look_requested = Signal(str)
    removal_requested = Signal(str, object)
    purge_requested = Signal(str)
    stop_requested = Signal()

    def __init__(self, themes: ThemeManager, home: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes
        self._home = home
        self._found: Found | None = None
        self._box = QVBoxLayout(self)
        self.setWindowTitle(tr("Purge a secret"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setMinimumSize(_WIDTH_PX, _LEAST_HEIGHT_PX)
        self.field = Field(
            themes, tr("The text to purge"), placeholder=tr("The text, exactly as it stands there")
        )
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.show_button = QuietButton(themes, tr("Show"), icon="eye")
        self.look_button = Button(themes, tr("Look for it"))
        self._kept = TextLabel(themes, wrap=True)
        self.stop_button = LinkButton(themes, tr("Stop"))
        self.stop_button.hide()
        self._memory = TextLabel(themes, wrap=True)
        self._files = TextLabel(themes, role="small", tone="text2", wrap=True)
        self.remove_button = Button(themes, tr("Take it out there"))
        self._note = TextLabel(themes, role="small", tone="text2", wrap=True)
        self.purge_button = PrimaryButton(themes, tr("Purge"))
        self.close_button = Button(themes, tr("Cancel"))
        self._lay_out()
        self._connect()
        self._forget()
        self.field.setFocus()

    @property
    def text(self) -> str:
        """What is to be purged."""
        return self.field.text()

    def event(self, event: QEvent) -> bool:
        """Grow with what is said: a layout alone lets wrapped lines be cut."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.resize(self.width(), max(self.height(), self._box.totalHeightForWidth(self.width())))
        return handled

    def _lay_out(self) -> None:
        box = self._box
        box.setContentsMargins(20, 16, 20, 16)
        box.setSpacing(8)
        about = tr(
            "Takes a text out of every version, draft, log and setting that Memdesk keeps. In each version stars stand "
            "in its place, and the version says that it was purged. Nothing brings it back."
        )
        box.addWidget(TextLabel(self._themes, about, tone="text2", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.show_button)
        row.addWidget(self.look_button)
        box.addLayout(row)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._kept, 1)
        said.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignTop)
        box.addLayout(said)
        for widget in (self._memory, self._files):
            box.addWidget(widget)
        box.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignLeading)
        box.addWidget(self._note)
        box.addStretch(1)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        foot.addWidget(self.purge_button)
        box.addLayout(foot)

    def _connect(self) -> None:
        self.field.textChanged.connect(lambda _text: self._forget())
        # Enter looks for the text first; only a button purges.
        self.field.returnPressed.connect(self.look)
        self.show_button.clicked.connect(self._on_show)
        self.look_button.clicked.connect(self.look)
        self.remove_button.clicked.connect(self._on_remove)
        self.purge_button.clicked.connect(self._on_purge)
        self.close_button.clicked.connect(self.reject)
        self.stop_button.clicked.connect(self.stop_requested)

    # What is found

    def look(self) -> None:
        """Ask where it stands."""
        if self.look_button.isEnabled():
            self.set_busy(tr("Looking…"))
            self.look_requested.emit(self.text)

    def show_found(self, secret: str, found: Found) -> None:
        """Say where it stands, if that is still the question."""
        if secret != self.text:
            return
        self._found = found
        self._kept.setText(_kept_words(found))
        standing = found.standing
        self._memory.setVisible(bool(standing))
        self._files.setVisible(bool(standing))
        self._memory.setText(
            tr(
                "Memory holds it, too. That stays as it is, and what is seen there is kept anew, "
                "so take it out there first:"
            )
        )
        self._files.setText("\n".join(self._lines(standing)))
        removable = [one for one in standing if not one.why_not]
        self.remove_button.setVisible(bool(removable))
        self.remove_button.setText(
            trn("Take it out of {n} document", "Take it out of {n} documents", len(removable))
        )
        waits = found.held.waiting
        self._note.setText(
            tr(
                "A change of {paths} is not finished and holds it; purge again after that.",
                paths=listed(waits),
            )
            if waits
            else ""
        )
        self._allow()

    def _lines(self, standing: tuple[Standing, ...]) -> Iterator[str]:
        for one in standing[:_MOST_NAMED]:
            path = shown.isolated(shown.short_path(one.path, self._home))
            unsaved = tr("in unsaved text") if one.is_unsaved else ""
            yield listed((path, unsaved, one.why_not))
        more = len(standing) - _MOST_NAMED
        if more > 0:
            yield trn("and {n} more", "and {n} more", more)

    def show_work(self, words: str, *, can_stop: bool) -> None:
        """Say how far it is, with the way to stop it; empty once it is done."""
        self.stop_button.setVisible(can_stop)
        if words:
            self._kept.setText(words)

    def show_fault(self, sentence: str, *, is_wrong: bool = True) -> None:
        """Say why it was not done."""
        self._forget()
        self._kept.set_tone("rem" if is_wrong else "text2")
        self._kept.setText(sentence)

    def show_purged(self, sentence: str) -> None:
        """It is done: what has become of it."""
        self.field.clear()
        self._kept.setText(sentence)
        self.close_button.setText(tr("Close"))
        self.close_button.setFocus()

    def set_busy(self, words: str) -> None:
        """Something is being done; `show_found` or another answer follows."""
        self._kept.set_tone("text2")
        self._kept.setText(words)
        for button in (self.look_button, self.remove_button, self.purge_button):
            button.setEnabled(False)

    def _forget(self) -> None:
        """The text is another one: nothing is known of it."""
        self._found = None
        why_not = _why_not(self.text)
        self._kept.set_tone("text2")
        self._kept.setText(why_not if self.text else "")
        self._note.setText("")
        for widget in (self._memory, self._files, self.remove_button):
            widget.hide()
        self._allow()

    def _allow(self) -> None:
        found = self._found
        self.look_button.setEnabled(not _why_not(self.text))
        self.remove_button.setEnabled(found is not None)
        self.purge_button.setEnabled(found is not None)

    # Slots

    def _on_show(self) -> None:
        modes = QLineEdit.EchoMode
        is_hidden = self.field.echoMode() is modes.Password
        self.field.setEchoMode(modes.Normal if is_hidden else modes.Password)
        self.show_button.setText(tr("Hide") if is_hidden else tr("Show"))
        self.show_button.set_icon("eye-off" if is_hidden else "eye")

    def _on_remove(self) -> None:
        if self._found is not None:
            wanted = tuple(one for one in self._found.standing if not one.why_not)
            self.set_busy(tr("Saving…"))
            self.removal_requested.emit(self.text, wanted)

    def _on_purge(self) -> None:
        self.set_busy(tr("Purging…"))
        self.purge_requested.emit(self.text)


def _why_not(text: str) -> str:
    try:
        check_traceable(text)
    except MemdeskError as error:
        return tr(error.template, **error.facts)
    return ""


def _kept_words(found: Found) -> str:
    held = found.held
    parts = []
    if held.versions:
        parts.append(
            tr(
                "{versions} of {documents}",
                versions=trn("{n} version", "{n} versions", held.versions),
                documents=trn("{n} document", "{n} documents", held.documents),
            )
        )
    if held.drafts:
        parts.append(trn("{n} draft", "{n} drafts", held.drafts))
    if held.files:
        parts.append(trn("{n} other file of Memdesk", "{n} other files of Memdesk", held.files))
    if not parts:
        return tr("Nothing that Memdesk keeps holds it now. Purging still clears what was deleted earlier.")
    return tr("It stands in {places}.", places=listed(parts))
