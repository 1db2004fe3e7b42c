"""Text on a plane, the line between planes, and the planes themselves."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QStyle, QToolTip, QWidget

from memdesk.ui.plain import plain
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.breaking import broken, units_kept
from memdesk.ui.widgets.tips import plain_tip

Plane = Literal["window", "rail", "panel", "side", "header", "footer", "status", "surface"]

_WIDE_PX = 100_000
_WRAP = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere


class TextLabel(QLabel):
    """Plain text in a font and colour of the theme; with `wrap` it breaks into lines, a line height apart."""

    def __init__(
        self,
        themes: ThemeManager,
        text: str = "",
        *,
        role: FontRole = "body",
        tone: ColorRole = "text",
        weight: Weight | None = None,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._role: FontRole = role
        self._tone: ColorRole = tone
        self._weight = weight
        self._heights: dict[int, int] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        self.setText(text)
        self._on_fonts_changed()
        themes.fonts_changed.connect(self._on_fonts_changed)

    def setText(self, text: str, /) -> None:
        """Show `text`; what cannot be seen in it is named."""
        self._heights.clear()
        super().setText(plain(text))

    def set_tone(self, tone: ColorRole) -> None:
        """Write in `tone` from now on."""
        self._tone = tone
        self.update()

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width(), self.heightForWidth(size.width())) if self.wordWrap() else size

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return QSize(size.width(), self.heightForWidth(_WIDE_PX)) if self.wordWrap() else size

    def heightForWidth(self, width: int) -> int:
        if not self.wordWrap():
            return super().heightForWidth(width)
        # Layouts ask for the same width many times over, as what is around gets its place.
        height = self._heights.get(width)
        if height is None:
            height = self._heights[width] = self._height_of(self._broken(width))
        return height

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole text is painted
        with QPainter(self) as painter:
            painter.setPen(self._themes.theme.pen(self._tone if self.isEnabled() else "disabled"))
            area = self.contentsRect()
            flags = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
            if not self.wordWrap():
                self._draw_line(painter, area, flags)
                return
            width = self._even_width(area.width())
            text = self._broken(width)
            lines = QSize(width, self._height_of(text))
            place = QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, flags, lines, area)
            text.draw(painter, place.topLeft())

    def _even_width(self, width: int) -> int:
        """`width`; the least one for as many centred lines, where else hardly a word is left over for the last."""
        if not self.alignment() & Qt.AlignmentFlag.AlignHCenter:
            return width
        text = self._broken(width)
        lines = text.lineCount()
        if lines < 2 or text.lineAt(lines - 1).naturalTextWidth() > width / 2:
            return width
        too_narrow, enough = width // lines, width
        while enough - too_narrow > 1:
            middle = (too_narrow + enough) // 2
            if self._fits(middle, lines):
                enough = middle
            else:
                too_narrow = middle
        return enough

    def _fits(self, width: int, lines: int) -> bool:
        """Whether the text takes no more `lines` in `width` px, and none of its words is broken there."""
        text = self._broken(width, QTextOption.WrapMode.WordWrap)
        widest = max(text.lineAt(number).naturalTextWidth() for number in range(text.lineCount()))
        return text.lineCount() <= lines and widest <= width

    def _draw_line(self, painter: QPainter, area: QRect, flags: Qt.AlignmentFlag) -> None:
        """The text in one line, by its base line: in a rectangle, a fallback font's higher lines move it down."""
        said = self.text().replace("\n", " ")
        metrics = self._themes.theme.metrics(self._role, self._weight)
        room = QSize(metrics.horizontalAdvance(said), metrics.height())
        line = QStyle.alignedRect(Qt.LayoutDirection.LeftToRight, flags, room, area)
        painter.drawText(line.left(), line.top() + metrics.ascent(), said)

    def _broken(self, width: int, wrap: QTextOption.WrapMode = _WRAP) -> QTextLayout:
        """The text in lines that fit into `width` px, one line height apart."""
        theme = self._themes.theme
        text = QTextLayout(
            units_kept(self.text()).replace("\n", "\u2028"), theme.font(self._role, self._weight)
        )
        option = QTextOption(self.alignment())
        option.setTextDirection(self.layoutDirection())
        option.setWrapMode(wrap)
        text.setTextOption(option)
        base_px, line_px = theme.metrics(self._role, self._weight).ascent(), theme.line_height(self._role)
        text.beginLayout()
        number = 0
        while (line := text.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, base_px + number * line_px - line.ascent()))
            number += 1
        text.endLayout()
        return text

    def _height_of(self, text: QTextLayout) -> int:
        """How high these lines are: the first one stands close to the edge, as one that is alone does."""
        theme = self._themes.theme
        further = max(0, text.lineCount() - 1) * theme.line_height(self._role)
        return theme.metrics(self._role, self._weight).height() + further

    def _on_fonts_changed(self) -> None:
        self._heights.clear()
        self.setFont(self._themes.theme.font(self._role, self._weight))
        self.update()


