"""The smaller parts: labels, chips, marks, meter, notices, status bar, menus, tabs."""

from __future__ import annotations

from functools import partial
from itertools import groupby, pairwise
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QHelpEvent, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMenu,
    QMessageBox,
    QTableWidget,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from memdesk.ui.inbox.screen import InboxScreen
from memdesk.ui.lazy_page import LazyPage
from memdesk.ui.theme.manager import Preferences, ThemeManager
from memdesk.ui.widgets.breadcrumb import Breadcrumb, Crumb
from memdesk.ui.widgets.buttons import Button
from memdesk.ui.widgets.chips import Chip, KeyCap
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.focus import focusable_in
from memdesk.ui.widgets.labels import (
    ElidedLabel,
    Hairline,
    PlaneFrame,
    RemarkLabel,
    ShortenedLabel,
    TextLabel,
    TwoRowLabel,
)
from memdesk.ui.widgets.marks import MarkLabel, Marks, WarningMark
from memdesk.ui.widgets.menus import PopupMenu
from memdesk.ui.widgets.meter import BudgetMeter, Segment
from memdesk.ui.widgets.notices import Bar, IconLabel, Strip
from memdesk.ui.widgets.status_bar import StatusBar, StatusPart
from memdesk.ui.widgets.tabs import TabBar
from memdesk.ui.widgets.tips import plain_tip, set_tip
from tests.ui.conftest import Show


def colors(image: QImage, y: int) -> list[QColor]:
    return [image.pixelColor(x, y) for x in range(image.width())]


def test_labels_never_read_markup(themes: ThemeManager) -> None:
    label = TextLabel(themes, "<b>bold</b>")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.sizeHint().width() > TextLabel(themes, "bold").sizeHint().width()


def test_tool_tips_never_read_markup() -> None:
    assert plain_tip("a.md") == "a.md"
    assert "&lt;b>&amp;" in plain_tip("<b>&.md")


def test_a_tip_names_the_keys(qapp: object) -> None:
    widget = QLabel()
    set_tip(widget, "Save", QKeySequence("Ctrl+S"))
    assert widget.toolTip() == "Save (Ctrl+S)"


