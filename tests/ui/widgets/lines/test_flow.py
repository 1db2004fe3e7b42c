from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.ui.widgets.lines.flow import LONGEST_BLOCK, Flow, wrapped_rows
from memdesk.ui.widgets.lines.line import Line, LineKind, spoken, unchanged_runs
from memdesk.ui.widgets.lines.selection import Place, Selection, selected_text, word_at

ROW = 18
TEXTS = st.text("ab é\u0301", max_size=3 * LONGEST_BLOCK)


def height_of(line: Line, length: int) -> int:
    return ROW * wrapped_rows(line.text[:length], 40)


@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_blocks_cover_every_line_once(texts: list[str]) -> None:
    flow = Flow([Line(text) for text in texts], (), height_of, 28)
    again = [""] * len(texts)
    for block in flow.blocks:
        assert block.end - block.start <= LONGEST_BLOCK
        again[block.line] += texts[block.line][block.start : block.end]
    assert again == texts


@given(st.lists(TEXTS, min_size=1, max_size=5), st.integers(0, 10_000))
def test_heights_lead_back_to_their_block(texts: list[str], y: int) -> None:
    flow = Flow([Line(text) for text in texts], (), height_of, 28)
    number = flow.at(y)
    if y < flow.height:
        assert flow.top(number) <= y < flow.top(number) + flow.blocks[number].height


@given(st.lists(TEXTS, min_size=1, max_size=3), st.data())
def test_every_offset_has_a_block(texts: list[str], data: st.DataObject) -> None:
    flow = Flow([Line(text) for text in texts], (), height_of, 28)
    line = data.draw(st.integers(0, len(texts) - 1))
    offset = data.draw(st.integers(0, len(texts[line])))
    block = flow.blocks[flow.block_of(line, offset)]
    assert block.line == line
    assert block.start <= offset <= block.end


def test_a_lost_line_is_one_block_however_long() -> None:
    flow = Flow([Line("x" * 100_000, LineKind.LOST)], (), lambda _line, _length: ROW, 28)
    assert len(flow.blocks) == 1


def test_rows_break_at_blanks() -> None:
    assert wrapped_rows("a" * 40, 40) == 1
    assert wrapped_rows("a" * 41, 40) == 2
    assert wrapped_rows("a" * 30 + " " + "b" * 30, 40) == 2
    assert 1000 < wrapped_rows("a" * 50_000, 40) < 2000


def diff(pattern: str) -> list[Line]:
    kinds = {".": LineKind.PLAIN, "+": LineKind.ADDED, "-": LineKind.REMOVED}
    return [Line(str(number), kinds[sign]) for number, sign in enumerate(pattern)]


def test_long_unchanged_runs_fold_but_for_the_lines_beside_a_change() -> None:
    assert unchanged_runs(diff("........+...-....")) == [range(7), range(14, 17)]
    assert unchanged_runs(diff("+" + "." * 6 + "+")) == [range(2, 6)]


def test_short_runs_stay() -> None:
    assert unchanged_runs(diff("...+...-...")) == []


@given(st.text("..+-", max_size=60))
def test_only_unchanged_lines_fold(pattern: str) -> None:
    lines = diff(pattern)
    for run in unchanged_runs(lines):
        assert len(run) > 1
        assert all(lines[number].kind is LineKind.PLAIN for number in run)


def test_a_folded_run_is_one_block() -> None:
    flow = Flow(diff("." * 10), [range(2, 8)], height_of, 28)
    assert [block.line for block in flow.blocks] == [0, 1, 2, 8, 9]
    assert flow.block_of(5, 0) == 2


def test_lines_are_spoken_with_what_the_colours_say() -> None:
    kinds = (LineKind.PLAIN, LineKind.ADDED, LineKind.REMOVED, LineKind.LOST)
    assert [spoken(Line("x", kind)) for kind in kinds] == ["x", "added: x", "removed: x", "not sent: x"]


def test_copied_text_has_no_remarks() -> None:
    lines = [Line("one"), Line("Cut", LineKind.CUT), Line("two", LineKind.LOST), Line("Note", LineKind.NOTE)]
    assert selected_text(lines, Selection(Place(0, 1), Place(3, 4))) == "ne\ntwo"
    assert selected_text(lines, Selection(Place(2, 2), Place(0, 1))) == "ne\ntw"


def test_a_word_is_found_in_a_long_line() -> None:
    text = "x" * 500_000 + " word, end"
    assert text[slice(*word_at(text, 500_003))] == "word"
    assert word_at("", 0) == (0, 0)
