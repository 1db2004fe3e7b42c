"""Documents that are links: to one that is listed they are followed, and what they lead to is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import memdesk

TEXT = b"# Agents\n\n## Style\n- tabs\n"


@pytest.fixture
def project(home: Path) -> Path:
    """A project that Claude Code knows, with an AGENTS.md."""
    (home / ".claude" / "projects").mkdir(parents=True)
    project = home / "src" / "app"
    (project / ".git").mkdir(parents=True)
    (project / ".git" / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    (project / "AGENTS.md").write_bytes(TEXT)
    return project


def linked(project: Path, way: str) -> tuple[Path, Path]:
    """A link laid in a way, and the file that it leads to."""
    link, target = project / "CLAUDE.md", project / "AGENTS.md"
    if way == "chain":
        target = project / ".claude" / "CLAUDE.md"
        target.parent.mkdir()
        (project / "AGENTS.md").rename(target)
        (project / "AGENTS.md").symlink_to(".claude/CLAUDE.md")
        link.symlink_to("AGENTS.md")
    elif way == "the other way round":
        target.rename(link)
        target.symlink_to("CLAUDE.md")
        return target, link
    else:
        link.symlink_to(target if way == "absolute" else "./AGENTS.md")
    return link, target


@pytest.mark.parametrize("way", ["relative", "absolute", "chain", "the other way round"])
def test_a_link_to_a_listed_document_is_followed_and_stays(project: Path, way: str) -> None:
    link, target = linked(project, way)
    leads = link.readlink()
    for path, body in ((link, "- spaces"), (target, "- both")):
        assert memdesk("set", path, "--section", "Style", "--body", body).code == 0
        assert target.read_bytes() == TEXT.replace(b"- tabs", body.encode())
        assert link.readlink() == leads
    [root] = memdesk("--json", "tree", "claude_code").json
    told = {document["path"]: document for document in root["documents"]}
    assert told[str(link)]["editable"]
    assert "both" in memdesk("search", "both").out.decode()
    assert [hit["path"] for hit in memdesk("--json", "search", "both").json["hits"]] == [str(target)]
    assert memdesk("duplicates").out == b""


def test_a_link_that_leads_out_of_all_folders_is_refused(project: Path, home: Path) -> None:
    outside, link = home / "notes.md", project / "CLAUDE.md"
    outside.write_bytes(TEXT)
    link.symlink_to(outside)
    ran = memdesk("set", link, "--section", "Style", "--body", "x")
    assert (ran.code, outside.read_bytes()) == (3, TEXT)
    assert f"{link} leads to {outside}, outside every open memory folder" in ran.sentence


def test_a_circle_of_links_is_said(project: Path) -> None:
    (project / "AGENTS.md").unlink()
    (project / "AGENTS.md").symlink_to("CLAUDE.md")
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    for command in (("show",), ("set", "--section", "Style", "--body", "x")):
        ran = memdesk(command[0], project / "CLAUDE.md", *command[1:])
        assert ran.sentence == f"{project / 'CLAUDE.md'} cannot be read: its links lead in a circle."
    [root] = memdesk("--json", "tree", "claude_code").json
    told = {document["path"]: document["why_not"] for document in root["documents"]}
    assert told[str(project / "AGENTS.md")] == "It cannot be read: its links lead in a circle."
    found = [
        problem for problem in memdesk("--json", "check").json["problems"] if problem["severity"] == "error"
    ]
    assert {problem["path"] for problem in found} == {str(project / n) for n in ("AGENTS.md", "CLAUDE.md")}


def test_a_link_that_leads_nowhere_is_listed_and_found(project: Path) -> None:
    link = project / "CLAUDE.md"
    link.symlink_to("gone.md")
    assert f"{link}: error: Claude Code cannot read CLAUDE.md: This link leads nowhere" in (
        memdesk("check").out.decode()
    )
    assert memdesk("search", "tabs").code == 0


def test_a_heading_below_a_section_is_named(project: Path) -> None:
    path = project / "AGENTS.md"
    path.write_bytes(TEXT + b"\n### Naming\n- snake\n\nTesting\n=======\n- make\n")
    assert memdesk("show", path, "--section", "Naming").out == b"- snake"
    assert memdesk("set", path, "--section", "Naming", "--body", "- camel").code == 0
    assert memdesk("set", path, "--section", "Testing", "--body", "- just").code == 0
    assert memdesk("remove", path, "--entry", "Agents").code == 0
    assert path.read_bytes() == b"## Style\n- tabs\n\n### Naming\n- camel\n\nTesting\n=======\n- just\n"
    assert memdesk("show", path, "--section", "Style").out == b"- tabs\n\n### Naming\n- camel"
