"""What an agent gets, as parts and lines."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QLocale

from memdesk.layouts.contract import (
    Cut,
    Document,
    DocumentKind,
    Generated,
    Injected,
    Meter,
    Part,
    Piece,
    Scope,
    ScopeKind,
    Source,
)
from memdesk.text.edits import Span
from memdesk.ui.preview.injection import (
    DocumentPlace,
    PartFact,
    budget_of,
    lines_of_part,
    part_facts,
    part_for,
    source_of,
)
from memdesk.ui.widgets.lines.line import Line, LineKind

RULES, MEMORY = "/srv/api/EVVA.md", "/home/ada/.evva/projects/-srv-api/MEMORY.md"
DOCUMENT = Document(
    MEMORY, "/home/ada/.evva", "MEMORY.md", Scope(ScopeKind.PROJECT, "-srv-api", "api"), DocumentKind.MEMORY
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English))
    yield
    QLocale.setDefault(before)


def injected(index: str = "## Facts — Go 1.23", cut: tuple[Cut, ...] = ()) -> Injected:
    heading, dash, body = index.partition(" — ")
    return Injected(
        parts=(Part("rules", "EVVA.md", RULES), Part("index", "MEMORY.md, index", MEMORY)),
        pieces=(
            Piece("Be brief.\n", Source(RULES, Span(0, 10)), "rules"),
            Piece(heading, Source(MEMORY, Span(100, 100 + len(heading))), "index"),
            Piece(dash, Generated("a dash"), "index"),
            Piece(body, Source(MEMORY, Span(200, 200 + len(body))), "index"),
        ),
        meters=(Meter("total", 2314, None, "chars"), Meter("MEMORY.md", 2150, 65536, "bytes", MEMORY)),
        cut=cut,
    )


def cut(text: str, start: int = 300, why: str = "first lines only", path: str = MEMORY) -> Cut:
    return Cut(path, Span(start, start + len(text)), "Facts", text, why)


def test_each_part_has_its_length_and_how_it_grew() -> None:
    assert part_facts(injected("## Facts — Go 1.24 and more"), injected()) == [
        PartFact("rules", "EVVA.md", "", 10, 0),
        PartFact("index", "MEMORY.md, index", "", 27, 9),
    ]


def test_without_a_saved_state_nothing_grew() -> None:
    assert [fact.grown for fact in part_facts(injected(), None)] == [0, 0]


def test_a_part_that_is_new_grew_by_all_of_it() -> None:
    empty = Injected((), ())
    assert [fact.grown for fact in part_facts(injected(), empty)] == [10, 18]


def test_the_part_of_the_document_is_shown_else_the_last() -> None:
    assert part_for(injected(), DOCUMENT) == "index"
    assert part_for(injected(), None) == "index"
    rules = Document(RULES, "/srv/api", "EVVA.md", DOCUMENT.scope, DocumentKind.RULES)
    assert part_for(injected(), rules) == "rules"
    assert part_for(Injected((), ()), DOCUMENT) == ""


def test_changed_lines_are_marked_against_the_saved_state() -> None:
    lines = lines_of_part(injected("## Facts — Go 1.24"), injected(), "index").lines
    assert [(line.kind, line.text) for line in lines] == [
        (LineKind.REMOVED, "## Facts — Go 1.23"),
        (LineKind.ADDED, "## Facts — Go 1.24"),
    ]


def test_a_line_that_comes_behind_the_last_leaves_it_unchanged() -> None:
    lines = lines_of_part(injected("## Facts — Go 1.23\n## More"), injected(), "index").lines
    assert [line.kind for line in lines] == [LineKind.PLAIN, LineKind.ADDED]


def test_a_line_leads_to_where_it_stands() -> None:
    state = injected()
    shown = lines_of_part(state, None, "index")
    assert source_of(state, "index", shown.starts[0]) == DocumentPlace(MEMORY, 100)
    assert source_of(state, "rules", 3) == DocumentPlace(RULES, 3)
    assert source_of(state, "index", 2) == DocumentPlace(MEMORY, 102)
    assert source_of(state, "index", None) is None
    assert source_of(state, "index", 99) is None


def test_a_line_that_begins_with_what_the_agent_makes_leads_to_what_follows() -> None:
    state = injected()
    assert source_of(state, "index", len("## Facts")) == DocumentPlace(MEMORY, 200)


def test_a_line_the_agent_makes_alone_leads_nowhere() -> None:
    pieces = (Piece("(empty)\n", Generated("no text"), "a"), Piece("x", Source(MEMORY, Span(0, 1)), "a"))
    state = Injected((Part("a", "a", MEMORY),), pieces)
    assert source_of(state, "a", 0) is None
    assert source_of(state, "a", 8) == DocumentPlace(MEMORY, 0)


def test_what_is_lost_stands_below_a_rule_that_says_why() -> None:
    shown = lines_of_part(injected(cut=(cut("- one\n\n- two\n"),)), None, "index")
    assert shown.lines[1:] == (
        Line("first lines only", LineKind.CUT),
        Line("- one", LineKind.LOST),
        Line("- two", LineKind.LOST),
    )
    assert shown.starts[1:] == (None, DocumentPlace(MEMORY, 300), DocumentPlace(MEMORY, 307))
    assert source_of(injected(), "index", shown.starts[3]) == DocumentPlace(MEMORY, 307)


def test_of_many_lost_lines_a_few_are_shown_and_the_rest_counted() -> None:
    many = tuple(cut("- a\n- b\n- c\n", start) for start in (0, 100, 200, 300))
    lines = lines_of_part(injected(cut=many), None, "index").lines
    assert [line.kind for line in lines[1:]] == [LineKind.CUT, *[LineKind.LOST] * 4, LineKind.NOTE]
    assert lines[-1].text == "8 more lines stay in the file."


def test_each_reason_has_its_own_rule() -> None:
    lines = lines_of_part(injected(cut=(cut("a"), cut("b", 400, "past 64 KB"))), None, "index").lines
    assert [line.text for line in lines if line.kind is LineKind.CUT] == ["first lines only", "past 64 KB"]


def test_a_long_reason_stands_below_its_rule() -> None:
    why = "evva reads 65,536 bytes of a file and never sees what stands behind them."
    lines = lines_of_part(injected(cut=(cut("a", why=why),)), None, "index").lines
    assert [(line.kind, line.text) for line in lines[1:]] == [
        (LineKind.CUT, "Cut off here"),
        (LineKind.NOTE, why),
        (LineKind.LOST, "a"),
    ]


def test_what_another_file_loses_is_not_shown_here() -> None:
    lines = lines_of_part(injected(cut=(cut("a", path=RULES),)), None, "index").lines
    assert [line.kind for line in lines] == [LineKind.PLAIN]


def test_a_part_of_very_many_lines_ends_with_their_count() -> None:
    state = Injected((Part("a", "a", MEMORY),), (Piece("x\n" * 6000, Source(MEMORY, Span(0, 12000)), "a"),))
    shown = lines_of_part(state, None, "a")
    assert len(shown.lines) == len(shown.starts) == 5001
    assert shown.lines[-1] == Line("1,000 more lines are not shown here.", LineKind.NOTE)


@given(st.text(alphabet="ab\n", max_size=30), st.text(alphabet="ab\n", max_size=30))
def test_every_line_begins_where_it_says(old: str, new: str) -> None:
    def state(text: str) -> Injected:
        return Injected((Part("a", "a", MEMORY),), (Piece(text, Source(MEMORY, Span(0, len(text))), "a"),))

    shown = lines_of_part(state(new), state(old), "a")
    for line, start in zip(shown.lines, shown.starts, strict=True):
        assert (start is None) == (line.kind is LineKind.REMOVED)
        assert start is None or (isinstance(start, int) and new.startswith(line.text, start))


def test_a_cap_that_is_not_set_is_not_invented() -> None:
    budget = budget_of(injected(), "evva", DOCUMENT)
    assert budget == ("evva sets no cap on the total", "MEMORY.md at 3 % of its 64 KB", None)


def test_a_cap_on_the_total_is_shown() -> None:
    state = Injected((), (), meters=(Meter("injected", 4219, 4000, "chars"),))
    assert budget_of(state, "ub", DOCUMENT) == ("4,219 of 4,000 chars", "", 4000)


def test_a_share_can_be_in_other_units() -> None:
    state = Injected((), (), meters=(Meter("facts", 24, 80, "facts", MEMORY),))
    assert budget_of(state, "OK", DOCUMENT).share == "MEMORY.md at 30 % of its 80 facts"
