"""What is EverOS's own is changed only when it is unlocked on purpose, and never into what EverOS could not read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memdesk.errors import Refused
from memdesk.layouts.contract import Change, ChangeKind
from memdesk.layouts.everos.changes import changes_of
from memdesk.layouts.everos.reading import outline_of
from memdesk.text.edits import apply_all
from tests.layouts.everos_texts import CANONICAL, HEADER, LOG, SKILL, SKILL_TEXT, document, entry

NOW = datetime(2026, 6, 1, 9, 30, tzinfo=UTC)
ONE, TWO = "ep_20260601_00000001", "ep_20260601_00000002"
FORESIGHTS = LOG.replace("/episodes/episode", "/.foresights/foresight")
CASES = LOG.replace("/users/alice/episodes/episode", "/agents/bot/.cases/agent_case")
FORESIGHT = """<!-- entry:fs_20260601_00000001 -->
## fs_20260601_00000001

**owner_id**: alice
**timestamp**: 2026-06-01T08:00:00+00:00
**start_time**: 2026-06-02T00:00:00+00:00
**duration_days**: 3

### Foresight
Rain.
<!-- /entry:fs_20260601_00000001 -->
"""
CASE = FORESIGHT.replace("fs_", "ac_").replace("**duration_days**: 3", "**quality_score**: 0.5")


def done(path: str, text: str, kind: ChangeKind, key: str, **more: object) -> str:
    change = Change(kind, document(path), key, **more)  # type: ignore[arg-type]  # bodies, titles and locks
    return apply_all(text, changes_of(text, change, NOW))


def set_to(path: str, text: str, key: str, body: str, *, unlocked: bool = False) -> str:
    return done(path, text, ChangeKind.SET_BODY, key, body=body, unlocked=unlocked)


@pytest.mark.parametrize(
    ("path", "text", "key", "body", "old", "new"),
    [
        (LOG, CANONICAL, f"{ONE}/fields/session_id", "s9", "session_id**: s1", "session_id**: s9"),
        (
            LOG,
            CANONICAL,
            f"{ONE}/fields/timestamp",
            "2026-06-01T07:00:00Z",
            "2026-06-01T08:00:00+00:00",
            "2026-06-01T07:00:00Z",
        ),
        (LOG, CANONICAL, "---/user_id", "bob", "user_id: alice", "user_id: bob"),
        (LOG, CANONICAL, "---/entry_count", "7", "entry_count: 2", "entry_count: 7"),
        (LOG, CANONICAL, "---/date", "2026-06-02", "date: '2026-06-01'", "date: '2026-06-02'"),
        (SKILL, SKILL_TEXT, "---/name", "mend", "name: fix", "name: mend"),
    ],
)
def test_a_lock_is_opened_on_purpose(path: str, text: str, key: str, body: str, old: str, new: str) -> None:
    node = outline_of(document(path), text).find(key)
    assert node is not None
    assert not node.editable
    assert node.why_not
    assert node.facts["locked"] == "yes"
    with pytest.raises(Refused, match="is not edited here"):
        set_to(path, text, key, body)
    assert set_to(path, text, key, body, unlocked=True) == text.replace(old, new, 1)


@pytest.mark.parametrize("key", [f"{ONE}/marker", f"{ONE}/end", f"{ONE}/fields", "\n---"])
def test_markers_and_headers_as_a_whole_have_no_key(key: str) -> None:
    with pytest.raises(Refused):
        set_to(LOG, CANONICAL, key, "x", unlocked=True)


def test_an_id_is_changed_in_both_markers_and_in_the_heading() -> None:
    with pytest.raises(Refused, match="The id of an entry is EverOS’s"):
        done(LOG, CANONICAL, ChangeKind.RENAME, ONE, title="ep_20260601_00000009")
    after = done(LOG, CANONICAL, ChangeKind.RENAME, ONE, title="ep_20260601_00000009", unlocked=True)
    assert after == CANONICAL.replace(ONE, "ep_20260601_00000009").replace("entry_count: 2", "entry_count: 9")


@pytest.mark.parametrize(
    "title",
    [TWO, "ep_20260602_00000003", "af_20260601_00000003", "ep_20260601_3", "é", "", "ep_20260601_00000003 "],
)
def test_an_id_that_everos_would_not_give_is_refused(title: str) -> None:
    with pytest.raises(Refused):
        done(LOG, CANONICAL, ChangeKind.RENAME, ONE, title=title, unlocked=True)


def test_of_two_entries_with_one_id_the_meant_one_gets_another() -> None:
    text = HEADER + entry(1, "old") + entry(1, "new")
    after = done(LOG, text, ChangeKind.RENAME, ONE, occurrence=1, title="ep_20260601_00000002", unlocked=True)
    assert after == HEADER + entry(1, "old") + entry(2, "new")


def test_fields_of_the_content_are_anybodys() -> None:
    text = HEADER + FORESIGHT
    after = set_to(FORESIGHTS, text, "fs_20260601_00000001/fields/duration_days", "5")
    assert after == text.replace("duration_days**: 3", "duration_days**: 5")
    after = set_to(FORESIGHTS, text, "fs_20260601_00000001/fields/duration_days", "")
    assert after == text.replace("**duration_days**: 3\n", "")


@pytest.mark.parametrize(
    ("path", "text", "key", "body"),
    [
        (FORESIGHTS, HEADER + FORESIGHT, "fs_20260601_00000001/fields/duration_days", "soon"),
        (FORESIGHTS, HEADER + FORESIGHT, "fs_20260601_00000001/fields/start_time", "tomorrow"),
        (FORESIGHTS, HEADER + FORESIGHT, "fs_20260601_00000001/fields/start_time", "2026-06-02\n### x"),
        (FORESIGHTS, HEADER + FORESIGHT, "fs_20260601_00000001/fields/timestamp", "today"),
        (CASES, HEADER + CASE, "ac_20260601_00000001/fields/quality_score", "good"),
        (CASES, HEADER + CASE, "ac_20260601_00000001/fields/quality_score", ""),
        (LOG, CANONICAL, "---/entry_count", "many"),
    ],
)
def test_what_everos_would_fail_on_is_refused(path: str, text: str, key: str, body: str) -> None:
    with pytest.raises(Refused):
        set_to(path, text, key, body, unlocked=True)


def test_an_entry_says_what_took_its_place_and_that_another_has_its_id() -> None:
    text = CANONICAL.replace("track", f"deprecated_entries:\n  {ONE}: {TWO}\ntrack") + entry(2, "again")
    nodes = [node for node in outline_of(document(LOG), text).nodes if node.key in (ONE, TWO)]
    assert [node.facts.get("deprecated_by") for node in nodes] == [TWO, None, None]
    assert [node.facts.get("duplicate") for node in nodes] == [None, "yes", None]
