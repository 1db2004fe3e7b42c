"""Removing an entry that other memories name says so, and takes nothing of them."""

from __future__ import annotations

from pathlib import Path

from memdesk.layouts.contract import Change, ChangeKind
from memdesk.ui.editor.requests import ChangeRequest
from tests.layouts.everos_texts import CANONICAL, HEADER, entry
from tests.services.everos_at_work import BELOW
from tests.window.conftest import Start

ONE = "ep_20260601_00000001"
FACT = entry(0, "She rows.", "af_20260601_00000001").replace(
    "### Subject", f"**parent_type**: episode\n**parent_id**: {ONE}\n\n### Subject"
)


def test_what_names_a_removed_entry_is_told(start: Start, tmp_path: Path) -> None:
    log = tmp_path / "memory" / BELOW
    facts = log.parent.parent / ".atomic_facts" / "atomic_fact-2026-06-01.md"
    for path, text in ((log, CANONICAL), (facts, HEADER + FACT)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    inside = start(tmp_path / "memory")
    session = inside.show(log)
    request = ChangeRequest((Change(ChangeKind.REMOVE, session.document, ONE),))
    inside.program.memory.changing.carry_out(request)
    assert request.is_done
    assert ONE not in session.text.text
    inside.wait_until(lambda: inside.said(f"af_20260601_00000001 comes from {ONE}, which is removed."))
    assert facts.read_bytes() == (HEADER + FACT).encode()
