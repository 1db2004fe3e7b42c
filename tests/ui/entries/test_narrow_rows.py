"""Rows in little room: a warning takes the lines it needs, and what is being written has what its marks leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from memdesk.layouts.contract import Cut, Injected
from memdesk.text.edits import Edit, Span
from memdesk.ui.entries.geometry import Cells, warning_room
from memdesk.ui.entries.reading import entries_of
from memdesk.ui.entries.row_editor import RowEditor
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Enlarge, Show
from tests.ui.entries.test_rows import TEXT, Session, Stage

WARNING = (
    "ub würde diese Zeile beim nächsten Schreiben verwerfen, weil sie keinen Zeitstempel hat, "
    "mit dem sie sich einordnen ließe"
)


@dataclass(frozen=True)
class Loss:
    span: Span
    message: str
    repair: Sequence[Edit]
    is_problem: bool = True


@pytest.fixture
def stage(themes: ThemeManager, show: Show) -> Iterator[Stage]:
    """A block of rows in a page, which may be narrower than the rows want."""
    stage = Stage(themes, Session(TEXT))
    page = QWidget()
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(stage.block)
    column.addStretch(1)
    page.resize(900, 800)
    show(page)
    yield stage
    stage.close()


def narrow(stage: Stage, width: int) -> None:
    stage.block.window().resize(width, 800)
    QApplication.processEvents()
    assert stage.view.width() == width


def warn(stage: Stage) -> int:
    """Warn of what becomes of the last entry; gives the place of its row."""
    at = TEXT.index("- check the flaky")
    stage.block.set_losses([Loss(Span(at, at + 5), WARNING, (Edit(at, "", "x"),))])
    QApplication.processEvents()
    return next(place for place, row in enumerate(stage.view.rows) if row.losses)


@pytest.mark.parametrize("width", [300, 390, 520, 1400])
def test_a_warning_takes_the_lines_it_needs(themes: ThemeManager, stage: Stage, width: int) -> None:
    place = warn(stage)
    narrow(stage, width)
    theme, cells = themes.theme, stage.view.cells(place)
    room = warning_room(theme, cells.strip, cells.why)
    lines = stage.view._warnings.lines(stage.view.rows[place], room.width())

    assert " ".join(lines) == WARNING
    assert all(theme.metrics("small").horizontalAdvance(line) <= room.width() for line in lines)
    assert len(lines) * theme.line_height("small") <= room.height()
    assert (len(lines) == 1) == (width == 1400)
    area = stage.view.rect_of_row(place)
    assert all(area.contains(cell) for cell in (cells.strip, cells.why, cells.fix))
    assert cells.strip.contains(cells.why.united(cells.fix))
    if len(lines) == 1:
        assert cells.strip.height() == theme.sizes.entry_row_hint - theme.sizes.entry_row


def test_rows_below_a_warning_make_room_for_it(stage: Stage) -> None:
    place = warn(stage)
    heights = []
    for width in (1400, 520, 300):
        narrow(stage, width)
        heights.append(stage.view.rect_of_row(place).height())
        assert stage.view.rect_of_row(place + 1).top() == stage.view.rect_of_row(place).bottom() + 1
        assert stage.view.height() == stage.view.rect_of_row(len(stage.view.rows) - 1).bottom() + 1
    assert heights == sorted(heights)
    assert len(set(heights)) == len(heights)


def opened(stage: Stage) -> RowEditor:
    row = next(row for row in stage.view.rows if "Staging" in row.text)
    stage.view.select(row.name)
    stage.view.take_focus()
    stage.block.writing.open(row)
    QApplication.processEvents()
    editor = stage.block.writing.editor
    assert editor is not None
    return editor


def test_a_row_grows_with_what_is_written_in_it_as_it_gets_narrow(stage: Stage) -> None:
    editor = opened(stage)
    editor.type("Staging is reset every Monday, and what was on it is gone for good by then. " * 2)
    QApplication.processEvents()
    for width in (900, 390, 300, 900):
        narrow(stage, width)
        assert editor.body.height() >= editor.body.document().size().height()
        assert editor.rect().contains(editor.body.geometry())
        assert editor.height() == editor.sizeHint().height()


def test_what_is_written_has_what_its_marks_leave(themes: ThemeManager, stage: Stage) -> None:
    editor = opened(stage)
    narrow(stage, 390)
    cells = cells_of_opened(stage)
    assert cells.edit.isEmpty(), "it is being edited"
    assert editor.body.geometry().right() < cells.age.left()
    dot_px = 7 + 8
    assert cells.age.left() - editor.body.geometry().right() <= dot_px + 2 * 8

    before = editor.body.width()
    editor.type("Staging is reset on Tuesdays")
    stage.block.writing.flush()
    stage.follow()
    QApplication.processEvents()
    assert editor.body.width() == before, "the dot of what is unsaved moves no word"


def cells_of_opened(stage: Stage) -> Cells:
    place = next(place for place, row in enumerate(stage.view.rows) if "Staging" in row.text)
    return stage.view.cells(place)


def test_what_is_written_keeps_off_its_marks_as_these_get_room(stage: Stage) -> None:
    node = next(node for node in entries_of(stage.session.part()) if "Staging" in node.title)
    cut = Cut(stage.session.document.path, node.body, node.key, node.title, "over budget")
    stage.requests.injected_found.emit(Injected((), (), cut=(cut,)))
    narrow(stage, 260)
    editor = opened(stage)
    as_icon = cells_of_opened(stage).sent.width()
    for width in (300, 600, 260):
        narrow(stage, width)
        assert editor.body.geometry().right() < cells_of_opened(stage).sent.left()
        assert (cells_of_opened(stage).sent.width() == as_icon) == (width == 260)


def test_what_is_written_keeps_off_its_marks_in_larger_letters(stage: Stage, enlarge: Enlarge) -> None:
    editor = opened(stage)
    narrow(stage, 500)
    enlarge(1.6)
    assert editor.body.geometry().right() < cells_of_opened(stage).age.left()
