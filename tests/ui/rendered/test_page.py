"""The rendered document on screen: written where it changed, followed with the caret, read by nobody but the reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from memdesk.text.rendering import render_text
from memdesk.ui.rendered.page import RenderedPage
from memdesk.ui.rendered.sheet import RenderedSheet
from memdesk.ui.theme.manager import Preferences, ThemeManager
from tests.hostile.characters import CASES
from tests.ui.conftest import Show

TEXT = "intro\n\n# A\n\none\n\n|a|b|\n|-|-|\n|1|2|\n\n# B\n\ntwo\n\n- x\n- y\n\n# C\n\nthree\n"


@pytest.fixture
def page(themes: ThemeManager, show: Show) -> RenderedPage:
    page = RenderedPage(themes)
    page.resize(360, 240)
    show(page)
    return page


def render(page: RenderedPage, text: str) -> RenderedSheet:
    """Show `text` as the window does, with what the page knows, until it is written."""
    page.show_parts(render_text(text, page.known, is_markdown=True))
    sheet = page.sheet
    assert sheet is not None
    while not sheet.is_complete:
        QApplication.processEvents()
    return sheet


def shown(sheet: RenderedSheet) -> str:
    return sheet.document().toPlainText()


def box_of(page: RenderedPage) -> QMessageBox:
    (box,) = [box for box in page.window().findChildren(QMessageBox) if box.isVisible()]
    return box


@pytest.mark.parametrize(
    "after",
    [
        TEXT.replace("one", "other"),
        TEXT.replace("# A", "# A2"),
        TEXT.replace("|1|2|", "|1|3|"),
        TEXT.replace("# B\n\ntwo\n\n- x\n- y\n\n", ""),
        TEXT.replace("intro\n\n", ""),
        "# New\n\nfirst\n\n" + TEXT,
        TEXT + "\n# D\n\n```\ncode\n\nmore\n```\n",
        "---\nname: x\n---\n" + TEXT,
        "",
        "all is new",
    ],
)
def test_a_change_leaves_what_writing_anew_would(
    page: RenderedPage, themes: ThemeManager, show: Show, after: str
) -> None:
    render(page, TEXT)
    changed = shown(render(page, after))
    back = shown(render(page, TEXT))
    fresh = RenderedPage(themes)
    show(fresh)

    assert changed == shown(render(fresh, after))
    assert back == shown(render(fresh, TEXT))


def test_only_the_part_that_changed_is_written(page: RenderedPage) -> None:
    sheet = render(page, TEXT)
    changes: list[tuple[int, int]] = []
    sheet.document().contentsChange.connect(lambda at, removed, _added: changes.append((at, removed)))
    start = shown(sheet).index("three")

    render(page, TEXT.replace("three", "four"))

    assert changes
    assert min(at for at, _ in changes) > start - len("\nC\nthree") - 5


def test_a_text_that_changes_while_it_is_written_is_right_in_the_end(page: RenderedPage) -> None:
    long = "".join(f"# H{n}\n\nwords {n}\n\n" for n in range(200))
    for n in range(5):
        page.show_parts(render_text(long.replace("words 7", f"words {n}"), page.known, is_markdown=True))
        QApplication.processEvents()

    assert shown(render(page, long)).count("words") == 200


def test_every_hidden_character_is_on_screen(page: RenderedPage) -> None:
    for start in range(0, len(CASES), 60):
        cases = CASES[start : start + 60]
        said = shown(render(page, "x\n\n" + "\n\n".join(case.text for case in cases)))

        assert said.count("‹") >= len(cases)
        assert not [case for case in cases if case.hidden in said]


def test_a_link_is_followed_only_after_its_address_was_shown(page: RenderedPage) -> None:
    sheet = render(page, "see [example.org](https://evil.example/\u202ex) now")
    cursor = sheet.document().find("example.org")
    place = sheet.cursorRect(cursor).center() - QPoint(10, 0)

    QTest.mouseClick(sheet.viewport(), Qt.MouseButton.LeftButton, pos=place)
    box = box_of(page)
    buttons = {button.text().replace("&", ""): button for button in box.findChildren(QPushButton)}

    assert box.text() == "https://evil.example/‹U+202E›x"
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert "leads to evil.example" in box.informativeText()
    assert box.icon() is QMessageBox.Icon.NoIcon, "the system's own has other colours"
    assert not box.iconPixmap().isNull()
    assert box.defaultButton() is buttons["Cancel"]
    buttons["Copy"].click()
    assert QGuiApplication.clipboard().text() == "https://evil.example/\u202ex"


def test_a_link_is_reached_by_keys_and_let_go_by_escape(page: RenderedPage) -> None:
    sheet = render(page, "see [a](http://a.example) and [b](mailto:b@b.example)")
    page.window().activateWindow()
    sheet.setFocus()
    QTest.keyClick(sheet, Qt.Key.Key_Tab)
    QTest.keyClick(sheet, Qt.Key.Key_Tab)
    QTest.keyClick(sheet, Qt.Key.Key_Return)
    box = box_of(page)

    assert box.text() == "mailto:b@b.example"
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert not box.isVisible()


def test_no_address_but_a_link_of_ours_does_anything(page: RenderedPage) -> None:
    sheet = render(page, "[a](http://a.example)")
    for url in ("http://a.example", "file:///etc/hostname", "link:x", "link:-1", ""):
        sheet.anchorClicked.emit(QUrl(url))

    assert not page.window().findChildren(QMessageBox)
    assert sheet.loadResource(2, QUrl("file:///etc/hostname")) is None


def test_what_is_copied_is_plain_text(page: RenderedPage) -> None:
    sheet = render(page, "# T\n\n**bold** [x](http://a.example) p\u0430ypal \u200b")
    sheet.selectAll()
    data = sheet.createMimeDataFromSelection()

    assert data.formats() == ["text/plain"]
    assert data.text().strip("\n") == "T\nbold x p\u0430ypal‹not “paypal”: Cyrillic letters› ‹ZWSP›"


def test_the_page_follows_the_caret(page: RenderedPage) -> None:
    text = "".join(f"# H{n}\n\n" + "words and words. " * 40 + "\n\n" for n in range(30))
    sheet = render(page, text)
    page.follow(text.index("# H20"))
    cursor = sheet.cursorForPosition(QPoint(4, 24))

    assert "H20" in {cursor.block().text(), cursor.block().previous().text(), cursor.block().next().text()}


def test_another_theme_writes_all_anew(page: RenderedPage, themes: ThemeManager) -> None:
    sheet = render(page, TEXT)
    before = shown(sheet)
    themes.set_preferences(Preferences("dark"))
    render(page, TEXT)
    cursor = QTextCursor(sheet.document().find("three"))

    assert shown(sheet) == before
    assert cursor.charFormat().foreground().color() == themes.theme.color("text")


def test_another_theme_leaves_the_part_at_the_top_of_the_view_there(
    page: RenderedPage, themes: ThemeManager
) -> None:
    sheet = render(page, "\n".join(f"# {number}\n\nsaid\n" for number in range(200)))
    bar = sheet.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    block = sheet.cursorForPosition(QPoint(0, 0)).block().text()
    themes.set_preferences(Preferences("dark"))
    while not sheet.is_complete:
        QApplication.processEvents()
    seen = [sheet.cursorForPosition(QPoint(0, y)).block().text() for y in range(0, 60, 4)]
    assert block in seen


def test_a_document_without_text_says_so(page: RenderedPage) -> None:
    render(page, "")

    assert page.sheet is not None
    assert not page.sheet.isVisible()


def test_the_text_stays_clear_of_the_scroll_bar(page: RenderedPage) -> None:
    sheet = render(page, "word " * 2000)
    bar = sheet.verticalScrollBar()
    assert bar.isVisible()
    assert bar.mapTo(sheet, QPoint(0, 0)).x() - sheet.viewport().geometry().right() > 4


def test_the_focus_is_seen_around_the_text(page: RenderedPage) -> None:
    sheet = render(page, TEXT)
    sheet.clearFocus()
    QApplication.processEvents()
    bare = sheet.grab().toImage()
    sheet.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    ringed = sheet.grab().toImage()
    corner = sheet.viewport().geometry()
    assert ringed != bare
    assert ringed.copy(corner) == bare.copy(corner), "nothing that it shows moves or is painted over"
