"""The tree has the roots in the order in which they are looked for, at every start."""

from __future__ import annotations

from pathlib import Path

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.roots.first_look import FirstLook
from memdesk.store.folders import StateFolders
from memdesk.ui.tree.nodes import AgentNode
from tests.window.conftest import Start
from tests.window.homes import PROFILE

FOUND = (
    ".claude/CLAUDE.md",
    ".config/ok/AGENTS.md",
    ".evva/USER_PROFILE.md",
    ".everos/default_app/default_project/users/nora/user.md",
)
BY_HAND = ("z notes", "a notes", "m notes")


def remember_many(home: Path) -> None:
    """Memory of several agents in their own places, and folders of notes: all of it open at the last quit."""
    for name in (*FOUND, *(f"{folder}/notes.md" for folder in BY_HAND)):
        (home / name).parent.mkdir(parents=True)
        (home / name).write_bytes(PROFILE)
    desk = a_desk()
    desk.open_found()
    for folder in BY_HAND:
        desk.add_root(str(home / folder))
    desk.settings.is_first_run = False
    desk.remember_roots()
    desk.write_settings()
    desk.close()


def a_desk() -> Desk:
    return Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), discover(installed=False))


def test_the_tree_has_roots_in_the_order_they_are_looked_for(start: Start, home: Path) -> None:
    remember_many(home)
    program = start()
    expected = [root.path for root in program.desk.workspace.roots]
    assert len(expected) == len(FOUND) + len(BY_HAND)
    agents = [node for node in program.memory.model.root.children if isinstance(node, AgentNode)]
    assert [agent.root_path for agent in agents] == expected


def test_the_first_picture_has_them_in_that_order(home: Path) -> None:
    remember_many(home)
    painted = FirstLook(StateFolders.of_this_user(), Surroundings.of_this_process()).roots(())
    desk = a_desk()
    assert [root.path for root in painted] == [root.path for root in desk.roots_at_start(())]
    desk.close()
