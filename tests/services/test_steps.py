"""Changes of the grammar that touch one file or several, carried out at once, undone and made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.layouts import layout_named
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.documents import Document, DocumentKind
from memdesk.services.desk import Desk
from memdesk.services.documents.changes import Changes
from memdesk.services.documents.taken import Arrival
from memdesk.services.steps.step import Status, Step
from memdesk.services.steps.steps import Steps
from memdesk.store.locks import DocumentLocks
from memdesk.store.outcomes import Conflicted, Saved
from memdesk.store.several_files import _LOCK
from memdesk.store.sweep import Ending, Swept
from tests.services.conftest import make_desk

INDEX = """# Memory

- [ports](ports.md) — which ports are taken
- [old](old.md) — something old
""".encode()
PORTS = b"---\nname: ports\ndescription: which ports are taken\n---\n\n8080 is the proxy.\n"
OLD = b"---\nname: old\ndescription: something old\n---\n\nIt was so.\n"


@pytest.fixture
def store(home: Path) -> Path:
    """The folder of OK's shared facts, with two facts and an index."""
    folder = home / ".config" / "ok" / "shared" / "memory"
    folder.mkdir(parents=True)
    for name, data in (("MEMORY.md", INDEX), ("ports.md", PORTS), ("old.md", OLD)):
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def desk(home: Path, tmp_path: Path, store: Path) -> Iterator[Desk]:
    layout = layout_named("ok")
    assert layout is not None
    made = make_desk(home, tmp_path, (layout,))
    made.open_found()
    yield made
    assert made.history.pending() == ()
    assert made.history.pending_changes() == ()
    made.close()


@pytest.fixture
def steps(desk: Desk) -> Steps:
    return desk.steps


def test_several_changes_are_one_step(desk: Desk, steps: Steps, store: Path) -> None:
    index = document(desk, store / "MEMORY.md")
    first, second = (
        Change(ChangeKind.ADD, index, name, body=f"Body of {name}.", title=f"About {name}")
        for name in ("first", "second")
    )
    dropped = Change(ChangeKind.REMOVE, document(desk, store / "old.md"), "")
    step = steps.now(steps.prepare(index, first, second, dropped))
    assert step.status is Status.SAVED
    assert {Path(path).name for path in step.was} == {"first.md", "second.md", "MEMORY.md", "old.md"}
    assert [Path(path).name for path in step.paths][-1] == "old.md", "what goes goes last"
    lines = (store / "MEMORY.md").read_bytes()
    assert b"first.md" in lines
    assert b"second.md" in lines
    assert b"old.md" not in lines
    assert steps.undo(step).status is Status.SAVED
    assert (store / "MEMORY.md").read_bytes() == INDEX
    assert sorted(path.name for path in store.iterdir()) == ["MEMORY.md", "old.md", "ports.md"]


def document(desk: Desk, path: Path) -> Document:
    found = desk.workspace.find_document(str(path))
    assert found is not None
    return found[1]


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def remove_ports(desk: Desk, store: Path) -> Step:
    fact = document(desk, store / "ports.md")
    return desk.steps.carry_out(fact, Change(ChangeKind.REMOVE, fact, ""))


def test_a_fact_comes_with_its_line(desk: Desk, steps: Steps, store: Path) -> None:
    index = document(desk, store / "MEMORY.md")
    change = Change(ChangeKind.ADD, index, "Deploy notes", title="how to deploy", body="Push to main.")
    plan = steps.plan(index, change)
    assert not steps.is_of_one_file(plan, index.path)
    step = steps.carry_out(index, change)
    assert (step.status, step.key, step.is_done) == (Status.SAVED, "deploy-notes", True)
    assert b"Push to main." in (store / "deploy-notes.md").read_bytes()
    assert b"deploy-notes.md" in (store / "MEMORY.md").read_bytes()
    assert document(desk, store / "deploy-notes.md").kind is DocumentKind.RECORD
    after = files(store)
    assert steps.undo(step).status is Status.SAVED
    assert files(store) == {"MEMORY.md": INDEX, "ports.md": PORTS, "old.md": OLD}
    assert steps.redo(step).status is Status.SAVED
    assert files(store) == after


