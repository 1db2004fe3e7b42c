from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, IconButton, LinkButton, PrimaryButton, QuietButton
from memdesk.ui.widgets.checks import CheckBox
from memdesk.ui.widgets.chips import ChipButton
from memdesk.ui.widgets.choice_button import ChoiceButton
from memdesk.ui.widgets.rail import RailButton
from memdesk.ui.widgets.switch import ModeSwitch
from tests.ui.conftest import Show


def clickable(themes: ThemeManager, switch: ModeSwitch) -> list[QAbstractButton]:
    return [
        Button(themes, "x"),
        PrimaryButton(themes, "x"),
        QuietButton(themes, "x"),
        LinkButton(themes, "x"),
        IconButton(themes, "plus", "Add"),
        ChipButton(themes, "1"),
        CheckBox(themes),
        RailButton(themes, "inbox", "Inbox"),
        *switch.findChildren(QAbstractButton),
    ]


@pytest.fixture
def large_text(qapp: QApplication) -> Iterator[None]:
    before = qapp.font()
    larger = qapp.font()
    larger.setPixelSize(30)
    qapp.setFont(larger)
    yield
    qapp.setFont(before)


def test_everything_to_click_is_at_least_28_px(themes: ThemeManager) -> None:
    switch = ModeSwitch(themes, "View", [("a", "A"), ("b", "B")])
    for button in clickable(themes, switch):
        hint = button.sizeHint()
        assert hint.width() >= 28, button
        assert hint.height() >= 28, button


@pytest.mark.usefixtures("large_text")
def test_large_text_makes_larger_controls(themes: ThemeManager) -> None:
    line = themes.theme.metrics("body").height()
    for button in (Button(themes, "Save"), CheckBox(themes, "Tick")):
        assert button.sizeHint().height() > line


def test_width_covers_every_part(themes: ThemeManager) -> None:
    bare = Button(themes, "Save").sizeHint().width()
    with_icon = Button(themes, "Save", icon="check").sizeHint().width()
    with_all = (
        Button(themes, "Save", icon="check", chevron=True, keys=QKeySequence("Ctrl+S")).sizeHint().width()
    )
    assert bare < with_icon < with_all


def test_the_kind_is_a_property_of_the_style_sheet(themes: ThemeManager, show: Show) -> None:
    buttons = [Button(themes, "Save"), Button(themes, "Save", kind="primary")]
    for button in buttons:
        show(button)
    plain, primary = (button.grab().toImage().pixelColor(14, 4) for button in buttons)
    assert primary == themes.theme.color("accent") != plain


def ink_columns(button: QWidget, themes: ThemeManager) -> list[int]:
    """Where something is drawn inside of its frame, in px from the left."""
    picture = button.grab().toImage()
    paper = themes.theme.color("surface")
    inside = range(4, picture.width() - 4)
    return [x for x in inside if any(picture.pixelColor(x, y) != paper for y in range(6, 22))]


@pytest.mark.parametrize("letters", ["", "ub"])
def test_the_parts_of_a_choice_stand_at_its_edges(themes: ThemeManager, show: Show, letters: str) -> None:
    button = ChoiceButton(themes)
    button.setText("ub")
    button.set_monogram(letters)
    show(button)
    button.setFixedSize(200, 28)
    drawn = ink_columns(button, themes)
    assert drawn[0] <= 12
    assert drawn[-1] >= 186
    assert not set(range(90, 170)) & set(drawn)


def test_focus_does_not_change_the_size(themes: ThemeManager, show: Show) -> None:
    holder = QWidget()
    button = Button(themes, "Save", parent=holder)
    show(holder)
    before = button.sizeHint()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    assert button.sizeHint() == before


def test_an_icon_button_says_what_it_does(themes: ThemeManager) -> None:
    button = IconButton(themes, "plus", "Add a fact", keys=QKeySequence("Ctrl+N"))
    assert button.accessibleName() == "Add a fact"
    assert button.toolTip() == "Add a fact (Ctrl+N)"


