"""`roots`, `tree`, `show`, `preview` and `survive`, for people and for scripts."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from memdesk.cli import COMMANDS
from tests.cli.conftest import MEMORY, PROFILE, memdesk
from tests.services.notes_layout import snapshot


def test_roots_are_told_with_the_reason(evva: Path) -> None:
    ran = memdesk("roots", "--json")
    assert ran.code == 0
    found = [root for root in ran.json if root["found"]]
    assert [(root["agent"], root["path"]) for root in found] == [("evva", str(evva))]
    assert found[0]["documents"] == 2
    assert found[0]["why"]
    assert found[0]["title"]
    assert str(evva).encode() in memdesk("roots").out


def test_where_nothing_is_found_it_is_said_where_it_was_looked_for(home: Path) -> None:
    ran = memdesk("roots", "--json")
    assert ran.code == 1
    assert {"evva", "ok"} <= {root["agent"] for root in ran.json}
    assert not any(root["found"] for root in ran.json)
    assert str(home / ".evva").encode() in memdesk("roots").out


def test_a_tree_has_documents_and_their_nodes(evva: Path) -> None:
    ran = memdesk("tree", "--json")
    assert ran.code == 0
    [root] = ran.json
    assert (root["agent"], root["root"]) == ("evva", str(evva))
    documents = {document["path"]: document for document in root["documents"]}
    profile = documents[str(evva / "USER_PROFILE.md")]
    assert profile["scope"] == "you"
    assert profile["bytes"] == len(PROFILE)
    assert profile["modified"] == pytest.approx((evva / "USER_PROFILE.md").stat().st_mtime)
    assert profile["editable"] is True
    assert profile["why_not"] == ""
    assert profile["address"] == "evva:USER_PROFILE.md"
    nodes = profile["nodes"]
    assert [node["key"] for node in nodes] == ["Preferences", "Working style", "Recurring topics"]
    text = PROFILE.decode()
    assert "".join(text[node["start"] : node["end"]] for node in nodes) == text
    assert [node["body"] for node in nodes] == ["Short answers.", "Tests first.", "SQLite."]
    memory = documents[str(evva / "projects/-srv-api/MEMORY.md")]
    assert (memory["scope"], memory["project"]["key"]) == ("project", "-srv-api")


def test_one_root_is_named_by_agent_or_by_folder(evva: Path) -> None:
    whole = memdesk("tree", "--json").json
    assert memdesk("tree", "evva", "--json").json == whole
    assert memdesk("tree", evva, "--json").json == whole
    assert memdesk("--json", "tree", evva).json == whole
    human = memdesk("tree", evva)
    assert b"USER_PROFILE.md" in human.out
    assert b"Preferences" in human.out


def test_what_leads_outside_every_folder_is_said_to_be_read_only(evva: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside" / "outside.md"
    outside.parent.mkdir()
    outside.write_bytes(MEMORY)
    path = evva / "projects" / "-srv-api" / "MEMORY.md"
    path.unlink()
    path.symlink_to(outside)
    [root] = memdesk("tree", "--json").json
    told = {document["path"]: document for document in root["documents"]}[str(path)]
    why = f"It leads to {outside}, outside every open memory folder, so it is not written."
    assert (told["editable"], told["why_not"]) == (False, why)
    assert f"    {why}\n".encode() in memdesk("tree").out
    assert memdesk("set", path, "--section", "Decisions", "--body", "None.").code == 3
    [root] = memdesk("tree", "evva", "--root", outside.parent, "--json").json
    assert all(document["editable"] for document in root["documents"])


def test_what_only_a_named_folder_lists_is_said_to_be_read_only(evva: Path, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    other, linked = folder / "NOTES.md", folder / "PROFILE.md"
    other.write_bytes(MEMORY)
    linked.symlink_to(evva / "USER_PROFILE.md")
    [root] = memdesk("tree", folder, "--json").json
    told = {document["path"]: (document["editable"], document["why_not"]) for document in root["documents"]}
    why = f"{other} lies in no folder of a known agent, so it is only read; name its folder with --root to change it."
    assert told == {str(other): (False, why), str(linked): (True, "")}
    refused = memdesk("set", other, "--section", "Decisions", "--body", "None.")
    assert (refused.code, refused.sentence) == (3, why)
    assert memdesk("set", linked, "--section", "Preferences", "--body", "None.").code == 0
    assert "(1 document), name it with --root" in memdesk("tree", folder).sentence
    [root] = memdesk("tree", folder, "--root", folder, "--json").json
    assert all(document["editable"] for document in root["documents"])


def test_positions_are_given_in_characters_and_in_bytes(evva: Path) -> None:
    data = "## Preferences\nschön \U0001f600\n## Working style\n".encode() + b"\xff\n## Recurring topics\n"
    (evva / "USER_PROFILE.md").write_bytes(data)
    [root] = memdesk("tree", "--json").json
    nodes = next(d["nodes"] for d in root["documents"] if d["title"].endswith("USER_PROFILE.md"))
    text = data.decode("utf-8", "surrogateescape")
    for node in nodes:
        cut = data[node["start_byte"] : node["end_byte"]]
        assert cut.decode("utf-8", "surrogateescape") == text[node["start"] : node["end"]]
    assert nodes[1]["body"] == "\ufffd"
    assert base64.b64decode(nodes[1]["body_b64"]) == b"\xff"
    assert "body_b64" not in nodes[0]


@pytest.mark.parametrize("data", [PROFILE, b"", b"\xef\xbb\xbf## A\r\n\0\xff\xfe", b"\xff\xfeA\0"])
def test_show_gives_exact_bytes(evva: Path, data: bytes) -> None:
    (evva / "USER_PROFILE.md").write_bytes(data)
    for word in ("evva:USER_PROFILE.md", str(evva / "USER_PROFILE.md")):
        ran = memdesk("show", word)
        assert (ran.code, ran.out, ran.err) == (0, data, b"")


def test_show_gives_one_section(evva: Path) -> None:
    assert memdesk("show", "evva:USER_PROFILE.md", "--section", "Working style").out == b"Tests first."
    told = memdesk("show", "evva:USER_PROFILE.md", "--section", "Working style", "--json").json
    assert told["text"] == "Tests first."
    ran = memdesk("show", "evva:USER_PROFILE.md", "--section", "working style")
    assert ran.code == 1
    assert "no section “working style”" in ran.sentence


def test_show_in_json_is_valid_utf_8(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(b"a\xffb\n")
    told = memdesk("show", "evva:USER_PROFILE.md", "--json").json
    assert told["text"] == "a\ufffdb\n"
    assert base64.b64decode(told["text_b64"]) == b"a\xffb\n"


def test_a_file_of_no_root_is_read_as_plain_markdown(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_bytes(b"## A\nx\n## B\n")
    assert memdesk("show", tmp_path / "notes.md", "--section", "A").out == b"x"
    assert memdesk("show", "notes.md", cwd=tmp_path).out == b"## A\nx\n## B\n"
    ran = memdesk("set", tmp_path / "notes.md", "--section", "A", "--body", "y")
    assert ran.code == 3
    assert "--root" in ran.sentence
    assert (tmp_path / "notes.md").read_bytes() == b"## A\nx\n## B\n"


def test_what_is_asked_for_and_not_there(evva: Path, tmp_path: Path) -> None:
    for words in (
        ("show", "evva:MISSING.md"),
        ("show", tmp_path / "missing.md"),
        ("tree", tmp_path / "missing"),
        ("preview", "nobody"),
        ("preview", "evva", "--context", "nowhere"),
        ("--root", tmp_path / "missing", "roots"),
    ):
        ran = memdesk(*words)
        assert (ran.code, ran.out) == (1, b""), words
        assert ran.sentence
    (evva / "USER_PROFILE.md").unlink()
    for command in ("show", "survive"):
        assert "is not there yet" in memdesk(command, "evva:USER_PROFILE.md").sentence


def test_an_agent_without_memory_is_told_from_no_agent(home: Path) -> None:
    for words in (("tree", "evva"), ("preview", "ok"), ("show", "ub:instructions.md"), ("check", "everos")):
        ran = memdesk(*words)
        assert ran.code == 1
        assert "No memory of" in ran.sentence
    assert "There is no agent and no folder nobody" in memdesk("tree", "nobody").sentence


def test_words_that_make_no_sense(home: Path) -> None:
    for words in ((), ("fly",), ("show",), ("set", "x"), ("tree", "--nonsense")):
        ran = memdesk(*words)
        assert (ran.code, ran.out) == (2, b"")
        assert "--help" in ran.sentence
    assert memdesk("--help").out
    assert memdesk("show", "--help").code == 0
    assert memdesk("--version").out.startswith(b"memdesk ")


def test_every_word_of_the_help_means_the_shell(home: Path) -> None:
    listed = memdesk("--help").out.decode()
    words = re.findall(r"^    ([a-z]+)(?: |$)", listed, re.MULTILINE)
    assert sorted(words) == sorted(COMMANDS)
    for word in words:
        ran = subprocess.run(
            [sys.executable, "-m", "memdesk", word, "--help"], capture_output=True, check=False
        )
        assert ran.returncode == 0
        assert f"usage: memdesk {word}".encode() in ran.stdout


def test_what_the_file_system_refuses(evva: Path) -> None:
    (evva / "USER_PROFILE.md").unlink()
    (evva / "USER_PROFILE.md").mkdir()
    ran = memdesk("show", evva / "USER_PROFILE.md")
    assert ran.code == 5
    assert "is a folder" in ran.sentence
    os.mkfifo(evva / "pipe.md")
    assert memdesk("show", evva / "pipe.md").code == 5


def test_preview_gives_the_exact_text_of_a_context(evva: Path, tmp_path: Path) -> None:
    project = tmp_path / "api"
    project.mkdir()
    (project / "EVVA.md").write_bytes(b"Rules.\xff\r\n")
    ran = memdesk("preview", "evva", "--context", project)
    assert ran.code == 0
    assert "Rules.\ufffd\r\n".encode() in ran.out, "a byte that is not UTF-8 arrives so"
    assert PROFILE in ran.out
    told = memdesk("preview", evva, "--context", project, "--json").json
    assert told["text"].encode() == ran.out
    assert "".join(piece["text"] for piece in told["pieces"]) == told["text"]
    for piece in told["pieces"]:
        if piece["path"] is None:
            assert piece["reason"]
            continue
        data = Path(piece["path"]).read_bytes()
        exact = data[piece["start_byte"] : piece["end_byte"]]
        assert exact.decode("utf-8", "replace") == piece["text"]
        text = data.decode("utf-8", "surrogateescape")
        assert text[piece["start"] : piece["end"]].encode("utf-8", "surrogateescape") == exact
    assert {meter["unit"] for meter in told["meters"]} <= {"bytes", "characters", "lines", "tokens"}
    assert told["tokens_estimate"] > 0
    assert told["cut"] == []


def test_preview_of_a_project_that_only_its_key_names(evva: Path) -> None:
    told = memdesk("preview", "evva", "--context", "/srv/api", "--json").json
    assert "## Project facts — Runs on port 8080." in told["text"]
    for words in (("--context", "-srv-api"), ("--context=-srv-api",)):
        assert memdesk("preview", "evva", *words, "--json").json["text"] == told["text"]


def test_preview_in_a_folder_that_is_not_there_says_so(evva: Path, tmp_path: Path) -> None:
    sentence = f"There is no folder {tmp_path / 'gone'}; this is what evva would get if it were there."
    told = memdesk("preview", "evva", "--context", tmp_path / "gone", "--json").json
    assert told["context"]["exists"] is False
    assert told["warnings"] == [], "these are what evva itself says"
    assert sentence in memdesk("preview", "evva", "--context", tmp_path / "gone").err.decode()
    assert b"no folder" not in memdesk("preview", "evva", "--context", tmp_path).err


def test_preview_of_one_of_several_folders_that_share_a_key(evva: Path, home: Path) -> None:
    for name in ("api-v2", "api/v2"):
        (home / name).mkdir(parents=True)
        (home / name / "EVVA.md").write_bytes(f"Rules of {name}.\n".encode())
    key = str(home / "api-v2").replace("/", "-")
    (evva / "projects" / key).mkdir()
    (evva / "projects" / key / "MEMORY.md").write_bytes(b"## Decisions\nBoth.\n")
    for name in ("api-v2", "api/v2"):
        told = memdesk("preview", "evva", "--context", home / name, "--json").json
        assert f"Rules of {name}." in told["text"]
        assert "## Decisions — Both." in told["text"]
        assert told["context"]["folder"] == str(home / name)


def test_what_is_cut_off_is_told(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(b"## Preferences\n" + b"x" * 66_000 + b"\nlost line\n")
    told = memdesk("preview", "evva", "--json").json
    assert told["cut"][0]["path"] == str(evva / "USER_PROFILE.md")
    assert told["cut"][0]["text"].endswith("\nlost line")
    assert told["cut"][0]["why"]
    assert len(told["text"].encode()) < 66_000
    assert "lost line" not in told["text"]
    ran = memdesk("preview", "evva")
    assert ran.out == told["text"].encode()
    assert ran.err


def test_survive_finds_nothing_in_what_evva_wrote(evva: Path) -> None:
    ran = memdesk("survive", "evva:projects/-srv-api/MEMORY.md", "--json")
    assert (ran.code, ran.json) == (0, {"losses": []})
    human = memdesk("survive", "evva:projects/-srv-api/MEMORY.md")
    assert (human.code, human.out, human.err) == (0, b"", b"")


def test_survive_names_what_would_be_lost(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(PROFILE.replace(b"Tests first.", b"```\n## Preferences\n```"))
    ran = memdesk("survive", "evva:USER_PROFILE.md", "--json")
    assert ran.code == 1
    losses = ran.json["losses"]
    assert losses
    assert any(loss["line"] in (5, 6) for loss in losses)
    for loss in losses:
        assert loss["what"]
        assert loss["message"]
        assert isinstance(loss["fixable"], bool)
    human = memdesk("survive", "evva:USER_PROFILE.md")
    assert human.code == 1
    assert human.out.count(b"\n") == len(losses)


def test_looking_changes_nothing_in_the_memory(evva: Path, home: Path) -> None:
    before = snapshot(str(evva))
    for words in (("roots",), ("tree", "--json"), ("show", "evva:USER_PROFILE.md"), ("preview", "evva")):
        assert memdesk(*words).code == 0
    memdesk("survive", "evva:USER_PROFILE.md")
    memdesk("set", "evva:USER_PROFILE.md", "--section", "Working style", "--body", "Tests first.")
    assert snapshot(str(evva)) == before


@pytest.mark.parametrize(
    "words", [("roots", "--json"), ("tree",), ("show", "evva:USER_PROFILE.md"), ("preview", "evva")]
)
def test_a_command_that_only_reads_starts_light(evva: Path, words: tuple[str, ...]) -> None:
    program = (
        "import sys; from memdesk.cli import main; main(sys.argv[1:]); sys.stderr.write(str([*sys.modules]))"
    )
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=True)
    for heavy in (b"'PySide6'", b"'pydantic'", b"'markdown_it'", b"'watchdog'", b"'sqlite3'"):
        assert heavy not in ran.stderr


def test_a_reader_that_stops_reading_is_no_error(evva: Path) -> None:
    (evva / "USER_PROFILE.md").write_bytes(b"x" * 5_000_000)
    command = [sys.executable, "-m", "memdesk.cli", "show", "evva:USER_PROFILE.md"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_names_that_are_not_utf_8(evva: Path, home: Path) -> None:
    folder = os.fsencode(evva) + b"/projects/-\xff"
    os.mkdir(folder)
    with open(folder + b"/MEMORY.md", "wb") as file:
        file.write(MEMORY)
    [root] = memdesk("tree", "--json").json
    odd = next(document for document in root["documents"] if "path_b64" in document)
    assert base64.b64decode(odd["path_b64"]) == folder + b"/MEMORY.md"
    assert memdesk("show", os.fsdecode(folder) + "/MEMORY.md").out == MEMORY
    assert folder + b"/MEMORY.md" not in memdesk("tree").out.split(b"\n")[0]


@pytest.mark.parametrize("words", [("--help",), ("show", "--help"), ("--version",)])
def test_help_is_read_in_every_locale(home: Path, words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "memdesk.cli", *words]
    told = [
        subprocess.run(
            command, env={**os.environ, "PYTHONIOENCODING": coding}, capture_output=True, check=False
        )
        for coding in ("utf-8", "ascii")
    ]
    assert [ran.returncode for ran in told] == [0, 0], told[1].stderr
    assert told[0].stdout == told[1].stdout
    assert told[0].stdout.decode("utf-8").startswith(("usage: ", "memdesk "))
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
        assert (ran.returncode, ran.stderr.count(b"\n"), b"Traceback" in ran.stderr) == (5, 1, False)


def test_a_text_is_not_taken_from_a_closed_input(evva: Path) -> None:
    words = "set", f"{evva}/USER_PROFILE.md", "--section", "Preferences"
    command = [sys.executable, "-m", "memdesk.cli", *words]
    close_input = "import os, sys; os.close(0); os.execv(sys.argv[1], sys.argv[1:])"
    ran = subprocess.run([sys.executable, "-c", close_input, *command], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, b"No text was given: standard input is closed.\n")
    assert (evva / "USER_PROFILE.md").read_bytes() == PROFILE


def test_a_tree_of_nothing_says_where_to_look(home: Path) -> None:
    ran = memdesk("tree")
    assert (ran.code, ran.out) == (1, b"")
    assert ran.sentence == "No memory was found here; memdesk roots says where it was looked for."
    assert memdesk("tree", "--json").json == []


def test_a_name_with_a_line_end_makes_no_line_of_its_own(evva: Path) -> None:
    project = evva / "projects" / "-x\nforged:1: error: none"
    project.mkdir()
    (project / "MEMORY.md").write_bytes(b"## Project facts\nzebra\n")
    for words in (("search", "zebra"), ("tree",), ("check",)):
        lines = memdesk(*words).out.decode().split("\n")
        assert not any(line.startswith("forged") for line in lines)
    assert "-x‹LF›forged:1" in memdesk("search", "zebra").out.decode()
