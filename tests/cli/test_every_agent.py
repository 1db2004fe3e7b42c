"""The same commands on the sample memory of every agent: what they print is for each of them whole, true and light."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PROFILE, Ran, memdesk
from tests.patience import PATIENCE_S

Sample = Callable[[str], Path]
Run = Callable[..., Ran]

AGENTS = ("claude_code", "evva", "ok", "everos", "foresthub", "ub")


def walk(nodes: list[Any]) -> Iterator[Mapping[str, Any]]:
    for node in nodes:
        yield node
        yield from walk(node["children"])


@pytest.mark.parametrize("agent", AGENTS)
def test_a_tree_holds_every_character_and_every_entry_shows_its_body(
    memdesk_here: Run, sample: Sample, agent: str
) -> None:
    root = sample(agent)
    [tree] = memdesk_here("--root", root, "tree", root, "--json").json
    assert tree["agent"] == agent
    bodies = 0
    for document in tree["documents"]:
        if not document["exists"]:
            continue
        text = Path(document["path"]).read_bytes().decode("utf-8", "surrogateescape")
        leaves = [node for node in walk(document["nodes"]) if not node["children"]]
        assert "".join(text[leaf["start"] : leaf["end"]] for leaf in leaves) == text
        names = [(node["key"], node["occurrence"]) for node in walk(document["nodes"])]
        assert len(set(names)) == len(names)
        for node in walk(document["nodes"]):
            assert isinstance(node["facts"], dict)
            assert node["editable"] or node["why_not"] or not node["body"]
        entry = next((node for node in walk(document["nodes"]) if node["kind"] == "entry"), None)
        if entry is not None and bodies < 4:
            words = ("--entry", entry["key"], "--occurrence", str(entry["occurrence"]))
            shown = memdesk_here("--root", root, "show", document["path"], *words)
            assert shown.out.decode("utf-8", "replace") == entry["body"]
            bodies += 1
    assert bodies or agent in ("evva", "foresthub"), "agents that keep sections and fields"


@pytest.mark.parametrize("agent", AGENTS)
def test_people_read_titles_and_words_rather_than_kinds(
    memdesk_here: Run, sample: Sample, agent: str
) -> None:
    root = sample(agent)
    ran = memdesk_here("--root", root, "tree", root)
    assert (ran.code, ran.err) == (0, b"")
    lines = [line.strip().replace(str(root), "") for line in ran.out.decode().splitlines()]
    assert not {"preamble", "loose text", "field", "heading", "front matter", "“---”", ""} & set(lines)
    assert all(len(line) < 400 for line in lines), "a path twice, of which a temporary folder makes long ones"


@pytest.mark.parametrize("agent", AGENTS)
def test_a_preview_says_for_whom_it_is_and_what_is_missing(
    memdesk_here: Run, sample: Sample, agent: str
) -> None:
    root = sample(agent)
    told = memdesk_here("--root", root, "preview", root, "--json").json
    human = memdesk_here("--root", root, "preview", root)
    assert human.out.decode() == told["text"]
    assert "".join(piece["text"] for piece in told["pieces"]) == told["text"]
    sentences = human.err.decode().splitlines()
    assert sentences[0].startswith("This is what ")
    assert all(sentence.endswith(".") for sentence in sentences)
    assert told["unknown"], "what stands around the text in the prompt is told by no document"
    assert told["unknown"] in sentences
    assert set(told["warnings"]) <= {*sentences, *(sentence.rstrip(".") for sentence in sentences)}
    places = {cut["path"] for cut in told["cut"]}
    assert {path for path in places if any(path in sentence for sentence in sentences)} == places
    for meter in told["meters"]:
        assert meter["cap"] is None or f"{meter['used']:,} of {meter['cap']:,}" in human.err.decode()


@pytest.mark.parametrize("agent", AGENTS)
def test_a_loss_ends_with_a_finding_and_none_in_silence(
    memdesk_here: Run, sample: Sample, agent: str
) -> None:
    root = sample(agent)
    [tree] = memdesk_here("--root", root, "tree", root, "--json").json
    codes = set()
    for document in [document for document in tree["documents"] if document["exists"]][:12]:
        ran = memdesk_here("--root", root, "survive", document["path"])
        assert ran.err == b""
        assert ran.code == (1 if ran.out else 0)
        codes.add(ran.code)
    assert 0 in codes


def test_a_budget_is_that_of_the_agent_or_another_one(memdesk_here: Run, sample: Sample) -> None:
    root = sample("ub")
    [tree] = memdesk_here("--root", root, "tree", root, "--json").json
    largest = max(tree["documents"], key=lambda document: int(document["bytes"]))
    preview = ("--root", root, "preview", root, f"--context={largest['project']['key']}", "--json")
    texts = {}
    for budget in (400, 1_500, 4_000):
        told = memdesk_here(*preview, "--budget", str(budget)).json
        [total] = [meter for meter in told["meters"] if meter["name"] == "total"]
        assert total["cap"] == budget
        cut = [cut for cut in told["cut"] if f"{budget:,} bytes" in cut["why"]]
        assert cut, "all of it is 5 kB"
        assert all(one["key"] and f"- {one['text']}\n" not in told["text"] for one in cut)
        texts[budget] = told["text"]
    assert memdesk_here(*preview).json["text"] == texts[4_000], "that is what the sample is configured for"
    whole = memdesk_here(*preview, "--budget", "0").json
    assert not [cut for cut in whole["cut"] if "bytes" in cut["why"]]


def test_a_budget_that_makes_no_sense(sample: Sample, evva: Path) -> None:
    ran = memdesk("preview", "evva", "--budget", "300")
    assert (ran.code, ran.out) == (2, b"")
    assert "no budget" in ran.sentence
    assert memdesk("preview", sample("ub"), "--budget", "much").code == 2


def test_recall_finds_what_ub_would(memdesk_here: Run, sample: Sample) -> None:
    root = sample("ub")
    ran = memdesk_here("--root", root, "recall", "STAGING", "--agent", "ub", "--json")
    assert ran.code == 0
    entries = ran.json["entries"]
    assert len(entries) > 1
    for entry in entries:
        assert "staging" in entry["text"].lower()
        data = Path(entry["path"]).read_bytes().decode()
        assert data[entry["start"] : entry["end"]] == entry["text"]
        shown = memdesk_here("--root", root, "show", entry["path"], "--entry", entry["key"])
        assert shown.out.decode() == entry["text"]
    one_type = memdesk_here("--root", root, "recall", "staging", "--type", "project", "--json").json[
        "entries"
    ]
    assert one_type == [entry for entry in entries if entry["facts"]["category"] == "project"]
    human = memdesk_here("--root", root, "recall", "staging")
    assert human.out.count(b"\n") == len(entries)


def test_recall_that_finds_nothing_is_a_finding(sample: Sample, evva: Path) -> None:
    root = sample("ub")
    ran = memdesk("--root", root, "recall", "no such words", "--json")
    assert (ran.code, ran.json) == (1, {"entries": []})
    ran = memdesk("--root", root, "recall", "no such words")
    assert (ran.code, ran.out, ran.sentence) == (1, b"", "Nothing was found.")
    ran = memdesk("recall", "tests", "--agent", "evva")
    assert (ran.code, ran.out) == (1, b"")
    assert "evva" in ran.sentence
    assert memdesk("recall", "x", "--agent", "nobody").code == 1
    assert memdesk("recall").code == 2


def test_what_is_switched_off_is_said_with_what_decided_it(evva: Path) -> None:
    config = evva / "config" / "evva-config.yml"
    config.parent.mkdir()
    config.write_bytes(b"enable_auto_memory: false\n")
    [found] = [root for root in memdesk("roots", "--json").json if root["found"]]
    assert str(config) in found["switched_off"][0]
    for words in (("roots",), ("check",)):
        assert str(config).encode() in memdesk(*words).out
    assert str(config).encode() in memdesk("preview", "evva").err


def test_a_workflow_that_is_read_beside_says_who_gets_what(sample: Sample, tmp_path: Path) -> None:
    root = sample("foresthub")
    workflow = root.parent / "workflow" / "greenhouse.json"
    alone = memdesk("--root", root, "preview", root, "--json").json
    told = memdesk("--root", root, "preview", root, "--beside", workflow, "--json").json
    assert "(R, " in told["text"]
    assert "(R, " not in alone["text"]
    assert told["context"]["title"] != alone["context"]["title"]
    assert memdesk("--root", root, "--beside", workflow, "preview", root, "--json").json == told
    checked = memdesk("--root", root, "check", root, "--beside", workflow, "--json").json
    assert {"undeclared", "reset-at-start"} <= {problem["rule"] for problem in checked["problems"]}
    assert checked["unchecked"] == []
    ran = memdesk("--root", root, "check", root, "--beside", tmp_path / "none.json")
    assert ran.code == 1
    assert "There is no file" in ran.sentence


# Folders of all kinds


def test_a_folder_of_no_agent_works_as_plain_markdown(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.md").write_bytes(b"Intro.\r\n## A\r\nx\r\n")
    (folder / "deep" / "b.md").write_bytes(b"## B\n")
    [tree] = memdesk("tree", folder, "--json").json
    assert tree["agent"] == "plain"
    assert [document["address"] for document in tree["documents"]] == ["plain:a.md", "plain:deep/b.md"]
    assert memdesk("check", folder).code == 0
    ran = memdesk("preview", folder)
    assert (ran.code, ran.out) == (0, b"")
    assert "No agent is known" in ran.err.decode()
    path = folder / "a.md"
    assert memdesk("survive", path).code == 0
    assert memdesk("--root", folder, "add", path, "y", "--section", "A").code == 0
    assert path.read_bytes() == b"Intro.\r\n## A\r\nx\r\n- y\r\n"
    assert memdesk("--root", folder, "remove", path, "--entry", "A").code == 0
    assert path.read_bytes() == b"Intro.\r\n"


def test_an_empty_folder_is_no_trouble(tmp_path: Path) -> None:
    for command in ("tree", "check", "preview"):
        ran = memdesk(command, tmp_path)
        assert ran.code == 0
        assert b"Traceback" not in ran.err


COMING_AND_GOING = """
import sys
from pathlib import Path

