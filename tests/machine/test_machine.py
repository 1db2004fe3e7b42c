"""Thousands of short lives of one document: nothing that anyone wrote may be lost in any of them."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memdesk.layouts import discover
from memdesk.layouts.contract import Layout
from memdesk.services.documents.conflict import Choice
from tests.machine.world import World
from tests.services.notes_layout import Notes

NUMBERS = st.integers(0, 40)
EVVA = next(layout for layout in discover(installed=False) if layout.name == "evva")

settings.register_profile("lives", settings.get_profile("ci"), max_examples=25, stateful_step_count=30)


class Returns(RuleBasedStateMachine):
    """A user who takes lines out, undoes and redoes, and a history and an agent that bring them back.

    Subclasses say whose memory it is.
    """

    layout: Layout
    file: str
    data: bytes

    def __init__(self) -> None:
        super().__init__()
        self._home = Path(tempfile.mkdtemp())
        self.world = World(self._home, self.layout, self._home / self.file, self.data)

    def teardown(self) -> None:
        self.world.close()
        shutil.rmtree(self._home)

    @invariant()
    def nothing_is_lost(self) -> None:
        self.world.check()

    @rule(after=NUMBERS)
    def type_line(self, after: int) -> None:
        self.world.type_line(after)

    @rule(number=NUMBERS)
    def change_line(self, number: int) -> None:
        self.world.change_line(number)

    @rule(number=NUMBERS)
    def take_line_out(self, number: int) -> None:
        self.world.take_line_out(number)

    @rule()
    def undo(self) -> None:
        self.world.undo()

    @rule()
    def redo(self) -> None:
        self.world.redo()

    @rule()
    def save(self) -> None:
        self.world.save()

    @rule()
    def look(self) -> None:
        self.world.look()

    @rule(number=NUMBERS)
    def restore(self, number: int) -> None:
        self.world.restore(number)

    @rule()
    def undo_restore(self) -> None:
        self.world.undo_restore()

    @rule()
    def redo_restore(self) -> None:
        self.world.redo_restore()

    @rule()
    def put_back(self) -> None:
        self.world.put_back()

    @rule(number=NUMBERS, renames=st.booleans(), drops=st.booleans())
    def agent_rewrites(self, number: int, renames: bool, drops: bool) -> None:
        self.world.agent_rewrites(number, renames=renames, drops=drops)

    @rule(number=NUMBERS)
    def agent_restores(self, number: int) -> None:
        self.world.agent_restores(number)


class Life(Returns):
    """As `Returns`, and everything else that may happen."""

    @rule(choice=st.sampled_from(Choice))
    def settle(self, choice: Choice) -> None:
        self.world.settle(choice)

    @rule()
    def keep_draft(self) -> None:
        self.world.keep_draft()

    @rule()
    def agent_appends(self) -> None:
        self.world.agent_appends()

    @rule()
    def agent_reads(self) -> None:
        self.world.agent_reads()

    @rule(number=NUMBERS)
    def agent_writes_late(self, number: int) -> None:
        self.world.agent_writes_late(number)

    @rule()
    def agent_begins(self) -> None:
        self.world.agent_begins()

    @rule()
    def agent_finishes(self) -> None:
        self.world.agent_finishes()

    @rule()
    def crash(self) -> None:
        self.world.crash()

    @rule()
    def quit(self) -> None:
        self.world.quit()

    @rule()
    def quit_and_lose_the_file(self) -> None:
        self.world.quit_and_lose_the_file()

    @rule()
    def folder_goes(self) -> None:
        self.world.folder_goes()

    @rule()
    def folder_comes_back(self) -> None:
        self.world.folder_comes_back()


class ReturnsInNotes(Returns):
    layout = Notes()
    file = ".notes/PROFILE.md"
    data = b"## Alpha\n- one by agent\n\n## Beta\n- two by hand\n\n## Gamma\n- three by agent\n"


class LifeOfNotes(Life):
    layout, file, data = ReturnsInNotes.layout, ReturnsInNotes.file, ReturnsInNotes.data


class LifeOfEvva(Life):
    layout = EVVA
    file = ".evva/USER_PROFILE.md"
    data = b"## Preferences\r\n- short answers by hand\r\n\r\n## Workflow\r\n- tests first by agent\r\n"


TestReturns = ReturnsInNotes.TestCase
TestReturns.settings = settings.get_profile("lives")
TestNotes = LifeOfNotes.TestCase
TestNotes.settings = settings.get_profile("lives")
TestEvva = LifeOfEvva.TestCase
TestEvva.settings = settings.get_profile("lives")


# Lives that were lived once, and doubled a line


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    layout, data = ReturnsInNotes.layout, ReturnsInNotes.data
    world = World(tmp_path / "home", layout, tmp_path / "home" / ReturnsInNotes.file, data)
    yield world
    world.close()


def take_newest_out(world: World) -> None:
    session = world.session
    assert session is not None
    lines = [line for line in session.text.text.split("\n") if line.startswith("- ")]
    world.take_line_out(next(i for i, line in enumerate(lines) if "w0001" in line))


def type_and_take_out(world: World) -> None:
    world.type_line(1)
    world.save()
    take_newest_out(world)
    world.save()


def test_a_line_that_was_restored_stands_once_after_two_undos(world: World) -> None:
    type_and_take_out(world)
    world.restore(1)
    take_newest_out(world)

    world.undo()
    world.undo()
    world.save()

    world.check()
    assert world.data.count(b"w0001") == 1


def test_a_line_that_was_restored_after_an_undo_stands_once_after_the_redo(world: World) -> None:
    world.type_line(1)
    world.save()
    world.undo()
    world.save()
    world.restore(1)

    world.redo()
    world.save()

    world.check()
    assert world.data.count(b"w0001") == 1


def test_a_line_that_an_agent_brought_back_stands_once_after_the_undo(world: World) -> None:
    type_and_take_out(world)
    world.agent_restores(1)
    world.look()

    world.undo()
    world.save()

    world.check()
    assert world.data.count(b"w0001") == 1


def test_a_restore_that_is_made_once_more_doubles_nothing(world: World) -> None:
    type_and_take_out(world)
    world.restore(1)
    world.undo_restore()
    world.undo()
    world.save()

    world.redo_restore()

    world.check()
    assert world.data.count(b"w0001") == 1
