"""A page of the settings: rows under headings; a search hides the rows that do not match."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from memdesk.ui.settings.pages import page_heads
from memdesk.ui.settings.rows import Heading, SettingRow
from memdesk.ui.theme.manager import ThemeManager

_MARGIN_PX = 20
_WIDEST_PX = 680


class SettingsPage(QWidget):
    """The page `name` of `page_heads`. Rows are added below one another."""

    def __init__(self, themes: ThemeManager, name: str) -> None:
        super().__init__()
        head = page_heads()[name]
        self.title, self._other_names = head.title, head.words.casefold().split()
        self._themes = themes
        self._wanted: Sequence[str] = ()
        self._left_out: set[QWidget] = set()
        self._groups: list[tuple[Heading | None, list[SettingRow]]] = [(None, [])]
        self.setAccessibleName(self.title)
        inside = QWidget()
        inside.setMaximumWidth(_WIDEST_PX)
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(_MARGIN_PX, 8, _MARGIN_PX, _MARGIN_PX)
        self._column.setSpacing(0)
        self._column.addStretch(1)
        # One below another would be asked for their height at a width that they never get.
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(inside, 1)
        whole.addStretch(0)

    def add_heading(self, text: str, about: str = "") -> None:
        """Begin a group of rows."""
        heading = Heading(self._themes, text, about)
        self._groups.append((heading, []))
        self._put(heading)

    def add_row(self, row: SettingRow) -> None:
        """Add a row to the group that was begun last."""
        self._groups[-1][1].append(row)
        self._put(row)

    def set_rows(self, rows: Sequence[SettingRow]) -> None:
        """Let the group that was begun last consist of these; what is there already keeps the focus and its text."""
        before = self._groups[-1][1]
        if before == rows:
            return
        for row in before:
            self._column.removeWidget(row)
            if row not in rows:
                self._left_out.discard(row)
                # What is only to be deleted still has the focus, and is seen for a moment.
                row.hide()
                row.deleteLater()
        before[:] = rows
        for row in rows:
            self._put(row)
        self.set_filter(self._wanted)

    def _put(self, widget: QWidget) -> None:
        self._column.insertWidget(self._column.count() - 1, widget)

    @property
    def rows(self) -> Sequence[SettingRow]:
        """All rows, in order."""
        return [row for _, rows in self._groups for row in rows]

    def set_filter(self, words: Sequence[str]) -> int:
        """Show the rows that answer to all words, given in lower case; how many. Its own names answer for all."""
        self._wanted = words
        left = self._unnamed(words)
        count = 0
        for heading, rows in self._groups:
            said = heading.text.casefold() if heading is not None else ""
            wanted = [word for word in left if word not in said]
            shown = [row for row in rows if row.answers(wanted)]
            for row in rows:
                self._leave_out(row, is_wanted=row in shown)
            if heading is not None:
                self._leave_out(heading, is_wanted=bool(shown) or not rows)
            count += len(shown)
        return count

    def _unnamed(self, words: Sequence[str]) -> Sequence[str]:
        """Those of these words that the page is not called by."""
        title = self.title.casefold()
        return [
            word
            for word in words
            if word not in title and not any(name.startswith(word) for name in self._other_names)
        ]

    def _leave_out(self, widget: QWidget, *, is_wanted: bool) -> None:
        # Told to be seen, each one that is so already would work out the heights of the page anew.
        if is_wanted == (widget in self._left_out):
            widget.setVisible(is_wanted)
            (self._left_out.discard if is_wanted else self._left_out.add)(widget)
