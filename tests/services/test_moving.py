"""What one agent remembers, moved to another one: every pair of agents, on their samples."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memdesk.bundled import bundled_path
from memdesk.errors import NotFound, Refused
from memdesk.layouts import discover
from memdesk.layouts.documents import Document, DocumentKind, ScopeKind
from memdesk.services.desk import Desk
from memdesk.services.steps.move_targets import Fact, propose
from memdesk.services.steps.step import Status
from memdesk.text.document import decode, encode
from memdesk.text.edits import replace
from memdesk.text.outline import PREAMBLE_KEY, Node, NodeKind
from memdesk.text.wording import plain_words
from tests.services.conftest import make_desk

AGENTS = ("claude_code", "evva", "ok", "everos", "foresthub", "ub")
FACTS = ("claude_code", "ok")


def has_sample(agent: str) -> bool:
    try:
        return bundled_path("samples", agent).is_dir()
    except NotFound:
        return False


PRESENT = [layout for layout in discover() if layout.name in AGENTS and has_sample(layout.name)]


@pytest.fixture
def desk(home: Path, tmp_path: Path) -> Iterator[Desk]:
    """A desk with a copy of every sample open."""
    made = make_desk(home, tmp_path, tuple(PRESENT))
    for root in made.samples.make(str(tmp_path / "samples")):
        made.workspace.open_root(root)
    yield made
    assert made.history.pending() == ()
    assert made.history.pending_changes() == ()
    made.close()


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "samples")


class Files:
    """Every file of the samples."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def all(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self._folder.rglob("*") if path.is_file()}


def documents(desk: Desk, agent: str) -> list[Document]:
    roots = [root for root in desk.workspace.roots if root.agent == agent and not root.generation]
    found = [document for root in roots for document in desk.workspace.documents(root.path)]
    return [document for document in found if document.editable and document.exists]


def nodes(desk: Desk, document: Document) -> list[Node]:
    text = decode(desk.workspace.disk.read(document.path))
    outline = desk.workspace.layout_of(document).outline(document, text)
    return [node for node in outline.walk() if node.editable]


def source_of(desk: Desk, agent: str) -> tuple[Document, str]:
    """Something that is remembered: a section of evva's, a fact, an entry, the content of a record."""
    for document in documents(desk, agent):
        for node in nodes(desk, document):
            text = node.body_text(decode(desk.workspace.disk.read(document.path)))
            is_whole = len(plain_words(text)) > 4 and "\n" not in text.strip()
            kinds = (NodeKind.SECTION,) if agent == "evva" else (NodeKind.INDEX_LINE, NodeKind.ENTRY)
            if agent == "foresthub" and node.key == "content":
                return document, node.key
            if is_whole and node.kind in kinds and document.kind is not DocumentKind.RECORD:
                return document, node.key
    raise AssertionError(f"{agent} remembers nothing")


def target_of(desk: Desk, agent: str, besides: str = "") -> Document:
    """Where something can be put: evva's memory, an index, a log, a record, ub's memory."""
    kinds = {"evva": DocumentKind.MEMORY, "foresthub": DocumentKind.RECORD}
    wanted = kinds.get(agent, DocumentKind.LIST)
    found = [document for document in documents(desk, agent) if document.kind is wanted]
    return next(document for document in reversed(found) if document.path != besides)


def said(desk: Desk, document: Document) -> str:
    """All that a document says, with the facts that an index leads to."""
    folder = os.path.dirname(document.path)
    is_index = any(node.kind is NodeKind.INDEX_LINE for node in nodes(desk, document))
    if is_index:
        text = " ".join(decode(Path(folder, name).read_bytes()) for name in os.listdir(folder))
    else:
        whole = decode(Path(document.path).read_bytes())
        text = " ".join(node.body_text(whole) for node in nodes(desk, document))
    return " ".join(plain_words(text))


@pytest.mark.parametrize("which", ["source", "target"])
def test_of_a_file_that_cannot_be_read_is_said_why(desk: Desk, which: str) -> None:
    source, key = source_of(desk, "ok")
    target = target_of(desk, "ub")
    broken = {"source": source, "target": target}[which]
    os.unlink(broken.path)
    os.mkfifo(broken.path)
    proposal = propose(desk.workspace, desk.steps, Fact(source, key, 0), target)
    os.unlink(broken.path)
    assert proposal.move is None
    assert proposal.why_not == f"{broken.path} cannot be read: not a regular file."


