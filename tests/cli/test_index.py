"""What an agent's index holds, told by `tree`, `check` and `preview` while the agent has its database open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import memdesk
from tests.services.everos_at_work import BELOW, EverOSAtWork, everos_at_work, made_root


@pytest.fixture
def root(home: Path) -> Path:
    return made_root(home)


@pytest.fixture
def everos(root: Path) -> Iterator[EverOSAtWork]:
    with everos_at_work(root) as at_work:
        yield at_work


def test_what_the_index_holds(root: Path, everos: EverOSAtWork) -> None:
    log = root / BELOW
    everos.note("done", log)
    words = ("--root", root, "tree", root)
    [found] = memdesk("--json", *words).json
    [document] = [one for one in found["documents"] if one["path"] == str(log)]
    assert document["index"] == {"status": "indexed", "message": "EverOS has read it as it is", "error": ""}
    assert found["index_as_of"]
    assert re.search(rb"\(its index as of \d\d:\d\d\)\n", memdesk(*words).out)
    everos.note("failed", log, "timestamp is missing")
    [found] = memdesk("--json", *words).json
    assert {one["index"]["status"] for one in found["documents"] if one["index"]} == {"failed"}
    assert b"    EverOS failed on it and keeps the rows it had, until" in memdesk(*words).out
    ran = memdesk("--root", root, "check", root)
    assert ran.code == 1
    assert b"error: EverOS failed on it" in ran.out
    assert b"[index-failed]" in ran.out
    ran = memdesk("--root", root, "preview", root)
    assert b"episode-2026-06-01.md: EverOS failed on it" in ran.err


def test_without_an_index_nothing_is_said_of_it(root: Path) -> None:
    [found] = memdesk("--json", "--root", root, "tree", root).json
    assert found["index_as_of"] is None
    assert {one["index"] for one in found["documents"]} == {None}
    assert b"index" not in memdesk("--root", root, "check", root).out
