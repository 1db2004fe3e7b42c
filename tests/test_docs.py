"""What the pages for users say of files and commands holds."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from memdesk.cli.arguments import parse
from memdesk.layouts import discover
from memdesk.layouts.optional import Assuming

CHECKOUT = Path(__file__).parent.parent
PAGES = (CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md")))
COMMAND_PAGE = CHECKOUT / "docs" / "command-line.md"
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`[^`\n]+`")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_EXAMPLE = re.compile(r"^memdesk .+$", re.MULTILINE)


def _read(page: Path) -> str:
    return page.read_bytes().decode("utf-8")


def _anchors(page: Path) -> set[str]:
    headings = _HEADING.findall(_FENCED.sub("", _read(page)))
    return {re.sub(r"[^\w\- ]", "", heading).lower().replace(" ", "-") for heading in headings}


def _links(page: Path) -> list[str]:
    return _LINK.findall(_CODE.sub("", _FENCED.sub("", _read(page))))


def _dead_links(page: Path) -> Iterator[str]:
    for link in _links(page):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        if "://" in link:
            continue
        if not target.exists() or (anchor and anchor not in _anchors(target)):
            yield link


def _help(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit):
        parse([*words, "--help"])
    return capsys.readouterr().out


def _commands(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return re.findall(r"^    (\w+)", _help(capsys), re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_link_leads_to_a_file_or_a_heading(page: Path) -> None:
    assert list(_dead_links(page)) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_bytes(b"# One\n[a](#one) [b](#two) [c](gone.md) [d](page.md#one) [e](https://example.org/x)\n")
    assert list(_dead_links(page)) == ["#two", "gone.md"]


def test_every_picture_is_shown_somewhere() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in _links(page)}
    assert [
        path.name for path in sorted((CHECKOUT / "docs" / "pictures").iterdir()) if path not in shown
    ] == []


def test_every_agent_has_a_page() -> None:
    pages = {page.stem for page in (CHECKOUT / "docs" / "agents").glob("*.md")} - {"README"}
    assert pages == {layout.name for layout in discover(installed=False)} - {"plain"}


def test_the_page_of_commands_has_each_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    text = _read(COMMAND_PAGE)
    commands = _commands(capsys)
    assert len(commands) > 10
    assert sorted(re.findall(r"^### (\w+)$", text, re.MULTILINE)) == sorted(commands)
    assert {words.split()[1] for words in _EXAMPLE.findall(text)} == set(commands)


def test_the_page_of_commands_has_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    text = _read(COMMAND_PAGE)
    options = {
        option
        for command in _commands(capsys)
        for option in re.findall(r"^  (--[a-z-]+)", _help(capsys, command), re.MULTILINE)
    }
    assert sorted(option for option in options if not re.search(rf"{option}(?![a-z-])", text)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(CHECKOUT)))
def test_every_example_is_a_command_line(page: Path) -> None:
    for block in _FENCED.findall(_read(page)):
        for line in _EXAMPLE.findall(block):
            parse(shlex.split(line.partition(" < ")[0], comments=True)[1:])


@pytest.mark.parametrize("layout", [one for one in discover(installed=False) if isinstance(one, Assuming)])
def test_a_page_lists_what_is_assumed_of_its_agent(layout: Assuming) -> None:
    for one in layout.assumptions():
        row = f"| {one.label} | {one.value:,} {one.unit} | {one.source} |"
        assert row in _read(CHECKOUT / "docs" / "agents" / f"{one.agent}.md")
