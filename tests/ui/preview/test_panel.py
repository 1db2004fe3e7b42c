"""The right panel: numbers, parts, lines, what can be clicked, and the unsaved changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu

from memdesk.bundled import bundled_path
from memdesk.layouts.contract import Cut, Injected, Meter, Part, Piece, Source
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.text.edits import Span
from memdesk.text.masking import MASK
from memdesk.text.sentence import say
from memdesk.ui.i18n import ENGLISH, install_language
from memdesk.ui.preview.panel import PreviewPanel
from memdesk.ui.tasks import Tasks
from memdesk.ui.theme.manager import ThemeManager
from memdesk.ui.widgets.buttons import Button, LinkButton
from memdesk.ui.widgets.empty import EmptyState
from memdesk.ui.widgets.labels import ElidedLabel
from memdesk.ui.widgets.lines.line import LineKind
from memdesk.ui.widgets.lines.view import LinesView
from memdesk.ui.widgets.meter import BudgetMeter
from tests.ui.conftest import Show

RULES, MEMORY = "/srv/api/EVVA.md", "/home/ada/.evva/projects/-srv-api/MEMORY.md"
API, YOU = Scope(ScopeKind.PROJECT, "-srv-api", "api", "/srv/api"), Scope(ScopeKind.YOU, "", "You")
DOCUMENT = Document(MEMORY, "/home/ada/.evva", "MEMORY.md", API, DocumentKind.MEMORY)
OLD, NEW = "## Facts — Go 1.23\n## More — x", "## Facts — Go 1.24, always\n## More — x"


@pytest.fixture
def panel(themes: ThemeManager, show: Show) -> PreviewPanel:
    panel = PreviewPanel(themes)
    panel.resize(380, 800)
    panel.set_agent("evva")
    panel.set_contexts((YOU, API), API)
    show(panel)
    panel.activateWindow()
    return panel


def injected(index: str, rules: str = "Be brief.\n", cut: str = "") -> Injected:
    return Injected(
        parts=(Part("rules", "EVVA.md", RULES, "whole"), Part("index", "MEMORY.md, index", MEMORY)),
        pieces=(
            Piece(rules, Source(RULES, Span(0, len(rules))), "rules"),
            Piece(index, Source(MEMORY, Span(50, 50 + len(index))), "index"),
        ),
        meters=(Meter("total", 0, None, "chars"), Meter("MEMORY.md", 2150, 65536, "bytes", MEMORY)),
        cut=(Cut(MEMORY, Span(300, 300 + len(cut)), "Facts", cut, "first lines only"),) if cut else (),
    )


def lines(panel: PreviewPanel) -> list[tuple[LineKind, str]]:
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    return [(line.kind, line.text) for line in view.lines]


def texts(panel: PreviewPanel) -> list[str]:
    labels = [label for label in panel.findChildren(ElidedLabel) if label.isVisible()]
    return [label.text for label in labels] + [
        label.text() for label in panel.findChildren(QLabel) if label.isVisible()
    ]


def rows(panel: PreviewPanel) -> dict[str, QAbstractButton]:
    QApplication.processEvents()
    found = [row for row in panel.findChildren(QAbstractButton) if row.isCheckable() and row.isVisible()]
    return {row.accessibleName().partition(",")[0]: row for row in found}


def empty_state(panel: PreviewPanel) -> EmptyState:
    return next(state for state in panel.findChildren(EmptyState) if state.isVisible())


def test_the_numbers_are_said_in_words(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    said = texts(panel)
    assert "40 chars" in said
    assert "about 10 tokens at session start" in said
    assert "evva sets no cap on the total" in said
    assert "MEMORY.md at 3 % of its 64 KB" in said
    meter = panel.findChild(BudgetMeter)
    assert isinstance(meter, BudgetMeter)
    assert meter.accessibleName() == (
        "EVVA.md 10 chars, MEMORY.md, index 30 chars. evva sets no cap on the total"
    )


def test_unsaved_lines_are_marked_and_the_part_says_how_it_grew(panel: PreviewPanel) -> None:
    panel.show_injected(injected(NEW), injected(OLD), DOCUMENT)
    assert lines(panel) == [
        (LineKind.REMOVED, "## Facts — Go 1.23"),
        (LineKind.ADDED, "## Facts — Go 1.24, always"),
        (LineKind.PLAIN, "## More — x"),
    ]
    assert "Exact text, with your unsaved edit" in texts(panel)
    names = [row.accessibleName() for row in rows(panel).values()]
    assert names == [
        "All of it, in order, 48 chars, +8 unsaved",
        "EVVA.md, 10 chars, whole",
        "MEMORY.md, index, 38 chars, +8 unsaved",
    ]


def test_the_part_of_the_document_is_shown_first_and_a_click_shows_another(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    assert [row.isChecked() for row in rows(panel).values()] == [False, False, True]
    QTest.mouseClick(rows(panel)["EVVA.md"], Qt.MouseButton.LeftButton)
    assert lines(panel) == [(LineKind.PLAIN, "Be brief.")]


def test_arrow_keys_walk_through_the_parts(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    row = rows(panel)["MEMORY.md"]
    row.setFocus()
    QTest.keyClick(row, Qt.Key.Key_Up)
    assert lines(panel) == [(LineKind.PLAIN, "Be brief.")]


def test_links_to_more_stand_in_line_with_what_they_belong_to(panel: PreviewPanel) -> None:
    many = injected(OLD)
    many = replace(
        many,
        parts=(*many.parts, *(Part(f"p{number}", f"p{number}.md", "") for number in range(8))),
        meters=(*many.meters, Meter("OTHER.md", 1, 65536, "bytes", "/elsewhere/OTHER.md")),
    )
    panel.show_injected(many, None, DOCUMENT)
    QApplication.processEvents()
    links = [link for link in panel.findChildren(LinkButton) if link.isVisible()]
    assert [link.text() for link in links] == ["1 more cap", "6 more parts"]
    heading = next(label for label in panel.findChildren(QLabel) if label.text() == "40 chars")
    edge = heading.mapTo(panel, QPoint()).x()
    # Letters begin a little behind the edge of their cell.
    assert all(0 <= first_ink(link, panel) - edge <= 3 for link in links)


def first_ink(link: LinkButton, panel: PreviewPanel) -> int:
    """Where the words of a link begin in the panel, in px from its left."""
    picture = link.grab().toImage()
    paper = picture.pixelColor(0, 0)
    columns = range(picture.width())
    first = next(
        x for x in columns if any(picture.pixelColor(x, y) != paper for y in range(picture.height()))
    )
    return link.mapTo(panel, QPoint(first, 0)).x()


def test_typing_keeps_the_chosen_part_and_another_document_brings_its_own(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    rows(panel)["EVVA.md"].click()
    panel.show_injected(injected(NEW), injected(OLD), DOCUMENT)
    assert lines(panel) == [(LineKind.PLAIN, "Be brief.")]
    rules = DOCUMENT._replace(path=RULES, title="EVVA.md", kind=DocumentKind.RULES)
    panel.show_injected(injected(NEW), None, rules)
    panel.show_injected(injected(NEW), None, DOCUMENT)
    assert lines(panel)[0] == (LineKind.PLAIN, "## Facts — Go 1.24, always")


def test_a_line_leads_to_where_it_stands(panel: PreviewPanel) -> None:
    places: list[tuple[str, int]] = []
    panel.source_activated.connect(lambda path, position: places.append((path, position)))
    panel.show_injected(injected(NEW, cut="lost line"), injected(OLD), DOCUMENT)
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    for line in range(len(view.lines)):
        view.line_activated.emit(line)
    assert places == [(MEMORY, 50), (MEMORY, 50 + NEW.index("## More")), (MEMORY, 300)]


def test_copying_gives_the_exact_text_without_signs_and_lost_lines(panel: PreviewPanel) -> None:
    panel.show_injected(injected(NEW + "\udcc3", cut="lost"), injected(OLD), DOCUMENT)
    panel.copy_injected()
    assert QApplication.clipboard().text() == NEW + "\ufffd"


def test_warnings_and_what_is_not_known_are_said(panel: PreviewPanel) -> None:
    state = replace(injected(OLD), warnings=("truncated",), unknown="The wrapper is not known.")
    panel.show_injected(state, None, DOCUMENT)
    assert {"truncated", "The wrapper is not known."} <= set(texts(panel))
    panel.show_injected(injected(OLD), None, DOCUMENT)
    assert not {"truncated", "The wrapper is not known."} & set(texts(panel))


def test_a_memory_without_sections_offers_to_add_one(panel: PreviewPanel) -> None:
    asked: list[bool] = []
    panel.add_section_requested.connect(lambda: asked.append(True))
    panel.show_injected(injected(""), None, DOCUMENT)
    state = empty_state(panel)
    assert state.accessibleName() == "evva gets nothing from this project. MEMORY.md has no sections."
    button = state.findChild(Button)
    assert isinstance(button, Button)
    button.click()
    assert asked == [True]


def test_a_memory_nobody_may_edit_offers_nothing(panel: PreviewPanel) -> None:
    panel.show_injected(injected(""), None, DOCUMENT._replace(why_read_only="No permission."))
    button = empty_state(panel).findChild(Button)
    assert isinstance(button, Button)
    assert not button.isVisible()


def test_an_empty_file_and_an_empty_context_say_so(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD, rules=""), None, DOCUMENT)
    rows(panel)["EVVA.md"].click()
    assert empty_state(panel).accessibleName() == "evva gets nothing from this file. EVVA.md is empty."
    panel.show_injected(Injected((), ()), None, DOCUMENT)
    assert empty_state(panel).accessibleName() == "evva gets nothing here."


def test_while_it_is_worked_out_the_last_preview_stays(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    panel.show_pending()
    assert "Working it out…" in texts(panel)
    assert lines(panel)[0] == (LineKind.PLAIN, "## Facts — Go 1.23")
    panel.show_injected(injected(OLD), None, DOCUMENT)
    assert "Working it out…" not in texts(panel)


def test_a_context_is_chosen_from_the_menu(panel: PreviewPanel) -> None:
    chosen: list[Scope] = []
    panel.context_chosen.connect(chosen.append)
    button = next(button for button in panel.findChildren(Button) if button.menu() is not None)
    assert (button.text(), button.accessibleName()) == ("api", "Context: api")
    menu = button.menu()
    assert menu is not None
    assert offered(menu) == [("You", False), ("api", True)]
    menu.actions()[0].trigger()
    assert chosen == [YOU]
    assert button.text() == "You"
    assert offered(menu) == [("You", True), ("api", False)]


def test_a_context_is_called_what_its_folder_is_called(panel: PreviewPanel) -> None:
    panel.set_contexts((YOU, API._replace(title="R&D")), YOU)
    button = next(button for button in panel.findChildren(Button) if button.menu() is not None)
    assert offered(button.menu())[1] == ("R&&D", False), "an & would be a mark for a key"


def test_a_context_is_named_in_the_language_of_the_user(panel: PreviewPanel) -> None:
    button = next(button for button in panel.findChildren(Button) if button.menu() is not None)
    install_language(bundled_path("translations"), ["de"])
    try:
        panel.set_contexts((YOU, API), YOU._replace(title=say("You")))
    finally:
        install_language(bundled_path("translations"), [ENGLISH])
    assert (button.text(), button.accessibleName()) == ("Sie", "Kontext: Sie")


def test_contexts_of_one_name_are_told_apart(panel: PreviewPanel) -> None:
    nora = Scope(ScopeKind.USER, "default/users/nora", "nora", above=("default", "Users"))
    keyed = Scope(ScopeKind.PROJECT, "-srv-nora", "nora")
    panel.set_contexts((nora, keyed, API), nora)
    button = next(button for button in panel.findChildren(Button) if button.menu() is not None)
    assert [name for name, _ in offered(button.menu())] == [
        "nora (default › Users)",
        "nora (-srv-nora)",
        "api",
    ]


def offered(menu: QMenu) -> list[tuple[str, bool]]:
    """What an opened menu offers, and whether it is checked."""
    menu.popup(QPoint())
    found = [(action.text(), action.isChecked()) for action in menu.actions()]
    menu.close()
    return found


# What is not saved


def test_unsaved_changes_stand_in_their_tab(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    panel.show_tab("diff")
    panel.show_diff("a\nb\n", "a\nc\nd\n")
    assert lines(panel) == [
        (LineKind.PLAIN, "a"),
        (LineKind.REMOVED, "b"),
        (LineKind.ADDED, "c"),
        (LineKind.ADDED, "d"),
    ]
    assert "2 lines added, 1 line removed" in texts(panel)


def test_a_change_shown_behind_another_tab_is_there_when_the_tab_comes_up(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    panel.show_diff("a\n", "a\n")
    panel.show_diff("a\n", "b\n")
    panel.show_tab("diff")
    assert [kind for kind, _ in lines(panel)] == [LineKind.REMOVED, LineKind.ADDED]
    panel.show_diff("b\n", "b\n")
    assert empty_state(panel).accessibleName().startswith("No unsaved changes.")


def test_long_texts_are_compared_by_a_worker(panel: PreviewPanel, qapp: QApplication) -> None:
    tasks = Tasks()
    panel.work_with(tasks)
    panel.show_injected(injected(OLD), None, DOCUMENT)
    panel.show_tab("diff")
    text = "a line of many words\n" * 4000
    panel.show_diff(text, text + "older\n")
    panel.show_diff(text, text + "newer\n")
    at_once = [view for view in panel.findChildren(LinesView) if view.isVisible() and view.lines]
    while tasks.busy:
        qapp.processEvents()
    tasks.finish()

    assert not at_once
    assert lines(panel)[-1] == (LineKind.ADDED, "newer")
    assert len(lines(panel)) == 4001


def test_nothing_open_says_so(panel: PreviewPanel) -> None:
    assert empty_state(panel).accessibleName().startswith("Nothing is open.")
    panel.show_injected(injected(OLD), None, DOCUMENT)
    panel.show_tab("diff")
    panel.clear()
    assert empty_state(panel).accessibleName().startswith("Nothing is open.")


def test_every_control_has_a_name(panel: PreviewPanel) -> None:
    panel.show_injected(injected(NEW), injected(OLD), DOCUMENT)
    controls = [*panel.findChildren(QAbstractButton), *panel.findChildren(LinesView)]
    named = [c for c in controls if c.accessibleName() or (isinstance(c, QAbstractButton) and c.text())]
    visible = [c for c in controls if c.isVisible()]
    assert [c for c in visible if c not in named] == []


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
@pytest.mark.parametrize("width", [320, 360, 560])
def test_it_fits_into_every_width_it_may_get(
    panel: PreviewPanel, direction: Qt.LayoutDirection, width: int
) -> None:
    panel.setLayoutDirection(direction)
    panel.resize(width, 500)
    long = replace(injected(NEW), parts=(Part("rules", "x" * 300, RULES), Part("index", "y" * 300, MEMORY)))
    panel.show_injected(long, injected(OLD), DOCUMENT)
    QApplication.processEvents()
    assert panel.minimumSizeHint().width() <= 320
    assert panel.width() == width
    panel.grab()


def test_of_a_file_without_a_part_none_is_chosen(panel: PreviewPanel) -> None:
    panel.show_injected(injected(OLD), None, DOCUMENT)
    other = DOCUMENT._replace(path="/home/ada/.evva/other.md")
    lost = Cut(other.path, Span(0, 9), "", "all of it", "memory is off")
    panel.show_injected(replace(injected(OLD), cut=(lost,)), None, other)
    assert not any(row.isChecked() for row in rows(panel).values())
    assert lines(panel) == [(LineKind.CUT, "Left out: memory is off"), (LineKind.LOST, "all of it")]
    assert "evva gets nothing of this file" in texts(panel)
    QTest.mouseClick(rows(panel)["EVVA.md"], Qt.MouseButton.LeftButton)
    assert lines(panel) == [(LineKind.PLAIN, "Be brief.")]
    panel.show_injected(injected(OLD), None, DOCUMENT)
    assert [name for name, row in rows(panel).items() if row.isChecked()] == ["MEMORY.md"]


TOKEN = "ghp_" + "a1B2c3D4" * 5
DEPLOY = f"- deploy with {TOKEN} at night\n"


@pytest.mark.parametrize("kept_chars", range(14, 14 + len(TOKEN) + 1, 4))
def test_both_halves_of_a_secret_that_the_cut_parts_are_masked(panel: PreviewPanel, kept_chars: int) -> None:
    kept, lost = DEPLOY[:kept_chars], DEPLOY[kept_chars:]
    whole = injected(kept, cut="x")
    whole = replace(
        whole, cut=(replace(whole.cut[0], span=Span(50 + len(kept), 50 + len(DEPLOY)), text=lost),)
    )
    panel.show_injected(whole, whole, DOCUMENT)
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    shown = [view.shown_text(number) for number in range(len(view.lines))]
    for start in range(4, len(TOKEN) - 4, 4):
        assert not any(TOKEN[start : start + 5] in line for line in shown)
    assert shown[0].startswith("- deploy with ")
    assert shown[-1].endswith("at night")
    view.select_all()
    assert kept.strip() in view.selected_text(), "what is copied is what is there"


def test_a_parted_secret_is_shown_as_one(panel: PreviewPanel, themes: ThemeManager) -> None:
    kept, lost = DEPLOY[:30], DEPLOY[30:]
    whole = injected(kept, cut="x")
    whole = replace(whole, cut=(replace(whole.cut[0], span=Span(80, 50 + len(DEPLOY)), text=lost),))
    panel.show_injected(whole, whole, DOCUMENT)
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    assert view.shown_text(0) == "- deploy with " + MASK * 16
    view.select_all()
    assert view.turn_secrets()
    assert view.shown_text(0) == kept
    assert view.shown_text(len(view.lines) - 1) == lost.rstrip("\n")
    themes.masks.conceal_all()


def test_lines_of_a_key_that_an_agent_orders_otherwise_are_masked(panel: PreviewPanel) -> None:
    body = [f"- MIIEpAIB{number}{'bXyZ09ab' * 4}\n" for number in range(2)]
    whole = ["- -----BEGIN RSA PRIVATE KEY-----\n", *body, "- -----END RSA PRIVATE KEY-----\n"]
    starts = [sum(map(len, whole[:number])) for number in range(len(whole))]
    places = [
        Source(MEMORY, Span(start, start + len(text))) for start, text in zip(starts, whole, strict=True)
    ]
    sent = tuple(Piece(whole[number], places[number], "index") for number in (2, 1, 3))
    cut = (Cut(MEMORY, places[0].span, "Facts", whole[0], "too old"),)
    panel.show_injected(replace(injected(OLD), pieces=sent, cut=cut), None, DOCUMENT)
    view = next(view for view in panel.findChildren(LinesView) if view.isVisible())
    told = [view.shown_text(number) for number in range(len(view.lines))]
    assert f"- {MASK * (len(body[0]) - 3)}" in told
    assert not [line for line in told if "MIIE" in line]
