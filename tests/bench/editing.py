"""From a key to the painted character: a card of sixty, a source of 1 MB, a fence opened at its top."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QTextEdit, QWidget

from memdesk.ui.editor.document_editor import DocumentEditor
from memdesk.ui.theme.manager import install_theme
from tests.bench.report import Figure, interleaved
from tests.ui.editor.desk import Session

ROUNDS = 120
FENCE_ROUNDS = 8
CARDS = 60
CARDS_CHARS = 64_000
SOURCE_CHARS = 1_000_000
_LINE = "- A line of memory as people and agents write it, about sixty characters.\n"


def text_of(chars: int, sections: int) -> str:
    """A text of about `chars` characters in `sections` sections."""
    body = _LINE * (chars // len(_LINE) // sections)
    return "\n".join(f"## Section {number}\n{body}" for number in range(sections))


def _show(widget: QWidget) -> None:
    widget.resize(900, 900)
    widget.show()
    QTest.qWaitForWindowExposed(widget)
    QTest.qWait(50)


def _typing(app: QApplication, target: Callable[[], QWidget], key: str = "x") -> Callable[[], None]:
    """One key into `target()`, until it is painted."""

    def work() -> None:
        QTest.keyClicks(target(), key)
        app.processEvents()

    return work


def _editor(app: QApplication, text: str, *, as_source: bool) -> DocumentEditor:
    editor = DocumentEditor(install_theme(app))
    editor.set_session(Session(text.encode()), "source" if as_source else "sections")
    _show(editor)
    return editor


def _focused(editor: DocumentEditor) -> QWidget:
    found = editor.focusWidget()
    assert found is not None
    return found


def measure(_folder: Path) -> list[Figure]:
    """Keys against Qt's plain editors with the same text."""
    instance = QApplication.instance()
    app = instance if isinstance(instance, QApplication) else QApplication([])
    return [_card(app), *_source(app)]


def _card(app: QApplication) -> Figure:
    text = text_of(CARDS_CHARS, CARDS)
    whole = QTextEdit()
    whole.setPlainText(text)
    _show(whole)
    editor = _editor(app, text, as_source=False)
    editor.focus_section(f"Section {CARDS // 2}")
    works = [_typing(app, lambda: whole), _typing(app, lambda: _focused(editor))]
    floor_ms, ours_ms = interleaved(works, ROUNDS)
    whole.close()
    editor.close()
    return Figure(f"key in a card of {CARDS}, 64 KB", ours_ms, floor_ms, 1.25, "against all in one QTextEdit")


def _source(app: QApplication) -> list[Figure]:
    text = text_of(SOURCE_CHARS, CARDS)
    plain = QPlainTextEdit(text)
    _show(plain)
    editor = _editor(app, text, as_source=True)
    editor.focus_text()
    floor_ms, ours_ms = interleaved(
        [_typing(app, lambda: plain), _typing(app, lambda: _focused(editor))], ROUNDS
    )
    fence_ms = _fence_toggle(app, editor)
    plain.close()
    editor.close()
    return [
        Figure("key in the source, 1 MB", ours_ms, floor_ms, 2, "against a QPlainTextEdit"),
        Figure(
            "fence opened at the top, 1 MB", fence_ms, None, 16, "the third backtick, until it is painted"
        ),
    ]


def _fence_toggle(app: QApplication, editor: DocumentEditor) -> float:
    editor.go_to(0, focus=True)
    third = _typing(app, lambda: _focused(editor), "`")
    taken_ms = []
    for _ in range(FENCE_ROUNDS):
        QTest.keyClicks(_focused(editor), "``")
        app.processEvents()
        begin = time.perf_counter()
        third()
        taken_ms.append((time.perf_counter() - begin) * 1000)
        for _backtick in range(3):
            QTest.keyClick(_focused(editor), Qt.Key.Key_Backspace)
        app.processEvents()
    return sorted(taken_ms)[len(taken_ms) // 2]
