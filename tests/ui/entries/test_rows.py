"""Rows by themselves: what they say, where their parts are, how they follow a change, and ten thousand of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.layouts.contract import Cut, Generated, Injected, Part, Piece, Source
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ub.outline import memory_outline
from memdesk.text.editable import EditableText
from memdesk.text.edits import Edit, Span
from memdesk.text.outline import Outline
from memdesk.ui.editor.page_block import BlockContext
from memdesk.ui.editor.page_parts import PagePart, PartKind, page_parts
from memdesk.ui.editor.requests import ChangeRequest, EditorRequests
from memdesk.ui.editor.session import SectionMark
from memdesk.ui.editor.shown_text import ShownText
from memdesk.ui.entries.block import RowsBlock
from memdesk.ui.entries.geometry import cells_of, height_of
from memdesk.ui.entries.model import RowsModel
from memdesk.ui.entries.reading import Choice, Known, NewEntry, Order, RowReader, entries_of, sent_of
from memdesk.ui.entries.row import Row, RowKind, Sent, visible
from memdesk.ui.theme.manager import ThemeManager
from tests.ui.conftest import Show

TYPES = ("preference", "project", "debug")
TEXT = """## preference

- Prefer pnpm over npm *(2026-05-30T09:21:37Z)*

## project

- Staging is reset every Monday *(2026-05-14T17:26:33Z)*
- The worker is started with make *(2026-05-28T08:44:05Z)*
- check the flaky test again
"""
SCOPE = Scope(ScopeKind.PROJECT, "key", "api")


class Session:
    """An open list of ub's, without files."""

    def __init__(self, text: str, why_read_only: str = "") -> None:
        self.text = EditableText(text)
        self.base_text = text
        self.why_read_only = why_read_only
        self.is_read = True
        self.document = Document("/m/memory.md", "/m", "memory.md", SCOPE, DocumentKind.LIST, types=TYPES)

    def outline(self) -> Outline:
        return memory_outline(self.text.text)

    def part(self) -> PagePart:
        found = page_parts(self.text, self.outline(), self.document, frozenset({PartKind.ROWS}))
        return next(part for part in found if part.kind is PartKind.ROWS)


class Stage:
    """A block of rows, and what it asks for."""

    def __init__(self, themes: ThemeManager, session: Session) -> None:
        self.session = session
        self.shown = ShownText(session.text)
        self.requests = EditorRequests()
        self.asked: list[ChangeRequest] = []
        self.requests.changes_requested.connect(self.asked.append)
        context = BlockContext(
            themes,
            self.shown,
            session,
            self.requests,
            lambda _body: None,
            lambda _key, _n: None,
            lambda _w, _r: None,
        )
        self.block = RowsBlock(context, session.part())
        self.view = self.block.view

    def follow(self) -> None:
        self.block.set_part(self.session.part())

    def close(self) -> None:
        self.block.close_text()
        self.shown.close()


MakeStage = Callable[..., Stage]


@pytest.fixture
def stage_of(themes: ThemeManager, show: Show) -> Iterator[MakeStage]:
    made: list[Stage] = []

    def make(text: str = TEXT, why_read_only: str = "") -> Stage:
        stage = Stage(themes, Session(text, why_read_only))
        made.append(stage)
        stage.block.resize(640, 400)
        show(stage.block)
        return stage

    yield make
    for stage in made:
        stage.close()


def rows_of(session: Session, choice: Choice | None = None, known: Known | None = None) -> list[Row]:
    reader = RowReader(
        session.part(), session.text.text, known or Known(), choice or Choice(), can_add=True, new=None
    )
    return reader.rows({})


# What rows say


def test_groups_stand_in_the_agents_order_and_empty_ones_are_closed() -> None:
    rows = rows_of(Session(TEXT))

    heads = [(row.text, row.count, row.folded) for row in rows if row.kind is RowKind.HEAD]
    assert heads == [("preference", 1, False), ("project", 3, False), ("debug", 0, True)]


def test_a_category_may_stand_several_times() -> None:
    session = Session(f"{TEXT}\n## project\n\n- once more *(2026-05-29T16:40:12Z)*\n")
    second = [group for group in session.part().groups if group.key == "project"][1].entries[0]
    new = NewEntry("project", (second.key, second.occurrence))
    for rows in (
        rows_of(session),
        RowReader(session.part(), session.text.text, Known(), Choice(), can_add=True, new=new).rows({}),
    ):
        assert len({row.name for row in rows}) == len(rows)
        assert [row.text for row in rows if row.kind is RowKind.HEAD].count("project") == 2
    below = [row.kind for row in rows if row.group.key == "project"][-2:]
    assert below == [RowKind.ENTRY, RowKind.NEW]


def test_an_entry_that_lacks_a_stamp_says_so() -> None:
    rows = {row.text: row for row in rows_of(Session(TEXT)) if row.is_entry}

    assert rows["check the flaky test again"].lacks_stamp
    assert "no stamp" in rows["check the flaky test again"].sentence
    assert not rows["Prefer pnpm over npm"].lacks_stamp


