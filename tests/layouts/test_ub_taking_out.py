"""Entries that are taken out at once leave what they would leave one after the other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ub.compose import changed
from memdesk.layouts.ub.outline import memory_outline
from memdesk.layouts.ub.taking_out import taken_out
from memdesk.text.edits import apply_all
from memdesk.text.outline import NodeKind
from tests.layouts.ub_texts import NOW, memory_files, written_files

DOCUMENT = Document("/m/memory.md", "/m", "memory.md", Scope(ScopeKind.YOU, "", "You"), DocumentKind.LIST)
FILE = "## project\n\n" + "".join(f"- gauge {n} *(2026-05-27T10:00:0{n}Z)*\n" for n in range(6))


def removals(text: str, picked: set[int]) -> list[Change]:
    """Of some of the leaves of a text, from below."""
    kinds = (NodeKind.ENTRY, NodeKind.LOOSE)
    leaves = [node for node in memory_outline(text).leaves() if node.kind in kinds]
    chosen = [node for number, node in enumerate(leaves) if number in picked]
    chosen.sort(key=lambda node: node.span, reverse=True)
    return [Change(ChangeKind.REMOVE, DOCUMENT, node.key, node.occurrence) for node in chosen]


def one_by_one(text: str, changes: list[Change]) -> str:
    for change in changes:
        text = apply_all(text, changed(text, change, NOW))
    return text


@given(st.one_of(memory_files(), written_files()), st.sets(st.integers(0, 15)))
def test_it_comes_to_the_same_wherever_it_is_done(text: str, picked: set[int]) -> None:
    changes = removals(text, picked)
    edits = taken_out(text, changes)
    if edits is not None:
        assert apply_all(text, edits) == one_by_one(text, changes)


@given(written_files(), st.sets(st.integers(0, 15)))
def test_it_is_done_wherever_ub_wrote_the_file(text: str, picked: set[int]) -> None:
    assert taken_out(text, removals(text, picked)) is not None


def test_what_is_named_from_above_or_twice_goes_one_by_one() -> None:
    changes = removals(FILE, {1, 2, 4})
    assert taken_out(FILE, changes) is not None
    assert taken_out(FILE, changes[::-1]) is None
    assert taken_out(FILE, [changes[0], changes[0]]) is None
    assert taken_out(FILE, [*changes, Change(ChangeKind.REMOVE, DOCUMENT, "no such key")]) is None
