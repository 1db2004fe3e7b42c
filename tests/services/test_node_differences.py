"""What differs between two texts of a document, node by node, and that each of it can come back alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.layouts import discover
from memdesk.layouts.documents import Document
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.remembered.node_differences import NodeDifference, node_differences
from memdesk.services.steps.restoring import with_node_of
from memdesk.store.folders import StateFolders
from memdesk.text.document import decode
from memdesk.text.outline import NodeKind, Outline
from tests.services.sample_desks import SampleDesk

THEN = "## Project facts\nGo.\n\n## Decisions\n- one\n- two\n\n## Open issues\n\n## References\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folders = StateFolders(*(str(tmp_path / name) for name in ("data", "state", "config", "cache")))
    desk = Desk(folders, Surroundings(str(tmp_path / "home"), {}), discover(installed=False))
    yield desk
    desk.close()


def opened(desk: Desk, root: Path, path: Path, text: str) -> Document:
    """A document with this text, of which a version is kept."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    desk.workspace.open_root(desk.claim(str(root)))
    found = desk.workspace.find_document(str(path))
    assert found is not None
    desk.recorder.take([str(path)])
    return found[1]


def kinds(outline: Outline) -> list[NodeKind]:
    return [node.kind for node in outline.leaves()]


def memory(desk: Desk, tmp_path: Path, text: str) -> Document:
    root = tmp_path / "home" / ".evva"
    return opened(desk, root, root / "projects" / "-srv-api" / "MEMORY.md", text)


def compared(desk: Desk, document: Document, then: str, now: str) -> list[NodeDifference]:
    outline = desk.workspace.layout_of(document).outline
    return list(node_differences(then, now, outline(document, then), outline(document, now)))


def test_each_section_that_differs_is_told_in_order(desk: Desk, tmp_path: Path) -> None:
    now = THEN.replace("Go.", "Rust.").replace("## Decisions\n- one\n- two\n\n", "") + "see docs\n"
    found = compared(desk, memory(desk, tmp_path, THEN), THEN, now)
    assert [(one.title, one.now is None) for one in found] == [
        ("Project facts", False),
        ("Decisions", True),
        ("References", False),
    ]
    assert found[1].then == "## Decisions\n- one\n- two\n\n"
    assert [one.node for one in found] == [("Project facts", 0), ("Decisions", 0), ("References", 0)]


def test_what_is_new_cannot_be_brought_back(desk: Desk, tmp_path: Path) -> None:
    then = THEN.replace("## Decisions\n- one\n- two\n\n", "")
    (found,) = compared(desk, memory(desk, tmp_path, THEN), then, THEN)
    assert (found.then, found.node) == (None, None)


def test_in_every_sample_what_was_changed_in_a_node_comes_back_alone(tmp_path: Path) -> None:
    samples = SampleDesk(tmp_path)
    workspace, back, changed = samples.desk.workspace, Counter[str](), Counter[str]()
    for root in workspace.roots:
        for document in workspace.documents(root.path):
            if not document.exists or not document.editable:
                continue
            then = decode(workspace.disk.read(document.path))
            outline_of = partial(root.layout.outline, document)
            merge = workspace.merge_of(document.path)
            for node in list(outline_of(then).leaves())[:12]:
                place = node.body.start + (node.kind is NodeKind.FIELD and then[node.body.start :][:1] == '"')
                now = then[:place] + "Zz " + then[place:]
                if kinds(outline_of(now)) != kinds(outline_of(then)):
                    continue  # words before a fence make another text of it altogether
                changed[root.agent] += 1
                for one in node_differences(then, now, outline_of(then), outline_of(now)):
                    if one.node is not None and one.then is not None:
                        placed = with_node_of(now, then, one.node, outline_of, merge)
                        assert placed is not None, document.path
                        restored = placed.text
                        assert one.then in restored, document.path
                        assert one.now is None or restored == then, document.path
                        back[root.agent] += 1
    samples.desk.close()
    assert all(back[agent] > 0 for agent in changed), (back, changed)


SECTIONS = ("Project facts", "Decisions", "Open issues", "References")
TEXTS = st.builds(
    lambda bodies: "".join(
        f"## {name}\n{body}" for name, body in zip(SECTIONS, bodies, strict=True) if body != "gone"
    ),
    st.lists(st.sampled_from(["", "- a\n", "- b\n\n", "gone", "- a\n- b\n"]), min_size=4, max_size=4),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(TEXTS, TEXTS)
def test_all_that_can_come_back_makes_the_old_text_unless_something_is_new(
    desk: Desk, tmp_path: Path, then: str, now: str
) -> None:
    document = memory(desk, tmp_path, then)
    version = desk.restoring.versions(document.path)[0]
    Path(document.path).write_bytes(now.encode())
    past = desk.timeline.past(document.path)
    differences = desk.timeline.differences(past, desk.restoring.text(version), now)
    assert bool(differences) == (then != now)
    for one in differences:
        if one.node is not None:
            desk.restoring.restore(document, version, one.node)
    left = decode(Path(document.path).read_bytes())
    still = desk.timeline.differences(past, desk.restoring.text(version), left)
    # A section that comes back where another one follows stands apart from that as the one before it did.
    others = [one for one in still if one.then is not None and one.then.rstrip() != (one.now or "").rstrip()]
    assert not others, "only what is new is left"


TWICE = "## Notes\nThe tide table.\n\n## Notes\nThe pier.\n"


@pytest.mark.parametrize("goes", [0, 1])
def test_of_two_with_one_heading_the_one_that_went_comes_back(desk: Desk, tmp_path: Path, goes: int) -> None:
    root = tmp_path / "notes"
    document = opened(desk, root, root / "NOTES.md", TWICE)
    outline_of = partial(desk.workspace.layout_of(document).outline, document)
    gone = outline_of(TWICE).nodes[goes]
    now = TWICE.replace(gone.span.of(TWICE), "")
    [one] = (
        one
        for one in node_differences(TWICE, now, outline_of(TWICE), outline_of(now))
        if (one.then or "").strip() != (one.now or "").strip()
    )
    assert (one.then, one.now) == (gone.span.of(TWICE), None)
    assert one.node is not None
    placed = with_node_of(now, TWICE, one.node, outline_of, desk.workspace.merge_of(document.path))
    assert placed is not None
    assert placed.text == TWICE
