"""`add`, `remove` and `set --entry`: one thing more, less or otherwise, in the grammar of each agent."""

from __future__ import annotations

import difflib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from memdesk.cli.nodes import find_node
from memdesk.errors import NotFound, UsageError
from memdesk.layouts.documents import Document, DocumentKind, Scope, ScopeKind
from memdesk.layouts.ub.outline import memory_outline
from tests.cli.conftest import MEMORY, PROFILE, Ran, memdesk, versions_of
from tests.patience import PATIENCE_S

Sample = Callable[[str], Path]
Run = Callable[..., Ran]

UB = (
    b"## decision\n\n- Use SQLite *(2026-05-02T10:00:00Z)*\n- Ship weekly *(2026-05-01T10:00:00Z)*\n\n"
    b"## general\n\n- Ship weekly *(2026-05-01T10:00:00Z)*\n- Ship weekly *(2026-05-01T09:00:00Z)*\n\n"
)
FACT = b"---\nname: ports\ndescription: Which ports\nmetadata:\n  type: project\n---\n\nThe API is on 8080.\n"


@pytest.fixture
def ub(home: Path) -> Path:
    """The memory file of one workspace of ub's."""
    path = home / ".local/state/ub/memory/0123456789abcdef/memory.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(UB)
    return path


@pytest.fixture
def store(home: Path) -> Path:
    """OK's store of facts of one project."""
    store = home / ".config/ok/projects/-srv-api/memory"
    store.mkdir(parents=True)
    (store / "ports.md").write_bytes(FACT)
    (store / "MEMORY.md").write_bytes(b"# Memory\n\nMine.\n\n- [ports](ports.md) \xe2\x80\x94 Which ports\n")
    return store


UB_DOC = "ub:0123456789abcdef/memory.md"
INDEX = "ok:projects/-srv-api/memory/MEMORY.md"


def lines_changed(before: bytes, after: bytes) -> list[bytes]:
    """The lines that went, as `-...`, and those that came, as `+...`."""
    told = difflib.diff_bytes(
        difflib.unified_diff, before.splitlines(keepends=True), after.splitlines(keepends=True), n=0
    )
    return [line for line in list(told)[2:] if not line.startswith(b"@@")]


# add


def test_an_entry_of_ub_s_gets_its_place_and_its_stamp(ub: Path) -> None:
    told = memdesk("add", UB_DOC, "Deploy on\nTuesdays", "--type", "decision", "--json").json
    assert (told["status"], told["key"]) == ("saved", "[decision] Deploy on Tuesdays")
    [line] = lines_changed(UB, ub.read_bytes())
    assert line.startswith(b"+- Deploy on Tuesdays *(2")
    assert ub.read_bytes().startswith(b"## decision\n\n- Deploy on Tuesdays *(")
    assert memdesk("survive", UB_DOC).code == 0
    assert memdesk("show", UB_DOC, "--entry", told["key"]).out == b"Deploy on Tuesdays"


def test_what_ub_would_take_for_the_same_is_named(ub: Path) -> None:
    told = memdesk("add", UB_DOC, "Use SQLite everywhere", "--type", "decision", "--json").json
    [warning] = told["warnings"]
    assert "ub would overwrite “Use SQLite”" in warning
    assert b"- Use SQLite *(2026-05-02T10:00:00Z)*" in ub.read_bytes(), "ours adds, it never overwrites"
    assert memdesk("add", UB_DOC, "Use SQLite for tests", "--type", "decision").err.count(b"\n") == 2


def test_a_fact_of_ok_s_comes_with_its_line(store: Path) -> None:
    index = (store / "MEMORY.md").read_bytes()
    words = ("--name", "Rate limits", "--description", "How many requests", "--type", "reference")
    told = memdesk("add", INDEX, *words, "--json", body=b"100 a minute.\r\n").json
    assert (told["status"], told["key"]) == ("saved", "rate-limits")
    header = b"---\nname: rate-limits\ndescription: How many requests\nmetadata:\n  type: reference\n---\n\n"
    assert (store / "rate-limits.md").read_bytes() == header + b"100 a minute.\n"
    line = "+- [rate-limits](rate-limits.md) — How many requests\n".encode()
    assert lines_changed(index, (store / "MEMORY.md").read_bytes()) == [line]


