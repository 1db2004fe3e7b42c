"""What every layout answers when it is asked to change a node: it does so, or says why not."""

from __future__ import annotations

import errno
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import NotFound, Refused
from memdesk.layouts.contract import Change, ChangeKind, Layout, Plan
from memdesk.layouts.documents import Document
from memdesk.layouts.view import View
from memdesk.text.document import decode
from memdesk.text.edits import apply_all
from memdesk.text.outline import Node, NodeKind
from tests.conformance.folders import DiskView
from tests.layouts.samples import AGENTS, copied, named, view_of

CHANGES = {
    ChangeKind.SET_BODY: {"body": "Quokkas swim"},
    ChangeKind.REMOVE: {},
    ChangeKind.MOVE: {"index": 1},
    ChangeKind.RENAME: {"title": "Quokkas"},
    ChangeKind.RETYPE: {"title": "project"},
}


MOST_OF_A_KIND = 4


def nodes_of(layout: Layout, document: Document, text: str) -> Iterator[Node]:
    """The nodes of a document, the first few of each kind, locked or not."""
    seen: Counter[tuple[NodeKind, bool]] = Counter()
    for node in layout.outline(document, text).walk():
        seen[node.kind, node.editable] += 1
        if seen[node.kind, node.editable] <= MOST_OF_A_KIND:
            yield node


def asked(layout: Layout, view: View, change: Change) -> Plan | None:
    """The plan of a change; None where it is refused, with a sentence."""
    try:
        plan = layout.compose(view, change)
    except Refused as refusal:
        sentence, advice = refusal.sentence, refusal.advice
        assert sentence.endswith("."), sentence
        assert not advice or advice.endswith("."), advice
        return None
    for path, edits in plan.edits.items():
        assert apply_all(text_at(view, path), edits) is not None
    return plan


def text_at(view: View, path: str) -> str:
    try:
        return decode(view.read(path))
    except FileNotFoundError:
        return ""


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_every_node_is_changed_or_the_refusal_says_why(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    view = view_of(copy)
    changed: dict[ChangeKind, int] = dict.fromkeys(CHANGES, 0)
    for root in (copy.root, *copy.others):
        for document in layout.documents(view, root):
            if not document.editable:
                continue
            for node in nodes_of(layout, document, text_at(view, document.path)):
                for kind, facts in CHANGES.items():
                    change = Change(kind, document, node.key, node.occurrence, **facts)  # type: ignore[arg-type]
                    plan = asked(layout, view, change)
                    changed[kind] += plan is not None
                    is_rewritten = plan is not None and kind in (ChangeKind.SET_BODY, ChangeKind.RENAME)
                    assert node.editable or not is_rewritten, f"{node.key!r} of {document.title}"
                    if plan and kind is ChangeKind.SET_BODY:
                        assert_says(layout, view, document, node, plan)
    assert changed[ChangeKind.SET_BODY]
    assert changed[ChangeKind.REMOVE]


def assert_says(layout: Layout, view: View, document: Document, node: Node, plan: Plan) -> None:
    """That a node says what it was set to."""
    after = apply_all(text_at(view, document.path), plan.edits.get(document.path, ()))
    said = [one.body_text(after) for one in layout.outline(document, after).walk() if one.kind is node.kind]
    assert any("Quokkas swim" in text for text in said), f"{node.key!r} of {document.title}"


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_what_is_not_there_is_not_found(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    view = view_of(copy)
    for root in (copy.root, *copy.others):
        for document in layout.documents(view, root):
            for kind, facts in CHANGES.items():
                if kind is ChangeKind.RETYPE:  # of a fact, whatever its node
                    continue
                change = Change(kind, document, "no such node\x00", 7, **facts)  # type: ignore[arg-type]
                with pytest.raises((NotFound, Refused)):
                    layout.compose(view, change)


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_setting_a_node_to_what_it_says_changes_nothing(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    view = view_of(copy)
    for root in (copy.root, *copy.others):
        for document in layout.documents(view, root):
            text = text_at(view, document.path)
            for node in nodes_of(layout, document, text) if document.editable else ():
                if node.editable and node.kind is not NodeKind.SECTION:
                    body = node.body_text(text)
                    change = Change(ChangeKind.SET_BODY, document, node.key, node.occurrence, body=body)
                    plan = asked(layout, view, change)
                    for path, edits in plan.edits.items() if plan else ():
                        assert apply_all(text_at(view, path), edits) == text_at(view, path), node


class _Closed(DiskView):
    """A view in which one file cannot be read, by an owner who is no superuser."""

    closed = ""

    def read(self, path: str) -> bytes:
        if path == self.closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        return super().read(path)


@pytest.mark.parametrize("layout", AGENTS, ids=named)
def test_what_cannot_be_read_is_not_changed_as_if_it_were_empty(layout: Layout, tmp_path: Path) -> None:
    copy = copied(layout, tmp_path)
    readable = view_of(copy)
    view = _Closed(projects=readable.projects, home=readable.home)
    tried = 0
    for root in (copy.root, *copy.others):
        for document in layout.documents(readable, root):
            nodes = (
                layout.outline(document, text_at(readable, document.path)).walk() if document.exists else ()
            )
            node = next((node for node in nodes if node.editable), None)
            if node is None or not document.editable:
                continue
            view.closed = document.path
            change = Change(ChangeKind.SET_BODY, document, node.key, node.occurrence, body="Quokkas swim")
            with pytest.raises(PermissionError):
                layout.compose(view, change)
            tried += 1
    assert tried
