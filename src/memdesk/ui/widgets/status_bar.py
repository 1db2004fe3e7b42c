"""The line at the bottom of the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QSizePolicy, QToolButton, QToolTip, QWidget

from memdesk.ui.plain import plain_name
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.plates import draw_plate, draw_ring
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.labels import Hairline
from memdesk.ui.widgets.tips import plain_tip

Place = Literal["leading", "middle", "trailing"]

_PAD_PX = 8
_GAP_PX = 6
_SEPARATOR_PX = 14
_LEAST_ELASTIC_PX = 80
_MOST_FIRST_PX = 640


class StatusPart(QToolButton):
    """One fact in the status bar. It is a button, so that Tab and a screen reader get there.

    An `elastic` part gives way first: its text is elided, at the end, or as a path (`is_path`), which loses its middle
    and reads from left to right. One that `comes_first` does so only once all have gone that can go.
    """

    def __init__(
        self,
        themes: ThemeManager,
        name: str,
        *,
        elastic: bool = False,
        is_path: bool = False,
        comes_first: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._themes = themes
        self._name = name
        self._icon = ""
        self._icon_role: ColorRole = "text2"
        self._ink: ColorRole = "text2"
        self._pulsing = False
        self._told: object = None
        self._short = ""
        self._is_short = False
        self.elastic = elastic
        self.is_path = is_path
        self.comes_first = comes_first
        if elastic:
            self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(name)
        themes.pulse.ticked.connect(self._on_ticked)

    def set_fact(
        self,
        text: str,
        *,
        icon: str = "",
        icon_role: ColorRole = "text2",
        ink: ColorRole = "text2",
        pulsing: bool = False,
        tip: str = "",
        short: str = "",
    ) -> None:
        """Show `text` in `ink` behind an icon; an empty text takes the part out of the bar.

        `tip` is the tool tip; without one it is the text, where that is not whole on screen. A `pulsing` icon is one
        for an agent at work. `short` says the same in fewer words, for a bar in which not everything has room.
        """
        wanted = (text, icon, icon_role, ink, pulsing, tip, short)
        # Facts are told anew with every key, and most of them stay.
        if wanted == self._told:
            return
        self._told = wanted
        self._icon, self._icon_role, self._ink, self._pulsing = icon, icon_role, ink, pulsing
        self._short = plain_name(short)
        text = plain_name(text)
        self.setText(text)
        self.setAccessibleName(f"{self._name}: {text}" if self._name else text)
        # A screen reader says the tool tip after the name, so what the text says does not belong there.
        self.setToolTip(plain_tip(tip))
        self.updateGeometry()
        self.update()
        bar = self.parentWidget()
        if isinstance(bar, StatusBar):
            bar.take_change()

    @property
    def said(self) -> str:
        """What stands in the bar now."""
        return self._short if self._is_short and self._short else self.text()

    def be_short(self, *, on: bool) -> None:
        """Say it in fewer words, where there are such."""
        if on != self._is_short:
            self._is_short = on
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        theme = self._themes.theme
        words = theme.metrics("small").horizontalAdvance(self.said)
        return QSize(max(theme.sizes.min_hit, self._before_text() + words + _PAD_PX), theme.sizes.min_hit)

    @property
    def room_px(self) -> int:
        """For how much room other parts go."""
        if not self.elastic:
            return self.sizeHint().width()
        if not self.comes_first:
            return self.minimumSizeHint().width()
        return self.whole_px

    @property
    def whole_px(self) -> int:
        """How much room the part wants for all that it says, within bounds."""
        return min(self.sizeHint().width(), _MOST_FIRST_PX)

    def minimumSizeHint(self) -> QSize:
        hint = self.sizeHint()
        return QSize(min(hint.width(), _LEAST_ELASTIC_PX), hint.height()) if self.elastic else hint

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and not self.toolTip():
            if not self._is_whole:
                QToolTip.showText(event.globalPos(), plain_tip(self.text()), self)
            return True
        return super().event(event)

    @property
    def _is_whole(self) -> bool:
        """Whether all of its text is on screen."""
        return self.said == self.text() and self.width() >= self.sizeHint().width()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole part is painted
        theme = self._themes.theme
        with QPainter(self) as painter:
            plate = self.rect().adjusted(0, 2, 0, -2)
            if self.underMouse() and self.isEnabled():
                draw_plate(painter, theme, plate, theme.radii.control, "press" if self.isDown() else "hover")
            if self._icon:
                painter.setOpacity(self._themes.pulse.opacity() if self._pulsing else 1.0)
                size = theme.icon_sizes.mark
                self._themes.icons.draw(
                    painter, cell_of(self, _PAD_PX, size), self._icon, self._icon_role, size
                )
                painter.setOpacity(1.0)
            left = self._before_text()
            self._paint_text(painter, cell_of(self, left, self.width() - left - _PAD_PX))
            if self.hasFocus():
                draw_ring(painter, theme, plate, theme.radii.control)

    def _paint_text(self, painter: QPainter, cell: QRect) -> None:
        theme = self._themes.theme
        painter.setFont(theme.font("small"))
        painter.setPen(theme.pen(self._ink if self.isEnabled() else "disabled"))
        mode = Qt.TextElideMode.ElideMiddle if self.is_path else Qt.TextElideMode.ElideRight
        shown = theme.metrics("small").elidedText(self.said, mode, cell.width())
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        flags = side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        if self.is_path:
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(cell, flags | Qt.TextFlag.TextSingleLine, shown)

    def _before_text(self) -> int:
        return _PAD_PX + (self._themes.theme.icon_sizes.mark + _GAP_PX if self._icon else 0)

    def _on_ticked(self) -> None:
        if self._pulsing:
            self.update()


_Entry = tuple[StatusPart, Hairline, Place, int | None]


class StatusBar(QFrame):
    """Parts at the leading side, in the middle and at the trailing side, with hairlines between them.

    Where they do not fit, what can be said in fewer words is, and then those with a `drops` number go, the lowest
    first. A path loses its middle only once those before it are gone. A part without a text takes no place.
    """

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._held, self._is_stale = 0, False
        self._parts: list[_Entry] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(_PAD_PX // 2, 1, _PAD_PX // 2, 0)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        # Else the layout would keep a window of its own as wide as all parts together.
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        self.setProperty("plane", "status")
        self._on_fonts_changed()
        themes.fonts_changed.connect(self._on_fonts_changed)

    def add_part(
        self,
        name: str,
        place: Place,
        *,
        drops: int | None = None,
        elastic: bool = False,
        is_path: bool = False,
        comes_first: bool = False,
    ) -> StatusPart:
        """Add a part behind those already at `place`. A reader hears `name`, if it has one, before its text."""
        part = StatusPart(
            self._themes, name, elastic=elastic, is_path=is_path, comes_first=comes_first, parent=self
        )
        line = Hairline(self._themes, upright=True, length_px=_SEPARATOR_PX, parent=self)
        self._parts.append((part, line, place, drops))
        at = sum(2 for _, _, other, _ in self._parts[:-1] if _rank(other) <= _rank(place))
        if place == "trailing":
            at += 1
        self._row.insertWidget(at, line, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.insertWidget(at + 1, part, 0, Qt.AlignmentFlag.AlignVCenter)
        part.hide()
        line.hide()
        return part

    @contextmanager
    def held(self) -> Iterator[None]:
        """Tell several facts in here, one of which may make room for another: what fits is found out at the end."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            if self._is_stale and not self._held:
                self.arrange()

    def take_change(self) -> None:
        """A part says something else: show what fits, now or with what else changes."""
        if self._held:
            self._is_stale = True
        else:
            self.arrange()

    def arrange(self) -> None:
        """Show what fits."""
        self._is_stale = False
        room = self.width() - _PAD_PX
        shown = [entry for entry in self._parts if entry[0].text()]
        going = sorted((drops, place) for place, (_, _, _, drops) in enumerate(shown) if drops is not None)
        dropped: set[int] = set()
        self._shorten(shown, room)
        for drops, place in going:
            if self._taken(shown, dropped, drops) <= room:
                break
            dropped.add(place)
        visible = [part for place, (part, *_) in enumerate(shown) if place not in dropped]
        for part in visible:
            if part.comes_first:
                # Else the layout would shrink it along with the others.
                others = sum(other.minimumSizeHint().width() + 1 for other in visible if other is not part)
                part.setMinimumWidth(
                    min(part.room_px, max(part.minimumSizeHint().width(), room - others - 1))
                )
        self._show_only(visible)
        self._row.activate()

    def _shorten(self, shown: Sequence[_Entry], room: int) -> None:
        """Say in fewer words what can be, where not everything has room in more; nothing goes for more words."""
        for part, *_ in shown:
            part.be_short(on=False)
        # What would lose its end counts whole as well: words that nothing is lost by come before it.
        whole = sum((part.whole_px if part.elastic else part.room_px) + 1 for part, *_ in shown)
        is_short = whole > room
        for part, *_ in shown:
            part.be_short(on=is_short)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def minimumSizeHint(self) -> QSize:
        # The bar never holds the window wide: parts give way instead.
        return QSize(0, self.height())

    def _taken(self, shown: Sequence[_Entry], dropped: set[int], going: int) -> int:
        """How wide all are that are left, while those of the number `going` go; a path that goes later is whole."""
        widths = [
            (part.whole_px if part.is_path and (drops or 0) > going else part.room_px) + 1
            for place, (part, _, _, drops) in enumerate(shown)
            if place not in dropped
        ]
        return sum(widths)

    def _show_only(self, visible: list[StatusPart]) -> None:
        first_of: set[bool] = set()
        for part, line, place, _ in sorted(self._parts, key=lambda entry: _rank(entry[2])):
            on = part in visible
            part.setVisible(on)
            # Leading and middle parts stand in one row: only its very first one has no line before it.
            in_front = place != "trailing"
            line.setVisible(on and (not in_front or in_front in first_of))
            if on:
                first_of.add(in_front)

    def _on_fonts_changed(self) -> None:
        theme = self._themes.theme
        self.setFixedHeight(theme.row_height(theme.sizes.status, "small") + theme.lines.hairline)


def _rank(place: Place) -> int:
    return ("leading", "middle", "trailing").index(place)
