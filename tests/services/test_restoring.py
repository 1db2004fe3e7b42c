"""Earlier versions come back, whole or node by node, and whatever else was written since stays."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memdesk.errors import NotFound, Refused
from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.services.desk import Desk
from memdesk.services.documents.merging import merging
from memdesk.services.machine.machine import Surroundings
from memdesk.services.steps.restoring import Kept, Place, Restoring, with_node_of
from memdesk.services.steps.step import Status
from memdesk.store.folders import StateFolders
from memdesk.text.edits import Span
from memdesk.text.merge import merge_texts
from memdesk.text.merge_result import Clash, Merge
from memdesk.text.outline import NodeKind, Outline
from memdesk.text.sections import document_outline

FIRST = b"## Project facts\r\nGo.\r\n\r\n## Decisions\r\n- one\r\n- two\r\n\r\n## Open issues\r\n\r\n## References\r\n"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folders = StateFolders(*(str(tmp_path / name) for name in ("data", "state", "config", "cache")))
    memory = tmp_path / "home" / ".evva" / "projects" / "-srv-api" / "MEMORY.md"
    memory.parent.mkdir(parents=True)
    memory.write_bytes(FIRST)
    desk = Desk(folders, Surroundings(str(tmp_path / "home"), {}), discover(installed=False))
    desk.workspace.open_root(desk.claim(str(tmp_path / "home" / ".evva")))
    yield desk
    desk.close()


@pytest.fixture
def document(desk: Desk) -> Document:
    (root,) = desk.workspace.roots
    return next(
        document for document in desk.workspace.documents(root.path) if document.path.endswith("MEMORY.md")
    )


@pytest.fixture
def restoring(desk: Desk) -> Restoring:
    return Restoring(desk.workspace, desk.steps, lambda: desk.history)


def write(desk: Desk, document: Document, data: bytes) -> None:
    """An agent writes, and the recorder sees it."""
    Path(document.path).write_bytes(data)
    desk.recorder.take([document.path])


def test_a_whole_document_and_back_again(desk: Desk, document: Document, restoring: Restoring) -> None:
    write(desk, document, FIRST)
    write(desk, document, b"gone wrong\n")
    newest, first = restoring.versions(document.path)
    assert restoring.text(newest) == "gone wrong\n"
    step = restoring.restore(document, first)
    assert step.status is Status.SAVED
    assert Path(document.path).read_bytes() == FIRST
    assert restoring.versions(document.path)[0].why == "restore"
    desk.steps.undo(step)
    assert Path(document.path).read_bytes() == b"gone wrong\n"


def test_one_section_comes_back_and_the_rest_stays(
    desk: Desk, document: Document, restoring: Restoring
) -> None:
    write(desk, document, FIRST)
    now = FIRST.replace(b"- one\r\n- two", b"- three").replace(b"Go.", b"Rust.")
    write(desk, document, now)
    first = restoring.versions(document.path)[-1]
    restoring.restore(document, first, ("Decisions", 0))
    assert Path(document.path).read_bytes() == FIRST.replace(b"Go.", b"Rust.")


def test_a_section_that_is_gone_comes_back_in_its_place(
    desk: Desk, document: Document, restoring: Restoring
) -> None:
    write(desk, document, FIRST)
    now = FIRST.replace(b"## Decisions\r\n- one\r\n- two\r\n\r\n", b"").replace(b"Go.", b"Rust.")
    write(desk, document, now)
    restoring.restore(document, restoring.versions(document.path)[-1], ("Decisions", 0))
    assert Path(document.path).read_bytes() == FIRST.replace(b"Go.", b"Rust.")


def test_a_file_that_was_removed_comes_back(desk: Desk, document: Document, restoring: Restoring) -> None:
    write(desk, document, FIRST)
    Path(document.path).unlink()
    desk.recorder.take([document.path])
    gone, first = restoring.versions(document.path)
    assert gone.removed
    assert restoring.restore(document, first).status is Status.SAVED
    assert Path(document.path).read_bytes() == FIRST
    with pytest.raises(NotFound, match="was gone"):
        restoring.restore(document, gone)


def test_a_part_of_a_file_that_is_gone_does_not_bring_back_the_rest(
    desk: Desk, document: Document, restoring: Restoring
) -> None:
    write(desk, document, FIRST)
    Path(document.path).unlink()
    first = restoring.versions(document.path)[-1]
    with pytest.raises(Refused, match="is gone; restore the file before a part of it"):
        restoring.restore(document, first, ("Decisions", 0))
    assert not Path(document.path).exists()
    part, whole = Kept(document, first, ("Decisions", 0)), Kept(document, first)
    assert desk.steps.now(restoring.prepare_all([part, whole]).job).status is Status.SAVED
    assert Path(document.path).read_bytes() == FIRST


def test_what_is_not_known_is_said(desk: Desk, document: Document, restoring: Restoring) -> None:
    write(desk, document, FIRST)
    (only,) = restoring.versions(document.path)
    with pytest.raises(NotFound, match="has no version 99"):
        restoring.version(document.path, 99)
    with pytest.raises(NotFound, match="has no “Nothing”"):
        restoring.restore(document, only, ("Nothing", 0))
    assert restoring.restore(document, only).status is Status.UNCHANGED


def test_an_entry_whose_place_is_gone_comes_to_the_end_of_its_section(desk: Desk) -> None:
    layout = next(layout for layout in desk.layouts if layout.name == "ub")
    old = "# Memory\n\n## Decisions\n\n- one *(2026-05-14T17:26:33Z)*\n- two *(2026-05-14T17:26:33Z)*\n\n## Other\n"
    now = "# Memory\n\n## Decisions\n\n- nine *(2026-05-15T17:26:33Z)*\n\n## Other\n\n- x *(2026-05-15T17:26:33Z)*\n"
    scope = Scope(ScopeKind.LOCAL, "", "")
    document = Document("/m/memory.md", "/m", "memory.md", scope, DocumentKind.LIST)

    def outline_of(text: str) -> Outline:
        return layout.outline(document, text)

    def never(_base: str, _mine: str, _theirs: str) -> Merge:
        return Merge("", (Clash("", 0, None, None, None, Span(0, 0)),))

    node = next(node for node in outline_of(old).walk() if node.title.startswith("two"))
    placed = with_node_of(now, old, (node.key, node.occurrence), outline_of, never)
    assert placed is not None
    assert (placed.place, placed.section) == (Place.SECTION_END, "Decisions")
    two = "- two *(2026-05-14T17:26:33Z)*\n"
    assert placed.text == now.replace("\n\n## Other", f"\n{two}\n## Other")


UB = Document("/m/memory.md", "/m", "memory.md", Scope(ScopeKind.LOCAL, "", ""), DocumentKind.LIST)
WORDS = "amber birch cedar delta ember flint grove hazel inlet jetty karst ledge"
Entries = dict[str, list[str]]


def ub_text(entries: Entries, line_end: str) -> str:
    """A text as ub writes it; categories without entries are left out."""
    lines = []
    for category, words in entries.items():
        if words:
            lines += [f"## {category}", "", *(f"- {word} *(2026-05-14T17:26:33Z)*" for word in words), ""]
    return line_end.join([*lines, ""])


def restored(now: str, old: str, title: str) -> tuple[str, list[str]]:
    """The text with one entry of `old` back in it, and what entries it has then."""
    layout = next(layout for layout in discover(installed=False) if layout.name == "ub")

    def outline_of(text: str) -> Outline:
        return layout.outline(UB, text)

    node = next(node for node in outline_of(old).walk() if node.title == title and not node.children)
    placed = with_node_of(now, old, (node.key, node.occurrence), outline_of, merging(UB, layout))
    assert placed is not None
    entries = [node.title for node in outline_of(placed.text).walk() if node.kind is NodeKind.ENTRY]
    return placed.text, entries


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_an_entry_whose_section_is_gone_comes_back_with_its_heading_alone(line_end: str) -> None:
    debug = ["flaky test in auth", "root password on a note", "port was blocked"]
    old = ub_text({"project": ["uses postgres"], "debug": debug, "general": ["likes tea"]}, line_end)
    now = ub_text({"project": ["uses postgres"], "general": ["likes tea"]}, line_end)
    for title in debug:
        text, _ = restored(now, old, title)
        wanted = {"project": ["uses postgres"], "debug": [title], "general": ["likes tea"]}
        assert text == ub_text(wanted, line_end)


@given(st.data())
def test_one_entry_brings_no_other_one_back(data: st.DataObject) -> None:
    words = iter(WORDS.split())
    kept, old, now = list[str](), Entries(), Entries()
    for category in ("project", "debug", "general"):
        old[category] = [next(words) for _ in range(data.draw(st.integers(0, 3)))]
        there = [word for word in old[category] if data.draw(st.booleans())]
        now[category] = [next(words)] * data.draw(st.integers(0, 1)) + there
        kept += now[category]
    gone = [word for each in old.values() for word in each if word not in kept]
    assume(gone)
    line_end = data.draw(st.sampled_from(["\n", "\r\n"]))
    present = ub_text(now, line_end)
    text, entries = restored(present, ub_text(old, line_end), gone[0])
    assert sorted(entries) == sorted([*kept, gone[0]])
    assert "\n" not in text.replace("\r\n", "") or line_end == "\n"


@pytest.mark.parametrize(
    ("old", "text", "node", "result"),
    [
        ("## A\na", "## A\nb\n\nNew\n===\nn\n", "A", "## A\na\n\nNew\n===\nn\n"),
        (
            "## A\na\n\n### In\nold\n",
            "## A\nb\n\n### In\nnew\n\n# C\n",
            "In",
            "## A\nb\n\n### In\nold\n\n# C\n",
        ),
        ("## A\na\n\n### In\nold\n\n## B\n", "## A\nb\n\n## B\n", "In", "## A\nb\n\n### In\nold\n\n## B\n"),
        ("# A\na\n\nB\n---\nb\n", "# A\na\n", "B", "# A\na\n\nB\n---\nb\n"),
    ],
)
def test_a_heading_of_a_free_document_comes_back_and_the_next_one_stays(
    old: str, text: str, node: str, result: str
) -> None:
    placed = with_node_of(
        text, old, (node, 0), document_outline, partial(merge_texts, outline=document_outline)
    )
    assert placed is not None
    assert placed.text == result