@pytest.mark.parametrize("agent", [layout.name for layout in PRESENT])
def test_every_agent_can_be_told_what_another_knows(desk: Desk, files: Files, agent: str) -> None:
    """There, back to where it was by undo, there again, and back by another move: no word is lost on the way."""
    for target_agent in (layout.name for layout in PRESENT):
        source, key = source_of(desk, agent)
        target = target_of(desk, target_agent, source.path)
        before = files.all()
        move = desk.steps.plan_move(source, key, 0, target)
        words = set(plain_words(said_by(desk, source, key)))
        assert files.all() == before, "planning writes nothing"
        step = desk.steps.move(move)
        assert step.status is Status.SAVED, step.message
        assert words <= set(said(desk, target).split()), target_agent
        after = files.all()
        assert desk.steps.undo(step).status is Status.SAVED
        assert files.all() == before, "undo gives every byte back"
        assert desk.steps.redo(step).status is Status.SAVED
        assert files.all() == after
        back = desk.steps.plan_move(fresh(desk, target), step.key or "content", 0, fresh(desk, source))
        assert desk.steps.move(back).status is Status.SAVED
        assert words <= set(said(desk, source).split()), target_agent
        put_back(before)


def put_back(files: dict[str, bytes]) -> None:
    for path, data in files.items():
        if not Path(path).exists() or Path(path).read_bytes() != data:
            Path(path).write_bytes(data)


def fresh(desk: Desk, document: Document) -> Document:
    found = desk.workspace.find_document(document.path)
    assert found is not None
    return found[1]


def test_what_does_not_fit_is_named(desk: Desk) -> None:
    source, key = source_of(desk, "everos")
    move = desk.steps.plan_move(source, key, 0, target_of(desk, "ok"))
    assert any("keeps no time" in sentence for sentence in move.lost)
    assert any("keeps no id" in sentence and key in sentence for sentence in move.lost)
    assert any("owner_id" in sentence for sentence in move.lost)


def test_what_only_its_line_in_an_index_says_is_named(desk: Desk) -> None:
    fact = next(one for one in documents(desk, "claude_code") if one.title == "jars.md")
    index = Path(fact.path).with_name("MEMORY.md")
    lines = index.read_bytes().split(b"\n")
    target = target_of(desk, "evva")
    assert not any("Its line in" in said for said in desk.steps.plan_move(fact, "", 0, target).lost)
    number = next(number for number, line in enumerate(lines) if b"(jars.md)" in line)
    lines[number] = b"- [Jars](jars.md) - Torben alone has the key"
    index.write_bytes(b"\n".join(lines))
    (said,) = (said for said in desk.steps.plan_move(fact, "", 0, target).lost if "Its line in" in said)
    assert "in MEMORY.md says more" in said
    assert "Torben alone has the key" in said


def test_a_time_and_a_category_are_kept_where_there_is_a_place(desk: Desk) -> None:
    entries = target_of(desk, "ub")
    node = next(node for node in nodes(desk, entries) if "time" in node.facts)
    log = next(document for document in documents(desk, "everos") if "episode-" in document.path)
    move = desk.steps.plan_move(entries, node.key, node.occurrence, log)
    assert not any("time" in sentence for sentence in move.lost)
    assert f"**timestamp**: {node.facts['time'].removesuffix('Z')}" in move.text
    key = desk.steps.move(move).key
    back = desk.steps.plan_move(fresh(desk, log), key, 0, fresh(desk, entries), node.facts["category"])
    assert node.facts["time"] in back.text
    assert back.section == node.facts["category"]


def test_a_list_becomes_as_many_entries(desk: Desk) -> None:
    memory = target_of(desk, "evva")
    section = next(node for node in nodes(desk, memory) if node.kind is NodeKind.SECTION)
    text = decode(Path(memory.path).read_bytes())
    listed = replace(text, section.body, "- one thing to know\n- another thing to know").apply(text)
    Path(memory.path).write_bytes(encode(listed))
    target = target_of(desk, "ub")
    move = desk.steps.plan_move(memory, section.key, 0, target)
    assert desk.steps.move(move).status is Status.SAVED
    texts = [node.body_text(decode(Path(target.path).read_bytes())) for node in nodes(desk, target)]
    assert "one thing to know" in texts
    assert "another thing to know" in texts
    assert texts.index("one thing to know") < texts.index("another thing to know")