def test_a_fact_without_a_name_is_called_by_what_it_says(store: Path) -> None:
    told = memdesk("add", INDEX, "- Logs rotate daily\n\nat 02:00", "--json").json
    assert told["key"] == "logs-rotate-daily"
    assert b"description: Logs rotate daily\n" in (store / "logs-rotate-daily.md").read_bytes()


def test_a_fact_that_is_there_is_not_written_over(store: Path) -> None:
    (store / "lone.md").write_bytes(FACT)
    for name in ("ports", "lone"):
        ran = memdesk("add", INDEX, "New text.", "--name", name)
        assert ran.code == 3
        assert f"already a fact “{name}”" in ran.sentence
        assert (store / f"{name}.md").read_bytes() == FACT


def test_an_item_more_in_a_section_keeps_the_line_ends(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    before = PROFILE.replace(b"Tests first.", b"Tests first.\n* small steps").replace(b"\n", b"\r\n")
    path.write_bytes(before)
    told = memdesk(
        "add", "evva:USER_PROFILE.md", "-", "--section", "Working style", "--json", body=b"one\ntwo"
    )
    assert (told.json["status"], told.json["key"]) == ("saved", "Working style")
    assert lines_changed(before, path.read_bytes()) == [b"+* one\r\n", b"+  two\r\n"]
    assert memdesk("add", "evva:USER_PROFILE.md", "three", "--section", "Preferences").code == 0
    assert b"Short answers.\r\n- three\r\n" in path.read_bytes()


def test_headings_that_come_along_are_not_what_was_added(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    path.write_bytes(b"## Preferences\nTabs\n")
    told = memdesk("add", "evva:USER_PROFILE.md", "Use zsh", "--section", "Preferences", "--json").json
    assert told["key"] == "Preferences"
    assert b"- Use zsh\n\n## Working style\n" in path.read_bytes()
    assert memdesk("show", "evva:USER_PROFILE.md", "--section", told["key"]).out.endswith(b"- Use zsh")


def test_a_document_is_made_by_what_is_added_first(evva: Path) -> None:
    (evva / "USER_PROFILE.md").unlink()
    assert memdesk("add", "evva:USER_PROFILE.md", "Tests first.", "--section", "Working style").code == 0
    made = b"## Preferences\n\n## Working style\nTests first.\n\n## Recurring topics\n"
    assert (evva / "USER_PROFILE.md").read_bytes() == made


@pytest.mark.parametrize(
    "words",
    [
        ("x y", "--section", "Preferences"),
        ("--section", "Preferences", "x y"),
        ("--section", "Preferences", "--json", "x y"),
        ("--section", "Preferences", "--", "x y"),
        ("--section", "Preferences", "-"),
        ("--section", "Preferences"),
    ],
)
def test_the_text_stands_before_or_behind_the_options(evva: Path, words: tuple[str, ...]) -> None:
    assert memdesk("add", "evva:USER_PROFILE.md", *words, body=b"x y").code == 0
    assert b"Short answers.\n- x y\n" in (evva / "USER_PROFILE.md").read_bytes()


def test_a_text_that_begins_with_a_dash(evva: Path) -> None:
    path, words = evva / "USER_PROFILE.md", ("add", "evva:USER_PROFILE.md", "--section", "Preferences")
    for number, text in enumerate((("- a b",), ("--", "-x"))):
        assert memdesk(*words, *text).code == 0, number
    assert b"Short answers.\n- a b\n- -x\n" in path.read_bytes()
    for unknown in (("-x",), ("y", "--bogus"), ("y", "z")):
        ran = memdesk(*words, *unknown)
        assert ran.code == 2
        assert "nrecognized arguments" in ran.sentence
    assert memdesk("set", "evva:USER_PROFILE.md", "--section", "Preferences", "--occurrence", "-1").code == 2


def test_a_section_more_where_the_format_is_open(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes(b"## A\nx\n")
    told = memdesk("--root", tmp_path, "add", path, "y", "--section", "B", "--json").json
    assert told["key"] == "B"
    assert path.read_bytes() == b"## A\nx\n\n## B\ny\n"


def test_an_entry_of_everos_s_gets_the_next_number(sample: Sample) -> None:
    root = sample("everos")
    path = root / "default_app/default_project/users/nora/episodes/episode-2026-05-12.md"
    before = path.read_bytes()
    told = memdesk("--root", root, "add", path, "They met.", "--name", "A meeting", "--json").json
    assert (told["status"], told["key"]) == ("saved", "ep_20260512_00000003")
    changed = lines_changed(before, path.read_bytes())
    assert [line for line in changed if line.startswith(b"-")] == [
        b"-entry_count: 2\n",
        b"-last_appended_at: '2026-05-12T07:20:41.120394+00:00'\n",
    ]
    assert b"+### Subject\n" in changed
    assert b"+A meeting\n" in changed
    assert memdesk("--root", root, "survive", path).code == 0


def test_a_log_of_a_day_without_one_is_made(sample: Sample) -> None:
    root = sample("everos")
    [tree] = memdesk("--root", root, "tree", root, "--json").json
    absent = next(document for document in tree["documents"] if not document["exists"])
    told = memdesk("--root", root, "add", absent["address"], "A new day.", "--json").json
    assert told["status"] == "saved"
    assert told["key"].endswith("_00000001")
    assert memdesk("--root", root, "show", absent["path"], "--entry", told["key"]).out == b"A new day."


def test_lines_more_in_a_record(sample: Sample) -> None:
    root = sample("foresthub")
    path = root / "5e0f9a31.json"
    before = json.loads(path.read_bytes())
    assert memdesk("--root", root, "add", path, "- 2026-03-13: \u201edry\u201c").code == 0
    after = json.loads(path.read_bytes())
    assert after["content"] == before["content"] + "- 2026-03-13: \u201edry\u201c\n"
    assert {**after, "content": ""} == {**before, "content": ""}


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("evva:USER_PROFILE.md", "x", "--section", "Secrets"), 3, "evva fills only its own headings"),
        (("evva:USER_PROFILE.md", "x"), 3, "say to which one the text goes: Preferences"),
        (("evva:USER_PROFILE.md", "x", "--section", "Preferences", "--type", "t"), 3, "keeps no type"),
        (("evva:USER_PROFILE.md", " \n", "--section", "Preferences"), 3, "no text to add"),
        (("evva:NOTHING.md", "x", "--section", "Preferences"), 1, "has no document NOTHING.md"),
        ((UB_DOC, "x", "--type", "secret"), 3, "none of ub’s categories"),
        ((UB_DOC, "x", "--type", "debug", "--section", "general"), 3, "one category"),
        ((UB_DOC, "x", "--name", "n"), 3, "keeps no name"),
        ((INDEX, "x", "--type", "secret"), 3, "knows the types user"),
        ((INDEX, "x", "--section", "s"), 3, "keeps no section"),
        ((INDEX, "x", "--name", "///"), 3, "cannot make a file name"),
    ],
)
def test_what_cannot_be_added(
    memdesk_here: Run, evva: Path, ub: Path, store: Path, words: tuple[str, ...], code: int, sentence: str
) -> None:
    before = sorted(store.iterdir())
    ran = memdesk_here("add", *words)
    assert (ran.code, ran.out) == (code, b"")
    assert sentence in ran.sentence
    told = memdesk_here("add", *words, "--json")
    assert (told.code, told.json["status"]) == (code, "refused")
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE
    assert ub.read_bytes() == UB
    assert sorted(store.iterdir()) == before