def test_a_fact_goes_with_its_line(desk: Desk, steps: Steps, store: Path) -> None:
    step = remove_ports(desk, store)
    assert step.status is Status.SAVED
    assert set(files(store)) == {"MEMORY.md", "old.md"}
    assert b"ports" not in (store / "MEMORY.md").read_bytes()
    assert PORTS in [desk.history.data(each.id) for each in desk.history.versions(str(store / "ports.md"))]
    steps.undo(step)
    assert files(store) == {"MEMORY.md": INDEX, "ports.md": PORTS, "old.md": OLD}


def test_a_fact_gets_another_name_everywhere(desk: Desk, steps: Steps, store: Path) -> None:
    fact = document(desk, store / "ports.md")
    step = steps.carry_out(fact, Change(ChangeKind.RENAME, fact, "", title="Used ports"))
    assert set(files(store)) == {"MEMORY.md", "used-ports.md", "old.md"}
    assert b"(used-ports.md)" in (store / "MEMORY.md").read_bytes()
    assert (step.made, step.gone) == ((str(store / "used-ports.md"),), (fact.path,))
    steps.undo(step)
    assert files(store) == {"MEMORY.md": INDEX, "ports.md": PORTS, "old.md": OLD}


def test_undo_keeps_what_another_program_wrote_since(desk: Desk, steps: Steps, store: Path) -> None:
    step = remove_ports(desk, store)
    index = store / "MEMORY.md"
    index.write_bytes(index.read_bytes() + b"- [new](new.md) \xe2\x80\x94 by the agent\n")
    assert steps.undo(step).status is Status.MERGED
    assert index.read_bytes() == INDEX + b"- [new](new.md) \xe2\x80\x94 by the agent\n"
    assert (store / "ports.md").read_bytes() == PORTS


def test_undo_never_takes_the_place_of_another_file(desk: Desk, steps: Steps, store: Path) -> None:
    step = remove_ports(desk, store)
    (store / "ports.md").write_bytes(b"written by the agent\n")
    before = files(store)
    undone = steps.undo(step)
    assert undone.status is Status.CONFLICT
    assert undone.why_not == Conflicted(b"written by the agent\n", ())
    assert files(store) == before


def test_open_buffers_take_up_what_came_in(desk: Desk, store: Path) -> None:
    index = desk.workspace.open_document(str(store / "MEMORY.md"))
    ports = desk.workspace.open_document(str(store / "ports.md"))
    line = next(node for node in index.outline().nodes if node.key == "old")
    index.change(Change(ChangeKind.SET_BODY, index.document, line.key, body="quite old"), desk.workspace.view)
    step = remove_ports(desk, store)
    assert step.changes.edited >= {index.path, ports.path}
    assert (index.is_dirty, "quite old" in index.text.text, "ports" in index.text.text) == (True, True, False)
    assert b"something old" in (store / "MEMORY.md").read_bytes()
    assert ports.is_removed
    desk.workspace.discard(index.path)


def test_what_the_layout_refuses_is_refused(desk: Desk, steps: Steps, store: Path) -> None:
    index = document(desk, store / "MEMORY.md")
    with pytest.raises(Refused, match="already a fact"):
        steps.carry_out(index, Change(ChangeKind.ADD, index, "ports", body="x"))
    assert files(store) == {"MEMORY.md": INDEX, "ports.md": PORTS, "old.md": OLD}


# What an interrupted step leaves


def interrupt(desk: Desk, files: list[tuple[str, bytes | None, bytes | None]], done: int) -> None:
    """A step that was killed when so many of its files were done."""
    desk.history.open_change("move", files)
    for path, before, after in files[:done]:
        assert before is not None
        assert after is not None
        assert desk.store.save(path, before, after, desk.workspace.merge_of(path)) == Saved(after)


def test_a_window_finishes_what_a_command_was_killed_at_and_leaves_one_at_work_alone(
    desk: Desk, store: Path
) -> None:
    index, old = store / "MEMORY.md", store / "old.md"
    without = INDEX.replace(b"(old.md)", b"(older.md)")
    interrupt(desk, [(str(index), INDEX, without), (str(old), OLD, None)], 1)
    with DocumentLocks(desk.folders.locks).held(_LOCK):
        assert desk.recover_beside() == ()
    assert old.exists()
    assert desk.recover_beside() == (Swept(str(index), Ending.FINISHED, 2),)
    assert (index.read_bytes(), old.exists()) == (without, False)
    assert desk.recover_beside() == ()


