"""What the user wrote by hand is never proposed to go, whatever agents write around it afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.layouts import plain
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.evva import LAYOUT as EVVA
from memdesk.layouts.ub import LAYOUT as UB
from memdesk.services.desk import Desk
from memdesk.services.prune import step as prune_step
from memdesk.services.prune.prune import Candidate
from memdesk.services.prune.reasons.by_hand import ByHand
from memdesk.services.prune.reasons.reason import Rule, Weights
from memdesk.store.history import History
from memdesk.store.retention import DAY_S, HOUR_S, Limits, superfluous
from memdesk.text.document import decode
from memdesk.text.edits import Edit
from tests.services.conftest import make_desk

Look = Callable[..., dict[str, Candidate]]

MEMORY = "## general\n\n- [obsolete] the old port *(2026-05-01T00:00:00Z)*\n\n"
PROFILE = "## Preferences\n\nTabs.\n\n## Working style\n\n## Recurring topics\n"


@pytest.fixture
def memory(home: Path) -> Path:
    path = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    path.parent.mkdir(parents=True)
    path.write_text(MEMORY)
    return path


@pytest.fixture
def profile(home: Path) -> Path:
    path = home / ".evva/USER_PROFILE.md"
    path.parent.mkdir(parents=True)
    path.write_text(PROFILE)
    return path


@pytest.fixture
def desk(home: Path, tmp_path: Path, memory: Path, profile: Path) -> Iterator[Desk]:
    desk = make_desk(home, tmp_path, (UB, EVVA, plain.LAYOUT))
    desk.open_found()
    yield desk
    desk.close()


@pytest.fixture
def look(desk: Desk) -> Look:
    """The candidates, by what they say or are called."""

    def look(**weights: int) -> dict[str, Candidate]:
        read = desk.entries.read(desk.entries.snapshot())
        found = desk.pruner.look(read, Weights({name.replace("_", "-"): n for name, n in weights.items()}))
        return {one.entry.text.strip() or one.entry.title: one for one in found.found}

    return look


def type_in(desk: Desk, path: Path, before: str, text: str) -> None:
    """The user writes it above something, and saves."""
    session = desk.workspace.open_document(str(path))
    session.text.edit([Edit(session.text.text.index(before), "", text)])
    desk.workspace.save(session.path)
    desk.workspace.close_document(session.path)


def agent_writes(desk: Desk, path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    desk.recorder.take([str(path)])


def test_what_agents_write_for_long_makes_it_nobody_elses(desk: Desk, look: Look, memory: Path) -> None:
    desk.recorder.take([str(memory)])
    type_in(desk, memory, "- [obsolete] the old port", "- [obsolete] the old host *(2026-06-01T00:00:00Z)*\n")
    for number in range(30):
        agent_writes(
            desk, memory, "## general\n\n", f"## general\n\n- fact {number} *(2026-06-02T00:00:00Z)*\n"
        )
    found = look()
    assert found["[obsolete] the old port"].is_preselected
    mine = found["[obsolete] the old host"]
    assert (mine.is_by_hand, mine.is_preselected) == (True, False)


def test_one_line_among_those_of_an_agent_is_enough(desk: Desk, look: Look, profile: Path) -> None:
    agent_writes(desk, profile, "Tabs.\n", "This is obsolete.\nTabs.\n")
    assert look()["This is obsolete.\nTabs."].is_preselected
    type_in(desk, profile, "Tabs.", "Dark themes.\n")
    agent_writes(desk, profile, "Tabs.\n", "Spaces.\n")
    (one,) = (one for text, one in look().items() if "Dark themes." in text)
    assert (one.is_by_hand, one.is_preselected) == (True, False)


@pytest.mark.parametrize("text", ["## Mine\n\n", "## Mine\n\n[obsolete] the thing\n\n", "[obsolete]\n\n"])
def test_what_no_tool_of_the_agent_can_write_is_by_hand(look: Look, profile: Path, text: str) -> None:
    profile.write_text(text + PROFILE)
    (one,) = (one for one in look().values() if one.entry.document.path == str(profile))
    assert (one.is_by_hand, one.is_preselected) == (True, False)


def test_what_an_undo_brought_back_is_proposed_again(desk: Desk, look: Look, memory: Path) -> None:
    desk.recorder.take([str(memory)])
    type_in(desk, memory, "- [obsolete] the old port", "- lives in Oslo *(2026-06-01T00:00:00Z)*\n")
    read = desk.entries.read(desk.entries.snapshot())
    found = desk.pruner.look(read, Weights({}))
    chosen = [one for one in found.listed if one.is_preselected]
    assert [one.entry.text for one in chosen] == ["[obsolete] the old port"]
    job = prune_step.prepare(desk.steps, desk.workspace.disk, chosen, found).job
    assert job is not None
    desk.steps.undo(desk.steps.now(job))
    assert look()["[obsolete] the old port"].is_preselected


def test_an_entry_is_not_as_old_as_a_longer_word_that_begins_like_it(
    desk: Desk, look: Look, profile: Path
) -> None:
    long_ago = History(desk.folders.history, clock=lambda: time.time() - 400 * 86_400)
    long_ago.record_seen(str(profile), PROFILE.replace("Tabs.", "Tabstops are four wide.").encode())
    long_ago.record_seen(str(profile), PROFILE.replace("Tabs.", "Tabstops").encode())
    long_ago.close()
    profile.write_text(PROFILE.replace("Tabs.", "Tabs"))
    assert "Tabs" not in {text for text, one in look(age_days=90).items() if one.strongest.rule is Rule.AGE}


def lines_after_thinning(desk: Desk, memory: Path) -> frozenset[str]:
    """What the versions still tell of what the user wrote, all but the last being of one hour three days ago."""
    versions = desk.history.versions(str(memory))
    hour, last = (time.time() - 3 * DAY_S) // HOUR_S * HOUR_S, max(one.id for one in versions)
    of_one_hour = [one if one.id == last else replace(one, when=hour + one.id) for one in versions]
    sizes = {one.sha256: one.size_bytes for one in versions}
    gone = superfluous(of_one_hour, sizes, time.time(), Limits())
    (read,) = (
        one
        for one in desk.entries.read(desk.entries.snapshot()).documents
        if one.document.path == str(memory)
    )
    left = [one for one in versions if one.id not in gone]
    assert len(left) < len(versions)
    return ByHand().lines(read, left, lambda one: decode(desk.history.data(one.id)))


def test_what_was_written_before_an_agent_wrote_stays_by_hand_when_the_history_is_thinned(
    desk: Desk, memory: Path
) -> None:
    host = "- [obsolete] the old host *(2026-06-01T00:00:00Z)*"
    home = "- lives in Oslo *(2026-06-01T00:00:00Z)*"
    desk.recorder.take([str(memory)])
    type_in(desk, memory, "- [obsolete] the old port", f"{host}\n")
    for day in range(2, 6):
        agent_writes(
            desk, memory, "## general\n\n", f"## general\n\n- of an agent *(2026-06-0{day}T00:00:00Z)*\n"
        )
        if day == 3:
            type_in(desk, memory, "- [obsolete] the old port", f"{home}\n")
    assert lines_after_thinning(desk, memory) == {host, home}


def test_no_undo_takes_the_place_of_what_was_written(desk: Desk, memory: Path) -> None:
    desk.recorder.take([str(memory)])
    type_in(desk, memory, "- [obsolete] the old port", "- [obsolete] the old host *(2026-06-01T00:00:00Z)*\n")
    session = desk.workspace.open_document(str(memory))
    for key in ("lives in Oslo", "lives in Bergen"):
        change = Change(ChangeKind.ADD, session.document, "", body=key)
        desk.steps.undo(desk.steps.now(desk.steps.prepare(session.document, change)))
    agent_writes(desk, memory, "## general\n\n", "## general\n\n- the last one *(2026-06-02T00:00:00Z)*\n")
    assert any("the old host" in line for line in lines_after_thinning(desk, memory))


def test_a_look_that_is_stopped_proposes_nothing_of_which_the_writer_is_not_known(
    desk: Desk, memory: Path
) -> None:
    desk.recorder.take([str(memory)])
    type_in(desk, memory, "- [obsolete] the old port", "- [obsolete] the old host *(2026-06-01T00:00:00Z)*\n")
    read = desk.entries.read(desk.entries.snapshot())
    assert desk.pruner.look(read, Weights({})).found
    asked = 0
    while True:
        left = asked

        def is_wanted() -> bool:
            nonlocal left
            left -= 1
            return left >= 0

        found = desk.pruner.look(read, Weights({}), is_wanted).found
        assert not any(one.is_preselected for one in found if "host" in one.entry.text)
        if left >= 0:
            break
        asked += 1
    assert asked > 2
