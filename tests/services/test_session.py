"""One open document between its user and everybody else who writes its file."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memdesk.services.documents.conflict import Choice
from memdesk.services.documents.session import DocumentSession
from memdesk.services.documents.taken import Arrival
from memdesk.store.outcomes import Conflicted, Declined, Merged, Saved, Unchanged, Vanished
from memdesk.text.compare import edits_between
from memdesk.text.document import decode, encode, split_lines, trim
from memdesk.text.doubt import Doubt
from memdesk.text.edits import Edit
from memdesk.text.section_edits import section_edits
from tests.services.conftest import TEXT, session_of

ALPHA_BY_ME = TEXT.replace(b"first", b"first by me")
ALPHA_BY_THEM = TEXT.replace(b"first", b"first by them")
GAMMA_BY_THEM = TEXT.replace(b"third", b"third by them")


def type_in(session: DocumentSession, old: str, new: str) -> None:
    session.text.edit([Edit(session.text.text.index(old), old, new)])


@pytest.fixture
def session() -> DocumentSession:
    return session_of(TEXT)


def test_a_fresh_session_is_clean(session: DocumentSession) -> None:
    assert not session.is_dirty
    assert session.unsaved_nodes() == frozenset()
    assert session.data == TEXT
    assert session_of(b"\xff\xfe\x00\x80 \r\n").data == b"\xff\xfe\x00\x80 \r\n"


def test_an_edit_and_its_undo(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    assert session.is_dirty
    assert session.unsaved_nodes() == {("Alpha", 0)}
    session.text.undo()
    assert not session.is_dirty


def test_a_clean_session_reloads(session: DocumentSession) -> None:
    taken = session.take_disk(GAMMA_BY_THEM)
    assert (taken.arrival, taken.nodes) == (Arrival.RELOADED, (("Gamma", 0),))
    assert session.base == session.data == GAMMA_BY_THEM
    assert not session.text.can_undo


def test_a_dirty_session_merges_and_undo_takes_only_what_is_mine(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    taken = session.take_disk(GAMMA_BY_THEM)
    assert (taken.arrival, taken.nodes) == (Arrival.MERGED, (("Gamma", 0),))
    assert session.data == ALPHA_BY_ME.replace(b"third", b"third by them")
    assert session.is_dirty
    session.text.undo()
    assert session.data == GAMMA_BY_THEM
    assert not session.is_dirty


def test_what_the_disk_says_again_is_nothing_new(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    assert session.take_disk(TEXT).arrival is Arrival.SAME
    assert session.take_disk(ALPHA_BY_ME).arrival is Arrival.SAME
    assert not session.is_dirty


def clashing() -> DocumentSession:
    session = session_of(TEXT)
    type_in(session, "first", "first by me")
    taken = session.take_disk(ALPHA_BY_THEM.replace(b"third", b"third by them"))
    assert (taken.arrival, taken.nodes) == (Arrival.CLASHED, (("Alpha", 0),))
    return session


def test_a_clash_leaves_the_buffer_and_the_base_alone() -> None:
    session = clashing()
    assert session.data == ALPHA_BY_ME
    assert session.base == TEXT
    assert session.conflict
    assert session.conflict.choices == tuple(Choice)


@pytest.mark.parametrize(
    ("choice", "alpha"),
    [
        (Choice.MINE, b"first by me"),
        (Choice.THEIRS, b"first by them"),
        (Choice.BOTH, b"first by them\nfirst by me"),
    ],
)
def test_a_clash_is_settled_and_everything_else_came_in(choice: Choice, alpha: bytes) -> None:
    session = clashing()
    session.resolve(choice)
    assert session.conflict is None
    assert session.data == TEXT.replace(b"first", alpha).replace(b"third", b"third by them")
    assert session.is_dirty == (choice is not Choice.THEIRS)
    job = session.prepare_save()
    assert job.base == ALPHA_BY_THEM.replace(b"third", b"third by them")


def test_a_clash_is_news_once() -> None:
    session = clashing()
    theirs = session.disk_text.encode()
    assert session.take_disk(theirs).arrival is Arrival.SAME
    type_in(session, "second", "second by me")
    assert session.take_disk(theirs).arrival is Arrival.SAME
    assert session.conflict
    assert session.conflict.mine == session.text.text
    assert session.take_disk(theirs.replace(b"third", b"fourth")).arrival is Arrival.CLASHED
    type_in(session, "first by me", "first by them")
    assert session.take_disk(theirs.replace(b"third", b"fourth")).arrival is Arrival.MERGED
    assert session.conflict is None


def test_taking_theirs_can_be_undone() -> None:
    session = clashing()
    session.resolve(Choice.THEIRS)
    session.text.undo()
    assert b"first by me" in session.data


def test_a_clash_ends_when_the_others_give_way() -> None:
    session = clashing()
    assert session.take_disk(GAMMA_BY_THEM).arrival is Arrival.MERGED
    assert session.conflict is None
    assert session.data == ALPHA_BY_ME.replace(b"third", b"third by them")
    back = clashing()
    assert back.take_disk(TEXT).arrival is Arrival.SAME
    assert back.conflict is None


def test_a_text_that_is_mostly_gone_is_doubted_then_asked_about(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    assert session.take_disk(b"## Alpha\n").arrival is Arrival.DOUBTED
    assert session.data == ALPHA_BY_ME
    assert session.take_disk(b"## Alpha\n").arrival is Arrival.CLASHED
    assert session.conflict
    assert "Most of PROFILE.md is gone" in session.conflict.why_whole
    session.resolve(Choice.MINE)
    assert session.data == ALPHA_BY_ME
    assert session.base == b"## Alpha\n"


def test_a_half_written_text_that_is_whole_a_moment_later_merges(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    assert session.take_disk(b"").look_again
    assert session.take_disk(GAMMA_BY_THEM).arrival is Arrival.MERGED
    assert session.data == ALPHA_BY_ME.replace(b"third", b"third by them")


def test_a_clean_session_does_not_follow_a_half_written_text(session: DocumentSession) -> None:
    assert session.take_disk(b"## Alpha\n").look_again
    assert session.data == TEXT
    assert session.take_disk(GAMMA_BY_THEM).arrival is Arrival.RELOADED
    assert session.take_disk(b"").look_again
    assert session.take_disk(b"").arrival is Arrival.RELOADED
    assert session.data == b""


def test_a_file_removed_under_a_clean_session_empties_it(session: DocumentSession) -> None:
    assert session.take_disk(None).arrival is Arrival.REMOVED
    assert session.data == b""
    assert session.is_removed
    assert not session.is_dirty
    assert session.take_disk(TEXT).arrival is Arrival.RELOADED
    assert session.data == TEXT


def test_a_file_removed_under_a_dirty_session_leaves_the_text_and_comes_back_merged(
    session: DocumentSession,
) -> None:
    type_in(session, "first", "first by me")
    assert session.take_disk(None).arrival is Arrival.REMOVED
    assert session.data == ALPHA_BY_ME
    assert session.prepare_save().base is None
    session.finish_save(session.prepare_save(), Vanished())
    assert session.take_disk(GAMMA_BY_THEM).arrival is Arrival.MERGED
    assert session.data == ALPHA_BY_ME.replace(b"third", b"third by them")


@pytest.mark.parametrize("data", ["## Alpha\nfirst\n".encode("utf-16"), b"\0" * 100])
def test_what_is_no_text_is_read_only_or_a_conflict(session: DocumentSession, data: bytes) -> None:
    clean = session_of(TEXT)
    assert clean.take_disk(data).arrival is Arrival.DOUBTED
    assert clean.take_disk(data).arrival is Arrival.RELOADED
    assert clean.data == data
    assert "does not edit" in clean.why_read_only
    type_in(session, "first", "first by me")
    session.take_disk(data)
    assert session.take_disk(data).arrival is Arrival.CLASHED
    assert session.conflict
    assert session.conflict.choices == (Choice.MINE, Choice.THEIRS)
    session.resolve(Choice.THEIRS)
    assert session.data == data
    session.text.undo()
    assert session.data == ALPHA_BY_ME


# Saving


def test_a_save_makes_its_text_the_base(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    job = session.prepare_save()
    assert (job.base, job.mine) == (TEXT, ALPHA_BY_ME)
    type_in(session, "second", "typed meanwhile")
    session.finish_save(job, Saved(job.mine))
    assert session.base == ALPHA_BY_ME
    assert session.unsaved_nodes() == {("Beta", 0)}


def test_what_a_save_merged_comes_in_beside_what_was_typed_meanwhile(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    job = session.prepare_save()
    type_in(session, "second", "typed meanwhile")
    on_disk = ALPHA_BY_ME.replace(b"third", b"third by them")
    taken = session.finish_save(job, Merged(on_disk, GAMMA_BY_THEM))
    assert (taken.arrival, taken.nodes) == (Arrival.MERGED, (("Gamma", 0),))
    assert session.base == on_disk
    assert session.data == on_disk.replace(b"second", b"typed meanwhile")


def test_what_a_save_merged_may_clash_with_what_was_typed_meanwhile(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    job = session.prepare_save()
    type_in(session, "third", "third by me")
    on_disk = ALPHA_BY_ME.replace(b"third", b"third by them")
    assert session.finish_save(job, Merged(on_disk, GAMMA_BY_THEM)).arrival is Arrival.CLASHED
    assert session.base == ALPHA_BY_ME, "the next save must merge from what both sides had"
    session.resolve(Choice.BOTH)
    assert session.data == on_disk.replace(b"third by them", b"third by them\nthird by me")


def test_nothing_to_write_may_still_bring_something_in(session: DocumentSession) -> None:
    assert session.finish_save(session.prepare_save(), Unchanged(GAMMA_BY_THEM)).arrival is Arrival.RELOADED
    assert session.data == GAMMA_BY_THEM


def test_a_declined_save_changes_nothing(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    declined = Declined("{path} is full.", "", {"path": "/m"}, refused=False)
    assert session.finish_save(session.prepare_save(), declined).arrival is Arrival.SAME
    assert (session.base, session.data) == (TEXT, ALPHA_BY_ME)
    assert not session.is_saving


def test_the_disk_is_not_looked_at_while_a_save_runs(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    job = session.prepare_save()
    assert session.take_disk(job.mine).arrival is Arrival.POSTPONED
    taken = session.finish_save(job, Saved(job.mine))
    assert (taken.arrival, taken.look_again) == (Arrival.SAME, True)


def test_a_refused_save_that_goes_together_now_is_saved_again(session: DocumentSession) -> None:
    type_in(session, "third", "third by me")
    job = session.prepare_save()
    type_in(session, "third by me", "third")
    type_in(session, "first", "first by me")
    taken = session.finish_save(job, Conflicted(GAMMA_BY_THEM, ()))
    assert (taken.arrival, taken.save_again) == (Arrival.MERGED, True)
    assert session.finish_save(session.prepare_save(), Conflicted(ALPHA_BY_THEM, ())).save_again is False


def test_a_file_made_by_somebody_else_meanwhile_is_merged(session: DocumentSession) -> None:
    fresh = session_of(None)
    fresh.repair(section_edits("", {"Alpha": "mine"}, fresh.document.headings))
    assert fresh.prepare_save().base is None
    taken = fresh.finish_save(fresh.prepare_save(), Conflicted(b"## Other\ntheirs\n", ()))
    assert taken.save_again
    assert {node.key for node in fresh.outline().nodes} == {"Alpha", "Beta", "Other"}
    assert fresh.base == b"## Other\ntheirs\n"


# Verbs


def test_a_node_is_reverted(session: DocumentSession) -> None:
    type_in(session, "first", "changed")
    type_in(session, "third", "changed too")
    session.revert_node(("Alpha", 0))
    assert session.unsaved_nodes() == {("Gamma", 0)}


def test_a_node_that_was_the_last_one_is_reverted_above_another(session: DocumentSession) -> None:
    end = TEXT.decode().rstrip("\n")
    last = session_of(end.encode())
    last.text.apply_outside(end + " changed\n\n## New\nx\n")
    last.revert_node(("Gamma", 0))
    assert last.data.decode() == end + "\n\n## New\nx\n"


_TWO = "## Notes\nfirst of the two\n\n## Notes\nsecond of the pair\n"


@pytest.mark.parametrize(
    ("typed", "occurrence", "reverted"),
    [
        # The first one went, and the other one was edited.
        ("## Notes\nsecond of the other pair\n", 0, "## Notes\nsecond of the pair\n"),
        ("## Notes\nsecond of the pair\n", 0, "## Notes\nsecond of the pair\n"),
        # They changed places, and one was edited.
        (
            "## Notes\nsecond of the pair\n## Notes\nfirst of all the two\n",
            1,
            "## Notes\nsecond of the pair\n## Notes\nfirst of the two\n",
        ),
        # A new one came above both.
        (f"## Notes\nnew\n\n{_TWO}", 0, _TWO),
        (f"## Notes\nnew\n\n{_TWO}", 1, f"## Notes\nnew\n\n{_TWO}"),
        (_TWO.replace("first", "last"), 0, _TWO),
        (_TWO.replace("second", "last"), 1, _TWO),
    ],
)
def test_of_nodes_of_one_name_that_is_reverted_which_is_meant(
    typed: str, occurrence: int, reverted: str
) -> None:
    session = session_of(_TWO.encode())
    session.text.replace_all(edits_between(_TWO, typed))
    session.revert_node(("Notes", occurrence))
    assert session.text.text == reverted


def test_what_is_discarded_can_be_undone(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    session.discard()
    assert session.data == TEXT
    session.text.undo()
    assert session.data == ALPHA_BY_ME
    clash = clashing()
    clash.discard()
    assert clash.conflict is None
    assert not clash.is_dirty


# Drafts


def test_a_draft_comes_back_over_the_same_disk() -> None:
    session = session_of(TEXT)
    assert session.take_draft(TEXT, ALPHA_BY_ME).arrival is Arrival.SAME
    assert session.data == ALPHA_BY_ME
    session.text.undo()
    assert session.data == TEXT


def test_a_draft_is_merged_with_what_the_disk_holds_now() -> None:
    session = session_of(GAMMA_BY_THEM)
    assert session.take_draft(TEXT, ALPHA_BY_ME).arrival is Arrival.MERGED
    assert session.data == ALPHA_BY_ME.replace(b"third", b"third by them")
    assert session.base == GAMMA_BY_THEM


def test_a_draft_that_clashes_with_the_disk_is_a_conflict() -> None:
    session = session_of(ALPHA_BY_THEM)
    assert session.take_draft(TEXT, ALPHA_BY_ME).arrival is Arrival.CLASHED
    assert session.data == ALPHA_BY_ME
    assert session.prepare_save().base == TEXT
    session.finish_save(session.prepare_save(), Conflicted(ALPHA_BY_THEM, ()))
    session.resolve(Choice.BOTH)
    assert session.data == TEXT.replace(b"first", b"first by them\nfirst by me")


def test_a_draft_is_not_merged_with_a_file_that_was_emptied() -> None:
    session = session_of(b"")
    assert session.take_draft(TEXT, ALPHA_BY_ME).arrival is Arrival.CLASHED
    assert session.data == ALPHA_BY_ME
    assert session.conflict
    assert "Most of PROFILE.md is gone" in session.conflict.why_whole


def test_a_draft_of_a_file_that_has_gone_comes_back_whole() -> None:
    session = session_of(None)
    assert session.take_draft(TEXT, ALPHA_BY_ME).arrival is Arrival.REMOVED
    assert session.data == ALPHA_BY_ME
    assert (session.base, session.base_text) == (None, decode(TEXT))
    assert session.is_removed
    session.text.undo()
    assert not session.is_dirty


def test_to_keep_both_where_most_is_gone_lets_nothing_go() -> None:
    session = session_of(b"\n## Alpha\nlearned\n")
    session.take_draft(TEXT, ALPHA_BY_ME)
    session.resolve(Choice.BOTH)
    kept = session.data.split(b"\n")
    assert set(ALPHA_BY_ME.split(b"\n")) <= set(kept)
    assert kept.count(b"learned") == kept.count(b"## Alpha") == 1


LONG = "".join(f"## {name}\n{name} one\n{name} two\n{name} three\nlearned\n\n" for name in "ABC")


@given(
    gone=st.sets(st.sampled_from(split_lines(LONG))),
    typed_at=st.lists(st.integers(0, 17), max_size=3),
    cut_at=st.integers(0, len(LONG) // 2),
    learned=st.sampled_from(["", "learned\n", "\n## D\nlearned\n", "\n## A\nlearned\n"]),
)
@example(
    gone={"## B\n", "learned\n", "C one\n", "A one\n"},
    typed_at=[6, 13, 4],
    cut_at=10,
    learned="\n## A\nlearned\n",
)
def test_to_keep_both_keeps_both_wherever_a_text_was_cut(
    gone: set[str], typed_at: list[int], cut_at: int, learned: str
) -> None:
    lines = split_lines(LONG)
    for number, at in enumerate(typed_at):
        lines.insert(at, f"typed {number}\n")
    mine, theirs = "".join(line for line in lines if line not in gone), LONG[:cut_at] + learned
    session = session_of(theirs.encode())
    session.take_draft(LONG.encode(), mine.encode())
    if (
        session.conflict is not None
        and session.conflict.why_whole
        and Choice.BOTH in session.conflict.choices
    ):
        session.resolve(Choice.BOTH)
        assert words(mine) | (words(theirs) - words(LONG)) <= words(session.text.text)


def test_a_save_that_doubts_the_disk_is_asked_about_at_once(session: DocumentSession) -> None:
    type_in(session, "first", "first by me")
    taken = session.finish_save(session.prepare_save(), Conflicted(b"", (), Doubt.MOSTLY_GONE))
    assert taken.arrival is Arrival.CLASHED
    assert session.conflict
    assert session.conflict.why_whole
    assert session.data == ALPHA_BY_ME


def test_a_draft_of_a_file_that_never_was() -> None:
    session = session_of(None)
    session.take_draft(None, b"## Alpha\nmine\n")
    assert session.data == b"## Alpha\nmine\n"
    assert session.base is None


bodies = st.lists(st.sampled_from(["a", "b", "c", "## Alpha", "", "\r", "\udcff"]), max_size=4).map("\n".join)
texts = st.lists(bodies, min_size=3, max_size=3).map(
    lambda parts: "".join(f"## {name}\n{body}\n" for name, body in zip("XYZ", parts, strict=True))
)


def words(text: str) -> set[str]:
    """The lines that say something: blank ones and line ends are never worth a clash."""
    return {trim(line) for line in split_lines(text)} - {""}


@given(base=texts, mine=texts, disks=st.lists(texts, max_size=5))
def test_no_line_that_only_i_typed_ever_leaves_the_buffer(base: str, mine: str, disks: list[str]) -> None:
    session = session_of(encode(base))
    session.text.replace_all([Edit(0, session.text.text, decode(encode(mine)))])
    typed = words(session.text.text) - words(base)
    for disk in disks:
        before, data = session.base, encode(disk)
        arrival = session.take_disk(data).arrival
        is_still = arrival is Arrival.SAME and session.conflict is not None
        assert session.conflict is None or not is_still or session.conflict.theirs == data
        is_open = is_still or arrival in (Arrival.CLASHED, Arrival.DOUBTED)
        assert session.base == (before if is_open else data)
        is_clash = is_still or arrival is Arrival.CLASHED
        assert (session.conflict is not None) == is_clash or arrival is Arrival.DOUBTED
        typed -= words(disk)  # from here on it is no longer mine alone
        assert typed <= words(session.text.text)
    session.resolve(Choice.MINE)
    assert session.conflict is None
    assert typed <= words(session.text.text)