# remove


def test_entries_go_and_nothing_else(ub: Path) -> None:
    told = memdesk(
        "remove", UB_DOC, "--entry", "[decision] Use SQLite", "[decision] Ship weekly", "--json"
    ).json
    assert told["status"] == "saved"
    changed = lines_changed(UB, ub.read_bytes())
    assert changed == [
        b"-- Use SQLite *(2026-05-02T10:00:00Z)*\n",
        b"-- Ship weekly *(2026-05-01T10:00:00Z)*\n",
    ]


def test_one_of_several_with_the_same_key(ub: Path) -> None:
    key = "[general] Ship weekly"
    ran = memdesk("remove", UB_DOC, "--entry", key)
    assert ran.code == 2
    assert "stands 2 times" in ran.sentence
    assert "--occurrence, 0 to 1" in ran.sentence
    assert memdesk("remove", UB_DOC, "--entry", key, "Use SQLite", "--occurrence", "1").code == 2
    assert memdesk("remove", UB_DOC, "--entry", key, "--occurrence", "2").code == 1
    assert ub.read_bytes() == UB
    assert memdesk("remove", UB_DOC, "--entry", key, "--occurrence", "1").code == 0
    assert lines_changed(UB, ub.read_bytes()) == [b"-- Ship weekly *(2026-05-01T09:00:00Z)*\n"]


