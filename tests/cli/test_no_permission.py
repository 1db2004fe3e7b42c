"""Files that the system does not let us read: who leaves them out says so, and ends with the exit code for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.patience import PATIENCE_S

_WITHOUT_PRIVILEGES = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
_IS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there"),
    pytest.mark.skipif(_IS_ROOT and shutil.which("setpriv") is None, reason="root may read everything"),
]


def memdesk(*words: str) -> Ran:
    """Run `memdesk` as somebody for whom permissions count."""
    command = [*(_WITHOUT_PRIVILEGES if _IS_ROOT else ()), sys.executable, "-m", "memdesk.cli", *words]
    ran = subprocess.run(
        command, capture_output=True, check=False, timeout=PATIENCE_S, stdin=subprocess.DEVNULL
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture
def closed(evva: Path) -> Path:
    file = evva / "USER_PROFILE.md"
    file.chmod(0)
    return file


def test_the_tree_says_which_documents_it_could_not_read(closed: Path) -> None:
    ran = memdesk("tree")
    assert (ran.code, ran.sentence) == (5, f"{closed} was not read: Permission denied.")
    assert b"    It cannot be read: Permission denied.\n" in ran.out
    assert b"Runs on port" not in ran.out
    assert b"    Decisions\n" in ran.out
    ran = memdesk("tree", "--json")
    [root] = ran.json
    assert (ran.code, root["unread"]) == (5, [{"path": str(closed), "why": "Permission denied"}])
    told = {document["path"]: document for document in root["documents"]}[str(closed)]
    assert (told["editable"], told["why_not"]) == (False, "It cannot be read: Permission denied.")


@pytest.mark.parametrize("words", [("search", "SQLite"), ("prune",), ("duplicates",)])
def test_what_was_not_looked_through_is_no_success(closed: Path, words: tuple[str, ...]) -> None:
    for more in ((), ("--json",)):
        ran = memdesk(*words, *more)
        assert ran.code == 5, ran.err
        assert (
            [one["path"] for one in ran.json["unread"]] == [str(closed)]
            if more
            else str(closed).encode() in ran.err
        )
    closed.chmod(0o600)
    assert memdesk(*words).code in (0, 1)


def test_nothing_is_said_to_be_new_where_nobody_could_look(closed: Path) -> None:
    closed.chmod(0o600)
    assert memdesk("inbox").code == 0
    closed.write_bytes(closed.read_bytes() + b"More.\n")
    closed.chmod(0)
    ran = memdesk("inbox")
    assert (ran.code, ran.out, ran.sentence) == (5, b"", f"Not reviewed: {closed}: Permission denied.")
    ran = memdesk("inbox", "--json")
    assert (ran.code, [one["path"] for one in ran.json["unread"]]) == (5, [str(closed)])
    ran = memdesk("inbox", "keep", "all")
    assert (ran.code, f"Not reviewed: {closed}: Permission denied." in ran.err.decode()) == (5, True)
    ran = memdesk("inbox", "keep", "all", "--json")
    assert (ran.code, [one["path"] for one in ran.json["unread"]]) == (5, [str(closed)])
    closed.chmod(0o600)
    assert b"More." in memdesk("inbox").out


def test_what_could_not_be_looked_through_is_no_success_of_what_went(closed: Path) -> None:
    ran = memdesk("prune", "--apply")
    assert (ran.code, f"{closed} was not looked at" in ran.err.decode()) == (5, True)


def test_a_file_that_cannot_be_read_is_a_finding_of_a_check(closed: Path) -> None:
    ran = memdesk("check", "--json")
    assert ran.code == 1
    assert [one["path"] for one in ran.json["unchecked"]] == [str(closed)]
    assert "unreadable" in {one["rule"] for one in ran.json["problems"]}
