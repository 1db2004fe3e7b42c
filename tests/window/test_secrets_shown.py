"""Two memories that differ in the value of a secret alone look the same, wherever they are shown, until one looks."""

from __future__ import annotations

import logging
import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QTextEdit

from memdesk.errors import NotFound
from memdesk.services.faults.crash_report import report_of
from memdesk.store.crash_reports import CrashReports
from memdesk.text.document import decode
from memdesk.text.secrets import find_secrets
from memdesk.ui.editor.card_body import CardBody
from memdesk.ui.logbook import Logbook
from memdesk.ui.widgets.lines.view import LinesView
from tests.text.secret_corpus import secrets
from tests.window.conftest import Start
from tests.window.homes import make_home, memory_of
from tests.window.inside import CONTROL, SHIFT, InsideProgram, Key

BEGINS = "gh" + "p_"
FIRST, SECOND = "1234" * 9, "4321" * 9
"""Digits are equally wide, so that only what is read can differ."""

STAMP = 1_700_000_000
AT_REST_MS = 120


def memory_with(digits: str) -> bytes:
    token = BEGINS + digits
    key = f"-----BEGIN PRIVATE KEY-----\n{digits}{digits}\n{digits[:20]}\n-----END PRIVATE KEY-----"
    return (
        f"## Project facts\n- deploy with {token} at night\n\n## Decisions\nThe key:\n{key}\n\n"
        f"## Open issues\nlogin: https://ada:pw-x{digits}@git.internal/x\n\n## References\nnone\n"
    ).encode()


@pytest.fixture
def _no_blinking(qapp: QApplication) -> Iterator[None]:
    """The caret stands still, so that pictures can be compared."""
    before = qapp.cursorFlashTime()
    qapp.setCursorFlashTime(0)
    yield
    qapp.setCursorFlashTime(before)


@pytest.fixture
def show(start: Start, home: Path, _no_blinking: None) -> Callable[[str], InsideProgram]:
    """Starts the program on a memory with these digits for a secret, as if for the first time."""

    def show_digits(digits: str) -> InsideProgram:
        for folder in (".evva", ".local", ".config", ".cache"):
            shutil.rmtree(home / folder, ignore_errors=True)
        root = make_home(home, memory_with(digits))
        os.utime(memory_of(root), (STAMP, STAMP))
        program = start(root)
        program.show(memory_of(root))
        # Their badge comes with a look of its own, which rests first.
        problems = program.program.problems
        program.wait_until(lambda: problems.report.problems, what="the problems")
        program.settle()
        return program

    return show_digits


def pictures(program: InsideProgram) -> list[tuple[str, QImage]]:
    """The window in all the ways that a memory is shown."""
    found = []

    def take(name: str) -> None:
        """Only what stays: marks come a moment after what they mark."""
        now = program.window.grab().toImage()
        before = QImage()
        while now != before:
            program.settle()
            QTest.qWait(AT_REST_MS)
            before, now = now, program.window.grab().toImage()
        found.append((name, now))

    take("sections")
    for tab in ("rendered", "diff", "history"):
        program.memory.preview.show_tab(tab)
        take(tab)
    program.memory.toggle_mode()
    program.memory.preview.show_tab("index")
    take("source")
    program.editor.focus_text()
    program.key(Key.Key_A, CONTROL)
    take("all selected")
    program.key(Key.Key_End, CONTROL)
    program.type("more")
    program.memory.preview.show_tab("diff")
    views = program.memory.preview.findChildren(LinesView)
    program.wait_until(
        lambda: any("more" in line.text for view in views if view.isVisible() for line in view.lines),
        what="the difference",
    )
    take("unsaved")
    return found


def test_no_picture_tells_one_secret_from_another(show: Callable[[str], InsideProgram]) -> None:
    program = show(FIRST)
    first = pictures(program)
    program.close()
    second = pictures(show(SECOND))
    assert [name for (name, one), (_, other) in zip(first, second, strict=True) if one != other] == []
    assert len({bytes(one.constBits()) for _, one in first}) == len(first), "they show different things"