def test_all_or_none_goes(ub: Path) -> None:
    ran = memdesk("remove", UB_DOC, "--entry", "[decision] Use SQLite", "[decision] Nothing")
    assert ran.code == 1
    assert "no entry “[decision] Nothing”" in ran.sentence
    assert ub.read_bytes() == UB


@pytest.mark.parametrize("document", [INDEX, "ok:projects/-srv-api/memory/ports.md"])
def test_a_fact_goes_with_its_line_by_whichever_it_is_named(store: Path, document: str) -> None:
    ran = memdesk("remove", document, "--entry", "ports")
    assert ran.code == 0
    assert "Removed" in ran.sentence
    assert "history" in ran.sentence
    assert not (store / "ports.md").exists()
    assert (store / "MEMORY.md").read_bytes() == b"# Memory\n\nMine.\n\n"
    assert FACT in versions_of(store / "ports.md")


def test_of_several_facts_each_is_told(store: Path) -> None:
    assert memdesk("add", INDEX, "Daily.", "--name", "logs").code == 0
    ran = memdesk("remove", INDEX, "--entry", "ports", "logs")
    assert ran.code == 0
    assert str(store / "ports.md") in ran.sentence
    assert str(store / "logs.md") in ran.sentence
    assert [path.name for path in store.iterdir()] == ["MEMORY.md"]


def test_a_line_without_a_fact_goes_alone(store: Path) -> None:
    (store / "ports.md").unlink()
    assert memdesk("remove", INDEX, "--entry", "ports").code == 0
    assert (store / "MEMORY.md").read_bytes() == b"# Memory\n\nMine.\n\n"


def test_a_dry_run_of_a_removal_says_what_the_removal_would(store: Path) -> None:
    with (store / "MEMORY.md").open("a") as index:
        index.write("Look at the [ports](ports.md) before a deploy.\n")
    words = ("remove", "ok:projects/-srv-api/memory/ports.md", "--entry", "ports", "--json")
    before = {path: path.read_bytes() for path in store.iterdir()}
    dry = memdesk(*words, "--dry-run")
    assert (dry.code, dry.json["status"], dry.json["dry_run"]) == (0, "unchanged", True)
    assert set(dry.json["paths"]) == {str(store / "ports.md"), str(store / "MEMORY.md")}
    assert {path: path.read_bytes() for path in store.iterdir()} == before
    assert dry.json["warnings"]
    assert memdesk(*words).json["warnings"] == dry.json["warnings"]


def test_a_dry_run_of_a_removal_from_one_file_writes_nothing(ub: Path) -> None:
    ran = memdesk("remove", UB_DOC, "--entry", "[decision] Use SQLite", "--dry-run")
    assert (ran.code, ran.sentence) == (0, f"Nothing was written: {ub} would change.")
    assert ub.read_bytes() == UB
    assert memdesk("remove", UB_DOC, "--entry", "[decision] Nothing", "--dry-run").code == 1


