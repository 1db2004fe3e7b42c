"""Each line of the exact text says where it comes from."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from memdesk.layouts.contract import Cut, Generated, Injected, Part, Piece, Source
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.text.edits import Span
from memdesk.ui.preview.injection import WHOLE
from memdesk.ui.preview.origins import origin_words
from memdesk.ui.preview.panel import PreviewPanel
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.lines.line import Line
from memdesk.ui.widgets.lines.view import LinesView
from tests.ui.conftest import Show

INJECTED = Injected(
    (Part("one", "AGENTS.md", "/srv/AGENTS.md"),),
    (
        Piece("## AGENTS.md\n", Generated("the agent names each file"), "one"),
        Piece("Own line.\n", Source("/srv/AGENTS.md", Span(0, 10)), "one"),
        Piece("Imported.", Source("/srv/docs/a.md", Span(0, 9)), "one"),
        Piece(" And more.\n", Source("/srv/AGENTS.md", Span(20, 31)), "one"),
        Piece("\n", Generated("a separator"), "one"),
    ),
)


def test_a_line_names_the_files_that_hold_it_and_what_the_agent_makes_its_reason() -> None:
    lines = INJECTED.text.split("\n")
    starts = [len("\n".join(lines[:at])) + (at > 0) for at in range(len(lines))]
    words = [
        origin_words(INJECTED, WHOLE, start, len(line)) for start, line in zip(starts, lines, strict=True)
    ]
    assert words == [
        "In no file: the agent names each file",
        "From /srv/AGENTS.md",
        "From /srv/docs/a.md, /srv/AGENTS.md",
        "",
        "",
    ]


def test_the_line_under_the_pointer_tells_its_origin(themes: ThemeManager, show: Show) -> None:
    view = LinesView(themes, "Exact text")
    view.set_lines([Line("one", number=1), Line("two", number=2)])
    view.set_tips(lambda line: f"From file {line}")
    show(view)
    at = QPoint(60, view.viewport().height() // 2)
    asked = QHelpEvent(QEvent.Type.ToolTip, QPoint(60, 6), view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), asked)
    assert "From file 0" in QToolTip.text()
    QToolTip.hideText()


def test_what_has_one_row_is_said_whole_under_the_pointer(themes: ThemeManager, show: Show) -> None:
    path, lost, why = "/srv/AGENTS.md", "- " + "a long line " * 9, "read only when the agent opens it"
    document = Document(path, "/srv", "AGENTS.md", Scope(ScopeKind.YOU, "", "You"), DocumentKind.MEMORY)
    panel = PreviewPanel(themes)
    panel.resize(260, 900)
    panel.show_injected(
        replace(INJECTED, cut=(Cut(path, Span(40, 40 + len(lost)), "", lost, why),)), None, document
    )
    show(panel)
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    tips = set()
    for y in range(0, view.viewport().height(), 4):
        asked = QHelpEvent(QEvent.Type.ToolTip, QPoint(60, y), view.viewport().mapToGlobal(QPoint(60, y)))
        QApplication.sendEvent(view.viewport(), asked)
        tips.add(QToolTip.text())
    QToolTip.hideText()
    assert {f"Left out: {why}", f"{lost}\nFrom {path}", f"From {path}"} <= tips
