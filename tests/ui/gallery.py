"""Draws every part of the kit in every state, as in the design's picture of components.

`python -m tests.ui.gallery FOLDER [TEXT_PX]` writes the pictures, to be looked at.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QStyle,
    QStyleOption,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from memdesk.ui.theme.fonts import Weight
from memdesk.ui.theme.manager import Preferences, ThemeManager, install_theme
from memdesk.ui.widgets.buttons import Button, IconButton, LinkButton, PrimaryButton, QuietButton
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.chips import Chip, ChipButton, KeyCap, Monogram
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.fields import Field, FilterField
from memdesk.ui.widgets.labels import ElidedLabel, Hairline, PlaneFrame, TextLabel
from memdesk.ui.widgets.lines.line import Line, LineKind, unchanged_runs
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.marks import MarkLabel, MarkName, Marks
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.meter import BudgetMeter, Segment
from memdesk.ui.widgets.notices import Bar, Strip
from memdesk.ui.widgets.rail import RailButton
from memdesk.ui.widgets.status_bar import StatusBar
from memdesk.ui.widgets.switch import ModeSwitch
from memdesk.ui.widgets.tabs import TabBar
from memdesk.ui.widgets.tree_row import TreeRole, TreeRow
from memdesk.ui.widgets.tree_view import TreeView

INDEX = (
    Line(
        "## Project facts — Go 1.23 service behind Caddy, Postgres 16; jobs run in a separate worker.",
        number=1,
    ),
    Line(
        "## Decisions — Use npm for the admin UI in tools/admin.",
        LineKind.REMOVED,
        words=((17, 20), (42, 53)),
    ),
    Line("## Decisions — Prefer pnpm over npm everywhere.", LineKind.ADDED, words=((15, 31),)),
    Line("## 2026.11 cut from main — ```", LineKind.ADDED),
    Line("## Open issues — (empty)", number=4),
    Line(
        "## References — hidden \u202eright to left\u202c and \u200bzero, byte \udce9, 日本語, é́, 👩‍💻",
        number=5,
    ),
    Line("## Deploy notes — Deploy from the release branch only, never on a Friday.", number=6),
    Line("Index ends here: first line of each section, 80 bytes", LineKind.CUT),
    Line("- Start everything with `make dev`, run tests with `make test`", LineKind.LOST),
    Line("- Migrations live in db/migrations; never edit one that has shipped", LineKind.LOST),
    Line("8 more lines stay in the file. evva reads them only when it opens MEMORY.md.", LineKind.NOTE),
)


def _as_hovered(widget: QWidget) -> QWidget:
    """Make `widget` paint itself as hovered: offscreen there is no pointer."""
    return _as(widget, QStyle.StateFlag.State_MouseOver, "underMouse")


def _as_focused(widget: QWidget) -> QWidget:
    """Make `widget` paint itself as focused: there is only one focus."""
    return _as(widget, QStyle.StateFlag.State_HasFocus, "hasFocus")


def _as(widget: QWidget, state: QStyle.StateFlag, query: str) -> QWidget:
    kind: type[QWidget] = type(widget)

    def styled(option: QStyleOption) -> None:
        kind.initStyleOption(widget, option)  # type: ignore[attr-defined]
        option.state |= state

    # On the object: of one whose class is exchanged, Qt for Python frees what it does not own.
    setattr(widget, query, lambda: True)
    if hasattr(kind, "initStyleOption"):
        widget.initStyleOption = styled  # type: ignore[attr-defined]
    return widget


def main(folder: Path, text_px: int = 13) -> None:
    app = QApplication.instance() or QApplication(["gallery"])
    assert isinstance(app, QApplication)
    font = app.font()
    font.setPixelSize(text_px)
    app.setFont(font)
    themes = install_theme(app)
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        themes.set_preferences(Preferences(scheme=scheme))
        for name, page in (("components", _components), ("panels", _panels)):
            widget = page(themes)
            widget.show()
            widget.setFocus()
            app.processEvents()
            widget.grab().save(str(folder / f"{name}-{scheme}.png"))
            Shiboken.delete(widget)
    _right_to_left(app, themes, folder)
    Shiboken.delete(themes)


def _right_to_left(app: QApplication, themes: ThemeManager, folder: Path) -> None:
    app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    themes.set_preferences(Preferences(scheme="light", high_contrast="on"))
    for name, page in (("components", _components), ("panels", _panels)):
        widget = page(themes)
        widget.show()
        app.processEvents()
        widget.grab().save(str(folder / f"{name}-rtl-contrast.png"))
        Shiboken.delete(widget)
    app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def _components(themes: ThemeManager) -> QWidget:
    page = PlaneFrame("window")
    page.resize(720, 620)
    grid = QGridLayout(page)
    grid.setContentsMargins(32, 24, 32, 24)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(14)
    rows: list[tuple[str, Sequence[QWidget]]] = [
        ("Primary", _states(themes, PrimaryButton)),
        ("Secondary", _states(themes, Button)),
        ("Quiet", [*_states(themes, QuietButton), LinkButton(themes, "Link")]),
        ("More", _more_buttons(themes)),
        ("Field", _fields(themes)),
        ("Check, switch", _checks(themes)),
        ("Chips", _chips(themes)),
        ("Tree row", [_tree(themes, _rows_plain()), _tree(themes, _rows_marked())]),
        ("Marks", _marks(themes)),
        ("Meter", _meters(themes)),
    ]
    for place, (label, widgets) in enumerate(rows):
        grid.addWidget(TextLabel(themes, label, role="small", tone="text2"), place, 0)
        line = QHBoxLayout()
        line.setSpacing(8)
        for widget in widgets:
            line.addWidget(widget)
        line.addStretch(1)
        grid.addLayout(line, place, 1)
    grid.setRowStretch(len(rows), 1)
    return page


def _states(themes: ThemeManager, kind: type[Button]) -> list[QWidget]:
    names = ("Rest", "Hover", "Pressed", "Focus", "Disabled")
    rest, hover, pressed, focus, disabled = (kind(themes, name) for name in names)
    _as_hovered(hover)
    pressed.setDown(True)
    _as_focused(focus)
    disabled.setEnabled(False)
    return [rest, hover, pressed, focus, disabled]


def _more_buttons(themes: ThemeManager) -> list[QWidget]:
    chosen = Button(themes, "Compare", icon="columns-3")
    chosen.setCheckable(True)
    chosen.setChecked(True)
    return [
        Button(themes, "api", icon="folder", chevron=True),
        PrimaryButton(themes, "Use this result", keys=QKeySequence("Ctrl+Return")),
        QuietButton(themes, "Add text", icon="plus"),
        chosen,
        IconButton(themes, "ellipsis", "More"),
        IconButton(themes, "panel-right", "Preview", kind="default"),
    ]


def _fields(themes: ThemeManager) -> list[QWidget]:
    rest = Field(themes, "Rest", placeholder="Rest")
    hover = _as_hovered(Field(themes, "Hover", placeholder="Hover"))
    focus = Field(themes, "Focus")
    focus.setText("Focus")
    _as_focused(focus)
    wrong = Field(themes, "Error")
    wrong.setText("Error")
    wrong.set_invalid("No such folder")
    fields: list[QWidget] = [rest, hover, focus, wrong]
    for field in fields:
        assert isinstance(field, QLineEdit)
        field.setFixedWidth(112)
    return fields


def _checks(themes: ThemeManager) -> list[QWidget]:
    boxes = [CheckBox(themes) for _ in range(5)]
    boxes[1].setChecked(True)
    boxes[2].setTristate(True)
    boxes[2].setCheckState(Qt.CheckState.PartiallyChecked)
    _as_focused(boxes[3])
    boxes[4].setEnabled(False)
    switch = ModeSwitch(themes, "View", [("sections", "Sections"), ("source", "Source")])
    return [*boxes, CheckBox(themes, "Label"), switch]


def _chips(themes: ThemeManager) -> list[QWidget]:
    return [
        Chip(themes, "Near-duplicate", icon="copy"),
        Chip(themes, "Learned", icon="plus", tone="add"),
        Chip(themes, "Changed", icon="pencil", tone="accent"),
        Chip(themes, "Removed", icon="minus", tone="rem"),
        Chip(themes, "Pinned", icon="pin", tone="warn"),
        Chip(themes, "Writing", icon="activity", tone="live"),
        ChipButton(themes, "31"),
        KeyCap(themes, QKeySequence("Ctrl+T")),
        Monogram(themes, "ev", "evva"),
    ]


def _marks(themes: ThemeManager) -> list[QWidget]:
    names: tuple[tuple[MarkName, str], ...] = (
        ("unsaved", "unsaved"),
        ("problem", "problem"),
        ("conflict", "conflict"),
        ("read_only", "read-only"),
        ("writing", "writing"),
    )
    return [MarkLabel(themes, mark, text, tone="text") for mark, text in names]


def _meters(themes: ThemeManager) -> list[QWidget]:
    parts = (Segment("EVVA.md", 912, "control"), Segment("PROFILE", 1004, "text2"), Segment("index", 398))
    meters = [BudgetMeter(themes) for _ in range(3)]
    meters[0].set_budget(parts, None, "2,314 characters")
    meters[1].set_budget(parts, 4000, "2,314 of 4,000 characters")
    meters[2].set_budget(parts, 2000, "314 characters over")
    for meter in meters:
        meter.setFixedWidth(150)
    return list(meters)


def _rows_plain() -> list[TreeRow]:
    return [TreeRow("MEMORY.md", "file-text", keeps_end=True, size="2 KB", age="2 h") for _ in range(4)]


def _rows_marked() -> list[TreeRow]:
    heavy = Weight.Medium
    return [
        TreeRow("MEMORY.md", "file-text", weight=heavy, marks=Marks(unsaved=True), size="2 KB", age="2 h"),
        TreeRow("MEMORY.md", "file-text", weight=heavy, marks=Marks(changed=2), size="2 KB", age="2 h"),
        TreeRow(
            "MEMORY-of-much.md",
            "file-text",
            keeps_end=True,
            marks=Marks(problem=True),
            size="2 KB",
            age="2 h",
        ),
        TreeRow("limits.json", "braces", marks=Marks(read_only=True), size="2 KB", age="2 h", hits=((0, 3),)),
    ]


def _tree(themes: ThemeManager, rows: Sequence[TreeRow]) -> QWidget:
    frame = _card_frame()
    frame.setFixedSize(206, 4 * 28 + 10)
    column = QVBoxLayout(frame)
    column.setContentsMargins(4, 4, 1, 4)
    model = QStandardItemModel(frame)
    for row in rows:
        model.appendRow(_item(row))
    view = TreeView(themes, "Rows")
    view.setModel(model)
    view.setRootIsDecorated(False)
    if rows[0].marks == rows[1].marks:
        _as_focused(view)
        view.setCurrentIndex(model.index(2, 0))
        view._hover_at(40)
    column.addWidget(view)
    return frame


def _card_frame() -> QFrame:
    frame = QFrame()
    frame.setObjectName("card")
    return frame


def _item(row: TreeRow) -> QStandardItem:
    item = QStandardItem(row.name)
    item.setData(row, TreeRole.ROW)
    return item


def _panels(themes: ThemeManager) -> QWidget:
    window = PlaneFrame("window")
    window.resize(1440, 900)
    outer = QVBoxLayout(window)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.setSpacing(0)
    body = QHBoxLayout()
    body.setSpacing(0)
    body.addWidget(_rail(themes))
    body.addWidget(_side(themes))
    body.addWidget(Hairline(themes, upright=True))
    body.addWidget(_centre(themes), 1)
    body.addWidget(Hairline(themes, upright=True))
    body.addWidget(_right(themes))
    outer.addLayout(body, 1)
    outer.addWidget(_status(themes))
    return window


def _rail(themes: ThemeManager) -> QWidget:
    rail = PlaneFrame("rail")
    rail.setFixedWidth(45)
    column = QVBoxLayout(rail)
    column.setContentsMargins(0, 4, 0, 4)
    column.setSpacing(0)
    icons = ("brain", "inbox", "scissors", "search", "triangle-alert", "history")
    buttons = [RailButton(themes, icon, icon) for icon in icons]
    buttons[0].setChecked(True)
    buttons[1].set_badge(3, "3 to review")
    buttons[4].set_badge(2, "2 problems", "warn")
    _as_hovered(buttons[2])
    _as_focused(buttons[3])
    buttons[5].setEnabled(False)
    for button in buttons:
        column.addWidget(button)
    column.addStretch(1)
    column.addWidget(RailButton(themes, "settings", "Settings"))
    return rail


def _side(themes: ThemeManager) -> QWidget:
    panel = PlaneFrame("panel")
    panel.setFixedWidth(280)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    header = PlaneFrame("header")
    header.setFixedHeight(44)
    row = QHBoxLayout(header)
    row.setContentsMargins(12, 0, 12, 0)
    row.addWidget(FilterField(themes, "Filter", placeholder="Filter", keys=QKeySequence("Ctrl+T")), 1)
    row.addWidget(IconButton(themes, "plus", "Add"))
    column.addWidget(header)
    inner = QVBoxLayout()
    inner.setContentsMargins(6, 6, 0, 6)
    view = TreeView(themes, "Memory")
    model = _memory(view)
    view.setModel(model)
    view.expandAll()
    view.collapse(model.index(2, 0))
    selected = model.match(model.index(0, 0), 0, "Decisions", 1, _DEEP)[0]
    _as_focused(view)
    view.setCurrentIndex(selected)
    inner.addWidget(view)
    column.addLayout(inner, 1)
    return panel


_DEEP = Qt.MatchFlag.MatchRecursive | Qt.MatchFlag.MatchExactly


def _memory(parent: QWidget) -> QStandardItemModel:
    model = QStandardItemModel(parent)
    bold, medium = Weight.DemiBold, Weight.Medium
    evva = _item(TreeRow("evva", monogram="ev", weight=bold, marks=Marks(writing=True), size="3 projects"))
    you = _item(TreeRow("You", "user", ink="text2"))
    you.appendRow(_item(TreeRow("USER_PROFILE.md", "file-text", keeps_end=True, size="1 KB", age="3 d")))
    api = _item(TreeRow("api", "folder", ink="text2"))
    api.appendRow(_item(TreeRow("EVVA.md", "pen-line", keeps_end=True, size="1 KB", age="21 d")))
    marks = Marks(unsaved=True, changed=2)
    memory = _item(
        TreeRow("MEMORY.md", "file-text", "", medium, keeps_end=True, marks=marks, size="2 KB", age="2 h")
    )
    memory.appendRow(_item(TreeRow("Project facts", ink="text2", marks=Marks(changed=1), size="5 lines")))
    decisions = Marks(unsaved=True, problem=True)
    memory.appendRow(_item(TreeRow("Decisions", ink="text2", marks=decisions, size="7 lines")))
    memory.appendRow(_item(TreeRow("Open issues", ink="text2", size="empty")))
    api.appendRow(memory)
    for child in (you, api, _item(TreeRow("shop-frontend", "folder", ink="text2", marks=Marks(changed=1)))):
        evva.appendRow(child)
    model.appendRow(evva)
    ub = _item(TreeRow("ub", monogram="ub", weight=bold, size="2 projects"))
    ub.appendRow(
        _item(
            TreeRow("memory.md", "list", keeps_end=True, marks=Marks(conflict=True), size="5 KB", age="9 min")
        )
    )
    model.appendRow(ub)
    forest = _item(TreeRow("ForestHub", monogram="FH", weight=bold))
    forest.appendRow(
        _item(TreeRow("limits.json", "braces", marks=Marks(read_only=True), size="1 KB", age="12 d"))
    )
    model.appendRow(forest)
    model.appendRow(_item(TreeRow("a" * 300, monogram="OK", weight=bold, size="24 facts")))
    return model


def _centre(themes: ThemeManager) -> QWidget:
    centre = PlaneFrame("window")
    column = QVBoxLayout(centre)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    header = PlaneFrame("header")
    header.setFixedHeight(44)
    row = QHBoxLayout(header)
    row.setContentsMargins(24, 0, 16, 0)
    row.addWidget(ElidedLabel(themes, "MEMORY.md", weight=Weight.DemiBold))
    row.addStretch(1)
    row.addWidget(MarkLabel(themes, "unsaved", "1 section unsaved"))
    row.addWidget(ModeSwitch(themes, "View", [("sections", "Sections"), ("source", "Source")]))
    row.addWidget(PrimaryButton(themes, "Save"))
    column.addWidget(header)
    bar = Bar(themes)
    bar.show_note(
        "evva changed “Decisions” while you were editing it.", "Nothing is lost; the rest was merged."
    )
    for text in ("Keep mine", "Use evva’s", "Compare"):
        bar.add_action(text)
    column.addWidget(bar)
    page = QVBoxLayout()
    page.setContentsMargins(24, 20, 24, 20)
    page.setSpacing(12)
    page.addWidget(_card(themes))
    strip = Strip(themes)
    strip.show_warning("evva would split this section at line 6 on its next write", fixable=True, more=2)
    page.addWidget(strip)
    page.addWidget(TextLabel(themes, "5 agents keep memory on this computer", role="title"))
    empty = EmptyState(
        themes,
        "inbox",
        "No memory here yet",
        "Looked in 14 places. Add a folder, or open the sample to try it out.",
    )
    empty.add_action("Add folder…", kind="primary")
    empty.add_action("Open sample")
    page.addWidget(empty, 1)
    column.addLayout(page, 1)
    return centre


def _card(themes: ThemeManager) -> QWidget:
    card = _card_frame()
    card.setProperty("caret", True)
    row = QHBoxLayout(card)
    row.setContentsMargins(34, 4, 6, 4)
    row.addWidget(TextLabel(themes, "Decisions", weight=Weight.DemiBold))
    row.addWidget(TextLabel(themes, "7 lines", role="small", tone="text3"))
    row.addWidget(MarkLabel(themes, "unsaved", "Unsaved", weight=Weight.Medium, tone="text"))
    row.addStretch(1)
    row.addWidget(QuietButton(themes, "Revert", icon="undo-2"))
    row.addWidget(IconButton(themes, "ellipsis", "More"))
    return card


def _right(themes: ThemeManager) -> QWidget:
    panel = PlaneFrame("panel")
    panel.setFixedWidth(380)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    tabs = TabBar(themes, "Preview")
    for name in ("Index", "Rendered", "Diff", "History"):
        tabs.addTab(name)
    column.addWidget(tabs)
    column.addWidget(Hairline(themes))
    inner = QVBoxLayout()
    inner.setContentsMargins(16, 16, 16, 16)
    inner.setSpacing(12)
    index = LinesView(themes, "Index text")
    index.set_lines(INDEX)
    inner.addWidget(index, 3)
    diff = LinesView(themes, "Diff")
    many = [Line(f"line {n}", number=n) for n in range(1, 24)] + [
        Line("new", LineKind.ADDED),
        Line("x", number=25),
    ]
    diff.set_lines(many, unchanged_runs(many))
    _as_focused(diff)
    diff.select_all()
    inner.addWidget(diff, 1)
    column.addLayout(inner, 1)
    menu = PopupMenu(themes, panel)
    menu.addAction(themes.icons.icon("copy"), "Copy")
    menu.addAction("Move up").setShortcut(QKeySequence("Alt+Up"))
    menu.addSeparator()
    checked = menu.addAction("Pin")
    checked.setCheckable(True)
    checked.setChecked(True)
    menu.addMenu("Move to").addAction("x")
    menu.addAction("Rename").setEnabled(False)
    menu.setWindowFlags(Qt.WindowType.Widget)
    menu.setActiveAction(menu.actions()[1])
    inner.addWidget(menu)
    menu.show()
    return panel


def _status(themes: ThemeManager) -> QWidget:
    bar = StatusBar(themes)
    bar.add_part("Watching", "leading").set_fact("Watching 41 files", icon="circle-dot", icon_role="live")
    bar.add_part("Writer", "leading").set_fact(
        "evva is writing", icon="activity", icon_role="live", ink="live", pulsing=True
    )
    bar.add_part("Path", "middle", drops=3, elastic=True).set_fact("~/.evva/projects/api/MEMORY.md")
    bar.add_part("Size", "trailing").set_fact("2.1 KB of 64 KB")
    bar.add_part("Encoding", "trailing", drops=2).set_fact("UTF-8")
    bar.add_part("Line ends", "trailing", drops=1).set_fact("LF")
    bar.add_part("Reach", "trailing").set_fact("Reaches the agent next session", icon="clock")
    return bar


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(int(size) for size in sys.argv[2:]))