def test_a_dry_run_refuses_what_the_removal_would(ub: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    ub.rename(outside)
    ub.symlink_to(outside)
    words = ("remove", UB_DOC, "--entry", "[decision] Use SQLite")
    for more in (("--dry-run",), ()):
        ran = memdesk(*words, *more)
        assert (ran.code, f"leads to {outside}, outside every" in ran.sentence) == (3, True)
    assert outside.read_bytes() == UB


def test_what_an_agent_keeps_cannot_go(evva: Path, sample: Sample) -> None:
    for document, key in (
        ("evva:USER_PROFILE.md", "Preferences"),
        (sample("foresthub") / "5e0f9a31.json", "id"),
    ):
        root = Path(document).parent if isinstance(document, Path) else evva
        assert memdesk("--root", root, "remove", document, "--entry", key).code == 3
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE


# set --entry


def test_an_entry_is_set_and_keeps_its_time(ub: Path) -> None:
    assert memdesk("set", UB_DOC, "--entry", "[decision] Use SQLite", "--body", "Use Postgres").code == 0
    assert ub.read_bytes() == UB.replace(b"Use SQLite", b"Use Postgres")


def test_keys_are_stable_across_changes_of_other_entries(ub: Path) -> None:
    def keys() -> set[str]:
        [root] = memdesk("tree", "ub", "--json").json
        nodes = root["documents"][-1]["nodes"]
        return {child["key"] for node in nodes for child in node["children"] if child["kind"] == "entry"}

    before = keys()
    assert memdesk("remove", UB_DOC, "--entry", "[decision] Use SQLite").code == 0
    assert memdesk("add", UB_DOC, "New", "--type", "decision").code == 0
    assert keys() == before - {"[decision] Use SQLite"} | {"[decision] New"}
    assert memdesk("set", UB_DOC, "--entry", "[decision] Ship weekly", "--body", "Ship daily").code == 0


def test_a_fact_is_set_by_its_name_and_by_its_fields(store: Path) -> None:
    path = store / "ports.md"
    assert memdesk("show", path, "--entry", "ports").out == b"The API is on 8080."
    assert memdesk("set", path, "--entry", "ports", body=b"The API is on 9090.\n").code == 0
    assert path.read_bytes() == FACT.replace(b"8080", b"9090")
    assert memdesk("set", path, "--entry", "metadata.type", "--body", "feedback").code == 0
    assert path.read_bytes() == FACT.replace(b"8080", b"9090").replace(b"project", b"feedback")
    ran = memdesk("set", path, "--entry", "description", "--body", "What listens where", "--json")
    assert (ran.code, ran.json["status"]) == (0, "saved")
    assert b"\xe2\x80\x94 What listens where\n" in (store / "MEMORY.md").read_bytes(), (
        "its line says the same"
    )


def test_one_of_section_and_entry_is_asked_for(evva: Path) -> None:
    for words in ((), ("--section", "Preferences", "--entry", "Preferences")):
        ran = memdesk("set", "evva:USER_PROFILE.md", *words, "--body", "x")
        assert ran.code == 2
        assert ran.sentence


def test_a_title_names_an_entry_where_it_is_the_only_one() -> None:
    document = Document("/m.md", "/", "m.md", Scope(ScopeKind.LOCAL, "", ""), DocumentKind.LIST)
    outline = memory_outline(UB.decode())
    assert find_node(outline, document, "Use SQLite").key == "[decision] Use SQLite"
    with pytest.raises(UsageError, match="several entries"):
        find_node(outline, document, "Ship weekly")
    with pytest.raises(NotFound, match="no entry “Fly”"):
        find_node(outline, document, "Fly")


def test_a_document_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    path = tmp_path / "notes.md"
    path.write_bytes(b"## A\nx\n")
    for words in (("add", path, "y", "--section", "A"), ("remove", path, "--entry", "A")):
        ran = memdesk(*words)
        assert ran.code == 3
        assert "--root" in ran.sentence
    assert memdesk("remove", tmp_path / "none.md", "--entry", "A").code == 1
    assert path.read_bytes() == b"## A\nx\n"


def test_what_is_no_text_is_not_changed(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    for data, what in ((b"\xff\xfe#\0 \0A\0", "UTF-16"), (b"\0" * 50, "binary")):
        path.write_bytes(data)
        for words in (
            ("add", path, "y", "--section", "Preferences"),
            ("set", path, "--section", "Preferences"),
        ):
            ran = memdesk(*words, body=b"y")
            assert ran.code == 3
            assert what in ran.sentence
            assert str(path) in ran.sentence
        assert path.read_bytes() == data


def test_a_document_outside_the_agent_s_folder_is_named_by_its_file(ub: Path, home: Path) -> None:
    instructions = home / ".config/ub/instructions.md"
    instructions.parent.mkdir(parents=True)
    instructions.write_bytes(b"Be short.\n")
    assert memdesk("show", "ub:instructions.md").out == b"Be short.\n"
    assert memdesk("add", "ub:instructions.md", "Be kind", "--type", "preference").code == 0
    assert instructions.read_bytes().endswith(b"Z\n\n- [preference] Be kind\n")


# With others


def test_what_is_added_is_in_the_next_preview(ub: Path, store: Path, evva: Path) -> None:
    assert memdesk("add", UB_DOC, "Deploy on Tuesdays", "--type", "project").code == 0
    assert b"- Deploy on Tuesdays *(" in memdesk("preview", "ub").out
    assert memdesk("add", INDEX, "Daily.", "--name", "logs", "--description", "When logs rotate").code == 0
    shown = memdesk("preview", "ok", "--context=-srv-api").out
    assert "- [logs](logs.md) — When logs rotate\n".encode() in shown
    path = evva / "projects" / "-srv-api" / "MEMORY.md"
    assert memdesk("set", path, "--section", "Decisions", "--body", "Use Postgres.").code == 0
    assert "## Decisions — Use Postgres.".encode() in memdesk("preview", "evva", "--context", "/srv/api").out
    assert path.read_bytes() == MEMORY.replace(b"Use SQLite.", b"Use Postgres.")


AGENT = """
import sys, time
from pathlib import Path

path, stop = Path(sys.argv[1]), Path(sys.argv[2])
number = 0
while not stop.exists():
    number += 1
    head, mark, tail = path.read_bytes().partition(b"## general\\n\\n")
    path.write_bytes(head + mark + b"- learned %d *(2026-06-01T10:00:00Z)*\\n" % number + tail)
    time.sleep(0.03)
"""


def test_entries_added_beside_a_busy_agent_are_all_there(
    ub: Path, tmp_path: Path, memdesk_here: Callable[..., Ran]
) -> None:
    agent = subprocess.Popen([sys.executable, "-c", AGENT, ub, tmp_path / "stop"])
    codes = []
    try:
        while b"- learned " not in ub.read_bytes():
            assert agent.poll() is None, "the agent does not write"
            time.sleep(0.01)
        for number in range(8):
            codes.append(memdesk_here("add", UB_DOC, f"decided {number}", "--type", "decision").code)
            time.sleep(0.01)
    finally:
        (tmp_path / "stop").touch()
        agent.wait(PATIENCE_S)
    # Where the agent leaves no moment to read in, as on a busy machine, that is said, and nothing is written.
    assert set(codes) <= {0, 4, 5}
    assert codes.count(0) > 5
    # The agent writes whole files in place, so what it read before a save may be over it: then the history has it.
    kept = ub.read_bytes() + b"".join(versions_of(ub))
    for number, code in enumerate(codes):
        assert code or b"- decided %d *(" % number in kept
    assert b"- Use SQLite *(2026-05-02T10:00:00Z)*\n" in ub.read_bytes()


def test_what_grows_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_bytes(b"Hello.\n")
    words = ("--root", tmp_path, "add", tmp_path / "notes.md", "More.", "--json")
    told = memdesk(*words).json
    assert memdesk("show", tmp_path / "notes.md", "--entry", told["key"]).out.startswith(b"Hello.")


def test_a_refusal_is_one_line_whatever_the_file_is_called(store: Path) -> None:
    path = store / "two\nlines\x1b[2J.md"
    path.write_bytes(FACT)
    ran = memdesk("add", path, "  ")
    assert ran.code == 3
    assert r"two\nlines\x1b[2J.md" in ran.sentence


def test_numbered_entries_that_are_added_at_once_are_all_there(sample: Sample) -> None:
    root = sample("everos")
    log = root / "default_app/default_project/users/nora/episodes/episode-2026-05-12.md"
    before = log.read_bytes().count(b"<!-- entry:")
    command = [sys.executable, "-m", "memdesk.cli", "--root", str(root), "add", str(log)]
    running = [subprocess.Popen([*command, f"At once {number}"]) for number in range(6)]
    assert [process.wait(PATIENCE_S) for process in running] == [0] * 6
    data = log.read_bytes()
    assert data.count(b"<!-- entry:") == before + 6
    assert all(data.count(b"At once %d\n" % number) == 1 for number in range(6))