def test_a_label_follows_the_theme_in_whatever_parent(themes: ThemeManager, show: Show) -> None:
    label, other = TextLabel(themes, "████", tone="text3"), PlaneFrame("panel")
    show(label)
    themes.set_preferences(Preferences(scheme="dark"))
    label.setParent(other)
    show(other)
    label.show()
    image = label.grab().toImage()
    assert image.pixelColor(image.width() // 2, image.height() // 2) == themes.theme.color("text3")


@pytest.mark.parametrize("align", [Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignHCenter])
def test_lines_of_a_text_are_as_far_apart_as_the_theme_says(
    themes: ThemeManager, show: Show, align: Qt.AlignmentFlag
) -> None:
    label = TextLabel(themes, "███ ███\n███", wrap=True)
    label.setAlignment(align | Qt.AlignmentFlag.AlignVCenter)
    one = label.fontMetrics().height()
    word = label.fontMetrics().horizontalAdvance("███")
    assert label.heightForWidth(500) == one + themes.theme.line_height("body")
    assert label.heightForWidth(word + 4) == one + 2 * themes.theme.line_height("body")
    label.resize(word + 4, label.heightForWidth(word + 4))
    show(label)
    image = label.grab().toImage()
    ink = themes.theme.color("text")
    inked = [image.pixelColor(image.width() // 2, y) == ink for y in range(image.height())]
    begins = [y for y in range(image.height()) if inked[y] and not (y and inked[y - 1])]
    assert [b - a for a, b in pairwise(begins)] == [themes.theme.line_height("body")] * 2
    assert label.minimumSizeHint().height() == label.heightForWidth(500)


def test_an_elided_label_says_the_whole(themes: ThemeManager, show: Show) -> None:
    label = ElidedLabel(themes, "a very long name " * 20)
    label.resize(80, 20)
    show(label)
    assert label.elided
    assert label.accessibleName() == label.text
    assert label.minimumSizeHint().width() < 100


def test_a_label_is_not_elided_in_its_own_width(themes: ThemeManager, show: Show) -> None:
    label = ElidedLabel(themes, "Watching 41 files", role="small")
    label.resize(label.sizeHint())
    show(label)
    assert not label.elided


def test_planes_and_lines_take_their_colours(themes: ThemeManager, show: Show) -> None:
    plane = PlaneFrame("rail")
    plane.resize(40, 40)
    show(plane)
    assert plane.grab().toImage().pixelColor(10, 10) == themes.theme.color("rail")
    line = Hairline(themes, upright=True, length_px=14)
    show(line)
    assert line.grab().toImage().pixelColor(0, 5) == themes.theme.color("hairline")


@pytest.mark.parametrize("kind", ["chip", "keys"])
def test_small_labels_are_as_wide_as_their_words(themes: ThemeManager, kind: str) -> None:
    made: dict[str, tuple[QWidget, QWidget]] = {
        "chip": (Chip(themes, "Pinned"), Chip(themes, "Pinned", icon="pin")),
        "keys": (KeyCap(themes, QKeySequence("F7")), KeyCap(themes, QKeySequence("Ctrl+Shift+E"))),
    }
    short, long = made[kind]
    assert short.sizeHint().width() < long.sizeHint().width()
    assert short.accessibleName()


def test_marks_keep_their_order() -> None:
    every = Marks(unsaved=True, changed=2, problem=True, conflict=True, read_only=True, writing=True)
    assert every.names() == ("unsaved", 2, "conflict", "problem", "read_only", "writing")
    assert Marks().names() == ()


def test_a_mark_has_a_shape_of_its_own_without_colour(themes: ThemeManager, show: Show) -> None:
    pictures = []
    for mark in ("unsaved", "problem", "conflict", "read_only"):
        label = MarkLabel(themes, mark, "")
        label.resize(20, 20)
        show(label)
        grey = label.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        pictures.append(bytes(grey.constBits()))
    assert len(set(pictures)) == len(pictures)


def meter(themes: ThemeManager, cap: int | None) -> BudgetMeter:
    made = BudgetMeter(themes)
    made.set_budget([Segment("a", 50, "control"), Segment("b", 50, "accent")], cap, "100 characters")
    made.resize(100, 12)
    return made


def test_segments_fill_the_meter_without_a_cap(themes: ThemeManager, show: Show) -> None:
    widget = meter(themes, None)
    show(widget)
    row = colors(widget.grab().toImage(), 6)
    assert row[25] == themes.theme.color("control")
    assert row[75] == themes.theme.color("accent")
    assert widget.accessibleName() == widget.toolTip() == "100 characters"


def test_room_under_the_cap_stays_empty(themes: ThemeManager, show: Show) -> None:
    widget = meter(themes, 200)
    show(widget)
    row = colors(widget.grab().toImage(), 6)
    assert row[75] == themes.theme.color("press")
    assert row[99] == themes.theme.color("control")


def test_what_lies_over_the_cap_is_hatched(themes: ThemeManager, show: Show) -> None:
    widget = meter(themes, 80)
    show(widget)
    image = widget.grab().toImage()
    assert image.pixelColor(80, 0) == themes.theme.color("warn")
    over = {image.pixelColor(x, y).name() for x in range(84, 95) for y in range(3, 9)}
    assert {themes.theme.color("warn").name(), themes.theme.color("warnSoft").name()} <= over


def test_a_strip_offers_what_there_is(themes: ThemeManager, show: Show) -> None:
    strip = Strip(themes)
    asked: list[str] = []
    strip.why_requested.connect(lambda: asked.append("why"))
    strip.fix_requested.connect(lambda: asked.append("fix"))
    strip.more_requested.connect(lambda: asked.append("more"))
    strip.show_warning("evva would split this section", fixable=True, more=2)
    show(strip)
    for button in strip.findChildren(Button):
        button.click()
    assert sorted(asked) == ["fix", "more", "why"]
    assert "evva would split" in strip.accessibleName()
    strip.show_warning("evva would split this section", fixable=False)
    assert [button.text() for button in strip.findChildren(Button) if button.isVisible()] == ["Why"]


@pytest.mark.parametrize("width", [280, 340, 390, 700])
def test_a_strip_leaves_its_sentence_room(themes: ThemeManager, show: Show, width: int) -> None:
    window = QWidget()
    column = QVBoxLayout(window)
    column.setContentsMargins(0, 0, 0, 0)
    strip = Strip(themes, parent=window)
    column.addWidget(strip)
    column.addStretch(1)
    window.resize(width, 300)
    sentence = "evva would split this section at line 6 on its next write, and drop what stands behind it"
    strip.show_warning(sentence, fixable=True, more=2)
    show(window)
    [label] = strip.findChildren(TwoRowLabel)
    assert not label.elided
    shown = [shown_at(one, strip) for one in (label, *strip.findChildren(Button))]
    for at, area in enumerate(shown):
        assert strip.rect().contains(area)
        assert not any(area.intersects(other) for other in shown[at + 1 :])
    assert (strip.height() == themes.theme.sizes.strip) == (width == 700)


def test_a_bar_has_actions_and_can_be_closed(themes: ThemeManager, show: Show) -> None:
    bar = Bar(themes)
    bar.resize(900, 44)
    show(bar)
    bar.show_note("evva changed “Decisions” while you were editing it.", "Nothing is lost.")
    pressed: list[str] = []
    bar.add_action("Compare").clicked.connect(lambda: pressed.append("compare"))
    bar.dismissed.connect(lambda: pressed.append("dismissed"))
    names = [button.text() or button.accessibleName() for button in bar.findChildren(Button)]
    assert sorted(names) == ["Close", "Compare"]
    for button in bar.findChildren(Button):
        button.click()
    assert sorted(pressed) == ["compare", "dismissed"]
    assert not bar.isVisible()


def lines_cut(label: QLabel) -> bool:
    """Whether some of the words of a label lie outside of it."""
    needed = label.fontMetrics().boundingRect(label.rect(), Qt.TextFlag.TextWordWrap, label.text())
    return not label.rect().contains(needed)


def test_a_bar_says_all_of_it_in_as_many_rows_as_it_takes(themes: ThemeManager, show: Show) -> None:
    bar = Bar(themes)
    bar.add_action("Compare")
    bar.show_note("A lead that matters, and has a name in it.", "A detail which matters as well. " * 4)
    bar.resize(1600, 44)
    show(bar)
    lead, detail = bar.findChildren(TextLabel)
    low = bar.height()
    assert low == themes.theme.sizes.bar
    assert lead.mapTo(bar, lead.rect().center()).y() == detail.mapTo(bar, detail.rect().center()).y()
    for width in (600, 300):
        bar.resize(width, bar.height())
        QApplication.processEvents()
        assert bar.height() > low
        assert not lines_cut(lead)
        assert not lines_cut(detail)
        assert all(bar.rect().contains(shown_at(button, bar)) for button in bar.findChildren(Button))
    bar.resize(1600, bar.height())
    QApplication.processEvents()
    assert bar.height() == low


def buttons_cut(widget: QWidget) -> list[str]:
    """The buttons of which some is cut off by what they are in."""
    buttons = widget.findChildren(Button)
    return [b.text() for b in buttons if b.visibleRegion().boundingRect() != b.rect()]


def test_the_line_below_a_bar_takes_nothing_from_its_buttons(themes: ThemeManager, show: Show) -> None:
    bar = Bar(themes)
    bar.add_action("Compare")
    bar.show_note("Your text was kept from yesterday.", "The file changed.")
    bar.resize(400, 44)
    show(bar)
    assert bar.height() > themes.theme.sizes.bar
    assert buttons_cut(bar) == []


def next_by_tab(widget: QWidget) -> QWidget:
    following = widget.nextInFocusChain()
    while following is not None and not following.focusPolicy() & Qt.FocusPolicy.TabFocus:
        following = following.nextInFocusChain()
    assert following is not None
    return following


def test_tab_comes_to_what_can_be_done_before_it_comes_to_close(themes: ThemeManager, show: Show) -> None:
    bar = Bar(themes)
    actions = [bar.add_action(name) for name in ("Compare", "Use it", "Discard")]
    bar.show_note("A lead that matters.")
    show(bar)
    assert list(focusable_in(bar))[:3] == actions
    for button, next_one in pairwise(actions):
        assert next_by_tab(button) is next_one
    assert next_by_tab(actions[-1]).accessibleName() == "Close"


@pytest.mark.parametrize("closable", [True, False])
def test_a_button_that_comes_makes_a_bar_higher(themes: ThemeManager, show: Show, closable: bool) -> None:
    bar = Bar(themes, closable=closable)
    button = bar.add_action("Restore it from the history")
    button.hide()
    bar.show_note("A lead that matters.")
    bar.resize(290, 44)
    show(bar)
    low = bar.height()
    button.show()
    QApplication.processEvents()
    assert bar.height() > low
    assert bar.rect().contains(shown_at(button, bar))
    (mark,) = bar.findChildren(IconLabel)
    assert shown_at(button, bar).top() > shown_at(mark, bar).bottom()


def test_a_bar_that_offers_nothing_keeps_no_room_for_buttons(themes: ThemeManager, show: Show) -> None:
    bar = Bar(themes, closable=False)
    bar.show_note("A lead that matters, and that is long.", "A detail.")
    bar.resize(200, 44)
    show(bar)
    lead, detail = bar.findChildren(TextLabel)
    words = lead.heightForWidth(lead.width()) + detail.heightForWidth(detail.width())
    assert bar.height() < words + themes.theme.sizes.button


def test_a_remark_is_shown_as_a_whole_or_not_at_all(themes: ThemeManager, show: Show) -> None:
    remark = RemarkLabel(themes, "All three versions stay in the history.")
    assert remark.minimumSizeHint().width() == 0
    remark.resize(remark.sizeHint())
    show(remark)
    background = remark.grab().toImage().pixelColor(0, 0)
    assert any(
        colors(remark.grab().toImage(), y).count(background) < remark.width() for y in range(remark.height())
    )
    remark.resize(remark.width() - 10, remark.height())
    image = remark.grab().toImage()
    assert all(colors(image, y).count(background) == image.width() for y in range(image.height()))


def test_a_sentence_takes_two_rows_before_it_is_elided(themes: ThemeManager, show: Show) -> None:
    words = "ub would drop this line \U0001f332 on its next write, and the one below"
    label = TwoRowLabel(themes, words)
    label.resize(label.sizeHint().width() * 2 // 3, label.sizeHint().height())
    show(label)
    assert not label.elided
    label.resize(label.sizeHint().width() // 3, label.height())
    assert label.elided


def shown_at(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def shown_parts(path: Breadcrumb) -> list[Button]:
    return [part for part in path.findChildren(Button) if part.isVisible()]


def test_the_first_parts_of_a_path_go_first(themes: ThemeManager, show: Show) -> None:
    path = Breadcrumb(themes)
    path.show_path([Crumb("evva"), Crumb("a project with a name"), Crumb("MEMORY.md")])
    path.resize(path.sizeHint())
    show(path)
    agent, scope, title = shown_parts(path)
    whole = [part.width() for part in (agent, scope, title)]
    assert whole == [part.sizeHint().width() for part in (agent, scope, title)]
    assert not title.toolTip()
    path.resize(path.width() - 20, path.height())
    assert [part.width() for part in (agent, scope, title)] == [whole[0], whole[1] - 20, whole[2]]
    assert title.toolTip() == "evva › a project with a name › MEMORY.md"
    path.resize(whole[2] + 100, path.height())
    assert shown_parts(path) == [scope, title]
    path.resize(whole[2] + 20, path.height())
    assert shown_parts(path) == [title]
    assert title.width() == whole[2]
    path.resize(50, path.height())
    assert title.width() == 50


def test_the_menu_of_a_part_is_made_as_it_opens(themes: ThemeManager, show: Show) -> None:
    chosen: list[str] = []
    path = Breadcrumb(themes)
    path.resize(600, 40)
    show(path)
    for names in (("one.md", "two & three.md"), ("four.md", "five.md", "six.md")):
        siblings = [(name, partial(chosen.append, name)) for name in names]
        path.show_path([Crumb("evva"), Crumb(names[0], siblings)])
        agent, title = shown_parts(path)
        # The stubs know of no button without a menu.
        assert cast(QMenu | None, agent.menu()) is None
        menu = title.menu()
        assert len(menu.actions()) != len(names), "it is filled later"
        menu.popup(QPoint(0, 0))
        assert [action.text().replace("&&", "&") for action in menu.actions()] == list(names)
        menu.actions()[-1].trigger()
        menu.close()
    assert chosen == ["two & three.md", "six.md"]


def test_the_parts_of_a_path_stay_where_another_is_shown(themes: ThemeManager, show: Show) -> None:
    path = Breadcrumb(themes)
    path.show_path([Crumb("evva"), Crumb("api"), Crumb("MEMORY.md")])
    path.resize(600, 40)
    show(path)
    before = shown_parts(path)
    path.show_path([Crumb("evva"), Crumb("web"), Crumb("USER.md")])
    assert shown_parts(path) == before
    assert [part.text() for part in before] == ["evva", "web", "USER.md"]
    path.show_path([Crumb("Claude Code")])
    assert shown_parts(path) == before[:1]


def test_an_empty_state_says_why_and_what_to_do(themes: ThemeManager, show: Show) -> None:
    state = EmptyState(themes, "inbox", "Nothing new to review", "Since 9:00 <here>")
    pressed: list[bool] = []
    state.add_action("Look again").clicked.connect(lambda: pressed.append(True))
    show(state)
    assert state.accessibleName() == "Nothing new to review Since 9:00 <here>"
    state.findChildren(Button)[0].click()
    assert pressed


def status_bar(themes: ThemeManager) -> tuple[StatusBar, dict[str, StatusPart]]:
    bar = StatusBar(themes)
    parts = {
        "watching": bar.add_part("Watching", "leading"),
        "path": bar.add_part("Path", "middle", drops=3, elastic=True),
        "size": bar.add_part("Size", "trailing"),
        "encoding": bar.add_part("Encoding", "trailing", drops=2),
        "ends": bar.add_part("Line ends", "trailing", drops=1),
    }
    facts = ("Watching 41 files", "~/.evva/projects/api/MEMORY.md", "2.1 KB of 64 KB", "UTF-8", "LF")
    for part, fact in zip(parts.values(), facts, strict=True):
        part.set_fact(fact)
    return bar, parts


def test_parts_stand_in_their_order(themes: ThemeManager, show: Show) -> None:
    bar, parts = status_bar(themes)
    bar.resize(1200, 29)
    show(bar)
    assert [part.isVisible() for part in parts.values()] == [True] * 5
    lefts = [part.x() for part in parts.values()]
    assert lefts == sorted(lefts)
    assert parts["size"].x() - parts["path"].geometry().right() > 300


def test_the_status_bar_drops_from_the_middle(themes: ThemeManager, show: Show) -> None:
    bar, parts = status_bar(themes)
    show(bar)
    gone: list[str] = []
    for width in range(1200, 200, -4):
        bar.resize(width, 29)
        gone += [name for name, part in parts.items() if not part.isVisible() and name not in gone]
    assert gone == ["ends", "encoding", "path"]


def tip_of(part: StatusPart) -> str:
    """What comes up where the pointer rests on a part."""
    at = part.rect().center()
    QApplication.sendEvent(part, QHelpEvent(QEvent.Type.ToolTip, at, part.mapToGlobal(at)))
    return QToolTip.text()


def test_a_screen_reader_does_not_hear_a_fact_twice(themes: ThemeManager, show: Show) -> None:
    bar = StatusBar(themes)
    bar.resize(600, 29)
    size, path = bar.add_part("Size", "trailing"), bar.add_part("Path", "middle", elastic=True, is_path=True)
    size.set_fact("5 KB")
    path.set_fact("~/a", tip="/home/ada/a. Click to copy.")
    show(bar)
    heard = [QAccessible.queryAccessibleInterface(part) for part in (size, path)]
    assert [each.text(QAccessible.Text.Name) for each in heard] == ["Size: 5 KB", "Path: ~/a"]
    wanted = ["", "/home/ada/a. Click to copy."]
    assert [each.text(QAccessible.Text.Description) for each in heard] == wanted
    assert tip_of(size) == ""
    assert tip_of(path) == wanted[1]


def test_what_has_a_shorter_wording_takes_it_before_anything_goes(themes: ThemeManager, show: Show) -> None:
    bar, parts = status_bar(themes)
    reach = bar.add_part("When", "trailing", drops=4)
    reach.set_fact("Reaches the agent next session", short="Next session")
    show(bar)
    said: list[tuple[str, bool]] = []
    for width in range(1200, 400, -4):
        bar.resize(width, 29)
        state = reach.said, all(part.isVisible() for part in parts.values())
        if state not in said:
            said.append(state)
    assert said == [("Reaches the agent next session", True), ("Next session", True), ("Next session", False)]
    assert tip_of(reach) == "Reaches the agent next session"
    assert reach.accessibleName() == "When: Reaches the agent next session"
    bar.resize(1200, 29)
    assert reach.said == "Reaches the agent next session"


def test_a_shorter_wording_is_taken_before_another_fact_loses_its_end(
    themes: ThemeManager, show: Show
) -> None:
    bar = StatusBar(themes)
    sample = bar.add_part("", "middle", drops=3)
    front = bar.add_part("What is in front", "middle", drops=2, elastic=True)
    sample.set_fact("Sample, in a temporary folder", short="Sample")
    front.set_fact("Trash: 2 entries, and how many there are in all")
    show(bar)
    said: list[tuple[str, bool]] = []
    for width in range(900, 300, -4):
        bar.resize(width, 29)
        state = sample.said, front.width() >= front.sizeHint().width()
        if state not in said:
            said.append(state)
    assert said == [("Sample, in a temporary folder", True), ("Sample", True), ("Sample", False)]


def test_a_title_takes_its_shorter_wording_as_a_whole(themes: ThemeManager, show: Show) -> None:
    title = ShortenedLabel(themes, "What the agent will see", "Preview")
    whole = title.sizeHint().width()
    title.resize(whole, 20)
    show(title)
    as_whole = title.grab().toImage()
    is_elided = [title.elided]
    title.resize(whole - 1, 20)
    assert [*is_elided, title.elided] == [False, True]
    assert title.accessibleName() == "What the agent will see"
    short = ElidedLabel(themes, "Preview")
    short.resize(whole - 1, 20)
    show(short)
    assert title.grab().toImage() == short.grab().toImage() != as_whole
    assert title.minimumSizeHint().width() == short.sizeHint().width()


def test_for_a_message_everything_goes_that_can_go(themes: ThemeManager, show: Show) -> None:
    bar, parts = status_bar(themes)
    message = bar.add_part("Message", "leading", elastic=True, comes_first=True)
    message.set_fact("Not saved: the disk is full. Your text is kept as a draft.")
    parts["path"].set_fact("")
    staying = (parts["watching"], message, parts["size"])
    bar.resize(sum(part.sizeHint().width() for part in staying) + 30, 29)
    show(bar)
    assert message.width() >= message.sizeHint().width()
    assert not parts["encoding"].isVisible()
    assert not parts["ends"].isVisible()
    message.set_fact("")
    assert parts["encoding"].isVisible()
    message.set_fact("x" * 500)
    bar.resize(420, 29)
    assert message.geometry().right() < parts["size"].x() < bar.width()


def test_a_message_is_whole_before_a_path_has_more_than_its_least_room(
    themes: ThemeManager, show: Show
) -> None:
    bar, parts = status_bar(themes)
    message = bar.add_part("Message", "leading", elastic=True, comes_first=True)
    message.set_fact("3 moved to the trash, from where they come back.")
    for name in ("encoding", "ends"):
        parts[name].set_fact("")
    whole = (parts["watching"], message, parts["size"])
    bar.resize(
        sum(part.sizeHint().width() for part in whole) + parts["path"].minimumSizeHint().width() + 40, 29
    )
    show(bar)
    assert parts["path"].isVisible()
    assert parts["path"].width() < parts["path"].sizeHint().width()
    assert message.width() >= message.sizeHint().width()


def test_a_sentence_loses_its_end_and_a_path_its_middle(themes: ThemeManager, show: Show) -> None:
    bar = StatusBar(themes)
    sentence = bar.add_part("Message", "leading", elastic=True)
    path = bar.add_part("Path", "middle", elastic=True, is_path=True)
    bar.resize(300, 29)
    show(bar)
    for part in (sentence, path):
        words = "▏" * 40
        part.set_fact(f"{words}{' ' * 40}")
        begin = last_ink(part)
        part.set_fact(f"{' ' * 40}{words}")
        assert part.width() < part.sizeHint().width()
        assert (last_ink(part) > begin) is (part is path), part.accessibleName()


def test_a_path_is_whole_until_what_goes_before_it_is_gone(themes: ThemeManager, show: Show) -> None:
    bar = StatusBar(themes)
    path = bar.add_part("Path", "middle", drops=2, elastic=True, is_path=True)
    encoding = bar.add_part("Encoding", "trailing", drops=1)
    ends = bar.add_part("Line ends", "trailing", drops=0)
    for part, fact in ((path, "~/.evva/projects/api/MEMORY.md"), (encoding, "UTF-8"), (ends, "LF")):
        part.set_fact(fact)
    whole = path.sizeHint().width()
    bar.resize(whole + 160, 29)
    show(bar)
    shrinking = []
    for width in range(bar.width(), whole // 2, -4):
        bar.resize(width, 29)
        shrinking.append((ends.isVisible(), encoding.isVisible(), path.width() >= whole))
    first_of_each = [state for state, _ in groupby(shrinking)]
    assert first_of_each == [
        (True, True, True),
        (False, True, True),
        (False, False, True),
        (False, False, False),
    ]
    assert path.isVisible()


def last_ink(part: StatusPart) -> int:
    image = part.grab().toImage()
    back = image.pixelColor(1, 1)
    return max(
        (x for x in range(image.width()) if image.pixelColor(x, image.height() // 2) != back), default=0
    )


def test_a_part_without_a_fact_takes_no_place(themes: ThemeManager, show: Show) -> None:
    bar, parts = status_bar(themes)
    bar.resize(1200, 29)
    show(bar)
    parts["encoding"].set_fact("")
    assert not parts["encoding"].isVisible()
    assert parts["path"].accessibleName() == "Path: ~/.evva/projects/api/MEMORY.md"


def test_a_menu_paints_checks_keys_and_what_cannot_be_done(themes: ThemeManager, show: Show) -> None:
    menu = PopupMenu(themes)
    action = menu.addAction("Pin")
    menu.addAction("Copy").setShortcut(QKeySequence("Ctrl+C"))
    menu.addSeparator()
    action.setCheckable(True)
    menu.popup(QPoint(0, 0))
    assert menu.actionGeometry(action).height() >= 28
    bare = menu.grab().toImage()
    action.setChecked(True)
    assert menu.grab().toImage() != bare
    menu.close()


def test_a_remark_in_a_menu_can_be_read_and_not_chosen(themes: ThemeManager) -> None:
    menu = PopupMenu(themes)
    remark, off = menu.add_remark("█ evva knows it"), menu.add_literal("█ Rename")
    off.setEnabled(False)
    menu.popup(QPoint(0, 0))
    image, theme = menu.grab().toImage(), themes.theme

    def inks(area: QRect) -> set[str]:
        y = area.center().y()
        return {image.pixelColor(x, y).name() for x in range(area.left(), area.right())}

    assert not remark.isEnabled()
    assert theme.color("text3").name() in inks(menu.actionGeometry(remark))
    assert theme.color("disabled").name() not in inks(menu.actionGeometry(remark))
    assert theme.color("disabled").name() in inks(menu.actionGeometry(off))
    menu.close()


def test_tabs_are_reached_by_keys(themes: ThemeManager, show: Show) -> None:
    tabs = TabBar(themes, "Preview")
    for name in ("Index", "Rendered", "Diff"):
        tabs.addTab(name)
    show(tabs)
    assert tabs.tabRect(0).height() == 36
    tabs.setFocus()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert tabs.currentIndex() == 1
    image = tabs.grab().toImage()
    middle = tabs.tabRect(1).center().x()
    assert image.pixelColor(middle, tabs.tabRect(1).bottom()) == themes.theme.color("focus")


def test_tabs_move_together_before_one_goes_out_of_view(themes: ThemeManager, show: Show) -> None:
    window = QWidget()
    row = QHBoxLayout(window)
    row.setContentsMargins(0, 0, 0, 0)
    tabs = TabBar(themes, "Preview")
    for name in ("Index", "Rendered", "Diff", "Recall", "History"):
        tabs.addTab(name)
    row.addWidget(tabs)
    row.addStretch(1)
    wanted = tabs.sizeHint().width()
    for width in (wanted, wanted - 40, wanted):
        window.setFixedWidth(width)
        show(window)
        QApplication.processEvents()
        assert tabs.tabRect(4).right() < width
    assert tabs.tabRect(4).right() == wanted - 1


def test_the_progress_of_the_inbox_begins_where_one_begins_to_read(themes: ThemeManager, show: Show) -> None:
    page = LazyPage("memdesk.ui.inbox.screen", lambda parent: InboxScreen.make(themes, "/home/ada", parent))
    screen = page.fill()
    [bar] = [one for one in screen.findChildren(QWidget) if type(one).__name__ == "_Progress"]
    bar.set_share(0.5)  # type: ignore[attr-defined]  # a part of the screen
    ends = []
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        screen.setLayoutDirection(direction)
        show(page)
        row = colors(bar.grab().toImage(), bar.height() // 2)
        ends.append((row[len(row) // 4], row[len(row) * 3 // 4]))
    assert ends[0] == tuple(reversed(ends[1]))
    assert ends[0][0] != ends[0][1]


def test_the_mark_of_a_message_box_follows_the_theme(themes: ThemeManager, show: Show) -> None:
    box = QMessageBox()
    WarningMark(themes, box)
    show(box)
    for scheme in ("light", "dark"):
        themes.set_preferences(Preferences(scheme=scheme))
        image = box.iconPixmap().toImage()
        assert image.width() == themes.theme.icon_sizes.empty * box.devicePixelRatio()
        inks = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}
        assert themes.theme.color("warn").name() in inks


def test_the_head_of_a_table_is_flat(themes: ThemeManager, show: Show) -> None:
    table = QTableWidget(1, 1)
    table.setHorizontalHeaderLabels(["Keys"])
    show(table)
    image = table.horizontalHeader().viewport().grab().toImage()
    fills = {image.pixelColor(2, y).name() for y in range(image.height() - themes.theme.lines.hairline)}
    assert fills == {themes.theme.color("panel").name()}


@pytest.mark.parametrize("words", [2, 10, 14, 40])
def test_a_message_box_shows_all_of_its_words(themes: ThemeManager, words: int) -> None:
    box = QMessageBox()
    box.setText("words " * words + "end.")
    box.setInformativeText("And more.")
    box.show()
    label = box.findChild(QLabel, "qt_msgbox_label")
    more = box.findChild(QLabel, "qt_msgbox_informativelabel")
    assert isinstance(label, QLabel)
    assert isinstance(more, QLabel)
    assert label.wordWrap() or label.width() >= label.fontMetrics().horizontalAdvance(label.text())
    assert more.width() >= 320
    box.close()
