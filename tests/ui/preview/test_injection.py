"""What an agent gets, as parts and lines."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import Cut, Generated, Injected, Meter, Part, Piece, Source
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.text.edits import Span
from memdesk.ui.preview.caps import CapFact, budget_in_force, budget_of, caps_of
from memdesk.ui.preview.injection import (
    WHOLE,
    DocumentPlace,
    PartFact,
    lines_of_part,
    part_facts,
    part_for,
    source_of,
    text_of_span,
)
from memdesk.ui.widgets.lines.line import Line, LineKind

RULES, MEMORY = "/srv/api/EVVA.md", "/home/ada/.evva/projects/-srv-api/MEMORY.md"
DOCUMENT = Document(
    MEMORY, "/home/ada/.evva", "MEMORY.md", Scope(ScopeKind.PROJECT, "-srv-api", "api"), DocumentKind.MEMORY
)


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
        PartFact(WHOLE, "All of it, in order", "", 37, 9),
        PartFact("rules", "EVVA.md", "", 10, 0),
        PartFact("index", "MEMORY.md, index", "", 27, 9),
    ]


def test_without_a_saved_state_nothing_grew() -> None:
    assert [fact.grown for fact in part_facts(injected(), None)] == [0, 0, 0]


def test_a_part_that_is_new_grew_by_all_of_it() -> None:
    empty = Injected((), ())
    assert [fact.grown for fact in part_facts(injected(), empty)] == [28, 10, 18]


def test_the_part_of_the_document_is_shown_else_the_last() -> None:
    assert part_for(injected(), DOCUMENT) == "index"
    assert part_for(injected(), None) == "index"
    rules = Document(RULES, "/srv/api", "EVVA.md", DOCUMENT.scope, DocumentKind.RULES)
    assert part_for(injected(), rules) == "rules"
    assert part_for(Injected((), ()), DOCUMENT) == ""


def test_a_fact_is_shown_in_the_index_that_names_it() -> None:
    parts = (Part("project", "MEMORY.md, project", "/o/MEMORY.md"), Part("shared", "shared", "/s/MEMORY.md"))
    texts = ("- [oven-two](oven-two.md)\n", "- [style](style.md)\n")
    pieces = tuple(
        Piece(text, Source(part.path, Span(0, len(text))), part.name)
        for part, text in zip(parts, texts, strict=True)
    )
    fact = Document("/o/oven-two.md", "/o", "oven-two.md", DOCUMENT.scope, DocumentKind.MEMORY)
    assert part_for(Injected(parts, pieces), fact) == "project"


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


def test_the_text_of_a_part_of_a_document_comes_with_what_the_agent_puts_around_it() -> None:
    pieces = (
        Piece("Be brief.\n", Source(RULES, Span(0, 10)), "rules"),
        Piece("\n- ", Generated("a bullet"), "index"),
        Piece("Facts", Source(MEMORY, Span(3, 8)), "index"),
        Piece(" — ", Generated("a dash"), "index"),
        Piece("Go 1.23\n", Source(MEMORY, Span(9, 17)), "index"),
        Piece("- ", Generated("a bullet"), "index"),
        Piece("Rules", Source(MEMORY, Span(20, 25)), "index"),
        Piece(" (cut)\nend", Generated("an ellipsis"), "index"),
    )
    one = replace(injected(), pieces=pieces)
    assert text_of_span(one, MEMORY, Span(0, 18)) == "- Facts — Go 1.23\n"
    assert text_of_span(one, MEMORY, Span(18, 40)) == "- Rules (cut)\n"
    assert text_of_span(one, MEMORY, Span(12, 14)) == "1."
    assert text_of_span(one, MEMORY, Span(40, 50)) == ""
    assert text_of_span(one, RULES, Span(0, 5)) == "Be br"


def test_what_is_lost_stands_below_a_rule_that_says_why() -> None:
    shown = lines_of_part(injected(cut=(cut("- one\n\n- two\n"),)), None, "index")
    assert shown.lines[1:] == (
        Line("Left out: first lines only", LineKind.CUT),
        Line("- one", LineKind.LOST),
        Line("- two", LineKind.LOST),
    )
    assert shown.starts[1:] == (None, DocumentPlace(MEMORY, 300), DocumentPlace(MEMORY, 307))
    assert source_of(injected(), "index", shown.starts[3]) == DocumentPlace(MEMORY, 307)


def test_of_many_lost_lines_a_few_are_shown_and_the_rest_folded() -> None:
    many = tuple(cut("- a\n- b\n- c\n", start) for start in (0, 100, 200, 300))
    shown = lines_of_part(injected(cut=many), None, "index")
    assert [line.kind for line in shown.lines[1:]] == [LineKind.CUT, *[LineKind.LOST] * 12]
    assert shown.folds == (range(6, 14),)


def test_of_very_many_lost_lines_the_rest_is_counted() -> None:
    shown = lines_of_part(injected(cut=(cut("- a\n" * 600),)), None, "index")
    assert shown.lines[-1] == Line("100 more lines stay in the file.", LineKind.NOTE)


def test_unchanged_lines_are_folded_around_a_change() -> None:
    def state(index: str) -> Injected:
        return Injected((Part("a", "a", MEMORY),), (Piece(index, Source(MEMORY, Span(0, len(index))), "a"),))

    old = "".join(f"line {number}\n" for number in range(12))
    shown = lines_of_part(state(old.replace("line 9", "line nine")), state(old), "a")
    assert shown.folds == (range(8),)
    assert lines_of_part(state(old), None, "a").folds == ()


def test_all_parts_are_one_text_in_order() -> None:
    state = injected(cut=(cut("- lost"),))
    shown = lines_of_part(state, None, WHOLE)
    assert [line.text for line in shown.lines] == [
        "Be brief.",
        "## Facts — Go 1.23",
        "Left out: first lines only",
        "- lost",
    ]
    assert source_of(state, WHOLE, shown.starts[0]) == DocumentPlace(RULES, 0)
    assert source_of(state, WHOLE, shown.starts[1]) == DocumentPlace(MEMORY, 100)


def test_a_list_of_single_lines_is_shown_as_one() -> None:
    names = ("a", "b", "c")
    pieces = tuple(Piece(f"- {name}\n", Source(MEMORY, Span(0, 4)), name) for name in names)
    head = Piece("## Files\n", Generated("a heading"), "head")
    parts = (Part("head", "Heading", ""), *(Part(name, name, MEMORY) for name in names))
    assert part_for(Injected(parts, (head, *pieces)), DOCUMENT) == WHOLE


def test_of_a_file_without_a_part_only_what_is_lost_is_shown() -> None:
    state = injected(cut=(cut("all of it\n", 0, "memory is off", "/home/ada/.evva/other.md"),))
    other = DOCUMENT._replace(path="/home/ada/.evva/other.md")
    assert part_for(state, other) == ""
    shown = lines_of_part(state, None, "", other.path)
    assert shown.lines == (Line("Left out: memory is off", LineKind.CUT), Line("all of it", LineKind.LOST))


def test_each_reason_has_its_own_rule() -> None:
    lines = lines_of_part(injected(cut=(cut("a"), cut("b", 400, "past 64 KB"))), None, "index").lines
    assert [line.text for line in lines if line.kind is LineKind.CUT] == [
        "Left out: first lines only",
        "Left out: past 64 KB",
    ]


def test_a_long_reason_stands_below_its_rule() -> None:
    why = "evva reads 65,536 bytes of a file and never sees what stands behind them."
    lines = lines_of_part(injected(cut=(cut("a", why=why),)), None, "index").lines
    assert [(line.kind, line.text) for line in lines[1:]] == [
        (LineKind.CUT, "Cut off here"),
        (LineKind.NOTE, f"Left out: {why}"),
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
    budget = budget_of(injected(), None, "evva", DOCUMENT)
    assert (budget.heading, budget.total) == ("28 chars", "evva sets no cap on the total")
    assert (budget.share, budget.cap) == ("MEMORY.md at 3 % of its 64 KB", None)


def test_a_cap_on_the_total_is_shown_with_what_is_over_and_who_set_it() -> None:
    def state(used: int) -> Injected:
        return Injected((), (), meters=(Meter("total", used, 4000, "bytes", why="ub’s default"),))

    budget = budget_of(state(4219), state(4180), "ub", DOCUMENT)
    assert (budget.heading, budget.total) == ("4,219 of 4,000 bytes", "219 bytes over")
    assert budget.share == "+39 with your edit"
    assert budget.is_over
    assert budget_in_force(state(1)) == Meter("total", 1, 4000, "bytes", why="ub’s default")
    assert budget_in_force(injected()) is None
    assert budget_of(state(3000), None, "ub", DOCUMENT).total == "Room for 1,000 bytes more"


def test_a_share_can_be_in_other_units() -> None:
    state = Injected((), (), meters=(Meter("facts", 24, 80, "facts", MEMORY),))
    assert budget_of(state, None, "OK", DOCUMENT).share == "MEMORY.md at 30 % of its 80 facts"


def test_of_many_caps_those_that_matter_come_first() -> None:
    meters = (
        Meter("total", 5, None, "bytes"),
        Meter("facts", 24, 80, "facts", MEMORY),
        Meter("facts, index", 40, 32, "lines", MEMORY),
        Meter("EVVA.md", 1024, 65536, "bytes", RULES),
        Meter("notes", 30, 30, "notes", RULES),
    )
    near, far = caps_of(Injected((), (), meters=meters), frozenset({MEMORY}))
    assert near == [
        CapFact("facts", 24, 80, "24 of 80 facts"),
        CapFact("facts, index", 40, 32, "40 of 32 lines"),
        CapFact("notes", 30, 30, "30 of 30 notes"),
    ]
    assert [fact.is_over for fact in near] == [False, True, False]
    assert far == [CapFact("EVVA.md", 1024, 65536, "1 KB of 64 KB")]
