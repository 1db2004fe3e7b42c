"""What is the agent's own is set from the shell only on purpose, and what that brings about is said."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import memdesk
from tests.layouts.everos_texts import CANONICAL
from tests.services.everos_at_work import BELOW

KEY = "ep_20260601_00000001/fields/session_id"


def test_a_locked_field_is_set_on_purpose(home: Path) -> None:
    log = home / "memory" / BELOW
    log.parent.mkdir(parents=True)
    log.write_bytes(CANONICAL.encode())
    words = ("--root", home / "memory", "set", log, "--entry", KEY, "--body", "s9")
    ran = memdesk(*words)
    assert ran.code == 3
    assert "Unlock it first, if it must be changed." in ran.sentence
    assert log.read_bytes() == CANONICAL.encode()
    ran = memdesk(*words, "--unlock")
    assert ran.code == 0
    assert log.read_bytes() == CANONICAL.replace("s1", "s9", 1).encode()
    assert "EverOS’s index keeps the former session_id of ep_20260601_00000001" in ran.err.decode()
