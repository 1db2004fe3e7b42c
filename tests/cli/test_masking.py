"""What a command says to people shows of a secret only its begin; `--json` and `show` give it as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.services.reasons.reason import quoted
from tests.cli.conftest import Ran

TOKEN = "ghp_" + "a1B2c3D4" * 5
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nAq7abcdefghijkl\n-----END RSA PRIVATE KEY-----"
Here = Callable[..., Ran]


@pytest.fixture
def profile(evva: Path) -> Path:
    file = evva / "USER_PROFILE.md"
    file.write_text(
        f"## Preferences\nThe deploy token is {TOKEN}, superseded by the new one.\n\n"
        f"## Working style\nTests first.\n\n## Recurring topics\nDeploys go by {TOKEN} on Fridays.\n"
    )
    return file


def told(ran: Ran) -> str:
    assert TOKEN.encode() not in ran.out + ran.err
    return (ran.out + ran.err).decode()


@pytest.mark.parametrize(
    "words", [("search", "deploy"), ("prune", "evva"), ("tree", "evva"), ("duplicates",)]
)
def test_a_list_shows_the_begin_of_a_secret(
    profile: Path, memdesk_here: Here, words: tuple[str, ...]
) -> None:
    assert "ghp_" in told(memdesk_here(*words)) or words[0] in ("duplicates", "tree")
    assert profile.exists()


def test_a_quoted_text_is_masked_before_it_is_cut() -> None:
    assert (
        quoted(f"Deploys go by the token {TOKEN} on Fridays.") == f"“Deploys go by the token ghp_{'•' * 32}…”"
    )


def test_the_inbox_shows_the_begin_of_what_came(profile: Path, memdesk_here: Here) -> None:
    memdesk_here("inbox")
    text = profile.read_text()
    profile.write_text(text.replace("Tests first.\n", f"Agent wrote {TOKEN} today.\n{KEY}\n"))
    listed = told(memdesk_here("inbox"))
    assert "Agent wrote ghp_•" in listed
    assert "MIIE" not in listed
    assert "Aq7abc" not in listed
    (one,) = memdesk_here("inbox", "--json").json["changes"]
    assert TOKEN in one["after"]
    told(memdesk_here("inbox", "forget", one["key"]))


def test_a_note_that_is_there_already_is_named_and_not_quoted(evva: Path, memdesk_here: Here) -> None:
    words = f"Agent wrote {TOKEN} today"
    assert memdesk_here("note", words, "--agent", "evva", "--scope", "you").code == 0
    again = memdesk_here("note", words, "--agent", "evva", "--scope", "you")
    assert "is there already, in " in told(again)
    third = memdesk_here("note", words, "--agent", "evva", "--scope", "you", "--json").json
    assert not any(TOKEN in warning for warning in third["warnings"])
    assert TOKEN in third["alike"]["text"]
    assert third["alike"]["path"] == str(evva / "USER_PROFILE.md")
    assert third["alike"]["key"]


def test_a_title_that_ends_amid_a_secret_shows_none_of_it(
    sample: Callable[[str], Path], memdesk_here: Here
) -> None:
    root = sample("ub")
    memory = next(iter(sorted(root.rglob("memory.md"))))
    memdesk_here("inbox", "--root", str(root))
    memory.write_text(memory.read_text().rstrip("\n") + f"\n- {'word ' * 37}{TOKEN}\n")
    listed = told(memdesk_here("inbox", "--root", str(root)))
    assert "word word" in listed
    assert TOKEN[8:14] not in listed