class ElidedLabel(QWidget):
    """One line of plain text that gives way: what does not fit is elided, and a tool tip shows the whole.

    Names and paths are elided in the middle (`mode`) and read from left to right; sentences are elided at the end.
    """

    _most_rows = 1

    def __init__(
        self,
        themes: ThemeManager,
        text: str = "",
        *,
        role: FontRole = "body",
        tone: ColorRole = "text",
        weight: Weight | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._role: FontRole = role
        self._tone: ColorRole = tone
        self._weight = weight
        self._mode = mode
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def text(self) -> str:
        """The whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show `text`; line breaks in it become blanks."""
        self._text = plain(text.replace("\n", " "))
        self.setAccessibleName(self._text)
        self.updateGeometry()
        self.update()

    def set_tone(self, tone: ColorRole) -> None:
        """Write in `tone` from now on."""
        self._tone = tone
        self.update()

    @property
    def elided(self) -> bool:
        """Whether some of the text does not fit now."""
        return self.elided_in(self.width())

    def elided_in(self, width: int) -> bool:
        """Whether some of the text would not fit into `width` px."""
        metrics = self._themes.theme.metrics(self._role, self._weight)
        return metrics.horizontalAdvance(self._rows_in(width)[-1]) > width

    def sizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics(self._role, self._weight)
        return QSize(self._text_width(), metrics.height() * self._most_rows)

    def minimumSizeHint(self) -> QSize:
        metrics = self._themes.theme.metrics(self._role, self._weight)
        return QSize(min(self._text_width(), metrics.horizontalAdvance("MMM…")), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            QToolTip.showText(event.globalPos(), plain_tip(self._text) if self.elided else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one line
        theme = self._themes.theme
        with QPainter(self) as painter:
            painter.setFont(theme.font(self._role, self._weight))
            painter.setPen(theme.pen(self._tone if self.isEnabled() else "disabled"))
            if self._mode == Qt.TextElideMode.ElideMiddle:
                painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            metrics = theme.metrics(self._role, self._weight)
            rows = self._rows_in(self.width())
            # By base lines: a rectangle would make room for a fallback font's higher lines, and cut what it has not.
            base_px = (self.height() - metrics.height() * len(rows) + 1) // 2 + metrics.ascent()
            for number, row in enumerate(rows):
                said = metrics.elidedText(row, self._mode, self.width())
                left_px = self.width() - metrics.horizontalAdvance(said) if self.isRightToLeft() else 0
                painter.drawText(left_px, base_px + number * metrics.height(), said)

    def _rows_in(self, width: int) -> list[str]:
        """The text in rows of `width` px, of which the last one may be too long."""
        if self._most_rows == 1 or self._text_width() <= width:
            return [self._text]
        return broken(self._text, self._themes.theme.font(self._role, self._weight), width, self._most_rows)

    def _text_width(self) -> int:
        return self._themes.theme.metrics(self._role, self._weight).horizontalAdvance(self._text)


class ShortenedLabel(ElidedLabel):
    """A title with a shorter wording for where the whole one does not fit; the tool tip shows the whole."""

    def __init__(
        self, themes: ThemeManager, text: str = "", short: str = "", *, weight: Weight | None = None
    ) -> None:
        super().__init__(themes, weight=weight)
        self._short = plain(short)
        self.set_text(text)

    def elided_in(self, width: int) -> bool:
        return self._text_width() > width

    def minimumSizeHint(self) -> QSize:
        least = self._themes.theme.metrics(self._role, self._weight).horizontalAdvance(self._short)
        return QSize(min(self._text_width(), least), super().minimumSizeHint().height())

    def _rows_in(self, width: int) -> list[str]:
        return [self._short] if self.elided_in(width) and self._short else [self._text]


class RemarkLabel(ElidedLabel):
    """What is worth its place only as a whole: where it does not fit, it is not shown, and all others come first."""

    def __init__(
        self, themes: ThemeManager, text: str = "", *, role: FontRole = "small", tone: ColorRole = "text2"
    ) -> None:
        super().__init__(themes, text, role=role, tone=tone)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.elided:
            super().paintEvent(event)


class TwoRowLabel(ElidedLabel):
    """A sentence that takes a second row before it gives way, or as many as it is told."""

    _most_rows = 2

    def set_most_rows(self, rows: int) -> None:
        """Take up to `rows` rows from now on."""
        if rows != self._most_rows:
            self._most_rows = rows
            self.updateGeometry()
            self.update()


class Hairline(QWidget):
    """A separator 1 px thick, across a layout or, with `upright`, along it for `length_px`."""

    def __init__(
        self,
        themes: ThemeManager,
        *,
        upright: bool = False,
        length_px: int = 0,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        thick = themes.theme.lines.hairline
        if upright:
            self.setFixedWidth(thick)
        else:
            self.setFixedHeight(thick)
        if length_px:
            self.setFixedSize(*((thick, length_px) if upright else (length_px, thick)))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - one line
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._themes.theme.brush("hairline"))


class PlaneFrame(QFrame):
    """One of the planes the frame of the window is made of; the style gives its fill and its line."""

    def __init__(self, plane: Plane, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("plane", plane)
