"""The path to a document, of which each part is a menu of its siblings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from memdesk.ui.i18n import tr
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.cells import cell_of
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.tips import set_tip

_LEAST_PART_PX = 72
"""A part that has less room than this is left out: of its name nobody could tell what it is."""
_GAP_PX = 2
_LEAST_TITLE_CHARS = 8


class Crumb(NamedTuple):
    """One part of the path shown: its name and its siblings, as pairs of a name and what choosing it does."""

    name: str
    siblings: Sequence[tuple[str, Callable[[], object]]] = ()


class Breadcrumb(QWidget):
    """Where room is short the parts before the title give way, then go, the first one first; the title stays last.

    The tool tip of what is left has the whole path then.
    """

    def __init__(self, themes: ThemeManager, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._parts: list[_Part] = []
        self._marks: list[_Chevron] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def show_path(self, crumbs: Sequence[Crumb]) -> None:
        """Show these parts and no others."""
        for widgets, wanted in ((self._parts, len(crumbs)), (self._marks, len(crumbs) - 1)):
            _drop_behind(widgets, max(0, wanted))
        self._parts += [_Part(self._themes, self) for _ in crumbs[len(self._parts) :]]
        self._marks += [_Chevron(self._themes, self) for _ in self._parts[len(self._marks) + 1 :]]
        for part, crumb in zip(self._parts, crumbs, strict=True):
            part.show_crumb(crumb, is_last=part is self._parts[-1])
        self.updateGeometry()
        self._arrange()

    def sizeHint(self) -> QSize:
        wide = sum(part.sizeHint().width() for part in self._parts)
        return QSize(wide + self._mark_px * len(self._marks), self._themes.theme.sizes.min_hit)

    def minimumSizeHint(self) -> QSize:
        # It gives way before all that stands beside it: who has to keep room for the title asks how much.
        return QSize(0, self._themes.theme.sizes.min_hit)

    @property
    def title_px(self) -> int:
        """How wide the whole title is."""
        return self._parts[-1].sizeHint().width() if self._parts else 0

    @property
    def least_title_px(self) -> int:
        """How wide the title is that is cut after the least that tells what it is."""
        return min(self.title_px, self._parts[-1].cut_px(_LEAST_TITLE_CHARS)) if self._parts else 0

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @property
    def _mark_px(self) -> int:
        return self._themes.theme.icon_sizes.mark + 2 * _GAP_PX

    def _arrange(self) -> None:
        """Put the parts that have room in a row."""
        wide = [part.sizeHint().width() for part in self._parts]
        first, shown = _fitting(wide, self.width(), self._mark_px)
        at = 0
        for place, part in enumerate(self._parts):
            mark = self._marks[place - 1] if place else None
            if mark is not None:
                mark.setVisible(place > first)
            part.setVisible(place >= first)
            if place < first:
                continue
            if mark is not None and place > first:
                mark.setGeometry(cell_of(self, at + _GAP_PX, self._mark_px - 2 * _GAP_PX))
                at += self._mark_px
            cell = cell_of(self, at, shown[place - first])
            height = part.sizeHint().height()
            part.setGeometry(cell.x(), (self.height() - height) // 2, cell.width(), height)
            at += shown[place - first]
        path = " › ".join(part.text().replace("&&", "&") for part in self._parts)
        for part in self._parts:
            set_tip(part, path if self.sizeHint().width() > self.width() else "")


def _drop_behind(widgets: list[_Part] | list[_Chevron], kept: int) -> None:
    """Let go of all but so many of them."""
    for widget in widgets[kept:]:
        # Until Qt deletes it, it would be painted below the others.
        widget.hide()
        widget.deleteLater()
    del widgets[kept:]


class _Part(Button):
    """A part of the path. What its menu offers is made as that opens: most are never opened."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(themes, "", kind="quiet", parent=parent)
        self._siblings: Sequence[tuple[str, Callable[[], object]]] = ()
        self._menu = PopupMenu(themes, self)
        self._menu.aboutToShow.connect(self._fill_menu)

    def show_crumb(self, crumb: Crumb, *, is_last: bool) -> None:
        """Stand for this part of the path."""
        name = plain_name(crumb.name)
        self.setText(name.replace("&", "&&"))
        self.set_weight(Weight.DemiBold if is_last else Weight.Normal)
        self.setAccessibleName(tr("{name}, choose another", name=name) if crumb.siblings else name)
        self._siblings = crumb.siblings
        # None takes it away, whatever the stubs say.
        self.setMenu(cast("PopupMenu", self._menu if crumb.siblings else None))

    def _fill_menu(self) -> None:
        self._menu.clear()
        for sibling, choose in self._siblings:
            self._menu.add_literal(sibling).triggered.connect(lambda _checked=False, choose=choose: choose())


class _Chevron(QWidget):
    """The mark between two parts of the path."""

    def __init__(self, themes: ThemeManager, parent: QWidget) -> None:
        super().__init__(parent)
        self._themes = themes

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - the whole mark is painted
        """Paint the mark, pointing where reading goes."""
        size = self._themes.theme.icon_sizes.mark
        with QPainter(self) as painter:
            self._themes.icons.draw(painter, self.rect(), "chevron-right", "text3", size)


def _fitting(wide: Sequence[int], room: int, mark_px: int) -> tuple[int, list[int]]:
    """The first part that is shown, and how wide it and those behind it are in `room` px."""
    for first in range(len(wide)):
        *before, title = wide[first:]
        left = room - title - mark_px * len(before)
        if sum(min(one, _LEAST_PART_PX) for one in before) <= left:
            return first, [*_shrunk(before, left), title]
    return max(0, len(wide) - 1), [min(one, room) for one in wide[-1:]]


def _shrunk(wide: Sequence[int], room: int) -> list[int]:
    """The same widths, of which the largest ones are cut so that all of them fit into `room`."""
    shown = list(wide)
    narrow_first = sorted(range(len(wide)), key=lambda place: wide[place])
    for done, place in enumerate(narrow_first):
        shown[place] = min(wide[place], room // (len(wide) - done))
        room -= shown[place]
    return shown
