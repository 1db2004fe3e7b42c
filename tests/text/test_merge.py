"""Three texts become one, and nothing that anybody wrote is lost on the way."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memdesk.text.document import GO_WHITE_SPACE, split_lines, with_line_ends
from memdesk.text.merge import lost_most, merge_texts
from memdesk.text.merge_result import Merge
from memdesk.text.outline import PREAMBLE_KEY, Outline
from memdesk.text.sections import document_outline, parse_sections, section_outline
from tests.text.strategies import any_text

BASE = """\
# Title

## A
- likes tea
- drinks water
- eats bread

## B
The build takes ten minutes.

## C
"""

FACTS = (
    "likes tea",
    "runs at noon",
    "uses tabs here",
    "signs off on Friday",
    "vim",
    "lives in Oslo",
    "x",
    "",
)


grammars = pytest.mark.parametrize("outline", [section_outline, document_outline])
FORMS = st.sampled_from(["## {}", "## {}", "# {}", "{}\n---", "   ## {}"])


def merged(base: str, mine: str, theirs: str, outline: Callable[[str], Outline] = section_outline) -> Merge:
    return merge_texts(base, mine, theirs, outline)


def words(text: str) -> list[str]:
    """The lines of `text` that say something, without white space at their end."""
    lines = split_lines(text.removeprefix("\ufeff"))
    return [key for line in lines if (key := line.rstrip(GO_WHITE_SPACE))]


@st.composite
def memories(draw: st.DrawFn) -> str:
    """A file as agents write it: sections with blank lines between, bullets, sometimes code."""
    facts = st.sampled_from(FACTS).map("- {}".format)
    code = st.just("```\ncode\n```")
    bodies = st.lists(facts | code | st.just("A paragraph\nof two lines."), max_size=4).map("\n".join)
    headings = draw(st.lists(st.sampled_from("ABCD"), max_size=5))
    sections = [f"{draw(FORMS).format(heading)}\n{draw(bodies)}".strip() for heading in headings]
    return "\n\n".join([*draw(st.sampled_from([[], ["# Title"], ["Intro.\nMore."]])), *sections]) + "\n"


def replace_line(text: str, at: int, fact: str) -> str:
    lines = split_lines(text)
    lines[at % len(lines)] = f"- {fact}\n"
    return "".join(lines)


def add_line(text: str, at: int, fact: str) -> str:
    lines = split_lines(text)
    lines.insert(at % len(lines) + 1, f"- {fact}\n")
    return "".join(lines)


def drop_line(text: str, at: int, _: str) -> str:
    lines = split_lines(text)
    del lines[at % len(lines)]
    return "".join(lines)


def add_section(text: str, at: int, fact: str) -> str:
    return text + f"\n## {'DEF'[at % 3]}\n- {fact}\n"


def turn_sections(text: str, at: int, _: str) -> str:
    parsed = parse_sections(text)
    sections = [section.span.of(text).rstrip() for section in parsed.sections]
    turn = at % len(sections) if sections else 0
    return (
        "\n\n".join([parsed.preamble.of(text).rstrip(), *sections[turn:], *sections[:turn]]).lstrip() + "\n"
    )


def space_out(text: str, at: int, _: str) -> str:
    return re.sub(r"\n+(## )", "\n" * (at % 3 + 1) + r"\1", text).replace("\n- ", " \n- ")


CHANGES: tuple[Callable[[str, int, str], str], ...] = (
    replace_line,
    add_line,
    add_line,
    drop_line,
    add_section,
    turn_sections,
    space_out,
)


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    for change in draw(st.lists(st.sampled_from(CHANGES), max_size=3)):
        text = change(text or "\n", draw(st.integers(0, 20)), draw(st.sampled_from(FACTS)))
    return text


@st.composite
def three_memories(draw: st.DrawFn) -> tuple[str, str, str]:
    base = draw(memories())
    return base, draw(changed(base)), draw(changed(base))


threes = three_memories() | st.tuples(any_text, any_text, any_text)


@given(any_text, any_text)
def test_where_one_side_changed_nothing_the_other_counts(base: str, text: str) -> None:
    assert merged(base, base, text).text == text
    assert merged(base, text, base).text == text
    assert merged(base, text, text).text == text


@grammars
@given(threes)
def test_a_clean_merge_has_every_line_that_either_side_added(
    outline: Callable[[str], Outline], texts: tuple[str, str, str]
) -> None:
    base, mine, theirs = texts
    merge = merged(base, mine, theirs, outline)

    if merge.clean:
        assert set(words(mine)) - set(words(base)) <= set(words(merge.text))
        assert set(words(theirs)) - set(words(base)) <= set(words(merge.text))


@given(threes)
def test_a_merge_with_clashes_has_every_line_of_mine_there(texts: tuple[str, str, str]) -> None:
    base, mine, theirs = texts
    merge = merged(base, mine, theirs)

    for clash in merge.clashes:
        assert clash.span.of(merge.text) == clash.mine
        assert clash.mine != clash.theirs
        assert words(clash.mine or "") != words(clash.base or "")


@grammars
@given(threes)
def test_no_line_comes_from_nowhere(outline: Callable[[str], Outline], texts: tuple[str, str, str]) -> None:
    base, mine, theirs = texts
    merge = merged(base, mine, theirs, outline)

    assert set(words(merge.text)) <= set(words(mine)) | set(words(theirs))


@given(threes)
def test_both_sides_see_the_same_clashes(texts: tuple[str, str, str]) -> None:
    base, mine, theirs = texts

    assert merged(base, mine, theirs).clean == merged(base, theirs, mine).clean


@grammars
@given(threes)
def test_a_merge_is_done_once(outline: Callable[[str], Outline], texts: tuple[str, str, str]) -> None:
    base, mine, theirs = texts
    merge = merged(base, mine, theirs, outline)

    assert merged(theirs, merge.text, theirs, outline).text == merge.text


@given(st.data())
def test_a_program_that_only_renews_white_space_never_clashes(data: st.DataObject) -> None:
    base = data.draw(memories())
    mine = data.draw(changed(base))
    theirs = space_out(
        with_line_ends(base, data.draw(st.sampled_from(["\n", "\r\n"]))), data.draw(st.integers(0, 2)), ""
    )
    merge = merged(base, mine, theirs)

    assert merge.clean
    assert words(merge.text) == words(mine)


@given(st.data())
def test_a_conversion_of_all_line_ends_is_kept_beside_edits(data: st.DataObject) -> None:
    base = data.draw(memories())
    mine = data.draw(changed(base))

    assert merged(base, mine, with_line_ends(base, "\r\n")).text == with_line_ends(mine, "\r\n")


@given(three_memories())
def test_sections_that_nobody_touched_keep_their_bytes(texts: tuple[str, str, str]) -> None:
    sides = [only_sections(text) for text in texts]
    text = merged(*texts).text

    for heading in set.intersection(*map(set, sides)):
        section, own, other = (side[heading] for side in sides)
        if section == own == other:
            assert section.rstrip("\n") in text
            assert section in text or text.endswith(section.rstrip("\n") + "\n")


def only_sections(text: str) -> dict[str, str]:
    """The sections whose heading stands once in `text`, but for the last, whose end is the end of the text."""
    sections = parse_sections(text).sections
    names = [section.heading for section in sections]
    return {one.heading: one.span.of(text) for one in sections[:-1] if names.count(one.heading) == 1}


@given(st.permutations(range(12)), st.integers(0, 11))
def test_lines_in_another_order_take_an_edit(order: list[int], number: int) -> None:
    lines = [f"- fact number {i} of the section says something\n" for i in range(12)]
    edited = [line.replace("says", "said") if i == number else line for i, line in enumerate(lines)]
    base, mine = "## A\n" + "".join(lines), "## A\n" + "".join(edited)
    merge = merged(base, mine, "## A\n" + "".join(lines[i] for i in order))

    assert merge.clean
    assert merge.text == "## A\n" + "".join(edited[i] for i in order)


@pytest.mark.parametrize(
    ("mine", "theirs", "text"),
    [
        pytest.param(
            BASE.replace("tea", "coffee"),
            BASE.replace("water", "wine"),
            BASE.replace("tea", "coffee").replace("water", "wine"),
            id="edits of neighbouring lines",
        ),
        pytest.param(
            BASE.replace("- eats bread\n", "- eats bread\n- mine\n"),
            BASE.replace("- eats bread\n", "- eats bread\n- theirs\n"),
            BASE.replace("- eats bread\n", "- eats bread\n- theirs\n- mine\n"),
            id="lines that both added",
        ),
        pytest.param(
            BASE.replace("- eats bread\n", "- eats bread\n- same\n"),
            BASE.replace("- eats bread\n", "- eats bread\n- same\n- more\n"),
            BASE.replace("- eats bread\n", "- eats bread\n- same\n- more\n"),
            id="a line that both added, once",
        ),
        pytest.param(
            BASE.replace("- likes tea\n", ""),
            BASE.replace("water", "wine"),
            BASE.replace("- likes tea\n", "").replace("water", "wine"),
            id="a deletion beside an edit",
        ),
        pytest.param(
            BASE + "mine\n", BASE + "theirs\n", BASE + "theirs\nmine\n", id="a body that both began"
        ),
        pytest.param(
            BASE + "\n## Mine\nm\n",
            BASE + "\n## Theirs\nt\n",
            BASE + "\n## Theirs\nt\n\n## Mine\nm\n",
            id="sections that both added",
        ),
        pytest.param(
            BASE + "\n## New\nm\n",
            BASE + "\n## New\nt\n",
            BASE + "\n## New\nt\nm\n",
            id="one section that both added",
        ),
        pytest.param(
            BASE + "\n## New\n```\nm\n```\n",
            BASE + "\n## New\n```\nt\n```\n",
            BASE + "\n## New\n```\nt\n```\n```\nm\n```\n",
            id="code that both added stays two blocks",
        ),
        pytest.param(
            "# Title\n\n## C\n\n## A\n- likes tea\n- drinks water\n- eats bread\n\n"
            "## B\nThe build takes ten minutes.\n",
            BASE.replace("ten", "two") + "\n## New\n",
            "# Title\n\n## C\n\n## New\n\n## A\n- likes tea\n- drinks water\n- eats bread\n\n"
            "## B\nThe build takes two minutes.\n",
            id="sections that mine moved",
        ),
        pytest.param(
            BASE.replace("## B\n", "## Build\n"),
            BASE.replace("ten", "two"),
            BASE.replace("## B\n", "## Build\n").replace("ten", "two"),
            id="a section that mine renamed",
        ),
        pytest.param(
            BASE.removesuffix("\n") + "\n\n## New\nm",
            BASE.replace("tea", "coffee").removesuffix("\n"),
            BASE.replace("tea", "coffee").removesuffix("\n") + "\n\n## New\nm",
            id="no final line end",
        ),
        pytest.param(
            BASE.replace("- likes tea", "```\n- likes tea"),
            BASE.replace("ten", "two"),
            BASE.replace("- likes tea", "```\n- likes tea").replace("ten", "two"),
            id="a fence that is being typed",
        ),
        pytest.param("\ufeff" + BASE, BASE + "x\n", "\ufeff" + BASE + "x\n", id="a byte order mark"),
        pytest.param(
            "",
            BASE.replace("tea", "coffee"),
            BASE[len("# Title\n\n") :][: BASE.index("\n## B") - 9].replace("tea", "coffee"),
            id="an edit in a text that mine emptied",
        ),
    ],
)
def test_changes_come_together(mine: str, theirs: str, text: str) -> None:
    merge = merged(BASE, mine, theirs)

    assert merge.clean
    assert merge.text == text


def test_chapters_are_merged_one_by_one() -> None:
    base = "# Rules\n- brief\n\nTesting\n=======\n- make\n\n# Style\n- tabs\n"
    mine = base.replace("brief", "short").replace("- tabs", "- tabs\n\n# New\n- mine")
    theirs = base.replace("- make", "- just").replace("# Rules", "# Do\n- it\n\n# Rules")
    merge = merged(base, mine, theirs, document_outline)
    assert merge.clean
    assert merge.text == (
        "# Do\n- it\n\n# Rules\n- short\n\nTesting\n=======\n- just\n\n# Style\n- tabs\n\n# New\n- mine\n"
    )


def test_the_same_line_changed_in_two_ways_is_a_clash() -> None:
    mine, theirs = BASE.replace("tea", "coffee"), BASE.replace("tea", "juice").replace("ten", "two")
    merge = merged(BASE, mine, theirs)
    (clash,) = merge.clashes

    assert merge.text == mine.replace("ten", "two")
    assert (clash.key, clash.occurrence) == ("A", 0)
    assert [text and text.split("\n")[1] for text in (clash.base, clash.mine, clash.theirs)] == [
        "- likes tea",
        "- likes coffee",
        "- likes juice",
    ]
    assert merge.text.replace(clash.mine or "", clash.theirs or "") == theirs


def test_a_line_that_one_side_deleted_and_the_other_edited_stays() -> None:
    mine, theirs = BASE.replace("tea", "coffee"), BASE.replace("- likes tea\n", "")
    merge, other = merged(BASE, mine, theirs), merged(BASE, theirs, mine)

    assert (merge.text, merge.kept_against_delete, merge.returned) == (mine, ("A",), ())
    assert (other.text, other.kept_against_delete, other.returned) == (mine, (), ("A",))


def test_an_edit_stays_where_theirs_deleted_the_section() -> None:
    mine = BASE.replace("ten", "two")
    merge = merged(BASE, mine, BASE.replace("## B\nThe build takes ten minutes.\n\n", ""))

    assert (merge.text, merge.kept_against_delete, merge.taken) == (mine, ("B",), ())


def test_their_edit_stays_where_mine_deleted_the_section() -> None:
    theirs = BASE.replace("ten", "two")
    merge = merged(BASE, BASE.replace("## B\nThe build takes ten minutes.\n\n", ""), theirs)

    assert (merge.text, merge.kept_against_delete, merge.returned, merge.taken) == (
        theirs,
        (),
        ("B",),
        ("B",),
    )


@pytest.mark.parametrize("turned", [False, True], ids=["theirs moved it", "mine moved it"])
def test_what_one_side_moved_out_of_a_section_that_only_the_other_still_has_stands_once(
    *, turned: bool
) -> None:
    base = "## A\n- likes black tea\n- eats rye bread\n- drinks cold water\n\n## B\nThe build takes ten minutes.\n"
    edited = base.replace("- eats rye bread\n", "- eats white bread\n")
    emptied = "## B\nThe build takes ten minutes.\n- drinks cold water\n"
    merge = merged(base, emptied, edited) if turned else merged(base, edited, emptied)
    assert merge.clean
    assert merge.text == (
        "## A\n- likes black tea\n- eats white bread\n\n## B\nThe build takes ten minutes.\n- drinks cold water\n"
    )


MOVABLE = "## A\n- likes tea\n- works in Vim\n\n## B\n- plans first\n\n## C\n- CSV files\n"


def moved_tea(behind: str) -> str:
    return MOVABLE.replace("- likes tea\n", "").replace(behind, behind + "- likes tea\n")


def test_a_short_line_that_both_moved_stands_once() -> None:
    merge = merged(MOVABLE, moved_tea("- plans first\n"), moved_tea("- CSV files\n"))
    assert (merge.clean, merge.text) == (True, moved_tea("- plans first\n"))


def test_what_one_side_moved_and_the_other_deleted_stays_and_is_flagged() -> None:
    deleted, moved = MOVABLE.replace("- likes tea\n", ""), moved_tea("- CSV files\n")
    kept, returned = merged(MOVABLE, moved, deleted), merged(MOVABLE, deleted, moved)
    assert kept.text == returned.text == moved
    assert (kept.kept_against_delete, kept.returned) == (("C",), ())
    assert (returned.kept_against_delete, returned.returned) == ((), ("C",))


def test_what_came_in_is_named() -> None:
    theirs = BASE.replace("# Title", "# Name").replace("ten", "two").replace("\n## C\n", "") + "\n## New\n"

    assert set(merged(BASE, BASE, theirs).taken) == {PREAMBLE_KEY, "B", "C", "New"}
    assert set(merged(BASE, BASE.replace("tea", "coffee"), theirs).taken) == {PREAMBLE_KEY, "B", "C", "New"}


def test_of_equal_headings_the_one_that_changed_is_found() -> None:
    base = "## A\none two three\n\n## A\nfour\n"
    merge = merged(base, base.replace("four", "five"), "## A\nfour\n")

    assert (merge.clean, merge.text) == (True, "## A\nfive\n")


def test_clashes_of_equal_headings_are_told_apart() -> None:
    base = "## A\none\n\n## A\ntwo\n"
    (clash,) = merged(base, base.replace("two", "2"), base.replace("two", "II")).clashes

    assert (clash.key, clash.occurrence, clash.mine) == ("A", 1, "## A\n2\n")


@pytest.mark.parametrize("turned", [False, True])
def test_what_both_added_is_no_other_node_renamed(*, turned: bool) -> None:
    """One side also deleted a section that is alike: by likeness alone, the new one would be that section."""
    first, gone, new = (
        f"## {name}\n- one of the {name}\n- two of the {name}\n" for name in ("First", "Gone", "New")
    )
    base, mine, theirs = f"{first}\n{gone}", f"{first}\n{new}\n{gone}", f"{first}\n{new}- learned\n"
    sides = (theirs, mine) if turned else (mine, theirs)
    merge = merge_texts(base, *sides, section_outline)
    assert merge.clean
    assert merge.text.strip() == f"{first}\n{new}- learned"


def test_a_merge_that_would_leave_a_fence_open_is_a_clash() -> None:
    base = "## A\n```a\none\n```\ntwo\n```b\nthree\n```\n\n## B\n"
    mine = base.replace("```\ntwo\n```b\n", "two\n")
    theirs = base.replace("```a\none\n```\n", "one\n") + "b\n"
    merge = merged(base, mine, theirs)

    assert [clash.key for clash in merge.clashes] == ["A"]
    assert merge.text == mine + "b\n"


def test_a_crlf_file_that_a_program_made_mixed_takes_an_edit() -> None:
    base = "## A\r\n- one\r\n- two\r\n\r\n## B\r\nb\r\n"
    theirs = "## A\n- one\r\n- two\n\n## B\nb\n"
    merge = merged(base, base.replace("two", "2"), theirs)

    assert (merge.clean, merge.text) == (True, theirs.replace("two", "2"))


@pytest.mark.parametrize(
    ("base", "theirs", "suspicious"),
    [
        ("", "", False),
        ("a\n", "", True),
        (BASE, "", True),
        (BASE, " \n\n", True),
        (BASE, BASE[:20], True),
        (BASE, BASE.replace("- likes tea\n", ""), False),
        (BASE, BASE + BASE, False),
        ("a\nb\n", "c\n", False),
        (BASE, "## A\n" + "something else entirely\n" * 40, False),
    ],
)
def test_a_text_that_lost_most_is_suspicious(base: str, theirs: str, *, suspicious: bool) -> None:
    assert lost_most(base, theirs) is suspicious


def test_large_texts_are_merged_in_bounded_time() -> None:
    line = "one two " * 125_000
    lines = "".join(f"- fact {i}\n" for i in range(20_000))
    assert merged(f"## A\n{line}\n", f"## A\n{line}x\n", f"## A\n{line}\n\n## B\n").clean
    assert merged(f"## A\n{lines}", f"## A\nx\n{lines}", f"## A\n{lines}\ny").clean
