"""What EverOS's index says of files and entries, by rows of its databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from memdesk.layouts.contract import Problem
from memdesk.layouts.everos import LAYOUT
from memdesk.layouts.everos.entries import parse_audit_form
from memdesk.layouts.everos.index import digest_like_everos
from memdesk.layouts.everos.kinds import EPISODE
from memdesk.layouts.optional import Indexed, IndexState, IndexStatus
from memdesk.layouts.shapes.daily_log import scan_entries
from memdesk.layouts.view import Rows
from tests.layouts.dict_view import DictView
from tests.layouts.everos_texts import CANONICAL, LOG, ROOT, SKILL, SKILL_TEXT, SPACE, document, entry

STATE = (f"{ROOT}/.index/sqlite/system.db", "md_change_state")
EPISODES = (f"{ROOT}/.index/lancedb", "episode")
MTIME = 1_780_000_000.0
REFERENCE = SKILL.replace("SKILL.md", "references/more.md")


def state_row(path: str, **more: object) -> dict[str, object]:
    return {
        "md_path": path.removeprefix(f"{ROOT}/"),
        "kind": "episode",
        "change_type": "modified",
        "mtime": MTIME,
        "status": "done",
        "retryable": None,
        "last_attempt_at": "2026-06-01 00:00:00.000000",
        "error": None,
    } | more


def row_of(text: str, name: str, **more: object) -> dict[str, object]:
    found = next(found for found in scan_entries(text) if found.entry_id == name)
    form = parse_audit_form(text, found.body)
    return {
        "id": f"alice_{name}",
        "entry_id": name,
        "owner_id": "alice",
        "md_path": LOG.removeprefix(f"{ROOT}/"),
        "content_sha256": digest_like_everos(EPISODE, form),
        "session_id": "s1",
        "timestamp": datetime(2026, 6, 1, 8, tzinfo=UTC),
        "parent_id": "",
        "sender_ids": [],
        "deprecated_by": None,
    } | more


ONE, TWO = "ep_20260601_00000001", "ep_20260601_00000002"
ALL_ROWS = [row_of(CANONICAL, ONE), row_of(CANONICAL, TWO)]


def view_of(
    *states: dict[str, object],
    rows: list[dict[str, object]] | None = None,
    files: Mapping[str, str] | None = None,
) -> DictView:
    tables: dict[tuple[str, str], list[dict[str, object]]] = {STATE: list(states)}
    if rows is not None:
        tables[EPISODES] = rows
    return DictView({LOG: CANONICAL, STATE[0]: ""} | dict(files or {}), tables=tables)


def state(view: DictView, path: str = LOG) -> IndexState:
    return LAYOUT.index_states(view, ROOT).states[path]


def problems(view: DictView) -> dict[str, Problem]:
    return {problem.rule: problem for problem in LAYOUT.checks(view, ROOT)}


@pytest.mark.parametrize(
    ("row", "status", "words"),
    [
        ({}, IndexStatus.INDEXED, "has read it as it is"),
        ({"mtime": MTIME - 1}, IndexStatus.WAITING, "changed since"),
        ({"mtime": MTIME + 0.009}, IndexStatus.INDEXED, "has read it as it is"),
        ({"status": "pending"}, IndexStatus.WAITING, "is about to read it"),
        (
            {"status": "failed", "retryable": 0, "error": "boom"},
            IndexStatus.FAILED,
            "until the file is corrected",
        ),
        ({"status": "failed", "retryable": 1, "error": "boom"}, IndexStatus.FAILED, "tries again"),
    ],
)
def test_the_state_of_a_file(row: dict[str, object], status: IndexStatus, words: str) -> None:
    found = state(view_of(state_row(LOG, **row)))
    assert found.status is status
    assert words in found.message
    assert found.error == (row.get("error") or "")


def test_files_that_no_row_speaks_of() -> None:
    note = f"{SPACE}/users/alice/notes.md"
    view = view_of(
        state_row(SKILL, kind="agent_skill"),
        state_row(f"{SPACE}/users/bob/user.md"),
        files={SKILL: SKILL_TEXT, REFERENCE: "x", note: "mine"},
    )
    states = LAYOUT.index_states(view, ROOT)
    assert states.taken == view.now
    assert {path: found.status for path, found in states.states.items()} == {
        LOG: IndexStatus.WAITING,
        SKILL: IndexStatus.INDEXED,
        REFERENCE: IndexStatus.INDEXED,
        note: IndexStatus.IGNORED,
        f"{SPACE}/users/bob/user.md": IndexStatus.WAITING,
    }


def test_a_reference_that_changed_alone_is_not_noticed() -> None:
    row = state_row(SKILL, kind="agent_skill", last_attempt_at="2020-01-01 00:00:00")
    view = view_of(row, files={SKILL: SKILL_TEXT, REFERENCE: "x"})
    assert state(view, REFERENCE).status is IndexStatus.STALE
    assert problems(view)["unnoticed"].path == REFERENCE


def test_a_failure_and_what_is_behind_are_problems_that_say_of_when() -> None:
    found = problems(view_of(state_row(LOG, status="failed", retryable=0, error="no timestamp")))
    assert found["index-failed"].message.endswith("until the file is corrected and saved (as of 09:30 UTC)")
    assert found["index-failed"].why == "EverOS says: no timestamp"
    behind = problems(view_of())["index-behind"]
    assert behind.message == "EverOS has not read 1 file as it is now (as of 09:30 UTC)"


def test_without_an_index_there_is_nothing_to_say() -> None:
    view = DictView({LOG: CANONICAL})
    states = LAYOUT.index_states(view, ROOT)
    assert (states.states, states.taken) == ({}, None)
    assert states.why_not == "EverOS keeps no index of this memory-root yet."
    assert not problems(view)
    assert isinstance(LAYOUT, Indexed)


def entry_states(view: DictView) -> dict[str, tuple[IndexStatus, str]]:
    found = LAYOUT.entry_states(view, document(LOG))
    return {key: (one.status, one.message) for key, one in found.items()}


def test_rows_that_say_what_the_entries_say() -> None:
    view = view_of(state_row(LOG), rows=ALL_ROWS)
    assert {status for status, _ in entry_states(view).values()} == {IndexStatus.INDEXED}
    assert not problems(view)


def test_missing_and_stale_rows() -> None:
    stale = row_of(CANONICAL, TWO, content_sha256="0")
    view = view_of(state_row(LOG), rows=[stale])
    found = entry_states(view)
    assert found[ONE][0] is IndexStatus.MISSING
    assert found[TWO][0] is IndexStatus.STALE
    told = problems(view)
    assert told["row-missing"].span.of(CANONICAL).startswith(f"<!-- entry:{ONE}")
    assert told["row-stale"].span.of(CANONICAL).startswith(f"<!-- entry:{TWO}")
    # EverOS has yet to read such a file: nothing is wrong then.
    waiting = view_of(state_row(LOG, mtime=1.0), rows=[stale])
    assert {status for status, _ in entry_states(waiting).values()} == {IndexStatus.WAITING}
    assert problems(waiting).keys() == {"index-behind"}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"session_id": "s0"}, "keeps the former session_id"),
        ({"timestamp": datetime(2026, 6, 1, 7)}, "keeps the former timestamp"),  # noqa: DTZ001 - as Lance gives it
        ({"sender_ids": ["bob"], "parent_id": "mc_1"}, "keeps the former parent_id, sender_ids"),
        ({"deprecated_by": TWO}, "still holds it for replaced by"),
    ],
)
def test_inline_edits_that_the_index_never_notices(row: dict[str, object], words: str) -> None:
    view = view_of(state_row(LOG), rows=[ALL_ROWS[1], row_of(CANONICAL, ONE, **row)])
    status, message = entry_states(view)[ONE]
    assert status is IndexStatus.STALE
    assert words in message


def test_rows_of_nothing() -> None:
    gone = row_of(CANONICAL, ONE, md_path=f"{SPACE}/users/bob/episodes/x.md".removeprefix(f"{ROOT}/"))
    left = row_of(CANONICAL, ONE, entry_id="ep_20260601_00000099")
    other = row_of(CANONICAL, ONE, owner_id="")
    view = view_of(state_row(LOG), rows=[*ALL_ROWS, gone, left, other])
    orphans = [problem for problem in LAYOUT.checks(view, ROOT) if problem.rule == "row-orphan"]
    assert [problem.path for problem in orphans] == [f"{ROOT}/.index/lancedb", LOG]
    assert "under the owner “”" in entry_states(view)[ONE][1]


def test_a_log_that_everos_cannot_read_has_no_states_of_entries() -> None:
    view = view_of(state_row(LOG), rows=ALL_ROWS, files={LOG: "---\na:\n\tb: 1\n---\n" + entry(1)})
    assert entry_states(view) == {}


@dataclass
class UnreadView(DictView):
    """A view whose tables cannot be read."""

    why_not: str = ""
    readable: str = ""

    def rows(self, database: str, table: str, columns: Sequence[str]) -> Rows:
        found = super().rows(database, table, columns)
        return replace(found, rows=(), why_not=self.why_not) if table != self.readable else found


def test_tables_that_cannot_be_read_say_why_once() -> None:
    files = {LOG: CANONICAL, STATE[0]: ""}
    tables = {STATE: [state_row(LOG)], EPISODES: [], (EPISODES[0], "atomic_fact"): []}
    view = UnreadView(files, tables=tables, why_not="Install x to see its rows.", readable=STATE[1])
    [problem] = LAYOUT.checks(view, ROOT)
    assert (problem.rule, problem.message) == ("rows-unread", "Install x to see its rows.")
    assert LAYOUT.entry_states(view, document(LOG)) == {}


def test_a_state_database_that_cannot_be_read_says_why() -> None:
    view = UnreadView(
        {LOG: CANONICAL, STATE[0]: ""}, tables={STATE: []}, why_not="It is written all the time."
    )
    [problem] = LAYOUT.checks(view, ROOT)
    assert (problem.rule, problem.message) == ("index-unread", "It is written all the time.")


def test_rows_that_make_no_sense_are_answered() -> None:
    odd: list[dict[str, object]] = [
        {"md_path": None},
        {"md_path": "x", "status": 7, "mtime": "soon", "kind": None},
    ]
    view = DictView({LOG: CANONICAL, STATE[0]: ""}, tables={STATE: odd, EPISODES: [{}, {"md_path": 3}]})
    assert LAYOUT.index_states(view, ROOT).states[LOG].status is IndexStatus.WAITING
    assert {status for status, _ in entry_states(view).values()} == {IndexStatus.WAITING}
    assert "index-behind" in problems(view)