def test_a_row_says_all_of_it_to_a_screen_reader() -> None:
    session = Session(TEXT)
    node = next(iter(entries_of(session.part())))
    node_id = (node.key, node.occurrence)
    known = Known({node_id: SectionMark(unsaved=True, changed=1)}, (), {node_id: Sent.LEFT_OUT})
    row = next(row for row in rows_of(session, known=known) if row.is_entry)

    assert row.sentence.startswith("Prefer pnpm over npm, unsaved, changed since you looked, left out, ")
    assert row.sentence.endswith(" ago")


def test_hidden_characters_are_shown_by_name() -> None:
    assert visible("a\u202eb\u200b c\n  d") == "a‹U+202E›b‹ZWSP› c d"
    assert visible("raw \udcff byte") == "raw ‹xFF› byte"


def test_newest_first() -> None:
    rows = rows_of(Session(TEXT), Choice(Order.NEWEST))

    assert [row.text for row in rows if row.is_entry and row.group.key == "project"] == [
        "The worker is started with make",
        "Staging is reset every Monday",
        "check the flaky test again",
    ]


def test_what_the_agent_gets_and_what_it_leaves_out() -> None:
    session = Session(TEXT)
    nodes = list(entries_of(session.part()))
    first, second = nodes[0], nodes[1]
    injected = Injected(
        (Part("memory", "memory.md", "/m/memory.md"),),
        (
            Piece("- ", Generated("a bullet"), "memory"),
            Piece(first.title, Source("/m/memory.md", first.body), "memory"),
            Piece("other", Source("/m/other.md", second.body), "memory"),
        ),
        cut=(Cut("/m/memory.md", second.body, second.key, second.title, "over budget"),),
    )
    sent = sent_of(injected, "/m/memory.md", nodes)

    assert sent == {(first.key, 0): Sent.SENT, (second.key, 0): Sent.LEFT_OUT}


spans = st.lists(st.integers(0, 60), unique=True).map(sorted)


@given(edges=spans, start=st.integers(0, 60), length=st.integers(1, 10))
def test_an_entry_is_sent_where_one_of_its_characters_is(edges: list[int], start: int, length: int) -> None:
    given_spans = [Span(a, b) for a, b in zip(edges[::2], edges[1::2], strict=False)]
    pieces = tuple(Piece("x", Source("/p", span), "p") for span in given_spans)
    session = Session(TEXT)
    node = next(iter(entries_of(session.part())))
    wanted = replace(node, body=Span(start, start + length))
    touched = any(span.start < start + length and start < span.end for span in given_spans)

    assert bool(sent_of(Injected((), pieces), "/p", [wanted])) == touched


# Where the parts of a row are


@pytest.mark.parametrize("width", [300, 440, 640, 900])
def test_cells_stay_inside_and_apart(themes: ThemeManager, width: int) -> None:
    session = Session(TEXT)
    node_id = ("[preference] Prefer pnpm over npm", 0)
    known = Known({node_id: SectionMark(unsaved=True, changed=2)}, (), {node_id: Sent.LEFT_OUT})
    row = next(row for row in rows_of(session, known=known) if row.is_entry)
    area = QRect(0, 0, width, height_of(themes.theme, row, None))
    cells = cells_of(themes.theme, row, area, active=True, editable=True)
    shown = [cell for cell in cells if not cell.isEmpty()]

    assert all(area.contains(cell) for cell in shown)
    for one in shown:
        assert not [other for other in shown if other is not one and other.intersects(one)]


NOTE = "superseded by ep_20260512_00000002"


@pytest.mark.parametrize("width", [340, 388, 440, 520])
@pytest.mark.parametrize("active", [False, True])
def test_chips_leave_the_words_their_room(themes: ThemeManager, width: int, *, active: bool) -> None:
    session = Session(TEXT)
    row = next(row for row in rows_of(session) if row.is_entry)
    row = replace(row, note=NOTE, sent=Sent.LEFT_OUT)
    area = QRect(0, 0, width, height_of(themes.theme, row, None))
    cells = cells_of(themes.theme, row, area, active=active, editable=True)
    shown = [cell for cell in cells if not cell.isEmpty()]

    assert cells.text.width() >= themes.theme.metrics("body").horizontalAdvance("Nora: choo")
    assert all(area.contains(cell) for cell in shown)
    for one in shown:
        assert not [other for other in shown if other is not one and other.intersects(one)]


def test_what_a_narrow_row_leaves_out_is_in_its_tool_tip(themes: ThemeManager) -> None:
    row = next(row for row in rows_of(Session(TEXT)) if row.is_entry)
    model = RowsModel(themes.masks)
    model.set_rows([replace(row, note=NOTE, sent=Sent.LEFT_OUT)])
    tip = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == f"{row.text}\n{NOTE}, left out"


# On screen


