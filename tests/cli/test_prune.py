"""`memdesk prune`: the list, its reasons, and letting go for real."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from memdesk.services.roots.roots import Documents, MemoryRoot
from memdesk.services.workspace.open_roots import OpenRoots
from memdesk.store.folders import StateFolders
from memdesk.store.history import History
from tests.cli.conftest import Ran, memdesk
from tests.patience import PATIENCE_S
from tests.similar.natural import NEAR_MISSES

Here = Callable[..., Ran]


@pytest.fixture
def ub(sample: Callable[[str], Path]) -> Path:
    return sample("ub")


def test_candidates_say_why_with_evidence(ub: Path, memdesk_here: Here) -> None:
    ran = memdesk_here("prune", str(ub), "--json")
    assert ran.code == 1
    facts = ran.json
    assert facts["candidates"]
    for one in facts["candidates"]:
        assert set(one) >= {"path", "key", "text", "reasons", "bytes"}
        assert all(set(reason) >= {"rule", "evidence"} and reason["evidence"] for reason in one["reasons"])
    assert facts["saving"]["entries"] == sum(one["preselected"] for one in facts["candidates"]) > 0
    assert facts["saving"]["bytes"] > 0
    assert facts["saving"]["tokens_estimate"] > 0
    assert any(one["forecast"] for one in facts["candidates"])


def test_apply_lets_the_preselected_ones_go_and_they_can_be_restored(ub: Path, memdesk_here: Here) -> None:
    before = {path: path.read_bytes() for path in ub.rglob("memory.md")}
    facts = memdesk_here("prune", str(ub), "--apply", "--json").json
    assert facts["status"] == "saved"
    saved = sum(len(data) - len(path.read_bytes()) for path, data in before.items())
    assert saved == facts["saving"]["bytes"] > 0
    assert not any(
        one["text"] in Path(one["path"]).read_text() for one in facts["candidates"] if one["preselected"]
    )
    changed = next(path for path, data in before.items() if path.read_bytes() != data)
    versions = memdesk_here("history", str(changed), "--json").json["versions"]
    digest = hashlib.sha256(before[changed]).hexdigest()
    first = next(version for version in versions if version["sha256"] == digest)
    restored = memdesk_here("--root", str(ub), "restore", str(changed), "--version", str(first["id"]))
    assert restored.code == 0
    assert changed.read_bytes() == before[changed]


@pytest.fixture
def project(home: Path) -> Path:
    """A project of which Claude Code remembers a fact."""
    facts = home / ".claude" / "projects" / str(home / "api").replace("/", "-").replace("_", "-") / "memory"
    facts.mkdir(parents=True)
    (facts / "MEMORY.md").write_text("- [Old](old.md) — hook\n")
    (facts / "old.md").write_text("---\nname: old\ndescription: hook\n---\n\nBody.\n")
    project = home / "api"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: x\n")
    return project


def test_what_stands_in_a_project_folder_goes_with_the_rest(project: Path) -> None:
    rules = project / "CLAUDE.md"
    rules.write_text("# Rules\n\n## Old\nAsk first.\n\n## Mine\nKeep this.\n")
    os.utime(rules, (1, 1))
    listed = memdesk("prune", "--json", cwd=project).json["candidates"]
    assert str(rules) not in {one["path"] for one in listed}, (
        "people wrote it, and its age alone is no reason"
    )
    listed = memdesk("prune", "--json", "--instructions", cwd=project).json["candidates"]
    assert "Old" in {one["key"] for one in listed if one["path"] == str(rules)}
    ran = memdesk("prune", "--instructions", "--apply", "--entry", "Old", "--json", cwd=project)
    assert ran.json["status"] == "saved"
    assert rules.read_text() == "# Rules\n\n## Mine\nKeep this.\n"


@pytest.mark.parametrize("pair", NEAR_MISSES[::6])
def test_apply_takes_none_of_two_different_facts(ub: Path, memdesk_here: Here, pair: tuple[str, str]) -> None:
    file = next(iter(sorted(ub.rglob("memory.md"))))
    lines = "".join(f"- {text} *(2026-11-2{day}T10:00:00Z)*\n" for day, text in enumerate(pair))
    file.write_text(file.read_text() + f"\n## notes\n\n{lines}\n")
    memdesk_here("prune", str(ub), "--apply")
    assert all(text in file.read_text() for text in pair)


def test_one_entry_can_be_named_and_weights_be_given(ub: Path, memdesk_here: Here) -> None:
    facts = memdesk_here("prune", str(ub), "--json").json
    one = next(one for one in facts["candidates"] if not one["preselected"] and not one["by_hand"])
    would = memdesk_here("prune", str(ub), "--entry", one["key"]).err
    assert b"--apply lets what is named go: 1 entry, " in would
    applied = memdesk_here("prune", str(ub), "--apply", "--entry", one["key"], "--json").json
    assert applied["saving"]["entries"] == 1
    assert one["text"] not in Path(one["path"]).read_text()
    fewer = memdesk_here("prune", str(ub), "--json", "--weight", "age=0", "--weight", "expired=0").json
    assert len(fewer["candidates"]) < len(facts["candidates"])
    assert not any(
        reason["rule"] in ("age", "expired") for each in fewer["candidates"] for reason in each["reasons"]
    )


@pytest.fixture
def two_of_one_key(project: Path) -> tuple[Path, Path]:
    """The rules of a project, which have one heading twice, and those of one person, which have it too."""
    rules, below = project / "CLAUDE.md", project / "CLAUDE.local.md"
    rules.write_text("# Rules\n\n## Old\nAsk first.\n\n## Mine\nKeep this.\n\n## Old\nAsk last.\n")
    below.write_text("# Mine\n\n## Old\nAsk nobody.\n")
    for path in (rules, below):
        os.utime(path, (1, 1))
    return rules, below


def test_of_several_with_one_key_none_goes_until_it_is_said_which(two_of_one_key: tuple[Path, Path]) -> None:
    rules, below = two_of_one_key
    before = rules.read_text(), below.read_text()
    named = ("prune", "--instructions", "--apply", "--entry", "Old")

    several = memdesk(*named, cwd=rules.parent)
    assert several.code == 2
    assert several.sentence.endswith(f"say which with --document: {below}, {rules}.")
    twice = memdesk(*named, "--document", rules, cwd=rules.parent)
    assert twice.code == 2
    assert twice.sentence.endswith(f"{rules}; say which with --occurrence: 0, 1.")
    assert (rules.read_text(), below.read_text()) == before

    done = memdesk(*named, "--document", rules, "--occurrence", "1", "--json", cwd=rules.parent)
    assert done.json["chosen"] == 1
    assert rules.read_text() == "# Rules\n\n## Old\nAsk first.\n\n## Mine\nKeep this.\n"
    assert below.read_text() == before[1]


@pytest.mark.parametrize(
    "words",
    [("--document", "ub:memory.md"), ("--occurrence", "0"), ("--entry=a", "--entry=b", "--occurrence=0")],
)
def test_what_tells_entries_apart_goes_with_the_key_of_one(
    ub: Path, memdesk_here: Here, words: tuple[str, ...]
) -> None:
    assert memdesk_here("prune", ub, *words).code == 2


def test_what_no_calendar_of_python_reaches_has_expired_too(ub: Path, memdesk_here: Here) -> None:
    file = sorted(ub.rglob("memory.md"))[0]
    file.write_text(
        "## debug\n\n- the lamp flickers *(0000-01-01T00:00:00Z)*\n- the pump hums *(0001-01-01T00:00:00+05:00)*\n"
        "- the fan rattles *(9999-12-31T23:59:59-05:00)*\n- the bell rings *(2026-13-01T00:00:00Z)*\n"
    )
    found = memdesk_here("prune", str(ub), "--json").json["candidates"]
    told = {one["text"]: one["reasons"] for one in found if one["path"] == str(file)}
    assert told.keys() == {"the lamp flickers", "the pump hums"}
    first = {text: reasons[0] for text, reasons in told.items()}
    assert {reason["rule"] for reason in first.values()} == {"expired"}
    assert first["the lamp flickers"]["evidence"].startswith("Due since 0000-01-15, ")
    assert first["the pump hums"]["evidence"].startswith("Due since 0001-01-14, ")


def test_wrong_words_are_told_in_one_sentence(ub: Path, memdesk_here: Here) -> None:
    wrong = memdesk_here("prune", str(ub), "--weight", "age=much")
    assert wrong.code == 2
    assert "--weight takes RULE=N" in wrong.sentence
    missing = memdesk_here("prune", str(ub), "--entry", "no such key")
    assert missing.code == 1
    assert "no candidate" in missing.sentence


def test_people_read_a_line_per_candidate_and_a_summary(ub: Path, memdesk_here: Here) -> None:
    ran = memdesk_here("prune", str(ub))
    lines = ran.out.decode().splitlines()
    assert any(line.startswith("* ") and "[expired] Due since" in line for line in lines)
    assert "--apply lets those with a star go" in ran.err.decode()


def test_a_section_goes_beside_one_whose_code_fence_is_open(evva: Path, memdesk_here: Here) -> None:
    """Nothing is added to it, which the open fence would swallow; so there is nothing to refuse."""
    profile = evva / "USER_PROFILE.md"
    rest = "\n## Working style\n```\nopen fence\n"
    profile.write_text(f"## Preferences\nThis is superseded by the rules.\n{rest}")
    assert memdesk_here("prune", "evva", "--apply", "--entry", "Preferences").code == 0
    assert profile.read_text() == f"## Preferences\n{rest}"


STRUCK = """
import os, sys
from memdesk.services.prune.prune import Pruner
from memdesk.store.one_file import OneFile
number, work = int(sys.argv.pop(1)), sys.argv.pop(1)
kind = {"look": Pruner, "change": OneFile}[work]
genuine = getattr(kind, work)
def work_and_be_struck(*arguments, **named):
    outcome = genuine(*arguments, **named)
    setattr(kind, work, genuine)
    os.kill(os.getpid(), number)
    return outcome