store, stop = Path(sys.argv[1]), Path(sys.argv[2])
number = 0
while not stop.exists():
    number += 1
    path = store / f"fact-{number % 7}.md"
    path.write_bytes(b"---\\nname: x\\ndescription: y\\n---\\n\\nz\\n")
    (store / f"fact-{(number + 3) % 7}.md").unlink(missing_ok=True)
"""


def test_files_that_come_and_go_while_they_are_listed_are_no_error(sample: Sample, tmp_path: Path) -> None:
    root = sample("ok")
    [store] = [folder for folder in (root / "projects").iterdir() if (folder / "memory/oven-two.md").exists()]
    stop = tmp_path / "stop"
    agent = subprocess.Popen([sys.executable, "-c", COMING_AND_GOING, store / "memory", stop])
    try:
        for _ in range(2):
            looks = (
                ("tree", root),
                ("tree", root, "--json"),
                ("preview", root, "--json"),
                ("check", root),
                ("roots",),
            )
            for words in (*looks, ("search", "fact"), ("duplicates",), ("prune", root)):
                ran = memdesk("--root", root, *words)
                assert ran.code in (0, 1), ran.err
                assert b"Traceback" not in ran.err
    finally:
        stop.touch()
        agent.wait(PATIENCE_S)


def test_a_home_of_thousands_of_projects_is_previewed_without_reading_them(home: Path) -> None:
    evva = home / ".evva"
    for number in range(3_000):
        project = evva / "projects" / f"-srv-project-{number}"
        project.mkdir(parents=True)
        (project / "MEMORY.md").write_bytes(b"## Decisions\nNone.\n")
    (evva / "USER_PROFILE.md").write_bytes(PROFILE)
    program = (
        "import builtins, os, sys; from memdesk.cli import main; seen = []; "
        "sys.addaudithook(lambda name, args: seen.append(str(args[0])) if name == 'open' else None); "
        "code = main(sys.argv[1:]); "
        "read = {path for path in seen if path.endswith('MEMORY.md')}; "
        "sys.stderr.write(f'read {len(read)}'); sys.exit(code)"
    )
    words = ["preview", "evva", "--context", "/srv/project-17"]
    ran = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, check=False)
    assert ran.returncode == 0
    assert PROFILE in ran.stdout
    assert "## Decisions — None.".encode() in ran.stdout
    read = int(ran.stderr.decode().rsplit("read ", 1)[1])
    assert read <= 2