def test_rows_follow_a_change_and_the_current_one_stays(stage_of: MakeStage) -> None:
    stage = stage_of()
    stage.view.select(next(row.name for row in stage.view.rows if "worker" in row.text))
    gone: list[int] = []
    stage.view.model().rowsRemoved.connect(lambda _parent, first, _last: gone.append(first))
    resets: list[int] = []
    stage.view.model().modelReset.connect(lambda: resets.append(1))
    at = TEXT.index("- Staging")
    stage.session.text.apply_outside(TEXT[:at] + "- New *(2026-06-01T00:00:00Z)*\n" + TEXT[at:])
    stage.follow()

    current = stage.view.current
    assert current is not None
    assert current.text == "The worker is started with make"
    assert not gone
    assert not resets


def test_rows_have_their_sentence_in_the_tree_of_the_screen_reader(stage_of: MakeStage) -> None:
    stage = stage_of()
    found = QAccessible.queryAccessibleInterface(stage.view)

    assert found.childCount() == len(stage.view.rows)
    names = [found.child(i).text(QAccessible.Text.Name) for i in range(found.childCount())]
    assert names == [row.sentence for row in stage.view.rows]
    place = [row.text for row in stage.view.rows].index("Prefer pnpm over npm")
    assert found.child(place).rect().height() == stage.view.rect_of_row(place).height()


def test_only_what_is_seen_of_thousands_of_rows_is_drawn(
    stage_of: MakeStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = "".join(f"- fact number {i} *(2026-05-14T17:26:33Z)*\n" for i in range(2_000))
    stage = stage_of(f"## project\n\n{lines}")
    painted: list[Row] = []
    paint = stage.view._painter.paint

    def count(painter: object, row: Row, *rest: object) -> None:
        painted.append(row)
        paint(painter, row, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(stage.view._painter, "paint", count)
    stage.view.viewport().render(
        QImage(640, 300, QImage.Format.Format_ARGB32), QPoint(), QRect(0, 32_000, 640, 300)
    )

    assert 0 < len(painted) < 40
    assert stage.view.height() > 2_000 * 30


def test_a_row_from_right_to_left_is_mirrored(qapp: QApplication, stage_of: MakeStage) -> None:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        stage = stage_of()
        place = next(i for i, row in enumerate(stage.view.rows) if row.is_entry)
        stage.view.select(stage.view.rows[place].name)
        stage.view.setFocus()
        area = stage.view.rect_of_row(place)
        mirrored = QPoint(area.width() - 16, area.center().y())
        assert stage.view._cell_at(mirrored) in ((place, "handle"), (place, ""))
        assert QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft
        stage.view.grab()
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_nothing_can_be_changed_in_what_is_read_only(stage_of: MakeStage) -> None:
    stage = stage_of(why_read_only="It is somebody else's.")
    said: list[str] = []
    stage.requests.notice_requested.connect(said.append)
    stage.view.select(next(row.name for row in stage.view.rows if row.is_entry))
    stage.view.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Delete, Qt.Key.Key_F2):
        QTest.keyClick(stage.view, key)

    assert not stage.asked
    assert said
    assert all(row.kind is not RowKind.ADD for row in stage.view.rows)


def test_a_list_without_entries_says_so(stage_of: MakeStage) -> None:
    stage = stage_of("")

    assert [row.kind for row in stage.view.rows] == [RowKind.HEAD] * 3
    assert stage.block._board.counts().entries == 0


def test_a_long_text_without_blanks_is_drawn(stage_of: MakeStage) -> None:
    stage = stage_of(f"## project\n\n- {'x' * 300_000} *(2026-05-14T17:26:33Z)*\n")
    stage.view.grab()


def test_a_refused_change_leaves_the_text_open(stage_of: MakeStage) -> None:
    stage = stage_of()

    def refuse(request: ChangeRequest) -> None:
        request.refusal = "Not like this."

    stage.requests.changes_requested.connect(refuse)
    stage.view.select(next(row.name for row in stage.view.rows if row.is_entry))
    stage.view.setFocus()
    QTest.keyClick(stage.view, Qt.Key.Key_Return)
    editor = stage.block.writing.editor
    assert editor is not None
    QTest.keyClicks(editor.body, "!")
    QTest.keyClick(editor.body, Qt.Key.Key_Return)

    assert stage.block.writing.editor is editor
    assert editor.value == "Prefer pnpm over npm!"
    assert editor.body.accessibleDescription() == "Not like this."
    QTest.keyClick(editor.body, Qt.Key.Key_Escape)
    assert stage.block.writing.editor is None


def test_an_edit_by_hand_in_the_source_is_seen_in_the_rows(stage_of: MakeStage) -> None:
    stage = stage_of()
    at = TEXT.index(" over npm")
    stage.session.text.edit([Edit(at, "", " 9")])
    stage.follow()

    assert "Prefer pnpm 9 over npm" in [row.text for row in stage.view.rows]


def test_a_word_that_pretends_is_followed_by_what_it_is_not() -> None:
    assert visible("pay by p\u0430ypal \u200b now") == "pay by p\u0430ypal‹≠ paypal› ‹ZWSP› now"