def test_with_the_setting_off_they_differ_and_it_is_remembered(show: Callable[[str], InsideProgram]) -> None:
    program = show(FIRST)
    masked = program.window.grab().toImage()
    action = program.window.actions_table["view.mask_secrets"]
    assert action.isChecked()
    action.trigger()
    program.settle()
    assert program.window.grab().toImage() != masked
    program.close()
    assert b'"masks_secrets": false' in Path(program.desk.folders.settings_file).read_bytes()


def spoken(widget: object) -> Iterator[str]:
    """Names, descriptions and values of everything that a screen reader finds below `widget`."""
    interface = QAccessible.queryAccessibleInterface(widget)  # type: ignore[arg-type]
    queue: list[QAccessibleInterface] = [interface]
    kinds = (
        QAccessible.Text.Name,
        QAccessible.Text.Description,
        QAccessible.Text.Value,
        QAccessible.Text.Help,
    )
    while queue:
        found = queue.pop()
        if isinstance(found.object(), QTextEdit | QPlainTextEdit):
            yield found.text(QAccessible.Text.Name)
            continue
        yield from (found.text(kind) for kind in kinds)
        queue += [found.child(number) for number in range(found.childCount())]


def test_no_name_or_title_holds_one(show: Callable[[str], InsideProgram], qapp: QApplication) -> None:
    program = show(FIRST)
    said = "\n".join((*spoken(program.window), program.window.windowTitle()))
    assert "MEMORY.md" in said
    assert FIRST[:12] not in said


def test_problems_and_messages_name_none(start: Start, home: Path) -> None:
    token = BEGINS + FIRST
    root = make_home(home, memory_with(FIRST) + f"\n## token {token}\nx\n".encode())
    program = start(root)
    program.program.messages.tell_error(NotFound("{path} has no {word}.", path=str(root), word=token))
    program.key(Key.Key_5, CONTROL)
    program.wait_until(
        lambda: any("token ghp_•" in words for words in spoken(program.window)), what="the problem"
    )
    labels = [label.text() for label in program.window.findChildren(QLabel)]
    assert any("has no ghp_•" in message.text for message in program.messages)
    said = "\n".join((*spoken(program.window), *labels, *(message.text for message in program.messages)))
    assert FIRST[:12] not in said


# Looking at one


@pytest.fixture
def program(show: Callable[[str], InsideProgram]) -> InsideProgram:
    """The program on a memory with secrets."""
    return show(FIRST)


def is_readable(program: InsideProgram, body: CardBody, digits: str = FIRST) -> bool:
    """Whether the first secret in `body` is on screen: whether it looks otherwise than under its cover."""
    now = body.grab().toImage()
    masks = program.program.secrecy._masks
    covered = masks.hidden(body.toPlainText())
    assert covered or masks.values(body.toPlainText())
    body.secrets.paint = lambda area: None  # type: ignore[method-assign]
    bare = body.grab().toImage()
    del body.secrets.paint
    return now == bare


def body_of(program: InsideProgram, words: str) -> CardBody:
    return next(body for body in program.editor.findChildren(CardBody) if words in body.toPlainText())


