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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("search", "a", "--limit", "-1"), "Argument --limit: “-1” is below 0"),
        (("search", "a", "--limit", "x"), "Argument --limit: “x” is no whole number of at most 18 digits"),
        (("history", "--limit", "9" * 19), "is no whole number of at most 18 digits"),
        (("restore", "d", "--version", "abc"), "Argument --version: “abc” is no whole number"),
        (("preview", "evva", "--budget", "1.5"), "Argument --budget: “1.5” is no whole number"),
        (("preview", "ub", "--budget", "-5"), "Argument --budget: “-5” is below 0"),
        (
            ("remove", "d", "--entry", "k", "--occurrence", "²"),
            "Argument --occurrence: “²” is no whole number",
        ),
    ],
)
def test_a_number_that_is_none_is_said_to_be_none(
    memdesk_here: Callable[..., Ran], words: tuple[str, ...], said: str
) -> None:
    ran = memdesk_here(*words)
    assert ran.code == 2
    assert said in ran.sentence


def test_a_number_as_large_as_can_be_said_is_taken(evva: Path, memdesk_here: Callable[..., Ran]) -> None:
    profile = str(evva / "USER_PROFILE.md")
    for words in (("search", "a", "--limit"), ("restore", profile, "--version")):
        assert memdesk_here(*words, "9" * 18).code in (0, 1)


def test_what_the_system_refuses_is_one_document_too(evva: Path) -> None:
    (evva / "USER_PROFILE.md").unlink()
    (evva / "USER_PROFILE.md").mkdir()
    told = memdesk("show", evva / "USER_PROFILE.md", "--json")
    assert told.code != 0
    assert told.json["status"] == "refused"
    assert told.err == b""