def test_a_category_moves_as_its_entries_with_the_times_they_were_noted(desk: Desk) -> None:
    memory = target_of(desk, "ub")
    stamps = ("*(2026-05-01T00:00:00Z)*", "*(2026-05-02T00:00:00Z)*")
    said = f"- the mole is closed {stamps[1]}\nby hand\n- high water at nine {stamps[0]}\n"
    Path(memory.path).write_text(f"## Harbour\n\n{said}\n")
    other = target_of(desk, "ub", besides=memory.path)
    move = desk.steps.plan_move(memory, "Harbour", 0, other)
    by_hand, *noted = move.text.splitlines()
    assert noted == [f"- the mole is closed {stamps[1]}", f"- high water at nine {stamps[0]}"]
    assert by_hand.startswith("- by hand *(")
    assert not any("time" in sentence for sentence in move.lost)
    section = desk.steps.plan_move(memory, "Harbour", 0, target_of(desk, "evva"))
    assert "2026-05" not in section.text
    assert "evva keeps no times here, so those of the entries are not kept." in section.lost


def test_entries_above_every_category_move_together(desk: Desk) -> None:
    memory = target_of(desk, "ub")
    stamps = ("*(2026-05-01T00:00:00Z)*", "*(2026-05-02T00:00:00Z)*")
    said = f"- the mole is closed {stamps[1]}\nby hand\n- high water at nine {stamps[0]}\n"
    rest = f"## project\n\n- it stays {stamps[0]}\n"
    Path(memory.path).write_text(f"{said}\n{rest}")
    other = target_of(desk, "ub", besides=memory.path)
    section = desk.steps.plan_move(memory, PREAMBLE_KEY, 0, target_of(desk, "evva"))
    assert "2026-05" not in section.text
    assert "evva keeps no times here, so those of the entries are not kept." in section.lost
    move = desk.steps.plan_move(memory, PREAMBLE_KEY, 0, other)
    assert not any("time" in sentence for sentence in move.lost)
    step = desk.steps.move(move)
    assert step.status is Status.SAVED, step.message
    by_hand, *noted = move.text.splitlines()
    assert noted == [f"- the mole is closed {stamps[1]}", f"- high water at nine {stamps[0]}"]
    assert by_hand.startswith("- by hand *(")
    assert Path(memory.path).read_text().lstrip("\n") == rest
    assert all(line in Path(other.path).read_text() for line in noted)
    assert desk.steps.undo(step).status is Status.SAVED
    assert Path(memory.path).read_text() == f"{said}\n{rest}"


def test_headings_get_deeper_where_the_text_would_fall_apart_at_them(desk: Desk) -> None:
    record = next(
        each for each in documents(desk, "foresthub") if b"## People" in Path(each.path).read_bytes()
    )
    memory = target_of(desk, "evva")
    sections = [node.key for node in nodes(desk, memory) if node.kind is NodeKind.SECTION]
    move = desk.steps.plan_move(record, "content", 0, memory)
    assert desk.steps.move(move).status is Status.SAVED
    assert "Its headings are deeper there." in move.lost
    assert [node.key for node in nodes(desk, memory) if node.kind is NodeKind.SECTION] == sections
    assert "### People" in decode(Path(memory.path).read_bytes())


def test_a_copy_leaves_the_source_alone(desk: Desk, files: Files) -> None:
    source, key = source_of(desk, "ub")
    target = target_of(desk, "ok")
    before = files.all()
    step = desk.steps.move(desk.steps.plan_move(source, key, 0, target, is_copy=True))
    assert files.all()[source.path] == before[source.path]
    again = desk.steps.plan_move(source, key, 0, fresh(desk, target), is_copy=True)
    assert (again.duplicate, again.is_same) == (step.key, True)


def test_something_similar_is_pointed_out(desk: Desk) -> None:
    source, key = source_of(desk, "ub")
    memory = next(each for each in documents(desk, "evva") if each.scope.kind is ScopeKind.YOU)
    words = plain_words(key.partition("] ")[2])
    path = Path(memory.path)
    text = decode(path.read_bytes())
    heading = memory.headings[0]
    path.write_bytes(
        text.replace(f"## {heading}\n", f"## {heading}\n- So: {' '.join(words[:-1])}\n").encode()
    )
    move = desk.steps.plan_move(source, key, 0, memory)
    assert (move.duplicate, move.is_same) == (heading, False)


