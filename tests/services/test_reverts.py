"""After a save: an agent that wrote its old copy back is noticed, and ours is put back where nothing contradicts it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.services.desk import Desk
from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.steps.revert_watch import (
    BOUND_S,
    DOUBTED_S,
    MOST_BY_ITSELF,
    REAPPLIED,
    NothingMissing,
    Revert,
    RevertWatch,
)
from memdesk.services.steps.step import Status, StepJob
from memdesk.services.workspace.recent_saves import NOTICED_WITHIN_S, WATCHED_S, RecentSaves
from memdesk.store.outcomes import Conflicted, FileChange, Merged
from memdesk.text.doubt import Doubt
from tests.services.conftest import TEXT, make_desk, set_section

MINE = TEXT.replace(b"first", b"mine")
THEIRS = TEXT + b"\n## Delta\nlearned\n"
BOTH = MINE + b"\n## Delta\nlearned\n"


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0
        self.step_s = 0.001
        """What passes from one look at the clock to the next."""

    def __call__(self) -> float:
        self.now_s += self.step_s
        return self.now_s


@pytest.fixture
def clock(desk: Desk) -> Clock:
    """The time by which saves grow old."""
    clock = Clock()
    desk.workspace.saves = RecentSaves(clock)
    return clock


@pytest.fixture
def watch(desk: Desk, clock: Clock) -> RevertWatch:
    clock.now_s += 1
    return RevertWatch(desk.workspace, desk.elsewhere.save_of)


@pytest.fixture
def path(root: Path) -> Path:
    return root / "PROFILE.md"


def save(desk: Desk, session: DocumentSession, heading: str, body: str) -> None:
    set_section(desk, session, heading, body)
    desk.workspace.save(session.path)


def put_back(desk: Desk, watch: RevertWatch, revert: Revert) -> Status:
    return desk.steps.now(watch.prepare(revert)).status


def look(watch: RevertWatch, path: Path) -> Revert:
    revert = watch.look(str(path))
    assert revert is not None
    return revert


def test_ours_is_put_back_beside_what_the_agent_added(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    revert = look(watch, path)
    assert (revert.nodes, revert.by_itself, revert.is_removal) == (1, True, False)
    assert put_back(desk, watch, revert) is Status.SAVED
    assert path.read_bytes() == BOTH == profile.data
    assert THEIRS in [desk.history.data(version.id) for version in desk.history.versions(str(path))]
    assert desk.history.versions(str(path))[0].why == REAPPLIED


def test_it_is_told_once(desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    look(watch, path)
    assert watch.look(str(path)) is None
    path.write_bytes(THEIRS)
    look(watch, path)


def test_a_closed_document_is_watched_too(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    desk.workspace.close_document(str(path))
    path.write_bytes(THEIRS)
    assert put_back(desk, watch, look(watch, path)) is Status.SAVED
    assert path.read_bytes() == BOTH


def test_unsaved_text_stays_unsaved(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    set_section(desk, profile, "Beta", "typed")
    path.write_bytes(THEIRS)
    put_back(desk, watch, look(watch, path))
    assert path.read_bytes() == BOTH
    assert profile.data == BOTH.replace(b"second", b"typed")
    assert profile.is_dirty


def test_a_copy_that_a_later_save_of_ours_took_for_news_is_noticed(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    set_section(desk, profile, "Beta", "mine too")
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Merged)
    assert b"first" in path.read_bytes()
    put_back(desk, watch, look(watch, path))
    assert path.read_bytes() == BOTH.replace(b"second", b"mine too")


def test_a_copy_of_what_the_save_met_there_is_noticed(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    """The agent wrote there, read that, and wrote it again after our save, which had begun with something else."""
    copy = TEXT.replace(b"second\n", b"their second\n")
    set_section(desk, profile, "Beta", "second\nmine")
    path.write_bytes(copy)
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Merged)
    assert b"their second\nmine\n" in path.read_bytes()
    path.write_bytes(copy + b"\n## Delta\nlearned\n")
    revert = look(watch, path)
    assert (revert.nodes, revert.by_itself) == (1, True)
    assert put_back(desk, watch, revert) is Status.SAVED
    assert path.read_bytes().count(b"mine") == 1
    assert b"learned" in path.read_bytes()


def test_what_another_program_took_over_before_a_conflict_is_watched(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    """It had read our text while that stood at the name, and what it wrote of it is all that the disk has of ours."""
    set_section(desk, profile, "Alpha", "first\n- mine")
    set_section(desk, profile, "Beta", "my second")
    theirs = TEXT.replace(b"first\n", b"first\n- mine\n").replace(b"second", b"their second")
    path.write_bytes(theirs)
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Conflicted)
    profile.resolve(Choice.BOTH)
    path.write_bytes(theirs.replace(b"- mine\n", b""))
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Merged)
    assert b"- mine" not in path.read_bytes(), "the merge could not tell that nobody took it out on purpose"
    assert put_back(desk, watch, look(watch, path)) is Status.SAVED
    assert path.read_bytes().count(b"- mine") == 1


def test_an_undo_is_no_revert(desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path) -> None:
    save(desk, profile, "Alpha", "mine")
    profile.text.undo()
    desk.workspace.save(str(path))
    assert path.read_bytes() == TEXT
    path.write_bytes(THEIRS)
    assert watch.look(str(path)) is None


def test_nothing_is_said_of_a_file_while_we_write_it(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    with desk.workspace.saves.writing((str(path),)):
        path.write_bytes(TEXT)
        assert watch.look(str(path)) is None, "it may be an undo of ours that is not noted yet"
        desk.workspace.saves.note(str(path), MINE, TEXT)
    assert watch.look(str(path)) is None


def test_nothing_goes_back_by_itself_over_what_we_wrote_since_the_look(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    revert = look(watch, path)
    desk.workspace.saves.note(str(path), MINE, THEIRS)
    with pytest.raises(Refused):
        watch.prepare(revert)


def test_where_ours_is_there_again_nothing_is_put_back_until_the_copy_comes_once_more(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    revert = look(watch, path)
    path.write_bytes(BOTH)
    with pytest.raises(NothingMissing):
        watch.prepare(revert)
    assert watch.look(str(path)) is None
    path.write_bytes(THEIRS)
    assert put_back(desk, watch, look(watch, path)) is Status.SAVED
    assert path.read_bytes() == BOTH


def test_what_contradicts_us_since_the_look_is_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    save(desk, profile, "Gamma", "mine as well")
    path.write_bytes(TEXT)
    revert = look(watch, path)
    assert revert.by_itself
    path.write_bytes(TEXT.replace(b"third", b"theirs"))
    with pytest.raises(NothingMissing):
        watch.prepare(revert)
    assert not look(watch, path).by_itself


def test_what_is_there_again_in_another_place_when_it_is_put_back_is_not_doubled(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    profile.add_section("Delta", desk.workspace.view, "- one\n- mine")
    desk.workspace.save(str(path))
    path.write_bytes(TEXT)
    job = watch.prepare(look(watch, path))
    path.write_bytes(TEXT + b"- one\n- mine\n- learned\n")
    assert desk.steps.now(job).status is Status.MERGED
    items = [line for line in path.read_bytes().split(b"\n") if line.startswith(b"- ")]
    assert sorted(items) == [b"- learned", b"- mine", b"- one"]


def test_what_others_wrote_and_came_back_with_ours_stays_theirs(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    save(desk, profile, "Gamma", "third\nmine as well")
    without = TEXT.partition(b"## Gamma")[0]
    path.write_bytes(without)
    put_back(desk, watch, look(watch, path))
    assert b"third\nmine as well\n" in path.read_bytes()
    again = desk.workspace.saves.of(str(path))[-1]
    assert again.ours == frozenset({"first", "mine", "mine as well"})
    path.write_bytes(without)
    look(watch, path)


def test_what_was_put_back_can_be_taken_back(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    step = desk.steps.now(watch.prepare(look(watch, path)))
    desk.steps.undo(step)
    assert path.read_bytes() == THEIRS
    assert watch.look(str(path)) is None


def test_an_agent_that_goes_on_is_not_fought_with(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    for _ in range(MOST_BY_ITSELF):
        path.write_bytes(THEIRS)
        revert = look(watch, path)
        assert revert.by_itself
        put_back(desk, watch, revert)
    path.write_bytes(THEIRS)
    asked = look(watch, path)
    assert not asked.by_itself
    assert put_back(desk, watch, asked) is Status.SAVED
    clock.now_s += BOUND_S
    save(desk, profile, "Beta", "again")
    path.write_bytes(THEIRS)
    assert look(watch, path).by_itself


def test_a_copy_that_contradicts_us_is_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    save(desk, profile, "Gamma", "mine as well")
    path.write_bytes(TEXT.replace(b"third", b"theirs"))
    revert = look(watch, path)
    assert not revert.by_itself
    assert path.read_bytes() == TEXT.replace(b"third", b"theirs")
    put_back(desk, watch, revert)
    assert path.read_bytes() == MINE.replace(b"third", b"theirs\nmine as well")


def test_a_copy_that_is_left_is_not_told_again(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    watch.leave(look(watch, path))
    path.write_bytes(THEIRS)
    assert watch.look(str(path)) is None
    desk.workspace.refresh([str(path)])
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    assert not look(watch, path).by_itself


def test_after_ten_seconds_a_change_is_a_change(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    assert watch.paths == {str(path)}
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    assert watch.look(str(path)) is None
    assert watch.paths == frozenset()
    path.write_bytes(TEXT)
    assert watch.look(str(path)) is None


def test_a_save_that_nobody_looked_after_is_not_too_old(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    """The machine was busy with other things for half a minute."""
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    clock.now_s += 30
    save(desk, profile, "Gamma", "mine too")
    revert = look(watch, path)
    assert (revert.nodes, revert.by_itself) == (1, True)
    put_back(desk, watch, revert)
    assert path.read_bytes() == MINE.replace(b"third", b"mine too")
    assert watch.look(str(path)) is None
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    assert watch.look(str(path)) is None
    assert watch.paths == frozenset()


def test_what_is_asked_about_comes_along_in_every_later_question(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    """Nobody answers for a minute, while the user and the agent go on."""
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    look(watch, path)
    clock.now_s += BOUND_S
    assert watch.look(str(path)) is None
    assert watch.is_missing(str(path))
    desk.workspace.refresh([str(path)])
    save(desk, profile, "Gamma", "mine too")
    path.write_bytes(THEIRS)
    revert = look(watch, path)
    assert revert.nodes == 2
    assert put_back(desk, watch, revert) is Status.SAVED
    assert path.read_bytes() == BOTH.replace(b"third", b"mine too")
    assert watch.look(str(path)) is None
    assert not watch.is_missing(str(path))


def test_a_question_that_stands_is_judged_anew_now_and_then_where_that_takes_long(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    """Nobody answers, and agents write all day: no core is to be busy with that alone."""
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    look(watch, path)
    clock.now_s += BOUND_S
    clock.step_s = 1.0
    path.write_bytes(THEIRS)
    look(watch, path)
    clock.step_s = 0.001
    path.write_bytes(TEXT)
    assert watch.look(str(path)) is None
    assert watch.is_missing(str(path))
    save(desk, profile, "Gamma", "mine too")
    path.write_bytes(TEXT)
    assert look(watch, path).nodes == 2, "what was just saved does not wait"
    clock.now_s += BOUND_S
    path.write_bytes(MINE.replace(b"third", b"mine too"))
    assert watch.look(str(path)) is None
    assert not watch.is_missing(str(path))


def test_what_could_not_be_put_back_is_told_once_more(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    watch.prepare(look(watch, path))  # an agent that never stops writing does not let it run
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    assert put_back(desk, watch, look(watch, path)) is Status.SAVED
    assert path.read_bytes() == BOTH


def test_what_is_there_again_is_let_go_of(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(THEIRS)
    look(watch, path)
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    assert watch.paths == {str(path)}
    path.write_bytes(BOTH)
    assert watch.look(str(path)) is None
    assert not watch.is_missing(str(path))
    assert watch.paths == frozenset()


def test_a_file_that_went_is_let_go_of(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.unlink()
    assert watch.look(str(path)) is None
    assert watch.paths == {str(path)}, "it may come again as an old copy"
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    assert watch.look(str(path)) is None
    assert watch.paths == frozenset()


def test_a_question_that_is_waved_away_ends_with_what_it_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    revert = look(watch, path)
    desk.workspace.refresh([str(path)])
    save(desk, profile, "Gamma", "mine too")
    watch.dismiss(revert)
    assert watch.look(str(path)) is None
    path.write_bytes(THEIRS)
    later = look(watch, path)
    assert (later.nodes, later.by_itself) == (1, True)
    put_back(desk, watch, later)
    assert path.read_bytes() == THEIRS.replace(b"third", b"mine too")


def test_where_nobody_looks_not_every_file_is_remembered(clock: Clock) -> None:
    saves = RecentSaves(clock)
    for number in range(1000):
        saves.note(f"/{number}", b"", b"mine")
    assert len(saves.paths) == 1000
    clock.now_s += WATCHED_S + NOTICED_WITHIN_S
    saves.note("/last", b"", b"mine")
    assert len(saves.paths) < 1000
    assert "/last" in saves.paths


def test_a_copy_that_came_in_the_last_moment_is_noticed_a_little_later(
    desk: Desk, watch: RevertWatch, clock: Clock, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    clock.now_s += WATCHED_S - 0.1
    path.write_bytes(TEXT)
    clock.now_s += NOTICED_WITHIN_S
    assert look(watch, path).by_itself


def test_old_copies_of_two_saves_come_back_as_one(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    save(desk, profile, "Gamma", "mine too")
    path.write_bytes(THEIRS)
    revert = look(watch, path)
    assert (revert.nodes, revert.by_itself) == (2, True)
    assert put_back(desk, watch, revert) is Status.SAVED
    assert path.read_bytes() == BOTH.replace(b"third", b"mine too")
    assert watch.look(str(path)) is None


def test_there_may_be_nothing_to_put_back_any_more(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    revert = look(watch, path)
    path.write_bytes(MINE)
    with pytest.raises(Refused, match="nothing of yours is missing"):
        watch.prepare(revert)


def test_a_file_that_was_removed_and_is_there_again_is_asked_about(
    desk: Desk, watch: RevertWatch, root: Path
) -> None:
    path = root / "old.md"
    path.write_bytes(TEXT)
    (opened,) = desk.workspace.roots
    desk.workspace.relist()
    document = next(one for one in desk.workspace.documents(opened.path) if one.path == str(path))
    removal = FileChange(str(path), TEXT, None, desk.workspace.merge_of(str(path)))
    desk.steps.now(StepJob(document, (removal,), "remove"))
    assert not path.exists()
    path.write_bytes(TEXT)
    desk.workspace.refresh([str(path)])
    revert = look(watch, path)
    assert (revert.is_removal, revert.by_itself) == (True, False)
    put_back(desk, watch, revert)
    assert not path.exists()


def test_what_the_agent_drops_whenever_it_writes_is_no_old_copy(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "first\nlose me")
    path.write_bytes(TEXT)
    assert watch.look(str(path)) is None


def test_steps_are_watched(desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path) -> None:
    document = profile.document
    desk.steps.carry_out(document, Change(ChangeKind.SET_BODY, document, "Alpha", body="mine"))
    path.write_bytes(TEXT)
    assert look(watch, path).nodes == 1
    path.unlink()
    assert watch.look(str(path)) is None


def test_what_is_no_text_any_more_is_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(b"\x00\xff\x00\x00")
    revert = look(watch, path)
    assert (revert.doubt, revert.by_itself, revert.nodes) == (Doubt.NOT_TEXT, False, 1)
    assert watch.look(str(path)) is None, "told once"
    assert put_back(desk, watch, revert) is Status.SAVED
    assert path.read_bytes() == MINE


def test_what_is_no_text_by_the_time_of_the_answer_was_not_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    """To put ours beside what the agent wrote is not to write over it."""
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    revert = replace(look(watch, path), by_itself=False)
    path.write_bytes(THEIRS + b"\x00" * 40)
    with pytest.raises(NothingMissing) as refused:
        watch.prepare(revert)
    assert "cannot be merged with text" in refused.value.sentence
    assert look(watch, path).doubt is Doubt.NOT_TEXT


def test_what_was_no_text_when_it_was_saved_may_stay_so(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    """Two agents that write into a file at the same time may leave a hole of zeros."""
    torn = TEXT + b"\x00" * 40 + b"\n"
    path.write_bytes(torn)
    for _ in range(2):  # what is no text is looked at twice
        desk.workspace.refresh({str(path)})
    save(desk, profile, "Alpha", "mine")
    assert b"mine" in path.read_bytes()
    assert path.read_bytes().count(b"\x00") == 40
    assert watch.look(str(path)) is None
    path.write_bytes(torn)
    revert = look(watch, path)
    assert (revert.nodes, revert.doubt, revert.by_itself) == (1, None, True)


def test_what_went_with_most_of_the_text_is_asked_about(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(b"## Delta\nlearned\n")
    revert = look(watch, path)
    assert (revert.doubt, revert.by_itself, revert.nodes) == (Doubt.MOSTLY_GONE, False, 1)
    assert put_back(desk, watch, revert) is Status.SAVED
    assert sorted(path.read_bytes().split(b"\n")) == sorted(BOTH.split(b"\n"))


def test_what_somebody_is_writing_is_not_doubted_yet(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    with path.open("wb", buffering=0) as file:
        file.write(b"## Delta\n")
        assert watch.look(str(path)) is None
    assert look(watch, path).doubt is Doubt.MOSTLY_GONE


def test_what_several_never_stop_writing_is_doubted_after_a_while(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path, clock: Clock
) -> None:
    save(desk, profile, "Alpha", "mine")
    with path.open("wb", buffering=0) as file:
        file.write(b"## Delta\n")
        assert watch.look(str(path)) is None
        file.write(b"learned\n")
        clock.now_s += DOUBTED_S
        assert look(watch, path).doubt is Doubt.MOSTLY_GONE


def test_what_was_written_in_full_in_between_is_not_doubted(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path, clock: Clock
) -> None:
    save(desk, profile, "Alpha", "mine")
    for _ in range(2):
        with path.open("wb", buffering=0) as file:
            file.write(b"## Delta\n")
            assert watch.look(str(path)) is None
        clock.now_s += DOUBTED_S
        path.write_bytes(BOTH)
        assert watch.look(str(path)) is None


def test_nothing_is_asked_twice_about_a_text_that_is_mostly_gone(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    set_section(desk, profile, "Beta", "typed since")
    path.write_bytes(b"## Delta\nlearned\n")
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Conflicted)
    assert profile.conflict is not None
    assert watch.look(str(path)) is None


@pytest.mark.parametrize("choice", [Choice.MINE, Choice.BOTH])
def test_a_text_that_gave_way_as_a_whole_was_not_taken_out_by_the_user(
    desk: Desk, profile: DocumentSession, path: Path, choice: Choice
) -> None:
    set_section(desk, profile, "Alpha", "mine")
    path.write_bytes(b"## Delta\nlearned\n")
    desk.workspace.save(str(path))
    profile.resolve(choice)
    desk.workspace.save(str(path))
    (saved,) = desk.workspace.saves.of(str(path))
    assert saved.before == TEXT
    assert saved.after == path.read_bytes()
    set_section(desk, profile, "Alpha", "mine, later")
    desk.workspace.save(str(path))
    assert desk.workspace.saves.of(str(path))[-1].before == saved.after


@pytest.mark.parametrize("choice", [Choice.MINE, Choice.BOTH])
@pytest.mark.parametrize(
    "left", [b"## Delta\nlearned\n", b"## Delta\nlearned\n\x00\x01"], ids=["cut", "no text"]
)
def test_what_others_make_of_a_text_that_gave_way_comes_in(
    desk: Desk, profile: DocumentSession, path: Path, left: bytes, choice: Choice
) -> None:
    set_section(desk, profile, "Alpha", "mine")
    path.write_bytes(left)
    desk.workspace.save(str(path))
    assert profile.conflict is not None
    profile.resolve(choice)
    path.write_bytes(b"## Delta\nlearned\n\n## Epsilon\nlearned, too\n")
    result, _ = desk.workspace.save(str(path))
    assert isinstance(result, Merged)
    assert {b"mine", b"second", b"third", b"learned", b"learned, too"} <= set(path.read_bytes().split(b"\n"))


def test_what_another_process_of_ours_took_back_is_no_old_copy(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path, home: Path, tmp_path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    in_other_process(home, tmp_path, path, "Alpha", "first")
    assert path.read_bytes() == TEXT
    assert watch.look(str(path)) is None
    assert watch.look(str(path)) is None
    assert path.read_bytes() == TEXT
    path.write_bytes(TEXT.replace(b"first", b"mine"))
    assert look(watch, path).nodes == 1, "what the other process saved is watched as well"


def test_what_another_process_of_ours_saved_upon_an_old_copy_does_not_hide_that(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path, home: Path, tmp_path: Path
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.write_bytes(TEXT)
    in_other_process(home, tmp_path, path, "Gamma", "elsewhere")
    assert watch.look(str(path)) is None
    assert put_back(desk, watch, look(watch, path)) is Status.SAVED
    assert path.read_bytes() == TEXT.replace(b"first", b"mine").replace(b"third", b"elsewhere")


def in_other_process(home: Path, tmp_path: Path, path: Path, heading: str, body: str) -> None:
    """As a command in a shell does, which shares nothing but what is on the disk."""
    other = make_desk(home, tmp_path)
    other.open_found()
    save(other, other.workspace.open_document(str(path)), heading, body)
    other.close()


@pytest.mark.parametrize("becomes", [os.mkdir, os.mkfifo, lambda path: os.symlink(path, path)])
def test_nothing_is_told_of_what_cannot_be_read(
    desk: Desk, watch: RevertWatch, profile: DocumentSession, path: Path, becomes: Callable[[Path], None]
) -> None:
    save(desk, profile, "Alpha", "mine")
    path.unlink()
    becomes(path)
    assert watch.look(str(path)) is None
    (path.rmdir if path.is_dir() else path.unlink)()
    path.write_bytes(TEXT)
    assert look(watch, path).nodes == 1