setattr(kind, work, work_and_be_struck)
from memdesk.cli.interrupts import let_interrupts_end_the_process
from memdesk.cli import main
let_interrupts_end_the_process()
sys.exit(main(sys.argv[1:]))
"""
"""`memdesk`, which gets a signal once it has looked for candidates, or once the first of several files is changed."""


def open_changes() -> int:
    with closing(History(StateFolders.of_this_user().history)) as history:
        return len(history.pending_changes())


def apply_and_strike(
    number: signal.Signals, root: Path, memdesk_here: Here, work: str = "change"
) -> tuple[int, Path]:
    """How `prune --apply` of a fact ended that was struck at its work, and the fact."""
    words = ("prune", str(root), "--weight", "age-days=1")
    found = memdesk_here(*words, "--json").json["candidates"]
    fact = next(one for one in found if "/memory/" in one["path"] and not one["path"].endswith("MEMORY.md"))
    command = [
        sys.executable,
        "-c",
        STRUCK,
        str(int(number)),
        work,
        *words,
        "--apply",
        "--entry",
        fact["key"],
    ]
    struck = subprocess.run(command, capture_output=True, check=False, timeout=PATIENCE_S)
    return struck.returncode, Path(fact["path"])


def is_gone(fact: Path) -> bool:
    return not fact.exists() and fact.name not in fact.with_name("MEMORY.md").read_text()


def test_an_interrupt_waits_until_all_of_it_is_gone(
    sample: Callable[[str], Path], memdesk_here: Here
) -> None:
    code, fact = apply_and_strike(signal.SIGINT, sample("claude_code"), memdesk_here)
    assert code == 130
    assert is_gone(fact)
    assert open_changes() == 0


def test_an_interrupt_before_anything_goes_ends_it(sample: Callable[[str], Path], memdesk_here: Here) -> None:
    code, fact = apply_and_strike(signal.SIGINT, sample("claude_code"), memdesk_here, "look")
    assert code in (130, -signal.SIGINT)
    assert fact.exists()
    assert open_changes() == 0


def test_what_was_cut_short_is_finished_first(sample: Callable[[str], Path], memdesk_here: Here) -> None:
    root = sample("claude_code")
    code, fact = apply_and_strike(signal.SIGKILL, root, memdesk_here)
    assert code == -signal.SIGKILL
    assert open_changes() == 1
    memdesk_here("prune", str(root))
    assert open_changes() == 1
    applied = memdesk_here("prune", str(root), "--apply", "--weight", "expired=0")
    assert is_gone(fact)
    assert b"A change of 2 files was interrupted, and is done now." in applied.err
    assert open_changes() == 0


FACT = "---\nname: {name}\ndescription: x\nmetadata: \n  node_type: memory\n  type: user\n---\n\n{body}\n"


def test_every_line_of_a_fact_goes_with_it_as_was_said(home: Path, memdesk_here: Here) -> None:
    store = home / ".claude/projects/-x/memory"
    store.mkdir(parents=True)
    (home / ".claude/settings.json").write_text("{}")
    index, fact = store / "MEMORY.md", store / "a.md"
    kept = "- [B](b.md) — the hall, see [A](a.md)\n\n## [Doors](a.md)\n\nNot by [A](a.md), see [B](b.md).\n"
    index.write_text(f"- [A](a.md) — the door code is 4711\n{kept}- [A again](./a.md) — door code 4711\n")
    fact.write_text(FACT.format(name="a", body="TODO"))
    (store / "b.md").write_text(FACT.format(name="b", body="the booklet is printed in the old press hall"))
    size = index.stat().st_size + fact.stat().st_size - len(kept.encode())
    [candidate] = memdesk_here("prune", "claude_code", "--json").json["candidates"]
    assert candidate["bytes"] == size
    facts = memdesk_here("prune", "claude_code", "--apply", "--json").json
    assert (facts["saving"]["entries"], facts["saving"]["bytes"]) == (1, size)
    assert index.read_text() == kept
    assert b"4711" not in memdesk_here("preview", "claude_code").out
    ran = memdesk_here("remove", str(store / "b.md"), "--entry", "b", "--json")
    assert ran.json["warnings"] == ["A line of MEMORY.md that is more than its entry stays and links to it"]


def test_what_is_let_go_brings_no_heading_along(home: Path, memdesk_here: Here) -> None:
    profile = home / ".evva/USER_PROFILE.md"
    profile.parent.mkdir()
    profile.write_text("## Preferences\n\n- TODO\n")
    saving = memdesk_here("prune", "evva", "--json").json["saving"]
    assert (saving["entries"], saving["bytes"]) == (1, len("\n- TODO\n"))
    assert saving["tokens_estimate"] >= 0
    assert memdesk_here("prune", "evva", "--apply").code == 0
    assert profile.read_text() == "## Preferences\n"


def test_of_files_that_went_and_files_that_lost_something_the_message_says_which(
    evva: Path, home: Path
) -> None:
    """No file that lost an entry of its own is said to have named another that went."""
    profile = evva / "USER_PROFILE.md"
    profile.write_text("## Preferences\nTBD\n")
    store = home / ".config/ok/shared/memory"
    store.mkdir(parents=True)
    first, second = (store / f"{name}.md" for name in ("first", "second"))
    for path in (first, second):
        path.write_text(f"---\nname: {path.stem}\ndescription: {path.stem}\n---\n\nTODO\n")
    told = memdesk("prune", "--apply").err.decode()
    assert f"Removed {first} and {second}, which the history keeps, and changed {profile}." in told


def test_many_files_that_went_are_counted_in_the_message_and_named_in_json(home: Path) -> None:
    store = home / ".config/ok/shared/memory"
    store.mkdir(parents=True)
    facts = [store / f"todo-{number}.md" for number in range(20)]
    for path in facts:
        path.write_text(f"---\nname: {path.stem}\ndescription: {path.stem}\n---\n\nTODO\n")
    told = memdesk("prune", "--apply", "--json").json
    assert told["message"].startswith("Removed 20 files, which the history keeps.")
    assert set(told["paths"]) == set(map(str, facts))


def test_no_folder_is_listed_again_for_each_file_of_which_something_goes(
    home: Path, memdesk_here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[str] = []
    list_documents = OpenRoots.list_documents

    def counting(roots: OpenRoots, root: MemoryRoot, most: int | None = None) -> Documents:
        listed.append(root.path)
        return list_documents(roots, root, most)

    monkeypatch.setattr(OpenRoots, "list_documents", counting)
    facts = home / ".config/ok/shared/memory"
    facts.mkdir(parents=True)
    counts: list[int] = []
    for most in (2, 12):
        for number in range(most):
            (facts / f"fact-{number:02}.md").write_text(f"---\nname: fact-{number:02}\n---\n\nTODO\n")
        listed.clear()
        assert memdesk_here("prune", home / ".config/ok", "--json").json["chosen"] == most
        counts.append(len(listed))
    assert counts[0] == counts[1]
