"""Files that are opened beside a root: asked for by name, remembered per root, part of samples."""

from __future__ import annotations

from pathlib import Path

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders

WORKFLOW = b'{"nodes": [], "memory": []}'


def make_desk(home: Path) -> Desk:
    return Desk(
        StateFolders.below(str(home / "ours")), Surroundings(str(home), {}), discover(installed=False)
    )


def test_a_file_beside_a_root_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "flow.json"
    path.write_bytes(WORKFLOW)
    desk = make_desk(tmp_path)
    view = desk.workspace.view
    assert view.attachment("workflow:/records") is None
    desk.attach("/records", "workflow", str(path))
    assert view.attachment("workflow:/records") == WORKFLOW
    assert desk.workspace.disk.attachment("workflow:/records") == WORKFLOW
    assert view.attachment("workflow:/others") is None
    again = make_desk(tmp_path)
    assert again.attachments.at("/records", "workflow") == str(path)
    assert again.workspace.view.attachment("workflow:/records") == WORKFLOW
    again.attach("/records", "workflow", "")
    assert again.workspace.view.attachment("workflow:/records") is None
    assert make_desk(tmp_path).attachments.at("/records", "workflow") == ""


def test_the_sample_brings_its_workflow(tmp_path: Path) -> None:
    desk = make_desk(tmp_path)
    roots = desk.samples.make(str(tmp_path / "copy"))
    root = next(root for root in roots if root.agent == "foresthub")
    desk.workspace.open_root(root)
    contexts = root.layout.contexts(desk.workspace.view, root.path)
    assert "Greenhouse keeper" in [context.title for context in contexts]
    assert desk.settings.attachments == {}, "a throwaway copy is not remembered"
    desk.close()