def test_the_caret_reads_what_it_stands_in(program: InsideProgram) -> None:
    body = body_of(program, "deploy")
    assert not is_readable(program, body)
    program.put_caret("Project facts")
    assert not is_readable(program, body)
    place = body.toPlainText().index(BEGINS) + 10
    cursor = body.textCursor()
    cursor.setPosition(place)
    spot = body.cursorRect(cursor).center()
    QTest.mouseClick(body.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    assert body.textCursor().position() == place
    assert is_readable(program, body)
    program.put_caret("Decisions")
    assert not is_readable(program, body)


def test_a_key_reveals_the_line_until_one_looks_elsewhere(program: InsideProgram) -> None:
    body = body_of(program, "deploy")
    program.put_caret("Project facts")
    program.key(Key.Key_R, CONTROL | SHIFT)
    assert is_readable(program, body)
    program.key(Key.Key_R, CONTROL | SHIFT)
    assert not is_readable(program, body)
    program.key(Key.Key_R, CONTROL | SHIFT)
    program.put_caret("Decisions")
    assert not is_readable(program, body)
    program.put_caret("References")
    program.key(Key.Key_R, CONTROL | SHIFT)
    assert program.said("No secret is masked in this line.")


def test_a_private_key_is_revealed_as_one(program: InsideProgram) -> None:
    body = body_of(program, "PRIVATE KEY")
    program.put_caret("Decisions")
    for _ in range(3):
        program.key(Key.Key_Down)
    assert is_readable(program, body), "the caret stands in it"
    program.key(Key.Key_Home, CONTROL)
    assert not is_readable(program, body)


def test_what_is_copied_and_saved_is_the_secret(program: InsideProgram) -> None:
    program.put_caret("Project facts")
    program.key(Key.Key_A, CONTROL)
    program.key(Key.Key_C, CONTROL)
    assert FIRST in QGuiApplication.clipboard().text()
    program.key(Key.Key_Home, CONTROL)
    program.type("x")
    program.save()
    path = Path(program.session.path)
    assert decode(path.read_bytes()).replace("x- deploy", "- deploy") == decode(memory_with(FIRST))


def test_a_click_reveals_one_in_the_preview(program: InsideProgram) -> None:
    view = next(
        view
        for view in program.memory.preview.findChildren(LinesView)
        if view.isVisible() and any(FIRST in line.text for line in view.lines)
    )
    number = next(number for number, line in enumerate(view.lines) if FIRST in line.text)
    masked = view.viewport().grab().toImage()
    place = view.lines[number].text.index(FIRST) + 6
    from memdesk.ui.widgets.lines.selection import Place

    spot = view._canvas.caret(Place(number, place)).center().toPoint()
    spot -= QPoint(0, view.verticalScrollBar().value())
    view.setFocus()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, spot)
    assert program.program.secrecy._masks.is_revealed(BEGINS + FIRST)
    assert view.viewport().grab().toImage() != masked
    view.select_all()
    view.copy()
    assert FIRST in QGuiApplication.clipboard().text()
    program.editor.focus_text()
    assert not program.program.secrecy._masks.is_revealed(BEGINS + FIRST)


# What is written beside the memory


def test_no_log_report_title_or_name_of_a_file_holds_one(
    show: Callable[[str], InsideProgram], home: Path
) -> None:
    planted = [one for one in secrets(random.Random(5), 120) if any(find_secrets(one.text))]
    program = show(FIRST)
    logbook = Logbook(program.desk.folders.log, str(home), takes_faults=False)
    handler = logbook._handler
    logging.getLogger("memdesk").addHandler(handler)
    logging.getLogger("memdesk").setLevel(logging.INFO)
    logbook.follow(program.program)
    memory = Path(program.session.path)
    for one in planted:
        logging.getLogger("memdesk.probe").info("%s", one.text)
    memory.write_bytes(memory_with(FIRST) + "\n".join(one.text for one in planted).encode())
    program.wait_until(lambda: planted[-1].secret in program.text, what="the outside change")
    program.put_caret("Decisions")
    program.type("x")
    program.program.drafts.keep_all()
    titles = [program.window.windowTitle(), *(message.text for message in program.messages)]
    program.save()
    CrashReports(program.desk.folders.log).write(report_of(ValueError(planted[0].text), str(home), 1.0))
    logging.getLogger("memdesk").removeHandler(handler)
    logging.getLogger("memdesk").setLevel(logging.NOTSET)
    handler.close()
    ours = [path for folder in program.desk.folders.each for path in Path(folder).rglob("*")]
    logs = [path.read_bytes() for path in Path(program.desk.folders.log).iterdir()]
    assert len(logs) == 2
    assert b"save of " in b"".join(logs)
    assert b"memdesk.probe: " in b"".join(logs)
    told = [*(log.decode() for log in logs), *titles, *(str(path) for path in ours)]
    assert [one.secret for one in planted if any(one.secret in words for words in told)] == []
    assert not any(FIRST in words for words in told)
