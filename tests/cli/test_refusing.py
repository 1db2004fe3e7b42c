"""`--json` answers with one JSON document, also where nothing came of it; without it, that is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, memdesk

NOWHERE = "evva:NOTHING.md"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("show", NOWHERE), 1),
        (("show",), 2),
        (("survive", NOWHERE), 1),
        (("prune", "quokka"), 1),
        (("prune", "--weight", "age=much"), 2),
        (("search", "--regex", "("), 2),
        (("inbox", "keep", "quokka"), 1),
        (("inbox", "keep"), 2),
        (("tree", "quokka"), 1),
        (("recall", "words", "--agent", "quokka"), 1),
        (("check", "quokka"), 1),
        (("duplicates", "quokka"), 1),
        (("history", "--purge", "abcdef", "--clear"), 2),
        (("set", NOWHERE, "--section", "Preferences", "--body", "x"), 1),
        (("note", "x", "--agent", "quokka"), 1),
        (("restore", NOWHERE, "--version", "1"), 1),
    ],
)
def test_a_refusal_is_one_document(
    evva: Path, memdesk_here: Callable[..., Ran], words: tuple[str, ...], code: int
) -> None:
    said = memdesk_here(*words)
    assert (said.code, said.out) == (code, b""), said.out
    told = memdesk_here(*words, "--json")
    assert (told.code, told.err) == (code, b"")
    assert told.json["status"] == "refused"
    assert told.json["message"] == said.sentence
    assert evva.exists()


def test_what_the_system_refuses_is_one_document_too(evva: Path) -> None:
    (evva / "USER_PROFILE.md").unlink()
    (evva / "USER_PROFILE.md").mkdir()
    told = memdesk("show", evva / "USER_PROFILE.md", "--json")
    assert told.code != 0
    assert told.json["status"] == "refused"
    assert told.err == b""