def test_the_next_start_finishes_it_by_the_grammar_of_each_file(
    desk: Desk, home: Path, tmp_path: Path, store: Path
) -> None:
    index = store / "MEMORY.md"
    interrupt(
        desk,
        [(str(index), INDEX, INDEX.replace(b"(old.md)", b"(older.md)")), (str(store / "old.md"), OLD, None)],
        0,
    )
    index.write_bytes(INDEX + b"- [new](new.md) \xe2\x80\x94 by the agent\n")
    desk.close()
    layout = layout_named("ok")
    assert layout is not None
    again = make_desk(home, tmp_path, (layout,))
    again.open_found()
    assert again.recover() == (Swept(str(index), Ending.FINISHED, 2),)
    assert b"(older.md)" in index.read_bytes()
    assert b"by the agent" in index.read_bytes()
    assert not (store / "old.md").exists()
    assert again.recover() == ()
    again.close()


def test_files_that_are_roots_of_their_own_are_taken_up_too(home: Path, tmp_path: Path) -> None:
    profile, rules = home / ".notes" / "PROFILE.md", tmp_path / "project" / "RULES.md"
    for path in (profile, rules):
        path.parent.mkdir()
        path.write_bytes(b"## A\none\n")
    desk = make_desk(home, tmp_path)
    desk.settings.project_folders.append(str(rules.parent))
    desk.open_found()
    interrupt(
        desk,
        [(str(profile), b"## A\none\n", b"## A\ntwo\n"), (str(rules), b"## A\none\n", b"## A\n")],
        1,
    )
    assert desk.recover() == (Swept(str(profile), Ending.FINISHED, 2),)
    assert (profile.read_bytes(), rules.read_bytes()) == (b"## A\ntwo\n", b"## A\n")
    desk.close()


def test_what_is_finished_after_an_interruption_was_not_written_by_others(home: Path, tmp_path: Path) -> None:
    profile, other = home / ".notes" / "PROFILE.md", home / ".notes" / "OTHER.md"
    profile.parent.mkdir()
    for path in (profile, other):
        path.write_bytes(b"## A\none\n")
    desk = make_desk(home, tmp_path)
    desk.open_found()
    session = desk.workspace.open_document(str(profile))
    interrupt(desk, [(str(path), b"## A\none\n", b"## A\ntwo\n") for path in (profile, other)], 0)
    assert desk.recover() == (Swept(str(profile), Ending.FINISHED, 2),)
    early = desk.workspace.refresh()
    assert early == Changes(look_again=frozenset({str(profile)})), "whoever finished it takes it up"
    (arrived,) = desk.workspace.refresh(is_own=True).arrived
    assert (arrived.path, session.text.text) == (str(profile), "## A\ntwo\n")
    desk.close()


def test_a_removal_is_told_by_the_step_that_made_it(desk: Desk, steps: Steps, store: Path) -> None:
    fact = document(desk, store / "ports.md")
    desk.workspace.open_document(fact.path)
    job = steps.prepare_file_removal(fact)
    with desk.workspace.saves.writing(job.paths):
        applied = steps.run(job)
        early = desk.workspace.refresh((fact.path,))
    late = desk.workspace.refresh()
    assert (early.arrived, late.arrived) == ((), ()), "nobody else removed it"
    assert early.look_again == late.look_again == {fact.path}
    (arrived,) = steps.finish(job, applied).changes.arrived
    assert (arrived.path, arrived.taken.arrival) == (fact.path, Arrival.REMOVED)
    assert not desk.workspace.refresh().arrived


def test_a_removal_that_no_step_takes_up_is_told_in_the_end(desk: Desk, steps: Steps, store: Path) -> None:
    fact = document(desk, store / "ports.md")
    desk.workspace.open_document(fact.path)
    steps.run(steps.prepare_file_removal(fact))
    changes = Changes()
    while not changes.arrived:
        changes = desk.workspace.refresh((fact.path,))
        assert changes, "it is looked at again until it is told"
    assert changes.arrived[0].taken.arrival is Arrival.REMOVED