def test_space_presses(themes: ThemeManager, show: Show) -> None:
    pressed: list[bool] = []
    button = Button(themes, "Save")
    button.clicked.connect(lambda: pressed.append(True))
    show(button)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert pressed


@pytest.mark.parametrize(
    ("count", "name"), [(0, "Inbox"), (3, "Inbox, 3 to review"), (1000, "Inbox, 1000 to review")]
)
def test_a_badge_is_spoken(themes: ThemeManager, count: int, name: str) -> None:
    button = RailButton(themes, "inbox", "Inbox")
    button.set_badge(count, f"{count} to review")
    assert button.accessibleName() == name


def test_a_badge_is_painted_and_goes(themes: ThemeManager, show: Show) -> None:
    button = RailButton(themes, "inbox", "Inbox")
    show(button)
    bare = button.grab().toImage()
    button.set_badge(3, "3 to review")
    assert button.grab().toImage() != bare
    button.set_badge(0, "")
    assert button.grab().toImage() == bare


def test_the_selected_rail_button_has_a_bar_at_the_leading_edge(themes: ThemeManager, show: Show) -> None:
    button = RailButton(themes, "inbox", "Inbox")
    button.setChecked(True)
    show(button)
    image = button.grab().toImage()
    assert image.pixelColor(1, 20) == themes.theme.color("focus")
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    image = button.grab().toImage()
    assert image.pixelColor(image.width() - 2, 20) == themes.theme.color("focus")


def test_arrow_keys_move_the_switch(themes: ThemeManager, show: Show) -> None:
    switch = ModeSwitch(themes, "View", [("sections", "Sections"), ("source", "Source")])
    seen: list[str] = []
    switch.current_changed.connect(seen.append)
    show(switch)
    assert switch.current == "sections"
    first, second = switch.findChildren(QAbstractButton)
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert (switch.current, seen) == ("source", ["source"])
    QTest.keyClick(second, Qt.Key.Key_Left)
    switch.set_current("source")
    assert seen == ["source", "sections", "source"]


def test_a_check_box_is_hit_in_its_whole_cell(themes: ThemeManager, show: Show) -> None:
    box = CheckBox(themes)
    show(box)
    box.resize(box.sizeHint())
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=box.rect().topLeft())
    assert box.isChecked()


def test_three_states_look_different(themes: ThemeManager, show: Show) -> None:
    box = CheckBox(themes)
    box.setTristate(True)
    show(box)
    pictures = []
    for state in (Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked, Qt.CheckState.Checked):
        box.setCheckState(state)
        pictures.append(box.grab().toImage())
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


def test_a_button_is_as_wide_as_what_it_shows_now(themes: ThemeManager) -> None:
    """Also after its size was asked for: that is worked out once for each look."""

    def made_so(text: str, icon: str = "", keys: str = "") -> int:
        sequence = QKeySequence(keys) if keys else None
        return Button(themes, text, icon=icon, keys=sequence).sizeHint().width()

    button = Button(themes, "Keep", keys=QKeySequence("Ctrl+K"))
    assert button.sizeHint().width() == made_so("Keep", keys="Ctrl+K")
    button.setText("Keep all of them")
    assert button.sizeHint().width() == made_so("Keep all of them", keys="Ctrl+K")
    button.set_icon("check")
    assert button.sizeHint().width() == made_so("Keep all of them", "check", "Ctrl+K")
    button.show_keys(shown=False)
    assert button.sizeHint().width() == made_so("Keep all of them", "check")
    button.sizeHint().setWidth(1)
    assert button.sizeHint().width() == made_so("Keep all of them", "check")


def test_a_button_grows_with_the_text_of_the_system(themes: ThemeManager, qapp: QApplication) -> None:
    button = Button(themes, "Keep all of them")
    before = button.sizeHint()
    font = qapp.font()
    larger = qapp.font()
    larger.setPixelSize(30)
    qapp.setFont(larger)
    try:
        assert button.sizeHint().width() > before.width()
        assert button.sizeHint().height() > before.height()
    finally:
        qapp.setFont(font)
    assert button.sizeHint() == before
