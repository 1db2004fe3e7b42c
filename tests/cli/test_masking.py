"""What a command says shows of a secret only its begin; `show`, `preview` and the texts of JSON give it as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.services.prune.reasons.reason import quoted
from memdesk.text.masking import MASK
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


@pytest.mark.parametrize("line", ["MIIEpAIBAAKCAQEA", "Aq7abcdefghijkl"])
def test_a_line_of_a_private_key_is_found_and_not_shown(profile: Path, memdesk_here: Here, line: str) -> None:
    profile.write_text(f"## Preferences\nThe host has this:\n{KEY}\n")
    listed = memdesk_here("search", line)
    number = 3 + KEY.splitlines().index(line)
    assert listed.out.decode() == f"{profile}:{number}: {MASK * len(line)}\n"
    (hit,) = memdesk_here("search", line, "--json").json["hits"]
    assert hit["text"] == line, "JSON is exact"


def test_a_secret_that_ends_far_away_is_masked_in_the_tree(profile: Path, memdesk_here: Here) -> None:
    profile.write_text(f"## Preferences\n{' ' * 280}{TOKEN} is the token.\n")
    listed = told(memdesk_here("tree", "evva"))
    assert TOKEN[4:12] not in listed


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


HEADING = f"token {TOKEN}"
MISSING = f"nothing {TOKEN}"


@pytest.fixture
def ub(sample: Callable[[str], Path]) -> Path:
    """A memory file of ub whose first entry holds a secret."""
    memory = next(iter(sorted(sample("ub").rglob("memory.md"))))
    memory.write_text(f"## project\n\n- the deploy key of ci is {TOKEN} *(2026-11-20T10:00:00Z)*\n\n")
    return memory


def of_ub(ub: Path) -> tuple[str, str]:
    root = next(folder for folder in ub.parents if folder.name == "memory")
    return "--root", str(root)


@pytest.mark.parametrize("more", [(), ("--fix",), ("--json",), ("--sarif",), ("--fix", "--json")])
def test_problems_are_told_without_secrets(profile: Path, memdesk_here: Here, more: tuple[str, ...]) -> None:
    profile.write_text(profile.read_text() + f"\n## {HEADING}\nx\n")
    assert "No tool of evva can update “token ghp_•" in told(memdesk_here("check", *more))


@pytest.mark.parametrize("is_json", [False, True])
@pytest.mark.parametrize("verb", ["set", "remove", "show"])
def test_what_is_not_found_is_named_without_secrets(
    profile: Path, memdesk_here: Here, verb: str, *, is_json: bool
) -> None:
    more = (("--body", "x") if verb == "set" else ()) + (("--json",) if is_json else ())
    said = told(memdesk_here(verb, str(profile), "--entry", MISSING, *more))
    assert "has no entry “nothing ghp_•" in said


def test_what_cannot_be_understood_is_told_without_secrets(profile: Path, memdesk_here: Here) -> None:
    assert "Unrecognized arguments: token ghp_•" in told(memdesk_here("roots", HEADING))
    assert "Nothing in the inbox is called “ghp_•" in told(memdesk_here("inbox", "keep", TOKEN))
    assert profile.exists()


@pytest.mark.parametrize("is_json", [False, True])
def test_what_a_new_entry_overwrites_is_told_without_secrets(
    ub: Path, memdesk_here: Here, *, is_json: bool
) -> None:
    words = (str(ub), f"the deploy key of ci is {TOKEN} now", "--section", "project", *of_ub(ub))
    ran = memdesk_here("add", *words, *(("--json",) if is_json else ()))
    said = " ".join(ran.json["warnings"]) if is_json else told(ran)
    assert "ub would overwrite “the deploy key of ci is ghp_•" in said
    assert TOKEN not in said
    assert f"{TOKEN} now" in ub.read_text()


def test_a_move_is_shown_without_secrets_and_made_with_them(ub: Path, evva: Path, memdesk_here: Here) -> None:
    key = f"[project] the deploy key of ci is {TOKEN}"
    to = ("--to", str(evva / "USER_PROFILE.md"), "--section", "Preferences", *of_ub(ub))
    words = ("move", str(ub), "--entry", key, *to)
    assert "ghp_•" in told(memdesk_here(*words, "--dry-run"))
    assert TOKEN in memdesk_here(*words, "--dry-run", "--json").json["text"]
    told(memdesk_here(*words))
    assert TOKEN in (evva / "USER_PROFILE.md").read_text()


def test_a_difference_shows_no_line_of_a_key(profile: Path, memdesk_here: Here) -> None:
    before = f"## Preferences\n- one\n{KEY}\n- two\n"
    for text in (before, before.replace("Aq7", "Bq7").replace("two", "three"), "## Preferences\n- one\n"):
        profile.write_text(text)
        memdesk_here("inbox")
    numbers = [str(one["id"]) for one in memdesk_here("history", str(profile), "--json").json["versions"]]
    newest, middle, first = numbers[:3]
    for one, other, lines in ((first, middle, ["-- two", "+- three"]), (middle, newest, ["-- three"])):
        shown = told(memdesk_here("history", str(profile), "--diff", one, other))
        assert [
            line for line in shown.split("\n") if line[:2] in ("--", "+-") and "-" * 3 not in line
        ] == lines
        assert "q7abc" not in shown
        assert "•" in shown
    exact = memdesk_here("history", str(profile), "--diff", first, middle, "--json").json["diff"]
    assert "-Aq7abc" in exact


def test_texts_and_what_an_agent_wrote_stay_exact(
    profile: Path, memdesk_here: Here, sample: Callable[[str], Path]
) -> None:
    assert TOKEN.encode() in memdesk_here("show", str(profile)).out
    assert TOKEN.encode() in memdesk_here("preview", "evva").out
    assert TOKEN in memdesk_here("preview", "evva", "--json").json["text"]
    fact = next(iter(sorted(sample("ok").rglob("memory/*.md"))))
    fact.write_text(f"---\nname: x\ndescription: d\nwhy: the token {TOKEN}\n---\n\nx\n")
    (root,) = memdesk_here("tree", str(fact.parent.parent), "--json").json
    (document,) = (one for one in root["documents"] if one["path"] == str(fact))
    assert TOKEN in str(document["nodes"])


LISTED = [f"MIIEpAIB{number:02}" + "bXyZ09+/ab" * 5 + "Aq7a" for number in range(4)]
ENDS = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
NO_KEY = LISTED[0][8:24].encode()


def key_in_entries(ub: Path, *lines: str, stamp: str = "2020-01-02T10:00:00Z") -> None:
    """Write a key as people paste it into a list: each of its lines has become an entry."""
    entries = "".join(f"- {line} *({stamp})*\n" for line in (ENDS[0], *lines, ENDS[1]))
    ub.write_text(f"## project\n\n- Deploys go by this key. *({stamp})*\n{entries}\n")


@pytest.mark.parametrize("verb", ["tree", "prune", "duplicates", "check", "survive"])
@pytest.mark.parametrize("is_json", [False, True])
def test_a_line_of_a_key_that_is_an_entry_is_not_shown(
    ub: Path, memdesk_here: Here, verb: str, *, is_json: bool
) -> None:
    key_in_entries(ub, *LISTED, LISTED[0])
    root = ("ub", *of_ub(ub)) if verb != "survive" else (str(ub), *of_ub(ub))
    ran = memdesk_here(verb, *root, *(("--json",) if is_json else ()))
    if not is_json:
        assert NO_KEY not in ran.out + ran.err
    for candidate in ran.json["candidates"] if is_json and verb == "prune" else ():
        assert all(NO_KEY.decode() not in reason["evidence"] for reason in candidate["reasons"])
    for loss in ran.json["losses"] if is_json and verb == "survive" else ():
        assert NO_KEY.decode() not in loss["message"] + loss["why"]
    for problem in ran.json["problems"] if is_json and verb == "check" else ():
        assert NO_KEY.decode() not in problem["message"] + problem["why"]


def test_a_line_of_a_key_that_came_as_an_entry_is_not_shown_in_the_inbox(
    ub: Path, memdesk_here: Here
) -> None:
    key_in_entries(ub, *LISTED[:3])
    memdesk_here("inbox", *of_ub(ub))
    key_in_entries(ub, *LISTED[:2], LISTED[3], stamp="2020-01-02T10:00:00Z")
    ran = memdesk_here("inbox", *of_ub(ub))
    assert NO_KEY not in ran.out + ran.err
    assert "•••" in ran.out.decode()
    changes = memdesk_here("inbox", "--json", *of_ub(ub)).json["changes"]
    found = [check["evidence"] for one in changes for check in one["checks"] if check["what"] == "secret"]
    assert found == ["a private key"] * sum(one["after"] is not None for one in changes)


def test_what_an_agent_would_lose_is_told_without_lines_of_a_key(
    ub: Path, profile: Path, memdesk_here: Here
) -> None:
    """A message names the heading that it is about, and here that is one of the lines."""
    ub.write_text(f"## project\n\n{ENDS[0]}\n## {LISTED[0]}\n- one *(2020-01-02T10:00:00Z)*\n{ENDS[1]}\n")
    profile.write_text(f"## Preferences\n{ENDS[0]}\n## {LISTED[0]}\n{LISTED[1]}\n{ENDS[1]}\n")
    for words in (
        ("survive", str(ub)),
        *(("check", agent, *more) for agent in ("ub", "evva") for more in ((), ("--json",), ("--sarif",))),
    ):
        ran = memdesk_here(*words, *of_ub(ub))
        assert ran.code == 1
        assert "•".encode() in ran.out
        assert NO_KEY not in ran.out + ran.err


def test_a_fix_that_holds_a_secret_is_in_no_sarif(sample: Callable[[str], Path], memdesk_here: Here) -> None:
    fact = next(iter(sorted(sample("ok").rglob("memory/*.md"))))
    new = fact.with_name("deploys-by-token.md")
    new.write_text(
        f"---\nname: deploys-by-token\ndescription: goes by {TOKEN} now\ntype: project\n---\n\nx\n"
    )
    told(
        memdesk_here(
            "check", "--sarif", "--root", str(next(p for p in fact.parents if p.name == "projects").parent)
        )
    )


def test_who_moves_notes_or_recalls_a_line_of_a_key_is_not_shown_it(ub: Path, memdesk_here: Here) -> None:
    key_in_entries(ub, *LISTED)
    other = ub.parent.with_name("fedcba9876543210") / ub.name
    other.parent.mkdir()
    other.write_text(ub.read_text())
    words = ("move", str(ub), "--entry", f"[project] {LISTED[1]}", "--to", str(other), *of_ub(ub))
    key_line = LISTED[1][8:24]
    for more in ((), ("--json",)):
        dry = memdesk_here(*words, "--dry-run", *more)
        assert "says the same there already" in (dry.json["warnings"][0] if more else told(dry))
        assert key_line not in (str(dry.json["warnings"]) if more else told(dry))
    beside = memdesk_here(*words[:3], "[project] Deploys go by this key.", *words[4:], "--dry-run")
    assert "•" not in told(beside)
    recalled = told(memdesk_here("recall", LISTED[1][:8], "--agent", "ub", *of_ub(ub)))
    assert "•" in recalled
    assert key_line not in recalled
    note = memdesk_here("note", LISTED[1], "--agent", "ub", *of_ub(ub))
    assert "The same is there already" in told(note)
    assert key_line not in told(note)


def test_what_was_removed_and_what_goes_next_show_no_line_of_a_key(ub: Path, memdesk_here: Here) -> None:
    key_in_entries(ub, *LISTED)
    memdesk_here("set", str(ub), "--entry", f"[project] {LISTED[1]}", "--body", "Another one.", *of_ub(ub))
    memdesk_here("restore", str(ub), "--version", "1", *of_ub(ub))
    key_in_entries(ub, *LISTED)
    gone = memdesk_here("remove", str(ub), "--entry", f"[project] {LISTED[1]}", *of_ub(ub))
    assert gone.code == 0
    listed = memdesk_here("history", "--removed", *of_ub(ub))
    assert "•" in listed.out.decode()
    assert LISTED[1][8:24].encode() not in listed.out + listed.err + gone.out + gone.err
    shown = memdesk_here("preview", str(ub.parent.parent), *of_ub(ub), "--budget", "600")
    assert b"Next to go: " in shown.err
    assert NO_KEY not in shown.err


def test_the_words_that_tell_two_entries_apart_are_no_password(ub: Path, memdesk_here: Here) -> None:
    """They are told in small letters, so that one of a secret is none to who looks for it."""
    said = "For the payments team the password is {} since spring on port {}"
    for one, other in (
        (("Xk39fjQ02mZp", 80), ("Zq71hhW88bNt", 80)),
        (("Xk39fjQ02mZp", 80), ("Xk39fjQ02mZp", 90)),
    ):
        ub.write_text(
            f"## project\n\n- {said.format(*one)} *(2025-01-02T10:00:00Z)*\n"
            f"- {said.format(*other)} *(2025-03-02T10:00:00Z)*\n"
        )
        for verb in ("duplicates", "prune"):
            ran = memdesk_here(verb, *of_ub(ub))
            assert ran.code == 1
            assert "payments" in ran.out.decode()
            assert not any(value in ran.out.lower() for value in (b"xk39fj", b"zq71hh"))
        for candidate in memdesk_here("prune", "--json", *of_ub(ub)).json["candidates"]:
            assert "39fj" not in str([reason["evidence"] for reason in candidate["reasons"]])
    assert "[80]" in memdesk_here("duplicates", *of_ub(ub)).out.decode()