def test_what_cannot_be_moved_is_refused(desk: Desk) -> None:
    source, key = source_of(desk, "ub")
    with pytest.raises(Refused, match="already"):
        desk.steps.plan_move(source, key, 0, source)
    with pytest.raises(NotFound):
        desk.steps.plan_move(source, "no such key", 0, target_of(desk, "ok"))
    with pytest.raises(Refused, match="cannot be changed"):
        desk.steps.plan_move(source, key, 0, target_of(desk, "ok")._replace(why_read_only="It is locked."))
    fact, fact_key = source_of(desk, "ok")
    with pytest.raises(Refused, match="none of ub’s categories"):
        desk.steps.plan_move(fact, fact_key, 0, source, "nowhere")


def test_a_fact_gets_into_a_store_of_which_each_file_is_a_root_of_its_own(desk: Desk) -> None:
    source, key = source_of(desk, "ub")
    narrow = [
        each for each in documents(desk, "claude_code") if each.narrow and each.kind is DocumentKind.LIST
    ]
    step = desk.steps.move(desk.steps.plan_move(source, key, 0, narrow[0]))
    assert step.status is Status.SAVED, step.message
    made = Path(narrow[0].root) / f"{step.key}.md"
    assert made.exists()
    assert desk.steps.undo(step).status is Status.SAVED
    assert not made.exists()


@pytest.mark.parametrize("agent", ["everos", "ub"])
def test_what_an_agent_edits_meanwhile_stays_where_it_was(desk: Desk, agent: str) -> None:
    source, key = source_of(desk, agent)
    move = desk.steps.plan_move(source, key, 0, target_of(desk, "ok"))
    job = desk.steps.prepare_move(move)
    words = said_by(desk, source, key).encode()
    path = Path(source.path)
    path.write_bytes(path.read_bytes().replace(words, words + b" Since May."))
    step = desk.steps.now(job)
    assert step.status is Status.MERGED
    [stayed] = step.stayed
    assert stayed.startswith(key)
    assert f"stays where it was: “{stayed}”" in step.message
    assert words + b" Since May." in path.read_bytes()
    assert words in Path(job.files[0].path).read_bytes()


def said_by(desk: Desk, document: Document, key: str) -> str:
    text = decode(Path(document.path).read_bytes())
    node = desk.workspace.layout_of(document).outline(document, text).find(key)
    assert node is not None
    return node.body_text(text)


JUNK = (
    b"\r\n",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\n## ",
    b"---\n",
    b"<!-- entry:x -->",
    b"\n\n",
    b"```\n",
    b"*(2026-01-01T00:00:00Z)*",
    b"- [x](x.md) - y\n",
    b'"',
    b"\\u0000",
    b"{",
    b"\x00",
    b"### Content\n",
    b"name: x\n",
)


# Each writes six times, with a wait for the disk each time.
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=settings().max_examples // 3,
)
@given(data=st.data())
def test_whatever_stands_in_the_files_undo_gives_every_byte_back(
    desk: Desk, files: Files, data: st.DataObject
) -> None:
    """Odd bytes anywhere in both documents: a move comes off and can be undone and redone, or it changes nothing."""
    first = files.all()
    known = [each for layout in PRESENT for each in documents(desk, layout.name)]
    source, target = data.draw(st.sampled_from(known)), data.draw(st.sampled_from(known))
    for path in {source.path, target.path}:
        text = Path(path).read_bytes()
        at = data.draw(st.integers(0, len(text)))
        Path(path).write_bytes(text[:at] + data.draw(st.sampled_from((b"", *JUNK))) + text[at:])
    before = files.all()
    names = [(node.key, node.occurrence) for node in nodes(desk, source)]
    key, occurrence = data.draw(st.sampled_from(names or [("", 0)]))
    try:
        move = desk.steps.plan_move(source, key, occurrence, target)
        step = desk.steps.move(move)
        assert step.status is Status.SAVED, step.message
        after = files.all()
        desk.steps.undo(step)
        assert files.all() == before
        desk.steps.redo(step)
        assert files.all() == after
    except (NotFound, Refused):
        assert files.all() == before
    for path in files.all().keys() - first.keys():
        Path(path).unlink()
    put_back(first)
