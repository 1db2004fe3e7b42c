"""Changes to ub's memory: nothing else moves, and ub keeps what was changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.shapes.go_time import go_time
from memdesk.layouts.ub.blocks import Block, BlockKind, Reading, Region, is_behind_mark
from memdesk.layouts.ub.compose import changed
from memdesk.layouts.ub.entries import entry_text, joined_lines
from memdesk.layouts.ub.model import CATEGORIES, Entry, Memory, parse_like_ub
from memdesk.layouts.ub.outline import memory_outline
from memdesk.text.edits import apply_all
from memdesk.text.fences import open_fence
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind
from tests.layouts.ub_texts import NOW, entries, memory_files, words, written_files

DOCUMENT = Document("/m/memory.md", "/m", "memory.md", Scope(ScopeKind.YOU, "", "You"), DocumentKind.LIST)

Said = tuple[str, str]
"""What a block says: its kind and its words."""


def apply(
    text: str, kind: ChangeKind, node: Node | str, *, body: str = "", title: str = "", index: int = 0
) -> str:
    key, occurrence = (node.key, node.occurrence) if isinstance(node, Node) else (node, 0)
    change = Change(kind, DOCUMENT, key, occurrence, body, title, index)
    return apply_all(text, changed(text, change, NOW))


def structure(text: str) -> list[tuple[str, list[Said]]]:
    """The headings, and what stands below each."""
    return [
        (region.heading, [(block.kind.value, block.body.of(text)) for block in region.blocks])
        for region in Reading(text).regions
    ]


@dataclass(frozen=True)
class Picked:
    """A block of a text, by the numbers of its region and of itself there, and its node."""

    region_number: int
    number: int
    region: Region
    block: Block
    node: Node


def picks(text: str, *kinds: BlockKind) -> list[Picked]:
    """The blocks of these kinds, entries without any, that have a node of their own."""
    nodes = list(memory_outline(text).leaves())
    return [
        Picked(region_number, number, region, block, node)
        for region_number, region in enumerate(Reading(text).regions)
        for number, block in enumerate(region.blocks)
        for node in nodes
        if block.kind in (kinds or (BlockKind.ENTRY,))
        and node.span.contains(block.lines.start)
        and node.kind in (NodeKind.ENTRY, NodeKind.LOOSE)
    ]


def pick(data: st.DataObject, text: str, *kinds: BlockKind) -> Picked:
    """One of them; an example without any does not count."""
    found = picks(text, *kinds)
    assume(found)
    return data.draw(st.sampled_from(found))


def without(before: list[tuple[str, list[Said]]], picked: Picked) -> list[tuple[str, list[Said]]]:
    changed = [(heading, list(blocks)) for heading, blocks in before]
    del changed[picked.region_number][1][picked.number]
    return changed


def kept_by_ub(text: str) -> list[tuple[str, str]]:
    """What is left after ub wrote the file without anything new: categories and texts, in the order written."""
    return [(entry.category, entry.text) for entry in parse_like_ub(Memory.of(text).texts[0])]


@given(memory_files())
def test_the_outline_loses_no_character_and_names_each_node_once(text: str) -> None:
    outline = memory_outline(text)
    assert "".join(leaf.span.of(text) for leaf in outline.leaves()) == text
    names = [(node.key, node.occurrence) for node in outline.walk()]
    assert len(names) == len(set(names))
    for node in outline.walk():
        assert node.span.start <= node.body.start <= node.body.end <= node.span.end
        assert outline.find(node.key, node.occurrence) == node


@given(memory_files(), words, st.data())
def test_a_new_text_changes_that_entry_alone(text: str, body: str, data: st.DataObject) -> None:
    picked, new = pick(data, text), entry_text(body)
    after = apply(text, ChangeKind.SET_BODY, picked.node, body=body)
    if new == joined_lines(picked.block.body.of(text)):
        assert after == text
        return
    expected = structure(text)
    expected[picked.region_number][1][picked.number] = ("entry", new)
    assert structure(after) == expected
    content = picked.block.content
    is_hidden = is_behind_mark(text, picked.block.lines.start)
    assert after.startswith(text[:1] if is_hidden else text[: content.start])
    assert after.endswith(text[content.end :])
    assert new in [said for _, said in kept_by_ub(after)]
    again = picks(after)[picks(text).index(picked)]
    assert again.block.is_read
    assert again.block.time
    assert again.block.time.text == (picked.block.time or go_time(NOW)).text


@given(memory_files(), st.data())
def test_an_entry_is_removed_alone(text: str, data: st.DataObject) -> None:
    picked = pick(data, text)
    after = apply(text, ChangeKind.REMOVE, picked.node)
    assert structure(after) == without(structure(text), picked)
    lines = picked.block.lines
    assert after in (text[: lines.start] + blank + text[lines.end :] for blank in ("", "\n", "\r\n"))


@given(memory_files(), words, st.sampled_from(CATEGORIES))
def test_an_entry_is_added_alone(text: str, body: str, category: str) -> None:
    try:
        edits = changed(text, Change(ChangeKind.ADD, DOCUMENT, category, body=body), NOW)
    except Refused:
        assert open_fence(text)
        return
    assert [edit.old for edit in edits] == [""]
    after, new = apply_all(text, edits), entry_text(body)
    assert_one_more(structure(text), structure(after), category, new)
    before_ub, after_ub = Counter(kept_by_ub(text)), Counter(kept_by_ub(after))
    assert after_ub - before_ub == Counter([(category, new)])
    assert not before_ub - after_ub


def assert_one_more(
    before: list[tuple[str, list[Said]]], after: list[tuple[str, list[Said]]], category: str, text: str
) -> None:
    """That `after` has one entry more, in this category, which may be new."""
    found = [
        (number, place)
        for number, (heading, blocks) in enumerate(after)
        for place, block in enumerate(blocks)
        if heading == category and block == ("entry", text)
    ]
    for number, place in found:
        rest = [(heading, list(blocks)) for heading, blocks in after]
        del rest[number][1][place]
        if rest == before or [*rest[:number], *rest[number + 1 :]] == before:
            return
    pytest.fail(f"{before} has not become {after}")


@given(memory_files(), st.sampled_from(CATEGORIES), st.data())
def test_an_entry_gets_another_category_and_nothing_else(
    text: str, category: str, data: st.DataObject
) -> None:
    picked = pick(data, text)
    try:
        after = apply(text, ChangeKind.RETYPE, picked.node, title=category)
    except Refused:
        assert open_fence(text)
        return
    if picked.region.heading == category:
        assert after == text
        return
    new = picked.block.body.of(text) if picked.block.is_whole else joined_lines(picked.block.body.of(text))
    assert_one_more(without(structure(text), picked), structure(after), category, new)
    assert (category, new) in kept_by_ub(after)


@given(memory_files(), st.integers(0, 8), st.data())
def test_an_entry_moves_alone(text: str, index: int, data: st.DataObject) -> None:
    picked = pick(data, text)
    try:
        after = apply(text, ChangeKind.MOVE, picked.node, index=index)
    except Refused:
        assert open_fence(text)
        return
    expected = without(structure(text), picked)
    new = picked.block.body.of(text) if picked.block.is_whole else joined_lines(picked.block.body.of(text))
    expected[picked.region_number][1].insert(index, ("entry", new))
    assert structure(after) == expected
    blocks, end = picked.region.blocks, picked.region.span.end
    assert after.startswith(text[: blocks[0].lines.start])
    assert after.endswith(text[end:])
    others = [block.content.of(text) for block in blocks if block is not picked.block]
    now = Reading(after).regions[picked.region_number].blocks
    del_at = min(index, len(others))
    assert [block.content.of(after) for place, block in enumerate(now) if place != del_at] == others
    assert new in [said for _, said in kept_by_ub(after)]


@given(memory_files(), st.integers(0, 8), st.data())
def test_loose_text_moves_and_goes_alone(text: str, index: int, data: st.DataObject) -> None:
    text = f"keep me\n\n- use *(2026-05-27T10:00:00Z)*\n{text}"
    if open_fence(text):
        return
    picked = pick(data, text, BlockKind.PROSE, BlockKind.CODE, BlockKind.MARKUP)
    expected = without(structure(text), picked)
    assert structure(apply(text, ChangeKind.REMOVE, picked.node)) == expected
    expected[picked.region_number][1].insert(index, (picked.block.kind.value, picked.block.body.of(text)))
    assert structure(apply(text, ChangeKind.MOVE, picked.node, index=index)) == expected


@pytest.mark.parametrize("body", ["- a bullet", "## heading\n\nmore", "```\nopen", "two\n- and three"])
def test_loose_text_stays_loose(body: str) -> None:
    text = "## project\n\nkeep me\n\n- one *(2026-05-27T10:00:00Z)*\n"
    with pytest.raises(Refused):
        apply(text, ChangeKind.SET_BODY, "keep me", body=body)
    assert apply(text, ChangeKind.SET_BODY, "keep me", body="and me") == text.replace("keep me", "and me")


def test_entries_above_every_category_are_changed_one_by_one() -> None:
    text = "- one *(2026-05-27T10:00:00Z)*\n\n## project\n"
    with pytest.raises(Refused, match="Entries stand above the first category"):
        apply(text, ChangeKind.SET_BODY, PREAMBLE_KEY, body="x")


def test_only_instructions_for_all_projects_get_dated_sections() -> None:
    you = DOCUMENT._replace(path="/c/instructions.md", kind=DocumentKind.RULES)
    edits = changed("a\n", Change(ChangeKind.ADD, you, "project", body="make test"), NOW)
    assert apply_all("a\n", edits) == "a\n\n## 2026-06-01T09:30:00Z\n\n- [project] make test\n"
    with pytest.raises(Refused, match="ends inside code"):
        changed("```\n", Change(ChangeKind.ADD, you, "", body="x"), NOW)
    rules = you._replace(path="/p/AGENTS.md", scope=Scope(ScopeKind.PROJECT, "k", "p", "/p"))
    edits = changed("a\n", Change(ChangeKind.ADD, rules, "project", body="make test"), NOW)
    assert apply_all("a\n", edits) == "a\n\n## project\nmake test\n"


# The text of a whole category


CATEGORY = (
    "## project\n\n- one *(2026-05-27T10:00:00Z)*\n- two *(2026-05-20T10:00:00Z)*\n\n"
    "## debug\n\n- x *(2026-05-01T00:00:00Z)*\n\n"
)


def set_project(body: str) -> str:
    return apply(CATEGORY, ChangeKind.SET_BODY, "project", body=body)


def test_what_is_new_in_the_text_of_a_category_becomes_entries_where_it_stands() -> None:
    body = (
        "- one *(2026-05-27T10:00:00Z)*\n- by hand,\n  on two lines\n- two *(2026-05-20T10:00:00Z)*\n\nprose"
    )
    after = set_project(body)
    assert after == CATEGORY.replace(
        "- two *(2026-05-20T10:00:00Z)*\n",
        "- by hand, on two lines *(2026-05-20T10:00:01Z)*\n- two *(2026-05-20T10:00:00Z)*\n"
        "\n- prose *(2026-05-20T09:59:59Z)*\n",
    )
    assert [said for category, said in kept_by_ub(after) if category == "project"] == [
        "one",
        "by hand, on two lines",
        "two",
        "prose",
    ]


@pytest.mark.parametrize("body", ["## other\n\n- x", "```\ncode\n```", "<!-- mine -->", "- a\n\n---"])
def test_what_ub_would_not_keep_is_no_text_of_a_category(body: str) -> None:
    with pytest.raises(Refused):
        set_project(body)


@given(memory_files(), st.lists(words, min_size=1, max_size=3), st.data())
def test_the_new_text_of_a_category_is_kept(text: str, lines: list[str], data: st.DataObject) -> None:
    sections = [region for region in Reading(text).regions if region.section]
    assume(sections)
    region = data.draw(st.sampled_from(sections))
    assert region.section is not None
    body = "\n".join(f"- {line}" for line in lines)
    change = Change(
        ChangeKind.SET_BODY, DOCUMENT, region.section.heading, region.section.occurrence, body=body
    )
    try:
        after = apply_all(text, changed(text, change, NOW))
    except Refused:
        return
    assert after.startswith(text[: region.span.start])
    assert after.endswith(text[region.span.end :])
    kept = [said for _, said in kept_by_ub(after)]
    assert all(entry_text(line) in kept for line in lines)


# Files as ub writes them: every change makes of them what ub would have written itself


@given(written_files(), entries())
def test_what_is_added_is_written_as_ub_does_it(text: str, new: Entry) -> None:
    after = apply(text, ChangeKind.ADD, new.category, body=new.text)
    [written] = Memory.of(after).texts
    assert written == after


@given(written_files(), words, st.sampled_from(CATEGORIES), st.data())
def test_what_ub_has_written_stays_so_whatever_is_changed(
    text: str, body: str, category: str, data: st.DataObject
) -> None:
    picked = pick(data, text)
    places = len(picked.region.blocks)
    index = data.draw(st.integers(0, places - 1))
    assert_written(apply(text, ChangeKind.SET_BODY, picked.node, body=body))
    assert_written(apply(text, ChangeKind.MOVE, picked.node, index=index))
    assert [said for _, said in kept_by_ub(apply(text, ChangeKind.MOVE, picked.node, index=index))] == [
        block[1]
        for _, blocks in structure(apply(text, ChangeKind.MOVE, picked.node, index=index))
        for block in blocks
    ]
    if places > 1:  # the heading of a category stays when its last entry goes
        assert_written(apply(text, ChangeKind.REMOVE, picked.node))
        assert_written(apply(text, ChangeKind.RETYPE, picked.node, title=category))


def assert_written(text: str) -> None:
    [written] = Memory.of(text).texts
    assert written == text


def test_what_ub_would_drop_is_quoted_without_a_piece_of_a_secret() -> None:
    token = "ghp_" + "a1B2" * 9
    body = f"<!-- the key with which the servers are deployed: {token} -->"
    with pytest.raises(Refused) as raised:
        apply("## project\n\n", ChangeKind.SET_BODY, "project", body=body)
    assert "<!-- the key with which the servers are deployed: ghp_•" in raised.value.sentence
    assert token[:6] not in raised.value.sentence
