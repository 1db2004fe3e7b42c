"""Where the parts of a row are: heights, and cells as from left to right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QRect

from memdesk.ui import format as shown
from memdesk.ui.editor.card_head import TEXT_LEFT_PX
from memdesk.ui.entries.row import Row, RowKind, Sent
from memdesk.ui.i18n import tr
from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.theme import Theme
from memdesk.ui.widgets.marks import DOT_PX
from memdesk.ui.widgets.paint import chip_width, count_width

HEAD_PX = 36
HEAD_GAP_PX = 6
HAIRLINE_PX = 1
_HANDLE_LEFT_PX, _HANDLE_PX = 6, 20
_RIGHT_PX = 8
_GAP_PX = 8
_STRIP_AIR_PX = 4
_STRIP_PAD_PX = 10
_WORST_AGE_DAYS = 360
_LEAST_WORDS_CHARS, _LEAST_NOTE_CHARS = 12, 6


class Cells(NamedTuple):
    """Cells of one row as from left to right, in px of the view; empty where the row has no such part.

    A head uses `handle` for its fold, `text` for its words and `menu`; `opens` is the mark of an entry with sections.
    """

    handle: QRect
    opens: QRect
    text: QRect
    edit: QRect
    remove: QRect
    dot: QRect
    changed: QRect
    note: QRect
    sent: QRect
    age: QRect
    strip: QRect
    why: QRect
    fix: QRect
    menu: QRect


_NONE = QRect()
NO_CELLS = Cells(*(_NONE for _ in Cells._fields))


def row_px(theme: Theme) -> int:
    """Height of the words of a row, without what stands below them."""
    return theme.row_height(theme.sizes.entry_row)


def strip_px(theme: Theme, lines: int) -> int:
    """Height of what the warning below a row takes, of so many lines."""
    words = lines * theme.line_height("small") + 2 * _STRIP_PAD_PX
    return max(_strip_line_px(theme), words) + _STRIP_AIR_PX


def _strip_line_px(theme: Theme) -> int:
    """Height of a strip with a warning of one line."""
    designed = theme.sizes.entry_row_hint - theme.sizes.entry_row
    return max(designed, theme.row_height(theme.sizes.button))


def height_of(theme: Theme, row: Row, above: Row | None, warning_lines: int = 0) -> int:
    """Height of a row that has no widget in it."""
    if row.kind is RowKind.HEAD:
        gap = HEAD_GAP_PX if above is not None and above.kind is not RowKind.HEAD else 0
        return theme.row_height(HEAD_PX) + gap
    return row_px(theme) + HAIRLINE_PX + (strip_px(theme, warning_lines) if row.losses else 0)


class Heights:
    """Tops of rows from their heights."""

    def __init__(self, heights: Sequence[int]) -> None:
        self._tops = [0, *accumulate(heights)]

    @property
    def total(self) -> int:
        """Height of all rows."""
        return self._tops[-1]

    def top(self, row: int) -> int:
        """Where a row begins; behind the last one, where it ends."""
        return self._tops[row]

    def height(self, row: int) -> int:
        """How high a row is."""
        return self._tops[row + 1] - self._tops[row]

    def at(self, y: int) -> int:
        """The row at `y`; the first or the last one beyond the ends, -1 where there is none."""
        return min(max(0, bisect_right(self._tops, y) - 1), len(self._tops) - 2)


def cells_of(theme: Theme, row: Row, area: QRect, *, active: bool, editable: bool) -> Cells:
    """The cells of a row that takes up `area`; an `active` one, hovered or current, shows what can be done with it."""
    if row.kind is RowKind.HEAD:
        return _head_cells(theme, area)
    line = QRect(area.x(), area.y(), area.width(), row_px(theme))
    cut = _Cutter(line)
    hit = theme.sizes.min_hit
    wide = _age_px(theme) if row.time_s is not None or row.lacks_stamp else 0
    age = cut(wide) if wide else _NONE
    can_act = active and editable and row.is_editable
    changed_px = count_width(theme, f"+{row.mark.changed}") if row.mark.changed else 0
    dot_px = DOT_PX if row.mark.unsaved or row.mark.clash else 0
    always = [px + _GAP_PX for px in (changed_px, dot_px, *((hit, hit) if can_act else ())) if px]
    sent_px, note_px = _chips_px(theme, row, cut.end - line.x() - TEXT_LEFT_PX - sum(always))
    sent = cut(sent_px) if sent_px else _NONE
    note = cut(note_px) if note_px else _NONE
    changed = cut(changed_px) if changed_px else _NONE
    dot = cut(dot_px) if dot_px else _NONE
    remove, edit = (cut(hit), cut(hit)) if can_act else (_NONE, _NONE)
    handle = QRect(line.x() + _HANDLE_LEFT_PX, line.y(), _HANDLE_PX, line.height()) if can_act else _NONE
    left = line.x() + TEXT_LEFT_PX
    opens = _NONE
    if row.has_sections:
        opens = QRect(left, line.y(), theme.icon_sizes.mark, line.height())
        left += theme.icon_sizes.mark + _GAP_PX // 2
    text = QRect(left, line.y(), max(0, cut.end - left - _GAP_PX), line.height())
    strip, why, fix = _strip_cells(theme, row, area, editable=editable)
    return Cells(handle, opens, text, edit, remove, dot, changed, note, sent, age, strip, why, fix, _NONE)


def marks_px(cells: Cells, width: int) -> int:
    """What the marks of a row of `width` px take at its trailing end, with the dot that it gets once it is unsaved."""
    marks = [
        cell for cell in (cells.dot, cells.changed, cells.note, cells.sent, cells.age) if not cell.isEmpty()
    ]
    if not marks:
        return 0
    dot_px = DOT_PX + _GAP_PX if cells.dot.isEmpty() else 0
    return width - min(cell.x() for cell in marks) + dot_px + _GAP_PX


class _Cutter:
    """Takes cells off the trailing end of a line."""

    def __init__(self, line: QRect) -> None:
        self._line = line
        self.end = line.x() + line.width() - _RIGHT_PX

    def __call__(self, width: int) -> QRect:
        cell = QRect(self.end - width, self._line.y(), width, self._line.height())
        self.end -= width + _GAP_PX
        return cell


def _head_cells(theme: Theme, area: QRect) -> Cells:
    height = theme.row_height(HEAD_PX)
    line = QRect(area.x(), area.y() + area.height() - height, area.width(), height)
    hit = theme.sizes.min_hit
    fold = QRect(line.x() - 4, line.y(), hit, height)
    menu = QRect(line.x() + line.width() - hit - 4, line.y(), hit, height)
    left = line.x() + hit - 2
    text = QRect(left, line.y(), max(0, menu.x() - left - _GAP_PX), height)
    return NO_CELLS._replace(handle=fold, text=text, menu=menu)


def _age_px(theme: Theme) -> int:
    metrics = theme.metrics("meta")
    longest = shown.age(0.0, _WORST_AGE_DAYS * shown.DAY_S)
    return max(metrics.horizontalAdvance(longest), metrics.horizontalAdvance(tr("no stamp")))


def _chips_px(theme: Theme, row: Row, room: int) -> tuple[int, int]:
    """How wide the mark of what the agent gets and the note are, beside the least room of the words.

    The note is cut first, then the mark is its icon alone, and a note that is too short to tell anything is left out:
    the tool tip has it all.
    """
    room -= _least_words_px(theme, row)
    note = chip_width(theme, row.note, with_icon=False) + _GAP_PX if row.note else 0
    least = min(note, chip_width(theme, row.note[:_LEAST_NOTE_CHARS] + "…", with_icon=False) + _GAP_PX)
    sent, icon = 0, 0
    if row.sent is not Sent.UNKNOWN:
        icon = theme.icon_sizes.row + _GAP_PX
        is_chip = row.sent is Sent.LEFT_OUT
        sent = chip_width(theme, tr("Left out"), with_icon=True) + _GAP_PX if is_chip else icon
    if sent + least > room:
        sent = icon
    note = min(note, room - sent)
    return max(0, sent - _GAP_PX), note - _GAP_PX if note >= least else 0


def _least_words_px(theme: Theme, row: Row) -> int:
    opens = theme.icon_sizes.mark + _GAP_PX // 2 if row.has_sections else 0
    return opens + _GAP_PX + _LEAST_WORDS_CHARS * theme.metrics("body").averageCharWidth()


def warning_room(theme: Theme, strip: QRect, why: QRect) -> QRect:
    """Where the words of a warning stand in its strip."""
    left = strip.x() + 2 * _STRIP_PAD_PX + theme.icon_sizes.row
    return QRect(left, strip.y(), max(1, why.x() - left), strip.height())


def warning_px(theme: Theme, row: Row, width: int, *, editable: bool) -> int:
    """How wide the words of the warning of `row` may be in a list of `width` px."""
    area = QRect(0, 0, width, height_of(theme, row, None))
    strip, why, _fix = _strip_cells(theme, row, area, editable=editable)
    return warning_room(theme, strip, why).width()


def _strip_cells(theme: Theme, row: Row, area: QRect, *, editable: bool) -> tuple[QRect, QRect, QRect]:
    if not row.losses:
        return _NONE, _NONE, _NONE
    left, top = area.x() + TEXT_LEFT_PX, area.y() + row_px(theme)
    height = area.height() - row_px(theme) - HAIRLINE_PX - _STRIP_AIR_PX
    strip = QRect(left, top, area.width() - TEXT_LEFT_PX - _RIGHT_PX, height)
    button_px = _strip_line_px(theme) - 4
    button_top = top + (height - button_px) // 2
    end = strip.x() + strip.width() - 3
    metrics = theme.metrics("body", Weight.Medium)
    fix = _NONE
    if editable and row.losses[0].repair:
        wide = metrics.horizontalAdvance(tr("Fix")) + 2 * _STRIP_PAD_PX
        fix = QRect(end - wide, button_top, wide, button_px)
        end = fix.x() - _GAP_PX
    wide = metrics.horizontalAdvance(tr("Why")) + 2 * _STRIP_PAD_PX
    why = QRect(end - wide, button_top, wide, button_px)
    return strip, why, fix


Heighten = Callable[[Row], int | None]
"""The height of a row that holds a widget; None for one that does not."""

WarningLines = Callable[[Row], int]
"""How many lines the warning of a row takes."""


def heights_of(theme: Theme, rows: Sequence[Row], heighten: Heighten, warning_lines: WarningLines) -> Heights:
    """The heights of `rows`."""
    found = []
    above: Row | None = None
    for row in rows:
        height = heighten(row)
        if height is None:
            height = height_of(theme, row, above, warning_lines(row) if row.losses else 0)
        found.append(height)
        above = row
    return Heights(found)
