"""`check`: what is wrong, for people, scripts and other linters; and what of it can be repaired."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from memdesk.layouts import discover
from memdesk.services.desk import Desk
from memdesk.services.machine.machine import Surroundings
from memdesk.store.folders import StateFolders
from tests.cli.conftest import PROFILE, Ran, memdesk
from tests.services.notes_layout import snapshot

Sample = Callable[[str], Path]
Run = Callable[..., Ran]

AGENTS = ("claude_code", "evva", "ok", "everos", "foresthub", "ub")


@pytest.mark.parametrize("agent", AGENTS)
def test_people_and_programs_are_told_the_same(memdesk_here: Run, sample: Sample, agent: str) -> None:
    root = sample(agent)
    before = snapshot(str(root))
    ran = memdesk_here("--root", root, "check", root, "--json")
    problems = ran.json["problems"]
    assert ran.code == 1
    assert problems
    human = memdesk_here("--root", root, "check", root)
    lines = human.out.decode().splitlines()
    assert len(lines) == len(problems)
    *unchecked, summary = human.err.decode().splitlines()
    assert f"{len(problems)} problems" in summary
    assert len(unchecked) == len(ran.json["unchecked"])
    for line, problem in zip(lines, problems, strict=True):
        assert problem["severity"] in ("error", "warning", "note")
        assert problem["line"] >= 1
        assert problem["message"] in line
        assert line.startswith(problem["path"])
        assert f"[{problem['rule']}]" in line
    assert snapshot(str(root)) == before


def test_a_root_without_problems(evva: Path) -> None:
    shutil.rmtree(evva / "projects")
    ran = memdesk("check", "--json")
    assert (ran.code, ran.json["problems"]) == (0, [])
    human = memdesk("check")
    assert (human.code, human.out) == (0, b"")
    assert "no problems" in human.sentence


def test_what_the_next_write_loses_is_a_problem(evva: Path) -> None:
    shutil.rmtree(evva / "projects")
    (evva / "USER_PROFILE.md").write_bytes(PROFILE.replace(b"Tests first.", b"```\n## Preferences\n```"))
    losses = memdesk("survive", "evva:USER_PROFILE.md", "--json").json["losses"]
    problems = memdesk("check", "--json").json["problems"]
    assert {loss["line"] for loss in losses if loss["what"] in ("lost", "split", "joined")} <= {
        problem["line"] for problem in problems
    }


def test_a_loss_that_no_check_knows_is_listed(sample: Sample) -> None:
    root = sample("ok")
    problems = memdesk("--root", root, "check", root, "--json").json["problems"]
    [dropped] = [problem for problem in problems if "“tags”" in problem["message"]]
    assert (dropped["rule"], dropped["line"]) == ("lost-on-write", 5)
    assert dropped["path"].endswith("grower-contacts.md")
    assert len({(problem["path"], problem["line"], problem["message"]) for problem in problems}) == len(
        problems
    )


@pytest.mark.parametrize("agent", AGENTS)
def test_repairs_are_made_and_nothing_else(
    memdesk_here: Run, sample: Sample, tmp_path: Path, agent: str
) -> None:
    root = sample(agent)
    untouched = tmp_path / "untouched"
    shutil.copytree(root, untouched)
    before = memdesk_here("--root", root, "check", root, "--json").json["problems"]
    ran = memdesk_here("--root", root, "check", root, "--fix", "--json")
    left, fixed = ran.json["problems"], ran.json["fixed"]
    assert ran.err == b""
    assert not [problem for problem in left if problem["fixable"]]
    assert ran.code == (1 if left else 0)
    assert len(fixed) >= sum(problem["fixable"] for problem in before)
    repaired = {os.path.relpath(problem["path"], root) for problem in fixed}
    assert changed(filecmp.dircmp(root, untouched)) == repaired
    assert memdesk_here("--root", root, "check", root, "--fix", "--json").json["fixed"] == []


def changed(compared: filecmp.dircmp[str], below: str = "") -> set[str]:
    """The files that differ, by their path below the root."""
    assert not compared.left_only
    assert not compared.right_only
    found = {os.path.join(below, name) for name in compared.diff_files}
    return found.union(
        *(changed(inner, os.path.join(below, name)) for name, inner in compared.subdirs.items())
    )


def test_a_file_in_utf16_is_converted(evva: Path) -> None:
    path, text = evva / "USER_PROFILE.md", PROFILE.decode().replace("\n", "\r\n")
    path.write_bytes(text.encode("utf-16"))
    [problem] = [one for one in memdesk("check", "--json").json["problems"] if one["path"] == str(path)]
    assert (problem["rule"], problem["fixable"]) == ("encoding", True)
    [run] = memdesk("check", "--sarif").json["runs"]
    [result] = [one for one in run["results"] if one["ruleId"] == "encoding"]
    assert "fixes" not in result  # which would publish the whole file

    fixed = memdesk("check", "--fix", "--json").json["fixed"]
    assert "encoding" in [one["rule"] for one in fixed if one["path"] == str(path)]
    assert path.read_bytes().startswith(b"#")
    assert text.splitlines()[-1] in path.read_text("utf-8")


def test_a_file_that_an_agent_keeps_in_a_project_is_converted_as_well(home: Path) -> None:
    project = home / "src" / "app"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (home / ".claude").mkdir()
    paths = [project / "CLAUDE.md", home / ".claude" / "CLAUDE.md"]
    for path in paths:
        path.write_text("# App\n\n- one\n", encoding="utf-16")
    ran = memdesk("check", "--fix", "--json")
    assert sorted(one["path"] for one in ran.json["fixed"]) == sorted(map(str, paths))
    assert [path.read_bytes() for path in paths] == [b"# App\n\n- one\n"] * 2


def test_what_is_no_utf16_as_a_whole_is_not_converted(evva: Path) -> None:
    path, data = evva / "USER_PROFILE.md", PROFILE.decode().encode("utf-16") + b"x"
    path.write_bytes(data)
    ran = memdesk("check", "--fix", "--json")
    [problem] = [one for one in ran.json["problems"] if one["path"] == str(path)]
    assert not problem["fixable"]
    assert path.read_bytes() == data


def test_what_cannot_be_written_is_not_repaired(evva: Path, tmp_path: Path) -> None:
    path = evva / "USER_PROFILE.md"
    data = PROFILE.replace(b"Tests first.", b"```\n## Preferences\n```")
    outside = tmp_path / "profile.md"
    outside.write_bytes(data)
    path.unlink()
    path.symlink_to(outside)
    ran = memdesk("check", "--fix")
    assert ran.code == 1
    assert str(path).encode() in ran.err
    assert b"Traceback" not in ran.err
    assert outside.read_bytes() == data


@pytest.mark.parametrize("agent", AGENTS)
def test_sarif_says_the_same_and_its_fixes_are_the_repairs(
    memdesk_here: Run, sample: Sample, agent: str
) -> None:
    root = sample(agent)
    ran = memdesk_here("--root", root, "check", root, "--sarif")
    problems = memdesk_here("--root", root, "check", root, "--json").json["problems"]
    assert ran.code == 1
    assert ran.json["version"] == "2.1.0"
    [run] = ran.json["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert [result["ruleId"] for result in run["results"]] == [problem["rule"] for problem in problems]
    for result, problem in zip(run["results"], problems, strict=True):
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] == problem["severity"]
        [location] = result["locations"]
        place = location["physicalLocation"]
        assert path_of(place) == problem["path"]
        assert ("region" in place) == os.path.isfile(problem["path"])
        assert bool(result.get("fixes")) == problem["fixable"]
        for fix in result.get("fixes", ()):
            assert_fits(fix)


def test_sarif_says_what_was_not_checked(evva: Path) -> None:
    (evva / "projects" / "-srv-gone" / "MEMORY.md").mkdir(parents=True)
    unchecked = memdesk("check", "--json").json["unchecked"]
    assert unchecked
    [run] = memdesk("check", "--sarif").json["runs"]
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"]
    for told, one in zip(invocation["toolExecutionNotifications"], unchecked, strict=True):
        assert told["level"] == "warning"
        assert one["why"] in told["message"]["text"]
        [location] = told["locations"]
        assert path_of(location["physicalLocation"]) == one["path"]


def path_of(place: Mapping[str, Any]) -> str:
    return unquote(urlsplit(place["artifactLocation"]["uri"]).path)


def assert_fits(fix: Mapping[str, Any]) -> None:
    """Every deleted region lies inside its file."""
    for change in fix["artifactChanges"]:
        text = Path(path_of(change)).read_bytes().decode("utf-8", "surrogateescape")
        for replacement in change["replacements"]:
            region = replacement["deletedRegion"]
            assert 0 <= region["charOffset"] <= region["charOffset"] + region["charLength"] <= len(text)
            assert isinstance(replacement["insertedContent"]["text"], str)


def test_only_the_roots_that_are_named(evva: Path, sample: Sample) -> None:
    root = sample("ub")
    everywhere = {problem["path"] for problem in memdesk("--root", root, "check", "--json").json["problems"]}
    assert any(path.startswith(str(evva)) for path in everywhere)
    told = memdesk("--root", root, "check", "ub", root, "--json").json["problems"]
    assert told
    assert all(problem["path"].startswith(str(root)) for problem in told)
    assert memdesk("check", "nobody").code == 1


def test_what_hides_is_told_of_any_agent_and_named_in_the_terminal(evva: Path) -> None:
    shutil.rmtree(evva / "projects")
    hostile = "Tests first.\u202e \x1b[31m p\u0430ypal".encode()
    (evva / "USER_PROFILE.md").write_bytes(PROFILE.replace(b"Tests first.", hostile))
    ran, human = memdesk("check", "--json"), memdesk("check")
    rules = [problem["rule"] for problem in ran.json["problems"]]

    assert rules == ["hidden-characters", "hidden-characters", "mixed-script"]
    assert "U+202E" in human.out.decode()
    assert b"\x1b" not in human.out


def test_what_is_ignored_is_not_repaired(evva: Path) -> None:
    path = evva / "USER_PROFILE.md"
    path.write_bytes(PROFILE.replace(b"Tests first.", b"```\n## Preferences\n```"))
    data = path.read_bytes()
    with closing(Desk(StateFolders.of_this_user(), Surroundings.of_this_process(), discover())) as desk:
        desk.open_found()
        report = desk.problems.look(desk.entries.snapshot())
        fixable = [one for one in report.problems if one.found.problem.repair and one.path == str(path)]
        assert fixable
        desk.problems.ignore(fixable, 0.0)
    assert memdesk("check", "--fix", "--json").json["fixed"] == []
    assert path.read_bytes() == data


def test_notes_alone_are_advice_and_no_findings(home: Path) -> None:
    project = home / "src" / "app"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    (home / ".claude" / "projects").mkdir(parents=True)
    (home / ".claude" / "settings.json").write_bytes(b"{}")
    (project / "CLAUDE.md").write_bytes(b"# App\n" + b"- One rule among many.\n" * 300)
    ran = memdesk("check", "--json")
    assert {one["severity"] for one in ran.json["problems"]} == {"note"}
    assert ran.code == 0
    (project / "CLAUDE.md").write_bytes(b"# App\nSee @docs/guide.md for more.\n")
    assert memdesk("check").code == 1
