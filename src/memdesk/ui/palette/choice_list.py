"""The list of the box: headings between the choices, hits in the titles, keys at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QAbstractListModel, QRect, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from memdesk.services.remembered.fuzzy import found_places
from memdesk.ui import format as shown
from memdesk.ui.i18n import listed, tr
from memdesk.ui.palette.choice import Answer, Choice, Group
from memdesk.ui.plain import plain_name
from memdesk.ui.theme.fonts import FontRole, Weight
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.theme.masks import SecretMasks
from memdesk.ui.theme.tokens import ColorRole
from memdesk.ui.widgets.list_view import NOWHERE, Index, ListDelegate, ListRow, ListView
from memdesk.ui.widgets.paint import draw_key_cap, key_cap_height, key_cap_width
from memdesk.ui.widgets.tips import cap_words, native_keys

_PAD_PX = 12
_GAP_PX = 8
_CAP_GAP_PX = 4
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_ONE_RUN = _ONE_LINE | Qt.TextFlag.TextDontClip
_Role = Qt.ItemDataRole
_ROLES = (_Role.DisplayRole, _Role.AccessibleTextRole, _Role.AccessibleDescriptionRole)


class _Line(NamedTuple):
    """A row: a heading, or a choice, and which of all choices it is."""

    heading: str = ""
    choice: Choice | None = None
    number: int = 0


def _title_of(group: Group) -> str:
    titles = {
        Group.RECENT: tr("Recent"),
        Group.COMMANDS: tr("Commands"),
        Group.MEMORY: tr("Memory"),
        Group.SETTINGS: tr("Settings"),
        Group.LATER: tr("Not possible now"),
    }
    return titles[group]


class ChoiceModel(QAbstractListModel):
    """The choices that answer, with a heading before each group."""

    def __init__(self, masks: SecretMasks) -> None:
        super().__init__()
        self._masks = masks
        self.lines: tuple[_Line, ...] = ()
        self._answer = Answer("", (), 0)

    def set_answer(self, answer: Answer) -> None:
        """Show these; what is shown already is left as it is."""
        if answer is self._answer:
            return
        self.beginResetModel()
        self.lines = tuple(_lines(answer))
        self._answer = answer
        self.endResetModel()

    def title(self, choice: Choice) -> str:
        """Its title as it may be shown."""
        return plain_name(
            self._masks.shown_in(choice.title, choice.around) if choice.is_body else choice.title
        )

    def found_in(self, choice: Choice, title: str) -> frozenset[int]:
        """The places that answer in its title as it is shown: of the few rows in view, not of all that were found."""
        # Where something of the title was renamed or masked, places would mean other characters.
        return frozenset(found_places(self._answer.query, title)) if title == choice.title else frozenset()

    def is_heading(self, row: int) -> bool:
        """Whether nothing can be chosen in this row."""
        return not 0 <= row < len(self.lines) or self.lines[row].choice is None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> object:
        if role not in _ROLES or not 0 <= index.row() < len(self.lines):
            return None
        line = self.lines[index.row()]
        if line.choice is None:
            return line.heading if role != _Role.AccessibleDescriptionRole else None
        if role == _Role.AccessibleDescriptionRole:
            return tr(
                "{n} of {count}", n=shown.number(line.number), count=shown.number(len(self._answer.choices))
            )
        title = self.title(line.choice)
        if role == _Role.DisplayRole:
            return title
        said = (
            title,
            line.choice.why_not or line.choice.more,
            native_keys(line.choice.keys or QKeySequence()),
        )
        return listed(said)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.is_heading(index.row()):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren


def _lines(answer: Answer) -> Iterator[_Line]:
    numbered = enumerate(answer.choices, 1)
    for group, choices in groupby(numbered, key=lambda each: each[1].group):
        yield _Line(_title_of(group))
        for number, choice in choices:
            yield _Line("", choice, number)


class ChoiceList(ListView):
    """Led by the field above it; headings are passed over."""

    def __init__(self, themes: ThemeManager, model: ChoiceModel, field: QWidget) -> None:
        super().__init__(themes, model, tr("Hits"), leader=field, delegate=_ChoiceDelegate)
        self.choices = model
        self.setUniformItemSizes(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def row_at(self, number: int) -> ListRow | None:  # noqa: ARG002 - its delegate asks the model
        """Rows are painted from the model itself."""
        return None

    @property
    def current(self) -> Choice | None:
        """What is chosen now."""
        row = self.currentIndex().row()
        return self.choices.lines[row].choice if 0 <= row < len(self.choices.lines) else None

    def choose(self, key: str) -> bool:
        """Go to the choice of this key; where there is none, begin at the first. Returns whether there is one."""
        self.scrollToTop()
        rows = [row for row, line in enumerate(self.choices.lines) if line.choice and line.choice.key == key]
        self._go_to(rows[0] if rows else next(iter(self._rows()), -1))
        return bool(rows)

    def step(self, by: int) -> None:
        """Go on by so many choices; round the ends by single steps."""
        rows = list(self._rows())
        if not rows:
            return
        here = rows.index(self.currentIndex().row()) if self.currentIndex().row() in rows else -1
        to = (here + by) % len(rows) if abs(by) == 1 else min(max(here + by, 0), len(rows) - 1)
        self._go_to(rows[to])
        if to == 0:
            self.scrollToTop()

    def _rows(self) -> Iterator[int]:
        return (row for row, line in enumerate(self.choices.lines) if line.choice is not None)

    def _go_to(self, row: int) -> None:
        self.setCurrentIndex(self.choices.index(row) if row >= 0 else NOWHERE)

    def height_of(self, most_rows: int) -> int:
        """The height in px that shows all rows, or so many and the headings between them."""
        count, high = 0, 0
        for row, line in enumerate(self.choices.lines):
            count += line.choice is not None
            if count > most_rows:
                break
            high += self.sizeHintForRow(row)
        return high


class _ChoiceDelegate(ListDelegate):
    def __init__(self, themes: ThemeManager, view: ListView, *, is_led: bool) -> None:
        super().__init__(themes, view, is_led=is_led)
        self._caps: dict[str, Sequence[str]] = {}
        """By shortcut: to take its name apart takes longer than to paint it."""
        self._take_sizes()
        themes.fonts_changed.connect(self._take_sizes)

    def _take_sizes(self) -> None:
        # Qt asks for the size of every row at once, of hundreds.
        theme = self.themes.theme
        self._heading_size = QSize(0, theme.row_height(theme.sizes.tree_row))
        self._choice_size = QSize(0, theme.row_height(theme.sizes.palette_row))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: ARG002 - by its kind alone
        view = self.view
        assert isinstance(view, ChoiceList)
        # To ask for its flags would be two more calls between the languages.
        return self._heading_size if view.choices.is_heading(index.row()) else self._choice_size

    def paint_row(self, painter: QPainter, area: QRect, number: int) -> None:
        view = self.view
        assert isinstance(view, ChoiceList)
        if number >= len(view.choices.lines):
            return
        line = view.choices.lines[number]
        if line.choice is None:
            place = self.part(area, _PAD_PX, area.width() - 2 * _PAD_PX)
            painter.setFont(self.themes.theme.font("meta", Weight.Medium))
            painter.setPen(self.themes.theme.pen("text2"))
            painter.drawText(place, _ONE_LINE, line.heading)
            return
        title = view.choices.title(line.choice)
        self._paint_choice(painter, area, line.choice, title, view.choices.found_in(line.choice, title))

    def _paint_choice(
        self, painter: QPainter, area: QRect, choice: Choice, title: str, places: frozenset[int]
    ) -> None:
        theme, ink = self.themes.theme, _ink_of(choice)
        size = theme.icon_sizes.button
        if choice.icon:
            self.themes.icons.draw(
                painter, self.part(area, _PAD_PX, size), choice.icon, _icon_ink(choice), size
            )
        left, end = _PAD_PX + size + _GAP_PX, area.width() - _PAD_PX
        end -= self._paint_keys(painter, area, end, choice.keys)
        shown = self.texts.fitting(title, "body", end - left)
        taken = self._paint_title(painter, area, left, shown, places, ink)
        rest = end - left - taken - _GAP_PX
        more = plain_name(choice.why_not or choice.more)
        if rest > 0 and more:
            more = self.texts.fitting(more, "small", rest)
            self.draw(painter, self.part(area, left + taken + _GAP_PX, rest), more, "small", "text3")

    def _paint_title(
        self, painter: QPainter, area: QRect, left: int, text: str, hits: frozenset[int], ink: ColorRole
    ) -> int:
        """Paint a title run by run, hits in bold; how wide it is, in px."""
        theme, at = self.themes.theme, left
        runs = groupby(enumerate(text), key=lambda each: each[0] in hits)
        for is_hit, letters in runs:
            run = "".join(letter for _, letter in letters)
            role: FontRole = "body"
            weight = Weight.Bold if is_hit else None
            wide = theme.metrics(role, weight).horizontalAdvance(run)
            painter.setFont(theme.font(role, weight))
            painter.setPen(theme.pen("accentText" if is_hit else ink))
            painter.drawText(self.part(area, at, wide), _ONE_RUN, run)
            at += wide
        return at - left

    def _paint_keys(self, painter: QPainter, area: QRect, end: int, keys: QKeySequence | None) -> int:
        """Paint the caps of a shortcut, up to `end`; how much room they take, in px."""
        caps = self._caps_of(keys)
        theme, at = self.themes.theme, end
        high = key_cap_height(theme)
        for cap in reversed(caps):
            wide = key_cap_width(theme, cap)
            place = self.part(area, at - wide, wide)
            draw_key_cap(painter, theme, QRect(place.x(), area.center().y() - high // 2, wide, high), cap)
            at -= wide + _CAP_GAP_PX
        return end - at + _GAP_PX if caps else 0

    def _caps_of(self, keys: QKeySequence | None) -> Sequence[str]:
        name = keys.toString() if keys is not None else ""
        if name not in self._caps:
            self._caps[name] = caps_of(keys)
        return self._caps[name]


def caps_of(keys: QKeySequence | None) -> Sequence[str]:
    """The keys of a shortcut, one by one, as this platform writes them on caps."""
    written = cap_words(keys) if keys is not None else ""
    # A plus is a key, too, and parts keys.
    return [
        cap.replace("\0", "+") for cap in written.replace("++", "+\0").replace(", ", "+").split("+") if cap
    ]


def _ink_of(choice: Choice) -> ColorRole:
    return "text3" if choice.why_not else "text"


def _icon_ink(choice: Choice) -> ColorRole:
    return "text3" if choice.why_not else "text2"
