"""One setting per row: what it is, what it means, and the control that changes it at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from memdesk.errors import MemdeskError
from memdesk.ui import format as shown
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.fields import Field
from memdesk.ui.widgets.labels import TextLabel
from memdesk.ui.widgets.switch import ModeSwitch

_GAP_PX = 16
_NUMBER_PX = 96
_UNIT_PX = 72
_STATES = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked}


class SettingRow(QWidget):
    """A title with a sentence about it at the leading side, and what changes it at the trailing one.

    `words` are further words by which the search finds it.
    """

    def __init__(self, themes: ThemeManager, title: str, about: str = "", *, words: str = "") -> None:
        super().__init__()
        self._themes = themes
        self._more_words = words
        self._words = f"{title} {about} {words}".casefold()
        self.title = title
        self._about = TextLabel(themes, about, role="small", tone="text2", wrap=True)
        self._problem: TextLabel | None = None
        if not about:
            # Told to be seen, it would be a window of its own until it is in the row.
            self._about.hide()
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 6, 0, 6)
        column.setSpacing(2)
        self._row = QHBoxLayout()
        self._row.setSpacing(_GAP_PX)
        said = QVBoxLayout()
        said.setSpacing(2)
        self._title = TextLabel(themes, title, wrap=True)
        said.addWidget(self._title)
        said.addWidget(self._about)
        self._row.addLayout(said, 1)
        column.addLayout(self._row)

    def add_control(self, control: QWidget) -> None:
        """Put a control at the trailing side."""
        self._row.addWidget(control, 0, Qt.AlignmentFlag.AlignTop)

    def add_below(self, widget: QWidget) -> None:
        """Put something under the row, over its whole width."""
        self._column.addWidget(widget)

    def set_words(self, title: str, about: str) -> None:
        """Call it otherwise, and say this about it."""
        self.title, self._words = title, f"{title} {about} {self._more_words}".casefold()
        self._title.setText(title)
        self.set_about(about)

    def set_about(self, about: str) -> None:
        """Say something else about it."""
        self._about.setText(about)
        self._about.setVisible(bool(about))

    def show_problem(self, sentence: str) -> None:
        """Say why what stands in the control is not taken; nothing for an empty sentence."""
        if self._problem is None:
            if not sentence:
                return
            self._problem = TextLabel(self._themes, role="small", tone="rem", wrap=True)
            self._column.insertWidget(1, self._problem)
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))

    @property
    def problem(self) -> str:
        """What `show_problem` says."""
        return self._problem.text() if self._problem is not None else ""

    def answers(self, words: Sequence[str]) -> bool:
        """Whether it says all of these words, which are in lower case."""
        return all(word in self._words for word in words)


class Heading(QWidget):
    """The heading of some rows of a page, with a sentence about all of them."""

    def __init__(self, themes: ThemeManager, text: str, about: str = "") -> None:
        super().__init__()
        self.text = text
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 14, 0, 4)
        column.setSpacing(2)
        column.addWidget(TextLabel(themes, text, weight=Weight.DemiBold, wrap=True))
        if about:
            column.addWidget(TextLabel(themes, about, role="small", tone="text2", wrap=True))


class NumberRow(SettingRow):
    """A number that is taken when the field is left or Enter is pressed, where `check` does not raise a sentence.

    Signals:
        number_taken: another number is in force; argument: it.
    """

    number_taken = Signal(int)

    def __init__(
        self,
        themes: ThemeManager,
        title: str,
        about: str,
        unit: str,
        check: Callable[[str], int],
        *,
        words: str = "",
    ) -> None:
        super().__init__(themes, title, about, words=words)
        self._check = check
        self._number = -1
        self.field = Field(themes, f"{title}, {unit}")
        self.field.setFixedWidth(_NUMBER_PX)
        self.field.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        unit_label = TextLabel(themes, unit, tone="text2")
        unit_label.setMinimumWidth(_UNIT_PX)
        unit_label.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        unit_label.setMinimumHeight(self.field.sizeHint().height())
        unit_label.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.add_control(self.field)
        self.add_control(unit_label)
        self.field.textEdited.connect(lambda _text: self.look_again())
        self.field.editingFinished.connect(self._on_finished)

    def set_number(self, number: int) -> None:
        """Show the number in force."""
        self._number = number
        self.field.setText(shown.number(number))
        self._say("")

    def look_again(self) -> None:
        """Say whether what stands there can be taken: other numbers may have changed."""
        self._read()

    def _read(self) -> int | None:
        try:
            number = self._check(shown.without_groups(self.field.text()))
        except MemdeskError as error:
            self._say(tr(error.template, **error.facts))
            return None
        self._say("")
        return number

    def _say(self, why_not: str) -> None:
        self.field.set_invalid(why_not)
        self.show_problem(why_not)

    def _on_finished(self) -> None:
        number = self._read()
        if number is not None and number != self._number:
            self._number = number
            self.number_taken.emit(number)


class SwitchRow(SettingRow):
    """A choice among a few.

    Signals:
        chosen: another one is; argument: its key.
    """

    chosen = Signal(str)

    def __init__(
        self,
        themes: ThemeManager,
        title: str,
        about: str,
        parts: Sequence[tuple[str, str]],
        *,
        words: str = "",
    ) -> None:
        labels = " ".join(label for _, label in parts)
        super().__init__(themes, title, about, words=f"{words} {labels}")
        self.switch = ModeSwitch(themes, title, parts)
        self.add_control(self.switch)
        self.switch.current_changed.connect(self.chosen)

    def set_current(self, key: str) -> None:
        """Show what is in force."""
        with QSignalBlocker(self.switch):
            self.switch.set_current(key)


class CheckRow(SettingRow):
    """Something that is on or off.

    Signals:
        toggled: it is on or off now; argument: which.
    """

    toggled = Signal(bool)

    def __init__(self, themes: ThemeManager, title: str, about: str = "", *, words: str = "") -> None:
        super().__init__(themes, title, about, words=words)
        self.box = CheckBox(themes)
        self._name_box(title, about)
        self._row.insertWidget(0, self.box, 0, Qt.AlignmentFlag.AlignTop)
        self.box.clicked.connect(self._on_clicked)

    def _name_box(self, title: str, about: str) -> None:
        self.box.setAccessibleName(title)
        self.box.setAccessibleDescription(about)

    def set_words(self, title: str, about: str) -> None:
        super().set_words(title, about)
        self._name_box(title, about)

    def set_on(self, is_on: bool | None) -> None:
        """Show whether it is on, None where nobody has said so yet."""
        partly = Qt.CheckState.PartiallyChecked
        self.box.setCheckState(partly if is_on is None else _STATES[is_on])

    def _on_clicked(self) -> None:
        # Nobody can go back to having said nothing.
        self.box.setTristate(False)
        self.toggled.emit(self.box.isChecked())
