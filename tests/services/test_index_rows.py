"""Rows of EverOS's tables beside the entries, from real tables. Needs the extra `memdesk[everos]`."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memdesk.layouts import layout_named
from memdesk.layouts.everos.entries import parse_audit_form
from memdesk.layouts.everos.index import digest_like_everos
from memdesk.layouts.everos.kinds import EPISODE
from memdesk.layouts.optional import IndexStatus
from memdesk.layouts.shapes.daily_log import scan_entries
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.services.preview.index_states import IndexKeeper
from memdesk.store.folders import StateFolders
from tests.layouts.everos_texts import CANONICAL
from tests.services.everos_at_work import BELOW

lance = pytest.importorskip("lance", reason="Lance's library is not installed (memdesk[everos])")
pyarrow = pytest.importorskip("pyarrow", reason="comes with Lance's library")


def row(text: str, name: str, session: str = "s1") -> dict[str, object]:
    found = next(found for found in scan_entries(text) if found.entry_id == name)
    return {
        "id": f"alice_{name}",
        "entry_id": name,
        "owner_id": "alice",
        "md_path": BELOW,
        "content_sha256": digest_like_everos(EPISODE, parse_audit_form(text, found.body)),
        "session_id": session,
        "timestamp": datetime(2026, 6, 1, 8, tzinfo=UTC),
        "parent_id": "",
        "sender_ids": [],
        "deprecated_by": None,
        "vector": [0.0] * 8,
    }


def test_rows_beside_entries(tmp_path: Path) -> None:
    root = tmp_path / "memory"
    log = root / BELOW
    log.parent.mkdir(parents=True)
    log.write_bytes(CANONICAL.encode())
    (root / ".index" / "sqlite").mkdir(parents=True)
    database = sqlite3.connect(root / ".index" / "sqlite" / "system.db")
    database.execute(
        "CREATE TABLE md_change_state (md_path, kind, change_type, mtime, status, retryable, error)"
    )
    database.execute(
        "INSERT INTO md_change_state VALUES (?, 'episode', 'added', ?, 'done', NULL, NULL)",
        (BELOW, log.stat().st_mtime),
    )
    database.commit()
    database.close()
    rows = [row(CANONICAL, "ep_20260601_00000001", session="s0")]
    lance.write_dataset(pyarrow.Table.from_pylist(rows), str(root / ".index" / "lancedb" / "episode.lance"))
    layout = layout_named("everos")
    assert layout is not None
    desk = Desk(StateFolders.below(str(tmp_path / "ours")), Surroundings(str(tmp_path), {}), [layout])
    desk.workspace.open_root(desk.claim(str(root)))
    keeper = IndexKeeper(desk.workspace)
    [memory] = keeper.roots()
    found = desk.workspace.find_document(str(log))
    assert found is not None
    assert str(log) in keeper.take(keeper.look(memory, found[1]))
    states = keeper.entries_of(str(log))
    assert {key: state.status for key, state in states.items()} == {
        "ep_20260601_00000001": IndexStatus.STALE,
        "ep_20260601_00000002": IndexStatus.MISSING,
    }
    assert "keeps the former session_id" in states["ep_20260601_00000001"].message
    assert keeper.is_trouble(str(log))
    rules = [problem.rule for problem in layout.checks(desk.workspace.disk, str(root))]
    assert rules == ["row-stale", "row-missing"]
    desk.close()
